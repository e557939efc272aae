"""Checks of the 5th edition at random: the law of machines, and what holds in every check whatever is done in it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play.check import CHECK
from rollkeep.fifth.play.hosts import KINDS
from rollkeep.fifth.play.person import person
from rollkeep.fifth.rules import RULES
from rollkeep.fifth.sheet import Character, Modifier
from rollkeep.fifth.wording import sentence
from rollkeep.fifth.wording_play import SENTENCES
from rollkeep.machine.codec import Codec
from rollkeep.reason import Reason
from rollkeep.testing import check_machine, shuffled

READ = Codec(KINDS)


def cast(seed: int = 0) -> dict[str, Person]:
    """Two who are ready-made, one of them burdened, one with modifiers, and one of whom only the name is known."""
    rng = Random(seed)
    shinai, master = (person(READY[name]) for name in ("shinai", "master"))
    aki = READY["rival"]._replace(
        modifiers=(Modifier("Fan", ("checks",), 1, 1, 1, -1), Modifier("Fog", ("air",), flat=2))
    )
    return {
        "shinai": replace(shinai, strife=rng.randint(0, 12), fatigue=rng.randint(0, 12)),
        "master": master,
        "aki": person(aki),
        "akodo": person(Character("Akodo")),
        "part": person(Character("Part", rings=(("air", 2), ("fire", 3)), skills=(("games", 5),), partial=True)),
    }


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32))
def test_it_keeps_the_law(seed: int) -> None:
    """5e.check, 5e.keep, 5e.explode, 5e.advantages, 5e.compromised"""
    check_machine(CHECK, cast(seed), seed, READ, sentence)


def test_the_game_master_may_rule_anything() -> None:
    pool: list[Any] = []
    for seed in range(12):
        pool += check_machine(CHECK, cast(seed), seed, READ, sentence)
    refused = sum(shuffled(CHECK, cast(), pool, seed) for seed in range(20))
    assert 0 < refused < 20 * 60


def test_every_sentence_is_said_of_some_check() -> None:
    said = set[tuple[str, str]]()

    def heard(reason: Reason) -> str:
        said.add((reason.rule, reason.case))
        return sentence(reason)

    for seed in range(150):
        for event in check_machine(CHECK, cast(seed), seed, READ, heard):
            for reason in getattr(event, "reasons", ()):
                assert heard(reason)
    assert set(SENTENCES) <= said
    assert {rule for rule, _ in said} <= RULES.keys()
