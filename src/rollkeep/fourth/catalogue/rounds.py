"""What weapons and armor do in a Round beside their numbers, and what a fighter can be in.

Source: 4e.skirmish.arms, 4e.skirmish.conditions
"""

from __future__ import annotations

from rollkeep.dice.notation import Term

ARMOR_TIMES = {"kyoketsu shoji": 2, "bokken": 2, "blowgun": 3}
"""How many times the bonus of the target's armor counts against this weapon."""

ARROW_TIMES = {"armor piercing": 0, "flesh cutter": 2}
BREAKS = {"ninja to": 40, "parangu": 30, "kumade": 25, "lance": 30, "pitchfork": 20}
"""A weapon that breaks with an attack that deals more than so many Wounds."""

ON_HORSEBACK = {"han kyu": 10, "yumi": 10}
ON_FOOT = {"dai kyu": 10}
"""What a bow adds to the TN of an attack from there."""

LANCE_ON_HORSEBACK, LANCE_ON_FOOT = 5, 10  # without a charge
NO_CHARGE = "without a charge"
MOUNTED_ARMOR = {"riding": 8}
"""What armor adds to the Armor TN on horseback beside its usual bonus."""

# --- conditions -------------------------------------------------------------------------------------------------

HIGHER, MOUNTED, PRONE, CLOSE, BLINDED, DAZED = "higher ground", "mounted", "prone", "in melee", "blinded", "dazed"
GRAPPLED, STUNNED, FATIGUED, TWO_WEAPONS, OFF_HAND = "grappled", "stunned", "fatigued", "two weapons", "off hand"
CONDITIONS = (HIGHER, MOUNTED, PRONE, CLOSE, BLINDED, DAZED, GRAPPLED, STUNNED, FATIGUED, TWO_WEAPONS, OFF_HAND)
"""What the game master says of a fighter: it changes attacks, the Armor TN, or the stances that can be taken."""

ABOVE = Term(1, 0)  # from horseback or from above, once
FROM_PRONE = Term(-2, 0)  # with small and medium weapons
BLIND_MELEE, BLIND_RANGED, IN_A_DAZE = Term(-1, -1), Term(-3, -3), Term(-3, 0)
RANGED_IN_MELEE = Term(flat=-10)
MAIN_HAND = Term(flat=-5)  # with a weapon in the other hand too
OFF_HAND_BY_SIZE = {"small": Term(flat=-5), "medium": Term(flat=-10), "large": Term(flat=-15)}
EVEN_HANDED = {"knives": 3, "war fan": 3}
"""Skills with the rank from which the off hand costs nothing."""

PRONE_TN = -10  # against melee
FAN_TN = ((7, 3), (5, 1))
"""What a war fan in hand adds to the Armor TN, by rank in its Skill, the highest first."""

READY_FREE = {"kenjutsu": 5, "polearms": 7, "spears": 7}
"""Skills with the rank from which such a weapon is readied as a Free Action."""

KATANA_FREE = 3  # rank in Iaijutsu that readies a katana as a Free Action
LARGE_STAVES_FREE = 7
HEAVY_BLOWS, HEAVY_PIERCE = 3, 2  # rank in Heavy Weapons: so much of the Reduction does not count
SPEAR_RUSH, SPEAR_PIERCE = 3, 3  # rank in Spears: likewise, in the first Round
POLEARM_REACH, POLEARM_INITIATIVE = 3, 5  # rank in Polearms: Initiative in the first Round
PLAIN_STAVES = 3  # rank in Staves from which the bonus of armor is no longer doubled
SURPRISED = -10
