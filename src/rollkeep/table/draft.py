"""A command worked out on the side: nothing has happened until its entries are in the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from rollkeep.dice.source import Source
from rollkeep.errors import Conflict, IllegalMove, NotSeated, RollKeepError
from rollkeep.machine.machine import CHANCE, EXPECTED, GM, Closed, Machine, Shifted, Step, Who, decide, offers, rule
from rollkeep.machine.secret import Readers, Secret, each_secret, veil
from rollkeep.reason import because
from rollkeep.table.entry import (
    SETTING,
    Act,
    Asked,
    Entry,
    Joined,
    Noted,
    Opened,
    Request,
    Rule,
    Say,
    Start,
    Undo,
)
from rollkeep.table.table import Run, Table, evolve, undoing, unrevealed

STALE = "Look at the table again."
RULED = "by the game master's word"
T = TypeVar("T")
MOST = 5_000  # entries that one command may write
_PLAIN: Machine[None] = Machine(
    name="",
    blank=None,
    moves=(),
    events=SETTING,
    offers=lambda _: {},
    take=lambda *_: None,
    follow=lambda _: False,
    evolve=lambda *_: None,
    tell=lambda _: because("", ""),
)
"""What the game master's words fall into where there is no procedure."""


class Draft:
    """The entries that a command would write, and the table after them."""

    def __init__(
        self,
        table: Table,
        seat: str,
        command: str,
        at: str,
        source: Source,
        seal: Callable[[Entry], Entry] = lambda entry: entry,
    ) -> None:
        self.table, self.seat, self.command, self.at, self.source, self.seal = table, seat, command, at, source, seal
        self.entries: list[Entry] = []
        self.started = 0
        self._due: dict[int, None] = {}  # runs in which something may happen by itself, the last one first

    def do(self, request: Request) -> None:
        """Works out one request and everything that follows by itself.

        Raises: IllegalMove, NotSeated, Conflict; what was worked out before stays.
        """
        if isinstance(request, Say):
            self._write(0, Run(), None, Noted(request.text))
        elif isinstance(request, Start):
            self._start(request)
        elif isinstance(request, Act):
            self._act_in(request)
        elif isinstance(request, Rule):
            run = self._run(request.run) if request.run else Run()
            self._allow(GM)
            why = request.why or (RULED if request.run else "")
            self._write(request.run, run, None, *self._ruled(run, request.events), why=why)
        elif isinstance(request, Undo):
            self._undo(request)
        else:
            self._run(request.run)
            self._allow(GM)
            self._due |= {request.run: None}
            self._settle(woken=request.run)
            return
        self._settle()

    def _start(self, request: Start) -> None:
        if request.machine not in self.table.hosts:
            raise Conflict(f"No procedure is called {request.machine[:40]!r}.", hint=STALE)
        run = Run(request.machine, frozenset({GM}) if request.secret else None, request.after)
        run = run._replace(state=self.table.hosts[request.machine].blank)
        opened = Opened(request.machine, run.to, request.after)
        self._act(0, run, GM if request.secret else request.who, Asked(request.who, request.move), opened)
        self.started = self.entries[-1].run

    def _act_in(self, request: Act) -> None:
        number = request.run or self.started
        run = self._run(number)
        if request.seen is not None and run.past and run.past.seq != request.seen:
            raise Conflict(f"Run {number} has gone on since entry {request.seen}.", hint=STALE)
        asked = Asked(request.who, request.move)
        self._act(number, run, GM if request.why else request.who, asked, why=request.why)

    def _act(self, number: int, run: Run, for_: Who, asked: Asked, *first: Any, why: str = "") -> None:
        self._allow(for_)
        host, scene = self.table.hosts.get(run.machine, _PLAIN), self.table.scene(run)
        if run.waiting and not why and (due := _going(lambda: rule(host, scene)).events):
            self._write(number, run, None, *due)  # what came from elsewhere since the undo comes first
            run = self.table.runs[number]
            scene = self.table.scene(run)
        if why:
            step = self._tried(lambda: decide(host, scene, asked.who, asked.move, waived=True))
            if not step.events:
                raise IllegalMove(asked.who, asked.move, message="Nothing would come of it.")
        else:
            step = _going(lambda: decide(host, scene, asked.who, asked.move))
        self._write(number, run, asked, *first, *step.events, why=why)

    def _undo(self, request: Undo) -> None:
        run = self._run(request.run)
        self._allow(GM)
        try:
            events = undoing(self.table, run, unrevealed(run, request.before))
        except LookupError:
            message = f"Run {request.run} has no entry {request.before}."
            raise Conflict(message, hint=STALE) from None
        self._write(request.run, run, None, *events, why=request.why)

    def _ruled(self, run: Run, events: tuple[Any, ...]) -> tuple[Any, ...]:
        host = self.table.hosts.get(run.machine, _PLAIN)
        fitting = {*host.events, Shifted, *([Closed] if run.machine else [])}
        if not {type(event) for event in events} <= fitting:
            raise IllegalMove(GM, events, message="That cannot be ruled here.")
        return tuple(self._tried(lambda: rule(host, self.table.scene(run), *map(self._current, events))).events)

    def _current(self, event: Any) -> Any:
        """A character who is here already keeps their tracks."""
        if isinstance(event, Joined) and (here := self.table.cast.get(event.name)):
            if event.hidden and event.name not in self.table.hidden:
                raise IllegalMove(GM, event, message=f"{event.name} has been seen.")
            return replace(event, character=replace(here, sheet=event.character.sheet))
        return event

    def _tried(self, what: Callable[[], Step[Any]]) -> Step[Any]:
        """The game master is obeyed unless it breaks: what folded once folds always."""
        try:
            step = what()
            every = offers(step.machine, step.now)
        except IllegalMove:
            raise
        except (RollKeepError, *EXPECTED) as fault:
            raise IllegalMove(GM, None, message="That does not fit here.") from fault
        if step.machine.name and not step.now.closed and not every:
            raise IllegalMove(GM, None, message="Nobody could go on from there.")
        return step

    def _settle(self, woken: int = 0) -> None:
        """What happens by itself: chance throws, and a run may be due because another moved a track."""
        while self._due:
            number, _ = self._due.popitem()
            run = self.table.runs[number]
            if run.closed or not run.machine or (run.waiting and number != woken):
                continue
            step, asked = self._by_itself(run)
            if step.events:
                self._write(number, run, asked, *step.events)

    def _by_itself(self, run: Run) -> tuple[Step[Any], Asked | None]:
        """What happens in a run by itself, or else what chance throws there."""
        host, scene = self.table.hosts[run.machine], self.table.scene(run)
        step = _going(lambda: rule(host, scene))
        if step.events or not (thrown := _going(lambda: offers(host, step.now)).get(CHANCE)):
            return step, None
        asked = Asked(CHANCE, thrown[0].sample(self.source))
        return _going(lambda: decide(host, step.now, CHANCE, asked.move)), asked

    def _allow(self, who: Who) -> None:
        if not self.table.acts_for(self.seat, who):
            raise NotSeated(f"This seat does not act for {who[:60]}.", hint="Ask the game master.")

    def _run(self, number: int) -> Run:
        run = self.table.runs.get(number)
        if run is None or not self.table.sees(self.seat, run):
            raise Conflict(f"There is no run {number}.", hint=STALE)
        return run

    def _write(self, number: int, run: Run, asked: Asked | None, *events: Any, why: str = "") -> None:
        seq = self.table.seq + 1
        told = tuple(veil(event, self._readers(event, run.to)) for event in events)
        entry = Entry(
            seq,
            self.seat,
            self.command,
            len(self.entries),
            self.at,
            number or seq,
            asked if asked is None else veil(asked, _common(told)),
            told,
            veil(why, run.to),
        )
        if len(self.entries) == MOST:
            raise Conflict(f"This comes to no end in {MOST:,} steps.", hint="Change what is rolled, or let ties stand.")
        self.entries.append(self.seal(entry))
        self.table = evolve(self.table, self.entries[-1])
        if any(isinstance(event, Shifted) for event in events):
            self._due |= dict.fromkeys(sorted(self.table.open))
        self._due |= {entry.run: None}

    def _readers(self, event: Any, to: Readers | None) -> Readers | None:
        """A secret run is read by its few; a shift by those who see the character, else views would drift."""
        if isinstance(event, Shifted):
            return frozenset({GM, event.who}) if event.who in self.table.hidden else None
        if isinstance(event, Joined):
            return frozenset({GM, event.name}) if event.hidden else None
        return to


def _going(what: Callable[[], T]) -> T:
    """What follows; where an earlier word of the game master makes that impossible, it is said so.

    Raises: Conflict
    """
    try:
        return what()
    except RollKeepError:
        raise
    except EXPECTED as fault:
        raise Conflict(
            "This procedure cannot go on from here.", hint="The game master can undo what was ruled last."
        ) from fault


def _common(events: tuple[Any, ...]) -> Readers | None:
    """Who may read all that happened, and so the move that led there; None: everybody."""
    common: Readers | None = None

    def note(secret: Secret[Any]) -> Secret[Any]:
        nonlocal common
        common = secret.to if common is None else common & secret.to
        each_secret(secret.value, note)
        return secret

    each_secret(events, note)
    return common
