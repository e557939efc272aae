"""The duel after one of its events. It knows no rule, sees no character and opens no secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rollkeep.dice.symbols import EXPLOSIVE, Faces
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel.state import (
    Approach,
    Attempt,
    Body,
    Centring,
    Check,
    Duel,
    Frame,
    Hit,
    Marks,
    Opening,
    Rolled,
    Round,
    Setup,
    Side,
    Tally,
    Turn,
    Window,
    Wound,
    other,
    side,
)


def evolve(duel: Duel, event: Any) -> Duel:
    """The duel after one of its events.

    Raises: LookupError where the event does not fit.
    """
    return _AFTER[type(event)](duel, event)


_new = tuple.__new__  # a named tuple without the detour by its keywords
_FIXED = Check._fields.index("step")
_PLACE: dict[type, dict[str, int]] = {
    kind: {name: at for at, name in enumerate(kind._fields)} for kind in (Side, Turn, Check, Tally)
}
N = TypeVar("N", Side, Turn, Check, Tally)


# --- the pieces -------------------------------------------------------------------------------------------------


def _with(value: N, name: str, part: object) -> N:
    """One field changed: ``_replace`` on the way of almost every event, in a fifth of its time."""
    kind = type(value)
    at: int = _PLACE[kind][name]
    return _new(kind, (*value[:at], part, *value[at + 1 :]))


def _put(duel: Duel, one: Side) -> Duel:
    setup, (first, second), stack, lower, number, rolls, scored = duel
    sides = (one, second) if first.who == one.who else (first, one)
    return _new(Duel, (setup, sides, stack, lower, number, rolls, scored))


def _push(duel: Duel, frame: Frame) -> Duel:
    setup, sides, stack, lower, number, rolls, scored = duel
    return _new(Duel, (setup, sides, (*stack, frame), lower, number, rolls, scored))


def _pop(duel: Duel, kind: type) -> Duel:
    _top(duel, kind)
    setup, sides, stack, lower, number, rolls, scored = duel
    return _new(Duel, (setup, sides, stack[:-1], lower, number, rolls, scored))


def _top(duel: Duel, kind: type) -> Any:
    top = duel.stack[-1]
    if type(top) is not kind:
        raise LookupError(f"{kind.__name__} is not on top")
    return top


def _set(duel: Duel, frame: Frame) -> Duel:
    setup, sides, stack, lower, number, rolls, scored = duel
    return _new(Duel, (setup, sides, (*stack[:-1], frame), lower, number, rolls, scored))


def _within(duel: Duel, kind: type, change: Callable[[Any], Frame]) -> Duel:
    """The newest frame of a kind, wherever it is, changed."""
    stack = duel.stack
    for at in range(len(stack) - 1, -1, -1):
        if type(stack[at]) is kind:
            return duel._replace(stack=(*stack[:at], change(stack[at]), *stack[at + 1 :]))
    raise LookupError(kind.__name__)


# --- beginning and end ------------------------------------------------------------------------------------------


def _faced(duel: Duel, event: e.Faced) -> Duel:
    sides = tuple(
        Side(who, who in event.npcs, compromised=who in event.before, arms=arms)
        for who, arms in zip((event.a, event.b), event.arms, strict=True)
    )
    setup = Setup(event.form, event.objective, event.label, event.one_roll, event.unready, event.by_hand)
    return Duel(setup, sides, (Opening(),))


def _ranked(duel: Duel, event: e.Ranked) -> Duel:
    return duel._replace(lower=event.lower)


def _approached(duel: Duel, event: e.Approached) -> Duel:
    opening = _top(duel, Opening)
    return _set(duel, opening._replace(approaches=(*opening.approaches, Approach(*event))))


def _entered(duel: Duel, event: e.Entered) -> Duel:
    duel = _put(duel, _with(_with(side(duel, event.who), "stance", event.ring), "initiative", event.initiative))
    opening = _top(duel, Opening)
    return _set(duel, opening._replace(entered=(*opening.entered, event.who)))


def _rounded(duel: Duel, event: e.Rounded) -> Duel:
    setup, (first, second), _, lower, _, rolls, scored = duel
    sides = (_with(first, "bid", 0) if first.bid else first, _with(second, "bid", 0) if second.bid else second)
    return _new(Duel, (setup, sides, (Round("answers"),), lower, event.number, rolls, scored))


def _stared(duel: Duel, event: e.Stared) -> Duel:
    return _set(duel, Round("bids"))


def _bade(duel: Duel, event: e.Bade) -> Duel:
    now = _top(duel, Round)
    return _set(duel, now._replace(bids=(*now.bids, (event.who, event.strife))))


def _holding(duel: Duel, event: e.Holding) -> Duel:
    now = _top(duel, Round)
    return _set(duel, now._replace(held=(*now.held, event.who)))


def _uncovered(duel: Duel, event: e.Uncovered) -> Duel:
    for who, strife in event.bids:
        if strife:
            duel = _put(duel, _with(side(duel, who), "bid", strife))
    return _set(duel, Round("order"))


def _tallied(duel: Duel, who: str, feat: str, what: object = True) -> Duel:
    one = side(duel, who)
    return _put(duel, _with(one, "tally", _with(one.tally, feat, what)))


def _conceded(duel: Duel, event: e.Conceded) -> Duel:
    return _tallied(duel, event.who, "conceded")


def _cheated(duel: Duel, event: e.Cheated) -> Duel:
    return _tallied(duel, event.who, "cheated")


def _called(duel: Duel, event: e.Called) -> Duel:
    return _tallied(duel, event.who, "met")


def _tested(duel: Duel, event: e.Tested) -> Duel:
    for who in event.met:
        duel = _tallied(duel, who, "met")
    return duel


def _over(duel: Duel, event: e.Over) -> Duel:
    return duel._replace(stack=(), scored=event.scored)


# --- strife and finishing blows ---------------------------------------------------------------------------------


def _strained(duel: Duel, event: e.Strained) -> Duel:
    return _put(duel, _with(side(duel, event.who), "compromised", event.compromised))


def _opened(duel: Duel, event: e.Opened) -> Duel:
    one = side(duel, event.who)
    return _push(_put(duel, _with(one, "opened", (*one.opened, event.trigger))), Window(event.who, event.trigger))


def _left(duel: Duel, event: e.Left) -> Duel:
    return _pop(duel, Window)


# --- turns ------------------------------------------------------------------------------------------------------


def _turned(duel: Duel, event: e.Turned) -> Duel:
    now = _top(duel, Round)
    duel = _set(duel, Round("turns", left=tuple(who for who in now.left if who != event.who)))
    one = side(duel, event.who)
    marks = one.marks
    if marks.guard or marks.press or marks.warded:
        duel = _put(duel, _with(one, "marks", Marks(0, 0, False, marks.spare, marks.eased)))
    return _push(duel, Turn(event.who))


def _ordered(duel: Duel, event: e.Ordered) -> Duel:
    return _set(duel, Round("turns", left=event.order))


def _woke(duel: Duel, event: e.Woke) -> Duel:
    one = side(duel, event.who)
    return _put(duel, one._replace(body=one.body._replace(unconscious=False)))


def _stood(duel: Duel, event: e.Stood) -> Duel:
    one = side(duel, event.who)
    if one.arms.held != event.held:
        one = _with(one, "arms", one.arms._replace(held=event.held))
    duel = _put(duel, one if one.stance == event.ring else _with(one, "stance", event.ring))
    turn = _top(duel, Turn)
    return _set(duel, _with(turn, "step", "act" if turn.barred or not event.read else "read"))


def _foretold(duel: Duel, event: e.Foretold) -> Duel:
    duel = _put(duel, side(duel, event.who)._replace(foreseen=None, until=0))
    turn = _top(duel, Turn)
    return _set(duel, turn._replace(step="again", barred=event.ring) if event.again else turn._replace(step="act"))


def _lapsed(duel: Duel, event: e.Lapsed) -> Duel:
    duel = _put(duel, side(duel, event.who)._replace(foreseen=None, until=0))
    top = duel.stack[-1]
    return _set(duel, top._replace(step="act")) if type(top) is Turn and top.step == "read" else duel


def _acted(duel: Duel, event: e.Acted) -> Duel:
    def acted(turn: Turn) -> Turn:
        return Turn(turn.who, turn.step, (*turn.acts, (event.types, event.check)), turn.barred)

    return _within(duel, Turn, acted)


def _unmasked(duel: Duel, event: e.Unmasked) -> Duel:
    return _tallied(duel, event.who, "unmasked")


def _predicted(duel: Duel, event: e.Predicted) -> Duel:
    return _put(duel, side(duel, event.who)._replace(foreseen=event.ring, until=2))


def _centred(duel: Duel, event: e.Centred) -> Duel:
    return _push(duel, Centring(event.who, event.skill, event.dice))


def _setting_aside(one: Side, skill: str, faces: Faces) -> Side:
    rest = tuple([each for each in one.reserves if each[0] != skill])
    return one._replace(reserves=(*rest, (skill, faces)) if faces else rest)


def _reserved(duel: Duel, event: e.Reserved) -> Duel:
    one = side(duel, event.who)
    return _pop(_put(duel, _setting_aside(one, event.skill, event.faces)), Centring)


def _readied(duel: Duel, event: e.Readied) -> Duel:
    one = side(duel, event.who)
    return _put(duel, one._replace(arms=one.arms._replace(held=event.held)))


def _proposed(duel: Duel, event: e.Proposed) -> Duel:
    return _push(duel, Attempt(*event))


def _allowed(duel: Duel, event: e.Allowed) -> Duel:
    return _set(duel, _top(duel, Attempt)._replace(step="check" if event.tn else "tell", success=not event.tn))


def _happened(duel: Duel, event: e.Happened) -> Duel:
    return _pop(duel, Attempt)


def _ended(duel: Duel, event: e.Ended) -> Duel:
    duel = _pop(duel, Turn)
    one = side(duel, event.who)
    return _put(duel, _with(one, "until", one.until - 1)) if one.foreseen is not None and one.until else duel


# --- checks -----------------------------------------------------------------------------------------------------


def _declared(duel: Duel, event: e.Declared) -> Duel:
    check = event.check
    if check.blow and type(duel.stack[-1]) is Window:
        duel = _pop(duel, Window)
    one = side(duel, check.who)
    marks = one.marks
    if check.spare or check.ring in marks.eased:
        eased = tuple(ring for ring in marks.eased if ring != check.ring)
        duel = _put(duel, one._replace(marks=marks._replace(spare=0, eased=eased)))
    if check.kind == "resist":
        foe = other(duel, check.who)
        if foe.marks.press:
            duel = _put(duel, foe._replace(marks=foe.marks._replace(press=0)))
    return _push(duel, check)


def _on(check: Check, step: str, faces: Faces, kept: Faces, again: tuple[int, ...] = ()) -> Check:
    """A check a step further; what was declared stays, and nothing is counted yet."""
    return _new(Check, (*check[:_FIXED], step, faces, kept, again, (0, 0, 0), ()))


def _threw(duel: Duel, event: e.Threw) -> Duel:
    top = duel.stack[-1]
    if type(top) is Check:
        return _set(duel, _on(top, event.step, event.faces, top.kept))
    return _set(duel, _top(duel, Centring)._replace(faces=event.faces))


def _swapped(duel: Duel, event: e.Swapped) -> Duel:
    one = side(duel, event.who)
    top: Any = duel.stack[-1]
    duel = _put(duel, _setting_aside(one, top.skill, event.left))
    if type(top) is Check:
        return _set(duel, top._replace(faces=event.faces, step="reroll" if top.edges else "keep"))
    return _set(duel, _top(duel, Centring)._replace(faces=event.faces, swapped=True))


def _settled(duel: Duel, event: e.Settled) -> Duel:
    return _set(duel, duel.stack[-1]._replace(step=event.step))  # type: ignore[call-arg]


def _picked(duel: Duel, event: e.Picked) -> Duel:
    return _set(duel, _top(duel, Check)._replace(again=event.positions, step="again" if event.positions else "keep"))


def _parried(duel: Duel, event: e.Parried) -> Duel:
    return _put(duel, side(duel, event.who)._replace(parried=True))


def _rethrown(duel: Duel, event: e.Rethrown) -> Duel:
    check = _top(duel, Check)
    return _set(duel, _on(check, "keep", event.faces, check.kept))


def _kept(duel: Duel, event: e.Kept) -> Duel:
    check = _top(duel, Check)
    chosen = tuple([check.faces[i] for i in event.positions])
    step = "extra" if any(EXPLOSIVE[face] for face in chosen) else "sum"
    return _set(duel, _on(check, step, chosen if step == "extra" else (), check.kept + chosen))


def _counted(duel: Duel, event: e.Counted) -> Duel:
    shown = (event.successes, event.opportunities, event.strife)
    check = _top(duel, Check)
    return _set(duel, _new(Check, (*check[:_FIXED], event.step, (), check.kept, (), shown, ())))


def _bled(duel: Duel, event: e.Bled) -> Duel:
    duel = _set(duel, _with(_top(duel, Check), "step", "spend"))
    return _push(duel, Hit(event.who, "", event.damage, -1, False, False))


def _spent(duel: Duel, event: e.Spent) -> Duel:
    duel = _set(duel, _with(_with(_top(duel, Check), "spent", event.on), "step", "judge"))
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
    return duel if marks == one.marks else _put(duel, _with(one, "marks", marks))


def _judged(duel: Duel, event: e.Judged) -> Duel:
    check = _top(duel, Check)
    duel = _pop(duel, Check)
    if event.kind == "clash":
        rolled = Rolled(event.who, check.weapon, event.success, event.bonus, event.shortfall)
        return duel._replace(rolls=(*duel.rolls, rolled))
    top = duel.stack[-1] if duel.stack else None
    if type(top) is Attempt and event.kind == "unique":
        return _set(duel, top._replace(step="tell", success=event.success))
    return duel


# --- harm -------------------------------------------------------------------------------------------------------


def _struck(duel: Duel, event: e.Struck) -> Duel:
    if not event.left:
        return duel
    hit = Hit(event.foe, event.who, event.left, event.deadliness, event.razor, event.sure, event.bought)
    return _push(duel, hit)


def _spoiled(duel: Duel, event: e.Spoiled) -> Duel:
    one = side(duel, event.who)
    arms, what = one.arms, event.what
    tough = tuple(name for name in arms.tough if name != what)
    if event.how == "worn":
        arms = arms._replace(tough=tough)
    elif what == "armour":
        arms = arms._replace(
            damaged=(*arms.damaged, what), resistance=max(arms.resistance - 2, 0) if event.how == "damaged" else 0
        )
    elif event.how == "damaged":
        arms = arms._replace(damaged=(*arms.damaged, what), tough=tough)
    else:
        held = tuple(pair for pair in arms.held if pair[0] != what)
        arms = arms._replace(destroyed=(*arms.destroyed, what), held=held)
    return _put(duel, one._replace(arms=arms))


def _defended(duel: Duel, event: e.Defended) -> Duel:
    hit = _top(duel, Hit)
    duel = _pop(duel, Hit)
    if not hit.by:
        return duel
    fatigue = side(duel, hit.by).tally.fatigue + event.fatigue
    return _tallied(duel, hit.by, "fatigue", fatigue)


def _undefended(duel: Duel, event: e.Undefended) -> Duel:
    return _pop(duel, Hit)


def _led(duel: Duel, event: e.Led) -> Duel:
    return _tallied(duel, event.who, "first")


def _critical(duel: Duel, event: e.Critical) -> Duel:
    return _push(duel, Wound(*event))


def _resisted(duel: Duel, event: e.Resisted) -> Duel:
    return _set(duel, _top(duel, Wound)._replace(resisted=event.by))


def _wounded(duel: Duel, event: e.Wounded) -> Duel:
    duel = _pop(duel, Wound)
    one = side(duel, event.who)
    body, ring = one.body, event.ring
    light, severe, scars, bleeding, dying, unconscious, dead, immobilized = body
    for effect in event.effects:
        if effect == "light":
            light = (*light, ring)
        elif effect == "severe":
            light, severe = tuple(r for r in light if r != ring), (*severe, ring)
        elif effect == "worse":
            severe = tuple(r for r in severe if r != ring)
        elif effect == "bleeding":
            bleeding = True
        elif effect in ("lesser-scar", "greater-scar"):
            scars = (*scars, f"{effect} ({ring})")
        elif effect == "dead":
            dead = True
        elif effect == "unconscious":
            unconscious = True
        elif effect.startswith("dying-"):
            rounds = int(effect.removeprefix("dying-"))
            dying = rounds if dying < 0 else min(dying, rounds)
    marks = one.marks._replace(guard=0) if one.marks.guard else one.marks
    duel = _put(
        duel,
        _with(
            _with(one, "body", Body(light, severe, scars, bleeding, dying, unconscious, dead, immobilized)),
            "marks",
            marks,
        ),
    )
    if not event.by:
        return duel
    highest = max(side(duel, event.by).tally.critical, event.severity)
    return _tallied(duel, event.by, "critical", highest)


def _bound(duel: Duel, event: e.Bound) -> Duel:
    one = side(duel, event.who)
    return _put(duel, one._replace(body=one.body._replace(immobilized=event.yes)))


def _sank(duel: Duel, event: e.Sank) -> Duel:
    one = side(duel, event.who)
    return _put(duel, one._replace(body=one.body._replace(dying=event.left)))


def _died(duel: Duel, event: e.Died) -> Duel:
    one = side(duel, event.who)
    return _put(duel, one._replace(body=one.body._replace(dead=True)))


def _clashed(duel: Duel, event: e.Clashed) -> Duel:
    return duel


_AFTER: dict[type, Callable[[Duel, Any], Duel]] = {
    e.Faced: _faced,
    e.Ranked: _ranked,
    e.Approached: _approached,
    e.Entered: _entered,
    e.Rounded: _rounded,
    e.Stared: _stared,
    e.Bade: _bade,
    e.Holding: _holding,
    e.Uncovered: _uncovered,
    e.Ordered: _ordered,
    e.Conceded: _conceded,
    e.Cheated: _cheated,
    e.Called: _called,
    e.Strained: _strained,
    e.Opened: _opened,
    e.Left: _left,
    e.Turned: _turned,
    e.Unmasked: _unmasked,
    e.Woke: _woke,
    e.Stood: _stood,
    e.Foretold: _foretold,
    e.Lapsed: _lapsed,
    e.Acted: _acted,
    e.Predicted: _predicted,
    e.Centred: _centred,
    e.Reserved: _reserved,
    e.Readied: _readied,
    e.Proposed: _proposed,
    e.Allowed: _allowed,
    e.Happened: _happened,
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
    e.Struck: _struck,
    e.Led: _led,
    e.Spoiled: _spoiled,
    e.Defended: _defended,
    e.Undefended: _undefended,
    e.Critical: _critical,
    e.Resisted: _resisted,
    e.Wounded: _wounded,
    e.Bound: _bound,
    e.Sank: _sank,
    e.Died: _died,
    e.Ended: _ended,
    e.Tested: _tested,
    e.Clashed: _clashed,
    e.Over: _over,
}
