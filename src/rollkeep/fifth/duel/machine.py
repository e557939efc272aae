"""The duel as a machine: which room each question, move and step belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fifth.duel import actions, begin, check, ending, harm, moves, resolve, rounds, turns, windows
from rollkeep.fifth.duel.events import EVENTS, Called, Wounded
from rollkeep.fifth.duel.evolve import evolve
from rollkeep.fifth.duel.standing import WORDS, standing
from rollkeep.fifth.duel.state import (
    Arms,
    Attempt,
    Centring,
    Check,
    Duel,
    Frame,
    Hit,
    Opening,
    Round,
    Scored,
    Turn,
    Window,
    Wound,
    side,
)
from rollkeep.fifth.duel.telling import tell
from rollkeep.machine.machine import Machine, Offers, Scene, Step, Who


def offers(scene: Scene[Duel]) -> Offers:
    """Who may act: what is on top of the stack says it."""
    duel = scene.state
    if duel.stack:
        top = duel.stack[-1]
        return _OFFERS[type(top)](scene, top)
    return {} if duel.form else begin.facings(scene)


def take(step: Step[Duel], who: Who, move: Any) -> None:
    """Hands a move to what it is an answer to."""
    kind = type(move)
    if kind is moves.Face:
        begin.face(step, move)
    elif kind is moves.Witness:
        ending.witness(step, move)
    elif kind is moves.Call:
        step.add(Called(move.who))
        ending.over(step)
    elif kind is moves.Concede:
        ending.concede(step, who, move)
    else:
        top = step.now.state.stack[-1]
        if (here := _TAKE.get((type(top), kind))) is not None:
            here(step, top, who, move)
        else:
            _ACTIONS[kind](step, who, move)


def follow(step: Step[Duel]) -> bool:
    """What happens by itself: strife that opens a blow comes before everything else."""
    duel = step.now.state
    if not duel.stack:
        return False
    if windows.strain(step):
        return True
    top = duel.stack[-1]
    if type(top) is Turn and ending.ends_now(step.now):
        ending.over(step)
        return True
    if type(top) is Check and (top.step == "judge" or (top.step == "spend" and not check.can_buy(duel, top))):
        resolve.judge(step, top)
        return True
    if type(top) is Wound and top.blow and top.resisted >= 0:
        before = ending.is_met(step.now, side(duel, top.by))
        harm.follow_wound(step, top)
        wounded = next(event for event in reversed(step.events) if type(event) is Wounded)
        if ending.met_by_blow(step.now, wounded, before=before):
            ending.over(step)
        return True
    if type(top) is Opening and len(top.entered) == 2 and windows.open_late(step, top):
        return True
    return _FOLLOW[type(top)](step, top)


Offering = Callable[[Scene[Duel], Any], Offers]
_OFFERS: dict[type[Frame], Offering] = {
    Opening: begin.openings,
    Round: rounds.rounds,
    Turn: turns.turns,
    Window: windows.windows,
    Centring: actions.centrings,
    Attempt: actions.attempts,
    Check: check.offers,
    Hit: harm.hits,
    Wound: harm.wounds,
}

_TAKE: dict[tuple[type, type], Callable[[Step[Duel], Any, Who, Any], None]] = {
    (Opening, moves.Toss): lambda step, _, __, move: begin.toss(step, move),
    (Opening, moves.Ready): lambda step, _, who, move: begin.ready(step, who, move),
    (Round, moves.Bid): lambda step, _, who, move: rounds.bid(step, who, move),
    (Round, moves.Hold): lambda step, _, who, move: rounds.hold(step, who, move),
    (Window, moves.Pass): lambda step, _, who, move: windows.leave(step, who, move),
    (Turn, moves.Stance): lambda step, turn, _, move: turns.stand(step, turn, move),
    (Turn, moves.Reveal): lambda step, turn, who, move: turns.reveal(step, turn, who, move),
    (Turn, moves.Unmask): lambda step, turn, _, move: turns.unmask(step, turn, move),
    (Turn, moves.Wake): lambda step, turn, _, move: turns.wake(step, turn, move),
    (Turn, moves.Pass): lambda step, turn, _, move: turns.finish(step, turn, move),
    (Centring, moves.Throw): lambda step, frame, _, move: actions.centre_throw(step, frame, move),
    (Centring, moves.Swap): lambda step, frame, _, move: check.swap(step, frame, move),
    (Centring, moves.Reserve): lambda step, frame, _, move: actions.reserve(step, frame, move),
    (Attempt, moves.Allow): lambda step, frame, _, move: actions.allow(step, frame, move),
    (Attempt, moves.Tell): lambda step, frame, _, move: actions.tell(step, frame, move),
    (Check, moves.Throw): lambda step, frame, _, move: check.throw(step, frame, move),
    (Check, moves.Swap): lambda step, frame, _, move: check.swap(step, frame, move),
    (Check, moves.Reroll): lambda step, frame, _, move: check.reroll(step, frame, move),
    (Check, moves.Shatter): lambda step, frame, _, move: check.shatter(step, frame, move),
    (Check, moves.Keep): lambda step, frame, _, move: check.keep(step, frame, move),
    (Check, moves.Spend): lambda step, frame, _, move: check.spend(step, frame, move),
    (Hit, moves.Defend): lambda step, frame, _, move: harm.defend(step, frame, move),
    (Wound, moves.Resist): lambda step, frame, _, move: harm.resisting(step, frame, move),
}
"""What a move does, by what it answers."""

_ACTIONS: dict[type, Callable[[Step[Duel], Who, Any], None]] = {
    moves.Strike: actions.attack,
    moves.Cross: actions.attack,
    moves.Rise: actions.attack,
    moves.Calm: actions.calm,
    moves.Centre: actions.centre,
    moves.Predict: actions.predict,
    moves.Prepare: actions.prepare,
    moves.Try: actions.attempt,
}
"""What an action does, in a turn or as a finishing blow."""

_FOLLOW: dict[type, Callable[[Step[Duel], Any], bool]] = {
    Opening: begin.open_on,
    Round: rounds.follow_round,
    Turn: turns.follow_turn,
    Window: windows.follow_window,
    Centring: lambda step, frame: False,
    Attempt: actions.follow_attempt,
    Check: check.follow,
    Hit: harm.follow_hit,
    Wound: harm.follow_wound,
}

DUEL = Machine(
    "duel",
    Duel(),
    moves.MOVES,
    (*EVENTS, Arms, Check, Scored),
    offers,
    take,
    follow,
    evolve,
    tell,
    WORDS,
    standing,
)
