"""The program on the page about the chain checks what the tables export, and agrees with ours."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.web_tables import evening

from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.roll import Declare
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Act, Show, Start
from rollkeep.web.ground.seats import View

PAGE = Path(__file__).resolve().parents[2] / "docs" / "chain.md"
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture
def exports(tmp_path: Path) -> tuple[str, str, str]:
    """The log of the game master, that of a player, and the head: with a secret roll, a hidden TN, and a reveal."""
    with evening(tmp_path) as table:
        table.enter()
        anna = table.joins("Anna", "Shinai")
        run = 0
        for tn, secret in ((20, True), (15, False), (25, False)):
            asked = table.do(table.gm, Start("check", GM, Ask("Shinai", "kyujutsu", tn, "hidden"), secret))
            run = asked.json()["entries"][0]["run"]
            assert table.do(table.gm, Act(run, "Shinai", Declare("Shinai"))).status_code == 200
        assert table.do(table.gm, Show(run)).status_code == 200
        room = table.hall._rooms[table.tab]
        assert anna.get(table.address).status_code == 200
        return room.export(View(room, GM).names), room.export(View(room, "Anna").names), room.head


def checked(log: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "check_log.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "log.jsonl").write_text(log, encoding="utf-8")
    args = [sys.executable, "check_log.py", "log.jsonl"]
    return subprocess.run(args, cwd=folder, capture_output=True, text=True, check=False)


def test_the_program_is_short() -> None:
    assert sum(bool(line) for line in PROGRAM.splitlines()) <= 30
    assert set(re.findall(r"^import (.*)$", PROGRAM, re.MULTILINE)) == {"hashlib, json, sys"}


def test_both_exports_hold_and_come_to_the_same_head(exports: tuple[str, str, str], tmp_path: Path) -> None:
    whole, redacted, head = exports
    assert whole != redacted
    assert '"machine.secret.Shown"' in redacted
    for log in (whole, redacted):
        done = checked(log, tmp_path)
        assert done.stdout == f"{len(log.splitlines())} entries, head {head}\n", done.stderr


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda log: log.replace("2000-01-01", "2000-01-02"), "entry 1 is not what was written"),
        (lambda log: re.sub(r'"value":15\b', '"value":16', log), "a value does not fit its seal"),
        (lambda log: log.partition("\n")[2], "entry 1 is not what was written"),
        (lambda log: "\n".join(reversed(log.splitlines())), "entry 1 is not what was written"),
    ],
    ids=["a day", "a sealed value", "the first entry gone", "another order"],
)
def test_what_was_changed_is_noticed(
    exports: tuple[str, str, str], spoil: Callable[[str], str], told: str, tmp_path: Path
) -> None:
    spoilt = spoil(exports[0])
    assert spoilt != exports[0]
    assert told in checked(spoilt, tmp_path).stderr


def test_a_lost_end_is_not_noticed_without_a_head(exports: tuple[str, str, str], tmp_path: Path) -> None:
    whole, _, head = exports
    done = checked("".join(whole.splitlines(keepends=True)[:-1]), tmp_path)
    assert done.returncode == 0
    assert head not in done.stdout
