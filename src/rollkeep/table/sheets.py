"""Character files on the disk: finding, reading and making them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from rollkeep.errors import SheetError
from rollkeep.fourth import sheet_file
from rollkeep.fourth.sheet import Character
from rollkeep.names import nearest
from rollkeep.table import files, folders

if TYPE_CHECKING:  # what a roll of the 4th edition does without
    from rollkeep.fifth.sheet import Character as CharacterOfFifth

MAX_BYTES = 262_144
NAME = re.compile(r"[^\W_][\w-]{0,63}")
_MARK = "\N{BYTE ORDER MARK}"


class Sheet(NamedTuple):
    """A character file: where it stands, and the character it tells of."""

    path: str
    character: Character


class SheetFifth(NamedTuple):
    """A character file of the 5th edition; the path is empty where the character is a ready-made one."""

    path: str
    character: CharacterOfFifth


def find(name: str) -> str | None:
    """The file of that name: ``./NAME.toml``, then in the user's folder; a path that ends in ``.toml`` stands for
    itself.
    """
    if name.endswith(".toml"):
        return name if os.path.isfile(name) else None
    if not NAME.fullmatch(name):
        return None
    places = (f"{name}.toml", os.path.join(folders.sheets(), f"{name}.toml"))
    return next((path for path in places if os.path.isfile(path)), None)


def is_fifth(name: str) -> bool:
    """Whether a name means a character of the 5th edition: of a file that says so, or where there is none ready-made.

    Raises: SheetError for a file that cannot be read.
    """
    path = find(name)
    if path is None:
        from rollkeep.fifth.catalogue.ready import READY

        return name in READY
    text = text_of(path)
    return ("5e" in text or "rings" in text) and game_of(text) == "5e"  # most files are not read twice


def load(name: str) -> Sheet:
    """The character of the 4th edition of that name.

    Raises: SheetError where there is none, for a file with faults, or for one of the 5th edition.
    """
    path = find(name)
    if path is None and is_fifth(name):
        raise SheetError(
            f"There is no character file {name!r}; the ready-made one is of the 5th edition, and this is for the 4th.",
            code="sheet.unknown",
            hint=f"rollkeep sheet new {name} makes a file of the 4th.",
        )
    if path is None:
        raise _unknown(name, names())
    text = text_of(path)
    try:
        return Sheet(path, sheet_file.read(text, path))
    except SheetError:
        if game_of(text) == "5e":
            raise _other_game(path, "5th", f"rollkeep sheet show {_stem(path)} tells what it rolls there.") from None
        raise


def load_fifth(name: str) -> SheetFifth:
    """The character of the 5th edition of that name; a ready-made one where no file is called so.

    Raises: SheetError where there is none, for a file with faults, or for one of the 4th edition.
    """
    path = find(name)
    if path is None:
        return _ready_made(name, " --game 5e")
    from rollkeep.fifth import sheet_file as fifth

    text = text_of(path)
    try:
        return SheetFifth(path, fifth.read(text, path))
    except SheetError:
        if game_of(text) == "4e":
            raise _other_game(path, "4th", _instead(_stem(path))) from None
        raise


def load_any(name: str) -> Sheet | SheetFifth:
    """The character of that name, of whichever game its file is; a ready-made one where no file is called so.

    Raises: SheetError where there is none, or for a file with faults.
    """
    path = find(name)
    if path is None:
        return _ready_made(name)
    return load_fifth(name) if game_of(text_of(path)) == "5e" else load(name)


def _ready_made(name: str, option: str = "") -> SheetFifth:
    from rollkeep.fifth.catalogue.ready import READY

    if name in READY:
        return SheetFifth("", READY[name])
    raise _unknown(name, (*names(), *READY), option)


def game_of(text: str) -> str:
    """Which game a character file is for: ``4e``, ``5e``, or empty where it cannot be told.

    Without a word it is of the 4th edition, unless it has rings and no Traits.

    >>> game_of('game = "5e"'), game_of('name = "Akodo"'), game_of("rings.air = 2"), game_of("[")
    ('5e', '4e', '5e', '')
    """
    import tomllib

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return ""
    if "game" in data:
        return data["game"] if data["game"] in ("4e", "5e") else ""
    return "5e" if "rings" in data and "traits" not in data else "4e"


def _unknown(name: str, known: Iterable[str], option: str = "") -> SheetError:
    near = nearest(name, [other for other in known if other != name])
    return SheetError(
        f"There is no character file {name[:60]!r}.",
        code="sheet.unknown",
        hint=f"Did you mean {near}?"
        if near
        else f"rollkeep sheet new {name if NAME.fullmatch(name) else 'NAME'}{option} makes one.",
    )


def _stem(path: str) -> str:
    return os.path.basename(path).removesuffix(".toml")


def _instead(name: str) -> str:
    """What to do where a file of the 4th edition has a name that the 5th asks for."""
    from rollkeep.fifth.catalogue.ready import READY

    new = f"rollkeep sheet new {name}_5e --game 5e"
    if name not in READY:
        return f"Make one for the 5th: {new}."
    return (
        f"The file hides the ready-made {name}, who is of the 5th: in another folder rollkeep duel {name} "
        f"{'rival' if name != 'rival' else 'shinai'} takes that one. Or make your own: {new}."
    )


def _other_game(path: str, edition: str, hint: str) -> SheetError:
    return SheetError(
        f"{path} is a character of the {edition} edition, and this is for the {'4th' if edition == '5th' else '5th'}.",
        code="sheet.game",
        hint=hint,
        path=path,
        game="5e" if edition == "5th" else "4e",
    )


def names() -> list[str]:
    """The names of all character files that can be found from here."""
    return sorted({*_names_in("."), *_names_in(folders.sheets())})


def path_fifth(who: str) -> str:
    """The file of the character of the 5th edition who has that name; empty where there is none, or more than one."""
    found = dict[str, str]()
    for name in names():
        try:
            sheet = load_any(name)
        except SheetError:
            continue
        if isinstance(sheet, SheetFifth) and sheet.character.name == who:
            found[os.path.realpath(sheet.path)] = sheet.path
    return next(iter(found.values())) if len(found) == 1 else ""


def names_fifth() -> list[str]:
    """The names that may be a character of the 5th edition: all files, and whoever is ready-made."""
    from rollkeep.fifth.catalogue.ready import READY

    return sorted({*names(), *READY})


def _names_in(folder: str) -> list[str]:
    try:
        files = os.listdir(folder)
    except OSError:
        return []
    found = (file.removesuffix(".toml") for file in files if file.endswith(".toml"))
    return sorted(name for name in found if NAME.fullmatch(name) and name != "rollkeep")


def of(who: str, beside: str) -> Sheet | None:
    """The file of whoever has that name, among those that a name finds and those in the folder ``beside``.

    Raises: SheetError where two files are of that name: nobody knows which one is meant.
    """
    found: dict[str, Sheet] = {}
    for name in (*names(), *(os.path.join(beside, f"{near}.toml") for near in _names_in(beside or "."))):
        try:
            sheet = load(name)
        except SheetError:
            continue
        if sheet.character.name == who:
            found[os.path.realpath(sheet.path)] = sheet
    if len(found) > 1:
        first, second, *_ = (sheet.path for sheet in found.values())
        raise SheetError(
            f"{first} and {second} are both of {who}.",
            code="sheet.unknown",
            hint="Move one of them away, or give it another name.",
        )
    return next(iter(found.values()), None)


def text_of(path: str, most: int = MAX_BYTES) -> str:
    """The text of a file.

    Raises: SheetError for what cannot be opened, is too large, or is no text in UTF-8.
    """
    return decoded(path, bytes_of(path, most))


def bytes_of(path: str, most: int = MAX_BYTES) -> bytes:
    """What stands in a file.

    Raises: SheetError for what cannot be opened or is too large.
    """
    try:
        raw = files.read(path, most)
    except OSError as fault:
        raise _unreadable(path, _why(fault)) from None
    if len(raw) > most:
        raise _unreadable(path, f"it is larger than {most:,} bytes")
    return raw


def decoded(path: str, raw: bytes) -> str:
    """The text that a file's bytes are.

    Raises: SheetError for what is no text in UTF-8.
    """
    try:
        return raw.decode().removeprefix(_MARK)
    except UnicodeDecodeError:
        raise _unreadable(path, "it is not text in UTF-8") from None


def create(path: str, text: str) -> None:
    """Writes a new file, whole or not at all, and never over another.

    Raises: SheetError
    """
    folder = os.path.dirname(path)
    try:
        if folder and not os.path.isdir(folder):
            os.makedirs(folder)
    except OSError as fault:
        raise cannot_write(path, fault) from None
    try:
        files.create(path, text.encode())
    except FileExistsError:
        raise SheetError(
            f"{path} is there already and is not overwritten.",
            code="sheet.exists",
            hint="Choose another name.",
            path=path,
        ) from None
    except OSError as fault:
        raise cannot_write(path, fault) from None


def cannot_write(path: str, fault: OSError) -> SheetError:
    """The error for a file that could not be written."""
    return SheetError(
        f"{path} cannot be written: {_why(fault)}. Nothing was changed.",
        code="sheet.write",
        hint="Make room there, or use another folder.",
        path=path,
    )


def _why(fault: OSError) -> str:
    reason = fault.strerror or "it cannot be opened"
    return reason[:1].lower() + reason[1:]


def _unreadable(path: str, why: str) -> SheetError:
    return SheetError(
        f"{path} cannot be read: {why}.", code="sheet.file", hint="Mend the file or name another.", path=path
    )
