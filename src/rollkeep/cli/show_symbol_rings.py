"""A character's check with each ring beside the others: what is rolled, and how likely it succeeds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest

from rollkeep.advice import symbols as advice
from rollkeep.advice.symbols import Target
from rollkeep.cli.columns import Columns, bar
from rollkeep.cli.page import Page, percent
from rollkeep.cli.show_symbol_odds import BEST, show_rerolls
from rollkeep.cli.show_symbols import aims, why
from rollkeep.cli.symbol_people import Choice
from rollkeep.fifth.check import Declared, declare
from rollkeep.fifth.wording import sentence

MARK = "*"


def show_rings(page: Page, found: Sequence[Choice], exact: bool) -> None:
    """The rings, the best first; without a TN each with its chances by TN."""
    checks = [declare(choice.asked.request) for choice in found]
    request = checks[0].request
    title = request.title.rpartition("/")[0]
    page.wrapped(": ".join(part for part in (request.label, f"{request.who}, {title}") if part), bold=True)
    page.add()
    if any(choice.asked.target for choice in found):
        _table(page, found, checks, exact)
    else:
        for choice, check in zip(found, checks, strict=True):
            page.add(f"  {choice.ring:5}  {check.pool}")
        page.add()
        columns = Columns(page, [choice.ring for choice in found], exact)
        columns.head("reaches TN")
        for tn, chances in enumerate(zip(*map(advice.by_tn, checks), strict=True), 1):
            columns.row(f"{tn:>3}", chances)
    page.add()
    _reasons(page, found, checks)
    page.wrapped(BEST, "  ", dim=True)
    show_rerolls(page, checks)


def _table(page: Page, found: Sequence[Choice], checks: Sequence[Declared], exact: bool) -> None:
    """A row for each ring; bars where there is one column."""
    targets = [choice.asked.target for choice in found]
    said = list(dict.fromkeys(aims(target) for target in targets if target and aims(target)))
    heads = ["succeeds", *(["meets the aim"] if said else [])]
    best = max((choice.chance for choice in found if choice.chance is not None), default=None)
    dice = [str(check.pool) for check in checks]
    wide, tn_wide = max(4, *map(len, dice)), 3
    page.add("    " + page.styled(f"{'ring':7}{'dice':{wide}}  {'TN':>{tn_wide}}{_cells(heads)}", dim=True))
    for choice, check, pool, target in zip(found, checks, dice, targets, strict=True):
        is_best = best is not None and choice.chance == best
        tn = "-" if target is None else str(target.tn)
        chances = [advice.chance(check, Target(target.tn)), *([choice.chance] if said else [])] if target else [None]
        cells = [_cell(chance, exact) for chance, _ in zip_longest(chances, heads)]
        row = f"{choice.ring:7}{pool:{wide}}  {tn:>{tn_wide}}{_cells(cells)}"
        line = f"  {MARK if is_best else ' '} " + page.styled(row, bold=is_best)
        room = page.width - (4 + 7 + wide + 2 + tn_wide + 14) - 2
        if not exact and len(cells) == 1 and chances[0] is not None and room > 9:
            line += "  " + bar(page, chances[0], room)
        page.add(line)
    page.add("  " + page.styled(f"{MARK} the best chance", dim=True))
    for aim in said:
        page.wrapped(f"The aim: to succeed with {aim}.", "  ", dim=True)


def _cells(texts: Sequence[str]) -> str:
    return "".join(f"{text:>14}" if len(text) < 14 else f"  {text}" for text in texts)


def _cell(chance: Fraction | None, exact: bool) -> str:
    return "-" if chance is None else str(chance) if exact else percent(chance)


def _reasons(page: Page, found: Sequence[Choice], checks: Sequence[Declared]) -> None:
    """How the dice and the TNs come about: what holds for all rings once, then what holds for some."""
    several = dict.fromkeys(reason for check in checks for reason in check.reasons)
    for reason in several:
        rings = [choice.ring for choice, check in zip(found, checks, strict=True) if reason in check.reasons]
        named = len(rings) == len(found) or rings[0].title() in sentence(reason)
        why(page, reason, "" if named else f"{', '.join(rings).capitalize()}: ")
    if several:
        page.add()
