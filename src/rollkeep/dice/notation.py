"""Reading a pool as players write it: ``7k3``, ``12k4-5``, ``3k2+3k0+1k1+2``."""

import re
from typing import NamedTuple

from rollkeep.dice.limits import MAX_BONUS, MAX_DICE, MAX_LENGTH, MAX_TERMS
from rollkeep.errors import NotationError

_TERM = re.compile(
    r"[ \t]*(?P<sign>[+-]?)[ \t]*"
    r"(?:(?P<rolled>[0-9]*)[ \t]*[kKgG][ \t]*(?P<kept>[0-9]*)|(?P<flat>[0-9]+))[ \t]*"
)


class Term(NamedTuple):
    """One summand of a pool: dice rolled, dice kept, a flat bonus; and who or what gives it."""

    rolled: int = 0
    kept: int = 0
    flat: int = 0
    reason: str = ""

    def __str__(self) -> str:
        return spelled(self.rolled, self.kept, self.flat)


def spelled(rolled: int, kept: int, flat: int) -> str:
    """A sum as it is written: ``12k4-5``; without dice only the number.

    >>> spelled(12, 4, -5), spelled(-1, -1, 0), spelled(0, 0, 5), spelled(1, -1, 0)
    ('12k4-5', '-1k1', '+5', '1k0-0k1')
    """
    if not rolled and not kept:
        return f"{flat:+}" if flat else "0k0"
    if rolled * kept < 0:
        dice = f"{spelled(rolled, 0, 0)}{'-' if kept < 0 else '+'}0k{abs(kept)}"
    else:
        dice = f"{'-' if rolled < 0 or kept < 0 else ''}{abs(rolled)}k{abs(kept)}"
    return f"{dice}{flat:+}" if flat else dice


def total(terms: tuple[Term, ...]) -> Term:
    """All terms added up, before any rule reduces the sum."""
    return Term(sum(t.rolled for t in terms), sum(t.kept for t in terms), sum(t.flat for t in terms))


def read_pool(text: str) -> tuple[Term, ...]:
    """The terms of a notation, in the order written.

    >>> [str(term) for term in read_pool("3k2 + 1k1 - 5")]
    ['3k2', '1k1', '-5']

    Raises: NotationError with the position; also for a sum below no dice.
    Source: 4e.pool
    """
    terms, start = read_terms(text), len(text) - len(text.lstrip())
    summed = total(terms)
    if not re.search("[kKgG]", text):
        raise NotationError(
            "There are no dice in this.",
            text,
            start,
            expected="dice",
            code="notation.no-dice",
            hint=f"Write the dice first: 7k3{summed}.",
        )
    if summed.rolled < 0 or summed.kept < 0:
        raise NotationError(
            f"This adds up to {summed}: fewer than no dice.",
            text,
            start,
            code="notation.negative",
            hint="Subtract from a larger pool: 7k3-1k1.",
        )
    return terms


def is_terms(text: str) -> bool:
    """Whether a text looks like terms from its first sign to its last, within the limits or not.

    >>> [is_terms(text) for text in ("7k3", "-1k1+2", "20", "7k3x", "shinai", "")]
    [True, True, True, False, False, False]
    """
    at = 0
    while found := _TERM.match(text, at):
        at = found.end()
        if at == len(text):
            return True
    return False


def read_terms(text: str) -> tuple[Term, ...]:
    """The terms of a notation, whatever they add up to: what a modifier may be.

    Raises: NotationError with the position.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(
            f"This has {len(text):,} characters; at most {MAX_LENGTH} are read.",
            text,
            MAX_LENGTH,
            code="notation.too-long",
            hint="Add some of the terms up first.",
        )
    if not text.strip(" \t"):
        hint = "Write a roll such as 7k3."
        raise NotationError("Nothing is written here.", text, 0, expected="a roll", code="notation.empty", hint=hint)
    terms: list[Term] = []
    at = 0
    while at < len(text):
        found = _TERM.match(text, at)
        if not found or (terms and not found["sign"]):
            raise _stray(text, at)
        if len(terms) == MAX_TERMS:
            hint = "Add some of them up first."
            raise NotationError(
                f"These are more than {MAX_TERMS} terms.", text, at, code="notation.too-many-terms", hint=hint
            )
        if found.end() < len(text) and text[found.end()] not in "+-":
            raise _stray(text, found.end())
        terms.append(_term(text, found))
        at = found.end()
        _limit(text, found, total(tuple(terms)))
    return tuple(terms)


def _term(text: str, found: re.Match[str]) -> Term:
    sign = -1 if found["sign"] == "-" else 1
    if found["flat"]:
        return Term(flat=sign * _number(text, found, "flat"))
    for part, message in (
        ("rolled", "A number is missing before the k: how many dice are rolled?"),
        ("kept", "A number is missing after the k: how many dice are kept?"),
    ):
        if not found[part]:
            hint = f"Write {found['rolled'] or 5}k{found['kept'] or 3}, not {found['rolled']}k{found['kept']}."
            raise NotationError(
                message, text, found.start(part), expected="a number", code="notation.number", hint=hint
            )
    return Term(sign * _number(text, found, "rolled"), sign * _number(text, found, "kept"))


def _number(text: str, found: re.Match[str], part: str) -> int:
    if len(found[part].lstrip("0")) > 3:
        raise _too_large("This number is too large.", text, found.start(part))
    return int(found[part])


def _limit(text: str, found: re.Match[str], summed: Term) -> None:
    if max(abs(summed.rolled), abs(summed.kept)) > MAX_DICE:
        raise _too_large(f"These are more than {MAX_DICE} dice.", text, found.start("rolled"))
    if abs(summed.flat) > MAX_BONUS:
        raise _too_large(f"This bonus is beyond {MAX_BONUS}.", text, found.start("flat"))


def _too_large(message: str, text: str, position: int) -> NotationError:
    hint = f"At most {MAX_DICE} dice and a bonus of {MAX_BONUS} are read."
    return NotationError(message, text, position, code="notation.too-large", hint=hint)


def _stray(text: str, at: int) -> NotationError:
    from rollkeep.dice.habits import explain  # loaded only when something is wrong

    return explain(text, at)
