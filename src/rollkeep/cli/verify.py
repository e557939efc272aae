"""``rollkeep verify``: whether an exported log is whole, without a server."""

from __future__ import annotations

import click

from rollkeep.cli.config import load
from rollkeep.cli.page import Page
from rollkeep.cli.words import Text
from rollkeep.errors import LogError
from rollkeep.hosts import of_both
from rollkeep.table import files
from rollkeep.table.log import CHANGED, CUT, MAX_BYTES
from rollkeep.table.verify import VALID, Verified, digits_of, verify
from rollkeep.text import counted


@click.command("verify", options_metavar="[OPTIONS]")
@click.argument("file", metavar="FILE")
@click.option("--head", "kept", type=Text(), default="", help="A head that you kept: the log has to come to it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, kept: str, as_json: bool) -> int:
    """Check an exported log: the chain of its entries, and the seals of what is hidden.

    Exit status: 0 it is whole, 1 something was changed, left out or put in another order, 2 it cannot be read.

    \b
      rollkeep verify the-lantern.jsonl
      rollkeep verify the-lantern.jsonl --head 9f3ac21e      entries missing at the end show only so
    """
    digits_of(kept)
    found = verify(_read(file), of_both().codec, kept)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(found._asdict() | {"kept": found.kept or None, "fault": found.fault or None})
        return found.status
    page = Page(load().colour)
    _show(page, found)
    page.print()
    return found.status


def _read(file: str) -> bytes:
    """Raises: LogError, with the status of what cannot be read"""
    try:
        raw = files.read(file, MAX_BYTES)
        problem = f"is larger than {MAX_BYTES:,} bytes" if len(raw) > MAX_BYTES else ""
    except OSError as fault:
        raw, problem = b"", f"cannot be read: {(fault.strerror or 'no reason is given').lower()}"
    if problem:
        unread = LogError(f"{file} {problem}.", code="log.file", hint="Name another file.", path=file)
        unread.exit_status = CUT
        raise unread
    return raw


def _show(page: Page, found: Verified) -> None:
    count = counted(found.entries, "entry", "entries")
    if found.fault:
        page.wrapped(found.fault, fg="red")
    if found.status == VALID:
        page.wrapped(f"The log is whole: {count}, each as it was written and in its place.", bold=True)
        sealed = counted(found.sealed, "value")
        page.wrapped(
            f"{sealed} {'is' if found.sealed == 1 else 'are'} still sealed." if found.sealed else "No value is sealed."
        )
    elif found.bad and found.entries:
        page.wrapped(f"Before it {count} {'holds' if found.entries == 1 else 'hold'} together.")
    elif found.status == CHANGED and not found.bad:
        page.wrapped(f"What is there holds together: {count}.")
    if found.reached:
        page.wrapped(f"The head {found.kept[:12]} stands after entry {found.reached}.")
    if found.head:
        page.add(f"Head {found.head}")
