"""What saboteurs of the machines, the table, the chain and the replay got past all other tests with."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from rollkeep.cli.main import main
from rollkeep.dice.face import Die
from rollkeep.dice.notation import Term
from rollkeep.dice.pool import Pool
from rollkeep.errors import Conflict, IllegalMove, NotSeated
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import check, task, together
from rollkeep.fourth.play.check import CHECK, Ask, Judge
from rollkeep.fourth.play.contest import CONTEST, Begin, Enter
from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.iaijutsu import IAIJUTSU, Answer, Assessed, Ended, Face, Focused, Struck
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Keep, Kept, Throw
from rollkeep.fourth.play.task import TASK, Plan, Stop
from rollkeep.fourth.play.together import Help
from rollkeep.fourth.sheet import Character, Skill
from rollkeep.machine.bound import Between, Bound, OneOf, SomeOf
from rollkeep.machine.codec import Codec, text
from rollkeep.machine.machine import (
    CHANCE,
    GM,
    Closed,
    Machine,
    Offers,
    Scene,
    Shifted,
    Step,
    decide,
    may,
    offers,
    rule,
)
from rollkeep.machine.secret import Secret, bare, redact
from rollkeep.reason import because
from rollkeep.table import log
from rollkeep.table.chain import sealed
from rollkeep.table.draft import Draft
from rollkeep.table.entry import KINDS as TABLE_KINDS
from rollkeep.table.entry import Act, Asked, Entry, Go, Joined, Noted, Opened, Rule, Say, Seated, Start, Undo
from rollkeep.table.replay import replay
from rollkeep.table.table import Table, fold, menu
from rollkeep.table.undoing import struck
from rollkeep.testing import Faces

READ = Codec((*TABLE_KINDS, *KINDS))
LAST = Person(Character("Last", void_ring=2), 1)
THREE = ((2,), (4,), (5,))


# --- a small machine: a lamp that goes out with the last Void Point, and then draws a lot -----------------------


@dataclass(frozen=True, slots=True)
class Light:
    """Lights the lamp."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A lot."""

    lot: int


class Lamp(NamedTuple):
    """What became of it."""

    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A word of what happened."""

    word: str


def lamp_offers(scene: Scene[Lamp]) -> Offers:
    if scene.state.told == ("lit", "dark"):
        return {CHANCE: (may(Draw, lot=Between(1, 10)),)}
    return {GM: (may(Light),)}


def lamp_follow(step: Step[Lamp]) -> bool:
    if step.now.state.told == ("lit",) and step.now.cast["a"].void == 0:
        step.add(Told("dark"))
        return True
    return False


LAMP = Machine(
    "lamp",
    Lamp(),
    (Light, Draw),
    (Told,),
    lamp_offers,
    lambda step, who, move: step.add(Told("lit" if isinstance(move, Light) else "drawn")),
    lamp_follow,
    lambda state, event: Lamp((*state.told, event.word)),
    lambda event: because("4e.tn", "closed"),
)


class Room:
    """A table in memory: the game master's seat g, and a player's seat p for the character a."""

    def __init__(self, **hosts: Machine[Any]) -> None:
        self.entries, self.faces = list[Entry](), Faces(Random(1))
        self.table = Table({**HOSTS, **hosts})._replace(seats={"g": Seated("g", "gm", frozenset())})
        seats = (Seated("g", "gm", frozenset()), Seated("p", "player", frozenset({"a"})))
        self.do("g", Rule(0, (*seats, Joined("a", LAST), Joined("b", person(Character("B")))), ""))

    def do(self, seat: str, *requests: Any) -> int:
        def seal(entry: Entry) -> Entry:
            blinds = iter(range(99))
            done: Entry = sealed(entry, lambda: f"{entry.seq}-{next(blinds)}")
            return done

        draft = Draft(self.table, seat, f"c{len(self.entries)}", "2000-01-01T00:00:00", self.faces, seal)
        for request in requests:
            draft.do(request)
        self.table, self.entries = draft.table, [*self.entries, *draft.entries]
        return draft.started

    def told(self, seat: str) -> list[Entry]:
        return [redact(entry, self.table.names(seat)) for entry in self.entries]

    def view(self, seat: str) -> Table:
        return fold(self.table.hosts, self.told(seat))


@pytest.fixture
def room() -> Room:
    return Room()


def lines(entries: list[Entry]) -> str:
    return "".join(line for line, _ in log.lines_of(entries, ""))


def reading(told: str) -> log.Log:
    return log.read(told.encode(), READ)


def faults(entries: list[Entry]) -> list[str]:
    return [each.fault for each in replay(entries, HOSTS) if each.fault]


# --- machines ---------------------------------------------------------------------------------------------------


def test_who_does_not_see_the_dice_chooses_none() -> None:
    """4e.keep"""
    for shown, chooses in (("open", True), ("gm", True), ("blind", False)):
        at = decide(CHECK, Scene({"a": LAST}, CHECK.blank), GM, Ask("a", "3k2", 10, shown=shown)).now
        declares = offers(CHECK, at)["a"]
        assert any(offer.admits(Declare("a", keep="choose")) for offer in declares) == chooses


def test_raises_in_a_contest_add_nothing_to_a_target() -> None:
    """4e.contested"""
    at: Scene[Any] = Scene({"a": LAST, "b": LAST}, CONTEST.blank)
    for who, move in ((GM, Enter("a", "3k2")), (GM, Enter("b", "3k2")), (GM, Begin()), ("a", Declare("a", 2))):
        at = decide(CONTEST, at, who, move).now
    assert (at.state.rolls[0].declared.raises, at.state.rolls[0].declared.plus) == (2, 0)


def test_a_total_that_meets_the_tn_succeeds_and_a_free_raise_that_lowers_it_is_not_earned() -> None:
    """4e.tn, 4e.free-raise"""
    at: Scene[Any] = Scene({"a": LAST}, CHECK.blank)
    moves = (
        (GM, Ask("a", "3k2", 12, free=1)),
        ("a", Declare("a", 1, lower=1)),
        (CHANCE, Throw("a", ((6,), (6,), (1,)))),
    )
    for who, move in moves:
        at = decide(CHECK, at, who, move).now
    judged = at.state.judged
    assert (judged.target, judged.margin, judged.success, judged.earned) == (12, 0, True, 1)
    assert rule(CHECK, at).events == []


def test_nobody_enters_a_contest_twice() -> None:
    """4e.contested"""
    at = decide(CONTEST, Scene({"a": LAST, "b": LAST}, CONTEST.blank), GM, Enter("a", "3k2")).now
    with pytest.raises(IllegalMove):
        decide(CONTEST, at, GM, Enter("a", "3k2"))
    with pytest.raises(IllegalMove):
        decide(CONTEST, at, GM, Judge(20), waived=True)


def worked(plan: Plan, *totals: int) -> Scene[Any]:
    at = decide(TASK, Scene({"a": LAST}, TASK.blank), GM, plan).now
    for total in totals:
        at = decide(TASK, at, "a", Declare("a")).now
        at = decide(TASK, at, CHANCE, Throw("a", dice(Pool(3, 2), total))).now
    return at


def test_the_edges_of_a_task() -> None:
    """4e.cumulative"""
    plan = Plan("a", "3k2", 40, 15, 11)
    assert worked(plan, 15).state.left == 25
    assert worked(plan, 15, 14).state.left == 25
    assert worked(plan, 15, 11).state.left == 25
    assert worked(plan, 15, 9).state.left == 34
    assert worked(plan, 15, 25).state.ended == task.Ended(True, 2, 1)
    for totals, waits in (((), 0), ((15, 14), 1)):
        stopped = decide(TASK, worked(plan, *totals), GM, Stop()).now
        assert (stopped.closed, stopped.state.ended) == (True, task.Ended(False, len(totals), waits))


def dice(pool: Pool, total: int) -> tuple[Die, ...]:
    """Dice that come to a total: the first explodes, all others are as low as they can be."""
    first = total - pool.bonus - (pool.kept - 1)
    second = 1 + (first % 10 == 0)
    first -= second - 1
    return ((*[10] * (first // 10), first % 10), (second,), *[(1,)] * (pool.rolled - 2))


@pytest.fixture
def unlike(rival: Character) -> dict[str, Person]:
    """Two duellists: a knows more, b wears armor."""
    return {"a": person(rival._replace(armor=None, insight_rank=2)), "b": person(rival._replace(insight_rank=1))}


def rolled(at: Scene[Any], *totals: int, **declared: Any) -> Scene[Any]:
    for who, total in zip([each.who for each in at.state.rolls], totals, strict=True):
        at = decide(IAIJUTSU, at, who, Declare(who, **declared)).now
        pool = next(each.declared.pool for each in at.state.rolls if each.who == who)
        at = decide(IAIJUTSU, at, CHANCE, Throw(who, dice(pool, total))).now
    return at


def focused(cast: dict[str, Person], to: str, a: int, b: int) -> Scene[Any]:
    at = rolled(decide(IAIJUTSU, Scene(cast, IAIJUTSU.blank), GM, Face("a", "b", to)).now, 25, 20)
    for who in "ba":
        at = decide(IAIJUTSU, at, who, Answer(who, False)).now
    return rolled(at, a, b)


def test_each_duellist_rolls_against_the_other(unlike: dict[str, Person]) -> None:
    """4e.iaijutsu"""
    at: Scene[Any] = decide(IAIJUTSU, Scene(unlike, IAIJUTSU.blank), GM, Face("a", "b")).now
    assert (at.state.faced.insight, at.state.faced.armor_tn) == ((2, 1), (20, 25))
    at = decide(IAIJUTSU, at, "a", Declare("a")).now
    at = decide(IAIJUTSU, at, CHANCE, Throw("a", dice(at.state.rolls[0].declared.pool, 15))).now
    at = decide(IAIJUTSU, at, "b", Declare("b")).now
    events = decide(IAIJUTSU, at, CHANCE, Throw("b", dice(at.state.rolls[1].declared.pool, 15))).events
    assert next(e for e in events if isinstance(e, Assessed)).results == (("a", 15, 0, 1), ("b", 20, -5, 0))
    struck = rolled(focused(unlike, "first-blood", 20, 20), 24, 19).state.struck
    assert struck == (Struck("a", 25, -1), Struck("b", 20, -1))


@pytest.mark.parametrize(("a", "b", "ahead"), [(30, 20, "a"), (20, 30, "b"), (29, 20, ""), (20, 29, "")])
def test_ten_ahead_in_the_assessment_is_enough(unlike: dict[str, Person], a: int, b: int, ahead: str) -> None:
    """4e.iaijutsu"""
    at = decide(IAIJUTSU, Scene(unlike, IAIJUTSU.blank), GM, Face("a", "b")).now
    assert rolled(at, a, b).state.ahead == ahead


@pytest.mark.parametrize(
    ("a", "b", "first", "free"),
    [(25, 20, "a", 0), (20, 25, "b", 0), (24, 20, "", 0), (20, 24, "", 0), (29, 20, "a", 0), (30, 20, "a", 1)],
)
def test_a_lead_of_five_strikes_first(unlike: dict[str, Person], a: int, b: int, first: str, free: int) -> None:
    """4e.iaijutsu"""
    at = focused(unlike, "first-blood", a, b)
    assert at.state.focused == Focused(first, abs(a - b), free)
    assert [each.who for each in at.state.rolls] == ([first] if first else ["a", "b"])


def test_free_raises_of_the_focus_increase_the_damage_where_they_are_not_spent(unlike: dict[str, Person]) -> None:
    """4e.iaijutsu"""
    at = rolled(focused(unlike, "first-blood", 35, 20), 45, raises=1, raise_for="increased damage", lower=1)
    assert at.state.rolls[0].adds == (Modifier("increased damage", Term(2)),)


@pytest.mark.parametrize(
    ("to", "a", "b", "winner", "case"),
    [
        ("death", 99, 99, "", "together"),
        ("first-blood", 99, 99, "", "together"),
        ("death", 99, 9, "a", "dead"),
        ("death", 9, 99, "b", "dead"),
        ("first-blood", 9, 99, "b", "dead"),
        ("first-blood", 9, 9, "", "together"),
        ("death", 9, 9, "", "goes_on"),
    ],
)
def test_both_strike_at_once(unlike: dict[str, Person], to: str, a: int, b: int, winner: str, case: str) -> None:
    """4e.iaijutsu"""
    ended = rolled(rolled(focused(unlike, to, 20, 20), 30, 30), a, b)
    assert (ended.state.ended, ended.closed) == (Ended(winner, case), True)
    assert [ended.cast[who].wounds for who in "ab"] == [b, a - 3]  # light armor takes 3 off


@pytest.mark.parametrize(
    ("bound", "right", "wrong"),
    [
        (Between(0, 3), [0, 3], [-1, 4, True, False, 1.0, "1", None]),
        (
            SomeOf(((0, "a"), (2, "b"), (3, "c")), 2, 2),
            [(0, 2), (2, 3)],
            [(2, 0), (0, 1), (0, 0), (0,), (0, 2, 3), [0, 2]],
        ),
        (SomeOf(((0, "a"), (1, "b")), 1, 1), [(0,), (1,)], [(True,), (), 0]),
        (OneOf(("", "boost", True)), ["", "boost", True], [1, 0, None, False, "x", ("boost",)]),
    ],
)
def test_what_a_bound_holds(bound: Bound, right: list[Any], wrong: list[Any]) -> None:
    assert all(map(bound.holds, right))
    assert not any(map(bound.holds, wrong))


# --- secrets ----------------------------------------------------------------------------------------------------


def test_whoever_may_not_read_is_not_told_who_may_nor_what_stands_inside() -> None:
    inner = Secret("inner", frozenset({"gm"}), "s1", "b1")
    outer = Secret((inner, "outer"), frozenset({"gm", "a"}), "s2", "b2")
    assert redact(outer, frozenset({"b"})) == Secret(None, frozenset(), "s2")
    assert redact(outer, frozenset({"a"})) == replace(outer, value=(Secret(None, frozenset(), "s1"), "outer"))
    assert redact(outer, frozenset({"gm"})) == outer


# --- the table --------------------------------------------------------------------------------------------------


def test_a_shift_wakes_every_open_run_and_what_follows_is_written_before_chance_acts() -> None:
    room = Room(lamp=LAMP)
    lamp = room.do("g", Start("lamp", GM, Light()))
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    assert room.table.runs[lamp].state.told == ("lit",)
    room.do("p", Act(run, "a", Declare("a", void="boost")))
    assert room.table.runs[lamp].state.told == ("lit", "dark", "drawn")
    assert fold(room.table.hosts, room.entries) == room.table


def test_the_parts_of_a_command_are_counted(room: Room) -> None:
    room.do("g", Start("check", GM, Ask("a", "3k2", 10)), Act(0, "a", Declare("a")), Say("well"))
    assert [entry.part for entry in room.entries[1:]] == [0, 1, 2, 3]
    assert len({entry.command for entry in room.entries[1:]}) == 1


def test_nothing_is_told_of_a_hidden_character_until_it_shows_itself(room: Room) -> None:
    room.do("g", Rule(0, (Joined("ninja", LAST, True),), ""))
    room.do("g", Rule(0, (Shifted("ninja", "void", -1, "a leap"),), ""))
    assert "ninja" not in "".join(map(text, room.told("p")))
    assert room.view("g").cast["ninja"].void == 0
    room.do("g", Rule(0, (Joined("ninja", LAST),), "out of the dark"))
    room.do("g", Rule(0, (Shifted("ninja", "wounds", 5, "an arrow"),), ""))
    assert room.table.hidden == frozenset()
    assert room.view("p").cast == room.table.cast
    with pytest.raises(IllegalMove, match="has been seen"):
        room.do("g", Rule(0, (Joined("ninja", LAST, True),), "back again"))


def test_a_new_sheet_leaves_the_tracks_as_they_are(room: Room) -> None:
    room.do("g", Rule(0, (Shifted("a", "void", -1, "a prayer"), Shifted("a", "wounds", 4, "a fall")), ""))
    room.do("g", Rule(0, (Joined("a", Person(Character("Better", void_ring=3), 3)),), "the Void Ring rises"))
    assert room.table.cast["a"] == Person(Character("Better", void_ring=3), 0, 4)


def test_why_is_sealed_in_a_secret_run_and_nobody_else_finds_the_run(room: Room) -> None:
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10), secret=True))
    room.do("g", Rule(run, (Shifted("b", "void", -1, "x"),), "the poison works"))
    assert "poison" in text(room.entries[-1])
    assert "poison" not in text(room.told("p")[-1])
    with pytest.raises(Conflict, match="There is no run"):
        room.do("p", Act(run, "a", Declare("a")))
    assert not room.table.sees("p", room.table.runs[run])


def test_what_the_roller_alone_may_see_the_game_master_does_not(room: Room) -> None:
    assert room.table.names("g") == {GM, "b"}
    run = room.do("p", Start("check", "a", Ask("a", "3k2", 10, shown="self")), Act(0, "a", Declare("a")))
    assert room.view("g").runs[run].state.roll.threw.dice.value is None
    assert room.view("p").runs[run].state.roll.threw.dice.value


def test_only_the_game_master_undoes_and_says_go_on_and_nobody_moves_for_chance(room: Room) -> None:
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    room.do("p", Act(run, "a", Declare("a")))
    thrown = room.table.seq
    with pytest.raises(NotSeated):
        room.do("p", Undo(run, thrown, "again, please"))
    room.do("g", Undo(run, thrown, "the dice fell off the table"))
    with pytest.raises(NotSeated):
        room.do("p", Go(run))
    for seat in "gp":
        assert run not in menu(room.view(seat), seat)
        with pytest.raises(NotSeated):
            room.do(seat, Act(run, CHANCE, Throw("a", THREE)))


def test_a_waiver_of_which_nothing_comes_is_refused(room: Room) -> None:
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    with pytest.raises(IllegalMove, match="Nothing would come of it"):
        room.do("g", Act(run, "a", Keep("a", (0, 1)), why="a favour"))


@pytest.mark.parametrize(
    ("machine", "begins", "again"),
    [
        ("contest", (Enter("a", "3k2"), Enter("b", "4k3", 9), Begin()), Enter("a", "5k3", 12)),
        ("together", (Help("a", 1, "3k2"), Help("b", 2, "4k3"), together.Begin(15)), Help("a", 3, "5k3", 12)),
    ],
)
def test_who_is_let_in_again_rolls_that_instead(
    room: Room, machine: str, begins: tuple[Any, ...], again: Enter | Help
) -> None:
    """4e.contested, 4e.cooperative.each: two rolls of one name could not be told apart."""
    run = room.do("g", Start(machine, GM, begins[0]))
    for move in begins[1:]:
        room.do("g", Act(run, GM, move))
    room.do("p", Act(run, "a", Declare("a", by_hand=True)))
    room.do("g", Act(run, GM, again, why="let it pass"))
    rolls = {each.who: each for each in room.table.runs[run].state.rolls}
    assert len(rolls) == len(room.table.runs[run].state.rolls)
    assert (rolls["a"].deed, rolls["a"].declared) == ("5k3", None)
    room.do("p", Act(run, "a", Declare("a", lower=12)))
    assert not faults(room.entries)


def test_nobody_faces_themselves(room: Room) -> None:
    """4e.iaijutsu: not by the game master's word either."""
    one = person(
        Character("", traits=tuple((trait, 3) for trait in TRAITS), skills=(Skill("iaijutsu", 3),), void_ring=3)
    )
    room.do("g", Rule(0, (Joined("a", one), Joined("b", one)), ""))
    run = room.do("g", Start("iaijutsu", GM, Face("a", "b")))
    with pytest.raises(IllegalMove, match="does not fit here"):
        room.do("g", Act(run, GM, Face("a", "a"), why="let it pass"))


def test_what_is_ruled_has_to_leave_offers_that_can_be_made(room: Room) -> None:
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    nowhere = check.Asked("a", "kenjutsu", 10, "told", "", 0, (), 1, "", "open", "all")
    with pytest.raises(IllegalMove, match="does not fit here"):
        room.do("g", Rule(run, (nowhere,), "because"))
    assert run in menu(room.table, "g")


def test_an_undo_that_was_undone_strikes_nothing_but_is_struck(room: Room) -> None:
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    room.do("p", Act(run, "a", Declare("a")))
    room.do("g", Undo(run, run + 1, "no"))
    undo = room.table.seq
    assert struck(room.entries) == {run + 1, run + 2}
    room.do("g", Undo(run, undo, "yes"))
    assert struck(room.entries) == {undo}


# --- chain, log and replay --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [("seat", "p"), ("command", "x"), ("part", 9), ("at", "2001"), ("run", 1), ("asked", None), ("why", "x")],
)
def test_every_field_of_an_entry_is_in_the_chain(room: Room, field: str, value: Any) -> None:
    room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    rows = [json.loads(line) for line in lines(room.entries).splitlines()]
    assert rows[-1]["entry"][field] != value
    rows[-1]["entry"][field] = value
    found = reading("\n".join(map(json.dumps, rows)))
    assert (found.status, len(found.entries)) == (1, len(rows) - 1)


def test_a_line_before_that_was_forged_with_its_hash_is_found_by_the_next(room: Room) -> None:
    room.do("g", Say("one"), Say("two"), Say("three"))
    rows = lines(room.entries).splitlines()
    forged = [*room.entries[:2], replace(room.entries[2], at="2001")]
    rows[2] = lines(forged).splitlines()[2]
    found = reading("\n".join(rows))
    assert (found.status, len(found.entries)) == (1, 3)


@pytest.mark.parametrize("inner", [False, True])
@pytest.mark.parametrize(("field", "value"), [("to", ["a", "gm"]), ("blind", "y"), ("value", None), ("seal", "z")])
def test_a_secret_is_sealed_with_its_readers_and_its_blind(room: Room, inner: bool, field: str, value: Any) -> None:
    room.do("g", Start("check", GM, Ask("a", "3k2", 10, "hidden"), secret=True))
    rows = [json.loads(line) for line in lines(room.entries).splitlines()]
    secret = rows[-1]["entry"]["events"][1]
    changed = secret["value"]["tn"] if inner else secret
    changed[field] = (11 if inner else {**secret["value"], "deed": "9k9"}) if field == "value" else value
    rows[-1]["hash"] = json.loads(lines([READ.read(row["entry"], Entry) for row in rows]).splitlines()[-1])["hash"]
    found = reading("\n".join(map(json.dumps, rows)))
    assert (found.status, len(found.entries)) == (1, len(rows) - 1)
    assert "does not fit its seal" in found.fault


def test_entries_are_numbered_without_a_gap(room: Room) -> None:
    room.do("g", Say("one"))
    found = reading(lines([room.entries[0], replace(room.entries[1], seq=3)]))
    assert (found.status, len(found.entries)) == (1, 1)


@pytest.mark.parametrize("version", ["0", "true", "1.0", '"1"', "null"])
def test_a_line_of_no_version_is_not_believed(room: Room, version: str) -> None:
    found = reading(lines(room.entries).replace('"rollkeep":1', f'"rollkeep":{version}'))
    assert (found.status, found.entries) == (1, ())


def waived(room: Room) -> int:
    room.do("g", Rule(0, (Shifted("a", "void", -1, "a prayer"),), ""))
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    room.do("g", Act(run, "a", Declare("a", void="boost"), why="a vow"))
    return run


def test_a_waived_move_is_one_for_the_replay_only_with_its_reason(room: Room) -> None:
    run = waived(room)
    assert faults(room.entries) == []
    without = [replace(entry, why="") if entry.seq == run + 1 else entry for entry in room.entries]
    (fault,) = faults(without)
    assert fault.startswith(f"Entry {run + 1}: a cannot Declare")


@pytest.mark.parametrize("event", [Shifted("a", "void", 5, "a gift"), Kept("a", (0, 1), 99), Closed()])
def test_what_nobody_asked_for_has_to_follow_by_itself(room: Room, event: Any) -> None:
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    seq = room.table.seq + 1
    gift = Entry(seq, "g", "x", 0, "", run, None, (event,))
    assert faults([*room.entries, gift]) == [f"Entry {seq}: something else follows from this move."]
    assert faults([*room.entries, replace(gift, why="the game master said so")]) == []


def test_a_replay_ends_where_an_entry_does_not_fit(room: Room) -> None:
    room.do("g", Say("one"), Say("two"))
    room.entries[1] = replace(room.entries[1], events=(Shifted("nobody", "void", 1, ""),))
    found = list(replay(room.entries, HOSTS))
    assert [each.fault for each in found] == ["", "Entry 2 does not fit what was before."]
    assert found[-1].table == found[0].table


# --- what a move tells, and what a reader's copy proves -----------------------------------------------------------


@pytest.mark.parametrize("shown", ["gm", "blind"])
def test_a_move_tells_no_more_than_what_came_of_it(room: Room, shown: str) -> None:
    """A hidden TN and dice that few may see do not stand open beside their sealed events."""
    room.do("g", Rule(0, (Seated("w", "watcher", frozenset()),), ""))
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 177, "hidden", shown=shown)))
    room.do("p", Act(run, "a", Declare("a")))
    for seat in ("p", "w"):
        assert "177" not in repr(room.told(seat))
    assert not any(isinstance(entry.asked, Asked) and isinstance(entry.asked.move, Throw) for entry in room.told("w"))
    assert [entry.asked.value for entry in room.told("w") if isinstance(entry.asked, Secret)] == [None, None]


@pytest.mark.parametrize("seat", ["g", "p", "w"])
def test_an_honest_copy_is_without_fault(room: Room, seat: str) -> None:
    """Whoever may not see all of it checks what they see; what is sealed counts by its seal."""
    room.do("g", Rule(0, (Seated("w", "watcher", frozenset()),), ""))
    hidden = Rule(0, (Joined("c", LAST, hidden=True),), "")
    room.do("g", hidden)
    for shown in ("open", "gm", "blind"):
        run = room.do("g", Start("check", GM, Ask("a", "3k2", 17, "hidden", shown=shown)))
        room.do("p", Act(run, "a", Declare("a")))
    room.do("g", Rule(run, (Shifted("c", "wounds", 2, "a thorn"),), "unseen"), Undo(run, run, "again"))
    assert faults(room.told(seat)) == []


def forged(room: Room) -> tuple[list[Entry], Entry]:
    """A check that failed, and its last entry as a success."""
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 200)))
    room.do("p", Act(run, "a", Declare("a")))
    *before, last = room.entries
    *rest, judged, closed = last.events
    return before, replace(last, events=(*rest, replace(judged, success=True, margin=1), closed))


def test_a_word_beside_a_forged_result_does_not_hide_it(room: Room) -> None:
    before, last = forged(room)
    for event in (Noted(""), Joined("a", LAST), Seated("p", "gm", frozenset())):
        assert faults([*before, replace(last, events=(*last.events, event))])


def test_only_the_game_master_says_what_happened(room: Room) -> None:
    before, last = forged(room)
    assert faults([*before, replace(last, asked=None, why="so", seat="p")]) == [
        f"Entry {last.seq}: seat 'p' does not act for gm."
    ]
    assert faults([*before, replace(last, asked=None, why="so", seat="g")]) == []
    declared = next(entry for entry in room.entries if entry.asked and bare(entry.asked).who == "a")
    others = [replace(entry, seat="nobody") if entry is declared else entry for entry in room.entries]
    assert faults(others) == [f"Entry {declared.seq}: seat 'nobody' does not act for a."]


def test_what_does_not_fit_is_refused_as_a_ruling(room: Room) -> None:
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 20)))
    asked = room.entries[-1].events[1]
    with pytest.raises(IllegalMove):
        room.do("g", Rule(run, (replace(asked, deed="gibberish"),), "x"))


@dataclass(frozen=True, slots=True)
class Tree:
    """A kind that holds itself."""

    leaves: frozenset[Secret[int]]
    twigs: tuple[Tree, ...] = ()


def test_a_secret_in_a_set_and_far_down_is_hidden() -> None:
    tree = Tree(frozenset(), (Tree(frozenset({Secret(7, frozenset({"gm"}))})),))
    assert redact(tree, frozenset({"gm"})) == tree
    assert redact(tree, frozenset({"a"})).twigs[0].leaves == frozenset({Secret(None, frozenset())})


def test_a_game_master_who_plays_reads_as_the_one_played(room: Room) -> None:
    room.do("g", Rule(0, (Seated("g", "gm", frozenset({"b"})),), ""))
    assert room.table.names("g") == {"gm", "b"}
    assert room.table.names("p") == {"a"}


def test_a_log_that_holds_together_and_does_not_fit_is_refused_in_words(tmp_path: Path, room: Room) -> None:
    """Anybody can make hashes that fit; the contents then do not."""
    run = room.do("g", Start("check", GM, Ask("a", "3k2", 10)))
    for event in (Keep("a", (0,)), Opened("chess", None, 0), Kept("a", (9,), 1), 5):
        odd = Entry(room.table.seq + 1, "g", "x", 0, "", run, None, (event,))
        path = tmp_path / "odd.jsonl"
        path.write_text(lines([*room.entries, odd]))
        for words in (["replay"], ["log"]):
            assert main([words[0], str(path)]) in (0, 1, 2, 6)
