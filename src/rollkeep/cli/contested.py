"""``rollkeep contested``: everyone rolls, the highest total wins, Raises included."""

from __future__ import annotations

from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.playing import COMMON, Playing
from rollkeep.cli.rulings import typed_fourth
from rollkeep.cli.show import Page, percent
from rollkeep.cli.show_play import enclosed_as_json, play_as_json, roll_as_json, show_roll, show_why
from rollkeep.cli.sides import Declaring, Side, declaring, of_sides, sides_of
from rollkeep.cli.words import OneOf, Verb, unshield
from rollkeep.errors import UsageError
from rollkeep.fourth.play.contest import Begin, Contest, Enter, Settled, Tied
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.wording import sentence
from rollkeep.machine.machine import GM
from rollkeep.reason import Reason
from rollkeep.table.entry import Act, Start
from rollkeep.text import columns, counted, fitted


@click.command(
    "contested",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["words"], nargs=-1, required=True, metavar='"WHO WHAT" ...', callback=unshield),
        click.Option(
            ["--tie"], type=OneOf(["stand", "again"]), default="stand", help="A tie stands, or is rolled again."
        ),
        click.Option(
            ["--rank"], metavar="A=N", multiple=True, help="Rank in the Skill, for this roll; 0 makes a pool unskilled."
        ),
        *of_sides(),
        *COMMON,
    ],
)
def command(
    words: tuple[str, ...],
    tie: str,
    rank: tuple[str, ...],
    label: str | None,
    seed: int | None,
    ruled: tuple[str, ...],
    log_file: str | None,
    only_odds: bool,
    dry_run: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """A contested roll among any number: characters with what they roll, or pools; each side is one word or quoted.

    \b
      rollkeep contested "shinai kenjutsu" "rival kenjutsu" --raises A=1
      rollkeep contested 7k3 6k4 --tie again
      rollkeep contested 7k3 6k4 --raises A=1 --raises B=1 --odds
    """
    config = load()
    rulings = (*config.rulings, *typed_fourth(ruled))
    if len(words) < 2:
        raise UsageError(
            "A contest needs two sides at least.", code="usage.needs", hint='For example contested 7k3 "6k4".'
        )
    sides = sides_of(words, aim="contest", ranks=rank)
    said = declaring(sides, given, odds=only_odds)
    playing = Playing(log_file, seed, rulings, dry_run=dry_run or only_odds)
    first, *others = (Enter(side.who, side.deed, one.free, one.adds) for side, one in zip(sides, said, strict=True))
    requests = [playing.join(sides), Start("contest", GM, first), *(Act(0, GM, each) for each in others)]
    number = playing.do(*requests, Act(0, GM, Begin(tie, label or "")))
    how = {side.who: one for side, one in zip(sides, said, strict=True)}
    if only_odds:
        _odds(playing, number, sides, how, tie, as_json, config.colour)
        return
    playing.roll(number, how)
    playing.commit()
    _show(playing, number, label or "", as_json, config.colour)


def _show(playing: Playing, number: int, label: str, as_json: bool, colour: str) -> None:
    contest: Contest = playing.run(number).state
    rounds, reasons = history(playing, number)
    settled = contest.settled
    assert settled
    if as_json:
        from rollkeep.cli.as_json import dump

        winner: Any = settled.winners[0] if len(settled.winners) == 1 else None
        result = {"winners": list(settled.winners), "case": settled.case, "totals": dict(settled.totals)}
        rolls = [roll_as_json(each, playing.person(each.who), label) for round_ in rounds for each in round_]
        dump(play_as_json("contest", label, rolls, result, winner, reasons))
        return
    page = Page(colour)
    names = " against ".join(each.who for each in rounds[0])
    page.wrapped(f"{label}: {names}" if label else names, bold=True)
    for i, round_ in enumerate(rounds):
        if i:
            page.add()
            page.wrapped(f"{sentence(reasons[i - 1])} [4e.contested]")
        for each in round_:
            page.add()
            show_roll(page, each)
    show_why(page, reasons[-1:])
    page.print()


def history(playing: Playing, number: int) -> tuple[list[tuple[Any, ...]], list[Reason]]:
    """The rolls of each throwing, and what was told at the end."""
    rounds: list[tuple[Any, ...]] = []
    reasons: list[Reason] = []
    rolls: tuple[Any, ...] = ()
    for event, state in playing.happened(number):
        if isinstance(event, Tied | Settled):
            rounds.append(rolls)
            reasons.append(tell(event))
        rolls = state.rolls
    return rounds, reasons


def _odds(
    playing: Playing,
    number: int,
    sides: list[Side],
    how: dict[str, Declaring],
    tie: str,
    as_json: bool,
    colour: str,
) -> None:
    from rollkeep.advice import play as advice

    pools = playing.declared(number, how)
    runner_up = playing.rulings("short_raiser") == "runner_up_wins"
    found = advice.contest(
        [(pools[side.who].pool, how[side.who].raises) for side in sides], again=tie == "again", runner_up=runner_up
    )
    names = [side.who for side in sides]
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(
            {
                "machine": "contest",
                "wins": {who: enclosed_as_json(*won) for who, won in zip(names, found.wins, strict=True)},
                "tie": enclosed_as_json(*found.tie),
                "nobody": enclosed_as_json(*found.nobody),
            }
        )
        return
    page = Page(colour)
    rows = [(f"{who} wins", won) for who, won in zip(names, found.wins, strict=True)]
    rows += [("a tie", found.tie), ("nobody wins", found.nobody)]
    for who in names:
        raises = f", {counted(how[who].raises, 'Raise')}" if how[who].raises else ""
        page.wrapped(f"{who}: {pools[who].pool}{raises}")
    page.add()
    wide = min(max(columns(name) for name, _ in rows), 60)
    for name, chance in rows:
        page.add(f"  {fitted(name, wide)}  {percent((chance.low + chance.high) / 2):>11}")
    page.print()
