"""A procedure on the command line: a log in a file or in memory, and the moves that options make."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click

from rollkeep.cli.ask import asks, dice_by_hand, on_a_terminal, positions, which_to_keep
from rollkeep.cli.show import Page
from rollkeep.cli.sides import LETTERS, Declaring, Side
from rollkeep.cli.what import needs
from rollkeep.cli.words import Text, Whole
from rollkeep.dice.pool import Thrown
from rollkeep.errors import Conflict, LogError, UsageError
from rollkeep.fourth import tracks
from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.person import UNKNOWN_RING, Person, person
from rollkeep.fourth.play.roll import Declare, Declared, Keep, Roll, Throw, check_declared, sees
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.sheet import Character
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import Shifted, decide, offers
from rollkeep.machine.secret import Secret, bare
from rollkeep.table import entropy, log
from rollkeep.table import entry as written
from rollkeep.table.chain import sealed
from rollkeep.table.draft import STALE, Draft
from rollkeep.table.entry import Act, Agreed, Joined, Rule, Seated
from rollkeep.table.ledger import Entry as LedgerLine
from rollkeep.table.ledger import Ledger
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
        rulings: Rulings,
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
            self.table = fold(HOSTS, self.log.entries)
            self.entries += self.log.entries
        if not self.table.seats:
            self.table = _seated(self.table)
        self._agree(rulings)

    def _agree(self, rulings: Rulings) -> None:
        self._rulings = [
            Agreed(name, value) for name, value in sorted(rulings.chosen) if self.table.rulings.get(name) != value
        ]

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
                if side.sheet:
                    for track in ("void", "wounds"):
                        if by := getattr(side.one, track) - getattr(here, track):
                            events.append(Shifted(side.who, track, by, FROM_FILE))
        return Rule(0, tuple(events), "")

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

        Raises: RuleError, SheetError, LogError, Conflict, with nothing written.
        """
        new, self._new = self._new, []
        if self.path and new and not self.dry_run:
            with log.adding(self.path, self.log) as add:
                self._pay(new)
                self.log = add(new)
        elif not self.dry_run:
            self._pay(new)

    def _pay(self, entries: Sequence[written.Entry]) -> None:
        """Takes off the characters' files what was spent."""
        from rollkeep.table.change import change

        moved: dict[str, list[Shifted]] = {}
        for entry in entries:
            for event in entry.events:
                if isinstance(event, Shifted) and event.why != FROM_FILE:
                    moved.setdefault(event.who, []).append(event)
        for who, shifts in moved.items():
            if who in self.files:
                change(self.files[who].path, _lines(shifts))
            elif who in self.table.cast and self.person(who):
                click.echo(f"The file of {who} is not here and stays as it is.", err=True)

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
        return Rulings(frozenset((*self.table.rulings.items(), *((each.ruling, each.value) for each in self._rulings))))

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
    if hasattr(state, "rolls") and isinstance(state.rolls, tuple):
        return tuple(state.rolls)
    return (state.roll,) if state.roll else ()


def _lines(shifts: Sequence[Shifted]) -> Callable[[Character, Ledger], tuple[LedgerLine, ...]]:
    """The lines of a character's ledger for what moved; Void Points that are not there are refused."""

    def make(character: Character, ledger: Ledger) -> tuple[LedgerLine, ...]:
        lines = []
        for moved in shifts:
            if moved.track == "void":
                shift = tracks.spend(character, -moved.by) if moved.by < 0 else tracks.regain(character, moved.by)
            elif moved.by < 0:
                shift = tracks.heal(character, -moved.by)
            else:
                shift = tracks.take(character, moved.by)
            character = tracks.shifted(character, (shift,))
            lines.append(LedgerLine("wound" if moved.track == "wounds" else moved.why, moved.why, (shift,)))
        return tuple(lines)

    return make


def _seated(table: Table) -> Table:
    return table._replace(seats={SEAT: Seated(SEAT, "gm", frozenset())})


def _sealing(entry: written.Entry) -> written.Entry:
    sealed_entry: written.Entry = sealed(entry, lambda: secrets.token_hex(16))
    return sealed_entry


def _exists(path: str) -> bool:
    import os

    return os.path.lexists(path)


def _now() -> str:
    import datetime

    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
