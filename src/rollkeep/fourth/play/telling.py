"""Each event of a procedure as a reason: its rule, which case, and what of it may be known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.dice.face import written
from rollkeep.fourth.check import signed
from rollkeep.machine.machine import Closed, Shifted
from rollkeep.machine.secret import Secret, known
from rollkeep.reason import Reason, because

HIDDEN = "hidden"


def tell(event: Any) -> Reason:
    """What an event says to whoever may read it; hidden values are called that."""
    return _TOLD[type(event).__name__](event)


def _asked(e: Any) -> Reason:
    tn = HIDDEN if isinstance(e.tn, Secret) and e.tn.value is None else known(e.tn)
    case = f"asked-{e.judging}"
    return because(
        "4e.tn",
        case,
        who=e.who,
        deed=e.deed,
        tn=tn if tn is not None else "",
        label=e.label,
        adds=_adds(e.adds),
        attempt=e.attempt,
    )


def _declared(e: Any) -> Reason:
    return because(
        "4e.raise",
        "declared",
        who=e.who,
        title=e.title,
        pool=str(e.pool),
        raises=e.raises,
        raise_for=e.raise_for,
        lower=e.lower,
        void=e.void,
        hand=int(e.by_hand),
    )


def _threw(e: Any) -> Reason:
    dice = known(e.dice)
    return because("4e.explode", "threw", who=e.who, dice=HIDDEN if dice is None else " ".join(map(written, dice)))


def _kept(e: Any) -> Reason:
    which, total = known(e.which), known(e.total)
    positions = HIDDEN if which is None else ", ".join(str(i + 1) for i in which)
    return because("4e.keep", "kept", who=e.who, which=positions, total=HIDDEN if total is None else total)


def _judged(e: Any) -> Reason:
    success, margin, target = known(e.success), known(e.margin), known(e.target)
    verdict = HIDDEN if success is None else "success" if success else "failure"
    return because(
        "4e.tn",
        "judged",
        who=e.who,
        verdict=verdict,
        margin=HIDDEN if margin is None else margin,
        target=HIDDEN if target is None else target,
        earned=known(e.earned) or 0,
    )


def _adds(adds: Any) -> str:
    return ", ".join(f"{signed(add.pool)} {add.name}".strip() for add in adds)


_TOLD: dict[str, Callable[[Any], Reason]] = {
    "Asked": _asked,
    "Declared": _declared,
    "Threw": _threw,
    "Kept": _kept,
    "Judged": _judged,
    "Entered": lambda e: because("4e.contested", "entered", who=e.who, deed=e.deed, adds=_adds(e.adds)),
    "Began": lambda e: (
        because("4e.contested", f"began-{e.tie}", label=e.label)
        if hasattr(e, "tie")
        else because(
            "4e.cooperative.each",
            "began",
            tn=e.tn,
            label=e.label,
            bonuses=", ".join(f"{who} {bonus:+}" for who, bonus in e.bonuses if bonus),
        )
    ),
    "Tied": lambda e: because("4e.contested", "tied", who=_names(e.who)),
    "Settled": lambda e: because(
        "4e.contested",
        e.case,
        who=_names(e.winners),
        short=_names(e.short),
        totals=", ".join(f"{who} {total}" for who, total in e.totals),
    ),
    "Led": lambda e: because("4e.cooperative.joint", "led", who=e.who, deed=e.deed),
    "Helped": lambda e: because(
        "4e.cooperative.each" if e.deed else "4e.cooperative.joint", "helped", who=e.who, rank=e.rank, deed=e.deed
    ),
    "Done": lambda e: because(
        "4e.cooperative.each" if len(e.results) > 1 else "4e.cooperative.joint",
        "done",
        results=", ".join(f"{who} {margin:+} against {target}" for who, target, margin in e.results),
        all=int(e.all_succeeded),
    ),
    "Planned": lambda e: because(
        "4e.cumulative",
        "planned",
        who=e.who,
        deed=e.deed,
        total=e.total,
        minimum=e.minimum,
        flub=e.flub,
        help=e.help,
        every=e.every,
        label=e.label,
    ),
    "Turned": lambda e: because("4e.cumulative", "next" if e.raises else "next-plain"),
    "Worked": lambda e: because("4e.cumulative", e.case, total=e.total, left=max(e.left, 0)),
    "Faced": lambda e: because("4e.iaijutsu", f"faced-{e.to}", a=e.a, b=e.b, label=e.label),
    "Staged": lambda e: because("4e.iaijutsu", f"stage-{e.stage}", who=_names(tuple(each.who for each in e.rolls))),
    "Assessed": lambda e: because(
        "4e.iaijutsu",
        "assessed",
        results=", ".join(
            f"{who} {margin:+} against {target}{_learned(facts)}" for who, target, margin, facts in e.results
        ),
        ahead=e.ahead,
    ),
    "Answered": lambda e: because("4e.iaijutsu", "concedes" if e.concede else "stands", who=e.who),
    "Focused": lambda e: because("4e.iaijutsu", "focused", first=e.first, lead=e.lead, free=e.free),
    "Struck": lambda e: because("4e.iaijutsu", "struck", who=e.who, target=e.target, margin=e.margin),
    "Hurt": lambda e: because("4e.iaijutsu", "hurt", who=e.who, damage=e.damage, wounds=e.wounds),
    "Ended": lambda e: (
        because("4e.iaijutsu", f"ended-{e.case}", who=e.winner)
        if hasattr(e, "winner")
        else because("4e.cumulative", "done" if e.done else "stopped", rolls=e.rolls, waits=e.waits)
    ),
    Shifted.__name__: lambda e: because(
        "4e.wounds" if e.track == "wounds" else "4e.void.pool", "shifted", who=e.who, track=e.track, by=e.by, why=e.why
    ),
    Closed.__name__: lambda e: because("4e.tn", "closed"),
}


def _learned(facts: int) -> str:
    return f" (learns {facts} fact{'s' * (facts > 1)})" if facts else ""


def _names(who: tuple[str, ...]) -> str:
    return " and ".join((", ".join(who[:-1]), who[-1])) if len(who) > 1 else "".join(who)
