"""A procedure on the command line: a log in a file or in memory, and the moves that options make."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import click

from rollkeep.cli.ask import asks, dice_by_hand, on_a_terminal, positions, which_to_keep
from rollkeep.cli.logged import SEAT, Logged
from rollkeep.cli.rulings import own
from rollkeep.cli.show import Page
from rollkeep.cli.sides import LETTERS, Declaring, Side
from rollkeep.cli.what import needs
from rollkeep.cli.words import Text, Whole
from rollkeep.dice.pool import Thrown
from rollkeep.errors import UsageError
from rollkeep.fourth.play.person import UNKNOWN_RING, Person, person
from rollkeep.fourth.play.roll import Declare, Declared, Keep, Roll, Throw, check_declared, sees
from rollkeep.fourth.rulings import RULINGS, Rulings
from rollkeep.fourth.sheet import Character
from rollkeep.hosts import Hosts, for_log
from rollkeep.machine.machine import Shifted, decide, offers
from rollkeep.machine.secret import bare
from rollkeep.table import entropy, sheets
from rollkeep.table import entry as written
from rollkeep.table.entry import Act, Agreed, Joined, Rule, Seated
from rollkeep.table.paying import Moved, paid
from rollkeep.table.sheets import Sheet

FROM_FILE = "as the character's file says"

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


class Playing(Logged):
    """The procedures of the 4th edition at a table of one seat. Nothing is shown before it is paid and written."""

    costs_nobody = False
    """Whether nothing is written into the characters' files."""

    def __init__(
        self,
        path: str | None,
        seed: int | None,
        rulings: Sequence[tuple[str, str]] = (),
        *,
        dry_run: bool = False,
        must_be_there: bool = False,
        hosts: Hosts | None = None,
    ) -> None:
        super().__init__(path, seed, hosts or for_log(path), dry_run=dry_run, must_be_there=must_be_there)
        self.files: dict[str, Sheet] = {}
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
            if here is not None and self._is_other(side.who):
                raise UsageError(
                    f"In {self.path} {side.who} is a character of the 5th edition.",
                    code="usage.clash",
                    hint="Write another log: --log FILE.",
                )
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
        mine = [who for who in self.table.cast if not self._is_other(who)]
        self.files |= {who: sheet for who in mine if (sheet := sheets.of(who, folder))}
        self.do(Rule(0, tuple(shift for who in self.table.cast for shift in self._tracks(who)), ""))

    def _tracks(self, who: str) -> list[Shifted]:
        """What a character's file says other than the table does."""
        if who not in self.files:
            return []
        now, here = person(self.files[who].character), self.table.cast[who]
        moved = ((track, getattr(now, track) - getattr(here, track)) for track in ("void", "wounds"))
        return [Shifted(who, track, by, FROM_FILE) for track, by in moved if by]

    def paying(self, new: Sequence[written.Entry]) -> AbstractContextManager[None]:
        """What the entries cost, written into the characters' files."""
        return paid(self._moved(new))

    def _moved(self, entries: Sequence[written.Entry]) -> Moved:
        """What is to be written into the characters' files; says so where one is not here."""
        moved: dict[str, list[Shifted]] = {}
        if self.costs_nobody:
            return moved
        for entry in entries:
            for event in entry.events:
                if not isinstance(event, Shifted) or event.why == FROM_FILE or self._is_other(event.who):
                    continue
                if event.who in self.files:
                    moved.setdefault(os.path.realpath(self.files[event.who].path), []).append(event)
                elif self.person(event.who):
                    click.echo(f"The file of {event.who} is not here and stays as it is.", err=True)
        return moved

    @property
    def rulings(self) -> Rulings:
        """Those that hold at this table."""
        said = {each.ruling: each.value for each in self._rulings}
        return Rulings(frozenset({**self.table.rulings, **said}.items()))

    def _is_other(self, who: str) -> bool:
        """Whether somebody is of the other game."""
        return not isinstance(self.table.cast[who], Person)

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
