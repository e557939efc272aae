"""The skirmish after one of its events. It knows no rule, sees no character and opens no secret."""

from __future__ import annotations

from typing import Any

from rollkeep.fourth.skirmish import evolve_blows, evolve_rounds
from rollkeep.fourth.skirmish.pieces import After
from rollkeep.fourth.skirmish.state import Skirmish

_AFTER: After = {**evolve_rounds.AFTER, **evolve_blows.AFTER}


def evolve(skirmish: Skirmish, event: Any) -> Skirmish:
    """The skirmish after one of its events.

    Raises: LookupError where the event does not fit.
    """
    return _AFTER[type(event)](skirmish, event)
