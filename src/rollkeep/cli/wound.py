"""``rollkeep wound``: a character takes Wounds or heals, and the old and new Wound Rank are named."""

from __future__ import annotations

from typing import Any

import click

from rollkeep.cli.people import with_answers
from rollkeep.cli.words import OneOf, Text, Whole
from rollkeep.errors import UsageError
from rollkeep.fourth import sheet as sheets_of
from rollkeep.fourth import void
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.wording import counted
from rollkeep.fourth.wounds import MAX_WOUNDS, WoundRank, rank_at
from rollkeep.table import sheets
from rollkeep.table.ledger import Entry, Ledger, Shift
from rollkeep.table.sheets import Change


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
    ranks, _ = with_answers(sheet.character, sheets_of.boxes)
    told = list[str]()

    def take(character: Character, ledger: Ledger) -> Change:
        old, why = character.wounds, label or ""
        if heal:
            now = max(old - number, 0)
            return Change({"wounds.taken": now}, (Entry("heal", why, (Shift("wounds", now - old, now),)),))
        by = max(number - sheets_of.reduction(character), 0) if reduction else number
        if by != number:
            told.append(f"Reduction takes {number - by} off: {counted(by, 'Wound')}. [4e.armor-tn]")
        now = min(old + by, MAX_WOUNDS)
        entries = [Entry("wound", why, (Shift("wounds", now - old, now),))]
        values = {"wounds.taken": now}
        if spent:
            left = void.left_after(character, 1)
            off = min(void.LESS_WOUNDS, by)
            now -= off
            told.append(f"A Void Point takes {off} off: {by - off} instead of {by}. [4e.void.wounds]")
            entries.append(Entry("wounds", why, (Shift("void", -1, left), Shift("wounds", -off, now))))
            values |= {"wounds.taken": now, "void.points": left}
        return Change(values, tuple(entries))

    after = sheets.change(sheet.path, take, dry_run=dry_run)
    was, now = rank_at(ranks, sheet.character.wounds), rank_at(ranks, after.wounds)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(_as_json(after, sheet.character.wounds, was, now, told))
        return
    _show(after, sheet.character.wounds, was, now, told, dry_run)


def _show(after: Character, before: int, was: WoundRank, now: WoundRank, told: list[str], dry_run: bool) -> None:
    from rollkeep.cli.config import load
    from rollkeep.cli.show import Page

    page = Page(load().colour)
    change = f"still {now.name}" if was.name == now.name else f"{was.name} before, {now.name} now"
    page.wrapped(f"{after.name}: {counted(after.wounds, 'Wound')} after {before}, {change}", bold=True)
    for line in told:
        page.wrapped(line, "  ")
    if now.name == "Dead":
        page.wrapped(f"Past the last box, {now.first - 1}: dead. [4e.wounds]", "  ")
    elif now.penalty is None:
        page.wrapped("Unconscious. [4e.wounds]", "  ")
    elif now.penalty:
        page.wrapped(
            f"Every TN is {now.penalty} higher. {now.last + 1 - after.wounds} more to the next rank. [4e.wounds]", "  "
        )
    if "Void Point" in " ".join(told):
        page.add(f"  {counted(sheets_of.void_points(after), 'Void Point')} left.")
    if dry_run:
        page.add("  A dry run: nothing was written.")
    page.print()


def _as_json(after: Character, before: int, was: WoundRank, now: WoundRank, told: list[str]) -> dict[str, Any]:
    return {
        "character": after.name,
        "wounds": after.wounds,
        "before": before,
        "rank": now.name,
        "rank_before": was.name,
        "penalty": now.penalty,
        "void_points": after.void_points,
        "told": told,
    }
