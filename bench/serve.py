"""The live table under load: viewers on many tables, a storm of clients after a restart, opening a long table.

``PYTHONPATH=src .venv/bin/python bench/serve.py [--seconds 60] [--viewers 200] [--tables 40] [--rate 100]
[--storm 400] [--entries 10000]`` starts a server of its own on a free port, and ends with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
_ID = re.compile(rb"\nid: (\d+)\n")
GOALS = {"acknowledged": 0.100, "memory": 150.0, "storm": 10.0, "open": 1.0}


class Seat(NamedTuple):
    """A seat of a table and the token that opens it."""

    tab: str
    token: str


class Sent(NamedTuple):
    """A roll: at which table, its last entry, when it was sent and when it was acknowledged."""

    tab: str
    seq: int
    sent: float
    acknowledged: float


class Server:
    """A server process on a free port."""

    def __init__(self, database: str, port: int = 0) -> None:
        words = [sys.executable, "-m", "rollkeep", "serve", "--port", str(port), "--database", database]
        env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        self.process = subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        self.port = int(line.rpartition(":")[2])

    def memory(self) -> float:
        """Resident memory at its most in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Ends it, at once if need be."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Link:
    """A connection that is kept open and asks one thing after another."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, data: Any, token: str = "") -> Any:
        """The JSON that answers a JSON or a form."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader
        is_form = isinstance(data, str)
        raw = data.encode() if is_form else json.dumps(data).encode()
        kind = "application/x-www-form-urlencoded" if is_form else "application/json"
        head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\nContent-Type: {kind}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        self.writer.write(f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        size = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        body = await self.reader.readexactly(size)
        assert answer.split()[1] in (b"200", b"201"), (answer, body)
        return json.loads(body)


async def watch(port: int, seat: Seat, after: int, seen: list[tuple[float, int]], ready: asyncio.Semaphore) -> None:
    """One viewer: notes when which entry has arrived."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    head = f"GET /t/{seat.tab}/stream?after={after} HTTP/1.1\r\nHost: bench\r\nAccept: text/html\r\n"
    writer.write(f"{head}Authorization: Bearer {seat.token}\r\n\r\n".encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in answer, answer
    ready.release()
    rest = b""
    try:
        while data := await reader.read(2**18):
            now = time.monotonic()
            rest += data
            for found in _ID.finditer(rest):
                seen.append((now, int(found[1])))
            rest = rest[-40:]
    finally:
        writer.close()


def viewing(port: int, seats: list[Seat], pipe: Any) -> None:
    """A process of viewers; tells when all listen, and what they saw when it is asked for."""

    async def main() -> None:
        ready = asyncio.Semaphore(0)
        seen: list[list[tuple[float, int]]] = [[] for _ in seats]
        tasks = [asyncio.create_task(watch(port, seat, 0, mine, ready)) for seat, mine in zip(seats, seen, strict=True)]
        for _ in seats:
            await ready.acquire()
        pipe.send("ready")
        while not pipe.poll():
            await asyncio.sleep(0.05)
        pipe.send(seen)
        for task in tasks:
            task.cancel()

    asyncio.run(main())


def rolling(number: int) -> dict[str, Any]:
    """A roll that nobody asked for, as a program sends it."""
    sys.path.insert(0, str(ROOT / "src"))
    from rollkeep.fourth.play.check import Ask
    from rollkeep.fourth.play.roll import Declare
    from rollkeep.machine.codec import plain
    from rollkeep.table.entry import Act, Start

    ask = Ask("Shinai", "kyujutsu", 20, label="Hit the lantern")
    requests = [Start("check", "Shinai", ask), Act(0, "Shinai", Declare("Shinai", 1, "speed"))]
    return {"id": f"r{number}", "requests": [plain(each) for each in requests]}


async def set_up(port: int, tables: int) -> list[Seat]:
    """Tables with a character each."""
    from rollkeep.fourth.play.person import person
    from rollkeep.fourth.sheet import Character, Skill
    from rollkeep.machine.codec import plain
    from rollkeep.table.entry import Enter

    names = ("stamina", "willpower", "strength", "perception", "agility", "intelligence", "reflexes", "awareness")
    skills = (Skill("kyujutsu", 4), Skill("athletics", 2))
    hero = person(Character("Shinai", traits=tuple((name, 3) for name in names), void_ring=3, skills=skills))
    link, masters = Link(port), list[Seat]()
    for number in range(tables):
        opened = await link.post("/tables", f"name=Table+{number}&game=4e")
        seat = Seat(opened["table"], opened["token"])
        masters.append(seat)
        enter = {"id": "enter", "requests": [plain(Enter("Shinai", hero, False, "hidden", "open", True))]}
        await link.post(f"/t/{seat.tab}/do", enter, seat.token)
    return masters


async def seated(port: int, database: str, masters: list[Seat], viewers: int) -> list[Seat]:
    """Viewers sit down by the players' links: one of each table plays, the others look on."""
    import sqlite3

    db = sqlite3.connect(database)
    links = dict(db.execute("select tab, token from link where seat = ''"))
    db.close()
    link, found = Link(port), list[Seat]()
    for number in range(viewers):
        tab = masters[number % len(masters)].tab
        first = number < len(masters)
        said = f"name=Viewer+{number}" + ("&character=Shinai" if first else "&role=watcher" if number % 2 else "")
        sat = await link.post(f"/j/{links[tab]}", said)
        found.append(Seat(tab, sat["token"]))
    return found


async def load(port: int, masters: list[Seat], seconds: float, rate: float) -> list[Sent]:
    """Rolls at a steady rate, whether or not the ones before are answered."""
    links = {seat.tab: [Link(port)] for seat in masters}
    done, start = list[Sent](), time.monotonic()

    async def one(number: int) -> None:
        seat = masters[number % len(masters)]
        free = links[seat.tab]
        link = free.pop() if free else Link(port)
        body = rolling(number)
        sent = time.monotonic()
        answer = await link.post(f"/t/{seat.tab}/do", body, seat.token)
        done.append(Sent(seat.tab, answer["entries"][-1]["seq"], sent, time.monotonic()))
        free.append(link)

    tasks = []
    for number in range(int(seconds * rate)):
        await asyncio.sleep(max(0.0, start + number / rate - time.monotonic()))
        tasks.append(asyncio.create_task(one(number)))
    await asyncio.gather(*tasks)
    return done


def spread(times: list[float]) -> str:
    """Median, the 99th percentile and the worst, in milliseconds."""
    ordered = sorted(times) or [0.0]
    at = [ordered[int(len(ordered) * part)] * 1000 for part in (0.5, 0.99)]
    return f"p50 {at[0]:.1f} ms, p99 {at[1]:.1f} ms, most {ordered[-1] * 1000:.0f} ms"


def p99(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)]


def delivered(sent: list[Sent], seats: list[Seat], seen: list[list[tuple[float, int]]]) -> tuple[list[float], int]:
    """How long each roll took to each viewer of its table, and how many never came."""
    times, lost = list[float](), 0
    by_tab: dict[str, list[Sent]] = {}
    for each in sent:
        by_tab.setdefault(each.tab, []).append(each)
    for seat, arrived in zip(seats, seen, strict=True):
        at = 0
        for each in sorted(by_tab.get(seat.tab, []), key=lambda each: each.seq):
            while at < len(arrived) and arrived[at][1] < each.seq:
                at += 1
            if at == len(arrived):
                lost += 1
            else:
                times.append(arrived[at][0] - each.sent)
    return times, lost


def storm(port: int, seats: list[Seat], clients: int, heads: dict[str, int]) -> float:
    """Seconds until that many clients that come back within two seconds have the last entry of their table."""

    async def one(number: int) -> None:
        seat = seats[number % len(seats)]
        await asyncio.sleep(2 * number / clients)
        last = heads[seat.tab]
        seen: list[tuple[float, int]] = []
        task = asyncio.create_task(watch(port, seat, max(last - 6, 0), seen, asyncio.Semaphore(0)))
        while not seen or seen[-1][1] < last:
            assert not task.done(), task.exception()
            await asyncio.sleep(0.02)
        task.cancel()

    async def main() -> float:
        start = time.monotonic()
        await asyncio.gather(*(one(number) for number in range(clients)))
        return time.monotonic() - start

    return asyncio.run(main())


def opening(entries: int, folder: str) -> tuple[int, float]:
    """Seconds from the first look at a table of so many entries to its page, on a server that has not loaded it."""
    database = str(Path(folder) / "long.db")

    async def fill(server: Server) -> tuple[Seat, int]:
        masters = await set_up(server.port, 1)
        link, seq, number = Link(server.port), 0, 0
        while seq < entries:
            number += 1
            seq = (await link.post(f"/t/{masters[0].tab}/do", rolling(number), masters[0].token))["entries"][-1]["seq"]
        return masters[0], seq

    server = Server(database)
    try:
        seat, seq = asyncio.run(fill(server))
    finally:
        server.stop()
    server = Server(database)
    try:
        import urllib.request

        address = f"http://127.0.0.1:{server.port}/t/{seat.tab}"
        headers = {"Authorization": f"Bearer {seat.token}", "Accept": "text/html"}
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/").read()
        start = time.monotonic()
        urllib.request.urlopen(urllib.request.Request(address, headers=headers)).read()
        return seq, time.monotonic() - start
    finally:
        server.stop()


def main() -> int:
    """Runs everything and prints the figures."""
    parser = argparse.ArgumentParser(description="The live table under load.")
    for name, usual in (("seconds", 60), ("viewers", 200), ("tables", 40), ("rate", 100), ("storm", 400)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--entries", type=int, default=10_000)
    said = parser.parse_args()
    sys.path.insert(0, str(ROOT / "src"))
    missed = list[str]()

    def goal(name: str, value: float) -> None:
        if value > GOALS[name]:
            missed.append(name)

    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "tables.db")
        server = Server(database)
        try:
            masters = asyncio.run(set_up(server.port, said.tables))
            seats = asyncio.run(seated(server.port, database, masters, said.viewers))
            here, there = multiprocessing.get_context("spawn").Pipe()
            arguments = (server.port, seats, there)
            viewers = multiprocessing.get_context("spawn").Process(target=viewing, args=arguments, daemon=True)
            viewers.start()
            assert here.recv() == "ready"
            before, start = server.cpu(), time.monotonic()
            sent = asyncio.run(load(server.port, masters, said.seconds, said.rate))
            took = time.monotonic() - start
            busy = (server.cpu() - before) / took
            time.sleep(1)
            here.send("enough")
            times, lost = delivered(sent, seats, here.recv())
            viewers.terminate()
            waited = [each.acknowledged - each.sent for each in sent]
            print(f"{len(sent)} rolls in {took:.0f} s, {said.viewers} viewers, {said.tables} tables")
            print(f"acknowledged  {spread(waited)}")
            print(f"delivered     {spread(times)}; {len(times)} deliveries, {lost} lost")
            print(f"server        {server.memory():.0f} MiB, {busy:.0%} of a core")
            goal("acknowledged", p99(waited))
            goal("memory", server.memory())
            if lost:
                missed.append("lost")
        finally:
            server.stop()
        if said.storm:
            heads: dict[str, int] = {}
            for each in sent:
                heads[each.tab] = max(heads.get(each.tab, 0), each.seq)
            server = Server(database)
            try:
                took = storm(server.port, seats, said.storm, heads)
                print(f"storm         {said.storm} clients in step {took:.1f} s after a restart")
                goal("storm", took)
            finally:
                server.stop()
        if said.entries:
            seq, took = opening(said.entries, folder)
            print(f"open          {seq} entries in {took:.2f} s")
            goal("open", took)
    print(f"missed: {', '.join(missed)}" if missed else "all goals reached")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
