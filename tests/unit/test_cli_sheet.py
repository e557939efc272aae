"""Characters on the command line: rolls, sheets, the ledger, Wounds, imports, and clear words for bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollkeep.cli.main import main
from rollkeep.cli.verbs import VERBS

pytestmark = pytest.mark.usefixtures("folder")
KAKITA = Path(__file__).parent / "imported" / "kakita.l5r"


def ok(capsys: pytest.CaptureFixture[str], line: str) -> str:
    assert main(line.split()) == 0, capsys.readouterr().err
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    return out


def data(capsys: pytest.CaptureFixture[str], line: str) -> Any:
    assert main([*line.split(), "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, Any]:
    assert main(line.split()) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
    assert main([*line.split(), "--json"]) == 2
    error: dict[str, Any] = json.loads(capsys.readouterr().err)["error"]
    return error


def points() -> str:
    line = next(line for line in Path("shinai.toml").read_text().splitlines() if line.startswith("points"))
    return line.split()[2]


def test_a_roll_spends_and_is_remembered(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.void.boost, 4e.void.pool, 4e.emphasis"""
    out = ok(capsys, "shinai kyujutsu --tn 20 --raises 1 --void boost --for yumi --seed 1")
    assert "Bayushi Shinai, Kyujutsu/Reflexes: 8k4 against 25 (TN 20 + 1 Raise)" in out
    assert "Emphasis yumi" in out
    assert "1 Void Point left." in out
    assert points() == "1"
    rolled = data(capsys, "shinai kyujutsu --tn 20 --void boost --seed 1")
    assert (rolled["character"], rolled["roll"], rolled["void"], rolled["void_points"]) == (
        "Bayushi Shinai",
        "Kyujutsu/Reflexes",
        "boost",
        0,
    )
    assert refused(capsys, "shinai kyujutsu --tn 20 --void boost")["code"] == "4e.void.pool"
    log = ok(capsys, "void shinai")
    assert "0 of 3 Void Points left" in log
    assert "Kyujutsu/Reflexes 8k4 against 25" in log


def test_nothing_is_spent_where_nothing_should_be(capsys: pytest.CaptureFixture[str]) -> None:
    ok(capsys, "odds shinai kyujutsu --tn 20 --void boost")
    ok(capsys, "shinai kyujutsu --tn 20 --void boost --dry-run")
    for line in (
        "shinai kyujutsu --tn 20 --void boost --void boost",
        "shinai kyujutsu --tn 20 --void skill",
        "shinai kyujutsu --tn 20 --void boost --raises 4",
        "shinai kyujutsu --tn 20 --void boost --dice 2",
        "shinai kyujutsu --tn 20 --void boost --keep 1,2",
        "shinai:2 kyujutsu --tn 20 --void boost",
        "shinai kyujutsu --tn 20 --void boost -n 3",
    ):
        refused(capsys, line)
    assert points() == "2"
    assert not Path("shinai.ledger.jsonl").exists()
    ok(capsys, "shinai kyujutsu --tn 20 --void boost -n 2")
    assert points() == "0"


def test_how_a_word_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    """Notation, then verb, then sheet; roll forces a sheet."""
    Path("odds.toml").write_text('name = "Odd One"\ntraits = { reflexes = 2 }')
    Path("7k3.toml").write_text('name = "Dice"')
    assert "Odd One, Reflexes: 2k2" in ok(capsys, "roll odds reflexes")
    assert ok(capsys, "roll 7k3").startswith("7k3")
    assert ok(capsys, "./odds.toml reflexes").startswith("Odd One")
    assert refused(capsys, "shinia kyujutsu") == {
        "code": "sheet.unknown",
        "message": "No verb and no character is called 'shinia'.",
        "hint": "Did you mean rollkeep shinai?",
        "data": {},
    }
    assert refused(capsys, "ods 7k3")["hint"] == "Did you mean rollkeep odds?"
    assert refused(capsys, "shinai")["code"] == "usage.needs"
    assert refused(capsys, "7k3 --for yumi")["code"] == "usage.needs"
    assert refused(capsys, "shinai kyujutsu --ring 3")["code"] == "usage.clash"


def test_four_bandits(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.attack"""
    out = ok(capsys, "bandit:4 attack --tn 15 --seed 3")
    assert out.startswith("Bandit 1 to 4, Attack: 5k3 against TN 15")
    assert all(f"Bandit {i} " in out for i in (1, 2, 3, 4))
    rolls = data(capsys, "bandit:2 damage --seed 3")
    assert [roll["character"] for roll in rolls] == ["Bandit 1", "Bandit 2"]
    for line in ("bandit:0 attack", "bandit:x attack", "bandit:99 attack"):
        assert refused(capsys, line)["code"] == "usage.number"
    assert refused(capsys, "bandit:2 attack -n 3")["code"] == "usage.clash"


def test_what_is_missing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("akodo.toml").write_text('name = "Akodo"')
    error = refused(capsys, "akodo kenjutsu --tn 20")
    assert error["code"] == "sheet.missing"
    assert error["message"] == "Akodo has no Agility written down."
    assert error["hint"] == "Write it under [traits] of the file: agility = N. For this roll alone: --trait N."
    assert "7k3" in ok(capsys, "akodo kenjutsu --trait 3 --skill 4 --tn 20")
    assert "3k3" in ok(capsys, "akodo air --ring 3")


def test_what_is_missing_is_asked_for_and_remembered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("akodo.toml").write_text('name = "Akodo"  # of the Lion\n')
    answers = iter(["11", "3", "4"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(answers))
    asked = []

    def yes(text: str, **_: object) -> bool:
        asked.append(text)
        return True

    monkeypatch.setattr("click.confirm", yes)
    assert main(["akodo", "kenjutsu", "--tn", "20"]) == 0
    assert "7k3 against TN 20" in capsys.readouterr().out
    assert asked == ["Write agility = 3, kenjutsu = 4 into akodo.toml?"]
    assert Path("akodo.toml").read_text() == (
        'name = "Akodo"  # of the Lion\npartial = true\n\n[traits]\nagility = 3\n\n[skills]\nkenjutsu = 4\n'
    )


def test_the_ledger(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.void.pool, 4e.void.technique, 4e.void.armor, 4e.void.swap, 4e.void.initiative, 4e.void.limit"""
    assert "2 of 3" in ok(capsys, "void shinai")
    assert "1 of 3" in ok(capsys, "void shinai spend technique --label Strike")
    assert "1 of 3" in ok(capsys, "void shinai log")
    assert "2 of 3" in ok(capsys, "void shinai undo")
    assert "Armor TN 35 instead of 25 for one Round. [4e.void.armor]" in ok(capsys, "void shinai spend armor")
    assert "Score +10" in ok(capsys, "void shinai spend initiative")
    assert refused(capsys, "void shinai spend swap")["code"] == "4e.void.pool"
    assert "3 of 3" in ok(capsys, "void shinai rest")
    assert "None was spent" in ok(capsys, "void shinai rest")
    told = data(capsys, "void shinai")
    assert [(entry["seq"], entry["effect"], entry["undone"]) for entry in told["ledger"]] == [
        (1, "technique", True),
        (2, "undo", False),
        (3, "armor", False),
        (4, "initiative", False),
        (5, "rest", False),
    ]
    ok(capsys, "void shinai undo")
    assert points() == "0"
    ok(capsys, "void shinai undo")
    ok(capsys, "void shinai undo")
    assert points() == "2"
    assert refused(capsys, "void shinai undo")["code"] == "usage.ledger"
    Path("shinai.toml").write_text(Path("shinai.toml").read_text().replace("points = 2", "points = 1"))
    assert "changed by hand" in ok(capsys, "void shinai")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("void shinai spend", "usage.needs"),
        ("void shinai spend armour", "usage.roll"),
        ("void shinai spend wounds", "4e.void.wounds"),
        ("void shinai rest now", "usage"),
        ("void shinai dance", "usage"),
        ("void nobody", "sheet.unknown"),
        ("void shinai rest --seed 1", "usage.clash"),
        ("void shinai meditate --people 3", "usage.needs"),
        ("void bandit spend boost", "sheet.missing"),
        ("wound shinai", "usage.needs"),
        ("wound shinai many", "usage.number"),
        ("wound shinai 3 --heal --void wounds", "usage.clash"),
        ("sheet show nobody", "sheet.unknown"),
        ("sheet import nosuch.l5r", "sheet.file"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], line: str, code: str) -> None:
    assert refused(capsys, line)["code"] == code


def test_meditation_and_tea(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.void.pool"""
    path = Path("isawa.toml")
    path.write_text(path.read_text().replace("ring = 2", "ring = 5, points = 1"))
    out = ok(capsys, "void isawa meditate --dice 10+2,9,9,1>2,5,5,5,5")
    assert "Meditation/Void: 8k5 against TN 20" in out
    assert "Emphasis Void Recovery" in out
    assert "2 Void Points back, 3 now" in out
    failed = ok(capsys, "void isawa meditate --dice 2,2,2,2,2,2,2,2")
    assert "FAILURE" in failed
    assert "3 of 5" in failed
    Path("host.toml").write_text(
        'name = "Host"\nvoid = { ring = 3, points = 0 }\nskills = { "tea ceremony" = 5 }\ntraits = { stamina = 2 }'
    )
    before = data(capsys, "void isawa")["void_points"]
    told = ok(capsys, "void host tea --with isawa --people 3 --dice 9,9,9,9,9,9,9,9")
    assert "8k3 against TN 20" in told
    assert "Host: 2 Void Points back, 2 now" in told
    assert data(capsys, "void isawa")["void_points"] == before + 2
    Path("full.toml").write_text('name = "Full"\nvoid = { ring = 2 }')
    assert refused(capsys, "void full meditate")["code"] == "4e.void.pool"


def test_wounds(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.wounds, 4e.void.wounds, 4e.armor-tn"""
    out = ok(capsys, "wound shinai 11")
    assert out.splitlines()[0] == "Bayushi Shinai: 11 Wounds after 0, Healthy before, Nicked now"
    assert "4 more to the next rank" in out
    assert "28 (TN 20 + 3 Nicked + 1 Raise)" in ok(capsys, "shinai kyujutsu --tn 20 --raises 1")
    out = ok(capsys, "wound shinai 12 --void wounds")
    assert "13 Wounds after 11, still Nicked" in out
    assert "2 instead of 12" in out
    assert "1 Void Point left." in out
    assert "13 Wounds after 13" in ok(capsys, "wound shinai 3 --reduction")
    assert "20 Wounds after 13, Nicked before, Hurt now" in ok(capsys, "wound shinai 10 --reduction")
    assert "7 Wounds less: 13 instead of 20" in ok(capsys, "void shinai spend wounds")
    assert refused(capsys, "void shinai spend wounds")["code"] == "4e.void.wounds"
    ok(capsys, "void shinai rest")
    assert "13 Wounds after 13" in ok(capsys, "wound shinai 4 --void wounds")
    assert "after 13" in ok(capsys, "wound shinai 1 --heal")
    assert "0 Wounds after 12" in ok(capsys, "wound shinai 99 --heal")
    assert "5 Wounds after 0" in ok(capsys, "wound shinai 5 --dry-run")
    assert "taken = 0" in Path("shinai.toml").read_text()
    assert "Past the last box, 38: dead" in ok(capsys, "wound shinai 39")
    assert refused(capsys, "shinai kyujutsu --tn 20")["code"] == "4e.wounds"
    assert "Dead now" in ok(capsys, "wound bandit 30")


def test_a_name_alone_is_enough_for_wounds_and_the_ledger(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.wounds"""
    Path("akodo.toml").write_text('name = "Akodo"')
    assert "5 Wounds after 0" in ok(capsys, "wound akodo 5")
    told = data(capsys, "wound akodo 2 --heal")
    assert (told["wounds"], told["rank"], told["penalty"]) == (3, None, None)
    assert "? of ? Void Points left" in ok(capsys, "void akodo")
    assert "Wounds 3" in ok(capsys, "sheet show akodo")


def test_nothing_is_paid_for_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.void.wounds"""
    assert refused(capsys, "wound shinai 0 --void wounds")["code"] == "4e.void.wounds"
    ok(capsys, "wound shinai 0")
    assert refused(capsys, "void shinai spend wounds")["code"] == "4e.void.wounds"
    assert points() == "2"


def test_a_raise_of_mastery_needs_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.mastery, 4e.free-raise"""
    path = Path("shinai.toml")
    path.write_text(path.read_text().replace("investigation = 2", "knives = 7"))
    rolled = data(capsys, "shinai attack tanto --tn 20 --dice 9,9,9,9,9,9,9,9,9,9")
    assert (rolled["free_raises"], rolled["raises_earned"]) == (0, 0)
    assert (
        main(["shinai", "attack", "tanto", "--tn", "20", "--raise-for", "extra attack", "--seed", "1", "--json"]) == 0
    )
    rolled = json.loads(capsys.readouterr().out)
    assert (rolled["free_raises"], rolled["raise_for"]) == (1, "extra attack")
    assert refused(capsys, "shinai attack katana --tn 20 --raise-for speed")["code"] == "usage.needs"


def test_ranks_change_a_compared_roll(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "shinai", "kenjutsu", "--tn", "20", "--compare", "--skill 5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["notation"] for each in (told, *told["compare"])] == ["6k3", "8k3"]


def test_wide_characters_stay_within_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    long = "very " * 12 + "long"
    Path("wide.toml").write_text(
        f'name = "{long}"\nskills = {{ kenjutsu = {{ rank = 1, emphases = ["{long}", "{long}"] }} }}\n'
        f"traits = {{ agility = 3, strength = 2 }}\n"
        f'weapons = [{{ name = "{long}", skill = "chain weapons", dr = "3k2" }}, {{ name = "blowgun" }}]\n'
    )
    out = ok(capsys, "sheet show wide")
    assert "5k2" in out
    assert "1 Wound" in out


def test_sheets_are_made_and_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "doji.toml is there" in ok(capsys, "sheet new doji")
    assert "no faults" in ok(capsys, "sheet check doji")
    assert data(capsys, "sheet check bandit") == {"file": "bandit.toml", "character": "Bandit", "faults": []}
    assert main(["sheet", "new", "oni", "--block", "--everywhere"]) == 0
    capsys.readouterr()
    assert (tmp_path / "data" / "rollkeep" / "sheets" / "oni.toml").exists()
    assert "5k3" in ok(capsys, "oni attack")
    assert refused(capsys, "sheet new doji")["code"] == "sheet.exists"
    for name in (*VERBS, "rollkeep", "7k3", "..", "a/b", "-x", "help"):
        if not name.startswith("-"):
            assert refused(capsys, f"sheet new {name}")["code"] == "sheet.name", name
    Path("bad.toml").write_text('name = "Bad"\n[traits]\nreflexes = 0\n[skills]\nkenjutsuu = 1\n')
    assert main(["sheet", "check", "bad"]) == 2
    told = capsys.readouterr().err
    assert told.splitlines() == [
        "rollkeep: bad.toml has 2 faults.",
        "  line 3: reflexes is a whole number from 1 to 10, not 0.",
        '  line 5: There is no Skill "kenjutsuu". Did you mean kenjutsu? One of your own',
        '    names its Trait: { rank = 1, trait = "agility" }.',
        "Mend them and try again.",
    ]
    assert [fault["line"] for fault in refused(capsys, "bad reflexes")["data"]["faults"]] == [3, 5]


def test_a_sheet_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.insight, 4e.initiative, 4e.armor-tn"""
    out = ok(capsys, "sheet show shinai")
    for part in ("Insight 120", "Initiative 5k3", "Armor TN 25", "Healthy to 10", "Kyujutsu / Reflexes", "6k2", "yumi"):
        assert part in out
    shown = data(capsys, "sheet show shinai")
    assert shown["rings"] == {"air": 2, "earth": 2, "fire": 2, "water": 2, "void": 3}
    assert (shown["insight"], shown["insight_rank"], shown["initiative"], shown["armor_tn"]) == (120, 1, "5k3", 25)
    assert [weapon["damage"] for weapon in shown["weapons"]] == ["6k2", "5k2"]
    Path("akodo.toml").write_text('name = "Akodo"')
    assert "Akodo" in ok(capsys, "sheet show akodo")


def test_an_import(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.insight, 4e.initiative, 4e.armor-tn, 4e.wounds"""
    assert main(["sheet", "import", str(KAKITA), "--school-trait", "reflexes", "-o", "kakita"]) == 0
    told = capsys.readouterr()
    assert told.out == "kakita.toml is written. Look at it: rollkeep sheet show kakita.toml\n"
    assert told.err.startswith("Note: ")
    shown = data(capsys, "sheet show kakita")
    traits = shown["traits"]
    assert [traits[name] for name in ("reflexes", "awareness", "agility")] == [3, 3, 3]
    assert (shown["rings"]["air"], shown["rings"]["void"]) == (3, 3)
    assert (shown["insight"], shown["insight_rank"], shown["initiative"], shown["armor_tn"]) == (124, 1, "4k3+3", 25)
    assert [(weapon["attack"], weapon["damage"]) for weapon in shown["weapons"]] == [("4k3", "5k2")]
    assert (shown["wounds"]["taken"], shown["wounds"]["rank"]) == (4, "Healthy")
    assert refused(capsys, f"sheet import {KAKITA} -o kakita")["code"] == "sheet.exists"

    without = data(capsys, f"sheet import {KAKITA}")
    assert any("+1 of the school" in note for note in without["notes"])
    Path("plain.toml").write_text(without["sheet"])
    plain = data(capsys, "sheet show plain")
    assert (plain["traits"]["reflexes"], plain["rings"]["air"], plain["insight"]) == (2, 2, 114)
    assert (plain["initiative"], plain["armor_tn"]) == ("3k2+3", 20)


def test_an_import_with_data_packs(capsys: pytest.CaptureFixture[str]) -> None:
    Path("packs").mkdir()
    Path("packs/core.xml").write_text(
        '<L5RCM><School id="crane_kakita_bushi_school"><Trait>reflexes</Trait><Honor>6.5</Honor></School></L5RCM>'
    )
    imported = data(capsys, f"sheet import {KAKITA} --packs packs")
    assert "reflexes = 3" in imported["sheet"]
    assert "honor = 7" in imported["sheet"]
    assert refused(capsys, f"sheet import {KAKITA} --packs nowhere")["code"] == "sheet.import"


@pytest.mark.parametrize("content", ["", "{", '{"advans": [', "[" * 10_000, "[]", "{}", "<xml/>", "null"])
def test_what_is_no_character_of_another_tool(capsys: pytest.CaptureFixture[str], content: str) -> None:
    Path("odd.l5r").write_text(content)
    before = sorted(Path().iterdir())
    assert refused(capsys, "sheet import odd.l5r -o new.toml")["code"] == "sheet.import"
    assert sorted(Path().iterdir()) == before
