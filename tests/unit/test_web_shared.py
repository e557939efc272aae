"""What leaves the table: shared cards with their texts, and exports, of which none tells what is hidden."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.unit.web_tables import JSON, Evening, evening

from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.roll import Declare
from rollkeep.machine.machine import CHANCE, GM
from rollkeep.table.entry import Act, Asked, Enter, Mark, Plead, Say, Show, Start
from rollkeep.web.cards import told
from rollkeep.web.cards.drawn import Die, Rolled
from rollkeep.web.cards.pictures import Picture
from rollkeep.web.cards.told import Told

KINDS = ("jsonl", "markdown", "csv")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        yield made


def asked(table: Evening, client: Any = None, **how: Any) -> int:
    """Shinai is asked for a roll, and rolls; the number of the run."""
    given: dict[str, Any] = {"tn": 20, "label": "Hit the lantern"} | how
    ask = Ask("Shinai", "kyujutsu", **given)
    answer = table.do(client or table.gm, Start("check", "Shinai" if client else GM, ask))
    assert answer.status_code == 200, answer.text
    run: int = answer.json()["entries"][0]["run"]
    rolls = {"what": "move", "who": "Shinai", "move": "Declare", "f.raises": "1", "f.raise_for": "speed"}
    if how.get("judging") == "none":
        rolls |= {"f.raises": "0", "f.raise_for": ""}
    assert table.form(client or table.gm, run=str(run), **rolls, **{"f.keep": "high"}).status_code == 303
    return run


def share(table: Evening, run: int, client: Any = None) -> str:
    """The address of a shared card."""
    answer = (client or table.gm).post(f"{table.address}/share", data={"run": run})
    assert answer.status_code == 303, answer.text
    address: str = answer.headers["location"]
    assert re.fullmatch(r"/c/[\w-]{22}", address)
    return address


def areas(page: str) -> list[str]:
    """The texts for posts."""
    return [unescape(text) for text in re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)]


# --- sharing ----------------------------------------------------------------------------------------------------


def test_a_shared_card_is_read_without_a_seat(table: Evening) -> None:
    table.enter()
    anna = table.joins("Anna", "Shinai")
    run = asked(table)
    address = share(table, run, anna)
    assert share(table, run) == address
    assert anna.post(f"{table.address}/share", data={"run": run}, headers=JSON).json() == {
        "address": f"http://testserver{address}"
    }
    answer = table.browser().get(address)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    head = table.hall._rooms[table.tab].heads[table.hall._rooms[table.tab].of_run[run][-1].seq]
    for text in ("Hit the lantern", "Kyujutsu/Reflexes", "1 Raise: speed", "against 25", head, head[:4], head[4:8]):
        assert text in answer.text
    (description,) = re.findall(r'<meta property="og:description" content="([^"]*)">', answer.text)
    assert description == "Shinai rolls Kyujutsu/Reflexes (7k3, 1 Raise: speed): 23 against 25, Failure by 2."
    assert '<meta property="og:title" content="Shinai: Hit the lantern">' in answer.text
    assert "<form" not in answer.text


def test_each_text_says_all_and_carries_the_link(table: Evening) -> None:
    table.enter()
    address = share(table, asked(table))
    markdown, bbcode, plain = areas(table.browser().get(address).text)
    for text in (markdown, bbcode, plain):
        for part in ("Shinai", "Hit the lantern", "1 Raise: speed", "against 25", "Failure by 2", "chain "):
            assert part in text
        assert text.count(f"http://testserver{address}") == 1
    assert "**6** **8** 2 5 5 **9** 4" in markdown
    assert "[b]6[/b] [b]8[/b] 2 5 5 [b]9[/b] 4" in bbcode
    assert "[6] [8] 2 5 5 [9] 4" in plain
    assert f"[**23** against 25 · **Failure by 2**](http://testserver{address})" in markdown


def test_a_second_unasked_roll_is_told(table: Evening) -> None:
    table.enter()
    anna = table.joins("Anna", "Shinai")
    asked(table)
    first, second = (asked(table, anna, judging="later", tn=None) for _ in range(2))
    once, again = (table.browser().get(share(table, run)).text for run in (first, second))
    assert all("unasked, 2nd like it today" in text for text in areas(again))
    assert not any("unasked" in text for text in areas(once))


@pytest.mark.parametrize(
    "label", ['"><script>x</script>', "[url=http://evil]x[/url]", "](http://evil) *x*", "a\u202eb"]
)
def test_a_hostile_label_stays_a_label(table: Evening, label: str) -> None:
    table.enter()
    answer = table.do(table.gm, Start("check", GM, Ask("Shinai", "kyujutsu", 20, label=label)))
    if answer.status_code != 200:
        assert "\u202e" in label
        return
    page = table.browser().get(share(table, answer.json()["entries"][0]["run"])).text
    assert "<script>x" not in page
    markdown, bbcode, _ = areas(page)
    assert "](http://evil)" not in markdown.replace("\\]", "")
    assert not re.search(r"\[(?!/?b\]|/url\]|url=http://testserver/c/[\w-]{22}\])", bbcode)


def test_who_may_share_what(table: Evening) -> None:
    table.enter()
    anna, otto = table.joins("Anna", "Shinai"), table.joins("Otto", role="watcher")
    run = asked(table)
    secret = table.do(table.gm, Start("check", GM, Ask("Shinai", "kyujutsu", 20), secret=True)).json()
    hidden = secret["entries"][0]["run"]
    where = f"{table.address}/share"
    assert otto.post(where, data={"run": run}).status_code == 403
    assert table.browser().post(where, data={"run": run}).status_code == 404
    assert anna.post(where, data={"run": run}, headers={"origin": "http://evil"}).status_code == 403
    assert anna.get(where).status_code == 405
    for client, number in ((table.gm, hidden), (anna, hidden), (anna, 999), (anna, "x"), (anna, 1)):
        assert client.post(where, data={"run": number}, headers=JSON).status_code in (409, 422)
    unseen, missing = (anna.post(where, data={"run": n}, headers=JSON).json()["error"] for n in (hidden, 999))
    assert unseen["message"].replace(str(hidden), "N") == missing["message"].replace("999", "N")
    refused = table.gm.post(where, data={"run": hidden})
    assert "Not everybody may see this card" in refused.text
    with_nothing = table.store._db.execute("select count(*) from card").fetchone()
    assert with_nothing == (0,)


def test_an_unknown_card_is_the_same_nothing(table: Evening) -> None:
    nothing = table.browser().get("/t/nothing")
    answer = table.browser().get("/c/nothing")
    assert (answer.status_code, answer.text) == (404, nothing.text)


def test_a_card_of_a_deleted_table_is_gone(table: Evening) -> None:
    table.enter()
    address = share(table, asked(table))
    table.store.delete(table.tab)
    table.hall._rooms.clear()
    page, told_ = table.browser().get(address), table.browser().get(address, headers=JSON)
    assert (page.status_code, told_.status_code) == (410, 410)
    assert told_.json()["error"]["code"] == "table.gone"
    assert "was deleted" in page.text
    assert "lantern" not in page.text


def test_what_is_undone_is_told_as_undone(table: Evening) -> None:
    table.enter()
    run = asked(table)
    address = share(table, run)
    table.form(table.gm, what="withdraw", run=str(run), why="the wrong Skill")
    page = table.browser().get(address).text
    assert all(text.startswith("undone: ") for text in areas(page))
    exported = table.gm.get(f"{table.address}/export?as=markdown").text
    assert f"## {run} · ~~" in exported
    assert "* ~~Shinai rolls Kyujutsu/Reflexes" in exported


def test_what_was_taken_back_says_who_goes_on(table: Evening) -> None:
    """Whoever may act again is named; where dice would fall next, the game master says when."""
    table.enter()
    anna, run = table.joins("Anna", "Shinai"), asked(table)
    room = table.hall._rooms[table.tab]
    thrown = next(each.seq for each in room.of_run[run] if isinstance(each.asked, Asked) and each.asked.who == CHANCE)
    for before, words, goes in (
        (thrown, "It waits: the game master says when it goes on.", True),
        (thrown - 1, "Waiting for Shinai since", False),
    ):
        assert table.form(table.gm, what="undo", run=str(run), before=str(before), why="once more").status_code == 303
        for client in (table.gm, anna):
            page = client.get(table.address).text
            assert words in page
            assert (">Go on<" in page) == (goes and client is table.gm)
        if goes:
            assert table.form(table.gm, what="go", run=str(run)).status_code == 303
            assert "It waits" not in anna.get(table.address).text
            last = room.of_run[run][-1].asked
            assert isinstance(last, Asked)
            assert last.who == CHANCE, "the dice have fallen again"


def test_each_undo_goes_one_step_further_back(table: Evening) -> None:
    table.enter()
    run = asked(table, judging="later", tn=None)
    assert table.form(table.gm, what="judge", run=str(run), tn="5").status_code == 303

    def run_now() -> Any:
        return table.hall._rooms[table.tab].table.runs[run].state

    stood = run_now()
    assert stood.judged
    table.form(table.gm, what="undo", run=str(run), why="not yet")
    assert (run_now().judged, run_now().roll.kept) == (None, stood.roll.kept)
    table.form(table.gm, what="undo", run=str(run), why="nor that")
    assert run_now().roll.declared is None
    table.form(table.gm, what="undo", run=str(run), why="nothing of it")
    assert run_now() is None
    refused = table.form(table.gm, what="undo", run=str(run), why="what else?")
    assert refused.status_code == 409
    assert f"Run {run} has nothing left to undo." in refused.text


def test_what_was_played_on_is_not_withdrawn_by_a_slip(table: Evening) -> None:
    """Before anybody has answered a request goes without a word; later it takes a reason, and can be brought back."""
    table.enter()
    run = asked(table)
    room = table.hall._rooms[table.tab]
    stood, cast = room.table.runs[run].state, room.table.cast
    refused = table.form(table.gm, what="restore", run=str(run))
    assert (refused.status_code, f"Run {run} has nothing to bring back." in refused.text) == (409, True)
    fresh = table.do(table.gm, Start("check", GM, Ask("Shinai", "athletics", 20))).json()["entries"][0]["run"]
    page = table.gm.get(table.address).text
    assert (page.count(">Withdraw<"), page.count("Bring back")) == (1, 0)
    assert table.form(table.gm, what="withdraw", run=str(fresh)).status_code == 303
    assert table.form(table.gm, what="withdraw", run=str(run)).status_code == 422
    assert table.form(table.gm, what="withdraw", run=str(run), why="a dream").status_code == 303
    assert room.table.runs[run].state is None
    assert table.gm.get(table.address).text.count(">Bring back what was undone<") == 2
    assert table.form(table.gm, what="restore", run=str(run)).status_code == 303
    assert (room.table.runs[run].state, room.table.cast) == (stood, cast)
    page = table.gm.get(table.address).text
    assert page.count(">Bring back what was undone<") == 1
    assert page.count("What was undone counts again.") == 1


def test_steps_are_brought_back_one_by_one_until_somebody_moves(table: Evening) -> None:
    table.enter()
    anna, run = table.joins("Anna", "Shinai"), asked(table, judging="later", tn=None)
    table.form(table.gm, what="judge", run=str(run), tn="5")
    room = table.hall._rooms[table.tab]
    judged = room.table.runs[run].state
    for _ in range(2):
        assert table.form(table.gm, what="undo", run=str(run), why="not so").status_code == 303
    plea = Plead(run, "Shinai", Declare("Shinai", 9), "please")
    assert table.do(anna, plea).status_code == 200
    for _ in range(2):
        assert table.form(table.gm, what="restore", run=str(run)).status_code == 303
    assert room.table.runs[run].state == judged
    assert table.form(table.gm, what="restore", run=str(run)).status_code == 409
    assert table.form(table.gm, what="undo", run=str(run), why="not so").status_code == 303
    assert table.form(table.gm, what="judge", run=str(run), tn="10").status_code == 303
    assert table.form(table.gm, what="restore", run=str(run)).status_code == 409, "it was judged anew"


def test_calling_off_is_a_step_that_can_be_undone(table: Evening) -> None:
    table.enter()
    run = asked(table, judging="later", tn=None)
    room = table.hall._rooms[table.tab]
    stood = room.table.runs[run]
    assert table.form(table.gm, what="close", run=str(run), why="a slip").status_code == 303
    assert room.table.runs[run].closed
    assert table.form(table.gm, what="undo", run=str(run), why="a slip").status_code == 303
    assert (room.table.runs[run].closed, room.table.runs[run].state) == (False, stood.state)


def test_what_cannot_be_paid_again_is_not_brought_back(table: Evening) -> None:
    """4e.void.boost: the Void Point of the roll was given back, and has gone elsewhere."""
    table.enter()
    run = table.do(table.gm, Start("check", GM, Ask("Shinai", "kyujutsu", 20))).json()["entries"][0]["run"]
    table.do(table.gm, Act(run, "Shinai", Declare("Shinai", void="boost")))
    table.form(table.gm, what="undo", run=str(run), why="not yet")
    assert table.do(table.gm, Mark("Shinai", "void", -3, "meditation")).status_code == 200
    refused = table.form(table.gm, what="restore", run=str(run))
    assert refused.status_code == 409
    assert "Shinai cannot bear what it would cost again: Void Points -1." in unescape(refused.text)


def test_an_undo_names_an_entry_of_its_run(table: Evening) -> None:
    table.enter()
    run, other = asked(table), asked(table)
    seq = table.hall._rooms[table.tab].table.seq
    for wrong in ("999", str(other)):
        told = table.form(table.gm, what="undo", run=str(run), before=wrong, why="the wrong Skill")
        assert told.status_code == 409
        assert f"Run {run} has no entry {wrong}." in told.text
    assert table.hall._rooms[table.tab].table.seq == seq


# --- nothing hidden -----------------------------------------------------------------------------------------------


def masked(text: str) -> str:
    """The text without what is drawn anew each time, and without hashes, which commit to what is hidden."""
    text = re.sub(r"[0-9a-f]{64}", "HASH", text)
    text = re.sub(r"\b[0-9a-f]{4} [0-9a-f]{4}\b|head=[0-9a-f]{8}|\?[0-9a-f]{10}\b", "HEAD", text)
    text = re.sub(r"join-[0-9a-f]+", "JOIN", text)
    return re.sub(r"/(?:c|t)/[\w-]{22}", "ADDRESS", text)


def all_that_leaves(path: Path, tn: int, ghost: str, plot: str) -> tuple[list[str], list[str]]:
    """An evening with these secrets: what others get to read, and what the game master does."""
    path.mkdir()
    with evening(path) as table:
        table.enter()
        table.enter(ghost, hidden=True)
        anna, otto = table.joins("Anna", "Shinai"), table.joins("Otto", role="watcher")
        run = asked(table, tn=tn, judging="hidden")
        blind = asked(table, shown="blind", told="nothing")
        command = Start("check", GM, Ask(ghost, "kyujutsu", tn, label=plot), secret=True)
        assert table.do(table.gm, command).status_code == 200
        found = []
        for number in (run, blind):
            address = share(table, number, anna)
            found += [table.browser().get(address).text, table.browser().get(address, headers=JSON).text]
        for client in (anna, otto):
            found += [client.get(f"{table.address}/export?as={kind}").text for kind in KINDS]
        return found, [table.gm.get(f"{table.address}/export?as={kind}").text for kind in KINDS]


def test_no_byte_depends_on_what_is_hidden(tmp_path: Path) -> None:
    one, whole = all_that_leaves(tmp_path / "one", 777, "Kagemusha", "Behind the screen")
    other, _ = all_that_leaves(tmp_path / "other", 801, "Bo", "A trap")
    for a, b in zip(one, other, strict=True):
        assert masked(a) == masked(b)
    for secret in ("777", "Kagemusha", "Behind the screen"):
        assert all(secret in text for text in whole)
        assert not any(secret in masked(text) for text in one)


def test_a_blind_roll_is_shared_without_its_dice(table: Evening) -> None:
    table.enter()
    table.joins("Anna", "Shinai")
    page = table.browser().get(share(table, asked(table, shown="blind", told="nothing"))).text
    assert "dice hidden" in page
    assert all("dice hidden" in text for text in areas(page))
    assert not re.search(r'<use href="#die-d10"/><text', page)


def test_what_is_revealed_is_on_the_card(table: Evening) -> None:
    table.enter()
    run = asked(table, judging="hidden", tn=20)
    address = share(table, run)
    assert "against 25" not in table.browser().get(address).text
    assert table.do(table.gm, Show(run)).status_code == 200
    assert "against 25" in table.browser().get(address).text


def test_a_roll_for_oneself_is_not_in_the_game_master_s_export(table: Evening) -> None:
    table.enter()
    anna = table.joins("Anna", "Shinai")
    asked(table, anna, judging="none", tn=None, shown="self")
    mine, gm = (client.get(f"{table.address}/export?as=markdown").text for client in (anna, table.gm))
    assert "**6** **8** 2 5 5 **9** 4" in mine
    assert "dice hidden" in gm


# --- exports ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_no_export_holds_a_token(table: Evening, kind: str) -> None:
    table.enter()
    anna = table.joins("Anna", "Shinai")
    tokens = [token for token, _ in table.store.links(table.tab)]
    assert len(tokens) == 3
    for client in (anna, table.gm):
        text = client.get(f"{table.address}/export?as={kind}").text
        assert not any(token in text for token in tokens)


def test_exports_are_files(table: Evening) -> None:
    types = {"jsonl": "application/x-ndjson", "markdown": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8"}
    for kind, media in types.items():
        answer = table.gm.get(f"{table.address}/export?as={kind}")
        ending = "md" if kind == "markdown" else kind
        assert answer.headers["content-disposition"] == f'attachment; filename="the-lantern.{ending}"'
        assert (answer.headers["content-type"], answer.headers["cache-control"]) == (media, "no-store")
    assert table.gm.get(f"{table.address}/export").headers["content-type"] == types["jsonl"]
    assert table.gm.get(f"{table.address}/export?as=xlsx").status_code == 422
    assert table.browser().get(f"{table.address}/export").status_code == 404
    assert f"{table.address}/export?as=csv" in table.gm.get(table.address).text


@pytest.mark.parametrize("start", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "＝1+1", "a; =1+1"])
def test_no_cell_and_no_line_is_a_formula(table: Evening, start: str) -> None:
    assert table.do(table.gm, Say(start), Say("-5"), Say("=")).status_code == 200
    rows = list(csv.reader(io.StringIO(table.gm.get(f"{table.address}/export?as=csv").text)))
    assert rows[0] == ["seq", "at", "seat", "run", "text"]
    *_, said, number, sign = (row[4] for row in rows)
    assert said in (f"'{start}", start.replace("; ", "; '"))
    assert (number, sign) == ("-5", "'=")
    assert all(row[0].isdigit() and row[3].isdigit() for row in rows[1:])
    for line in table.gm.get(f"{table.address}/export?as=markdown").text.splitlines():
        assert not line.startswith(("=", "+", "-", "@", "\t", "＝"))


def test_the_markdown_has_a_section_for_each_card(table: Evening) -> None:
    table.enter()
    table.do(table.gm, Enter("*Bo*", table.hall._rooms[table.tab].table.cast["Shinai"]))
    run = asked(table)
    text = table.gm.get(f"{table.address}/export?as=markdown").text
    assert re.findall("^##? .*", text, re.MULTILINE) == [
        "# The lantern",
        "## At the table",
        f"## {run} · Shinai: Hit the lantern",
    ]
    assert r"\*Bo\*" in text
    assert "> **23** against 25 · **Failure by 2**" in text


# --- texts --------------------------------------------------------------------------------------------------------


def test_ring_dice_are_told_as_three_numbers() -> None:
    dice = (Die("ring", "ex+st", True), Die("ring", "-", False), Die("skill", "op", True))
    roll = Rolled("Doji", "Courtesy", "2r1s", "", dice, tally=(0, 2, 0))
    text = told.text(
        Told(Picture("Check", "", (roll,), "TN 2", False, "Failure"), "closed", 0, "ab" * 32, "http://h/c/x")
    )
    assert text.splitlines() == [
        "Doji · Courtesy",
        "2r1s",
        "ring [ex+st] blank skill [op]",
        "0/2/0 · TN 2 · Failure",
        "http://h/c/x",
        "chain abab abab",
    ]


def test_a_contest_names_everybody() -> None:
    rolls = (Rolled("Shinai", "Kenjutsu", "6k3", total="27"), Rolled("Rival", "Kenjutsu", "5k3", total="19"))
    text = told.text(
        Told(Picture("Contested roll", "On the bridge", rolls, "", True, "Shinai wins"), "closed", 0, "", "L")
    )
    assert text.splitlines() == [
        *("Contested roll · On the bridge", "Shinai · Kenjutsu", "6k3", "27", "Rival · Kenjutsu", "5k3", "19"),
        *("Shinai wins", "L"),
    ]
