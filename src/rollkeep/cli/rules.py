"""``rollkeep rules``: find a rule of either game by its id or by a word."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import click

from rollkeep.book import Book, Rule, find
from rollkeep.cli.show import Page
from rollkeep.cli.words import Verb, unshield
from rollkeep.errors import UsageError
from rollkeep.fifth.rules import BOOK as FIFTH
from rollkeep.fourth.rules import BOOK as FOURTH

BOOKS = {"4th edition: ten-sided dice, rolled and kept": FOURTH, "5th edition: ring and skill dice, the duel": FIFTH}
RULES = {**FOURTH.rules, **FIFTH.rules}
FULL = 3  # so many rules are shown whole; of more only the first, and the others as a list


@click.command(
    "rules",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[click.Argument(["words"], nargs=-1, metavar="[WORD]", callback=unshield)],
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Find a rule by its id or by a word: its text, and the rulings about it with their defaults and reasons.

    \b
      rollkeep rules
      rollkeep rules raise
      rollkeep rules 4e.ten-dice
      rollkeep rules compromised
    """
    word = " ".join(words).strip()
    found = find(word, BOOKS.values()) if word else tuple(RULES.values())
    if not found:
        near = get_close_matches(word.lower(), [*RULES, *(rule.title.lower() for rule in RULES.values())], 1)
        hint = f"Did you mean {near[0]}?" if near else "All of them: rollkeep rules."
        raise UsageError(f"No rule has {word[:40]!r} in it.", code="usage.rule", hint=hint)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump([_as_json(rule) for rule in found])
        return
    from rollkeep.cli.config import load

    page = Page(load().colour)
    if not word:
        _list(page)
        page.print()
        return
    whole, rest = (found[:1], found[1:]) if len(found) > FULL else (found, ())
    for rule in whole:
        _show(page, rule)
        page.add()
    if rest:
        page.add(page.styled(f"{word!r} also stands in", dim=True))
    _lines(page, rest)
    page.print()


def _list(page: Page) -> None:
    """All rules, game by game."""
    for title, book in BOOKS.items():
        page.add(page.styled(title, bold=True))
        _lines(page, tuple(book.rules.values()))
        page.add()
    page.wrapped("One of them whole: rollkeep rules 4e.raise", dim=True)


def _lines(page: Page, rules: tuple[Rule, ...]) -> None:
    width = max((len(rule.id) for rule in rules), default=0)
    for rule in rules:
        page.add(f"  {rule.id:{width}}  {rule.title}")


def _show(page: Page, rule: Rule) -> None:
    page.add(page.styled(f"{rule.id}  {rule.title}", bold=True))
    page.wrapped(rule.text, "  ")
    if rule.example:
        page.wrapped(f"Example: {rule.example}", "  ")
    for ruling in _book(rule).about(rule):
        default, *others = ruling.values
        page.wrapped(
            f"Ruling {ruling.name} = {default} (default) or {', '.join(sorted(others))}. {ruling.question}", "  "
        )
        page.wrapped(ruling.why, "    ", dim=True)


def _book(rule: Rule) -> Book:
    return next(book for book in BOOKS.values() if rule.id in book.rules)


def _as_json(rule: Rule) -> dict[str, Any]:
    rulings = [
        {"name": r.name, "default": r.values[0], "values": list(r.values), "question": r.question, "why": r.why}
        for r in _book(rule).about(rule)
    ]
    return {"id": rule.id, "title": rule.title, "text": rule.text, "example": rule.example, "rulings": rulings}
