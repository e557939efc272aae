"""``rollkeep odds 3r2s``: the exact odds of a check with ring and skill dice, without rolling."""

from __future__ import annotations

import shlex
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.symbol_what import PARAMS, Asked, Rolling, asked
from rollkeep.errors import UsageError
from rollkeep.fifth.check import Declared, declare

MAX_COMPARED = 4
_ROLL_ONLY = {"keep": "--keep", "reroll": "--reroll", "dice": "--dice", "seed": "--seed", "n": "-n"}
_OWN = ("void", "helpers", "compromised")


@click.command("odds", cls=Rolling, params=[*PARAMS], options_metavar="[OPTIONS]")
@click.option(
    "--compare", metavar="WHAT", multiple=True, help='Beside it: "4r2s", or only what changes: "--void seize".'
)
@click.option("--exact", is_flag=True, help="Fractions instead of per cent.")
@click.option("--keep", hidden=True)
@click.option("--reroll", hidden=True)
@click.option("--dice", hidden=True)
@click.option("--seed", hidden=True)
@click.option("-n", hidden=True)
def command(words: tuple[str, ...], as_json: bool, compare: tuple[str, ...], exact: bool, **given: Any) -> None:
    """The exact odds of a check with ring and skill dice, without rolling.

    \b
      rollkeep odds 3r2s --tn 2
      rollkeep odds 3r2s --tn 2 --opportunity 1 --strife 1
      rollkeep odds 3r2s --tn 2 --compare 4r2s --compare "--void seize"

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
    checks = [(" ".join(words), asked(words, given, rulings))]
    checks += [(text, _other(text, words, given, rulings)) for text in compare]
    declared: list[tuple[str, Declared]] = [(name, declare(check.request)) for name, check in checks]
    targets = [check.target for _, check in checks]
    if as_json:
        from rollkeep.cli.as_json import dump
        from rollkeep.cli.symbols_as_json import odds_as_json

        first, *others = (odds_as_json(each, target) for (_, each), target in zip(declared, targets, strict=True))
        dump(first | {"compare": others} if compare else first)
        return
    from rollkeep.cli.page import Page
    from rollkeep.cli.show_symbol_odds import show_odds

    page = Page(load().colour)
    show_odds(page, declared, targets, exact)
    page.print()


def _other(text: str, words: tuple[str, ...], base: dict[str, Any], rulings: Any) -> Asked:
    """A check that is compared with ``base``: what it does not say itself it takes over, but with dice of its own only
    what they are held against.
    """
    try:
        args = shlex.split(text)
    except ValueError:
        raise UsageError(f"--compare {text!r} has a quote that does not end.", hint="Close the quote.") from None
    own = dict(command.make_context("rollkeep odds --compare", args, resilient_parsing=False).params)
    for name in ("as_json", "compare", "exact", *_ROLL_ONLY):
        if own.pop(name):
            option = {"as_json": "--json", **_ROLL_ONLY}.get(name, f"--{name}")
            raise UsageError(f"{option} cannot stand inside --compare.", hint="Put it outside the quotes.")
    own_words = own.pop("words")
    passed = {
        name: base[name] if value in (None, (), False) and not (own_words and name in _OWN) else value
        for name, value in own.items()
    }
    return asked(own_words or words, passed, rulings)
