"""The duel after one of its events. It knows no rule, sees no character and opens no secret."""

from __future__ import annotations

from typing import Any

from rollkeep.fifth.duel import evolve_checks, evolve_harm, evolve_turns
from rollkeep.fifth.duel.pieces import After
from rollkeep.fifth.duel.state import Duel

_AFTER: After = {**evolve_turns.AFTER, **evolve_checks.AFTER, **evolve_harm.AFTER}


def evolve(duel: Duel, event: Any) -> Duel:
    """The duel after one of its events.

    Raises: LookupError where the event does not fit.
    """
    return _AFTER[type(event)](duel, event)
