"""``rollkeep odds 3r2s --dice …``: after a throw, which dice could be kept, and what each choice is worth."""

from __future__ import annotations

from typing import Any

from rollkeep.advice.symbols import Choice, Target, choices
from rollkeep.cli.ask_symbols import add_choices
from rollkeep.cli.page import Page
from rollkeep.cli.show_symbols import LEGEND, table_rows, title
from rollkeep.cli.symbol_what import Asked
from rollkeep.dice.symbol_hand import read_dice
from rollkeep.dice.symbols import kind
from rollkeep.errors import NotationError, UsageError
from rollkeep.fifth.check import Hand, begin, declare


def after_the_throw(check: Asked, dice: str, as_json: bool, colour: str) -> None:
    """Prints the choices for dice that lie on the table.

    Raises: NotationError, UsageError, TooLarge
    """
    if check.target is None:
        raise UsageError("--dice needs --tn: choices for what?", code="usage.needs", hint="Add --tn N.")
    declared = declare(check.request)
    seen = read_dice(dice, declared.pool.ring, declared.pool.skill)
    if later := next((die for die in seen if die.extra), None):
        raise NotationError(
            "Which dice are kept comes before the dice that explosives bring.",
            dice,
            later.position,
            expected="a die of the first throw",
            code="dice.explosion",
            hint="Write the first throw alone.",
        )
    hand = begin(declared, tuple(die.face for die in seen))
    found = choices(hand, check.target)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(_as_json(hand, check.target, found))
        return
    page = Page(colour)
    title(page, declared)
    page.add()
    table_rows(page, hand)
    page.add("  " + page.styled(LEGEND.partition("; ")[2], dim=True))
    page.add()
    add_choices(page, found, check.target, len(found))
    page.add()
    page.wrapped(
        "Shows: successes/opportunities/strife of what is kept. Chance: with the best keeping from there.", "  "
    )
    page.wrapped("What no line lists is beaten in every respect by one that does. [5e.keep]", "  ", dim=True)
    page.print()


def _as_json(hand: Hand, target: Target, found: tuple[Choice, ...]) -> dict[str, Any]:
    from rollkeep.as_json import chance_as_json
    from rollkeep.as_json.symbols import symbols_of

    pool = hand.declared.pool
    return {
        "notation": str(pool),
        "dice": [{"type": kind(face), "symbols": symbols_of(face)} for face in hand.faces],
        "tn": target.tn,
        "aim": {"opportunity": target.opportunity, "strife": target.strife},
        "choices": [
            {
                "keep": [i + 1 for i in choice.positions],
                "successes": choice.shows.successes,
                "opportunities": choice.shows.opportunities,
                "strife": choice.shows.strife,
                "chance": chance_as_json(choice.chance),
            }
            for choice in found
        ],
    }
