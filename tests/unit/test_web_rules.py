"""The page of the rules, and the first page."""

from __future__ import annotations

import gzip
import html
import re
from typing import cast

import pytest
from starlette.testclient import TestClient

from rollkeep.library import BOOKS, RULES, book_of, look_up, nearest_to
from rollkeep.web.app import app
from rollkeep.web.ground.hall import Hall

CLIENT = TestClient(app(cast("Hall", None)))  # these pages know no table
JSON = {"accept": "application/json"}


def get(word: str | None = None, status: int = 200) -> str:
    found = CLIENT.get("/rules", params={} if word is None else {"q": word})
    assert found.status_code == status
    return str(found.text)


def ids(page: str) -> list[str]:
    return re.findall(r'<article class="rule" id="([^"]+)">', page)


def test_every_rule_and_every_ruling_has_an_address() -> None:
    page = get()
    assert ids(page) == list(RULES)
    for book in BOOKS.values():
        for ruling in book.rulings.values():
            told = html.unescape(page.partition(f'id="ruling-{ruling.name}"')[2].partition("</section>")[0])
            assert ruling.question in told
            assert ruling.why in told
            assert re.findall(r"<code>([^<]*)</code>", told) == list(ruling.values)
            assert f"<code>{ruling.values[0]}</code> <span" in told
    assert len(set(re.findall(r'\sid="([^"]+)"', page))) == len(re.findall(r'\sid="([^"]+)"', page))
    assert len(gzip.compress(page.encode())) < 30_000


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_found_by_its_id(rule: str) -> None:
    page = get(rule)
    assert ids(page) == [rule]
    assert html.escape(RULES[rule].title, quote=False) in page


@pytest.mark.parametrize(
    ("word", "rule"), [("raise", "4e.raise"), ("odd_die", "4e.ten-dice"), ("Center Stance", "4e.iaijutsu")]
)
def test_a_rule_is_found_by_a_word_of_it_or_of_its_rulings(word: str, rule: str) -> None:
    page = get(word)
    assert rule in ids(page)
    assert ids(page) == [each.id for each in look_up(word)]
    assert f'value="{word}"' in page


@pytest.mark.parametrize("word", ["<script>alert(1)</script>", "x" * 10_000, "\0", "٣"])
def test_what_is_not_found_is_told_kept_and_escaped(word: str) -> None:
    page = get(word, 422)
    assert "No rule has" in page
    assert f'value="{html.escape(word)}"' in page
    assert "<script>alert" not in page
    assert ids(page) == []


def test_the_nearest_is_offered() -> None:
    assert nearest_to("kept dise") == "keeping dice"
    page = get("kept dise", 422)
    assert "Did you mean keeping dice?" in page
    assert 'href="/rules?q=keeping+dice"' in page


def test_programs_get_what_the_command_line_prints() -> None:
    (rule,) = CLIENT.get("/rules", params={"q": "4e.ten-dice"}, headers=JSON).json()
    assert [ruling["name"] for ruling in rule["rulings"]] == [
        ruling.name for ruling in book_of(RULES["4e.ten-dice"]).about(RULES["4e.ten-dice"])
    ]
    found = CLIENT.get("/rules", params={"q": "xyzzy"}, headers=JSON)
    assert found.status_code == 422
    assert found.json()["error"]["code"] == "usage.rule"


def test_the_first_page_leads_everywhere() -> None:
    page = CLIENT.get("/").text
    for address in ("/odds", "/rules", "/odds?roll=7k3&amp;tn=20"):
        assert f'href="{address}"' in page
    form = page.partition('<form method="post" action="/tables">')[2].partition("</form>")[0]
    assert 'name="name"' in form
    assert re.findall(r'name="game" value="(\w+)"', form) == ["4e", "5e"]
    assert "Open the table</button>" in form
    assert "An unofficial tool; names belong to their owners." in page
