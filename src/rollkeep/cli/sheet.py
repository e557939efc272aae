"""``rollkeep sheet``: character files, made, shown, checked, and imported from other tools."""

from __future__ import annotations

import os
from typing import Any

import click

from rollkeep.cli.verbs import VERBS, names_ring_dice
from rollkeep.cli.words import OneOf, Text
from rollkeep.dice.notation import is_terms
from rollkeep.errors import SheetError, UsageError
from rollkeep.fourth import sheet_file
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.table import folders, sheets
from rollkeep.table.sheets import Sheet, SheetFifth
from rollkeep.toml.written import written

MAX_IMPORT = 4_194_304
MAX_PACK = 16_777_216
GAMES = ("4e", "5e")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in sheets.names_fifth() if name.startswith(incomplete)]


@click.group("sheet", options_metavar="", subcommand_metavar="new|show|check|import ...")
def command() -> None:
    """Character files: make, show, check, or import one from another tool.

    \b
      rollkeep sheet new shinai
      rollkeep sheet show shinai
      rollkeep sheet check shinai
      rollkeep sheet import kakita.l5r -o kakita.toml
    """


@command.command("new")
@click.argument("name", type=Text())
@click.option("--game", type=OneOf(GAMES), default="4e", help="For the 4th edition (4e) or the 5th (5e).")
@click.option("--block", is_flag=True, help="A stat block, as published opponents have.")
@click.option("--everywhere", is_flag=True, help="Into your own folder of sheets, not the current one.")
@JSON
def new(name: str, game: str, block: bool, everywhere: bool, as_json: bool) -> None:
    """Write NAME.toml, a commented example to fill in; nothing is ever overwritten."""
    stem = name.removesuffix(".toml")
    _refuse_name(stem)
    path = os.path.join(folders.sheets(), f"{stem}.toml") if everywhere else f"{stem}.toml"
    if game == "5e":
        from rollkeep.fifth.sheet_text import example
    else:
        from rollkeep.fourth.sheet_text import example
    sheets.create(path, example(stem.replace("_", " ").title(), stem, block=block))
    if as_json:
        from rollkeep.cli.as_json import dump

        dump({"file": path})
        return
    click.echo(f"{path} is there to fill in. Then: rollkeep sheet check {stem}")


@command.command("show")
@click.argument("name", shell_complete=_names)
@JSON
def show(name: str, as_json: bool) -> None:
    """Show a character of either game: what is written down and everything that follows from it."""
    sheet = sheets.load_any(name)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(_as_json(sheet))
        return
    from rollkeep.cli.config import load
    from rollkeep.cli.page import Page

    page = Page(load().colour)
    if isinstance(sheet, Sheet):
        from rollkeep.cli.show_sheet import show_sheet

        show_sheet(page, sheet)
    else:
        from rollkeep.cli import show_sheet_fifth

        show_sheet_fifth.show_sheet(page, sheet)
    page.print()


def _as_json(sheet: Sheet | SheetFifth) -> dict[str, Any]:
    if isinstance(sheet, Sheet):
        from rollkeep.cli.show_sheet import sheet_as_json

        return sheet_as_json(sheet)
    from rollkeep.cli import show_sheet_fifth

    return show_sheet_fifth.sheet_as_json(sheet)


@command.command("check")
@click.argument("name", shell_complete=_names)
@JSON
def check(name: str, as_json: bool) -> None:
    """List every fault of a character file, each with its line."""
    sheet = sheets.load_any(name)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump({"file": sheet.path or None, "character": sheet.character.name, "faults": []})
        return
    click.echo(f"{sheet.path or name}: {sheet.character.name}, no faults.")


@command.command("import")
@click.argument("file")
@click.option("-o", "--output", metavar="NAME.toml", help="Write it there; without it the text is printed.")
@click.option("--school-trait", type=OneOf(TRAITS), help="The Trait that the first school raises (.l5r saves).")
@click.option("--packs", metavar="DIR", help="Data packs of the tool itself, to look up families and schools (.l5r).")
@JSON
def import_(file: str, output: str | None, school_trait: str | None, packs: str | None, as_json: bool) -> None:
    """Read a character made elsewhere: of the 4th edition an L5RCM save, a sheet-creator file or a Foundry l5r4 actor;
    of the 5th the XML export of Paper Blossoms or a Foundry l5r5e actor.

    What was not read is listed on standard error and as comments at the top of the new file.
    """
    found = _imported(_text_to_import(file), school_trait, packs)
    title = f"{found.kind}: imported from {os.path.basename(file)}"
    made = written(found.data, [title, *(f"Note: {note}" for note in found.notes)])
    faults = _faults(made, found.data["game"])
    path = None
    if output:
        path = output if output.endswith(".toml") else f"{output}.toml"
        _refuse_name(os.path.basename(path).removesuffix(".toml"))
        sheets.create(path, made)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump({"kind": found.kind, "file": path, "sheet": made, "notes": list(found.notes), "faults": faults})
        return
    from rollkeep.cli.page import Page

    page = Page("never", err=True)
    for note in found.notes:
        page.wrapped(f"Note: {note}")
    for fault in faults:
        page.wrapped(f"To mend, line {fault['line']}: {fault['message']} {fault['hint']}".rstrip())
    if page.lines:
        page.print()
    click.echo(f"{path} is written. Look at it: rollkeep sheet show {path}" if path else made, nl=bool(path))


def _text_to_import(file: str) -> str:
    raw = sheets.bytes_of(file, MAX_IMPORT)
    if b"\0" in raw[:4096] and not raw.startswith((b"\xff\xfe", b"\xfe\xff")):  # those are marks of UTF-16
        raise SheetError(
            f"{file} is a binary save, such as the .pbc of Paper Blossoms, which only that tool can read.",
            code="sheet.import",
            hint='In Paper Blossoms choose "Export to XML", and import that file.',
        )
    return sheets.decoded(file, raw)


def _imported(text: str, school_trait: str | None, packs: str | None) -> Any:
    from rollkeep.fifth import imports as fifth

    if not fifth.knows(text):
        from rollkeep.fourth import imports

        return imports.read(text, school_trait=school_trait or "", packs=_packs(packs) if packs else None)
    if school_trait or packs:
        option = "--school-trait" if school_trait else "--packs"
        raise UsageError(
            f"{option} is for the 4th edition, and this file is of the 5th.", code="usage.clash", hint="Leave it out."
        )
    return fifth.read(text)


def _faults(text: str, game: str) -> list[dict[str, Any]]:
    try:
        if game == "5e":
            from rollkeep.fifth import sheet_file as fifth

            fifth.read(text)
        else:
            sheet_file.read(text)
    except SheetError as error:
        if "faults" not in error.data:
            raise
        found: list[dict[str, Any]] = error.data["faults"]
        return found
    return []


def _packs(folder: str) -> Any:
    from rollkeep.fourth.imports.packs import read_packs

    if not os.path.isdir(folder):
        raise SheetError(
            f"There is no folder {folder[:60]!r}.", code="sheet.import", hint="Name that of the data packs."
        )
    paths = (os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".xml"))
    return read_packs((path, sheets.text_of(path, MAX_PACK)) for path in sorted(paths))


def _refuse_name(stem: str) -> None:
    if stem in (*VERBS, "rollkeep", "help"):
        raise SheetError(f"{stem!r} is a word of rollkeep itself.", code="sheet.name", hint="Choose another name.")
    if not sheets.NAME.fullmatch(stem):
        raise SheetError(
            f"A file cannot be called {stem[:60]!r}.",
            code="sheet.name",
            hint="Letters, digits, - and _, at most 64 of them; the character's own name stands inside.",
        )
    if is_terms(stem) or names_ring_dice([stem]):
        raise SheetError(f"{stem!r} is read as dice.", code="sheet.name", hint="Choose another name.")
