"""A duellist in play: the sheet, which stays, what moves, and the numbers that a duel asks for again and again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rollkeep.errors import Missing
from rollkeep.fifth import sheet
from rollkeep.fifth.catalogue.skills import GROUP_OF, MELEE, RANGED, UNARMED, weapon_skill
from rollkeep.fifth.catalogue.techniques import known as techniques_of
from rollkeep.fifth.catalogue.weapons import WEAPONS
from rollkeep.fifth.duel.state import Duel, Side
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.sheet import EDGES, RINGS, Character, Grip, Modifier, Weapon
from rollkeep.machine.bound import OneOf, Words
from rollkeep.machine.machine import Scene, Who

MOST = 999
NEEDED = ("meditation", "fitness")
SKILLS = (*NEEDED, MELEE, RANGED, UNARMED)
"""The skills that a duel rolls by itself; a Unique Action may take any."""

BARE = ("punch", "kick")
"""What one fights with bare-handed."""


@dataclass(frozen=True, slots=True)
class Person:
    """A character, with the tracks ``strife`` and ``fatigue`` (suffered) and ``void`` (points left)."""

    sheet: Character
    strife: int = 0
    fatigue: int = 0
    void: int = 0

    def room(self, track: str, by: int) -> int:
        """As much of a shift as keeps a track between 0 and its most.

        Source: 5e.derived
        """
        here: int = getattr(self, track)
        most = dict(self.sheet.rings).get("void", 0) if track == "void" else MOST
        return max(min(here + by, max(most, here)), min(0, here)) - here


class Numbers(NamedTuple):
    """What a duel asks of a sheet, worked out once.

    ``grips``: with how many hands each weapon can be held. ``edges``: which kinds of advantage each ring has.
    ``forces``: what attacks do, as far as it was asked for; see ``force``.
    ``skills``: those that every duel rolls and of the weapons carried have to be known, others count 0 where nobody has
    written them down. ``every``: all skills that could be tried.
    """

    endurance: int
    composure: int
    focus: int
    vigilance: int
    honour: int | None
    school_rank: int
    rings: Mapping[str, int]
    skills: Mapping[str, int]
    weapons: Mapping[str, Weapon]
    grips: Mapping[str, tuple[int, ...]]
    edges: Mapping[str, Words]
    draws: tuple[str, ...]
    forces: dict[tuple[str, str, int], tuple[int, int]]
    modifiers: tuple[Modifier, ...]
    every: OneOf


def person(character: Character) -> Person:
    """A character as it enters play.

    Raises: Missing
    """
    return Person(character, character.strife, character.fatigue, sheet.void_points(character))


_KNOWN: dict[int, tuple[Character, Numbers]] = {}
_MANY = 512


def numbers(one: Person) -> Numbers:
    """The numbers of a duellist. They are kept by the sheet itself, since one asks for them at every step.

    Raises: Missing
    """
    sheet_ = one.sheet
    known = _KNOWN.get(id(sheet_))
    if known and known[0] is sheet_:
        return known[1]
    found = _numbers(sheet_)
    if len(_KNOWN) >= _MANY:
        _KNOWN.clear()
    _KNOWN[id(sheet_)] = (sheet_, found)
    return found


def _numbers(character: Character) -> Numbers:
    written = dict(character.skills or ())
    needed = {*NEEDED, *([weapon_skill(weapon.skill) for weapon in character.weapons] or [MELEE])}
    skills = written | {
        name: sheet.skill(character, name) if name in needed else written.get(name, 0) for name in SKILLS
    }
    has = {(each.kind, each.ring) for each in character.advantages}
    edges = {ring: Words(tuple(kind for kind in EDGES if (kind, ring) in has)) for ring in RINGS}
    weapons = {weapon.name: weapon for weapon in (*(WEAPONS[name] for name in (*LENT, *BARE)), *character.weapons)}
    return Numbers(
        sheet.endurance(character),
        sheet.composure(character),
        sheet.focus(character),
        sheet.vigilance(character),
        character.honour,
        character.school_rank or 0,
        {ring: sheet.ring(character, ring) for ring in RINGS},
        skills,
        weapons,
        {name: tuple(sorted({max(grip.hands, 1) for grip in weapon.grips})) for name, weapon in weapons.items()},
        edges,
        techniques_of(character),
        {},
        tuple(each for each in character.modifiers if each.active),
        OneOf(tuple(dict.fromkeys((*skills, *GROUP_OF)))),
    )


def is_duellist(one: Any) -> bool:
    """Whether everything that a duel asks for is written down."""
    if not isinstance(one, Person):
        return False
    try:
        numbers(one)
    except Missing:
        return False
    return True


def duellists(scene: Scene[Any]) -> tuple[Who, ...]:
    """Everyone in the cast who can duel."""
    return tuple(who for who, one in scene.cast.items() if is_duellist(one))


def incapacitated(one: Person) -> bool:
    """Fatigue beyond endurance; as much is still able.

    Source: 5e.incapacitated
    """
    return one.fatigue > numbers(one).endurance


def compromised(one: Person) -> bool:
    """Strife beyond composure.

    Source: 5e.compromised
    """
    return one.strife > numbers(one).composure


TRIGGERS = ("compromised", "unmasked")
"""What, done by the other, opens a finishing blow to a duellist."""


def may_open(scene: Scene[Duel], one: Side, trigger: str) -> bool:
    """Whether a trigger would still open a finishing blow to this duellist.

    Source: 5e.duel.finishing-blow, 5e.duel.one-roll
    """
    if scene.state.one_roll or trigger in one.opened:
        return False
    return not one.opened or Rulings(scene.rulings)("finishing_blows") == "one_per_trigger"


LENT = ("katana", "wakizashi", "bokken")
"""What a duellist gets who has come without a weapon that the form allows."""

RAZOR = "razor_edged"


def weapon_of(known: Numbers, name: str, hands: int = 1) -> tuple[Weapon, Grip]:
    """A weapon by name, with the grip of so many hands."""
    weapon = known.weapons[name]
    return weapon, next((grip for grip in weapon.grips if grip.hands == hands), weapon.grips[0])


def is_razor(weapon: Weapon, grip: Grip) -> bool:
    """Whether a weapon cuts like a razor in that grip."""
    return grip.razor_edged or RAZOR in weapon.qualities


def changes(known: Numbers, *tags: str) -> tuple[Modifier, ...]:
    """The modifiers that change a check with these tags."""
    if not known.modifiers:
        return ()
    every = {"checks", *tags}
    return tuple(each for each in known.modifiers if any(place in every for place in each.on))


def air(known: Numbers) -> int:
    """How much harder the Air stance makes it to attack or to scheme against somebody.

    Source: 5e.stance
    """
    return 2 if known.school_rank >= 4 else 1


_ALWAYS, _NEVER = OneOf((False, True)), OneOf((False,))


def seizing(one: Person) -> OneOf:
    """Whether a Void Point can be spent on a check.

    Source: 5e.seize
    """
    return _ALWAYS if one.void > 0 else _NEVER


def added(known: Numbers, number: str) -> int:
    """What modifiers add to a number."""
    return sum([each.flat for each in known.modifiers if number in each.on]) if known.modifiers else 0


def force(known: Numbers, kind: str, name: str, hands: int) -> tuple[int, int]:
    """The damage and the deadliness of an attack with a weapon, before bonus successes and opportunity.

    Source: 5e.action.strike, 5e.action.crossing-blade, 5e.action.rising-blade
    """
    if (found := known.forces.get((kind, name, hands))) is None:
        weapon, grip = weapon_of(known, name, hands)
        deadliness = weapon.deadliness + grip.deadliness + added(known, "deadliness")
        base = weapon.damage + grip.damage if kind == "strike" else deadliness
        found = known.forces[kind, name, hands] = base + added(known, "damage"), deadliness
    return found
