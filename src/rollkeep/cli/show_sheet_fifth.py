"""A character of the 5th edition as text at 80 columns, and as JSON."""

from __future__ import annotations

from typing import Any

from rollkeep.cli.page import Page
from rollkeep.fifth.by_sheet import Brought
from rollkeep.fifth.catalogue import qualities
from rollkeep.fifth.catalogue.skills import GROUP_OF, GROUPS, shown
from rollkeep.fifth.places import NUMBERS
from rollkeep.fifth.profile import CheckRow, Profile, WeaponRow, profile
from rollkeep.fifth.sheet import RINGS, Character, Modifier
from rollkeep.table.sheets import SheetFifth
from rollkeep.text import columns, fitted, wrapped

READY_MADE = "ready-made"
_CHECKS = {"initiative": "Initiative", "resist": "Against a critical", "attack": "Strike"}


def show_sheet(page: Page, written: SheetFifth) -> None:
    """Everything about a character."""
    character, found = written.character, profile(written.character)
    where = written.path or READY_MADE
    gap = " " * max(page.width - columns(character.name) - columns(where), 2)
    page.wrapped(f"{character.name}{gap}{where}", bold=True)
    if told := _who(character):
        page.wrapped(", ".join(told), dim=True)
    _rings(page, character, found)
    _numbers(page, character, found)
    _skills(page, character, found)
    _checks(page, found)
    _weapons(page, found)
    _advantages(page, found)
    _techniques(page, found)
    _modifiers(page, character)


def _who(character: Character) -> list[str]:
    parts = [character.clan, character.family, character.school]
    if character.school_rank is not None:
        parts.append(f"School Rank {character.school_rank}")
    parts += [
        f"{name} {value}"
        for name, value in (("Honour", character.honour), ("Glory", character.glory), ("Status", character.status))
        if value is not None
    ]
    if character.npc:
        parts.append("played by the game master")
    return [part for part in parts if part]


def _rings(page: Page, character: Character, found: Profile) -> None:
    if not character.rings:
        return
    page.add()
    rings = dict(found.rings)
    page.add("  " + "".join(f"{name.title()} {_number(rings[name]):9}" for name in RINGS))


def _numbers(page: Page, character: Character, found: Profile) -> None:
    cells = []
    for name, most, now, what, over in (
        ("Endurance", found.endurance, character.fatigue, "fatigue", found.incapacitated and "Incapacitated"),
        ("Composure", found.composure, character.strife, "strife", found.compromised and "Compromised"),
    ):
        if most is not None or now:
            cells.append(f"{name} {_number(most)}, {what} {now}{f': {over}' if over else ''}")
    if found.void_points is not None:
        most = dict(found.rings)["void"]
        cells.append(f"Void Points {found.void_points}{'' if most is None else f' of {most}'}")
    rest = [
        f"{name} {value}"
        for name, value in (("Focus", found.focus), ("Vigilance", found.vigilance))
        if value is not None
    ]
    armour = character.armour
    if armour or found.resistance:
        rest.append(f"Resistance {found.resistance}{f' ({armour.name})' if armour else ''}")
        if armour and armour.supernatural:
            rest.append(f"against the supernatural {armour.supernatural}")
    if cells or rest:
        page.add()
    for several in (cells, rest):
        if several:
            page.wrapped("    ".join(several), "  ")


def _skills(page: Page, character: Character, found: Profile) -> None:
    rows = [row for row in found.skills if row.rank]
    if not rows:
        return
    page.add()
    page.add(page.styled("  Skills", dim=True))
    for group in (*GROUPS, ""):
        told = ", ".join(f"{shown(row.name)} {row.rank}" for row in rows if row.group == group)
        if told:
            _hanging(page, f"    {group.title() or 'Of its own':12}", told)
    if character.partial:
        page.add("    The file does not list all of them.")


def _checks(page: Page, found: Profile) -> None:
    rows = [row for row in found.checks if any(rolls for _, rolls in row.rolls)]
    if not rows:
        return
    page.add()
    page.add(page.styled(f"  {'Check':38}{'TN':>2}  " + "".join(f"{ring.title():7}" for ring in RINGS), dim=True))
    for row in rows:
        cells = "".join(f"{_pool(rolls):6} " for _, rolls in row.rolls)
        page.add(f"  {fitted(_check(row), 37)} {_tn(row):>2}  {cells}")
    pools = [rolls.pool for row in rows for _, rolls in row.rolls if rolls]
    if any(pool.kept != pool.ring for pool in pools):
        page.wrapped("k and a number: so many dice may be kept.", "    ", dim=True)
    if pools[0].compromised:
        page.wrapped("Compromised: no die that shows strife may be kept. [5e.compromised]", "    ", dim=True)


def _check(row: CheckRow) -> str:
    return f"{_CHECKS[row.check]}: {shown(row.skill)}"


def _pool(rolls: Brought | None) -> str:
    return str(rolls.pool).replace(" keep ", "k") if rolls else "?"


def _tn(row: CheckRow) -> str:
    """The TN, with what modifiers add to it in every ring."""
    changes = {rolls.tn for _, rolls in row.rolls if rolls}
    return str(max(row.tn + changes.pop(), 1)) if len(changes) == 1 else str(row.tn)


def _weapons(page: Page, found: Profile) -> None:
    page.add()
    page.add(page.styled(f"  {'Weapon':25}{'hands':>5}{'damage':>8}{'deadliness':>12}  qualities", dim=True))
    for row in found.weapons:
        name = row.name
        if columns(name) > 24:
            page.wrapped(name, "  ")
            name = ""
        for i, grip in enumerate(row.grips):
            sharp = ["razor-edged"] if grip.razor_edged and "razor_edged" not in row.qualities else []
            told = ", ".join([*map(qualities.shown, row.qualities), *sharp] if i == 0 or sharp else [])
            hands = str(grip.hands) if grip.hands else "-"
            _hanging(
                page, f"  {fitted(name if i == 0 else '', 24)} {hands:>5}{grip.damage:>8}{grip.deadliness:>12}  ", told
            )


def _advantages(page: Page, found: Profile) -> None:
    if not found.advantages:
        return
    page.add()
    page.add(page.styled("  Advantages and disadvantages", dim=True))
    for ring, several in found.advantages:
        told = ", ".join(f"{each.name} ({each.kind})" for each in several)
        _hanging(page, f"    {ring.title():7}", told)


def _techniques(page: Page, found: Profile) -> None:
    if not found.techniques:
        return
    page.add()
    page.add(page.styled("  Techniques", dim=True))
    for name, known in found.techniques:
        page.wrapped(f"{name}{f' [5e.action.{known}]' if known else ''}", "    ")


def _modifiers(page: Page, character: Character) -> None:
    if not character.modifiers:
        return
    page.add()
    page.add(page.styled("  What changes checks and numbers", dim=True))
    for modifier in character.modifiers:
        page.wrapped(described(modifier), "    ")


def described(modifier: Modifier) -> str:
    """A modifier in a line.

    >>> described(Modifier("calm", ("composure",), flat=2)), described(Modifier("speed", ("attack",), skill=1, flat=-1))
    ('calm: +2 to composure', 'speed: +1 skill die, TN -1 on attack')
    """
    on = " or ".join(shown(place) if place in GROUP_OF else place for place in modifier.on)
    off = "" if modifier.active else " (not active)"
    if modifier.on[0] in NUMBERS:
        return f"{modifier.name}: {modifier.flat:+} to {on}{off}"
    dice = (("ring die", modifier.ring), ("skill die", modifier.skill), ("kept die", modifier.kept))
    gives = [f"{by:+} {one if abs(by) == 1 else one.replace('die', 'dice')}" for one, by in dice if by]
    if modifier.flat:
        gives.append(f"TN {modifier.flat:+}")
    return f"{modifier.name}: {', '.join(gives) or 'nothing'} on {on}{off}"


def _hanging(page: Page, first: str, text: str) -> None:
    """A row whose last cell goes on below where it is too long."""
    for line in wrapped(text, page.width, first, " " * columns(first)) or [first]:
        page.add(line)


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def sheet_as_json(written: SheetFifth) -> dict[str, Any]:
    """A character and all that follows, for programs; null is what is not known."""
    character, found = written.character, profile(written.character)
    armour, rings = character.armour, dict(found.rings)
    return {
        "file": written.path or None,
        "game": "5e",
        "name": character.name,
        "clan": character.clan or None,
        "family": character.family or None,
        "school": character.school or None,
        "school_rank": character.school_rank,
        "honour": character.honour,
        "glory": character.glory,
        "status": character.status,
        "npc": character.npc,
        "rings": rings,
        "void_points": found.void_points,
        "endurance": found.endurance,
        "composure": found.composure,
        "focus": found.focus,
        "vigilance": found.vigilance,
        "fatigue": character.fatigue,
        "strife": character.strife,
        "compromised": found.compromised,
        "incapacitated": found.incapacitated,
        "resistance": {"physical": found.resistance, "supernatural": armour.supernatural if armour else 0},
        "armour": armour and {"name": armour.name, "qualities": list(armour.qualities)},
        "skills": [{"name": shown(row.name), "group": row.group or None, "rank": row.rank} for row in found.skills],
        "partial": character.partial or character.skills is None,
        "checks": [_check_as_json(row) for row in found.checks],
        "weapons": [_weapon_as_json(row) for row in found.weapons],
        "advantages": [{"name": each.name, "kind": each.kind, "ring": each.ring} for each in character.advantages],
        "techniques": [
            {"name": name, "rule": f"5e.action.{known}" if known else None} for name, known in found.techniques
        ],
        "modifiers": [each._asdict() | {"on": list(each.on)} for each in character.modifiers],
    }


def _check_as_json(row: CheckRow) -> dict[str, Any]:
    rolls = {
        ring: rolls and {"notation": str(rolls.pool), "pool": rolls.pool._asdict(), "tn": max(row.tn + rolls.tn, 1)}
        for ring, rolls in row.rolls
    }
    return {"check": row.check, "skill": shown(row.skill), "rolls": rolls}


def _weapon_as_json(row: WeaponRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "skill": row.skill,
        "qualities": list(row.qualities),
        "grips": [grip._asdict() for grip in row.grips],
    }
