"""What people type into forms, read: modifiers, one to a line or a comma."""

from __future__ import annotations

import re

from rollkeep.dice.notation import read_terms, total
from rollkeep.errors import UsageError
from rollkeep.fourth.modifier import Modifier
from rollkeep.text import unfit

_ADD = re.compile(r"(?P<dice>[+-]?\d+(?:k\d+)?(?:[+-]\d+)?)\s*(?P<name>.*)", re.IGNORECASE)


def read_adds(text: str) -> tuple[Modifier, ...]:
    """Dice and bonuses with their reasons, as a game master writes them: ``+1k0 high ground, -5 fog``.

    >>> [(str(each.pool), each.name) for each in read_adds("+1k0 high ground, -5 fog")]
    [('1k0', 'high ground'), ('-5', 'fog')]

    Raises: UsageError, NotationError
    """
    found = list[Modifier]()
    for part in (part.strip() for part in re.split(r"[,;\n]", text)):
        if not part:
            continue
        match = _ADD.fullmatch(part)
        if match is None:
            raise UsageError(
                f"{part[:40]!r} is no modifier.",
                code="usage.text",
                hint='Write dice or a number, then why: "+1k0 high ground".',
            )
        name = match["name"].strip() or "by the game master"
        if fault := unfit(name):
            raise UsageError(f"The reason {fault}.", code="usage.text", hint="Write it shorter, in plain letters.")
        found.append(Modifier(name, total(read_terms(match["dice"]))))
    return tuple(found)
