"""The Round in worked examples: stances, Initiative, Void Points, attacks, maneuvers, Wounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.skirmishes import TWO, Fight, bushi, example, ogre, two, wounded

from rollkeep.dice.notation import Term
from rollkeep.errors import IllegalMove
from rollkeep.fourth.catalogue import maneuvers, stances
from rollkeep.fourth.catalogue.rounds import BREAKS, CONDITIONS
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Declared, Keep, Kept
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.sheet_file import read
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.armor import parts, total
from rollkeep.fourth.skirmish.bounds import Shuffled, Sided, is_side
from rollkeep.fourth.skirmish.computer import computer
from rollkeep.fourth.skirmish.harm import contested, on_damage
from rollkeep.fourth.skirmish.known import fits, known
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.fourth.skirmish.standing import ALWAYS, NEVER, RANK, standing
from rollkeep.fourth.skirmish.state import Body, Guard
from rollkeep.fourth.wording import sentence
from rollkeep.machine.bound import Basket, Between, OneOf, Words
from rollkeep.machine.machine import CHANCE, GM, Closed, Shifted, offers
from rollkeep.testing import Faces

SIDE_B = ("B", ("bayushi", "doji"))
MISS, HIT = "1 1 1 1 1 1", "9 9 9 1 1 1"  # 6k3


def pool_of(fight: Fight) -> str:
    """The pool that was declared last."""
    return str(fight.of(Declared)[-1].pool)


# --- sides and Initiative -----------------------------------------------------------------------------------------


def test_everyone_comes_in_with_what_is_seen_of_them() -> None:
    """4e.skirmish.sides, 4e.armor-tn: Reflexes 2 in light armor: 5 x 2 + 5 + 5."""
    fight = two(bushi(armor="light"), ogre(), upto="stance")
    akodo, foe = fight.state.fighters
    assert (akodo.side, akodo.body, akodo.weapon) == ("A", Body(20, 5, 0, 2, 1), "katana")
    assert (foe.body.tn, foe.body.reflexes, foe.weapon) == (15, 2, "attack")


def test_who_is_surprised_has_empty_hands_and_ten_less() -> None:
    """4e.initiative, 4e.skirmish.arms"""
    fight = two(upto="stance", surprised=("akodo",))
    assert fight.one("akodo").weapon == ""
    fight.do("akodo", m.Stance("attack"))
    fight.do("bayushi", m.Stance("attack"))
    fight.throw("9 8 3")
    fight.throw("4 3 3")
    assert [(one.who, one.score) for one in fight.of(e.Scored)] == [("akodo", 7), ("bayushi", 7)]


def test_the_first_round_has_stances_then_initiative_then_void_points_then_turns() -> None:
    """4e.round, 4e.initiative: (Insight Rank 1 + Reflexes 2)k2."""
    fight = two(upto="stance")
    fight.do("bayushi", m.Stance("attack"))
    assert not fight.of(e.Rolled)
    fight.do("akodo", m.Stance("full attack"))
    assert pool_of(fight) == "3k2"
    fight.throw("2 2 1")
    assert fight.state.step == "initiative"
    fight.throw("5 5 1")
    assert fight.state.step == "void"
    fight.do("akodo", m.Pass())
    fight.do("bayushi", m.Pass())
    (ordered,) = fight.of(e.Ordered)
    assert ordered.order == (("bayushi", 10), ("akodo", 4))
    assert fight.of(e.Turned)[0].who == "bayushi"


def test_initiative_dice_are_the_highest_unless_somebody_chooses() -> None:
    """4e.keep, 4e.initiative: 3k2; a stance still asks for the stance alone."""
    fight = two(upto="stance")
    assert [offer.move for offer in fight.offered_to("akodo")] == [m.Stance, m.Choose]
    fight.do("akodo", m.Choose())
    assert not fight.may("akodo", m.Choose)
    fight.do("akodo", m.Stance("attack"))
    fight.do("bayushi", m.Stance("attack"))
    assert [each.keep for each in fight.of(Declared)] == ["choose", "high"]
    fight.throw("9 8 1")
    assert not fight.of(Kept), "who has said so is asked once the dice lie there"
    fight.do("akodo", Keep("akodo", (1, 2)))
    fight.throw("5 5 1")
    assert [(one.who, one.score) for one in fight.of(e.Scored)] == [("akodo", 9), ("bayushi", 10)]


@pytest.mark.parametrize(("ruling", "drawn"), [("reflexes_then_coin", 0), ("coin", 1)])
def test_ties_go_by_reflexes_and_then_by_lots(ruling: str, drawn: int) -> None:
    """4e.skirmish.order"""
    quick = bushi("Bayushi", reflexes=3)
    fight = two(None, quick, upto="stance", rulings={"initiative_ties": ruling})
    fight.do("akodo", m.Stance("attack"))
    fight.do("bayushi", m.Stance("attack"))
    fight.throw("5 4 1")
    fight.throw("3 3 3 1")
    for who in ("akodo", "bayushi"):
        fight.do(who, m.Pass())
    assert bool(fight.offered_to(CHANCE)) == bool(drawn)
    if drawn:
        fight.do(CHANCE, m.Draw(("akodo", "bayushi")))
    assert fight.of(e.Ordered)[0].order[0][0] == ("akodo" if drawn else "bayushi")


def test_lots_are_drawn_once() -> None:
    """4e.skirmish.order"""
    fight = Fight({name: ogre(name) for name in ("a", "b", "c")}, (("A", ("a",)), ("B", ("b", "c"))), upto="stance")
    for name in "abc":
        fight.do(name, m.Stance("attack"))
    for _ in "abc":
        fight.throw("5 5 5 5")
    fight.do(CHANCE, m.Draw(("c", "a", "b")))
    assert [who for who, _ in fight.of(e.Ordered)[-1].order] == ["c", "a", "b"]
    for who in "cab":
        fight.do(who, m.Pass())
    assert [who for who, _ in fight.of(e.Ordered)[-1].order] == ["c", "a", "b"]
    assert len(fight.of(e.Drew)) == 1


def test_lots_hold_to_the_end_whoever_comes_later() -> None:
    """4e.skirmish.order: a newcomer finds a place among those who have lots, and these keep their order."""
    fight = Fight({name: ogre(name) for name in "abcd"}, (("A", ("a",)), ("B", ("b", "c"))), upto="stance")
    for name in "abc":
        fight.do(name, m.Stance("attack"))
    for _ in "abc":
        fight.throw("5 5 5 5")
    fight.do(CHANCE, m.Draw(("c", "a", "b")))
    fight.do(GM, m.Enter("d", "A"))
    for who in "cab":
        fight.do(who, m.Pass())
    fight.do("d", m.Stance("attack"))
    fight.throw("5 5 5 5")
    (offer,) = fight.offered_to(CHANCE)
    for order in ("dacb", "abcd", "bcad"):
        with pytest.raises(IllegalMove):
            fight.do(CHANCE, m.Draw(tuple(order)))
    source, found = Faces(Random(1)), set[tuple[str, ...]]()
    for _ in range(100):
        found.add(offer.sample(source).order)
    assert found == {tuple(order) for order in ("dcab", "cdab", "cadb", "cabd")}, "any place, with the same chance"
    fight.do(CHANCE, m.Draw(("c", "d", "a", "b")))
    assert [who for who, _ in fight.of(e.Ordered)[-1].order] == ["c", "d", "a", "b"]


def test_a_point_into_initiative_needs_a_ruling() -> None:
    """4e.initiative, 4e.void.boost"""
    fight = two(upto="stance")
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Stance("attack", "boost"))
    fight = two(upto="stance", rulings={"void_on_initiative": "yes"})
    fight.do("akodo", m.Stance("attack", "boost"))
    fight.do("bayushi", m.Stance("attack"))
    assert [str(each.pool) for each in fight.of(Declared)] == ["4k3", "3k2"]
    assert fight.scene.cast["akodo"].void == 1
    assert fight.one("akodo").spent == 1


def test_one_may_wait_until_after_another_but_not_into_the_next_round() -> None:
    """4e.skirmish.order"""
    fight = Fight({name: ogre(name) for name in "abc"}, (("A", ("a",)), ("B", ("b", "c"))))
    fight.do("a", m.Delay("b"))
    assert fight.of(e.Turned)[-1].who == "b"
    fight.do("b", m.Pass())
    assert fight.of(e.Turned)[-1].who == "a"
    assert fight.state.left == ("c",)
    fight.do("a", m.Delay("c"))
    fight.do("c", m.Pass())
    assert not fight.may("a", m.Delay)


def test_whoever_waits_has_not_begun_the_turn() -> None:
    """4e.round, 4e.stance: the stance comes at the start of the turn, so who has taken one waits no longer."""
    fight = Fight({name: bushi(name) for name in "ab"}, (("A", ("a",)), ("B", ("b",))))
    first, second = fight.of(e.Ordered)[0].order
    assert fight.may(first[0], m.Delay), "in the first Round the stance was taken before Initiative"
    fight.turn_of(second[0])
    fight.do(second[0], m.Pass())
    fight.turn_of(first[0])
    assert fight.may(first[0], m.Delay)
    fight.do(first[0], m.Stance("defense"))
    assert not fight.may(first[0], m.Delay)
    with pytest.raises(IllegalMove):
        fight.do(first[0], m.Delay(second[0]))


def test_what_lasts_until_the_own_turn_lasts_while_one_waits() -> None:
    """4e.stance, 4e.maneuver, 4e.mastery: the Full Defense roll, the ally who is guarded, and the old roll to keep."""
    able = bushi(skills={"kenjutsu": 3, "defense": 7}, reflexes=3)
    fight = Fight({"a": able, "c": bushi("C"), "b": ogre("B")}, (("A", ("a", "c")), ("B", ("b",))), stances=DEFENDS)
    fight.turn_of("a")
    fight.do("a", m.Defend())
    fight.throw(fight.like(5))
    fight.do("a", m.Cover("c"))
    full = fight.one("a").guard.full
    assert full == 11
    fight.turn_of("b")
    fight.do("b", m.Pass())
    fight.turn_of("a")
    assert fight.one("a").guard[1:6] == (0, 0, 0, "", full)
    fight.do("a", m.Delay("b"))
    assert fight.one("a").guard[1:6] == (full, 0, 0, "c", 0)
    fight.turn_of("b")
    fight.strike("b", "a", MISS, weapon="attack")
    assert fight.of(e.Attacked)[-1].tn == 20 + full - 5
    fight.turn_of("a")
    assert fight.one("a").guard[1:6] == (0, 0, 0, "", full)
    fight.do("a", m.Hold())
    assert fight.one("a").guard.full == full


DEFENDS = {"a": "full defense"}


def test_who_comes_in_later_takes_part_from_the_next_round_on() -> None:
    """4e.skirmish.sides"""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "ogre": ogre()}
    fight = Fight(cast, TWO)
    fight.do(GM, m.Enter("ogre", "B"))
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Pass())
    assert fight.state.step == "stance"
    fight.do("ogre", m.Stance("full attack"))
    fight.throw("9 9 9 9")
    fight.skip()
    assert fight.of(e.Ordered)[-1].order[0][0] in ("akodo", "ogre")
    fight.turn_of("ogre")
    assert not fight.may("ogre", m.Stance), "it was chosen before Initiative"


def test_who_leaves_is_gone_and_that_may_end_it() -> None:
    """4e.skirmish.sides"""
    fight = two()
    events = fight.do(GM, m.Leave("bayushi"))
    assert [type(event) for event in events] == [e.Departed, e.Over, Closed]
    assert fight.state.winner == "A"


def test_the_game_master_may_end_it() -> None:
    """4e.skirmish.sides"""
    fight = two()
    fight.do(GM, m.Stop())
    assert fight.scene.closed
    assert fight.of(e.Over)[0] == e.Over("", "word")


def test_one_by_one_and_out_again_before_it_begins() -> None:
    """4e.skirmish.sides"""
    fight = Fight.__new__(Fight)
    fight.events = []
    start = two(upto="stance")
    fight.scene = start.scene._replace(state=type(start.state)())
    fight.do(GM, m.Enter("akodo", "A"))
    with pytest.raises(IllegalMove):
        fight.do(GM, m.Begin())
    fight.do(GM, m.Enter("bayushi", "B"))
    fight.do(GM, m.Leave("bayushi"))
    assert [each.who for each in fight.state.fighters] == ["akodo"]
    fight.do(GM, m.Enter("bayushi", "the others", by_hand=True))
    fight.do(GM, m.Begin("At the ford"))
    assert (fight.state.round, fight.state.label) == (1, "At the ford")
    assert fight.one("bayushi").by_hand


@pytest.mark.parametrize(
    "sides",
    [
        (),
        (("A", ("a", "b")),),
        (("A", ("a",)), ("A", ("b",))),
        (("A", ("a",)), ("B", ("a",))),
        (("A", ("a",)), ("B", ())),
        (("A", ("a",)), ("B", ("nobody",))),
        (("", ("a",)), ("B", ("b",))),
        (("A", ("a",)), ("B", "b")),
        "AB",
    ],
)
def test_what_is_no_two_sides(sides: Any) -> None:
    """4e.skirmish.sides"""
    assert not Sided(("a", "b")).holds(sides)


def test_bounds_of_its_own() -> None:
    """4e.skirmish.sides, 4e.skirmish.order"""
    assert Sided(("a", "b", "c")).holds((("Crane", ("a",)), ("Lion", ("c", "b"))))
    many = tuple(f"n{i}" for i in range(21))
    assert not Sided(many).holds((("A", many[:10]), ("B", many[10:])))
    assert Sided(many).holds((("A", many[:10]), ("B", many[10:20])))
    assert is_side("Wave men")
    assert not is_side(" ")
    assert Shuffled(("a", "b")).holds(("b", "a"))
    assert not Shuffled(("a", "b")).holds(("b", "b"))


def test_who_lacks_numbers_cannot_fight() -> None:
    """4e.skirmish.sides"""
    assert fits(bushi())
    assert fits(example("bandit"))
    assert not fits(example("isawa"))
    assert not fits(person(Character("Akodo")))
    assert not fits("akodo")


# --- Void Points at the start of a Round --------------------------------------------------------------------------


def test_a_point_for_the_armor_lasts_for_the_round() -> None:
    """4e.void.armor"""
    fight = two(upto="void")
    fight.do("akodo", m.Spend("armor"))
    assert fight.one("akodo").guard.void == 10
    assert fight.scene.cast["akodo"].void == 1
    fight.skip()
    fight.turn_of("bayushi")
    fight.strike("bayushi", "akodo", MISS)
    assert fight.of(e.Attacked)[-1].parts == (("Armor TN", 15), ("Void Point", 10))
    assert fight.one("akodo").guard.void == 0, "the Round is over"


def test_a_point_for_initiative_lasts_to_the_end() -> None:
    """4e.void.initiative"""
    fight = two(upto="void")
    before = fight.one("bayushi").score
    fight.do("bayushi", m.Spend("initiative"))
    assert fight.one("bayushi").score == before + 10
    fight.skip()
    fight.turn_of("akodo")
    fight.do("akodo", m.Pass())
    assert fight.one("bayushi").score == before + 10


def test_one_point_a_round_unless_the_sheet_says_more() -> None:
    """4e.void.limit"""
    fight = two(bushi(per_round=2), upto="void")
    fight.do("akodo", m.Spend("armor"))
    assert fight.may("akodo", m.Spend)
    fight.do("akodo", m.Spend("initiative"))
    assert not fight.may("akodo", m.Spend)
    fight.do("bayushi", m.Spend("armor"))
    assert not fight.may("bayushi", m.Spend)
    fight.turn_of("bayushi")
    with pytest.raises(IllegalMove):
        fight.do("bayushi", m.Strike("akodo", "katana", void="boost"))


def test_a_point_pays_for_a_technique_outside_the_limit() -> None:
    """4e.void.technique, 4e.void.limit: at the start of the Round and in the own turn, while there are points."""
    fight = two(bushi(void=4), upto="void")
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Invoke(""))
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Invoke("x" * 201))
    paid = fight.do("akodo", m.Invoke("to know where the blade will be"))
    assert paid == [
        e.Invoked("akodo", "to know where the blade will be"),
        Shifted("akodo", "void", -1, "technique"),
    ]
    fight.do("akodo", m.Spend("armor"))
    assert (fight.scene.cast["akodo"].void, fight.one("akodo").spent) == (2, 1)
    fight.turn_of("akodo")
    fight.do("akodo", m.Invoke("x" * 200))
    assert fight.may("akodo", m.Delay), "paying is no action"
    fight.do("akodo", m.Invoke("once more"))
    assert not fight.may("akodo", m.Invoke), "no point is left"
    assert fight.may("akodo", m.Strike)
    assert fight.one("akodo").spent == 1
    assert not two(ogre()).may("akodo", m.Invoke)
    fight = Fight({"a": bushi(), "b": bushi("B"), "c": ogre()}, (("A", ("a",)), ("B", ("b", "c"))))
    fight.hurt("b", 31)
    fight.turn_of("b")
    assert not fight.may("b", m.Invoke), "who is Down has Free Actions alone"


def test_a_technique_can_be_paid_for_before_a_further_attack() -> None:
    """4e.void.technique, 4e.maneuver"""
    fight = two(bushi(void=5))
    fight.strike("akodo", "bayushi", "10+10+2 9 9 1 1 1", "1 1 1 1 1 1", maneuvers=("extra attack",))
    fight.do("bayushi", m.Soak(False))
    fight.do("akodo", m.Invoke("the second cut"))
    assert fight.may("akodo", m.Strike)


def test_stat_blocks_have_no_points_and_are_not_asked() -> None:
    """4e.void.pool"""
    fight = two(None, ogre(), upto="void")
    assert not fight.offered_to("bayushi")
    fight.do("akodo", m.Pass())
    assert fight.state.step == "turns"


def test_a_swap_needs_the_other_and_refusing_costs_nothing() -> None:
    """4e.void.swap"""
    fight = two(upto="void")
    one, other = fight.one("akodo").score, fight.one("bayushi").score
    assert one != other
    fight.do("bayushi", m.Swap("akodo"))
    assert not fight.offered_to("bayushi"), "the other is asked"
    fight.do("akodo", m.Answer(False))
    assert fight.scene.cast["bayushi"].void == 2
    assert fight.one("bayushi").spent == 0
    assert not fight.may("bayushi", m.Swap), "not twice in one Round"
    fight.do("bayushi", m.Spend("armor"))
    assert (fight.one("akodo").score, fight.one("bayushi").score) == (one, other)


def test_a_swap_exchanges_scores_and_one_pays() -> None:
    """4e.void.swap: the lasting +10 is exchanged too."""
    fight = two(bushi(), bushi("Bayushi", per_round=2), upto="void")
    one, other = fight.one("akodo").score, fight.one("bayushi").score
    fight.do("bayushi", m.Spend("initiative"))
    fight.do("bayushi", m.Swap("akodo"))
    fight.do("akodo", m.Answer(True))
    assert (fight.one("akodo").score, fight.one("bayushi").score) == (other + 10, one)
    assert (fight.scene.cast["akodo"].void, fight.scene.cast["bayushi"].void) == (2, 0)
    assert (fight.one("akodo").spent, fight.one("bayushi").spent) == (0, 2)


def test_a_swap_leaves_the_bonus_of_this_round_where_it_is() -> None:
    """4e.void.swap, 4e.stance: Center's +10 is for who has gathered, whatever the score."""
    fight = two(stances={"akodo": "center"})
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Pass())
    assert (fight.state.step, fight.one("akodo").bonus) == ("void", 10)
    one, other = fight.one("akodo").score, fight.one("bayushi").score
    fight.do("bayushi", m.Swap("akodo"))
    fight.do("akodo", m.Answer(True))
    assert (fight.one("akodo").score, fight.one("bayushi").score) == (other, one)
    assert (fight.one("akodo").bonus, fight.one("bayushi").bonus) == (10, 0)


# --- stances ------------------------------------------------------------------------------------------------------


def test_full_attack_has_more_dice_and_less_armor() -> None:
    """4e.stance: 6k3 + 2k1, Armor TN 15 - 10."""
    fight = two(stances={"akodo": "full attack"})
    fight.do("akodo", m.Strike("bayushi", "katana"))
    assert pool_of(fight) == "8k4"
    fight.throw("1 1 1 1 1 1 1 1")
    fight.strike("bayushi", "akodo", MISS)
    assert fight.of(e.Attacked)[-1].tn == 5


def test_full_attack_is_for_melee_alone_and_for_attacks_alone() -> None:
    """4e.stance"""
    archer = bushi(weapons=("yumi",), skills={"kyujutsu": 3, "jiujutsu": 1})
    fight = two(archer, stances={"akodo": "full attack"})
    weapons = {
        word
        for offer in fight.offered_to("akodo")
        if offer.move is m.Strike
        for word in dict(offer.bounds)["weapon"].of  # type: ignore[attr-defined]
    }
    assert weapons == {"unarmed"}
    assert not any(fight.may("akodo", kind) for kind in (m.Ready, m.Try, m.Cover))


@pytest.mark.parametrize(
    ("condition", "skills", "able"),
    [
        ("mounted", {"kenjutsu": 3}, False),
        ("mounted", {"kenjutsu": 3, "horsemanship": 3}, True),
        ("fatigued", {"kenjutsu": 3}, False),
    ],
)
def test_who_cannot_take_full_attack(condition: str, skills: dict[str, int], able: bool) -> None:
    """4e.stance"""
    fight = two(bushi(skills=skills), upto="stance")
    fight.do(GM, m.Condition("akodo", condition, True))
    offered = dict(fight.offer("akodo", m.Stance).bounds)["stance"].of  # type: ignore[attr-defined]
    assert (stances.FULL_ATTACK in offered) == able


@pytest.mark.parametrize(
    ("condition", "skills", "falls"),
    [
        ("mounted", {"kenjutsu": 3}, True),
        ("mounted", {"kenjutsu": 3, "horsemanship": 3}, False),
        ("fatigued", {"kenjutsu": 3}, True),
        ("dazed", {"kenjutsu": 3}, False),
    ],
)
def test_who_cannot_keep_full_attack_falls_back(condition: str, skills: dict[str, int], falls: bool) -> None:
    """4e.stance: neither +2k1 nor Armor TN -10 is left, and another stance can be taken in the own turn."""
    fight = two(bushi(skills=skills), stances={"akodo": "full attack"})
    fight.do(GM, m.Condition("akodo", condition, True))
    assert fight.of(e.Faltered) == ([e.Faltered("akodo")] if falls else [])
    one = fight.one("akodo")
    assert (one.stance, one.guard.stance) == (("attack", 0) if falls else ("full attack", -10))
    assert fight.may("akodo", m.Try) == falls, "Full Attack has attacks alone"
    fight.do(GM, m.Condition("akodo", condition, False))
    assert fight.one("akodo").stance == one.stance, "it does not come back by itself"


@pytest.mark.parametrize(("rank", "by"), [(0, 2), (2, 4), (5, 10)])
def test_defense_adds_air_and_the_rank_and_attacks_nobody(rank: int, by: int) -> None:
    """4e.stance, 4e.mastery: Air 2; from Defense 5 on 3 more."""
    fight = two(bushi(skills={"kenjutsu": 3, "defense": rank}), stances={"akodo": "defense"})
    assert fight.one("akodo").guard.stance == by
    assert not fight.may("akodo", m.Strike)
    assert fight.may("akodo", m.Try)


@pytest.mark.parametrize(("told", "by"), [("9 8 3 1", 9), ("9 7 3 1", 8), ("9 8 3 3", 9)])
def test_full_defense_adds_half_of_a_roll_rounded_up_until_the_next_turn(told: str, by: int) -> None:
    """4e.stance: Defense 2 and Reflexes 2 are 4k2."""
    fight = two(bushi(skills={"kenjutsu": 3, "defense": 2}), stances={"akodo": "full defense"})
    assert not fight.may("akodo", m.Strike)
    fight.do("akodo", m.Defend())
    assert pool_of(fight) == "4k2"
    fight.throw(told)
    assert fight.one("akodo").guard.full == by
    assert fight.of(e.Turned)[-1].who == "bayushi", "it was a Complex Action"
    fight.strike("bayushi", "akodo", MISS)
    assert fight.of(e.Attacked)[-1].tn == 15 + by
    fight.turn_of("akodo")
    assert fight.one("akodo").guard.full == 0


def test_mastery_of_defense() -> None:
    """4e.mastery: from rank 3 on the old roll is kept, from 5 on 3 more, from 7 on a Simple Action is left."""
    fight = two(bushi(skills={"kenjutsu": 3, "defense": 7}), stances={"akodo": "full defense"})
    fight.do("akodo", m.Defend())
    fight.throw("5 5 1 1 1 1 1 1 1")
    assert fight.one("akodo").guard.full == 5 + 3
    assert fight.may("akodo", m.Try)
    assert not fight.may("akodo", m.Strike)
    fight.do("akodo", m.Try("Shout", "simple"))
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Pass())
    fight.turn_of("akodo")
    fight.do("akodo", m.Hold())
    assert fight.one("akodo").guard.full == 8


def test_an_unskilled_defender_may_lend_a_rank() -> None:
    """4e.void.skill, 4e.unskilled"""
    fight = two(bushi(skills={"kenjutsu": 3}), stances={"akodo": "full defense"})
    fight.do("akodo", m.Defend("skill"))
    assert fight.of(Declared)[-1].pool[:4] == (3, 2, 0, 10)
    assert fight.scene.cast["akodo"].void == 1


def test_a_full_defense_roll_uses_points_of_the_round_and_what_center_has_gathered() -> None:
    """4e.stance, 4e.void.limit, 4e.void.boost: Defense 2 and Reflexes 2 are 4k2."""
    able = bushi(skills={"kenjutsu": 3, "defense": 2}, void=4)
    fight = two(able, stances={"akodo": "center"})
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Pass())
    fight.turn_of("akodo")
    fight.do("akodo", m.Stance("full defense"))
    fight.do("akodo", m.Defend("boost", center=True))
    assert pool_of(fight) == "6k4+4"
    assert (fight.one("akodo").center, fight.one("akodo").spent) == ("", 1)
    fight.throw("5 5 5 5 1 1")
    fight.strike("bayushi", "akodo", "10+10+10+9 9 9 1 1 1", "9 9 1 1 1 1")
    assert fight.of(e.Took)[-1].points == 0, "the one of this Round is spent, so nobody is asked"
    assert fight.scene.cast["akodo"].void == 3


def test_who_is_out_at_the_end_of_the_own_turn_has_gathered_nothing() -> None:
    """4e.stance, 4e.wounds"""
    cast = {"akodo": bushi(), "doji": bushi("Doji"), "bayushi": bushi("Bayushi")}
    for late in ("akodo", "bayushi"):
        fight = Fight(cast, (("A", ("akodo", "doji")), ("B", ("bayushi",))), stances={"akodo": "center"})
        fight.turn_of("bayushi")
        fight.do("bayushi", m.Pass())
        fight.turn_of("akodo")
        if late == "akodo":
            fight.do("akodo", m.Delay("bayushi"))
            fight.turn_of("akodo")
        number = fight.state.round
        fight.hurt("akodo", 35)
        fight.turn_of("bayushi")
        if fight.state.round == number:
            fight.do("bayushi", m.Pass())
        assert fight.of(e.Rounded)[-1].gathered == ()
        assert (fight.one("akodo").bonus, fight.one("akodo").center) == (0, "")


def test_what_center_gathers_is_told_before_it_is_taken() -> None:
    """4e.stance: of a stat block no Void Ring is known."""
    fight = Fight({"akodo": bushi(), "ogre": ogre()}, (("A", ("akodo",)), ("B", ("ogre",))), upto="stance")
    told = {who: sentence(fight.offer(who, m.Stance).says[-1]) for who in ("akodo", "ogre")}
    assert "in the next +1k1 and +2 on one roll, and Initiative +10." in told["akodo"]
    assert "in the next +1k1 on one roll, and Initiative +10." in told["ogre"]


def test_center_does_nothing_and_gathers_for_the_next_round() -> None:
    """4e.stance: +1k1 and the Void Ring on one roll, and Initiative +10 in that Round."""
    fight = two(stances={"akodo": "center"})
    assert [(type(each), each.who) for each in fight.events[-3:]] == [
        (e.Turned, "akodo"),
        (e.Ended, "akodo"),
        (e.Turned, "bayushi"),
    ]
    fight.do("bayushi", m.Pass())
    assert (fight.one("akodo").center, fight.one("akodo").bonus) == ("ready", 10)
    fight.turn_of("akodo")
    fight.do("akodo", m.Stance("attack"))
    fight.do("akodo", m.Strike("bayushi", "katana", center=True))
    assert pool_of(fight) == "7k4+2"
    fight.throw("1 1 1 1 1 1 1")
    assert fight.one("akodo").center == ""
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Pass())
    assert fight.one("akodo").bonus == 0


def test_what_center_has_gathered_is_lost_after_a_round() -> None:
    """4e.stance"""
    fight = two(stances={"akodo": "center"})
    fight.do("bayushi", m.Pass())
    fight.turn_of("akodo")
    fight.do("akodo", m.Stance("attack"))
    fight.do("akodo", m.Pass())
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Pass())
    fight.turn_of("akodo")
    assert fight.one("akodo").center == ""
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Strike("bayushi", "katana", center=True))


def test_a_stance_is_taken_at_the_start_of_a_turn_and_kept_by_who_says_nothing() -> None:
    """4e.round"""
    fight = two(stances={"akodo": "full attack"})
    assert not fight.may("akodo", m.Stance), "it was chosen before Initiative"
    fight.do("akodo", m.Pass())
    fight.do("bayushi", m.Pass())
    fight.turn_of("akodo")
    assert fight.may("akodo", m.Stance)
    assert fight.may("akodo", m.Strike), "in the stance there is"
    fight.do("akodo", m.Stance("attack"))
    assert not fight.may("akodo", m.Stance)
    assert fight.one("akodo").guard.stance == 0


def test_a_stat_block_has_the_stances_that_its_numbers_allow() -> None:
    """4e.stance"""
    fight = two(None, ogre(), upto="stance")
    assert dict(fight.offer("bayushi", m.Stance).bounds)["stance"].of == ("attack", "full attack", "center")  # type: ignore[attr-defined]


# --- attacks ------------------------------------------------------------------------------------------------------


def test_an_attack_hits_and_hurts() -> None:
    """4e.attack, 4e.damage.melee, 4e.skirmish.harm: 6k3 against 20, katana 3k2 with Strength 2 and mastery: 6k2."""
    fight = two(None, bushi("Bayushi", armor="light"))
    fight.do("akodo", m.Strike("bayushi", "katana"))
    fight.throw("9 6 5 4 1 1")
    hit = fight.of(e.Hit)[-1]
    assert (hit.reached, hit.margin) == (20, 0)
    assert pool_of(fight) == "6k2"
    fight.throw("7 6 1 1 1 1")
    assert fight.of(e.Dealt)[-1].damage == 13
    assert fight.offered_to("bayushi")[0].move is m.Soak
    fight.do("bayushi", m.Soak(False))
    assert fight.scene.cast["bayushi"].wounds == 13 - 3


def test_a_miss_does_nothing() -> None:
    """4e.attack"""
    fight = two()
    fight.strike("akodo", "bayushi", "9 3 2 2 1 1")
    missed = fight.of(e.Missed)[-1]
    assert (missed.reached, missed.margin) == (15, -1)
    assert fight.of(e.Turned)[-1].who == "bayushi", "an attack is a Complex Action"


def test_wounds_raise_the_number_to_reach() -> None:
    """4e.wounds: with 11 Wounds at Earth 2 Nicked, +3."""
    fight = two(wounded(bushi(), 11))
    offer = fight.offer("akodo", m.Strike)
    assert dict(offer.says[0].data) == {"who": "bayushi", "tn": 15, "needed": 18, "weapon": "katana"}
    fight.strike("akodo", "bayushi", "9 5 3 1 1 1")
    assert fight.of(e.Missed)[-1].reached == 18


def test_raises_up_to_the_void_ring_and_only_for_a_purpose() -> None:
    """4e.raise.limit, 4e.maneuver"""
    fight = two()
    fight.do("akodo", m.Strike("bayushi", "katana", ("increased damage", "increased damage")))
    assert fight.of(Declared)[-1].raises == 2
    fight.throw(HIT)
    assert fight.of(e.Hit)[-1].reached == 25
    assert pool_of(fight) == "8k2", "katana 6k2 and two dice"
    fight = two()
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Strike("bayushi", "katana", ("increased damage",) * 3))
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Strike("bayushi", "katana", ("disarm",)))


def test_other_purposes_are_words() -> None:
    """4e.raise, 4e.maneuver"""
    fight = two()
    fight.do("akodo", m.Strike("bayushi", "katana", ("other", "other"), raise_for="cut the lantern's cord"))
    assert fight.of(Declared)[-1].raise_for == "cut the lantern's cord (2)"


def test_unskilled_there_are_no_raises_but_a_point_lends_a_rank() -> None:
    """4e.unskilled, 4e.void.skill"""
    fight = two(bushi(skills={"etiquette": 1}))
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Strike("bayushi", "katana", ("increased damage",)))
    fight.do("akodo", m.Strike("bayushi", "katana", ("increased damage",), void="skill"))
    declared = fight.of(Declared)[-1]
    assert (str(declared.pool), declared.raises, declared.pool.explode_on) == ("4k3", 1, 10)
    assert fight.scene.cast["akodo"].void == 1


def test_a_point_before_the_roll() -> None:
    """4e.void.boost"""
    fight = two()
    fight.do("akodo", m.Strike("bayushi", "katana", void="boost"))
    assert pool_of(fight) == "7k4"
    assert fight.one("akodo").spent == 1


def test_granted_modifiers_and_free_raises() -> None:
    """4e.skirmish.conditions, 4e.free-raise"""
    fight = two()
    fight.do(GM, m.Grant("akodo", (Modifier("the sun behind", Term(1, 0, 2)),), 1))
    fight.do("akodo", m.Strike("bayushi", "katana", ("increased damage",)))
    declared = fight.of(Declared)[-1]
    assert (str(declared.pool), declared.raises, declared.plus) == ("7k3+2", 0, 0)
    fight.throw("1 1 1 1 1 1 1")
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Pass())
    fight.turn_of("akodo")
    fight.do("akodo", m.Strike("bayushi", "katana", lower=1))
    assert fight.of(Declared)[-1].plus == -5
    fight.throw("1 1 1 1 1 1 1")


def test_granted_on_damage() -> None:
    """4e.skirmish.conditions: named in the reasons of that roll; what is granted on attacks stays."""
    fight = two()
    fight.do(GM, m.Grant("akodo", (Modifier("the sun behind", Term(1)),)))
    fight.do(GM, m.Grant("akodo", (Modifier("a better grip", Term(1, 0, 2)),), on="damage"))
    fight.do("akodo", m.Strike("bayushi", "katana"))
    assert pool_of(fight) == "7k3"
    fight.throw(HIT + " 1")
    assert pool_of(fight) == "7k2+2"
    assert "a better grip" in " ".join(map(sentence, fight.of(Declared)[-1].reasons))
    fight.throw("1 1 1 1 1 1 1")
    fight.do("bayushi", m.Soak(False))
    fight.do(GM, m.Grant("akodo", on="damage"))
    assert (len(fight.one("akodo").adds), fight.one("akodo").hurts) == (1, ())


def test_granted_on_the_armor_tn() -> None:
    """4e.skirmish.conditions, 4e.armor-tn: a part of its own, until other ones are granted."""
    fight = two()
    fight.do(
        GM, m.Grant("bayushi", (Modifier("the reeds", Term(flat=5)), Modifier("mud", Term(flat=-2))), on="armor tn")
    )
    (said,) = fight.offer("akodo", m.Strike).says
    assert dict(said.data)["needed"] == 18
    fight.strike("akodo", "bayushi", MISS)
    assert fight.of(e.Attacked)[-1].parts == (("Armor TN", 15), ("the reeds", 5), ("mud", -2))
    fight.do("bayushi", m.Pass())
    fight.turn_of("akodo")
    assert dict(fight.offer("akodo", m.Strike).says[0].data)["tn"] == 18, "it lasts"
    fight.do(GM, m.Grant("bayushi", on="armor tn"))
    assert dict(fight.offer("akodo", m.Strike).says[0].data)["tn"] == 15


@pytest.mark.parametrize(
    "grant",
    [
        m.Grant("akodo", (Modifier("the reeds", Term(1)),), on="armor tn"),
        m.Grant("akodo", free=1, on="armor tn"),
        m.Grant("akodo", free=1, on="damage"),
        m.Grant("akodo", on="luck"),
    ],
)
def test_what_cannot_be_granted(grant: m.Grant) -> None:
    """4e.skirmish.conditions: no dice on the Armor TN, and Free Raises on attacks alone."""
    with pytest.raises(IllegalMove):
        two().do(GM, grant)


def test_keeping_low_or_choosing_dice() -> None:
    """4e.keep"""
    fight = two()
    fight.do("akodo", m.Strike("bayushi", "katana", keep="low"))
    fight.throw("9 9 9 1 2 3")
    assert fight.of(e.Missed)[-1].margin == 6 - 15
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Strike("akodo", "katana", keep="choose"))
    fight.throw("9 9 9 1 2 3", (0, 3, 4))
    assert fight.of(e.Missed)[-1].margin == 12 - 15


def test_dice_by_hand_are_the_fighters_own_move() -> None:
    """4e.skirmish.sides"""
    fight = two(by_hand=("akodo",))
    fight.do("akodo", m.Strike("bayushi", "katana"))
    assert fight.thrower() == "akodo"
    fight.throw(HIT)
    assert fight.thrower() == "akodo", "the damage too"


def test_hits_on_who_is_out_may_kill() -> None:
    """4e.wounds"""
    fight = Fight(
        {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")},
        (("A", ("akodo",)), ("B", ("bayushi", "doji"))),
    )
    fight.hurt("bayushi", 36)
    assert fight.one("bayushi").state == "Out"
    fight.strike("akodo", "bayushi", HIT, "9 9 1 1 1 1")
    assert fight.one("bayushi").state == "Dead", "who is unconscious is not asked for a Void Point"
    assert fight.scene.cast["bayushi"].void == 2


MONK = """
game = "4e"
name = "Monk"
insight_rank = 1
void = { ring = 2 }
weapons = [{ name = "katana" }]
[traits]
stamina = 2
willpower = 2
reflexes = 2
awareness = 2
strength = 2
perception = 2
agility = 3
intelligence = 2
[skills]
jiujutsu = { rank = %d, emphases = ["martial arts"] }
kenjutsu = { rank = 3, emphases = ["katana"] }
defense = { rank = %d, emphases = ["blades"] }
"""


def monk(jiujutsu: int = 3, defense: int = 1) -> Person:
    return person(read(MONK % (jiujutsu, defense)))


def named_with(fight: Fight, weapon: str) -> list[tuple[str, ...]]:
    """The words that can be named with a weapon, of each offer."""
    bounds = [dict(offer.bounds) for offer in fight.offered_to("akodo") if offer.move is m.Strike]
    return [each["named"].of for each in bounds if weapon in each["weapon"].of]  # type: ignore[attr-defined]


def test_an_emphasis_can_be_named_and_a_weapon_names_its_own() -> None:
    """4e.emphasis"""
    fight = two(monk())
    assert named_with(fight, "unarmed")[0] == ("martial arts",)
    assert named_with(fight, "katana")[0] == ()
    fight.do("akodo", m.Strike("bayushi", "unarmed", named=("martial arts",)))
    assert fight.of(Declared)[-1].pool.emphasis
    fight.throw(fight.like(9))
    assert not fight.of(Declared)[-1].pool.emphasis, "the damage has none"
    fight = two(monk())
    fight.do("akodo", m.Strike("bayushi", "unarmed"))
    assert not fight.of(Declared)[-1].pool.emphasis


@pytest.mark.parametrize(("ruling", "lent"), [("no", ()), ("yes", ("martial arts",))])
def test_without_the_skill_there_is_no_emphasis(ruling: str, lent: tuple[str, ...]) -> None:
    """4e.emphasis, 4e.unskilled, 4e.void.skill: with a rank that is lent by a ruling alone."""
    fight = two(monk(jiujutsu=0), rulings={"promoted_emphasis": ruling})
    named = named_with(fight, "unarmed")
    assert (named[0], named[1]) == ((), lent)
    fight.do("akodo", m.Strike("bayushi", "unarmed", void="skill", named=lent))
    assert fight.of(Declared)[-1].pool.emphasis == bool(lent)


def test_an_emphasis_of_defense_can_be_named() -> None:
    """4e.emphasis, 4e.stance"""
    fight = two(monk(), stances={"akodo": "full defense"})
    fight.do("akodo", m.Defend(named=("blades",)))
    assert fight.of(Declared)[-1].pool.emphasis
    fight = two(monk(defense=0), stances={"akodo": "full defense"})
    assert dict(fight.offer("akodo", m.Defend).bounds)["named"] == Words(())


# --- the Armor TN of the moment -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("conditions", "guard", "covered", "times", "melee", "expected"),
    [
        ((), Guard(), False, 1, True, 25),
        ((), Guard(stance=-10), False, 1, True, 15),
        ((), Guard(stance=4, full=9), False, 1, True, 38),
        ((), Guard(void=10), False, 1, True, 35),
        ((), Guard(), True, 1, True, 35),
        ((), Guard(over="ally"), False, 1, True, 20),
        (("prone",), Guard(), False, 1, True, 15),
        (("prone",), Guard(), False, 1, False, 25),
        (("two weapons",), Guard(), False, 1, True, 27),
        (("grappled",), Guard(), False, 1, True, 10),
        (("stunned",), Guard(), False, 1, True, 10),
        (("blinded",), Guard(), False, 1, True, 13),
        (("mounted",), Guard(), False, 1, True, 33),
        ((), Guard(), False, 2, True, 30),
        ((), Guard(), False, 0, True, 20),
        ((), Guard(), False, 3, True, 35),
        ((), Guard(fan=3), False, 1, True, 28),
    ],
)
def test_the_parts_of_the_armor_tn(
    conditions: tuple[str, ...], guard: Guard, covered: bool, times: int, melee: bool, expected: int
) -> None:
    """4e.armor-tn, 4e.stance, 4e.void.armor, 4e.maneuver, 4e.skirmish.conditions: Reflexes 3, armor 5, Insight 2."""
    body = Body(25, 5, 8, 3, 2)
    assert total(parts(body, guard, conditions, covered, times, melee)) == expected


@pytest.mark.parametrize(("ruling", "reached"), [("0", 0), ("none", -5)])
def test_the_floor_comes_once_and_last(ruling: str, reached: int) -> None:
    """4e.tn, 4e.armor-tn: 10 for Reflexes 1, -10 by Full Attack, -10 prone; +5 for who attacks Grazed."""
    fight = two(
        wounded(bushi(), 15),
        bushi("Bayushi", reflexes=1),
        stances={"bayushi": "full attack"},
        rulings={"tn_floor": ruling},
    )
    fight.do(GM, m.Condition("bayushi", "prone", True))
    fight.turn_of("akodo")
    (said,) = fight.offer("akodo", m.Strike).says
    assert (dict(said.data)["tn"], dict(said.data)["needed"]) == (-10, reached)
    fight.do("akodo", m.Strike("bayushi", "katana"))
    assert fight.of(e.Attacked)[-1].tn == -10
    fight.throw(HIT)
    assert fight.of(e.Hit)[-1].reached == reached


@pytest.mark.parametrize(
    ("armor", "mounted", "needed"), [("", False, 18), ("heavy", False, 23), ("riding", False, 23), ("riding", True, 18)]
)
def test_what_is_told_to_reach_is_what_has_to_be_reached(armor: str, mounted: bool, needed: int) -> None:
    """4e.armor-tn, 4e.wounds: Nicked, and in armor that makes rolls of Agility harder."""
    fight = two(wounded(bushi(armor=armor), 11))
    if mounted:
        fight.do(GM, m.Condition("akodo", "mounted", True))
    (said,) = fight.offer("akodo", m.Strike).says
    assert dict(said.data)["needed"] == needed
    fight.do("akodo", m.Strike("bayushi", "katana"))
    fight.throw(fight.like(1))
    assert fight.of(e.Missed)[-1].reached == needed


@pytest.mark.parametrize(
    ("weapon", "skills", "tn"),
    [
        ("yumi", {"kyujutsu": 1}, 20),
        ("yumi armor piercing", {"kyujutsu": 1}, 15),
        ("yumi flesh cutter", {"kyujutsu": 1}, 25),
        ("bo", {"staves": 2}, 25),
        ("bo", {"staves": 3}, 20),
        ("bokken", {"kenjutsu": 1}, 25),
        ("kyoketsu-shoji", {"chain weapons": 1}, 25),
        ("blowgun", {"ninjutsu": 1}, 30),
        ("dai-kyu", {"kyujutsu": 1}, 30),
        ("lance without a charge", {"spears": 1}, 30),
    ],
)
def test_what_weapons_and_arrows_do_to_armor(weapon: str, skills: dict[str, int], tn: int) -> None:
    """4e.skirmish.arms, 4e.mastery: light armor, Armor TN 20, on foot."""
    first = next(name for name in ("yumi", "lance", weapon) if weapon.startswith(name))
    fight = two(bushi(weapons=(first,), skills=skills, strength=3), bushi("Bayushi", armor="light"))
    fight.do("akodo", m.Strike("bayushi", weapon))
    assert fight.of(e.Attacked)[-1].tn == tn


@pytest.mark.parametrize(
    ("weapon", "tn"), [("yumi", 25), ("dai-kyu", 15), ("lance without a charge", 20), ("lance in a charge", 15)]
)
def test_on_horseback(weapon: str, tn: int) -> None:
    """4e.skirmish.arms"""
    first = "lance" if weapon.startswith("lance") else weapon
    fight = two(bushi(weapons=(first,), skills={"kyujutsu": 1, "spears": 1}, strength=3))
    fight.do(GM, m.Condition("akodo", "mounted", True))
    fight.do("akodo", m.Strike("bayushi", weapon))
    assert fight.of(e.Attacked)[-1].tn == tn


@pytest.mark.parametrize(
    ("condition", "weapon", "pool"),
    [
        ("higher ground", "katana", "7k3"),
        ("mounted", "katana", "7k3"),
        ("prone", "katana", "4k3"),
        ("prone", "yumi", "6k3"),
        ("in melee", "katana", "6k3"),
        ("in melee", "yumi", "6k3-10"),
        ("blinded", "katana", "5k2"),
        ("blinded", "yumi", "3k0"),
        ("dazed", "katana", "3k3"),
        ("off hand", "katana", "6k3-10"),
        ("off hand", "tanto", "5k3-5"),
        ("off hand", "yumi", "6k3-15"),
        ("two weapons", "katana", "6k3-5"),
        ("fatigued", "katana", "6k3"),
    ],
)
def test_what_conditions_do_to_attacks(condition: str, weapon: str, pool: str) -> None:
    """4e.skirmish.conditions"""
    skills = {"kenjutsu": 3, "kyujutsu": 3, "knives": 2}
    fight = two(bushi(weapons=(weapon,), skills=skills, reflexes=3))
    fight.do(GM, m.Condition("akodo", condition, True))
    fight.turn_of("akodo")
    fight.do("akodo", m.Strike("bayushi", weapon))
    assert pool_of(fight) == pool


def test_every_condition_is_tried() -> None:
    """4e.skirmish.conditions"""
    assert set(CONDITIONS) == {
        *("higher ground", "mounted", "prone", "in melee", "blinded", "dazed", "grappled", "stunned", "fatigued"),
        *("two weapons", "off hand"),
    }


def test_above_is_above_once() -> None:
    """4e.skirmish.conditions: on horseback and on higher ground there is one +1k0."""
    fight = two()
    for condition in ("higher ground", "mounted"):
        fight.do(GM, m.Condition("akodo", condition, True))
    fight.do("akodo", m.Strike("bayushi", "katana"))
    assert pool_of(fight) == "7k3"


@pytest.mark.parametrize("skill", ["knives", "war fan"])
def test_some_hands_are_even(skill: str) -> None:
    """4e.mastery"""
    weapon = "tanto" if skill == "knives" else "war fan"
    fight = two(bushi(weapons=(weapon,), skills={skill: 3}))
    fight.do(GM, m.Condition("akodo", "off hand", True))
    fight.do("akodo", m.Strike("bayushi", weapon))
    assert pool_of(fight) == "6k3"


# --- maneuvers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("margin", "insight", "rounding", "more"),
    [(9, 1, "down", 4), (9, 1, "up", 5), (30, 1, "down", 5), (30, 2, "down", 10), (0, 1, "up", 0), (8, 3, "up", 4)],
)
def test_a_feint_adds_half_the_margin(margin: int, insight: int, rounding: str, more: int) -> None:
    """4e.maneuver"""
    found = on_damage(("feint",), margin, insight, rounding)
    assert sum(each.pool.flat for each in found) == more


def test_a_feint_in_play() -> None:
    """4e.maneuver: 15 and two Raises are 25; 27 is 2 above, so 1 more damage."""
    fight = two()
    fight.strike("akodo", "bayushi", HIT, "3 4 1 1 1 1", maneuvers=("feint",))
    assert fight.of(e.Hit)[-1].margin == 2
    assert fight.of(e.Dealt)[-1].damage == 8


@pytest.mark.parametrize(("where", "raises"), list(maneuvers.CALLED.items()))
def test_called_shots(where: str, raises: int) -> None:
    """4e.maneuver"""
    fight = two(bushi(void=5))
    fight.do("akodo", m.Strike("bayushi", "katana", (where,)))
    assert fight.of(Declared)[-1].raises == raises
    assert fight.of(Declared)[-1].raise_for == where


def test_a_disarm_is_decided_by_strength() -> None:
    """4e.maneuver: 2k1 damage without Strength; the loser drops the weapon."""
    fight = two(bushi(void=3, strength=3))
    fight.do("akodo", m.Strike("bayushi", "katana", ("disarm",)))
    fight.throw("10+5 9 9 1 1 1")
    assert pool_of(fight) == "2k1"
    fight.throw("4 2")
    fight.do("bayushi", m.Soak(False))
    fight.wrestle("9 9 9", "1 1")
    assert [str(each.pool) for each in fight.of(Declared)[-2:]] == ["3k3", "2k2"]
    assert fight.of(e.Wrestled)[-1].winner == "akodo"
    assert fight.one("bayushi").weapon == ""
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Ready("katana"))
    assert fight.one("bayushi").weapon == "katana"


def test_who_loses_a_disarm_drops_the_own_weapon_and_level_ones_roll_again() -> None:
    """4e.maneuver, 4e.contested"""
    fight = two(bushi(void=3))
    fight.strike("akodo", "bayushi", "10+5 9 9 1 1 1", "1 1", maneuvers=("disarm",))
    fight.do("bayushi", m.Soak(False))
    fight.wrestle("4 4", "5 3")
    assert fight.of(e.Wrestled)[-1].winner == ""
    fight.throw("1 1")
    fight.throw("5 3")
    assert fight.one("akodo").weapon == ""


def to_a_contest() -> Fight:
    """A knockdown that has hit; the contest of Strength comes now."""
    fight = two()
    fight.strike("akodo", "bayushi", HIT, "2 2 1 1 1 1", maneuvers=("knockdown",))
    fight.do("bayushi", m.Soak(False))
    return fight


def test_both_declare_a_contest_of_strength() -> None:
    """4e.contested, 4e.keep, 4e.void.boost: before any die falls, without Raises, within the limit of the Round."""
    fight = to_a_contest()
    assert set(offers(SKIRMISH, fight.scene)) == {"akodo", "bayushi"}
    bounds = dict(fight.offer("akodo", Declare).bounds)
    assert (bounds["raises"], bounds["raise_for"]) == (Between(0, 0), OneOf(("",)))
    assert (bounds["void"], bounds["by_hand"]) == (OneOf(("", "boost")), OneOf((False,)))
    fight.do("akodo", Declare("akodo", void="boost", keep="choose"))
    assert (fight.scene.cast["akodo"].void, fight.one("akodo").spent) == (1, 1)
    assert not fight.offered_to(CHANCE), "the other declares first"
    fight.do("bayushi", Declare("bayushi", keep="low"))
    assert [str(each.pool) for each in fight.of(Declared)[-2:]] == ["3k3", "2k2"]
    fight.throw("9 5 1", (0, 1, 2))
    fight.throw("9 1")
    assert fight.of(e.Wrestled)[-1].totals == (15, 10)


def test_a_point_in_a_contest_counts_in_the_round() -> None:
    """4e.void.limit"""
    fight = to_a_contest()
    fight.do("akodo", Declare("akodo", void="boost"))
    fight.wrestle("1 1 1", "9 9")
    fight.turn_of("bayushi")
    fight.strike("bayushi", "akodo", HIT, "9 9 1 1 1 1")
    assert not fight.may("akodo", m.Soak)
    fight = two(upto="void")
    fight.do("akodo", m.Spend("armor"))
    fight.skip()
    fight.turn_of("akodo")
    fight.strike("akodo", "bayushi", HIT, "2 2 1 1 1 1", maneuvers=("knockdown",))
    fight.do("bayushi", m.Soak(False))
    with pytest.raises(IllegalMove):
        fight.do("akodo", Declare("akodo", void="boost"))
    assert fight.may("akodo", Declare)


def test_level_ones_pay_no_second_point() -> None:
    """4e.contested: the same pools are thrown again."""
    fight = to_a_contest()
    fight.do("akodo", Declare("akodo", void="boost"))
    fight.wrestle("4 2 2", "4 4", "9 1 1", "1 1")
    assert fight.of(e.Wrestled)[-1].winner == "akodo"
    assert fight.scene.cast["akodo"].void == 1


def test_who_is_down_is_told_what_a_free_action_costs() -> None:
    """4e.wounds: before it is made; nobody else pays for one."""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo", "doji")), ("B", ("bayushi",))))
    assert not fight.offer("akodo", m.Try).says
    fight.hurt("akodo", 31)
    had = fight.scene.cast["akodo"].void
    assert [sentence(reason) for reason in fight.offer("akodo", m.Try).says] == [
        "Down: this Free Action costs a Void Point."
    ]
    fight.do("akodo", m.Try("whisper", "free"))
    assert fight.scene.cast["akodo"].void == had - 1


def test_nobody_waits_for_who_is_down_to_wrestle() -> None:
    """4e.wounds, 4e.contested"""
    fight = Fight({"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}, (("A", ("akodo",)), SIDE_B))
    fight.hurt("bayushi", 27)
    fight.strike("akodo", "bayushi", "9 9 9 1 1 1", "2 2 1 1 1 1", maneuvers=("knockdown",))
    fight.do("bayushi", m.Soak(False))
    assert fight.one("bayushi").state == "Down"
    assert set(offers(SKIRMISH, fight.scene)) == {"akodo"}
    fight.wrestle("9 9", "1 1")
    assert fight.one("bayushi").conditions == ("prone",)


def test_the_computer_and_a_standing_answer_wrestle_plainly() -> None:
    """4e.contested"""
    fight = to_a_contest()
    assert computer("akodo", Faces(Random(1)))(fight.scene, fight.offered_to("akodo")) == Declare("akodo")
    assert standing(fight.scene, "bayushi", NEVER) == Declare("bayushi")
    assert standing(fight.scene, "bayushi", ALWAYS) is None
    fight.do("bayushi", Declare("bayushi"))
    assert standing(fight.scene, "bayushi", NEVER) is None


@pytest.mark.parametrize(("keep", "damage"), [("high", 18), ("low", 2), ("choose", 10)])
def test_the_damage_keeps_its_own_dice(keep: str, damage: int) -> None:
    """4e.keep: whatever is kept of the attack, the highest unless something else is said of the damage."""
    fight = two()
    fight.do("akodo", m.Strike("bayushi", "katana", keep="low", keep_damage=keep))
    fight.throw("9 9 9 9 9 9")
    fight.throw("9 9 1 1 1 1", (0, 2) if keep == "choose" else None)
    assert fight.of(e.Dealt)[-1].damage == damage


def test_a_knockdown_does_its_damage_and_may_fell() -> None:
    """4e.maneuver"""
    fight = two()
    fight.strike("akodo", "bayushi", HIT, "2 2 1 1 1 1", maneuvers=("knockdown",))
    fight.do("bayushi", m.Soak(False))
    fight.wrestle("9 9", "1 1")
    assert fight.one("bayushi").conditions == ("prone",)
    assert fight.scene.cast["bayushi"].wounds == 4
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Rise())
    assert fight.one("bayushi").conditions == ()
    assert not fight.may("bayushi", m.Strike), "a Simple Action is left"


def test_against_four_legs_a_knockdown_takes_four() -> None:
    """4e.maneuver"""
    assert maneuvers.MANEUVERS[maneuvers.KNOCKDOWN_FOUR] == 4
    assert contested(("disarm", maneuvers.KNOCKDOWN_FOUR)) == "disarm+knockdown"


def test_wounds_in_a_contest_of_strength_by_ruling() -> None:
    """4e.wounds, 4e.contested"""
    for ruling, bonus in (("lower_total", -3), ("none", 0)):
        fight = two(wounded(bushi(void=3), 11), rulings={"wounds_in_contests": ruling})
        fight.strike("akodo", "bayushi", "10+9 9 9 1 1 1", "1 1", maneuvers=("disarm",))
        fight.do("bayushi", m.Soak(False))
        fight.wrestle()
        assert fight.of(Declared)[-2].pool.bonus == bonus


def test_an_extra_attack_after_a_hit_once_in_a_turn() -> None:
    """4e.maneuver"""
    fight = two(bushi(void=5))
    fight.strike("akodo", "bayushi", "10+10+2 9 9 1 1 1", "1 1 1 1 1 1", maneuvers=("extra attack",))
    fight.do("bayushi", m.Soak(False))
    assert fight.may("akodo", m.Strike)
    assert not fight.may("akodo", m.Ready)
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Strike("bayushi", "katana", ("extra attack",)))
    fight.strike("akodo", "bayushi", MISS)
    assert fight.of(e.Attacked)[-1].extra
    assert fight.of(e.Turned)[-1].who == "bayushi"


def test_without_a_hit_there_is_no_extra_attack() -> None:
    """4e.maneuver"""
    fight = two(bushi(void=5))
    fight.strike("akodo", "bayushi", "9 9 9 9 1 1", maneuvers=("extra attack",))
    assert fight.of(e.Turned)[-1].who == "bayushi"


def test_a_guard_stands_before_an_ally_until_the_own_next_turn() -> None:
    """4e.maneuver: a Simple Action."""
    cast = {"akodo": bushi(), "doji": bushi("Doji"), "bayushi": bushi("Bayushi")}
    fight = Fight(cast, (("A", ("akodo", "doji")), ("B", ("bayushi",))))
    fight.turn_of("akodo")
    fight.do("akodo", m.Cover("doji"))
    assert not fight.may("akodo", m.Strike)
    fight.do("akodo", m.Pass())
    fight.turn_of("bayushi")
    fight.strike("bayushi", "doji", MISS)
    assert fight.of(e.Attacked)[-1].tn == 25
    fight.turn_of("akodo")
    assert fight.one("akodo").guard.over == ""


def test_who_guards_is_easier_to_hit_and_who_is_down_guards_nobody() -> None:
    """4e.maneuver"""
    cast = {"akodo": bushi(), "doji": bushi("Doji"), "bayushi": bushi("Bayushi")}
    fight = Fight(cast, (("A", ("akodo", "doji")), ("B", ("bayushi",))))
    fight.turn_of("akodo")
    fight.do("akodo", m.Cover("doji"))
    says = {dict(each.data)["who"]: dict(each.data)["tn"] for each in _after(fight, "bayushi").says}
    assert says == {"akodo": 10, "doji": 25}
    fight.hurt("akodo", 34)
    says = {dict(each.data)["who"]: dict(each.data)["tn"] for each in fight.offer("bayushi", m.Strike).says}
    assert says["doji"] == 15


def _after(fight: Fight, who: str) -> Any:
    fight.do("akodo", m.Pass())
    fight.turn_of(who)
    return fight.offer(who, m.Strike)


def test_mastery_gives_free_raises_for_a_maneuver() -> None:
    """4e.mastery, 4e.free-raise: Heavy Weapons 5 and a knockdown."""
    fight = two(bushi(weapons=("tetsubo",), skills={"heavy weapons": 5}, void=1))
    fight.do("akodo", m.Strike("bayushi", "tetsubo", ("knockdown",)))
    declared = fight.of(Declared)[-1]
    assert (declared.raises, declared.free) == (1, 1)


CHAINS = {"weapons": ("kusarigama",), "skills": {"chain weapons": 7}}


@pytest.mark.parametrize(
    ("chosen", "raises"),
    [(("disarm",), 2), (("knockdown",), 1), (("disarm", "knockdown"), 4), (("disarm", "knockdown, four legs"), 6)],
)
def test_a_free_raise_for_one_of_two_maneuvers_is_had_once(chosen: tuple[str, ...], raises: int) -> None:
    """4e.free-raise, 4e.mastery: Chain Weapons 7 has one for a disarm or a knockdown."""
    fight = two(bushi(void=6, **CHAINS))  # type: ignore[arg-type]
    fight.do("akodo", m.Strike("bayushi", "kusarigama", chosen))
    declared = fight.of(Declared)[-1]
    assert (declared.raises, declared.free) == (raises, 1)


def test_it_is_counted_once_against_the_void_ring_too() -> None:
    """4e.free-raise, 4e.raise.limit: together they take 4, alone 2 and 1."""
    fight = two(bushi(void=3, **CHAINS))  # type: ignore[arg-type]
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Strike("bayushi", "kusarigama", ("disarm", "knockdown")))
    basket = dict(fight.offer("akodo", m.Strike).bounds)["maneuvers"]
    assert isinstance(basket, Basket)
    assert [basket.price((each,)) for each in ("disarm", "knockdown")] == [2, 1]


@pytest.mark.parametrize(
    "chosen",
    [("knockdown", "knockdown, four legs"), ("called shot: head", "called shot: limb"), ("knockdown", "knockdown")],
)
def test_maneuvers_that_exclude_each_other(chosen: tuple[str, ...]) -> None:
    """4e.maneuver: two legs or four, and one place that is aimed at."""
    fight = two(bushi(void=9))
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Strike("bayushi", "katana", chosen))
    fight.do("akodo", m.Strike("bayushi", "katana", ("called shot: head", "knockdown")))


def test_a_raise_has_a_purpose() -> None:
    """4e.raise, 4e.maneuver: something else has to be said, and said alone it is no Raise."""
    fight = two()
    with pytest.raises(IllegalMove, match="raise_for ''"):
        fight.do("akodo", m.Strike("bayushi", "katana", ("other",)))
    with pytest.raises(IllegalMove):
        fight.do("akodo", m.Strike("bayushi", "katana", ("increased damage",), raise_for="the lantern"))
    fight.do("akodo", m.Strike("bayushi", "katana", ("increased damage", "other"), raise_for="the lantern"))
    assert fight.of(Declared)[-1].raise_for == "increased damage, the lantern"


def test_mastery_of_heavy_weapons_and_spears_gets_through_armor() -> None:
    """4e.mastery"""
    for weapon, skill, pierce in (("tetsubo", "heavy weapons", 2), ("yari", "spears", 3)):
        fight = two(bushi(weapons=(weapon,), skills={skill: 3}), bushi("Bayushi", armor="heavy"))
        fight.do("akodo", m.Strike("bayushi", weapon))
        fight.throw("9 9 9 1 1 1")
        assert fight.of(e.Hit)[-1].pierce == pierce
    fight.throw(fight.like(5))
    assert fight.offered_to("bayushi")
    fight.do("bayushi", m.Soak(False))
    assert fight.scene.cast["bayushi"].wounds == fight.of(e.Dealt)[-1].damage - 2


def test_spears_are_at_their_best_in_the_first_round() -> None:
    """4e.mastery"""
    fight = two(bushi(weapons=("yari",), skills={"spears": 3}), bushi("Bayushi", armor="heavy"))
    fight.do("akodo", m.Pass())
    fight.do("bayushi", m.Pass())
    fight.turn_of("akodo")
    fight.do("akodo", m.Strike("bayushi", "yari"))
    fight.throw("9 9 9 1 1 1")
    assert fight.of(e.Hit)[-1].pierce == 0


def test_polearms_are_quick_in_the_first_round() -> None:
    """4e.mastery"""
    fight = two(bushi(weapons=("naginata",), skills={"polearms": 3}))
    assert fight.of(e.Scored)[0].bonus == 5
    fight.do("akodo", m.Pass())
    fight.do("bayushi", m.Pass())
    assert fight.one("akodo").bonus == 0


@pytest.mark.parametrize(
    ("rider", "pool"), [("", "5k2"), ("akodo", "5k2"), ("bayushi", "6k2")], ids=["nobody", "who attacks", "the target"]
)
def test_polearms_hurt_riders(rider: str, pool: str) -> None:
    """4e.mastery: Polearms 5 has +1k0 damage against who is mounted, not from horseback."""
    fight = two(bushi(weapons=("naginata",), skills={"polearms": 5}))
    if rider:
        fight.do(GM, m.Condition(rider, "mounted", True))
    fight.do("akodo", m.Strike("bayushi", "naginata"))
    fight.throw(fight.like(9))
    assert pool_of(fight) == pool


def test_polearms_hurt_what_is_larger() -> None:
    """4e.mastery: whoever attacks says so."""
    fight = two(bushi(weapons=("naginata",), skills={"polearms": 5}), ogre())
    fight.do("akodo", m.Strike("bayushi", "naginata", named=("larger",)))
    fight.throw(fight.like(9))
    assert pool_of(fight) == "6k2"


def test_only_a_polearm_in_hand_is_quick() -> None:
    """4e.mastery"""
    able = bushi(weapons=("katana", "naginata"), skills={"polearms": 3, "kenjutsu": 3})
    assert two(able).of(e.Scored)[0].bonus == 0


@pytest.mark.parametrize(("rank", "by"), [(4, 0), (5, 1), (7, 3)])
def test_a_war_fan_guards(rank: int, by: int) -> None:
    """4e.mastery, 4e.skirmish.arms"""
    fight = two(bushi(weapons=("war fan",), skills={"war fan": rank}))
    assert fight.one("akodo").guard.fan == by


def test_a_war_fan_that_is_dropped_guards_nobody() -> None:
    """4e.skirmish.arms, 4e.maneuver: what it added to the Armor TN falls with it."""
    fight = two(bushi(void=3), bushi("Bayushi", weapons=("war fan",), skills={"war fan": 7}))
    assert fight.one("bayushi").guard.fan == 3
    fight.strike("akodo", "bayushi", "10+10+5 9 9 1 1 1", "1 1", maneuvers=("disarm",))
    fight.do("bayushi", m.Soak(False))
    fight.wrestle("9 9", "1 1")
    assert fight.of(e.Lost)[-1] == e.Lost("bayushi", "war fan", "dropped")
    assert fight.one("bayushi").guard.fan == 0


# --- weapons in hand ----------------------------------------------------------------------------------------------


def test_another_weapon_takes_a_simple_action_and_a_small_one_none() -> None:
    """4e.skirmish.arms"""
    fight = two(bushi(weapons=("katana", "yumi", "tanto"), skills={"kenjutsu": 1, "kyujutsu": 1, "knives": 1}))
    fight.do("akodo", m.Ready("tanto"))
    assert fight.may("akodo", m.Strike)
    fight.do("akodo", m.Ready("yumi"))
    assert not fight.may("akodo", m.Strike)


@pytest.mark.parametrize(
    ("weapon", "skills", "actions"),
    [
        ("katana", {"kenjutsu": 4}, 1),
        ("katana", {"kenjutsu": 5}, 0),
        ("katana", {"iaijutsu": 3}, 0),
        ("naginata", {"polearms": 7}, 0),
        ("yari", {"spears": 6}, 1),
        ("bo", {"staves": 7}, 0),
        ("jo", {"staves": 7}, 1),
        ("tanto", {"knives": 1}, 0),
    ],
)
def test_what_is_ready_at_once(weapon: str, skills: dict[str, int], actions: int) -> None:
    """4e.skirmish.arms, 4e.mastery"""
    assert known(bushi(weapons=(weapon,), skills=skills)).hands[weapon] == actions


def test_a_thrown_weapon_is_gone() -> None:
    """4e.skirmish.arms, 4e.damage.thrown"""
    fight = two(bushi(weapons=("yari",), skills={"spears": 3}))
    fight.strike("akodo", "bayushi", MISS, weapon="yari thrown")
    assert fight.one("akodo").weapon == ""
    assert fight.one("akodo").gone == ("yari",)
    fight.turn_of("akodo")
    assert not fight.may("akodo", m.Ready)


@pytest.mark.parametrize(
    ("damage", "breaks"),
    [("10+9 8 1 1", False), ("10+9 10+6 1 1", False), ("10+9 10+7 1 1", True), ("10+9 10+9 1 1", True)],
)
def test_some_weapons_break(damage: str, breaks: bool) -> None:
    """4e.skirmish.arms: a parangu with more than 30 Wounds, which Reduction 5 has left of 36; 2k2 and Strength 2."""
    fight = two(bushi(weapons=("parangu",), skills={"kenjutsu": 1}), ogre())
    fight.strike("akodo", "bayushi", "9 9 9 1", damage, weapon="parangu")
    assert bool(fight.of(e.Lost)) == breaks


def test_a_dart_takes_one_wound_and_rolls_nothing() -> None:
    """4e.damage.thrown, 4e.skirmish.arms"""
    fight = two(bushi(weapons=("blowgun",), skills={"ninjutsu": 1}))
    fight.strike("akodo", "bayushi", "9 9 9 1", weapon="blowgun")
    assert fight.of(e.Dealt)[-1].damage == 1


def test_a_stat_block_fights_with_what_it_prints() -> None:
    """4e.attack"""
    fight = two(ogre())
    fight.do("akodo", m.Strike("bayushi", "attack"))
    assert pool_of(fight) == "6k3"
    fight.throw(HIT)
    assert pool_of(fight) == "6k2"


ARCHER = """
game = "4e"
name = "Archer"
[block]
initiative = "4k2"
armor_tn = 15
wounds = "15: +5, 30: dead"
attacks = [
  { name = "yumi", attack = "5k3", damage = "5k2" },
  { name = "shuriken", attack = "5k3", damage = "5k2" },
  { name = "bite", attack = "4k2", damage = "3k2" },
]
"""


def test_an_attack_of_a_stat_block_is_of_the_kind_that_its_name_says() -> None:
    """4e.skirmish.block, 4e.stance, 4e.skirmish.conditions"""
    archer = person(read(ARCHER))
    assert [arm.kind for name, arm in known(archer).arms.items() if name != "unarmed"] == ["bow", "thrown", "melee"]
    fight = two(archer, stances={"akodo": "full attack"})
    weapons = [dict(offer.bounds)["weapon"] for offer in fight.offered_to("akodo") if offer.move is m.Strike]
    assert weapons == [OneOf(("bite",))]
    fight = two(archer)
    for condition in ("in melee", "blinded"):
        fight.do(GM, m.Condition("akodo", condition, True))
    fight.do("akodo", m.Strike("bayushi", "yumi"))
    assert pool_of(fight) == "2k0-10"


@pytest.mark.parametrize("weapon", ["shuriken", "tsubute", "blowgun"])
@pytest.mark.parametrize(("reflexes", "agility", "pool"), [(4, 2, "7k4"), (2, 3, "6k3")])
def test_some_throws_are_of_the_better_trait(weapon: str, reflexes: int, agility: int, pool: str) -> None:
    """4e.attack: Agility or Reflexes; Ninjutsu 3."""
    fight = two(bushi(weapons=(weapon,), skills={"ninjutsu": 3}, reflexes=reflexes, agility=agility))
    fight.turn_of("akodo")
    fight.do("akodo", m.Strike("bayushi", weapon))
    assert pool_of(fight) == pool


def test_a_trait_of_the_file_s_own_is_rolled() -> None:
    """4e.attack"""
    text = MONK.replace('weapons = [{ name = "katana" }]', 'weapons = [{ name = "shuriken", trait = "agility" }]')
    one = read((text % (1, 1)).replace("reflexes = 2", "reflexes = 5"))
    assert read_deed(one, "attack shuriken").trait == "agility"
    assert read_deed(one, "attack tsubute").trait == "reflexes"


@pytest.mark.parametrize(("strength", "able"), [(2, False), (3, True)])
def test_a_large_bow_is_for_the_strong(strength: int, able: bool) -> None:
    """4e.skirmish.arms: a dai-kyu takes Strength 3."""
    archer = bushi(weapons=("dai-kyu", "yumi"), skills={"kyujutsu": 1}, strength=strength)
    assert ("dai-kyu" in known(archer).arms) == able
    assert ("dai-kyu" in known(archer).hands) == able
    assert "yumi" in known(archer).arms


def test_a_stat_block_wrestles_with_as_many_dice_as_it_keeps() -> None:
    """4e.skirmish.block"""
    assert known(ogre()).strength == "3k3"
    assert known(bushi()).strength == "strength"


def test_the_catalogue_s_weapons_are_all_there() -> None:
    """4e.skirmish.arms: whoever has every Skill can attack with each of them."""
    from rollkeep.fourth.catalogue.weapons import WEAPONS

    skills = {weapon.skill: 1 for weapon in WEAPONS.values()}
    for name, weapon in WEAPONS.items():
        if name != "unarmed":
            me = known(bushi(weapons=(weapon.name,), skills=skills, strength=3))
            assert any(arm.weapon == weapon.name for arm in me.arms.values()), name


# --- Wounds -------------------------------------------------------------------------------------------------------


def test_a_point_takes_ten_off_at_once_after_the_damage() -> None:
    """4e.void.wounds"""
    fight = two()
    fight.strike("akodo", "bayushi", HIT, "9 9 1 1 1 1")
    (offer,) = fight.offered_to("bayushi")
    assert dict(offer.says[0].data) == {"wounds": 18, "then": 8, "rank": "Grazed", "rather": "Healthy"}
    assert not fight.offered_to("akodo")
    fight.do("bayushi", m.Soak(True))
    assert (fight.scene.cast["bayushi"].wounds, fight.scene.cast["bayushi"].void) == (8, 1)


def test_it_is_not_offered_without_wounds_or_points() -> None:
    """4e.void.wounds, 4e.void.limit"""
    fight = two(None, bushi("Bayushi", armor="tetsu-do"))
    fight.strike("akodo", "bayushi", "10+9 9 9 1 1 1", "2 2 1 1 1 1")
    assert fight.of(e.Took)[-1].points == 0
    assert fight.scene.cast["bayushi"].wounds == 0
    fight = two(upto="void")
    fight.do("bayushi", m.Spend("armor"))
    fight.skip()
    fight.turn_of("akodo")
    fight.strike("akodo", "bayushi", "9 9 9 1 1 1", "2 2 1 1 1 1")
    assert fight.scene.cast["bayushi"].wounds == 4


def test_katana_damage_takes_a_point_by_a_ruling_alone() -> None:
    """4e.void.boost"""
    fight = two(rulings={"katana_void_damage": "yes"})
    fight.do("akodo", m.Strike("bayushi", "katana"))
    fight.throw(HIT)
    fight.do("akodo", m.Edge(True))
    assert pool_of(fight) == "7k3"
    assert fight.scene.cast["akodo"].void == 1
    fight.throw("1 1 1 1 1 1 1")


def test_a_disarm_takes_no_point() -> None:
    """4e.maneuver, 4e.void.boost: its 2k1 are no damage of the katana."""
    fight = two(bushi(void=3), rulings={"katana_void_damage": "yes"})
    fight.do("akodo", m.Strike("bayushi", "katana", ("disarm",)))
    fight.throw("10+5 9 9 1 1 1")
    assert not fight.may("akodo", m.Edge)
    assert pool_of(fight) == "2k1"


def test_down_is_no_longer_standing_and_ends_it() -> None:
    """4e.wounds, 4e.skirmish.sides: Earth 2: 31 Wounds are Down, 35 Out."""
    fight = two()
    fight.hurt("bayushi", 31)
    assert fight.of(e.Fared)[-1] == e.Fared("bayushi", "Down")
    assert fight.state.winner == "A"


def test_who_is_down_has_free_actions_for_a_point_each() -> None:
    """4e.wounds, 4e.skirmish.actions"""
    cast = {"akodo": bushi(), "bayushi": wounded(bushi("Bayushi"), 0), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))))
    fight.hurt("bayushi", 31)
    fight.turn_of("bayushi")
    assert {offer.move for offer in fight.offered_to("bayushi")} == {m.Try, m.Pass}
    fight.do("bayushi", m.Try("whispers a name", "free"))
    assert fight.scene.cast["bayushi"].void == 1
    fight.do("bayushi", m.Try("and another", "free"))
    assert fight.scene.cast["bayushi"].void == 0
    assert fight.of(e.Ended)[-1].who == "bayushi"


def test_who_is_out_has_no_turn_and_may_stand_again() -> None:
    """4e.wounds"""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))))
    fight.hurt("bayushi", 35)
    assert fight.one("bayushi").state == "Out"
    fight.turn_of("doji")
    fight.do("doji", m.Pass())
    assert "bayushi" not in [turned.who for turned in fight.of(e.Turned) if fight.state.round > 1]
    fight.hurt("bayushi", -35)
    assert fight.of(e.Fared)[-1] == e.Fared("bayushi", "")


@pytest.mark.parametrize(
    ("wounds", "state"), [(0, ""), (30, ""), (89, ""), (90, "Down"), (110, "Out"), (129, "Out"), (130, "Dead")]
)
def test_the_ranks_of_a_stat_block(wounds: int, state: str) -> None:
    """4e.wounds"""
    assert known(ogre()).state(wounds) == state


@pytest.mark.parametrize(
    ("wounds", "state"), [(0, ""), (30, ""), (31, "Down"), (34, "Down"), (35, "Out"), (38, "Out"), (39, "Dead")]
)
def test_the_ranks_of_a_character(wounds: int, state: str) -> None:
    """4e.wounds: Earth 2."""
    assert known(bushi()).state(wounds) == state


def test_who_falls_in_the_own_turn_has_no_more_of_it() -> None:
    """4e.wounds"""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))))
    fight.turn_of("bayushi")
    fight.hurt("bayushi", 36)
    assert fight.of(e.Ended)[-1].who == "bayushi"


def test_a_shift_from_elsewhere_is_noticed_without_a_move() -> None:
    """4e.wounds"""
    fight = two()
    cast = {**fight.scene.cast, "bayushi": wounded(fight.scene.cast["bayushi"], 35)}
    fight.scene = fight.scene._replace(cast=cast)
    fight.say()
    assert fight.scene.closed


def test_everyone_fallen_at_once_leaves_nobody() -> None:
    """4e.skirmish.sides"""
    fight = two()
    fight.say(Shifted("akodo", "wounds", 40, "the roof"), Shifted("bayushi", "wounds", 40, "the roof"))
    assert fight.of(e.Over)[-1] == e.Over("", "standing")


def test_what_breaks_and_when() -> None:
    """4e.skirmish.arms"""
    assert BREAKS == {"ninja to": 40, "parangu": 30, "kumade": 25, "lance": 30, "pitchfork": 20}
    assert known(bushi(weapons=("ninja-to",), skills={"kenjutsu": 1})).arms["ninja-to"].breaks == 40


def test_a_free_raise_lowers_the_tn_or_is_an_effect() -> None:
    """4e.free-raise"""
    fight = two()
    fight.do(GM, m.Grant("akodo", (), 1))
    fight.do("akodo", m.Strike("bayushi", "katana", ("increased damage",), lower=1))
    assert (fight.of(Declared)[-1].raises, fight.of(Declared)[-1].plus) == (1, 0)


def test_who_has_left_is_gone_whatever_befalls_them_then() -> None:
    """4e.skirmish.sides"""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))))
    fight.do(GM, m.Leave("doji"))
    fight.hurt("doji", 40)
    assert fight.one("doji").state == "left"


def test_who_has_left_may_come_back_in_the_next_round() -> None:
    """4e.skirmish.sides"""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))))
    fight.do(GM, m.Leave("doji"))
    fight.do(GM, m.Enter("doji", "A"))
    assert fight.one("doji").side == "A"
    turns = len(fight.of(e.Turned))
    fight.turn_of("bayushi")
    assert "doji" not in [each.who for each in fight.of(e.Turned)[turns:]]
    fight.do("bayushi", m.Pass())
    fight.turn_of("doji")
    assert fight.state.round == 2


def test_who_comes_back_is_as_before() -> None:
    """4e.skirmish.sides, 4e.void.initiative, 4e.void.limit: +10 to the end, points of the Round, lots, lost weapons."""
    skills = {"spears": 3, "kenjutsu": 1}
    cast = {"akodo": bushi(weapons=("yari", "katana"), skills=skills, void=3), "bayushi": bushi("B"), "doji": ogre()}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))), upto="void")
    score = fight.one("akodo").score
    fight.do("akodo", m.Spend("initiative"))
    fight.do(GM, m.Condition("akodo", "mounted", True))
    fight.do(GM, m.Grant("akodo", (), 1))
    fight.turn_of("akodo")
    fight.strike("akodo", "bayushi", MISS + " 1", weapon="yari thrown")
    fight.turn_of("bayushi")
    before = fight.one("akodo")
    fight.scene = fight.scene._replace(cast={**fight.scene.cast, "hida": ogre("Hida")})
    fight.do(GM, m.Enter("hida", "A"))
    fight.do(GM, m.Leave("akodo"))
    fight.do(GM, m.Enter("akodo", "B"))
    back = fight.one("akodo")
    assert back == before._replace(side="B")
    assert (back.score, back.spent, back.weapon, back.gone) == (score + 10, 1, "", ("yari",))
    rolled = len(fight.of(e.Rolled))
    fight.turn_of("doji")
    fight.do("doji", m.Pass())
    fight.do("hida", m.Stance("attack"))
    fight.throw("1 1 1 1")
    assert [who for who, _ in fight.of(e.Rolled)[rolled].rolls] == ["hida"]
    fight.skip()
    fight.turn_of("akodo")
    assert fight.may("akodo", m.Stance)
    assert dict(fight.offer("akodo", m.Ready).bounds)["weapon"].of == ("katana",)  # type: ignore[attr-defined]


def test_who_comes_back_surprised_has_empty_hands() -> None:
    """4e.skirmish.arms"""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))))
    fight.do(GM, m.Leave("doji"))
    fight.do(GM, m.Enter("doji", "B", surprised=True))
    assert fight.one("doji").weapon == ""


def test_who_left_before_initiative_rolls_it_on_coming_back() -> None:
    """4e.initiative: nobody rolls who is gone."""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))), upto="stance", by_hand=("doji",))
    fight.do("doji", m.Stance("attack"))
    fight.do(GM, m.Leave("doji"))
    fight.do("akodo", m.Stance("attack"))
    fight.do("bayushi", m.Stance("attack"))
    assert [who for who, _ in fight.of(e.Rolled)[-1].rolls] == ["akodo", "bayushi"]
    fight.throw("9 8 1")
    fight.throw("7 6 1")
    fight.turn_of("akodo")
    fight.do(GM, m.Enter("doji", "B"))
    fight.turn_of("bayushi")
    fight.do("bayushi", m.Pass())
    assert [who for who, _ in fight.of(e.Rolled)[-1].rolls] == ["doji"]


def test_a_sheet_that_lacks_what_a_fight_needs_stops_nobody_else() -> None:
    """4e.skirmish.sides"""
    cast = {"akodo": bushi(), "bayushi": bushi("Bayushi"), "doji": bushi("Doji")}
    fight = Fight(cast, (("A", ("akodo",)), ("B", ("bayushi", "doji"))))
    fight.scene = fight.scene._replace(cast={**fight.scene.cast, "akodo": person(Character("Akodo"))})
    fight.say()
    assert set(fight.offered_to("akodo")) == set()
    assert fight.offered_to(GM)
    fight.do(GM, m.Leave("akodo"))
    assert fight.scene.closed


# --- standing answers and the computer ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "damage", "yes"),
    [
        (NEVER, "9 9 1 1 1 1", False),
        (ALWAYS, "2 2 1 1 1 1", True),
        (RANK, "9 9 1 1 1 1", True),
        (RANK, "2 2 1 1 1 1", False),
    ],
)
def test_a_standing_answer_to_wounds(word: str, damage: str, yes: bool) -> None:
    """4e.void.wounds"""
    fight = two()
    fight.strike("akodo", "bayushi", HIT, damage)
    assert standing(fight.scene, "bayushi", word) == m.Soak(yes)
    assert standing(fight.scene, "akodo", word) is None
    assert standing(fight.scene, "bayushi", "nonsense") is None


def test_never_ask_me() -> None:
    """4e.void.swap, 4e.round"""
    fight = two(upto="void")
    assert standing(fight.scene, "akodo", NEVER) == m.Pass()
    assert standing(fight.scene, "akodo", RANK) is None
    fight.do("akodo", m.Swap("bayushi"))
    assert standing(fight.scene, "bayushi", NEVER) == m.Answer(False)
    assert standing(fight.scene, "bayushi", ALWAYS) is None
    fight = two(rulings={"katana_void_damage": "yes"})
    fight.do("akodo", m.Strike("bayushi", "katana"))
    fight.throw(HIT)
    assert standing(fight.scene, "akodo", NEVER) == m.Edge(False)


def test_the_computer_looks_at_nobody_s_wounds_and_points_but_its_own() -> None:
    """4e.skirmish.sides"""
    fight = two(ogre(), bushi("Bayushi"))
    while not fight.scene.closed and fight.state.round < 4:
        who = next(iter(offers(SKIRMISH, fight.scene)))
        if who == CHANCE:
            offer = fight.offered_to(CHANCE)[0]
            move = offer.sample(Faces(Random(fight.state.round)))
        else:
            other = "bayushi" if who == "akodo" else "akodo"
            changed = replace(fight.scene.cast[other], void=0, wounds=7)
            blind = fight.scene._replace(cast={**fight.scene.cast, other: changed})
            move = computer(who, Faces(Random(1)))(fight.scene, fight.offered_to(who))
            assert move == computer(who, Faces(Random(1)))(blind, fight.offered_to(who))
        fight.do(who, move)


def test_the_computer_gets_up_and_readies_and_agrees() -> None:
    """4e.skirmish.actions, 4e.void.swap"""
    fight = two(surprised=("bayushi",))
    fight.turn_of("bayushi")
    fight.do(GM, m.Condition("bayushi", "prone", True))
    mind = computer("bayushi", Faces(Random(1)))
    assert mind(fight.scene, fight.offered_to("bayushi")) == m.Rise()
    fight.do("bayushi", m.Rise())
    assert mind(fight.scene, fight.offered_to("bayushi")) == m.Ready("katana")
    fight = two(upto="void")
    fight.do("akodo", m.Swap("bayushi"))
    mind = computer("bayushi", Faces(Random(1)))
    gains = fight.one("akodo").score > fight.one("bayushi").score
    assert mind(fight.scene, fight.offered_to("bayushi")) == m.Answer(gains)


@pytest.mark.parametrize(
    ("wounds", "void", "buys"), [(0, 2, False), (18, 2, False), (19, 2, True), (19, 1, False), (23, 3, True)]
)
def test_the_computer_buys_armor_where_it_is_hurt_and_keeps_a_point(wounds: int, void: int, buys: bool) -> None:
    """4e.void.armor: Earth 2: 19 Wounds are Hurt."""
    fight = two(wounded(bushi(void=void), wounds), upto="void")
    move = computer("akodo", Faces(Random(1)))(fight.scene, fight.offered_to("akodo"))
    assert move == (m.Spend("armor") if buys else m.Pass())
    if buys:
        fight = two(wounded(bushi(void=void, per_round=2), wounds), upto="void")
        fight.do("akodo", m.Spend("armor"))
        assert computer("akodo", Faces(Random(1)))(fight.scene, fight.offered_to("akodo")) == m.Pass()


@pytest.mark.parametrize(
    ("wounds", "damage", "soaks"),
    [
        (0, "2 2 1 1 1 1", False),
        (0, "6 5 1 1 1 1", True),
        (0, "6 3 1 1 1 1", False),
        (10, "5 4 1 1 1 1", False),
        (27, "2 2 1 1 1 1", True),
        (27, "2 1 1 1 1 1", False),
        (0, "10+10+10+10+9 10+10+10+10+1 1 1 1 1", False),
    ],
)
def test_the_computer_takes_ten_off_a_grave_blow_alone(wounds: int, damage: str, soaks: bool) -> None:
    """4e.void.wounds: many Wounds at once, or where one falls; and only where it saves a Wound Rank."""
    fight = two(None, wounded(bushi("Bayushi"), wounds))
    fight.strike("akodo", "bayushi", HIT, damage)
    assert computer("bayushi", Faces(Random(1)))(fight.scene, fight.offered_to("bayushi")) == m.Soak(soaks)


def test_where_no_die_falls_nobody_chooses() -> None:
    """4e.keep, 4e.skirmish.conditions"""
    fight = two(bushi(skills={"etiquette": 1}))
    fight.do(GM, m.Condition("akodo", "dazed", True))
    fight.do("akodo", m.Strike("bayushi", "katana", keep="choose"))
    assert pool_of(fight) == "0k0"
    fight.throw("")
    assert fight.of(e.Missed)[-1].margin == -15
