"""Values to JSON and back, by their types: strict, each tagged with its kind, always the same bytes."""

from __future__ import annotations

import json
import math
import types
import typing
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from rollkeep.errors import CodecError
from rollkeep.machine.secret import Secret, Shown

Reader = Callable[[Any], Any]
TAG = "is"  # no field is called that


@cache
def kind_of(kind: Any) -> str:
    """How a kind is tagged: its module below the package, and its name.

    >>> kind_of(Secret)
    'machine.secret.Secret'
    """
    return f"{kind.__module__.partition('.')[2]}.{kind.__qualname__}"


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return getattr(kind, "_fields", None) or tuple(field.name for field in fields(kind))


def plain(value: Any) -> Any:
    """The value as JSON has it."""
    if value is None or isinstance(value, str | int | float):
        return value
    kind = value.__class__
    if kind is tuple:
        return [plain(part) for part in value]
    if kind is frozenset:
        return sorted((plain(part) for part in value), key=str)
    return {TAG: kind_of(kind)} | {name: plain(getattr(value, name)) for name in _names(kind)}


def text(value: Any) -> str:
    """Canonical JSON: what is stored, sent and hashed."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Codec:
    """Reads the kinds it was given and nothing else. How to read a type is worked out once."""

    def __init__(self, kinds: Iterable[type]) -> None:
        self.kinds = {kind_of(kind): kind for kind in kinds}
        self._readers: dict[Any, Reader] = {}

    def load(self, raw: str, hint: Any = Any) -> Any:
        """The value of a text.

        Raises: CodecError
        """
        try:
            data = _DECODER.decode(raw)
        except (ValueError, RecursionError) as fault:
            raise _unread("This is no JSON that can be read.") from fault
        return self.read(data, hint)

    def read(self, data: Any, hint: Any = Any) -> Any:
        """The value of what stands in JSON.

        Raises: CodecError
        """
        try:
            return self._reader(hint)(data)
        except (ValueError, KeyError, TypeError, RecursionError) as fault:
            if isinstance(fault, CodecError):
                raise
            raise _unread("This is not written as it should be.") from fault

    def _reader(self, hint: Any) -> Reader:
        if (known := self._readers.get(hint)) is None:
            known = self._readers[hint] = self._made(hint)
        return known

    def _made(self, hint: Any) -> Reader:
        origin, args = typing.get_origin(hint) or hint, typing.get_args(hint)
        if hint is Any:
            return self._any
        if origin in (typing.Union, types.UnionType):
            rest = _first([self._reader(arg) for arg in args])
            return (lambda data: None if data is None else rest(data)) if type(None) in args else rest
        if origin is frozenset or (origin is tuple and args[1:] == (...,)):
            each = self._reader(args[0])

            def several(data: Any) -> Any:
                return origin([each(part) for part in (data if data.__class__ is list else _is(list, data))])

            return several
        if origin is tuple:
            every = [self._reader(arg) for arg in args]
            return lambda data: tuple([read(part) for read, part in zip(every, _is(list, data), strict=True)])
        if is_dataclass(origin) or hasattr(origin, "_fields"):
            return self._record(origin, args)
        if hint is str:
            return _text
        if hint is float:
            return _number
        if hint is _Deep:
            return self._deep
        kind = type(None) if hint is None else hint
        return lambda data: data if data.__class__ is kind else _is(kind, data)

    def _record(self, kind: Any, args: tuple[Any, ...]) -> Reader:
        tag, hints = kind_of(kind), dict(typing.get_type_hints(kind))
        if kind is Secret:
            hints["value"] = (args[0] if args else Any) | None
        if kind is Shown:
            hints["value"] = _Deep  # of whatever kind the secret was
        reads: list[tuple[str, Reader]] = []

        def read(data: Any) -> Any:
            if not reads:  # worked out late: kinds may hold one another
                reads.extend((name, self._reader(hints[name])) for name in _names(kind))
            if data.__class__ is not dict:
                _is(dict, data)
            if data.get(TAG) != tag or len(data) != len(reads) + 1:
                raise _unread(f"Here belongs a {tag}.")
            return kind(*[each(data[name]) for name, each in reads])

        return read

    def _deep(self, data: Any) -> Any:
        return tuple([self._deep(part) for part in data]) if isinstance(data, list) else self._any(data)

    def _any(self, data: Any) -> Any:
        if isinstance(data, dict):
            kind = Secret if data[TAG] == kind_of(Secret) else self.kinds[data[TAG]]
            return self._reader(kind)(data)
        return data if data is None or type(data) in (str, int, bool) else _is(str, data)


class _Deep:
    """Stands for any value, tuples too."""


def _unread(message: str) -> CodecError:
    return CodecError(message, hint="Only what this program has written is read.")


def _is(kind: type, data: Any) -> Any:
    if type(data) is not kind:
        raise _unread(f"{str(data)[:40]!r} is no {kind.__name__}.")
    if isinstance(data, str):
        data.encode()  # half a surrogate pair is no text
    return data


def _text(data: Any) -> Any:
    return data if data.__class__ is str and data.isascii() else _is(str, data)


def _number(data: Any) -> float:
    if type(data) not in (int, float) or not math.isfinite(data):
        raise _unread("Here belongs a number.")
    return float(data)


def _no_constant(name: str) -> None:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


def _first(readers: list[Reader]) -> Reader:
    def read(data: Any) -> Any:
        for each in readers:
            try:
                return each(data)
            except CodecError as fault:
                last = fault
        raise last

    return read
