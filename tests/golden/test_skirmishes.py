"""Whole skirmishes, move by move; their goldens are in ``skirmishes``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.golden.playing import Goldens, Play
from tests.skirmishes import bushi, ogre

from rollkeep.dice.notation import Term
from rollkeep.fourth.hosts import HOSTS, KINDS
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declare, Keep, Throw
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish import moves as m
from rollkeep.machine.machine import GM, Shifted
from rollkeep.table.entry import Act, Agreed, Go, Rule, Start, Undo

HERE = Path(__file__).parent / "skirmishes"
SHINAI, RIVAL, OGRE = "shinai", "rival", "ogre"


class Fighting(Play):
    """A table with a skirmish; seats play shinai and rival, the game master whoever else is there."""

    def __init__(self, title: str, sides: m.Sides, cast: dict[str, Person], **more: Any) -> None:
        super().__init__(title, cast, HOSTS)
        for name, value in dict(more.pop("rulings", {})).items():
            self.do("g", Rule(0, (Agreed(name, value),), ""))
        self.run = self.do("g", Start("skirmish", GM, m.Muster(sides, **more)))

    def a(self, *moves: object, dice: str = "") -> None:
        """Moves of shinai, with the dice that fall then."""
        self.do("a", *(Act(self.run, SHINAI, move) for move in moves), dice=dice)

    def b(self, *moves: object, dice: str = "") -> None:
        """Moves of rival."""
        self.do("b", *(Act(self.run, RIVAL, move) for move in moves), dice=dice)

    def o(self, *moves: object, dice: str = "", who: str = OGRE) -> None:
        """Moves of somebody whom the game master plays."""
        self.do("g", *(Act(self.run, who, move) for move in moves), dice=dice)

    def g(self, *moves: object, dice: str = "") -> None:
        """The game master's own."""
        self.do("g", *(Act(self.run, GM, move) for move in moves), dice=dice)


def hit(target: str, *chosen: str, weapon: str = "katana", **how: Any) -> m.Strike:
    return m.Strike(target, weapon, tuple(sorted(chosen)), **how)


# --- the playthroughs ---------------------------------------------------------------------------------------------


def stances() -> Fighting:
    made = Fighting(
        "Each stance: Full Attack, Defense, Full Defense rolled and kept, Center; Initiative dice chosen",
        (("Crane", (SHINAI,)), ("Lion", (RIVAL,))),
        {SHINAI: bushi("Shinai", skills={"kenjutsu": 3, "defense": 3}), RIVAL: bushi("Rival", void=3)},
        label="At the ford",
    )
    made.refused("a", Act(made.run, RIVAL, m.Stance("attack")))
    made.a(m.Stance("full attack"))
    made.b(m.Choose(), m.Stance("center"), dice="9 8 1 / 5 4 1")
    made.b(Keep(RIVAL, (0, 1)))
    made.a(m.Pass())
    made.b(m.Pass())
    made.refused("a", Act(made.run, SHINAI, m.Defend()))
    made.a(hit(RIVAL), dice="1 2 1 3 1 2 1 1")
    made.a(m.Pass())
    made.b(m.Pass())
    made.b(m.Stance("attack"), hit(SHINAI, center=True), dice="2 1 3 1 1 1 1 / 4 2 1 1 1 1")
    made.a(m.Soak(False))
    made.a(m.Stance("defense"), m.Pass())
    made.a(m.Pass())
    made.b(m.Pass())
    made.a(m.Stance("full defense"), m.Defend("boost"), dice="9 7 3 3 1 1")
    made.b(hit(SHINAI, "feint", keep="choose"), dice="9 9 9 3 2 1")
    made.b(Keep(RIVAL, (0, 1, 2)))
    made.a(m.Pass())
    made.b(m.Pass())
    made.a(m.Hold())
    made.g(m.Stop())
    return made


def maneuvers() -> Fighting:
    strong = bushi("Shinai", void=5, strength=3, earth=4, skills={"kenjutsu": 5}, insight=2)
    made = Fighting(
        "Each maneuver: a feint, increased damage, a called shot, a disarm, a knockdown, an extra attack, a guard",
        (("A", (SHINAI, "ally")), ("B", (RIVAL,))),
        {SHINAI: strong, RIVAL: bushi("Rival", earth=5), "ally": bushi("Ally")},
        rulings={"feint_rounding": "up"},
    )
    made.a(m.Stance("attack"))
    made.o(m.Stance("attack"), who="ally")
    made.b(m.Stance("attack"), dice="9 9 9 1 / 1 1 1 / 5 5 5")

    def start() -> None:
        made.a(m.Pass())
        made.o(m.Pass(), who="ally")
        made.b(m.Pass())

    start()
    made.refused("a", Act(made.run, SHINAI, hit(RIVAL, "extra attack", "increased damage")))
    made.a(hit(RIVAL, "feint", "increased damage"), dice="10 9 9 1 1 1 1 1 5 / 3 3 1 1 1 1 1 1")
    made.b(m.Soak(False))
    made.b(hit(SHINAI), dice="1 1 1 1 1 1")
    made.o(m.Cover(SHINAI), m.Pass(), who="ally")
    start()
    made.a(hit(RIVAL, "called shot: head", "other", "other", raise_for="he sees who it was"), dice="9 9 9 9 1 1 1 1")
    made.b(hit(SHINAI), dice="9 8 7 1 1 1")
    made.o(m.Pass(), who="ally")
    start()
    made.a(hit(RIVAL, "disarm"), dice="10 9 9 1 1 1 1 1 6 / 2 1")
    made.b(m.Soak(False))
    made.a(Declare(SHINAI, keep="choose"))
    made.refused("b", Act(made.run, RIVAL, Declare(RIVAL, raises=1)))
    made.b(Declare(RIVAL, void="boost"), dice="9 9 9 / 1 1 1")
    made.a(Keep(SHINAI, (0, 1, 2)))
    made.b(m.Ready("katana"), m.Pass())
    made.o(m.Pass(), who="ally")
    start()
    made.a(hit(RIVAL, "knockdown"), dice="9 9 9 1 1 1 1 1 / 2 2 1 1 1 1 1")
    made.b(m.Soak(False), Declare(RIVAL, keep="low"))
    made.a(Declare(SHINAI), dice="9 9 9 / 1 1")
    made.b(m.Rise(), m.Try("spits", "simple"))
    made.o(m.Pass(), who="ally")
    start()
    made.a(hit(RIVAL, "extra attack"), dice="10 10 9 1 1 1 1 1 8 9 / 2 2 1 1 1 1 1")
    made.b(m.Soak(False))
    made.a(hit(RIVAL), dice="1 1 1 1 1 1 1 1")
    made.g(m.Stop())
    return made


def void() -> Fighting:
    made = Fighting(
        "Each use of a Void Point, Techniques outside the limit of a Round, a swap that is refused and one that is not",
        (("A", (SHINAI,)), ("B", (RIVAL, OGRE))),
        {
            SHINAI: bushi("Shinai", void=7, per_round=3, earth=3),
            RIVAL: bushi("Rival", skills={"etiquette": 1}, void=4, earth=3),
            OGRE: ogre(),
        },
        by_hand=(SHINAI,),
    )
    made.a(m.Stance("attack"))
    made.b(m.Stance("attack"))
    made.o(m.Stance("attack"), dice="9 2 1 / 7 7 5 5")
    made.a(Throw(SHINAI, ((3,), (2,), (1,))))
    made.refused("a", Act(made.run, SHINAI, m.Invoke("")))
    made.a(m.Invoke("to see through the mask"), m.Swap(OGRE))
    made.refused("a", Act(made.run, SHINAI, m.Pass()))
    made.o(m.Answer(False))
    made.refused("a", Act(made.run, SHINAI, m.Swap(OGRE)))
    made.a(m.Swap(RIVAL))
    made.b(m.Answer(True))
    made.a(m.Spend("armor"), m.Spend("initiative"))
    made.b(m.Pass())
    made.refused("a", Act(made.run, SHINAI, hit(RIVAL, void="boost")))
    made.a(m.Invoke("to strike where he looks away"))
    made.a(hit(RIVAL), Throw(SHINAI, ((9,), (9,), (9,), (1,), (1,), (1,))))
    made.a(Throw(SHINAI, ((9,), (9,), (5,), (1,), (1,), (1,))))
    made.b(m.Soak(True))
    made.o(hit(SHINAI, weapon="attack"), dice="9 8 2 1 1 1")
    made.b(hit(SHINAI), dice="9 8 2")
    made.b(m.Spend("armor"))
    made.a(m.Pass())
    made.refused("b", Act(made.run, RIVAL, hit(SHINAI, void="boost")))
    made.a(hit(RIVAL, void="boost"), Throw(SHINAI, ((1,),) * 7))
    made.o(m.Pass())
    made.b(m.Pass())
    made.a(m.Pass())
    made.b(m.Pass())
    made.a(m.Pass())
    made.o(m.Pass())
    made.b(hit(SHINAI, "increased damage", void="skill"), dice="9 9 9 1 / 9 8 7 1 1 1")
    made.a(m.Soak(True))
    made.g(m.Stop())
    return made


def wounds() -> Fighting:
    made = Fighting(
        "Down and its Free Actions, Out, conditions, who comes and goes, an override, an undo",
        (("A", (SHINAI, "ally")), ("B", (RIVAL,))),
        {SHINAI: bushi("Shinai"), RIVAL: bushi("Rival"), "ally": bushi("Ally", armor="light"), OGRE: ogre()},
        surprised=(RIVAL,),
    )
    made.a(m.Stance("attack"))
    made.o(m.Stance("defense"), who="ally")
    made.b(m.Stance("attack"), dice="5 5 1 / 3 3 1 / 9 8 1")
    made.g(m.Enter(OGRE, "B"), m.Condition(RIVAL, "higher ground", True))
    made.g(m.Grant(SHINAI, (Modifier("the sun behind", Term(1)),), 1))
    made.a(m.Pass())
    made.o(m.Pass(), who="ally")
    made.b(m.Pass())
    made.a(hit(RIVAL, "increased damage", lower=0), dice="9 9 9 1 1 1 1 / 10 9 9 1 1 1 1 1")
    made.b(m.Soak(False))
    entry = made.table.seq
    made.do("g", Undo(made.run, entry, "he had a point left"))
    made.do("g", Go(made.run))
    made.b(m.Soak(True))
    made.b(m.Ready("katana"), m.Pass())
    made.refused("g", Act(made.run, "ally", hit(RIVAL)))
    made.do("g", Act(made.run, "ally", hit(RIVAL), why="the bridge is narrow"), dice="1 1 1 1 1 1")
    made.o(m.Stance("full attack"), dice="9 9 9 9")
    made.a(m.Pass())
    made.o(m.Pass(), who="ally")
    made.b(m.Pass())
    made.o(hit(SHINAI, weapon="attack"), dice="9 9 9 1 1 1 1 1 / 10 9 5 1 1 1 6")
    made.a(m.Soak(False))
    made.do("g", Rule(made.run, (Shifted(SHINAI, "wounds", 7, "the fall"),), "down the bank"))
    made.a(m.Try("names the traitor", "free"), m.Pass())
    made.b(hit("ally"), dice="1 1 1 1 1 1 1")
    made.o(m.Pass(), who="ally")
    made.do("g", Rule(made.run, (Shifted(SHINAI, "wounds", 4, "cold water"),), "still there"))
    made.do("g", Rule(made.run, (e.Conditioned("ally", "prone", True),), "the mud"))
    made.g(m.Leave("ally"))
    return made


def deaths() -> Fighting:
    """What is done to a big one, and how it ends."""
    strong = bushi("Shinai", void=5, strength=5, agility=4, skills={"kenjutsu": 7}, insight=2, per_round=3)
    made = Fighting(
        "Called shots, four legs, a point in a katana's damage by a ruling, the lowest damage, grants, two deaths",
        (("A", (SHINAI,)), ("B", (OGRE, RIVAL))),
        {SHINAI: strong, RIVAL: bushi("Rival", void=3), OGRE: ogre()},
        rulings={"katana_void_damage": "yes"},
    )
    made.a(m.Stance("attack"))
    made.b(m.Stance("attack"))
    made.o(m.Stance("attack"), dice="9 9 9 9 / 5 5 5 5 / 1 1 1")

    made.a(m.Pass())
    made.b(m.Pass())
    aimed, light = "9 9 9 9 1 1 1 1 1 1", "3 2 1 1 1 1 1 1 1"
    made.refused("a", Act(made.run, SHINAI, hit(OGRE, "knockdown", "knockdown, four legs")))
    made.refused("a", Act(made.run, SHINAI, hit(OGRE, "called shot: limb", "called shot: head")))
    made.refused("a", Act(made.run, SHINAI, hit(OGRE, "other")))
    made.a(hit(OGRE, "knockdown, four legs", keep_damage="low"), dice=aimed)
    made.a(m.Edge(True), dice="8 8 8 8 8 8 8 5 4 4")
    made.o(Declare(OGRE))
    made.a(Declare(SHINAI, void="boost"), dice="5 5 5 5 5 5 / 9 9 9")
    made.o(m.Rise(), m.Pass())
    made.b(m.Pass())
    for where in ("limb", "hand or foot", "eye, ear or finger"):
        made.a(m.Pass())
        made.b(m.Pass())
        made.a(hit(OGRE, f"called shot: {where}"), dice=aimed)
        made.a(m.Edge(False), dice=light)
        made.o(m.Pass())
        made.b(m.Pass())
    made.do("g", Rule(made.run, (Shifted(OGRE, "wounds", 90, "the cliff"),), "it is high"))
    made.a(m.Pass())
    made.b(m.Pass())
    made.g(m.Grant(OGRE, (Modifier("the reeds", Term(flat=5)),), on="armor tn"))
    made.g(m.Grant(SHINAI, (Modifier("a better grip", Term(1)),), on="damage"))
    made.refused("g", Act(made.run, GM, m.Grant(OGRE, (Modifier("the reeds", Term(1)),), on="armor tn")))
    made.a(hit(OGRE), dice=aimed)
    made.a(m.Edge(False), dice="10 10 1 1 1 1 1 1 1 1 10 10 5 5")
    made.g(m.Grant(SHINAI, on="damage"))
    made.b(m.Pass())
    made.a(m.Pass())
    made.b(m.Pass())
    made.a(hit(RIVAL), dice=aimed)
    made.a(m.Edge(False), dice="10 10 1 1 1 1 1 1 1 10 10 5 5")
    made.b(m.Soak(True))
    return made


PLAYS: dict[str, Callable[[], Fighting]] = {
    "stances": stances,
    "maneuvers": maneuvers,
    "void": void,
    "wounds": wounds,
    "deaths": deaths,
}
GOLDENS = Goldens(HERE, PLAYS, HOSTS, KINDS)


@pytest.mark.parametrize("name", PLAYS)
def test_nothing_has_changed(name: str) -> None:
    """4e.round, 4e.stance, 4e.maneuver, 4e.contested, 4e.raise, 4e.void.boost, 4e.void.swap, 4e.wounds,
    4e.skirmish.order, 4e.skirmish.actions
    """
    GOLDENS.unchanged(name)


@pytest.mark.parametrize("name", PLAYS)
def test_every_log_follows_from_the_rules(name: str) -> None:
    GOLDENS.follows(name)


def test_no_golden_is_left_over() -> None:
    GOLDENS.none_is_left_over()
