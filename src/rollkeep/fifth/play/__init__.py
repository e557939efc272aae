"""Procedures of the 5th edition beside the duel: a check at the table, and what rest and the end of a scene bring."""
