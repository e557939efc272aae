"""``rollkeep roll``: throws the dice, or takes those thrown by hand, and says what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.what import PARAMS, Rolling, clash, flag, request
from rollkeep.cli.words import Whole
from rollkeep.dice.notation import is_terms
from rollkeep.dice.pool import Kept, Thrown, keep, throw
from rollkeep.errors import UsageError
from rollkeep.fourth.check import Declared, Outcome, declare, judge
from rollkeep.table import entropy
from rollkeep.text import counted

if TYPE_CHECKING:
    from rollkeep.cli.people import Asked

MAX_REPEATS = 10_000


@click.command("roll", cls=Rolling, params=[*PARAMS], options_metavar="[OPTIONS]")
@click.option("--dice", metavar="DICE", help='Thrown by hand: "2 4 5 7 7 8 10+2"; under emphasis 1>7.')
@click.option("--seed", type=Whole(0, entropy.MAX_SEED), help="Throw the same dice again.")
@click.option("-n", type=Whole(1, MAX_REPEATS), help="Roll N times.")
@click.option("--dry-run", is_flag=True, help="With a character: spend and write nothing.")
def command(
    words: tuple[str, ...],
    as_json: bool,
    dice: str | None,
    seed: int | None,
    n: int | None,
    dry_run: bool,
    **given: Any,
) -> None:
    """Roll dice and say what came of it.

    \b
      rollkeep 7k3 --tn 20 --raises 1 --raise-for speed
      rollkeep --trait 3 --skill 4 --tn 20 --emphasis
      rollkeep 3k2+3k0 --label "katana, Strength 3"
      rollkeep 7k3 --tn 20 --dice "2 4 5 7 7 8 10+2"

    With a character, from NAME.toml here or in your folder of sheets:

    \b
      rollkeep shinai kyujutsu --tn 20 --raises 1 --void boost --for yumi
      rollkeep shinai attack katana --tn 20
      rollkeep bandit:4 attack --tn 15

    These are the options of the 4th edition. Ring and skill dice of the 5th have their own: rollkeep 3r2s --help.
    """
    for other, value in (("seed", seed), ("n", n)):
        if dice is not None and value is not None:
            raise clash("dice", other, "Dice thrown by hand are thrown once.")
    config = load()
    asked = _asked(words, given, config.rulings)
    requests = asked.requests if asked else (request(words, given, config.rulings),)
    if len(requests) > 1 and (dice is not None or n is not None):
        given_twice = flag("dice" if dice is not None else "n")
        raise UsageError(
            f"Several characters roll once each, so {given_twice} has no place here.",
            code="usage.clash",
            hint="Leave it out.",
        )
    declared = [declare(each) for each in requests] * (n or 1)
    how = _how_to_keep(given["keep"], declared[0])
    by_hand = None
    if dice is not None:
        from rollkeep.cli.ask import dice_by_hand

        by_hand = dice_by_hand(declared[0].pool, dice)
    left = _paid(asked, declared[0], n or 1, dry_run)
    source = entropy.source(seed)
    outcomes = [
        judge(each, _kept(by_hand or throw(each.pool, source), how, each, config.colour), by_hand=bool(by_hand))
        for each in declared
    ]
    _print(outcomes, n, as_json, given["keep"] or "high", config.colour, left, dry_run)
    if asked and asked.answers and not dry_run:
        from rollkeep.cli.pay import remember

        remember(asked)


def _asked(words: tuple[str, ...], given: Mapping[str, Any], rulings: Sequence[tuple[str, str]]) -> Asked | None:
    """What a character is to roll; None for a bare pool."""
    if not words or is_terms(words[0]):
        return None
    from rollkeep.cli.people import ask_for, names_a_sheet

    return ask_for(words, given, rulings) if names_a_sheet(words[0]) else None


def _paid(asked: Asked | None, declared: Declared, times: int, dry_run: bool) -> int | None:
    """The Void Points left; None where none is spent from a file."""
    if not asked or not declared.request.void:
        return None
    from rollkeep.cli.pay import pay

    return pay(asked, declared, times, dry_run=dry_run)


def _how_to_keep(how: str | None, declared: Declared) -> tuple[int, ...] | str | None:
    """Positions from 0, ``ask``, or None for the best.

    Raises: UsageError, NotationError
    """
    if how in (None, "high", "low"):
        return None
    if how == "ask":
        from rollkeep.cli.ask import on_a_terminal

        on_a_terminal()
        return "ask"
    from rollkeep.cli.ask import positions

    return positions(str(how), declared.pool)


def _kept(thrown: Thrown, how: tuple[int, ...] | str | None, declared: Declared, colour: str) -> Kept:
    if how == "ask":
        from rollkeep.cli.ask import which_to_keep
        from rollkeep.cli.show import title

        return which_to_keep(thrown, lambda page: title(page, declared), colour)
    return keep(thrown, how if isinstance(how, tuple) else None)


def _print(
    outcomes: list[Outcome],
    n: int | None,
    as_json: bool,
    keep_how: str,
    colour: str,
    left: int | None,
    dry_run: bool,
) -> None:
    several = n is not None or len(outcomes) > 1
    if as_json:
        from rollkeep.as_json.rolls import roll_as_json
        from rollkeep.cli.as_json import dump

        rolls = [roll_as_json(outcome, keep_how, left) for outcome in outcomes]
        dump(rolls if several else rolls[0])
        return
    from rollkeep.cli.show import Page, show_many, show_roll

    page = Page(colour)
    if several:
        show_many(page, outcomes)
    else:
        show_roll(page, outcomes[0], keep_how)
    if left is not None:
        would = "would be left; a dry run spends nothing" if dry_run else "left"
        page.add(f"  {counted(left, 'Void Point')} {would}.")
    page.print()
