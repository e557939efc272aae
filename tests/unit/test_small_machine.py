"""The small machine of docs/writing-a-machine.md: stone, fire, water. What the page shows is what runs here."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollkeep.dice.bound import D10
from rollkeep.dice.face import Die
from rollkeep.dice.pool import Pool
from rollkeep.errors import IllegalMove
from rollkeep.machine.bound import OneOf
from rollkeep.machine.codec import Codec
from rollkeep.machine.drive import Policy, play
from rollkeep.machine.machine import (
    CHANCE,
    GM,
    Closed,
    Machine,
    Offers,
    Scene,
    Shifted,
    Step,
    Who,
    decide,
    may,
)
from rollkeep.machine.machine import offers as offers_of
from rollkeep.machine.secret import Secret, bare, known, redact, veil
from rollkeep.reason import Reason, because
from rollkeep.testing import Faces, check_machine, shuffled

PAGE = Path(__file__).resolve().parents[2] / "docs" / "writing-a-machine.md"

SIGNS = ("stone", "fire", "water")
BEATS = {"stone": "water", "water": "fire", "fire": "stone"}
LOTS = Pool(2, 2, explode_on=None)  # two ten-sided dice that do not explode


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a sheet, which stays, and a track, which moves."""

    sheet: str
    coins: int = 3


@dataclass(frozen=True, slots=True)
class Challenge:
    """The game master says who plays."""

    a: Who
    b: Who


@dataclass(frozen=True, slots=True)
class Choose:
    """A player picks a sign; the other does not see it."""

    who: Who
    sign: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance gives each a lot."""

    lots: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Challenged:
    """Two players face each other."""

    players: tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class Chose:
    """A player has chosen, and only that player may read what."""

    who: Who
    sign: str | Secret[str]


@dataclass(frozen=True, slots=True)
class Showed:
    """Both signs lie open, in the order of the players."""

    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """The signs were the same, so lots were drawn, in the order of the players."""

    lots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """Who won."""

    who: Who


@dataclass(frozen=True, slots=True)
class Game:
    """A game on its way."""

    players: tuple[Who, ...] = ()
    chosen: tuple[Chose, ...] = ()
    signs: tuple[str, ...] = ()
    lots: tuple[int, ...] = ()
    winner: Who = ""


def evolve(game: Game, event: Any) -> Game:
    """The game after one of its events."""
    if isinstance(event, Challenged):
        return replace(game, players=event.players)
    if isinstance(event, Chose):
        return replace(game, chosen=(*game.chosen, event))
    if isinstance(event, Showed):
        return replace(game, signs=event.signs)
    if isinstance(event, Drew):
        return replace(game, lots=event.lots)
    return replace(game, winner=event.who)


def offers(scene: Scene[Game]) -> Offers:
    """Who may act: the game master, then both players at once, then chance."""
    game = scene.state
    if not game.players:
        pairs = ((a, b) for a in scene.cast for b in scene.cast if a < b)
        return {GM: tuple(may(Challenge, a=OneOf((a,)), b=OneOf((b,))) for a, b in pairs)}
    if not game.signs:
        ready = {one.who for one in game.chosen}
        return {
            who: (may(Choose, who=OneOf((who,)), sign=OneOf(SIGNS), secretly=True),)
            for who in game.players
            if who not in ready
        }
    return {CHANCE: (may(Draw, lots=D10(LOTS)),)}


def take(step: Step[Game], who: Who, move: Any) -> None:
    """What an admitted move does."""
    if isinstance(move, Challenge):
        step.add(Challenged((move.a, move.b)))
    elif isinstance(move, Choose):
        step.add(Chose(move.who, veil(move.sign, frozenset({move.who}))))
    else:
        step.add(Drew(tuple(face for (face,) in move.lots)))


def follow(step: Step[Game]) -> bool:
    """What happens by itself: the signs are shown when both are there, and somebody wins."""
    game = step.now.state
    if len(game.chosen) == 2 and not game.signs:
        signs = {one.who: bare(one.sign) for one in game.chosen}
        step.add(Showed(tuple(signs[who] for who in game.players)))
        return True
    if (first := leader(game)) is None:
        return False
    winner, loser = game.players[first], game.players[1 - first]
    why = "stone, fire, water"
    step.add(Shifted(winner, "coins", 1, why), Shifted(loser, "coins", -1, why), Won(winner), Closed())
    return True


def leader(game: Game) -> int | None:
    """Which player wins, by position; None where nobody does yet."""
    if not game.signs:
        return None
    a, b = game.signs
    if a != b:
        return 0 if BEATS[a] == b else 1
    if not game.lots or game.lots[0] == game.lots[1]:
        return None
    return 0 if game.lots[0] > game.lots[1] else 1


def tell(event: Any) -> Reason:
    """An event as a reason: which case, and the words and numbers of it."""
    if isinstance(event, Challenged):
        return because("game", "challenged", a=event.players[0], b=event.players[1])
    if isinstance(event, Chose):
        sign = known(event.sign)
        return because("game", "chose", who=event.who, sign=sign or "a hidden sign")
    if isinstance(event, Showed):
        return because("game", "showed", a=event.signs[0], b=event.signs[1])
    if isinstance(event, Drew):
        return because("game", "drew", a=event.lots[0], b=event.lots[1])
    if isinstance(event, Won):
        return because("game", "won", who=event.who)
    if isinstance(event, Shifted):
        return because("game", "shifted", who=event.who, track=event.track, by=event.by, why=event.why)
    return because("game", "closed")


SENTENCES = {
    "challenged": "{a} and {b} face each other.",
    "chose": "{who} has chosen {sign}.",
    "showed": "{a} against {b}.",
    "drew": "The same: they draw lots, {a} and {b}.",
    "won": "{who} wins.",
    "shifted": "{who}: {by:+} {track} ({why}).",
    "closed": "It is over.",
}


def sentence(reason: Reason) -> str:
    """A reason in English."""
    return SENTENCES[reason.case].format(**dict(reason.data))


MOVES = (Challenge, Choose, Draw)
EVENTS = (Challenged, Chose, Showed, Drew, Won)
STONES = Machine("stones", Game(), MOVES, EVENTS, offers, take, follow, evolve, tell)


CAST = {"doji": Player("Doji"), "hida": Player("Hida"), "shiba": Player("Shiba")}
READ = Codec((*MOVES, *EVENTS, Shifted, Closed))


@given(seed=st.integers(0, 2**32))
def test_it_keeps_the_law(seed: int) -> None:
    check_machine(STONES, CAST, seed, READ, sentence)


def told(*moves: tuple[Who, Any]) -> list[str]:
    """What is said after these moves."""
    scene, said = Scene(CAST, STONES.blank), list[str]()
    for who, move in moves:
        step = decide(STONES, scene, who, move)
        said += [sentence(tell(event)) for event in step.events]
        scene = step.now
    return said


def test_water_puts_out_fire() -> None:
    moves = [(GM, Challenge("doji", "hida")), ("hida", Choose("hida", "fire")), ("doji", Choose("doji", "water"))]
    assert told(*moves)[-5:] == [
        "water against fire.",
        "doji: +1 coins (stone, fire, water).",
        "hida: -1 coins (stone, fire, water).",
        "doji wins.",
        "It is over.",
    ]


def test_the_same_sign_is_decided_by_lot() -> None:
    moves = [(GM, Challenge("doji", "hida")), *((who, Choose(who, "stone")) for who in ("doji", "hida"))]
    assert told(*moves, (CHANCE, Draw(((4,), (4,)))), (CHANCE, Draw(((4,), (9,)))))[-2] == "hida wins."


def test_nobody_else_reads_a_choice() -> None:
    scene = decide(STONES, Scene(CAST, Game()), GM, Challenge("doji", "hida")).now
    (chose,) = decide(STONES, scene, "hida", Choose("hida", "fire")).events
    assert sentence(tell(redact(chose, frozenset({"hida"})))) == "hida has chosen fire."
    assert sentence(tell(redact(chose, frozenset({"doji"})))) == "hida has chosen a hidden sign."
    assert sentence(tell(redact(chose, frozenset({GM})))) == "hida has chosen a hidden sign."


def stone(who: Who) -> Policy:
    """A policy gets a scene with what this player may see, and the offers; it gives a move."""
    return lambda scene, offered: Choose(who, "stone")


def test_stone_against_stone_is_fair() -> None:
    opened = decide(STONES, Scene(CAST, STONES.blank), GM, Challenge("doji", "hida")).now
    policies, source = {who: stone(who) for who in ("doji", "hida")}, Faces(Random(1))
    ends = [play(STONES, opened, policies, source)[0] for _ in range(1_000)]
    assert 450 < sum(scene.state.winner == "doji" for scene in ends) < 550


def peeking(scene: Scene[Game]) -> Offers:
    """A fault: what one may do depends on what the other chose in secret."""
    if scene.state.chosen and known(scene.state.chosen[0].sign) == "fire":
        return {who: offered for who, offered in offers(scene).items() if who == scene.state.chosen[0].who}
    return offers(scene)


def for_many_seeds(machine: Machine[Game]) -> None:
    for seed in range(50):
        check_machine(machine, CAST, seed, READ, sentence)


def test_the_kit_sees_a_leak() -> None:
    with pytest.raises(AssertionError, match="sees other offers than there are"):
        for_many_seeds(replace(STONES, offers=peeking))


def test_a_move_out_of_turn_is_refused() -> None:
    opened = decide(STONES, Scene(CAST, Game()), GM, Challenge("doji", "hida")).now
    for who, move in (("shiba", Choose("shiba", "fire")), ("doji", Choose("doji", "wind")), (GM, Draw(((1,), (2,))))):
        with pytest.raises(IllegalMove):
            decide(STONES, opened, who, move)
    assert sorted(offers_of(STONES, opened)) == ["doji", "hida"]


def test_the_game_master_may_rule_anything() -> None:
    events = [event for seed in range(5) for event in check_machine(STONES, CAST, seed, READ, sentence)]
    assert shuffled(STONES, CAST, events, seed=1) <= 60


def test_the_page_shows_this_code() -> None:
    source, page = (path.read_text(encoding="utf-8") for path in (Path(__file__), PAGE))
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    for block in blocks:
        assert block in source, block
