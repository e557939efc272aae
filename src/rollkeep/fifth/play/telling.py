"""Each event of a check as a reason: its rule, which case, and what of it may be known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.dice.symbols import SYMBOLS
from rollkeep.fifth.duel.telling import HIDDEN
from rollkeep.fifth.duel.telling import tell as told_of_duels
from rollkeep.machine.machine import Closed, Shifted
from rollkeep.machine.secret import Secret, known
from rollkeep.reason import Reason, because


def tell(event: Any) -> Reason:
    """What an event says to whoever may read it; hidden values are called that."""
    return _TOLD[type(event).__name__](event)


def _secret(value: Any) -> Any:
    return HIDDEN if isinstance(value, Secret) and value.value is None else known(value)


def _asked(e: Any) -> Reason:
    tn, tns = _secret(e.tn), _secret(e.tns)
    return because(
        "5e.check",
        f"asked-{e.judging}",
        who=e.who,
        deed=e.deed,
        rings=" ".join(e.rings),
        tn="" if tn is None else tn,
        tns=HIDDEN if tns == HIDDEN else " ".join(f"{ring}={number}" for ring, number in tns),
        label=e.label,
        skilled=e.skilled,
        unskilled=e.unskilled,
        edges=" ".join(e.edges),
    )


def _declared(e: Any) -> Reason:
    return because(
        "5e.check",
        "rolls",
        who=e.who,
        title=e.title,
        pool=str(e.pool),
        seize=int(e.seize),
        edges=" ".join(e.edges),
        hand=int(e.by_hand),
    )


def _fell(rule: str, case: str) -> Callable[[Any], Reason]:
    """Dice that lie there; where they are hidden, that they fell."""

    def told(e: Any) -> Reason:
        faces = known(e.faces)
        if faces is None:
            return because(rule, f"{case}-hidden", who=e.who)
        return because(rule, case, who=e.who, dice=" ".join(SYMBOLS[face] for face in faces))

    return told


def _placed(rule: str, case: str, e: Any) -> Reason:
    positions = known(e.positions)
    if positions is None:
        return because(rule, f"{case}-hidden", who=e.who)
    return because(rule, case, who=e.who, dice=" ".join(str(i + 1) for i in positions))


def _counted(e: Any) -> Reason:
    successes, opportunities, strife = known(e.successes), known(e.opportunities), known(e.strife)
    if successes is None or opportunities is None or strife is None:
        return because("5e.check", "counted-hidden", who=e.who)
    return because("5e.check", "counted", who=e.who, successes=successes, opportunities=opportunities, strife=strife)


def _judged(e: Any) -> Reason:
    success = known(e.success)
    return because(
        "5e.check",
        "judged",
        who=e.who,
        verdict=HIDDEN if success is None else "success" if success else "failure",
        target=_secret(e.target),
        bonus=_secret(e.bonus),
        shortfall=_secret(e.shortfall),
    )


_TOLD: dict[str, Callable[[Any], Reason]] = {
    "Asked": _asked,
    "Declared": _declared,
    "Threw": _fell("5e.dice", "threw"),
    "Picked": lambda e: _placed("5e.advantages", f"picked-{e.why}", e),
    "Rethrown": _fell("5e.dice", "rethrown"),
    "Kept": lambda e: _placed("5e.keep", "kept", e),
    "Counted": _counted,
    "Judged": _judged,
    Shifted.__name__: told_of_duels,
    Closed.__name__: lambda e: because("5e.check", "closed"),
}
