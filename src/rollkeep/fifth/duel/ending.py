"""How a duel ends: who has met the objective, the score, and what the scene's end takes away."""

from __future__ import annotations

from rollkeep.fifth.duel.events import Cheated, Conceded, Over, Wounded
from rollkeep.fifth.duel.moves import Concede, Witness
from rollkeep.fifth.duel.person import incapacitated, numbers
from rollkeep.fifth.duel.state import Duel, Scored, Side, other, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.score import MAX_FATIGUE, MAX_SEVERITY, Feats, parts, score
from rollkeep.machine.machine import Closed, Scene, Shifted, Step, Who, may, room
from rollkeep.reason import because

_SEVERITY = {"critical": 0, "critical-5": 5}
"""The severity that a critical needs to meet an objective."""
YIELDING = ("warriors-duel", "taryu-jiai")
"""Forms in which to yield or to surrender meets the other's objective."""

CONCEDE = may(Concede, says=(because("5e.duel.concede", "opens"),))


def met(scene: Scene[Duel]) -> tuple[Who, ...]:
    """Who has met the objective.

    Source: 5e.duel.forms
    """
    return tuple(one.who for one in scene.state.sides if is_met(scene, one))


def is_met(scene: Scene[Duel], one: Side) -> bool:
    """Whether a duellist has met the objective.

    Source: 5e.duel.forms
    """
    duel = scene.state
    foe = other(duel, one.who)
    body = foe.body
    if one.tally.met:
        return True
    if foe.tally.conceded and duel.form in YIELDING:
        return True
    gone = body.dead or body.dying >= 0
    if duel.objective in _SEVERITY:
        return one.tally.critical >= _SEVERITY[duel.objective]
    if duel.objective == "death":
        return gone
    if duel.objective == "out":
        return gone or body.unconscious
    if duel.objective == "incapacitated":
        return body.dead or body.unconscious or incapacitated(scene.cast[foe.who])
    return False


def met_by_blow(scene: Scene[Duel], wounded: Wounded, *, before: bool) -> bool:
    """Whether a finishing blow has met the objective by itself; ``before``: it was met already.

    Source: 5e.duel.finishing-blow
    """
    objective = scene.state.objective
    if objective in _SEVERITY:
        return wounded.severity >= _SEVERITY[objective]
    return not before and is_met(scene, side(scene.state, wounded.by))


def ends_now(scene: Scene[Duel]) -> bool:
    """Whether a met objective ends the duel in the midst of a round, as a ruling may have it.

    Source: 5e.duel.round
    """
    return bool(scene.rulings) and Rulings(scene.rulings)("midround_objective") == "end_now" and bool(met(scene))


def is_stuck(scene: Scene[Duel]) -> bool:
    """Whether the duel cannot go on: one is dead, or both lie there without a Void Point to wake up."""
    sides = scene.state.sides
    return any(one.body.dead for one in sides) or all(
        one.body.unconscious and scene.cast[one.who].void <= 0 for one in sides
    )


def over(step: Step[Duel]) -> None:
    """The score, and the end of the scene.

    Source: 5e.duel.score, 5e.duel.result, 5e.scene-end
    """
    duel = step.now.state
    deadly = duel.objective == "death"
    a, b = (_feats(step.now, one, deadly) for one in duel.sides)
    found = score(duel.form, a, b, deadly=deadly)
    both = (duel.sides[0].who, duel.sides[1].who)
    names = {"a": both[0], "b": both[1], None: ""}
    result, reason, winner, glory = found.result or "", found.reason, names[found.winner], found.glory_bonus
    if duel.one_roll and reason == "score":
        result, reason, winner, glory = "", "one-roll", _one_roll_winner(duel), 0
    step.add(Over(Scored(both, found.a, found.b, parts(a), parts(b), result, reason, winner, glory)))
    for one in duel.sides:
        if one.body.dead:
            continue
        person = step.now.cast[one.who]
        known = numbers(person)
        for track, limit in (("strife", known.composure), ("fatigue", known.endurance)):
            beyond = getattr(person, track) - (limit + 1) // 2
            if beyond > 0 and (moved := room(person, track, -beyond)):
                step.add(Shifted(one.who, track, moved, "end of the scene"))
    step.add(Closed())


def _feats(scene: Scene[Duel], one: Side, deadly: bool) -> Feats:
    """What a duellist has done, as it is scored.

    Source: 5e.duel.score
    """
    rulings, foe = Rulings(scene.rulings), other(scene.state, one.who)
    fatigue = one.tally.fatigue
    if rulings("fatigue_score") == "final":
        fatigue = min(fatigue, max(scene.cast[foe.who].fatigue, 0))
    dead = foe.body.dead or (rulings("killed_counts") == "dead_or_dying" and foe.body.dying >= 0)
    return Feats(
        objective=is_met(scene, one),
        first=one.tally.first,
        fatigue=min(fatigue, MAX_FATIGUE),
        critical=min(max(one.tally.critical, 0), MAX_SEVERITY),
        killed=deadly and dead,
        unmasked=one.tally.unmasked,
        cheated=one.tally.cheated,
        conceded=one.tally.conceded,
    )


def _one_roll_winner(duel: Duel) -> Who:
    """The one who has wounded; where both have, the higher severity.

    Source: 5e.duel.one-roll
    """
    a, b = duel.sides
    if a.tally.critical == b.tally.critical:
        return ""
    return a.who if a.tally.critical > b.tally.critical else b.who


def witness(step: Step[Duel], move: Witness) -> None:
    """Source: 5e.duel.score"""
    step.add(Cheated(move.who))
    over(step)


def concede(step: Step[Duel], who: Who, move: Concede) -> None:
    """Source: 5e.duel.concede"""
    step.add(Conceded(who))
    over(step)
