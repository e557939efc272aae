"""Odds of ring and skill dice as text: one check with bars, or several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rollkeep.advice import symbols as advice
from rollkeep.advice.symbols import Target
from rollkeep.cli.columns import Columns, short
from rollkeep.cli.page import Page
from rollkeep.cli.show_symbols import aims, title
from rollkeep.fifth.check import Declared

BEST = "Each chance is that of keeping and dropping dice as well as can be for just that aim. [5e.odds]"


def show_odds(
    page: Page, compared: Sequence[tuple[str, Declared]], targets: Sequence[Target | None], exact: bool
) -> None:
    """The chance of what is aimed for, by Target Number, and with less and less strife."""
    checks = [declared for _, declared in compared]
    names = [short(name or str(declared.pool)) for name, declared in compared]
    for name, declared in zip(names, checks, strict=True):
        if len(compared) > 1 and name != str(declared.pool):
            page.add(page.styled(f"{name}:", underline=True))
        title(page, declared)
    columns = Columns(page, names, exact)
    if any(targets):
        page.add()
        columns.head("")
        columns.row("succeeds", [_chance(check, target, False) for check, target in _each(checks, targets)], bold=True)
        said = list(dict.fromkeys(aims(target) for target in targets if target and aims(target)))
        if said:
            columns.row("meets the aim", [_chance(check, target, True) for check, target in _each(checks, targets)])
            for aim in said:
                page.wrapped(f"The aim: to succeed with {aim}.", "  ", dim=True)
    page.add()
    columns.head("reaches TN")
    for tn, chances in enumerate(zip(*map(advice.by_tn, checks), strict=True), 1):
        columns.row(f"{tn:>3}", chances)
    if any(targets):
        page.add()
        _trade_off(columns, checks, targets)
    page.add()
    page.wrapped(BEST, "  ", dim=True)
    show_rerolls(page, checks)


def show_rerolls(page: Page, checks: Sequence[Declared]) -> None:
    """That re-rolls are not in the chances."""
    for reroll in dict.fromkeys(check.reroll for check in checks if check.reroll):
        article = "An" if reroll == "adversity" else "A"
        page.wrapped(
            f"{article} {reroll} changes dice after the roll: it is not in these chances. [5e.advantages]",
            "  ",
            dim=True,
        )


def _trade_off(columns: Columns, checks: Sequence[Declared], targets: Sequence[Target | None]) -> None:
    """How likely success is with at most so much strife."""
    found = [
        dict(advice.trade_off(check, target.tn, target.opportunity)) if target else {}
        for check, target in _each(checks, targets)
    ]
    wanted = max(target.opportunity for target in targets if target)
    columns.head("meets the aim with" if wanted else "succeeds with")
    most = max((strife for each in found for strife in each if strife is not None), default=-1)
    for strife in range(most + 1):
        # beyond the last bound that matters any strife is as good
        chances = [each.get(strife, each.get(None)) for each in found]
        columns.row(f"{'up to' if strife else 'no':>5} {f'{strife} ' if strife else ''}strife", chances)
    columns.row("  any strife", [each.get(None) for each in found])


def _chance(check: Declared, target: Target | None, aimed: bool) -> Fraction | None:
    if target is None:
        return None
    return advice.chance(check, target if aimed else Target(target.tn))


def _each(checks: Sequence[Declared], targets: Sequence[Target | None]) -> zip[tuple[Declared, Target | None]]:
    return zip(checks, targets, strict=True)
