"""``rollkeep check``: one roll against a Target Number that is told, hidden, or decided when the total is known."""

from __future__ import annotations

from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.playing import COMMON, OF_SIDES, Playing, declaring, side_of
from rollkeep.cli.show import Page, percent
from rollkeep.cli.show_play import play_as_json, roll_as_json, show_roll, show_why
from rollkeep.cli.what import ruling
from rollkeep.cli.words import OneOf, Verb, Whole, unshield
from rollkeep.errors import UsageError
from rollkeep.fourth.play.check import SHOWN, TOLD, Ask, Check, Judged
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.request import MAX_TN
from rollkeep.fourth.rulings import choose
from rollkeep.machine.machine import GM
from rollkeep.machine.secret import bare
from rollkeep.odds import keep
from rollkeep.table.entry import Start


@click.command(
    "check",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["words"], nargs=-1, required=True, metavar="WHO WHAT", callback=unshield),
        click.Option(["--tn"], type=Whole(0, MAX_TN), help="Target Number; without it the total is all there is."),
        click.Option(["--hidden"], is_flag=True, help="The TN is the game master's secret."),
        click.Option(["--later"], is_flag=True, help="The game master judges the total: rollkeep log FILE judge 20."),
        click.Option(["--shown"], type=OneOf(SHOWN), default="open", help="Who sees the dice."),
        click.Option(["--told"], type=OneOf(TOLD), default="all", help="How much of the result is told."),
        *OF_SIDES,
        *COMMON,
    ],
)
def command(
    words: tuple[str, ...],
    tn: int | None,
    hidden: bool,
    later: bool,
    shown: str,
    told: str,
    label: str | None,
    seed: int | None,
    ruled: tuple[str, ...],
    log_file: str | None,
    only_odds: bool,
    dry_run: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """A check as a procedure with a log: asked, declared, thrown, kept, judged.

    \b
      rollkeep check shinai kyujutsu --tn 20 --raises 1 --log evening.jsonl
      rollkeep check 7k3 --later --log evening.jsonl
      rollkeep log evening.jsonl judge 20
    """
    if later and (tn is not None or hidden):
        raise UsageError("--later judges the total, so there is no TN yet.", code="usage.clash", hint="Leave one out.")
    if hidden and tn is None:
        raise UsageError("--hidden hides a TN.", code="usage.needs", hint="Add --tn 20.")
    config = load()
    rulings = choose((*config.rulings, *map(ruling, ruled)))
    side = side_of(" ".join(words), "A", aim="" if tn is None and not later else "open")
    said = declaring([side], given)[0]
    playing = Playing(log_file, seed, rulings, dry_run=dry_run or only_odds)
    judging = "later" if later else "hidden" if hidden else "none" if tn is None else "told"
    asked = Ask(side.who, side.deed, tn, judging, label or "", said.free, said.adds, shown=shown, told=told)
    number = playing.do(playing.join([side]), Start("check", GM, asked))
    if only_odds:
        declared = playing.declared(number, {side.who: said})[side.who]
        if tn is None:
            raise UsageError("The odds of a check need a TN.", code="usage.needs", hint="Add --tn 20.")
        chance = keep.chance(declared.pool, max(tn + declared.plus, 0))
        if as_json:
            from rollkeep.cli.as_json import chance_as_json, dump

            dump({"machine": "check", "tn": tn, "target": tn + declared.plus, "chance": chance_as_json(chance)})
        else:
            click.echo(f"{declared.pool} against {tn + declared.plus}: {percent(chance)}")
        return
    playing.roll(number, {side.who: said})
    show_check(playing, number, as_json, config.colour)


def show_check(playing: Playing, number: int, as_json: bool, colour: str) -> None:
    """A check as it stands."""
    check: Check = playing.run(number).state
    assert check.asked
    assert check.roll
    reasons = [tell(event) for event, _ in playing.happened(number) if isinstance(event, Judged)]
    judged = check.judged
    label = check.asked.label
    if as_json:
        from rollkeep.cli.as_json import dump

        tn, target = (bare(judged.tn), bare(judged.target)) if judged else (None, None)
        rolls = [roll_as_json(check.roll, label, tn, target, bare(judged.earned) if judged else None)]
        success = bare(judged.success) if judged else None
        result = {"success": success, "margin": bare(judged.margin) if judged else None, "run": number}
        dump(play_as_json("check", label, rolls, result, None, reasons))
        return
    page = Page(colour)
    page.wrapped(f"Run {number}{': ' + label if label else ''}", bold=True)
    show_roll(page, check.roll)
    show_why(page, reasons)
    if not judged and check.asked.judging == "later":
        page.wrapped(f"The game master judges: rollkeep log {playing.path or 'FILE'} judge 20")
    page.print()
