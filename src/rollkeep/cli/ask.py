"""What only the player knows: which dice to keep, and what dice thrown by hand show."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import click

from rollkeep.cli.show import Page, dice_rows
from rollkeep.dice.hand import Seen, check_dice, is_unfinished, read_dice, unfinished
from rollkeep.dice.pool import Kept, Pool, Thrown, keep
from rollkeep.errors import NotationError, UsageError


def positions(text: str, pool: Pool) -> tuple[int, ...]:
    """Positions from 0 for positions from 1 as they are typed: ``1,4,7`` or ``1 4 7``.

    Raises: NotationError for what is no position, is not there, stands twice, or for too many or too few.
    """
    found = list(re.finditer(r"[^ \t,;]+", text))
    wanted = min(pool.kept, pool.rolled)
    hint = f"{pool} keeps {wanted} of the dice 1 to {pool.rolled}; for example {_example(wanted)}."
    chosen: list[int] = []
    for part in found:
        word, at = part[0], part.start()
        if not (word.isascii() and word.isdigit()):
            raise _unplaced(f"{word[:20]!r} is not the position of a die.", text, at, hint)
        if len(word) > 3 or not 1 <= int(word) <= pool.rolled:
            raise _unplaced(f"There is no die {word[:20]}.", text, at, hint)
        if int(word) - 1 in chosen:
            raise _unplaced(f"Die {word} stands there twice.", text, at, hint)
        chosen.append(int(word) - 1)
    if len(chosen) != wanted:
        at = found[wanted].start() if len(found) > wanted else len(text)
        raise _unplaced(f"{wanted} dice are kept, and {len(chosen)} are named.", text, at, hint)
    return tuple(chosen)


def on_a_terminal() -> None:
    """Raises: UsageError where there is no terminal to ask on."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            "--keep ask needs a terminal to ask on.", code="usage.terminal", hint="Name the positions: --keep 1,4,7."
        )


def which_to_keep(thrown: Thrown, head: Callable[[Page], None], colour: str) -> Kept:
    """Asks which dice to keep, the best by default; ``head`` says on the page whose roll it is."""
    best = keep(thrown)
    page = Page(colour, err=True)
    head(page)
    page.add()
    dice_rows(page, best)
    page.print()
    default = ",".join(str(position + 1) for position in best.positions)
    while True:
        answer = click.prompt(f"Keep which {len(best.positions)}?", default=default, prompt_suffix=" ", err=True)
        try:
            return keep(thrown, positions(answer, thrown.pool))
        except NotationError as fault:
            click.echo(f"{fault.message} {fault.hint}", err=True)


def _prompt(question: str) -> str:
    return str(click.prompt(question, err=True))


def dice_by_hand(pool: Pool, text: str, ask: Callable[[str], str] = _prompt) -> Thrown:
    """The dice that were typed; what is still to be thrown is asked for on a terminal, by ``ask``.

    Raises: NotationError
    """
    seen = list(read_dice(text))
    check_dice(pool, tuple(seen), text)
    for i, die in enumerate(seen):
        while is_unfinished(pool, seen[i].die):
            if not (sys.stdin.isatty() and sys.stderr.isatty()):
                raise unfinished(pool, die, text)
            seen[i] = Seen((*seen[i].die, _next_face(i, unfinished(pool, seen[i], text), ask)), die.position)
    return Thrown(pool, tuple(die for die, _ in seen))


def asks(pool: Pool, text: str) -> bool:
    """Whether dice that were typed leave something to be asked on a terminal."""
    return any(is_unfinished(pool, seen.die) for seen in read_dice(text))


def _next_face(i: int, why: NotationError, ask: Callable[[str], str]) -> int:
    click.echo(f"Die {i + 1}: {why.message}", err=True)
    while True:
        answer = ask("Throw it again. It shows").strip()
        if answer in map(str, range(11)):
            return int(answer) or 10
        click.echo("A die shows 1 to 10; 0 is ten.", err=True)


def _example(count: int) -> str:
    return ",".join(map(str, range(1, count + 1))) or "none"


def _unplaced(message: str, text: str, at: int, hint: str) -> NotationError:
    return NotationError(message, text, at, expected="positions", code="dice.positions", hint=hint)
