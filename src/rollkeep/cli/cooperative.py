"""``rollkeep cooperative``: one rolls and the others help, or everyone rolls and the best helps all others."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.playing import COMMON, Playing
from rollkeep.cli.rulings import typed_fourth
from rollkeep.cli.show import Page, percent
from rollkeep.cli.show_play import play_as_json, roll_as_json, show_roll, show_why, verdict_of
from rollkeep.cli.sides import Declaring, Side, declaring, helper_of, helper_ranks, of_sides, placed, rank_of, sides_of
from rollkeep.cli.verbs import names_ring_dice
from rollkeep.cli.words import OneOf, Verb, Whole, unshield
from rollkeep.dice.notation import is_terms
from rollkeep.errors import UsageError
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.play.person import person
from rollkeep.fourth.play.roll import aimed
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.play.together import MAX_TOGETHER, Begin, Done, Help, Helped, Lead, Together
from rollkeep.fourth.request import MAX_TN
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.wording import sentence
from rollkeep.machine.machine import GM
from rollkeep.odds import keep
from rollkeep.table import sheets
from rollkeep.table.entry import Act, Start
from rollkeep.text import columns, counted, fitted

HELPER = "helper"


@click.command(
    "cooperative",
    cls=Verb,
    options_metavar="[OPTIONS]",
    params=[
        click.Argument(["way"], type=OneOf(["joint", "each"]), metavar="joint|each"),
        click.Argument(["words"], nargs=-1, required=True, metavar="WORDS...", callback=unshield),
        click.Option(["--tn"], type=Whole(0, MAX_TN), help="Target Number of each who rolls."),
        click.Option(["--helpers"], metavar="2,1", help="Ranks of helpers who have no file."),
        click.Option(["--rank"], metavar="A=N", multiple=True, help="Rank of a side whose roll does not tell it."),
        *of_sides(),
        *COMMON,
    ],
)
def command(
    way: str,
    words: tuple[str, ...],
    tn: int | None,
    helpers: str | None,
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
    """Rolling together: one for all, or side by side.

    \b
      rollkeep cooperative joint shinai investigation isawa --tn 25
      rollkeep cooperative joint 6k3 --helpers 2,1 --tn 25
      rollkeep cooperative each athletics shinai isawa --tn 15
      rollkeep cooperative each 4k2 5k2 --rank A=1 --rank B=2 --tn 15

    joint: LEADER WHAT HELPER..., and --helpers. each: WHAT WHO..., or pools.
    """
    config = load()
    rulings = (*config.rulings, *typed_fourth(ruled))
    if tn is None:
        raise UsageError("They need a TN.", code="usage.needs", hint="Add --tn 20.")
    joint = way == "joint"
    rollers, others = _joint(words) if joint else (_each(words), [])
    ranks = _ranks(rollers, others, rank)
    said = declaring(rollers, given, odds=only_odds)
    playing = Playing(log_file, seed, rulings, dry_run=dry_run or only_odds)
    moves: list[Any] = []
    if joint:
        moves.append(Lead(rollers[0].who, rollers[0].deed, said[0].free, said[0].adds))
        moves += [Help(side.who, ranks[side.who]) for side in others]
        names = [f"{HELPER} {i}" for i, _ in enumerate(helper_ranks(helpers), 1)]
        named = [Side(name, person(Character(name)), "") for name in names]
        moves += [Help(side.who, number) for side, number in zip(named, helper_ranks(helpers), strict=True)]
        others = [*others, *named]
        if len(others) >= MAX_TOGETHER:
            raise UsageError(f"At most {MAX_TOGETHER} roll together.", hint="Leave some out.")
    else:
        if helpers:
            raise UsageError("--helpers belong to joint.", code="usage.needs", hint="Side by side everyone rolls.")
        moves = [
            Help(side.who, ranks[side.who], side.deed, one.free, one.adds)
            for side, one in zip(rollers, said, strict=True)
        ]
    first, *rest = moves
    requests = [playing.join([*rollers, *others]), Start("together", GM, first), *(Act(0, GM, move) for move in rest)]
    number = playing.do(*requests, Act(0, GM, Begin(tn, label or "")))
    how = {side.who: one for side, one in zip(rollers, said, strict=True)}
    if only_odds:
        _odds(playing, number, how, tn, as_json, config.colour)
        return
    playing.roll(number, how)
    playing.commit()
    _show(playing, number, tn, label or "", as_json, config.colour)


def _joint(words: tuple[str, ...]) -> tuple[list[Side], list[Side]]:
    """The leader, and the helpers from files; what the leader rolls may be several words, up to the first file."""
    if is_terms(words[0]) or names_ring_dice(words[:1]):
        leader, helpers = words[0], words[1:]
    elif len(words) < 2:
        raise UsageError(
            "joint needs LEADER WHAT.", code="usage.needs", hint="Such as joint shinai investigation isawa."
        )
    else:
        first = next((i for i, word in enumerate(words) if i > 1 and sheets.find(word)), None)
        end = first or _end_of_deed(sheets.load(words[0]).character, words)
        leader, helpers = " ".join(words[:end]), words[end:]
    rollers = sides_of([leader])
    skill = read_deed(rollers[0].one.sheet, rollers[0].deed).skill
    if helpers and not skill:
        raise UsageError("These helpers have no Skill to help with.", hint="Give their ranks: --helpers 2,1.")
    others = [helper_of(name) for name in helpers]
    if len({side.who for side in (*rollers, *others)}) <= len(others):
        raise UsageError("Somebody helps twice.", code="usage.clash", hint="Name each helper once.")
    return rollers, others


def _end_of_deed(character: Character, words: tuple[str, ...]) -> int:
    """How many words still say what the leader rolls."""
    for end in range(len(words), 2, -1):
        with suppress(UsageError):
            read_deed(character, " ".join(words[1:end]))
            return end
    return 2


def _each(words: tuple[str, ...]) -> list[Side]:
    """Everyone who rolls: WHAT and names, or pools."""
    sides = sides_of(words) if is_terms(words[0]) or names_ring_dice(words[:1]) else sides_of(words[1:], words[0])
    if len(sides) < 2:
        raise UsageError("each needs two who roll.", code="usage.needs", hint="Such as each athletics shinai isawa.")
    return sides


def _ranks(rollers: list[Side], others: list[Side], given: tuple[str, ...]) -> dict[str, int]:
    """The rank of everyone in the Skill that is rolled: as the sheet says, or as given."""
    from rollkeep.fourth import sheet

    found = {}
    led = read_deed(rollers[0].one.sheet, rollers[0].deed).skill
    for side in (*rollers, *others):
        skill = read_deed(side.one.sheet, side.deed).skill if side.deed else led
        found[side.who] = sheet.skill(side.one.sheet, skill).rank if skill else 0
    for text in given:
        place, value = placed(rollers, "rank", text)
        found[rollers[place].who] = rank_of(value)
    return found


def _show(playing: Playing, number: int, tn: int, label: str, as_json: bool, colour: str) -> None:
    state: Together = playing.run(number).state
    done = state.done
    assert done
    told = [event for event, _ in playing.happened(number)]
    reasons = [tell(event) for event in told if isinstance(event, Done)]
    results = {who: (target, margin) for who, target, margin in done.results}
    if as_json:
        from rollkeep.cli.as_json import dump

        rolls = [
            roll_as_json(each, playing.person(each.who), label, tn, results[each.who][0], _earned(each))
            for each in state.rolls
        ]
        result = {
            "each": {who: margin >= 0 for who, (_, margin) in results.items()},
            "all": done.all_succeeded,
            "bonuses": dict(state.began.bonuses) if state.began else {},
        }
        dump(play_as_json("together", label, rolls, result, None, reasons))
        return
    page = Page(colour)
    page.wrapped(f"{label}: TN {tn}" if label else f"Together against TN {tn}", bold=True)
    for event in told:
        if isinstance(event, Helped):
            reason = tell(event)
            page.wrapped(f"{sentence(reason)} [{reason.rule}]", "  ", dim=True)
    for each in state.rolls:
        target, margin = results[each.who]
        page.add()
        show_roll(page, each, verdict_of(margin, target))
    show_why(page, reasons)
    page.print()


def _earned(roll: Any) -> int:
    return int(roll.declared.raises + roll.declared.free - roll.declared.lower)


def _odds(playing: Playing, number: int, how: dict[str, Declaring], tn: int, as_json: bool, colour: str) -> None:
    found = playing.declared(number, how)
    chances = {who: keep.chance(one.pool, aimed(one, tn, playing.rulings)) for who, one in found.items()}
    every = Fraction(1)
    for chance in chances.values():
        every *= chance
    if as_json:
        from rollkeep.as_json import chance_as_json
        from rollkeep.cli.as_json import dump

        each = {who: chance_as_json(chance) for who, chance in chances.items()}
        dump({"machine": "together", "tn": tn, "each": each, "all": chance_as_json(every)})
        return
    page = Page(colour)
    page.add(f"Against TN {tn}, {counted(len(found), 'roll')}")
    wide = min(max(map(columns, ("all succeed", *chances))), 50)
    for who, chance in chances.items():
        page.add(f"  {fitted(who, wide)}  {found[who].pool!s:8}  {percent(chance):>11}")
    page.add(f"  {fitted('all succeed', wide)}  {'':8}  {percent(every):>11}")
    page.print()
