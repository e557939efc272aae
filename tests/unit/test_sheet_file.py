"""Character files: every fault is found, with its line and what to write instead."""

from __future__ import annotations

import tomllib

import pytest

from rollkeep.dice.notation import Term
from rollkeep.errors import SheetError
from rollkeep.fourth.sheet import Character, Skill
from rollkeep.fourth.sheet_file import read
from rollkeep.fourth.sheet_text import example
from rollkeep.toml.lines import Lines
from rollkeep.toml.written import written


def faults(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(SheetError) as found:
        read(text)
    assert found.value.code == "sheet"
    return [
        (fault["line"], fault["key"], f"{fault['message']} {fault['hint']}") for fault in found.value.data["faults"]
    ]


def test_a_name_is_enough() -> None:
    assert read('name = "Akodo"') == Character("Akodo")


def test_what_is_read(shinai: Character) -> None:
    assert (shinai.name, shinai.clan, shinai.school_rank) == ("Bayushi Shinai", "Scorpion", 1)
    assert dict(shinai.traits)["perception"] == 3
    assert (shinai.void_ring, shinai.void_points, shinai.per_round) == (3, 2, 1)
    assert shinai.skills is not None
    assert shinai.skills[0] == Skill("kyujutsu", 4, ("yumi",))
    assert shinai.skills[3] == Skill("lore heraldry", 1)
    assert shinai.modifiers[0].on == (frozenset({"initiative"}),)
    assert [carried.weapon.name for carried in shinai.weapons] == ["katana", "yumi"]
    assert shinai.armor is not None
    assert (shinai.armor.tn, shinai.casts) == (5, False)


def test_more_ways_to_write_it() -> None:
    character = read(
        """
        name = "X"
        traits.reflexes = 3
        skills = { "Craft: Pottery" = { rank = 1, trait = "agility" }, "sword dance" = { rank = 2, trait = "agility" } }
        [[modifiers]]
        name = "a"
        pool = "-1k1"
        on = "Damage Katana"
        for = "duel"
        active = false
        [[modifiers]]
        name = "b"
        free_raises = 1
        explode_on = 9
        [[weapons]]
        name = "my bow"
        skill = "kyujutsu"
        kind = "bow"
        strength = 2
        arrow = "1k1"
        explode_on = 9
        [[weapons]]
        name = "katana"
        dr = "4k2"
        [armor]
        name = "shell"
        tn = 7
        reduction = 2
        [wounds]
        per_rank = 3
        [options]
        affinity = "Fire"
        [[block.attacks]]
        name = "bite"
        attack = "5k3"
        """
    )
    assert character.skills is not None
    assert [(skill.name, skill.trait) for skill in character.skills] == [
        ("craft pottery", "agility"),
        ("sword dance", "agility"),
    ]
    first, second = character.modifiers
    assert (first.pool, first.when, first.active) == (Term(-1, -1), ("duel",), False)
    assert (second.free_raises, second.explode_on, second.on) == (1, 9, ())
    bow, katana = (carried.weapon for carried in character.weapons)
    assert (bow.trait, bow.strength, katana.dr, katana.skill) == ("reflexes", 2, "4k2", "kenjutsu")
    assert character.armor is not None
    assert (character.armor.reduction, character.per_rank, character.casts) == (2, 3, True)
    assert character.block is not None
    assert character.block.attacks[0].name == "bite"


@pytest.mark.parametrize(
    ("line", "key", "says"),
    [
        ("reflexes = 3", "reflexes", "no key"),
        ("clan = 3", "clan", 'clan is a text in "quotes", not 3.'),
        ('clan = ""', "clan", "clan is empty"),
        ('clan = "a\\u0007"', "clan", "U+0007"),
        ('clan = "' + "x" * 201 + '"', "clan", "at most 200"),
        ('game = "5e"', "game", 'game is "4e"'),
        ("school_rank = 11", "school_rank", "from 0 to 10, not 11"),
        ("school_rank = 1.5", "school_rank", "whole number"),
        ("school_rank = true", "school_rank", "not true"),
        ("honor = 1e9", "honor", "number from -100 to 100"),
        ("honor = nan", "honor", "not nan"),
        ("traits = 3", "traits", "a table: [traits]"),
        ("traits = { reflexes = 0 }", "traits.reflexes", "from 1 to 10, not 0"),
        ("traits = { reflexes = 11 }", "traits.reflexes", "from 1 to 10, not 11"),
        ("traits = { reflexs = 3 }", "traits.reflexs", "Did you mean reflexes?"),
        ("void = { ring = 11 }", "void.ring", "from 0 to 10"),
        ("void = { ring = 2, points = 3 }", "void.points", "at most the ring, 2, not 3"),
        ("void = { per_round = 0 }", "void.per_round", "from 1 to 10"),
        ("void = { rings = 2 }", "void.rings", "Did you mean ring?"),
        ("skills = 3", "skills", "a table"),
        ("skills = { kenjutsuu = 3 }", "skills.kenjutsuu", "Did you mean kenjutsu?"),
        ("skills = { kenjutsu = 11 }", "skills.kenjutsu", "Kenjutsu is a whole number from 0 to 10"),
        ("skills = { kenjutsu = {} }", "skills.kenjutsu", "has no rank"),
        ("skills = { kenjutsu = { rank = 1, emphasis = 1 } }", "skills.kenjutsu.emphasis", "emphases"),
        ("skills = { kenjutsu = { rank = 1, emphases = [1] } }", "skills.kenjutsu.emphases", "a text"),
        ("skills = { kenjutsu = { rank = 1, trait = 'x' } }", "skills.kenjutsu.trait", "stamina"),
        ("skills = { kenjutsu = 1, Kenjutsu = 2 }", "skills.Kenjutsu", "given twice"),
        ("skills = { '!' = 1 }", "skills.!", "no name of a Skill"),
        ("modifiers = 3", "modifiers", "a list of tables: [[modifiers]]"),
        ("modifiers = [3]", "modifiers.1.modifiers", "a list of tables"),
        ("modifiers = [{ pool = '1k0' }]", "modifiers.1", "has no name"),
        ("modifiers = [{ name = 'a' }]", "modifiers.1", "gives nothing"),
        ("modifiers = [{ name = 'a', pool = '1q0' }]", "modifiers.1.pool", "cannot be"),
        ("modifiers = [{ name = 'a', pool = '+1', on = 'attak' }]", "modifiers.1.on", "Did you mean attack?"),
        ("modifiers = [{ name = 'a', pool = '1k0', on = 'armor tn' }]", "modifiers.1.pool", "a number such as +5"),
        ("modifiers = [{ name = 'a', pool = '+1' }, { name = 'A', pool = '+1' }]", "modifiers.2.name", "given twice"),
        ("modifiers = [{ name = 'a', explode_on = 8 }]", "modifiers.1.explode_on", "from 9 to 10"),
        ("modifiers = [{ name = 'a', pool = '+1', on = [] }]", "modifiers.1.on", "on names nothing"),
        ("modifiers = [{ name = 'a', pool = '+1', on = 'armor tn', for = 'x' }]", "modifiers.1", "counts always"),
        ("modifiers = [{ name = 'a', free_raises = 1, on = 'tn' }]", "modifiers.1", "a pool such as +5 alone"),
        ("modifiers = [{ name = 'a/b', pool = '+1' }]", "modifiers.1.name", "no /"),
        ("modifiers = [{ name = '!!', pool = '+1' }]", "modifiers.1.name", "letters or digits"),
        ("skills = { attack = { rank = 1, trait = 'agility' } }", "skills.attack", "the word for another roll"),
        ("partial = 1", "partial", "true or false"),
        ("school_rank = 0x" + "f" * 5000, "school_rank", "far too large"),
        ("weapons = [{ name = 'katanna' }]", "weapons.1.name", "Did you mean katana?"),
        ("weapons = [{ name = 'x', skill = 'kenjutsu' }]", "weapons.1", "no damage rating"),
        ("weapons = [{ name = 'x', skill = 'kenjutsi', dr = '3k2' }]", "weapons.1.skill", "Did you mean kenjutsu?"),
        ("weapons = [{ name = 'x', skill = 'kyujutsu', kind = 'bow' }]", "weapons.1", "has no Strength"),
        ("weapons = [{ name = 'yumi', arrow = 'willow' }]", "weapons.1.arrow", "willow leaf"),
        ("weapons = [{ name = 'yumi' }, { name = 'Yumi' }]", "weapons.2.name", "given twice"),
        ("weapons = [{ name = 'yumi', kind = 'rope' }]", "weapons.1.kind", "melee, bow, thrown"),
        ("armor = { name = 'lite' }", "armor.name", "Did you mean light?"),
        ("armor = 'light'", "armor", "a table: [armor]"),
        ("wounds = { taken = -1 }", "wounds.taken", "from 0 to 999"),
        ("wounds = { per_rank = 11 }", "wounds.per_rank", "from 1 to 10"),
        ("options = { casts = 'no' }", "options.casts", "true or false"),
        ("options = { affinity = 'ice' }", "options.affinity", "earth"),
        ("block = { wounds = '15' }", "block.wounds", "15: +5, 30: dead"),
        ("block = { attack = '+5' }", "block.attack", "cannot be"),
        ("options = { casts = false, affinity = 'fire' }", "options.casts", "affinity"),
        ("block = { attacks = [{ name = 'a' }] }", "block.attacks.1", "has no dice"),
        (
            "block = { attacks = [{ name = 'a', attack = '1k1' }, { name = 'A', damage = '1k1' }] }",
            "block.attacks.2.name",
            "given twice",
        ),
        ("block = { attacks = [{ attack = '5k3' }] }", "block.attacks.1", "has no name"),
        ("experience = { spent = -1 }", "experience.spent", "from 0"),
        ("notes = 3", "notes", "a text"),
    ],
)
def test_a_fault(line: str, key: str, says: str) -> None:
    found = faults(f'# a comment\nname = "X"\n\n{line}\n')
    assert [(fault[0], fault[1]) for fault in found] == [(4, key)], found
    assert says in found[0][2]


def test_all_faults_are_listed_in_order() -> None:
    found = faults('nam = "X"\n[traits]\nstrength = 0\n[void]\nring = 12\n\n[[weapons]]\nname = "katanna"\n')
    assert [(line, key) for line, key, _ in found] == [
        (1, "nam"),
        (1, ""),
        (3, "traits.strength"),
        (5, "void.ring"),
        (8, "weapons.1.name"),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = \n", "line 1, column 8"),
        ('name = "a"\nname = "b"\n', "given twice at line 2"),
        ("[traits]\n[traits]\n", "given twice at line 2"),
        ("a = " + "[" * 10_000, "it is not TOML"),
        ('name = "x', "it is not TOML"),
        ("\x00", "line 1, column 1"),
        ("a = " + "9" * 5000, "it is not TOML"),
    ],
)
def test_what_is_no_toml(text: str, says: str) -> None:
    with pytest.raises(SheetError) as found:
        read(text, "x.toml")
    assert found.value.code == "sheet.file"
    assert says in found.value.message


def test_skills_of_ones_own_count_everywhere() -> None:
    character = read(
        'name = "X"\nskills = { dancing = { rank = 2, trait = "agility" } }\n'
        'weapons = [{ name = "ribbon", skill = "dancing", dr = "1k1" }]\n'
        'modifiers = [{ name = "a", pool = "1k0", on = ["dancing", "tn dancing"] }]\n'.replace('"1k0"', '"+1"')
    )
    assert character.weapons[0].weapon.skill == "dancing"
    assert character.modifiers[0].on == (frozenset({"skill", "dancing"}), frozenset({"tn", "dancing"}))


def test_many_faults_are_told_quickly() -> None:
    found = faults('name = "X"\n[skills]\n' + "\n".join(f"kenjutsi{i} = 1" for i in range(5000)))
    assert len(found) == 5000
    assert "Did you mean" in found[0][2]
    assert "Did you mean" not in found[-1][2]


def test_lines_of_keys() -> None:
    text = '''# c
a.b = 1
"c d" = """
t.k = 1
"""
list = [
  1, # ]
  "]",
  [
[2],
  ],
]
[t]
'k' = { z = 1 }
[[m]]
n = 1
[[m]]
n = 2
[m.s]
o = 3
'''
    tomllib.loads(text)
    lines = Lines(text)
    assert [
        lines.line(path)
        for path in (
            ("a", "b"),
            ("c d",),
            ("list", 1),
            ("t", "k", "z"),
            ("m", 0, "n"),
            ("m", 1, "n"),
            ("m", 1, "s", "o"),
            ("nowhere",),
        )
    ] == [2, 3, 6, 14, 16, 18, 20, 1]


def test_the_examples_to_fill_in_have_no_fault() -> None:
    assert read(example('A "quoted" name', "x")).name == 'A "quoted" name'
    assert read(example("Ogre", "ogre", block=True)).block


def test_what_is_written_is_read_again() -> None:
    data = {
        "game": "4e",
        "name": 'A\\ "b" \u00e9',
        "honor": 1.5,
        "traits": {"reflexes": 3},
        "skills": {"lore: heraldry": {"rank": 1, "emphases": ["a", "b"]}, "kenjutsu": 2},
        "modifiers": [{"name": "x", "pool": "+3", "on": ["initiative"], "active": False}],
        "weapons": [{"name": "katana"}, {"name": "yumi", "arrow": "2k3"}],
        "block": {"armor_tn": 15, "attacks": [{"name": "bite", "attack": "5k3"}]},
    }
    text = written(data, ["a comment", "of two\nlines"])
    assert text.startswith("# a comment\n# of two\n# lines\n")
    assert tomllib.loads(text) == data
    assert read(text).name == data["name"]
