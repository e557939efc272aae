"""``rollkeep table``: the tables of a server, from the computer that keeps them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import click

from rollkeep.cli.words import OneOf, Text
from rollkeep.errors import LogError, UsageError
from rollkeep.names import plain
from rollkeep.table import folders
from rollkeep.table.sqlite import PLAYERS, Kept, Store, serving
from rollkeep.text import counted, fitted

AS = ("jsonl", "markdown", "csv")
_NO_OUTPUT = "Name another file."
_MADE = 16  # of a time, down to the minute


@click.group("table", options_metavar="", subcommand_metavar="list|links|export|delete|backup ...")
def command() -> None:
    """The tables of a server: list them, get their links again, take their logs away, delete one, back all up.

    NAME is the name of a table, or its id where several are called so. All but delete work while the server runs.

    \b
      rollkeep table list
      rollkeep table links "The lantern" --url https://rolls.example
      rollkeep table export "The lantern" --as markdown -o evening.md
      rollkeep table backup tables-copy.db
    """


DATABASE = click.option("--database", metavar="FILE", help="The database; in your data folder unless said.")
NAME = click.argument("name", metavar="NAME", type=Text())
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@command.command("list", options_metavar="[OPTIONS]")
@DATABASE
@JSON
def list_(database: str | None, as_json: bool) -> None:
    """Every table, the newest first: its name, game, number of entries, when it was made, its id."""
    with _reading(database) as store:
        tables = store.tables()
    if as_json:
        from rollkeep.cli.as_json import dump

        dump([{"id": t.id, "name": t.name, "game": t.game, "entries": t.seq, "made": t.made} for t in tables])
        return
    page = _page()
    if not tables:
        page.wrapped("There is no table yet. Run rollkeep serve, and open one in the browser.")
    else:
        size = max(10, page.width - 57)
        page.add(page.styled(f"{fitted('name', size)}  game  entries  {'made':{_MADE}}  id", dim=True))
    for kept in tables:
        page.add(f"{fitted(kept.name, size)}  {kept.game:4}  {kept.seq:>7}  {_minute(kept.made)}  {kept.id}")
    page.print()


@command.command("links", options_metavar="[OPTIONS]")
@NAME
@DATABASE
@click.option("--url", metavar="URL", help="How the server is called from outside; else as rollkeep serve calls it.")
@click.option("--qr", is_flag=True, help="A QR code below each, for a phone.")
@JSON
def links(name: str, database: str | None, url: str | None, qr: bool, as_json: bool) -> None:
    """Every link of a table again: the players', and that of each seat. They are secrets."""
    from rollkeep.cli.serve import check_url, last_address

    if qr and as_json:
        raise UsageError("--qr is for people, --json for programs.", code="usage.clash", hint="Leave one out.")
    base = (check_url(url) or last_address(database or folders.tables())).rstrip("/")
    with _reading(database) as store:
        kept = find(store, name)
        every = sorted(store.links(kept.id), key=lambda link: link[1] not in (PLAYERS, "gm"))
        found = [(seat, f"{base}/j/{token}") for token, seat in every]
    if as_json:
        from rollkeep.cli.as_json import dump

        dump({"id": kept.id, "name": kept.name, "links": [{"seat": s or None, "address": a} for s, a in found]})
        return
    page = _page()
    page.wrapped(f"The links of {kept.name}. They are secrets: whoever has a seat's link can act there.")
    for seat, address in found:
        page.add()
        page.add(page.styled(_seat(seat), bold=True))
        page.add(f"  {address}")
        for line in _code(address) if qr else ():
            page.add(line)
    page.print()


def _seat(seat: str) -> str:
    return "for new players" if seat == PLAYERS else "the game master" if seat == "gm" else f"the seat of {seat}"


def _code(address: str) -> list[str]:
    """A QR code in lines."""
    import io

    import segno

    out = io.StringIO()
    segno.make(address, error="m").terminal(out, compact=True)
    return out.getvalue().splitlines()


@command.command("export", options_metavar="[OPTIONS]")
@NAME
@DATABASE
@click.option("--as", "kind", type=OneOf(AS), default=AS[0], help="jsonl to verify, markdown to read, csv to count.")
@click.option("--seat", metavar="NAME", type=Text(), help="As that seat may read it; else everything.")
@click.option("-o", "--output", metavar="FILE", help="Write it there; without it the log is printed.")
def export(name: str, database: str | None, kind: str, seat: str | None, output: str | None) -> int:
    """Take the log of a table away: everything, what is hidden too, or what a seat may read."""
    from rollkeep.hosts import of_both
    from rollkeep.table import entropy
    from rollkeep.table.room import Room, World
    from rollkeep.web.cards import evening
    from rollkeep.web.ground.seats import View
    from rollkeep.web.pages.exports import KINDS

    with _reading(database) as store:
        kept = find(store, name)
        rows = store.rows(kept.id)
    hosts = of_both()
    room = Room(kept, World(dict(hosts.machines), hosts.codec, entropy.system, str), rows)
    view = View(room, _seat_of(tuple(room.table.seats), seat)) if seat else evening.whole(room)
    raw = KINDS[kind].made(view).encode()
    if output:
        with _new_file(output) as descriptor, os.fdopen(descriptor, "wb") as file:
            file.write(raw)
        click.echo(f"{output} is written: {counted(room.table.seq, 'entry', 'entries')} of {kept.name}.", err=True)
    else:
        click.echo(raw, nl=False)
    if room.fault:
        click.echo(f"rollkeep: {room.fault} What is exported ends before it.", err=True)
        return LogError.exit_status
    return 0


def _seat_of(seats: tuple[str, ...], name: str) -> str:
    """Raises: UsageError"""
    found = [each for each in seats if each == name] or [each for each in seats if plain(each) == plain(name)]
    if len(found) != 1:
        raise UsageError(f"There is no seat {name!r}.", code="usage.table", hint=f"Seats: {', '.join(seats)}.")
    return found[0]


@command.command("delete", options_metavar="[OPTIONS]")
@NAME
@DATABASE
@click.option("--yes", is_flag=True, help="Delete it without asking.")
def delete(name: str, database: str | None, yes: bool) -> None:
    """Delete a table with all that happened there. It cannot be brought back; no server may be running."""
    path = _path(database)
    with _reading(database) as store:
        kept = find(store, name)
    with serving(path):
        if not yes and not _sure(kept):
            click.echo("Nothing was deleted.")
            return
        with closing(Store(path)) as store:
            store.delete(kept.id)
    click.echo(f"{kept.name} is deleted, with {counted(kept.seq, 'entry', 'entries')}. Backups still have it.")


def _sure(kept: Kept) -> bool:
    """Raises: UsageError where there is no terminal to ask on"""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            f"Whether {kept.name} is to be deleted is asked on a terminal.",
            code="usage.terminal",
            hint="Elsewhere say --yes.",
        )
    made = f"made {_minute(kept.made)}, {counted(kept.seq, 'entry', 'entries')}"
    return click.confirm(f"Delete {kept.name} ({made}) for good?", err=True)


@command.command("backup", options_metavar="[OPTIONS]")
@click.argument("file", metavar="FILE")
@DATABASE
def backup(file: str, database: str | None) -> None:
    """Copy the whole database into a new file, as it is at this moment, also while a server runs.

    It holds every link and everything that is hidden, so only you may read it.
    """
    with _reading(database) as store:
        count = len(store.tables())
        try:
            store.backup(file)
        except OSError as fault:
            raise _no_output(file, fault) from None
    click.echo(f"{file} is a copy of {counted(count, 'table')}. It holds every link: keep it to yourself.")


def find(store: Store, name: str) -> Kept:
    """The table of an id or a name, as it is written or nearly so.

    Raises: UsageError where there is none, or more than one
    """
    tables = store.tables()
    found = (
        [kept for kept in tables if kept.id == name]
        or [kept for kept in tables if kept.name == name]
        or [kept for kept in tables if plain(name) and plain(kept.name) == plain(name)]
    )
    if not found:
        raise UsageError(
            f"There is no table {name!r}.", code="usage.table", hint="rollkeep table list shows what there is."
        )
    if len(found) > 1:
        ids = [kept.id for kept in found]
        raise UsageError(
            f"{counted(len(found), 'table')} are called {name!r}.",
            code="usage.table",
            hint=f"Name one by its id: {' or '.join(f'-- {each}' if each.startswith('-') else each for each in ids)}.",
            ids=ids,
        )
    return found[0]


def _path(database: str | None) -> str:
    return database or folders.tables()


@contextmanager
def _reading(database: str | None) -> Iterator[Store]:
    """The database, of which nothing is changed.

    Raises: LogError
    """
    with closing(Store(_path(database), only_read=True)) as store:
        yield store


@contextmanager
def _new_file(path: str) -> Iterator[int]:
    """A new file that only its owner may read; it is gone again where it cannot be written whole.

    Raises: UsageError
    """
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as fault:
        raise _no_output(path, fault) from None
    try:
        yield descriptor
    except OSError as fault:
        with suppress(OSError):
            os.unlink(path)
        raise _no_output(path, fault) from None


def _no_output(path: str, fault: OSError) -> UsageError:
    if isinstance(fault, FileExistsError):
        message = f"{path} is there already and is not overwritten."
    else:
        message = f"{path} cannot be written: {(fault.strerror or 'no reason is given').lower()}."
    return UsageError(message, code="usage.output", hint=_NO_OUTPUT)


def _minute(at: str) -> str:
    return at[:_MADE].replace("T", " ")


def _page() -> Any:
    from rollkeep.cli.config import load
    from rollkeep.cli.page import Page

    return Page(load().colour)
