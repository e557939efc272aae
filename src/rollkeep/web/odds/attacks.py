"""What an attack in a skirmish or a duel is like before it is made: how likely it hits, and what it bears."""

from __future__ import annotations

from typing import Any

from rollkeep.advice.duel import before
from rollkeep.advice.skirmish import aim, exchange
from rollkeep.fourth.catalogue.maneuvers import FEINT
from rollkeep.fourth.skirmish.moves import Strike
from rollkeep.fourth.skirmish.state import Skirmish
from rollkeep.hosts import sentence
from rollkeep.machine.machine import Scene, Who
from rollkeep.odds.keep import mean
from rollkeep.text import percent
from rollkeep.web.forms.controls import ATTACKS
from rollkeep.web.forms.orders import move_of, run_of
from rollkeep.web.ground.seats import Form, View
from rollkeep.web.odds.chances import Chance


def is_attack(view: View, said: Form) -> bool:
    """Whether a form is about one."""
    run = view.table.runs.get(run_of(said))
    return run is not None and (run.machine, said.get("move")) in ATTACKS


def chance_of(view: View, said: Form) -> Chance:
    """An attack as its form declares it. Armor TNs and stances lie open; of Reduction and resistance nothing is told.

    Raises: RollKeepError
    """
    number, who, move = move_of(view, said)
    run = view.table.runs[number]
    scene: Scene[Any] = view.table.scene(run)
    if run.machine == "duel":
        check = before(scene, who, move)
        return Chance(str(check.pool), (), check.tn, percent(check.chance, 0), (), ())
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
