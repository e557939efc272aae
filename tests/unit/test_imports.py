"""Characters made in other tools."""

from __future__ import annotations

import copy
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollkeep.errors import SheetError
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.catalogue.weapons import WEAPONS
from rollkeep.fourth.imports import Imported, read
from rollkeep.fourth.imports.families import FAMILIES
from rollkeep.fourth.imports.packs import Packs, read_packs

KAKITA = (Path(__file__).parent / "imported" / "kakita.l5r").read_text(encoding="utf-8")
KEYS = (
    *("game", "name", "clan", "family", "school", "school_rank", "insight_rank", "honor", "glory", "status"),
    *("traits", "void", "skills", "modifiers", "weapons", "armor", "wounds", "block", "experience"),
)
PACK = """<?xml version="1.0" encoding="utf-8"?>
<L5RCM>
  <Family clanid="hare" name="Ujina" id="hare_ujina"><Trait>Reflexes</Trait></Family>
  <Family clanid="crane" name="Kakita" id="crane_kakita"><Trait>agility</Trait></Family>
  <School clanid="crane" name="Kakita Bushi" id="crane_kakita_bushi_school">
    <Trait>Reflexes</Trait><Honor>6.5</Honor>
  </School>
  <School clanid="crane" name="A path" id="crane_path"><Techs/></School>
</L5RCM>"""


def packs_of(*texts: str) -> Packs:
    return read_packs((f"{number}.xml", text) for number, text in enumerate(texts))


def l5rcm(**values: Any) -> dict[str, Any]:
    base: dict[str, Any] = {"name": "Test", "clan": "crane", "family": "crane_kakita", "advans": [rank()]}
    return {key: value for key, value in (base | values).items() if value is not ...}


def rank(number: int = 1, school: str = "crane_school", **values: Any) -> dict[str, Any]:
    return {"type": "rank", "cost": 0, "rank": number, "school": school, "school_rank": number, "skills": []} | values


def skill(name: str, cost: int = 1) -> dict[str, Any]:
    return {"type": "skill", "cost": cost, "skill": name}


def creator(**values: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "fields": {
            "f_name": "Sairyu",
            "f_clan": "Crane",
            "f_family": "Kakita",
            "f_school": "Kakita Bushi",
            "f_rank": "1",
            "f_insightRank": "1",
            "f_insightPts": "124",
            "f_honorRank": "6.5",
            "f_honorPts": "6.5",
            "f_gloryRank": "1",
            "f_gloryPts": "1.4",
            "f_statusRank": "1",
            "f_statusPts": "1.0",
            "f_xpSpent": "72",
            "f_armorName": "Light Armor",
            "f_armorTN": "5",
            "f_armorRed": "3",
            "f_woundsTaken": "7",
            "f_koku": "10",
            "f_history": "A long story.",
        },
        "rings": {"air": "3", "earth": "2", "fire": "2", "water": "2", "void": "2"},
        "traits": dict.fromkeys(TRAITS, "2") | {"reflexes": "4", "awareness": "3", "agility": "3"},
        "traitsFree": dict.fromkeys(TRAITS, "2"),
        "voidCurrent": "1",
        "skills": [
            {"name": "Etiquette", "trait": "Awareness", "rank": "1", "emph": "", "freeEmph": ""},
            {"name": "Iaijutsu", "trait": "Reflexes", "rank": "5", "emph": "Focus, Assessment", "freeEmph": "Focus"},
            {"name": "Tea Ceremony", "trait": "Void", "rank": "1", "emph": ""},
        ],
        "weapons": [
            {"key": "Katana", "name": "Katana", "skill": "Kenjutsu", "roll": "3k3", "dmg": "5k2", "notes": "Sharp."},
            {
                "key": "Yumi",
                "name": "Yumi",
                "skill": "Kyujutsu",
                "roll": "4k4",
                "dmg": "4k3",
                "arrowType": "Flesh Cutter",
            },
        ],
        "adv": [{"name": "Quick", "cost": "6", "desc": ""}],
        "disadv": [{"name": "Lost Love", "cost": "3", "desc": ""}],
        "tech": [{"name": "The Way of the Crane", "cost": "0"}],
        "equip": [{"name": "Daisho", "qty": "1"}],
    }
    return base | values


def foundry_item(kind: str, name: str, effects: list[dict[str, Any]] | None = None, **system: Any) -> dict[str, Any]:
    return {"_id": name.lower(), "type": kind, "name": name, "system": system, "effects": effects or []}


def effect(key: str, value: Any, mode: int = 2, **values: Any) -> dict[str, Any]:
    return {"name": "Bonus", "changes": [{"key": key, "mode": mode, "value": value}]} | values


def foundry(kind: str = "pc", **values: Any) -> dict[str, Any]:
    system: dict[str, Any] = {
        "traits": {"sta": 2, "wil": 2, "str": 2, "per": 2, "ref": 2, "awa": 3, "agi": 2, "int": 2},
        "rings": {"air": 1, "earth": 1, "fire": 1, "water": 1, "void": {"rank": 3, "value": 2}},
        "suffered": 4,
        "woundsMultiplier": 2,
        "woundsMod": 0,
        "initiative": {"roll": 3, "keep": 2, "rollMod": 0, "keepMod": 0, "totalMod": 3},
        "armorTn": {"mod": 0},
        "honor": {"rank": 6, "points": 5},
        "glory": {"rank": 1, "points": 0},
        "status": {"rank": 1, "points": 0},
        "insight": {"rank": 1, "points": 124},
        "clan": "Crane",
    }
    base: dict[str, Any] = {
        "name": "Kakita Asuka",
        "type": kind,
        "system": system,
        "items": [
            foundry_item("family", "Kakita", [effect("system.traits.agi", "1")]),
            foundry_item("school", "Kakita Bushi", [effect("system.traits.ref", 1)]),
            foundry_item("skill", "Iaijutsu", rank="2", trait="ref", emphasis="Focus", rollBonus=1),
            foundry_item("skill", "Kenjutsu", rank=1, trait="agi", trainedEmphases=["Katana"]),
            foundry_item("skill", "Stealth", rank=0, trait="sta", emphasis=""),
            foundry_item("weapon", "Katana", damageRoll=3, damageKeep=2, explodesOn=10, associatedSkill="Kenjutsu"),
            foundry_item("weapon", "Yumi", isBow=True, str=3, arrow="flesh", associatedSkill="Kyujutsu"),
            foundry_item("armor", "Light Armor", bonus=5, reduction=3, equipped=True),
            foundry_item("spell", "Sense"),
        ],
        "effects": [],
        "_stats": {"systemId": "l5r4"},
    }
    return base | {"system": system | values.pop("system", {})} | values


def npc(**system: Any) -> dict[str, Any]:
    values = {
        "traits": {"sta": 4, "wil": 2, "str": 5, "per": 1, "ref": 3, "awa": 2, "agi": 4, "int": 2},
        "rings": {"void": {"rank": 0}},
        "initiative": {"roll": 4, "keep": 3},
        "attack1": {"roll": "5", "keep": 4, "type": "simple"},
        "attack2": {"roll": 4, "keep": 4, "type": "complex"},
        "damage1": {"roll": 5, "keep": 2, "type": "Smash"},
        "damage2": {"roll": 3, "keep": 3, "type": "Bite"},
        "armor": {"armorTn": 20, "reduction": 4},
        "woundMode": "manual",
        "manualWoundLevels": {
            "healthy": {"value": 10, "penalty": 5, "active": True},
            "nicked": {"value": 20, "penalty": 10, "active": True},
            "hurt": {"value": 0, "penalty": 10, "active": False},
        },
    }
    return {"name": "Ape", "type": "npc", "system": values | system, "items": [], "_stats": {"systemId": "l5r4"}}


def imported(data: Any, **options: Any) -> Imported:
    return read(json.dumps(data), **options)


def says(result: Imported, *parts: str) -> bool:
    """Whether one note has all these parts."""
    return any(all(part in note for part in parts) for note in result.notes)


# --- L5R Character Manager 3


def test_kakita() -> None:
    result = read(KAKITA, school_trait="reflexes")
    assert result.kind == "l5rcm"
    assert result.data == {
        "game": "4e",
        "name": "Kakita Asuka",
        "clan": "Crane",
        "family": "Kakita",
        "school": "Kakita Bushi",
        "school_rank": 1,
        "insight_rank": 1,
        "glory": 1,
        "status": 0.5,
        "traits": dict.fromkeys(TRAITS, 2) | {"reflexes": 3, "awareness": 3, "agility": 3},
        "void": {"ring": 3},
        "skills": {
            "iaijutsu": {"rank": 2, "emphases": ["Focus"]},
            "kenjutsu": {"rank": 1, "emphases": ["Katana"]},
            "etiquette": 1,
        },
        "modifiers": [{"name": "technique", "pool": "+3", "on": ["initiative"]}],
        "weapons": [{"name": "katana"}],
        "armor": {"name": "light"},
        "wounds": {"taken": 4, "per_rank": 2},
        "experience": {"spent": 34, "regained": 3},
    }
    assert list(result.data) == [key for key in KEYS if key in result.data]
    assert says(result, "Honor", "0.5")
    assert says(result, "Void Points", "spent or left")
    assert says(result, "Merits and flaws", "lost love")
    assert len(result.notes) == 3


def test_kakita_without_the_trait_of_the_school() -> None:
    result = read(KAKITA)
    assert result.data["traits"]["reflexes"] == 2
    assert says(result, "Kakita Bushi", "--school-trait")


def test_kakita_with_data_packs() -> None:
    result = read(KAKITA, packs=packs_of(PACK))
    assert result.data["traits"]["reflexes"] == 3
    assert result.data["honor"] == 7
    assert not says(result, "Honor")
    assert not says(result, "missing")
    assert read(KAKITA, school_trait="void", packs=packs_of(PACK)).data["void"] == {"ring": 4}


SAVES = [  # Traits bought by index, family, Trait of the school, Void bought, per_rank → Traits, Void, skills
    ([0, 1, 3, 4, 5, 6, 7, 2], "crane_doji", "reflexes", 2, 2, (3, 3, 4, 4, 3, 3, 3, 3), 4, 11, 2),
    ([0, 0, 1, 1, 2, 3, 4, 5, 6], "dragon_hoshi", "intelligence", 1, 2, (4, 4, 3, 3, 3, 3, 3, 3), 4, 7, 1),
    ([2, 3, 4], "lion_kitsune", "perception", 1, 3, (2, 2, 3, 3, 3, 3, 2, 2), 3, 21, 1),
]


@pytest.mark.parametrize(("bought", "family", "school", "voids", "per", "traits", "void", "ranks", "insight"), SAVES)
def test_public_saves(
    bought: list[int],
    family: str,
    school: str,
    voids: int,
    per: int,
    traits: tuple[int, ...],
    void: int,
    ranks: int,
    insight: int,
) -> None:
    advans = [rank(number) for number in range(1, insight + 1)]
    advans += [{"type": "attrib", "cost": 12, "attrib": index} for index in bought]
    advans += [{"type": "void", "cost": 18}] * voids
    advans += [skill(name) for name in ("kenjutsu", "lore_theology", "war_fan") for _ in range(10)][:ranks]
    data = imported(l5rcm(family=family, advans=advans, health_multiplier=per), school_trait=school).data
    assert tuple(data["traits"].values()) == traits
    assert list(data["traits"]) == list(TRAITS)
    assert data["void"] == {"ring": void}
    assert sum(data["skills"].values()) == ranks
    assert data["insight_rank"] == insight
    assert data["wounds"] == {"per_rank": per}


def test_dead_fields_are_not_read() -> None:
    result = imported(l5rcm(attribs=[5] * 8, void=5, insight=200, outfit=["Katana"], version="9.9"))
    assert set(result.data["traits"].values()) == {2, 3}
    assert result.data["void"] == {"ring": 2}
    assert "weapons" not in result.data
    assert says(result, "attribs, void, insight, outfit")


@pytest.mark.parametrize(
    ("family", "clan", "raised"),
    [
        ("crane_doji", "crane", "awareness"),
        ("doji", "crane", "awareness"),
        ("doji", None, "awareness"),
        ("hida", "crab", "strength"),
        ("spider_spider_monks", "spider", "reflexes"),
    ],
)
def test_families(family: str, clan: str | None, raised: str) -> None:
    result = imported(l5rcm(family=family, clan=clan))
    assert [name for name, value in result.data["traits"].items() if value == 3] == [raised]
    assert not says(result, "family", "missing")


@pytest.mark.parametrize("family", ["hare_ujina", "doji_crane", "crab_doji", "x"])
def test_unknown_families(family: str) -> None:
    result = imported(l5rcm(family=family))
    assert set(result.data["traits"].values()) == {2}
    assert says(result, "+1 of the family", "--packs")


def test_a_family_of_a_pack() -> None:
    packs = packs_of(PACK)
    assert imported(l5rcm(family="hare_ujina", clan="hare"), packs=packs).data["traits"]["reflexes"] == 3
    assert imported(l5rcm(family="ujina", clan="hare"), packs=packs).data["traits"]["reflexes"] == 3
    assert len(FAMILIES) == 44


def test_no_family_and_no_school() -> None:
    result = imported(l5rcm(family=None, advans=[]))
    assert says(result, "names no family")
    assert says(result, "no first school")
    assert says(result, "holds no rank")
    assert not {"family", "school", "school_rank", "insight_rank"} & set(result.data)


def test_schools_and_ranks() -> None:
    advans = [rank(2, "crane_path", school_rank=0), rank(1), rank(3, "crane_daidoji_iron_warriors", school_rank=2)]
    packs = Packs((), (("crane_school", "stamina", 6.5), ("crane_path", "strength", -1.0)))
    result = imported(l5rcm(advans=advans), packs=packs)
    assert result.data["school"] == "Daidoji Iron Warriors"
    assert (result.data["school_rank"], result.data["insight_rank"]) == (2, 3)
    assert result.data["traits"]["stamina"] == 3  # the first school is that of rank 1, wherever it stands
    assert result.data["traits"]["strength"] == 2
    assert says(result, "Earlier schools", "Path, School")
    late = imported(l5rcm(advans=[rank(1), rank(2, school_rank=0)]))
    assert late.data["school_rank"] == 2


def test_skills_are_counted() -> None:
    advans = [
        rank(1, skills=["kenjutsu", "lore_theology"], emphases={"kenjutsu": ["Katana"], "hunting": ["Tracking"]}),
        rank(2, skills=["kenjutsu"]),
        skill("kenjutsu"),
        skill("artisan_tattoing"),
        skill("firearms"),
        skill("firearms"),
        {"type": "emph", "cost": 2, "skill": "kenjutsu", "text": "katana"},
        {"type": "emph", "cost": 2, "skill": "kenjutsu", "text": "No-dachi"},
        *[skill("spears")] * 11,
    ]
    result = imported(l5rcm(advans=advans))
    assert result.data["skills"] == {
        "kenjutsu": {"rank": 3, "emphases": ["Katana", "No-dachi"]},
        "lore: theology": 1,
        "artisan: tattooing": 1,
        "hunting": {"rank": 0, "emphases": ["Tracking"]},
    }
    assert says(result, "firearms", "rank 2", "not read")
    assert says(result, "spears", "rank 11")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"type": "anyr", "value": [1, 0, 0]}, {"pool": "1k0"}),
        ({"type": "skir", "dtl": "Lore (Theology)", "value": [0, 0, -5]}, {"pool": "-5", "on": ["lore: theology"]}),
        ({"type": "atkr", "dtl": "Katana", "value": [1, 1, 2]}, {"pool": "1k1+2", "on": ["attack katana"]}),
        ({"type": "wdmg", "dtl": "Katana", "value": [0, 1]}, {"pool": "0k1", "on": ["damage katana"]}),
        ({"type": "trat", "dtl": "reflexes", "value": [-1, -1, 0]}, {"pool": "-1k1", "on": ["trait reflexes"]}),
        ({"type": "ring", "dtl": "Void", "value": [1, 0, 0]}, {"pool": "1k0", "on": ["ring void"]}),
        (
            {"type": "init", "value": [1, 0, 3], "active": False},
            {"pool": "1k0+3", "on": ["initiative"], "active": False},
        ),
        ({"type": "artn", "value": [0, 0, 5]}, {"pool": "+5", "on": ["armor tn"]}),
        ({"type": "arrd", "value": [0, 0, 2]}, {"pool": "+2", "on": ["reduction"]}),
        ({"type": "hrnk", "value": [0, 0, 3]}, {"pool": "+3", "on": ["wounds"]}),
    ],
)
def test_modifiers(values: dict[str, Any], expected: dict[str, Any]) -> None:
    weapon = {"name": "Katana", "dr": "3k2", "skill_id": "kenjutsu", "qty": 1}
    result = imported(l5rcm(modifiers=[{"dtl": None, "reason": "why", "active": True} | values], weapons=[weapon]))
    assert result.data["modifiers"] == [{"name": "why"} | expected]
    assert not says(result, "why")


@pytest.mark.parametrize(
    ("values", "note"),
    [
        ({"type": "wpen", "value": [0, 0, 3]}, "kind that is not read (wpen)"),
        ({"type": "skir", "dtl": "firearms"}, "changes firearms"),
        ({"type": "atkr", "dtl": "Rock"}, "changes Rock"),
        ({"type": "trat", "dtl": "air"}, "changes air"),
        ({"value": [0, 0, 0]}, "changes nothing"),
        ({"value": [101, 0, 0]}, "beyond"),
        ({"value": [1]}, "no dice"),
        ({"value": [1, 2, 3, 4]}, "no dice"),
        ({"value": ["a", 0, 0]}, "no dice"),
        ({"value": [True, 0, 0]}, "no dice"),
        ({"value": None}, "no dice"),
    ],
)
def test_modifiers_that_are_not_read(values: dict[str, Any], note: str) -> None:
    one = {"type": "anyr", "dtl": None, "value": [1, 0, 0], "reason": "why", "active": True} | values
    result = imported(l5rcm(modifiers=[one]))
    assert "modifiers" not in result.data
    assert says(result, "why", note)


def test_modifiers_with_a_doubt() -> None:
    made = [
        {"type": "skir", "dtl": None, "value": [1, 0, 0], "reason": "why", "active": True},
        {"type": "hrnk", "dtl": None, "value": [1, 0, 3], "reason": "why", "active": True},
        {"type": "anyr", "value": [1, 0, 0], "reason": "Why"},
    ]
    result = imported(l5rcm(modifiers=made))
    assert result.data["modifiers"] == [
        {"name": "why", "pool": "1k0", "on": ["skill"]},
        {"name": "why (2)", "pool": "+3", "on": ["wounds"]},
        {"name": "Why (3)", "pool": "1k0", "active": False},
    ]
    assert says(result, "which skill")
    assert says(result, "not its dice")
    assert says(result, "switched off")


def weapons(*arms: dict[str, Any]) -> tuple[list[dict[str, Any]], Imported]:
    result = imported(l5rcm(weapons=[{"qty": 1, "tags": []} | arm for arm in arms]))
    return result.data.get("weapons", []), result


def test_weapons() -> None:
    found, result = weapons(
        {"name": "Katana", "dr": "3k2", "skill_id": "kenjutsu", "trait": "agility"},
        {"name": "katana", "dr": "3K2", "skill_id": "kenjutsu", "trait": ""},
        {"name": "Katana", "dr": "4k2", "skill_id": "kenjutsu"},
        {"name": "Yumi", "dr": "N/A", "strength": 3, "skill_id": "kyujutsu", "tags": ["ranged"]},
        {"name": "Great Bow", "dr": "N/A", "strength": 5, "skill_id": "kyujutsu", "tags": ["ranged"]},
        {"name": "Chakram", "dr": "1k2", "strength": "N/A", "skill_id": "knives", "tags": ["ranged"], "trait": "water"},
        {"name": "Yari", "dr": "2k2", "dr_alt": "1k2", "skill_id": "spears"},
        {"name": "Flesh Cutter", "dr": "2k3", "tags": ["arrow"], "qty": 20},
    )
    assert found == [
        {"name": "katana"},
        {"name": "katana (2)", "skill": "kenjutsu", "trait": "agility", "kind": "melee", "dr": "4k2"},
        {"name": "yumi", "arrow": "flesh cutter"},
        {
            "name": "Great Bow",
            "skill": "kyujutsu",
            "trait": "reflexes",
            "kind": "bow",
            "strength": 5,
            "arrow": "flesh cutter",
        },
        {"name": "Chakram", "skill": "knives", "trait": "agility", "kind": "thrown", "dr": "1k2"},
        {"name": "yari"},
    ]
    assert says(result, "there more than once")
    assert says(result, "4k2", "usual is 3k2")
    assert says(result, "Chakram", "water")
    assert says(result, "How many arrows", "Flesh Cutter")


@pytest.mark.parametrize(
    ("arm", "note"),
    [
        ({"name": "", "dr": "3k2"}, "without a name"),
        ({"name": "Rock", "dr": "N/A", "skill_id": "athletics"}, "no damage rating"),
        ({"name": "Rock", "dr": "3k2", "skill_id": "throwing"}, "no Skill"),
        ({"name": "Katana", "dr": "3k2", "skill_id": "kenjutsu", "qty": 2}, "How many there are"),
        ({"name": "Katana", "dr": "3k2", "skill_id": "kenjutsu", "dr_alt": "4k2"}, "second damage rating"),
        ({"name": "Katana", "dr": "3k2", "skill_id": "kenjutsu", "min_str": 4}, "least Strength"),
        ({"name": "Katana", "dr": "3k2", "skill_id": "kenjutsu", "rule": "void"}, "special rules"),
        ({"name": "Katana", "dr": "", "skill_id": "kenjutsu"}, "the usual is used"),
        ({"name": "Bow", "skill_id": "kyujutsu", "strength": "N/A"}, "no Strength of its own"),
    ],
)
def test_what_is_said_of_weapons(arm: dict[str, Any], note: str) -> None:
    assert says(weapons(arm)[1], note)


@pytest.mark.parametrize(
    ("armor", "expected"),
    [
        (None, None),
        ({"name": "Light Armor", "tn": 0, "rd": 0}, None),
        ({"name": "Light Armor", "tn": 5, "rd": 3}, {"name": "light"}),
        ({"name": "Ashigaru armour", "tn": "3", "rd": "1"}, {"name": "ashigaru"}),
        ({"name": "Tetsu-do", "tn": 13, "rd": 8}, {"name": "tetsu-do"}),
        ({"name": "Light Armor", "tn": 7, "rd": 3}, {"name": "light", "tn": 7, "reduction": 3}),
        ({"name": "", "tn": 2, "rd": 0}, {"name": "armor", "tn": 2, "reduction": 0}),
    ],
)
def test_armor(armor: dict[str, Any] | None, expected: dict[str, Any] | None) -> None:
    result = imported(l5rcm(armor=armor))
    assert result.data.get("armor") == expected
    assert says(result, "usual are +5") == (expected is not None and expected.get("tn") == 7)


def test_wounds() -> None:
    result = imported(l5rcm(wounds=9, health_multiplier=6, health_base_multiplier=4))
    assert result.data["wounds"] == {"taken": 9, "healthy": 4}
    assert says(result, "6", "from 2 to 5")


def test_honor_glory_and_status() -> None:
    packs = Packs((), (("crane_school", "", 6.5),))
    result = imported(l5rcm(honor=-0.7, glory=1.2, status=9.5), packs=packs)
    assert (result.data["honor"], result.data["glory"]) == (5.8, 2.2)
    assert "status" not in result.data
    assert says(result, "Status", "10.5")


@pytest.mark.parametrize(
    ("values", "note"),
    [
        ({"extra_notes": "<p>Text</p>"}, "extra_notes"),
        ({"money": [0, 5, 0]}, "money"),
        ({"taint": 1.5}, "taint"),
        ({"properties": {"age": "20", "hair": ""}}, "Personal details are not read: age."),
        ({"exp_limit": 60}, "limit of experience"),
        ({"insight_calculation": 2}, "counts Insight in another way"),
        (
            {"advans": [rank(), {"type": "kata", "cost": 3, "kata": "striking_as_air"}]},
            "Kata are not read: striking as air",
        ),
        ({"advans": [rank(), {"type": "memo_spell", "spell": "sense"}]}, "Spells are not read: sense"),
        ({"advans": [rank(affinities=["fire"])]}, "Affinities are not read: fire"),
        ({"advans": [rank(merits=[{"perk": "quick"}])]}, "Merits and flaws are not read: quick"),
        ({"advans": [rank(skills_to_choose=[{"rank": 1}])]}, "still open: skills"),
        ({"advans": [rank(money=[5, 0, 0])]}, "money from the school"),
        ({"advans": [rank(), {"type": "boon"}]}, "unknown kind are not read: boon"),
        ({"advans": [rank(), {"type": "attrib", "attrib": 8}]}, "1 bought Trait ranks"),
        ({"advans": [rank(), {"type": "attrib", "attrib": True}]}, "1 bought Trait ranks"),
        ({"advans": [rank(), 7]}, "1 of 2 entries"),
        ({"starting_traits": [9, 2, 2, 2, 2, 2, 2, "?"]}, "Intelligence would be ?"),
        ({"starting_void": 11}, "Void Ring would be 11"),
        ({"name": ""}, "Unnamed"),
        ({"name": "x" * 201}, "was cut"),
    ],
)
def test_what_is_not_read(values: dict[str, Any], note: str) -> None:
    usual = imported(l5rcm())
    assert not says(usual, note)
    assert says(imported(l5rcm(**values)), note)


def test_traits_beyond_their_bounds_are_left_out() -> None:
    result = imported(l5rcm(starting_traits=[10, 0, 2, 2, 2, 2, 10, 2]))
    assert result.data["traits"] == dict.fromkeys(
        ["reflexes", "awareness", "strength", "perception", "intelligence"], 2
    ) | {"stamina": 10}
    assert says(result, "Willpower would be 0")
    assert says(result, "Agility would be 11")


# --- l5r-character-sheet-creator


def test_creator() -> None:
    result = imported(creator())
    assert result.kind == "creator"
    assert result.data == {
        "game": "4e",
        "name": "Sairyu",
        "clan": "Crane",
        "family": "Kakita",
        "school": "Kakita Bushi",
        "school_rank": 1,
        "insight_rank": 1,
        "honor": 6.5,
        "glory": 1.4,
        "status": 1,
        "traits": dict.fromkeys(TRAITS, 2) | {"reflexes": 4, "awareness": 3, "agility": 3},
        "void": {"ring": 2, "points": 1},
        "skills": {
            "etiquette": 1,
            "iaijutsu": {"rank": 5, "emphases": ["Focus", "Assessment"]},
            "tea ceremony": 1,
        },
        "weapons": [{"name": "katana"}, {"name": "yumi", "arrow": "flesh cutter"}],
        "armor": {"name": "light"},
        "wounds": {"taken": 7},
        "experience": {"spent": 72},
    }
    assert list(result.data) == [key for key in KEYS if key in result.data]
    for parts in (
        ("Advantages", "Quick"),
        ("Disadvantages", "Lost Love"),
        ("Techniques", "Way of the Crane"),
        ("Equipment", "Daisho"),
        ("koku, history",),
        ("weapon Katana", "not read"),
    ):
        assert says(result, *parts)
    assert len(result.notes) == 6


def test_final_traits_get_nothing_added() -> None:
    result = imported(creator(), school_trait="reflexes")
    assert result.data["traits"]["reflexes"] == 4
    assert says(result, "was not added")


@pytest.mark.parametrize(
    ("row", "expected", "note"),
    [
        ({"key": "Katana", "name": "Oath"}, {"name": "Oath", "skill": "kenjutsu", "dr": "3k2"}, ""),
        ({"name": "Katana", "dmg": "9k9"}, {"name": "katana"}, ""),
        (
            {"key": "", "name": "Katana", "skill": "Kenjutsu", "dmg": "6k3"},
            {"name": "katana", "dr": "4k3"},
            "6k3 in all",
        ),
        ({"name": "Claw", "skill": "Jiujutsu", "dmg": "5k2"}, {"name": "Claw", "dr": "3k2"}, "less Strength 2"),
        ({"name": "Claw", "skill": "Jiujutsu", "dmg": "1k1", "roll": "4k2"}, None, "attack 4k2, damage 1k1"),
        ({"name": "Claw", "skill": "Jiujutsu", "dmg": ""}, None, "damage nothing"),
        ({"key": "Katana", "name": "Katana", "manualDamage": True, "dmg": "7k3"}, {"name": "katana"}, "by hand"),
        ({"key": "Yumi", "name": "Yumi", "arrowType": "Fire"}, {"name": "yumi"}, "fire"),
    ],
)
def test_weapons_of_the_creator(row: dict[str, Any], expected: dict[str, Any] | None, note: str) -> None:
    result = imported(creator(weapons=[row]))
    found = result.data.get("weapons", [])
    assert len(found) == (expected is not None)
    if expected:
        assert found[0].items() >= expected.items()
    assert says(result, row["name"], note) == bool(note)


@pytest.mark.parametrize(
    ("row", "expected", "note"),
    [
        ({"name": "Kenjutsu", "trait": "Strength", "rank": "3"}, {"rank": 3, "trait": "strength"}, "usual is Agility"),
        ({"name": "Firearms", "trait": "Agility", "rank": 2}, {"rank": 2, "trait": "agility"}, "not known here"),
        ({"name": "Firearms", "trait": "Luck", "rank": 2}, None, "rank 2"),
        ({"name": "Kenjutsu", "trait": "Agility", "rank": "11"}, None, "from 0 to 10"),
        ({"name": "Kenjutsu", "trait": "Agility", "rank": "٣"}, None, "from 0 to 10"),
        ({"name": "Kenjutsu", "trait": "Agility", "rank": True}, None, "from 0 to 10"),
        ({"name": "Kenjutsu", "trait": "Agility", "rank": ""}, None, "no rank"),
        ({"name": "Kenjutsu", "trait": "Strength", "rank": "0"}, None, ""),
        ({"name": "Craft: Pottery", "trait": "Agility", "rank": "1"}, {"rank": 1, "trait": "agility"}, ""),
        ({"name": "Kenjutsu (Katana)", "rank": "1"}, {"rank": 1, "emphases": ["Katana"]}, "with the Emphasis Katana"),
    ],
)
def test_skills_of_the_creator(row: dict[str, Any], expected: dict[str, Any] | None, note: str) -> None:
    result = imported(creator(skills=[row]))
    assert list(result.data.get("skills", {}).values()) == ([expected] if expected else [])
    assert any("Skill" in said or "Emphasis" in said for said in result.notes) == bool(note)
    assert says(result, note)


def test_doubts_of_the_creator() -> None:
    data = creator()
    data["rings"]["air"] = "5"
    data["fields"] |= {"f_gloryRank": "2", "f_gloryPts": "5", "f_schoolsData": '[{"name":"A"},{"name":"B"}]'}
    del data["traits"]["stamina"]
    data["skills"] += data["skills"][:1]
    data["spellUsed"] = {"air": "1"}
    result = imported(data)
    assert result.data["glory"] == 2
    assert "stamina" not in result.data["traits"]
    for parts in (
        ("Air is 5", "give 3"),
        ("Glory is 2", "5 by its points"),
        ("several schools",),
        ("no rank for Stamina",),
        ("Etiquette is there twice",),
        ("spells cast",),
    ):
        assert says(result, *parts)


# --- Foundry VTT


def test_foundry() -> None:
    result = imported(foundry())
    assert result.kind == "foundry"
    assert result.data == {
        "game": "4e",
        "name": "Kakita Asuka",
        "clan": "Crane",
        "family": "Kakita",
        "school": "Kakita Bushi",
        "insight_rank": 1,
        "honor": 6.5,
        "glory": 1,
        "status": 1,
        "traits": dict.fromkeys(TRAITS, 2) | {"reflexes": 3, "awareness": 3, "agility": 3},
        "void": {"ring": 3, "points": 2},
        "skills": {
            "iaijutsu": {"rank": 2, "emphases": ["Focus"]},
            "kenjutsu": {"rank": 1, "emphases": ["Katana"]},
        },
        "modifiers": [
            {"name": "initiative", "pool": "+3", "on": ["initiative"]},
            {"name": "iaijutsu bonus", "pool": "1k0", "on": ["iaijutsu"]},
        ],
        "weapons": [{"name": "katana"}, {"name": "yumi", "arrow": "flesh cutter"}],
        "armor": {"name": "light"},
        "wounds": {"taken": 4, "per_rank": 2},
    }
    assert list(result.data) == [key for key in KEYS if key in result.data]
    assert result.notes == ("The School Rank is not in the file.", "Spells are not read: Sense.")


def test_void_points_beyond_the_ring() -> None:
    result = imported(foundry(system={"rings": {"void": {"rank": 2, "value": 3}}}))
    assert result.data["void"] == {"ring": 2}
    assert says(result, "Void Points are 3")


def test_old_foundry_files() -> None:
    data = foundry(system={"traits": {key[:3]: {"rank": 3, "xp": 0} for key in TRAITS}})
    data["system"]["initiative"] = {"total_mod": 5}
    data["system"]["armor_tn"] = {"mod": 2}
    del data["system"]["armorTn"]
    data["items"] = [
        foundry_item("bow", "Yumi", str=3, arrow="willow"),
        foundry_item("armor", "Heavy Armor", bonus=10, reduction=5, equiped=True),
        foundry_item("skill", "Kenjutsu", rank="3", trait="agi", roll_bonus=1),
    ]
    data["data"] = data.pop("system")
    result = imported(data).data
    assert result["traits"] == dict.fromkeys(TRAITS, 3)
    assert result["weapons"] == [{"name": "yumi"}]
    assert result["armor"] == {"name": "heavy"}
    assert result["modifiers"] == [
        {"name": "initiative", "pool": "+5", "on": ["initiative"]},
        {"name": "armor TN", "pool": "+2", "on": ["armor tn"]},
        {"name": "kenjutsu bonus", "pool": "1k0", "on": ["kenjutsu"]},
    ]


@pytest.mark.parametrize(
    ("made", "strength", "note"),
    [
        (effect("system.traits.str", "2"), 4, ""),
        (effect("system.traits.str.rank", -1), 1, ""),
        (effect("system.traits.str", 5, 5), 5, ""),
        (effect("system.traits.str", "4", 4), 4, ""),
        (effect("system.traits.str", 1, 3), 1, ""),
        (effect("system.traits.str", 2, 1), 4, ""),
        (effect("system.traits.str", 2, 0), 2, "cannot be read"),
        (effect("system.traits.str", "1d6"), 2, "cannot be read"),
        (effect("system.traits.str", 1, disabled=True), 2, "switched off"),
        (effect("system.traits.str", 1, duration={"rounds": 3}), 3, "passing"),
        (effect("system.spells", 1), 2, "other values"),
        (effect("system.traits.str", 9), None, "Strength is 11"),
        ({"name": "Bonus", "system": {"changes": [{"key": "system.traits.str", "type": "add", "value": 1}]}}, 3, ""),
    ],
)
def test_effects(made: dict[str, Any], strength: int | None, note: str) -> None:
    result = imported(foundry(effects=[made]))
    assert result.data["traits"].get("strength") == strength
    assert any("ffect" in said or "Strength" in said for said in result.notes) == bool(note)
    assert says(result, note)


def test_effects_of_items() -> None:
    stays = foundry_item("kata", "Kata", [effect("system.traits.str", 1, transfer=False)])
    goes = foundry_item("kata", "Stone", [effect("system.woundsMod", 2), effect("system.traits.str", 1)])
    copied = effect("system.traits.str", 1, origin="Actor.abc.Item.stone")
    result = imported(
        foundry(items=[stays, goes], effects=[copied, effect("system.traits.str", 1, origin="Actor.abc")])
    )
    assert result.data["traits"]["strength"] == 4
    assert {"name": "wounds", "pool": "+2", "on": ["wounds"]} in result.data["modifiers"]
    assert says(result, "stays with its item")
    assert says(result, "copy")


def test_armor_of_foundry() -> None:
    suits = [
        foundry_item("armor", "Light Armor", bonus=5, reduction=3, equipped=True),
        foundry_item("armor", "Robe", bonus=1, reduction=4, equipped=True),
        foundry_item("armor", "Heavy Armor", bonus=10, reduction=5, equipped=False),
    ]
    result = imported(foundry(items=suits))
    assert result.data["armor"] == {"name": "light", "tn": 5, "reduction": 4}
    assert says(result, "Heavy Armor", "not worn")
    assert says(result, "Light Armor, Robe")


def test_weapons_of_foundry() -> None:
    made = [
        foundry_item("weapon", "Katana", damageRoll=3, damageKeep=2, explodesOn=9, associatedSkill="Kenjutsu"),
        foundry_item("weapon", "Claw", damageRoll="1", damageKeep="2", explodesOn=8, fallbackTrait="str"),
        foundry_item("weapon", "Yumi", isBow=True, str=4, arrow="fire", associatedSkill="Kyujutsu"),
        foundry_item("weapon", "Nothing", damageRoll=0, damageKeep=0, associatedSkill="Knives"),
    ]
    result = imported(foundry(items=made))
    assert result.data["weapons"] == [
        {
            "name": "katana",
            "skill": "kenjutsu",
            "trait": "agility",
            "kind": "melee",
            "dr": "3k2",
            "explode_on": 9,
        },
        {"name": "yumi", "skill": "kyujutsu", "trait": "reflexes", "kind": "bow", "strength": 4},
    ]
    for parts in (
        ("Claw", "explode on 8"),
        ("Claw (1k2)", "no Skill", "left out"),
        ("arrow fire",),
        ("Nothing", "no damage rating"),
    ):
        assert says(result, *parts)


def test_npc() -> None:
    result = imported(npc())
    assert result.data == {
        "game": "4e",
        "name": "Ape",
        "traits": dict(zip(TRAITS, (4, 2, 3, 2, 5, 1, 4, 2), strict=True)),
        "block": {
            "initiative": "4k3",
            "attack": "5k4",
            "damage": "5k2",
            "armor_tn": 20,
            "reduction": 4,
            "attacks": [{"name": "Bite", "attack": "4k4", "damage": "3k3"}],
        },
    }
    assert says(result, "Wound levels", "10: +5, 20: +10")
    assert says(result, "simple, Smash")


def test_npc_as_it_starts() -> None:
    start = {"roll": 2, "keep": 2, "type": ""}
    old = {"armor_tn": 15, "reduction": 0}
    data = npc(attack2=start, damage2=start, armor=old, woundMode="formula", woundsMultiplier=2, nrWoundLvls=3)
    data["items"] = [foundry_item("armor", "Light Armor", bonus=5, reduction=3, equipped=True)]
    result = imported(data)
    assert result.data["block"]["armor_tn"] == 15
    assert result.data["block"]["reduction"] == 0
    assert "attacks" not in result.data["block"]
    assert "armor" not in result.data
    assert result.data["wounds"] == {"per_rank": 2}
    for parts in (("second attack", "2k2"), ("Light Armor",), ("Wound levels there are (3)",)):
        assert says(result, *parts)


def test_content_of_foundry_that_is_not_read() -> None:
    data = foundry(system={"notes": "<p>Text</p>", "wealth": {"koku": 3}, "wounds": {"mod": 2}, "xp": 12})
    data["items"][0]["system"] = {"description": "Text"}
    data["flags"] = {"l5r4": {"allowArmorStacking": True}}
    result = imported(data)
    for part in ("notes, wealth, xp", "healing", "Descriptions", "allowArmorStacking"):
        assert says(result, part)


# --- what is no character of such a tool


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        (" \n", "empty"),
        (KAKITA[: len(KAKITA) // 2], "not whole JSON, line"),
        ("{\n\n!", "not whole JSON, line 3"),
        ("<Character/>", "not whole JSON, line 1"),
        ("[" * 10_000 + "]" * 10_000, "nested too deeply"),
        ('{"advans": ' * 10_000 + "0" + "}" * 10_000, "nested too deeply"),
        ('{"advans": ' + "1" * 5_000 + "}", "too many digits"),
        ("[]", "a list"),
        ('"x"', "is x"),
        ("null", "nothing"),
        ("3", "is 3"),
        ("{}", "no character file"),
        ('{"name": "x"}', "no character file"),
        ('{"system": {}, "name": "x"}', "no character file"),
        ('{"advans": {}}', "no list"),
        ('{"advans": [], "starting_traits": [2, 2]}', "eight numbers"),
        ('{"fields": []}', "no table"),
        ('{"type": "weapon", "system": {}}', "with the type weapon"),
        ('{"type": "pc", "system": {}, "_stats": {"systemId": "dnd5e"}}', "system dnd5e"),
    ],
)
def test_no_character(text: str, message: str) -> None:
    with pytest.raises(SheetError, match=re.escape(message)) as caught:
        read(text)
    assert caught.value.code == "sheet.import"
    assert caught.value.hint
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    "data",
    [
        {"type": "character", "system": {"identity": {}}, "_stats": {"systemId": "l5r5e"}},
        {"type": "npc", "system": {}, "_stats": {"systemId": "l5r5e"}},
        {"type": "npc", "system": {}, "flags": {"exportSource": {"system": "l5r5e"}}},
        {"type": "character", "data": {"fatigue": 0, "strife": 0}},
    ],
)
def test_the_other_game(data: dict[str, Any]) -> None:
    with pytest.raises(SheetError, match="the other game"):
        imported(data)


def test_a_trait_that_is_none() -> None:
    assert imported(l5rcm(), school_trait=" Void ").data["void"] == {"ring": 3}
    with pytest.raises(SheetError, match="luck is no Trait"):
        imported(l5rcm(), school_trait="luck")


def test_texts_are_made_safe() -> None:
    name = "  Kakita\x1b[31m\n\u202eAsuka\ud800\u200b "
    result = imported(l5rcm(name=name, clan="x" * 300))
    assert result.data["name"] == "Kakita[31m Asuka"
    assert len(result.data["clan"]) == 200
    assert says(result, "clan", "cut")
    assert imported(l5rcm(name=7)).data["name"] == "Unnamed"
    for note in imported(l5rcm(family="\x1b[31m" + "y" * 500)).notes:
        assert note.isprintable()
        assert len(note) < 400


def test_a_byte_order_mark() -> None:
    assert read("\ufeff" + KAKITA).data["name"] == "Kakita Asuka"


def test_notes_come_once_and_are_not_without_end() -> None:
    result = imported(l5rcm(weapons=[{"name": f"Rock {n}", "qty": 1} for n in range(3_000)], properties={"a": 1}))
    assert len(set(result.notes)) == len(result.notes)
    assert says(result, "3,000", "2,000")
    many = imported(l5rcm(advans=[rank(), *({"type": "perk", "perk": f"perk_{n}"} for n in range(50))]))
    assert says(many, "perk 11 and 38 more")


# --- data packs


def test_read_packs() -> None:
    assert packs_of(PACK, '<L5RCM><Family id="hare_ujina"><Trait>luck</Trait></Family></L5RCM>') == Packs(
        (("hare_ujina", ""), ("crane_kakita", "agility")),
        (("crane_kakita_bushi_school", "reflexes", 6.5), ("crane_path", "", -1.0)),
    )
    assert read_packs([]) == Packs()
    assert packs_of("\ufeff<L5RCM/>") == Packs()
    assert packs_of('<L5RCM><School id="a"><Honor>99</Honor></School></L5RCM>').schools == (("a", "", -1.0),)


@pytest.mark.parametrize(
    "text",
    ["", "<L5RCM>", "<a/>\n<b/>", "{}", "<a>\ud800</a>", "<a>\0</a>", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
)
def test_broken_packs(text: str) -> None:
    with pytest.raises(SheetError) as caught:
        packs_of(PACK, text)
    assert caught.value.code == "sheet.import"
    assert caught.value.message.startswith("1.xml ")


# --- anything anywhere


RICH = json.loads(KAKITA) | {
    "modifiers": [{"type": "atkr", "dtl": "Katana", "value": [1, 0, 3], "reason": "why", "active": True}],
    "weapons": [
        {"name": "Yumi", "dr": "N/A", "strength": 3, "skill_id": "kyujutsu", "tags": ["ranged"], "qty": 1, "trait": ""},
        {"name": "Willow Leaf", "dr": "2k2", "tags": ["arrow"]},
        {"name": "Katana", "dr": "3k2", "skill_id": "kenjutsu", "tags": ["melee"]},
    ],
    "properties": {"age": "20"},
}
STEPS = foundry(effects=[effect("system.traits.str", 1, origin="Actor.a.Item.kakita", priority=3)])
SAMPLES = {"l5rcm": RICH, "creator": creator(), "pc": STEPS, "npc": npc()}
ODD: list[Any] = [None, "", [], {}, -1, "x", 10**30, math.nan, True, 0.5, [None], {"a": [{}]}]


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in entries:
        yield from nodes(inside, (*path, key))


def changed(sample: Any, path: tuple[Any, ...], odd: Any) -> Any:
    if not path:
        return odd
    whole = copy.deepcopy(sample)
    place = whole
    for key in path[:-1]:
        place = place[key]
    if odd is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = odd
    return whole


def check(data: dict[str, Any]) -> None:
    """That this may stand in a character file."""
    assert list(data) == [key for key in KEYS if key in data]
    assert data["game"] == "4e"
    json.dumps(data, allow_nan=False)
    for key in ("name", "clan", "family", "school"):
        assert data.get(key, "x").strip()
        assert len(data.get(key, "")) <= 200
    assert all(type(data.get(key, 1)) is int and 0 <= data.get(key, 1) <= 10 for key in ("school_rank", "insight_rank"))
    assert all(0 <= data.get(key, 0) <= 10 for key in ("honor", "glory", "status"))
    assert all(type(value) is int and 1 <= value <= 10 for value in data.get("traits", {}).values())
    for value in data.get("skills", {}).values():
        assert type(value["rank"] if isinstance(value, dict) else value) is int
    for key in ("modifiers", "weapons"):
        names = [entry["name"].lower() for entry in data.get(key, [])]
        assert len(set(names)) == len(names)
    for weapon in data.get("weapons", []):
        assert set(weapon) <= {"name", "skill", "trait", "kind", "dr", "strength", "arrow", "explode_on"}
        assert re.fullmatch("[0-9]+k[0-9]+", weapon.get("dr", "1k1"))
        assert weapon["name"] in WEAPONS or {"skill", "trait", "kind"} <= set(weapon)
        assert len(weapon) <= 2 or "dr" in weapon or "strength" in weapon
    assert data.get("void", {}).get("points", 0) <= data.get("void", {}).get("ring", 10)
    assert 2 <= data.get("wounds", {}).get("per_rank", 2) <= 5


@pytest.mark.parametrize("name", SAMPLES)
def test_anything_anywhere(name: str) -> None:
    sample = SAMPLES[name]
    check(imported(sample).data)
    read_at_all = 0
    codes = set()
    for path in nodes(sample):
        for odd in (*ODD, *((...,) if path else ())):
            try:
                result = imported(changed(sample, path, odd))
            except SheetError as error:
                codes.add(error.code)
                continue
            check(result.data)
            assert all(note.isprintable() and note.endswith(".") for note in result.notes), result.notes
            read_at_all += 1
    assert read_at_all > 500
    assert codes == {"sheet.import"}
