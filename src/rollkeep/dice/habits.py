"""What other tools, keyboards and scripts make people write, and what to write here instead."""

from __future__ import annotations

import re
import unicodedata

from rollkeep.dice.limits import MAX_DICE
from rollkeep.errors import NotationError

_POOL = r"(?P<x>[0-9]{1,3})[kKgG](?P<y>[0-9]{1,3})"
_D10 = r"(?P<x>[0-9]{1,3})[dD](?:10)?(?:!+|[eE]10)?"
_EXPLODE = "Write {x}k{y}; tens explode by themselves."
_EMPHASIS = "Write {x}k{y} --emphasis."
_UNSKILLED = "Write {x}k{y} --unskilled."
_LOW = "Write {x}k{y} --keep low."

_BOTH = "Write 7k3: ten-sided dice, 7 rolled and 3 kept; or 3r2s: ring and skill dice of the 5th edition."

_HABITS = [
    (re.compile(pattern + r"\Z"), hint)
    for pattern, hint in (
        (_D10 + r"[kK][hH]?(?P<y>[0-9]{1,3})(?:!+|[eE]10)?", _EXPLODE),
        (_POOL + r"(?:!+|[xX](?:10)?)", _EXPLODE),
        (_POOL + r"[xX]9", "Write {x}k{y} --explode-on 9."),
        (r"[eE]" + _POOL, _EMPHASIS),
        (_POOL + r"[eE]", _EMPHASIS),
        (r"[uU]" + _POOL, _UNSKILLED),
        (_POOL + r"[uU]", _UNSKILLED),
        (_D10 + r"[kK][lL](?P<y>[0-9]{1,3})", _LOW),
        (r"(?P<x>[0-9]{1,3})[kK][lL](?P<y>[0-9]{1,3})", _LOW),
        (_POOL + r"[lL]", _LOW),
        (r"(?P<x>[0-9]{1,3})[kK][hH](?P<y>[0-9]{1,3})", "Write {x}k{y}; the highest dice are kept by themselves."),
        (_D10, "Say how many are kept as well: {x}k3 rolls {x} and keeps 3."),
        (r"[0-9]{1,3}[dD](?!10(?![0-9]))[0-9]+.*", _BOTH),
        (r"(?P<n>[1-9][0-9]{0,3})[ \t]*[xX#*][ \t]*" + _POOL, "Write {x}k{y} -n {n}."),
        (_POOL + r"[ \t]*[rR][ \t]*(?P<n>1?[1-9]|[12]0)", "Write {x}k{y} --tn N --raises {n}, with your own TN for N."),
        (r"[/!]?[rR](?:oll)?[ \t]+" + _POOL, "Write {x}k{y} alone."),
        (_POOL + r"[ \t]+" + _POOL.replace("<x>", "<v>").replace("<y>", "<w>"), "Write {x}k{y}+{v}k{w}."),
    )
]
_TN = re.compile(
    r"(?P<pool>.*[kKgG][0-9]+(?:[ \t]*[+-][ \t]*[0-9]+)?)[ \t]*"
    r"(?:>=?|=|[vV][sS]\.?|[tT][nN]?|/)?[ \t]*(?P<tn>[0-9]{1,3})\Z"
)
_LOOKALIKES = {
    "notation.letter": ("КкΚκKｋＫᴋ", "the letter k", "Write a plain k."),
    "notation.character": ("−–—‐‑‒﹣－", "a plain minus", "Write a plain minus: 7k3-2."),
}


def explain(text: str, at: int) -> NotationError:
    """The error for a notation that stops making sense at ``at``."""
    if text[at:].strip(" \t") in ("+", "-"):
        return _error("Something is missing after the last sign.", text, len(text), "notation.number", "Write 7k3+5.")
    for position in (at, *range(at + 1, len(text))):
        if not text[position].isascii():
            return _foreign(text, position)
    plain = text.strip()
    for pattern, hint in _HABITS:
        if (found := pattern.match(plain)) and _can_be_rolled(found.groupdict()):
            message = "That is how another tool writes it."
            return _error(message, text, at, "notation.other-tool", hint.format(**found.groupdict()))
    if (found := _TN.match(plain)) and at < len(text.rstrip()):
        hint = f"Was --tn {found['tn']} meant? Write {found['pool'].strip()} --tn {found['tn']}."
        return _error(f"What is the {found['tn']} for?", text, at, "notation.tn", hint)
    return _error(
        f"This cannot be read from {_shown(text[at])} on.",
        text,
        at,
        "notation.character",
        "Write dice and bonuses with + and - between them: 7k3, 7k3+5, 3k2+2k0+1k1.",
    )


def _can_be_rolled(parts: dict[str, str | None]) -> bool:
    """Whether the pool that a hint would suggest is one that is read."""
    rolled, kept = (int(parts.get(a) or 0) + int(parts.get(b) or 0) for a, b in (("x", "v"), ("y", "w")))
    return max(rolled, kept) <= MAX_DICE


def _foreign(text: str, at: int) -> NotationError:
    character = text[at]
    for code, (alike, what, hint) in _LOOKALIKES.items():
        if character in alike:
            return _error(f"{_shown(character)} is not {what}.", text, at, code, hint)
    if unicodedata.category(character) in ("Nd", "No", "Nl"):
        value = unicodedata.numeric(character, -1)
        hint = f"Write {int(value)}." if value >= 0 and value == int(value) else "Write plain digits, 0 to 9."
        return _error(f"{_shown(character)} is not a plain digit.", text, at, "notation.digit", hint)
    hint = "Write plain letters, digits and signs: 7k3+5."
    return _error(f"{_shown(character)} does not belong in a roll.", text, at, "notation.character", hint)


def _shown(character: str) -> str:
    """A character so that it can be seen: itself, or its name where it is not plain."""
    if character.isascii() and character.isprintable():
        return f"'{character}'"
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'a control character').lower()})"


def _error(message: str, text: str, position: int, code: str, hint: str) -> NotationError:
    return NotationError(message, text, position, expected="a sum of dice and bonuses", code=code, hint=hint)
