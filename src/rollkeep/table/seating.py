"""Who sits at a table and whom they play: seats, characters, the lock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rollkeep.errors import Conflict, NotSeated
from rollkeep.machine.machine import CHANCE, GM, Who
from rollkeep.names import lookalike
from rollkeep.table.entry import Enter, Joined, Lock, Locked, Seated, Sit
from rollkeep.table.table import Table
from rollkeep.text import unfit

ROLES = ("gm", "player", "watcher", "gone")
SHEETS = ("open", "hidden")
TRACKS = ("open", "words", "hidden")
MAX_NAME = 60
MAX_SEATS = 100
MAX_CAST = 200
OTHER_NAME = "Choose another name."
TAKEN = "That name cannot be had."


def sit(table: Table, seat: str, request: Sit) -> tuple[Any, ...]:
    """The game master seats anybody; a newcomer sits down alone and takes free characters, later more of them.

    Raises: NotSeated, Conflict
    """
    before = table.seats.get(request.seat)
    if GM not in table.names(seat):
        own = seat == request.seat and request.role in ("player", "watcher")
        held = before.holds if before else frozenset()
        more = request.holds - held
        taken = [who for who in more if not may_take(table, who)]
        if not own or (before and (before.role != request.role or not held <= request.holds)):
            raise NotSeated("Only the game master seats people.", hint="Ask the game master.")
        if request.holds and request.role != "player":
            raise NotSeated("Whoever watches plays nobody.", hint="Ask the game master for a player's seat.")
        if taken:
            raise Conflict(f"{taken[0][:60]} cannot be taken.", hint="Choose another character, or bring your own.")
    if before is None:
        name_fits(table, request.seat)
        if len(table.seats) >= MAX_SEATS:
            raise Conflict(f"A table has at most {MAX_SEATS} seats.", hint="Open another table for more.")
    if request.role not in ROLES or (before and "gm" in (before.role, request.role) and before.role != request.role):
        raise Conflict("That is no role for this seat.", hint="A seat is a player's or a watcher's.")
    strangers = request.holds - frozenset(table.cast)
    if strangers or request.holds & table.hidden:
        who = next(iter(strangers or request.holds & table.hidden))
        if who in table.hidden:
            raise Conflict(f"{who} is hidden.", hint="Show the character first.")
        raise Conflict(f"There is no character {who[:60]!r}.", hint="Add the character first.")
    holds = request.holds if request.role == "player" else frozenset[Who]()
    others = (each for each in table.seats.values() if each.seat != request.seat and each.holds & holds)
    left = tuple(replace(each, holds=each.holds - holds) for each in others)
    return (*left, Seated(request.seat, request.role, holds))


def may_take(table: Table, who: Who) -> bool:
    """Whether a player may take this character: it is there for that, and nobody plays it yet."""
    return who in table.cast and who not in table.hidden and table.shows_of(who).free and not table.holder(who)


def enter(table: Table, seat: str, request: Enter) -> tuple[Any, ...]:
    """The game master brings anybody; a player a new character, who is theirs, or a new sheet for their own.

    Raises: NotSeated, Conflict
    """
    here = table.cast.get(request.name)
    names = table.names(seat)
    is_gm, mine = GM in names, request.name in names
    sitting = table.seats.get(seat)
    if not is_gm and not mine and request.name in table.hidden:
        raise Conflict(TAKEN, code="table.name", hint=OTHER_NAME)
    if here is None:
        name_fits(table, request.name)
        if len(table.cast) >= MAX_CAST:
            raise Conflict(f"A table has at most {MAX_CAST} characters.", hint="Open another table for more.")
    elif request.hidden and request.name not in table.hidden:
        raise Conflict(f"{request.name} has been seen.", hint="Whoever was seen stays visible.")
    if request.sheet not in SHEETS or request.tracks not in TRACKS:
        raise Conflict("That is no way to show a character.", hint="Sheets are open or hidden; tracks also in words.")
    character = a_character(request.character)
    if here is not None:
        if type(here) is not type(character):
            raise Conflict(f"{request.name} is of the other game.", hint="Choose another name.")
        character = replace(here, sheet=character.sheet)
    if is_gm:
        shows = (request.hidden, request.sheet, request.tracks, request.free)
        return (Joined(request.name, character, *shows),)
    if sitting is None or sitting.role != "player" or (here is not None and not mine):
        raise NotSeated(f"This seat does not act for {request.name[:60]}.", hint="Ask the game master.")
    if here is not None:
        return (Joined(request.name, character, False, *table.shows_of(request.name)),)
    joined = Joined(request.name, character, False, "hidden", "open")
    return (joined, replace(sitting, holds=sitting.holds | {request.name}))


def a_character(value: Any) -> Any:
    """The value, if it is somebody in play: with a sheet, and tracks that have their bounds.

    Raises: Conflict
    """
    if "sheet" not in getattr(type(value), "__dataclass_fields__", ()) or not hasattr(value, "room"):
        raise Conflict("That is no character.", hint="Send what a character's file is read as.")
    return value


def lock(table: Table, seat: str, request: Lock) -> tuple[Any, ...]:
    """Locks the table or opens it again.

    Raises: NotSeated, Conflict
    """
    if GM not in table.names(seat):
        raise NotSeated("Only the game master locks the table.", hint="Ask the game master.")
    if table.locked == request.yes:
        raise Conflict("It is so already.", hint="Look at the table again.")
    return (Locked(request.yes),)


def name_fits(table: Table, name: str) -> None:
    """Whether a new seat or character may have this name: it can be shown, and looks like no other here.

    Raises: Conflict
    """
    fault = unfit(name, MAX_NAME) if name == name.strip() and name else "is empty or begins or ends with a space"
    if fault:
        raise Conflict(f"The name {fault}.", code="usage.text", hint=f"Write 1 to {MAX_NAME} characters.")
    same = lookalike(name)
    if same in (GM, CHANCE):
        raise Conflict(f"Nobody can be called {name!r}.", code="usage.text", hint="Choose another name.")
    for other in (*table.seats, *table.cast):
        if lookalike(other) == same and other not in table.hidden:
            raise Conflict(
                f"There is {other} already, which looks the same.", code="table.name", hint="Choose another name."
            )
    if name in table.cast:
        raise Conflict(TAKEN, code="table.name", hint=OTHER_NAME)
