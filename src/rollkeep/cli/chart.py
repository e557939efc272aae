"""Odds drawn into a file, as the page of the odds shows them."""

from __future__ import annotations

import click

from rollkeep.advice import rolls, symbols
from rollkeep.errors import UsageError
from rollkeep.fifth import check as fifth
from rollkeep.fourth import check as fourth
from rollkeep.table import files
from rollkeep.text import percent
from rollkeep.web.odds import chart

ENDING = ".svg"


def refuse_beside(path: str, **given: bool) -> None:
    """Raises: UsageError where the file is no picture by its name, or where something else is asked for too."""
    for option, is_given in given.items():
        if is_given:
            raise UsageError(
                f"--svg and --{option} exclude each other.",
                code="usage.clash",
                hint="The picture shows one roll and nothing else is printed. Leave one of the two out.",
                options=["--svg", f"--{option}"],
            )
    if not path.lower().endswith(ENDING) or path.lower().endswith(f"/{ENDING}") or path.lower() == ENDING:
        raise UsageError(
            f"--svg takes the name of a file that ends in {ENDING}, not {path[:60]!r}.",
            code="usage.picture",
            hint="For example --svg odds.svg.",
        )


def draw_roll(declared: fourth.Declared, path: str) -> None:
    """Draws the chance of a roll to reach each total.

    Raises: TooLarge, UsageError where the file cannot be written
    """
    of, target = str(declared.pool), declared.target
    law = rolls.law(declared)
    if target is None:
        _write(chart.svg(chart.curve(of, law)), path, of)
        return
    chance = rolls.chance(declared)
    _write(chart.svg(chart.curve(of, law, target, chance)), path, f"{of} against {target}, {percent(chance)}")


def draw_check(declared: fifth.Declared, path: str) -> None:
    """Draws the chance of a check against each TN.

    Raises: TooLarge, UsageError where the file cannot be written
    """
    of, tn = str(declared.pool), declared.request.tn
    picture = chart.svg(chart.successes(of, symbols.by_tn(declared), tn))
    _write(picture, path, f"{of} against each TN" if tn is None else f"{of} against each TN, TN {tn} marked")


def _write(picture: str, path: str, what: str) -> None:
    """Writes a picture, over an older one too, and says so."""
    data = f'<?xml version="1.0" encoding="UTF-8"?>\n{picture}\n'.encode()
    try:
        try:
            files.create(path, data)
        except FileExistsError:
            files.replace(path, data)
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise UsageError(
            f"{click.format_filename(path)[:200]!r} cannot be written: {why}.",
            code="usage.picture",
            hint="Write to a folder that is there and that may be written to.",
        ) from None
    click.echo(f"Wrote {click.format_filename(path)}: {what}.")
