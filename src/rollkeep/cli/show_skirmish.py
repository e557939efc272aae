"""A skirmish as text: how everybody stands, what has happened step by step, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rollkeep.cli.fight import how_on
from rollkeep.cli.page import Page
from rollkeep.dice.face import written
from rollkeep.errors import Missing
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.rest import in_words
from rollkeep.fourth.play.roll import Declared, Kept, Threw
from rollkeep.fourth.skirmish import events as e
from rollkeep.fourth.skirmish.armor import guarded, parts, total
from rollkeep.fourth.skirmish.known import known
from rollkeep.fourth.skirmish.opening import ranking
from rollkeep.fourth.skirmish.state import LEFT, Fighter, Skirmish, Turn
from rollkeep.fourth.skirmish.telling import tell
from rollkeep.fourth.wording import sentence
from rollkeep.fourth.wording_skirmish import QUIET
from rollkeep.machine.machine import Scene, Who
from rollkeep.text import counted, fitted

if TYPE_CHECKING:
    from rollkeep.cli.skirmishing import Skirmishing

_BAR, _NAME = 10, 20
CUT_OFF = "cut off"
"""Why a fight has no winner that is not over."""
_HEADS = (e.Began, e.Rounded, e.Turned, e.Over)


class Telling:
    """Tells what has happened piece by piece, as if it were one page: dice show which are kept, also where they were
    declared or thrown in a piece before.

    ``pools`` is what each who rolls has declared last.
    """

    def __init__(self, colour: str) -> None:
        self.colour = colour
        self.pools: dict[Who, Declared] = {}
        self._thrown: dict[Who, Threw] = {}
        self._has_begun = False

    def __call__(self, skirmishing: Skirmishing, shown: int) -> int:
        """Prints what has happened since entry ``shown``; the last entry. A Round that is cut off is not told."""
        page, events = Page(self.colour), [event for _, event in skirmishing.told(shown)]
        if skirmishing.cut_off:
            events = list(takewhile(lambda event: not _is_beyond(event, skirmishing.cut_off), events))
        self.add(page, events, self._has_begun)
        if page.lines:
            self._has_begun = True
            page.print()
        return skirmishing.entries[-1].seq if skirmishing.entries else 0

    def add(self, page: Page, events: Sequence[Any], has_begun: bool = False) -> None:
        """What happened, a sentence each with its rule; Rounds and turns stand out.

        ``has_begun``: the page goes on with one that was printed.
        """
        for event in events:
            if isinstance(event, Declared):
                self.pools[event.who] = event
                if event.title != "Initiative":
                    page.wrapped(_declared(event), "  ")
                continue
            if isinstance(event, Threw):
                self._thrown[event.who] = event
                continue
            if isinstance(event, Kept):
                page.wrapped(_kept(event, self.pools.get(event.who), self._thrown.get(event.who)), "  ")
                continue
            reason = tell(event)
            if (reason.rule, reason.case) in QUIET:
                continue
            said = f"{sentence(reason)} [{reason.rule}]"
            if isinstance(event, _HEADS):
                if page.lines[-1] if page.lines else has_begun:
                    page.add()
                page.wrapped(said, bold=True)
            else:
                page.wrapped(said)


def _is_beyond(event: Any, last: int) -> bool:
    return isinstance(event, e.Rounded) and event.number > last


def _declared(event: Declared) -> str:
    parts = [f"{event.title}: {event.pool}"]
    if event.raises:
        parts.append(counted(event.raises, "Raise"))
    if event.plus - 5 * event.raises:
        parts.append(f"{event.plus - 5 * event.raises:+} to the TN by Wounds and modifiers")
    if event.void:
        parts.append(f"Void: {event.void}")
    why = [sentence(reason) for reason in event.reasons if reason.rule in ("4e.ten-dice", "4e.unskilled", "4e.mastery")]
    return " ".join([", ".join(parts) + ".", *why])


def _kept(event: Kept, declared: Declared | None, threw: Threw | None) -> str:
    dice: Any = threw.dice if threw else ()
    which: Any = event.which
    shown = " ".join(f"[{written(die)}]" if i in which else written(die) for i, die in enumerate(dice))
    bonus = declared.pool.bonus if declared else 0
    name = f"{event.who}, Initiative: " if declared and declared.title == "Initiative" else ""
    return f"{name}{shown}{f' {bonus:+}' if bonus else ''} = {event.total}"


def gauges(page: Page, scene: Scene[Skirmish], who: str) -> None:
    """Everybody as they stand, in the order of turns."""
    skirmish = scene.state
    page.add()
    page.wrapped(f"{skirmish.label + ', ' if skirmish.label else ''}Round {max(skirmish.round, 1)}", bold=True)
    covered = guarded(skirmish)
    turn = next((frame.who for frame in skirmish.stack if isinstance(frame, Turn)), "")
    places = {name: at for at, (name, _) in enumerate(ranking(scene))} if skirmish.step == "turns" else {}
    for one in sorted(skirmish.fighters, key=lambda each: places.get(each.who, len(places))):
        if one.state != LEFT:
            _gauge(page, scene, one, one.who in covered, mark=">" if one.who in (turn or who,) else " ")


def _gauge(page: Page, scene: Scene[Skirmish], one: Fighter, covered: bool, mark: str) -> None:
    person: Person = scene.cast[one.who]
    tn = total(parts(one.body, one.guard, one.conditions, covered))
    score = f"{one.score + one.bonus:>3}" if one.since else "   "
    head = f"{mark} {score} {one.side} {fitted(one.who, _NAME)} {_wounds(page, person)}  Void {person.void}"
    page.add(head)
    told = [f"Armor TN {tn}"]
    told += [f"{one.stance} stance"] if one.stance else []
    told += [one.weapon or "empty hands", *one.conditions]
    told += [f"guards {one.guard.over}"] if one.guard.over else []
    told += ["Center gathered"] if one.center == "ready" else []
    told += [one.state] if one.state else []
    page.wrapped(", ".join(told) + ".", "        ")


def _wounds(page: Page, person: Person) -> str:
    """Wounds as boxes with the Wound Rank in words."""
    last = known(person).boxes[-1]
    most = max(last.last if last.last < 900 else last.first, 1)
    filled = min(max(round(_BAR * person.wounds / most), 1 if person.wounds else 0), _BAR)
    full, empty = ("█", "·") if page.blocks else ("#", ".")
    return f"Wounds {person.wounds:>3} {full * filled}{empty * (_BAR - filled)} {in_words(person):8}"


def show_end(page: Page, skirmishing: Skirmishing) -> None:
    """How everyone fares."""
    scene, rounds = skirmishing.scene, skirmishing.cut_off
    if rounds:
        page.add()
        page.wrapped(f"After {counted(rounds, 'Round')} nobody has won. The fight is cut off here.", bold=True)
        page.wrapped(how_on(skirmishing), dim=True)
    page.add()
    for one in scene.state.fighters:
        person: Person = scene.cast[one.who]
        state = "gone" if one.state == LEFT else in_words(person)
        left = f"{counted(person.wounds, 'Wound')}, {counted(person.void, 'Void Point')} left"
        page.wrapped(f"{one.side}  {one.who}: {state}, {left}.", "  ", dim=bool(one.state))


def as_json(skirmishing: Skirmishing) -> dict[str, Any]:
    """How a skirmish ended, as ``docs/machines/skirmish.md`` describes it."""
    scene = skirmishing.scene
    skirmish = scene.state
    sides: dict[str, list[dict[str, Any]]] = {}
    for one in skirmish.fighters:
        person: Person = scene.cast[one.who]
        sides.setdefault(one.side, []).append(
            {
                "name": one.who,
                "state": one.state.lower() or "stands",
                "wounds": person.wounds,
                "rank": _rank(person),
                "void_points": person.void,
                "initiative": one.score if one.since else None,
            }
        )
    over = [event for _, event in skirmishing.told() if isinstance(event, e.Over)]
    return {
        "label": skirmish.label,
        "winner": skirmish.winner or None,
        "reason": over[-1].case if over else CUT_OFF if skirmishing.cut_off else None,
        "rounds": skirmishing.cut_off or skirmish.round,
        "sides": sides,
        "rulings": dict(sorted(skirmishing.rulings.chosen)),
        "log": None if skirmishing.dry_run else skirmishing.path,
    }


def _rank(person: Person) -> str:
    try:
        return in_words(person)
    except Missing:
        return ""
