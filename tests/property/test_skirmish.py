"""Skirmishes at random: the law of machines, and what holds in every skirmish whatever is done in it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.skirmishes import OGRE, bushi, example, ogre

from rollkeep.fourth.catalogue import maneuvers
from rollkeep.fourth.hosts import HOSTS, KINDS
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Kept, Threw
from rollkeep.fourth.rulings import RULINGS
from rollkeep.fourth.sheet_file import read
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.armor import total
from rollkeep.fourth.skirmish.computer import computer
from rollkeep.fourth.skirmish.known import known
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.fourth.skirmish.standing import WORDS, standing
from rollkeep.fourth.skirmish.state import LEFT, Blow, Body, Skirmish, fighter, sides_standing
from rollkeep.fourth.wording import sentence
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import CHANCE, GM, Closed, Offer, Scene, Shifted, after, decide, offers
from rollkeep.testing import Faces, check_machine, shuffled

READ = Codec(KINDS)
SELDOM = (m.Stop, m.Leave, m.Condition, m.Grant, m.Enter, m.Try, m.Delay)
TOUCHED = ("katana_void_damage", "void_on_initiative", "initiative_ties", "feint_rounding", "wounds_in_contests")
PLAYS = 160
BOLD = (maneuvers.EXTRA, maneuvers.DISARM, maneuvers.KNOCKDOWN, maneuvers.KNOCKDOWN_FOUR)
"""Maneuvers that take more Raises than chance calls."""


def cast() -> dict[str, Person]:
    polearms = {"polearms": 7, "spears": 7, "defense": 7, "horsemanship": 3, "ninjutsu": 1, "jiujutsu": 7}
    return {
        "akodo": bushi(skills={"kenjutsu": 7, "knives": 7, "defense": 3}, weapons=("katana", "sai"), armor="riding"),
        "doji": bushi(
            "Doji", ("dai-kyu", "war fan"), {"kyujutsu": 7, "war fan": 7}, arrow="flesh cutter", per_round=2, strength=3
        ),
        "hida": bushi("Hida", ("tetsubo", "bo"), {"heavy weapons": 5, "staves": 5}, armor="heavy", earth=4, void=5),
        "mirumoto": bushi("Mirumoto", ("naginata", "lance", "yari", "blowgun", "shuriken"), polearms, strength=4),
        "rival": example("rival"),
        "bandit": example("bandit"),
        "ogre": ogre(),
        "akagi": bushi("Akagi", ("pitchfork", "katana"), {"etiquette": 2}, void=1),
        "togashi": bushi("Togashi", ("yari", "tanto"), {"spears": 4, "knives": 4}, void=3),
    }


def masters() -> dict[str, Person]:
    """Fighters who hit with many Raises, and foes who bear it for a while."""
    skills = {"kenjutsu": 7, "jiujutsu": 7, "defense": 7}
    able: Any = {"agility": 7, "strength": 5, "void": 6, "per_round": 3, "reflexes": 3, "insight": 4}
    return {
        "kakita": bushi("Kakita", skills=skills, **able),
        "matsu": bushi("Matsu", ("parangu", "katana"), skills, earth=6, **able),
        "troll": ogre("Troll"),
        "ogre": ogre(),
        "akagi": bushi("Akagi", ("yari",), {"spears": 3, "defense": 3}, earth=6, void=5),
        "hida": bushi("Hida", ("tetsubo",), {"heavy weapons": 7}, armor="heavy", earth=5, void=5, agility=5),
    }


def herd() -> dict[str, Person]:
    """Fighters whose Initiative is often tied."""
    slow = read(OGRE.replace('"4k2"', '"1k1"'))
    return {name: person(slow._replace(name=name)) for name in ("ox", "boar", "bull", "cow", "ram", "goat")}


def some_rulings(rng: Random) -> frozenset[tuple[str, str]]:
    return frozenset((name, rng.choice(RULINGS[name].values)) for name in TOUCHED if rng.random() < 0.4)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_it_keeps_the_law(seed: int) -> None:
    """4e.round, 4e.stance, 4e.maneuver"""
    check_machine(SKIRMISH, cast(), seed, READ, sentence, seldom=SELDOM, rulings=some_rulings(Random(seed)))


@pytest.mark.parametrize("seed", range(6))
def test_the_game_masters_moves_keep_it_too(seed: int) -> None:
    """4e.skirmish.conditions"""
    check_machine(SKIRMISH, cast(), seed, READ, sentence, most=150, seldom=(m.Stop,))


def test_the_game_master_may_rule_anything() -> None:
    pool: list[Any] = []
    for seed in range(5):
        pool += check_machine(SKIRMISH, cast(), seed, READ, sentence, seldom=SELDOM)
    refused = sum(shuffled(SKIRMISH, cast(), pool, seed) for seed in range(12))
    assert 0 < refused < 12 * 60


def test_every_kind_is_known() -> None:
    assert HOSTS["skirmish"] is SKIRMISH
    assert {*SKIRMISH.moves, *SKIRMISH.events, Shifted, Closed} <= set(KINDS)


# --- whole skirmishes, looked at from outside ---------------------------------------------------------------------


def boldly(offer: Offer, source: Faces, rng: Random) -> Any:
    """An attack for one of the maneuvers that are hardest, where it is allowed."""
    move = replace(offer.sample(source), keep="high")
    for name in rng.sample(BOLD, len(BOLD)):
        wanted = replace(move, maneuvers=(name,), raise_for="")
        if offer.admits(wanted):
            return wanted
    return move


class Watched:
    """A random skirmish, with what it looked like before and after each event. Some are fought by masters or by a herd,
    so that what is rare happens as well. All who are not in it at first may come in, and who has left comes back.
    """

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        people = (cast, masters, cast, masters, herd)[seed % 5]
        bold = people is masters
        self.rulings = some_rulings(rng) | ({("katana_void_damage", "yes")} if bold else set())
        everyone = people()
        names = rng.sample(sorted(everyone), rng.randint(2, min(6, len(everyone) - 1)))
        cut = rng.randint(1, len(names) - 1)
        self.scene: Scene[Skirmish] = Scene(everyone, SKIRMISH.blank, rulings=self.rulings)
        self.steps = list[tuple[Scene[Skirmish], Any, Scene[Skirmish]]]()
        source = Faces(rng)
        sides = (("A", tuple(names[:cut])), ("B", tuple(names[cut:])))
        policies = {who: computer(who, source) for who in everyone}
        self._take(GM, m.Muster(sides))
        for _ in range(4000):
            every = offers(SKIRMISH, self.scene)
            if not every:
                break
            who = next(iter(every))
            strikes = [each for each in every[who] if each.move is m.Strike]
            if who == CHANCE or (rng.random() < 0.3 and who != GM):
                usual = [each for each in every[who] if each.move not in SELDOM or rng.random() < 0.2]
                move = rng.choice(usual or list(every[who])).sample(source)
            elif bold and strikes and rng.random() < 0.5:
                move = boldly(rng.choice(strikes), source, rng)
            else:
                move = policies[who](self.scene, every[who])
            if rng.random() < 0.04 and GM in every:
                who = GM
                move = rng.choice([each for each in every[GM] if each.move is not m.Stop]).sample(source)
                away = [each.who for each in self.scene.state.fighters if each.state == LEFT]
                idle = [who for who in everyone if who not in [each.who for each in self.scene.state.fighters]]
                if (away or idle) and rng.random() < 0.7:
                    move = m.Enter(rng.choice(away or idle), "A")
            for word, _ in WORDS:
                answer = standing(self.scene, who, word)
                assert answer is None or any(each.admits(answer) for each in every[who])
            self._take(who, move)
        self.events = [event for _, event, _ in self.steps]

    def _take(self, who: str, move: Any) -> None:
        step = decide(SKIRMISH, self.scene, who, move)
        now = self.scene
        for event in step.events:
            then = after(SKIRMISH, now, event)
            self.steps.append((now, event, then))
            now = then
        self.scene = now
        assert now == step.now

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if type(event) is kind]


@pytest.fixture(scope="module")
def watched() -> list[Watched]:
    return [Watched(seed) for seed in range(PLAYS)]


def test_skirmishes_come_to_an_end(watched: list[Watched]) -> None:
    """4e.skirmish.sides: one side is left standing, and everything happens to somebody."""
    assert all(each.scene.closed for each in watched)
    for each in watched:
        (over,) = each.of(e.Over)
        assert len(sides_standing(each.scene.state)) < 2
        assert over.winner == each.scene.state.winner


def test_everything_happens_somewhere(watched: list[Watched]) -> None:
    """4e.maneuver, 4e.void.swap, 4e.skirmish.order: what is asserted here of all plays is not asserted of nothing."""
    steps = [step for each in watched for step in each.steps]
    events = [event for _, event, _ in steps]
    assert set(SKIRMISH.events) - {type(event) for event in events} == {Body}, "that is no event but a part of one"
    attacks = [event for event in events if type(event) is e.Attacked]
    assert any(each.extra for each in attacks)
    assert any(each.center for each in attacks)
    assert {name for each in attacks for name in each.maneuvers} >= set(BOLD)
    assert {each.points for each in events if type(each) is e.Edged} == {0, 1}
    assert {each.how for each in events if type(each) is e.Lost} == {"dropped", "thrown", "broken"}
    assert {each.state for each in events if type(each) is e.Fared} >= {"Down", "Out", "Dead"}
    assert {each.what for each in events if type(each) is e.Wrestled} >= {"disarm", "knockdown"}
    assert {each.winner == each.who for each in events if type(each) is e.Wrestled} == {False, True}
    came = [before.state for before, event, _ in steps if type(event) is e.Entered and before.state.round]
    assert came, "somebody comes in in mid-fight"
    assert any(
        fighter(before.state, event.who).state == LEFT
        for before, event, _ in steps
        if type(event) is e.Entered and any(each.who == event.who for each in before.state.fighters)
    )
    redrawn = [before.state.lots for before, event, _ in steps if type(event) is e.Drew]
    assert any(redrawn), "somebody is tied who came after the lots"


def test_lots_keep_their_order_and_scores_last(watched: list[Watched]) -> None:
    """4e.skirmish.order, 4e.initiative, 4e.void.initiative: Initiative is rolled once, also by who comes back."""
    for each in watched:
        rolled = [event.who for event in each.of(e.Scored)]
        assert len(rolled) == len(set(rolled))
        for before, event, _ in each.steps:
            if type(event) is e.Drew:
                assert tuple(who for who in event.order if who in before.state.lots) == before.state.lots


def test_points_are_spent_once_and_never_overdrawn(watched: list[Watched]) -> None:
    """4e.void.limit, 4e.void.pool: so many a Round as the sheet allows, each for one thing."""
    for each in watched:
        spent: dict[str, int] = {}
        for before, event, _ in each.steps:
            if type(event) is e.Rounded:
                spent = {}
            if type(event) is Shifted and event.track == "void":
                assert event.by == -1
                assert before.cast[event.who].void > 0
                if event.why not in ("a Free Action while Down", "technique"):
                    spent[event.who] = spent.get(event.who, 0) + 1
                    assert spent[event.who] <= before.cast[event.who].sheet.per_round


def test_nobody_acts_who_cannot(watched: list[Watched]) -> None:
    """4e.wounds, 4e.stance: who is Out, dead or gone has no turn, and nobody attacks from a stance without attacks."""
    for each in watched:
        for before, event, _ in each.steps:
            if type(event) is e.Turned:
                assert fighter(before.state, event.who).state in ("", "Down")
            if type(event) is e.Attacked:
                one = fighter(before.state, event.who)
                assert one.stance in ("attack", "full attack")
                assert one.state == ""
                assert fighter(before.state, event.target).side != one.side
                assert one.stance == "attack" or known(before.cast[event.who]).arms[event.weapon].kind == "melee"
                assert event.tn == total(event.parts)


def test_states_are_those_of_the_wounds(watched: list[Watched]) -> None:
    """4e.wounds"""
    for each in watched:
        for one in each.scene.state.fighters:
            if one.state != LEFT:
                person = each.scene.cast[one.who]
                assert one.state == known(person).state(person.wounds)


def test_everyone_has_one_turn_a_round_in_order(watched: list[Watched]) -> None:
    """4e.round, 4e.initiative, 4e.skirmish.order"""
    for each in watched:
        had: list[str] = []
        for before, event, _ in each.steps:
            if type(event) is e.Ordered:
                scores = [score for _, score in event.order]
                assert scores == sorted(scores, reverse=True)
                had = []
            if type(event) is e.Turned:
                had.append(event.who)
            if type(event) is e.Delayed:
                had.remove(event.who)
                assert event.after in before.state.left
            if type(event) is e.Rounded:
                assert len(set(had)) == len(had)


def test_a_blow_is_worth_its_dice(watched: list[Watched]) -> None:
    """4e.attack, 4e.armor-tn, 4e.void.wounds: a hit reaches, a miss does not; Reduction and a point are taken off."""
    for each in watched:
        for at, (before, event, _) in enumerate(each.steps):
            top = before.state.stack[-1] if before.state.stack else None
            if type(event) in (e.Hit, e.Missed):
                assert isinstance(top, Blow)
                assert top.roll.kept
                assert event.margin == top.roll.total - event.reached
                assert (event.margin >= 0) == (type(event) is e.Hit)
            if type(event) is e.Took:
                assert isinstance(top, Blow)
                one = each.steps[at][0].cast[event.who]
                less = max(top.damage - max(known(one).reduction - top.pierce, 0), 0)
                less = max(less - 10, 0) if event.points else less
                moved = [s for _, s, _ in each.steps[max(at - 2, 0) : at] if type(s) is Shifted and s.track == "wounds"]
                assert sum(s.by for s in moved if s.who == event.who) == less


def test_dice_are_told_as_they_fell(watched: list[Watched]) -> None:
    """4e.keep"""
    for each in watched:
        thrown = each.of(Threw)
        assert len(thrown) == len(each.of(Kept))
        assert all(threw.dice for threw in thrown if threw.dice != ())
