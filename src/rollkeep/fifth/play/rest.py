"""What the end of a scene and a night's rest bring, and a character's state in words."""

from __future__ import annotations

from rollkeep.errors import Missing
from rollkeep.fifth import sheet
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play.person import compromised, incapacitated
from rollkeep.machine.machine import Shifted, Who, room

WATER_TIMES = 2
"""How often the Water ring a night's rest takes off fatigue."""


def scene_end(who: Who, one: Person) -> tuple[Shifted, ...]:
    """Strife and fatigue fall to half of what is borne, rounded up; nothing happens where that is not known.

    >>> from rollkeep.fifth.sheet import Character
    >>> calm = Person(Character("Aki", composure=8, endurance=9), strife=7, fatigue=5)
    >>> [(each.track, each.by) for each in scene_end("aki", calm)]
    [('strife', -3)]

    Source: 5e.scene-end
    """
    borne = (("strife", _borne(one, "strife")), ("fatigue", _borne(one, "fatigue")))
    return _down(who, one, "end of the scene", *((track, (most + 1) // 2) for track, most in borne if most is not None))


def rest(who: Who, one: Person) -> tuple[Shifted, ...]:
    """A night's sleep: twice the Water ring off the fatigue, as the published game has it; the rules here are silent.

    Strife goes with the ends of scenes, and Void Points come back by disadvantages alone.

    >>> from rollkeep.fifth.sheet import Character
    >>> [(each.track, each.by) for each in rest("aki", Person(Character("Aki", rings=(("water", 2),)), fatigue=7))]
    [('fatigue', -4)]

    Source: 5e.derived
    """
    water = dict(one.sheet.rings).get("water", 0)
    return _down(who, one, "rest", ("fatigue", max(one.fatigue - WATER_TIMES * water, 0)))


def in_words(one: Person) -> str:
    """The state of a character for people who may not see numbers.

    >>> from rollkeep.fifth.sheet import Character
    >>> aki = Character("Aki", composure=8, endurance=8)
    >>> [in_words(Person(aki, *each)) for each in ((4, 4), (5, 0), (9, 5), (0, 9))]
    ['calm', 'strained', 'Compromised, weary', 'calm, Incapacitated']

    Source: 5e.compromised, 5e.incapacitated
    """
    mind = "Compromised" if compromised(one) else "strained" if _past_half(one, "strife") else "calm"
    body = "Incapacitated" if incapacitated(one) else "weary" if _past_half(one, "fatigue") else ""
    return f"{mind}, {body}" if body else mind


def _borne(one: Person, track: str) -> int | None:
    """How much of a track is borne; None where nobody knows."""
    try:
        return sheet.composure(one.sheet) if track == "strife" else sheet.endurance(one.sheet)
    except Missing:
        return None


def _past_half(one: Person, track: str) -> bool:
    borne = _borne(one, track)
    return borne is not None and 2 * getattr(one, track) > borne


def _down(who: Who, one: Person, why: str, *to: tuple[str, int]) -> tuple[Shifted, ...]:
    """Each track down to so much, if it is above."""
    moved = ((track, room(one, track, min(most - getattr(one, track), 0))) for track, most in to)
    return tuple(Shifted(who, track, by, why) for track, by in moved if by)
