"""What a duel and a skirmish share on the command line: options, who is asked, the log, how they are left and end."""

from __future__ import annotations

import math
import os
import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import click

from rollkeep.cli.logged import COMPUTER, Logged
from rollkeep.cli.page import Page
from rollkeep.cli.verbs import STOPPED
from rollkeep.cli.words import Text, Whole
from rollkeep.errors import UsageError
from rollkeep.machine.machine import Closed, Offers, Scene, Shifted, Who, offers
from rollkeep.machine.secret import Secret, redact
from rollkeep.table import entropy
from rollkeep.table.entry import Act, Seated
from rollkeep.table.undoing import struck

S = TypeVar("S")

ASKED: list[click.Parameter] = [
    click.Option(["--label"], type=Text(), help="What it is about."),
    click.Option(["--seed"], type=Whole(0, entropy.MAX_SEED), help="Throw the same dice again."),
    click.Option(["--ruling", "ruled"], metavar="NAME=VALUE", multiple=True, help="Read a rule in another way."),
]


def written_to(log: str) -> list[click.Parameter]:
    """The options that say what becomes of it; ``log`` is the usual log."""
    return [
        click.Option(["--log", "log_file"], metavar="FILE", help=f"Where every step is written; {log} if left out."),
        click.Option(["--dry-run"], is_flag=True, help="Write nothing."),
        click.Option(["--json", "as_json"], is_flag=True, help="Print JSON."),
    ]


class Fight(Logged, Generic[S]):
    """A duel or a skirmish and its log.

    ``autos`` are those whom the computer plays, ``since`` is the entry before what is told.
    """

    kind: str
    """The machine, which is also the verb and the word in sentences."""
    such: str
    """A command that begins one."""
    between: str
    """The question who takes part."""
    everyone: str
    """What ``--auto`` calls everyone."""

    number = since = 0
    autos: frozenset[Who] = frozenset()

    @property
    def scene(self) -> Scene[S]:
        """How it stands."""
        return self.table.scene(self.run(self.number))

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return self.run(self.number).closed

    def offered(self) -> Offers:
        """Who may do what now."""
        return offers(self.table.hosts[self.kind], self.scene)

    def make(self, who: Who, move: Any) -> None:
        """Somebody moves; chance throws what follows.

        Raises: IllegalMove
        """
        self.do(Act(self.number, who, move))

    def told(self, after: int = 0) -> Iterator[tuple[int, Any]]:
        """What everybody has seen of it since entry ``after``: each event as a spectator is told it.

        What was undone is left out.
        """
        told = (*self.table.hosts[self.kind].events, Shifted)
        gone = struck(self.entries)
        for entry in self.entries:
            if entry.run == self.number and entry.seq > after and entry.seq not in gone:
                for event in entry.events:
                    open_ = event.value if isinstance(event, Secret) else event
                    if isinstance(open_, told) and not isinstance(open_, Closed):
                        yield entry.seq, redact(open_, frozenset())

    # --- whether it can begin or go on --------------------------------------------------------------------------

    @property
    def _still_open(self) -> list[int]:
        return [number for number in self.table.open if self.run(number).machine == self.kind]

    def check_none_is_open(self) -> None:
        """Raises: UsageError where the log has one that is not over."""
        if self._still_open:
            raise UsageError(
                f"A {self.kind} in {self.path} is not over.",
                code="usage.clash",
                hint=f"Go on with it: rollkeep {self.kind} --log {self.path}. Or write another log: --log FILE.",
            )

    @classmethod
    def check_was_left(cls, given: str, path: str, is_named: bool) -> None:
        """Raises: UsageError where a ``given`` option is for a new one, or there is no log in which one was left."""
        if given or not (is_named or os.path.lexists(path)):
            said = f"{given} is for a new {cls.kind}: between whom?" if given else cls.between
            raise UsageError(said, code="usage.needs", hint=f"Such as {cls.such}.")

    def find(self) -> None:
        """Finds the one of the log that is still open.

        Raises: UsageError where there is none.
        """
        still = self._still_open
        if not still:
            raise UsageError(
                f"No {self.kind} is open in {self.path}.", code="usage.roll", hint=f"{self.such} begins one."
            )
        self.number = max(still)

    def check_people(self, names: Sequence[Who], hands: Collection[Who] = ()) -> None:
        """Raises: UsageError where the computer would throw by hand, or somebody is to be asked and nobody is there."""
        if self.autos & set(hands):
            raise UsageError("The computer throws no dice by hand.", code="usage.clash", hint="Leave one of them out.")
        if set(names) <= self.autos or (sys.stdin.isatty() and sys.stderr.isatty()):
            return
        left = next(name for name in names if name not in self.autos)
        raise UsageError(
            f"{left} can only be asked on a terminal.",
            code="usage.terminal",
            hint=f"Let the computer play: --auto {self.everyone}.",
        )

    # --- whom the computer plays --------------------------------------------------------------------------------

    def _seated(self, names: Sequence[Who]) -> list[Seated]:
        """Whom the computer plays of these, if the log does not say it yet; what it says of others stays."""
        before = self._played(self.table.seats)
        holds = before.difference(names) | self.autos
        return [Seated(COMPUTER, "player", holds)] if holds != before else []

    @staticmethod
    def _played(seats: Mapping[str, Seated]) -> frozenset[Who]:
        return seats[COMPUTER].holds if COMPUTER in seats else frozenset()


def named(
    who_of: Callable[[Sequence[Who], str, str], frozenset[Who]], names: Sequence[Who], said: Sequence[str], option: str
) -> tuple[Who, ...]:
    """Whom an option names that can be given several times, in the order of ``names``.

    Raises: UsageError
    """
    found = frozenset[str]().union(*(who_of(names, text, option) for text in said))
    return tuple(name for name in names if name in found)


# --- how it ends ------------------------------------------------------------------------------------------------------


def status_if_left(fight: Fight[Any], play: Callable[[], None]) -> int | None:
    """Plays on; where somebody leaves, says how it is gone on with, and the exit status."""
    from rollkeep.cli.questions import Left

    try:
        play()
    except Left:
        status = 0
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo(err=True)
        status = STOPPED
    else:
        return None
    click.echo(f"The {fight.kind} is not over. {how_on(fight)}", err=True)
    return status


def how_on(fight: Fight[Any]) -> str:
    """How one that is not over is gone on with."""
    if fight.dry_run or not fight.path:
        return "Nothing was written."
    if not os.path.lexists(fight.path):
        return "It had not begun."
    return f"Go on with it: rollkeep {fight.kind} --log {shlex.quote(fight.path)}"


def add_foot(page: Page, fight: Fight[Any], chosen: Iterable[tuple[str, str]], paid: Sequence[str] = ()) -> None:
    """Under what came of it: the rulings that hold, what was paid, and where every step is."""
    page.add()
    said = ", ".join(f"{name} = {value}" for name, value in sorted(chosen)) or "all by the book"
    for line in (f"Rulings: {said}.", *paid):
        page.wrapped(line, dim=True)
    if fight.path and not fight.dry_run:
        page.wrapped(f"Every step is in {fight.path}: rollkeep replay {fight.path}.", dim=True)


def error(number: int, count: int) -> float:
    """The standard error of a part of many; of all or nothing as if one had been otherwise."""
    part = min(max(number, 1), count - 1) / count if count > 1 else 0.5
    return math.sqrt(part * (1 - part) / count)
