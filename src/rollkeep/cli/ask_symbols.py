"""What only the player knows of ring and skill dice: which to re-roll, which to keep, what a die shows."""

from __future__ import annotations

from collections.abc import Callable

import click

from rollkeep.advice.symbols import Choice, Target, choices, most_successes
from rollkeep.cli.page import Page, percent
from rollkeep.cli.show_symbols import table_rows, title
from rollkeep.cli.symbol_positions import read_positions
from rollkeep.dice.symbol_hand import read_face
from rollkeep.dice.symbols import Face
from rollkeep.errors import NotationError, RuleError, TooLarge
from rollkeep.fifth.check import Hand, Positions, keep, may_keep, room
from rollkeep.fifth.reroll import check_rerolls, rerolls, worst

MOST_SHOWN = 8


def which_to_keep(hand: Hand, target: Target | None, colour: str, accept: Callable[[Positions], None]) -> Positions:
    """Asks which dice on the table to keep, the best by default; ``accept`` may refuse an answer."""
    page = Page(colour, err=True)
    if not hand.rounds and not hand.rerolled:
        title(page, hand.declared)
    page.add()
    table_rows(page, hand)
    worth = _choices(hand, target)
    default = worth[0].positions if worth and target else most_successes(hand)
    page.add()
    add_choices(page, worth, target)
    page.print()
    possible = [i for i in range(len(hand.faces)) if may_keep(hand, i)]
    if not possible:
        click.echo("Every die shows strife, so none is kept.", err=True)
        return ()
    limit = room(hand)
    question = "Keep which of these extra dice?" if limit is None else f"Keep which, at most {limit}?"

    def right(chosen: Positions) -> None:
        keep(hand, chosen)
        accept(chosen)

    return _asked(question, default, len(hand.faces), right)


def which_to_reroll(hand: Hand, colour: str) -> Positions:
    """Asks which dice of the first throw to re-roll."""
    page = Page(colour, err=True)
    title(page, hand.declared)
    page.add()
    table_rows(page, hand)
    page.add()
    page.print()
    allowed = rerolls(hand)
    if len(allowed.among) == allowed.least:
        return allowed.among
    count = f"exactly {allowed.least} that show successes" if allowed.least else f"at most {allowed.most}"
    question = f"{hand.declared.reroll.title()}: re-roll which, {count}?"
    return _asked(question, worst(hand), len(hand.faces), lambda chosen: check_rerolls(hand, chosen))


def next_face(why: str, of: str) -> Face:
    """Asks what a die shows that has just been thrown by hand."""
    click.echo(why, err=True)
    while True:
        answer = click.prompt(f"Throw one {of} die. It shows", err=True)
        try:
            return read_face(answer, of)
        except NotationError as fault:
            click.echo(f"{fault.message} {fault.hint}", err=True)


def _asked(question: str, default: Positions, count: int, right: Callable[[Positions], None]) -> Positions:
    while True:
        answer = click.prompt(question, default=_typed(default), prompt_suffix=" ", err=True)
        try:
            chosen = read_positions(answer, count)
            right(chosen)
            return chosen
        except (NotationError, RuleError) as fault:
            click.echo(f"{fault.message} {fault.hint}", err=True)


def _choices(hand: Hand, target: Target | None) -> tuple[Choice, ...]:
    """What is worth considering; nothing where that takes too long."""
    try:
        return choices(hand, target or Target(1))
    except TooLarge:
        return ()


def add_choices(page: Page, worth: tuple[Choice, ...], target: Target | None, most_shown: int = MOST_SHOWN) -> None:
    """A line for each choice: the dice, what all kept dice then show, and the chance of what is aimed for."""
    if not worth:
        return
    most = max(len("keep"), *(len(_typed(choice.positions)) for choice in worth))
    chance = "  chance" if target else ""
    page.add("  " + page.styled(f"{'keep':{most}}  shows{chance}", dim=True))
    for choice in worth[:most_shown]:
        chance = f"  {percent(choice.chance)}" if target else ""
        page.add(f"  {_typed(choice.positions):{most}}  {choice.shows!s:5}{chance}")
    if len(worth) > most_shown:
        page.add("  " + page.styled(f"and {len(worth) - most_shown} more", dim=True))


def _typed(positions: Positions) -> str:
    return ",".join(str(i + 1) for i in positions) or "none"
