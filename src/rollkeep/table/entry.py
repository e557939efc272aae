"""What is written down of a table: entries, what they can hold, and the requests that lead to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rollkeep.machine.machine import Closed, Shifted, Who
from rollkeep.machine.secret import Readers, Secret, Shown


@dataclass(frozen=True, slots=True)
class Asked:
    """The move that led to an entry, and who made it."""

    who: Who
    move: Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One move and its events. ``command`` and ``part`` make a repeated request have one effect; ``run`` is the
    procedure, named by its first entry. ``asked`` is None where nobody moved, and sealed in secret runs.
    """

    seq: int
    seat: str
    command: str
    part: int
    at: str
    run: int
    asked: Asked | Secret[Asked] | None
    events: tuple[Any, ...]
    why: str | Secret[str] = ""


# --- events of the table itself ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened:
    """A procedure began. ``to`` are who may know of it; None: everybody. ``after`` is the run that it follows."""

    machine: str
    to: Readers | None
    after: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The run is again as it was before that entry; its shifts since are taken back beside this event."""

    before: int


@dataclass(frozen=True, slots=True)
class Joined:
    """A character, or a new sheet for one, whose tracks stay. Once seen it cannot be hidden.

    ``sheet`` is ``open`` to all or ``hidden``; ``tracks`` are ``open``, told in ``words``, or ``hidden``. ``free``: a
    player may take it.
    """

    name: Who
    character: Any
    hidden: bool = False
    sheet: str = "open"
    tracks: str = "open"
    free: bool = False


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat: ``gm``, ``player``, ``watcher``, or ``gone``; and the characters that it plays."""

    seat: str
    role: str
    holds: Readers


@dataclass(frozen=True, slots=True)
class Agreed:
    """A ruling, for what is decided from now on; what was decided stays."""

    ruling: str
    value: str


@dataclass(frozen=True, slots=True)
class Locked:
    """From now on only the game master writes here; or everybody again."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Stood:
    """Somebody's standing answer from now on, by its word; empty: to be asked each time."""

    who: Who
    word: str


@dataclass(frozen=True, slots=True)
class Noted:
    """Something said."""

    text: str


@dataclass(frozen=True, slots=True)
class Pleaded:
    """Somebody asks the game master for a move that was refused."""

    who: Who
    move: Any
    why: str


@dataclass(frozen=True, slots=True)
class Heeded:
    """The game master's answer to the plea of that entry."""

    plea: int
    yes: bool


# --- requests ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """Begins a procedure with its first move. ``secret``: only the game master knows."""

    machine: str
    who: Who
    move: Any
    secret: bool = False
    after: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """A move in a run; 0: the one that this command began. ``why``: the game master lets a move pass all the same."""

    run: int
    who: Who
    move: Any
    seen: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """The game master says what happened; ``run`` 0: in no procedure."""

    run: int
    events: tuple[Any, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Puts a run back to before one of its entries."""

    run: int
    before: int
    why: str


@dataclass(frozen=True, slots=True)
class Go:
    """After an undo a run waits; this lets it go on."""

    run: int


@dataclass(frozen=True, slots=True)
class Say:
    """Something said."""

    text: str


@dataclass(frozen=True, slots=True)
class Sit:
    """A seat, and whom it plays: by the game master, or by a newcomer who takes free characters."""

    seat: str
    role: str
    holds: Readers = frozenset()


@dataclass(frozen=True, slots=True)
class Enter:
    """A character comes, or gets a new sheet; a player brings one of their own."""

    name: Who
    character: Any
    hidden: bool = False
    sheet: str = "open"
    tracks: str = "open"
    free: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A track of somebody moves outside of every procedure, with a reason."""

    who: Who
    track: str
    by: int
    why: str


@dataclass(frozen=True, slots=True)
class Show:
    """Everybody may read from now on what was hidden in a run, as far as the shower may."""

    run: int


@dataclass(frozen=True, slots=True)
class Plead:
    """Asks the game master to let a move pass."""

    run: int
    who: Who
    move: Any
    why: str


@dataclass(frozen=True, slots=True)
class Heed:
    """Answers a plea: the move is made, or not."""

    plea: int
    yes: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing answer for reaction windows, by a word that a procedure has for it; empty: ask each time."""

    who: Who
    word: str


@dataclass(frozen=True, slots=True)
class Lock:
    """Only the game master writes from now on; or everybody again."""

    yes: bool


Request = Start | Act | Rule | Undo | Go | Say | Sit | Enter | Mark | Show | Plead | Heed | Lock | Standing
REQUESTS: frozenset[type] = frozenset(
    (Start, Act, Rule, Undo, Go, Say, Sit, Enter, Mark, Show, Plead, Heed, Lock, Standing)
)
SETTING = (Joined, Seated, Agreed, Locked)  # not undone: said again
TOLD = (Noted, Stood, Pleaded, Heeded, Shown)
"""Events of the table that change no procedure and no character."""

KINDS: tuple[type, ...] = (
    Asked,
    Entry,
    Opened,
    Undone,
    *SETTING,
    *TOLD,
    Start,
    Act,
    Rule,
    Undo,
    Go,
    Say,
    Sit,
    Enter,
    Mark,
    Show,
    Plead,
    Heed,
    Lock,
    Standing,
    Shifted,
    Closed,
)
