"""What several rooms of tests share: the example characters, and a folder of one's own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rollkeep.fourth.sheet import Character
from rollkeep.fourth.sheet_file import read

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def example(name: str) -> Character:
    return read((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.fixture
def shinai() -> Character:
    return example("shinai")


@pytest.fixture
def bandit() -> Character:
    return example("bandit")


@pytest.fixture
def isawa() -> Character:
    return example("isawa")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty home with the example characters in the current folder, at 80 columns."""
    here = tmp_path / "here"
    here.mkdir()
    for path in EXAMPLES.glob("*.toml"):
        shutil.copy(path, here)
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    return here


@pytest.fixture
def rival() -> Character:
    return example("rival")
