"""Procedures of the 4th edition as machines: a check, a contest, rolling together, a task, an iaijutsu duel."""
