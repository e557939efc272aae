"""Faces drawn from the operating system, or from a seed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from weakref import WeakSet

MAX_SEED = 10**18 - 1
_BLOCK = 4096
_FACES = {
    # A byte of the last, incomplete run of faces is rejected, so that every face is equally likely.
    sides: (
        bytes(byte % sides + 1 for byte in range(256)),
        bytes(range(256 // sides * sides, 256)),
    )
    for sides in (6, 10, 12)
}


class Drawn:
    """Faces made from random bytes by rejection. It buffers, so each thread needs its own."""

    __slots__ = ("__weakref__", "_draw", "_next", "_ready")

    def __init__(self, draw: Callable[[int], bytes]) -> None:
        self._draw = draw
        self.forget()

    def forget(self) -> None:
        """Throws away what is drawn and not yet used."""
        self._ready = dict.fromkeys(_FACES, b"")
        self._next = dict.fromkeys(_FACES, 0)

    def faces(self, sides: int, count: int, /) -> bytes:
        start = self._next[sides]
        self._next[sides] = end = start + count
        taken = self._ready[sides][start:end]
        while len(taken) < count:
            table, rejected = _FACES[sides]
            self._ready[sides] = self._draw(_BLOCK).translate(table, rejected)
            self._next[sides] = end = count - len(taken)
            taken += self._ready[sides][:end]
        return taken


_thread = threading.local()
_all: WeakSet[Drawn] = WeakSet()


def system() -> Drawn:
    """This thread's faces from the operating system's entropy: what the dice of a real game are thrown with."""
    try:
        mine: Drawn = _thread.drawn
    except AttributeError:
        mine = _thread.drawn = Drawn(os.urandom)
        _all.add(mine)
    return mine


def seeded(seed: int) -> Drawn:
    """Faces that are the same for the same seed: for tests, examples and simulation."""
    from random import Random

    return Drawn(Random(seed).randbytes)


def _forget_all() -> None:
    for drawn in _all:
        drawn.forget()


if hasattr(os, "register_at_fork"):  # otherwise parent and child would throw the same dice
    os.register_at_fork(after_in_child=_forget_all)


def source(seed: int | None) -> Drawn:
    """The system's entropy, or what a seed gives."""
    return system() if seed is None else seeded(seed)
