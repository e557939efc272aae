"""A database with one table that is always the same, for tests and for the examples of the documents."""

from __future__ import annotations

import os

from tests.unit.web_tables import world

from rollkeep.machine.machine import GM
from rollkeep.table.entry import Lock, Request, Rule, Say, Seated, Sit
from rollkeep.table.room import OWNER, Room
from rollkeep.table.sqlite import PLAYERS, Kept, Store

ID, NAME = "kJ3vQ8xW2nTzR5yB7cLm0A", "The lantern"
MADE = "2000-01-01T19:30:00+00:00"
LINKS = (("pL4yErSaNdWaTcHeRs00aA", PLAYERS), ("gAmEmAsTeRoNlYoNlY00bB", OWNER), ("aNnAaNdNoBoDyElSe000cC", "Anna"))


def kept(path: str, name: str = NAME, tab: str = ID, entries: bool = True) -> str:
    """A table in the database at that path, which is made where it is not there; the path."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    store = Store(path)
    row = Kept(tab, name, "4e", MADE, 0, "")
    store.create(row, [(token if tab == ID else f"{token}{tab}", seat) for token, seat in LINKS])
    room = Room(row, world()._replace(clock=lambda: MADE), [])
    said: tuple[tuple[str, Request], ...] = (
        (OWNER, Rule(0, (Seated(OWNER, GM, frozenset()),), "")),
        ("Anna", Sit("Anna", "player")),
        ("Anna", Say("Who lit the lantern?")),
        (OWNER, Say("=1+1 people, in the same minute.")),
        (OWNER, Lock(True)),
    )
    for number, (seat, request) in enumerate(said if entries else ()):
        room.do(store, seat, f"c{number}", "", [request])
    store.close()
    return path
