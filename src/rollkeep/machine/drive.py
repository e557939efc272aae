"""Playing a machine to its end: policies choose moves, a source gives the faces. It knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rollkeep.dice.source import Source
from rollkeep.machine.machine import CHANCE, Machine, Offer, Scene, Who, decide, offers
from rollkeep.machine.secret import redact

Policy = Callable[[Scene[Any], tuple[Offer, ...]], Any]
"""Chooses a move from the offers of one actor; it sees what that actor may see."""


def play(
    machine: Machine[Any], scene: Scene[Any], policies: Mapping[Who, Policy], source: Source, most: int = 10_000
) -> tuple[Scene[Any], list[Any]]:
    """Plays on until nobody may act, or so many moves were made; the last scene and every event."""
    events: list[Any] = []
    readers = {who: frozenset({who}) for who in policies}
    for _ in range(most):
        if not (now := offers(machine, scene)):
            break
        who, offered = next(iter(now.items()))
        if who == CHANCE:
            move = offered[0].sample(source)
        else:
            seen = redact(scene.state, readers[who])
            move = policies[who](Scene(scene.cast, seen, scene.closed, scene.rulings), offered)
        step = decide(machine, scene, who, move, every=now)
        scene = step.now
        events += step.events
    return scene, events
