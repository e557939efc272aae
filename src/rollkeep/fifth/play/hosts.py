"""Every machine of the 5th edition, and every kind of value that its logs hold."""

from typing import Any

from rollkeep.dice.symbols import Pool
from rollkeep.fifth.duel import hosts as of_duel
from rollkeep.fifth.play.check import CHECK
from rollkeep.machine.machine import Machine

HOSTS: dict[str, Machine[Any]] = {CHECK.name: CHECK, **of_duel.HOSTS}
KINDS: tuple[type, ...] = (*of_duel.KINDS, Pool, *CHECK.moves, *CHECK.events)
