"""Forms made from offers: what is one tap, what each choice opens, and what a yes and a no are called."""

from __future__ import annotations

from typing import Any

import pytest
from tests.duels import Play, fighter
from tests.skirmishes import Fight, bushi, ogre, two

from rollkeep.fifth.duel import moves as duel
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.machine.machine import offers
from rollkeep.web.forms.controls import MOST_BUTTONS, Doing, doings, read_move
from rollkeep.web.ground.seats import Form


def doing(fight: Fight, who: str, kind: type) -> Doing:
    """The form of a kind of move."""
    every = doings("skirmish", 1, {who: offers(SKIRMISH, fight.scene)[who]})
    return next(each for each in every if each.move == kind.__name__)


def fight(upto: str = "turns", **more: Any) -> Fight:
    cast = {"akodo": bushi(void=3), "bayushi": bushi("Bayushi"), "toku": bushi("Toku")}
    return Fight(cast, (("A", ("akodo", "toku")), ("B", ("bayushi",))), upto=upto, **more)


def test_a_stance_is_a_tap_that_says_what_it_opens() -> None:
    """4e.stance"""
    found = doing(fight("stance"), "akodo", m.Stance)
    assert found.pick
    assert not found.says, "each sentence stands at its choice"
    told = {value: (text, small) for value, text, small in found.pick.told}
    assert told["full attack"] == ("Full Attack", "+2k1 on attacks, in melee alone; Armor TN -10")
    assert told["attack"] == ("Attack", "Nothing changes")


def test_the_start_of_a_round_is_one_row_of_taps() -> None:
    """4e.void.armor, 4e.void.initiative, 4e.void.swap"""
    started = fight("void")
    spend, swap = doing(started, "akodo", m.Spend), doing(started, "akodo", m.Swap)
    assert spend.pick
    assert swap.pick
    assert [(value, text) for value, text, _ in spend.pick.told] == [
        ("armor", "Armor TN"),
        ("initiative", "Initiative"),
    ]
    assert {value for value, _, _ in swap.pick.told} == {"bayushi", "toku"}
    assert all(" for " in small for _, _, small in swap.pick.told)
    assert doing(started, "akodo", m.Pass).is_bare


def test_the_target_of_an_attack_says_its_armor_tn() -> None:
    """4e.armor-tn"""
    started = two()
    started.turn_of("akodo")
    found = doing(started, "akodo", m.Strike)
    assert found.pick is None
    assert found.says == ("bayushi: Armor TN 15.",), "of one target alone it stands above"


def test_an_attack_that_has_no_name_is_not_told_as_one() -> None:
    """4e.attack"""
    for foe, weapon, armed in ((ogre(), "attack", ""), (bushi("Bayushi", weapons=()), "unarmed", "unarmed")):
        started = two(second=foe)
        started.turn_of("bayushi")
        found = doing(started, "bayushi", m.Strike)
        assert (found.values["weapon"].value, found.armed) == (weapon, armed)


def test_whom_one_may_guard_is_named_even_if_it_is_one() -> None:
    started = fight()
    started.turn_of("akodo")
    cover = doing(started, "akodo", m.Cover)
    assert cover.pick
    assert [value for value, _, _ in cover.pick.told] == ["toku"]


def test_many_choices_are_a_list() -> None:
    names = [f"bandit {number}" for number in range(MOST_BUTTONS + 1)]
    cast = {"akodo": bushi(void=3)} | {name: bushi(name) for name in names}
    started = Fight(cast, (("A", ("akodo",)), ("B", tuple(names))), upto="void")
    assert doing(started, "akodo", m.Swap).pick is None


@pytest.mark.parametrize(("kind", "first"), [(m.Soak, "Bear it"), (m.Edge, "Roll as it is"), (m.Answer, "Refuse")])
def test_a_yes_and_a_no_have_names(kind: type, first: str) -> None:
    from rollkeep.web.ground.words import decision

    (usual, _), (other, _) = ((text, value) for value, text in decision("skirmish", kind.__name__, "yes"))
    assert usual == first
    assert other != "yes"
    assert decision("duel", "Call", "yes")[0] == ("yes", "Reveal it")


def test_whether_something_holds_is_said_and_not_left_unticked() -> None:
    """4e.skirmish.conditions"""
    found = doing(fight(), "gm", m.Condition).values["yes"]
    assert (found.kind, found.value, found.title) == ("one", "yes", "Does it hold?")
    assert [text for _, text in found.options] == ["it holds", "no more"]
    offer = next(each for each in offers(SKIRMISH, fight().scene)["gm"] if each.move is m.Condition)
    for text, yes in (("yes", True), ("no", False)):
        said = Form([("f.who", "akodo"), ("f.what", "prone"), ("f.yes", text)])
        assert read_move(offer, said) == m.Condition("akodo", "prone", yes)


def of_duel(play: Play, kind: type, who: str = "a") -> Doing:
    """The form of a kind of move in a duel."""
    every = doings("duel", 1, {who: offers(DUEL, play.scene)[who]})
    return next(each for each in every if each.move == kind.__name__)


def test_a_stance_of_a_duel_is_told_by_its_offer() -> None:
    """5e.stance"""
    found = of_duel(Play(fighter(weapons=("bokken",)), form="warriors-duel").begin(), duel.Stance)
    assert not found.says, "each sentence stands at its choice"
    told = {value: (text, small) for value, text, small in found.values["ring"].told}
    assert told["air"] == ("Air", "Harder to attack or to scheme against, TN 1 higher")
    assert told["void"] == ("Void", "Strife on kept dice costs nothing")
    bound = of_duel(Play().begin().hurt("a", immobilized=True), duel.Stance)
    assert bound.says == ("Water: one more action that needs no check.",)


def test_whole_moves_say_each_what_it_opens() -> None:
    """5e.action.prepare-item"""
    found = of_duel(Play(fighter(weapons=("katana", "wakizashi"))).begin().turn("a"), duel.Prepare)
    assert found.pick
    assert not found.says
    told = {text: small for _, text, small in found.pick.told}
    assert told == {
        "Take katana in both hands": "That leaves katana in both hands",
        "Put katana away": "That leaves nothing in hand",
        "Take wakizashi in one hand": "That leaves katana in one hand and wakizashi in one hand",
    }


def test_a_weapon_says_what_it_would_do() -> None:
    """5e.action.strike, 5e.action.calming-breath"""
    play = Play().begin().turn("a", "earth")
    found = of_duel(play, duel.Strike)
    told = {value: small for value, _, small in found.values["weapon"].told}
    assert told["katana"] == "TN 2, 4 damage and bonus successes, deadliness 5"
    assert not found.says
    assert of_duel(play, duel.Calm).says == ("Nothing goes: neither strife nor fatigue is above half.",)


def test_who_can_only_concede_is_not_waited_for() -> None:
    """5e.duel.concede: one is in danger of a finishing blow, and the other chooses."""
    play = Play(fighter(strife=8)).do("a", duel.Ready("water", False, ())).do("b", duel.Ready("water", False, ()))
    for _ in range(2):
        play.check(play.nothing())
    assert play.offered("a") == {"Concede"}
    found = doings("duel", 1, {who: offers(DUEL, play.scene)[who] for who in ("a", "b")})
    assert {each.who for each in found if not each.is_aside} == {"b"}
    play.do("b", duel.Pass())
    found = doings("duel", 1, {"a": offers(DUEL, play.scene)["a"]})
    assert [each.move for each in found if not each.is_aside] == ["Hold", "Concede"], "beside a question it stays"
