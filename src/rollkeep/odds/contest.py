"""Odds of a contested roll: who is ahead of all others by enough.

Totals have no end, so each law is known up to a common point only, the edge; the rest of it is one lump, "the edge or
more". Whatever such laws decide is counted: all totals below the edge, and one beyond it with all others low enough.
What they leave open, two totals near or beyond the edge, is a product of two small chances, so an edge where one is
near the root of the width asked for will do. That rest may belong to any outcome: it is the width of each.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate, product
from math import ceil, comb, log, log10, prod, sqrt
from operator import mul, sub
from typing import NamedTuple

from rollkeep.dice.pool import Pool
from rollkeep.errors import TooLarge
from rollkeep.odds.dist import Dist
from rollkeep.odds.enclosed import Enclosed
from rollkeep.odds.keep import MAX_ROLLED, MAX_TOTAL_ANY_DIE, law

MAX_SIDES = 20
MAX_BEYOND = 1_500  # points of dice up to which the edge moves
MAX_TIES = 13_000_000  # products of two shares: about 2 s
MAX_LAWS = 100_000_000  # dice × kept dice × points², of dice that are slow: about 2 s
NARROW = Fraction(1, 10**15)
NEVER = Enclosed(Fraction(0), Fraction(0))
RAISE = 5


class Side(NamedTuple):
    """One contestant: what is thrown, and the Raises declared for it."""

    pool: Pool
    raises: int = 0


class Contest(NamedTuple):
    """The chance of each contestant to win, in their order, of a tie for the top, and that nobody wins.

    Exact: what is left open is the width of every outcome that can happen; it and all lower bounds add up to 1.
    """

    wins: tuple[Enclosed, ...]
    tie: Enclosed
    nobody: Enclosed


class _Law(NamedTuple):
    """One side's total, from the lowest point of any side to the edge.

    Shape: ``masses[i]`` and ``at_most[i]`` are whole shares of ``unit``; the last mass is that of the edge and all
    beyond, and the last of ``at_most`` is without it. What stands nowhere is not known.
    """

    masses: list[int]
    at_most: list[int]
    unit: int


class _Shares(NamedTuple):
    """What is decided, in whole shares of ``unit``."""

    wins: list[int]
    tie: int
    nobody: int
    unit: int

    @property
    def left(self) -> int:
        return self.unit - sum(self.wins) - self.tie - self.nobody

    def within(self, width: Fraction) -> bool:
        return self.left * width.denominator <= self.unit * width.numerator

    def enclosed(self, share: int) -> Enclosed:
        return Enclosed(Fraction(share, self.unit), Fraction(share + self.left, self.unit))


def contest(
    sides: Sequence[Side], *, again: bool = False, runner_up: bool = False, width: Fraction = NARROW
) -> Contest:
    """The odds of a contest of two to twenty, each with their own dice.

    ``again``: those who tie roll again until it is settled; only dice that show the same for ever still tie then.
    ``runner_up``: where nobody makes good, the best of those without Raises wins, or ties.

    >>> three = [Side(Pool(7, 3), 1), Side(Pool(6, 4)), Side(Pool(5, 3))]
    >>> [round(chance.value, 6) for chance in contest(three).wins]
    [0.196343, 0.507074, 0.176949]

    Exact: every chance is enclosed within ``width``.
    Raises: TooLarge; ValueError for fewer than two sides, negative Raises or a width that is not above 0.
    Source: 4e.contested
    """
    if len(sides) < 2 or width <= 0 or any(side.raises < 0 for side in sides):
        raise ValueError("a contest needs two sides or more, no negative Raises and a width above 0")
    if len(sides) > MAX_SIDES:
        raise TooLarge(f"{len(sides)} are too many for one contest.", hint=f"Ask for at most {MAX_SIDES} contestants.")
    pools, margins = [side.pool for side in sides], [RAISE * side.raises for side in sides]
    plain = [i for i, margin in enumerate(margins) if not margin]

    def decide(laws: list[_Law]) -> _Shares:
        found = _decided(laws, margins, runner_up)
        if again and found.tie and found.within(width):
            return _settled(found, pools, laws, margins, runner_up, width)
        return found

    found = _within(width, pools, margins, decide)
    certain = [pools[i].bonus for i in plain if min(pools[i].rolled, pools[i].kept) <= 0]
    can_tie = len(certain) > len(set(certain)) if again else len(plain) > 1
    can_fail = not plain or (len(plain) < len(sides) and not runner_up)
    return Contest(
        tuple(map(found.enclosed, found.wins)),
        found.enclosed(found.tie) if can_tie else NEVER,
        found.enclosed(found.nobody) if can_fail else NEVER,
    )


def lead(first: Pool, second: Pool, by: int, width: Fraction = NARROW) -> tuple[Enclosed, Enclosed, Enclosed]:
    """The chances that the first total is at least ``by`` above the second, the second above the first, and neither.

    >>> [round(chance.value, 6) for chance in lead(Pool(7, 3), Pool(6, 4), 5)]
    [0.256573, 0.450275, 0.293152]

    Exact: every chance is enclosed within ``width``.
    Raises: TooLarge; ValueError where ``by`` or ``width`` is not above 0.
    """
    if by < 1 or width <= 0:
        raise ValueError("a lead and a width are above 0")
    margins = [by, by]
    found = _within(width, [first, second], margins, lambda laws: _decided(laws, margins, False))
    ahead, behind = map(found.enclosed, found.wins)
    return ahead, behind, found.enclosed(found.nobody)


# --- how far each law is needed -----------------------------------------------------------------------------------


def _within(width: Fraction, pools: list[Pool], margins: list[int], decide: Callable[[list[_Law]], _Shares]) -> _Shares:
    """Moves the edge outwards until no more than ``width`` is left open."""
    low, edge = min(pool.bonus for pool in pools), _guess(pools, margins, width)
    most, work = max(pool.bonus for pool in pools) + MAX_BEYOND, 0
    while edge <= most and (work := work + _work(pools, edge)) <= MAX_LAWS:
        known = {pool: _law(pool, low, edge) for pool in set(pools)}
        found = decide([known[pool] for pool in pools])
        if found.within(width):
            return found
        edge += 4 + ceil(6 * _decades(Fraction(found.left, found.unit) / width))
    raise TooLarge("The odds of such a contest would take too long.", hint="Ask for fewer dice, or for wider bounds.")


def _work(pools: list[Pool], edge: int) -> int:
    """About how long the laws of those dice take that ``odds.tens`` cannot do."""
    slow = {pool for pool in pools if pool.explode_on != 10 or pool.lowest}
    return sum(pool.rolled * pool.kept * min(edge - pool.bonus, MAX_TOTAL_ANY_DIE) ** 2 for pool in slow)


def _guess(pools: list[Pool], margins: list[int], width: Fraction) -> int:
    """About where no side is beyond the edge, and another not low enough, with a chance of more than ``width``."""
    wanted = _decades(len(pools) / width)
    fits = [_fit(pool) for pool in pools]
    edge = 0.0
    for i, (start, slope) in enumerate(fits):
        for j, (other, other_slope) in enumerate(fits):
            if i != j:
                low = other + (margins[j] or 1)
                both = (wanted + start / slope + low / other_slope) / (1 / slope + 1 / other_slope)
                edge = max(edge, min(both, start + wanted * slope, low + wanted * other_slope))
    return max(ceil(edge), min(pool.bonus for pool in pools)) + 2


def _fit(pool: Pool) -> tuple[float, float]:
    """From where on the chance of a total falls, and in how many points to a tenth; only the time hangs on it.

    Fitted to all pools from 1k1 to 10k10 between 1e-5 and 1e-12, within 4 points.
    """
    kept = min(pool.kept, pool.rolled)
    if kept <= 0 or pool.explode_on is None:
        return pool.bonus + 10 * kept, 0.01
    ways = log(comb(pool.rolled, kept))
    if pool.lowest and kept < pool.rolled:
        start = 8 * kept - 3.2 * ways - 1
        slope = 0.4 + 8.2 * kept / pool.rolled + 0.6 * kept / (pool.rolled - kept + 1)
    else:
        start, slope = 2.8 * kept + 23.8 * sqrt(kept) + 3.2 * ways - 23.6, 9.7 + 0.34 * kept + 0.07 * ways
    if pool.explode_on < 10:
        start, slope = 1.24 * start, 1.36 * slope
    return pool.bonus + start, slope


def _decades(ratio: Fraction) -> float:
    """Its log10, of numbers too large for floats as well; not below 0."""
    return max(log10(ratio.numerator) - log10(ratio.denominator), 0.0)


def _law(pool: Pool, low: int, edge: int) -> _Law:
    dist, size = _known(pool, edge), edge - low + 1
    unit = dist.denominator
    if dist.start >= edge:
        return _Law([0] * (size - 1) + [unit], [0] * size, unit)
    before, reach = [0] * (dist.start - low), dist.reach[: edge - dist.start + 1]
    masses = [*before, *map(sub, reach, reach[1:])]
    at_most = [*before, *[unit - share for share in reach[1:]]]
    masses += [reach[-1]] if dist.end >= edge else [0] * (size - len(masses))
    at_most += at_most[-1:] * (size - len(at_most))
    return _Law(masses, at_most, unit)


def _known(pool: Pool, edge: int) -> Dist:
    """The law up to the edge, or as far as it can be had: what it does not know then stays open."""
    try:
        return law(pool, edge)
    except TooLarge:
        if pool.rolled > MAX_ROLLED:
            raise
        return law(pool, pool.bonus + MAX_TOTAL_ANY_DIE)


# --- one throw of all ---------------------------------------------------------------------------------------------


def _decided(laws: list[_Law], margins: list[int], runner_up: bool) -> _Shares:
    """What one throw decides; ties stay ties."""
    plain = [i for i, margin in enumerate(margins) if not margin]
    below = {i: _shifted(laws[i].at_most, 1) for i in plain}
    room = _room(laws, margins, runner_up) if plain else []
    wins, inside, alone = [], 0, 0  # inside: won with every total below the edge; alone: so, without Raises
    for i, (one, margin) in enumerate(zip(laws, margins, strict=True)):
        if margin:
            others = [_shifted(other.at_most, margin) for j, other in enumerate(laws) if j != i]
        else:
            others = [room, *[below[j] for j in plain if j != i]]
        won = list(map(mul, one.masses, _product(others)))
        wins.append(sum(won))
        inside += wins[-1] - won[-1]
        alone += 0 if margin else wins[-1] - won[-1]
    best = sum(map(mul, _best([laws[i].at_most for i in plain], list(below.values())), room)) if plain else 0
    nobody = prod([one.at_most[-1] for one in laws]) - inside - (best - alone)
    return _Shares(wins, best - alone, nobody, prod([one.unit for one in laws]))


def _best(at_most: list[list[int]], below: list[list[int]]) -> list[int]:
    """The masses of the best total of several."""
    return list(map(sub, _product(at_most), _product(below)))


def _room(laws: list[_Law], margins: list[int], runner_up: bool) -> list[int]:
    """What those with Raises leave to the others: the chance, at each total, that it wins against all of them."""
    raisers = [(one.masses, one.at_most, margin) for one, margin in zip(laws, margins, strict=True) if margin]
    size = len(laws[0].masses)
    if not raisers or not runner_up:
        return _product([[1] * size, *[at_most for _, at_most, _ in raisers]])
    # All below the edge, less those who make good against this total and all other raisers.
    room = [prod([at_most[-1] for _, at_most, _ in raisers])] * size
    for i, (masses, _, margin) in enumerate(raisers):
        others = [_shifted(at_most, margin) for j, (_, at_most, _) in enumerate(raisers) if j != i]
        good = _product([[*masses[:-1], 0], *others])
        from_here = list(accumulate(reversed(good)))[::-1]
        room = list(map(sub, room, (from_here[margin:] + [0] * margin)[-size:]))
    return room


def _shifted(at_most: list[int], by: int) -> list[int]:
    return ([0] * by + at_most)[: len(at_most)]


def _product(lists: list[list[int]]) -> list[int]:
    return reduce(lambda one, other: list(map(mul, one, other)), lists)


# --- ties that are rolled again -----------------------------------------------------------------------------------

Counts = tuple[int, ...]  # how many there are of each kind of pool: equal pools have equal chances


class _Throws(NamedTuple):
    """For so many of each kind, and at each total: the chance that all throw exactly it, and that all throw less.

    Shape: whole shares of 2^bits, rounded down, so that whatever is added up from them is a lower bound.
    """

    same: dict[Counts, list[int]]
    less: dict[Counts, list[int]]
    bits: int


def _settled(
    found: _Shares, pools: list[Pool], laws: list[_Law], margins: list[int], runner_up: bool, width: Fraction
) -> _Shares:
    """The same with every tie rolled again until one of those tied is left."""
    plain = [i for i, margin in enumerate(margins) if not margin]
    kinds = {pools[i]: laws[i] for i in plain}
    counts = tuple(sum(pools[i] == kind for i in plain) for kind in kinds)
    _check(counts, len(laws[0].masses))
    bits = width.denominator.bit_length() + 64 + 4 * len(pools)  # what rounding loses is nothing beside the width
    throws = _throws(list(kinds.values()), counts, bits)
    raised = prod([one.unit for one, margin in zip(laws, margins, strict=True) if margin])
    room = _rounded(_room(laws, margins, runner_up), raised, bits)
    shares = [0] * (len(counts) + 1)
    for tied, chances in _survivors(throws, counts).items():
        if sum(tied) > 1:
            others = tuple(map(sub, counts, tied))
            first = _on_top(tied, others, throws.same[tied], _times(throws.less[others], room, bits)) >> bits
            shares = [share + (first * chance >> bits) for share, chance in zip(shares, chances, strict=True)]
    wins = [won << bits for won in found.wins]
    for kind, share, count in zip(kinds, shares, counts, strict=False):
        for i in plain:
            if pools[i] == kind:
                wins[i] += share // count * found.unit
    return _Shares(wins, shares[-1] * found.unit, found.nobody << bits, found.unit << bits)


def _survivors(throws: _Throws, counts: Counts) -> dict[Counts, list[int]]:
    """Of those who tie: the chance that one of each kind is left in the end, and last that they tie for ever.

    A throw leaves all of them, which is the same once more, or fewer, whose chances are known already.
    """
    one = 1 << throws.bits
    left: dict[Counts, list[int]] = {}
    for tied in _up_to(counts):
        sums, same = [0] * (len(counts) + 1), 0
        for fewer in _up_to(tied) if sum(tied) > 1 else ():
            others = tuple(map(sub, tied, fewer))
            chance = _on_top(fewer, others, throws.same[fewer], throws.less[others]) >> throws.bits
            if any(others):
                sums = [known + chance * later for known, later in zip(sums, left[fewer], strict=True)]
            else:
                same = chance
        left[tied] = [known // (one - same) for known in sums] if same < one else [0] * len(counts) + [one]
        if sum(tied) == 1:
            left[tied][tied.index(1)] = one
    return left


def _on_top(tied: Counts, others: Counts, same: list[int], less: list[int]) -> int:
    ways = prod([comb(a + b, a) for a, b in zip(tied, others, strict=True)])
    shares: int = sum(map(mul, same, less))
    return ways * shares


def _throws(laws: list[_Law], counts: Counts, bits: int) -> _Throws:
    one, size, none = 1 << bits, len(laws[0].masses), tuple(0 for _ in laws)
    masses = [_rounded(law.masses, law.unit, bits) for law in laws]
    below = [_rounded(_shifted(law.at_most, 1), law.unit, bits) for law in laws]
    same, less = {none: [one] * size}, {none: [one] * size}
    for now in _up_to(counts):
        kind = next(i for i, count in enumerate(now) if count)
        before = tuple(count - (i == kind) for i, count in enumerate(now))
        # Two who are both beyond the edge need not be tied there: the last total is for one alone.
        same[now] = _times(same[before], masses[kind], bits)[: size if before == none else size - 1]
        less[now] = _times(less[before], below[kind], bits)
    return _Throws(same, less, bits)


def _up_to(counts: Counts) -> Iterator[Counts]:
    """All smaller numbers of each kind, none at all left out, and these; each after those it contains."""
    return (fewer for fewer in product(*[range(count + 1) for count in counts]) if any(fewer))


def _rounded(shares: list[int], unit: int, bits: int) -> list[int]:
    return [(share << bits) // unit for share in shares]


def _times(one: list[int], other: list[int], bits: int) -> list[int]:
    return [a * b >> bits for a, b in zip(one, other, strict=False)]


def _check(counts: Counts, size: int) -> None:
    if prod((count + 1) * (count + 2) // 2 for count in counts) * size > MAX_TIES:
        raise TooLarge(
            f"Ties among {sum(counts)} contestants with {len(counts)} different pools would take too long.",
            hint="Ask for fewer contestants without Raises, for more equal pools, or let ties stand.",
        )
