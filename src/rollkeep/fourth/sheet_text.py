"""Writing a character file: from data as it is read from one, or as an example to fill in."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rollkeep.fourth.catalogue.rings import TRAITS

EXAMPLE = """\
# A character of the d10 game. Only the name is needed: take out what you do not know, and what is missing is asked
# for when a roll needs it. Check it with: rollkeep sheet check {file}
game = "4e"
name = {name}
# clan = "Scorpion"
# school = "Bayushi Bushi"
school_rank = 1

[traits]            # 1 to 10
{traits}

[void]
ring = 2            # also the most Raises on one roll
points = 2          # left now
# per_round = 1     # an ability may allow more on one roll

[skills]            # a rank, or a table with Emphases
etiquette = 1
kenjutsu = {{ rank = 1, emphases = ["katana"] }}
# "lore: heraldry" = 1

# What a school or a Technique adds, by name. Without "on" it counts on every roll.
# [[modifiers]]
# name = "my Technique"
# pool = "1k0"                # dice, or a bonus: "+5"
# on = ["attack katana"]      # attack, damage, initiative, a Skill, a Trait, tn, armor tn …

[[weapons]]
name = "katana"     # a name that is known brings Skill and damage; your own: skill = "kenjutsu", dr = "3k2"

# [armor]
# name = "light"    # or your own: tn = 5, reduction = 3

[wounds]
taken = 0
# per_rank = 2      # Earth x 2; some play x 3, 4 or 5

# [options]
# casts = true      # a shugenja: affinity = "fire", deficiency = "water"
"""

BLOCK = """\
# A stat block: what a published opponent prints. Take out what you do not know.
# Four of them: rollkeep {file}:4 attack --tn 15
game = "4e"
name = {name}

[block]
initiative = "3k2"
attack = "5k3"
damage = "4k2"
armor_tn = 15
reduction = 0
wounds = "15: +5, 30: dead"
"""


def example(name: str, file: str, *, block: bool = False) -> str:
    """A commented example to fill in."""
    traits = "\n".join(f"{trait} = 2" for trait in TRAITS)
    return (BLOCK if block else EXAMPLE).format(name=_text(name), file=file, traits=traits)


def written(data: Mapping[str, Any], comments: Iterable[str] = ()) -> str:
    """The text of a character file: comments first, then single values, then tables."""
    lines = [f"# {_visible(line)}" for comment in comments for line in comment.splitlines()]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in data.items() if not _is_table(value)]
    for key, value in data.items():
        if isinstance(value, Mapping):
            lines += _table(f"[{_key(key)}]", value, (key,))
        elif _is_table(value):
            for entry in value:
                lines += _table(f"[[{_key(key)}]]", entry, (key,))
    return "\n".join(lines) + "\n"


def _table(header: str, table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    lines = ["", header]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items() if not _is_list_of_tables(value)]
    for key, value in table.items():
        if _is_list_of_tables(value):
            name = ".".join(map(_key, (*path, key)))
            for entry in value:
                lines += _table(f"[[{name}]]", entry, (*path, key))
    return lines


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or _is_list_of_tables(value)


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


def _visible(line: str) -> str:
    return "".join(char for char in line if char.isprintable())


def _text(text: str) -> str:
    """A text in quotes; what JSON escapes, TOML reads too, but for one sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
