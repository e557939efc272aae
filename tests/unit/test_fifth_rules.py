"""The rules and rulings of the 5th edition as a catalogue."""

from __future__ import annotations

import re

import pytest

from rollkeep.book import find
from rollkeep.errors import UsageError
from rollkeep.fifth.rules import BOOK, RULES
from rollkeep.fifth.rulings import BY_THE_BOOK, RULINGS, Rulings, choose
from rollkeep.fourth.rules import BOOK as FOURTH


def test_the_book() -> None:
    assert {name: BY_THE_BOOK(name) for name in RULINGS} == {
        "concede": "until_bid",
        "initiative_stance_effects": "no",
        "equal_honour": "pc_then_coin",
        "grip_change": "free",
        "midround_objective": "finish_round",
        "finishing_blows": "one",
        "sheathed_finishing_blow": "by_terms",
        "razor_finishing": "doubled",
        "centre_unused": "lost",
        "same_stance_is_choice": "yes",
        "predict_on_flip": "may_lapse",
        "rising_blade_tn": "errata",
        "struck_first": "hurt_or_critical",
        "fatigue_score": "all",
        "killed_counts": "dead",
        "anxiety_strife": "3",
        "shattering_parry": "one_void_once",
    }
    assert {name: set(ruling.values[1:]) for name, ruling in RULINGS.items()} == {
        "concede": {"round_start"},
        "initiative_stance_effects": {"yes"},
        "equal_honour": {"coin"},
        "grip_change": {"needs_action"},
        "midround_objective": {"end_now"},
        "finishing_blows": {"one_per_trigger"},
        "sheathed_finishing_blow": {"unarmed", "free_draw"},
        "razor_finishing": {"single"},
        "centre_unused": {"kept"},
        "same_stance_is_choice": {"no"},
        "predict_on_flip": {"kept"},
        "rising_blade_tn": {"printed"},
        "struck_first": {"any_success"},
        "fatigue_score": {"final"},
        "killed_counts": {"dead_or_dying"},
        "anxiety_strife": {"2"},
        "shattering_parry": {"off"},
    }


def test_a_choice() -> None:
    chosen = choose([("concede", "round_start"), ("anxiety_strife", "2")])
    assert [chosen(name) for name in ("concede", "anxiety_strife", "fatigue_score")] == ["round_start", "2", "all"]
    assert choose([("concede", "round_start"), ("concede", "until_bid")]) == BY_THE_BOOK == Rulings()
    assert Rulings(frozenset({("concede", "until_bid")}))("concede") == "until_bid"
    for name, ruling in RULINGS.items():
        for value in ruling.values:
            assert choose([(name, value)])(name) == value
    with pytest.raises(KeyError):
        BY_THE_BOOK("conceded")


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("conceed", "round_start", "Did you mean concede?"),
        ("concede", "yes", "It is round_start or until_bid; by default until_bid."),
        ("Concede", "round_start", "Did you mean concede?"),
        ("odd_die", "lost", "Known: concede"),
    ],
)
def test_what_is_no_ruling(name: str, value: str, hint: str) -> None:
    with pytest.raises(UsageError) as found:
        choose([(name, value)])
    assert (found.value.code, hint in found.value.hint) == ("usage.ruling", True)


@pytest.mark.parametrize("name", RULINGS)
def test_each_ruling_belongs_to_a_rule_and_says_why(name: str) -> None:
    one = RULINGS[name]
    assert one in BOOK.about(RULES[one.rule])
    assert len(set(one.values)) == len(one.values) > 1
    assert one.question.endswith("?")
    assert one.why.endswith(".")


def test_no_name_means_something_in_both_games() -> None:
    assert not set(RULINGS) & set(FOURTH.rulings)
    assert not set(RULES) & set(FOURTH.rules)


def test_each_rule_has_its_id_and_a_text() -> None:
    for key, rule in RULES.items():
        assert key == rule.id
        assert re.fullmatch(r"5e(\.[a-z]+(-[a-z]+)*)+", key)
        assert rule.text.endswith((".", ")"))
        assert len({rule.title for rule in RULES.values()}) == len(RULES)


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("5e.duel.score", "5e.duel.score"),
        ("compromised", "5e.compromised"),
        ("killed_counts", "5e.duel.score"),
        ("ANXIETY_STRIFE", "5e.advantages"),
        ("staredown", "5e.duel.staredown"),
        ("rising-blade", "5e.action.rising-blade"),
        ("deadliness", "5e.weapons"),
    ],
)
def test_finding_rules(word: str, first: str) -> None:
    assert find(word, [FOURTH, BOOK])[0].id == first


def test_a_part_of_the_ids_finds_all_of_them() -> None:
    assert {rule.id for rule in find("5e.duel", [FOURTH, BOOK])} == {key for key in RULES if "duel" in key}
