"""A character as text at 80 columns, and as JSON."""

from __future__ import annotations

from typing import Any

from rollkeep.cli.show import Page
from rollkeep.fourth import sheet
from rollkeep.fourth.catalogue.rings import TRAITS, TRAITS_OF
from rollkeep.fourth.catalogue.skills import shown
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.profile import Profile, profile
from rollkeep.fourth.sheet import Character
from rollkeep.table.sheets import Sheet
from rollkeep.text import counted


def show_sheet(page: Page, written: Sheet) -> None:
    """Everything about a character."""
    character, found = written.character, profile(written.character)
    gap = " " * max(page.width - len(character.name) - len(written.path), 2)
    page.wrapped(f"{character.name}{gap}{written.path}", bold=True)
    if told := _who(character, found):
        page.wrapped(", ".join(told), dim=True)
    _rings(page, character, found)
    _numbers(page, character, found)
    _skills(page, found)
    _weapons(page, found)
    _modifiers(page, character)


def _who(character: Character, found: Profile) -> list[str]:
    parts = [character.clan, character.family, character.school]
    if character.school_rank is not None:
        parts.append(f"School Rank {character.school_rank}")
    if found.insight is not None:
        parts.append(f"Insight {found.insight}")
    if found.insight_rank is not None:
        parts.append(f"Insight Rank {found.insight_rank}")
    if found.initiative_by_insight:
        parts[-1] += f" as written, {found.rank_by_insight} by Insight"
    parts += [
        f"{name} {value:g}"
        for name, value in (("Honor", character.honor), ("Glory", character.glory), ("Status", character.status))
        if value is not None
    ]
    return [part for part in parts if part]


def _rings(page: Page, character: Character, found: Profile) -> None:
    rings, traits = dict(found.rings), dict(character.traits)
    if not traits and rings["void"] is None:
        return
    page.add()
    for name, (one, other) in TRAITS_OF.items():
        line = f"  {name.title():6}{_number(rings[name]):>2}    "
        page.add(line + "    ".join(f"{trait.title():13}{_number(traits.get(trait)):>2}" for trait in (one, other)))
    points = "" if found.void_points is None else f"    {counted(found.void_points, 'Void Point')} left"
    per_round = f", {character.per_round} on one roll" if character.per_round > 1 else ""
    page.add(f"  Void  {_number(rings['void']):>2}{points}{per_round}")


def _numbers(page: Page, character: Character, found: Profile) -> None:
    parts = [f"Initiative {found.initiative}"] if found.initiative else []
    if found.initiative_by_insight:
        parts[0] += f" ({found.initiative_by_insight} by Insight)"
    if found.armor_tn is not None:
        parts.append(f"Armor TN {found.armor_tn}")
    if found.reduction or character.armor:
        parts.append(f"Reduction {found.reduction}{f' ({character.armor.name} armor)' if character.armor else ''}")
    if character.casts:
        parts.append("casts" + (f", affinity {character.affinity}" if character.affinity else ""))
        parts[-1] += f", deficiency {character.deficiency}" if character.deficiency else ""
    if parts:
        page.add()
        page.wrapped("    ".join(parts), "  ")
    if found.boxes is None:
        if character.wounds:
            page.add()
            page.add(f"  Wounds {character.wounds}; the Wound Rank follows from the Earth Ring")
        return
    page.add()
    rank = found.wound_rank
    told = page.styled("each rank with its last Wound, and what it adds to a TN", dim=True)
    page.add(f"{f'  Wounds {character.wounds}' + (f': {rank.name}' if rank else ''):25}{told}")
    for start in range(0, len(found.boxes), 4):
        cells = []
        for box in found.boxes[start : start + 4]:
            to = f"from {box.first}" if box.last >= 999 else f"to {box.last}"
            penalty = f" +{box.penalty}" if box.penalty and not box.name.startswith("+") else ""
            cells.append(f"{box.name} {to}{penalty}")
        page.add("    " + "".join(f"{cell:19}" for cell in cells))


def _skills(page: Page, found: Profile) -> None:
    if not found.skills:
        return
    page.add()
    page.add(page.styled(f"  {'Skill':36}{'rank':>4}  {'roll':8}Emphases", dim=True))
    for row in found.skills:
        name = f"{shown(row.skill.name)}{f' / {row.trait.title()}' if row.trait else ''}"
        _cells(page, name, 36, f"{row.skill.rank:>4}  {row.pool:8}", ", ".join(row.skill.emphases))


def _weapons(page: Page, found: Profile) -> None:
    if not found.weapons:
        return
    page.add()
    page.add(page.styled(f"  {'Weapon':42}{'attack':8}damage", dim=True))
    for row in found.weapons:
        parts = [row.name, f"{shown(row.skill)} / {row.trait.title()}" if row.skill else "", row.arrow]
        _cells(page, ", ".join(part for part in parts if part), 42, f"{row.attack:8}", row.damage)


def _cells(page: Page, name: str, wide: int, middle: str, last: str) -> None:
    """A row whose name or last cell goes on below where it is too long."""
    import textwrap

    names = textwrap.wrap(name, wide - 1) or [""]
    rest = textwrap.wrap(last, max(page.width - 2 - wide - len(middle), 10)) or [""]
    for i in range(max(len(names), len(rest))):
        first = names[i] if i < len(names) else ""
        page.add(f"  {first:{wide}}{middle if i == 0 else ' ' * len(middle)}{rest[i] if i < len(rest) else ''}")


def _modifiers(page: Page, character: Character) -> None:
    modifiers = sheet.modifiers(character)
    if not modifiers:
        return
    page.add()
    page.add(page.styled("  What changes rolls", dim=True))
    for modifier in modifiers:
        page.wrapped(described(modifier), "  ")


def described(modifier: Modifier) -> str:
    """A modifier in a line: ``Bayushi technique: 1k0 on initiative``."""
    gives = [str(modifier.pool)] if any(modifier.pool[:3]) else []
    if modifier.free_raises:
        gives.append(counted(modifier.free_raises, "Free Raise"))
    if modifier.explode_on:
        gives.append(f"dice explode on {modifier.explode_on}")
    on = " or ".join(_place(place) for place in modifier.on) or "every roll"
    when = f", for {' or '.join(modifier.when)}" if modifier.when else ""
    unless = f", unless {' or '.join(modifier.unless)}" if modifier.unless else ""
    return f"{modifier.name}: {', '.join(gives)} on {on}{when}{unless}{'' if modifier.active else ' (not active)'}"


def _place(place: frozenset[str]) -> str:
    order = ("tn", "check", "skill", "trait", "ring", "spell", "attack", "damage")
    words = sorted(place, key=lambda word: (order.index(word) if word in order else len(order), word))
    if len(words) > 1 and words[0] in ("check", "skill"):
        words = words[1:]
    return " ".join(words)


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def sheet_as_json(written: Sheet) -> dict[str, Any]:
    """A character and all that follows, for programs; null is what is not known."""
    character, found = written.character, profile(written.character)
    traits = dict(character.traits)
    rank = found.wound_rank
    return {
        "file": written.path,
        "game": "4e",
        "name": character.name,
        "clan": character.clan or None,
        "family": character.family or None,
        "school": character.school or None,
        "school_rank": character.school_rank,
        "honor": character.honor,
        "glory": character.glory,
        "status": character.status,
        "traits": {name: traits.get(name) for name in TRAITS},
        "rings": dict(found.rings),
        "void_points": found.void_points,
        "void_per_round": character.per_round,
        "insight": found.insight,
        "insight_rank": found.insight_rank,
        "insight_rank_by_insight": found.rank_by_insight,
        "initiative": found.initiative or None,
        "initiative_by_insight": found.initiative_by_insight or found.initiative or None,
        "armor_tn": found.armor_tn,
        "reduction": found.reduction,
        "armor": character.armor.name if character.armor else None,
        "wounds": {
            "taken": character.wounds,
            "rank": rank.name if rank else None,
            "penalty": rank.penalty if rank else None,
            "ranks": None if found.boxes is None else [box._asdict() for box in found.boxes],
        },
        "skills": [
            {
                "name": shown(row.skill.name),
                "rank": row.skill.rank,
                "trait": row.trait or None,
                "emphases": list(row.skill.emphases),
                "pool": row.pool or None,
            }
            for row in found.skills
        ],
        "weapons": [
            {
                "name": row.name,
                "skill": row.skill or None,
                "trait": row.trait or None,
                "arrow": row.arrow or None,
                "attack": row.attack or None,
                "damage": row.damage or None,
                "keywords": list(row.keywords),
            }
            for row in found.weapons
        ],
        "modifiers": [_modifier_as_json(modifier) for modifier in sheet.modifiers(character)],
        "casts": character.casts,
        "affinity": character.affinity or None,
        "deficiency": character.deficiency or None,
    }


def _modifier_as_json(modifier: Modifier) -> dict[str, Any]:
    return {
        "name": modifier.name,
        "pool": str(modifier.pool),
        "on": [_place(place) for place in modifier.on],
        "for": list(modifier.when),
        "unless": list(modifier.unless),
        "free_raises": modifier.free_raises,
        "explode_on": modifier.explode_on,
        "active": modifier.active,
    }
