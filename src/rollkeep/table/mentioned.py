"""Who is mentioned in a move or in the state of a procedure."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from rollkeep.machine.machine import Who


def names_in(value: Any) -> frozenset[Who]:
    """Every text in it that could be a name."""
    if isinstance(value, str):
        return frozenset({value})
    if isinstance(value, tuple | frozenset):
        return frozenset[Who]().union(*map(names_in, value))
    return names_in(tuple(getattr(value, each.name) for each in fields(value))) if is_dataclass(value) else frozenset()
