"""Whole procedures of the 4th edition, move by move; their goldens are beside this file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.golden.playing import Goldens, Play

from rollkeep.dice.notation import Term
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import contest, together
from rollkeep.fourth.play.check import Ask, Judge
from rollkeep.fourth.play.contest import Enter
from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.iaijutsu import Answer, Face
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Keep, Throw
from rollkeep.fourth.play.task import Plan, Stop
from rollkeep.fourth.play.together import Help, Lead
from rollkeep.fourth.sheet import Character, Skill
from rollkeep.fourth.sheet_file import read
from rollkeep.machine.machine import GM, Shifted
from rollkeep.table.entry import Act, Agreed, Go, Joined, Rule, Say, Start, Undo

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "docs" / "examples"


# --- the playthroughs ---------------------------------------------------------------------------------------------


def example(name: str) -> Character:
    return read((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))


SHINAI, RIVAL, NOBODY = example("shinai"), example("rival"), person(Character("Akodo"))


def check() -> Play:
    made = Play("A TN that is judged later, one that is hidden, and another attempt", {"shinai": person(SHINAI)})
    run = made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", None, "later", "The lantern", free=1)))
    made.refused("a", Act(run, "shinai", Declare("shinai", raises=4)))
    declared = Declare("shinai", 1, "speed", 1, "boost", ("yumi",), keep="choose")
    made.do("a", Act(run, "shinai", declared), dice="1 4 5 10 7 8 2 2 6 3")
    made.refused("a", Act(run, "shinai", Keep("shinai", (0, 1))))
    made.do("a", Act(run, "shinai", Keep("shinai", (2, 3, 4, 5))))
    made.do("g", Act(run, GM, Judge(25)))
    run = made.do("g", Start("check", GM, Ask("shinai", "investigation", 20, "hidden", shown="gm", told="total")))
    made.do("a", Act(run, "shinai", Declare("shinai", keep="high")), dice="3 9 4 8 1")
    again = Ask("shinai", "kyujutsu", 15, attempt=2, adds=(Modifier("wind", Term(-1)),))
    run = made.do("g", Start("check", GM, again, after=2))
    made.do("a", Act(run, "shinai", Declare("shinai", keep="low", by_hand=True)))
    made.refused("a", Act(run, "shinai", Throw("shinai", ((10,), *((5,),) * 5))))
    made.do("a", Act(run, "shinai", Throw("shinai", ((9,), (8,), (9,), (9,), (8,), (10, 2)))))
    return made


def contest_() -> Play:
    cast = {"shinai": person(SHINAI), "rival": person(RIVAL), "akodo": NOBODY}
    made = Play("A contest: Raises, a Free Raise on one's own total, and a tie that is rolled again", cast)
    run = made.do("g", Start("contest", GM, Enter("shinai", "kenjutsu", 1)), Act(0, GM, Enter("rival", "kenjutsu")))
    made.do("g", Act(run, GM, Enter("akodo", "3k2")), Act(run, GM, contest.Begin("again", "Wooden swords")))
    made.do("a", Act(run, "shinai", Declare("shinai", lower=1, void="boost")), dice="1 2 3 5 6 7 4")
    made.do("b", Act(run, "rival", Declare("rival")), dice="9 9 9 1 1 1")
    made.do("g", Act(run, "akodo", Declare("akodo", 2)), dice="9 9 8 / 8 7 9 1 1 1 1 / 10 9 8 1 1 1 7")
    return made


def raises() -> Play:
    cast = {"shinai": person(SHINAI), "rival": person(RIVAL), "akodo": NOBODY}
    made = Play("A contest in which the highest falls short of their Raise, by the book and by a ruling", cast)
    for value in ("nobody_wins", "runner_up_wins"):
        made.do("g", Rule(0, (Agreed("short_raiser", value),), ""))
        enter = (Act(0, GM, Enter(who, "3k3")) for who in ("rival", "akodo"))
        run = made.do("g", Start("contest", GM, Enter("shinai", "3k3")), *enter, Act(0, GM, contest.Begin("again")))
        made.do("a", Act(run, "shinai", Declare("shinai", 1, "a bow")), dice="9 9 9")
        made.do("b", Act(run, "rival", Declare("rival")), dice="8 8 7")
        made.do("g", Act(run, "akodo", Declare("akodo")), dice="4 4 4")
    return made


def task() -> Play:
    cast = {"shinai": person(SHINAI)}
    made = Play("A task with a roll that does nothing, a flub, something else in between, and its end", cast)
    plan = Plan("shinai", "investigation", 50, 15, 11, help=2, every="1 week", label="The torn scroll")
    run = made.do("g", Start("task", GM, plan))
    made.do("a", Act(run, "shinai", Declare("shinai", void="boost")), dice="9 8 7 6 2 3")
    made.do("a", Act(run, "shinai", Declare("shinai")), dice="2 2 2 2 1")
    made.do("g", Rule(0, (Shifted("shinai", "wounds", 16, "a fall"),), "meanwhile"))
    other = made.do("g", Start("task", GM, Plan("shinai", "3k3", 60)))
    made.do("a", Act(run, "shinai", Declare("shinai", 1)), dice="6 5 4 2 1")
    made.do("g", Act(other, GM, Stop()))
    made.do("a", Act(run, "shinai", Declare("shinai")), dice="10 10 3 2 1 7 9")
    return made


def together_() -> Play:
    cast = {"shinai": person(SHINAI), "rival": person(RIVAL), "akodo": NOBODY}
    made = Play("Rolling together: one whom two help, then everyone, the best of whom helps the others", cast)
    run = made.do("g", Start("together", GM, Lead("shinai", "investigation")), Act(0, GM, Help("rival", 3)))
    made.do("g", Act(run, GM, Help("akodo", 2)), Act(run, GM, together.Begin(25, "The footprints")))
    made.do("a", Act(run, "shinai", Declare("shinai", 1)), dice="9 9 9 1 1")
    run = made.do("g", Start("together", GM, Help("shinai", 0, "athletics")), Act(0, GM, Help("rival", 0, "athletics")))
    made.do("g", Act(run, GM, Help("akodo", 3, "5k2")), Act(run, GM, together.Begin(5, "The cliff")))
    made.do("g", Act(run, "akodo", Declare("akodo")), dice="6 10 1 10 5 8 10 10 3")
    made.do("b", Act(run, "rival", Declare("rival")), dice="2 4")
    made.do("a", Act(run, "shinai", Declare("shinai", void="skill")), dice="2 3 9")
    return made


def iaijutsu() -> Play:
    skills = (*(SHINAI.skills or ()), Skill("iaijutsu", 5))
    skilled = SHINAI._replace(skills=skills, insight_rank=2, armor=None)
    made = Play(
        "Iaijutsu to first blood: one is ahead, the other leads, strikes first and misses, and is struck",
        {"shinai": person(skilled), "rival": person(RIVAL)},
    )
    run = made.do("g", Start("iaijutsu", GM, Face("shinai", "rival")))
    made.do("a", Act(run, "shinai", Declare("shinai", 1)), dice="1 2 3 4 5 6 7")
    made.do("b", Act(run, "rival", Declare("rival")), dice="9 9 8 1 1 1 1")
    made.do("b", Act(run, "rival", Answer("rival", False)))
    made.do("a", Act(run, "shinai", Answer("shinai", False)))
    made.do("a", Act(run, "shinai", Declare("shinai", void="boost")), dice="9 9 10 1 1 1 1 1 1 5")
    made.do("b", Act(run, "rival", Declare("rival")), dice="9 8 5 4 3 2 1 1")
    made.do("a", Act(run, "shinai", Declare("shinai", 1, "increased damage", 1)), dice="1 1 1 1 1 1 1 2")
    made.do("b", Act(run, "rival", Declare("rival", 2, "increased damage")), dice="9 9 10 1 1 1 1 9")
    made.do("b", Act(run, "rival", Declare("rival")), dice="9 9 1 1 1 1 1 1")
    return made


def evening() -> Play:
    ninja = Person(Character("Nobody", void_ring=2), 2)
    cast = {"shinai": person(SHINAI._replace(void_points=1)), "rival": person(RIVAL)}
    made = Play("An evening: two runs share the last Void Point, moves are undone, and some things are hidden", cast)
    made.do("g", Rule(0, (Joined("ninja", ninja, True),), ""))
    made.do("g", Rule(0, (Shifted("ninja", "void", -1, "a leap"),), "in the dark"))
    first = made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    second = made.do("b", Start("check", "rival", Ask("rival", "kenjutsu", 15)))
    third = made.do("g", Start("contest", GM, Enter("shinai", "kenjutsu")), Act(0, GM, Enter("rival", "kenjutsu")))
    made.do("g", Act(third, GM, contest.Begin()))
    made.do("a", Act(first, "shinai", Declare("shinai", void="boost", by_hand=True)))
    declared = made.table.seq
    made.refused("a", Act(third, "shinai", Declare("shinai", void="boost")))
    made.refused("a", Undo(first, declared, "let me"))
    made.do("g", Undo(first, declared, "not this one"))
    made.do("a", Act(third, "shinai", Declare("shinai", void="boost")), dice="9 7 5 3 1 1 1")
    made.refused("a", Act(first, "shinai", Declare("shinai", void="boost")))
    made.do("a", Act(first, "shinai", Declare("shinai")), dice="2 4 5 7 7 8 9")
    made.do("g", Undo(first, made.table.seq, "the dice fell off the table"))
    made.do("g", Say("Again!"))
    made.do("g", Go(first), dice="2 2 2 2 2 2 9")
    made.do("g", Start("check", GM, Ask("rival", "etiquette", 15, "hidden", shown="blind"), secret=True))
    made.do("g", Act(made.table.seq, "rival", Declare("rival", void="boost")), dice="9 9 5 2 2 1")
    made.do("g", Act(second, "rival", Declare("rival", 1, "speed", void="boost")), dice="9 9 9 1 1 1 1")
    made.do("g", Act(third, "rival", Declare("rival", void="boost"), why="a vow"), dice="9 9 1 1 1 1 1")
    made.do("g", Undo(second, second, "it never was"))
    return made


PLAYS: dict[str, Callable[[], Play]] = {
    "check": check,
    "contest": contest_,
    "raises": raises,
    "task": task,
    "together": together_,
    "iaijutsu": iaijutsu,
    "evening": evening,
}
GOLDENS = Goldens(HERE, PLAYS, HOSTS, KINDS)


@pytest.mark.parametrize("name", PLAYS)
def test_nothing_has_changed(name: str) -> None:
    """4e.tn, 4e.contested, 4e.cooperative.joint, 4e.cooperative.each, 4e.cumulative, 4e.iaijutsu, 4e.void.pool"""
    GOLDENS.unchanged(name)


@pytest.mark.parametrize("name", PLAYS)
def test_every_log_follows_from_the_rules(name: str) -> None:
    GOLDENS.follows(name)


def test_no_golden_is_left_over() -> None:
    GOLDENS.none_is_left_over()
