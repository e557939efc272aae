"""Character files of the 5th edition: every fault is found, with its line and what to write instead."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollkeep.errors import SheetError
from rollkeep.fifth import sheet
from rollkeep.fifth.catalogue import armour, techniques, weapons
from rollkeep.fifth.catalogue.skills import GROUP_OF, GROUPS
from rollkeep.fifth.places import NUMBERS, on_check
from rollkeep.fifth.sheet import Advantage, Armour, Character, Grip, Modifier, Weapon
from rollkeep.fifth.sheet_file import KEYS, Reading, read
from rollkeep.toml.written import written

WHOLE = """
game = "5e"
name = "Kakita Sen"
clan = "Crane"
family = "Kakita"
school = "Kakita Duelist"
school_rank = 2
honour = 50
glory = 44
status = 30
strife = 3
fatigue = 2
techniques = ["Iaijutsu Cut: Crossing Blade", "Soaring slice"]
[rings]
air = 3
earth = 2
fire = 2
water = 1
void = 2
[skills]
"Martial Arts [Melee]" = 2
meditation = 2
Courtesy = 1
[void]
points = 1
[[advantages]]
name = "Precise"
kind = "Distinction"
ring = "air"
[[advantages]]
name = "Perfectionist"
kind = "anxiety"
ring = "earth"
[[weapons]]
name = "Katana"
[[weapons]]
name = "my fan"
skill = "melee"
damage = 4
deadliness = 3
grips = [{ hands = 1 }, { hands = 2, damage = 1, deadliness = -1, razor_edged = true }]
qualities = ["Razor-edged", "concealable"]
[armour]
name = "lacquered armor"
[[modifiers]]
name = "calm"
on = "composure"
flat = 2
[[modifiers]]
name = "a steady hand"
on = ["attack", "Melee"]
skill = 1
kept = 1
active = false
"""


def head(text: str) -> str:
    return f'game = "5e"\nname = "X"\n{text}'


def faults(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(SheetError) as found:
        read(text)
    assert found.value.code == "sheet"
    return [
        (fault["line"], fault["key"], f"{fault['message']} {fault['hint']}") for fault in found.value.data["faults"]
    ]


def test_a_name_is_enough() -> None:
    assert read('game = "5e"\nname = "Sen"') == Character("Sen")


def test_what_is_read() -> None:
    sen = read(WHOLE)
    assert sen == Character(
        "Kakita Sen",
        "Crane",
        "Kakita",
        "Kakita Duelist",
        2,
        honour=50,
        glory=44,
        status=30,
        rings=(("air", 3), ("earth", 2), ("fire", 2), ("water", 1), ("void", 2)),
        skills=(("martial arts melee", 2), ("meditation", 2), ("courtesy", 1)),
        void_points=1,
        strife=3,
        fatigue=2,
        advantages=(Advantage("Precise", "distinction", "air"), Advantage("Perfectionist", "anxiety", "earth")),
        techniques=("Iaijutsu Cut: Crossing Blade", "Soaring slice"),
        weapons=(
            Weapon("katana", "melee", 4, 5, (Grip(1), Grip(2, 0, 2)), ("ceremonial", "razor_edged")),
            Weapon("my fan", "melee", 4, 3, (Grip(1), Grip(2, 1, -1, True)), ("razor_edged", "concealable")),
        ),
        armour=Armour("lacquered armour", 4, 0, ("ceremonial", "cumbersome", "wargear")),
        modifiers=(
            Modifier("calm", ("composure",), flat=2),
            Modifier("a steady hand", ("attack", "martial arts melee"), skill=1, kept=1, active=False),
        ),
    )
    assert techniques.known(sen) == ("crossing-blade",)


def test_a_stat_block() -> None:
    block = read(
        head(
            "rings = { air = 8, void = 10 }\nvoid.points = 7\n[skills]\nmartial = 2\nmeditation = 4\nsocial = 0\n"
            "[block]\nendurance = 12\ncomposure = 0\nfocus = 5\nvigilance = 3\n"
        )
    )
    assert block.npc
    assert (block.endurance, block.composure, block.focus, block.vigilance) == (12, 0, 5, 3)
    skills = dict(block.skills or ())
    assert {skills[name] for name in GROUPS["martial"] if name != "meditation"} == {2}
    assert (skills["meditation"], skills["games"], sheet.skill(block, "commerce")) == (4, 0, 0)
    assert not read(head("block = { npc = false, focus = 3 }")).npc
    assert not read(head("")).npc


def test_a_skill_of_ones_own_names_its_group() -> None:
    own = read(
        head(
            'skills = { "tea ceremony" = { rank = 3, group = "social" } }\n'
            'modifiers = [{ name = "a", ring = 1, on = "Tea ceremony" }]'
        )
    )
    assert own.skills == (("tea ceremony", 3),)
    assert own.modifiers[0].on == ("tea ceremony",)


def test_what_a_file_leaves_out() -> None:
    """5e.derived: numbers are worked out only from what is there."""
    bare = read(head("rings = { air = 3, water = 2, void = 3 }"))
    assert sheet.vigilance(bare) == 3
    assert sheet.void_points(bare) == 2
    for number, key in (
        (sheet.endurance, "rings.earth"),
        (sheet.composure, "rings.earth"),
        (sheet.focus, "rings.fire"),
    ):
        with pytest.raises(SheetError) as found:
            number(bare)
        assert (found.value.code, found.value.data["key"]) == ("sheet.missing", key)
        assert f"Write it under [rings] of the file: {key[6:]} = N." == found.value.hint
    with pytest.raises(SheetError, match="rank in meditation"):
        sheet.skill(bare, "meditation")
    partial = read(head("partial = true\nskills = { fitness = 1 }"))
    assert sheet.skill(partial, "fitness") == 1
    with pytest.raises(SheetError, match="rank in meditation"):
        sheet.skill(partial, "meditation")
    known = sheet.with_value(sheet.with_value(bare, "rings.earth", 2), "skills.meditation", 2)
    assert [name for name, _ in known.rings] == ["air", "earth", "water", "void"]
    assert (sheet.composure(known), sheet.skill(known, "meditation"), known.partial) == (8, 2, True)


def test_modifiers_change_numbers_and_checks() -> None:
    """5e.derived"""
    changed = read(
        head(
            "rings = { air = 2, earth = 2, fire = 3, water = 1, void = 2 }\n[armour]\nname = 'plated'\n"
            + "".join(f"[[modifiers]]\nname = '{number}'\non = '{number}'\nflat = 2\n" for number in NUMBERS)
            + "[[modifiers]]\nname = 'off'\non = 'focus'\nflat = 9\nactive = false\n"
            "[[modifiers]]\nname = 'every'\nring = 1\n[[modifiers]]\nname = 'air'\non = 'air'\nflat = 1\n"
            "[[modifiers]]\nname = 'sword'\non = ['melee', 'initiative']\nskill = 1\n"
        )
    )
    assert (sheet.endurance(changed), sheet.composure(changed)) == (12, 8)
    assert (sheet.focus(changed), sheet.vigilance(changed), sheet.resistance(changed)) == (7, 4, 7)
    assert [sheet.changed(changed, number) for number in NUMBERS] == [2] * len(NUMBERS)
    assert [each.name for each in on_check(changed, {"attack", "fire", "martial arts melee"})] == ["every", "sword"]
    assert [each.name for each in on_check(changed, {"air"})] == ["every", "air"]
    assert [each.name for each in on_check(changed, {"initiative", "void"})] == ["every", "sword"]
    off = changed._replace(modifiers=(Modifier("off", active=False), Modifier("on", skill=1)))
    assert [each.name for each in on_check(off, {"air"})] == ["on"]
    low = read(head("block = { composure = 3 }\nmodifiers = [{ name = 'a', on = 'composure', flat = -9 }]"))
    assert sheet.composure(low) == 0


@pytest.mark.parametrize(
    ("line", "key", "says"),
    [
        ("rank = 3", "rank", "no key"),
        ("honor = 3", "honor", "Did you mean honour?"),
        ("armor = { name = 'x' }", "armor", "Did you mean armour?"),
        ("disadvantages = []", "disadvantages", "Did you mean advantages?"),
        ("traits = { reflexes = 3 }", "traits", "no key"),
        ("clan = 3", "clan", 'clan is a text in "quotes", not 3.'),
        ('clan = ""', "clan", "clan is empty"),
        ('clan = "a\\u202e"', "clan", "U+202E"),
        ('clan = "' + "x" * 201 + '"', "clan", "at most 200"),
        ("notes = 3", "notes", "notes is a text, not 3"),
        ('notes = "' + "x" * 20_001 + '"', "notes", "more than 20,000"),
        ("school_rank = 0", "school_rank", "from 1 to 6, not 0"),
        ("school_rank = 7", "school_rank", "from 1 to 6, not 7"),
        ("school_rank = 2.0", "school_rank", "whole number"),
        ("school_rank = true", "school_rank", "not true"),
        ("honour = 101", "honour", "from 0 to 100, not 101"),
        ("glory = -1", "glory", "from 0 to 100, not -1"),
        ("status = 1.5", "status", "whole number"),
        ("strife = 100", "strife", "from 0 to 99"),
        ("fatigue = -1", "fatigue", "from 0 to 99"),
        ("rings = 3", "rings", "a table: [rings]"),
        ("rings = { air = 0 }", "rings.air", "from 1 to 6, not 0"),
        ("rings = { air = 7 }", "rings.air", "from 1 to 6, not 7"),
        ("rings = { air = 2.5 }", "rings.air", "from 1 to 6, not 2.5"),
        ("rings = { air = 11 }\nblock = {}", "rings.air", "from 1 to 10, not 11"),
        ("rings = { airr = 2 }", "rings.airr", "Did you mean air?"),
        ("void = { points = 7 }", "void.points", "from 0 to 6"),
        ("void = { points = 3 }\nrings.void = 2", "void.points", "at most the Void ring, 2, not 3"),
        ("void = { ring = 3 }", "void.ring", "Known are points"),
        ("skills = 3", "skills", "a table"),
        ("skills = { meditatoin = 3 }", "skills.meditatoin", "Did you mean meditation?"),
        ("skills = { kenjutsu = 3 }", "skills.kenjutsu", "One of your own names its group"),
        ("skills = { meditation = 6 }", "skills.meditation", "Meditation is a whole number from 0 to 5, not 6"),
        ("skills = { martial = -1 }", "skills.martial", "from 0 to 5"),
        ("skills = { meditation = { rank = 1 } }", "skills.meditation", "whole number from 0 to 5"),
        ("skills = { melee = 1, 'Martial Arts [Melee]' = 2 }", "skills.Martial Arts [Melee]", "given twice"),
        ("skills = { '!' = 1 }", "skills.!", "no name of a skill"),
        ("skills = { tea = { rank = 1 } }", "skills.tea", "Tea has no group"),
        ("skills = { tea = { group = 'social' } }", "skills.tea", "Tea has no rank"),
        ("skills = { tea = { rank = 6, group = 'social' } }", "skills.tea.rank", "from 0 to 5"),
        ("skills = { tea = { rank = 1, group = 'sociable' } }", "skills.tea.group", "Did you mean social?"),
        ("skills = { tea = { rank = 1, group = 'social', ring = 1 } }", "skills.tea.ring", "no key"),
        ("skills = { attack = { rank = 1, group = 'social' } }", "skills.attack", "the word for something else"),
        ("advantages = 3", "advantages", "a list of tables: [[advantages]]"),
        ("advantages = [{ kind = 'passion', ring = 'air' }]", "advantages.1", "An advantage has no name"),
        ("advantages = [{ name = 'a', ring = 'air' }]", "advantages.1", "a has no kind"),
        ("advantages = [{ name = 'a', kind = 'passion' }]", "advantages.1", "a has no ring"),
        ("advantages = [{ name = 'a', kind = 'pasion', ring = 'air' }]", "advantages.1.kind", "Did you mean passion?"),
        ("advantages = [{ name = 'a', kind = 'passion', ring = 'wood' }]", "advantages.1.ring", "air, earth, fire"),
        (
            "advantages = [{ name = 'a', kind = 'passion', ring = 'air' },\n"
            "{ name = 'A', kind = 'anxiety', ring = 'air' }]",
            "advantages.2.name",
            "given twice",
        ),
        ("techniques = [3]", "techniques", "a text"),
        ("techniques = ['a', 'A']", "techniques", "given twice"),
        ("weapons = 3", "weapons", "a list of tables"),
        ("weapons = [{ name = 'katanna' }]", "weapons.1.name", "Did you mean katana?"),
        ("weapons = [{ name = 'spoon', damage = 3 }]", "weapons.1.name", 'There is no weapon "spoon"'),
        ("weapons = [{ name = 'katana', skill = 'kenjutsu' }]", "weapons.1.skill", "melee, ranged, unarmed"),
        ("weapons = [{ name = 'katana', damage = -1 }]", "weapons.1.damage", "from 0 to 99"),
        ("weapons = [{ name = 'katana', deadliness = '5' }]", "weapons.1.deadliness", "whole number"),
        ("weapons = [{ name = 'katana', grips = [] }]", "weapons.1.grips", "grips names none"),
        ("weapons = [{ name = 'katana', grips = [{ damage = 1 }] }]", "weapons.1.grips.1", "how many hands"),
        ("weapons = [{ name = 'katana', grips = [{ hands = 3 }] }]", "weapons.1.grips.1.hands", "from 0 to 2"),
        ("weapons = [{ name = 'katana', grips = [{ hands = 1 }, { hands = 1 }] }]", "weapons.1.grips.2", "given twice"),
        ("weapons = [{ name = 'katana', grips = [{ hands = 1, dmg = 1 }] }]", "weapons.1.grips.1.dmg", "no key"),
        (
            "weapons = [{ name = 'katana', grips = [{ hands = 1, razor_edged = 1 }] }]",
            "weapons.1.grips.1.razor_edged",
            "true or false",
        ),
        ("weapons = [{ name = 'katana', qualities = ['razor'] }]", "weapons.1.qualities", "Did you mean razor_edged?"),
        ("weapons = [{ name = 'katana', dr = '3k2' }]", "weapons.1.dr", "no key"),
        ("weapons = [{ name = 'bo' }, { name = 'Bō' }]", "weapons.2.name", "given twice"),
        ("armour = { name = 'plate' }", "armour.name", "Did you mean plated?"),
        ("armour = { physical = 3 }", "armour", "The armour has no name"),
        ("armour = { name = 'plated', physical = 100 }", "armour.physical", "from 0 to 99"),
        ("armour = { name = 'plated', supernatural = -1 }", "armour.supernatural", "from 0 to 99"),
        ("armour = { name = 'plated', qualities = 'shiny' }", "armour.qualities", "no quality"),
        ("modifiers = [{ flat = 1 }]", "modifiers.1", "has no name"),
        ("modifiers = [{ name = 'a' }]", "modifiers.1", "gives nothing"),
        ("modifiers = [{ name = 'a', flat = 21 }]", "modifiers.1.flat", "from -20 to 20"),
        ("modifiers = [{ name = 'a', ring = 6 }]", "modifiers.1.ring", "from -5 to 5"),
        ("modifiers = [{ name = 'a', flat = 1, on = 'attac' }]", "modifiers.1.on", "Did you mean attack?"),
        ("modifiers = [{ name = 'a', flat = 1, on = 'q9' }]", "modifiers.1.on", "Such as checks"),
        ("modifiers = [{ name = 'a', flat = 1, on = [] }]", "modifiers.1.on", "on names nothing"),
        ("modifiers = [{ name = 'a', skill = 1, on = 'damage' }]", "modifiers.1", "damage takes flat = 1, not dice"),
        ("modifiers = [{ name = 'a', flat = 1, on = ['damage', 'attack'] }]", "modifiers.1.on", "checks and numbers"),
        ("modifiers = [{ name = 'a', flat = 1, active = 1 }]", "modifiers.1.active", "true or false"),
        ("modifiers = [{ name = 'a', flat = 1 }, { name = 'A', flat = 1 }]", "modifiers.2.name", "given twice"),
        ("block = 3", "block", "a table: [block]"),
        ("block = { npc = 1 }", "block.npc", "true or false"),
        ("block = { endurance = 100 }", "block.endurance", "from 0 to 99"),
        ("block = { initiative = 3 }", "block.initiative", "no key"),
        ("partial = 'yes'", "partial", "true or false"),
    ],
)
def test_a_fault_is_named(line: str, key: str, says: str) -> None:
    found = faults(head(line))
    assert [place for _, place, _ in found] == [key]
    assert says in found[0][2]
    assert found[0][0] == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('name = "X"', 'Write game = "5e" at the top.'),
        ('name = "X"\n[rings]\nair = 2', 'Write game = "5e" at the top.'),
        ('name = "X"\ngame = "4e"', 'game is "5e", not "4e".'),
        ('name = "X"\ngame = 5', 'game is "4e" or "5e", not 5.'),
        ('game = "5e"', "A name is missing."),
        ('game = "5e"\nname = "  "', "name is empty"),
    ],
)
def test_what_every_file_says(text: str, says: str) -> None:
    ((_, _, told),) = faults(text)
    assert says in told


def test_all_faults_come_at_once_in_the_order_of_lines() -> None:
    text = head(
        "[rings]\nair = 0\nfire = 9\n[skills]\nnonsense = 1\n[[weapons]]\nname = 'katanna'\n[void]\npoint = 1\n"
    )
    assert [(line, key) for line, key, _ in faults(text)] == [
        (4, "rings.air"),
        (5, "rings.fire"),
        (7, "skills.nonsense"),
        (9, "weapons.1.name"),
        (11, "void.point"),
    ]


@pytest.mark.parametrize("text", ["name = [", "a = 1\na = 2", "[" * 5000, "x = " + "9" * 5000])
def test_what_is_no_toml(text: str) -> None:
    with pytest.raises(SheetError) as found:
        read(text, "x.toml")
    assert found.value.code == "sheet.file"
    assert found.value.message.startswith("x.toml cannot be read")


# name, skill, damage and deadliness with one hand (or none), the same with two hands, qualities; - where there is none
TABLE = """
katana     melee   4/5 4/7  ceremonial razor_edged
wakizashi  melee   3/5 3/7  ceremonial razor_edged
bokken     melee   3/3 5/3  mundane
nodachi    melee   -   5/6  ceremonial razor_edged
jian       melee   4/4 4/5
scimitar   melee   4/5 -    durable razor_edged
tetsubo    melee   -   7/3  cumbersome durable wargear
club       melee   5/2 6/2  mundane
bo         melee   -   6/2  mundane
naginata   melee   -   6/6  cumbersome razor_edged wargear
yari       melee   -   5/3  wargear
tessen     melee   4/3 -    ceremonial concealable
knife      melee   2/4 2/6  concealable mundane razor_edged
jitte      melee   3/2 -    concealable snaring
yumi       ranged  -   5/3
punch      unarmed 1/2 -    snaring
kick       unarmed 2/1 -
bite       unarmed 0/3 -
"""


def test_the_weapons_are_those_of_the_table() -> None:
    """5e.damage, 5e.critical, 5e.action.strike"""
    rows = [line.split() for line in TABLE.split("\n") if line]
    assert {row[0] for row in rows} == set(weapons.WEAPONS)
    for name, skill, one, two, *qualities in rows:
        weapon = weapons.WEAPONS[name]
        assert (weapon.skill, sorted(weapon.qualities)) == (skill, qualities)
        bare = 0 if name in ("kick", "bite") else 1
        for hands, numbers in ((bare, one), (2, two)):
            held = weapons.held(weapon, hands)
            assert numbers == ("-" if held is None else f"{held.damage}/{held.deadliness}"), name
    jian = [weapons.held(weapons.WEAPONS["jian"], hands) for hands in (1, 2)]
    assert [each is not None and "razor_edged" in each.qualities for each in jian] == [False, True]
    katana = weapons.held(weapons.WEAPONS["katana"], 2)
    assert katana is not None
    assert katana.qualities == ("ceremonial", "razor_edged")
    assert weapons.held(katana, 1) is None


def test_the_armour_is_that_of_the_table() -> None:
    """5e.damage"""
    told = "0 0, 1 0, 1 0, 1 3, 2 0, 2 0, 3 0, 4 0, 5 0"
    assert ", ".join(f"{each.physical} {each.supernatural}" for each in armour.ARMOUR.values()) == told
    assert len(armour.ARMOUR) == 9


@pytest.mark.parametrize("text", ["Tetsubō", "TETSUBO", " tetsubo "])
def test_a_weapon_is_known_however_it_is_written(text: str) -> None:
    assert read(head(f"weapons = [{{ name = '{text}' }}]")).weapons == (weapons.WEAPONS["tetsubo"],)


def test_bare_hands_are_always_there() -> None:
    own = read(head("weapons = [{ name = 'katana' }, { name = 'Punch', damage = 3 }]"))
    assert [(each.name, each.damage) for each in weapons.at_hand(own)] == [
        ("katana", 4),
        ("punch", 3),
        ("kick", 2),
        ("bite", 0),
    ]
    assert [each.name for each in weapons.at_hand(Character("X"))] == ["punch", "kick", "bite"]


def test_the_skills_are_twenty_four_in_five_groups() -> None:
    assert len(GROUP_OF) == 24
    assert {group: len(skills) for group, skills in GROUPS.items()} == {
        "artisan": 4,
        "martial": 6,
        "scholar": 5,
        "social": 4,
        "trade": 5,
    }
    for number, name in enumerate(GROUP_OF):
        assert read(head(f'skills = {{ "{name.upper()}" = {number % 6} }}')).skills == ((name, number % 6),)


odd = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-200, 200)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["air", "katana", "passion"]),
    lambda each: (
        st.lists(each, max_size=3)
        | st.dictionaries(st.sampled_from(sorted({key for keys in KEYS.values() for key in keys})), each, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(KEYS[""]), odd, max_size=5))
def test_odd_values_are_faults_and_no_crash(data: dict[str, Any]) -> None:
    reading = Reading()
    reading.character(data)
    assert all(message for _, message, _ in reading.faults)


def test_what_is_written_reads_back() -> None:
    data = tomllib.loads(WHOLE)
    assert read(written(data)) == read(WHOLE)
