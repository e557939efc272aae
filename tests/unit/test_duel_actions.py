"""Turns of a duel: stances, actions, checks with advantages, and what opportunity buys."""

from __future__ import annotations

from typing import Any

import pytest
from tests.duels import MELEE, Play, faces, fighter

from rollkeep.dice.bound import Symbols
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.state import Turn, reserved
from rollkeep.fifth.sheet import Modifier
from rollkeep.machine.machine import CHANCE, GM, offers

CALM, PREDICT, CENTRE = m.Calm(), m.Predict("air"), m.Centre(MELEE, 2)
STRIKE, PREPARE = m.Strike("katana", False, ()), m.Prepare("katana", 2)


def turn(ring: str = "water", b: str = "water", play: Play | None = None) -> Play:
    """The first turn of a, in a stance."""
    return (play or Play()).begin(b=b).turn("a", ring)


# --- 5e.stance ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rank", "tn"), [(None, 3), (1, 3), (3, 3), (4, 4), (5, 4)])
def test_air_makes_one_harder_to_hit(rank: int | None, tn: int) -> None:
    """5e.stance: TN 2 and 1 more, 2 more from school rank 4."""
    play = Play(b=fighter("B", honour=50, school_rank=rank))
    assert turn(b="air", play=play).strike("a").top.tn == tn
    assert turn(b="earth").strike("a").top.tn == 2
    assert turn("air").strike("a").top.tn == 2, "one's own stance does not matter"


def test_air_does_not_help_to_resist_or_hinder_it() -> None:
    """5e.stance: Attack and Scheme alone."""
    play = turn("air", b="air").wound(4)
    resisting = [event.check for event in play.of(e.Declared, every=True) if event.check.kind == "resist"]
    assert [check.tn for check in resisting] == [1]


def test_earth_forbids_bought_criticals_and_conditions() -> None:
    """5e.stance"""
    bought = turn(b="water").strike("a").check("s s / so so", keep=(2, 3), spend=None).buys()
    assert bought["critical"] == (2, 1)
    bought = turn(b="earth").strike("a").check("s s / so so", keep=(2, 3), spend=None).buys()
    assert "critical" not in bought
    assert "razor" in bought
    fists = Play(fighter(skills=(("fitness", 1), ("martial arts unarmed", 2), ("meditation", 1)), weapons=()))
    assert turn(play=fists).strike("a", "punch").check("s s / so so", keep=(2, 3), spend=None).buys()["snare"] == (2, 1)
    fists = Play(fighter(skills=(("fitness", 1), ("martial arts unarmed", 2), ("meditation", 1)), weapons=()))
    bought = turn(b="earth", play=fists).strike("a", "punch").check("s s / so so", keep=(2, 3), spend=None).buys()
    assert "snare" not in bought


def test_earth_does_not_stop_the_finishing_blow_itself() -> None:
    """5e.stance, 5e.duel.finishing-blow"""
    play = turn(b="earth").elsewhere("b", "strife", 20).strike("a").check("s s / . .")
    assert play.of(e.Critical)[0].severity == 10


@pytest.mark.parametrize(
    ("ring", "dice", "bonus"),
    [("fire", "s! s! / . .", 2), ("fire", "s s! / . .", 1), ("water", "s! s! / . .", 0), ("fire", "s! o! / . .", 0)],
)
def test_fire_makes_strife_of_a_success_bonus(ring: str, dice: str, bonus: int) -> None:
    """5e.stance: and never turns a failure into a success."""
    play = turn(ring).strike("a").check(dice)
    judged = play.of(e.Judged)[0]
    assert (judged.success, judged.bonus) == ("o!" not in dice, bonus)
    assert [each.damage for each in play.of(e.Struck)] == ([4 + bonus] if judged.success else [])


def test_void_takes_no_strife() -> None:
    """5e.stance, 5e.opportunity: and there is none to be calm about."""
    play = turn("void").strike("a").check("s! o! / . .", spend=None)
    assert play.one("a").strife == 1, "of the staredown"
    assert "calm" not in play.buys()
    assert turn("air").strike("a").check("s! o! / . .", spend=None).one("a").strife == 3


@pytest.mark.parametrize(
    ("first", "second", "legal"),
    [
        (PREPARE, STRIKE, True),
        (CALM, STRIKE, True),
        (CALM, PREDICT, True),
        (PREPARE, PREDICT, True),
        (STRIKE, PREPARE, True),
        (STRIKE, CALM, True),
        (PREDICT, CALM, True),
        (PREDICT, STRIKE, False),
        (STRIKE, PREDICT, False),
        (PREPARE, CALM, False),
        (CALM, PREPARE, False),
        (CALM, CENTRE, False),
        (CENTRE, STRIKE, False),
        (STRIKE, STRIKE, False),
    ],
)
def test_water_gives_one_more_of_another_type_without_a_check(first: Any, second: Any, legal: bool) -> None:
    """5e.stance: the pairs of the Water stance."""
    play = turn("water")
    if first is CENTRE:
        play.refused("a", first)
        return
    play.do("a", first)
    if first is STRIKE:
        play.check(". . / . .")
    if not legal:
        play.refused("a", second)
        return
    play.do("a", second)
    if second is STRIKE:
        play.check(". . / . .")
    assert play.top == Turn("b"), "there is no third"


@pytest.mark.parametrize("ring", ["air", "earth", "fire", "void"])
def test_other_stances_give_one_action(ring: str) -> None:
    """5e.stance, 5e.duel.round"""
    assert turn(ring).do("a", CALM).top == Turn("b")


def test_in_water_a_sheathed_blade_is_drawn_and_strikes() -> None:
    """5e.action.prepare-item; report 42"""
    play = turn(play=Play(form="first-strike"))
    play.refused("a", STRIKE)
    assert "Strike" not in play.offered("a")
    play.do("a", m.Prepare("katana", 2))
    assert play.side("a").arms.held == (("katana", 2),)
    play.strike("a").check("s s / . .")
    assert play.of(e.Struck)[0].left == 3


# --- 5e.incapacitated, 5e.compromised -----------------------------------------------------------------------------


@pytest.mark.parametrize(("fatigue", "able"), [(10, True), (11, False)])
def test_incapacitated_beyond_endurance(fatigue: int, able: bool) -> None:
    """5e.incapacitated; report 37: 10 of 10 is still able."""
    play = turn(play=Play(fighter(rings=(2, 2, 3, 2, 2), fatigue=fatigue)))
    assert ("Strike" in play.offered("a")) is able
    assert play.offered("a") >= {"Calm", "Predict", "Prepare", "Pass"}
    if not able:
        assert play.offered("a") == {"Calm", "Predict", "Prepare", "Pass"}


def test_compromised_keeps_no_strife() -> None:
    """5e.compromised"""
    play = turn(play=Play(fighter(strife=9))).strike("a").dice("s! s / x! .")
    play.refused("a", m.Keep((0, 1)))
    play.refused("a", m.Keep(()))
    play.keep((1, 3))
    assert play.of(e.Counted) == [e.Counted("a", 1, 0, 0, "spend")]


def test_compromised_with_nothing_to_keep() -> None:
    """5e.compromised; report 34: 0 kept, short by the TN."""
    play = turn(play=Play(fighter(strife=9))).strike("a").dice("s! o! / x! s!")
    assert play.of(e.Kept) == [e.Kept("a", ())]
    assert play.of(e.Judged) == [e.Judged("a", "strike", 2, 0, False, 0, 2)]


def test_compromised_keeps_no_strife_of_extra_dice() -> None:
    """5e.compromised"""
    play = turn(play=Play(fighter(strife=9))).strike("a").dice(". . / x x").keep((2, 3)).dice("/ s! x")
    play.refused("a", m.Keep((0,)))
    play.keep((1,)).dice("/ x!")
    assert play.of(e.Judged)[0].successes == 3


# --- 5e.action.calming-breath, 5e.action.prepare-item, 5e.action.unique -------------------------------------------


@pytest.mark.parametrize(
    ("strife", "fatigue", "takes"),
    [(3, 4, set()), (4, 4, {"strife"}), (3, 5, {"fatigue"}), (7, 8, {"strife", "fatigue"})],
)
def test_calming_breath_above_half(strife: int, fatigue: int, takes: set[str]) -> None:
    """5e.action.calming-breath: 1 more strife comes of the staredown; 4 of 8 is not above half."""
    play = turn(play=Play(fighter(strife=strife, fatigue=fatigue))).do("a", CALM)
    assert play.shifts("calming breath") == [("a", track, -1) for track in ("strife", "fatigue") if track in takes]


def test_calming_breath_with_an_odd_limit() -> None:
    """5e.action.calming-breath: 4 is above half of 7."""
    play = turn(play=Play(fighter(strife=3, composure=7))).do("a", CALM)
    assert play.shifts("calming breath") == [("a", "strife", -1)]


def test_prepare_item() -> None:
    """5e.action.prepare-item: a grip, away, or another out of its sheath."""
    play = turn(play=Play(fighter(weapons=("katana", "wakizashi", "nodachi"))))
    prepares = [
        tuple(dict(offer.bounds)[name] for name in ("weapon", "hands"))
        for offer in offers(DUEL, play.scene)["a"]
        if offer.move is m.Prepare
    ]
    assert {(weapon.of[0], hands.least) for weapon, hands in prepares} == {  # type: ignore[attr-defined]
        ("katana", 2),
        ("katana", 0),
        ("wakizashi", 1),
    }
    play.do("a", m.Prepare("wakizashi", 1))
    assert play.side("a").arms.held == (("katana", 1), ("wakizashi", 1))
    play.refused("a", m.Prepare("katana", 2))


def test_a_unique_action() -> None:
    """5e.action.unique: the game master names TN, types and effect."""
    play = turn().do("a", m.Try("courtesy", "I bow so low that he hesitates", False, ()))
    assert play.offered(GM) == {"Allow"}
    assert play.offered("a") == set()
    play.do(GM, m.Allow(3, ("scheme",)))
    assert (play.top.tn, play.top.skill, play.top.pool) == (3, "courtesy", (2, 0, 2))
    play.check("x! s /", "s /", spend=None)
    assert play.offered(GM) == {"Tell"}
    play.do(GM, m.Tell("he hesitates"))
    assert play.of(e.Happened) == [e.Happened("a", "he hesitates")]
    assert play.offered("a") >= {"Calm", "Prepare"}
    assert "Predict" not in play.offered("a"), "it shares a type"


def test_a_unique_action_that_fails_or_asks_for_no_check() -> None:
    """5e.action.unique"""
    play = turn().do("a", m.Try("courtesy", "a bow", False, ())).do(GM, m.Allow(1, ())).check(". . /")
    assert play.of(e.Happened) == [e.Happened("a", "")]
    assert "Strike" not in play.offered("a"), "a check of TN 1 is a check"
    play = turn().do("a", m.Try("courtesy", "a bow", False, ())).do(GM, m.Allow(0, ("support",)))
    assert play.offered(GM) == {"Tell"}
    play.do(GM, m.Tell("the crowd is silent"))
    assert "Strike" in play.offered("a"), "it was no check"
    assert "Calm" not in play.offered("a")


def test_a_blow_before_the_game_master_has_answered() -> None:
    """5e.action.unique, 5e.duel.finishing-blow: the attempt waits for its TN."""
    play = turn(play=Play(form="custom", objective="word")).do("a", m.Try("courtesy", "a bow", False, ()))
    play.elsewhere("a", "strife", 20).strike("b").check(". . / . .")
    assert play.offered(GM) == {"Allow"}


# --- 5e.action.strike, 5e.check, 5e.keep, 5e.explode, 5e.seize ----------------------------------------------------


def test_a_strike_does_its_damage_and_the_bonus() -> None:
    """5e.action.strike, 5e.damage: 4 + 1, less resistance 1."""
    play = turn().strike("a")
    assert (play.top.tn, play.top.skill, play.top.pool) == (2, MELEE, (2, 2, 2))
    play.dice("x! s / . .").keep((0, 1)).dice("s /").keep()
    assert play.of(e.Struck) == [e.Struck("a", "b", "katana", 5, 4, 5, True, False, -1)]


def test_a_strike_that_fails_buys_no_critical() -> None:
    """5e.action.strike; report 44"""
    play = turn().strike("a").check("o o / . .", spend=None)
    assert "critical" not in play.buys()
    play.refused("a", m.Spend(("critical",)))
    assert "razor" not in play.buys()


def test_worked_strike_with_two_opportunities() -> None:
    """5e.action.strike, 5e.critical: 5 - 2 = 3: first strike is met, first blood not."""
    for form, met in (("first-strike", True), ("first-blood", False)):
        play = turn(play=Play(form=form)).do("a", m.Prepare("katana", 1))
        play.strike("a").check(". . / so so", keep=(2, 3), spend=("critical",))
        play.do("b", m.Defend(False))
        play.resist("b", "s s / .")
        (wounded,) = play.of(e.Wounded)
        assert wounded.severity == 3
        assert not play.over, "a plain Strike lets the round be finished"
        play.skip("b")
        assert play.over is met
        if met:
            assert dict(play.scored.parts_a) == {"objective": 6, "first": 3, "fatigue": 3, "critical": 3}


def test_at_least_one_die_is_kept_and_at_most_the_ring() -> None:
    """5e.keep"""
    play = turn().strike("a").dice("s s / s .")
    play.refused("a", m.Keep(()))
    play.refused("a", m.Keep((0, 1, 2)))
    play.keep((3,))
    assert play.of(e.Judged)[0].successes == 0


def test_a_void_point_adds_a_ring_die_and_a_kept_one() -> None:
    """5e.seize; report 35"""
    play = turn().strike("a", seize=True)
    assert play.top.pool == (3, 2, 3)
    assert play.shifts("seize the moment") == [("a", "void", -1)]
    assert play.one("a").void == 0
    play.check("s s s / . .")
    assert play.of(e.Judged)[0].bonus == 1


def test_without_a_void_point_nothing_is_seized() -> None:
    """5e.seize, 5e.void"""
    play = turn(play=Play(fighter(void=0)))
    play.refused("a", m.Strike("katana", True, ()))
    play.strike("a")


def test_a_void_point_that_was_spent_elsewhere_since() -> None:
    """5e.seize: two procedures share the pool, and the last point is spent once."""
    play = Play()
    play.do("a", m.Ready("water", True, ())).elsewhere("a", "void", -1).do("b", m.Ready("water", False, ()))
    assert play.one("a").void == 0
    assert play.top.pool == (2, 1, 2)


def test_extra_dice_are_of_their_own_type_and_may_be_dropped() -> None:
    """5e.explode; reports 32 and 33"""
    play = turn().strike("a").dice("x! . / x .").keep((0, 2))
    (offer,) = offers(DUEL, play.scene)[CHANCE]
    assert dict(offer.bounds) == {"faces": Symbols(1, 1)}
    play.dice("s! / x")
    play.keep((1,))
    (offer,) = offers(DUEL, play.scene)[CHANCE]
    assert dict(offer.bounds) == {"faces": Symbols(0, 1)}, "the dropped one brings nothing, nor do those before"
    play.dice("/ s").keep(())
    assert play.of(e.Counted) == [e.Counted("a", 3, 0, 1, "spend")]


def test_dice_thrown_by_hand() -> None:
    """5e.dice"""
    play = Play(by_hand=("a",))
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    assert (play.offered("a"), play.offered(CHANCE)) == ({"Throw"}, set())
    play.refused("a", m.Throw((1, 2, 3)))
    play.do("a", m.Throw((1, 1, 11))).keep()
    assert play.offered(CHANCE) == {"Throw"}


def test_named_modifiers() -> None:
    """5e.check, 5e.stance, 5e.damage"""
    changed = fighter(
        modifiers=(
            Modifier("a stance of the school", ("attack",), ring=1, skill=-1, kept=1, flat=-1),
            Modifier("a keen edge", ("damage",), flat=2),
            Modifier("put away", ("attack",), ring=5, active=False),
        )
    )
    guarded = fighter("B", honour=50, modifiers=(Modifier("wary", ("defence",), flat=2),))
    play = turn(play=Play(changed, guarded)).strike("a")
    assert (play.top.pool, play.top.tn) == ((3, 1, 3), 3)
    play.check("s s s / .")
    assert play.of(e.Struck)[0].damage == 6


# --- 5e.advantages ------------------------------------------------------------------------------------------------


def edged(*kinds: str, void: int | None = None, strife: int = 0, **rulings: str) -> Play:
    who = fighter(edges=tuple((kind, "fire") for kind in kinds), void=void, strife=strife)
    play = turn("fire", play=Play(who, **rulings))  # type: ignore[arg-type]
    return play.strike("a", edges=tuple(kinds))


def test_advantages_are_those_of_the_ring() -> None:
    """5e.advantages"""
    play = turn("air", play=Play(fighter(edges=(("distinction", "fire"),))))
    play.refused("a", m.Strike("katana", False, ("distinction",)))


def test_a_distinction_throws_up_to_two_dice_again() -> None:
    """5e.advantages"""
    play = edged("distinction").dice(". . / . s")
    assert play.offered("a") == {"Reroll"}
    play.refused("a", m.Reroll((0, 1, 2)))
    play.do("a", m.Reroll((1, 2))).dice("s / so")
    assert play.top.faces == faces(". s / so s")
    play.keep((1, 2))
    play.do("a", m.Spend(()))
    assert play.of(e.Judged)[0].success
    play = edged("distinction").dice(". . / . s").do("a", m.Reroll(()))
    assert play.offered("a") == {"Keep"}


def test_an_adversity_throws_two_successes_again() -> None:
    """5e.advantages"""
    play = edged("adversity").dice("s s / s .")
    play.refused("a", m.Reroll((0,)))
    play.refused("a", m.Reroll((0, 3)))
    play.refused("a", m.Reroll((0, 1, 2)))
    play.do("a", m.Reroll((0, 1))).dice(". . /").keep((2,))
    assert play.shifts("adversity") == [("a", "void", 1)], "1 of 2, and failed"
    assert edged("adversity").dice(". s / . .").of(e.Picked) == [e.Picked("a", (1,), "adversity")]
    assert edged("adversity").dice(". o / . .").offered("a") == {"Keep"}


def test_an_adversity_gives_no_void_for_a_success_or_above_the_ring() -> None:
    """5e.advantages, 5e.void"""
    play = edged("adversity").dice("s s / s s").do("a", m.Reroll((0, 1))).dice(". . /").keep((2, 3))
    assert play.of(e.Judged)[0].success
    assert play.shifts("adversity") == []
    assert edged("adversity", void=2).dice(". . / . .").keep((0,)).shifts("adversity") == []


@pytest.mark.parametrize(
    ("kinds", "ruling", "by"),
    [(("passion",), "3", -3), (("anxiety",), "3", 3), (("anxiety",), "2", 2), (("passion", "anxiety"), "3", 0)],
)
def test_passion_and_anxiety(kinds: tuple[str, ...], ruling: str, by: int) -> None:
    """5e.advantages: anxiety_strife = 3 | 2; both cancel each other."""
    play = edged(*kinds, strife=4, anxiety_strife=ruling).check(". . / . .")
    assert play.one("a").strife == 5 + by
    assert edged("passion", strife=1).check(". . / . .").one("a").strife == 0, "not below 0"


def test_distinction_and_adversity_cancel() -> None:
    """5e.advantages"""
    play = edged("distinction", "adversity").dice("s s / s .")
    assert play.offered("a") == {"Keep"}
    play.keep((3,))
    assert play.shifts("adversity") == []


def test_the_strife_of_an_anxiety_opens_a_blow() -> None:
    """5e.advantages, 5e.duel.finishing-blow"""
    assert edged("anxiety", strife=6).check(". . / . .").of(e.Opened) == [e.Opened("b", "compromised")]


# --- 5e.action.centre ---------------------------------------------------------------------------------------------


def centred(reserve: tuple[int, ...] = (0, 1), dice: str = "/ x s", skill: str = MELEE, **rulings: str) -> Play:
    """Round 2, a's turn: dice are reserved."""
    play = turn("void", play=Play(fighter(rings=(2, 5, 2, 5, 2)), **rulings))  # type: ignore[arg-type]
    play.do("a", m.Centre(skill, len(dice.split()) - 1)).dice(dice)
    play.do("a", m.Reserve(reserve)).skip("b").bid()
    return play


def test_centre_wants_the_void_stance_and_ranks() -> None:
    """5e.action.centre"""
    assert "Centre" not in turn("water").offered("a")
    play = turn("void")
    play.refused("a", m.Centre(MELEE, 3))
    play.refused("a", m.Centre(MELEE, 0))
    play.refused("a", m.Centre("martial arts ranged", 1))
    play.do("a", m.Centre(MELEE, 1)).dice("/ s!")
    assert play.one("a").strife == 1, "no check, no strife"
    play.do("a", m.Reserve(()))
    assert reserved(play.side("a"), MELEE) == ()


def test_reserved_dice_are_swapped_right_after_rolling() -> None:
    """5e.action.centre: as many as wanted, at their faces; a swapped die is a skill die."""
    play = centred().turn("a", "air").strike("a").dice(". . / . .")
    assert play.offered("a") == {"Swap"}
    play.refused("a", m.Swap((0,), (0, 1)))
    play.do("a", m.Swap((0, 1), (0, 1)))
    assert play.top.faces == faces("/ x s . .")
    assert reserved(play.side("a"), MELEE) == ()
    play.keep((0, 1))
    (offer,) = offers(DUEL, play.scene)[CHANCE]
    assert dict(offer.bounds) == {"faces": Symbols(0, 1)}


def test_swapping_comes_before_rerolls() -> None:
    """5e.action.centre, 5e.advantages"""
    play = turn("void", play=Play(fighter(rings=(2, 5, 2, 5, 2), edges=(("distinction", "air"),))))
    play.do("a", m.Centre(MELEE, 1)).dice("/ s").do("a", m.Reserve((0,))).skip("b").bid()
    play.turn("a", "air").strike("a", edges=("distinction",)).dice(". . / . .").do("a", m.Swap((3,), (0,)))
    assert play.offered("a") == {"Reroll"}


@pytest.mark.parametrize(("ruling", "left"), [("lost", ()), ("kept", (18,))])
def test_what_is_not_used_at_the_next_check(ruling: str, left: tuple[int, ...]) -> None:
    """5e.action.centre: centre_unused = lost | kept"""
    play = centred(centre_unused=ruling).turn("a", "air").strike("a").dice(". . / . .").do("a", m.Swap((0,), (0,)))
    assert reserved(play.side("a"), MELEE) == left


def test_checks_with_another_skill_leave_the_reserve() -> None:
    """5e.action.centre"""
    play = centred().turn("a", "air").wound(4, "a")
    assert reserved(play.side("a"), MELEE) == faces("/ x s")


def test_the_next_centre_swaps_too() -> None:
    """5e.action.centre: and then the reserve is what is set aside now."""
    play = centred().turn("a", "void").do("a", m.Centre(MELEE, 2)).dice("/ . so")
    assert play.offered("a") == {"Swap"}
    play.do("a", m.Swap((0,), (0,)))
    assert play.offered("a") == {"Reserve"}
    play.do("a", m.Reserve((0, 1)))
    assert reserved(play.side("a"), MELEE) == faces("/ x so")


# --- 5e.action.crossing-blade, 5e.action.rising-blade -------------------------------------------------------------


def drawing(b: str = "water", form: str = "first-strike", **rulings: str) -> Play:
    master = fighter(techniques=("Crossing Blade", "Rising Blade"), weapons=("katana", "wakizashi"))
    return turn("air", b=b, play=Play(master, form=form, **rulings))  # type: ignore[arg-type]


def test_crossing_blade() -> None:
    """5e.action.crossing-blade: TN 2, deadliness and bonus as damage; one more blade for one opportunity."""
    play = drawing().do("a", m.Cross("katana", False, ()))
    assert (play.top.tn, play.side("a").arms.held) == (2, (("katana", 1),))
    play.dice("s x! / so .").keep((1, 2)).dice("s /").keep()
    assert play.buys()["draw"] == (1, 1)
    assert "critical" not in play.buys()
    play.do("a", m.Spend(("draw",)))
    assert play.of(e.Struck)[0].damage == 6
    assert play.side("a").arms.held == (("katana", 1), ("wakizashi", 1))


@pytest.mark.parametrize(("ruling", "tn"), [("errata", 2), ("printed", 3)])
def test_rising_blade(ruling: str, tn: int) -> None:
    """5e.action.rising-blade: rising_blade_tn = errata | printed; no bonus in the damage."""
    play = drawing(rising_blade_tn=ruling).do("a", m.Rise("katana", False, ()))
    assert play.top.tn == tn
    play.dice("x! s / . .").keep((0, 1)).dice("x! /").keep().dice("s /").keep()
    assert (play.of(e.Struck)[0].damage, play.of(e.Struck)[0].sure) == (5, False)
    assert play.offered("b") == {"Defend"}


def test_rising_blade_against_one_who_is_compromised() -> None:
    """5e.action.rising-blade, 5e.compromised: vigilance 1, and there is no defence."""
    fast = fighter("B", strife=9, honour=50, rings=(4, 2, 2, 2, 2), focus=4)
    play = Play(fighter(techniques=("rising blade",)), fast, form="first-strike")
    turn("air", play=play).do("a", m.Rise("katana", False, ()))
    assert play.top.tn == 1
    play.check("s . / . .")
    assert play.of(e.Undefended) == [e.Undefended("b", "unable")]
    assert play.of(e.Critical) == [e.Critical("b", "a", 5, True, False)]


def test_only_a_sheathed_razor_is_drawn() -> None:
    """5e.action.crossing-blade"""
    play = drawing().do("a", m.Cross("katana", False, ())).check(". . / . .").skip("b").bid().turn("a", "air", 2)
    assert not {"Cross", "Rise"} & play.offered("a"), "no hand is free"
    club = turn(play=Play(fighter(techniques=("Crossing Blade",), weapons=("katana", "club", "tessen"))))
    assert "Cross" not in club.offered("a"), "the katana is in hand, the rest is blunt"


# --- 5e.opportunity -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ring", "has"),
    [
        ("air", {"spare", "demeanour", "insight"}),
        ("earth", {"soothe", "guard", "steady"}),
        ("fire", {"provoke", "press", "ward"}),
        ("water", {"compose", "refresh", "pierce"}),
        ("void", {"ease-air", "ease-earth", "ease-fire", "ease-water", "ignore"}),
    ],
)
def test_each_ring_has_its_own(ring: str, has: set[str]) -> None:
    """5e.opportunity: on an attack that succeeds, with strife on it."""
    play = turn(ring).strike("a").check(". . / so so", keep=(2, 3), spend=None)
    assert set(play.buys()) == {"assist", "critical", "razor"} | has
    failed = set(turn(ring).strike("a").check(". o! / so .", keep=(1, 2), spend=None).buys())
    assert failed == {"assist", "learn"} | has | ({"calm"} if ring != "void" else set())


def test_attacks_alone_press_and_pierce() -> None:
    """5e.opportunity"""
    for ring, item in (("fire", "press"), ("water", "pierce")):
        play = turn(ring).do("a", m.Try("fitness", "a leap", False, ())).do(GM, m.Allow(1, ()))
        play.check("o . / .", spend=None)
        assert item not in play.buys()


def test_calm_takes_strife_of_this_check_alone() -> None:
    """5e.opportunity: at most as much as the check has cost."""
    play = turn("air", play=Play(fighter(strife=3))).strike("a").check("o! . / so .", keep=(0, 2), spend=None)
    assert play.one("a").strife == 5
    assert play.buys()["calm"] == (1, 1)
    play.refused("a", m.Spend(("calm", "calm")))
    play.do("a", m.Spend(("calm",)))
    assert play.shifts("calm") == [("a", "strife", -1)]


def test_opportunity_is_no_more_than_there_is() -> None:
    """5e.opportunity"""
    play = turn("water").strike("a").check("s s / so so", keep=(0, 2), spend=None)
    assert "critical" not in play.buys()
    play.refused("a", m.Spend(("compose", "refresh")))
    play.do("a", m.Spend(("compose",)))


def test_spare_is_a_kept_die_at_the_next_check() -> None:
    """5e.opportunity: air; a ring die set to opportunity."""
    play = turn("air").strike("a").check("o . / . .", keep=(0, 1), spend=("spare",)).skip("b").bid()
    play.turn("a", "air").strike("a")
    assert (play.top.spare, play.side("a").marks.spare) == (1, 0)
    play.check("s s / . .", spend=None)
    assert play.of(e.Counted) == [e.Counted("a", 2, 1, 0, "spend")]


def test_spare_is_for_martial_checks() -> None:
    """5e.opportunity: air"""
    play = turn("air").strike("a").check("o . / . .", keep=(0, 1), spend=("spare",)).skip("b").bid()
    play.turn("a", "air").do("a", m.Try("courtesy", "a bow", False, ())).do(GM, m.Allow(1, ()))
    assert (play.top.spare, play.side("a").marks.spare) == (0, 1)


def test_soothe_and_provoke_move_the_other_s_strife() -> None:
    """5e.opportunity: earth and fire"""
    who = fighter("B", honour=50, strife=4)
    play = turn("earth", play=Play(b=who)).strike("a").check("o . / . .", keep=(0, 1), spend=("soothe",))
    assert play.one("b").strife == 3
    play = turn("fire", play=Play(b=who)).strike("a").check("o . / . .", keep=(0, 1), spend=("provoke",))
    assert play.one("b").strife == 7
    play = Play(b=fighter("B", honour=50, strife=6))
    turn("fire", play=play).strike("a").check("o . / . .", keep=(0, 1), spend=("provoke",))
    assert play.of(e.Opened) == [e.Opened("a", "compromised")]
    assert play.of(e.Judged) == [], "the blow comes first"


def test_compose_and_refresh() -> None:
    """5e.opportunity: water"""
    play = turn(play=Play(fighter(strife=4, fatigue=3))).strike("a")
    play.check("o . / so .", keep=(0, 2), spend=("compose", "refresh"))
    assert (play.one("a").strife, play.one("a").fatigue) == (3, 2)


def test_guard_lowers_the_next_critical() -> None:
    """5e.opportunity: earth; until the own next turn."""
    play = turn("earth").strike("a").check("o . / so .", keep=(0, 2), spend=("guard", "guard"))
    play.wound(5, "a")
    assert play.of(e.Wounded, every=True)[-1].severity == 3
    play.wound(5, "a")
    assert play.of(e.Wounded, every=True)[-1].severity == 5, "the next one alone"
    play = turn("earth").strike("a").check("o . / so .", keep=(0, 2), spend=("guard", "guard")).skip("b").bid()
    assert play.side("a").marks.guard == 0


def test_press_makes_the_next_critical_harder_to_resist() -> None:
    """5e.opportunity: fire; once, until the own next turn."""
    play = turn("fire").strike("a").check("o . / so .", keep=(0, 2), spend=("press", "press")).wound(4).wound(4)
    assert [each.check.tn for each in play.of(e.Declared, every=True) if each.check.kind == "resist"] == [3, 2], (
        "the second is harder for the wound of the first alone"
    )
    play = turn("fire").strike("a").check("o . / so .", keep=(0, 2), spend=("press", "press")).skip("b").bid()
    assert play.side("a").marks.press == 0


def test_ward_costs_attackers_strife() -> None:
    """5e.opportunity: fire; Attack and Scheme, until the own next turn."""
    play = turn("fire").strike("a").check("o . / so .", keep=(0, 2), spend=("ward",)).turn("b").strike("b")
    assert play.shifts("ward") == [("b", "strife", 2)]
    play = turn("fire").strike("a").check("o . / so .", keep=(0, 2), spend=("ward",)).turn("b")
    assert play.do("b", PREDICT).shifts("ward") == [("b", "strife", 2)]
    play = turn("fire").strike("a").check("o . / so .", keep=(0, 2), spend=("ward",)).turn("b")
    assert play.do("b", CALM).shifts("ward") == []
    play.do("b", m.Pass()).bid()
    assert not play.side("a").marks.warded


def test_pierce_goes_through_armour() -> None:
    """5e.opportunity: water; 1 resistance for each, none is left below 0."""
    play = turn(b="earth").strike("a").check("s s / so so", keep=(2, 3), spend=("pierce", "pierce"))
    assert play.of(e.Struck)[0].left == 4


def test_ease_lowers_one_tn_once() -> None:
    """5e.opportunity: void; of the next check with that ring, never below 1."""
    play = turn("void").strike("a").check("o . / . .", keep=(0, 1), spend=("ease-fire",)).skip("b").bid()
    assert play.turn("a", "fire").strike("a").top.tn == 1
    play.check(". . / . .").skip("b").bid()
    assert play.turn("a", "fire").strike("a").top.tn == 2


def test_one_effect_is_bought_once() -> None:
    """5e.opportunity: one ring is eased, not several, by one check."""
    play = turn("void").strike("a").check("o . / so .", keep=(0, 2), spend=None)
    play.refused("a", m.Spend(("ease-air", "ease-fire")))
    play.refused("a", m.Spend(("ease-fire", "ease-fire")))
    play.do("a", m.Spend(("ease-fire",)))


def test_snaring_binds_until_the_end_of_the_own_turn() -> None:
    """5e.opportunity, 5e.weapons: for as many as the other's vigilance."""
    skills = (("fitness", 1), ("martial arts unarmed", 2), ("meditation", 1))
    play = turn(b="air", play=Play(fighter(skills=skills, weapons=()))).strike("a", "punch")
    assert play.top.tn == 3
    play.dice("x! s / so so").keep((2, 3))
    play = turn(play=Play(fighter(skills=skills, weapons=()))).strike("a", "punch")
    play.check("s s / so so", keep=(2, 3), spend=("snare",))
    assert play.side("b").body.immobilized
    play.do("a", m.Pass())
    play.refused("b", m.Stance("fire", 1))
    play.skip("b")
    assert not play.side("b").body.immobilized


def test_a_razor_edge_makes_the_critical_deadlier() -> None:
    """5e.weapons: each opportunity on an Attack."""
    play = turn("air").strike("a").check("s . / so .", keep=(0, 2), spend=("razor",)).do("b", m.Defend(True))
    assert play.of(e.Critical)[0].severity == 6


def test_what_players_see_to_is_recorded() -> None:
    """5e.opportunity"""
    play = turn("air").strike("a").check("o . / so .", keep=(0, 2), spend=("insight",))
    assert play.of(e.Spent) == [e.Spent("a", ("insight",))]


def test_what_is_martial_is_bought_on_martial_checks() -> None:
    """5e.opportunity"""
    for ring, items in (("water", {"compose"}), ("earth", {"soothe"}), ("fire", {"provoke"})):
        play = turn(ring).do("a", m.Try("courtesy", "a bow", False, ())).do(GM, m.Allow(1, ()))
        play.check("o s /", spend=None)
        assert set(play.buys()) == items, "guard, ward and refresh are for martial skills"


def test_each_skill_has_its_own_reserve() -> None:
    """5e.action.centre: what is reserved for one skill stays where another is centred."""
    play = centred().turn("a", "void").do("a", m.Centre("fitness", 1)).dice("/ so")
    assert play.offered("a") == {"Reserve"}
    play.do("a", m.Reserve((0,)))
    assert reserved(play.side("a"), MELEE) == faces("/ x s")
    assert reserved(play.side("a"), "fitness") == faces("/ so")
    play.wound(4, "a", dice=False)
    play.dice(". . / .").do("a", m.Swap((2,), (0,))).keep((2,))
    assert reserved(play.side("a"), "fitness") == ()
    assert reserved(play.side("a"), MELEE) == faces("/ x s")


def test_keeping_says_what_it_would_open() -> None:
    """5e.compromised, 5e.duel.finishing-blow: with 6 strife of 8 two more are borne, a third is not."""
    play = turn(play=Play(fighter(strife=6))).strike("a").dice("s! s / . .")
    assert offers(DUEL, play.scene)["a"][0].says == ()
    play = turn(play=Play(fighter(strife=6))).strike("a").dice("s! s! / . .")
    (says,) = offers(DUEL, play.scene)["a"][0].says
    assert dict(says.data) == {"room": 1, "blow": 1}
    play = turn("void", play=Play(fighter(strife=6))).strike("a").dice("s! s! / . .")
    assert offers(DUEL, play.scene)["a"][0].says == (), "Void takes none"


def test_a_modifier_of_the_weapon_counts_for_every_critical() -> None:
    """5e.weapons, 5e.duel.finishing-blow: deadliness 5 and 1, twice that in the blow."""
    keen = fighter(modifiers=(Modifier("a keen edge", ("deadliness",), flat=1),))
    play = turn(play=Play(keen)).strike("a").check("s s / . .").do("b", m.Defend(True))
    assert play.of(e.Critical)[0].severity == 6
    play = turn(play=Play(keen)).elsewhere("b", "strife", 20).strike("a").check("s s / . .")
    assert play.of(e.Critical)[0].severity == 12


def test_one_point_needs_no_several_offers() -> None:
    """5e.opportunity"""
    play = turn("void").strike("a").check("o . / . .", keep=(0, 1), spend=None)
    assert len(offers(DUEL, play.scene)["a"]) == 1


def test_strife_kept_before_counts_in_what_is_said() -> None:
    """5e.compromised: 1 kept already and 1 on the extra die, with room for 1."""
    play = turn(play=Play(fighter(strife=6))).strike("a").dice("x! s / . .").keep((0, 1)).dice("s! /")
    assert dict(offers(DUEL, play.scene)["a"][0].says[0].data) == {"room": 0, "blow": 1}
