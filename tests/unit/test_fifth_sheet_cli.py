"""Characters of the 5th edition on the command line: made, shown, checked, and what they would roll."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollkeep.cli.main import main
from rollkeep.dice.symbols import Pool
from rollkeep.errors import SheetError
from rollkeep.fifth.by_sheet import brought, compromised, incapacitated
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.profile import profile
from rollkeep.fifth.sheet import Character
from rollkeep.fifth.sheet_file import read

pytestmark = pytest.mark.usefixtures("folder")
RINGS = ("air", "earth", "fire", "water", "void")


def ok(capsys: pytest.CaptureFixture[str], line: str) -> str:
    assert main(line.split()) == 0, capsys.readouterr().err
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    return out


def data(capsys: pytest.CaptureFixture[str], line: str) -> Any:
    assert main([*line.split(), "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, Any]:
    assert main([*line.split(), "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    error: dict[str, Any] = json.loads(told.err)["error"]
    return error


def test_a_file_of_the_5th_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """5e.derived, 5e.duel.initiative, 5e.critical, 5e.action.strike, 5e.action.crossing-blade"""
    out = ok(capsys, "sheet show crane")
    for line in (
        "School Rank 2, Honour 52, Glory 46, Status 32",
        "  Endurance 8, fatigue 0    Composure 8, strife 3    Void Points 1 of 2",
        "  Focus 5    Vigilance 3    Resistance 1 (ceremonial clothes)",
        "  Initiative: Meditation                 1  3r3s   2r3s   2r3s   2r3s   2r3s",
        "  Strike: Martial Arts [Melee]           2  3r3s   2r3s   2r3s   2r3s   2r3s",
        "  katana                       1       4           5  ceremonial, razor-edged",
        "                               2       4           7",
        "    Iaijutsu Cut: Crossing Blade [5e.action.crossing-blade]",
        "    the way of the Crane: +1 skill die on initiative",
        "    Fire   Dread of blood (anxiety)",
    ):
        assert line in out
    shown = data(capsys, "sheet show crane")
    assert (shown["file"], shown["game"], shown["composure"], shown["resistance"]["physical"]) == (
        "crane.toml",
        "5e",
        8,
        1,
    )
    assert [check["check"] for check in shown["checks"]] == ["initiative", "resist", "attack", "attack"]
    assert shown["checks"][0]["rolls"]["air"] == {
        "notation": "3r3s",
        "pool": {"ring": 3, "skill": 3, "kept": 3, "compromised": False},
        "tn": 1,
    }


def test_a_ready_made_duellist_is_shown_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("shinai.toml").unlink()
    assert ok(capsys, "sheet show shinai").splitlines()[0].split() == ["Shinai", "ready-made"]
    assert data(capsys, "sheet show shinai")["file"] is None
    assert ok(capsys, "sheet check guard") == "guard: Guard, no faults.\n"
    for name in READY:
        (Path(f"{name}.toml")).unlink(missing_ok=True)
        assert READY[name].name in ok(capsys, f"sheet show {name}")


def test_a_file_of_the_4th_is_shown_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    assert data(capsys, "sheet show shinai")["game"] == "4e"
    assert "Armor TN" in ok(capsys, "sheet show shinai")


def test_what_is_not_known_is_left_open(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bare.toml").write_text('game = "5e"\nname = "Bare"')
    out = ok(capsys, "sheet show bare")
    assert "Endurance" not in out
    assert "punch" in out
    shown = data(capsys, "sheet show bare")
    assert (shown["composure"], shown["rings"]["air"], shown["partial"]) == (None, None, True)
    assert shown["checks"][0]["rolls"]["air"] is None
    Path("half.toml").write_text('game = "5e"\nname = "Half"\nstrife = 4\nrings.air = 2\nskills.meditation = 1')
    out = ok(capsys, "sheet show half")
    assert "Composure ?, strife 4" in out
    assert "compromised" not in out.lower()
    assert data(capsys, "sheet show half")["compromised"] is None


def test_long_texts_stay_within_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    long = "very " * 12 + "long"
    Path("wide.toml").write_text(
        f'game = "5e"\nname = "{long}"\nschool = "{long}"\ntechniques = ["{long}"]\nrings.air = 2\n'
        f'advantages = [{{ name = "{long}", kind = "passion", ring = "air" }}]\n'
        f'armour = {{ name = "{long}", physical = 2, supernatural = 4 }}\n'
        f'weapons = [{{ name = "{long}", skill = "melee", damage = 3, deadliness = 3, qualities = ["razor-edged", '
        f'"concealable", "cumbersome"] }}]\nmodifiers = [{{ name = "{long}", ring = 1, flat = -2, on = ["air"] }}]\n'
        f'skills = {{ "{long}" = {{ rank = 1, group = "trade" }} }}\n'
    )
    out = ok(capsys, "sheet show wide")
    assert "Of its own" in out
    assert "against the supernatural 4" in out
    assert "+1 ring die, TN -2 on air" in " ".join(out.split())
    assert " ".join(out.split()).count(long) == 7


def test_files_are_made_for_the_5th(capsys: pytest.CaptureFixture[str]) -> None:
    assert "aya.toml is there" in ok(capsys, "sheet new aya --game 5e")
    assert data(capsys, "sheet check aya") == {"file": "aya.toml", "character": "Aya", "faults": []}
    assert data(capsys, "sheet show aya")["composure"] == 8
    ok(capsys, "sheet new oni --game 5e --block")
    oni = data(capsys, "sheet show oni")
    assert (oni["npc"], oni["endurance"], len(oni["skills"])) == (True, 8, 24)
    ok(capsys, "sheet new akodo --game 4e")
    assert data(capsys, "sheet show akodo")["game"] == "4e"
    for name in ("3r2s", "2s", "3R"):
        assert refused(capsys, f"sheet new {name} --game 5e")["code"] == "sheet.name"
    assert refused(capsys, "sheet new x --game 6e")["message"] == "--game is 4e or 5e, not '6e'."
    Path("bad.toml").write_text('game = "5e"\nname = "Bad"\n[rings]\nair = 0\n')
    error = refused(capsys, "sheet check bad")
    assert [(fault["line"], fault["key"]) for fault in error["data"]["faults"]] == [(4, "rings.air")]


@pytest.mark.parametrize(
    "line", ["void crane", "wound crane 3", "check crane meditation --tn 15", "iaijutsu crane crane"]
)
def test_d10_rolls_refuse_a_character_of_the_5th(capsys: pytest.CaptureFixture[str], line: str) -> None:
    error = refused(capsys, line)
    assert error["code"] == "sheet.game"
    assert "crane.toml is a character of the 5th edition" in error["message"]


def test_what_a_character_brings() -> None:
    """5e.check, 5e.compromised, 5e.incapacitated"""
    one = read(
        'game = "5e"\nname = "X"\nstrife = 8\nfatigue = 8\n'
        "rings = { air = 3, earth = 2, fire = 2, water = 2, void = 1 }\n"
        'skills = { meditation = 2 }\nmodifiers = [{ name = "a", ring = 1, kept = 1, on = "air" }, '
        '{ name = "b", skill = -3, on = "meditation" }, { name = "c", flat = 1, on = "initiative" }, '
        '{ name = "d", kept = -5, on = "void" }]'
    )
    assert (compromised(one), incapacitated(one)) == (False, False)
    found = brought(one, "meditation", "air", ("initiative",))
    assert found.pool == Pool(4, 0, 4)
    assert (found.tn, [each.name for each in found.modifiers]) == (1, ["a", "b", "c"])
    assert brought(one, "meditation", "fire").tn == 0
    assert brought(one, "fitness", "void").pool == Pool(1, 0, 1)
    hurt = one._replace(strife=9, fatigue=9)
    assert (compromised(hurt), incapacitated(hurt)) == (True, True)
    assert brought(hurt, "fitness", "earth").pool == Pool(2, 0, 2, True)
    assert profile(hurt).compromised
    with pytest.raises(SheetError, match="no Air ring"):
        brought(Character("X"), "meditation", "air")


def test_a_weapon_shows_what_modifiers_add() -> None:
    """5e.damage"""
    one = read(
        'game = "5e"\nname = "X"\nweapons = [{ name = "katana" }]\n'
        'modifiers = [{ name = "a", flat = 2, on = "damage" }, { name = "b", flat = -6, on = "deadliness" }]'
    )
    assert [(grip.hands, grip.damage, grip.deadliness) for grip in profile(one).weapons[0].grips] == [
        (1, 6, 0),
        (2, 6, 1),
    ]


@pytest.mark.parametrize("name", READY)
def test_what_is_rolled_is_ring_and_rank(name: str) -> None:
    """5e.check: worked out again from the bare tables."""
    one = READY[name]
    ranks, rings = dict(one.skills or ()), dict(one.rings)
    for row in profile(one).checks:
        for ring, rolls in row.rolls:
            assert rolls is not None
            assert rolls.pool == (rings[ring], ranks.get(row.skill, 0), rings[ring], False)


def test_names_are_completed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rollkeep.cli.sheet import show

    completed = {item.value for item in show.params[0].shell_complete(None, "")}  # type: ignore[arg-type]
    assert {"crane", "guard", "shinai"} <= completed
    assert {item.value for item in show.params[0].shell_complete(None, "mo")} == {"monk"}  # type: ignore[arg-type]
