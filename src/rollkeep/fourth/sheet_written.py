"""A character as the text of a character file, which reads back as the same character."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rollkeep.fourth.catalogue.armor import ARMORS, Armor
from rollkeep.fourth.catalogue.weapons import WEAPONS, Weapon
from rollkeep.fourth.modifier import Modifier, Place
from rollkeep.fourth.places import read_place
from rollkeep.fourth.sheet import Attack, Block, Carried, Character, Skill
from rollkeep.fourth.sheet_file import GAME
from rollkeep.fourth.wounds import HEALTHY, PER_RANK, WoundRank
from rollkeep.names import plain
from rollkeep.toml.written import written


def text_of(character: Character, comments: Collection[str] = ()) -> str:
    """The text of a file that tells of this character; what is not written down is left out.

    >>> print(text_of(Character("Shinai", traits=(("reflexes", 3),))), end="")
    game = "4e"
    name = "Shinai"
    <BLANKLINE>
    [traits]
    reflexes = 3
    """
    return written(data_of(character), comments)


def data_of(character: Character) -> dict[str, Any]:
    """The same as data."""
    known = {plain(carried.weapon.name) for carried in character.weapons} | set(WEAPONS)
    own = {skill.name for skill in character.skills or ()}
    single = ("clan", "family", "school", "school_rank", "insight_rank", "honor", "glory", "status")
    tables: dict[str, Any] = {
        "traits": dict(character.traits),
        "void": _void(character),
        "skills": None if character.skills is None else {each.name: _skill(each) for each in character.skills},
        "armor": _armor(character.armor) if character.armor else {},
        "wounds": _wounds(character),
        "options": _options(character),
        "block": _block(character.block) if character.block else None,
        "modifiers": [_modifier(each, known, own) for each in character.modifiers],
        "weapons": [_weapon(each) for each in character.weapons],
    }
    return {
        "game": GAME,
        "name": character.name,
        **({"partial": True} if character.partial else {}),
        **{name: value for name in single if (value := getattr(character, name)) not in ("", None)},
        **{
            name: value
            for name, value in tables.items()
            if value or (value is not None and name in ("skills", "block"))
        },
    }


def _void(character: Character) -> dict[str, int]:
    found = {"ring": character.void_ring, "points": character.void_points}
    more = {"per_round": character.per_round} if character.per_round != 1 else {}
    return {name: value for name, value in found.items() if value is not None} | more


def _skill(skill: Skill) -> Any:
    more: dict[str, Any] = {"emphases": list(skill.emphases)} if skill.emphases else {}
    if skill.trait:
        more["trait"] = skill.trait
    return {"rank": skill.rank, **more} if more else skill.rank


def _wounds(character: Character) -> dict[str, int]:
    found = (("taken", character.wounds, 0), ("per_rank", character.per_rank, PER_RANK))
    return {name: value for name, value, usual in (*found, ("healthy", character.healthy, HEALTHY)) if value != usual}


def _options(character: Character) -> dict[str, Any]:
    found = {"casts": character.casts, "affinity": character.affinity, "deficiency": character.deficiency}
    return {name: value for name, value in found.items() if value not in ("", None)}


def _modifier(modifier: Modifier, weapons: Collection[str], skills: Collection[str]) -> dict[str, Any]:
    gives: dict[str, Any] = {"free_raises": modifier.free_raises} if modifier.free_raises else {}
    if modifier.explode_on:
        gives["explode_on"] = modifier.explode_on
    if any(modifier.pool[:3]) or not gives:
        gives = {"pool": str(modifier.pool), **gives}
    words = {"on": [place_text(each, weapons, skills) for each in modifier.on]}
    words |= {"for": list(modifier.when), "unless": list(modifier.unless)}
    waits: dict[str, Any] = {name: value for name, value in words.items() if value}
    return {"name": modifier.name, **gives, **waits, **({} if modifier.active else {"active": False})}


def place_text(place: Place, weapons: Collection[str], skills: Collection[str]) -> str:
    """What a modifier is on, as people write it; it is read as the same again.

    >>> place_text(frozenset({"skill", "kenjutsu"}), (), ()), place_text(frozenset({"yumi", "damage"}), ["yumi"], ())
    ('kenjutsu', 'damage yumi')
    """
    words = sorted(place)
    tries = [*words, " ".join(words), " ".join(reversed(words))]
    return next((text for text in tries if read_place(text, weapons, skills) == place), tries[-1])


def _weapon(carried: Carried) -> dict[str, Any]:
    weapon = carried.weapon
    known = WEAPONS.get(plain(weapon.name))
    kind = weapon.kind
    usual = known or Weapon(weapon.name, "", kind="melee", trait="reflexes" if kind == "bow" else "agility")
    names = ("skill", "trait", "kind", "dr", "strength", "size", "range_ft")
    found = {name: getattr(weapon, name) for name in names if getattr(weapon, name) != getattr(usual, name)}
    if weapon.keywords != usual.keywords:
        found["keywords"] = list(weapon.keywords)
    more = {"arrow": carried.arrow, "explode_on": carried.explode_on}
    return {"name": weapon.name, **found, **{name: value for name, value in more.items() if value}}


def _armor(armor: Armor) -> dict[str, Any]:
    known = ARMORS.get(plain(armor.name).removesuffix(" armor"))
    found = {"tn": armor.tn, "reduction": armor.reduction}
    return {
        "name": armor.name,
        **{name: value for name, value in found.items() if known is None or value != getattr(known, name)},
    }


def _block(block: Block) -> dict[str, Any]:
    first = block.attacks[:1] if block.attacks and not block.attacks[0].name else ()
    found: dict[str, Any] = {"initiative": str(block.initiative)} if block.initiative else {}
    for attack in first:
        found |= _attack(attack)
    numbers = {"armor_tn": block.armor_tn, "reduction": block.reduction}
    found |= {name: value for name, value in numbers.items() if value is not None}
    if block.wounds:
        found["wounds"] = ", ".join(map(_rank, block.wounds[1:]))
    if others := block.attacks[len(first) :]:
        found["attacks"] = [{"name": each.name, **_attack(each)} for each in others]
    return found


def _attack(attack: Attack) -> dict[str, str]:
    return {name: str(dice) for name in ("attack", "damage") if (dice := getattr(attack, name)) is not None}


def _rank(rank: WoundRank) -> str:
    return f"{rank.first}: {rank.name.lower()}"
