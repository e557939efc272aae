"""What a duel and a skirmish share on the command line: the log, who is asked, and whom the computer plays."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from rollkeep.cli.logged import Logged
from rollkeep.errors import UsageError
from rollkeep.machine.machine import Closed, Offers, Scene, Shifted, Who, offers
from rollkeep.machine.secret import Secret, redact
from rollkeep.table.entry import Act, Seated
from rollkeep.table.table import struck

S = TypeVar("S")
COMPUTER = "computer"
"""The seat that holds those whom the computer plays."""


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


def error(number: int, count: int) -> float:
    """The standard error of a part of many; of all or nothing as if one had been otherwise."""
    part = min(max(number, 1), count - 1) / count if count > 1 else 0.5
    return math.sqrt(part * (1 - part) / count)
