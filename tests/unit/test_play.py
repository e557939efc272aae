"""The machines of this edition, move by move, with the published examples."""

from __future__ import annotations

from typing import Any

import pytest

from rollkeep.dice.notation import Term
from rollkeep.errors import IllegalMove
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import check, contest, iaijutsu, task, together
from rollkeep.fourth.play.check import CHECK, Ask, Judge
from rollkeep.fourth.play.contest import CONTEST, Begin, Enter
from rollkeep.fourth.play.iaijutsu import IAIJUTSU, Answer, Face
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Keep, Throw
from rollkeep.fourth.play.task import TASK, Plan
from rollkeep.fourth.play.together import TOGETHER, Help, Lead
from rollkeep.fourth.rulings import Rulings, choose
from rollkeep.fourth.sheet import Character, Skill
from rollkeep.machine.machine import CHANCE, GM, Scene, Shifted, decide, offers, rule
from rollkeep.machine.secret import Secret, redact

Die = tuple[int, ...]


def bare(**pools: str) -> dict[str, Person]:
    return {name: person(Character(name)) for name in pools}


def scene(machine: Any, cast: Any, **rulings: str) -> Scene[Any]:
    return Scene(cast, machine.blank, rulings=choose(rulings.items()).chosen)


def play(machine: Any, at: Scene[Any], *moves: tuple[str, Any]) -> Scene[Any]:
    for who, move in moves:
        at = decide(machine, at, who, move).now
    return at


def dice(total: int, rolled: int, kept: int) -> tuple[Die, ...]:
    """Dice whose best add up to a total: none of them explodes but the first."""
    best: list[Die] = []
    for left in range(kept, 0, -1):
        share = min(9, total - (left - 1))
        if total - share > 9 * (left - 1):
            share = total - 9 * (left - 1)
        share += share % 10 == 0  # no die is worth a whole number of tens
        best.append((share,) if share < 10 else (*[10] * ((share - 1) // 10), (share - 1) % 10 + 1))
        total -= share
    assert all(sum(die) >= 1 and die[-1] != 10 for die in best)
    return (*best, *[(1,)] * (rolled - kept))


def contested(totals: dict[str, int], raises: dict[str, int], tie: str = "stand", **rulings: str) -> Scene[Any]:
    at = scene(CONTEST, bare(**dict.fromkeys(totals, "")), **rulings)
    at = play(CONTEST, at, *((GM, Enter(who, "3k3")) for who in totals), (GM, Begin(tie)))
    at = play(CONTEST, at, *((who, Declare(who, raises.get(who, 0))) for who in totals))
    return play(CONTEST, at, *((CHANCE, Throw(who, dice(total, 3, 3))) for who, total in totals.items()))


@pytest.mark.parametrize(
    ("totals", "raises", "winners", "case"),
    [
        ({"A": 28, "B": 25}, {"A": 1, "B": 1}, (), "short"),
        ({"A": 30, "B": 25}, {"A": 1}, ("A",), "raised"),
        ({"A": 29, "B": 25}, {"A": 1}, (), "short"),
        ({"A": 31, "B": 27, "C": 20}, {"A": 1}, (), "short"),
        ({"A": 32, "B": 27, "C": 20}, {"A": 1}, ("A",), "raised"),
        ({"A": 31, "B": 27}, {}, ("A",), "highest"),
        ({"A": 25, "B": 25, "C": 20}, {}, ("A", "B"), "tie"),
        ({"A": 25, "B": 25}, {"A": 1}, ("B",), "highest"),
        ({"A": 25, "B": 30}, {"A": 1}, ("B",), "highest"),
        ({"A": 40, "B": 20}, {"A": 3, "B": 3}, ("A",), "raised"),
    ],
)
def test_contests(totals: dict[str, int], raises: dict[str, int], winners: tuple[str, ...], case: str) -> None:
    """4e.contested"""
    settled = contested(totals, raises).state.settled
    assert (settled.winners, settled.case) == (winners, case)


def test_a_runner_up_may_win() -> None:
    """4e.contested"""
    wins = contested({"A": 31, "B": 27, "C": 20}, {"A": 1}, short_raiser="runner_up_wins").state.settled
    assert (wins.winners, wins.case) == (("B",), "runner-up")
    assert contested({"A": 28, "B": 25}, {"A": 1, "B": 1}, short_raiser="runner_up_wins").state.settled.winners == ()
    two = contested({"A": 28, "B": 25, "C": 25}, {"A": 1}, short_raiser="runner_up_wins").state.settled
    assert (two.winners, two.case) == (("B", "C"), "tie")


def test_those_tied_roll_again() -> None:
    """4e.contested"""
    at = contested({"A": 20, "B": 20, "C": 9}, {}, "again")
    assert [each.who for each in at.state.rolls] == ["A", "B"]
    assert not at.closed
    assert set(offers(CONTEST, at)) == {CHANCE}
    at = play(CONTEST, at, (CHANCE, Throw("A", dice(12, 3, 3))), (CHANCE, Throw("B", dice(12, 3, 3))))
    at = play(CONTEST, at, (CHANCE, Throw("A", dice(12, 3, 3))), (CHANCE, Throw("B", dice(13, 3, 3))))
    assert at.state.settled.winners == ("B",)


def test_wounds_and_free_raises_in_a_contest(shinai: Character) -> None:
    """4e.wounds, 4e.free-raise, 4e.contested"""
    cast = {"shinai": Person(shinai, 2, 11), "B": person(Character("B"))}

    def pool(**rulings: str) -> Any:
        at = play(
            CONTEST, scene(CONTEST, cast, **rulings), (GM, Enter("shinai", "kenjutsu", 1)), (GM, Enter("B", "3k3"))
        )
        at = play(CONTEST, at, (GM, Begin()), ("shinai", Declare("shinai", lower=1)))
        return at.state.rolls[0].declared.pool

    assert str(pool()) == "6k3+2"
    assert str(pool(wounds_in_contests="none")) == "6k3+5"


def test_mastery_of_contested_skills(shinai: Character) -> None:
    """4e.mastery"""
    skilled = shinai._replace(skills=(Skill("courtier", 5), Skill("sincerity", 5)))
    cast = {"shinai": person(skilled), "B": person(Character("B"))}
    for deed, pool in (("courtier", "8k2"), ("sincerity", "7k2+5")):
        at = play(CONTEST, scene(CONTEST, cast), (GM, Enter("shinai", deed)), (GM, Enter("B", "3k3")), (GM, Begin()))
        at = play(CONTEST, at, ("shinai", Declare("shinai")))
        assert str(at.state.rolls[0].declared.pool) == pool
    at = play(CHECK, scene(CHECK, cast), (GM, Ask("shinai", "courtier", 20)), ("shinai", Declare("shinai")))
    assert str(at.state.roll.declared.pool) == "7k2"


# --- checks ---------------------------------------------------------------------------------------------------


def test_a_check(shinai: Character) -> None:
    """4e.tn, 4e.raise, 4e.keep"""
    at = scene(CHECK, {"shinai": person(shinai)})
    at = play(CHECK, at, (GM, Ask("shinai", "kyujutsu", 20)), ("shinai", Declare("shinai", 1, "speed", by_hand=True)))
    assert at.state.roll.declared.plus == 5
    at = play(CHECK, at, ("shinai", Throw("shinai", ((2,), (4,), (5,), (7,), (7,), (8,), (10, 2)))))
    judged = at.state.judged
    assert (judged.tn, judged.target, judged.margin, judged.success, judged.earned) == (20, 25, 2, True, 1)
    assert at.closed


def test_choosing_dice(shinai: Character) -> None:
    """4e.keep"""
    at = scene(CHECK, {"shinai": person(shinai)})
    thrown = Throw("shinai", ((2,), (4,), (5,), (7,), (7,), (8,), (10, 2)))
    at = play(
        CHECK, at, (GM, Ask("shinai", "kyujutsu", 20)), ("shinai", Declare("shinai", keep="choose")), (CHANCE, thrown)
    )
    assert at.state.judged is None
    with pytest.raises(IllegalMove):
        play(CHECK, at, ("shinai", Keep("shinai", (0, 1))))
    assert play(CHECK, at, ("shinai", Keep("shinai", (0, 1, 2)))).state.judged.margin == 11 - 20
    low = play(CHECK, scene(CHECK, {"shinai": person(shinai)}), (GM, Ask("shinai", "kyujutsu", 20)))
    low = play(CHECK, low, ("shinai", Declare("shinai", keep="low")), (CHANCE, thrown))
    assert low.state.judged.margin == 11 - 20


def test_a_tn_that_is_hidden_or_told_later(shinai: Character) -> None:
    """4e.tn"""
    cast = {"shinai": person(shinai)}
    thrown = Throw("shinai", ((2,), (4,), (5,), (7,), (7,), (8,), (10, 2)))
    at = play(CHECK, scene(CHECK, cast), (GM, Ask("shinai", "kyujutsu", 20, "hidden")))
    assert isinstance(redact(at.state, frozenset({"shinai"})).asked.tn, Secret)
    assert redact(at.state, frozenset({"shinai"})).asked.tn.value is None
    at = play(CHECK, at, ("shinai", Declare("shinai", 2)), (CHANCE, thrown))
    told = redact(at.state.judged, frozenset({"shinai"}))
    assert (told.success, told.target.value, told.margin.value) == (False, None, None)
    at = play(
        CHECK, scene(CHECK, cast), (GM, Ask("shinai", "kyujutsu", None, "later")), ("shinai", Declare("shinai", 1))
    )
    at = play(CHECK, at, (CHANCE, thrown))
    assert (at.closed, set(offers(CHECK, at))) == (False, {GM})
    assert play(CHECK, at, (GM, Judge(20))).state.judged.margin == 2


@pytest.mark.parametrize(
    ("shown", "told", "dice_to", "total_to", "verdict_to"),
    [
        ("open", "all", "gsx", "gsx", "gsx"),
        ("gm", "all", "gs", "gs", "gs"),
        ("blind", "all", "g", "g", "g"),
        ("open", "total", "g", "gsx", "gsx"),
        ("open", "verdict", "g", "g", "gsx"),
        ("open", "nothing", "g", "g", "g"),
    ],
)
def test_who_may_see_what(
    shinai: Character, shown: str, told: str, dice_to: str, total_to: str, verdict_to: str
) -> None:
    names = {"g": GM, "s": "shinai", "x": "other"}
    cast = {"shinai": person(shinai), "other": person(shinai)}
    at = play(CHECK, scene(CHECK, cast), (GM, Ask("shinai", "kyujutsu", 20, shown=shown, told=told)))
    sees_dice = "s" in dice_to
    with_hand = Declare("shinai", by_hand=True)
    assert any(offer.admits(with_hand) for offer in offers(CHECK, at)["shinai"]) == sees_dice
    at = play(CHECK, at, ("shinai", Declare("shinai")), (CHANCE, Throw("shinai", dice(20, 7, 3))))

    def seen(value: Any) -> str:
        return "".join(
            letter
            for letter, name in names.items()
            if not isinstance(told_ := redact(value, frozenset({name})), Secret) or told_.value is not None
        )

    assert seen(at.state.roll.threw.dice) == dice_to
    assert seen(at.state.roll.kept.total) == total_to
    assert seen(at.state.judged.success) == verdict_to


def test_another_attempt(shinai: Character) -> None:
    """4e.retry"""
    cast = {"shinai": person(shinai)}
    again = Ask("shinai", "kyujutsu", 20, attempt=2, changed="a better bow")
    at = play(CHECK, scene(CHECK, cast), (GM, again), ("shinai", Declare("shinai")))
    assert at.state.roll.declared.plus == 10
    for wrong in (Ask("shinai", "kyujutsu", 20, attempt=3), Ask("shinai", "attack katana", 20, attempt=2)):
        with pytest.raises(IllegalMove):
            play(CHECK, scene(CHECK, cast), (GM, wrong))
    assert play(CHECK, scene(CHECK, cast, max_attempts="3"), (GM, Ask("shinai", "kyujutsu", 20, attempt=3)))


def test_out_of_turn(shinai: Character) -> None:
    at = play(CHECK, scene(CHECK, {"shinai": person(shinai)}), (GM, Ask("shinai", "kyujutsu", 20)))
    with pytest.raises(IllegalMove) as found:
        play(CHECK, at, (GM, Judge(20)))
    assert (found.value.turn, found.value.hint) == (("shinai",), "It is for shinai to act.")
    with pytest.raises(IllegalMove) as found:
        play(CHECK, at, ("shinai", Throw("shinai", ())))
    assert found.value.hint == "shinai may Declare."


def test_the_last_point_is_spent_once(shinai: Character) -> None:
    """4e.void.pool: two checks share one pool of points."""
    cast = {"shinai": Person(shinai, 1, 0)}
    first, second = (play(CHECK, scene(CHECK, cast), (GM, Ask("shinai", "kyujutsu", 20))) for _ in range(2))
    spent = play(CHECK, first, ("shinai", Declare("shinai", void="boost")))
    assert spent.cast["shinai"].void == 0
    later = rule(CHECK, second, Shifted("shinai", "void", -1, "boost")).now
    with pytest.raises(IllegalMove):
        play(CHECK, later, ("shinai", Declare("shinai", void="boost")))


# --- together and over time -----------------------------------------------------------------------------------


def test_helping(shinai: Character, isawa: Character) -> None:
    """4e.cooperative.joint"""
    assert together.joint([2, 1, 0]) == 3
    cast = {"shinai": person(shinai), "isawa": person(isawa), "x": person(Character("x"))}
    at = play(TOGETHER, scene(TOGETHER, cast), (GM, Lead("shinai", "investigation")), (GM, Help("isawa", 2)))
    at = play(TOGETHER, at, (GM, Help("x", 0)), (GM, together.Begin(25)), ("shinai", Declare("shinai")))
    assert str(at.state.rolls[0].declared.pool) == "5k3+2"


def test_side_by_side() -> None:
    """4e.cooperative.each"""
    assert together.each([1, 2, 4], Rulings()) == (4, 4, 0)
    assert together.each([4, 2, 4], Rulings()) == (0, 4, 4)
    assert together.each([4, 2, 4], choose([("best_helper_tie", "equals_get_nothing")])) == (0, 4, 0)
    cast = bare(A="", B="")
    at = play(
        TOGETHER, scene(TOGETHER, cast), (GM, Help("A", 1, "3k3")), (GM, Help("B", 3, "3k3")), (GM, together.Begin(15))
    )
    at = play(TOGETHER, at, ("A", Declare("A")), ("B", Declare("B", 1)))
    at = play(TOGETHER, at, (CHANCE, Throw("A", dice(12, 3, 3))), (CHANCE, Throw("B", dice(19, 3, 3))))
    assert at.state.done.results == (("A", 15, 0), ("B", 20, -1))
    assert not at.state.done.all_succeeded


def worked(totals: list[int], minimum: int = 0, flub: int = 0, **rulings: str) -> Scene[Any]:
    at = play(TASK, scene(TASK, bare(A=""), **rulings), (GM, Plan("A", "3k3", 60, minimum, flub, every="1 week")))
    for total in totals:
        at = play(TASK, at, ("A", Declare("A")), (CHANCE, Throw("A", dice(total, 3, 3))))
    return at


def test_a_task() -> None:
    """4e.cumulative"""
    assert worked([24]).state.left == 36
    assert worked([24, 14], minimum=15).state.left == 36
    assert worked([24, 4], minimum=15, flub=5).state.left == 40
    done = worked([30, 30])
    assert (done.closed, done.state.ended.rolls, done.state.ended.waits) == (True, 2, 1)
    assert worked([30, 30], cumulative_time="each").state.ended.waits == 2


def test_flubs_by_ruling() -> None:
    """4e.cumulative"""
    for rulings, left in (
        ({}, 40),
        ({"flub": "shortfall"}, 37),
    ):
        at = scene(TASK, bare(A=""), **rulings)
        at = play(TASK, at, (GM, Plan("A", "3k3", 60, 15, 5)))
        for total in (24, 4):
            at = play(TASK, at, ("A", Declare("A")), (CHANCE, Throw("A", dice(total, 3, 3))))
        assert at.state.left == left
    for cap, left in (("start", 60), ("none", 64)):
        at = play(TASK, scene(TASK, bare(A=""), flub_cap=cap), (GM, Plan("A", "3k3", 60, 15, 5)))
        at = play(TASK, at, ("A", Declare("A")), (CHANCE, Throw("A", dice(4, 3, 3))))
        assert at.state.left == left


def test_raises_in_a_task() -> None:
    """4e.cumulative"""
    at = play(TASK, scene(TASK, bare(A="")), (GM, Plan("A", "3k3", 60, 15)), ("A", Declare("A", 1)))
    at = play(TASK, at, (CHANCE, Throw("A", dice(19, 3, 3))))
    assert at.state.left == 60
    refused = play(TASK, scene(TASK, bare(A=""), cumulative_raises="refused"), (GM, Plan("A", "3k3", 60, 15)))
    with pytest.raises(IllegalMove):
        play(TASK, refused, ("A", Declare("A", 1)))


# --- the duel -------------------------------------------------------------------------------------------------


@pytest.fixture
def duellists(rival: Character, shinai: Character) -> dict[str, Person]:
    skilled = shinai._replace(skills=(*(shinai.skills or ()), Skill("iaijutsu", 3)))
    return {"shinai": person(skilled), "rival": person(rival)}


def faced(
    cast: dict[str, Person], to: str, assessments: tuple[int, int], focuses: tuple[int, int], **rulings: str
) -> Scene[Any]:
    at = play(IAIJUTSU, scene(IAIJUTSU, cast, **rulings), (GM, Face("shinai", "rival", to)))
    at = rolled(at, assessments)
    at = play(IAIJUTSU, at, ("shinai", Answer("shinai", False)), ("rival", Answer("rival", False)))
    return rolled(at, focuses)


def rolled(at: Scene[Any], totals: tuple[int, ...]) -> Scene[Any]:
    stage = at.state.stage
    for who, total in zip([each.who for each in at.state.rolls], totals, strict=True):
        assert at.state.stage == stage
        at = play(IAIJUTSU, at, (who, Declare(who)))
        pool = next(each for each in at.state.rolls if each.who == who).declared.pool
        at = play(IAIJUTSU, at, (CHANCE, Throw(who, dice(total - pool.bonus, pool.rolled, pool.kept))))
    return at


def test_the_duel(duellists: dict[str, Person]) -> None:
    """4e.iaijutsu"""
    at = play(IAIJUTSU, scene(IAIJUTSU, duellists), (GM, Face("shinai", "rival")))
    assert [str(each.deed) for each in at.state.rolls] == ["iaijutsu/awareness"] * 2
    at = rolled(at, (16, 26))
    assert at.state.ahead == "rival"
    conceded = play(IAIJUTSU, at, ("shinai", Answer("shinai", True)))
    assert (conceded.state.ended.winner, conceded.state.ended.case) == ("rival", "conceded")
    at = play(IAIJUTSU, at, ("shinai", Answer("shinai", False)), ("rival", Answer("rival", False)))
    assert at.state.rolls[1].adds == (Modifier("ahead in the Assessment", Term(1, 1)),)
    at = rolled(at, (20, 31))
    assert at.state.focused == iaijutsu.Focused("rival", 11, 1)
    assert [each.who for each in at.state.rolls] == ["rival"]
    at = play(IAIJUTSU, at, ("rival", Declare("rival", lower=1)))
    assert at.state.rolls[0].declared.plus == -5
    pool = at.state.rolls[0].declared.pool
    at = play(IAIJUTSU, at, (CHANCE, Throw("rival", dice(22, pool.rolled, pool.kept))))
    assert at.state.struck[-1].margin == 2
    at = rolled(at, (17,))
    assert at.cast["shinai"].wounds == 14  # light armor takes 3 off
    assert (at.state.ended.winner, at.state.ended.case) == ("rival", "struck")


def test_striking_together_and_missing(duellists: dict[str, Person]) -> None:
    """4e.iaijutsu"""
    at = faced(duellists, "first-blood", (16, 20), (20, 24))
    assert at.state.focused.first == ""
    both = rolled(rolled(at, (26, 26)), (10, 10))
    assert both.state.ended.case == "together"
    one = rolled(rolled(at, (26, 10)), (10,))
    assert one.state.ended.winner == "shinai"
    assert rolled(at, (10, 10)).state.ended.case == "goes_on"
    leads = faced(duellists, "first-blood", (16, 20), (30, 24))
    missed = rolled(leads, (10,))
    assert [each.who for each in missed.state.rolls] == ["rival"]
    assert rolled(rolled(missed, (26,)), (10,)).state.ended.winner == "rival"


def test_a_duel_to_the_death_goes_on(duellists: dict[str, Person]) -> None:
    """4e.iaijutsu"""
    at = faced(duellists, "death", (16, 20), (30, 24))
    hit = rolled(rolled(at, (26,)), (15,))
    assert hit.state.ended.case == "goes_on"
    assert hit.cast["rival"].wounds == 12
    killed = rolled(rolled(at, (26,)), (60,))
    assert (killed.state.ended.winner, killed.state.ended.case) == ("shinai", "dead")


def test_the_center_stance_by_ruling(duellists: dict[str, Person]) -> None:
    """4e.iaijutsu"""
    at = play(IAIJUTSU, scene(IAIJUTSU, duellists, center_in_duels="focus_and_strike"), (GM, Face("shinai", "rival")))
    at = rolled(at, (16, 20))
    at = play(IAIJUTSU, at, ("shinai", Answer("shinai", False)), ("rival", Answer("rival", False)))
    assert at.state.rolls[0].adds[-1] == Modifier("Center Stance", Term(1, 1, 3))


def test_every_machine_is_listed() -> None:
    from rollkeep.fourth.play.hosts import HOSTS

    assert list(HOSTS) == ["check", "contest", "together", "task", "iaijutsu"]
    assert {module.__name__.rpartition(".")[2] for module in (check, contest, together, task, iaijutsu)} == set(HOSTS)
