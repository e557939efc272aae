"""Standing answers: what somebody has said once for all windows that open for them alone."""

from __future__ import annotations

from typing import Any

from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declare
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.harm import wounds
from rollkeep.fourth.skirmish.known import Known, known
from rollkeep.fourth.skirmish.state import VOID, Asking, Blow, Clash, Skirmish, fighter
from rollkeep.fourth.tracks import LESS_WOUNDS
from rollkeep.machine.machine import Scene, Who

NEVER, RANK, ALWAYS = "never ask me", "save a rank", "always take ten off"
WORDS = (
    (
        NEVER,
        "No Void Point against Wounds, at the start of a Round, on damage or in a contest of Strength, and no swap",
    ),
    (RANK, "A Void Point against Wounds where it saves a Wound Rank, and not else"),
    (ALWAYS, "A Void Point against Wounds whenever there are any"),
)


def standing(scene: Scene[Skirmish], who: Who, word: str) -> Any:
    """The move that a standing answer makes now; None where it says nothing, so that one has to be asked.

    Source: 4e.void.wounds, 4e.void.swap, 4e.contested
    """
    skirmish, one = scene.state, scene.cast.get(who)
    if not isinstance(one, Person) or word not in dict(WORDS):
        return None
    top = skirmish.stack[-1] if skirmish.stack else None
    if type(top) is Blow and top.target == who and top.step == "soak":
        return m.Soak(word == ALWAYS or (word == RANK and saves(known(one), one.wounds, wounds(top, one))))
    if type(top) is Blow and top.who == who and top.step == "edge" and word == NEVER:
        return m.Edge(False)
    if type(top) is Clash and word == NEVER and any(each.who == who and not each.declared for each in top.rolls):
        return Declare(who, by_hand=fighter(skirmish, who).by_hand)
    if type(top) is Asking and top.with_ == who and word == NEVER:
        return m.Answer(False)
    return m.Pass() if top is None and skirmish.step == VOID and word == NEVER and who not in skirmish.done else None


def saves(one: Known, now: int, taken: int) -> bool:
    """Whether 10 Wounds less leave somebody in a better Wound Rank.

    Source: 4e.void.wounds
    """
    return one.rank(now + taken) != one.rank(now + max(taken - LESS_WOUNDS, 0))
