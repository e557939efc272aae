"""The duel of the 5th edition as a machine: initiative, staredown, turns, finishing blows, and its score."""
