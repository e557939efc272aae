"""The board of a duel: what everybody sees of both, and the list of duels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.web_tables import JSON, Evening, evening

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.moves import Bid, Face, Ready
from rollkeep.fifth.play.person import person
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Act, Mark, Start
from rollkeep.web.boards import DuelBoard, duel_board
from rollkeep.web.seats import View


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    """A table with two duellists; the rival is shown in words."""
    with evening(tmp_path, "5e") as made:
        for name, shown in (("Shinai", {}), ("Rival", {"tracks": "words", "free": False})):
            one = person(READY[name.lower()]._replace(name=name))
            made.enter(name, one, **shown)
        yield made


def begins(table: Evening) -> int:
    face = Face("Shinai", "Rival", "first-blood", "", False, (), (), "At dawn")
    answer = table.do(table.gm, Start("duel", GM, face))
    assert answer.status_code == 200, answer.text
    return int(answer.json()["entries"][0]["run"])


def seen(table: Evening, seat: str, run: int) -> DuelBoard:
    view = View(table.hall._rooms[table.tab], seat)
    whole = view.run(run)
    assert whole
    found = duel_board(view, whole)
    assert found
    return found


def test_tracks_are_numbers_for_the_own_and_words_where_that_is_all(table: Evening) -> None:
    table.joins("Anna", "Shinai")
    run = begins(table)
    assert table.do(table.gm, Mark("Rival", "strife", 7, "nerves")).status_code == 200
    mine, rival = seen(table, "Anna", run).fighters
    assert mine.mine
    assert [(track.key, track.now) for track in mine.tracks][:2] == [("strife", 0), ("fatigue", 0)]
    assert (rival.tracks, rival.words) == ((), "strained")
    assert seen(table, "gm", run).fighters[1].tracks[0].now == 7
    assert seen(table, "", run).fighters[1].tracks == ()


def test_the_board_stays_in_sight_of_who_takes_part(table: Evening) -> None:
    anna, wanda = table.joins("Anna", "Shinai"), table.joins("Wanda", role="watcher")
    run = begins(table)
    assert table.do(anna, Act(run, "Shinai", Ready("fire", False, ()))).status_code == 200
    page = anna.get(table.address).text
    doing = page[page.index('id="doing"') : page.index('id="log"')]
    assert "duel-board" in doing
    assert "finishing blow: <b>open</b>" in doing
    watched = wanda.get(table.address).text
    assert "duel-board" in watched[watched.index('id="cards"') :]


def test_a_sealed_bid_is_on_no_board(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    run = begins(table)
    to_the_bids(table, run)
    before = {seat: seen(table, seat, run) for seat in ("gm", "")}
    assert table.do(anna, Act(run, "Shinai", Bid(3))).status_code == 200
    assert {seat: seen(table, seat, run) for seat in ("gm", "")} == before


def to_the_bids(table: Evening, run: int) -> None:
    """On to the first bids: the computer chooses for both."""
    from rollkeep.dice.source import Listed
    from rollkeep.fifth.duel.computer import computer
    from rollkeep.machine.machine import offers

    room = table.hall._rooms[table.tab]
    for _ in range(20):
        host, scene = room.table.hosts["duel"], room.table.scene(room.table.runs[run])
        if scene.state.round:
            return
        who, offered = next(iter(offers(host, scene).items()))
        move: Any = computer(who, Listed([5] * 99))(scene, offered)
        assert table.do(table.gm, Act(run, who, move)).status_code == 200
    raise AssertionError("no bids")


def test_the_list_of_duels(table: Evening) -> None:
    run = begins(table)
    (row,) = table.gm.get(f"{table.address}/duels", headers=JSON).json()["duels"]
    assert (row["run"], row["label"], row["is_over"]) == (run, "At dawn", False)
    assert "At dawn" in table.gm.get(f"{table.address}/duels").text
    answer = table.form(table.gm, what="close", run=str(run), why="rain")
    assert answer.status_code == 303
    assert "called off" in table.gm.get(f"{table.address}/duels").text
