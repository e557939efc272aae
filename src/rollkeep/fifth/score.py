"""The score of a duel: points for what either achieved, and what the difference makes of them."""

from typing import NamedTuple

from rollkeep.errors import RuleError
from rollkeep.reason import Reason, because

SHOWN = {
    "first-strike": "Iaijutsu duel, first strike",
    "first-blood": "Iaijutsu duel, first blood",
    "to-the-death": "Iaijutsu duel, to the death",
    "sparring": "Sparring bout",
    "warriors-duel": "Warrior's duel",
    "taryu-jiai": "Taryu-jiai",
    "custom": "Duel with an objective of its own",
}
"""The forms of a duel, as they are shown."""
FORMS = tuple(SHOWN)

MAX_FATIGUE = 999
MAX_SEVERITY = 99

POINTS = {"objective": 6, "first": 3, "fatigue": 1, "critical": 1, "killed": 14, "unmasked": -2}
"""What each feat is worth, in the order told; of fatigue and the critical each point."""

MEETS = {"first-strike": 1, "first-blood": 5}
"""The least severity of a critical that meets the objective by itself; one reduced to 0 may be none at all here."""

NO_WINNER = "No Winner"
BANDS = (
    (7, "No Contest", 5),
    (3, "Absolute Victory", 3),
    (2, "Clear Victory", 0),
    (1, "Narrow Victory", 0),
    (0, NO_WINNER, 0),
)
"""From which difference on a duel is called what, and what that adds to a glory award."""


class Feats(NamedTuple):
    """What a duellist did; ``fatigue`` in points inflicted, ``critical`` the highest severity after reduction."""

    objective: bool = False
    first: bool = False
    fatigue: int = 0
    critical: int = 0
    killed: bool = False
    unmasked: bool = False
    cheated: bool = False
    conceded: bool = False


class Result(NamedTuple):
    """How a duel came out.

    ``reason`` is score, concession or cheating; ``winner`` a, b or None. ``result`` is None where the winner was fixed
    without the scores; ``difference`` is a less b all the same. ``glory_bonus`` is added to a glory award, if there is
    one.
    """

    a: int
    b: int
    difference: int
    result: str | None
    reason: str
    winner: str | None
    glory_bonus: int


def parts(feats: Feats) -> tuple[tuple[str, int], ...]:
    """The points of each feat that has some.

    Source: 5e.duel.score

    >>> parts(Feats(objective=True, critical=5, unmasked=True))
    (('objective', 6), ('critical', 5), ('unmasked', -2))
    """
    every = [(name, int(getattr(feats, name)) * worth) for name, worth in POINTS.items()]
    return tuple([(name, points) for name, points in every if points])


def points(feats: Feats) -> int:
    """Their sum, which may be negative.

    Source: 5e.duel.score
    """
    return sum(each for _, each in parts(feats))


def score(form: str, a: Feats, b: Feats, *, deadly: bool = False) -> Result:
    """How a duel of a form comes out; ``deadly`` says that one with an objective of its own is to the death.

    Raises: RuleError for killed where the form is not to the death, for an unknown form, and numbers out of range.
    Source: 5e.duel.score, 5e.duel.result

    >>> score("first-blood", Feats(objective=True, first=True, fatigue=2), Feats(critical=10)).result
    'Narrow Victory'
    """
    if form not in FORMS:
        raise RuleError("5e.duel.forms", f"There is no form of duel {form[:40]!r}.", hint=f"Known: {', '.join(FORMS)}.")
    for each in (a, b):
        _check(form, each, deadly)
    first, second = points(a), points(b)
    difference = first - second
    lost = tuple(each.cheated or each.conceded for each in (a, b))
    if any(lost):
        reason = "cheating" if a.cheated or b.cheated else "concession"
        if all(lost):
            return Result(first, second, difference, NO_WINNER, reason, None, 0)
        return Result(first, second, difference, None, reason, "b" if lost[0] else "a", 0)
    result, bonus = band(difference)
    winner = "a" if difference > 0 else "b" if difference else None
    return Result(first, second, difference, result, "score", winner, bonus)


def band(difference: int) -> tuple[str, int]:
    """What a difference is called, and what it adds to a glory award.

    Source: 5e.duel.result

    >>> [band(difference)[0] for difference in (0, -1, 2, 6, -7)]
    ['No Winner', 'Narrow Victory', 'Clear Victory', 'Absolute Victory', 'No Contest']
    """
    return next((name, bonus) for least, name, bonus in BANDS if abs(difference) >= least)


def told(a: Feats, b: Feats, result: Result, names: tuple[str, str] = ("A", "B")) -> tuple[Reason, ...]:
    """Why it came out so.

    Source: 5e.duel.result
    """
    reasons = []
    for name, feats in zip(names, (a, b), strict=True):
        if feats.cheated:
            reasons.append(because("5e.duel.score", "cheated", who=name))
        if feats.conceded:
            reasons.append(because("5e.duel.concede", "conceded", who=name))
    if result.reason != "score":
        both = result.winner is None
        return (*reasons, because("5e.duel.result", "both-lost" if both else "fixed"))
    high, low = max(result.a, result.b), min(result.a, result.b)
    reasons.append(because("5e.duel.result", "band", high=high, low=low, result=str(result.result)))
    if result.glory_bonus:
        reasons.append(because("5e.duel.result", "glory", by=result.glory_bonus))
    return tuple(reasons)


def _check(form: str, feats: Feats, deadly: bool) -> None:
    """Raises: RuleError"""
    if feats.killed and form != "to-the-death" and not (form == "custom" and deadly):
        raise RuleError(
            "5e.duel.score",
            f"Points for killed are given only where the duel is to the death, not in {form}.",
            hint="Leave killed out; a critical scores its severity all the same."
            + " A custom duel may be to the death: --deadly." * (form == "custom"),
            form=form,
        )
    for name, value, most in (("fatigue", feats.fatigue, MAX_FATIGUE), ("critical", feats.critical, MAX_SEVERITY)):
        if not 0 <= value <= most:
            raise RuleError("5e.duel.score", f"{name} is a number from 0 to {most}, not {value}.", hint="Mend it.")
