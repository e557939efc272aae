"""A check of the 5th edition: pool, re-rolls, rounds of keeping, verdict.

5e.check, 5e.keep, 5e.explode, 5e.seize, 5e.help, 5e.advantages, 5e.compromised, 5e.void.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollkeep.dice.source import Listed
from rollkeep.dice.symbols import SYMBOLS, Faces, Pool, Sum, extra, kind, throw
from rollkeep.errors import RuleError, UsageError
from rollkeep.fifth.check import (
    Hand,
    Outcome,
    Positions,
    Request,
    begin,
    bring,
    declare,
    due,
    exploding,
    finish,
    judge,
    keep,
    kept,
    least,
    may_keep,
    room,
    settle,
    shown,
    thrown,
)
from rollkeep.fifth.reroll import Rerolls, reroll, rerolls, worst
from rollkeep.fifth.rulings import choose
from rollkeep.fifth.wording import sentence
from rollkeep.table.entropy import seeded

BLANK, OP_ST, OP, SU_ST, SU, EX_ST = range(1, 7)  # ring
S_BLANK, S_OP, S_SU_ST, S_SU, S_SU_OP, S_EX_ST, S_EX = 11, 13, 16, 18, 20, 21, 22  # skill


def hand(request: Request, *faces: int) -> Hand:
    return begin(declare(request), faces)


def cases(reasons: object) -> list[str]:
    return [reason.case for reason in reasons]  # type: ignore[attr-defined]


# --- the pool --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "pool"),
    [
        (Request(3, 2), Pool(3, 2, 3)),
        (Request(1, 0), Pool(1, 0, 1)),
        (Request(3, 2, seize=True), Pool(4, 2, 4)),  # 5e.seize: a ring die, never a skill die
        (Request(3, 2, skilled=1), Pool(3, 3, 4)),
        (Request(3, 2, unskilled=2), Pool(5, 2, 5)),
        (Request(3, 0, skilled=2, unskilled=1, seize=True), Pool(5, 2, 7)),
        (Request(2, 5, compromised=True), Pool(2, 5, 2, True)),
        (Request(9, 9, skilled=1, unskilled=1), Pool(10, 10, 11)),
    ],
)
def test_the_pool(request_: Request, pool: Pool) -> None:
    """5e.seize and 5e.help: what either adds, to the dice and to those kept."""
    assert declare(request_).pool == pool


@pytest.mark.parametrize(
    ("request_", "rule"),
    [(Request(0, 2), "5e.check"), (Request(0, 2, seize=True), "5e.check"), (Request(2, 1, tn=0), "5e.check")],
)
def test_no_such_check(request_: Request, rule: str) -> None:
    with pytest.raises(RuleError) as caught:
        declare(request_)
    assert caught.value.rule == rule
    assert caught.value.hint


@pytest.mark.parametrize("request_", [Request(10, 2, seize=True), Request(5, 9, skilled=2), Request(8, 0, unskilled=3)])
def test_too_many_dice(request_: Request) -> None:
    with pytest.raises(UsageError, match="at most 10"):
        declare(request_)


def test_each_step_of_the_pool_is_told() -> None:
    told = declare(Request(3, 2, seize=True, skilled=2, unskilled=1, compromised=True)).reasons
    assert [sentence(reason) for reason in told] == [
        "A Void Point adds a ring die and one more die is kept: 3r2s becomes 4r2s.",
        "2 helpers add 2 skill dice and 2 more dice are kept: 4r2s becomes 4r4s keep 6.",
        "A helper adds a ring die and one more die is kept: 4r4s keep 6 becomes 5r4s keep 7.",
        "Compromised: no die that shows strife is kept.",
    ]


# --- keeping ---------------------------------------------------------------------------------------------------


def test_an_extra_die_has_the_type_of_its_explosive() -> None:
    """5e.explode: a skill explosive brings a skill die, a ring explosive a ring die, in the order kept."""
    after = keep(hand(Request(2, 1), EX_ST, SU, S_EX), (2, 0))
    assert due(after) == (EX_ST, S_EX)
    assert exploding(after) == (0, 2)
    assert bring(after, (SU, S_OP)).of == (0, 2)
    for wrong in ((S_OP, SU), (SU,), (SU, SU), ()):
        with pytest.raises(ValueError, match="no throw"):
            bring(after, wrong)


def test_extra_dice_are_kept_freely_and_never_count() -> None:
    """5e.keep, 5e.explode: one ring die explodes into a success: 2 successes kept of a limit of one."""
    after = keep(bring(keep(hand(Request(1, 0, tn=2), EX_ST), (0,)), (SU,)), (0,))
    assert finish(after).verdict == (True, 0, 0)
    assert shown(after) == Sum(2, 0, 1)
    dropped = keep(bring(keep(hand(Request(1, 0, tn=2), EX_ST), (0,)), (SU_ST,)), ())
    assert shown(dropped) == Sum(1, 0, 1)
    assert finish(dropped).verdict == (False, 0, 1)


def test_explosions_go_on() -> None:
    start = keep(hand(Request(1, 0, tn=3), EX_ST), (0,))
    second = keep(bring(start, (EX_ST,)), (0,))
    assert exploding(second) == (1,)
    third = keep(bring(second, (EX_ST,)), ())  # not kept: it brings nothing
    assert due(third) == ()
    assert thrown(third) == (EX_ST,) * 3
    assert kept(third) == (EX_ST,) * 2
    assert finish(third).shows == Sum(2, 0, 2)


def test_a_dropped_explosive_brings_nothing() -> None:
    assert due(keep(hand(Request(1, 1), SU, S_EX), (0,))) == ()


@pytest.mark.parametrize(
    ("request_", "faces", "positions", "rule"),
    [
        (Request(2, 2), (SU, SU, S_SU, S_SU), (0, 1, 2), "5e.keep"),
        (Request(2, 2), (SU, SU, S_SU, S_SU), (), "5e.keep"),
        (Request(2, 2, seize=True), (SU, SU, SU, S_SU, S_SU), (0, 1, 2, 3), "5e.keep"),
        (Request(2, 0, compromised=True), (SU_ST, SU), (0,), "5e.compromised"),
        (Request(2, 0, compromised=True), (SU_ST, SU), (), "5e.keep"),
        (Request(2, 0, compromised=True), (SU_ST, EX_ST), (1,), "5e.compromised"),
    ],
)
def test_what_may_not_be_kept(request_: Request, faces: Faces, positions: Positions, rule: str) -> None:
    with pytest.raises(RuleError) as caught:
        keep(hand(request_, *faces), positions)
    assert caught.value.rule == rule
    assert caught.value.hint


@pytest.mark.parametrize("positions", [(2,), (-1,), (0, 0)])
def test_positions_that_are_not_there(positions: Positions) -> None:
    with pytest.raises(ValueError, match="no positions"):
        keep(hand(Request(2, 0), SU, SU), positions)


def test_helpers_and_void_points_raise_the_limit() -> None:
    everything = hand(Request(1, 0, seize=True, skilled=1), SU, SU, S_SU)
    assert room(everything) == 3
    assert shown(keep(everything, (0, 1, 2))).successes == 3


def test_all_strife_and_compromised_keeps_nothing() -> None:
    """5e.compromised: every die shows strife, so none is kept: the check fails by its TN."""
    table = hand(Request(2, 1, tn=3, compromised=True), SU_ST, EX_ST, S_EX_ST)
    assert (least(table), [may_keep(table, i) for i in range(3)]) == (0, [False] * 3)
    outcome = finish(keep(table, ()))
    assert (outcome.shows, outcome.verdict) == (Sum(0, 0, 0), (False, 0, 3))
    assert "none-kept" in cases(outcome.reasons)
    assert "Every die shows strife, so none is kept." in map(sentence, outcome.reasons)


def test_compromised_goes_for_extra_dice_too() -> None:
    table = bring(keep(hand(Request(1, 1, compromised=True), SU_ST, S_EX), (1,)), (S_SU_ST,))
    with pytest.raises(RuleError):
        keep(table, (0,))
    assert shown(keep(table, ())) == Sum(1, 0, 0)


def test_nothing_is_judged_before_the_end() -> None:
    table = hand(Request(1, 0, tn=1), EX_ST)
    for unfinished in (table, keep(table, (0,)), bring(keep(table, (0,)), (SU,))):
        with pytest.raises(ValueError, match="to keep or to throw"):
            finish(unfinished)


def test_other_dice_than_the_pool_throws() -> None:
    for faces in ((SU,), (SU, SU), (S_SU, SU), (SU, S_SU, S_SU)):
        with pytest.raises(ValueError, match="no throw"):
            begin(declare(Request(1, 1)), faces)


@pytest.mark.parametrize("tn", range(1, 6))
@pytest.mark.parametrize("successes", range(7))
def test_the_verdict(successes: int, tn: int) -> None:
    """5e.check: the surplus are bonus successes, the lack is the shortfall; counted another way."""
    found = judge(successes, tn)
    left = Counter({"successes": successes}) - Counter({"successes": tn})
    lack = Counter({"successes": tn}) - Counter({"successes": successes})
    assert found == (not lack, left["successes"], lack["successes"])


def test_without_a_tn_there_is_no_verdict() -> None:
    assert finish(keep(hand(Request(1, 0), SU), (0,))).verdict is None


# --- advantages and disadvantages ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advantages", "reroll_", "strife", "told"),
    [
        ({}, "", 0, []),
        ({"distinction"}, "distinction", 0, []),
        ({"adversity"}, "adversity", 0, []),
        ({"distinction", "adversity"}, "", 0, ["cancel"]),
        ({"passion"}, "", -3, []),
        ({"anxiety"}, "", 3, []),
        ({"passion", "anxiety"}, "", 0, ["cancel"]),
        ({"passion", "adversity"}, "adversity", -3, []),
        ({"distinction", "adversity", "passion", "anxiety"}, "", 0, ["cancel", "cancel"]),
    ],
)
def test_what_advantages_do(advantages: set[str], reroll_: str, strife: int, told: list[str]) -> None:
    """5e.advantages: same kinds cancel; the others stand."""
    distinction, adversity, passion, anxiety = (
        name in advantages for name in ("distinction", "adversity", "passion", "anxiety")
    )
    declared = declare(Request(3, 2, distinction=distinction, adversity=adversity, passion=passion, anxiety=anxiety))
    assert (declared.reroll, declared.strife_after, cases(declared.reasons)) == (reroll_, strife, told)


def test_the_strife_of_an_anxiety_is_a_ruling() -> None:
    """anxiety_strife = 3 | 2; a passion is not touched by it."""
    two = choose([("anxiety_strife", "2")])
    assert declare(Request(1, 0, anxiety=True, rulings=two)).strife_after == 2
    assert declare(Request(1, 0, passion=True, rulings=two)).strife_after == -3


def test_what_a_distinction_may_re_roll() -> None:
    table = hand(Request(2, 1, distinction=True), SU, BLANK, S_OP)
    assert rerolls(table) == Rerolls(0, 2, (0, 1, 2))
    assert worst(table) == (1, 2)
    after = reroll(table, (1, 2), (EX_ST, S_SU))
    assert after.faces == (SU, EX_ST, S_SU)
    assert after.rerolled == ((1, BLANK), (2, S_OP))
    told = [sentence(reason) for reason in finish(settle(after, lambda h: (0,), lambda h: ())).reasons]
    assert told == ["Die 2 (-) and die 3 (op) were re-rolled: distinction."]
    with pytest.raises(RuleError) as caught:
        reroll(table, (0, 1, 2), (SU, SU, S_SU))
    assert caught.value.rule == "5e.advantages"
    with pytest.raises(ValueError, match="no throw"):
        reroll(table, (2,), (SU,))


@pytest.mark.parametrize(
    ("faces", "among", "count"),
    [
        ((SU, SU_ST, S_EX), (0, 1, 2), 2),
        ((SU, OP, S_OP), (0,), 1),
        ((BLANK, OP_ST, S_BLANK), (), 0),
        ((BLANK, EX_ST, S_SU_OP), (1, 2), 2),
    ],
)
def test_what_an_adversity_must_re_roll(faces: Faces, among: Positions, count: int) -> None:
    """5e.advantages: exactly two dice with a success or an explosive, or as many as there are."""
    table = hand(Request(2, 1, adversity=True), *faces)
    assert rerolls(table) == Rerolls(count, count, among)
    assert len(worst(table)) == count
    for positions in ((), (0,), (0, 1), (1, 2), (0, 1, 2), (2,)):
        if set(positions) <= set(among) and len(positions) == count:
            reroll(table, positions, tuple(table.faces[i] for i in positions))
        else:
            with pytest.raises(RuleError) as caught:
                reroll(table, positions, tuple(table.faces[i] for i in positions))
            assert caught.value.rule == "5e.advantages"


def test_nothing_is_re_rolled_without_a_reason() -> None:
    for request in (Request(1, 0), Request(1, 0, distinction=True, adversity=True)):
        with pytest.raises(RuleError, match="Nothing makes dice"):
            reroll(hand(request, SU), (0,), (SU,))


@pytest.mark.parametrize(
    ("request_", "faces", "chosen"),
    [
        (Request(3, 1, distinction=True), (OP, OP_ST, BLANK, S_BLANK), (2, 3)),
        (Request(3, 1, distinction=True), (OP, OP_ST, SU, S_SU), (0, 1)),
        (Request(3, 1, distinction=True), (OP, SU, SU, S_OP), (0, 3)),
        (Request(3, 1, distinction=True), (SU_ST, SU, EX_ST, S_SU), ()),
        (Request(3, 1, distinction=True, compromised=True), (SU_ST, SU, EX_ST, S_OP), (0, 2)),
        (Request(3, 1, adversity=True), (SU, SU_ST, EX_ST, S_SU_OP), (0, 1)),
        (Request(3, 1, adversity=True), (EX_ST, EX_ST, SU, S_EX), (0, 2)),
        (Request(3, 1, adversity=True, compromised=True), (EX_ST, SU, SU_ST, S_SU), (0, 2)),
    ],
)
def test_which_are_re_rolled_unasked(request_: Request, faces: Faces, chosen: Positions) -> None:
    """5e.advantages: of a distinction the worst without a success, of an adversity the cheapest."""
    table = hand(request_, *faces)
    assert worst(table) == chosen
    reroll(table, chosen, tuple(table.faces[i] for i in chosen))


@pytest.mark.parametrize(("tn", "face", "back"), [(1, SU, 0), (1, BLANK, 1), (None, BLANK, 0)])
def test_an_adversity_gives_a_void_point_back(tn: int | None, face: int, back: int) -> None:
    """5e.advantages, 5e.void: where the check fails, and only there."""
    outcome = finish(keep(hand(Request(1, 0, tn=tn, adversity=True), BLANK)._replace(faces=(face,)), (0,)))
    assert outcome.void_back == back
    assert ("void-back" in cases(outcome.reasons)) == bool(back)
    assert ("void-if" in cases(outcome.reasons)) == (tn is None)


def test_a_cancelled_adversity_gives_nothing_back() -> None:
    request = Request(1, 0, tn=1, adversity=True, distinction=True)
    assert finish(keep(hand(request, BLANK), (0,))).void_back == 0


# --- whole checks ----------------------------------------------------------------------------------------------


@given(
    st.integers(0, 10**9),
    st.integers(1, 4),
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from(["", "distinction", "adversity"]),
    st.booleans(),
)
def test_a_check_played_at_random(
    seed: int, ring: int, skill: int, seize: bool, skilled: int, advantage: str, compromised: bool
) -> None:
    """Whatever is kept, what comes of it is what the dice show, counted here from their names alone."""
    random, source = Random(seed), seeded(seed)
    request = Request(ring, skill, tn=2, seize=seize, skilled=skilled, compromised=compromised)
    declared = declare(request._replace(distinction=advantage == "distinction", adversity=advantage == "adversity"))
    table = begin(declared, throw(declared.pool.ring, declared.pool.skill, source))
    first = table.faces
    if advantage:
        allowed = rerolls(table)
        again = tuple(sorted(random.sample(allowed.among, random.randint(allowed.least, allowed.most))))
        fresh = [throw(1, 0, source) if kind(first[i]) == "ring" else throw(0, 1, source) for i in again]
        table = reroll(table, again, tuple(face for (face,) in fresh))
        assert [face for i, face in enumerate(table.faces) if i not in again] == [
            face for i, face in enumerate(first) if i not in again
        ]

    def choose(now: Hand) -> Positions:
        possible = [i for i in range(len(now.faces)) if not compromised or "st" not in SYMBOLS[now.faces[i]]]
        most = min(len(possible), ring + seize + skilled) if not now.rounds else len(possible)
        fewest = 1 if not now.rounds and possible else 0
        return tuple(random.sample(possible, random.randint(fewest, most)))

    outcome: Outcome = finish(settle(table, choose, lambda now: extra(due(now), source)))
    rounds = outcome.hand.rounds
    written = "+".join(SYMBOLS[each.faces[i]] for each in rounds for i in each.kept).split("+")
    count = Counter(written)
    assert outcome.shows == (count["su"] + count["ex"], count["op"], count["st"])
    assert len(rounds[0].kept) <= ring + seize + skilled
    assert not (compromised and count["st"])
    assert sum(len(each.faces) for each in rounds[1:]) == count["ex"]
    every = [face for each in rounds for face in each.faces]
    brought_by = [i for each in rounds[1:] for i in each.of]
    assert len(set(brought_by)) == len(brought_by)
    assert all("ex" in SYMBOLS[every[i]] for i in brought_by)
    later = [face for each in rounds[1:] for face in each.faces]
    assert [kind(every[i]) for i in brought_by] == [kind(face) for face in later]
    assert outcome.verdict is not None
    assert outcome.verdict.success == (count["su"] + count["ex"] >= 2)
    assert outcome.void_back == int(advantage == "adversity" and not outcome.verdict.success)
    assert all(sentence(reason) for reason in (*declared.reasons, *outcome.reasons))


def test_settle_asks_in_order() -> None:
    source = Listed([6, 6, 2, 5])
    asked: list[Faces] = []

    def choose(now: Hand) -> Positions:
        asked.append(now.faces)
        return tuple(range(min(len(now.faces), 1)))

    table = begin(declare(Request(1, 0, tn=2)), throw(1, 0, source))
    assert finish(settle(table, choose, lambda now: extra(due(now), source))).shows == Sum(2, 1, 3)
    assert asked == [(EX_ST,), (EX_ST,), (OP_ST,)]
