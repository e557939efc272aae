"""The skirmish as a machine: which room each question, move and step belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.dice.pool import Thrown, keep
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.roll import Declare, Keep, Kept, Threw, Throw
from rollkeep.fourth.skirmish import attack, harm, master, moves, opening, turn
from rollkeep.fourth.skirmish.events import EVENTS
from rollkeep.fourth.skirmish.evolve import evolve
from rollkeep.fourth.skirmish.standing import WORDS, standing
from rollkeep.fourth.skirmish.state import (
    MUSTER,
    STANCE,
    TURNS,
    VOID,
    Asking,
    Blow,
    Brace,
    Clash,
    Rolling,
    Skirmish,
    Turn,
)
from rollkeep.fourth.skirmish.telling import tell
from rollkeep.machine.machine import Machine, Offers, Scene, Step, Who


def offers(scene: Scene[Skirmish]) -> Offers:
    """Who may act: what is on top of the stack says it, else the step of the Round."""
    skirmish = scene.state
    if skirmish.stack:
        top = skirmish.stack[-1]
        return _OFFERS[type(top)](scene, top)
    if skirmish.step == MUSTER:
        return master.musters(scene)
    if skirmish.step == STANCE:
        return opening.choosing(scene)
    return opening.spending(scene) if skirmish.step == VOID else {}


def take(step: Step[Skirmish], who: Who, move: Any) -> None:
    """Hands a move to what it is an answer to."""
    kind = type(move)
    if kind is Throw or kind is Keep:
        _roll(step, move)
    elif kind in moves.GAME_MASTER:
        master.take(step, move)
    elif kind is moves.Pass and step.now.state.step == VOID:
        opening.leave(step, who)
    elif (here := _TAKE.get(kind)) is not None:
        here(step, who, move)
    else:
        turn.TAKES[kind](step, who, move)


def _roll(step: Step[Skirmish], move: Any) -> None:
    """Dice for the roll that waits for them; where nobody chooses they are kept at once."""
    top: Any = step.now.state.stack[-1]
    here: Any = next(each for each in top.rolls if each.who == move.who) if hasattr(top, "rolls") else top.roll
    if type(move) is Keep or here.declared.keep == "choose":
        roll.take(step, here, move)
        return
    found = keep(Thrown(here.declared.pool, move.dice))
    step.add(Threw(here.who, move.dice), Kept(here.who, found.positions, found.total))
    if type(top) is Blow:
        harm.follow(step, step.now.state.stack[-1])  # type: ignore[arg-type]


def follow(step: Step[Skirmish]) -> bool:
    """What happens by itself: who is Down or worse comes before everything else, then the end."""
    if harm.fare(step):
        return True
    skirmish = step.now.state
    if not skirmish.stack:
        if skirmish.step == MUSTER:
            return False
        if master.is_over(skirmish):
            master.over(step)
            return True
        return turn.next_turn(step) if skirmish.step == TURNS else opening.follow(step)
    top = skirmish.stack[-1]
    if type(top) is Turn and master.is_over(skirmish):
        master.over(step)
        return True
    return _FOLLOW[type(top)](step, top)


_OFFERS: dict[type, Callable[[Scene[Skirmish], Any], Offers]] = {
    Rolling: opening.rolling,
    Asking: opening.swaps,
    Turn: turn.turns,
    Blow: harm.offers,
    Brace: lambda scene, frame: roll.offers(scene, frame.roll),
    Clash: harm.clashes,
}

_TAKE: dict[type, Callable[[Step[Skirmish], Who, Any], None]] = {
    moves.Draw: lambda step, who, move: opening.draw(step, move),
    moves.Spend: opening.spend,
    moves.Swap: opening.propose,
    moves.Invoke: opening.invoke,
    moves.Answer: lambda step, who, move: opening.answer(step, step.now.state.stack[-1], move),  # type: ignore[arg-type]
    moves.Stance: opening.stand,
    moves.Choose: lambda step, who, move: opening.choose(step, who),
    moves.Strike: attack.strike,
    Declare: lambda step, who, move: harm.wrestle(step, move),
    moves.Edge: lambda step, who, move: harm.edge(step, step.now.state.stack[-1], move),  # type: ignore[arg-type]
    moves.Soak: lambda step, who, move: harm.soak(step, step.now.state.stack[-1], move),  # type: ignore[arg-type]
}
"""What a move does outside of a turn, or wherever it is made."""

_FOLLOW: dict[type, Callable[[Step[Skirmish], Any], bool]] = {
    Rolling: opening.follow_rolling,
    Asking: lambda step, frame: False,
    Turn: turn.follow_turn,
    Blow: harm.follow,
    Brace: turn.follow_brace,
    Clash: harm.follow_clash,
}

SKIRMISH = Machine(
    *("skirmish", Skirmish(), moves.MOVES, EVENTS, offers, take, follow, evolve, tell),
    words=WORDS,
    standing=standing,
)
