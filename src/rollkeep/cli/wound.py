"""``rollkeep wound``: a character takes Wounds or heals, and the old and new Wound Rank are named."""

from __future__ import annotations

from typing import Any

import click

from rollkeep.cli.words import OneOf, Text, Whole
from rollkeep.errors import Missing, UsageError
from rollkeep.fourth import sheet as sheets_of
from rollkeep.fourth import tracks
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.wounds import DEAD, MAX_WOUNDS, WoundRank
from rollkeep.table import sheets
from rollkeep.table.change import change
from rollkeep.table.ledger import Entry, Ledger
from rollkeep.text import counted


@click.command("wound", options_metavar="[OPTIONS]")
@click.argument("name", metavar="SHEET")
@click.argument("number", metavar="N", type=Whole(0, MAX_WOUNDS))
@click.option("--void", "spent", type=OneOf(["wounds"]), help="Spend a Void Point: 10 Wounds less from this source.")
@click.option("--heal", is_flag=True, help="Heal N instead of taking them.")
@click.option("--reduction", is_flag=True, help="N is the damage rolled: take the Reduction off first.")
@click.option("--label", type=Text(), help="Where they come from.")
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    name: str,
    number: int,
    spent: str | None,
    heal: bool,
    reduction: bool,
    label: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """A character takes N Wounds, or heals them; the old and the new Wound Rank are named.

    \b
      rollkeep wound shinai 23
      rollkeep wound shinai 23 --void wounds --label "the ogre's club"
      rollkeep wound shinai 6 --heal
    """
    if heal and (spent or reduction):
        raise UsageError(
            f"--heal and {'--void' if spent else '--reduction'} exclude each other.",
            code="usage.clash",
            hint="They belong to Wounds that are taken.",
        )
    sheet = sheets.load(name)
    told = list[str]()
    before = sheet.character

    def take(character: Character, ledger: Ledger) -> tuple[Entry, ...]:
        nonlocal before
        before, why = character, label or ""
        if heal:
            return (Entry("heal", why, (tracks.heal(character, number),)),)
        by = max(number - sheets_of.reduction(character), 0) if reduction else number
        if by != number:
            told.append(f"Reduction takes {number - by} off: {counted(by, 'Wound')}. [4e.armor-tn]")
        taken = tracks.take(character, by)
        if not spent:
            return (Entry("wound", why, (taken,)),)
        less = tracks.less(tracks.shifted(character, (taken,)), taken.by)
        off = -less[1].by
        told.append(f"A Void Point takes {off} off: {by - off} instead of {by}. [4e.void.wounds]")
        return (Entry("wound", why, (taken,)), Entry("wounds", why, less))

    after = change(sheet.path, take, dry_run=dry_run)
    was, now = _rank(before), _rank(after)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(_as_json(after, before, was, now, told))
        return
    _show(after, before, was, now, told, dry_run)


def _rank(character: Character) -> WoundRank | None:
    """The Wound Rank; None where nobody has written down what it follows from."""
    try:
        return sheets_of.wound_rank(character)
    except Missing:
        return None


def _show(
    after: Character, before: Character, was: WoundRank | None, now: WoundRank | None, told: list[str], dry_run: bool
) -> None:
    from rollkeep.cli.config import load
    from rollkeep.cli.show import Page

    page = Page(load().colour)
    head = f"{after.name}: {counted(after.wounds, 'Wound')} after {before.wounds}"
    if was and now:
        head += f", still {now.name}" if was.name == now.name else f", {was.name} before, {now.name} now"
    page.wrapped(head, bold=True)
    for line in told:
        page.wrapped(line, "  ")
    if now is None:
        page.wrapped("The Wound Rank follows from the Earth Ring, which is not written down. [4e.wounds]", "  ")
    elif now.name == DEAD:
        page.wrapped(f"Past the last box, {now.first - 1}: dead. [4e.wounds]", "  ")
    elif now.penalty is None:
        page.wrapped("Unconscious. [4e.wounds]", "  ")
    elif now.penalty:
        more = f" {now.last + 1 - after.wounds} more to the next rank." if now.last < MAX_WOUNDS else ""
        page.wrapped(f"Every TN is {now.penalty} higher.{more} [4e.wounds]", "  ")
    if after.void_points != before.void_points:
        page.add(f"  {counted(sheets_of.void_points(after), 'Void Point')} left.")
    if dry_run:
        page.add("  A dry run: nothing was written.")
    page.print()


def _as_json(
    after: Character, before: Character, was: WoundRank | None, now: WoundRank | None, told: list[str]
) -> dict[str, Any]:
    return {
        "character": after.name,
        "wounds": after.wounds,
        "before": before.wounds,
        "rank": now.name if now else None,
        "rank_before": was.name if was else None,
        "penalty": now.penalty if now else None,
        "void_points": after.void_ring if after.void_points is None else after.void_points,
        "told": told,
    }
