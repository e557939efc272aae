"""A procedure on the command line: people, a log in a file or in memory, and the moves that options make."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from rollkeep.cli.ask import dice_by_hand
from rollkeep.cli.people import with_answers
from rollkeep.cli.words import Text, Whole, plain_text
from rollkeep.dice.notation import is_terms, read_pool, read_terms, total
from rollkeep.errors import LogError, UsageError
from rollkeep.fourth import tracks
from rollkeep.fourth.by_sheet import fill
from rollkeep.fourth.catalogue.names import plain
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Declared, Roll, Throw
from rollkeep.fourth.request import Request
from rollkeep.fourth.roll import NOTHING
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.sheet import Character
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import Shifted, decide, offers
from rollkeep.machine.secret import Secret
from rollkeep.table import entropy, log, sheets
from rollkeep.table import entry as written
from rollkeep.table.chain import sealed
from rollkeep.table.draft import Draft
from rollkeep.table.entry import Act, Agreed, Joined, Rule, Seated
from rollkeep.table.ledger import Entry as LedgerLine
from rollkeep.table.ledger import Ledger
from rollkeep.table.sheets import Sheet
from rollkeep.table.table import Run, Table, fold, struck

SEAT = "you"
FROM_FILE = "as the character's file says"
LETTERS = "ABCDEFGHIJKLMNOPQRST"
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

OF_SIDES: list[click.Parameter] = [
    click.Option(["--raises"], metavar="A=N", multiple=True, help="Raises that a side calls."),
    click.Option(["--raise-for"], metavar="A=TEXT", multiple=True, help="What they are for."),
    click.Option(["--free-raises"], metavar="A=N", multiple=True, help="Free Raises that a side has."),
    click.Option(["--lower"], metavar="A=N", multiple=True, help="How many of them are spent on the TN or the total."),
    click.Option(["--void"], metavar="A=EFFECT", multiple=True, help="Spend a Void Point: boost, or skill for rank 0."),
    click.Option(
        ["--for", "named"], metavar="A=WORD", multiple=True, help="An Emphasis, or what a modifier waits for."
    ),
    click.Option(["--add"], metavar='A="1k0 NAME"', multiple=True, help="Dice or a bonus with a name."),
    click.Option(["--dice"], metavar='A="2 7 10+3"', multiple=True, help="Thrown by hand; a further throw after a /."),
    click.Option(["--keep"], metavar="A=HOW", multiple=True, help="high or low."),
]
"""The options that belong to one side; A, B, C in order, or a name. With one side alone the A= may be left out."""


class Side(NamedTuple):
    """Who takes part: a name, a person, what they roll, and the file they come from."""

    who: str
    one: Person
    deed: str
    sheet: Sheet | None = None


class Declaring(NamedTuple):
    """What the options of one side say."""

    raises: int = 0
    raise_for: str = ""
    free: int = 0
    lower: int = 0
    void: str = ""
    named: tuple[str, ...] = ()
    adds: tuple[Modifier, ...] = ()
    dice: tuple[str, ...] = ()
    keep: str = "high"


# --- who takes part -------------------------------------------------------------------------------------------


def sides_of(texts: Sequence[str], deed: str = "", *, aim: str = "open") -> list[Side]:
    """The sides that words name: a pool as it is written, or a character with what it rolls.

    ``deed`` is rolled by each, where it is given.
    Raises: SheetError, UsageError, NotationError
    """
    found: list[Side] = []
    for text, letter in zip(texts, LETTERS, strict=False):
        side = side_of(text, letter, deed, aim)
        taken = {other.who for other in found}
        number = 1
        while side.who in taken:
            number += 1
            side = side._replace(who=f"{side.who.rpartition(' ')[0] or side.who} {number}")
        found.append(side)
    if len(texts) > len(LETTERS):
        raise UsageError(f"At most {len(LETTERS)} take part.", hint="Leave some out.")
    return found


def helper_of(name: str) -> Side:
    """A character who helps with a rank and rolls nothing."""
    sheet = sheets.load(name)
    return Side(sheet.character.name, person(sheet.character), "", sheet)


def side_of(text: str, letter: str, deed: str = "", aim: str = "open") -> Side:
    """One side."""
    words = text.split()
    if not words:
        raise UsageError("Somebody without a name takes part.", code="usage.needs", hint="Name a character or a pool.")
    if is_terms(words[0]):
        read_pool(text)
        return Side(letter, person(Character(letter)), text)
    sheet = sheets.load(words[0])
    rolled = " ".join(words[1:]) or deed
    if not rolled:
        raise UsageError(
            f"What does {sheet.character.name} roll?",
            code="usage.needs",
            hint=f'Write it in quotes: "{words[0]} kenjutsu".',
        )

    def known(character: Character) -> Character:
        for one in (rolled, *(("iaijutsu/void", "iaijutsu/reflexes") if rolled == "iaijutsu/awareness" else ())):
            fill(Request(NOTHING, aim=aim), character, read_deed(character, one))
        return character

    character, _ = with_answers(sheet.character, known)
    return Side(character.name, person(character), rolled, sheet)


def declaring(sides: Sequence[Side], given: Mapping[str, Any]) -> list[Declaring]:
    """What the options say of each side.

    Raises: UsageError, NotationError
    """
    several: list[dict[str, list[str]]] = [{} for _ in sides]
    for option in ("raises", "raise_for", "free_raises", "lower", "void", "named", "add", "dice", "keep"):
        for text in given.get(option) or ():
            place, value = placed(sides, option, text)
            several[place].setdefault(option, []).append(value)
    return [_declaring(options) for options in several]


def placed(sides: Sequence[Side], option: str, text: str) -> tuple[int, str]:
    """Which side an option's text belongs to, and what it says of it.

    Raises: UsageError
    """
    flag = "--for" if option == "named" else f"--{option.replace('_', '-')}"
    name, equals, value = text.partition("=")
    if len(sides) == 1 and (not equals or _place(sides, name) is None):
        return 0, text
    place = _place(sides, name) if equals else None
    if place is None:
        known = " or ".join(f"{LETTERS[i]} ({side.who})" for i, side in enumerate(sides))
        raise UsageError(f"{flag} {text[:40]!r} names no side.", code="usage.needs", hint=f"Write {flag} A=…: {known}.")
    return place, value


def _place(sides: Sequence[Side], name: str) -> int | None:
    for i, side in enumerate(sides):
        file = side.sheet.path.rpartition("/")[2].removesuffix(".toml") if side.sheet else ""
        if plain(name) in (LETTERS[i].lower(), plain(side.who), plain(file) or LETTERS[i].lower()):
            return i
    return None


def _declaring(options: Mapping[str, list[str]]) -> Declaring:
    def number(option: str) -> int:
        text = options.get(option, ["0"])[-1]
        if not (text.isascii() and text.isdigit() and len(text) < 3):
            flag = f"--{option.replace('_', '-')}"
            raise UsageError(
                f"{flag} takes a whole number, not {text[:20]!r}.", code="usage.number", hint=f"{flag} A=1."
            )
        return int(text)

    void = "+".join(options.get("void", []))
    keep = options.get("keep", ["high"])[-1]
    if keep not in ("high", "low"):
        raise UsageError(f"--keep is high or low, not {keep[:20]!r}.", hint="Write --keep A=low.")
    dice = tuple(part.strip() for part in options.get("dice", [""])[-1].split("/") if part.strip())
    return Declaring(
        number("raises"),
        plain_text(options.get("raise_for", [""])[-1], "--raise-for"),
        number("free_raises"),
        number("lower"),
        void,
        tuple(options.get("named", [])),
        tuple(map(_add, options.get("add", []))),
        dice,
        keep,
    )


def _add(text: str) -> Modifier:
    dice, _, reason = text.strip().partition(" ")
    return Modifier(plain_text(reason, "--add"), total(read_terms(dice)))


# --- a log, in a file or in memory ----------------------------------------------------------------------------


class Playing:
    """A table of one seat. What it writes is in the file before anything is shown."""

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
        self.table, self.head = Table(HOSTS), ""
        self.files: dict[str, Sheet] = {}
        self.entries: list[written.Entry] = []
        if path and (must_be_there or _exists(path)):
            found = log.load(path, READ)
            if found.status:
                raise LogError(f"{path}: {found.fault}", hint=f"rollkeep replay {path} shows what holds.")
            self.table, self.head = fold(HOSTS, found.entries), found.head
            self.entries += found.entries
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
        """Works requests out, pays what they cost, writes them; the number of the run that was begun.

        Raises: IllegalMove, RuleError, SheetError, LogError, with nothing written.
        """
        draft = Draft(self.table, SEAT, secrets.token_hex(8), _now(), self.source, _sealing)
        for request in requests:
            if not isinstance(request, Rule) or request.events:
                draft.do(request)
        if not self.dry_run:
            self._pay(draft.entries)
            if self.path and draft.entries:
                self.head = log.append(self.path, draft.entries, self.head)
        self.table = draft.table
        self.entries += draft.entries
        return draft.started

    def _pay(self, entries: Sequence[written.Entry]) -> None:
        """Takes off the characters' files what was spent."""
        from rollkeep.table.change import change

        moved: dict[str, list[Shifted]] = {}
        for entry in entries:
            for event in entry.events:
                if isinstance(event, Shifted) and event.who in self.files and event.why != FROM_FILE:
                    moved.setdefault(event.who, []).append(event)
        for who, shifts in moved.items():
            change(self.files[who].path, _lines(shifts))

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
        """A run as it stands."""
        return self.table.runs[number]

    def declared(self, number: int, how: Mapping[str, Declaring]) -> dict[str, Declared]:
        """What each roll of a run would be, as the options declare it; nothing is thrown or written."""
        run = self.run(number)
        machine, scene = self.table.hosts[run.machine], self.table.scene(run)
        rulings, found = Rulings(scene.rulings), dict[str, Declared]()
        for who, offered in offers(machine, scene).items():
            mine = next((each for each in _rolls(run.state) if each.who == who and not each.declared), None)
            if mine and offered:
                move = _declare(mine, how.get(who, Declaring()), self.table.cast[who], rulings)
                step = decide(machine, scene, who, move)
                found[who] = next(event for event in step.events if isinstance(event, Declared))
        return found

    def roll(
        self,
        number: int,
        how: Mapping[str, Declaring],
        *,
        until: Callable[[Any], bool] = lambda _: False,
        thrown: dict[str, int] | None = None,
    ) -> None:
        """Declares every roll of a run as the options say, and throws by hand where dice are given.

        It ends with the run, or where ``until`` says so of its state; ``thrown`` counts the throws by hand so far.
        """
        thrown = {} if thrown is None else thrown
        for _ in range(10_000):
            run = self.run(number)
            if run.closed or until(run.state):
                return
            every = offers(self.table.hosts[run.machine], self.table.scene(run))
            mine = next((each for each in _rolls(run.state) if each.who in every), None)
            if mine is None:
                return
            said = how.get(mine.who, Declaring())
            if mine.declared is None:
                rulings = Rulings(frozenset(self.table.rulings.items()))
                self.do(Act(number, mine.who, _declare(mine, said, self.table.cast[mine.who], rulings)))
            elif mine.threw is None:
                count = thrown.get(mine.who, 0)
                if count >= len(said.dice):
                    raise UsageError(
                        f"{mine.who} has to throw {mine.declared.pool} again.",
                        code="usage.needs",
                        hint='Give a further throw after a /: --dice A="2 7 / 3 8".',
                    )
                thrown[mine.who] = count + 1
                dice = dice_by_hand(mine.declared.pool, said.dice[count]).dice
                self.do(Act(number, mine.who, Throw(mine.who, dice)))
            else:
                return


def _declare(roll: Roll, said: Declaring, one: Person, rulings: Rulings) -> Declare:
    """The move that the options make; what the rules forbid is refused in their words, before it is refused as a move.

    Raises: RuleError, UsageError
    """
    from rollkeep.fourth.play.roll import check_declared

    move = Declare(
        roll.who,
        said.raises,
        said.raise_for,
        said.lower,
        said.void,
        said.named,
        bool(said.dice),
        said.keep,
    )
    return check_declared(roll, one, move, rulings)


def _rolls(state: Any) -> Sequence[Roll]:
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
