"""The data packs of L5R Character Manager 3: what families and schools give."""

from collections.abc import Iterable
from typing import NamedTuple
from xml.etree.ElementTree import Element

from rollkeep.foreign.values import clean, number
from rollkeep.foreign.whole import xml_root
from rollkeep.fourth.imports.gear import is_trait

UNKNOWN = -1.0
"""The Honor of a school whose pack names none."""


class Packs(NamedTuple):
    """Families with the Trait that they raise, and schools with their Trait and the Honor that they start with.

    A Trait is empty where the pack names none.
    """

    families: tuple[tuple[str, str], ...] = ()
    schools: tuple[tuple[str, str, float], ...] = ()


def read_packs(files: Iterable[tuple[str, str]]) -> Packs:
    """What the XML files of a data pack say of families and schools, each by its name and text; a later one replaces an
    earlier one.

    >>> read_packs([("x.xml", '<L5RCM><School id="wind"><Trait>Reflexes</Trait><Honor>4.5</Honor></School></L5RCM>')])
    Packs(families=(), schools=(('wind', 'reflexes', 4.5),))

    Raises: SheetError
    """
    families: dict[str, str] = {}
    schools: dict[str, tuple[str, float]] = {}
    for name, text in files:
        root = xml_root(name, text, "Leave this file out.")
        for element in root.iter("Family"):
            if id_ := clean(element.get("id")):
                families[id_] = _trait(element)
        for element in root.iter("School"):
            if id_ := clean(element.get("id")):
                honor = number(clean(element.findtext("Honor")))
                schools[id_] = _trait(element), UNKNOWN if honor is None or not 0 <= honor <= 10 else float(honor)
    return Packs(tuple(families.items()), tuple((name, *gives) for name, gives in schools.items()))


def _trait(element: Element) -> str:
    trait = clean(element.findtext("Trait")).lower()
    return trait if is_trait(trait) else ""
