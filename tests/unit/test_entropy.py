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


def test_no_face_comes_from_a_rejected_byte() -> None:
    """Of 4,096 bytes only the last is below 250; another draw gives the rest."""
    draws: list[int] = []

    def draw(count: int) -> bytes:
        draws.append(count)
        return bytes(250 + i % 6 for i in range(count - 1)) + b"\x07"

    assert Drawn(draw).faces(10, 3) == b"\x08\x08\x08"
    assert len(draws) == 3


def test_each_die_has_its_own_faces() -> None:
    drawn = Drawn(lambda count: bytes(range(250, 256)) + bytes([0, 9, 249]) * (count // 3))
    assert drawn.faces(10, 3) == bytes([1, 10, 10])
    assert drawn.faces(12, 3) == bytes([11, 12, 1])  # 250 and 251 are left for twelve sides
    assert drawn.faces(6, 3) == bytes([5, 6, 1])


@pytest.mark.parametrize("seed", [0, 1, 2**64, -1])
def test_seeded_faces_are_uniform_and_independent(seed: int) -> None:
    faces = seeded(seed).faces(10, 100_000)
    counts, pairs = Counter(faces), Counter(zip(faces[::2], faces[1::2], strict=True))
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(1, 11)) < 35
    assert sum((pairs[a, b] - 500) ** 2 / 500 for a in range(1, 11) for b in range(1, 11)) < 170


def test_asking_for_nothing() -> None:
    drawn = seeded(1)
    assert drawn.faces(10, 0) == b""
    assert drawn.faces(10, 20) == seeded(1).faces(10, 20)


def test_threads_throw_other_dice() -> None:
    found: list[bytes] = [system().faces(10, 60)]
    threads = [threading.Thread(target=lambda: found.append(system().faces(10, 60))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 5
    assert system() is system()


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
