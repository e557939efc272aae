"""An attack before it is made: the chance by Raises is that of declaring them. Rules: 4e.attack, 4e.raise."""

from __future__ import annotations

import pytest
from tests.skirmishes import bushi, two

from rollkeep.advice.skirmish import aim, exchange
from rollkeep.errors import IllegalMove
from rollkeep.fourth.skirmish import moves as m


@pytest.mark.parametrize("void", ["", "boost"])
def test_it_is_the_chance_of_the_exchange_that_is_played_out_elsewhere(void: str) -> None:
    fight = two(bushi(void=3))
    fight.turn_of("akodo")
    for count in range(4):
        move = m.Strike("bayushi", "katana", ("increased damage",) * count, void=void)
        found, same = aim(fight.scene, "akodo", move), exchange(fight.scene, "akodo", move)
        assert (found.attack, found.reached, found.hits) == (same.attack, same.reached, same.hits)
        assert found.raises == count
        assert [n for n, _ in found.by_raises] == [0, 1, 2, 3], "as many as the Void Ring has ranks"
        assert dict(found.by_raises)[count] == found.hits


def test_the_chance_by_raises_falls_and_does_not_depend_on_those_called() -> None:
    fight = two(bushi(void=3))
    fight.turn_of("akodo")
    plain, raised = (
        aim(fight.scene, "akodo", m.Strike("bayushi", "katana", maneuvers)).by_raises for maneuvers in ((), ("disarm",))
    )
    assert plain == raised
    assert [chance for _, chance in plain] == sorted((chance for _, chance in plain), reverse=True)
    assert len({chance for _, chance in plain}) == 4


def test_who_is_unskilled_has_no_raises() -> None:
    """4e.unskilled"""
    fight = two(bushi(skills={"etiquette": 1}))
    fight.turn_of("akodo")
    assert [n for n, _ in aim(fight.scene, "akodo", m.Strike("bayushi", "katana")).by_raises] == [0]


def test_a_feint_has_a_chance_too() -> None:
    fight = two(bushi(void=3))
    fight.turn_of("akodo")
    assert aim(fight.scene, "akodo", m.Strike("bayushi", "katana", ("feint",))).raises == 2


def test_what_is_not_on_offer_is_refused() -> None:
    fight = two(bushi(void=2))
    fight.turn_of("akodo")
    with pytest.raises(IllegalMove):
        aim(fight.scene, "akodo", m.Strike("bayushi", "katana", ("increased damage",) * 3))
