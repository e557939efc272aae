"""Many skirmishes at once, played by the computer: what a fight is like, with the error that chance leaves."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rollkeep.cli.fight import error
from rollkeep.cli.page import Page
from rollkeep.cli.rulings import of_fourth
from rollkeep.cli.skirmishing import MOST_ROUNDS, Teams
from rollkeep.dice.source import Source
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.skirmish.computer import Policy, computer
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.fourth.skirmish.moves import Muster
from rollkeep.fourth.skirmish.state import DEAD, DOWN, OUT, Skirmish
from rollkeep.machine.machine import CHANCE, GM, Scene, Who, decide, offers
from rollkeep.table import entropy
from rollkeep.text import columns, fitted

_WIDEST = 22
MANY = 1_000
BUDGET = 8.0
"""How many are played where nobody says it, as far as they come in so many seconds."""
FELLED = (DOWN, OUT, DEAD)


class Tally(NamedTuple):
    """What many skirmishes came to: how often each side was left standing, how often nobody of it was Out, and how each
    fared; Rounds and Void Points left, each as sum and sum of squares. ``cut`` were cut off after ``MOST_ROUNDS``.
    """

    number: int
    cut: int
    wins: Counter[str]
    whole: Counter[str]
    states: Mapping[Who, Counter[str]]
    rounds: tuple[int, int]
    void: Mapping[Who, tuple[int, int]]


def simulate(
    cast: Mapping[Who, Person],
    muster: Muster,
    count: int,
    seed: int | None,
    rulings: frozenset[tuple[str, str]],
    is_enough: Callable[[], bool] = lambda: False,
) -> Tally:
    """Plays so many of them, or one at least until it ``is_enough``."""
    source = entropy.source(seed)
    policies = {who: computer(who, source) for who in cast}
    begun = decide(SKIRMISH, Scene(cast, SKIRMISH.blank, rulings=rulings), GM, muster).now
    wins, whole = Counter[str](), Counter[str]()
    states = {who: Counter[str]() for who in cast}
    played, cut, rounds, squares = 0, 0, 0, 0
    left = {who: [0, 0] for who in cast}
    while played < count and not (played and is_enough()):
        played += 1
        scene = _played(begun, policies, source)
        skirmish, lasted = scene.state, min(scene.state.round, MOST_ROUNDS)
        if scene.closed:
            wins[skirmish.winner] += 1
        else:
            cut += 1
        rounds += lasted
        squares += lasted**2
        felled = set[str]()
        for one in skirmish.fighters:
            states[one.who][one.state] += 1
            if one.state in (OUT, DEAD):
                felled.add(one.side)
            points = scene.cast[one.who].void
            left[one.who][0] += points
            left[one.who][1] += points**2
        whole.update(name for name, _ in muster.sides if name not in felled)
    void = {who: (found[0], found[1]) for who, found in left.items()}
    return Tally(played, cut, wins, whole, states, (rounds, squares), void)


def _played(scene: Scene[Skirmish], policies: Mapping[Who, Policy], source: Source) -> Scene[Skirmish]:
    """One of them to its end, or until it is cut off.

    Nothing is hidden in a skirmish, so what its fighters see need not be made.
    """
    while scene.state.round <= MOST_ROUNDS and (every := offers(SKIRMISH, scene)):
        who, offered = next(iter(every.items()))
        move = offered[0].sample(source) if who == CHANCE else policies[who](scene, offered)
        scene = decide(SKIRMISH, scene, who, move, every=every).now
    return scene


def mean(found: tuple[int, int], count: int) -> tuple[float, float]:
    """A mean with its standard error, of a sum and a sum of squares."""
    middle = found[0] / count
    spread = max(found[1] / count - middle**2, 0)
    return middle, math.sqrt(spread / max(count - 1, 1))


def many(
    teams: Teams,
    surprised: tuple[Who, ...],
    wanted: int | None,
    seed: int | None,
    rulings: Sequence[tuple[str, str]],
    as_json: bool,
    colour: str,
) -> None:
    """Plays as many skirmishes as are wanted, or else what can be had in a short time, and says what they came to.

    Raises: UsageError
    """
    cast = {side.who: side.one for _, team in teams for side in team}
    sides = tuple((name, tuple(side.who for side in team)) for name, team in teams)
    chosen = of_fourth(rulings).chosen
    until = time.monotonic() + BUDGET
    is_enough = (lambda: False) if wanted else (lambda: time.monotonic() > until)
    tally = simulate(cast, Muster(sides, (), surprised), wanted or MANY, seed, chosen, is_enough)
    count = tally.number
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(_as_json(sides, tally, dict(chosen)))
        return
    page = Page(colour)
    head = f"{count:,} skirmishes, each" if count > 1 else "1 skirmish,"
    page.add(page.styled(f"{head} played by the computer", bold=True))
    if count < (wanted or MANY):
        page.wrapped(f"More take longer than {BUDGET:.0f} seconds: -n {MANY} plays {MANY:,}.", dim=True)
    for line in without_winner(tally):
        page.wrapped(line, fg="yellow")
    wide = min(max(13, *(columns(who) for who in cast)), _WIDEST)
    for name, names in sides:
        page.add()
        head = f"{fitted(f'Side {name}', wide + 2)}  {'stands':13}  {'Out':13}  {'dead':13}  Void left"
        page.add(page.styled(head, bold=True))
        page.add(f"  {fitted('left standing', wide)}  {_part(tally.wins[name], count)}")
        page.add(f"  {fitted('nobody Out', wide)}  {_part(tally.whole[name], count)}")
        for who in names:
            states = tally.states[who]
            parts = (states[""], states[OUT] + states[DEAD], states[DEAD])
            line = f"  {fitted(who, wide)}  {'  '.join(_part(number, count) for number in parts)}"
            void, spread = mean(tally.void[who], count)
            page.add(line + (f"  {void:.1f} ± {spread:.1f}" if cast[who].void else ""))
    page.add()
    middle, spread = mean(tally.rounds, count)
    told = "Out counts the dead too. ± is one standard error."
    page.wrapped(f"{middle:.1f} ± {spread:.1f} Rounds in the mean. {told}", "  ", dim=True)
    page.print()


def without_winner(tally: Tally) -> list[str]:
    """What is said of those that nobody has won."""
    said = []
    if tally.cut == tally.number:
        said.append(f"After {MOST_ROUNDS} Rounds nobody had won any of them: all were cut off.")
    elif tally.cut:
        were = "fights were" if tally.cut > 1 else "fights was"
        said.append(f"After {MOST_ROUNDS} Rounds nobody had won: {tally.cut:,} of {tally.number:,} {were} cut off.")
    if fallen := tally.wins[""]:
        said.append(f"In {fallen:,} of {tally.number:,} fights nobody was left standing.")
    return said


def _part(number: int, count: int) -> str:
    return f"{100 * number / count:5.1f} % ± {100 * error(number, count):3.1f}"


def _as_json(
    sides: tuple[tuple[str, tuple[Who, ...]], ...], tally: Tally, rulings: Mapping[str, str]
) -> dict[str, Any]:
    count = tally.number

    def part(number: int) -> dict[str, Any]:
        return {"count": number, "part": number / count, "error": error(number, count)}

    def average(found: tuple[int, int]) -> dict[str, float]:
        middle, spread = mean(found, count)
        return {"mean": middle, "error": spread}

    return {
        "skirmishes": count,
        "cut_off": part(tally.cut),
        "nobody_standing": part(tally.wins[""]),
        "sides": {
            name: {
                "standing": part(tally.wins[name]),
                "nobody_out": part(tally.whole[name]),
                "fighters": [
                    {
                        "name": who,
                        "stands": part(tally.states[who][""]),
                        "down": part(tally.states[who][DOWN]),
                        "out": part(tally.states[who][OUT]),
                        "dead": part(tally.states[who][DEAD]),
                        "void_points": average(tally.void[who]),
                    }
                    for who in names
                ],
            }
            for name, names in sides
        },
        "rounds": average(tally.rounds),
        "rulings": dict(sorted(rulings.items())),
    }
