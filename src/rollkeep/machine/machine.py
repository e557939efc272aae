"""What a game procedure is, and the one ``decide`` that plays them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from rollkeep.dice.source import Source
from rollkeep.errors import IllegalMove
from rollkeep.machine.bound import Bound
from rollkeep.machine.secret import Shown
from rollkeep.reason import Reason

S = TypeVar("S")
Who = str  # a character's name, or one of
CHANCE, GM = "chance", "gm"
NO_HAND = ("hand_dice", "nobody")
"""What a table agrees on where nobody throws real dice."""

EXPECTED = (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What an event that does not fit may raise."""
Cast = Mapping[Who, Any]  # of each a ``sheet`` that stays, and integer tracks; see ``room``


class Offer(NamedTuple):
    """A kind of move, with a bound for each of its values. ``secret``: ask where nobody looks on.

    ``says`` tells what the move would open, before it is made. Where ``about`` names a value, it has one sentence for
    each option of that, in their order, and ``Option: `` is how it begins.
    """

    move: type[Any]
    bounds: tuple[tuple[str, Bound], ...] = ()
    secret: bool = False
    says: tuple[Reason, ...] = ()
    about: str = ""

    def admits(self, move: object) -> bool:
        """Whether this is such a move, all values within their bounds."""
        if type(move) is not self.move:
            return False
        for name, bound in self.bounds:  # noqa: SIM110 - a loop is twice as fast
            if not bound.holds(getattr(move, name)):
                return False
        return True

    def sample(self, source: Source) -> Any:
        """One such move."""
        return self.move(**{name: bound.sample(source) for name, bound in self.bounds})


Offers = Mapping[Who, tuple[Offer, ...]]


def may(
    move: type, *, secretly: bool = False, says: tuple[Reason, ...] = (), about: str = "", **bounds: Bound
) -> Offer:
    """An offer, written short."""
    return Offer(move, tuple(bounds.items()), secretly, says, about)


def merged(*several: Offers) -> Offers:
    """All offers of several parts."""
    out: dict[Who, tuple[Offer, ...]] = {}
    for offers_ in several:
        for who, offered in offers_.items():
            out[who] = (*out.get(who, ()), *offered)
    return out


class Shifted(NamedTuple):
    """A track of a character moved. Always a difference, since differences of several procedures add up."""

    who: Who
    track: str
    by: int
    why: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The procedure is over. A machine says so of itself; the game master may say it of any."""


class Scene(NamedTuple, Generic[S]):
    """What a procedure is played on: the cast, which it shares with others, and its own state.

    ``rulings`` are those that are not the default.
    """

    cast: Cast
    state: S
    closed: bool = False
    rulings: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Machine(Generic[S]):
    """A procedure: what it starts from, its moves and events, and pure functions.

    ``offers``: who may act, within what bounds. ``take``: what an admitted move does: add an event, look at
    ``step.now``, add the next. ``follow``: what happens by itself; False when nothing does. ``evolve``: the state
    after one of its own events; it knows no rule, sees no cast and opens no secret. ``tell``: an event as a reason,
    a redacted one too. ``words``: standing answers for reaction windows, each with what it means; ``standing``: the
    move that such a word makes now, None where somebody has to be asked.
    """

    name: str
    blank: S
    moves: tuple[type, ...]
    events: tuple[type, ...]
    offers: Callable[[Scene[S]], Offers]
    take: Callable[[Step[S], Who, Any], None]
    follow: Callable[[Step[S]], bool]
    evolve: Callable[[S, Any], S]
    tell: Callable[[Any], Reason]
    words: tuple[tuple[str, str], ...] = ()
    standing: Callable[[Scene[S], Who, str], Any] = lambda scene, who, word: None


def shift(cast: Cast, event: Shifted) -> Cast:
    """The cast after a track moved.

    Raises: LookupError for a character or a track that is not there.
    """
    one, track = cast[event.who], event.track
    names = _fields(one.__class__)
    if track == "sheet" or track not in names:
        raise LookupError(track)
    moved = [getattr(one, name) + event.by if name == track else getattr(one, name) for name in names]
    return {**cast, event.who: one.__class__(*moved)}


@cache
def _fields(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def tracks_of(one: Any) -> tuple[str, ...]:
    """The tracks of a character."""
    return tuple(name for name in _fields(one.__class__) if name != "sheet")


def room(one: Any, track: str, by: int) -> int:
    """How much of a shift a character has room for: all, unless the character's own ``room`` says less."""
    return int(one.room(track, by)) if hasattr(one, "room") else by


def after(machine: Machine[S], scene: Scene[S], event: object) -> Scene[S]:
    """The scene after an event."""
    cast, state, closed, rulings = scene
    kind = type(event)
    if kind is Shifted:
        return Scene(shift(cast, event), state, closed, rulings)  # type: ignore[arg-type]
    if kind is Closed:
        return Scene(cast, state, True, rulings)
    if kind is Shown:
        return scene
    return Scene(cast, machine.evolve(state, event), closed, rulings)


class Step(Generic[S]):
    """The events so far and the scene after them. ``seen`` is the cast that the machine has looked at last, if it
    wants to know whether that has changed. ``waived``: the game master lets pass what no offer admits.
    """

    __slots__ = ("events", "machine", "now", "seen", "waived")

    def __init__(self, machine: Machine[S], now: Scene[S]) -> None:
        self.machine, self.now = machine, now
        self.events: list[Any] = []
        self.seen: Cast | None = None
        self.waived = False

    def add(self, *events: object) -> None:
        """They happen, one after the other."""
        evolve = self.machine.evolve
        cast, state, closed, rulings = self.now
        for event in events:  # as in ``after``, without a scene in between
            kind = type(event)
            if kind is Shifted:
                cast = shift(cast, event)  # type: ignore[arg-type]
            elif kind is Closed:
                closed = True
            elif kind is not Shown:
                state = evolve(state, event)
        self.events += events
        self.now = Scene(cast, state, closed, rulings)

    def settle(self) -> Step[S]:
        """Goes on until nothing more happens by itself."""
        while not self.now.closed and self.machine.follow(self):
            pass
        return self


def offers(machine: Machine[S], scene: Scene[S]) -> Offers:
    """Who may act in a scene; nobody where it is over."""
    return {} if scene.closed else machine.offers(scene)


def decide(
    machine: Machine[S], scene: Scene[S], who: Who, move: object, *, waived: bool = False, every: Offers | None = None
) -> Step[S]:
    """What follows from a move. Legality is here and nowhere else: some offer admits it, or it is waived.

    ``every`` are the offers of the scene, where they are known already.
    Raises: IllegalMove, with what ``who`` may do.
    """
    every = offers(machine, scene) if every is None else every
    offered = every.get(who, ())
    if not (type(move) in machine.moves if waived else _admitted(offered, move)):
        raise IllegalMove(who, move, offered, turn=tuple(every))
    step = Step(machine, scene)
    step.waived = waived
    machine.take(step, who, move)
    return step.settle()


def _admitted(offered: tuple[Offer, ...], move: object) -> bool:
    for offer in offered:  # noqa: SIM110 - likewise
        if offer.admits(move):
            return True
    return False


def rule(machine: Machine[S], scene: Scene[S], *events: object) -> Step[S]:
    """What follows when the game master says what happened; without events, what was due anyway."""
    step = Step(machine, scene)
    step.add(*events)
    return step.settle()
