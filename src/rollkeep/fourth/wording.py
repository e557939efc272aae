"""The sentence for each reason: the only place where an explanation becomes English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fourth.check import Declared
from rollkeep.reason import Reason
from rollkeep.text import counted

Numbers = dict[str, Any]


def sentence(reason: Reason) -> str:
    """A reason as one sentence without its rule's id."""
    said = _SENTENCES.get((reason.rule, reason.case))
    if said is None:
        from rollkeep.fourth.wording_play import SENTENCES  # not on the way of a single roll

        said = SENTENCES.get((reason.rule, reason.case))
    if said is None:
        from rollkeep.fourth.wording_skirmish import SENTENCES as OF_SKIRMISH

        said = OF_SKIRMISH[reason.rule, reason.case]
    return said(dict(reason.data))


def aim(declared: Declared) -> str:
    """What has to be reached and how it comes about: ``25 (TN 20 + 1 Raise for speed)``; empty without a TN."""
    if declared.target is None:
        return ""
    request = declared.request
    parts = [f"TN {declared.tn}"]
    parts += [
        f"+ {dict(reason.data)['by']} for attempt {request.attempt}"
        for reason in declared.reasons
        if reason.case == "harder"
    ]
    if request.penalty:
        rank = "wounded" if request.wound_rank.startswith("+") else request.wound_rank
        parts.append(f"+ {request.penalty} {rank}")
    parts += [f"{'-' if m.pool.flat < 0 else '+'} {abs(m.pool.flat)} {m.name}" for m in request.tn_modifiers]
    if request.raises:
        parts.append(f"+ {counted(request.raises, 'Raise')}{f' for {request.raise_for}' if request.raise_for else ''}")
    if request.lower_tn:
        parts.append(f"- {counted(request.lower_tn, 'Free Raise')}")
    if len(parts) == 1:
        return f"TN {declared.target}"
    return f"{declared.target} ({' '.join(parts)})"


def _sum(start: str) -> Callable[[Numbers], str]:
    return lambda n: f"{start}{n['parts']} = {n['pool']}."


def _reduced(text: str) -> Callable[[Numbers], str]:
    return lambda n: f"{n['before']} becomes {n['after']}: {text.format(**n)}."


def _traded(n: Numbers) -> str:
    made = counted(n["count"], "more kept die", "more kept dice")
    return _reduced(f"{2 * n['count']} spare dice make {made}")(n)


def _beyond(n: Numbers) -> str:
    many = f"{n['count']} dice beyond 10k10 add 2 each"
    return _reduced("a die beyond 10k10 adds 2" if n["count"] == 1 else many)(n)


def _surplus(n: Numbers) -> str:
    worth = "1 kept die over ten adds 2" if n["count"] == 1 else f"{n['count']} kept dice over ten add 2 each"
    return _reduced(f"no more dice can be kept than are rolled, and {worth}")(n)


def _on_tn(n: Numbers) -> str:
    return f"{n['why']}: {n['by']:+} to the TN."


def _free_raises(n: Numbers) -> str:
    return f"{n['why']}: {counted(n['free'], 'Free Raise')}."


def _state(n: Numbers) -> str:
    """A Wound Rank; stat blocks name theirs by the penalty alone."""
    return "Being wounded" if str(n["rank"]).startswith("+") else str(n["rank"])


_SENTENCES: dict[tuple[str, str], Callable[[Numbers], str]] = {
    ("4e.pool", "sum"): _sum(""),
    ("4e.pool", "modifier"): lambda n: f"{n['pool']} {n['why']}".rstrip() + ".",
    ("4e.pool", "by-hand"): lambda n: "The dice were thrown by hand.",
    ("4e.keep", "lowest"): lambda n: "The lowest dice are kept.",
    ("4e.pool", "tn-modifier"): _on_tn,
    ("4e.pool", "free-raises"): _free_raises,
    ("4e.mastery", "modifier"): lambda n: f"{n['pool']} {n['why']}.",
    ("4e.mastery", "tn-modifier"): _on_tn,
    ("4e.mastery", "free-raises"): _free_raises,
    ("4e.mastery", "bow"): lambda n: f"The bow's Strength is 1 higher: mastery of Kyujutsu (rank {n['rank']}).",
    ("4e.armor-tn", "tn-modifier"): _on_tn,
    ("4e.wounds", "penalty"): lambda n: f"{_state(n)} adds {n['by']} to the TN.",
    ("4e.wounds", "contest"): lambda n: f"{_state(n)} takes {n['by']} off the total: there is no TN to raise.",
    ("4e.contested", "raises"): lambda n: (
        f"{counted(n['raises'], 'Raise')}{' for ' + n['why'] if n['why'] else ''}: "
        f"{n['by']} above the best other total wins."
    ),
    ("4e.free-raise", "total"): lambda n: (
        f"{counted(n['free'], 'Free Raise')} add{'s' if n['free'] == 1 else ''} {n['by']} to the total."
    ),
    ("4e.wounds", "no-tn"): lambda n: f"{_state(n)} adds {n['by']} to any TN.",
    ("4e.skill", "sum"): _sum(""),
    ("4e.attack", "sum"): _sum(""),
    ("4e.initiative", "sum"): _sum(""),
    ("4e.trait", "sum"): _sum(""),
    ("4e.ring", "sum"): _sum(""),
    ("4e.spell", "sum"): _sum(""),
    ("4e.spell", "tn"): lambda n: f"Mastery Level {n['mastery']} makes the TN 5 + 5 x {n['mastery']} = {n['tn']}.",
    ("4e.damage.melee", "sum"): _sum("Damage: "),
    ("4e.damage.bow", "sum"): _sum("Damage: "),
    ("4e.damage.thrown", "sum"): _sum("Damage: "),
    ("4e.damage.unarmed", "sum"): _sum("Damage: "),
    ("4e.unskilled", "unskilled"): lambda n: "Unskilled: no die explodes, no Raises.",
    ("4e.unskilled", "damage-explodes"): lambda n: "Damage explodes after an unskilled hit too.",
    ("4e.unskilled", "damage-plain"): lambda n: "After an unskilled hit no die of damage explodes.",
    ("4e.explode", "never"): lambda n: "Its dice never explode.",
    ("4e.void.boost", "spent"): lambda n: "A Void Point adds +1k1.",
    ("4e.void.skill", "spent"): lambda n: (
        "A Void Point makes Skill rank 0 count as 1: dice explode, Raises are allowed."
    ),
    ("4e.emphasis", "rerolls"): lambda n: f"Emphasis{' ' * bool(n['of'])}{n['of']}: each first 1 is thrown again once.",
    ("4e.explode.nine", "nine"): lambda n: f"Dice explode on 9 and 10{': ' * bool(n['why'])}{n['why']}.",
    ("4e.ten-dice", "least"): lambda n: f"{n['before']} becomes {n['after']}: one die is rolled and kept at least.",
    ("4e.ten-dice", "traded"): _traded,
    ("4e.ten-dice", "odd-lost"): _reduced("a single spare die is lost"),
    ("4e.ten-dice", "odd-worth"): _reduced("a single spare die adds 2"),
    ("4e.ten-dice", "beyond"): _beyond,
    ("4e.ten-dice", "surplus-lost"): _reduced("no more dice can be kept than are rolled"),
    ("4e.ten-dice", "surplus-worth"): _surplus,
    ("4e.ten-dice", "empty"): lambda n: f"No die is rolled and kept: the total is {n['total']}.",
    ("4e.retry", "harder"): lambda n: f"Attempt {n['attempt']} adds {n['by']} to the TN.",
    ("4e.retry", "changed"): lambda n: f"What has changed: {n['what']}.",
    ("4e.retry", "mind"): lambda n: "With Intelligence or Perception, only if something has changed (--changed TEXT).",
    ("4e.raise", "called"): lambda n: (
        f"{counted(n['raises'], 'Raise')}{' for ' + n['why'] if n['why'] else ''} add{'s' if n['raises'] == 1 else ''} "
        f"{n['by']} to the TN."
    ),
    ("4e.raise.limit", "unchecked"): lambda n: (
        f"{counted(n['raises'], 'Raise')} not checked against a Void Ring (--void-ring N)."
    ),
    ("4e.raise.fail", "plain-met"): lambda n: f"It would have met the plain {n['plain']}.",
    ("4e.free-raise", "lower"): lambda n: (
        f"{counted(n['free'], 'Free Raise')} lower{'s' if n['free'] == 1 else ''} the TN by {n['by']}."
    ),
    ("4e.free-raise", "effect"): lambda n: (
        f"{counted(n['free'], 'Free Raise')} {'is' if n['free'] == 1 else 'are'} taken as effect."
    ),
    ("4e.tn", "floor"): lambda n: f"The target would be {n['before']}; it stops at 0.",
}
