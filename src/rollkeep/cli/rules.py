"""``rollkeep rules``: find a rule by its id or by a word."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import click

from rollkeep.book import Rule, find
from rollkeep.cli.show import Page
from rollkeep.cli.words import Verb, unshield
from rollkeep.errors import UsageError
from rollkeep.fourth.rules import BOOK, RULES

FULL = 3  # so many rules are shown whole; of more only the first, and the others as a list


@click.command(
    "rules",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[click.Argument(["words"], nargs=-1, metavar="[WORD]", callback=unshield)],
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Find a rule by its id or by a word: its text, and the rulings about it with their defaults.

    \b
      rollkeep rules
      rollkeep rules raise
      rollkeep rules 4e.ten-dice
    """
    word = " ".join(words).strip()
    found = find(word, (BOOK,)) if word else tuple(RULES.values())
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
    whole = found[:1] if word and len(found) > FULL else found if word else ()
    for rule in whole:
        _show(page, rule)
        page.add()
    rest = found[len(whole) :]
    if whole and rest:
        page.add(page.styled(f"{word!r} also stands in", dim=True))
    for rule in rest:
        page.add(f"  {rule.id:20} {rule.title}")
    if not whole:
        page.add()
        page.wrapped("One of them whole: rollkeep rules 4e.raise", dim=True)
    page.print()


def _show(page: Page, rule: Rule) -> None:
    page.add(page.styled(f"{rule.id}  {rule.title}", bold=True))
    page.wrapped(rule.text, "  ")
    if rule.example:
        page.wrapped(f"Example: {rule.example}", "  ")
    for ruling in BOOK.about(rule):
        default, *others = ruling.values
        page.wrapped(
            f"Ruling {ruling.name} = {default} (default) or {', '.join(sorted(others))}. {ruling.question}", "  "
        )


def _as_json(rule: Rule) -> dict[str, Any]:
    rulings = [
        {"name": r.name, "default": r.values[0], "values": list(r.values), "question": r.question}
        for r in BOOK.about(rule)
    ]
    return {"id": rule.id, "title": rule.title, "text": rule.text, "example": rule.example, "rulings": rulings}
