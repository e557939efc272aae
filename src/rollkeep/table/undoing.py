"""What an undo takes back, and which entries of a log still stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rollkeep.machine.machine import CHANCE, GM, Closed, Shifted, Who, room
from rollkeep.machine.secret import Secret, Shown, each_secret, known
from rollkeep.table.entry import Entry, Heeded, Pleaded, Undone
from rollkeep.table.table import Run, Table


def _owed(run: Run, before: int) -> list[tuple[Who, str, int]]:
    """What was shifted since an entry, summed up and turned round.

    Raises: LookupError where the run has no such entry.
    """
    past = list(run.back(before))
    if not past or past[-1].seq != before:
        raise LookupError(before)
    total: dict[tuple[Who, str], int] = {}
    for moment in past:
        for each in moment.shifts:
            total[each.who, each.track] = total.get((each.who, each.track), 0) + each.by
    return [(who, track, -by) for (who, track), by in sorted(total.items()) if by]


def undoing(table: Table, run: Run, before: int) -> tuple[Any, ...]:
    """The events of an undo back to before an entry: what was shifted since is shifted back, as far as there is room.

    Raises: LookupError where the run has no such entry.
    """
    back = [Shifted(who, track, room(table.cast[who], track, by), "undone") for who, track, by in _owed(run, before)]
    return (Undone(before), *(each for each in back if each.by))


def lacking(table: Table, run: Run, before: int) -> list[tuple[Who, str, int]]:
    """What an undo back to before an entry could not shift back whole.

    Raises: LookupError where the run has no such entry.
    """
    return [(who, track, by) for who, track, by in _owed(run, before) if room(table.cast[who], track, by) != by]


def unrevealed(run: Run, before: int) -> int:
    """The entry to go back to before, so that nothing counts any more that was hidden then and has been shown since.

    It is ``before`` itself where nothing was.
    Raises: LookupError where the run has no such entry.
    """
    past = list(run.back(0))
    if all(moment.seq != before for moment in past):
        raise LookupError(before)
    shown, after = frozenset[Secret[Any]](), run.state
    for at, moment in enumerate(past):
        if moment.seq < before:
            break
        if not any(after is older.state for older in past[at:]):  # else it was an undo, which shows nothing
            shown |= secrets_in(moment.state) - secrets_in(after)
        after = moment.state
    back = (moment.seq for moment in past if moment.seq <= before and not shown & secrets_in(moment.state))
    return next(back, before)


def secrets_in(state: Any) -> frozenset[Secret[Any]]:
    """Every secret of a state, those within others too."""
    found = set[Secret[Any]]()

    def note(secret: Secret[Any]) -> Secret[Any]:
        found.add(secret)
        each_secret(secret.value, note)
        return secret

    each_secret(state, note)
    return frozenset(found)


def struck(log: Iterable[Entry]) -> frozenset[int]:
    """Which entries an undo took back; an undo that was undone strikes nothing."""
    entries, gone = list(log), set[int]()
    for entry in reversed(entries):
        for told in entry.events:
            event = told.value if isinstance(told, Secret) else told
            if isinstance(event, Undone) and entry.seq not in gone:
                gone |= {e.seq for e in entries if e.run == entry.run and event.before <= e.seq < entry.seq}
    return frozenset(gone)


def last_step(log: Sequence[Entry]) -> int | None:
    """The last entry of a procedure that somebody, not chance, made and that stands; None where there is none.

    Calling a procedure off is a step too.
    """
    gone = struck(log)
    for entry in reversed(log):
        asked, why = known(entry.asked), known(entry.why)
        moved = entry.asked is not None and (asked is None or asked.who != CHANCE)
        called_off = bool(why) and Closed() in map(known, entry.events)
        if entry.seq not in gone and (moved or called_off):
            return entry.seq
    return None


def is_answered(log: Sequence[Entry]) -> bool:
    """Whether a character has moved in a procedure since it was opened, and that stands."""
    gone = struck(log)
    moves = (known(entry.asked) for entry in log[1:] if entry.asked is not None and entry.seq not in gone)
    return any(asked is None or asked.who not in (CHANCE, GM) for asked in moves)


def undos(log: Iterable[Entry]) -> dict[int, bool]:
    """The undos of a procedure: whether each took back something done, or else brings back what one had taken."""
    found, moved = dict[int, bool](), 0
    for entry in log:
        before = next((event.before for event in map(known, entry.events) if type(event) is Undone), None)
        if before is not None:
            found[entry.seq] = not (found.get(before, False) and moved < before)
        elif not _is_aside(entry):
            moved = entry.seq
    return found


def last_undo(log: Sequence[Entry]) -> int | None:
    """The last undo of a procedure that can be undone: nothing was done since that stands."""
    gone, kinds = struck(log), undos(log)
    for entry in reversed(log):
        if entry.seq in gone or _is_aside(entry) or kinds.get(entry.seq) is False:
            continue
        return entry.seq if entry.seq in kinds else None
    return None


def _is_aside(entry: Entry) -> bool:
    """Whether nothing has moved with an entry: somebody asked, or showed something."""
    return entry.asked is None and all(type(known(event)) in (Pleaded, Heeded, Shown) for event in entry.events)
