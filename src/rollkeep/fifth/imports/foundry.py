"""Actors of Foundry VTT with the system l5r5e, as exported, of all its versions."""

import re
from collections.abc import Iterator
from typing import Any

from rollkeep.fifth.catalogue.skills import GROUPS
from rollkeep.fifth.imports.gear import (
    Arm,
    advantage_tables,
    armour_table,
    compared,
    grip_of,
    in_order,
    qualities_of,
    skill_table,
    technique_names,
    void_points,
    weapon_tables,
)
from rollkeep.fifth.sheet import DERIVED, MOST_RING, MOST_RING_OF_BLOCK, MOST_SKILL, RINGS, Armour, Grip
from rollkeep.fifth.sheet_file import MOST_NOW
from rollkeep.foreign.values import (
    Notes,
    Row,
    brief,
    clean,
    count,
    fail,
    listed,
    named,
    rows,
    table,
    text,
    unread,
)
from rollkeep.names import plain

_KINDS = {
    "item": "Pieces of equipment",
    "property": "Properties",
    "advancement": "Advancements",
    "title": "Titles",
    "bond": "Bonds",
    "signature_scroll": "Signature scrolls",
    "item_pattern": "Patterns of items",
}
_TAKEN = ("weapon", "armor", "technique", "peculiarity")
_READ = ("identity", "rings", "skills", "social", "fatigue", "strife", "void_points", *DERIVED, "vigilante")
_OF_THE_TOOL = ("prepared", "template", "techniques", "xp_saved", "stance")
_NONE = ("n a", "none", "x")
_COUNT = re.compile(r"\s*(?:(1|one|une)|(2|two|deux))[\s-]*(?:hand(?:s|ed)?|mains?|h)\b[\s:,;-]*", re.IGNORECASE)
_HINT = "Export a character or an npc of the system l5r5e."


def is_mine(data: Row) -> bool:
    """Whether a table is an actor of this system."""
    system = data.get("system", data.get("data"))
    if "type" not in data or not isinstance(system, dict):
        return False
    quiet = Notes()  # wrong types in what only tells the system apart do no harm
    name = clean(table(data, "_stats", "", quiet).get("systemId"))
    name = name or clean(table(table(data, "flags", "", quiet), "exportSource", "", quiet).get("system"))
    return name == "l5r5e" or (not name and any(key in system for key in ("identity", "strife", "fatigue")))


def read(data: Row) -> tuple[Row, Notes]:
    """The character file's data, and what was not read.

    Raises: SheetError
    """
    notes = Notes()
    system: Row = data["system"] if isinstance(data.get("system"), dict) else data["data"]
    kind = clean(data.get("type"))
    if kind not in ("character", "npc"):
        raise fail(f"This was exported with the type {brief(kind)}; read are character and npc.", _HINT)
    npc = kind == "npc"
    items = rows(data, "items", "Items", notes)
    identity, social = table(system, "identity", "Identity", notes), table(system, "social", "Social", notes)
    rings = _rings(system, MOST_RING_OF_BLOCK if npc else MOST_RING, notes)
    skills, strange = _groups(system, notes) if npc else skill_table(_skills(system, notes), notes)
    numbers = _derived(system, notes)
    result = {
        "game": "5e",
        "name": named(data, "name", notes),
        **{key: text(identity, key, f"The {key}", notes) for key in ("clan", "family", "school")},
        "school_rank": None if npc else count(identity, "school_rank", "The school rank", notes, 1, 6),
        "honour": count(social, "honor", "Honour", notes, 0, 100),
        "glory": count(social, "glory", "Glory", notes, 0, 100),
        "status": count(social, "status", "Status", notes, 0, 100),
        "strife": _now(system, "strife", notes),
        "fatigue": _now(system, "fatigue", notes),
        "techniques": technique_names(_names(items, "technique", notes), notes),
        "rings": rings,
        "skills": skills,
        "partial": strange,
        "void": void_points(_now(system, "void_points", notes), rings.get("void"), notes),
        "block": _block(numbers, notes) if npc else {},
        "advantages": advantage_tables(_peculiarities(items, notes), notes),
        "weapons": weapon_tables(_arms(items, notes), notes),
        "armour": armour_table(_worn(items, notes), notes),
    }
    if not npc:
        compared(numbers, rings, notes)
    _not_read(data, system, identity, social, items, notes)
    return in_order(result), notes


def _rings(system: Row, most: int, notes: Notes) -> dict[str, int]:
    stored = table(system, "rings", "Rings", notes)
    if missing := [ring.title() for ring in RINGS if stored.get(ring) in (None, "")]:
        notes.doubt(f"The file gives no rank for {listed(missing)}.")
    ranks = {ring: count(stored, ring, f"The {ring.title()} ring", notes, 1, most) for ring in RINGS}
    return {ring: rank for ring, rank in ranks.items() if rank is not None}


def _skills(system: Row, notes: Notes) -> Iterator[tuple[str, int]]:
    for group in table(system, "skills", "Skills", notes).values():
        for name, value in group.items() if isinstance(group, dict) else ():
            rank = count({name: value}, name, f"The rank of the skill {brief(name)}", notes, 0, MOST_SKILL)
            if rank is not None:
                yield name, rank


def _groups(system: Row, notes: Notes) -> tuple[Row, bool]:
    """Opponents have one rank for each group."""
    stored = table(system, "skills", "Skills", notes)
    ranks = {group: count(stored, group, f"The skills {group}", notes, 0, MOST_SKILL) for group in GROUPS}
    unread(stored, GROUPS, "of the skills", notes)
    return {group: rank for group, rank in ranks.items() if rank is not None}, False


def _now(system: Row, key: str, notes: Notes) -> int | None:
    """A number that older versions write alone, and newer ones with its highest value."""
    value: Any = system.get(key)
    if isinstance(value, dict):
        value = value["value"] if value.get("value") is not None else value.get("current")
    what = key.replace("_", " ").capitalize()
    return count({key: value}, key, what, notes, 0, MOST_NOW)


def _derived(system: Row, notes: Notes) -> dict[str, int | None]:
    """What the file says of the derived numbers; the first versions had another word for Vigilance."""
    values = dict(system)
    if values.get("vigilance") is None:
        values["vigilance"] = values.get("vigilante")
    return {name: _now(values, name, notes) for name in DERIVED}


def _block(numbers: dict[str, int | None], notes: Notes) -> Row:
    """The numbers of a stat block as they were set by hand; those that were not follow from the rings."""
    set_by_hand: Row = {name: number for name, number in numbers.items() if number}
    if unset := [name.title() for name in DERIVED if name not in set_by_hand]:
        notes.doubt(f"Not set in the file, so that the rings decide: {listed(unset)}.")
    return {"npc": True} | set_by_hand


def _inside(items: list[Row], kind: str, notes: Notes) -> Iterator[tuple[str, Row]]:
    for item in items:
        if clean(item.get("type")) == kind:
            name, system = (
                text(item, "name", f"The name of an item ({kind})", notes),
                item.get("system", item.get("data")),
            )
            if isinstance(system, dict):
                yield name, system
            else:
                notes.doubt(f"The {kind} {brief(name)} holds no values and was left out.")


def _names(items: list[Row], kind: str, notes: Notes) -> list[str]:
    return [text(item, "name", f"The name of a {kind}", notes) for item in items if clean(item.get("type")) == kind]


def _peculiarities(items: list[Row], notes: Notes) -> Iterator[tuple[str, str, str]]:
    for name, system in _inside(items, "peculiarity", notes):
        yield name, clean(system.get("peculiarity_type")), clean(system.get("ring"))


def _properties(system: Row, name: str, notes: Notes) -> tuple[str, ...]:
    values = system.get("properties")
    names = (
        [each.get("name") if isinstance(each, dict) else each for each in values] if isinstance(values, list) else []
    )
    return qualities_of([each for each in names if isinstance(each, str)], name, notes)


def _arms(items: list[Row], notes: Notes) -> Iterator[Arm]:
    for name, system in _inside(items, "weapon", notes):
        skill = plain(clean(system.get("skill")))
        used = next((kind for kind in ("melee", "ranged", "unarmed") if kind in skill), "")
        if skill and not used:
            notes.doubt(f"{brief(name)} is used with {brief(system.get('skill'))}, which is not known here.")
        yield Arm(
            name,
            used,
            count(system, "damage", f"The damage of {brief(name)}", notes, 0, MOST_NOW),
            count(system, "deadliness", f"The deadliness of {brief(name)}", notes, 0, MOST_NOW),
            _grips(system, name, notes),
            _properties(system, name, notes),
        )


def _grips(system: Row, name: str, notes: Notes) -> tuple[Grip, ...]:
    """One hand and two hands, unless a text begins with another count: ``2-hand``, ``two-handed``.

    Where both are empty, the file does not say how the weapon is held; where one is counted, an empty one is none. Of
    two for as many hands the first counts.
    """
    texts = [clean(system.get(f"grip_{hands}")) for hands in (1, 2)]
    if not any(texts):
        return ()
    counted = any(map(_COUNT.match, texts))
    grips: dict[int, Grip] = {}
    for usual, told in enumerate(texts, 1):
        if _is_none(told) or (counted and not told):
            continue
        leading = _COUNT.match(told)
        hands = usual if leading is None else 2 if leading[2] else 1
        grip = grip_of(hands, told[leading.end() :] if leading else told, name, notes)
        if grips.setdefault(hands, grip) != grip:
            notes.doubt(f"{brief(name)} has two grips with {hands} hand{'s' * (hands > 1)}; the first counts.")
    return tuple(grips[hands] for hands in sorted(grips))


def _is_none(told: str) -> bool:
    return plain(told) in _NONE or bool(told and re.fullmatch(r"[-–—]", told))


def _worn(items: list[Row], notes: Notes) -> Iterator[Armour]:
    for name, system in _inside(items, "armor", notes):
        if system.get("equipped") is False:
            notes.left(f"{brief(name)} is not worn and is not read.")
            continue
        values = table(system, "armor", f"What {brief(name)} resists", notes)
        physical, supernatural = (
            count(values, key, f"What {brief(name)} resists", notes, 0, MOST_NOW) or 0
            for key in ("physical", "supernatural")
        )
        yield Armour(name, physical, supernatural, _properties(system, name, notes))


def _not_read(data: Row, system: Row, identity: Row, social: Row, items: list[Row], notes: Notes) -> None:
    kinds: dict[str, list[str]] = {}
    for item in items:
        kind = clean(item.get("type"))
        if kind not in _TAKEN:
            kinds.setdefault(_KINDS.get(kind, f"Items of the kind {brief(kind)}"), []).append(clean(item.get("name")))
    for what, names in kinds.items():
        notes.left_list(what, names)
    effects = rows(data, "effects", "Effects", notes)
    notes.left_list("Effects", (clean(each.get("name")) or clean(each.get("label")) for each in effects))
    unread(identity, ("clan", "family", "school", "school_rank"), "of the identity", notes)
    unread(social, ("honor", "glory", "status"), "of the social standing", notes)
    unread(system, (*_READ, *_OF_THE_TOOL), "of the actor", notes)
    if clean(system.get("stance")) not in ("", "void"):
        notes.left(f"The stance ({brief(system['stance'])}) is not read.")
