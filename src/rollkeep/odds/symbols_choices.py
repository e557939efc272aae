"""What may be kept of ring and skill dice on the table, and the best chance after each choice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from rollkeep.dice.symbols import EXPLOSIVE, OPPORTUNITY, SKILL, STRIFE, SUCCESS, Face, Faces, Sum, kind, tally
from rollkeep.odds.symbols_extra import Box, Target, extra


class Choice(NamedTuple):
    """Dice that may be kept, by position: what all kept dice show with them, and the best chance from there."""

    positions: tuple[int, ...]
    shows: Sum
    chance: Fraction


Gain = tuple[int, int, int, int, int]
"""The more, the better: successes, opportunities, strife as a negative number, explosives of ring and skill dice."""


def choices(
    faces: Faces,
    room: int | None,
    target: Target,
    so_far: Sum = Sum(),  # noqa: B008 - it is frozen
    compromised: bool = False,
    least: int = 1,
) -> tuple[Choice, ...]:
    """The choices worth considering, the best first: no other one is as good in all that counts and better in some.

    That is successes, opportunities, strife, and explosives of either type. Of choices alike in all this the one with
    fewer dice stands for all, then the one with lower positions. ``room`` is None where any number may be kept. Where
    nothing may be kept at all, keeping nothing is the only choice.

    >>> for choice in choices((4, 6, 3, 19), 2, Target(3)):
    ...     print(choice.positions, choice.shows, choice.chance)
    (1, 3) 2/0/1 1/2
    (1, 2) 1/1/1 1/12
    (2, 3) 1/1/0 0

    Exact.
    Raises: TooLarge
    """
    beside = _beside(faces, compromised)
    by_gain: dict[Gain, tuple[int, ...]] = {}
    for positions in _worth_a_look(beside, len(faces) if room is None else room, least):
        by_gain.setdefault(_gain(faces, positions), positions)  # ways to the same gain are all beaten by others
    if not by_gain:
        by_gain[_gain(faces, ())] = ()
    worth = _unbeaten(list(by_gain))
    chances = _chances(worth, target, so_far, compromised)
    found = []
    for gain, chance in zip(worth, chances, strict=True):
        shows = Sum(*[one + other for one, other in zip(so_far, tally(faces[at] for at in by_gain[gain]), strict=True)])
        found.append(Choice(by_gain[gain], shows, chance))
    found.sort(key=lambda each: (-each.chance, -each.shows[0], each.shows[2], -each.shows[1], each.positions))
    return tuple(found)


def simple(faces: Faces, room: int | None, compromised: bool = False, least: int = 1) -> tuple[int, ...]:
    """What is kept by a fixed rule, whatever the target: positions.

    The most successes, explosives before others; then the least strife, the most opportunities, the lowest positions.
    Opportunities without strife fill what room is left. A die that brings none of this is kept only where one must be.

    >>> simple((4, 6, 3, 19, 1), 2), simple((4, 6, 3, 19, 1), 4), simple((2, 1), 2)
    ((1, 3), (0, 1, 2, 3), (1,))
    """
    usable = [at for at, face in enumerate(faces) if not (compromised and STRIFE[face])]
    order = sorted(usable, key=lambda at: (*_rank(faces[at]), at))
    most = len(faces) if room is None else room
    kept = [at for at in order if SUCCESS[faces[at]] or (OPPORTUNITY[faces[at]] and not STRIFE[faces[at]])][:most]
    return tuple(sorted(kept or order[: min(least, most)]))


def _rank(face: Face) -> tuple[int, int, int]:
    """Explosives, successes, others; in each the least strife first, then opportunity."""
    return -SUCCESS[face] - EXPLOSIVE[face], STRIFE[face], -OPPORTUNITY[face]


class _Beside(NamedTuple):
    """Positions of dice that may be kept, by what they show: without strife, with it, and blank ones."""

    skill: list[int]
    both: list[int]
    plain: list[int]
    opportunity: list[int]
    skill_strife: list[int]
    ring_strife: list[int]
    plain_strife: list[int]
    opportunity_strife: list[int]
    blank: list[int]


def _beside(faces: Faces, compromised: bool) -> _Beside:
    beside = _Beside([], [], [], [], [], [], [], [], [])
    for at, face in enumerate(faces):
        if STRIFE[face]:
            if not compromised:
                of = (
                    (beside.skill_strife if kind(face) == SKILL else beside.ring_strife)
                    if EXPLOSIVE[face]
                    else (beside.plain_strife if SUCCESS[face] else beside.opportunity_strife)
                )
                of.append(at)
        elif EXPLOSIVE[face]:
            beside.skill.append(at)
        elif SUCCESS[face]:
            (beside.both if OPPORTUNITY[face] else beside.plain).append(at)
        else:
            (beside.opportunity if OPPORTUNITY[face] else beside.blank).append(at)
    return beside


def _worth_a_look(beside: _Beside, room: int, least: int) -> Iterator[tuple[int, ...]]:
    """Positions that could be kept, all that are worth it and some more: free dice as many as find room."""
    skills, rings, plain, others = beside[4:8]
    for s, r, o in product(range(len(skills) + 1), range(len(rings) + 1), range(len(others) + 1)):
        all_explosives = s == len(skills) and r == len(rings)
        for p in range(len(plain) + 1 if all_explosives else 1):
            left = room - s - r - o - p
            if left < 0:
                continue
            costly = skills[:s] + rings[:r] + plain[:p] + others[:o]
            for a, both, c, d in _free(beside, left):
                kept = [*costly, *beside.skill[:a], *beside.both[:both], *beside.plain[:c], *beside.opportunity[:d]]
                kept += beside.blank[: max(min(least, room) - len(kept), 0)]
                if len(kept) >= min(least, room):
                    yield tuple(sorted(kept))


def _free(beside: _Beside, room: int) -> Iterator[tuple[int, int, int, int]]:
    """Numbers of free dice: explosives, both, successes, opportunities. All of them, or as many as find room."""
    skill, both, plain, other = (len(each) for each in beside[:4])
    if skill + both + plain + other <= room:
        yield skill, both, plain, other
        return
    for d in range(max(room - both - skill - plain, 0), min(other, room - both) + 1):
        first = min(skill, room - both - d)
        yield first, both, room - both - d - first, d
    for few in range(max(room - skill, 0), min(both, room + 1)):
        yield room - few, few, 0, 0


def _gain(faces: Faces, positions: tuple[int, ...]) -> Gain:
    kept = [faces[at] for at in positions]
    successes, opportunities, strife = tally(kept)
    explosives = [kind(face) == SKILL for face in kept if EXPLOSIVE[face]]
    return successes, opportunities, -strife, len(explosives) - sum(explosives), sum(explosives)


def _unbeaten(gains: list[Gain]) -> list[Gain]:
    """Those that no other is as good as in all."""
    found: list[Gain] = []
    for a, b, c, d, e in sorted(gains, reverse=True):  # what is beaten comes after what beats it
        for v, w, x, y, z in found:
            if v >= a and w >= b and x >= c and y >= d and z >= e:
                break
        else:
            found.append((a, b, c, d, e))
    return found


def _chances(gains: list[Gain], target: Target, so_far: Sum, compromised: bool) -> list[Fraction]:
    """The best chance after each choice."""
    n, b = max(target.tn - so_far.successes, 0), max(target.opportunity - so_far.opportunities, 0)
    strife = None if target.strife is None else target.strife - so_far.strife
    if strife is not None and strife < 0:
        return [Fraction(0)] * len(gains)
    if compromised:
        strife = 0
    elif strife is not None and not b and strife >= n:
        strife = None
    ring, skill = max(gain[3] for gain in gains), max(gain[4] for gain in gains)
    dice = max(gain[3] + gain[4] for gain in gains)
    layers, unit = extra(Box(ring if strife is None else min(ring, strife), skill, dice, n, b, strife))
    found = []
    for successes, opportunities, cost, rings, skills in gains:
        left = 0 if strife is None else strife + cost
        share = layers[left][rings][skills][max(n - successes, 0)][max(b - opportunities, 0)] if left >= 0 else 0
        found.append(Fraction(share, unit))
    return found
