"""The questions of a duel: what may be done now, what it would open, and what the computer would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from rollkeep.cli.dueling import Dueling
from rollkeep.cli.page import Page, percent
from rollkeep.cli.show_duel import show_gauges
from rollkeep.dice.bound import Symbols
from rollkeep.dice.symbols import SYMBOLS, tally
from rollkeep.errors import NotationError, TooLarge
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.state import Check, Duel
from rollkeep.fifth.wording import sentence
from rollkeep.fifth.wording_moves import MOVE_TITLES, move_sentence
from rollkeep.fifth.wording_names import NAMES, OPPORTUNITY, STANCES
from rollkeep.machine.bound import Basket, Between, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import GM, Offer, Offers, Scene, Who
from rollkeep.text import unfit

LEAVE, MASTER = "q", "!"
MOST_SHOWN = 8
_FIELDS = {
    "ring": "Which ring?",
    "weapon": "With which weapon?",
    "hands": "Held in how many hands?",
    "seize": "Spend a Void Point to seize the moment?",
    "refuse": "Spend a Void Point not to defend?",
    "yes": "Reveal it?",
    "skill": "Which skill?",
    "intent": "What is tried?",
    "effect": "What comes of it?",
    "tn": "TN? 0 is without a check.",
    "types": "Of which types?",
    "edges": "Which advantages and disadvantages count?",
    "dice": "How many skill dice?",
    "strife": "How much strife?",
    "who": "Who?",
    "on": "On what?",
    "positions": "Which dice?",
    "away": "Which dice go away?",
    "for_": "For which reserved dice?",
}


class Left(Exception):  # noqa: N818 - says what it is
    """Somebody leaves the duel for now; it can be gone on with."""


class Asking:
    """Asks at one terminal, where two people sit or one against the computer."""

    def __init__(self, colour: str) -> None:
        self.colour = colour
        self.shown = 0
        self.last: Who = ""

    def __call__(self, dueling: Dueling, every: Offers) -> tuple[Who, Any]:
        """Who moves and how.

        Raises: Left
        """
        players = [who for who in every if who != GM]
        who = players[0] if players else GM
        self._news(dueling)
        secret = any(offer.secret for offer in every[who])
        if secret and self._is_shared(dueling):
            self._hand_over(who)
        page = Page(self.colour, err=True)
        view = dueling.view(who)
        if who != GM:
            show_gauges(page, dueling, who)
        page.print()
        try:
            move = self._move(dueling, view, who, every)
        finally:
            if secret and self._is_shared(dueling):
                click.clear()
        return (GM, move) if isinstance(move, m.GAME_MASTER) else (who, move)

    def _is_shared(self, dueling: Dueling) -> bool:
        return not dueling.autos

    def _news(self, dueling: Dueling) -> None:
        """What has happened since the last question."""
        from rollkeep.cli.show_duel import show_events

        page = Page(self.colour, err=True)
        show_events(page, [event for _, event in dueling.told(self.shown)])
        self.shown = dueling.entries[-1].seq if dueling.entries else 0
        if page.lines:
            page.print()

    def _hand_over(self, who: Who) -> None:
        """Nobody else looks on while a secret is asked."""
        click.clear()
        click.prompt(f"For {who} alone. Press Enter when nobody else looks", default="", show_default=False, err=True)

    def _move(self, dueling: Dueling, view: Scene[Duel], who: Who, every: Offers) -> Any:
        offered = every[who]
        suggested = None if who == GM else computer(who, dueling.source)(view, offered)
        master = every.get(GM, ()) if who != GM else ()
        for offer in offered:
            for reason in offer.says:
                page = Page(self.colour, err=True)
                page.wrapped(f"{sentence(reason)} [{reason.rule}]", "  ")
                page.print()
        if len(offered) == 1 and offered[0].move in (m.Keep, m.Spend, m.Reroll, m.Reserve):
            return self._filled(dueling, view, offered[0], suggested)
        offer = self._chosen(dueling, view, who, offered, suggested, master)
        return self._filled(dueling, view, offer, suggested if type(suggested) is offer.move else None)

    def _chosen(
        self,
        dueling: Dueling,
        view: Scene[Duel],
        who: Who,
        offered: Sequence[Offer],
        suggested: Any,
        master: Sequence[Offer],
    ) -> Offer:
        """Which kind of move, from a numbered list."""
        lines = [(offer, _line(offer)) for offer in offered]
        best = next((i for i, offer in enumerate(offered) if suggested is not None and offer.admits(suggested)), 0)
        whose = "The game master" if who == GM else who
        click.echo(f"{whose} may:", err=True)
        for i, (_, line) in enumerate(lines, 1):
            click.echo(f"  {i:>2}  {line}", err=True)
        extra = f"{LEAVE} leaves, to go on later" + (f"; {MASTER} the game master" if master else "")
        click.echo(click.style(f"      {extra}", dim=True), err=True)
        while True:
            answer = _prompt("What", str(best + 1)).lower()
            if answer == MASTER and master:
                return self._chosen(dueling, view, GM, master, None, ())
            if answer.isascii() and answer.isdigit() and 1 <= int(answer[:4]) <= len(lines):
                return lines[int(answer[:4]) - 1][0]
            click.echo(f"Write a number from 1 to {len(lines)}.", err=True)

    def _filled(self, dueling: Dueling, view: Scene[Duel], offer: Offer, suggested: Any) -> Any:
        """The move with every value asked for that leaves a choice."""
        values: dict[str, Any] = {}
        for name, bound in offer.bounds:
            default = getattr(suggested, name, None)
            if default is not None and not bound.holds(default):
                default = None
            values[name] = self._value(view, offer, name, bound, default)
        return offer.move(**values)

    def _value(self, view: Scene[Duel], offer: Offer, name: str, bound: Any, default: Any) -> Any:
        if isinstance(bound, OneOf):
            if len(bound.of) == 1:
                return bound.of[0]
            if set(bound.of) == {False, True}:
                return _yes_or_no(_FIELDS[name], bool(default))
            said = STANCES if offer.move is m.Stance else {}
            return _one_of(_FIELDS[name], tuple(map(str, bound.of)), str(default) if default else "", said)
        if isinstance(bound, Between):
            if bound.least == bound.most:
                return bound.least
            return _number(_FIELDS[name], bound, bound.least if default is None else default)
        if isinstance(bound, SomeOf):
            if not bound.most:
                return ()
            if offer.move is m.Keep:
                _show_choices(view, bound)
            else:
                _show_dice(bound)
            question = "Keep which?" if offer.move is m.Keep else _FIELDS[name]
            return _positions(question, bound, default)
        if isinstance(bound, Basket):
            return _basket(bound, default or ())
        if isinstance(bound, Words):
            return _words(_FIELDS[name], bound) if bound.of else ()
        if isinstance(bound, Text):
            return _text(_FIELDS[name], bound)
        if isinstance(bound, Symbols):
            return _by_hand(bound)
        raise TypeError(bound)


def _line(offer: Offer) -> str:
    """What a kind of move is called in the list; where nothing is left to choose, the whole move."""
    fixed: dict[str, Any] = {}
    for name, bound in offer.bounds:
        if isinstance(bound, OneOf) and len(bound.of) == 1:
            fixed[name] = bound.of[0]
        elif isinstance(bound, Between) and bound.least == bound.most:
            fixed[name] = bound.least
        elif isinstance(bound, Words) and not bound.of:
            fixed[name] = ()
        else:
            break
    else:
        return move_sentence(offer.move(**fixed))
    title = MOVE_TITLES[offer.move.__name__]
    for name, bound in offer.bounds:
        if name in ("weapon", "skill", "ring") and isinstance(bound, OneOf):
            return f"{title}: {', '.join(NAMES.get(str(each), str(each)) for each in bound.of[:6])}"
    return title


def _prompt(question: str, default: str = "") -> str:
    """An answer; ``q`` leaves.

    Raises: Left
    """
    answer = click.prompt(question, default=default, show_default=bool(default), err=True).strip()
    if answer.lower() == LEAVE:
        raise Left
    return str(answer)


def _yes_or_no(question: str, default: bool) -> bool:
    while True:
        answer = _prompt(f"{question} y/n", "y" if default else "n").lower()
        if answer in ("y", "yes", "n", "no"):
            return answer[0] == "y"
        click.echo("Write y or n.", err=True)


def _one_of(question: str, words: Sequence[str], default: str, said: Mapping[str, str]) -> str:
    names = [NAMES.get(word, word) for word in words]
    for i, (word, name) in enumerate(zip(words, names, strict=True), 1):
        what = f": {said[word]}" if word in said else ""
        click.echo(f"  {i:>2}  {name}{what}", err=True)
    best = str(words.index(default) + 1) if default in words else "1"
    while True:
        answer = _prompt(question, best)
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:4]) <= len(words):
            return words[int(answer[:4]) - 1]
        found = [word for word, name in zip(words, names, strict=True) if answer.lower() in (word, name.lower())]
        if found:
            return found[0]
        click.echo(f"Write a number from 1 to {len(words)}, or the name.", err=True)


def _number(question: str, bound: Between, default: int) -> int:
    while True:
        answer = _prompt(f"{question} {bound.least} to {bound.most}", str(default))
        if answer.isascii() and answer.isdigit() and bound.holds(int(answer[:6])):
            return int(answer[:6])
        click.echo(f"Write a whole number from {bound.least} to {bound.most}.", err=True)


def _show_dice(bound: SomeOf) -> None:
    click.echo("  " + "  ".join(f"{i + 1}: {label}" for i, label in bound.of), err=True)


def _show_choices(view: Scene[Duel], bound: SomeOf) -> None:
    """The dice on the table, and what each choice worth considering gives."""
    from rollkeep.odds import symbols as odds

    check = view.state.stack[-1]
    assert isinstance(check, Check)
    click.echo("  " + "  ".join(f"{i + 1}: {SYMBOLS[face]}" for i, face in enumerate(check.faces)), err=True)
    compromised = len(bound.of) < len(check.faces)
    room = None if check.kept else bound.most
    try:
        found = odds.choices(
            check.faces, room, odds.Target(check.tn), tally(check.kept), compromised, min(bound.least, len(bound.of))
        )
    except TooLarge:
        return
    most = max((len(_typed(choice.positions)) for choice in found), default=4)
    click.echo(f"  {'keep':{max(most, 4)}}  shows  TN {check.tn}", err=True)
    for choice in found[:MOST_SHOWN]:
        shown = f"{_typed(choice.positions):{max(most, 4)}}  {choice.shows!s:5}  {percent(choice.chance)}"
        click.echo(f"  {shown}", err=True)


def _typed(positions: Sequence[int]) -> str:
    return ",".join(str(i + 1) for i in positions) or "none"


def _positions(question: str, bound: SomeOf, default: Any) -> tuple[int, ...]:
    from rollkeep.cli.symbol_play import read_positions

    limit = f"{bound.least}" if bound.least == bound.most else f"{bound.least} to {bound.most}"
    while True:
        answer = _prompt(f"{question} {limit} of them", _typed(default or ()))
        try:
            chosen = read_positions(answer, max((i for i, _ in bound.of), default=-1) + 1)
        except NotationError as fault:
            click.echo(f"{fault.message} {fault.hint}", err=True)
            continue
        if bound.holds(chosen):
            return tuple(chosen)
        allowed = ", ".join(str(i + 1) for i, _ in bound.of)
        click.echo(f"Name {limit} of the dice {allowed}.", err=True)


def _basket(bound: Basket, default: tuple[str, ...]) -> tuple[str, ...]:
    """What is bought, by numbers; one that may be bought again is named again."""
    names = [name for name, _, _ in bound.of]
    click.echo(f"  {bound.purse} opportunity to spend:", err=True)
    for i, (name, cost, often) in enumerate(bound.of, 1):
        price = f"{cost} each" if often > 1 else str(cost)
        click.echo(f"  {i:>2}  {OPPORTUNITY.get(name, name)} ({price})", err=True)
    best = ",".join(str(names.index(name) + 1) for name in default) or "none"
    while True:
        answer = _prompt("On what? Numbers with commas, or none", best)
        words = [] if answer.lower() in ("none", "-", "0") else answer.replace(",", " ").split()
        if all(word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= len(names) for word in words):
            chosen = tuple(sorted(names[int(word[:4]) - 1] for word in words))
            if bound.holds(chosen):
                return chosen
            click.echo(f"That costs more than {bound.purse}, or is more of one thing than there is.", err=True)
        else:
            click.echo(f"Write numbers from 1 to {len(names)}, such as 1,2.", err=True)


def _words(question: str, bound: Words) -> tuple[str, ...]:
    """Some of a few words."""
    while True:
        answer = _prompt(f"{question} {', '.join(bound.of)}, or none", "none").lower()
        said = [] if answer == "none" else answer.replace(",", " ").split()
        chosen = tuple(word for word in bound.of if word in said)
        if len(chosen) == len(set(said)):
            return chosen
        click.echo(f"Write some of {', '.join(bound.of)}, or none.", err=True)


def _by_hand(bound: Symbols) -> tuple[int, ...]:
    """Dice that somebody has thrown."""
    from rollkeep.dice.symbol_hand import read_dice

    parts = [f"{count} {kind} {'die' if count == 1 else 'dice'}" for count, kind in _kinds(bound) if count]
    example = " / ".join(" ".join(["su"] * count) for count, _ in _kinds(bound) if count)
    click.echo(f"Throw {' and '.join(parts)}; type what they show, such as {example}.", err=True)
    while True:
        answer = _prompt("They show")
        try:
            seen = read_dice(answer if bound.ring else f"/ {answer.removeprefix('/')}", bound.ring, bound.skill)
        except NotationError as fault:
            click.echo(f"{fault.message} {fault.hint}", err=True)
            continue
        faces = tuple(die.face for die in seen)
        if any(die.extra or die.before is not None for die in seen):
            click.echo("Dice that explosives bring are asked for by themselves; no > and no ~ here.", err=True)
        elif bound.holds(faces):
            return faces


def _kinds(bound: Symbols) -> tuple[tuple[int, str], ...]:
    return (bound.ring, "ring"), (bound.skill, "skill")


def _text(question: str, bound: Text) -> str:
    while True:
        answer = _prompt(question, "" if bound.least else "nothing")
        text = "" if not bound.least and answer == "nothing" else answer
        if bound.holds(text):
            return text
        click.echo(f"This {unfit(text, bound.most) or 'needs a word'}.", err=True)
