"""The chain over a log: each line commits to all before it, and each hidden value to itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rollkeep.errors import LogError
from rollkeep.machine.codec import text
from rollkeep.machine.secret import Readers, Secret, Shown, each_secret, redact
from rollkeep.table.entry import Entry

NOBODY: Readers = frozenset()
VERSION = 1


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join((f"rollkeep/{VERSION}", *parts)).encode()).hexdigest()


def link(previous: str, entry: Entry) -> str:
    """The hash of an entry after another: over what every reader can see, seals included."""
    return linked(previous, text(redact(entry, NOBODY)))


def linked(previous: str, told: str) -> str:
    """The same of an entry that is written as every reader sees it."""
    return _hash("link", previous, told)


def commitment(secret: Secret[Any]) -> str:
    """The seal of a hidden value with its blind."""
    return _hash("seal", secret.blind, text(secret.to), text(redact(secret.value, NOBODY)))


def sealed(value: Any, blind: Callable[[], str]) -> Any:
    """Every fresh secret, inside out, gets a seal that commits to it."""

    def close(secret: Secret[Any]) -> Secret[Any]:
        if secret.seal:
            return secret
        inner = replace(secret, value=sealed(secret.value, blind), blind=blind())
        return replace(inner, seal=commitment(inner))

    return each_secret(value, close)


def check_seals(entry: Entry) -> int:
    """How many values of an entry are still sealed.

    Raises: LogError for a value that does not fit its seal.
    """
    shut = 0

    def look(secret: Secret[Any]) -> Secret[Any]:
        nonlocal shut
        if secret.value is None:
            shut += 1
            return secret
        if secret.seal != commitment(secret):
            raise LogError(
                f"A value of entry {entry.seq} does not fit its seal.",
                hint="Use a log that nobody has changed.",
                entry=entry.seq,
            )
        each_secret(secret.value, look)
        return secret

    each_secret(entry, look)
    for event in entry.events:
        if isinstance(event, Shown) and event.seal != commitment(
            Secret(event.value, event.to, event.seal, event.blind)
        ):
            raise LogError(
                f"What entry {entry.seq} shows does not fit its seal.",
                hint="Use a log that nobody has changed.",
                entry=entry.seq,
            )
    return shut
