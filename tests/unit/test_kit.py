"""The kit notices: each of these breaks a machine in one line, and ``check_machine`` says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rollkeep.fourth.play.check import CHECK, Asked
from rollkeep.fourth.play.contest import CONTEST
from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Declared, Kept
from rollkeep.fourth.play.task import TASK
from rollkeep.fourth.sheet_file import read
from rollkeep.fourth.wording import sentence
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import GM, Machine, Offers, Scene, Step, Who
from rollkeep.machine.secret import Secret, bare
from rollkeep.table.sheets import game_of
from rollkeep.testing import check_machine

READ = Codec(KINDS)
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
Broken = Callable[[Machine[Any]], Machine[Any]]


def cast() -> dict[str, Person]:
    """Anew each time, since one saboteur changes it in place."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.toml"))}
    named = {name: read(text) for name, text in texts.items() if game_of(text) == "4e"}
    return {name: person(character) for name, character in named.items()}


def offering(change: Callable[[Scene[Any], Offers], Offers]) -> Broken:
    """A machine whose offers are changed."""
    return lambda machine: replace(machine, offers=lambda scene: change(scene, machine.offers(scene)))


def evolving(change: Callable[[Any, Any, Any], Any]) -> Broken:
    """A machine whose state after an event is changed; the event, the state before and the state after."""
    return lambda machine: replace(
        machine, evolve=lambda state, event: change(event, state, machine.evolve(state, event))
    )


def taking(change: Callable[[Step[Any], Who, Any], None]) -> Broken:
    """A machine that does more with a move."""

    def broken(machine: Machine[Any]) -> Machine[Any]:
        def take(step: Step[Any], who: Who, move: Any) -> None:
            machine.take(step, who, move)
            change(step, who, move)

        return replace(machine, take=take)

    return broken


def spends_in_place(step: Step[Any], who: Who, move: Any) -> None:
    if isinstance(move, Declare):
        object.__setattr__(step.now.cast[who], "void", 0)


def peeks(scene: Scene[Any], offered: Offers) -> Offers:
    asked = scene.state.asked
    high = asked and isinstance(asked.tn, Secret) and (asked.tn.value or 0) > 99
    return {GM: offered.get(GM, ())} if high else offered


def never_in_debt(scene: Scene[Any], offered: Offers) -> Offers:
    assert all(one.void >= 0 for one in scene.cast.values())
    return offered


COUNTED: list[int] = []


def counts(event: Any, before: Any, after: Any) -> Any:
    COUNTED.append(1)
    return replace(after, left=after.left + len(COUNTED) % 2) if isinstance(event, Kept) else after


SABOTEURS: dict[str, tuple[Machine[Any], Broken, str]] = {
    "a value without a bound": (
        CHECK,
        offering(lambda _, all_: {who: tuple(o._replace(bounds=o.bounds[1:]) for o in o_) for who, o_ in all_.items()}),
        "a bound is missing",
    ),
    "a move that is not named": (CONTEST, lambda m: replace(m, moves=m.moves[1:]), "does not name"),
    "an event that is not named": (
        TASK,
        lambda m: replace(m, events=tuple(kind for kind in m.events if kind is not Declared)),
        "an unnamed event",
    ),
    "a move without an effect": (CONTEST, lambda m: replace(m, take=lambda *_: None), "has no event"),
    "a point spent in place": (CHECK, taking(spends_in_place), "in place|the fold is not"),
    "an evolve that remembers": (TASK, evolving(counts), "the fold is not|a view is not"),
    "an evolve that opens secrets": (
        CHECK,
        evolving(lambda event, _, after: (bare(getattr(event, "total", 0)), after)[1]),
        "",
    ),
    "an evolve that looks whether something is hidden": (
        CHECK,
        evolving(
            lambda event, _, after: (
                replace(after, asked=replace(event, label=str(event.tn))) if isinstance(event, Asked) else after
            )
        ),
        "a view is not",
    ),
    "offers that depend on a hidden TN": (CHECK, offering(peeks), "sees other offers"),
    "offers for somebody who is not there": (
        CONTEST,
        offering(lambda _, all_: {**all_, "nobody": all_.get(GM, ())}),
        "was taken",
    ),
    "a sentence that needs what is hidden": (
        CHECK,
        lambda m: replace(m, tell=lambda event: (bare(getattr(event, "total", 0)), m.tell(event))[1]),
        "",
    ),
    "an end that is not said": (CHECK, lambda m: replace(m, follow=lambda step: False), "not over"),
    "points that must not be overdrawn elsewhere": (CHECK, offering(never_in_debt), ""),
}


def many(machine: Machine[Any]) -> None:
    for seed in range(400):
        check_machine(machine, cast(), seed, READ, sentence, most=60)


@pytest.mark.parametrize("name", SABOTEURS)
def test_the_kit_notices(name: str) -> None:
    machine, broken, says = SABOTEURS[name]
    with pytest.raises((AssertionError, LookupError), match=says or None):
        many(broken(machine))


@pytest.mark.parametrize("name", HOSTS)
def test_and_says_nothing_of_the_machines_as_they_are(name: str) -> None:
    for seed in range(5):
        check_machine(HOSTS[name], cast(), seed, READ, sentence, most=60)
