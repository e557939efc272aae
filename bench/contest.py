"""Measures the odds of a contest against a peer, and those of a cumulative task; prints a table.

Run it from anywhere as ``PYTHONPATH=src .venv/bin/python bench/contest.py``.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from table import Row, printed

# The peer and rollkeep are imported where they are used: the peer is measured in fresh processes, without its import.

ICEPOOL = "2.1.3"
WIDTH = Fraction(1, 10**15)
DEPTH = 9  # explosions that the peer tells apart: the fewest with which it is right within WIDTH (checked below)
REPEATS, PROCESSES = 50, 8


def rows() -> list[Row]:
    """A contest of 7k3 and 6k4, both with a Raise, and a task of 60 with 7k3; all cold, best of several."""
    return [*contested(), cumulative()]


def contested() -> list[Row]:
    """Each in fresh processes, in turns; the peer is checked to be right within our width, and not with less depth."""
    from rollkeep.odds.contest import contest

    wins = contest(sides(), width=WIDTH).wins
    exact = [chance.low for chance in contest(sides(), width=WIDTH**3).wins]
    if any(chance.width > WIDTH or not chance.low <= e <= chance.high for chance, e in zip(wins, exact, strict=True)):
        raise SystemExit("bench: the contest is not enclosed as asked")
    if off(part("peer", DEPTH - 1)["wins"], exact) <= WIDTH:
        raise SystemExit(f"bench: fewer than {DEPTH} explosions are enough for the peer")
    ours, theirs = [], []
    for _ in range(PROCESSES):
        ours.append(part("ours", REPEATS)["seconds"])
        found = part("peer", DEPTH)
        theirs.append(found["seconds"])
        if off(found["wins"], exact) > WIDTH:
            raise SystemExit("bench: the peer is less exact than ours")
    took, ratio = min(ours), min(theirs) / min(ours)
    what = "contest of 7k3 and 6k4, a Raise each, within 1e-15, cold"
    peer = f"{1e3 * min(theirs):,.0f} ms, icepool {ICEPOOL}"
    return [
        Row(what, f"{1e3 * took:.2f} ms", peer, f"{ratio:,.0f}×", "150×", ratio >= 150),
        Row("… its time", f"{1e3 * took:.2f} ms", "", "", "< 2 ms", took < 2e-3),
    ]


def sides() -> list[Any]:
    from rollkeep.dice.pool import Pool
    from rollkeep.odds.contest import Side

    return [Side(Pool(7, 3), 1), Side(Pool(6, 4), 1)]


def cumulative() -> Row:
    from rollkeep.dice.pool import Pool
    from rollkeep.odds.task import task

    took = min(cold(lambda: task(Pool(7, 3), 60, minimum=15, flub=5, rest=Fraction(1, 10**9)), REPEATS))
    return Row(
        "task of 60 with 7k3, 15 or more, flub 5, to 1e-9, cold", f"{1e3 * took:.2f} ms", "", "", "< 20 ms", took < 0.02
    )


def cold(act: Callable[[], object], repeats: int) -> list[float]:
    """How long it takes with all caches of the odds emptied before, in seconds."""
    from rollkeep.odds import keep, tens

    times = []
    for _ in range(repeats):
        tens._on_line.cache_clear()
        keep.chance.cache_clear()
        began = time.perf_counter()
        act()
        times.append(time.perf_counter() - began)
    return times


def part(name: str, number: int) -> dict[str, Any]:
    """What a part finds in a process of its own."""
    command = [sys.executable, str(Path(__file__).resolve()), "--part", name, str(number)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def part_ours(repeats: int) -> dict[str, Any]:
    from rollkeep.odds.contest import contest

    asked = sides()
    return {"seconds": min(cold(lambda: contest(asked, width=WIDTH), repeats))}


def part_peer(depth: int) -> dict[str, Any]:
    import icepool

    began = time.perf_counter()
    die = icepool.d(10).explode(depth=depth)
    lead = die.pool(7).highest(3).sum() - die.pool(6).highest(4).sum()
    wins = [lead.probability(">=", 5), lead.probability("<=", -5)]
    took = time.perf_counter() - began
    return {"seconds": took, "wins": [[chance.numerator, chance.denominator] for chance in wins]}


def off(wins: list[list[int]], exact: list[Fraction]) -> Fraction:
    return max(abs(Fraction(*shares) - chance) for shares, chance in zip(wins, exact, strict=True))


def main() -> int:
    if sys.argv[1:2] == ["--part"]:
        print(json.dumps({"ours": part_ours, "peer": part_peer}[sys.argv[2]](int(sys.argv[3]))))
        return 0
    from importlib.metadata import version

    if version("icepool") != ICEPOOL:
        print(f"bench: icepool {version('icepool')} is installed, {ICEPOOL} is meant.", file=sys.stderr)
        return 1
    return printed(rows())


if __name__ == "__main__":
    sys.exit(main())
