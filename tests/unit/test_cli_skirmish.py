"""``rollkeep skirmish`` as a user sees it: the computer alone, people at a terminal, logs, many at once, refusals."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from tests.skirmishes import Fight, bushi
from tests.unit.test_cli_duel import Terminal

from rollkeep.cli import skirmishes
from rollkeep.cli.fight import error
from rollkeep.cli.main import main
from rollkeep.cli.skirmishes import mean
from rollkeep.cli.skirmishing import MOST_ROUNDS, autos_of, who_of
from rollkeep.errors import UsageError
from rollkeep.fourth.rulings import RULINGS
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.wording_moves import move_sentence
from rollkeep.text import columns

Capsys = pytest.CaptureFixture[str]
DOCS = Path(__file__).resolve().parents[2] / "docs"
GRANT, LAST = "Grant dice, bonuses or Free Raises", ("!", "Somebody leaves", "q")
FIGHT = "skirmish shinai rival vs bandit:2"
WALL = """
game = "4e"
name = "{name}"
[block]
initiative = "4k2"
attack = "2k1"
damage = "1k1"
armor_tn = 40
reduction = 99
wounds = "15: +5, 30: dead"
"""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with the documents' characters, at 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    for path in (DOCS / "examples").glob("*.toml"):
        shutil.copy(path, tmp_path)
    return tmp_path


def ok(capsys: Capsys, line: str) -> str:
    assert main(shlex.split(line)) in (0, None), capsys.readouterr().err
    told = capsys.readouterr()
    assert all(columns(each) <= 80 for each in told.out.splitlines())
    return told.out


def data(capsys: Capsys, line: str, schema: str) -> Any:
    found = json.loads(ok(capsys, f"{line} --json"))
    jsonschema.validate(found, json.loads((DOCS / "schema" / f"{schema}.json").read_text(encoding="utf-8")))
    return found


def test_the_computer_alone_tells_every_step_and_costs_nothing(capsys: Capsys, here: Path) -> None:
    """4e.skirmish.sides, 4e.round"""
    before = (here / "shinai.toml").read_text(encoding="utf-8")
    told = ok(capsys, f"{FIGHT} --auto all --seed 3")
    assert "Round 1 begins. [4e.round]" in told
    assert "is left standing. [4e.skirmish.sides]" in told
    assert "Rulings: all by the book." in told
    assert (here / "shinai.toml").read_text(encoding="utf-8") == before
    assert "Every step follows from the rules." in ok(capsys, "replay skirmish.jsonl")


def test_the_same_seed_gives_the_same_fight(capsys: Capsys) -> None:
    one, two = (ok(capsys, f"{FIGHT} --auto all --seed 3 --dry-run") for _ in range(2))
    assert one == two
    assert not Path("skirmish.jsonl").exists()


def test_what_programs_get(capsys: Capsys) -> None:
    found = data(capsys, f"{FIGHT} --auto all --seed 3 --label 'At the ford'", "skirmish")
    assert found["label"] == "At the ford"
    assert [each["name"] for each in found["sides"]["B"]] == ["Bandit 1", "Bandit 2"]
    assert found["winner"] in ("A", "B")
    assert found["log"] == "skirmish.jsonl"


@pytest.mark.parametrize("more", ["", "--odds", "--auto all"])
def test_a_side_on_which_nobody_stands_has_nothing_to_begin_with(capsys: Capsys, more: str) -> None:
    """4e.wounds: who was killed in an earlier fight is dead in the file."""
    ok(capsys, "wound bandit 59")
    assert main(shlex.split(f"skirmish shinai vs bandit {more}")) == 2
    told = capsys.readouterr().err
    assert "Nobody stands on side B: Bandit is Dead with 59 Wounds." in told
    assert "rollkeep wound bandit.toml 59 --heal" in told
    assert not Path("skirmish.jsonl").exists()
    assert "Bandit is dead." in ok(capsys, "skirmish shinai vs bandit ogre --auto all --seed 1 --dry-run")
    ok(capsys, "wound bandit.toml 59 --heal")
    ok(capsys, "skirmish shinai vs bandit --auto all --seed 1 --dry-run")


def test_three_sides_and_rulings(capsys: Capsys) -> None:
    line = "skirmish shinai vs rival vs bandit --auto all --seed 1 --dry-run --ruling initiative_ties=coin"
    found = data(capsys, line, "skirmish")
    assert set(found["sides"]) == {"A", "B", "C"}
    assert found["rulings"] == {"initiative_ties": "coin"}


def test_many_at_once_have_error_bars(capsys: Capsys) -> None:
    """4e.skirmish.sides"""
    found = data(capsys, f"{FIGHT} -n 60 --seed 1", "skirmishes")
    assert found["skirmishes"] == 60
    wins = sum(side["standing"]["count"] for side in found["sides"].values())
    assert 0 < wins <= 60
    assert all(0 < side["standing"]["error"] < 0.1 for side in found["sides"].values())
    assert found["rounds"]["mean"] > 1
    for side in found["sides"].values():
        fell = [each["out"]["count"] + each["dead"]["count"] for each in side["fighters"]]
        assert max(0, 60 - sum(fell)) <= side["nobody_out"]["count"] <= 60 - max(fell)
    told = ok(capsys, f"{FIGHT} -n 60 --seed 1 --surprised shinai")
    assert "60 skirmishes, each played by the computer" in told
    assert "nobody Out" in told
    assert "Rounds in the mean" in told


@pytest.fixture
def walls(here: Path) -> None:
    """Two who never hurt each other."""
    for name in ("wall", "gate"):
        (here / f"{name}.toml").write_text(WALL.format(name=name.title()), encoding="utf-8")


@pytest.mark.usefixtures("walls")
def test_a_fight_without_end_is_cut_off(capsys: Capsys) -> None:
    """4e.round, 4e.skirmish.sides"""
    line = "skirmish wall vs gate --auto all --seed 1"
    told = ok(capsys, f"{line} --dry-run")
    assert told.count("Round 100 begins.") == 1
    assert "Round 101" not in told
    assert "After 100 Rounds nobody has won. The fight is cut off here." in told
    found = data(capsys, line, "skirmish")
    assert (found["winner"], found["reason"], found["rounds"]) == (None, "cut off", MOST_ROUNDS)
    told = ok(capsys, "skirmish --seed 2")
    assert "After 200 Rounds nobody has won." in told
    assert "Go on with it: rollkeep skirmish --log skirmish.jsonl" in told
    assert "Every step follows from the rules." in ok(capsys, "replay skirmish.jsonl")


@pytest.mark.usefixtures("walls")
def test_of_many_those_without_end_are_counted_apart(capsys: Capsys) -> None:
    """4e.skirmish.sides"""
    found = data(capsys, "skirmish wall vs gate -n 3 --seed 1", "skirmishes")
    assert found["cut_off"]["count"] == 3
    assert found["rounds"]["mean"] == MOST_ROUNDS
    told = ok(capsys, "skirmish wall vs gate -n 3 --seed 1")
    assert "After 100 Rounds nobody had won any of them: all were cut off." in told
    found = data(capsys, f"{FIGHT} -n 20 --seed 1", "skirmishes")
    assert found["cut_off"]["count"] == 0
    assert "cut off" not in ok(capsys, f"{FIGHT} -n 20 --seed 1")
    tally = skirmishes.Tally(1_000, 12, Counter(), *[None] * 4)  # type: ignore[arg-type]
    assert skirmishes.without_winner(tally) == ["After 100 Rounds nobody had won: 12 of 1,000 fights were cut off."]


def test_of_many_those_that_nobody_survives_are_told(capsys: Capsys) -> None:
    """4e.skirmish.sides"""
    found = data(capsys, f"{FIGHT} -n 20 --seed 1", "skirmishes")
    stood = sum(side["standing"]["count"] for side in found["sides"].values())
    assert stood + found["nobody_standing"]["count"] + found["cut_off"]["count"] == 20
    tally = skirmishes.Tally(1_000, 0, Counter({"A": 7, "": 3}), *[None] * 4)  # type: ignore[arg-type]
    assert skirmishes.without_winner(tally) == ["In 3 of 1,000 fights nobody was left standing."]


def test_a_fight_is_told_while_it_is_played(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.round"""
    whole = ok(capsys, f"{FIGHT} --auto all --seed 3 --dry-run")
    pieces, echo = list[str](), click.echo

    def heard(message: str = "", **how: Any) -> None:
        pieces.append(message)
        echo(message, **how)

    monkeypatch.setattr("click.echo", heard)
    assert ok(capsys, f"{FIGHT} --auto all --seed 3 --dry-run") == whole
    assert len(pieces) > whole.count(" begins. [4e.round]") > 1


def test_what_a_fight_is_like_is_told_in_a_short_time(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.skirmish.sides"""
    assert skirmishes.BUDGET < 10
    monkeypatch.setattr(skirmishes, "MANY", 30)
    assert data(capsys, f"{FIGHT} --odds --seed 5", "skirmishes") == data(
        capsys, f"{FIGHT} -n 30 --seed 5", "skirmishes"
    )
    monkeypatch.setattr(skirmishes, "BUDGET", 0.0)
    assert data(capsys, f"{FIGHT} --odds --seed 5", "skirmishes") == data(
        capsys, f"{FIGHT} -n 1 --seed 5", "skirmishes"
    )
    told = ok(capsys, f"{FIGHT} --odds --seed 5")
    assert "1 skirmish, played by the computer" in told
    assert "More take longer than 0 seconds: -n 30 plays 30." in told
    assert "longer than" not in ok(capsys, f"{FIGHT} -n 2 --seed 5")


def test_errors_of_parts_and_means() -> None:
    assert error(500, 1000) == pytest.approx(0.0158, abs=1e-4)
    assert error(0, 1) == 0.5
    assert mean((10, 30), 5) == pytest.approx((2.0, (2 / 4) ** 0.5))


def test_files_are_charged_where_people_play(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """4e.wounds, 4e.void.pool"""
    Terminal(monkeypatch)
    ok(capsys, "skirmish shinai vs bandit:2 --auto bandit --seed 3")
    assert "taken" in (here / "shinai.toml").read_text(encoding="utf-8")
    shown = ok(capsys, "sheet show shinai")
    assert "Wounds" in shown
    assert "Every step follows from the rules." in ok(capsys, "replay skirmish.jsonl")


def test_it_can_be_left_and_gone_on_with(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    left = iter([False] * 6)
    Terminal(monkeypatch, at=lambda text, default: None if next(left, None) is not None else "q")
    assert main(shlex.split("skirmish shinai vs bandit --auto bandit --seed 2 --log f.jsonl")) == 0
    assert "Go on with it: rollkeep skirmish --log f.jsonl" in capsys.readouterr().err
    assert main(shlex.split("skirmish shinai vs bandit --auto all --log f.jsonl")) == 2
    capsys.readouterr()
    Terminal(monkeypatch)
    told = ok(capsys, "skirmish --log f.jsonl --seed 2")
    assert "is left standing" in told
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")
    assert main(shlex.split("skirmish --log f.jsonl")) == 2
    assert "No skirmish is open" in capsys.readouterr().err


def test_somebody_comes_in(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.skirmish.sides"""
    left = iter([False] * 3)
    Terminal(monkeypatch, at=lambda text, default: None if next(left, None) is not None else "q")
    assert main(shlex.split("skirmish shinai vs bandit --auto bandit --seed 2 --log f.jsonl")) == 0
    capsys.readouterr()
    Terminal(monkeypatch)
    found = data(capsys, "skirmish --log f.jsonl --seed 2 --auto all --join B=bandit:2 --join C=ogre", "skirmish")
    assert {name: [each["name"] for each in side] for name, side in found["sides"].items()} == {
        "A": ["Bayushi Shinai"],
        "B": ["Bandit", "Bandit 1", "Bandit 2"],
        "C": ["Ogre"],
    }
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")


def test_the_computer_takes_over(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    Terminal(monkeypatch, at=lambda text, default: "q")
    assert main(shlex.split("skirmish shinai vs bandit --seed 2 --log f.jsonl")) == 0
    capsys.readouterr()
    assert "is left standing" in ok(capsys, "skirmish --log f.jsonl --auto all --seed 2")


def test_an_undo_is_gone_on_with(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    left = iter([False] * 9)
    Terminal(monkeypatch, at=lambda text, default: None if next(left, None) is not None else "q")
    assert main(shlex.split("skirmish shinai vs bandit:2 --auto bandit --seed 4 --log f.jsonl")) == 0
    capsys.readouterr()
    assert main(shlex.split('log f.jsonl undo --why "he was not there"')) == 0
    assert "Go on: rollkeep skirmish --log f.jsonl" in capsys.readouterr().out
    for line in ("go", "go --raises 1"):
        assert main(shlex.split(f"log f.jsonl {line}")) == 2
        assert "Go on with it: rollkeep skirmish --log f.jsonl" in capsys.readouterr().err
    for line in ("judge 20", "again"):
        assert main(shlex.split(f"log f.jsonl {line}")) == 2
        capsys.readouterr()
    Terminal(monkeypatch)
    ok(capsys, "skirmish --log f.jsonl --seed 4")
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")


def test_stopping_from_the_keyboard(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    Terminal(monkeypatch, at=lambda text, default: click.Abort)
    assert main(shlex.split("skirmish shinai vs bandit --log f.jsonl --seed 1")) == 130
    assert "The skirmish is not over." in capsys.readouterr().err


def asked(monkeypatch: pytest.MonkeyPatch, answers: dict[str, list[str]]) -> Terminal:
    """A terminal that gives these answers to questions that begin so, one after the other."""

    def at(text: str, default: str) -> str | None:
        for start, said in answers.items():
            if text.startswith(start) and said:
                return said.pop(0)
        return None

    return Terminal(monkeypatch, at=at)


def test_dice_by_hand(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.keep"""
    given = ["9 8 7", "9 8 7 5 4", "9 9 9 1 1 1", "9 9 1 1 1 1", "q"]
    asked(monkeypatch, {"They show": given, "For what?": ["9", "none"], "Keep which dice?": ["low"]})
    main(shlex.split("skirmish shinai vs bandit --auto bandit --by-hand shinai --seed 1 --log f.jsonl"))
    told = capsys.readouterr().err
    assert "Bayushi Shinai throws 5 dice" in told
    assert "[9] [8] [7] 5 4 = 24" in told
    assert "Write numbers from 1 to" in told


def test_something_else_is_asked_for_in_words(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.raise, 4e.maneuver: one line for an attack; it is asked only where there is something else."""
    asked(monkeypatch, {"For what?": ["1,2", "8"], "What are the other Raises for?": ["the lantern"], "It is": ["q"]})
    main(shlex.split("skirmish shinai vs bandit --auto bandit --seed 1 --log f.jsonl"))
    told = " ".join(capsys.readouterr().err.split())
    assert "Of called shots, and of knockdowns, there is one at most." in told
    assert "8 other (1 each)" in told
    assert "attacks Bandit with katana, for other: Armor TN" in told


def test_a_contest_of_strength_is_declared(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.contested, 4e.void.boost"""
    asked(monkeypatch, {"For what?": ["7"], "A Void Point?": ["none", "2", "q"]})
    main(shlex.split("skirmish shinai vs ogre --auto ogre --seed 5 --log f.jsonl"))
    told = " ".join(capsys.readouterr().err.split())
    assert "Bayushi Shinai: Contest of Strength Knockdown: Strength against Ogre. [4e.maneuver]" in told
    assert re.search(r"Strength: \dk\d, .*Void Point", told), told[-1500:]


def test_initiative_dice_are_chosen_and_a_technique_is_paid_for(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4e.keep, 4e.void.technique"""
    given = {
        "Which stance?": ["other dice", "attack"],
        "What": ["Pay for", "Nothing more", "Pay for", "q"],
        "Keep which?": ["1,2,3"],
        "Which Technique?": ["to see through the mask", "to strike where he looks away"],
    }
    terminal = asked(monkeypatch, given)
    main(shlex.split("skirmish shinai vs bandit --auto bandit --seed 1 --log f.jsonl"))
    told = " ".join(capsys.readouterr().err.split())
    assert not any(given.values()), terminal.asked
    assert "[4e.keep]" in told
    assert "pays for a School Technique: to see through the mask." in told
    assert "Bayushi Shinai: Void Points -1 (technique). [4e.void.pool]" in told
    assert "pays for a School Technique: to strike where he looks away." in told
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")


def test_q_leaves_in_the_middle_of_dice_by_hand(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.explode"""
    line = "skirmish shinai vs bandit --auto bandit --by-hand shinai --seed 1 --log f.jsonl"
    terminal = asked(monkeypatch, {"They show": ["10 8 7 5 4"], "Throw it again.": ["11", "q"]})
    assert main(shlex.split(line)) == 0
    assert terminal.asked[-1].startswith("Throw it again.")
    told = capsys.readouterr().err
    assert "A die shows 1 to 10" in told
    assert "Go on with it: rollkeep skirmish --log f.jsonl" in told
    asked(monkeypatch, {"They show": ["10 8 7 5 4", "10 8 7 5 4", "q"], "Throw it again.": ["b", "10", "3"]})
    assert main(shlex.split("skirmish --log f.jsonl --seed 1")) == 0
    told = capsys.readouterr().err
    assert "Bayushi Shinai throws 5 dice for Initiative." in told
    assert "Bayushi Shinai, Initiative: [10+10+3] [8] [7] 5 4 = 38" in told


def test_a_move_can_be_backed_out_of(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.skirmish.actions"""
    given = {
        "Which stance?": ["b", "attack"],
        "What": ["nothing", "attack with katana", "b", "attack with katana", "wait", "q"],
        "Whom?": ["b"],
        "For what?": ["b"],
        "After whom?": ["b"],
    }
    terminal = asked(monkeypatch, given)
    assert main(shlex.split("skirmish shinai vs bandit:2 --auto bandit --seed 4 --log f.jsonl")) == 0
    told = capsys.readouterr().err
    assert "There is nothing to go back to" in told
    assert "Bayushi Shinai attacks" not in told
    assert terminal.asked.count("Which stance?") == 2
    assert terminal.asked[-5:] == ["Whom?", "For what? Numbers with commas, or none", "What", "After whom?", "What"]


SOAKING = "skirmish shinai vs bandit:2 --auto bandit --seed 4 --log f.jsonl"


def test_the_game_master_overrules_at_any_question(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """4e.wounds, 4e.void.pool, 4e.skirmish.conditions"""
    given = {
        "Spend a Void Point?": ["!", "!", "!", "q"],
        "What changes?": ["Void Points", "Wounds", "wounds"],
        "What?": ["prone"],
        "What": [
            "nothing",
            "attack with katana",
            "overrule: change",
            "overrule: change",
            "overrule: change",
            "say what",
        ],
        "Who?": ["Bayushi Shinai", "Bandit 2", "Bandit 2", "Bayushi Shinai"],
        "By how many?": ["two", "0", "+3", "-1", "-5", "+12", "b"],
        "Why?": ["a curse", "the fall", "", "a shove"],
    }
    asked(monkeypatch, given)
    assert main(shlex.split(SOAKING)) == 0
    told = capsys.readouterr().err
    assert "Write a number with + or - before it." in told
    assert "Bayushi Shinai has 2 Void Points: only +1 is possible." in told
    assert "Bayushi Shinai: Void Points -1 (a curse)" in told
    assert "Bandit 2 has 0 Wounds: there is no room for that." in told
    assert "Bandit 2: Wounds +12 (the fall)" in told
    assert "Write a few words." in told
    assert "Bayushi Shinai: prone. [4e.skirmish.conditions]" in told
    assert "Because: a shove" in ok(capsys, "log f.jsonl")
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")
    assert "points = 1" in (here / "shinai.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("shinai vs bandit --auto bandit --by-hand shinai", {"They show": ["!", "q"]}),
        ("shinai rival vs bandit --auto bandit", {"What": ["swap"], "With whom?": ["1"], "Agree?": ["!", "q"]}),
    ],
)
def test_the_game_master_speaks_while_dice_or_a_swap_are_open(
    line: str, answers: dict[str, list[str]], capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4e.skirmish.conditions, 4e.void.swap"""
    said = {"Who?": ["Bandit"], "What?": ["dazed"], "Why?": ["", "a stone"]}
    asked(monkeypatch, said | answers | {"What": [*answers.get("What", []), "say what"]})
    assert main(shlex.split(f"skirmish {line} --seed 4 --log f.jsonl")) == 0
    told = capsys.readouterr().err
    assert "Write a few words." in told
    assert "Bandit: dazed. [4e.skirmish.conditions]" in told
    assert "Because: a stone" in ok(capsys, "log f.jsonl")
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")


def test_a_move_that_is_not_on_offer_is_let_pass(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.maneuver, 4e.raise.limit"""
    given = {
        "What": ["nothing", "attack with katana", "overrule: let", "q"],
        "Whom?": ["Bandit 1", "Bandit 2"],
        "For what?": ["1,2,3,4,5", "!", "5,7"],
        "Who?": ["Bayushi Shinai"],
        "Which move": ["1"],
        "With which weapon?": ["katana"],
        "Why?": ["from the bridge's rail"],
        "Spend a Void Point?": ["q"],
    }
    asked(monkeypatch, given)
    assert main(shlex.split(SOAKING)) == 0
    told = capsys.readouterr().err
    assert "for at most 3 Raises; ! lets more pass." in " ".join(told.split())
    assert "Bayushi Shinai attacks Bandit 2 with katana, for disarm and feint" in told
    assert "Because: from the bridge's rail" in ok(capsys, "log f.jsonl")
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")


def test_the_last_choice_is_taken_back(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """4e.void.wounds"""
    before = (here / "shinai.toml").read_text(encoding="utf-8")
    given = {
        "Which stance?": ["!"],
        "What": ["take back", "b", "nothing", "attack with katana", "take back", "!", "take back", "q"],
        "Spend a Void Point?": ["!"],
        "Why?": ["not so", "not so either"],
    }
    asked(monkeypatch, given)
    assert main(shlex.split(SOAKING)) == 0
    told = capsys.readouterr().err
    assert "Nothing was chosen here yet." in told
    assert told.count("Order of turns:") == 1
    log = ok(capsys, "log f.jsonl")
    assert log.count("Undone: everything in this run") == 2
    assert "Because: not so either" in log
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")
    assert (here / "shinai.toml").read_text(encoding="utf-8") == before


def test_an_undo_of_a_fight_that_the_computer_played_alone_costs_nothing(capsys: Capsys, here: Path) -> None:
    """4e.void.pool"""
    before = (here / "shinai.toml").read_text(encoding="utf-8")
    ok(capsys, "skirmish shinai vs bandit:2 --auto all --seed 22 --log t.jsonl")
    assert "Wounds" in ok(capsys, "log t.jsonl undo")
    told = ok(capsys, "log t.jsonl rule --who shinai --wounds +3 --why thorns")
    assert "Bayushi Shinai: Wounds +3 (thorns)." in told
    assert "as the character's file says" not in told
    assert (here / "shinai.toml").read_text(encoding="utf-8") == before
    assert "is left standing" in ok(capsys, "skirmish --log t.jsonl --seed 3")
    assert "Every step follows from the rules." in ok(capsys, "replay t.jsonl")


def test_the_game_master_overrules_in_the_log(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """4e.wounds, 4e.void.pool"""
    asked(monkeypatch, {"What": ["nothing", "q"]})
    assert main(shlex.split(SOAKING)) == 0
    monkeypatch.undo()
    capsys.readouterr()
    monkeypatch.chdir(here)
    monkeypatch.setenv("COLUMNS", "80")
    told = ok(capsys, 'log f.jsonl rule --who shinai --wounds +4 --void-points -1 --why "the cold"')
    assert "Bayushi Shinai: Wounds +4 (the cold)." in told
    assert "Bayushi Shinai: Void Points -1 (the cold)." in told
    assert told.count("Because: the cold") == 1
    text = (here / "shinai.toml").read_text(encoding="utf-8")
    assert "points = 1" in text
    assert "taken = 4" in text
    assert "Bandit 1: Wounds +31" in ok(capsys, 'log f.jsonl rule --who "Bandit 1" --wounds 31 --why "a rock"')
    assert "Bandit 1 is dead." in ok(capsys, "log f.jsonl")
    for line, code in (
        ("rule --wounds 3 --why x", "usage.needs"),
        ("rule --who shinai --why x", "usage.needs"),
        ("rule --who shinai --wounds 3", "usage.needs"),
        ("rule --who nobody --wounds 3 --why x", "usage.needs"),
        ("rule --who bandit --wounds 3 --why x", "usage.needs"),
        ("rule --who shinai --wounds -9 --why x", "usage.number"),
        ("rule --who shinai --wounds 0 --why x", "usage.number"),
        ("rule --who shinai --wounds many --why x", "usage.number"),
        ("undo --who shinai", "usage.clash"),
    ):
        before = Path("f.jsonl").read_bytes()
        assert main(shlex.split(f"log f.jsonl {line} --json")) == 2, line
        assert json.loads(capsys.readouterr().err.splitlines()[-1])["error"]["code"] == code, line
        assert Path("f.jsonl").read_bytes() == before
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")


def test_why_it_is_undone_is_asked(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, {"What": ["nothing", "q"]})
    assert main(shlex.split(SOAKING)) == 0
    capsys.readouterr()
    terminal = asked(monkeypatch, {"Why?": ["the wrong stance"]})
    assert "Because: the wrong stance" in ok(capsys, "log f.jsonl undo")
    assert terminal.asked == ["Why? It stays in the log"]
    asked(monkeypatch, {"Why?": [""]})
    assert "Because: by the game master's word" in ok(capsys, "log f.jsonl undo")


def test_only_what_changes_something_is_written(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.skirmish.conditions"""
    given = {
        "What?": ["higher ground", "higher ground"],
        "What": ["!", "say what", "!", f"{GRANT}: attack", f"{GRANT}: armor", "b", "!", "say what", "q"],
        "Who?": ["Bandit 1"] * 4,
    }
    asked(monkeypatch, given)
    assert main(shlex.split(SOAKING)) == 0
    told = capsys.readouterr().err
    assert told.count("Bandit 1: higher ground. [4e.skirmish.conditions]") == 1
    assert told.count("That changes nothing.") == 2
    assert "Bandit 1: higher ground" in told
    assert "higher ground: holds now, and no longer then" in told
    assert told.count("Bandit 1: no longer higher ground. [4e.skirmish.conditions]") == 1


def test_somebody_comes_in_while_a_question_is_open(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.skirmish.sides"""
    asked(monkeypatch, {"What": ["nothing", "attack with katana"], "Spend a Void Point?": ["q"]})
    assert main(shlex.split(SOAKING)) == 0
    capsys.readouterr()
    assert main(shlex.split("skirmish --log f.jsonl --auto all --join B=bandit:18")) == 2
    assert "At most 20 take part." in capsys.readouterr().err
    asked(monkeypatch, {"Spend a Void Point?": ["y", "q"]})
    assert main(shlex.split("skirmish --log f.jsonl --seed 1 --join B=ogre")) == 0
    told = capsys.readouterr().err
    assert "Ogre comes in on side B" in told
    assert "Ogre: Initiative" in told
    assert "Every step follows from the rules." in ok(capsys, "replay f.jsonl")


def test_the_game_masters_word(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.skirmish.conditions"""
    given = {
        "What [": [],
        "What": ["!", "b", "!", "Say what holds", "prone", "!", GRANT, "2", "!", "4", *LAST],
        "Who?": ["Bandit 1", "Bandit 1", "Bandit 2", "Bandit 2"],
        "Dice or a bonus": ["nonsense", "1k0 the sun behind"],
        "A bonus": ["1k0 a wall", "-5 mud"],
        "How many Free Raises?": ["2"],
    }
    asked(monkeypatch, given)
    main(shlex.split("skirmish shinai vs bandit:2 --auto bandit --seed 1 --log f.jsonl"))
    told = capsys.readouterr().err
    assert "Bandit 1: prone. [4e.skirmish.conditions]" in told
    assert "Bandit 1 has +1k0 the sun behind, 2 Free Raises on every attack." in told
    assert "Bandit 2: Armor TN -5 mud. [4e.skirmish.conditions]" in told
    assert "Bandit 2 leaves the fight." in told


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("skirmish", "usage.needs"),
        ("skirmish shinai rival", "usage.needs"),
        ("skirmish shinai vs", "usage.needs"),
        ("skirmish shinai vs nobodyhere", "sheet.unknown"),
        ("skirmish shinai vs bandit:21 --auto all", "usage.number"),
        ("skirmish shinai vs bandit:20 --auto all", "usage.number"),
        ("skirmish shinai vs isawa --auto all", "sheet.missing"),
        ("skirmish shinai vs crane --auto all", "sheet.game"),
        ("skirmish shinai vs bandit", "usage.terminal"),
        ("skirmish shinai vs bandit --auto ogre", "usage.needs"),
        ("skirmish shinai vs bandit --auto all --by-hand shinai", "usage.clash"),
        ("skirmish shinai vs bandit --odds --auto all", "usage.clash"),
        ("skirmish shinai vs bandit --odds --log f.jsonl", "usage.clash"),
        ("skirmish shinai vs bandit --auto all --join B=ogre", "usage.clash"),
        ("skirmish shinai vs bandit --odds --join B=ogre", "usage.clash"),
        ("skirmish --label x", "usage.needs"),
        ("skirmish --log nothere.jsonl", "log.file"),
        ("skirmish shinai vs bandit --auto all --ruling bid_limit=none", "usage.ruling"),
        ("skirmish shinai vs bandit -n 0", "usage.number"),
    ],
)
def test_what_is_refused(line: str, code: str, capsys: Capsys) -> None:
    status = main(shlex.split(f"{line} --json"))
    assert status not in (0, None, 1)
    told = capsys.readouterr()
    assert told.out == ""
    found = json.loads(told.err.splitlines()[-1])["error"]
    assert found["code"] == code
    assert found["hint"] or code.startswith("sheet")


def test_whom_an_option_names() -> None:
    names = ("Bayushi Shinai", "Bandit 1", "Bandit 2")
    assert who_of(names, "bandit", "--auto") == {"Bandit 1", "Bandit 2"}
    assert who_of(names, "bandit:4", "--auto") == {"Bandit 1", "Bandit 2"}
    assert who_of(names, "Bandit 2", "--auto") == {"Bandit 2"}
    assert who_of(names, "shinai", "--auto") == {"Bayushi Shinai"}
    assert autos_of(names, ("nobody",)) == frozenset()
    with pytest.raises(UsageError):
        who_of(names, "ogre", "--auto")


def test_a_maneuver_that_is_chosen_often_is_named_once() -> None:
    """4e.maneuver"""
    move = m.Strike("Ogre", "katana", ("feint", *["increased damage"] * 3))
    assert move_sentence(move) == "Attack Ogre with katana, for feint and increased damage x3"


def test_rulings_and_numbers_are_refused_with_what_fits_here(capsys: Capsys) -> None:
    assert main(shlex.split("skirmish shinai vs bandit --ruling foo=bar --json")) == 2
    error = json.loads(capsys.readouterr().err)["error"]
    assert "initiative_ties" in error["hint"]
    assert "anxiety_strife" not in error["hint"]
    assert set(error["data"]["known"]) == set(RULINGS)
    for wrong, hint in (
        ("0", "The least is 1."),
        ("100001", "The most is 100,000."),
        ("ten", "Write it in plain digits."),
    ):
        assert main(shlex.split(f"skirmish shinai vs bandit -n {wrong} --json")) == 2
        assert json.loads(capsys.readouterr().err)["error"]["hint"] == hint


def test_what_a_target_costs_stands_beside_targets_alone(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many Void effects as targets, and still no Armor TN beside them. 4e.attack, 4e.void.boost"""
    asked_of = list[str]()

    def at(text: str, default: str) -> str | None:
        asked_of.append(capsys.readouterr().err)
        return (
            "q" if text == "A Void Point?" else "attack" if text == "What" and "Attack with" in asked_of[-1] else None
        )

    Terminal(monkeypatch, at=at)
    assert main(shlex.split("skirmish shinai vs bandit:2 --auto bandit --seed 4 --dry-run")) == 0
    assert "Armor TN" in next(told for told in asked_of if "Bandit 1: Armor TN" in told)
    assert "+1k1" in asked_of[-1]
    assert "Armor TN" not in asked_of[-1]


def test_moves_in_words() -> None:
    said: list[Callable[[], Any]] = [lambda: m.Pass(), lambda: m.Soak(True), lambda: m.Swap("Ogre")]
    assert [move_sentence(each()) for each in said] == [
        "Nothing more",
        "A Void Point against the Wounds",
        "Swap Initiative, for a Void Point: Ogre",
    ]


def test_nobody_out_is_also_where_somebody_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """4e.wounds: Earth 2: 31 Wounds are Down, 35 Out."""
    cast = {"akodo": bushi(), "doji": bushi("Doji"), "bayushi": bushi("Bayushi")}
    fight = Fight(cast, (("A", ("akodo", "doji")), ("B", ("bayushi",))))
    fight.hurt("doji", 31)
    fight.hurt("bayushi", 35)
    monkeypatch.setattr(skirmishes, "_played", lambda *_: fight.scene)
    tally = skirmishes.simulate(cast, m.Muster((("A", ("akodo", "doji")), ("B", ("bayushi",)))), 3, 1, frozenset())
    assert (tally.whole, tally.wins) == ({"A": 3}, {"A": 3})
    assert tally.states["doji"] == {"Down": 3}
