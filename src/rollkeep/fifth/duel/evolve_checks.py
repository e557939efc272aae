"""The duel after what happens in a check."""

from __future__ import annotations

from typing import Any

from rollkeep.dice.symbols import EXPLOSIVE, Faces
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel.pieces import After, new, pop, push, put, set_top, setting_aside, top_of, with_
from rollkeep.fifth.duel.state import (
    Attempt,
    Centring,
    Check,
    Duel,
    Hit,
    Marks,
    Rolled,
    Window,
    other,
    side,
)

_FIXED = Check._fields.index("step")


def _declared(duel: Duel, event: e.Declared) -> Duel:
    check = event.check
    if check.blow and type(duel.stack[-1]) is Window:
        duel = pop(duel, Window)
    one = side(duel, check.who)
    marks = one.marks
    if check.spare or check.ring in marks.eased:
        eased = tuple(ring for ring in marks.eased if ring != check.ring)
        duel = put(duel, one._replace(marks=marks._replace(spare=0, eased=eased)))
    if check.kind == "resist":
        foe = other(duel, check.who)
        if foe.marks.press:
            duel = put(duel, foe._replace(marks=foe.marks._replace(press=0)))
    return push(duel, check)


def _on(check: Check, step: str, faces: Faces, kept: Faces, again: tuple[int, ...] = ()) -> Check:
    """A check a step further; what was declared stays, and nothing is counted yet."""
    return new(Check, (*check[:_FIXED], step, faces, kept, again, (0, 0, 0), ()))


def _threw(duel: Duel, event: e.Threw) -> Duel:
    top = duel.stack[-1]
    if type(top) is Check:
        return set_top(duel, _on(top, event.step, event.faces, top.kept))
    return set_top(duel, top_of(duel, Centring)._replace(faces=event.faces))


def _swapped(duel: Duel, event: e.Swapped) -> Duel:
    one = side(duel, event.who)
    top: Any = duel.stack[-1]
    duel = put(duel, setting_aside(one, top.skill, event.left))
    if type(top) is Check:
        return set_top(duel, top._replace(faces=event.faces, step="reroll" if top.edges else "keep"))
    return set_top(duel, top_of(duel, Centring)._replace(faces=event.faces, swapped=True))


def _settled(duel: Duel, event: e.Settled) -> Duel:
    return set_top(duel, duel.stack[-1]._replace(step=event.step))  # type: ignore[call-arg]


def _picked(duel: Duel, event: e.Picked) -> Duel:
    return set_top(
        duel, top_of(duel, Check)._replace(again=event.positions, step="again" if event.positions else "keep")
    )


def _parried(duel: Duel, event: e.Parried) -> Duel:
    return put(duel, side(duel, event.who)._replace(parried=True))


def _rethrown(duel: Duel, event: e.Rethrown) -> Duel:
    check = top_of(duel, Check)
    return set_top(duel, _on(check, "keep", event.faces, check.kept))


def _kept(duel: Duel, event: e.Kept) -> Duel:
    check = top_of(duel, Check)
    chosen = tuple([check.faces[i] for i in event.positions])
    step = "extra" if any(EXPLOSIVE[face] for face in chosen) else "sum"
    return set_top(duel, _on(check, step, chosen if step == "extra" else (), check.kept + chosen))


def _counted(duel: Duel, event: e.Counted) -> Duel:
    shown = (event.successes, event.opportunities, event.strife)
    check = top_of(duel, Check)
    return set_top(duel, new(Check, (*check[:_FIXED], event.step, (), check.kept, (), shown, ())))


def _bled(duel: Duel, event: e.Bled) -> Duel:
    duel = set_top(duel, with_(top_of(duel, Check), "step", "spend"))
    return push(duel, Hit(event.who, "", event.damage, -1, False, False))


def _spent(duel: Duel, event: e.Spent) -> Duel:
    duel = set_top(duel, with_(with_(top_of(duel, Check), "spent", event.on), "step", "judge"))
    if not event.on:
        return duel
    one = side(duel, event.who)
    on, marks = event.on, one.marks
    eased = (*marks.eased, *(item.removeprefix("ease-") for item in on if item.startswith("ease-")))
    marks = Marks(
        marks.guard + on.count("guard"),
        marks.press + on.count("press"),
        marks.warded or "ward" in on,
        marks.spare + on.count("spare"),
        eased,
    )
    return duel if marks == one.marks else put(duel, with_(one, "marks", marks))


def _judged(duel: Duel, event: e.Judged) -> Duel:
    check = top_of(duel, Check)
    duel = pop(duel, Check)
    if event.kind == "clash":
        rolled = Rolled(event.who, check.weapon, event.success, event.bonus, event.shortfall)
        return duel._replace(rolls=(*duel.rolls, rolled))
    top = duel.stack[-1] if duel.stack else None
    if type(top) is Attempt and event.kind == "unique":
        return set_top(duel, top._replace(step="tell", success=event.success))
    return duel


AFTER: After = {
    e.Declared: _declared,
    e.Threw: _threw,
    e.Settled: _settled,
    e.Swapped: _swapped,
    e.Picked: _picked,
    e.Parried: _parried,
    e.Rethrown: _rethrown,
    e.Kept: _kept,
    e.Counted: _counted,
    e.Bled: _bled,
    e.Spent: _spent,
    e.Judged: _judged,
}
