"""The machine of the 5th edition, and every kind of value that its logs hold."""

from typing import Any

from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.sheet import Advantage, Armour, Character, Grip, Modifier, Weapon
from rollkeep.machine.machine import Closed, Machine, Shifted
from rollkeep.reason import Reason

HOSTS: dict[str, Machine[Any]] = {DUEL.name: DUEL}
KINDS: tuple[type, ...] = (
    *(Person, Character, Weapon, Grip, Armour, Advantage, Modifier, Reason, Shifted, Closed),
    *DUEL.moves,
    *DUEL.events,
)
