"""Skills, weapons, armor and modifiers of another tool as the tables of a character file."""

from collections.abc import Iterable
from typing import NamedTuple

from rollkeep.dice.notation import spelled
from rollkeep.foreign.values import MAX_TEXT, Notes, Row, brief, free_name, listed
from rollkeep.fourth.catalogue.armor import ARMORS
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.catalogue.skills import is_known, shown, usual_trait
from rollkeep.fourth.catalogue.weapons import ARROWS, WEAPONS, Weapon
from rollkeep.fourth.imports.parts import fits
from rollkeep.names import plain

ROLLED_WITH = (*TRAITS, "void")
USUAL_ARROW = "willow leaf"


class Skill(NamedTuple):
    """A Skill as another tool names it. ``trait`` is empty where the tool says none."""

    name: str
    rank: int
    emphases: tuple[str, ...] = ()
    trait: str = ""


class Arm(NamedTuple):
    """A weapon as another tool describes it; what the tool does not say is empty. ``skill`` is a plain name."""

    name: str
    skill: str = ""
    trait: str = ""
    kind: str = ""
    dr: str = ""
    strength: int | None = None
    arrow: str = ""
    explode_on: int | None = None


class Change(NamedTuple):
    """A modifier; ``on`` names what it changes, nothing means every roll."""

    name: str
    rolled: int = 0
    kept: int = 0
    flat: int = 0
    on: tuple[str, ...] = ()
    active: bool = True


def skill_name(text: str) -> str:
    """The plain name of a Skill, whatever signs a tool writes in it; one slip of a data pack is put right.

    >>> skill_name("Lore (Theology)"), skill_name("artisan_tattoing")
    ('lore theology', 'artisan tattooing')
    """
    return plain(text).replace("tattoing", "tattooing")


def is_trait(name: str) -> bool:
    """Whether a name is that of a Trait, or Void."""
    return name in ROLLED_WITH


def one_skill(name: str, rank: int, emphases: tuple[str, ...], trait: str, notes: Notes) -> Skill:
    """A Skill, with an Emphasis that some tools write into its name taken out of it."""
    start, bracket, rest = name.partition("(")
    if bracket and not is_known(skill_name(name)) and is_known(skill_name(start)):
        inside = rest.rpartition(")")[0] or rest
        notes.doubt(f"{brief(name)} is read as {brief(start)} with the Emphasis {brief(inside)}.")
        return Skill(start.strip(), rank, (inside.strip(), *emphases), trait)
    return Skill(name, rank, emphases, trait)


def skills(found: Iterable[Skill], notes: Notes) -> Row:
    """The table of Skills, each once with its higher rank; unknown ones only where their Trait is known."""
    merged: dict[str, Skill] = {}
    for skill in found:
        name = skill_name(skill.name)
        if len(name) > MAX_TEXT:
            notes.doubt(f"The Skill {brief(skill.name)} has too long a name and was left out.")
        elif not name:
            notes.doubt(f"A Skill of rank {skill.rank} has no name and was left out.")
        elif name in merged:
            notes.doubt(f"The Skill {brief(skill.name)} is there twice; the higher rank counts.")
            first = merged[name]
            both, rank = first.emphases + skill.emphases, max(first.rank, skill.rank)
            merged[name] = Skill(first.name, rank, both, first.trait or skill.trait)
        else:
            merged[name] = skill
    entries = {shown(name).lower(): _skill(name, skill, notes) for name, skill in merged.items()}
    return {name: entry for name, entry in entries.items() if entry is not None}


def _skill(name: str, skill: Skill, notes: Notes) -> int | Row | None:
    spellings: dict[str, str] = {}
    for emphasis in skill.emphases:
        spellings.setdefault(plain(emphasis), emphasis)
    emphases = [emphasis for name_of_it, emphasis in spellings.items() if name_of_it]
    trait = skill.trait if is_trait(skill.trait) else ""
    if not skill.rank and not emphases:
        return None  # some tools list every Skill there is
    if not is_known(name):
        ending = f" (Emphases: {listed(emphases)})" if emphases else ""
        if not trait:
            notes.left(f"The Skill {brief(skill.name)} of rank {skill.rank}{ending} is not known here and is not read.")
            return None
        notes.doubt(f"The Skill {brief(skill.name)} is not known here; it goes with {trait.title()} as the file says.")
    elif trait == usual_trait(name):
        trait = ""
    elif trait and usual_trait(name):
        usual = usual_trait(name).title()
        notes.doubt(f"The Skill {shown(name)} goes with {trait.title()} in the file; usual is {usual}.")
    if not emphases and not trait:
        return skill.rank
    extra = ({"emphases": emphases} if emphases else {}) | ({"trait": trait} if trait else {})
    return {"rank": skill.rank, **extra}


def weapons(arms: Iterable[Arm], notes: Notes) -> list[Row]:
    """The tables of weapons, each once and with a name of its own."""
    entries: dict[str, Row] = {}
    for arm in arms:
        whole = _whole(arm, notes)
        if whole is None:
            continue
        entry, name = _weapon(whole), plain(whole.name)
        if entry in entries.values():
            notes.left(f"The weapon {brief(arm.name)} is there more than once; it is read once.")
            continue
        if name in entries:
            whole = whole._replace(name=free_name(whole.name, entries))
            entry, name = _own(whole), plain(whole.name)
        entries[name] = entry
    return list(entries.values())


def _whole(arm: Arm, notes: Notes) -> Arm | None:
    """The weapon with all that must be said of it, from the catalogue where the file is silent; None if both are."""
    if not plain(arm.name):
        notes.doubt("A weapon without a name was left out.")
        return None
    if "/" in arm.name:  # it parts a Skill from its Trait
        arm = arm._replace(name=arm.name.replace("/", "-"))
    like = WEAPONS.get(plain(arm.name), Weapon(arm.name, ""))
    skill = arm.skill or like.skill
    if not is_known(skill):
        rest = f"; {shown(like.skill)} is used" if like.skill else " and was left out"
        what = f"{brief(arm.name)} ({arm.dr})" if arm.dr else brief(arm.name)
        notes.doubt(f"The weapon {what} names no Skill that is known here{rest}.")
        skill = like.skill
    if not skill:
        return None
    kind = arm.kind or (like.kind if like.skill else "bow" if skill == "kyujutsu" else "melee")
    trait = arm.trait if arm.trait in TRAITS else like.trait if like.skill else _usual(skill)
    if kind == "bow":
        strength = like.strength if arm.strength is None else arm.strength
        if strength is None:
            notes.doubt(f"The bow {brief(arm.name)} has no Strength of its own in the file; it was left out.")
            return None
        arrow = "" if arm.arrow == USUAL_ARROW or ARROWS[USUAL_ARROW] == arm.arrow else arm.arrow
        return arm._replace(
            name=like.name, skill=skill, trait=trait, kind=kind, dr=like.dr, strength=strength, arrow=arrow
        )
    dr = arm.dr or like.dr
    if not dr and "rated_by_ninjutsu" not in like.special:
        notes.doubt(f"The weapon {brief(arm.name)} has no damage rating that can be read; it was left out.")
        return None
    if like.skill and arm.dr != like.dr:
        what = f"{arm.dr} in the file; usual is {like.dr or 'none'}" if arm.dr else "not in the file; the usual is used"
        notes.doubt(f"The damage rating of the weapon {brief(arm.name)} is {what}.")
    return arm._replace(name=like.name, skill=skill, trait=trait, kind=kind, dr=dr, strength=None, arrow="")


def _usual(skill: str) -> str:
    trait = usual_trait(skill)
    return trait if trait in TRAITS else "agility"


def _weapon(arm: Arm) -> Row:
    like = WEAPONS.get(plain(arm.name))
    if like and arm == Arm(like.name, like.skill, like.trait, like.kind, like.dr, like.strength, arm.arrow):
        return {"name": arm.name} | ({"arrow": arm.arrow} if arm.arrow else {})
    return _own(arm)


def _own(arm: Arm) -> Row:
    skill = shown(arm.skill).lower()
    entry = {"name": arm.name, "skill": skill, "trait": arm.trait, "kind": arm.kind, "strength": arm.strength}
    entry |= {"arrow": arm.arrow} if arm.kind == "bow" else {"dr": arm.dr}
    return {key: value for key, value in (entry | {"explode_on": arm.explode_on}).items() if value not in (None, "")}


def armor(name: str, tn: int, reduction: int, notes: Notes) -> Row:
    """The table of the armor worn; none where it protects from nothing."""
    if not tn and not reduction:
        return {}
    words = " ".join(word for word in plain(name).split() if word not in ("armor", "armour"))
    like = ARMORS.get(words)
    if like and (like.tn, like.reduction) == (tn, reduction):
        return {"name": like.name}
    if like:
        notes.doubt(
            f"The armor {brief(name)} has Armor TN {tn:+} and Reduction {reduction} in the file, which count; "
            f"usual are {like.tn:+} and {like.reduction}."
        )
    return {"name": like.name if like else name or "armor", "tn": tn, "reduction": reduction}


def modifiers(changes: Iterable[Change], notes: Notes) -> list[Row]:
    """The tables of modifiers, each with a name of its own."""
    entries: dict[str, Row] = {}
    for change in changes:
        name = change.name.replace("/", "-") if plain(change.name) else "modifier"
        if not (change.rolled or change.kept or change.flat):
            notes.left(f"The modifier {brief(name)} changes nothing and is not read.")
        elif not fits(change.rolled, change.kept, change.flat):
            notes.doubt(f"The modifier {brief(name)} is beyond what a roll may have; it was left out.")
        else:
            key = free_name(name, entries)
            entry = {"name": key, "pool": spelled(change.rolled, change.kept, change.flat), "on": list(change.on)}
            entries[plain(key)] = {k: v for k, v in entry.items() if v} | ({} if change.active else {"active": False})
    return list(entries.values())
