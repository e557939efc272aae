"""Measures rollkeep against its peers in one run; prints the table and writes ``bench/results.md``.

Run it from anywhere as ``PYTHONPATH=src .venv/bin/python bench/run.py``; with ``--print`` it writes nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from table import Row, lines, status

# Peers, rollkeep and whatever else is large are imported where they are used: the part that measures starts has to
# stay small, because a process it starts counts its memory too (see ``part_start``).

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
RESULTS = ROOT / "bench" / "results.md"
ICEPOOL, D20 = "2.1.3", "1.1.2"
CHECKED = ((1, 1, 20), (5, 3, 20), (10, 5, 60), (10, 10, 55))  # rolled, kept, total
D20_ROLL = "10d10e10kh5"


def main() -> int:
    if sys.argv[1:2] == ["--part"]:
        print(json.dumps(PARTS[sys.argv[2]](*map(int, sys.argv[3:]))))
        return 0
    rows = starts()  # first: while this process is small
    from importlib.metadata import version

    for name, wanted in (("icepool", ICEPOOL), ("d20", D20)):
        if version(name) != wanted:
            print(f"bench: {name} {version(name)} is installed, {wanted} is meant.", file=sys.stderr)
            return 1
    rows += [*rolling(), *one_chance(), exact_table(60, 5, 200, 3), exact_table(200, 19, 500, 1)]
    rows += [*beside("contest"), *beside("symbols"), *beside("fold"), *beside("duel"), *beside("skirmish")]
    text = page(rows)
    print(text, end="")
    if sys.argv[1:] != ["--print"]:
        RESULTS.write_text(text, encoding="utf-8")
    return status(rows)


# --- what is measured ---------------------------------------------------------------------------------------------


def exact_table(end: int, depth: int, wanted: int, peers: int) -> Row:
    """All 55 pools: ours cold before each of 5 repeats, the peer in fresh processes."""
    from rollkeep.odds import keep

    ours, theirs = [], []
    for repeat in range(5):
        forget()
        ours.append(seconds(lambda: keep.table(end)))
        if repeat < peers:
            found = part("peer_table", depth)
            theirs.append(found["seconds"])
            agree(found["chances"], {(x, y): dist.at_least for (x, y), dist in keep.table(end).items()})
    return row(f"exact table of all 55 pools to {end}, cold", min(ours), min(theirs), f"icepool {ICEPOOL}", wanted)


def one_chance() -> list[Row]:
    """10k5 for 60: ours cold, the peer in fresh processes, imports not counted; and ours once it is known."""
    from rollkeep.dice.pool import Pool
    from rollkeep.odds import keep

    pool = Pool(10, 5)
    ours, theirs = [], []
    for _ in range(5):
        for _ in range(10):
            forget()
            ours.append(seconds(lambda: keep.chance(pool, 60)))
        found = part("peer_chance", 5)
        theirs.append(found["seconds"])
        agree(found["chances"], {(10, 5): lambda total: keep.chance(pool, total)})

    from timeit import repeat

    looks = 100_000
    known = min(repeat(lambda: keep.chance(pool, 60), number=looks, repeat=7)) / looks * 1e6  # with the lambda's call
    return [
        row("one exact chance, 10k5 ≥ 60, cold", min(ours), min(theirs), f"icepool {ICEPOOL}", 100),
        Row("the same chance looked up again", f"{known:.2f} µs", "", "", "< 0.5 µs", known < 0.5),
    ]


def rolling() -> list[Row]:
    """10k5, with every value on the way from the request to the outcome; in turns with d20."""
    import d20

    from rollkeep.fourth import check
    from rollkeep.fourth.request import Request
    from rollkeep.fourth.roll import pool
    from rollkeep.table import entropy

    request = Request(pool("10k5"))
    declared, source = check.declare(request), entropy.system()

    def once() -> None:
        for _ in range(10_000):
            check.roll(declared, source)

    def each() -> None:
        for _ in range(10_000):
            check.roll(request, source)

    def peer() -> None:
        for _ in range(500):
            d20.roll(D20_ROLL)

    ours, declaring, theirs = [], [], []
    for _ in range(10):
        ours.append(10_000 / seconds(once))
        theirs.append(500 / seconds(peer))
        declaring.append(10_000 / seconds(each))
    rate, theirs_rate = max(ours), max(theirs)
    ratio = rate / theirs_rate
    shown = f"{theirs_rate:,.0f}/s, d20 {D20}"
    return [
        Row(
            "rolling 10k5 from the system's entropy, declared once",
            f"{rate:,.0f}/s",
            shown,
            f"{ratio:.1f}×",
            "180,000/s and 15×",
            rate >= 180_000 and ratio >= 15,
        ),
        Row(
            "… declared for each roll",
            f"{max(declaring):,.0f}/s",
            shown,
            f"{max(declaring) / theirs_rate:.1f}×",
            "for information",
            None,
        ),
    ]


def starts() -> list[Row]:
    """The whole process of one roll, in turns with one that only imports click."""
    found = part("start", 30)
    theirs = found["peer"]
    rows = []
    for name, command, wanted in (("ours", "7k3 --tn 20", 1.6), ("sheet", "shinai kyujutsu --tn 20 --raises 1", 1.7)):
        ours = found[name]
        ratio, most = ours["median"] / theirs["median"], ours["mib"]
        if found["own_mib"] >= most:
            raise SystemExit("bench: the measuring process is larger than the one measured, so the memory is unknown.")
        rows += [
            Row(
                f"start: ./rollkeep {command}, median of 30",
                f"{1e3 * ours['median']:.1f} ms",
                f"{1e3 * theirs['median']:.1f} ms, import click",
                f"{ratio:.2f}",
                f"≤ {wanted}",
                ratio <= wanted,
            ),
            Row(
                "… its peak memory",
                f"{most:.1f} MiB",
                f"{theirs['mib']:.1f} MiB, import click",
                f"{most / theirs['mib']:.2f}",
                "≤ 24 MiB",
                most <= 24,
            ),
        ]
    return rows


def beside(name: str) -> list[Row]:
    """The rows of a bench that stands beside this one, measured in a fresh process."""
    command = [str(PYTHON), str(ROOT / "bench" / f"{name}.py"), "--json"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return [Row(*each) for each in json.loads(done.stdout)]


# --- parts, each in a fresh process -------------------------------------------------------------------------------


def part_peer_table(depth: int) -> dict[str, Any]:
    import icepool

    began = time.perf_counter()
    die = icepool.d(10).explode(depth=depth)
    laws = {(x, y): die.pool(x).highest(y).sum() for x in range(1, 11) for y in range(1, x + 1)}
    took = time.perf_counter() - began
    return {"seconds": took, "chances": [[x, y, t, shares(laws[x, y], t)] for x, y, t in CHECKED]}


def part_peer_chance(depth: int) -> dict[str, Any]:
    import icepool

    began = time.perf_counter()
    law = icepool.d(10).explode(depth=depth).pool(10).highest(5).sum()
    law.probability(">=", 60)
    took = time.perf_counter() - began
    return {"seconds": took, "chances": [[10, 5, 60, shares(law, 60)]]}


def part_start(runs: int) -> dict[str, Any]:
    """Linux counts what a process was before its exec, a copy of this one, into its peak memory."""
    import resource

    os.chdir(ROOT / "docs" / "examples")  # where the character of the roll from a sheet stands
    launcher = str(ROOT / "rollkeep")
    commands = {
        "ours": [launcher, "7k3", "--tn", "20"],
        "sheet": [launcher, "shinai", "kyujutsu", "--tn", "20", "--raises", "1"],
        "peer": [str(PYTHON), "-c", "import click"],
    }
    for command in commands.values():  # writes bytecode, reads the disk
        started(command)
    times: dict[str, list[float]] = {name: [] for name in commands}
    peaks: dict[str, float] = dict.fromkeys(commands, 0.0)
    for _ in range(runs):
        for name, command in commands.items():
            took, mib = started(command)
            times[name].append(took)
            peaks[name] = max(peaks[name], mib)
    found: dict[str, Any] = {name: {"median": median(times[name]), "mib": peaks[name]} for name in commands}
    found["own_mib"] = in_mib(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return found


PARTS: dict[str, Callable[..., dict[str, Any]]] = {
    "peer_table": part_peer_table,
    "peer_chance": part_peer_chance,
    "start": part_start,
}


def part(name: str, *numbers: int) -> dict[str, Any]:
    command = [str(PYTHON), str(Path(__file__).resolve()), "--part", name, *map(str, numbers)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# --- tools --------------------------------------------------------------------------------------------------------


def started(command: list[str]) -> tuple[float, float]:
    """How long a process takes, in seconds, and its peak memory in MiB."""
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    began = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=silent)
    _, status, usage = os.wait4(pid, 0)
    took = time.perf_counter() - began
    if status:
        raise SystemExit(f"bench: {Path(command[0]).name} ended with status {status}")
    return took, in_mib(usage.ru_maxrss)


def in_mib(maxrss: int) -> float:
    return maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def forget() -> None:
    """Empties every cache that the odds of exploding tens use."""
    from rollkeep.odds import keep, tens

    tens._on_line.cache_clear()
    keep.chance.cache_clear()


def shares(law: Any, total: int) -> list[int]:
    chance = law.probability(">=", total)
    return [chance.numerator, chance.denominator]


def agree(chances: list[Any], ours: dict[tuple[int, int], Callable[[int], Any]]) -> None:
    """Both are exact, so they must be equal, not only close."""
    from fractions import Fraction

    for x, y, total, (share, whole) in chances:
        if ours[x, y](total) != Fraction(share, whole):
            raise SystemExit(f"bench: {x}k{y} for {total}: {ours[x, y](total)} here, {share}/{whole} there")


def seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def median(values: list[float]) -> float:
    ordered, half = sorted(values), len(values) // 2
    return ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2


def row(what: str, ours: float, theirs: float, peer: str, wanted: int) -> Row:
    ratio = theirs / ours
    return Row(what, in_ms(ours), f"{in_ms(theirs)}, {peer}", f"{ratio:,.0f}×", f"{wanted}×", ratio >= wanted)


def in_ms(value: float) -> str:
    return f"{1e3 * value:,.2f} ms" if value < 0.1 else f"{1e3 * value:,.0f} ms"


def page(rows: list[Row]) -> str:
    import platform
    from datetime import date

    text = [
        "# Measured against peers",
        "",
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} CPUs, {date.today()}.",
        "",
        *lines(rows),
        "",
        "Best of several repeats, apart from starts (medians) and icepool's table to 200 (once). Cold: ours with its",
        "caches emptied, icepool in a fresh process; imports are not counted. Its chances equal ours exactly, those of",
        "a contest within the 1e-15 asked for. Folding and playing take turns on the same requests; playing is to",
        "decide, draft and fold in memory, without seals or files. Both leave Python's garbage collector as it is.",
        f"d20 rolls `{D20_ROLL}` from a pseudo-random generator, with its parse cached, and keeps the 5 highest of all",
        "dice, those of explosions singly: like the roll in work, not in odds. Ring and skill dice are simulated by a",
        "fixed rule of what is kept, which wins as often as can be for success alone, and less often for more at once.",
    ]
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    sys.exit(main())
