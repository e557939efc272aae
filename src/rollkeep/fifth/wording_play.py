"""The sentences of what happens in a check at the table; see ``wording``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fifth.duel.telling import HIDDEN
from rollkeep.fifth.sheet import RINGS
from rollkeep.fifth.wording_names import NAMES, helped, listed
from rollkeep.text import counted

Numbers = dict[str, Any]


def _asked(how: str, after: str = "") -> Callable[[Numbers], str]:
    def said(n: Numbers) -> str:
        parts = [f"{n['who']} is asked for {n['deed']}{_rings(n)}{how}{_tn(n)}"]
        beside = [counted(n[kind], f"{kind} helper") for kind in ("skilled", "unskilled") if n[kind]]
        beside += helped(False, n["edges"].split())
        parts += [f"with {listed(beside)}"] if beside else []
        return (f"{n['label']}: " if n["label"] else "") + ", ".join(parts) + f"{after}."

    return said


def _rings(n: Numbers) -> str:
    """The rings that may be used, where not all may."""
    rings = n["rings"].split()
    if not rings or len(rings) == len(RINGS) or n["deed"].endswith(f"/{rings[0]}"):
        return ""
    names = [NAMES[ring] for ring in rings]
    return f" with {', '.join(names[:-1])}{' or ' if names[1:] else ''}{names[-1]}"


def _tn(n: Numbers) -> str:
    """The TN with those of single rings, for whoever may know them."""
    if n["tn"] in ("", HIDDEN):
        return ""
    each = [each.partition("=") for each in n["tns"].split()]
    own = f" ({', '.join(f'{NAMES[ring]} {tn}' for ring, _, tn in each)})" if each else ""
    return f" {n['tn']}{own}"


def _rolls(n: Numbers) -> str:
    beside = helped(bool(n["seize"]), n["edges"].split())
    with_ = f", with {listed(beside)}" if beside else ""
    return f"{n['who']} rolls {n['title']}: {n['pool']}{with_}{', thrown by hand' if n['hand'] else ''}."


def _judged(n: Numbers) -> str:
    if n["verdict"] == HIDDEN:
        return f"{n['who']}: what came of it is not told."
    against = "" if n["target"] == HIDDEN else f" against TN {n['target']}"
    more = ""
    if n["verdict"] == "success" and n["bonus"] not in (0, HIDDEN):
        more = f", {counted(n['bonus'], 'bonus success', 'bonus successes')}"
    elif n["verdict"] == "failure" and n["shortfall"] not in (0, HIDDEN):
        more = f", {n['shortfall']} short"
    return f"{n['who']}: {n['verdict'].upper()}{against}{more}."


def _edge(n: Numbers) -> str:
    return f"The game master grants {helped(False, [n['kind']])[0]}."


SENTENCES: dict[tuple[str, str], Callable[[Numbers], str]] = {
    ("5e.check", "asked-told"): _asked(" against TN"),
    ("5e.check", "asked-hidden"): _asked(" against a hidden TN"),
    ("5e.check", "asked-later"): _asked("", "; the game master judges what is kept"),
    ("5e.check", "asked-none"): _asked(""),
    ("5e.check", "rolls"): _rolls,
    ("5e.check", "counted-hidden"): lambda n: f"{n['who']}'s kept dice are hidden.",
    ("5e.check", "judged"): _judged,
    ("5e.check", "closed"): lambda n: "It is over.",
    ("5e.dice", "threw-hidden"): lambda n: f"{n['who']}'s dice fall, hidden.",
    ("5e.dice", "rethrown-hidden"): lambda n: f"{n['who']}'s dice fall again, hidden.",
    ("5e.advantages", "picked-distinction-hidden"): lambda n: f"{n['who']}'s dice are thrown again: distinction.",
    ("5e.advantages", "picked-adversity-hidden"): lambda n: f"{n['who']}'s dice are thrown again: adversity.",
    ("5e.advantages", "granted"): _edge,
    ("5e.keep", "kept-hidden"): lambda n: f"Of {n['who']}'s dice some are kept.",
}
