"""Plays whole playthroughs, move by move, and compares them with their goldens.

Each playthrough has two files: NAME.jsonl is the log as it is written, NAME.txt the same to read, with everything that
anybody may do at every state, and who may, by their seats. A changed golden is a changed behaviour: look at the
difference, then write them anew with

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
from typing import Any, NamedTuple

import pytest
from tests.duels import RING, SKILL

from rollkeep.dice.bound import D10
from rollkeep.dice.face import written
from rollkeep.errors import RollKeepError
from rollkeep.fifth import sheet as fifth
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.person import Person as Duellist
from rollkeep.fifth.duel.person import person as duellist
from rollkeep.fourth.play.bound import Rollable
from rollkeep.fourth.play.hosts import HOSTS
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.sheet import Character
from rollkeep.machine.bound import Between, OneOf
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import Offer, Scene, offers
from rollkeep.machine.secret import Secret, redact
from rollkeep.reason import Reason
from rollkeep.table import log
from rollkeep.table.chain import sealed
from rollkeep.table.draft import Draft
from rollkeep.table.entry import KINDS as TABLE_KINDS
from rollkeep.table.entry import Entry, Joined, Rule, Seated, Start
from rollkeep.table.replay import replay
from rollkeep.table.table import Table, evolve, fold, menu

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


class Fallen:
    """Ring dice and skill dice as ``tests.duels`` writes them; strokes only help to read."""

    def __init__(self, told: str) -> None:
        self.left = [die for die in told.split() if die not in "/|"]

    def faces(self, sides: int, count: int, /) -> bytes:
        taken, self.left = self.left[:count], self.left[count:]
        assert len(taken) == count, "more dice fall than the script has"
        return bytes(RING[die] if sides == 6 else SKILL[die] - 10 for die in taken)


def one(name: str, **changed: object) -> Duellist:
    """Somebody ready-made of the 5th edition, but for what is named."""
    return duellist(READY[name]._replace(**changed))  # type: ignore[arg-type]


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


# --- the goldens --------------------------------------------------------------------------------------------------


class Goldens(NamedTuple):
    """The playthroughs whose files are in one folder, with the machines that they need and the kinds in their logs."""

    folder: Path
    plays: Mapping[str, Callable[[], Play]]
    hosts: Mapping[str, Any]
    kinds: tuple[type, ...]

    def unchanged(self, name: str) -> None:
        """Played again it comes to the same; or the files are written anew."""
        made = self.plays[name]()
        assert fold(self.hosts, made.entries) == made.table
        for kind, told in made.files().items():
            path = self.folder / f"{name}.{kind}"
            if WRITE:
                path.write_text(told, encoding="utf-8", newline="\n")
            if told != (was := path.read_text(encoding="utf-8")):
                pytest.fail(difference(path.name, was, told), pytrace=False)

    def follows(self, name: str) -> None:
        """The log is whole, follows from the rules, and has the same head in what each seat is told of it."""
        codec = Codec((*TABLE_KINDS, *self.kinds))
        found = log.load(str(self.folder / f"{name}.jsonl"), codec)
        assert (found.status, found.sealed, found.fault) == (0, 0, "")
        assert [each.fault for each in replay(found.entries, self.hosts)] == [""] * len(found.entries)
        for seat in SEATS:
            names = fold(self.hosts, found.entries).names(seat)
            told = [redact(entry, names) for entry in found.entries]
            lines = "".join(line for line, _ in log.lines_of(told, ""))
            assert log.read(lines.encode(), codec).head == found.head

    def none_is_left_over(self) -> None:
        """Every golden belongs to a playthrough."""
        kept = {path.name for path in self.folder.iterdir() if path.is_file() and path.suffix != ".py"}
        assert kept == {f"{name}.{kind}" for name in self.plays for kind in ("jsonl", "txt")}


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
