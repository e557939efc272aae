"""The characters of a table as a seat is shown them: in numbers, in words, or by name alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from rollkeep.errors import Missing
from rollkeep.fifth import sheet as fifth
from rollkeep.fifth.duel.person import Person as OfFifth
from rollkeep.fourth.play.person import UNKNOWN_RING
from rollkeep.fourth.play.person import Person as OfFourth
from rollkeep.hosts import in_words
from rollkeep.machine.machine import GM, Who
from rollkeep.web.ground.seats import View
from rollkeep.web.ground.wounds import Boxes, boxes_of

TRACKS = {"void": "Void Points", "wounds": "Wounds", "strife": "Strife", "fatigue": "Fatigue"}


class Track(NamedTuple):
    """A track in numbers; ``most`` is 0 where nobody knows it, and ``boxes`` are there for Wounds that have ranks."""

    key: str
    title: str
    now: int
    most: int
    boxes: Boxes | None = None


class Someone(NamedTuple):
    """A character in the list of people."""

    name: Who
    player: str
    mine: bool
    hidden: bool
    free: bool
    tracks: tuple[Track, ...]
    words: str
    sheet: bool
    one: Any


def track_title(track: str) -> str:
    """What a track is called."""
    return TRACKS.get(track, track.capitalize())


def people(view: View) -> list[Someone]:
    """Everybody that this seat may know of: the own first, then those whom others play, then the rest."""
    table = view.table
    found = []
    for who in view.cast:
        shows, mine = table.shows_of(who), who in view.mine
        one = table.cast[who]
        knows = mine or view.is_gm
        seen = "open" if knows else shows.tracks
        found.append(
            Someone(
                who,
                table.holder(who),
                mine and not view.is_gm,
                who in table.hidden,
                shows.free and not table.holder(who) and who not in table.hidden,
                tracks_of(one) if seen == "open" else (),
                "" if seen == "hidden" else in_words(one),
                knows or shows.sheet == "open",
                one,
            )
        )
    return sorted(found, key=lambda each: (not each.mine, not each.player, each.hidden))


def tracks_of(one: Any) -> tuple[Track, ...]:
    """The tracks of a character in numbers."""
    if isinstance(one, OfFourth):
        ring = one.sheet.void_ring or 0
        points = Track("void", TRACKS["void"], one.void, ring)
        known = ring and ring != UNKNOWN_RING
        boxes = boxes_of(one.sheet, one.wounds)
        wounds = Track("wounds", TRACKS["wounds"], one.wounds, boxes.most if boxes else 0, boxes)
        return (*((points,) if known else ()), wounds)
    if isinstance(one, OfFifth):
        void = dict(one.sheet.rings).get("void", 0)
        return (
            Track("strife", TRACKS["strife"], one.strife, _borne(fifth.composure, one)),
            Track("fatigue", TRACKS["fatigue"], one.fatigue, _borne(fifth.endurance, one)),
            *((Track("void", TRACKS["void"], one.void, void),) if void else ()),
        )
    return ()


def _borne(number: Any, one: OfFifth) -> int:
    try:
        return int(number(one.sheet))
    except Missing:
        return 0


MANY = 4
"""Names that are told one by one."""


def waits_for(view: View, waits: tuple[Who, ...]) -> str:
    """Whom a procedure waits for, by name; hidden characters are not told."""
    names = ["the game master" if who == GM else who for who in waits if who == GM or who in view.cast]
    if len(names) > MANY:
        names = [*names[: MANY - 1], f"{len(names) - MANY + 1} others"]
    return " and ".join((", ".join(names[:-1]), names[-1]) if len(names) > 1 else names)


def deeds_of(one: Any) -> tuple[str, ...]:
    """What a character can be asked to roll at a tap: the Skills that are written down, else Traits or rings."""
    if isinstance(one, OfFourth):
        skills = tuple(skill.name for skill in one.sheet.skills or ())
        return skills or tuple(name for name, _ in one.sheet.traits)
    if isinstance(one, OfFifth):
        return tuple(name for name, _ in one.sheet.skills or ())
    return ()
