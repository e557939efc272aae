"""``rollkeep duel``: a duel of the 5th edition, of two people, one against the computer, or the computer alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from rollkeep.cli.config import load
from rollkeep.cli.dueling import Dueling, autos_of, duellists, who_of
from rollkeep.cli.fight import ASKED, add_foot, named, status_if_left, written_to
from rollkeep.cli.page import Page
from rollkeep.cli.rulings import typed_fifth
from rollkeep.cli.words import OneOf, Verb, Whole
from rollkeep.errors import UsageError
from rollkeep.fifth.duel.begin import OBJECTIVES
from rollkeep.fifth.duel.moves import Face
from rollkeep.fifth.score import FORMS

LOG = "duel.jsonl"
MAX_DUELS = 100_000


@click.command(
    "duel",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["words"], nargs=-1, metavar="[WHO WHO]"),
        click.Option(["--form"], type=OneOf(FORMS), metavar="FORM", help=f"{', '.join(FORMS[:-1])} or {FORMS[-1]}."),
        click.Option(
            ["--objective"], type=OneOf(OBJECTIVES), metavar="WHAT", help=f"With custom: {', '.join(OBJECTIVES)}."
        ),
        click.Option(
            ["--auto"], metavar="WHO", multiple=True, help="Whom the computer plays: A, B, both, nobody, or a name."
        ),
        click.Option(["--unready"], metavar="WHO", multiple=True, help="Who was surprised: vigilance, not focus."),
        click.Option(["--by-hand"], metavar="WHO", multiple=True, help="Who throws real dice and types them."),
        click.Option(["--one-roll"], is_flag=True, help="One check each decides."),
        *ASKED,
        click.Option(["-n"], type=Whole(1, MAX_DUELS), help="The computer alone, N duels: how they end."),
        *written_to(LOG),
    ],
)
def command(
    words: tuple[str, ...],
    form: str | None,
    objective: str | None,
    auto: tuple[str, ...],
    unready: tuple[str, ...],
    by_hand: tuple[str, ...],
    one_roll: bool,
    label: str | None,
    seed: int | None,
    ruled: tuple[str, ...],
    n: int | None,
    log_file: str | None,
    dry_run: bool,
    as_json: bool,
) -> int | None:
    """A duel of the 5th edition, with every step explained; without names it goes on with the one that was left.

    \b
      rollkeep duel shinai rival --form first-blood
      rollkeep duel shinai rival --auto rival
      rollkeep duel shinai rival --auto both --seed 7 --json
      rollkeep duel --log duel.jsonl
      rollkeep duel shinai rival --form sparring -n 1000

    WHO is a character file of the 5th edition, or somebody ready-made: shinai, rival, student, master, guard, monk.
    """
    config = load()
    rulings = (*config.rulings, *typed_fifth(ruled))
    if n is not None:
        from rollkeep.cli.duels import many

        if log_file or by_hand:
            raise UsageError(
                "-n plays many duels at once: it takes no --log and no --by-hand.",
                code="usage.clash",
                hint="Leave it out.",
            )
        many(words, _face(form, objective, one_roll, label), n, seed, rulings, unready, auto, as_json, config.colour)
        return None
    path = log_file or LOG
    if words:
        asked = _face(form, objective, one_roll, label)
        dueling = _new(words, asked, path, seed, rulings, auto, unready, by_hand, dry_run)
    else:
        new = (("--form", form), ("--objective", objective), ("--one-roll", one_roll), ("--label", label))
        given = next((name for name, value in (*new, ("--unready", unready), ("--by-hand", by_hand)) if value), "")
        dueling = _resumed(path, log_file is not None, seed, tuple(typed_fifth(ruled)), given, auto, dry_run)
    return _play(dueling, as_json, config.colour)


def _face(form: str | None, objective: str | None, one_roll: bool, label: str | None) -> Face:
    """What the options say of the form; who faces whom comes later.

    Raises: UsageError
    """
    if objective and form not in (None, "custom"):
        raise UsageError(
            f"--objective is for custom duels; {form} has its own.", code="usage.clash", hint="Leave one of them out."
        )
    if form == "custom" and not objective:
        raise UsageError(
            "A custom duel needs --objective.", code="usage.needs", hint=f"One of {', '.join(OBJECTIVES)}."
        )
    chosen = "custom" if objective else form or "first-blood"
    return Face("", "", chosen, objective or "", one_roll, (), (), label or "")


def _new(
    words: Sequence[str],
    asked: Face,
    path: str,
    seed: int | None,
    rulings: Sequence[tuple[str, str]],
    auto: Sequence[str],
    unready: Sequence[str],
    by_hand: Sequence[str],
    dry_run: bool,
) -> Dueling:
    """Raises: SheetError, UsageError"""
    dueling = Dueling(None if dry_run else path, seed, rulings, dry_run=dry_run)
    dueling.check_none_is_open()
    both = duellists(words)
    names = [each.who for each in both]
    surprised, hands = named(who_of, names, unready, "--unready"), named(who_of, names, by_hand, "--by-hand")
    dueling.autos = autos_of(names, auto)
    dueling.check_people(names, hands)
    dueling.begin(both, replace(asked, a=names[0], b=names[1], unready=surprised, by_hand=hands))
    return dueling


def _resumed(
    path: str,
    is_named: bool,
    seed: int | None,
    rulings: Sequence[tuple[str, str]],
    given: str,
    auto: Sequence[str],
    dry_run: bool,
) -> Dueling:
    """The duel that was left, in the log that ``is_named`` or the usual one.

    Raises: UsageError, LogError
    """
    Dueling.check_was_left(given, path, is_named)
    dueling = Dueling(path, seed, rulings, dry_run=dry_run, must_be_there=True)
    dueling.resume(auto)
    dueling.check_people(dueling.names)
    return dueling


def _play(dueling: Dueling, as_json: bool, colour: str) -> int | None:
    """To the end, or until somebody leaves."""
    from rollkeep.cli.ask_duel import Asking
    from rollkeep.cli.show_duel import scored_as_json, show_events, show_score

    asking = Asking(colour, dueling.since)
    if (status := status_if_left(dueling, lambda: dueling.play(asking))) is not None:
        return status
    paid = dueling.pay()
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(scored_as_json(dueling))
        return None
    page = Page(colour)
    show_events(page, [event for _, event in dueling.told(asking.shown)])
    if scored := dueling.scene.state.scored:
        show_score(page, dueling, scored)
    add_foot(page, dueling, dueling.rulings.chosen, paid)
    page.print()
    return None
