"""Duels at random: the law of machines, and what holds in every duel whatever is done in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollkeep.dice.symbols import STRIFE, SUCCESS
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.hosts import HOSTS, KINDS
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.person import Person, compromised, numbers, person
from rollkeep.fifth.duel.state import Check, Duel, Opening, Turn, other, side
from rollkeep.fifth.rulings import RULINGS
from rollkeep.fifth.score import POINTS
from rollkeep.fifth.wording import sentence
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import CHANCE, GM, Closed, Offers, Scene, Shifted, after, decide, offers
from rollkeep.machine.secret import known, redact
from rollkeep.testing import Faces, check_machine, shuffled

READ = Codec(KINDS)
SELDOM = (m.Concede, m.Witness)
FIERCE = (m.Strike, m.Cross, m.Rise, m.Unmask, m.Prepare)
PLAYS = 250


def cast() -> dict[str, Person]:
    return {name: person(character) for name, character in READY.items()}


def some_rulings(rng: Random) -> frozenset[tuple[str, str]]:
    return frozenset((name, rng.choice(RULINGS[name].values)) for name in RULINGS if rng.random() < 0.3)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_it_keeps_the_law(seed: int) -> None:
    """5e.duel.round"""
    check_machine(DUEL, cast(), seed, READ, sentence, seldom=SELDOM, rulings=some_rulings(Random(seed)))


def test_the_game_master_may_rule_anything() -> None:
    pool: list[Any] = []
    for seed in range(8):
        pool += check_machine(DUEL, cast(), seed, READ, sentence, seldom=SELDOM)
    refused = sum(shuffled(DUEL, cast(), pool, seed) for seed in range(12))
    assert 0 < refused < 12 * 60


def test_every_kind_is_known() -> None:
    assert HOSTS["duel"] is DUEL
    assert {*DUEL.moves, *DUEL.events, Shifted, Closed} <= set(KINDS)


# --- whole duels, looked at from outside --------------------------------------------------------------------------


class Watched:
    """A random duel of two, and what it looked like before and after each event."""

    def __init__(self, seed: int) -> None:
        rng, self.seed = Random(seed), seed
        self.rulings = some_rulings(rng)
        a, b = rng.sample(sorted(READY), 2)
        self.first = {who: replace(person(READY[who]), fatigue=rng.randint(0, 12)) for who in (a, b)}
        self.scene: Scene[Duel] = Scene(self.first, DUEL.blank, rulings=self.rulings)
        self.steps = list[tuple[Scene[Duel], Any, Scene[Duel]]]()
        self.waited = list[Scene[Duel]]()
        source = Faces(rng)
        for _ in range(3000):
            every = offers(DUEL, self.scene)
            if not every:
                break
            self.waited.append(self.scene)
            who, move = self.chosen(every, rng, source)
            step = decide(DUEL, self.scene, who, move)
            now = self.scene
            for event in step.events:
                then = after(DUEL, now, event)
                self.steps.append((now, event, then))
                now = then
            self.scene = now
            assert now == step.now
        self.events = [event for _, event, _ in self.steps]

    def chosen(self, every: Offers, rng: Random, source: Faces) -> tuple[str, Any]:
        """Any move, but rather one that hurts, so that duels end by the sword."""
        several = [(who, offer) for who in every for offer in every[who]]
        usual = [each for each in several if each[1].move not in (*SELDOM, m.Call)]
        fierce = [each for each in usual if each[1].move in FIERCE]
        patience = 0.998 if self.scene.state.round < 30 else 0.5
        if usual and rng.random() < patience:
            several = fierce if fierce and rng.random() < 0.6 else usual
        who, offer = rng.choice(several)
        move = offer.sample(source)
        if isinstance(move, m.Face) and rng.random() < 0.7:
            return who, replace(move, one_roll=False)
        if isinstance(move, m.Keep) and rng.random() < 0.7:
            faces = self.scene.state.stack[-1].faces  # type: ignore[union-attr]
            tries = [offer.sample(source) for _ in range(8)]
            return who, max(tries, key=lambda each: sum(SUCCESS[faces[i]] for i in each.positions))
        return who, move

    def ruling(self, name: str) -> str:
        return dict(self.rulings).get(name, RULINGS[name].values[0])

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if type(event) is kind]


@pytest.fixture(scope="module")
def watched() -> list[Watched]:
    return [Watched(seed) for seed in range(PLAYS)]


def test_duels_come_to_an_end(watched: list[Watched]) -> None:
    """5e.duel.round, 5e.duel.forms: in every form, and in many ways."""
    assert all(each.scene.closed for each in watched)
    assert len({each.scene.state.form for each in watched}) == 7
    reasons = Counter(each.scene.state.scored.reason for each in watched if each.scene.state.scored)
    assert reasons["score"] > PLAYS / 4
    assert min(reasons[reason] for reason in ("one-roll", "concession", "cheating")) > PLAYS / 20
    seen = {type(event) for each in watched for event in each.events}
    assert seen == {*e.EVENTS, Shifted, Closed}, "everything happens to some of them"


def test_a_bid_and_a_prediction_are_known_to_nobody_else(watched: list[Watched]) -> None:
    """5e.duel.staredown, 5e.action.predict"""
    for each in watched:
        for _, event, then in each.steps:
            if type(event) not in (e.Bade, e.Predicted):
                continue
            name = "strife" if type(event) is e.Bade else "ring"
            foe = other(then.state, event.who).who
            assert getattr(redact(event, frozenset({event.who})), name).value is not None
            for reader in (foe, GM, CHANCE, ""):
                assert getattr(redact(event, frozenset({reader})), name).value is None
                view = redact(then.state, frozenset({reader}))
                assert repr(getattr(event, name)) not in repr(view), "a view holds it"


def test_bids_are_within_focus_and_of_the_calm(watched: list[Watched]) -> None:
    """5e.duel.staredown, 5e.compromised"""
    for each in watched:
        for before, event, _ in each.steps:
            if type(event) is e.Bade:
                bid = known(event.strife)
                assert bid is not None
                assert 0 <= bid <= numbers(before.cast[event.who]).focus
                assert not compromised(before.cast[event.who])


def test_the_staredown_is_the_number_of_the_round(watched: list[Watched]) -> None:
    """5e.duel.staredown"""
    for each in watched:
        stares = [event.strife for event in each.of(e.Stared)]
        assert stares == list(range(1, len(stares) + 1))
        taken = [event.by for event in each.of(Shifted) if event.why == "staredown"]
        assert taken == [n for n in stares for _ in range(2)]


def test_initiative_returns_each_round(watched: list[Watched]) -> None:
    """5e.duel.round, 5e.duel.initiative"""
    for each in watched:
        entered = {event.who: event.initiative for event in each.of(e.Entered)}
        for _, event, then in each.steps:
            if type(event) is e.Rounded:
                assert [(one.initiative, one.bid) for one in then.state.sides] == [
                    (entered[one.who], 0) for one in then.state.sides
                ]
            if type(event) is e.Ordered:
                first, second = (side(then.state, who) for who in event.order)
                before, later = (one.initiative + one.bid for one in (first, second))
                assert before > later or (before == later and then.state.lower == first.who)


def test_finishing_blows_are_few(watched: list[Watched]) -> None:
    """5e.duel.finishing-blow: each opened once, and struck only where it was opened."""
    for each in watched:
        opened = [(event.who, event.trigger) for event in each.of(e.Opened)]
        assert len(opened) == len(set(opened))
        if each.ruling("finishing_blows") == "one":
            assert len({who for who, _ in opened}) == len(opened)
        struck = Counter(event.check.who for event in each.of(e.Declared) if event.check.blow)
        left = Counter(event.who for event in each.of(e.Left))
        given = Counter(who for who, _ in opened)
        for who in each.first:  # where the duel ends meanwhile one or two are neither struck nor left
            assert 0 <= given[who] - struck[who] - left[who] <= 1
        if each.scene.state.one_roll:
            assert not opened


def test_tracks_stay_within_bounds(watched: list[Watched]) -> None:
    """5e.void, 5e.derived: nobody spends a Void Point that is not there."""
    for each in watched:
        for _, event, then in each.steps:
            if type(event) is Shifted:
                one: Person = then.cast[event.who]
                assert min(one.void, one.strife, one.fatigue) >= 0
                assert one.void <= dict(one.sheet.rings)["void"]


def test_who_is_compromised_is_known_and_keeps_no_strife(watched: list[Watched]) -> None:
    """5e.compromised"""
    kept = 0
    for each in watched:
        for scene in each.waited:
            if scene.state.sides and all(one.stance for one in scene.state.sides):
                for one in scene.state.sides:
                    assert one.compromised == compromised(scene.cast[one.who])
        for before, event, _ in each.steps:
            if type(event) is e.Kept and not isinstance(before.state.stack[0], Opening):
                check = before.state.stack[-1]
                assert isinstance(check, Check)
                chosen = [check.faces[i] for i in event.positions]
                if side(before.state, event.who).compromised:
                    kept += 1
                    assert not any(STRIFE[face] for face in chosen)
    assert kept > PLAYS / 10


def test_actions_of_a_turn_share_no_type(watched: list[Watched]) -> None:
    """5e.stance, 5e.duel.round: one action, in Water two, one of them without a check."""
    for each in watched:
        for scene in each.waited:
            for frame in scene.state.stack:
                if isinstance(frame, Turn) and len(frame.acts) > 1:
                    (first, one), (second, two) = frame.acts
                    assert not set(first) & set(second)
                    assert not (one and two)
                    assert len(frame.acts) == 2
                    assert side(scene.state, frame.who).stance == "water"


def test_everyone_has_one_turn_in_a_round(watched: list[Watched]) -> None:
    """5e.duel.round"""
    for each in watched:
        turns: list[str] = []
        for event in each.events:
            if type(event) is e.Rounded:
                turns = []
            elif type(event) is e.Turned:
                turns.append(event.who)
                assert len(turns) == len(set(turns))


def test_the_score_by_another_road(watched: list[Watched]) -> None:
    """5e.duel.score: added up from what happened."""
    for each in watched:
        scored = each.scene.state.scored
        assert scored
        a, b = (one.who for one in each.scene.state.sides)
        for who, foe, parts, total in ((a, b, scored.parts_a, scored.a), (b, a, scored.parts_b, scored.b)):
            found = dict(parts)
            assert sum(found.values()) == total
            highest = max([event.severity for event in each.of(e.Wounded) if event.by == who], default=0)
            assert found.get("critical", 0) == highest
            assert found.get("first", 0) == POINTS["first"] * sum(event.who == who for event in each.of(e.Led))
            assert found.get("unmasked", 0) == -2 * sum(event.who == who for event in each.of(e.Unmasked))
            inflicted = sum(event.by for event in each.of(Shifted) if event.who == foe and event.why == "defence")
            if each.ruling("fatigue_score") == "all":
                assert found.get("fatigue", 0) == inflicted
            else:
                assert found.get("fatigue", 0) <= inflicted
            if "killed" in found:
                assert side(each.scene.state, foe).body.dying >= 0 or side(each.scene.state, foe).body.dead
        if scored.reason == "score":
            assert scored.winner == (a if scored.a > scored.b else b if scored.b > scored.a else "")
