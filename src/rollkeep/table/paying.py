"""What procedures cost, written into the files of several characters: all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from rollkeep.fourth import tracks
from rollkeep.fourth.sheet import Character
from rollkeep.machine.machine import Shifted
from rollkeep.table.change import change
from rollkeep.table.ledger import Entry, Ledger

Moved = Mapping[str, Sequence[Shifted]]
"""What moved, by the path of the character's file."""


@contextmanager
def paid(moved: Moved) -> Iterator[None]:
    """Writes what moved into the files, and takes it back where one of them, or the block, fails.

    Raises: RuleError, SheetError
    """
    for path, shifts in moved.items():
        change(path, _lines(shifts), dry_run=True)
    done: list[str] = []
    try:
        for path, shifts in moved.items():
            change(path, _lines(shifts))
            done.append(path)
        yield
    except BaseException:
        for path in reversed(done):
            change(path, _lines([each._replace(by=-each.by, why="taken back") for each in reversed(moved[path])]))
        raise


def _lines(shifts: Sequence[Shifted]) -> Callable[[Character, Ledger], tuple[Entry, ...]]:
    """The lines of a character's ledger for what moved; Void Points that are not there are refused."""

    def make(character: Character, ledger: Ledger) -> tuple[Entry, ...]:
        lines = []
        for moved in shifts:
            if moved.track == "void":
                shift = tracks.spend(character, -moved.by) if moved.by < 0 else tracks.regain(character, moved.by)
            elif moved.by < 0:
                shift = tracks.heal(character, -moved.by)
            else:
                shift = tracks.take(character, moved.by)
            character = tracks.shifted(character, (shift,))
            lines.append(Entry("wound" if moved.track == "wounds" else moved.why, moved.why, (shift,)))
        return tuple(lines)

    return make
