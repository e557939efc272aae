"""Checks of written-down characters of the 5th edition: who is meant, with which ring, and what is paid."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import click

from rollkeep.advice import symbols as advice
from rollkeep.cli.page import percent
from rollkeep.cli.people import name_and_count, with_answers
from rollkeep.cli.symbol_what import Asked, aimed_at, declared_beside, names, tns_by_ring
from rollkeep.errors import Missing, TooLarge, UsageError
from rollkeep.fifth import sheet as sheet_of
from rollkeep.fifth.check import Outcome, Request, declare
from rollkeep.fifth.deed import Deed, read_deed
from rollkeep.fifth.filled import fill, regain, spend
from rollkeep.fifth.sheet import RINGS, Character
from rollkeep.table import sheets
from rollkeep.table.sheets import SheetFifth


class Rolling(NamedTuple):
    """Who rolls what, and what is declared beside it; the ring of the deed is empty where nobody has named it."""

    sheet: SheetFifth
    deed: Deed
    base: Request
    tns: Mapping[str, int]
    names: Mapping[str, str]
    given: Mapping[str, Any]

    def asked(self, character: Character, ring: str) -> Asked:
        """The check with a ring."""
        deed = self.deed._replace(ring=ring)
        request = fill(self.base, character, deed, self.tns, self.names)
        return Asked(request, aimed_at(request.tn, self.given))


class Choice(NamedTuple):
    """A ring that a check can be made with, and the chance of what is aimed for; None without a TN."""

    ring: str
    asked: Asked
    chance: Fraction | None

    def __str__(self) -> str:
        chance = f" {percent(self.chance)}" if self.chance is not None else ""
        return f"{self.ring} {declare(self.asked.request).pool}{chance}"


def read(words: Sequence[str], given: Mapping[str, Any], rulings: Sequence[tuple[str, str]]) -> Rolling:
    """What a character's name and the words behind it say.

    Raises: SheetError, RuleError, UsageError
    """
    name, count = name_and_count(words[0])
    sheet = sheets.load_fifth(name)
    if count:
        raise UsageError(
            f"{words[0][:60]}: characters of the 5th edition roll one at a time.",
            code="usage.clash",
            hint=f"Write {name}; -n {count if count.isascii() and count.isdigit() else 4} rolls several times.",
        )
    text = " ".join(words[1:])
    if not text.strip():
        raise UsageError(
            f"What does {sheet.character.name} roll?",
            code="usage.needs",
            hint=f"For example rollkeep {name} meditation/air, or strike/fire; rollkeep sheet show {name} lists more.",
        )
    deed = read_deed(sheet.character, text)
    if given["ring"] and deed.ring not in ("", given["ring"]):
        raise UsageError(
            f"--ring {given['ring']} and /{deed.ring} name different rings.", code="usage.clash", hint="Leave one out."
        )
    deed = deed._replace(ring=deed.ring or given["ring"] or "")
    base = declared_beside(given, rulings)
    return Rolling(sheet, deed, base, tns_by_ring(given["tn_ring"]), names(given), given)


def ask_for(words: Sequence[str], given: Mapping[str, Any], rulings: Sequence[tuple[str, str]]) -> Asked:
    """The check of a character, asking on a terminal for the ring and for what the file lacks.

    Raises: SheetError, RuleError, UsageError
    """
    rolling = read(words, given, rulings)
    character, _ = with_answers(rolling.sheet.character, _known(rolling), sheet_of.with_value)
    ring = rolling.deed.ring or _ask(rolling, choices(rolling, character))
    asked, _ = with_answers(character, lambda one: rolling.asked(one, ring), sheet_of.with_value)
    return asked._replace(sheet=rolling.sheet)


def every_ring(words: Sequence[str], given: Mapping[str, Any], rulings: Sequence[tuple[str, str]]) -> list[Choice]:
    """The check of a character with each of its rings, the best chance first.

    Raises: SheetError, RuleError, UsageError
    """
    rolling = read(words, given, rulings)
    character, _ = with_answers(rolling.sheet.character, _known(rolling), sheet_of.with_value)
    found = choices(rolling, character)
    if not found:
        rolling.asked(character, RINGS[0])  # says what is missing
    return found


def _known(rolling: Rolling) -> Callable[[Character], Character]:
    """Makes sure that the rank in the skill is known, whatever the ring."""

    def known(character: Character) -> Character:
        sheet_of.skill(character, rolling.deed.skill)
        return character

    return known


def choices(rolling: Rolling, character: Character) -> list[Choice]:
    """The check with each ring that is known, the best chance first, else as the rings are listed."""
    found = []
    for ring in RINGS:
        try:
            asked = rolling.asked(character, ring)
            target = asked.target
            chance = advice.chance(declare(asked.request), target) if target else None
        except Missing:
            continue
        except TooLarge:
            chance = None
        found.append(Choice(ring, asked, chance))
    return sorted(found, key=lambda each: -each.chance if each.chance is not None else 0)


def _ask(rolling: Rolling, found: Sequence[Choice]) -> str:
    """The ring, asked for on a terminal.

    Raises: UsageError elsewhere
    """
    who, title = rolling.sheet.character.name, rolling.deed.title
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        listed = f": {'; '.join(map(str, found))}" if found else ""
        raise UsageError(
            f"With which ring does {who} roll {title}?",
            code="usage.needs",
            hint=f"Write /{found[0].ring if found else 'air'} behind it{listed}.",
            rings=[each.ring for each in found],
        )
    click.echo(f"{who}, {title}:", err=True)
    for each in found:
        click.echo(f"  {each}", err=True)
    while True:
        usual = found[0].ring if found else "air"
        answer = click.prompt("Which ring?", default=usual, prompt_suffix=" ", err=True).strip().lower()
        meant = [ring for ring in RINGS if answer and ring.startswith(answer)]
        if len(meant) == 1:
            return meant[0]
        click.echo(f"Please write one of {', '.join(RINGS)}.", err=True)


# --- Void Points -----------------------------------------------------------------------------------------------


def check_points(asked: Asked, times: int) -> None:
    """Whether there are Void Points for so many checks.

    Raises: Missing, RuleError
    """
    if asked.sheet and asked.request.seize:
        spend(asked.sheet.character, times)


def settle(asked: Asked, outcomes: Sequence[Outcome], *, dry_run: bool) -> int | None:
    """The Void Points left when those that were spent and those that came back are written into the file; None where
    nothing moved. Nothing is written in a dry run or for a ready-made character.

    Raises: Missing, RuleError, SheetError
    """
    if not asked.sheet:
        return None
    spent = len(outcomes) if asked.request.seize else 0
    back = sum(outcome.void_back for outcome in outcomes)
    if not spent and not back:
        return None

    def points(character: Character) -> int:
        return regain(character, spend(character, spent), back)

    path, character = asked.sheet
    try:
        if dry_run or not path:
            return points(character)
        sheet_of.void_points(character)
    except Missing:
        if spent:
            raise
        return None  # nobody knows how many there are
    from rollkeep.table.change_fifth import change

    return sheet_of.void_points(change(path, lambda now: {"void": points(now) - sheet_of.void_points(now)}))


def left(asked: Asked, points: int, *, dry_run: bool) -> str:
    """How many Void Points there are, in a sentence."""
    count = f"{points} Void Point{'' if points == 1 else 's'}"
    if dry_run:
        return f"{count} would be left; a dry run spends nothing."
    if asked.sheet and not asked.sheet.path:
        return f"{count} would be left; of a ready-made character nothing is written."
    return f"{count} left."
