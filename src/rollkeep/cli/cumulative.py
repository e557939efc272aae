"""``rollkeep cumulative``: a total TN is whittled down, roll by roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.playing import COMMON, Playing
from rollkeep.cli.rulings import typed_fourth
from rollkeep.cli.show import Page, addition, percent
from rollkeep.cli.show_play import kept_of, play_as_json, roll_as_json, show_why
from rollkeep.cli.sides import Declaring, Side, declaring, helper_ranks, of_sides, side_of
from rollkeep.cli.words import Text, Verb, Whole, unshield
from rollkeep.errors import UsageError
from rollkeep.fourth.play.task import MAX_ROLLS, MAX_TOTAL, Ended, Plan, Task, Worked, counts_from
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.play.together import joint
from rollkeep.fourth.wording import sentence
from rollkeep.machine.machine import GM
from rollkeep.reason import Reason
from rollkeep.table.entry import Start

MOST_ROWS = 24
SURE = Fraction(9995, 10_000)
MARKS = tuple(Fraction(share, 100) for share in (1, 5, 10, 25, 50, 75, 90, 95, 99))


@click.command(
    "cumulative",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["words"], nargs=-1, metavar="WHO WHAT", callback=unshield),
        click.Option(["--tn"], type=Whole(1, MAX_TOTAL), help="The total to be whittled down."),
        click.Option(["--minimum"], type=Whole(0, 999), help="A roll below it does not count."),
        click.Option(["--flub"], type=Whole(0, 999), help="A roll below it costs progress."),
        click.Option(["--every"], type=Text(60), help='Time between rolls, such as "1 week".'),
        click.Option(["--helpers"], metavar="2,1", help="Ranks of helpers: they add to every roll."),
        click.Option(["--rolls"], type=Whole(1, MAX_ROLLS), help="Roll so often now, not to the end."),
        *of_sides(),
        *COMMON,
    ],
)
def command(
    words: tuple[str, ...],
    tn: int | None,
    minimum: int | None,
    flub: int | None,
    every: str | None,
    helpers: str | None,
    rolls: int | None,
    label: str | None,
    seed: int | None,
    ruled: tuple[str, ...],
    log_file: str | None,
    only_odds: bool,
    dry_run: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """A task over time: a total TN is whittled down by the total of each roll that counts.

    \b
      rollkeep cumulative 7k3 --tn 60 --minimum 15 --flub 5 --every "1 week"
      rollkeep cumulative isawa spellcraft --tn 100 --rolls 1 --log scroll.jsonl
      rollkeep cumulative --rolls 1 --log scroll.jsonl          goes on with it
      rollkeep cumulative 7k3 --tn 60 --minimum 15 --odds
    """
    config = load()
    rulings = (*config.rulings, *typed_fourth(ruled))
    if only_odds and (log_file or rolls):
        option = "--log" if log_file else "--rolls"
        raise UsageError(
            f"--odds rolls nothing, so it takes no {option}.", code="usage.clash", hint=f"Leave {option} out."
        )
    if only_odds and given["void"]:
        raise UsageError(
            "These odds are of rolls that are all alike, so they take no --void.",
            code="usage.clash",
            hint="Void Points are spent on each roll as long as they last.",
        )
    playing = Playing(log_file, seed, rulings, dry_run=dry_run or only_odds)
    if words:
        if tn is None:
            raise UsageError("A task needs its total TN.", code="usage.needs", hint="Add --tn 60.")
        side = side_of(" ".join(words), "A")
        said = declaring([side], given, odds=only_odds)[0]
        plan = Plan(
            side.who,
            side.deed,
            tn,
            minimum or 0,
            flub or 0,
            joint(helper_ranks(helpers)),
            said.free,
            said.adds,
            every or "",
            label or "",
        )
        number = playing.do(playing.join([side]), Start("task", GM, plan))
    else:
        _only_goes_on(tn, minimum, flub, every, helpers, label, given["free_raises"], given["add"])
        number = _open_task(playing)
        playing.recall()
        task: Task = playing.run(number).state
        assert task.planned
        one = playing.table.cast[task.planned.who]
        said = declaring([Side(task.planned.who, one, task.planned.deed)], given)[0]
    if only_odds:
        _odds(playing, number, said, as_json, config.colour)
        return
    before = playing.run(number).state.rolls
    play_task(playing, number, said, before + (rolls or MAX_ROLLS))
    playing.commit()
    _show(playing, number, before, as_json, config.colour)


def play_task(playing: Playing, number: int, said: Declaring, until: int) -> None:
    """Rolls on; Void Points are spent on each roll as long as there are any."""
    thrown: dict[str, int] = {}
    while not playing.run(number).closed and playing.run(number).state.rolls < until:
        task: Task = playing.run(number).state
        assert task.planned
        who, rolls = task.planned.who, task.rolls
        lasts = playing.table.cast[who].void >= len(said.void.split("+"))
        playing.roll(
            number,
            {who: said if lasts or not rolls else said._replace(void="")},
            until=lambda state, rolls=rolls: state.rolls > rolls,  # type: ignore[misc]
            thrown=thrown,
        )


def _only_goes_on(*planned: Any) -> None:
    """Raises: UsageError where something of the plan is said once more."""
    names = ("tn", "minimum", "flub", "every", "helpers", "label", "free-raises", "add")
    if said := [f"--{name}" for name, value in zip(names, planned, strict=True) if value not in (None, ())]:
        raise UsageError(
            f"The task goes on as it was planned, without {' and '.join(said)}.",
            code="usage.clash",
            hint="Leave it out, or name who rolls to begin another task.",
        )


def _open_task(playing: Playing) -> int:
    """The task of a log that is not finished."""
    for number in sorted(playing.table.open, reverse=True):
        if playing.run(number).machine == "task":
            return number
    raise UsageError(
        "There is no unfinished task.", code="usage.needs", hint="Begin one: cumulative 7k3 --tn 60 --log FILE."
    )


def _show(playing: Playing, number: int, before: int, as_json: bool, colour: str) -> None:
    task: Task = playing.run(number).state
    assert task.planned
    done: list[tuple[Any, Worked]] = []
    reasons: list[Reason] = []
    rolled: Any = None
    for event, state in playing.happened(number):
        if isinstance(event, Worked):
            done.append((rolled, event))
        if isinstance(event, Worked | Ended):
            reasons.append(tell(event))
        rolled = state.roll
    if as_json:
        from rollkeep.cli.as_json import dump

        ended = task.ended
        result = {
            "total": task.planned.total,
            "left": max(task.left, 0),
            "rolls": task.rolls,
            "waits": ended.waits if ended else None,
            "every": task.planned.every,
            "done": bool(ended and ended.done),
            "steps": [{"total": one.total, "case": one.case, "left": max(one.left, 0)} for _, one in done],
        }
        rolls = [roll_as_json(roll, playing.person(roll.who), task.planned.label) for roll, _ in done]
        dump(play_as_json("task", task.planned.label, rolls, result, None, reasons))
        return
    page = Page(colour)
    page.wrapped(sentence(tell(task.planned)), bold=True)
    if done and done[-1][0].declared:
        for reason in done[-1][0].declared.reasons:
            page.wrapped(f"{sentence(reason)} [{reason.rule}]", "  ", dim=True)
        minimum = counts_from(task.planned, done[-1][0].declared)
        if minimum != task.planned.minimum:
            page.wrapped(f"So a roll counts from {minimum} on. [4e.cumulative]", "  ", dim=True)
    page.add()
    digits = len(str(len(done)))
    for i, (roll, worked) in enumerate(done, 1):
        if i <= before:
            continue
        wait = f"after {task.planned.every}: " if task.planned.every and i > 1 else ""
        void = f" A Void Point: {roll.declared.void}." if roll.declared.void else ""
        page.wrapped(f"{i:>{digits}}. {wait}{addition(kept_of(roll))}; {sentence(tell(worked))}{void}")
    show_why(page, reasons[-1:] if task.ended else [])
    if not task.ended:
        page.add(f"{task.left} left." + (f" Go on: rollkeep cumulative --log {playing.path}" if playing.path else ""))
    page.print()


def _odds(playing: Playing, number: int, said: Declaring, as_json: bool, colour: str) -> None:
    from rollkeep.advice import play as advice

    task: Task = playing.run(number).state
    plan = task.planned
    assert plan
    declared = playing.declared(number, {plan.who: said})[plan.who]
    rulings = playing.rulings
    minimum = counts_from(plan, declared)
    found = advice.task(declared.pool, plan.total, minimum, plan.flub, rulings)
    finite, waits = isfinite(found.mean), found.mean - (rulings("cumulative_time") == "between")
    if as_json:
        from rollkeep.as_json import chance_as_json
        from rollkeep.cli.as_json import dump

        dump(
            {
                "machine": "task",
                "rolls": [{"n": n, "chance": chance_as_json(chance)} for n, chance in found.rolls],
                "unfinished": chance_as_json(found.unfinished),
                "mean": found.mean if finite else None,
                "sd": found.sd if finite else None,
                "waits": waits if finite else None,
                "every": plan.every,
            }
        )
        return
    page = Page(colour)
    page.wrapped(sentence(tell(plan)), bold=True)
    if minimum != plan.minimum:
        page.add(f"  So a roll counts from {minimum} on. [4e.cumulative]")
    page.add()
    for n, chance, by_then in _rows(found.rolls):
        page.add(f"  done at roll {n:>4}  {percent(chance):>11}   by then {percent(by_then):>11}")
    if not found.rolls or not any(chance for _, chance in found.rolls):
        page.add("  It is never done: no roll that counts brings it nearer.")
    page.add()
    time = f", {waits:.1f} times {plan.every}" if plan.every else ""
    told = f"{found.mean:.2f} rolls{time}; spread {found.sd:.2f} rolls" if finite else "no end"
    page.wrapped(f"Expected: {told}.")
    page.print()


def _rows(rolls: Sequence[tuple[int, Fraction]]) -> list[tuple[int, Fraction, Fraction]]:
    """What is worth a line: all that have a chance, or where these are many, those at which a share is passed."""
    rows, so_far = [], Fraction(0)
    for n, chance in rolls:
        so_far += chance
        if chance:
            rows.append((n, chance, so_far))
        if so_far > SURE:
            break
    if len(rows) <= MOST_ROWS:
        return rows
    marks = [next((row for row in rows if row[2] >= mark), rows[-1]) for mark in MARKS]
    return sorted({rows[0], *marks})
