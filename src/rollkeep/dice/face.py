"""One ten-sided die as it was thrown.

A die is the tuple of its faces in the order they were seen: ``(4,)``, ``(10, 10, 7)``.
A first face of 1 that was re-rolled stays in front: ``(1, 7)`` was a 1 and became a 7.
Nothing else starts with a 1 and goes on, so a die says by itself whether it was re-rolled.
"""

from __future__ import annotations

Die = tuple[int, ...]


def rerolled(die: Die) -> bool:
    """Whether the first face was a 1 that was thrown again.

    Source: 4e.emphasis
    """
    return len(die) > 1 and die[0] == 1


def faces(die: Die) -> Die:
    """The faces that count: without the 1 that was re-rolled."""
    return die[1:] if rerolled(die) else die


def worth(die: Die) -> int:
    """The points of a die, its explosions included.

    >>> worth((10, 10, 7)), worth((1, 7))
    (27, 7)

    Source: 4e.explode
    """
    return sum(faces(die))


def written(die: Die) -> str:
    """A die as players write it.

    >>> written((10, 10, 7)), written((1, 7))
    ('10+10+7', '1>7')
    """
    chain = "+".join(map(str, faces(die)))
    return f"1>{chain}" if rerolled(die) else chain
