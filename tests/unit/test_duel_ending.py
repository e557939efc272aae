"""How duels end: objectives, scores, the rulings on them, cheating and concession."""

from __future__ import annotations

import pytest
from tests.duels import Play, fighter

from rollkeep.fifth.catalogue.armour import ARMOUR
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.person import numbers
from rollkeep.fifth.duel.state import Round, Turn
from rollkeep.fifth.score import FORMS, Feats, score
from rollkeep.machine.machine import GM, Closed, rule

CALM = (2, 8, 2, 8, 2)


def turn(play: Play, b: str = "earth") -> Play:
    return play.begin(b=b).turn("a", "earth")


def rest(play: Play) -> Play:
    """The rest of the round: nobody does anything."""
    number = play.scene.state.round
    while not play.over and play.scene.state.round == number and isinstance(play.top, Turn):
        who = play.top.who
        if "Stance" in play.offered(who):
            play.turn(who, "fire")
        else:
            play.do(who, m.Pass())
    return play


def custom(objective: str, **rulings: str) -> Play:
    return Play(fighter(rings=CALM), fighter("B", honour=50, rings=CALM), "custom", objective, **rulings)  # type: ignore[arg-type]


# --- 5e.duel.forms: when an objective is met ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("objective", "severity", "met"),
    [
        ("critical", 0, True),
        ("critical-5", 4, False),
        ("critical-5", 5, True),
        ("death", 11, False),
        ("death", 12, True),
        ("death", 14, True),
        ("out", 11, False),
        ("out", 12, True),
        ("incapacitated", 15, False),
        ("incapacitated", 16, True),
        ("word", 15, False),
    ],
)
def test_criticals_and_objectives(objective: str, severity: int, met: bool) -> None:
    """5e.duel.forms; report 43: blunt severity 5 is first blood."""
    play = rest(turn(custom(objective)).wound(severity))
    assert play.of(e.Tested, every=True)[-1].met == (("a",) if met else ())
    assert play.over is met


def test_a_first_strike_that_is_reduced_to_nothing_counts() -> None:
    """5e.duel.forms, 5e.critical"""
    play = turn(custom("critical")).critical(1)
    play.do("b", m.Resist(False, ())).dice(" ".join(["s"] * 8) + " / .").keep((0, 1, 2))
    assert play.of(e.Wounded)[0].severity == 0
    assert rest(play).over


@pytest.mark.parametrize("form", ["sparring", "taryu-jiai"])
@pytest.mark.parametrize(("fatigue", "met"), [(8, False), (9, True)])
def test_incapacitated(form: str, fatigue: int, met: bool) -> None:
    """5e.duel.forms, 5e.incapacitated"""
    play = rest(turn(Play(b=fighter("B", honour=50, fatigue=fatigue), form=form)))
    assert play.over is met
    if met:
        assert dict(play.scored.parts_a) == {"objective": 6}


def test_recovered_before_the_end_of_the_round() -> None:
    """5e.duel.round, 5e.action.calming-breath: objectives are tested at its end."""
    play = turn(Play(b=fighter("B", honour=50, fatigue=9), form="sparring")).do("a", m.Pass())
    play.turn("b", "fire").do("b", m.Calm())
    assert not play.over


@pytest.mark.parametrize(("ruling", "over"), [("finish_round", False), ("end_now", True)])
def test_an_objective_met_in_the_middle_of_a_round(ruling: str, over: bool) -> None:
    """5e.duel.round: midround_objective = finish_round | end_now"""
    play = turn(custom("critical-5", midround_objective=ruling)).wound(5)
    assert play.over is over
    if not over:
        play.do("a", m.Pass())
        assert play.top == Turn("b"), "the other may still answer"
        assert rest(play).over


@pytest.mark.parametrize(("severity", "over"), [(4, False), (5, True)])
def test_a_blow_ends_it_only_where_it_meets_the_objective_itself(severity: int, over: bool) -> None:
    """5e.duel.finishing-blow, 5e.duel.round: what a critical before it has met is tested at the end of the round."""
    play = turn(custom("critical-5")).wound(10)
    step = rule(DUEL, play.scene, e.Critical("b", "a", severity, False, True))
    play.scene = step.now
    if "Resist" in play.offered("b"):
        play.do("b", m.Resist(False, ()))
    play.check(play.nothing())
    assert [each.severity for each in play.of(e.Wounded)] == [severity]
    assert play.over is over


def test_the_answer_counts_too() -> None:
    """5e.duel.score: both meet the objective in one round."""
    play = turn(custom("critical-5")).wound(5).do("a", m.Pass()).turn("b", "fire").wound(5, "a").do("b", m.Pass())
    assert play.of(e.Tested) == [e.Tested(("a", "b"))]
    assert play.over
    assert (play.scored.a, play.scored.b, play.scored.result, play.scored.winner) == (11, 11, "No Winner", "")


# --- 5e.duel.score ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruling", "first"), [("hurt_or_critical", []), ("any_success", [e.Led("a")])])
def test_struck_first(ruling: str, first: list[e.Led]) -> None:
    """5e.duel.score: struck_first = hurt_or_critical | any_success"""
    plated = fighter("B", honour=50, armour=ARMOUR["plated armour"])
    play = turn(Play(b=plated, struck_first=ruling)).strike("a").check("s s / . .")
    assert play.of(e.Led) == first
    play.turn("b", "fire").strike("b").check("s s / . .")
    assert play.of(e.Led) == ([] if first else [e.Led("b")]), "only one has struck first"


def test_a_failed_blow_strikes_nobody_first() -> None:
    """5e.duel.score"""
    assert turn(Play(struck_first="any_success")).strike("a").check("s . / . .").of(e.Led) == []


@pytest.mark.parametrize(("ruling", "fatigue"), [("all", 3), ("final", 2)])
def test_fatigue_from_which_one_has_recovered(ruling: str, fatigue: int) -> None:
    """5e.duel.score: fatigue_score = all | final"""
    play = turn(Play(fatigue_score=ruling)).strike("a").check("s s / . .").do("b", m.Defend(False))
    play.elsewhere("b", "fatigue", -1)
    rest(play).do("b", m.Concede())
    assert dict(play.scored.parts_a)["fatigue"] == fatigue


def test_fatigue_from_elsewhere_does_not_score() -> None:
    """5e.duel.score"""
    play = turn(Play(fatigue_score="final")).strike("a").check("s s / . .").do("b", m.Defend(False))
    rest(play.elsewhere("b", "fatigue", 4)).do("b", m.Concede())
    assert dict(play.scored.parts_a)["fatigue"] == 3


@pytest.mark.parametrize(
    ("ruling", "severity", "points"),
    [("dead", 12, None), ("dead_or_dying", 12, 14), ("dead", 16, 14), ("dead_or_dying", 16, 14)],
)
@pytest.mark.parametrize("form", ["to-the-death", "custom"])
def test_killed(form: str, ruling: str, severity: int, points: int | None) -> None:
    """5e.duel.score: killed_counts = dead | dead_or_dying; on top of the objective."""
    objective = "death" if form == "custom" else ""
    play = Play(form=form, objective=objective, killed_counts=ruling)
    play = rest(turn(play).wound(severity))
    assert play.over
    assert dict(play.scored.parts_a) == {"objective": 6, "critical": severity} | ({"killed": points} if points else {})


@pytest.mark.parametrize("form", ["warriors-duel", "sparring"])
def test_killing_gives_no_more_elsewhere(form: str) -> None:
    """5e.duel.score"""
    play = rest(turn(Play(form=form)).wound(16))
    assert dict(play.scored.parts_a) == {"objective": 6, "critical": 16}


def test_the_highest_critical_counts_and_unmasking_costs() -> None:
    """5e.duel.score, 5e.unmask"""
    play = turn(custom("word")).wound(3).wound(7).wound(4)
    rest(play).bid()
    play.elsewhere("a", "strife", 40).do("b", m.Pass())
    play.do("a", m.Unmask())
    rest(play).do(GM, m.Call("b"))
    assert dict(play.scored.parts_a) == {"critical": 7, "unmasked": -2}
    assert (play.scored.a, play.scored.b, play.scored.result, play.scored.winner) == (5, 6, "Narrow Victory", "b")


def test_worked_eighteen_to_nothing() -> None:
    """5e.duel.score, 5e.duel.result: played, and by the table of points."""
    masked = fighter("B", honour=50, weapons=("bokken",), strife=9)
    play = turn(Play(b=masked, form="custom", objective="critical-5"), b="water").strike("a")
    play.check(". . / x so", "/ so", keep=(2, 3), spend=("critical",)).do("b", m.Defend(False)).resist("b")
    play.do("b", m.Unmask()).do("a", m.Pass()).turn("b", "fire").strike("b", "bokken").check("s s / . .")
    play.do("a", m.Defend(False))
    assert play.over
    assert dict(play.scored.parts_a) == {"objective": 6, "first": 3, "fatigue": 4, "critical": 5}
    assert dict(play.scored.parts_b) == {"fatigue": 2, "unmasked": -2}
    assert (play.scored.a, play.scored.b, play.scored.result, play.scored.glory) == (18, 0, "No Contest", 5)
    found = score("first-blood", Feats(True, True, 4, 5), Feats(fatigue=2, unmasked=True))
    assert (found.a, found.b, found.result) == (18, 0, "No Contest")


# --- 5e.duel.result: cheating and concession ----------------------------------------------------------------------


@pytest.mark.parametrize("cheat", ["a", "b"])
def test_witnessed_cheating_loses_whatever_the_scores(cheat: str) -> None:
    """5e.duel.score, 5e.duel.result"""
    play = rest(turn(custom("word")).wound(15)).do(GM, m.Witness(cheat))
    assert play.over
    assert type(play.last[-1]) is Closed
    assert (play.scored.winner, play.scored.reason) == ("b" if cheat == "a" else "a", "cheating")
    assert (play.scored.result, play.scored.glory) == ("", 0)
    assert play.scored.a == 15


@pytest.mark.parametrize("form", [form for form in FORMS if form != "custom"])
@pytest.mark.parametrize("loser", ["a", "b"])
def test_a_concession_in_every_form(form: str, loser: str) -> None:
    """5e.duel.concede, 5e.duel.result: to yield or to surrender meets the objective of two forms."""
    play = Play(form=form)
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    for _ in range(2):
        play.check(play.nothing())
    assert isinstance(play.top, Round)
    play.do(loser, m.Concede())
    winner = "b" if loser == "a" else "a"
    assert (play.scored.winner, play.scored.reason, play.scored.result) == (winner, "concession", "")
    yields = {"objective": 6} if form in ("warriors-duel", "taryu-jiai") else {}
    assert dict(play.scored.parts_a if winner == "a" else play.scored.parts_b) == yields


def test_glory() -> None:
    """5e.duel.result: 7 or more adds 5, 3 to 6 adds 3."""
    play = rest(turn(custom("critical-5")).wound(5))
    assert (play.scored.a, play.scored.b, play.scored.result, play.scored.glory) == (11, 0, "No Contest", 5)
    play = rest(turn(custom("critical")).wound(0))
    assert (play.scored.a, play.scored.result, play.scored.glory) == (6, "Absolute Victory", 3)


def test_both_fall() -> None:
    """5e.duel.result: No Winner."""
    play = turn(custom("death")).wound(12).do("a", m.Pass()).turn("b", "fire").wound(12, "a").do("b", m.Pass())
    assert (play.over, play.scored.result, play.scored.winner) == (True, "No Winner", "")


def test_nothing_goes_on_after_the_end() -> None:
    """5e.duel.round"""
    play = rest(turn(custom("critical")).wound(0))
    assert play.scene.state.stack == ()
    for who in ("a", "b", GM, "chance"):
        assert play.offered(who) == set()
    play.refused("a", m.Bid(0))


def test_the_dead_have_no_turn() -> None:
    """5e.duel.round: and nobody plays on against them."""
    play = turn(custom("word")).wound(16)
    assert play.over, "the turn and the round are over at once"
    assert play.of(e.Turned, every=True) == [e.Turned("a")]
    assert dict(play.scored.parts_a) == {"critical": 16}


def test_much_strife_goes_with_the_scene() -> None:
    """5e.scene-end: however much there is."""
    play = turn(custom("critical-5")).elsewhere("b", "strife", 2000)
    play.wound(5)
    while not play.over:
        who = play.top.who
        play.do(who, m.Pass()) if "Pass" in play.offered(who) else play.turn(who, "fire")
    assert play.one("b").strife == play_half(play)


def test_the_dead_keep_their_strife() -> None:
    """5e.scene-end"""
    play = turn(custom("word")).elsewhere("b", "strife", 20).wound(16)
    assert play.over
    assert play.one("b").strife >= 20


def play_half(play: Play) -> int:
    return (numbers(play.one("b")).composure + 1) // 2
