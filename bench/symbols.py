"""Measures the exact odds of ring and skill dice against simulating them with numpy; prints a table.

Run it from anywhere as ``PYTHONPATH=src .venv/bin/python bench/symbols.py``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

from rollkeep.dice.symbols import EXPLOSIVE, OPPORTUNITY, RING_FACES, SKILL_FACES, STRIFE, SUCCESS, SYMBOLS, Pool
from rollkeep.odds import symbols, symbols_extra, symbols_thrown
from rollkeep.odds.symbols import Target, by_tn, chance, chances, choices
from table import Row, printed

THROWS = 1_000_000
REPEATS, PEERS = 15, 3
SMALL, LARGE = (Pool(3, 2, 3), Target(3, 1, 2)), (Pool(5, 5, 5), Target(4, 2, 2))
ALONE = (Pool(5, 5, 5), Target(4))
EVERY = [Target(tn, opportunity, strife) for tn in range(1, 7) for opportunity in range(5) for strife in range(7)]
FACES = len(SUCCESS)


def rows() -> list[Row]:
    """All cold, the best of several; the peer on the same questions, in turns."""
    found = []
    for (pool, target), wanted, most in ((SMALL, 40, 12e-3), (LARGE, None, 150e-3), (ALONE, None, None)):
        ours, theirs = [], []
        for turn in range(PEERS):
            ours += [cold(partial(chance, pool, target)) for _ in range(REPEATS)]
            began = time.perf_counter()
            simulated = simulate(pool, target, np.random.default_rng(turn))
            theirs.append(time.perf_counter() - began)
            agree(pool, target, simulated)
        took, ratio = min(ours), min(theirs) / min(ours)
        more = "" if target.strife is None else f", opportunity {target.opportunity}, strife to {target.strife}"
        what = f"{pool} for TN {target.tn}{more}"
        shown = f"{1e3 * min(theirs):,.0f} ms, {THROWS:,} throws in numpy"
        asked, met = ("for information", None) if wanted is None else (f"{wanted}×", ratio >= wanted)
        found.append(Row(f"exact chance, {what}, cold", f"{1e3 * took:.2f} ms", shown, f"{ratio:,.0f}×", asked, met))
        if most is not None:
            found.append(within("… its time", took, most))
    table = [Pool(ring, skill, ring) for ring in range(1, 6) for skill in range(6)]
    took = min([cold(lambda: [by_tn(pool) for pool in table]) for _ in range(REPEATS)])
    found.append(within("success alone, rings 1 to 5, skills 0 to 5, TN 1 to 8, cold", took, 15e-3))
    took = min([cold(lambda: chances(LARGE[0], EVERY)) for _ in range(3)])
    found.append(within(f"all {len(EVERY)} joint targets of {LARGE[0]} with strife limits, cold", took, 2.0))
    random, took = Random(1), 0.0
    for _ in range(50):
        faces = (*random.choices(RING_FACES, k=5), *random.choices(SKILL_FACES, k=5))
        took = max(took, min([cold(partial(choices, faces, 5, LARGE[1])) for _ in range(3)]))
    found.append(within(f"choices of a thrown {LARGE[0]}, TN 4, 2, 2, the slowest of 50, cold", took, 10e-3))
    return found


def within(what: str, took: float, most: float) -> Row:
    limit = f"< {1e3 * most:,.0f} ms" if most < 1 else f"< {most:.0f} s"
    return Row(what, f"{1e3 * took:,.2f} ms", "", "", limit, took < most)


def cold(act: Callable[[], object]) -> float:
    """How long it takes with all caches of these odds emptied before, in seconds."""
    symbols.chance.cache_clear()
    symbols_extra.extra.cache_clear()
    symbols_thrown._several.cache_clear()
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def agree(pool: Pool, target: Target, simulated: float) -> None:
    """The peer plays by a simple rule: for success alone as well as can be, for more at once nearly so."""
    exact = float(chance(pool, target))
    error = 5 * (exact * (1 - exact) / THROWS) ** 0.5
    low = exact - error if target.strife is None else 0.9 * exact
    if not low <= simulated <= exact + error:
        raise SystemExit(f"bench: {pool} for {target} is {exact:.5f} here, {simulated:.5f} simulated")


# --- the peer: how many dice show each kind stands in one integer for each throw, 8 bits for each kind ----------------

KINDS = ("skill ex", "su+op", "su", "op", "skill ex+st", "ring ex+st", "su+st", "op+st")
CALM_FIRST = (0, 1, 2, 3, 4, 5, 6, 7)
EXPLOSIVE_FIRST = (0, 4, 5, 1, 2, 6, 3, 7)


def _kind(face: int) -> str:
    return f"{'skill' if face in SKILL_FACES else 'ring'} {SYMBOLS[face]}" if EXPLOSIVE[face] else SYMBOLS[face]


SHOWS = np.zeros(FACES, dtype=np.int64)
for _face in SYMBOLS:
    if _kind(_face) in KINDS:
        SHOWS[_face] = 1 << 8 * KINDS.index(_kind(_face))
IS_SUCCESS = [any(SUCCESS[face] for face in SYMBOLS if _kind(face) == name) for name in KINDS]
IS_OPPORTUNITY = [any(OPPORTUNITY[face] for face in SYMBOLS if _kind(face) == name) for name in KINDS]
IS_STRIFE = [any(STRIFE[face] for face in SYMBOLS if _kind(face) == name) for name in KINDS]


def simulate(pool: Pool, target: Target, random: np.random.Generator) -> float:
    """The share of throws that meet the target when kinds of dice are kept in a fixed order, as far as they help."""
    need = np.full(THROWS, target.tn, dtype=np.int64)
    lack = np.full(THROWS, target.opportunity, dtype=np.int64)
    purse = np.full(THROWS, 255 if target.strife is None else target.strife, dtype=np.int64)
    order = EXPLOSIVE_FIRST if target.strife is None else CALM_FIRST
    rings = np.full(THROWS, pool.ring, dtype=np.int64)
    skills = np.full(THROWS, pool.skill, dtype=np.int64)
    room = np.full(THROWS, pool.kept, dtype=np.int64)
    won = 0
    while len(need):
        shown = _thrown(random, 1, 7, rings) + _thrown(random, 11, 23, skills)
        rings, skills = np.zeros_like(rings), np.zeros_like(skills)
        for at in order:
            there = np.minimum(shown >> 8 * at & 255, room)
            if IS_STRIFE[at]:
                there = np.minimum(there, purse)
            name = KINDS[at]
            if "ex" not in name:
                useful = np.maximum(need, 0) * IS_SUCCESS[at] + np.maximum(lack, 0) * IS_OPPORTUNITY[at]
                there = np.minimum(there, useful)
            room, purse = room - there, purse - there * IS_STRIFE[at]
            need, lack = need - there * IS_SUCCESS[at], lack - there * IS_OPPORTUNITY[at]
            if "ex" in name:
                rings, skills = rings + there * ("ring" in name), skills + there * ("skill" in name)
        need, lack = np.maximum(need, 0), np.maximum(lack, 0)
        done = need + lack == 0
        won += int(done.sum())
        on = ~done & (rings + skills > 0)
        need, lack, purse, rings, skills = need[on], lack[on], purse[on], rings[on], skills[on]
        room = np.full(len(need), 255, dtype=np.int64)
    return won / THROWS


def _thrown(random: np.random.Generator, low: int, high: int, dice: Any) -> Any:
    """So many dice for each throw: how many show each kind."""
    total = np.zeros(len(dice), dtype=np.int64)
    for n in range(int(dice.max(initial=0))):
        faces = random.integers(low, high, size=len(dice), dtype=np.int8)
        total += np.where(dice > n, SHOWS[faces], 0)
    return total


if __name__ == "__main__":
    sys.exit(printed(rows()))
