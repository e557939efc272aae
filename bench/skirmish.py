"""Measures skirmishes: four against four over some ten Rounds, played by the computer; prints a table.

Run it from anywhere as ``PYTHONPATH=src .venv/bin/python bench/skirmish.py``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from evening import Evening, folding
from rollkeep.cli.skirmishes import simulate
from rollkeep.fourth.hosts import HOSTS
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.sheet_file import read
from rollkeep.fourth.skirmish.computer import computer
from rollkeep.fourth.skirmish.events import Turned
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.fourth.skirmish.moves import Muster
from rollkeep.fourth.skirmish.state import Skirmish
from rollkeep.machine.drive import play
from rollkeep.machine.machine import GM, Scene, Shifted, decide, offers
from rollkeep.table.entropy import seeded
from rollkeep.table.entry import Act, Rule, Start
from rollkeep.table.table import Table
from table import Row, printed

GUARD = """
game = "4e"
name = "Guard"
school_rank = 1
void = { ring = 2 }
skills = { kenjutsu = 3, defense = 2 }
weapons = [{ name = "katana" }]
armor = { name = "heavy" }
[traits]
stamina = 3
willpower = 3
reflexes = 3
awareness = 2
strength = 3
perception = 2
agility = 3
intelligence = 2
"""
BRUTE = """
game = "4e"
name = "Brute"
[block]
initiative = "3k2"
attack = "6k3"
damage = "5k2"
armor_tn = 20
reduction = 5
wounds = "20: +5, 45: +10, 65: +15, 88: dead"
"""
SIDES = tuple((side, tuple(f"{side} {number}" for number in range(1, 5))) for side in ("Guards", "Brutes"))
MUSTER = Muster(SIDES)
FIGHTS = 20  # in a batch
BATCHES = 12
LOGGED = 12
FOLDS = 10


def cast() -> dict[str, Person]:
    sheets = {"Guards": read(GUARD), "Brutes": read(BRUTE)}
    return {who: person(sheets[side]._replace(name=who)) for side, team in SIDES for who in team}


CAST = cast()


def whole(seed: int) -> tuple[Scene[Skirmish], list[Any]]:
    """One skirmish to its end."""
    source = seeded(seed)
    begun = decide(SKIRMISH, Scene(CAST, SKIRMISH.blank), GM, MUSTER).now
    scene, events = play(SKIRMISH, begun, {who: computer(who, source) for who in CAST}, source)
    if not scene.closed:
        raise SystemExit("bench: a skirmish did not end")
    return scene, events


def playing() -> tuple[float, float, float]:
    """Skirmishes a second, the best of some batches; the Rounds and turns of one in the mean."""
    best, rounds, turns = 0.0, 0, 0
    for batch in range(BATCHES):
        began = time.perf_counter()
        for seed in range(FIGHTS):
            scene, events = whole(seed)
            if not batch:
                rounds += scene.state.round
                turns += sum(type(event) is Turned for event in events)
        best = max(best, FIGHTS / (time.perf_counter() - began))
    return best, rounds / FIGHTS, turns / FIGHTS


def counting() -> float:
    """Skirmishes a second as ``--odds`` plays them, the best of some batches."""
    best = 0.0
    for batch in range(BATCHES):
        began = time.perf_counter()
        simulate(CAST, MUSTER, FIGHTS, batch, frozenset())
        best = max(best, FIGHTS / (time.perf_counter() - began))
    return best


def logged() -> tuple[Evening, float]:
    """A table on which skirmishes were played move by move, and how long that took."""
    source = seeded(1)
    evening = Evening(HOSTS, source)
    began = time.perf_counter()
    evening.enter(CAST)
    policies = {who: computer(who, source) for who in CAST}
    for _ in range(LOGGED):
        evening.do(Rule(0, tuple(_mended(evening.table)), "rest"))
        run = evening.do(Start("skirmish", GM, MUSTER))
        while not evening.table.runs[run].closed:
            scene = evening.table.scene(evening.table.runs[run])
            who, offered = next(iter(offers(SKIRMISH, scene).items()))
            evening.do(Act(run, who, policies[who](scene, offered)))
    return evening, time.perf_counter() - began


def _mended(table: Table) -> Iterator[Shifted]:
    """Everybody is as at first."""
    for who, one in CAST.items():
        for track in ("void", "wounds"):
            if by := getattr(one, track) - getattr(table.cast[who], track):
                yield Shifted(who, track, by, "rest")


def rows() -> list[Row]:
    """Playing, counting, and folding their log against playing it."""
    rate, rounds, turns = playing()
    told = f"{rounds:.1f} Rounds, {turns:.0f} turns in the mean"
    took = 1000 / counting()
    return [
        Row("four against four, the computer against itself", f"{rate:.0f}/s", told, "", "60/s", rate >= 60),
        Row("`skirmish --odds` of it, 1,000 fights", f"{took:.1f} s", "", "", "10 s", took <= 10),
        folding("skirmishes", *logged(), FOLDS, 100_000),
    ]


if __name__ == "__main__":
    sys.exit(printed(rows()))
