"""The sides of a procedure: who takes part, from words, and what the options say of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import click

from rollkeep.cli.ask import on_a_terminal
from rollkeep.cli.people import copies_of, name_and_count, with_answers
from rollkeep.cli.verbs import names_ring_dice
from rollkeep.cli.words import plain_text
from rollkeep.dice.notation import is_terms, read_pool, read_terms, total
from rollkeep.errors import UsageError
from rollkeep.fourth import sheet as sheet_of
from rollkeep.fourth.by_sheet import fill
from rollkeep.fourth.check import declare
from rollkeep.fourth.deed import UNSKILLED, read_deed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.request import Request
from rollkeep.fourth.roll import CHECKS, NOTHING
from rollkeep.fourth.sheet import Character
from rollkeep.names import plain
from rollkeep.table import sheets
from rollkeep.table.sheets import Sheet

LETTERS = "ABCDEFGHIJKLMNOPQRST"

_OPTIONS: dict[str, tuple[str, str]] = {
    "raises": ("A=N", "Raises that a side calls."),
    "raise_for": ("A=TEXT", "What they are for."),
    "free_raises": ("A=N", "Free Raises that a side has."),
    "lower": ("A=N", "How many of them are spent on the TN or the total."),
    "void": ("A=EFFECT", "Spend a Void Point: boost, or skill for rank 0."),
    "for": ("A=WORD", "An Emphasis, or what a modifier waits for."),
    "add": ('A="1k0 NAME"', "Dice or a bonus with a name."),
    "dice": ('A="2 7 10+3"', "Thrown by hand; a further throw after a /."),
    "keep": ("A=HOW", "high, low, ask, or positions such as 1,4,7."),
}


_NUMBERS = ("raises", "free_raises", "lower", "rank", "assess", "void_at")


def of_sides(*without: str) -> list[click.Parameter]:
    """The options that belong to one side: A, B, C in order, or a name. With one side alone the A= may be left out."""
    return [
        click.Option([_flag(name), name], metavar=form, multiple=True, help=told)
        for name, (form, told) in _OPTIONS.items()
        if name not in without
    ]


def _flag(option: str) -> str:
    return f"--{option.replace('_', '-')}"


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


def sides_of(texts: Sequence[str], deed: str = "", *, aim: str = "open", ranks: Sequence[str] = ()) -> list[Side]:
    """The sides that words name: a pool as it is written, or a character with what it rolls.

    ``deed`` is rolled by each, where it is given; ``ranks`` are those in the Skill, for this roll alone.
    Raises: SheetError, UsageError, NotationError
    """
    found: list[Side] = []
    for text in texts:
        name, count = name_and_count(text.split(maxsplit=1)[0] if text.strip() else "")
        copies = copies_of(count, f"{name}:{count}") if count else 0
        for number in range(1, copies + 1) if copies else (0,):
            if len(found) == len(LETTERS):
                raise UsageError(f"At most {len(LETTERS)} take part.", hint="Leave some out.")
            words = text.replace(f"{name}:{count}", name, 1) if copies else text
            side = _named(words, LETTERS[len(found)], deed)
            if copies:  # they have no file of their own to write to
                side = side._replace(who=f"{side.who} {number}", sheet=None)
            found.append(_apart(side, {other.who for other in found}))
    for text in ranks:
        place, value = placed(found, "rank", text)
        found[place] = _ranked(found[place], rank_of(value))
    return [_known(side, aim) for side in found]


def helper_ranks(helpers: str | None) -> list[int]:
    """Ranks as they are typed: ``2,1``.

    Raises: UsageError
    """
    texts = [text.strip() for text in (helpers or "").split(",") if text.strip()]
    if not all(text.isascii() and text.isdigit() and int(text[:4]) <= 10 for text in texts):
        raise UsageError("--helpers takes ranks from 0 to 10.", code="usage.number", hint="Such as --helpers 2,1.")
    return [int(text) for text in texts]


def raises_of(text: str, flag: str = "--assess") -> int:
    """A number of Raises as it is typed.

    Raises: UsageError
    """
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise UsageError(f"{flag} takes a whole number, not {text[:20]!r}.", code="usage.number", hint=f"{flag} A=1.")
    return int(text)


def rank_of(text: str) -> int:
    """A rank as it is typed.

    Raises: UsageError
    """
    if not (text.isascii() and text.isdigit() and int(text[:4]) <= 10):
        raise UsageError(f"--rank takes 0 to 10, not {text[:20]!r}.", code="usage.number", hint="Write --rank A=2.")
    return int(text)


def _ranked(side: Side, rank: int) -> Side:
    """The side with that rank in the Skill that it rolls; a pool of rank 0 is unskilled."""
    deed = read_deed(side.one.sheet, side.deed)
    if deed.skill:
        return side._replace(one=replace(side.one, sheet=sheet_of.with_rank(side.one.sheet, deed.skill, rank)))
    if deed.kind != "notation":
        raise UsageError(f"{side.who} rolls no Skill, so there is no rank.", code="usage.clash", hint="Leave it out.")
    return side if rank or deed.unskilled else side._replace(deed=f"{side.deed}{UNSKILLED}")


def _apart(side: Side, taken: set[str]) -> Side:
    """The same side with a name that nobody has."""
    number, who = 1, side.who
    while who in taken:
        number += 1
        who = f"{side.who} {number}"
    return side._replace(who=who)


def helper_of(name: str) -> Side:
    """A character who helps with a rank and rolls nothing."""
    sheet = sheets.load(name)
    return Side(sheet.character.name, person(sheet.character), "", sheet)


def side_of(text: str, letter: str, deed: str = "", aim: str = "open") -> Side:
    """One side."""
    return _known(_named(text, letter, deed), aim)


def _named(text: str, letter: str, deed: str) -> Side:
    words = text.split()
    if not words:
        raise UsageError("Somebody without a name takes part.", code="usage.needs", hint="Name a character or a pool.")
    if is_terms(words[0]):
        read_pool(text.removesuffix(UNSKILLED))
        return Side(letter, person(Character(letter)), text)
    if names_ring_dice(words) and not sheets.find(words[0]):
        dice = words[0][:20] if names_ring_dice(words[:1]) else text[:40]
        raise UsageError(
            f"{dice} are dice of the 5th edition, and this is for the 4th.",
            code="usage.roll",
            hint="A check with them is rollkeep 3r2s --tn 2, a duel rollkeep duel.",
        )
    if words[0][0].isdigit() and not sheets.find(words[0]):
        read_pool(text)  # says what is wrong with it
    if name_and_count(words[0])[1]:
        raise UsageError(f"{words[0]} are several, and here one rolls.", code="usage.clash", hint="Name one of them.")
    sheet = sheets.load(words[0])
    rolled = " ".join(words[1:]) or deed
    if not rolled:
        raise UsageError(
            f"What does {sheet.character.name} roll?",
            code="usage.needs",
            hint=f'Write it in quotes: "{words[0]} kenjutsu".',
        )

    return Side(sheet.character.name, person(sheet.character), rolled, sheet)


def _known(side: Side, aim: str) -> Side:
    """The same side, when all is known that it rolls: asked for on a terminal, refused elsewhere."""

    def known(character: Character) -> Character:
        duel = ("iaijutsu/void", "iaijutsu/reflexes") if side.deed == "iaijutsu/awareness" else ()
        for one in (side.deed, *duel):
            request = fill(Request(NOTHING, aim=aim), character, read_deed(character, one))
            if aim and request.what.kind not in (*CHECKS, "notation"):
                declare(request._replace(tn=0))  # refused in the words of its rule
        return character

    character, answers = with_answers(side.one.sheet, known)
    return side._replace(one=person(character)) if answers else side


def declaring(sides: Sequence[Side], given: Mapping[str, Any], *, odds: bool = False) -> list[Declaring]:
    """What the options say of each side.

    Raises: UsageError, NotationError
    """
    if odds and given.get("dice"):
        raise UsageError("--odds throws no dice, so it takes no --dice.", code="usage.clash", hint="Leave one out.")
    several: list[dict[str, list[str]]] = [{} for _ in sides]
    for option in _OPTIONS:
        for text in given.get(option) or ():
            place, value = placed(sides, option, text)
            several[place].setdefault(option, []).append(value)
    return [_declaring(options) for options in several]


def placed(sides: Sequence[Side], option: str, text: str) -> tuple[int, str]:
    """Which side an option's text belongs to, and what it says of it.

    Raises: UsageError
    """
    flag = _flag(option)
    name, equals, value = text.partition("=")
    place = place_of(sides, name) if equals else None
    if place is None and len(sides) == 1 and not (equals and option in _NUMBERS):
        return 0, text
    if place is None:
        known = " or ".join(f"{LETTERS[i]} ({side.who})" for i, side in enumerate(sides))
        raise UsageError(f"{flag} {text[:40]!r} names no side.", code="usage.needs", hint=f"Write {flag} A=…: {known}.")
    return place, value


def place_of(sides: Sequence[Side], name: str) -> int | None:
    """Which side a letter, a name or a file's name means."""
    for i, side in enumerate(sides):
        file = side.sheet.path.rpartition("/")[2].removesuffix(".toml") if side.sheet else ""
        if plain(name) in (LETTERS[i].lower(), plain(side.who), plain(file) or LETTERS[i].lower()):
            return i
    return None


def _declaring(options: Mapping[str, list[str]]) -> Declaring:
    for option, texts in options.items():
        if len(texts) > 1 and option not in ("void", "for", "add"):
            raise UsageError(f"{_flag(option)} is given twice for one side.", code="usage.clash", hint="Leave one out.")

    def number(option: str) -> int:
        return raises_of(options.get(option, ["0"])[-1], _flag(option))

    void = "+".join(options.get("void", []))
    keep = options.get("keep", ["high"])[-1]
    if keep == "ask":
        on_a_terminal()
    elif keep not in ("high", "low") and not keep[:1].isdigit():
        raise UsageError(f"--keep is high, low, ask or positions, not {keep[:20]!r}.", hint="Write --keep A=low.")
    dice = tuple(part.strip() for part in options.get("dice", [""])[-1].split("/") if part.strip())
    return Declaring(
        number("raises"),
        plain_text(options.get("raise_for", [""])[-1], "--raise-for"),
        number("free_raises"),
        number("lower"),
        void,
        tuple(options.get("for", [])),
        tuple(map(read_add, options.get("add", []))),
        dice,
        keep,
    )


def read_add(text: str) -> Modifier:
    """Dice or a bonus with a name, as they are typed: ``1k0 high ground``.

    Raises: NotationError, UsageError
    """
    dice, _, reason = text.strip().partition(" ")
    return Modifier(plain_text(reason, "--add"), total(read_terms(dice)))
