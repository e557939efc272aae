"""Damage, criticals and what they leave behind."""

from __future__ import annotations

from typing import Any

import pytest
from tests.duels import FAIL, Play, fighter

from rollkeep.fifth.catalogue.armour import ARMOUR
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.harm import effects_of
from rollkeep.fifth.duel.state import Body, Round, Turn, Window
from rollkeep.machine.machine import CHANCE


def turn(play: Play | None = None, ring: str = "earth", b: str = "earth") -> Play:
    """The first turn of a, in a stance; against Earth nothing is bought."""
    return (play or Play()).begin(b=b).turn("a", ring)


def hit(play: Play | None = None, dice: str = "s s / . .", weapon: str = "katana") -> Play:
    return turn(play).strike("a", weapon).check(dice)


# --- 5e.damage ----------------------------------------------------------------------------------------------------


def test_damage_less_resistance_is_fatigue() -> None:
    """5e.damage: 4 - 1."""
    play = hit()
    assert play.offered("b") == {"Defend"}
    play.do("b", m.Defend(False))
    assert play.of(e.Defended) == [e.Defended("b", 3)]
    assert play.one("b").fatigue == 3
    assert play.side("a").tally.fatigue == 3


@pytest.mark.parametrize(("armour", "left"), [("sleeping garb", 4), ("ashigaru armour", 1), ("plated armour", 0)])
def test_armour(armour: str, left: int) -> None:
    """5e.damage"""
    play = hit(Play(b=fighter("B", honour=50, armour=ARMOUR[armour])))
    assert play.of(e.Struck)[0].left == left


def test_a_blow_that_glances_off_damages_a_razor_edge() -> None:
    """5e.damage, 5e.weapons: a Damaged weapon's TN is 1 higher; damaged again it is destroyed."""
    plated = fighter("B", honour=50, armour=ARMOUR["plated armour"])
    play = hit(Play(b=plated))
    assert play.of(e.Spoiled) == [e.Spoiled("a", "katana", "damaged")]
    assert play.offered("b") >= {"Stance"}, "there is nothing to defend against"
    play.skip("b").bid().turn("a", "earth").strike("a")
    assert play.top.tn == 3
    play.dice("s x! / . .").keep((0, 1)).dice("s /").keep()
    assert play.of(e.Spoiled) == [e.Spoiled("a", "katana", "destroyed")]
    assert play.side("a").arms.held == ()
    assert hit(Play(fighter(weapons=("bokken",)), plated), weapon="bokken").of(e.Spoiled) == []


def test_what_is_durable_loses_that_first() -> None:
    """5e.damage, 5e.weapons"""
    plated = fighter("B", honour=50, armour=ARMOUR["plated armour"])
    play = hit(Play(fighter(weapons=("scimitar",)), plated), weapon="scimitar")
    assert play.of(e.Spoiled) == [e.Spoiled("a", "scimitar", "worn")]
    assert play.side("a").arms.damaged == ()


def test_a_void_point_refuses_the_defence() -> None:
    """5e.damage, 5e.void: no fatigue, a critical of the deadliness."""
    play = hit().do("b", m.Defend(True))
    assert play.shifts("refuse to defend") == [("b", "void", -1)]
    assert play.one("b").fatigue == 0
    assert play.of(e.Critical) == [e.Critical("b", "a", 5, True, False)]
    assert play.of(e.Undefended) == [e.Undefended("b", "refused")]


def test_without_a_void_point_one_defends() -> None:
    """5e.damage: nobody is asked."""
    play = hit(Play(b=fighter("B", honour=50, void=0)))
    assert play.of(e.Defended) == [e.Defended("b", 3)]


def test_one_who_is_incapacitated_can_neither_defend_nor_pay() -> None:
    """5e.damage, 5e.incapacitated: and is knocked Unconscious by the critical."""
    play = hit(Play(b=fighter("B", honour=50, fatigue=9)))
    assert play.of(e.Undefended) == [e.Undefended("b", "unable")]
    assert play.one("b").fatigue == 9
    play.resist("b", "s . / .")
    assert play.of(e.Wounded) == [e.Wounded("b", "a", 4, "earth", ("light", "bleeding", "unconscious"), False)]
    assert play.side("b").body.unconscious


def test_a_miss_does_nothing_to_one_who_is_incapacitated() -> None:
    """5e.damage; report 39"""
    assert hit(Play(b=fighter("B", honour=50, fatigue=9)), ". s / . .").of(e.Critical) == []


def test_defence_beyond_endurance_is_still_one() -> None:
    """5e.damage, 5e.incapacitated"""
    play = hit(Play(b=fighter("B", honour=50, fatigue=7, void=0)))
    assert play.one("b").fatigue == 10
    assert play.of(e.Critical) == []
    assert play.side("a").tally.fatigue == 3


def test_a_bought_critical_comes_after_the_defence() -> None:
    """5e.action.strike, 5e.damage"""
    play = turn(b="water").strike("a").check(". . / so so", keep=(2, 3), spend=("critical",))
    assert play.of(e.Struck)[0].bought == 5
    play.do("b", m.Defend(True))
    assert [each.severity for each in play.of(e.Critical)] == [5, 5], "and the one that was chosen"


def test_a_bought_critical_where_the_blow_glances_off() -> None:
    """5e.action.strike, 5e.damage"""
    play = turn(Play(b=fighter("B", honour=50, armour=ARMOUR["plated armour"])), b="water").strike("a")
    play.check(". . / so so", keep=(2, 3), spend=("critical",))
    assert [each.severity for each in play.of(e.Critical)] == [5]
    assert play.side("a").tally.first, "it inflicted a critical"


# --- 5e.critical: the check to resist -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "severity"), [(FAIL, 5), ("o o / .", 5), ("s . / .", 4), ("s s / .", 3), ("s . / so", 4)]
)
def test_resisting(dice: str, severity: int) -> None:
    """5e.critical: Fitness, TN 1, in the stance's ring; 1 and the bonus less."""
    play = hit().do("b", m.Defend(True))
    assert (play.top.kind, play.top.skill, play.top.ring, play.top.tn) == ("resist", "fitness", "earth", 1)
    play.check(dice)
    assert play.of(e.Wounded)[0].severity == severity


@pytest.mark.parametrize("severity", [0, 1])
def test_severity_is_never_below_zero(severity: int) -> None:
    """5e.critical; report 40"""
    play = turn().wound(severity, dice=False)
    play.check("s s / .")
    assert play.of(e.Wounded) == [e.Wounded("b", "a", 0, "earth", ("armour",), False)]
    assert play.side("a").tally.critical == 0, "that is a critical all the same"


def test_strife_of_fire_helps_to_resist() -> None:
    """5e.critical, 5e.stance"""
    play = turn(b="fire").wound(9, dice=False)
    play.check("s! s! / .")
    assert play.of(e.Wounded)[0].severity == 9 - 1 - 1 - 2


def test_a_void_point_and_advantages_help_to_resist() -> None:
    """5e.critical, 5e.seize, 5e.advantages"""
    play = turn(Play(b=fighter("B", honour=50, edges=(("distinction", "earth"),))))
    play.critical(6)
    assert play.offered("b") == {"Resist"}
    play.do("b", m.Resist(True, ("distinction",)))
    assert play.top.pool == (3, 1, 3)
    play.dice(". . . / .").do("b", m.Reroll((0, 1))).dice("s s /").keep((0, 1))
    assert play.of(e.Wounded)[0].severity == 4


def test_nobody_is_asked_who_has_no_choice() -> None:
    """5e.critical"""
    play = hit(Play(b=fighter("B", honour=50, fatigue=9, void=0)))
    assert play.offered(CHANCE) == {"Throw"}


@pytest.mark.parametrize("ruling", ["one_void_once", "off"])
def test_shattering_parry(ruling: str) -> None:
    """5e.critical: shattering_parry = one_void_once | off; all dice again, for a Void Point and a weapon, once."""
    play = turn(Play(b=fighter("B", honour=50, void=2), shattering_parry=ruling))
    play.wound(5, dice=False)
    play.dice(". . / .")
    if ruling == "off":
        assert play.offered("b") == {"Keep"}
        return
    assert play.offered("b") == {"Keep", "Shatter"}
    play.do("b", m.Shatter("katana"))
    assert play.shifts("shattering parry") == [("b", "void", -1)]
    assert play.of(e.Spoiled) == [e.Spoiled("b", "katana", "damaged")]
    play.dice("s s / .")
    assert play.offered("b") == {"Keep"}
    play.keep((0, 1))
    assert play.of(e.Wounded)[0].severity == 3
    play.wound(5, dice=False)
    play.dice(". . / .")
    assert play.offered("b") == {"Keep"}, "once"


def test_a_parry_is_open_to_one_who_may_keep_nothing() -> None:
    """5e.critical, 5e.compromised"""
    play = turn(Play(b=fighter("B", honour=50, strife=9))).wound(5, dice=False)
    play.dice("s! o! / x!")
    assert play.offered("b") == {"Keep", "Shatter"}
    play.do("b", m.Keep(()))
    assert play.of(e.Wounded)[0].severity == 5


# --- 5e.critical: the table ---------------------------------------------------------------------------------------

ROWS: list[tuple[int, tuple[str, ...], tuple[str, ...]]] = [
    *((n, ("armour",), ("armour",)) for n in (0, 1, 2)),
    *((n, ("light",), ("light", "bleeding")) for n in (3, 4)),
    *((n, ("severe",), ("severe", "bleeding")) for n in (5, 6)),
    *((n, ("bleeding", "lesser-scar"), ("bleeding", "lesser-scar")) for n in (7, 8)),
    *((n, ("bleeding", "greater-scar"), ("bleeding", "greater-scar")) for n in (9, 10, 11)),
    *((n, ("severe", "bleeding", "dying-3"), ("severe", "bleeding", "dying-3")) for n in (12, 13)),
    *((n, ("severe", "bleeding", "dying-1"), ("severe", "bleeding", "dying-1")) for n in (14, 15)),
    *((n, ("dead",), ("dead",)) for n in (16, 17, 40)),
]


@pytest.mark.parametrize(("severity", "blunt", "sharp"), ROWS)
def test_the_table(severity: int, blunt: tuple[str, ...], sharp: tuple[str, ...]) -> None:
    """5e.critical"""
    assert effects_of(severity, False, "fire", Body()) == blunt
    assert effects_of(severity, True, "fire", Body()) == sharp


@pytest.mark.parametrize("razor", [False, True])
@pytest.mark.parametrize("severity", range(17))
def test_the_table_as_it_is_suffered(severity: int, razor: bool) -> None:
    """5e.critical: the same by another road, the body afterwards."""
    body = turn(Play(form="custom", objective="word")).wound(severity, razor=razor).side("b").body
    expected = {
        "light": severity in (3, 4),
        "severe": severity in (5, 6, 12, 13, 14, 15),
        "bleeding": 7 <= severity <= 15 or (razor and 3 <= severity <= 6),
        "scars": 7 <= severity <= 11,
        "dead": severity == 16,
    }
    assert {name: bool(getattr(body, name)) for name in expected} == expected
    assert body.dying == (3 if severity in (12, 13) else 1 if severity in (14, 15) else -1)
    assert body.scars == () or body.scars == (f"{'lesser' if severity < 9 else 'greater'}-scar (earth)",)


def test_a_close_call_damages_the_armour() -> None:
    """5e.critical, 5e.weapons: resistance 2 less; durable armour loses that first."""
    play = turn(Play(b=fighter("B", honour=50, armour=ARMOUR["lacquered armour"])))
    assert [play.wound(1).side("b").arms.resistance for _ in range(3)] == [2, 0, 0]
    play = turn(Play(b=fighter("B", honour=50, armour=ARMOUR["plated armour"])))
    assert [play.wound(1).side("b").arms.resistance for _ in range(3)] == [5, 3, 0]
    assert turn().wound(1).side("b").arms.resistance == 0, "clothes: 1, and never below 0"


def test_light_twice_is_severe_and_severe_again_is_worse() -> None:
    """5e.wounded: the wound is removed, and the row of 7 and 8 applies."""
    play = turn().wound(3)
    assert play.side("b").body == Body(light=("earth",))
    play.wound(4)
    assert play.side("b").body == Body(severe=("earth",))
    play.wound(5)
    assert play.of(e.Wounded)[0].effects == ("worse", "bleeding", "lesser-scar")
    assert play.side("b").body == Body(scars=("lesser-scar (earth)",), bleeding=True)
    assert play.of(e.Wounded)[0].severity == 5, "the score counts what it was"


def test_wounds_are_of_the_ring_that_resisted() -> None:
    """5e.wounded: and make checks with that ring harder by 1 and by 3."""
    play = turn(b="air").wound(3)
    assert play.side("b").body.light == ("air",)
    play.do("a", m.Pass()).turn("b", "air").strike("b")
    assert play.top.tn == 3
    play = turn(b="air").wound(5).do("a", m.Pass()).turn("b", "air").strike("b")
    assert play.top.tn == 5
    play = turn(b="air").wound(5).do("a", m.Pass()).turn("b", "fire").strike("b")
    assert play.top.tn == 2
    play = turn(b="air").wound(5).wound(5, dice=False)
    assert play.top.tn == 4, "and it counts when one resists"


def test_worked_a_razor_finishing_blow() -> None:
    """5e.critical: 12, Dying 3; the sharp edge makes no difference above 6."""
    play = turn(Play(form="custom", objective="word")).wound(12, razor=True)
    assert play.of(e.Wounded)[0].effects == ("severe", "bleeding", "dying-3")


# --- 5e.unconscious -----------------------------------------------------------------------------------------------


def asleep(void: int | None = None, **more: Any) -> Play:
    play = Play(b=fighter("B", honour=50, void=void), form="custom", objective="word", **more)
    return turn(play).hurt("b", unconscious=True)


def test_criticals_on_the_unconscious_are_ten_more_severe_and_resisted() -> None:
    """5e.unconscious"""
    play = asleep().strike("a").check("s s / . .")
    assert play.of(e.Undefended) == [e.Undefended("b", "unable")]
    assert play.of(e.Critical)[0].severity == 15
    play.check("s . / .")
    assert play.of(e.Wounded)[0].severity == 14


def test_the_unconscious_wake_for_a_void_point() -> None:
    """5e.unconscious"""
    play = asleep().do("a", m.Pass())
    assert play.top == Turn("b")
    assert play.offered("b") == {"Wake", "Pass"}
    play.do("b", m.Wake())
    assert play.shifts("wake up") == [("b", "void", -1)]
    assert play.offered("b") == {"Stance"}


def test_the_unconscious_cannot_act() -> None:
    """5e.unconscious: no turn, no bid, no finishing blow."""
    play = asleep(void=0).do("a", m.Pass())
    assert play.of(e.Ended) == [e.Ended("a"), e.Ended("b")]
    assert play.offered("b") == set()
    assert play.offered("a") == {"Bid", "Concede"}
    play.do("a", m.Bid(1))
    assert play.top == Turn("a")
    play.elsewhere("a", "strife", 20)
    assert play.of(e.Left) == [e.Left("b", "helpless")]


def test_who_sleeps_on_may_pass() -> None:
    """5e.unconscious"""
    assert isinstance(asleep().do("a", m.Pass()).do("b", m.Pass()).top, Round)


def test_a_duel_that_cannot_go_on_ends() -> None:
    """5e.duel.round: nobody can do anything any more."""
    play = Play(fighter(void=0), fighter("B", honour=50, void=0), form="custom", objective="word")
    turn(play).hurt("a", unconscious=True).hurt("b", unconscious=True).elsewhere("a", "strife", 0)
    assert play.over
    assert play.scored.result == "No Winner"


# --- 5e.bleeding --------------------------------------------------------------------------------------------------


def test_bleeding_is_damage_of_strife_on_own_checks() -> None:
    """5e.bleeding: no resistance; before opportunity is spent."""
    play = turn().hurt("a", bleeding=True).strike("a").check("s! o! / . .", spend=None)
    assert play.of(e.Bled) == [e.Bled("a", 2)]
    assert play.offered("a") == {"Defend"}
    play.do("a", m.Defend(False))
    assert play.one("a").fatigue == 2
    assert play.side("b").tally.fatigue == 0, "nobody inflicts it"
    assert play.offered("a") == {"Spend"}


def test_no_strife_no_bleeding() -> None:
    """5e.bleeding"""
    play = turn().hurt("a", bleeding=True).strike("a").check("s s / . .")
    assert play.of(e.Bled) == []
    assert play.offered("b") == {"Defend"}


def test_one_bleeds_in_void_too() -> None:
    """5e.bleeding, 5e.stance: symbols count, not strife suffered."""
    play = turn(ring="void").hurt("a", bleeding=True).strike("a").check("s! . / . .", spend=None)
    assert play.of(e.Bled) == [e.Bled("a", 1)]
    assert play.one("a").strife == 1


def test_bleeding_that_is_not_defended_is_a_critical_of_the_fatigue() -> None:
    """5e.bleeding: severity = current fatigue."""
    who = fighter(fatigue=7)
    play = turn(Play(who)).hurt("a", bleeding=True).strike("a").check("s! . / . .", spend=None)
    play.do("a", m.Defend(True))
    assert play.of(e.Critical) == [e.Critical("a", "", 7, False, False)]
    play.check(FAIL)
    assert play.of(e.Wounded)[0].severity == 7
    assert play.side("b").tally.critical == -1


def test_bleeding_cannot_be_defended_while_incapacitated() -> None:
    """5e.bleeding, 5e.incapacitated: a check to resist makes one bleed."""
    who = fighter("B", honour=50, fatigue=9, void=0)
    play = turn(Play(b=who, form="custom", objective="word")).hurt("b", bleeding=True).wound(3, dice=False)
    play.check("s! . / .", spend=None)
    assert play.of(e.Bled) == [e.Bled("b", 1)]
    assert play.of(e.Critical) == [e.Critical("b", "", 9, False, False)]
    play.check(FAIL)
    assert "unconscious" in play.of(e.Wounded)[0].effects
    assert play.one("b").fatigue == 9


def test_bleeding_that_kills_ends_the_duel() -> None:
    """5e.bleeding, 5e.duel.score"""
    who = fighter(fatigue=17, void=0, endurance=16)
    play = turn(Play(who)).hurt("a", bleeding=True)
    assert "Strike" not in play.offered("a"), "17 is more than 16"
    play = turn(Play(fighter(fatigue=16, endurance=16))).hurt("a", bleeding=True).strike("a")
    play.check("s! . / . .", spend=None).do("a", m.Defend(True)).check(FAIL)
    assert play.side("a").body.dead
    assert play.over
    assert play.scored.winner == "b"
    assert dict(play.scored.parts_b) == {"objective": 6}


# --- 5e.dying -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("severity", "rounds"), [(12, 3), (13, 3), (14, 1), (15, 1)])
def test_the_dying_die_at_the_end_of_their_next_turn_after_so_many_rounds(severity: int, rounds: int) -> None:
    """5e.dying"""
    tough = fighter("B", honour=50, rings=(2, 8, 2, 8, 2))
    play = turn(Play(fighter(rings=(2, 8, 2, 8, 2)), tough, form="custom", objective="word")).wound(severity)
    play.do("a", m.Pass())
    for number in range(1, rounds + 1):
        assert play.scene.state.round == number
        play.turn("b", "fire").do("b", m.Pass())
        assert not play.side("b").body.dead
        assert play.side("b").body.dying == rounds - number
        play.bid().turn("a").do("a", m.Pass())
    play.turn("b", "fire").do("b", m.Pass())
    assert play.of(e.Died) == [e.Died("b")]
    assert play.over


def test_dying_again_takes_what_is_less() -> None:
    """5e.dying"""
    play = turn(Play(form="custom", objective="word")).wound(14).wound(12)
    assert play.side("b").body.dying == 1
    play = turn(Play(form="custom", objective="word")).wound(12).wound(14)
    assert play.side("b").body.dying == 1


def test_the_dying_still_act() -> None:
    """5e.dying"""
    play = turn(Play(form="custom", objective="word")).wound(14).do("a", m.Pass()).turn("b", "fire")
    assert "Strike" in play.offered("b")


# --- 5e.scene-end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strife", "fatigue", "left"), [(9, 9, (4, 4)), (3, 4, (4, 4)), (2, 0, (3, 0)), (4, 5, (4, 4))]
)
def test_the_end_of_the_scene_halves(strife: int, fatigue: int, left: tuple[int, int]) -> None:
    """5e.scene-end: down to half the limit if above it; 1 more strife came of the staredown."""
    play = Play(fighter(strife=strife, fatigue=fatigue))
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    play.check(FAIL).check(FAIL)
    play.do("b", m.Concede())
    assert play.over
    assert (play.one("a").strife, play.one("a").fatigue) == left


def test_half_is_rounded_up_at_the_end_of_the_scene() -> None:
    """5e.scene-end: 7 to 4."""
    play = Play(fighter(strife=6, composure=7, endurance=9, fatigue=9))
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    play.check(FAIL).check(FAIL)
    play.do("b", m.Concede())
    assert (play.one("a").strife, play.one("a").fatigue) == (4, 5)


def test_windows_close_over_the_dead() -> None:
    """5e.duel.finishing-blow"""
    play = turn(Play(form="custom", objective="word")).hurt("b", dead=True).elsewhere("b", "strife", 20)
    assert [type(each) for each in play.of(e.Left)] == [e.Left]
    assert Window not in map(type, play.scene.state.stack)


def test_a_dead_hand_lands_no_blow() -> None:
    """5e.damage: whoever dies between the throw and the verdict strikes no more."""
    play = turn().strike("a").dice("s s / . .").hurt("a", dead=True).keep((0, 1))
    assert [each.success for each in play.of(e.Judged)] == [False]
    assert not play.of(e.Struck)
