"""Rulings of both games stand side by side in ``rollkeep.toml``; ``--ruling`` takes those of the game played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rollkeep import book
from rollkeep.book import Ruling
from rollkeep.errors import UsageError

if TYPE_CHECKING:  # a roll of one game reads the rulings of the other only where something is ruled
    from rollkeep.fifth import rulings as fifth
    from rollkeep.fourth import rulings as fourth

Values = Iterable[tuple[str, str]]


def known() -> Mapping[str, Ruling]:
    """Every ruling by name, which no two games share."""
    from rollkeep.fifth import rulings as fifth
    from rollkeep.fourth import rulings as fourth

    return {**fourth.RULINGS, **fifth.RULINGS}


def of_fourth(values: Values) -> fourth.Rulings:
    """What these values choose in the 4th edition.

    Raises: UsageError for a name or a value that neither game has.
    """
    from rollkeep.fourth import rulings as fourth

    return fourth.choose(own(values, fourth.RULINGS))


def of_fifth(values: Values) -> fifth.Rulings:
    """What these values choose in the 5th edition.

    Raises: UsageError for a name or a value that neither game has.
    """
    from rollkeep.fifth import rulings as fifth

    return fifth.choose(own(values, fifth.RULINGS))


def own(values: Values, mine: Mapping[str, Ruling]) -> list[tuple[str, str]]:
    """Those of one game, in their order.

    Raises: UsageError for a name or a value that neither game has.
    """
    values = list(values)
    if values:
        book.choose(values, known())
    return [(name, value) for name, value in values if name in mine]


def typed_fourth(texts: Iterable[str]) -> list[tuple[str, str]]:
    """What is typed after ``--ruling`` of a verb of the 4th edition: ``NAME=VALUE`` each.

    Raises: UsageError for one of the 5th, or of neither
    """
    return [_typed(text, "4th") for text in texts]


def typed_fifth(texts: Iterable[str]) -> list[tuple[str, str]]:
    """What is typed after ``--ruling`` of a verb of the 5th edition: ``NAME=VALUE`` each.

    Raises: UsageError for one of the 4th, or of neither
    """
    return [_typed(text, "5th") for text in texts]


def _typed(text: str, mine: str) -> tuple[str, str]:
    from rollkeep.fifth import rulings as fifth
    from rollkeep.fourth import rulings as fourth

    ours, others, their = fourth.RULINGS, fifth.RULINGS, "5th"
    if mine == "5th":
        ours, others, their = fifth.RULINGS, fourth.RULINGS, "4th"
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(
            f"--ruling takes NAME=VALUE, not {text[:30]!r}.",
            code="usage.ruling",
            hint=f"For example --ruling {'odd_die=+2' if mine == '4th' else 'anxiety_strife=2'}.",
        )
    if name.strip() in others:
        raise UsageError(
            f"{name.strip()} is a ruling of the {their} edition, and this is for the {mine}.",
            code="usage.ruling",
            hint="Leave it out. In rollkeep.toml rulings of both may stand.",
        )
    book.choose([(name.strip(), value.strip())], ours)
    return name.strip(), value.strip()
