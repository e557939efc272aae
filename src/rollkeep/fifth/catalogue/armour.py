"""What is worn, with its resistances and qualities.

Source: 5e.damage
"""

from rollkeep.fifth.sheet import Armour
from rollkeep.names import plain

_ALL = (
    Armour("sleeping garb"),
    Armour("common clothes", 1, 0, ("mundane",)),
    Armour("ceremonial clothes", 1, 0, ("ceremonial", "resplendent")),
    Armour("sanctified robes", 1, 3, ("ceremonial",)),
    Armour("travelling clothes", 2, 0, ("durable", "mundane", "subtle")),
    Armour("concealed armour", 2, 0, ("concealable",)),
    Armour("ashigaru armour", 3, 0, ("wargear",)),
    Armour("lacquered armour", 4, 0, ("ceremonial", "cumbersome", "wargear")),
    Armour("plated armour", 5, 0, ("cumbersome", "durable", "wargear")),
)
ARMOUR = {armour.name: armour for armour in _ALL}
"""Everything by its plain name."""


def named(text: str) -> Armour | None:
    """What is worn by that name, however it is written; the word armour may be left out.

    >>> named("Lacquered Armor") == named("lacquered") == ARMOUR["lacquered armour"]
    True
    """
    name = plain(text).replace("armor", "armour").replace("traveling", "travelling")
    return ARMOUR.get(name) or ARMOUR.get(f"{name} armour")
