"""``rollkeep void``: a character's Void Points, spent and regained in a ledger that nothing is ever deleted from."""

from __future__ import annotations

import os
from typing import Any

import click

from rollkeep.cli.rulings import of_fourth, typed_fourth
from rollkeep.cli.show import Page, show_roll
from rollkeep.cli.words import OneOf, Text, Whole
from rollkeep.dice.pool import keep, throw
from rollkeep.errors import RuleError, UsageError
from rollkeep.fourth import sheet as sheets_of
from rollkeep.fourth import tracks, void
from rollkeep.fourth.by_sheet import fill
from rollkeep.fourth.check import Outcome, declare, judge
from rollkeep.fourth.deed import Deed
from rollkeep.fourth.request import Request
from rollkeep.fourth.roll import NOTHING
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.tracks import Shift
from rollkeep.names import nearest, plain
from rollkeep.table import entropy, ledger, sheets
from rollkeep.table.change import change
from rollkeep.table.ledger import Entry, Ledger
from rollkeep.table.sheets import Sheet
from rollkeep.text import counted

ACTIONS = ("log", "spend", "rest", "meditate", "tea", "undo")


@click.command("void", options_metavar="[OPTIONS]")
@click.argument("name", metavar="SHEET")
@click.argument("action", type=OneOf(ACTIONS), default="log", metavar="[log|spend|rest|meditate|tea|undo]")
@click.argument("effect", required=False)
@click.option("--label", type=Text(), help="What it is for.")
@click.option("--with", "guests", metavar="SHEET", multiple=True, help="Who drinks tea too and gains by it.")
@click.option("--people", type=Whole(*void.TEA_PEOPLE), help="How many drink tea, the host included.")
@click.option("--dice", metavar="DICE", help="The check's dice, thrown by hand.")
@click.option("--seed", type=Whole(0, entropy.MAX_SEED), help="Throw the same dice again.")
@click.option("--ruling", "ruled", metavar="NAME=VALUE", multiple=True, help="Read a rule in another way.")
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    name: str,
    action: str,
    effect: str | None,
    label: str | None,
    guests: tuple[str, ...],
    people: int | None,
    dice: str | None,
    seed: int | None,
    dry_run: bool,
    as_json: bool,
    ruled: tuple[str, ...],
) -> None:
    """A character's Void Points: the ledger, spending, and how they come back.

    \b
      rollkeep void shinai                          what is left, and the ledger
      rollkeep void shinai spend technique --label "Strike from the shadow"
      rollkeep void shinai spend wounds             10 off the Wounds that were just taken
      rollkeep void shinai rest                     all come back
      rollkeep void shinai meditate                 rolls Meditation/Void against 20
      rollkeep void shinai tea --with archer        rolls Tea Ceremony/Void; both gain
      rollkeep void shinai undo                     takes the last one back, visibly
    """
    from rollkeep.cli.config import load

    if effect and action != "spend":
        raise UsageError(f"void {action} takes no further word.", hint=f"Write rollkeep void {name} {action}.")
    if action != "tea" and (guests or people):
        raise UsageError("--with and --people belong to tea.", code="usage.needs", hint="Leave them out.")
    if action not in ("meditate", "tea") and (dice is not None or seed is not None):
        raise UsageError(f"void {action} throws no dice.", code="usage.clash", hint="Leave --dice and --seed out.")
    config = load()
    sheet = sheets.load(name)
    rulings = of_fourth((*config.rulings, *typed_fourth(ruled)))
    page, why = Page(config.colour), label or ""
    told: dict[str, Any] = {}
    match action:
        case "spend":
            after = _spend(page, sheet, effect, why, dry_run)
        case "rest":
            after = _rest(page, sheet, why, dry_run)
        case "meditate":
            after, told = _meditate(page, sheet, dice, seed, rulings, dry_run)
        case "tea":
            after, told = _tea(page, sheet, guests, people, dice, seed, rulings, dry_run)
        case "undo":
            after = _undo(page, sheet, why, dry_run)
        case _:
            after = sheet.character
    entries = ledger.read(ledger.path_of(sheet.path))
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(_as_json(after, entries) | told)
        return
    if action == "log":
        show_ledger(page, after, entries)
    else:
        page.add(_left(after))
    if dry_run:
        page.add("  A dry run: nothing was written.")
    page.print()


def _left(character: Character) -> str:
    ring, points = (_shown(value) for value in (character.void_ring, _points(character)))
    return f"{character.name}: {points} of {ring} Void Points left."


def _points(character: Character) -> int | None:
    """The Void Points left; None where neither they nor the Ring are written down."""
    return character.void_ring if character.void_points is None else character.void_points


def _shown(value: int | None) -> str:
    return "?" if value is None else str(value)


def _spend(page: Page, sheet: Sheet, effect: str | None, why: str, dry_run: bool) -> Character:
    """Source: 4e.void.boost, 4e.void.skill, 4e.void.wounds, 4e.void.armor, 4e.void.swap, 4e.void.initiative"""
    known = ", ".join(void.EFFECTS)
    if not effect:
        raise UsageError("A Void Point is spent on something.", code="usage.needs", hint=f"Name it: {known}.")
    if plain(effect) not in void.EFFECTS:
        near = nearest(effect, void.EFFECTS)
        hint = f"Did you mean {near}?" if near else f"Known are {known}."
        raise UsageError(f"A Void Point is not spent on {effect[:40]!r}.", code="usage.roll", hint=hint)
    effect = plain(effect)

    def spend(character: Character, lines: Ledger) -> tuple[Entry, ...]:
        if effect != "wounds":
            return (Entry(effect, why, (tracks.spend(character),)),)
        last = lines.entries[-1] if lines.entries else None
        if not last or last.effect != "wound":
            raise RuleError(
                "4e.void.wounds",
                "A Void Point takes Wounds off at once after they were taken, and nothing was just taken.",
                hint="With the Wounds themselves: rollkeep wound SHEET 23 --void wounds.",
            )
        less = tracks.less(character, last.by("wounds"))
        page.add(
            f"  {counted(-less[1].by, 'Wound')} less: {less[1].now} instead of {character.wounds}. [4e.void.wounds]"
        )
        return (Entry("wounds", why, less),)

    after = change(sheet.path, spend, dry_run=dry_run)
    if said := _meaning(effect, after):
        page.wrapped(f"{said} [4e.void.{effect}]", "  ")
    return after


def _meaning(effect: str, character: Character) -> str:
    """What a point spent at the start of a Round gives, which is for the table to remember."""
    if effect == "armor":
        tn = sheets_of.armor_tn(character)
        return f"Armor TN {tn + void.ROUND_BONUS} instead of {tn} for one Round."
    return {
        "boost": "+1k1 on one Skill, Trait, Ring or casting roll, declared before it.",
        "skill": "Rank 0 in a Skill counts as 1 for one roll.",
        "initiative": f"Initiative Score +{void.ROUND_BONUS} until the skirmish ends.",
        "swap": "Exchanges Initiative Scores with one character who agrees, until the skirmish ends.",
        "technique": "Pays for a School Technique; outside the limit of a Round.",
    }.get(effect, "")


def _rest(page: Page, sheet: Sheet, why: str, dry_run: bool) -> Character:
    """Source: 4e.void.pool"""

    def rest(character: Character, lines: Ledger) -> tuple[Entry, ...]:
        back = tracks.rest(character)
        told = f"{counted(back.by, 'Void Point')} back after a day's rest. [4e.void.pool]"
        page.add(f"  {told if back.by else 'None was spent.'}")
        return _gained(back, "rest", why)

    return change(sheet.path, rest, dry_run=dry_run)


def _gained(back: Shift, effect: str, why: str = "") -> tuple[Entry, ...]:
    return (Entry(effect, why, (back,)),) if back.by else ()


def _meditate(
    page: Page, sheet: Sheet, dice: str | None, seed: int | None, rulings: Rulings, dry_run: bool
) -> tuple[Character, dict[str, Any]]:
    """Source: 4e.void.pool"""
    if sheets_of.void_points(sheet.character) >= sheets_of.ring(sheet.character, "void"):
        raise RuleError("4e.void.pool", f"{sheet.character.name} has all Void Points.", hint="None can come back.")
    outcome = _check(sheet.character, "meditation", void.MEDITATION_TN, "void recovery", dice, seed, rulings)
    show_roll(page, outcome)
    after, back = sheet.character, 0
    if outcome.success:
        after, back = _come_back(
            page, sheet, void.by_meditation(_rank(sheet.character, "meditation")), "meditation", dry_run
        )
    return after, _roll_told(outcome) | {"regained": back}


def _tea(
    page: Page,
    sheet: Sheet,
    names: tuple[str, ...],
    people: int | None,
    dice: str | None,
    seed: int | None,
    rulings: Rulings,
    dry_run: bool,
) -> tuple[Character, dict[str, Any]]:
    """Source: 4e.void.pool"""
    guests = [sheets.load(name) for name in names]
    everyone = [os.path.realpath(each.path) for each in (sheet, *guests)]
    if len(set(everyone)) < len(everyone):
        raise UsageError("Somebody drinks this tea twice.", code="usage.clash", hint="Name each guest once.")
    for each in (sheet, *guests):
        sheets_of.ring(each.character, "void")  # before the roll: whoever has none cannot gain
    number = max(people or 0, len(guests) + 1, void.TEA_PEOPLE[0])
    outcome = _check(sheet.character, "tea ceremony", void.tea_tn(number), "", dice, seed, rulings)
    show_roll(page, outcome)
    after, back = sheet.character, 0
    if outcome.success:
        points = void.by_tea(_rank(sheet.character, "tea ceremony"))
        after, back = _come_back(page, sheet, points, "tea", dry_run)
        for guest in guests:
            _come_back(page, guest, points, "tea", dry_run)
    return after, _roll_told(outcome) | {"regained": back}


def _roll_told(outcome: Outcome) -> dict[str, Any]:
    from rollkeep.as_json.rolls import roll_as_json

    return {"roll": roll_as_json(outcome, "high")}


def _rank(character: Character, skill: str) -> int:
    return sheets_of.skill(character, skill).rank


def _check(
    character: Character, skill: str, tn: int, emphasis: str, dice: str | None, seed: int | None, rulings: Rulings
) -> Outcome:
    base = Request(NOTHING, tn=tn, rulings=rulings)
    named = [own for own in sheets_of.skill(character, skill).emphases if plain(own) == emphasis]
    declared = declare(fill(base, character, Deed("skill", skill, "void"), named))
    if dice is None:
        return judge(declared, keep(throw(declared.pool, entropy.source(seed))))
    from rollkeep.cli.ask import dice_by_hand

    return judge(declared, keep(dice_by_hand(declared.pool, dice)), by_hand=True)


def _come_back(page: Page, sheet: Sheet, points: int, effect: str, dry_run: bool) -> tuple[Character, int]:
    gained = 0

    def come(character: Character, lines: Ledger) -> tuple[Entry, ...]:
        nonlocal gained
        back = tracks.regain(character, points)
        gained = back.by
        return _gained(back, effect)

    after = change(sheet.path, come, dry_run=dry_run)
    page.add(f"  {after.name}: {counted(gained, 'Void Point')} back, {sheets_of.void_points(after)} now.")
    return after, gained


def _undo(page: Page, sheet: Sheet, why: str, dry_run: bool) -> Character:
    """Source: 4e.void.pool"""

    def undo(character: Character, lines: Ledger) -> tuple[Entry, ...]:
        last = lines.last("void")
        if not last:
            raise UsageError(
                "The ledger has nothing to take back, or the file was changed by hand since.",
                code="usage.ledger",
                hint="See rollkeep void SHEET.",
            )
        page.add(f"  Line {last.seq} is taken back: {last.effect}{f', {last.why}' if last.why else ''}.")
        return (Entry("undo", why, tracks.taken_back(character, last.shifts), undoes=last.seq),)

    return change(sheet.path, undo, dry_run=dry_run)


def show_ledger(page: Page, character: Character, lines: Ledger) -> None:
    """What is left, and every line; those taken back are marked."""
    page.add(_left(character))
    if lines.entries:
        page.add()
    gone = lines.undone()
    for entry in lines.entries:
        what = f"undo of {entry.undoes}" if entry.undoes else entry.effect
        moved = ", ".join(f"{shift.track} {shift.by:+d} = {shift.now}" for shift in entry.shifts)
        taken_back = " (taken back)" if entry.seq in gone else ""
        when = entry.at[:16].replace("T", " ")
        page.add(f"  {entry.seq:>3}  {when}  {what:12}{moved}{taken_back}")
        if entry.why:
            page.wrapped(entry.why, " " * 25, dim=True)
    for shift in (shift for entry in lines.by_hand(character) for shift in entry.shifts):
        told = f"The file says {shift.track} {shift.now}, the ledger {shift.now - shift.by}"
        page.wrapped(f"{told}: the file was changed by hand, or a command was stopped in its middle.", "  ")
    if lines.unreadable:
        page.add(f"  {counted(lines.unreadable, 'line')} of the ledger cannot be read.")


def _as_json(character: Character, lines: Ledger) -> dict[str, Any]:
    gone = lines.undone()
    return {
        "character": character.name,
        "void_ring": character.void_ring,
        "void_points": _points(character),
        "wounds": character.wounds,
        "ledger": [
            {
                "seq": entry.seq,
                "at": entry.at,
                "effect": entry.effect,
                "why": entry.why,
                "shifts": [shift._asdict() for shift in entry.shifts],
                "undoes": entry.undoes or None,
                "undone": entry.seq in gone,
            }
            for entry in lines.entries
        ],
        "unreadable": lines.unreadable,
    }
