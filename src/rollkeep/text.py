"""Lines of text that can be shown anywhere, and how wide they are there."""

from fractions import Fraction

MAX_TEXT = 200


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "Raise"), counted(2, "Raise"), counted(2, "die", "dice")
    ('1 Raise', '2 Raises', '2 dice')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def percent(chance: Fraction, places: int = 1) -> str:
    """A chance as people read it: never 0 % or 100 % unless it is.

    >>> [percent(Fraction(*chance)) for chance in ((3, 5), (1, 275), (1, 12345), (99999, 100000))]
    ['60.0 %', '0.36 %', '1 in 12,000', 'over 99.9 %']
    >>> [percent(Fraction(*chance), 0) for chance in ((3, 5), (995, 1000))]
    ['60 %', '99.5 %']
    """
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    points = float(100 * chance)
    if points >= 1:
        return f"{points:.{places if points <= 99 else 1}f} %" if points < 99.95 else "over 99.9 %"
    if points >= 0.01:
        return f"{points:.2g} %"
    odds = round(1 / chance)
    size = 10 ** max(0, len(str(odds)) - 2)
    return (
        f"1 in {round(odds / size) * size:,}"
        if odds < 10**7
        else f"1 in {odds:.1e}".replace("e+0", "e").replace("e+", "e")
    )


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide letter, none for a mark.

    >>> columns("Shinai"), columns("真内")
    (6, 4)
    """
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def fitted(text: str, width: int) -> str:
    """The text cut and filled to exactly so many columns.

    >>> fitted("Shinai", 8), fitted("Shinai", 4)
    ('Shinai  ', 'Shi…')
    """
    if columns(text) > width:
        while columns(text) >= width:
            text = text[:-1]
        text += "…"
    return text + " " * (width - columns(text))


def wrapped(text: str, width: int, first: str = "", later: str = "") -> list[str]:
    """A paragraph in lines of at most so many columns; ``first`` and ``later`` are what lines begin with.

    >>> wrapped("Hit the lantern", 10, later="  ")
    ['Hit the', '  lantern']
    """
    if text.isascii():
        import textwrap

        return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=later)
    lines: list[str] = []
    line = first
    for word in text.split():
        while word:
            gap = "" if line in (first, later) else " "
            if columns(line + gap + word) <= width:
                line, word = line + gap + word, ""
            elif gap:
                lines, line = [*lines, line], later
            else:  # wider than a line of its own
                at = next(i for i in range(len(word), 0, -1) if i == 1 or columns(line + word[:i]) <= width)
                lines, line, word = [*lines, line + word[:at]], later, word[at:]
    return lines if line == later and lines else [*lines, line]


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
