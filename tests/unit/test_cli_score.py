"""``rollkeep score``, and rulings of both games side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollkeep.cli.main import main
from rollkeep.cli.rulings import known, of_fifth, of_fourth, own
from rollkeep.cli.score import read_feats, read_form
from rollkeep.errors import UsageError
from rollkeep.fifth import rulings as fifth
from rollkeep.fifth.score import FORMS, Feats
from rollkeep.fourth import rulings as fourth

pytestmark = pytest.mark.usefixtures("folder")


def ok(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(list(args)) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def fault(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main([*args, "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    error: dict[str, Any] = json.loads(printed.err)["error"]
    return error


def test_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    out = ok(capsys, "score", "first-blood", "--a", "objective,first,fatigue=4,critical=5", "--b", "fatigue=2,unmasked")
    assert [line.rstrip() for line in out.splitlines()] == [
        "Iaijutsu duel, first blood: A wins, No Contest",
        "",
        "                           A     B",
        "  objective achieved       6     0",
        "  struck first             3     0",
        "  fatigue inflicted        4     2",
        "  highest critical         5     0",
        "  unmasked                 0    -2",
        "  score                   18     0  [5e.duel.score]",
        "",
        "  18 - 0 = 18: No Contest. [5e.duel.result]",
        "  A glory award, if the winner gets one, is 5 larger. [5e.duel.result]",
    ]


@pytest.mark.parametrize("form", FORMS)
def test_no_page_is_wider_than_80(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    feats = "objective,first,fatigue=999,critical=99,unmasked,cheated,conceded"
    feats += ",killed" if form == "to-the-death" else ""
    args = ["--ruling", "struck_first=any_success", "--ruling", "fatigue_score=final"]
    out = ok(capsys, "score", form, "--a", feats, "--b", feats, *args, "--ruling", "killed_counts=dead_or_dying")
    assert max(map(len, out.splitlines())) <= 80
    assert "fatigue inflicted      999   999" in out
    assert "nobody wins" in out


def test_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["--a", "objective,first,fatigue=4,critical=5", "--b", "fatigue=2,unmasked", "--json"]
    assert json.loads(ok(capsys, "score", "first-blood", *args)) == {
        "form": "first-blood",
        "a": {
            "points": {"objective": 6, "first": 3, "fatigue": 4, "critical": 5, "killed": 0, "unmasked": 0},
            "total": 18,
        },
        "b": {
            "points": {"objective": 0, "first": 0, "fatigue": 2, "critical": 0, "killed": 0, "unmasked": -2},
            "total": 0,
        },
        "difference": 18,
        "result": "No Contest",
        "reason": "score",
        "winner": "a",
        "glory_bonus": 5,
    }
    found = json.loads(ok(capsys, "score", "sparring", "--a", "conceded,fatigue=30", "--json"))
    assert [found[key] for key in ("difference", "result", "reason", "winner", "glory_bonus")] == [
        30,
        None,
        "concession",
        "b",
        0,
    ]


@pytest.mark.parametrize(
    ("text", "feats"),
    [
        ("", Feats()),
        ("  ", Feats()),
        ("objective", Feats(True)),
        ("OBJECTIVE, First ,fatigue = 4", Feats(True, True, 4)),
        ("critical=0,fatigue=0", Feats()),
        ("critical=99,fatigue=999", Feats(fatigue=999, critical=99)),
        ("critical=007", Feats(critical=7)),
        ("killed,unmasked,cheated,conceded", Feats(killed=True, unmasked=True, cheated=True, conceded=True)),
    ],
)
def test_feats_as_typed(text: str, feats: Feats) -> None:
    assert read_feats("--a", text) == feats


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("critcal=3", "usage", "Did you mean critical?"),
        ("struck", "usage", "Known: objective, first, fatigue=N, critical=N, killed"),
        ("points", "usage", "no feat of a duel"),
        ("fatigue", "usage.number", "fatigue takes a whole number from 0 to 999."),
        ("fatigue=", "usage.number", "from 0 to 999."),
        ("fatigue=-1", "usage.number", "not '-1'"),
        ("fatigue=1000", "usage.number", "from 0 to 999"),
        ("critical=100", "usage.number", "from 0 to 99"),
        ("critical=3.5", "usage.number", "not '3.5'"),
        ("critical=+3", "usage.number", "not '+3'"),
        ("critical=٣", "usage.number", "plain digits"),
        ("critical=³", "usage.number", "plain digits"),
        ("critical=" + "9" * 5000, "usage.number", "from 0 to 99"),
        ("first=1", "usage", "first takes no number"),
        ("killed=", "usage", "killed takes no number"),
        ("first,first", "usage.clash", "first twice"),
        ("fatigue=1,FATIGUE=2", "usage.clash", "fatigue twice"),
        ("first,", "usage", "nothing between two commas"),
        (",", "usage", "nothing between two commas"),
        ("first second", "usage", "no feat of a duel"),
        ("x" * 5000, "usage", "no feat of a duel"),
    ],
)
def test_feats_that_are_refused(text: str, code: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    for side in ("--a", "--b"):
        error = fault(capsys, "score", "custom", side, text)
        assert error["code"] == code
        assert says in error["message"] + error["hint"]
        assert side in error["message"]
        assert len(error["message"]) < 150


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["sparing"], "usage", "Did you mean sparring?"),
        (["duel"], "usage", "Known: first-strike"),
        ([""], "usage", "Known: first-strike"),
        (["sparring", "--a", "killed"], "5e.duel.score", "only where the duel is to the death, not in sparring"),
        (["custom", "--b", "killed"], "5e.duel.score", "--deadly"),
        (["sparring", "--deadly"], "usage.clash", "--deadly is for custom duels"),
        (["to-the-death", "--deadly"], "usage.clash", "--deadly is for custom duels"),
        (["sparring", "--ruling", "struckfirst=x"], "usage.ruling", "Did you mean struck_first?"),
        (["sparring", "--ruling", "struck_first=x"], "usage.ruling", "by default hurt_or_critical"),
        (["sparring", "--ruling", "odd_die=+2"], "usage.ruling", "odd_die is a ruling of the 4th edition"),
        (["sparring", "--a", "first", "--a", "first"], "usage.clash", "first twice"),
    ],
)
def test_what_is_refused(args: list[str], code: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    error = fault(capsys, "score", *args)
    assert (error["code"], says in error["message"] + error["hint"]) == (code, True)


def test_a_form_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert fault(capsys, "score")["code"] == "usage.needs"


def test_forms_in_any_case() -> None:
    assert read_form("Taryu-Jiai") == "taryu-jiai"
    with pytest.raises(UsageError, match="no form"):
        read_form("taryu jiai ")


def test_an_option_given_twice_says_both(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["--a", "first", "--a", "", "--a", "fatigue=3", "--json"]
    assert json.loads(ok(capsys, "score", "sparring", *args))["a"]["total"] == 6


def test_a_custom_duel_to_the_death(capsys: pytest.CaptureFixture[str]) -> None:
    out = ok(capsys, "score", "custom", "--deadly", "--a", "killed")
    assert "the other killed        14     0" in out
    assert "A could have 6" in out
    assert "could have" not in ok(capsys, "score", "custom", "--deadly", "--a", "killed,objective")


@pytest.mark.parametrize(
    ("form", "critical", "told"),
    [
        ("first-blood", 4, False),
        ("first-blood", 5, True),
        ("first-blood", 12, True),
        ("first-strike", 0, False),
        ("first-strike", 1, True),
        ("sparring", 12, False),
        ("warriors-duel", 12, False),
        ("to-the-death", 16, False),
    ],
)
def test_a_critical_that_meets_the_objective(
    form: str, critical: int, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """5e.duel.score, 5e.duel.forms"""
    for side, who in (("--a", "A"), ("--b", "B")):
        out = " ".join(ok(capsys, "score", form, side, f"critical={critical}").split())
        assert (f"{who} could have 6 more (objective). [5e.duel.score]" in out) == told
        assert out.count("could have") == told
        assert "could have" not in ok(capsys, "score", form, side, f"critical={critical},objective")


def test_only_one_strikes_first(capsys: pytest.CaptureFixture[str]) -> None:
    """5e.duel.score"""
    assert "Only one strikes first" in ok(capsys, "score", "sparring", "--a", "first", "--b", "first")
    for side in ("--a", "--b"):
        assert "Only one" not in ok(capsys, "score", "sparring", side, "first")


def test_a_ruling_says_how_a_feat_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["score", "sparring", "--b", "first"]
    assert "ruling" not in ok(capsys, *args)
    assert "ruling" not in ok(capsys, *args, "--ruling", "fatigue_score=final")
    assert "the ruling struck_first = any_success" in ok(capsys, *args, "--ruling", "struck_first=any_success")
    Path("rollkeep.toml").write_text('[rulings]\nstruck_first = "any_success"\nodd_die = "+2"\n')
    assert "the ruling struck_first = any_success" in ok(capsys, *args)


# --- rulings of both games -----------------------------------------------------------------------


def test_each_game_picks_its_own_rulings() -> None:
    values = [("odd_die", "+2"), ("concede", "round_start"), ("odd_die", "lost"), ("anxiety_strife", "2")]
    assert of_fourth(values) == fourth.BY_THE_BOOK
    assert of_fifth(values) == fifth.Rulings(frozenset({("concede", "round_start"), ("anxiety_strife", "2")}))
    assert own(values, fourth.RULINGS) == [("odd_die", "+2"), ("odd_die", "lost")]
    assert len(known()) == len(fourth.RULINGS) + len(fifth.RULINGS)
    for choose in (of_fourth, of_fifth):
        for wrong in (("odd", "+2"), ("odd_die", "2"), ("concede", "never")):
            with pytest.raises(UsageError) as found:
                choose([wrong])
            assert found.value.code == "usage.ruling"


@pytest.mark.parametrize(
    "args",
    [
        ["pool", "11k4"],
        ["11k4", "--seed", "1"],
        ["odds", "11k4"],
        ["check", "11k4", "--tn", "20", "--seed", "1"],
        ["void", "shinai", "meditate", "--seed", "1", "--dry-run"],
        ["score", "sparring"],
        ["3r2s", "--seed", "1"],
        ["odds", "3r2s", "--tn", "2"],
    ],
    ids=" ".join,
)
def test_a_configuration_may_hold_rulings_of_both(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    plain = ok(capsys, *args)
    Path("rollkeep.toml").write_text('[rulings]\nconcede = "round_start"\nanxiety_strife = 2\n')
    assert ok(capsys, *args) == plain
    Path("rollkeep.toml").write_text('[rulings]\nconcede = "never"\n')
    error = fault(capsys, *args)
    assert error["code"] == "usage.ruling"
    assert error["message"].startswith("rollkeep.toml: The ruling concede")


def test_a_duel_passes_over_rulings_of_the_4th(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["duel", "student", "master", "--auto", "both", "--seed", "1", "--dry-run"]
    plain = ok(capsys, *args)
    Path("rollkeep.toml").write_text('[rulings]\nodd_die = "+2"\n')
    assert ok(capsys, *args) == plain


@pytest.mark.parametrize(
    ("edition", "args"),
    [
        ("4th", "11k4 --seed 1"),
        ("4th", "odds 11k4"),
        ("4th", "pool 11k4"),
        ("4th", "check 11k4 --tn 20 --seed 1"),
        ("4th", "contested 5k3 4k3 --seed 1"),
        ("4th", "iaijutsu shinai rival --seed 1"),
        ("4th", "void shinai meditate --seed 1 --dry-run"),
        ("5th", "3r2s --seed 1"),
        ("5th", "odds 3r2s --tn 2"),
        ("5th", "master strike/air --seed 1"),
        ("5th", "score sparring"),
        ("5th", "duel student master --auto both --seed 1"),
        ("5th", "duel student master -n 2 --seed 1"),
    ],
)
def test_a_ruling_of_the_other_game_is_refused(edition: str, args: str, capsys: pytest.CaptureFixture[str]) -> None:
    other, mine = ("odd_die=+2", "grip_change=free") if edition == "5th" else ("grip_change=free", "odd_die=+2")
    error = fault(capsys, *args.split(), "--ruling", other)
    name, _, _ = other.partition("=")
    their = "4th" if edition == "5th" else "5th"
    assert error["code"] == "usage.ruling"
    assert error["message"] == f"{name} is a ruling of the {their} edition, and this is for the {edition}."
    assert "rollkeep.toml" in error["hint"]
    assert not [each for each in Path().iterdir() if each.suffix == ".jsonl"]
    assert ok(capsys, *args.split(), "--ruling", mine)


def test_a_log_agrees_on_what_its_game_has(capsys: pytest.CaptureFixture[str]) -> None:
    Path("rollkeep.toml").write_text('[rulings]\nconcede = "round_start"\nodd_die = "+2"\n')
    ok(capsys, "check", "11k4", "--tn", "20", "--seed", "1", "--log", "e.jsonl")
    told = Path("e.jsonl").read_text()
    assert ("odd_die" in told, "concede" in told) == (True, False)


# --- rules of both games -------------------------------------------------------------------------


def test_rules_of_both_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    out = ok(capsys, "rules")
    first, second = out.index("4th edition"), out.index("5th edition")
    assert first < out.index("4e.raise.limit") < second < out.index("5e.duel.score")
    assert max(map(len, out.splitlines())) <= 80


def test_a_rule_shows_its_rulings_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    out = ok(capsys, "rules", "killed_counts")
    assert out.startswith("5e.duel.score  The score of a duel")
    assert "Ruling killed_counts = dead (default) or dead_or_dying." in out
    assert "points are for the dead" in " ".join(out.split())
    found = json.loads(ok(capsys, "rules", "5e.duel.score", "--json"))
    assert [list(each) for each in found] == [["id", "title", "text", "example", "rulings"]]
    assert {each["name"]: bool(each["why"]) for each in found[0]["rulings"]} == dict.fromkeys(
        ("struck_first", "fatigue_score", "killed_counts"), True
    )


@pytest.mark.parametrize(("word", "first"), [("5e.duel", "5e.duel.forms"), ("compromised", "5e.compromised")])
def test_a_word_finds_rules_of_the_duel(word: str, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = ok(capsys, "rules", word)
    assert out.startswith(first + "  ")
    assert "also stands in" in out


def test_a_rule_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    error = fault(capsys, "rules", "5e.compromized")
    assert (error["code"], "5e.compromised" in error["hint"]) == ("usage.rule", True)
