"""The dice that fell last in a procedure that goes on for many rolls and keeps none of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rollkeep.dice.symbols import SYMBOLS, kind
from rollkeep.fifth.duel import events as duel
from rollkeep.fourth.play.roll import Declared, Kept, Roll, Threw
from rollkeep.fourth.skirmish import events as skirmish
from rollkeep.machine.secret import Secret, known
from rollkeep.web.cards.drawn import Die, Rolled, rolled

MOST = 4
"""Rolls that are drawn; where more were thrown at once, their totals are told in words."""

_FRESH = (skirmish.Attacked, skirmish.Rolled, skirmish.Braced)
"""With these something new is rolled; what follows belongs together, such as an attack and its damage."""


def fallen(machine: str, events: Sequence[Any]) -> tuple[Rolled, ...]:
    """The rolls of the last attack in a skirmish, or of the last check in a duel, as far as they are seen."""
    if machine == "skirmish":
        return _of_fourth(events)
    return _of_fifth(events) if machine == "duel" else ()


def _of_fourth(events: Sequence[Any]) -> tuple[Rolled, ...]:
    rolls = list[Roll]()
    for event in _since(events, _FRESH):
        if isinstance(event, Declared):
            rolls.append(Roll(event.who, event.title, declared=event))
        elif isinstance(event, Threw | Kept):
            at = next((i for i in reversed(range(len(rolls))) if rolls[i].who == event.who), None)
            if at is not None:
                found = rolls[at]
                rolls[at] = found._replace(threw=event) if isinstance(event, Threw) else found._replace(kept=event)
    fell = tuple(rolled(roll) for roll in rolls if roll.threw)
    return fell if len(fell) <= MOST else ()


def _since(events: Sequence[Any], kinds: tuple[type, ...]) -> Iterable[Any]:
    """The events from the last one on that is of these kinds."""
    start = next((i for i in reversed(range(len(events))) if isinstance(events[i], kinds)), 0)
    return events[start:]


def _of_fifth(events: Sequence[Any]) -> tuple[Rolled, ...]:
    """Explosive dice that were kept lie beside what they have brought."""
    who, tally = "", None
    layers = list[tuple[tuple[int, ...], tuple[int, ...] | None]]()
    for event in _since(events, (duel.Declared,)):
        if isinstance(event, Secret):
            continue
        faces, positions = known(getattr(event, "faces", None)), known(getattr(event, "positions", None))
        if isinstance(event, duel.Threw) and faces is not None:
            layers, who = [*layers, (faces, None)], event.who
        elif isinstance(event, duel.Swapped | duel.Rethrown) and faces is not None and layers:
            layers[-1] = (faces, None)
        elif isinstance(event, duel.Kept) and positions is not None and layers:
            layers[-1] = (layers[-1][0], positions)
        elif isinstance(event, duel.Counted):
            tally = (event.successes, event.opportunities, event.strife)
    dice = [
        Die(kind(face), SYMBOLS[face], None if kept is None else i in kept)
        for faces, kept in layers
        for i, face in enumerate(faces)
    ]
    return (Rolled(who, "", dice=tuple(dice), tally=tally),) if dice else ()
