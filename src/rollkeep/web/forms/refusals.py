"""A move that is not on offer, told with the titles that its form has."""

from __future__ import annotations

from typing import Any

from rollkeep.errors import IllegalMove, RollKeepError
from rollkeep.fourth.play.bound import Adds
from rollkeep.machine.bound import Basket, Between, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import GM
from rollkeep.web.ground.seats import View
from rollkeep.web.ground.words import field_title, hint_here, move_title, value_title

FEW = 5
"""Values that a hint names one by one."""
_MISSING = {"raise_for": ("Say in a few words what the other Raises are for.", "")}
"""The message and the hint for a text that is missing, where the title of its field makes no sentence."""


def worded(view: View, fault: RollKeepError) -> RollKeepError:
    """The same refusal in the words of the page."""
    hosts = view.table.hosts.values()
    if not isinstance(fault, IllegalMove):
        fault.hint = hint_here(fault.hint)
        return fault
    machine = next((host.name for host in hosts if type(fault.move) in host.moves), "")
    if not machine or not (fault.offers or fault.turn):  # else it says itself what is wrong
        return fault
    move = type(fault.move).__name__
    title, (name, bound), others = move_title(machine, move), *_spoilt(fault)
    if name:
        field, value = field_title(machine, name, move), getattr(fault.move, name)
        message, hint = f"{title}: {field} cannot be that.", _within(bound, machine, name, move)
        if isinstance(bound, Text) and value == "":
            message, hint = _MISSING.get(name, (f"{title}: {field} is missing.", "Write it in a few words."))
        elif apart := _apart(bound, value):
            hint = f"Choose one of {apart}."
        elif isinstance(bound, Basket):
            message = f"{title}: that is more than can be had."
        elif isinstance(bound, Adds):
            message = f"{title}: that cannot be granted here."
        for other, left_out in others:
            with_ = value_title(machine, other, str(left_out.of[0]), move)
            hint += f" It could be with {field_title(machine, other, move)}: {with_}."
    else:
        actor = "The game master" if fault.who == GM else fault.who
        message, hint = f"{actor} cannot do that now: {_lower(title)}.", fault.hint
        if fault.offers:
            titles = dict.fromkeys(move_title(machine, offer.move.__name__) for offer in fault.offers)
            hint = f"What can be done: {', '.join(map(_lower, titles))}."
    told = IllegalMove(fault.who, fault.move, fault.offers, turn=fault.turn, message=message)
    told.hint = hint
    return told


def _spoilt(fault: IllegalMove) -> tuple[tuple[str, Any], list[tuple[str, OneOf]]]:
    """The first value that does not fit the offer that fits best, with its bound; of several what is only missing, then
    what may be left out. Beside it what was left out and would make it fit.
    """
    of_kind = [offer for offer in fault.offers if offer.move is type(fault.move)]
    spoilt = [[pair for pair in offer.bounds if not pair[1].holds(getattr(fault.move, pair[0]))] for offer in of_kind]

    def unfit(each: list[tuple[str, Any]]) -> tuple[int, bool, bool, bool]:
        is_missing = all(isinstance(bound, Text) and getattr(fault.move, name) == "" for name, bound in each)
        apart = any(isinstance(bound, OneOf) for _, bound in each)  # such a value chooses among the offers
        return len(each), not is_missing, not all(isinstance(bound, Words) for _, bound in each), apart

    best = min(spoilt, key=unfit, default=[])
    if not best:
        return ("", None), []
    alone = dict(each[0] for each in spoilt if len(each) == 1 and isinstance(each[0][1], OneOf))
    return best[0], [
        (name, bound) for name, bound in alone.items() if name != best[0][0] and getattr(fault.move, name) == ""
    ]


def _apart(bound: Any, value: Any) -> str:
    """Things that were chosen together and exclude each other; empty where there are none."""
    for names in bound.apart if isinstance(bound, Basket) and isinstance(value, tuple) else ():
        both = [name for name in names if name in value]
        if len(both) > 1:
            return " and ".join(both)
    return ""


def _within(bound: Any, machine: str, name: str, move: str) -> str:
    if isinstance(bound, Between):
        return (
            f"Choose {bound.least} to {bound.most}." if bound.least < bound.most else f"It can only be {bound.least}."
        )
    if isinstance(bound, SomeOf):
        many = str(bound.least) if bound.least == bound.most else f"{bound.least} to {bound.most}"
        return f"Choose {many} of them."
    if isinstance(bound, Text):
        return f"Write at most {bound.most} plain characters."
    if isinstance(bound, Basket):
        return f"It may cost {bound.purse} in all." if bound.purse else "Nothing can be chosen there now."
    if isinstance(bound, Adds):
        kinds, such = ("Dice and bonuses", "+1k0") if bound.dice else ("Bonuses alone, no dice", "+5")
        return f"{kinds}, each with its reason, such as {such} high ground; at most {bound.most}, and none too large."
    if isinstance(bound, OneOf) and 0 < len(bound.of) <= FEW and all(isinstance(each, str) for each in bound.of):
        return f"It can be {' or '.join(value_title(machine, name, str(each), move) for each in bound.of)}."
    return "Choose something else, or leave it out."


def _lower(title: str) -> str:
    return title if title[:2].isupper() else title[:1].lower() + title[1:]
