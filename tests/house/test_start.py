"""A roll starts fast because it loads little."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rollkeep

HEAVY = (
    *("dataclasses", "inspect", "typing_extensions", "tomlkit", "platformdirs", "asyncio", "json"),
    *("rollkeep.machine", "rollkeep.fourth.play", "rollkeep.odds.contest", "rollkeep.table.log"),
)


@pytest.mark.parametrize("words", [["7k3", "--tn", "20"], ["pool", "14k9"], ["tn"], ["odds", "7k3", "--tn", "20"]])
def test_a_roll_loads_nothing_heavy(words: list[str]) -> None:
    """Of these the command line library itself loads none, nor does anything that is needed for a roll."""
    code = (
        "import sys, click; before = set(sys.modules)\n"
        f"from rollkeep.cli.main import main; assert main({words!r}) == 0\n"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(rollkeep.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    loaded = done.stderr.split()
    assert ("rollkeep.cli.tn" if words == ["tn"] else "rollkeep.dice.pool") in loaded
    assert [name for name in loaded if name.startswith(HEAVY)] == []
