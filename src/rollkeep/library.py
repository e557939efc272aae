"""The rules and rulings of both games, to be looked up by id or by a word."""

from __future__ import annotations

from typing import Any

from rollkeep.book import Book, Rule, find
from rollkeep.errors import UsageError
from rollkeep.fifth.rules import BOOK as FIFTH
from rollkeep.fourth.rules import BOOK as FOURTH

BOOKS = {"4th edition: ten-sided dice, rolled and kept": FOURTH, "5th edition: ring and skill dice, the duel": FIFTH}
RULES = {**FOURTH.rules, **FIFTH.rules}


def look_up(word: str) -> tuple[Rule, ...]:
    """The rules that have a word in them, the likeliest first; all of them where there is no word.

    Raises: UsageError where none has it
    """
    found = find(word, BOOKS.values()) if word else tuple(RULES.values())
    if not found:
        near = nearest_to(word)
        raise UsageError(
            f"No rule has {word[:40]!r} in it.",
            code="usage.rule",
            hint=f"Did you mean {near}?" if near else "All of them: rollkeep rules.",
        )
    return found


def nearest_to(word: str) -> str:
    """The id or the title that is written most like a word; empty where none is near.

    >>> nearest_to("named target nubmers")
    'named target numbers'
    """
    from difflib import get_close_matches

    near = get_close_matches(word[:100].lower(), [*RULES, *(rule.title.lower() for rule in RULES.values())], 1)
    return near[0] if near else ""


def book_of(rule: Rule) -> Book:
    """The book that a rule stands in."""
    return next(book for book in BOOKS.values() if rule.id in book.rules)


def rule_as_json(rule: Rule) -> dict[str, Any]:
    """A rule with the rulings about it, for programs."""
    rulings = [
        {"name": r.name, "default": r.values[0], "values": list(r.values), "question": r.question, "why": r.why}
        for r in book_of(rule).about(rule)
    ]
    return {"id": rule.id, "title": rule.title, "text": rule.text, "example": rule.example, "rulings": rulings}
