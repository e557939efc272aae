"""A character of the 5th edition as the text of a character file, which reads back as the same character."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rollkeep.fifth.catalogue import armour, weapons
from rollkeep.fifth.catalogue.skills import GROUP_OF, GROUPS
from rollkeep.fifth.sheet import DERIVED, MOST_RING, Armour, Character, Grip, Modifier, Weapon
from rollkeep.fifth.sheet_file import GAME
from rollkeep.toml.written import written


def text_of(character: Character, comments: Collection[str] = ()) -> str:
    """The text of a file that tells of this character; what is not written down is left out.

    >>> print(text_of(Character("Shinai", rings=(("air", 3),))), end="")
    game = "5e"
    name = "Shinai"
    <BLANKLINE>
    [rings]
    air = 3
    """
    return written(data_of(character), comments)


def data_of(character: Character) -> dict[str, Any]:
    """The same as data."""
    single = ("clan", "family", "school", "school_rank", "honour", "glory", "status")
    moving = {name: value for name in ("strife", "fatigue") if (value := getattr(character, name))}
    skills, points = character.skills, character.void_points
    tables: dict[str, Any] = {
        "techniques": list(character.techniques),
        "rings": dict(character.rings),
        "skills": None if skills is None else {name: _skill(name, rank) for name, rank in skills},
        "void": {} if points is None else {"points": points},
        "armour": _armour(character.armour) if character.armour else {},
        "block": _block(character),
        "advantages": [dict(each._asdict()) for each in character.advantages],
        "weapons": [_weapon(each) for each in character.weapons],
        "modifiers": [_modifier(each) for each in character.modifiers],
    }
    return {
        "game": GAME,
        "name": character.name,
        **({"partial": True} if character.partial else {}),
        **{name: value for name in single if (value := getattr(character, name)) not in ("", None)},
        **moving,
        **{name: value for name, value in tables.items() if value or (value is not None and name == "skills")},
    }


def _skill(name: str, rank: int) -> Any:
    return rank if name in GROUP_OF else {"rank": rank, "group": next(iter(GROUPS))}


def _block(character: Character) -> dict[str, Any]:
    found = {name: value for name in DERIVED if (value := getattr(character, name)) is not None}
    ranks = [rank for _, rank in character.rings]
    if character.npc or found or max(ranks, default=0) > MOST_RING:
        return {"npc": character.npc, **found}
    return {}


def _grip(grip: Grip) -> dict[str, Any]:
    return {"hands": grip.hands, **{name: value for name, value in grip._asdict().items() if value and name != "hands"}}


def _weapon(weapon: Weapon) -> dict[str, Any]:
    known = weapons.named(weapon.name)
    names = ("skill", "damage", "deadliness")
    found: dict[str, Any] = {
        name: getattr(weapon, name) for name in names if not known or getattr(weapon, name) != getattr(known, name)
    }
    usual = known or Weapon(weapon.name)
    if weapon.grips != usual.grips:
        found["grips"] = [_grip(each) for each in weapon.grips]
    if weapon.qualities != usual.qualities:
        found["qualities"] = list(weapon.qualities)
    return {"name": weapon.name, **found}


def _armour(worn: Armour) -> dict[str, Any]:
    known = armour.named(worn.name)
    found: dict[str, Any] = {
        name: getattr(worn, name)
        for name in ("physical", "supernatural")
        if not known or getattr(worn, name) != getattr(known, name)
    }
    if worn.qualities != (known.qualities if known else ()):
        found["qualities"] = list(worn.qualities)
    return {"name": worn.name, **found}


def _modifier(modifier: Modifier) -> dict[str, Any]:
    found: dict[str, Any] = {"on": list(modifier.on)} if modifier.on != ("checks",) else {}
    gives = {name: value for name in ("ring", "skill", "kept", "flat") if (value := getattr(modifier, name))}
    return {
        "name": modifier.name,
        **found,
        **(gives or {"flat": 0}),
        **({} if modifier.active else {"active": False}),
    }
