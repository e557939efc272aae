"""``rollkeep odds 3r2s``: the exact odds of a check with ring and skill dice, without rolling."""

from __future__ import annotations

import shlex
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.symbol_asked import asked, of_a_character
from rollkeep.cli.symbol_what import EDGES, PARAMS, Asked, Rolling
from rollkeep.errors import UsageError
from rollkeep.fifth.check import Declared, declare

MAX_COMPARED = 4
_ROLL_ONLY = {"keep": "--keep", "reroll": "--reroll", "seed": "--seed", "n": "-n"}
_OWN = ("void", "helpers", "compromised", *EDGES)
"""What belongs to the dice themselves, not to what they are held against."""


@click.command("odds", cls=Rolling, params=[*PARAMS], options_metavar="[OPTIONS]")
@click.option(
    "--compare", metavar="WHAT", multiple=True, help='Beside it: "4r2s", or only what changes: "--void seize".'
)
@click.option("--exact", is_flag=True, help="Fractions instead of per cent.")
@click.option("--svg", metavar="FILE.svg", help="Draw the chance against each TN into this file instead.")
@click.option("--dice", metavar="DICE", help='After a throw, what to keep: "su ex+st op / su op".')
@click.option("--keep", hidden=True)
@click.option("--reroll", hidden=True)
@click.option("--seed", hidden=True)
@click.option("-n", hidden=True)
@click.option("--dry-run", is_flag=True, hidden=True)
def command(
    words: tuple[str, ...],
    as_json: bool,
    compare: tuple[str, ...],
    exact: bool,
    svg: str | None,
    dice: str | None,
    dry_run: bool,
    **given: Any,
) -> None:
    """The exact odds of a check with ring and skill dice, without rolling.

    \b
      rollkeep odds 3r2s --tn 2
      rollkeep odds 3r2s --tn 2 --opportunity 1 --strife 1
      rollkeep odds 3r2s --tn 2 --compare 4r2s --compare "--void seize"
      rollkeep odds 3r2s --tn 2 --dice "su ex+st op / su op"
      rollkeep odds 3r2s --tn 2 --svg 3r2s.svg

    With a character of the 5th edition; without a ring all five are compared:

    \b
      rollkeep odds crane meditation/air --tn 2
      rollkeep odds crane meditation --tn 2

    Every chance is that of keeping as well as can be for just that aim.
    """
    for name, option in _ROLL_ONLY.items():
        if given.pop(name) is not None:
            message = f"odds throws no dice, so it takes no {option}."
            raise UsageError(message, code="usage.clash", hint="Use rollkeep roll.")
    if len(compare) > MAX_COMPARED:
        message = f"At most {MAX_COMPARED} checks are compared with the first."
        raise UsageError(message, hint="Ask for some of them apart.")
    rulings = load().rulings
    if svg is not None:
        from rollkeep.cli.chart import refuse_beside

        refuse_beside(svg, json=as_json, compare=bool(compare), exact=exact, dice=dice is not None)
    if dice is not None:
        _after_the_throw(words, given, compare, dice, as_json, exact)
        return
    if of_a_character(words):
        from rollkeep.cli.symbol_people import read

        if not read(words, given, rulings).deed.ring:
            if svg is not None:
                message = "--svg needs a ring: without one all five are compared."
                raise UsageError(message, code="usage.clash", hint=f"Write {' '.join(words)[:60]}/air.")
            _rings(words, given, compare, as_json, exact)
            return
    checks = [(" ".join(words), asked(words, given, rulings))]
    if svg is not None:
        from rollkeep.cli.chart import draw_check

        draw_check(declare(checks[0][1].request), svg)
        return
    checks += [(text, _other(text, words, given, rulings)) for text in compare]
    declared: list[tuple[str, Declared]] = [(_name(text, check), declare(check.request)) for text, check in checks]
    targets = [check.target for _, check in checks]
    if as_json:
        from rollkeep.as_json.symbols import odds_as_json
        from rollkeep.cli.as_json import dump

        first, *others = (odds_as_json(each, target) for (_, each), target in zip(declared, targets, strict=True))
        dump(first | {"compare": others} if compare else first)
        return
    from rollkeep.cli.page import Page
    from rollkeep.cli.show_symbol_odds import show_odds

    page = Page(load().colour)
    show_odds(page, declared, targets, exact)
    page.print()


def _after_the_throw(
    words: tuple[str, ...], given: dict[str, Any], compare: tuple[str, ...], dice: str, as_json: bool, exact: bool
) -> None:
    """The choices for dice that lie on the table."""
    from rollkeep.cli.symbol_choices import after_the_throw

    if compare or exact:
        other = "--compare" if compare else "--exact"
        message = f"--dice and {other} exclude each other."
        raise UsageError(message, code="usage.clash", hint="The dice lie there already. Leave one of the two out.")
    config = load()
    after_the_throw(asked(words, given, config.rulings), dice, as_json, config.colour)


def _rings(words: tuple[str, ...], given: dict[str, Any], compare: tuple[str, ...], as_json: bool, exact: bool) -> None:
    """The odds with each ring."""
    from rollkeep.cli.symbol_people import every_ring

    if compare:
        message = "--compare needs a ring: without one all five are compared."
        raise UsageError(message, code="usage.clash", hint=f"Write {' '.join(words)[:60]}/air.")
    config = load()
    found = every_ring(words, given, config.rulings)
    if as_json:
        from rollkeep.as_json.symbols import odds_as_json
        from rollkeep.cli.as_json import dump

        dump([odds_as_json(declare(each.asked.request), each.asked.target) for each in found])
        return
    from rollkeep.cli.page import Page
    from rollkeep.cli.show_symbol_rings import show_rings

    page = Page(config.colour)
    show_rings(page, found, exact)
    page.print()


def _name(text: str, check: Asked) -> str:
    """What a check is called above its column."""
    return check.request.title if check.request.title and not text.startswith("-") else text


def _other(text: str, words: tuple[str, ...], base: dict[str, Any], rulings: Any) -> Asked:
    """A check that is compared with ``base``: what it does not say itself it takes over, but with dice of its own only
    what they are held against.
    """
    try:
        args = shlex.split(text)
    except ValueError:
        raise UsageError(f"--compare {text!r} has a quote that does not end.", hint="Close the quote.") from None
    own = dict(command.make_context("rollkeep odds --compare", args, resilient_parsing=False).params)
    for name in ("as_json", "compare", "exact", "svg", "dice", *_ROLL_ONLY):
        if own.pop(name):
            option = {"as_json": "--json", **_ROLL_ONLY}.get(name, f"--{name}")
            raise UsageError(f"{option} cannot stand inside --compare.", hint="Put it outside the quotes.")
    own_words = own.pop("words")
    own.pop("dry_run")
    if any("/" in word for word in own_words):  # it names a ring of its own
        base = base | {"ring": None}
    passed = {
        name: base[name] if value in (None, (), False) and not (own_words and name in _OWN) else value
        for name, value in own.items()
    }
    return asked(own_words or words, passed, rulings)
