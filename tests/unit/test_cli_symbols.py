"""Ring and skill dice on the command line: the screen, every option, refusals, questions on a terminal, JSON.

5e.check, 5e.keep, 5e.explode, 5e.seize, 5e.help, 5e.advantages, 5e.compromised, 5e.odds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest

import rollkeep
from rollkeep.cli.main import main
from rollkeep.cli.odds import command as odds_10
from rollkeep.cli.roll import command as roll_10
from rollkeep.cli.symbol_odds import command as odds_symbols
from rollkeep.cli.symbols import command as roll_symbols
from rollkeep.cli.verbs import _FLAGS, RING_DICE

Capsys = pytest.CaptureFixture[str]
SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schema"
HAND = ["--dice", "su ex+st>su op / su+op -"]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No configuration but the test's own, and 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")


def ok(capsys: Capsys, *args: str) -> str:
    assert main(args) == 0, capsys.readouterr().err
    found = capsys.readouterr()
    assert found.err == ""
    assert max(map(len, found.out.splitlines())) <= 80
    return found.out


def fits(name: str, value: Any) -> None:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(value)


def data(capsys: Capsys, *args: str) -> Any:
    """What is printed as JSON; it fits its schema."""
    assert main([*args, "--json"]) == 0, capsys.readouterr().err
    found = json.loads(capsys.readouterr().out)
    for each in found if isinstance(found, list) else [found]:
        fits("symbol-odds" if args[0] == "odds" else "symbols", each)
    return found


def refused(capsys: Capsys, *args: str, status: int = 2) -> dict[str, Any]:
    assert main(args) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("rollkeep: ")
    assert main([*args, "--json"]) == status
    error: dict[str, Any] = json.loads(capsys.readouterr().err)["error"]
    assert error["hint"]
    return error


def value(chance: dict[str, Any]) -> Fraction:
    return Fraction(chance["exact"])


class Terminal:
    """Somebody who answers questions, and what was asked of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: str | None) -> None:
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        monkeypatch.setattr("click.prompt", self.prompt)
        self.answers, self.asked = list(answers), list[tuple[str, str]]()

    def prompt(self, text: str, default: str = "", prompt_suffix: str = ": ", err: bool = False) -> str:
        assert err
        self.asked.append((text, default))
        answer = self.answers.pop(0)
        return default if answer is None else answer


# --- the screen ------------------------------------------------------------------------------------------------


def test_the_screen_of_a_check(capsys: Capsys) -> None:
    out = ok(capsys, "3r2s", "--tn", "2", "--ring", "fire", "--label", "Hit the lantern", *HAND)
    assert out == (
        "Hit the lantern: Fire: 3r2s against TN 2\n"
        "\n"
        "  ring   1 [su]     2 [ex+st]  3  op\n"
        "  skill  4 [su+op]  5  -\n"
        "  extra  1 [su] from die 2\n"
        "  [ ] kept; su success, ex explosive, op opportunity, st strife\n"
        "\n"
        "  4/1/1    SUCCESS, 2 bonus successes\n"
        "  4 successes, 1 opportunity, 1 strife.\n"
        "  87.3 % of such checks succeed, keeping the best\n"
        "  The dice were thrown by hand. [5e.check]\n"
        "  Nobody was asked: most successes are kept, then least strife. [5e.keep]\n"
    )


def test_a_failure(capsys: Capsys) -> None:
    out = ok(capsys, "1r0s", "--tn", "2", "--dice", "op")
    assert "  0/1/0    FAILURE, shortfall 2\n" in out
    assert "Nobody was asked" not in out  # there is nothing to choose


def test_without_a_tn(capsys: Capsys) -> None:
    out = ok(capsys, "2r", "--dice", "su su")
    assert out.startswith("2r0s\n")
    assert "  2/0/0\n" in out
    assert "33.3 % of such checks show 2 successes or more" in out
    found = data(capsys, "2r", "--dice", "su su")
    assert [found[name] for name in ("tn", "success", "bonus", "shortfall")] == [None] * 4
    assert value(found["chance"]) == Fraction(1, 3)
    assert data(capsys, "2r", "--dice", "op op")["chance"] is None


def test_an_aim_is_told(capsys: Capsys) -> None:
    args = ["3r2s", "--tn", "2", "--opportunity", "1", "--strife", "0", *HAND]
    out = " ".join(ok(capsys, *args).split())
    assert "aimed for at least 1 opportunity and no strife: missed." in out
    assert "succeed with at least 1 opportunity and no strife, keeping the best; 87.3 % succeed at all" in out
    assert "no strife: met." in " ".join(ok(capsys, *args, "--keep", "1,4", "--dice", "su ex+st op / su+op -").split())


@pytest.mark.parametrize(
    ("aim", "met"),
    [
        (["--opportunity", "1"], True),
        (["--opportunity", "2"], False),
        (["--strife", "1"], True),
        (["--strife", "0"], False),
        (["--opportunity", "1", "--strife", "1"], True),
        (["--opportunity", "2", "--strife", "1"], False),
    ],
)
def test_whether_an_aim_is_met(capsys: Capsys, aim: list[str], met: bool) -> None:
    out = " ".join(ok(capsys, "3r0s", "--tn", "1", *aim, "--dice", "su+st op -").split())
    assert ("met." in out, "missed." in out) == (met, not met)


@pytest.mark.parametrize("words", [["3r2s"], ["3dr+2ds"], ["2s3r"], ["3", "r", "2", "s"], ["3R", "2S"]])
@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize("verb", [[], ["roll"]])
def test_words_stand_anywhere(capsys: Capsys, words: list[str], before: bool, verb: list[str]) -> None:
    options = ["--tn", "2", "--seed", "1"]
    expected = ok(capsys, "3r2s", *options)
    assert ok(capsys, *verb, *([*options, *words] if before else [*words, *options])) == expected


def test_no_flag_is_forgotten() -> None:
    """Routing has to know behind which options no value stands."""
    flags = {
        name
        for command in (roll_10, odds_10, roll_symbols, odds_symbols)
        for param in command.params
        if isinstance(param, click.Option) and (param.is_flag or param.flag_value == "")
        for name in param.opts
    }
    assert flags | {"-h", "--help", "--"} == _FLAGS
    assert set(RING_DICE) == {"roll", "odds"}


@pytest.mark.parametrize("verb", ["roll", "odds"])
def test_help_is_about_these_dice(capsys: Capsys, verb: str) -> None:
    for args in ([verb, "3r2s", "--help"], [verb, "-h", "3r2s"]):
        assert main(args) == 0
        out = capsys.readouterr().out
        assert "--compromised" in out
        assert f"Usage: rollkeep {verb} 3r2s" in out
    assert main(["3r2s", "--help"]) == 0
    assert "--distinction" in capsys.readouterr().out


@pytest.mark.parametrize("args", [["--tm", "2"], ["--label=x", "--nosuch"], ["--json=x"]])
@pytest.mark.parametrize("words", [["3r2s"], ["odds", "3r2s"]])
def test_misused_options_point_to_this_help(capsys: Capsys, words: list[str], args: list[str]) -> None:
    hint = refused(capsys, *words, *args)["hint"]
    assert hint in ("Did you mean --tn?", f"All options: rollkeep {'odds' if len(words) > 1 else 'roll'} 3r2s --help.")


# --- what stands in the reports of others ----------------------------------------------------------------------


def test_the_chance_is_of_keeping_before_explosions(capsys: Capsys) -> None:
    """5e.odds: 2r5s against TN 4 comes to .1682, not .1930."""
    chance = data(capsys, "2r5s", "--tn", "4", "--seed", "1")["chance"]
    assert chance == {"exact": "108502669/644972544", "value": pytest.approx(0.168228, abs=1e-6)}


def test_a_skill_explosive_brings_a_skill_die(capsys: Capsys) -> None:
    """5e.explode."""
    found = data(capsys, "1r1s", "--tn", "2", "--keep", "2/1", "--dice", "su / ex>su+op")
    assert [(die["type"], die["symbols"], die["kept"], die["extra_of"]) for die in found["dice"]] == [
        ("ring", ["success"], False, None),
        ("skill", ["explosive"], True, None),
        ("skill", ["success", "opportunity"], True, 1),
    ]


def test_extra_dice_do_not_count_against_the_limit(capsys: Capsys) -> None:
    """5e.keep: 1r0s of an explosive and then a success: 2 successes."""
    assert data(capsys, "1r0s", "--tn", "2", "--dice", "ex+st>su")["short"] == "2/0/1"
    assert data(capsys, "1r0s", "--tn", "2", "--keep", "1/none", "--dice", "ex+st>su+st")["short"] == "1/0/1"


def test_compromised_with_nothing_but_strife(capsys: Capsys) -> None:
    """5e.compromised: 0 dice kept, the check fails by its TN."""
    found = data(capsys, "2r1s", "--tn", "3", "--compromised", "--dice", "su+st ex+st / su+st")
    assert [die["kept"] for die in found["dice"]] == [False] * 3
    assert [found[name] for name in ("short", "success", "shortfall")] == ["0/0/0", False, 3]


def test_seizing_the_moment_adds_a_ring_die(capsys: Capsys) -> None:
    """5e.seize: one ring die more and one more kept."""
    found = data(capsys, "2r1s", "--void", "seize", "--seed", "1")
    assert found["pool"] == {"ring": 3, "skill": 1, "kept": 3, "compromised": False}
    assert (found["void"], found["notation"]) == ("seize", "2r1s")
    assert [die["type"] for die in found["dice"][:4]] == ["ring"] * 3 + ["skill"]


# --- options ---------------------------------------------------------------------------------------------------


def test_helpers(capsys: Capsys) -> None:
    found = data(capsys, "2r1s", "--helpers", "skilled=1,unskilled=2", "--seed", "1")
    assert found["pool"] == {"ring": 4, "skill": 2, "kept": 5, "compromised": False}
    assert found["helpers"] == {"skilled": 1, "unskilled": 2}
    assert [step["rule"] for step in found["steps"][:2]] == ["5e.help", "5e.help"]


@pytest.mark.parametrize(
    "text", ["", "2", "skilled", "skilled=", "skilled=x", "skilled=10", "clever=1", "skilled=1,skilled=1", "skilled=１"]
)
def test_helpers_that_are_none(capsys: Capsys, text: str) -> None:
    assert refused(capsys, "2r1s", "--helpers", text)["code"] == "usage.number"


def test_re_rolls_are_told(capsys: Capsys) -> None:
    args = ["2r1s", "--tn", "3", "--distinction", "--dice", "4 1~6>2 / 12>8"]
    found = data(capsys, *args)
    assert [die["rerolled"] for die in found["dice"]] == [None, [], None, None, None]
    assert found["dice"][1]["symbols"] == ["explosive", "strife"]
    out = ok(capsys, *args)
    assert "Die 2 (-) was re-rolled: distinction. [5e.advantages]" in out
    assert "before the distinction" in " ".join(out.split())


def test_which_dice_are_re_rolled(capsys: Capsys) -> None:
    """Without positions the blanks and what brings no success; with --reroll what it names; none is none."""
    plain = data(capsys, "3r2s", "--seed", "9")["dice"][:5]
    changed = data(capsys, "3r2s", "--distinction", "--seed", "9")["dice"][:5]
    again = [i for i, die in enumerate(changed) if die["rerolled"] is not None]
    assert 1 <= len(again) <= 2
    for i, (before, after) in enumerate(zip(plain, changed, strict=True)):
        if i in again:
            assert after["rerolled"] == before["symbols"]
            assert not {"success", "explosive"} & set(before["symbols"])
        else:
            assert after["symbols"] == before["symbols"]
    named = data(capsys, "3r2s", "--distinction", "--reroll", "1", "--seed", "9")["dice"][:5]
    assert [die["rerolled"] is not None for die in named] == [True, False, False, False, False]
    kept = data(capsys, "3r2s", "--distinction", "--reroll", "none", "--seed", "9")["dice"][:5]
    assert [die["symbols"] for die in kept] == [die["symbols"] for die in plain]


def test_an_adversity(capsys: Capsys) -> None:
    """5e.advantages: two successes go; a failed check gives a Void Point back, a success none."""
    failed = data(capsys, "2r1s", "--tn", "1", "--adversity", "--dice", "su~- su+st~- / -")
    assert (failed["success"], failed["void_point"]) == (False, 1)
    won = data(capsys, "2r1s", "--tn", "1", "--adversity", "--dice", "su~su su+st~- / -")
    assert (won["success"], won["void_point"]) == (True, 0)
    out = ok(capsys, "2r1s", "--tn", "1", "--adversity", "--dice", "su~- su+st~- / -")
    assert "1 Void Point comes back. [5e.advantages]" in out
    assert "none shows a success" in ok(capsys, "1r1s", "--tn", "1", "--adversity", "--dice", "op / -")


@pytest.mark.parametrize(
    ("options", "strife", "says"),
    [
        (["--passion"], -3, "The passion takes 3 strife away"),
        (["--anxiety"], 3, "The anxiety gives 3 strife"),
        (["--anxiety", "--ruling", "anxiety_strife=2"], 2, "2 strife after the check: the ruling anxiety_strife = 2."),
        (["--anxiety", "--ruling", "anxiety_strife=3"], 3, "The anxiety gives 3 strife after the check. [5e.adv"),
        (["--passion", "--anxiety"], 0, "The passion and the anxiety cancel each other."),
        (["--distinction", "--adversity"], 0, "The distinction and the adversity cancel each other."),
    ],
)
def test_strife_after_the_check(capsys: Capsys, options: list[str], strife: int, says: str) -> None:
    args = ["1r1s", "--tn", "1", "--dice", "su+st / -", *options]
    assert data(capsys, *args)["strife_after"] == strife
    assert data(capsys, *args)["strife"] == 1  # what the dice show
    assert says in " ".join(ok(capsys, *args).split())


def test_a_ruling_of_the_configuration(capsys: Capsys) -> None:
    Path("rollkeep.toml").write_text('[rulings]\nanxiety_strife = 2\nodd_die = "+2"\n')
    assert data(capsys, "1r1s", "--anxiety", "--seed", "1")["strife_after"] == 2
    assert data(capsys, "1r1s", "--anxiety", "--ruling", "anxiety_strife=3", "--seed", "1")["strife_after"] == 3


@pytest.mark.parametrize(
    ("how", "kept", "short"),
    [
        ("1,4", [0, 3], "2/1/0"),
        ("4 1", [0, 3], "2/1/0"),
        ("5", [4], "0/0/0"),
        ("1,3,4", [0, 2, 3], "2/2/0"),
        ("most", [0, 1, 3, 5], "4/1/1"),
        ("1,2/none", [0, 1], "2/0/1"),
        ("1,2/1", [0, 1, 5], "3/0/1"),
        ("1,2/-", [0, 1], "2/0/1"),
        ("1,2", [0, 1, 5], "3/0/1"),  # what is not named goes by the policy
    ],
)
def test_what_is_kept(capsys: Capsys, how: str, kept: list[int], short: str) -> None:
    dice = HAND[1] if how == "most" or "2" in how else HAND[1].replace(">su", "")
    found = data(capsys, "3r2s", "--tn", "2", "--keep", how, "--dice", dice)
    assert [i for i, die in enumerate(found["dice"]) if die["kept"]] == kept
    assert found["short"] == short
    policy = any(step["data"]["case"] == "policy" for step in found["steps"])
    assert policy == (how == "most")


def test_the_best_keeping_is_for_the_aim(capsys: Capsys) -> None:
    """5e.odds: with no strife to spare the explosive stays where it is."""
    dice = "su ex+st op / su+op -"
    calm = data(capsys, "3r2s", "--tn", "2", "--strife", "0", "--keep", "best", "--dice", dice)
    assert (calm["success"], calm["strife"], calm["dice"][1]["kept"]) == (True, 0, False)
    eager = data(capsys, "3r2s", "--tn", "4", "--keep", "best", "--dice", dice.replace("st", "st>su"))
    assert eager["dice"][1]["kept"]


@pytest.mark.parametrize("seed", range(60))
def test_what_the_dice_show_is_what_is_counted(capsys: Capsys, seed: int) -> None:
    """Two roads: the sums against the symbols that are listed, for pools and advantages of all kinds."""
    ring, skill = 1 + seed % 5, seed // 5 % 6
    extras = [[], ["--distinction"], ["--adversity"], ["--void", "seize"], ["--compromised"], ["--keep", "best"]]
    args = [f"{ring}r{skill}s", "--tn", str(1 + seed % 3), "--seed", str(seed), *extras[seed % 6]]
    found = data(capsys, *args)
    count = Counter(symbol for die in found["dice"] if die["kept"] for symbol in die["symbols"])
    successes = count["success"] + count["explosive"]
    assert found["short"] == f"{successes}/{count['opportunity']}/{count['strife']}"
    assert found["success"] == (successes >= found["tn"])
    assert found["bonus"] - found["shortfall"] == successes - found["tn"]
    assert min(found["bonus"], found["shortfall"]) == 0
    first = [die for die in found["dice"] if die["extra_of"] is None]
    assert len(first) == found["pool"]["ring"] + found["pool"]["skill"]
    assert sum(die["kept"] for die in first) <= found["pool"]["kept"]
    brought = {die["extra_of"]: die["type"] for die in found["dice"] if die["extra_of"] is not None}
    exploding = {i: die["type"] for i, die in enumerate(found["dice"]) if die["kept"] and "explosive" in die["symbols"]}
    assert brought == exploding
    if "--compromised" in args:
        assert count["strife"] == 0


def test_the_best_keeping_wins_as_often_as_is_said(capsys: Capsys) -> None:
    """5e.odds by another road: many checks played, within four standard errors."""
    rolls = 1500
    for args in (["3r2s", "--tn", "2"], ["2r2s", "--tn", "2", "--opportunity", "1", "--strife", "1"]):
        assert main([*args, "--keep", "best", "-n", str(rolls), "--seed", "5", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        most, least = (found[0]["aim"]["strife"], found[0]["aim"]["opportunity"])
        won = sum(
            each["success"] and each["opportunities"] >= least and (most is None or each["strife"] <= most)
            for each in found
        )
        chance = found[0]["chance"]["value"]
        assert abs(won / rolls - chance) < 4 * sqrt(chance * (1 - chance) / rolls)


def test_several(capsys: Capsys) -> None:
    out = ok(capsys, "3r2s", "--tn", "2", "-n", "3", "--seed", "3")
    assert [line[:3] for line in out.splitlines()[2:5]] == ["1. ", "2. ", "3. "]
    assert "3 checks, " in out
    assert "succeeded (" in out
    assert "87.3 % of such checks succeed" in out
    checks = data(capsys, "3r2s", "--tn", "2", "-n", "3", "--seed", "3")
    assert f"{sum(check['success'] for check in checks)} succeeded" in out
    assert all(f"{i}.  {check['short']}  " in out for i, check in enumerate(checks, 1))
    ok(capsys, "10r10s", "-n", "2", "--seed", "3")
    ok(capsys, "10r10s", "--seed", "3")


# --- refusals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("3r2", "notation.letter"),
        ("r2s --tn 2", "notation.number"),
        ("3r2s5", "notation.tn"),
        ("0r0s", "notation.no-dice"),
        ("99r", "notation.too-large"),
        ("３r2s", "notation.digit"),
        ("3г2s", "notation.letter"),
        ("3d6+2d12", "notation.other-tool"),
        ("odds 3r2s5", "notation.tn"),
        ("2s --tn 1", "5e.check"),
        ("0r2s --void seize", "5e.check"),
        ("10r --void seize", "usage.number"),
        ("3r2s --tn 0", "usage.number"),
        ("3r2s --tn 21", "usage.number"),
        ("3r2s --tn ２", "usage.number"),
        ("3r2s --opportunity 1", "usage.needs"),
        ("3r2s --strife 1", "usage.needs"),
        ("3r2s --keep best", "usage.needs"),
        ("3r2s --ring wind", "usage"),
        ("3r2s --void boost", "usage"),
        ("3r2s --raises 1", "usage"),
        ("3r2s --keep ask", "usage.terminal"),
        ("3r2s --keep 6", "dice.positions"),
        ("3r2s --keep 1,1", "dice.positions"),
        ("3r2s --keep x", "dice.positions"),
        ("3r2s --keep 1/", "dice.positions"),
        ("3r2s --keep /1", "dice.positions"),
        ("3r2s --keep 1,2,3,4", "5e.keep"),
        ("3r2s --keep none", "5e.keep"),
        ("1r0s --keep 1/1 --dice su", "dice.positions"),
        ("1r0s --keep 1/1/1 --dice ex+st>su", "dice.positions"),
        ("1r1s --compromised --keep 1 --dice su+st/su", "5e.compromised"),
        ("3r2s --reroll 1", "5e.advantages"),
        ("3r2s --distinction --reroll 1,2,3", "5e.advantages"),
        ("3r2s --distinction --reroll 1/2", "dice.positions"),
        ("1r1s --adversity --reroll 1 --dice -/su", "5e.advantages"),
        ("1r1s --adversity --dice su/su", "dice.reroll"),
        ("1r1s --distinction --reroll 1 --dice su/su", "dice.reroll"),
        ("1r1s --distinction --reroll 1 --dice su/su~op", "usage.clash"),
        ("1r1s --dice su~op/su", "5e.advantages"),
        ("1r0s --dice ex", "dice.face"),
        ("1r0s --dice su,su", "dice.count"),
        ("1r0s --dice ex+st", "dice.explosion"),
        ("1r0s --dice ex+st>ex+st", "dice.explosion"),
        ("1r1s --dice su/ex>su --keep 1", "dice.explosion"),
        ("1r0s --dice su --seed 1", "usage.clash"),
        ("1r0s --dice su -n 2", "usage.clash"),
        ("3r2s -n 2 --keep 1", "usage.clash"),
        ("3r2s -n 2 --reroll 1 --distinction", "usage.clash"),
        ("3r2s --ruling anxiety_strife=5", "usage.ruling"),
        ("3r2s --ruling nosuch=1", "usage.ruling"),
        ("odds 3r2s --seed 1", "usage.clash"),
        ("odds 3r2s --keep best", "usage.clash"),
        ("odds 3r2s --compare 7k3", "notation.character"),
        ("odds 3r2s --compare=--json", "usage"),
        ("odds 3r2s --compare 'x", "usage"),
        ("odds 3r2s --compare 2r --compare 2r --compare 2r --compare 2r --compare 2r", "usage"),
    ],
)
def test_refusals(capsys: Capsys, line: str, code: str) -> None:
    assert refused(capsys, *line.split())["code"] == code


def test_a_missing_extra_die_is_named(capsys: Capsys) -> None:
    error = refused(capsys, "2r1s", "--tn", "2", "--dice", "su ex+st / op")
    assert error["data"]["position"] == 3
    assert "ex+st>su" in error["hint"]


def test_a_die_thrown_on_was_kept(capsys: Capsys) -> None:
    """5e.explode: whoever typed an extra die has kept its explosive; nothing typed is left out in silence."""
    error = refused(capsys, "1r1s", "--tn", "1", "--keep", "1", "--dice", "su / ex>su")
    assert (error["code"], error["data"]["position"]) == ("dice.explosion", 5)
    found = data(capsys, "1r1s", "--tn", "1", "--keep", "2/none", "--dice", "su / ex>su")
    assert found["short"] == "1/0/0"
    refused(capsys, "1r1s", "--tn", "1", "--keep", "2/none", "--dice", "su / ex>ex>su")


# --- on a terminal ---------------------------------------------------------------------------------------------


def test_keeping_is_asked_for(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice, choices with their chances, the best preselected; then the extra dice."""
    terminal = Terminal(monkeypatch, None, "none")
    assert main(["3r2s", "--tn", "3", *HAND]) == 0
    told = capsys.readouterr()
    assert terminal.asked == [("Keep which, at most 3?", "1,2,4"), ("Keep which of these extra dice?", "1")]
    assert "keep" in told.err
    assert "1,2,4  3/1/1  100 %" in told.err
    assert "  3/1/1    SUCCESS, just reached" in told.out
    assert "Nobody was asked" not in told.out
    assert max(map(len, told.err.splitlines())) <= 80


def test_the_best_is_preselected_not_the_most(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.odds: where no strife is wanted, the explosive is not among what stands there already."""
    terminal = Terminal(monkeypatch, None)
    assert main(["2r1s", "--tn", "1", "--strife", "0", "--dice", "su ex+st / op"]) == 0
    assert terminal.asked == [("Keep which, at most 2?", "1,3")]
    assert "no strife: met." in capsys.readouterr().out


def test_a_wrong_answer_is_asked_for_again(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, "6", "1,2,3,4", "none", "x", "1,3", "1,2", "1")
    assert main(["3r2s", "--tn", "3", *HAND]) == 0
    told = capsys.readouterr()
    assert len(terminal.asked) == 7
    for problem in ("There is no die 6", "at most 3", "At least one die", "no", "thrown on", "'x'"):
        assert problem in told.err
    assert "  3/0/1    SUCCESS" in told.out


def test_without_a_tn_there_are_no_chances(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, None)
    assert main(["2r1s", "--dice", "su op / su"]) == 0
    assert terminal.asked == [("Keep which, at most 2?", "1,3")]
    assert "%" not in capsys.readouterr().err


def test_missing_dice_are_asked_for(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, None, "ex", "ex+st", None, "7", "2", "none")
    assert main(["1r0s", "--tn", "2", "--dice", "ex+st"]) == 0
    told = capsys.readouterr()
    assert [text for text, _ in terminal.asked][1] == "Throw one ring die. It shows"
    assert "Die 1: This ex+st is kept and explodes" in told.err
    assert "its explosive shows ex+st" in told.err
    assert "A ring die shows 1 to 6." in told.err
    assert "  2/0/2    SUCCESS, just reached" in told.out


def test_re_rolls_are_asked_for(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.advantages."""
    terminal = Terminal(monkeypatch, "1,2,3", None, "su", "su", None)
    assert main(["2r1s", "--tn", "2", "--distinction", "--dice", "- op / su+op"]) == 0
    told = capsys.readouterr()
    assert terminal.asked[:2] == [("Distinction: re-roll which, at most 2?", "1,2")] * 2
    assert "  2/1/0    SUCCESS" in told.out.replace("2/0/0", "2/1/0")
    terminal = Terminal(monkeypatch, "1,3", "su", "su", None)
    assert main(["2r1s", "--tn", "2", "--adversity", "--dice", "su su / su"]) == 0
    assert terminal.asked[0] == ("Adversity: re-roll which, exactly 2 that show successes?", "1,2")
    terminal = Terminal(monkeypatch, "su", None)
    assert main(["1r1s", "--tn", "2", "--adversity", "--dice", "su / op"]) == 0  # there is nothing to choose
    assert [text for text, _ in terminal.asked] == ["Throw one ring die. It shows", "Keep which, at most 1?"]
    capsys.readouterr()


def test_nothing_can_be_kept(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch)
    assert main(["1r1s", "--tn", "2", "--compromised", "--dice", "su+st / su+st"]) == 0
    assert terminal.asked == []
    assert "FAILURE, shortfall 2" in capsys.readouterr().out


def test_several_or_positions_ask_nothing(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch)
    for args in (["3r2s", "-n", "2"], ["3r2s", "--keep", "most"], ["3r2s", "--tn", "2", "--keep", "best"]):
        assert main(args) == 0
    assert main(["3r2s", "--distinction", "-n", "2"]) == 0
    assert terminal.asked == []
    capsys.readouterr()


# --- odds ------------------------------------------------------------------------------------------------------


def test_the_screen_of_odds(capsys: Capsys) -> None:
    out = ok(capsys, "odds", "3r2s", "--tn", "2")
    lines = out.splitlines()
    assert lines[:3] == ["3r2s against TN 2", "", lines[2]]
    assert lines[2].startswith("  succeeds                87.3 %  ")
    assert any(line.startswith("    1                     97.8 %") for line in lines)
    assert "no strife" in out
    assert "any strife" in out
    assert "as well as can be for just" in out
    assert "reaches TN" in ok(capsys, "odds", "3r2s")


@pytest.mark.parametrize(
    ("dice", "tn", "exact"),
    [
        ("2r1s", 2, "173/288"),
        ("3r1s", 2, "109/144"),
        ("3r3s", 2, "12949/13824"),
        ("2r2s", 3, "4427/15552"),
        ("3r2s", 4, "79661/279936"),
        ("5r5s", 4, "397641071/429981696"),
    ],
)
def test_known_odds(capsys: Capsys, dice: str, tn: int, exact: str) -> None:
    """5e.odds."""
    found = data(capsys, "odds", dice, "--tn", str(tn))
    assert found["chance"]["exact"] == exact
    assert found["by_tn"][tn - 1] == {"tn": tn, "chance": found["chance"]}
    assert found["trade_off"][-1] == {"strife": None, "chance": found["chance"]}
    assert exact in ok(capsys, "odds", dice, "--tn", str(tn), "--exact")


def test_odds_while_compromised(capsys: Capsys) -> None:
    """5e.compromised: known to four digits."""
    for tn, chance in ((1, 0.6142), (2, 0.2059)):
        found = data(capsys, "odds", "3r1s", "--compromised", "--tn", str(tn))["chance"]["value"]
        assert found == pytest.approx(chance, abs=5e-5)


def test_odds_of_an_aim(capsys: Capsys) -> None:
    out = ok(capsys, "odds", "3r2s", "--tn", "2", "--opportunity", "1", "--strife", "1")
    assert "The aim: to succeed with at least 1 opportunity and at most 1 strife." in out
    assert "meets the aim with\n" in out
    assert "succeeds with\n" in ok(capsys, "odds", "3r2s", "--tn", "2", "--strife", "1")
    found = data(capsys, "odds", "3r2s", "--tn", "2", "--opportunity", "1", "--strife", "1")
    by_strife = {row["strife"]: value(row["chance"]) for row in found["trade_off"]}
    assert by_strife[1] == value(found["chance"])
    assert by_strife[0] <= by_strife[1] <= by_strife[None]


def test_odds_side_by_side(capsys: Capsys) -> None:
    args = ["odds", "3r2s", "--tn", "2", "--compare", "4r2s", "--compare=--void seize", "--compare", "2r --tn 1"]
    found = data(capsys, *args)
    four, seized, other = found["compare"]
    assert [each["pool"]["ring"] for each in (four, seized, other)] == [4, 4, 2]
    assert four["chance"] == seized["chance"] != found["chance"]
    assert (other["tn"], other["chance"]["exact"]) == (1, "3/4")
    out = ok(capsys, *args)
    assert "--void seize:" in out
    compromised = data(capsys, "odds", "3r2s", "--compromised", "--compare", "3r2s", "--compare=--tn 2")["compare"]
    assert [each["pool"]["compromised"] for each in compromised] == [False, True]


def test_odds_say_what_is_not_in_them(capsys: Capsys) -> None:
    for advantage in ("--distinction", "--adversity"):
        assert "it is not in these chances. [5e.advantages]" in " ".join(ok(capsys, "odds", "3r2s", advantage).split())


# --- starting --------------------------------------------------------------------------------------------------


def loaded(words: list[str]) -> set[str]:
    code = (
        "import sys, click; before = set(sys.modules)\n"
        f"from rollkeep.cli.main import main; assert main({words!r}) == 0\n"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    env = {"PYTHONPATH": str(Path(rollkeep.__file__).parents[1]), "COLUMNS": "80"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    return set(done.stderr.split())


def test_a_start_loads_little() -> None:
    heavy = ("dataclasses", "inspect", "json", "platformdirs", "tomlkit", "rollkeep.machine", "rollkeep.cli.ask")
    mine = loaded(["3r2s", "--tn", "2"])
    assert "rollkeep.fifth.check" in mine
    assert [name for name in mine if name.startswith(heavy)] == []
    assert [name for name in loaded(["7k3", "--tn", "20"]) if "symbol" in name or name == "rollkeep.fifth.check"] == []


# --- after the throw ----------------------------------------------------------------------------------------------

TABLE = "su ex+st op / su+op op"


def test_choices_after_the_throw(capsys: Capsys) -> None:
    """5e.odds, 5e.keep: an explosive that is kept brings a ring die, a success in three of six faces."""
    assert main(["odds", "3r2s", "--tn", "3", "--dice", TABLE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    fits("symbol-choices", found)
    told = {tuple(each["keep"]): each for each in found["choices"]}
    shown = {keep: (each["successes"], each["opportunities"], each["strife"]) for keep, each in told.items()}
    assert shown == {(1, 2, 4): (3, 1, 1), (2, 3, 4): (2, 2, 1), (1, 3, 4): (2, 2, 0), (3, 4, 5): (1, 3, 0)}
    chances = {keep: each["chance"]["exact"] for keep, each in told.items()}
    assert chances == {(1, 2, 4): "1/1", (2, 3, 4): "1/2", (1, 3, 4): "0/1", (3, 4, 5): "0/1"}


def test_choices_are_listed_whole(capsys: Capsys) -> None:
    out = ok(capsys, "odds", "3r2s", "--tn", "3", "--dice", TABLE)
    rows = [line.split()[0] for line in out.splitlines() if "/" in line and "%" in line]
    assert rows == ["1,2,4", "2,3,4", "1,3,4", "3,4,5"]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--dice", TABLE], "usage.needs"),
        (["--tn", "2", "--dice", "su ex+st>su op / su+op op"], "dice.explosion"),
        (["--tn", "2", "--dice", "su op / su+op op"], "dice.count"),
        (["--tn", "2", "--dice", TABLE, "--exact"], "usage.clash"),
        (["--tn", "2", "--dice", TABLE, "--compare", "4r2s"], "usage.clash"),
        (["--tn", "2", "--compare", f"4r2s --dice '{TABLE}'"], "usage"),
    ],
)
def test_what_is_no_throw_to_choose_from(args: list[str], code: str, capsys: Capsys) -> None:
    assert main(["odds", "3r2s", *args, "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["code"] == code
