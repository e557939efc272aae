"""Any input is taken or refused by one of our errors, and shown as what it is: as text."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.promises.sides import fails, many
from tests.promises.texts import SCRIPTS, UNICODE
from tests.unit.web_tables import JSON, Evening, evening, hero

from rollkeep.errors import CODES
from rollkeep.machine.codec import kind_of, plain
from rollkeep.table.entry import KINDS, REQUESTS, Enter, Mark, Say, Sit
from rollkeep.web.ground.page import templates
from rollkeep.web.ground.seats import MAX_COMMAND, View
from rollkeep.web.pages import play

TEXTS = (*SCRIPTS, *UNICODE)
RUN = "1"

FIELDS: dict[str, dict[str, Any]] = {
    "say": {"text": "*"},
    "ask, label": {"what": "ask", "whom": "Shinai", "deed": "kyujutsu", "judging": "later", "label": "*"},
    "ask, deed": {"what": "ask", "whom": "Shinai", "deed": "*", "judging": "later"},
    "ask, adds": {"what": "ask", "whom": "Shinai", "deed": "kyujutsu", "judging": "later", "adds": "*"},
    "ask, reason": {"what": "ask", "whom": "Shinai", "deed": "kyujutsu", "judging": "later", "adds": "+1k0 *"},
    "ask, whom": {"what": "ask", "whom": "*", "deed": "kyujutsu", "judging": "later"},
    "ask, TN": {"what": "ask", "whom": "Shinai", "deed": "kyujutsu", "judging": "told", "tn": "*"},
    "ask, judging": {"what": "ask", "whom": "Shinai", "deed": "kyujutsu", "judging": "*"},
    "roll, Raises for": {"what": "roll", "who": "Shinai", "deed": "kyujutsu", "f.raises": "1", "f.raise_for": "*"},
    "roll, changed": {"what": "roll", "who": "Shinai", "deed": "kyujutsu", "attempt": "2", "tn": "5", "changed": "*"},
    "roll, Raises": {"what": "roll", "who": "Shinai", "deed": "kyujutsu", "f.raises": "*"},
    "roll, void": {"what": "roll", "who": "Shinai", "deed": "kyujutsu", "f.void": "*"},
    "mark, why": {"what": "mark", "who": "Shinai", "track": "wounds", "by": "1", "why": "*"},
    "mark, track": {"what": "mark", "who": "Shinai", "track": "*", "by": "1"},
    "mark, by": {"what": "mark", "who": "Shinai", "track": "wounds", "by": "*"},
    "mark, who": {"what": "mark", "who": "*", "track": "wounds", "by": "1"},
    "undo, why": {"what": "undo", "run": RUN, "why": "*"},
    "undo, run": {"what": "undo", "run": "*", "why": "x"},
    "withdraw": {"what": "withdraw", "run": RUN, "why": "*"},
    "close": {"what": "close", "run": RUN, "why": "*"},
    "plead": {"what": "plead", "run": RUN, "who": "Shinai", "move": "Declare", "why": "*"},
    "move": {"what": "move", "run": RUN, "who": "*", "move": "*"},
    "contest, label": {"what": "contest", "whom": ["Shinai", "Kuma"], "deed": "kyujutsu", "label": "*"},
    "task, every": {"what": "task", "whom": "Shinai", "deed": "kyujutsu", "total": "30", "every": "*", "label": "*"},
    "iaijutsu, label": {"what": "iaijutsu", "whom": ["Shinai", "Kuma"], "label": "*"},
    "together": {"what": "together", "whom": ["Shinai", "Kuma"], "lead": "Shinai", "deed": "athletics", "label": "*"},
    "sit": {"what": "sit", "seat": "*", "role": "player"},
    "sit, holds": {"what": "sit", "seat": "Anna", "role": "player", "holds": "*"},
    "agree": {"what": "agree", "ruling.odd_die": "*"},
    "heed": {"what": "heed", "plea": "*"},
    "shows": {"what": "shows", "who": "*", "sheet": "*"},
    "what": {"what": "*"},
    "a key": {"*": "x"},
}

_PLACES: dict[str, Callable[[Evening, str], Any]] = {
    "table": lambda t, text: t.browser().post("/tables", data={"name": text, "game": "4e"}),
    "game": lambda t, text: t.browser().post("/tables", data={"name": "x", "game": text}),
    "join": lambda t, text: t.browser().post(t.link(), data={"name": text}),
    "join, character": lambda t, text: t.browser().post(t.link(), data={"name": "Zoe", "character": text}),
    "enter": lambda t, text: t.do(t.gm, Enter(text, hero("X"), False, "open", "open", True)),
    "sheet": lambda t, text: t.do(t.gm, Enter("Kuma", hero(text), False, "open", "open", True)),
    "say": lambda t, text: t.do(t.gm, Say(text)),
    "mark": lambda t, text: t.do(t.gm, Mark("Shinai", "wounds", 1, text)),
    "sit": lambda t, text: t.do(t.gm, Sit(text, "player")),
    "search": lambda t, text: t.gm.get(t.address, params={"q": text}),
    "older": lambda t, text: t.gm.get(f"{t.address}/log", params={"before": text, "after": text}),
    "roll": lambda t, text: t.gm.get(f"{t.address}/roll", params={"who": "Shinai", "deed": text, "adds": text}),
    "chance": lambda t, text: t.gm.get(f"{t.address}/chance", params={"who": "Shinai", "deed": text, "f.raises": text}),
    "again": lambda t, text: t.gm.get(f"{t.address}/roll", params={"again": text}),
    "command id": lambda t, text: t.gm.post(f"{t.address}/do", data={"id": text, "what": "say", "text": "x"}),
    "link": lambda t, text: t.browser().get("/j/x", params={"name": text}),
    "cookie": lambda t, text: t.browser().get(t.address, headers={"authorization": f"Bearer {text!a}"}),
}


class Strict(HTMLParser):
    """Collects what a browser would run."""

    def __init__(self) -> None:
        super().__init__()
        self.evil: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith(("on", "hx-on")) or name == "style":
                self.evil.append(f"{tag} {name}")
            leads = name in ("href", "src", "action", "data", "content", "formaction")
            if leads and value and value.strip().lower().startswith(("javascript:", "//evil")):
                self.evil.append(f"{tag} {name}={value}")
        own = [value or "" for name, value in attrs if name == "src"]
        if tag == "script" and not (own and own[0].startswith("/static/")):
            self.evil.append("script")
        if tag in ("iframe", "object", "embed", "base", "math", "video", "audio"):
            self.evil.append(tag)


def check_harmless(page: str) -> None:
    """Nothing of a page could run."""
    parser = Strict()
    parser.feed(page)
    assert parser.evil == []


def check_answer(answer: Any) -> None:
    """Taken, or refused by an error of ours; never a crash."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        kind = answer.headers["content-type"]
        if kind.startswith("application/json"):
            assert answer.json()["error"]["code"] in CODES
            assert answer.json()["error"]["message"]
        else:
            check_harmless(answer.text)
    elif answer.headers.get("content-type", "").startswith("text/html"):
        check_harmless(answer.text)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        made.enter()
        made.enter("Kuma", hero("Kuma"))
        made.joins("Anna", "Shinai")
        yield made


def filled(fields: dict[str, Any], text: str, run: int) -> dict[str, Any]:
    """A form with a text in its place."""
    found = {}
    for name, value in fields.items():
        name = name.replace("*", text)
        found[name] = value.replace("*", text) if isinstance(value, str) else value
    if found.get("run") == RUN:
        found["run"] = str(run)
    return found


def check_everywhere(table: Evening, texts: tuple[str, ...], share: int = 1) -> None:
    """Each text in each place, or in turn in one of so many; then all that the table tells is looked at."""
    ask = {"what": "ask", "whom": "Shinai", "deed": "kyujutsu", "judging": "later"}
    for turn, text in enumerate(texts):
        table.form(table.gm, **ask)
        run = table.hall._rooms[table.tab].table.seq
        for name, fields in list(FIELDS.items())[turn % share :: share]:
            sent = {"what": name} | fields if name == "say" else fields
            check_answer(table.form(table.gm, **filled(sent, text, run)))
        for place in list(_PLACES.values())[turn % share :: share]:
            check_answer(place(table, text))
    room = table.hall._rooms[table.tab]
    for seat in ("gm", "Anna"):
        view = View(room, seat)
        fragments = play._fragments(view, 0, view.table.seq)
        check_harmless("\n".join(line.removeprefix("data: ") for line in fragments.splitlines()))
        assert len(re.findall(r"^(?!data: |id: )", fragments.strip(), re.MULTILINE)) == 0
        told = play._entries(view, 0, view.table.seq)
        assert json.loads(told.split("\ndata: ")[1])["entries"]
    check_answer(table.gm.get(table.address))
    for path in ("/watch", "/log", "/menu", "/roll", "/export?as=markdown", "/export?as=csv", "/seat", "/settings"):
        check_answer(table.gm.get(table.address + path))
    told = html.unescape(table.gm.get(table.address).text)
    for text in texts:
        if any(event.text == text for each in room.entries for event in each.events if hasattr(event, "text")):
            assert text in told or room.table.seq > 300


@pytest.mark.parametrize("part", range(4))
def test_everywhere(table: Evening, part: int) -> None:
    check_everywhere(table, TEXTS[part::4], many(8, 3))


def test_one_answer_each(table: Evening) -> None:
    """What can be shown is a name; what cannot is refused, and so is what looks like another name."""
    answers = {text: table.do(table.gm, Sit(text, "player")) for text in UNICODE}
    codes = {text: answer.json().get("error", {}).get("code", "") for text, answer in answers.items()}
    shown = [text for text, code in codes.items() if not code]
    assert shown == [
        "7\N{SUPERSCRIPT TWO}k3",
        "\N{ARABIC-INDIC DIGIT SEVEN}k\N{ARABIC-INDIC DIGIT THREE}",
        "\N{FULLWIDTH DIGIT SEVEN}\N{FULLWIDTH LATIN SMALL LETTER K}\N{FULLWIDTH DIGIT THREE}",
        "\N{FAMILY}\N{DIE FACE-6}",
        "真内",
        '=HYPERLINK("//evil.example")',
    ]
    assert codes["\N{CYRILLIC CAPITAL LETTER DZE}hinai"] == codes["7\N{CYRILLIC SMALL LETTER KA}3"] == "table.name"
    assert set(codes.values()) == {"", "usage.text", "table.name"}


# --- limits -----------------------------------------------------------------------------------------------------


def say(size: int, *, command: str = "x") -> bytes:
    """A command of exactly so many bytes: spaces count."""
    raw = json.dumps({"id": command, "requests": [plain(Say("hello"))]}).encode()
    return raw[:-1] + b" " * (size - len(raw)) + b"}"


def check_edges(table: Evening) -> None:
    """What is taken and what is not, exactly."""
    headers = JSON | {"content-type": "application/json"}

    def sends(raw: bytes) -> int:
        return int(table.gm.post(f"{table.address}/do", content=raw, headers=headers).status_code)

    assert sends(say(MAX_COMMAND, command="a")) == 200
    assert sends(say(MAX_COMMAND + 1, command="b")) == 413
    field = b"id=f1&what=say&text=hello&rest="
    for more, status in ((0, 303), (1, 413)):
        raw = field + b"x" * (MAX_COMMAND - len(field) + more)
        form = {"content-type": "application/x-www-form-urlencoded"}
        assert table.gm.post(f"{table.address}/do", content=raw, headers=form).status_code == status
    for most, make in (
        (1_000, lambda n: Say("x" * n)),
        (200, lambda n: Mark("Shinai", "wounds", 1, "x" * n)),
        (60, lambda n: Sit("y" * n, "player")),
        (60, lambda n: Enter("z" * n, hero("Zed"))),
    ):
        assert table.do(table.gm, make(most)).status_code == 200
        assert table.do(table.gm, make(most + 1)).status_code == 409
    for size, status in ((64, 200), (65, 409)):
        assert table.do(table.gm, Say("x"), command="i" * size).status_code == status
    for size, status in ((60, 303), (61, 422)):
        assert table.browser().post("/tables", data={"name": "n" * size}).status_code == status


def test_edges(table: Evening) -> None:
    check_edges(table)


def check_ids(table: Evening) -> None:
    """An id stands for one command: again the same answer, with another body 409; a refused one is free."""
    first = table.do(table.gm, Say("once"), command="k")
    again = table.do(table.gm, Say("once"), command="k")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    other = table.do(table.gm, Say("twice"), command="k")
    assert (other.status_code, other.json()["error"]["code"]) == (409, "table.command")
    assert table.do(table.gm, Mark("Nobody", "wounds", 1, "x"), command="r").status_code == 409
    assert table.do(table.gm, Say("now"), command="r").status_code == 200
    form = {"id": "f", "what": "say", "text": "a form"}
    before = table.hall._rooms[table.tab].table.seq
    for _ in range(3):
        assert table.gm.post(f"{table.address}/do", data=form).status_code == 303
    assert table.hall._rooms[table.tab].table.seq == before + 1


def test_ids(table: Evening) -> None:
    check_ids(table)


# --- JSON that nobody would send --------------------------------------------------------------------------------

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 10**9, 10**40, 1.5, "", "x", "gm", "chance", "Shinai", "\ud800", [], ["x"], {}, {"is": "x"},
    plain(hero()), {"is": kind_of(Say), "text": "x"},
)  # fmt: skip


def check_strange(table: Evening, rng: Random, times: int) -> None:
    """Requests with values of the wrong kind, in the wrong place, or missing."""
    from tests.promises.test_rights import REQUEST_ROWS, Sides

    sides = Sides.__new__(Sides)
    sides.table, sides.count = table, 0
    sides.clients = {"gm": table.gm, "holder": table.joins("Ben", "")}
    samples = [plain(row.make(sides)) for kind, row in REQUEST_ROWS.items() if kind.__name__ not in ("Heed", "Lock")]
    events = [{"is": kind_of(kind)} for kind in KINDS if kind not in REQUESTS]
    for number in range(times):
        request = spoilt(json.loads(json.dumps(rng.choice(samples))), rng, (*STRANGE, *events, *samples))
        raw = json.dumps({"id": f"z{number}", "requests": [request]}).encode()
        answer = table.gm.post(f"{table.address}/do", content=raw, headers=JSON | {"content-type": "application/json"})
        assert answer.status_code < 500, raw
        check_answer(answer)
        if number % 10 == 0:
            check_answer(table.gm.get(table.address))
    kept = table.store.table(table.tab)
    from rollkeep.table.room import Room

    assert not Room(kept, table.hall.world, table.store.rows(table.tab)).fault


def spoilt(value: Any, rng: Random, strange: tuple[Any, ...]) -> Any:
    """The same with one value, somewhere within, replaced."""
    at, way = value, list[tuple[Any, Any]]()
    while isinstance(at, dict | list) and at:
        key = rng.choice(list(at) if isinstance(at, dict) else range(len(at)))
        way.append((at, key))
        if rng.random() < 0.4:
            break
        at = at[key]
    where, key = way[-1]
    if isinstance(where, dict) and rng.random() < 0.1:
        del where[key]
    else:
        where[key] = rng.choice(strange)
    return value


@pytest.mark.parametrize("seed", range(many(2, 6)))
def test_strange_requests(table: Evening, seed: int) -> None:
    check_strange(table, Random(seed), many(250, 800))


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"null", b'"x"', b"[" * 4_000, b'{"id":1,"requests":[]}', b'{"id":"x","requests":[]}',
     b'{"id":"x","requests":[1]}', b'{"id":"x","requests":{}}', b"\xff\xfe", b'{"id":"\\ud800","requests":[{}]}',
     b'{"id":"x","requests":[{"is":"builtins.object"}]}', b'{"id":NaN}'],
)  # fmt: skip
def test_no_commands(table: Evening, raw: bytes) -> None:
    answer = table.gm.post(f"{table.address}/do", content=raw, headers=JSON | {"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["code"] in CODES


# --- what these tests have to notice ----------------------------------------------------------------------------


def _not_escaped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(templates(), "autoescape", False)
    templates().cache.clear()  # type: ignore[union-attr]


def _no_limit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(play, "MAX_COMMAND", 10**9)


def _ids_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("rollkeep.table.sqlite.Store.did", lambda *_: None)
    patch.setattr("rollkeep.table.sqlite.Store.append", _append_without_id)


def _append_without_id(self: Any, tab: str, seat: str, command: str, digest: str, rows: Any, tokens: Any = ()) -> None:
    import secrets

    command = secrets.token_hex(8)
    with self._all_or_nothing():
        for row in rows:
            values = (tab, row.seq, seat, command, row.part, row.body, row.hash)
            self._db.execute("insert into entry values (?, ?, ?, ?, ?, ?, ?)", values)
        self._db.execute("update tab set seq = ?, head = ? where id = ?", (rows[-1].seq, rows[-1].hash, tab))
        for token in tokens:
            self._renew(tab, token)


def test_saboteurs(table: Evening) -> None:
    try:
        fails(lambda: check_everywhere(table, SCRIPTS[:3]), _not_escaped)
    finally:
        templates().cache.clear()  # type: ignore[union-attr]
    fails(lambda: check_edges(table), _no_limit)
    fails(lambda: check_ids(table), _ids_forgotten)
