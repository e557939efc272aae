"""Void Points and Wounds as they move."""

from __future__ import annotations

import pytest

from rollkeep.errors import Missing, RuleError
from rollkeep.fourth import tracks, void
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.tracks import Shift, shifted


def test_void_points(shinai: Character) -> None:
    """4e.void.pool"""
    assert tracks.spend(shinai) == Shift("void", -1, 1)
    assert tracks.spend(shinai, 2) == Shift("void", -2, 0)
    assert tracks.spend(shinai._replace(void_points=None)) == Shift("void", -1, 2)
    with pytest.raises(RuleError, match="has 2 Void Points left, not 3"):
        tracks.spend(shinai, 3)
    assert tracks.regain(shinai, 1) == Shift("void", 1, 3)
    assert tracks.regain(shinai, 9) == Shift("void", 1, 3)
    assert tracks.rest(shinai._replace(void_points=0)) == Shift("void", 3, 3)
    assert shifted(shinai, (tracks.spend(shinai),)).void_points == 1
    with pytest.raises(Missing):
        tracks.spend(Character("Akodo"))


def test_wounds(shinai: Character) -> None:
    """4e.wounds, 4e.void.wounds"""
    hurt = shifted(shinai, (tracks.take(shinai, 23),))
    assert hurt.wounds == 23
    assert tracks.heal(hurt, 5) == Shift("wounds", -5, 18)
    assert tracks.heal(hurt, 99) == Shift("wounds", -23, 0)
    assert tracks.less(hurt, 23) == (Shift("void", -1, 1), Shift("wounds", -10, 13))
    assert tracks.less(hurt, 4) == (Shift("void", -1, 1), Shift("wounds", -4, 19))
    assert tracks.take(hurt, 9999).now == 999


def test_what_is_taken_back(shinai: Character) -> None:
    """4e.void.pool"""
    hurt = shinai._replace(wounds=20)
    less = tracks.less(hurt, 20)
    after = shifted(hurt, less)
    assert shifted(after, tracks.taken_back(after, less)) == hurt
    rest = tracks.rest(shinai)
    assert tracks.taken_back(shifted(shinai, (rest,)), (rest,)) == (Shift("void", -1, 2),)
    nothing_left = shinai._replace(void_points=0)
    assert tracks.taken_back(nothing_left, (rest,)) == (Shift("void", 0, 0),)
    assert tracks.taken_back(shinai._replace(void_points=3), (Shift("void", -1, 2),)) == (Shift("void", 0, 3),)


def test_what_brings_points_back() -> None:
    """4e.void.pool"""
    assert [void.by_meditation(rank) for rank in (0, 2, 3, 6, 7)] == [1, 1, 2, 2, 3]
    assert [void.by_tea(rank) for rank in (0, 4, 5)] == [1, 1, 2]
    assert [void.tea_tn(people) for people in (2, 3, 4, 5)] == [15, 20, 25, 30]
    for people in (1, 6):
        with pytest.raises(RuleError):
            void.tea_tn(people)
