"""Which Trait each family of the nine Great Clans raises by one, by the ids of L5R Character Manager 3."""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

FAMILIES = {
    "crab_hida": "strength",
    "crab_hiruma": "agility",
    "crab_kaiu": "intelligence",
    "crab_kuni": "intelligence",
    "crab_toritaka": "perception",
    "crab_yasuki": "awareness",
    "crane_asahina": "intelligence",
    "crane_daidoji": "stamina",
    "crane_doji": "awareness",
    "crane_kakita": "agility",
    "dragon_hitomi": "strength",
    "dragon_hoshi": "void",
    "dragon_kitsuki": "awareness",
    "dragon_mirumoto": "agility",
    "dragon_tamori": "willpower",
    "dragon_togashi": "reflexes",
    "lion_akodo": "agility",
    "lion_ikoma": "awareness",
    "lion_kitsu": "intelligence",
    "lion_matsu": "strength",
    "mantis_kitsune": "awareness",
    "mantis_moshi": "intelligence",
    "mantis_tsuruchi": "perception",
    "mantis_yoritomo": "stamina",
    "phoenix_agasha": "perception",
    "phoenix_asako": "awareness",
    "phoenix_isawa": "willpower",
    "phoenix_sesai": "agility",
    "phoenix_shiba": "perception",
    "scorpion_bayushi": "agility",
    "scorpion_shosuro": "awareness",
    "scorpion_soshi": "intelligence",
    "scorpion_yogo": "willpower",
    "spider_chuda": "intelligence",
    "spider_daigotsu": "stamina",
    "spider_goju": "agility",
    "spider_ninube": "reflexes",
    "spider_spider_monks": "reflexes",
    "unicorn_horiuchi": "willpower",
    "unicorn_ide": "perception",
    "unicorn_iuchi": "intelligence",
    "unicorn_moto": "agility",
    "unicorn_shinjo": "reflexes",
    "unicorn_utaku": "stamina",
}


def by_id(table: Mapping[str, T], name: str, clan: str) -> T | None:
    """What a table says of a family or a school; older files leave the clan out of its id.

    >>> by_id(FAMILIES, "crane_doji", "crane"), by_id(FAMILIES, "doji", "crane"), by_id(FAMILIES, "doji", "")
    ('awareness', 'awareness', 'awareness')
    >>> by_id(FAMILIES, "doji", "crab") is None
    True
    """
    for key in (name, f"{clan}_{name}"):
        if key in table:
            return table[key]
    # without a clan the name must be enough: only where a single id ends with it
    found = [key for key in table if name and key.endswith(f"_{name}")] if not clan else []
    return table[found[0]] if len(found) == 1 else None


def shown_id(name: str, clan: str = "") -> str:
    """An id as a name, without the clan in front.

    >>> shown_id("crane_kakita_bushi_school", "crane")
    'Kakita Bushi School'
    """
    return " ".join(word.capitalize() for word in name.removeprefix(f"{clan}_").split("_")).strip()
