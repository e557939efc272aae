"""``rollkeep check``: one roll against a Target Number that is told, hidden, or decided when the total is known."""

from __future__ import annotations

from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.playing import COMMON, Playing
from rollkeep.cli.rulings import typed_fourth
from rollkeep.cli.show import Page, percent
from rollkeep.cli.show_play import play_as_json, roll_as_json, show_roll, show_why
from rollkeep.cli.sides import Declaring, Side, declaring, of_sides, side_of
from rollkeep.cli.what import needs
from rollkeep.cli.words import OneOf, Verb, Whole, unshield
from rollkeep.errors import UsageError
from rollkeep.fourth.play.bound import Rollable
from rollkeep.fourth.play.check import SHOWN, TOLD, Ask, Check
from rollkeep.fourth.play.person import able
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.request import MAX_TN
from rollkeep.machine.machine import GM, Who
from rollkeep.machine.secret import bare
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
        *of_sides(),
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
    if given["free_raises"] and tn is None and not later:
        raise needs("free_raises", ("tn", "later"))
    if only_odds and tn is None:
        raise UsageError("The odds of a check need a TN.", code="usage.needs", hint="Add --tn 20.")
    config = load()
    rulings = (*config.rulings, *typed_fourth(ruled))
    side = side_of(" ".join(words), "A", aim="" if tn is None and not later else "open")
    said = declaring([side], given, odds=only_odds)[0]
    judging = "later" if later else "hidden" if hidden else "none" if tn is None else "told"
    asked = Ask(side.who, side.deed, tn, judging, label or "", said.free, said.adds, shown=shown, told=told)
    playing = Playing(log_file, seed, rulings, dry_run=dry_run or only_odds)
    number = playing.do(playing.join([side]), Start("check", _asker(asked), asked))
    if only_odds:
        assert tn is not None
        _odds(playing, number, side, said, tn, as_json)
        return
    playing.roll(number, {side.who: said})
    playing.commit()
    show_check(playing, number, as_json, config.colour)


def _asker(asked: Ask) -> Who:
    """The game master, but what only the roller sees is the roller's own."""
    if asked.shown != "self":
        return GM
    if asked.judging == "hidden" or asked.told != "all" or asked.free:
        raise UsageError(
            "--shown self is a player's own roll: no --hidden, --told or --free-raises.",
            code="usage.clash",
            hint="Leave one out.",
        )
    return asked.who


def _odds(playing: Playing, number: int, side: Side, said: Declaring, tn: int, as_json: bool) -> None:
    """The chance, and where the check can be tried again, that of each further try."""
    from rollkeep.advice import play as advice

    declared = playing.declared(number, {side.who: said})[side.who]
    rulings = playing.rulings
    again = Rollable(able(side.one), "open", again=True).holds(side.deed)
    tries = int(rulings("max_attempts")) if again else 1
    if said.void and (person := playing.person(side.who)):  # no further than the points last
        tries = min(tries, person.void // len(said.void.split("+")))
    found = advice.attempts(declared, tn, rulings, max(tries, 1))
    if as_json:
        from rollkeep.as_json import chance_as_json
        from rollkeep.cli.as_json import dump

        attempts = [
            {
                "n": one.number,
                "target": one.target,
                "chance": chance_as_json(one.chance),
                "by_then": chance_as_json(one.by_then),
            }
            for one in found
        ]
        first = {"target": found[0].target, "chance": chance_as_json(found[0].chance)}
        dump({"machine": "check", "tn": tn, **first, "attempts": attempts})
        return
    click.echo(f"{declared.pool} against {found[0].target}: {percent(found[0].chance)}")
    for one in found[1:]:
        click.echo(
            f"  try {one.number}, against {one.target}: {percent(one.chance)}; "
            f"in {one.number} tries {percent(one.by_then)} [4e.retry]"
        )


def show_check(playing: Playing, number: int, as_json: bool, colour: str) -> None:
    """A check as it stands."""
    check: Check = playing.run(number).state
    assert check.asked
    assert check.roll
    label, judged = check.asked.label, check.judged
    reasons = [tell(judged)] if judged else []
    if as_json:
        from rollkeep.cli.as_json import dump

        tn, target = (bare(judged.tn), bare(judged.target)) if judged else (None, None)
        earned = bare(judged.earned) if judged else None
        rolls = [roll_as_json(check.roll, playing.person(check.asked.who), label, tn, target, earned)]
        success = bare(judged.success) if judged else None
        result = {"success": success, "margin": bare(judged.margin) if judged else None, "run": number}
        dump(play_as_json("check", label, rolls, result, None, reasons))
        return
    page = Page(colour)
    head = [f"Run {number}"] if playing.path else []
    head += [label] if label else []
    if head:
        page.wrapped(": ".join(head), bold=True)
        page.add()
    show_roll(page, check.roll)
    show_why(page, reasons)
    if not judged and check.asked.judging == "later":
        page.wrapped("The game master judges" + (f": rollkeep log {playing.path} judge 20" if playing.path else "."))
    page.print()
