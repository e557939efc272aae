"""The questions of a duel: what may be done now, what it would open, and what the computer would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from rollkeep.cli.duel_lines import edges, opened, parts
from rollkeep.cli.dueling import Dueling
from rollkeep.cli.page import percent
from rollkeep.cli.questions import LEAVE, Left, Questions, typed
from rollkeep.cli.show_duel import gauges, show_events
from rollkeep.dice.bound import Symbols
from rollkeep.dice.symbols import SYMBOLS, tally
from rollkeep.errors import TooLarge
from rollkeep.fifth.catalogue.skills import GROUP_OF, shown
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel import preview
from rollkeep.fifth.duel.check import SPARE
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.person import SKILLS
from rollkeep.fifth.duel.state import Centring, Check, Duel, reserved, side
from rollkeep.fifth.wording import sentence
from rollkeep.fifth.wording_moves import MOVE_TITLES
from rollkeep.fifth.wording_names import NAMES, OPPORTUNITY
from rollkeep.machine.bound import Basket, Between, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import GM, Offer, Offers, Scene, Who
from rollkeep.machine.secret import known

__all__ = ["Asking", "Left"]

MASTER, BACK = "!", "b"
_AWAY, _BACK_AGAIN = "\x1b[?1049h\x1b[2J\x1b[H", "\x1b[2J\x1b[H\x1b[?1049l"
"""To the terminal's second screen and back, both cleared for terminals that have one screen only."""
MOST_SHOWN = 8
_DIRECT = (
    *(m.Keep, m.Spend, m.Reroll, m.Reserve, m.Ready, m.Stance, m.Throw, m.Reveal, m.Resist, m.Defend, m.Allow, m.Tell),
)
"""Kinds of move that need no list where nothing else can be done."""

_FIELDS = {
    "ring": "Which ring?",
    "weapon": "With which weapon?",
    "hands": "Held in how many hands?",
    "seize": "Spend a Void Point to seize the moment (a ring die more)?",
    "refuse": "Spend a Void Point not to defend (a critical instead of fatigue)?",
    "yes": "Reveal it?",
    "skill": "Which skill?",
    "intent": "What is tried?",
    "effect": "What comes of it?",
    "tn": "Which TN? 0 is without a check;",
    "types": "Of which types is it?",
    "edges": "Which of them count?",
    "dice": "How many skill dice?",
    "strife": "How much strife?",
    "who": "Who?",
    "away": "Which dice go away?",
    "for_": "For which reserved dice?",
}
_NAMES = {**NAMES, **{skill: shown(skill) for skill in (*GROUP_OF, *SKILLS)}}


class Asking:
    """Asks at one terminal, where two people sit or one against the computer."""

    def __init__(self, colour: str, shown: int) -> None:
        self.ask = Questions(colour)
        self.shown = shown
        self._gauges: list[str] = []
        self._told = False

    def __call__(self, dueling: Dueling, every: Offers) -> tuple[Who, Any]:
        """Who moves and how; no move where somebody may only concede and does not.

        Raises: Left
        """
        who = next((who for who in every if who != GM), GM)
        self._news(dueling)
        if not self._told:
            self._told = True
            self.ask.say(f"{LEAVE} at any question leaves the duel, to go on with it later.", "", dim=True)
        view, offered = dueling.view(who), every[who]
        if who != GM:
            self._stand(dueling, who)
        kinds = {offer.move for offer in offered}
        is_direct = len(kinds) == 1 and offered[0].move in (*_DIRECT, m.Concede)
        if is_direct:
            self._opens(offered)
        if kinds == {m.Concede}:
            self.ask.say(f"{who} may concede.", "")
            return who, m.Concede() if self.ask.yes("Concede before the blow falls?", False) else None
        suggested = None if who == GM else computer(who, dueling.source)(view, offered)
        if m.Keep in kinds:
            self._choices(view)
        if m.Swap in kinds:
            self._reserve(view)
        if is_direct:
            chosen: Sequence[Offer] = offered
            if offered[0].move in (m.Ready, m.Stance, m.Allow, m.Tell):
                self.ask.say(f"{_named(who)}: {MOVE_TITLES[offered[0].move.__name__]}", "")
        else:
            chosen = self._chosen(view, who, offered, suggested, every.get(GM, ()) if who != GM else ())
        alone = chosen[0].secret or chosen[0].move is m.Reveal
        if alone and not dueling.autos:
            move = self._in_secret(view, who, chosen, suggested)
        else:
            move = self._filled(view, who, chosen, suggested)
        return (GM, move) if isinstance(move, m.GAME_MASTER) else (who, move)

    # --- what is shown ------------------------------------------------------------------------------------------

    def _news(self, dueling: Dueling) -> None:
        """What has happened since the last question."""
        page = self.ask.page()
        show_events(page, [event for _, event in dueling.told(self.shown)])
        self.shown = dueling.entries[-1].seq if dueling.entries else 0
        if page.lines:
            page.print()

    def _stand(self, dueling: Dueling, who: Who) -> None:
        """How both stand, where that has changed since the last question."""
        page = self.ask.page()
        gauges(page, dueling.scene, who)
        if page.lines != self._gauges:
            self._gauges = page.lines.copy()
            page.print()

    def _in_secret(self, view: Scene[Duel], who: Who, chosen: Sequence[Offer], suggested: Any) -> Any:
        """The move, asked where nobody else looks on: on a screen of its own, which leaves nothing behind.

        Raises: Left
        """
        _screen(_AWAY)
        try:
            self.ask.answer(f"For {who} alone. Press Enter when nobody else looks")
            self._opens(chosen)
            return self._filled(view, who, chosen, suggested)
        finally:
            _screen(_BACK_AGAIN)

    def _choices(self, view: Scene[Duel]) -> None:
        """The dice on the table, and what each choice worth considering gives."""
        from rollkeep.odds import symbols as odds

        check = view.state.stack[-1]
        assert isinstance(check, Check)
        one = side(view.state, check.who)
        self.ask.dice([(i, SYMBOLS[face]) for i, face in enumerate(check.faces)])
        room = None if check.kept else check.pool[2]
        least = 0 if check.kept else 1
        try:
            so_far = tally(check.kept + (SPARE,) * check.spare)
            found = odds.choices(check.faces, room, odds.Target(check.tn), so_far, one.compromised, least * (room != 0))
        except TooLarge:
            return
        wide = max([4, *(len(typed(choice.positions)) for choice in found)])
        self.ask.say(f"{'keep':{wide}}  shows  TN {check.tn}", dim=True)
        page = self.ask.page()
        for choice in found[:MOST_SHOWN]:
            page.add(f"  {typed(choice.positions):{wide}}  {choice.shows!s:5}  {percent(choice.chance)}")
        page.print()

    def _reserve(self, view: Scene[Duel]) -> None:
        """The dice that were set aside, then those that were thrown."""
        frame = view.state.stack[-1]
        assert isinstance(frame, Check | Centring)
        for title, faces in (
            ("Reserved", reserved(side(view.state, frame.who), frame.skill)),
            ("Thrown", frame.faces),
        ):
            self.ask.say(f"{title}:", "")
            self.ask.dice([(i, SYMBOLS[face]) for i, face in enumerate(faces)])

    def _opens(self, offered: Sequence[Offer]) -> None:
        """What a move opens, before it is made; what its options do is told beside these."""
        for reason in dict.fromkeys(reason for offer in offered if not offer.about for reason in offer.says):
            self.ask.say(f"{sentence(reason)} [{reason.rule}]")

    # --- which kind of move -------------------------------------------------------------------------------------

    def _chosen(
        self, view: Scene[Duel], who: Who, offered: Sequence[Offer], suggested: Any, master: Sequence[Offer]
    ) -> Sequence[Offer]:
        """Which kind of move, from a numbered list."""
        every = parts(view, who, offered)
        best = next((i for i, part in enumerate(every) if any(offer.admits(suggested) for offer in part.offers)), 0)
        self.ask.say(f"{_named(who)} may:", "")
        lines = [part.line for part in every]
        extra = {BACK: "goes back"} if who == GM else {MASTER: "for the game master's word"} if master else {}
        place = self.ask.chosen("What", lines, best, extra)
        if place is not None:
            return every[place].offers
        if who == GM:
            return ()
        return self._chosen(view, GM, master, None, ()) or self._chosen(view, who, offered, suggested, master)

    # --- its values ---------------------------------------------------------------------------------------------

    def _filled(self, view: Scene[Duel], who: Who, chosen: Sequence[Offer], suggested: Any) -> Any:
        """The move with every value asked for that leaves a choice."""
        values: dict[str, Any] = {}
        if chosen[0].move is m.Centre:
            suggested = m.Centre(preview.skill_at_hand(view, who), 0)
        if chosen[0].move is m.Spend:
            baskets = [bound for offer in chosen for _, bound in offer.bounds if isinstance(bound, Basket)]
            return m.Spend(self.ask.bought(baskets, getattr(suggested, "on", ()), OPPORTUNITY))
        if len(chosen) > 1:
            name, offer = self._part(view, who, chosen, suggested, values)
        else:
            name, offer = "", chosen[0]
        for field, bound in offer.bounds:
            if field == name:
                continue
            default = getattr(suggested, field, None)
            if default is not None and not bound.holds(default):
                default = None
            if offer.move is m.Centre and isinstance(bound, Between):
                default = bound.most
            values[field] = self._value(view, who, offer, field, bound, default, values)
        return offer.move(**values)

    def _part(
        self, view: Scene[Duel], who: Who, chosen: Sequence[Offer], suggested: Any, values: dict[str, Any]
    ) -> tuple[str, Offer]:
        """The part of a move that its first value says."""
        name = chosen[0].bounds[0][0]
        words = {str(word): offer for offer in chosen for word in offer.bounds[0][1].of}  # type: ignore[attr-defined]
        order = [ring for ring in NAMES if ring in words] if name == "ring" else list(words)
        default = str(getattr(suggested, name, ""))
        values[name] = self.ask.word(_FIELDS[name], order, default, _NAMES, self._said(view, who, chosen, name, order))
        return name, words[values[name]]

    def _said(
        self, view: Scene[Duel], who: Who, chosen: Sequence[Offer], name: str, words: Sequence[str]
    ) -> Mapping[str, str]:
        """What is told beside a word: the dice of a ring, and what the offers say that it opens."""
        move = chosen[0].move
        told = {word: text for offer in chosen if offer.about == name for word, text in opened(offer).items()}
        if move is m.Ready:
            return {ring: f", {preview.opening(view, who, ring)}" for ring in words}
        if move is m.Stance:
            dice = {ring: preview.striking(view, who, ring) for ring in words}
            return {ring: f", {dice[ring]}: {told[ring]}" for ring in words}
        return {word: f": {text}" for word, text in told.items()}

    def _value(
        self, view: Scene[Duel], who: Who, offer: Offer, name: str, bound: Any, default: Any, so_far: Mapping[str, Any]
    ) -> Any:
        if isinstance(bound, OneOf):
            if len(bound.of) == 1:
                return bound.of[0]
            if set(bound.of) == {False, True}:
                if offer.move is m.Reveal:
                    foreseen = str(known(side(view.state, who).foreseen))
                    self.ask.say(f"{who} foresaw {NAMES.get(foreseen, foreseen)}.", "")
                return self.ask.yes(_FIELDS[name], bool(default))
            words = [str(word) for word in bound.of]
            return self.ask.word(
                _FIELDS[name], words, str(default or ""), _NAMES, self._said(view, who, (offer,), name, words)
            )
        if isinstance(bound, Between):
            if bound.least == bound.most:
                return bound.least
            return self.ask.number(_FIELDS[name], bound, bound.least if default is None else default)
        if isinstance(bound, SomeOf):
            if not bound.most:
                return ()
            if offer.move is m.Keep:
                return self.ask.positions("Keep which?", bound, default or ())
            self.ask.dice(bound.of)
            question = {m.Reroll: "Throw which again?", m.Reserve: "Set which aside?"}.get(offer.move)
            return self.ask.positions(question or _FIELDS[name], bound, default or ())
        if isinstance(bound, Words):
            if not bound.of:
                return ()
            return self.ask.some(_FIELDS[name], bound, edges(view, who, so_far) if name == "edges" else {})
        if isinstance(bound, Text):
            return self.ask.text(_FIELDS[name], bound)
        if isinstance(bound, Symbols):
            return self.ask.thrown(who, bound)
        raise TypeError(bound)


def _named(who: Who) -> str:
    return "The game master" if who == GM else who


def _screen(codes: str) -> None:
    """What clears the terminal, where one is: the questions go to it, whatever becomes of the output."""
    click.echo(codes, nl=False, err=True, color=True)
