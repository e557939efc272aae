"""Each machine has a page, and the page of the duel leaves out no move, event, field, frame or ruling."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from rollkeep.cli.main import main
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel import state
from rollkeep.fifth.duel.begin import OBJECTIVES
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.play.check import CHECK
from rollkeep.fifth.play.hosts import HOSTS as FIFTH
from rollkeep.fifth.rulings import RULINGS
from rollkeep.fifth.score import FORMS
from rollkeep.fifth.wording_names import OPPORTUNITY
from rollkeep.fourth.catalogue.rounds import CONDITIONS
from rollkeep.fourth.hosts import HOSTS as FOURTH
from rollkeep.fourth.play.roll import Declare, Declared, Keep, Kept, Roll, Threw, Throw
from rollkeep.fourth.rulings import RULINGS as RULINGS_OF_FOURTH
from rollkeep.fourth.skirmish import state as of_skirmish
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.fourth.skirmish.standing import WORDS

DOCS = Path(__file__).resolve().parents[2] / "docs"
MACHINES = {**FOURTH, **FIFTH}
OVERVIEW = (DOCS / "machines" / "README.md").read_text(encoding="utf-8")
PAGES = {name: (DOCS / "machines" / f"{name}.md").read_text(encoding="utf-8") for name in MACHINES}
PAGE = PAGES[DUEL.name]
GUIDE = (DOCS / "duel.md").read_text(encoding="utf-8")
SKIRMISHES = (DOCS / "skirmish.md").read_text(encoding="utf-8")
PARTS = (Roll, state.Arms, state.Check, state.Scored, of_skirmish.Body)
"""What is written into logs as a part of events; the page names them by what they are for."""


def section(page: str, title: str) -> str:
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> dict[str, str]:
    """Of each name in the first cell of a table's row, the rest of that row."""
    found = {}
    for first, rest in re.findall(r"^\| (`[^|]*) \|(.*)\|$", text, re.MULTILINE):
        found.update(dict.fromkeys(re.findall(r"`([^`]+)`", first), rest))
    return found


def names(kind: type[Any]) -> tuple[str, ...]:
    return getattr(kind, "_fields", None) or tuple(field.name for field in fields(kind))


@pytest.mark.parametrize("name", MACHINES)
def test_the_overview_leads_to_each_machine(name: str) -> None:
    assert f"| [{name}]({name}.md) |" in OVERVIEW


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name, one in MACHINES.items() for kind in (*one.moves, *one.events)]
)
def test_a_page_names_each_move_and_event(name: str, kind: type[Any]) -> None:
    assert kind in PARTS or f"`{kind.__name__}`" in PAGES[name] + OVERVIEW


ROLLED = (Declare, Throw, Keep, Declared, Threw, Kept)
"""What the overview tells of every roll of the 4th edition."""


@pytest.mark.parametrize(
    ("name", "kind"), [(one.name, kind) for one in (DUEL, CHECK, SKIRMISH) for kind in one.moves if kind not in ROLLED]
)
def test_a_row_tells_each_field_of_a_move(name: str, kind: type[Any]) -> None:
    told = rows(section(PAGES[name], "Moves"))[kind.__name__]
    assert [name for name in names(kind) if f"`{name}`" not in told] == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [(one.name, kind) for one in (DUEL, CHECK, SKIRMISH) for kind in one.events if kind not in (*PARTS, *ROLLED)],
)
def test_a_row_tells_each_field_of_an_event(name: str, kind: type[Any]) -> None:
    told = rows(section(PAGES[name], "Events"))[kind.__name__]
    assert [name for name in names(kind) if f"`{name}`" not in told] == []


def test_the_page_names_no_other_moves_events_and_frames() -> None:
    assert {*rows(section(PAGE, "The stack"))} == {kind.__name__ for kind in get_args(state.Frame)}
    moves = rows(section(PAGE, "Moves").partition("\n### ")[0])
    assert {*moves} == {kind.__name__ for kind in DUEL.moves}
    events = {kind.__name__ for kind in DUEL.events if kind not in PARTS}
    assert {*rows(section(PAGE, "Events"))} == {*events, "Shifted", "Closed"}


def test_the_page_of_the_ring_check_names_no_others() -> None:
    page = PAGES[CHECK.name]
    assert {*rows(section(page, "Moves"))} == {kind.__name__ for kind in CHECK.moves}
    assert {*rows(section(page, "Events"))} == {*(kind.__name__ for kind in CHECK.events), "Shifted", "Closed"}


def test_the_page_of_the_skirmish_names_no_others() -> None:
    page = PAGES[SKIRMISH.name]
    assert {*rows(section(page, "The stack"))} == {kind.__name__ for kind in get_args(of_skirmish.Frame)}
    assert {*rows(section(page, "Moves"))} == {kind.__name__ for kind in SKIRMISH.moves}
    events = {kind.__name__ for kind in SKIRMISH.events if kind not in PARTS}
    assert {*rows(section(page, "Events"))} == {*events, "Shifted", "Closed"}
    assert [word for word, _ in WORDS if f"`{word}`" not in " ".join(page.split())] == []


def test_the_guide_to_skirmishes_lists_its_rulings_and_conditions() -> None:
    """4e.skirmish.conditions"""
    told = rows(section(SKIRMISHES, "Rulings"))
    for name, rest in told.items():
        values = ", ".join(f"`{value}`" for value in RULINGS_OF_FOURTH[name].values)
        assert rest.startswith(f" {values} |")
    assert {"initiative_ties", "feint_rounding", "wounds_in_contests"} <= told.keys()
    assert {*rows(section(SKIRMISHES, "Conditions"))} == {*CONDITIONS}


@pytest.mark.parametrize("words", [("--auto", "all", "--dry-run"), ("-n", "2")], ids=" ".join)
def test_the_page_of_the_skirmish_names_each_field_of_the_json(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(DOCS / "examples" / "bandit.toml", tmp_path)
    assert not main(["skirmish", "bandit", "vs", "bandit:2", *words, "--seed", "1", "--json"])
    told = section(PAGES[SKIRMISH.name], "JSON")
    assert [name for name in _fields_in(json.loads(capsys.readouterr().out)) if f"`{name}`" not in told] == []


def _fields_in(value: Any) -> set[str]:
    """The names of all fields, but those by which sides are called."""
    if isinstance(value, list):
        return set[str]().union(*map(_fields_in, value))
    if not isinstance(value, dict):
        return set()
    own = {name for name in value if name not in ("A", "B")}
    return own.union(*map(_fields_in, value.values()))


def test_the_page_names_all_that_opportunity_buys() -> None:
    """5e.opportunity"""
    told = section(PAGE, "Moves").partition("\n### Opportunity\n")[2]
    assert [name for name in OPPORTUNITY if f"`{name}`" not in told] == []


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=lambda ruling: ruling.name)
def test_the_guide_lists_each_ruling_with_its_values_the_default_first(ruling: Any) -> None:
    assert rows(section(GUIDE, "Rulings"))[ruling.name].startswith(
        f" {', '.join(f'`{value}`' for value in ruling.values)} |"
    )


@pytest.mark.parametrize("words", [("--auto", "both", "--dry-run"), ("-n", "2")], ids=" ".join)
def test_the_page_names_each_field_of_the_json(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["duel", "student", "monk", *words, "--seed", "1", "--json"]) == 0
    told = section(PAGE, "JSON")
    assert [name for name in json.loads(capsys.readouterr().out) if f"`{name}`" not in told] == []


def test_the_readme_shows_a_piece_of_the_duel_that_the_guide_shows_whole() -> None:
    told = section((DOCS.parent / "README.md").read_text(encoding="utf-8"), "The duel")
    (piece,) = re.findall(r"^```text\n(.*?)^```", told, re.MULTILINE | re.DOTALL)
    assert piece in section(GUIDE, "A whole duel")


def test_the_guide_has_each_form_with_its_objective_and_who_is_ready_made() -> None:
    """5e.duel.forms"""
    told = section(GUIDE, "Forms")
    assert {*rows(told)} - {"--form"} == {*FORMS}
    assert [name for name in OBJECTIVES if f"`{name}`" not in told] == []
    assert [name for name in READY if f"`{name}`" not in GUIDE] == []
