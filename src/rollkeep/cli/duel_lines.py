"""What may be done in a duel, as the lines of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rollkeep.dice.symbols import Pool
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel import preview
from rollkeep.fifth.duel.events import Declared
from rollkeep.fifth.duel.state import Check, Duel, side
from rollkeep.fifth.rulings import Rulings
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
    """What a kind of move is called in the list; where nothing is left to choose, the whole move."""
    fixed: dict[str, Any] = {}
    for name, bound in offer.bounds:
        if isinstance(bound, OneOf) and len(bound.of) == 1:
            fixed[name] = bound.of[0]
        elif isinstance(bound, Between) and bound.least == bound.most:
            fixed[name] = bound.least
        elif (isinstance(bound, SomeOf) and not bound.most) or (isinstance(bound, Words) and not bound.of):
            fixed[name] = ()
    title = MOVE_TITLES[offer.move.__name__]
    if len(fixed) == len(offer.bounds):
        return move_sentence(offer.move(**fixed))
    if offer.move is m.Try:
        return f"{title}: anything else, with any skill; the game master sets the TN"
    if offer.move is m.Centre:
        return f"{title}: throw skill dice and set some aside for a later check"
    if offer.move is m.Predict:
        return f"{title}: foresee the other's next stance, in secret"
    if offer.move is m.Swap:
        count = offer.bounds[0][1].most  # type: ignore[attr-defined]
        return f"Swap {count} {'die' if count == 1 else 'dice'} for reserved ones"
    return title


def _attacks(view: Scene[Duel], who: Who, offer: Offer) -> list[Part]:
    """An attack, a line for each pool; of a finishing blow also what a success would do."""
    by_pool: dict[tuple[Pool, int], list[Check]] = {}
    for weapon in dict(offer.bounds)["weapon"].of:  # type: ignore[attr-defined]
        check = _declared(view, who, offer.move(weapon, False, ()))
        by_pool.setdefault((Pool(*check.pool), check.tn), []).append(check)
    found = []
    for (pool, tn), checks in by_pool.items():
        weapons = [check.weapon for check in checks]
        bounds = tuple((name, OneOf(tuple(weapons)) if name == "weapon" else bound) for name, bound in offer.bounds)
        line = f"{MOVE_TITLES[offer.move.__name__]} with {' or '.join(weapons)}: {pool} against TN {tn}"
        if checks[0].blow:
            line += f"; a success is a critical of severity {_severities(view, checks)}, and 1 for each bonus success"
        found.append(Part((offer._replace(bounds=bounds),), line))
    return found


def _declared(view: Scene[Duel], who: Who, move: Any) -> Check:
    """The check that an attack would be."""
    from rollkeep.fifth.duel.machine import DUEL

    step = decide(DUEL, view, who, move)
    return next(event.check for event in step.events if type(event) is Declared)


def _severities(view: Scene[Duel], checks: Sequence[Check]) -> str:
    by_severity: dict[int, list[str]] = {}
    for check in checks:
        by_severity.setdefault(preview.blow(view, check), []).append(check.weapon)
    if len(by_severity) == 1:
        return str(*by_severity)
    return ", ".join(f"{severity} with {' or '.join(names)}" for severity, names in by_severity.items())


def edges(view: Scene[Duel], who: Who, so_far: Mapping[str, Any]) -> dict[str, str]:
    """What each kind of advantage does, with the character's own name for it."""
    ring = so_far["ring"] if "ring" in so_far else side(view.state, who).stance
    anxiety = Rulings(view.rulings)("anxiety_strife")
    found = {}
    for kind, does in _EDGES.items():
        mine = [each.name for each in view.cast[who].sheet.advantages if (each.kind, each.ring) == (kind, ring)]
        found[kind] = f" ({', '.join(mine)}): {does.format(anxiety=anxiety)}"
    return found
