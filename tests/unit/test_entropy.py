"""Faces: fair, never shared, the same for the same seed."""

from __future__ import annotations

import os
import threading
from collections import Counter

import pytest

from rollkeep.table.entropy import Drawn, seeded, system


@pytest.mark.parametrize("sides", [6, 10, 12])
def test_a_byte_of_the_last_incomplete_run_is_rejected(sides: int) -> None:
    every_byte = Drawn(lambda count: bytes(range(256)) * (count // 256))
    whole = 256 // sides * sides
    counts = Counter(every_byte.faces(sides, whole))
    assert counts == dict.fromkeys(range(1, sides + 1), whole // sides)
    assert every_byte.faces(sides, 1) == b"\x01"


def test_faces_are_uniform() -> None:
    counts = Counter(system().faces(10, 100_000))
    assert set(counts) == set(range(1, 11))
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 40  # nine degrees of freedom


def test_a_seed_gives_the_same_faces_however_they_are_asked_for() -> None:
    one, other = seeded(7), seeded(7)
    assert one.faces(10, 9_000) == b"".join(other.faces(10, 90) for _ in range(100))
    assert seeded(8).faces(10, 50) != seeded(7).faces(10, 50)


def test_threads_have_their_own() -> None:
    found: list[Drawn] = []
    threads = [threading.Thread(target=lambda: found.append(system())) for _ in range(2)]
    for thread in threads:
        thread.start()
        thread.join()
    assert len({id(drawn) for drawn in (*found, system())}) == 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_fork_throws_other_dice() -> None:
    system().forget()
    system().faces(10, 1)  # a full buffer is there to be shared
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, system().faces(10, 40))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 40) != system().faces(10, 40)
