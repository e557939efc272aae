"""Where faces come from: a generator, the system's entropy, a list. Each is a ``Source``."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Protocol


class Source(Protocol):
    """Gives faces, each from 1 to ``sides``."""

    def faces(self, sides: int, count: int, /) -> bytes: ...


class Listed:
    """The faces of a list, in order: for tests and for throwing a log again.

    >>> Listed([4, 10, 2]).faces(10, 2)
    b'\\x04\\n'

    Raises: EOFError when the list is used up, ValueError for a face that the die does not have.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._left = iter(tuple(faces))

    def faces(self, sides: int, count: int, /) -> bytes:
        taken = bytes(islice(self._left, count))
        if len(taken) < count:
            raise EOFError("the list of faces is used up")
        if taken and not 1 <= min(taken) <= max(taken) <= sides:
            raise ValueError(f"a die of {sides} sides does not show {', '.join(map(str, taken))}")
        return taken
