"""``rollkeep replay``: shows a log again and checks every step of it against the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from rollkeep.cli.config import load
from rollkeep.cli.show import Page
from rollkeep.errors import LogError
from rollkeep.fourth.play.telling import tell
from rollkeep.hosts import for_log, of_both, of_fourth, of_skirmish, sentence
from rollkeep.machine.machine import EXPECTED, Closed
from rollkeep.machine.secret import Secret, redact
from rollkeep.reason import Reason
from rollkeep.table.entry import Agreed, Entry, Joined, Noted, Opened, Seated, Undone
from rollkeep.table.log import CUT
from rollkeep.table.log import load as load_log
from rollkeep.table.replay import replay
from rollkeep.table.table import fold
from rollkeep.table.undoing import struck
from rollkeep.text import counted, wrapped

Tell = Callable[[Any], Reason]


@click.command("replay", options_metavar="[OPTIONS]")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, as_json: bool) -> int:
    """Show a log again, step by step, and check every step: the chain of its lines, and the rules.

    Exit status: 0 all is well, 1 something was changed or does not follow from the rules, 2 it cannot be read, or
    only up to a line that is cut off or no JSON; what comes before that is shown.
    """
    try:
        hosts = for_log(file)
        found = load_log(file, hosts.codec)
    except LogError as unread:
        unread.exit_status = CUT
        raise
    played = list(replay(found.entries, hosts.machines))
    faults = [each.fault for each in played if each.fault]
    entries = [each.entry for each in played]
    status = found.status or (1 if faults else 0)
    told = [*faults, *([found.fault] if found.fault else [])]
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(
            {
                "status": status,
                "entries": len(found.entries),
                "sealed": found.sealed,
                "head": found.head,
                "faults": told,
                "log": entries_as_json(entries),
            }
        )
        return status
    page = Page(load().colour)
    add_log(page, entries)
    if found.entries:
        page.add()
    sealed = f", {counted(found.sealed, 'value')} sealed" if found.sealed else ""
    if found.entries:
        hold = "hold" if len(found.entries) > 1 else "holds"
        count = counted(len(found.entries), "entry", "entries")
        page.wrapped(f"{count} {hold} together{sealed}. Head {found.head[:12]}.")
    elif not told:
        page.add("The log is empty.")
    for fault in told:
        page.wrapped(fault, fg="red")
    if found.entries and not told:
        hidden = sum(each.hides for each in played)
        follows = "Every step follows from the rules."
        if hidden:
            held = "are held by their seals" if hidden > 1 else "is held by its seal"
            follows = f"Every open step follows from the rules; {counted(hidden, 'entry', 'entries')} {held} alone."
        page.wrapped(follows + _unfinished(found.entries))
    page.print()
    return status


def _unfinished(entries: Sequence[Entry]) -> str:
    left = len(fold(of_both().machines, entries).open)
    return f" {counted(left, 'procedure')} still open." if left else ""


def show_log(entries: Sequence[Entry], as_json: bool, colour: str) -> None:
    """A log as it stands, the undone marked."""
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(entries_as_json(entries))
        return
    page = Page(colour)
    add_log(page, entries)
    page.print()


def add_log(page: Page, entries: Sequence[Entry]) -> None:
    """Every entry with what happened in it."""
    gone = struck(entries)
    for entry, told in zip(entries, texts(entries), strict=True):
        lines = told.copy()
        mark = " (undone)" if entry.seq in gone else ""
        why = entry.why.value if isinstance(entry.why, Secret) else entry.why
        if why:
            lines.append(f"Because: {why}")
        for i, line in enumerate(lines or ["Nothing that may be told."]):
            head = f"{entry.seq:>4}  run {entry.run:<4}" if i == 0 else " " * 14
            _line(page, head, line + (mark if i == 0 else ""))


def _line(page: Page, head: str, text: str) -> None:
    for line in wrapped(text, page.width, head, " " * len(head)):
        page.add(line)


def texts(entries: Sequence[Entry]) -> list[list[str]]:
    """What each entry says, event by event, in the words of the procedure that it belongs to.

    Of a duel that is not over, bids and predictions stay secret.
    """
    begun = {entry.run: event.machine for entry in entries for event in entry.events if isinstance(event, Opened)}
    wanted = {*begun.values()}
    hosts = (
        of_fourth()
        if of_fourth().machines.keys() >= wanted
        else of_skirmish()
        if of_skirmish().machines.keys() >= wanted
        else of_both()
    )
    duels = frozenset(run for run, machine in begun.items() if machine == "duel")
    going = duels
    if duels:
        try:
            going = fold(hosts.machines, entries).open & duels
        except EXPECTED:  # the last one does not fit
            going = duels
    tells = {run: hosts.machines[machine].tell for run, machine in begun.items() if machine in hosts.machines}
    found = []
    for entry in entries:
        events = redact(entry.events, frozenset()) if entry.run in going else entry.events
        found.append([text for event in events if (text := said(event, tells.get(entry.run, tell)))])
    return found


def said(event: Any, tell: Tell) -> str:
    """What an event says, the table's own too."""
    if isinstance(event, Secret):
        event = event.value
    if event is None or isinstance(event, Closed):
        return ""
    if isinstance(event, Opened):
        after = f", after run {event.after}" if event.after else ""
        return f"Begins: {event.machine}{after}."
    if isinstance(event, Undone):
        return f"Undone: everything in this run from entry {event.before} on."
    if isinstance(event, Joined):
        return f"{event.name} is there."
    if isinstance(event, Seated):
        return ""
    if isinstance(event, Agreed):
        return f"Agreed: {event.ruling} = {event.value}."
    if isinstance(event, Noted):
        return event.text
    try:
        return sentence(tell(event))
    except EXPECTED:
        return "What cannot be told."


def entries_as_json(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Every entry, for programs."""
    gone = struck(entries)
    return [
        {
            "seq": entry.seq,
            "run": entry.run,
            "at": entry.at,
            "undone": entry.seq in gone,
            "events": [type(event.value if isinstance(event, Secret) else event).__name__ for event in entry.events],
            "text": told,
        }
        for entry, told in zip(entries, texts(entries), strict=True)
    ]
