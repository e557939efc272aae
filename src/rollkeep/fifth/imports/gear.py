"""Weapons, armour, skills and advantages of another tool as the tables of a character file."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rollkeep.fifth import sheet
from rollkeep.fifth.catalogue import armour, weapons
from rollkeep.fifth.catalogue.qualities import quality_of
from rollkeep.fifth.catalogue.skills import GROUP_OF, skill_of
from rollkeep.fifth.sheet import EDGES, MOST_RING, RINGS, Armour, Grip, Weapon
from rollkeep.foreign.values import Notes, Row, brief, clean, free_name, listed, words
from rollkeep.names import plain

_ADDS = re.compile(r"(damage|deadliness|d[ée]g[âa]ts|dangerosit[ée])\s*([+-]\s*\d{1,2})", re.IGNORECASE)


class Arm(NamedTuple):
    """A weapon as another tool describes it; None or empty is what the tool does not say."""

    name: str
    skill: str = ""
    damage: int | None = None
    deadliness: int | None = None
    grips: tuple[Grip, ...] = ()
    qualities: tuple[str, ...] = ()


def name_for_file(name: str, otherwise: str) -> str:
    """A name as a character file takes it.

    >>> name_for_file("Cut/thrust", "weapon"), name_for_file("!", "weapon")
    ('Cut-thrust', 'weapon')
    """
    return name.replace("/", "-") if plain(name) else otherwise


def qualities_of(value: object, whose: str, notes: Notes) -> tuple[str, ...]:
    """The known qualities among texts; the others are noted."""
    texts = words(value)
    notes.left_list(f"Qualities of {brief(whose)}", (text for text in texts if not quality_of(text)))
    return tuple(dict.fromkeys(quality for text in texts if (quality := quality_of(text))))


def grip_of(hands: int, text: str, whose: str, notes: Notes) -> Grip:
    """What a grip adds, as it is written in a text: ``Deadliness +2``."""
    added = {"da": 0, "de": 0}
    for found in _ADDS.finditer(text):
        word = plain(found[1])
        added["da" if word in ("damage", "degats") else "de"] += int(found[2].replace(" ", ""))
    rest = [part for part in re.split(r"[/,;]", _ADDS.sub("", text)) if clean(part)]
    sharp = any("razor" in part.lower() for part in rest)
    notes.left_list(f"What a grip of {brief(whose)} changes", (part for part in rest if "razor" not in part.lower()))
    return Grip(hands, added["da"], added["de"], sharp)


def weapon_tables(arms: Iterable[Arm], notes: Notes) -> list[Row]:
    """The tables of weapons, each with a name of its own."""
    entries: dict[str, Row] = {}
    for arm in arms:
        entry = _weapon(arm._replace(name=name_for_file(arm.name, "weapon")), notes)
        if entry and plain(entry["name"]) in entries:
            entry = _full(_as_weapon(arm)) | {"name": free_name(entry["name"], entries)}
        if entry:
            entries[plain(entry["name"])] = entry
    return list(entries.values())


def _weapon(arm: Arm, notes: Notes) -> Row:
    known = weapons.named(arm.name)
    lacks = arm.damage is None or arm.deadliness is None
    if known is None and lacks:
        notes.doubt(f"The weapon {brief(arm.name)} has no damage and deadliness that can be read; it was left out.")
        return {}
    mine = _as_weapon(arm)
    if known is None:
        return _full(mine)
    if lacks:
        notes.doubt(f"The numbers of the weapon {brief(arm.name)} are not in the file; the usual ones are used.")
        return {"name": known.name}
    if _bare(mine) == _bare(known):
        return {"name": known.name}
    notes.doubt(
        f"The weapon {brief(arm.name)} is not the usual one: {_told(mine)} in the file, which counts; "
        f"usual is {_told(known)}."
    )
    return _full(mine)


def _as_weapon(arm: Arm) -> Weapon:
    known = weapons.named(arm.name) or Weapon(arm.name)
    return Weapon(
        known.name,
        arm.skill or known.skill,
        known.damage if arm.damage is None else arm.damage,
        known.deadliness if arm.deadliness is None else arm.deadliness,
        arm.grips or known.grips,
        arm.qualities,
    )


def _bare(weapon: Weapon) -> tuple[object, ...]:
    """What two descriptions of one weapon must share; not all tools know of the edge of a grip."""
    grips = tuple(grip._replace(razor_edged=False) for grip in weapon.grips)
    return weapon.skill, weapon.damage, weapon.deadliness, grips, frozenset(weapon.qualities)


def _told(weapon: Weapon) -> str:
    grips = " or ".join(
        f"{weapon.damage + grip.damage}/{weapon.deadliness + grip.deadliness} with {grip.hands or 'no'} "
        f"{'hand' if grip.hands == 1 else 'hands'}"
        for grip in weapon.grips
    )
    return ", ".join((grips, *weapon.qualities)).replace("_", "-")


def _full(weapon: Weapon) -> Row:
    entry: Row = {
        "name": weapon.name,
        "skill": weapon.skill,
        "damage": weapon.damage,
        "deadliness": weapon.deadliness,
    }
    if weapon.grips != (Grip(1),):
        entry["grips"] = tuple(_grip(grip) for grip in weapon.grips)
    entry["qualities"] = list(weapon.qualities)
    return entry


def _grip(grip: Grip) -> Row:
    return {"hands": grip.hands} | {key: value for key, value in grip._asdict().items() if value and key != "hands"}


def armour_table(worn: Iterable[Armour], notes: Notes) -> Row:
    """The table of what is worn: of several the one that protects best against blows."""
    several = sorted(worn, key=lambda each: (-each.physical, -each.supernatural))
    if not several:
        return {}
    if len(several) > 1:
        names = listed(each.name for each in several[1:])
        notes.doubt(f"Of several suits the one that protects best is worn; not read: {names}.")
    mine = several[0]._replace(name=name_for_file(several[0].name, "armour"))
    known = armour.named(mine.name)
    if known and mine[1:3] == known[1:3] and frozenset(mine.qualities) == frozenset(known.qualities):
        return {"name": known.name}
    if known and mine[1:3] != known[1:3]:
        notes.doubt(
            f"{brief(mine.name)} resists {mine.physical} and {mine.supernatural} in the file, which counts; "
            f"usual are {known.physical} and {known.supernatural}."
        )
    return {
        "name": known.name if known else mine.name,
        "physical": mine.physical,
        "supernatural": mine.supernatural,
        "qualities": list(mine.qualities),
    }


def skill_table(found: Iterable[tuple[str, int]], notes: Notes) -> tuple[Row, bool]:
    """The table of skills without those of rank 0, and whether some were not known by their names."""
    ranks: Row = {}
    strange = []
    for text, rank in found:
        name = skill_of(text)
        if name in GROUP_OF:
            ranks[name] = max(rank, ranks.get(name, 0))
        elif rank:
            strange.append(f"{brief(text)} {rank}")
    if strange:
        notes.doubt(
            f"Skills that are not known by these names: {listed(strange)}. Ranks that are not listed are asked for."
        )
    return {name: ranks[name] for name in GROUP_OF if ranks.get(name)}, bool(strange)


def kind_of(text: str) -> str:
    """The kind of an advantage or a disadvantage, written of one or of several; empty where it is none.

    >>> kind_of("Anxieties"), kind_of("Passion"), kind_of("Heritage")
    ('anxiety', 'passion', '')
    """
    word = plain(text)
    one = f"{word.removesuffix('ies')}y" if word.endswith("ies") else word.removesuffix("s")
    return one if one in EDGES else ""


def advantage_tables(found: Iterable[tuple[str, str, str]], notes: Notes) -> list[Row]:
    """The tables of advantages and disadvantages, from name, kind and ring."""
    entries: dict[str, Row] = {}
    strange = []
    for text, written, ring in found:
        kind = kind_of(written)
        if not kind or plain(ring) not in RINGS:
            strange.append(f"{brief(text)} ({brief(written)}, {brief(ring)})")
            continue
        name = free_name(name_for_file(text, kind), entries)
        entries[plain(name)] = {"name": name, "kind": kind, "ring": plain(ring)}
    notes.left_list("Advantages whose kind or ring is not known", strange)
    return list(entries.values())


def technique_names(found: Iterable[str], notes: Notes) -> list[str]:
    """The names of techniques, each once."""
    names = list({plain(name): name for name in found if plain(name)}.values())
    if names:
        notes.left(
            "Of techniques only the names are read. What one changes can be written as a modifier: see the page on "
            "characters."
        )
    return names


def compared(written: Mapping[str, int | None], rings: Mapping[str, int], notes: Notes) -> None:
    """Notes where a tool's derived numbers are not those that follow from the rings.

    Source: 5e.derived
    """
    if len(rings) < len(RINGS):
        return
    bare = sheet.Character("", rings=tuple(rings.items()))
    follow = {name: getattr(sheet, name)(bare) for name in sheet.DERIVED}
    for name, number in written.items():
        if number and number != follow[name]:
            notes.doubt(
                f"{name.title()} is {number} in the file; the rings give {follow[name]}, which counts. Another number "
                "stands under [block], or comes from a modifier."
            )


ORDER = (
    *("game", "name", "clan", "family", "school", "school_rank", "honour", "glory", "status", "strife", "fatigue"),
    *("partial", "techniques", "rings", "skills", "void", "block", "advantages", "weapons", "armour"),
)


def in_order(data: Row) -> Row:
    """The entries that say something, in the order of a character file; skills say something by being there."""
    kept = {key: data[key] for key in ORDER if data.get(key) not in (None, "", {}, []) and data[key] is not False}
    for key in ("strife", "fatigue"):
        if kept.get(key) == 0:
            del kept[key]
    return kept | ({"skills": {}} if data.get("skills") == {} else {})


def void_points(points: int | None, ring: int | None, notes: Notes) -> Row:
    """The table of Void, of points that are possible."""
    if points is None:
        return {}
    if points > (MOST_RING if ring is None else ring):
        than = f"the Void ring of {ring}" if ring is not None else "any Void ring"
        notes.doubt(f"Void Points are {points}, more than {than}; they were left out.")
        return {}
    return {"points": points}
