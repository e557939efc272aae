"""What a d10 roll is like before it is thrown, in texts that can be shown."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from rollkeep.advice import play as advice
from rollkeep.errors import Conflict
from rollkeep.fourth.play.check import CHECK, Check
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Roll
from rollkeep.fourth.rulings import Rulings
from rollkeep.hosts import sentence
from rollkeep.machine.machine import GM, Machine, Scene, Who, decide, offers
from rollkeep.machine.secret import known
from rollkeep.table.draft import STALE
from rollkeep.web.controls import Doing, doings
from rollkeep.web.fourth_orders import asked, declared
from rollkeep.web.orders import run_of
from rollkeep.web.seats import Form, View

S = TypeVar("S")


class Chance(NamedTuple):
    """What a roll is like, in texts that can be shown; without a TN there is no target, and the ladder tells."""

    pool: str
    reasons: tuple[str, ...]
    target: int | None
    chance: str
    by_raises: tuple[tuple[int, str], ...]
    ladder: tuple[tuple[int, str], ...]
    raises: int = 0
    template: str = "chance.html"


def percent(chance: Fraction) -> str:
    """A chance as it is told: ``60 %``, or finer where it is near to certain.

    >>> [percent(Fraction(*each)) for each in ((3, 5), (1, 1000), (9999, 10000), (999999, 1000000))]
    ['60 %', '0.1 %', '99.99 %', 'over 99.99 %']
    """
    value = float(chance) * 100
    if chance in (0, 1) or 1 <= value <= 99:
        return f"{value:.0f} %"
    if not 0.005 < value < 99.995:
        return "under 0.01 %" if value < 1 else "over 99.99 %"
    return f"{value:.1f} %" if 0.05 <= value <= 99.95 else f"{value:.2f} %"


def chance_of(view: View, said: Form, one: Person) -> Chance:
    """A composed roll, or one that was asked for, as far as this seat may know.

    Raises: RollKeepError
    """
    number, who = run_of(said), said.get("who", "")
    rulings = Rulings(frozenset(view.table.rulings.items()))
    if number:
        run = view.run(number)
        of_who = roll_of(run.state, who) if run else None
        if of_who is None:
            raise Conflict("That cannot be done any more.", hint=STALE)
        rolled, tn = of_who
    else:
        ask = asked(view, said, who)
        begins = begun(CHECK, view, ask).state.roll
        assert begins
        rolled, tn = begins, ask.tn
    move = declared(said, who)
    found = advice.before(one, rolled, move, tn, rulings)
    return Chance(
        str(found.pool),
        tuple(map(sentence, found.reasons)),
        found.target,
        "" if found.chance is None else percent(found.chance),
        tuple((count, percent(each)) for count, each in found.by_raises),
        tuple((aim, percent(each)) for aim, each in found.ladder),
        move.raises,
    )


def begun(machine: Machine[S], view: View, ask: Any) -> Scene[S]:
    """What a procedure would begin with, were this asked for.

    Raises: IllegalMove
    """
    rulings = frozenset(view.table.rulings.items())
    by = GM if view.is_gm else ask.who
    return decide(machine, Scene(view.table.cast, machine.blank, False, rulings), by, ask).now


def rolls_of(state: Any) -> tuple[Roll, ...]:
    """The d10 rolls that are going on in a procedure."""
    several = getattr(state, "rolls", None)
    if not isinstance(several, tuple):
        several = (getattr(state, "roll", None),)
    return tuple(each for each in several if isinstance(each, Roll))


def roll_of(state: Any, who: Who) -> tuple[Roll, int | None] | None:
    """The roll that somebody is about to make in a procedure, with its TN as far as it is told."""
    if isinstance(state, Check):
        tn = known(state.asked.tn) if state.asked else None
    else:
        tn = getattr(getattr(state, "began", None), "tn", None)
    mine = next((each for each in rolls_of(state) if each.who == who and not each.declared), None)
    return None if mine is None else (mine, tn)


def declaring(machine: Machine[S], begun_: Scene[S], who: Who) -> Doing:
    """With what a roll that has been asked for is declared."""
    (doing, *_) = doings(machine.name, 0, {who: offers(machine, begun_).get(who, ())})
    return doing
