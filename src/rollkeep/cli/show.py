"""A roll as text: readable at 80 columns, without colour too."""

from __future__ import annotations

from fractions import Fraction

from rollkeep.advice import rolls as advice
from rollkeep.cli.page import Page as Page  # whoever shows rolls finds both here
from rollkeep.cli.page import percent as percent
from rollkeep.dice.face import worth, written
from rollkeep.dice.pool import Kept
from rollkeep.errors import TooLarge
from rollkeep.fourth.check import Declared, Outcome
from rollkeep.fourth.wording import aim, sentence
from rollkeep.reason import Reason
from rollkeep.text import counted

_IN_THE_TITLE = {("4e.raise", "called"), ("4e.free-raise", "lower"), ("4e.retry", "harder")}
_NOTES = {"4e.raise.limit", "4e.retry", "4e.raise.fail"}


def show_roll(page: Page, outcome: Outcome, keep_how: str = "high") -> None:
    """A whole roll: what was asked, the dice, the total, the verdict, the chance and the reasons."""
    declared = outcome.declared
    title(page, declared)
    page.add()
    dice_rows(page, outcome.kept)
    page.add(f"  {addition(outcome.kept)}    {verdict(page, outcome)}".rstrip())
    page.wrapped(chance_line(outcome, keep_how), "  ", dim=True)
    for reason in (*declared.reasons, *outcome.reasons):
        if _is_note(reason):
            why(page, reason)


def title(page: Page, declared: Declared, who: str = "") -> None:
    """Who rolls what against what, and the steps that led there."""
    request, goal = declared.request, aim(declared)
    roll = f"{declared.pool} against {goal}" if goal else str(declared.pool)
    whose = ", ".join(part for part in (who or request.who, request.title) if part)
    page.wrapped(": ".join(part for part in (request.label, whose, roll) if part), bold=True)
    for reason in declared.reasons:
        if (reason.rule, reason.case) not in _IN_THE_TITLE and not _is_note(reason):
            why(page, reason)


def _is_note(reason: Reason) -> bool:
    """Whether a reason is told after the dice rather than before them."""
    return (reason.rule in _NOTES or reason.case in ("by-hand", "effect")) and reason.case != "harder"


def why(page: Page, reason: Reason) -> None:
    """One reason with its rule."""
    page.wrapped(f"{sentence(reason)} [{reason.rule}]", "  ", dim=True)


def dice_rows(page: Page, kept: Kept) -> None:
    """The dice with their numbers; kept ones in brackets."""
    cells = [f"[{written(die)}]" if i in kept.positions else written(die) for i, die in enumerate(kept.thrown.dice)]
    row: list[int] = []
    for i, cell in enumerate(cells):
        if row and 2 + sum(_size(cells[j]) + 1 for j in row) + _size(cell) > page.width:
            _dice_row(page, row, cells, kept)
            row = []
        row.append(i)
    if row:
        _dice_row(page, row, cells, kept, legend="        [ ] kept")
        page.add()


def _dice_row(page: Page, row: list[int], cells: list[str], kept: Kept, legend: str = "") -> None:
    numbers = [str(i + 1).center(_size(cells[i])) for i in row]
    centred = {i: cells[i].center(_size(cells[i])) for i in row}
    shown = [page.styled(cell, bold=True) if i in kept.positions else cell for i, cell in centred.items()]
    fits = 2 + len(" ".join(numbers)) + len(legend) <= page.width
    page.add("  " + " ".join(numbers))
    page.add("  " + " ".join(shown) + (legend if fits else ""))


def _size(cell: str) -> int:
    return max(4, len(cell))


def addition(kept: Kept) -> str:
    """The sum of the kept dice and the bonus."""
    parts = [str(worth(kept.thrown.dice[i])) for i in kept.positions]
    bonus = kept.thrown.pool.bonus
    text = " + ".join(parts) or "no dice"
    if bonus:
        text += f" {'+' if bonus > 0 else '-'} {abs(bonus)}"
    return f"{text} = {kept.total}" if len(parts) > 1 or bonus or not parts else str(kept.total)


def verdict(page: Page, outcome: Outcome) -> str:
    """Success or failure, by how much, and what became of the Raises."""
    if outcome.margin is None:
        return ""
    by = f" by {abs(outcome.margin)}" if outcome.margin else ", just reached"
    if not outcome.success:
        return page.styled(f"FAILURE{by}", fg="red", bold=True)
    word = page.styled(f"SUCCESS{by}", fg="green", bold=True)
    if not outcome.raises_earned:
        return word
    request = outcome.declared.request
    one = outcome.raises_earned == 1
    kind = "Raise" if request.raises else "Free Raise"
    return f"{word}, {f'the {kind} is' if one else f'{outcome.raises_earned} {kind}s are'} earned"


def chance_line(outcome: Outcome, keep_how: str) -> str:
    """The chance of what was to be reached, and of the same without the Raises."""
    declared = outcome.declared
    ways = {"high": "", "low": ", keeping the lowest"}.get(keep_how, ", keeping the best")
    try:
        if declared.target is None:
            return (
                f"{percent(advice.chance(declared, outcome.total))} of such rolls reach {outcome.total} or more{ways}"
            )
        line = f"{percent(advice.chance(declared))} of such rolls succeed{ways}"
        raises = declared.request.raises
        if raises:
            plain = percent(advice.without_raises(declared))
            line += f"; {plain} without the {'Raise' if raises == 1 else 'Raises'}"
        return line
    except TooLarge:
        return "The chance was not computed: the number to reach is too large."


def show_many(page: Page, outcomes: list[Outcome]) -> None:
    """Several rolls of the same kind, a line each, and how many succeeded."""
    declared = outcomes[0].declared
    names = [outcome.declared.request.who for outcome in outcomes]
    copies = len(set(names)) > 1
    title(page, declared, f"{names[0]} to {names[-1].rpartition(' ')[2]}" if copies else "")
    page.add()
    heads = names if copies else [f"{i}." for i in range(1, len(outcomes) + 1)]
    widest_head = max(map(len, heads))
    totals = max(len(str(outcome.total)) for outcome in outcomes)
    plain = Page("never")
    widest = max(len(verdict(plain, outcome)) for outcome in outcomes)
    for head, outcome in zip(heads, outcomes, strict=True):
        kept = outcome.kept
        dice = " ".join(
            f"[{written(die)}]" if j in kept.positions else written(die) for j, die in enumerate(kept.thrown.dice)
        )
        gap = " " * (widest - len(verdict(plain, outcome)))
        result = f"  {verdict(page, outcome)}{gap}" if widest else ""
        page.add(f"{head:>{widest_head}}  {outcome.total:>{totals}}{result}   {dice}")
    page.add()
    found = advice.tally(outcomes)
    summary = f"{counted(found.rolls, 'roll')}, mean {found.mean:.1f}"
    if declared.target is not None:
        summary += f"; {found.succeeded} succeeded ({percent(Fraction(found.succeeded, found.rolls))})"
    page.wrapped(summary + ".")
    page.wrapped(_expected(declared), dim=True)
    for reason in filter(_is_note, declared.reasons):
        why(page, reason)


def _expected(declared: Declared) -> str:
    try:
        mean = f"Expected: mean {advice.mean(declared).value:.1f}"
        return f"{mean}; {percent(advice.chance(declared))} succeed." if declared.target is not None else f"{mean}."
    except TooLarge:
        return "The odds were not computed: the number to reach is too large."
