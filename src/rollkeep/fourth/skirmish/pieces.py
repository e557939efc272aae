"""Small changes of a skirmish that almost every event makes; all of them on the way of every fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fourth.skirmish.state import Fighter, Frame, Skirmish, Turn, fighter
from rollkeep.machine.machine import Who

After = dict[type, Callable[[Skirmish, Any], Skirmish]]
"""What the skirmish is after an event, by the kind of event."""

new = tuple.__new__  # a named tuple without the detour by its keywords
_AT = {name: at for at, name in enumerate(Skirmish._fields)}
_FIGHTER = {name: at for at, name in enumerate(Fighter._fields)}


def with_(skirmish: Skirmish, name: str, part: object) -> Skirmish:
    """One field changed: ``_replace`` on the way of almost every event, in a fifth of its time."""
    at = _AT[name]
    return new(Skirmish, (*skirmish[:at], part, *skirmish[at + 1 :]))


def changed(one: Fighter, name: str, part: object) -> Fighter:
    """A fighter with one field changed."""
    at = _FIGHTER[name]
    return new(Fighter, (*one[:at], part, *one[at + 1 :]))


def put(skirmish: Skirmish, one: Fighter) -> Skirmish:
    """The fighter in the place of what it was."""
    who = one.who
    label, fighters, *rest = skirmish
    return new(Skirmish, (label, tuple([one if each.who == who else each for each in fighters]), *rest))


def set_of(skirmish: Skirmish, who: Who, name: str, part: object) -> Skirmish:
    """One field of a fighter changed."""
    return put(skirmish, changed(fighter(skirmish, who), name, part))


def spent(skirmish: Skirmish, who: Who, points: int = 1) -> Skirmish:
    """Void Points that count against the limit of the Round."""
    one = fighter(skirmish, who)
    return put(skirmish, changed(one, "spent", one.spent + points))


def push(skirmish: Skirmish, frame: Frame) -> Skirmish:
    """Something new goes on, on top of the stack."""
    return with_(skirmish, "stack", (*skirmish.stack, frame))


def set_top(skirmish: Skirmish, frame: Frame) -> Skirmish:
    """What is on top is now this."""
    return with_(skirmish, "stack", (*skirmish.stack[:-1], frame))


def pop(skirmish: Skirmish, kind: type) -> Skirmish:
    """What was on top is over.

    Raises: LookupError where something else is on top.
    """
    top_of(skirmish, kind)
    return with_(skirmish, "stack", skirmish.stack[:-1])


def top_of(skirmish: Skirmish, kind: type) -> Any:
    """What is on top.

    Raises: LookupError where it is of another kind.
    """
    top = skirmish.stack[-1]
    if type(top) is not kind:
        raise LookupError(f"{kind.__name__} is not on top")
    return top


def cost(skirmish: Skirmish, who: Who, cost: int) -> Skirmish:
    """What an action takes from the turn."""
    turn = skirmish.stack[-1]
    if type(turn) is not Turn or turn.who != who:
        return skirmish
    done = Turn(who, max(turn.left - cost, 0), True, turn.extra, turn.twice, True)
    return set_top(skirmish, done)
