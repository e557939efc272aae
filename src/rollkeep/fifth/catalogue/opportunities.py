"""What opportunity can be spent on in a duel: what each costs, with which ring, and when.

Source: 5e.opportunity
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, Protocol

from rollkeep.fifth.catalogue.skills import GROUP_OF

CRITICAL, MARTIAL = "critical", "martial"


class Effect(NamedTuple):
    """One thing to buy. ``scales``: once for each point. ``on``: any check, those with martial skills, attacks alone,
    or that of initiative.

    ``computed``: the duel knows what it does; else it is recorded, and the players see to it.
    """

    id: str
    cost: int
    ring: str = ""
    scales: bool = False
    on: str = ""
    computed: bool = True


EFFECTS = (
    Effect("calm", 1, scales=True),
    Effect("assist", 2, computed=False),
    Effect("learn", 1, computed=False),
    Effect("spare", 1, "air", on=MARTIAL),
    Effect("demeanour", 1, "air", computed=False),
    Effect("insight", 2, "air", computed=False),
    Effect("soothe", 1, "earth"),
    Effect("guard", 1, "earth", scales=True, on=MARTIAL),
    Effect("steady", 2, "earth", on=MARTIAL, computed=False),
    Effect("provoke", 1, "fire"),
    Effect("press", 1, "fire", scales=True, on="attack"),
    Effect("ward", 2, "fire", on=MARTIAL),
    Effect("compose", 1, "water"),
    Effect("refresh", 1, "water", on=MARTIAL),
    Effect("pierce", 1, "water", scales=True, on="attack"),
    *(Effect(f"ease-{ring}", 1, "void") for ring in ("air", "earth", "fire", "water")),
    Effect("ignore", 2, "void", on=MARTIAL, computed=False),
    Effect("foe-flaw", 1, "air", on="initiative", computed=False),
    Effect("foe-calm", 1, "earth", on="initiative", computed=False),
    Effect("alert", 1, "fire", on="initiative"),
)
"""Those of the rings. What a weapon or an action offers comes on top: ``critical``, ``razor``, ``snare``, ``draw``."""


class Checked(Protocol):
    """What of a check decides what can be bought."""

    @property
    def kind(self) -> str: ...
    @property
    def skill(self) -> str: ...
    @property
    def ring(self) -> str: ...
    @property
    def snare(self) -> int: ...
    @property
    def razor(self) -> bool: ...
    @property
    def draws(self) -> bool: ...
    @property
    def gained(self) -> int: ...


Items = tuple[tuple[str, int, int], ...]


def afforded(check: Checked, success: bool, purse: int, *, earthbound: bool, unready: bool) -> Items:
    """What so much opportunity can buy on a check: name, price, how often at most. ``earthbound``: against the Earth
    stance neither criticals nor conditions. ``unready``: whoever checks was taken unready.

    Source: 5e.opportunity, 5e.stance, 5e.action.strike
    """
    return _afforded(
        check.kind,
        GROUP_OF.get(check.skill) == MARTIAL,
        check.ring,
        success,
        purse,
        earthbound,
        unready,
        check.snare,
        check.razor,
        check.draws,
        min(check.gained, purse),
    )


@cache
def _afforded(
    kind: str,
    martial: bool,
    ring: str,
    success: bool,
    purse: int,
    earthbound: bool,
    unready: bool,
    snare: int,
    razor: bool,
    draws: bool,
    strife: int,
) -> Items:
    if not purse:
        return ()
    attack = kind in ("strike", "crossing-blade", "rising-blade")
    items = list[tuple[str, int, int]]()
    if kind == "strike" and success and not earthbound:
        items.append((CRITICAL, 2, 1))
    if attack and razor and success:
        items.append(("razor", 1, purse))
    if attack and snare and success and not earthbound:
        items.append(("snare", snare, 1))
    if attack and draws:
        items.append(("draw", 1, 1))
    for effect in EFFECTS:
        wanted = {"attack": attack, "initiative": kind == "initiative", MARTIAL: martial, "": True}[effect.on]
        if not wanted or effect.ring not in ("", ring):
            continue
        if effect.id == "calm" and not strife:
            continue
        if effect.id == "learn" and success:
            continue
        if effect.id == "alert" and not unready:
            continue
        most = strife if effect.id == "calm" else purse if effect.scales else 1
        items.append((effect.id, effect.cost, most))
    return tuple(item for item in items if item[1] <= purse)
