"""The launcher and the package, as a stranger meets them: in a fresh copy, with a clean home."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("rollkeep", "check", "scripts", "src", "requirements.lock", "requirements-dev.lock", "pyproject.toml")


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment without anything of the project's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "XDG"))}
    return kept | {"HOME": str(home)} | more


def run(command: list[str | Path], cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, command)), cwd=cwd, env=env, text=True, capture_output=True, timeout=300)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the launcher needs, in a folder with a blank in its name, not set up yet."""
    target = tmp_path_factory.mktemp("a clone") / "rollkeep"
    target.mkdir()
    for name in (*PARTS, "README.md", "LICENSE"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / name, target / name)
    return target


def test_life_of_a_clone(clone: Path, tmp_path: Path) -> None:
    """First start, second start, symlink, broken and outdated set-ups: one story, because each step needs the last."""
    env = environment(tmp_path)
    roll = ["7k3", "--tn", "20", "--seed", "1"]

    first = run([clone / "rollkeep", *roll], tmp_path, env)
    assert (first.returncode, first.stderr.count("\n")) == (0, 1), first.stderr
    assert "setting up" in first.stderr
    assert "7k3 against TN 20" in first.stdout

    again = run([clone / "rollkeep", *roll], tmp_path, env)
    assert (again.stdout, again.stderr) == (first.stdout, "")

    (tmp_path / "far").symlink_to(clone / "rollkeep")
    (tmp_path / "near").symlink_to("far")
    (tmp_path / "click.py").write_text("raise SystemExit('the wrong click')\n")
    assert run(["./near", *roll], tmp_path, env).stdout == first.stdout

    (clone / ".venv" / "ready").unlink()  # as an interrupted set-up leaves it
    shutil.rmtree(clone / ".venv" / "lib")
    repaired = run([clone / "rollkeep", *roll], tmp_path, env)
    assert repaired.stdout == first.stdout
    assert "setting up" in repaired.stderr

    (clone / ".venv").rename(tmp_path / "theirs")  # a link to another clone's is replaced, and theirs stays as it is
    (clone / ".venv").symlink_to(tmp_path / "theirs")
    (tmp_path / "theirs" / "ready").touch()
    apart = run([clone / "rollkeep", *roll], tmp_path, env)
    assert (apart.returncode, apart.stdout) == (0, first.stdout), apart.stderr
    assert not (clone / ".venv").is_symlink()
    assert (tmp_path / "theirs" / "ready").exists()
    assert (tmp_path / "theirs" / "lib").exists()

    with (clone / "requirements.lock").open("a") as lock:
        lock.write("# changed\n")
    changed = run([clone / "rollkeep", *roll], tmp_path, env)
    assert changed.stdout == first.stdout
    assert "setting up" in changed.stderr
    assert run([clone / "rollkeep", *roll], tmp_path, env).stderr == ""


def fake_python(folder: Path, body: str) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13", "python3.14"):
        path = folder / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)


def test_a_python_that_is_too_old_gets_one_sentence(tmp_path: Path) -> None:
    copy = tmp_path / "rollkeep"
    shutil.copy2(ROOT / "rollkeep", copy)
    (tmp_path / "bin").mkdir()
    fake_python(tmp_path / "bin", "exit 1")
    env = environment(tmp_path, PATH=f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    found = run([copy, "7k3"], tmp_path, env)
    assert found.returncode == 1
    assert found.stderr.count("\n") == 1
    assert "Python 3.11 or newer" in found.stderr


def test_a_python_without_venv_gets_one_sentence(tmp_path: Path) -> None:
    script = tmp_path / "scripts" / "set_up.py"
    script.parent.mkdir()
    shutil.copy2(ROOT / "scripts" / "set_up.py", script)
    hide = "import sys; sys.modules['ensurepip'] = None; import runpy; runpy.run_path(sys.argv[1], run_name='__main__')"
    found = run([sys.executable, "-c", hide, script], tmp_path, environment(tmp_path))
    assert found.returncode == 1
    assert found.stderr.count("\n") == 1
    assert "apt install python3" in found.stderr
    assert not (tmp_path / ".venv").exists()


def test_it_is_a_normal_package(clone: Path, tmp_path: Path) -> None:
    env = environment(tmp_path)
    run([sys.executable, "-m", "venv", tmp_path / "env"], tmp_path, env)
    installed = run([tmp_path / "env/bin/python", "-m", "pip", "install", "-q", clone], tmp_path, env)
    assert installed.returncode == 0, installed.stderr
    by_script = run([tmp_path / "env/bin/rollkeep", "7k3", "--seed", "1"], tmp_path, env)
    by_module = run([tmp_path / "env/bin/python", "-m", "rollkeep", "7k3", "--seed", "1"], tmp_path, env)
    assert by_script.returncode == 0
    assert by_script.stdout == by_module.stdout
    assert (tmp_path / "env/lib").exists()
    assert list((tmp_path / "env").rglob("rollkeep/py.typed"))
