"""An attack of a duel before it is made. Rules: 5e.odds, 5e.stance, 5e.seize."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.duels import MELEE, Play, fighter

from rollkeep.advice.duel import before
from rollkeep.dice.symbols import Pool
from rollkeep.errors import IllegalMove
from rollkeep.fifth.duel import moves as m


def turn(b: str = "earth") -> Play:
    """The turn of one who attacks with two ring dice and a skill die, as long as no Void Point is spent."""
    a = fighter(skills=(("fitness", 1), (MELEE, 1), ("meditation", 1)))
    return Play(a).begin(b=b).turn("a", "earth")


def test_the_chance_is_the_one_the_rules_give() -> None:
    """5e.odds: 2r1s against TN 2."""
    found = before(turn().scene, "a", m.Strike("katana", False, ()))
    assert (found.pool, found.tn, found.chance) == (Pool(2, 1, 2), 2, Fraction(173, 288))


def test_a_void_point_is_one_more_die_to_roll_and_to_keep() -> None:
    """5e.seize"""
    play = turn()
    plain, seized = (before(play.scene, "a", m.Strike("katana", seize, ())) for seize in (False, True))
    assert seized.pool == Pool(3, 1, 3)
    assert seized.chance == Fraction(109, 144) > plain.chance


def test_the_stance_of_the_other_counts() -> None:
    assert before(turn("air").scene, "a", m.Strike("katana", False, ())).tn == 3


def test_what_is_not_on_offer_is_refused() -> None:
    with pytest.raises(IllegalMove):
        before(turn().scene, "a", m.Strike("yari", False, ()))
