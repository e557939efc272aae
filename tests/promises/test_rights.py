"""No seat acts for another: every command by every kind of seat, every Origin at every address that takes something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from tests.promises.sides import fails
from tests.unit.web_tables import HERE, JSON, Evening, evening, hero

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.person import person as of_fifth
from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.roll import Declare
from rollkeep.machine.codec import plain
from rollkeep.machine.machine import GM, Closed
from rollkeep.table.entry import (
    REQUESTS,
    Act,
    Enter,
    Go,
    Heed,
    Lock,
    Mark,
    Plead,
    Request,
    Rule,
    Say,
    Show,
    Sit,
    Standing,
    Start,
    Undo,
)
from rollkeep.table.sqlite import PLAYERS
from rollkeep.web.ground import seats
from rollkeep.web.pages import play, tables

SEATS = ("gm", "holder", "other", "watcher", "gone", "none", "locked")
"""The game master, who plays Shinai, who plays another, who watches, who was removed, a stranger, and who plays Shinai
while the table is locked.
"""

EVERYBODY = (200, 200, 200, 403, 404, 404, 403)
HOLDER = (200, 200, 403, 403, 404, 404, 403)
MASTER = (200, 403, 403, 403, 404, 404, 403)
NOTHING_OF_THEIRS = (200, 409, 409, 409, 404, 404, 403)
PLAYERS_ALONE = (200, 200, 200, 403, 404, 404, 403)


class Sides:
    """A table with somebody on every kind of seat."""

    def __init__(self, table: Evening, game: str) -> None:
        self.table = table
        one = hero() if game == "4e" else of_fifth(READY["shinai"]._replace(name="Shinai"))
        two = hero("Kuma") if game == "4e" else of_fifth(READY["rival"]._replace(name="Kuma"))
        table.enter("Shinai", one)
        table.enter("Kuma", two)
        self.clients: dict[str, TestClient] = {"gm": table.gm, "none": table.browser()}
        self.clients["holder"] = self.clients["locked"] = table.joins("Anna", "Shinai")
        self.clients["other"] = table.joins("Bo", "Kuma")
        self.clients["watcher"] = table.joins("Wen", role="watcher")
        self.clients["gone"] = table.joins("Gus")
        self.does(Sit("Gus", "gone"))
        self.count = 0

    def does(self, *requests: Request) -> Any:
        """Something that the game master does; the first entry's run."""
        answer = self.table.do(self.table.gm, *requests)
        assert answer.status_code == 200, answer.text
        return answer.json()["entries"][0]["run"]

    def fresh(self) -> str:
        """A name that is new."""
        self.count += 1
        return f"New {self.count}"

    def asked(self) -> int:
        """A check that Shinai is asked for, told only in part."""
        return int(self.does(Start("check", GM, Ask("Shinai", "kyujutsu", 20, "hidden"))))

    def rolled(self) -> int:
        """The same, thrown and over."""
        run = self.asked()
        self.does(Act(run, "Shinai", Declare("Shinai")))
        return run

    def undone(self) -> int:
        """The same, undone, so that it waits."""
        run = self.rolled()
        entries = self.table.hall._rooms[self.table.tab].of_run[run]
        self.does(Undo(run, entries[1].seq, "again"))
        return run

    def later(self) -> int:
        """A check that the game master has to judge."""
        run = int(self.does(Start("check", GM, Ask("Shinai", "kyujutsu", None, "later"))))
        self.does(Act(run, "Shinai", Declare("Shinai")))
        return run

    def pleaded(self) -> int:
        """A plea; its entry."""
        run = self.asked()
        answer = self.table.do(self.clients["holder"], Plead(run, "Shinai", Declare("Shinai", 9), "I am brave"))
        assert answer.status_code == 200, answer.text
        return int(answer.json()["entries"][0]["seq"])


class Row(NamedTuple):
    """A command: what makes it, and the status of each seat."""

    make: Callable[[Sides], Any]
    statuses: tuple[int, ...]
    game: str = "4e"


REQUEST_ROWS: dict[type, Row] = {
    Start: Row(lambda s: Start("check", "Shinai", Ask("Shinai", "kyujutsu", 20)), HOLDER),
    Act: Row(lambda s: Act(s.asked(), "Shinai", Declare("Shinai")), HOLDER),
    Rule: Row(lambda s: Rule(s.asked(), (Closed(),), "over"), MASTER),
    Undo: Row(lambda s: Undo(run := s.rolled(), run, "again"), MASTER),
    Go: Row(lambda s: Go(s.undone()), MASTER),
    Say: Row(lambda s: Say("hello"), EVERYBODY),
    Sit: Row(lambda s: Sit(s.fresh(), "player"), MASTER),
    Enter: Row(lambda s: Enter(name := s.fresh(), hero(name)), EVERYBODY),
    Mark: Row(lambda s: Mark("Shinai", "wounds", 1, "a scratch"), HOLDER),
    Show: Row(lambda s: Show(s.rolled()), NOTHING_OF_THEIRS),
    Plead: Row(lambda s: Plead(s.asked(), "Shinai", Declare("Shinai", 9), "I am brave"), HOLDER),
    Heed: Row(lambda s: Heed(s.pleaded(), False), MASTER),
    Lock: Row(lambda s: Lock(True), MASTER),
    Standing: Row(lambda s: Standing("Shinai", "leave blows"), HOLDER),
}

Fields = dict[str, Any]
BOTH: Fields = {"whom": ["Shinai", "Kuma"], "deed": "kyujutsu"}


def _move(s: Sides) -> Fields:
    return {"run": s.asked(), "who": "Shinai", "move": "Declare", "f.keep": "high"}


def _tired(s: Sides) -> Fields:
    cast = s.table.hall._rooms[s.table.tab].table.cast
    if cast["Shinai"].void == 3:
        s.does(Mark("Shinai", "void", -1, "a long day"))
    return {}


FORM_ROWS: dict[str, Row] = {
    "move": Row(_move, HOLDER),
    "plead": Row(lambda s: {**_move(s), "f.raises": "9", "why": "I am brave"}, HOLDER),
    "waive": Row(lambda s: {**_move(s), "why": "so be it"}, MASTER),
    "undo": Row(lambda s: {"run": s.rolled(), "why": "again"}, MASTER),
    "withdraw": Row(lambda s: {"run": s.asked()}, MASTER),
    "restore": Row(lambda s: {"run": s.undone()}, MASTER),
    "close": Row(lambda s: {"run": s.asked(), "why": "enough"}, MASTER),
    "go": Row(lambda s: {"run": s.undone()}, MASTER),
    "say": Row(lambda s: {"text": "hello"}, EVERYBODY),
    "show": Row(lambda s: {"run": s.rolled()}, NOTHING_OF_THEIRS),
    "heed": Row(lambda s: {"plea": s.pleaded(), "yes": "no"}, MASTER),
    "mark": Row(lambda s: {"who": "Shinai", "track": "wounds", "by": "1"}, HOLDER),
    "agree": Row(lambda s: {f"ruling.{_other_ruling(s)[0]}": _other_ruling(s)[1]}, MASTER),
    "sit": Row(lambda s: {"seat": s.fresh(), "role": "player"}, MASTER),
    "standing": Row(lambda s: {"who": "Shinai", "word": "leave blows"}, HOLDER),
    "take": Row(lambda s: {"who": _free(s)}, PLAYERS_ALONE),
    "shows": Row(lambda s: {"who": "Shinai", "sheet": "hidden", "tracks": "open"}, (200, 200, 403, 403, 404, 404, 403)),
    "lock": Row(lambda s: {"yes": "yes"}, MASTER),
    "rest": Row(_tired, MASTER),
    "ask": Row(lambda s: {"whom": "Shinai", "deed": "kyujutsu", "tn": "20", "judging": "told"}, MASTER),
    "roll": Row(lambda s: {"who": "Shinai", "deed": "kyujutsu", "judging": "later"}, HOLDER),
    "judge": Row(lambda s: {"run": s.later(), "tn": "15"}, MASTER),
    "contest": Row(lambda s: BOTH, MASTER),
    "together": Row(lambda s: BOTH | {"tn": "15", "lead": "Shinai"}, MASTER),
    "task": Row(lambda s: {"whom": "Shinai", "deed": "kyujutsu", "total": "60"}, MASTER),
    "skirmish": Row(lambda s: {"first": "Shinai", "second": "Kuma"}, MASTER),
    "iaijutsu": Row(lambda s: BOTH | {"to": "first-blood"}, MASTER),
    "ring-ask": Row(lambda s: {"whom": "Shinai", "deed": "fitness", "judging": "later"}, MASTER, "5e"),
    "ring-roll": Row(
        lambda s: {"who": "Shinai", "deed": "fitness", "judging": "later", "f.ring": "fire"}, HOLDER, "5e"
    ),
    "duel": Row(lambda s: BOTH | {"form": "first-blood"}, MASTER, "5e"),
}


def _other_ruling(s: Sides) -> tuple[str, str]:
    """A ruling and a value that it does not have now."""
    from rollkeep.hosts import rulings_of

    here = s.table.hall._rooms[s.table.tab].table.rulings
    name, ruling = next(iter(rulings_of("4e").items()))
    now = here.get(name, ruling.values[0])
    return name, next(value for value in ruling.values if value != now)


def _free(s: Sides) -> str:
    name = s.fresh()
    s.table.enter(name, hero(name))
    return name


def statuses(sides: Sides, row: Row, *, as_form: bool) -> tuple[int, ...]:
    """What each seat is answered to a command, each time on a state of its own."""
    found = []
    for seat in SEATS:
        made = row.make(sides)
        if seat == "locked":
            sides.does(Lock(True))
        client = sides.clients[seat]
        answer = sides.table.form(client, **made) if as_form else sides.table.do(client, made)
        if sides.table.hall._rooms[sides.table.tab].table.locked:
            sides.does(Lock(False))
        found.append(200 if answer.status_code == 303 else answer.status_code)
    return tuple(found)


@pytest.fixture(scope="module")
def every_side(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Sides]]:
    with (
        evening(tmp_path_factory.mktemp("4e")) as fourth,
        evening(tmp_path_factory.mktemp("5e"), "5e") as fifth,
    ):
        yield {"4e": Sides(fourth, "4e"), "5e": Sides(fifth, "5e")}


def test_every_command_is_listed() -> None:
    assert set(REQUEST_ROWS) == REQUESTS
    assert set(FORM_ROWS) == set(play.ORDERS), "give every word of a form a row here"


@pytest.mark.parametrize("kind", REQUEST_ROWS, ids=lambda kind: kind.__name__)
def test_requests(every_side: dict[str, Sides], kind: type) -> None:
    row = REQUEST_ROWS[kind]
    assert statuses(every_side[row.game], row, as_form=False) == row.statuses


@pytest.mark.parametrize("what", FORM_ROWS)
def test_forms(every_side: dict[str, Sides], what: str) -> None:
    row = FORM_ROWS[what]
    named = row._replace(make=lambda s: {"what": what} | row.make(s))
    assert statuses(every_side[row.game], named, as_form=True) == row.statuses


def test_a_seat_named_in_the_message_counts_for_nothing(every_side: dict[str, Sides]) -> None:
    check_seat_from_the_token(every_side["4e"])


def check_seat_from_the_token(sides: Sides) -> None:
    """Whoever writes ``seat: gm`` into a command is still who the token says."""
    sides.table.count += 1
    body = {"id": f"s{sides.table.count}", "seat": "gm", "requests": [plain(Mark("Shinai", "wounds", 1, "ha"))]}
    address = f"{sides.table.address}/do"
    answer = sides.clients["other"].post(address, json=body, headers=JSON | {"x-seat": "gm"}, params={"seat": "gm"})
    assert answer.status_code == 403
    fields = {"what": "mark", "who": "Shinai", "track": "wounds", "by": "1", "seat": "gm"}
    assert sides.table.form(sides.clients["other"], **fields).status_code == 403


# --- Origins ----------------------------------------------------------------------------------------------------

ORIGINS = (
    "http://evil.example",
    "https://testserver",
    "http://testserver:8040",
    "http://testserver.evil.example",
    "http://evil.testserver",
    "http://testserver@evil.example",
    "http://testserver/",
    "http://xn--testserver-8ij",
    "http://127.0.0.1",
    "file://",
    "null",
    "",
)
assert len(ORIGINS) == 12
WITHOUT_A_SEAT: frozenset[str] = frozenset()
"""Addresses that take something from whoever comes and have no effect: none so far."""


def posts(app: Any) -> list[str]:
    """Every address that takes something."""
    return [
        route.path for route in app.routes if isinstance(route, Route) and route.methods and "POST" in route.methods
    ]


def filled(path: str, table: Evening) -> str:
    """An address with a table, a token and a character in it."""
    values = {"{tab}": table.tab, "{token}": table.link().removeprefix("/j/")}
    for name, value in values.items():
        path = path.replace(name, value)
    while "{" in path:
        start, end = path.index("{"), path.index("}")
        path = f"{path[:start]}Shinai{path[end + 1 :]}"
    return path


def check_origins(sides: Sides) -> None:
    """Only what comes from our own pages is taken, at every address."""
    table = sides.table
    for path in posts(table.app):
        if path in WITHOUT_A_SEAT:
            continue
        for origin in ORIGINS:
            client = sides.clients["gm"]
            answer = client.post(filled(path, table), data={"id": "x", "name": "Evil"}, headers={"origin": origin})
            assert answer.status_code == 403, f"{path} from {origin!r}: {answer.status_code}"
        if path.startswith("/t/"):
            client = sides.clients["gm"]
            del client.headers["origin"]
            answer = client.post(filled(path, table), data={"id": "x", "name": "Evil"})
            client.headers["origin"] = HERE
            assert answer.status_code == 403, f"{path} without an Origin: {answer.status_code}"


def test_origins(every_side: dict[str, Sides]) -> None:
    assert {"/t/{tab}/do", "/tables", "/j/{token}"} <= set(posts(every_side["4e"].table.app))
    check_origins(every_side["4e"])


def test_the_own_origin_passes(every_side: dict[str, Sides]) -> None:
    sides = every_side["4e"]
    assert sides.table.form(sides.clients["gm"], what="say", text="hello").status_code == 303


@pytest.mark.parametrize("origin", ORIGINS)
def test_foreign_streams(every_side: dict[str, Sides], origin: str) -> None:
    sides = every_side["4e"]
    address = f"{sides.table.address}/stream"
    assert sides.clients["gm"].get(address, headers={"origin": origin}).status_code == 403


# --- looking changes nothing ------------------------------------------------------------------------------------


def check_looking(sides: Sides) -> None:
    """Whatever address is looked at, nothing is written; chats look at every link."""
    table = sides.table
    before = list(table.store._db.iterdump())
    for route in table.app.routes:
        if isinstance(route, Route) and route.methods and "GET" in route.methods and "stream" not in route.path:
            for query in ("", "?id=x&what=say&text=hello&name=Eve&run=1&who=Shinai&deed=kyujutsu"):
                for seat in ("gm", "holder", "none"):
                    sides.clients[seat].get(filled(route.path, table) + query)
    assert list(table.store._db.iterdump()) == before


def test_looking_changes_nothing(every_side: dict[str, Sides]) -> None:
    check_looking(every_side["4e"])


# --- what these tests have to notice ----------------------------------------------------------------------------


def _no_origin_check(patch: pytest.MonkeyPatch) -> None:
    for module in (play, tables):
        patch.setattr(module, "check_origin", lambda *_, **__: None)


def _seat_from_the_message(patch: pytest.MonkeyPatch) -> None:
    viewing = seats.viewing

    async def believed(request: Any) -> Any:
        view = await viewing(request)
        return view._replace(seat=request.query_params.get("seat", view.seat))

    patch.setattr(play, "viewing", believed)


def _looking_joins(sides: Sides) -> Callable[[pytest.MonkeyPatch], None]:
    def sabotage(patch: pytest.MonkeyPatch) -> None:
        link = sides.table.store.link

        def joining(token: str) -> Any:
            found = link(token)
            if found.seat == PLAYERS:
                sides.table.store.save(found.tab, "gm", f"joined {sides.fresh()}", "x")
            return found

        patch.setattr(sides.table.store, "link", joining)

    return sabotage


def _everybody_is_master(patch: pytest.MonkeyPatch) -> None:
    from rollkeep.table.table import Table

    patch.setattr(Table, "acts_for", lambda *_: True)


def test_saboteurs(every_side: dict[str, Sides]) -> None:
    sides = every_side["4e"]
    fails(lambda: check_origins(sides), _no_origin_check)
    fails(lambda: check_seat_from_the_token(sides), _seat_from_the_message)
    fails(lambda: check_looking(sides), _looking_joins(sides))
    fails(lambda: test_requests(every_side, Mark), _everybody_is_master)
