"""A duel as text: the gauges of both, what has happened step by step, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rollkeep.cli.page import Page
from rollkeep.dice.symbols import SYMBOLS
from rollkeep.fifth.catalogue.skills import shown
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel.person import Person, numbers
from rollkeep.fifth.duel.shown import blow, states
from rollkeep.fifth.duel.state import Duel, Scored, Side, initiative
from rollkeep.fifth.duel.telling import tell
from rollkeep.fifth.score import POINTS, SHOWN
from rollkeep.fifth.wording import sentence
from rollkeep.fifth.wording_duel import QUIET
from rollkeep.fifth.wording_names import NAMES, OBJECTIVES, gripped
from rollkeep.machine.machine import Scene, Who
from rollkeep.text import columns, fitted

if TYPE_CHECKING:
    from rollkeep.cli.dueling import Dueling

_BAR, _NAME, _WIDEST = 10, 18, 24
_HEADS = (e.Rounded, e.Turned, e.Faced, e.Opened, e.Over)


def show_events(page: Page, events: Sequence[Any]) -> None:
    """What happened, a sentence each with its rule; rounds, turns and finishing blows stand out."""
    for event in events:
        reason = tell(event)
        if (reason.rule, reason.case) in QUIET:
            continue
        said = f"{sentence(reason)} [{reason.rule}]"
        if isinstance(event, _HEADS):
            if page.lines:
                page.add()
            page.wrapped(said, bold=True)
        else:
            page.wrapped(said)


def gauges(page: Page, scene: Scene[Duel], who: Who) -> None:
    """Both sides as they stand: strife of composure, fatigue of endurance, stance, weapon, states."""
    duel = scene.state
    number = f"Round {duel.round}" if duel.round else "Initiative"
    page.add()
    page.wrapped(f"{SHOWN[duel.form]}, {number}: {OBJECTIVES.get(duel.objective, duel.objective)}", bold=True)
    for one in duel.sides:
        _gauge(page, scene, one, mine=one.who == who)


def _gauge(page: Page, scene: Scene[Duel], one: Side, *, mine: bool) -> None:
    person: Person = scene.cast[one.who]
    known = numbers(person)
    strife = _bar(page, person.strife, known.composure)
    fatigue = _bar(page, person.fatigue, known.endurance)
    name = fitted(one.who, _NAME)
    page.add(f"{'>' if mine else ' '} {name} strife {strife}  fatigue {fatigue}  Void {person.void}")
    parts = [f"{NAMES[one.stance]} stance"] if one.stance else []
    parts += [gripped(name, hands) for name, hands in one.arms.held] or ["nothing in hand"]
    parts += [f"initiative {initiative(one)}"] if one.stance and not scene.state.one_roll else []
    if not scene.state.one_roll:
        parts.append(f"finishing blow {blow(scene, one)}")
    parts += [
        f"reserved for {shown(skill)}: {', '.join([SYMBOLS[face] for face in faces])}" for skill, faces in one.reserves
    ]
    page.wrapped(", ".join([*parts, *states(scene, one)]) + ".", "    ")


def _bar(page: Page, now: int, most: int) -> str:
    """A gauge such as ``6/8 ######..``."""
    filled = min(max(round(_BAR * now / most), 0), _BAR) if most else _BAR
    full, empty = ("█", "·") if page.blocks else ("#", ".")
    return f"{now:>2}/{most:<2} {full * filled}{empty * (_BAR - filled)}"


def show_score(page: Page, dueling: Dueling, scored: Scored) -> None:
    """The points of both side by side, and how they stand after the duel."""
    scene = dueling.scene
    sides = scene.state.sides
    wide = min(max(10, *(columns(one.who) + 2 for one in sides)), _WIDEST)
    left, right = dict(scored.parts_a), dict(scored.parts_b)
    page.add()
    page.add(page.styled(f"  {'':12}{''.join(_right(one.who, wide) for one in sides)}", dim=True))
    for name in POINTS:
        if name in left or name in right:
            page.add(f"  {name:12}{left.get(name, 0):>{wide}}{right.get(name, 0):>{wide}}")
    page.add(page.styled(f"  {'score':12}{scored.a:>{wide}}{scored.b:>{wide}}", bold=True) + "  [5e.duel.score]")
    page.add()
    for one in sides:
        told = states(scene, one)
        page.wrapped(f"{one.who}: {', '.join(told) if told else 'unhurt'}.", "  ", dim=True)


def _right(name: str, wide: int) -> str:
    """A name at the right end of a column."""
    shown = fitted(name, min(columns(name), wide - 2))
    return " " * (wide - columns(shown)) + shown


def scored_as_json(dueling: Dueling) -> dict[str, Any]:
    """How a duel ended, as ``docs/json.md`` describes it."""
    scene = dueling.scene
    duel, scored = scene.state, scene.state.scored
    assert scored
    a, b = duel.sides
    return {
        "form": duel.form,
        "a": {"points": dict.fromkeys(POINTS, 0) | dict(scored.parts_a), "total": scored.a},
        "b": {"points": dict.fromkeys(POINTS, 0) | dict(scored.parts_b), "total": scored.b},
        "difference": scored.a - scored.b,
        "result": scored.result or None,
        "reason": scored.reason,
        "winner": {a.who: "a", b.who: "b", "": None}[scored.winner],
        "glory_bonus": scored.glory,
        "rounds": duel.round,
        "rulings": dict(sorted(dueling.rulings.chosen)),
        "log": None if dueling.dry_run else dueling.path,
        "names": {"a": a.who, "b": b.who},
        "objective": duel.objective,
        "one_roll": duel.one_roll,
        "label": duel.setup.label if duel.setup else "",
        "states": {"a": states(scene, a), "b": states(scene, b)},
    }
