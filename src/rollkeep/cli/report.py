"""How an error is told: one sentence, a caret under the place, and what to do."""

from __future__ import annotations

import json
import textwrap

import click

from rollkeep.errors import RollKeepError, RuleError
from rollkeep.text import columns, wrapped

_WINDOW = 70
_WIDTH = 80


def report(error: RollKeepError, as_json: bool) -> None:
    """Writes an error to standard error, for people or for programs."""
    if as_json:
        click.echo(json.dumps({"error": error.told()}), err=True)
        return
    rule = f" [{error.rule}]" if isinstance(error, RuleError) else ""
    lines = [f"rollkeep: {error.message}{rule}"]
    if "position" in error.data:
        lines += ["  " + line for line in pointed(error.data["text"], error.data["position"])]
    for fault in error.data.get("faults", ()):
        said = f"line {fault['line']}: {fault['message']} {fault['hint']}".rstrip()
        lines += wrapped(said, _WIDTH, "  ", "    ")
    if error.hint:
        lines += textwrap.wrap(error.hint, _WIDTH, break_long_words=False, break_on_hyphens=False)
    click.echo("\n".join(lines), err=True)


def pointed(text: str, position: int) -> tuple[str, str]:
    """The text, or the part of it around ``position``, and a caret for the line below.

    >>> pointed("10k", 3)
    ('10k', '   ^')
    """
    start = max(0, min(position - _WINDOW // 2, len(text) - _WINDOW))
    part = text[start : start + _WINDOW]
    before = "… " if start else ""
    after = " …" if start + _WINDOW < len(text) else ""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in part)
    indent = len(before) + columns(shown[: position - start])
    return before + shown + after, " " * indent + "^"
