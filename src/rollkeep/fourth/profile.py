"""Everything that follows from what is written down about a character, at a glance."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from rollkeep.errors import Missing, RuleError
from rollkeep.fourth import sheet
from rollkeep.fourth.by_sheet import fill
from rollkeep.fourth.catalogue.rings import RINGS
from rollkeep.fourth.catalogue.skills import usual_trait
from rollkeep.fourth.check import Declared, declare
from rollkeep.fourth.deed import Deed
from rollkeep.fourth.request import Request
from rollkeep.fourth.roll import NOTHING
from rollkeep.fourth.sheet import Character, Skill
from rollkeep.fourth.wounds import WoundRank

T = TypeVar("T")


class SkillRow(NamedTuple):
    """A Skill with the Trait it usually goes with and the pool of that roll; empty where it varies or is not known."""

    skill: Skill
    trait: str
    pool: str


class WeaponRow(NamedTuple):
    """A weapon, or an attack of a stat block, with its pools; empty where they are not known."""

    name: str
    skill: str
    trait: str
    attack: str
    damage: str
    arrow: str = ""
    keywords: tuple[str, ...] = ()


class Profile(NamedTuple):
    """The derived numbers; None or empty is what cannot be told yet."""

    rings: tuple[tuple[str, int | None], ...]
    void_points: int | None
    insight: int | None
    insight_rank: int | None
    rank_by_insight: int | None
    initiative: str
    initiative_by_insight: str
    armor_tn: int | None
    reduction: int
    wound_rank: WoundRank | None
    boxes: tuple[WoundRank, ...] | None
    skills: tuple[SkillRow, ...]
    weapons: tuple[WeaponRow, ...]


def profile(character: Character) -> Profile:
    """All of it.

    Source: 4e.insight, 4e.initiative, 4e.armor-tn, 4e.wounds
    """
    able = character._replace(wounds=0)
    insight = _known(lambda: sheet.insight(character))
    by_insight = None if insight is None else sheet.rank_by_insight(insight)
    stored = character.insight_rank
    return Profile(
        rings=tuple((name, _known(lambda name=name: sheet.ring(character, name))) for name in RINGS),  # type: ignore[misc]
        void_points=_known(lambda: sheet.void_points(character)),
        insight=insight,
        insight_rank=stored or by_insight,
        rank_by_insight=by_insight,
        initiative=_pool(able, Deed("initiative")),
        initiative_by_insight=_pool(able._replace(insight_rank=by_insight), Deed("initiative"))
        if stored and by_insight and stored != by_insight
        else "",
        armor_tn=_known(lambda: sheet.armor_tn(character)),
        reduction=sheet.reduction(character),
        wound_rank=_known(lambda: sheet.wound_rank(character)),
        boxes=_known(lambda: sheet.boxes(character)),
        skills=tuple(_skill(able, known) for known in character.skills or ()),
        weapons=(*_attacks(able), *_weapons(able)),
    )


def _skill(character: Character, known: Skill) -> SkillRow:
    trait = known.trait or usual_trait(known.name)
    return SkillRow(known, trait, _pool(character, Deed("skill", known.name, trait)) if trait else "")


def _weapons(character: Character) -> list[WeaponRow]:
    rows = []
    for carried in character.weapons:
        name, skill, trait = carried.weapon.name, carried.weapon.skill, carried.weapon.trait
        attack, damage = (_pool(character, Deed(kind, skill, trait, carried=carried)) for kind in ("attack", "damage"))
        arrow = carried.arrow or carried.weapon.dr or "willow leaf" if carried.weapon.kind == "bow" else ""
        rows.append(WeaponRow(name, skill, trait, attack, damage, arrow, carried.weapon.keywords))
    return rows


def _attacks(character: Character) -> list[WeaponRow]:
    rows = []
    for attack in character.block.attacks if character.block else ():
        pool, damage = (_pool(character, Deed(kind, attack=attack)) for kind in ("attack", "damage"))
        rows.append(WeaponRow(attack.name or "attack", "", "", pool, damage))
    return rows


def _pool(character: Character, deed: Deed) -> str:
    def declared() -> Declared:
        return declare(fill(Request(NOTHING), character, deed))

    try:
        found = _known(declared)
    except RuleError as fault:  # a dart's damage is not rolled
        return "1 Wound" if fault.rule == "4e.damage.thrown" else ""
    return str(found.pool) if found else ""


def _known(number: Callable[[], T]) -> T | None:
    try:
        return number()
    except Missing:
        return None
