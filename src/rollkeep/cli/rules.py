"""``rollkeep rules``: find a rule of either game by its id or by a word."""

from __future__ import annotations

import click

from rollkeep.book import Rule
from rollkeep.cli.show import Page
from rollkeep.cli.words import Verb, unshield
from rollkeep.library import BOOKS, book_of, look_up, rule_as_json

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
    found = look_up(word)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump([rule_as_json(rule) for rule in found])
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
    for ruling in book_of(rule).about(rule):
        default, *others = ruling.values
        page.wrapped(
            f"Ruling {ruling.name} = {default} (default) or {', '.join(sorted(others))}. {ruling.question}", "  "
        )
        page.wrapped(ruling.why, "    ", dim=True)
