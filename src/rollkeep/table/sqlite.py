"""The tables of one server in one SQLite database, over one connection. Each verb is all done, or nothing of it.

Link tokens stand there as they are, so that they can be given again; nobody but its owner may read the file.
"""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import quote

from rollkeep.errors import Full, LogError, NoSuchTable
from rollkeep.table import locks

MARK = 0x726B7462
"""What our databases carry in their head, so that no other is taken for one."""

VERSION = 1
_SCHEMA = """
create table tab (
    id text primary key, name text not null, game text not null, made text not null, seq integer not null,
    head text not null) without rowid;
create table entry (
    tab text, seq integer, seat text not null, command text not null, part integer not null, body text not null,
    hash text not null, primary key (tab, seq), unique (tab, seat, command, part)) without rowid;
create table command (
    tab text, seat text, id text, digest text not null, first integer not null, last integer not null,
    primary key (tab, seat, id)) without rowid;
create table link (token text primary key, tab text not null, seat text not null, made text not null) without rowid;
create table card (token text primary key, tab text not null, run integer not null) without rowid;
create table saved (
    tab text, seat text, name text, body text not null, primary key (tab, seat, name)) without rowid;
"""
_HEADER = 100
_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
PLAYERS = ""
"""The seat of the link with which players sit down."""


class Kept(NamedTuple):
    """A table as it is listed. ``seq`` and ``head`` are those of its last entry."""

    id: str
    name: str
    game: str
    made: str
    seq: int
    head: str


class Link(NamedTuple):
    """What a token opens: a seat of a table, or for ``PLAYERS`` the way to a new one."""

    tab: str
    seat: str


class Row(NamedTuple):
    """An entry as it is written down."""

    seq: int
    part: int
    body: str
    hash: str


class Did(NamedTuple):
    """A command that was done: its body as a digest, and its entries; ``first`` is 0 where there are none."""

    digest: str
    first: int
    last: int


class Token(NamedTuple):
    """What opens a seat from now on; None: nothing does. ``at`` is when it was made."""

    seat: str
    token: str | None
    at: str


class Store:
    """The open database. One thread at a time uses it, and one process."""

    def __init__(self, path: str, *, only_read: bool = False) -> None:
        self.path = path
        _check(path, must_be_there=only_read)
        if not only_read and not os.path.exists(path):
            _make(path)
        try:
            mode = "ro" if only_read else "rw"
            self._db = sqlite3.connect(
                f"file:{quote(os.path.abspath(path))}?mode={mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=2,
            )
            if not only_read:
                os.chmod(path, 0o600)
                self._db.execute("pragma journal_mode = wal")
                self._db.execute("pragma synchronous = full")
                self._db.execute("pragma secure_delete = on")
            self._db.execute("select count(*) from tab").fetchone()
        except sqlite3.Error as fault:
            raise _broken(path, str(fault)) from None

    def close(self) -> None:
        """Closes the database."""
        self._db.close()

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        try:
            self._db.execute("begin immediate")
            yield
            self._db.execute("commit")
        except BaseException as fault:
            if self._db.in_transaction:
                self._db.execute("rollback")
            if isinstance(fault, sqlite3.Error):
                raise _not_saved(fault) from fault
            raise

    def _found(self, sql: str, *values: Any) -> list[Any]:
        """What a question finds.

        Raises: LogError where the database is damaged
        """
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as fault:
            raise _not_saved(fault) from fault

    def _first(self, sql: str, *values: Any) -> Any:
        return next(iter(self._found(sql, *values)), None)

    # --- tables ------------------------------------------------------------------------------------------------

    def tables(self) -> list[Kept]:
        """Every table, the newest first."""
        rows = self._found("select id, name, game, made, seq, head from tab order by made desc, id")
        return [Kept(*row) for row in rows]

    def table(self, tab: str) -> Kept:
        """One table.

        Raises: NoSuchTable
        """
        row = self._first("select id, name, game, made, seq, head from tab where id = ?", tab)
        if row is None:
            raise NoSuchTable
        return Kept(*row)

    def create(self, kept: Kept, links: Sequence[tuple[str, str]]) -> None:
        """A new table without entries, with its tokens: each for a seat.

        Raises: Full
        """
        with self._all_or_nothing():
            self._db.execute("insert into tab values (?, ?, ?, ?, ?, ?)", kept)
            for token, seat in links:
                self._db.execute("insert into link values (?, ?, ?, ?)", (token, kept.id, seat, kept.made))

    def delete(self, tab: str) -> None:
        """Deletes a table and all that belongs to it; of its shared cards it stays known that they are gone.

        Raises: Full, NoSuchTable
        """
        self.table(tab)
        with self._all_or_nothing():
            self._db.execute("delete from tab where id = ?", (tab,))
            for each in ("entry", "command", "link", "saved"):
                self._db.execute(f"delete from {each} where tab = ?", (tab,))
            self._db.execute("update card set tab = '' where tab = ?", (tab,))
        self._db.execute("pragma wal_checkpoint(truncate)")

    # --- entries -----------------------------------------------------------------------------------------------

    def rows(self, tab: str, after: int = 0) -> list[tuple[int, str, str]]:
        """The entries of a table after one: number, text, hash."""
        return self._found("select seq, body, hash from entry where tab = ? and seq > ? order by seq", tab, after)

    def did(self, tab: str, seat: str, command: str) -> Did | None:
        """What a command has done already; None: nothing yet."""
        row = self._first(
            "select digest, first, last from command where tab = ? and seat = ? and id = ?", tab, seat, command
        )
        return row and Did(*row)

    def append(
        self, tab: str, seat: str, command: str, digest: str, rows: Sequence[Row], tokens: Sequence[Token] = ()
    ) -> None:
        """The entries of one command, safely on the disk when this returns; with them new tokens of seats.

        Raises: Full, with nothing written
        """
        with self._all_or_nothing():
            first, last = (rows[0].seq, rows[-1].seq) if rows else (0, 0)
            self._db.execute("insert into command values (?, ?, ?, ?, ?, ?)", (tab, seat, command, digest, first, last))
            for row in rows:
                self._db.execute(
                    "insert into entry values (?, ?, ?, ?, ?, ?, ?)",
                    (tab, row.seq, seat, command, row.part, row.body, row.hash),
                )
            if rows:
                self._db.execute("update tab set seq = ?, head = ? where id = ?", (last, rows[-1].hash, tab))
            for token in tokens:
                self._renew(tab, token)

    # --- links, cards, saved rolls -----------------------------------------------------------------------------

    def link(self, token: str) -> Link:
        """What a token opens.

        Raises: NoSuchTable
        """
        row = self._first("select tab, seat from link where token = ?", token)
        if row is None:
            raise NoSuchTable
        return Link(*row)

    def links(self, tab: str) -> list[tuple[str, str]]:
        """Every token of a table, with its seat."""
        return self._found("select token, seat from link where tab = ? order by made, seat", tab)

    def renew(self, tab: str, seat: str, token: str | None, at: str) -> None:
        """A new token for a seat, or none; what it had opens nothing any more.

        Raises: Full
        """
        with self._all_or_nothing():
            self._renew(tab, Token(seat, token, at))

    def _renew(self, tab: str, token: Token) -> None:
        self._db.execute("delete from link where tab = ? and seat = ?", (tab, token.seat))
        if token.token:
            self._db.execute("insert into link values (?, ?, ?, ?)", (token.token, tab, token.seat, token.at))

    def share(self, tab: str, run: int, token: str) -> str:
        """The token under which everybody may read a card: a new one, or the one that it has.

        Raises: Full
        """
        row = self._first("select token from card where tab = ? and run = ?", tab, run)
        if row is None:
            with self._all_or_nothing():
                self._db.execute("insert into card values (?, ?, ?)", (token, tab, run))
        return row[0] if row else token

    def card(self, token: str) -> tuple[str, int]:
        """The table, empty where it was deleted, and the run of a shared card.

        Raises: NoSuchTable
        """
        row = self._first("select tab, run from card where token = ?", token)
        if row is None:
            raise NoSuchTable
        return row[0], row[1]

    def save(self, tab: str, seat: str, name: str, body: str | None) -> None:
        """A roll that a seat wants to have again, or not any more.

        Raises: Full
        """
        with self._all_or_nothing():
            self._db.execute("delete from saved where tab = ? and seat = ? and name = ?", (tab, seat, name))
            if body is not None:
                self._db.execute("insert into saved values (?, ?, ?, ?)", (tab, seat, name, body))

    def saved(self, tab: str, seat: str) -> list[tuple[str, str]]:
        """The saved rolls of a seat: name and what was written."""
        return self._found("select name, body from saved where tab = ? and seat = ? order by name", tab, seat)

    def backup(self, path: str) -> None:
        """A copy of the whole database, as it is at this moment.

        Raises: FileExistsError, OSError, Full
        """
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        try:
            with sqlite3.connect(path) as copy:
                self._db.backup(copy)
            copy.close()
        except sqlite3.Error as fault:
            os.unlink(path)
            raise _not_saved(fault) from None


@contextmanager
def serving(path: str) -> Iterator[None]:
    """Keeps every other server, and whoever would delete, away from a database until the block ends.

    Raises: LogError at once where somebody serves it
    """
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), mode=0o700, exist_ok=True)
        with locks.tried(f"{path}.lock") as got:
            if not got:
                raise LogError(
                    f"{path} is being served already.",
                    code="log.served",
                    hint="Stop the other server, or name another file.",
                )
            yield
    except OSError as fault:
        raise _broken(path, (fault.strerror or "it cannot be written").lower()) from None


def _make(path: str) -> None:
    """A new database; under its name it is whole from the first moment on.

    Raises: LogError
    """
    new = f"{path}.new"
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), mode=0o700, exist_ok=True)
        with suppress(FileNotFoundError):
            os.unlink(new)
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        db = sqlite3.connect(new)
        db.executescript(f"{_SCHEMA} pragma application_id = {MARK}; pragma user_version = {VERSION};")
        db.close()
        os.replace(new, path)
    except OSError as fault:
        raise _broken(path, (fault.strerror or "it cannot be made").lower()) from None
    except sqlite3.Error as fault:
        raise _broken(path, str(fault)) from None


def _check(path: str, *, must_be_there: bool) -> None:
    """Whether a file is a database of ours, whole and not from a newer version; it is only looked at.

    Raises: LogError
    """
    try:
        with open(path, "rb") as file:
            head = file.read(_HEADER)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        if must_be_there:
            raise LogError(
                f"There is no database {path}.",
                code="log.database",
                hint="rollkeep serve makes one; --database names it.",
            ) from None
        return
    except OSError as fault:
        raise _broken(path, (fault.strerror or "it cannot be read").lower()) from None
    if len(head) < _HEADER or not head.startswith(b"SQLite format 3\0"):
        raise _broken(path, "it is no database, or cut off" if head else "it is empty")
    page, pages, version, mark = struct.unpack(">16xH10xI28xI4xI28x", head)
    if mark != MARK:
        raise _broken(path, "it is the database of something else")
    if version > VERSION:
        raise _broken(path, f"it comes from a newer version ({version}); this one reads {VERSION}")
    if size < pages * (65536 if page == 1 else page):
        raise _broken(path, "it is cut off")


def _broken(path: str, why: str) -> LogError:
    return LogError(
        f"{path} cannot be used: {why}. It stays as it is.",
        code="log.database",
        hint="Name another file with --database, or bring a backup back.",
        path=path,
    )


def _not_saved(fault: sqlite3.Error) -> Full | LogError:
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if code in _ROOM:
        return Full(
            "It could not be saved, so it has not happened.", hint="The disk is full or cannot be written; try again."
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Full("It could not be saved: another program holds the database.", hint="Try again in a moment.")
    return LogError(f"The database is damaged: {fault}.", code="log.database", hint="Bring a backup back.")
