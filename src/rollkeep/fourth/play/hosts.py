"""Every machine of the 4th edition, and every kind of value that its logs hold."""

from typing import Any

from rollkeep.dice.notation import Term
from rollkeep.dice.pool import Pool
from rollkeep.fourth.catalogue.armor import Armor
from rollkeep.fourth.catalogue.weapons import Weapon
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.check import CHECK
from rollkeep.fourth.play.contest import CONTEST
from rollkeep.fourth.play.iaijutsu import IAIJUTSU
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.task import TASK
from rollkeep.fourth.play.together import TOGETHER
from rollkeep.fourth.sheet import Attack, Block, Carried, Character, Skill
from rollkeep.fourth.wounds import WoundRank
from rollkeep.machine.machine import Closed, Machine, Shifted
from rollkeep.reason import Reason

HOSTS: dict[str, Machine[Any]] = {machine.name: machine for machine in (CHECK, CONTEST, TOGETHER, TASK, IAIJUTSU)}
VALUES: tuple[type, ...] = (
    *(Person, Character, Skill, Carried, Attack, Block, Weapon, Armor, Modifier, WoundRank, Term, Pool, Reason),
    *(Shifted, Closed),
)
KINDS: tuple[type, ...] = (
    *VALUES,
    *dict.fromkeys(kind for machine in HOSTS.values() for kind in (*machine.moves, *machine.events)),
)
