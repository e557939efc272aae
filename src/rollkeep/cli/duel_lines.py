"""What may be done in a duel, as the lines of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rollkeep.dice.symbols import Pool
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.events import Declared
from rollkeep.fifth.duel.state import Check, Duel, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.wording import sentence
from rollkeep.fifth.wording_moves import MOVE_TITLES, move_sentence
from rollkeep.machine.bound import Between, OneOf, SomeOf, Words
from rollkeep.machine.machine import Offer, Scene, Who, decide

ATTACKS = (m.Strike, m.Cross, m.Rise)
_AS_ONE = (m.Ready, m.Centre, m.Spend)
"""Kinds of move that are offered in parts and chosen as one: the first value says which part it is."""

_LAST = (m.Try, m.Pass)
_EDGES = {
    "distinction": "up to two dice may be thrown again",
    "adversity": "two dice with successes are thrown again; failure gives a Void Point",
    "passion": "3 strife less after the check",
    "anxiety": "{anxiety} strife more after the check",
}


class Part(NamedTuple):
    """The offers that are one line of the list, and what that line says."""

    offers: Sequence[Offer]
    line: str


def parts(view: Scene[Duel], who: Who, offered: Sequence[Offer]) -> list[Part]:
    """The lines: offers that are chosen as one are one, an attack is one for each pool; the rarest come last."""
    found: dict[Any, list[Offer]] = {}
    for i, offer in enumerate(offered):
        found.setdefault(offer.move if offer.move in _AS_ONE else i, []).append(offer)
    lines = list[Part]()
    for part in sorted(found.values(), key=lambda part: _LAST.index(part[0].move) + 1 if part[0].move in _LAST else 0):
        if part[0].move in ATTACKS:
            lines += _attacks(view, who, part[0])
        else:
            lines.append(Part(part, _line(part[0])))
    return lines


def _line(offer: Offer) -> str:
    """What a kind of move is called in the list, and what it opens; where nothing is left to choose, the whole move."""
    fixed: dict[str, Any] = {}
    for name, bound in offer.bounds:
        if isinstance(bound, OneOf) and len(bound.of) == 1:
            fixed[name] = bound.of[0]
        elif isinstance(bound, Between) and bound.least == bound.most:
            fixed[name] = bound.least
        elif (isinstance(bound, SomeOf) and not bound.most) or (isinstance(bound, Words) and not bound.of):
            fixed[name] = ()
    title = MOVE_TITLES[offer.move.__name__]
    if offer.move is m.Centre:
        return f"{title}: throw skill dice and set some aside for a later check"
    if offer.move is m.Swap:
        count = offer.bounds[0][1].most  # type: ignore[attr-defined]
        return f"Swap {count} {'die' if count == 1 else 'dice'} for reserved ones"
    if len(fixed) == len(offer.bounds):
        title = move_sentence(offer.move(**fixed)).partition(": ")[0]
    if offer.about:
        told = opened(offer)
        return f"{title}: {next(iter(told.values()))}" if len(told) == 1 else title
    says = " ".join(sentence(reason) for reason in offer.says)
    return f"{title}: {says[:1].lower()}{says[1:]}".rstrip(".") if says else title


def opened(offer: Offer) -> dict[str, str]:
    """What each option of a value opens, where an offer tells that of each."""
    if not offer.about:
        return {}
    options = dict(offer.bounds)[offer.about].of  # type: ignore[attr-defined]
    told = (sentence(reason).partition(": ")[2].rstrip(".") for reason in offer.says)
    return dict(zip(map(str, options), told, strict=True))


def _attacks(view: Scene[Duel], who: Who, offer: Offer) -> list[Part]:
    """An attack, a line for each pool and what it opens."""
    told, by_line = opened(offer), dict[tuple[Pool, str], list[str]]()
    for weapon in dict(offer.bounds)["weapon"].of:  # type: ignore[attr-defined]
        pool = Pool(*_declared(view, who, offer.move(weapon, False, ())).pool)
        by_line.setdefault((pool, told.get(weapon, "")), []).append(weapon)
    found = []
    for (pool, opens), weapons in by_line.items():
        bounds = tuple((name, OneOf(tuple(weapons)) if name == "weapon" else bound) for name, bound in offer.bounds)
        line = f"{MOVE_TITLES[offer.move.__name__]} with {' or '.join(weapons)}, {pool}{opens and ': '}{opens}"
        found.append(Part((offer._replace(bounds=bounds, says=(), about=""),), line))
    return found


def _declared(view: Scene[Duel], who: Who, move: Any) -> Check:
    """The check that an attack would be."""
    from rollkeep.fifth.duel.machine import DUEL

    step = decide(DUEL, view, who, move)
    return next(event.check for event in step.events if type(event) is Declared)


def edges(view: Scene[Duel], who: Who, so_far: Mapping[str, Any]) -> dict[str, str]:
    """What each kind of advantage does, with the character's own name for it."""
    ring = so_far["ring"] if "ring" in so_far else side(view.state, who).stance
    anxiety = Rulings(view.rulings)("anxiety_strife")
    found = {}
    for kind, does in _EDGES.items():
        mine = [each.name for each in view.cast[who].sheet.advantages if (each.kind, each.ring) == (kind, ring)]
        found[kind] = f" ({', '.join(mine)}): {does.format(anxiety=anxiety)}"
    return found
