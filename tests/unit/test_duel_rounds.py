"""Rounds of a duel: concession, staredown, bids, finishing blows, unmasking and Predict."""

from __future__ import annotations

import pytest
from tests.duels import Play, fighter

from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.state import Check, Round, Turn, Window, Wound, initiative
from rollkeep.machine.machine import GM, offers
from rollkeep.machine.secret import redact

STRONG = (2, 5, 2, 5, 2)  # composure 20, focus 4


def opened(play: Play) -> Play:
    """Up to the first staredown."""
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    for _ in range(2):
        play.check(play.nothing())
    return play


def calm(**rulings: str) -> Play:
    """Two whom no strife of a few rounds Compromises."""
    return Play(fighter(rings=STRONG), fighter(rings=STRONG, honour=50), **rulings)  # type: ignore[arg-type]


# --- 5e.duel.concede ----------------------------------------------------------------------------------------------


def test_one_may_concede_until_the_own_bid() -> None:
    """5e.duel.concede: concede = until_bid"""
    play = opened(Play())
    assert play.of(e.Stared) == [e.Stared(1)], "nobody is asked before the strife"
    assert play.offered("a") == {"Bid", "Concede"}
    play.do("a", m.Bid(0))
    assert play.offered("a") == set()
    play.do("b", m.Concede())
    assert play.over
    assert (play.scored.winner, play.scored.reason, play.scored.result) == ("a", "concession", "")


def test_one_may_concede_only_before_the_strife() -> None:
    """5e.duel.concede: concede = round_start"""
    play = opened(Play(concede="round_start"))
    assert play.of(e.Stared) == []
    assert play.offered("a") == play.offered("b") == {"Hold", "Concede"}
    play.do("a", m.Hold())
    assert play.of(e.Stared) == []
    play.do("b", m.Hold())
    assert play.of(e.Stared) == [e.Stared(1)]
    assert play.offered("a") == play.offered("b") == {"Bid"}
    play.bid().skip("a").skip("b")
    assert play.offered("b") == {"Hold", "Concede"}
    play.do("a", m.Concede())
    assert play.over
    assert play.scored.winner == "b"
    assert (play.one("a").strife, play.one("b").strife) == (1, 1), "the second round's strife was not suffered"


def test_one_who_is_compromised_may_concede_but_not_bid() -> None:
    """5e.duel.concede, 5e.compromised"""
    play = opened(Play(fighter(strife=8), fighter(strife=7, honour=50)))
    play.do("b", m.Pass())
    assert play.offered("a") == {"Hold", "Concede"}
    assert play.offered("b") == {"Bid", "Concede"}
    play.refused("a", m.Bid(0))
    play.do("b", m.Bid(1))
    assert play.of(e.Uncovered) == [], "a has not said yet whether to concede"
    play.do("a", m.Hold())
    assert play.of(e.Uncovered) == [e.Uncovered((("b", 1),))]


def test_who_is_compromised_has_no_say_in_bids_where_concessions_come_first() -> None:
    """5e.duel.concede: concede = round_start"""
    play = opened(Play(fighter(strife=8), concede="round_start")).bid()
    play.do("b", m.Pass())
    assert play.offered("a") == set()
    assert play.offered("b") == {"Bid"}
    assert play.do("b", m.Bid(2)).of(e.Uncovered) == [e.Uncovered((("b", 2),))], "nobody waits for a"


def test_one_in_danger_may_still_concede() -> None:
    """5e.duel.concede, 5e.duel.finishing-blow"""
    play = opened(Play(fighter(strife=8)))
    assert play.offered("b") == {"Strike", "Pass"}
    assert play.offered("a") == {"Concede"}
    assert opened(Play(fighter(strife=8), concede="round_start")).bid().offered("a") == set()


# --- 5e.duel.staredown --------------------------------------------------------------------------------------------


def test_the_staredown_adds_up() -> None:
    """5e.duel.staredown: 1, 3, 6, 10, 15, 21."""
    tough = fighter(rings=(2, 6, 2, 6, 2))
    play = opened(Play(tough, fighter(rings=(2, 6, 2, 6, 2), honour=50)))
    suffered = []
    for number in range(1, 7):
        assert play.scene.state.round == number
        suffered.append((play.one("a").strife, play.one("b").strife))
        play.bid()
        for who in play.of(e.Ordered)[0].order:
            play.skip(who)
    assert suffered == [(n, n) for n in (1, 3, 6, 10, 15, 21)]


def test_bids_up_to_focus() -> None:
    """5e.duel.staredown: focus 4."""
    play = opened(calm())
    for strife in (-1, 5):
        play.refused("a", m.Bid(strife))
    assert all(offers(DUEL, play.scene)["a"][0].admits(m.Bid(strife)) for strife in range(5))
    play.do("a", m.Bid(4)).do("b", m.Bid(1))
    assert play.shifts("bid") == [("a", "strife", 4), ("b", "strife", 1)]
    assert [initiative(play.side(who)) for who in "ab"] == [8, 5]
    assert play.top == Turn("a")


def test_bids_change_the_order_for_one_round() -> None:
    """5e.duel.staredown, 5e.duel.round: initiative returns."""
    play = opened(calm()).bid(b=1)
    assert play.of(e.Ordered) == [e.Ordered(("b", "a"))]
    play.skip("b").skip("a")
    assert [initiative(play.side(who)) for who in "ab"] == [4, 4]
    play.bid()
    assert play.of(e.Ordered) == [e.Ordered(("a", "b"))]


def test_equal_bids_leave_the_tie() -> None:
    """5e.duel.staredown, 5e.duel.initiative"""
    assert opened(calm()).bid(2, 2).of(e.Ordered) == [e.Ordered(("a", "b"))]


def test_a_bid_may_go_past_composure() -> None:
    """5e.duel.staredown, 5e.compromised: composure 8, strife 8 is still calm."""
    play = opened(Play(fighter(strife=4)))
    assert not play.do("a", m.Bid(3)).do("b", m.Bid(0)).of(e.Opened), "8 of 8"
    play = opened(Play(fighter(strife=4)))
    play.do("a", m.Bid(4)).do("b", m.Bid(0))
    assert play.of(e.Strained) == [e.Strained("a", True)]
    assert play.of(e.Opened) == [e.Opened("b", "compromised")]
    assert play.top == Window("b", "compromised")
    assert play.of(e.Ordered) == [], "the blow comes before the turns"
    play.do("b", m.Pass())
    assert play.of(e.Ordered) == [e.Ordered(("a", "b"))]


def test_a_bid_is_a_secret_until_all_are_in() -> None:
    """5e.duel.staredown"""
    play = opened(Play()).do("a", m.Bid(3))
    assert play.shifts("bid") == []
    (bade,) = play.of(e.Bade)
    for reader in ("b", GM, "nobody"):
        assert redact(bade, frozenset({reader})).strife.value is None
    assert redact(bade, frozenset({"a"})).strife.value == 3
    assert isinstance(play.top, Round)
    assert "3" not in str(redact(play.top, frozenset({"b"})).bids)
    (offer, _) = offers(DUEL, play.scene)["b"]
    assert offer.secret


def test_the_bid_says_what_it_would_open() -> None:
    """5e.duel.staredown"""
    play = opened(Play(fighter(strife=4)))
    (offer, _) = offers(DUEL, play.scene)["a"]
    assert dict(offer.says[0].data) == {"room": 3, "most": 4, "base": 4, "blow": 1}


# --- 5e.duel.finishing-blow: when ---------------------------------------------------------------------------------


def test_the_strife_of_the_staredown_opens_it_before_the_bids() -> None:
    """5e.duel.finishing-blow: and that duellist may not bid."""
    play = opened(Play(fighter(strife=8)))
    assert play.top == Window("b", "compromised")
    assert play.offered("b") == {"Strike", "Pass"}
    play.do("b", m.Pass())
    assert play.of(e.Left) == [e.Left("b", "declined")]
    assert "Bid" not in play.offered("a")


def test_both_at_once_the_lower_honour_first() -> None:
    """5e.duel.finishing-blow: fully first, then the other if still able."""
    play = opened(Play(fighter(strife=8), fighter(strife=8, honour=50), form="custom", objective="word"))
    assert play.top == Window("a", "compromised")
    assert play.scene.state.stack[-2] == Window("b", "compromised")
    play.strike("a").check("s s / . .", spend=None)
    assert play.of(e.Critical) == [e.Critical("b", "a", 10, True, True)]
    play.resist("b")
    assert play.of(e.Wounded)[0].severity == 10
    assert play.top == Window("b", "compromised"), "still able"
    assert play.offered("b") == {"Strike", "Pass"}
    ranked = opened(Play(fighter(strife=8, honour=60), fighter(strife=8, honour=50)))
    assert ranked.top.who == "b"


def test_then_the_other_only_if_still_able() -> None:
    """5e.duel.finishing-blow, 5e.incapacitated, 5e.unconscious"""
    hurt = fighter(strife=8, fatigue=8, honour=50)
    play = opened(Play(fighter(strife=8), hurt, form="custom", objective="word"))
    play.elsewhere("b", "fatigue", 1)
    play.strike("a").check("s s / . .").resist("b")
    assert "unconscious" in play.of(e.Wounded)[0].effects
    assert play.of(e.Left) == [e.Left("b", "helpless")]


def test_it_is_used_up_when_it_is_impossible() -> None:
    """5e.duel.finishing-blow: one chance, also where nothing can be struck with."""
    play = opened(Play(fighter(strife=8), form="first-strike"))
    assert play.of(e.Opened) == [e.Opened("b", "compromised")]
    assert play.of(e.Left) == [e.Left("b", "no-weapon")]
    play.bid().turn("a").do("a", m.Pass())
    play.do("a", m.Unmask())
    assert play.of(e.Opened) == []


def test_helpless_ones_have_none() -> None:
    """5e.duel.finishing-blow, 5e.incapacitated: more fatigue than endurance; as much is still able."""
    assert opened(Play(fighter(strife=8), fighter(fatigue=8, honour=50))).top == Window("b", "compromised")
    play = opened(Play(fighter(strife=8), fighter(fatigue=9, honour=50)))
    assert play.of(e.Left) == [e.Left("b", "helpless")]


@pytest.mark.parametrize("ruling", ["one", "one_per_trigger"])
def test_once_or_once_for_each_reason(ruling: str) -> None:
    """5e.duel.finishing-blow: finishing_blows = one | one_per_trigger"""
    play = opened(Play(fighter(strife=8), finishing_blows=ruling)).do("b", m.Pass()).bid()
    assert play.offered("a") == {"Unmask", "Stance"}
    play.do("a", m.Unmask())
    again = [e.Opened("b", "unmasked")] if ruling == "one_per_trigger" else []
    assert play.of(e.Opened) == again
    if again:
        play.do("b", m.Pass())
    play.elsewhere("a", "strife", 20)
    assert play.of(e.Opened) == [], "never twice for the same reason"


def test_unmasking_opens_it_where_none_was_opened() -> None:
    """5e.duel.finishing-blow, 5e.unmask: Compromised before the duel began."""
    play = opened(Play(fighter(strife=9))).bid()
    assert play.of(e.Opened, every=True) == []
    play.do("a", m.Unmask())
    assert play.of(e.Opened) == [e.Opened("b", "unmasked")]
    assert play.one("a").strife == 0
    assert play.of(e.Strained) == [e.Strained("a", False)]
    play.do("b", m.Pass())
    assert play.offered("a") == {"Stance"}


def test_it_interrupts_a_check_after_strife_and_before_opportunity() -> None:
    """5e.duel.finishing-blow"""
    play = opened(Play(fighter(strife=7))).bid()
    play.turn("a").strike("a").check("s! o / s .", keep=(0, 1), spend=None)
    assert play.one("a").strife == 9
    assert play.top == Window("b", "compromised")
    assert isinstance(play.scene.state.stack[-2], Check)
    play.do("b", m.Pass())
    assert play.offered("a") == {"Spend"}
    play.do("a", m.Spend(("calm",)))
    assert play.one("a").strife == 8


def test_it_can_be_interrupted_by_the_other_s() -> None:
    """5e.duel.finishing-blow: then the interrupted things go on, the newest first."""
    play = Play(fighter(strife=7), fighter(strife=7, honour=50), form="custom", objective="word")
    opened(play).bid().turn("a").strike("a").check("s! s / . .")
    play.strike("b").check("s! s / . .")
    assert [type(frame) for frame in play.scene.state.stack] == [Round, Turn, Check, Check, Window]
    assert play.top == Window("a", "compromised")
    play.strike("a").check("s . / . .")
    assert play.of(e.Judged) == [
        e.Judged("a", "strike", 2, 1, False, 0, 1),
        e.Judged("b", "strike", 2, 2, True, 0, 0),
    ], "a's fails, then b's goes on"
    assert play.of(e.Critical) == [e.Critical("a", "b", 10, True, True)]
    play.resist("a")
    assert [(each.who, each.success) for each in play.of(e.Judged)] == [("a", False), ("a", True)]
    assert play.of(e.Struck)[0].damage == 4, "and a's own Strike lands at last"


def test_the_strife_of_resisting_can_open_one_that_nests() -> None:
    """5e.duel.finishing-blow: then the first critical goes on."""
    play = Play(fighter(), fighter(strife=7, honour=50), form="custom", objective="word")
    opened(play).bid().turn("a").strike("a").check("s s / so so", keep=(2, 3), spend=("critical",))
    if "Defend" in play.offered("b"):
        play.do("b", m.Defend(False))
    play.resist("b", "s! . / .", spend=None)
    assert play.top == Window("a", "compromised")
    assert [type(frame) for frame in play.scene.state.stack[-3:]] == [Wound, Check, Window]
    play.strike("a").check("s s / . .")
    play.resist("b", ". . / .")
    assert [(each.severity, each.blow) for each in play.of(e.Wounded)] == [(10, True), (4, False)]


# --- 5e.duel.finishing-blow: how ----------------------------------------------------------------------------------


def struck(play: Play, dice: str, *, hands: int = 1, spend: tuple[str, ...] = (), weapon: str = "katana") -> Play:
    """A finishing blow of b on a, who has gone past composure; not yet resisted."""
    opened(play).bid()
    if play.top.who == "a":
        play.skip("a")
    play.turn("b", hands=hands).do("b", m.Pass())
    play.elsewhere("a", "strife", 20)
    return play.strike("b", weapon).check(dice, spend=spend)


@pytest.mark.parametrize(
    ("weapon", "hands", "dice", "severity"),
    [
        ("katana", 1, "s s / . .", 10),
        ("katana", 2, "s s / . .", 14),
        ("katana", 2, "s x! / s .", 15),
        ("bokken", 1, "s s / . .", 6),
        ("bokken", 2, "s s / . .", 6),
    ],
)
def test_severity_is_twice_the_deadliness_and_the_bonus(weapon: str, hands: int, dice: str, severity: int) -> None:
    """5e.duel.finishing-blow; report 41: two hands make the katana 7."""
    play = Play(b=fighter("B", honour=50, weapons=(weapon,)), form="custom", objective="word")
    opened(play).bid().skip("a").turn("b", hands=hands).do("b", m.Pass()).elsewhere("a", "strife", 20)
    play.strike("b", weapon).dice(dice).keep((0, 1))
    if play.waits("extra"):
        play.dice("s /").keep()
    assert play.of(e.Critical) == [e.Critical("a", "b", severity, weapon == "katana", True)]
    assert play.of(e.Struck) == [], "no damage"
    assert play.shifts("defence") == []


def test_a_failure_does_nothing() -> None:
    """5e.duel.finishing-blow; report 39: no critical before the hit is known."""
    play = struck(Play(), "s . / . .")
    assert play.of(e.Critical, every=True) == []
    assert play.side("b").opened == ("compromised",)


@pytest.mark.parametrize(("ruling", "severity"), [("doubled", 12), ("single", 11)])
def test_a_razor_edge_in_it(ruling: str, severity: int) -> None:
    """5e.duel.finishing-blow: razor_finishing = doubled | single"""
    play = Play(form="custom", objective="word", razor_finishing=ruling)
    opened(play).bid().skip("a").turn("b").do("b", m.Pass()).elsewhere("a", "strife", 20)
    play.strike("b").check("s o / so .", keep=(0, 2), spend=("razor",))
    assert play.of(e.Critical)[0].severity == severity


def test_a_bought_critical_comes_beside_it() -> None:
    """5e.duel.finishing-blow: other effects as usual."""
    play = Play(form="custom", objective="word")
    opened(play).bid().skip("a").turn("b").do("b", m.Pass()).elsewhere("a", "strife", 20)
    play.strike("b").check("s s / so so", keep=(2, 3), spend=("critical",))
    assert [each.severity for each in play.of(e.Critical)] == [5, 10]
    play.resist("a")
    play.resist("a")
    assert [each.severity for each in play.of(e.Wounded, every=True)] == [10, 5]


def test_the_objective_met_by_it_ends_the_duel_at_once() -> None:
    """5e.duel.finishing-blow"""
    play = struck(Play(form="custom", objective="critical"), "s s / . .").resist("a")
    assert play.over
    assert play.of(e.Tested) == []
    assert (play.scored.winner, dict(play.scored.parts_b)) == ("b", {"objective": 6, "first": 3, "critical": 10})


def test_worked_two_hands_to_the_death() -> None:
    """5e.duel.finishing-blow, 5e.critical: 14 + 1 - 3 = 12, Dying 3."""
    play = Play(b=fighter("B", honour=50), form="custom", objective="death")
    opened(play).bid().skip("a").turn("b", hands=2).do("b", m.Pass()).elsewhere("a", "strife", 20)
    play.strike("b").dice("s x! / . .").keep((0, 1)).dice("s /").keep()
    play.elsewhere("a", "strife", -15)
    play.do("a", m.Resist(False, ())).dice("s x! / s").keep((0, 1)).dice("s /").keep()
    (wounded,) = play.of(e.Wounded)
    assert (wounded.severity, wounded.effects) == (12, ("severe", "bleeding", "dying-3"))
    assert play.over
    assert play.scored.winner == "b"


def test_worked_bokken_when_sparring() -> None:
    """5e.duel.finishing-blow, 5e.critical: 6 - 1 = 5, Severely Wounded, no Bleeding, the objective is not met."""
    play = Play(b=fighter("B", honour=50), form="sparring")
    opened(play).bid().skip("a").turn("b").do("b", m.Pass()).elsewhere("a", "strife", 20)
    play.strike("b", "bokken").check("s s / . .").resist("a", "s . / .")
    assert play.of(e.Wounded) == [e.Wounded("a", "b", 5, "water", ("severe",), True)]
    assert not play.over


@pytest.mark.parametrize(
    ("ruling", "offered"), [("by_terms", None), ("unarmed", ("punch", "kick")), ("free_draw", ("katana",))]
)
def test_with_sheathed_swords(ruling: str, offered: tuple[str, ...] | None) -> None:
    """5e.duel.finishing-blow: sheathed_finishing_blow = by_terms | unarmed | free_draw"""
    play = opened(Play(fighter(strife=8), form="first-strike", sheathed_finishing_blow=ruling))
    if offered is None:
        assert play.of(e.Left) == [e.Left("b", "no-weapon")]
        return
    strike = next(offer for offer in offers(DUEL, play.scene)["b"] if offer.move is m.Strike)
    assert dict(strike.bounds)["weapon"].of == offered  # type: ignore[attr-defined]
    play.strike("b", offered[-1])
    assert play.side("b").arms.held == ((("katana", 2),) if ruling == "free_draw" else ())
    assert play.of(e.Acted) == [], "it is no action of a turn"


def test_bare_hands_count_where_the_form_allows_them() -> None:
    """5e.duel.finishing-blow"""
    play = opened(Play(fighter(strife=8)))
    strike = next(offer for offer in offers(DUEL, play.scene)["b"] if offer.move is m.Strike)
    assert dict(strike.bounds)["weapon"].of == ("katana", "punch", "kick")  # type: ignore[attr-defined]


def test_a_technique_draws_for_it() -> None:
    """5e.duel.finishing-blow, 5e.action.crossing-blade, 5e.action.rising-blade"""
    master = fighter("B", honour=50, techniques=("Crossing Blade", "Rising Blade"))
    play = opened(Play(fighter(strife=8), master, form="first-strike"))
    assert play.offered("b") == {"Cross", "Rise", "Pass"}
    play.do("b", m.Cross("katana", False, ())).check("s s / . .")
    assert play.of(e.Critical)[0].severity == 10
    assert play.side("b").arms.held == (("katana", 1),)
    play = opened(Play(fighter(strife=8), master, form="first-strike"))
    play.do("b", m.Rise("katana", False, ()))
    assert play.top.tn == 1, "vigilance of one who is Compromised"
    play.check("s s / . .")
    assert play.of(e.Critical)[0].severity == 11


def test_predict_is_no_finishing_blow() -> None:
    """5e.duel.finishing-blow, 5e.action.predict"""
    play = opened(Play(fighter(strife=8)))
    assert play.offered("b") == {"Strike", "Pass"}
    play.refused("b", m.Predict("air"))
    play.refused("b", m.Calm())


# --- 5e.unmask ----------------------------------------------------------------------------------------------------


def test_unmasking_at_the_end_of_the_turn_and_only_once() -> None:
    """5e.unmask"""
    play = opened(Play(fighter(strife=9))).bid().turn("a").do("a", m.Pass())
    assert play.offered("a") == {"Unmask", "Pass"}
    play.do("a", m.Unmask())
    assert play.top == Window("b", "unmasked")
    play.do("b", m.Pass())
    assert play.top == Turn("b")
    play.skip("b").bid()
    play.elsewhere("a", "strife", 20)
    assert play.offered("a") == {"Stance"}
    assert play.side("a").tally.unmasked


def test_nobody_unmasks_who_is_calm() -> None:
    """5e.unmask, 5e.compromised: strife 8 of 8."""
    play = opened(Play(fighter(strife=7))).bid()
    assert play.one("a").strife == 8
    assert play.offered("a") == {"Stance"}
    play.refused("a", m.Unmask())


# --- 5e.action.predict --------------------------------------------------------------------------------------------


def foretold(ring: str, play: Play | None = None) -> Play:
    """a has predicted b's stance, and it is b's turn."""
    play = opened(play or calm()).bid(a=1)
    return play.turn("a", "air").do("a", m.Predict(ring))


def test_predict_is_a_secret_and_never_void() -> None:
    """5e.action.predict; report 45"""
    play = opened(calm()).bid().turn("a", "air")
    play.refused("a", m.Predict("void"))
    play.do("a", m.Predict("fire"))
    assert play.of(e.Predicted)[0].ring.value == "fire"
    for reader in ("b", GM):
        assert redact(play.of(e.Predicted)[0], frozenset({reader})).ring.value is None
        assert "fire" not in str(redact(play.scene.state, frozenset({reader})))


def test_predict_that_hits() -> None:
    """5e.action.predict: 4 strife and another stance."""
    play = foretold("fire")
    play.turn("b", "fire")
    assert play.offered("a") == {"Reveal"}
    assert play.offered("b") == set()
    before = play.one("b").strife
    play.do("a", m.Reveal(True))
    assert play.of(e.Foretold) == [e.Foretold("a", "fire", True, True)]
    assert play.one("b").strife == before + 4
    play.refused("b", m.Stance("fire", 1))
    play.turn("b", "void")
    assert (play.side("b").stance, play.offered("a")) == ("void", set())
    assert "Strike" in play.offered("b")
    assert play.side("a").foreseen is None


def test_predict_that_opens_a_blow_which_comes_first() -> None:
    """5e.action.predict, 5e.duel.finishing-blow"""
    play = foretold("fire", Play(fighter(rings=STRONG), fighter(strife=4, honour=50)))
    play.turn("b", "fire").do("a", m.Reveal(True))
    assert play.top == Window("a", "compromised")
    play.do("a", m.Pass())
    assert play.offered("b") == {"Stance"}, "to unmask belongs to the start of a turn"
    play.refused("b", m.Stance("fire", 1))


def test_predict_that_does_not_hit_or_is_not_shown() -> None:
    """5e.action.predict"""
    play = foretold("fire").turn("b", "air").do("a", m.Reveal(True))
    assert play.of(e.Foretold) == [e.Foretold("a", "fire", False, False)]
    assert play.shifts("predict") == []
    assert "Strike" in play.offered("b")
    play = foretold("fire").turn("b", "fire").do("a", m.Reveal(False))
    assert play.of(e.Lapsed) == [e.Lapsed("a")]
    assert "Strike" in play.offered("b")
    assert play.side("a").foreseen is None


@pytest.mark.parametrize(("ruling", "asked"), [("yes", {"Reveal"}), ("no", set[str]())])
def test_keeping_the_stance(ruling: str, asked: set[str]) -> None:
    """5e.action.predict: same_stance_is_choice = yes | no"""
    play = foretold("water", calm(same_stance_is_choice=ruling))
    assert play.side("b").stance == "water"
    play.turn("b", "water")
    assert play.offered("a") == asked


def test_predict_is_for_the_next_choice_alone() -> None:
    """5e.action.predict"""
    play = foretold("fire").turn("b", "air").do("a", m.Reveal(True)).do("b", m.Pass())
    play.bid(b=1).turn("b", "fire")
    assert play.offered("a") == set()


@pytest.mark.parametrize(("ruling", "lapsed"), [("may_lapse", [e.Lapsed("a")]), ("kept", [])])
def test_predict_lapses_where_the_order_flips(ruling: str, lapsed: list[e.Lapsed]) -> None:
    """5e.action.predict: predict_on_flip = may_lapse | kept; b had no turn between two of a's."""
    play = opened(calm(predict_on_flip=ruling)).bid(b=1).skip("b")
    play.turn("a", "air").do("a", m.Predict("fire"))
    assert play.side("a").foreseen is not None, "the end of the turn that made it takes nothing"
    play.bid(a=2).turn("a", "air").do("a", m.Pass())
    assert play.of(e.Lapsed) == lapsed
    play.turn("b", "fire")
    assert play.offered("a") == (set() if lapsed else {"Reveal"})


def test_one_who_cannot_change_takes_only_the_strife() -> None:
    """5e.action.predict"""
    play = foretold("water", calm(same_stance_is_choice="yes"))
    play.hurt("b", immobilized=True)
    play.refused("b", m.Stance("fire", 1))
    play.turn("b", "water").do("a", m.Reveal(True))
    assert play.of(e.Foretold) == [e.Foretold("a", "water", True, False)]
    assert play.shifts("predict") == [("b", "strife", 4)]
    assert "Strike" in play.offered("b")
    play.do("b", m.Pass())
    assert not play.side("b").body.immobilized, "it ends with the own turn"


# --- 5e.duel.round ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruling", "allowed"), [("free", {1, 2}), ("needs_action", {1})])
def test_the_grip(ruling: str, allowed: set[int]) -> None:
    """5e.duel.round: grip_change = free | needs_action"""
    play = opened(Play(grip_change=ruling)).bid()
    (offer,) = offers(DUEL, play.scene)["a"]
    assert {hands for hands in range(3) if offer.admits(m.Stance("air", hands))} == allowed


def test_a_round_goes_on_until_the_objective_is_met() -> None:
    """5e.duel.round"""
    play = opened(Play()).bid().skip("a")
    assert play.top == Turn("b")
    play.skip("b")
    assert play.of(e.Tested) == [e.Tested(())]
    assert play.of(e.Rounded) == [e.Rounded(2)]


def test_the_game_master_s_word() -> None:
    """5e.duel.forms, 5e.duel.score"""
    play = opened(Play(form="custom", objective="word"))
    assert play.offered(GM) == {"Witness", "Call"}
    assert opened(Play()).offered(GM) == {"Witness"}
    play.do(GM, m.Call("b"))
    assert play.over
    assert dict(play.scored.parts_b) == {"objective": 6}
