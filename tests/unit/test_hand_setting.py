"""A table where nobody throws real dice."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.web_tables import hero

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.moves import Face
from rollkeep.fifth.duel.person import person
from rollkeep.fifth.play.check import Ask as RingAsk
from rollkeep.fourth.play.check import Ask
from rollkeep.hosts import of_both, rulings_of
from rollkeep.machine.machine import GM, NO_HAND, Scene, decide, offers

HOSTS = of_both().machines


def by_hand(machine: str, cast: dict[str, Any], ask: Any, rulings: frozenset[tuple[str, str]]) -> set[Any]:
    """What may be said of throwing by hand, in every offer to declare."""
    host = HOSTS[machine]
    scene: Scene[Any] = Scene(cast, host.blank, False, rulings)
    asked = decide(host, scene, GM, ask).now
    bounds: list[Any] = [dict(offer.bounds)["by_hand"] for offered in offers(host, asked).values() for offer in offered]
    return {value for bound in bounds for value in bound.of}


@pytest.mark.parametrize(
    ("machine", "cast", "ask"),
    [
        ("check", {"Shinai": hero()}, Ask("Shinai", "kyujutsu", 20)),
        ("ring-check", {"shinai": person(READY["student"])}, RingAsk("shinai", "fitness", tn=2)),
    ],
)
def test_nobody_throws_where_that_is_agreed(machine: str, cast: dict[str, Any], ask: Any) -> None:
    assert by_hand(machine, cast, ask, frozenset()) == {False, True}
    assert by_hand(machine, cast, ask, frozenset({NO_HAND})) == {False}


def test_nor_in_a_duel() -> None:
    duel = HOSTS["duel"]
    cast = {name: person(READY["student"]._replace(name=name)) for name in ("a", "b")}
    said = Face("a", "b", "first-blood", "", False, (), ("a",), "")
    for rulings, may in ((frozenset[tuple[str, str]](), True), (frozenset({NO_HAND}), False)):
        offered = offers(duel, Scene(cast, duel.blank, False, rulings))[GM]
        assert any(offer.admits(said) for offer in offered) is may


def test_it_is_one_of_the_settings_of_both_games() -> None:
    for game in ("4e", "5e"):
        assert rulings_of(game)[NO_HAND[0]].values == ("everybody", NO_HAND[1])
