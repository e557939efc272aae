"""How names are compared: what people write for a Skill, a weapon or a key, and the nearest known one."""

import re
from collections.abc import Iterable


def plain(text: str) -> str:
    """A name without case, signs and accents, so that all ways to write it are equal.

    >>> plain("Lore: Heraldry"), plain("lore_heraldry"), plain("Kyūjutsu"), plain("Fortunes & Winds")
    ('lore heraldry', 'lore heraldry', 'kyujutsu', 'fortunes winds')
    """
    if not text.isascii():
        import unicodedata

        text = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return re.sub(r"[\W_]+", " ", text.lower()).strip()


def nearest(text: str, known: Iterable[str]) -> str:
    """The known name that is written most like this one; empty where none is near.

    >>> nearest("kyjutsu", ["kenjutsu", "kyujutsu"])
    'kyujutsu'
    """
    from difflib import get_close_matches

    by_plain = {plain(name): name for name in known}
    found = get_close_matches(plain(text), by_plain, 1, 0.6)
    return by_plain[found[0]] if found else ""
