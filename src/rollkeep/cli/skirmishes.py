"""Many skirmishes at once, played by the computer: what a fight is like, with the error that chance leaves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rollkeep.cli.fight import error
from rollkeep.cli.page import Page
from rollkeep.cli.rulings import of_fourth
from rollkeep.cli.skirmishing import Teams
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
MOST_MOVES = 20_000
FELLED = (DOWN, OUT, DEAD)


class Tally(NamedTuple):
    """What many skirmishes came to: how often each side was left standing, how often nobody of it was Out, and how each
    fared; Rounds and Void Points left, each as sum and sum of squares.
    """

    number: int
    wins: Counter[str]
    whole: Counter[str]
    states: Mapping[Who, Counter[str]]
    rounds: tuple[int, int]
    void: Mapping[Who, tuple[int, int]]


def simulate(
    cast: Mapping[Who, Person], muster: Muster, count: int, seed: int | None, rulings: frozenset[tuple[str, str]]
) -> Tally:
    """Plays so many of them."""
    source = entropy.source(seed)
    policies = {who: computer(who, source) for who in cast}
    begun = decide(SKIRMISH, Scene(cast, SKIRMISH.blank, rulings=rulings), GM, muster).now
    wins, whole = Counter[str](), Counter[str]()
    states = {who: Counter[str]() for who in cast}
    rounds, squares = 0, 0
    left = {who: [0, 0] for who in cast}
    for _ in range(count):
        scene = _played(begun, policies, source)
        skirmish = scene.state
        wins[skirmish.winner] += 1
        rounds += skirmish.round
        squares += skirmish.round**2
        felled = set[str]()
        for one in skirmish.fighters:
            states[one.who][one.state] += 1
            if one.state in (OUT, DEAD):
                felled.add(one.side)
            points = scene.cast[one.who].void
            left[one.who][0] += points
            left[one.who][1] += points**2
        whole.update(name for name, _ in muster.sides if name not in felled)
    return Tally(
        count, wins, whole, states, (rounds, squares), {who: (found[0], found[1]) for who, found in left.items()}
    )


def _played(scene: Scene[Skirmish], policies: Mapping[Who, Policy], source: Source) -> Scene[Skirmish]:
    """One of them to its end. Nothing is hidden in a skirmish, so what its fighters see need not be made."""
    for _ in range(MOST_MOVES):
        if not (every := offers(SKIRMISH, scene)):
            break
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
    count: int,
    seed: int | None,
    rulings: Sequence[tuple[str, str]],
    as_json: bool,
    colour: str,
) -> None:
    """Plays so many skirmishes and says what they came to.

    Raises: UsageError
    """
    cast = {side.who: side.one for _, team in teams for side in team}
    sides = tuple((name, tuple(side.who for side in team)) for name, team in teams)
    chosen = of_fourth(rulings).chosen
    tally = simulate(cast, Muster(sides, (), surprised), count, seed, chosen)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(_as_json(sides, tally, dict(chosen)))
        return
    page = Page(colour)
    page.add(page.styled(f"{count:,} skirmishes, each played by the computer", bold=True))
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
