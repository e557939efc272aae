"""What a game procedure is, and the one ``decide`` that plays them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from rollkeep.dice.source import Source
from rollkeep.errors import IllegalMove
from rollkeep.machine.bound import Bound
from rollkeep.reason import Reason

S = TypeVar("S")
Who = str  # a character's name, or one of
CHANCE, GM = "chance", "gm"
EXPECTED = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What an event that does not fit may raise."""
Cast = Mapping[Who, Any]  # of each a ``sheet`` that stays, and integer tracks; see ``room``


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of move, with a bound for each of its values. ``secret``: ask where nobody looks on.

    ``says`` tells what the move would open, before it is made.
    """

    move: type[Any]
    bounds: tuple[tuple[str, Bound], ...] = ()
    secret: bool = False
    says: tuple[Reason, ...] = ()

    def admits(self, move: object) -> bool:
        """Whether this is such a move, all values within their bounds."""
        return type(move) is self.move and all(bound.holds(getattr(move, name)) for name, bound in self.bounds)

    def sample(self, source: Source) -> Any:
        """One such move."""
        return self.move(**{name: bound.sample(source) for name, bound in self.bounds})


Offers = Mapping[Who, tuple[Offer, ...]]


def may(move: type, *, secretly: bool = False, says: tuple[Reason, ...] = (), **bounds: Bound) -> Offer:
    """An offer, written short."""
    return Offer(move, tuple(bounds.items()), secretly, says)


def merged(*several: Offers) -> Offers:
    """All offers of several parts."""
    out: dict[Who, tuple[Offer, ...]] = {}
    for offers_ in several:
        for who, offered in offers_.items():
            out[who] = (*out.get(who, ()), *offered)
    return out


@dataclass(frozen=True, slots=True)
class Shifted:
    """A track of a character moved. Always a difference, since differences of several procedures add up."""

    who: Who
    track: str
    by: int
    why: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The procedure is over. A machine says so of itself; the game master may say it of any."""


@dataclass(frozen=True, slots=True)
class Scene(Generic[S]):
    """What a procedure is played on: the cast, which it shares with others, and its own state.

    ``rulings`` are those that are not the default.
    """

    cast: Cast
    state: S
    closed: bool = False
    rulings: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Machine(Generic[S]):
    """A procedure: what it starts from, its moves and events, and five pure functions.

    ``offers``: who may act, within what bounds. ``take``: what an admitted move does: add an event, look at
    ``step.now``, add the next. ``follow``: what happens by itself; False when nothing does. ``evolve``: the state
    after one of its own events; it knows no rule, sees no cast and opens no secret. ``tell``: an event as a reason,
    a redacted one too.
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


def shift(cast: Cast, event: Shifted) -> Cast:
    """The cast after a track moved.

    Raises: LookupError for a character or a track that is not there.
    """
    one = cast[event.who]
    if event.track == "sheet" or not hasattr(one, event.track):
        raise LookupError(event.track)
    return {**cast, event.who: replace(one, **{event.track: getattr(one, event.track) + event.by})}


def room(one: Any, track: str, by: int) -> int:
    """How much of a shift a character has room for: all, unless the character's own ``room`` says less."""
    return int(one.room(track, by)) if hasattr(one, "room") else by


def after(machine: Machine[S], scene: Scene[S], event: object) -> Scene[S]:
    """The scene after an event."""
    if isinstance(event, Shifted):
        return Scene(shift(scene.cast, event), scene.state, scene.closed, scene.rulings)
    if isinstance(event, Closed):
        return Scene(scene.cast, scene.state, True, scene.rulings)
    return Scene(scene.cast, machine.evolve(scene.state, event), scene.closed, scene.rulings)


class Step(Generic[S]):
    """The events so far and the scene after them."""

    __slots__ = ("events", "machine", "now")

    def __init__(self, machine: Machine[S], now: Scene[S]) -> None:
        self.machine, self.now = machine, now
        self.events: list[Any] = []

    def add(self, *events: object) -> None:
        """They happen, one after the other."""
        for event in events:
            self.now = after(self.machine, self.now, event)
            self.events.append(event)

    def settle(self) -> Step[S]:
        """Goes on until nothing more happens by itself."""
        while not self.now.closed and self.machine.follow(self):
            pass
        return self


def offers(machine: Machine[S], scene: Scene[S]) -> Offers:
    """Who may act in a scene; nobody where it is over."""
    return {} if scene.closed else machine.offers(scene)


def decide(machine: Machine[S], scene: Scene[S], who: Who, move: object, *, waived: bool = False) -> Step[S]:
    """What follows from a move. Legality is here and nowhere else: some offer admits it, or it is waived.

    Raises: IllegalMove, with what ``who`` may do.
    """
    every = offers(machine, scene)
    offered = every.get(who, ())
    if not (type(move) in machine.moves if waived else any(offer.admits(move) for offer in offered)):
        raise IllegalMove(who, move, offered, turn=tuple(every))
    step = Step(machine, scene)
    machine.take(step, who, move)
    return step.settle()


def rule(machine: Machine[S], scene: Scene[S], *events: object) -> Step[S]:
    """What follows when the game master says what happened; without events, what was due anyway."""
    step = Step(machine, scene)
    step.add(*events)
    return step.settle()
