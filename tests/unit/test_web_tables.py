"""A table over HTTP: opening, sitting down, commands, what each seat is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.web_tables import JSON, Evening, evening

from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.roll import Declare
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Act, Start


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        yield made


def test_a_check_from_asking_to_the_verdict(table: Evening) -> None:
    table.enter()
    anna = table.joins("Anna", "Shinai")
    asked = table.do(table.gm, Start("check", GM, Ask("Shinai", "kyujutsu", 20, label="Hit the lantern")))
    run = asked.json()["entries"][0]["run"]
    assert "Hit the lantern" in anna.get(table.address).text
    sent = {"what": "move", "run": str(run), "who": "Shinai", "move": "Declare", "f.raises": "1", "f.keep": "high"}
    answer = table.form(anna, **sent)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{table.address}#r{run}")
    page = anna.get(table.address).text
    assert "against 25" in page
    assert table.store.table(table.tab).head[:4] in page


def test_the_same_command_again_has_one_effect(table: Evening) -> None:
    table.enter()
    ask = Start("check", GM, Ask("Shinai", "kyujutsu", 20))
    first, second = (table.do(table.gm, ask, command="once") for _ in range(2))
    assert first.json() == second.json()
    other = table.do(table.gm, Act(1, GM, Declare("Shinai")), command="once")
    assert (other.status_code, other.json()["error"]["code"]) == (409, "table.command")


def test_without_a_seat_every_address_is_the_same(table: Evening) -> None:
    stranger = table.browser()
    answers = [stranger.get(table.address + rest) for rest in ("", "/log", "/stream", "/watch", "/menu", "/roll")]
    answers += [stranger.get("/t/nothing"), stranger.post(f"{table.address}/do", data={"what": "say", "text": "hi"})]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.text for answer in answers}) == 1


def test_a_link_that_is_looked_at_changes_nothing(table: Evening) -> None:
    table.enter()
    before = table.gm.get(table.address, headers=JSON).json()["seq"]
    assert "Shinai" in table.browser().get(table.link()).text
    assert table.gm.get(table.address, headers=JSON).json()["seq"] == before
