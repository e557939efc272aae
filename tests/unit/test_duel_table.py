"""A duel at a table of several seats: secrets, undo, the game master's word, and logs that were forged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rollkeep.errors import Conflict, IllegalMove, NotSeated
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.hosts import HOSTS
from rollkeep.fifth.duel.person import Person, person
from rollkeep.fifth.duel.state import Scored, Window
from rollkeep.machine.machine import GM, Shifted, decide
from rollkeep.machine.secret import Secret, known, redact
from rollkeep.table.draft import Draft
from rollkeep.table.entry import Act, Asked, Entry, Joined, Opened, Rule, Seated, Standing, Start, Undo
from rollkeep.table.replay import replay
from rollkeep.table.table import Table, evolve, menu
from rollkeep.testing import Faces

SEATS = {"g": "gm", "sa": "player", "sb": "player", "w": "watcher"}
CAST = {"a": person(READY["shinai"]._replace(name="a")), "b": person(READY["rival"]._replace(name="b"))}


class Evening:
    """A table with the game master, two players and a spectator, each with the view of the log that it gets."""

    def __init__(self, cast: dict[str, Person] | None = None, form: str = "first-blood") -> None:
        self.source, self.entries = Faces(Random(3)), list[Entry]()
        self.table = Table(HOSTS)._replace(seats={"g": Seated("g", "gm", frozenset())})
        self.views = dict.fromkeys(SEATS, Table(HOSTS))
        holds = {"sa": {"a"}, "sb": {"b"}}
        seats = [Seated(seat, role, frozenset(holds.get(seat, ()))) for seat, role in SEATS.items()]
        self.do("g", Rule(0, (*seats, *(Joined(who, one) for who, one in (cast or CAST).items())), ""))
        self.run = self.do("g", Start("duel", GM, m.Face("a", "b", form, "", False, (), (), "")))

    def do(self, seat: str, *requests: Any) -> int:
        draft = Draft(self.table, seat, f"c{len(self.entries)}", "2000-01-01T00:00:00", self.source)
        for request in requests:
            draft.do(request)
        for entry in draft.entries:
            for viewer in SEATS:
                after = evolve(self.table, entry)
                self.views[viewer] = evolve(self.views[viewer], redact(entry, after.names(viewer)))
            self.table = evolve(self.table, entry)
        self.entries += draft.entries
        return draft.started

    def act(self, who: str, move: Any) -> Evening:
        self.do(f"s{who}", Act(self.run, who, move))
        return self

    def to_bids(self) -> Evening:
        """On to the first bids: both keep as the computer would."""
        for who in "ab":
            self.act(who, m.Ready("fire", False, ()))
        while not self.table.runs[self.run].state.round:
            (who, offered), *_ = menu(self.table, "g")[self.run].items()
            move = computer(who, self.source)(self.table.scene(self.table.runs[self.run]), offered)
            self.act(who, move)
        return self

    def faults(self, entries: Sequence[Entry] | None = None) -> list[str]:
        return [each.fault for each in replay(self.entries if entries is None else entries, HOSTS) if each.fault]

    @property
    def state(self) -> Any:
        return self.table.runs[self.run].state


def test_a_bid_is_in_nobody_else_s_view() -> None:
    """5e.duel.staredown: the game master included."""
    evening = Evening().to_bids().act("a", m.Bid(3))
    told = {seat: redact(evening.entries[-1], evening.table.names(seat)) for seat in SEATS}
    for seat in ("g", "sb", "w"):
        assert "Bid(strife=3)" not in repr(told[seat])
        assert evening.views[seat].runs[evening.run].state.stack[-1].bids[0][1] == Secret(None, frozenset())
    assert "Bid(strife=3)" in repr(told["sa"])
    for seat in SEATS:
        assert menu(evening.views[seat], seat) == menu(evening.table, seat)


def test_an_undo_past_a_reveal_goes_back_to_before_the_first_bid() -> None:
    """5e.duel.staredown: what was seen cannot be bid against."""
    evening = Evening().to_bids()
    before = evening.table.seq
    evening.act("a", m.Bid(3)).act("b", m.Bid(1))
    second = next(entry.seq for entry in evening.entries if any(isinstance(each, e.Uncovered) for each in entry.events))
    evening.do("g", Undo(evening.run, second, "oops"))
    assert evening.state.stack[-1].bids == ()
    assert evening.entries[-1].events[0].before == before + 1
    assert evening.faults() == []


def test_an_undo_before_the_reveal_keeps_the_other_s_bid() -> None:
    evening = Evening().to_bids().act("a", m.Bid(3))
    evening.do("g", Undo(evening.run, evening.table.seq, "again"))
    evening.act("b", m.Bid(1))
    evening.do("g", Undo(evening.run, evening.table.seq, "again"))
    assert evening.state.stack[-1].bids == ()


def test_an_undo_past_a_prediction_that_was_shown() -> None:
    """5e.action.predict"""
    evening = Evening().to_bids().act("a", m.Bid(5)).act("b", m.Bid(0))
    assert evening.state.stack[-1].who == "a"
    before = evening.table.seq
    evening.act("a", m.Stance("fire", 0)).act("a", m.Predict("water")).act("b", m.Stance("water", 0))
    evening.act("a", m.Reveal(True))
    evening.do("g", Undo(evening.run, evening.table.seq, "oops"))
    assert evening.state.sides[0].foreseen is None
    assert evening.entries[-1].events[0].before > before


def test_what_came_from_elsewhere_since_an_undo_comes_first() -> None:
    """5e.compromised: no bid of one who is Compromised meanwhile."""
    evening = Evening().to_bids().act("a", m.Bid(1))
    evening.do("g", Undo(evening.run, evening.table.seq, "again"))
    evening.do("g", Rule(0, (Shifted("a", "strife", 20, "elsewhere"),), "bad news"))
    with pytest.raises(IllegalMove):
        evening.act("a", m.Bid(4))
    evening.act("b", m.Bid(0))
    assert evening.state.sides[0].compromised
    assert evening.faults() == []


def test_the_game_master_s_nonsense_is_refused_or_can_be_undone() -> None:
    evening = Evening()
    with pytest.raises(IllegalMove, match="Nobody could go on"):
        evening.do("g", Rule(evening.run, (e.Over(Scored(("a", "b"), 0, 0, (), (), "", "score", "", 0)),), "enough"))
    evening.do("g", Act(evening.run, "a", m.Ready("metal", False, ()), why="a fifth element"))
    with pytest.raises((Conflict, IllegalMove)) as refused:
        evening.act("b", m.Ready("fire", False, ()))
    assert refused.value.hint or refused.value.message
    evening.do("g", Undo(evening.run, evening.table.seq, "no such ring"))
    evening.act("a", m.Ready("fire", False, ())).act("b", m.Ready("fire", False, ()))
    assert evening.faults() == []


def test_a_ruling_without_a_reason_is_still_one() -> None:
    evening = Evening().to_bids()
    evening.do("g", Rule(evening.run, (Shifted("a", "strife", 1, "a fright"),), ""))
    assert evening.entries[-1].why
    assert evening.faults() == []


def forged(evening: Evening, **changes: Any) -> list[Entry]:
    """One more entry, as somebody might have written it."""
    last = evening.entries[-1]
    entry = Entry(last.seq + 1, "w", "z", 0, last.at, 0, None, (), "")
    return [*evening.entries, replace(entry, **changes)]


def test_what_others_than_the_game_master_cannot_have_written() -> None:
    evening = Evening().to_bids()
    gift = (Shifted("a", "void", 1, "gift"),)
    assert "does not act for a" in evening.faults(forged(evening, events=gift))[0]
    again = (Opened("duel", None, 0),)
    assert "begins with a move, and once" in evening.faults(forged(evening, run=evening.run, events=again))[0]


def test_what_was_due_cannot_be_left_out() -> None:
    """5e.compromised, 5e.duel.finishing-blow: a log without the blow that a shift opened."""
    evening = Evening().to_bids()
    evening.do("g", Rule(0, (Shifted("a", "strife", 20, "elsewhere"),), "bad news"))
    assert any(isinstance(event, e.Opened) for event in evening.entries[-1].events)
    without = evening.entries[:-1]
    table = Table(HOSTS)
    for entry in without:
        table = evolve(table, entry)
    step = decide(HOSTS["duel"], table.scene(table.runs[evening.run]), "a", m.Bid(4))
    bid = replace(
        evening.entries[-1],
        seat="sa",
        run=evening.run,
        asked=Asked("a", m.Bid(4)),
        events=tuple(step.events),
    )
    assert "something was due" in " ".join(evening.faults([*without, bid]))


def test_what_hides_something_is_told_apart() -> None:
    evening = Evening().to_bids().act("a", m.Bid(3))
    export = [redact(entry, evening.table.names("sb")) for entry in evening.entries]
    assert [each.hides for each in replay(export, HOSTS)][-1]
    assert not any(each.hides for each in replay(evening.entries, HOSTS))


@pytest.mark.parametrize(("word", "kind"), [("leave blows", m.Pass), ("take blows", m.Strike)])
def test_a_standing_answer_is_given_at_once(word: str, kind: type) -> None:
    """5e.duel.finishing-blow: whoever has said it once is not asked."""
    evening = Evening(form="warriors-duel").to_bids()
    evening.do("sb", Standing("b", word))
    evening.do("g", Rule(0, (Shifted("a", "strife", 20, "elsewhere"),), "bad news"))
    answers = [known(entry.asked) for entry in evening.entries if entry.asked]
    mine = [asked.move for asked in answers if asked and asked.who == "b" and isinstance(asked.move, m.Pass | m.Strike)]
    assert [type(move) for move in mine] == [kind]
    assert not any(isinstance(frame, Window) for frame in evening.state.stack)
    assert evening.faults() == []
    assert word not in repr(redact(tuple(evening.entries), evening.table.names("sa")))


def test_a_standing_answer_is_the_own_and_has_a_word() -> None:
    evening = Evening(form="warriors-duel").to_bids()
    with pytest.raises(NotSeated):
        evening.do("sa", Standing("b", "leave blows"))
    with pytest.raises(Conflict, match="no standing answer"):
        evening.do("sb", Standing("b", "whatever"))
    evening.do("sb", Standing("b", "leave blows"), Standing("b", ""))
    evening.do("g", Rule(0, (Shifted("a", "strife", 20, "elsewhere"),), "bad news"))
    assert any(isinstance(frame, Window) for frame in evening.state.stack)
