"""What the page of a table shows: people, cards, what may be done. Everything comes from one seat's view."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Any, NamedTuple

from rollkeep.errors import RollKeepError
from rollkeep.hosts import words_of
from rollkeep.machine.machine import CHANCE, GM, Offers, Who
from rollkeep.table.table import Plea, Run
from rollkeep.web.cards import cards
from rollkeep.web.cards.boards import on_board, reserve, takes_part
from rollkeep.web.cards.cards import Card
from rollkeep.web.forms import asking
from rollkeep.web.forms.controls import Doing, doings
from rollkeep.web.ground.people import deeds_of, people, waits_for
from rollkeep.web.ground.seats import Form, View
from rollkeep.web.ground.words import field_title, machine_title, move_title, value_title
from rollkeep.web.odds.best import advised


class Block(NamedTuple):
    """What may be done in one procedure: the own moves, and those of others whom the game master may act for.

    ``answers`` are the standing answers there are in it, ``own`` the own characters in it who can give one, ``unseen``
    the hidden characters who can come in, ``sides`` where; ``pleas``: who of the own has asked to let something pass,
    and why.
    """

    card: Card
    mine: tuple[Doing, ...]
    others: tuple[tuple[Who, tuple[Doing, ...]], ...]
    answers: tuple[tuple[str, str], ...] = ()
    own: tuple[Who, ...] = ()
    unseen: tuple[Who, ...] = ()
    sides: tuple[str, ...] = ()
    pleas: tuple[tuple[Who, str], ...] = ()

    @property
    def now(self) -> tuple[tuple[Who, tuple[Doing, ...]], ...]:
        """What is waited for, by who does it."""
        found = dict[Who, list[Doing]]()
        for doing in self.mine:
            if not doing.is_aside:
                found.setdefault(doing.who, []).append(doing)
        return tuple((who, tuple(sorted(several, key=_rank))) for who, several in found.items())

    @property
    def asides(self) -> tuple[Doing, ...]:
        """What can be done at any time."""
        return tuple(doing for doing in self.mine if doing.is_aside)


def _rank(doing: Doing) -> int:
    """What comes first in a turn stands first, then what is wanted most, and what has to be written in words last."""
    return {"Stance": 0, "Strike": 1}.get(doing.move, 3 if doing.is_wordy else 2)


def context(
    view: View,
    *,
    word: str = "",
    before: int = 0,
    watching: bool = False,
    said: Form | None = None,
    fault: RollKeepError | None = None,
) -> dict[str, Any]:
    """All that the page of a table needs."""
    found = cards.cards(view, before, many=1_000 if word else cards.MANY)
    if word:
        found = [card for card in found if _has(card, word.lower())][: cards.MANY]
    last = min((card.run for card in found), default=0)
    return {
        "view": view,
        "kept": view.room.kept,
        "cards": found,
        "older": last if any(number < last for number in list(view.room.of_run)) and not word else 0,
        "people": people(view),
        "blocks": [] if watching else blocks(view),
        "pleas": pleas(view) if view.is_gm and not watching else [],
        "word": word,
        "watching": watching,
        "said": said or Form([]),
        "blank": Form([]),
        "fault": fault,
        "fresh": fresh_id,
        "waits": waits_for,
        "deeds": deeds_of,
        "words": words_of(view.room.kept.game),
        "asking": asking.asking(view) if view.is_gm and not watching else None,
        "after": 0,
    }


def news(view: View, after: int) -> dict[str, Any]:
    """What has changed since an entry: the cards of the runs that went on, and everything beside the log."""
    changed = dict.fromkeys(entry.run for entry in view.room.entries[after:])
    found = [card for number in changed if (card := cards.card_once(view, number))]
    return context_of_news(view, found, after)


def context_of_news(view: View, found: list[Card], after: int) -> dict[str, Any]:
    """The parts that are sent."""
    return {
        "view": view,
        "kept": view.room.kept,
        "cards": found,
        "people": people(view),
        "blocks": blocks(view),
        "pleas": pleas(view) if view.is_gm else [],
        "said": Form([]),
        "fault": None,
        "fresh": fresh_id,
        "waits": waits_for,
        "words": words_of(view.room.kept.game),
        "after": after,
        "watching": False,
    }


def fresh_id() -> str:
    """The id of the command that a form will send: sending it twice has one effect."""
    return secrets.token_hex(12)


def blocks(view: View) -> list[Block]:
    """What this seat may do now, procedure by procedure."""
    found = []
    for number in sorted(view.table.open, reverse=True):
        run = view.table.runs[number]
        if not view.table.sees(view.seat, run) or view.role == "watcher":
            continue
        every = cards.all_offers(view, number)
        mine: Offers = {who: offered for who, offered in every.items() if who in view.names and who != CHANCE}
        others = {who: offered for who, offered in every.items() if view.is_gm and who not in (*mine, CHANCE)}
        if view.is_gm:  # characters that nobody plays come behind the game master's own
            mine = {who: mine[who] for who in sorted(mine, key=lambda who: who != GM)}
        card = cards.card_once(view, number)
        if card and (mine or others or (not view.is_gm and takes_part(view, run))):
            rest = tuple((who, _doings(view, run, number, {who: offered})) for who, offered in others.items())
            doings_ = _alike(_doings(view, run, number, mine))
            lets_in = any(doing.move == "Enter" and doing.who == GM for doing in doings_)
            unseen, sides = reserve(view, run) if lets_in else ((), ())
            answers = view.table.hosts[run.machine].words
            own = tuple(who for who in on_board(run) if who in view.mine) if answers and not view.is_gm else ()
            asked = tuple((one.who, one.why) for one in view.table.pleas.values() if one.run == number)
            asked = tuple(pair for pair in asked if pair[0] in view.mine and not view.is_gm)
            found.append(Block(card, doings_, rest, answers, own, unseen, sides, asked))
    return found


def _doings(view: View, run: Run, number: int, offered: Offers) -> tuple[Doing, ...]:
    found = doings(run.machine, number, offered)
    seen = view.run(number)
    return tuple(advised(seen, doing, view.table.cast.get) if seen else doing for doing in found)


def _alike(found: tuple[Doing, ...]) -> tuple[Doing, ...]:
    """Where one tap makes a move that others of this seat can make too, how many they are."""
    can = Counter(doing.move for doing in found)
    return tuple(doing._replace(alike=can[doing.move] - 1 if doing.pick else 0) for doing in found)


def pleas(view: View) -> list[tuple[int, Plea, str, str]]:
    """What the game master is asked to let pass: its number, who asks and why, the move, and in what it is."""
    found = []
    for number, plea in view.table.pleas.items():
        card, machine = cards.card_once(view, plea.run), view.table.runs[plea.run].machine
        where = (card.picture.label or card.picture.title) if card and card.picture else machine_title(machine)
        found.append((number, plea, _move_text(machine, plea), where))
    return found


def _move_text(machine: str, plea: Plea) -> str:
    move = type(plea.move).__name__
    values = [
        f"{field_title(machine, name, move)}: {_shown(machine, name, getattr(plea.move, name), move)}"
        for name in getattr(plea.move, "__dataclass_fields__", ())
        if name != "who" and getattr(plea.move, name) not in ("", (), 0, False, "high")
    ]
    return f"{move_title(machine, move)}. {', '.join(values)}".strip(". ")


def _shown(machine: str, name: str, value: Any, move: str) -> str:
    if isinstance(value, tuple):
        several = Counter(_shown(machine, name, each, move) for each in value)
        return ", ".join(f"{text} x{count}" if count > 1 else text for text, count in several.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value + 1) if name in ("which", "positions") else str(value)
    return value_title(machine, name, value, move) if isinstance(value, str) else str(value)


def _has(card: Card, word: str) -> bool:
    told = [line.text for line in card.lines]
    if card.picture:
        told += [card.picture.label, card.picture.title, *(each.title for each in card.picture.rolls)]
        told += [each.who for each in card.picture.rolls]
    return any(word in text.lower() for text in (*told, card.by))


def as_json(view: View) -> dict[str, Any]:
    """The table for programs."""
    kept = view.room.kept
    return {
        "table": kept.id,
        "name": kept.name,
        "game": kept.game,
        "seat": view.seat,
        "role": view.role,
        "plays": list(view.mine),
        "seq": view.table.seq,
        "head": view.room.head,
        "fault": view.room.fault,
        "locked": view.table.locked,
        "rulings": dict(view.table.rulings),
        "people": [
            {
                "name": each.name,
                "player": each.player,
                "hidden": each.hidden,
                "free": each.free,
                "words": each.words,
                "tracks": {track.key: {"now": track.now, "most": track.most or None} for track in each.tracks},
            }
            for each in people(view)
        ],
        "open": [number for number in sorted(view.table.open) if view.table.sees(view.seat, view.table.runs[number])],
    }


def menu_as_json(view: View) -> dict[str, Any]:
    """What this seat may do, for programs: by run and by who may do it."""
    found: dict[str, Any] = {}
    for block in blocks(view):
        of_run = found.setdefault(str(block.card.run), {})
        for doing in (*block.mine, *(each for _, more in block.others for each in more)):
            of_run.setdefault(doing.who, []).append(_doing(doing))
    return found


def _doing(doing: Doing) -> dict[str, Any]:
    return {
        "move": doing.move,
        "title": doing.title,
        "secret": doing.secret,
        "says": list(doing.says),
        "values": [
            {
                "name": control.name.removeprefix("f."),
                "kind": control.kind,
                "value": control.value,
                "options": [value for value, _ in control.options],
                "opens": list(control.opens),
                "least": control.least,
                "most": control.most,
            }
            for control in doing.controls
        ],
    }
