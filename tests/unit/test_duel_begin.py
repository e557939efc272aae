"""How a duel begins: its form, who comes first, initiative, and a duel that one roll decides."""

from __future__ import annotations

import pytest
from tests.duels import FAIL, MELEE, Play, fighter

from rollkeep.errors import Missing
from rollkeep.fifth.catalogue.weapons import WEAPONS
from rollkeep.fifth.duel import begin
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.person import TRIGGERS, may_open, numbers, person
from rollkeep.fifth.duel.state import Window
from rollkeep.fifth.score import FORMS
from rollkeep.fifth.sheet import RINGS, Character, Modifier, ring, with_value
from rollkeep.machine.machine import CHANCE, GM, Scene, decide, offers

RINGS_OF_TWO = tuple((name, 2) for name in RINGS)
IAIJUTSU = ("first-strike", "first-blood", "to-the-death")


# --- 5e.duel.forms ------------------------------------------------------------------------------------------------


def test_every_form_has_its_objective() -> None:
    """5e.duel.forms"""
    assert begin.OBJECTIVE_OF == {
        "first-strike": "critical",
        "first-blood": "critical-5",
        "to-the-death": "death",
        "sparring": "incapacitated",
        "warriors-duel": "out",
        "taryu-jiai": "incapacitated",
    }
    assert {*begin.OBJECTIVE_OF, "custom"} == set(FORMS)


@pytest.mark.parametrize("form", IAIJUTSU)
def test_iaijutsu_is_fought_in_clothes_and_with_sheathed_swords(form: str) -> None:
    """5e.duel.forms"""
    armed = fighter(weapons=("yari", "katana", "bokken"), armour=None)
    play = Play(armed, fighter(weapons=("tetsubo",)), form)
    assert (play.side("a").arms.ready, play.side("a").arms.held, play.side("a").arms.resistance) == (("katana",), (), 1)
    assert play.side("b").arms.ready == ("katana", "wakizashi"), "lent to one who has come with neither"


def test_armour_counts_but_not_in_iaijutsu() -> None:
    """5e.duel.forms"""
    from rollkeep.fifth.catalogue.armour import ARMOUR

    plated = fighter(armour=ARMOUR["plated armour"])
    assert Play(plated).side("a").arms.resistance == 5
    assert Play(plated, form="first-blood").side("a").arms.resistance == 1
    assert Play(fighter()).side("a").arms.resistance == 1, "clothes"


def test_sparring_is_blunt_and_taryu_jiai_bare_handed() -> None:
    """5e.duel.forms"""
    armed = fighter(weapons=("katana", "tetsubo", "jian"))
    assert Play(armed, form="sparring").side("a").arms.ready == ("tetsubo",), "a jian cuts in two hands"
    assert Play(fighter(), form="sparring").side("a").arms.ready == ("bokken",)
    assert Play(armed, form="taryu-jiai").side("a").arms.ready == ()
    assert Play(armed, form="warriors-duel").side("a").arms.held == (("katana", 1),)
    assert Play(fighter(weapons=("nodachi",))).side("a").arms.held == (("nodachi", 2),)


def test_only_a_custom_duel_names_its_objective() -> None:
    """5e.duel.forms"""
    cast = {"a": fighter(), "b": fighter()}
    faced = offers(DUEL, Scene(cast, DUEL.blank))[GM]

    def admits(form: str, objective: str) -> bool:
        return any(offer.admits(m.Face("a", "b", form, objective, False, (), (), "")) for offer in faced)

    assert all(admits("custom", objective) for objective in begin.OBJECTIVES)
    assert all(admits(form, "") for form in FORMS if form != "custom")
    assert not admits("custom", "")
    assert not admits("sparring", "death")
    assert not any(offer.admits(m.Face("a", "a", "sparring", "", False, (), (), "")) for offer in faced)


def test_nobody_faces_themselves_by_the_game_masters_word_either() -> None:
    """5e.duel.forms"""
    alone = Scene({"a": fighter(), "b": fighter("B")}, DUEL.blank)
    with pytest.raises(ValueError, match="a"):
        decide(DUEL, alone, GM, m.Face("a", "a", "sparring", "", False, (), (), ""), waived=True)


def test_nobody_duels_alone_or_without_numbers() -> None:
    """5e.derived"""
    blank = fighter()
    nobody = type(blank)(blank.sheet._replace(rings=()))
    assert offers(DUEL, Scene({"a": blank}, DUEL.blank)) == {}
    assert offers(DUEL, Scene({"a": blank, "b": nobody}, DUEL.blank)) == {}


# --- 5e.duel.initiative -------------------------------------------------------------------------------------------


def test_only_the_skills_that_a_duel_needs_have_to_be_known() -> None:
    """5e.duel.initiative, 5e.action.strike, 5e.critical"""

    def needed(*weapons: str) -> tuple[set[str], Character]:
        """What is asked for until the character can duel, and how it enters."""
        one = Character("Half", rings=RINGS_OF_TWO, partial=True, weapons=tuple(WEAPONS[name] for name in weapons))
        asked = set[str]()
        while True:
            try:
                numbers(person(one))
            except Missing as missing:
                asked.add(missing.key.removeprefix("skills."))
                one = with_value(one, missing.key, 3)
            else:
                return asked, one

    asked, one = needed()
    assert asked == {"meditation", "fitness", MELEE}
    known = numbers(person(one)).skills
    assert (known[MELEE], known["martial arts ranged"], known["martial arts unarmed"]) == (3, 0, 0)
    assert needed("katana")[0] == {"meditation", "fitness", MELEE}
    assert needed("yumi", "katana")[0] == {"meditation", "fitness", MELEE, "martial arts ranged"}
    assert needed("punch")[0] == {"meditation", "fitness", "martial arts unarmed"}
    written = one._replace(skills=(*(one.skills or ()), ("martial arts unarmed", 2)))
    assert numbers(person(written)).skills["martial arts unarmed"] == 2


def test_what_is_missing_is_asked_for_within_its_bounds() -> None:
    """5e.check, 5e.derived"""

    for weapon in ("katana", "yumi"):
        with pytest.raises(Missing) as found:
            numbers(person(Character("Half", rings=RINGS_OF_TWO, weapons=(WEAPONS[weapon],))))
        assert (found.value.key, found.value.least, found.value.most) == ("skills.meditation", 0, 5)
    for npc, most in ((False, 6), (True, 10)):
        with pytest.raises(Missing) as found:
            ring(Character("Half", npc=npc), "air")
        assert (found.value.least, found.value.most) == (1, most)


def opened(play: Play, a: str = FAIL, b: str = FAIL) -> Play:
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    return play.check(a).check(b)


@pytest.mark.parametrize(
    ("dice", "more"), [(". . / .", 0), ("s . / .", 1), ("s s / .", 2), ("s s / so", 2), ("o o / .", 0)]
)
def test_success_adds_one_and_the_bonus_to_focus(dice: str, more: int) -> None:
    """5e.duel.initiative: TN 1, two dice kept."""
    play = opened(Play(fighter(rings=(3, 2, 3, 2, 2))), dice)
    (entered, _) = play.of(e.Entered, every=True)
    assert entered == e.Entered("a", "water", 6, 6 + more)
    assert play.side("a").stance == "water"
    checks = [event.check for event in play.of(e.Declared, every=True)]
    assert {(check.skill, check.tn) for check in checks} == {("meditation", 1)}


def test_the_unready_start_from_vigilance() -> None:
    """5e.duel.initiative, 5e.derived: Air 3 and Water 2 make a vigilance of 3, rounded up."""
    play = opened(Play(fighter(rings=(3, 2, 4, 2, 2)), unready=("a",)), "s . / .")
    assert [each.base for each in play.of(e.Entered, every=True)] == [3, 4]
    assert play.side("a").initiative == 4


def test_fire_makes_up_for_being_unready() -> None:
    """5e.opportunity, 5e.duel.initiative: a point for ``alert``, and focus is the base after all."""
    play = Play(fighter(rings=(3, 2, 4, 2, 2)), unready=("a",))
    play.do("a", m.Ready("fire", False, ())).do("b", m.Ready("fire", False, ()))
    play.dice("s o . . / .").keep((0, 1))
    assert play.buys()["alert"] == (1, 1)
    play.do("a", m.Spend(("alert",)))
    assert play.of(e.Entered, every=True)[0][2:] == (7, 8)
    play.check("s o / .", spend=None)
    assert "alert" not in (play.buys() if play.waits("spend") else {}), "b was not taken unready"


def test_vigilance_is_one_while_compromised() -> None:
    """5e.duel.initiative, 5e.compromised"""
    play = opened(Play(fighter(rings=(3, 2, 4, 2, 2), strife=9), unready=("a",)))
    assert play.of(e.Entered, every=True)[0].base == 1


def test_any_ring_may_be_used_and_gives_its_stance() -> None:
    """5e.duel.initiative, 5e.seize"""
    play = Play(fighter(rings=(1, 2, 3, 2, 2)))
    play.do("a", m.Ready("fire", True, ()))
    assert play.shifts("seize the moment") == []
    play.do("b", m.Ready("air", False, ()))
    assert play.shifts("seize the moment") == [("a", "void", -1)]
    assert play.top.pool == (4, 1, 4)
    play.check(". . . . / .").check(FAIL)
    assert (play.side("a").stance, play.side("b").stance) == ("fire", "air")


@pytest.mark.parametrize(
    ("ruling", "ring", "initiative", "strife"), [("no", "fire", 5, 1), ("yes", "fire", 6, 1), ("yes", "void", 5, 0)]
)
def test_whether_the_stance_helps_already(ruling: str, ring: str, initiative: int, strife: int) -> None:
    """5e.duel.initiative: initiative_stance_effects = no | yes"""
    play = Play(initiative_stance_effects=ruling)
    play.do("a", m.Ready(ring, False, ())).do("b", m.Ready("water", False, ())).check("s! . / .")
    assert play.one("a").strife == strife
    play.check(FAIL)
    assert play.side("a").initiative == initiative


def test_in_void_strife_counts_at_initiative() -> None:
    """5e.duel.initiative, 5e.stance"""
    play = Play()
    play.do("a", m.Ready("void", False, ())).do("b", m.Ready("water", False, ())).check("s! . / .")
    assert play.one("a").strife == 1


def order(play: Play, a: str = FAIL, b: str = FAIL) -> tuple[str, ...]:
    opened(play, a, b).bid()
    found: tuple[str, ...] = play.of(e.Ordered)[0].order
    return found


def test_the_highest_goes_first() -> None:
    """5e.duel.initiative"""
    assert order(Play(), b="s . / .") == ("b", "a")
    assert order(Play(), a="s . / .") == ("a", "b")


def test_of_equals_the_one_with_less_honour() -> None:
    """5e.duel.initiative"""
    assert order(Play()) == ("a", "b")
    assert order(Play(fighter(honour=51))) == ("b", "a")
    assert order(Play(fighter(honour=51, npc=False), fighter(honour=50, npc=True))) == ("b", "a")


def test_then_a_player_character() -> None:
    """5e.duel.initiative: equal_honour = pc_then_coin"""
    play = Play(fighter(npc=True), fighter(honour=40))
    assert order(play) == ("b", "a")
    assert play.of(e.Ranked, every=True) == [e.Ranked("b", "pc")]


@pytest.mark.parametrize("ruling", ["pc_then_coin", "coin"])
@pytest.mark.parametrize(("heads", "first"), [(True, "a"), (False, "b")])
def test_then_a_coin_that_is_recorded(ruling: str, heads: bool, first: str) -> None:
    """5e.duel.initiative: equal_honour = coin"""
    play = Play(fighter(npc=ruling == "coin"), fighter(honour=40), equal_honour=ruling)
    assert play.offered(CHANCE) == {"Toss"}
    play.do(CHANCE, m.Toss(heads))
    assert play.last == [e.Ranked(first, "coin")]
    assert order(play)[0] == first


def test_who_has_no_honour_written_down_comes_to_the_coin() -> None:
    """5e.duel.initiative"""
    assert Play(fighter(honour=None)).offered(CHANCE) == {"Toss"}


def test_compromised_before_it_began() -> None:
    """5e.duel.finishing-blow: no trigger until a new crossing; 4 of fifth: order of interruptions."""
    play = Play(fighter(strife=9)).begin()
    assert play.of(e.Opened, every=True) == []
    assert play.side("a").compromised
    play.turn("a").do("a", m.Calm())
    assert play.one("a").strife == 9, "10 after the staredown"
    play.do("a", m.Pass()) if "Pass" in play.offered("a") else None
    play.elsewhere("a", "strife", -2)
    assert not play.side("a").compromised
    play.elsewhere("a", "strife", 2)
    assert play.of(e.Opened) == [e.Opened("b", "compromised")]


def test_compromised_by_initiative() -> None:
    """5e.duel.finishing-blow: it waits until both have a stance."""
    play = Play(fighter(strife=8))
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("air", False, ())).check("s! . / .")
    assert play.of(e.Opened) == []
    play.check(FAIL)
    assert play.of(e.Opened) == [e.Opened("b", "compromised")]
    assert play.offered("b") == {"Strike", "Pass"}


# --- 5e.duel.one-roll ---------------------------------------------------------------------------------------------


def rolled(a: str, b: str) -> Play:
    play = Play(form="first-blood", one_roll=True)
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    return play.check(a).check(b)


def test_one_roll_that_one_wins() -> None:
    """5e.duel.one-roll: most bonus successes; 2 x deadliness and the bonus."""
    play = rolled("s s / . .", "s . / . .")
    assert [each.check.skill for each in play.of(e.Declared, every=True)][:2] == [MELEE, MELEE]
    assert play.of(e.Clashed) == [e.Clashed(("a",), "won")]
    assert play.of(e.Critical) == [e.Critical("b", "a", 2 * 5 + 1, True, False)]
    play.resist("b", "s . / .")
    assert play.of(e.Wounded)[0].severity == 10
    assert play.over
    assert (play.scored.winner, play.scored.result, play.scored.reason) == ("a", "", "one-roll")


def test_one_roll_that_both_fail() -> None:
    """5e.duel.one-roll: the lower shortfall wins, with 2 x deadliness."""
    play = Play(form="first-blood", one_roll=True)
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    play.check(". . / . .").check("o . / . .")
    assert play.of(e.Clashed) == [e.Clashed(("a", "b"), "tie")], "both are 1 short"
    assert [each.severity for each in play.of(e.Critical)] == [10, 10]


def test_one_roll_with_a_lower_shortfall() -> None:
    """5e.duel.one-roll, 5e.wounded: TN 4 for one who is Severely Wounded."""
    play = Play(form="first-blood", one_roll=True)
    play.hurt("a", severe=("water",))
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    assert play.top.tn == 4
    play.check("s . / . .").check(". . / . .")
    assert play.of(e.Clashed) == [e.Clashed(("b",), "failed")], "3 short against 1"
    assert play.of(e.Critical)[0] == e.Critical("a", "b", 10, True, False)


def test_one_roll_that_ties() -> None:
    """5e.duel.one-roll: both inflict, the higher final severity wins."""
    play = rolled("s . / . .", "s . / . .")
    assert play.of(e.Clashed) == [e.Clashed(("a", "b"), "tie")]
    who = play.top.who
    play.resist(who, "s . / .")
    other = play.top.who
    play.resist(other)
    assert play.over
    assert {each.who: each.severity for each in play.of(e.Wounded, every=True)} == {who: 9, other: 10}
    assert play.scored.winner == who, "whose own critical was not resisted"
    even = rolled("s . / . .", "s . / . .")
    even.resist(even.top.who).resist(even.top.who)
    assert (even.scored.winner, even.scored.reason) == ("", "one-roll")


def test_one_roll_leaves_no_room_for_a_finishing_blow() -> None:
    """5e.duel.one-roll, 5e.duel.finishing-blow"""
    play = Play(fighter(strife=8), form="warriors-duel", one_roll=True)
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    play.check("s! . / . .").check(". . / . .")
    assert play.side("a").compromised
    assert play.of(e.Opened, every=True) == []
    assert play.offered("b") >= {"Resist"}


def test_a_keen_edge_counts_in_one_roll() -> None:
    """5e.duel.one-roll, 5e.weapons: 2 x (5 + 1) and a bonus of 1."""
    keen = fighter(modifiers=(Modifier("a keen edge", ("deadliness",), flat=1),))
    play = Play(keen, form="first-blood", one_roll=True)
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    play.check("s s / . .").check(". . / . .")
    assert play.of(e.Critical)[0].severity == 13


def test_whoever_breaks_before_initiative_keeps_no_strife_and_the_blow_waits() -> None:
    """5e.compromised, 5e.duel.finishing-blow"""
    play = Play(form="warriors-duel").elsewhere("a", "strife", 30)
    assert play.side("a").compromised
    play.do("a", m.Ready("fire", False, ())).do("b", m.Ready("fire", False, ()))
    play.dice("s! . / .")
    assert play.of(e.Opened) == []
    play.refused("a", m.Keep((0,)))
    play.keep().dice(". . / .").keep((0,))
    assert play.of(e.Opened, every=True) == [e.Opened("b", "compromised")]
    assert isinstance(play.top, Window)
    assert play.scene.state.round == 0
    assert play.do("b", m.Pass()).scene.state.round == 1
    assert play.of(e.Opened, every=True) == [e.Opened("b", "compromised")]


@pytest.mark.parametrize(("ruling", "left"), [("one", False), ("one_per_trigger", True)])
def test_what_is_left_of_the_finishing_blow(ruling: str, left: bool) -> None:
    """5e.duel.finishing-blow: finishing_blows = one | one_per_trigger"""
    play = Play(finishing_blows=ruling)
    one = play.side("a")._replace(opened=("compromised",))
    assert not may_open(play.scene, one, "compromised")
    assert may_open(play.scene, one, "unmasked") is left
    assert all(may_open(play.scene, play.side("a"), trigger) for trigger in TRIGGERS)
