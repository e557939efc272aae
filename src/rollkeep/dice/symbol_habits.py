"""What keyboards and other tools make of ring and skill dice, and what to write here instead."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rollkeep.dice.symbols import RING, SKILL
from rollkeep.errors import NotationError

_OTHER_TOOLS = re.compile(
    r"(?P<r>[0-9]{1,2})[ \t]*(?:d6|d?b|dr?ing|ring|rd)[ \t]*\+?[ \t]*"
    r"(?:(?P<s>[0-9]{1,2})[ \t]*(?:d12|d?w|dskill|skill|sd))?",
    re.IGNORECASE,
)
_ALIKE = {
    **dict.fromkeys("ＲｒгГʀᴦ", "the letter r"),
    **dict.fromkeys("ＳｓѕЅꜱ", "the letter s"),
    **dict.fromkeys("ＤｄⅮⅾ", "the letter d"),
}
_WRITE = "Write ring dice and skill dice: 3r2s."


def explain(text: str, at: int, counts: Mapping[str, int]) -> NotationError:
    """The error for a notation that stops making sense at ``at``; ``counts`` are the dice read before it."""
    for i, character in enumerate(text):
        if not character.isascii():
            return _foreign(text, i)
    if found := _OTHER_TOOLS.fullmatch(text.strip()):
        hint = f"Write {found['r']}r{found['s'] or 0}s."
        return _error("That is how another tool writes it.", text, at, "notation.other-tool", hint)
    start = at + len(text[at:]) - len(text[at:].lstrip(" \t+" if counts else " \t"))
    rest, plus = text[start:], "+" in text[at:start]
    number = re.match(r"[0-9]+", rest)
    if not rest:
        return _error("Something is missing after the plus.", text, len(text), "notation.number", "Write 3r+2s.")
    if number and plus and not rest[number.end() :].strip():
        hint = "Write extra dice with their letter: 3r+2s."
        return _error("Ring and skill dice take no flat bonus.", text, start, "notation.character", hint)
    if number and not rest[number.end() :].strip():
        return _without_letter(text, start, number[0], counts)
    if re.match(r"[dD]?[rRsS](?![a-zA-Z])", rest):
        kind = RING if rest.lstrip("dD")[0] in "rR" else SKILL
        letter = kind[0]
        message = f"A number is missing before the {letter}: how many {kind} dice are rolled?"
        return _error(message, text, start, "notation.number", f"Write 3{letter}, not {letter}.")
    if number:
        start += number.end()
        start += len(text[start:]) - len(text[start:].lstrip(" \t"))
    character = text[start]
    shown = f"'{character}'" if character.isprintable() else f"U+{ord(character):04X}"
    return _error(f"This cannot be read from {shown} on.", text, start, "notation.character", _WRITE)


def _without_letter(text: str, start: int, number: str, counts: Mapping[str, int]) -> NotationError:
    """A number at the end that no letter follows: a forgotten s, or a Target Number."""
    if len(counts) == 1 and number.lstrip("0") and len(number) < 3:
        (kind, count), other = next(iter(counts.items())), "s" if RING in counts else "r"
        hint = f"Write {count}{kind[0]}{number}{other} for dice, or {count}{kind[0]} --tn {number} for a Target Number."
        message = f"A letter is missing after the {number}: what is it for?"
        return _error(message, text, start + len(number), "notation.letter", hint)
    if len(counts) == 2:
        hint = f"Was --tn {number[:20]} meant? Write {counts[RING]}r{counts[SKILL]}s --tn {number[:20]}."
        return _error(f"What is the {number[:20]} for?", text, start, "notation.tn", hint)
    message = "A letter is missing after this number: r for ring dice, s for skill dice."
    return _error(message, text, start + len(number), "notation.letter", _WRITE)


def _foreign(text: str, at: int) -> NotationError:
    import unicodedata

    character = text[at]
    shown = f"U+{ord(character):04X} ({unicodedata.name(character, 'a control character').lower()})"
    if character in _ALIKE:
        what = _ALIKE[character]
        return _error(f"{shown} is not {what}.", text, at, "notation.letter", f"Write a plain {what[-1]}.")
    if unicodedata.category(character) in ("Nd", "No", "Nl"):
        value = unicodedata.numeric(character, -1)
        hint = f"Write {int(value)}." if value >= 0 and value == int(value) else "Write plain digits, 0 to 9."
        return _error(f"{shown} is not a plain digit.", text, at, "notation.digit", hint)
    return _error(f"{shown} does not belong in a roll.", text, at, "notation.character", _WRITE)


def _error(message: str, text: str, position: int, code: str, hint: str) -> NotationError:
    return NotationError(message, text, position, expected="ring and skill dice", code=code, hint=hint)
