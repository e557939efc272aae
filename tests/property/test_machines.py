"""Every machine keeps the law of machines, on random play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.rulings import RULINGS
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.sheet_file import read
from rollkeep.fourth.wording import sentence
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import Machine
from rollkeep.table.sheets import game_of
from rollkeep.testing import check_machine, shuffled

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
READ = Codec(KINDS)


def cast() -> dict[str, Person]:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.toml"))}
    found = {name: person(read(text)) for name, text in texts.items() if game_of(text) == "4e"}
    return {**found, "rival": found["shinai"], "akodo": person(Character("Akodo"))}


@pytest.mark.parametrize("name", HOSTS)
@given(seed=st.integers(0, 2**32))
def test_it_keeps_the_law(name: str, seed: int) -> None:
    """4e.contested, 4e.cooperative.joint, 4e.cooperative.each, 4e.cumulative, 4e.iaijutsu, 4e.retry"""
    check_machine(HOSTS[name], cast(), seed, READ, sentence)


@pytest.mark.parametrize("name", HOSTS)
def test_the_game_master_may_rule_anything(name: str) -> None:
    pool: list[Any] = []
    for seed in range(6):
        pool += check_machine(HOSTS[name], cast(), seed, READ, sentence)
    for seed in range(10):
        shuffled(HOSTS[name], cast(), pool, seed)


def test_every_ruling_is_known() -> None:
    assert {"short_raiser", "best_helper_tie", "flub", "flub_cap", "cumulative_time"} <= set(RULINGS)


def test_the_kit_names_every_machine() -> None:
    assert all(isinstance(machine, Machine) and machine.name == name for name, machine in HOSTS.items())
