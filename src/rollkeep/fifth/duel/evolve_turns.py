"""The duel after what happens around rounds and turns, from facing each other to the score."""

from __future__ import annotations

from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel.pieces import (
    After,
    new,
    pop,
    push,
    put,
    set_top,
    setting_aside,
    tallied,
    top_of,
    with_,
    within,
)
from rollkeep.fifth.duel.state import (
    Approach,
    Attempt,
    Centring,
    Duel,
    Marks,
    Opening,
    Round,
    Setup,
    Side,
    Turn,
    Window,
    side,
)


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
    opening = top_of(duel, Opening)
    return set_top(duel, opening._replace(approaches=(*opening.approaches, Approach(*event))))


def _entered(duel: Duel, event: e.Entered) -> Duel:
    duel = put(duel, with_(with_(side(duel, event.who), "stance", event.ring), "initiative", event.initiative))
    opening = top_of(duel, Opening)
    return set_top(duel, opening._replace(entered=(*opening.entered, event.who)))


def _rounded(duel: Duel, event: e.Rounded) -> Duel:
    setup, (first, second), _, lower, _, rolls, scored = duel
    sides = (with_(first, "bid", 0) if first.bid else first, with_(second, "bid", 0) if second.bid else second)
    return new(Duel, (setup, sides, (Round("answers"),), lower, event.number, rolls, scored))


def _stared(duel: Duel, event: e.Stared) -> Duel:
    return set_top(duel, Round("bids"))


def _bade(duel: Duel, event: e.Bade) -> Duel:
    now = top_of(duel, Round)
    return set_top(duel, now._replace(bids=(*now.bids, (event.who, event.strife))))


def _holding(duel: Duel, event: e.Holding) -> Duel:
    now = top_of(duel, Round)
    return set_top(duel, now._replace(held=(*now.held, event.who)))


def _uncovered(duel: Duel, event: e.Uncovered) -> Duel:
    for who, strife in event.bids:
        if strife:
            duel = put(duel, with_(side(duel, who), "bid", strife))
    return set_top(duel, Round("order"))


def _conceded(duel: Duel, event: e.Conceded) -> Duel:
    return tallied(duel, event.who, "conceded")


def _cheated(duel: Duel, event: e.Cheated) -> Duel:
    return tallied(duel, event.who, "cheated")


def _called(duel: Duel, event: e.Called) -> Duel:
    return tallied(duel, event.who, "met")


def _tested(duel: Duel, event: e.Tested) -> Duel:
    for who in event.met:
        duel = tallied(duel, who, "met")
    return duel


def _over(duel: Duel, event: e.Over) -> Duel:
    return duel._replace(stack=(), scored=event.scored)


def _strained(duel: Duel, event: e.Strained) -> Duel:
    duel = put(duel, with_(side(duel, event.who), "compromised", event.compromised))
    if not duel.round and event.compromised and type(duel.stack[0]) is Opening:
        return within(duel, Opening, lambda now: now._replace(broken=(*now.broken, event.who)))
    return duel


def _opened(duel: Duel, event: e.Opened) -> Duel:
    one = side(duel, event.who)
    return push(put(duel, with_(one, "opened", (*one.opened, event.trigger))), Window(event.who, event.trigger))


def _left(duel: Duel, event: e.Left) -> Duel:
    return pop(duel, Window)


def _turned(duel: Duel, event: e.Turned) -> Duel:
    now = top_of(duel, Round)
    duel = set_top(duel, Round("turns", left=tuple(who for who in now.left if who != event.who)))
    one = side(duel, event.who)
    marks = one.marks
    if marks.guard or marks.press or marks.warded:
        duel = put(duel, with_(one, "marks", Marks(0, 0, False, marks.spare, marks.eased)))
    return push(duel, Turn(event.who))


def _ordered(duel: Duel, event: e.Ordered) -> Duel:
    return set_top(duel, Round("turns", left=event.order))


def _woke(duel: Duel, event: e.Woke) -> Duel:
    one = side(duel, event.who)
    return put(duel, one._replace(body=one.body._replace(unconscious=False)))


def _stood(duel: Duel, event: e.Stood) -> Duel:
    one = side(duel, event.who)
    if one.arms.held != event.held:
        one = with_(one, "arms", one.arms._replace(held=event.held))
    duel = put(duel, one if one.stance == event.ring else with_(one, "stance", event.ring))
    turn = top_of(duel, Turn)
    return set_top(duel, with_(turn, "step", "act" if turn.barred or not event.read else "read"))


def _foretold(duel: Duel, event: e.Foretold) -> Duel:
    duel = put(duel, side(duel, event.who)._replace(foreseen=None, until=0))
    turn = top_of(duel, Turn)
    return set_top(duel, turn._replace(step="again", barred=event.ring) if event.again else turn._replace(step="act"))


def _lapsed(duel: Duel, event: e.Lapsed) -> Duel:
    duel = put(duel, side(duel, event.who)._replace(foreseen=None, until=0))
    top = duel.stack[-1]
    return set_top(duel, top._replace(step="act")) if type(top) is Turn and top.step == "read" else duel


def _acted(duel: Duel, event: e.Acted) -> Duel:
    def acted(turn: Turn) -> Turn:
        return Turn(turn.who, turn.step, (*turn.acts, (event.types, event.check)), turn.barred)

    return within(duel, Turn, acted)


def _unmasked(duel: Duel, event: e.Unmasked) -> Duel:
    return tallied(duel, event.who, "unmasked")


def _predicted(duel: Duel, event: e.Predicted) -> Duel:
    return put(duel, side(duel, event.who)._replace(foreseen=event.ring, until=2))


def _centred(duel: Duel, event: e.Centred) -> Duel:
    return push(duel, Centring(event.who, event.skill, event.dice))


def _reserved(duel: Duel, event: e.Reserved) -> Duel:
    one = side(duel, event.who)
    return pop(put(duel, setting_aside(one, event.skill, event.faces)), Centring)


def _readied(duel: Duel, event: e.Readied) -> Duel:
    one = side(duel, event.who)
    return put(duel, one._replace(arms=one.arms._replace(held=event.held)))


def _proposed(duel: Duel, event: e.Proposed) -> Duel:
    return push(duel, Attempt(*event))


def _allowed(duel: Duel, event: e.Allowed) -> Duel:
    return set_top(duel, top_of(duel, Attempt)._replace(step="check" if event.tn else "tell", success=not event.tn))


def _happened(duel: Duel, event: e.Happened) -> Duel:
    return pop(duel, Attempt)


def _ended(duel: Duel, event: e.Ended) -> Duel:
    duel = pop(duel, Turn)
    one = side(duel, event.who)
    return put(duel, with_(one, "until", one.until - 1)) if one.foreseen is not None and one.until else duel


AFTER: After = {
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
    e.Ended: _ended,
    e.Tested: _tested,
    e.Over: _over,
}
