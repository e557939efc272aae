"""``rollkeep iaijutsu``: Assessment, Focus, Strike."""

from __future__ import annotations

from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.playing import COMMON, OF_SIDES, Playing, declaring, sides_of
from rollkeep.cli.show import Page, percent
from rollkeep.cli.show_play import enclosed_as_json, play_as_json, roll_as_json, show_roll
from rollkeep.cli.what import ruling
from rollkeep.cli.words import OneOf, Verb
from rollkeep.errors import UsageError
from rollkeep.fourth.play.iaijutsu import FORMS, Answer, Duel, Ended, Face, Staged, is_duellist
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.rulings import choose
from rollkeep.fourth.wording import sentence
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Act, Start


@click.command(
    "iaijutsu",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["a"], metavar="A"),
        click.Argument(["b"], metavar="B"),
        click.Option(["--to"], type=OneOf(FORMS), default=FORMS[0], help="first-blood, or death."),
        click.Option(["--concede"], metavar="A", help="Who concedes after the Assessment."),
        *OF_SIDES,
        *COMMON,
    ],
)
def command(
    a: str,
    b: str,
    to: str,
    concede: str | None,
    label: str | None,
    seed: int | None,
    ruled: tuple[str, ...],
    log_file: str | None,
    only_odds: bool,
    dry_run: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """An iaijutsu duel between two characters: Assessment, Focus, Strike.

    \b
      rollkeep iaijutsu shinai rival --to first-blood
      rollkeep iaijutsu shinai rival --to death --raises A=1 --raise-for "A=increased damage"
      rollkeep iaijutsu shinai rival --odds

    Raises are called on the Strike; the dice of each roll thrown by hand stand between slashes.
    """
    config = load()
    rulings = choose((*config.rulings, *map(ruling, ruled)))
    sides = sides_of([f"{a} iaijutsu/awareness", f"{b} iaijutsu/awareness"])
    said = declaring(sides, given)
    for side in sides:
        if not is_duellist(side.one):
            raise UsageError(
                f"{side.who} cannot duel: something of Iaijutsu, its Traits, Void, Strength or Armor TN is missing.",
                code="usage.needs",
                hint="rollkeep sheet show tells what is written down.",
            )
    names = [side.who for side in sides]
    playing = Playing(log_file, seed, rulings, dry_run=dry_run or only_odds)
    if only_odds:
        _odds(playing, sides, as_json, config.colour)
        return
    number = playing.do(playing.join(sides), Start("iaijutsu", GM, Face(names[0], names[1], to)))
    how = dict(zip(names, said, strict=True))
    careful = {who: one._replace(raises=0, raise_for="", void="", named=()) for who, one in how.items()}
    thrown: dict[str, int] = {}
    while not playing.run(number).closed:
        duel: Duel = playing.run(number).state
        if duel.stage == "answer":
            for side, letter in zip(sides, "AB", strict=True):
                if side.who not in playing.run(number).state.stands and not playing.run(number).closed:
                    gives_up = concede is not None and concede.lower() in (letter.lower(), side.who.lower())
                    playing.do(Act(number, side.who, Answer(side.who, gives_up)))
            continue
        stage = duel.stage
        playing.roll(
            number,
            how if stage == "strike" else careful,
            until=lambda state, stage=stage: state.stage != stage,  # type: ignore[misc]
            thrown=thrown,
        )
    _show(playing, number, label or "", as_json, config.colour)


def _show(playing: Playing, number: int, label: str, as_json: bool, colour: str) -> None:
    duel: Duel = playing.run(number).state
    assert duel.ended
    page = Page(colour)
    rolls: list[Any] = []
    reasons = []
    before: tuple[Any, ...] = ()
    finished: tuple[Any, ...] = ()
    for event, state in playing.happened(number):
        if all(each.kept for each in before) and before and before != finished:
            finished = before
            rolls += before
            for each in before:
                show_roll(page, each)
        kind = type(event).__name__
        if kind not in ("Declared", "Threw", "Kept", "Shifted", "Closed"):
            reasons.append(tell(event))
            text = f"{sentence(reasons[-1])} [4e.iaijutsu]"
            page.add() if isinstance(event, Staged | Ended) else None
            page.wrapped(text, bold=isinstance(event, Staged | Ended))
        before = state.rolls
    if as_json:
        from rollkeep.cli.as_json import dump

        result = {"case": duel.ended.case, "first": duel.focused.first if duel.focused else None}
        told = [roll_as_json(each, label) for each in rolls]
        dump(play_as_json("iaijutsu", label, told, result, duel.ended.winner or None, reasons))
        return
    page.print()


def _odds(playing: Playing, sides: list[Any], as_json: bool, colour: str) -> None:
    from rollkeep import advice

    found = advice.iaijutsu(sides[0].one, sides[1].one, playing.rulings)
    names = [side.who for side in sides]
    if as_json:
        from rollkeep.cli.as_json import dump

        first = {who: enclosed_as_json(*chance) for who, chance in zip(names, found.first, strict=True)}
        dump({"machine": "iaijutsu", "first": first, "together": enclosed_as_json(*found.together)})
        return
    page = Page(colour)
    page.add("Who strikes first, Raises and Void Points aside")
    for who, chance in zip(names, found.first, strict=True):
        page.add(f"  {who + ' first':32}{percent((chance.low + chance.high) / 2):>11}")
    page.add(f"  {'both at once':32}{percent((found.together.low + found.together.high) / 2):>11}")
    page.print()
