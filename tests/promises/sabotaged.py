# mypy: disable-error-code="assignment, attr-defined, method-assign, misc, valid-type"
"""A server that is broken on purpose: ``python -m tests.promises.sabotaged WHAT serve …``."""

from __future__ import annotations

import sys
from typing import Any

from rollkeep.table.room import Done, Room
from rollkeep.table.sqlite import Store


def acknowledge_before_commit() -> None:
    """Commands are answered at once and written a few later."""
    late: list[tuple[Any, ...]] = []
    append, did = Store.append, Store.did

    def appended(self: Store, *args: Any) -> None:
        late.append(args)
        while len(late) > 3:
            append(self, *late.pop(0))

    def done(self: Store, *args: Any) -> Any:
        found = did(self, *args)
        return found or next((None for each in late if each[:3] == args), None)

    Store.append, Store.did = appended, done


def no_command_id() -> None:
    """What is sent again is done again."""
    do, count = Room.do, iter(range(10**9))

    def again(self: Room, store: Store, seat: str, command: str, digest: str, requests: Any) -> Done:
        return do(self, store, seat, f"{command[:40]}-{next(count)}", digest, requests)

    Room.do = again


def publish_before_saving() -> None:
    """The table in memory goes on although nothing could be saved."""
    append = Store.append

    def appended(self: Store, *args: Any) -> None:
        from contextlib import suppress

        from rollkeep.errors import Full

        with suppress(Full):
            append(self, *args)

    Store.append = appended


def counter_not_in_the_transaction() -> None:
    """What a character has left is looked at without what others have just spent."""
    from rollkeep.table import room

    draft = room.Draft

    class Stale(draft):
        def __init__(self, table: Any, *args: Any) -> None:
            from rollkeep.fourth.play.person import Person

            fresh = {who: Person(one.sheet, one.sheet.void_points or 3, one.wounds) for who, one in table.cast.items()}
            super().__init__(table._replace(cast=fresh), *args)

    room.Draft = Stale


def every_server_is_let_in() -> None:
    """Two servers write one database."""
    from contextlib import contextmanager

    from rollkeep.web import server

    @contextmanager
    def open_door(path: str) -> Any:
        yield

    server.serving = open_door


def skips_at_reconnect() -> None:
    """A stream that begins again leaves out the entry that came meanwhile."""
    from rollkeep.web.pages import play

    events = play._events
    play._events = lambda request, seated, after, told: events(request, seated, after + 1 if after else 0, told)


def new_over_broken() -> None:
    """Where a database cannot be read, a new one is made in its place."""
    import os

    from rollkeep.errors import LogError
    from rollkeep.table import sqlite

    check = sqlite._check

    def checked(path: str, *, must_be_there: bool) -> None:
        try:
            check(path, must_be_there=must_be_there)
        except LogError:
            os.unlink(path)

    sqlite._check = checked


if __name__ == "__main__":
    what = sys.argv.pop(1)
    globals()[what]()
    from rollkeep.cli.main import main

    sys.argv[0] = "rollkeep"
    main()
