"""Wounds as boxes: as many as the rules give, filled from the first on, rank by rank. Rules: 4e.wounds."""

from __future__ import annotations

import re

import pytest

from rollkeep.fourth.sheet import Character
from rollkeep.fourth.sheet_file import read
from rollkeep.web.ground.wounds import SMALL, Boxes, boxes_of


def bearer(earth: int) -> Character:
    return Character("Akodo", traits=(("stamina", earth), ("willpower", earth)))


def drawn(outline: str) -> list[tuple[int, int]]:
    """Where the rectangles of an outline begin, and how wide they are."""
    found = re.findall(r"M(\d+) 0h(\d+)v8h-(\d+)z", outline)
    assert "".join(f"M{x} 0h{w}v8h-{back}z" for x, w, back in found) == outline
    assert all(w == back for _, w, back in found)
    return [(int(x), int(w)) for x, w, _ in found]


def boxes(character: Character, taken: int) -> Boxes:
    found = boxes_of(character, taken)
    assert found
    return found


@pytest.mark.parametrize("taken", [0, 1, 10, 11, 26, 37, 38, 39, 60])
def test_a_box_for_each_wound(taken: int) -> None:
    """4e.wounds: Earth 2 bears 38 Wounds in eight ranks."""
    found = boxes(bearer(2), taken)
    on, off = drawn(found.on), drawn(found.off)
    assert (len(on), len(on) + len(off), found.most) == (min(taken, 38), 38, 38)
    assert [x for x, _ in on + off] == sorted(x for x, _ in on + off), "filled from the first on"
    gaps = [b - a for (a, _), (b, _) in zip(on + off, (on + off)[1:], strict=False)]
    assert sum(gap > min(gaps) for gap in gaps) == 7, "eight ranks lie apart"
    assert max(x + w for x, w in on + off) <= found.width


@pytest.mark.parametrize(
    ("taken", "rank", "penalty"),
    [(10, "Healthy", 0), (11, "Nicked", 3), (34, "Down", 40), (38, "Out", None), (39, "Dead", None)],
)
def test_the_rank_stands_beside_them(taken: int, rank: str, penalty: int | None) -> None:
    found = boxes(bearer(2), taken)
    assert (found.rank, found.penalty) == (rank, penalty)


@pytest.mark.parametrize("taken", [0, 1, 33, 95, 200])
def test_many_boxes_are_bars(taken: int) -> None:
    found = boxes(bearer(5), taken)
    on, off = drawn(found.on), drawn(found.off)
    assert found.most == 95 > SMALL
    assert sum(w for _, w in on) == 2 * min(taken, 95)
    assert sum(w for _, w in on + off) == 2 * 95
    assert len(on) + len(off) <= 9


def test_a_stat_block_has_boxes_up_to_its_death() -> None:
    block = read('game = "4e"\nname = "Bandit"\n[block]\nwounds = "15: +5, 30: dead"\n')
    found = boxes(block, 16)
    assert (found.most, found.rank, found.penalty) == (29, "+5", 5)
    assert len(drawn(found.on)) == 16


def test_whose_earth_nobody_knows_has_none() -> None:
    assert boxes_of(Character("Akodo"), 3) is None
