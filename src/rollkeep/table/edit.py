"""Changing single values of a TOML text: comments, order and everything else stay as they were."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import tomlkit

from rollkeep.errors import SheetError


def edited(text: str, values: Mapping[str, int | bool]) -> str:
    """The text with these values, each named by its table and key: ``void.points``; of the top level by key alone.

    Raises: SheetError where the text cannot be changed so that it says exactly that.
    """
    document = tomlkit.parse(text)
    expected: dict[str, Any] = tomllib.loads(text)
    for path, value in values.items():
        table, _, key = path.rpartition(".")
        if table:
            expected.setdefault(table, {})[key] = value
            if table not in document:
                document[table] = tomlkit.table()
            document[table][key] = value
        else:
            expected[key] = value
            document[key] = value
    changed = tomlkit.dumps(document)
    if "\r\n" in text:  # new lines end as the others do
        changed = re.sub(r"(?<!\r)\n", "\r\n", changed)
    if tomllib.loads(changed) != expected:
        raise SheetError(
            "The file is written in a way that cannot be changed safely. Nothing was changed.",
            code="sheet.write",
            hint=f"Write the values yourself: {', '.join(f'{path} = {value}' for path, value in values.items())}.",
        )
    return changed
