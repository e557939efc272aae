"""Measures folding a log of events against playing them; prints a table.

Run it from anywhere as ``PYTHONPATH=src .venv/bin/python bench/fold.py``.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

from evening import Evening, folded
from rollkeep.fourth.play import contest
from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.contest import Enter
from rollkeep.fourth.play.hosts import HOSTS
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare
from rollkeep.fourth.play.task import Plan
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.sheet_file import read
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Act, Start
from rollkeep.testing import Faces
from table import Row, printed

EXAMPLES = Path(__file__).resolve().parent.parent / "docs" / "examples"
ROUNDS = 300  # each a check, a contest of three and a task
PLAYS, FOLDS = 4, 6  # so often, in turns: a play, then so many folds, with the garbage collector and without


def play(evening: Evening, cast: Mapping[str, Person]) -> None:
    """Checks, contests and tasks, all seen by everybody; nothing is sealed."""
    evening.enter(cast)
    for _ in range(ROUNDS):
        run = evening.do(Start("check", GM, Ask("shinai", "kyujutsu", 20)))
        evening.do(Act(run, "shinai", Declare("shinai", 1, "speed")))
        deeds = {"shinai": "kenjutsu", "rival": "kenjutsu", "A": "6k3"}
        first, *others = [Enter(who, deed) for who, deed in deeds.items()]
        enter = [Start("contest", GM, first), *(Act(0, GM, each) for each in others)]
        run = evening.do(*enter, Act(0, GM, contest.Begin("again")))
        for who in deeds:
            evening.do(Act(run, who, Declare(who)))
        run = evening.do(Start("task", GM, Plan("A", "7k3", 60, 15, 5, every="1 week")))
        while not evening.table.runs[run].closed:
            evening.do(Act(run, "A", Declare("A")))


def rows() -> list[Row]:
    """The rates of both in turns, each the best; what was folded is the table that was played."""
    sheets = {name: read((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")) for name in ("shinai", "rival")}
    sheets["A"] = Character("A")
    cast = {name: person(sheet) for name, sheet in sheets.items()}
    playing, folding, without = list[float](), list[float](), list[float]()
    for _ in range(PLAYS):
        evening = Evening(HOSTS, Faces(Random(1)))
        gc.collect()
        began = time.perf_counter()
        play(evening, cast)
        playing.append(time.perf_counter() - began)
        for _ in range(FOLDS):
            folding.append(folded(evening))
            gc.disable()
            without.append(folded(evening))
            gc.enable()
    count = evening.count
    rate, played, ratio = count / min(folding), count / min(playing), min(playing) / min(folding)
    what = f"folding a log of {count:,} events: checks, contests, tasks"
    met = rate >= 250_000 and ratio >= 3
    freely = f"{min(playing) / min(without):.0f}×"
    return [
        Row(what, f"{rate:,.0f}/s", f"{played:,.0f}/s, playing it", f"{ratio:.0f}×", "250,000/s and 3×", met),
        Row("… without garbage collection", f"{count / min(without):,.0f}/s", "", freely, "for information", None),
    ]


if __name__ == "__main__":
    sys.exit(printed(rows()))
