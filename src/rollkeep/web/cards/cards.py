"""The log as cards: one for each procedure, changing in place; and short lines for the rest."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from rollkeep.fourth.play.bound import can_retry
from rollkeep.fourth.rulings import Rulings
from rollkeep.hosts import sentence
from rollkeep.machine.machine import CHANCE, EXPECTED, GM, Closed, Offer, Offers, Shifted, Who, offers
from rollkeep.machine.secret import Secret, Shown, known, redact
from rollkeep.table.entry import Agreed, Entry, Heeded, Joined, Locked, Noted, Opened, Pleaded, Seated, Stood, Undone
from rollkeep.table.table import Run
from rollkeep.table.undoing import is_answered, last_undo, struck, undos
from rollkeep.web.cards.boards import board, question
from rollkeep.web.cards.pictures import Picture, picture
from rollkeep.web.ground.people import track_title
from rollkeep.web.ground.seats import View
from rollkeep.web.ground.words import waits_on

MANY = 50
"""How many cards that are over a page begins with."""


class Line(NamedTuple):
    """A step of a card: what happened, the reason that was given, whether it was undone, and who acted for somebody."""

    text: str
    why: str = ""
    gone: bool = False
    by: str = ""


class Card(NamedTuple):
    """A procedure, or for ``picture`` None something that was said or done beside all procedures.

    ``answered`` and ``undone`` are for the game master: whether somebody has moved, and whether an undo can be undone.
    ``question`` names what is being decided now, where a board tells it.
    """

    run: int
    seq: int
    at: str
    by: str
    picture: Picture | None
    lines: tuple[Line, ...]
    state: str = ""
    waits: tuple[Who, ...] = ()
    since: str = ""
    secret: bool = False
    asked: bool = False
    like: int = 0
    after: int = 0
    sealed: int = 0
    can_show: bool = False
    can_judge: bool = False
    can_retry: bool = False
    head: str = ""
    machine: str = ""
    waiting: bool = False
    stale: bool = False
    board: Markup | None = None
    answered: bool = False
    undone: bool = False
    question: str = ""

    @property
    def is_open(self) -> bool:
        """Whether somebody can still act."""
        return self.state in ("open", "waiting")


def cards(view: View, before: int = 0, many: int = MANY) -> list[Card]:
    """All that are open, and the last of the others, the newest first; ``before``: older ones than that run."""
    found, count = list[Card](), 0
    for number in reversed(list(view.room.of_run)):  # which may grow meanwhile
        if before and number >= before:
            continue
        is_open = number in view.table.open
        if (count >= many and not is_open) or (before and count >= many):
            continue
        if made := card(view, number):
            found.append(made)
            count += not is_open
    return found


def card_once(view: View, number: int) -> Card | None:
    """The same as ``card``, worked out once for all who read as the same people, until something happens."""
    seq, made = view.room.memo.get(_NEWEST, (0, {}))
    if seq != view.table.seq:
        seq, made = view.room.memo[_NEWEST] = (view.table.seq, {})
    key = (number, view.names, view.is_gm)
    if key not in made:
        made[key] = card(view, number)
    found: Card | None = made[key]
    return found


_NEWEST = -1  # no run is called that


def card(view: View, number: int) -> Card | None:
    """One card; None where this seat may not know of it, or nothing of it can be told."""
    run = view.run(number)
    log = view.room.of_run.get(number)
    if run is None or not log:
        return None
    gone = struck(log)
    entries = [redact(entry, view.names, run.shown) for entry in log]
    lines = tuple(_lines(view, run, entries, gone))
    last, first = log[-1], log[0]
    if not run.machine:
        return Card(number, last.seq, first.at, first.seat, None, lines, "note") if lines else None
    whole = view.table.runs[number]
    every = all_offers(view, number)
    waits = tuple(who for who, offered in every.items() if who != CHANCE and _waits(run.machine, offered))
    all_gone = all(line.gone for line in lines) if lines else False
    state = "struck" if all_gone or run.state is None else "closed" if run.closed else "open"
    shut, could = _sealed(view, whole)
    told = tuple(line.text for line in lines if not line.gone)
    return Card(
        number,
        last.seq,
        first.at,
        first.seat,
        picture(run, told, [event for entry in entries if entry.seq not in gone for event in entry.events]),
        lines,
        state,
        waits,
        last.at,
        whole.to is not None,
        _is_gm(view, first.seat),
        0 if _is_gm(view, first.seat) else _like(view, first),
        run.after,
        shut,
        could and run.closed,
        _judges(view, whole, every),
        _retries(view, run),
        view.room.heads[last.seq],
        run.machine,
        run.waiting,
        _is_stale(view, run, first.seq),
        board(view, run),
        view.is_gm and is_answered(log),
        view.is_gm and last_undo(log) is not None,
        question(run),
    )


def all_offers(view: View, number: int) -> Offers:
    """Who may act in a run, whoever asks; worked out once for each state of the table."""
    table = view.table
    run = table.runs[number]
    memo = view.room.memo
    if run.closed or not run.machine:
        memo.pop(number, None)
        return {}
    key = (number, id(run.state), id(table.cast), id(table.rulings))
    kept = memo.get(number)
    if kept is None or kept[0] != key:
        kept = memo[number] = (key, offers(table.hosts[run.machine], table.scene(run)), run.state, table)
    found: Offers = kept[1]
    return found


def _waits(machine: str, offered: tuple[Offer, ...]) -> bool:
    return waits_on(machine, (offer.move.__name__ for offer in offered))


def _is_stale(view: View, run: Run, since: int) -> bool:
    """Whether the run that this one builds on was put back since."""
    later = (entry for entry in view.room.of_run.get(run.after, ()) if run.after and entry.seq > since)
    return any(isinstance(event, Undone) for entry in later for event in redact(entry, view.names).events)


def _is_gm(view: View, seat: str) -> bool:
    seated = view.table.seats.get(seat)
    return seated is not None and seated.role == GM


def _judges(view: View, run: Run, every: Offers) -> bool:
    """Whether the game master sets a TN here, or could set another."""
    if not view.is_gm or run.machine not in ("check", "ring-check") or run.state is None:
        return False
    asked = run.state.asked
    return asked is not None and asked.judging == "later" and (run.closed or GM in every)


def _retries(view: View, run: Run) -> bool:
    """Whether an own failure can be tried again: one that this reader knows of, against a TN that they know."""
    if run.machine != "check" or not run.closed or run.state is None:
        return False
    judged = run.state.judged
    if judged is None or known(judged.success) is not False or known(judged.tn) is None:
        return False
    asked = run.state.asked
    if asked is None or asked.who not in view.mine:
        return False
    most = int(Rulings(frozenset(view.table.rulings.items()))("max_attempts"))
    return asked.attempt < most and can_retry(view.table.cast[asked.who], asked.deed)


def _sealed(view: View, run: Run) -> tuple[int, bool]:
    """How many values of a run are hidden, and whether this seat may show them."""
    from rollkeep.table.draft import may_show

    mine = may_show(view.table, view.seat, run)
    return len(mine), bool(mine)


def _like(view: View, first: Entry) -> int:
    """Which unasked roll of its kind this is today; 0 where it is no roll."""
    key = _kind(view, first)
    if key is None:
        return 0
    room = view.room
    seen, by_kind = room.memo.setdefault(0, ([0], {}))
    for entry in room.entries[seen[0] :]:
        if entry.run == entry.seq and (kind := _kind(view, entry)):
            by_kind.setdefault(kind, []).append(entry.run)
    seen[0] = len(room.entries)
    runs = view.table.runs
    return sum(number <= first.run and runs[number].state is not None for number in by_kind.get(key, ()))


def _kind(view: View, first: Entry) -> tuple[str, str, str] | None:
    """Who rolled what on which day without being asked; None for what is no such roll."""
    asked = known(first.asked)
    deed = getattr(asked.move, "deed", None) if asked else None
    return None if asked is None or deed is None or _is_gm(view, first.seat) else (asked.who, deed, first.at[:10])


def _lines(view: View, run: Run, entries: Sequence[Entry], gone: Container[int]) -> Iterable[Line]:
    tell = view.table.hosts[run.machine].tell if run.machine else None
    brings_back = {seq for seq, takes in undos(entries).items() if not takes}
    for told in entries:
        why = known(told.why) or ""
        texts = [text for event in told.events if (text := said(view, event, tell))]
        if told.seq in brings_back:
            texts[0] = "What was undone counts again."
        for i, text in enumerate(texts or ([""] if why else [])):
            yield Line(text, why if i == 0 else "", told.seq in gone, _stand_in(view, told) if i == 0 else "")


def _stand_in(view: View, entry: Entry) -> str:
    """The game master, where they acted for somebody whom another plays."""
    asked = known(entry.asked)
    holder = view.table.holder(asked.who) if asked else ""
    return "the game master" if holder and holder != entry.seat and _is_gm(view, entry.seat) else ""


def said(view: View, event: Any, tell: Any) -> str:
    """What an event says to its reader; empty where that is nothing."""
    if isinstance(event, Secret):
        event = event.value
    kind = type(event)
    if kind in _SAID:
        return _SAID[kind](event)
    if event is None or kind in (Closed, Opened, Shown):
        return "What was hidden is shown." if kind is Shown else ""
    if kind is Shifted and tell is None:
        return f"{event.who}: {track_title(event.track)} {event.by:+} ({event.why})."
    try:
        return sentence(tell(event))
    except EXPECTED:
        return "Something that cannot be told."


def _seated(event: Seated) -> str:
    if event.role == "gone":
        return f"{event.seat} has left the table."
    if event.role == GM:
        return "The table is open."
    if event.role == "watcher":
        return f"{event.seat} watches."
    plays = " and ".join(sorted(event.holds))
    return f"{event.seat} plays {plays}." if plays else f"{event.seat} sits at the table."


def _joined(event: Joined) -> str:
    return f"{event.name} is there, hidden." if event.hidden else f"{event.name} is there."


_SAID: dict[type, Callable[[Any], str]] = {
    Seated: _seated,
    Joined: _joined,
    Agreed: lambda event: f"Agreed: {event.ruling} = {event.value}.",
    Noted: lambda event: event.text,
    Stood: lambda event: f"{event.who} has a standing answer: {event.word or 'to be asked each time'}.",
    Locked: lambda event: "The table is locked." if event.yes else "The table is open again.",
    Undone: lambda event: f"Undone from entry {event.before} on.",
    Pleaded: lambda event: f"{event.who} asks the game master for what was refused: {event.why}",
    Heeded: lambda event: "The game master lets it pass." if event.yes else "The game master does not let it pass.",
}
