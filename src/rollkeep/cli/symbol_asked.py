"""Whose check is asked for where ring and skill dice are meant: that of bare dice, or that of a character."""

from __future__ import annotations

from collections.abc import Sequence

from rollkeep.cli.symbol_what import Asked, Options, of_dice
from rollkeep.cli.verbs import names_ring_dice


def asked(words: Sequence[str], given: Options, rulings: Sequence[tuple[str, str]]) -> Asked:
    """The check that a notation or a character and the options make.

    Raises: NotationError, RuleError, SheetError, UsageError
    """
    if of_a_character(words):
        from rollkeep.cli.symbol_people import ask_for

        return ask_for(words, given, rulings)
    return of_dice(words, given, rulings)


def of_a_character(words: Sequence[str]) -> bool:
    """Whether the words begin with a character rather than with dice."""
    if not words or names_ring_dice(words):
        return False
    from rollkeep.cli.people import name_and_count
    from rollkeep.table import sheets

    name, _ = name_and_count(words[0])
    return sheets.find(name) is not None or sheets.is_fifth(name)
