"""Chances of ring and skill dice by a second road: a stored table, plain recursion, games played by the choices.

5e.odds, 5e.check, 5e.compromised
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import sqrt
from pathlib import Path

import pytest

from rollkeep.dice.source import Source
from rollkeep.dice.symbols import (
    EXPLOSIVE,
    RING_FACES,
    SKILL_FACES,
    STRIFE,
    SYMBOLS,
    Faces,
    Pool,
    Sum,
    extra,
    kind,
    tally,
    throw,
)
from rollkeep.errors import TooLarge
from rollkeep.odds import symbols_extra as module
from rollkeep.odds.symbols import Choice, Target, by_tn, chance, chances, choices, simple, trade_off
from rollkeep.table.entropy import seeded

KNOWN = json.loads((Path(__file__).parent / "symbol_odds.json").read_text())
NONE = Fraction(0)
SMALL = [Pool(1, 0, 1), Pool(0, 1, 1), Pool(1, 1, 1), Pool(2, 0, 2), Pool(1, 1, 2), Pool(2, 1, 2), Pool(1, 2, 1)]


def pool(name: str, compromised: bool = False) -> Pool:
    ring, skill = int(name[0]), int(name[2])
    return Pool(ring, skill, ring, compromised)


@pytest.mark.parametrize("name", KNOWN["success"])
def test_all_known_chances_of_success(name: str) -> None:
    known = [Fraction(each) for each in KNOWN["success"][name]]
    assert list(by_tn(pool(name))) == known
    assert [chance(pool(name), Target(tn)) for tn in range(1, 9)] == known


@pytest.mark.parametrize("tn", [1, 2, 3, 4])
def test_all_known_joint_chances(tn: int) -> None:
    for name, known in KNOWN["joint"].items():
        of, wanted, opportunity = name.split()
        if int(wanted) == tn:
            targets = [Target(tn, int(opportunity), limit) for limit in KNOWN["limits"]]
            assert [chance(pool(of), target) for target in targets] == [Fraction(each) for each in known], name
            assert list(chances(pool(of), targets)) == [Fraction(each) for each in known]


def test_there_are_as_many_as_there_should_be() -> None:
    assert sum(len(known) for known in KNOWN["success"].values()) == 240
    assert sum(len(known) for known in KNOWN["joint"].values()) == 720
    assert sum(len(known) for known in KNOWN["compromised"].values()) == 120


@pytest.mark.parametrize("name", KNOWN["compromised"])
def test_compromised(name: str) -> None:
    """5e.compromised: no die with strife is kept, also no extra one."""
    one = pool(name, compromised=True)
    assert [float(each) for each in by_tn(one, 4)] == pytest.approx(KNOWN["compromised"][name], abs=5.1e-7)
    assert by_tn(one, 6) == tuple(chance(one, Target(tn)) for tn in range(1, 7))
    for tn in (1, 2, 3):
        assert chance(one, Target(tn, 1)) == chance(pool(name), Target(tn, 1, 0))  # the same as no strife at all


def test_anchors() -> None:
    """5e.odds"""
    for name, tn, value in (
        ("2r1s", 2, Fraction(173, 288)),
        ("3r1s", 2, Fraction(109, 144)),
        ("3r3s", 2, Fraction(12949, 13824)),
        ("2r2s", 3, Fraction(4427, 15552)),
        ("3r2s", 4, Fraction(79661, 279936)),
        ("5r5s", 4, Fraction(397641071, 429981696)),
    ):
        assert chance(pool(name), Target(tn)) == value
    assert round(float(chance(pool("3r1s", True), Target(1))), 4) == 0.6142
    assert round(float(chance(pool("3r1s", True), Target(2))), 4) == 0.2059
    # explosives throw their dice after the choice of what is kept, not before
    assert round(float(chance(pool("2r5s"), Target(4))), 4) == 0.1682


def test_by_hand() -> None:
    assert chance(Pool(1, 0, 1), Target(1)) == Fraction(1, 2)
    assert chance(Pool(1, 0, 1), Target(2)) == Fraction(1, 12)  # an explosive, then a success
    assert chance(Pool(1, 0, 1), Target(2, strife=1)) == Fraction(1, 36)  # which must be the plain one
    assert chance(Pool(0, 1, 1), Target(1, 1)) == Fraction(1, 12) + Fraction(2, 12) * Fraction(4 + 0, 10)
    assert chance(Pool(0, 1, 1), Target(1, 1, 0)) == Fraction(1, 12) + Fraction(1, 12) * Fraction(4, 11)
    assert chance(Pool(3, 3, 0), Target(1)) == 0 == by_tn(Pool(3, 3, 0))[0] == chance(Pool(0, 0, 2), Target(1))
    assert chance(Pool(5, 5, 2), Target(1, 3)) == 0  # each kept die brings one opportunity at most
    assert chance(Pool(3, 2, 9), Target(3)) == chance(Pool(3, 2, 5), Target(3))
    assert by_tn(Pool(3, 2, 3), 0) == ()


# --- plain recursion: every face, every way to keep, so many rounds of extra dice -------------------------------------


@cache
def falls(ring: int, skill: int) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Throws by the symbols that show, in order of type, with their numbers of ways."""
    found: Counter[tuple[str, ...]] = Counter()
    rings = [[f"r {SYMBOLS[face]}" for face in RING_FACES]] * ring
    skills = [[f"s {SYMBOLS[face]}" for face in SKILL_FACES]] * skill
    for symbols in product(*rings, *skills):
        found[tuple(sorted(symbols))] += 1
    return tuple(found.items())


@cache
def ways_to_keep(symbols: tuple[str, ...], most: int) -> frozenset[tuple[int, int, int, int, int]]:
    found = set()
    for count in range(most + 1):
        for kept in combinations(symbols, count):
            found.add(
                (
                    sum("su" in each or "ex" in each for each in kept),
                    sum("op" in each for each in kept),
                    sum("st" in each for each in kept),
                    sum(each.startswith("r ex") for each in kept),
                    sum(each.startswith("s ex") for each in kept),
                )
            )
    return frozenset(found)


@cache
def bounds(ring: int, skill: int, most: int, n: int, b: int, c: int | None, rounds: int) -> tuple[Fraction, Fraction]:
    """The best chance if whatever is open after so many rounds of dice is lost, and if it is won."""
    n, b = max(n, 0), max(b, 0)
    if not n and not b:
        return Fraction(1), Fraction(1)
    if not ring + skill:
        return Fraction(0), Fraction(0)
    if not rounds:
        return Fraction(0), Fraction(1)
    low = high = Fraction(0)
    for symbols, ways in falls(ring, skill):
        after = [
            bounds(r, s, r + s, n - su, b - op, None if c is None else c - st, rounds - 1)
            for su, op, st, r, s in ways_to_keep(symbols, most)
            if c is None or st <= c
        ]
        low += ways * max(each[0] for each in after)
        high += ways * max(each[1] for each in after)
    whole = 6**ring * 12**skill
    return low / whole, high / whole


@pytest.mark.parametrize("one", [*SMALL, Pool(2, 2, 2), Pool(3, 1, 2), Pool(1, 2, 3)])
def test_plain_recursion_encloses_every_chance(one: Pool) -> None:
    """5e.check, 5e.odds"""
    rounds = 7 if one.ring + one.skill < 4 else 5
    for tn, opportunity, limit in product((1, 2, 3), (0, 1, 2), (None, 0, 1, 2, 3)):
        low, high = bounds(one.ring, one.skill, min(one.kept, one.ring + one.skill), tn, opportunity, limit, rounds)
        assert low <= chance(one, Target(tn, opportunity, limit)) <= high, (tn, opportunity, limit)
        assert high - low < 1e-3


# --- the choices ------------------------------------------------------------------------------------------------------


def thrown(one: Pool) -> list[Faces]:
    return list(product(*[RING_FACES] * one.ring, *[SKILL_FACES] * one.skill))


@pytest.mark.parametrize("one", [Pool(1, 1, 1), Pool(2, 1, 2), Pool(1, 2, 2), Pool(2, 1, 1, True), Pool(3, 0, 2)])
@pytest.mark.parametrize("target", [Target(1, 1, 1), Target(2), Target(2, 1, 2), Target(3, 1), Target(2, 0, 1)])
def test_the_best_choices_of_all_throws_add_up_to_the_chance(one: Pool, target: Target) -> None:
    """5e.check, 5e.odds: so both can only be right or wrong together."""
    total, throws = Fraction(0), thrown(one)
    for faces in throws:
        total += choices(faces, one.kept, target, compromised=one.compromised)[0].chance
    assert total / len(throws) == chance(one, target)


@pytest.mark.parametrize("kept", [Sum(1, 0, 0), Sum(2, 1, 1), Sum(0, 0, 2), Sum(3, 0, 1)])
def test_extra_dice_add_up_to_the_chance_before_them(kept: Sum) -> None:
    """5e.check: two explosives are kept; the mean over what they throw is the chance that was told of that choice."""
    target = Target(4, 1, 3)
    before = next(each for each in choices((6, 22), 2, target, kept) if each.positions == (0, 1))
    total = Fraction(0)
    for faces in product(RING_FACES, SKILL_FACES):
        total += choices(faces, None, target, before.shows, least=0)[0].chance
    assert total / 72 == before.chance
    assert before.shows == Sum(*map(sum, zip(kept, (2, 0, 1), strict=True)))


@pytest.mark.parametrize(
    ("one", "target"),
    [
        (Pool(3, 2, 3), Target(3, 1, 2)),
        (Pool(2, 3, 2), Target(3, 1, 1)),
        (Pool(3, 3, 3), Target(4, 1)),
        (Pool(3, 3, 3, True), Target(2, 1)),
    ],
)
def test_games_played_by_the_choices(one: Pool, target: Target) -> None:
    """5e.odds, 5e.check: as many are won as the chance says, and no more by the simple policy."""
    source, games, won, simply = seeded(2_026), 1_500, 0, 0
    for _ in range(games):
        faces = throw(one.ring, one.skill, source)
        won += play(one, target, faces, source, by_policy=False)
        simply += play(one, target, faces, source, by_policy=True)
    exact = float(chance(one, target))
    error = sqrt(exact * (1 - exact) / games)
    assert abs(won / games - exact) <= 4 * error
    assert simply / games <= exact + 4 * error


def play(one: Pool, target: Target, faces: Faces, source: Source, by_policy: bool) -> bool:
    room: int | None = one.kept
    shows, least = Sum(), 1
    while faces:
        if by_policy:
            positions = simple(faces, room, one.compromised, least)
        else:
            positions = choices(faces, room, target, shows, one.compromised, least)[0].positions
        kept = [faces[at] for at in positions]
        assert not (one.compromised and any(STRIFE[face] for face in kept))
        assert room is None or len(kept) <= room
        shows = Sum(*map(sum, zip(shows, tally(kept), strict=True)))
        faces, room, least = extra(kept, source), None, 0
    limit = target.strife
    enough = shows.successes >= target.tn and shows.opportunities >= target.opportunity
    return enough and (limit is None or shows.strife <= limit)


def test_sixteen_dice_are_no_burden() -> None:
    faces = (6,) * 3 + (2, 3, 4, 5, 1) + (21, 21, 22, 20, 13, 16, 18, 11)
    found = choices(faces, 6, Target(6, 2, 4))
    assert found[0].positions
    assert [each.chance for each in found] == sorted((each.chance for each in found), reverse=True)
    assert len({(each.shows, *explosives(faces, each.positions)) for each in found}) == len(found)


def explosives(faces: Faces, positions: tuple[int, ...]) -> tuple[int, int]:
    types = [kind(faces[at]) for at in positions if EXPLOSIVE[faces[at]]]
    return types.count("ring"), types.count("skill")


@pytest.mark.parametrize(
    ("faces", "room", "compromised", "least", "positions"),
    [
        ((4, 6, 3, 19), 2, False, 1, (1, 3)),  # an explosive before all others, then the success without strife
        ((6, 21, 22), 1, False, 1, (2,)),
        ((6, 21), 1, False, 1, (0,)),  # alike: the lower position
        ((4, 5, 20), 2, False, 1, (1, 2)),
        ((4, 16, 3), None, False, 0, (0, 1, 2)),  # successes with strife are successes
        ((2, 1), 2, False, 1, (1,)),  # one has to be kept
        ((2, 2), 2, False, 1, (0,)),
        ((2, 1), None, False, 0, ()),
        ((2, 3), 2, False, 1, (1,)),
        ((2, 4), 2, True, 1, ()),  # nothing that may be kept
        ((2, 4, 1), 2, True, 1, (2,)),
        ((18, 13, 20, 22), 3, False, 1, (0, 2, 3)),
        ((), 2, False, 1, ()),
        ((5, 5), 0, False, 1, ()),
    ],
)
def test_the_simple_policy(
    faces: Faces, room: int | None, compromised: bool, least: int, positions: tuple[int, ...]
) -> None:
    """5e.check, 5e.compromised"""
    assert simple(faces, room, compromised, least) == positions


def test_choices_that_are_forced() -> None:
    """5e.check: one die at least is kept; 5e.compromised: none where all show strife."""
    assert [each.positions for each in choices((2, 2), 2, Target(1, strife=0))] == [(0,), (0, 1)]
    assert [each.chance for each in choices((2, 4), 2, Target(1, strife=0))] == [0, 0, 0]
    assert choices((2, 4, 6), 2, Target(1), compromised=True) == (Choice((), Sum(), NONE),)
    assert choices((), None, Target(1), Sum(1, 0, 0), least=0) == (Choice((), Sum(1, 0, 0), Fraction(1)),)
    assert choices((1, 11), 2, Target(1)) == (Choice((0,), Sum(), NONE),)
    assert choices((6,), None, Target(2), Sum(1, 0, 2), compromised=True, least=0)[0].positions == ()
    assert [each.chance for each in choices((6,), 1, Target(2, 0, 1), Sum(2, 0, 2))] == [0]  # too much strife already


# --- what more strife buys; limits ------------------------------------------------------------------------------------


def test_trade_off() -> None:
    """5e.odds"""
    rows = trade_off(Pool(3, 2, 3), 3)
    assert [limit for limit, _ in rows] == [0, 1, 2, None]  # with three the limit is of no matter any more
    assert [each for _, each in rows] == [chance(Pool(3, 2, 3), Target(3, 0, limit)) for limit, _ in rows]
    rows = trade_off(Pool(3, 2, 3), 3, 1)
    assert [limit for limit, _ in rows] == [0, 1, 2, 3, 4, None]
    assert [each for _, each in rows] == sorted(each for _, each in rows)
    calm = chance(Pool(2, 2, 2, True), Target(2))
    assert trade_off(Pool(2, 2, 2, True), 2) == ((0, calm), (None, calm))
    assert trade_off(Pool(0, 0, 0), 2) == ((0, NONE), (None, NONE))


@pytest.mark.parametrize(
    ("one", "target"),
    [
        (Pool(11, 0, 3), Target(1)),
        (Pool(1, 11, 1), Target(1)),
        (Pool(1, 1, 1), Target(21)),
        (Pool(1, 1, 1), Target(1, 11)),
        (Pool(1, 1, 1), Target(1, 1, 21)),
        (Pool(10, 10, 10), Target(20, 10, 20)),
    ],
)
def test_what_would_take_too_long(one: Pool, target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WORK", 1e5)  # not to wait for the true limit
    with pytest.raises(TooLarge, match="would take too long") as found:
        chance(one, target)
    assert found.value.hint


@pytest.mark.parametrize(
    ("one", "target"),
    [
        (Pool(1, 1, 1), Target(0)),
        (Pool(1, 1, 1), Target(1, -1)),
        (Pool(1, 1, 1), Target(1, 0, -1)),
        (Pool(-1, 1, 1), Target(1)),
        (Pool(1, 1, -1), Target(1)),
    ],
)
def test_what_makes_no_sense(one: Pool, target: Target) -> None:
    with pytest.raises(ValueError, match="a TN is 1 or more"):
        chance(one, target)
