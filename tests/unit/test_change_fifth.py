"""What there is now goes into a file of the 5th edition: strife, fatigue, Void Points (5e.derived)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from rollkeep.errors import SheetError
from rollkeep.table.change_fifth import change

TEXT = """# my duellist
game = "5e"
name = "Bushi"
strife = 3  # tense

[rings]
air = 2
earth = 2
fire = 3
water = 2
void = 3

[skills]
fitness = 1

[void]
points = 3
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "bushi.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_it_moves_what_there_is_and_keeps_the_rest(path: Path) -> None:
    character = change(str(path), {"strife": 2, "fatigue": 4, "void": -1})
    assert (character.strife, character.fatigue, character.void_points) == (5, 4, 2)
    text = path.read_text(encoding="utf-8")
    assert "# my duellist" in text
    assert "strife = 5  # tense" in text
    assert "points = 2" in text


def test_nothing_goes_below_nothing(path: Path) -> None:
    assert change(str(path), {"strife": -9}).strife == 0


def test_nothing_that_moved_leaves_the_file_alone(path: Path) -> None:
    before = path.stat().st_mtime_ns
    assert change(str(path), {"strife": 0, "fatigue": 0}).strife == 3
    assert (path.stat().st_mtime_ns, path.read_text(encoding="utf-8")) == (before, TEXT)


def test_points_that_nobody_wrote_down_start_from_the_usual(path: Path) -> None:
    path.write_text(TEXT.replace("[void]\npoints = 3\n", ""), encoding="utf-8")
    assert change(str(path), {"void": -1}).void_points == 1


def test_what_a_file_cannot_say_changes_nothing(path: Path) -> None:
    with pytest.raises(SheetError):
        change(str(path), {"void": 9})
    assert path.read_text(encoding="utf-8") == TEXT
    assert [each.name for each in path.parent.iterdir()] == ["bushi.toml"]


def test_several_at_once_follow_one_another(path: Path) -> None:
    several = [threading.Thread(target=change, args=(str(path), {"fatigue": 1})) for _ in range(8)]
    for each in several:
        each.start()
    for each in several:
        each.join()
    assert "fatigue = 8" in path.read_text(encoding="utf-8")
