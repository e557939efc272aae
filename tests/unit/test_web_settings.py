"""Settings, rulings and the own seat: who may, what renewed links open, what everybody is told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from tests.unit.web_tables import HERE, JSON, Evening, evening

from rollkeep.fourth.play.check import Ask
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Start
from rollkeep.table.sqlite import PLAYERS
from rollkeep.web.ground.seats import View
from rollkeep.web.pages import play


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        yield made


def put(table: Evening, client: Any, page: str = "settings", **fields: Any) -> Any:
    """A form of a page beside the table."""
    table.count += 1
    return client.post(f"{table.address}/{page}", data={"id": f"s{table.count}"} | fields)


def log(table: Evening, client: Any) -> str:
    """All that a seat is told."""
    return str(client.get(f"{table.address}/log", headers=JSON).text)


def roll_for_oneself(table: Evening, client: Any, who: str = "Shinai") -> None:
    """A roll that only the roller may read."""
    fields = {"what": "roll", "who": who, "deed": "kyujutsu", "judging": "none", "shown": "self", "f.keep": "high"}
    answer = table.form(client, **fields)
    assert answer.status_code == 303, answer.text


@pytest.mark.parametrize("page", ["settings", "rulings", "seat", "characters"])
def test_who_may_look(table: Evening, page: str) -> None:
    table.enter()
    clients = {"gm": table.gm, "player": table.joins("Anna", "Shinai"), "watcher": table.joins("Eve", role="watcher")}
    may = {"settings": {"gm"}, "characters": {"gm", "player"}}.get(page, set(clients))
    for role, client in clients.items():
        answer = client.get(f"{table.address}/{page}")
        assert answer.status_code == (200 if role in may else 403), (page, role)
    assert table.browser().get(f"{table.address}/{page}").status_code == 404


@pytest.mark.parametrize("what", ["link", "renew", "sit", "hand", "remove", "lock", "delete", "agree", ""])
def test_only_the_game_master_sets(table: Evening, what: str) -> None:
    table.enter()
    anna = table.joins("Anna", "Shinai")
    before = list(table.store._db.iterdump())
    fields = {"what": what, "seat": "Anna", "who": "Shinai", "to": "", "yes": "yes", "name": "The lantern"}
    assert put(table, anna, **fields).status_code == 403
    assert put(table, table.browser(), **fields).status_code == 404
    assert list(table.store._db.iterdump()) == before


def test_links_are_drawn_and_say_what_they_do(table: Evening) -> None:
    page = table.gm.get(f"{table.address}/settings").text
    for seat in (PLAYERS, "gm"):
        assert f'value="{HERE}{table.link(seat)}"' in page
    assert page.count('src="data:image/svg+xml') == 2
    assert " style=" not in re.sub(r'src="[^"]*"', "", page)
    assert "secret" in page


def test_the_players_link_is_renewed(table: Evening) -> None:
    old = table.link()
    assert put(table, table.gm, what="renew", seat="").status_code == 303
    assert table.link() != old
    assert table.browser().get(old).status_code == 404
    assert table.browser().get(table.link()).status_code == 200


def test_a_seats_link_is_looked_up_and_all_are_told(table: Evening) -> None:
    anna, bo = table.joins("Anna"), table.joins("Bo")
    assert table.link("Anna") not in table.gm.get(f"{table.address}/settings").text
    page = put(table, table.gm, what="link", seat="Anna")
    assert page.status_code == 200
    assert f"{HERE}{table.link('Anna')}" in page.text
    assert "looks up Anna" in log(table, bo)
    assert anna.get(table.address).status_code == 200


def test_a_renewed_link_opens_nothing(table: Evening) -> None:
    anna, bo = table.joins("Anna"), table.joins("Bo")
    old = table.link("Anna")
    answer = put(table, table.gm, what="renew", seat="Anna")
    assert answer.status_code == 200
    assert f"{HERE}{table.link('Anna')}" in answer.text
    assert old != table.link("Anna")
    assert anna.get(table.address).status_code == 404
    assert table.browser().get(old).status_code == 404
    assert table.browser().post(old).status_code == 404
    assert "link is renewed" in log(table, bo)
    again = table.browser()
    assert again.post(table.link("Anna")).status_code == 303
    assert again.get(table.address).status_code == 200


def test_renewing_twice_with_one_id_has_one_effect(table: Evening) -> None:
    table.joins("Anna")
    links = []
    for _ in range(2):
        answer = table.gm.post(f"{table.address}/settings", data={"id": "one", "what": "renew", "seat": "Anna"})
        assert answer.status_code == 200
        links.append(table.link("Anna"))
    assert links[0] == links[1]
    other = table.gm.post(f"{table.address}/settings", data={"id": "one", "what": "renew", "seat": ""})
    assert other.status_code == 409


@pytest.mark.parametrize("page", ["settings", "seat"])
def test_the_own_link_renewed_keeps_this_browser(table: Evening, page: str) -> None:
    old = table.link("gm")
    other = table.browser()
    assert other.post(old).status_code == 303
    answer = put(table, table.gm, page, what="renew", seat="gm")
    assert answer.status_code == 303
    assert table.gm.get(table.address).status_code == 200
    assert other.get(table.address).status_code == 404
    assert table.browser().get(old).status_code == 404


def test_a_player_renews_the_own_link(table: Evening) -> None:
    anna = table.joins("Anna")
    page = anna.get(f"{table.address}/seat").text
    assert f"{HERE}{table.link('Anna')}" in page
    assert table.link("gm") not in page
    old = table.link("Anna")
    assert put(table, anna, "seat", what="renew").status_code == 303
    assert anna.get(table.address).status_code == 200
    assert table.browser().get(old).status_code == 404
    assert "renewed" not in log(table, anna)


def test_programs_renew_with_their_token(table: Evening) -> None:
    table.joins("Anna")
    token = table.link("Anna").removeprefix("/j/")
    program = table.browser()
    del program.headers["origin"]
    headers = {"accept": "application/json", "authorization": f"Bearer {token}"}
    answer = program.post(f"{table.address}/seat", data={"id": "p", "what": "renew"}, headers=headers)
    assert answer.status_code == 200
    program.cookies.clear()
    assert program.get(f"{table.address}/seat", headers=headers).status_code == 404
    headers["authorization"] = f"Bearer {answer.json()['token']}"
    assert program.get(f"{table.address}/seat", headers=headers).json()["seat"] == "Anna"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"what": "link", "seat": "Anna"}, "looks up"),
        ({"what": "renew", "seat": "Anna"}, "link is renewed"),
        ({"what": "remove", "seat": "Anna"}, "leaves"),
        ({"what": "hand", "who": "Shinai", "to": "Bo"}, "handed over"),
        ({"what": "hand", "who": "Shinai", "to": ""}, "handed over"),
        ({"what": "sit", "seat": "Anna", "role": "watcher"}, "Another seat plays"),
        ({"what": "sit", "seat": "Bo", "role": "player", "holds": "Shinai"}, "Another seat plays"),
    ],
)
def test_an_open_seal_is_announced(table: Evening, fields: dict[str, str], said: str) -> None:
    table.enter()
    anna, bo = table.joins("Anna", "Shinai"), table.joins("Bo")
    roll_for_oneself(table, anna)
    answer = put(table, table.gm, **fields)
    assert answer.status_code in (200, 303), answer.text
    told = log(table, bo)
    assert said in told
    assert "something is sealed that only Shinai may read" in told


def test_the_own_renewal_tells_of_an_open_seal(table: Evening) -> None:
    table.enter()
    anna, bo = table.joins("Anna", "Shinai"), table.joins("Bo")
    roll_for_oneself(table, anna)
    put(table, anna, "seat", what="renew")
    assert "something is sealed that only Shinai may read" in log(table, bo)


def test_without_a_seal_nothing_of_the_kind_is_said(table: Evening) -> None:
    table.enter()
    table.joins("Anna", "Shinai")
    bo = table.joins("Bo")
    put(table, table.gm, what="hand", who="Shinai", to="Bo")
    assert "sealed" not in log(table, bo)


def test_a_removed_seat_is_gone_and_comes_back_with_a_new_link(table: Evening) -> None:
    table.enter()
    anna = table.joins("Anna", "Shinai")
    old = table.link("Anna")
    assert put(table, table.gm, what="remove", seat="Anna").status_code == 303
    assert anna.get(table.address).status_code == 404
    assert anna.get(f"{table.address}/seat").status_code == 404
    assert table.browser().post(old).status_code == 404
    assert "Anna" not in {seat for _, seat in table.store.links(table.tab)}
    assert put(table, table.gm, what="remove", seat="Anna").status_code == 409
    assert put(table, table.gm, what="sit", seat="Anna", role="player").status_code == 200
    again = table.browser()
    assert again.post(table.link("Anna")).status_code == 303
    assert again.get(table.address).status_code == 200


def test_characters_are_handed_over(table: Evening) -> None:
    table.enter()
    anna, bo = table.joins("Anna", "Shinai"), table.joins("Bo")
    assert put(table, table.gm, what="hand", who="Shinai", to="Bo").status_code == 303
    plays = [client.get(table.address, headers=JSON).json()["plays"] for client in (anna, bo)]
    assert plays == [[], ["Shinai"]]
    assert put(table, table.gm, what="hand", who="Shinai", to="").status_code == 303
    assert bo.get(table.address, headers=JSON).json()["plays"] == []


@pytest.mark.parametrize(
    "fields",
    [
        {"what": "hand", "who": "Shinai", "to": "Nobody"},
        {"what": "hand", "who": "Shinai", "to": "Eve"},
        {"what": "hand", "who": "Nobody", "to": "Anna"},
        {"what": "hand", "who": "Shinai", "to": "Anna"},
        {"what": "hand", "who": "Ghost", "to": "Anna"},
        {"what": "sit", "seat": "Anna", "role": "player", "holds": "Shinai"},
        {"what": "sit", "seat": "Anna", "role": "gm"},
        {"what": "sit", "seat": "gm", "role": "player"},
        {"what": "remove", "seat": "gm"},
        {"what": "remove", "seat": "<script>"},
        {"what": "renew", "seat": "Nobody"},
        {"what": "lock", "yes": "no"},
        {"what": "delete", "name": "lantern"},
        {"what": "nothing"},
    ],
)
def test_what_cannot_be_is_refused_where_it_was_asked(table: Evening, fields: dict[str, str]) -> None:
    table.enter()
    table.enter("Ghost", hidden=True)
    table.joins("Anna", "Shinai")
    table.joins("Eve", role="watcher")
    before = list(table.store._db.iterdump())
    answer = put(table, table.gm, **fields)
    assert answer.status_code in (409, 422)
    assert "<h1>Settings</h1>" in answer.text
    assert "<script>alert" not in answer.text
    assert list(table.store._db.iterdump()) == before


def test_the_lock(table: Evening) -> None:
    anna = table.joins("Anna")
    assert put(table, table.gm, what="lock", yes="yes").status_code == 303
    assert "locked" in anna.get(table.address).text
    assert table.form(anna, what="say", text="hello").status_code == 403
    assert put(table, table.gm, what="lock", yes="no").status_code == 303
    assert table.form(anna, what="say", text="hello").status_code == 303


def test_a_deleted_table_is_nowhere(table: Evening) -> None:
    anna = table.joins("Anna")
    players, own = table.link(), table.link("Anna")
    assert put(table, table.gm, what="delete", name="The lantern").status_code == 200
    for client in (table.gm, anna, table.browser()):
        for page in ("", "/settings", "/rulings", "/seat", "/characters", "/log", "/stream"):
            assert client.get(table.address + page).status_code == 404
    assert {table.browser().get(link).status_code for link in (players, own)} == {404}


def test_rulings_are_read_by_all_and_chosen_by_one(table: Evening) -> None:
    anna = table.joins("Anna")
    page = anna.get(f"{table.address}/rulings").text
    assert "odd_die" in page
    assert "<form" not in page
    assert put(table, anna, "rulings", what="agree", **{"ruling.odd_die": "+2"}).status_code == 403
    answer = put(table, table.gm, "rulings", what="agree", at="odd_die", **{"ruling.odd_die": "+2"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{table.address}/rulings#ruling-odd_die")
    assert "not the default" in anna.get(f"{table.address}/rulings").text
    assert table.gm.get(table.address, headers=JSON).json()["rulings"] == {"odd_die": "+2"}
    assert put(table, table.gm, "rulings", what="agree", **{"ruling.odd_die": "+2"}).status_code == 409
    assert put(table, table.gm, "rulings", what="agree", **{"ruling.odd_die": "<b>"}).status_code == 422


def test_ready_sets_of_rulings(table: Evening) -> None:
    put(table, table.gm, "rulings", what="agree", **{"ruling.hand_dice": "nobody"})
    assert put(table, table.gm, "rulings", what="preset", preset="odd die +2").status_code == 303
    assert "<strong>odd die +2</strong>" in table.gm.get(f"{table.address}/settings").text
    assert put(table, table.gm, "rulings", what="preset", preset="by the book").status_code == 303
    rulings = {
        each["name"]: each["value"] for each in table.gm.get(f"{table.address}/rulings", headers=JSON).json()["rulings"]
    }
    assert rulings["odd_die"] != "+2"
    assert rulings["hand_dice"] == "nobody"
    assert put(table, table.gm, "rulings", what="preset", preset="mine").status_code == 422


def test_looking_changes_nothing(table: Evening) -> None:
    anna = table.joins("Anna")
    before = list(table.store._db.iterdump())
    for page in ("settings", "rulings", "seat"):
        for client in (table.gm, anna):
            client.get(f"{table.address}/{page}?what=renew&seat=Anna&name=The+lantern")
    assert list(table.store._db.iterdump()) == before


@pytest.mark.parametrize("page", ["settings", "rulings", "seat"])
def test_only_our_own_pages_send(table: Evening, page: str) -> None:
    for origin in ("http://evil.example", "null", ""):
        answer = table.gm.post(
            f"{table.address}/{page}", data={"what": "renew", "seat": ""}, headers={"origin": origin}
        )
        assert answer.status_code == 403


def test_a_form_that_is_too_large(table: Evening) -> None:
    assert put(table, table.gm, what="hand", who="x" * 5_000).status_code == 413


def test_streams_end_when_the_link_is_renewed(table: Evening) -> None:
    table.joins("Anna")
    hall = table.hall

    async def listening() -> list[str]:
        room = await hall.room(table.tab)
        scope = {"type": "http", "app": table.app, "query_string": b"", "headers": [], "path": "/", "method": "GET"}
        told = play._events(Request(scope), View(room, "Anna"), 0, play._entries)
        heard = [await anext(told), await anext(told)]
        waiting = asyncio.ensure_future(anext(told))
        await asyncio.sleep(0)
        hall.sign_out(room, "Anna")
        hall.wake(room)
        return [*heard, await asyncio.wait_for(waiting, 5)]

    assert asyncio.run(listening())[-1].startswith("event: gone")


def test_what_is_announced_names_nobody_who_is_hidden(table: Evening) -> None:
    table.enter()
    table.enter("Ghost", hidden=True)
    anna = table.joins("Anna", "Shinai")
    bo = table.joins("Bo")
    roll_for_oneself(table, anna)
    ask = Start("check", GM, Ask("Ghost", "kyujutsu", 20), secret=True)
    assert table.do(table.gm, ask).status_code == 200
    put(table, table.gm, what="renew", seat="gm")
    assert "Ghost" not in log(table, bo)
