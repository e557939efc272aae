"""Reading dice that were thrown by hand: ``2 4 5 7 7 8 10+2``, under emphasis ``1>7``."""

from __future__ import annotations

import re
from typing import NamedTuple

from rollkeep.dice.bound import D10
from rollkeep.dice.face import Die, rerolled, written
from rollkeep.dice.pool import Pool
from rollkeep.errors import NotationError

_DIE = re.compile(r"(?P<one>1[ \t]*>[ \t]*)?(?P<chain>[0-9]+(?:[ \t]*\+[ \t]*[0-9]+)*)")
_GAP = re.compile(r"[ \t,;]*")
_LONGEST = 10_000


class Seen(NamedTuple):
    """A die as it was typed, perhaps not thrown to its end yet, and where in the text it stands."""

    die: Die
    position: int


def read_dice(text: str) -> tuple[Seen, ...]:
    """The dice of a text: commas or blanks between them, ``+`` before an explosion, 0 for ten as on real dice.

    >>> [seen.die for seen in read_dice("2, 0+3  1>7")]
    [(2,), (10, 3), (1, 7)]

    Raises: NotationError with the position.
    """
    seen: list[Seen] = []
    if len(text) > _LONGEST:
        raise _unlike("These are too many dice.", text, _LONGEST, "dice.count", "")
    at = _end(_GAP, text, 0)
    while at < len(text):
        found = _DIE.match(text, at)
        end = found.end() if found else at
        if not found or (end < len(text) and text[end] not in " \t,;"):
            hint = "Write the dice like this: 2 4 5 7 7 8 10+2; under emphasis 1>7 for a one that became a seven."
            raise _unlike("This is no die.", text, end, "dice.face", hint)
        chain = tuple(
            _face(text, found.start("chain") + part.start(), part[0]) for part in re.finditer("[0-9]+", found["chain"])
        )
        if chain[0] == 1 and len(chain) > 1 and not found["one"]:  # only 1> is a one thrown again
            raise _unlike("A 1 does not explode, so nothing comes after it.", text, at, "dice.explosion", "")
        seen.append(Seen((1, *chain) if found["one"] else chain, at))
        at = _end(_GAP, text, end)
    return tuple(seen)


def check_dice(pool: Pool, seen: tuple[Seen, ...], text: str) -> None:
    """Whether some throw of ``pool`` shows these dice, or would once what is missing is thrown.

    Raises: NotationError with the position of the first die that cannot be.
    Source: 4e.explode, 4e.emphasis, 4e.unskilled
    """
    if len(seen) != pool.rolled:
        at = seen[pool.rolled].position if len(seen) > pool.rolled else len(text)
        hint = "Type every die that was rolled, also those that are not kept."
        raise _unlike(f"{pool} rolls {pool.rolled} dice; {len(seen)} are given.", text, at, "dice.count", hint)
    for die, at in seen:
        if rerolled(die) and not pool.emphasis:
            hint = "Add --emphasis, or explode a ten: 10+7."
            raise _unlike("A one is thrown again only under an Emphasis.", text, at, "dice.reroll", hint)
        if not is_unfinished(pool, die) and not D10(pool).is_die(die):
            raise _unlike(_no_explosion(pool, die), text, at, "dice.explosion", "")


def is_unfinished(pool: Pool, die: Die) -> bool:
    """Whether the last face of a die has to be thrown again."""
    return ((pool.emphasis and die == (1,)) or (pool.explode_on is not None and die[-1] >= pool.explode_on)) and D10(
        pool
    ).is_die((*die, 2))


def unfinished(pool: Pool, seen: Seen, text: str) -> NotationError:
    """The error for a die of which a throw is missing."""
    die, at = seen
    if die == (1,):
        hint = "Throw it again and write 1> and what it shows: 1>7."
        return _unlike("Under an Emphasis this one is thrown again.", text, at, "dice.reroll", hint)
    hint = f"Throw it again and add what it shows: {written(die)}+4."
    return _unlike(f"This {die[-1]} explodes: its next throw is missing.", text, at, "dice.explosion", hint)


def _no_explosion(pool: Pool, die: Die) -> str:
    if pool.explode_on is None:
        return "No die explodes here, so a die shows one face."
    still = next(face for face in die[1 if rerolled(die) else 0 :] if face < pool.explode_on)
    return f"A {still} does not explode, so nothing comes after it."


def _face(text: str, at: int, digits: str) -> int:
    if len(digits) > 2 or int(digits) > 10:
        hint = "A die shows 1 to 10; write 0 or 10 for a ten, and blanks between dice."
        raise _unlike(f"A ten-sided die has no face {digits[:12]}.", text, at, "dice.face", hint)
    return int(digits) or 10


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _unlike(message: str, text: str, at: int, code: str, hint: str) -> NotationError:
    return NotationError(message, text, at, expected="dice", code=code, hint=hint)
