"""The rounds of a duel: the staredown with its sealed bids, the order of turns, and the end of a round."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.fifth.duel import ending
from rollkeep.fifth.duel.events import Bade, Holding, Ordered, Rounded, Sank, Stared, Tested, Turned, Uncovered
from rollkeep.fifth.duel.moves import Bid, Call, Hold, Witness
from rollkeep.fifth.duel.opens import NO_BLOW, SAFE, chance, strained
from rollkeep.fifth.duel.person import Person, numbers
from rollkeep.fifth.duel.state import Duel, Round, Side, able, initiative, other
from rollkeep.fifth.rulings import Rulings
from rollkeep.machine.bound import Between, OneOf
from rollkeep.machine.machine import GM, Offer, Offers, Scene, Shifted, Step, Who, may
from rollkeep.machine.secret import Secret, all_shown, bare
from rollkeep.reason import because


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
            offers[who] = (_holding(duel.round, strained(scene, who, duel.round), 0), ending.CONCEDE)
        elif one.compromised:
            if not early:
                offers[who] = (_holding(0, SAFE, one.initiative), ending.CONCEDE)
        else:
            bid = _bidding(scene, one)
            offers[who] = (bid,) if early else (bid, ending.CONCEDE)
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
        step.add(Uncovered(bids), *all_shown(*(strife for _, strife in now.bids)))
        step.add(*(Shifted(who, "strife", strife, "bid") for who, strife in bids if strife))
    elif now.step == "order":
        order = _order(duel)
        step.add(Ordered(order), Turned(order[0]))
    elif now.left and not any(one.body.dead for one in duel.sides):
        step.add(Turned(now.left[0]))
    else:
        _end_round(step)
    return True


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
