"""What a choice of a duel says beforehand, compared with what it brings when it is made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.duels import FAIL, Play, fighter

from rollkeep.dice.symbols import kind as kind_of
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.duel.state import Check, Wound
from rollkeep.fifth.sheet import Modifier
from rollkeep.fifth.wording import sentence
from rollkeep.fifth.wording_names import gripped, listed
from rollkeep.machine.machine import CHANCE, GM, Offer, Scene, Shifted, decide, offers
from rollkeep.machine.secret import Secret, redact
from rollkeep.testing import Faces

ATTACKS = (m.Strike, m.Cross, m.Rise)
DICE = (m.Throw, m.Toss, m.Swap, m.Reserve, m.Reroll, m.Spend, m.Keep)
"""Moves whose dice say what they are."""


def offer_of(play: Play, who: str, move: type) -> Offer:
    return next(offer for offer in offers(DUEL, play.scene)[who] if offer.move is move)


def said(play: Play, who: str, move: type) -> list[str]:
    return [sentence(reason) for reason in offer_of(play, who, move).says]


def turn(play: Play | None = None, ring: str = "earth", b: str = "earth") -> Play:
    return (play or Play()).begin(b=b).turn("a", ring)


# --- stances ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rank", "by"), [(3, 1), (4, 2)])
def test_each_stance_says_what_it_gives(rank: int, by: int) -> None:
    """5e.stance"""
    play = Play(fighter(school_rank=rank)).begin()
    assert offer_of(play, "a", m.Stance).about == "ring"
    assert said(play, "a", m.Stance) == [
        f"Air: harder to attack or to scheme against, TN {by} higher.",
        "Earth: the other cannot buy criticals or conditions with opportunity.",
        "Fire: strife kept in a successful check counts as bonus successes.",
        "Water: one more action that needs no check.",
        "Void: strife on kept dice costs nothing.",
    ]


def test_no_stance_is_told_that_cannot_be_taken() -> None:
    """5e.stance, 5e.action.predict: held fast, or foreseen"""
    bound = Play().begin().hurt("a", immobilized=True)
    assert [text.partition(":")[0] for text in said(bound, "a", m.Stance)] == ["Water"]
    seen = turn().do("a", m.Predict("fire")).turn("b", "fire").do("a", m.Reveal(True))
    assert [text.partition(":")[0] for text in said(seen, "b", m.Stance)] == ["Air", "Earth", "Water", "Void"]


# --- attacks ------------------------------------------------------------------------------------------------------

KEEN = (Modifier("keen", ("damage", "deadliness"), flat=1), Modifier("slow", ("attack",), flat=1))


def tns(play: Play, who: str = "a", move: type = m.Strike) -> list[int]:
    """The TN that an attack says, the one that is declared being the same."""
    found = list[int]()
    for reason in offer_of(play, who, move).says:
        data = dict(reason.data)
        step = decide(DUEL, play.scene, who, move(data["weapon"], False, ()))
        (check,) = [event.check for event in step.events if isinstance(event, e.Declared)]
        assert check.tn == data["tn"]
        found.append(check.tn)
    return found


def test_an_attack_says_its_tn_damage_and_deadliness() -> None:
    """5e.action.strike"""
    play = turn()
    assert said(play, "a", m.Strike) == [
        "katana: TN 2, 4 damage and bonus successes, deadliness 5.",
        "punch: TN 2, 1 damage and bonus successes, deadliness 2.",
        "kick: TN 2, 2 damage and bonus successes, deadliness 1.",
    ]
    play = Play().begin(b="air").turn("a", "earth", hands=2)
    assert said(play, "a", m.Strike)[0] == "katana: TN 3, 4 damage and bonus successes, deadliness 7."


def test_the_tn_is_the_one_that_it_really_has() -> None:
    """5e.stance, 5e.wounded, 5e.action.strike: the other's Air stance, wounds, what the sheets change"""
    assert tns(turn())[0] == 2
    airy = Play(b=fighter("B", honour=30, school_rank=4)).begin(b="air").skip("b")
    in_air = Play(b=fighter("B", honour=30, school_rank=4)).begin().turn("b", "air").do("b", m.Pass())
    assert tns(airy.turn("a", "earth"))[0] == 2
    assert tns(in_air.turn("a", "earth"))[0] == 4
    assert tns(turn().hurt("a", light=("earth",)))[0] == 3
    assert tns(turn().hurt("a", light=("earth",), severe=("earth",)))[0] == 6
    assert tns(turn(Play(fighter(modifiers=KEEN))))[0] == 3
    assert tns(turn(Play(b=fighter("B", honour=50, modifiers=(Modifier("wary", ("defence",), flat=2),)))))[0] == 4


@pytest.mark.parametrize(("ruling", "strife", "tn"), [("errata", 0, 3), ("errata", 12, 1), ("printed", 12, 3)])
def test_rising_blade_is_told_with_the_others_vigilance(ruling: str, strife: int, tn: int) -> None:
    """5e.action.rising-blade"""
    quick = fighter("B", rings=(2, 2, 2, 4, 2), honour=50)
    play = Play(fighter(techniques=("rising blade",)), quick, form="first-strike", rising_blade_tn=ruling)
    play = turn(play)
    if strife:
        play.elsewhere("b", "strife", strife)
        assert tns(play, move=m.Rise) == [tn]
        play.do("a", m.Pass())
        sure = ", no defence while the other is Compromised"
    else:
        sure = ""
    assert tns(play, move=m.Rise) == [tn]
    assert said(play, "a", m.Rise) == [f"katana: TN {tn}, 5 damage, deadliness 5{sure}."]


def test_a_finishing_blow_says_its_severity() -> None:
    """5e.duel.finishing-blow, 5e.unconscious"""
    play = turn().elsewhere("b", "strife", 9)
    assert said(play, "a", m.Strike)[0] == "katana: TN 2, a critical of severity 10 and bonus successes, no damage."
    play.hurt("b", unconscious=True)
    assert "severity 20 and" in said(play, "a", m.Strike)[0]
    assert said(play, "a", m.Pass) == ["The finishing blow is let go; no other comes in this duel."]


def test_a_ward_is_told_with_what_its_strife_brings() -> None:
    """5e.opportunity, 5e.compromised"""

    def warded(strife: int) -> Play:
        play = turn(Play(b=fighter("B", honour=50, strife=strife)), "fire")
        return play.strike("a").check("o . / so .", keep=(0, 2), spend=("ward",)).turn("b")

    assert said(warded(5), "b", m.Strike)[0].endswith("deadliness 5; 2 strife for the other's ward.")
    assert said(warded(6), "b", m.Strike)[0].endswith(
        "deadliness 5; 2 strife for the other's ward: Compromised, and the other may strike a finishing blow."
    )
    play = warded(6)
    assert said(play, "b", m.Predict)[0].endswith("ward: Compromised, and the other may strike a finishing blow.")
    assert play.strike("b").of(e.Opened) == [e.Opened("a", "compromised")]


# --- what needs no check ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strife", "fatigue", "text"),
    [
        (3, 4, "Nothing goes: neither strife nor fatigue is above half."),
        (4, 4, "1 strife goes."),
        (3, 5, "1 fatigue goes."),
        (4, 5, "1 strife and 1 fatigue go."),
        (8, 9, "1 strife (Compromised no more) and 1 fatigue (Incapacitated no more) go."),
        (9, 10, "1 strife and 1 fatigue go."),
    ],
)
def test_a_calming_breath_says_what_goes(strife: int, fatigue: int, text: str) -> None:
    """5e.action.calming-breath: of 8 each; the staredown brings 1 strife more"""
    play = Play().begin().elsewhere("a", "strife", strife).elsewhere("a", "fatigue", fatigue)
    if "Pass" in play.offered("b"):
        play.do("b", m.Pass())
    play.turn("a", "earth")
    offer = offer_of(play, "a", m.Calm)
    told = dict(offer.says[0].data)
    assert sentence(offer.says[0]) == text
    play.do("a", m.Calm())
    went = {each.track: -each.by for each in play.last if isinstance(each, Shifted) and each.why == "calming breath"}
    assert (went.get("strife", 0), went.get("fatigue", 0)) == (told["strife"], told["fatigue"])
    assert any(isinstance(each, e.Strained) for each in play.last) is bool(told["calm"])


def test_what_is_in_hand_after_preparing() -> None:
    """5e.action.prepare-item"""
    play = turn(Play(fighter(weapons=("katana", "wakizashi"))))
    texts = {sentence(offer.says[0]) for offer in offers(DUEL, play.scene)["a"] if offer.move is m.Prepare}
    assert texts == {
        "That leaves katana in both hands.",
        "That leaves nothing in hand.",
        "That leaves katana in one hand and wakizashi in one hand.",
    }


def test_the_other_actions_say_what_they_are_for() -> None:
    """5e.action.centre, 5e.action.predict, 5e.action.unique, 5e.duel.round"""
    play = turn(ring="void")
    assert said(play, "a", m.Centre) == ["Fitness: 1 skill die, any of them set aside for the next check with it."]
    text = "4 strife for the other and another stance, if that is the other's next stance"
    assert said(play, "a", m.Predict) == [f"{text} and you show it by the end of your next turn."]
    assert said(play, "a", m.Try) == ["The game master sets the TN, or no check, and tells what comes of it."]
    assert said(play, "a", m.Pass) == ["The turn ends."]
    bound = turn().hurt("b", immobilized=True)
    assert said(bound, "a", m.Predict)[0].startswith("4 strife for the other, if that is")


def test_to_reveal_says_the_same_whatever_was_foreseen() -> None:
    """5e.action.predict"""
    right, wrong = (turn().do("a", m.Predict(ring)).turn("b", "fire") for ring in ("fire", "air"))
    text = (
        "4 strife for the other and another stance, if it is the stance foreseen; if that makes the other Compromised"
    )
    (line,) = said(right, "a", m.Reveal)
    assert line == f"{text}, a finishing blow. Shown or not, the prediction is over."
    assert offers(DUEL, right.scene) == offers(DUEL, wrong.scene)
    assert right.do("a", m.Reveal(True)).shifts("predict") == [("b", "strife", 4)]


# --- rounds -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "more"),
    [
        ("warriors-duel", ", and the other may strike a finishing blow"),
        ("first-blood", ", and the other's finishing blow is lost: it cannot be struck now"),
    ],
)
def test_a_bid_promises_no_blow_that_cannot_be_struck(form: str, more: str) -> None:
    """5e.duel.staredown, 5e.duel.finishing-blow: no blade is drawn yet in an iaijutsu duel"""
    play = Play(fighter(strife=5), form=form)
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    for _ in range(2):
        play.check(play.nothing())
    assert said(play, "a", m.Bid) == [
        f"0 to 4 strife, added to initiative 4 for this round. 3 or more: Compromised{more}."
    ]
    play.bid(a=3)
    assert play.of(e.Opened) == [e.Opened("b", "compromised")]
    assert bool(play.of(e.Left)) is (form == "first-blood")


def test_to_concede_or_to_go_on() -> None:
    """5e.duel.concede, 5e.compromised"""
    play = Play(fighter(strife=9), concede="round_start")
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    for _ in range(2):
        play.check(play.nothing())
    assert said(play, "a", m.Concede) == ["The other wins, whatever the score."]
    assert said(play, "a", m.Hold) == ["The staredown begins, with 1 strife."]
    play = Play(fighter(strife=9))
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    for _ in range(2):
        play.check(play.nothing())
    assert said(play, "a", m.Hold) == ["No bid while Compromised: initiative 4 for this round."]


def test_unmasking_says_what_it_opens() -> None:
    """5e.unmask, 5e.duel.finishing-blow"""
    play = Play(fighter(strife=9)).begin()
    text = "All strife goes (10), 2 points of the score too"
    assert said(play, "a", m.Unmask) == [f"{text}, and the other may strike a finishing blow."]
    play.do("a", m.Unmask())
    assert play.shifts("unmask") == [("a", "strife", -10)]
    assert play.of(e.Opened) == [e.Opened("b", "unmasked")]
    used = Play(fighter(strife=8)).begin()
    assert used.of(e.Opened, every=True)
    used.do("b", m.Pass())
    if "Hold" in used.offered("a"):
        used.bid()
    assert said(used, "a", m.Unmask) == ["All strife goes (9), 2 points of the score too."]


# --- checks and harm ----------------------------------------------------------------------------------------------


def test_the_check_to_open_with() -> None:
    """5e.duel.initiative, 5e.duel.one-roll"""
    text = "Meditation, TN 1: initiative {}; a success adds 1, and 1 for each bonus success. {}"
    stance = "The ring becomes the first stance."
    assert said(Play(), "a", m.Ready) == [text.format("4 (focus)", stance)]
    unready = Play(unready=("a",))
    assert said(unready, "a", m.Ready) == [text.format("2 (vigilance, or 1 if Compromised then)", stance)]
    torn = Play(fighter(modifiers=(Modifier("calm waters", ("air",), flat=1),)))
    assert said(torn, "a", m.Ready)[0].startswith("Meditation, TN 1 to 2, by the ring: ")
    assert said(Play(one_roll=True), "a", m.Ready) == [
        "Martial Arts [Melee] with katana, TN 1: the better roll inflicts a critical, this one of severity 10 and "
        "bonus successes."
    ]


def test_a_defence_says_what_either_way_brings() -> None:
    """5e.damage"""
    play = turn(Play(b=fighter("B", honour=50, fatigue=6))).strike("a").check("s s / . .")
    text = "b defends: 3 fatigue, then 9/8, Incapacitated. With a Void Point instead: a critical of severity 5."
    assert said(play, "b", m.Defend) == [text]
    refused = decide(DUEL, play.scene, "b", m.Defend(True)).events
    assert [each.severity for each in refused if isinstance(each, e.Critical)] == [5]
    play.do("b", m.Defend(False))
    assert play.one("b").fatigue == 9


def test_resisting_says_what_stands_against_one() -> None:
    """5e.critical, 5e.wounded, 5e.opportunity"""
    play = turn().hurt("b", severe=("earth",)).critical(10, razor=True)
    text = "Severity 10: Bleeding, a greater scar. Fitness, TN 4: a success takes 1 off, and 1 for each bonus success."
    assert said(play, "b", m.Resist) == [text]
    play.resist("b", FAIL)
    (wounded,) = play.of(e.Wounded)
    assert (wounded.severity, wounded.effects) == (10, ("bleeding", "greater-scar"))


def test_a_parry_says_what_becomes_of_the_weapon() -> None:
    """5e.critical"""
    play = turn().critical(10)
    play.do("b", m.Resist(False, ())).dice(". . / .")
    assert said(play, "b", m.Shatter) == ["katana: all dice are thrown again, for a Void Point; it is Damaged then."]
    play.do("b", m.Shatter("katana"))
    assert play.of(e.Spoiled) == [e.Spoiled("b", "katana", "damaged")]


def test_coming_to_costs_a_void_point() -> None:
    """5e.unconscious"""
    play = Play(b=fighter("B", honour=50, void=2)).begin().hurt("b", unconscious=True).skip("a")
    assert said(play, "b", m.Wake) == ["1 of 2 Void Points goes, and the turn goes on."]
    assert said(play, "b", m.Pass) == ["The turn ends without coming to."]


# --- whole duels --------------------------------------------------------------------------------------------------


def people() -> dict[str, Person]:
    both = ("Crossing Blade", "Rising Blade")
    return {
        "a": fighter("A", techniques=both, weapons=("katana", "wakizashi"), school_rank=4, void=2, modifiers=KEEN),
        "b": fighter("B", rings=(3, 2, 3, 2, 2), weapons=("katana", "bokken"), honour=50, void=1, strife=4),
    }


def states(form: str, seed: int, ruling: str) -> Iterator[Scene[Any]]:
    """Every state of a duel that is played half at random."""
    both, rng, source = people(), Random(seed), Faces(Random(seed))
    scene = Play(both["a"], both["b"], form=form, sheathed_finishing_blow=ruling).scene
    for _ in range(400):
        yield scene
        if not (every := offers(DUEL, scene)):
            return
        who = next(iter(every))
        offered = [each for each in every[who] if each.move not in (m.Concede, m.Try)] or every[who]
        wild = who in (CHANCE, GM) or rng.random() < 0.5
        move = rng.choice(offered).sample(source) if wild else computer(who, source)(scene, tuple(offered))
        scene = decide(DUEL, scene, who, move).now


def succeeds(scene: Scene[Any], who: str, move: Any) -> list[Any]:
    """What follows from an attack whose dice all show successes, up to its verdict and what comes of that."""
    step = decide(DUEL, scene, who, move)
    events = list(step.events)
    for _ in range(12):
        top = step.now.state.stack[-1] if step.now.state.stack else None
        if any(isinstance(each, e.Judged) for each in events) or not isinstance(top, Check) or top.who != who:
            return events
        every = offers(DUEL, step.now)
        actor = next(iter(every))
        (offer, *_) = every[actor]
        if offer.move is m.Throw:
            sample = offer.sample(Faces(Random(1)))
            answer: Any = m.Throw(tuple(5 if kind_of(face) == "ring" else 18 for face in sample.faces))
        elif offer.move is m.Keep:
            among = dict(offer.bounds)["positions"]
            answer = m.Keep(tuple(at for at, _ in among.of[: among.most]))  # type: ignore[attr-defined]
        else:
            answer = offer.sample(Faces(Random(1))) if offer.move is not m.Spend else m.Spend(())
        step = decide(DUEL, step.now, actor, answer)
        events += step.events
    return events


FORMS = ("warriors-duel", "first-strike", "sparring", "to-the-death")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(6))
def test_everything_comes_as_it_was_said(form: str, seed: int) -> None:
    """5e.action.strike, 5e.duel.finishing-blow, 5e.damage, 5e.critical, 5e.unmask"""
    for scene in states(form, seed, ("by_terms", "unarmed", "free_draw")[seed % 3]):
        for who, offered in offers(DUEL, scene).items():
            for offer in offered:
                if who not in (CHANCE, GM) and offer.move not in DICE:
                    assert offer.says, offer
                for reason in offer.says:
                    comes(scene, who, offer, dict(reason.data))


def comes(scene: Scene[Any], who: str, offer: Offer, told: dict[str, Any]) -> None:
    if offer.move in ATTACKS:
        events = succeeds(scene, who, offer.move(told["weapon"], False, ()))
        (check,) = [each.check for each in events if isinstance(each, e.Declared)][:1]
        assert check.tn == told["tn"]
        assert sum(each.by for each in events if isinstance(each, Shifted) and each.why == "ward") == told["ward"]
        bonus = next((each.bonus for each in events if isinstance(each, e.Judged) and each.success), None)
        if bonus is None:
            return
        if check.blow:
            assert [each.severity for each in events if isinstance(each, e.Critical)] == [told["severity"] + bonus]
        for struck in (each for each in events if isinstance(each, e.Struck)):
            assert struck.damage == told["damage"] + bonus * (offer.move is not m.Rise)
            assert struck.deadliness == told["deadliness"]
    elif offer.move is m.Prepare:
        (event,) = [each for each in decided(scene, who, offer) if isinstance(each, e.Readied)]
        assert listed([gripped(*each) for each in event.held]) == told["held"]
    elif offer.move is m.Calm:
        events = decided(scene, who, offer)
        went = {each.track: -each.by for each in events if isinstance(each, Shifted) and each.why == "calming breath"}
        assert (went.get("strife", 0), went.get("fatigue", 0)) == (told["strife"], told["fatigue"])
    elif offer.move is m.Unmask:
        events = decided(scene, who, offer)
        assert any(isinstance(each, e.Opened) for each in events) is (told["blow"] > 0)
        assert any(isinstance(each, e.Left) for each in events) is (told["blow"] == 2)
    elif offer.move is m.Resist:
        (declared,) = [
            each.check for each in decide(DUEL, scene, who, m.Resist(False, ())).events if isinstance(each, e.Declared)
        ]
        assert declared.tn == told["tn"]
        top = scene.state.stack[-1]
        assert isinstance(top, Wound)
        assert top.severity == told["severity"]
    elif offer.move is m.Shatter:
        events = decide(DUEL, scene, who, m.Shatter(told["weapon"])).events
        assert [each.how for each in events if isinstance(each, e.Spoiled)] == [told["how"]] * bool(told["how"])
    elif offer.move is m.Defend:
        (shifted,) = [each for each in decide(DUEL, scene, who, m.Defend(False)).events if isinstance(each, Shifted)][
            :1
        ]
        assert (shifted.by, scene.cast[who].fatigue + shifted.by) == (told["fatigue"], told["then"])


def decided(scene: Scene[Any], who: str, offer: Offer) -> list[Any]:
    return decide(DUEL, scene, who, offer.sample(Faces(Random(1)))).events


def test_nothing_is_said_of_what_is_sealed() -> None:
    """5e.duel.staredown, 5e.action.predict: the other's bid and prediction change no offer"""
    play = Play()
    play.do("a", m.Ready("water", False, ())).do("b", m.Ready("water", False, ()))
    for _ in range(2):
        play.check(play.nothing())
    one, two = (decide(DUEL, play.scene, "a", m.Bid(strife)).now for strife in (0, 4))
    assert offers(DUEL, one) == offers(DUEL, two)
    seen = turn().do("a", m.Predict("fire")).turn("b", "water")
    hidden = seen.scene._replace(state=redact(seen.scene.state, frozenset()))
    assert isinstance(hidden.state.sides[0].foreseen, Secret)
    assert offers(DUEL, hidden) == offers(DUEL, seen.scene)
