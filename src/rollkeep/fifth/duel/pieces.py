"""Small changes of a duel that almost every event makes; all of them on the way of every fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rollkeep.dice.symbols import Faces
from rollkeep.fifth.duel.state import Check, Duel, Frame, Side, Tally, Turn, side

After = dict[type, Callable[[Duel, Any], Duel]]
"""What the duel is after an event, by the kind of event."""

new = tuple.__new__  # a named tuple without the detour by its keywords
_PLACE: dict[type, dict[str, int]] = {
    kind: {name: at for at, name in enumerate(kind._fields)} for kind in (Side, Turn, Check, Tally)
}
N = TypeVar("N", Side, Turn, Check, Tally)


def with_(value: N, name: str, part: object) -> N:
    """One field changed: ``_replace`` on the way of almost every event, in a fifth of its time."""
    kind = type(value)
    at: int = _PLACE[kind][name]
    return new(kind, (*value[:at], part, *value[at + 1 :]))


def put(duel: Duel, one: Side) -> Duel:
    """The side in the place of what it was."""
    setup, (first, second), stack, lower, number, rolls, scored = duel
    sides = (one, second) if first.who == one.who else (first, one)
    return new(Duel, (setup, sides, stack, lower, number, rolls, scored))


def push(duel: Duel, frame: Frame) -> Duel:
    """Something new goes on, on top of the stack."""
    setup, sides, stack, lower, number, rolls, scored = duel
    return new(Duel, (setup, sides, (*stack, frame), lower, number, rolls, scored))


def pop(duel: Duel, kind: type) -> Duel:
    """What was on top is over.

    Raises: LookupError where something else is on top.
    """
    top_of(duel, kind)
    setup, sides, stack, lower, number, rolls, scored = duel
    return new(Duel, (setup, sides, stack[:-1], lower, number, rolls, scored))


def top_of(duel: Duel, kind: type) -> Any:
    """What is on top.

    Raises: LookupError where it is of another kind.
    """
    top = duel.stack[-1]
    if type(top) is not kind:
        raise LookupError(f"{kind.__name__} is not on top")
    return top


def set_top(duel: Duel, frame: Frame) -> Duel:
    """What is on top, a step further."""
    setup, sides, stack, lower, number, rolls, scored = duel
    return new(Duel, (setup, sides, (*stack[:-1], frame), lower, number, rolls, scored))


def within(duel: Duel, kind: type, change: Callable[[Any], Frame]) -> Duel:
    """The newest frame of a kind, wherever it is, changed."""
    stack = duel.stack
    for at in range(len(stack) - 1, -1, -1):
        if type(stack[at]) is kind:
            return duel._replace(stack=(*stack[:at], change(stack[at]), *stack[at + 1 :]))
    raise LookupError(kind.__name__)


def tallied(duel: Duel, who: str, feat: str, what: object = True) -> Duel:
    """A feat that will be scored."""
    one = side(duel, who)
    return put(duel, with_(one, "tally", with_(one.tally, feat, what)))


def setting_aside(one: Side, skill: str, faces: Faces) -> Side:
    """The dice that are reserved for a skill from now on."""
    rest = tuple([each for each in one.reserves if each[0] != skill])
    return one._replace(reserves=(*rest, (skill, faces)) if faces else rest)
