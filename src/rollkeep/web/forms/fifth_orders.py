"""What the 5th edition's forms ask for: checks with ring and skill dice, and duels."""

from __future__ import annotations

from collections.abc import Sequence

from rollkeep.errors import Conflict, UsageError
from rollkeep.fifth.deed import read_deed
from rollkeep.fifth.duel.moves import Face
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play.check import Ask
from rollkeep.fifth.play.declaring import bare_dice
from rollkeep.fifth.play.moves import Declare
from rollkeep.fifth.sheet import EDGES, RINGS
from rollkeep.machine.machine import GM, Who
from rollkeep.table.draft import STALE
from rollkeep.table.entry import Act, Request, Start
from rollkeep.web.forms.fields import deed_of, number, two, whom_of
from rollkeep.web.forms.orders import Order
from rollkeep.web.ground.seats import Form, View, acting


def asked(view: View, said: Form, who: Who) -> Ask:
    """What a form asks somebody to do.

    Raises: RollKeepError
    """
    judging, by_gm = said.get("judging", "later"), view.is_gm
    with_tn = judging in ("told", "hidden")
    tn = number(said, "tn", "TN") if with_tn and said.text("tn") else None
    if with_tn and tn is None:
        raise UsageError("The TN is missing.", code="usage.needs", hint="Write a TN, or let it be judged later.")
    tns = tuple((ring, number(said, f"tns.{ring}", f"The TN with {ring.title()}")) for ring in _with_own(said, with_tn))
    deed = deed_of(said)
    check_deed(view, who, deed)
    return Ask(
        who,
        deed,
        _among(RINGS, said.every("rings")),
        tn,
        tns,
        judging,
        said.text("label"),
        number(said, "skilled", "Helpers with the skill"),
        number(said, "unskilled", "Other helpers"),
        _among(EDGES, said.every("edges")) if by_gm else (),
        said.get("shown", "open"),
        said.get("told", "all") if by_gm else "all",
    )


def _among(every: tuple[str, ...], chosen: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in every if word in chosen)


def _with_own(said: Form, with_tn: bool) -> tuple[str, ...]:
    return tuple(ring for ring in RINGS if with_tn and said.text(f"tns.{ring}"))


def check_deed(view: View, who: Who, deed: str) -> None:
    """Whether a character can be asked for that; where not, in the words of the rules.

    Raises: RollKeepError
    """
    acting(view, who)
    one = view.table.cast.get(who)
    if not isinstance(one, Person):
        raise Conflict(f"There is no character {who[:60]!r} to roll here.", hint=STALE)
    if not bare_dice(deed):
        read_deed(one.sheet, deed)


def _ask(view: View, said: Form) -> Sequence[Request]:
    secret, after = said.get("secret") == "yes", number(said, "after", "after")
    return [Start("ring-check", GM, asked(view, said, who), secret, after) for who in whom_of(said)]


def declared(said: Form, who: Who) -> Declare:
    """What a composer declares."""
    return Declare(
        who,
        said.get("f.ring", ""),
        said.get("f.seize") == "yes",
        _among(EDGES, said.every("f.edges")),
        said.get("f.by_hand") == "yes",
    )


def _roll(view: View, said: Form) -> Sequence[Request]:
    """A check that nobody asked for; the game master's may be secret."""
    who = said.get("who", "")
    by, secret = (GM, said.get("secret") == "yes") if view.is_gm else (who, False)
    return [Start("ring-check", by, asked(view, said, who), secret), Act(0, who, declared(said, who))]


def _duel(view: View, said: Form) -> Sequence[Request]:
    """Two duellists; ``unready`` and ``by_hand`` are ``a`` for the first and ``b`` for the second."""
    a, b = two(said)
    form = said.get("form", "first-blood")

    def of_them(name: str) -> tuple[Who, ...]:
        chosen = {who for key, who in (("a", a), ("b", b)) if key in said.every(name)}
        return tuple(who for who in view.table.cast if who in chosen)

    face = Face(
        a,
        b,
        form,
        said.get("objective", "") if form == "custom" else "",
        said.get("one_roll") == "yes",
        of_them("unready"),
        of_them("by_hand"),
        said.text("label"),
    )
    return [Start("duel", GM, face)]


ORDERS: dict[str, Order] = {"ring-ask": _ask, "ring-roll": _roll, "duel": _duel}
