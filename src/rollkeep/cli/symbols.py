"""``rollkeep roll 3r2s``: throws ring and skill dice, or takes those thrown by hand, and says what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.symbol_asked import asked
from rollkeep.cli.symbol_play import Ways, play
from rollkeep.cli.symbol_what import PARAMS, Asked, Rolling
from rollkeep.cli.words import Whole
from rollkeep.errors import UsageError
from rollkeep.fifth.check import Outcome, declare
from rollkeep.table import entropy

MAX_REPEATS = 10_000


@click.command("roll", cls=Rolling, params=[*PARAMS], options_metavar="[OPTIONS]")
@click.option(
    "--keep", metavar="HOW", help="Positions, of the first throw / of the extra dice: 1,3/1; best, most, ask."
)
@click.option("--reroll", "again", metavar="DICE", help="Positions to re-roll, with --distinction or --adversity.")
@click.option("--dice", metavar="DICE", help='Thrown by hand: "su ex+st>su op / su+op -", ring dice / skill dice.')
@click.option("--seed", type=Whole(0, entropy.MAX_SEED), help="Throw the same dice again.")
@click.option("-n", type=Whole(1, MAX_REPEATS), help="Roll N times.")
@click.option("--dry-run", is_flag=True, help="With a character: spend and write nothing.")
def command(
    words: tuple[str, ...],
    as_json: bool,
    keep: str | None,
    again: str | None,
    dice: str | None,
    seed: int | None,
    n: int | None,
    dry_run: bool,
    **given: Any,
) -> None:
    """Roll ring and skill dice of the 5th edition and say what came of it.

    \b
      rollkeep 3r2s --tn 2                    3 ring dice, 2 skill dice
      rollkeep 3r2s --tn 2 --void seize --helpers skilled=1
      rollkeep 3r2s --tn 2 --opportunity 1 --strife 1 --keep best
      rollkeep 3r2s --tn 2 --keep 1,3/1
      rollkeep 3r2s --tn 2 --dice "su ex+st>su op / su+op -"

    With a character of the 5th edition, from NAME.toml or ready-made:

    \b
      rollkeep crane meditation/air --tn 2 --void seize
      rollkeep crane strike katana/fire --distinction "Keen balance"
      rollkeep crane courtesy/earth --tn 3 --tn-ring earth=1,fire=4

    On a terminal you are asked which dice to keep; elsewhere the most successes are kept, then the least strife.
    """
    _no_clash(keep, again, dice, seed, n)
    config = load()
    check = asked(words, given, config.rulings)
    declared, target = declare(check.request), check.target
    if check.sheet:
        from rollkeep.cli.symbol_people import check_points

        check_points(check, n or 1)
    ways = Ways(keep, again, dice, may_ask=n is None, colour=config.colour)
    source = entropy.source(seed)
    outcomes = [play(declared, target, ways, source) for _ in range(n or 1)]
    points = _settled(check, outcomes, dry_run)
    if as_json:
        from rollkeep.as_json.symbols import check_as_json
        from rollkeep.cli.as_json import dump

        checks = [check_as_json(outcome, target, points) for outcome in outcomes]
        dump(checks if n else checks[0])
        return
    from rollkeep.cli.page import Page
    from rollkeep.cli.show_symbols import show_check, show_many

    page = Page(config.colour)
    if n:
        show_many(page, outcomes, target)
    else:
        show_check(page, outcomes[0], target)
    if points is not None:
        from rollkeep.cli.symbol_people import left

        page.wrapped(left(check, points, dry_run=dry_run), "  ")
    page.print()


def _settled(check: Asked, outcomes: Sequence[Outcome], dry_run: bool) -> int | None:
    """The Void Points left in a character's file; None where none was spent and none came back."""
    if not check.sheet:
        return None
    from rollkeep.cli.symbol_people import settle

    return settle(check, outcomes, dry_run=dry_run)


def _no_clash(keep: str | None, again: str | None, dice: str | None, seed: int | None, n: int | None) -> None:
    """Raises: UsageError for options that exclude each other."""
    for other, value in (("seed", seed), ("n", n)):
        if dice is not None and value is not None:
            from rollkeep.cli.what import clash

            raise clash("dice", other, "Dice thrown by hand are thrown once.")
    for option, positions in (("--keep", keep not in (None, "best", "most")), ("--reroll", again is not None)):
        if n is not None and positions:
            raise UsageError(
                f"Several rolls show different dice, so {option} cannot name them.",
                code="usage.clash",
                hint="Leave it out, or take --keep best or --keep most." if option == "--keep" else "Leave it out.",
            )
