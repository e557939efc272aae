"""The check of the 5th edition at the table: who is asked, what lies there, who is told what, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.duels import faces, fighter

from rollkeep.errors import IllegalMove
from rollkeep.fifth import tn as of_tn
from rollkeep.fifth.check import Request
from rollkeep.fifth.deed import read_deed
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.filled import fill
from rollkeep.fifth.play.bound import Rollable, Tns, deeds
from rollkeep.fifth.play.check import CHECK, Ask, Counted, Judge, Judged
from rollkeep.fifth.play.declaring import rings_of
from rollkeep.fifth.play.moves import Declare, Declared, Keep, Kept, Picked, Reroll, Rethrown, Threw, Throw
from rollkeep.fifth.play.person import people, person
from rollkeep.fifth.rulings import choose
from rollkeep.fifth.sheet import RINGS, Character, Modifier
from rollkeep.fifth.wording import sentence
from rollkeep.fourth.play.person import Person as Other
from rollkeep.fourth.sheet import Character as OtherCharacter
from rollkeep.machine.machine import CHANCE, GM, Closed, Scene, Shifted, decide, offers, rule
from rollkeep.machine.secret import Secret, redact

A = "a"
NOBODY = frozenset({"nobody"})


class Table:
    """A check of ``a``, move by move."""

    def __init__(self, one: Person | None = None, *, ask: Ask | None = None, by: str = GM, **rulings: str) -> None:
        cast = {A: one or fighter("A"), "b": fighter("B")}
        self.scene: Scene[Any] = Scene(cast, CHECK.blank, rulings=choose(rulings.items()).chosen)
        self.events: list[Any] = []
        if ask:
            self.do(by, ask)

    def do(self, who: str, move: Any) -> list[Any]:
        step = decide(CHECK, self.scene, who, move)
        self.scene = step.now
        self.events += step.events
        return step.events

    def declare(self, ring: str = "fire", *, seize: bool = False, edges: tuple[str, ...] = ()) -> list[Any]:
        return self.do(A, Declare(A, ring, seize, edges))

    def throw(self, dice: str, who: str = CHANCE) -> list[Any]:
        return self.do(who, Throw(A, faces(dice)))

    def keep(self, *positions: int, who: str = A) -> list[Any]:
        return self.do(who, Keep(A, positions))

    def elsewhere(self, track: str, by: int) -> None:
        self.scene = rule(CHECK, self.scene, Shifted(A, track, by, "elsewhere")).now

    @property
    def every(self) -> dict[str, Any]:
        return dict(offers(CHECK, self.scene))

    def bound(self, who: str, name: str, which: int = 0) -> Any:
        return dict(self.every[who][which].bounds)[name]

    def refused(self, who: str, move: Any) -> None:
        with pytest.raises(IllegalMove):
            decide(CHECK, self.scene, who, move)

    def one(self) -> Person:
        return self.scene.cast[A]  # type: ignore[no-any-return]

    def last(self, kind: type) -> Any:
        return [event for event in self.events if type(event) is kind][-1]

    def sentences(self, *names: str) -> list[str]:
        return [sentence(CHECK.tell(redact(event, frozenset(names)))) for event in self.events]


def asked(**given: Any) -> Ask:
    return Ask(A, given.pop("deed", "fitness"), tn=given.pop("tn", 2), **given)


# --- from the question to the verdict -------------------------------------------------------------------------------


def test_a_check_from_the_question_to_the_verdict() -> None:
    """5e.check, 5e.keep"""
    table = Table(ask=asked(rings=("fire",), label="The wall"))
    assert set(table.every) == {A}
    assert table.declare() == [
        Declared(A, "fire", False, (), False, "Fitness/Fire", table.last(Declared).pool, "", 0, 0, ())
    ]
    assert str(table.last(Declared).pool) == "2r1s"
    assert table.throw("s! o / s") == [Threw(A, faces("s! o / s"))]
    assert table.bound(A, "positions").of == ((0, "su+st"), (1, "op"), (2, "su"))
    assert (table.bound(A, "positions").least, table.bound(A, "positions").most) == (1, 2)
    assert table.keep(0, 2) == [
        Kept(A, (0, 2)),
        Counted(A, 2, 0, 1),
        Shifted(A, "strife", 1, "kept dice"),
        Judged(A, 2, 2, True, 0, 0),
        Closed(),
    ]
    assert table.scene.closed
    assert not table.every
    assert table.one().strife == 1
    assert table.sentences() == [
        "The wall: a is asked for fitness with Fire against TN 2.",
        "a rolls Fitness/Fire: 2r1s.",
        "a throws su+st, op, su.",
        "a keeps dice 1 and 3.",
        "a's kept dice show 2 successes and 1 strife.",
        "a takes 1 strife (kept dice).",
        "a: SUCCESS against TN 2.",
        "It is over.",
    ]


def test_bonus_successes_shortfall_and_opportunity_are_told() -> None:
    """5e.check"""
    for tn, kept, told in ((1, (0, 2), (True, 1, 0)), (3, (0, 1), (False, 0, 2))):
        table = Table(ask=asked(tn=tn))
        table.declare()
        table.throw("s o / so")
        table.keep(*kept)
        judged = table.last(Judged)
        assert (judged.success, judged.bonus, judged.shortfall) == told
        assert table.last(Counted).opportunities == 1


def test_without_a_tn_there_is_no_verdict() -> None:
    table = Table(ask=asked(tn=None, judging="none"))
    table.declare()
    table.throw("s o / so")
    assert table.keep(0)[-2:] == [Counted(A, 1, 0, 0), Closed()]
    assert not any(isinstance(event, Judged) for event in table.events)


def test_later_the_game_master_judges_what_is_kept() -> None:
    table = Table(ask=asked(tn=None, judging="later"))
    table.declare()
    table.throw("s s! / .")
    table.keep(0, 1)
    assert not table.scene.closed
    assert table.one().strife == 1
    assert set(table.every) == {GM}
    for tn in (0, 21):
        table.refused(GM, Judge(tn))
    table.refused(A, Judge(2))
    assert table.do(GM, Judge(3)) == [Judged(A, 3, 3, False, 0, 1), Closed()]


def test_a_ring_has_a_tn_of_its_own() -> None:
    """5e.check: by the same words as the command line has."""
    for ring in ("earth", "fire", "air"):
        tns = (("earth", 1), ("fire", 4))
        table = Table(ask=asked(tn=3, tns=tns))
        table.declare(ring)
        table.throw("s s / .")
        table.keep(0, 1)
        found, _ = of_tn.with_ring(3, ring, dict(tns))
        assert table.last(Judged).tn == found == {"earth": 1, "fire": 4, "air": 3}[ring]


def test_modifiers_change_dice_and_target_as_on_the_command_line() -> None:
    """5e.check: the target of the request that the command line fills in."""
    for flat, tn in ((2, 3), (-3, 1), (0, 2)):
        one = fighter(
            "A", modifiers=(Modifier("Rope", ("fitness",), 1, 1, 1, flat), Modifier("Off", active=False, flat=9))
        )
        table = Table(one, ask=asked(tn=tn))
        table.declare()
        deed = read_deed(one.sheet, "fitness")._replace(ring="fire")
        request = fill(Request(0, 0, tn=tn), one.sheet, deed)
        assert str(table.last(Declared).pool) == "3r2s"
        table.throw("s . . / . .")
        table.keep(0)
        assert table.last(Judged).target == request.tn == max(tn + flat, 1)


# --- what may be asked ----------------------------------------------------------------------------------------------


def test_rings_are_those_asked_for_or_the_one_that_the_deed_names() -> None:
    one = fighter("A").sheet
    assert rings_of(one, "fitness", ()) == RINGS
    assert rings_of(one, "fitness", ("air", "void")) == ("air", "void")
    assert rings_of(one, "fitness/earth", ("air",)) == ("earth",)
    assert rings_of(one, "3r2s", ()) == ()
    table = Table(ask=asked(rings=("air", "void")))
    assert [dict(offer.bounds)["ring"].of for offer in table.every[A]] == [("air",), ("void",)]
    table.refused(A, Declare(A, "fire"))


@pytest.mark.parametrize(
    ("deed", "dice", "holds"),
    [
        ("fitness", False, True),
        ("Melee", False, True),
        ("theology/water", False, True),
        ("strike katana", False, True),
        ("initiative", False, True),
        ("fitness/hope", False, False),
        ("water", False, False),
        ("hope", False, False),
        (" fitness", False, False),
        ("3r2s", False, False),
        ("3r2s", True, True),
        ("2s", True, False),
        ("11r", True, False),
        ("fitness", True, False),
        (3, True, False),
    ],
)
def test_what_a_character_can_be_asked_for(deed: Any, dice: bool, holds: bool) -> None:
    assert Rollable(fighter("A").sheet, dice).holds(deed) is holds


def test_of_whom_only_the_name_is_known_bare_dice_can_be_asked() -> None:
    one = person(Character("Akodo"))
    assert one == Person(Character("Akodo"))
    assert not deeds(Rollable(one.sheet))
    table = Table(one, ask=Ask(A, "3r2s", tn=2))
    assert table.declare("")[0].pool == (3, 2, 3, False)
    table.throw("s . . / s .")
    table.keep(0, 3)
    assert table.last(Judged).success
    assert table.sentences()[1] == "a rolls 3r2s: 3r2s."


def test_an_own_question_has_a_told_tn_helpers_and_no_gifts() -> None:
    Table(ask=asked(skilled=1), by=A)
    blank = Table()
    for wrong in (
        asked(judging="hidden"),
        asked(shown="blind"),
        asked(told="total"),
        asked(edges=("passion",)),
        asked(tn=None),
        asked(tn=0),
        asked(tn=21),
    ):
        blank.refused(A, wrong)
    blank.refused(GM, asked(shown="self"))
    blank.refused("b", asked())
    Table(ask=asked(shown="self"), by=A)


def test_characters_of_the_other_game_are_not_asked() -> None:
    cast = {A: fighter("A"), "other": Other(OtherCharacter("Other"))}
    assert people(Scene(cast, CHECK.blank)) == (A,)


def test_who_is_incapacitated_is_not_asked_to_strike() -> None:
    """5e.incapacitated: asked before, it is made all the same."""
    blank = Table(fighter("A", fatigue=9))
    blank.refused(GM, asked(deed="strike"))
    Table(fighter("A", fatigue=9), ask=asked())
    Table(fighter("A", fatigue=8), ask=asked(deed="strike"))
    table = Table(ask=asked(deed="strike"))
    table.elsewhere("fatigue", 20)
    assert table.declare()[0].title == "Strike with katana/Fire"
    assert table.last(Declared).reasons == (), "the TN is what was asked, not the usual one"


# --- before the dice fall -------------------------------------------------------------------------------------------


def test_a_void_point_seizes_the_moment() -> None:
    """5e.seize, 5e.void"""
    table = Table(fighter("A", void=1), ask=asked())
    assert table.declare(seize=True)[1:] == [Shifted(A, "void", -1, "seize the moment")]
    assert str(table.last(Declared).pool) == "3r1s"
    assert table.one().void == 0
    table = Table(fighter("A", void=1), ask=asked())
    table.elsewhere("void", -1)
    table.refused(A, Declare(A, "fire", seize=True))


def test_helpers_bring_dice() -> None:
    """5e.help: no more than ten of a kind."""
    table = Table(ask=asked(skilled=1, unskilled=2))
    table.declare()
    assert str(table.last(Declared).pool) == "4r2s keep 5"
    table = Table(fighter("A", void=1), ask=Ask(A, "9r9s", tn=1, skilled=9, unskilled=9))
    assert table.declare("", seize=True)[0].pool == (10, 10, 11, False)
    table = Table(fighter("A", void=1), ask=Ask(A, "10r", tn=1))
    table.refused(A, Declare(A, "", seize=True))


def test_own_advantages_are_those_of_the_ring() -> None:
    """5e.advantages"""
    one = fighter("A", edges=(("distinction", "air"), ("anxiety", "fire")))
    table = Table(one, ask=asked())
    assert [dict(offer.bounds)["edges"].of for offer in table.every[A]] == [("distinction",), (), ("anxiety",), (), ()]
    table.refused(A, Declare(A, "air", edges=("anxiety",)))


def test_what_the_game_master_grants_counts_by_itself() -> None:
    """5e.advantages: and a distinction with an adversity cancels."""
    one = fighter("A", edges=(("adversity", "fire"), ("passion", "fire")))
    table = Table(one, ask=asked(edges=("distinction", "passion")))
    assert table.bound(A, "edges", 2).of == ("adversity",)
    table.declare(edges=("adversity",))
    declared = table.last(Declared)
    assert (declared.edges, declared.reroll, declared.after) == (("distinction", "adversity", "passion"), "", -3)
    assert "The game master grants a distinction." in map(sentence, declared.reasons)
    assert table.sentences()[0].endswith(" against TN 2, with a distinction and a passion.")


# --- dice on the table ----------------------------------------------------------------------------------------------


def test_a_distinction_re_rolls_up_to_two_dice() -> None:
    """5e.advantages"""
    table = Table(ask=asked(edges=("distinction",)))
    table.declare()
    table.throw(". . / .")
    assert (table.bound(A, "positions").least, table.bound(A, "positions").most) == (0, 2)
    table.refused(A, Reroll(A, (0, 1, 2)))
    assert table.do(A, Reroll(A, (1, 2))) == [Picked(A, (1, 2), "distinction")]
    assert table.bound(CHANCE, "faces").ring == table.bound(CHANCE, "faces").skill == 1
    assert table.throw("s / so") == [Rethrown(A, faces(". s / so"))]
    assert table.keep(1, 2)[-2] == Judged(A, 2, 2, True, 0, 0)
    table = Table(ask=asked(edges=("distinction",)))
    table.declare()
    table.throw("s . / .")
    assert table.do(A, Reroll(A, ())) == [Picked(A, (), "distinction")]
    assert table.keep(0)


def test_an_adversity_takes_successes_and_a_failure_gives_a_void_point_back() -> None:
    """5e.advantages: asked only where there is a choice."""
    table = Table(fighter("A", void=1), ask=asked(edges=("adversity",)))
    table.declare()
    assert table.throw("s . / s")[1:] == [Picked(A, (0, 2), "adversity")]
    table.throw(". / .")
    assert table.keep(0)[-3:] == [Judged(A, 2, 2, False, 0, 2), Shifted(A, "void", 1, "adversity"), Closed()]
    assert table.one().void == 2
    table = Table(fighter("A", void=1), ask=asked(tn=1, edges=("adversity",)))
    table.declare()
    table.throw("s s / s")
    table.refused(A, Reroll(A, (0,)))
    table.do(A, Reroll(A, (0, 1)))
    table.throw(". .")
    assert table.keep(2)[-1:] == [Closed()]
    assert table.one().void == 1, "it has succeeded"


def test_no_void_point_comes_back_beyond_the_ring_nor_without_successes_asked() -> None:
    """5e.void"""
    table = Table(fighter("A", void=2), ask=asked(edges=("adversity",)))
    table.declare()
    assert table.throw(". . / .")[1:] == [], "nothing shows a success"
    assert table.keep(0)[-2:] == [Judged(A, 2, 2, False, 0, 2), Closed()]


def test_explosives_bring_dice_of_their_kind_that_may_be_dropped() -> None:
    """5e.explode"""
    table = Table(ask=asked(tn=4))
    table.declare()
    table.throw("x! . / x")
    table.keep(0, 2)
    assert (table.bound(CHANCE, "faces").ring, table.bound(CHANCE, "faces").skill) == (1, 1)
    table.throw("x! / s!")
    assert (table.bound(A, "positions").least, table.bound(A, "positions").most) == (0, 2)
    table.keep(0)
    assert (table.bound(CHANCE, "faces").ring, table.bound(CHANCE, "faces").skill) == (1, 0)
    table.throw("s")
    assert table.keep(0) == [
        Kept(A, (0,)),
        Counted(A, 4, 0, 2),
        Shifted(A, "strife", 2, "kept dice"),
        Judged(A, 4, 4, True, 0, 0),
        Closed(),
    ]


def test_an_explosive_that_is_not_kept_brings_nothing() -> None:
    """5e.explode"""
    table = Table(ask=asked())
    table.declare()
    table.throw("x! . / s")
    assert table.keep(2)[-1] == Closed()


@pytest.mark.parametrize("move", [Keep(A, (-1,)), Keep(A, (0, 0)), Keep(A, (3,)), Throw(A, (5,)), Reroll(A, (7,))])
def test_the_game_master_cannot_let_pass_what_does_not_fit(move: Any) -> None:
    table = Table(ask=asked(edges=("distinction",)))
    table.declare()
    table.throw("s s / s")
    with pytest.raises((LookupError, ValueError)):
        offers(CHECK, decide(CHECK, table.scene, A, move, waived=True).now)


def test_dice_thrown_by_hand_are_the_roller_s_each_time() -> None:
    table = Table(ask=asked(edges=("distinction",)))
    table.do(A, Declare(A, "fire", by_hand=True))
    assert set(table.every) == {A}
    table.throw(". . / .", who=A)
    table.do(A, Reroll(A, (0,)))
    table.throw("x!", who=A)
    table.keep(0)
    table.throw("s", who=A)
    table.keep(0)
    assert table.last(Judged).success
    assert table.sentences()[1].endswith(", with a distinction, thrown by hand.")


# --- strife ---------------------------------------------------------------------------------------------------------


def test_the_compromised_keep_no_strife_and_perhaps_nothing() -> None:
    """5e.compromised"""
    table = Table(fighter("A", strife=9), ask=asked())
    assert [sentence(reason) for reason in table.every[A][0].says] == ["Compromised: no die that shows strife is kept."]
    table.declare()
    assert table.last(Declared).pool.compromised
    table.throw("s! . / so")
    assert [i for i, _ in table.bound(A, "positions").of] == [1, 2]
    table.refused(A, Keep(A, (0,)))
    table = Table(fighter("A", strife=9), ask=asked())
    table.declare()
    assert table.throw("s! o! / x!") == [
        Threw(A, faces("s! o! / x!")),
        Kept(A, ()),
        Counted(A, 0, 0, 0),
        Judged(A, 2, 2, False, 0, 2),
        Closed(),
    ]
    assert table.one().strife == 9


def test_bare_dice_of_the_compromised_are_no_better() -> None:
    """5e.compromised"""
    table = Table(fighter("A", strife=9), ask=Ask(A, "2r1s", tn=2))
    table.declare("")
    assert table.last(Declared).pool.compromised
    assert list(map(sentence, table.last(Declared).reasons)) == ["Compromised: no die that shows strife is kept."]


def test_an_extra_die_with_strife_is_not_kept_by_the_compromised() -> None:
    """5e.compromised"""
    table = Table(fighter("A", strife=9), ask=asked())
    table.declare()
    table.throw(". . / x")
    table.keep(2)
    assert table.throw("/ s!")[1:3] == [Kept(A, ()), Counted(A, 1, 0, 0)]


def test_strife_that_comes_while_the_dice_lie_there_counts() -> None:
    """5e.compromised: and what was kept stays kept."""
    table = Table(ask=asked())
    table.declare()
    table.throw("x! . / s!")
    table.elsewhere("strife", 9)
    assert [i for i, _ in table.bound(A, "positions").of] == [1]
    table.elsewhere("strife", -9)
    table.keep(0, 2)
    table.elsewhere("strife", 20)
    table.throw("s")
    assert table.keep(0)[1] == Counted(A, 3, 0, 2)


def test_how_much_strife_would_be_too_much_is_said_before() -> None:
    """5e.compromised: composure 8."""
    for strife, dice, said in (
        (6, "s! s! / s!", "More than 2 strife"),
        (8, "s! . / .", "Any strife"),
        (5, "s! s! / s!", ""),
    ):
        table = Table(fighter("A", strife=strife), ask=asked())
        table.declare()
        table.throw(dice)
        says = [sentence(reason) for reason in table.every[A][0].says]
        assert says == ([f"{said} on kept dice: Compromised."] if said else [])


def test_strife_that_is_kept_already_counts_too() -> None:
    """5e.compromised: composure 8."""
    table = Table(fighter("A", strife=7), ask=asked())
    table.declare()
    table.throw("x! . / .")
    assert not table.every[A][0].says
    table.keep(0)
    table.throw("s!")
    assert [sentence(reason) for reason in table.every[A][0].says] == ["Any strife on kept dice: Compromised."]


def test_passion_and_anxiety_move_strife_after_the_check() -> None:
    """5e.advantages: by a ruling an anxiety gives 2."""
    for edge, strife, ruling, moved in (
        ("passion", 5, "3", -3),
        ("passion", 1, "3", -2),
        ("anxiety", 0, "3", 3),
        ("anxiety", 0, "2", 2),
    ):
        table = Table(fighter("A", strife=strife), ask=asked(edges=(edge,)), anxiety_strife=ruling)
        table.declare()
        table.throw("s! . / .")
        assert table.keep(0)[-2:] == [Shifted(A, "strife", moved, edge), Closed()] or strife + 1 < 3
        assert table.one().strife == max(strife + 1 + (moved if moved != -2 else -3), 0)


# --- who is told what -------------------------------------------------------------------------------------------------


def played(ask: Ask, *, edges: tuple[str, ...] = (), chooser: str = A) -> Table:
    table = Table(fighter("A", void=1, edges=(("adversity", "fire"),)), ask=ask, by=A if ask.shown == "self" else GM)
    table.declare(edges=edges)
    table.throw("s! . / o")
    table.keep(0, 2, who=chooser)
    return table


def told(table: Table, *names: str) -> dict[str, Any]:
    """What a reader can read of the last event of each kind."""
    return {type(event).__name__: redact(event, frozenset(names)) for event in table.events}


def test_of_a_hidden_tn_the_others_read_nothing() -> None:
    """5e.check: nor anything that it could be worked out from; two TNs look the same."""
    tables = [played(asked(tn=tn, tns=(("fire", tn), ("void", tn)), judging="hidden")) for tn in (4, 7)]
    for names in (("nobody",), (A,), ("b",), ()):
        views = [tuple(redact(event, frozenset(names)) for event in table.events) for table in tables]
        assert views[0] == views[1]
        seen = told(tables[0], *names)
        hidden = [seen["Asked"].tn, seen["Asked"].tns, seen["Judged"].tn, seen["Judged"].target]
        hidden += [seen["Judged"].bonus, seen["Judged"].shortfall]
        assert all(each == Secret(None, frozenset()) for each in hidden)
        assert seen["Judged"].success is False
        first, second = (redact(table.scene.state, frozenset(names)) for table in tables)
        assert first == second
        assert tables[0].sentences(*names)[0] == "a is asked for fitness against a hidden TN."
        assert tables[0].sentences(*names)[-2] == "a: FAILURE."
    assert tables[0].sentences(GM)[0] == "a is asked for fitness against a hidden TN 4 (Fire 4, Void 4)."
    assert tables[0].sentences(GM)[-2] == "a: FAILURE against TN 4, 3 short."
    assert told(tables[1], GM)["Judged"].shortfall.value == 6


def test_before_the_verdict_nothing_depends_on_a_hidden_tn() -> None:
    for deed in ("fitness", "strike"):
        scenes = []
        for tn in (2, 7):
            table = Table(
                fighter("A", modifiers=(Modifier("Rope", flat=1),)),
                ask=asked(deed=deed, tn=tn, tns=(("fire", tn),), judging="hidden"),
            )
            table.declare()
            table.throw(". . / ." if deed == "fitness" else ". . / . .")
            scenes.append((redact(table.scene, NOBODY), [redact(event, NOBODY) for event in table.events], table.every))
        assert scenes[0] == scenes[1]


def test_blind_dice_are_the_game_master_s() -> None:
    table = Table(ask=asked(shown="blind"))
    assert table.bound(A, "by_hand").of == (False,)
    table.declare()
    table.throw("x! . / o")
    assert set(table.every) == {GM}
    table.keep(0, 2, who=GM)
    table.throw("s!")
    table.keep(0, who=GM)
    for reader in ((A,), ("nobody",)):
        seen = told(table, *reader)
        for name, fields in {
            "Threw": ("faces",),
            "Kept": ("positions",),
            "Counted": ("successes", "opportunities", "strife"),
            "Judged": ("tn", "target", "success", "bonus", "shortfall"),
        }.items():
            assert all(getattr(seen[name], field) == Secret(None, frozenset()) for field in fields), name
        assert table.sentences(*reader)[2:] == [
            "a's dice fall, hidden.",
            "Of a's dice some are kept.",
            "a's dice fall, hidden.",
            "Of a's dice some are kept.",
            "a's kept dice are hidden.",
            "a takes 2 strife (kept dice).",
            "a: what came of it is not told.",
            "It is over.",
        ]
    assert told(table, GM)["Judged"].success.value is True


@pytest.mark.parametrize(
    ("shown", "level", "who", "sees"),
    [
        ("open", "all", "b", ("dice", "total", "verdict")),
        ("open", "total", "b", ("total", "verdict")),
        ("open", "verdict", A, ("verdict",)),
        ("open", "nothing", A, ()),
        ("open", "nothing", GM, ("dice", "total", "verdict")),
        ("gm", "all", A, ("dice", "total", "verdict")),
        ("gm", "all", "b", ()),
        ("gm", "verdict", A, ("verdict",)),
        ("gm", "verdict", "b", ()),
        ("self", "all", A, ("dice", "total", "verdict")),
        ("self", "all", GM, ()),
    ],
)
def test_each_is_told_as_much_as_was_set(shown: str, level: str, who: str, sees: tuple[str, ...]) -> None:
    table = played(asked(tn=1, shown=shown, told=level), chooser=A if level == "all" else GM)
    seen = told(table, who)
    values = {"dice": seen["Kept"].positions, "total": seen["Counted"].successes, "verdict": seen["Judged"].success}
    read = {name for name, value in values.items() if not isinstance(value, Secret) or value.value is not None}
    assert read == set(sees)


def test_a_reader_who_does_not_know_the_character_can_follow() -> None:
    table = Table(ask=asked())
    strangers: tuple[dict[str, Any], ...] = ({}, {A: Secret(None, frozenset())})
    assert [dict(offers(CHECK, table.scene._replace(cast=cast))) for cast in strangers] == [{}, {}]
    table.declare()
    assert [dict(offers(CHECK, table.scene._replace(cast=cast))) for cast in strangers] == [table.every] * 2
    table.throw("s s! / x")
    assert [dict(offers(CHECK, table.scene._replace(cast=cast))) for cast in strangers] == [table.every] * 2


def test_hidden_re_rolls_are_told_as_such() -> None:
    table = Table(ask=asked(shown="blind", edges=("distinction",)))
    table.declare()
    table.throw(". . / .")
    table.do(GM, Reroll(A, (0,)))
    table.throw("s")
    table.keep(0, who=GM)
    assert table.sentences(A)[3:5] == ["a's dice are thrown again: distinction.", "a's dice fall again, hidden."]


def test_a_void_point_comes_back_by_itself_only_where_that_tells_nothing_new() -> None:
    """5e.advantages"""
    for ask, comes, chooser in (
        (asked(tn=4), True, A),
        (asked(tn=4, judging="hidden"), True, A),
        (asked(tn=4, told="verdict"), True, GM),
        (asked(tn=4, told="nothing"), False, GM),
        (asked(tn=4, shown="blind"), False, GM),
    ):
        table = Table(fighter("A", void=1, edges=(("adversity", "fire"),)), ask=ask)
        table.declare(edges=("adversity",))
        table.throw(". . / o")
        table.keep(0, who=chooser)
        assert (table.one().void == 2) is comes


def test_tns_of_single_rings() -> None:
    bound = Tns(("air", "fire"))
    assert bound.holds(())
    assert bound.holds((("air", 1), ("fire", 20)))
    for wrong in (("earth", 1), ("air", 0), ("air", 21), ("air", True), ("air", 1, 1), "air", (1, 1)):
        assert not bound.holds((wrong,))
    assert not bound.holds((("air", 1), ("air", 1)))
    assert not bound.holds((("fire", 1), ("air", 1)))
    assert not bound.holds(None)
