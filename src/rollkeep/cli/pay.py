"""What a character's roll costs, and what was asked for on the way: written into the character's file."""

from __future__ import annotations

import click

from rollkeep.cli.people import Asked
from rollkeep.errors import UsageError
from rollkeep.fourth import tracks
from rollkeep.fourth.check import Declared
from rollkeep.fourth.sheet import Character, with_value
from rollkeep.table.change import change
from rollkeep.table.ledger import Entry, Ledger


def remember(asked: Asked) -> None:
    """Offers to write down what was asked for."""
    if not asked.answers:
        return
    told = ", ".join(f"{key.rpartition('.')[2]} = {value}" for key, value in asked.answers.items())
    if click.confirm(f"Write {told} into {asked.sheet.path}?", default=True, err=True):
        answers: dict[str, int | bool] = dict(asked.answers)
        if asked.sheet.character.skills is None and any(key.startswith("skills.") for key in answers):
            answers["partial"] = True  # the other Skills are still to be asked for
        change(asked.sheet.path, lambda character, ledger: (), answers=answers)


def pay(asked: Asked, declared: Declared, times: int, *, dry_run: bool) -> int | None:
    """Takes the Void Points of a roll off the character's file; how many are left, or None where none was spent.

    Raises: RuleError where there are too few; SheetError, with nothing spent.
    Source: 4e.void.pool
    """
    effects = declared.request.void
    if not effects:
        return None
    if asked.copies:
        raise UsageError(
            "Copies of a character have no Void Points of their own.", code="usage.clash", hint="Leave --void out."
        )
    goal = f" against {declared.target}" if declared.target is not None else ""
    why = ": ".join(
        part for part in (declared.request.label, f"{declared.request.title} {declared.pool}{goal}") if part
    )

    def spend(character: Character, ledger: Ledger) -> tuple[Entry, ...]:
        for key, value in asked.answers.items():
            character = with_value(character, key, value)
        tracks.spend(character, len(effects) * times)  # all or none
        entries = []
        for effect in effects * times:
            shift = tracks.spend(character)
            character = tracks.shifted(character, (shift,))
            entries.append(Entry(effect, why, (shift,)))
        return tuple(entries)

    return change(asked.sheet.path, spend, dry_run=dry_run).void_points
