"""All clients come to the same log, however often they are cut off; and every face is equally likely."""

from __future__ import annotations

import http.client
import json
import re
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.promises.sides import fails, many, serving
from tests.promises.test_crash import asked, command, opened

from rollkeep.table import entropy
from rollkeep.table.entry import Say


@contextmanager
def stream(address: str, tab: str, token: str, last: int, accept: str) -> Iterator[http.client.HTTPResponse]:
    """A stream from an entry on."""
    headers = {"accept": accept, "authorization": f"Bearer {token}", "last-event-id": str(last)}
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)) as connection:
        connection.request("GET", f"/t/{tab}/stream?after=0", headers=headers)
        with closing(connection.getresponse()) as answer:
            yield answer


class Viewer(threading.Thread):
    """Reads a few events, is cut off, and comes back with the last id that it has seen."""

    def __init__(self, address: str, tab: str, token: str, until: int, accept: str) -> None:
        super().__init__(daemon=True)
        self.address, self.tab, self.token, self.until, self.accept = address, tab, token, until, accept
        self.seen: list[int] = []
        self.cards = Counter[int]()
        self.last = 0

    def run(self) -> None:
        with suppress(OSError, http.client.HTTPException):  # the server has ended
            self.views()

    def views(self) -> None:
        while self.last < self.until:
            with stream(self.address, self.tab, self.token, self.last, self.accept) as answer:
                for _ in range(3):
                    self.event(answer)
                    if self.last >= self.until:
                        break

    def event(self, answer: http.client.HTTPResponse) -> None:
        """One event; its entries count once it is whole."""
        number, data = 0, list[bytes]()
        while line := answer.readline().rstrip(b"\n"):
            if line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b"data: "):
                data.append(line[6:])
        if not number:
            return
        told = b"\n".join(data).decode()
        if self.accept == "text/html":
            self.cards.update({int(each) for each in re.findall(r"said (\d+)", told)})
        else:
            self.seen += [entry["seq"] for entry in json.loads(told)["entries"]]
        self.last = number


def check_reconnect(folder: Path, times: int, sabotaged: str = "", patience: float = 20) -> None:
    """Viewers that are cut off all the time have every entry once, in order."""
    with serving(folder / "tables.db", sabotaged=sabotaged) as server:
        tab, token = opened(server.address)
        first = asked(server.address, "GET", f"/t/{tab}/log", token=token).data["seq"]
        until = first + times
        viewers = [Viewer(server.address, tab, token, until, "application/json") for _ in range(3)]
        viewers.append(Viewer(server.address, tab, token, until, "text/html"))
        for viewer in viewers:
            viewer.start()
        for number in range(times):
            say = command(f"s{number}", Say(f"said {number}"))
            assert asked(server.address, "POST", f"/t/{tab}/do", say, token).status == 200
        for viewer in viewers:
            viewer.join(patience)
            assert viewer.last == until, "it never comes to the end"
        for viewer in viewers[:-1]:
            assert viewer.seen == list(range(1, until + 1))
        assert viewers[-1].cards == Counter(range(times))


def test_reconnect(tmp_path: Path) -> None:
    check_reconnect(tmp_path, many(60, 600))


def test_saboteur_of_reconnect(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check_reconnect(tmp_path, 20, "skips_at_reconnect", 3)


def test_stopping_ends_streams_quietly(tmp_path: Path) -> None:
    """Whoever stops a server reads no traceback; who listens is not told that the table is gone."""
    with serving(tmp_path / "tables.db") as server:
        tab, token = opened(server.address)
        with stream(server.address, tab, token, 0, "text/html") as answer:
            answer.readline()
            server.process.send_signal(signal.SIGINT)
            server.process.wait(10)
            assert b"event: gone" not in answer.read()
        assert server.process.stderr
        assert server.process.stderr.read().strip() == "rollkeep: stopped."


# --- dice -------------------------------------------------------------------------------------------------------


def check_faces() -> None:
    """Of all bytes there are, each face comes from as many."""
    for sides, kept in ((6, 252), (10, 250), (12, 252)):
        faces = Counter(entropy.Drawn(lambda _: bytes(range(256))).faces(sides, 4 * kept))
        assert faces == dict.fromkeys(range(1, sides + 1), 4 * kept // sides)


def test_faces() -> None:
    check_faces()


def test_saboteur_of_faces() -> None:
    modulo = {sides: (bytes(byte % sides + 1 for byte in range(256)), b"") for sides in (6, 10, 12)}
    fails(check_faces, lambda patch: patch.setattr(entropy, "_FACES", modulo))
