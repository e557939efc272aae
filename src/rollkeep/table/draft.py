"""A command worked out on the side: nothing has happened until its entries are in the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from rollkeep.dice.source import Source
from rollkeep.errors import Conflict, IllegalMove, NotSeated, RollKeepError
from rollkeep.machine.machine import (
    CHANCE,
    EXPECTED,
    GM,
    Closed,
    Machine,
    Offers,
    Scene,
    Shifted,
    Step,
    Who,
    decide,
    offers,
    room,
    rule,
    tracks_of,
)
from rollkeep.machine.secret import Readers, Secret, each_secret, shown, veil
from rollkeep.reason import because
from rollkeep.table.entry import (
    SETTING,
    Act,
    Asked,
    Enter,
    Entry,
    Go,
    Heed,
    Heeded,
    Joined,
    Lock,
    Mark,
    Noted,
    Opened,
    Plead,
    Pleaded,
    Request,
    Rule,
    Say,
    Show,
    Sit,
    Standing,
    Start,
    Stood,
    Undo,
)
from rollkeep.table.mentioned import names_in
from rollkeep.table.seating import a_character, enter, lock, sit
from rollkeep.table.table import Run, Table, evolve
from rollkeep.table.undoing import secrets_in, undoing, unrevealed
from rollkeep.text import MAX_TEXT, unfit

STALE = "Look at the table again."
RULED = "by the game master's word"
T = TypeVar("T")
MOST = 5_000  # entries that one command may write
MOST_SAID = 1_000
_SEATING: dict[type, Callable[[Table, str, Any], tuple[Any, ...]]] = {Sit: sit, Enter: enter, Lock: lock}
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
        if self.table.locked and not isinstance(request, Lock):
            self._allow(GM, "The table is locked.")
        _DO[type(request)](self, request)
        self._settle(woken=request.run if isinstance(request, Go) else 0)

    def _seat(self, request: Sit | Enter | Lock) -> None:
        self._write(0, Run(), None, *_SEATING[type(request)](self.table, self.seat, request))

    def _say(self, request: Say) -> None:
        seated = self.table.seats.get(self.seat)
        if seated and seated.role == "watcher":
            raise NotSeated("Whoever watches says nothing here.", hint="Ask the game master for a player's seat.")
        self._write(0, Run(), None, Noted(_line(request.text, least=1, most=MOST_SAID)))

    def _rule(self, request: Rule) -> None:
        run = self._run(request.run) if request.run else Run()
        self._allow(GM)
        why = request.why or (RULED if request.run else "")
        self._write(request.run, run, None, *self._ruled(run, request.events), why=why)

    def _go(self, request: Go) -> None:
        self._run(request.run)
        self._allow(GM)
        self._due |= {request.run: None}

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
        if request.seen is not None and self._is_stale(run, request.who, request.seen):
            raise Conflict(f"Run {number} has gone on since entry {request.seen}.", hint=STALE)
        asked = Asked(request.who, request.move)
        self._act(number, run, GM if request.why else request.who, asked, why=request.why)

    def _step_forward(self, asked: Asked) -> None:
        """A hidden character who takes part in what everybody sees is seen."""
        for who in sorted(self.table.hidden & names_in((asked.who, asked.move))):
            seen = Joined(who, self.table.cast[who], False, *self.table.shows_of(who))
            self._write(0, Run(), None, seen)

    def _is_stale(self, run: Run, who: Who, seen: int) -> bool:
        """Whether what is offered to somebody is no longer what they have seen; what others do does not count."""
        since = list(run.back(seen + 1))
        if not since:
            return False
        host, now = self.table.hosts.get(run.machine, _PLAIN), self.table.scene(run)
        if since[-1].state is None:  # it was not there yet
            return True
        then = now._replace(state=since[-1].state, closed=since[-1].closed)
        return offers(host, then).get(who) != offers(host, now).get(who)

    def _act(self, number: int, run: Run, for_: Who, asked: Asked, *first: Any, why: str = "") -> None:
        self._allow(for_)
        if run.to is None:
            self._step_forward(asked)
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

    def _mark(self, request: Mark) -> None:
        self._allow(request.who)
        one = self.table.cast.get(request.who)
        if one is None:
            raise Conflict(f"There is no character {request.who[:60]!r}.", hint=STALE)
        if request.track not in tracks_of(one):
            raise Conflict(f"{request.who} has no {request.track[:30]}.", hint=STALE)
        why = _line(request.why, least=0)
        by = room(one, request.track, request.by)
        if not request.by or by != request.by:
            left = f"only {by:+} is left" if by else "there is no room for that"
            raise Conflict(
                f"{request.who}: {request.track} {request.by:+} cannot be; {left}.", hint="Change the number."
            )
        self._write(0, Run(), None, Shifted(request.who, request.track, by, why or "by hand"))

    def _show(self, request: Show) -> None:
        run = self._run(request.run)
        mine = may_show(self.table, self.seat, run)
        if not mine:
            raise Conflict(f"Nothing of run {request.run} is hidden that this seat could show.", hint=STALE)
        self._write(request.run, run._replace(to=None), None, *map(shown, sorted(mine, key=lambda each: each.seal)))

    def _plead(self, request: Plead) -> None:
        run = self._run(request.run)
        self._allow(request.who)
        host = self.table.hosts.get(run.machine, _PLAIN)
        mine = offers(host, self.table.scene(run)).get(request.who, ())
        if type(request.move) not in host.moves or any(each.secret for each in mine):
            raise IllegalMove(request.who, request.move, mine, message="The game master cannot let that pass.")
        self._write(request.run, run, None, Pleaded(request.who, request.move, _line(request.why, least=1)))

    def _heed(self, request: Heed) -> None:
        self._allow(GM)
        plea = self.table.pleas.get(request.plea)
        if plea is None:
            raise Conflict(f"Entry {request.plea} asks for nothing that waits.", hint=STALE)
        run = self._run(plea.run)
        self._write(plea.run, run, None, Heeded(request.plea, request.yes))
        if request.yes:
            self._act_in(Act(plea.run, plea.who, plea.move, why=request.why or plea.why))

    def _stand(self, request: Standing) -> None:
        self._allow(request.who)
        words = {word for host in self.table.hosts.values() for word, _ in host.words}
        if request.who not in self.table.cast or request.word not in {"", *words}:
            known = ", ".join(sorted(words)) or "none"
            raise Conflict("That is no standing answer here.", hint=f"The words are: {known}.")
        self._write(0, Run(), None, Stood(request.who, request.word))
        self._due |= dict.fromkeys(sorted(self.table.open))

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
        if isinstance(event, Joined):
            a_character(event.character)
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
        if step.events:
            return step, None
        every = _going(lambda: offers(host, step.now))
        if thrown := every.get(CHANCE):
            asked = Asked(CHANCE, thrown[0].sample(self.source))
        elif (answer := self._standing(host, step.now, every)) is not None:
            asked = answer
        else:
            return step, None
        return _going(lambda: decide(host, step.now, asked.who, asked.move)), asked

    def _standing(self, host: Machine[Any], scene: Scene[Any], every: Offers) -> Asked | None:
        """A move that somebody has said once and for all."""
        for who in every:
            if (word := self.table.standing.get(who)) and (move := host.standing(scene, who, word)) is not None:
                return Asked(who, move)
        return None

    def _allow(self, who: Who, message: str = "") -> None:
        if not self.table.acts_for(self.seat, who):
            whom = "the game master" if who == GM else who[:60]
            raise NotSeated(message or f"This seat does not act for {whom}.", hint="Ask the game master.")

    def _run(self, number: int) -> Run:
        run = self.table.runs.get(number)
        if run is None or not self.table.sees(self.seat, run):
            raise Conflict(f"There is no run {number}.", hint=STALE)
        return run

    def _write(self, number: int, run: Run, asked: Asked | None, *events: Any, why: str = "") -> None:
        seq = self.table.seq + 1
        told = tuple(self._told(event, run.to) for event in events)
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

    def _told(self, event: Any, to: Readers | None) -> Any:
        """The event as it is written: a secret run is read by its few, a shift by those who see the tracks."""
        if isinstance(event, Shifted):
            seen = event.who not in self.table.hidden and self.table.shows_of(event.who).tracks == "open"
            return veil(event, None if seen else frozenset({GM, event.who}))
        if isinstance(event, Joined):
            few = frozenset({GM, event.name})
            if event.hidden:
                return veil(event, few)
            return (
                event if event.sheet == event.tracks == "open" else replace(event, character=veil(event.character, few))
            )
        if isinstance(event, Stood):
            return veil(event, frozenset({GM, event.who}))
        return event if isinstance(event, SETTING) else veil(event, to)


def may_show(table: Table, seat: str, run: Run) -> list[Secret[Any]]:
    """What is hidden in a run and could be shown to everybody by a seat: all that the game master may read, or what a
    player alone may.
    """
    names = table.names(seat)
    return [
        secret
        for secret in secrets_in(run.state)
        if secret.value is not None
        and secret.seal not in run.shown
        and secret.to & names
        and (GM in names if GM in secret.to else secret.to <= names)
    ]


def _line(text: str, least: int, most: int = MAX_TEXT) -> str:
    """A line that somebody wrote.

    Raises: Conflict
    """
    line = text.strip()
    fault = unfit(line, most) if len(line) >= least else "is missing"
    if fault:
        raise Conflict(f"The text {fault}.", code="usage.text", hint=f"Write 1 to {most} characters.")
    return line


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


_DO: dict[type, Callable[[Draft, Any], None]] = {
    Start: Draft._start,
    Act: Draft._act_in,
    Rule: Draft._rule,
    Undo: Draft._undo,
    Go: Draft._go,
    Say: Draft._say,
    Sit: Draft._seat,
    Enter: Draft._seat,
    Lock: Draft._seat,
    Mark: Draft._mark,
    Show: Draft._show,
    Plead: Draft._plead,
    Heed: Draft._heed,
    Standing: Draft._stand,
}
