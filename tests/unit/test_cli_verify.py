"""``rollkeep verify``: three exit statuses, the first bad entry, a kept head."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.unit.web_tables import evening

from rollkeep.cli.main import main
from rollkeep.fourth.play.check import Ask
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Say, Start


@pytest.fixture
def logs(folder: Path, tmp_path: Path) -> dict[str, str]:
    """The logs of an evening with a hidden TN, also as the files ``gm`` and ``anna``."""
    (tmp_path / "kept").mkdir()
    with evening(tmp_path / "kept") as table:
        table.enter()
        anna = table.joins("Anna", "Shinai")
        table.do(table.gm, Start("check", GM, Ask("Shinai", "kyujutsu", 20, "hidden", "Hit the lantern")))
        rolls = {"what": "move", "run": "4", "who": "Shinai", "move": "Declare", "f.keep": "high"}
        assert table.form(anna, **rolls).status_code == 303
        table.do(table.gm, Say("A word."))
        found = {
            name: client.get(f"{table.address}/export").text for name, client in (("gm", table.gm), ("anna", anna))
        }
    for name, text in found.items():
        Path(name).write_text(text, encoding="utf-8")
    return found


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    status = main(["verify", *args])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    assert all(len(line) <= 80 for line in printed.out.splitlines())
    return status, printed.out + printed.err


def test_both_exports_are_whole(logs: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    gm, anna = run(capsys, "gm"), run(capsys, "anna")
    assert (gm[0], anna[0]) == (0, 0)
    assert "No value is sealed." in gm[1]
    assert re.search(r"^\d+ values are still sealed\.$", anna[1], re.MULTILINE)
    assert gm[1].splitlines()[-1] == anna[1].splitlines()[-1]
    assert re.fullmatch("Head [0-9a-f]{64}", gm[1].splitlines()[-1])


def test_json_says_the_same(logs: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = run(capsys, "anna", "--json")
    data: dict[str, Any] = json.loads(printed)
    assert (status, data["status"], data["entries"]) == (0, 0, len(logs["anna"].splitlines()))
    assert data["sealed"] > 0


def test_what_was_changed_is_named(logs: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    lines = logs["gm"].splitlines(keepends=True)
    spoilt = {
        "flipped": logs["gm"].replace("A word.", "A sword", 1),
        "removed": "".join(lines[:1] + lines[2:]),
        "moved": "".join([lines[0], lines[2], lines[1], *lines[3:]]),
        "forged": logs["gm"].replace('"value":20', '"value":15', 1),
    }
    bad = {"flipped": len(lines), "removed": 2, "moved": 2, "forged": 4}
    for name, text in spoilt.items():
        assert text != logs["gm"]
        Path(name).write_text(text, encoding="utf-8")
        status, printed = run(capsys, name)
        assert status == 1
        assert re.search(rf"\bentry {bad[name]}\b", printed, re.IGNORECASE), (name, printed)
        assert f"Before it {bad[name] - 1} entr" in printed


def test_a_cut_tail_needs_a_kept_head(logs: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    head = json.loads(logs["gm"].splitlines()[-1])["hash"]
    Path("cut").write_text("".join(logs["gm"].splitlines(keepends=True)[:-1]), encoding="utf-8")
    assert run(capsys, "cut")[0] == 0
    status, printed = run(capsys, "cut", "--head", head[:8])
    assert (status, "never comes to the head" in printed) == (1, True)
    status, printed = run(capsys, "gm", "--head", f"{head[:4]} {head[4:8]}")
    assert (status, f"stands after entry {len(logs['gm'].splitlines())}" in printed) == (0, True)


@pytest.mark.parametrize("raw", [b"", b"\n", b"no log", b"\x00\xff", b'{"entry":', b"{}"])
def test_what_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str], raw: bytes) -> None:
    Path("x").write_bytes(raw)
    assert run(capsys, "x")[0] == 2


def test_there_is_no_such_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = run(capsys, "nothing")
    assert (status, "cannot be read" in printed) == (2, True)
    assert run(capsys, ".")[0] == 2


@pytest.mark.parametrize("head", ["9f3a", "xyzxyzxy", "a" * 65, "９f3ac21e"])
def test_what_is_no_head(logs: dict[str, str], capsys: pytest.CaptureFixture[str], head: str) -> None:
    status, printed = run(capsys, "gm", "--head", head)
    assert (status, "no head of a log" in printed) == (2, True)
