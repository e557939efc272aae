"""A table: one log, one cast, any number of procedures of any machines. It knows no rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from rollkeep.machine.machine import CHANCE, GM, Cast, Closed, Machine, Offers, Scene, Shifted, Who, offers, shift
from rollkeep.machine.secret import Readers, Secret, Shown, known
from rollkeep.table.entry import Agreed, Entry, Heeded, Joined, Locked, Noted, Opened, Pleaded, Seated, Stood, Undone

_PAGE = 8  # 256 runs stand on a page, so that a change copies one page and not all


class Moment(NamedTuple):
    """How a run stood before one of its entries, and what that entry shifted."""

    seq: int
    state: Any
    closed: bool
    shifts: tuple[Shifted, ...]
    before: Moment | None


class Run(NamedTuple):
    """Everything of one procedure. After an undo it is ``waiting`` until somebody acts.

    ``shown`` are the seals of what everybody may read since.
    """

    machine: str = ""
    to: Readers | None = None
    after: int = 0
    state: Any = None
    closed: bool = False
    waiting: bool = False
    past: Moment | None = None
    shown: frozenset[str] = frozenset()

    def back(self, seq: int) -> Iterator[Moment]:
        """Its moments, latest first, down to entry ``seq``."""
        moment = self.past
        while moment and moment.seq >= seq:
            yield moment
            moment = moment.before


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs by number, as a value."""

    pages: Mapping[int, Mapping[int, Run]] = field(default_factory=dict)

    def get(self, number: int) -> Run | None:
        return self.pages.get(number >> _PAGE, {}).get(number)

    def put(self, number: int, run: Run) -> Runs:
        page = number >> _PAGE
        return Runs({**self.pages, page: {**self.pages.get(page, {}), number: run}})

    def __iter__(self) -> Iterator[int]:
        return (number for page in self.pages.values() for number in page)

    def __getitem__(self, number: int) -> Run:
        return self.pages[number >> _PAGE][number]


class Shows(NamedTuple):
    """What of a character is shown: the sheet ``open`` or ``hidden``, the tracks ``open``, in ``words``, ``hidden``.

    ``free``: a player may take it.
    """

    sheet: str = "open"
    tracks: str = "open"
    free: bool = False


class Plea(NamedTuple):
    """A refused move that the game master is asked to let pass, and the seat that asks."""

    run: int
    seat: str
    who: Who
    move: Any
    why: str


class Table(NamedTuple):
    """What a log comes to. ``hidden`` are characters that only the game master and they themselves may see.

    ``pleas`` are those without an answer, by their entries, until their procedure is over or taken back, or whoever
    asks has moved in it; ``standing`` are standing answers by who gave them. While
    ``locked`` only the game master writes.
    """

    hosts: Mapping[str, Machine[Any]]
    seq: int = 0
    cast: Cast = MappingProxyType({})
    hidden: Readers = frozenset()
    seats: Mapping[str, Seated] = MappingProxyType({})
    rulings: Mapping[str, str] = MappingProxyType({})
    runs: Runs = Runs()
    open: frozenset[int] = frozenset()
    shows: Mapping[Who, Shows] = MappingProxyType({})
    pleas: Mapping[int, Plea] = MappingProxyType({})
    locked: bool = False
    standing: Mapping[Who, str] = MappingProxyType({})

    def names(self, seat: str) -> Readers:
        """What a seat answers to, hence may read; the game master also to whoever nobody else plays."""
        one = self.seats.get(seat, Seated(seat, "watcher", frozenset()))
        if one.role != "gm":
            return one.holds
        others = (other.holds for other in self.seats.values() if other.seat != seat)
        return frozenset({GM, *self.cast}).difference(*others)

    def acts_for(self, seat: str, who: Who) -> bool:
        """Whether a seat may move for somebody; the game master may for everyone, nobody for chance."""
        names = self.names(seat)
        return who != CHANCE and (who in names or GM in names)

    def sees(self, seat: str, run: Run) -> bool:
        """Whether a seat may know of a run."""
        return run.to is None or bool(run.to & self.names(seat))

    def sees_character(self, seat: str, who: Who) -> bool:
        """Whether a seat may know that a character is there."""
        return who not in self.hidden or bool({GM, who} & self.names(seat))

    def shows_of(self, who: Who) -> Shows:
        """What everybody is shown of a character."""
        return self.shows.get(who, Shows())

    def holder(self, who: Who) -> str:
        """The seat that plays a character; empty where it is the game master."""
        return next((each.seat for each in self.seats.values() if who in each.holds), "")

    def scene(self, run: Run) -> Scene[Any]:
        """What a run is played on."""
        return Scene(self.cast, run.state, run.closed, frozenset(self.rulings.items()))


def fold(hosts: Mapping[str, Machine[Any]], entries: Iterable[Entry]) -> Table:
    """The table that a log comes to, whole or redacted."""
    table = Table(hosts)
    for entry in entries:
        table = evolve(table, entry)
    return table


def evolve(table: Table, entry: Entry) -> Table:
    """The table after an entry, whole or redacted: a view is the same fold over what that reader is told.

    Raises: LookupError where the entry does not fit.
    """
    was = table.runs.get(entry.run) or Run()
    machine, to, after, state, closed = was.machine, was.to, was.after, was.state, was.closed
    cast, hidden, seats, rulings = table.cast, table.hidden, table.seats, table.rulings
    shows, pleas, locked, shown, standing = table.shows, table.pleas, table.locked, was.shown, table.standing
    host = table.hosts.get(machine)
    waiting, shifts = False, list[Shifted]()
    for told in entry.events:
        event: Any = told.value if isinstance(told, Secret) else told
        kind = type(event)
        if kind is Shifted:
            if type(cast.get(event.who)) is not Secret:  # else this reader does not know the character
                cast = shift(cast, event)
            shifts.append(event)
        elif kind is Closed:
            closed = True
        elif kind is Opened:
            machine, to, after, host = event.machine, event.to, event.after, table.hosts[event.machine]
            state, closed = host.blank, False
        elif kind is Undone:
            *_, then = was.back(event.before)
            state, closed, waiting = then.state, then.closed or event.before == entry.run, True
        elif kind is Joined:
            one = known(event.character)
            cast = {**cast, event.name: event.character if one is None else one}
            hidden = hidden | {event.name} if event.hidden else hidden - {event.name}
            shows = {**shows, event.name: Shows(event.sheet, event.tracks, event.free)}
        elif kind is Seated:
            seats = {**seats, event.seat: event}
        elif kind is Agreed:
            rulings = {**rulings, event.ruling: event.value}
        elif kind is Shown:
            shown = shown | {event.seal}
        elif kind is Pleaded:
            pleas = {**pleas, entry.seq: Plea(entry.run, entry.seat, event.who, event.move, event.why)}
        elif kind is Heeded:
            pleas = {number: plea for number, plea in pleas.items() if number != event.plea}
        elif kind is Locked:
            locked = event.yes
        elif kind is Stood:
            standing = {**standing, event.who: event.word}
        elif event is not None and kind is not Noted:
            if host is None:
                raise LookupError(f"no procedure in which {kind.__name__} could happen")
            state = host.evolve(state, event)
    if pleas:
        pleas = _still_asked(pleas, entry, all_gone=waiting or closed)
    past = Moment(entry.seq, was.state, was.closed, tuple(shifts), was.past)
    run = Run(machine, to, after, state, closed, waiting, past, shown)
    is_open = bool(machine) and not closed
    still = table.open
    if is_open != (entry.run in still):
        still = still | {entry.run} if is_open else still - {entry.run}
    runs = table.runs.put(entry.run, run)
    return Table(table.hosts, entry.seq, cast, hidden, seats, rulings, runs, still, shows, pleas, locked, standing)


def _still_asked(pleas: Mapping[int, Plea], entry: Entry, *, all_gone: bool) -> Mapping[int, Plea]:
    """The pleas that are left: whoever has moved on, or been taken back, asks for nothing any more."""
    asked = known(entry.asked)
    if asked is None and not all_gone:
        return pleas
    mover = asked.who if asked else ""
    return {
        number: plea for number, plea in pleas.items() if plea.run != entry.run or not (all_gone or plea.who == mover)
    }


def menu(table: Table, seat: str) -> dict[int, Offers]:
    """What a seat may do now, run by run. What is offered to somebody tells nothing that they may not know."""
    return {number: mine for number in sorted(table.open) if (mine := offered(table, seat, number))}


def offered(table: Table, seat: str, number: int) -> Offers:
    """What a seat may do in a run."""
    run = table.runs[number]
    if not table.sees(seat, run):
        return {}
    every = offers(table.hosts[run.machine], table.scene(run))
    return {who: mine for who, mine in every.items() if table.acts_for(seat, who)}
