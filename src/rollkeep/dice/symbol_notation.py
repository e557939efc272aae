"""Reading ring and skill dice as players write them: ``3r2s``, ``3dr+2ds``, ``3 R 2 S``."""

from __future__ import annotations

import re

from rollkeep.dice.limits import MAX_LENGTH
from rollkeep.dice.symbols import RING, SKILL
from rollkeep.errors import NotationError

MAX_DICE = 10

_PART = re.compile(r"[ \t]*(?P<plus>\+?)[ \t]*(?P<count>[0-9]*)[ \t]*(?P<kind>d?[rs]|$)?[ \t]*", re.IGNORECASE)
_KINDS = {"r": RING, "s": SKILL}
_HINT = "Write ring dice and skill dice: 3r2s."


def read_symbols(text: str) -> tuple[int, int]:
    """How many ring dice and how many skill dice a notation names; either may be left out or come first.

    >>> read_symbols("3r2s"), read_symbols("2DS + 3DR"), read_symbols("3 r")
    ((3, 2), (3, 2), (3, 0))

    Raises: NotationError with the position.
    Source: 5e.check
    """
    if len(text) > MAX_LENGTH:
        message = f"This has {len(text):,} characters; at most {MAX_LENGTH} are read."
        raise _fault(message, text, MAX_LENGTH, "notation.too-long", _HINT)
    if not text.strip(" \t"):
        raise _fault("Nothing is written here.", text, 0, "notation.empty", _HINT)
    counts: dict[str, int] = {}
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if not found or not found["kind"] or not found["count"] or (found["plus"] and not counts):
            raise _stray(text, at, counts)
        kind = _KINDS[found["kind"][-1].lower()]
        if kind in counts:
            message = f"The {kind} dice stand here twice."
            hint = (
                "Add them up first, and write extra dice of helpers and Void Points as options: rollkeep 3r2s --help."
            )
            raise _fault(message, text, found.start("count"), "notation.number", hint)
        if len(found["count"].lstrip("0")) > 3 or int(found["count"]) > MAX_DICE:
            message = f"These are more than {MAX_DICE} {kind} dice."
            hint = f"At most {MAX_DICE} ring dice and {MAX_DICE} skill dice are read."
            raise _fault(message, text, found.start("count"), "notation.too-large", hint)
        counts[kind] = int(found["count"])
        at = found.end()
    if not any(counts.values()):
        raise _fault("There are no dice in this.", text, _first(text), "notation.no-dice", _HINT)
    return counts.get(RING, 0), counts.get(SKILL, 0)


def _stray(text: str, at: int, counts: dict[str, int]) -> NotationError:
    from rollkeep.dice.symbol_habits import explain  # loaded only when something is wrong

    return explain(text, at, counts)


def _first(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))


def _fault(message: str, text: str, position: int, code: str, hint: str) -> NotationError:
    return NotationError(message, text, position, expected="ring and skill dice", code=code, hint=hint)
