"""Many duels at once, played by the computer: how they end, for those who balance games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rollkeep.cli.dueling import autos_of, duellists, who_of
from rollkeep.cli.fight import error, named
from rollkeep.cli.page import Page
from rollkeep.cli.rulings import of_fifth
from rollkeep.errors import UsageError
from rollkeep.fifth.duel.begin import OBJECTIVE_OF
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.moves import Face
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.duel.state import Duel, Scored
from rollkeep.fifth.score import SHOWN
from rollkeep.machine.drive import play
from rollkeep.machine.machine import GM, Scene, Who, decide
from rollkeep.table import entropy
from rollkeep.text import columns, fitted

_WIDEST = 40
_HOW = {"concession": "the other conceded", "cheating": "the other cheated", "one-roll": "by one roll"}


class End(NamedTuple):
    """How a duel ended: who won, the result, and why."""

    winner: Who
    result: str
    reason: str


def many(
    words: Sequence[str],
    face: Face,
    count: int,
    seed: int | None,
    rulings: Sequence[tuple[str, str]],
    unready: Sequence[str],
    auto: Sequence[str],
    as_json: bool,
    colour: str,
) -> None:
    """Plays so many duels and says how they ended, with the error that chance leaves.

    Raises: SheetError, UsageError
    """
    a, b = duellists(words)
    names = (a.who, b.who)
    if auto and autos_of(names, auto) != {*names}:
        raise UsageError("-n lets the computer play both.", code="usage.clash", hint="Leave --auto out.")
    face = replace(face, a=a.who, b=b.who, unready=named(who_of, names, unready, "--unready"))
    chosen = of_fifth(rulings).chosen
    cast: Mapping[str, Person] = {a.who: a.one, b.who: b.one}
    source = entropy.source(seed)
    policies = {who: computer(who, source) for who in names}
    ends = Counter[End]()
    rounds = 0
    for _ in range(count):
        scene: Scene[Duel] = Scene(cast, DUEL.blank, rulings=chosen)
        scene, _ = play(DUEL, decide(DUEL, scene, GM, face).now, policies, source)
        scored: Scored | None = scene.state.scored
        assert scored
        ends[End(scored.winner, scored.result, scored.reason)] += 1
        rounds += scene.state.round
    wins = {who: sum(number for end, number in ends.items() if end.winner == who) for who in (*names, "")}
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(_as_json(face, names, wins, ends, rounds, count, dict(chosen)))
        return
    page = Page(colour)
    page.add(page.styled(f"{SHOWN[face.form]}: {count:,} duels, each played by the computer", bold=True))
    page.add()
    wide = min(max(6, *map(columns, names)), _WIDEST)
    for who, number in wins.items():
        part, spread = number / count, error(number, count)
        page.add(f"  {fitted(who or 'nobody', wide)}  {100 * part:5.1f} %  ± {100 * spread:.1f}")
    page.add()
    for end, number in ends.most_common():
        how = end.result or _HOW[end.reason]
        page.wrapped(f"{100 * number / count:5.1f} %  {end.winner or 'nobody'}: {how}", "  ")
    page.add()
    page.wrapped(f"{rounds / count:.1f} rounds in the mean. ± is one standard error.", "  ", dim=True)
    page.print()


def _as_json(
    face: Face,
    names: tuple[str, str],
    wins: Mapping[str, int],
    ends: Mapping[End, int],
    rounds: int,
    count: int,
    rulings: Mapping[str, str],
) -> dict[str, Any]:
    letters = {names[0]: "a", names[1]: "b", "": None}
    return {
        "form": face.form,
        "objective": face.objective or OBJECTIVE_OF[face.form],
        "one_roll": face.one_roll,
        "names": {"a": names[0], "b": names[1]},
        "duels": count,
        "wins": {
            key: {"count": wins[who], "part": wins[who] / count, "error": error(wins[who], count)}
            for key, who in (("a", names[0]), ("b", names[1]), ("nobody", ""))
        },
        "ends": [
            {"winner": letters[end.winner], "result": end.result or None, "reason": end.reason, "count": number}
            for end, number in sorted(ends.items(), key=lambda each: -each[1])
        ],
        "rounds": rounds / count,
        "rulings": dict(sorted(rulings.items())),
    }
