"""A check with ring and skill dice as text: readable at 80 columns and read aloud, without colour too."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rollkeep.advice import symbols as advice
from rollkeep.advice.symbols import Target
from rollkeep.cli.page import Page, percent
from rollkeep.dice.symbols import RING, SKILL, SYMBOLS, Faces, Sum, kind
from rollkeep.errors import TooLarge
from rollkeep.fifth import wording
from rollkeep.fifth.check import Declared, Hand, Outcome
from rollkeep.fifth.wording import sentence
from rollkeep.reason import Reason
from rollkeep.text import wrapped

LEGEND = "[ ] kept; su success, ex explosive, op opportunity, st strife"
_HEAD = 8  # columns before the first die of a row


def show_check(page: Page, outcome: Outcome, target: Target | None) -> None:
    """A whole check: what was asked, the dice, what they show, the verdict, the chance and the reasons."""
    declared = outcome.hand.declared
    title(page, declared)
    page.add()
    for i in range(len(outcome.hand.rounds)):
        _round(page, outcome.hand, i)
    page.add("  " + page.styled(LEGEND, dim=True))
    page.add()
    page.wrapped(f"{outcome.shows}    {verdict(page, outcome)}".rstrip(), "  ")
    page.wrapped(f"{counted(outcome.shows)}{_aimed(outcome, target)}.", "  ")
    page.wrapped(chance_line(outcome, target), "  ", dim=True)
    for reason in outcome.reasons:
        why(page, reason)


def title(page: Page, declared: Declared) -> None:
    """What is rolled against what, and the steps that led there."""
    request = declared.request
    roll = f"{declared.pool} against TN {request.tn}" if request.tn is not None else str(declared.pool)
    whose = f"{request.who}, {request.title}" if request.who else request.ring_name.title()
    page.wrapped(": ".join(part for part in (request.label, whose, roll) if part), bold=True)
    for reason in declared.reasons:
        why(page, reason)


def why(page: Page, reason: Reason, of: str = "") -> None:
    """One reason with its rule; ``of`` says of whom or what it is one."""
    page.wrapped(f"{of}{sentence(reason)} [{reason.rule}]", "  ", dim=True)


def table_rows(page: Page, hand: Hand) -> None:
    """The dice that lie on the table, none of them kept yet, below those kept before."""
    for i in range(len(hand.rounds)):
        _round(page, hand, i)
    _rows(page, hand, hand.faces, hand.of, ())


def counted(shows: Sum) -> str:
    """A sum in words.

    >>> counted(Sum(2, 1, 0))
    '2 successes, 1 opportunity, 0 strife'
    """
    successes = f"{shows.successes} success{'' if shows.successes == 1 else 'es'}"
    opportunities = f"{shows.opportunities} opportunit{'y' if shows.opportunities == 1 else 'ies'}"
    return f"{successes}, {opportunities}, {shows.strife} strife"


def verdict(page: Page, outcome: Outcome) -> str:
    """Success with its bonus successes, or failure with its shortfall; empty without a TN."""
    found = outcome.verdict
    if found is None:
        return ""
    if not found.success:
        return page.styled(f"FAILURE, shortfall {found.shortfall}", fg="red", bold=True)
    bonus = f"{found.bonus} bonus success{'' if found.bonus == 1 else 'es'}" if found.bonus else "just reached"
    return page.styled(f"SUCCESS, {bonus}", fg="green", bold=True)


def _aimed(outcome: Outcome, target: Target | None) -> str:
    """Whether what was aimed for beside the TN is there."""
    if not target or not aims(target):
        return ""
    shows = outcome.shows
    met = shows.opportunities >= target.opportunity and (target.strife is None or shows.strife <= target.strife)
    return f"; aimed for {aims(target)}: {'met' if met else 'missed'}"


def aims(target: Target) -> str:
    """What is aimed for beside the TN; empty where nothing is."""
    return wording.aims(target.opportunity, target.strife)


def chance_line(outcome: Outcome, target: Target | None) -> str:
    """The best chance of what was to be reached; without a TN of as many successes as there are."""
    declared = outcome.hand.declared
    keeping = "keeping the best"
    if declared.reroll:
        keeping += f", before the {declared.reroll}"
    try:
        if target is None:
            most = outcome.shows.successes
            found = percent(advice.chance(declared, Target(most))) if most else "100 %"
            return f"{found} of such checks show {most} success{'' if most == 1 else 'es'} or more, {keeping}"
        found = percent(advice.chance(declared, Target(target.tn)))
        if not aims(target):
            return f"{found} of such checks succeed, {keeping}"
        both = percent(advice.chance(declared, target))
        return f"{both} of such checks succeed with {aims(target)}, {keeping}; {found} succeed at all"
    except TooLarge:
        return "The chance was not computed: the numbers are too large."


def show_many(page: Page, outcomes: Sequence[Outcome], target: Target | None) -> None:
    """Several checks of the same kind, a line each, and how many succeeded."""
    declared = outcomes[0].hand.declared
    title(page, declared)
    page.add()
    plain = Page("never")
    head = len(str(len(outcomes))) + 1
    short = max(len(str(outcome.shows)) for outcome in outcomes)
    widest = max(len(verdict(plain, outcome)) for outcome in outcomes)
    for i, outcome in enumerate(outcomes, 1):
        said = verdict(plain, outcome)
        before = f"{f'{i}.'.rjust(head)}  {str(outcome.shows).ljust(short)}  "
        indent = len(before) + (widest + 2 if widest else 0)
        before += verdict(page, outcome) + " " * (indent - len(before) - len(said))
        dice = " / ".join(_plainly(outcome.hand, number) for number in range(len(outcome.hand.rounds)))
        for line in wrapped(dice, page.width - indent):
            page.add(before + line)
            before = " " * indent
    page.add()
    mean = Fraction(sum(outcome.shows.successes for outcome in outcomes), len(outcomes))
    summary = f"{len(outcomes)} check{'' if len(outcomes) == 1 else 's'}, {float(mean):.2f} successes on average"
    if declared.request.tn is not None:
        won = sum(bool(outcome.verdict and outcome.verdict.success) for outcome in outcomes)
        summary += f"; {won} succeeded ({percent(Fraction(won, len(outcomes)))})"
    page.wrapped(summary + ".")
    if target is not None:
        page.wrapped(chance_line(outcomes[0], target), dim=True)
    for reason in outcomes[0].reasons:
        if reason.case in ("policy", "best"):
            why(page, reason)


def _plainly(hand: Hand, number: int) -> str:
    each = hand.rounds[number]
    return " ".join(f"[{SYMBOLS[face]}]" if i in each.kept else SYMBOLS[face] for i, face in enumerate(each.faces))


def _round(page: Page, hand: Hand, number: int) -> None:
    each = hand.rounds[number]
    _rows(page, hand, each.faces, each.of, each.kept)


def _rows(page: Page, hand: Hand, faces: Faces, of: tuple[int, ...], kept: tuple[int, ...]) -> None:
    """The dice of one round: ring dice and skill dice in rows of their own, extra dice with what brought them."""
    shown = [f"[{SYMBOLS[face]}]" if i in kept else f" {SYMBOLS[face]} " for i, face in enumerate(faces)]
    if of:
        _row(
            page, "extra", range(len(faces)), [f"{shown[i]} from {_origin(hand, of[i])}" for i in range(len(of))], kept
        )
        return
    for name in (RING, SKILL):
        if places := [i for i, face in enumerate(faces) if kind(face) == name]:
            _row(page, name, places, shown, kept)


def _row(page: Page, name: str, places: Sequence[int], cells: Sequence[str], kept: tuple[int, ...]) -> None:
    """Dice beside each other with their numbers, in as many lines as they need."""
    size = max(8, *(len(cells[i]) + 1 for i in places))
    fit = (page.width - _HEAD + 1) // (size + 3)
    for start in range(0, len(places), fit):
        line = f"  {name:6}" if not start else " " * _HEAD
        for i in places[start : start + fit]:
            cell = page.styled(cells[i], bold=True) if i in kept else cells[i]
            line += f"{i + 1:>2} {cell}{' ' * (size - len(cells[i]))}"
        page.add(line)


def _origin(hand: Hand, index: int) -> str:
    """The die that brought an extra one, as it is numbered in its round."""
    for number, each in enumerate(hand.rounds):
        if index < len(each.faces):
            return f"{'extra ' if number else 'die '}{index + 1}"
        index -= len(each.faces)
    raise ValueError("no such die")
