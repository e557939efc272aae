"""``rollkeep log``: goes on with a log: judge a total, judge again, try again, undo."""

from __future__ import annotations

import click

from rollkeep.cli.check import show_check
from rollkeep.cli.config import load
from rollkeep.cli.playing import Declaring, Playing
from rollkeep.cli.replay import show_log
from rollkeep.cli.words import OneOf, Text, Whole
from rollkeep.errors import UsageError
from rollkeep.fourth.play.check import Ask, Judge, Judged
from rollkeep.fourth.request import MAX_TN
from rollkeep.fourth.rulings import Rulings
from rollkeep.machine.machine import GM
from rollkeep.machine.secret import bare
from rollkeep.table import entropy, sheets
from rollkeep.table.entry import Act, Go, Start, Undo
from rollkeep.table.table import Run

ACTIONS = ("show", "judge", "again", "undo", "go")


@click.command("log", options_metavar="[OPTIONS]")
@click.argument("file")
@click.argument("action", type=OneOf(ACTIONS), default="show", metavar="[show|judge|again|undo|go]")
@click.argument("tn", required=False, type=Whole(0, MAX_TN))
@click.option("--run", "number", type=Whole(1, 10**9), help="Which run; the last one that fits where it is left out.")
@click.option("--before", type=Whole(1, 10**9), help="Undo back to before this entry; else the last move.")
@click.option("--why", type=Text(), help="Why it is undone.")
@click.option("--changed", type=Text(), help="What has changed since the last try.")
@click.option("--seed", type=Whole(0, entropy.MAX_SEED), help="Throw the same dice again.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    file: str,
    action: str,
    tn: int | None,
    number: int | None,
    before: int | None,
    why: str | None,
    changed: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Go on with a log.

    \b
      rollkeep log evening.jsonl                 what happened, undone entries marked
      rollkeep log evening.jsonl judge 20        judges a total that waits, or judges the last check again
      rollkeep log evening.jsonl again --changed "a better bow"
      rollkeep log evening.jsonl undo --why "wrong Skill"
      rollkeep log evening.jsonl go              after an undo: let chance throw again
    """
    colour = load().colour
    playing = Playing(file, seed, Rulings(), must_be_there=True)
    playing.files |= {who: sheet for who in playing.table.cast if (sheet := _file(who))}
    if action == "judge":
        _judge(playing, number, tn, why or "judged again")
    elif action == "again":
        number = _again(playing, number, changed or "")
        show_check(playing, number, as_json, colour)
        return
    elif action == "undo":
        number = number or _last(playing)
        run = playing.run(number)
        playing.do(Undo(number, before or _last_move(playing, number, run), why or ""))
    elif action == "go":
        playing.do(Go(number or _last(playing)))
    show_log(playing.entries, as_json, colour)


def _last(playing: Playing) -> int:
    """The run of the last entry that is one of a procedure."""
    for entry in reversed(playing.entries):
        if playing.run(entry.run).machine:
            return entry.run
    raise UsageError("Nothing has happened in this log.", code="usage.ledger", hint="Begin with check or contested.")


def _last_move(playing: Playing, number: int, run: Run) -> int:
    """The last entry of a run that somebody, not chance, made and that stands."""
    from rollkeep.table.table import struck

    gone = struck(playing.entries)
    for entry in reversed(playing.entries):
        asked = entry.asked
        if entry.run == number and entry.seq not in gone and asked is not None and bare(asked).who != "chance":
            return entry.seq
    raise UsageError(f"Run {number} has nothing left to undo.", code="usage.ledger", hint="rollkeep log FILE shows it.")


def _judge(playing: Playing, number: int | None, tn: int | None, why: str) -> None:
    if tn is None:
        raise UsageError("judge needs the TN.", code="usage.needs", hint="Such as rollkeep log FILE judge 20.")
    number = number or _last(playing)
    run = playing.run(number)
    if run.machine != "check" or not run.state.roll or not run.state.roll.kept:
        raise UsageError(f"Run {number} is no check that was rolled.", code="usage.roll", hint="Name one: --run N.")
    if run.state.judged is None:
        playing.do(Act(number, GM, Judge(tn)))
        return
    entry = next(
        entry
        for entry in reversed(playing.entries)
        if entry.run == number and any(isinstance(bare(event), Judged) for event in entry.events)
    )
    judged_alone = entry.asked is not None and isinstance(bare(entry.asked).move, Judge)
    if judged_alone:
        playing.do(Undo(number, entry.seq, why), Act(number, GM, Judge(tn)))
    else:
        playing.do(Act(number, GM, Judge(tn), why=why))


def _again(playing: Playing, number: int | None, changed: str) -> int:
    """Another attempt at a check: a run that follows the first.

    Source: 4e.retry
    """
    number = number or _last(playing)
    run = playing.run(number)
    if run.machine != "check" or not run.closed or not run.state.asked or run.state.asked.tn is None:
        raise UsageError(f"Run {number} is no finished check with a TN.", code="usage.roll", hint="Name one: --run N.")
    asked = run.state.asked
    judging = asked.judging if asked.judging in ("told", "hidden") else "told"
    ask = Ask(
        asked.who,
        asked.deed,
        bare(asked.tn),
        judging,
        asked.label,
        0,
        asked.adds,
        asked.attempt + 1,
        changed,
        "open" if asked.shown not in ("open", "gm") else asked.shown,
        "all",
    )
    started = playing.do(Start("check", GM, ask, after=number))
    playing.roll(started, {asked.who: Declaring()})
    return started


def _file(who: str) -> sheets.Sheet | None:
    """The file of that character, where one can be found from here."""
    for name in sheets.names():
        path = sheets.find(name)
        if path and f'"{who}"' in sheets.text_of(path):
            return sheets.load(name)
    return None
