"""What ``--json`` prints fits the schemas in ``docs/schema``, and they would notice if it did not."""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.unit.kept_table import NAME, kept

from rollkeep.cli.main import main
from rollkeep.fifth.rulings import RULINGS

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schema"

ROLLS = [
    ["7k3", "--seed", "1"],
    ["7k3", "--tn", "20", "--seed", "1"],
    ["7k3", "--tn", "20", "--raises", "2", "--raise-for", "speed", "--void-ring", "3", "--seed", "2"],
    ["7k3", "--tn", "20", "--free-raises", "2", "--lower-tn", "1", "--label", "Hit", "--seed", "3"],
    ["--trait", "2", "--skill", "3", "--emphasis", "--dice", "1>7 1>1 4 6 10+3"],
    ["--trait", "3", "--skill", "0", "--tn", "10", "--seed", "4"],
    ["--trait", "3", "--skill", "0", "--void", "skill", "--tn", "10", "--seed", "4"],
    ["--trait", "3", "--skill", "2", "--void", "boost", "--tn", "15", "--attempt", "2", "--seed", "5"],
    ["--ring", "3", "--school-rank", "1", "--mastery", "2", "--seed", "6"],
    ["--dr", "3k2", "--strength", "3", "--add", "1k0 technique", "--seed", "7"],
    ["12k4-5", "--keep", "low", "--seed", "8"],
    ["4k2", "--dice", "3 6 7 9", "--keep", "1,4"],
    ["6k3", "--explode-on", "9", "--seed", "9"],
    ["0k0-3", "--tn", "0", "--seed", "1"],
    ["10k5", "--tn", "999", "--explode-on", "9", "--seed", "1"],
    ["7k3", "--tn", "20", "-n", "2", "--seed", "1"],
]
OF_CHARACTERS = [
    ("roll", ["shinai", "kyujutsu", "--tn", "20", "--void", "boost", "--for", "yumi", "--seed", "1"]),
    ("roll", ["shinai", "athletics", "--tn", "20", "--seed", "1"]),
    ("roll", ["bandit:2", "attack", "--tn", "20", "--seed", "1"]),
    ("odds", ["odds", "shinai", "kyujutsu", "--tn", "20"]),
    ("sheet", ["sheet", "show", "shinai"]),
    ("sheet", ["sheet", "show", "bandit"]),
    ("sheet", ["sheet", "show", "isawa"]),
    ("sheet-fifth", ["sheet", "show", "crane"]),
    ("sheet-fifth", ["sheet", "show", "guard"]),
    ("void", ["void", "shinai"]),
    ("void", ["void", "shinai", "spend", "technique", "--label", "x"]),
    ("void", ["void", "shinai", "meditate", "--seed", "1"]),
    ("wound", ["wound", "shinai", "23", "--void", "wounds"]),
    ("wound", ["wound", "shinai", "99", "--reduction"]),
]
ODDS = [
    ["7k3"],
    ["7k3", "--tn", "20"],
    ["7k3", "--tn", "20", "--compare", "8k4", "--compare=--emphasis"],
    ["5k2", "--tn", "20", "--explode-on", "9"],
    ["--trait", "3", "--skill", "0", "--tn", "15"],
    ["12k4-60", "--keep", "low", "--tn", "5", "--void-ring", "2"],
    ["0k0-3"],
]
PLAYS = [
    ["check", "7k3", "--tn", "20", "--raises", "1", "--raise-for", "speed", "--seed", "1"],
    ["check", "7k3", "--later", "--label", "Who was here?", "--seed", "1"],
    ["check", "7k3", "--seed", "1"],
    ["check", "shinai", "kyujutsu", "--tn", "20", "--hidden", "--void", "boost", "--for", "yumi", "--seed", "1"],
    ["contested", "7k3", "6k4", "--raises", "A=1", "--seed", "1"],
    ["contested", "2k1", "2k1", "2k1", "--tie", "again", "--dice", "A=9 1/3 2", "--dice", "B=2 9/4 1", "--seed", "1"],
    ["contested", "2k1", "2k1", "--dice", "A=9 1", "--dice", "B=2 9"],
    ["contested", "shinai kenjutsu", "rival kenjutsu", "bandit attack", "--seed", "1"],
    ["cooperative", "joint", "shinai", "investigation", "isawa", "--helpers", "2,1", "--tn", "25", "--seed", "1"],
    ["cooperative", "each", "athletics", "shinai", "rival", "--tn", "15", "--seed", "1"],
    ["cumulative", "6k2", "--tn", "60", "--minimum", "15", "--flub", "12", "--every", "1 week", "--seed", "26"],
    ["cumulative", "isawa", "spellcraft", "--tn", "100", "--rolls", "1", "--seed", "1"],
    ["iaijutsu", "rival", "shinai", "--concede", "B", "--seed", "1"],
    ["iaijutsu", "shinai", "rival", "--seed", "4"],
    ["iaijutsu", "rival", "shinai", "--to", "death", "--raises", "A=1", "--seed", "1"],
]
PLAY_ODDS = [
    ["check", "7k3", "--tn", "20"],
    ["check", "shinai", "attack", "katana", "--tn", "20"],
    ["contested", "7k3", "6k4", "5k3", "--raises", "A=1"],
    ["cooperative", "joint", "6k3", "--helpers", "2,1", "--tn", "25"],
    ["cooperative", "each", "4k2", "5k2", "7k3", "--rank", "C=4", "--tn", "15"],
    ["cumulative", "7k3", "--tn", "60", "--minimum", "15", "--flub", "5", "--every", "1 week"],
    ["cumulative", "0k0", "--tn", "60"],
    ["iaijutsu", "shinai", "rival"],
]
SCORES = [
    ["first-blood", "--a", "objective,first,fatigue=4,critical=5", "--b", "fatigue=2,unmasked"],
    ["to-the-death", "--a", "objective,killed,critical=99", "--b", "fatigue=999"],
    ["sparring"],
    ["taryu-jiai", "--a", "conceded", "--b", "objective"],
    ["warriors-duel", "--a", "cheated", "--b", "conceded"],
]
DUELS = [
    ["student", "master", "--form", "first-blood", "--seed", "7"],
    [
        "monk",
        "master",
        "--form",
        "to-the-death",
        "--seed",
        "1",
        "--label",
        "At dawn",
        "--ruling",
        "killed_counts=dead_or_dying",
    ],
    ["student", "guard", "--form", "sparring", "--seed", "2", "--dry-run"],
    ["monk", "student", "--one-roll", "--seed", "3"],
    ["student", "master", "--objective", "out", "--seed", "4"],
]
SKIRMISHES = [
    ["shinai", "vs", "bandit:2", "--seed", "1"],
    ["shinai", "archer", "vs", "ogre", "--seed", "2", "--label", "At the ford", "--ruling", "feint_rounding=up"],
    ["shinai", "vs", "rival", "vs", "bandit", "--seed", "3", "--dry-run"],
]
ERRORS = [
    ["7d10"],
    ["contested", "7k3"],
    ["check", "shinai", "kyujutsu", "--tn", "20", "--raises", "9"],
    ["7k3", "--tn", "many"],
    ["7k3", "--raises", "1"],
    ["7k3", "--colour"],
    ["odds", "10k5", "--tn", "999", "--explode-on", "9"],
    ["rules", "nosuch"],
]


def validator(name: str) -> Any:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture(autouse=True)
def _no_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for path in (SCHEMAS.parent / "examples").glob("*.toml"):
        shutil.copy(path, tmp_path)


@pytest.mark.parametrize("args", ROLLS, ids=" ".join)
def test_a_roll_fits(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*args, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert isinstance(data, list) == ("-n" in args)
    for roll in data if isinstance(data, list) else [data]:
        validator("roll").validate(roll)


@pytest.mark.parametrize(("name", "args"), OF_CHARACTERS, ids=[" ".join(args) for _, args in OF_CHARACTERS])
def test_what_is_told_of_a_character_fits(name: str, args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*args, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    for each in data if isinstance(data, list) else [data]:
        validator(name).validate(each)


@pytest.mark.parametrize("args", ODDS, ids=" ".join)
def test_odds_fit(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *args, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    validator("odds").validate(data)
    assert ("compare" in data) == any(arg.startswith("--compare") for arg in args)


@pytest.mark.parametrize("args", PLAYS, ids=" ".join)
def test_a_procedure_fits(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*args, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    validator("play").validate(data)
    for roll in data["rolls"]:
        validator("roll").validate(roll)


@pytest.mark.parametrize("args", PLAY_ODDS, ids=" ".join)
def test_the_odds_of_a_procedure_fit(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*args, "--odds", "--json"]) == 0
    validator("play-odds").validate(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("args", SCORES, ids=" ".join)
def test_a_score_fits(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *args, "--json"]) == 0
    validator("score").validate(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("args", DUELS, ids=" ".join)
def test_a_duel_fits(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", *args, "--auto", "both", "--json"]) == 0
    validator("duel").validate(json.loads(capsys.readouterr().out))
    plain = [arg for arg in args if arg != "--dry-run"]
    assert main(["duel", *plain, "-n", "9", "--json"]) == 0
    validator("duels").validate(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("args", SKIRMISHES, ids=" ".join)
def test_a_skirmish_fits(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert not main(["skirmish", *args, "--auto", "all", "--json"])
    validator("skirmish").validate(json.loads(capsys.readouterr().out))
    plain = [arg for arg in args if arg not in ("--dry-run", "--label", "At the ford")]
    assert not main(["skirmish", *plain, "-n", "9", "--json"])
    validator("skirmishes").validate(json.loads(capsys.readouterr().out))


def test_a_duel_is_scored_as_a_score_is() -> None:
    score, duel = (json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")) for name in ("score", "duel"))
    shared = {key: part for key, part in duel["properties"].items() if key in score["properties"]}
    assert shared.pop("reason")["enum"] == [*score["properties"].pop("reason")["enum"], "one-roll"]
    assert shared == score["properties"]
    assert duel["$defs"]["side"] == score["$defs"]["side"]


@pytest.mark.parametrize("name", ["duel", "duels"])
def test_the_schema_of_a_duel_knows_every_ruling(name: str) -> None:
    known = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))["$defs"]["rulings"]["properties"]
    assert known == {key: {"enum": list(ruling.values[1:])} for key, ruling in sorted(RULINGS.items())}


@pytest.mark.parametrize("kind", ["sound", "cut", "changed"])
def test_a_log_fits(kind: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    for args in PLAYS:
        assert main([*args, "--log", "e.jsonl"]) == 0
    assert main(["log", "e.jsonl", "undo", "--why", "the wrong opponent"]) == 0
    capsys.readouterr()
    assert main(["log", "e.jsonl", "--json"]) == 0
    validator("log").validate(json.loads(capsys.readouterr().out))
    text = path.read_text(encoding="utf-8")
    path.write_text({"sound": text, "cut": text[:-9], "changed": text.replace('"seq":9', '"seq":8')}[kind])
    assert main(["replay", "e.jsonl", "--json"]) == {"sound": 0, "cut": 2, "changed": 1}[kind]
    validator("replay").validate(json.loads(capsys.readouterr().out))


def test_what_is_told_of_tables_fits(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept(str(tmp_path / "t.db"))
    for name, args in (("tables", ["list"]), ("links", ["links", NAME])):
        assert main(["table", *args, "--database", "t.db", "--json"]) == 0
        validator(name).validate(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("kind", ["sound", "head", "no head", "cut", "changed"])
def test_what_was_verified_fits(kind: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept(str(tmp_path / "t.db"))
    assert main(["table", "export", NAME, "--database", "t.db", "-o", "e.jsonl"]) == 0
    text = (tmp_path / "e.jsonl").read_text(encoding="utf-8")
    head = json.loads(text.splitlines()[2])["hash"]
    (tmp_path / "e.jsonl").write_text({"cut": text[:-9], "changed": text.replace("lantern", "candle")}.get(kind, text))
    asked = {"head": ["--head", head], "no head": ["--head", "0" * 8]}.get(kind, [])
    assert main(["verify", "e.jsonl", *asked, "--json"]) == {"cut": 2, "changed": 1, "no head": 1}.get(kind, 0)
    data = json.loads(capsys.readouterr().out)
    validator("verify").validate(data)
    assert (data["reached"], data["bad"]) == {"head": (3, None), "cut": (None, 5), "changed": (None, 3)}.get(
        kind, (None, None)
    )


def test_the_roll_of_a_procedure_is_a_roll() -> None:
    roll, play = (json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")) for name in ("roll", "play"))
    assert play["$defs"]["roll"] == {key: part for key, part in roll.items() if key not in ("$schema", "title")}


@pytest.mark.parametrize("args", ERRORS, ids=" ".join)
def test_an_error_fits(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*args, "--json"]) in (2, 4)
    printed = capsys.readouterr()
    assert printed.out == ""
    validator("error").validate(json.loads(printed.err))


def test_a_chance_too_large_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["10k5", "--tn", "999", "--explode-on", "9", "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chance"] is None


def places(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of every object in the data, but for a step's own data, which differs by rule."""
    if isinstance(data, list):
        return [place for i, part in enumerate(data) for place in places(part, (*path, i))]
    if not isinstance(data, dict) or path[-1:] == ("data",):
        return []
    return [path, *(place for key, part in data.items() for place in places(part, (*path, key)))]


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("roll", ["2k1", "--tn", "20", "--raises", "1", "--add", "+2 luck", "--seed", "1"]),
        ("odds", ["odds", "1k1", "--keep", "low", "--tn", "5", "--compare", "2k1"]),
        ("error", ["7d10"]),
        ("sheet", ["sheet", "show", "shinai"]),
        ("sheet-fifth", ["sheet", "show", "crane"]),
        ("wound", ["wound", "shinai", "3"]),
        ("score", ["score", "sparring", "--a", "objective", "--b", "fatigue=3"]),
        ("void", ["void", "shinai", "spend", "boost"]),
        ("play", ["check", "2k1", "--tn", "20", "--raises", "1", "--add", "+2 luck", "--seed", "1"]),
        ("play", ["contested", "2k1", "2k1", "--seed", "1"]),
        ("play", ["cooperative", "joint", "3k2", "--helpers", "1", "--tn", "15", "--seed", "1"]),
        ("play", ["cumulative", "2k1", "--tn", "9", "--seed", "1"]),
        ("play", ["iaijutsu", "rival", "shinai", "--concede", "A", "--seed", "1"]),
        ("play-odds", ["check", "2k1", "--tn", "20", "--odds"]),
        ("play-odds", ["contested", "2k1", "2k1", "--odds"]),
        ("play-odds", ["cooperative", "joint", "2k1", "--tn", "20", "--odds"]),
        ("play-odds", ["cumulative", "2k1", "--tn", "9", "--odds"]),
        ("play-odds", ["iaijutsu", "rival", "shinai", "--odds"]),
        ("duel", ["duel", "student", "monk", "--auto", "both", "--seed", "1", "--ruling", "concede=round_start"]),
        ("duel", ["duel", "student", "monk", "--auto", "both", "--seed", "1", "--one-roll", "--dry-run"]),
        ("duels", ["duel", "student", "monk", "-n", "5", "--seed", "1"]),
        ("log", ["log", "e.jsonl"]),
        ("replay", ["replay", "e.jsonl"]),
        ("verify", ["verify", "e.jsonl"]),
        ("tables", ["table", "list", "--database", "t.db"]),
        ("links", ["table", "links", NAME, "--database", "t.db"]),
    ],
)
def test_a_key_too_few_or_too_many_is_noticed(
    name: str, args: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if "t.db" in args:
        kept(str(tmp_path / "t.db"))
    if "e.jsonl" in args:
        main(["contested", "2k1", "2k1", "--seed", "1", "--log", "e.jsonl"])
        capsys.readouterr()
    main([*args, "--json"])
    printed = capsys.readouterr()
    data = json.loads(printed.out or printed.err)
    check = validator(name)
    assert check.is_valid(data)
    for place in places(data):
        for key in (*_at(data, place), None):
            if key == "compare" or place == ("rulings",):
                continue  # only there when it is asked for
            changed = copy.deepcopy(data)
            if key is None:
                _at(changed, place)["surplus"] = []
            else:
                del _at(changed, place)[key]
            assert not check.is_valid(changed), (place, key)


def _at(data: Any, place: tuple[str | int, ...]) -> Any:
    for step in place:
        data = data[step]
    return data
