"""How ring and skill dice fall, told apart only as far as it can matter.

A die is never kept while a better one lies beside it: a skill explosive is better than a ring explosive, an explosive
better than a success, a face better than the same with strife. So only a few numbers matter of a throw, each only up
to what can be of use. Dice without strife come first; what the others show is counted afterwards, in outcomes.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

Dice = dict[tuple[int, int], int]
"""In how many ways so many ring and so many skill dice are left."""

Weights = list[tuple[int, int]]
"""Outcomes by number, each with the number of ways in which dice show it."""


class Free(NamedTuple):
    """Dice that cost no strife (under any strife: all dice) as they fall: explosives by type, with both, and so on."""

    skill: int
    ring: int
    both: int
    plain: int
    opportunity: int


class Gain(NamedTuple):
    """What kept dice bring: successes and opportunities, and dice to be thrown by type."""

    successes: int
    opportunities: int
    skill: int
    ring: int


class Outcome(NamedTuple):
    """Dice with strife as they fall: explosives by type, successes, opportunities.

    ``less`` and ``fewer`` number the outcomes with one die less: the worst one with a success, or an opportunity.
    """

    skill: int
    ring: int
    plain: int
    opportunity: int
    less: int
    fewer: int


class Throw(NamedTuple):
    """Extra dice as they fall: what is kept for free, in how many ways in all, and by what the others show."""

    again: int
    successes: int
    opportunities: int
    ways: int
    weights: Weights


def free(pool: tuple[int, int], kept: int, tn: int, opportunity: int, any_strife: bool) -> list[tuple[Free, Dice]]:
    """The first throw of so many ring and skill dice: its free dice, and what dice are left beside them."""
    more, found = int(any_strife), list[tuple[Free, Dice]]()
    most_both = min(kept, max(tn, opportunity)) if opportunity else 0
    most_plain, most_other = min(kept, tn), min(kept, opportunity)
    for skill, first in enumerate(_split({pool: 1}, kept, 0, 1 + more)):
        for ring, second in enumerate(_split(first, kept - skill if any_strife else 0, more, 0)):
            for both, third in enumerate(_split(second, most_both, 0, 1 if opportunity else 0)):
                left = max(most_plain - skill - ring - both, 0)
                for plain, fourth in enumerate(_split(third, left, 1 + more, 2 + 2 * more + (not opportunity))):
                    left = max(most_other - both, 0)
                    last = _split(fourth, left, 1 + more, 3) if opportunity else [fourth]
                    found += [(Free(skill, ring, both, plain, other), dice) for other, dice in enumerate(last)]
    return found


def _split(dice: Dice, most: int, ring: int, skill: int) -> list[Dice]:
    """By how many dice show something, which one die shows in so many ways; ``most`` stands for more too."""
    parts: list[Dice] = [{} for _ in range(most + 1)]
    for (r, s), ways in dice.items():
        skills = _several(s, skill)
        for i, x in enumerate(_several(r, ring)):
            x *= ways
            for j, y in enumerate(skills, i):
                part, key = parts[j if j < most else most], (r - i, s - j + i)
                part[key] = part.get(key, 0) + x * y
    return [part for part in parts if part]


@lru_cache(maxsize=4_096)
def _several(dice: int, ways: int) -> list[int]:
    """In how many ways 0, 1, … of several dice show what one shows in so many ways; the others are not counted yet."""
    return [comb(dice, n) * ways**n for n in range(dice + 1 if ways else 1)]


def left_ways(dice: Dice, opportunity: int, any_strife: bool) -> int:
    """In how many ways dice fall that are left beside the free ones."""
    ring, skill = ((1, 2) if opportunity else (3, 5)) if any_strife else ((4, 5) if opportunity else (5, 8))
    return sum([ways * ring**r * skill**s for (r, s), ways in dice.items()])


def kept_free(shown: Free, room: int) -> list[Gain]:
    """The ways to keep free dice, as far as none is worse in all than another; none in less than no room."""
    skill, ring, both, plain, other = shown
    if skill + ring + both + plain + other <= room:
        return [Gain(skill + ring + both + plain, both + other, skill, ring)]
    found = []
    for opportunities in range(max(room - both - skill - ring - plain, 0), min(other, room - both) + 1):
        rest = room - both - opportunities
        first = min(skill, rest)
        found.append(Gain(rest + both, both + opportunities, first, min(ring, rest - first)))
    for few in range(max(room - skill - ring, 0), min(both, room + 1)):
        first = min(skill, room - few)
        found.append(Gain(room, few, first, room - few - first))
    return found


class Falls:
    """How dice fall for one target at most; what was counted once is kept as long as this is.

    ``skill`` and ``ring`` are the most explosives with strife that can matter.
    """

    def __init__(self, tn: int, opportunity: int, skill: int, ring: int) -> None:
        self.tn, self.opportunity, self.skill, self.ring = tn, opportunity, skill, ring
        self._outcomes: dict[int, list[Outcome]] = {}
        self._numbers: dict[int, dict[tuple[int, int, int, int], int]] = {}
        self._rings: dict[tuple[int, int], dict[tuple[int, int, int], int]] = {}
        self._skills: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
        self._throws: dict[tuple[int, int], dict[tuple[int, int, int], Dice]] = {}
        self._less: dict[int, list[int]] = {}
        self._weights: dict[tuple[int, int, int], Weights] = {}

    def outcomes(self, strife: int) -> list[Outcome]:
        """All that may be told apart when so many dice with strife are kept at most; with less comes first."""
        if strife in self._outcomes:
            return self._outcomes[strife]
        found, numbers = list[Outcome](), dict[tuple[int, int, int, int], int]()
        for s in range(min(strife, self.skill) + 1):
            for r in range(min(strife - s, self.ring) + 1):
                for p in range(min(strife - s - r, self.tn) + 1):
                    for o in range(min(strife, self.opportunity) + 1):
                        less = (s, r, p - 1, o) if p else (s, r - 1, 0, o) if r else (s - 1, 0, 0, o)
                        numbers[s, r, p, o] = len(found)
                        found.append(Outcome(s, r, p, o, numbers.get(less, 0), numbers.get((s, r, p, o - 1), 0)))
        self._outcomes[strife], self._numbers[strife] = found, numbers
        return found

    def weights(self, ring: int, skill: int, strife: int) -> Weights:
        """The outcomes of dice of which none is free."""
        key = ring, skill, strife
        if key in self._weights:
            return self._weights[key]
        self.outcomes(strife)
        numbers, found = self._numbers[strife], dict[int, int]()
        wider = self._weights.get((ring, skill, strife + 1))
        if wider is not None:
            at_less = self._at_less(strife)
            for at, ways in wider:
                found[at_less[at]] = found.get(at_less[at], 0) + ways
            weights = self._weights[key] = sorted(found.items())
            return weights
        rings = self._of_rings(ring, strife).items()
        for (s, p), ways in self._of_skills(skill, strife).items():
            for (r, q, o), more in rings:
                r1 = r if r < strife - s else strife - s
                at = numbers[s, r1, min(p + q, strife - s - r1, self.tn), o]
                found[at] = found.get(at, 0) + ways * more
        weights = self._weights[key] = sorted(found.items())
        return weights

    def _at_less(self, strife: int) -> list[int]:
        """Where the outcomes of a strife limit one higher belong."""
        if strife not in self._less:
            numbers, found = self._numbers[strife], list[int]()
            for s, r, p, o, _, _ in self.outcomes(strife + 1):
                s1 = min(s, strife)
                r1 = min(r, strife - s1)
                found.append(numbers[s1, r1, min(p, strife - s1 - r1), min(o, strife)])
            self._less[strife] = found
        return self._less[strife]

    def _of_rings(self, ring: int, strife: int) -> dict[tuple[int, int, int], int]:
        """Explosives, successes and opportunities of ring dice with strife, each up to what can matter."""
        key = ring, strife
        if key in self._rings:
            return self._rings[key]
        blank, found = 1 if self.opportunity else 3, dict[tuple[int, int, int], int]()
        for r in range(ring + 1):
            for p in range(ring - r + 1):
                for o in range(ring - r - p + 1 if self.opportunity else 1):
                    part = min(r, strife, self.ring), min(p, strife, self.tn), min(o, strife, self.opportunity)
                    ways = comb(ring, r) * comb(ring - r, p) * comb(ring - r - p, o) * blank ** (ring - r - p - o)
                    found[part] = found.get(part, 0) + ways
        self._rings[key] = found
        return found

    def _of_skills(self, skill: int, strife: int) -> dict[tuple[int, int], int]:
        """Explosives and successes of skill dice with strife, likewise."""
        key = skill, strife
        if key in self._skills:
            return self._skills[key]
        blank, found = 2 if self.opportunity else 5, dict[tuple[int, int], int]()
        for s in range(skill + 1):
            for p in range(skill - s + 1):
                part = min(s, strife, self.skill), min(p, strife, self.tn)
                ways = comb(skill, s) * comb(skill - s, p) * 2**p * blank ** (skill - s - p)
                found[part] = found.get(part, 0) + ways
        self._skills[key] = found
        return found

    def throws(self, ring: int, skill: int, strife: int) -> list[Throw]:
        """Extra dice, of which all free ones are kept."""
        found = []
        for (again, successes, opportunities), dice in self._free(ring, skill).items():
            weights: dict[int, int] = {}
            for (r, s), ways in dice.items():
                for at, more in self.weights(r, s, strife):
                    weights[at] = weights.get(at, 0) + ways * more
            found.append(Throw(again, successes, opportunities, sum(weights.values()), sorted(weights.items())))
        return found

    def _free(self, ring: int, skill: int) -> dict[tuple[int, int, int], Dice]:
        """By free explosives, successes and opportunities: what dice are left beside them."""
        if (ring, skill) in self._throws:
            return self._throws[ring, skill]
        free: dict[tuple[int, int, int], Dice] = {}
        for again, first in enumerate(_split({(ring, skill): 1}, skill, 0, 1)):
            for both, second in enumerate(_split(first, skill - again, 0, 1)):
                for plain, third in enumerate(_split(second, ring + skill - again - both, 1, 2)):
                    last = _split(third, ring + skill, 1, 3) if self.opportunity else [third]
                    for other, dice in enumerate(last):
                        successes = min(again + both + plain, self.tn)
                        part = free.setdefault((again, successes, min(both + other, self.opportunity)), {})
                        for key, ways in dice.items():
                            part[key] = part.get(key, 0) + ways
        self._throws[ring, skill] = free
        return free
