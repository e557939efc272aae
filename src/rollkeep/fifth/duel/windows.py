"""The finishing blow: what opens one, and who may strike it or let it go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rollkeep.fifth.duel import ending
from rollkeep.fifth.duel.actions import attacks, ways
from rollkeep.fifth.duel.events import Left, Opened, Strained
from rollkeep.fifth.duel.moves import Pass
from rollkeep.fifth.duel.person import TRIGGERS, compromised, incapacitated, may_open, numbers
from rollkeep.fifth.duel.state import Duel, Opening, Round, Window, able, other, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.machine.machine import Offer, Offers, Scene, Step, Who, may
from rollkeep.reason import because


def strain(step: Step[Duel]) -> bool:
    """Notes who has become Compromised or is so no more; the first time, that opens a finishing blow.

    While initiative is rolled the blow waits until both have a stance to strike from; see ``open_late``.

    Source: 5e.compromised, 5e.duel.finishing-blow
    """
    duel, cast = step.now.state, step.now.cast
    if cast is step.seen:
        return False
    a, b = duel.sides
    one, two = cast[a.who], cast[b.who]
    is_same = (one.strife > numbers(one).composure) is a.compromised
    if is_same and (two.strife > numbers(two).composure) is b.compromised:
        step.seen = cast
        return False
    changed = [one.who for one in duel.sides if compromised(cast[one.who]) != one.compromised]
    step.add(*(Strained(who, compromised(cast[who])) for who in changed))
    if a.stance and b.stance:
        _open_for(step, [who for who in changed if compromised(cast[who])])
    return True


def _open_for(step: Step[Duel], broken: Sequence[Who]) -> None:
    """A finishing blow at each of these, the lower duellist's on top and first.

    Source: 5e.duel.finishing-blow
    """
    duel = step.now.state
    strikers = [other(duel, who).who for who in broken]
    for who in sorted(strikers, key=lambda who: who == duel.lower):
        open_window(step, who, "compromised")


def open_late(step: Step[Duel], opening: Opening) -> bool:
    """The blows at those who became Compromised while initiative was rolled, now that both have a stance.

    Source: 5e.duel.finishing-blow
    """
    duel, before = step.now.state, len(step.events)
    _open_for(step, [who for who in opening.broken if side(duel, who).compromised])
    return len(step.events) > before


def open_window(step: Step[Duel], who: Who, trigger: str) -> None:
    """A finishing blow is open to somebody, if none was before; not where one roll decides.

    Source: 5e.duel.finishing-blow, 5e.duel.one-roll
    """
    if may_open(step.now, side(step.now.state, who), trigger):
        step.add(Opened(who, trigger))


def windows(scene: Scene[Duel], window: Window) -> Offers:
    """To strike a finishing blow or to leave it; who is in danger may still concede before the own bid.

    Source: 5e.duel.finishing-blow, 5e.duel.concede
    """
    duel = scene.state
    offers = dict[Who, tuple[Offer, ...]]()
    if window.who in scene.cast:
        again = any(may_open(scene, side(duel, window.who), trigger) for trigger in TRIGGERS)
        offers[window.who] = (*attacks(scene, window.who, blow=True), _declining(again))
    now = next((frame for frame in reversed(duel.stack) if not isinstance(frame, Window)), None)
    if isinstance(now, Round) and now.step == "bids":
        foe = other(duel, window.who)
        if able(foe) and foe.who not in dict(now.bids) and Rulings(scene.rulings)("concede") == "until_bid":
            offers[foe.who] = (ending.CONCEDE,)
    return offers


@lru_cache(2)
def _declining(again: bool) -> Offer:
    """Source: 5e.duel.finishing-blow"""
    return may(Pass, says=(because("5e.duel.finishing-blow", "opens-pass", again=int(again)),))


def follow_window(step: Step[Duel], window: Window) -> bool:
    """Closes where no blow can be struck."""
    one, foe = side(step.now.state, window.who), other(step.now.state, window.who)
    if not able(one) or incapacitated(step.now.cast[window.who]):
        step.add(Left(window.who, "helpless"))
    elif foe.body.dead:
        step.add(Left(window.who, "too-late"))
    elif not ways(step.now, window.who, blow=True):
        step.add(Left(window.who, "no-weapon"))
    else:
        return False
    return True


def leave(step: Step[Duel], who: Who, move: Pass) -> None:
    """Source: 5e.duel.finishing-blow"""
    step.add(Left(who, "declined"))
