"""The sentence for each reason: the only place where an explanation of this edition becomes English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fifth import wording_check
from rollkeep.reason import Reason

Numbers = dict[str, Any]


def sentence(reason: Reason) -> str:
    """A reason as one sentence without its rule's id.

    >>> sentence(Reason("5e.duel.result", "glory", (("by", 3),)))
    'A glory award, if the winner gets one, is 3 larger.'
    """
    return SENTENCES[reason.rule, reason.case](dict(reason.data))


def _band(n: Numbers) -> str:
    low = f"({n['low']})" if n["low"] < 0 else n["low"]
    return f"{n['high']} - {low} = {n['high'] - n['low']}: {n['result']}."


SENTENCES: dict[tuple[str, str], Callable[[Numbers], str]] = {
    **wording_check.SENTENCES,
    ("5e.duel.score", "cheated"): lambda n: f"{n['who']} was seen cheating and loses, whatever the scores say.",
    ("5e.duel.concede", "conceded"): lambda n: f"{n['who']} conceded and loses, whatever the scores say.",
    ("5e.duel.result", "fixed"): lambda n: (
        "Since the scores did not decide, the victory has no name and adds no glory."
    ),
    ("5e.duel.result", "both-lost"): lambda n: "Both have lost: No Winner.",
    ("5e.duel.result", "band"): _band,
    ("5e.duel.result", "glory"): lambda n: f"A glory award, if the winner gets one, is {n['by']} larger.",
}
