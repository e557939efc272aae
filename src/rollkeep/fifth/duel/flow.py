"""How a duel goes on: rounds and their staredown, turns, and the finishing blows that come between."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rollkeep.fifth.duel import ending
from rollkeep.fifth.duel.actions import PREDICTION, actions, attacks, ways
from rollkeep.fifth.duel.events import (
    Bade,
    Bound,
    Conceded,
    Died,
    Ended,
    Foretold,
    Holding,
    Lapsed,
    Left,
    Opened,
    Ordered,
    Rounded,
    Sank,
    Settled,
    Stared,
    Stood,
    Strained,
    Tested,
    Turned,
    Uncovered,
    Unmasked,
    Woke,
)
from rollkeep.fifth.duel.moves import Bid, Call, Concede, Hold, Pass, Reveal, Stance, Unmask, Wake, Witness
from rollkeep.fifth.duel.opens import BLOW, NO_BLOW, SAFE, chance, strained
from rollkeep.fifth.duel.person import TRIGGERS, Person, air, compromised, incapacitated, may_open, numbers
from rollkeep.fifth.duel.state import Duel, Opening, Round, Side, Turn, Window, able, initiative, other, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.score import POINTS
from rollkeep.fifth.sheet import RINGS
from rollkeep.machine.bound import Between, OneOf
from rollkeep.machine.machine import GM, Offer, Offers, Scene, Shifted, Step, Who, may, room
from rollkeep.machine.secret import Secret, Shown, bare, shown
from rollkeep.reason import because

_CONCEDE = may(Concede, says=(because("5e.duel.concede", "opens"),))
_RINGS = {barred: tuple(ring for ring in RINGS if ring != barred) for barred in ("", *RINGS)}


# --- strife that opens a finishing blow -------------------------------------------------------------------------


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
            offers[foe.who] = (_CONCEDE,)
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


# --- rounds -----------------------------------------------------------------------------------------------------


def rounds(scene: Scene[Duel], now: Round) -> Offers:
    """Concessions and bids; the game master may end the duel here.

    Source: 5e.duel.round, 5e.duel.concede, 5e.duel.staredown
    """
    duel, offers = scene.state, dict[Who, tuple[Offer, ...]]()
    early = Rulings(scene.rulings)("concede") == "round_start"
    bids = {who for who, _ in now.bids}
    for one in duel.sides:
        who = one.who
        if not able(one) or who in now.held or who in bids or who not in scene.cast:
            continue
        if now.step == "answers":
            offers[who] = (_holding(duel.round, strained(scene, who, duel.round), 0), _CONCEDE)
        elif one.compromised:
            if not early:
                offers[who] = (_holding(0, SAFE, one.initiative), _CONCEDE)
        else:
            bid = _bidding(scene, one)
            offers[who] = (bid,) if early else (bid, _CONCEDE)
    if offers:
        by_word = duel.objective == "word" or duel.form == "taryu-jiai"
        offers[GM] = _masters(tuple([one.who for one in duel.sides]), by_word)
    return offers


@lru_cache(512)
def _holding(strife: int, then: int, base: int) -> Offer:
    """To go on: into the staredown with its strife and what that brings, or past it without a bid.

    Source: 5e.duel.concede, 5e.compromised
    """
    if strife:
        return may(Hold, says=(because("5e.duel.staredown", "opens", strife=strife, then=then),))
    return may(Hold, says=(because("5e.compromised", "opens-hold", base=base),))


@lru_cache(512)
def _masters(names: tuple[Who, ...], by_word: bool) -> tuple[Offer, ...]:
    """What the game master may say between turns.

    Source: 5e.duel.score, 5e.duel.forms
    """
    witness = may(Witness, says=(because("5e.duel.score", "opens-witness"),), who=OneOf(names))
    call = may(Call, says=(because("5e.duel.forms", "opens-call"),), who=OneOf(names))
    return (witness, call) if by_word else (witness,)


def _bidding(scene: Scene[Duel], one: Side) -> Offer:
    """A bid of 0 to focus, with what it would open.

    Source: 5e.duel.staredown
    """
    person: Person = scene.cast[one.who]
    known = numbers(person)
    spared = known.composure - person.strife
    blow = chance(scene, other(scene.state, one.who), "compromised") if spared < known.focus else NO_BLOW
    return _bid(spared, known.focus, one.initiative, blow)


@lru_cache(4096)
def _bid(spared: int, most: int, base: int, blow: int) -> Offer:
    """Source: 5e.duel.staredown"""
    says = because("5e.duel.staredown", "bid", room=spared, most=most, base=base, blow=blow)
    return may(Bid, secretly=True, says=(says,), strife=Between(0, most))


def follow_round(step: Step[Duel], now: Round) -> bool:
    """Strife, then bids together, then turns in order, then the end of the round.

    Source: 5e.duel.round, 5e.duel.staredown
    """
    duel = step.now.state
    if now.step == "answers":
        if Rulings(step.now.rulings)("concede") == "round_start" and any(
            able(one) and one.who not in now.held for one in duel.sides
        ):
            return False
        step.add(Stared(duel.round))
        step.add(*(Shifted(one.who, "strife", duel.round, "staredown") for one in duel.sides))
    elif now.step == "bids":
        if _awaited(step.now, now):
            return False
        bids = tuple((who, bare(strife)) for who, strife in now.bids)
        step.add(Uncovered(bids), *_opened(*(strife for _, strife in now.bids)))
        step.add(*(Shifted(who, "strife", strife, "bid") for who, strife in bids if strife))
    elif now.step == "order":
        order = _order(duel)
        step.add(Ordered(order), Turned(order[0]))
    elif now.left and not any(one.body.dead for one in duel.sides):
        step.add(Turned(now.left[0]))
    else:
        _end_round(step)
    return True


def _opened(*values: Any) -> tuple[Shown, ...]:
    """The sealed among these values, open to everybody, so that their seals can be checked.

    What was said in this very step has no seal yet.
    """
    return tuple(shown(value) for value in values if isinstance(value, Secret) and value.seal)


def _awaited(scene: Scene[Duel], now: Round) -> bool:
    """Whether somebody still has to bid, or to say that they go on."""
    early = Rulings(scene.rulings)("concede") == "round_start"
    bids = {who for who, _ in now.bids}
    return any(
        able(one) and one.who not in bids and one.who not in now.held and not (early and one.compromised)
        for one in scene.state.sides
    )


def _order(duel: Duel) -> tuple[Who, ...]:
    """Highest initiative first; ties as they were settled.

    Source: 5e.duel.initiative
    """
    a, b = duel.sides
    one, two = initiative(a), initiative(b)
    first = a if one > two or (one == two and duel.lower == a.who) else b
    return (first.who, other(duel, first.who).who)


def _end_round(step: Step[Duel]) -> None:
    """Dying goes on, objectives are tested, and the duel is over or a new round begins.

    Source: 5e.duel.round, 5e.dying
    """
    for one in step.now.state.sides:
        if one.body.dying > 0 and not one.body.dead:
            step.add(Sank(one.who, one.body.dying - 1))
    met = ending.met(step.now)
    step.add(Tested(met))
    if met or ending.is_stuck(step.now):
        ending.over(step)
    else:
        step.add(Rounded(step.now.state.round + 1))


def bid(step: Step[Duel], who: Who, move: Bid) -> None:
    """Source: 5e.duel.staredown"""
    step.add(Bade(who, Secret(move.strife, frozenset({who}))))


def hold(step: Step[Duel], who: Who, move: Hold) -> None:
    """Source: 5e.duel.concede"""
    step.add(Holding(who))


def concede(step: Step[Duel], who: Who, move: Concede) -> None:
    """Source: 5e.duel.concede"""
    step.add(Conceded(who))
    ending.over(step)


# --- turns ------------------------------------------------------------------------------------------------------


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
    step.add(Foretold(who, ring, hit, hit and not one.body.immobilized), *_opened(foreseen))
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
