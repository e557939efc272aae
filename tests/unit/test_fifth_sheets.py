"""Character files of both games on the disk: each is read for its own game, and ready-made ones need no file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollkeep.errors import SheetError
from rollkeep.fifth import sheet
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.catalogue.skills import GROUP_OF
from rollkeep.table import sheets


def refused(load: object, name: str) -> SheetError:
    with pytest.raises(SheetError) as found:
        load(name)  # type: ignore[operator]
    return found.value


def test_each_game_reads_its_own_files(folder: Path) -> None:
    (folder / "sen.toml").write_text('game = "5e"\nname = "Sen"\nrings.air = 2\n')
    assert sheets.load_fifth("sen") == ("sen.toml", sheet.Character("Sen", rings=(("air", 2),)))
    assert sheets.load_fifth("./sen.toml").path == "./sen.toml"
    error = refused(sheets.load, "sen")
    assert (error.code, error.data["game"]) == ("sheet.game", "5e")
    assert error.message == "sen.toml is a character of the 5th edition, and this is for the 4th."
    assert error.hint == "rollkeep sheet show sen tells what it rolls there."
    error = refused(sheets.load_fifth, "isawa")
    assert (error.code, error.data["game"]) == ("sheet.game", "4e")
    assert "isawa.toml is a character of the 4th edition" in error.message
    assert "rollkeep sheet new isawa_5e --game 5e" in error.hint
    assert sheets.load("isawa").path == "isawa.toml"


def test_a_file_is_never_passed_over_for_a_ready_made_one(folder: Path) -> None:
    error = refused(sheets.load_fifth, "shinai")
    assert error.code == "sheet.game"
    assert error.hint == (
        "The file hides the ready-made shinai, who is of the 5th: in another folder rollkeep duel shinai rival takes "
        "that one. Or make your own: rollkeep sheet new shinai_5e --game 5e."
    )
    (folder / "rival.toml").write_text('game = "4e"\nname = "Rival"\n')
    assert "rollkeep duel rival shinai takes" in refused(sheets.load_fifth, "rival").hint
    (folder / "shinai.toml").unlink()
    assert sheets.load_fifth("shinai") == ("", READY["shinai"])
    (folder / "shinai.toml").write_text('game = "5e"\nname = "Another"\n')
    assert sheets.load_fifth("shinai").character.name == "Another"
    (folder / "shinai.toml").write_text('game = "5e"\n')
    assert refused(sheets.load_fifth, "shinai").code == "sheet"


def test_faults_are_those_of_the_game_that_the_file_names(folder: Path) -> None:
    (folder / "bad.toml").write_text('game = "5e"\nname = "Bad"\nrings.air = 9\n')
    assert refused(sheets.load, "bad").code == "sheet.game"
    assert [fault["line"] for fault in refused(sheets.load_fifth, "bad").data["faults"]] == [3]
    (folder / "old.toml").write_text('name = "Old"\ntraits.reflexes = 99\n')
    assert refused(sheets.load, "old").code == "sheet"
    assert refused(sheets.load_fifth, "old").code == "sheet.game"
    (folder / "none.toml").write_text('name = "None"\nrings.air = 2\n')
    assert refused(sheets.load, "none").code == "sheet.game"
    (fault,) = refused(sheets.load_fifth, "none").data["faults"]
    assert fault["hint"] == 'Write game = "5e" at the top.'
    (folder / "both.toml").write_text('name = "Both"\nrings.air = 2\ntraits.reflexes = 2\n')
    assert refused(sheets.load, "both").code == "sheet"
    assert refused(sheets.load_fifth, "both").code == "sheet.game"
    (folder / "odd.toml").write_text('game = "6e"\nname = "Odd"\n')
    for load in (sheets.load, sheets.load_fifth, sheets.load_any):
        assert refused(load, "odd").code == "sheet"
        assert [each["message"] for each in refused(load, "odd").data["faults"]] == ['game is "4e" or "5e", not "6e".']
    (folder / "torn.toml").write_text("name = [")
    assert refused(sheets.load, "torn").code == refused(sheets.load_fifth, "torn").code == "sheet.file"


def test_an_unknown_name_is_told_the_nearest_of_files_and_ready_made(folder: Path) -> None:
    (folder / "sen.toml").write_text('game = "5e"\nname = "Sen"\n')
    assert refused(sheets.load_fifth, "mastre").hint == "Did you mean master?"
    assert refused(sheets.load_fifth, "senn").hint == "Did you mean sen?"
    error = refused(sheets.load_fifth, "xyzzy")
    assert (error.code, error.hint) == ("sheet.unknown", "rollkeep sheet new xyzzy --game 5e makes one.")
    assert {"sen", "isawa", *READY} <= set(sheets.names_fifth())


@pytest.mark.parametrize(
    ("name", "endurance", "composure", "focus", "vigilance", "points"),
    [
        ("shinai", 10, 8, 5, 2, 1),
        ("rival", 12, 10, 4, 2, 1),
        ("student", 8, 8, 4, 2, 1),
        ("master", 14, 12, 7, 3, 2),
        ("guard", 8, 6, 3, 2, 1),
        ("monk", 8, 10, 4, 3, 1),
    ],
)
def test_ready_made_duellists(
    name: str, endurance: int, composure: int, focus: int, vigilance: int, points: int
) -> None:
    """5e.derived, the numbers worked out by hand."""
    one = READY[name]
    assert sheet.endurance(one) == endurance
    assert sheet.composure(one) == composure
    assert sheet.focus(one) == focus
    assert sheet.vigilance(one) == vigilance
    assert sheet.void_points(one) == points
    assert set(dict(one.skills or ())) <= set(GROUP_OF)
    assert one.weapons
    assert one.honour is not None
    assert one.npc == (name == "guard")


def test_who_is_ready_made() -> None:
    assert set(READY) >= {"shinai", "rival", "student", "master", "guard", "monk"}
    assert len({one.name for one in READY.values()}) == len(READY)
    assert all(sheets.NAME.fullmatch(name) for name in READY)
