"""A whole file of another tool, as a table or as a tree; whatever stands in it, nothing grows and nothing crashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollkeep.foreign.values import Row, brief, fail

if TYPE_CHECKING:  # loaded only where there is XML
    from xml.etree.ElementTree import Element

_MARK = "\N{BYTE ORDER MARK}"


def is_xml(text: str) -> bool:
    """Whether a text looks like XML."""
    return text.removeprefix(_MARK).lstrip().startswith("<")


def json_table(text: str, hint: str) -> Row:
    """The table that a JSON text is.

    Raises: SheetError
    """
    import json

    text = text.removeprefix(_MARK)
    if not text.strip():
        raise fail("The file is empty.", hint)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise fail(f"This is not whole JSON, line {error.lineno}.", hint) from None
    except RecursionError:
        raise fail("This JSON is nested too deeply.", hint) from None
    except ValueError:  # the one that is left: more digits than Python reads
        raise fail("This JSON holds a number with too many digits.", hint) from None
    if not isinstance(data, dict):
        raise fail(f"This JSON is {brief(data)}, not the table of a character.", hint)
    return data


def xml_root(name: str, text: str, hint: str) -> Element:
    """The root of an XML text; one with a document type is refused, for it can blow a small file up.

    Raises: SheetError
    """
    from xml.etree import ElementTree

    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise fail(f"{name} has a document type, which is not read.", hint)
    try:
        return ElementTree.fromstring(text.removeprefix(_MARK))
    except ElementTree.ParseError as error:
        raise fail(f"{name} is not whole XML, line {error.position[0]}.", hint) from None
    except (ValueError, LookupError):
        raise fail(f"{name} has characters that XML cannot have.", hint) from None
