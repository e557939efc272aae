"""A real server, a real browser, and people who sit at a table in it."""

from __future__ import annotations

import json
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from tests.unit.web_tables import hero

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.play.person import person
from rollkeep.machine.codec import plain
from rollkeep.table.entry import Enter, Request

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 800}
PATIENCE = 15_000
"""Milliseconds after which something does not come any more."""


HEARING = """
window.heard = [];
window.EventSource = class extends EventSource {
    constructor(...address) {
        super(...address);
        this.addEventListener("message", (event) => window.heard.push(event.data));
    }
};
"""
"""Keeps what the stream of a page has sent."""


class Server:
    """``rollkeep serve`` as its own process, on a database of its own."""

    def __init__(self, database: Path) -> None:
        self.database, self.port = database, 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it; again on the same port."""
        command = [sys.executable, "-P", "-m", "rollkeep", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--database", str(self.database)],
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        assert found, line
        self.port = int(found[1])

    def stop(self, *, kill: bool = False) -> None:
        """Stops it, or kills it."""
        if self.process:
            (self.process.kill if kill else self.process.terminate)()
            self.process.wait(10)
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None


class Someone:
    """A page of a browser of its own, and what was wrong there."""

    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        self.server = server
        self.context = browser.new_context(viewport=options.pop("viewport", WIDE), **options)
        self.context.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self.context.add_init_script(HEARING)
        self.page: Page = self.tab()

    def tab(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", self._said)
        return page

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.wrong.append(said.text)

    def do(self, *requests: Request) -> Any:
        """A command as a program of this seat sends it."""
        body = json.dumps({"id": secrets.token_hex(16), "requests": [plain(each) for each in requests]})
        address = self.page.url.partition("#")[0].rstrip("/") + "/do"
        sent = """async ([address, body]) => {
            const headers = {"content-type": "application/json", accept: "application/json"};
            const answer = await fetch(address, {method: "POST", headers, body});
            return [answer.status, await answer.json()];
        }"""
        status, answer = self.page.evaluate(sent, [address, body])
        assert status == 200, answer
        return answer

    def card(self, text: str) -> Any:
        """The newest card with that text."""
        return self.page.locator("#cards > li.card", has_text=text).first

    def block(self, text: str) -> Any:
        """What may be done in the procedure with that text."""
        return self.page.locator("#doing .block", has_text=text).first


class Table:
    """A table, its game master, and who joins."""

    def __init__(self, seat: Callable[..., Someone], server: Server, game: str = "4e", **options: Any) -> None:
        self.seat, self.server = seat, server
        self.gm = seat(**options)
        page = self.gm.page
        page.goto(server.address)
        page.get_by_label("Its name").fill("The lantern bridge")
        if game == "5e":
            page.locator("input[name=game][value='5e']").check(force=True)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/t/*")
        self.address = page.url.partition("#")[0]
        self.tab = self.address.rsplit("/", 1)[1]

    @property
    def link(self) -> str:
        """The players' link."""
        token = self._kept("select token from link where tab = ? and seat = ''")
        return f"{self.server.address}/j/{token}"

    def settled(self, *people: Someone) -> None:
        """Waits until everybody's page shows what the table has come to."""
        seq = self._kept("select max(seq) from entry where tab = ?")
        for one in people:
            one.page.wait_for_function("seq => last >= seq", arg=seq)

    def _kept(self, question: str) -> Any:
        with sqlite3.connect(self.server.database) as db:
            return db.execute(question, (self.tab,)).fetchone()[0]

    def enter(self, name: str, one: Any = None, **how: Any) -> None:
        """A character comes."""
        shown: dict[str, Any] = {"hidden": False, "sheet": "hidden", "tracks": "open", "free": True} | how
        self.gm.do(Enter(name, one or hero(name), **shown))

    def joins(self, name: str, character: str = "", **options: Any) -> Someone:
        """Somebody opens the link and sits down."""
        who = self.seat(**options)
        who.page.goto(self.link)
        who.page.get_by_label("Your name").fill(name)
        if character:
            who.page.get_by_label(character, exact=True).check(force=True)
        else:
            who.page.get_by_label("only watch").check(force=True)
        who.page.get_by_role("button", name="Sit down").click()
        who.page.wait_for_url("**/t/*")
        return who


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of a module."""
    made = Server(tmp_path_factory.mktemp("server") / "tables.db")
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; it ends with the module, since it holds an event loop."""
    if not CHROMIUM:
        pytest.skip("there is no Chromium here; ./check installs it where it may")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


@pytest.fixture
def seat(browser: Browser, server: Server) -> Iterator[Callable[..., Someone]]:
    """Makes people with a browser each; in the end nothing may have gone wrong in any of them."""
    everyone: list[Someone] = []

    def made(**options: Any) -> Someone:
        everyone.append(Someone(browser, server, **options))
        return everyone[-1]

    yield made
    wrong = [text for one in everyone for text in one.wrong if "Failed to load resource" not in text]
    for one in everyone:
        one.context.close()
    assert not wrong


@pytest.fixture
def table(seat: Callable[..., Someone], server: Server) -> Table:
    """A table of the 4th edition."""
    return Table(seat, server)


@pytest.fixture
def dojo(seat: Callable[..., Someone], server: Server) -> tuple[Table, Someone, Someone]:
    """A table of the 5th edition with two duellists; one is so much better that a duel is short."""
    table = Table(seat, server, "5e")
    strong = tuple((ring, 5) for ring in ("air", "earth", "fire", "water", "void"))
    for name, more in (("shinai", {"rings": strong}), ("rival", {"endurance": 1})):
        sheet = READY[name]._replace(name=name.capitalize(), npc=False)._replace(**more)
        table.enter(name.capitalize(), person(sheet))
    anna, bela = table.joins("Anna", "Shinai"), table.joins("Bela", "Rival", viewport=PHONE)
    table.gm.page.reload()
    return table, anna, bela


def until(what: Callable[[], bool], seconds: float = PATIENCE / 1000) -> None:
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)
