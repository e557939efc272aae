"""The numbers that follow from what is written down about a character."""

from __future__ import annotations

import pytest

from rollkeep.dice.notation import Term
from rollkeep.errors import Missing
from rollkeep.fourth import sheet
from rollkeep.fourth.catalogue.armor import ARMORS
from rollkeep.fourth.catalogue.mastery import abilities
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.catalogue.skills import TRAIT_OF, is_known, shown, usual_trait
from rollkeep.fourth.catalogue.weapons import ARROWS, WEAPONS
from rollkeep.fourth.modifier import Modifier, on_number, on_roll, on_tn
from rollkeep.fourth.places import read_place
from rollkeep.fourth.profile import profile
from rollkeep.fourth.sheet import Character, Skill
from rollkeep.fourth.wounds import read_block, wound_ranks

# Three public saves: Traits in TRAITS order, Void; Rings air, earth, fire, water; Insight, Initiative, Armor TN, boxes
SAVES = [
    ((3, 3, 4, 4, 3, 3, 3, 3), 4, 2, (4, 3, 3, 3), 181, "6k4", "7k4", 25, [15, 21, 27, 33, 39, 45, 51, 57]),
    ((4, 4, 3, 3, 3, 3, 3, 3), 4, None, (3, 4, 3, 3), 177, "6k3", "6k3", 20, [20, 28, 36, 44, 52, 60, 68, 76]),
    ((2, 2, 3, 3, 3, 3, 2, 2), 3, None, (3, 2, 2, 3), 151, "5k3", "5k3", 20, [10, 16, 22, 28, 34, 40, 46, 52]),
]


@pytest.mark.parametrize("save", SAVES)
def test_three_saved_characters(
    save: tuple[tuple[int, ...], int, int | None, tuple[int, ...], int, str, str, int, list[int]],
) -> None:
    """4e.ring, 4e.insight, 4e.initiative, 4e.armor-tn, 4e.wounds"""
    traits, void, stored, rings, points, initiative, by_insight, tn, boxes = save
    ranks = points - 10 * (sum(rings) + void)  # as many ranks in Skills as make up the Insight
    character = Character(
        "X",
        traits=tuple(zip(TRAITS, traits, strict=True)),
        void_ring=void,
        insight_rank=stored,
        skills=tuple(Skill(f"lore {i}", 1) for i in range(ranks)),
        per_rank=3 if boxes[1] - boxes[0] == 6 and rings[1] == 2 else 2,
    )
    found = profile(character)
    assert [rank for _, rank in found.rings] == [*rings, void]
    assert found.insight == points
    assert found.initiative == initiative
    assert (found.initiative_by_insight or found.initiative) == by_insight
    assert found.armor_tn == tn
    assert [box.last for box in found.boxes or ()] == boxes


def test_shinai(shinai: Character) -> None:
    """4e.insight, 4e.initiative, 4e.armor-tn, 4e.attack, 4e.mastery"""
    found = profile(shinai)
    assert dict(found.rings) == {"air": 2, "earth": 2, "fire": 2, "water": 2, "void": 3}
    assert (found.insight, found.insight_rank, found.initiative) == (120, 1, "5k3")
    assert (found.armor_tn, found.reduction, found.void_points) == (25, 3, 2)
    assert [(row.skill.name, row.pool) for row in found.skills] == [
        ("kyujutsu", "7k3"),
        ("kenjutsu", "6k3"),
        ("investigation", "5k3"),
        ("lore heraldry", "3k2"),
    ]
    assert [(row.name, row.attack, row.damage) for row in found.weapons] == [
        ("katana", "6k3", "6k2"),
        ("yumi", "7k3", "5k2"),
    ]


def test_a_stat_block(bandit: Character) -> None:
    """4e.initiative, 4e.armor-tn, 4e.wounds, 4e.attack"""
    found = profile(bandit)
    assert (found.initiative, found.armor_tn, found.reduction) == ("3k2", 15, 0)
    assert [(row.attack, row.damage) for row in found.weapons] == [("5k3", "4k2")]
    taken = [sheet.wound_rank(bandit._replace(wounds=wounds)) for wounds in (14, 15, 29, 30, 31)]
    assert [(rank.name, rank.penalty) for rank in taken] == [
        ("Healthy", 0),
        ("+5", 5),
        ("+5", 5),
        ("Dead", None),
        ("Dead", None),
    ]


def test_a_name_alone() -> None:
    found = profile(Character("Akodo"))
    assert {rank for _, rank in found.rings} == {None}
    assert (found.insight, found.initiative, found.armor_tn, found.boxes) == (None, "", None, None)
    assert found.wound_rank is not None
    assert found.wound_rank.name == "Healthy"


@pytest.mark.parametrize(
    ("wounds", "name", "penalty"),
    [
        (0, "Healthy", 0),
        (10, "Healthy", 0),
        (11, "Nicked", 3),
        (14, "Nicked", 3),
        (15, "Grazed", 5),
        (19, "Hurt", 10),
        (23, "Injured", 15),
        (27, "Crippled", 20),
        (31, "Down", 40),
        (35, "Out", None),
        (38, "Out", None),
        (39, "Dead", None),
    ],
)
def test_wound_ranks_of_earth_two(shinai: Character, wounds: int, name: str, penalty: int | None) -> None:
    """4e.wounds"""
    rank = sheet.wound_rank(shinai._replace(wounds=wounds))
    assert (rank.name, rank.penalty) == (name, penalty)


def test_wound_boxes() -> None:
    """4e.wounds: each rank in a table of the published boxes"""
    for earth in range(1, 11):
        assert [rank.last for rank in wound_ranks(earth)] == [earth * (5 + 2 * i) for i in range(8)]
    assert [rank.last for rank in wound_ranks(2, 3, 4, 1)] == [9, 16, 23, 30, 37, 44, 51, 58]


@pytest.mark.parametrize("text", ["15", "15: 5", "15: +5, 10: dead", "x: +5", "15: +5,", "0: +5", "9999: +5"])
def test_wounds_of_a_block_that_cannot_be_read(text: str) -> None:
    """4e.wounds"""
    assert read_block(text) is None


def test_insight_of_mastery() -> None:
    """4e.insight, 4e.mastery"""
    flat = Character("X", traits=tuple((name, 2) for name in TRAITS), void_ring=2)
    for skills, points in (
        ((), 100),
        ((Skill("courtier", 2),), 102),
        ((Skill("courtier", 3),), 106),
        ((Skill("courtier", 7), Skill("etiquette", 3)), 100 + 10 + 10 + 3),
    ):
        assert sheet.insight(flat._replace(skills=skills)) == points


def test_what_is_missing_is_named() -> None:
    alone = Character("Akodo")
    for key, find in (
        ("traits.reflexes", lambda: sheet.armor_tn(alone)),
        ("void.ring", lambda: sheet.ring(alone, "void")),
        ("skills.kenjutsu", lambda: sheet.skill(alone, "kenjutsu")),
        ("traits.stamina", lambda: sheet.wound_rank(alone._replace(wounds=1))),
    ):
        with pytest.raises(Missing) as found:
            find()
        assert found.value.key == key
        answered = sheet.with_value(alone, key, 3)
        assert answered != alone
    assert sheet.skill(sheet.with_value(alone, "skills.kenjutsu", 3), "kenjutsu").rank == 3
    assert sheet.insight_rank(sheet.with_value(alone, "insight_rank", 2)) == 2


def test_modifiers_and_numbers(shinai: Character) -> None:
    """4e.armor-tn, 4e.wounds"""
    changed = shinai._replace(
        modifiers=(
            Modifier("shell", Term(flat=5), (frozenset({"armor tn"}), frozenset({"reduction"}))),
            Modifier("tough", Term(flat=2), (frozenset({"wounds"}),)),
            Modifier("asleep", Term(flat=50), (frozenset({"armor tn"}),), active=False),
            Modifier("ready", Term(flat=50), (frozenset({"armor tn"}),), when=("ready",)),
        )
    )
    assert (sheet.armor_tn(changed), sheet.reduction(changed)) == (30, 8)
    assert [box.last for box in sheet.boxes(changed)][:3] == [12, 18, 24]


def test_what_a_modifier_is_on() -> None:
    tags = {"check", "skill", "attack", "kenjutsu", "agility", "katana", "melee"}
    weapons = ["katana"]

    def fits(*places: str, named: tuple[str, ...] = (), **more: tuple[str, ...]) -> bool:
        on = tuple(place for text in places if (place := read_place(text, weapons)))
        assert len(on) == len(places)
        return bool(on_roll([Modifier("x", Term(1), on, **more)], tags, named))  # type: ignore[arg-type]

    for place in ("attack", "skill", "kenjutsu", "Agility", "katana", "attack katana", "attack melee", "check"):
        assert fits(place), place
    for place in ("damage", "trait agility", "kyujutsu", "damage katana", "reflexes", "initiative", "armor tn", "tn"):
        assert not fits(place), place
    assert fits()
    assert fits("damage", "attack")
    assert not fits(when=("duel",))
    assert fits(when=("duel",), named=("duel",))
    assert not fits(unless=("mounted",), named=("mounted",))
    on_kenjutsu = Modifier("x", Term(flat=5), (frozenset({"tn", "kenjutsu"}),))
    assert on_tn([on_kenjutsu], tags, ())
    assert not on_roll([on_kenjutsu], tags, ())
    assert not on_tn([on_kenjutsu], {"skill", "kyujutsu"}, ())
    assert not on_number([on_kenjutsu], "armor tn")
    assert read_place("the moon", weapons) is None


def test_the_catalogue() -> None:
    """4e.skill, 4e.damage.melee, 4e.damage.bow"""
    assert len(WEAPONS) == 46 + 3
    assert {weapon.skill for weapon in WEAPONS.values()} <= set(TRAIT_OF)
    assert all(weapon.dr or weapon.kind == "bow" or weapon.name == "blowgun" for weapon in WEAPONS.values())
    assert {WEAPONS[bow].strength for bow in ("han kyu", "yumi", "dai kyu")} == {1, 3, 4}
    assert ARROWS["willow leaf"] == "2k2"
    assert [(armor.tn, armor.reduction) for armor in ARMORS.values()] == [
        (0, 1),
        (3, 1),
        (4, 1),
        (5, 3),
        (10, 5),
        (4, 4),
        (13, 8),
    ]
    assert set(TRAIT_OF.values()) <= {*TRAITS, "void", ""}
    assert (usual_trait("games go"), usual_trait("perform oratory"), usual_trait("kyujutsu")) == (
        "intelligence",
        "awareness",
        "reflexes",
    )
    assert is_known("lore tides")
    assert not is_known("lore")
    assert (shown("lore tides"), shown("sleight of hand")) == ("Lore: Tides", "Sleight of Hand")


def test_mastery_by_rank() -> None:
    """4e.mastery"""
    assert abilities([("kenjutsu", 2)]) == ()
    assert [ability.pool for ability in abilities([("kenjutsu", 3)])] == [Term(1, 0)]
    assert [ability.explode_on for ability in abilities([("kenjutsu", 7)])] == [None, 9]
    assert [ability.free_raises for ability in abilities([("acting", 10)])] == [1]
    assert [ability.pool.flat for ability in abilities([("battle", 6)])] == [6]
