"""What is declared before the dice fall: with which ring, with what help, and the dice that follow from it."""

from __future__ import annotations

from typing import Any

from rollkeep.dice.symbol_notation import read_symbols
from rollkeep.dice.symbols import Pool
from rollkeep.errors import NotationError
from rollkeep.fifth import check
from rollkeep.fifth.by_sheet import brought
from rollkeep.fifth.check import MAX_DICE, Request
from rollkeep.fifth.deed import Deed, read_deed
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.filled import fill
from rollkeep.fifth.play.moves import Declare, Declared, Roll
from rollkeep.fifth.play.person import compromised, now
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.sheet import EDGES, RINGS, Character
from rollkeep.machine.bound import OneOf, Words
from rollkeep.machine.machine import NO_HAND, Offer, Scene, Shifted, Step, may, room
from rollkeep.reason import because


def bare_dice(deed: str) -> tuple[int, int] | None:
    """How many ring dice and skill dice a deed names by itself; None where it is something that a character does.

    >>> bare_dice("3r2s"), bare_dice("fitness/earth")
    ((3, 2), None)

    Source: 5e.check
    """
    try:
        return read_symbols(deed)
    except NotationError:
        return None


def rings_of(character: Character, deed: str, rings: tuple[str, ...]) -> tuple[str, ...]:
    """The rings that a deed may be done with: the one that it names, else those asked for, else all; no ring for bare
    dice.

    Raises: UsageError
    Source: 5e.check
    """
    if bare_dice(deed):
        return ()
    named = read_deed(character, deed).ring
    return (named,) if named else rings or RINGS


def filled(
    one: Person, roll: Roll, rulings: Rulings, ring: str, *, seize: bool = False, edges: tuple[str, ...] = ()
) -> Request:
    """The request of this roll with what is declared, without a TN, since not everybody may know it.

    Raises: RollKeepError where the rules or the sheet do not allow it.
    Source: 5e.check, 5e.help, 5e.advantages
    """
    base = Request(
        0,
        0,
        ring_name=ring,
        seize=seize,
        distinction="distinction" in edges,
        adversity="adversity" in edges,
        passion="passion" in edges,
        anxiety="anxiety" in edges,
        compromised=compromised(one),
        rulings=rulings,
    )
    if dice := bare_dice(roll.deed):
        request = base._replace(ring=dice[0], skill=dice[1], who=one.sheet.name, title=str(Pool(*dice, dice[0])))
    else:
        deed = read_deed(one.sheet, roll.deed)._replace(ring=ring, tn=None)
        request = fill(base, _able(one, deed), deed)
    granted = tuple(because("5e.advantages", "granted", kind=edge) for edge in roll.edges)
    before = _before(request)
    return request._replace(
        skilled=min(roll.skilled, MAX_DICE - before.skill),
        unskilled=min(roll.unskilled, MAX_DICE - before.ring - seize),
        distinction=request.distinction or "distinction" in roll.edges,
        adversity=request.adversity or "adversity" in roll.edges,
        passion=request.passion or "passion" in roll.edges,
        anxiety=request.anxiety or "anxiety" in roll.edges,
        notes=(*request.notes, *granted),
    )


def _able(one: Person, deed: Deed) -> Character:
    """The character as of now. Strife counts where composure is known, and a Strike that was asked for is made even by
    who has become Incapacitated since.

    Source: 5e.compromised, 5e.incapacitated
    """
    character = now(one)
    if not compromised(one):
        character = character._replace(strife=0)
    return character._replace(fatigue=0) if deed.kind == "strike" else character


def _before(request: Request) -> Pool:
    """The dice before helpers and a Void Point."""
    return request.dice or Pool(request.ring, request.skill, request.ring)


def _plus(one: Person, roll: Roll, ring: str) -> int:
    """What modifiers add to any TN.

    Source: 5e.check
    """
    if bare_dice(roll.deed):
        return 0
    deed = read_deed(one.sheet, roll.deed)
    return brought(_able(one, deed), deed.skill, ring, deed.tags).tn


def offered(scene: Scene[Any], roll: Roll, one: Person) -> tuple[Offer, ...]:
    """One for each ring that may be used and is known.

    Source: 5e.check, 5e.seize, 5e.void, 5e.advantages
    """
    says = (because("5e.compromised", "no-strife"),) if compromised(one) else ()
    has = {(each.kind, each.ring) for each in one.sheet.advantages}
    found = []
    for ring in _usable(roll, one):
        dice = _before(filled(one, roll, Rulings(scene.rulings), ring)).ring
        own = tuple(edge for edge in EDGES if (edge, ring) in has and edge not in roll.edges)
        found.append(
            may(
                Declare,
                says=says,
                who=OneOf((roll.who,)),
                ring=OneOf((ring,)),
                seize=OneOf((False, True) if one.void > 0 and dice < MAX_DICE else (False,)),
                edges=Words(own),
                by_hand=OneOf((False, True) if roll.seen and NO_HAND not in scene.rulings else (False,)),
            )
        )
    return tuple(found)


def _usable(roll: Roll, one: Person) -> tuple[str, ...]:
    ranks = dict(one.sheet.rings)
    return tuple(ring for ring in roll.rings if ring in ranks) if roll.rings else ("",)


def take(step: Step[Any], roll: Roll, move: Declare) -> None:
    """Source: 5e.seize, 5e.help, 5e.advantages"""
    one: Person = step.now.cast[roll.who]
    request = filled(one, roll, Rulings(step.now.rulings), move.ring, seize=move.seize, edges=move.edges)
    found = check.declare(request)
    step.add(
        Declared(
            roll.who,
            move.ring,
            move.seize,
            tuple(edge for edge in EDGES if edge in (*move.edges, *roll.edges)),
            move.by_hand,
            request.title,
            found.pool,
            found.reroll,
            found.strife_after,
            _plus(one, roll, move.ring),
            found.reasons,
        )
    )
    if move.seize and (not step.waived or room(step.now.cast[roll.who], "void", -1)):
        step.add(Shifted(roll.who, "void", -1, "seize the moment"))
