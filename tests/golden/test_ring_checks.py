"""Whole ring checks, move by move; their goldens are in ``ring-checks``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.golden.playing import Fallen, Goldens, Play, one

from rollkeep.cli.main import main
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play.check import CHECK, Ask, Judge
from rollkeep.fifth.play.hosts import HOSTS, KINDS
from rollkeep.fifth.play.moves import Declare, Keep, Reroll, Throw
from rollkeep.fifth.sheet import Character
from rollkeep.fifth.wording import sentence
from rollkeep.machine.machine import GM, Shifted
from rollkeep.machine.secret import redact
from rollkeep.table.entry import Act, Opened, Rule, Start, Undo

HERE = Path(__file__).parent / "ring-checks"
DOCS = Path(__file__).resolve().parents[2] / "docs"
SHINAI, RIVAL, AKODO = "shinai", "rival", "akodo"


class Checking(Play):
    """A table with checks, which each seat makes for one character."""

    def __init__(self, title: str, **cast: Person) -> None:
        super().__init__(title, cast, HOSTS, Fallen)

    def ask(self, ask: Ask, seat: str = "g", who: str = GM, after: int = 0) -> int:
        return self.do(seat, Start("ring-check", who, ask, after=after))


def told() -> Checking:
    made = Checking(
        "TNs by ring, a Void Point, a passion, explosives that bring dice twice, a choice undone, and bare dice",
        shinai=one(SHINAI),
        akodo=Person(Character("Akodo")),
    )
    run = made.ask(Ask(SHINAI, "fitness", ("air", "fire"), 3, (("fire", 4),), label="The wall", skilled=1))
    made.refused("a", Act(run, SHINAI, Declare(SHINAI, "water")))
    made.do("a", Act(run, SHINAI, Declare(SHINAI, "fire", True, ("passion",))), dice="x! s . . / s .")
    made.refused("a", Act(run, SHINAI, Keep(SHINAI, ())))
    made.do("a", Act(run, SHINAI, Keep(SHINAI, (0, 1, 4))), dice="x!")
    made.do("a", Act(run, SHINAI, Keep(SHINAI, (0,))), dice="s")
    made.do("a", Act(run, SHINAI, Keep(SHINAI, (0,))))
    run = made.ask(Ask(AKODO, "3r2s", tn=2))
    made.do("g", Act(run, AKODO, Declare(AKODO)), dice=". o . / s! so")
    made.do("g", Act(run, AKODO, Keep(AKODO, (1, 3, 4))))
    made.do("g", Undo(run, made.table.seq, "without strife"))
    made.do("g", Act(run, AKODO, Keep(AKODO, (1, 4))))
    return made


def hidden() -> Checking:
    made = Checking(
        "A hidden TN with an adversity, a blind roll, one that is judged later, one for the roller alone",
        shinai=one(SHINAI),
        rival=one(RIVAL, strife=11),
    )
    run = made.ask(Ask(SHINAI, "survival", ("water",), 2, (("water", 1),), "hidden"))
    made.do("a", Act(run, SHINAI, Declare(SHINAI, "water", True, ("adversity",))), dice="s s s!")
    made.refused("a", Act(run, SHINAI, Reroll(SHINAI, (0,))))
    made.do("a", Act(run, SHINAI, Reroll(SHINAI, (0, 2))), dice=". o")
    made.do("a", Act(run, SHINAI, Keep(SHINAI, (0, 2))))
    run = made.ask(Ask(RIVAL, "command/earth", tn=2, edges=("distinction",), shown="blind"))
    made.do("b", Act(run, RIVAL, Declare(RIVAL, "earth")), dice=". s! . / o")
    made.refused("b", Act(run, RIVAL, Keep(RIVAL, (0,))))
    made.do("g", Act(run, GM, Reroll(RIVAL, (0, 2))), dice="x! s")
    made.do("g", Act(run, GM, Keep(RIVAL, (2, 3))))
    run = made.ask(Ask(RIVAL, "tactics", judging="later", edges=("anxiety",)))
    made.do("b", Act(run, RIVAL, Declare(RIVAL, "air", by_hand=True)))
    made.do("b", Act(run, RIVAL, Throw(RIVAL, (4, 16))))
    made.do("g", Rule(0, (Shifted(RIVAL, "strife", -11, "a kind word"),), "meanwhile"))
    made.do("g", Act(run, GM, Judge(1)))
    run = made.ask(Ask(SHINAI, "courtesy/air", tn=1, shown="self"), "a", SHINAI)
    made.do("a", Act(run, SHINAI, Declare(SHINAI, "air", edges=("distinction",))), dice="o! . / .")
    made.do("a", Act(run, SHINAI, Reroll(SHINAI, ())))
    made.do("a", Act(run, SHINAI, Keep(SHINAI, (0,))))
    made.ask(Ask(SHINAI, "courtesy/air", tn=1, shown="gm", told="verdict"), after=run)
    return made


PLAYS: dict[str, Callable[[], Checking]] = {"told": told, "hidden": hidden}
GOLDENS = Goldens(HERE, PLAYS, HOSTS, KINDS)


@pytest.mark.parametrize("name", PLAYS)
def test_nothing_has_changed(name: str) -> None:
    """5e.check, 5e.keep, 5e.explode, 5e.seize, 5e.help, 5e.advantages, 5e.compromised"""
    GOLDENS.unchanged(name)


@pytest.mark.parametrize("name", PLAYS)
def test_every_log_follows_from_the_rules(name: str) -> None:
    GOLDENS.follows(name)


def test_no_golden_is_left_over() -> None:
    GOLDENS.none_is_left_over()


def test_the_page_tells_the_first_check() -> None:
    """And what whoever may not know the TN of another is told."""
    page = (DOCS / "machines" / "ring-check.md").read_text(encoding="utf-8")
    for name, reader in (("told", SHINAI), ("hidden", SHINAI)):
        table = PLAYS[name]()
        run = next(entry.run for entry in table.entries if isinstance(entry.events[0], Opened))
        events = [event for entry in table.entries if entry.run == run for event in entry.events[entry.seq == run :]]
        said = [sentence(CHECK.tell(redact(event, frozenset({reader})))) for event in events]
        assert "```text\n" + "".join(f"{each}\n" for each in said) + "```\n" in page, "\n".join(said)


def test_a_listing_tells_it_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(HERE / "hidden.jsonl")]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "shinai is asked for survival with Water against a hidden TN 2 (Water 1)." in shown
    assert "rival is asked for tactics, with an anxiety; the game master judges what is kept." in shown
    assert "rival's kept dice show 1 success and 1 opportunity." in shown
    assert "cannot be told" not in shown
