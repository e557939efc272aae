"""Maneuvers: what Raises on an attack are for, and how many each takes.

Source: 4e.maneuver
"""

from __future__ import annotations

DISARM, EXTRA, FEINT, DAMAGE, KNOCKDOWN = "disarm", "extra attack", "feint", "increased damage", "knockdown"
KNOCKDOWN_FOUR = "knockdown, four legs"
OTHER = "other"
CALLED = {
    "called shot: limb": 1,
    "called shot: hand or foot": 2,
    "called shot: head": 3,
    "called shot: eye, ear or finger": 4,
}
MANEUVERS = {**CALLED, DISARM: 3, EXTRA: 5, FEINT: 2, DAMAGE: 1, KNOCKDOWN: 2, KNOCKDOWN_FOUR: 4, OTHER: 1}
"""The Raises that each maneuver takes; ``other`` is whatever the game master allows, a Raise at a time."""

OFTEN = (DAMAGE, OTHER)
"""Those that can be had several times on one attack."""

KNOCKDOWNS = (KNOCKDOWN, KNOCKDOWN_FOUR)
APART = (tuple(CALLED), KNOCKDOWNS)
"""Those of which there is one at most on an attack: it is aimed at one place, and the target has two legs or four."""

DISARM_DAMAGE = "2k1"
FEINT_CAP = 5  # for each Insight Rank
GUARD_TN, GUARDING_TN = 10, -5
