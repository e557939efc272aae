"""A skirmish on the command line: who takes part, the log, and each move from a player or from the computer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from rollkeep.cli.fight import Fight
from rollkeep.cli.people import copies_of, name_and_count, with_answers
from rollkeep.cli.playing import Playing
from rollkeep.cli.sides import LETTERS, Side
from rollkeep.errors import RollKeepError, UsageError
from rollkeep.fourth.play.person import person
from rollkeep.fourth.skirmish.bounds import MOST, is_side
from rollkeep.fourth.skirmish.computer import computer
from rollkeep.fourth.skirmish.known import known, needs, stands
from rollkeep.fourth.skirmish.moves import Enter, Muster
from rollkeep.fourth.skirmish.state import LEFT, Skirmish
from rollkeep.hosts import of_both, of_skirmish
from rollkeep.machine.machine import CHANCE, GM, Offers, Scene, Shifted, Who
from rollkeep.machine.secret import bare
from rollkeep.names import plain
from rollkeep.table import entry as written
from rollkeep.table import sheets
from rollkeep.table.entry import Act, Go, Request, Rule, Start, Undone
from rollkeep.table.paying import Moved
from rollkeep.table.undoing import struck

AGAINST = ("vs", "against", "gegen")
ALL, NOBODY = "all", "nobody"
COMES_IN = "comes in while something is open"
"""What is written where somebody comes in between a question and its answer."""
SUCH = "rollkeep skirmish shinai vs bandit:4"
Teams = tuple[tuple[str, tuple[Side, ...]], ...]
MOST_ROUNDS = 100
"""After so many Rounds a fight that the computer plays alone is cut off: not every one comes to an end."""


def teams_of(words: Sequence[str]) -> Teams:
    """The sides that words name, ``vs`` between them; ``bandit:4`` are four of one file.

    Raises: SheetError, UsageError
    """
    groups: list[list[str]] = [[]]
    for word in words:
        if word.lower() in AGAINST[:1]:
            groups.append([])
        else:
            groups[-1].append(word)
    if len(groups) < 2 or not all(groups):
        raise UsageError(
            "A skirmish is between sides, with vs between them.",
            code="usage.needs",
            hint=f"Such as {SUCH}.",
        )
    found, taken = list[tuple[str, tuple[Side, ...]]](), set[str]()
    for letter, group in zip(LETTERS, groups, strict=False):
        found.append((letter, tuple(side for word in group for side in _fighters(word, taken))))
    if len(groups) > len(LETTERS) or len(taken) > MOST:
        raise UsageError(f"At most {MOST} take part.", code="usage.number", hint="Leave some out.")
    for letter, team in found:
        _check_standing(letter, team)
    return tuple(found)


def _check_standing(letter: str, team: Sequence[Side]) -> None:
    """Without anybody on their feet a side has lost before it begins.

    Raises: UsageError
    """
    if not any(stands(side.one) for side in team):
        first = team[0]
        state = known(first.one).state(first.one.wounds)
        whose = first.sheet.path if first.sheet else "FILE"
        raise UsageError(
            f"Nobody stands on side {letter}: {first.who} is {state} with {first.one.wounds} Wounds.",
            code="usage.needs",
            hint=f"Heal them first: rollkeep wound {whose} {first.one.wounds} --heal.",
        )


def _fighters(word: str, taken: set[str]) -> Iterator[Side]:
    """One fighter, or several of one file; those have no file of their own to write to.

    Raises: SheetError, UsageError
    """
    name, count = name_and_count(word)
    copies = copies_of(count, word) if count else 0
    sheet = sheets.load(name)
    character, _ = with_answers(sheet.character, lambda one: (needs(one), one)[1])
    if character.name in (GM, "chance"):
        raise UsageError(f"Nobody can fight under the name {character.name!r}.", code="usage.text")
    for number in range(1, copies + 1) if copies else (0,):
        who = f"{character.name} {number}" if number else character.name
        more = 1
        while who in taken:
            more += 1
            who = f"{character.name} {more}"
        taken.add(who)
        yield Side(who, person(character._replace(name=who)), "", None if number or more > 1 else sheet)


class Asks(Protocol):
    """Whoever asks what is done."""

    def __call__(self, skirmishing: Skirmishing, every: Offers) -> Sequence[Request]: ...
    def refused(self, fault: RollKeepError) -> None: ...


class Skirmishing(Fight[Skirmish], Playing):
    """A skirmish and its log."""

    kind, such, between, everyone = "skirmish", SUCH, "Who fights?", ALL

    def __init__(
        self,
        path: str | None,
        seed: int | None,
        rulings: Sequence[tuple[str, str]] = (),
        *,
        dry_run: bool = False,
        must_be_there: bool = False,
    ) -> None:
        hosts = of_both() if path and os.path.lexists(path) else of_skirmish()
        super().__init__(path, seed, rulings, dry_run=dry_run, must_be_there=must_be_there, hosts=hosts)
        self.cut_off = 0
        """The Rounds after which it was cut off, else 0."""

    def begin(self, teams: Teams, by_hand: Sequence[Who], surprised: Sequence[Who], label: str) -> None:
        """Everyone enters, and it begins.

        Raises: IllegalMove, Conflict, UsageError
        """
        everyone = [side for _, team in teams for side in team]
        joined = self.join(everyone)
        names = tuple(side.who for side in everyone)
        sides = tuple((name, tuple(side.who for side in team)) for name, team in teams)
        events = (*joined.events, *self._seated(names))
        able = [who for who in self.table.cast if who not in names] + list(names)
        hands, late = (tuple(who for who in able if who in said) for said in (by_hand, surprised))
        muster = Muster(sides, hands, late, label)
        self.number = self.do(Rule(0, events, ""), Start("skirmish", GM, muster))

    def resume(self, auto: Sequence[str] = (), join: Sequence[str] = ()) -> None:
        """Goes on with the skirmish of the log that is still open; each of ``join``, such as ``B=ogre``, comes in.

        The computer plays whom ``auto`` names, or else those whom it has played.

        Raises: UsageError where there is none, or more would come in than can take part; SheetError
        """
        self.find()
        coming = self._coming(join)
        names = (*self.names, *(side.who for _, side in coming))
        self.autos = autos_of(names, auto) if auto else frozenset(names) & self._played(self.table.seats)
        if not self.is_trial:
            self.recall()
        self.do(Rule(0, (*self._seated(names), *self._rulings), ""))
        self.since = max((seq for seq, event in self.told() if type(event).__name__ == "Rounded"), default=1) - 1
        if self.run(self.number).waiting:
            self.do(Go(self.number))
        if coming:
            why = "" if GM in self.offered() else COMES_IN
            self.do(
                self.join([side for _, side in coming]),
                *(Act(self.number, GM, Enter(side.who, name), why=why) for name, side in coming),
            )

    def _coming(self, join: Sequence[str]) -> list[tuple[str, Side]]:
        """Who comes in, each with the name of the side."""
        found, taken = list[tuple[str, Side]](), set(self.table.cast)
        for text in join:
            name, equals, word = text.partition("=")
            if not (equals and is_side(name.strip()) and word.strip()):
                raise UsageError(
                    f"--join takes SIDE=WHO, not {text[:30]!r}.", code="usage.needs", hint="Such as --join B=ogre."
                )
            found += [(name.strip(), side) for side in _fighters(word.strip(), taken)]
        here = sum(each.state != LEFT for each in self.scene.state.fighters)
        if len(found) + here > MOST:
            raise UsageError(f"At most {MOST} take part.", code="usage.number", hint=f"{here} are here.")
        return found

    @property
    def names(self) -> tuple[Who, ...]:
        """Everyone who fights."""
        return tuple(each.who for each in self.scene.state.fighters)

    @property
    def is_trial(self) -> bool:
        """Whether the computer plays alone: that costs nobody anything."""
        return set(self.names) <= self.autos if self.number else False

    def last_choice(self) -> int:
        """The last entry that stands of what was chosen here: by a player, or by the game master's word; else 0."""
        gone = struck(self.entries)
        for entry in reversed(self.entries):
            if entry.run == self.number != entry.seq and entry.seq not in gone:
                who = bare(entry.asked).who if entry.asked is not None else GM if bare(entry.why) else ""
                undoes = any(isinstance(event, Undone) for event in entry.events)
                if who and not undoes and who != CHANCE and who not in self.autos:
                    return entry.seq
        return 0

    def play(self, ask: Asks, tell: Callable[[Skirmishing], None]) -> None:
        """Plays on to the end: the computer moves for whom it plays, ``ask`` says what the others do.

        Everything is written before the next question. Where nobody is asked, each Round is written, and then told by
        ``tell``; after ``MOST_ROUNDS`` it is cut off, and is not over.
        """
        policies = {who: computer(who, self.source) for who in self.autos}
        now = self.scene.state.round
        last = now + MOST_ROUNDS - (now > 0)
        while not self.is_over:
            if self.is_trial and self.scene.state.round > now:
                now = self.scene.state.round
                self.commit()
                if now > last:
                    self.cut_off = now - 1
                    return
                tell(self)
            every = self.offered()
            mine = next((who for who in every if who in policies), None)
            if mine is not None:
                self.make(mine, policies[mine](self.scene, every[mine]))
                continue
            self.commit()
            requests = ask(self, every)
            try:
                self.do(*requests)
            except RollKeepError as fault:
                ask.refused(fault)
        self.commit()

    def _moved(self, entries: Sequence[written.Entry]) -> Moved:
        """What is to be written into the characters' files; nothing where the computer plays alone."""
        if self.is_trial:
            return {}
        return super()._moved([replace(entry, events=tuple(filter(self._costs, entry.events))) for entry in entries])

    def _costs(self, event: Any) -> bool:
        """Whether it is to be paid by somebody who has a file."""
        return isinstance(event, Shifted) and event.who in self.files


def autos_of(names: Sequence[Who], auto: Sequence[str]) -> frozenset[Who]:
    """Whom the computer plays: what ``--auto`` names, ``all``, or ``nobody``.

    Raises: UsageError
    """
    return frozenset[Who]().union(*(who_of(names, text, "--auto") for text in auto if text.strip().lower() != NOBODY))


def who_of(names: Sequence[Who], text: str, option: str) -> frozenset[Who]:
    """Whom an option names: all, a name, or the word behind which several of one file stand.

    Raises: UsageError
    """
    wanted = plain(text.partition(":")[0])
    if wanted == ALL:
        return frozenset(names)
    found = [name for name in names if wanted in (plain(name), plain(name.rstrip("0123456789 ")))]
    found = found or [name for name in names if wanted and wanted in plain(name).split()]
    if not found:
        raise UsageError(
            f"{option} {text[:40]!r} is nobody here.", code="usage.needs", hint=f"Here are: {', '.join(names)}; or all."
        )
    return frozenset(found)


def standing(scene: Scene[Skirmish]) -> dict[Who, str]:
    """How each fares: a word such as Down, empty for who stands."""
    return {each.who: "gone" if each.state == LEFT else each.state for each in scene.state.fighters}
