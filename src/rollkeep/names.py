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


_LIKE = str.maketrans(
    "аеорсухіјѕԁԛԝкмтнвӏαορυνικτχεıłø0l",
    "aeopcyxijsdqwkmthblaopuviktxeiloo" + "i",
)
"""Letters of other scripts, and digits, that look like a Latin one."""


def lookalike(text: str) -> str:
    """A name by its looks: two names that cannot be told apart at a table are the same here.

    >>> lookalike("Doji"), lookalike("D\u043eji "), lookalike("doji"), lookalike("Dōji") == lookalike("Doji")
    ('doji', 'doji', 'doji', True)
    """
    import unicodedata

    spread = unicodedata.normalize("NFKD", text.casefold())
    shown = "".join(char for char in spread if not unicodedata.combining(char) and unicodedata.category(char)[0] != "C")
    return " ".join(shown.translate(_LIKE).split())


def nearest(text: str, known: Iterable[str]) -> str:
    """The known name that is written most like this one; empty where none is near.

    >>> nearest("kyjutsu", ["kenjutsu", "kyujutsu"])
    'kyujutsu'
    """
    from difflib import get_close_matches

    by_plain = {plain(name): name for name in known}
    found = get_close_matches(plain(text), by_plain, 1, 0.6)
    return by_plain[found[0]] if found else ""
