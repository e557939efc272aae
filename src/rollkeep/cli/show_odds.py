"""Odds as text: one roll with bars, or several side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rollkeep.advice import rolls as advice
from rollkeep.cli.columns import Columns, short
from rollkeep.cli.page import Page
from rollkeep.cli.show import title
from rollkeep.fourth.catalogue.tns import TNS
from rollkeep.fourth.check import Declared
from rollkeep.odds.dist import Dist

_NAMES = {named.tn: named.name for named in TNS}

Compared = Sequence[tuple[str, Declared]]


def show_odds(page: Page, compared: Compared, exact: bool) -> None:
    """The chance, by Raises and by Target Number, the mean, the spread and the chart."""
    names = [short(name or str(declared.pool)) for name, declared in compared]
    for name, (_, declared) in zip(names, compared, strict=True):
        if len(compared) > 1 and name != str(declared.pool):
            page.add(page.styled(f"{name}:", underline=True))
        title(page, declared)
    table = Columns(page, names, exact)
    laws = [advice.law(declared) for _, declared in compared]
    targets = [declared.target for _, declared in compared]
    if any(target is not None for target in targets):
        page.add()
        table.head("")
        table.row("succeeds", [None if d.target is None else advice.chance(d) for _, d in compared], bold=True)
        _by_raises(table, compared)
    page.add()
    table.head("reaches TN")
    columns = [dict(advice.by_tn(declared)) for _, declared in compared]
    for tn in columns[0]:
        table.row(f"{tn:>3}  {_NAMES[tn]}", [column[tn] for column in columns])
    page.add()
    table.head("points")
    table.texts("mean", [_mean(declared, exact) for _, declared in compared])
    table.texts("spread", [f"{law.spread():.2f}" for law in laws])
    table.texts("median", [str(law.median()) for law in laws])
    page.add()
    _chart(table, targets, laws)


def _by_raises(table: Columns, compared: Compared) -> None:
    rows = [{row.raises: row for row in advice.by_raises(declared)} for _, declared in compared]
    most = max((max(column, default=0) for column in rows), default=0)
    if not most:
        return
    table.page.add()
    table.head("Raises")
    for raises in range(most + 1):
        found = [column.get(raises) for column in rows]
        targets = {row.target for row in found if row}
        against = f"against {targets.pop()}" if len(targets) == 1 else ""
        table.row(f"{raises:>3}  {against}", [row.chance if row else None for row in found])


def _mean(declared: Declared, exact: bool) -> str:
    mean = advice.mean(declared)
    return str(mean.exact) if exact and mean.exact is not None else f"{mean.value:.2f}"


def _chart(table: Columns, targets: Sequence[int | None], laws: Sequence[Dist]) -> None:
    """How often each range of totals comes, without the rarest at both ends."""
    page = table.page
    starts = advice.bins(laws)
    size = starts.step
    bins = [[law.between(start, start + size) for law in laws] for start in starts]
    tallest = max(chance for chances in bins for chance in chances)
    target = targets[0] if len(laws) == 1 else None
    table.head("totals")
    for start, chances in zip(starts, bins, strict=True):
        label = str(start) if size == 1 else f"{start}-{start + size - 1}"
        reached = target is not None and start + size > target
        table.row(f"{label:>9}{' >' if reached else ''}", chances, tallest=tallest)
    if target is not None and starts[-1] + size > target:
        page.add("  " + page.styled(f"          > holds totals of {target} and more", dim=True))
