"""A duel on the command line: who takes part, the log, and each move from a player or from the computer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rollkeep.cli.fight import Fight
from rollkeep.cli.logged import SEAT
from rollkeep.cli.page import Page
from rollkeep.cli.people import with_answers
from rollkeep.cli.rulings import own
from rollkeep.errors import SheetError, UsageError
from rollkeep.fifth import sheet as sheets_of
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.events import Over, Rounded
from rollkeep.fifth.duel.moves import Concede, Face
from rollkeep.fifth.duel.person import Person, numbers, person
from rollkeep.fifth.duel.state import Duel
from rollkeep.fifth.rulings import RULINGS, Rulings
from rollkeep.hosts import of_both
from rollkeep.machine.machine import CHANCE, GM, Offers, Scene, Shifted, Who
from rollkeep.machine.secret import redact
from rollkeep.names import plain
from rollkeep.table import sheets
from rollkeep.table.change_fifth import change
from rollkeep.table.entry import Agreed, Go, Joined, Rule, Seated, Start
from rollkeep.text import unfit

_NAME = re.compile(r"[^\W\d_](?:[\w' -]*\w)?")
_LONGEST = 60
TRACKS = ("strife", "fatigue", "void")
FROM_FILE = "as the character's file says"
EVERYDAY = "student"
"""The ready-made duellist whose numbers somebody gets of whom nothing is written down."""

LETTERS = ("A", "B")
NOBODY = "nobody"
SUCH = "rollkeep duel shinai rival"


class Duellist(NamedTuple):
    """One side: the name, the character as it enters, and the file; empty where there is none."""

    who: Who
    one: Person
    path: str


def duellists(words: Sequence[str]) -> tuple[Duellist, Duellist]:
    """Both sides, from files, ready-made, or by name alone; what is missing is asked for on a terminal.

    Raises: SheetError, UsageError
    """
    if len(words) != 2:
        raise UsageError("A duel is between two.", code="usage.needs", hint=f"Such as {SUCH}.")
    first, second = (_duellist(word) for word in words)
    if plain(first.who) == plain(second.who):
        name = f"{second.who} 2"
        second = second._replace(who=name, one=person(second.one.sheet._replace(name=name)), path="")
    return first, second


def _duellist(word: str) -> Duellist:
    if word[:1].isdecimal() and sheets.find(word) is None:
        raise UsageError(
            f"{word[:30]!r} is no name, and a duel is between characters.",
            code="usage",
            hint=f"Such as {SUCH}.",
        )
    try:
        found = sheets.load_fifth(word)
    except SheetError as fault:
        if fault.code != "sheet.unknown" or "Did you mean" in fault.hint or unfit(word, _LONGEST):
            raise
        name = word.strip()
        if not _NAME.fullmatch(name):
            raise
        _remark(f"Nothing is written down about {name}: rings of 2 and skills of 1, as the ready-made {EVERYDAY} has.")
        found = sheets.SheetFifth("", READY[EVERYDAY]._replace(name=name))

    def made(character: sheets_of.Character) -> Person:
        one = person(character)
        numbers(one)
        return one

    if found.character.name in (GM, CHANCE):
        raise UsageError(
            f"Nobody can duel under the name {found.character.name!r}.",
            code="usage.text",
            hint="Give the character another name.",
        )
    one, answers = with_answers(found.character, made, sheets_of.with_value)
    if answers:
        told = ", ".join(f"{key.rpartition('.')[2]} = {value}" for key, value in answers.items())
        _remark(f"This holds for this duel; {found.path} stays as it is: {told}.")
    return Duellist(one.sheet.name, one, found.path)


def _remark(text: str) -> None:
    page = Page(err=True)
    page.wrapped(text)
    page.print()


class Dueling(Fight[Duel]):
    """A duel and its log."""

    kind, such, between, everyone = "duel", SUCH, "Who duels?", "both"

    def __init__(
        self,
        path: str | None,
        seed: int | None,
        rulings: Sequence[tuple[str, str]] = (),
        *,
        dry_run: bool = False,
        must_be_there: bool = False,
    ) -> None:
        super().__init__(path, seed, of_both(), dry_run=dry_run, must_be_there=must_be_there)
        self.asked = dict(own(rulings, RULINGS))
        self.files: dict[Who, str] = {}

    @property
    def rulings(self) -> Rulings:
        """Those that hold at this table."""
        return Rulings(frozenset((name, value) for name, value in self.table.rulings.items() if name in RULINGS))

    def begin(self, both: tuple[Duellist, Duellist], face: Face) -> None:
        """Two enter and face each other.

        Raises: IllegalMove, Conflict
        """
        events: list[Any] = [] if self.table.seq else [Seated(SEAT, "gm", frozenset())]
        events += self._seated((face.a, face.b))
        events += self._agreed()
        self.files = {each.who: each.path for each in both if each.path}
        for each in both:
            known = self.table.cast.get(each.who)
            if known is not None and not isinstance(known, Person):
                raise UsageError(
                    f"In {self.path} {each.who} is a character of the 4th edition.",
                    code="usage.clash",
                    hint="Write another log: --log FILE.",
                )
            if known is None or known.sheet != each.one.sheet:
                events.append(Joined(each.who, each.one))
            if known is not None:
                moved = ((track, getattr(each.one, track) - getattr(known, track, 0)) for track in TRACKS)
                events += [Shifted(each.who, track, by, FROM_FILE) for track, by in moved if by]
        self.number = self.do(Rule(0, tuple(events), ""), Start("duel", GM, face))

    def resume(self, auto: Sequence[str] = ()) -> None:
        """Goes on with the duel of the log that is still open; rulings hold from now on.

        The computer plays whom ``auto`` names, or else those whom it has played.

        Raises: UsageError where there is none.
        """
        self.find()
        names = self.names
        self.files = {who: path for who in names if (path := sheets.path_fifth(who))}
        self.autos = autos_of(names, auto) if auto else frozenset(names) & self._played(self.table.seats)
        self.do(Rule(0, (*self._seated(names), *self._agreed()), ""))
        rounds = [seq for seq, event in self.told() if isinstance(event, Rounded)]
        self.since = rounds[-1] - 1 if rounds else 0
        if self.run(self.number).waiting:
            self.do(Go(self.number))

    def _agreed(self) -> list[Agreed]:
        """The rulings that are asked for and do not hold yet."""
        here = self.rulings
        return [Agreed(name, value) for name, value in self.asked.items() if here(name) != value]

    @property
    def names(self) -> tuple[Who, ...]:
        """Both."""
        return tuple(one.who for one in self.scene.state.sides)

    def view(self, who: Who) -> Scene[Duel]:
        """The duel as one of them sees it."""
        scene = self.scene
        return scene._replace(state=redact(scene.state, frozenset({who})))

    def play(self, ask: Callable[[Dueling, Offers], tuple[Who, Any]]) -> None:
        """Plays on to the end: the computer moves for whom it plays, ``ask`` says what the others do.

        Everything is written before the next question. Who may only concede need not move: a person is asked first
        and answers None to wait, the computer waits.
        """
        policies = {who: computer(who, self.source) for who in self.autos}
        while not self.is_over:
            every, endangered = _parted(self.offered())
            if people := {who: offered for who, offered in endangered.items() if who not in policies}:
                self.commit()
                who, move = ask(self, people)
                if move is not None:
                    self.make(who, move)
                    continue
            mine = next((who for who in every if who in policies), None)
            if mine is not None:
                self.make(mine, policies[mine](self.view(mine), every[mine]))
                continue
            self.commit()
            who, move = ask(self, every)
            self.make(who, move)
        self.commit()

    def pay(self) -> list[str]:
        """Writes into the characters' files what the duel has cost, if people have played it; what the files say now.

        The computer against itself is a trial and costs nothing.
        Raises: SheetError
        """
        if self.dry_run or set(self.names) <= self.autos:
            return []
        cost: dict[Who, dict[str, int]] = {who: dict.fromkeys(TRACKS, 0) for who in self.files}
        paid = self._paid()
        for entry in self.entries:
            for event in entry.events if entry.run == self.number and entry.seq > paid else ():
                if isinstance(event, Shifted) and event.who in cost:
                    cost[event.who][event.track] += event.by
        said = []
        for who, path in self.files.items():
            if any(cost[who].values()):
                now = change(path, cost[who])
                points = sheets_of.void_points(now)
                said.append(f"{path} now says: strife {now.strife}, fatigue {now.fatigue}, Void Points {points}.")
        return said

    def _paid(self) -> int:
        """The entry in which the duel was over before, with people in it: what it had cost was paid then; or 0."""
        ends, seats = list[tuple[int, bool]](), dict[str, Seated]()
        for entry in self.entries:
            seats |= {event.seat: event for event in entry.events if isinstance(event, Seated)}
            if entry.run == self.number and any(isinstance(event, Over) for event in entry.events):
                ends.append((entry.seq, not self._played(seats).issuperset(self.names)))
        return max((seq for seq, was_paid in ends[:-1] if was_paid), default=0)

    def told(self, after: int = 0) -> Iterator[tuple[int, Any]]:
        """What everybody has seen; of a duel that is gone on with, nothing that was before its round."""
        begun = after != self.since or not after
        for seq, event in super().told(after):
            begun = begun or isinstance(event, Rounded)
            if begun:
                yield seq, event


def autos_of(names: Sequence[Who], auto: Sequence[str]) -> frozenset[Who]:
    """Whom the computer plays: what ``--auto`` names, where ``nobody`` takes it back.

    Raises: UsageError
    """
    known = {name.lower() for name in names}
    named = [text for text in auto if text.strip().lower() != NOBODY or NOBODY in known]
    return frozenset[Who]().union(*(who_of(names, text, "--auto") for text in named))


def _parted(every: Offers) -> tuple[Offers, Offers]:
    """The offers of those who have to move, and of those who may only concede."""
    only = {who for who, offered in every.items() if all(offer.move is Concede for offer in offered)}
    return (
        {who: offered for who, offered in every.items() if who not in only},
        {who: offered for who, offered in every.items() if who in only},
    )


def who_of(names: Sequence[Who], text: str, option: str) -> frozenset[Who]:
    """Whom an option names: A, B, both, or a name.

    Raises: UsageError
    """
    if text.lower() == "both":
        return frozenset(names)
    by_word: Mapping[str, Who] = {
        **{letter.lower(): name for letter, name in zip(LETTERS, names, strict=True)},
        **{name.lower(): name for name in names},
    }
    if (found := by_word.get(text.strip().lower())) is None:
        raise UsageError(
            f"{option} {text[:40]!r} is neither of the two.",
            code="usage.needs",
            hint=f"Write A for {names[0]}, B for {names[1]}, or both.",
        )
    return frozenset({found})
