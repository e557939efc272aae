"""The page of the odds: its numbers, its form, and whatever is typed into it. 4e.tn, 4e.raise.limit, 5e.odds."""

from __future__ import annotations

import gzip
import html
import json
import re
import time
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.datastructures import QueryParams
from starlette.testclient import TestClient

from rollkeep.advice import rolls, symbols
from rollkeep.advice.symbols import Target
from rollkeep.errors import RollKeepError
from rollkeep.fifth import check as fifth
from rollkeep.fourth import roll
from rollkeep.fourth.check import declare
from rollkeep.fourth.request import Request
from rollkeep.text import percent
from rollkeep.web.app import app
from rollkeep.web.ground.hall import Hall
from rollkeep.web.ground.words import hint_here
from rollkeep.web.odds.form import MARKS, NUMBERS, asked_by, read_form

CLIENT = TestClient(app(cast("Hall", None)))  # these pages know no table
JSON = {"accept": "application/json"}
PART = {"x-part": "answer"}
SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schema"


def get(status: Any = 200, headers: Any = None, **query: Any) -> str:
    found = CLIENT.get("/odds", params=query, headers=headers)
    assert found.status_code == status, found.text
    return str(found.text)


def fits(name: str, value: Any) -> None:
    jsonschema.Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))).validate(value)


def headline(page: str) -> str:
    found = re.search(r'id="headline">(.*?)</p>', page, re.DOTALL)
    assert found
    return " ".join(html.unescape(re.sub("<[^>]*>", "", found[1])).split())


def errors(page: str) -> dict[str, str]:
    """What stands at each field that is at fault; what a part brings for its fields is not there yet."""
    page = re.sub("<template.*?</template>", "", page, flags=re.DOTALL) if "<html" in page else page
    found = re.findall(r'<strong class="error" id="(?:f|4e|5e)-(\w+)-error">(.*?)</strong>', page, re.DOTALL)
    return {name: " ".join(html.unescape(re.sub("<[^>]*>", "", text)).split()) for name, text in found}


def rows(page: str, caption: str) -> dict[str, str]:
    """The chances of a table by the first word of each row."""
    table = page.partition(f"<caption>{caption}")[2].partition("</table>")[0]
    body = table.partition("<tbody>")[2]
    lines = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("</tr>"))
    cells = ([html.unescape(re.sub("<[^>]*>", "", cell)).strip() for cell in line] for line in lines if line)
    return {line[0].removesuffix(" (asked for)"): line[-2] for line in cells}


def test_the_numbers_of_a_roll_are_those_of_advice() -> None:
    page = get(roll="12k4+3", tn=35, raises=1, void_ring=3, **{"with": "emphasis"})
    declared = declare(Request(roll.pool("12k4+3"), tn=35, raises=1, void_ring=3, emphasis=True))
    assert headline(page) == f"{percent(rolls.chance(declared))} 10k5+3 against 40 (TN 35 + 1 Raise)"
    by_raises = {str(row.raises): percent(row.chance) for row in rolls.by_raises(declared)}
    assert rows(page, "Chance by Raises") == by_raises
    assert list(by_raises) == ["0", "1", "2", "3"]
    assert rows(page, "Chance to reach each named") == {str(tn): percent(each) for tn, each in rolls.by_tn(declared)}
    law = rolls.law(declared)
    for value in (f"{rolls.mean(declared).value:.2f}", f"{law.spread():.2f}", str(law.median())):
        assert f"<dd>{value}</dd>" in page
    assert re.findall(r'<tr class="marked"><th scope="row">(\d+)', page) == ["1", "40"]
    assert "12k4+3 becomes 10k5+3: 2 spare dice make 1 more kept die." in page
    assert 'href="/rules#4e.ten-dice"' in page


@pytest.mark.parametrize(
    ("query", "request_"),
    [
        ({"trait": 3, "skill": 4, "tn": 20}, Request(roll.skill(3, 4), tn=20)),
        ({"trait": 3, "tn": 15}, Request(roll.trait(3), tn=15)),
        ({"trait": 3, "skill": 0, "tn": 15}, Request(roll.skill(3, 0), tn=15)),
        ({"trait": 3, "skill": 0, "tn": 15, "with": "skill"}, Request(roll.skill(3, 0), tn=15, void=("skill",))),
        ({"roll": "7k3", "tn": 20, "with": "boost"}, Request(roll.pool("7k3"), tn=20, void=("boost",))),
        ({"roll": "7k3", "tn": 20, "with": "unskilled"}, Request(roll.pool("7k3"), tn=20, unskilled=True)),
        ({"roll": "7k3", "tn": 20, "with": ["low", "nine"]}, Request(roll.pool("7k3"), 20, lowest=True, explode_on=9)),
        (
            {"roll": "7k3", "tn": 25, "free_raises": 2, "lower_tn": 1},
            Request(roll.pool("7k3"), tn=25, free_raises=2, lower_tn=1),
        ),
        ({"roll": "7k3 unskilled", "tn": 20}, Request(roll.pool("7k3"), tn=20, unskilled=True)),
        ({"roll": "7k3+2 --tn 20 --emphasis"}, Request(roll.pool("7k3+2"), tn=20, emphasis=True)),
        ({"roll": "7k3 TN 20 free raises 1 lower tn 1"}, Request(roll.pool("7k3"), 20, free_raises=1, lower_tn=1)),
        ({"roll": "7k3 --keep low --explode-on 9 tn=10"}, Request(roll.pool("7k3"), 10, lowest=True, explode_on=9)),
        ({"roll": "trait 3 skill 2 void boost tn 20"}, Request(roll.skill(3, 2), tn=20, void=("boost",))),
    ],
)
def test_every_field_counts(query: dict[str, Any], request_: Request) -> None:
    assert headline(get(**query)).startswith(f"{percent(rolls.chance(request_))} ")


@pytest.mark.parametrize(
    ("query", "request_", "target"),
    [
        ({"roll": "3r2s", "tn": 3}, fifth.Request(3, 2, 3), Target(3)),
        ({"roll": "3r2s", "tn": 3, "opportunity": 1, "strife": 2}, fifth.Request(3, 2, 3), Target(3, 1, 2)),
        ({"ring": 3, "skill": 2, "tn": 3, "strife": 0, "game": "5e"}, fifth.Request(3, 2, 3), Target(3, 0, 0)),
        ({"roll": "2ds+3dr", "tn": 2, "with": "seize"}, fifth.Request(3, 2, 2, seize=True), Target(2)),
        ({"roll": "3r", "tn": 2, "with": "compromised"}, fifth.Request(3, 0, 2, compromised=True), Target(2)),
        (
            {"roll": "3r2s", "tn": 4, "helpers_skilled": 1, "helpers_unskilled": 1},
            fifth.Request(3, 2, 4, skilled=1, unskilled=1),
            Target(4),
        ),
        ({"roll": "3r2s --tn 3 --opportunity 1 compromised"}, fifth.Request(3, 2, 3, compromised=True), Target(3, 1)),
        ({"roll": "3r2s void seize tn 3"}, fifth.Request(3, 2, 3, seize=True), Target(3)),
    ],
)
def test_ring_and_skill_dice(query: dict[str, Any], request_: fifth.Request, target: Target) -> None:
    page, declared = get(**query), fifth.declare(request_)
    assert headline(page).startswith(f"{percent(symbols.chance(declared, target))} ")
    by_tn = {str(tn): percent(each) for tn, each in enumerate(symbols.by_tn(declared), 1)}
    assert rows(page, "Chance of success against each TN") == by_tn
    limits = symbols.trade_off(declared, target.tn, target.opportunity)
    assert list(rows(page, "Chance of success").values()) == list(by_tn.values())
    table = page.partition("under a strife limit")[2]
    assert [percent(each) for _, each in limits] == re.findall(r'<td class="number">([^<]*)<', table)


def test_programs_get_what_the_command_line_prints() -> None:
    data = CLIENT.get("/odds", params={"roll": "7k3", "tn": 20}, headers=JSON).json()
    exact = rolls.chance(Request(roll.pool("7k3"), tn=20))
    assert Fraction(data["chance"]["exact"]) == exact
    assert data["pool"]["keep"] == "high"
    fits("odds", data)
    data = CLIENT.get("/odds", params={"roll": "3r2s", "tn": 3, "strife": 1}, headers=JSON).json()
    assert Fraction(data["chance"]["exact"]) == symbols.chance(fifth.declare(fifth.Request(3, 2, 3)), Target(3, 0, 1))
    assert data["aim"] == {"opportunity": 0, "strife": 1}
    fits("symbol-odds", data)


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ({"roll": "7k3x"}, "notation.other-tool", "roll"),
        ({"roll": "7k3", "tn": "-1"}, "usage.number", "tn"),
        ({"roll": "10r10s", "tn": "3"}, "odds.too-large", None),
        ({"roll": "10k5", "tn": "300", "with": "nine"}, "odds.too-large", None),
        ({"tn": "20"}, "usage.needs", None),
    ],
)
def test_programs_are_told_what_is_wrong(query: dict[str, str], code: str, field: str | None) -> None:
    found = CLIENT.get("/odds", params=query, headers=JSON)
    assert found.status_code == 422
    assert found.json()["error"]["code"] == code
    assert found.json()["error"]["data"].get("field") == field


WRONG = [
    ({"roll": "7k3x"}, "roll", "At character 4: 7k3x"),
    ({"roll": "7k3 unskilled foo"}, "roll", "At character 5"),
    ({"roll": "7k"}, "roll", "after the k"),
    ({"roll": "7k3 20"}, "roll", "Was tn 20 meant? Write 7k3 tn 20."),
    ({"roll": "e7k3"}, "roll", "Write 7k3 emphasis."),
    ({"roll": "7k3 tn 20", "tn": "25"}, "roll", "Leave one of the two out."),
    ({"roll": "7k3", "tn": "٣"}, "tn", "not '٣'"),
    ({"roll": "7k3", "tn": "-5"}, "tn", "from 0 to 999"),
    ({"roll": "7k3", "tn": "1" * 5000}, "tn", "1…'"),
    ({"roll": "7k3", "raises": "1"}, "raises", "Add the TN: tn 20."),
    ({"roll": "7k3", "free_raises": "1"}, "free_raises", "Raises need a TN"),
    ({"roll": "7k3", "tn": "20", "raises": "3", "void_ring": "2"}, "raises", "With Void Ring 2"),
    ({"roll": "7k3", "tn": "20", "lower_tn": "1"}, "lower_tn", "Give free raises 1 or more."),
    ({"roll": "7k3", "tn": "20", "raises": "1", "with": "unskilled"}, "raises", "unskilled"),
    ({"roll": "7k3", "with": ["unskilled", "emphasis"]}, "with", "no Emphasis"),
    ({"roll": "7k3", "with": ["boost", "skill"]}, "with", "One roll takes 1 Void Point"),
    ({"roll": "7k3", "with": "boost", "void_ring": "0"}, "void_ring", "no Void Point"),
    ({"roll": "7k3", "with": "<script>"}, "with", "A roll is not '<script>'"),
    ({"roll": "7k3", "trait": "3"}, "trait", "exclude each other"),
    ({"skill": "3"}, "trait", "A Skill needs a Trait"),
    ({"trait": "11"}, "trait", "from 1 to 10"),
    ({"roll": "10k5", "tn": "300", "with": "nine"}, "roll", "too long"),
    ({"roll": "101k3"}, "roll", "100 dice"),
    ({"roll": "99k3+99k3"}, "roll", "100 dice"),
    ({"roll": "3r2s+5"}, "roll", "no flat bonus"),
    ({"roll": "0r2s"}, "roll", "needs a ring die"),
    ({"roll": "3r2s", "opportunity": "1"}, "tn", "An aim needs a TN"),
    ({"roll": "3r2s", "tn": "0"}, "tn", "from 1 to 20"),
    ({"roll": "9r9s", "tn": "5", "opportunity": "3"}, "roll", "at most 12 dice"),
    ({"roll": "3r2s", "tn": "5", "opportunity": "4"}, "roll", "opportunities of 8 together"),
    ({"roll": "3r2s", "tn": "5", "opportunity": "1", "strife": "9"}, "roll", "a strife limit of 8"),
    ({"roll": "9r", "helpers_unskilled": "3"}, "roll", "12 ring dice"),
    ({"game": "5e", "skill": "2"}, "ring", "needs a ring"),
    ({"game": "5e", "ring": "2", "roll": "3r"}, "ring", "exclude each other"),
]


@pytest.mark.parametrize(("query", "field", "says"), WRONG)
def test_a_fault_stands_at_its_field_and_what_was_typed_is_kept(query: dict[str, Any], field: str, says: str) -> None:
    page = get(422, **query)
    assert says in errors(page)[field]
    for name, value in query.items():
        if name not in ("with", "game"):
            assert f'value="{html.escape(value)}"' in page
    part = get(422, PART, **query)
    assert says in errors(part)[field]
    assert f'<template data-of="{field}">' in part


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '"><img src=x>',
        "7" * 10_000,
        "7k3\0",
        "٧k٣",
        "7k3" + " " * 5000 + "x",
        "tn",
        "-1k1",
    ],
)
@pytest.mark.parametrize("field", ["roll", "tn", "trait"])
def test_hostile_text_is_told_kept_and_escaped(text: str, field: str) -> None:
    began = time.perf_counter()
    page = get(422, **({field: text, "tn": "20"} if field != "tn" else {"roll": "7k3", "tn": text}))
    assert time.perf_counter() - began < 0.5
    assert field in errors(page)
    assert f'value="{html.escape(text).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")}"' in page
    assert "<script>alert" not in page
    assert "<img" not in page


NAMES = st.sampled_from([*NUMBERS["4e"], *NUMBERS["5e"], "roll", "with", "game", "other"])
WORDS = st.one_of(
    st.text(max_size=20),
    st.from_regex(
        r"[0-9]{0,3}[krs][0-9]{0,2}s?( ?(tn|--raises|void|free raises|unskilled) ?[0-9a-z]{0,3}){0,2}", fullmatch=True
    ),
    st.integers(-3, 40).map(str),
    st.sampled_from([*MARKS["4e"], *MARKS["5e"], "4e", "5e", ""]),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(NAMES, WORDS), max_size=6))
def test_nothing_typed_raises_anything_but_our_errors(pairs: list[tuple[str, str]]) -> None:
    form = read_form(QueryParams(pairs))
    asked = asked_by(form)
    assert all(isinstance(fault, RollKeepError) and fault.message for fault in asked.faults.values())
    assert not (asked.faults and (asked.roll or asked.check))
    assert set(asked.faults) <= {"roll", "with", *NUMBERS[form.game]}
    again = read_form(QueryParams(form.link.partition("?")[2]))
    if not asked.faults:
        assert asked_by(again)._replace(faults={}) == asked._replace(faults={})


def test_a_bare_address_shows_an_example_and_an_empty_form_asks_for_a_roll() -> None:
    assert headline(get()).endswith("7k3 against TN 20")
    assert headline(get(game="5e")).endswith("3r2s against TN 3")
    assert headline(get(roll="", tn="20")) == "Write a roll such as 7k3 or 3r2s, or its ranks."
    assert headline(get(roll="7k3")) == "7k3 Add a TN for the chance to reach it."


def test_what_is_of_the_other_game_is_left_behind() -> None:
    page = get(roll="3r2s", raises="2", **{"with": "emphasis"})
    assert headline(page).startswith("3r2s")
    assert re.search(r'<fieldset data-game="4e" hidden disabled>', page)
    assert re.search(r'<fieldset data-game="5e">', page)


def test_the_part_is_the_answer_of_the_page() -> None:
    query = {"roll": "7k3", "tn": "20", "raises": "1"}
    part, page = get(200, PART, **query), get(200, None, **query)
    assert part.strip() in page
    assert "<html" not in part
    assert 'data-link="/odds?roll=7k3&amp;tn=20&amp;raises=1"' in part


def test_what_takes_too_long_is_refused_at_once_or_left_out() -> None:
    began = time.perf_counter()
    page = get(roll="10r10s", tn="5")
    assert "Strife limits are left out" in page
    get(422, roll="10r10s", tn="5", strife="2")
    assert time.perf_counter() - began < 0.5


def test_pages_are_small_and_carry_nothing_inline() -> None:
    for query in ({"roll": "7k3", "tn": "20"}, {"roll": "3r2s", "tn": "3"}):
        page = get(200, None, **query)
        assert len(gzip.compress(page.encode())) < 10_000
        assert " style=" not in page
        assert "<style" not in page
        assert not re.search(r"<script(?! src=)", page)
        assert not re.search(r" on\w+=", page)


@pytest.mark.parametrize(
    ("hint", "here"),
    [
        ("Was --tn 20 meant? Write 7k3 --tn 20.", "Was tn 20 meant? Write 7k3 tn 20."),
        ("Another reading: --ruling promoted_emphasis=yes.", "Another reading: the ruling promoted_emphasis = yes."),
        ("The usual ones: rollkeep tn.", ""),
    ],
)
def test_a_hint_speaks_of_the_form(hint: str, here: str) -> None:
    assert hint_here(hint) == here
