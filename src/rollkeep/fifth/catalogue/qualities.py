"""The qualities that weapons and armour can have, by their plain names with an underscore for a blank."""

from rollkeep.names import plain

QUALITIES = (
    *("ceremonial", "concealable", "cumbersome", "damaged", "destroyed", "durable", "forbidden", "holy", "mundane"),
    *("prepare", "razor_edged", "resplendent", "sacred", "snaring", "subtle", "unholy", "wargear"),
)


def quality_of(text: str) -> str:
    """A quality by any way to write it; empty where none is called so.

    >>> quality_of("Razor-Edged"), quality_of("shiny")
    ('razor_edged', '')
    """
    name = plain(text).replace(" ", "_")
    return name if name in QUALITIES else ""


def shown(quality: str) -> str:
    """The name as it is shown.

    >>> shown("razor_edged")
    'razor-edged'
    """
    return quality.replace("_", "-")
