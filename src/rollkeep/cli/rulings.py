"""Rulings of both games stand side by side in ``rollkeep.toml`` and after ``--ruling``; each game picks its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rollkeep import book
from rollkeep.book import Ruling
from rollkeep.fifth import rulings as fifth
from rollkeep.fourth import rulings as fourth

Values = Iterable[tuple[str, str]]
KNOWN: Mapping[str, Ruling] = {**fourth.RULINGS, **fifth.RULINGS}
"""By name, which no two games share."""


def of_fourth(values: Values) -> fourth.Rulings:
    """What these values choose in the 4th edition.

    Raises: UsageError for a name or a value that neither game has.
    """
    return fourth.choose(own(values, fourth.RULINGS))


def of_fifth(values: Values) -> fifth.Rulings:
    """What these values choose in the 5th edition.

    Raises: UsageError for a name or a value that neither game has.
    """
    return fifth.choose(own(values, fifth.RULINGS))


def own(values: Values, mine: Mapping[str, Ruling]) -> list[tuple[str, str]]:
    """Those of one game, in their order.

    Raises: UsageError for a name or a value that neither game has.
    """
    values = list(values)
    book.choose(values, KNOWN)
    return [(name, value) for name, value in values if name in mine]
