"""Chances of contests by a second road: brute force, re-rolls one after the other, a peer, simulation.

4e.contested
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import icepool
import pytest

from rollkeep.dice.pool import Pool, keep, throw
from rollkeep.errors import TooLarge
from rollkeep.odds.contest import Contest, Side, contest, lead
from rollkeep.odds.enclosed import Enclosed
from rollkeep.odds.keep import law
from rollkeep.table.entropy import seeded

WIDTH = Fraction(1, 10**15)
Who = tuple[int, ...]


def judged(totals: list[int], raises: list[int], runner_up: bool) -> Who:
    """Who wins: nobody, one, or several that tie; word by word from the rule."""
    good = []
    for i, total in enumerate(totals):
        others = [other for j, other in enumerate(totals) if j != i]
        if raises[i] and total >= max(others) + 5 * raises[i]:
            good.append(i)
        if not raises[i] and not any(other > total for other in others):
            good.append(i)
    if not good and runner_up:
        plain = [total for total, r in zip(totals, raises, strict=True) if not r]
        good = [i for i, total in enumerate(totals) if not raises[i] and total == max(plain)]
    return tuple(good)


Masses = list[tuple[int | None, int]]


def masses(pool: Pool, end: int) -> tuple[Masses, int]:
    """Every total below ``end``, and None for all others, with whole shares: by counting throws."""
    one: Counter[int] = Counter()
    deepest = 3 if pool.explode_on else 1
    whole = 10 ** (deepest + pool.emphasis)

    def follow(points: int, share: int, first: bool) -> None:
        for face in range(1, 11):
            if face == 1 and first and pool.emphasis:
                follow(0, share // 10, False)
            elif pool.explode_on and face >= pool.explode_on and share > 10:
                follow(points + face, share // 10, False)
            elif pool.explode_on and face >= pool.explode_on:
                one[10**6] += share // 10
            else:
                one[points + face] += share // 10

    follow(0, whole, True)
    sums: Counter[int | None] = Counter()
    for dice in product(one.items(), repeat=pool.rolled):
        share = 1
        for _, part in dice:
            share *= part
        total = sum(sorted((points for points, _ in dice), reverse=not pool.lowest)[: pool.kept]) + pool.bonus
        sums[total if total < end else None] += share
    return list(sums.items()), whole**pool.rolled


def brute(sides: list[Side], runner_up: bool, end: int) -> tuple[dict[Who, Fraction], Fraction]:
    """Each outcome's chance as far as all totals are below ``end``, and the rest."""
    found: Counter[Who | None] = Counter()
    laws = [masses(side.pool, end) for side in sides]
    unit = 1
    for _, whole in laws:
        unit *= whole
    for throws in product(*[shares for shares, _ in laws]):
        share = 1
        for _, part in throws:
            share *= part
        totals = [total for total, _ in throws if total is not None]
        known = len(totals) == len(sides)
        found[judged(totals, [side.raises for side in sides], runner_up) if known else None] += share
    rest = Fraction(found.pop(None, 0), unit)
    return {who: Fraction(share, unit) for who, share in found.items() if who is not None}, rest


def flat(found: Contest) -> list[Enclosed]:
    return [*found.wins, found.tie, found.nobody]


def flattened(outcomes: dict[Who, Fraction], sides: int) -> list[Fraction]:
    wins = [outcomes.get((i,), Fraction(0)) for i in range(sides)]
    return [*wins, sum((c for w, c in outcomes.items() if len(w) > 1), Fraction(0)), outcomes.get((), Fraction(0))]


PLAIN = Pool(1, 1, explode_on=None)
TWO = Pool(2, 1, explode_on=None)
LOW = Pool(2, 1, 2, explode_on=None, lowest=True)
FINITE = [
    [Side(PLAIN), Side(PLAIN)],
    [Side(PLAIN, 1), Side(TWO, 1)],
    [Side(PLAIN, 1), Side(TWO)],
    [Side(Pool(2, 2, -3, None), 1), Side(Pool(1, 1, 4, None))],
    [Side(TWO, 1), Side(PLAIN), Side(LOW)],
    [Side(TWO, 1), Side(Pool(2, 2, explode_on=None), 2), Side(PLAIN)],
    [Side(TWO), Side(PLAIN), Side(LOW), Side(PLAIN)],
    [Side(Pool(1, 1, 5, None), 1), Side(Pool(1, 1, 6, None), 1), Side(PLAIN), Side(PLAIN)],
    [Side(Pool(1, 1, 5, None), 1), Side(TWO, 2), Side(Pool(2, 1, 3, None, emphasis=True), 1)],
    [Side(Pool(0, 0, 4)), Side(PLAIN), Side(Pool(1, 1, 3, None), 1)],
    [Side(PLAIN, 9), Side(Pool(0, 0, -60)), Side(Pool(1, 1, -70, None))],
]


@pytest.mark.parametrize("runner_up", [False, True])
@pytest.mark.parametrize("sides", FINITE)
def test_dice_that_do_not_explode_are_exact(sides: list[Side], runner_up: bool) -> None:
    outcomes, rest = brute(sides, runner_up, 100)
    assert rest == 0
    found = contest(sides, runner_up=runner_up)
    for chance, exact in zip(flat(found), flattened(outcomes, len(sides)), strict=True):
        assert chance.low <= exact <= chance.high
        assert chance.width == 0


@pytest.mark.parametrize("runner_up", [False, True])
@pytest.mark.parametrize("sides", FINITE)
def test_ties_rolled_again_one_after_the_other(sides: list[Side], runner_up: bool) -> None:
    """The re-rolls are followed here round by round; there they are solved."""
    outcomes, _ = brute(sides, runner_up, 100)
    again = {who: brute([sides[i] for i in who], False, 100)[0] for who in outcomes if len(who) > 1}
    for who in list(again):
        for fewer in again[who]:
            chosen = tuple(who[i] for i in fewer)
            if len(chosen) > 1 and chosen not in again:
                again[chosen] = brute([sides[i] for i in chosen], False, 100)[0]
    now = {who: float(chance) for who, chance in outcomes.items()}
    for _ in range(60):
        later: dict[Who, float] = {}
        for who, chance in now.items():
            for fewer, part in again[who].items() if len(who) > 1 else [(tuple(range(len(who))), Fraction(1))]:
                chosen = tuple(who[i] for i in fewer)
                later[chosen] = later.get(chosen, 0.0) + chance * float(part)
        now = later
    found = contest(sides, again=True, runner_up=runner_up)
    assert found.tie == Enclosed(Fraction(0), Fraction(0))
    for i, win in enumerate(found.wins):
        assert win.value == pytest.approx(now.get((i,), 0.0), abs=1e-13)
        assert win.width <= WIDTH
    assert found.nobody.value == pytest.approx(now.get((), 0.0), abs=1e-13)


@pytest.mark.parametrize("runner_up", [False, True])
@pytest.mark.parametrize(
    "sides",
    [
        [Side(Pool(1, 1)), Side(Pool(2, 1))],
        [Side(Pool(2, 1), 1), Side(Pool(1, 1, 3), 1)],
        [Side(Pool(1, 1, explode_on=9), 1), Side(Pool(1, 1, emphasis=True))],
        [Side(Pool(2, 1, 4, lowest=True), 1), Side(Pool(1, 1)), Side(Pool(1, 1))],
        [Side(Pool(1, 1, 9), 1), Side(Pool(1, 1), 2), Side(Pool(2, 1, -2))],
    ],
)
def test_brute_force_of_exploding_dice(sides: list[Side], runner_up: bool) -> None:
    """All that is decided below 25, where every explosion is still told apart; the rest is bounded."""
    outcomes, rest = brute(sides, runner_up, 25)
    assert 0 < rest < Fraction(1, 3)
    for chance, least in zip(flat(contest(sides, runner_up=runner_up)), flattened(outcomes, len(sides)), strict=True):
        assert least <= chance.high
        assert chance.low <= least + rest


@pytest.mark.parametrize(("first", "second"), [((7, 3, 1), (6, 4, 1)), ((5, 2, 0), (5, 3, 2)), ((10, 5, 0), (9, 6, 0))])
def test_a_peer_agrees(first: tuple[int, int, int], second: tuple[int, int, int]) -> None:
    """Ten explosions: what more of them would change is below 1e-12."""
    die = icepool.d(10).explode(depth=10)
    one, two = (die.pool(rolled).highest(kept).sum() for rolled, kept, _ in (first, second))
    margin = one - two
    found = contest([Side(Pool(rolled, kept), raises) for rolled, kept, raises in (first, second)])
    wins = [
        margin.probability(">=", 5 * first[2] or (0 if second[2] else 1)),
        margin.probability("<=", -(5 * second[2] or (0 if first[2] else 1))),
    ]
    tie = margin.probability("==", 0) if not first[2] and not second[2] else Fraction(0)
    for chance, peer in zip(flat(found), [*wins, tie, 1 - sum(wins) - tie], strict=True):
        assert chance.low - Fraction(1, 10**12) <= peer <= chance.high + Fraction(1, 10**12)
    ahead, behind, neither = lead(Pool(*first[:2]), Pool(*second[:2]), 7)
    assert abs(ahead.low - margin.probability(">=", 7)) < Fraction(1, 10**12)
    assert abs(behind.low - margin.probability("<=", -7)) < Fraction(1, 10**12)
    assert neither.low <= 1 - ahead.low - behind.low <= neither.high


MANY = [
    [Side(Pool(7, 3), 1), Side(Pool(6, 4)), Side(Pool(5, 3), 2)],
    [Side(Pool(4, 2, 7), 1), Side(Pool(6, 4, explode_on=9), 2), Side(Pool(5, 5, -3), 1)],
    [Side(Pool(6, 2), 1), Side(Pool(6, 3, lowest=True)), Side(Pool(4, 2, emphasis=True)), Side(Pool(4, 1, 3))],
]


@pytest.mark.parametrize("runner_up", [False, True])
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("sides", MANY)
def test_simulation_agrees(sides: list[Side], again: bool, runner_up: bool) -> None:
    source, n = seeded(71), 8_000
    seen: Counter[Who] = Counter()
    for _ in range(n):
        throws = [keep(throw(side.pool, source)).total for side in sides]
        who = judged(throws, [side.raises for side in sides], runner_up)
        while again and len(who) > 1:
            throws = [keep(throw(sides[i].pool, source)).total for i in who]
            who = tuple(who[i] for i in judged(throws, [0] * len(who), False))
        seen[who] += 1
    shares = flattened({who: Fraction(count, n) for who, count in seen.items()}, len(sides))
    for chance, share in zip(flat(contest(sides, again=again, runner_up=runner_up)), shares, strict=True):
        error = sqrt(chance.value * (1 - chance.value) / n)
        assert abs(float(share) - chance.value) <= 4 * error + 1e-12


@pytest.mark.parametrize("width", [Fraction(1, 10**3), WIDTH, Fraction(1, 10**40), Fraction(2, 7)])
@pytest.mark.parametrize("runner_up", [False, True])
@pytest.mark.parametrize("again", [False, True])
def test_widths_and_sums(again: bool, runner_up: bool, width: Fraction) -> None:
    for sides in [*MANY, [Side(Pool(3, 2))] * 3, [Side(Pool(10, 10, 400), 60), Side(Pool(10, 9, 420), 3)]]:
        every = flat(contest(sides, again=again, runner_up=runner_up, width=width))
        assert all(0 <= chance.low <= chance.high <= 1 and chance.width <= width for chance in every)
        assert sum(chance.low for chance in every) <= 1 <= sum(chance.high for chance in every)
        best = flat(contest(sides, again=again, runner_up=runner_up, width=Fraction(1, 10**45)))
        for wide, narrow in zip(every, best, strict=True):
            assert wide.low <= narrow.high
            assert narrow.low <= wide.high


@pytest.mark.parametrize("width", [Fraction(1, 2), Fraction(1, 10)])
@pytest.mark.parametrize(
    "pools",
    [
        [Pool(5, 1, 5), Pool(4, 4, 10, explode_on=9)],
        [Pool(4, 1, 10, explode_on=9), Pool(5, 1, 20, explode_on=9)],
        [Pool(2, 1, 5), Pool(1, 1, 20), Pool(4, 2, 10)],
    ],
)
def test_two_beyond_the_edge_need_not_tie(pools: list[Pool], width: Fraction) -> None:
    """Bounds so wide that much lies beyond the edge still hold."""
    sides = [Side(pool) for pool in pools]
    wide, narrow = contest(sides, again=True, width=width), contest(sides, again=True)
    for one, other in zip(wide.wins, narrow.wins, strict=True):
        assert one.low <= other.high
        assert other.low <= one.high


@pytest.mark.parametrize("again", [False, True])
def test_equals_have_equal_chances(again: bool) -> None:
    for raises in (0, 1):
        found = contest([Side(Pool(5, 3), raises)] * 4, again=again)
        assert len(set(found.wins)) == 1
    mixed = [Side(Pool(5, 3)), Side(Pool(6, 2), 1), Side(Pool(4, 2)), Side(Pool(5, 3)), Side(Pool(6, 2), 1)]
    wins = contest(mixed, again=again, runner_up=True).wins
    assert (wins[0], wins[1]) == (wins[3], wins[4])
    turned = contest([*mixed[2:], *mixed[:2]], again=again, runner_up=True).wins
    assert all(a.low <= b.high and b.low <= a.high for a, b in zip([*wins[2:], *wins[:2]], turned, strict=True))


def test_twenty_equals() -> None:
    found = contest([Side(Pool(5, 3))] * 20, again=True)
    assert all(chance.low <= Fraction(1, 20) <= chance.high for chance in found.wins)


def test_two_plain_dice_by_hand() -> None:
    found = contest([Side(PLAIN), Side(PLAIN)])
    assert found.wins[0].low == found.wins[0].high == Fraction(45, 100)
    assert found.tie.low == Fraction(1, 10)
    assert found.nobody == Enclosed(Fraction(0), Fraction(0))
    one = contest([Side(PLAIN, 1), Side(PLAIN)])
    assert one.wins[0].low == Fraction(15, 100)  # exactly 5 above counts
    assert one.wins[1].low == Fraction(55, 100)  # a raiser who ties has failed
    assert one.nobody.low == Fraction(30, 100)
    assert contest([Side(PLAIN, 1), Side(PLAIN)], runner_up=True).wins[1].low == Fraction(85, 100)


def test_dice_that_never_settle() -> None:
    """Two who always throw the same tie for ever, with any third only as long as it does not beat them."""
    fixed = Side(Pool(0, 0, 5))
    assert contest([fixed, fixed], again=True).tie == Enclosed(Fraction(1), Fraction(1))
    found = contest([fixed, fixed, Side(PLAIN)], again=True)
    # The die ties with 5, and then rolls again with both; above 5 it wins: 1/2 : 4/10.
    assert found.tie.low <= Fraction(4, 9) <= found.tie.high
    assert found.wins[2].low <= Fraction(5, 9) <= found.wins[2].high
    assert found.wins[2].width <= WIDTH
    far = contest([Side(Pool(0, 0, 900)), Side(Pool(0, 0, 900)), Side(Pool(5, 3, explode_on=9))])
    assert far.tie.low > 1 - WIDTH


def test_a_lead() -> None:
    ahead, behind, neither = lead(PLAIN, PLAIN, 5)
    assert (ahead.low, behind.low, neither.low) == (Fraction(15, 100), Fraction(15, 100), Fraction(70, 100))
    one, two = contest([Side(Pool(7, 3), 1), Side(Pool(6, 4), 1)]).wins
    assert lead(Pool(7, 3), Pool(6, 4), 5)[:2] == (one, two)


def test_a_law_is_looked_at_only_where_it_is_known() -> None:
    """One far above the other needs no more than the other's law: nothing is open then."""
    sure, never, _ = lead(Pool(5, 3, 900), Pool(5, 3, explode_on=9), 5)
    assert sure.low > 1 - WIDTH
    assert never.high < WIDTH
    assert law(Pool(5, 3), 40).at_least(40) < Fraction(1, 10)


def test_what_would_take_too_long() -> None:
    different = [Side(Pool(10, kept)) for kept in range(1, 11)] + [Side(Pool(9, 4)), Side(Pool(8, 4))]
    with pytest.raises(TooLarge, match="12 contestants with 12 different pools"):
        contest(different, again=True)
    assert contest(different).tie.width <= WIDTH
    for sides in ([Side(Pool(5, 3))] * 21, [Side(Pool(21, 3))] * 2):
        with pytest.raises(TooLarge):
            contest(sides)
    with pytest.raises(TooLarge, match="too long"):
        contest([Side(Pool(20, kept, explode_on=9)) for kept in range(1, 21)])
    with pytest.raises(TooLarge, match="too long"):
        lead(Pool(5, 3), Pool(5, 3), 5, Fraction(1, 10**400))


def test_what_makes_no_sense() -> None:
    for sides in ([], [Side(PLAIN)], [Side(PLAIN, -1), Side(PLAIN)]):
        with pytest.raises(ValueError, match="two sides"):
            contest(sides)
    with pytest.raises(ValueError, match="above 0"):
        contest([Side(PLAIN)] * 2, width=Fraction(0))
    for by, width in ((0, WIDTH), (5, Fraction(0))):
        with pytest.raises(ValueError, match="above 0"):
            lead(PLAIN, PLAIN, by, width)


def test_enclosed() -> None:
    number = Enclosed(Fraction(1, 4), Fraction(1, 2))
    assert (number.value, number.width) == (0.375, Fraction(1, 4))
