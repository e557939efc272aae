"""The game master's word at the terminal: what is on offer to them, and what they overrule, with why.

Every reason stays in the log. Between two moves none has to be given for what is on offer then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rollkeep.cli.questions import Pressed, Questions
from rollkeep.cli.skirmishing import Skirmishing
from rollkeep.fourth.catalogue.stances import FULL_DEFENSE, STANCES
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.request import MAX_RAISES
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.attack import basket
from rollkeep.fourth.skirmish.known import fits, known
from rollkeep.fourth.skirmish.master import word
from rollkeep.fourth.skirmish.state import LEFT, ON_ARMOR, ON_DAMAGE, Fighter, Skirmish, fighter
from rollkeep.fourth.skirmish.turn import KINDS
from rollkeep.fourth.wording_moves import MOVE_TITLES
from rollkeep.machine.bound import Between, OneOf, Text, Words
from rollkeep.machine.machine import GM, Offer, Scene, Shifted, Who, may, room
from rollkeep.table.entry import Act, Go, Request, Rule, Undo
from rollkeep.text import counted

BACK = "b"
TRACKS = {"wounds": "Wound", "void": "Void Point"}
_CHANGE, _PASS, _UNDO = (
    "Overrule: change somebody's Wounds or Void Points",
    "Overrule: let a move pass that is not on offer",
    "Take back the last choice, with all that followed",
)
_FORCED = (m.Strike, m.Stance, m.Spend, m.Defend, m.Ready, m.Rise, m.Cover, m.Try)
_NONE, _KEEPS = OneOf(("",)), OneOf(("high", "low", "choose"))
Fill = Callable[[Scene[Skirmish], Who, Offer], Any]


class Master:
    """Asks the game master; ``fill`` asks for the values of a move."""

    def __init__(self, ask: Questions, fill: Fill) -> None:
        self.ask, self.fill = ask, fill

    def __call__(self, skirmishing: Skirmishing, offered: Sequence[Offer]) -> Sequence[Request]:
        """What the game master says; nothing to go back. Where nothing is on offer to them, they overrule.

        Raises: Left
        """
        needs_why = not offered
        offers = offered or word(skirmishing.scene)
        while True:
            self.ask.say("The game master may:", "")
            lines = [*map(_title, offers), _CHANGE, _PASS, _UNDO]
            try:
                place = self.ask.chosen("What", lines, 0, {BACK: "goes back"})
            except Pressed:
                return ()
            try:
                if place is not None and (said := self._said(skirmishing, place, offers, needs_why)):
                    return said
            except Pressed:
                continue

    def _said(
        self, skirmishing: Skirmishing, place: int, offers: Sequence[Offer], needs_why: bool
    ) -> Sequence[Request]:
        own = (self._changed, self._passed, self._undone)
        if place >= len(offers):
            return own[place - len(offers)](skirmishing)
        scene, offer = skirmishing.scene, offers[place]
        if offer.move is m.Condition:
            move: Any = self._condition(scene)
        else:
            move = self.fill(scene, GM, offer)
        if isinstance(move, m.Grant) and _is_granted(fighter(scene.state, move.who), move):
            self.ask.say("That changes nothing.", "")
            return ()
        return (Act(skirmishing.number, GM, move, why=self._why(needs_why)),)

    def _condition(self, scene: Scene[Skirmish]) -> m.Condition:
        """Only what changes something: a condition that does not hold yet, or no more."""
        held = {each.who: each.conditions for each in scene.state.fighters if each.state != LEFT}
        who = self._one_of(held, {name: f": {', '.join(now)}" for name, now in held.items() if now})
        bound = next(dict(offer.bounds)["what"] for offer in word(scene) if offer.move is m.Condition)
        what = self.ask.word("What?", bound.of, "", {}, dict.fromkeys(held[who], ": holds now, and no longer then"))  # type: ignore[attr-defined]
        return m.Condition(who, what, what not in held[who])

    def _changed(self, skirmishing: Skirmishing) -> Sequence[Request]:
        """A track of somebody moves by a number."""
        scene = skirmishing.scene
        has = {each.who: f": {_tracks(scene.cast[each.who])}" for each in scene.state.fighters}
        who = self._one_of(has, has)
        one = scene.cast[who]
        track = self.ask.word("What changes?", [*TRACKS], "", {name: f"{shown}s" for name, shown in TRACKS.items()}, {})
        while True:
            said = self.ask.answer("By how many? Such as +5 or -5")
            by = int(said) if re.fullmatch(r"[+-]?[0-9]{1,4}", said) else 0
            left = room(one, track, by)
            if by and left == by:
                break
            if by:
                more = f"only {left:+} is possible" if left else "there is no room for that"
                self.ask.say(f"{who} has {counted(getattr(one, track), TRACKS[track])}: {more}.", "")
            else:
                self.ask.say("Write a number with + or - before it.", "")
        why = self._why(True)
        return (Rule(skirmishing.number, (Shifted(who, track, by, why),), why),)

    def _passed(self, skirmishing: Skirmishing) -> Sequence[Request]:
        """A move that is not on offer is made all the same."""
        scene = skirmishing.scene
        able = [each.who for each in scene.state.fighters if each.state != LEFT and fits(scene.cast[each.who])]
        who = self._one_of(able, {})
        kinds = [offer for kind in _FORCED if (offer := _wide(scene, who, kind))]
        place = self.ask.chosen("Which move", [MOVE_TITLES[each.move.__name__] for each in kinds], 0, {})
        if place is None:
            return ()
        move = self.fill(scene, who, kinds[place])
        return (Act(skirmishing.number, who, move, why=self._why(True)),)

    def _undone(self, skirmishing: Skirmishing) -> Sequence[Request]:
        """The last choice that was made here, not by the computer."""
        seq = skirmishing.last_choice()
        if not seq:
            self.ask.say("Nothing was chosen here yet.", "")
            return ()
        why = self._why(True)
        self.ask.say("The last choice is taken back.", "")
        return (Undo(skirmishing.number, seq, why), Go(skirmishing.number))

    def _one_of(self, names: Sequence[Who] | Mapping[Who, Any], said: Mapping[str, str]) -> Who:
        return self.ask.word("Who?", list(names), "", {}, said)

    def _why(self, is_needed: bool) -> str:
        return self.ask.text("Why? It stays in the log", Text(least=int(is_needed)))


def _tracks(one: Person) -> str:
    return ", ".join(counted(getattr(one, name), shown) for name, shown in TRACKS.items())


def _is_granted(one: Fighter, move: m.Grant) -> bool:
    """Whether somebody has just that."""
    if move.on == ON_ARMOR:
        return one.guard.granted == tuple((add.name, add.pool.flat) for add in move.adds)
    return (move.adds, move.free) == ((one.hurts, 0) if move.on == ON_DAMAGE else (one.adds, one.free))


def _title(offer: Offer) -> str:
    title = MOVE_TITLES[offer.move.__name__]
    if offer.move is m.Grant:
        return f"{title}: {dict(offer.bounds)['on'].of[0]}"  # type: ignore[attr-defined]
    is_new = offer.move is m.Enter and not isinstance(dict(offer.bounds)["side"], OneOf)
    return f"{title}, on a side that is new" if is_new else title


def _wide(scene: Scene[Skirmish], who: Who, kind: type[Any]) -> Offer | None:
    """A move with whatever can be meant; None where nothing can."""
    one, me = fighter(scene.state, who), known(scene.cast[who])
    others = tuple([each.who for each in scene.state.fighters if each.who != who and each.state != LEFT])
    points = tuple("+".join(["boost"] * count) for count in range(min(scene.cast[who].void, 5) + 1))
    allies = tuple([each.who for each in scene.state.fighters if each.who in others and each.side == one.side])
    none = OneOf((False,))
    able = tuple([each for each in STANCES if me.defends or each != FULL_DEFENSE])
    if kind is m.Strike and others:
        return may(
            kind,
            target=OneOf(others),
            weapon=OneOf(tuple(me.arms)),
            maneuvers=replace(basket((), MAX_RAISES, second=False, other=True), needs="", apart=()),
            raise_for=Text(),
            lower=Between(0, 0),
            void=OneOf(points),
            named=Words(()),
            center=none,
            keep=_KEEPS,
            keep_damage=_KEEPS,
        )
    if kind is m.Defend and me.defends:
        return may(kind, void=OneOf(points), named=Words(()), center=none, keep=_KEEPS)
    found = {
        m.Stance: (("stance", OneOf(able)), ("void", _NONE)),
        m.Spend: (("on", OneOf(("armor", "initiative"))),),
        m.Ready: (("weapon", OneOf(tuple(me.hands))),) if me.hands else None,
        m.Cover: (("ally", OneOf(allies)),) if allies else None,
        m.Rise: (),
        m.Try: (("what", Text(least=1)), ("kind", OneOf(tuple(KINDS)))),
    }.get(kind)
    return None if found is None else Offer(kind, found)
