"""What was acknowledged is in the log, once, after any crash and on a full disk; a stream misses nothing."""

from __future__ import annotations

import http.client
import json
import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from tests.promises.sides import Server, many, serving
from tests.unit.web_tables import hero, world

from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.roll import Declare
from rollkeep.machine.codec import plain
from rollkeep.machine.secret import known
from rollkeep.table.entry import Act, Enter, Noted, Request, Say, Start
from rollkeep.table.room import Room
from rollkeep.table.sqlite import PLAYERS, Store

Body = dict[str, Any]


class Answer(NamedTuple):
    """A status and what was sent with it."""

    status: int
    data: Any


def asked(address: str, method: str, path: str, body: Body | str | None = None, token: str = "") -> Answer:
    """One request of a program.

    Raises: OSError, HTTPException where nobody answers
    """
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
    kind = "application/json" if isinstance(body, dict) else "application/x-www-form-urlencoded"
    headers = {"accept": "application/json", "content-type": kind}
    if token:
        headers["authorization"] = f"Bearer {token}"
    try:
        connection.request(method, path, json.dumps(body) if isinstance(body, dict) else body, headers)
        answer = connection.getresponse()
        raw = answer.read()
        return Answer(answer.status, json.loads(raw) if raw.startswith((b"{", b"[")) else raw)
    finally:
        connection.close()


def command(name: str, *requests: Request) -> Body:
    """A command as a program sends it."""
    return {"id": name, "requests": [plain(each) for each in requests]}


def opened(address: str) -> tuple[str, str]:
    """A table with a character; its id and the game master's token."""
    made = asked(address, "POST", "/tables", "name=Storm&game=4e").data
    tab, token = made["table"], made["token"]
    enter = command("enter", Enter("Shinai", hero(), False, "hidden", "open", True))
    assert asked(address, "POST", f"/t/{tab}/do", enter, token).status == 200
    return tab, token


class Client(threading.Thread):
    """Sends one command after another, each with the same id until it is answered, and sometimes once more."""

    def __init__(self, name: str, where: Callable[[], str], tab: str, token: str, enough: threading.Event) -> None:
        super().__init__(daemon=True)
        self.name, self.where, self.tab, self.token, self.enough = name, where, tab, token, enough
        self.rng = random.Random(name)
        self.done: dict[str, list[Any]] = {}
        self.faults: list[str] = []

    def run(self) -> None:
        number = 0
        while not self.enough.is_set():
            number += 1
            name = f"{self.name}-{number}"
            roll = (Start("check", "Shinai", Ask("Shinai", "kyujutsu", 20)), Act(0, "Shinai", Declare("Shinai")))
            body = command(name, *(roll if number % 3 == 0 else ()), Say(name))
            answer = self.sent(body)
            if answer is None:
                continue
            self.done[name] = answer.data["entries"]
            if self.rng.random() < 0.2:  # as if the answer had been lost
                again = self.sent(body)
                if again and again.data != answer.data:
                    self.faults.append(f"{name} is answered otherwise the second time")

    def sent(self, body: Body) -> Answer | None:
        while not self.enough.is_set():
            try:
                answer = asked(self.where(), "POST", f"/t/{self.tab}/do", body, self.token)
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.01)
                continue
            if answer.status == 200:
                return answer
            self.faults.append(f"{body['id']}: {answer.status} {answer.data}")
            return None
        return None


def check_kills(folder: Path, times: int, sabotaged: str = "") -> None:
    """The server is killed again and again under traffic."""
    database, rng = folder / "tables.db", random.Random(1)
    server = Server(database, sabotaged=sabotaged)
    tab, token = opened(server.address)
    enough = threading.Event()
    here = [server.address]
    clients = [Client(f"c{number}", lambda: here[0], tab, token, enough) for number in range(4)]
    try:
        for client in clients:
            client.start()
        for _ in range(times):
            time.sleep(rng.uniform(0.05, 0.4))
            server.kill()
            server = Server(database, sabotaged=sabotaged)
            here[0] = server.address
        time.sleep(0.3)
        enough.set()
        for client in clients:
            client.join(30)
    finally:
        enough.set()
        server.kill()
    check_log(database, tab, clients)


def check_log(database: Path, tab: str, clients: list[Client]) -> None:
    """Lost 0, doubled 0, gaps 0, and the chain holds."""
    store = Store(str(database))
    room = Room(store.table(tab), world(), store.rows(tab))
    store.close()
    assert not room.fault
    said = Counter(event.text for entry in room.entries for event in map(known, entry.events) if type(event) is Noted)
    stored = {entry.seq: plain(entry) for entry in room.entries}
    assert [name for name, count in said.items() if count > 1] == []
    for client in clients:
        assert client.faults == []
        assert client.done
        for name, entries in client.done.items():
            assert said[name] == 1, f"{name} is lost"
            assert [stored[each["seq"]] for each in entries] == entries


def test_kill(tmp_path: Path) -> None:
    check_kills(tmp_path, many(10, 40))


@pytest.mark.parametrize("what", ["acknowledge_before_commit", "no_command_id"])
def test_saboteurs_of_kill(tmp_path: Path, what: str) -> None:
    with pytest.raises(AssertionError):
        check_kills(tmp_path, 3, what)


# --- a full disk ------------------------------------------------------------------------------------------------


def check_full_disk(folder: Path, sabotaged: str = "") -> None:
    """Nobody sees what could not be saved; what was there stays readable; it goes on when there is room."""
    with serving(folder / "tables.db", sabotaged=sabotaged, room=400_000) as server:
        tab, token = opened(server.address)
        headers = {"accept": "application/json", "authorization": f"Bearer {token}"}
        with closing(http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=5)) as stream:
            stream.request("GET", f"/t/{tab}/stream", headers=headers)
            with closing(stream.getresponse()) as seen:
                check_not_saved(server, tab, token, seen)


def check_not_saved(server: Server, tab: str, token: str, seen: http.client.HTTPResponse) -> None:
    """Fills the disk by talking."""
    where, number, answer, began = f"/t/{tab}", 0, Answer(200, {}), 0.0
    while answer.status == 200 and number < 600:
        number += 1
        body = command(f"say-{number}", Say("x" * 900))
        began = time.monotonic()
        answer = asked(server.address, "POST", f"{where}/do", body, token)
    took = time.monotonic() - began
    assert answer.status == 507, answer.status
    assert answer.data["error"]["code"] == "table.full"
    assert took < 3, "promised within 1 s; the rest is for a busy machine"
    log = asked(server.address, "GET", f"{where}/log", token=token)
    last = log.data["seq"]
    assert log.status == 200
    assert log.data["entries"][-1]["command"] == f"say-{number - 1}"
    assert asked(server.address, "POST", f"{where}/do", body, token).status == 507
    server.makes_room()
    again = asked(server.address, "POST", f"{where}/do", body, token)
    assert (again.status, [each["seq"] for each in again.data["entries"]]) == (200, [last + 1])
    told = [each["seq"] for each in streamed(seen, last + 1)]
    assert told == list(range(1, last + 2)), "the stream tells each entry once, and none that was not saved"


def streamed(seen: http.client.HTTPResponse, last: int) -> list[Any]:
    """The entries of a stream, up to one."""
    entries = list[Any]()
    while not entries or entries[-1]["seq"] < last:
        line = seen.readline()
        assert line, "the stream ends"
        if line.startswith(b"data: {"):
            entries += json.loads(line[6:])["entries"]
    return entries


def test_full_disk(tmp_path: Path) -> None:
    check_full_disk(tmp_path)


def test_saboteur_of_full_disk(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check_full_disk(tmp_path, "publish_before_saving")


# --- the last Void Point ----------------------------------------------------------------------------------------


def check_last_point(folder: Path, times: int, sabotaged: str = "") -> None:
    """Eight clients spend the last Void Point at once: one succeeds."""
    with serving(folder / "tables.db", sabotaged=sabotaged) as server:
        tab, token = opened(server.address)
        address = f"/t/{tab}/do"
        start = Start("check", "Shinai", Ask("Shinai", "kyujutsu", 20))
        spend = Act(0, "Shinai", Declare("Shinai", void="boost"))
        for number in range(times):
            one = hero(void_points=1)
            enter = command(f"e{number}", Enter(f"Hero{number}", one, False, "hidden", "open", True))
            assert asked(server.address, "POST", address, enter, token).status == 200
            who = f"Hero{number}"
            mine = [
                Start(start.machine, who, Ask(who, "kyujutsu", 20)),
                Act(0, who, Declare(who, void=spend.move.void)),
            ]
            statuses, gate = list[int](), threading.Barrier(8)

            def spends(
                each: int, mine: list[Any] = mine, number: int = number, gate: Any = gate, to: Any = statuses
            ) -> None:
                gate.wait()
                to.append(asked(server.address, "POST", address, command(f"s{number}-{each}", *mine), token).status)

            threads = [threading.Thread(target=spends, args=(each,)) for each in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(30)
            assert sorted(statuses) == [200, *[409] * 7], statuses


def test_last_void_point(tmp_path: Path) -> None:
    check_last_point(tmp_path, many(12, 60))


def test_saboteur_of_last_void_point(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check_last_point(tmp_path, 2, "counter_not_in_the_transaction")


# --- databases that are not as they should be -------------------------------------------------------------------


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5_000])


def _newer(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("pragma user_version = 99")
    db.close()


def _of_another(path: Path) -> None:
    path.unlink()
    db = sqlite3.connect(path)
    db.execute("create table songs (name text)")
    db.commit()
    db.close()


def _damaged(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[100:140] = b"\xff" * 40
    path.write_bytes(raw)


BROKEN: dict[str, Callable[[Path], object]] = {
    "truncated": _truncated,
    "newer": _newer,
    "of another program": _of_another,
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("my tables\n" * 50),
    "damaged": _damaged,
}


def check_refused(folder: Path, what: str, sabotaged: str = "") -> None:
    """The server ends at once with one sentence, and the file stays as it is."""
    path = folder / "tables.db"
    with serving(path) as server:
        opened(server.address)
    BROKEN[what](path)
    before = path.read_bytes()
    began = time.monotonic()
    server = Server(path, sabotaged=sabotaged)
    try:
        assert not server.address, "it serves"
        assert server.process.wait(10) not in (0, None)
        assert time.monotonic() - began < 6, "promised within 2 s; the rest is for a busy machine"
        assert server.process.stderr
        said = server.process.stderr.read().strip()
    finally:
        server.stop()
    assert said, "one sentence"
    assert len(said.splitlines()) <= 2
    assert "Traceback" not in said
    assert path.read_bytes() == before


@pytest.mark.parametrize("what", BROKEN)
def test_broken_database(tmp_path: Path, what: str) -> None:
    check_refused(tmp_path, what)


def test_folder_for_a_database(tmp_path: Path) -> None:
    server = Server(tmp_path)
    assert server.process.wait(10) not in (0, None)
    assert server.process.stderr
    assert "Traceback" not in server.process.stderr.read()
    server.stop()
    assert list(tmp_path.iterdir()) == []


def check_second_server(folder: Path, sabotaged: str = "") -> None:
    """Whoever comes second is sent away, and the first goes on."""
    with serving(folder / "tables.db") as first:
        tab, token = opened(first.address)
        second = Server(folder / "tables.db", sabotaged=sabotaged)
        try:
            assert not second.address, "two serve"
            assert second.process.wait(10) not in (0, None)
        finally:
            second.stop()
        assert asked(first.address, "POST", f"/t/{tab}/do", command("hi", Say("hi")), token).status == 200


def test_second_server(tmp_path: Path) -> None:
    check_second_server(tmp_path)


def folder_of(path: Path, name: str) -> Path:
    """A folder within."""
    (path / name).mkdir()
    return path / name


def test_saboteurs_of_the_database(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check_refused(folder_of(tmp_path, "a"), "text", "new_over_broken")
    with pytest.raises(AssertionError):
        check_second_server(folder_of(tmp_path, "b"), "every_server_is_let_in")


def test_links_open_the_players_seat_alone(tmp_path: Path) -> None:
    """What is in the file is for its owner: nobody else may read it."""
    with serving(tmp_path / "tables.db") as server:
        opened(server.address)
        assert (tmp_path / "tables.db").stat().st_mode & 0o077 == 0
        db = sqlite3.connect(tmp_path / "tables.db")
        seats = {seat for (seat,) in db.execute("select seat from link")}
        db.close()
        assert seats == {"gm", PLAYERS}
