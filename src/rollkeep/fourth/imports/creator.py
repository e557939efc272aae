"""Characters of l5r-character-sheet-creator, files named ``.l5r.json``: Traits are final, numbers are texts."""

from rollkeep.dice.notation import spelled
from rollkeep.foreign.values import (
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
    words,
)
from rollkeep.fourth.catalogue.rings import TRAITS, TRAITS_OF
from rollkeep.fourth.catalogue.weapons import ARROWS, WEAPONS
from rollkeep.fourth.imports.gear import Arm, Skill, armor, one_skill, skill_name, skills, weapons
from rollkeep.fourth.imports.parts import MAX_EXPERIENCE, MAX_WOUNDS, dice, in_order, traits_of, void_of
from rollkeep.names import plain

_KEYS = {name: name for name in TRAITS}
_READ = (
    *("name", "clan", "family", "school", "rank", "insightRank", "armorName", "armorTN", "armorRed", "woundsTaken"),
    *("honorRank", "honorPts", "gloryRank", "gloryPts", "statusRank", "statusPts", "xpSpent"),
)
_FOLLOWS = ("insightPts", "insightToNextRank", "baseTN", "currentTN", "initiative", "xpRemain")
_REPEATS = ("schoolsData", "familyApplied", "schoolApplied", "schoolTechGranted")
_LISTS = {"adv": "Advantages", "disadv": "Disadvantages", "tech": "Techniques and spells", "equip": "Equipment"}
_TOP = ("fields", "rings", "traits", "traitsFree", "voidFree", "voidCurrent", "skills", "weapons", *_LISTS)


def read(data: Row) -> tuple[Row, Notes]:
    """The character file's data, and what was not read.

    Raises: SheetError
    """
    notes = Notes()
    if not isinstance(data.get("fields"), dict):
        raise fail("The fields of this character are no table.", "Save the character again in its tool.")
    fields = {key.removeprefix("f_"): value for key, value in data["fields"].items()}
    traits = traits_of(table(data, "traits", "Traits", notes), _KEYS, notes)
    found = skills(_skills(data, notes), notes)
    result = {
        "game": "4e",
        "name": named(fields, "name", notes),
        **{key: text(fields, key, f"The {key}", notes) for key in ("clan", "family", "school")},
        "school_rank": count(fields, "rank", "The School Rank", notes, 0, 10),
        "insight_rank": count(fields, "insightRank", "The Insight Rank", notes, 1, 10),
        **{key: _points(fields, key, notes) for key in ("honor", "glory", "status")},
        "traits": traits,
        "void": _void(data, traits, notes),
        "skills": found,
        "weapons": weapons(_arms(data, traits.get("strength"), notes), notes),
        "armor": _armor(fields, notes),
        "wounds": _entry("taken", count(fields, "woundsTaken", "The number of Wounds", notes, 0, MAX_WOUNDS)),
        "experience": _entry("spent", count(fields, "xpSpent", "The experience spent", notes, 0, MAX_EXPERIENCE)),
    }
    _not_read(data, fields, notes)
    return in_order(result), notes


def _entry(key: str, value: int | None) -> Row:
    return {} if value is None else {key: value}


def _points(fields: Row, key: str, notes: Notes) -> int | float | None:
    """Honor, Glory or Status: the points are the rank with its decimals, where the two agree."""
    what = key.title()
    rank = amount(fields.get(f"{key}Rank"), what, notes)
    points = number(fields.get(f"{key}Pts"))
    if rank is None or points is None:
        return rank
    if int(points) == int(rank):
        return amount(points, what, notes)
    notes.doubt(f"{what} is {brief(rank)} by its rank and {brief(points)} by its points; the rank counts.")
    return rank


def _void(data: Row, traits: Row, notes: Notes) -> Row:
    rings = table(data, "rings", "Rings", notes)
    for ring, pair in TRAITS_OF.items():
        stored = whole(rings.get(ring), 0, 99)
        if stored is not None and all(name in traits for name in pair):
            follows = min(traits[name] for name in pair)
            if stored != follows:
                notes.doubt(f"{ring.title()} is {stored} in the file; its two Traits give {follows}, which counts.")
    return void_of({"ring": rings.get("void"), "points": data.get("voidCurrent")}, notes)


def _skills(data: Row, notes: Notes) -> list[Skill]:
    found = []
    for row in rows(data, "skills", "Skills", notes):
        name = text(row, "name", "The name of a Skill", notes)
        if not filled(row):
            continue  # an empty line of the form
        rank = count(row, "rank", f"The rank of the Skill {brief(name)}", notes, 0, 10)
        emphases = (*words(row.get("emph")), *words(row.get("freeEmph")))
        if rank is not None:
            found.append(one_skill(name, rank, emphases, clean(row.get("trait")).lower(), notes))
        elif row.get("rank") in (None, ""):
            notes.doubt(f"The Skill {brief(name)} has no rank and was left out.")
    return found


def _arms(data: Row, strength: int | None, notes: Notes) -> list[Arm]:
    found = []
    for row in rows(data, "weapons", "Weapons", notes):
        name = text(row, "name", "The name of a weapon", notes) or text(row, "key", "The kind of a weapon", notes)
        if any(filled(row.get(key)) for key in ("notes", "keywords")):
            notes.left(f"What is written about the weapon {brief(name)} is not read.")
        # an empty key marks a weapon as the player's own, without one the name tells what it is
        like = WEAPONS.get(plain(clean(row["key"] if row.get("key") is not None else name)))
        arm = (
            _own(row, name, strength, notes) if like is None else Arm(name, like.skill, like.trait, like.kind, like.dr)
        )
        if like is not None and arm is not None:
            arm = arm._replace(strength=like.strength, arrow=_arrow(row, name, notes))
            if any(row.get(key) is True for key in ("manualAttack", "manualDamage")):
                rolls = f"{brief(row.get('roll'))}, {brief(row.get('dmg'))}"
                notes.doubt(f"The dice written by hand for the weapon {brief(name)} ({rolls}) are not read.")
        if arm is not None:
            found.append(arm)
    return found


def _arrow(row: Row, name: str, notes: Notes) -> str:
    arrow = plain(text(row, "arrowType", f"The arrow for {brief(name)}", notes))
    if arrow and arrow not in ARROWS:
        notes.doubt(f"The arrow {brief(arrow)} for {brief(name)} is not known here; the usual one is used.")
    return arrow if arrow in ARROWS else ""


def _own(row: Row, name: str, strength: int | None, notes: Notes) -> Arm | None:
    """A weapon of the player's own: the tool keeps its damage only as the whole roll, Strength included."""
    skill, damage = skill_name(text(row, "skill", "The Skill of a weapon", notes)), dice(row.get("dmg"))
    if damage is None or strength is None or damage.rolled < strength or skill in ("kyujutsu", "ninjutsu"):
        rolls = f"attack {brief(row.get('roll'))}, damage {brief(row.get('dmg'))}"
        notes.doubt(f"The weapon {brief(name)} ({rolls}) is not read: its damage rating is not in the file.")
        return None
    dr = spelled(damage.rolled - strength, damage.kept, damage.flat)
    notes.doubt(
        f"The damage of the weapon {brief(name)} is {damage} in all; less Strength {strength} it is read as {dr}."
    )
    return Arm(name, skill, dr=dr)


def _armor(fields: Row, notes: Notes) -> Row:
    tn = count(fields, "armorTN", "What the armor adds to the Armor TN", notes, 0, 99)
    reduction = count(fields, "armorRed", "The Reduction of the armor", notes, 0, 99)
    return armor(text(fields, "armorName", "The name of the armor", notes), tn or 0, reduction or 0, notes)


def _not_read(data: Row, fields: Row, notes: Notes) -> None:
    if clean(fields.get("schoolsData")).count('"name"') > 1:
        notes.doubt(f"The file records several schools; only {brief(fields.get('school'))} is read.")
    for key, what in _LISTS.items():
        names = (text(row, "name", what, notes) for row in rows(data, key, what, notes))
        notes.left_list(what, names)
    used = [key for key in data if key.startswith("spell") and filled(data[key])]
    if used:
        notes.left(f"The count of spells cast is not read: {listed(used)}.")
    unread(fields, (*_READ, *_FOLLOWS, *_REPEATS), "of the fields", notes)
    unread(data, (*_TOP, *used), "at the top of the file", notes)
