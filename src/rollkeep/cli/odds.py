"""``rollkeep odds``: the exact odds of a roll, without rolling."""

from __future__ import annotations

import shlex
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.what import PARAMS, Rolling, flag, has_what, inherited, request
from rollkeep.dice.notation import is_terms
from rollkeep.errors import UsageError
from rollkeep.fourth.check import Declared, declare
from rollkeep.fourth.request import Request

MAX_COMPARED = 4


@click.command("odds", cls=Rolling, params=[*PARAMS], options_metavar="[OPTIONS]")
@click.option("--compare", metavar="WHAT", multiple=True, help='Beside it: "8k4", or only what changes: "--emphasis".')
@click.option("--exact", is_flag=True, help="Fractions instead of per cent.")
@click.option("--svg", metavar="FILE.svg", help="Draw the chance to reach each total into this file instead.")
@click.option("--dice", hidden=True)
@click.option("--seed", hidden=True)
@click.option("-n", hidden=True)
def command(
    words: tuple[str, ...], as_json: bool, compare: tuple[str, ...], exact: bool, svg: str | None, **given: Any
) -> None:
    """The exact odds of a roll, without rolling.

    \b
      rollkeep odds 7k3 --tn 20
      rollkeep odds --trait 3 --skill 4 --tn 20 --void-ring 3
      rollkeep odds shinai kenjutsu/reflexes --tn 25
      rollkeep odds 7k3 --tn 25 --compare 8k4 --compare "--emphasis"
      rollkeep odds 7k3 --tn 25 --svg 7k3.svg

    These are the options of the 4th edition. Ring and skill dice of the 5th have their own: rollkeep odds 3r2s --help,
    and for a roll rollkeep 3r2s --help.
    """
    for thrown in ("dice", "seed", "n"):
        if given.pop(thrown) is not None:
            raise UsageError(
                f"odds throws no dice, so it takes no {flag(thrown)}.", code="usage.clash", hint="Use rollkeep roll."
            )
    _keep(given)
    config = load()
    if len(compare) > MAX_COMPARED:
        raise UsageError(
            f"At most {MAX_COMPARED} rolls are compared with the first.", hint="Ask for some of them apart."
        )
    if svg is not None:
        from rollkeep.cli.chart import refuse_beside

        refuse_beside(svg, json=as_json, compare=bool(compare), exact=exact)
    compared = [(" ".join(words), declare(_request(words, given, config.rulings)))]
    if svg is not None:
        from rollkeep.cli.chart import draw_roll

        draw_roll(compared[0][1], svg)
        return
    compared += [(text, _other(text, words, given, config.rulings)) for text in compare]
    if as_json:
        from rollkeep.as_json.rolls import odds_as_json
        from rollkeep.cli.as_json import dump

        first, *others = (odds_as_json(declared, "low" if declared.pool.lowest else "high") for _, declared in compared)
        dump(first | {"compare": others} if compare else first)
        return
    from rollkeep.cli.show import Page
    from rollkeep.cli.show_odds import show_odds

    page = Page(config.colour)
    show_odds(page, compared, exact)
    page.print()


def _request(words: tuple[str, ...], given: dict[str, Any], rulings: Any) -> Request:
    if words and not is_terms(words[0]):
        from rollkeep.cli.people import ask_for, names_a_sheet

        if names_a_sheet(words[0]):
            return ask_for(words, given, rulings).requests[0]
    return request(words, given, rulings)


def _other(text: str, words: tuple[str, ...], base: dict[str, Any], rulings: Any) -> Declared:
    try:
        args = shlex.split(text)
    except ValueError:
        raise UsageError(f"--compare {text!r} has a quote that does not end.", hint="Close the quote.") from None
    ctx = command.make_context("rollkeep odds --compare", args, resilient_parsing=False)
    own = dict(ctx.params)
    for name in ("as_json", "compare", "exact", "svg", "dice", "seed", "n"):
        if own.pop(name):
            raise UsageError(f"{flag(name)} cannot stand inside --compare.", hint="Put it outside the quotes.")
    own_words = own.pop("words")
    _keep(own)
    of_a_character = bool(words) and not is_terms(words[0])  # ranks alone then change that character's roll
    with_what = bool(own_words) if of_a_character else has_what(own_words, own)
    return declare(_request(own_words if with_what else words, inherited(base, own, with_what), rulings))


def _keep(given: dict[str, Any]) -> None:
    if given["keep"] not in (None, "high", "low"):
        raise UsageError(
            f"Before the roll nobody knows which dice lie where, so odds takes no --keep {given['keep'][:20]}.",
            code="usage.clash",
            hint="--keep high or --keep low.",
        )
