"""A procedure on the command line: a log in a file or in memory, and the moves that options make."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click

from rollkeep.cli.ask import asks, dice_by_hand, on_a_terminal, positions, which_to_keep
from rollkeep.cli.rulings import own
from rollkeep.cli.show import Page
from rollkeep.cli.sides import LETTERS, Declaring, Side
from rollkeep.cli.what import needs
from rollkeep.cli.words import Text, Whole
from rollkeep.dice.pool import Thrown
from rollkeep.errors import Conflict, LogError, UsageError
from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.person import UNKNOWN_RING, Person, person
from rollkeep.fourth.play.roll import Declare, Declared, Keep, Roll, Throw, check_declared, sees
from rollkeep.fourth.rulings import RULINGS, Rulings
from rollkeep.fourth.sheet import Character
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import EXPECTED, Shifted, decide, offers
from rollkeep.machine.secret import Secret, bare
from rollkeep.table import entropy, log, sheets
from rollkeep.table import entry as written
from rollkeep.table.chain import sealed
from rollkeep.table.draft import STALE, Draft
from rollkeep.table.entry import Act, Agreed, Joined, Rule, Seated
from rollkeep.table.paying import Moved, paid
from rollkeep.table.sheets import Sheet
from rollkeep.table.table import Run, Table, fold, struck

SEAT = "you"
FROM_FILE = "as the character's file says"
READ = Codec((*written.KINDS, *KINDS))

COMMON: list[click.Parameter] = [
    click.Option(["--label"], type=Text(), help="What it is about."),
    click.Option(["--seed"], type=Whole(0, entropy.MAX_SEED), help="Throw the same dice again."),
    click.Option(["--ruling", "ruled"], metavar="NAME=VALUE", multiple=True, help="Read a rule in another way."),
    click.Option(["--log", "log_file"], metavar="FILE", help="Write every step there; it can be left and resumed."),
    click.Option(["--odds", "only_odds"], is_flag=True, help="The chances, without rolling."),
    click.Option(["--dry-run"], is_flag=True, help="Spend and write nothing."),
    click.Option(["--json", "as_json"], is_flag=True, help="Print JSON."),
]
"""The options of every procedure."""

# --- a log, in a file or in memory ----------------------------------------------------------------------------


class Playing:
    """A table of one seat. Nothing is paid or written before ``commit``, and nothing is shown before that."""

    def __init__(
        self,
        path: str | None,
        seed: int | None,
        rulings: Sequence[tuple[str, str]] = (),
        *,
        dry_run: bool = False,
        must_be_there: bool = False,
    ) -> None:
        self.path, self.dry_run = path, dry_run
        self.source = entropy.source(seed)
        self.table, self.log = Table(HOSTS), log.Log()
        self.files: dict[str, Sheet] = {}
        self.entries: list[written.Entry] = []
        self._new: list[written.Entry] = []
        if path and (must_be_there or _exists(path)):
            self.log = log.load(path, READ)
            if self.log.cut:
                click.echo(f"The last line of {path} was cut off and is left out.", err=True)
            elif self.log.status:
                raise LogError(f"{path}: {self.log.fault}", hint=f"rollkeep replay {path} shows what holds.")
            try:
                self.table = fold(HOSTS, self.log.entries)
            except EXPECTED:
                raise LogError(
                    f"{path} holds what does not fit together.", hint=f"rollkeep replay {path} shows how far it does."
                ) from None
            self.entries += self.log.entries
        if not self.table.seats:
            self.table = _seated(self.table)
        self._agree(rulings)

    def _agree(self, rulings: Sequence[tuple[str, str]]) -> None:
        values = dict(own(rulings, RULINGS))
        here = Rulings(frozenset(self.table.rulings.items()))
        self._rulings = [Agreed(name, value) for name, value in values.items() if here(name) != value]

    def join(self, sides: Sequence[Side]) -> Rule:
        """The request that seats everyone; whoever is here already gets what their file says now."""
        self.files |= {side.who: side.sheet for side in sides if side.sheet}
        events: list[Any] = [] if self.table.seq else [Seated(SEAT, "gm", frozenset())]
        events += self._rulings
        for side in sides:
            here = self.table.cast.get(side.who)
            if here is None:
                events.append(Joined(side.who, side.one))
            elif here != side.one:
                if here.sheet != side.one.sheet:
                    events.append(Joined(side.who, side.one))
                events += self._tracks(side.who)
        return Rule(0, tuple(events), "")

    def recall(self) -> None:
        """Finds the files of whoever is in the log: they have the Void Points and Wounds that these say now.

        Sheets stay as they are.
        Raises: SheetError where two files are of one name.
        """
        folder = os.path.dirname(self.path or "")
        self.files |= {who: sheet for who in self.table.cast if (sheet := sheets.of(who, folder))}
        self.do(Rule(0, tuple(shift for who in self.table.cast for shift in self._tracks(who)), ""))

    def _tracks(self, who: str) -> list[Shifted]:
        """What a character's file says other than the table does."""
        if who not in self.files:
            return []
        now, here = person(self.files[who].character), self.table.cast[who]
        moved = ((track, getattr(now, track) - getattr(here, track)) for track in ("void", "wounds"))
        return [Shifted(who, track, by, FROM_FILE) for track, by in moved if by]

    def do(self, *requests: Any) -> int:
        """Works requests out; the number of the run that was begun.

        Raises: IllegalMove, Conflict
        """
        draft = Draft(self.table, SEAT, secrets.token_hex(8), _now(), self.source, _sealing)
        for request in requests:
            if not isinstance(request, Rule) or request.events:
                try:
                    draft.do(request)
                except Conflict as fault:
                    if fault.hint == STALE:
                        fault.hint = f"rollkeep log {self.path or 'FILE'} shows how it stands."
                    raise
        self.table = draft.table
        self.entries += draft.entries
        self._new += draft.entries
        return draft.started

    def commit(self) -> None:
        """Pays what was worked out and writes it.

        Raises: RuleError, SheetError, LogError, Conflict, with nothing spent or written.
        """
        new, self._new = self._new, []
        if self.path and new and not self.dry_run:
            with log.adding(self.path, self.log) as add, paid(self._moved(new)):
                self.log = add(new)
        elif not self.dry_run:
            with paid(self._moved(new)):
                pass

    def _moved(self, entries: Sequence[written.Entry]) -> Moved:
        """What is to be written into the characters' files; says so where one is not here."""
        moved: dict[str, list[Shifted]] = {}
        for entry in entries:
            for event in entry.events:
                if not isinstance(event, Shifted) or event.why == FROM_FILE:
                    continue
                if event.who in self.files:
                    moved.setdefault(os.path.realpath(self.files[event.who].path), []).append(event)
                elif self.person(event.who):
                    click.echo(f"The file of {event.who} is not here and stays as it is.", err=True)
        return moved

    def happened(self, number: int) -> Iterator[tuple[Any, Any]]:
        """Each event of a run that stands, with the state after it."""
        machine = self.table.hosts[self.run(number).machine]
        gone, state = struck(self.entries), machine.blank
        for entry in self.entries:
            if entry.run != number or entry.seq in gone:
                continue
            for told in entry.events:
                event = told.value if isinstance(told, Secret) else told
                if type(event) in machine.events:
                    state = machine.evolve(state, event)
                    yield event, state

    @property
    def rulings(self) -> Rulings:
        """Those that hold at this table."""
        said = {each.ruling: each.value for each in self._rulings}
        return Rulings(frozenset({**self.table.rulings, **said}.items()))

    def run(self, number: int) -> Run:
        """A run as it stands.

        Raises: Conflict where there is none.
        """
        run = self.table.runs.get(number)
        if run is None:
            raise Conflict(f"There is no run {number}.", hint=f"rollkeep log {self.path or 'FILE'} shows the runs.")
        return run

    def person(self, who: str) -> Person | None:
        """Somebody written down; None for a bare pool."""
        one: Person = self.table.cast[who]
        return None if one.sheet == person(Character(one.sheet.name)).sheet else one

    def declared(self, number: int, how: Mapping[str, Declaring]) -> dict[str, Declared]:
        """What each roll of a run would be, as the options declare it; nothing is thrown or written."""
        run = self.run(number)
        machine, scene = self.table.hosts[run.machine], self.table.scene(run)
        rulings, found = Rulings(scene.rulings), dict[str, Declared]()
        for who, offered in offers(machine, scene).items():
            mine = next((each for each in rolls_of(run.state) if each.who == who and not each.declared), None)
            if mine and offered:
                move = self._declare(mine, how.get(who, Declaring()), rulings)
                step = decide(machine, scene, who, move)
                found[who] = next(event for event in step.events if isinstance(event, Declared))
        return found

    def _declare(self, roll: Roll, said: Declaring, rulings: Rulings) -> Declare:
        """The move that options make; what is forbidden is refused in the words of the rules, not as a move.

        Raises: RuleError, UsageError
        """
        if said.raise_for and not (said.raises or roll.free):
            raise needs("raise_for", ("raises", "free_raises"))
        if said.raises > UNKNOWN_RING and self.person(roll.who) is None:
            raise UsageError(
                f"A pool without a character calls at most {UNKNOWN_RING} Raises.",
                hint="Call fewer, or name a character.",
            )
        if (said.dice or said.keep != "high") and not sees(roll):
            raise UsageError(
                f"{roll.who} does not see the dice: none are thrown by hand, and the best are kept.",
                code="usage.clash",
                hint="Leave --dice and --keep out, or let the roller see them.",
            )
        keep = said.keep if said.keep in ("high", "low") else "choose"
        move = Declare(roll.who, said.raises, said.raise_for, said.lower, said.void, said.named, bool(said.dice), keep)
        return check_declared(roll, self.table.cast[roll.who], move, rulings)

    def roll(
        self,
        number: int,
        how: Mapping[str, Declaring],
        *,
        until: Callable[[Any], bool] = lambda _: False,
        thrown: dict[str, int] | None = None,
    ) -> None:
        """Declares every roll of a run as the options say, throws by hand where dice are given, keeps as told.

        It ends with the run, or where ``until`` says so of its state; ``thrown`` counts the throws by hand so far.
        """
        thrown = {} if thrown is None else thrown
        for _ in range(10_000):
            run = self.run(number)
            if run.closed or until(run.state):
                return
            every = offers(self.table.hosts[run.machine], self.table.scene(run))
            mine = next((each for each in rolls_of(run.state) if each.who in every), None)
            if mine is None:
                return
            said = how.get(mine.who, Declaring())
            if mine.declared is None:
                self.do(Act(number, mine.who, self._declare(mine, said, self.rulings)))
            elif mine.threw is None:
                count = thrown.get(mine.who, 0)
                if count >= len(said.dice):
                    raise _no_dice(mine.who, mine.declared, list(how), more=count > 0)
                thrown[mine.who] = count + 1
                if asks(mine.declared.pool, said.dice[count]):
                    self.commit()
                dice = dice_by_hand(mine.declared.pool, said.dice[count]).dice
                self.do(Act(number, mine.who, Throw(mine.who, dice)))
            else:
                self.commit()  # whoever has seen the dice cannot take them back
                self.do(Act(number, mine.who, Keep(mine.who, _which(mine, mine.declared, said.keep))))


def _no_dice(who: str, declared: Declared, names: Sequence[str], *, more: bool) -> UsageError:
    letter = f"{LETTERS[names.index(who)]}=" if len(names) > 1 else ""
    if not more:
        return UsageError(
            f"{who} throws {declared.pool} by hand, and no dice are given.",
            code="usage.needs",
            hint=f'Add --dice {letter}"…".',
        )
    return UsageError(
        f"{who} has to throw {declared.pool} too.",
        code="usage.needs",
        hint=f'Give a further throw after a /: --dice {letter}"2 7 / 3 8".',
    )


def _which(roll: Roll, declared: Declared, how: str) -> tuple[int, ...]:
    """The positions to keep, as they are named, or as is answered on the terminal.

    Raises: NotationError, UsageError
    """
    assert roll.threw
    if how[:1].isdigit():
        return positions(how, declared.pool)
    on_a_terminal()

    def head(page: Page) -> None:
        page.wrapped(f"{roll.who}: {declared.pool}", bold=True)

    return which_to_keep(Thrown(declared.pool, bare(roll.threw.dice)), head, "auto").positions


def rolls_of(state: Any) -> Sequence[Roll]:
    """The rolls of a state, be it one or several."""
    rolls = getattr(state, "rolls", None)
    if isinstance(rolls, tuple):
        return rolls
    roll = getattr(state, "roll", None)
    return (roll,) if roll else ()


def _seated(table: Table) -> Table:
    return table._replace(seats={SEAT: Seated(SEAT, "gm", frozenset())})


def _sealing(entry: written.Entry) -> written.Entry:
    sealed_entry: written.Entry = sealed(entry, lambda: secrets.token_hex(16))
    return sealed_entry


def _exists(path: str) -> bool:
    return os.path.lexists(path)


def _now() -> str:
    import datetime

    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
