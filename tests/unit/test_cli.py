"""The command line: one grammar, refusals with our own words, output that explains itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollkeep.cli.main import main
from rollkeep.table import folders

BY_HAND = ["--dice", "2 4 5 7 7 8 10+2"]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No configuration but the test's own, and 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")


def ok(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(args) == 0, capsys.readouterr().err
    found = capsys.readouterr()
    assert found.err == ""
    assert max(map(len, found.out.splitlines())) <= 80
    return found.out


def data(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert main([*args, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *args: str, status: int = 2) -> dict[str, Any]:
    assert main(args) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("rollkeep: ")
    assert "Traceback" not in told.err
    assert main([*args, "--json"]) == status
    error: dict[str, Any] = json.loads(capsys.readouterr().err)["error"]
    assert set(error) == {"code", "message", "hint", "data"}
    return error


def test_the_screen_of_a_roll(capsys: pytest.CaptureFixture[str]) -> None:
    out = ok(
        capsys,
        "7k3",
        "--tn",
        "20",
        "--raises",
        "1",
        "--raise-for",
        "speed",
        "--void-ring",
        "3",
        "--label",
        "Hit the lantern",
        *BY_HAND,
    )
    assert out == (
        "Hit the lantern: 7k3 against 25 (TN 20 + 1 Raise for speed)\n"
        "\n"
        "   1    2    3    4    5    6     7\n"
        "   2    4    5   [7]   7   [8]  [10+2]        [ ] kept\n"
        "\n"
        "  7 + 8 + 12 = 27    SUCCESS by 2, the Raise is earned\n"
        "  60.2 % of such rolls succeed; 88.7 % without the Raise\n"
        "  The dice were thrown by hand. [4e.pool]\n"
    )


def test_what_is_rolled_is_written_in_many_ways(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.skill, 4e.trait, 4e.ring, 4e.spell, 4e.damage.melee, 4e.damage.bow, 4e.damage.unarmed"""
    for args, notation in (
        (["7k3"], "7k3"),
        (["roll", "7K3"], "7k3"),
        (["3g2"], "3k2"),
        (["7k3", "-", "2"], "7k3-2"),
        (["7k3", "-2"], "7k3-2"),
        (["-1k1", "+", "4k3"], "3k2"),
        (["--tn", "5", "7k3", "+2"], "7k3+2"),
        (["3k2+3k0+1k1+2"], "7k3+2"),
        (["--trait", "3", "--skill", "4"], "7k3"),
        (["--trait", "3"], "3k3"),
        (["--trait", "3", "--skill", "0"], "3k3"),
        (["--ring", "3"], "3k3"),
        (["--ring", "3", "--school-rank", "1"], "4k3"),
        (["--dr", "5k2", "--strength", "3"], "8k2"),
        (["--bow", "3", "--arrow", "2k2"], "5k2"),
        (["--dr", "0k1", "--strength", "3"], "3k1"),
        (["7k3", "--add", "1k0 Crane technique", "--add", "+5 high ground"], "8k3+5"),
        (["7k3", "--void", "boost"], "8k4"),
        (["--trait", "3", "--skill", "0", "--void", "boost"], "4k4"),
        (["--trait", "3", "--skill", "0", "--void", "skill"], "4k3"),
    ):
        assert data(capsys, *args)["notation"] == notation, args


def test_json_of_a_roll(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "7k3", "--tn", "20", "--free-raises", "3", "--lower-tn", "1", "--raises", "1", *BY_HAND)
    assert (found["total"], found["target"], found["margin"], found["success"]) == (27, 20, 7, True)
    assert found["raises_earned"] == 3
    assert found["by_hand"] is True
    assert found["dice"][6] == {"faces": [10, 2], "rerolled": None, "value": 12, "kept": True}
    assert found["chance"] == {"exact": "44342871/50000000", "value": 0.88685742}
    plain = data(capsys, "7k3", *BY_HAND)
    assert [plain[name] for name in ("tn", "raises", "target", "margin", "success", "raises_earned")] == [None] * 6
    emphasis = data(capsys, "5k2", "--emphasis", "--dice", "1>1 1>7 4 6 8")
    assert emphasis["total"] == 15
    assert emphasis["dice"][1] == {"faces": [7], "rerolled": 1, "value": 7, "kept": True}
    assert len(data(capsys, "7k3", "-n", "3")) == 3
    assert data(capsys, "7k3", "--seed", "7")["dice"] == data(capsys, "7k3", "--seed", "7")["dice"]


def test_keeping(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.keep"""
    assert data(capsys, "4k3", "--keep", "low", "--dice", "2 5 7 9")["total"] == 14
    assert data(capsys, "4k3", "--keep", "1,3 4", "--dice", "2 5 7 9")["total"] == 18
    ties = data(capsys, "3k1", "--dice", "7 7 7")["dice"]
    assert [die["kept"] for die in ties] == [True, False, False]


def test_json_of_odds(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "odds", "7k3", "--tn", "20", "--raises", "1", "--void-ring", "2")
    assert [(row["raises"], row["target"]) for row in found["by_raises"]] == [(0, 20), (1, 25), (2, 30)]
    assert found["chance"] == found["by_raises"][1]["chance"]
    assert {row["tn"]: row["chance"]["exact"] for row in found["by_tn"]}[20] == "44342871/50000000"
    assert sum(row["chance"]["value"] for row in found["distribution"]) + found["tail"]["value"] == pytest.approx(1)
    assert found["tail"]["value"] < 1e-9
    assert data(capsys, "odds", "7k3")["by_raises"] == []
    compared = data(capsys, "odds", "7k3", "--tn", "25", "--compare", "8k4", "--compare", "--emphasis")["compare"]
    assert [(other["notation"], other["pool"]["emphasis"], other["target"]) for other in compared] == [
        ("8k4", False, 25),
        ("7k3", True, 25),
    ]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ("7k3 --raises 1", "4e.raise"),
        ("7k3 --free-raises 1", "4e.raise"),
        ("--trait 3 --skill 0 --tn 10 --raises 1", "4e.unskilled"),
        ("--trait 3 --skill 0 --tn 10 --free-raises 1", "4e.unskilled"),
        ("7k3 --tn 20 --raises 3 --void-ring 2", "4e.raise.limit"),
        ("--dr 5k2 --strength 3 --void boost", "4e.void.boost"),
        ("--dr 5k2 --strength 3 --tn 20", "4e.damage.melee"),
        ("--bow 3 --arrow 2k2 --emphasis", "4e.damage.bow"),
        ("--trait 3 --skill 1 --void skill", "4e.void.skill"),
        ("7k3 --void skill", "4e.void.skill"),
        ("--ring 3 --school-rank 1 --mastery 2 --tn 15", "4e.spell"),
        ("--ring 3 --school-rank 0", "4e.spell"),
        ("4k2 --unskilled --emphasis", "4e.unskilled"),
        ("4k2 --unskilled --explode-on 10", "4e.unskilled"),
        ("--trait 3 --skill 2 --unskilled", "4e.unskilled"),
        ("--trait 3 --emphasis", "4e.emphasis"),
        ("7k3 --tn 10 --attempt 3", "4e.retry"),
        ("7k3 --tn 10 --attempt 2 --attack", "4e.retry"),
        ("7k3 --tn 10 --lower-tn 1", "4e.free-raise"),
        ("7k3 --trait 3", "usage.clash"),
        ("--trait 3 --ring 3", "usage.clash"),
        ("7k3 --seed 1 --dice 1", "usage.clash"),
        ("7k3 -n 2 --dice 1", "usage.clash"),
        ("odds 7k3 --seed 1", "usage.clash"),
        ("odds 7k3 --keep ask", "usage.clash"),
        ("--skill 3", "usage.needs"),
        ("--ring 3 --mastery 2", "usage.needs"),
        ("7k3 --raise-for speed", "usage.needs"),
        ("7k3 --tn 20 --changed rain", "usage.needs"),
        ("7k3 --keep ask", "usage.terminal"),
        ("7k3 --tm 20", "usage"),
        ("7k3 --emphasis=1", "usage"),
        ("7k3 --void twice", "usage"),
        ("tn 20", "usage"),
        ("7k3 --tn 1000", "usage.number"),
        ("7k3 --tn ٢٠", "usage.number"),
        ("7k3 --tn -5", "usage.number"),
        ("7k3 -n 10001", "usage.number"),
        ("7k3 --ruling odd=1", "usage.ruling"),
        ("7k3 --ruling odd_die=3", "usage.ruling"),
        ("7k3 --label \x07", "usage.text"),
        ("7k3 --label \u202eevil", "usage.text"),
        ("7k3 --label a\u0301\u0301\u0301\u0301", "usage.text"),
        ("rules nonsense", "usage.rule"),
        ("7k3 20", "notation.tn"),
        ("7k3 --dice 2,3", "dice.count"),
        ("3k1 --dice 11,2,3", "dice.face"),
        ("3k1 --dice 2,10,3", "dice.explosion"),
        ("3k1 --dice 1>7,2,3", "dice.reroll"),
        ("3k1 --keep 4", "dice.positions"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], args: str, code: str) -> None:
    error = refused(capsys, *args.split())
    assert error["code"] == code, error
    assert error["message"].endswith((".", "?"))


def test_odds_that_would_take_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    error = refused(capsys, "odds", "10k5", "--explode-on", "9", "--tn", "999", status=4)
    assert error["code"] == "odds.too-large"
    assert data(capsys, "10k5", "--explode-on", "9", "--tn", "999")["chance"] is None


def test_a_caret_stands_under_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["10k"]) == 2
    assert capsys.readouterr().err.splitlines()[1:3] == ["  10k", "     ^"]
    assert main(["7k3", "--tn", "1000"]) == 2
    assert capsys.readouterr().err.splitlines()[1:3] == ["  --tn 1000", "       ^"]


def test_the_librarys_complaints_in_our_words(capsys: pytest.CaptureFixture[str]) -> None:
    for args, words in (
        (["completion"], "needs a shell"),
        (["7k3", "--tn"], "--tn needs a value"),
        (["completion", "cmd"], "bash or zsh or fish"),
    ):
        assert main(args) == 2
        assert words in capsys.readouterr().err
    assert main(["--seed", "1", "--", "7k3", "-2"]) == 0


def test_hints(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "7k3", "--tm", "20")["hint"] == "Did you mean --tn?"
    assert refused(capsys, "ods", "7k3")["hint"] == "Did you mean rollkeep odds?"
    assert "--tn 20" in refused(capsys, "7k3", "20")["hint"]


def test_rulings_and_colour_from_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    user = tmp_path / "config" / "rollkeep"
    user.mkdir(parents=True)
    (user / "rollkeep.toml").write_text('[rulings]\nodd_die = "+2"\nsurplus_kept = "+2"\n')
    (tmp_path / "rollkeep.toml").write_text('colour = "always"\n[rulings]\nodd_die = "lost"\n')
    assert data(capsys, "pool", "11k4")["pool"]["bonus"] == 0
    assert data(capsys, "pool", "8k12")["pool"]["bonus"] == 4
    assert data(capsys, "pool", "11k4", "--ruling", "odd_die=+2")["pool"]["bonus"] == 2
    assert main(["7k3"]) == 0
    assert "\x1b[" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content",
    [
        "colour = 3",
        "color = 'auto'",
        "rulings = 1",
        "[rulings]\nodd = 'x'",
        "[rulings]\nodd_die = 7",
        "a = ",
        b"\xff",
        "x = 1\n" * 20_000,
    ],
)
def test_a_configuration_that_cannot_be_used(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str | bytes
) -> None:
    (tmp_path / "rollkeep.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    error = refused(capsys, "7k3")
    assert error["code"] in ("usage.file", "usage.ruling")
    assert "rollkeep.toml" in error["message"]


def test_the_users_folders_are_those_that_platformdirs_names(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    for variable, ours, theirs in (
        ("XDG_CONFIG_HOME", folders.configuration, platformdirs.user_config_path("rollkeep", appauthor=False)),
        ("XDG_DATA_HOME", folders.sheets, platformdirs.user_data_path("rollkeep", appauthor=False) / "sheets"),
    ):
        for value in ("/somewhere", "", " ", None):
            if value is None:
                monkeypatch.delenv(variable)
            else:
                monkeypatch.setenv(variable, value)
            base = platformdirs.user_config_dir if variable == "XDG_CONFIG_HOME" else platformdirs.user_data_dir
            wanted = Path(base("rollkeep", appauthor=False))
            assert Path(ours()) == (wanted if theirs.name == "rollkeep" else wanted / "sheets")


def test_other_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.ten-dice, 4e.tn.names"""
    assert "10k10+4" in ok(capsys, "pool", "14k9")
    assert "stays as it is" in ok(capsys, "pool", "7k3")
    assert "Moderate" in ok(capsys, "tn")
    assert "4e.raise.limit" in ok(capsys, "rules")
    assert "odd_die = lost (default)" in ok(capsys, "rules", "4e.ten-dice")
    assert main(["completion", "fish"]) == 0
    assert "_ROLLKEEP_COMPLETE" in capsys.readouterr().out
    assert "Usage" in ok(capsys)
    assert "--raise-for" in ok(capsys, "roll", "--help")
    out = " ".join(ok(capsys, "--help").split())
    for word in ("4th edition", "5th", "rollkeep 7k3", "rollkeep 3r2s --help", "rollkeep duel master student"):
        assert word in out
    assert max(map(len, ok(capsys, "--help").splitlines())) <= 80
    assert "rollkeep 3r2s --help" in " ".join(ok(capsys, "roll", "--help").split())
    assert "rollkeep odds 3r2s --help" in " ".join(ok(capsys, "odds", "--help").split())
    for there in (("3r2s", "--help"), ("odds", "3r2s", "--help")):
        assert "--distinction" in ok(capsys, *there)
    assert ok(capsys, "--version").startswith("rollkeep ")


def test_what_the_output_adds(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.raise.fail, 4e.unskilled, 4e.tn"""
    short = ok(capsys, "7k3", "--tn", "25", "--raises", "1", *BY_HAND)
    assert "FAILURE by 3" in short
    assert "would have met the plain 25" in short
    assert "not checked against a Void Ring" in short
    assert "Unskilled" in ok(capsys, "3k3", "--unskilled")
    assert "stops at 0" in ok(capsys, "3k3", "--tn", "5", "--free-raises", "2", "--lower-tn", "2")
    assert "Crane technique" in ok(capsys, "7k3", "--add", "1k0 Crane technique")
    assert "of such rolls reach 27 or more" in ok(capsys, "7k3", *BY_HAND)
    many = ok(capsys, "3k2", "--tn", "15", "-n", "5", "--seed", "1")
    assert "5 rolls" in many
    assert "█" in ok(capsys, "odds", "7k3", "--tn", "20")
    assert "44342871/50000000" in ok(capsys, "odds", "7k3", "--tn", "20", "--exact")
