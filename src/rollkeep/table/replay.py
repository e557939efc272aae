"""Playing a log again: does every entry follow from the rules?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rollkeep.errors import RollKeepError
from rollkeep.machine.machine import CHANCE, EXPECTED, GM, Machine, Shifted, Who, decide, rule
from rollkeep.machine.secret import Hidden, Secret, each_secret, known
from rollkeep.table.entry import SETTING, TOLD, Entry, Heeded, Joined, Noted, Opened, Pleaded, Seated, Stood, Undone
from rollkeep.table.mentioned import names_in
from rollkeep.table.seating import may_take
from rollkeep.table.table import Run, Table, evolve
from rollkeep.table.undoing import undoing


class Replayed(NamedTuple):
    """An entry with the table after it, and what does not follow; empty where all is well.

    ``hides``: it holds, or depends on, what this reader may not see, so that its seal and the chain alone speak for it.
    """

    entry: Entry
    table: Table
    fault: str = ""
    hides: bool = False


def replay(entries: Iterable[Entry], hosts: Mapping[str, Machine[Any]]) -> Iterator[Replayed]:
    """Each entry, played again from what came before it. It ends where an entry does not even fit."""
    table = Table(hosts)
    for entry in entries:
        fault = _audited(table, entry, hosts)
        hides = fault is None or _hides((entry.asked, entry.why, entry.events))
        try:
            table = evolve(table, entry)
        except EXPECTED:
            yield Replayed(entry, table, f"Entry {entry.seq} does not fit what was before.", hides)
            return
        yield Replayed(entry, table, fault or "", hides)


def _audited(table: Table, entry: Entry, hosts: Mapping[str, Machine[Any]]) -> str | None:
    """What of an entry does not follow from the rules; what the game master ruled is taken as said.

    What hides something from this reader is not looked at: its seal counts for it. None: it depends on numbers that
    this reader does not know.
    """
    asked, why = known(entry.asked), known(entry.why)
    events: tuple[Any, ...] = tuple(map(known, entry.events))
    if _hides((entry.asked, entry.why, entry.events)):
        return ""
    run = table.runs.get(entry.run) or Run()
    if events and isinstance(events[0], Opened):
        if events[0].machine not in hosts:
            return f"Entry {entry.seq}: no procedure is called {events[0].machine[:40]!r}."
        if entry.run != entry.seq or asked is None:
            return f"Entry {entry.seq}: a procedure begins with a move, and once."
        run = Run(events[0].machine, events[0].to, events[0].after, hosts[events[0].machine].blank)
        events = events[1:]
    undone = bool(events) and isinstance(events[0], Undone)
    for who in _actors(table, entry.seat, run, asked, why, events):
        if table.seats and not table.acts_for(entry.seat, who):
            return f"Entry {entry.seq}: seat {entry.seat[:40]!r} does not act for {who[:40]}."
    if undone:
        try:
            due = undoing(table, run, events[0].before)
        except LookupError:
            due = ()
        guesses = any(isinstance(one, Secret) for one in table.cast.values())
        return "" if due == events or guesses else f"Entry {entry.seq}: something else follows from this undo."
    if not run.machine or (why and not asked) or (not asked and events and isinstance(events[0], TOLD)):
        return ""
    fault = _unlike(table, run, hosts[run.machine], entry, asked, why, events)
    strangers = frozenset(who for who, one in table.cast.items() if isinstance(one, Secret))
    return None if fault and strangers & names_in((run.state, asked, events)) else fault


def _unlike(
    table: Table, run: Run, machine: Machine[Any], entry: Entry, asked: Any, why: str | None, events: tuple[Any, ...]
) -> str:
    """What of a move, or of what happens by itself, is not as the rules would have it."""
    scene = table.scene(run)
    try:
        if asked and not why and not run.waiting and run.past and rule(machine, scene).events:
            return f"Entry {entry.seq}: something was due before this move."
        step = decide(machine, scene, asked.who, asked.move, waived=bool(why)) if asked else rule(machine, scene)
    except Hidden:
        return ""
    except (RollKeepError, *EXPECTED) as fault:
        if any(isinstance(one, Secret) for one in table.cast.values()):
            return ""
        said = fault.message if isinstance(fault, RollKeepError) else "that does not fit"
        return f"Entry {entry.seq}: {said}"
    if _bare(tuple(step.events)) != _bare(events):
        return f"Entry {entry.seq}: something else follows from this move."
    return ""


def _actors(table: Table, seat: str, run: Run, asked: Any, why: str | None, events: tuple[Any, ...]) -> set[Who]:
    """For whom a seat has to act to do this."""
    if events and isinstance(events[0], Pleaded | Stood):
        return {events[0].who}
    if asked and _stood(table, run, asked):
        return set()
    if not run.machine and not asked and all(isinstance(event, Noted | Shifted) for event in events):
        return {event.who for event in events if isinstance(event, Shifted)}
    whose = {asked.who} if asked and asked.who != CHANCE else set()
    undone = bool(events) and isinstance(events[0], Undone)
    by_gm = bool(why) or undone or not run.machine or any(isinstance(event, (Heeded, *SETTING)) for event in events)
    return whose | ({GM} if by_gm and not _seats_itself(table, seat, events) else set())


def _stood(table: Table, run: Run, asked: Any) -> bool:
    """Whether a move is somebody's standing answer."""
    word = table.standing.get(asked.who)
    if not word or not run.machine:
        return False
    return bool(table.hosts[run.machine].standing(table.scene(run), asked.who, word) == asked.move)


def _seats_itself(table: Table, seat: str, events: tuple[Any, ...]) -> bool:
    """Whether somebody only sat down, took free characters, brought a new one or wrote their own sheet."""
    before = table.seats.get(seat)
    held = before.holds if before else frozenset[Who]()
    for event in events:
        if isinstance(event, Joined) and not event.hidden and (event.name in held or event.name not in table.cast):
            held |= {event.name}
            continue
        own = isinstance(event, Seated) and event.seat == seat and event.role in ("player", "watcher")
        if not own or any(who not in held and not may_take(table, who) for who in event.holds):
            return False
    return bool(events)


def _hides(value: Any) -> bool:
    """Whether anything in it is hidden."""
    hidden = False

    def look(secret: Secret[Any]) -> Secret[Any]:
        nonlocal hidden
        hidden = hidden or secret.value is None
        each_secret(secret.value, look)
        return secret

    each_secret(value, look)
    return hidden


def _bare(value: Any) -> Any:
    """Without seals and blinds, which are drawn anew."""
    return each_secret(value, lambda secret: Secret(_bare(secret.value), secret.to))
