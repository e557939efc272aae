"""The procedures of both games: which machines a log needs, and what their events say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from rollkeep.book import Ruling
from rollkeep.errors import Missing
from rollkeep.fourth.play import hosts as fourth
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import NO_HAND, Machine, Shifted, Who
from rollkeep.reason import Reason
from rollkeep.table import entry as written
from rollkeep.table import files

FIFTH = "5e."
_MARK = b'"fifth.'  # what kinds of the 5th edition begin with in a log
_OF_SKIRMISH = b'"fourth.skirmish.'  # and those of a skirmish


class Hosts(NamedTuple):
    """Machines by name, and what reads their logs."""

    machines: Mapping[str, Machine[Any]]
    codec: Codec


@cache
def of_fourth() -> Hosts:
    """The machines of the 4th edition without the skirmish, which load sooner."""
    return Hosts(fourth.HOSTS, Codec((*written.KINDS, *fourth.KINDS)))


@cache
def of_skirmish() -> Hosts:
    """All machines of the 4th edition."""
    from rollkeep.fourth import hosts as whole

    return Hosts(whole.HOSTS, Codec((*written.KINDS, *whole.KINDS)))


@cache
def of_both() -> Hosts:
    """All machines there are."""
    from rollkeep.fifth.play import hosts as fifth
    from rollkeep.fourth import hosts as whole

    kinds = dict.fromkeys((*written.KINDS, *whole.KINDS, *fifth.KINDS))
    return Hosts({**whole.HOSTS, **fifth.HOSTS}, Codec(kinds))


def for_log(path: str | None) -> Hosts:
    """What a log needs; where it cannot be read, that is said elsewhere."""
    try:
        raw = files.read(path, 2**25) if path else b""
    except OSError:
        raw = b""
    if _MARK in raw:
        return of_both()
    return of_skirmish() if _OF_SKIRMISH in raw else of_fourth()


def sentence(reason: Reason) -> str:
    """A reason of either game as a sentence."""
    if reason.rule.startswith(FIFTH):
        from rollkeep.fifth.wording import sentence as said
    else:
        from rollkeep.fourth.wording import sentence as said
    return said(reason)


GAMES = {"4e": "Legend of the Five Rings, 4th edition: d10, Roll & Keep", "5e": "5th edition: ring and skill dice"}
"""The games that are played, by the key that a table has."""


@cache
def presets(game: str) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Ready sets of rulings by name; each lists what is not by the book."""
    if game == "5e":
        return {"by the book": ()}
    return {"by the book": (), "odd die +2": (("odd_die", "+2"),)}


def words_of(game: str) -> tuple[tuple[str, str], ...]:
    """Standing answers that a character of a game can give, each with what it means."""
    of_game = (host for host in of_both().machines.values() if (host.name in fourth.HOSTS) == (game == "4e"))
    return tuple(word for host in of_game for word in host.words)


SETTINGS = {
    NO_HAND[0]: Ruling(
        NO_HAND[0],
        ("everybody", NO_HAND[1]),
        "",
        "Who may throw real dice and type what they show?",
        "At one table all see the dice that fall. Where each sits alone, nobody sees them, and some tables let the "
        "program throw.",
    )
}
"""What a table agrees on beside the rules of its game."""


def rulings_of(game: str) -> Mapping[str, Ruling]:
    """Everything that a table of a game can agree on, by name."""
    if game == "5e":
        from rollkeep.fifth.rulings import RULINGS
    else:
        from rollkeep.fourth.rulings import RULINGS
    return {**SETTINGS, **RULINGS}


def recovered(what: str, who: Who, one: Any) -> tuple[Shifted, ...]:
    """What a ``rest``, or the end of a ``scene``, gives back to a character of either game."""
    if _of_fourth(one):
        from rollkeep.fourth.play import rest as of_fourth

        return of_fourth.rest(who, one) if what == "rest" else ()
    from rollkeep.fifth.play import rest as of_fifth

    return of_fifth.rest(who, one) if what == "rest" else of_fifth.scene_end(who, one)


def in_words(one: Any) -> str:
    """The state of a character of either game, without numbers; empty where nothing is known."""
    if _of_fourth(one):
        from rollkeep.fourth.play import rest as of_fourth

        return of_fourth.in_words(one)
    from rollkeep.fifth.play import rest as of_fifth

    try:
        return of_fifth.in_words(one)
    except Missing:
        return ""


def _of_fourth(one: Any) -> bool:
    from rollkeep.fourth.play.person import Person

    return isinstance(one, Person)
