"""What a character at a table is written down as, and how numbers are added one by one."""

from __future__ import annotations

from typing import Any

from rollkeep.errors import UsageError
from rollkeep.fifth import sheet as of_fifth
from rollkeep.fifth import sheet_written as fifth
from rollkeep.fifth.catalogue import skills as fifth_skills
from rollkeep.fourth import sheet as of_fourth
from rollkeep.fourth import sheet_written as fourth
from rollkeep.fourth.catalogue import skills as fourth_skills
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.play.person import UNKNOWN_RING
from rollkeep.fourth.play.person import Person as OfFourth
from rollkeep.machine.machine import Who
from rollkeep.names import nearest, plain
from rollkeep.table.entry import Enter, Mark
from rollkeep.table.entry import Request as Wish
from rollkeep.table.table import Table
from rollkeep.text import unfit
from rollkeep.web.forms.controls import whole
from rollkeep.web.ground.seats import Form
from rollkeep.web.pages.bring import in_play


def bare(one: Any) -> Any:
    """The sheet of a character without what moves in play, as it was written down."""
    if isinstance(one, OfFourth):
        ring = one.sheet.void_ring
        unknown = ring == UNKNOWN_RING or (ring == 0 and one.sheet.block is not None)
        return one.sheet._replace(void_points=None, wounds=0, void_ring=None if unknown else ring)
    return one.sheet._replace(void_points=None, strife=0, fatigue=0)


def text_of(one: Any) -> str:
    """The sheet as the text of a character file, without what moves in play."""
    return fourth.text_of(bare(one)) if isinstance(one, OfFourth) else fifth.text_of(bare(one))


def rewritten(table: Table, who: Who, sheet: Any) -> list[Wish]:
    """A new sheet for a character; Void Points begin to count once somebody writes down how many there are."""
    before, after = table.cast[who], in_play(sheet._replace(name=who))
    requests: list[Wish] = [Enter(who, after, who in table.hidden, *table.shows_of(who))]
    if isinstance(before, OfFourth):
        known = before.sheet.void_ring != UNKNOWN_RING
        by = 0 if known else max(after.sheet.void_ring - (UNKNOWN_RING - before.void), 0) - before.void
        by = 0 if after.sheet.void_ring == UNKNOWN_RING else by
    else:
        known = "void" in dict(before.sheet.rings)
        by = 0 if known else after.void - before.void
    return [*requests, Mark(who, "void", by, "the Void Ring is written down")] if by else requests


def with_numbers(one: Any, said: Form) -> tuple[Any, str]:
    """The sheet with a number or two more, and what can be rolled with them.

    Raises: UsageError
    """
    sheet = bare(one)
    is_fourth = isinstance(one, OfFourth)
    of, skill = said.text("of"), said.text("skill")
    if not of and not skill:
        raise UsageError("Nothing is chosen.", code="usage.needs", hint="Name a Skill, a Trait, or both.")
    if of:
        known = (*TRAITS, "void") if is_fourth else of_fifth.RINGS
        if of not in known:
            raise UsageError("That cannot be written down.", code="usage.roll", hint=f"One of {', '.join(known)}.")
        rank = _rank(said, "of_rank", of.title(), 0 if of == "void" and is_fourth else 1, 10 if is_fourth else 6)
        table = "rings" if not is_fourth else "void" if of == "void" else "traits"
        key = "void.ring" if table == "void" else f"{table}.{of}"
        sheet = of_fourth.with_value(sheet, key, rank) if is_fourth else of_fifth.with_value(sheet, key, rank)
    if not skill:
        return sheet, of
    name = _skill(sheet, skill, of)
    rank = _rank(said, "skill_rank", skill, 0, 10 if is_fourth else of_fifth.MOST_SKILL)
    if is_fourth:
        sheet = of_fourth.with_rank(sheet, name, rank)
        if not fourth_skills.is_known(name):
            own = (each._replace(trait=each.trait or of) if each.name == name else each for each in sheet.skills or ())
            sheet = sheet._replace(skills=tuple(own))
        return sheet, f"{name}/{of}" if of else name
    others = tuple(each for each in sheet.skills or () if each[0] != name)
    known_skills = None if sheet.skills is None else others
    return of_fifth.with_value(sheet._replace(skills=known_skills), f"skills.{name}", rank), name


def _rank(said: Form, name: str, title: str, least: int, most: int) -> int:
    rank = whole(said.text(name) or "0", title)
    if not least <= rank <= most:
        raise UsageError(f"{title[:40]} is {least} to {most}, not {rank}.", code="usage.number", hint="Write another.")
    return rank


def _skill(sheet: Any, text: str, of: str) -> str:
    """The plain name of a Skill that is known, that the character has, or that is like no other and has its Trait."""
    if isinstance(sheet, of_fourth.Character):
        name = plain(text)
        known: dict[str, Any] = dict(fourth_skills.TRAIT_OF)
        if fourth_skills.is_known(name) or any(each.name == name for each in sheet.skills or ()):
            return name
    else:
        name = fifth_skills.skill_of(text)
        known = dict(fifth_skills.GROUP_OF)
        if name in known or name in dict(sheet.skills or ()):
            return name
    near = nearest(text[:60], known)
    if isinstance(sheet, of_fourth.Character) and of and name and not near and not unfit(name):
        return name
    hint = f"Did you mean {near}?" if near else "One of your own goes into the sheet as text."
    raise UsageError(f"There is no Skill {text[:40]!r}.", code="usage.roll", hint=hint)
