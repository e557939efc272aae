"""Everything that follows from what is written down about a character, at a glance."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from rollkeep.errors import Missing
from rollkeep.fifth import sheet
from rollkeep.fifth.by_sheet import Brought, brought, compromised, incapacitated
from rollkeep.fifth.catalogue import techniques
from rollkeep.fifth.catalogue.skills import GROUP_OF, weapon_skill
from rollkeep.fifth.catalogue.weapons import at_hand, held
from rollkeep.fifth.sheet import RINGS, Advantage, Character

T = TypeVar("T")


class SkillRow(NamedTuple):
    """A skill with its rank; without a group where it is the file's own."""

    name: str
    group: str
    rank: int


class GripRow(NamedTuple):
    """A weapon in one of its grips, with what modifiers add."""

    hands: int
    damage: int
    deadliness: int
    razor_edged: bool


class WeaponRow(NamedTuple):
    """A weapon and its grips."""

    name: str
    skill: str
    qualities: tuple[str, ...]
    grips: tuple[GripRow, ...]


class CheckRow(NamedTuple):
    """A check that duels are full of, with what it rolls in each ring; None is what cannot be told yet."""

    check: str
    skill: str
    tn: int
    rolls: tuple[tuple[str, Brought | None], ...]


class Profile(NamedTuple):
    """The derived numbers; None is what cannot be told yet."""

    rings: tuple[tuple[str, int | None], ...]
    void_points: int | None
    endurance: int | None
    composure: int | None
    focus: int | None
    vigilance: int | None
    resistance: int
    compromised: bool | None
    incapacitated: bool | None
    skills: tuple[SkillRow, ...]
    weapons: tuple[WeaponRow, ...]
    checks: tuple[CheckRow, ...]
    advantages: tuple[tuple[str, tuple[Advantage, ...]], ...]
    techniques: tuple[tuple[str, str], ...]


def profile(character: Character) -> Profile:
    """All of it.

    Source: 5e.derived, 5e.compromised, 5e.incapacitated
    """
    ranks = dict(character.rings)
    by_ring = ((ring, tuple(each for each in character.advantages if each.ring == ring)) for ring in RINGS)
    return Profile(
        rings=tuple((ring, ranks.get(ring)) for ring in RINGS),
        void_points=_known(lambda: sheet.void_points(character)),
        endurance=_known(lambda: sheet.endurance(character)),
        composure=_known(lambda: sheet.composure(character)),
        focus=_known(lambda: sheet.focus(character)),
        vigilance=_known(lambda: sheet.vigilance(character)),
        resistance=sheet.resistance(character),
        compromised=_known(lambda: compromised(character)),
        incapacitated=_known(lambda: incapacitated(character)),
        skills=_skills(character),
        weapons=_weapons(character),
        checks=_checks(character),
        advantages=tuple((ring, found) for ring, found in by_ring if found),
        techniques=tuple((name, techniques.technique_of(name)) for name in character.techniques),
    )


def _skills(character: Character) -> tuple[SkillRow, ...]:
    """By groups, within them as the rules list them, and the file's own last."""
    ranks = dict(character.skills or ())
    known = [SkillRow(name, group, ranks[name]) for name, group in GROUP_OF.items() if name in ranks]
    return (*known, *(SkillRow(name, "", rank) for name, rank in ranks.items() if name not in GROUP_OF))


def _weapons(character: Character) -> tuple[WeaponRow, ...]:
    damage, deadliness = (sheet.changed(character, number) for number in ("damage", "deadliness"))
    rows = []
    for weapon in at_hand(character):
        grips = []
        for grip in weapon.grips:
            if taken := held(weapon, grip.hands):
                numbers = (max(taken.damage + damage, 0), max(taken.deadliness + deadliness, 0))
                grips.append(GripRow(grip.hands, *numbers, "razor_edged" in taken.qualities))
        rows.append(WeaponRow(weapon.name, weapon.skill, weapon.qualities, tuple(grips)))
    return tuple(rows)


def _checks(character: Character) -> tuple[CheckRow, ...]:
    """Initiative, the check against a critical, and a Strike with each kind of weapon at hand.

    Source: 5e.duel.initiative, 5e.critical, 5e.action.strike
    """
    kinds = dict.fromkeys(weapon.skill for weapon in at_hand(character))
    several = [("initiative", "meditation", 1), ("resist", "fitness", 1)]
    several += [("attack", weapon_skill(kind), 2) for kind in kinds]

    def rolls(check: str, skill: str) -> tuple[tuple[str, Brought | None], ...]:
        return tuple(
            (ring, _known(lambda ring=ring: brought(character, skill, ring, (check,))))  # type: ignore[misc]
            for ring in RINGS
        )

    return tuple(CheckRow(check, skill, tn, rolls(check, skill)) for check, skill, tn in several)


def _known(number: Callable[[], T]) -> T | None:
    try:
        return number()
    except Missing:
        return None
