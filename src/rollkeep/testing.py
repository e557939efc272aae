"""The test kit for machines: what every one of them must keep, on random play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any

from rollkeep.dice.source import Source
from rollkeep.errors import IllegalMove
from rollkeep.machine.codec import Codec, text
from rollkeep.machine.machine import (
    EXPECTED,
    GM,
    Cast,
    Closed,
    Machine,
    Offer,
    Offers,
    Scene,
    Shifted,
    Step,
    after,
    decide,
    offers,
    rule,
)
from rollkeep.machine.secret import redact
from rollkeep.reason import Reason


class Faces:
    """Faces from a generator, for tests."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def faces(self, sides: int, count: int, /) -> bytes:
        return bytes(self._rng.randint(1, sides) for _ in range(count))


def check_machine(
    machine: Machine[Any],
    cast: Cast,
    seed: int,
    read: Codec,
    sentence: Callable[[Reason], str],
    most: int = 300,
    seldom: tuple[type, ...] = (),
    rulings: frozenset[tuple[str, str]] = frozenset(),
) -> list[Any]:
    """One random play with every clause of the law looked at on the way; the events of the play.

    Moves that are ``seldom`` made are those that would end a play before it has begun.

    Raises: AssertionError where the machine breaks the law.
    """
    rng = Random(seed)
    source: Source = Faces(rng)
    scene, log = Scene(cast, machine.blank, rulings=rulings), list[Any]()
    readers = [frozenset({who}) for who in (*cast, GM)] + [frozenset[str]()]
    views: Mapping[frozenset[str], Scene[Any]] = dict.fromkeys(readers, scene)
    tracks = [field.name for field in fields(next(iter(cast.values()))) if field.name != "sheet"]
    while (every := offers(machine, scene)) and len(log) < most:
        who, offer = _chosen(every, rng, seldom)
        assert {field.name for field in fields(offer.move)} == {name for name, _ in offer.bounds}, "a bound is missing"
        _speaks_of_each(offer, sentence)
        move = offer.sample(source)
        assert offer.admits(move), f"an offer does not admit its own {move}"
        assert offer.move in machine.moves, "a move that the machine does not name"
        assert read.load(text(move)) == move, "a move does not survive the codec"
        _refuses(machine, scene, who, move, every[who], rng)
        before = text((tuple(scene.cast.values()), scene.state))
        step = decide(machine, scene, who, move)
        assert before == text((tuple(scene.cast.values()), scene.state)), "decide changes something in place"
        assert step.events, "an admitted move has no event"
        scene, views = _fold(machine, scene, views, step, read, sentence)
        _offers_agree(machine, scene, views)
        log += step.events
        if rng.random() < 0.3:  # another procedure moves a track: may happen between any two moves
            elsewhere = Shifted(rng.choice(sorted(cast)), rng.choice(tracks), rng.randint(-20, 20), "elsewhere")
            step = rule(machine, scene, elsewhere)
            scene, views = _fold(machine, scene, views, step, read, sentence)
            log += step.events[1:]
    assert scene.closed or len(log) >= most, "nobody may act, yet it is not over"
    return log


def _chosen(every: Offers, rng: Random, seldom: tuple[type, ...]) -> tuple[str, Offer]:
    several = [(who, offer) for who in sorted(every) for offer in every[who]]
    usual = [each for each in several if each[1].move not in seldom]
    return rng.choice(usual if usual and rng.random() < 0.97 else several)


def _fold(
    machine: Machine[Any],
    scene: Scene[Any],
    views: Mapping[frozenset[str], Scene[Any]],
    step: Step[Any],
    read: Codec,
    sentence: Callable[[Reason], str],
) -> tuple[Scene[Any], Mapping[frozenset[str], Scene[Any]]]:
    """The scene and every reader's view after the events of a step."""
    now = dict(views)
    for event in step.events:
        assert read.load(text(event)) == event, "an event does not survive the codec"
        assert type(event) in (*machine.events, Shifted, Closed), "an unnamed event"
        scene = after(machine, scene, event)
        for reader in now:
            told = redact(event, reader)
            assert sentence(machine.tell(told)), "an event that cannot be told"
            now[reader] = after(machine, now[reader], told)
            assert now[reader].state == redact(scene.state, reader), "a view is not the redacted state"
    assert scene == step.now, "the fold is not what the step saw"
    return scene, now


def _offers_agree(machine: Machine[Any], scene: Scene[Any], views: Mapping[frozenset[str], Scene[Any]]) -> None:
    """Offers depend only on what their actor may see."""
    full = offers(machine, scene)
    for reader, view in views.items():
        seen = offers(machine, view)
        for name in reader:
            assert seen.get(name) == full.get(name), f"{name} sees other offers than there are"


def _speaks_of_each(offer: Offer, sentence: Callable[[Reason], str]) -> None:
    """Sentences about a value are one for each of its options."""
    if offer.about:
        options = getattr(dict(offer.bounds)[offer.about], "of", ())
        assert len(options) == len(offer.says), f"not every {offer.about} is spoken of"
        assert all(": " in sentence(reason) for reason in offer.says), "a sentence does not begin with its option"


def _refuses(
    machine: Machine[Any], scene: Scene[Any], who: str, move: Any, offered: tuple[Offer, ...], rng: Random
) -> None:
    """A move spoilt in one value, or by another actor, is refused."""
    for wrong, name in ((_spoilt(offered, move, rng), who), (move, "nobody")):
        try:
            decide(machine, scene, name, wrong)
        except IllegalMove:
            continue
        raise AssertionError(f"{name} {wrong} was taken")


def _spoilt(offered: tuple[Offer, ...], move: Any, rng: Random) -> Any:
    spoils = [b"bytes", -1, 10**6, True, "\x00nonsense", None, (), frozenset({99}), (99,), ((11,),), 1.5]
    names = [field.name for field in fields(move)]
    while names:
        wrong = replace(move, **{rng.choice(names): rng.choice(spoils)})
        if not any(offer.admits(wrong) for offer in offered):
            return wrong
    return object()


def shuffled(machine: Machine[Any], cast: Cast, events: list[Any], seed: int) -> int:
    """The game master may rule anything: random events in random order. How many did not fit."""
    rng, scene, refused = Random(seed), Scene(cast, machine.blank), 0
    for _ in range(60):
        try:
            step = rule(machine, scene, rng.choice(events))
            offers(machine, step.now)
            scene = step.now
        except EXPECTED:
            refused += 1
    return refused
