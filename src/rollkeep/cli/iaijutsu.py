"""``rollkeep iaijutsu``: Assessment, Focus, Strike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.playing import COMMON, Playing
from rollkeep.cli.rulings import typed_fourth
from rollkeep.cli.show import Page, percent
from rollkeep.cli.show_play import enclosed_as_json, play_as_json, roll_as_json, show_roll
from rollkeep.cli.sides import Declaring, Side, declaring, of_sides, place_of, placed, raises_of, sides_of
from rollkeep.cli.what import flag
from rollkeep.cli.words import OneOf, Verb
from rollkeep.dice.notation import is_terms
from rollkeep.errors import UsageError
from rollkeep.fourth import sheet
from rollkeep.fourth.play.iaijutsu import FORMS, Answer, Duel, Ended, Face, Staged, is_duellist, stage_roll
from rollkeep.fourth.play.roll import Declare, check_declared
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.wording import sentence
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Act, Start
from rollkeep.text import columns, fitted


@click.command(
    "iaijutsu",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["words"], nargs=-1, required=True, metavar="WHO WHO"),
        click.Option(["--to"], type=OneOf(FORMS), default=FORMS[0], help="first-blood, or death."),
        click.Option(["--concede"], metavar="A", help="Who concedes after the Assessment."),
        click.Option(["--assess"], metavar="A=N", multiple=True, help="Raises on the Assessment, a fact for each."),
        click.Option(
            ["--void-at"], metavar="A=STAGE", multiple=True, help="Where --void counts: assessment, focus or strike."
        ),
        *of_sides("free_raises", "add"),
        *COMMON,
    ],
)
def command(
    words: tuple[str, ...],
    to: str,
    concede: str | None,
    assess: tuple[str, ...],
    void_at: tuple[str, ...],
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
      rollkeep iaijutsu shinai rival --to death --raises A=1
      rollkeep iaijutsu shinai rival --void B=boost --concede A
      rollkeep iaijutsu shinai rival --odds

    Raises are called on the Strike; the dice of each roll thrown by hand stand between slashes.
    """
    config = load()
    rulings = (*config.rulings, *typed_fourth(ruled))
    if len(words) != 2:
        raise UsageError("A duel is between two.", code="usage.needs", hint="Such as iaijutsu shinai rival.")
    if pools := [word for word in words if is_terms(word)]:
        raise UsageError(
            f"{pools[0][:20]} is a pool, and only characters duel.",
            code="usage.needs",
            hint="rollkeep sheet new NAME makes one.",
        )
    declared = {**given, "concede": concede, "assess": assess, "void_at": void_at}
    if only_odds and (option := next((name for name, value in declared.items() if value), "")):
        raise UsageError(
            f"The odds of a duel are those with nothing declared, so they take no {flag(option)}.",
            code="usage.clash",
            hint="Leave it out.",
        )
    sides = sides_of([f"{word} iaijutsu/awareness" for word in words])
    said = declaring(sides, given)
    for side in sides:
        if not is_duellist(side.one):
            raise UsageError(
                f"{side.who} cannot duel: something of Iaijutsu, its Traits, Void, Strength or Armor TN is missing.",
                code="usage.needs",
                hint="rollkeep sheet show tells what is written down.",
            )
    gives_up = None if concede is None else place_of(sides, concede)
    if concede is not None and gives_up is None:
        raise UsageError(
            f"--concede {concede[:40]!r} is none of the two.",
            code="usage.needs",
            hint=f"Write A for {sides[0].who} or B for {sides[1].who}.",
        )
    playing = Playing(log_file, seed, rulings, dry_run=dry_run or only_odds)
    if only_odds:
        _odds(playing, sides, as_json, config.colour)
        return
    stages = [stages_of(one) for one in said]
    for text in assess:
        place, value = placed(sides, "assess", text)
        stages[place]["assessment"] = stages[place]["assessment"]._replace(raises=raises_of(value))
    for text in void_at:
        place, value = placed(sides, "void_at", text)
        if value not in stages[place]:
            raise UsageError(
                f"--void-at takes assessment, focus or strike, not {value[:20]!r}.", hint="Write --void-at A=focus."
            )
        stages[place] = {
            stage: one._replace(void=said[place].void if stage == value else "") for stage, one in stages[place].items()
        }
    for side, of_side in zip(sides, stages, strict=True):  # refused now rather than in the midst of the duel
        for stage, one in of_side.items():
            roll = stage_roll(side.one, stage, playing.rulings)
            check_declared(roll, side.one, Declare(side.who, one.raises, one.raise_for, 0, one.void), playing.rulings)
    face = Face(sides[0].who, sides[1].who, to, label or "")
    number = playing.do(playing.join(sides), Start("iaijutsu", GM, face))
    play_duel(playing, number, sides, stages, gives_up)
    playing.commit()
    _show(playing, number, as_json, config.colour)


Stages = dict[str, Declaring]
"""What one side declares for each step of a duel that is a check."""


def stages_of(one: Declaring) -> Stages:
    """What is declared counts for the Strike, the dice for every roll."""
    plain = one._replace(raises=0, raise_for="", lower=0, void="", named=())
    return {"assessment": plain, "focus": plain, "strike": one}


def play_duel(
    playing: Playing, number: int, sides: Sequence[Side], stages: Sequence[Stages], gives_up: int | None = None
) -> None:
    """A duel to its end; the side ``gives_up`` concedes before the Focus."""
    how = dict(zip((side.who for side in sides), stages, strict=True))
    thrown: dict[str, int] = {}
    while not playing.run(number).closed:
        duel: Duel = playing.run(number).state
        if duel.stage == "answer":
            who = next(side.who for side in sides if side.who not in duel.stands)
            concedes = gives_up is not None and sides[gives_up].who == who
            playing.do(Act(number, who, Answer(who, concedes)))
            continue
        stage = duel.stage
        skilled = {who for who in how if sheet.skill(playing.table.cast[who].sheet, "iaijutsu").rank}
        free = {each.who: each.free for each in duel.rolls if each.who in skilled}
        playing.roll(
            number,
            {who: _at(stage, one, free.get(who, 0)) for who, one in how.items()},
            until=lambda state, stage=stage: state.stage != stage,  # type: ignore[misc]
            thrown=thrown,
        )


def _at(stage: str, declared: Stages, free: int) -> Declaring:
    """What is declared at a step. Free Raises are spent on the Armor TN as far as there are, else on damage."""
    one = declared.get(stage) or stages_of(declared["strike"])["focus"]
    if stage != "strike":
        return one
    lower = min(one.lower, free)
    return one._replace(lower=lower, raise_for=one.raise_for or ("increased damage" if free > lower else ""))


def _show(playing: Playing, number: int, as_json: bool, colour: str) -> None:
    duel: Duel = playing.run(number).state
    assert duel.faced
    assert duel.ended
    label = duel.faced.label
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
                page.add()
                show_roll(page, each)
            page.add()
        kind = type(event).__name__
        if kind not in ("Declared", "Threw", "Kept", "Shifted", "Closed"):
            reasons.append(tell(event))
            text = f"{sentence(reasons[-1])} [4e.iaijutsu]"
            if isinstance(event, Staged | Ended) and page.lines and page.lines[-1]:
                page.add()
            page.wrapped(text, bold=isinstance(event, Staged | Ended))
        before = state.rolls
    if as_json:
        from rollkeep.cli.as_json import dump

        result = {"case": duel.ended.case, "first": duel.focused.first if duel.focused else None}
        told = [roll_as_json(each, playing.person(each.who), label) for each in rolls]
        dump(play_as_json("iaijutsu", label, told, result, duel.ended.winner or None, reasons))
        return
    page.print()


def _odds(playing: Playing, sides: list[Any], as_json: bool, colour: str) -> None:
    from rollkeep.advice import play as advice

    found = advice.iaijutsu(sides[0].one, sides[1].one, playing.rulings)
    names = [side.who for side in sides]
    if as_json:
        from rollkeep.cli.as_json import dump

        first = {who: enclosed_as_json(*chance) for who, chance in zip(names, found.first, strict=True)}
        dump({"machine": "iaijutsu", "first": first, "together": enclosed_as_json(*found.together)})
        return
    page = Page(colour)
    page.add("Who strikes first, with nothing declared")
    wide = min(max(columns(f"{who} first") for who in ("both at ", *names)), 60)
    for who, chance in zip(names, found.first, strict=True):
        page.add(f"  {fitted(f'{who} first', wide)}  {percent((chance.low + chance.high) / 2):>11}")
    page.add(f"  {fitted('both at once', wide)}  {percent((found.together.low + found.together.high) / 2):>11}")
    page.print()
