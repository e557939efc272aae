"""What a rule and a ruling are: the shape in which each edition lists its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rollkeep.errors import UsageError


class Ruling(NamedTuple):
    """A question about a rule with its possible answers, the default first; ``why`` is what speaks for each."""

    name: str
    values: tuple[str, ...]
    rule: str
    question: str
    why: str = ""


class Rule(NamedTuple):
    """A rule in our own words."""

    id: str
    title: str
    text: str
    example: str = ""


Chosen = frozenset[tuple[str, str]]
"""Names with their values, of those rulings that are not the default."""


def choose(values: Iterable[tuple[str, str]], known: Mapping[str, Ruling]) -> Chosen:
    """What these values choose; a later value replaces an earlier one of the same name.

    Raises: UsageError for a name or a value that is not known.
    """
    chosen: dict[str, str] = {}
    for name, value in values:
        if name not in known:
            from difflib import get_close_matches

            near = get_close_matches(name, known, 1)
            raise UsageError(
                f"There is no ruling {name!r}.",
                code="usage.ruling",
                hint=(f"Did you mean {near[0]}? " if near else "") + f"Known: {', '.join(known)}.",
                known=list(known),
            )
        possible = known[name].values
        if value not in possible:
            raise UsageError(
                f"The ruling {name} cannot be {value!r}.",
                code="usage.ruling",
                hint=f"It is {' or '.join(sorted(possible))}; by default {possible[0]}.",
                known=list(possible),
            )
        chosen[name] = value
    return frozenset((name, value) for name, value in chosen.items() if value != known[name].values[0])


class Book(NamedTuple):
    """All rules and rulings of an edition, by id and by name."""

    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]

    def about(self, rule: Rule) -> tuple[Ruling, ...]:
        """The rulings about a rule."""
        return tuple(ruling for ruling in self.rulings.values() if ruling.rule == rule.id)


def find(word: str, books: Iterable[Book]) -> tuple[Rule, ...]:
    """The rules that have a word in them: first in the id, then as a ruling's name or in the title, then
    in the text, last in a ruling."""
    word = word.lower()
    every = [(rule, book.about(rule)) for book in books for rule in book.rules.values()]
    if exact := tuple(rule for rule, _ in every if rule.id == word):
        return exact
    places = [
        [rule for rule, _ in every if rule.id.endswith(f".{word}")],
        [rule for rule, about in every if any(word == ruling.name for ruling in about)],
        [rule for rule, _ in every if word in rule.id or word in rule.title.lower()],
        [rule for rule, _ in every if word in f"{rule.text} {rule.example}".lower()],
        [rule for rule, about in every if any(word in f"{r.name} {r.question} {r.why}".lower() for r in about)],
    ]
    return tuple(dict.fromkeys(rule for place in places for rule in place))
