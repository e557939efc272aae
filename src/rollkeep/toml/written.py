"""Writing the TOML text of a character file, from data as it is read from one."""

import json
from collections.abc import Iterable, Mapping
from typing import Any


def written(data: Mapping[str, Any], comments: Iterable[str] = ()) -> str:
    """The text of a character file: comments first, then single values, then tables."""
    lines = [f"# {_visible(line)}" for comment in comments for line in comment.splitlines()]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in data.items() if not _is_table(value)]
    for key, value in data.items():
        if isinstance(value, Mapping):
            lines += _table(f"[{_key(key)}]", value, (key,))
        elif _is_table(value):
            for entry in value:
                lines += _table(f"[[{_key(key)}]]", entry, (key,))
    return "\n".join(lines) + "\n"


def _table(header: str, table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    lines = ["", header]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items() if not _is_list_of_tables(value)]
    for key, value in table.items():
        if _is_list_of_tables(value):
            name = ".".join(map(_key, (*path, key)))
            for entry in value:
                lines += _table(f"[[{name}]]", entry, (*path, key))
    return lines


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or _is_list_of_tables(value)


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else quoted(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


def _visible(line: str) -> str:
    return "".join(char for char in line if char.isprintable())


def quoted(text: str) -> str:
    """A text in quotes; what JSON escapes, TOML reads too, but for one sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
