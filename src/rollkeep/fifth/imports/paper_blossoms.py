"""Characters of Paper Blossoms, as its "Export to XML" writes them: rings are final, names are in its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rollkeep.fifth.imports.gear import (
    Arm,
    advantage_tables,
    armour_table,
    compared,
    in_order,
    qualities_of,
    skill_table,
    technique_names,
    weapon_tables,
)
from rollkeep.fifth.sheet import DERIVED, MOST_RING, MOST_SKILL, RINGS, Armour, Grip
from rollkeep.fifth.sheet_file import MOST_NOW
from rollkeep.foreign.values import (
    EVERY_TOOL,
    MAX_ROWS,
    Notes,
    Row,
    brief,
    clean,
    count,
    fail,
    filled,
    listed,
    named,
    text,
)
from rollkeep.foreign.whole import xml_root
from rollkeep.names import plain

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_HINT = 'In Paper Blossoms choose "Export to XML" and import that file.'
_READ = (
    *("Name", "Family", "Clan", "School", "Rings", "Skills", "Social", "Derived", "RankStatus", "Techniques"),
    *("PersonalTraits", "Equipment"),
)


def read(content: str) -> tuple[Row, Notes]:
    """The character file's data, and what was not read.

    Raises: SheetError
    """
    root = xml_root("This", content, _HINT)
    if root.tag != "Character":
        raise fail(
            f"This XML is of the kind {brief(root.tag)}, not a character of Paper Blossoms.", f"{_HINT} {EVERY_TOOL}"
        )
    notes = Notes()
    social = _attributes(root, "Social")
    rings = _rings(root, notes)
    skills, strange = skill_table(_skills(root, notes), notes)
    weapons, armours = _equipment(root, notes)
    traits, techniques = _traits_and_techniques(root, notes)
    result = {
        "game": "5e",
        "name": named(_attributes(root, "Name"), "value", notes),
        **{
            key: text(_attributes(root, key.title()), "value", f"The {key}", notes)
            for key in ("clan", "family", "school")
        },
        "school_rank": _rank(root, notes),
        "honour": count(social, "honor", "Honour", notes, 0, 100),
        "glory": count(social, "glory", "Glory", notes, 0, 100),
        "status": count(social, "status", "Status", notes, 0, 100),
        "rings": rings,
        "skills": None if root.find("Skills") is None else skills,
        "partial": strange,
        "techniques": technique_names(techniques, notes),
        "advantages": advantage_tables(traits, notes),
        "weapons": weapon_tables(weapons, notes),
        "armour": armour_table(armours, notes),
    }
    derived = _attributes(root, "Derived")
    compared({key: count(derived, key, key.title(), notes, 0, MOST_NOW) for key in DERIVED}, rings, notes)
    _not_read(root, notes)
    return in_order(result), notes


def _attributes(root: Element, tag: str) -> Row:
    found = root.find(tag)
    return {} if found is None else dict(found.attrib)


def _rows(root: Element, tag: str, notes: Notes) -> Iterator[Row]:
    several = list(root.iterfind(f"{tag}/*"))
    if len(several) > MAX_ROWS:
        notes.doubt(f"{tag}: of {len(several):,} entries only the first {MAX_ROWS:,} are read.")
    for each in several[:MAX_ROWS]:
        yield dict(each.attrib)


def _rings(root: Element, notes: Notes) -> dict[str, int]:
    found = {ring: _attributes(root, f"Rings/{ring.title()}") for ring in RINGS}
    if missing := [ring.title() for ring in RINGS if not filled(found[ring].get("value"))]:
        notes.doubt(f"The file gives no rank for {listed(missing)}.")
    ranks = {
        ring: count(found[ring], "value", f"The {ring.title()} ring", notes, 1, MOST_RING)
        for ring in RINGS
        if filled(found[ring].get("value"))
    }
    return {ring: rank for ring, rank in ranks.items() if rank is not None}


def _rank(root: Element, notes: Notes) -> int | None:
    """The rank stands in a sentence of the tool's page, as its first number."""
    told = text(_attributes(root, "RankStatus"), "curricstatus", "The school rank", notes)
    found = re.search(r"\d{1,3}", told, re.ASCII)
    return count({"rank": found[0]}, "rank", "The school rank", notes, 1, 6) if found else None


def _skills(root: Element, notes: Notes) -> Iterator[tuple[str, int]]:
    for row in _rows(root, "Skills", notes):
        name = text(row, "name", "The name of a skill", notes)
        rank = count(row, "value", f"The rank of the skill {brief(name)}", notes, 0, MOST_SKILL)
        if name and rank is not None:
            yield name, rank


def _traits_and_techniques(root: Element, notes: Notes) -> tuple[list[tuple[str, str, str]], list[str]]:
    """Personal traits stand among the techniques in some versions: they are those that have a ring."""
    traits, techniques = [], []
    for row in (*_rows(root, "PersonalTraits", notes), *_rows(root, "Techniques", notes)):
        name = text(row, "name", "The name of a technique or trait", notes)
        if "ring" in row:
            traits.append((name, clean(row.get("type")), clean(row["ring"])))
        else:
            techniques.append(name)
    return traits, techniques


def _equipment(root: Element, notes: Notes) -> tuple[list[Arm], list[Armour]]:
    """Each grip of a weapon is a row of its own."""
    arms: dict[str, list[Arm]] = {}
    worn: list[Armour] = []
    other = []
    for row in _rows(root, "Equipment", notes):
        name, kind = text(row, "name", "The name of an item", notes), plain(clean(row.get("type")))
        if kind == "weapon":
            arms.setdefault(plain(name), []).append(_arm(row, name, notes))
        elif kind in ("armor", "armour"):
            physical, supernatural = (
                count(row, f"a_{key}res", f"What {brief(name)} resists", notes, 0, MOST_NOW) or 0
                for key in ("phys", "super")
            )
            worn.append(Armour(name, physical, supernatural, qualities_of(row.get("qualities"), name, notes)))
        else:
            other.append(name)
    notes.left_list("Pieces of equipment", other)
    return [_joined(several, notes) for several in arms.values()], worn


def _arm(row: Row, name: str, notes: Notes) -> Arm:
    grip, skill = clean(row.get("w_grip")), plain(clean(row.get("w_skill")))
    hands = re.search(r"[12]", grip)
    used = next((kind for kind in ("melee", "ranged", "unarmed") if kind in skill), "")
    if not hands and grip and used != "unarmed":
        notes.doubt(f"The grip {brief(grip)} of {brief(name)} is read as one hand.")
    if skill and not used:
        notes.doubt(f"{brief(name)} is used with {brief(row.get('w_skill'))}, which is not known here.")
    return Arm(
        name,
        used,
        count(row, "w_dam", f"The damage of {brief(name)}", notes, 0, MOST_NOW),
        count(row, "w_dls", f"The deadliness of {brief(name)}", notes, 0, MOST_NOW),
        (Grip(int(hands[0]) if hands else 1),) if grip and used != "unarmed" else (),
        qualities_of(row.get("qualities"), name, notes),
    )


def _joined(several: list[Arm], notes: Notes) -> Arm:
    """A weapon with all its grips: what each adds to the numbers of the first, which takes the fewest hands."""
    first, *others = sorted(several, key=lambda arm: arm.grips[0].hands if arm.grips else 0)
    for other in others:
        if not other.grips or None in (first.damage, first.deadliness, other.damage, other.deadliness):
            continue
        damage, deadliness = (
            (other.damage or 0) - (first.damage or 0),
            (other.deadliness or 0) - (first.deadliness or 0),
        )
        grip = Grip(other.grips[0].hands, damage, deadliness)
        known = next((each for each in first.grips if each.hands == grip.hands), None)
        if known is None:
            first = first._replace(grips=(*first.grips, grip))
        elif known != grip:
            notes.doubt(f"{brief(first.name)} is there twice with other numbers; the first counts.")
    return first


def _not_read(root: Element, notes: Notes) -> None:
    notes.left_list("Abilities of the school", (row.get("name", "") for row in _rows(root, "Abilities", notes)))
    known = (*_READ, "Abilities")
    if names := listed(each.tag for each in root if each.tag not in known and _says(each)):
        notes.left(f"Not read of the file: {names}.")


def _says(element: Element) -> bool:
    return any(filled(dict(each.attrib)) for each in (element, *element))
