"""Wounds: how many a character bears, the Wound Ranks, and the penalty of each."""

import re
from typing import NamedTuple

NAMES = ("Healthy", "Nicked", "Grazed", "Hurt", "Injured", "Crippled", "Down", "Out")
PENALTIES = (0, 3, 5, 10, 15, 20, 40, None)
HEALTHY = 5  # Healthy bears Earth times this
PER_RANK = 2  # and each further rank Earth times this
MAX_WOUNDS = 999


class WoundRank(NamedTuple):
    """A Wound Rank: the first and the last Wound in it, and what it adds to every TN; None: unconscious."""

    name: str
    first: int
    last: int
    penalty: int | None


DEAD = "Dead"


def wound_ranks(earth: int, per_rank: int = PER_RANK, healthy: int = HEALTHY, more: int = 0) -> tuple[WoundRank, ...]:
    """The eight ranks of an Earth Ring; ``more`` is added to the boxes of each.

    >>> [rank.last for rank in wound_ranks(2)]
    [10, 14, 18, 22, 26, 30, 34, 38]

    Source: 4e.wounds
    """
    ranks, last = [], -1
    for i, (name, penalty) in enumerate(zip(NAMES, PENALTIES, strict=True)):
        first = last + 1
        boxes = max(earth * (per_rank if i else healthy) + more, 0)
        last = last + boxes + (0 if i else 1)  # Healthy begins with no Wound at all
        ranks.append(WoundRank(name, first, last, penalty))
    return tuple(ranks)


def read_block(text: str) -> tuple[WoundRank, ...] | None:
    """The ranks of a stat block such as ``15: +5, 30: dead``; None where it cannot be read.

    >>> [(rank.name, rank.first, rank.penalty) for rank in read_block("15: +5, 30: dead")]
    [('Healthy', 0, 0), ('+5', 15, 5), ('Dead', 30, None)]

    Source: 4e.wounds
    """
    steps: list[tuple[str, int, int | None]] = [("Healthy", 0, 0)]
    for part in text.split(","):
        found = re.fullmatch(r"([0-9]{1,3}) *: *(?:\+([0-9]{1,2})|(dead|out|down))", part.strip().lower())
        if not found or int(found[1]) <= steps[-1][1]:
            return None
        name = f"+{int(found[2])}" if found[2] else found[3].title()
        penalty = int(found[2]) if found[2] else dict(zip(NAMES, PENALTIES, strict=True)).get(name)
        steps.append((name, int(found[1]), penalty))
    lasts = [first - 1 for _, first, _ in steps[1:]]
    return tuple(
        WoundRank(name, first, last, penalty)
        for (name, first, penalty), last in zip(steps, [*lasts, MAX_WOUNDS], strict=True)
    )


def rank_at(ranks: tuple[WoundRank, ...], taken: int) -> WoundRank:
    """The rank of a character with so many Wounds; past the last box: dead.

    Source: 4e.wounds
    """
    for rank in ranks:
        if rank.first <= taken <= rank.last:
            return rank
    return WoundRank(DEAD, ranks[-1].last + 1, MAX_WOUNDS, None)
