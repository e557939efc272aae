"""Odds as text: one roll with bars, or several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rollkeep import advice
from rollkeep.cli.show import Page, percent, title
from rollkeep.fourth.catalogue.tns import TNS
from rollkeep.fourth.check import Declared
from rollkeep.odds.dist import Dist

_BIN_SIZES = (1, 2, 5, 10, 20, 50)
_MOST_BINS = 16
_RARE = Fraction(1, 200)
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_NAMES = {named.tn: named.name for named in TNS}

Compared = Sequence[tuple[str, Declared]]


def show_odds(page: Page, compared: Compared, exact: bool) -> None:
    """The chance, by Raises and by Target Number, the mean, the spread and the chart."""
    names = [_short(name or str(declared.pool)) for name, declared in compared]
    for name, (_, declared) in zip(names, compared, strict=True):
        if len(compared) > 1 and name != str(declared.pool):
            page.add(page.styled(f"{name}:", underline=True))
        title(page, declared)
    table = _Table(page, names, exact)
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


class _Table:
    """Rows of chances, a column a roll; with one column there is room for bars."""

    LABEL = 18

    def __init__(self, page: Page, columns: Sequence[str], exact: bool) -> None:
        self.page, self.columns, self.exact = page, columns, exact
        self.size = max(12, *(len(column) + 1 for column in columns))

    def head(self, label: str) -> None:
        """The line above a group of rows."""
        names = "".join(column.rjust(self.size) for column in self.columns) if len(self.columns) > 1 else ""
        if label or names:
            self.page.add("  " + self.page.styled(label.ljust(self.LABEL) + names, dim=True))

    def row(
        self, label: str, chances: Sequence[Fraction | None], *, bold: bool = False, tallest: Fraction = Fraction(1)
    ) -> None:
        """A row of chances; a bar for ``tallest`` fills the width."""
        if self.exact:
            self.texts(label, ["-" if chance is None else str(chance) for chance in chances])
            return
        cells = "".join(("-" if chance is None else percent(chance)).rjust(self.size) for chance in chances)
        line = "  " + self.page.styled(label.ljust(self.LABEL) + cells, bold=bold)
        if len(chances) == 1 and chances[0] is not None:
            line += "  " + bar(self.page, chances[0] / tallest, self.page.width - self.LABEL - self.size - 5)
        self.page.add(line)

    def texts(self, label: str, cells: Sequence[str]) -> None:
        """A row of anything."""
        self.page.add("  " + label.ljust(self.LABEL) + "".join(cell.rjust(self.size - 1) + " " for cell in cells))


def _by_raises(table: _Table, compared: Compared) -> None:
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


def _chart(table: _Table, targets: Sequence[int | None], laws: Sequence[Dist]) -> None:
    """How often each range of totals comes, without the rarest at both ends."""
    page = table.page
    low, high = min(law.quantile(_RARE) for law in laws), max(law.quantile(1 - 2 * _RARE) for law in laws)
    size = next((size for size in _BIN_SIZES if (high - low) // size < _MOST_BINS), _BIN_SIZES[-1])
    starts = range(low // size * size, high + 1, size)
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


def _short(name: str) -> str:
    return name if len(name) <= 18 else name[:17] + "…"


def bar(page: Page, part: Fraction, width: int) -> str:
    """A bar that fills ``part`` of the width, to an eighth of a character where the terminal can."""
    if not page.blocks:
        return "#" * round(part * width)
    whole, eighths = divmod(round(part * width * 8), 8)
    return ("█" * whole + _EIGHTHS[eighths]).rstrip()
