"""Each event of a duel as a reason: its rule, which case, and what of it may be known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.dice.symbols import SYMBOLS, Faces, Pool
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel.state import Arms, Held
from rollkeep.fifth.wording_names import gripped, listed
from rollkeep.machine.machine import Closed, Shifted
from rollkeep.machine.secret import Secret, known
from rollkeep.reason import Reason, because

HIDDEN = "hidden"


def tell(event: Any) -> Reason:
    """What an event says to whoever may read it; hidden values are called that."""
    return _TOLD[type(event)](event)


def _dice(faces: Faces) -> str:
    return " ".join(SYMBOLS[face] for face in faces)


def _held(held: Held) -> str:
    return listed(tuple(gripped(name, hands) for name, hands in held))


def _armed(arms: Arms) -> str:
    return _held(arms.held) or (f"{listed(arms.ready)} sheathed" if arms.ready else "bare hands")


def _places(positions: tuple[int, ...]) -> str:
    return " ".join(str(i + 1) for i in positions)


def _secret(value: Any) -> Any:
    hidden = isinstance(value, Secret) and value.value is None
    return HIDDEN if hidden else known(value)


_SHIFTS = {
    "seize the moment": "5e.seize",
    "kept dice": "5e.check",
    "staredown": "5e.duel.staredown",
    "bid": "5e.duel.staredown",
    "predict": "5e.action.predict",
    "calming breath": "5e.action.calming-breath",
    "refuse to defend": "5e.damage",
    "defence": "5e.damage",
    "bleeding": "5e.bleeding",
    "unmask": "5e.unmask",
    "wake up": "5e.unconscious",
    "shattering parry": "5e.critical",
    "end of the scene": "5e.scene-end",
    "passion": "5e.advantages",
    "anxiety": "5e.advantages",
    "adversity": "5e.advantages",
    **dict.fromkeys(("calm", "compose", "refresh", "soothe", "provoke", "ward"), "5e.opportunity"),
}
_TRACKS = {"void": "5e.void", "strife": "5e.derived", "fatigue": "5e.derived"}


def _faced(v: e.Faced) -> Reason:
    arms = [_armed(each) for each in v.arms]
    return because(
        "5e.duel.forms",
        "one-roll" if v.one_roll else f"faced-{v.form}",
        a=v.a,
        b=v.b,
        form=v.form,
        objective=v.objective,
        label=v.label,
        arms_a=arms[0],
        arms_b=arms[1],
        unready=listed(v.unready),
        by_hand=listed(v.by_hand),
    )


def _declared(v: e.Declared) -> Reason:
    check = v.check
    return because(
        "5e.duel.finishing-blow" if check.blow else "5e.check",
        "blow" if check.blow else "declared",
        who=check.who,
        kind=check.kind,
        skill=check.skill,
        ring=check.ring,
        pool=str(Pool(*check.pool)),
        tn=check.tn,
        weapon=check.weapon,
        hands=check.hands,
        edges=" ".join(check.edges),
    )


def _judged(v: e.Judged) -> Reason:
    return because(
        "5e.check",
        "success" if v.success else "failure",
        who=v.who,
        kind=v.kind,
        tn=v.tn,
        successes=v.successes,
        bonus=v.bonus,
        shortfall=v.shortfall,
    )


def _over(v: e.Over) -> Reason:
    s = v.scored
    return because(
        "5e.duel.result",
        s.reason,
        who_a=s.names[0],
        who_b=s.names[1],
        a=s.a,
        b=s.b,
        parts_a=", ".join(f"{name} {points}" for name, points in s.parts_a),
        parts_b=", ".join(f"{name} {points}" for name, points in s.parts_b),
        result=s.result,
        winner=s.winner,
        glory=s.glory,
    )


_TOLD: dict[type, Callable[[Any], Reason]] = {
    e.Faced: _faced,
    e.Ranked: lambda v: because("5e.duel.initiative", f"ranked-{v.case}", who=v.lower),
    e.Approached: lambda v: because(
        "5e.duel.initiative", "approached", who=v.who, ring=v.ring, seize=int(v.seize), edges=" ".join(v.edges)
    ),
    e.Entered: lambda v: because(
        "5e.duel.initiative" if v.initiative else "5e.duel.one-roll",
        "entered" if v.initiative else "stands",
        who=v.who,
        ring=v.ring,
        base=v.base,
        initiative=v.initiative,
    ),
    e.Rounded: lambda v: because("5e.duel.round", "begins", number=v.number),
    e.Stared: lambda v: because("5e.duel.staredown", "stared", strife=v.strife),
    e.Bade: lambda v: because("5e.duel.staredown", "bade", who=v.who, strife=_secret(v.strife)),
    e.Holding: lambda v: because("5e.duel.concede", "holds", who=v.who),
    e.Uncovered: lambda v: because(
        "5e.duel.staredown", "uncovered", bids=", ".join(f"{who} {strife}" for who, strife in v.bids)
    ),
    e.Ordered: lambda v: because("5e.duel.initiative", "order", order=", then ".join(v.order)),
    e.Conceded: lambda v: because("5e.duel.concede", "conceded", who=v.who),
    e.Cheated: lambda v: because("5e.duel.score", "cheated", who=v.who),
    e.Called: lambda v: because("5e.duel.forms", "called", who=v.who),
    e.Strained: lambda v: because("5e.compromised", "lost" if v.compromised else "regained", who=v.who),
    e.Opened: lambda v: because("5e.duel.finishing-blow", f"opened-{v.trigger}", who=v.who),
    e.Left: lambda v: because("5e.duel.finishing-blow", v.case, who=v.who),
    e.Turned: lambda v: because("5e.duel.round", "turn", who=v.who),
    e.Unmasked: lambda v: because("5e.unmask", "unmasked", who=v.who),
    e.Woke: lambda v: because("5e.unconscious", "woke", who=v.who),
    e.Stood: lambda v: because("5e.stance", v.ring, who=v.who, held=_held(v.held)),
    e.Foretold: lambda v: because(
        "5e.action.predict", "again" if v.again else "hit" if v.hit else "missed", who=v.who, ring=v.ring
    ),
    e.Lapsed: lambda v: because("5e.action.predict", "lapsed", who=v.who),
    e.Acted: lambda v: because(
        "5e.duel.round" if v.action == "unique" else f"5e.action.{v.action}", f"acts-{v.action}", who=v.who
    ),
    e.Predicted: lambda v: because("5e.action.predict", "recorded", who=v.who, ring=_secret(v.ring)),
    e.Centred: lambda v: because("5e.action.centre", "centres", who=v.who, skill=v.skill, dice=v.dice),
    e.Reserved: lambda v: because("5e.action.centre", "reserved", who=v.who, skill=v.skill, dice=_dice(v.faces)),
    e.Readied: lambda v: because("5e.action.prepare-item", "held", who=v.who, held=_held(v.held)),
    e.Proposed: lambda v: because("5e.action.unique", "proposed", who=v.who, skill=v.skill, intent=v.intent),
    e.Allowed: lambda v: because("5e.action.unique", "allowed", who=v.who, tn=v.tn),
    e.Happened: lambda v: because("5e.action.unique", "happened", who=v.who, effect=v.effect),
    e.Declared: _declared,
    e.Threw: lambda v: because("5e.dice", "threw", who=v.who, dice=_dice(v.faces)),
    e.Settled: lambda v: because("5e.duel.round", "settled", who=v.who),
    e.Swapped: lambda v: because("5e.action.centre", "swapped", who=v.who, dice=_dice(v.faces)),
    e.Picked: lambda v: because(
        "5e.critical" if v.why == "parry" else "5e.advantages",
        f"picked-{v.why}",
        who=v.who,
        dice=_places(v.positions),
    ),
    e.Parried: lambda v: because("5e.critical", "parried", who=v.who, weapon=v.weapon),
    e.Rethrown: lambda v: because("5e.dice", "rethrown", who=v.who, dice=_dice(v.faces)),
    e.Kept: lambda v: because("5e.keep", "kept", who=v.who, dice=_places(v.positions)),
    e.Counted: lambda v: because(
        "5e.check", "counted", who=v.who, successes=v.successes, opportunities=v.opportunities, strife=v.strife
    ),
    e.Bled: lambda v: because("5e.bleeding", "bled", who=v.who, damage=v.damage),
    e.Spent: lambda v: because("5e.opportunity", "spent" if v.on else "nothing", who=v.who, on=" ".join(v.on)),
    e.Judged: _judged,
    e.Struck: lambda v: because(
        "5e.damage",
        "glances" if not v.left else "sure" if v.sure else "struck",
        who=v.who,
        foe=v.foe,
        weapon=v.weapon,
        damage=v.damage,
        left=v.left,
    ),
    e.Led: lambda v: because("5e.duel.score", "first", who=v.who),
    e.Spoiled: lambda v: because("5e.damage", f"spoiled-{v.how}", who=v.who, what=v.what),
    e.Defended: lambda v: because("5e.damage", "defended", who=v.who, fatigue=v.fatigue),
    e.Undefended: lambda v: because("5e.damage", v.case, who=v.who),
    e.Critical: lambda v: because(
        "5e.critical", "coming" if v.by else "bleeding", who=v.who, by=v.by, severity=v.severity
    ),
    e.Resisted: lambda v: because("5e.critical", "resisted" if v.by else "not-resisted", who=v.who, by=v.by),
    e.Wounded: lambda v: because(
        "5e.critical", "wounded", who=v.who, severity=v.severity, ring=v.ring, effects=" ".join(v.effects)
    ),
    e.Bound: lambda v: because("5e.opportunity", "bound" if v.yes else "free", who=v.who),
    e.Sank: lambda v: because("5e.dying", "sank", who=v.who, left=v.left),
    e.Died: lambda v: because("5e.dying", "died", who=v.who),
    e.Ended: lambda v: because("5e.duel.round", "ended", who=v.who),
    e.Tested: lambda v: because("5e.duel.round", "met" if v.met else "unmet", who=listed(v.met), count=len(v.met)),
    e.Clashed: lambda v: because("5e.duel.one-roll", v.case, who=listed(v.by)),
    e.Over: _over,
    Shifted: lambda v: because(
        _SHIFTS.get(v.why) or _TRACKS.get(v.track, "5e.derived"),
        "shifted",
        who=v.who,
        track=v.track,
        by=v.by,
        why=v.why,
    ),
    Closed: lambda v: because("5e.duel.round", "closed"),
}
