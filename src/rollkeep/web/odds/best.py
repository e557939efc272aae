"""Which dice are chosen already where somebody keeps some, and what each choice would come to.

All is worked out from what the reader may know: against a hidden TN it tells what the dice show, and no chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.advice import symbols as advice
from rollkeep.advice.symbols import Target
from rollkeep.dice.pool import Thrown, keep
from rollkeep.dice.symbols import SYMBOLS, Faces, Sum, kind
from rollkeep.errors import OddsError
from rollkeep.fifth.check import MAX_DICE, Hand
from rollkeep.fifth.duel.state import Centring, Duel, reserved, side
from rollkeep.fifth.duel.state import Check as OfDuel
from rollkeep.fifth.play import roll as ring_roll
from rollkeep.fifth.play.check import RingCheck, aimed
from rollkeep.machine.machine import EXPECTED, Who
from rollkeep.machine.secret import known
from rollkeep.odds.symbols import simple
from rollkeep.table.table import Run
from rollkeep.text import counted, percent
from rollkeep.web.cards.drawn import Die
from rollkeep.web.forms.controls import FIELD, Control, Doing
from rollkeep.web.odds.chances import rolls_of

MOST = 6
"""How many choices are told."""


def advised(run: Run, doing: Doing, known_as: Callable[[Who], Any]) -> Doing:
    """The same with its dice drawn, and chosen where some are kept; ``run`` is as the reader sees it."""
    if run.state is None or not any(each.kind == "some" for each in doing.controls):
        return doing
    try:
        if isinstance(run.state, RingCheck):
            return _ring(run.state, doing, known_as)
        if isinstance(run.state, Duel):
            return _duel(run.state, doing)
        return _d10(run.state, doing)
    except EXPECTED:
        return doing


def _drawn(doing: Doing, **dice: tuple[Die, ...]) -> Doing:
    """With the dice of each control that chooses among some."""

    def drawn(control: Control) -> Control:
        every = dice.get(control.name.removeprefix(FIELD))
        if control.kind != "some" or every is None:
            return control
        return control._replace(dice=tuple(every[int(position)] for position, _ in control.options))

    return doing._replace(controls=tuple(map(drawn, doing.controls)))


def _symbols(faces: Faces) -> tuple[Die, ...]:
    return tuple(Die(kind(face), SYMBOLS[face], None) for face in faces)


def _places(positions: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, positions))


def _d10(state: Any, doing: Doing) -> Doing:
    """The highest dice."""
    mine = next(each for each in rolls_of(state) if each.who == doing.who)
    dice = known(mine.threw.dice) if mine.threw else None
    if not dice or mine.declared is None:
        return doing
    best = keep(Thrown(mine.declared.pool, dice), None).positions
    return _drawn(doing._replace(best=_places(best)), which=tuple(Die("d10", die, None) for die in dice))


def _ring(state: RingCheck, doing: Doing, known_as: Callable[[Who], Any]) -> Doing:
    """The best chance where the TN is known to the reader, else the most successes."""
    found = ring_roll.hand(state.roll, known_as(state.roll.who)) if state.roll else None
    if found is None or state.asked is None or state.roll is None or state.roll.declared is None:
        return doing
    doing = _drawn(doing, positions=_symbols(found.faces))
    if doing.move != "Keep":
        return doing
    told, tns = known(state.asked.tn), known(state.asked.tns)
    tn = None if told is None else aimed(told, tns or (), state.roll.declared)[1]
    try:
        choices = advice.choices(found, Target(tn or 1))
        best = choices[0].positions if tn else advice.most_successes(found)
    except OddsError:
        return doing._replace(best=_places(advice.most_successes(found)))
    lines = tuple(_gives(found, each.positions, each.shows, percent(each.chance, 0) if tn else "") for each in choices)
    return doing._replace(best=_places(best), gives=lines[:MOST] if len(lines) > 1 else ())


def _gives(found: Hand, positions: tuple[int, ...], shows: Sum, chance: str) -> str:
    which = ", ".join(str(i + 1) for i in positions) or "none"
    told = [
        counted(shows.successes, "success", "successes"),
        counted(shows.opportunities, "opportunity", "opportunities") if shows.opportunities else "",
        f"{shows.strife} strife" if shows.strife else "",
    ]
    extra = sum(1 for i in positions if "ex" in SYMBOLS[found.faces[i]])
    told.append(f"{counted(extra, 'more die', 'more dice')} to throw" if extra else "")
    dice = "Dice" if len(positions) != 1 else "Die"
    return f"{dice} {which}: {', '.join(filter(None, told))}" + (f"; success {chance}" if chance else "")


def _duel(state: Duel, doing: Doing) -> Doing:
    """The most successes."""
    frame = next(each for each in reversed(state.stack) if isinstance(each, OfDuel | Centring))
    reserve = reserved(side(state, doing.who), frame.skill)
    faces = _symbols(frame.faces)
    doing = _drawn(doing, positions=faces, away=faces, for_=_symbols(reserve))
    if doing.move != "Keep":
        return doing
    control = doing.values["positions"]
    among = tuple(int(position) for position, _ in control.options)
    picked = simple(tuple(frame.faces[i] for i in among), min(control.most, MAX_DICE), False, control.least)
    return doing._replace(best=_places(tuple(among[i] for i in picked)))
