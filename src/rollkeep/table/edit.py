"""Changing single values of a TOML text: comments, order and everything else stay as they were."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import tomlkit

from rollkeep.errors import SheetError

Values = Mapping[str, int | bool]


def edited(text: str, values: Values) -> str:
    """The text with these values, each named by its table and key: ``void.points``; of the top level by key alone.

    A new key stands directly below the header of its table, one of the top level below the name.
    Raises: SheetError where the text cannot be changed so that it says exactly that.
    """
    expected: dict[str, Any] = tomllib.loads(text)
    changed = text
    for path, value in values.items():
        table, _, key = path.rpartition(".")
        (expected.setdefault(table, {}) if table else expected)[key] = value
        changed = _added(changed, table, key, value) or _set(changed, table, key, value)
    if "\r\n" in text:  # new lines end as the others do
        changed = re.sub(r"(?<!\r)\n", "\r\n", changed)
    if tomllib.loads(changed) != expected:
        raise SheetError(
            "The file is written in a way that cannot be changed safely. Nothing was changed.",
            code="sheet.write",
            hint=f"Write the values yourself: {', '.join(f'{path} = {value}' for path, value in values.items())}.",
        )
    return changed


def _set(text: str, table: str, key: str, value: int | bool) -> str:
    """The text with a value in the place of the one there is, or wherever it can be written."""
    document = tomlkit.parse(text)
    if table and table not in document:
        document[table] = tomlkit.table()
    within: Any = document[table] if table else document
    within[key] = value
    return tomlkit.dumps(document)


def _added(text: str, table: str, key: str, value: int | bool) -> str:
    """The text with a new key below a header that is there, so that comments that follow stay together.

    Empty where the key is there, or no line is such a header: one may also stand within a longer text.
    """
    data: dict[str, Any] = tomllib.loads(text)
    within = data.get(table, {}) if table else data
    if not isinstance(within, dict) or key in within:
        return ""
    wanted = (data | {table: {**within, key: value}}) if table else {**data, key: value}
    line = tomlkit.dumps({key: value})
    header = rf"\[[ \t]*{re.escape(table)}[ \t]*\]" if table else r"name[ \t]*="
    for found in re.finditer(rf"^([ \t]*){header}.*\n", text, re.MULTILINE):
        changed = text[: found.end()] + found[1] + line + text[found.end() :]
        try:
            if tomllib.loads(changed) == wanted:
                return changed
        except tomllib.TOMLDecodeError:
            continue
    return ""
