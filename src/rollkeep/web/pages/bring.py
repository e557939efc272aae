"""Characters that people bring: by name alone, in numbers, from a file of this or another tool, as stat blocks."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple

from rollkeep.errors import Missing, SheetError, UsageError
from rollkeep.fifth import sheet as of_fifth
from rollkeep.fifth import sheet_file as fifth_file
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel import person as fifth_person
from rollkeep.fourth import sheet as of_fourth
from rollkeep.fourth import sheet_file as fourth_file
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.play import person as fourth_person
from rollkeep.machine.machine import Who
from rollkeep.table.sheets import MAX_BYTES, game_of
from rollkeep.toml.written import written
from rollkeep.web.forms.controls import whole
from rollkeep.web.ground.seats import Form

WAYS = ("name", "short", "file", "block", "ready")
MOST_AT_ONCE = 20
MAX_SKILLS = 1_000
EDITIONS = {"4e": "4th", "5e": "5th"}
_SKILL = re.compile(
    r"(?P<name>[^/()]+?)(?:/(?P<of>[^()]+?))?[ \t:=]*(?P<rank>[0-9]{1,2})[ \t]*(?:\((?P<more>[^()]*)\))?"
)
_OPTIONS = re.compile(r" \(--[^()]*\)")
Sheet = of_fourth.Character | of_fifth.Character


class Bringing(NamedTuple):
    """What a form brings: characters by name, and what was not read of another tool's file.

    Where something is wrong, ``fault`` tells it all, and ``text`` is what there is to mend.
    """

    people: tuple[tuple[Who, Any], ...] = ()
    notes: tuple[str, ...] = ()
    fault: SheetError | None = None
    text: str = ""


def in_play(sheet: Sheet) -> Any:
    """A character of either game as it enters play; one of whom little is written down too."""
    if isinstance(sheet, of_fourth.Character):
        return fourth_person.person(sheet)
    try:
        return fifth_person.person(sheet)
    except Missing:
        return fifth_person.Person(sheet, sheet.strife, sheet.fatigue, sheet.void_points or 0)


def brought(game: str, said: Form, taken: Collection[Who] = ()) -> Bringing:
    """What a form brings; ``taken`` are names that are there already, for those that are counted.

    Raises: SheetError, UsageError
    """
    way, name = said.get("way", "name"), said.text("name")
    if way not in WAYS:
        raise UsageError("This form brings nobody.", code="web.form", hint="Load the page again.")
    text = said.get("text", "")
    notes = tuple[str, ...]()
    if way == "file":
        upload = said.get("upload", "")
        found = read_file(game, upload if upload.strip() else text, said.text("school_trait"))
        if not found.people:
            return found
        ((own, sheet),), notes = found.people, found.notes
        name = name or own
    elif way == "ready":
        if game != "5e" or said.get("ready", "") not in READY:
            raise UsageError("Nobody ready-made is called so.", code="web.form", hint="Choose one of the list.")
        sheet = READY[said["ready"]]
        name = name or sheet.name
    elif not name:
        raise UsageError("The name is missing.", code="usage.text", hint="Write how the character is called.")
    elif way == "name":
        sheet = of_fourth.Character(name) if game == "4e" else of_fifth.Character(name)
    else:
        sheet = _filled_in(game, way, name, said)
    names = _counted(name, said, taken)
    return Bringing(tuple((each, in_play(sheet._replace(name=each))) for each in names), notes)


def _counted(name: str, said: Form, taken: Collection[Who]) -> list[Who]:
    """The name, or for several each with a number that is not taken yet."""
    count = whole(said.text("count") or "1", "How many")
    if not 1 <= count <= MOST_AT_ONCE:
        raise UsageError(
            f"{count} at once are too many or too few.", code="usage.number", hint=f"Bring 1 to {MOST_AT_ONCE}."
        )
    if count == 1:
        return [name]
    free = (each for number in range(1, len(taken) + count + 1) if (each := f"{name} {number}") not in taken)
    return [next(free) for _ in range(count)]


# --- files ------------------------------------------------------------------------------------------------------


def read_file(game: str, text: str, school_trait: str = "") -> Bringing:
    """The character in a text: a character file, or the file of another tool; as a name with a bare sheet.

    Raises: SheetError, UsageError where there is nothing to mend
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    if not text.strip():
        raise UsageError("The file is missing.", code="usage.needs", hint="Choose a file, or paste what stands in it.")
    if "\0" in text[:4096]:
        hint = 'In Paper Blossoms choose "Export to XML", and bring that file.'
        raise SheetError("This is a binary save, which only its own tool can read.", code="sheet.import", hint=hint)
    if "\N{REPLACEMENT CHARACTER}" in text:
        raise SheetError("The file is no text in UTF-8.", code="sheet.file", hint="Save it as UTF-8, and try again.")
    if text.lstrip()[:1] in ("{", "<"):
        return _imported(game, text, school_trait)
    _fits(text)
    of = game_of(text)
    if of and of != game:
        raise _other_game(game)
    return _read(game, text)


def _fits(text: str) -> None:
    if len(text.encode()) > MAX_BYTES:
        message = f"A character file has at most {MAX_BYTES:,} bytes."
        raise SheetError(message, code="sheet.file", hint="Bring the character alone.")


def _read(game: str, text: str, notes: tuple[str, ...] = ()) -> Bringing:
    try:
        sheet = read_sheet(game, text)
    except SheetError as fault:
        return Bringing(notes=notes, fault=fault, text=text)
    return Bringing(((sheet.name, sheet),), notes, text=text)


def read_sheet(game: str, text: str) -> Sheet:
    """The character that a text of TOML tells of.

    Raises: SheetError with all faults and their lines
    """
    return fourth_file.read(text, "The file") if game == "4e" else fifth_file.read(text, "The file")


def _imported(game: str, text: str, school_trait: str) -> Bringing:
    from rollkeep.fifth import imports as fifth
    from rollkeep.fourth import imports as fourth

    found: Any = fifth.read(text) if fifth.knows(text) else fourth.read(text, school_trait=school_trait)
    if found.data["game"] != game:
        raise _other_game(game)
    notes = tuple(_OPTIONS.sub("", note) for note in found.notes)
    made = written(found.data, [f"Note: {note}" for note in notes])
    _fits(made)
    return _read(game, made, notes)


def _other_game(game: str) -> SheetError:
    other = "5th" if game == "4e" else "4th"
    return SheetError(
        f"This is a character of the {other} edition, and the table plays the {EDITIONS[game]}.",
        code="sheet.game",
        hint="Bring one of this game, or open a table of the other.",
    )


# --- forms ------------------------------------------------------------------------------------------------------


def _filled_in(game: str, way: str, name: str, said: Form) -> Sheet:
    """A character whose numbers were filled in."""
    data: dict[str, Any] = {"game": game, "name": name}
    key, known = ("traits", TRAITS) if game == "4e" else ("rings", of_fifth.RINGS)
    ranks = {each: whole(said.text(each), each.title()) for each in known if said.text(each)}
    data |= {key: ranks} if ranks else {}
    if said.text("skills"):
        data["skills"] = read_skills(game, said.text("skills"))
    if game == "4e":
        if said.text("void"):
            data["void"] = {"ring": whole(said.text("void"), "Void Ring")}
        if way == "block":
            data["block"] = _block(said)
    elif way == "block":
        numbers = {each: whole(said.text(each), each.title()) for each in of_fifth.DERIVED if said.text(each)}
        data["block"] = {"npc": True, **numbers}
    try:
        return read_sheet(game, written(data))
    except SheetError as fault:
        raise _without_lines(fault) from None


def _block(said: Form) -> dict[str, Any]:
    found: dict[str, Any] = {
        each: said.text(each) for each in ("initiative", "attack", "damage", "wounds") if said.text(each)
    }
    for each, title in (("armor_tn", "Armor TN"), ("reduction", "Reduction")):
        if said.text(each):
            found[each] = whole(said.text(each), title)
    if not found:
        raise UsageError("Nothing is filled in.", code="usage.needs", hint="Write what the stat block prints.")
    return found


def read_skills(game: str, text: str) -> dict[str, Any]:
    """Skills with their ranks as people write them; a Skill of one's own names what it goes with.

    >>> read_skills("4e", "kyujutsu 4 (yumi), Iaijutsu: 3, tides/agility 2")
    {'kyujutsu': {'rank': 4, 'emphases': ['yumi']}, 'Iaijutsu': 3, 'tides': {'rank': 2, 'trait': 'agility'}}

    Raises: SheetError, UsageError
    """
    found, faults = dict[str, Any](), list[dict[str, Any]]()
    if len(text) > MAX_SKILLS:
        raise UsageError("These are too many Skills.", code="usage.text", hint="Bring them in a character file.")
    for part in (part.strip() for part in re.split(r"[,;\n](?![^(]*\))", text)):
        if not part:
            continue
        match = _SKILL.fullmatch(part)
        if match is None:
            message = f"{part[:40]!r} is no Skill with its rank."
            faults.append({"line": 0, "key": "skills", "message": message, "hint": 'Write "kyujutsu 4".'})
            continue
        more: dict[str, Any] = {}
        if match["more"] and game == "4e":
            more["emphases"] = [each.strip() for each in match["more"].split(",") if each.strip()]
        if match["of"]:
            more["trait" if game == "4e" else "group"] = match["of"].strip()
        rank = int(match["rank"])
        found[match["name"].strip()] = {"rank": rank, **more} if more else rank
    if faults:
        raise _several(faults)
    return found


def _without_lines(fault: SheetError) -> SheetError:
    """The faults of a text that nobody has written, told of the form that it was made from."""
    return _several(
        [
            each | {"line": 0, "hint": re.sub(r"One of your own names its (Trait|group): .*", _own, each["hint"])}
            for each in fault.data.get("faults", ())
        ]
    )


def _own(match: re.Match[str]) -> str:
    example = "tides/agility 3" if match[1] == "Trait" else "tides/trade 3"
    return f"One of your own names its {match[1]}: {example}."


def _several(faults: list[dict[str, Any]]) -> SheetError:
    return SheetError("This cannot be taken as it stands.", hint="Mend what is listed and try again.", faults=faults)
