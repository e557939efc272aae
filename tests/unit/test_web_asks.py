"""What a game master asks for, from filled-in forms to the cards, and whole procedures played through forms alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.unit.web_forms import Filled, card_of, forms, moves, the_form, words_of
from tests.unit.web_tables import JSON, Evening, evening, hero

from rollkeep.fifth.catalogue.weapons import WEAPONS
from rollkeep.fifth.play.person import person as fifth_person
from rollkeep.fifth.sheet import Advantage, Character
from rollkeep.web.ground.page import fragment
from rollkeep.web.ground.seats import View
from rollkeep.web.pages import layout


def duellist(name: str, **more: Any) -> Any:
    """A character of the 5th edition of whom all that a duel asks for is written down."""
    rings = (("air", 3), ("earth", 2), ("fire", 2), ("water", 2), ("void", 2))
    skills = (("fitness", 1), ("martial arts melee", 3), ("meditation", 2))
    rest: dict[str, Any] = {"rings": rings, "skills": skills, "void_points": 1, "honour": 40, "school_rank": 1}
    edges = (Advantage("Keen", "distinction", "air"),)
    return fifth_person(Character(name, advantages=edges, weapons=(WEAPONS["katana"],), **rest | more))


LEFT = ("Stop", "Witness", "Call", "Concede", "Unmask", "Try", "Predict", "Calm", "Centre")
"""Moves that are never made here."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        for name in ("Shinai", "Rival"):
            made.enter(name, hero(name))
        yield made


@pytest.fixture
def ring(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, "5e", 4) as made:
        for name in ("Aki", "Beni"):
            made.enter(name, duellist(name))
        yield made


def asks(made: Evening, what: str, **fields: Any) -> Any:
    """A form of the game master's page, filled in and sent."""
    return the_form(made.gm.get(made.address).text, what=what).fill(**fields).press(made.gm)


def begun(made: Evening, what: str, **fields: Any) -> int:
    """The run that a form begins."""
    answer = asks(made, what, **fields)
    assert answer.status_code == 303, words_of(answer.text)[:3000]
    return int(answer.headers["location"].rpartition("#r")[2])


def state_of(made: Evening, run: int) -> Any:
    """A run as it stands."""
    return next(iter(made.hall._rooms.values())).table.runs[run]


def played(made: Evening, run: int, seats: list[tuple[TestClient, str]], choose: Callable[[Filled], None]) -> None:
    """Plays a procedure to its end: whoever has a form of it sends the first one, as ``choose`` fills it in."""
    for _ in range(400):
        if state_of(made, run).closed:
            return
        found = [
            (client, form)
            for client, who in seats
            for form in moves(client, made.address, who)
            if form["run"] == str(run) and form["move"] not in LEFT
        ]
        assert found, "nobody can go on"
        client, form = min(found, key=lambda each: {"Prepare": 1, "Pass": 2}.get(each[1]["move"], 0))
        choose(form)
        answer = form.press(client, "Roll" if form["move"] == "Declare" else "")
        assert answer.status_code == 303, (form["move"], form.fields, words_of(answer.text)[:2000])
    raise AssertionError("it does not end")


def as_it_is(form: Filled) -> None:
    """Leaves a form as it is filled in already."""


# --- asking for rolls -------------------------------------------------------------------------------------------


def test_one_form_asks_several_with_a_card_each(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    last = begun(table, "ask", whom=["Shinai", "Rival"], deed="kyujutsu", tn=20, label="Hit it", adds="-5 fog", free=1)
    page = anna.get(table.address).text
    for run, who in ((last - 1, "Shinai"), (last, "Rival")):
        text = card_of(page, run)
        assert who in text
        assert "Hit it" in text
        assert "TN 20" in text
        assert state_of(table, run).state.asked.free == 1
        assert [each.name for each in state_of(table, run).state.asked.adds] == ["fog"]
    assert [form["who"] for form in moves(anna, table.address)] == ["Shinai"]


@pytest.mark.parametrize(
    ("judging", "tn", "own", "others"),
    [
        ("told", 15, "TN 15", "TN 15"),
        ("hidden", 15, "TN 15, hidden", "a hidden TN"),
        ("later", "", "the game master judges", "the game master judges"),
        ("none", "", "Shinai", "Shinai"),
    ],
)
def test_each_way_of_judging(table: Evening, judging: str, tn: Any, own: str, others: str) -> None:
    anna = table.joins("Anna", "Shinai")
    run = begun(table, "ask", whom=["Shinai"], deed="kyujutsu", judging=judging, tn=tn)
    assert own in card_of(table.gm.get(table.address).text, run)
    assert others in card_of(anna.get(table.address).text, run)
    for form in moves(anna, table.address):
        assert form.press(anna, "Roll").status_code == 303
    assert state_of(table, run).closed == (judging != "later")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"whom": [], "deed": "kyujutsu", "tn": 15}, "Nobody is chosen"),
        ({"whom": ["Shinai"], "tn": 15}, "What is rolled is missing"),
        ({"whom": ["Shinai"], "deed": "kyujutsu"}, "The TN is missing"),
        ({"whom": ["Shinai"], "deed": "kyujutsu", "tn": "²0"}, "no whole number"),
        ({"whom": ["Shinai"], "deed": "kyujutsux", "tn": 15}, "kyujutsux"),
        ({"whom": ["Shinai"], "deed": "kyujutsu", "tn": 15, "adds": "fog"}, "fog"),
        ({"whom": ["Shinai"], "deed": "initiative", "judging": "later"}, "has no TN"),
        ({"whom": ["Shinai"], "deed": "kyujutsu", "tn": 15, "label": "a\x07b"}, "cannot"),
    ],
)
def test_a_mistake_is_told_in_its_form_and_nothing_typed_is_lost(
    table: Evening, fields: dict[str, Any], said: str
) -> None:
    before = table.gm.get(table.address, headers=JSON).json()["seq"]
    answer = asks(table, "ask", **fields)
    assert answer.status_code in (409, 422)
    start = answer.text.index('id="ask-ask"')
    assert answer.text[start:].startswith('id="ask-ask" open>')
    form = answer.text[start : answer.text.index("</form>", start)]
    assert said in words_of(form)
    again = the_form(answer.text, what="ask")
    for name, value in fields.items():
        wanted = [str(each) for each in value] if isinstance(value, list) else [str(value)]
        assert [each for key, each in again.fields if key == name] == wanted
    assert table.gm.get(table.address, headers=JSON).json()["seq"] == before


def test_what_only_the_game_master_knows_is_nowhere_else(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    run = begun(table, "ask", whom=["Rival"], deed="kyujutsu", tn=15, secret="yes", label="Behind the curtain")
    assert "game master only" in card_of(table.gm.get(table.address).text, run)
    assert "curtain" not in anna.get(table.address).text


SEEN = [(shown, told) for shown in ("open", "gm", "blind") for told in ("all", "total", "verdict", "nothing")]


@pytest.mark.parametrize("game", ["4e", "5e"])
def test_who_sees_what_on_the_cards(tmp_path: Path, game: str) -> None:
    with evening(tmp_path, game, 3) as made:
        made.enter("Aki", duellist("Aki") if game == "5e" else hero("Aki"))
        anna, others = made.joins("Anna", "Aki"), [made.joins("Bert"), made.joins("Cara", role="watcher")]
        for shown, told in SEEN:
            what, deed, tn = ("ring-ask", "fitness", 3) if game == "5e" else ("ask", "kyujutsu", 25)
            run = begun(made, what, whom=["Aki"], deed=deed, tn=tn, judging="told", shown=shown, told=told)
            played(made, run, [(anna, ""), (made.gm, "Aki"), (made.gm, "gm")], as_it_is)
            knows = {"open": [anna, *others], "gm": [anna], "blind": []}[shown]
            for client in (made.gm, anna, *others):
                page = client.get(made.address)
                assert page.status_code == 200
                start = page.text.index(f'id="r{run}"')
                card = page.text[start : page.text.index("</footer>", start)]
                sees_dice = client is made.gm or (client in knows and told == "all")
                assert ("dice hidden" not in card) == sees_dice, (shown, told)
                assert ('class="die ' in card) == sees_dice
                hears = client is made.gm or (client in knows and told != "nothing")
                assert bool(re.search("Success|Failure|SUCCESS|FAILURE", card)) == hears, (shown, told)


def masked(text: str, made: Evening) -> str:
    """A page without what differs from table to table: ids, seals, heads."""
    text = text.replace(made.tab, "TABLE")
    return re.sub(r"\b[0-9a-f]{4} [0-9a-f]{4}\b|[0-9a-f]{16,64}", "HEX", text)


def what_a_player_gets(path: Path, game: str, what: str, tn: int, **fields: Any) -> list[str]:
    """Everything that is sent to a player about a check with a hidden TN, before and after the roll."""
    with evening(path, game, 2) as made:
        made.enter("Aki", duellist("Aki") if game == "5e" else hero("Aki"))
        anna = made.joins("Anna", "Aki")
        run = begun(made, what, whom=["Aki"], judging="hidden", tn=tn, **fields)
        got = []

        def look() -> None:
            view = View(next(iter(made.hall._rooms.values())), "Anna")
            got.append(anna.get(made.address).text)
            got.append(fragment("news.html", **layout.news(view, 0)))
            got.extend(anna.get(made.address + rest, headers=JSON).text for rest in ("", "/menu", "/log"))

        look()
        for form in moves(anna, made.address):
            for raises in ("0", "1"):
                pairs = form.query | ({"f.raises": raises} if "f.raises" in form.query else {})
                for rest in ("/chance", "/before"):
                    got.append(anna.get(made.address + rest, params=pairs).text)
                got.append(anna.get(f"{made.address}/chance", params=pairs, headers=JSON).text)
        played(made, run, [(anna, "")], lambda form: look())
        look()
        return [masked(text, made) for text in got]


@pytest.mark.parametrize(
    ("game", "what", "tns", "fields"),
    [("4e", "ask", (6, 7), {"deed": "kyujutsu"}), ("5e", "ring-ask", (7, 8), {"deed": "fitness", "tns_air": 9})],
)
def test_a_hidden_tn_changes_no_byte_of_what_a_player_gets(
    tmp_path: Path, game: str, what: str, tns: tuple[int, int], fields: dict[str, Any]
) -> None:
    got = []
    for number, tn in enumerate(tns):
        (tmp_path / str(number)).mkdir()
        got.append(what_a_player_gets(tmp_path / str(number), game, what, tn, **fields))
    assert len(got[0]) > 12
    for first, second in zip(*got, strict=True):
        assert first == second


def test_a_table_shows_the_forms_of_its_own_game(table: Evening, ring: Evening) -> None:
    both = ({each["what"] for each in forms(made.gm.get(made.address).text)} for made in (table, ring))
    fourth, fifth = both
    assert {"ask", "contest", "together", "task", "iaijutsu", "rest"} <= fourth
    assert {"ring-ask", "duel", "rest"} <= fifth
    assert not fourth & {"ring-ask", "duel"}
    assert not fifth & {"ask", "contest", "together", "task", "iaijutsu"}
    for made in (table, ring):
        anna = made.joins("Anna")
        assert "asks" not in anna.get(made.address).text.split('id="')


def test_every_refusal_of_a_move_has_a_door_to_the_game_master(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    run = begun(table, "ask", whom=["Shinai"], deed="kyujutsu", tn=20)
    (form,) = moves(anna, table.address)
    answer = form.fill(**{"f.raises": 9, "f.raise_for": "speed"}).press(anna, "Roll")
    assert answer.status_code == 409
    assert "Roll: Raises cannot be that. Choose 0 to 3." in words_of(answer.text)
    again = the_form(answer.text, what="move", run=str(run))
    assert (again["f.raises"], again["f.raise_for"]) == ("9", "speed")
    assert "Ask the game master" not in again.buttons[0]["text"], "the Enter key rolls"
    again.fill(why="I am brave")
    assert again.press(anna, "Ask the game master").status_code == 303
    page = words_of(table.gm.get(table.address).text)
    assert "I am brave" in page
    assert "Roll. Raises: 9, Raises for: speed" in page
    assert the_form(table.gm.get(table.address).text, what="heed").press(table.gm, "Let it pass").status_code == 303
    assert "against 65" in card_of(anna.get(table.address).text, run)


# --- whole procedures of the 4th edition ------------------------------------------------------------------------


def test_a_contest(table: Evening) -> None:
    anna, bert = table.joins("Anna", "Shinai"), table.joins("Bert", "Rival")
    fields = {"whom": ["Shinai", "Rival"], "deed": "kyujutsu", "label": "At the target", "tie": "again"}
    run = begun(table, "contest", **fields, **{"deed.Rival": "athletics", "adds.Rival": "+5 good tools"})
    played(table, run, [(anna, ""), (bert, "")], as_it_is)
    text = card_of(anna.get(table.address).text, run)
    assert re.search(r"(Shinai|Rival) wins", text)
    assert "Athletics" in text
    assert "good tools" in text


def test_a_contest_needs_two(table: Evening) -> None:
    answer = asks(table, "contest", whom=["Shinai"], deed="kyujutsu")
    assert answer.status_code == 422
    assert "Choose 2 at least" in words_of(answer.text)


def test_one_rolls_and_the_others_help_with_the_ranks_of_their_sheets(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    run = begun(table, "together", whom=["Rival"], lead="Shinai", deed="athletics", tn=10, label="The wall")
    assert state_of(table, run).state.ranks == (("Rival", 2),)
    played(table, run, [(anna, "")], as_it_is)
    assert "ranks: Rival 2" in card_of(anna.get(table.address).text, run)


def test_everybody_rolls_side_by_side_and_a_rank_can_be_typed(table: Evening) -> None:
    anna, bert = table.joins("Anna", "Shinai"), table.joins("Bert", "Rival")
    fields = {"whom": ["Shinai", "Rival"], "deed": "athletics", "tn": 10}
    run = begun(table, "together", **fields, **{"rank.Shinai": "4"})
    assert state_of(table, run).state.ranks == (("Shinai", 4), ("Rival", 2))
    played(table, run, [(anna, ""), (bert, "")], as_it_is)
    assert "succeeded" in card_of(anna.get(table.address).text, run) or "Success" in anna.get(table.address).text


def test_a_task_until_it_is_done(table: Evening) -> None:
    anna = table.joins("Anna", "Shinai")
    fields = {"deed": "kyujutsu", "total": 60, "minimum": 5, "every": "an hour", "label": "The sculpture"}
    run = begun(table, "task", whom="Shinai", **fields)
    page = words_of(table.gm.get(table.address).text)
    assert "Waiting for Shinai since" in page
    assert anna.get(f"{table.address}/chance", params=moves(anna, table.address)[0].query).status_code == 200

    def choosing(form: Filled) -> None:
        if form["move"] == "Declare":
            form.fill(**{"f.keep": "choose"})

    played(table, run, [(anna, "")], choosing)
    text = card_of(anna.get(table.address).text, run)
    assert re.search(r"Done after \d+ roll", text)
    assert "an hour between rolls" in text


def test_an_iaijutsu_duel(table: Evening) -> None:
    anna, bert = table.joins("Anna", "Shinai"), table.joins("Bert", "Rival")
    run = begun(table, "iaijutsu", whom=["Shinai", "Rival"], to="first-blood", label="At dawn")
    seen = set[str]()
    played(table, run, [(anna, ""), (bert, "")], lambda form: seen.add(form["move"]))
    assert {"Declare", "Answer"} <= seen
    assert re.search(r"has won|Nobody has won", card_of(anna.get(table.address).text, run))


def test_nobody_duels_alone(table: Evening) -> None:
    answer = asks(table, "iaijutsu", whom=["Shinai", "Shinai"])
    assert answer.status_code == 422
    assert "Nobody can duel alone" in words_of(answer.text)


# --- whole procedures of the 5th edition ------------------------------------------------------------------------


def test_a_ring_check_with_its_tns_and_helpers(ring: Evening) -> None:
    anna = ring.joins("Anna", "Aki")
    fields = {"deed": "fitness", "tn": 3, "tns_earth": 2, "rings": ["air", "earth"], "skilled": 1, "label": "The wall"}
    run = begun(ring, "ring-ask", whom=["Aki"], **fields)
    assert "TN 3 (Earth 2)" in card_of(anna.get(ring.address).text, run)
    (form,) = moves(anna, ring.address)
    assert form.offered["f.ring"] == ["air", "earth"]
    odds = words_of(anna.get(f"{ring.address}/chance", params=form.query).text)
    assert "Air" in odds
    assert "Earth" in odds
    assert form.fill(**{"f.ring": "earth"}).press(anna, "Roll").status_code == 303
    (keep,) = moves(anna, ring.address)
    assert keep["move"] == "Keep"
    assert keep["f.positions"] != "", "the best dice are chosen already"
    played(ring, run, [(anna, "")], as_it_is)
    text = card_of(anna.get(ring.address).text, run)
    assert "against TN 2" in text
    assert re.search(r"Success|Failure", text)
    assert "1 skilled helper" in text


def test_a_ring_check_is_judged_and_judged_again(ring: Evening) -> None:
    anna = ring.joins("Anna", "Aki")
    run = begun(ring, "ring-ask", whom=["Aki"], deed="fitness", judging="later")
    for _ in range(6):
        for form in moves(anna, ring.address):
            form.press(anna, "Roll" if form["move"] == "Declare" else "")
    page = ring.gm.get(ring.address).text
    taps = [each for each in forms(page) if each["what"] == "judge"]
    assert [each["tn"] for each in taps[:6]] == ["1", "2", "3", "4", "5", "6"]
    assert taps[0].press(ring.gm).status_code == 303
    assert "against TN 1" in card_of(anna.get(ring.address).text, run)
    again = next(e for e in forms(ring.gm.get(ring.address).text) if e["what"] == "judge" and e["tn"] == "6")
    assert again.press(ring.gm).status_code == 303
    text = card_of(anna.get(ring.address).text, run)
    assert "against TN 6" in text
    assert "Failure" in text


def test_an_advantage_of_another_ring_is_refused_and_not_left_out(ring: Evening) -> None:
    anna = ring.joins("Anna", "Aki")
    begun(ring, "ring-ask", whom=["Aki"], deed="fitness", tn=2)
    page = anna.get(ring.address).text
    assert "distinction (Air)" in page
    (form,) = moves(anna, ring.address)
    answer = form.fill(**{"f.ring": "fire", "f.edges": ["distinction"]}).press(anna, "Roll")
    assert answer.status_code == 409
    assert "Advantages that count cannot be that" in words_of(answer.text)


def test_a_first_blood_duel(ring: Evening) -> None:
    anna, bert = ring.joins("Anna", "Aki"), ring.joins("Bert", "Beni")
    run = begun(ring, "duel", whom=["Aki", "Beni"], form="first-blood", label="At dawn")
    text, most, seen = "", 0, set[str]()

    def choose(form: Filled) -> None:
        nonlocal text, most
        text, most = text + form.text, max(most, len(form.kinds))
        seen.add(form["move"])
        for name, options in form.offered.items():
            if name == "f.hands":
                form.fill(**{name: options[-1]})
        if form["move"] == "Bid":
            form.fill(**{"f.strife": 1})

    played(ring, run, [(anna, ""), (bert, ""), (ring.gm, "gm")], choose)
    assert {"Ready", "Keep", "Bid", "Stance"} <= seen
    assert most < 20
    page = anna.get(ring.address).text
    told = page[page.index('class="told"') : page.index("</ul>", page.index('class="told"'))]
    assert 0 < told.count("<li>") <= 8
    for raw in ("su+", "+st", "crossing-blade", "for_", "by_hand", "one_roll", "None", "critical-5"):
        assert raw not in text


def test_a_bid_is_sealed_from_the_game_master_too(ring: Evening) -> None:
    anna, bert = ring.joins("Anna", "Aki"), ring.joins("Bert", "Beni")
    begun(ring, "duel", whom=["Aki", "Beni"])
    for _ in range(40):
        found = [(c, f) for c in (anna, bert) for f in moves(c, ring.address) if f["move"] not in ("Concede", "Unmask")]
        client, form = found[0]
        if form["move"] == "Bid":
            break
        form.press(client)
    assert form.fill(**{"f.strife": 4}).press(client, "Seal").status_code == 303
    for other in (ring.gm, bert if client is anna else anna):
        page = words_of(other.get(ring.address).text)
        assert "bids in secret" in page
        assert "bids 4" not in page
    assert "bids 4" in words_of(client.get(ring.address).text)


def test_rest_and_the_end_of_a_scene(ring: Evening) -> None:
    form = next(each for each in forms(ring.gm.get(ring.address).text) if each["what"] == "rest")
    assert form.press(ring.gm, "The scene ends").status_code == 409
    ring.enter("Chie", duellist("Chie", strife=9, fatigue=6))
    form = next(each for each in forms(ring.gm.get(ring.address).text) if each["what"] == "rest")
    assert form.fill(who=["Chie"]).press(ring.gm, "The scene ends").status_code == 303
    people = {each["name"]: each for each in ring.gm.get(ring.address, headers=JSON).json()["people"]}
    assert people["Chie"]["tracks"]["strife"]["now"] < 9


@pytest.mark.parametrize(
    "fields",
    [
        {"what": "roll", "who": "@", "deed": "7k3", "judging": "later"},
        {"what": "roll", "who": "@", "deed": "kyujutsu", "judging": "later"},
        {"what": "ring-roll", "who": "@", "deed": "fitness", "judging": "later"},
        {"what": "ask", "whom": "@", "deed": "kyujutsu", "judging": "later"},
        {"what": "together", "whom": "@", "lead": "Shinai", "deed": "kyujutsu", "tn": "15"},
        {"what": "move", "run": "1", "who": "@", "move": "Declare"},
        {"what": "plead", "run": "1", "who": "@", "move": "Declare", "why": "x"},
        {"what": "mark", "who": "@", "track": "void", "by": "-1"},
        {"what": "rest", "who": "@"},
        {"what": "standing", "who": "@", "word": "leave blows"},
    ],
)
def test_no_form_tells_a_player_about_others(table: Evening, fields: dict[str, str]) -> None:
    """Whoever is hidden, whoever is there with a hidden sheet, and whoever is not there at all: all the same."""
    table.enter("Ghost", hero("Ghost"), hidden=True, free=False)
    table.form(table.gm, what="mark", who="Ghost", track="wounds", by="+5", why="an arrow")
    anna = table.joins("Anna", "Shinai")
    answers = []
    for name in ("Ghost", "Nobody here"):
        said = {key: value.replace("@", name) for key, value in fields.items()}
        answer = anna.post(f"{table.address}/do", data=said, headers=JSON)
        answers.append((answer.status_code, answer.text.replace(name, "@")))
    assert answers[0] == answers[1]
    assert answers[0][0] == 403
