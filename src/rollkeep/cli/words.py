"""Reading what stands on the command line: numbers, texts, modifiers, and which words are options."""

from __future__ import annotations

from typing import Any

import click

from rollkeep.dice.notation import read_terms, total
from rollkeep.errors import UsageError
from rollkeep.fourth.modifier import Modifier
from rollkeep.names import nearest
from rollkeep.text import MAX_TEXT, unfit

_MARK = "\0"
_FEW = 5  # as many words as can be said in one line


class Verb(click.Command):
    """A command to which a word such as ``-2`` or ``-1k1`` is no option but part of what is rolled."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        valued = {
            name
            for param in self.params
            if isinstance(param, click.Option) and not (param.is_flag or param.count)
            for name in param.opts
        }
        shielded, is_value, only_words = [], False, False
        for word in args:
            if (
                not is_value
                and not only_words
                and (word.startswith(_MARK) or (word[:1] == "-" and word[1:2].isdigit()))
            ):
                shielded.append(_MARK + word)
                continue
            shielded.append(word)
            only_words = only_words or (word == "--" and not is_value)
            is_value = not is_value and not only_words and word in valued
        return super().parse_args(ctx, shielded)


def unshield(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words as they were typed."""
    return tuple(word.removeprefix(_MARK) for word in words)


class Whole(click.ParamType[int]):
    """A whole number in plain digits, from ``least`` to ``most``."""

    name = "N"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        digits = value.isascii() and value.isdigit()
        number = int(value) if digits and len(value) <= 18 else self.most + 1
        if not self.least <= number <= self.most:
            beyond = f"The least is {self.least:,}." if number < self.least else f"The most is {self.most:,}."
            raise UsageError(
                f"{_name(param)} takes a whole number from {self.least:,} to {self.most:,}, not {_shown(value)}.",
                code="usage.number",
                hint=beyond if digits else "Write it in plain digits.",
                option=_name(param),
                value=value,
                text=f"{_name(param)} {value}",
                position=len(_name(param)) + 1,
            )
        return number


class Signed(click.ParamType[int]):
    """A whole number with its sign, at most ``most`` either way; without a sign it is more."""

    name = "N"

    def __init__(self, most: int) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        digits = value[1:] if value[:1] in ("+", "-") else value
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 18 and int(digits) <= self.most):
            raise UsageError(
                f"{_name(param)} takes a whole number from -{self.most:,} to +{self.most:,}, not {_shown(value)}.",
                code="usage.number",
                hint="Such as +5 or -5.",
                option=_name(param),
                value=value,
            )
        return int(value)


class OneOf(click.Choice[str]):
    """One of a few words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.choices:
            return str(value)
        known = " or ".join(map(str, self.choices))
        if isinstance(param, click.Argument) and ctx:
            raise UsageError(f"{ctx.info_name} takes {known}, not {_shown(value)}.", hint=f"Write {known}.")
        if len(self.choices) > _FEW:
            words = tuple(map(str, self.choices))
            near = nearest(str(value), words)
            raise UsageError(
                f"{_name(param)} does not take {_shown(value)}.",
                hint=(f"Did you mean {near}? " if near else "") + f"Known: {', '.join(words)}.",
                option=_name(param),
                value=value,
            )
        raise UsageError(
            f"{_name(param)} is {known}, not {_shown(value)}.", hint=f"Write {known}.", option=_name(param), value=value
        )


class Text(click.ParamType[str]):
    """A line of text that can be shown anywhere: no control or invisible characters, no piles of marks."""

    name = "TEXT"

    def __init__(self, most: int = MAX_TEXT) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return plain_text(str(value), _name(param), self.most)


def plain_text(value: str, name: str, most: int = MAX_TEXT) -> str:
    """The text without blanks around it.

    Raises: UsageError for what is too long or cannot be shown.
    """
    if problem := unfit(value, most):
        raise UsageError(
            f"{name} {problem}.", code="usage.text", hint="Write a line of letters, digits, signs and blanks."
        )
    return value.strip()


class Add(click.ParamType[Modifier]):
    """Dice or a bonus and what gives them: ``1k0 Crane technique``."""

    name = "MODIFIER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Modifier:
        if isinstance(value, Modifier):
            return value
        words = value.split(None, 1)
        if len(words) == 2 and words[0] in ("+", "-"):
            sign, (number, *rest) = words[0], words[1].split(None, 1)
            words = [sign + number, *rest]
        dice, reason = words[0] if words else "", words[1] if len(words) > 1 else ""
        return Modifier(plain_text(reason, _name(param)), total(read_terms(dice)))


def _name(param: click.Parameter | None) -> str:
    if isinstance(param, click.Argument):
        return param.make_metavar(click.get_current_context()) if param.metavar else param.human_readable_name
    return max(param.opts, key=len) if param else "This"


def _shown(value: str) -> str:
    return repr(value if len(value) <= 30 else value[:30] + "…")
