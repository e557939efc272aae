"""The verbs, and of which game the words behind one are: what the way in and the verbs themselves look up."""

from __future__ import annotations

import re
from collections.abc import Sequence

VERBS = {
    "roll": "Roll dice and say what came of it; may be left out.",
    "odds": "The exact odds of a roll, without rolling.",
    "pool": "What the Ten Dice Rule makes of a pool, step by step.",
    "tn": "The named Target Numbers, with examples.",
    "rules": "Find a rule by its id or by a word.",
    "check": "A check: a TN that is told, hidden or judged later.",
    "contested": "Everyone rolls, the highest total wins.",
    "cooperative": "One rolls and the others help, or everyone rolls.",
    "cumulative": "A task over time: a total TN is whittled down.",
    "iaijutsu": "A duel of the 4th edition: Assessment, Focus, Strike.",
    "skirmish": "A fight of the 4th edition, Round by Round.",
    "duel": "A duel of the 5th edition, played step by step.",
    "score": "The score of a duel of the 5th edition.",
    "replay": "Show a log again, and check every step of it.",
    "log": "Go on with a log: judge, try again, undo.",
    "sheet": "Character files: new, show, check, import.",
    "void": "A character's Void Points: spend, rest, meditate, undo.",
    "wound": "A character takes Wounds, or heals.",
    "serve": "The live table and the pages, for browsers.",
    "table": "The tables of a server: list, links, export, delete, backup.",
    "verify": "Whether an exported log is whole, and what is sealed in it.",
    "completion": "The script that completes words in your shell.",
}
"""Each verb lives in the module of its name, which is loaded when it is used."""

RING_DICE = {"roll": "symbols", "odds": "symbol_odds"}
"""Where the verbs live that throw ring and skill dice when such dice are named: ``3r2s``."""

STOPPED = 130
"""The exit status of what was stopped from the keyboard."""

_FLAGS = frozenset(
    (
        *("--", "--json", "--help", "-h", "--exact", "--dry-run", "--unskilled", "--emphasis", "--attack"),
        *("--distinction", "--adversity", "--passion", "--anxiety", "--compromised"),
    )
)
"""Options behind which no value stands."""


def bare(args: Sequence[str]) -> list[str]:
    """The words before, behind and between the options.

    >>> bare(["--tn", "2", "3r2s", "--passion", "-n", "3"])
    ['3r2s']
    """
    words, is_value = list[str](), False
    for word in args:
        if is_value:
            is_value = False
        elif word.startswith("-") and not word[1:2].isdigit():
            is_value = word not in _FLAGS and "=" not in word and (word.startswith("--") or len(word) == 2)
        else:
            words.append(word)
    return words


def names_ring_dice(args: Sequence[str]) -> bool:
    """Whether the words before, behind and between the options look like ring and skill dice, well written or not.

    >>> names_ring_dice(["--tn", "2", "3r2s"]), names_ring_dice(["--label", "3r2s", "7k3"]), names_ring_dice(["ryu"])
    (True, False, False)
    """
    text = " ".join(bare(args))
    if not text or not (text[0].isdecimal() or text[0] in "drDR"):
        return False
    r, s = "[rR\uff32\uff52\u0433\u0413]", "[sS\uff33\uff53\u0455\u0405]"
    forms = (
        rf"\d+ *\+? *[dD]?(?:{r}|{s})(?![^\W\drRsSdD_])",
        rf"[dD]?{r} *\d+ *[dD]?{s}",
        r"\d+ *ring",
        r"\d+ *(?:d6|b) *\+? *\d+ *(?:d12|w)",
    )
    return bool(re.match("|".join(forms), text))


def is_of_fifth(args: Sequence[str]) -> bool:
    """Whether what is rolled is of the 5th edition: its dice, or the roll of a character.

    Raises: SheetError for a character file that cannot be read
    """
    words = bare(args)
    if not words:
        return False
    if names_ring_dice(words):
        return True
    from rollkeep.dice.notation import is_terms

    if is_terms(words[0]):
        return False
    from rollkeep.table import sheets

    name, _, count = words[0].rpartition(":")
    return sheets.is_fifth(name if name and not count.endswith(".toml") else words[0])
