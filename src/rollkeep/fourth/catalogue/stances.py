"""The five stances, with what each does to the Armor TN and to attacks.

Source: 4e.stance
"""

from __future__ import annotations

from rollkeep.dice.notation import Term

ATTACK, FULL_ATTACK, DEFENSE, FULL_DEFENSE, CENTER = "attack", "full attack", "defense", "full defense", "center"
STANCES = (ATTACK, FULL_ATTACK, DEFENSE, FULL_DEFENSE, CENTER)
STRIKING = (ATTACK, FULL_ATTACK)
"""Those from which one attacks."""

FULL_ATTACK_POOL = Term(2, 1)
FULL_ATTACK_TN = -10
CENTER_INITIATIVE = 10
RIDER = 3  # rank in Horsemanship from which Full Attack is possible on horseback
SHARP, QUICK = 5, 7  # ranks in Defense: 3 more Armor TN; a Simple Action beside Full Defense
STEADY = 3  # rank in Defense from which the old Full Defense roll can be kept
SHARPER = 3
