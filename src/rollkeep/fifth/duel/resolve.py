"""What comes of a check once it is judged: initiative, a blow, a critical resisted, a Unique Action."""

from __future__ import annotations

from rollkeep.fifth.duel import begin, harm
from rollkeep.fifth.duel.check import ATTACKS, PASSION
from rollkeep.fifth.duel.events import Bound, Entered, Judged, Led, Readied, Resisted, Struck
from rollkeep.fifth.duel.gear import drawn_too, spoil
from rollkeep.fifth.duel.person import force, is_razor, numbers, weapon_of
from rollkeep.fifth.duel.state import Check, Duel, other, side
from rollkeep.fifth.rulings import Rulings
from rollkeep.machine.machine import Shifted, Step, Who, room


def judge(step: Step[Duel], check: Check) -> None:
    """The verdict, and what advantages do after the check.

    Source: 5e.check, 5e.stance, 5e.advantages
    """
    who, (successes, _, strife) = check.who, check.shown
    if check.kind in ATTACKS and side(step.now.state, who).body.dead:  # of Bleeding, or of a blow that came between
        successes = 0
    success = successes >= check.tn
    bonus = max(successes - check.tn, 0)
    if success and check.ring == "fire" and not check.plain:
        bonus += strife
    shortfall = max(check.tn - successes, 0)
    step.add(Judged(who, check.kind, check.tn, successes, success, bonus, shortfall))
    if check.edges:
        _afterwards(step, check, success)
    _resolve(step, check, success, bonus)


def _afterwards(step: Step[Duel], check: Check, success: bool) -> None:
    """Source: 5e.advantages"""
    who, edges = check.who, check.edges
    strife = 0
    if ("passion" in edges) != ("anxiety" in edges):
        strife = -PASSION if "passion" in edges else int(Rulings(step.now.rulings)("anxiety_strife"))
    if moved := room(step.now.cast[who], "strife", strife):
        step.add(Shifted(who, "strife", moved, "passion" if strife < 0 else "anxiety"))
    if "adversity" in edges and "distinction" not in edges and not success and room(step.now.cast[who], "void", 1) > 0:
        step.add(Shifted(who, "void", 1, "adversity"))


def _resolve(step: Step[Duel], check: Check, success: bool, bonus: int) -> None:
    if check.kind in ATTACKS:
        if success:
            _hit(step, check, bonus)
    elif check.kind == "initiative":
        begin.enter(step, check.who, check.ring, success, bonus, alert="alert" in check.spent)
    elif check.kind == begin.CLASH:
        step.add(Entered(check.who, check.ring, 0, 0))
        if len(step.now.state.rolls) == 2:
            begin.clash(step)
    elif check.kind == "resist":
        step.add(Resisted(check.who, 1 + bonus if success else 0))


def _hit(step: Step[Duel], check: Check, bonus: int) -> None:
    """An attack that has succeeded: damage, or in a finishing blow a critical at once.

    Source: 5e.action.strike, 5e.duel.finishing-blow, 5e.action.crossing-blade, 5e.action.rising-blade, 5e.damage
    """
    duel, who = step.now.state, check.who
    foe = other(duel, who)
    known = numbers(step.now.cast[who])
    weapon, grip = weapon_of(known, check.weapon, check.hands)
    razor = is_razor(weapon, grip)
    damage, plain = force(known, check.kind, check.weapon, check.hands)
    edge = check.spent.count("razor")
    deadliness = plain + edge
    if "draw" in check.spent:
        step.add(Readied(who, drawn_too(side(duel, who), known)))
    if "snare" in check.spent:
        step.add(Bound(foe.who, True))
    bought = deadliness if "critical" in check.spent else -1
    if check.blow:
        doubled = Rulings(step.now.rulings)("razor_finishing") == "doubled"
        severity = harm.blow(plain) + (2 * edge if doubled else edge) + bonus
        _lead(step, who, hurts=True)
        if bought >= 0:
            step.add(harm.critical(step, foe.who, who, bought, razor, blow=True))
        step.add(harm.critical(step, foe.who, who, severity, razor, blow=True))
        return
    damage += 0 if check.kind == "rising-blade" else bonus
    left = max(damage - max(foe.arms.resistance - check.spent.count("pierce"), 0), 0)
    _lead(step, who, hurts=left > 0 or bought >= 0)
    sure = check.kind == "rising-blade" and foe.compromised
    step.add(Struck(who, foe.who, check.weapon, damage, left, deadliness, razor, sure, bought))
    if not left:
        if razor:
            spoil(step, who, check.weapon)
        if bought >= 0:
            step.add(harm.critical(step, foe.who, who, bought, razor))


def _lead(step: Step[Duel], who: Who, *, hurts: bool) -> None:
    """Whoever strikes first, if nobody has yet.

    Source: 5e.duel.score
    """
    if any(one.tally.first for one in step.now.state.sides):
        return
    if hurts or Rulings(step.now.rulings)("struck_first") == "any_success":
        step.add(Led(who))
