"""``rollkeep skirmish``: a fight of the 4th edition, Round by Round, of people, of the computer, or of both."""

from __future__ import annotations

from collections.abc import Sequence

import click

from rollkeep.cli.config import load
from rollkeep.cli.fight import ASKED, add_foot, named, status_if_left, written_to
from rollkeep.cli.page import Page
from rollkeep.cli.rulings import typed_fourth
from rollkeep.cli.skirmishing import Skirmishing, Teams, autos_of, teams_of, who_of
from rollkeep.cli.words import Verb, Whole
from rollkeep.errors import UsageError

LOG = "skirmish.jsonl"
MOST = 100_000


@click.command(
    "skirmish",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["words"], nargs=-1, metavar="[WHO… vs WHO…]"),
        click.Option(["--auto"], metavar="WHO", multiple=True, help="Whom the computer plays: a name, all, or nobody."),
        click.Option(["--by-hand"], metavar="WHO", multiple=True, help="Who throws real dice and types them."),
        click.Option(["--surprised"], metavar="WHO", multiple=True, help="Who was surprised: Initiative 10 less."),
        click.Option(["--join"], metavar="SIDE=WHO", multiple=True, help="Who comes into one that was left: B=ogre."),
        *ASKED,
        click.Option(
            ["--odds", "only_odds"], is_flag=True, help="What this fight is like: up to 1,000 of them, simulated."
        ),
        click.Option(["-n"], type=Whole(1, MOST), help="Likewise, N of them."),
        *written_to(LOG),
    ],
)
def command(
    words: tuple[str, ...],
    auto: tuple[str, ...],
    by_hand: tuple[str, ...],
    surprised: tuple[str, ...],
    join: tuple[str, ...],
    label: str | None,
    seed: int | None,
    ruled: tuple[str, ...],
    only_odds: bool,
    n: int | None,
    log_file: str | None,
    dry_run: bool,
    as_json: bool,
) -> int | None:
    """A skirmish of the 4th edition, with every step explained; without names it goes on with the one that was left.

    \b
      rollkeep skirmish shinai vs bandit:2
      rollkeep skirmish shinai rival vs bandit:4 --auto bandit
      rollkeep skirmish shinai rival vs bandit:4 --auto all --seed 7 --json
      rollkeep skirmish shinai rival vs bandit:4 --odds
      rollkeep skirmish --log skirmish.jsonl

    WHO is a character file or a stat block of the 4th edition; bandit:4 are four of one. Sides have vs between them.
    """
    config = load()
    rulings = (*config.rulings, *typed_fourth(ruled))
    if only_odds or n is not None:
        from rollkeep.cli.skirmishes import many

        if log_file or by_hand or auto or join:
            raise UsageError(
                "--odds and -n let the computer play many: they take no --log, --by-hand, --auto or --join.",
                code="usage.clash",
                hint="Leave it out.",
            )
        teams = teams_of(words)
        names = _names(teams)
        many(teams, named(who_of, names, surprised, "--surprised"), n, seed, rulings, as_json, config.colour)
        return None
    path = log_file or LOG
    if words and join:
        raise UsageError("--join is for a skirmish that was left.", code="usage.clash", hint="Write them behind a vs.")
    if words:
        skirmishing = _new(words, path, seed, rulings, auto, by_hand, surprised, label or "", dry_run)
    else:
        new = (("--label", label), ("--by-hand", by_hand), ("--surprised", surprised))
        given = next((name for name, value in new if value), "")
        skirmishing = _resumed(path, log_file is not None, seed, rulings, given, auto, join, dry_run)
    return _play(skirmishing, as_json, config.colour)


def _names(teams: Teams) -> list[str]:
    return [side.who for _, team in teams for side in team]


def _new(
    words: Sequence[str],
    path: str,
    seed: int | None,
    rulings: Sequence[tuple[str, str]],
    auto: Sequence[str],
    by_hand: Sequence[str],
    surprised: Sequence[str],
    label: str,
    dry_run: bool,
) -> Skirmishing:
    """Raises: SheetError, UsageError"""
    teams = teams_of(words)
    names = _names(teams)
    skirmishing = Skirmishing(None if dry_run else path, seed, rulings, dry_run=dry_run)
    skirmishing.check_none_is_open()
    skirmishing.autos = autos_of(names, auto)
    hands = named(who_of, names, by_hand, "--by-hand")
    skirmishing.check_people(names, hands)
    skirmishing.begin(teams, hands, named(who_of, names, surprised, "--surprised"), label)
    return skirmishing


def _resumed(
    path: str,
    is_named: bool,
    seed: int | None,
    rulings: Sequence[tuple[str, str]],
    given: str,
    auto: Sequence[str],
    join: Sequence[str],
    dry_run: bool,
) -> Skirmishing:
    """The skirmish that was left, in the log that ``is_named`` or the usual one.

    Raises: UsageError, LogError
    """
    Skirmishing.check_was_left(given, path, is_named)
    skirmishing = Skirmishing(path, seed, rulings, dry_run=dry_run, must_be_there=True)
    skirmishing.resume(auto, join)
    skirmishing.check_people(skirmishing.names)
    return skirmishing


def _play(skirmishing: Skirmishing, as_json: bool, colour: str) -> int | None:
    """To the end, or until somebody leaves."""
    from rollkeep.cli import show_skirmish
    from rollkeep.cli.ask_skirmish import Asking

    telling = show_skirmish.Telling(colour)
    asking = Asking(telling, skirmishing.since)

    def tell(skirmishing: Skirmishing) -> None:
        if not as_json:
            asking.shown = telling(skirmishing, asking.shown)

    if (status := status_if_left(skirmishing, lambda: skirmishing.play(asking, tell))) is not None:
        return status
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(show_skirmish.as_json(skirmishing))
        return None
    tell(skirmishing)
    page = Page(colour)
    show_skirmish.show_end(page, skirmishing)
    add_foot(page, skirmishing, skirmishing.rulings.chosen)
    page.print()
    return None
