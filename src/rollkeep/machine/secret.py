"""Secrets: who may read a value travels with the value, and one function decides what a reader is told."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")
Readers = frozenset[str]


class Hidden(LookupError):  # noqa: N818 - says what it is
    """A value that this reader may not know is needed."""


@dataclass(frozen=True, slots=True)
class Secret(Generic[T]):
    """A value for the eyes of ``to``. All others are told the same: that there is one, and its seal."""

    value: T | None
    to: Readers
    seal: str = ""
    blind: str = ""


class Shown(NamedTuple):
    """A secret that everybody may read from now on, with what it takes to open its seal."""

    to: Readers
    value: Any
    seal: str
    blind: str


def shown(secret: Secret[Any]) -> Shown:
    """The event that opens a secret to everybody; what is hidden inside of it stays so."""
    return Shown(secret.to, secret.value, secret.seal, secret.blind)


def all_shown(*values: Any) -> tuple[Shown, ...]:
    """The events that open what is sealed among these values; what was said just now has no seal yet."""
    return tuple(shown(value) for value in values if isinstance(value, Secret) and value.seal)


def veil(value: T, to: Readers | None) -> T | Secret[T]:
    """The value as a secret of these readers; None: everybody may know."""
    return value if to is None else Secret(value, to)


def bare(value: T | Secret[T]) -> T:
    """The value itself; for what runs where everything is known.

    Raises: Hidden
    """
    if not isinstance(value, Secret):
        return value
    if value.value is None:
        raise Hidden
    return value.value


def known(value: T | Secret[T] | None) -> T | None:
    """The value, or None where it is hidden or missing."""
    return value.value if isinstance(value, Secret) else value


def redact(value: T, names: Readers, opened: frozenset[str] = frozenset()) -> T:
    """What a reader who answers to ``names`` is told: the only function that decides.

    ``opened`` are seals of what has been shown to everybody since.
    """

    def told(secret: Secret[Any]) -> Secret[Any]:
        if secret.to & names or (secret.seal and secret.seal in opened):
            return replace(secret, value=redact(secret.value, names, opened))
        return Secret(None, frozenset(), secret.seal)

    redacted: T = each_secret(value, told)
    return redacted


def each_secret(value: Any, change: Callable[[Secret[Any]], Any]) -> Any:
    """The same value with every secret in it changed; what holds none is the same object."""
    kind = value.__class__
    if kind is Secret:
        return change(value)
    if kind is tuple:
        parts: list[Any] | None = None
        for at, part in enumerate(value):
            if part.__class__ not in _SHUT and (new_part := each_secret(part, change)) is not part:
                parts = parts or list(value)
                parts[at] = new_part
        return value if parts is None else tuple(parts)
    if kind is frozenset:
        return frozenset([each_secret(part, change) for part in value])
    changed = None
    for name in _DOORS.get(kind) or _doors(kind):
        part = getattr(value, name)
        if part.__class__ not in _SHUT and (new_part := each_secret(part, change)) is not part:
            changed = {**(changed or {}), name: new_part}
    if changed is None:
        return value
    return replace(value, **changed) if is_dataclass(type(value)) else value._replace(**changed)


_SHUT: set[type] = set()
"""Kinds of values in which no secret can be."""

_DOORS: dict[type, tuple[str, ...]] = {}


def _doors(kind: Any) -> tuple[str, ...]:
    """The fields of a kind behind which a secret can be, by their types; worked out once."""
    found = _DOORS[kind] = tuple(name for name, hint in _fields(kind).items() if _can_hide(hint, frozenset()))
    if not found:
        _SHUT.add(kind)
    return found


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """The fields of a kind with their types."""
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    hints = typing.get_type_hints(kind) if names else {}
    return {name: hints[name] for name in names}


def _can_hide(hint: Any, within: frozenset[Any]) -> bool:
    """Whether a secret can be in a value of that type; ``within`` are the kinds that are being looked at."""
    if isinstance(hint, types.GenericAlias | types.UnionType) or typing.get_origin(hint):
        return typing.get_origin(hint) is Secret or any(_can_hide(part, within) for part in typing.get_args(hint))
    if hint is Any or hint is Secret or isinstance(hint, TypeVar):
        return True
    return hint not in within and any(_can_hide(part, within | {hint}) for part in _fields(hint).values())
