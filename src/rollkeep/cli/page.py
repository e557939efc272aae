"""A page of text: readable at 80 columns, without colour too."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

from rollkeep.text import columns, wrapped
from rollkeep.text import percent as percent  # whoever writes a page finds both here

WIDEST = 100


class Page:
    """Lines to print, with colour only where it is wanted and can be shown."""

    def __init__(self, colour: str = "auto", err: bool = False) -> None:
        self.err = err
        stream = sys.stderr if err else sys.stdout
        self.colour = colour == "always" or (colour == "auto" and stream.isatty() and "NO_COLOR" not in os.environ)
        self.width = max(40, min(WIDEST, _columns(stream)))
        self.blocks = "utf" in (stream.encoding or "").lower()
        self.lines: list[str] = []

    def add(self, line: str = "") -> None:
        """A line as it is."""
        self.lines.append(line.rstrip())

    def wrapped(self, text: str, indent: str = "", **style: bool | str) -> None:
        """A paragraph, broken at the page's width."""
        if columns(indent + text) <= self.width:
            self.add(self.styled(indent + text, **style))
            return
        for line in wrapped(text, self.width, indent, indent):
            self.add(self.styled(line, **style))

    def styled(self, text: str, **style: bool | str) -> str:
        """The text in a style, where there is colour."""
        return click.style(text, **style) if self.colour and style else text  # type: ignore[arg-type]

    def print(self) -> None:
        """Writes all lines."""
        click.echo("\n".join(self.lines), err=self.err, color=self.colour)


def _columns(stream: TextIO) -> int:
    """How wide the terminal is, as ``shutil`` finds out, which takes longer to load than a roll to make."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
