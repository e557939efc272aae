"""A character's sheet with all that follows from it, laid out for a page: rows of texts and what can be rolled."""

from __future__ import annotations

from typing import Any, NamedTuple

from rollkeep.fifth import profile as fifth_profile
from rollkeep.fifth.catalogue import qualities
from rollkeep.fifth.catalogue.skills import shown as skill_of_fifth
from rollkeep.fifth.places import NUMBERS
from rollkeep.fourth import profile as fourth_profile
from rollkeep.fourth.catalogue.rings import TRAITS_OF
from rollkeep.fourth.catalogue.skills import shown
from rollkeep.fourth.catalogue.weapons import WEAPONS
from rollkeep.fourth.play.person import Person as OfFourth
from rollkeep.fourth.play.person import now
from rollkeep.fourth.sheet_written import place_text
from rollkeep.names import plain
from rollkeep.web.pages.sheet_text import bare


class Ring(NamedTuple):
    """A Ring, with its Traits where the game has them; None is what nobody has written down."""

    name: str
    rank: int | None
    traits: tuple[tuple[str, int | None], ...] = ()


class Row(NamedTuple):
    """A line of a table: what it is called, its cells, and what can be rolled with it."""

    name: str
    cells: tuple[str, ...]
    deed: str = ""
    quiet: str = ""
    second: str = ""


class Sheet(NamedTuple):
    """Everything about a character. ``numbers`` are (title, value, more); ``wounds`` (rank, from to, more, is now)."""

    about: tuple[str, ...]
    rings: tuple[Ring, ...]
    numbers: tuple[tuple[str, str, str], ...]
    skills: tuple[Row, ...]
    weapons: tuple[Row, ...]
    modifiers: tuple[tuple[str, str, bool], ...]
    wounds: tuple[tuple[str, str, str, bool], ...] = ()
    checks: tuple[Row, ...] = ()
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()
    told: dict[str, Any] = {}  # noqa: RUF012 - never changed

    @property
    def is_empty(self) -> bool:
        """Whether nothing but the name is known."""
        known = any(ring.rank is not None or any(rank for _, rank in ring.traits) for ring in self.rings)
        return not (known or self.skills or self.modifiers)


def sheet_of(one: Any, *, moves: bool) -> Sheet:
    """The sheet of a character of either game; ``moves``: with what moves in play, which not everybody is shown."""
    return _fourth(one, moves=moves) if isinstance(one, OfFourth) else _fifth(one, moves=moves)


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


# --- the 4th edition --------------------------------------------------------------------------------------------


def _fourth(one: OfFourth, *, moves: bool) -> Sheet:
    sheet = bare(one)
    points = None if sheet.void_ring is None else now(one).void_points
    character = sheet._replace(void_points=points, wounds=now(one).wounds) if moves else sheet
    found = fourth_profile.profile(character)
    traits = dict(character.traits)
    parts = [character.clan, character.family, character.school]
    if character.school_rank is not None:
        parts.append(f"School Rank {character.school_rank}")
    named = (("Honor", character.honor), ("Glory", character.glory), ("Status", character.status))
    parts += [f"{title} {value:g}" for title, value in named if value is not None]
    insight = "" if found.insight is None else f"Insight {found.insight}"
    armor = f"{character.armor.name} armor" if character.armor else ""
    numbers = (
        ("Initiative", found.initiative, ""),
        ("Armor TN", _text(found.armor_tn), armor),
        ("Reduction", str(found.reduction) if found.reduction or armor else "", ""),
        ("Insight Rank", _text(found.insight_rank), insight),
    )
    pairs = {name: tuple((each, traits.get(each)) for each in pair) for name, pair in TRAITS_OF.items()}
    return Sheet(
        tuple(part for part in parts if part),
        tuple(Ring(name, rank, pairs.get(name, ())) for name, rank in found.rings),
        tuple(each for each in numbers if each[1]),
        tuple(_skill(row) for row in found.skills),
        tuple(_weapon(row) for row in found.weapons),
        _modifiers(character),
        _wounds(found, moves=moves),
        told=_told(found, character.name),
    )


def _skill(row: fourth_profile.SkillRow) -> Row:
    name = row.skill.name
    deed = f"{name}/{row.trait}" if row.trait else ""
    return Row(
        shown(name), (str(row.skill.rank), row.pool), deed, ", ".join((row.trait, *row.skill.emphases)).strip(", ")
    )


def _weapon(row: fourth_profile.WeaponRow) -> Row:
    skill = f"{shown(row.skill)}/{row.trait}" if row.skill else ""
    quiet = ", ".join(part for part in (skill, row.arrow, *row.keywords) if part)
    name = "" if row.name == "attack" and not row.skill else f" {row.name}"
    return Row(row.name, (row.attack, row.damage), f"attack{name}", quiet, f"damage{name}")


def _modifiers(character: Any) -> tuple[tuple[str, str, bool], ...]:
    weapons = {plain(each.weapon.name) for each in character.weapons} | set(WEAPONS)
    own = {skill.name for skill in character.skills or ()}
    found = []
    for each in character.modifiers:
        gives = [str(each.pool)] if any(each.pool[:3]) else []
        gives += [f"Free Raises {each.free_raises}"] if each.free_raises else []
        gives += [f"explodes on {each.explode_on}"] if each.explode_on else []
        on = ", ".join(place_text(place, weapons, own) for place in each.on) or "every roll"
        waits = [f"with {', '.join(each.when)}"] if each.when else []
        waits += [f"not with {', '.join(each.unless)}"] if each.unless else []
        found.append((each.name, " · ".join((*gives, on, *waits)), each.active))
    return tuple(found)


def _wounds(found: fourth_profile.Profile, *, moves: bool) -> tuple[tuple[str, str, str, bool], ...]:
    rows = []
    for box in found.boxes or ():
        to = f"from {box.first}" if box.last >= 999 else f"to {box.last}"
        more = "no rolls" if box.penalty is None else f"+{box.penalty}"
        is_now = moves and found.wound_rank is not None and box.name == found.wound_rank.name
        rows.append((box.name, to, more, is_now))
    return tuple(rows)


# --- the 5th edition --------------------------------------------------------------------------------------------

_CHECKS = {"initiative": "Initiative", "resist": "Against a critical", "attack": "Strike"}


def _fifth(one: Any, *, moves: bool) -> Sheet:
    character = bare(one)
    if moves:
        character = character._replace(strife=one.strife, fatigue=one.fatigue, void_points=one.void)
    found = fifth_profile.profile(character)
    parts = [character.clan, character.family, character.school]
    if character.school_rank is not None:
        parts.append(f"School Rank {character.school_rank}")
    named = (("Honour", character.honour), ("Glory", character.glory), ("Status", character.status))
    parts += [f"{title} {value}" for title, value in named if value is not None]
    worn = character.armour
    numbers = (
        ("Endurance", _text(found.endurance), "Incapacitated" if moves and found.incapacitated else ""),
        ("Composure", _text(found.composure), "Compromised" if moves and found.compromised else ""),
        ("Focus", _text(found.focus), ""),
        ("Vigilance", _text(found.vigilance), ""),
        ("Resistance", str(found.resistance) if worn or found.resistance else "", worn.name if worn else ""),
    )
    advantages = tuple(f"{each.name} ({each.kind}, {ring})" for ring, several in found.advantages for each in several)
    techniques = tuple(name for name, _ in found.techniques)
    return Sheet(
        tuple(part for part in parts if part),
        tuple(Ring(*each) for each in found.rings),
        tuple(each for each in numbers if each[1]),
        tuple(Row(skill_of_fifth(row.name), (str(row.rank),), row.name, row.group) for row in found.skills if row.rank),
        tuple(each for row in found.weapons for each in _grips(row)),
        tuple(_modifier(each) for each in character.modifiers),
        checks=tuple(_check(row) for row in found.checks if any(rolls for _, rolls in row.rolls)),
        lists=tuple(each for each in (("Advantages", advantages), ("Techniques", techniques)) if each[1]),
        told=_told(found, character.name),
    )


def _grips(row: fifth_profile.WeaponRow) -> list[Row]:
    rows = []
    for grip in row.grips:
        sharp = ["razor-edged"] if grip.razor_edged and "razor_edged" not in row.qualities else []
        hands = {0: "", 1: "one hand", 2: "two hands"}[min(grip.hands, 2)]
        quiet = ", ".join([hands, *map(qualities.shown, row.qualities), *sharp]).strip(", ")
        rows.append(Row(row.name, (str(grip.damage), str(grip.deadliness)), "", quiet))
    return rows


def _modifier(each: Any) -> tuple[str, str, bool]:
    flat = "" if any(place in NUMBERS for place in each.on) else " TN"
    gives = [f"{getattr(each, name):+} {name} dice" for name in ("ring", "skill", "kept") if getattr(each, name)]
    gives += [f"{each.flat:+}{flat}"] if each.flat else []
    return each.name, " · ".join((*gives, ", ".join(each.on))), each.active


def _check(row: fifth_profile.CheckRow) -> Row:
    cells = tuple(str(rolls.pool).replace(" keep ", "k") if rolls else "?" for _, rolls in row.rolls)
    return Row(f"{_CHECKS[row.check]}: {skill_of_fifth(row.skill)}", (str(row.tn), *cells))


def _told(found: Any, name: str) -> dict[str, Any]:
    """The numbers for programs."""
    return {"name": name, **_plain(found)}


def _plain(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return {key: _plain(each) for key, each in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, int | float | str | bool) else str(value)
