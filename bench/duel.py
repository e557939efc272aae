"""Measures duels: the computer against itself, and folding their log against playing them; prints a table.

Run it from anywhere as ``PYTHONPATH=src .venv/bin/python bench/duel.py``.
"""

from __future__ import annotations

import sys
import time

from evening import Evening, folding
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.hosts import HOSTS
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.moves import Face
from rollkeep.fifth.duel.person import person
from rollkeep.fifth.duel.state import Duel
from rollkeep.machine.drive import play
from rollkeep.machine.machine import GM, Scene, decide, offers
from rollkeep.machine.secret import redact
from rollkeep.table.entropy import seeded
from rollkeep.table.entry import Act, Start
from table import Row, printed

NAMES = ("shinai", "rival")
CAST = {name: person(READY[name]) for name in NAMES}
FORMS = ("first-strike", "first-blood", "to-the-death", "sparring", "warriors-duel")
DUELS = 60  # of each form in a batch
BATCHES = 20
LOGGED = 60  # duels of first blood in the log that is folded
FOLDS = 12


def face(form: str) -> Face:
    return Face(*NAMES, form, "", False, (), (), "")


def whole(form: str, seed: int) -> Scene[Duel]:
    """One duel, from facing each other to its score."""
    source = seeded(seed)
    began = decide(DUEL, Scene(CAST, DUEL.blank), GM, face(form)).now
    scene, _ = play(DUEL, began, {who: computer(who, source) for who in NAMES}, source)
    if not scene.closed:
        raise SystemExit("bench: a duel did not end")
    return scene


def playing() -> dict[str, float]:
    """Duels a second by form, the best of some batches; the forms take turns, since other work comes in bursts."""
    best = dict.fromkeys(FORMS, 0.0)
    for _ in range(BATCHES):
        for form in FORMS:
            began = time.perf_counter()
            for seed in range(DUELS):
                whole(form, seed)
            best[form] = max(best[form], DUELS / (time.perf_counter() - began))
    return best


def logged() -> tuple[Evening, float]:
    """A table on which duels were played move by move, and how long that took."""
    source = seeded(1)
    evening = Evening(HOSTS, source)
    began = time.perf_counter()
    evening.enter(CAST)
    policies = {who: computer(who, source) for who in NAMES}
    for _ in range(LOGGED):
        run = evening.do(Start("duel", GM, face("first-blood")))
        while not evening.table.runs[run].closed:
            scene = evening.table.scene(evening.table.runs[run])
            who, offered = next(iter(offers(DUEL, scene).items()))
            move = policies[who](scene._replace(state=redact(scene.state, frozenset({who}))), offered)
            evening.do(Act(run, who, move))
    return evening, time.perf_counter() - began


def rows() -> list[Row]:
    """Both rates."""
    rates = playing()
    least, main_ = min(rates, key=lambda form: rates[form]), rates["first-blood"]
    others = f"{rates[least]:,.0f}/s {least} to {max(rates.values()):,.0f}/s"
    found = Row("whole duels of the computer against itself", f"{main_:,.0f}/s", others, "", "500/s", main_ >= 500)
    return [found, folding("duels", *logged(), FOLDS, 250_000)]


if __name__ == "__main__":
    sys.exit(printed(rows()))
