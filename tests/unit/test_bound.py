"""What a throw can be, and no other."""

from __future__ import annotations

from itertools import product

import pytest

from rollkeep.dice.bound import D10
from rollkeep.dice.pool import Pool
from rollkeep.table.entropy import seeded

POOLS = {
    "ten": Pool(1, 1),
    "nine": Pool(1, 1, explode_on=9),
    "none": Pool(1, 1, explode_on=None),
    "emphasis": Pool(1, 1, emphasis=True),
    "emphasis and nine": Pool(1, 1, explode_on=9, emphasis=True),
}


def possible(pool: Pool, die: tuple[int, ...]) -> bool:
    """Follows the faces one by one, as a player would."""
    first, wanted = True, True
    for face in die:
        if not wanted:
            return False
        if face == 1 and first and pool.emphasis:
            first = False
            continue
        first = False
        wanted = pool.explode_on is not None and face >= pool.explode_on
    return bool(die) and not wanted


@pytest.mark.parametrize("kind", POOLS)
def test_every_die_of_up_to_three_faces(kind: str) -> None:
    """4e.explode, 4e.explode.nine, 4e.unskilled, 4e.emphasis"""
    pool = POOLS[kind]
    for length in range(4):
        for die in product(range(1, 11), repeat=length):
            # a 1 that waits for its second throw is not finished
            assert D10(pool).is_die(die) == (possible(pool, die) and not (pool.emphasis and die == (1,))), die


@pytest.mark.parametrize("wrong", [0, 11, -1, 10**30, 4.0, "4", None, True])
def test_no_face_but_1_to_10(wrong: object) -> None:
    assert not D10(Pool(1, 1)).is_die((wrong,))
    assert not D10(Pool(1, 1)).is_die((10, wrong))


@pytest.mark.parametrize("wrong", [None, 4, "4", [(4,), (4,)], ((4,),), ((4,), (4,), (4,)), ((4,), [4]), ((4,), 4), ()])
def test_no_throw_but_a_tuple_of_as_many_dice(wrong: object) -> None:
    assert D10(Pool(2, 1)).holds(((4,), (4,)))
    assert not D10(Pool(2, 1)).holds(wrong)


@pytest.mark.parametrize("kind", POOLS)
def test_a_sample_is_a_throw(kind: str) -> None:
    bound = D10(POOLS[kind]._replace(rolled=10))
    source = seeded(3)
    for _ in range(200):
        assert bound.holds(bound.sample(source))
