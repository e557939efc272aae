"""Every explanation has a sentence, and every sentence is said of some roll."""

from __future__ import annotations

import pytest

from rollkeep.dice.notation import Term, read_pool
from rollkeep.dice.pool import Thrown, keep
from rollkeep.fourth import roll as what
from rollkeep.fourth.check import declare, judge
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.request import Request
from rollkeep.fourth.rules import RULES
from rollkeep.fourth.rulings import choose
from rollkeep.fourth.wording import _SENTENCES, aim, sentence
from rollkeep.reason import Reason, because
from rollkeep.text import counted

GENEROUS = choose([("odd_die", "+2"), ("surplus_kept", "+2"), ("tn_floor", "none")])
SKILL = what.skill(3, 4)
DAMAGE = what.melee(read_pool("5k2"), 3)
SAID: list[tuple[Request, list[str]]] = [
    (Request(what.pool("7k3")), []),
    (Request(what.pool("3k2+3k0-1k1+2")), ["3k2 + 3k0 - 1k1 + 2 = 5k1+2."]),
    (Request(SKILL), ["Trait 3 + Skill 4 = 7k3."]),
    (Request(what.trait(3)), ["Trait 3 = 3k3."]),
    (Request(what.ring(2), void=("boost",)), ["Ring 2 = 2k2.", "A Void Point adds +1k1."]),
    (
        Request(what.spell(3, 1), mastery=2),
        ["Ring 3 + School Rank 1 = 4k3.", "Mastery Level 2 makes the TN 5 + 5 x 2 = 15."],
    ),
    (Request(what.melee(read_pool("5k2"), 3)), ["Damage: DR 5k2 + Strength 3 = 8k2."]),
    (Request(what.bow(3, read_pool("2k2"))), ["Damage: bow 3 + arrow 2k2 = 5k2."]),
    (Request(what.skill(3, 0)), ["Trait 3 = 3k3.", "Unskilled: no die explodes, no Raises."]),
    (
        Request(what.skill(3, 0), void=("skill",)),
        ["Trait 3 = 3k3.", "A Void Point makes Skill rank 0 count as 1: dice explode, Raises are allowed."],
    ),
    (
        Request(SKILL, emphasis=True, explode_on=9, lowest=True),
        [
            "Trait 3 + Skill 4 = 7k3.",
            "Emphasis: each first 1 is thrown again once.",
            "Dice explode on 9 and 10.",
            "The lowest dice are kept.",
        ],
    ),
    (
        Request(what.pool("7k3"), modifiers=(Modifier("height", Term(1, 0)), Modifier("", Term(0, 0, -5)))),
        ["+1k0 height.", "-5."],
    ),
    (Request(what.pool("12k4")), ["12k4 becomes 10k5: 2 spare dice make 1 more kept die."]),
    (
        Request(what.pool("17k6")),
        [
            "17k6 becomes 11k9: 6 spare dice make 3 more kept dice.",
            "11k9 becomes 10k9: a single spare die is lost.",
        ],
    ),
    (Request(what.pool("11k4"), rulings=GENEROUS), ["11k4 becomes 10k4+2: a single spare die adds 2."]),
    (Request(what.pool("10k11-3")), ["10k11 - 3 = 10k11-3.", "10k11-3 becomes 10k10-1: a die beyond 10k10 adds 2."]),
    (Request(what.pool("14k12")), ["14k12 becomes 10k10+12: 6 dice beyond 10k10 add 2 each."]),
    (Request(what.pool("3k5")), ["3k5 becomes 3k3: no more dice can be kept than are rolled."]),
    (
        Request(what.pool("8k11"), rulings=GENEROUS),
        ["8k11 becomes 8k8+2: no more dice can be kept than are rolled, and 1 kept die over ten adds 2."],
    ),
    (
        Request(what.pool("8k12"), rulings=GENEROUS),
        ["8k12 becomes 8k8+4: no more dice can be kept than are rolled, and 2 kept dice over ten add 2 each."],
    ),
    (Request(what.pool("3k0+4")), ["3k0 + 4 = 3k0+4.", "No die is rolled and kept: the total is 4."]),
    (
        Request(what.pool("0k1"), rulings=choose([("min_pool", "1")])),
        ["0k1 becomes 1k1: one die is rolled and kept at least."],
    ),
    (
        Request(what.pool("7k3"), tn=15, attempt=2),
        [
            "Attempt 2 adds 10 to the TN.",
            "With Intelligence or Perception, only if something has changed (--changed TEXT).",
        ],
    ),
    (
        Request(what.pool("7k3"), tn=15, attempt=2, changed="a new lamp"),
        ["Attempt 2 adds 10 to the TN.", "What has changed: a new lamp."],
    ),
    (
        Request(what.pool("7k3"), tn=20, raises=1, raise_for="speed", void_ring=1),
        ["1 Raise for speed adds 5 to the TN."],
    ),
    (
        Request(what.pool("7k3"), tn=20, raises=2),
        ["2 Raises add 10 to the TN.", "2 Raises not checked against a Void Ring (--void-ring N)."],
    ),
    (
        Request(what.pool("7k3"), tn=20, free_raises=3, lower_tn=2),
        ["2 Free Raises lower the TN by 10.", "1 Free Raise is taken as effect."],
    ),
    (
        Request(what.pool("7k3"), tn=20, free_raises=3, lower_tn=1),
        ["1 Free Raise lowers the TN by 5.", "2 Free Raises are taken as effect."],
    ),
    (
        Request(what.pool("7k3"), tn=3, free_raises=1, lower_tn=1),
        ["1 Free Raise lowers the TN by 5.", "The target would be -2; it stops at 0."],
    ),
    (
        Request(what.pool("7k3"), tn=3, free_raises=1, lower_tn=1, rulings=GENEROUS),
        ["1 Free Raise lowers the TN by 5."],
    ),
    (
        Request(DAMAGE, unskilled=True),
        ["Damage: DR 5k2 + Strength 3 = 8k2.", "Damage explodes after an unskilled hit too."],
    ),
    (
        Request(DAMAGE, unskilled=True, rulings=choose([("unskilled_damage", "plain")])),
        ["Damage: DR 5k2 + Strength 3 = 8k2.", "After an unskilled hit no die of damage explodes."],
    ),
    (
        Request(DAMAGE._replace(explodes=False, rule="4e.damage.unarmed")),
        ["Damage: DR 5k2 + Strength 3 = 8k2.", "Its dice never explode."],
    ),
    (
        Request(
            what.pool("5k3"),
            aim="contest",
            raises=1,
            raise_for="a throw",
            free_raises=1,
            lower_tn=1,
            void_ring=2,
            wound_rank="Nicked",
            penalty=3,
        ),
        [
            "Nicked takes 3 off the total: there is no TN to raise.",
            "1 Raise for a throw: 5 above the best other total wins.",
            "1 Free Raise adds 5 to the total.",
        ],
    ),
    (Request(what.thrown(read_pool("1k1"), 3)), ["Damage: DR 1k1 + Strength 3 = 4k1."]),
    (Request(what.thrown(read_pool("1k1"), None)), ["Damage: DR 1k1 = 1k1."]),
    (Request(what.initiative(1, 3)), ["Insight Rank 1 + Reflexes 3 = 4k3."]),
    (Request(SKILL._replace(terms=(Term(5, 3, 0, "Attack"),), rule="4e.attack")), ["Attack 5k3 = 5k3."]),
    (
        Request(
            what.pool("5k3"),
            tn=20,
            emphasis=True,
            emphasis_of="katana",
            modifiers=(
                Modifier("the sword", Term(1), rule="4e.mastery"),
                Modifier("ten ranks", free_raises=1, rule="4e.mastery"),
                Modifier("a teacher", free_raises=2),
                Modifier("an edge", explode_on=9, rule="4e.mastery"),
            ),
            tn_modifiers=(
                Modifier("rain", Term(flat=5)),
                Modifier("light armor", Term(flat=5), rule="4e.armor-tn"),
                Modifier("fasting", Term(flat=-5), rule="4e.mastery"),
            ),
            wound_rank="Nicked",
            penalty=3,
            notes=(because("4e.wounds", "no-tn", rank="+5", by=5), because("4e.mastery", "bow", rank=7)),
        ),
        [
            "+1k0 the sword.",
            "Emphasis katana: each first 1 is thrown again once.",
            "Dice explode on 9 and 10: an edge.",
            "ten ranks: 1 Free Raise.",
            "a teacher: 2 Free Raises.",
            "Being wounded adds 5 to any TN.",
            "The bow's Strength is 1 higher: mastery of Kyujutsu (rank 7).",
            "Nicked adds 3 to the TN.",
            "rain: +5 to the TN.",
            "light armor: +5 to the TN.",
            "fasting: -5 to the TN.",
            "3 Free Raises are taken as effect.",
        ],
    ),
]


def hand_made() -> tuple[Reason, ...]:
    declared = declare(Request(what.pool("1k1"), tn=5, raises=1))
    return judge(declared, keep(Thrown(declared.pool, ((6,),))), by_hand=True).reasons


@pytest.mark.parametrize(("request_", "sentences"), SAID)
def test_what_is_said(request_: Request, sentences: list[str]) -> None:
    """4e.pool, 4e.keep, 4e.ten-dice, 4e.retry, 4e.raise, 4e.raise.limit, 4e.free-raise, 4e.tn"""
    assert [sentence(reason) for reason in declare(request_).reasons] == sentences


def test_what_is_said_of_an_outcome() -> None:
    """4e.raise.fail"""
    assert [sentence(reason) for reason in hand_made()] == [
        "The dice were thrown by hand.",
        "It would have met the plain 5.",
    ]


def test_every_sentence_is_said_of_some_roll() -> None:
    reasons = {(reason.rule, reason.case) for request, _ in SAID for reason in declare(request).reasons}
    reasons |= {(reason.rule, reason.case) for reason in hand_made()}
    assert reasons == set(_SENTENCES)
    assert {rule for rule, _ in reasons} <= set(RULES)


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        (Request(SKILL), ""),
        (Request(SKILL, tn=20), "TN 20"),
        (Request(SKILL, tn=20, free_raises=1), "TN 20"),
        (Request(SKILL, tn=20, raises=1, raise_for="speed"), "25 (TN 20 + 1 Raise for speed)"),
        (Request(SKILL, tn=20, raises=2), "30 (TN 20 + 2 Raises)"),
        (Request(SKILL, tn=20, free_raises=2, lower_tn=1), "15 (TN 20 - 1 Free Raise)"),
        (Request(SKILL, tn=15, attempt=2, raises=1), "30 (TN 15 + 10 for attempt 2 + 1 Raise)"),
        (Request(what.spell(3, 1), mastery=2), "TN 15"),
        (Request(SKILL, tn=20, penalty=3, wound_rank="Nicked", raises=1), "28 (TN 20 + 3 Nicked + 1 Raise)"),
        (Request(SKILL, tn=20, tn_modifiers=(Modifier("rain", Term(flat=5)),)), "25 (TN 20 + 5 rain)"),
        (Request(SKILL, tn=20, tn_modifiers=(Modifier("a torch", Term(flat=-5)),)), "15 (TN 20 - 5 a torch)"),
    ],
)
def test_the_aim(request_: Request, text: str) -> None:
    assert aim(declare(request_)) == text


def test_nouns() -> None:
    assert [counted(n, "die", "dice") for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
