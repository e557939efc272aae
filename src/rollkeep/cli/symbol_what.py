"""Ring and skill dice as they stand on the command line: the words and options that ``roll`` and ``odds`` share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click import Option

from rollkeep.advice.symbols import Target
from rollkeep.cli.words import OneOf, Text, Verb, Whole, unshield
from rollkeep.dice.symbol_notation import read_symbols
from rollkeep.errors import UsageError
from rollkeep.fifth.check import MAX_DICE, MAX_TN, Request
from rollkeep.fifth.sheet import RINGS
from rollkeep.reason import because

if TYPE_CHECKING:
    from rollkeep.table.sheets import SheetFifth

Options = Mapping[str, Any]

MAX_OPPORTUNITY = 10
MAX_STRIFE = 20
MAX_HELPERS = MAX_DICE - 1
EDGES = {
    "distinction": "An advantage: re-roll up to 2 dice.",
    "adversity": "A disadvantage: 2 successes have to be re-rolled.",
    "passion": "An advantage: 3 strife less after the check.",
    "anxiety": "A disadvantage: 3 strife more after the check.",
}
"""The kinds of advantages and disadvantages, each an option of that name, behind which the name of one may stand."""

SECTIONS = {
    "What has to be reached": (
        Option(["--tn"], type=Whole(1, MAX_TN), help="Target Number: successes to reach."),
        Option(["--opportunity"], type=Whole(0, MAX_OPPORTUNITY), help="Aim for at least so many opportunities too."),
        Option(["--strife"], type=Whole(0, MAX_STRIFE), help="Aim for at most so much strife too."),
        Option(["--tn-ring"], metavar="RING=N", help="TNs of single rings: earth=1,fire=4."),
        Option(["--ring"], type=OneOf(RINGS), help="The ring that is rolled; of bare dice for the text."),
    ),
    "The dice": (
        Option(["--void"], type=OneOf(["seize"]), help="A Void Point before the roll: 1 more ring die, 1 more kept."),
        Option(["--helpers"], metavar="KIND=N", help="skilled=1,unskilled=2: each adds a die and 1 more kept."),
        *(
            Option([f"--{kind}"], is_flag=False, flag_value="", type=Text(), metavar="[NAME]", help=says)
            for kind, says in EDGES.items()
        ),
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
    """A check and what its best keeping aims for, without a TN None; and the file of the character who makes it."""

    request: Request
    target: Target | None
    sheet: SheetFifth | None = None


class Rolling(Verb):
    """A verb about ring and skill dice: its options are helped with in sections."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_names(args))

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


def with_names(args: Sequence[str]) -> list[str]:
    """The words with a name that stands behind ``--distinction`` and the like bound to it.

    What can be read as part of the roll is no name; with ``=`` it is one all the same.

    >>> with_names(["aki", "courtesy/air", "--passion", "Tea"]), with_names(["aki", "--passion", "courtesy/air"])
    (['aki', 'courtesy/air', '--passion=Tea'], ['aki', '--passion=', 'courtesy/air'])
    """
    found, words = list[str](), list(args)
    while words:
        word = words.pop(0)
        if word == "--":
            return [*found, word, *words]
        if word.removeprefix("--") in EDGES and word.startswith("--"):
            said = any(not each.startswith("-") for each in found)
            word += "=" + (words.pop(0) if words and said and _is_name(words[0]) else "")
        found.append(word)
    return found


def _is_name(word: str) -> bool:
    """Whether a word can only be the name of an advantage."""
    if not word[:1].isalpha() or "/" in word or len(word) < 3:
        return False
    from rollkeep.fifth.catalogue.skills import GROUP_OF, skill_of
    from rollkeep.fifth.deed import CHECKS

    return skill_of(word) not in (*GROUP_OF, *CHECKS, *RINGS, "attack")


def of_dice(words: Sequence[str], given: Options, rulings: Sequence[tuple[str, str]]) -> Asked:
    """The check that a notation and the options make.

    Raises: NotationError, RuleError, UsageError
    """
    ring, skill = read_symbols(" ".join(words))
    base = declared_beside(given, rulings)
    tns, tn, told = tns_by_ring(given["tn_ring"]), base.tn, base.notes
    if tns:
        from rollkeep.fifth.tn import with_ring

        if not base.ring_name:
            hint = f"Add --ring {next(iter(tns))}, or another ring."
            raise UsageError("--tn-ring needs --ring: which one is rolled?", code="usage.needs", hint=hint)
        tn, reasons = with_ring(tn, base.ring_name, tns)
        told += reasons
    told += tuple(because("5e.advantages", "named", kind=kind, name=name) for kind, name in names(given).items())
    return Asked(base._replace(ring=ring, skill=skill, tn=tn, notes=told), aimed_at(tn, given))


def declared_beside(given: Options, rulings: Sequence[tuple[str, str]]) -> Request:
    """Everything that the options declare beside the dice and the TNs of single rings.

    Raises: UsageError
    """
    helpers = _helpers(given["helpers"])
    request = Request(
        0,
        0,
        tn=given["tn"],
        ring_name=given["ring"] or "",
        seize=given["void"] == "seize",
        skilled=helpers["skilled"],
        unskilled=helpers["unskilled"],
        distinction=given["distinction"] is not None,
        adversity=given["adversity"] is not None,
        passion=given["passion"] is not None,
        anxiety=given["anxiety"] is not None,
        compromised=given["compromised"],
        label=given["label"] or "",
    )
    if given["ruling"] or rulings:
        from rollkeep.cli.rulings import of_fifth, typed_fifth

        request = request._replace(rulings=of_fifth((*rulings, *typed_fifth(given["ruling"]))))
    return request


def names(given: Options) -> dict[str, str]:
    """The advantages and disadvantages that are named, by their kind."""
    return {kind: given[kind] for kind in EDGES if given[kind]}


def tns_by_ring(text: str | None) -> dict[str, int]:
    """The TNs of single rings: ``earth=1,fire=4``.

    Raises: UsageError
    """
    found: dict[str, int] = {}
    for part in (text or "").replace(",", " ").split():
        ring, _, number = part.partition("=")
        ring, plain = ring.lower(), number.isascii() and number.isdigit() and len(number) <= 3
        if ring not in RINGS or ring in found or not plain or not 1 <= int(number) <= MAX_TN:
            message = f"--tn-ring takes RING=N, each ring once and N from 1 to {MAX_TN}, not {part[:30]!r}."
            raise UsageError(message, code="usage.number", hint=f"For example earth=1,fire=4; {', '.join(RINGS)}.")
        found[ring] = int(number)
    if text is not None and not found:
        raise UsageError("--tn-ring names no ring.", code="usage.number", hint="For example --tn-ring earth=1,fire=4.")
    return found


def aimed_at(tn: int | None, given: Options) -> Target | None:
    """What the best keeping aims for.

    Raises: UsageError where there is an aim without a TN
    """
    if tn is not None:
        return Target(tn, given["opportunity"] or 0, given["strife"])
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
