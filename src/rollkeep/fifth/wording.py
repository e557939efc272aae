"""The sentence for each reason: the only place where an explanation of this edition becomes English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fifth import wording_check
from rollkeep.reason import Reason
from rollkeep.text import counted

Numbers = dict[str, Any]


def sentence(reason: Reason) -> str:
    """A reason as one sentence without its rule's id.

    >>> sentence(Reason("5e.duel.result", "glory", (("by", 3),)))
    'A glory award, if the winner gets one, is 3 larger.'
    """
    said = SENTENCES.get((reason.rule, reason.case))
    if said is None:
        from rollkeep.fifth import wording_duel, wording_play  # not on the way of a single check

        key = reason.rule, reason.case
        said = wording_play.SENTENCES.get(key) or wording_duel.SENTENCES[key]
    return said(dict(reason.data))


def aims(opportunity: int, strife: int | None) -> str:
    """What is aimed for beside the TN; empty where nothing is.

    >>> aims(1, 2), aims(0, None)
    ('at least 1 opportunity and at most 2 strife', '')
    """
    parts = []
    if opportunity:
        parts.append(f"at least {counted(opportunity, 'opportunity', 'opportunities')}")
    if strife is not None:
        parts.append(f"at most {strife} strife" if strife else "no strife")
    return " and ".join(parts)


def _band(n: Numbers) -> str:
    low = f"({n['low']})" if n["low"] < 0 else n["low"]
    return f"{n['high']} - {low} = {n['high'] - n['low']}: {n['result']}."


_READ_AS = {
    ("struck_first", "any_success"): "the first Attack that succeeded has struck first, whatever came of it",
    ("fatigue_score", "final"): "only fatigue that the other has left at the end counts",
    ("killed_counts", "dead_or_dying"): "one who is Dying counts as killed",
}

SENTENCES: dict[tuple[str, str], Callable[[Numbers], str]] = {
    **wording_check.SENTENCES,
    ("5e.duel.score", "read-as"): lambda n: (
        f"By the ruling {n['ruling']} = {n['value']} {_READ_AS[n['ruling'], n['value']]}."
    ),
    ("5e.duel.score", "no-objective"): lambda n: (
        f"Killing achieves the objective of a duel to the death as well: {n['who']} could have 6 more (objective)."
    ),
    ("5e.duel.score", "met-by-critical"): lambda n: (
        f"A critical of severity {n['critical']} achieves the objective of this form as well: {n['who']} could have 6 "
        "more (objective)."
    ),
    ("5e.duel.score", "both-first"): lambda n: "Only one strikes first, and both have it: look at it again.",
    ("5e.duel.score", "cheated"): lambda n: f"{n['who']} was seen cheating and loses, whatever the scores say.",
    ("5e.duel.concede", "conceded"): lambda n: f"{n['who']} conceded and loses, whatever the scores say.",
    ("5e.duel.result", "fixed"): lambda n: (
        "Since the scores did not decide, the victory has no name and adds no glory."
    ),
    ("5e.duel.result", "both-lost"): lambda n: "Both have lost: No Winner.",
    ("5e.duel.result", "band"): _band,
    ("5e.duel.result", "glory"): lambda n: f"A glory award, if the winner gets one, is {n['by']} larger.",
}
