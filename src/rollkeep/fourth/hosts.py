"""Every machine of the 4th edition, the skirmish too, and every kind of value that their logs hold."""

from __future__ import annotations

from typing import Any

from rollkeep.fourth.play import hosts as play
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.machine.machine import Machine

HOSTS: dict[str, Machine[Any]] = {**play.HOSTS, SKIRMISH.name: SKIRMISH}
KINDS: tuple[type, ...] = tuple(dict.fromkeys((*play.KINDS, *SKIRMISH.moves, *SKIRMISH.events)))
