"""One tree of errors, each with a stable code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rollkeep
from rollkeep.dice.notation import read_pool
from rollkeep.dice.pool import Pool
from rollkeep.dice.source import Listed
from rollkeep.errors import (
    CODES,
    CodecError,
    Conflict,
    Full,
    Gone,
    IllegalMove,
    LogError,
    Missing,
    NoSuchTable,
    NotationError,
    NotSeated,
    OddsError,
    RollKeepError,
    RuleError,
    SheetError,
    TableError,
    TooLarge,
    TooMuch,
    UsageError,
)
from rollkeep.fourth import roll as what
from rollkeep.fourth.check import declare
from rollkeep.fourth.play.check import CHECK
from rollkeep.fourth.request import Request
from rollkeep.fourth.rules import RULES
from rollkeep.fourth.rulings import choose
from rollkeep.fourth.sheet import Character, trait
from rollkeep.fourth.sheet_file import read
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import Scene, decide
from rollkeep.odds.keep import chance
from rollkeep.table.draft import Draft
from rollkeep.table.entry import Go, Rule, Seated
from rollkeep.table.log import load
from rollkeep.table.table import Table

GM_ONLY = Table({}, seats={"g": Seated("g", "gm", frozenset())})
SOURCE = {path: path.read_text(encoding="utf-8") for path in sorted(Path(str(rollkeep.__file__)).parent.rglob("*.py"))}
ELSEWHERE = "\n".join(text for path, text in SOURCE.items() if path.name != "errors.py")


def thrown(error: RollKeepError) -> None:
    """Raises what only a server, or a full disk, gives cause for; tests of the pages raise it there."""
    raise error


RAISED: dict[type[RollKeepError], Callable[[], object]] = {
    NotationError: lambda: read_pool("10k"),
    RuleError: lambda: declare(Request(what.pool("7k3"), raises=1)),
    Missing: lambda: trait(Character("Akodo"), "reflexes"),
    IllegalMove: lambda: decide(CHECK, Scene({}, CHECK.blank), "nobody", None),
    CodecError: lambda: Codec(()).load("{}"),
    LogError: lambda: load("no such log", Codec(())),
    Conflict: lambda: Draft(GM_ONLY, "g", "", "", Listed(())).do(Go(5)),
    NotSeated: lambda: Draft(Table({}), "g", "", "", Listed(())).do(Rule(0, (), "")),
    NoSuchTable: lambda: thrown(NoSuchTable()),
    Gone: lambda: thrown(Gone()),
    TooMuch: lambda: thrown(TooMuch("More than 9 bytes are not taken here.", hint="Send less at once.")),
    Full: lambda: thrown(Full("It could not be saved.", hint="Try again.")),
    UsageError: lambda: choose([("no such ruling", "")]),
    TooLarge: lambda: chance(Pool(21, 3), 20),
}
STATUS = {
    RollKeepError: 1,
    NotationError: 2,
    RuleError: 2,
    SheetError: 2,
    Missing: 2,
    IllegalMove: 3,
    CodecError: 6,
    LogError: 6,
    TableError: 5,
    Conflict: 5,
    NotSeated: 5,
    NoSuchTable: 5,
    Gone: 5,
    TooMuch: 5,
    Full: 5,
    UsageError: 2,
    OddsError: 4,
    TooLarge: 4,
}


def tree(kind: type[RollKeepError] = RollKeepError) -> Iterator[type[RollKeepError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from tree(below)


def ours() -> list[type[RollKeepError]]:
    return [kind for kind in tree() if kind.__module__.startswith("rollkeep.")]


def test_the_tree() -> None:
    assert {kind: kind.exit_status for kind in ours()} == STATUS
    assert all("code" in vars(kind) for kind in ours())
    assert len({kind.code for kind in ours()}) == len(STATUS)
    assert issubclass(NotationError, ValueError)
    assert issubclass(RuleError, ValueError)


def test_every_leaf_is_raised_here() -> None:
    assert {kind for kind in ours() if not kind.__subclasses__()} == set(RAISED)


def test_a_sheet_error_tells_every_fault() -> None:
    with pytest.raises(SheetError) as found:
        read("name = 1\nnam = 2\n", "x.toml")
    assert (found.value.code, found.value.message) == ("sheet", "x.toml has 2 faults.")
    assert [(fault["line"], fault["key"]) for fault in found.value.data["faults"]] == [(1, "name"), (2, "nam")]


@pytest.mark.parametrize("kind", RAISED)
def test_what_an_error_carries(kind: type[RollKeepError]) -> None:
    with pytest.raises(kind) as found:
        RAISED[kind]()
    fault = found.value
    assert fault.code in CODES or fault.code in RULES
    assert fault.message == str(fault)
    assert fault.message.endswith((".", "?"))
    assert fault.hint.endswith(".")


def test_a_notation_error_says_where() -> None:
    fault = NotationError("No.", "7kx", 2, expected="a number")
    assert fault.data == {"text": "7kx", "position": 2, "expected": "a number"}
    assert (fault.code, fault.hint) == ("notation.unreadable", "")


def test_a_rule_error_names_its_rule() -> None:
    fault = RuleError("4e.raise", "No.", hint="Yes.", most=2)
    assert (fault.code, fault.rule, fault.hint) == ("4e.raise", "4e.raise", "Yes.")
    assert fault.data == {"rule": "4e.raise", "most": 2}


def test_every_code_in_the_source_is_known() -> None:
    given = re.findall(r'\bcode="([^"]+)"', ELSEWHERE)
    literal = re.findall(r'"((?:notation|dice|usage|odds|sheet|log|table)\.(?!html)[a-z-]+)"', ELSEWHERE)
    assert len(set(given)) >= 15
    assert len(set(literal)) >= 20
    assert {*given, *literal} <= set(CODES)


def test_every_known_code_is_given_somewhere() -> None:
    classes = {kind.code for kind in ours()}
    assert {code for code in CODES if f'"{code}"' not in ELSEWHERE} <= classes


def test_every_rule_that_the_source_names_is_written_down() -> None:
    named = set(re.findall(r'"(4e\.[a-z.-]+)"', ELSEWHERE))
    assert len(named) > 20
    assert named <= set(RULES)


def test_every_rule_has_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    named = set(re.findall(r"\b4e(?:\.[a-z]+(?:-[a-z]+)*)+", tests))
    assert set(RULES) <= named
