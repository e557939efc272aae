"""The boards of duel and skirmish: what everybody sees of those in it, what the game master holds back, the dice."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.web_forms import Filled, forms, words_of
from tests.unit.web_tables import JSON, TRAITS, Evening, evening, hero

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.events import Declared, Kept
from rollkeep.fifth.duel.moves import Bid, Face, Ready
from rollkeep.fifth.play.person import person
from rollkeep.fourth.play.roll import Roll, Threw
from rollkeep.fourth.skirmish.state import Clash, Turn
from rollkeep.hosts import sentence
from rollkeep.machine.machine import GM
from rollkeep.machine.secret import Secret
from rollkeep.table.entry import Act, Mark, Start
from rollkeep.web.cards.boards import DuelBoard, duel_board, question, skirmish_board
from rollkeep.web.cards.cards import card
from rollkeep.web.ground.page import fragment
from rollkeep.web.ground.seats import View
from rollkeep.web.pages import layout
from rollkeep.web.pages.duels import Row


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    """A table with two duellists; the rival is shown in words."""
    with evening(tmp_path, "5e") as made:
        for name, shown in (("Shinai", {}), ("Rival", {"tracks": "words", "free": False})):
            one = person(READY[name.lower()]._replace(name=name))
            made.enter(name, one, **shown)
        yield made


def begins(table: Evening) -> int:
    face = Face("Shinai", "Rival", "first-blood", "", False, (), (), "At dawn")
    answer = table.do(table.gm, Start("duel", GM, face))
    assert answer.status_code == 200, answer.text
    return int(answer.json()["entries"][0]["run"])


def seen(table: Evening, seat: str, run: int) -> DuelBoard:
    view = View(table.hall._rooms[table.tab], seat)
    whole = view.run(run)
    assert whole
    found = duel_board(view, whole)
    assert found
    return found


def test_tracks_are_numbers_for_the_own_and_words_where_that_is_all(table: Evening) -> None:
    table.joins("Anna", "Shinai")
    run = begins(table)
    assert table.do(table.gm, Mark("Rival", "strife", 7, "nerves")).status_code == 200
    mine, rival = seen(table, "Anna", run).fighters
    assert mine.mine
    assert [(track.key, track.now) for track in mine.tracks][:2] == [("strife", 0), ("fatigue", 0)]
    assert (rival.tracks, rival.words) == ((), "strained")
    assert seen(table, "gm", run).fighters[1].tracks[0].now == 7
    assert seen(table, "", run).fighters[1].tracks == ()


def test_the_board_stays_in_sight_of_who_takes_part(table: Evening) -> None:
    anna, wanda = table.joins("Anna", "Shinai"), table.joins("Wanda", role="watcher")
    run = begins(table)
    assert table.do(anna, Act(run, "Shinai", Ready("fire", False, ()))).status_code == 200
    page = anna.get(table.address).text
    doing = page[page.index('id="doing"') : page.index('id="log"')]
    assert "duel-board" in doing
    assert "finishing blow: <b>open</b>" in doing
    watched = wanda.get(table.address).text
    assert "duel-board" in watched[watched.index('id="cards"') :]


def sealed(table: Evening, run: int) -> set[tuple[tuple[str, ...], ...]]:
    """What the boards of all seats say is sealed, duellist by duellist; they have to agree."""
    return {tuple(one.sealed for one in seen(table, seat, run).fighters) for seat in ("gm", "Anna", "Wanda", "")}


def test_that_a_bid_is_sealed_stands_on_every_board_and_how_much_on_none(table: Evening) -> None:
    """5e.duel.staredown"""
    anna, wanda = table.joins("Anna", "Shinai"), table.joins("Wanda", role="watcher")
    run = begins(table)
    to_the_bids(table, run)
    before = {seat: seen(table, seat, run) for seat in ("gm", "")}
    assert sealed(table, run) == {((), ())}
    assert table.do(anna, Act(run, "Shinai", Bid(3))).status_code == 200
    assert sealed(table, run) == {(("bid",), ())}
    for seat, board in before.items():
        now = seen(table, seat, run)
        assert now.fighters[0] == board.fighters[0]._replace(sealed=("bid",)), "nothing else of it is told"
        assert now.fighters[1] == board.fighters[1]
    for page in (wanda.get(table.address), wanda.get(f"{table.address}/watch"), anna.get(table.address)):
        assert board_of(page.text).count("bid sealed") == 1
    assert table.do(table.gm, Act(run, "Rival", Bid(0))).status_code == 200
    assert sealed(table, run) == {((), ())}, "both lie open"


def board_of(page: str) -> str:
    """The board on a page."""
    found = page[page.index('class="duel-board"') :]
    return found[: found.index("Goal:")]


def test_that_something_was_foreseen_stands_on_every_board_and_what_on_none(table: Evening) -> None:
    """5e.action.predict"""
    table.joins("Anna", "Shinai")
    table.joins("Wanda", role="watcher")
    run = begins(table)
    to_the_bids(table, run)
    room = table.hall._rooms[table.tab]
    whole = room.table.runs[run]
    first = whole.state.sides[0]._replace(foreseen=Secret("void", frozenset({"Shinai"})), until=2)
    state = whole.state._replace(sides=(first, whole.state.sides[1]))
    room.table = room.table._replace(runs=room.table.runs.put(run, whole._replace(state=state)))
    assert sealed(table, run) == {(("prediction",), ())}
    told = fragment("duel_board.html", board=seen(table, "Wanda", run))
    assert "prediction sealed" in told
    assert "Void stance" not in told
    assert "void" not in told.replace("Void Points", "")


def to_the_bids(table: Evening, run: int) -> None:
    """On to the first bids: the computer chooses for both."""
    from rollkeep.dice.source import Listed
    from rollkeep.fifth.duel.computer import computer
    from rollkeep.machine.machine import offers

    room = table.hall._rooms[table.tab]
    for _ in range(20):
        host, scene = room.table.hosts["duel"], room.table.scene(room.table.runs[run])
        if scene.state.round:
            return
        who, offered = next(iter(offers(host, scene).items()))
        move: Any = computer(who, Listed([5] * 99))(scene, offered)
        assert table.do(table.gm, Act(run, who, move)).status_code == 200
    raise AssertionError("no bids")


def test_an_undo_of_shown_bids_brings_nothing_back(table: Evening) -> None:
    """5e.duel.staredown: it goes to before the first bid, which was undone and brought back once."""
    run = begins(table)
    to_the_bids(table, run)
    room = table.hall._rooms[table.tab]

    def undo(what: str = "undo") -> None:
        assert table.form(table.gm, what=what, run=str(run), why="once more").status_code == 303

    assert table.do(table.gm, Act(run, "Shinai", Bid(1))).status_code == 200
    undo()
    undo("restore")
    again = table.gm.get(table.address).text.count("What was undone counts again.")
    assert again
    assert table.do(table.gm, Act(run, "Rival", Bid(0))).status_code == 200
    bids = room.table.runs[run].state
    undo()
    assert table.gm.get(table.address).text.count("What was undone counts again.") <= again
    assert not room.table.runs[run].state.stack[-1].bids
    undo("restore")
    assert room.table.runs[run].state == bids


def test_the_list_of_duels(table: Evening) -> None:
    run = begins(table)
    (row,) = table.gm.get(f"{table.address}/duels", headers=JSON).json()["duels"]
    assert (row["run"], row["label"], row["is_over"]) == (run, "At dawn", False)
    assert "At dawn" in table.gm.get(f"{table.address}/duels").text
    answer = table.form(table.gm, what="close", run=str(run), why="rain")
    assert answer.status_code == 303
    assert "called off" in table.gm.get(f"{table.address}/duels").text


@pytest.mark.parametrize(
    ("a", "b", "reason", "winner", "points", "how"),
    [
        (0, 19, "score", "Rival", "19 to 0", "No Contest"),
        (7, 3, "score", "Shinai", "7 to 3", "Clear Victory"),
        (4, 4, "score", "", "4 to 4", "No Winner"),
        (0, 0, "score", "", "", "No Winner"),
        (6, 0, "concession", "Rival", "", "the other has conceded"),
        (0, 0, "cheating", "", "", "both have lost"),
        (0, 0, "one-roll", "Shinai", "", "by one roll"),
    ],
)
def test_a_result_names_the_winner_with_the_higher_score(
    a: int, b: int, reason: str, winner: str, points: str, how: str
) -> None:
    """5e.duel.result"""
    row = Row(1, "", ("Shinai", "Rival"), "first blood", "over", True, (a, b), winner, how, 0, reason)
    assert (row.points, row.how) == (points, how)


@pytest.fixture
def field(tmp_path: Path) -> Iterator[Evening]:
    """A table of the 4th edition: a player's character, and a foe shown in words."""
    with evening(tmp_path) as made:
        made.enter("Shinai")
        made.enter("Kuma", hero("Kuma"), tracks="words", free=False)
        yield made


def test_a_skirmish_is_begun_from_those_present(field: Evening) -> None:
    anna = field.joins("Anna", "Shinai")
    page = field.gm.get(field.address).text
    form = page[page.index('id="ask-skirmish"') :]
    form = form[: form.index("</form>")]
    assert 'name="first" value="Shinai" checked' in form
    assert 'name="second" value="Kuma" checked' in form
    answer = field.form(field.gm, what="skirmish", first="Shinai", second="Kuma", label="At the ford")
    assert answer.status_code == 303, answer.text
    run = int(answer.headers["location"].rpartition("#r")[2])
    room = field.hall._rooms[field.tab]
    view = View(room, "Anna")
    whole = view.run(run)
    assert whole
    board = skirmish_board(view, whole)
    assert board
    mine, foe = sorted(board.order, key=lambda one: not one.mine)
    assert (mine.who, foe.tracks, foe.marks) == ("Shinai", (), ("Healthy",))
    assert [track.key for track in mine.tracks] == ["void", "wounds"]
    assert "skirmish-board" in anna.get(field.address).text


def test_a_side_without_anybody_is_refused_where_it_was_filled_in(field: Evening) -> None:
    answer = field.form(field.gm, what="skirmish", first="Shinai", label="Alone")
    assert answer.status_code == 422
    assert "A side is empty" in answer.text
    answer = field.form(field.gm, what="skirmish", first=["Shinai"], second=["Shinai", "Kuma"])
    assert "cannot stand on both sides" in answer.text


def test_a_skirmish_through_its_forms(field: Evening) -> None:
    """Everything that is offered can be answered by a form; it goes on until somebody acts in a turn."""
    anna = field.joins("Anna", "Shinai")
    answer = field.form(field.gm, what="skirmish", first="Shinai", second="Kuma")
    run = int(answer.headers["location"].rpartition("#r")[2])
    room = field.hall._rooms[field.tab]
    seen = set[str]()
    for _ in range(60):
        if room.table.runs[run].closed or room.table.runs[run].state.round > 1:
            break
        for client in (anna, field.gm):
            page = client.get(field.address).text
            mine = [form for form in forms(page) if form["run"] == str(run) and form["what"] == "move"]
            liked = [form for form in mine if form["move"] in LIKED] or mine
            if liked:
                form = min(liked, key=lambda each: LIKED.index(each["move"]) if each["move"] in LIKED else 99)
                seen.add(form["move"])
                answer = form.press(client)
                assert answer.status_code == 303, answer.text
    assert {"Stance", "Strike"} <= seen
    assert room.table.runs[run].state.round > 1 or room.table.runs[run].closed


def test_the_track_stands_as_the_turns_go(field: Evening) -> None:
    """4e.initiative: a tie stands on the track as the rules settle it, whoever was mustered first."""
    field.enter("Akagi", hero("Akagi", traits=tuple((trait, 5) for trait in TRAITS)), free=False)
    answer = field.form(field.gm, what="skirmish", first=["Shinai", "Akagi"], second="Kuma")
    run = int(answer.headers["location"].rpartition("#r")[2])
    room = field.hall._rooms[field.tab]
    state = room.table.runs[run].state
    fighters = tuple(one._replace(score=20, bonus=0, since=1, stance="attack") for one in state.fighters)
    tied = room.table.runs[run]._replace(state=state._replace(fighters=fighters, step="turns", round=1, stack=()))
    room.table = room.table._replace(runs=room.table.runs.put(run, tied))
    board = skirmish_board(View(room, "gm"), tied)
    assert board
    assert board.order[0].who == "Akagi"
    assert {one.score for one in board.order} == {"20"}


def to_a_blow(field: Evening, client: Any) -> Filled:
    """The form of an attack, when it is somebody's turn."""
    field.form(field.gm, what="skirmish", first="Shinai", second="Kuma")
    for _ in range(20):
        for each in (client, field.gm):
            every = [form for form in forms(each.get(field.address).text) if form["what"] == "move"]
            found = {form["move"]: form for form in every}
            if each is client and "Strike" in found:
                return found["Strike"]
            if kind := next((kind for kind in ("Stance", "Pass") if kind in found), ""):
                found[kind].press(each, "Attack" if kind == "Stance" else "")
    raise LookupError("nobody attacks")


def test_raises_for_something_else_need_words(field: Evening) -> None:
    """4e.raise, 4e.maneuver: refused where it was filled in, and taken with a purpose."""
    anna = field.joins("Anna", "Shinai")
    form = to_a_blow(field, anna)
    answer = form.fill(**{"f.void": "skill", "f.maneuvers.other": "1"}).press(anna)
    assert answer.status_code == 409
    assert "Say in a few words what the other Raises are for." in answer.text
    shown = re.search(r'<div data-asked-by="f.maneuvers.other"( data-on)?>(.*?)</div>', answer.text, re.DOTALL)
    assert shown
    assert shown[1], "where it is asked for it is there, without any script"
    assert 'name="f.raise_for"' in shown[2]
    assert answer.text.count('class="refused"') == 1
    answer = form.fill(**{"f.raise_for": "the lantern"}).press(anna)
    assert answer.status_code == 303, answer.text


def test_two_called_shots_are_refused_in_words(field: Evening) -> None:
    """4e.maneuver"""
    anna = field.joins("Anna", "Shinai")
    form = to_a_blow(field, anna)
    form.fill(**{"f.void": "skill"}).fields += [
        ("f.maneuvers.called shot: limb", "1"),
        ("f.maneuvers.called shot: hand or foot", "1"),
    ]
    answer = form.press(anna)
    assert answer.status_code == 409
    assert "Choose one of called shot: limb and called shot: hand or foot." in answer.text


def test_the_game_master_grants_on_the_armor_tn(field: Evening) -> None:
    """4e.skirmish.conditions: one form says on what."""
    anna = field.joins("Anna", "Shinai")
    to_a_blow(field, anna)
    form = next(form for form in forms(field.gm.get(field.address).text) if form["move"] == "Grant")
    assert form.offered["f.on"] == ["attack", "damage", "armor tn"]
    answer = form.fill(**{"f.on": "armor tn", "f.who": "Kuma", "f.adds": "-5 mud"}).press(field.gm)
    assert answer.status_code == 303, answer.text
    assert "Kuma: Armor TN -5 mud." in field.gm.get(field.address).text


def test_a_contest_of_strength_is_declared_on_the_page(field: Evening) -> None:
    """4e.contested, 4e.void.boost: as any other roll, with the odds before it and no Raises."""
    anna = field.joins("Anna", "Shinai")
    form = to_a_blow(field, anna)
    run = int(form["run"])
    clash = Clash(
        "Shinai",
        "Kuma",
        "knockdown",
        tuple(Roll(who, "strength", "contest", "contested", raises=False) for who in ("Shinai", "Kuma")),
    )
    room = field.hall._rooms[field.tab]
    here = room.table.runs[run]
    stack = (*here.state.stack, clash)
    room.table = room.table._replace(
        runs=room.table.runs.put(run, here._replace(state=here.state._replace(stack=stack)))
    )
    form = next(form for form in forms(anna.get(field.address).text) if form["move"] == "Declare")
    assert "Knockdown: Strength against Kuma." in form.text
    assert "f.raises" not in form.kinds
    assert "f.by_hand" not in form.kinds
    odds = anna.get(f"{field.address}/chance", params=form.fill(**{"f.void": "boost"}).query)
    assert "4k4" in odds.text
    assert form.press(anna).status_code == 303


LIKED = ("Stance", "Strike", "Keep", "Soak", "Edge", "Answer", "Pass")
"""What is done in a skirmish, if it can be, in that order."""


# --- the skirmish at the table ----------------------------------------------------------------------------------


def begun(field: Evening, **more: Any) -> int:
    """A skirmish of Shinai against Kuma."""
    answer = field.form(field.gm, what="skirmish", first="Shinai", second="Kuma", **more)
    assert answer.status_code == 303, answer.text
    return int(answer.headers["location"].rpartition("#r")[2])


def on_to(field: Evening, run: int, move: str) -> Any:
    """The form for a kind of move, as soon as Shinai is offered it; until then everyone does what comes first."""
    for _ in range(30):
        page = field.gm.get(field.address).text
        mine = [form for form in forms(page) if form["run"] == str(run) and form["what"] == "move"]
        if found := next((form for form in mine if (form["move"], form["who"]) == (move, "Shinai")), None):
            return found
        liked = [form for form in mine if form["move"] in LIKED]
        form = min(liked, key=lambda each: LIKED.index(each["move"]))
        assert form.press(field.gm).status_code == 303
    raise AssertionError(f"no {move}")


def test_who_is_hidden_waits_until_the_game_master_lets_them_in(field: Evening) -> None:
    anna, carla = field.joins("Anna", "Shinai"), field.joins("Carla", role="watcher")
    field.enter("Yamiko", hero("Yamiko"), hidden=True, free=False)
    form = next(each for each in forms(field.gm.get(field.address).text) if each["what"] == "skirmish")
    assert [value for name, value in form.fields if name == "second"] == ["Kuma"]
    run = begun(field)
    comes = next(each for each in forms(field.gm.get(field.address).text) if each["f.who"] == "Yamiko")
    for client in (anna, carla):
        assert "Yamiko" not in client.get(field.address).text
        assert "Yamiko" not in client.get(f"{field.address}/menu", headers=JSON).text
    assert comes.press(field.gm, "Comes in on B").status_code == 303
    board = skirmish_board(View(field.hall._rooms[field.tab], "Anna"), field.hall._rooms[field.tab].table.runs[run])
    assert board
    assert "Yamiko" in [one.who for one in board.order]
    assert "Yamiko" in carla.get(field.address).text


def test_who_fights_already_is_not_expected_in_another(field: Evening) -> None:
    field.enter("Akagi", hero("Akagi"), free=False)
    field.enter("Nameless", person_by_name("Nameless"), free=False)
    begun(field)
    page = field.gm.get(field.address).text
    form = next(each for each in forms(page) if each["what"] == "skirmish")
    assert [pair for pair in form.fields if pair[0] in ("first", "second")] == [("second", "Akagi")]
    assert "Nameless" not in form.offered["second"]
    assert "Too little is written down of Nameless" in page


def test_who_is_not_on_their_feet_is_not_expected_and_begins_nothing_alone(field: Evening) -> None:
    """4e.wounds: Earth 3 has 57 boxes."""
    assert field.do(field.gm, Mark("Kuma", "wounds", 60, "an old fight")).status_code == 200
    form = next(each for each in forms(field.gm.get(field.address).text) if each["what"] == "skirmish")
    assert "Kuma" in form.offered["second"]
    assert "Kuma" not in [value for name, value in form.fields if name in ("first", "second")]
    answer = field.form(field.gm, what="skirmish", first="Shinai", second="Kuma")
    assert answer.status_code == 422
    assert "Nobody of the side of Kuma is on their feet." in words_of(answer.text)
    field.enter("Akagi", hero("Akagi"), free=False)
    assert field.form(field.gm, what="skirmish", first="Shinai", second=["Kuma", "Akagi"]).status_code == 303


def test_who_may_begin_nothing_learns_nothing_of_who_is_there(field: Evening) -> None:
    anna = field.joins("Anna", "Shinai")
    field.enter("Yamiko", hero("Yamiko"), hidden=True, free=False)
    field.do(field.gm, Mark("Yamiko", "wounds", 60, "an old fight"))
    for name in ("Kuma", "Yamiko", "Nobody at all"):
        assert field.form(anna, what="skirmish", first="Shinai", second=name).status_code == 403


def person_by_name(name: str) -> Any:
    from rollkeep.fourth.play.person import person as played
    from rollkeep.fourth.sheet import Character

    return played(Character(name))


def test_the_odds_stand_beside_an_attack(field: Evening) -> None:
    """4e.attack, 4e.raise: 3k3 of a hero without the Skill against Armor TN 20."""
    run = begun(field)
    form = on_to(field, run, "Strike")
    asked = form.query | {"f.target": "Kuma"}
    told = field.gm.get(f"{field.address}/chance", params=asked, headers=JSON)
    assert told.status_code == 200, told.text
    assert (told.json()["target"], told.json()["by_raises"][0][1]) == (20, told.json()["chance"])
    assert "damage" in told.json()["then"]
    wrong = field.gm.get(f"{field.address}/chance", params=asked | {"f.target": "Nobody"})
    assert 'role="alert"' in wrong.text
    anna = field.joins("Anna")
    assert anna.get(f"{field.address}/chance", params=asked, headers=JSON).status_code in (403, 409)


def test_the_dice_of_the_last_attack_lie_on_the_card(field: Evening) -> None:
    run = begun(field)
    assert on_to(field, run, "Strike").press(field.gm).status_code == 303
    room = field.hall._rooms[field.tab]
    made = card(View(room, "gm"), run)
    assert made
    assert made.picture
    first = made.picture.rolls[0]
    threw = next(event for entry in reversed(room.of_run[run]) for event in entry.events if isinstance(event, Threw))
    assert first.who == "Shinai"
    told = " ".join(line.text for line in made.lines)
    assert " rolls attack with " in told
    assert " rolls Attack" not in told
    assert (len(made.picture.rolls) == 1) == ("misses" in " ".join(made.picture.lines))
    assert [die.faces for die in made.picture.rolls[-1].dice] == list(threw.dice)  # type: ignore[arg-type]


def test_the_dice_of_a_duel_lie_on_the_card(table: Evening) -> None:
    run = begins(table)
    to_the_bids(table, run)
    made = card(View(table.hall._rooms[table.tab], "gm"), run)
    assert made
    assert made.picture
    (rolled,) = made.picture.rolls
    assert rolled.tally is not None
    events = [event for entry in table.hall._rooms[table.tab].of_run[run] for event in entry.events]
    begun_at = max(i for i, event in enumerate(events) if isinstance(event, Declared))
    chosen = [event.positions for event in events[begun_at:] if isinstance(event, Kept)]
    assert [i for i, die in enumerate(rolled.dice) if die.kept][: len(chosen[0])] == list(chosen[0])
    assert sum(bool(die.kept) for die in rolled.dice) == sum(map(len, chosen))


def test_every_sentence_of_a_duel_stands_once_at_its_button(table: Evening) -> None:
    """5e.stance, 5e.action.strike, 5e.action.calming-breath: on the page of who chooses, throughout a duel."""
    from rollkeep.dice.source import Listed
    from rollkeep.fifth.duel.computer import computer
    from rollkeep.machine.machine import offers

    anna = table.joins("Anna", "Shinai")
    run = begins(table)
    room, moved = table.hall._rooms[table.tab], set[str]()
    for _ in range(60):
        scene = room.table.scene(room.table.runs[run])
        if scene.closed:
            break
        every = offers(room.table.hosts["duel"], scene)
        who = next(iter(every))
        if who == "Shinai":
            page = html.unescape(anna.get(table.address).text)
            part = page[page.index('id="doing"') : page.index('id="log"')]
            for offer in every[who]:
                moved.add(offer.move.__name__)
                for reason in offer.says:
                    said = sentence(reason).rstrip(".")
                    told = said.partition(": ")[2] if offer.about else said
                    told = told if told in part else told[:1].upper() + told[1:]
                    least = sum(reason in each.says for each in every[who])
                    assert 1 <= part.count(told) <= least, (offer.move, told, part.count(told))
        move: Any = computer(who, Listed([5] * 99))(scene, every[who])
        assert table.do(table.gm, Act(run, who, move)).status_code == 200
    assert {"Ready", "Bid", "Concede", "Stance", "Prepare", "Strike", "Calm", "Predict", "Try", "Pass"} <= moved


def test_a_board_stands_once_on_a_page(field: Evening) -> None:
    """Beside the controls of who takes part, on the card for who looks on."""
    anna, carla = field.joins("Anna", "Shinai"), field.joins("Carla", role="watcher")
    begun(field)
    for seat, client in (("Anna", anna), ("Carla", carla), ("gm", field.gm)):
        assert client.get(field.address).text.count('class="skirmish-board"') == 1
        heard = fragment("news.html", **layout.news(View(field.hall._rooms[field.tab], seat), 0))
        assert heard.count('class="skirmish-board"') == 1
    assert field.gm.get(f"{field.address}/watch").text.count('class="skirmish-board"') == 1


def test_a_form_says_in_which_question_it_stands(field: Evening) -> None:
    """A new Round, step or turn is a new question; what can be done at any time belongs to none."""
    run = begun(field)
    view = View(field.hall._rooms[field.tab], "gm")
    whole = view.run(run)
    assert whole
    state, asked = whole.state, question(whole)
    for same in (state._replace(label="Ford"), state._replace(done=("Kuma",))):
        assert question(whole._replace(state=same)) == asked
    for other in (state._replace(round=2), state._replace(step="void"), state._replace(stack=(Turn("Kuma"),))):
        assert question(whole._replace(state=other)) != asked
    page = field.gm.get(field.address).text
    by_move = {kind: re.search(rf'<form[^>]*data-key="{run}-{kind}-[^>]*>', page) for kind in ("Stance", "Grant")}
    assert f'data-question="{asked}"' in str(by_move["Stance"] and by_move["Stance"][0])
    assert "data-question" not in str(by_move["Grant"] and by_move["Grant"][0])


def test_a_standing_answer_is_given_beside_the_board(field: Evening) -> None:
    anna = field.joins("Anna", "Shinai")
    begun(field)
    page = anna.get(field.address).text
    form = next(each for each in forms(page[page.index('id="doing"') :]) if each["what"] == "standing")
    assert form.fill(word="save a rank").press(anna).status_code == 303
    assert "Standing answer: save a rank" in anna.get(field.address).text


def test_all_bandits_take_a_stance_at_once(field: Evening) -> None:
    """For all of one seat; whom a player plays is asked alone."""
    field.joins("Anna", "Shinai")
    for name in ("Akagi", "Usagi"):
        field.enter(name, hero(name), free=False)
    answer = field.form(field.gm, what="skirmish", first="Shinai", second=["Kuma", "Akagi", "Usagi"])
    run = int(answer.headers["location"].rpartition("#r")[2])
    page = field.gm.get(field.address).text
    assert "for all 3 of mine" in page
    form = next(each for each in forms(page) if each["move"] == "Stance" and each["who"] == "Kuma")
    assert form.fill(also="yes").press(field.gm, "Full Attack").status_code == 303
    state = field.hall._rooms[field.tab].table.runs[run].state
    assert {one.who: one.stance for one in state.fighters} == {
        "Shinai": "",
        "Kuma": "full attack",
        "Akagi": "full attack",
        "Usagi": "full attack",
    }


def test_a_raise_without_the_skill_is_told_by_what_could_be_done(field: Evening) -> None:
    """4e.unskilled, 4e.void.skill: not as if the Void Point that was left out were wrong."""
    run = begun(field)
    form = on_to(field, run, "Strike")
    assert form["f.weapon"] == "unarmed"
    refused = form.fill(**{"f.maneuvers.increased damage": "1"}).press(field.gm, "Attack")
    assert refused.status_code == 409
    said = words_of(refused.text)
    assert "Attack: that is more than can be had." in said
    assert "Nothing can be chosen there now. It could be with Void Point: the Skill at rank 1." in said
    assert (
        on_to(field, run, "Strike")
        .fill(**{"f.maneuvers.increased damage": "1", "f.void": "skill"})
        .press(field.gm, "Attack")
        .status_code
        == 303
    )


def test_the_game_master_lets_pass_what_was_refused_and_says_why(field: Evening) -> None:
    """4e.raise.limit"""
    run = begun(field)
    form = on_to(field, run, "Strike")
    refused = form.fill(**{"f.maneuvers.increased damage": "9"}).press(field.gm, "Attack")
    assert refused.status_code == 409
    again = next(each for each in forms(refused.text) if each["move"] == "Strike")
    assert again["f.maneuvers.increased damage"] == "9", "what was filled in is there still"
    assert again.press(field.gm, "Let it pass").status_code == 422, "without a reason it is not"
    assert again.fill(why="he is possessed").press(field.gm, "Let it pass").status_code == 303
    room = field.hall._rooms[field.tab]
    assert "Because: he is possessed" in field.gm.get(field.address).text
    assert any(entry.why == "he is possessed" for entry in room.of_run[run])


def test_a_plea_is_for_what_was_refused_and_says_where(field: Evening) -> None:
    """4e.raise.limit: five Raises are asked for, and five are let pass."""
    anna = field.joins("Anna", "Shinai")
    run = begun(field, label="Reeds")
    for _ in range(20):
        mine = [form for form in forms(anna.get(field.address).text) if form["run"] == str(run)]
        if form := next((each for each in mine if each["move"] == "Strike" and each["what"] == "move"), None):
            break
        for client in (anna, field.gm):
            every = [each for each in forms(client.get(field.address).text) if each["run"] == str(run)]
            liked = [each for each in every if each["move"] in LIKED and each["what"] == "move"]
            if liked:
                min(liked, key=lambda each: LIKED.index(each["move"])).press(client)
    assert form
    refused = form.fill(**{"f.maneuvers.increased damage": "5"}).press(anna, "Attack")
    again = next(each for each in forms(refused.text) if each["move"] == "Strike")
    assert again.fill(why="for my brother").press(anna, "Ask the game master").status_code == 303
    page = field.gm.get(field.address).text
    assert "increased damage x5" in page
    assert re.search(r'Shinai asks · <a href="#r\d+">Reeds</a>', page)
    assert "Shinai asked: “for my brother”. The game master decides." in anna.get(field.address).text
    heed = next(each for each in forms(page) if each["what"] == "heed")
    assert heed.press(field.gm, "Let it pass").status_code == 303
    assert "increased damage x5" in anna.get(field.address).text
    assert "The game master decides." not in anna.get(field.address).text


@pytest.mark.parametrize(
    ("ticked", "said"),
    [(21, "At most 20 fight, and 21 are ticked."), (0, "A side is empty.")],
)
def test_how_many_fight_is_said(field: Evening, ticked: int, said: str) -> None:
    """4e.skirmish.sides"""
    names = [f"F{number}" for number in range(ticked)]
    for name in names:
        field.enter(name, hero(name), free=False)
    answer = field.form(field.gm, what="skirmish", first=names[:1], second=names[1:])
    assert answer.status_code == 422
    assert said in answer.text


def test_scores_stay_on_the_track_while_somebody_new_takes_a_stance(field: Evening) -> None:
    """4e.initiative: who comes in later rolls then; the others keep theirs."""
    run = begun(field)
    field.enter("Akagi", hero("Akagi"), free=False)
    room = field.hall._rooms[field.tab]
    state = room.table.runs[run].state
    fighters = tuple(one._replace(score=20 + at, since=1, stance="attack") for at, one in enumerate(state.fighters))
    newcomer = fighters[0]._replace(who="Akagi", score=0, since=0, stance="")
    later = state._replace(fighters=(newcomer, *fighters), step="stance", round=2, stack=())
    board = skirmish_board(View(room, "gm"), room.table.runs[run]._replace(state=later))
    assert board
    assert [(one.who, one.score) for one in board.order] == [("Kuma", "21"), ("Shinai", "20"), ("Akagi", "")]


def test_prone_is_told_beside_the_armor_tn_since_arrows_do_not_care(field: Evening) -> None:
    """4e.skirmish.conditions"""
    run = begun(field)
    room = field.hall._rooms[field.tab]
    whole = room.table.runs[run]
    before = skirmish_board(View(room, "gm"), whole)
    lying = tuple(one._replace(conditions=("prone",)) for one in whole.state.fighters)
    after = skirmish_board(View(room, "gm"), whole._replace(state=whole.state._replace(fighters=lying)))
    assert before
    assert after
    assert [one.tn for one in after.order] == [one.tn for one in before.order]
    assert all("prone: -10 in melee" in one.marks for one in after.order)


def test_many_who_are_waited_for_are_counted(field: Evening) -> None:
    names = [f"F{number}" for number in range(6)]
    for name in names:
        field.enter(name, hero(name), free=False)
    field.form(field.gm, what="skirmish", first=names[:3], second=names[3:])
    assert "Waiting for F0, F1, F2 and 3 others" in field.gm.get(f"{field.address}/watch").text


@pytest.mark.parametrize(
    ("adds", "on", "hint"),
    [("+1k1 luck", "armor tn", "Bonuses alone, no dice"), ("+60 fate", "attack", "and none too large")],
)
def test_what_cannot_be_granted_says_what_can(field: Evening, adds: str, on: str, hint: str) -> None:
    begun(field)
    page = field.gm.get(field.address).text
    form = next(each for each in forms(page) if each["move"] == "Grant")
    answer = form.fill(**{"f.adds": adds, "f.on": on}).press(field.gm)
    assert answer.status_code in (409, 422)
    assert hint in answer.text, answer.text[answer.text.index('class="refused"') :][:400]
