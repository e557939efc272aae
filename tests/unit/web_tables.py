"""An application over a temporary database, for tests: seeded dice, a clock that stands, people at a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from rollkeep.fourth.play.person import person
from rollkeep.fourth.sheet import Character, Skill
from rollkeep.hosts import of_both
from rollkeep.machine.codec import plain
from rollkeep.table import entropy
from rollkeep.table.entry import Enter, Request
from rollkeep.table.room import World
from rollkeep.table.sqlite import PLAYERS, Store
from rollkeep.web.app import app
from rollkeep.web.ground.hall import Hall

HERE = "http://testserver"
NOON = "2000-01-01T12:00:00+00:00"
TRAITS = ("stamina", "willpower", "strength", "perception", "agility", "intelligence", "reflexes", "awareness")
JSON = {"accept": "application/json", "origin": HERE}


def world(seed: int = 1) -> World:
    """Seeded dice, a clock that stands, blinds that count up."""
    hosts, source = of_both(), entropy.seeded(seed)
    blinds = iter(range(10**9))
    return World(dict(hosts.machines), hosts.codec, lambda: source, lambda: NOON, lambda: f"{next(blinds):032x}")


def hero(name: str = "Shinai", **more: Any) -> Any:
    """A character of the 4th edition in play."""
    traits = tuple((trait, 3) for trait in TRAITS)
    skills = (Skill("kyujutsu", 4, ("yumi",)), Skill("iaijutsu", 3), Skill("athletics", 2))
    rest: dict[str, Any] = {"traits": traits, "void_ring": 3, "skills": skills} | more
    return person(Character(name, **rest))


class Evening:
    """A table with its game master, to which players can be added."""

    def __init__(self, path: Path, game: str = "4e", seed: int = 1) -> None:
        self.store = Store(str(path / "tables.db"))
        self.hall = Hall(self.store, world(seed))
        self.app = app(self.hall)
        self.count = 0
        self.gm = self.browser()
        answer = self.gm.post("/tables", data={"name": "The lantern", "game": game})
        assert answer.status_code == 303, answer.text
        self.address = answer.headers["location"]
        self.tab = self.address.removeprefix("/t/")

    def browser(self) -> TestClient:
        """Somebody's browser, without a seat."""
        client = TestClient(self.app, base_url=HERE, follow_redirects=False)
        client.headers |= {"origin": HERE, "accept": "text/html"}
        return client

    def link(self, seat: str = PLAYERS) -> str:
        """The address of the link of a seat; of the players' link unless said."""
        token = next(token for token, whose in self.store.links(self.tab) if whose == seat)
        return f"/j/{token}"

    def joins(self, name: str, character: str = "", role: str = "player") -> TestClient:
        """Somebody sits down."""
        client = self.browser()
        answer = client.post(self.link(), data={"name": name, "character": character, "role": role})
        assert answer.status_code == 303, answer.text
        return client

    def do(self, client: TestClient, *requests: Request, command: str = "") -> Any:
        """A command of a program; the answer."""
        self.count += 1
        body = {"id": command or f"c{self.count}", "requests": [plain(each) for each in requests]}
        return client.post(f"{self.address}/do", json=body, headers=JSON)

    def enter(self, name: str = "Shinai", one: Any = None, **how: Any) -> None:
        """The game master brings a character."""
        shown: dict[str, Any] = {"hidden": False, "sheet": "hidden", "tracks": "open", "free": True} | how
        answer = self.do(self.gm, Enter(name, one or hero(name), **shown))
        assert answer.status_code == 200, answer.text

    def form(self, client: TestClient, **fields: Any) -> Any:
        """A form of the page."""
        self.count += 1
        return client.post(f"{self.address}/do", data={"id": f"f{self.count}"} | fields)


@contextmanager
def evening(path: Path, game: str = "4e", seed: int = 1) -> Iterator[Evening]:
    """A table that is closed in the end."""
    made = Evening(path, game, seed)
    try:
        yield made
    finally:
        made.store.close()
