"""Verifying an exported log: the page, the answer for programs, and every way in which a log can be wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.web_tables import HERE, JSON, Evening, evening

from rollkeep.fourth.play.check import Ask
from rollkeep.hosts import of_both
from rollkeep.machine.machine import GM
from rollkeep.machine.secret import Shown
from rollkeep.table.chain import commitment
from rollkeep.table.entry import Say, Show, Start
from rollkeep.table.log import lines_of, read
from rollkeep.table.verify import verify
from rollkeep.web.ground import seats
from rollkeep.web.pages import verify as pages

CODEC = of_both().codec


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        made.enter()
        made.enter("Kagemusha", hidden=True)
        made.joins("Anna", "Shinai")
        made.do(made.gm, Start("check", GM, Ask("Shinai", "kyujutsu", 20, "hidden", "Hit the lantern")))
        rolls = {"what": "move", "run": "5", "who": "Shinai", "move": "Declare", "f.keep": "high"}
        assert made.form(made.gm, **rolls).status_code == 303
        made.do(made.gm, Say("A word."))
        yield made


def log_of(table: Evening, client: Any = None) -> str:
    """What a seat exports; the game master's unless said."""
    text: str = (client or table.gm).get(f"{table.address}/export?as=jsonl").text
    return text


def player(table: Evening) -> Any:
    """Anna's browser."""
    client = table.browser()
    assert client.post(table.link("Anna")).status_code == 303
    return client


def sent(table: Evening, log: str | bytes, head: str = "") -> dict[str, Any]:
    """The answer for programs to the log itself."""
    raw = log.encode() if isinstance(log, str) else log
    answer = table.browser().post(f"/verify?head={head}", content=raw, headers=JSON)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def rechained(log: str, change: Callable[[list[Any]], list[Any]]) -> str:
    """The log with its entries changed, and every hash made to fit again."""
    entries = change(list(read(log.encode(), CODEC).entries))
    return "".join(line for line, _ in lines_of(entries, ""))


def test_the_exports_of_all_seats_are_whole_and_have_one_head(table: Evening) -> None:
    gm, anna = sent(table, log_of(table)), sent(table, log_of(table, player(table)))
    assert (gm["status"], gm["sealed"], gm["fault"], gm["bad"]) == (0, 0, None, None)
    assert (anna["status"], anna["sealed"] > 0) == (0, True)
    assert gm["head"] == anna["head"] == table.hall._rooms[table.tab].head
    assert gm["entries"] == anna["entries"] == table.hall._rooms[table.tab].table.seq


def test_what_is_shown_later_is_sealed_no_more(table: Evening) -> None:
    anna = player(table)
    before = sent(table, log_of(table, anna))["sealed"]
    opened = json.loads(table.do(table.gm, Show(5)).text)["entries"][0]["events"]
    assert len(opened) > 1
    after = sent(table, log_of(table, anna))
    assert (after["status"], after["sealed"]) == (0, before - len(opened))


def test_a_flipped_byte_is_noticed_wherever_it_is(table: Evening) -> None:
    for log in (log_of(table), log_of(table, player(table))):
        raw = log.encode()
        for at in range(0, len(raw) - 1, 37):
            for flip in (1, 32):
                spoilt = raw[:at] + bytes((raw[at] ^ flip,)) + raw[at + 1 :]
                assert verify(spoilt, CODEC).status in (1, 2), spoilt[max(0, at - 60) : at + 60]


def test_an_entry_removed_or_moved_is_named(table: Evening) -> None:
    lines = log_of(table).splitlines(keepends=True)
    removed = sent(table, "".join(lines[:2] + lines[3:]))
    moved = sent(table, "".join([*lines[:2], lines[3], lines[2], *lines[4:]]))
    assert (removed["status"], removed["bad"], removed["entries"]) == (1, 3, 2)
    assert (moved["status"], moved["bad"]) == (1, 3)
    assert "Entry 3" in removed["fault"]


def test_a_cut_tail_shows_only_against_a_later_head(table: Evening) -> None:
    log = log_of(table)
    head = sent(table, log)["head"]
    cut = "".join(log.splitlines(keepends=True)[:-1])
    assert sent(table, cut)["status"] == 0
    found = sent(table, cut, head)
    assert (found["status"], found["reached"], found["bad"]) == (1, None, None)
    assert "its end is missing" in found["fault"]
    older = sent(table, cut)["head"]
    assert sent(table, log, f"{older[:4]} {older[4:8].upper()}")["reached"] == len(log.splitlines()) - 1
    half = sent(table, log[:-30])
    assert (half["status"], half["entries"]) == (2, len(log.splitlines()) - 1)


def test_a_forged_value_under_a_true_seal_is_named(table: Evening) -> None:
    """Even where every hash is made to fit, which it does by itself: a value is hashed by its seal."""
    log = log_of(table)
    assert log.count('"value":20') > 1
    forged = log.replace('"value":20', '"value":25', 1)
    found = sent(table, forged)
    assert (found["status"], found["bad"]) == (1, 5)
    assert "does not fit its seal" in found["fault"]


def test_what_was_never_sealed_cannot_be_shown(table: Evening) -> None:
    secret = Shown(frozenset({GM}), 30, "", "00" * 16)
    made = secret._replace(seal=commitment(secret))  # type: ignore[arg-type]

    def forge(entries: list[Any]) -> list[Any]:
        return [*entries, replace(entries[-1], seq=len(entries) + 1, events=(made,))]

    log = log_of(table)
    found = sent(table, rechained(log, forge))
    assert (found["status"], found["bad"]) == (1, len(log.splitlines()) + 1)
    assert "shows what was never sealed" in found["fault"]


def test_a_seal_that_pretends_is_named(table: Evening) -> None:
    log = log_of(table, player(table))
    spoilt = log.replace('"to":[],"value":null', '"to":["gm"],"value":null', 1)
    assert spoilt != log
    assert sent(table, spoilt)["status"] == 1


@pytest.mark.parametrize(
    "raw", [b"no log", b"{}", b"[]", b"\xff\xfe\x00", b'{"rollkeep": 99, "entry": 1}', b"[" * 9999]
)
def test_what_is_no_log_cannot_be_read(table: Evening, raw: bytes) -> None:
    found = sent(table, raw)
    assert (found["status"], found["entries"]) == (2, 0)
    assert found["fault"]


def test_the_page_takes_a_file_or_a_text(table: Evening) -> None:
    log, browser = log_of(table), table.browser()
    blank = browser.get("/verify?head=9f3ac21e").text
    assert 'value="9f3ac21e"' in blank
    assert 'enctype="multipart/form-data"' in blank
    with_file = browser.post("/verify", files={"file": ("evening.jsonl", log)}, data={"head": ""})
    with_text = browser.post("/verify", data={"log": log.replace("\n", "\r\n")})
    for answer in (with_file, with_text):
        assert answer.status_code == 200
        assert "Whole" in answer.text
        assert f"{len(log.splitlines())} entries" in answer.text
    assert "evening.jsonl" in with_file.text
    changed = browser.post("/verify", files={"file": ("x", log.replace("A word", "A lie"))}).text
    assert "Not what was written" in changed
    assert f"Entry {len(log.splitlines())} is not" in changed


def test_the_page_says_what_is_wrong_where_it_was_typed(table: Evening) -> None:
    browser, log = table.browser(), log_of(table)
    answer = browser.post("/verify", data={"log": log, "head": "<b>9f</b>"})
    assert answer.status_code == 422
    assert 'id="f-head-error"' in answer.text
    assert "Hit the lantern" in answer.text
    assert "<b>9f" not in answer.text
    assert browser.post("/verify", data={"head": "x"}).status_code == 422
    assert browser.post("/verify", data={}, headers=JSON).json()["error"]["code"] == "usage.needs"
    assert browser.post("/verify", data={"log": log}, headers={"origin": "http://evil"}).status_code == 403
    assert browser.post("/verify", content=b"{}", headers={"accept": "application/json", "origin": HERE}).is_success


def test_too_much_is_refused(table: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    assert seats.MAX_VERIFY == 32 * 1024 * 1024
    monkeypatch.setattr(pages, "MAX_VERIFY", 1_000)
    assert sent(table, "x" * 1_000)["status"] == 2
    for data in (b"x" * 1_001, b"x" * 99_000):
        answer = table.browser().post("/verify", content=data, headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "table.too-much")
        assert table.browser().post("/verify", files={"file": ("x", data)}).status_code == 413
