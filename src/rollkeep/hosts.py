"""The procedures of both games: which machines a log needs, and what their events say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from rollkeep.fourth.play import hosts as fourth
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import Machine
from rollkeep.reason import Reason
from rollkeep.table import entry as written
from rollkeep.table import files

FIFTH = "5e."
_MARK = b'"fifth.'  # what kinds of the 5th edition begin with in a log


class Hosts(NamedTuple):
    """Machines by name, and what reads their logs."""

    machines: Mapping[str, Machine[Any]]
    codec: Codec


@cache
def of_fourth() -> Hosts:
    """The machines of the 4th edition alone, which load sooner."""
    return Hosts(fourth.HOSTS, Codec((*written.KINDS, *fourth.KINDS)))


@cache
def of_both() -> Hosts:
    """All machines there are."""
    from rollkeep.fifth.play import hosts as fifth

    kinds = dict.fromkeys((*written.KINDS, *fourth.KINDS, *fifth.KINDS))
    return Hosts({**fourth.HOSTS, **fifth.HOSTS}, Codec(kinds))


def for_log(path: str | None) -> Hosts:
    """What a log needs; where it cannot be read, that is said elsewhere."""
    try:
        raw = files.read(path, 2**25) if path else b""
    except OSError:
        raw = b""
    return of_both() if _MARK in raw else of_fourth()


def sentence(reason: Reason) -> str:
    """A reason of either game as a sentence."""
    if reason.rule.startswith(FIFTH):
        from rollkeep.fifth.wording import sentence as said
    else:
        from rollkeep.fourth.wording import sentence as said
    return said(reason)
