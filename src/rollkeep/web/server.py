"""Serving: the database, the lock, the sockets."""

from __future__ import annotations

import asyncio
import datetime
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable

import uvicorn

from rollkeep.errors import UsageError
from rollkeep.hosts import of_both
from rollkeep.table import entropy
from rollkeep.table.room import World
from rollkeep.table.sqlite import Store, serving
from rollkeep.web.app import app
from rollkeep.web.ground.hall import Hall
from rollkeep.web.ground.page import prepare

_SWITCH = 0.001
"""Seconds after which the thread that writes may go on while pages are made: each of its steps waits for that."""


def world() -> World:
    """The machines, the system's dice and the clock."""
    hosts = of_both()
    return World(dict(hosts.machines), hosts.codec, entropy.system, now)


def now() -> str:
    """The time, for people: order is a matter of numbers."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def serve(database: str, host: str, port: int, url: str, started: Callable[[int], None]) -> None:
    """Serves until it is stopped; ``started`` is told the port.

    Raises: LogError, UsageError
    """
    with serving(database):
        gc.freeze()  # what is here by now stays, so that looking through it again and again finds nothing
        gc.set_threshold(20_000, 20, 1_000)
        sys.setswitchinterval(_SWITCH)
        store = Store(database)
        hall = Hall(store, world())
        config = uvicorn.Config(
            app(hall, url), host=host, port=port, log_level="warning", timeout_graceful_shutdown=1, ws="none"
        )
        server = _Telling(config, started, hall)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # what uvicorn raises again in the end
        try:
            server.run()
        finally:
            store.close()


class _Telling(uvicorn.Server):
    """Says when it listens, and ends the streams first when it ends."""

    def __init__(self, config: uvicorn.Config, told: Callable[[int], None], hall: Hall) -> None:
        super().__init__(config)
        self._told, self._hall = told, hall

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self._hall.end()
        await super().shutdown(sockets)  # type: ignore[arg-type]

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        loud = logging.getLogger("uvicorn.error")
        loud.disabled = True  # it would say in its own words that the address cannot be had, and exit
        try:
            await super().startup(sockets)  # type: ignore[arg-type]
        except SystemExit as fault:
            raise _no_address(self.config, fault.__context__) from None
        finally:
            loud.disabled = False
        if self.started:
            self._told(self.servers[0].sockets[0].getsockname()[1])
            self._preparing = asyncio.create_task(asyncio.to_thread(prepare))


def _no_address(config: uvicorn.Config, fault: BaseException | None) -> UsageError:
    number = fault.errno or 0 if isinstance(fault, OSError) else 0
    why = os.strerror(number) if number > 0 else "unknown address"
    hint = "Choose another with --port, or 0 for any that is free; --host takes an address of this computer."
    return UsageError(f"{config.host}, port {config.port}, cannot be had: {why.lower()}.", hint=hint)
