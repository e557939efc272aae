"""What a d10 roll is like before it is thrown, in texts that can be shown."""

from __future__ import annotations

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
from rollkeep.text import percent
from rollkeep.web.forms.controls import Doing, doings
from rollkeep.web.forms.fourth_orders import asked, declared
from rollkeep.web.forms.orders import run_of
from rollkeep.web.ground.seats import Form, View

S = TypeVar("S")


class Chance(NamedTuple):
    """What a roll is like, in texts that can be shown; without a TN there is no target, and the ladder tells.

    ``then`` is what comes of success.
    """

    pool: str
    reasons: tuple[str, ...]
    target: int | None
    chance: str
    by_raises: tuple[tuple[int, str], ...]
    ladder: tuple[tuple[int, str], ...]
    raises: int = 0
    then: str = ""
    template: str = "chance.html"


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
        "" if found.chance is None else percent(found.chance, 0),
        tuple((count, percent(each, 0)) for count, each in found.by_raises),
        tuple((aim, percent(each, 0)) for aim, each in found.ladder),
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
    """The d10 rolls that are going on in a procedure; of a stack those on top."""
    stack = getattr(state, "stack", ())
    state = stack[-1] if stack else state
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
