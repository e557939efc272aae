"""``rollkeep duel`` as a user sees it: whole duels, people at a terminal, logs, what is refused, and garbage."""

from __future__ import annotations

import itertools
import json
import os
import pty
import random
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from tests.duels import Play, fighter

import rollkeep
from rollkeep.cli.dueling import Dueling, duellists
from rollkeep.cli.main import main
from rollkeep.cli.questions import Questions
from rollkeep.fifth.duel import preview
from rollkeep.fifth.duel.begin import OBJECTIVES
from rollkeep.fifth.duel.events import Declared
from rollkeep.fifth.duel.moves import Ready, Stance, Strike
from rollkeep.fifth.rulings import RULINGS
from rollkeep.fifth.score import FORMS
from rollkeep.fifth.sheet import RINGS, Modifier
from rollkeep.hosts import of_both
from rollkeep.machine.machine import decide
from rollkeep.machine.secret import bare
from rollkeep.table import log
from rollkeep.table.entry import Entry
from rollkeep.table.log import lines_of
from rollkeep.text import columns

Capsys = pytest.CaptureFixture[str]
DOCS = Path(__file__).resolve().parents[2] / "docs"
BOTH = "duel shinai rival --auto both"
LONG = "Bayushi no Shinai, of Whom They Tell Before the Emperor"
WIDE = "影武者の長い名前を持つ侍である者と呼ばれた男の話"
EVERY_RING = "rings = { air = 2, earth = 2, fire = 2, water = 2, void = 2 }\n"
SKILLS = "skills = {}\n"
CODES = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")
AWAY, BACK = "\x1b[?1049h\x1b[2J\x1b[H", "\x1b[2J\x1b[H\x1b[?1049l"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder, at 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def ok(capsys: Capsys, line: str, remark: str = "") -> str:
    assert main(shlex.split(line)) == 0, capsys.readouterr().err
    told = capsys.readouterr()
    assert " ".join(told.err.replace("-\n", "-").split()) == remark
    assert all(columns(each) <= 80 for each in told.out.splitlines())
    return told.out


def data(capsys: Capsys, line: str, schema: str = "duel") -> Any:
    assert main([*shlex.split(line), "--json"]) == 0, capsys.readouterr().err
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, json.loads((DOCS / "schema" / f"{schema}.json").read_text(encoding="utf-8")))
    return found


def refused(capsys: Capsys, line: str, status: int = 2) -> dict[str, Any]:
    """The error of a line that is refused in one sentence and a hint, for people and for programs."""
    words = shlex.split(line)
    assert main(words) == status, line
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
    assert main([*words, "--json"]) == status
    error: dict[str, Any] = json.loads(capsys.readouterr().err.splitlines()[-1])["error"]
    assert f"rollkeep: {error['message']}"[:70] in told.err
    assert error["message"].endswith((".", "?"))
    assert error["hint"]
    return error


def sheet(name: str, text: str = "", path: str = "") -> None:
    Path(f"{path or name.lower()}.toml").write_text(f'game = "5e"\nname = "{name}"\n{text}', encoding="utf-8")


Answer = str | type[BaseException] | None


class Terminal:
    """Who sits there: ``at`` answers each question with its default, None for Enter; an exception is Ctrl-C or so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: Callable[[str, str], Answer] | None = None) -> None:
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        monkeypatch.setattr("click.prompt", self.prompt)
        self.at = at
        self.asked = list[str]()

    def prompt(self, text: str, default: str = "", show_default: bool = True, err: bool = False, **_: Any) -> str:
        assert err
        assert len(self.asked) < 3000, "asked for ever"
        self.asked.append(text)
        answer = self.at(text, default) if self.at else None
        if answer is None:
            return default
        if not isinstance(answer, str):
            raise answer
        return answer or default


class Screen:
    """What stands on the terminal, and the lines of its last list."""

    def __init__(self, capsys: Capsys) -> None:
        self.capsys, self.err, self.out = capsys, "", ""

    def look(self) -> str:
        told = self.capsys.readouterr()
        self.err += told.err
        self.out += told.out
        return self.err

    def number(self, wanted: str) -> str | None:
        """The number of the line that begins so in the last list."""
        last = CODES.sub("", self.look().rsplit(" may:", 1)[-1])
        found = re.search(rf"^ +(\d+|!|b)  {wanted}", last, re.MULTILINE)
        return found[1] if found else None


def play(capsys: Capsys, line: str, status: int = 0) -> tuple[str, str]:
    """What is printed and what is said at the terminal, without its codes."""
    assert main(shlex.split(line)) == status, capsys.readouterr().err
    told = capsys.readouterr()
    assert all(columns(CODES.sub("", each)) <= 80 for each in (told.out + told.err).splitlines())
    return told.out, told.err


def replayed(capsys: Capsys, path: str = "duel.jsonl") -> str:
    out = ok(capsys, f"replay {path}")
    assert "Every step follows from the rules." in out
    return out


def kinds(path: str = "duel.jsonl") -> list[str]:
    """The kinds of move that were made, in order."""
    found = log.load(path, of_both().codec)
    assert found.status == 0
    return [type(bare(entry.asked).move).__name__ for entry in found.entries if entry.asked]


# --- the computer alone ---------------------------------------------------------------------------------------


def test_a_duel_of_the_computer_alone(capsys: Capsys) -> None:
    """5e.duel.forms, 5e.duel.round, 5e.duel.score, 5e.duel.result"""
    out = ok(capsys, f"{BOTH} --form first-blood --seed 7")
    assert out.startswith("Shinai and Rival face each other. Iaijutsu duel, first blood: a critical of\n")
    story, _, table = out.partition("[5e.duel.result]\n")
    paragraphs = " ".join(story.split())
    assert re.fullmatch(r"(?:.+? \[5e\.[a-z0-9.-]+\] ?)+", paragraphs + " [5e.duel.result]")
    for text in ("Round 1 begins.", "Staredown: both take 1 strife.", "It is Rival's turn.", "against TN 2."):
        assert text in paragraphs
    assert re.search(r"\n {18}Shinai {5}Rival\n  objective +\d+ +\d+\n", table)
    assert "\nRulings: all by the book.\nEvery step is in duel.jsonl: rollkeep replay duel.jsonl.\n" in table
    replayed(capsys)


def test_the_same_seed_gives_the_same_duel(capsys: Capsys) -> None:
    first = ok(capsys, f"{BOTH} --seed 7 --log one.jsonl").replace("one.jsonl", "LOG")
    second = ok(capsys, f"{BOTH} --seed 7 --log two.jsonl").replace("two.jsonl", "LOG")
    assert first == second
    assert first != ok(capsys, f"{BOTH} --seed 8 --log three.jsonl").replace("three.jsonl", "LOG")
    assert sorted(os.listdir()) == ["one.jsonl", "three.jsonl", "two.jsonl"]


def test_a_dry_run_writes_nothing(capsys: Capsys) -> None:
    out = ok(capsys, f"{BOTH} --seed 7 --dry-run")
    assert "Every step is in" not in out
    assert data(capsys, f"{BOTH} --seed 7 --dry-run")["log"] is None
    assert not os.listdir()


def test_what_programs_get(capsys: Capsys) -> None:
    """5e.duel.score, 5e.duel.result: the sum of the parts, the band of the difference, as ``score`` tells them."""
    found = data(capsys, f"{BOTH} --seed 7 --label 'The bridge'")
    text = ok(capsys, f"{BOTH} --seed 7 --dry-run")
    for side, name in (("a", "Shinai"), ("b", "Rival")):
        points = found[side]["points"]
        assert sum(points.values()) == found[side]["total"]
        assert found["names"][side] == name
        column = "ab".index(side)
        for what, count in points.items():
            row = re.search(rf"^  {what} +(-?\d+) +(-?\d+)$", text, re.MULTILINE)
            assert (int(row[1 + column]) if row else 0) == count
    assert found["difference"] == found["a"]["total"] - found["b"]["total"]
    assert (found["label"], found["log"], found["form"]) == ("The bridge", "duel.jsonl", "first-blood")
    assert (found["objective"], found["one_roll"], found["reason"]) == ("critical-5", False, "score")
    assert found["rounds"] == text.count(" begins. [5e.duel.round]")
    feats = {
        side: ",".join(
            name if name in ("objective", "first", "unmasked", "killed") else f"{name}={points}"
            for name, points in found[side]["points"].items()
            if points
        )
        for side in "ab"
    }
    other = data(capsys, f"score first-blood --a '{feats['a']}' --b '{feats['b']}'", "score")
    assert {name: found[name] for name in other} == other


def test_one_roll(capsys: Capsys) -> None:
    """5e.duel.one-roll"""
    found = data(capsys, f"{BOTH} --one-roll --seed 1")
    assert (found["result"], found["reason"], found["rounds"], found["glory_bonus"]) == (None, "one-roll", 0, 0)
    assert found["winner"] in ("a", "b")
    assert found["one_roll"] is True
    out = ok(capsys, f"{BOTH} --one-roll --seed 1 --dry-run")
    assert "One roll each decides." in " ".join(out.split())
    assert f"{found['names'][found['winner']]} wins the duel of one roll. [5e.duel.result]" in out


GOALS = {
    "first-strike": "critical",
    "first-blood": "critical-5",
    "to-the-death": "death",
    "sparring": "incapacitated",
    "warriors-duel": "out",
    "taryu-jiai": "incapacitated",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form(form: str, capsys: Capsys) -> None:
    """5e.duel.forms"""
    goals = OBJECTIVES if form == "custom" else ("",)
    for objective in goals:
        path = f"{form}{objective}.jsonl"
        chosen = f"--form {form}" + (f" --objective {objective}" if objective else "")
        found = data(capsys, f"{BOTH} {chosen} --seed 3 --log {path}")
        assert found["form"] == form
        assert found["objective"] == (objective or GOALS[form])
        replayed(capsys, path)
    if form == "custom":
        assert data(capsys, f"{BOTH} --objective out --seed 3 --dry-run")["form"] == "custom"


@pytest.mark.parametrize("name", RULINGS)
def test_every_ruling(name: str, capsys: Capsys) -> None:
    ruling = RULINGS[name]
    assert len(RULINGS) == 17
    other = ruling.values[1]
    out = ok(capsys, f"{BOTH} --seed 2 --ruling {name}={other}")
    assert f"\nRulings: {name} = {other}.\n" in out
    replayed(capsys)
    assert data(capsys, f"{BOTH} --seed 2 --dry-run --ruling {name}={other}")["rulings"] == {name: other}
    assert data(capsys, f"{BOTH} --seed 2 --dry-run --ruling {name}={ruling.values[0]}")["rulings"] == {}
    assert refused(capsys, f"{BOTH} --ruling {name}=perhaps")["code"] == "usage.ruling"


def test_rulings_of_the_other_game_do_not_disturb(capsys: Capsys) -> None:
    Path("rollkeep.toml").write_text('[rulings]\ntn_floor = "none"\nconcede = "round_start"\n', encoding="utf-8")
    assert "Rulings: concede = round_start.\n" in ok(capsys, f"{BOTH} --seed 1")
    assert "Rulings: all by the book." in ok(capsys, f"{BOTH} --seed 1 --ruling concede=until_bid --dry-run")
    assert refused(capsys, f"{BOTH} --ruling nobody=knows")["code"] == "usage.ruling"


def test_who_was_surprised(capsys: Capsys) -> None:
    """5e.duel.initiative: vigilance instead of focus"""
    out = ok(capsys, f"{BOTH} --unready A --unready rival --seed 7")
    assert "Taken unready: Shinai and Rival." in " ".join(out.split())
    assert "Rival has initiative 2 " in out


# --- many duels -----------------------------------------------------------------------------------------------


def test_many_duels(capsys: Capsys) -> None:
    line = "duel shinai rival --form sparring -n 50 --seed 1"
    found = data(capsys, line, "duels")
    assert found["duels"] == 50 == sum(side["count"] for side in found["wins"].values())
    assert sum(end["count"] for end in found["ends"]) == 50
    for key, side in found["wins"].items():
        winner = None if key == "nobody" else key
        assert side["count"] == sum(end["count"] for end in found["ends"] if end["winner"] == winner)
        assert side["part"] == side["count"] / 50
    out = ok(capsys, line)
    assert out.startswith("Sparring bout: 50 duels, each played by the computer\n")
    assert f"  Shinai  {2 * found['wins']['a']['count']:5.1f} %" in out
    assert ok(capsys, line) == out
    assert not os.listdir()
    one = data(capsys, "duel shinai rival -n 1 --seed 4", "duels")
    assert [end["count"] for end in one["ends"]] == [1]
    by_roll = data(capsys, "duel shinai rival -n 20 --one-roll --seed 4", "duels")
    assert {(end["result"], end["reason"]) for end in by_roll["ends"]} == {(None, "one-roll")}
    assert "Shinai: by one roll" in ok(capsys, "duel shinai rival -n 20 --one-roll --seed 4")


def test_what_many_duels_do_not_take(capsys: Capsys) -> None:
    for more in ("--log x.jsonl", "--by-hand A", "--auto A"):
        assert refused(capsys, f"duel shinai rival -n 5 {more}")["code"] == "usage.clash"
    assert refused(capsys, "duel shinai rival -n 5 --auto stranger")["code"] == "usage.needs"
    assert refused(capsys, "duel shinai rival -n 5 --auto nobody")["code"] == "usage.clash"
    assert refused(capsys, "duel shinai rival -n 5 --unready nobody")["code"] == "usage.needs"
    assert data(capsys, "duel shinai rival -n 5 --auto both --seed 1", "duels")["duels"] == 5
    for many in ("0", "100001", "-3", "x"):
        assert refused(capsys, f"duel shinai rival -n {many}")["code"] == "usage.number"


# --- who duels ------------------------------------------------------------------------------------------------


def test_a_character_file(capsys: Capsys) -> None:
    sheet("Aiko", EVERY_RING + SKILLS)
    out = ok(capsys, "duel aiko aiko.toml --auto both --seed 1")
    assert re.search(r"^ {2,}Aiko +Aiko 2$", out, re.MULTILINE)
    before = Path("aiko.toml").read_text(encoding="utf-8")
    ok(capsys, "duel aiko shinai --auto both --seed 1")
    assert Path("aiko.toml").read_text(encoding="utf-8") == before


def test_two_of_the_same(capsys: Capsys) -> None:
    found = data(capsys, "duel shinai shinai --auto both --seed 1")
    assert found["names"] == {"a": "Shinai", "b": "Shinai 2"}
    assert data(capsys, "duel Hiro HIRO --auto both --seed 1 --dry-run")["names"] == {"a": "Hiro", "b": "HIRO 2"}


def test_a_name_alone(capsys: Capsys) -> None:
    remark = "Nothing is written down about Hiro: rings of 2 and skills of 1, as the ready-made student has."
    ok(capsys, "duel Hiro shinai --auto both --seed 1", remark)
    assert refused(capsys, "duel studnet shinai --auto both")["hint"] == "Did you mean student?"
    for word in ("''", "' '", "bandit:4", "nobody.toml", "a/b", "x" * 61, "'a\x07'", "--", "..", "_"):
        assert refused(capsys, f"duel shinai {word} --auto both")["code"] in ("sheet.unknown", "usage.needs"), word
    for word in ("3r2s", "7k3", "2", "٣"):
        assert "no name" in refused(capsys, f"duel shinai {word} --auto both")["message"]


@pytest.mark.parametrize("name", ["gm", "chance"])
def test_names_that_nobody_can_have(name: str, capsys: Capsys) -> None:
    assert refused(capsys, f"duel shinai {name} --auto both")["code"] == "usage.text"
    sheet(name, EVERY_RING + SKILLS, "x")
    assert refused(capsys, "duel x shinai --auto both")["code"] == "usage.text"


def test_a_character_of_the_other_game(capsys: Capsys) -> None:
    shutil.copy(DOCS / "examples" / "shinai.toml", ".")
    error = refused(capsys, BOTH)
    assert error["code"] == "sheet.game"
    assert error["message"].startswith("shinai.toml is a character of the 4th edition")


def test_what_is_missing_is_named(capsys: Capsys) -> None:
    sheet("Akodo")
    error = refused(capsys, "duel akodo shinai --auto both")
    assert error["code"] == "sheet.missing"
    assert re.match(r"Akodo has no \w+ ring written down\.", error["message"])
    assert "under [rings] of the file" in error["hint"]


def test_what_is_missing_is_asked_for_once(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet("Akodo", "honour = 40\n")
    first = "11"

    def answer(text: str, default: str) -> Answer:
        nonlocal first
        if " of Akodo" in text:
            said, first = first, "2"
            return said
        return "q"

    terminal = Terminal(monkeypatch, at=answer)
    _, err = play(capsys, "duel akodo shinai --auto B")
    questions = [text for text in terminal.asked if " of Akodo" in text]
    assert len(questions) - 1 == len(set(questions))  # the first was answered wrongly
    assert "Please write a whole number from" in err
    assert "This holds for this duel; akodo.toml stays as it is: " in " ".join(err.split())
    assert 'name = "Akodo"\nhonour = 40\n' in Path("akodo.toml").read_text(encoding="utf-8")
    terminal.asked.clear()
    play(capsys, "duel --auto B")
    assert not any(" of Akodo" in text for text in terminal.asked)


@pytest.mark.parametrize("name", [LONG, WIDE])
def test_long_names(name: str, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet(name, EVERY_RING + SKILLS, "long")
    ok(capsys, "duel long long --auto both --seed 1")
    ok(capsys, "duel long long -n 3 --seed 1")
    replayed(capsys)
    left = iter(range(40))
    Terminal(monkeypatch, at=lambda text, default: None if next(left, None) is not None else "q")
    play(capsys, "duel long long --form warriors-duel --log terminal.jsonl")


# --- what is refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("duel", "usage.needs"),
        ("duel shinai", "usage.needs"),
        ("duel shinai rival monk", "usage.needs"),
        ("duel --form sparring", "usage.needs"),
        ("duel --one-roll", "usage.needs"),
        ("duel shinai rival --form custom --auto both", "usage.needs"),
        ("duel shinai rival --form sparring --objective out --auto both", "usage.clash"),
        ("duel shinai rival --form iaijutsu", "usage"),
        ("duel shinai rival --objective win", "usage"),
        ("duel shinai rival --auto stranger", "usage.needs"),
        ("duel shinai rival --auto nobody", "usage.terminal"),
        ("duel shinai rival --auto both --unready nobody", "usage.needs"),
        ("duel shinai rival --auto both --by-hand nobody", "usage.needs"),
        ("duel shinai rival --auto both --by-hand B", "usage.clash"),
        ("duel shinai rival --auto both --seed -1", "usage.number"),
        ("duel shinai rival --auto both --seed x", "usage.number"),
        ("duel shinai rival --auto both --label '\x07'", "usage.text"),
        ("duel shinai rival --auto both --ruling concede", "usage.ruling"),
        ("duel shinai rival --auto both --nothing", "usage"),
        ("duel shinai rival", "usage.terminal"),
        ("duel shinai rival --auto A", "usage.terminal"),
    ],
)
def test_what_is_refused(line: str, code: str, capsys: Capsys) -> None:
    assert refused(capsys, line)["code"] == code
    assert not os.listdir()


def test_logs_that_cannot_be_written(capsys: Capsys) -> None:
    Path("folder").mkdir()
    for path in ("folder", "nowhere/duel.jsonl", "/proc/duel.jsonl"):
        assert refused(capsys, f"{BOTH} --log {path}", 6)["code"] == "log.file"
    assert refused(capsys, "duel --log none.jsonl --auto both", 6)["code"] == "log.file"


# --- logs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("harm", "status", "text"),
    [
        (
            lambda text: text.replace('"strife",1', '"strife",2', 1).replace('"by":1', '"by":2', 1),
            1,
            "is not what was written",
        ),
        (lambda text: text[:-20], 2, "is cut off or no JSON"),
        (lambda text: text.replace('"rollkeep":1', '"rollkeep":2'), 2, "comes from a newer version"),
        (lambda text: "".join(text.splitlines(keepends=True)[:9] + text.splitlines(keepends=True)[10:]), 1, "Entry 10"),
        (lambda text: "no log\n" + text, 2, "is cut off or no JSON"),
    ],
)
def test_a_log_that_was_harmed(harm: Callable[[str], str], status: int, text: str, capsys: Capsys) -> None:
    ok(capsys, f"{BOTH} --seed 7")
    path = Path("duel.jsonl")
    harmed = harm(path.read_text(encoding="utf-8"))
    path.write_text(harmed, encoding="utf-8")
    assert main(["replay", "duel.jsonl"]) == status
    told = capsys.readouterr()
    assert text in " ".join((told.out + told.err).split())
    assert "Every step follows" not in told.out
    assert main(shlex.split(f"{BOTH} --log duel.jsonl --seed 1")) in (5, 6, 2)
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    assert told.err.count("rollkeep: ") == 1
    assert path.read_text(encoding="utf-8") == harmed


def test_a_step_that_does_not_follow(capsys: Capsys) -> None:
    """The chain holds, and yet a die was changed."""
    ok(capsys, f"{BOTH} --seed 7")
    text = Path("duel.jsonl").read_text(encoding="utf-8")
    entries = []
    codec = of_both().codec
    changed = 0
    for line in text.splitlines():
        entry = json.loads(line)["entry"]
        if not changed and '"fifth.duel.events.Threw"' in line:
            changed = entry["seq"]
            line = re.sub(r'("faces":\[)(\d+)', lambda found: f"{found[1]}{1 if found[2] != '1' else 2}", line)
        entries.append(codec.read(json.loads(line)["entry"], Entry))
    assert changed
    Path("duel.jsonl").write_text("".join(line for line, _ in lines_of(entries, "")), encoding="utf-8")
    assert main(["replay", "duel.jsonl"]) == 1
    assert f"Entry {changed + 1}: something else follows from this move." in capsys.readouterr().out


def test_several_duels_in_a_log(capsys: Capsys) -> None:
    first = data(capsys, f"{BOTH} --seed 7")
    assert data(capsys, f"{BOTH} --seed 7") == first  # all begin as their files say
    data(capsys, "duel student monk --auto both --seed 7 --ruling concede=round_start")
    assert "Rulings: concede = round_start." in ok(capsys, f"{BOTH} --seed 1")  # it holds in this log
    replayed(capsys)
    error = refused(capsys, "duel --auto both")
    assert error["message"] == "No duel is open in duel.jsonl."


def test_a_log_of_both_games(capsys: Capsys) -> None:
    shutil.copy(DOCS / "examples" / "shinai.toml", "bayushi.toml")
    check = "check bayushi kyujutsu --tn 20 --seed 1 --log both.jsonl"
    ok(capsys, check)
    ok(capsys, f"{BOTH} --seed 7 --log both.jsonl")
    ok(capsys, check)
    out = replayed(capsys, "both.jsonl")
    assert out.count("SUCCESS by 3 against 20") == 2
    assert "Shinai and Rival face each other." in " ".join(out.split())
    ok(capsys, "log both.jsonl undo")
    replayed(capsys, "both.jsonl")


def test_a_name_that_is_of_the_other_game(capsys: Capsys) -> None:
    text = (DOCS / "examples" / "shinai.toml").read_text(encoding="utf-8").replace("Bayushi Shinai", "Shinai")
    Path("bayushi.toml").write_text(text, encoding="utf-8")
    ok(capsys, "check bayushi kyujutsu --tn 20 --seed 1 --log four.jsonl")
    before = Path("four.jsonl").read_bytes()
    assert refused(capsys, f"{BOTH} --log four.jsonl")["code"] == "usage.clash"
    assert Path("four.jsonl").read_bytes() == before
    ok(capsys, f"{BOTH} --seed 7")
    before = Path("duel.jsonl").read_bytes()
    assert refused(capsys, "check bayushi kyujutsu --tn 20 --seed 1 --log duel.jsonl")["code"] == "usage.clash"
    assert Path("duel.jsonl").read_bytes() == before


def test_going_on_after_an_undo(capsys: Capsys) -> None:
    out = ok(capsys, f"{BOTH} --seed 3")
    told = ok(capsys, "log duel.jsonl undo --why 'a die on the floor'")
    assert "Because: a die on the floor" in told
    assert told.endswith("\nRun 2 is open again. Go on: rollkeep duel --log duel.jsonl\n")
    error = refused(capsys, "log duel.jsonl go")
    assert (error["message"], error["hint"]) == (
        "Run 2 is a duel.",
        "Go on with it: rollkeep duel --log duel.jsonl",
    )
    again = ok(capsys, "duel --auto both --seed 3")
    last_round = max(re.findall(r"Round \d+ begins", out))
    assert again.startswith(f"{last_round}. [5e.duel.round]\n")
    assert again.count("[5e.duel.result]") == 1  # not what was undone
    replayed(capsys)
    ok(capsys, "log duel.jsonl undo --before 12")
    assert "Rulings: finishing_blows = one_per_trigger." in ok(
        capsys, "duel --auto both --seed 1 --ruling finishing_blows=one_per_trigger"
    )
    replayed(capsys)


def test_what_a_log_of_a_duel_cannot_do(capsys: Capsys) -> None:
    ok(capsys, f"{BOTH} --seed 3")
    for line in ("judge 20", "again", "again --changed light", "go", "go --raises 1"):
        assert refused(capsys, f"log duel.jsonl {line}")["code"] == "usage.ledger"
    assert refused(capsys, "log duel.jsonl judge 20 --run 2")["code"] == "usage.roll"
    assert refused(capsys, "log duel.jsonl again --run 2")["code"] == "usage.roll"
    assert refused(capsys, "log duel.jsonl go --run 2")["code"] == "usage.roll"
    assert refused(capsys, "log duel.jsonl undo --run 2 --before 1", 5)["code"] == "table.conflict"
    assert refused(capsys, "log duel.jsonl undo --run 1")["code"] == "usage.roll"
    assert refused(capsys, "log duel.jsonl undo --run 99", 5)["code"] == "table.conflict"
    ok(capsys, "log duel.jsonl undo --before 2")
    assert refused(capsys, "duel --auto both")["message"] == "No duel is open in duel.jsonl."


# --- people ---------------------------------------------------------------------------------------------------


def test_one_against_the_computer(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch)
    out, err = play(capsys, "duel shinai rival --auto rival --seed 7")
    assert "[5e.duel.result]" in out
    assert AWAY not in err  # nobody else is there
    assert terminal.asked[0] == "Which ring?"
    assert {"What", "Which ring?", "Keep which? 1 to 3 of them", "How much strife? 0 to 5"} <= {*terminal.asked}
    said = " ".join(err.split())
    assert "3 Fire, 3r1s 4 Water" in said
    assert "3 Fire, 3r2s: strife kept in a successful check counts" in said
    assert "passion (Tales of old duels): 3 strife less after the check" in said
    assert re.search(r" [56] Unique Action: the game master sets the TN", said)
    assert "Concede the duel: the other wins, whatever the score" in said
    assert said.count("strife, added to initiative") == said.count("Bid strife in secret: ")
    assert said.count("q at any question leaves the duel") == 1
    gauges = [part.splitlines()[:4] for part in CODES.sub("", err).split("\nIaijutsu duel, first blood, ")[1:]]
    assert len(gauges) > 5
    assert all(one != two for one, two in itertools.pairwise(gauges))  # only where something has changed
    replayed(capsys)


def test_the_json_of_a_duel_with_people(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    Terminal(monkeypatch)
    found = data(capsys, "duel shinai rival --auto rival --seed 7")
    assert found["names"] == {"a": "Shinai", "b": "Rival"}


def test_nobody_has_to_concede(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.duel.concede, 5e.duel.finishing-blow: the computer waits, though it could only concede"""
    terminal = Terminal(monkeypatch)
    play(capsys, "duel student rival --seed 8 --auto B")
    assert "Concede" not in kinds()
    assert "Concede before the blow falls? y/n" not in terminal.asked  # it is the computer that is in danger
    assert {"Strike", "Pass"} & {*kinds()}
    replayed(capsys)


@pytest.mark.parametrize("concedes", [False, True])
def test_who_is_in_danger_is_asked_first(concedes: bool, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.duel.concede: once for each blow, before it is struck"""
    question = "Concede before the blow falls? y/n"
    terminal = Terminal(monkeypatch, lambda text, default: "y" if text == question and concedes else None)
    play(capsys, "duel student rival --seed 3 --auto B")
    assert terminal.asked.count(question) == 1
    assert (kinds()[-1] == "Concede") is concedes
    replayed(capsys)


def test_lines_of_a_turn(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.action.strike, 5e.duel.finishing-blow: a line for each pool; a Unique Action comes last"""
    Terminal(monkeypatch)
    _, err = play(capsys, "duel master rival --seed 1 --auto B --form warriors-duel")
    lists = [" ".join(each.split()) for each in CODES.sub("", err).split("Master may:")[1:]]
    turn = next(each for each in lists if "Strike with" in each and "Unique" in each)
    assert re.search(r"1 Strike with katana, \dr\ds: TN \d, 4 damage .* 2 Strike with kick, \dr\ds: TN \d, 2", turn), (
        turn
    )
    assert re.search(r"Unique Action: [^:]*comes of it \d+ Leave it at that: the turn ends", turn)
    assert turn.index("Calming Breath") < turn.index("Unique Action")
    blow = next(each for each in lists if "a critical of severity" in each)
    assert re.search(r"Strike with katana, .*?, a critical of severity 14 and bonus successes, no damage", blow)
    assert "finishing blow now" in err


def test_reserved_dice_are_shown(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.action.centre: on the board, and before it is asked which dice to swap"""
    Terminal(monkeypatch)
    _, err = play(capsys, "duel student rival --seed 13")
    said = " ".join(CODES.sub("", err).split())
    kept = re.search(r"reserved for Martial Arts \[Melee\]: ([a-z+, ]+)[.,]", said)
    assert kept
    assert re.search(r"Reserved: 1: [a-z+ 0-9:]+ Thrown: 1: ", said)


def test_the_default_of_centre(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.action.centre: the skill of the weapon at hand, and as many dice as there are"""
    screen = Screen(capsys)
    defaults = dict[str, str]()

    def answer(text: str, default: str) -> Answer:
        if text == "What":
            return screen.number("Centre")
        defaults[text] = default
        return "q" if text.startswith("How many skill dice") else "void" if text == "Which ring?" else None

    Terminal(monkeypatch, at=answer)
    assert main(shlex.split("duel master rival --auto B --seed 1 --form warriors-duel")) == 0
    assert defaults["Which skill?"] == "Martial Arts [Melee]"
    assert defaults["How many skill dice? 1 to 4"] == "4"


def test_a_line_by_its_first_words(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    given = iter(["x", "pre", "CALM", "q"])
    Terminal(monkeypatch, lambda text, default: next(given) if text == "What" else None)
    asked = Questions("never").chosen
    lines = ["Strike with katana: 2r2s", "Prepare this", "Prepare that", "Calming Breath"]
    assert asked("What", lines, 0, {}) == 3
    err = capsys.readouterr().err
    assert err.count("Write a number from 1 to 4, or how one line begins.") == 2
    assert "So begin 2 lines." in err


def test_the_computers_side_is_remembered(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, lambda text, default: "q")
    play(capsys, "duel shinai rival --auto B --seed 7")

    def held() -> frozenset[str]:
        return Dueling("duel.jsonl", 1).table.seats["computer"].holds

    assert held() == {"Rival"}
    left = iter(range(20))
    terminal.at = lambda text, default: None if next(left, None) is not None else "q"
    _, err = play(capsys, "duel --seed 7")
    assert "Shinai may:" in err
    assert "Rival may:" not in err
    terminal.at = lambda text, default: "q"
    play(capsys, "duel --auto nobody")
    assert held() == frozenset()
    play(capsys, "duel --auto A")
    assert held() == {"Shinai"}
    ok(capsys, "replay duel.jsonl")


@pytest.mark.parametrize("first", ["B", "both"])
def test_a_duel_that_is_over_twice_costs_once(first: str, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was a trial of the computer first was not paid then, and is in the end."""
    sheet("Hiro", f"strife = 1\n{EVERY_RING}skills = {{ fitness = 1, martial = 1 }}\n")
    Terminal(monkeypatch)
    play(capsys, f"duel hiro shinai --auto {first} --seed 3")
    ok(capsys, "log duel.jsonl undo")
    play(capsys, "duel --auto B --seed 5")
    one, at = duellists(("hiro", "rival"))[0].one, Dueling("duel.jsonl", 1).table.cast["Hiro"]
    assert (one.strife, one.fatigue, one.void) == (at.strife, at.fatigue, at.void)


def test_what_a_defence_brings(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.damage"""
    Terminal(monkeypatch)
    _, err = play(capsys, "duel shinai rival --seed 5 --form warriors-duel")
    said = " ".join(CODES.sub("", err).split())
    found = re.findall(r"(\w+) defends: (\d+) fatigue, then (\d+)/\d+.*?severity (\d+)\..*?takes (\d+) fatigue", said)
    assert found
    assert all(fatigue == taken for _, fatigue, _, _, taken in found)


@pytest.mark.parametrize("left", [False, True])
def test_what_it_costs_goes_into_the_files(left: bool, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet("Hiro", f"strife = 1\n{EVERY_RING}skills = {{ fitness = 1, martial = 1 }}\n")
    before = Path("hiro.toml").read_text(encoding="utf-8")
    if left:
        Terminal(monkeypatch, lambda text, default: "q" if text.startswith("Keep") else None)
        play(capsys, "duel hiro shinai --auto B --seed 3")
        assert Path("hiro.toml").read_text(encoding="utf-8") == before
    Terminal(monkeypatch)
    out, _ = play(capsys, "duel --auto B" if left else "duel hiro shinai --auto B --seed 3")
    moved = dict.fromkeys(("strife", "fatigue", "void"), 0)
    for line in Path("duel.jsonl").read_text(encoding="utf-8").splitlines():
        for event in json.loads(line)["entry"]["events"]:
            if event.get("who") == "Hiro" and "track" in event:
                moved[event["track"]] += event["by"]
    assert any(moved.values())
    now = duellists(("hiro", "rival"))[0].one
    assert (now.strife, now.fatigue, now.void) == (1 + moved["strife"], moved["fatigue"], 1 + moved["void"])
    assert f"hiro.toml now says: strife {now.strife}, fatigue {now.fatigue}, Void Points {now.void}." in out


def test_a_trial_of_the_computer_costs_nothing(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet("Hiro", EVERY_RING + SKILLS)
    before = Path("hiro.toml").read_text(encoding="utf-8")
    ok(capsys, "duel hiro shinai --auto both --seed 3")
    Terminal(monkeypatch)
    play(capsys, "duel hiro shinai --auto B --seed 3 --dry-run")
    assert Path("hiro.toml").read_text(encoding="utf-8") == before


def test_conceding(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.duel.concede: no band, whatever the scores"""
    screen = Screen(capsys)
    Terminal(monkeypatch, at=lambda text, default: screen.number("Concede the duel") if text == "What" else None)
    assert main(shlex.split("duel shinai rival --auto B --seed 7 --json")) == 0
    screen.look()
    found = json.loads(screen.out)
    jsonschema.validate(found, json.loads((DOCS / "schema" / "duel.json").read_text(encoding="utf-8")))
    assert [found[name] for name in ("result", "reason", "winner", "glory_bonus")] == [None, "concession", "b", 0]
    assert kinds()[-1] == "Concede"
    replayed(capsys)


def test_cheating_was_seen(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.duel.score: witnessed cheating loses"""
    screen = Screen(capsys)
    wanted = iter(["!", "b", "!", "Cheating was seen"])

    def answer(text: str, default: str) -> Answer:
        screen.look()
        if text == "What" and "for the game master's word" in screen.err:
            each = next(wanted)
            return each if len(each) == 1 else screen.number(each)
        return "2" if text == "Who?" else None

    Terminal(monkeypatch, at=answer)
    assert main(shlex.split("duel shinai rival --seed 7 --json")) == 0
    screen.look()
    found = json.loads(screen.out)
    assert [found[name] for name in ("result", "reason", "winner", "glory_bonus")] == [None, "cheating", "a", 0]
    assert screen.err.count("The game master may:") == 2
    assert kinds()[-1] == "Witness"


def test_the_game_masters_word_meets_an_objective(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.duel.forms: a custom duel with the game master's word"""
    screen = Screen(capsys)
    line = "duel shinai rival --form custom --objective word --seed 7"

    def answer(text: str, default: str) -> Answer:
        if text == "What":
            return screen.number("The objective is met") or ("!" if screen.number("for the game") else None)
        screen.look()
        return "rival" if text == "Who?" else None

    Terminal(monkeypatch, at=answer)
    assert main(shlex.split(f"{line} --json")) == 0
    screen.look()
    found = json.loads(screen.out)
    assert found["b"]["points"]["objective"] == 6
    assert found["reason"] == "score"
    assert found["winner"] == "b"


def test_a_unique_action(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.action.unique: the game master sets the TN and tells the effect"""
    screen = Screen(capsys)
    tried = iter([True])
    skill, types = iter(["kenjutsu", "couresty", "courtesy"]), iter(["nonsense", "scheme"])
    intent, tns = iter(["", "bow too deeply"]), iter(["99", "1"])

    def answer(text: str, default: str) -> Answer:
        if text == "What":
            number = screen.number("Unique Action")
            return number if number and next(tried, False) else None
        screen.look()
        of: dict[str, Iterator[str]] = {
            "Which skill?": skill,
            "What is tried?": intent,
            "Of which types is it?": types,
            "Which TN?": tns,
        }
        for begins, said in of.items():
            if text.startswith(begins):
                return next(said, None)
        return "the crowd laughs" if text == "What comes of it?" else None

    Terminal(monkeypatch, at=answer)
    assert main(shlex.split("duel shinai rival --auto B --seed 11 --form warriors-duel")) == 0
    screen.look()
    said = " ".join((screen.err + screen.out).split())
    assert "Write a number from 1 to " in said
    assert "Did you mean Courtesy?" in said
    assert "Write a few words." in said
    assert "Write a whole number from 0 to 20." in said
    assert "Write some of attack, scheme, support, movement, or none." in said
    assert "tries with Courtesy: bow too deeply. [5e.action.unique]" in said
    assert "The game master: Allow the Unique Action" in said
    assert "Shinai may try it, TN 1. [5e.action.unique]" in said
    assert "the crowd laughs. [5e.action.unique]" in said or "achieves nothing by it. [5e.action.unique]" in said
    assert len(re.findall(r"^ .*?; 9 .*;", screen.err, re.MULTILINE)) >= 1  # all skills in one paragraph
    replayed(capsys)


def test_dice_thrown_by_hand(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.dice: symbols or numbers; what was not thrown is refused"""
    screen = Screen(capsys)
    wrong = (
        "",
        "su",
        "st st st / su",
        "su su su / 13",
        "su>op su su / su",
        "-~su su su / su",
        "su su su su",
        "ex su su",
    )
    typed = iter(wrong)

    def answer(text: str, default: str) -> Answer:
        screen.look()
        if text == "They show":
            return next(typed, "q")
        return "none" if text.startswith(("On what", "Which of them")) else "3" if text == "Which ring?" else None

    terminal = Terminal(monkeypatch, at=answer)
    assert main(shlex.split("duel shinai rival --auto B --by-hand A --seed 7")) == 0
    screen.look()
    said = " ".join(screen.err.split())
    asked = "Shinai throws 3 ring dice and 1 skill die. Type what they show, such as su ex+st op / su+op; or the"
    assert asked in said
    assert terminal.asked.count("They show") == len(wrong) + 1
    for problem in (
        "No face of a ring die shows st.",
        "A skill die has no face 13.",
        "A die that shows su does not explode",
        "no > and no ~ here.",
        "There is no / between ring dice and skill dice.",
        "3 ring dice are rolled; 0 given.",
    ):
        assert problem in said, problem
    typed = iter(("5 3 6 / 1", "su"))
    terminal = Terminal(monkeypatch, at=answer)
    assert main(shlex.split("duel --auto B --seed 7")) == 0
    screen.look()
    said = " ".join(screen.err.split())
    assert "Shinai throws su, op, ex+st, blank. [5e.dice]" in said
    assert "Shinai throws 1 ring die. Type what they show, such as su; or the numbers" in said
    ok(capsys, "replay duel.jsonl")


def test_what_is_said_to_wrong_answers(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of question, answered wrongly once: a sentence, and it is asked again."""
    wrong = {
        "What": ("99", "Write a number from 1 to "),
        "Which ring?": ("iron", "Write a number from 1 to 5, or the name."),
        "Spend a Void Point": ("maybe", "Write y or n."),
        "Which of them count?": ("luck", "Write some of "),
        "Keep which?": ("9", "There is no die 9."),
        "How much strife?": ("99", "Write a whole number from 0 to "),
        "On what?": ("1,1,1,1,1,1", ""),
        "Held in how many": ("3", "Write a whole number from 1 to 2."),
    }
    pending = dict(wrong)
    screen = Screen(capsys)
    counts = dict.fromkeys(wrong, 0)

    def answer(text: str, default: str) -> Answer:
        screen.look()
        for begins, (said, _) in wrong.items():
            if text.startswith(begins):
                counts[begins] += 1
                if begins in pending:
                    del pending[begins]
                    return said
                return None
        return None

    Terminal(monkeypatch, at=answer)
    assert main(shlex.split("duel shinai rival --form warriors-duel --seed 5")) == 0
    screen.look()
    said = " ".join(screen.err.split())
    assert not pending
    for begins, (_, sentence) in wrong.items():
        assert counts[begins] >= 2
        assert sentence in said, begins
    assert "Only once: " in said or "That costs " in said


LEAVING: list[Answer] = ["q", "Q", click.Abort, KeyboardInterrupt, EOFError]


@pytest.mark.parametrize("key", LEAVING, ids=str)
def test_leaving_at_any_question(key: Answer, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that was seen is in the log, it goes on from there, and no question is asked twice."""
    reference = asked_of_a_whole_duel(capsys, monkeypatch)
    asked: list[str] = []
    terminal = Terminal(monkeypatch)
    stops = range(0, len(reference), 7)
    at, first = 0, True
    for stop in [*stops, len(reference) + 1000]:
        count = 0

        def answer(text: str, default: str, most: int = stop - at) -> Answer:
            nonlocal count
            count += 1
            if count > most:
                return key
            asked.append(text)
            return None

        terminal.at, terminal.asked = answer, []
        line = "duel shinai rival --seed 7" if first else "duel --seed 7"
        leaves = stop < len(reference)
        assert main(shlex.split(line)) == (0 if isinstance(key, str) or not leaves else 130)
        err = capsys.readouterr().err
        if leaves:
            assert err.endswith("The duel is not over. Go on with it: rollkeep duel --log duel.jsonl\n")
            replayed(capsys)
        at, first = len(asked), False
        if not leaves:
            break
    assert "Over" in Path("duel.jsonl").read_text(encoding="utf-8")
    replayed(capsys)
    moves = kinds()
    assert moves.count("Ready") == 2  # nothing twice


def asked_of_a_whole_duel(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    terminal = Terminal(monkeypatch)
    play(capsys, "duel shinai rival --seed 7 --dry-run")
    assert not os.listdir()
    return terminal.asked


def test_leaving_shows_what_the_computer_did(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was shown before one left is what happened: the computer's moves are written before the question."""
    stop = iter(range(9))
    Terminal(monkeypatch, at=lambda text, default: None if next(stop, None) is not None else click.Abort)
    _, err = play(capsys, "duel shinai rival --auto B --seed 7", 130)
    assert err.endswith("The duel is not over. Go on with it: rollkeep duel --log duel.jsonl\n")
    seen = " ".join(CODES.sub("", err).split())
    written = " ".join(ok(capsys, "log duel.jsonl").split())
    thrown = re.findall(r"(?:Rival|Shinai) throws [^.\[]*\.", seen)
    assert thrown
    for each in thrown:
        assert re.search(re.escape(each).replace(r"\ ", r"(?: \d+ run \d+)? "), written)
    bids = re.findall(r"Rival bids in secret\.", seen)
    assert len(bids) == 1
    assert "Rival bids in secret." in written
    Terminal(monkeypatch, at=lambda text, default: "q")
    _, err = play(capsys, "duel --auto B")
    assert "Round 1 begins." in err
    assert "opens in" not in err  # only the round that it stands in is told again
    assert "bids in secret" in err


def test_a_dry_run_that_is_left(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    Terminal(monkeypatch, at=lambda text, default: "q")
    _, err = play(capsys, "duel shinai rival --dry-run --seed 1")
    assert err.endswith("The duel is not over. Nothing was written.\n")
    assert not os.listdir()
    play(capsys, "duel shinai rival --seed 1")
    before = Path("duel.jsonl").read_bytes()
    left = iter(range(9))
    Terminal(monkeypatch, at=lambda text, default: None if next(left, None) is not None else "q")
    _, err = play(capsys, "duel --dry-run --seed 1")
    assert err.endswith("The duel is not over. Nothing was written.\n")
    assert "resists" in err or "keeps" in err
    assert Path("duel.jsonl").read_bytes() == before


def test_another_duel_waits_for_the_one_that_is_open(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    Terminal(monkeypatch, at=lambda text, default: "q")
    play(capsys, "duel shinai rival --seed 1")
    error = refused(capsys, "duel student monk --auto both")
    assert error["message"] == "A duel in duel.jsonl is not over."
    assert "rollkeep duel --log duel.jsonl" in error["hint"]
    assert refused(capsys, "duel --form sparring --auto both")["message"].startswith("--form is for a new duel")
    assert "1 procedure still open" in " ".join(ok(capsys, "replay duel.jsonl").split())
    play(capsys, "duel --auto both --seed 1")
    replayed(capsys)


def test_secrets_of_two_at_one_terminal(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.duel.staredown, 5e.action.predict: a bid and a prediction are asked on a cleared screen and told nowhere."""
    screen = Screen(capsys)
    bids, inside = iter(["3", "4"]), list[bool]()

    def answer(text: str, default: str) -> Answer:
        err = screen.look()
        alone = err.rfind(AWAY) > err.rfind(BACK)
        if text.startswith(("How much strife", "For ")):
            inside.append(alone)
        else:
            assert not alone, text
        if text.startswith("How much strife"):
            return next(bids, "0")
        if text == "What":
            return None
        return "q" if text.startswith("Which ring?") and "Round 1" in err else None

    Terminal(monkeypatch, at=answer)
    assert main(shlex.split("duel shinai rival --seed 7 --form warriors-duel")) == 0
    screen.look()
    assert inside
    assert all(inside)
    assert screen.err.count(AWAY) == screen.err.count(BACK) == 2
    public = re.sub(f"{re.escape(AWAY)}.*?{re.escape(BACK)}", "", screen.err, flags=re.DOTALL)
    assert "For Shinai alone" not in public
    before, _, after = public.partition("Bids: Shinai 3, Rival 4.")
    assert after
    assert "Shinai bids in secret." in before
    assert "bids 3" not in public
    assert "How much" not in public


def test_a_prediction_of_two_at_one_terminal(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.action.predict: what was recorded is asked and told to one alone, until it is revealed"""
    screen = Screen(capsys)
    revealed = list[str]()

    def answer(text: str, default: str) -> Answer:
        err = screen.look()
        alone = err.rfind(AWAY) > err.rfind(BACK)
        if text == "What":
            return screen.number("Predict") or (screen.number("Take a stance"))
        if text == "Which ring?":
            return "earth" if alone else "water"
        if text.startswith("Reveal it?"):
            assert alone
            revealed.append(err.rsplit(AWAY, 1)[-1])
            return "n" if len(revealed) < 3 else "q"
        return None

    Terminal(monkeypatch, at=answer)
    assert main(shlex.split("duel shinai rival --seed 7 --form warriors-duel")) == 0
    screen.look()
    assert len(revealed) == 3
    assert all("foresaw Earth." in each for each in revealed)
    public = re.sub(f"{re.escape(AWAY)}.*?{re.escape(BACK)}", "", screen.err, flags=re.DOTALL)
    assert "predicts a stance in secret. [5e.action.predict]" in public
    assert "prediction lapses, not revealed." in public
    assert "Earth" not in public.partition("Round 1 begins")[2].replace("2  Earth, ", "")
    told = ok(capsys, "log duel.jsonl")
    assert "predicts a stance in secret." in told
    assert "predicts Earth" not in told
    assert not re.search(r"bids \d", told)
    assert "predicts Earth" not in ok(capsys, "replay duel.jsonl")
    ok(capsys, "duel --auto both --seed 3")
    assert "predicts Earth in secret." in ok(capsys, "log duel.jsonl")  # it is over


@pytest.mark.parametrize("key", [b"\x03", b"\x04", b"q\n"])
def test_a_real_terminal(key: bytes, capsys: Capsys) -> None:
    """Two people at a terminal: a bid is typed on a screen of its own; Ctrl-C, Ctrl-D or q leaves."""
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover
        environment = {**os.environ, "PYTHONPATH": str(Path(rollkeep.__file__).parents[1]), "TERM": "xterm"}
        command = [sys.executable, "-m", "rollkeep", "duel", "shinai", "rival", "--seed", "7"]
        os.execve(sys.executable, command, environment)
    screen, deadline = b"", time.monotonic() + 30
    answered, asks = 0, rb"\]:? $"

    def wait(for_: bytes, again: bytes = b"") -> bytes:  # or to the end
        nonlocal screen, answered
        while not re.search(for_, screen[answered:]):
            assert time.monotonic() < deadline, screen.decode()
            if not select.select([terminal], [], [], 2)[0]:
                os.write(terminal, again)  # a key just before the program waits for one can be missed
            else:
                try:
                    screen += os.read(terminal, 65536)
                except OSError:
                    return screen
        return screen

    def type_(what: bytes, after: bytes) -> None:
        nonlocal answered
        wait(after)
        answered = len(screen)
        os.write(terminal, what)

    try:
        while b"Bid strife in secret" not in screen[answered:]:
            type_(b"\n", asks)
            wait(asks)
        type_(b"1\n", asks)
        type_(b"\n", b"nobody else looks")
        type_(b"2\n", rb"How much strife\?")
        wait(b"Rival may:")
        wait(asks)
        os.write(terminal, key)
        answered = len(screen)
        wait(b"never printed", again=key)
    finally:
        os.close(terminal)
    gone, ended = 0, 0
    while not gone and time.monotonic() < deadline:
        gone, ended = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    if not gone:
        os.kill(child, signal.SIGKILL)
    assert gone, "it left the terminal and went on"
    assert os.waitstatus_to_exitcode(ended) == (0 if key == b"q\n" else 130)
    text = screen.decode().replace("\r\n", "\n")
    assert text.count(AWAY) == text.count(BACK) == 1
    alone = text[text.index(AWAY) : text.index(BACK)]
    assert "How much strife? 0 to 5" in alone
    assert alone.rstrip().endswith("2")  # the terminal shows what is typed, and then it is wiped away
    assert "strife? 0 to 5" not in text.replace(alone, "")
    assert "Traceback" not in text
    replayed(capsys)
    assert "Shinai bids in secret." in ok(capsys, "log duel.jsonl")


def test_one_of_many_words(capsys: Capsys) -> None:
    """The words stand once, in lines that fit, and the nearest first."""
    found = refused(capsys, "duel shinai rival --auto both --form firstblood")
    assert found["message"] == "--form does not take 'firstblood'."
    assert found["hint"].startswith("Did you mean first-blood? Known: first-strike,")


# --- what is told beside a ring -------------------------------------------------------------------------------


@pytest.mark.parametrize("one_roll", [False, True])
def test_the_dice_beside_a_ring_are_those_that_are_thrown(one_roll: bool) -> None:
    """5e.check, 5e.duel.initiative, 5e.duel.one-roll: the preview against what the machine declares"""
    changes = (
        Modifier("calm", on=("meditation",), ring=1, kept=1),
        Modifier("drill", on=("martial arts melee",), skill=2),
        Modifier("grief", on=("attack",), ring=-1, kept=-1),
    )
    for ring in RINGS:
        one = fighter(rings=(1, 2, 3, 2, 2), modifiers=changes)
        play = Play(one, one_roll=one_roll)
        said = preview.opening(play.scene, "a", ring)
        play.do("a", Ready(ring, False, ())).do("b", Ready("air", False, ()))
        assert next(each.check.pool for each in play.of(Declared) if each.check.who == "a") == tuple(said)[:3]
        if one_roll:
            continue
        play = Play(fighter(rings=(1, 2, 3, 2, 2), modifiers=changes)).begin()
        said = preview.striking(play.scene, "a", ring)
        play.do("a", Stance(ring, 1))
        step = decide_strike(play)
        assert step == tuple(said)[:3]


def decide_strike(play: Play) -> tuple[int, int, int]:
    step = decide(machine(), play.scene, "a", Strike("katana", False, ()))
    return next(event.check.pool for event in step.events if isinstance(event, Declared))


def machine() -> Any:
    return of_both().machines["duel"]


# --- garbage --------------------------------------------------------------------------------------------------

GARBAGE = (
    *("", "", "", "", "1", "2", "3", "4", "5", "6", "7", "8", "9", "12", "0", "1,2", "1,2,3", "none", "y", "n", "fire"),
    *("void", "!", "b", "su", "x" * 300, "\x07", "é真", "-1", "1/2", "su su / su", "9" * 30, "attack"),
    *("1;2", "²", "٣", "kenjutsu", "fitness", "  ", "su ex+st op - / 1 2 3", "support,scheme", "\ud800"),
)
WORDS = (
    *("shinai", "rival", "student", "master", "guard", "monk", "Hiro", "3r2s", "gm", "", "--form", "sparring"),
    *("custom", "--objective", "word", "--auto", "A", "B", "both", "--unready", "--by-hand", "--one-roll", "--label"),
    *("--seed", "7", "-1", "x", "--ruling", "concede=round_start", "=", "-n", "2", "--log", "a.jsonl", ".", "--json"),
    *("--dry-run", "\x07", "é", "--", "-", "--for", "0"),
)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_there_is_no_traceback(seed: int, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    forms = [form for form in FORMS if form != "custom"]
    line = f"duel {chance.choice(('master', 'monk'))} {chance.choice(('shinai', 'guard'))} --seed {seed}"
    line += f" --form {chance.choice(forms)} --by-hand {chance.choice(('A', 'B'))}"
    left = chance.randint(50, 250)
    screen = Screen(capsys)

    def answer(text: str, default: str) -> Answer:
        nonlocal left
        left -= 1
        err = screen.look()
        if left < 0:
            return "q"
        if text == "They show" and chance.random() < 0.8:
            return " ".join(err.rsplit("such as ", 1)[1].split(";")[0].split())
        return None if chance.random() < 0.5 else chance.choice(GARBAGE)

    Terminal(monkeypatch, at=answer)
    assert main(shlex.split(line)) == 0
    screen.look()
    assert "Traceback" not in screen.err
    assert all(columns(CODES.sub("", each)) <= 80 for each in (screen.err + screen.out).splitlines())
    replayed(capsys)


def test_whatever_the_command_line_says_there_is_no_traceback(capsys: Capsys) -> None:
    chance = random.Random(11)
    seen = set[int]()
    for _ in range(150):
        words = [chance.choice(WORDS) for _ in range(chance.randint(0, 7))]
        if chance.random() < 0.7:
            words = ["shinai", "rival", "--auto", "both", *words]
        seen.add(main(["duel", *words]))
        told = capsys.readouterr()
        assert "Traceback" not in told.err, words
        for path in Path().glob("*.jsonl"):
            path.unlink()
    assert seen <= {0, 2, 6}
    assert {0, 2} <= seen


def test_the_help(capsys: Capsys) -> None:
    _, options = ok(capsys, "duel --help").split("\nOptions:\n")
    for option in ("--form", "--objective", "--auto", "--unready", "--by-hand", "--one-roll", "--log", "-n"):
        assert re.search(rf"^  {option}\b", options, re.MULTILINE), option


def test_duellists_of_a_table() -> None:
    """Who is named twice is told apart, and the log keeps both."""
    a, b = duellists(("shinai", "shinai"))
    assert (a.who, b.who, b.one.sheet.name) == ("Shinai", "Shinai 2", "Shinai 2")
    assert Dueling(None, 1).autos == frozenset()


def test_the_module_starts() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(rollkeep.__file__).parents[1])}
    line = [sys.executable, "-m", "rollkeep", "duel", "shinai", "rival", "--auto", "both", "--seed", "7", "--dry-run"]
    done = subprocess.run(line, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.startswith("Shinai and Rival face each other.")
