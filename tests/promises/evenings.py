"""Random evenings: several procedures of both games at once, played by all seats, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.unit.web_tables import hero, world

from rollkeep.errors import Conflict, IllegalMove, NotSeated
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.person import person as of_fifth
from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.contest import Enter as Takes
from rollkeep.fourth.play.iaijutsu import Face
from rollkeep.fourth.play.task import Plan
from rollkeep.fourth.skirmish.moves import Muster
from rollkeep.machine.machine import CHANCE, GM, Closed
from rollkeep.table.entry import (
    Act,
    Enter,
    Go,
    Heed,
    Lock,
    Mark,
    Plead,
    Request,
    Rule,
    Say,
    Seated,
    Show,
    Sit,
    Start,
    Undo,
)
from rollkeep.table.room import OWNER, Done, Room
from rollkeep.table.sqlite import Kept, Store
from rollkeep.table.table import menu
from rollkeep.testing import Faces

SEATS = {OWNER: "gm", "Anna": "player", "Bo": "player", "Wen": "watcher"}
TAB = "evening"
FOES = (("Kuma",), ("Oni",), ("Kuma", "Oni"))


class Evening:
    """A table in a database, with two players, a spectator and a game master, and characters of one game."""

    def __init__(self, path: Path, seed: int, game: str = "4e", tab: str = TAB) -> None:
        self.rng, self.tab, self.game = Random(seed), tab, game
        self.source = Faces(self.rng)
        self.path = path / "tables.db"
        self.store = Store(str(self.path))
        self.world = world(seed)
        self.store.create(Kept(tab, "An evening", game, "2000-01-01", 0, ""), [])
        self.room = Room(self.store.table(tab), self.world, [])
        self.count = 0
        self.refused = 0
        self.does(OWNER, Rule(0, (Seated(OWNER, "gm", frozenset()),), ""))
        for name in ("Shinai", "Kuma", "Oni"):
            ready = READY["shinai" if name == "Shinai" else "rival"]
            one = hero(name) if game == "4e" else of_fifth(ready._replace(name=name))
            tracks = {"Shinai": "open", "Kuma": "words", "Oni": "hidden"}[name]
            self.does(OWNER, Enter(name, one, name == "Oni", "hidden", tracks, True))
        self.does(OWNER, Sit("Anna", "player", frozenset({"Shinai"})))
        self.does(OWNER, Sit("Bo", "player", frozenset({"Kuma"})))
        self.does(OWNER, Sit("Wen", "watcher"))

    def does(self, seat: str, *requests: Request, command: str = "") -> Done:
        """A command.

        Raises: Conflict, IllegalMove, NotSeated
        """
        self.count += 1
        return self.room.do(self.store, seat, command or f"c{self.count}", "", requests)

    def tries(self, seat: str, *requests: Request) -> Done | None:
        """The same; None where it is refused."""
        try:
            return self.does(seat, *requests)
        except (Conflict, IllegalMove, NotSeated):
            self.refused += 1
            return None

    def step(self) -> Done | None:
        """One random command of a random seat; most are moves that are on offer."""
        rng = self.rng
        if rng.random() < 0.65:
            return self.move() or self.starts()
        seat = rng.choice(list(SEATS))
        return self.tries(seat, self.other(seat))

    def move(self) -> Done | None:
        """A move that is on offer to some seat; None where there is none."""
        rng = self.rng
        seats = rng.sample(["Anna", "Bo", OWNER], 3)
        for seat in seats:
            found = menu(self.room.table, seat)
            every = [(run, who, each) for run, by in found.items() for who in by for each in by[who] if who != CHANCE]
            if every:
                run, who, offer = rng.choice(every)
                seen = rng.choice([None, self.room.table.seq])
                return self.tries(seat, Act(run, who, offer.sample(self.source), seen))
        return None

    def starts(self) -> Done | None:
        """A procedure begins."""
        rng = self.rng
        who = rng.choice(["Shinai", "Kuma", "Oni"])
        secret = rng.random() < 0.2
        if self.game == "5e":
            from rollkeep.fifth.duel.moves import Face as Duel

            begins: list[Any] = [Start("duel", GM, Duel("Shinai", "Kuma", "first-blood", "", False, (), (), ""))]
        else:
            shown = rng.choice(["open", "open", "gm", "blind"])
            judging = rng.choice(["told", "hidden", "later", "none"])
            tn = rng.randrange(5, 40) if judging in ("told", "hidden") else None
            begins = [
                Start("check", GM, Ask(who, "kyujutsu", tn, judging, "The lantern", shown=shown), secret),
                Start("check", GM, Ask(who, "athletics", tn, judging, shown=shown), secret),
                Start("contest", GM, Takes("Shinai", "kyujutsu", 0, ()), secret),
                Start("task", GM, Plan("Shinai", "athletics", 60, 0, 0, 0, 0, (), "", "A wall"), secret),
                Start("iaijutsu", GM, Face("Shinai", "Kuma", "first-blood", "")),
                Start("skirmish", GM, Muster((("A", ("Shinai",)), ("B", rng.choice(FOES)))), secret),
            ]
        return self.tries(OWNER, rng.choice(begins))

    def other(self, seat: str) -> Request:
        """Something that is no move."""
        rng, table = self.rng, self.room.table
        run = rng.choice([*table.runs] or [1])
        who = rng.choice(["Shinai", "Kuma", "Oni", "Nobody"])
        entries = self.room.of_run.get(run) or self.room.entries[-1:]
        track = rng.choice(["void", "wounds"] if self.game == "4e" else ["strife", "fatigue", "void"])
        choices: list[Request] = [
            Say(rng.choice(["hello", "so be it"])),
            Mark(who, track, rng.randrange(-3, 4), "by hand"),
            Mark(who, track, rng.randrange(-3, 4), ""),
            Undo(run, rng.choice(entries).seq, "again"),
            Undo(run, rng.choice(entries).seq, "no"),
            Go(run),
            Go(run),
            Show(run),
            Rule(run, (Closed(),), "over"),
            Lock(False),
            Sit("Bo", "player", frozenset({"Kuma"})),
            Heed(rng.choice([*table.pleas] or [1]), rng.random() < 0.5, "yes"),
        ]
        if entries and (moves := [each.asked for each in self.room.entries if hasattr(each.asked, "move")]):
            asked: Any = rng.choice(moves)
            choices += [Plead(run, asked.who, asked.move, "please"), Act(run, asked.who, asked.move, why="let it pass")]
        return rng.choice(choices)

    def again(self) -> Room:
        """The table read from the disk anew."""
        return Room(self.store.table(self.tab), self.world, self.store.rows(self.tab))


@contextmanager
def evening(path: Path, seed: int, game: str = "4e", tab: str = TAB) -> Iterator[Evening]:
    """An evening whose database is closed in the end."""
    path.mkdir(parents=True, exist_ok=True)
    made = Evening(path, seed, game, tab)
    try:
        yield made
    finally:
        made.store.close()
