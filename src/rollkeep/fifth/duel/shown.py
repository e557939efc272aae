"""What everybody sees of a duellist: the states, and what has become of the finishing blow."""

from __future__ import annotations

from rollkeep.fifth.duel.person import TRIGGERS, compromised, incapacitated, may_open
from rollkeep.fifth.duel.state import Check, Duel, Side, Window
from rollkeep.fifth.wording_names import NAMES
from rollkeep.machine.machine import Scene
from rollkeep.text import counted


def blow(scene: Scene[Duel], one: Side) -> str:
    """What has become of the chance of a finishing blow: ``open``, ``now`` or ``used up``.

    Source: 5e.duel.finishing-blow
    """
    mine = [frame for frame in scene.state.stack if isinstance(frame, Window | Check) and frame.who == one.who]
    now = any(isinstance(frame, Window) or frame.blow for frame in mine)
    left = any(may_open(scene, one, trigger) for trigger in TRIGGERS)
    return "now" if now else "open" if left else "used up"


def states(scene: Scene[Duel], one: Side) -> list[str]:
    """What somebody suffers from.

    Source: 5e.compromised, 5e.incapacitated, 5e.critical
    """
    body = one.body
    found = ["Compromised"] if compromised(scene.cast[one.who]) else []
    found += ["Incapacitated"] if incapacitated(scene.cast[one.who]) else []
    found += ["unmasked"] if one.tally.unmasked else []
    found += [f"Lightly Wounded ({NAMES[ring]})" for ring in body.light]
    found += [f"Severely Wounded ({NAMES[ring]})" for ring in body.severe]
    found += ["Bleeding"] if body.bleeding else []
    found += [f"Dying ({counted(body.dying, 'round')} left)"] if body.dying >= 0 else []
    found += ["Immobilized"] if body.immobilized else []
    found += ["Unconscious"] if body.unconscious else []
    return [*found, "dead"] if body.dead else found
