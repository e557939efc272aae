"""Rolls of written-down characters: which file is meant, what it lacks and is asked for, and what is paid."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from rollkeep.cli.what import declared_beside, flag, needs, ranks_given
from rollkeep.errors import Missing, UsageError
from rollkeep.fourth.by_sheet import fill, rank_for, ranks_of
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.request import Request, free_raises
from rollkeep.fourth.sheet import Character, with_value
from rollkeep.table import sheets
from rollkeep.table.sheets import Sheet

MAX_COPIES = 20
T = TypeVar("T")
C = TypeVar("C")


class Asked(NamedTuple):
    """What a character is to roll, for each copy of it, and what was asked for on the way."""

    sheet: Sheet
    requests: tuple[Request, ...]
    answers: Mapping[str, int]
    copies: bool = False


def names_a_sheet(word: str) -> bool:
    """Whether a word is that of a character file that is there; ``bandit:4`` is four of it."""
    return sheets.find(name_and_count(word)[0]) is not None


def name_and_count(word: str) -> tuple[str, str]:
    """``bandit:4`` as a name and a count; the count is empty where there is none."""
    name, _, count = word.rpartition(":")
    return (name, count) if name and not count.endswith(".toml") else (word, "")


def ask_for(words: Sequence[str], given: Mapping[str, Any], rulings: Sequence[tuple[str, str]]) -> Asked:
    """The requests that a character's name and what it rolls make, asking on a terminal for what is missing.

    Raises: SheetError, RuleError, UsageError
    """
    name, count = name_and_count(words[0])
    sheet = sheets.load(name)
    copies = copies_of(count, words[0]) if count else 0
    text = " ".join(words[1:])
    if not text:
        raise UsageError(
            f"What does {sheet.character.name} roll?",
            code="usage.needs",
            hint=f"For example rollkeep {name} initiative; rollkeep sheet show {name} lists what there is.",
        )
    base = declared_beside(given, rulings)
    ranks = {rank: given[rank] for rank in ranks_given(given) if rank != "mastery"}

    def made(character: Character) -> Request:
        deed = read_deed(character, text)
        for rank in ranks:
            if rank not in ranks_of(deed):
                raise UsageError(
                    f"{flag(rank)} is no part of {deed.title or 'a written pool'}.",
                    code="usage.clash",
                    hint="Leave it out.",
                )
        try:
            filled = fill(base, character, deed, given["named"], ranks)
        except Missing as missing:
            if option := rank_for(deed, missing.key):
                missing.hint += f" For this roll alone: {flag(option)} N."
            raise
        if base.raise_for and not (base.raises or free_raises(filled)):
            raise needs("raise_for", ("raises", "free_raises"))
        return filled

    request, answers = with_answers(sheet.character, made)
    if not copies:
        return Asked(sheet, (request,), answers)
    several = tuple(request._replace(who=f"{request.who} {number}") for number in range(1, copies + 1))
    return Asked(sheet, several, answers, copies=True)


def copies_of(count: str, word: str) -> int:
    """How many a count means.

    Raises: UsageError
    """
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:9]) <= MAX_COPIES):
        raise UsageError(
            f"How many is {word!r}?", code="usage.number", hint=f"From 1 to {MAX_COPIES}, such as bandit:4."
        )
    return int(count)


def with_answers(
    character: C, make: Callable[[C], T], put: Callable[[Any, str, int], Any] = with_value
) -> tuple[T, dict[str, int]]:
    """What can be made of a character, and what had to be asked for to make it; ``put`` writes an answer down.

    Raises: Missing where there is no terminal to ask on, or where nobody can answer there.
    """
    answers = dict[str, int]()
    while True:
        try:
            return make(character), answers
        except Missing as missing:
            if missing.most == 0 or not (sys.stdin.isatty() and sys.stderr.isatty()):
                raise
            answers[missing.key] = _answer(missing)
            character = put(character, missing.key, answers[missing.key])


def _answer(missing: Missing) -> int:
    while True:
        text = click.prompt(
            f"{missing.what[0].upper()}{missing.what[1:]} of {missing.who}, {missing.least} to {missing.most}",
            type=str,
            err=True,
        ).strip()
        if text.isascii() and text.isdigit() and missing.least <= int(text[:9]) <= missing.most:
            return int(text)
        click.echo(f"Please write a whole number from {missing.least} to {missing.most}.", err=True)
