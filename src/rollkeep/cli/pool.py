"""``rollkeep pool``: what the Ten Dice Rule makes of a pool."""

from __future__ import annotations

import click

from rollkeep.cli.config import load
from rollkeep.cli.rulings import of_fourth, typed_fourth
from rollkeep.cli.what import RULING
from rollkeep.cli.words import Verb, unshield
from rollkeep.dice.notation import read_pool, spelled, total
from rollkeep.errors import UsageError
from rollkeep.fourth.ten_dice import ten_dice


@click.command(
    "pool",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[click.Argument(["words"], nargs=-1, metavar="NOTATION", callback=unshield), RULING],
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(words: tuple[str, ...], as_json: bool, **given: tuple[str, ...]) -> None:
    """What the Ten Dice Rule makes of a pool, step by step.

    \b
      rollkeep pool 14k9
      rollkeep pool 9k4+2k1+1k1
    """
    if not words:
        raise UsageError("Which pool?", code="usage.needs", hint="Write a pool such as 14k9.")
    config = load()
    summed = total(read_pool(" ".join(words)))
    reduced, steps = ten_dice(summed, of_fourth((*config.rulings, *typed_fourth(given["ruling"]))))
    if as_json:
        from rollkeep.as_json.rolls import reason_as_json, term_as_json
        from rollkeep.cli.as_json import dump

        dump(
            {"notation": str(summed), "pool": term_as_json(reduced), "steps": [reason_as_json(step) for step in steps]}
        )
        return
    from rollkeep.cli.show import Page, why

    page = Page(config.colour)
    name = spelled(summed.rolled, summed.kept, summed.flat)
    page.add(page.styled(f"{name} is thrown as {reduced}" if steps else f"{name} stays as it is", bold=True))
    for step in steps:
        why(page, step)
    page.print()
