"""Re-rolls of the first throw of a check: what advantages allow, what disadvantages force."""

from __future__ import annotations

from typing import NamedTuple

from rollkeep.dice.symbols import EXPLOSIVE, OPPORTUNITY, STRIFE, SUCCESS, Faces, kind
from rollkeep.errors import RuleError
from rollkeep.fifth.check import Hand, Positions, check_kinds

MAX_REROLLS = 2


class Rerolls(NamedTuple):
    """Which dice of the first throw may be re-rolled, how many must and how many may."""

    least: int
    most: int
    among: Positions


def rerolls(hand: Hand) -> Rerolls:
    """What of the first throw may and must be re-rolled.

    Source: 5e.advantages
    """
    everything = tuple(range(len(hand.faces)))
    if hand.declared.reroll == "distinction":
        return Rerolls(0, min(MAX_REROLLS, len(everything)), everything)
    if hand.declared.reroll == "adversity":
        successes = tuple(i for i in everything if SUCCESS[hand.faces[i]])
        count = min(MAX_REROLLS, len(successes))
        return Rerolls(count, count, successes)
    return Rerolls(0, 0, ())


def check_rerolls(hand: Hand, positions: Positions) -> None:
    """Whether these dice may be re-rolled.

    Raises: RuleError
    Source: 5e.advantages
    """
    allowed = rerolls(hand)
    if not hand.declared.reroll and positions:
        hint = "Add --distinction or --adversity, and only one of them."
        raise RuleError("5e.advantages", "Nothing makes dice be re-rolled here.", hint=hint)
    for i in positions:
        if i not in allowed.among:
            hint = f"It takes {_numbers(allowed.among)}." if allowed.among else "Leave it out."
            message = f"Die {i + 1} shows no success, and an adversity re-rolls successes alone."
            raise RuleError("5e.advantages", message, hint=hint)
    if not allowed.least <= len(positions) <= allowed.most:
        count = f"exactly {allowed.least}" if allowed.least else f"at most {allowed.most}"
        hint = f"Choose among the dice {_numbers(allowed.among)}." if allowed.among else "Leave it out."
        name = hand.declared.reroll
        article = "An" if name == "adversity" else "A"
        message = f"{article} {name} re-rolls {count} of these dice; {len(positions)} are named."
        raise RuleError("5e.advantages", message, hint=hint)


def reroll(hand: Hand, positions: Positions, fresh: Faces) -> Hand:
    """Dice of the first throw, thrown again; the new faces stand.

    Raises: RuleError, ValueError for dice of another type
    Source: 5e.advantages
    """
    check_rerolls(hand, positions)
    check_kinds(fresh, tuple(kind(hand.faces[i]) for i in positions))
    faces = list(hand.faces)
    for i, face in zip(positions, fresh, strict=True):
        faces[i] = face
    return hand._replace(faces=tuple(faces), rerolled=tuple((i, hand.faces[i]) for i in positions))


def worst(hand: Hand) -> Positions:
    """The dice to re-roll where nobody is asked.

    Of a distinction those that bring no success, at most two: blanks first, then opportunities with strife, then plain
    ones. Of an adversity those that cost least: with strife first, explosives last. What a compromised character may
    not keep is worth as little as a blank.

    Source: 5e.advantages
    """
    allowed, compromised = rerolls(hand), hand.declared.pool.compromised

    def worth(i: int) -> tuple[int, int, int, int]:
        face = hand.faces[i]
        if compromised and STRIFE[face]:
            return (0, 0, 0, 0)
        return (SUCCESS[face], EXPLOSIVE[face], OPPORTUNITY[face], 1 - STRIFE[face])

    chosen = sorted(allowed.among, key=worth)[: allowed.most]
    return tuple(sorted(i for i in chosen if i in allowed.among and (allowed.least or not worth(i)[0])))


def _numbers(positions: Positions) -> str:
    return ", ".join(str(i + 1) for i in positions)
