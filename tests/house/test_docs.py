"""The documents fit the code: generated pages are fresh, examples are true, and nothing is left out."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.kept_table import kept

from rollkeep.cli.main import main
from rollkeep.cli.verbs import VERBS
from rollkeep.errors import CODES
from rollkeep.fifth import rules as fifth
from rollkeep.fourth import rules as fourth

RULES = {**fourth.RULES, **fifth.RULES}
RULINGS = {**fourth.BOOK.rulings, **fifth.BOOK.rulings}
ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
ALONE = {"duel.md"}
"""Pages whose examples are run without character files: those of the 4th edition would hide who is ready-made."""
EVERYTHING = {path: path.read_text(encoding="utf-8") for path in [*PAGES, *sorted((ROOT / "docs").rglob("*.md"))]}


def examples() -> list[tuple[str, list[tuple[str, str]]]]:
    """Of each console block its page, and each command line with what is shown below it."""
    found = []
    for page in PAGES:
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            parts = (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
            found.append((page.name, [(line, shown) for line, _, shown in parts]))
    return found


EXAMPLES = examples()


def trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def test_generated_pages_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_there_are_examples() -> None:
    assert {page for page, _ in EXAMPLES} >= {"README.md", "notation.md", "json.md", "sheet.md", "score.md", "duel.md"}


@pytest.mark.parametrize(("page", "block"), EXAMPLES, ids=[f"{page}: {block[0][0]}" for page, block in EXAMPLES])
def test_examples_show_what_is_printed(
    page: str,
    block: list[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    for name, value in (("COLUMNS", "80"), ("XDG_CONFIG_HOME", str(tmp_path)), ("XDG_DATA_HOME", str(tmp_path))):
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    for path in () if page in ALONE else (ROOT / "docs" / "examples").glob("*.toml"):
        shutil.copy(path, tmp_path)
    if page == "table.md":
        kept(str(tmp_path / "rollkeep" / "tables.db"))
    for line, shown in block:
        program, *args = shlex.split(line)
        assert program == "rollkeep"
        main(args)
        printed = capsys.readouterr()
        assert trimmed(printed.out + printed.err) == trimmed(shown), line


def test_the_readme_s_python_is_true() -> None:
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", [*VERBS, *CODES, *RULES])
def test_the_documents_name_it(name: str) -> None:
    exact = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)")
    assert any(exact.search(text) for text in EVERYTHING.values())


@pytest.mark.parametrize("name", RULINGS)
def test_a_page_tells_of_the_ruling_and_why(name: str) -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    told = page.partition(f"\n### {name}\n")[2].partition("\n### ")[0]
    assert RULINGS[name].why
    assert RULINGS[name].why in told
    assert all(f"`{value}`" in told for value in RULINGS[name].values)


@pytest.mark.parametrize("rule", fourth.RULES)
def test_a_module_applies_the_rule(rule: str) -> None:
    exact = re.compile(rf"(?<![\w.-]){re.escape(rule)}(?![\w-]|\.\w)")
    modules = [path for path in (ROOT / "src").rglob("*.py") if path.name not in ("rules.py", "rulings.py")]
    assert any(exact.search(path.read_text(encoding="utf-8")) for path in modules)


@pytest.mark.parametrize("page", EVERYTHING, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", EVERYTHING[page]):
        assert (page.parent / target).exists(), target
