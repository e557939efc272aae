"""All tables of a server, for the event loop: whatever touches the disk runs in one thread beside it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from rollkeep.errors import Conflict, Full, NoSuchTable
from rollkeep.table.entry import Agreed, Request, Rule, Seated, Sit
from rollkeep.table.room import OWNER, Done, Room, World
from rollkeep.table.sqlite import PLAYERS, Kept, Store, Token

T = TypeVar("T")
_SLOW = 15.0
"""Seconds after which a stream says that it is still there."""


class Hall:
    """The rooms of one store. A room is loaded when somebody comes, and stays."""

    def __init__(self, store: Store, world: World) -> None:
        self.store, self.world = store, world
        self._thread = ThreadPoolExecutor(1, "store")
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._is_ending = False
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._renewed: dict[tuple[str, str], int] = {}

    async def ask(self, what: Callable[..., T], *args: Any) -> T:
        """Something of the store, in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, what, *args)

    async def open(self, name: str, game: str, rulings: Sequence[tuple[str, str]]) -> tuple[str, str]:
        """A new table; its id, and the token of the game master's seat.

        Raises: Full
        """
        tab, token = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        links = ((token, OWNER), (secrets.token_urlsafe(16), PLAYERS))
        await self.ask(self.store.create, Kept(tab, name, game, self.world.clock(), 0, ""), links)
        events = (Seated(OWNER, "gm", frozenset()), *(Agreed(*each) for each in rulings))
        try:
            await self.do(await self.room(tab), OWNER, "open", "", [Rule(0, events, "")])
        except Full:
            with suppress(Full):  # then it stays, empty
                await self.ask(self.store.delete, tab)
            raise
        return tab, token

    async def join(self, room: Room, command: str, seat: str, role: str, holds: frozenset[str]) -> str:
        """A new seat; its token. The same command again has one effect.

        Raises: Conflict, Full
        """
        digest = f"{role} {sorted(holds)}"

        def sit() -> str:
            if room.did(self.store, seat, command, digest):
                return next((token for token, whose in self.store.links(room.kept.id) if whose == seat), "")
            if seat in room.table.seats:
                hint = "Take your own link, or another name."
                raise Conflict(f"{seat} sits here already.", code="table.name", hint=hint)
            fresh = Token(seat, secrets.token_urlsafe(16), self.world.clock())
            room.do(self.store, seat, command, digest, [Sit(seat, role, holds)], [fresh])
            return fresh.token or ""

        token = await self.ask(sit)
        self.wake(room)
        return token

    async def room(self, tab: str) -> Room:
        """A table.

        Raises: NoSuchTable
        """
        if room := self._rooms.get(tab):
            return room
        if (loading := self._loading.get(tab)) is None:
            loading = self._loading[tab] = asyncio.ensure_future(self._load(tab))
            loading.add_done_callback(lambda _: self._loading.pop(tab, None))
        return await asyncio.shield(loading)

    async def _load(self, tab: str) -> Room:
        kept, rows = await self.ask(lambda: (self.store.table(tab), self.store.rows(tab)))
        room = self._rooms[tab] = await asyncio.to_thread(Room, kept, self.world, rows)
        return room

    async def do(self, room: Room, seat: str, command: str, digest: str, requests: Sequence[Request]) -> Done:
        """A command; when it is on the disk, everybody who listens is told.

        Raises: Conflict, IllegalMove, NotSeated, LogError, Full
        """
        done = await self.ask(room.do, self.store, seat, command, digest, requests)
        self.wake(room)
        return done

    def wake(self, room: Room) -> None:
        """Tells everybody who listens to look again."""
        for event in self._waiting.get(room.kept.id, ()):
            event.set()

    async def news(self, room: Room) -> AsyncIterator[bool]:
        """Yields at once and whenever something may have happened, True; and False where nothing has for a while."""
        event = asyncio.Event()
        event.set()
        waiting = self._waiting.setdefault(room.kept.id, set())
        waiting.add(event)
        try:
            while not self.is_gone(room) and not self._is_ending:
                try:
                    await asyncio.wait_for(event.wait(), _SLOW)
                except TimeoutError:
                    yield False
                else:
                    event.clear()
                    yield True
        finally:
            waiting.discard(event)

    def end(self) -> None:
        """Ends all news, since the server ends."""
        self._is_ending = True
        for waiting in self._waiting.values():
            for event in waiting:
                event.set()

    def is_gone(self, room: Room) -> bool:
        """Whether the table was deleted."""
        return self._rooms.get(room.kept.id) is not room

    def renewals(self, room: Room, seat: str) -> int:
        """How often the link of a seat was renewed, so that what the old one opened ends."""
        return self._renewed.get((room.kept.id, seat), 0)

    def sign_out(self, room: Room, seat: str) -> None:
        """The link of a seat was renewed or taken away."""
        self._renewed[room.kept.id, seat] = self.renewals(room, seat) + 1

    async def delete(self, room: Room) -> None:
        """Deletes a table.

        Raises: Full
        """
        await self.ask(self.store.delete, room.kept.id)
        self._rooms.pop(room.kept.id, None)
        self.wake(room)

    async def seat(self, tab: str, token: str) -> tuple[Room, str]:
        """The table and the seat of a token.

        Raises: NoSuchTable where it opens no seat of this table
        """
        link = await self.ask(self.store.link, token)
        if link.tab != tab or link.seat == PLAYERS:
            raise NoSuchTable
        room = await self.room(tab)
        seated = room.table.seats.get(link.seat)
        if seated is None or seated.role == "gone":
            raise NoSuchTable
        return room, link.seat

    async def close(self) -> None:
        """Ends the thread and closes the database."""
        await self.ask(self.store.close)
        self._thread.shutdown()
