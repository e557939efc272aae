"""Skills, weapons and armor among the items of a Foundry VTT actor."""

from typing import Any

from rollkeep.dice.notation import spelled
from rollkeep.foreign.values import Notes, Row, brief, clean, count, filled, listed, text, whole, words
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.catalogue.skills import is_known, shown
from rollkeep.fourth.catalogue.weapons import WEAPONS
from rollkeep.fourth.imports.foundry_effects import value_at
from rollkeep.fourth.imports.gear import Arm, Change, Skill, armor, one_skill, skill_name
from rollkeep.names import plain

_TRAITS = {name[:3]: name for name in TRAITS}
_ARROWS = {
    "willow": "willow leaf",
    "armor": "armor piercing",
    "flesh": "flesh cutter",
    "humming": "humming bulb",
    "rope": "rope cutter",
}


def _inside(items: list[Row], kinds: tuple[str, ...], notes: Notes) -> list[tuple[str, str, Row]]:
    """Kind, name and values of the items of these kinds."""
    found = []
    for item in items:
        kind, system = clean(item.get("type")), item.get("system", item.get("data"))
        if kind in kinds:
            name = text(item, "name", f"The name of an item ({kind})", notes)
            if isinstance(system, dict):
                found.append((kind, name, system))
            else:
                notes.doubt(f"The {kind} {brief(name)} holds no values and was left out.")
    return found


def _count(system: Row, key: str, what: str, notes: Notes, least: int, most: int) -> int | None:
    return count({key: value_at(system, key)}, key, what, notes, least, most)


def found_skills(items: list[Row], notes: Notes) -> list[Skill]:
    """The Skills among the items."""
    found = []
    for _, name, system in _inside(items, ("skill",), notes):
        rank = _count(system, "rank", f"The rank of the Skill {brief(name)}", notes, 0, 10)
        if rank is None:
            if system.get("rank") in (None, ""):
                notes.doubt(f"The Skill {brief(name)} has no rank and was left out.")
            continue
        trait = clean(system.get("trait")).lower()
        if any(filled(value_at(system, key)) for key in ("insightBonus", "freeRaises")):
            notes.left(f"Free Raises and additions to Insight of the Skill {brief(name)} are not read.")
        skill = one_skill(name, rank, _emphases(system, name, notes), _TRAITS.get(trait, trait), notes)
        found.append(skill)
    return found


def _emphases(system: Row, name: str, notes: Notes) -> tuple[str, ...]:
    """Newer files keep apart what may be learned and what has been."""
    if "trainedEmphases" in system:
        return words(system["trainedEmphases"])
    if filled(system.get("availableEmphases")):
        notes.left(f"Emphases of the Skill {brief(name)} that may be learned are not read.")
    return words(system.get("emphasis"))


def bonuses(items: list[Row], known: Row, notes: Notes) -> list[Change]:
    """The modifiers that stand in Skills; ``known`` are the Skills that were read."""
    found = []
    for _, name, system in _inside(items, ("skill",), notes):
        rolled, kept, flat = (
            _count(system, f"{part}Bonus", f"The bonus of the Skill {brief(name)}", notes, -999, 999) or 0
            for part in ("roll", "keep", "total")
        )
        names = [key for part in (name, name.partition("(")[0]) if is_known(key := skill_name(part))]
        key = next((shown(key).lower() for key in names if shown(key).lower() in known), "")
        if key and (rolled or kept or flat):
            found.append(Change(f"{key} bonus", rolled, kept, flat, (key,)))
        elif rolled or kept or flat:
            notes.left(f"The bonus of the Skill {brief(name)} is not read.")
    return found


def arms(items: list[Row], notes: Notes) -> list[Arm]:
    """The weapons among the items; in older files a bow is a kind of its own."""
    return [_arm(kind, name, system, notes) for kind, name, system in _inside(items, ("weapon", "bow"), notes)]


def _arm(kind: str, name: str, system: Row, notes: Notes) -> Arm:
    like = WEAPONS.get(plain(name))
    skill = skill_name(text(system, "associatedSkill", "The Skill of a weapon", notes))
    explode = _explode(system, name, notes)
    if kind == "bow" or system.get("isBow") is True:
        arrow = clean(system.get("arrow")).lower()
        if arrow and arrow not in _ARROWS:
            notes.doubt(f"The arrow {brief(arrow)} of {brief(name)} is not known here; the usual one is used.")
        strength = _count(system, "str", f"The Strength of the bow {brief(name)}", notes, 1, 10)
        arrow = _ARROWS.get(arrow, "")
        return Arm(name, skill or "kyujutsu", "", "bow", strength=strength, arrow=arrow, explode_on=explode)
    rolled, kept = (
        _count(system, key, f"The damage of the weapon {brief(name)}", notes, 0, 99) or 0
        for key in ("damageRoll", "damageKeep")
    )
    dr = spelled(rolled, kept, 0) if rolled or kept else ""
    return Arm(name, skill, "", "" if like else "melee", dr, explode_on=explode)


def _explode(system: Row, name: str, notes: Notes) -> int | None:
    value: Any = value_at(system, "explodesOn")
    number = whole(value, 9, 10)
    if number is None and value not in (None, ""):
        notes.doubt(f"The dice of the weapon {brief(name)} explode on {brief(value)}; here they do on 10.")
    return 9 if number == 9 else None


def worn(items: list[Row], npc: bool, notes: Notes) -> Row:
    """The armor: of all that is worn the largest numbers count."""
    suits = []
    for _, name, system in _inside(items, ("armor",), notes):
        on = system.get("equipped") if system.get("equipped") is not None else system.get("equiped")
        if on is not True or npc:
            notes.left(
                f"The armor {brief(name)} is {'in the Armor TN already' if npc else 'not worn'} and is not read."
            )
            continue
        tn = _count(system, "bonus", f"What the armor {brief(name)} adds to the Armor TN", notes, 0, 99) or 0
        reduction = _count(system, "reduction", f"The Reduction of the armor {brief(name)}", notes, 0, 99) or 0
        suits.append((tn, reduction, name))
    if not suits:
        return {}
    tn, reduction, name = max(suits)
    if len(suits) > 1:
        notes.doubt(
            f"Several suits of armor are worn: {listed(each for *_, each in suits)}; the largest numbers count."
        )
    return armor(name, tn, max(reduction, *(suit[1] for suit in suits)), notes)
