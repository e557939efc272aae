"""Lines of text that can be shown anywhere."""

MAX_TEXT = 200


def unfit(value: str, most: int = MAX_TEXT) -> str:
    """What is wrong with a line of text: its length, a control or invisible character, a pile of marks; else empty.

    >>> unfit("Hit the lantern"), unfit("a\\x07b"), unfit("abc", most=2)
    ('', 'contains U+0007 where it cannot be shown', 'has 3 characters, and at most 2 are taken')
    """
    if len(value) > most:
        return f"has {len(value):,} characters, and at most {most} are taken"
    if value.isascii() and value.isprintable():
        return ""
    import unicodedata

    marks = 0
    for char in value:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind[0] == "C" or kind in ("Zl", "Zp") or marks > 3:
            return f"contains U+{ord(char):04X} where it cannot be shown"
    return ""
