"""Any edit or loss in the log is noticed: the entry is named, the table can be read up to there, others serve."""

from __future__ import annotations

import html
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.promises.evenings import Evening as Random
from tests.promises.evenings import evening as random_evening
from tests.promises.sides import fails
from tests.unit.web_tables import HERE, evening, world

from rollkeep.errors import LogError
from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.roll import Declare
from rollkeep.machine.machine import GM
from rollkeep.table import chain, room
from rollkeep.table.entry import Act, Entry, Say, Start
from rollkeep.table.log import read
from rollkeep.table.sqlite import Store
from rollkeep.web.app import app
from rollkeep.web.ground.hall import Hall

Damage = Callable[[sqlite3.Connection, str, int], None]


def _body(db: sqlite3.Connection, tab: str, seq: int) -> str:
    row = db.execute("select body from entry where tab = ? and seq = ?", (tab, seq)).fetchone()
    return str(row[0])


def _one_byte(db: sqlite3.Connection, tab: str, seq: int) -> None:
    body = _body(db, tab, seq)
    at = body.index('"seat":"') + len('"seat":"')
    changed = body[:at] + chr(ord(body[at]) ^ 1) + body[at + 1 :]
    db.execute("update entry set body = ? where tab = ? and seq = ?", (changed, tab, seq))


def _rewritten(db: sqlite3.Connection, tab: str, seq: int) -> None:
    """Another text with the hash that fits it; what follows does not fit any more."""
    data = json.loads(_body(db, tab, seq))
    data["at"] = "2001-01-01T12:00:00+00:00"
    body = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    (before,) = db.execute("select hash from entry where tab = ? and seq = ?", (tab, seq - 1)).fetchone() or ("",)
    (codec,) = _codec
    entry: Entry = codec.load(body, Entry)
    new = chain.link(before, entry)
    db.execute("update entry set body = ?, hash = ? where tab = ? and seq = ?", (body, new, tab, seq))


def _forged(db: sqlite3.Connection, tab: str, seq: int) -> None:
    """Another value under the seal of the one that was there."""
    data = json.loads(_body(db, tab, seq))

    def forge(value: Any) -> bool:
        if isinstance(value, dict):
            if value.get("is") == "machine.secret.Secret" and type(value["value"]) is int:
                value["value"] += 1
                return True
            return any(map(forge, value.values()))
        return isinstance(value, list) and any(map(forge, value))

    assert forge(data)
    body = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    db.execute("update entry set body = ? where tab = ? and seq = ?", (body, tab, seq))


def _cut(db: sqlite3.Connection, tab: str, seq: int) -> None:
    db.execute("delete from entry where tab = ? and seq >= ?", (tab, seq))


def _missing(db: sqlite3.Connection, tab: str, seq: int) -> None:
    db.execute("delete from entry where tab = ? and seq = ?", (tab, seq))


def _swapped(db: sqlite3.Connection, tab: str, seq: int) -> None:
    for old, new in ((seq, -1), (seq + 1, seq), (-1, seq + 1)):
        db.execute("update entry set seq = ? where tab = ? and seq = ?", (new, tab, old))


def _nonsense(db: sqlite3.Connection, tab: str, seq: int) -> None:
    db.execute("update entry set body = ? where tab = ? and seq = ?", ("[" * 100_000, tab, seq))


DAMAGES: dict[str, Damage] = {
    "one byte": _one_byte,
    "rewritten": _rewritten,
    "forged": _forged,
    "cut": _cut,
    "missing": _missing,
    "swapped": _swapped,
    "nonsense": _nonsense,
}
_codec: list[Any] = []


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, str]]:
    """A database with two tables and their game masters' tokens."""
    folder = tmp_path_factory.mktemp("whole")
    with evening(folder) as table:
        _codec[:] = [table.hall.world.codec]
        table.enter()
        for _ in range(3):
            table.do(table.gm, Start("check", GM, Ask("Shinai", "kyujutsu", 20, "hidden")))
            table.do(table.gm, Act(table.hall._rooms[table.tab].table.seq, "Shinai", Declare("Shinai")))
            table.do(table.gm, Say("hello"))
        other = table.gm.post("/tables", data={"name": "The other", "game": "4e"}).headers["location"]
        table.store._db.execute("pragma wal_checkpoint(truncate)")
        yield folder / "tables.db", table.tab, other.removeprefix("/t/")


def sealed_entry(db: sqlite3.Connection, tab: str) -> int:
    """An entry in the middle that holds a sealed number."""
    rows = db.execute("select seq, body from entry where tab = ? and body like '%Secret%' order by seq", (tab,))
    return next(int(seq) for seq, body in rows if '"is":"machine.secret.Secret","seal"' in body and seq > 3)


def check_noticed(folder: Path, whole: tuple[Path, str, str], what: str) -> None:
    """The damage is noticed when the table is read."""
    database, tab, other = whole
    path = folder / "tables.db"
    path.write_bytes(database.read_bytes())
    db = sqlite3.connect(path, isolation_level=None)
    seq = sealed_entry(db, tab)
    DAMAGES[what](db, tab, seq)
    tokens = dict(db.execute("select tab, token from link where seat = 'gm'"))
    db.close()
    store = Store(str(path))
    try:
        client = TestClient(app(Hall(store, world())), base_url=HERE, follow_redirects=False)

        def headers(which: str) -> dict[str, str]:
            return {"accept": "application/json", "authorization": f"Bearer {tokens[which]}"}

        told = client.get(f"/t/{tab}", headers=headers(tab))
        assert told.status_code == 200
        fault = told.json()["fault"]
        last = told.json()["seq"]
        assert fault, "nobody notices"
        named = last if what == "cut" else last + 1
        assert f"ntry {named}" in fault
        assert last == (seq if what == "rewritten" else seq - 1)
        page = client.get(f"/t/{tab}", headers=headers(tab) | {"accept": "text/html"})
        assert page.status_code == 200
        assert "nothing can be added" in page.text
        assert len(client.get(f"/t/{tab}/log", headers=headers(tab)).json()["entries"]) == last
        said = {"id": "x", "requests": [{"is": "table.entry.Say", "text": "hello"}]}
        refused = client.post(f"/t/{tab}/do", json=said, headers=headers(tab) | {"origin": HERE})
        assert refused.status_code == 500
        assert refused.json()["error"]["code"].startswith("log")
        form = {"id": "y", "what": "say", "text": "hello"}
        refused = client.post(f"/t/{tab}/do", data=form, headers=headers(tab) | {"accept": "text/html"})
        assert refused.status_code == 500
        assert fault in html.unescape(refused.text)
        assert client.post(f"/t/{other}/do", json=said, headers=headers(other)).status_code == 200
    finally:
        store.close()


@pytest.mark.parametrize("what", DAMAGES)
def test_damage(tmp_path: Path, whole: tuple[Path, str, str], what: str) -> None:
    check_noticed(tmp_path, whole, what)


def test_damaged_pages_of_the_file(tmp_path: Path, whole: tuple[Path, str, str]) -> None:
    """Where the database cannot read a page, that is said, not raised."""
    database, tab, _ = whole
    raw = database.read_bytes()
    size = 4096
    statuses = set()
    for page in range(1, len(raw) // size):
        path = tmp_path / f"{page}.db"
        path.write_bytes(raw[: page * size] + b"\x5a" * size + raw[(page + 1) * size :])
        try:
            store = Store(str(path))
        except LogError:
            continue
        try:
            client = TestClient(app(Hall(store, world())), base_url=HERE, follow_redirects=False)
            db = sqlite3.connect(database)
            (token,) = db.execute("select token from link where seat = 'gm' and tab = ?", (tab,)).fetchone()
            db.close()
            headers = {"accept": "application/json", "authorization": f"Bearer {token}"}
            statuses.add(client.get(f"/t/{tab}", headers=headers).status_code)
            said = {"id": "x", "requests": [{"is": "table.entry.Say", "text": "hello"}]}
            statuses.add(client.post(f"/t/{tab}/do", json=said, headers=headers).status_code)
        finally:
            store.close()
    assert statuses <= {200, 404, 500, 507}


def check_exports(made: Random) -> None:
    """Every edit of an exported log is noticed, whoever exported it."""
    for _ in range(40):
        made.step()
    for seat in ("gm", "Anna", "Wen"):
        raw = made.room.export(made.room.table.names(seat)).encode()
        assert read(raw, made.world.codec).status == 0
        lines = raw.splitlines(keepends=True)
        for number in range(len(lines)):
            changed = lines[number].replace(b'"seat":"', b'"seat":"x', 1)
            for broken in (
                b"".join([*lines[:number], changed, *lines[number + 1 :]]),
                b"".join([*lines[:number], lines[number][:20], *lines[number + 1 :]]),
            ):
                log = read(broken, made.world.codec)
                assert log.status != 0
                assert len(log.entries) == number


def test_exports(tmp_path: Path) -> None:
    with random_evening(tmp_path, 5) as made:
        check_exports(made)


# --- what these tests have to notice ----------------------------------------------------------------------------


def _no_chain_check(patch: pytest.MonkeyPatch) -> None:
    real = room.Room._read

    def read(self: Any, rows: Any) -> None:
        rows = list(rows)
        fitting = []
        head = ""
        for seq, body, _ in rows:
            try:
                head = chain.link(head, self.world.codec.load(body, Entry))
            except Exception:
                break
            fitting.append((seq, body, head))
        self.kept = self.kept._replace(seq=len(fitting), head=head)
        real(self, fitting)

    patch.setattr(room.Room, "_read", read)


def _no_seal_check(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(room, "check_seals", lambda entry: 0)


def _no_tail_check(patch: pytest.MonkeyPatch) -> None:
    real = room.Room._read

    def read(self: Any, rows: Any) -> None:
        rows = list(rows)
        self.kept = self.kept._replace(seq=rows[-1][0], head=rows[-1][2])
        real(self, rows)

    patch.setattr(room.Room, "_read", read)


@pytest.mark.parametrize(
    ("what", "saboteur"), [("one byte", _no_chain_check), ("forged", _no_seal_check), ("cut", _no_tail_check)]
)
def test_saboteurs(
    tmp_path: Path, whole: tuple[Path, str, str], what: str, saboteur: Callable[[pytest.MonkeyPatch], None]
) -> None:
    fails(lambda: check_noticed(tmp_path, whole, what), saboteur)


def test_saboteur_of_exports(tmp_path: Path) -> None:
    def same_hash(patch: pytest.MonkeyPatch) -> None:
        patch.setattr("rollkeep.table.log.link", lambda head, entry: "0" * 64)

    with random_evening(tmp_path, 5) as made:
        fails(lambda: check_exports(made), same_hash)
