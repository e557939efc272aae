"""``rollkeep roll``: throws the dice, or takes those thrown by hand, and says what came of it."""

from __future__ import annotations

import sys
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.what import PARAMS, Rolling, clash, request
from rollkeep.cli.words import Whole
from rollkeep.dice.pool import Kept, Thrown, keep, throw
from rollkeep.dice.source import Source
from rollkeep.errors import UsageError
from rollkeep.fourth.check import Declared, Outcome, declare, judge

MAX_REPEATS = 10_000
MAX_SEED = 10**18 - 1


@click.command("roll", cls=Rolling, params=[*PARAMS], options_metavar="[OPTIONS]")
@click.option("--dice", metavar="DICE", help='Thrown by hand: "2 4 5 7 7 8 10+2"; under emphasis 1>7.')
@click.option("--seed", type=Whole(0, MAX_SEED), help="Throw the same dice again.")
@click.option("-n", type=Whole(1, MAX_REPEATS), help="Roll N times.")
def command(
    words: tuple[str, ...], as_json: bool, dice: str | None, seed: int | None, n: int | None, **given: Any
) -> None:
    """Roll dice and say what came of it.

    \b
      rollkeep 7k3 --tn 20 --raises 1 --raise-for speed
      rollkeep --trait 3 --skill 4 --tn 20 --emphasis
      rollkeep 3k2+3k0 --label "katana, Strength 3"
      rollkeep 7k3 --tn 20 --dice "2 4 5 7 7 8 10+2"
    """
    for other, value in (("seed", seed), ("n", n)):
        if dice is not None and value is not None:
            raise clash("dice", other, "Dice thrown by hand are thrown once.")
    config = load()
    asked = request(words, given, config.rulings)
    declared = declare(asked)
    how = _how_to_keep(given["keep"], declared)
    if dice is not None:
        from rollkeep.cli.ask import dice_by_hand

        outcomes = [judge(declared, _kept(dice_by_hand(declared, dice), how, declared, config.colour), by_hand=True)]
    else:
        source = _source(seed)
        outcomes = [
            judge(declared, _kept(throw(declared.pool, source), how, declared, config.colour)) for _ in range(n or 1)
        ]
    _print(outcomes, n, as_json, given["keep"] or "high", config.colour)


def _source(seed: int | None) -> Source:
    from rollkeep.table import entropy

    return entropy.system() if seed is None else entropy.seeded(seed)


def _how_to_keep(how: str | None, declared: Declared) -> tuple[int, ...] | str | None:
    """Positions from 0, ``ask``, or None for the best.

    Raises: UsageError, NotationError
    """
    if how in (None, "high", "low"):
        return None
    if how == "ask":
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError(
                "--keep ask needs a terminal to ask on.",
                code="usage.terminal",
                hint="Name the positions: --keep 1,4,7.",
            )
        return "ask"
    from rollkeep.cli.ask import positions

    return positions(str(how), declared.pool)


def _kept(thrown: Thrown, how: tuple[int, ...] | str | None, declared: Declared, colour: str) -> Kept:
    if how == "ask":
        from rollkeep.cli.ask import which_to_keep

        return which_to_keep(thrown, declared, colour)
    return keep(thrown, how if isinstance(how, tuple) else None)


def _print(outcomes: list[Outcome], n: int | None, as_json: bool, keep_how: str, colour: str) -> None:
    if as_json:
        from rollkeep.cli.as_json import dump, roll_as_json

        rolls = [roll_as_json(outcome, keep_how) for outcome in outcomes]
        dump(rolls if n is not None else rolls[0])
        return
    from rollkeep.cli.show import Page, show_many, show_roll

    page = Page(colour)
    if n is None:
        show_roll(page, outcomes[0], keep_how)
    else:
        show_many(page, outcomes)
    page.print()
