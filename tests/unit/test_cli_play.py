"""Procedures on the command line, as a user sees them: results worked out by hand, logs, refusals, and garbage."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import rollkeep
from rollkeep.cli.main import main
from rollkeep.cli.playing import Playing
from rollkeep.errors import IllegalMove
from rollkeep.fourth.play.check import Judge
from rollkeep.hosts import of_fourth
from rollkeep.table.entry import Act, Entry
from rollkeep.table.log import MAX_BYTES, lines_of

pytestmark = pytest.mark.usefixtures("folder")
Capsys = pytest.CaptureFixture[str]
SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schema"
VERBS = ("check", "contested", "cooperative", "cumulative", "iaijutsu", "log", "replay")
LONG = "Bayushi Shinai of the Scorpion, Whose Name Is Told Before the Emperor"
WIDE = "影武者の長い名前を持つ侍である者"


def columns(line: str) -> int:
    """How wide a line is on a terminal."""
    wide = (2 if unicodedata.east_asian_width(char) in "WF" else not unicodedata.combining(char) for char in line)
    return sum(map(int, wide))


def ok(capsys: Capsys, line: str) -> str:
    assert main(shlex.split(line)) == 0, capsys.readouterr().err
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def data(capsys: Capsys, line: str, schema: str = "play") -> Any:
    assert main([*shlex.split(line), "--json"]) == 0, capsys.readouterr().err
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, json.loads((SCHEMAS / f"{schema}.json").read_text(encoding="utf-8")))
    return found


def odds(capsys: Capsys, line: str) -> Any:
    return data(capsys, f"{line} --odds", "play-odds")


def refused(capsys: Capsys, line: str, status: int = 2) -> dict[str, Any]:
    """The error of a line that is refused in one sentence, in the same words for people and for programs."""
    assert main(shlex.split(line)) == status, line
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
    assert main([*shlex.split(line), "--json"]) == status
    error: dict[str, Any] = json.loads(capsys.readouterr().err)["error"]
    assert told.err.startswith(f"rollkeep: {error['message']}")
    assert error["message"].endswith((".", "?"))
    assert not re.search(r"[.?!] [A-Z]", error["message"]), error["message"]
    assert error["hint"] in " ".join(told.err.split())
    return error


def points(name: str = "shinai") -> str:
    line = next(line for line in Path(f"{name}.toml").read_text().splitlines() if line.startswith("points"))
    return line.split()[2]


def taken(name: str) -> int:
    return int(re.findall(r"^taken = (\d+)", Path(f"{name}.toml").read_text(), re.MULTILINE)[0])


def another(name: str, called: str) -> None:
    """Shinai's file once more, under another name."""
    text = Path("shinai.toml").read_text(encoding="utf-8").replace('"Bayushi Shinai"', f'"{called}"')
    Path(f"{name}.toml").write_text(text, encoding="utf-8")


def entries(path: str) -> list[Any]:
    return [json.loads(line)["entry"] for line in Path(path).read_text().splitlines()]


# --- what comes out, worked out by hand ---------------------------------------------------------------------


def test_the_screen_of_a_check(capsys: Capsys) -> None:
    """4e.tn, 4e.raise"""
    line = 'check 7k3 --tn 20 --raises 1 --raise-for speed --label "Hit the lantern" --dice "2 4 5 7 7 8 10+2"'
    assert ok(capsys, line) == (
        "Hit the lantern\n"
        "\n"
        "A: 7k3\n"
        "  1 Raise for speed adds 5 to the TN. [4e.raise]\n"
        "\n"
        "   1    2    3    4    5    6     7\n"
        "   2    4    5   [7]   7   [8]  [10+2]        [ ] kept\n"
        "\n"
        "  7 + 8 + 12 = 27\n"
        "\n"
        "A: SUCCESS by 2 against 25; 1 Raise earned. [4e.tn]\n"
    )
    assert ok(capsys, f"{line} --log l.jsonl").startswith("Run 2: Hit the lantern\n\nA: 7k3\n")
    found = data(capsys, line)
    assert (found["machine"], found["label"], found["winner"]) == ("check", "Hit the lantern", None)
    assert found["result"] == {"success": True, "margin": 2, "run": 2}
    roll = found["rolls"][0]
    assert [roll[name] for name in ("tn", "target", "total", "margin", "raises_earned")] == [20, 25, 27, 2, 1]
    assert roll["chance"] == {"exact": "60154863/100000000", "value": 0.60154863}
    assert [(step["rule"], step["data"]["case"]) for step in found["why"]] == [("4e.tn", "judged")]


@pytest.mark.parametrize(
    ("options", "success", "margin"),
    [
        ("--tn 27", True, 0),
        ("--tn 28", False, -1),
        ("--tn 20 --raises 2", False, -3),
        ("--tn 32 --free-raises 1 --lower 1", True, 0),
        ('--tn 29 --add "+2 high ground"', True, 0),
        ("", None, None),
        ("--later", None, None),
    ],
)
def test_a_check_by_hand(capsys: Capsys, options: str, success: bool | None, margin: int | None) -> None:
    """4e.tn, 4e.raise, 4e.free-raise"""
    result = data(capsys, f'check 7k3 {options} --dice "2 4 5 7 7 8 10+2"')["result"]
    assert (result["success"], result["margin"]) == (success, margin)


@pytest.mark.parametrize(
    ("options", "b", "winners", "case", "sentence"),
    [
        ("", "1 1 9 10+4", ["A"], "highest", "A 24, B 23: A wins."),
        ("", "1 1 9 10+6", ["B"], "highest", "A 24, B 25: B wins."),
        ("", "1 1 9 10+5", ["A", "B"], "tie", "A 24, B 24: a tie between A and B."),
        ("--raises A=1", "1 1 8 10+1", ["A"], "raised", "A 24, B 19: A wins, the Raises made good."),
        ("--raises A=1", "1 1 9 10+1", [], "short", "A 24, B 20: nobody wins, the best fell short of the Raises."),
        (
            "--raises A=1 --ruling short_raiser=runner_up_wins",
            "1 1 9 10+1",
            ["B"],
            "runner-up",
            "A 24, B 20: the best fell short of the Raises, so B wins.",
        ),
        ("--raises B=1", "1 1 9 10+4", ["A"], "highest", "A 24, B 23: A wins; B fell short of the Raises."),
        (
            "--raises A=1 --raises b=2",
            "1 1 10+9 10+5",
            ["B"],
            "raised",
            "A 24, B 34: B wins, the Raises made good; A fell short of",
        ),
        ("--raises A=1 --raises B=2", "1 1 10+8 10+5", [], "short", "A 24, B 33: nobody wins, the best fell short"),
        ("--free-raises A=2 --lower A=2", "1 1 10+8 10+5", ["A"], "highest", "A 34, B 33: A wins."),
        ("--keep A=low", "1 1 8 9", ["B"], "highest", "A 15, B 17: B wins."),
        ('--add "B=+8 surprise"', "1 1 8 9", ["B"], "highest", "A 24, B 25: B wins."),
    ],
)
def test_a_contest_by_hand(capsys: Capsys, options: str, b: str, winners: list[str], case: str, sentence: str) -> None:
    """A keeps 7 + 8 + 9 = 24, the low 3 + 5 + 7 = 15. 4e.contested, 4e.keep, 4e.free-raise"""
    line = f'contested 5k3 4k2 {options} --dice "A=3 5 7 8 9" --dice "B={b}"'
    found = data(capsys, line)
    assert (found["result"]["winners"], found["result"]["case"]) == (winners, case)
    assert found["winner"] == (winners[0] if len(winners) == 1 else None)
    assert found["why"][-1]["text"].startswith(sentence)
    out = " ".join(ok(capsys, line).split())
    assert sentence in out
    assert out.endswith("[4e.contested]")


def test_three_contest_and_those_tied_roll_again(capsys: Capsys) -> None:
    """C has 8, A and B share 9 and roll again; A 3, B 4. 4e.contested"""
    line = 'contested 2k1 2k1 2k1 --tie again --dice "A=9 1 / 3 2" --dice "B=2 9 / 4 1" --dice "C=8 8" --label Dice'
    found = data(capsys, line)
    assert found["winner"] == "B"
    assert [(roll["character"], roll["total"]) for roll in found["rolls"]] == [
        ("A", 9),
        ("B", 9),
        ("C", 8),
        ("A", 3),
        ("B", 4),
    ]
    assert found["result"]["totals"] == {"A": 3, "B": 4}
    out = ok(capsys, line)
    assert out.startswith("Dice: A against B against C\n")
    assert out.index("A and B are tied and roll again. [4e.contested]") < out.index("A 3, B 4: B wins. [4e.contested]")
    stands = data(capsys, line.replace("--tie again", "--tie stand"))
    assert (stands["winner"], stands["result"]["winners"]) == (None, ["A", "B"])
    assert refused(capsys, 'contested 2k1 2k1 --tie again --dice "A=9 1" --dice "B=9 1"')["code"] == "usage.needs"


def test_sides_are_named_by_letter_file_or_name(capsys: Capsys) -> None:
    found = [
        data(capsys, f'contested "shinai kenjutsu" "rival kenjutsu" {options} --seed 1')
        for options in ("--raises B=2", "--raises rival=2", '--raises "kakita rival=2"', '--raises "Kakita Rival=2"')
    ]
    assert [[roll["raises"] for roll in one["rolls"]] for one in found] == [[0, 2]] * 4
    assert found[0] == found[1] == found[2] == found[3]
    assert found[0] != data(capsys, 'contested "shinai kenjutsu" "rival kenjutsu" --raises A=2 --seed 1')
    several = (
        'contested "rival etiquette" "shinai kyujutsu" --for shinai=yumi --raise-for A=style --raises A=1 --seed 1'
    )
    rolls = data(capsys, several)["rolls"]
    assert [roll["pool"]["emphasis"] for roll in rolls] == [False, True]
    assert [roll["raise_for"] for roll in rolls] == ["style", ""]
    assert data(capsys, "check 7k3 --tn 20 --raises A=1 --seed 1") == data(
        capsys, "check 7k3 --tn 20 --raises 1 --seed 1"
    )


def test_the_same_seed_throws_the_same_dice(capsys: Capsys) -> None:
    for line in (
        "check 7k3 --tn 20",
        "contested 7k3 6k4",
        "cooperative each 4k2 5k2 --tn 15",
        "cumulative 7k3 --tn 60",
        "iaijutsu shinai rival --dry-run",
    ):
        assert ok(capsys, f"{line} --seed 1") == ok(capsys, f"{line} --seed 1") != ok(capsys, f"{line} --seed 2")


def test_one_rolls_and_the_others_help(capsys: Capsys) -> None:
    """5k3 + 2 + 1 by hand: 9 + 8 + 5 + 3 = 25. 4e.cooperative.joint"""
    line = 'cooperative joint shinai investigation --helpers 2,1 --tn 25 --dice "9 8 5 4 1"'
    found = data(capsys, line)
    assert found["result"] == {"each": {"Bayushi Shinai": True}, "all": True, "bonuses": {"Bayushi Shinai": 3}}
    assert (found["rolls"][0]["total"], found["rolls"][0]["margin"]) == (25, 0)
    assert found["winner"] is None
    out = ok(capsys, line)
    assert "9 + 8 + 5 + 3 = 25    SUCCESS, just reached against 25" in out
    assert "Bayushi Shinai +0 against 25: SUCCESS. [4e.cooperative.joint]" in out
    assert not data(capsys, line.replace("25", "26"))["result"]["all"]
    by_file = data(capsys, 'cooperative joint rival etiquette shinai isawa --tn 25 --dice "9 8 5 4 1"')
    assert by_file["result"]["bonuses"] == {"Kakita Rival": 0}
    helped = data(capsys, 'cooperative joint rival kenjutsu shinai isawa --tn 25 --dice "9 8 5 4 1 1"')
    assert helped["result"]["bonuses"] == {"Kakita Rival": 3}


def test_the_best_helps_all_others(capsys: Capsys) -> None:
    """C has rank 4: A 6 + 5 + 4 = 15, B 5 + 4 + 4 = 13, C 9 + 8 + 7 = 24. 4e.cooperative.each"""
    line = (
        "cooperative each 4k2 5k2 7k3 --rank A=1 --rank B=2 --rank C=4 --tn 15"
        ' --dice "A=6 5 1 1" --dice "B=5 4 1 1 1" --dice "C=9 8 7 1 1 1 1" --label "The cliff"'
    )
    found = data(capsys, line)
    assert found["result"] == {
        "each": {"A": True, "B": False, "C": True},
        "all": False,
        "bonuses": {"A": 4, "B": 4, "C": 0},
    }
    assert [roll["total"] for roll in found["rolls"]] == [15, 13, 24]
    out = ok(capsys, line)
    assert out.startswith("The cliff: TN 15\n")
    assert "A +0 against 15, B -2 against 15, C +9 against 15: not all succeeded." in out
    assert "[4e.cooperative.each]" in out


def test_a_task_by_hand(capsys: Capsys) -> None:
    """15 counts: 25 left. 5 is a flub and costs 5: 30. 14 is nothing. 31 ends it. 4e.cumulative"""
    line = (
        'cumulative 3k2 --tn 40 --minimum 15 --flub 6 --every "1 week"'
        ' --dice "8 7 1 / 3 2 1 / 9 5 1 / 10+10+3 8 1" --label Wall'
    )
    found = data(capsys, line)
    assert found["result"] == {
        "total": 40,
        "left": 0,
        "rolls": 4,
        "waits": 3,
        "every": "1 week",
        "done": True,
        "steps": [
            {"total": 15, "case": "counts", "left": 25},
            {"total": 5, "case": "flub", "left": 30},
            {"total": 14, "case": "nothing", "left": 30},
            {"total": 31, "case": "counts", "left": 0},
        ],
    }
    out = ok(capsys, line)
    assert out.startswith("Wall: 40 to do by A with 3k2, a roll counts from 15 on, below 6 it costs")
    assert "2. after 1 week: 3 + 2 = 5; 5 is a flub: 30 left." in out
    assert "Done after 4 rolls and 3 waits. [4e.cumulative]" in out
    raised = data(capsys, 'cumulative 3k2 --tn 20 --minimum 15 --raises 1 --dice "9 9 1 / 9 10+1 1"')
    assert [step["case"] for step in raised["result"]["steps"]] == ["nothing", "counts"]


def test_a_duel_by_hand(capsys: Capsys) -> None:
    """Rival sees 18 against 15 and is 14 ahead, so +1k1 on the Focus; 4 to 27 there, so Shinai strikes first, misses
    Armor TN 25 with 15; Rival hits with 27, and 9 + 8 less Reduction 3 are 14 Wounds. 4e.iaijutsu
    """
    line = (
        'iaijutsu shinai rival --dice "A=2 2 / 9 9 9 / 5 5 5"'
        ' --dice "B=1 2 3 4 5 6 7 / 1 1 1 1 1 1 1 1 / 9 9 9 1 1 1 1 / 9 8 1 1 1 1"'
    )
    out = ok(capsys, f"{line} --dry-run")
    told = " ".join(out.split())
    for sentence in (
        "Bayushi Shinai -11 against 15, Kakita Rival +3 against 15 (learns 1 fact); Kakita Rival is 10 or more ahead",
        "Bayushi Shinai leads by 23 and strikes first",
        "Bayushi Shinai misses Armor TN 25 by 10.",
        "Kakita Rival hits Armor TN 25 by 2.",
        "Bayushi Shinai takes 17 damage: 14 Wounds after Reduction.",
        "Kakita Rival has won: first blood. [4e.iaijutsu]",
    ):
        assert sentence in told
    assert taken("shinai") == 0
    found = data(capsys, line)
    assert (found["winner"], found["result"]) == ("Kakita Rival", {"case": "struck", "first": "Bayushi Shinai"})
    assert [roll["total"] for roll in found["rolls"]] == [4, 18, 27, 4, 15, 27, 17]
    assert taken("shinai") == 14
    conceded = data(capsys, f"{line} --concede A --dry-run")
    assert (conceded["winner"], conceded["result"]["case"]) == ("Kakita Rival", "conceded")


# --- odds -----------------------------------------------------------------------------------------------------


def test_the_odds_of_a_check(capsys: Capsys) -> None:
    """One die reaches 6 with half its faces, 11 with a ten, and 16 with a ten and half the faces after it: 1/20.

    4e.retry: 1 - 1/2 * 19/20 = 21/40
    """
    assert ok(capsys, "check 1k1 --tn 6 --odds") == (
        "1k1 against 6: 50.0 %\n  try 2, against 16: 5.0 %; in 2 tries 52.5 % [4e.retry]\n"
    )
    half, later = {"exact": "1/2", "value": 0.5}, {"exact": "1/20", "value": 0.05}
    assert odds(capsys, "check 1k1 --tn 6") == {
        "machine": "check",
        "tn": 6,
        "target": 6,
        "chance": half,
        "attempts": [
            {"n": 1, "target": 6, "chance": half, "by_then": half},
            {"n": 2, "target": 16, "chance": later, "by_then": {"exact": "21/40", "value": 0.525}},
        ],
    }
    assert odds(capsys, "check 1k1 --tn 6 --raises 1")["chance"]["exact"] == "1/10"
    assert len(odds(capsys, "check 1k1 --tn 6 --ruling max_attempts=1")["attempts"]) == 1
    assert len(odds(capsys, "check shinai attack katana --tn 20")["attempts"]) == 1
    assert refused(capsys, "check 1k1 --later --odds")["code"] == "usage.needs"


def test_the_odds_of_a_contest(capsys: Capsys) -> None:
    """A die against a plain 5: above with five faces, level with one. A Raise needs 10, and level falls to B."""
    for options, a, b, tie, nobody in (
        ("", 0.5, 0.4, 0.1, 0.0),
        ("--raises A=1", 0.1, 0.5, 0.0, 0.4),
        ("--raises A=1 --ruling short_raiser=runner_up_wins", 0.1, 0.9, 0.0, 0.0),
    ):
        found = odds(capsys, f"contested 1k1 0k0+5 {options}")
        chances = [found["wins"]["A"], found["wins"]["B"], found["tie"], found["nobody"]]
        assert [chance["value"] for chance in chances] == pytest.approx([a, b, tie, nobody])
        assert all(chance["low"] <= chance["value"] <= chance["high"] for chance in chances)
    again = odds(capsys, "contested 1k1 0k0+5 --tie again")
    assert again["wins"]["A"]["value"] == pytest.approx(5 / 9)
    assert "A wins            50.0 %" in ok(capsys, "contested 1k1 0k0+5 --odds")


def test_the_odds_of_rolling_together(capsys: Capsys) -> None:
    """A reaches 7 + 0 with 4 faces, with 3 of help with 7; B has the best rank."""
    found = odds(capsys, "cooperative each 1k1 1k1 --rank B=3 --tn 7")
    assert {who: chance["exact"] for who, chance in found["each"].items()} == {"A": "7/10", "B": "2/5"}
    assert found["all"]["exact"] == "7/25"
    assert odds(capsys, "cooperative joint 1k1 --helpers 2,1 --tn 7")["all"]["exact"] == "7/10"
    assert "28.0 %" in ok(capsys, "cooperative each 1k1 1k1 --rank B=3 --tn 7 --odds")


def test_the_odds_of_a_task(capsys: Capsys) -> None:
    """5 with one die: at once with 6 faces, after 1, 2, 3, 4 with 7, 8, 9, 10 faces."""
    found = odds(capsys, 'cumulative 1k1 --tn 5 --every "1 week"')
    assert [(row["n"], row["chance"]["exact"]) for row in found["rolls"][:2]] == [(1, "3/5"), (2, "17/50")]
    done = sum(row["chance"]["value"] for row in found["rolls"])
    assert done + found["unfinished"]["value"] == pytest.approx(1)
    assert found["mean"] == pytest.approx(sum(row["n"] * row["chance"]["value"] for row in found["rolls"]), abs=1e-3)
    assert found["waits"] == pytest.approx(found["mean"] - 1)
    assert found["every"] == "1 week"
    out = ok(capsys, 'cumulative 1k1 --tn 5 --every "1 week" --odds')
    assert "done at roll    1       60.0 %   by then      60.0 %" in out
    assert "times 1 week" in out


def test_the_odds_of_a_duel(capsys: Capsys) -> None:
    another("twin", "Twin")
    found = odds(capsys, "iaijutsu shinai twin")
    assert found["first"]["Bayushi Shinai"]["value"] == pytest.approx(found["first"]["Twin"]["value"])
    assert 2 * found["first"]["Twin"]["value"] + found["together"]["value"] == pytest.approx(1)
    assert odds(capsys, "iaijutsu shinai rival")["first"]["Kakita Rival"]["value"] > 0.8


def test_odds_and_dry_runs_write_nothing(capsys: Capsys) -> None:
    before = {path: path.read_bytes() for path in Path().iterdir()}
    for line in (
        "check shinai kyujutsu --tn 20 --void boost --log new.jsonl",
        'contested "shinai kenjutsu" "rival kenjutsu" --void A=boost --log new.jsonl',
        "cooperative each kenjutsu shinai rival --tn 15 --void A=boost --log new.jsonl",
        "iaijutsu shinai rival --log new.jsonl",
    ):
        ok(capsys, f"{line} --odds")
        ok(capsys, f"{line} --dry-run")
    ok(capsys, "cumulative shinai kyujutsu --tn 20 --odds")
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


# --- logs -----------------------------------------------------------------------------------------------------


def test_a_task_is_left_and_gone_on_with(capsys: Capsys) -> None:
    """4e.cumulative"""
    out = ok(capsys, 'cumulative 3k2 --tn 60 --rolls 2 --log t.jsonl --dice "1 2 3 / 4 5 6"')
    assert out.endswith("2. 5 + 6 = 11; 11 counts: 44 left.\n\n44 left. Go on: rollkeep cumulative --log t.jsonl\n")
    assert "still open" in ok(capsys, "replay t.jsonl")
    out = ok(capsys, 'cumulative --rolls 1 --log t.jsonl --dice "7 8 9"')
    assert "1. " not in out
    assert "3. 8 + 9 = 17; 17 counts: 27 left." in out
    found = data(capsys, 'cumulative --log t.jsonl --dice "10+10+7 1 1"')
    assert [step["left"] for step in found["result"]["steps"]] == [55, 44, 27, 0]
    assert (found["result"]["rolls"], found["result"]["waits"], len(found["rolls"])) == (4, 3, 4)
    assert refused(capsys, "cumulative --log t.jsonl")["message"] == "There is no unfinished task."
    assert "still open" not in ok(capsys, "replay t.jsonl")


def test_one_log_holds_an_evening(capsys: Capsys) -> None:
    for line in (
        "check shinai kyujutsu --tn 20 --seed 1",
        'contested "shinai kenjutsu" "rival kenjutsu" --seed 1',
        "cooperative joint 6k3 --helpers 2,1 --tn 25 --seed 1",
        "cumulative isawa spellcraft --tn 100 --rolls 1 --seed 1",
        "check 5k2 --later --seed 1",
        "iaijutsu shinai rival --seed 1",
        "cumulative --seed 2",
    ):
        ok(capsys, f"{line} --log e.jsonl")
    found = data(capsys, "replay e.jsonl", "replay")
    assert (found["status"], found["faults"]) == (0, [])
    assert found["entries"] == len(found["log"]) == len(entries("e.jsonl"))
    assert data(capsys, "log e.jsonl", "log") == found["log"] == data(capsys, "log e.jsonl show", "log")
    begun = [text for entry in found["log"] for text in entry["text"] if text.startswith("Begins: ")]
    assert begun == [f"Begins: {name}." for name in ("check", "contest", "together", "task", "check", "iaijutsu")]


def test_void_points_are_spent_and_given_back(capsys: Capsys) -> None:
    """4e.void.boost, 4e.void.pool"""
    rolled = data(capsys, 'check shinai kyujutsu --tn 29 --void boost --log v.jsonl --dice "1 2 3 4 5 6 8 10+2"')
    assert (rolled["rolls"][0]["notation"], rolled["rolls"][0]["total"]) == ("8k4", 31)
    assert points() == "1"
    assert "Void Points -1 (boost)" in ok(capsys, "log v.jsonl")
    out = ok(capsys, 'log v.jsonl undo --why "a die lay on the floor"')
    assert points() == "1", "the throw by hand was the last move, the point was declared before it"
    assert "Void Points +1" not in out
    out = ok(capsys, 'log v.jsonl undo --why "wrong Skill"')
    assert points() == "2"
    assert "Bayushi Shinai rolls Kyujutsu/Reflexes: 8k4, Void: boost, thrown by hand." in " ".join(out.split())
    assert "(undone)" in out
    assert "Because: wrong Skill" in out
    assert main(["replay", "v.jsonl"]) == 0
    ok(capsys, 'contested "shinai kenjutsu" "rival kenjutsu" --void A=boost --void B=boost --log w.jsonl --seed 1')
    assert (points(), points("rival")) == ("1", "1")
    ok(capsys, "log w.jsonl undo --before 5")
    assert (points(), points("rival")) == ("2", "2")


def test_wounds_of_a_duel_are_healed_by_an_undo(capsys: Capsys) -> None:
    """4e.wounds"""
    ok(capsys, "iaijutsu shinai rival --seed 4 --log d.jsonl")
    assert taken("shinai") == 24
    ok(capsys, "log d.jsonl undo --before 3")
    assert taken("shinai") == 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("name = 'Bayushi Shinai'", id="other quotes"),
        pytest.param('name="Bayushi Shinai"', id="tight"),
    ],
)
def test_the_file_that_is_given_back_to_is_found_however_it_is_written(capsys: Capsys, text: str) -> None:
    path = Path("shinai.toml")
    path.write_text(path.read_text().replace('name = "Bayushi Shinai"', text))
    ok(capsys, "check shinai kyujutsu --tn 20 --void boost --log v.jsonl --seed 1")
    assert points() == "1"
    ok(capsys, "log v.jsonl undo")
    assert points() == "2"


def test_another_file_that_mentions_the_name_gets_nothing(capsys: Capsys) -> None:
    Path("ann.toml").write_text('name = "Ann"\nclan = "Bayushi Shinai"\n[void]\nring = 2\npoints = 1\n')
    ok(capsys, "check shinai kyujutsu --tn 20 --void boost --log v.jsonl --seed 1")
    ok(capsys, "log v.jsonl undo")
    assert (points("ann"), points()) == ("1", "2")


def test_a_file_in_another_folder(capsys: Capsys) -> None:
    """It is found beside the log; where it is not, that is said."""
    Path("away").mkdir()
    Path("shinai.toml").rename("away/shinai.toml")
    for log in ("away/v.jsonl", "w.jsonl"):
        ok(capsys, f"check away/shinai.toml kyujutsu --tn 20 --void boost --log {log} --seed 1")
    assert points("away/shinai") == "0"
    ok(capsys, "log away/v.jsonl undo")
    assert points("away/shinai") == "1"
    assert main(["log", "w.jsonl", "undo"]) == 0
    assert capsys.readouterr().err == "The file of Bayushi Shinai is not here and stays as it is.\n"
    assert points("away/shinai") == "1"


def test_procedures_share_one_pool_of_points(capsys: Capsys) -> None:
    """4e.void.pool"""
    for log in ("a", "b"):
        ok(capsys, f"check shinai kyujutsu --tn 20 --void boost --log {log}.jsonl --seed 1")
    assert points() == "0"
    for line in (
        "check shinai kyujutsu --tn 20 --void boost",
        "cumulative shinai kyujutsu --tn 90 --void boost",
        'contested "shinai kenjutsu" 5k3 --void A=boost',
        "cooperative joint shinai kyujutsu --tn 20 --void boost",
        "shinai kyujutsu --tn 20 --void boost",
    ):
        assert refused(capsys, line)["code"] == "4e.void.pool"
    ok(capsys, "log b.jsonl undo")
    assert points() == "1"
    ok(capsys, "log a.jsonl undo")
    assert points() == "2"
    out = ok(capsys, 'contested "shinai kenjutsu" "shinai kenjutsu" --void A=boost --void B=boost --seed 1')
    assert points() == "0"
    assert "Bayushi Shinai" in out


def test_the_last_point_is_spent_once(folder: Path) -> None:
    """Several programs at the same moment. 4e.void.pool"""
    path = folder / "shinai.toml"
    path.write_text(path.read_text().replace("points = 2", "points = 1"))
    words = [
        sys.executable,
        "-m",
        "rollkeep",
        *["check", "shinai", "kyujutsu", "--tn", "20", "--void", "boost", "--log"],
    ]
    env = {**os.environ, "PYTHONPATH": str(Path(rollkeep.__file__).parents[1])}
    running = [
        subprocess.Popen([*words, f"{i}.jsonl"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for i in range(3)
    ]
    told = [one.communicate()[1] for one in running]
    assert sorted(one.returncode for one in running) == [0, 2, 2]
    assert sum("[4e.void.pool]" in text for text in told) == 2
    assert points() == "0"


def test_one_log_is_written_by_one_at_a_time(capsys: Capsys) -> None:
    words = [sys.executable, "-m", "rollkeep", *shlex.split("cumulative 7k3 --tn 900 --log l.jsonl")]
    env = {**os.environ, "PYTHONPATH": str(Path(rollkeep.__file__).parents[1])}
    running = [
        subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(3)
    ]
    told = [one.communicate()[1] for one in running]
    assert {one.returncode for one in running} <= {0, 5, 6}, told
    assert all(text == "" or text.startswith("rollkeep: ") for text in told)
    assert main(["replay", "l.jsonl"]) == 0
    assert "Done after" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        'contested "shinai kenjutsu" "rival kenjutsu" --void A=boost --dice "B=1"',
        'contested "shinai kenjutsu" "rival kenjutsu" --void A=boost --raises B=9',
        'check shinai kyujutsu --tn 20 --void boost --dice "1 2"',
        "check shinai kyujutsu --tn 20 --raises 9",
        "cooperative each kyujutsu shinai rival --tn 15 --void A=boost --raises B=1",
        pytest.param("iaijutsu rival shinai --void A=boost --raises B=1", id="duel"),
        pytest.param("check shinai kyujutsu --tn 20 --shown self --hidden", id="self"),
        pytest.param("check shinai kyujutsu --tn 20 --add x", id="add"),
    ],
)
def test_what_is_refused_costs_and_writes_nothing(capsys: Capsys, line: str) -> None:
    before = {path: path.read_bytes() for path in Path().iterdir()}
    assert main([*shlex.split(line), "--log", "r.jsonl"]) in (2, 3)
    assert capsys.readouterr().err.startswith("rollkeep: ")
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_judged_later_and_judged_again(capsys: Capsys) -> None:
    """5k3 by hand: 11 + 9 + 8 = 28. 4e.tn"""
    out = ok(capsys, 'check shinai investigation --later --log j.jsonl --dice "5 9 10+1 8 7"')
    assert "The game master judges: rollkeep log j.jsonl judge 20" in out
    for tn, verdict in (
        (28, "SUCCESS, just reached against 28"),
        (29, "FAILURE by 1 against 29"),
        (20, "SUCCESS by 8"),
    ):
        out = ok(capsys, f'log j.jsonl judge {tn} --why "it is dark"')
        assert f"Bayushi Shinai: {verdict}" in out.splitlines()[-1]
    assert out.count("(undone)") == 2
    assert "Because: it is dark" in out
    assert main(["replay", "j.jsonl"]) == 0


def test_a_told_check_is_judged_again(capsys: Capsys) -> None:
    ok(capsys, 'check 3k2 --tn 10 --log j.jsonl --dice "5 6 1"')
    assert "FAILURE by 9 against 20" in ok(capsys, "log j.jsonl judge 20")
    assert main(["replay", "j.jsonl"]) == 0


def test_a_told_check_is_judged_again_and_again(capsys: Capsys) -> None:
    ok(capsys, 'check 3k2 --tn 10 --log j.jsonl --dice "5 6 1"')
    ok(capsys, "log j.jsonl judge 20")
    assert "SUCCESS by 1 against 10" in ok(capsys, "log j.jsonl judge 10")


def test_another_attempt(capsys: Capsys) -> None:
    """10 harder: 30 + 10; a success, or what was tried again already, is not tried. 4e.retry"""
    ok(capsys, "check 7k3 --tn 30 --seed 1 --log a.jsonl")
    found = data(capsys, 'log a.jsonl again --changed "a better bow" --seed 3')
    roll = found["rolls"][0]
    assert (roll["attempt"], roll["tn"], roll["target"], roll["margin"]) == (2, 30, 40, roll["total"] - 40)
    assert "What has changed: a better bow." in [step["text"] for step in roll["steps"]]
    assert main(["replay", "a.jsonl"]) == 0
    capsys.readouterr()
    assert "run 5" in refused(capsys, "log a.jsonl again --run 2")["message"]
    ok(capsys, "check 7k3 --tn 5 --seed 1 --log b.jsonl")
    assert refused(capsys, "log b.jsonl again")["code"] == "4e.retry"


def test_of_the_mind_only_when_something_has_changed(capsys: Capsys) -> None:
    """4e.retry"""
    ok(capsys, "check shinai investigation --tn 60 --seed 1 --log m.jsonl")
    assert refused(capsys, "log m.jsonl again")["code"] == "4e.retry"
    assert "Attempt 2 adds 10" in ok(capsys, "log m.jsonl again --changed daylight")


def test_another_attempt_is_shown_to_the_same_few(capsys: Capsys) -> None:
    ok(capsys, "check shinai kyujutsu --tn 60 --shown blind --told nothing --hidden --seed 1 --log m.jsonl")
    ok(capsys, "log m.jsonl again --seed 2")
    asked = [event for entry in entries("m.jsonl") for event in entry["events"] if event["is"].endswith("check.Asked")]
    assert [(one["shown"], one["told"], one["judging"]) for one in asked] == [("blind", "nothing", "hidden")] * 2


def test_an_attempt_too_many_names_the_rule(capsys: Capsys) -> None:
    """4e.retry"""
    ok(capsys, "check 7k3 --tn 40 --seed 1 --log a.jsonl")
    ok(capsys, "log a.jsonl again --seed 1")
    assert refused(capsys, "log a.jsonl again")["code"] == "4e.retry"


def test_chance_throws_again_after_an_undo(capsys: Capsys) -> None:
    ok(capsys, "check shinai kyujutsu --tn 20 --void boost --seed 1 --log g.jsonl")
    ok(capsys, "log g.jsonl undo --before 4")
    assert points() == "1"
    out = ok(capsys, "log g.jsonl go --seed 2")
    assert out.count("throws") == 2
    assert main(["replay", "g.jsonl"]) == 0


def test_a_check_goes_on_after_a_plain_undo(capsys: Capsys) -> None:
    ok(capsys, "check 7k3 --tn 20 --seed 1 --log g.jsonl")
    ok(capsys, "log g.jsonl undo")
    assert ok(capsys, "log g.jsonl go --seed 2").count("throws") == 2


@pytest.mark.parametrize("action", ["judge 20", "again", "go"])
def test_a_run_that_is_undone_altogether(capsys: Capsys, action: str) -> None:
    ok(capsys, "check 7k3 --tn 20 --seed 1 --log u.jsonl")
    for _ in range(2):
        ok(capsys, "log u.jsonl undo")
    assert refused(capsys, f"log u.jsonl {action} --run 2")["code"] == "usage.roll"


def test_a_contest_is_gone_on_with(capsys: Capsys) -> None:
    """Both throw 9; A 3, B 2; B's last throw is taken back and thrown again: 5. 4e.contested"""
    line = 'contested 2k1 2k1 --tie again --log c.jsonl --dice "A=9 9 / 3 3" --dice'
    assert main([*shlex.split(line), "B=9 9"]) == 2
    assert capsys.readouterr().err.startswith("rollkeep: B has to throw 2k1 too.\n")
    assert not Path("c.jsonl").exists()
    assert main([*shlex.split(line), "B=9 9 / 1 2"]) == 0
    assert "A 3, B 2: A wins." in capsys.readouterr().out
    assert "Go on: rollkeep log c.jsonl go" in ok(capsys, "log c.jsonl undo")
    assert "1 procedure still open" in ok(capsys, "replay c.jsonl")
    assert refused(capsys, "log c.jsonl go")["code"] == "usage.needs"
    assert "A 3, B 5: B wins." in ok(capsys, 'log c.jsonl go --dice "B=1 5"')
    assert refused(capsys, "log c.jsonl go")["code"] == "usage.ledger"
    assert "still open" not in ok(capsys, "replay c.jsonl")


def test_a_duel_is_gone_on_with(capsys: Capsys) -> None:
    """Everything after the Assessments is taken back, and the Strike declared anew. 4e.iaijutsu"""
    ok(capsys, "iaijutsu rival shinai --log d.jsonl --seed 4")
    log = data(capsys, "log d.jsonl", "log")
    stood = next(entry["seq"] for entry in log if "Answered" in entry["events"])
    ok(capsys, f"log d.jsonl undo --before {stood}")
    out = ok(capsys, 'log d.jsonl go --seed 4 --raises A=1 --dice "B=9 9 9 / 9 9 9 / 9 9 1 1 1 1"')
    assert "1 Raise" in out
    assert "has won" in out.splitlines()[-1]
    assert main(["replay", "d.jsonl"]) == 0


def test_an_undo_names_an_entry_of_its_run(capsys: Capsys) -> None:
    ok(capsys, "check 7k3 --tn 20 --seed 1 --log u.jsonl")
    ok(capsys, "check 7k3 --tn 20 --seed 1 --log u.jsonl")
    before = Path("u.jsonl").read_bytes()
    last = len(entries("u.jsonl"))
    assert refused(capsys, "log u.jsonl undo --before 999", 5)["message"].endswith("has no entry 999.")
    said = refused(capsys, f"log u.jsonl undo --run 2 --before {last}", 5)["message"]
    assert said == f"Run 2 has no entry {last}."
    assert Path("u.jsonl").read_bytes() == before


def test_undoing_until_nothing_is_left(capsys: Capsys) -> None:
    ok(capsys, "check 7k3 --tn 20 --seed 1 --log u.jsonl")
    for _ in range(2):
        ok(capsys, "log u.jsonl undo")
    assert refused(capsys, "log u.jsonl undo")["code"] == "usage.ledger"
    assert main(["replay", "u.jsonl"]) == 0


@pytest.mark.parametrize("action", ["undo", "judge 20", "again", "go"])
def test_a_run_that_is_not_there(capsys: Capsys, action: str) -> None:
    ok(capsys, "check 7k3 --tn 20 --seed 1 --log u.jsonl")
    assert main(shlex.split(f"log u.jsonl {action} --run 99")) in (2, 5)
    assert "run 99" in capsys.readouterr().err


def test_a_move_out_of_turn_says_whose_turn_it_is(capsys: Capsys) -> None:
    """Exit 3, who may act, and what."""
    ok(capsys, "check 7k3 --later --seed 1 --log o.jsonl")
    playing = Playing("o.jsonl", 1)
    with pytest.raises(IllegalMove) as told:
        playing.do(Act(2, "A", Judge(20)))
    assert (told.value.exit_status, told.value.message, told.value.turn) == (3, "A cannot Judge now.", ("gm",))
    assert told.value.hint == "It is for the game master to act."
    ok(capsys, "cumulative 7k3 --tn 90 --rolls 1 --seed 1 --log p.jsonl")
    with pytest.raises(IllegalMove) as told:
        Playing("p.jsonl", 1).do(Act(2, "gm", Judge(20)))
    assert (told.value.exit_status, told.value.hint) == (3, "The game master may Stop.")


@pytest.mark.parametrize(
    "line",
    [
        "check shinai kyujutsu --tn 20 --shown self --hidden",
        "check shinai damage katana --tn 20",
        "check shinai initiative --tn 20",
        'contested "shinai damage katana" 7k3',
        "cooperative joint shinai initiative --tn 20",
        "cumulative shinai damage katana --tn 60",
        "check 7k3 --raise-for speed",
        "check 7k3 --free-raises 1",
        "check 7k3 --tn 20 --told verdict --keep low",
        'check 7k3 --tn 20 --shown blind --dice "1 2 3 4 5 6 7"',
    ],
)
def test_options_that_do_not_fit_are_refused_in_words_of_the_game(capsys: Capsys, line: str) -> None:
    """Not as moves of a machine, which nobody typed."""
    error = refused(capsys, line)
    assert error["code"] != "move.illegal"
    assert error["hint"]


# --- hidden ---------------------------------------------------------------------------------------------------


def readers(value: Any) -> str:
    """Who may read a value of a log's line: everybody, the game master, the roller too."""
    if not isinstance(value, dict) or value.get("is") != "machine.secret.Secret":
        return "all"
    return {("gm",): "gm", ("Bayushi Shinai", "gm"): "both"}[tuple(sorted(value["to"]))]


SECRECY = ("gm", "both", "all")


@pytest.mark.parametrize(
    ("options", "dice", "total", "target", "margin", "success"),
    [
        ("", "all", "all", "all", "all", "all"),
        ("--hidden", "all", "all", "gm", "gm", "all"),
        ("--shown gm", "both", "both", "both", "both", "both"),
        ("--shown blind", "gm", "gm", "gm", "gm", "gm"),
        ("--shown gm --told total", "gm", "both", "both", "both", "both"),
        ("--shown gm --told verdict", "gm", "gm", "both", "gm", "both"),
        ("--shown gm --told verdict --hidden", "gm", "gm", "gm", "gm", "both"),
        ("--told nothing", "gm", "gm", "all", "gm", "gm"),
    ],
)
def test_who_may_read_what_stands_in_the_log(
    capsys: Capsys, options: str, dice: str, total: str, target: str, margin: str, success: str
) -> None:
    """On the command line the game master is shown everything; a hidden TN is not told where the check is asked for."""
    out = ok(capsys, f"check shinai kyujutsu --tn 23 {options} --log h.jsonl --seed 2")
    assert "6 + 11 + 8 = 25" in out
    assert "SUCCESS by 2 against 23" in out
    threw, kept, judged = entries("h.jsonl")[-1]["events"][:3]
    found = [threw["dice"], kept["total"], *(judged[name] for name in ("target", "margin", "success"))]
    assert [readers(value) for value in found] == [dice, total, target, margin, success]
    moves = [readers(entry["asked"]) for entry in entries("h.jsonl")[1:]]  # a move tells no more than what came of it
    assert moves == [
        "gm" if "--hidden" in options else "all",
        "all",
        min(dice, total, target, margin, success, key=SECRECY.index),
    ]
    asked = data(capsys, "log h.jsonl", "log")[1]["text"][1]
    assert ("23" in asked) == ("--hidden" not in options)
    assert main(["replay", "h.jsonl"]) == 0


# --- replay ---------------------------------------------------------------------------------------------------


def edited(change: tuple[str, str]) -> str:
    return Path("good.jsonl").read_text().replace(*change, 1)


def sealed_anew(change: tuple[str, str]) -> str:
    """The log with one change, and every hash made to fit it."""
    lines = [json.loads(line)["entry"] for line in edited(change).splitlines()]
    return "".join(line for line, _ in lines_of((of_fourth().codec.read(entry, Entry) for entry in lines), ""))


@pytest.mark.parametrize(
    ("kind", "status", "words"),
    [
        ("sound", 0, "Every step follows from the rules."),
        ("empty", 0, "The log is empty."),
        ("cut", 2, "is cut off or no JSON"),
        ("gone", 1, "Entry 3 is not what was written"),
        ("swapped", 1, "is not what was written"),
        ("edited", 1, "is not what was written"),
        ("forged", 1, "something else follows from this move"),
        ("forged winner", 1, "something else follows from this move"),
        ("no log", 2, "Line 1 is cut off or no JSON"),
        ("bytes", 2, "Line 1 is cut off or no JSON"),
        ("newer", 2, "comes from a newer version (9)"),
        ("huge", 2, "is larger than"),
        ("missing", 2, "cannot be read: no such file"),
        ("folder", 2, "cannot be read: is a directory"),
    ],
)
def test_replay(capsys: Capsys, kind: str, status: int, words: str) -> None:
    """0 sound, 1 changed, 2 cut; what cannot be opened at all is an error."""
    ok(capsys, 'contested 5k3 4k2 --log good.jsonl --dice "A=3 5 7 8 9" --dice "B=1 1 9 10+4"')
    good, path = Path("good.jsonl").read_text(), Path("x.jsonl")
    lines = good.splitlines(keepends=True)
    texts = {
        "sound": good,
        "empty": "",
        "cut": good[:-30],
        "gone": "".join(lines[:2] + lines[3:]),
        "swapped": "".join([*lines[:-2], lines[-1], lines[-2]]),
        "edited": edited(('"total":23', '"total":25')),
        "forged": sealed_anew(('"total":23', '"total":25')),
        "forged winner": sealed_anew(('"winners":["A"]', '"winners":["B"]')),
        "no log": "hello\n",
        "newer": good.replace('"rollkeep":1', '"rollkeep":9'),
    }
    if kind in texts:
        path.write_text(texts[kind])
    elif kind == "bytes":
        path.write_bytes(b"\xff\x00\n")
    elif kind == "huge":
        with path.open("wb") as file:
            file.truncate(MAX_BYTES + 1)
    elif kind == "folder":
        path.mkdir()
    assert main(["replay", "x.jsonl"]) == status
    told = capsys.readouterr()
    assert words in " ".join((told.out + told.err).split())
    unread = kind in ("newer", "huge", "missing", "folder")
    assert bool(told.err) == unread
    assert main(["replay", "x.jsonl", "--json"]) == status
    printed = capsys.readouterr()
    if unread:
        assert json.loads(printed.err)["error"]["code"] == "log.file"
        return
    found = json.loads(printed.out)
    jsonschema.validate(found, json.loads((SCHEMAS / "replay.json").read_text()))
    assert (found["status"], bool(found["faults"])) == (status, status > 0)
    goes_on = kind in ("sound", "empty", "cut", "forged", "forged winner")
    assert main(["check", "7k3", "--tn", "5", "--log", "x.jsonl"]) == (0 if goes_on else 6)
    assert ("was cut off and is left out" in capsys.readouterr().err) == (kind == "cut")
    if kind == "cut":
        assert main(["replay", "x.jsonl"]) == 0


# --- refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("check shinai", "usage.needs"),
        ("check", "usage.needs"),
        ("check shinai kyujutsu --tn x", "usage.number"),
        ("check shinai kyujutsu --tn 1000", "usage.number"),
        ("check shinai kyujutsu --tn 20 --later", "usage.clash"),
        ("check shinai kyujutsu --hidden", "usage.needs"),
        ("check shinai nosuch --tn 20", "usage.roll"),
        ("check nobody kyujutsu --tn 20", "sheet.unknown"),
        ("check bandit kyujutsu --tn 20", "sheet.missing"),
        ("check 7k3 --tn 20 --shown me", "usage"),
        ("check 7k3 --tn 20 --told half", "usage"),
        ("check 7k3 --tn 20 --tm 5", "usage"),
        ("check shinai kyujutsu --tn 20 --void skill", "4e.void.skill"),
        ("check isawa kenjutsu --tn 20 --raises 1", "4e.unskilled"),
        ("check shinai kyujutsu --tn 20 --raises 4", "4e.raise.limit"),
        ("check 7k3 --raises 1", "4e.raise"),
        ("check 7k3 --tn 20 --lower 1", "4e.free-raise"),
        ("check 7k3 --tn 20 --keep 1,2", "dice.positions"),
        ("check 7k3 --tn 20 --keep ask", "usage.terminal"),
        ("check 7k3 --tn 20 --keep some", "usage"),
        ("check bandit attack --tn 20 --void boost", "4e.void.pool"),
        ("check 7k3 --tn 20 --ruling nosuch=1", "usage.ruling"),
        ('check 7k3 --tn 20 --dice "1 2"', "dice.count"),
        ('check 2k1 --tn 20 --dice "1 11"', "dice.face"),
        ('check 2k1 --tn 20 --dice "1 10"', "dice.explosion"),
        ('check 2k1 --tn 20 --label "\x07"', "usage.text"),
        ("check 7k3 --tn 20 --log .", "log.file"),
        ("check 7k3 --tn 20 --log away/x.jsonl", "log.file"),
        ("contested", "usage.needs"),
        ("contested 7k3", "usage.needs"),
        ("contested 7k3 shinai", "usage.needs"),
        ('contested 7k3 ""', "usage.needs"),
        ("contested 7k3 6k4 --raises 1", "usage.needs"),
        ("contested 7k3 6k4 --raises C=1", "usage.needs"),
        ("contested 7k3 6k4 --raises shinai=1", "usage.needs"),
        ("contested 7k3 6k4 --raises A=x", "usage.number"),
        ("contested 7k3 6k4 --raises A=-1", "usage.number"),
        ("contested 7k3 6k4 --void A=maybe", "4e.void.boost"),
        ("contested 7k3 6k4 --tie never", "usage"),
        ("contested 7k3 6k4 --add A=luck", "notation.character"),
        ('contested 7k3 6k4 --dice "A=1 2 x"', "dice.face"),
        ("contested 7k3 -2", "notation.no-dice"),
        (f"contested {'1k1 ' * 21}", "usage"),
        ('contested "bandit kenjutsu" 6k4', "sheet.missing"),
        ("cooperative", "usage.needs"),
        ("cooperative side 6k3 --tn 20", "usage"),
        ("cooperative joint 6k3", "usage.needs"),
        ("cooperative joint shinai --tn 20", "usage.needs"),
        ("cooperative joint shinai investigation shinai --tn 20", "usage.clash"),
        ("cooperative joint 6k3 shinai --tn 20", "usage"),
        ("cooperative joint 6k3 --helpers 11 --tn 20", "usage.number"),
        ("cooperative joint 6k3 --helpers a --tn 20", "usage.number"),
        ("cooperative each 6k3 --tn 20", "usage.needs"),
        ("cooperative each 6k3 5k3 --helpers 1 --tn 20", "usage.needs"),
        ("cooperative each 6k3 5k3 --rank C=1 --tn 20", "usage.needs"),
        ("cooperative each 6k3 5k3 --rank A=11 --tn 20", "usage.number"),
        ("cooperative each athletics shinai bandit --tn 20", "sheet.missing"),
        ("cumulative", "usage.needs"),
        ("cumulative 3k2", "usage.needs"),
        ("cumulative 3k2 --tn 0", "usage.number"),
        ("cumulative 3k2 --tn 10000", "usage.number"),
        ("cumulative 3k2 --tn 20 --rolls 0", "usage.number"),
        ("cumulative 3k2 --tn 20 --rolls 1001", "usage.number"),
        ("cumulative 3k2 --tn 20 --flub x", "usage.number"),
        ("cumulative 3k2 --tn 20 --helpers 2,x", "usage.number"),
        ('cumulative 3k2 --tn 20 --dice "1 2 3"', "usage.needs"),
        ("cumulative shinai --tn 20", "usage.needs"),
        ("cumulative 3k2 --tn 20 --odds --log x.jsonl", "usage.clash"),
        ("cumulative 3k2 --tn 20 --raises 1 --ruling cumulative_raises=refused", "4e.raise"),
        ("cumulative --log nosuch.jsonl", "usage.needs"),
        ("iaijutsu shinai", "usage.needs"),
        ("iaijutsu shinai rival isawa", "usage.needs"),
        ("iaijutsu shinai rival --to pain", "usage"),
        ("iaijutsu shinai bandit", "sheet.missing"),
        ("iaijutsu shinai isawa", "sheet.missing"),
        ("iaijutsu shinai rival --raises C=1", "usage.needs"),
        ("log", "usage.needs"),
        ("log nosuch.jsonl", "log.file"),
        ("log x.jsonl sing", "usage"),
        ("replay", "usage.needs"),
        ("replay nosuch.jsonl", "log.file"),
        ("replay a.jsonl b.jsonl", "usage"),
        ("cumulative 3k2 --tn 20 --odds --rolls 5", "usage.clash"),
        ("iaijutsu shinai rival --odds --concede A", "usage.clash"),
        ("iaijutsu shinai rival --void-at A=dinner", "usage"),
        ("iaijutsu shinai rival --assess A=2", "4e.unskilled"),
        ("contested 7k3 6k4 --raises A=1 --raises A=2", "usage.clash"),
        ("cumulative 3k2 --tn 20 --every " + "x" * 61, "usage.text"),
        ("cooperative joint shinai investigation nobody --tn 25", "sheet.unknown"),
        ("contested 7d10 6k3", "notation.other-tool"),
        ("check 7d10 --tn 20", "notation.other-tool"),
        ("iaijutsu shinai rival --concede C", "usage.needs"),
        ("iaijutsu shinai rival --free-raises A=2", "usage"),
        ("iaijutsu shinai rival --add A=1k0", "usage"),
        ("log x.jsonl judge", "usage.needs"),
        ("log x.jsonl judge x", "usage.number"),
        ("log x.jsonl undo 20", "usage.clash"),
        ("log x.jsonl show --changed rain", "usage.clash"),
        ("log x.jsonl judge 20 --raises 1", "usage.clash"),
        ("contested 0k0 0k0 --tie again", "table.conflict"),
    ],
)
def test_refusals(capsys: Capsys, line: str, code: str) -> None:
    error = refused(capsys, line, 2 if line.startswith("replay") else {"log.file": 6, "table.conflict": 5}.get(code, 2))
    assert error["code"] == code, error
    assert error["hint"] or code.startswith("4e.void")


@pytest.mark.parametrize(
    ("line", "ugly"),
    [
        ("contested 7k3 6k4 --for A=luck", "on ."),
        ("check", "needs a words"),
        ("contested", "needs a words"),
        ("cooperative", "needs a way"),
        ("iaijutsu shinai", "needs a b"),
        ("cooperative side 6k3 --tn 20", "joint|each is"),
        ("log x.jsonl sing", "[show|judge|again|undo|rule|go] is"),
        ("check 7k3 --tn 20 --raises B=1", "whole number"),
        ('contested 2k1 2k1 --tie again --dice "B=9 9" --dice "A=9 9 / 3 3"', "--dice A="),
        ("contested 7k3 6k4 --raises A=12", "With Void Ring 10"),
    ],
)
def test_words_that_help_nobody(capsys: Capsys, line: str, ugly: str) -> None:
    assert main(shlex.split(line)) == 2
    assert ugly not in capsys.readouterr().err


WORDS = (
    *(
        "7k3",
        "4k2",
        "0k0",
        "-2",
        "12k4+5",
        "7d10",
        "shinai",
        "rival",
        "bandit",
        "isawa",
        "nobody",
        "kenjutsu",
        "attack",
    ),
    *(
        "shinai kyujutsu",
        "rival kenjutsu",
        "joint",
        "each",
        "show",
        "judge",
        "again",
        "undo",
        "go",
        "20",
        "1",
        "-1",
        "x",
    ),
    *("--tn", "--raises", "--void", "--dice", "--log", "--json", "--odds", "--seed", "--label", "--tie", "--to"),
    *("--rank", "--helpers", "--rolls", "--minimum", "--flub", "--keep", "--add", "--for", "--later", "--hidden"),
    *("--shown", "--told", "--concede", "--dry-run", "--ruling", "--before", "--why", "--free-raises", "--lower"),
    *(
        "A=1",
        "B=2",
        "C=3",
        "A=boost",
        "A=skill",
        "A=low",
        "A=1 2 3",
        "A=1k0 luck",
        "=",
        "A=",
        "",
        " ",
        "again",
        "death",
    ),
    *("l.jsonl", "shinai.toml", ".", "\x00", "\u202e", "👹", "٣k٢", "𝟟k3", "--", "-", "--nosuch", "a" * 300, "9" * 30),
)


@pytest.mark.parametrize("seed", range(6))
def test_garbage_is_refused_in_our_words(capsys: Capsys, seed: int) -> None:
    """300 lines in all: whatever is typed, nothing but our own errors comes back."""
    chance = random.Random(seed)
    for _ in range(50):
        words = [chance.choice(VERBS), *(chance.choice(WORDS) for _ in range(chance.randint(0, 7)))]
        status = main(words)
        told = capsys.readouterr()
        assert status in (0, 1, 2, 3, 4, 5, 6), words
        assert "Traceback" not in told.err
        assert status in (0, 1) or told.err.startswith(("rollkeep: ", '{"error"')) or words[0] == "replay", words


# --- 80 columns -----------------------------------------------------------------------------------------------

NARROW = (
    "check 10k10+5 --tn 20 --raises 2 --free-raises 1 --seed 7",
    "check shinai kyujutsu --tn 20 --void boost --for yumi --raises 2 --raise-for 'a shot nobody forgets' --seed 1",
    f"check 7k3 --tn 20 --label '{LONG}' --seed 1",
    "check long 'lore: the many names of the emperor and of his court' --tn 20 --seed 1",
    "check 7k3 --tn 20 --add '+1 a technique with a name that goes on and on and on and on' --seed 1",
    "check 10k10 --tn 20 --dice '" + "10+10+10+10+10+2 " * 10 + "'",
    "check 10k5 --tn 999 --odds",
    "contested 7k3 6k4 5k5 4k4 3k3 2k2 1k1 --seed 1",
    "contested 'long kenjutsu' 'shinai kenjutsu' 'rival kenjutsu' --raises A=1 --seed 1",
    "contested 7k3 6k4 --raises A=1 --odds",
    "cooperative each athletics long shinai rival --tn 15 --seed 1",
    "cooperative joint long investigation rival --helpers 1,2,3 --tn 15 --seed 1",
    "cooperative each athletics shinai rival --tn 15 --odds",
    f"cumulative long kyujutsu --tn 300 --minimum 10 --flub 5 --every 'the moon' --label '{LONG}' --seed 1",
    "cumulative 10k10 --tn 9000 --seed 1",
    "cumulative long kyujutsu --tn 60 --minimum 15 --flub 5 --every '1 week' --odds",
    "iaijutsu long rival --to death --seed 1",
    "iaijutsu shinai rival --odds",
    "log e.jsonl",
    "log e.jsonl undo --why 'It should have been the other Skill, the one that nobody ever thinks of at the table'",
    "replay e.jsonl",
    *(f"{verb} --help" for verb in VERBS if verb not in ("cooperative", "iaijutsu", "log")),
)


def narrow(capsys: Capsys, line: str) -> None:
    another("long", LONG)
    another("wide", WIDE)
    assert main(shlex.split(f"contested 'long kenjutsu' 'rival kenjutsu' --log e.jsonl --label '{LONG}'")) == 0
    capsys.readouterr()
    assert main(shlex.split(line)) == 0
    out = capsys.readouterr().out
    assert out.strip()
    assert [row for row in out.splitlines() if columns(row) > 80] == []


@pytest.mark.parametrize("line", NARROW)
def test_text_keeps_to_80_columns(capsys: Capsys, line: str) -> None:
    narrow(capsys, line)


@pytest.mark.parametrize(
    "line",
    [
        "contested 'long kenjutsu' 'shinai kenjutsu' --odds",
        "cooperative each athletics long shinai --tn 15 --odds",
        "iaijutsu long rival --odds",
    ],
)
def test_tables_of_long_names_keep_to_80_columns(capsys: Capsys, line: str) -> None:
    narrow(capsys, line)


@pytest.mark.parametrize(
    "line",
    [
        "contested 'wide kenjutsu' 'long kenjutsu' --seed 1",
        "cooperative each athletics wide long --tn 15 --seed 1",
        "iaijutsu wide long --seed 1",
        f"cumulative wide kenjutsu --tn 60 --label '{WIDE * 3}' --seed 1",
        f"check wide kenjutsu --tn 20 --raises 2 --raise-for '{WIDE * 2}' --seed 1",
    ],
)
def test_wide_letters_keep_to_80_columns(capsys: Capsys, line: str) -> None:
    narrow(capsys, line)


@pytest.mark.parametrize("verb", ["cooperative", "iaijutsu", "log"])
def test_help_keeps_to_80_columns(capsys: Capsys, verb: str) -> None:
    narrow(capsys, f"{verb} --help")


def test_a_duel_has_a_label(capsys: Capsys) -> None:
    assert "At dawn" in ok(capsys, 'iaijutsu shinai rival --label "At dawn" --seed 1')


def test_two_of_one_name(capsys: Capsys) -> None:
    out = ok(capsys, 'contested "shinai kenjutsu" "shinai kenjutsu" --seed 1')
    assert out.startswith("Bayushi Shinai against Bayushi Shinai 2\n")


def test_the_rank_of_a_side(capsys: Capsys) -> None:
    """For this roll alone; a pool of rank 0 is unskilled, as one that says so. 4e.skill, 4e.unskilled"""
    line = "contested 'shinai kenjutsu' 'rival kenjutsu' --rank A=5 --rank rival=0 --seed 1 --log r.jsonl"
    assert [roll["notation"] for roll in data(capsys, line)["rolls"]] == ["8k3", "3k3"]
    assert [roll["unskilled"] for roll in data(capsys, line)["rolls"]] == [False, True]
    assert "8k3" not in ok(capsys, "contested 'shinai kenjutsu' 'rival kenjutsu' --seed 1 --log r.jsonl")
    assert main(["replay", "r.jsonl"]) == 0
    capsys.readouterr()
    by_rank, by_word = (
        odds(capsys, text) for text in ("contested 2k1 2k1 --rank B=0", "contested 2k1 '2k1 unskilled'")
    )
    assert by_rank == by_word
    # (2k - 1) of 100 throws show k; both show the same 1330 times in 10,000, of which A wins the 361 with tens
    won = [by_rank["wins"]["A"], by_rank["wins"]["B"], by_rank["tie"]]
    assert [chance["value"] for chance in won] == pytest.approx([0.4696, 0.4335, 0.0969], abs=1e-12)
    assert main(shlex.split("contested 2k1 '2k1 unskilled' --raises B=1")) == 2
    assert "[4e.unskilled]" in capsys.readouterr().err
    assert refused(capsys, "contested 'shinai agility' 2k1 --rank A=1")["code"] == "usage.clash"
    assert refused(capsys, "contested 2k1 2k1 --rank A=11")["code"] == "usage.number"


def test_copies_of_a_stat_block_take_part(capsys: Capsys) -> None:
    found = data(capsys, "contested 'bandit:2 attack' 6k3 --seed 1")
    names = [roll["character"] for roll in found["rolls"]]
    assert len(set(names)) == 3
    assert names[0].endswith(" 1")
    assert names[1].endswith(" 2")
    assert refused(capsys, "check bandit:2 attack --tn 20")["code"] == "usage.clash"
    assert refused(capsys, "contested 'bandit:21 attack' 6k3")["code"] == "usage.number"


@pytest.mark.parametrize("log", [[], ["--log", "p.jsonl"]])
@pytest.mark.parametrize("rival", [True, False])
def test_all_files_are_paid_or_none(capsys: Capsys, rival: bool, log: list[str]) -> None:
    """One of two cannot pay: a file that nobody may write, or one last point for both sides. 4e.void.pool"""
    line = 'contested "shinai kenjutsu" "rival kenjutsu" --void A=boost --void B=boost'
    if rival:
        Path("rival.toml").chmod(0o444)
    else:
        path = Path("shinai.toml")
        path.write_text(path.read_text().replace("points = 2", "points = 1"))
        line = line.replace("rival kenjutsu", "shinai kyujutsu")
    before = points()
    assert main([*shlex.split(line), *log]) == 2
    assert capsys.readouterr().err
    assert points() == before
    assert not Path("p.jsonl").exists()


def test_two_files_of_one_name_are_not_confused(capsys: Capsys) -> None:
    ok(capsys, "check shinai kyujutsu --tn 20 --void boost --seed 1 --log b.jsonl")
    Path("backup.toml").write_text(Path("shinai.toml").read_text())
    assert refused(capsys, "log b.jsonl undo")["code"] == "sheet.unknown"
    assert (points(), points("backup")) == ("1", "1")
    Path("backup.toml").unlink()
    ok(capsys, "log b.jsonl undo")
    assert points() == "2"


def test_files_and_log_agree_before_anything_goes_on(capsys: Capsys) -> None:
    """A night's rest gave the point back, so an undo gives none; Wounds taken since count. 4e.void.pool, 4e.wounds"""
    ok(capsys, "check shinai kyujutsu --tn 60 --void boost --seed 1 --log r.jsonl")
    ok(capsys, "void shinai rest")
    ok(capsys, "wound shinai 16")
    roll = data(capsys, "log r.jsonl again --seed 1")["rolls"][0]
    assert (roll["wound_rank"], roll["target"]) == ("Grazed", 60 + 10 + 5)
    rested = points()
    ok(capsys, "log r.jsonl undo --run 2 --before 3")
    assert points() == rested
    assert main(["replay", "r.jsonl"]) == 0


def test_a_ruling_can_be_taken_back(capsys: Capsys) -> None:
    line = (
        'contested 5k3 4k2 --raises A=1 --dice "A=3 5 7 8 9" --dice "B=1 1 9 10+1" --log w.jsonl --ruling short_raiser='
    )
    assert data(capsys, f"{line}runner_up_wins")["result"]["case"] == "runner-up"
    assert data(capsys, line[: line.index(" --ruling")])["result"]["case"] == "runner-up"
    assert data(capsys, f"{line}nobody_wins")["result"]["case"] == "short"


def test_what_is_no_procedure_is_not_undone(capsys: Capsys) -> None:
    ok(capsys, "check shinai kyujutsu --tn 20 --seed 1 --log u.jsonl")
    assert refused(capsys, "log u.jsonl undo --run 1")["code"] == "usage.roll"
    assert refused(capsys, "log u.jsonl go --run 1")["code"] == "usage.roll"
    ok(capsys, "check 7k3 --later --seed 1 --log u.jsonl")
    assert refused(capsys, "log u.jsonl go")["code"] == "usage.roll"


def test_raises_on_the_assessment(capsys: Capsys) -> None:
    """Each learns a fact more, and raises that TN alone. 4e.iaijutsu"""
    found = data(capsys, "iaijutsu rival shinai --assess A=2 --seed 4 --dry-run")
    assert found["rolls"][0]["raises"] == 2
    assert "against 25 (learns 3 facts)" in found["why"][2]["text"]
    spent = data(capsys, "iaijutsu rival shinai --void A=boost --void-at A=focus --seed 4 --dry-run")
    assert [roll["void"] for roll in spent["rolls"][:4]] == [None, None, "boost", None]


def test_a_task_that_is_gone_on_with_spends_from_the_file(capsys: Capsys) -> None:
    """4e.void.pool, 4e.cumulative"""
    ok(capsys, "cumulative shinai kyujutsu --tn 200 --rolls 1 --seed 1 --log t.jsonl")
    ok(capsys, "void shinai rest")
    out = ok(capsys, "cumulative --rolls 4 --void boost --seed 1 --log t.jsonl")
    assert out.count("A Void Point: boost.") == 3
    assert points() == "0"
    assert main(["replay", "t.jsonl"]) == 0
