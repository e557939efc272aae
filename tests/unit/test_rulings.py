"""Named rulings: what the game master may choose."""

from __future__ import annotations

import pytest

from rollkeep.book import find
from rollkeep.errors import UsageError
from rollkeep.fourth.rules import BOOK, RULES
from rollkeep.fourth.rulings import BY_THE_BOOK, RULINGS, choose


def test_the_book() -> None:
    assert {name: BY_THE_BOOK(name) for name in RULINGS} == {
        "odd_die": "lost",
        "surplus_kept": "lost",
        "min_pool": "0",
        "tn_floor": "0",
        "bow_strength": "bow",
        "short_raiser": "nobody_wins",
        "best_helper_tie": "one_leads",
        "flub": "total",
        "flub_cap": "start",
        "cumulative_time": "between",
        "cumulative_raises": "minimum",
        "wounds_in_contests": "lower_total",
        "center_in_duels": "none",
        "thrown_strength": "by_weapon",
        "unskilled_damage": "explodes",
        "katana_void_damage": "no",
        "void_on_initiative": "no",
        "void_outside_rounds": "one_per_roll",
        "promoted_emphasis": "no",
        "max_attempts": "2",
        "initiative_ties": "reflexes_then_coin",
        "feint_rounding": "down",
    }


def test_a_choice() -> None:
    chosen = choose([("odd_die", "+2"), ("max_attempts", "3")])
    assert [chosen(name) for name in ("odd_die", "max_attempts", "min_pool")] == ["+2", "3", "0"]
    assert choose([("odd_die", "+2"), ("odd_die", "lost")]) == BY_THE_BOOK
    assert choose([("odd_die", "lost"), ("odd_die", "+2")])("odd_die") == "+2"
    assert choose([("tn_floor", "0")]) == choose([]) == BY_THE_BOOK
    for name, ruling in RULINGS.items():
        for value in ruling.values:
            assert choose([(name, value)])(name) == value


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("odd_dice", "+2", "Did you mean odd_die?"),
        ("", "", "Known: odd_die"),
        ("ODD_DIE", "+2", "Known: odd_die"),
        ("odd_die", "2", "by default lost"),
        ("max_attempts", "10", "by default 2"),
        ("max_attempts", "0", "by default 2"),
        ("tn_floor", "", "by default 0"),
    ],
)
def test_what_is_no_ruling(name: str, value: str, hint: str) -> None:
    with pytest.raises(UsageError) as found:
        choose([(name, value)])
    assert (found.value.code, found.value.exit_status) == ("usage.ruling", 2)
    assert hint in found.value.hint


def test_each_ruling_belongs_to_a_rule() -> None:
    for ruling in RULINGS.values():
        assert ruling in BOOK.about(RULES[ruling.rule])
        assert len(set(ruling.values)) == len(ruling.values) > 1


def test_finding_rules() -> None:
    assert [rule.id for rule in find("4e.emphasis", [BOOK])] == ["4e.emphasis"]
    assert find("MIN_POOL", [BOOK])[0].id == "4e.ten-dice"
    assert find("bow", [BOOK])[0].id == "4e.damage.bow"
    assert {"4e.raise", "4e.raise.limit", "4e.free-raise"} <= {rule.id for rule in find("raise", [BOOK])}
    assert find("no such word", [BOOK]) == ()
