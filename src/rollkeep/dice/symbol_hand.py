"""Reading ring and skill dice that were thrown by hand: ``su ex+st>su op / su+op -``.

Before the ``/`` lie the ring dice, behind it the skill dice. ``~`` stands between what a re-rolled die showed first and
what it shows now; ``>`` before the die that a kept explosive brings.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rollkeep.dice.symbols import EXPLOSIVE, RING, SIDES, SKILL, SYMBOLS, Face, kind
from rollkeep.errors import NotationError

_BREAK = re.compile(r"[ \t,;]*(?P<slash>/?)[ \t,;]*")
_DIE = re.compile(r"[^ \t,;/>~]*(?:[ \t]*[>~][ \t]*[^ \t,;/>~]*)*")
_FACE = re.compile(r"[^ \t>~]+")
_LONGEST = 2_000
_ORDER = {"su": 0, "ex": 1, "op": 2, "st": 3}
_FROM = {RING: 0, SKILL: 10}
_HOW = "Write su, ex, op and st with + between them, - for a blank, or the number that the die shows."


class Seen(NamedTuple):
    """A die as it was typed: what it shows, what it showed before it was re-rolled, the dice that its explosives
    brought, one after the other, and where in the text it stands.
    """

    face: Face
    before: Face | None
    extra: tuple[Face, ...]
    position: int


def read_dice(text: str, ring: int, skill: int) -> tuple[Seen, ...]:
    """The dice of a text, first ``ring`` ring dice, then ``skill`` skill dice.

    >>> [seen[:3] for seen in read_dice("su ex+st>su / -~op 8", 2, 2)]
    [(5, None, ()), (6, None, (5,)), (13, 11, ()), (18, None, ())]

    Raises: NotationError with the position.
    Source: 5e.check
    """
    if len(text) > _LONGEST:
        raise _unlike("These are too many dice.", text, _LONGEST, "dice.count", "")
    seen: list[Seen] = []
    of, rings = RING, 0
    at = 0
    while True:
        gap = _BREAK.match(text, at)
        at = gap.end() if gap else at
        if gap and gap["slash"]:
            if of == SKILL:
                raise _unlike("There is a second / here.", text, gap.start("slash"), "dice.count", _laid(ring, skill))
            of, rings = SKILL, len(seen)
            continue
        if at == len(text):
            break
        found = _DIE.match(text, at)
        end = found.end() if found else at
        seen.append(_die(text, at, end, of))
        at = end
    _count(text, tuple(seen), rings if of == SKILL else len(seen), ring, skill)
    return tuple(seen)


def spelled(face: Face) -> str:
    """A face as it is typed and shown: ``su+st``, ``-`` for a blank."""
    return SYMBOLS[face]


def unfinished(text: str, position: int, what: str) -> NotationError:
    """The error for an explosive that is kept and whose extra die is missing."""
    hint = f"Throw one more die of its type and write what it shows behind it: {what}>su."
    message = f"This {what} is kept and explodes: the die that it brings is missing."
    return _unlike(message, text, position, "dice.explosion", hint)


def read_face(text: str, of: str) -> Face:
    """One face of a ring or skill die, alone.

    Raises: NotationError
    """
    return _face(text, 0, text.strip(), of)


def _die(text: str, start: int, end: int, of: str) -> Seen:
    before: Face | None = None
    faces: list[Face] = []
    marks = list(re.finditer("[>~]", text[start:end]))
    edges = [(start, ""), *((start + mark.end(), mark[0]) for mark in marks)]
    for i, (at, mark) in enumerate(edges):
        stop = edges[i + 1][0] - 1 if i + 1 < len(edges) else end
        found = _FACE.search(text, at, stop)
        if not found:
            raise _unlike("What the die shows is missing here.", text, at, "dice.face", _HOW)
        face = _face(text, found.start(), found[0], of)
        if mark == "~":
            if before is not None or len(faces) > 1:
                hint = "Write what it showed first, ~, and what it shows now: -~su."
                raise _unlike("A die is re-rolled once.", text, at - 1, "dice.reroll", hint)
            before, faces = faces[0], [face]
            continue
        if mark == ">" and not EXPLOSIVE[faces[-1]]:
            message = f"A die that shows {spelled(faces[-1])} does not explode, so nothing comes after it."
            raise _unlike(message, text, at - 1, "dice.explosion", "Only ex brings one more die.")
        faces.append(face)
    return Seen(faces[0], before, tuple(faces[1:]), start)


def _face(text: str, at: int, word: str, of: str) -> Face:
    shown = word[:20] if word.isprintable() else ascii(word[:20])
    if word.isdecimal():
        if not word.isascii():
            raise _unlike("These are no plain digits.", text, at, "dice.face", "Write plain digits, 0 to 9.")
        if len(word.lstrip("0")) > 2 or not 1 <= int(word) <= SIDES[of]:
            hint = f"A {of} die shows 1 to {SIDES[of]}."
            raise _unlike(f"A {of} die has no face {shown}.", text, at, "dice.face", hint)
        return int(word) + _FROM[of]
    symbols = word.lower().split("+") if word != "-" else []
    for symbol in symbols:
        if not symbol:
            raise _unlike("A symbol is missing beside the plus.", text, at, "dice.face", _HOW)
        if symbol not in _ORDER:
            raise _unlike(f"{symbol[:20]!r} is no symbol of these dice.", text, at, "dice.face", _HOW)
    wanted = "+".join(sorted(symbols, key=_ORDER.__getitem__)) or "-"
    for face, on in SYMBOLS.items():
        if on == wanted and kind(face) == of:
            return face
    possible = list(dict.fromkeys(on for face, on in SYMBOLS.items() if kind(face) == of))
    with_it = [on for on in possible if set(symbols) & set(on.split("+"))]
    hint = f"A {of} die shows {', '.join(possible[:-1])} or {possible[-1]}."
    message = f"No face of a {of} die shows {wanted}"
    if with_it and set(symbols) == {"ex"}:
        message += f"; its explosive shows {with_it[0]}"
    raise _unlike(message + ".", text, at, "dice.face", hint)


def _count(text: str, seen: tuple[Seen, ...], rings: int, ring: int, skill: int) -> None:
    """Raises: NotationError unless so many ring dice and skill dice are there."""
    if "/" not in text and skill and len(seen) == ring + skill and ring:
        at = seen[ring].position
        hint = f"Put it here: {text[:at].rstrip()[-40:]} / {text[at:][:40]}"
        message = "There is no / between ring dice and skill dice."
        raise _unlike(message, text, at, "dice.count", hint)
    for of, given, rolled, start in ((RING, rings, ring, 0), (SKILL, len(seen) - rings, skill, rings)):
        if given != rolled:
            place = start + min(given, rolled)
            at = seen[place].position if place < len(seen) else len(text)
            message = f"{rolled} {of} {'die is' if rolled == 1 else 'dice are'} rolled; {given} given."
            raise _unlike(message, text, at, "dice.count", _laid(ring, skill))


def _laid(ring: int, skill: int) -> str:
    """How the dice of this pool are typed."""
    rings, skills = (f"{count} {of} {'die' if count == 1 else 'dice'}" for count, of in ((ring, RING), (skill, SKILL)))
    return f"Type {rings}{f', then /, then {skills}' if skill else ''}, also those that are not kept."


def _unlike(message: str, text: str, at: int, code: str, hint: str) -> NotationError:
    return NotationError(message, text, at, expected="dice", code=code, hint=hint)
