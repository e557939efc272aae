"""Character files on the disk: nothing is lost, nothing is half written, and the last point is spent once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rollkeep.errors import RuleError, SheetError
from rollkeep.fourth import tracks
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.tracks import Shift
from rollkeep.table import ledger, sheets
from rollkeep.table.change import change
from rollkeep.table.edit import edited
from rollkeep.table.ledger import Entry, Ledger

SHIFT = '{"track": "void", "by": BY, "now": 1}'
LINE = f'{{"effect": "EFFECT", "why": "", "shifts": [{SHIFT}], "undoes": 0, "seq": 1, "at": ""}}'
INFINITE = LINE.replace("BY", "Infinity")
HOSTILE = LINE.replace("BY", "1").replace("EFFECT", "\\u001b[2J")
SRC = Path(__file__).resolve().parents[2] / "src"


def spend(character: Character, lines: Ledger) -> tuple[Entry, ...]:
    return (Entry("boost", "a roll", (tracks.spend(character),)),)


def run(code: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env=_env(), capture_output=True, text=True, check=False
    )


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SRC)}


def test_a_file_is_found_here_first_then_in_the_users_folder(folder: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "data" / "rollkeep" / "sheets"
    theirs.mkdir(parents=True)
    (theirs / "akodo.toml").write_text('name = "Akodo"')
    (theirs / "shinai.toml").write_text('name = "Another"')
    assert sheets.load("akodo").character.name == "Akodo"
    assert sheets.load("shinai").character.name == "Bayushi Shinai"
    assert sheets.load("./shinai.toml").character.name == "Bayushi Shinai"
    assert {"akodo", "shinai", "bandit"} <= set(sheets.names())
    for name in ("nobody", "../shinai", "", "a/b", "x.toml"):
        assert sheets.find(name) is None
    with pytest.raises(SheetError, match="no character file 'shinia'") as found:
        sheets.load("shinia")
    assert found.value.hint == "Did you mean shinai?"


def test_a_change_keeps_everything_else(folder: Path) -> None:
    path = folder / "shinai.toml"
    before = path.read_text()
    path.chmod(0o640)
    after = change("shinai.toml", spend)
    assert after.void_points == 1
    assert path.read_text() == before.replace("points = 2 ", "points = 1 ")
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in folder.iterdir() if "shinai" in p.name) == ["shinai.ledger.jsonl", "shinai.toml"]
    (entry,) = ledger.read("shinai.ledger.jsonl").entries
    assert (entry.seq, entry.effect, entry.why, entry.shifts) == (1, "boost", "a roll", (Shift("void", -1, 1),))


def test_a_symlink_stays_one(folder: Path) -> None:
    (folder / "link.toml").symlink_to("shinai.toml")
    change("link.toml", spend)
    assert (folder / "link.toml").is_symlink()
    assert len(ledger.read(ledger.path_of("link.toml")).entries) == 1
    assert not (folder / "link.ledger.jsonl").exists()
    assert sheets.load("shinai").character.void_points == 1


@pytest.mark.parametrize(
    "text",
    [
        'name = "X"\nvoid = { ring = 3, points = 2 } # c\n',
        'name = "X"\nvoid.ring = 3\nvoid.points = 2 # c\n',
        'name = "X" # c\r\n[void]\r\nring = 3\r\n\r\n[options]\r\ncasts = false\r\n',
        'name = "X" # c\n',
        "name = 'X'\n\n[skills]\n\"lore: law\" = 1 # c\n# the end",
    ],
)
def test_values_are_written_wherever_they_belong(text: str) -> None:
    import tomllib

    values = {"void.points": 1, "traits.reflexes": 3, "school_rank": 2, "skills.lore heraldry": 1}
    changed = edited(text, values)
    data = tomllib.loads(changed)
    assert (data["void"]["points"], data["traits"], data["school_rank"]) == (1, {"reflexes": 3}, 2)
    assert data["skills"]["lore heraldry"] == 1
    assert "# c" in changed
    assert ("\r\n" in text) == ("\r\n" in changed)
    assert "\r\n" not in text or "\n" not in changed.replace("\r\n", "")


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_new_key_stands_below_its_header_so_that_a_template_behind_it_can_be_used(ends: str) -> None:
    """4e.void.pool, 4e.wounds, 5e.derived"""
    from rollkeep.fifth import sheet_file as fifth
    from rollkeep.fifth import sheet_text as text_of_fifth
    from rollkeep.fourth import sheet_file as fourth
    from rollkeep.fourth import sheet_text as text_of_fourth

    new = text_of_fifth.example("Ken", "ken.toml").replace("strife = 0 ", "# strife = 0 ").replace("\n", ends)
    changed = edited(new, {"void.points": 0, "strife": 2})
    assert changed.replace(f"points = 0{ends}", "", 1).replace(f"strife = 2{ends}", "", 1) == new
    assert f'name = "Ken"{ends}strife = 2{ends}' in changed
    assert f"[void]{ends}points = 0{ends}# points = 1" in changed
    used = changed.replace("# [[modifiers]]", "[[modifiers]]").replace('# name = "my', 'name = "my')
    used = used.replace("# on =", "on =").replace("# skill = 1 ", "skill = 1 ")
    one = fifth.read(used, "ken.toml")
    assert (one.void_points, one.strife, [each.skill for each in one.modifiers]) == (0, 2, [1])

    new = text_of_fourth.example("Ken", "ken.toml").replace("points = 2 ", "# points = 2 ")
    new = new.replace("taken = 0\n", "").replace("\n", ends)
    changed = edited(new, {"void.points": 1, "wounds.taken": 7})
    assert changed.replace(f"points = 1{ends}", "", 1).replace(f"taken = 7{ends}", "", 1) == new
    assert f"[wounds]{ends}taken = 7{ends}# per_rank" in changed
    used = changed.replace("# [options]", "[options]").replace("# casts", "casts")
    read = fourth.read(used, "ken.toml")
    assert (read.void_points, read.wounds, read.casts) == (1, 7, True)


def test_a_header_within_a_text_is_none() -> None:
    text = 'name = "X"\nschool = """\n[void]\n"""\n  [ void ] # mine\n  # points = 3\n\n# [[weapons]]\n'
    assert edited(text, {"void.points": 1}) == text.replace("# mine\n", "# mine\n  points = 1\n")


def test_a_refusal_changes_nothing(folder: Path) -> None:
    """4e.void.pool"""
    path = folder / "shinai.toml"
    path.write_text(path.read_text().replace("points = 2", "points = 0"))
    before = path.read_text()
    with pytest.raises(RuleError, match="no Void Point left"):
        change("shinai.toml", spend)
    assert path.read_text() == before
    assert not (folder / "shinai.ledger.jsonl").exists()


def test_a_dry_run_writes_nothing(folder: Path) -> None:
    before = sorted(folder.iterdir())
    assert change("shinai.toml", spend, dry_run=True).void_points == 1
    assert sorted(folder.iterdir()) == before
    assert sheets.load("shinai").character.void_points == 2


def test_two_at_once_never_spend_the_same_point(folder: Path) -> None:
    """4e.void.pool"""
    code = "import sys; from rollkeep.cli.main import main; sys.exit(main(['void', 'shinai', 'spend', 'technique']))"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=folder, env=_env(), stderr=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(6)
    ]
    told = [process.communicate() for process in running]
    assert sorted(process.returncode for process in running) == [0, 0, 2, 2, 2, 2], told
    assert sheets.load("shinai").character.void_points == 0
    entries = ledger.read("shinai.ledger.jsonl").entries
    assert [(entry.seq, entry.shifts[0].now) for entry in entries] == [(1, 1), (2, 0)]


def test_a_full_disk_loses_nothing(folder: Path) -> None:
    """The size of files is limited, so that writing the new text fails in its middle."""
    before = (folder / "shinai.toml").read_text()
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "from rollkeep.cli.main import main; import tomlkit, tempfile\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))\n"
        "sys.exit(main(['void', 'shinai', 'spend', 'technique']))"
    )
    done = run(code, folder)
    assert done.returncode == 2, done.stderr
    assert "cannot be written: file too large. Nothing was changed." in done.stderr
    assert (folder / "shinai.toml").read_text() == before
    assert sorted(path.name for path in folder.iterdir()) == [
        "archer.toml",
        "bandit.toml",
        "crane.toml",
        "isawa.toml",
        "ogre.toml",
        "rival.toml",
        "shinai.toml",
    ]


@pytest.mark.parametrize("broken", ["os.replace", "os.fsync", "os.write"])
def test_a_failing_disk_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    change("shinai.toml", spend)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(broken, fails)
        with pytest.raises(SheetError, match="no space left on device"):
            change("shinai.toml", spend)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_stop_after_the_last_step_keeps_the_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("rollkeep.table.files._settle", stops)
        with pytest.raises(KeyboardInterrupt):
            change("shinai.toml", spend)
    assert sheets.load("shinai").character.void_points == 1
    assert [entry.shifts[0].now for entry in ledger.read("shinai.ledger.jsonl").entries] == [1]


def test_a_command_killed_in_its_middle_is_told_and_never_makes_a_point(folder: Path) -> None:
    """4e.void.pool"""
    change("shinai.toml", spend)
    path = folder / "shinai.toml"
    path.write_text(path.read_text().replace("points = 1", "points = 2"))  # the line was written, the file was not
    known, character = ledger.read("shinai.ledger.jsonl"), sheets.load("shinai").character
    (told,) = known.by_hand(character)
    assert told.shifts == (Shift("void", 1, 2),)
    change("shinai.toml", spend)
    known = ledger.read("shinai.ledger.jsonl")
    assert [entry.effect for entry in known.entries] == ["boost", "by hand", "boost"]
    last = known.last("void")
    assert last is not None
    assert last.seq == 3
    undone = Ledger((*known.entries, Entry("undo", "", (Shift("void", 1, 2),), undoes=3, seq=4)))
    assert undone.last("void") is None  # what was before the change by hand is not taken back


def test_pipes_are_no_files(folder: Path) -> None:
    os.mkfifo("pipe.toml")
    os.mkfifo("shinai.ledger.jsonl")
    with pytest.raises(SheetError, match="no ordinary file"):
        sheets.text_of("pipe.toml")
    with pytest.raises(SheetError, match="cannot be read"):
        ledger.read("shinai.ledger.jsonl")
    with pytest.raises(SheetError, match="cannot be written"):
        change("shinai.toml", spend)


def test_what_is_read_only_stays(folder: Path) -> None:
    (folder / "shinai.toml").chmod(0o444)
    with pytest.raises(SheetError, match="it is read-only"):
        change("shinai.toml", spend)
    (folder / "shinai.toml").chmod(0o644)
    folder.chmod(0o555)
    try:
        with pytest.raises(SheetError, match="cannot be written"):
            change("shinai.toml", spend)
        with pytest.raises(SheetError, match="cannot be written"):
            sheets.create("new.toml", "x")
    finally:
        folder.chmod(0o755)
    assert sheets.load("shinai").character.void_points == 2
    assert not (folder / "shinai.ledger.jsonl").exists()


def test_a_new_file_never_replaces_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SheetError, match="already") as found:
        sheets.create("shinai.toml", "x")
    assert found.value.code == "sheet.exists"
    sheets.create("deep/er/new.toml", "x")
    assert (folder / "deep" / "er" / "new.toml").read_text() == "x"
    with pytest.raises(SheetError, match="cannot be written"):
        sheets.create("shinai.toml/new.toml", "x")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(SheetError, match="no space"):
        sheets.create("other.toml", "x")
    assert not (folder / "other.toml").exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "not text in UTF-8"),
        (b"#" * 300_000, "larger than 262,144 bytes"),
        (None, "no ordinary file|is a directory"),
    ],
)
def test_what_cannot_be_read(folder: Path, content: bytes | None, says: str) -> None:
    path = folder / "odd.toml"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(SheetError, match=says):
        sheets.text_of("odd.toml")
    with pytest.raises(SheetError, match="no such file"):
        sheets.text_of("nosuch.toml")


def test_a_torn_ledger_is_read_and_continued(folder: Path) -> None:
    change("shinai.toml", spend)
    path = folder / "shinai.ledger.jsonl"
    path.write_bytes(path.read_bytes() + b'{"seq": 2, "effe')
    found = ledger.read("shinai.ledger.jsonl")
    assert (len(found.entries), found.unreadable) == (1, 1)
    change("shinai.toml", spend)
    found = ledger.read("shinai.ledger.jsonl")
    assert ([entry.seq for entry in found.entries], found.unreadable) == ([1, 2], 1)
    for odd in ("[]", "3", "{}", '{"seq": "x"}', "[" * 10_000, '{"shifts": 3, "effect": "", "why": ""}', "\x00"):
        path.write_text(odd + "\n")
        assert ledger.read("shinai.ledger.jsonl") == Ledger((), 1)


def test_the_lines_are_json(folder: Path) -> None:
    change("shinai.toml", spend)
    (line,) = (folder / "shinai.ledger.jsonl").read_text().splitlines()
    data = json.loads(line)
    assert list(data) == ["effect", "why", "shifts", "undoes", "seq", "at"]
    assert data["shifts"] == [{"track": "void", "by": -1, "now": 1}]
