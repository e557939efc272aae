"""``rollkeep duel``: a duel of the 5th edition, of two people, one against the computer, or the computer alone."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from rollkeep.cli.config import load
from rollkeep.cli.dueling import Dueling, autos_of, duellists, who_of
from rollkeep.cli.page import Page
from rollkeep.cli.rulings import typed_fifth
from rollkeep.cli.verbs import STOPPED
from rollkeep.cli.words import OneOf, Text, Verb, Whole
from rollkeep.errors import UsageError
from rollkeep.fifth.duel.begin import OBJECTIVES
from rollkeep.fifth.duel.moves import Face
from rollkeep.fifth.score import FORMS
from rollkeep.table import entropy

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
        click.Option(["--label"], type=Text(), help="What it is about."),
        click.Option(["--seed"], type=Whole(0, entropy.MAX_SEED), help="Throw the same dice again."),
        click.Option(["--ruling", "ruled"], metavar="NAME=VALUE", multiple=True, help="Read a rule in another way."),
        click.Option(["-n"], type=Whole(1, MAX_DUELS), help="The computer alone, N duels: how they end."),
        click.Option(["--log", "log_file"], metavar="FILE", help=f"Where every step is written; {LOG} if left out."),
        click.Option(["--dry-run"], is_flag=True, help="Write nothing."),
        click.Option(["--json", "as_json"], is_flag=True, help="Print JSON."),
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
    if not words:
        new = (("--form", form), ("--objective", objective), ("--one-roll", one_roll), ("--label", label))
        given = next((name for name, value in (*new, ("--unready", unready), ("--by-hand", by_hand)) if value), "")
        dueling = _resumed(path, log_file is not None, seed, tuple(typed_fifth(ruled)), given, auto, dry_run)
        names = [one.who for one in dueling.scene.state.sides]
    else:
        asked = _face(form, objective, one_roll, label)
        dueling = Dueling(None if dry_run else path, seed, rulings, dry_run=dry_run)
        if any(dueling.run(number).machine == "duel" for number in dueling.table.open):
            raise UsageError(
                f"A duel in {path} is not over.",
                code="usage.clash",
                hint=f"Go on with it: rollkeep duel --log {path}. Or write another log: --log FILE.",
            )
        both = duellists(words)
        names = [each.who for each in both]
        unready_, by_hand_ = (_named(names, said, option) for said, option in _of(unready, by_hand))
    if words:
        dueling.autos = autos_of(names, auto)
        if by_hand_ and set(by_hand_) & dueling.autos:
            raise UsageError("The computer throws no dice by hand.", code="usage.clash", hint="Leave one of them out.")
        _terminal(dueling, names)
        dueling.begin(both, replace(asked, a=names[0], b=names[1], unready=unready_, by_hand=by_hand_))
    else:
        _terminal(dueling, names)
    return _play(dueling, as_json, config.colour)


def _of(unready: tuple[str, ...], by_hand: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], str], ...]:
    return (unready, "--unready"), (by_hand, "--by-hand")


def _named(names: list[str], said: tuple[str, ...], option: str) -> tuple[str, ...]:
    found = frozenset[str]().union(*(who_of(names, text, option) for text in said))
    return tuple(sorted(found, key=names.index))


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


def _resumed(
    path: str,
    named: bool,
    seed: int | None,
    rulings: Sequence[tuple[str, str]],
    given: str,
    auto: Sequence[str],
    dry_run: bool,
) -> Dueling:
    """The duel that was left, in the log that was ``named`` or the usual one.

    Raises: UsageError, LogError
    """
    if given or not (named or os.path.lexists(path)):
        said = f"{given} is for a new duel: between whom?" if given else "Who duels?"
        raise UsageError(said, code="usage.needs", hint="Such as rollkeep duel shinai rival.")
    dueling = Dueling(path, seed, rulings, dry_run=dry_run, must_be_there=True)
    dueling.resume(auto)
    return dueling


def _terminal(dueling: Dueling, names: list[str]) -> None:
    """Raises: UsageError where somebody is to be asked and nobody is there."""
    if set(names) <= dueling.autos or (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    left = next(name for name in names if name not in dueling.autos)
    raise UsageError(
        f"{left} can only be asked on a terminal.",
        code="usage.terminal",
        hint="Let the computer play: --auto both.",
    )


def _play(dueling: Dueling, as_json: bool, colour: str) -> int | None:
    """To the end, or until somebody leaves."""
    from rollkeep.cli.ask_duel import Asking, Left
    from rollkeep.cli.show_duel import scored_as_json, show_events, show_score

    asking = Asking(colour, dueling.since)
    status: int | None = None
    try:
        dueling.play(asking)
    except Left:
        status = 0
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo(err=True)
        status = STOPPED
    if status is not None:
        click.echo(f"The duel is not over. {_how_on(dueling)}", err=True)
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
    page.add()
    said = ", ".join(f"{name} = {value}" for name, value in sorted(dueling.rulings.chosen)) or "all by the book"
    page.wrapped(f"Rulings: {said}.", dim=True)
    for line in paid:
        page.wrapped(line, dim=True)
    if dueling.path and not dueling.dry_run:
        page.wrapped(f"Every step is in {dueling.path}: rollkeep replay {dueling.path}.", dim=True)
    page.print()
    return None


def _how_on(dueling: Dueling) -> str:
    """How a duel that was left is gone on with."""
    if dueling.dry_run or not dueling.path:
        return "Nothing was written."
    if not os.path.lexists(dueling.path):
        return "It had not begun."
    return f"Go on with it: rollkeep duel --log {shlex.quote(dueling.path)}"
