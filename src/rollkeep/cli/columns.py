"""Chances in rows and columns, as bars where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rollkeep.cli.page import Page, percent

_EIGHTHS = " ▏▎▍▌▋▊▉█"


class Columns:
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


def short(name: str) -> str:
    """A name that fits above a column."""
    return name if len(name) <= 18 else name[:17] + "…"


def bar(page: Page, part: Fraction, width: int) -> str:
    """A bar that fills ``part`` of the width, to an eighth of a character where the terminal can."""
    if not page.blocks:
        return "#" * round(part * width)
    whole, eighths = divmod(round(part * width * 8), 8)
    return ("█" * whole + _EIGHTHS[eighths]).rstrip()
