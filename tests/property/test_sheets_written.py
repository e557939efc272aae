"""A character that is written down reads back as the same character, in both games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rollkeep.errors import SheetError
from rollkeep.fifth import sheet_file as fifth_file
from rollkeep.fifth import sheet_written as fifth
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.catalogue.skills import GROUP_OF, GROUPS
from rollkeep.fifth.catalogue.weapons import WEAPONS as WEAPONS_OF_FIFTH
from rollkeep.fifth.sheet import DERIVED, EDGES, RINGS
from rollkeep.fourth import sheet_file as fourth_file
from rollkeep.fourth import sheet_written as fourth
from rollkeep.fourth.catalogue.armor import ARMORS
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.catalogue.skills import TRAIT_OF
from rollkeep.fourth.catalogue.weapons import WEAPONS
from rollkeep.fourth.places import places
from rollkeep.fourth.sheet_text import BLOCK, example
from rollkeep.toml.written import written

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
names = st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters="/"), min_size=1, max_size=9).filter(
    lambda text: any(char.isalnum() for char in text)
)
terms = st.sampled_from(["1k0", "+5", "-3", "0k1-2", "-1k1", "1k0-0k1", "0k0", "2k2+3"])
pools = st.sampled_from(["3k2", "5k3", "7k4+5", "0k1", "10k10-2"])
on = st.lists(st.sampled_from(["damage katana", "tn attack", *places(WEAPONS), *TRAIT_OF]), min_size=1)


def maybe(**fields: Any) -> Any:
    return st.fixed_dictionaries({}, optional=fields)


fourth_sheets: Any = st.fixed_dictionaries(
    {"name": names},
    optional={
        "clan": names,
        "school": names,
        "partial": st.booleans(),
        "school_rank": st.integers(0, 10),
        "insight_rank": st.integers(1, 9),
        "honor": st.integers(0, 10) | st.floats(0, 10),
        "traits": st.dictionaries(st.sampled_from(TRAITS), st.integers(1, 10)),
        "void": maybe(ring=st.integers(5, 10), points=st.integers(0, 5), per_round=st.integers(1, 3)),
        "skills": st.dictionaries(
            st.sampled_from(list(TRAIT_OF)) | names.map(lambda name: f"lore: x{name}"),
            st.integers(0, 10)
            | st.fixed_dictionaries(
                {"rank": st.integers(0, 10)}, optional={"emphases": st.lists(names), "trait": st.sampled_from(TRAITS)}
            ),
            max_size=4,
        ),
        "modifiers": st.lists(
            st.fixed_dictionaries(
                {"name": names, "pool": terms},
                optional={
                    "on": st.lists(
                        st.sampled_from(["damage katana", "tn attack", *places(WEAPONS), *TRAIT_OF]), min_size=1
                    ),
                    "for": st.lists(names),
                    "unless": st.lists(names),
                    "free_raises": st.integers(0, 3),
                    "explode_on": st.integers(9, 10),
                    "active": st.booleans(),
                },
            ),
            max_size=2,
        ),
        "weapons": st.lists(
            st.fixed_dictionaries(
                {"name": st.sampled_from(list(WEAPONS))},
                optional={"dr": pools, "size": st.sampled_from(["small", "large"]), "keywords": st.lists(names)},
            )
            | st.fixed_dictionaries(
                {"name": names, "skill": st.just("kenjutsu"), "dr": pools},
                optional={"range_ft": st.integers(0, 99), "trait": st.sampled_from(TRAITS)},
            )
            | st.fixed_dictionaries(
                {"name": names, "kind": st.just("bow"), "strength": st.integers(1, 5), "skill": st.just("kyujutsu")},
                optional={"arrow": st.sampled_from(["willow leaf", "2k3"]), "trait": st.sampled_from(TRAITS)},
            ),
            max_size=3,
        ),
        "armor": st.fixed_dictionaries({"name": st.sampled_from(list(ARMORS))}, optional={"tn": st.integers(0, 20)})
        | st.fixed_dictionaries({"name": names, "tn": st.integers(0, 20)}, optional={"reduction": st.integers(0, 9)}),
        "wounds": maybe(taken=st.integers(0, 99), per_rank=st.integers(1, 5), healthy=st.integers(1, 9)),
        "options": maybe(casts=st.just(True), affinity=st.sampled_from(["air", "void"]), deficiency=st.just("fire")),
        "block": maybe(
            initiative=pools,
            attack=pools,
            damage=pools,
            armor_tn=st.integers(0, 99),
            reduction=st.integers(0, 9),
            wounds=st.sampled_from(["15: +5, 30: dead", "10: +3, 20: down, 40: out", "8:dead"]),
            attacks=st.lists(st.fixed_dictionaries({"name": names, "attack": pools}, optional={"damage": pools})),
        ),
    },
)
fifth_sheets: Any = st.fixed_dictionaries(
    {"name": names, "game": st.just("5e")},
    optional={
        "clan": names,
        "partial": st.booleans(),
        "school_rank": st.integers(1, 6),
        "honour": st.integers(0, 100),
        "strife": st.integers(0, 9),
        "fatigue": st.integers(0, 9),
        "rings": st.dictionaries(st.sampled_from(RINGS), st.integers(1, 6)),
        "skills": st.dictionaries(st.sampled_from([*GROUP_OF, *GROUPS]), st.integers(0, 5))
        | st.dictionaries(
            names.map(lambda name: f"x{name}"),
            st.fixed_dictionaries({"rank": st.integers(0, 5), "group": st.sampled_from(list(GROUPS))}),
        ),
        "void": maybe(points=st.integers(0, 1)),
        "advantages": st.lists(
            st.fixed_dictionaries({"name": names, "kind": st.sampled_from(EDGES), "ring": st.sampled_from(RINGS)}),
            max_size=2,
        ),
        "techniques": st.lists(names, max_size=2),
        "weapons": st.lists(
            st.fixed_dictionaries(
                {"name": st.sampled_from(list(WEAPONS_OF_FIFTH))},
                optional={
                    "damage": st.integers(0, 9),
                    "qualities": st.lists(st.sampled_from(["durable", "Razor-Edged"])),
                    "grips": st.just([{"hands": 1}, {"hands": 2, "damage": -1, "razor_edged": True}]),
                },
            )
            | st.fixed_dictionaries(
                {"name": names, "skill": st.just("ranged"), "damage": st.integers(0, 9), "deadliness": st.just(3)}
            ),
            max_size=2,
        ),
        "armour": st.fixed_dictionaries(
            {"name": st.sampled_from(["plated", "Lacquered Armor"])}, optional={"qualities": st.just([])}
        )
        | st.fixed_dictionaries({"name": names, "physical": st.integers(0, 9)}),
        "modifiers": st.lists(
            st.fixed_dictionaries(
                {"name": names},
                optional={"on": st.just(["attack", "air"]), "ring": st.integers(-5, 5), "active": st.booleans()},
            )
            | st.fixed_dictionaries({"name": names, "flat": st.integers(-9, 9), "on": st.just(["damage"])}),
            max_size=2,
        ),
        "block": maybe(npc=st.booleans(), **{name: st.integers(0, 20) for name in DERIVED}),
    },
)


@given(fourth_sheets)
def test_a_character_of_the_4th_edition_is_written(data: dict[str, Any]) -> None:
    try:
        character = fourth_file.read(written(data))
    except SheetError:
        assume(False)
        return
    assert fourth_file.read(fourth.text_of(character)) == character


@given(fifth_sheets)
def test_a_character_of_the_5th_edition_is_written(data: dict[str, Any]) -> None:
    try:
        character = fifth_file.read(written(data))
    except SheetError:
        assume(False)
        return
    assert fifth_file.read(fifth.text_of(character)) == character


@pytest.mark.parametrize("name", READY)
def test_the_ready_made_are_written(name: str) -> None:
    assert fifth_file.read(fifth.text_of(READY[name])) == READY[name]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_are_written(path: Path) -> None:
    text = path.read_text()
    (of, file) = (fifth, fifth_file) if 'game = "5e"' in text else (fourth, fourth_file)
    character: Any = file.read(text)
    assert file.read(of.text_of(character)) == character


def test_what_is_made_to_fill_in_is_written() -> None:
    for text in (example("Shinai", "shinai"), BLOCK.format(name='"Bandit"', file="bandit")):
        character = fourth_file.read(text)
        assert fourth_file.read(fourth.text_of(character)) == character
