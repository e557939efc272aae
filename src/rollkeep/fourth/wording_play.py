"""The sentences of what happens in a procedure; see ``wording``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fourth.deed import in_sentence

Numbers = dict[str, Any]


def _labelled(n: Numbers, text: str) -> str:
    return f"{n['label']}: {text}" if n.get("label") else text


def _asked(how: str) -> Callable[[Numbers], str]:
    def said(n: Numbers) -> str:
        adds = f", {n['adds']}" if n["adds"] else ""
        again = f", attempt {n['attempt']}" if n["attempt"] > 1 else ""
        return _labelled(n, f"{n['who']} is asked for {n['deed']}{adds}{how.format(**n)}{again}.")

    return said


def _declared(n: Numbers) -> str:
    parts = [f"{n['who']} rolls {in_sentence(n['title'])}: {n['pool']}"]
    if n["raises"]:
        parts.append(
            f"{n['raises']} Raise{'' if n['raises'] == 1 else 's'}" + (f" for {n['raise_for']}" * bool(n["raise_for"]))
        )
    if n["lower"]:
        parts.append(f"{n['lower']} Free Raise{'' if n['lower'] == 1 else 's'} spent")
    if n["void"]:
        parts.append(f"Void: {n['void']}")
    if n["hand"]:
        parts.append("thrown by hand")
    return ", ".join(parts) + "."


def _judged(n: Numbers) -> str:
    if n["verdict"] == "hidden":
        return f"{n['who']}: what came of it is not told."
    by = "" if n["margin"] == "hidden" else f" by {abs(n['margin'])}" if n["margin"] else ", just reached"
    against = "" if n["target"] == "hidden" else f" against {n['target']}"
    earned = f"; {n['earned']} Raise{'' if n['earned'] == 1 else 's'} earned" if n["earned"] else ""
    return f"{n['who']}: {n['verdict'].upper()}{by}{against}{earned}."


def _side_by_side(n: Numbers) -> str:
    help_ = f"; help: {n['bonuses']}" if n["bonuses"] else ""
    return _labelled(n, f"TN {n['tn']}{help_}.")


def _planned(n: Numbers) -> str:
    parts = [f"{n['total']} to do by {n['who']} with {n['deed']}"]
    parts += [f"a roll counts from {n['minimum']} on"] if n["minimum"] else []
    parts += [f"below {n['flub']} it costs progress"] if n["flub"] else []
    parts += [f"helpers add {n['help']}"] if n["help"] else []
    parts += [f"{n['every']} between rolls"] if n["every"] else []
    return _labelled(n, ", ".join(parts) + ".")


def _over(n: Numbers) -> str:
    rolls = f"{n['rolls']} roll{'' if n['rolls'] == 1 else 's'}"
    return f"{rolls} and {n['waits']} wait{'' if n['waits'] == 1 else 's'}"


def _short(n: Numbers) -> str:
    return f"; {n['short']} fell short of the Raises" if n["short"] else ""


def _faced(form: str) -> Callable[[Numbers], str]:
    return lambda n: _labelled(n, f"{n['a']} and {n['b']} face each other, {form}.")


def _focused(n: Numbers) -> str:
    if not n["first"]:
        return f"A lead of {n['lead']}: both strike at once."
    free = f", with {n['free']} Free Raise{'' if n['free'] == 1 else 's'}" if n["free"] else ""
    return f"{n['first']} leads by {n['lead']} and strikes first{free}."


def _struck(n: Numbers) -> str:
    verb = "hits" if n["margin"] >= 0 else "misses"
    return f"{n['who']} {verb} Armor TN {n['target']} by {abs(n['margin'])}."


def _hurt(n: Numbers) -> str:
    wounds = f"{n['wounds']} Wound{'' if n['wounds'] == 1 else 's'}"
    return f"{n['who']} takes {n['damage']} damage: {wounds} after Reduction."


def _shifted(n: Numbers) -> str:
    what = {"void": "Void Points", "wounds": "Wounds"}.get(n["track"], n["track"])
    return f"{n['who']}: {what} {n['by']:+}" + (f" ({n['why']})." if n["why"] else ".")


SENTENCES: dict[tuple[str, str], Callable[[Numbers], str]] = {
    ("4e.tn", "asked-told"): _asked(" against TN {tn}"),
    ("4e.tn", "asked-hidden"): _asked(" against a hidden TN"),
    ("4e.tn", "asked-later"): _asked("; the game master judges the total"),
    ("4e.tn", "asked-none"): _asked(""),
    ("4e.tn", "judged"): _judged,
    ("4e.tn", "closed"): lambda n: "It is over.",
    ("4e.raise", "declared"): _declared,
    ("4e.explode", "threw"): lambda n: f"{n['who']} throws {n['dice']}.",
    ("4e.keep", "kept"): lambda n: f"{n['who']} keeps dice {n['which']}: {n['total']}.",
    ("4e.contested", "entered"): lambda n: (
        f"{n['who']} takes part with {n['deed']}{', ' * bool(n['adds'])}{n['adds']}."
    ),
    ("4e.contested", "began-stand"): lambda n: _labelled(n, "the contest begins; a tie stands."),
    ("4e.contested", "began-again"): lambda n: _labelled(n, "the contest begins; those tied roll again."),
    ("4e.contested", "tied"): lambda n: f"{n['who']} are tied and roll again.",
    ("4e.contested", "raised"): lambda n: f"{n['totals']}: {n['who']} wins, the Raises made good{_short(n)}.",
    ("4e.contested", "highest"): lambda n: f"{n['totals']}: {n['who']} wins{_short(n)}.",
    ("4e.contested", "runner-up"): lambda n: f"{n['totals']}: the best fell short of the Raises, so {n['who']} wins.",
    ("4e.contested", "tie"): lambda n: f"{n['totals']}: a tie between {n['who']}{_short(n)}.",
    ("4e.contested", "short"): lambda n: f"{n['totals']}: nobody wins, the best fell short of the Raises.",
    ("4e.cooperative.joint", "led"): lambda n: f"{n['who']} rolls {n['deed']} for all.",
    ("4e.cooperative.joint", "helped"): lambda n: f"{n['who']} helps with rank {n['rank']}.",
    ("4e.cooperative.each", "helped"): lambda n: f"{n['who']} rolls {n['deed']}, with rank {n['rank']}.",
    ("4e.cooperative.each", "began"): _side_by_side,
    ("4e.cooperative.each", "done"): lambda n: (
        f"{n['results']}: {'all succeeded' if n['all'] else 'not all succeeded'}."
    ),
    ("4e.cooperative.joint", "done"): lambda n: f"{n['results']}: {'SUCCESS' if n['all'] else 'FAILURE'}.",
    ("4e.cumulative", "planned"): _planned,
    ("4e.cumulative", "next"): lambda n: "The next roll is due.",
    ("4e.cumulative", "next-plain"): lambda n: "The next roll is due, without Raises.",
    ("4e.cumulative", "counts"): lambda n: f"{n['total']} counts: {n['left']} left.",
    ("4e.cumulative", "nothing"): lambda n: f"{n['total']} does not count: {n['left']} left.",
    ("4e.cumulative", "flub"): lambda n: f"{n['total']} is a flub: {n['left']} left.",
    ("4e.cumulative", "done"): lambda n: f"Done after {_over(n)}.",
    ("4e.cumulative", "stopped"): lambda n: f"Left unfinished after {_over(n)}.",
    ("4e.iaijutsu", "faced-first-blood"): lambda n: _labelled(
        n, f"{n['a']} and {n['b']} face each other, to first blood."
    ),
    ("4e.iaijutsu", "faced-death"): lambda n: _labelled(n, f"{n['a']} and {n['b']} face each other, to the death."),
    ("4e.iaijutsu", "stage-assessment"): lambda n: "Assessment: Iaijutsu/Awareness.",
    ("4e.iaijutsu", "stage-answer"): lambda n: "Either may concede now.",
    ("4e.iaijutsu", "stage-focus"): lambda n: "Focus: contested Iaijutsu/Void.",
    ("4e.iaijutsu", "stage-strike"): lambda n: f"Strike: {n['who']}, Iaijutsu/Reflexes.",
    ("4e.iaijutsu", "stage-damage"): lambda n: f"Damage by {n['who']}.",
    ("4e.iaijutsu", "assessed"): lambda n: (
        f"{n['results']}" + (f"; {n['ahead']} is 10 or more ahead and gains dice for the Focus." if n["ahead"] else ".")
    ),
    ("4e.iaijutsu", "concedes"): lambda n: f"{n['who']} concedes.",
    ("4e.iaijutsu", "stands"): lambda n: f"{n['who']} stands.",
    ("4e.iaijutsu", "focused"): _focused,
    ("4e.iaijutsu", "struck"): _struck,
    ("4e.iaijutsu", "hurt"): _hurt,
    ("4e.iaijutsu", "ended-conceded"): lambda n: f"{n['who']} has won: the other conceded.",
    ("4e.iaijutsu", "ended-struck"): lambda n: f"{n['who']} has won: first blood.",
    ("4e.iaijutsu", "ended-dead"): lambda n: f"{n['who']} has won: the other is dead.",
    ("4e.iaijutsu", "ended-together"): lambda n: "Both struck at once and hit: nobody has won.",
    ("4e.iaijutsu", "ended-goes_on"): lambda n: "It goes on as a skirmish.",
    ("4e.wounds", "shifted"): _shifted,
    ("4e.void.pool", "shifted"): _shifted,
}
