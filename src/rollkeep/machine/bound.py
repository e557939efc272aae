"""Bounds of a move's values: what may be said, to draw a page from, to sample from, and to check against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rollkeep.dice.source import Source
from rollkeep.text import unfit


class Bound(Protocol):
    """``holds`` is the law; ``sample`` obeys it, dice with their true chances."""

    def holds(self, value: Any, /) -> bool: ...
    def sample(self, source: Source, /) -> Any: ...


def pick(source: Source, count: int) -> int:
    """A number from 0 below ``count``, each equally likely: digits of ten-sided dice, thrown again where they are over.

    >>> from rollkeep.dice.source import Listed
    >>> pick(Listed([9, 8, 3, 10]), 30)  # 98 is over, 30 is not
    0
    """
    if count == 1:
        return 0
    digits = len(str(count - 1))
    limit = 10**digits // count * count
    while True:
        number = 0
        for face in source.faces(10, digits):
            number = 10 * number + face % 10
        if number < limit:
            return number % count


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number."""

    least: int
    most: int

    def holds(self, value: Any) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def sample(self, source: Source) -> int:
        return self.least + pick(source, self.most - self.least + 1)


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value."""

    def holds(self, value: Any) -> bool:
        return value is None

    def sample(self, source: Source) -> None:
        return None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words, or yes and no."""

    of: tuple[str | bool, ...]

    def holds(self, value: Any) -> bool:
        kind = type(value)
        return (kind is str or kind is bool) and value in self.of

    def sample(self, source: Source) -> str | bool:
        return self.of[pick(source, len(self.of))]


@dataclass(frozen=True, slots=True)
class Words:
    """Any of these words, each once, in their order here."""

    of: tuple[str, ...]

    def holds(self, value: Any) -> bool:
        return isinstance(value, tuple) and value == tuple(word for word in self.of if word in value)

    def sample(self, source: Source) -> tuple[str, ...]:
        return tuple(word for word in self.of if pick(source, 2))


@dataclass(frozen=True, slots=True)
class SomeOf:
    """From ``least`` to ``most`` of these positions, in rising order; each has a label to show."""

    of: tuple[tuple[int, str], ...]
    least: int
    most: int

    def holds(self, value: Any) -> bool:
        if not (isinstance(value, tuple) and self.least <= len(value) <= self.most):
            return False
        last, known = -1, {position for position, _ in self.of}
        for position in value:
            if type(position) is not int or position <= last or position not in known:
                return False
            last = position
        return True

    def sample(self, source: Source) -> tuple[int, ...]:
        left = [position for position, _ in self.of]
        wanted = self.least + pick(source, self.most - self.least + 1)
        return tuple(sorted(left.pop(pick(source, len(left))) for _ in range(wanted)))


def price(things: Sequence[str], costs: Mapping[str, int], free: Sequence[tuple[tuple[str, ...], int]] = ()) -> int:
    """What these things cost together, less what is ``free``: of each so much, for all of its things in common.

    >>> costs = {"disarm": 3, "knockdown": 2}
    >>> price(("disarm", "knockdown"), costs), price(("disarm", "knockdown"), costs, ((("disarm", "knockdown"), 1),))
    (5, 4)
    """
    if not free:
        return sum([costs[name] for name in things])
    left = {name: costs[name] * things.count(name) for name in things}
    for names, much in free:
        for name in names:
            less = min(left.get(name, 0), much)
            if less:
                left[name] -= less
                much -= less
    return sum(left.values())


@dataclass(frozen=True, slots=True)
class Basket:
    """Any of these things (name, price, how often at most), sorted, for at most ``purse`` in all.

    Of what the things in one of ``free`` cost so much is free, once for all of them. Of those in one of ``apart`` there
    is one at most. Where something is named that it ``needs``, that is among them.
    """

    of: tuple[tuple[str, int, int], ...]
    purse: int
    free: tuple[tuple[tuple[str, ...], int], ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    needs: str = ""

    def holds(self, value: Any) -> bool:
        return self._can_hold(value) and (not self.needs or self.needs in value)

    def _can_hold(self, value: Any) -> bool:
        """Whether it can hold these, and others that it needs."""
        if not (isinstance(value, tuple) and all(type(name) is str for name in value)):
            return False
        most = {name: often for name, _, often in self.of}
        return (
            value == tuple(sorted(value))
            and all(value.count(name) <= most.get(name, 0) for name in set(value))
            and self.price(value) <= self.purse
            and all(sum([name in names for name in value]) <= 1 for names in self.apart)
        )

    def price(self, things: Sequence[str]) -> int:
        """What things of it cost together.

        Raises: LookupError for what is not in it.
        """
        return price(things, {name: cost for name, cost, _ in self.of}, self.free)

    def sample(self, source: Source) -> tuple[str, ...]:
        got: tuple[str, ...] = (self.needs,) if self.needs else ()
        for name, _, often in self.of:
            more = pick(source, 1 + self._room(got, name, often))
            got = tuple(sorted((*got, *[name] * more)))
        return got

    def _room(self, got: tuple[str, ...], name: str, often: int) -> int:
        """How many more of a thing fit in."""
        count = 0
        while count < often and self._can_hold(tuple(sorted((*got, *[name] * (count + 1))))):
            count += 1
        return count


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text that can be shown, or nothing where ``least`` is 0."""

    most: int = 200
    least: int = 0

    def holds(self, value: Any) -> bool:
        return (
            isinstance(value, str)
            and value == value.strip()
            and len(value) >= self.least
            and not unfit(value, self.most)
        )

    def sample(self, source: Source) -> str:
        return "the lantern" if self.least or pick(source, 2) else ""
