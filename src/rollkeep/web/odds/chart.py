"""Charts as SVG, drawn by a template: in a page they take its colours, in a file they bring their own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rollkeep.advice import rolls as advice
from rollkeep.odds.dist import Dist
from rollkeep.text import percent

WIDTH, HEIGHT = 360, 224
LEFT, RIGHT, TOP, BOTTOM = 46, 350, 38, 182
"""Where the axes stand, in the units of the picture."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_MOST_TICKS = 8
_TOPS = (4, 8, 12, 16, 20, 28, 40, 60, 80)


class Tick(NamedTuple):
    """A number beside an axis."""

    at: float
    text: str


class Bar(NamedTuple):
    """A bar; a ``solid`` one counts, a hollow one does not."""

    x: float
    y: float
    width: float
    height: float
    solid: bool
    text: str = ""


class Mark(NamedTuple):
    """The target: where it stands, and what is written beside it. ``y`` is None where it lies outside the chart."""

    x: float
    y: float | None
    text: str
    anchor: str


class Chart(NamedTuple):
    """A chart, ready to be drawn. ``says`` tells the same to those who do not see it."""

    title: str
    says: str
    across: str
    up: str
    ticks: tuple[Tick, ...]
    heights: tuple[Tick, ...]
    line: str = ""
    bars: tuple[Bar, ...] = ()
    mark: Mark | None = None


def curve(of: str, law: Dist, target: int | None = None, chance: Fraction = Fraction(0)) -> Chart:
    """How likely a roll reaches each total, with the target and its chance marked."""
    starts = advice.bins([law])
    low, high, inside = _with_target(law, starts, target)
    points = [(_across(total, low, high), _up(float(law.at_least(total)))) for total in range(low, high + 1)]
    says = "; ".join(f"{percent(law.at_least(total))} for {total}" for total in starts)
    mark = None
    if target is not None:
        says = f"{percent(chance)} for the target, {target}. {says}"
        mark = _mark(target, low, high, percent(chance), _up(float(chance)) if inside else None)
    return Chart(
        f"The chance of {of} to reach each total",
        f"{says}.",
        "total",
        "reached in % of rolls",
        _ticks(low, high),
        _percents(100),
        line="M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points),
        mark=mark,
    )


def totals(of: str, law: Dist, target: int | None) -> Chart:
    """How often each range of totals comes; solid where the target is reached."""
    starts = advice.bins([law])
    size, low, high = starts.step, starts[0], starts[-1] + starts.step
    chances = [law.between(start, start + size) for start in starts]
    most = float(max(chances))
    top = next((top for top in _TOPS if 100 * most <= top), 100)
    bars = []
    for start, chance in zip(starts, chances, strict=True):
        x, after = _across(start, low, high), _across(start + size, low, high)
        y = _up(float(chance) * 100 / top)
        reached = target is None or start + size > target
        bars.append(Bar(x + 1, y, after - x - 2, BOTTOM - y, reached))
    ranges = (str(start) if size == 1 else f"{start} to {start + size - 1}" for start in starts)
    says = "; ".join(f"{percent(chance)} {name}" for name, chance in zip(ranges, chances, strict=True))
    return Chart(
        f"How often {of} comes to each total",
        f"{says}.",
        f"total{f', in steps of {size}' * (size > 1)}{f'; solid: {target} or more' if target is not None else ''}",
        "in % of rolls",
        _ticks(low, high),
        _percents(top),
        bars=tuple(bars),
    )


def successes(of: str, chances: Sequence[Fraction], tn: int | None) -> Chart:
    """The chance of a check against each TN from 1 on; solid at the TN that is asked for."""
    width = (RIGHT - LEFT) / len(chances)
    bars = []
    for i, chance in enumerate(chances):
        y = _up(float(chance))
        bars.append(Bar(LEFT + (i + 0.15) * width, y, 0.7 * width, BOTTOM - y, tn in (None, i + 1), _short(chance)))
    says = "; ".join(f"{percent(chance)} against TN {i}" for i, chance in enumerate(chances, 1))
    ticks = tuple(Tick(bar.x + bar.width / 2, f"▸{i}" if i == tn else str(i)) for i, bar in enumerate(bars, 1))
    return Chart(
        f"The chance of {of} against each TN",
        f"{says}.",
        "TN" if tn is None else f"TN; ▸ marks TN {tn}",
        "success in % of checks",
        ticks,
        _percents(100),
        bars=tuple(bars),
    )


def svg(chart: Chart, name: str = "", /) -> str:
    """The chart as SVG: for a page, where ``name`` begins its ids, or without a name as a file of its own."""
    from rollkeep.web.ground.page import fragment

    return fragment(
        "chart.svg", chart=chart, name=name, box=(WIDTH, HEIGHT), left=LEFT, right=RIGHT, top=TOP, bottom=BOTTOM
    )


def _with_target(law: Dist, starts: range, target: int | None) -> tuple[int, int, bool]:
    """Where the axis begins and ends, and whether the target lies between: one that is too far off does not."""
    low, high = starts[0], starts[-1] + starts.step
    if target is None or low <= target <= high:
        return low, high, True
    if not low - (high - low) <= target <= min(high + (high - low), law.end):
        return low, high, False
    return min(low, target // 5 * 5), max(high, target), True


def _mark(target: int, low: int, high: int, chance: str, y: float | None) -> Mark:
    x = _across(min(max(target, low), high), low, high)
    anchor = "start" if x < LEFT + 90 else "end" if x > RIGHT - 90 else "middle"
    where = "" if y is not None else " (left of this)" if target < low else " (right of this)"
    return Mark(x, y, f"{target}{where}: {chance}", anchor)


def _across(total: int, low: int, high: int) -> float:
    return LEFT + (RIGHT - LEFT) * (total - low) / (high - low)


def _up(part: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * part


def _ticks(low: int, high: int) -> tuple[Tick, ...]:
    step = next((step for step in _STEPS if (high - low) // step < _MOST_TICKS), _STEPS[-1])
    return tuple(Tick(_across(total, low, high), str(total)) for total in range(-(-low // step) * step, high + 1, step))


def _percents(top: int) -> tuple[Tick, ...]:
    return tuple(Tick(_up(i / 4), f"{top * i / 4:g}") for i in range(5))


def _short(chance: Fraction) -> str:
    """A chance in per cent for the little room above a bar."""
    points = float(100 * chance)
    return f"{points:.0f}" if points >= 1 or not points else "<1"
