"""Whatever a character file says, it is read or refused, and its numbers follow from it."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rollkeep.errors import RollKeepError, SheetError
from rollkeep.fourth import sheet, sheet_file
from rollkeep.fourth.by_sheet import fill
from rollkeep.fourth.catalogue.rings import TRAITS, TRAITS_OF
from rollkeep.fourth.catalogue.skills import TRAIT_OF, shown
from rollkeep.fourth.catalogue.weapons import ARROWS, WEAPONS
from rollkeep.fourth.check import declare
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.profile import profile
from rollkeep.fourth.request import Request
from rollkeep.fourth.roll import NOTHING
from rollkeep.fourth.wording import sentence
from rollkeep.toml.written import written

texts = st.text(st.characters(exclude_categories=["C"], exclude_characters="\u2028\u2029"), min_size=1, max_size=9)
odd = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
places = st.sampled_from(
    [
        "attack",
        "damage",
        "skill",
        "initiative",
        "tn",
        "armor tn",
        "wounds",
        "kenjutsu",
        "air",
        "reflexes",
        "damage katana",
    ]
)
sheets: Any = st.fixed_dictionaries(
    {"name": st.just("X")},
    optional={
        "school_rank": st.integers(0, 5),
        "insight_rank": st.integers(1, 5),
        "traits": st.dictionaries(st.sampled_from(TRAITS), st.integers(1, 10)),
        "void": st.integers(0, 10).flatmap(
            lambda ring: st.fixed_dictionaries({"ring": st.just(ring), "points": st.integers(0, ring)})
        ),
        "skills": st.dictionaries(
            st.sampled_from(list(TRAIT_OF)),
            st.integers(0, 10)
            | st.fixed_dictionaries({"rank": st.integers(0, 10), "emphases": st.lists(st.just("katana"), max_size=1)}),
            max_size=4,
        ),
        "modifiers": st.lists(
            st.fixed_dictionaries(
                {
                    "name": texts.filter(str.strip),
                    "pool": st.sampled_from(["+3", "-2"]),
                    "on": st.lists(places, min_size=1, max_size=2),
                }
            ),
            max_size=2,
            unique_by=lambda modifier: str(modifier["name"]).casefold(),
        ),
        "weapons": st.lists(st.sampled_from(list(WEAPONS)), max_size=2, unique=True).map(
            lambda names: [{"name": name} for name in names]
        ),
        "armor": st.sampled_from([{"name": "light"}, {"name": "heavy"}, {"name": "riding"}]),
        "wounds": st.fixed_dictionaries({"taken": st.integers(0, 60), "per_rank": st.integers(2, 5)}),
        "options": st.fixed_dictionaries({"casts": st.booleans()}),
    },
)
deeds = st.sampled_from(
    [
        *("kenjutsu", "kyujutsu/air", "lore: law", "meditation", "attack", "attack yumi", "damage", "damage unarmed"),
        *(
            "damage yari thrown",
            "damage blowgun",
            "reflexes",
            "air",
            "void",
            "initiative",
            "cast fire",
            "7k3",
            "nothing",
        ),
        *(f"damage {name}" for name in WEAPONS),
        *(f"damage yumi {arrow}" for arrow in ARROWS),
    ]
)
requests = st.builds(
    Request,
    what=st.just(NOTHING),
    tn=st.none() | st.integers(0, 40),
    raises=st.integers(0, 2),
    void=st.sampled_from([(), (), ("boost",), ("skill",)]),
    waived=st.just(False),
)


@given(st.dictionaries(st.sampled_from(sheet_file.KEYS[""]), odd, max_size=4))
def test_any_file_is_read_or_refused(data: dict[str, Any]) -> None:
    reading = sheet_file.Reading()
    character = reading.character(data)
    assert all(path is not None and message.endswith(".") for path, message, _ in reading.faults)
    if not reading.faults:
        profile(character)


@given(texts)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        sheet_file.read(text)
    except SheetError as fault:
        assert fault.message.endswith(".")


@given(sheets, deeds, requests)
def test_any_roll_of_any_character(data: dict[str, Any], deed: str, base: Request) -> None:
    """4e.skill, 4e.ring, 4e.attack, 4e.damage.melee, 4e.wounds, 4e.mastery"""
    try:
        character = sheet_file.read(written(data))
    except SheetError as fault:  # a modifier's name without a letter, or two that are read as one
        assert {each["key"].rpartition(".")[2] for each in fault.data["faults"]} == {"name"}
        return
    try:
        declared = declare(fill(base, character, read_deed(character, deed)))
    except RollKeepError as fault:
        assert fault.message.endswith((".", "?"))
        assert fault.code != "sheet"
        return
    assert declared.request.who == "X"
    assert all(sentence(reason).endswith(".") for reason in declared.reasons)
    if declared.target is not None:
        wounds = sheet.wound_rank(character).penalty
        assert wounds is not None
        changes = sum(modifier.pool.flat for modifier in declared.request.tn_modifiers)
        assert declared.target == max((declared.tn or 0) + wounds + changes + 5 * base.raises, 0)


@given(sheets)
def test_numbers_of_any_character(data: dict[str, Any]) -> None:
    """4e.insight, 4e.ring, 4e.wounds"""
    try:
        character = sheet_file.read(written(data))
    except SheetError:
        return
    found, traits = profile(character), data.get("traits", {})
    for ring, (one, other) in TRAITS_OF.items():
        known = one in traits and other in traits
        assert dict(found.rings)[ring] == (min(traits[one], traits[other]) if known else None)
    if found.boxes:
        assert [box.first for box in found.boxes[1:]] == [box.last + 1 for box in found.boxes[:-1]]
    if found.insight is not None:
        assert found.insight >= 50 - 10 * (not data["void"]["ring"])
        assert found.rank_by_insight == max(1, 2 + (found.insight - 150) // 25)
    assert [shown(row.skill.name) for row in found.skills] == [shown(name) for name in data.get("skills", {})]
