"""What the tests of promises share: how long they run, a real server process, a way to break the program on purpose."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

LONG = os.environ.get("ROLLKEEP_LONG") == "1"
ROOT = Path(__file__).parents[2]
Patch = Callable[[pytest.MonkeyPatch], None]


def many(short: int, long: int) -> int:
    """How often something is tried, in ``./check`` and in ``./check long``."""
    return long if LONG else short


def fails(check: Callable[[], Any], saboteur: Patch) -> None:
    """The check passes as things are and has to fail where the program is broken on purpose.

    Raises: AssertionError where the check notices nothing
    """
    with pytest.MonkeyPatch.context() as patch:
        saboteur(patch)
        try:
            check()
        except (AssertionError, pytest.fail.Exception):
            return
    raise AssertionError("The check passes although the program was broken on purpose.")


class Server:
    """``rollkeep serve`` as a process of its own; ``sabotaged`` names what is broken in it."""

    def __init__(self, database: Path, *, sabotaged: str = "", room: int = 0) -> None:
        start = ["-m", "tests.promises.sabotaged", sabotaged] if sabotaged else ["-m", "rollkeep"]
        command = [sys.executable, *start, "serve", "--port", "0", "--database", str(database)]
        env = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))) if room else None
        self.process = subprocess.Popen(
            command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limit
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        self.address = line.split()[-1] if line else ""
        if not self.address:
            self.process.wait(10)

    def makes_room(self) -> None:
        """Its files may grow again."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def kill(self) -> None:
        """Ends it as a power cut would, as far as a process can be."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._shut()

    def stop(self) -> None:
        """Ends it as people do."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._shut()

    def _shut(self) -> None:
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()


@contextmanager
def serving(database: Path, *, sabotaged: str = "", room: int = 0) -> Iterator[Server]:
    """A server that ends in the end."""
    server = Server(database, sabotaged=sabotaged, room=room)
    try:
        yield server
    finally:
        server.stop()
