"""Logs: the table they come to, undo, the chain, what was changed by hand, and garbage."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rollkeep.errors import CodecError, Conflict, IllegalMove, LogError, NotSeated, RollKeepError
from rollkeep.fourth.play.check import Ask, Judge
from rollkeep.fourth.play.contest import Begin, Enter
from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.iaijutsu import Face
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Kept, Throw
from rollkeep.fourth.play.task import Plan
from rollkeep.fourth.sheet import Character
from rollkeep.machine.codec import Codec, text
from rollkeep.machine.machine import CHANCE, GM, Closed, Shifted
from rollkeep.machine.secret import Secret, redact
from rollkeep.table import log
from rollkeep.table.chain import sealed
from rollkeep.table.draft import Draft
from rollkeep.table.entry import KINDS as TABLE_KINDS
from rollkeep.table.entry import Act, Agreed, Entry, Go, Heed, Joined, Plead, Rule, Say, Seated, Start, Undo, Undone
from rollkeep.table.replay import replay
from rollkeep.table.table import Table, evolve, fold, menu
from rollkeep.table.undoing import struck
from rollkeep.testing import Faces

READ = Codec((*TABLE_KINDS, *KINDS))


class Evening:
    """A table in memory: the game master's seat g, and players a and b."""

    def __init__(self, cast: dict[str, Person], seed: int = 1) -> None:
        self.rng, self.entries = Random(seed), list[Entry]()
        self.table = Table(HOSTS)._replace(seats={"g": Seated("g", "gm", frozenset())})
        seats = (Seated("g", "gm", frozenset()), Seated("a", "player", frozenset({"shinai"})))
        joined = tuple(Joined(who, one) for who, one in cast.items())
        self.do("g", Rule(0, (*seats, *joined), ""))

    def do(self, seat: str, *requests: Any) -> int:
        counter = iter(range(10**6))
        draft = Draft(
            self.table,
            seat,
            f"c{len(self.entries)}",
            "2000-01-01T00:00:00",
            Faces(self.rng),
            lambda entry: sealed(entry, lambda: f"{len(self.entries)}-{next(counter)}"),
        )
        for request in requests:
            draft.do(request)
        self.table = draft.table
        self.entries += draft.entries
        return draft.started or (draft.entries[0].run if draft.entries else 0)


@pytest.fixture
def cast(shinai: Character, rival: Character) -> dict[str, Person]:
    return {"shinai": person(shinai), "rival": person(rival), "A": person(Character("A")), "B": person(Character("B"))}


@pytest.fixture
def evening(cast: dict[str, Person]) -> Evening:
    """A check, a contest, a task and a duel, some of them finished."""
    made = Evening(cast)
    run = made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    made.do("a", Act(run, "shinai", Declare("shinai", 1, void="boost")))
    run = made.do(
        "g",
        Start("contest", GM, Enter("shinai", "kenjutsu")),
        Act(0, GM, Enter("A", "5k3")),
        Act(0, GM, Begin("again")),
    )
    made.do("a", Act(run, "shinai", Declare("shinai")))
    made.do("g", Act(run, "A", Declare("A")))
    run = made.do("g", Start("task", GM, Plan("A", "7k3", 60, 15, 5)))
    made.do("g", Act(run, "A", Declare("A")))
    made.do("g", Start("check", GM, Ask("rival", "kenjutsu", 15, "hidden", shown="blind"), secret=True))
    made.do("g", Start("iaijutsu", GM, Face("shinai", "rival")))
    return made


def lines(entries: list[Entry]) -> list[str]:
    return [line for line, _ in log.lines_of(entries, "")]


def test_a_log_is_the_table(evening: Evening) -> None:
    assert fold(HOSTS, evening.entries) == evening.table
    found = log.read("".join(lines(evening.entries)).encode(), READ)
    assert list(found.entries) == evening.entries
    assert (found.status, found.sealed) == (0, 0)
    assert [each.fault for each in replay(found.entries, HOSTS)] == [""] * len(evening.entries)


def test_every_seat_s_export_holds_together(evening: Evening) -> None:
    names = evening.table.names("a")
    told = [redact(entry, names) for entry in evening.entries]
    found = log.read("".join(lines(told)).encode(), READ)
    assert found.status == 0
    assert found.sealed > 0
    assert found.head == log.read("".join(lines(evening.entries)).encode(), READ).head
    view = fold(HOSTS, told)
    assert menu(view, "a") == menu(evening.table, "a")
    hidden = next(number for number in evening.table.runs if evening.table.runs[number].to)
    assert "kenjutsu" not in "".join(text(entry) for entry in told if entry.run == hidden)


@pytest.mark.parametrize("line", [1, 3, 7, -1])
def test_what_was_changed_is_found(evening: Evening, line: int) -> None:
    made = lines(evening.entries)
    data = json.loads(made[line])
    data["entry"]["seat"] = "x"
    changed = [*made]
    changed[line] = json.dumps(data) + "\n"
    found = log.read("".join(changed).encode(), READ)
    assert (found.status, len(found.entries)) == (1, line % len(made))
    without = [*made[:line], *made[line:][1:]] if line != -1 else made[:-1]
    assert log.read("".join(without).encode(), READ).status == (1 if line != -1 else 0)


def test_a_forged_roll_with_a_fitting_chain_breaks_the_rules(evening: Evening) -> None:
    forged = [
        replace(
            entry,
            events=tuple(replace(event, total=99) if isinstance(event, Kept) else event for event in entry.events),
        )
        for entry in evening.entries
    ]
    found = log.read("".join(lines(forged)).encode(), READ)
    assert found.status == 0
    faults = [each.fault for each in replay(found.entries, HOSTS) if each.fault]
    assert faults
    assert "something else follows" in faults[0]


@pytest.mark.parametrize("at", [10, 0.3, 0.7, 0.999])
def test_a_cut_log_holds_up_to_the_cut(evening: Evening, at: float) -> None:
    whole = "".join(lines(evening.entries))
    found = log.read(whole[: int(at if at > 1 else at * len(whole))].encode(), READ)
    assert (found.status, found.cut) == (2, True)
    assert list(found.entries) == evening.entries[: len(found.entries)]
    assert not [each.fault for each in replay(found.entries, HOSTS) if each.fault]


@pytest.mark.parametrize("left", [1, 5, 300])
def test_a_cut_log_is_gone_on_with(folder: Path, evening: Evening, left: int) -> None:
    """Whatever a stop left of the last line gives way to the next entry."""
    whole = "".join(lines(evening.entries)).encode()
    path = Path("evening.jsonl")
    path.write_bytes(whole[:-left])
    found = log.load("evening.jsonl", READ)
    missing = evening.entries[len(found.entries) :]
    with log.adding("evening.jsonl", found) as add:
        after = add(missing)
    assert path.read_bytes() == whole
    assert after == log.load("evening.jsonl", READ)


def test_two_who_add_to_one_log(folder: Path, evening: Evening) -> None:
    """The second, who has not seen what the first wrote, is refused and changes nothing."""
    first, second = evening.entries[:1], evening.entries[:2]
    empty = log.Log()
    with log.adding("evening.jsonl", empty) as add:
        add(first)
    with pytest.raises(Conflict, match="has gone on"), log.adding("evening.jsonl", empty) as add:
        add(second)
    assert list(log.load("evening.jsonl", READ).entries) == first
    with pytest.raises(RuntimeError), log.adding("other.jsonl", empty):
        raise RuntimeError
    assert not Path("other.jsonl").exists()


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("", 0),
        ("{}\n", 2),
        ("[]\n", 2),
        ("null\n", 2),
        ("[" * 10_000 + "\n", 2),
        ('{"entry": 1, "hash": "", "rollkeep": 1}\n', 1),
        ("\x00\x01\n", 2),
        ('{"entry":{"is":"table.entry.Entry"},"hash":"x","rollkeep":1}\n', 1),
    ],
)
def test_what_is_no_log(content: str, status: int) -> None:
    found = log.read(content.encode(), READ)
    assert (found.status, found.entries) == (status, ())


def test_a_newer_version_and_a_file_too_large(folder: Path, evening: Evening) -> None:
    newer = lines(evening.entries)[0].replace('"rollkeep":1', '"rollkeep":2')
    with pytest.raises(LogError, match="newer version"):
        log.read(newer.encode(), READ)
    Path("big.jsonl").write_bytes(b"\n" * (log.MAX_BYTES + 1))
    for name, says in (("big.jsonl", "larger than"), ("nosuch.jsonl", "cannot be read"), (".", "cannot be read")):
        with pytest.raises(LogError, match=says) as found:
            log.load(name, READ)
        assert found.value.code == "log.file"
        assert ("move this one away" in found.value.hint) == (name != "nosuch.jsonl"), "what is not there moves nowhere"


def test_undo_is_exact_at_every_entry_and_spares_the_others(evening: Evening) -> None:
    for number in evening.table.runs:
        run = evening.table.runs[number]
        if not run.machine:
            continue
        for moment in list(run.back(0)):
            after = Evening.__new__(Evening)
            after.rng, after.entries, after.table = Random(1), [*evening.entries], evening.table
            after.do("g", Undo(number, moment.seq, "why"))
            undone = after.table.runs[number]
            assert undone.state == moment.state
            assert undone.closed == (moment.closed or moment.seq == number)
            assert undone.waiting
            assert all(after.table.runs[n] == evening.table.runs[n] for n in evening.table.runs if n != number)
            assert struck(after.entries) == {e.seq for e in evening.entries if e.run == number and e.seq >= moment.seq}
            assert fold(HOSTS, after.entries) == after.table
            after.do("g", Undo(number, after.table.seq, "redo"))
            assert after.table.runs[number].state == run.state
            assert after.table.cast == evening.table.cast


def test_an_undo_goes_back_to_an_entry_of_its_run_alone(evening: Evening) -> None:
    """Neither one that is not there yet nor one of another run strikes anything."""
    numbers = [number for number in evening.table.runs if evening.table.runs[number].machine]
    before = evening.table
    for number in numbers:
        mine = {moment.seq for moment in evening.table.runs[number].back(0)}
        for wrong in (0, 999, *(set(range(1, evening.table.seq + 2)) - mine)):
            with pytest.raises(Conflict, match=f"Run {number} has no entry {wrong}"):
                evening.do("g", Undo(number, wrong, "why"))
    assert evening.table == before


def test_an_undo_shifts_back_the_sum_as_far_as_there_is_room(cast: dict[str, Person]) -> None:
    """Points that rest gave back meanwhile are not given twice; an undo of an undone run moves nothing."""
    made = Evening(cast)
    most = made.table.cast["shinai"].void
    run = made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    made.do("a", Act(run, "shinai", Declare("shinai", void="boost")))
    spent = next(entry.seq for entry in made.entries if any(isinstance(event, Shifted) for event in entry.events))
    made.do("g", Undo(run, spent, ""))
    assert made.table.cast["shinai"].void == most
    made.do("g", Undo(run, run, ""))
    assert made.entries[-1].events == (Undone(run),)
    assert struck(made.entries) == {entry.seq for entry in made.entries[:-1] if entry.run == run}

    run = made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    made.do("a", Act(run, "shinai", Declare("shinai", void="boost")))
    ring = made.table.cast["shinai"].sheet.void_ring or 0
    made.do("g", Rule(0, (Shifted("shinai", "void", ring - made.table.cast["shinai"].void, "rest"),), "a night"))
    made.do("g", Undo(run, made.table.seq - 2, ""))
    assert made.table.cast["shinai"].void == ring
    assert not [each.fault for each in replay(made.entries, HOSTS) if each.fault]


def test_an_undo_that_gives_back_too_much_is_noticed(cast: dict[str, Person]) -> None:
    made = Evening(cast)
    run = made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    made.do("g", Undo(run, run, ""))
    last = made.entries[-1]
    forged = replace(last, events=(*last.events, Shifted("shinai", "void", 1, "undone")))
    for wrong, says in ((forged, "this undo"), (replace(last, events=(Undone(99),)), "does not fit")):
        faults = [each.fault for each in replay([*made.entries[:-1], wrong], HOSTS) if each.fault]
        assert says in faults[0]


def test_after_an_undo_nothing_is_thrown_until_somebody_says_so(evening: Evening) -> None:
    first = next(number for number in sorted(evening.table.runs) if evening.table.runs[number].machine == "check")
    thrown = next(
        entry.seq
        for entry in evening.entries
        if entry.run == first and entry.asked and entry.asked.who == CHANCE  # type: ignore[union-attr]
    )
    evening.do("g", Undo(first, thrown, "the dice fell off the table"))
    run = evening.table.runs[first]
    assert (run.waiting, run.state.roll.threw, run.closed) == (True, None, False)
    evening.do("g", Say("hm"))
    assert evening.table.runs[first].state.roll.threw is None
    evening.do("g", Go(first))
    assert evening.table.runs[first].closed


def test_two_procedures_share_one_pool_of_points(cast: dict[str, Person]) -> None:
    """4e.void.pool"""
    made = Evening(cast | {"shinai": replace(cast["shinai"], void=1)})
    first, second = (made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20))) for _ in range(2))
    made.do("a", Act(first, "shinai", Declare("shinai", void="boost")))
    before = made.table
    with pytest.raises(IllegalMove):
        made.do("a", Act(second, "shinai", Declare("shinai", void="boost")))
    assert made.table == before
    spent = next(entry.seq for entry in made.entries if any(isinstance(event, Shifted) for event in entry.events))
    made.do("g", Undo(first, spent, "another roll"))
    assert made.table.cast["shinai"].void == 1
    made.do("a", Act(second, "shinai", Declare("shinai", void="boost")))
    assert made.table.cast["shinai"].void == 0


def test_the_game_master_overrules(evening: Evening) -> None:
    run = evening.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    with pytest.raises(IllegalMove):
        evening.do("a", Act(run, "shinai", Declare("shinai", 5)))
    with pytest.raises(NotSeated):
        evening.do("a", Act(run, "shinai", Declare("shinai", 3), why="please"))
    evening.do("g", Rule(run, (Shifted("shinai", "wounds", 5, "splinters"),), "a splinter"))
    assert evening.table.cast["shinai"].wounds == 5
    for wrong in (Rule(run, (Shifted("nobody", "void", 1, ""),), ""), Rule(run, (Undone(3),), "")):
        with pytest.raises(IllegalMove):
            evening.do("g", wrong)
    evening.do("g", Rule(run, (Closed(),), "enough"))
    assert evening.table.runs[run].closed
    evening.do("g", Rule(0, (Agreed("short_raiser", "runner_up_wins"),), "as always"))
    assert evening.table.rulings["short_raiser"] == "runner_up_wins"
    with pytest.raises(Conflict):
        evening.do("g", Act(9999, GM, Judge(20)))
    with pytest.raises(Conflict):
        evening.do("g", Start("chess", GM, Judge(20)))
    with pytest.raises(Conflict):
        evening.do("g", Act(run, GM, Judge(20), seen=1))


@pytest.mark.parametrize(
    "beyond",
    [
        Declare("shinai", 9),
        Declare("shinai", 0, "", 3),
        Declare("shinai", void="boost+boost+boost+boost+boost"),
        Declare("shinai", named=("nothing of the kind",)),
    ],
)
def test_what_is_pleaded_for_can_be_let_through(evening: Evening, beyond: Declare) -> None:
    """4e.raise.limit, 4e.free-raise, 4e.void.limit, 4e.emphasis: the game master's word goes beyond all of them."""
    run = evening.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    with pytest.raises(IllegalMove):
        evening.do("a", Act(run, "shinai", beyond))
    evening.do("a", Plead(run, "shinai", beyond, "the wind is with me"))
    (plea,) = evening.table.pleas
    with pytest.raises(NotSeated):
        evening.do("a", Heed(plea, True))
    had = evening.table.cast["shinai"].void
    evening.do("g", Heed(plea, True))
    state = evening.table.runs[run].state
    assert state.roll.declared.raises == beyond.raises
    assert not evening.table.pleas
    assert evening.table.cast["shinai"].void == max(had - beyond.void.count("boost"), 0)
    assert not [each.fault for each in replay(evening.entries, HOSTS) if each.fault]


def test_a_plea_that_is_not_heeded_changes_nothing(evening: Evening) -> None:
    run = evening.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    evening.do("a", Plead(run, "shinai", Declare("shinai", 9), "please"))
    (plea,) = evening.table.pleas
    evening.do("g", Heed(plea, False))
    assert evening.table.runs[run].state.roll.declared is None
    with pytest.raises(Conflict):
        evening.do("g", Heed(plea, True))


@pytest.mark.parametrize("how", ["moves", "undone", "over"])
def test_a_plea_lapses_with_what_it_was_for(evening: Evening, how: str) -> None:
    """Nobody who has moved since gets what they asked for before, on top of it."""
    run = evening.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    other = evening.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    for number in (run, other):
        evening.do("a", Plead(number, "shinai", Declare("shinai", 9), "please"))
    plea, kept = evening.table.pleas
    if how == "moves":
        evening.do("a", Act(run, "shinai", Declare("shinai", 0, by_hand=True)))
    elif how == "undone":
        evening.do("g", Undo(run, plea, "once more"))
    else:
        evening.do("g", Rule(run, (Closed(),), "enough"))
    assert [*evening.table.pleas] == [kept]
    with pytest.raises(Conflict, match=f"Entry {plea} asks for nothing that waits."):
        evening.do("g", Heed(plea, True))
    evening.do("g", Heed(kept, True))


def test_garbage_raises_our_errors_and_changes_nothing(evening: Evening) -> None:
    rng, refused = Random(0), 0
    junk = [
        *(0, 1, 999, -5, "", "shinai", CHANCE, GM, None, True, b"x", (), frozenset({1}), 1.5),
        *(Declare("shinai", None), Throw("shinai", (("x",),)), Shifted("shinai", "sheet", 1, ""), Closed(), Entry),  # type: ignore[arg-type]
        *(Judge(10**30), Ask("shinai", "\x00"), Ask(None, None), Plan("A", "7k3", -1), Face("a", "b")),  # type: ignore[arg-type]
    ]
    for _ in range(3000):
        kinds: list[Callable[[], Any]] = [
            lambda: Start(rng.choice(["check", "task", "x"]), str(rng.choice(junk)), rng.choice(junk)),
            lambda: Act(rng.randint(-2, 30), str(rng.choice(junk)), rng.choice(junk), None, rng.choice(["", "why"])),
            lambda: Undo(rng.randint(-2, 30), rng.randint(-2, 90), "x"),
            lambda: Rule(rng.randint(-2, 30), (rng.choice(junk),), "x"),
            lambda: Go(rng.randint(-2, 30)),
        ]
        request = rng.choice(kinds)()
        before = (evening.table, len(evening.entries))
        try:
            evening.do(rng.choice("gax"), request)
        except RollKeepError:
            refused += 1
            assert (evening.table, len(evening.entries)) == before
    assert refused > 1000
    assert fold(HOSTS, evening.entries) == evening.table


@pytest.mark.parametrize(
    "bad",
    [
        '{"is":"fourth.play.roll.Declare","who":"a","raises":1.0}',
        '{"is":"fourth.play.check.Judge","tn":true}',
        '{"is":"fourth.play.check.Judge","tn":1.0}',
        '{"is":"fourth.play.check.Judge","tn":1,"x":1}',
        '{"is":"fourth.play.check.Judge"}',
        '{"is":"Nope"}',
        '{"is":["a"]}',
        '{"tn":1}',
        "[" * 20_000,
        '"\\ud800"',
        "1" * 5_000,
        "NaN",
        "Infinity",
        "1e400",
        "",
    ],
)
def test_the_codec_is_strict(bad: str) -> None:
    with pytest.raises(CodecError):
        READ.load(bad, Judge)


def test_the_codec_keeps_every_value(shinai: Character, bandit: Character, isawa: Character) -> None:
    for character in (shinai, bandit, isawa, Character("Akodo", honor=1.5)):
        one = person(character)
        assert READ.load(text(one)) == one
        assert text(READ.load(text(one))) == text(one)
    hidden = Secret((1, 2), frozenset({"a", "b"}), "seal", "blind")
    assert READ.load(text(hidden), Secret[tuple[int, ...]]) == hidden


def test_evolve_refuses_what_belongs_nowhere() -> None:
    entry = Entry(1, "g", "c", 0, "", 1, None, (Kept("a", (0,), 5),))
    with pytest.raises(LookupError):
        evolve(Table(HOSTS), entry)
