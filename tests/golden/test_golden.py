"""Whole playthroughs, move by move: the log as it is written, and everything that anybody may do at every state.

Each has two files here: NAME.jsonl is the log, NAME.txt the same to read, with all offers and who has them, by their
seats. A changed golden is a changed behaviour: look at the difference, then write them anew with

    ROLLKEEP_GOLDEN=write .venv/bin/python -m pytest -q tests/golden

and say in the changelog what changed.
"""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from rollkeep.dice.bound import D10
from rollkeep.dice.face import written
from rollkeep.dice.notation import Term
from rollkeep.errors import RollKeepError
from rollkeep.fifth import sheet as fifth
from rollkeep.fifth.duel.person import Person as Duellist
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import contest, together
from rollkeep.fourth.play.bound import Rollable
from rollkeep.fourth.play.check import Ask, Judge
from rollkeep.fourth.play.contest import Enter
from rollkeep.fourth.play.hosts import HOSTS, KINDS
from rollkeep.fourth.play.iaijutsu import Answer, Face
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Keep, Throw
from rollkeep.fourth.play.task import Plan, Stop
from rollkeep.fourth.play.together import Help, Lead
from rollkeep.fourth.sheet import Character, Skill
from rollkeep.fourth.sheet_file import read
from rollkeep.machine.bound import Between, OneOf
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import GM, Offer, Scene, Shifted, offers
from rollkeep.machine.secret import Secret, redact
from rollkeep.reason import Reason
from rollkeep.table import log
from rollkeep.table.chain import sealed
from rollkeep.table.draft import Draft
from rollkeep.table.entry import KINDS as TABLE_KINDS
from rollkeep.table.entry import Act, Agreed, Entry, Go, Joined, Rule, Say, Seated, Start, Undo
from rollkeep.table.replay import replay
from rollkeep.table.table import Table, evolve, fold, menu

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "docs" / "examples"
READ = Codec((*TABLE_KINDS, *KINDS))
WRITE = os.environ.get("ROLLKEEP_GOLDEN") == "write"
SEATS = {"g": ("gm", ""), "a": ("player", "shinai"), "b": ("player", "rival"), "w": ("watcher", "")}


class Dice:
    """Throws as they are written down: ``2 10 4 7`` are the faces of three dice, and of the one that explodes; a stroke
    between two throws. Whoever draws lots before a throw, among one name, takes no die of it.
    """

    def __init__(self, told: str) -> None:
        self.left = [[int(face) for face in throw.split()] for throw in told.split("/") if throw.strip()]
        self.falling = False

    def faces(self, sides: int, count: int, /) -> bytes:
        if count == 1 and not self.falling:
            return b"\x01"
        now = self.left[0]
        taken = bytes(now[:count])
        assert len(taken) == count, "the throw is too short"
        del now[:count]
        self.falling = bool(now)
        if not now:
            del self.left[0]
        return taken


# --- to read ------------------------------------------------------------------------------------------------------


def shown(value: Any) -> str:
    """A value in one line: what is as usual is left out, and what the log tells at length is only named."""
    match value:
        case Secret():
            return f"Secret({'?' if value.value is None else shown(value.value)} for {shown(value.to)})"
        case Character():
            return f"<{value.name}>"
        case fifth.Character():
            return f"<{value.name}>"
        case Duellist():
            return f"<{value.sheet.name}, void {value.void}, strife {value.strife}, fatigue {value.fatigue}>"
        case Person():
            return f"<{value.sheet.name}, void {value.void}, wounds {value.wounds}>"
        case Reason():
            return f"{value.rule} {value.case}"
        case Between():
            return f"{value.least}..{value.most}"
        case OneOf():
            return "|".join(shown(each) for each in value.of)
        case D10():
            return f"dice of {shown(value.pool)}"
        case Rollable():
            return f"what <{value.character.name}> rolls{' again' * value.again} {value.aim}".strip()
        case Offer():
            return f"{value.move.__name__}({', '.join(f'{name}: {shown(bound)}' for name, bound in value.bounds)})" + (
                " secretly" if value.secret else ""
            )
        case frozenset():
            return " ".join(sorted(value)) or "nobody"
        case str():
            return value if value and not set(value) & set(",()|") else repr(value)
    if type(value) is tuple:
        if value and all(type(die) is tuple and die and set(map(type, die)) == {int} for die in value):
            return " ".join(map(written, value))
        return f"({', '.join(map(shown, value))})"
    if is_dataclass(value) or hasattr(value, "_fields"):
        said = [f"{name}={shown(part)}" for name, part, usual in parts(value) if part not in (usual, "", (), None)]
        return f"{type(value).__name__}({', '.join(said)})"
    return repr(value)


def parts(value: Any) -> list[tuple[str, Any, Any]]:
    """The fields of a record with their values and what they usually are."""
    if is_dataclass(value):
        usual = {field.name: field.default for field in fields(value)}
    else:
        usual = {name: value._field_defaults.get(name, MISSING) for name in value._fields}
    return [(name, getattr(value, name), default) for name, default in usual.items()]


def brief(request: Any) -> Any:
    """A request without what its entry says again."""
    return replace(request, **{name: None for name in ("move", "events") if hasattr(request, name)})


class Play:
    """A table whose every state is written down: who may do what, by the whole table and by each seat's view."""

    def __init__(
        self, title: str, cast: Mapping[str, Any], hosts: Any = HOSTS, dice: Any = Dice, **hidden: Any
    ) -> None:
        self.hosts, self.dice = hosts, dice
        self.page, self.entries, self.blinds = [f"# {title}"], list[Entry](), 0
        self.table = Table(hosts)._replace(seats={"g": Seated("g", "gm", frozenset())})
        self.views, self.last = dict.fromkeys(SEATS, Table(hosts)), dict[str, list[str]]()
        seats = (Seated(seat, role, frozenset(who.split())) for seat, (role, who) in SEATS.items())
        joined = (Joined(who, one, who in hidden) for who, one in {**cast, **hidden}.items())
        self.do("g", Rule(0, (*seats, *joined), ""))

    def do(self, seat: str, *requests: Any, dice: str = "") -> int:
        """One command, with the faces that fall in it; the run that it began."""
        before, source = self.table.seq, self.dice(dice)
        draft = Draft(self.table, seat, f"c{self.table.seq}", "2000-01-01T00:00:00", source, self.seal)
        for request in requests:
            if isinstance(request, Start):
                self.may_start(request.machine)
            self.page += ["", f"{seat}: {shown(brief(request))}"]
            draft.do(request)
            for entry in draft.entries[self.table.seq - before :]:
                self.entry(entry)
        assert not source.left, "not every die of the script fell"
        return draft.started

    def seal(self, entry: Entry) -> Entry:
        def blind() -> str:
            self.blinds += 1
            return f"blind {self.blinds}"

        done: Entry = sealed(entry, blind)
        return done

    def refused(self, seat: str, request: Any) -> None:
        with pytest.raises(RollKeepError) as found:
            Draft(self.table, seat, "", "", self.dice("")).do(request)
        self.page += ["", f"{seat}: {shown(request)}", f"  refused: {found.value.code}"]

    def entry(self, entry: Entry) -> None:
        """What happened, what each seat is told of it, and what may be done then."""
        self.entries.append(entry)
        self.table = evolve(self.table, entry)
        asked = f": {shown(entry.asked)}" if entry.asked else ""
        self.page.append(f"  {entry.seq} of run {entry.run}{asked}")
        told = {seat: redact(entry, self.table.names(seat)) for seat in SEATS}
        self.page += by_seats({seat: {f"told {shown(told[seat].asked)}": None} for seat in SEATS}, shown(entry.asked))
        for i, event in enumerate(entry.events):
            self.page.append(f"    {shown(event)}")
            self.page += by_seats({seat: {f"told {shown(told[seat].events[i])}": None} for seat in SEATS}, shown(event))
        for seat in SEATS:
            self.views[seat] = evolve(self.views[seat], told[seat])
        casts = {seat: self.views[seat].cast for seat in SEATS}
        lines = {seat: {f"{who}: {shown(one)}": None for who, one in cast.items()} for seat, cast in casts.items()}
        self.changed("    cast", by_seats(lines, ""))
        for number in sorted(self.table.open):
            run = self.table.runs[number]
            every = offers(self.hosts[run.machine], self.table.scene(run))
            lines = {"": listed(every)}
            lines |= {seat: listed(menu(view, seat).get(number, {})) for seat, view in self.views.items()}
            self.changed(f"    run {number}{' waits' if run.waiting else ''}", by_seats(lines, ""))

    def changed(self, title: str, lines: list[str]) -> None:
        """What is the same as the last time is not shown again."""
        if self.last.get(title) == lines:
            self.page.append(f"{title}: as before")
        else:
            self.page += [f"{title}:", *lines]
        self.last[title] = lines

    def may_start(self, machine: str) -> None:
        scene: Scene[Any] = Scene(
            self.table.cast, self.hosts[machine].blank, rulings=frozenset(self.table.rulings.items())
        )
        self.page.append("")
        self.changed(
            f"{machine} can begin with", [f"      {line}" for line in listed(offers(self.hosts[machine], scene))]
        )

    def files(self) -> dict[str, str]:
        return {
            "jsonl": "".join(line for line, _ in log.lines_of(self.entries, "")),
            "txt": "\n".join(self.page) + "\n",
        }


def listed(every: Any) -> dict[str, None]:
    return {f"{who}: {shown(offer)}": None for who, offered in every.items() for offer in offered}


def by_seats(lines: dict[str, dict[str, None]], but: str) -> list[str]:
    """Each line once, before it the seats that have it; none where all have what is known already."""
    every = dict.fromkeys(line for several in lines.values() for line in several)
    found = [("".join(seat for seat in lines if line in lines[seat]), line) for line in every]
    return [f"      [{seats:4}] {line}" for seats, line in found if line != f"told {but}"]


# --- the playthroughs ---------------------------------------------------------------------------------------------


def example(name: str) -> Character:
    return read((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))


SHINAI, RIVAL, NOBODY = example("shinai"), example("rival"), person(Character("Akodo"))


def check() -> Play:
    made = Play("A TN that is judged later, one that is hidden, and another attempt", {"shinai": person(SHINAI)})
    run = made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", None, "later", "The lantern", free=1)))
    made.refused("a", Act(run, "shinai", Declare("shinai", raises=4)))
    declared = Declare("shinai", 1, "speed", 1, "boost", ("yumi",), keep="choose")
    made.do("a", Act(run, "shinai", declared), dice="1 4 5 10 7 8 2 2 6 3")
    made.refused("a", Act(run, "shinai", Keep("shinai", (0, 1))))
    made.do("a", Act(run, "shinai", Keep("shinai", (2, 3, 4, 5))))
    made.do("g", Act(run, GM, Judge(25)))
    run = made.do("g", Start("check", GM, Ask("shinai", "investigation", 20, "hidden", shown="gm", told="total")))
    made.do("a", Act(run, "shinai", Declare("shinai", keep="high")), dice="3 9 4 8 1")
    again = Ask("shinai", "kyujutsu", 15, attempt=2, adds=(Modifier("wind", Term(-1)),))
    run = made.do("g", Start("check", GM, again, after=2))
    made.do("a", Act(run, "shinai", Declare("shinai", keep="low", by_hand=True)))
    made.refused("a", Act(run, "shinai", Throw("shinai", ((10,), *((5,),) * 5))))
    made.do("a", Act(run, "shinai", Throw("shinai", ((9,), (8,), (9,), (9,), (8,), (10, 2)))))
    return made


def contest_() -> Play:
    cast = {"shinai": person(SHINAI), "rival": person(RIVAL), "akodo": NOBODY}
    made = Play("A contest: Raises, a Free Raise on one's own total, and a tie that is rolled again", cast)
    run = made.do("g", Start("contest", GM, Enter("shinai", "kenjutsu", 1)), Act(0, GM, Enter("rival", "kenjutsu")))
    made.do("g", Act(run, GM, Enter("akodo", "3k2")), Act(run, GM, contest.Begin("again", "Wooden swords")))
    made.do("a", Act(run, "shinai", Declare("shinai", lower=1, void="boost")), dice="1 2 3 5 6 7 4")
    made.do("b", Act(run, "rival", Declare("rival")), dice="9 9 9 1 1 1")
    made.do("g", Act(run, "akodo", Declare("akodo", 2)), dice="9 9 8 / 8 7 9 1 1 1 1 / 10 9 8 1 1 1 7")
    return made


def raises() -> Play:
    cast = {"shinai": person(SHINAI), "rival": person(RIVAL), "akodo": NOBODY}
    made = Play("A contest in which the highest falls short of their Raise, by the book and by a ruling", cast)
    for value in ("nobody_wins", "runner_up_wins"):
        made.do("g", Rule(0, (Agreed("short_raiser", value),), ""))
        enter = (Act(0, GM, Enter(who, "3k3")) for who in ("rival", "akodo"))
        run = made.do("g", Start("contest", GM, Enter("shinai", "3k3")), *enter, Act(0, GM, contest.Begin("again")))
        made.do("a", Act(run, "shinai", Declare("shinai", 1, "a bow")), dice="9 9 9")
        made.do("b", Act(run, "rival", Declare("rival")), dice="8 8 7")
        made.do("g", Act(run, "akodo", Declare("akodo")), dice="4 4 4")
    return made


def task() -> Play:
    cast = {"shinai": person(SHINAI)}
    made = Play("A task with a roll that does nothing, a flub, something else in between, and its end", cast)
    plan = Plan("shinai", "investigation", 50, 15, 11, help=2, every="1 week", label="The torn scroll")
    run = made.do("g", Start("task", GM, plan))
    made.do("a", Act(run, "shinai", Declare("shinai", void="boost")), dice="9 8 7 6 2 3")
    made.do("a", Act(run, "shinai", Declare("shinai")), dice="2 2 2 2 1")
    made.do("g", Rule(0, (Shifted("shinai", "wounds", 16, "a fall"),), "meanwhile"))
    other = made.do("g", Start("task", GM, Plan("shinai", "3k3", 60)))
    made.do("a", Act(run, "shinai", Declare("shinai", 1)), dice="6 5 4 2 1")
    made.do("g", Act(other, GM, Stop()))
    made.do("a", Act(run, "shinai", Declare("shinai")), dice="10 10 3 2 1 7 9")
    return made


def together_() -> Play:
    cast = {"shinai": person(SHINAI), "rival": person(RIVAL), "akodo": NOBODY}
    made = Play("Rolling together: one whom two help, then everyone, the best of whom helps the others", cast)
    run = made.do("g", Start("together", GM, Lead("shinai", "investigation")), Act(0, GM, Help("rival", 3)))
    made.do("g", Act(run, GM, Help("akodo", 2)), Act(run, GM, together.Begin(25, "The footprints")))
    made.do("a", Act(run, "shinai", Declare("shinai", 1)), dice="9 9 9 1 1")
    run = made.do("g", Start("together", GM, Help("shinai", 0, "athletics")), Act(0, GM, Help("rival", 0, "athletics")))
    made.do("g", Act(run, GM, Help("akodo", 3, "5k2")), Act(run, GM, together.Begin(5, "The cliff")))
    made.do("g", Act(run, "akodo", Declare("akodo")), dice="6 10 1 10 5 8 10 10 3")
    made.do("b", Act(run, "rival", Declare("rival")), dice="2 4")
    made.do("a", Act(run, "shinai", Declare("shinai", void="skill")), dice="2 3 9")
    return made


def iaijutsu() -> Play:
    skills = (*(SHINAI.skills or ()), Skill("iaijutsu", 5))
    skilled = SHINAI._replace(skills=skills, insight_rank=2, armor=None)
    made = Play(
        "Iaijutsu to first blood: one is ahead, the other leads, strikes first and misses, and is struck",
        {"shinai": person(skilled), "rival": person(RIVAL)},
    )
    run = made.do("g", Start("iaijutsu", GM, Face("shinai", "rival")))
    made.do("a", Act(run, "shinai", Declare("shinai", 1)), dice="1 2 3 4 5 6 7")
    made.do("b", Act(run, "rival", Declare("rival")), dice="9 9 8 1 1 1 1")
    made.do("b", Act(run, "rival", Answer("rival", False)))
    made.do("a", Act(run, "shinai", Answer("shinai", False)))
    made.do("a", Act(run, "shinai", Declare("shinai", void="boost")), dice="9 9 10 1 1 1 1 1 1 5")
    made.do("b", Act(run, "rival", Declare("rival")), dice="9 8 5 4 3 2 1 1")
    made.do("a", Act(run, "shinai", Declare("shinai", 1, "increased damage", 1)), dice="1 1 1 1 1 1 1 2")
    made.do("b", Act(run, "rival", Declare("rival", 2, "increased damage")), dice="9 9 10 1 1 1 1 9")
    made.do("b", Act(run, "rival", Declare("rival")), dice="9 9 1 1 1 1 1 1")
    return made


def evening() -> Play:
    ninja = Person(Character("Nobody", void_ring=2), 2)
    cast = {"shinai": person(SHINAI._replace(void_points=1)), "rival": person(RIVAL)}
    made = Play("An evening: two runs share the last Void Point, moves are undone, and some things are hidden", cast)
    made.do("g", Rule(0, (Joined("ninja", ninja, True),), ""))
    made.do("g", Rule(0, (Shifted("ninja", "void", -1, "a leap"),), "in the dark"))
    first = made.do("g", Start("check", GM, Ask("shinai", "kyujutsu", 20)))
    second = made.do("b", Start("check", "rival", Ask("rival", "kenjutsu", 15)))
    third = made.do("g", Start("contest", GM, Enter("shinai", "kenjutsu")), Act(0, GM, Enter("rival", "kenjutsu")))
    made.do("g", Act(third, GM, contest.Begin()))
    made.do("a", Act(first, "shinai", Declare("shinai", void="boost", by_hand=True)))
    declared = made.table.seq
    made.refused("a", Act(third, "shinai", Declare("shinai", void="boost")))
    made.refused("a", Undo(first, declared, "let me"))
    made.do("g", Undo(first, declared, "not this one"))
    made.do("a", Act(third, "shinai", Declare("shinai", void="boost")), dice="9 7 5 3 1 1 1")
    made.refused("a", Act(first, "shinai", Declare("shinai", void="boost")))
    made.do("a", Act(first, "shinai", Declare("shinai")), dice="2 4 5 7 7 8 9")
    made.do("g", Undo(first, made.table.seq, "the dice fell off the table"))
    made.do("g", Say("Again!"))
    made.do("g", Go(first), dice="2 2 2 2 2 2 9")
    made.do("g", Start("check", GM, Ask("rival", "etiquette", 15, "hidden", shown="blind"), secret=True))
    made.do("g", Act(made.table.seq, "rival", Declare("rival", void="boost")), dice="9 9 5 2 2 1")
    made.do("g", Act(second, "rival", Declare("rival", 1, "speed", void="boost")), dice="9 9 9 1 1 1 1")
    made.do("g", Act(third, "rival", Declare("rival", void="boost"), why="a vow"), dice="9 9 1 1 1 1 1")
    made.do("g", Undo(second, second, "it never was"))
    return made


PLAYS: dict[str, Callable[[], Play]] = {
    "check": check,
    "contest": contest_,
    "raises": raises,
    "task": task,
    "together": together_,
    "iaijutsu": iaijutsu,
    "evening": evening,
}


@pytest.mark.parametrize("name", PLAYS)
def test_nothing_has_changed(name: str) -> None:
    """4e.tn, 4e.contested, 4e.cooperative.joint, 4e.cooperative.each, 4e.cumulative, 4e.iaijutsu, 4e.void.pool"""
    made = PLAYS[name]()
    assert fold(HOSTS, made.entries) == made.table
    for kind, told in made.files().items():
        path = HERE / f"{name}.{kind}"
        if WRITE:
            path.write_text(told, encoding="utf-8", newline="\n")
        if told != (was := path.read_text(encoding="utf-8")):
            pytest.fail(difference(path.name, was, told), pytrace=False)


def difference(name: str, was: str, told: str) -> str:
    """The first lines that differ; of a log, field by field."""

    def rows(text: str, but: str) -> list[str]:
        if not name.endswith("jsonl"):
            return text.splitlines()
        lines = [{key: part for key, part in json.loads(line).items() if key != but} for line in text.splitlines()]
        return [row for line in lines for row in json.dumps(line, indent=1).split("\n")]

    before, now, found = f"{name} as it was", f"{name} now", list[str]()
    for but in ("hash", ""):  # every hash after a change is another one: of interest only where nothing else is
        found = found or list(difflib.unified_diff(rows(was, but), rows(told, but), before, now, n=2, lineterm=""))
    return "\n".join(["", *found[:60], f"... {len(found) - 60} lines more" if len(found) > 60 else ""])


@pytest.mark.parametrize("name", PLAYS)
def test_every_log_follows_from_the_rules(name: str) -> None:
    found = log.load(str(HERE / f"{name}.jsonl"), READ)
    assert (found.status, found.sealed, found.fault) == (0, 0, "")
    assert [each.fault for each in replay(found.entries, HOSTS)] == [""] * len(found.entries)
    for seat in SEATS:
        names = fold(HOSTS, found.entries).names(seat)
        told = [redact(entry, names) for entry in found.entries]
        lines = "".join(line for line, _ in log.lines_of(told, ""))
        assert log.read(lines.encode(), READ).head == found.head


def test_no_golden_is_left_over() -> None:
    kept = {path.name for path in HERE.iterdir() if path.suffix in (".jsonl", ".txt")}
    assert kept == {f"{name}.{kind}" for name in PLAYS for kind in ("jsonl", "txt")}
