"""Whole duels, move by move; their goldens are in ``duels``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.golden.playing import Fallen, Goldens, Play, one

from rollkeep.fifth.duel.hosts import HOSTS, KINDS
from rollkeep.fifth.duel.moves import (
    Allow,
    Bid,
    Call,
    Calm,
    Centre,
    Concede,
    Defend,
    Face,
    Hold,
    Keep,
    Pass,
    Predict,
    Prepare,
    Ready,
    Reroll,
    Reserve,
    Resist,
    Reveal,
    Spend,
    Stance,
    Strike,
    Swap,
    Tell,
    Throw,
    Try,
    Unmask,
)
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.rulings import RULINGS
from rollkeep.machine.machine import GM, Shifted
from rollkeep.table.entry import Act, Agreed, Rule, Start

HERE = Path(__file__).parent / "duels"
SHINAI, RIVAL = "shinai", "rival"


class Duelling(Play):
    """A table with a duel, in which each seat plays one duellist."""

    def __init__(self, title: str, form: str, shinai: Person, rival: Person, **more: object) -> None:
        super().__init__(title, {SHINAI: shinai, RIVAL: rival}, HOSTS, Fallen)
        for name in sorted(RULINGS.keys() & more.keys()):
            self.do("g", Rule(0, (Agreed(name, str(more.pop(name))),), ""))
        faced = {"objective": "", "one_roll": False, "unready": (), "by_hand": (), "label": ""} | more
        self.run = self.do("g", Start("duel", GM, Face(SHINAI, RIVAL, form, **faced)))  # type: ignore[arg-type]

    def a(self, *moves: object, dice: str = "") -> None:
        """Moves of shinai, with the dice that fall then."""
        self.do("a", *(Act(self.run, SHINAI, move) for move in moves), dice=dice)

    def b(self, *moves: object, dice: str = "") -> None:
        """Moves of rival."""
        self.do("b", *(Act(self.run, RIVAL, move) for move in moves), dice=dice)

    def g(self, *moves: object, dice: str = "") -> None:
        """The game master's."""
        self.do("g", *(Act(self.run, GM, move) for move in moves), dice=dice)

    def elsewhere(self, who: str, track: str, by: int, why: str, dice: str = "") -> None:
        """Something that is no part of the duel."""
        self.do("g", Rule(0, (Shifted(who, track, by, why),), "meanwhile"), dice=dice)

    def ready(self, a: str, b: str, dice_a: str, keep_a: int, dice_b: str, keep_b: int) -> None:
        """Both make the check for initiative, and keep one die each."""
        self.a(Ready(a, False, ()))
        self.b(Ready(b, False, ()), dice=dice_a)
        self.a(Keep((keep_a,)), dice=dice_b)
        self.b(Keep((keep_b,)))


def strike(weapon: str = "katana", *, seize: bool = False, edges: tuple[str, ...] = ()) -> Strike:
    return Strike(weapon, seize, edges)


# --- the playthroughs ---------------------------------------------------------------------------------------------


def first_strike() -> Duelling:
    made = Duelling(
        "First strike: swords are drawn in Water, a Predict lapses as the order flips, a Strike buys a critical",
        "first-strike",
        one(SHINAI),
        one(RIVAL),
    )
    made.ready("water", "earth", ". s / .", 1, "s . . / .", 0)
    made.a(Bid(0))
    made.refused("a", Act(made.run, RIVAL, Bid(1)))
    made.b(Bid(2))
    made.b(Stance("water", 0), Prepare("katana", 2), strike(), dice=". . / . .")
    made.b(Keep((0,)))
    made.a(Stance("air", 0), Predict("fire"))
    made.b(Bid(0))
    made.a(Bid(1))
    made.a(Stance("water", 0), Prepare("katana", 2), strike(), dice=". . / so so")
    made.a(Keep((2, 3)), Spend(("critical",)))
    made.b(Defend(False))
    made.b(Resist(False, ()), dice="s . / . .")
    made.b(Keep((0,)))
    made.b(Stance("fire", 2), Pass())
    return made


def first_blood() -> Duelling:
    made = Duelling(
        "First blood: a bid past composure, a check of which nothing may be kept, unmasking, and a critical",
        "first-blood",
        one(SHINAI),
        one(RIVAL, strife=7),
    )
    made.ready("fire", "water", ". . . / .", 0, ". . / .", 0)
    made.a(Bid(0))
    made.refused("b", Act(made.run, RIVAL, Bid(5)))
    made.b(Bid(4))
    made.b(Stance("water", 0), Prepare("katana", 1), strike(), dice="s! o! / x! s!")
    made.b(Unmask())
    made.a(Stance("water", 0), Prepare("katana", 2), strike(), dice="s . / x .")
    made.a(Keep((0, 2)), dice="/ x")
    made.a(Keep((0,)), dice="/ so")
    made.a(Keep((0,)), Spend(("razor",)))
    made.b(Defend(True))
    made.b(Resist(False, ("anxiety",)), dice="s . / o .")
    made.b(Keep((0,)))
    return made


def to_the_death() -> Duelling:
    made = Duelling(
        "To the death: a razor's cut that bleeds, and kills one who is too tired to defend",
        "to-the-death",
        one(SHINAI),
        one(RIVAL),
    )
    made.ready("fire", "earth", ". . . / .", 0, ". . . / .", 0)
    made.a(Bid(0))
    made.b(Bid(0))
    made.a(Stance("water", 0), Prepare("katana", 1), strike(), dice="s s / . .")
    made.a(Keep((0, 1)))
    made.b(Defend(True))
    made.b(Resist(False, ()), dice="s . . / . .")
    made.b(Keep((0,)))
    made.b(Stance("fire", 0), Prepare("katana", 1))
    made.elsewhere(RIVAL, "fatigue", 16, "a long night")
    made.a(Bid(0))
    made.b(Bid(0))
    made.a(Stance("fire", 1), strike(), dice="s s . / . .")
    made.a(Keep((0, 1)))
    made.b(Resist(False, ("passion",)), dice="s! s! . / . .")
    made.b(Keep((0, 1)))
    made.b(Resist(False, ()), dice=". . . / . .")
    made.b(Keep((0,)))
    return made


def sparring() -> Duelling:
    made = Duelling(
        "Sparring: the objective on one side, as many points on the other, No Winner",
        "sparring",
        one(SHINAI),
        one(RIVAL),
    )
    made.ready("water", "fire", ". . / .", 0, ". . . / .", 0)
    made.a(Bid(0))
    made.b(Bid(2))
    made.b(Stance("fire", 1), strike("bokken"), dice="s! s . / . .")
    made.b(Keep((0, 1)))
    made.a(Defend(False))
    made.elsewhere(RIVAL, "fatigue", 13, "the heat of the day")
    made.a(Stance("air", 1), Calm())
    return made


def warriors() -> Duelling:
    made = Duelling(
        "A warrior's duel: a finishing blow interrupts a Strike and is interrupted in turn; then one yields",
        "warriors-duel",
        one(SHINAI, strife=7),
        one(RIVAL, strife=9),
    )
    made.ready("fire", "earth", ". . . / .", 0, ". . . / .", 0)
    made.a(Bid(0))
    made.b(Bid(0))
    made.a(Stance("fire", 2), strike(), dice="s! s . / . .")
    made.a(Keep((0, 1)))
    made.b(strike(), dice="s! s . / . .")
    made.b(Keep((0, 1)))
    made.a(strike(), dice=". . . / . s")
    made.a(Keep((4,)))
    made.a(Resist(True, ()), dice="s . . . / .")
    made.a(Keep((0,)))
    made.b(Defend(True))
    made.b(Resist(False, ("distinction",)), dice=". s . / . .")
    made.b(Reroll((0, 2)), dice="s .")
    made.b(Keep((0, 1)))
    made.a(Unmask())
    made.b(Unmask(), Stance("fire", 2), strike(), dice=". . . / . .")
    made.b(Keep((0,)))
    made.a(Bid(0))
    made.b(Concede())
    return made


def taryu_jiai() -> Duelling:
    made = Duelling(
        "Taryu-jiai: bare hands, a blow that glances off, and a surrender before the strife of the second round",
        "taryu-jiai",
        one(SHINAI),
        one(RIVAL),
        concede="round_start",
    )
    made.ready("water", "air", ". . / .", 0, ". / .", 0)
    made.a(Hold())
    made.b(Hold())
    made.a(Bid(0))
    made.b(Bid(0))
    made.a(Stance("water", 0), Calm(), strike("punch", seize=True), dice="s s s")
    made.a(Keep((0, 1, 2)))
    made.b(Stance("earth", 0), strike("kick"), dice=". o . /")
    made.b(Keep((1,)), Spend(("soothe",)))
    made.a(Hold())
    made.b(Concede())
    return made


def custom() -> Duelling:
    made = Duelling(
        "Custom: dice by hand, Centre, a Predict that hits, a Unique Action, and the game master's word",
        "custom",
        one(SHINAI),
        one(RIVAL),
        objective="word",
        by_hand=(SHINAI,),
        label="The bridge",
    )
    made.a(Ready("void", False, ()))
    made.b(Ready("water", False, ()))
    made.a(Throw((1, 1, 11)))
    made.a(Keep((0,)), dice=". . / .")
    made.b(Keep((0,)))
    made.a(Bid(0))
    made.b(Bid(0))
    made.a(Stance("void", 1), Centre("martial arts melee", 2), Throw((22, 18)), Reserve((0, 1)))
    made.b(Stance("air", 1), Predict("water"))
    made.a(Bid(0))
    made.b(Bid(0))
    made.a(Stance("water", 1))
    made.b(Reveal(True))
    made.a(Stance("fire", 1), strike(edges=("passion",)), Throw((1, 1, 5, 11, 11)), Swap((0, 1), (0, 1)))
    made.a(Keep((0, 1, 2)), Throw((13,)), Keep(()))
    made.b(Defend(False))
    made.b(Stance("water", 1), Try("courtesy", "A bow that the crowd remembers", False, ()))
    made.g(Allow(2, ("scheme",)), dice="s s")
    made.b(Keep((0, 1)))
    made.g(Tell("They cheer."))
    made.b(Calm())
    made.g(Call(SHINAI))
    return made


def one_roll() -> Duelling:
    made = Duelling("One roll decides: both cut, one deeper", "first-blood", one(SHINAI), one(RIVAL), one_roll=True)
    made.a(Ready("fire", True, ()))
    made.b(Ready("fire", False, ()), dice="s . . . / . .")
    made.a(Keep((0,)), dice="s . . / . .")
    made.b(Keep((0,)))
    made.a(Resist(False, ("passion",)), dice="s! . . / .")
    made.a(Keep((0,)))
    made.b(Resist(False, ()), dice="s . . / . .")
    made.b(Keep((0,)))
    return made


PLAYS: dict[str, Callable[[], Duelling]] = {
    "first-strike": first_strike,
    "first-blood": first_blood,
    "to-the-death": to_the_death,
    "sparring": sparring,
    "warriors-duel": warriors,
    "taryu-jiai": taryu_jiai,
    "custom": custom,
    "one-roll": one_roll,
}
GOLDENS = Goldens(HERE, PLAYS, HOSTS, KINDS)


@pytest.mark.parametrize("name", PLAYS)
def test_nothing_has_changed(name: str) -> None:
    """5e.duel.forms, 5e.duel.round, 5e.duel.finishing-blow, 5e.duel.result"""
    GOLDENS.unchanged(name)


@pytest.mark.parametrize("name", PLAYS)
def test_every_log_follows_from_the_rules(name: str) -> None:
    GOLDENS.follows(name)


def test_no_golden_is_left_over() -> None:
    GOLDENS.none_is_left_over()
