"""Rolls that nobody asked for, their odds beside the button, further tries, and rolls that are saved."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient
from tests.unit.test_web_asks import begun, duellist, state_of
from tests.unit.web_forms import card_of, moves, the_form, words_of
from tests.unit.web_tables import JSON, Evening, evening, hero

from rollkeep.text import percent


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, seed=5) as made:
        made.enter("Shinai", hero("Shinai"))
        made.enter("Rival", hero("Rival"))
        yield made


@pytest.fixture
def ring(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, "5e", 4) as made:
        made.enter("Aki", duellist("Aki"))
        yield made


def chance(made: Evening, client: TestClient, **fields: Any) -> Any:
    """The odds of a composed roll, for programs."""
    said = {"judging": "told", "who": "Shinai"} | {key: str(value) for key, value in fields.items()}
    return client.get(f"{made.address}/chance", params=said, headers=JSON)


def test_two_taps_from_the_page_to_the_dice(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    address = f"{table.address}/roll?who=Shinai&deed=kyujutsu"
    assert address.replace("&", "&amp;") in anna.get(table.address).text
    form = the_form(anna.get(address).text, what="roll")
    answer = form.press(anna, "Roll")
    assert answer.status_code == 303
    run = int(answer.headers["location"].rpartition("#r")[2])
    text = card_of(anna.get(table.address).text, run)
    assert "unasked" in text
    assert "the game master judges" in text


@pytest.mark.parametrize(
    ("shown", "reads", "verdict"),
    [("blind", ("gm",), "the game master knows"), ("self", ("Anna",), "Shinai alone knows")],
)
def test_an_own_roll_that_few_see(table: Evening, shown: str, reads: tuple[str, ...], verdict: str) -> None:
    anna, bela = table.joins("Anna", "Shinai"), table.joins("Bela", "Rival")
    form = the_form(anna.get(f"{table.address}/roll?who=Shinai&deed=kyujutsu").text, what="roll")
    answer = form.fill(judging="told", tn="20", shown=shown).press(anna, "Roll")
    run = int(answer.headers["location"].rpartition("#r")[2])
    for name, client in (("Anna", anna), ("Bela", bela), ("gm", table.gm)):
        text = card_of(client.get(table.address).text, run)
        assert ("dice hidden" in text) == (verdict in text) == (name not in reads), name


# By hand: a single die that explodes reaches 5 in 6 of 10 throws, and 15 where a ten is followed by 5 or more. Of two
# dice the higher one counts: it is below 5 in 4 of 10 throws each.
HAND = [
    ("1k1", 5, Fraction(6, 10)),
    ("1k1", 15, Fraction(1, 10) * Fraction(6, 10)),
    ("2k1", 5, 1 - Fraction(4, 10) ** 2),
    ("2k1", 11, 1 - Fraction(9, 10) ** 2),
    ("1k1+3", 8, Fraction(6, 10)),
]


@pytest.mark.parametrize(("deed", "tn", "worked_out"), HAND)
def test_the_odds_are_those_worked_out_by_hand(table: Evening, deed: str, tn: int, worked_out: Fraction) -> None:
    anna = table.joins("Anna", "Shinai")
    found = chance(table, anna, deed=deed, tn=tn).json()
    assert (found["target"], found["chance"]) == (tn, percent(worked_out, 0))
    page = anna.get(f"{table.address}/chance?who=Shinai&judging=told&deed={deed.replace('+', '%2B')}&tn={tn}").text
    assert percent(worked_out, 0) in words_of(page)


def test_what_is_declared_changes_the_odds(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    base = {"deed": "kyujutsu", "tn": 20}
    plain = chance(table, anna, **base).json()
    assert (plain["pool"], plain["target"]) == ("7k3", 20)
    assert chance(table, anna, **base, **{"f.raises": 2}).json()["target"] == 30
    assert chance(table, anna, **base, **{"f.void": "boost"}).json()["pool"] == "8k4"
    assert chance(table, anna, **base, **{"f.named": "yumi"}).json()["chance"] != plain["chance"]
    assert chance(table, anna, **base, adds="+1k1 Technique, -5 fog").json()["pool"] == "8k4-5"
    assert chance(table, anna, **base, **{"f.keep": "low"}).json()["chance"] != plain["chance"]
    (of_raises,) = [text for count, text in plain["by_raises"] if count == 2]
    assert of_raises == chance(table, anna, **base, **{"f.raises": 2}).json()["chance"]


def test_free_raises_that_were_granted_lower_the_tn(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    begun(table, "ask", whom=["Shinai"], deed="kyujutsu", tn=20, free=2)
    (form,) = moves(anna, table.address)
    told = [
        anna.get(f"{table.address}/chance", params=dict(form.fields) | {"f.lower": lower}, headers=JSON).json()
        for lower in ("0", "1")
    ]
    assert [each["target"] for each in told] == [20, 15]


@pytest.mark.parametrize("judging", ["hidden", "later"])
def test_without_a_tn_that_may_be_known_the_ladder_tells(table: Evening, judging: str) -> None:
    anna = table.joins("Anna", "Shinai")
    begun(table, "ask", whom=["Shinai"], deed="kyujutsu", judging=judging, tn=20 if judging == "hidden" else "")
    (form,) = moves(anna, table.address)
    found = anna.get(f"{table.address}/chance", params=form.query, headers=JSON).json()
    assert (found["target"], found["chance"], found["by_raises"]) == (None, "", [])
    assert dict(found["ladder"])[20] == chance(table, anna, deed="kyujutsu", tn=20).json()["chance"]
    page = anna.get(f"{table.address}/before", params=form.query)
    assert (page.status_code, "need" in words_of(page.text)) == (200, False)


def test_a_refusal_stands_in_place_of_the_odds(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    assert chance(table, anna, deed="kyujutsu", tn=20, **{"f.raises": 9}).status_code == 422
    page = anna.get(f"{table.address}/chance", params={"who": "Shinai", "deed": "kyujutsu", "f.raises": "9"})
    assert (page.status_code, 'role="alert"' in page.text) == (200, True)
    assert chance(table, anna, who="Rival", deed="kyujutsu", tn=20).status_code == 409
    assert chance(table, anna, who="Rival", deed="kyujutsu", tn=20).json()["error"]["code"] == "table.conflict"


def test_a_mistake_in_the_composer_keeps_what_was_typed(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    form = the_form(anna.get(f"{table.address}/roll?who=Shinai&deed=kyujutsu").text, what="roll")
    answer = form.fill(judging="told", label="At the moon", adds="fog").press(anna, "Roll")
    assert answer.status_code == 422
    assert "The TN is missing" in words_of(answer.text)
    assert 'value="At the moon"' in answer.text
    assert 'value="fog"' in answer.text


def test_the_game_master_rolls_in_secret(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    form = the_form(table.gm.get(f"{table.address}/roll?who=Rival&deed=kyujutsu").text, what="roll")
    form.fill(judging="hidden", tn=15, secret="yes", label="Behind the curtain")
    assert form.press(table.gm, "Roll").status_code == 303
    assert "curtain" in table.gm.get(table.address).text
    assert "curtain" not in anna.get(table.address).text
    assert "secret" not in the_form(anna.get(f"{table.address}/roll?deed=kyujutsu").text, what="roll").kinds


def test_a_failure_is_tried_again_ten_harder(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    run = begun(table, "ask", whom=["Shinai"], deed="kyujutsu", tn=60, label="The moon")
    moves(anna, table.address)[0].press(anna, "Roll")
    assert f"/roll?again={run}" in anna.get(table.address).text
    page = anna.get(f"{table.address}/roll?again={run}").text
    assert "Attempt 2" in page
    answer = the_form(page, what="roll").press(anna, "Roll")
    assert answer.status_code == 303, words_of(answer.text)
    again = state_of(table, int(answer.headers["location"].rpartition("#r")[2]))
    assert (again.state.asked.attempt, again.state.asked.tn, again.after) == (2, 60, run)
    assert again.state.judged.target == 70
    text = card_of(anna.get(table.address).text, int(answer.headers["location"].rpartition("#r")[2]))
    assert "attempt 2" in text
    assert "after" in text


def test_what_one_knows_is_tried_again_only_when_something_has_changed(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    run = begun(table, "ask", whom=["Shinai"], deed="kyujutsu/perception", tn=90)
    moves(anna, table.address)[0].press(anna, "Roll")
    page = anna.get(f"{table.address}/roll?again={run}")
    assert page.status_code == 422
    assert "changed" in words_of(page.text)
    query = {
        "who": "Shinai",
        "deed": "kyujutsu/perception",
        "judging": "told",
        "tn": "90",
        "attempt": "2",
        "after": str(run),
    }
    page = anna.get(f"{table.address}/roll", params=query | {"changed": "a book was found"})
    assert the_form(page.text, what="roll").press(anna, "Roll").status_code == 303


def test_a_trait_alone_is_not_tried_again(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    begun(table, "ask", whom=["Shinai"], deed="strength", tn=90)
    moves(anna, table.address)[0].press(anna, "Roll")
    page = anna.get(table.address).text
    assert "Failure" in page
    assert "again=" not in page


def test_of_a_failure_against_a_hidden_tn_there_is_no_further_try(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    run = begun(table, "ask", whom=["Shinai"], deed="kyujutsu", judging="hidden", tn=60)
    moves(anna, table.address)[0].press(anna, "Roll")
    assert "again=" not in anna.get(table.address).text
    assert anna.get(f"{table.address}/roll?again={run}").status_code == 409


# --- the 5th edition --------------------------------------------------------------------------------------------

# By hand: a ring die shows success on 3 of 6 faces, one of them explosive. Two successes from one die need that one and
# then a success.
RINGS = [
    ("1r", 1, Fraction(1, 2)),
    ("1r", 2, Fraction(1, 6) * Fraction(1, 2)),
    ("1r1s", 1, 1 - Fraction(1, 2) * Fraction(5, 12)),
    ("2r", 1, 1 - Fraction(1, 2) ** 2),
]


@pytest.mark.parametrize(("deed", "tn", "worked_out"), RINGS)
def test_the_odds_of_bare_dice_are_those_worked_out_by_hand(
    ring: Evening, deed: str, tn: int, worked_out: Fraction
) -> None:
    anna = ring.joins("Anna", "Aki")
    (found,) = chance(ring, anna, who="Aki", deed=deed, tn=tn).json()["rings"]
    assert (found["target"], found["chance"]) == (tn, percent(worked_out, 0))


def test_an_own_check_with_its_odds_by_ring(ring: Evening) -> None:
    anna = ring.joins("Anna", "Aki")
    fields = {"who": "Aki", "deed": "meditation", "tn": 3}
    found = {each["ring"]: each for each in chance(ring, anna, **fields).json()["rings"]}
    assert list(found) == ["air", "earth", "fire", "water", "void"]
    assert (found["air"]["pool"], found["earth"]["pool"], found["air"]["chosen"]) == ("3r2s", "2r2s", True)
    seized = {each["ring"]: each for each in chance(ring, anna, **fields, **{"f.seize": "yes"}).json()["rings"]}
    assert seized["air"]["pool"] == "4r2s"
    helped = chance(ring, anna, **fields, skilled=1).json()["rings"][0]
    assert helped["pool"] != "3r2s"
    marked = chance(ring, anna, **fields, **{"f.edges": "distinction", "f.ring": "air"}).json()
    assert marked["again"] == "distinction"
    assert [each["edges"] for each in marked["rings"]] == [["distinction"], [], [], [], []]
    later = chance(ring, anna, who="Aki", deed="meditation", judging="later").json()["rings"][0]
    assert (later["target"], later["chance"]) == (None, "")
    assert dict(later["ladder"])[3] == found["air"]["chance"]


def test_an_own_check_is_rolled(ring: Evening) -> None:
    anna = ring.joins("Anna", "Aki")
    form = the_form(anna.get(f"{ring.address}/roll?who=Aki&deed=meditation").text, what="ring-roll")
    answer = form.fill(judging="told", tn=2, skilled=1, **{"f.ring": "earth"}).press(anna, "Roll")
    assert answer.status_code == 303, words_of(answer.text)
    asked = state_of(ring, int(answer.headers["location"].rpartition("#r")[2])).state.asked
    assert (asked.tn, asked.skilled) == (2, 1)
    assert moves(anna, ring.address)[0]["move"] == "Keep"


def test_what_each_choice_gives_names_no_chance_where_the_tn_is_hidden(ring: Evening) -> None:
    anna = ring.joins("Anna", "Aki")
    for judging in ("told", "hidden"):
        begun(ring, "ring-ask", whom=["Aki"], deed="meditation", judging=judging, tn=3)
        next(each for each in moves(anna, ring.address) if each["move"] == "Declare").press(anna, "Roll")
        page = anna.get(ring.address).text
        gives = page[page.index("What each choice gives") :]
        gives = words_of(gives[: gives.index("</details>")])
        assert "success" in gives
        assert ("%" in gives) == (judging == "told")


# --- saved rolls ------------------------------------------------------------------------------------------------


def saved(made: Evening, client: TestClient) -> list[str]:
    """The names of a seat's saved rolls, as its page shows them."""
    page = client.get(made.address).text
    return [] if "Saved rolls" not in page else the_form(page, forget="").offered["forget"]


def test_a_roll_is_saved_used_and_forgotten(table: Evening) -> None:
    anna, bert = table.joins("Anna", "Shinai"), table.joins("Bert", "Rival")
    form = the_form(anna.get(f"{table.address}/roll?who=Shinai&deed=kyujutsu").text, what="roll")
    form.fill(label="Duck & cover", adds="+1k0 high ground", save='Long "shot"', **{"f.raises": 1})
    assert form.press(anna, "Save").status_code == 303
    page = anna.get(table.address).text
    assert "Long &#34;shot&#34;" in page
    assert "Long" not in bert.get(table.address).text
    address = page[page.index('aria-label="Saved rolls"') :].split('href="')[1].split('"')[0].replace("&amp;", "&")
    again = the_form(anna.get(address).text, what="roll")
    assert (again["deed"], again["adds"], again["f.raises"]) == ("kyujutsu", "+1k0 high ground", "1")
    assert again.press(anna, "Roll").status_code == 303
    data = {"forget": 'Long "shot"'}
    assert anna.post(f"{table.address}/saved", data=data).status_code == 303
    assert "Long" not in words_of(anna.get(table.address).text).replace("Longer", "")


@pytest.mark.parametrize("name", ["", "x" * 61, "a\u202eb"])
def test_a_name_that_cannot_be_shown_saves_nothing(table: Evening, name: str) -> None:
    anna = table.joins("Anna", "Shinai")
    data = {"who": "Shinai", "deed": "kyujutsu", "save": name}
    answer = anna.post(f"{table.address}/saved", data=data)
    assert answer.status_code == 422
    assert "The name" in words_of(answer.text)
    assert "Saved rolls" not in anna.get(table.address).text


def test_saving_needs_a_seat_and_our_own_page(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    data = {"who": "Shinai", "deed": "kyujutsu", "save": "Shot"}
    assert table.browser().post(f"{table.address}/saved", data=data).status_code == 404
    assert anna.post(f"{table.address}/saved", data=data, headers={"origin": "http://elsewhere"}).status_code == 403
    assert anna.get(f"{table.address}/roll?{urlencode(data)}").status_code == 200
    assert "Saved rolls" not in anna.get(table.address).text


@pytest.mark.parametrize(
    ("more", "message", "hint"),
    [
        ({"tn": "1000"}, "TN cannot be that", "0 to 999"),
        ({"tn": "20", "label": "x" * 201}, "cannot be that", "at most 200"),
        ({"tn": "20", "attempt": "99"}, "tried 2 times", "the ruling max_attempts"),
    ],
)
def test_what_is_out_of_bounds_is_told_with_its_bounds(
    table: Evening, more: dict[str, str], message: str, hint: str
) -> None:
    table.enter()
    anna = table.joins("Anna", "Shinai")
    sent = {"what": "roll", "who": "Shinai", "deed": "kyujutsu", "judging": "told"} | more
    error = anna.post(f"{table.address}/do", data=sent, headers=JSON).json()["error"]
    assert message in error["message"]
    assert hint in error["hint"]
    assert "--" not in error["hint"]
