"""Boards: what a procedure keeps in view while it goes on, beyond its picture on a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from rollkeep.fifth.duel.shown import blow, states
from rollkeep.fifth.duel.state import Duel, Round, Side, Turn, initiative
from rollkeep.fifth.score import SHOWN
from rollkeep.fifth.wording_names import NAMES, OBJECTIVES, gripped
from rollkeep.fourth.catalogue.rounds import PRONE, PRONE_TN
from rollkeep.fourth.skirmish.armor import guarded, parts, total
from rollkeep.fourth.skirmish.arms import PRINTED
from rollkeep.fourth.skirmish.known import fits
from rollkeep.fourth.skirmish.opening import ranking
from rollkeep.fourth.skirmish.state import DEAD, INITIATIVE, LEFT, OUT, Skirmish
from rollkeep.fourth.skirmish.state import Fighter as Combats
from rollkeep.fourth.skirmish.state import Turn as FightTurn
from rollkeep.hosts import in_words
from rollkeep.machine.machine import Scene, Who
from rollkeep.table.table import Run
from rollkeep.web.ground.page import fragment
from rollkeep.web.ground.people import Track, tracks_of
from rollkeep.web.ground.seats import View


class Fighter(NamedTuple):
    """A duellist as everybody sees them; ``tracks`` are left out, or told in ``words``, where they are not open.

    ``sealed`` names what lies there in secret, a bid or a prediction, and never what it is.
    """

    who: str
    mine: bool
    tracks: tuple[Track, ...]
    words: str
    stance: str
    held: str
    initiative: str
    blow: str
    states: tuple[str, ...]
    sealed: tuple[str, ...] = ()


class Combatant(NamedTuple):
    """Somebody in a skirmish, in the order of Initiative; ``now``: it is their turn, ``is_gone``: no more of them.

    ``tracks`` are left out where they are not open; ``marks`` tell in words what holds of somebody.
    """

    who: str
    mine: bool
    now: bool
    is_gone: bool
    score: str
    tn: int
    tracks: tuple[Track, ...]
    doing: str
    marks: tuple[str, ...]


class SkirmishBoard(NamedTuple):
    """The initiative track of a skirmish, and where its Round stands."""

    stage: str
    order: tuple[Combatant, ...]


class DuelBoard(NamedTuple):
    """A duel while it goes on: the form, where it stands, both duellists, and what has to be achieved."""

    form: str
    stage: str
    fighters: tuple[Fighter, ...]
    objective: str


def board(view: View, run: Run) -> Markup | None:
    """The board of a run as this seat sees it; None for procedures that have none."""
    made = _BOARDS.get(run.machine)
    return made(view, run) if made and run.state is not None else None


def question(run: Run) -> str:
    """What is being decided in a run that has a board: the Round, its step, and what goes on in it; empty for others.

    Two forms that look alike ask for the same only where this is the same.
    """
    state = run.state
    if run.machine not in _BOARDS or state is None:
        return ""
    frames = (
        "/".join(filter(None, (type(frame).__name__, getattr(frame, "who", ""), getattr(frame, "step", ""))))
        for frame in state.stack
    )
    return " ".join(filter(None, (str(state.round), getattr(state, "step", ""), *frames)))


def takes_part(view: View, run: Run) -> bool:
    """Whether a board has to stay in sight of this seat: one of its own characters is on it."""
    return any(who in view.mine for who in on_board(run))


def on_board(run: Run) -> tuple[Who, ...]:
    """Who is on the board of a run; nobody where there is none."""
    here = getattr(run.state, "sides", ()) or getattr(run.state, "fighters", ())
    return tuple(one.who for one in here) if run.machine in _BOARDS else ()


def reserve(view: View, run: Run) -> tuple[tuple[Who, ...], tuple[str, ...]]:
    """The hidden characters who can come into a skirmish, and its sides, the last one first: foes come in there."""
    if run.machine != "skirmish" or run.state is None:
        return (), ()
    here = on_board(run)
    unseen = tuple(who for who in sorted(view.table.hidden) if who not in here and fits(view.table.cast.get(who)))
    return unseen, tuple(dict.fromkeys(one.side for one in reversed(run.state.fighters)))


def duel_board(view: View, run: Run) -> DuelBoard | None:
    """The board of a duel; None before two face each other."""
    duel: Duel = run.state
    if not duel.sides or any(one.who not in view.table.cast for one in duel.sides):
        return None
    scene: Scene[Duel] = view.table.scene(run)
    return DuelBoard(
        SHOWN.get(duel.form, duel.form),
        _stage(duel, closed=run.closed),
        tuple(_fighter(view, scene, one) for one in duel.sides),
        OBJECTIVES.get(duel.objective, duel.objective),
    )


def _stage(duel: Duel, *, closed: bool) -> str:
    if closed:
        return "over"
    number = f"Round {duel.round}" if duel.round else "Initiative"
    frame = next((each for each in reversed(duel.stack) if isinstance(each, Round | Turn)), None)
    if isinstance(frame, Turn):
        return f"{number} · {frame.who}\N{RIGHT SINGLE QUOTATION MARK}s turn"
    return (
        f"{number} · staredown" if isinstance(frame, Round) and frame.step in ("answers", "strife", "bids") else number
    )


def _fighter(view: View, scene: Scene[Duel], one: Side) -> Fighter:
    person = view.table.cast[one.who]
    knows = view.is_gm or one.who in view.mine
    shown = "open" if knows else view.table.shows_of(one.who).tracks
    held = ", ".join(gripped(name, hands) for name, hands in one.arms.held) or "nothing in hand"
    duels = not scene.state.one_roll
    return Fighter(
        one.who,
        one.who in view.mine and not view.is_gm,
        tracks_of(person) if shown == "open" else (),
        in_words(person) if shown == "words" else "",
        f"{NAMES[one.stance]} stance" if one.stance else "",
        held,
        str(initiative(one)) if one.stance and duels else "",
        blow(scene, one) if duels else "",
        tuple(states(scene, one)),
        _sealed(scene.state, one),
    )


def _sealed(duel: Duel, one: Side) -> tuple[str, ...]:
    """What somebody has sealed: the same for every reader, who bid it too."""
    bids = next((frame.bids for frame in duel.stack if isinstance(frame, Round) and frame.step == "bids"), ())
    has_bid = any(who == one.who for who, _ in bids)
    return (*(("bid",) if has_bid else ()), *(("prediction",) if one.foreseen is not None else ()))


def skirmish_board(view: View, run: Run) -> SkirmishBoard | None:
    """The board of a skirmish; None before anybody is there."""
    skirmish: Skirmish = run.state
    here = [one for one in skirmish.fighters if one.who in view.table.cast]
    if not here:
        return None
    turn = next((frame.who for frame in skirmish.stack if isinstance(frame, FightTurn)), "")
    scene: Scene[Skirmish] = view.table.scene(run)
    covered = guarded(skirmish)
    rolled = {one.who for one in here if one.since and skirmish.step != INITIATIVE}
    scores = {who: score for who, score in ranking(scene) if who in rolled}
    places = {who: at for at, who in enumerate(scores)}
    ranked = sorted(here, key=lambda one: places.get(one.who, len(places)))
    stage = "over" if run.closed else f"Round {max(skirmish.round, 1)} · {_STEPS.get(skirmish.step, skirmish.step)}"
    order = (_combatant(view, one, scores.get(one.who), one.who in covered, turn) for one in ranked)
    return SkirmishBoard(stage, tuple(order))


_STEPS = {
    "muster": "who takes part",
    "stance": "stances",
    "initiative": "Initiative",
    "void": "Void Points",
    "turns": "turns",
}


def _held(condition: str) -> str:
    """A condition; one that counts against some attacks alone is told beside the Armor TN and not in it."""
    return f"{condition}: {PRONE_TN} in melee" if condition == PRONE else condition


def _combatant(view: View, one: Combats, score: int | None, covered: bool, turn: str) -> Combatant:
    person = view.table.cast[one.who]
    knows = view.is_gm or one.who in view.mine
    shown = "open" if knows else view.table.shows_of(one.who).tracks
    tracks = tracks_of(person) if shown == "open" else ()
    ranked = any(track.boxes for track in tracks)  # the rank stands beside its boxes
    state = "" if shown == "hidden" or ranked else in_words(person)
    fate = "" if one.state == state or (ranked and one.state != LEFT) else one.state
    doing = (one.side, one.stance.title(), one.weapon if one.weapon != PRINTED else "")
    return Combatant(
        one.who,
        one.who in view.mine and not view.is_gm,
        one.who == turn,
        one.state in (OUT, DEAD, LEFT),
        "" if score is None else str(score),
        total(parts(one.body, one.guard, one.conditions, covered, melee=False)),
        tracks,
        " · ".join(filter(None, doing)),
        tuple(filter(None, (state, fate, *map(_held, one.conditions), "guarded" if covered else ""))),
    )


def _skirmish(view: View, run: Run) -> Markup | None:
    found = skirmish_board(view, run)
    return fragment("skirmish_board.html", board=found) if found else None


def _duel(view: View, run: Run) -> Markup | None:
    found = duel_board(view, run)
    return fragment("duel_board.html", board=found) if found else None


_BOARDS: dict[str, Callable[[View, Run], Markup | None]] = {"duel": _duel, "skirmish": _skirmish}
