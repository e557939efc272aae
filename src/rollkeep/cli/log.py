"""``rollkeep log``: goes on with a log: judge a total, judge again, try again, undo, overrule, roll what is open."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

import click

from rollkeep.cli.check import show_check
from rollkeep.cli.config import load
from rollkeep.cli.cumulative import play_task
from rollkeep.cli.iaijutsu import play_duel, stages_of
from rollkeep.cli.logged import COMPUTER
from rollkeep.cli.playing import Playing, rolls_of
from rollkeep.cli.replay import show_log
from rollkeep.cli.rulings import typed_fourth
from rollkeep.cli.sides import Side, declaring, of_sides
from rollkeep.cli.words import OneOf, Signed, Text, Whole
from rollkeep.errors import RuleError, UsageError
from rollkeep.fourth.play.bound import needs_change
from rollkeep.fourth.play.check import Ask, Check, Judge
from rollkeep.fourth.play.roll import Declare, Roll, check_declared
from rollkeep.fourth.play.task import MAX_ROLLS
from rollkeep.fourth.request import MAX_TN
from rollkeep.fourth.wounds import MAX_WOUNDS
from rollkeep.machine.machine import GM, Shifted, room, tracks_of
from rollkeep.machine.secret import bare
from rollkeep.names import plain
from rollkeep.table import entropy
from rollkeep.table.draft import RULED
from rollkeep.table.entry import Act, Go, Rule, Start, Undo
from rollkeep.table.table import Run
from rollkeep.table.undoing import last_step, struck

ACTIONS = ("show", "judge", "again", "undo", "rule", "go")


RULED_OF = ("who", "wounds", "void_points")
"""The options that say what is ruled."""

ASKED = ("duel", "skirmish")
"""Procedures that are gone on with by the verb of their name, since each move is asked for."""


@click.command(
    "log",
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["file"], metavar="FILE"),
        click.Argument(["action"], type=OneOf(ACTIONS), default="show", metavar="[show|judge|again|undo|rule|go]"),
        click.Argument(["tn"], required=False, type=Whole(0, MAX_TN)),
        click.Option(["--run", "number"], type=Whole(1, 10**9), help="Which run; the last one that fits if left out."),
        click.Option(["--before"], type=Whole(1, 10**9), help="Undo back to before this entry; else the last move."),
        click.Option(["--why"], type=Text(), help="Why it is undone, ruled or judged again."),
        click.Option(["--who"], metavar="NAME", help="Of whom it is ruled."),
        click.Option(["--wounds"], type=Signed(MAX_WOUNDS), help="So many Wounds more, or fewer: -5."),
        click.Option(["--void-points"], type=Signed(MAX_WOUNDS), help="So many Void Points more, or fewer."),
        click.Option(["--changed"], type=Text(), help="What has changed since the last try."),
        click.Option(["--seed"], type=Whole(0, entropy.MAX_SEED), help="Throw the same dice again."),
        click.Option(["--ruling", "ruled"], metavar="NAME=VALUE", multiple=True, help="Read a rule in another way."),
        *of_sides("free_raises", "add"),
        click.Option(["--json", "as_json"], is_flag=True, help="Print JSON."),
    ],
)
def command(
    file: str,
    action: str,
    tn: int | None,
    number: int | None,
    before: int | None,
    why: str | None,
    who: str | None,
    wounds: int | None,
    void_points: int | None,
    changed: str | None,
    seed: int | None,
    ruled: tuple[str, ...],
    as_json: bool,
    **given: Any,
) -> None:
    """Go on with a log.

    \b
      rollkeep log e.jsonl                       what happened, the undone marked
      rollkeep log e.jsonl judge 20              judges a total, or judges again
      rollkeep log e.jsonl again --changed "a better bow"
      rollkeep log e.jsonl undo --why "wrong Skill"
      rollkeep log e.jsonl rule --who shinai --wounds +5 --why "the fall"
      rollkeep log e.jsonl go --raises 1         rolls what is still open
    """
    ruled_of = {"who": who, "wounds": wounds, "void_points": void_points}
    _fitting(action, tn, before, why, changed, {**given, **ruled_of})
    if action == "show" and (number or seed is not None or ruled):
        raise UsageError("show takes no options but --json.", code="usage.clash", hint="Leave them out.")
    colour = load().colour
    playing = Playing(file, seed, tuple(typed_fourth(ruled)), must_be_there=True)
    if action in ("undo", "rule"):
        number = number or _last(playing, _any, action)
        playing.costs_nobody = _is_trial(playing, number)
    if action in ("again", "undo", "rule", "go") and not playing.costs_nobody:
        playing.recall()
    if action == "again":
        started = _again(playing, number, changed or "", given)
        playing.commit()
        show_check(playing, started, as_json, colour)
        return
    if action == "judge":
        _judge(playing, number, tn, why or "judged again")
    elif action == "undo":
        last = _last_move(playing, number or 0)
        playing.do(Undo(number or 0, before or last, why or _asked_why()))
    elif action == "rule":
        _rule(playing, number or 0, who or "", {"wounds": wounds, "void": void_points}, why or "")
    elif action == "go":
        _go(playing, number or _last(playing, lambda run: not run.closed, "go on with"), given)
    playing.commit()
    show_log(playing.entries, as_json, colour)
    if action == "undo" and not as_json and not playing.run(number or 0).closed:
        machine = playing.run(number or 0).machine
        how = f"rollkeep {machine} --log {file}" if machine in ASKED else f"rollkeep log {file} go"
        click.echo(f"\nRun {number} is open again. Go on: {how}")


def _fitting(
    action: str, tn: int | None, before: int | None, why: str | None, changed: str | None, given: Mapping[str, Any]
) -> None:
    """Raises: UsageError for what does not belong to the action."""
    declared = next((name for name, value in given.items() if value), "")
    for value, name, actions in (
        (tn is not None, "a TN", ("judge",)),
        (before, "--before", ("undo",)),
        (why, "--why", ("undo", "rule", "judge")),
        (changed, "--changed", ("again",)),
        (declared, f"--{declared.replace('_', '-')}", ("rule",) if declared in RULED_OF else ("again", "go")),
    ):
        if value and action not in actions:
            raise UsageError(f"{action} takes no {name.removeprefix('a ')}.", code="usage.clash", hint="Leave it out.")
    if action == "judge" and tn is None:
        raise UsageError("judge needs the TN.", code="usage.needs", hint="Such as rollkeep log FILE judge 20.")


def _any(run: Run) -> bool:
    return True


def _asked_why() -> str:
    """Why it is undone, as is answered on a terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return RULED
    return Text().convert(click.prompt("Why? It stays in the log", default=RULED, err=True), None, None)


def _is_trial(playing: Playing, number: int) -> bool:
    """Whether it is a skirmish that the computer plays alone, which costs nobody anything."""
    run, seats = playing.run(number), playing.table.seats
    if run.machine != "skirmish" or COMPUTER not in seats:
        return False
    fighters = {each.who for each in run.state.fighters}
    return bool(fighters) and fighters <= seats[COMPUTER].holds


def _rule(playing: Playing, number: int, text: str, moved: Mapping[str, int | None], why: str) -> None:
    """The game master says that tracks of somebody move.

    Raises: UsageError
    """
    if not (text and why and any(by is not None for by in moved.values())):
        raise UsageError(
            "rule needs whom, what, and why.",
            code="usage.needs",
            hint='Such as --who shinai --wounds +5 --why "the fall".',
        )
    cast, wanted = playing.table.cast, plain(text)
    found = [who for who in cast if plain(who) == wanted] or [who for who in cast if wanted in plain(who).split()]
    if len(found) != 1:
        many = f"{' and '.join(found)} are both called" if found else "Nobody here is called"
        raise UsageError(f"{many} {text[:40]!r}.", code="usage.needs", hint=f"Here are: {', '.join(cast)}.")
    who = found[0]
    events = []
    for track, by in moved.items():
        if by is None:
            continue
        left = room(cast[who], track, by) if track in tracks_of(cast[who]) else 0
        if not by or left != by:
            more = f"only {left:+} is possible" if left else "there is no room for that"
            raise UsageError(
                f"{who}: {track} {by:+} cannot be; {more}.", code="usage.number", hint="Change the number."
            )
        events.append(Shifted(who, track, by, why))
    playing.do(Rule(number, tuple(events), why))


def _last(playing: Playing, fits: Callable[[Run], bool], what: str) -> int:
    """The run of the last entry that is one of a procedure and fits."""
    for entry in reversed(playing.entries):
        run = playing.run(entry.run)
        if run.machine and run.state is not None and fits(run):
            return entry.run
    raise UsageError(
        f"There is nothing to {what} in this log.", code="usage.ledger", hint="rollkeep log FILE shows it."
    )


def _last_move(playing: Playing, number: int) -> int:
    """The last entry of a run that somebody, not chance, made and that stands."""
    if not playing.run(number).machine:
        raise UsageError(f"Run {number} is no procedure.", code="usage.roll", hint="rollkeep log FILE shows the runs.")
    found = last_step([entry for entry in playing.entries if entry.run == number])
    if found is not None:
        return found
    raise UsageError(f"Run {number} has nothing left to undo.", code="usage.ledger", hint="rollkeep log FILE shows it.")


def _check_of(playing: Playing, number: int | None, fits: Callable[[Check], bool], what: str) -> tuple[int, Check]:
    """The check of that number, or the last one that fits."""

    def fitting(run: Run) -> bool:
        return isinstance(run.state, Check) and fits(run.state)

    number = number or _last(playing, fitting, what)
    run = playing.run(number)
    if not fitting(run):
        raise UsageError(f"Run {number} is no check to {what}.", code="usage.roll", hint="Name one: --run N.")
    return number, run.state


def _judge(playing: Playing, number: int | None, tn: int | None, why: str) -> None:
    number, check = _check_of(playing, number, lambda check: bool(check.roll and check.roll.kept), "judge")
    later = check.asked is not None and check.asked.judging == "later"
    gone = struck(playing.entries)
    for entry in reversed(playing.entries):
        if entry.run == number and entry.seq not in gone and entry.asked and isinstance(bare(entry.asked).move, Judge):
            playing.do(Undo(number, entry.seq, why))
            break
    playing.do(Act(number, GM, Judge(tn or 0), why="" if later else why))


def _again(playing: Playing, number: int | None, changed: str, given: Mapping[str, Any]) -> int:
    """Another attempt at a check: a run that follows the first.

    Source: 4e.retry
    """
    number, check = _check_of(playing, number, lambda check: check.judged is not None, "try again")
    asked, judged = check.asked, check.judged
    assert asked
    assert judged
    later = (n for n in playing.table.runs if playing.run(n).after == number and playing.run(n).state is not None)
    if (other := next(later, 0)) and playing.run(other).state.asked:
        raise RuleError("4e.retry", f"Run {number} was tried again in run {other}.", hint=f"Name that: --run {other}.")
    if bare(judged.success):
        raise RuleError("4e.retry", f"Run {number} succeeded already.", hint="Only what has failed is tried again.")
    attempt = asked.attempt + 1
    ask = Ask(
        asked.who,
        asked.deed,
        bare(judged.tn),
        "hidden" if asked.judging == "hidden" else "told",
        asked.label,
        asked.free,
        asked.adds,
        attempt,
        changed,
        asked.shown,
        asked.told,
    )
    one = playing.table.cast[asked.who]
    said = declaring([Side(asked.who, one, asked.deed)], given)[0]
    roll = Roll(asked.who, asked.deed, "open", "", asked.free, asked.adds, attempt=attempt, changed=changed)
    try:
        check_declared(roll, one, Declare(asked.who), playing.rulings)
    except RuleError as fault:
        if "--attempt" in fault.hint:
            fault.hint = "Ask for it anew: rollkeep check."
        raise
    if not changed and needs_change(one.sheet, asked.deed):
        raise RuleError(
            "4e.retry",
            "Intelligence and Perception are not tried again unless something has changed.",
            hint='Say what: --changed "a better light".',
        )
    started = playing.do(Start("check", asked.who if asked.shown == "self" else GM, ask, after=number))
    playing.roll(started, {asked.who: said})
    return started


def _go(playing: Playing, number: int, given: Mapping[str, Any]) -> None:
    """Rolls what is still open in a run, as the options say."""
    run = playing.run(number)
    if isinstance(run.state, Check) and run.state.roll and run.state.roll.kept and not run.closed:
        raise UsageError(f"Run {number} waits for a verdict.", code="usage.roll", hint="rollkeep log FILE judge 20.")
    if run.machine in ASKED and not run.closed:
        raise UsageError(
            f"Run {number} is a {run.machine}.",
            code="usage.roll",
            hint=f"Go on with it: rollkeep {run.machine} --log {playing.path}",
        )
    if run.closed or not run.machine:
        raise UsageError(f"Run {number} is over.", code="usage.roll", hint="rollkeep log FILE shows it.")
    cast = playing.table.cast
    whose = (run.state.faced.a, run.state.faced.b) if run.machine == "iaijutsu" else None
    deeds = {each.who: each.deed for each in rolls_of(run.state)}
    sides = [Side(who, cast[who], deeds.get(who, "")) for who in whose or deeds]
    said = declaring(sides, given)
    playing.do(Go(number))
    if playing.run(number).closed:
        return
    if run.machine == "iaijutsu":
        play_duel(playing, number, sides, list(map(stages_of, said)))
    elif run.machine == "task":
        play_task(playing, number, said[0], MAX_ROLLS)
    else:
        playing.roll(number, {side.who: one for side, one in zip(sides, said, strict=True)})
