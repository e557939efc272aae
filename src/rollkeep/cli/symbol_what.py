"""Ring and skill dice as they stand on the command line: the words and options that ``roll`` and ``odds`` share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click
from click import Option

from rollkeep.advice.symbols import Target
from rollkeep.cli.words import OneOf, Text, Verb, Whole, unshield
from rollkeep.dice.symbol_notation import read_symbols
from rollkeep.errors import UsageError
from rollkeep.fifth.check import MAX_DICE, MAX_TN, Request
from rollkeep.fifth.sheet import RINGS

Options = Mapping[str, Any]

MAX_OPPORTUNITY = 10
MAX_STRIFE = 20
MAX_HELPERS = MAX_DICE - 1

SECTIONS = {
    "What has to be reached": (
        Option(["--tn"], type=Whole(1, MAX_TN), help="Target Number: successes to reach."),
        Option(["--opportunity"], type=Whole(0, MAX_OPPORTUNITY), help="Aim for at least so many opportunities too."),
        Option(["--strife"], type=Whole(0, MAX_STRIFE), help="Aim for at most so much strife too."),
        Option(["--ring"], type=OneOf(RINGS), help="The ring that is rolled, for the text."),
    ),
    "The dice": (
        Option(["--void"], type=OneOf(["seize"]), help="A Void Point before the roll: 1 more ring die, 1 more kept."),
        Option(["--helpers"], metavar="KIND=N", help="skilled=1,unskilled=2: each adds a die and 1 more kept."),
        Option(["--distinction"], is_flag=True, help="An advantage: re-roll up to 2 dice."),
        Option(["--adversity"], is_flag=True, help="A disadvantage: 2 successes have to be re-rolled."),
        Option(["--passion"], is_flag=True, help="An advantage: 3 strife less after the check."),
        Option(["--anxiety"], is_flag=True, help="A disadvantage: 3 strife more after the check."),
        Option(["--compromised"], is_flag=True, help="No die that shows strife is kept."),
    ),
    "Other": (
        Option(["--label"], type=Text(), help="What the check is about."),
        Option(["--ruling"], metavar="NAME=VALUE", multiple=True, help="Read a rule in another way: rollkeep rules."),
        Option(["--json", "as_json"], is_flag=True, help="Print JSON."),
    ),
}
"""The options that ``roll`` and ``odds`` share, as ``--help`` groups them."""

PARAMS: list[click.Parameter] = [
    click.Argument(["words"], nargs=-1, metavar="", callback=unshield),
    *(option for options in SECTIONS.values() for option in options),
]


class Asked(NamedTuple):
    """A check and what its best keeping aims for; without a TN the target is None."""

    request: Request
    target: Target | None


class Rolling(Verb):
    """A verb about ring and skill dice: its options are helped with in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, options in self.sections().items():
            if title == "Other" and (helping := self.get_help_option(ctx)):
                options.append(helping)
            with formatter.section(title):
                formatter.write_dl([row for option in options if (row := option.get_help_record(ctx))])

    def sections(self) -> dict[str, list[click.Parameter]]:
        """The options under their titles; those of this verb alone come with the last."""
        shared = [option for options in SECTIONS.values() for option in options]
        own = [param for param in self.params if isinstance(param, Option) and param not in shared]
        return {title: [*own, *options] if title == "Other" else list(options) for title, options in SECTIONS.items()}


def asked(words: Sequence[str], given: Options, rulings: Sequence[tuple[str, str]]) -> Asked:
    """The check that a notation and the options make.

    Raises: NotationError, RuleError, UsageError
    """
    ring, skill = read_symbols(" ".join(words))
    helpers = _helpers(given["helpers"])
    request = Request(
        ring,
        skill,
        tn=given["tn"],
        ring_name=given["ring"] or "",
        seize=given["void"] == "seize",
        skilled=helpers["skilled"],
        unskilled=helpers["unskilled"],
        distinction=given["distinction"],
        adversity=given["adversity"],
        passion=given["passion"],
        anxiety=given["anxiety"],
        compromised=given["compromised"],
        label=given["label"] or "",
    )
    if given["ruling"] or rulings:
        from rollkeep.cli.rulings import of_fifth
        from rollkeep.cli.what import ruling

        request = request._replace(rulings=of_fifth((*rulings, *map(ruling, given["ruling"]))))
    return Asked(request, _target(given))


def _target(given: Options) -> Target | None:
    if given["tn"] is not None:
        return Target(given["tn"], given["opportunity"] or 0, given["strife"])
    for aim in ("opportunity", "strife"):
        if given[aim] is not None:
            from rollkeep.cli.what import needs

            raise needs(aim, ("tn",))
    return None


def _helpers(text: str | None) -> dict[str, int]:
    """The helpers of each kind: ``skilled=1,unskilled=2``.

    Raises: UsageError
    """
    counts = dict.fromkeys(("skilled", "unskilled"), 0)
    seen: list[str] = []
    for part in (text or "").replace(",", " ").split():
        kind, equals, number = part.partition("=")
        plain = number.isascii() and number.isdigit() and len(number) == 1
        if kind not in counts or not equals or not plain or kind in seen:
            message = (
                f"--helpers takes skilled=N and unskilled=N, each once and up to {MAX_HELPERS}, not {part[:30]!r}."
            )
            raise UsageError(message, code="usage.number", hint="For example --helpers skilled=1,unskilled=1.")
        counts[kind] = int(number)
        seen.append(kind)
    if text is not None and not seen:
        message = "--helpers says of which kind they are."
        raise UsageError(message, code="usage.number", hint="For example --helpers skilled=1.")
    return counts
