"""One character's roll: declare, throw, keep. No machine, but what the machines of this edition are made of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rollkeep.dice.bound import D10
from rollkeep.dice.face import Die, written
from rollkeep.dice.pool import Pool, Thrown, keep
from rollkeep.errors import RuleError
from rollkeep.fourth.by_sheet import fill, waiting
from rollkeep.fourth.check import declare
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.person import Person, able
from rollkeep.fourth.refuse import VOID_EFFECTS
from rollkeep.fourth.request import MAX_RAISES, Request, added, free_raises
from rollkeep.fourth.roll import CHECKS, NOTHING
from rollkeep.fourth.rulings import BY_THE_BOOK, Rulings
from rollkeep.fourth.sheet import Character
from rollkeep.machine.bound import Between, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import CHANCE, NO_HAND, Offer, Offers, Scene, Shifted, Step, Who, may, room
from rollkeep.machine.secret import Readers, Secret, bare, known, veil
from rollkeep.names import plain
from rollkeep.reason import Reason

# --- moves and events -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declare:
    """Before the dice fall. ``void`` names an effect for each Void Point, joined by +; ``lower`` Free Raises are spent
    on the TN, or in a contest on one's own total; ``keep`` is ``high``, ``low`` or ``choose``.
    """

    who: Who
    raises: int = 0
    raise_for: str = ""
    lower: int = 0
    void: str = ""
    named: tuple[str, ...] = ()
    by_hand: bool = False
    keep: str = "high"


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice, by chance or by hand."""

    who: Who
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """Which dice are kept, by position from 0."""

    who: Who
    which: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """What was declared, the pool that follows, and ``plus``: what is added to any TN."""

    who: Who
    raises: int
    raise_for: str
    free: int
    lower: int
    void: str
    by_hand: bool
    keep: str
    unskilled: bool
    title: str
    notation: str
    pool: Pool
    plus: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Threw:
    """The dice fell."""

    who: Who
    dice: tuple[Die, ...] | Secret[tuple[Die, ...]]


@dataclass(frozen=True, slots=True)
class Kept:
    """These dice count."""

    who: Who
    which: tuple[int, ...] | Secret[tuple[int, ...]]
    total: int | Secret[int]


MOVES = (Declare, Throw, Keep)
EVENTS = (Declared, Threw, Kept)
Aim = str  # as in a request: empty, open, contest


class Roll(NamedTuple):
    """A roll on its way. ``dice_to`` and ``total_to`` are who may know them; None: everybody.

    ``free`` Free Raises and ``adds`` are granted by whoever asked; ``raises`` says whether any can be called.
    ``aim`` and ``occasion`` are as in a request.
    """

    who: Who
    deed: str
    aim: Aim = ""
    occasion: str = ""
    free: int = 0
    adds: tuple[Modifier, ...] = ()
    raises: bool = True
    attempt: int = 1
    changed: str = ""
    dice_to: Readers | None = None
    total_to: Readers | None = None
    declared: Declared | None = None
    threw: Threw | None = None
    kept: Kept | None = None

    @property
    def total(self) -> int:
        """The total, where it is known.

        Raises: LookupError where it is hidden or not there yet.
        """
        if self.kept is None:
            raise LookupError("not kept yet")
        return bare(self.kept.total)


# --- offers ---------------------------------------------------------------------------------------------------


def offers(scene: Scene[Any], roll: Roll) -> Offers:
    """Whose turn it is in a roll, and what they may do."""
    who = roll.who
    if roll.declared is None:
        return {who: _declares(scene, roll)} if who in scene.cast else {}
    pool = roll.declared.pool
    if roll.threw is None:
        return {who if roll.declared.by_hand else CHANCE: (may(Throw, who=OneOf((who,)), dice=D10(pool)),)}
    if roll.kept is None and roll.declared.keep == "choose" and sees(roll):
        dice, count = known(roll.threw.dice) or (), min(pool.kept, pool.rolled)
        which = SomeOf(tuple((i, written(die)) for i, die in enumerate(dice)), count, count)
        return {who: (may(Keep, who=OneOf((who,)), which=which),)} if dice else {}
    return {}


def sees(roll: Roll) -> bool:
    """Whether the roller may see the dice; who may not throws none by hand, and the best are kept by rule."""
    return roll.dice_to is None or roll.who in roll.dice_to


def _declares(scene: Scene[Any], roll: Roll) -> tuple[Offer, ...]:
    """Rules across values are a union of offers: one without, one with a Void Point that promotes the Skill.

    Source: 4e.raise.limit, 4e.unskilled, 4e.void.limit, 4e.void.boost, 4e.void.skill, 4e.emphasis
    """
    one, rulings = _person(scene, roll), Rulings(scene.rulings)
    plain_request = filled(able(one), roll, rulings)
    most = one.void if rulings("void_outside_rounds") == "free" else min(one.void, one.sheet.per_round)
    most = most if one.sheet.void_ring else 0
    may_boost = plain_request.what.kind in (*CHECKS, "notation")
    if plain_request.what.kind == "initiative":
        may_boost = rulings("void_on_initiative") == "yes"
    elif plain_request.what.kind == "damage":
        may_boost, most = plain_request.what.void_damage and rulings("katana_void_damage") == "yes", min(most, 1)
    boosts = tuple("+".join(["boost"] * count) for count in range(1, min(most, 5) + 1)) if may_boost else ()
    untrained = plain_request.what.rank == 0
    found = [_box(scene, one, roll, rulings, ("", *boosts), skilled=not (untrained or plain_request.unskilled))]
    if untrained and most > 0:
        promoted = tuple("+".join(["skill", *["boost"] * count]) for count in range(min(most, 5)))
        found.append(_box(scene, one, roll, rulings, promoted, skilled=True))
    return tuple(found)


def _box(
    scene: Scene[Any], one: Person, roll: Roll, rulings: Rulings, void: tuple[str, ...], *, skilled: bool
) -> Offer:
    request = filled(able(one), roll, rulings, void=_effects(void[-1]))
    raisable = skilled and roll.aim != ""
    open_to_all = free_raises(request) - sum(m.free_raises for m in request.modifiers if m.when)
    emphases = skilled and (request.what.rank != 0 or rulings("promoted_emphasis") == "yes")
    names = waiting(one.sheet, read_deed(one.sheet, roll.deed), roll.occasion)
    own = {plain(emphasis) for skill in one.sheet.skills or () for emphasis in skill.emphases}
    open_eyed = sees(roll)
    return may(
        Declare,
        who=OneOf((roll.who,)),
        raises=Between(0, min(one.sheet.void_ring or 0, MAX_RAISES) if raisable and roll.raises else 0),
        raise_for=Text() if raisable else OneOf(("",)),
        lower=Between(0, open_to_all if raisable else 0),
        void=OneOf(void),
        named=Words(tuple(name for name in names if emphases or plain(name) not in own)),
        by_hand=OneOf((False, True) if open_eyed and NO_HAND not in scene.rulings else (False,)),
        keep=OneOf(("high", "low", "choose") if open_eyed else ("high",)),
    )


def _person(scene: Scene[Any], roll: Roll) -> Person:
    one: Person = scene.cast[roll.who]
    return one


def _effects(void: str) -> tuple[str, ...]:
    return tuple(effect for effect in void.split("+") if effect in VOID_EFFECTS)


def filled(
    character: Character,
    roll: Roll,
    rulings: Rulings,
    *,
    raises: int = 0,
    raise_for: str = "",
    lower: int = 0,
    void: tuple[str, ...] = (),
    named: tuple[str, ...] = (),
    lowest: bool = False,
    waived: bool = False,
) -> Request:
    """The request of this roll with what is declared.

    Raises: RollKeepError where the rules or the sheet do not allow it.
    """
    base = Request(
        NOTHING,
        aim=roll.aim,
        raises=raises,
        raise_for=raise_for,
        free_raises=roll.free if roll.aim else 0,
        lower_tn=lower,
        void=void,
        lowest=lowest,
        modifiers=roll.adds,
        attempt=roll.attempt,
        changed=roll.changed,
        rulings=rulings,
        waived=waived,
    )
    request = fill(base, character, read_deed(character, roll.deed), named, occasion=roll.occasion)
    if not waived and (request.unskilled or (request.what.rank == 0 and "skill" not in void)):
        return request._replace(free_raises=0)  # what was granted has no effect on an unskilled roll
    return request


# --- what happens ---------------------------------------------------------------------------------------------


def take(step: Step[Any], roll: Roll, move: Declare | Throw | Keep) -> None:
    """What an admitted move of the roller, or of chance, does."""
    if isinstance(move, Declare):
        _declare(step, roll, move)
    elif isinstance(move, Throw):
        step.add(Threw(roll.who, veil(move.dice, roll.dice_to)))
    elif roll.declared and roll.threw:
        _keep(step, roll, roll.declared, move.which)


def _declare(step: Step[Any], roll: Roll, move: Declare) -> None:
    one, rulings = able(_person(step.now, roll)), Rulings(step.now.rulings)
    step.add(stated(roll, one, move, rulings, waived=step.waived))
    for effect in _effects(move.void):
        if not step.waived or room(step.now.cast[roll.who], "void", -1):
            step.add(Shifted(roll.who, "void", -1, effect))


def stated(roll: Roll, character: Character, move: Declare, rulings: Rulings, *, waived: bool = False) -> Declared:
    """What is declared with a move, for this character as it is now.

    Raises: RollKeepError where the rules or the sheet do not allow it.
    """
    request = filled(
        character,
        roll,
        rulings,
        raises=move.raises,
        raise_for=move.raise_for,
        lower=move.lower,
        void=_effects(move.void),
        named=move.named,
        lowest=move.keep == "low",
        waived=waived,
    )
    declared = declare(request)
    return Declared(
        roll.who,
        move.raises,
        move.raise_for,
        free_raises(request),
        move.lower,
        move.void,
        move.by_hand,
        move.keep,
        declared.unskilled,
        request.title or roll.deed,
        declared.notation,
        declared.pool,
        added(request) if roll.aim == "open" else 0,
        declared.reasons,
    )


def check_declared(roll: Roll, one: Person, move: Declare, rulings: Rulings = BY_THE_BOOK) -> Declare:
    """The move with its words as they are written down; for callers who want the rules' own refusals.

    Raises: RuleError, UsageError
    """
    void = tuple(effect for effect in move.void.split("+") if effect)
    request = filled(
        able(one),
        roll,
        rulings,
        raises=move.raises,
        raise_for=move.raise_for,
        lower=move.lower,
        void=void,
        named=move.named,
    )
    declare(request)
    if len(void) > one.void:
        left = f"{one.void} Void Points" if one.void else "no Void Point"
        raise RuleError("4e.void.pool", f"{one.sheet.name} has {left} left.", hint="All come back with a day's rest.")
    if move.raises and not roll.raises:
        raise RuleError("4e.raise", "No Raises can be called on this roll.", hint="Leave them out.")
    names = waiting(one.sheet, read_deed(one.sheet, roll.deed), roll.occasion)
    said = {plain(word) for word in move.named}
    return replace(move, named=tuple(name for name in names if plain(name) in said))


def follow(step: Step[Any], roll: Roll) -> bool:
    """Keeps the dice where nobody chooses: the best, or the lowest where that was declared.

    Source: 4e.keep
    """
    if not roll.declared or not roll.threw or roll.kept:
        return False
    if roll.declared.keep == "choose" and roll.declared.pool.rolled and sees(roll):
        return False
    _keep(step, roll, roll.declared, None)
    return True


def _keep(step: Step[Any], roll: Roll, declared: Declared, which: tuple[int, ...] | None) -> None:
    assert roll.threw
    found = keep(Thrown(declared.pool, bare(roll.threw.dice)), which)
    step.add(Kept(roll.who, veil(found.positions, roll.dice_to), veil(found.total, roll.total_to)))


def pool_of(roll: Roll, one: Person, rulings: Rulings) -> Pool:
    """The pool of a roll where nothing is declared.

    Raises: RollKeepError
    """
    return declare(filled(able(one), roll, rulings)).pool


def evolve(roll: Roll, event: object) -> Roll:
    """The roll after one of its events."""
    if isinstance(event, Declared):
        return roll._replace(declared=event)
    if isinstance(event, Threw):
        return roll._replace(threw=event)
    if isinstance(event, Kept):
        return roll._replace(kept=event)
    return roll


def again(roll: Roll) -> Roll:
    """The same pool, to be thrown once more."""
    return roll._replace(threw=None, kept=None)


def target(roll: Roll, tn: int, rulings: Rulings) -> int:
    """What this roll has to reach against a TN.

    Source: 4e.tn
    """
    assert roll.declared
    return aimed(roll.declared, tn, rulings)


def aimed(declared: Declared, tn: int, rulings: Rulings) -> int:
    """What a declared roll has to reach against a TN.

    Source: 4e.tn
    """
    reached = tn + declared.plus
    return max(reached, 0) if rulings("tn_floor") == "0" else reached
