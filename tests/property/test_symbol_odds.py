"""Odds of ring and skill dice are ordered as they should be; choices are those worth considering, and no others."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rollkeep.dice.symbols import EXPLOSIVE, RING_FACES, SKILL_FACES, STRIFE, Faces, Pool, Sum, kind, tally
from rollkeep.odds.symbols import Target, by_tn, chance, choices, simple

pools = st.builds(
    Pool, ring=st.integers(0, 4), skill=st.integers(0, 4), kept=st.integers(0, 5), compromised=st.booleans()
)
targets = st.builds(Target, st.integers(1, 5), st.integers(0, 3), st.none() | st.integers(0, 3))
throws = st.lists(st.sampled_from(RING_FACES + SKILL_FACES), max_size=7).map(tuple)


@given(pools, targets)
def test_wanting_more_is_never_easier(pool: Pool, target: Target) -> None:
    """5e.odds"""
    now = chance(pool, target)
    assert 0 <= now <= 1
    assert chance(pool, target._replace(tn=target.tn + 1)) <= now
    assert chance(pool, target._replace(opportunity=target.opportunity + 1)) <= now
    assert chance(pool, target._replace(strife=None)) >= now
    if target.strife is not None:
        assert chance(pool, target._replace(strife=target.strife + 1)) >= now


@given(pools, targets)
def test_more_dice_are_never_worse(pool: Pool, target: Target) -> None:
    """5e.check, 5e.compromised"""
    now = chance(pool, target)
    more_skill = chance(pool._replace(skill=pool.skill + 1), target)
    assert more_skill >= chance(pool._replace(ring=pool.ring + 1), target) >= now  # a skill die is the better one
    assert chance(pool._replace(kept=pool.kept + 1), target) >= now
    assert chance(pool._replace(compromised=True), target) <= now


@given(pools, st.integers(0, 8))
def test_success_alone_by_either_way(pool: Pool, most: int) -> None:
    assert by_tn(pool, most) == tuple(chance(pool, Target(tn)) for tn in range(1, most + 1))


def gain(faces: Faces, positions: tuple[int, ...]) -> tuple[int, ...]:
    kept = [faces[at] for at in positions]
    successes, opportunities, strife = tally(kept)
    types = [kind(face) for face in kept if EXPLOSIVE[face]]
    return successes, opportunities, -strife, types.count("ring"), types.count("skill")


def may_be_kept(faces: Faces, room: int | None, compromised: bool, least: int) -> list[tuple[int, ...]]:
    usable = [at for at, face in enumerate(faces) if not (compromised and STRIFE[face])]
    most = len(usable) if room is None else min(room, len(usable))
    return [kept for count in range(min(least, most), most + 1) for kept in combinations(usable, count)]


@given(throws, st.none() | st.integers(1, 5), targets, st.booleans(), st.integers(0, 1))
def test_choices_are_those_that_no_other_beats(
    faces: Faces, room: int | None, target: Target, compromised: bool, least: int
) -> None:
    """5e.check, 5e.compromised: against every way to keep dice."""
    first: dict[tuple[int, ...], tuple[int, ...]] = {}
    for kept in may_be_kept(faces, room, compromised, least):
        first.setdefault(gain(faces, kept), kept)
    unbeaten = {
        kept
        for one, kept in first.items()
        if not any(other != one and all(x >= y for x, y in zip(other, one, strict=True)) for other in first)
    }
    found = choices(faces, room, target, Sum(), compromised, least)
    assert {each.positions for each in found} == unbeaten
    assert len(found) == len(unbeaten)
    assert all(each.shows == tally(faces[at] for at in each.positions) for each in found)
    assert [each.chance for each in found] == sorted([each.chance for each in found], reverse=True)


@given(throws, st.none() | st.integers(1, 5), st.booleans(), st.integers(0, 1))
def test_the_simple_policy_keeps_most_successes(faces: Faces, room: int | None, compromised: bool, least: int) -> None:
    """5e.check, 5e.compromised: then most explosives, then the least strife, then most opportunities."""

    def worth(kept: tuple[int, ...]) -> tuple[int, ...]:
        successes, opportunities, strife = tally(faces[at] for at in kept)
        return successes, sum(EXPLOSIVE[faces[at]] for at in kept), -strife, opportunities, -len(kept)

    ways = may_be_kept(faces, room, compromised, least)
    kept = simple(faces, room, compromised, least)
    assert kept in ways
    assert worth(kept) == max(map(worth, ways))
    assert kept == min(other for other in ways if worth(other) == worth(kept))
