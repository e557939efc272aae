"""The data packs of L5R Character Manager 3: what families and schools give."""

from collections.abc import Iterable
from typing import NamedTuple
from xml.etree import ElementTree

from rollkeep.fourth.imports.gear import is_trait
from rollkeep.fourth.imports.parts import clean, fail, number

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
        root = _root(name, text)
        for element in root.iter("Family"):
            if id_ := clean(element.get("id")):
                families[id_] = _trait(element)
        for element in root.iter("School"):
            if id_ := clean(element.get("id")):
                honor = number(clean(element.findtext("Honor")))
                schools[id_] = _trait(element), UNKNOWN if honor is None or not 0 <= honor <= 10 else float(honor)
    return Packs(tuple(families.items()), tuple((name, *gives) for name, gives in schools.items()))


def _root(name: str, text: str) -> ElementTree.Element:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:  # no pack has one, and it can blow a small file up
        raise fail(f"{name} has a document type, which is not read.", "Leave this file out.")
    try:
        return ElementTree.fromstring(text.removeprefix("\N{BYTE ORDER MARK}"))
    except ElementTree.ParseError as error:
        line = error.position[0]
        raise fail(f"{name} is not whole XML, line {line}.", "Leave this file out.") from None
    except (ValueError, LookupError):
        raise fail(f"{name} has characters that XML cannot have.", "Leave this file out.") from None


def _trait(element: ElementTree.Element) -> str:
    trait = clean(element.findtext("Trait")).lower()
    return trait if is_trait(trait) else ""
