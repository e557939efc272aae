"""``rollkeep table``: what there is, links, exports, deleting, backups; always of the right database."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.unit.kept_table import ID, LINKS, NAME, kept
from tests.unit.web_tables import evening

from rollkeep.cli import table as verbs
from rollkeep.cli.main import main
from rollkeep.fourth.play.check import Ask
from rollkeep.machine.machine import GM
from rollkeep.table import folders
from rollkeep.table.entry import Start
from rollkeep.table.sqlite import Store, serving

OTHER = "oTh3r8xW2nTzR5yB7cLm0A"


@pytest.fixture
def database(folder: Path) -> str:
    """The database of the data folder, with one table in it."""
    return kept(folders.tables())


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    status = main(["table", *args])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    return status, printed.out, printed.err


def same(path: str) -> bytes:
    return Path(path).read_bytes()


def test_list(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    kept(database, "Winter court of the Crane, with a name that is longer than a row 真内", OTHER)
    status, out, _ = run(capsys, "list")
    assert status == 0
    assert all(len(line) <= 80 for line in out.splitlines())
    assert re.search(rf"^The lantern +4e +5  2000-01-01 19:30  {ID}$", out, re.MULTILINE)
    assert OTHER in out
    data = json.loads(run(capsys, "list", "--json")[1])
    assert {each["id"]: (each["game"], each["entries"]) for each in data} == {ID: ("4e", 5), OTHER: ("4e", 5)}


def test_no_table_and_no_database(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "list")
    assert (status, out) == (6, "")
    assert "rollkeep serve makes one" in err
    assert not os.path.exists(folders.tables())
    Store("empty.db").close()
    assert "There is no table yet" in run(capsys, "list", "--database", "empty.db")[1]
    Path("other.db").write_bytes(b"something else")
    for verb in (["list"], ["links", "x"], ["export", "x"], ["delete", "x", "--yes"], ["backup", "copy"]):
        assert run(capsys, *verb, "--database", "other.db")[0] == 6
    assert same("other.db") == b"something else"


def test_serve_uses_the_same_database() -> None:
    import inspect

    from rollkeep.cli import serve

    assert "folders.tables()" in inspect.getsource(serve)
    assert folders.tables().startswith(folders.data())


@pytest.mark.parametrize("host", ["127.0.0.1", "203.0.113.9"])
def test_an_address_that_cannot_be_had_gets_a_sentence(host: str, database: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-P", "-m", "rollkeep", "serve", "--host", host, "--port", port]
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2] / "src")}
        found = subprocess.run([*command, "--database", database], capture_output=True, text=True, env=env, timeout=60)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith(f"rollkeep: {host}, port {port}, cannot be had: ")
    assert "--port" in found.stderr
    assert "ERROR" not in found.stderr


@pytest.mark.parametrize("name", [NAME, "the lantern", "THE-LANTERN", "Thé lantérn", ID])
def test_names_are_found_as_people_write_them(database: str, capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, out, _ = run(capsys, "links", name, "--json")
    assert (status, json.loads(out)["id"]) == (0, ID)


def test_an_ambiguous_name_lists_ids(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    kept(database, "the LANTERN", OTHER)
    assert json.loads(run(capsys, "links", "The lantern", "--json")[1])["id"] == ID
    status, _, err = run(capsys, "links", "the-lantern")
    assert status == 2
    assert ID in err
    assert OTHER in err
    assert run(capsys, "delete", "the-lantern", "--yes")[0] == 2
    assert run(capsys, "links", "nothing")[0] == 2
    assert run(capsys, "links", "…")[0] == 2


def test_links(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "links", NAME)
    assert status == 0
    assert "secrets" in out
    assert all(f"  http://127.0.0.1:8040/j/{token}" in out.splitlines() for token, _ in LINKS)
    out = run(capsys, "links", NAME, "--url", "https://rolls.example/", "--json")[1]
    found = {each["seat"]: each["address"] for each in json.loads(out)["links"]}
    assert found == {seat or None: f"https://rolls.example/j/{token}" for token, seat in LINKS}
    assert run(capsys, "links", NAME, "--url", "rolls.example")[0] == 2


def test_a_qr_code_for_each(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "links", NAME, "--qr")
    assert status == 0
    assert len(re.findall("^█+$", out, re.MULTILINE)) >= 3
    assert all(len(line) <= 80 for line in out.splitlines())
    assert run(capsys, "links", NAME, "--qr", "--json")[0] == 2


# --- exports ------------------------------------------------------------------------------------------------------


def test_export_prints_or_writes(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "export", NAME)
    assert status == 0
    assert run(capsys, "export", NAME, "-o", "e.jsonl")[0] == 0
    assert same("e.jsonl").decode() == out
    assert stat.S_IMODE(os.stat("e.jsonl").st_mode) == 0o600
    status, _, err = run(capsys, "export", NAME, "-o", "e.jsonl", "--as", "csv")
    assert (status, "is there already" in err) == (2, True)
    assert same("e.jsonl").decode() == out
    assert run(capsys, "export", NAME, "-o", "no/such/folder")[0] == 2
    assert main(["verify", "e.jsonl"]) == 0


def test_a_csv_has_no_formulas(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.reader(io.StringIO(run(capsys, "export", NAME, "--as", "csv")[1])))
    assert [row[4] for row in rows if "=1+1" in row[4]] == ["'=1+1 people, in the same minute."]


def test_what_a_seat_gets_tells_nothing_hidden(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with evening(tmp_path) as table:
        table.enter()
        table.enter("Kagemusha", hidden=True)
        anna = table.joins("Anna", "Shinai")
        asks = (
            Start("check", GM, Ask("Shinai", "kyujutsu", 777, "hidden")),
            Start("check", GM, Ask("Kagemusha", "kyujutsu", 15, label="Behind the screen"), secret=True),
        )
        assert table.do(table.gm, *asks).status_code == 200
        theirs = {kind: anna.get(f"{table.address}/export?as={kind}").text for kind in verbs.AS}
    path = str(tmp_path / "tables.db")
    for kind in verbs.AS:
        out = run(capsys, "export", NAME, "--database", path, "--as", kind, "--seat", "anna")[1]
        assert out.replace("\r\n", "\n") == theirs[kind].replace("\r\n", "\n")
        whole = run(capsys, "export", NAME, "--database", path, "--as", kind)[1]
        for secret in ("Kagemusha", "Behind the screen", "777"):
            assert secret in whole or (secret, kind) == ("777", "csv")
            assert secret not in re.sub(r"[0-9a-f]{16,}|\b[0-9a-f]{4} [0-9a-f]{4}\b", "", out)
    status, _, err = run(capsys, "export", NAME, "--database", path, "--seat", "Otto")
    assert (status, "Seats: gm, Anna" in err) == (2, True)


def test_everything_is_also_what_one_rolled_for_oneself(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with evening(tmp_path) as table:
        table.enter()
        anna = table.joins("Anna", "Shinai")
        answer = table.do(anna, Start("check", "Shinai", Ask("Shinai", "kyujutsu", None, "none", shown="self")))
        run_: Any = answer.json()["entries"][0]["run"]
        rolls = {"what": "move", "run": str(run_), "who": "Shinai", "move": "Declare", "f.keep": "high"}
        assert table.form(anna, **rolls).status_code == 303
    export = ["export", NAME, "--database", str(tmp_path / "tables.db"), "--as", "markdown"]
    assert "dice hidden" not in run(capsys, *export)[1]
    assert "dice hidden" in run(capsys, *export, "--seat", "gm")[1]


def test_a_damaged_log_is_exported_as_far_as_it_holds(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    db = sqlite3.connect(database)
    db.execute("update entry set body = replace(body, 'lantern', 'candle') where seq = 3")
    db.commit()
    db.close()
    status, out, err = run(capsys, "export", NAME)
    assert (status, len(out.splitlines())) == (6, 2)
    assert "Entry 3" in err


# --- deleting and backing up --------------------------------------------------------------------------------------


def test_delete(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(database)
    store.share(ID, 3, "card")
    store.close()
    status, _, err = run(capsys, "delete", NAME)
    assert (status, "--yes" in err) == (2, True)
    assert run(capsys, "delete", NAME, "--yes")[0] == 0
    store = Store(database)
    assert (store.tables(), store.card("card")) == ([], ("", 3))
    store.close()
    assert b"Who lit the lantern" not in same(database)


@pytest.mark.parametrize("answer", ["y", "n", ""])
def test_delete_asks_on_a_terminal(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal(f"{answer}\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    status, out, _ = run(capsys, "delete", NAME)
    assert status == 0
    assert ("is deleted" in out) == (answer == "y")
    store = Store(database, only_read=True)
    assert len(store.tables()) == (answer != "y")
    store.close()


def test_nothing_is_deleted_while_a_server_serves(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(database):
        status, _, err = run(capsys, "delete", NAME, "--yes")
        assert (status, "is being served" in err) == (6, True)
        for verb in (["list"], ["links", NAME], ["export", NAME], ["backup", "copy.db"]):
            assert run(capsys, *verb)[0] == 0
    assert run(capsys, "delete", NAME, "--yes")[0] == 0


def test_backup(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(database)
    store.share(ID, 3, "written while it is served, and still only in the WAL")
    status, out, _ = run(capsys, "backup", "copy.db")
    assert (status, "keep it to yourself" in out) == (0, True)
    store.close()
    assert stat.S_IMODE(os.stat("copy.db").st_mode) == 0o600
    assert run(capsys, "list", "--database", "copy.db")[1] == run(capsys, "list")[1]
    copy = Store("copy.db", only_read=True)
    assert copy.card("written while it is served, and still only in the WAL") == (ID, 3)
    copy.close()
    before = same("copy.db")
    status, _, err = run(capsys, "backup", "copy.db")
    assert (status, "is not overwritten" in err) == (2, True)
    assert same("copy.db") == before
    assert run(capsys, "backup", "no/such/folder")[0] == 2


def test_reading_changes_nothing(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = same(database)
    for verb in (["list"], ["links", NAME], ["export", NAME], ["backup", "copy.db"]):
        assert run(capsys, *verb)[0] == 0
    assert same(database) == before
