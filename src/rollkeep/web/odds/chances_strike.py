"""What an attack in a skirmish is like before it is made: whether it hits, how many Raises it bears, and its damage."""

from __future__ import annotations

from typing import Any

from rollkeep.advice.skirmish import aim, exchange
from rollkeep.fourth.catalogue.maneuvers import FEINT
from rollkeep.fourth.skirmish.moves import Strike
from rollkeep.fourth.skirmish.state import Skirmish
from rollkeep.hosts import sentence
from rollkeep.machine.machine import Scene, Who
from rollkeep.odds.keep import mean
from rollkeep.text import percent
from rollkeep.web.forms.orders import move_of
from rollkeep.web.ground.seats import Form, View
from rollkeep.web.odds.chances import Chance


def chance_of(view: View, said: Form) -> Chance:
    """An attack as its form declares it. Armor TNs lie open; of the target's Reduction nothing is told.

    Raises: RollKeepError
    """
    number, who, move = move_of(view, said)
    scene: Scene[Any] = view.table.scene(view.table.runs[number])
    found = aim(scene, who, move)
    return Chance(
        str(found.attack),
        tuple(map(sentence, found.reasons)),
        found.reached,
        percent(found.hits, 0),
        tuple((count, percent(each, 0)) for count, each in found.by_raises),
        (),
        found.raises,
        _damage(scene, who, move),
    )


def _damage(scene: Scene[Skirmish], who: Who, move: Strike) -> str:
    """The damage of a hit; empty where it depends on the margin, or none is rolled."""
    if FEINT in move.maneuvers:
        return ""
    pool = exchange(scene, who, move).damage
    if pool is None:
        return ""
    return f"A hit deals {pool} damage: {mean(pool).value:.0f} on average."
