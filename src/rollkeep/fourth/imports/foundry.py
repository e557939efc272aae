"""Actors of Foundry VTT with the system l5r4, as exported: Traits are those before what effects add."""

from typing import Any

from rollkeep.dice.notation import spelled
from rollkeep.foreign.values import (
    EVERY_TOOL,
    Notes,
    Row,
    amount,
    brief,
    clean,
    count,
    fail,
    filled,
    listed,
    named,
    number,
    rows,
    table,
    text,
    unread,
    whole,
)
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.imports.foundry_effects import changed
from rollkeep.fourth.imports.foundry_gear import arms, bonuses, found_skills, worn
from rollkeep.fourth.imports.gear import Change, modifiers, skills, weapons
from rollkeep.fourth.imports.parts import MAX_WOUNDS, fits, in_order, traits_of, void_of

_KEYS = {name: f"traits.{name[:3]}" for name in TRAITS}
_SOCIAL = ("honor", "glory", "status")
_EACH = (
    *_KEYS.values(),
    *("rings.void.rank", "rings.void.value", "suffered", "woundsMultiplier", "woundsMod"),
    *("initiative.rollMod", "initiative.keepMod", "initiative.totalMod", "armorTn.mod", "armorTn.reductionMod"),
)
_PATHS = {
    "npc": (*_EACH, "armor.armorTn", "armor.reduction"),
    "pc": (*_EACH, "insight.rank", *(f"{key}.{part}" for key in _SOCIAL for part in ("rank", "points"))),
}
_READ = (
    *("traits", "rings", "suffered", "woundsMultiplier", "woundsMod", "initiative", "armorTn", "armor_tn", "armor"),
    *("honor", "glory", "status", "insight", "clan", "family", "school", "attack1", "attack2", "damage1", "damage2"),
)
_FOLLOWS = ("woundLevels", "wound_lvl", "manualWoundLevels", "woundMode", "nrWoundLvls", "wounds", "spellSlots")
_KINDS = {
    "advantage": "Advantages",
    "disadvantage": "Disadvantages",
    "kata": "Kata",
    "kiho": "Kiho",
    "spell": "Spells",
    "tattoo": "Tattoos",
    "technique": "Techniques",
    "commonItem": "Equipment",
    "item": "Equipment",
}
_TAKEN = ("skill", "weapon", "bow", "armor", "clan", "family", "school")
_HINT = "Export a character (pc) or an opponent (npc) of the system l5r4."


def is_actor(data: Row) -> bool:
    """Whether a table is something that Foundry VTT has exported."""
    return "type" in data and isinstance(data.get("system", data.get("data")), dict)


def read(data: Row) -> tuple[Row, Notes]:
    """The character file's data, and what was not read.

    Raises: SheetError
    """
    notes = Notes()
    system, kind = data.get("system", data.get("data")), clean(data.get("type"))
    if not isinstance(system, dict):
        raise fail("The actor's values (system) are no table.", _HINT)
    _check(data, system, kind)
    items = rows(data, "items", "Items", notes)
    values = changed(system, _PATHS[kind], rows(data, "effects", "Effects", notes), items, notes)
    own = [item for item in items if clean(item.get("type")) in _TAKEN]
    ranked = found_skills(own, notes)
    found = skills(ranked, notes)
    npc, ring = kind == "npc", values["rings.void.rank"]
    if npc and ring == 0:
        notes.left("The Void Ring is 0, as every opponent starts there, and is not read.")
    result = {
        "game": "4e",
        "name": named(data, "name", notes),
        **{key: _text(system, own, key, notes) for key in ("clan", "family", "school")},
        **({} if npc else _ranks(system, values, notes)),
        "traits": traits_of(values, _KEYS, notes),
        "void": {} if npc and not ring else void_of({"ring": ring, "points": values["rings.void.value"]}, notes),
        "skills": found,
        "modifiers": modifiers([*_changes(values, notes), *bonuses(own, found, notes)], notes),
        "weapons": weapons(arms(own, notes), notes),
        "armor": worn(own, npc, notes),
        "wounds": _wounds(system, values, npc, notes),
        "block": _block(system, values, notes) if npc else {},
    }
    _not_read(data, system, items, notes)
    return in_order(result), notes


def _check(data: Row, system: Row, kind: str) -> None:
    quiet = Notes()  # wrong types in what only tells the system apart do no harm
    stats, flags = table(data, "_stats", "", quiet), table(data, "flags", "", quiet)
    name = clean(stats.get("systemId")) or clean(table(flags, "exportSource", "", quiet).get("system"))
    if name == "l5r5e" or (not name and any(key in system for key in ("identity", "strife", "fatigue"))):
        raise fail("This is an actor of the system l5r5e: the other game, the 5th edition.", _HINT)
    if name and name != "l5r4":
        raise fail(f"This is an actor of the system {brief(name)}, not of l5r4 or l5r5e.", EVERY_TOOL)
    if kind not in ("pc", "npc"):
        raise fail(f"This was exported with the type {brief(kind)}; read are pc and npc.", _HINT)


def _text(system: Row, own: list[Row], key: str, notes: Notes) -> str:
    """Clan, family and school may stand in the actor or be an item."""
    items = [item for item in own if clean(item.get("type")) == key]
    written = text(system, key, f"The {key}", notes)
    names = [found for item in items if (found := text(item, "name", f"The {key}", notes))]
    if len(set(names)) > 1:
        notes.doubt(f"The file holds several of the kind {key}: {listed(names)}; the first counts.")
    return names[0] if names else written


def _ranks(system: Row, values: Row, notes: Notes) -> Row:
    notes.left("The School Rank is not in the file.")
    result: Row = {"insight_rank": count(values, "insight.rank", "The Insight Rank", notes, 1, 10)}
    for key in _SOCIAL:
        if number(system.get(key)) is not None:  # older files hold the number itself
            result[key] = amount(system[key], key.title(), notes)
            continue
        rank = amount(values.get(f"{key}.rank"), key.title(), notes)
        points = count(values, f"{key}.points", f"The points of {key.title()}", notes, 0, 9)
        result[key] = rank if rank is None or not points else amount(rank + points / 10, key.title(), notes)
    return result


def _changes(values: Row, notes: Notes) -> list[Change]:
    def mod(path: str) -> int:
        return count(values, path, f"The modifier {path}", notes, -999, 999) or 0

    rolled, kept, flat = (mod(f"initiative.{part}Mod") for part in ("roll", "keep", "total"))
    each = (
        Change("initiative", rolled, kept, flat, ("initiative",)),
        Change("armor TN", flat=mod("armorTn.mod"), on=("armor tn",)),
        Change("reduction", flat=mod("armorTn.reductionMod"), on=("reduction",)),
        Change("wounds", flat=mod("woundsMod"), on=("wounds",)),
    )
    return [change for change in each if change.rolled or change.kept or change.flat]


def _wounds(system: Row, values: Row, npc: bool, notes: Notes) -> Row:
    taken = count(values, "suffered", "The number of Wounds", notes, 0, MAX_WOUNDS)
    levels = table(system, "manualWoundLevels" if "manualWoundLevels" in system else "wound_lvl", "Wounds", notes)
    by_hand = npc and system.get("woundMode") != "formula" and levels
    if by_hand:
        notes.left(f"The Wound levels are not read: {_levels(levels)}.")
    elif npc and filled(system.get("nrWoundLvls")):
        notes.left(f"How many Wound levels there are ({brief(system['nrWoundLvls'])}) is not read.")
    per_rank = None if by_hand else count(values, "woundsMultiplier", "The Wounds per Earth and rank", notes, 2, 5)
    return {key: value for key, value in (("taken", taken), ("per_rank", per_rank)) if value is not None}


def _levels(levels: Row) -> str:
    shown = []
    for level in levels.values():
        if isinstance(level, dict) and level.get("active", True) is not False:
            upto, penalty = whole(level.get("value"), 1, MAX_WOUNDS), whole(level.get("penalty"), 0, 999)
            shown += [f"{upto}: +{penalty or 0}"] if upto is not None else []
    return listed(shown) or "none"


def _block(system: Row, values: Row, notes: Notes) -> Row:
    pools = {key: _pool(system, key, notes) for key in ("initiative", "attack1", "damage1", "attack2", "damage2")}
    names = [text(table(system, key, "", Notes()), "type", f"The name of {key}", notes) for key in pools]
    second: Row = {
        "name": names[4] or names[3] or "second attack",
        "attack": pools["attack2"],
        "damage": pools["damage2"],
    }
    if second["attack"] == second["damage"] == "2k2" and not (names[3] or names[4]):
        notes.left("The second attack is as every opponent starts (2k2, damage 2k2) and is not read.")
        second = {}
    if first := [name for name in names[1:3] if name]:
        notes.left(f"The names of the first attack and its damage are not read: {listed(first)}.")
    block = {
        "initiative": pools["initiative"],
        "attack": pools["attack1"],
        "damage": pools["damage1"],
        "armor_tn": count(values, "armor.armorTn", "The Armor TN", notes, 0, 999),
        "reduction": count(values, "armor.reduction", "The Reduction", notes, 0, 99),
        "attacks": [second] if second.get("attack") and second.get("damage") else [],
    }
    if second and not block["attacks"] and (second["attack"] or second["damage"]):
        notes.left(f"The second attack {brief(second['name'])} lacks its attack or its damage and is not read.")
    return {key: value for key, value in block.items() if value not in (None, "", [])}


def _pool(system: Row, key: str, notes: Notes) -> str:
    pool = table(system, key, key, notes)
    rolled, kept = (count(pool, part, f"What {key} {part}s", notes, 0, 99) or 0 for part in ("roll", "keep"))
    return spelled(rolled, kept, 0) if (rolled or kept) and fits(rolled, kept, 0) else ""


def _not_read(data: Row, system: Row, items: list[Row], notes: Notes) -> None:
    kinds: dict[str, list[str]] = {}
    described = 0
    for item in items:
        kind, inside = clean(item.get("type")), item.get("system", item.get("data"))
        if kind not in _TAKEN:
            kinds.setdefault(_KINDS.get(kind, f"Items of the kind {brief(kind)}"), []).append(clean(item.get("name")))
        described += isinstance(inside, dict) and any(
            filled(inside.get(key)) for key in ("description", "specialRules")
        )
    for what, names in kinds.items():
        notes.left_list(what, names)
    if described:
        notes.left("Descriptions and special rules of items are not read.")
    if any(filled(table(system, "wounds", "Wounds", notes).get(key)) for key in ("mod", "healingStaminaMod")):
        notes.left("The modifier of healing is not read.")
    unread(system, (*_READ, *_FOLLOWS), "of the actor", notes)
    flags: Any = data.get("flags")
    if isinstance(flags, dict) and filled(flags.get("l5r4")):
        notes.left(f"Settings of the actor in its world are not read: {listed(flags['l5r4'])}.")
