"""Playing a log again: does every entry follow from the rules?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rollkeep.errors import RollKeepError
from rollkeep.machine.machine import Machine, decide, rule
from rollkeep.machine.secret import Secret, each_secret
from rollkeep.table.draft import EXPECTED
from rollkeep.table.entry import SETTING, Entry, Noted, Opened, Undone
from rollkeep.table.table import Run, Table, evolve, undoing


class Replayed(NamedTuple):
    """An entry with the table after it, and what does not follow; empty where all is well."""

    entry: Entry
    table: Table
    fault: str = ""


def replay(entries: Iterable[Entry], hosts: Mapping[str, Machine[Any]]) -> Iterator[Replayed]:
    """Each entry, played again from what came before it. It ends where an entry does not even fit."""
    table = Table(hosts)
    for entry in entries:
        fault = _audited(table, entry, hosts)
        try:
            table = evolve(table, entry)
        except EXPECTED:
            yield Replayed(entry, table, f"Entry {entry.seq} does not fit what was before.")
            return
        yield Replayed(entry, table, fault)


def _audited(table: Table, entry: Entry, hosts: Mapping[str, Machine[Any]]) -> str:
    """What of an entry does not follow from the rules; what the game master ruled or undid is taken as said."""
    asked = entry.asked.value if isinstance(entry.asked, Secret) else entry.asked
    events = [event.value if isinstance(event, Secret) else event for event in entry.events]
    run = table.runs.get(entry.run) or Run()
    if events and isinstance(events[0], Opened):
        if events[0].machine not in hosts:
            return f"Entry {entry.seq}: no procedure is called {events[0].machine[:40]!r}."
        run = Run(events[0].machine, events[0].to, events[0].after, hosts[events[0].machine].blank)
        events = events[1:]
    if events and isinstance(events[0], Undone):
        try:
            due = undoing(table, run, events[0].before)
        except LookupError:
            due = ()
        return "" if due == tuple(events) else f"Entry {entry.seq}: something else follows from this undo."
    if not run.machine or any(event is None or isinstance(event, (Noted, *SETTING)) for event in events):
        return ""
    why = entry.why.value if isinstance(entry.why, Secret) else entry.why
    machine, scene = hosts[run.machine], table.scene(run)
    try:
        if asked:
            step = decide(machine, scene, asked.who, asked.move, waived=bool(why))
        elif why:
            return ""  # the game master said what happened
        else:
            step = rule(machine, scene)
    except (RollKeepError, *EXPECTED) as fault:
        said = fault.message if isinstance(fault, RollKeepError) else "that does not fit"
        return f"Entry {entry.seq}: {said}"
    if _bare(tuple(step.events)) != _bare(tuple(events)):
        return f"Entry {entry.seq}: something else follows from this move."
    return ""


def _bare(value: Any) -> Any:
    """Without seals and blinds, which are drawn anew."""
    return each_secret(value, lambda secret: Secret(_bare(secret.value), secret.to))
