"""Standing answers: what a duellist has said once and for all about finishing blows."""

from __future__ import annotations

from typing import Any

from rollkeep.fifth.duel.actions import attacks
from rollkeep.fifth.duel.moves import Pass, Strike
from rollkeep.fifth.duel.state import Duel, Window
from rollkeep.machine.bound import OneOf
from rollkeep.machine.machine import Scene, Who

LEAVE, TAKE = "leave blows", "take blows"
WORDS = (
    (LEAVE, "A finishing blow that opens to me is left"),
    (TAKE, "A finishing blow that opens to me is struck, with what is in hand"),
)


def standing(scene: Scene[Duel], who: Who, word: str) -> Any:
    """The move that a standing answer makes where a finishing blow is open; None elsewhere.

    Source: 5e.duel.finishing-blow
    """
    top = scene.state.stack[-1] if scene.state.stack else None
    if not isinstance(top, Window) or top.who != who or who not in scene.cast or word not in dict(WORDS):
        return None
    if word == TAKE:
        for offer in attacks(scene, who, blow=True):
            weapon = dict(offer.bounds).get("weapon")
            if offer.move is Strike and isinstance(weapon, OneOf):
                return Strike(str(weapon.of[0]), False, ())
    return Pass()
