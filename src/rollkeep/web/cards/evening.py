"""A whole log for people: as a readable evening in Markdown, and as a table for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from rollkeep.hosts import GAMES
from rollkeep.machine.machine import CHANCE, GM
from rollkeep.machine.secret import Readers, known, redact
from rollkeep.table.entry import Entry
from rollkeep.table.room import OWNER, Room
from rollkeep.table.table import Run
from rollkeep.table.undoing import struck
from rollkeep.text import counted
from rollkeep.web.cards import told
from rollkeep.web.cards.cards import Card, Line, card, said
from rollkeep.web.cards.told import MARKDOWN, Told
from rollkeep.web.ground.seats import View

COLUMNS = ("seq", "at", "seat", "run", "text")
_FORMULA = re.compile(r"(^|[;\t\r\n]\s*)(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


class Whole(View):
    """A table with everything that is in its database, for whoever holds that."""

    __slots__ = ()

    @property
    def names(self) -> Readers:
        """Everybody who could be a reader."""
        return frozenset({GM, CHANCE, *self.table.cast, *self.table.seats})

    def run(self, number: int) -> Run | None:
        """A run as it is."""
        run = self.table.runs.get(number)
        return run and run._replace(past=None)


def whole(room: Room) -> Whole:
    """Everything of a table."""
    return Whole(room, OWNER)


class Row(NamedTuple):
    """An entry in one line. ``run`` is its procedure; ``text`` is empty where nothing is told to this reader."""

    seq: int
    at: str
    seat: str
    run: int
    text: str


def rows(view: View) -> Iterator[Row]:
    """Every entry of a log, as a seat is told."""
    gone = struck(view.room.entries)
    for entry in view.room.entries:
        texts = _texts(view, entry)
        text = " ".join(texts) or ("" if not entry.events else "hidden")
        yield Row(entry.seq, entry.at, entry.seat, entry.run, f"undone: {text}" if entry.seq in gone else text)


def _texts(view: View, entry: Entry) -> list[str]:
    run = view.run(entry.run)
    if run is None:
        return []
    tell: Any = view.table.hosts[run.machine].tell if run.machine else None
    read = redact(entry, view.names, run.shown)
    found = [text for event in read.events if (text := said(view, event, tell))]
    why = known(read.why)
    return [*found, f"Because: {why}"] if why else found


def table(view: View) -> str:
    """The log for a spreadsheet: a row for each entry, and no cell that would be taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows(view):
        writer.writerow([cell(value) if isinstance(value, str) else value for value in row])
    return out.getvalue()


def cell(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula; a number stays one.

    >>> cell("=1+1"), cell("-5"), cell("- 5"), cell("@you"), cell("7k3; =cmd"), cell("27 against 25")
    ("'=1+1", '-5', "'- 5", "'@you", "7k3; '=cmd", '27 against 25')
    """
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(r"\1'", text)


def markdown(view: View) -> str:
    """The log as an evening that can be read: a section for each card, in the order in which they began."""
    kept, safe = view.room.kept, MARKDOWN.safe
    reads = "Everything, also what is hidden" if isinstance(view, Whole) else f"As {_reader(view)} may read it"
    lines = [
        f"# {safe(kept.name)}",
        "",
        f"{GAMES.get(kept.game, kept.game)}. {reads}.",
        f"{counted(view.table.seq, 'entry', 'entries')}, head `{view.room.head}`.",
    ]
    between = False
    for number in list(view.room.of_run):
        found = card(view, number)
        if found is None:
            continue
        if found.picture is None:
            lines += [] if between else ["", "## At the table", ""]
            lines += [_note(found, line) for line in found.lines]
            between = True
        else:
            lines += ["", *_section(found)]
            between = False
    return "\n".join(lines) + "\n"


def _reader(view: View) -> str:
    return "the game master" if view.is_gm else MARKDOWN.safe(view.seat)


def _section(found: Card) -> Iterator[str]:
    assert found.picture is not None
    here = Told(found.picture, found.state, found.like, found.head, "")
    heading = MARKDOWN.safe(told.title(here))
    gone = found.state == "struck"
    yield f"## {found.run} · {f'~~{heading}~~' if gone else heading}"
    yield ""
    by = "asked by the game master" if found.asked else "unasked" if found.like < 2 else ""
    marks = [_minute(found.at), "the game master only" if found.secret else "", by]
    yield " · ".join(mark for mark in marks if mark)
    yield ""
    for text in told.text(here, MARKDOWN._replace(link=lambda text, _: text, ends="\n")).splitlines():
        yield f"> {f'~~{text}~~' if gone else text}  "
    yield ""
    for line in found.lines:
        yield _bullet(line.text, line.why, line.gone)


def _note(found: Card, line: Line) -> str:
    by = "game master" if found.by == OWNER else found.by
    return _bullet(line.text, line.why, line.gone, f"{_minute(found.at)} {MARKDOWN.safe(by)}: ")


def _bullet(text: str, why: str, gone: bool, first: str = "") -> str:
    line = MARKDOWN.safe(text)
    more = f" Because: {MARKDOWN.safe(why)}" if why else ""
    return f"* {first}{f'~~{line}~~' if gone and line else line}{more}"


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")
