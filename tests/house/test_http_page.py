"""The page about HTTP is true: its clients run against a server, and it names all addresses, requests and forms."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from starlette.routing import BaseRoute, Mount, Route
from tests.unit.web_tables import Evening, evening, hero

from rollkeep import errors
from rollkeep.errors import RollKeepError, TableError
from rollkeep.hosts import of_both
from rollkeep.machine.codec import text
from rollkeep.table.entry import REQUESTS, Enter
from rollkeep.web.ground import seats
from rollkeep.web.ground.faults import status_of
from rollkeep.web.pages import play

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
SHELL = shutil.which("bash")
WAIT = 20


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def section(title: str) -> str:
    return re.split(r"\n#{2,3} ", PAGE.partition(f" {title}\n")[2])[0]


class Served(NamedTuple):
    """A running server, and the players' link of a table where Shinai and Haru are free."""

    address: str
    link: str


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    import httpx2

    database = str(tmp_path_factory.mktemp("served") / "tables.db")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    program = [sys.executable, "-m", "rollkeep"]
    server = subprocess.Popen(
        [*program, "serve", "--port", "0", "--database", database], stdout=subprocess.PIPE, text=True, env=env
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        made = httpx2.post(f"{address}/tables", data={"name": "The lantern"}, headers={"accept": "application/json"})
        entering = ", ".join(text(Enter(name, hero(name), free=True)) for name in ("Shinai", "Haru"))
        sent = httpx2.post(
            f"{made.json()['address']}/do",
            content=f'{{"id": "1", "requests": [{entering}]}}',
            headers={"authorization": f"Bearer {made.json()['token']}", "content-type": "application/json"},
        )
        assert sent.status_code == 200, sent.text
        args = ["table", "links", "The lantern", "--database", database, "--url", address, "--json"]
        told = subprocess.run([*program, *args], capture_output=True, text=True, check=True, env=env)
        yield Served(address, next(each["address"] for each in json.loads(told.stdout)["links"] if not each["seat"]))
    finally:
        server.terminate()
        server.wait(WAIT)
        server.stdout and server.stdout.close()


def until(args: list[str], word: str, folder: Path) -> str:
    """What a program prints, up to the line with a word in it; then it is stopped."""
    errors = folder / "errors"
    with errors.open("w") as file:
        running = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=file, text=True, cwd=folder)
        told = ""
        try:
            assert running.stdout is not None
            for line in running.stdout:
                told += line
                if word in line:
                    return told
        finally:
            running.kill()
            running.wait(WAIT)
            running.stdout and running.stdout.close()
    pytest.fail(f"{told}\n{errors.read_text()}")


def test_the_python_client_joins_rolls_and_listens(served: Served, tmp_path: Path) -> None:
    (program,) = blocks("python")
    assert len(program.splitlines()) <= 26
    (tmp_path / "client.py").write_text(program, encoding="utf-8")
    told = until([sys.executable, "client.py", served.link, "Anna", "Shinai"], "Judged", tmp_path)
    assert [line.split(None, 1)[1] for line in told.splitlines()] == [
        "Opened Asked",
        "Declared",
        "Threw Kept Judged Closed",
    ]


@pytest.mark.skipif(not (SHELL and shutil.which("curl")), reason="there is no curl here")
def test_the_same_with_curl(served: Served, tmp_path: Path) -> None:
    assert SHELL
    (script,) = blocks("sh")
    here = {"http://127.0.0.1:8040/j/TOKEN": served.link, "Anna": "Bela", "Shinai": "Haru"}
    for there, instead in here.items():
        assert there in script
        script = script.replace(there, instead)
    told = until([SHELL, "-c", script], "data:", tmp_path)
    assert told.count("fourth.play.check.Judged") >= 2  # in the answer, and in the stream


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        yield made


def lines() -> list[str]:
    return [line for block in blocks("json") for line in block.splitlines() if line.startswith('{"is"')]


def test_there_is_an_example_of_each_request_and_all_are_done(table: Evening) -> None:
    codec = of_both().codec
    assert {type(codec.load(line)) for line in lines()} == REQUESTS
    for number, line in enumerate(lines()):
        body = f'{{"id": "{number}", "requests": [{line}]}}'
        headers = {"accept": "application/json", "content-type": "application/json"}
        answer = table.gm.post(f"{table.address}/do", content=body, headers=headers)
        assert answer.status_code == 200, (line, answer.text)


@pytest.mark.parametrize("kind", sorted(kind.__name__ for kind in REQUESTS))
def test_a_row_tells_each_request(kind: str) -> None:
    assert f"\n| `{kind}` |" in section("Requests as JSON")


def addresses(routes: list[BaseRoute]) -> Iterator[str]:
    for route in routes:
        if isinstance(route, Route):
            path = re.sub(r":\w+}", "}", route.path)
            yield from (f"{method} {path}" for method in sorted((route.methods or set()) - {"HEAD"}))
        elif isinstance(route, Mount):
            yield f"GET {route.path}/…"


def test_the_page_names_every_address_and_no_other(table: Evening) -> None:
    told = set(re.findall(r"`((?:GET|POST) /[^`]*)`", section("Addresses")))
    assert told == set(addresses(table.app.routes))


@pytest.mark.parametrize("what", sorted(play.ORDERS))
def test_a_row_tells_each_form(what: str) -> None:
    rows = [line.split("|")[1] for line in section("Forms").splitlines() if line.startswith("| `")]
    assert any(f"`{what}`" in row for row in rows)


def test_the_rows_tell_the_status_of_each_error() -> None:
    rows = re.findall(r"^\| (\d+) \|.*\|([^|]*)\|$", section("Errors"), re.MULTILINE)
    told = {name: int(status) for status, names in rows for name in re.findall(r"`(\w+)`", names)}
    kinds = {name: kind for name, kind in vars(errors).items() if isinstance(kind, type)}
    every = {name: kind for name, kind in kinds.items() if issubclass(kind, RollKeepError)}
    assert {name: status_of(every[name].__new__(every[name])) for name in told} == told
    for kind in every.values():
        assert kind in (RollKeepError, TableError) or any(each.__name__ in told for each in kind.__mro__), kind


def test_the_limits_are_those_of_the_code() -> None:
    assert (seats.MAX_COMMAND, seats.MAX_IMPORT, seats.MAX_VERIFY) == (4 * 2**10, 4 * 2**20, 32 * 2**20)
    for page in (PAGE, (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")):
        assert all(f"{size}" in page for size in ("4 KiB", "4 MiB", "32 MiB"))
