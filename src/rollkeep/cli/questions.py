"""Questions on a terminal, one kind for each kind of bound: they explain themselves and ask again until it fits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import click

from rollkeep.cli.page import Page
from rollkeep.cli.symbol_positions import read_positions
from rollkeep.dice.bound import Symbols
from rollkeep.dice.symbol_hand import read_dice
from rollkeep.errors import NotationError
from rollkeep.machine.bound import Basket, Between, SomeOf, Text, Words
from rollkeep.names import nearest, plain
from rollkeep.text import columns, unfit, wrapped

LEAVE = "q"
NONE = ("none", "-")
_SHOW = {"ring": ("su", "ex+st", "op", "-", "su+st"), "skill": ("su+op", "-", "su", "op", "ex")}
_MOST_AT_ONCE = 12  # words that are listed one to a line


class Left(Exception):  # noqa: N818 - says what it is
    """Somebody leaves for now; it can be gone on with."""


class Pressed(Exception):  # noqa: N818 - likewise
    """A key was pressed that means the same at every question."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Questions:
    """What is said and asked on the terminal, beside what is printed at the end.

    ``keys`` are answers that mean the same at every question.
    """

    def __init__(self, colour: str, keys: Collection[str] = ()) -> None:
        self.colour, self.keys = colour, keys

    def page(self) -> Page:
        """An empty page for the terminal."""
        return Page(self.colour, err=True)

    def say(self, text: str, indent: str = "  ", later: str = "", *, dim: bool = False) -> None:
        """A paragraph; ``later`` is what its other lines begin with, if not ``indent``."""
        page = self.page()
        for line in wrapped(text, page.width, indent, later or indent):
            page.add(page.styled(line, dim=True) if dim else line)
        page.print()

    def answer(self, question: str, default: str = "") -> str:
        """An answer; ``q`` leaves.

        Raises: Left; Pressed for one of the ``keys``
        """
        end = " " if question.endswith("?") else ": "
        said = click.prompt(question, default=default, show_default=bool(default), prompt_suffix=end, err=True).strip()
        if said.lower() == LEAVE:
            raise Left
        if said.lower() in self.keys:
            raise Pressed(said.lower())
        return str(said)

    def chosen(self, question: str, lines: Sequence[str], best: int, extra: Mapping[str, str]) -> int | None:
        """The place of one of several lines, by its number or by how it begins, where no other begins so.

        None for one of the ``extra`` answers, which are told.
        """
        for i, line in enumerate(lines, 1):
            self.say(line, f"  {i:>2}  ", " " * 6)
        for key, does in extra.items():
            self.say(does, f"  {key:>2}  ", dim=True)
        while True:
            said = self.answer(question, str(best + 1)).lower()
            if said in extra:
                return None
            if (number := _whole(said)) is not None and 1 <= number <= len(lines):
                return number - 1
            fits = _beginning(said, lines)
            if len(fits) == 1:
                return fits[0]
            several = f" So begin {len(fits)} lines." if fits else ""
            self.say(f"Write a number from 1 to {len(lines)}, or how one line begins.{several}", "")

    def word(
        self, question: str, words: Sequence[str], default: str, names: Mapping[str, str], said: Mapping[str, str]
    ) -> str:
        """One of a few words, by its number or its name; ``said`` tells more of some of them."""
        shown = [names.get(word, word) for word in words]
        if len(words) <= _MOST_AT_ONCE:
            for i, (word, name) in enumerate(zip(words, shown, strict=True), 1):
                self.say(f"{name}{said.get(word, '')}", f"  {i:>2}  ", " " * 6)
        else:
            self.say("; ".join(f"{i} {name}" for i, name in enumerate(shown, 1)) + ".")
        best = shown[words.index(default)] if default in words else shown[0]
        while True:
            given = self.answer(question, best)
            if (number := _whole(given)) is not None and 1 <= number <= len(words):
                return words[number - 1]
            for word, name in zip(words, shown, strict=True):
                if plain(given) in (plain(word), plain(name)):
                    return word
            near = nearest(given, shown)
            self.say(f"Write a number from 1 to {len(words)}, or the name.{f' Did you mean {near}?' * bool(near)}", "")

    def yes(self, question: str, default: bool) -> bool:
        """Yes or no."""
        while True:
            said = self.answer(f"{question} y/n", "y" if default else "n").lower()
            if said in ("y", "yes", "n", "no"):
                return said[0] == "y"
            self.say("Write y or n.", "")

    def number(self, question: str, bound: Between, default: int) -> int:
        """A whole number."""
        while True:
            said = _whole(self.answer(f"{question} {bound.least} to {bound.most}", str(default)))
            if said is not None and bound.holds(said):
                return said
            self.say(f"Write a whole number from {bound.least} to {bound.most}.", "")

    def dice(self, labels: Sequence[tuple[int, str]]) -> None:
        """Dice on the table, with the numbers that they are named by."""
        page = self.page()
        line = " "
        for i, label in labels:
            part = f" {i + 1}: {label} "
            if columns(line + part) > page.width:
                page.add(line)
                line = " "
            line += part
        page.add(line)
        page.print()

    def positions(self, question: str, bound: SomeOf, default: Sequence[int]) -> tuple[int, ...]:
        """Some of the dice, by their numbers."""
        limit = f"{bound.least}" if bound.least == bound.most else f"{bound.least} to {bound.most}"
        while True:
            said = self.answer(f"{question} {limit} of them", typed(default))
            try:
                chosen = read_positions(said, max((i for i, _ in bound.of), default=-1) + 1)
            except NotationError as fault:
                self.say(f"{fault.message} {fault.hint}", "")
                continue
            if bound.holds(chosen):
                return chosen
            allowed = ", ".join(str(i + 1) for i, _ in bound.of)
            self.say(f"Name {limit} of the dice {allowed}, such as 1,2.", "")

    def bought(self, baskets: Sequence[Basket], default: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
        """What is bought, by numbers, again for again. Any one of the baskets has to hold it."""
        items = {name: (cost, often) for basket in baskets for name, cost, often in basket.of}
        purse = baskets[0].purse
        self.say(f"{purse} opportunity to spend:")
        for i, (name, (cost, often)) in enumerate(items.items(), 1):
            self.say(f"{names.get(name, name)} ({cost}{' each' * (often > 1)})", f"  {i:>2}  ", " " * 6)
        order = list(items)
        best = ",".join(str(order.index(name) + 1) for name in default if name in items) or NONE[0]
        while True:
            said = self.answer("On what? Numbers with commas, or none", best).lower()
            words = [] if said in (*NONE, "0") else said.replace(",", " ").split()
            numbers = [_whole(word) for word in words]
            if not all(number is not None and 1 <= number <= len(order) for number in numbers):
                self.say(f"Write numbers from 1 to {len(order)}, such as 1,2; or none.", "")
                continue
            chosen = tuple(sorted(order[number - 1] for number in numbers if number))
            if any(basket.holds(chosen) for basket in baskets):
                return chosen
            self.say(_too_much(chosen, items, purse, names), "")

    def some(self, question: str, bound: Words, said: Mapping[str, str]) -> tuple[str, ...]:
        """Some of a few words, by name or number; ``said`` tells what each does."""
        for i, word in enumerate(bound.of, 1):
            self.say(f"{word}{said.get(word, '')}", f"  {i:>2}  ", " " * 6)
        while True:
            given = self.answer(f"{question} {', '.join(bound.of)}, or none", NONE[0]).lower()
            words = [] if given in NONE else given.replace(",", " ").split()
            numbers = {str(i): word for i, word in enumerate(bound.of, 1)}
            named = {numbers.get(word, word) for word in words}
            chosen = tuple(word for word in bound.of if word in named)
            if len(chosen) == len(named):
                return chosen
            self.say(f"Write some of {', '.join(bound.of)}, or none.", "")

    def thrown(self, who: str, bound: Symbols) -> tuple[int, ...]:
        """Dice that somebody has thrown."""
        kinds = [(count, kind) for count, kind in ((bound.ring, "ring"), (bound.skill, "skill")) if count]
        what = " and ".join(f"{count} {kind} {'die' if count == 1 else 'dice'}" for count, kind in kinds)
        example = " / ".join(" ".join((_SHOW[kind] * count)[:count]) for count, kind in kinds)
        self.say(f"{who} throws {what}. Type what they show, such as {example}; or the numbers on the dice.", "")
        while True:
            said = self.answer("They show")
            text = said if bound.ring else f"/ {said.removeprefix('/')}"
            try:
                seen = read_dice(text, bound.ring, bound.skill)
            except NotationError as fault:
                self.say(f"{fault.message} {fault.hint}", "")
                continue
            faces = tuple(die.face for die in seen)
            if any(die.extra or die.before is not None for die in seen):
                self.say("Dice that explosives bring are asked for by themselves; no > and no ~ here.", "")
            elif bound.holds(faces):
                return faces

    def text(self, question: str, bound: Text) -> str:
        """A line of text."""
        while True:
            said = self.answer(question, "" if bound.least else "nothing")
            text = "" if not bound.least and said == "nothing" else said
            if bound.holds(text):
                return text
            self.say(f"This {unfit(text, bound.most)}." if text else "Write a few words.", "")


def typed(positions: Sequence[int]) -> str:
    """Positions as they are typed.

    >>> typed((0, 2)), typed(())
    ('1,3', 'none')
    """
    return ",".join(str(i + 1) for i in positions) or NONE[0]


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None


def _beginning(said: str, lines: Sequence[str]) -> list[int]:
    """The places of the lines that begin with these words, or of the one that is just that."""
    words, known = plain(said), [plain(line) for line in lines]
    if not words or _whole(said) is not None:
        return []
    whole = [i for i, line in enumerate(known) if line == words]
    return whole or [i for i, line in enumerate(known) if line.startswith(words)]


def _too_much(chosen: Sequence[str], items: Mapping[str, tuple[int, int]], purse: int, names: Mapping[str, str]) -> str:
    """Why this cannot be bought together."""
    for name in chosen:
        if chosen.count(name) > items[name][1]:
            often = items[name][1]
            return f"Only {'once' if often == 1 else f'{often} times'}: {names.get(name, name)}."
    cost = sum(items[name][0] for name in chosen)
    if cost > purse:
        return f"That costs {cost}, and there are {purse}."
    return "Of these only one goes at a time."
