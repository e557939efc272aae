"""Characters of the 5th edition made in other tools."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollkeep.cli.main import main
from rollkeep.errors import SheetError
from rollkeep.fifth import sheet
from rollkeep.fifth.catalogue.skills import GROUP_OF, GROUPS
from rollkeep.fifth.catalogue.weapons import WEAPONS
from rollkeep.fifth.imports import Imported, knows, read
from rollkeep.fifth.imports.gear import grip_of
from rollkeep.fifth.sheet import Character, Grip
from rollkeep.fifth.sheet_file import read as read_file
from rollkeep.foreign.values import Notes
from rollkeep.toml.written import written

CRANE = Path(__file__).parent / "imported" / "crane.xml"
KAKITA = Path(__file__).parent / "imported" / "kakita.l5r"
RINGS = {"earth": 2, "air": 3, "water": 2, "fire": 3, "void": 2}


def character_of(found: Imported) -> Character:
    """What a character file of the found data says: it must be without faults."""
    return read_file(written(found.data, found.notes))


def item(kind: str, name: str, **system: Any) -> dict[str, Any]:
    return {"_id": name.lower(), "type": kind, "name": name, "system": system, "effects": []}


KATANA = item(
    "weapon",
    "Katana",
    skill="melee",
    range="1",
    damage="4",
    deadliness="5",
    grip_1="",
    grip_2="Deadliness +2",
    properties=[{"id": "L5RCorePro000002", "name": "Ceremonial"}, {"id": "L5RCorePro000001", "name": "Razor-Edged"}],
)


def actor(kind: str = "character", system: dict[str, Any] | None = None, **values: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "identity": {
            "clan": "Crane",
            "family": "Kakita",
            "school": "Kakita Duelist",
            "school_rank": 3,
            "roles": "Bushi",
        },
        "rings": RINGS,
        "social": {"honor": 50, "glory": 44, "status": 31, "ninjo": "Peace", "giri": "", "titles": ""},
        "skills": {
            "artisan": {"aesthetics": 1, "composition": 0},
            "martial": {"fitness": 2, "melee": 3, "ranged": 0, "unarmed": 1, "meditation": 2, "tactics": 0},
            "scholar": {},
            "social": {"courtesy": 1},
            "trade": {"labor": 0, "skulduggery": 0},
        },
        "endurance": 10,
        "composure": 8,
        "focus": 6,
        "vigilance": 3,
        "void_points": {"max": 2, "value": 1},
        "fatigue": {"max": 10, "value": 4},
        "strife": {"max": 8, "value": 5},
        "stance": "void",
        "prepared": True,
        "xp_total": 30,
        "notes": "",
        "description": "<p>Tall.</p>",
    }
    items = [
        copy.deepcopy(KATANA),
        item("armor", "Lacquered Armor", armor={"physical": "4", "supernatural": 0}, equipped=True, properties=[
            {"name": "Ceremonial"}, {"name": "Cumbersome"}, {"name": "Wargear"}]),
        item("armor", "Common Clothes", armor={"physical": 1, "supernatural": 0}, equipped=False, properties=[]),
        item("technique", "Iaijutsu Cut: Rising Blade", technique_type="kata", rank=2),
        item("peculiarity", "Keen Balance", peculiarity_type="distinction", ring="water", types="Physical"),
        item("peculiarity", "Impatience", peculiarity_type="adversity", ring="earth"),
        item("item", "Tea set", quantity=1),
        item("advancement", "Melee 3", advancement_type="skill"),
    ]  # fmt: skip
    whole = {
        "name": "Kakita Ren",
        "type": kind,
        "system": base | (system or {}),
        "items": items,
        "effects": [],
        "_stats": {"systemId": "l5r5e", "systemVersion": "1.11.0"},
    }
    return whole | values


def import_(data: Any) -> Imported:
    return read(json.dumps(data))


# --- Paper Blossoms -----------------------------------------------------------------------------------------------


def crane(old: str = "", new: str = "") -> Imported:
    text = CRANE.read_text(encoding="utf-8")
    assert old in text
    return read(text.replace(old, new))


def test_an_export_of_paper_blossoms() -> None:
    """5e.derived, 5e.action.crossing-blade"""
    found = crane()
    assert found.kind == "paper-blossoms"
    one = character_of(found)
    assert (one.name, one.clan, one.family, one.school, one.school_rank) == (
        "Crane duellist",
        "Crane",
        "Doji",
        "Doji Diplomat School",
        2,
    )
    assert (one.honour, one.glory, one.status) == (58, 47, 36)
    assert dict(one.rings) == {"air": 3, "earth": 2, "fire": 2, "water": 2, "void": 2}
    assert dict(one.skills or ()) == {
        "fitness": 1,
        "martial arts melee": 2,
        "meditation": 1,
        "courtesy": 3,
        "skulduggery": 1,
    }
    assert not one.partial
    assert [(each.kind, each.ring) for each in one.advantages] == [("distinction", "air"), ("anxiety", "fire")]
    assert one.techniques == ("Iaijutsu Cut: Crossing Blade", "Lady Doji's Decree")
    assert one.weapons[:2] == (WEAPONS["katana"], WEAPONS["jian"])
    assert [(each.name, each.damage, each.deadliness, each.grips) for each in one.weapons[2:]] == [
        ("jitte", 2, 4, (Grip(1),)),
        ("War umbrella", 3, 2, (Grip(2),)),
    ]
    assert one.armour is not None
    assert (one.armour.name, one.armour.physical) == ("travelling clothes", 2)
    assert (sheet.focus(one), sheet.vigilance(one), sheet.endurance(one), sheet.composure(one)) == (5, 3, 8, 8)


def test_everything_that_is_not_read_of_it_is_told() -> None:
    notes = "\n".join(crane().notes)
    for told in (
        "The weapon Jitte is not the usual one: 2/4 with 1 hand",
        "not read: Ceremonial Clothes",
        "Qualities of War umbrella are not read: Pretty",
        "Pieces of equipment are not read: Calligraphy Set",
        "Abilities of the school are not read: Speaking in Silence",
        "Titles, Ninjo, Wealth, Curriculum, Heritage, Advances, TotalXP, XPSpent",
        "Of techniques only the names are read",
    ):
        assert told in notes
    assert "Giri" not in notes  # it says nothing
    assert "Vigilance" not in notes


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('vigilance="3"', 'vigilance="2"', "Vigilance is 2 in the file; the rings give 3, which counts"),
        ('composure="8"', 'composure="many"', "Composure is many, not a whole number"),
        ('<Air value="3"/>', "", "The file gives no rank for Air"),
        ('<Air value="3"/>', '<Air value="9"/>', "The Air ring is 9, not a whole number from 1 to 6"),
        ('honor="58"', 'honor="580"', "Honour is 580, not a whole number from 0 to 100"),
        ('name="Fitness" value="1"', 'name="Forme" value="1"', "not known by these names: Forme 1"),
        ('ring="Fire" desc', 'ring="Feu" desc', "is not known are not read: Fear of Failure (Anxieties, Feu)"),
        ('<Name value="Crane duellist"/>', "", "The file gives no name"),
        ('w_grip="2-hand" w_minrange="1" w_maxrange="1" w_dam="3"', 'w_grip="thrown" w_dam="3"', "is read as one hand"),
        ('w_dam="3" w_dls="2"', 'w_dam="" w_dls="2"', "War umbrella has no damage and deadliness"),
        ('w_dam="2" w_dls="4"', 'w_dam="" w_dls=""', "The numbers of the weapon Jitte are not in the file"),
        ('w_category="Hand Weapons" w_skill="Melee" w_grip="2', 'w_skill="Corps" w_grip="2', "Corps, which"),
    ],
)  # fmt: skip
def test_what_is_odd_in_it_is_told(old: str, new: str, says: str) -> None:
    found = crane(old, new)
    assert any(says in note for note in found.notes), found.notes
    character_of(found)


def test_unknown_names_of_skills_leave_the_file_open() -> None:
    one = character_of(crane('name="Fitness" value="1"', 'name="Forme" value="1"'))
    assert one.partial
    with pytest.raises(SheetError, match="rank in fitness"):
        sheet.skill(one, "fitness")


def test_personal_traits_are_found_where_they_should_stand_too() -> None:
    text = CRANE.read_text(encoding="utf-8")
    trait = '<Technique type="Passion" name="Haiku" ring="Void"/>'
    found = read(text.replace("<PersonalTraits/>", f"<PersonalTraits>{trait}</PersonalTraits>"))
    assert [(each.name, each.kind) for each in character_of(found).advantages] == [
        ("Haiku", "passion"),
        ("Precise (Air)", "distinction"),
        ("Fear of Failure", "anxiety"),
    ]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("distinction", ("Distinction", "Distinctions", "DISTINCTIONS")),
        ("adversity", ("Adversity", "Adversities", "adversities")),
        ("passion", ("Passion", "Passions", "pAsSiOnS")),
        ("anxiety", ("Anxiety", "Anxieties", "anxiety")),
    ],
)
def test_the_kind_of_a_trait_is_read_of_one_and_of_several(kind: str, words: tuple[str, ...]) -> None:
    """5e.advantages"""
    for word in words:
        found = crane('type="Distinctions"', f'type="{word}"')
        assert [each.kind for each in character_of(found).advantages] == [kind, "anxiety"]
        assert not any("whose kind" in note for note in found.notes)
    for word in ("Passioness", "Anxietie", "Heritage", ""):
        found = crane('type="Distinctions"', f'type="{word}"')
        assert [each.kind for each in character_of(found).advantages] == ["anxiety"]


def test_a_bare_export() -> None:
    found = read('<Character><Name value="Crane duellist"/></Character>')
    assert found.data == {"game": "5e", "name": "Crane duellist"}
    assert character_of(found).skills is None
    empty = read("<Character><Skills/></Character>")
    assert empty.data == {"game": "5e", "name": "Unnamed", "skills": {}}
    assert character_of(empty).skills == ()


BOMB = (
    '<!DOCTYPE x [<!ENTITY a "' + "a" * 1000 + '"><!ENTITY b "&a;&a;&a;">]><Character><Name value="&b;"/></Character>'
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BOMB, "document type"),
        ('<!ENTITY a "b"><Character/>', "document type"),
        ("<!DOCTYPE html><Character/>", "document type"),
        ("<Character>", "not whole XML, line 1"),
        ("<html><body/></html>", "of the kind html"),
        ('<Character Name="\x01"/>', "not whole XML"),
        ("<" * 100_000, "not whole XML"),
        ("<a>" * 100_000, "not whole XML"),
        ("<a>" * 100_000 + "</a>" * 100_000, "of the kind a"),
    ],
)
def test_what_is_no_export_of_it(text: str, says: str) -> None:
    assert knows(text)
    with pytest.raises(SheetError, match=says) as found:
        read(text)
    assert found.value.code == "sheet.import"
    assert "Export to XML" in found.value.hint


# --- Foundry ------------------------------------------------------------------------------------------------------


def test_an_actor_of_foundry() -> None:
    """5e.derived, 5e.action.rising-blade"""
    found = import_(actor())
    assert found.kind == "foundry-l5r5e"
    one = character_of(found)
    assert (one.name, one.clan, one.family, one.school, one.school_rank) == (
        "Kakita Ren",
        "Crane",
        "Kakita",
        "Kakita Duelist",
        3,
    )
    assert (one.honour, one.glory, one.status, one.strife, one.fatigue, one.void_points) == (50, 44, 31, 5, 4, 1)
    assert dict(one.rings) == RINGS
    assert dict(one.skills or ()) == {
        "aesthetics": 1,
        "fitness": 2,
        "martial arts melee": 3,
        "martial arts unarmed": 1,
        "meditation": 2,
        "courtesy": 1,
    }
    assert one.weapons == (WEAPONS["katana"],)
    assert one.armour is not None
    assert one.armour.name == "lacquered armour"
    assert one.techniques == ("Iaijutsu Cut: Rising Blade",)
    assert [(each.name, each.kind, each.ring) for each in one.advantages] == [
        ("Keen Balance", "distinction", "water"),
        ("Impatience", "adversity", "earth"),
    ]
    assert not one.npc
    assert found.notes == (
        "Of techniques only the names are read. What one changes can be written as a modifier: see the page on "
        "characters.",
        "Common Clothes is not worn and is not read.",
        "Pieces of equipment are not read: Tea set.",
        "Advancements are not read: Melee 3.",
        "Not read of the identity: roles.",
        "Not read of the social standing: ninjo.",
        "Not read of the actor: xp_total, description.",
    )


def test_older_files_of_foundry_say_the_same() -> None:
    old = actor(system={"void_points": {"max": 2, "current": 1}, "fatigue": 4, "strife": "5", "vigilante": 3})
    del old["system"]["vigilance"], old["_stats"]
    old["data"] = old.pop("system")
    for each in old["items"]:
        each["data"] = each.pop("system")
    assert import_(old).data == import_(actor()).data
    old["data"]["vigilante"] = 9
    assert any(note.startswith("Vigilance is 9 in the file; the rings give 3") for note in import_(old).notes)
    assert import_(actor(system={"void_points": 1})).data == import_(actor()).data
    tagged = actor(flags={"exportSource": {"system": "l5r5e"}})
    del tagged["_stats"]
    assert import_(tagged).data == import_(actor()).data


def test_an_opponent_keeps_its_numbers() -> None:
    """5e.derived: what was set by hand counts."""
    npc = actor(
        "npc",
        {
            "skills": {"artisan": 0, "martial": 3, "scholar": 1, "social": 0, "trade": 2},
            "rings": RINGS | {"earth": 8},
            "endurance": 14,
            "composure": 9,
            "focus": 4,
            "vigilance": 0,
            "type": "adversary",
            "conflict_rank": {"martial": 4, "social": 2},
            "attitude": "Hungry",
        },
    )
    found = import_(npc)
    one = character_of(found)
    assert one.npc
    assert (sheet.endurance(one), sheet.composure(one), sheet.focus(one), sheet.vigilance(one)) == (14, 9, 4, 3)
    assert dict(one.skills or ()) == {name: {"martial": 3, "scholar": 1, "trade": 2}.get(group, 0)
                                      for name, group in GROUP_OF.items()}  # fmt: skip
    assert one.school_rank is None
    notes = "\n".join(found.notes)
    assert "Not set in the file, so that the rings decide: Vigilance." in notes
    assert "type, conflict_rank, attitude" in notes


@pytest.mark.parametrize(
    ("system", "says"),
    [
        ({"composure": 12}, "Composure is 12 in the file; the rings give 8, which counts"),
        ({"void_points": {"value": 3}}, "Void Points are 3, more than the Void ring of 2"),
        ({"rings": {"air": 3}, "void_points": 7}, "Void Points are 7, more than any Void ring"),
        ({"rings": {"air": 3}}, "The file gives no rank for Earth, Fire, Water, Void"),
        ({"rings": "x"}, "Rings: x stands where a table belongs"),
        ({"rings": RINGS | {"air": True}}, "The Air ring is yes, not a whole number from 1 to 6"),
        ({"strife": {"value": [1]}}, "Strife is a list, not a whole number"),
        ({"skills": {"martial": {"fitness": 9}}}, "The rank of the skill fitness is 9"),
        ({"skills": {"martial": {"kendo": 2}}}, "not known by these names: kendo 2"),
        ({"identity": {"clan": 3}}, "The clan is 3, which is no text"),
        ({"identity": {"school_rank": 0}}, "The school rank is 0, not a whole number from 1 to 6"),
        ({"stance": "fire"}, "The stance (fire) is not read"),
        ({"zeni": 200}, "Not read of the actor: xp_total, description, zeni"),
    ],
)
def test_what_is_odd_in_an_actor_is_told(system: dict[str, Any], says: str) -> None:
    found = import_(actor(system=system))
    assert any(says in note for note in found.notes), found.notes
    character_of(found)


@pytest.mark.parametrize(
    ("values", "grips"),
    [
        ({"grip_1": "", "grip_2": ""}, (Grip(1),)),
        ({}, (Grip(1),)),
        ({"grip_1": "N/A", "grip_2": ""}, (Grip(2),)),
        ({"grip_1": "N/A", "grip_2": "Damage +1, Deadliness - 2"}, (Grip(2, 1, -2),)),
        ({"grip_1": "-", "grip_2": "Dangerosité +1 / Razor-Edge"}, (Grip(2, 0, 1, True),)),
        ({"grip_1": "Range 1", "grip_2": "Dégâts +2"}, (Grip(1), Grip(2, 2))),
        ({"grip_1": "", "grip_2": "n/a"}, (Grip(1),)),
        ({"grip_1": "2-hand", "grip_2": "N/A"}, (Grip(2),)),
        ({"grip_1": "2 hands", "grip_2": ""}, (Grip(2),)),
        ({"grip_1": "Two-handed, Deadliness +2", "grip_2": "-"}, (Grip(2, 0, 2),)),
        ({"grip_1": "1-hand", "grip_2": "2-hand: Damage +2"}, (Grip(1), Grip(2, 2))),
        ({"grip_1": "2-hand", "grip_2": "one-handed"}, (Grip(1), Grip(2))),
        ({"grip_1": "two-handed / Deadliness +2", "grip_2": ""}, (Grip(2, 0, 2),)),
        ({"grip_1": "1-hand", "grip_2": ""}, (Grip(1),)),
        ({"grip_1": "", "grip_2": "2-hand"}, (Grip(2),)),
        ({"grip_1": "2H", "grip_2": "2-hand"}, (Grip(2),)),
        ({"grip_1": "2 mains / Dangerosité +1", "grip_2": "x"}, (Grip(2, 0, 1),)),
        ({"grip_1": "2 Damage +1", "grip_2": ""}, (Grip(1, 1), Grip(2))),
    ],
)
def test_grips_of_foundry(values: dict[str, str], grips: tuple[Grip, ...]) -> None:
    own = item(
        "weapon", "Own/thing", skill="melee", damage=3, deadliness=3, properties=[{"name": "Shiny"}, "x", 3], **values
    )
    found = import_(actor(items=[own]))
    (weapon,) = character_of(found).weapons
    assert (weapon.name, weapon.grips) == ("Own-thing", grips)
    assert any("Qualities of Own/thing are not read: Shiny, x" in note for note in found.notes)
    if "Range" in values.get("grip_1", ""):
        assert any("What a grip of Own/thing changes are not read: Range 1" in note for note in found.notes)


def test_a_known_weapon_without_grips_has_its_own() -> None:
    tetsubo = item("weapon", "Tetsubō", skill="melee", damage=7, deadliness=3, grip_1="", grip_2="",
                   properties=[{"name": "Cumbersome"}, {"name": "Durable"}, {"name": "Wargear"}])  # fmt: skip
    sharper = copy.deepcopy(KATANA)
    sharper["system"]["deadliness"] = 6
    punch = item("weapon", "Punch", skill="unarmed", damage=1, deadliness=2, properties=[{"name": "Snaring"}])
    found = import_(actor(items=[tetsubo, KATANA, sharper, KATANA, punch]))
    one = character_of(found)
    assert [(each.name, each.deadliness) for each in one.weapons] == [
        ("tetsubo", 3),
        ("katana", 5),
        ("katana (2)", 6),
        ("katana (3)", 5),
        ("punch", 2),
    ]
    assert one.weapons[0].grips == (Grip(2),)
    assert one.weapons[2].qualities == ("ceremonial", "razor_edged")
    assert any("The weapon Katana is not the usual one: 4/6 with 1 hand or 4/8 with 2 hands" in n for n in found.notes)


def test_effects_are_told_and_not_applied() -> None:
    found = import_(actor(effects=[{"name": "Blessed", "changes": []}, {"label": "Old"}]))
    assert "Effects are not read: Blessed, Old." in found.notes


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (actor("vehicle"), "exported with the type vehicle"),
        (actor(_stats={"systemId": "dnd5e"}), "no character file"),
        ({"type": "character"}, "no character file"),
        ({}, "no character file"),
        ([], "a list, not the table"),
    ],
)
def test_what_is_no_actor(data: Any, says: str) -> None:
    with pytest.raises(SheetError, match=says) as found:
        import_(data)
    assert found.value.code == "sheet.import"


odd = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20, 200)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["4", "melee", "Katana", "air", "passion", "weapon"]),
    lambda each: (
        st.lists(each, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "type", "system", "value", "air", "martial", "damage", "properties", "ring"]),
            each,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@settings(max_examples=150)
@given(
    st.sampled_from(["character", "npc"]), st.dictionaries(st.sampled_from([*actor()["system"]]), odd), st.lists(odd)
)
def test_whatever_stands_in_an_actor_makes_a_file_without_faults(
    kind: str, system: dict[str, Any], items: list[Any]
) -> None:
    character_of(import_(actor(kind, system, items=[*actor()["items"], *items])))


# --- the command --------------------------------------------------------------------------------------------------


def test_the_command_tells_all_tools_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "misnamed.l5r").write_bytes(CRANE.read_bytes())
    (folder / "ren.txt").write_text(json.dumps(actor()), encoding="utf-8")
    for file, kind in (("misnamed.l5r", "paper-blossoms"), ("ren.txt", "foundry-l5r5e"), (str(KAKITA), "l5rcm")):
        assert main(["sheet", "import", file, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["kind"], told["faults"]) == (kind, [])
        assert tomllib.loads(told["sheet"])["game"] == ("4e" if kind == "l5rcm" else "5e")
    assert main(["sheet", "import", "ren.txt", "-o", "ren"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "ren.toml is written. Look at it: rollkeep sheet show ren.toml\n"
    assert "Note: Advancements are not read: Melee 3." in printed.err
    assert main(["sheet", "show", "ren", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["focus"] == 6


def test_the_binary_save_of_paper_blossoms_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = b"\x00\x00\x00\x06\x00A\x00y\x00a\xff\xff\xff\xff"
    for raw in (save, save.replace(b"\xff", b"\x00")):
        (folder / "crane.pbc").write_bytes(raw)
        assert main(["sheet", "import", "crane.pbc", "--json"]) == 2
        error = json.loads(capsys.readouterr().err)["error"]
        assert error["code"] == "sheet.import"
        assert "binary save" in error["message"]
        assert "Export to XML" in error["hint"]


@pytest.mark.parametrize("option", [["--school-trait", "agility"], ["--packs", "."]])
def test_options_of_the_4th_are_refused(folder: Path, capsys: pytest.CaptureFixture[str], option: list[str]) -> None:
    assert main(["sheet", "import", str(CRANE), *option, "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["code"] == "usage.clash"


def test_of_two_grips_with_as_many_hands_the_first_counts() -> None:
    """5e.weapons"""
    own = item("weapon", "Own", skill="melee", damage=3, deadliness=3, grip_1="2-hand", grip_2="Damage +2")
    found = import_(actor(items=[own]))
    assert character_of(found).weapons[0].grips == (Grip(2),)
    assert any("Own has two grips with 2 hands; the first counts" in note for note in found.notes)


def test_grips_of_a_text() -> None:
    notes = Notes()
    assert grip_of(2, "Deadliness +2", "x", notes) == Grip(2, 0, 2)
    assert notes.all() == ()
    assert set(GROUPS) == {"artisan", "martial", "scholar", "social", "trade"}


def test_a_zero_that_says_something_stays() -> None:
    one = character_of(import_(actor(system={"social": {"honor": 0, "glory": 0, "status": 0}, "void_points": 0})))
    assert (one.honour, one.glory, one.status, one.void_points) == (0, 0, 0, 0)
    assert "strife" not in import_(actor(system={"strife": 0})).data


def test_whoever_has_a_strange_file_is_told_every_tool_of_both_games(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in (
        "{}",
        "[1]",
        "{",
        "<Person/>",
        "some words",
        '{"type": "npc", "system": {}, "_stats": {"systemId": "dnd5e"}}',
        "",
    ):
        (folder / "strange.txt").write_text(text)
        assert main(["sheet", "import", "strange.txt", "--json"]) == 2
        hint = json.loads(capsys.readouterr().err)["error"]["hint"]
        for tool in ("L5R Character Manager 3", "l5r-character-sheet-creator", "Paper Blossoms", "Foundry VTT"):
            assert tool in hint, text
        for system in ("l5r4", "l5r5e"):
            assert system in hint
