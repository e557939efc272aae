"""The computer duels honestly, from what it may see, and with sense."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache, partial
from math import sqrt
from random import Random
from typing import Any

import pytest

from rollkeep.dice.symbols import STRIFE, Pool
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.person import numbers, person
from rollkeep.fifth.duel.state import Check, Duel, Turn, Window, other, side
from rollkeep.machine.drive import Policy, play
from rollkeep.machine.machine import CHANCE, GM, Offer, Scene, Who, decide, offers
from rollkeep.machine.secret import Secret, each_secret, redact
from rollkeep.odds.symbols import Target, chance
from rollkeep.testing import Faces

CAST = {name: person(READY[name]) for name in ("shinai", "rival", "master", "monk")}
Seen = tuple[Who, Scene[Duel], tuple[Offer, ...], Any]


def begin(a: Who, b: Who, form: str = "first-blood") -> Scene[Duel]:
    cast = {name: CAST[name] for name in (a, b)}
    return decide(DUEL, Scene(cast, DUEL.blank), GM, m.Face(a, b, form, "", False, (), (), "")).now


def at_random(rng: Random) -> Policy:
    """Somebody who does anything, but never gives up."""

    def policy(_: Scene[Any], offered: tuple[Offer, ...]) -> Any:
        usual = [offer for offer in offered if offer.move not in (m.Concede, m.Witness)]
        return rng.choice(usual).sample(Faces(rng))

    return policy


@cache
def watched(form: str) -> tuple[tuple[Seen, ...], Counter[str]]:
    """Duels of the computer: every choice with what it saw, and how often each action was taken."""
    seen, acted = list[Seen](), Counter[str]()
    for seed in range(120):
        source = Faces(Random(seed))
        policies = {who: noting(who, computer(who, source), seen) for who in ("shinai", "rival")}
        _, log = play(DUEL, begin("shinai", "rival", form), policies, source)
        acted.update(event.action for event in log if isinstance(event, e.Acted))
    return tuple(seen), acted


def noting(who: Who, policy: Policy, seen: list[Seen]) -> Policy:
    def noted(scene: Scene[Any], offered: tuple[Offer, ...]) -> Any:
        move = policy(scene, offered)
        seen.append((who, scene, offered, move))
        return move

    return noted


FORMS = ("first-blood", "to-the-death", "sparring")


@pytest.mark.parametrize("form", FORMS)
def test_what_it_does_is_on_offer(form: str) -> None:
    for _, _, offered, move in watched(form)[0]:
        assert any(offer.admits(move) for offer in offered)


@pytest.mark.parametrize("form", FORMS)
def test_what_the_other_hides_changes_nothing(form: str) -> None:
    """What is seen, what is on offer and what is done are the same, whatever the other has bid or foreseen."""
    hid = 0
    for seed in range(30):
        source, scene = Faces(Random(seed)), begin("shinai", "rival", form)
        for step in range(1_000):
            if not (now := offers(DUEL, scene)):
                break
            who, offered = next(iter(now.items()))
            if who == CHANCE:
                move = offered[0].sample(source)
            else:
                names = frozenset({who})
                twin = scene._replace(state=each_secret(scene.state, partial(otherwise, names)))
                hid += twin != scene
                views = [each._replace(state=redact(each.state, names)) for each in (scene, twin)]
                assert views[0] == views[1]
                assert offers(DUEL, twin)[who] == offered
                move, again = (computer(who, Faces(Random(1_000 * seed + step)))(view, offered) for view in views)
                assert move == again
            scene = decide(DUEL, scene, who, move).now
        assert scene.closed
    assert hid > 20


def otherwise(names: frozenset[Who], secret: Secret[Any]) -> Secret[Any]:
    """Something else hidden, but from who answers to these names."""
    if secret.to & names:
        return secret
    changed = secret.value + 1 if isinstance(secret.value, int) else "fire" if secret.value == "air" else "air"
    return replace(secret, value=changed)


@pytest.mark.parametrize("form", FORMS)
def test_a_bid_never_opens_a_finishing_blow(form: str) -> None:
    """5e.duel.staredown: an eye on composure."""
    bids = [each for each in watched(form)[0] if isinstance(each[3], m.Bid)]
    assert any(move.strife for *_, move in bids)
    for who, scene, _, move in bids:
        if not other(scene.state, who).opened:
            one = scene.cast[who]
            assert one.strife + move.strife <= numbers(one).composure


@pytest.mark.parametrize("form", FORMS)
def test_strife_is_kept_within_composure_where_it_would_open_a_blow(form: str) -> None:
    """5e.compromised: but for a finishing blow, or against a grave critical."""
    kept = 0
    for who, scene, _, move in watched(form)[0]:
        check = scene.state.stack[-1] if scene.state.stack else None
        if not isinstance(move, m.Keep) or not isinstance(check, Check) or check.ring == "void":
            continue
        one, me = scene.cast[who], side(scene.state, who)
        chosen = [check.faces[i] for i in move.positions]
        if me.compromised or other(scene.state, who).opened or check.blow or check.kind == "resist" or check.kept:
            continue
        strife, least = sum(STRIFE[face] for face in chosen), min(STRIFE[face] for face in check.faces)
        kept += 1
        assert strife <= max(numbers(one).composure - one.strife, least)
    assert kept > 50


def test_it_uses_what_there_is() -> None:
    """5e.action.centre, 5e.action.predict, 5e.action.calming-breath, 5e.action.prepare-item, 5e.stance"""
    acted = sum((watched(form)[1] for form in FORMS), Counter[str]())
    assert min(acted[action] for action in ("strike", "calming-breath", "centre", "predict", "prepare-item")) > 0
    seen = [each for form in FORMS for each in watched(form)[0]]
    assert any(isinstance(move, m.Swap) and move.away for *_, move in seen)
    turns = [(scene.state, top) for _, scene, _, _ in seen for top in scene.state.stack[-1:] if isinstance(top, Turn)]
    assert any(len(top.acts) == 1 and side(state, top.who).stance == "water" for state, top in turns)


@pytest.mark.parametrize("ring", ["fire", "air"])
def test_it_shows_a_prediction_that_has_hit(ring: str) -> None:
    """5e.action.predict"""
    scene = begin("shinai", "rival")
    a, b = (one._replace(stance="fire") for one in scene.state.sides)
    sides = (a._replace(foreseen=Secret(ring, frozenset({"shinai"})), until=1), b)
    scene = scene._replace(state=scene.state._replace(stack=(Turn("rival", "read"),), sides=sides))
    view = scene._replace(state=redact(scene.state, frozenset({"shinai"})))
    move = computer("shinai", Faces(Random(1)))(view, offers(DUEL, view)["shinai"])
    assert move == m.Reveal(ring == "fire")


def test_it_takes_the_blow_that_meets_the_objective() -> None:
    """5e.duel.finishing-blow: with a katana in hand, to first blood."""
    blows = [
        move
        for _, scene, offered, move in watched("first-blood")[0]
        if scene.state.stack
        and isinstance(scene.state.stack[-1], Window)
        and any(offer.move is m.Strike for offer in offered)
    ]
    assert len(blows) > 20
    assert all(isinstance(move, m.Strike) for move in blows)


def test_it_does_not_kill_by_accident() -> None:
    """A naginata's finishing blow of severity 12 and more is left where nobody is to die."""
    from rollkeep.fifth.catalogue.weapons import WEAPONS

    armed = person(READY["shinai"]._replace(name="a", weapons=(WEAPONS["naginata"],)))
    cast = {"a": armed, "rival": CAST["rival"]}
    face = m.Face("a", "rival", "custom", "word", False, (), (), "")
    scene = decide(DUEL, Scene(cast, DUEL.blank), GM, face).now
    scene = scene._replace(
        state=scene.state._replace(
            stack=(Window("a", "compromised"),),
            sides=tuple(one._replace(stance="fire") for one in scene.state.sides),
        )
    )
    move = computer("a", Faces(Random(1)))(scene, offers(DUEL, scene)["a"])
    assert move == m.Pass()


def test_it_keeps_well() -> None:
    """5e.keep: calm, its Strike against TN 2 succeeds almost as often as can be."""
    pool, plays = Pool(3, 2, 3), 4000
    source, success = Faces(Random(7)), 0
    check = Check("shinai", "strike", "martial arts melee", "fire", 2, (3, 2, 3), weapon="katana")
    start = begin("shinai", "rival")
    sides = tuple(one._replace(stance="fire") for one in start.state.sides)
    start = start._replace(state=start.state._replace(stack=(check,), sides=sides, lower="shinai"))
    policy = computer("shinai", source)
    for _ in range(plays):
        scene = start
        counted = list[e.Counted]()
        while not counted:
            who, offered = next(iter(offers(DUEL, scene).items()))
            move = offered[0].sample(source) if who == CHANCE else policy(scene, offered)
            step = decide(DUEL, scene, who, move)
            counted = [event for event in step.events if isinstance(event, e.Counted)]
            scene = step.now
        success += counted[0].successes >= 2
    best = float(chance(pool, Target(2)))
    error = sqrt(best * (1 - best) / plays)
    assert best - 0.02 - 4 * error < success / plays < best + 4 * error


def test_it_beats_who_does_anything() -> None:
    won = Counter[str]()
    for seed in range(60):
        source = Faces(Random(seed))
        anything = at_random(Random(seed))
        policies = {"shinai": computer("shinai", source), "rival": anything, GM: anything}
        scene, _ = play(DUEL, begin("shinai", "rival", "warriors-duel"), policies, source)
        assert scene.state.scored
        won[scene.state.scored.winner] += 1
    assert won["shinai"] > 50
