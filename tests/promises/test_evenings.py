"""Random evenings: the table is what its log comes to, every entry follows from the rules, every undo is exact."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.promises.evenings import SEATS, Evening, evening
from tests.promises.sides import fails, many

from rollkeep.errors import Conflict
from rollkeep.machine.codec import text
from rollkeep.machine.machine import Shifted
from rollkeep.machine.machine import room as room_for
from rollkeep.machine.secret import each_secret, known, redact
from rollkeep.table import draft, room
from rollkeep.table.entry import Act, Go, Joined, Mark, Undo
from rollkeep.table.log import read
from rollkeep.table.replay import replay
from rollkeep.table.table import Run, Table, fold, menu
from rollkeep.table.undoing import undoing

GAMES = ("4e", "4e", "4e", "5e")


def written(table: Table) -> str:
    """All that a table is, as one text."""
    runs = {number: table.runs[number]._replace(past=None) for number in table.runs}
    return text(
        (
            tuple((who, table.cast[who]) for who in sorted(table.cast)),
            table.hidden,
            tuple(sorted(table.rulings.items())),
            tuple((number, tuple(run)) for number, run in sorted(runs.items())),
            tuple(sorted(table.open)),
            table.locked,
        )
    )


# --- the model --------------------------------------------------------------------------------------------------


def check_model(made: Evening, steps: int) -> None:
    """After each command: live = folded anew; each seat's view can be folded, and says what redacting would."""
    for number in range(steps):
        made.step()
        if number % 5 and number < steps - 1:
            continue
        table = made.room.table
        assert written(fold(made.world.machines, made.room.entries)) == written(table)
        for seat in SEATS:
            view = fold(made.world.machines, [redact(each, table.names(seat)) for each in made.room.entries])
            for run in table.runs:
                if not table.sees(seat, table.runs[run]):
                    assert view.runs[run].state is None
                    continue
                assert text(redact(view.runs[run].state, table.names(seat))) == text(
                    redact(table.runs[run].state, table.names(seat))
                ), f"run {run} is another to {seat}"
    again = made.again()
    assert not again.fault
    assert again.head == made.room.head
    assert written(again.table) == written(made.room.table)


@pytest.mark.parametrize("game", ["4e", "5e"])
def test_model(tmp_path: Path, game: str) -> None:
    for seed in range(many(2, 20)):
        with evening(tmp_path / str(seed), seed, game) as made:
            check_model(made, many(60, 200))
            assert len(made.room.entries) > 30


# --- the audit --------------------------------------------------------------------------------------------------


def check_audit(made: Evening, steps: int) -> None:
    """Every entry follows from the rules; every seat's export verifies, and plays."""
    for _ in range(steps):
        made.step()
    faults = [each.fault for each in replay(made.room.entries, made.world.machines) if each.fault]
    assert faults == []
    for seat in SEATS:
        log = read(made.room.export(made.room.table.names(seat)).encode(), made.world.codec)
        assert (log.status, log.fault, log.head) == (0, "", made.room.head)
        for each in replay(log.entries, made.world.machines):
            assert not each.fault, f"{seat}: {each.fault}"


@pytest.mark.parametrize("seed", range(many(4, 40)))
def test_audit(tmp_path: Path, seed: int) -> None:
    with evening(tmp_path, seed, GAMES[seed % 4]) as made:
        check_audit(made, many(80, 200))


# --- undo -------------------------------------------------------------------------------------------------------


def check_undo(made: Evening, steps: int) -> None:
    """Undo at every entry: the run is as it was, its shifts are taken back, others are untouched; redo goes on."""
    for _ in range(steps):
        made.step()
    whole = list(made.room.entries)
    before = made.room.table
    for entry in whole:
        run = before.runs[entry.run]
        if not run.machine:
            continue
        try:
            done = draft.Draft(before, "gm", "undo", "", made.source, lambda each: each)
            done.do(Undo(entry.run, entry.seq, "again"))
        except Conflict:
            continue
        check_undone(before, done, entry.run)


def check_undone(before: Table, done: draft.Draft, number: int) -> None:
    """One undo on the side."""
    events: list[Any] = [known(each) for each in done.entries[0].events]
    at = events[0].before
    then = list(before.runs[number].back(at))[-1]
    after = done.table.runs[number]
    assert text(after.state) == text(then.state)
    assert after.waiting
    for other in before.runs:
        if other != number:
            one, two = before.runs[other], done.table.runs[other]
            due = [each for each in done.entries[1:] if each.run == other]
            assert due or text(_bare(one)) == text(_bare(two)), f"run {other} is another after an undo in {number}"
    wanted: dict[tuple[str, str], int] = {}
    for moment in before.runs[number].back(at):
        for each in moment.shifts:
            wanted[each.who, each.track] = wanted.get((each.who, each.track), 0) - each.by
    got = {(each.who, each.track): each.by for each in events[1:] if isinstance(each, Shifted)}
    for key, by in wanted.items():
        who, track = key
        assert got.get(key, 0) == room_for(before.cast[who], track, by), f"{key} goes back otherwise than by {by}"


def _bare(run: Run) -> Any:
    return (run.machine, run.state, run.closed, run.waiting)


@pytest.mark.parametrize("seed", range(many(3, 30)))
def test_undo(tmp_path: Path, seed: int) -> None:
    with evening(tmp_path, 100 + seed, GAMES[(seed + 1) % 4]) as made:
        check_undo(made, many(60, 150))


def check_redo(made: Evening, steps: int) -> None:
    """A move undone and made again by the same request, with the same dice, comes to the same."""
    for _ in range(steps):
        made.step()
        table = made.room.table
        for seat in ("Anna", "Bo"):
            found = menu(table, seat)
            every = [(n, who, each) for n, by in found.items() for who in by for each in by[who]]
            if every:
                number, who, offer = made.rng.choice(every)
                move = Act(number, who, offer.sample(made.source))
                check_one_redo(made, table, seat, move)
                break


def check_one_redo(made: Evening, table: Table, seat: str, move: Act) -> None:
    from random import Random

    from rollkeep.testing import Faces

    once = draft.Draft(table, seat, "a", "", Faces(Random(5)))
    once.do(move)
    if once.entries[0].run != move.run:
        return
    undo = draft.Draft(once.table, "gm", "b", "", Faces(Random(6)))
    undo.do(Undo(move.run, once.entries[0].seq, "again"))
    undone: Any = known(undo.entries[0].events[0])
    if undone.before != once.entries[0].seq:
        return  # a reveal goes back further
    again = draft.Draft(undo.table, seat, "c", "", Faces(Random(5)))
    again.do(move)
    one, two = once.table.runs[move.run], again.table.runs[move.run]
    assert text(_unsealed(one.state)) == text(_unsealed(two.state))
    assert one.closed == two.closed
    for who in once.table.cast:
        assert once.table.cast[who] == again.table.cast[who], who


def _unsealed(state: Any) -> Any:
    return each_secret(state, lambda secret: secret.__class__(_unsealed(secret.value), secret.to))


@pytest.mark.parametrize("seed", range(many(2, 20)))
def test_redo(tmp_path: Path, seed: int) -> None:
    with evening(tmp_path, 200 + seed, GAMES[seed % 4]) as made:
        check_redo(made, many(50, 150))


# --- tracks that are moved from elsewhere -----------------------------------------------------------------------


def check_elsewhere(made: Evening, steps: int) -> None:
    """A point or a Wound moves between any two moves: nobody is stuck, no track leaves its bounds."""
    for _ in range(steps):
        made.move() or made.starts()
        who = made.rng.choice(["Shinai", "Kuma"])
        track = made.rng.choice(["void", "wounds"] if made.game == "4e" else ["strife", "fatigue", "void"])
        made.tries("gm", Mark(who, track, made.rng.randrange(-3, 4), "elsewhere"))
        table = made.room.table
        for one in table.cast.values():
            assert one.void >= 0, "a point is spent twice"
        for number in table.open:
            run = table.runs[number]
            if not run.waiting:
                assert table.hosts[run.machine].offers(table.scene(run)), f"run {number} is stuck"
    shifts: dict[tuple[str, str], int] = {}
    first: dict[str, Any] = {}
    for entry in made.room.entries:
        for event in map(known, entry.events):
            if isinstance(event, Joined):
                first.setdefault(event.name, known(event.character))
            if isinstance(event, Shifted):
                shifts[event.who, event.track] = shifts.get((event.who, event.track), 0) + event.by
    for (who, track), by in shifts.items():
        assert getattr(made.room.table.cast[who], track) == getattr(first[who], track) + by


@pytest.mark.parametrize("seed", range(many(3, 30)))
def test_tracks_moved_elsewhere(tmp_path: Path, seed: int) -> None:
    with evening(tmp_path, 300 + seed, GAMES[(seed + 1) % 4]) as made:
        check_elsewhere(made, many(60, 150))


def test_go_after_undo(tmp_path: Path) -> None:
    """After an undo chance waits until the game master says go on."""
    with evening(tmp_path, 7) as made:
        while not any(each.asked and known(each.asked).who == "chance" for each in made.room.entries):  # type: ignore[union-attr]
            made.move() or made.starts()
        entry = next(e for e in made.room.entries if e.asked and known(e.asked).who == "chance")  # type: ignore[union-attr]
        made.does("gm", Undo(entry.run, entry.seq, "again"))
        assert made.room.table.runs[entry.run].waiting
        made.does("gm", Go(entry.run))
        assert not made.room.table.runs[entry.run].waiting


# --- what these tests have to notice ----------------------------------------------------------------------------


def _forgetful_redact(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("rollkeep.table.draft.Draft._told", lambda self, event, to: event)
    patch.setattr("rollkeep.table.replay._hides", lambda *_: False)


def _undo_keeps_shifts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(draft, "undoing", lambda *args: undoing(*args)[:1])


def _memory_goes_its_own_way(patch: pytest.MonkeyPatch) -> None:
    real = room.Draft.do  # type: ignore[attr-defined]

    def do(self: Any, request: Any) -> None:
        real(self, request)
        self.table = self.table._replace(locked=not self.table.locked, open=frozenset())

    patch.setattr(room.Draft, "do", do)  # type: ignore[attr-defined]


def _spent_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("rollkeep.fourth.play.person.Person.room", lambda self, track, by: by)


def test_saboteurs(tmp_path: Path) -> None:
    def check(name: str, what: Callable[[Evening, int], None], steps: int) -> Callable[[], None]:
        def run() -> None:
            for seed in range(6):
                with evening(tmp_path / f"{name}{seed}", 100 + seed) as made:
                    what(made, steps)

        return run

    fails(check("a", check_undo, 40), _undo_keeps_shifts)
    fails(check("b", check_model, 20), _memory_goes_its_own_way)
    fails(check("c", check_elsewhere, 60), _spent_twice)
