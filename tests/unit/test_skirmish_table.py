"""Skirmishes at a table of several seats: hidden sheets, several at once, undo, the game master's word, forged logs."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.skirmishes import bushi, ogre

from rollkeep.errors import IllegalMove
from rollkeep.fourth.hosts import HOSTS
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declared
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.computer import computer
from rollkeep.fourth.skirmish.standing import NEVER
from rollkeep.machine.machine import GM, Shifted, offers
from rollkeep.machine.secret import redact
from rollkeep.table.draft import Draft
from rollkeep.table.entry import Act, Asked, Entry, Go, Joined, Plead, Rule, Seated, Standing, Start, Undo
from rollkeep.table.replay import replay
from rollkeep.table.table import Table, evolve, fold, menu
from rollkeep.testing import Faces
from rollkeep.web.forms.controls import doings

SEATS = {"g": "gm", "sa": "player", "sb": "player", "w": "watcher"}
HOLDS = {"sa": {"akodo"}, "sb": {"bayushi"}}
SIDES = (("A", ("akodo", "bayushi")), ("B", ("hida", "ogre")))
NPCS = ("hida", "ogre")


def cast() -> dict[str, Person]:
    return {"akodo": bushi(), "bayushi": bushi("Bayushi"), "hida": bushi("Hida", armor="light"), "ogre": ogre()}


class Evening:
    """A table with the game master, two players and a spectator, each with the view of the log that it gets."""

    def __init__(self, *, hidden: bool = True, seed: int = 3) -> None:
        self.source, self.entries = Faces(Random(seed)), list[Entry]()
        self.table = Table(HOSTS)._replace(seats={"g": Seated("g", "gm", frozenset())})
        self.views = dict.fromkeys(SEATS, Table(HOSTS))
        seats = [Seated(seat, role, frozenset(HOLDS.get(seat, ()))) for seat, role in SEATS.items()]
        shown = {who: ("hidden", "words") if hidden and who in NPCS else ("open", "open") for who in cast()}
        joined = [Joined(who, one, False, *shown[who]) for who, one in cast().items()]
        self.do("g", Rule(0, (*seats, *joined), ""))
        self.run = self.do("g", Start("skirmish", GM, m.Muster(SIDES)))

    def do(self, seat: str, *requests: Any) -> int:
        draft = Draft(self.table, seat, f"c{len(self.entries)}", "2000-01-01T00:00:00", self.source)
        for request in requests:
            draft.do(request)
        for entry in draft.entries:
            after = evolve(self.table, entry)
            for viewer in SEATS:
                self.views[viewer] = evolve(self.views[viewer], redact(entry, after.names(viewer)))
            self.table = after
        self.entries += draft.entries
        return draft.started

    def seat_of(self, who: str) -> str:
        return next((seat for seat, names in HOLDS.items() if who in names), "g")

    def step(self) -> bool:
        """Whoever is first moves as the computer would; False where nobody can."""
        run = self.table.runs[self.run]
        if run.closed:
            return False
        (who, offered), *_ = menu(self.table, "g")[self.run].items()
        self.do(self.seat_of(who), Act(self.run, who, computer(who, self.source)(self.table.scene(run), offered)))
        return True

    def play(self, most: int = 1000) -> Evening:
        for _ in range(most):
            if not self.step():
                break
        return self

    @property
    def state(self) -> Any:
        return self.table.runs[self.run].state

    def faults(self) -> list[str]:
        return [each.fault for each in replay(self.entries, HOSTS) if each.fault]


@pytest.mark.parametrize("seed", range(4))
def test_players_see_their_own_offers_though_foes_are_hidden(seed: int) -> None:
    """What is offered to somebody needs no sheet and no track but their own."""
    evening = Evening(seed=seed)
    while evening.step():
        full = menu(evening.table, "g").get(evening.run, {})
        for seat, names in HOLDS.items():
            seen = menu(evening.views[seat], seat).get(evening.run, {})
            assert seen == {who: offered for who, offered in full.items() if who in names}
            assert evening.views[seat].runs[evening.run].state == evening.state
    assert evening.table.runs[evening.run].closed
    assert evening.faults() == []


def test_wounds_of_the_hidden_are_told_to_the_game_master_alone() -> None:
    """4e.skirmish.harm: the damage is seen as it falls, and not what Reduction leaves of it."""
    evening = Evening().play()
    for seat in ("sa", "sb", "w"):
        names = evening.table.names(seat)
        told = [event for entry in evening.entries for event in redact(entry, names).events]
        moved = [each for each in told if isinstance(each, Shifted)]
        assert moved
        assert not any(each.who in NPCS for each in moved)
        assert not any(
            isinstance(each, Joined) and each.name in NPCS and isinstance(each.character, Person) for each in told
        )


def test_every_offer_can_be_drawn_by_rule() -> None:
    """Controls of a page are made from the bounds alone, and so are their titles."""
    evening = Evening(seed=1)
    while evening.step():
        mine = {number: offered for number, offered in menu(evening.table, "g").items() if number == evening.run}
        for doing in doings("skirmish", evening.run, mine.get(evening.run, {})):
            assert doing.title != doing.move or doing.move == "Begin"
            assert all(control.title for control in doing.controls)


def test_what_is_asked_at_the_start_stays_one_tap() -> None:
    """4e.round, 4e.keep, 4e.void.technique: a stance, and a Void Point; what few want lies beside it."""
    evening = Evening()

    def drawn(who: str) -> dict[str, Any]:
        offered = {who: menu(evening.table, "g")[evening.run][who]}
        return {each.move: each for each in doings("skirmish", evening.run, offered)}

    found = drawn("akodo")
    assert list(found) == ["Stance", "Choose"]
    assert found["Stance"].pick
    assert found["Choose"].is_bare
    for who in ("akodo", "bayushi", "hida", "ogre"):
        evening.do("g", Act(evening.run, who, m.Stance("attack")))
    found = drawn("akodo")
    assert [move for move, doing in found.items() if not doing.is_aside] == ["Spend", "Swap", "Pass"]
    assert found["Spend"].pick
    assert found["Invoke"].is_wordy


def test_two_at_once_share_wounds_and_the_last_point() -> None:
    """4e.void.pool"""
    evening = Evening(hidden=False)
    first = evening.run
    second = evening.do("g", Start("skirmish", GM, m.Muster((("A", ("akodo",)), ("B", ("hida",))))))
    for who in ("akodo", "hida"):
        evening.do("g", Act(second, who, m.Stance("attack")))
    for who in ("akodo", "bayushi", "hida", "ogre"):
        evening.do("g", Act(first, who, m.Stance("attack")))
    evening.do("g", Rule(0, (Shifted("akodo", "void", -1, "elsewhere"),), ""))
    evening.do("sa", Act(first, "akodo", m.Spend("armor")))
    with pytest.raises(IllegalMove):
        evening.do("sa", Act(second, "akodo", m.Spend("armor")))
    evening.do("g", Rule(0, (Shifted("akodo", "wounds", 35, "elsewhere"),), ""))
    assert evening.table.runs[second].closed
    assert next(each for each in evening.table.runs[first].state.fighters if each.who == "akodo").state == "Out"


@pytest.mark.parametrize("seed", range(3))
def test_an_undo_at_every_entry_is_exact(seed: int) -> None:
    evening = Evening(hidden=False, seed=seed).play(25)
    states = {}
    table = Table(HOSTS)
    for entry in evening.entries:
        states[entry.seq] = (table.runs.get(evening.run), table.cast)
        table = evolve(table, entry)
    mine = [entry.seq for entry in evening.entries if entry.run == evening.run]
    for seq in mine[1:]:
        draft = Draft(evening.table, "g", "u", "2000-01-01T00:00:00", evening.source)
        draft.do(Undo(evening.run, seq, "again"))
        was, people = states[seq]
        assert was
        assert draft.table.runs[evening.run].state == was.state
        assert draft.table.cast == people
        again = fold(HOSTS, [*evening.entries, *draft.entries])
        assert again == draft.table


def test_the_game_master_lets_pass_what_is_asked_for() -> None:
    evening = Evening()
    for who in ("akodo", "bayushi", "hida", "ogre"):
        evening.do(evening.seat_of(who), Act(evening.run, who, m.Stance("defense" if who == "akodo" else "attack")))
    while evening.state.step == "void":
        who = next(iter(menu(evening.table, "g")[evening.run]))
        evening.do(evening.seat_of(who), Act(evening.run, who, m.Pass()))
    blow = m.Strike("hida", "katana")
    with pytest.raises(IllegalMove):
        evening.do("sa", Act(evening.run, "akodo", blow))
    evening.do("sa", Plead(evening.run, "akodo", blow, "from the roof"))
    before = len(evening.entries)
    evening.do("g", Act(evening.run, "akodo", blow, why="from the roof"))
    assert any(isinstance(event, e.Attacked) for entry in evening.entries[before:] for event in entry.events)
    assert evening.faults() == []


def test_a_standing_answer_is_given_without_asking() -> None:
    """4e.void.wounds: nobody is asked who has said so once."""
    evening = Evening(hidden=False, seed=2)
    for who in ("akodo", "bayushi", "hida", "ogre"):
        evening.do("g", Standing(who, NEVER))
    evening.play()
    moves = [entry.asked.move for entry in evening.entries if isinstance(entry.asked, Asked)]
    assert m.Soak(False) in moves
    assert m.Soak(True) not in moves
    assert m.Pass() in moves
    assert evening.faults() == []


def test_more_raises_than_the_void_ring_are_let_pass() -> None:
    """4e.raise.limit"""
    evening = Evening(hidden=False)
    for who in ("akodo", "bayushi", "hida", "ogre"):
        evening.do("g", Act(evening.run, who, m.Stance("attack")))
    while evening.state.step == "void":
        evening.do("g", Act(evening.run, next(iter(menu(evening.table, "g")[evening.run])), m.Pass()))
    blow = m.Strike("ogre", "katana", ("disarm", "extra attack"))
    with pytest.raises(IllegalMove):
        evening.do("g", Act(evening.run, "akodo", blow))
    evening.do("g", Act(evening.run, "akodo", blow, why="her ancestors lead the blade"))
    declared = [event for entry in evening.entries for event in entry.events if isinstance(event, Declared)]
    assert max(each.raises for each in declared) == 8
    assert evening.faults() == []


def test_a_secret_skirmish_is_the_game_masters() -> None:
    evening = Evening()
    number = evening.do("g", Start("skirmish", GM, m.Muster((("A", ("hida",)), ("B", ("ogre",)))), secret=True))
    assert number in menu(evening.views["g"], "g")
    for seat in ("sa", "sb", "w"):
        assert number not in menu(evening.views[seat], seat)


def test_a_forged_blow_is_found() -> None:
    evening = Evening(hidden=False, seed=1).play()
    for at, entry in enumerate(evening.entries):
        for place, event in enumerate(entry.events):
            if isinstance(event, e.Missed):
                forged = replace(
                    entry, events=(*entry.events[:place], event._replace(margin=-1), *entry.events[place + 1 :])
                )
                entries = [*evening.entries[:at], forged]
                if event.margin != -1:
                    assert [each.fault for each in replay(entries, HOSTS)][-1]
                    return
    raise AssertionError("nobody missed")


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_waived_folds_or_is_refused(seed: int) -> None:
    """The game master is obeyed unless it breaks."""
    rng = Random(seed)
    evening = Evening(hidden=False, seed=seed).play(rng.randint(0, 30))
    kinds = [
        m.Strike("ogre", "katana"),
        m.Strike("akodo", "attack", ("feint", "extra attack")),
        m.Strike("akodo", "unarmed", ("disarm", "knockdown"), void="boost", center=True),
        m.Stance("center"),
        m.Soak(True),
        m.Defend(),
        m.Hold(),
        m.Cover("bayushi"),
        m.Ready("katana"),
        m.Rise(),
        m.Pass(),
        m.Answer(True),
        m.Spend("armor"),
        m.Swap("hida"),
        m.Delay("ogre"),
        m.Edge(True),
        m.Draw(("akodo", "bayushi", "hida", "ogre")),
        m.Begin("again"),
        m.Enter("akodo", "B"),
    ]
    for _ in range(30):
        if evening.table.runs[evening.run].closed:
            break
        who = rng.choice(["akodo", "bayushi", "hida", "ogre", GM])
        try:
            evening.do("g", Act(evening.run, who, rng.choice(kinds), why="so be it"))
        except IllegalMove:
            evening.step()
    assert fold(HOSTS, evening.entries) == evening.table
    assert evening.faults() == []


def test_after_an_undo_it_waits_until_somebody_goes_on() -> None:
    evening = Evening(hidden=False).play(12)
    evening.do("g", Undo(evening.run, evening.table.seq - 2, "again"))
    assert evening.table.runs[evening.run].waiting
    evening.do("g", Go(evening.run))
    evening.play()
    assert evening.faults() == []
    assert not offers(HOSTS["skirmish"], evening.table.scene(evening.table.runs[evening.run]))
