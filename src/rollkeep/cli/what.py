"""WHAT is rolled and how: the words and options that ``roll`` and ``odds`` share, made into one request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from click import Option

from rollkeep.cli.rulings import of_fourth, typed_fourth
from rollkeep.cli.verbs import VERBS
from rollkeep.cli.words import Add, OneOf, Text, Verb, Whole, unshield
from rollkeep.dice.notation import read_pool
from rollkeep.errors import NotationError, SheetError, UsageError
from rollkeep.fourth import roll
from rollkeep.fourth.request import MAX_RAISES, MAX_TN, Request
from rollkeep.fourth.roll import NOTHING, What
from rollkeep.fourth.rulings import Rulings

Options = Mapping[str, Any]

RANKS = {
    # each group of ranks: what it needs, what it may have
    "trait": (("trait",), ("skill",)),
    "ring": (("ring",), ("school_rank", "mastery")),
    "dr": (("dr", "strength"), ()),
    "bow": (("bow", "arrow"), ("strength",)),
}

RULING = Option(["--ruling"], metavar="NAME=VALUE", multiple=True, help="Read a rule in another way: rollkeep rules.")

SECTIONS = {
    "Ranks instead of a notation": (
        Option(["--trait"], type=Whole(1, 10), help="Rank of the Trait."),
        Option(["--skill"], type=Whole(0, 10), help="Rank of the Skill; 0 is unskilled."),
        Option(["--ring"], type=Whole(1, 10), help="Rank of the Ring."),
        Option(["--school-rank"], type=Whole(0, 10), help="Shugenja School Rank, to cast with --ring."),
        Option(["--mastery"], type=Whole(1, 6), help="Mastery Level of the spell: sets the TN."),
        Option(["--dr"], metavar="XkY", help="Damage rating of the weapon; 0k1 for bare hands."),
        Option(["--strength"], type=Whole(1, 10), help="Strength, with --dr; with --bow by a ruling."),
        Option(["--bow"], type=Whole(1, 10), help="Strength of the bow, with --arrow."),
        Option(["--arrow"], metavar="XkY", help="Damage rating of the arrow."),
    ),
    "What has to be reached": (
        Option(["--tn"], type=Whole(0, MAX_TN), help="Target Number to reach."),
        Option(["--raises"], type=Whole(0, MAX_RAISES), help="Raises called: 5 more to reach for each."),
        Option(["--raise-for"], type=Text(), help="What the Raises are for."),
        Option(["--free-raises"], type=Whole(0, MAX_RAISES), help="Free Raises in all."),
        Option(["--lower-tn"], type=Whole(0, MAX_RAISES), metavar="M", help="How many of them lower the TN by 5."),
        Option(["--void-ring"], type=Whole(0, 10), help="Rank of the Void Ring: limits the Raises."),
        Option(["--attempt"], type=Whole(1, 9), help="The N-th try at this check: 10 harder each."),
        Option(["--attack"], is_flag=True, default=None, help="An attack: never tried again."),
        Option(["--changed"], type=Text(), help="What has changed since the last try."),
    ),
    "The dice": (
        Option(
            ["--void"], type=OneOf(["boost", "skill"]), multiple=True, help="Spend a Void Point: +1k1, or rank 0 as 1."
        ),
        Option(["--unskilled"], is_flag=True, default=None, help="No die explodes, no Raises."),
        Option(["--emphasis"], is_flag=True, default=None, help="First ones are thrown again once."),
        Option(["--explode-on"], type=OneOf(["9", "10"]), help="Dice explode on 9 and 10, or on 10."),
        Option(
            ["--for", "named"],
            type=Text(),
            multiple=True,
            help="With a character: what it is for, such as an Emphasis.",
        ),
        Option(["--keep"], metavar="HOW", help="high, low; of a roll also ask, or positions: 1,4,7."),
        Option(["--add"], type=Add(), multiple=True, help='Dice or bonus with a name: "1k0 Crane technique".'),
    ),
    "Other": (
        Option(["--label"], type=Text(), help="What the roll is about."),
        RULING,
        Option(["--json", "as_json"], is_flag=True, help="Print JSON."),
    ),
}
"""The options that ``roll`` and ``odds`` share, as ``--help`` groups them."""

_OWN = frozenset({"void", "unskilled", "emphasis", "explode_on", "named", "keep", "add"})
"""Options that change the dice themselves, not what is held against them."""

PARAMS: list[click.Parameter] = [
    click.Argument(["words"], nargs=-1, metavar="WHAT", callback=unshield),
    *(option for options in SECTIONS.values() for option in options),
]


class Rolling(Verb):
    """A verb about a roll: its options are helped with in sections."""

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


def request(words: Sequence[str], given: Options, rulings: Sequence[tuple[str, str]]) -> Request:
    """The request that a notation or ranks and the options make.

    Raises: NotationError, RuleError, UsageError
    """
    declared = declared_beside(given, rulings)
    if given["raise_for"] and not (given["raises"] or given["free_raises"]):
        raise needs("raise_for", ("raises", "free_raises"))
    if given["named"]:
        raise UsageError(
            "--for needs a character, whose Emphases it names.", code="usage.needs", hint="Without one: --emphasis."
        )
    return declared._replace(what=_what(words, given, declared.rulings))


def declared_beside(given: Options, rulings: Sequence[tuple[str, str]]) -> Request:
    """Everything that the options declare beside the dice themselves.

    Raises: RuleError, UsageError
    """
    if given["changed"] and (given["attempt"] or 1) < 2:
        raise UsageError("--changed explains a further attempt.", code="usage.needs", hint="Add --attempt 2.")
    return Request(
        what=NOTHING,
        tn=given["tn"],
        mastery=given["mastery"],
        raises=given["raises"] or 0,
        raise_for=given["raise_for"] or "",
        free_raises=given["free_raises"] or 0,
        lower_tn=given["lower_tn"] or 0,
        void=tuple(given["void"]),
        void_ring=given["void_ring"],
        unskilled=bool(given["unskilled"]),
        emphasis=bool(given["emphasis"]),
        explode_on=int(given["explode_on"]) if given["explode_on"] else None,
        lowest=given["keep"] == "low",
        modifiers=tuple(given["add"]),
        attempt=given["attempt"] or 1,
        attack=bool(given["attack"]),
        changed=given["changed"] or "",
        label=given["label"] or "",
        rulings=of_fourth((*rulings, *typed_fourth(given["ruling"]))),
    )


def inherited(base: Options, other: Options, has_own_what: bool) -> dict[str, Any]:
    """The options of a roll that is compared with ``base``: its own, and where it has none those of the base.

    With a WHAT of its own it takes over only what the dice are held against.
    """
    passed = {name for name in base if not (has_own_what and (name in _OWN or name in _all_ranks()))}
    return {
        name: base[name] if name in passed and value in (None, (), False) else value for name, value in other.items()
    }


def has_what(words: Sequence[str], given: Options) -> bool:
    """Whether a notation or ranks are given."""
    return bool(words or ranks_given(given))


def clash(one: str, other: str, why: str) -> UsageError:
    """Two options that exclude each other."""
    message = f"{flag(one)} and {flag(other)} exclude each other."
    return UsageError(
        message, code="usage.clash", hint=f"{why} Leave one of the two out.", options=[flag(one), flag(other)]
    )


def flag(name: str) -> str:
    """How an option is written."""
    return "-n" if name == "n" else "--" + name.replace("_", "-")


def _what(words: Sequence[str], given: Options, rulings: Rulings) -> What:
    ranks = ranks_given(given)
    if words:
        if ranks:
            raise UsageError(
                f"A notation and {flag(ranks[0])} exclude each other.",
                code="usage.clash",
                hint="Write the pool, or the ranks it is made of.",
            )
        return _notation(words)
    if not ranks:
        raise UsageError(
            "What is rolled?", code="usage.needs", hint="Write a pool such as 7k3, or --trait 3 --skill 4."
        )
    groups = _groups(ranks)
    if len(groups) > 1:
        first, second = (next(name for name in ranks if name in sum(RANKS[group], ())) for group in groups[:2])
        raise clash(first, second, "They are different rolls.")
    wanted, _ = RANKS[groups[0]]
    for needed in wanted:
        if given[needed] is None:
            raise needs(ranks[0], (needed,))
    if given["mastery"] is not None and given["school_rank"] is None:
        raise needs("mastery", ("school_rank",))
    match groups[0]:
        case "trait" if given["skill"] is None:
            return roll.trait(given["trait"])
        case "trait":
            return roll.skill(given["trait"], given["skill"])
        case "ring" if given["school_rank"] is None:
            return roll.ring(given["ring"])
        case "ring":
            return roll.spell(given["ring"], given["school_rank"])
        case "dr":
            return roll.melee(read_pool(given["dr"]), given["strength"])
        case _:
            return roll.bow(given["bow"], read_pool(given["arrow"]), given["strength"], rulings)


def _notation(words: Sequence[str]) -> What:
    try:
        return roll.pool(" ".join(words))
    except NotationError as fault:
        if fault.position == 0 and words[0][:1].isalpha() and not any(map(str.isdigit, words[0])):
            raise _unknown(words[0]) or fault from None
        raise


def _unknown(word: str) -> SheetError | None:
    """The error for a word that looks like a name and is none; None for a lone letter."""
    from rollkeep.names import nearest
    from rollkeep.table import sheets

    if len(word) < 2 or not sheets.NAME.fullmatch(word):
        return None
    near = nearest(word, (*VERBS, "help", *sheets.names_fifth()))
    hint = {"": f"rollkeep sheet new {word} makes a character.", "help": "Did you mean rollkeep --help?"}.get(
        near, f"Did you mean rollkeep {near}?"
    )
    return SheetError(f"No verb and no character is called {word[:60]!r}.", code="sheet.unknown", hint=hint)


def _groups(ranks: Sequence[str]) -> list[str]:
    """The groups that the ranks belong to; one that may belong to two belongs to that of the others."""
    claims = {group: set(ranks) & {*needs, *may} for group, (needs, may) in RANKS.items()}
    groups = [group for group, claim in claims.items() if claim]
    return [
        group
        for i, group in enumerate(groups)
        if not any(claims[group] < claims[other] for other in groups)
        and not any(claims[group] == claims[other] for other in groups[:i])
    ]


def ranks_given(given: Options) -> list[str]:
    """The options that give ranks."""
    return [name for name in _all_ranks() if given[name] is not None]


def _all_ranks() -> list[str]:
    return [name for needs, may in RANKS.values() for name in (*needs, *may)]


def needs(option: str, others: Sequence[str]) -> UsageError:
    """An option that makes no sense without one of the others."""
    wanted = " or ".join(map(flag, others))
    return UsageError(f"{flag(option)} needs {wanted}.", code="usage.needs", hint=f"Add {wanted}.", option=flag(option))
