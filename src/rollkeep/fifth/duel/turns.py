"""The turns of a duel: waking, unmasking, the stance, what is done, and the end of a turn."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.fifth.duel.actions import PREDICTION, actions
from rollkeep.fifth.duel.events import Bound, Died, Ended, Foretold, Lapsed, Settled, Stood, Unmasked, Woke
from rollkeep.fifth.duel.moves import Pass, Reveal, Stance, Unmask, Wake
from rollkeep.fifth.duel.opens import BLOW, chance
from rollkeep.fifth.duel.person import Person, air, numbers
from rollkeep.fifth.duel.state import Duel, Side, Turn, able, other, side
from rollkeep.fifth.duel.windows import open_window
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.score import POINTS
from rollkeep.fifth.sheet import RINGS
from rollkeep.machine.bound import Between, OneOf
from rollkeep.machine.machine import Offer, Offers, Scene, Shifted, Step, Who, may, room
from rollkeep.machine.secret import all_shown, bare
from rollkeep.reason import because

_RINGS = {barred: tuple(ring for ring in RINGS if ring != barred) for barred in ("", *RINGS)}


def turns(scene: Scene[Duel], turn: Turn) -> Offers:
    """What somebody may do in the own turn, and whether Predict is shown.

    Source: 5e.duel.round, 5e.unmask, 5e.action.predict
    """
    duel, who = scene.state, turn.who
    one = side(duel, who)
    if turn.step == "read":
        foe = other(duel, who)
        if foe.who not in scene.cast:
            return {}
        return {foe.who: (_revealing(one.body.immobilized, chance(scene, foe, "compromised") == BLOW),)}
    if who not in scene.cast:
        return {}
    if one.body.unconscious:
        return {who: (_waking(scene.cast[who].void), _ending("asleep"))}
    if turn.step == "act":
        return {who: (*actions(scene, turn), _ending("unmask" if _may_unmask(one) else ""))}
    if turn.step == "end":
        return {who: (_unmasking(scene, who), _ending(""))}
    stances = _stances(scene, turn, one)
    return {who: (*((_unmasking(scene, who),) if turn.step == "start" and _may_unmask(one) else ()), *stances)}


@lru_cache(4)
def _revealing(bound: bool, blow: bool) -> Offer:
    """What a prediction that was right brings; whether it was is told to nobody by this.

    Source: 5e.action.predict
    """
    says = because("5e.action.predict", "opens-reveal", strife=PREDICTION, again=int(not bound), blow=int(blow))
    return may(Reveal, says=(says,), yes=OneOf((False, True)))


@lru_cache(64)
def _waking(void: int) -> Offer:
    """Source: 5e.unconscious"""
    return may(Wake, says=(because("5e.unconscious", "opens", void=void),))


@lru_cache(4)
def _ending(left: str) -> Offer:
    """The end of a turn: of one that stays Unconscious, or with the mask yet to fall.

    Source: 5e.duel.round
    """
    return may(Pass, says=(because("5e.duel.round", "opens-pass", left=left),))


def _unmasking(scene: Scene[Duel], who: Who) -> Offer:
    """Source: 5e.unmask"""
    return _unmask(_let_go(scene.cast[who]), chance(scene, other(scene.state, who), "unmasked"))


@lru_cache(512)
def _unmask(strife: int, blow: int) -> Offer:
    """Source: 5e.unmask"""
    return may(Unmask, says=(because("5e.unmask", "opens", strife=strife, points=-POINTS["unmasked"], blow=blow),))


def _let_go(one: Person) -> int:
    """The strife that goes with the mask."""
    return -room(one, "strife", -one.strife)


def _may_unmask(one: Side) -> bool:
    """Source: 5e.unmask"""
    return one.compromised and not one.tally.unmasked


def _stances(scene: Scene[Duel], turn: Turn, one: Side) -> tuple[Offer, ...]:
    """Every ring but one that was foreseen; the weapon may be gripped otherwise.

    Source: 5e.stance, 5e.action.predict
    """
    rings = (one.stance,) if one.body.immobilized else _RINGS[turn.barred]
    known, least, most = numbers(scene.cast[one.who]), 0, 0
    if len(one.arms.held) == 1:
        name, now = one.arms.held[0]
        free = Rulings(scene.rulings)("grip_change") == "free"
        possible = known.grips[name] if free else (now,)
        least, most = possible[0], possible[-1]
    return (_standing(rings, least, most, air(known)),)


@lru_cache(512)
def _standing(rings: tuple[str, ...], least: int, most: int, by: int) -> Offer:
    """Stances, with what each gives.

    Source: 5e.stance
    """
    says = tuple(because("5e.stance", f"opens-{ring}", by=by) for ring in rings)
    return may(Stance, says=says, about="ring", ring=OneOf(rings), hands=Between(least, most))


def follow_turn(step: Step[Duel], turn: Turn) -> bool:
    """Ends a turn in which nothing is left to do.

    Source: 5e.duel.round, 5e.dying
    """
    duel, who = step.now.state, turn.who
    one = side(duel, who)
    if any(each.body.dead for each in duel.sides):
        _end_turn(step, turn, one)
    elif one.body.unconscious:
        if step.now.cast[who].void > 0 and turn.step != "end":
            return False
        _end_turn(step, turn, one)
    elif turn.step == "act" and turn.acts and not actions(step.now, turn):
        _end_turn(step, turn, one) if not _may_unmask(one) else step.add(Settled(who, "end"))
    elif turn.step == "end" and not _may_unmask(one):
        _end_turn(step, turn, one)
    else:
        return False
    return True


def _end_turn(step: Step[Duel], turn: Turn, one: Side) -> None:
    """Source: 5e.dying, 5e.action.predict"""
    who = turn.who
    if one.body.dying == 0 and not one.body.dead:
        step.add(Died(who))
    if one.body.immobilized:
        step.add(Bound(who, False))
    step.add(Ended(who))
    now = side(step.now.state, who)
    if now.foreseen is not None and now.until <= 0 and Rulings(step.now.rulings)("predict_on_flip") == "may_lapse":
        step.add(Lapsed(who))


def stand(step: Step[Duel], turn: Turn, move: Stance) -> None:
    """A stance is set; who has foreseen something may show it now.

    Source: 5e.stance, 5e.action.predict
    """
    one, foe = side(step.now.state, turn.who), other(step.now.state, turn.who)
    chosen = move.ring != one.stance or Rulings(step.now.rulings)("same_stance_is_choice") == "yes"
    held = ((one.arms.held[0][0], move.hands),) if move.hands else one.arms.held
    read = turn.step == "start" and chosen and foe.foreseen is not None and able(foe)
    step.add(Stood(turn.who, move.ring, held, read))


def reveal(step: Step[Duel], turn: Turn, who: Who, move: Reveal) -> None:
    """What Predict has recorded is shown, or not; either way it is over.

    Source: 5e.action.predict
    """
    if not move.yes:
        step.add(Lapsed(who))
        return
    one, foreseen = side(step.now.state, turn.who), side(step.now.state, who).foreseen
    ring = bare(foreseen or "")
    hit = ring == one.stance
    step.add(Foretold(who, ring, hit, hit and not one.body.immobilized), *all_shown(foreseen))
    if hit:
        step.add(Shifted(turn.who, "strife", PREDICTION, "predict"))


def unmask(step: Step[Duel], turn: Turn, move: Unmask) -> None:
    """Source: 5e.unmask"""
    who = turn.who
    step.add(Unmasked(who))
    if gone := _let_go(step.now.cast[who]):
        step.add(Shifted(who, "strife", -gone, "unmask"))
    open_window(step, other(step.now.state, who).who, "unmasked")


def wake(step: Step[Duel], turn: Turn, move: Wake) -> None:
    """Source: 5e.unconscious"""
    step.add(Woke(turn.who), Shifted(turn.who, "void", -1, "wake up"))


def finish(step: Step[Duel], turn: Turn, move: Pass) -> None:
    """The end of a turn, or of its actions."""
    one = side(step.now.state, turn.who)
    if turn.step == "act" and _may_unmask(one):
        step.add(Settled(turn.who, "end"))
    else:
        _end_turn(step, turn, one)
