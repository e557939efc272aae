"""The first throw of ring and skill dice, of which only so many are kept: the best choice for all that may fall."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from struct import unpack

from rollkeep.dice.symbols import Pool
from rollkeep.odds.symbols_extra import Box, Extra, Target, Work, extra
from rollkeep.odds.symbols_thrown import Dice, Falls, Free, Gain, free, kept_free, left_ways


def together(pool: Pool, targets: Iterable[Target], any_strife: bool) -> dict[Target, Fraction]:
    """The best chance for each target; either all of them limit strife or none does.

    Exact.
    Raises: TooLarge
    """
    kept = min(pool.kept, pool.ring + pool.skill)
    limits: dict[tuple[int, int], list[int]] = {}
    for n, b, strife in sorted(targets, reverse=True):
        limits.setdefault((n, b), []).append(strife or 0)
    most = max([max(each) for each in limits.values()])
    ring, skill = min(pool.ring, kept) if any_strife else min(pool.ring, kept, most), min(pool.skill, kept)
    tn, opportunity = max([n for n, _ in limits]), max([b for _, b in limits])
    known = extra(Box(ring, skill, kept, tn, opportunity, None if any_strife else most))
    found, whole, work = {}, known.unit * 6**pool.ring * 12**pool.skill, Work()
    for (n, b), several in limits.items():
        first, shares = First(kept, n, b, known, Falls(n, b, skill, ring), work), [0] * len(several)
        for shown, dice in free((pool.ring, pool.skill), kept, n, b, any_strife):
            ways = left_ways(dice, b, any_strife)
            for at, share in enumerate(first.shares(shown, dice, ways, several)):
                shares[at] += share
        for strife, share in zip(several, shares, strict=True):
            found[Target(n, b, None if any_strife else strife)] = Fraction(share, whole)
    return found


class First:
    """What is the same for all throws of a pool against a number of successes and opportunities."""

    def __init__(self, kept: int, n: int, b: int, known: Extra, falls: Falls, work: Work) -> None:
        self.kept, self.n, self.b, self.falls, self.work = kept, n, b, falls, work
        self.layers, self.unit = known
        self._packed: dict[tuple[int, int, int], int] = {}

    def shares(self, shown: Free, dice: Dice, ways: int, limits: list[int]) -> list[int]:
        """The throws with these free dice, each as often as its best chance is: under each strife limit."""
        free_dice = {self.kept: kept_free(shown, self.kept)}
        gains = free_dice[self.kept]
        if any(gain.successes >= self.n and gain.opportunities >= self.b for gain in gains):
            return [ways * self.unit] * len(limits)
        found = []
        for strife in limits:
            layer = self.layers[strife]
            free_only = max([layer[r][s][self.n - n][self.b - b] for n, b, s, r in gains])
            if strife:
                best = self._bests(strife, free_only, shown, free_dice)
                found.append(sum([x * y for x, y in zip(self._ways(dice, strife), best, strict=True)]))
            else:
                found.append(ways * free_only)
        return found

    def _bests(self, strife: int, free_only: int, shown: Free, free_dice: dict[int, list[Gain]]) -> list[int]:
        """By outcome of the dice with strife: the best choice of them and of the free ones, in the room there is."""
        layers, kept, most_n, most_b, unit = self.layers, self.kept, self.n, self.b, self.unit
        values = [free_only]
        outcomes = self.falls.outcomes(strife)
        self.work.add(len(outcomes) * 2)
        # one with strife is kept only where all better ones without it are not enough
        need, lack = most_n - shown.skill - shown.both - shown.plain, max(most_b - shown.both - shown.opportunity, 0)
        for skill, ring, plain, opportunity, less, fewer in outcomes[1:]:
            value = values[less] if values[less] > values[fewer] else values[fewer]
            successes = skill + ring + plain
            rest, room = strife - successes - opportunity, kept - successes - opportunity
            if rest >= 0 and opportunity <= lack and (successes <= need or not plain) and value < unit:
                if room not in free_dice:
                    free_dice[room] = kept_free(shown, room)
                by, n, b = layers[rest][ring], most_n - successes, most_b - opportunity
                for gain in free_dice[room]:
                    chance = by[skill + gain[2]][n - gain[0]][b - gain[1]]
                    if chance > value:
                        value = chance
            values.append(value)
        return values

    def _ways(self, dice: Dice, strife: int) -> tuple[int, ...]:
        """In how many ways each outcome falls, added up for all dice at once: 64 bits for each in one integer."""
        total, packed = 0, self._packed
        for (ring, skill), ways in dice.items():
            key = ring, skill, strife
            if key not in packed:
                packed[key] = sum([more << 64 * at for at, more in self.falls.weights(ring, skill, strife)])
            total += ways * packed[key]
        count = len(self.falls.outcomes(strife))
        return unpack(f"<{count}Q", total.to_bytes(8 * count, "little"))
