"""The Round of the 4th edition as a machine: sides, stances, Initiative, turns, attacks and Wounds."""
