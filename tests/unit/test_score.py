"""The score of a duel: worked cases, and a second scorer that reads a table."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollkeep.errors import RuleError
from rollkeep.fifth.score import BANDS, FORMS, SHOWN, Feats, Result, band, parts, points, score, told
from rollkeep.fifth.wording import SENTENCES, sentence

WORKED: list[tuple[Feats, Feats, tuple[Any, ...]]] = [
    # 5e.duel.score and 5e.duel.result: a, b, difference, result, winner, glory
    (Feats(True, True, 4, 5), Feats(fatigue=2, unmasked=True), (18, 0, 18, "No Contest", "a", 5)),
    (Feats(True, True, 2), Feats(True, critical=5), (11, 11, 0, "No Winner", None, 0)),
    (Feats(True, True, 2), Feats(True, fatigue=4), (11, 10, 1, "Narrow Victory", "a", 0)),
    (Feats(True), Feats(first=True, fatigue=8), (6, 11, -5, "Absolute Victory", "b", 3)),
    (Feats(), Feats(unmasked=True), (0, -2, 2, "Clear Victory", "a", 0)),
    (Feats(), Feats(), (0, 0, 0, "No Winner", None, 0)),
    (Feats(unmasked=True), Feats(unmasked=True), (-2, -2, 0, "No Winner", None, 0)),
    (Feats(True, killed=True, critical=16), Feats(), (36, 0, 36, "No Contest", "a", 5)),
    (Feats(fatigue=7), Feats(), (7, 0, 7, "No Contest", "a", 5)),
    (Feats(), Feats(fatigue=6), (0, 6, -6, "Absolute Victory", "b", 3)),
    (Feats(fatigue=3), Feats(), (3, 0, 3, "Absolute Victory", "a", 3)),
]


@pytest.mark.parametrize(("a", "b", "expected"), WORKED)
def test_worked_cases(a: Feats, b: Feats, expected: tuple[Any, ...]) -> None:
    first, second, difference, result, winner, glory = expected
    assert score("to-the-death", a, b) == Result(first, second, difference, result, "score", winner, glory)
    other = {"a": "b", "b": "a", None: None}[winner]
    assert score("to-the-death", b, a) == Result(second, first, -difference, result, "score", other, glory)


def test_each_feat_alone() -> None:
    every = {
        Feats(objective=True): 6,
        Feats(first=True): 3,
        Feats(fatigue=1): 1,
        Feats(fatigue=13): 13,
        Feats(critical=9): 9,
        Feats(killed=True): 14,
        Feats(unmasked=True): -2,
        Feats(cheated=True): 0,
        Feats(conceded=True): 0,
    }
    assert {feats: points(feats) for feats in every} == every
    for feats, worth in every.items():
        name = next((key for key, value in feats._asdict().items() if value), "")
        assert parts(feats) == (((name, worth),) if worth else ())


def test_parts_come_in_the_order_told() -> None:
    assert parts(Feats(True, True, 4, 5, True, True, True, True)) == (
        ("objective", 6),
        ("first", 3),
        ("fatigue", 4),
        ("critical", 5),
        ("killed", 14),
        ("unmasked", -2),
    )


@pytest.mark.parametrize(
    ("a", "b", "reason", "winner", "result"),
    [
        (Feats(cheated=True), Feats(), "cheating", "b", None),
        (Feats(), Feats(cheated=True), "cheating", "a", None),
        (Feats(conceded=True), Feats(), "concession", "b", None),
        (Feats(), Feats(conceded=True), "concession", "a", None),
        (Feats(cheated=True, conceded=True), Feats(), "cheating", "b", None),
        (Feats(conceded=True), Feats(conceded=True), "concession", None, "No Winner"),
        (Feats(cheated=True), Feats(cheated=True), "cheating", None, "No Winner"),
        (Feats(cheated=True), Feats(conceded=True), "cheating", None, "No Winner"),
    ],
)
def test_who_loses_whatever_the_scores_say(a: Feats, b: Feats, reason: str, winner: str, result: str) -> None:
    """5e.duel.result: no band, no glory, and the difference is told all the same."""
    for more in (0, 40):
        found = score("sparring", a._replace(fatigue=more), b)
        assert found == Result(more, 0, more, result, reason, winner, 0)


@pytest.mark.parametrize("form", FORMS)
def test_killed_scores_only_to_the_death(form: str) -> None:
    for a, b in ((Feats(killed=True), Feats()), (Feats(), Feats(killed=True))):
        for deadly in (False, True):
            if form == "to-the-death" or (form == "custom" and deadly):
                assert abs(score(form, a, b, deadly=deadly).difference) == 14
                continue
            with pytest.raises(RuleError, match="killed") as found:
                score(form, a, b, deadly=deadly)
            assert found.value.rule == "5e.duel.score"
            assert ("--deadly" in found.value.hint) == (form == "custom")
    assert score(form, Feats(True), Feats()).a == 6


@pytest.mark.parametrize(
    "feats", [Feats(fatigue=-1), Feats(critical=-1), Feats(fatigue=1000), Feats(critical=100), Feats(True, critical=-9)]
)
def test_numbers_out_of_range(feats: Feats) -> None:
    for sides in ((feats, Feats()), (Feats(), feats)):
        with pytest.raises(RuleError, match=r"is a number from 0 to 9+, not") as found:
            score("custom", *sides)
        assert found.value.rule == "5e.duel.score"


def test_the_largest_numbers() -> None:
    assert score("custom", Feats(fatigue=999, critical=99), Feats()).a == 1098


def test_an_unknown_form() -> None:
    with pytest.raises(RuleError, match="no form of duel 'iaijutsu'") as found:
        score("iaijutsu", Feats(), Feats())
    assert (found.value.rule, "first-blood" in found.value.hint) == ("5e.duel.forms", True)


def test_seven_forms() -> None:
    assert FORMS == (
        "first-strike",
        "first-blood",
        "to-the-death",
        "sparring",
        "warriors-duel",
        "taryu-jiai",
        "custom",
    )
    assert list(SHOWN) == list(FORMS)


@pytest.mark.parametrize("difference", range(-40, 41))
def test_bands(difference: int) -> None:
    table = {0: "No Winner", 1: "Narrow Victory", 2: "Clear Victory", 3: "Absolute Victory", 4: "Absolute Victory"}
    table |= {5: "Absolute Victory", 6: "Absolute Victory"}
    name = table.get(abs(difference), "No Contest")
    assert band(difference) == (name, {"Absolute Victory": 3, "No Contest": 5}.get(name, 0))


def test_bands_fall() -> None:
    assert [least for least, _, _ in BANDS] == sorted((least for least, _, _ in BANDS), reverse=True)


# --- a second road: a table of all feats, with no code in common --------------------------------------------------

TABLE = """
    objective 6
    first 3
    fatigue N
    critical N
    killed 14
    unmasked -2
    cheated 0
    conceded 0
"""


def by_table(feats: Feats) -> int:
    total = 0
    for line in TABLE.split("\n"):
        if line.strip():
            name, worth = line.split()
            value = feats._asdict()[name]
            if worth == "N":
                total += value
            elif value:
                total += int(worth)
    return total


def judged(a: Feats, b: Feats) -> tuple[Any, ...]:
    """The result, read off two lists of cases."""
    bad_a, bad_b = "cheated" if a.cheated else a.conceded, "cheated" if b.cheated else b.conceded
    difference = by_table(a) - by_table(b)
    if bad_a or bad_b:
        reason = "cheating" if "cheated" in (bad_a, bad_b) else "concession"
        winner = {(True, True): None, (True, False): "b", (False, True): "a"}[bool(bad_a), bool(bad_b)]
        return difference, None if winner else "No Winner", reason, winner, 0
    size = min(abs(difference), 7)
    name = ["No Winner", "Narrow Victory", "Clear Victory", *["Absolute Victory"] * 4, "No Contest"][size]
    winner = None if size == 0 else "ba"[difference > 0]
    return difference, name, "score", winner, [0, 0, 0, 3, 3, 3, 3, 5][size]


sides = st.builds(
    Feats,
    st.booleans(),
    st.booleans(),
    st.integers(0, 30),
    st.integers(0, 20),
    st.booleans(),
    st.booleans(),
    st.sampled_from([False, False, False, True]),
    st.sampled_from([False, False, False, True]),
)


@given(sides, sides)
def test_another_scorer_says_the_same(a: Feats, b: Feats) -> None:
    found = score("to-the-death", a, b)
    assert found[:2] == (by_table(a), by_table(b)) == (points(a), points(b))
    assert found[2:] == judged(a, b)


def test_every_small_duel() -> None:
    """5e.duel.result: all pairs of sides without large numbers, both ways round."""
    flags = itertools.product((False, True), (False, True), (0, 1), (0, 5), (False, True), (False, True))
    every = [Feats(*one) for one in flags]
    for a, b in itertools.product(every, every):
        found = score("to-the-death", a, b)
        assert found[2:] == judged(a, b)


# --- what is told of it -----------------------------------------------------------------------------------------------


def said(a: Feats, b: Feats, names: tuple[str, str] = ("A", "B")) -> list[str]:
    return [sentence(reason) for reason in told(a, b, score("to-the-death", a, b), names)]


def test_what_is_told() -> None:
    assert said(Feats(True, True, 4, 5), Feats(fatigue=2, unmasked=True)) == [
        "18 - 0 = 18: No Contest.",
        "A glory award, if the winner gets one, is 5 larger.",
    ]
    assert said(Feats(unmasked=True), Feats()) == ["0 - (-2) = 2: Clear Victory."]
    assert said(Feats(), Feats(fatigue=1)) == ["1 - 0 = 1: Narrow Victory."]
    assert said(Feats(cheated=True), Feats(), ("Shinai", "Rival")) == [
        "Shinai was seen cheating and loses, whatever the scores say.",
        "Since the scores did not decide, the victory has no name and adds no glory.",
    ]
    assert said(Feats(conceded=True), Feats(cheated=True)) == [
        "A conceded and loses, whatever the scores say.",
        "B was seen cheating and loses, whatever the scores say.",
        "Both have lost: No Winner.",
    ]


@given(sides, sides)
def test_all_of_it_has_a_sentence(a: Feats, b: Feats) -> None:
    for reason in told(a, b, score("to-the-death", a, b)):
        assert (reason.rule, reason.case) in SENTENCES
        assert sentence(reason).endswith(".")
