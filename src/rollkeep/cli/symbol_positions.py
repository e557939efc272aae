"""Which dice are meant where ring and skill dice are named by their numbers: ``1,3``, in several rounds ``1,3/1``."""

from __future__ import annotations

import re

from rollkeep.errors import NotationError
from rollkeep.fifth.check import Positions

Tokens = tuple[tuple[str, int], ...]
"""Words with their places in the text."""


def read_rounds(text: str) -> tuple[Tokens, ...]:
    """What ``--keep`` names in each round, with the places in the text: ``1,3/1``.

    Raises: NotationError for nothing at all
    """
    if len(text) > 500:
        raise unplaced("These are too many positions.", text, 500, "Name the dice to keep: 1,3.")
    rounds, start = [], 0
    for part in text.split("/"):
        words = [(found[0], start + found.start()) for found in re.finditer(r"[^ \t,;]+", part)]
        if not words:
            hint = "Name dice by their numbers, or write none: --keep 1,3/none."
            raise unplaced("Which dice are kept here?", text, start, hint)
        rounds.append(() if [word for word, _ in words] in (["none"], ["-"]) else tuple(words))
        start += len(part) + 1
    return tuple(rounds)


def placed(words: Tokens, count: int, text: str) -> Positions:
    """Positions from 0 for those from 1 as they are typed.

    Raises: NotationError for what is no position, is not there, or stands twice.
    """
    hint = "There is one die here: 1." if count == 1 else f"The dice have the numbers 1 to {count}."
    chosen: list[int] = []
    for word, at in words:
        if not (word.isascii() and word.isdigit()):
            raise unplaced(f"{word[:20]!r} is not the position of a die.", text, at, hint)
        if len(word) > 3 or not 1 <= int(word) <= count:
            raise unplaced(f"There is no die {word[:20]}.", text, at, hint)
        if int(word) - 1 in chosen:
            raise unplaced(f"Die {word} stands there twice.", text, at, hint)
        chosen.append(int(word) - 1)
    return tuple(sorted(chosen))


def read_positions(text: str, count: int) -> Positions:
    """Positions of one round alone, as they are typed.

    Raises: NotationError
    """
    rounds = read_rounds(text)
    if len(rounds) > 1:
        hint = "Separate the dice with commas: 1,3."
        raise unplaced("This / does not belong here.", text, text.index("/"), hint)
    return placed(rounds[0], count, text)


def unplaced(message: str, text: str, at: int, hint: str) -> NotationError:
    """The error for positions that make no sense from ``at`` on."""
    return NotationError(message, text, at, expected="positions", code="dice.positions", hint=hint)
