"""Forms made from offers, and moves read from forms: the same for every procedure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rollkeep.dice.bound import D10, Symbols
from rollkeep.dice.hand import check_dice, is_unfinished, read_dice, unfinished
from rollkeep.dice.symbol_hand import read_dice as read_symbols
from rollkeep.dice.symbols import RING_FACES, SKILL_FACES, SYMBOLS
from rollkeep.errors import UsageError
from rollkeep.fourth.play.bound import Adds, Rollable
from rollkeep.fourth.skirmish.arms import PRINTED
from rollkeep.hosts import sentence
from rollkeep.machine.bound import Basket, Between, Nothing, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import Offer, Offers, Who
from rollkeep.reason import Reason
from rollkeep.web.forms.reading import read_adds
from rollkeep.web.ground.seats import Form
from rollkeep.web.ground.words import (
    decision,
    either,
    field_title,
    is_aside,
    move_title,
    value_title,
    waits_on,
    whole_title,
)

FIELD = "f."
"""What the names of a move's fields begin with in a form."""
WHOLE = "f._"
"""The field that chooses a whole move, where every one on offer leaves nothing else open."""
MOST_BUTTONS = 8
"""Choices that stand side by side as buttons; more of them make a list."""
_COUNTED = frozenset(("hands", "strife"))
"""Numbers of which each is a choice of its own."""
ATTACKS = frozenset((("skirmish", "Strike"), ("duel", "Strike"), ("duel", "Cross"), ("duel", "Rise")))
"""Moves by machine of which the odds are told before they are made."""
_NAMED = frozenset(FIELD + name for name in ("ally", "after", "with_", "on", "weapon"))
"""Values that are told even where there is only one of them to choose."""


FACES = tuple(
    (kind, " ".join(dict.fromkeys(SYMBOLS[face] for face in faces)))
    for kind, faces in (("ring", RING_FACES), ("skill", SKILL_FACES))
)
"""What a ring die and a skill die can show, as players write it."""


class Control(NamedTuple):
    """One value of a move in a form. ``kind`` chooses how it is drawn; ``options`` are values with their texts, and
    ``opens`` what each of them opens, where that is told.

    ``dice`` are drawn for the options, where these are dice. Of ten-sided dice ``least`` is the face from which on they
    explode, ``most`` how many are thrown, and under ``emphasis`` a first 1 is thrown again.
    """

    name: str
    kind: str
    title: str
    value: str = ""
    options: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0
    emphasis: bool = False
    dice: tuple[Any, ...] = ()
    opens: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[tuple[str, str, str], ...]:
        """The options, each with what it opens."""
        opens = self.opens or ("",) * len(self.options)
        return tuple((value, text, small) for (value, text), small in zip(self.options, opens, strict=True))


class Doing(NamedTuple):
    """A kind of move that can be made: in which run, for whom, and the values to choose.

    ``best`` is what is chosen already, ``gives`` what each choice would come to. ``is_aside``: nobody waits for it.
    ``alike``: so many other characters of the seat can do the same now.
    """

    run: int
    who: Who
    move: str
    title: str
    says: tuple[str, ...]
    controls: tuple[Control, ...]
    secret: bool = False
    best: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    is_aside: bool = False
    machine: str = ""
    alike: int = 0

    @property
    def key(self) -> str:
        """Its name on a page."""
        return f"{self.run}-{self.move}"

    @property
    def values(self) -> dict[str, Control]:
        """The controls by the name of the value that they choose."""
        return {control.name.removeprefix(FIELD): control for control in self.controls}

    @property
    def decision(self) -> tuple[tuple[str, str], ...]:
        """The two buttons of a move that is a yes or a no and nothing else; empty where it is more."""
        asked = self._asked
        if asked is None or asked.kind != "yes":
            return ()
        return decision(self.machine, self.move, asked.name.removeprefix(FIELD))

    @property
    def pick(self) -> Control | None:
        """The only thing to choose, where each choice can be a button of its own: one tap makes the move."""
        asked = self._asked or next((each for each in self.controls if self.is_bare and each.name in _NAMED), None)
        few = asked is not None and asked.kind in ("one", "hidden") and len(asked.options) <= MOST_BUTTONS
        return asked if few and not (self.secret or self.gives or self.attacks) else None

    @property
    def _asked(self) -> Control | None:
        """The value that is left to choose; None where there are none, or several."""
        asks = [each for each in self.controls if each.kind != "hidden"]
        return asks[0] if len(asks) == 1 else None

    @property
    def attacks(self) -> bool:
        """Whether its odds are told while it is filled in."""
        return (self.machine, self.move) in ATTACKS

    @property
    def armed(self) -> str:
        """What an attack is made with where there is no choice; empty where that has no name."""
        weapon = self.values.get("weapon")
        return weapon.value if weapon and weapon.kind == "hidden" and weapon.value != PRINTED else ""

    @property
    def is_wordy(self) -> bool:
        """Whether something has to be written in words."""
        return any(control.kind == "text" and control.least for control in self.controls)

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing to choose."""
        return all(control.kind == "hidden" for control in self.controls)


def doings(machine: str, number: int, every: Offers) -> tuple[Doing, ...]:
    """Everything that is offered in a run: one form for each kind of move, which covers all offers of that kind."""
    found = []
    for who, offered in every.items():
        kinds = dict.fromkeys(offer.move for offer in offered)
        waits = waits_on(machine, (kind.__name__ for kind in kinds))
        for kind in kinds:
            of_kind = [offer for offer in offered if offer.move is kind]
            name = kind.__name__
            controls = tuple(_opened(each, of_kind) for each in _controls(machine, name, of_kind))
            beside = {each.name for each in controls if each.opens}
            apart = [offer for offer in of_kind if not beside.intersection((WHOLE, FIELD + offer.about))]
            says = tuple(dict.fromkeys(sentence(reason) for offer in apart for reason in offer.says))
            secret = any(offer.secret for offer in of_kind)
            title, aside = move_title(machine, name), not waits or is_aside(machine, name)
            found.append(Doing(number, who, name, title, says, controls, secret, is_aside=aside, machine=machine))
    return tuple(found)


def _controls(machine: str, move: str, of_kind: list[Offer]) -> tuple[Control, ...]:
    """The controls of all offers of a kind: one for each value, or a single one where each offer is one whole move."""
    drawn = [[control(machine, name, bound, move) for name, bound in offer.bounds] for offer in of_kind]
    if len(of_kind) > 1 and all(each.kind == "hidden" for row in drawn for each in row):
        keys = [_fixed(offer) for offer in of_kind]
        options = tuple(
            (key, whole_title(machine, read_move(offer, Form([])))) for key, offer in zip(keys, of_kind, strict=True)
        )
        opens = tuple(" ".join(_told(reason, offer) for reason in offer.says) for offer in of_kind)
        told = opens if any(opens) and len(set(opens)) > 1 else ()
        return (Control(WHOLE, "one", move_title(machine, move), keys[0], options, opens=told),)
    return tuple(_told_apart(_merged(list(several)), of_kind) for several in zip(*drawn, strict=True))


def _told_apart(control: Control, of_kind: list[Offer]) -> Control:
    """Words that count with some rings alone are told with these."""
    if control.kind != "words" or len(of_kind) == 1:
        return control
    options = list[tuple[str, str]]()
    for word, text in control.options:
        bounds = [dict(offer.bounds) for offer in of_kind]
        fitting = [each for each in bounds if word in getattr(each[control.name.removeprefix(FIELD)], "of", ())]
        rings = [value_title("", "ring", str(ring)) for each in fitting for ring in getattr(each.get("ring"), "of", ())]
        apart = rings and len(fitting) < len(bounds)
        options.append((word, f"{text} ({', '.join(rings)})" if apart else text))
    return control._replace(options=tuple(options))


def _opened(control: Control, of_kind: list[Offer]) -> Control:
    """A control with what each option opens, where the offers tell it; all of it, where they tell different things."""
    opens = dict[str, list[str]]()
    for offer in of_kind:
        bound = dict(offer.bounds).get(offer.about)
        if FIELD + offer.about != control.name or not isinstance(bound, OneOf):
            continue
        for value, reason in zip(bound.of, offer.says, strict=True):
            opens.setdefault(_key(value), []).append(_told(reason, offer))
    if control.kind != "one" or not opens:
        return control
    return control._replace(opens=tuple(" / ".join(dict.fromkeys(opens.get(key, ()))) for key, _ in control.options))


def _told(reason: Reason, offer: Offer) -> str:
    """What an offer says, as it stands under a button; an option says its own name."""
    text = sentence(reason).rstrip(".")
    told = (text.partition(": ")[2] if offer.about else text) or text
    return told[:1].upper() + told[1:]


def _fixed(offer: Offer) -> str:
    """The values of an offer that leaves nothing open, as one word of a form."""
    move = read_move(offer, Form([]))
    return " ".join(f"{name}={getattr(move, name)}" for name, _ in offer.bounds)


def _merged(several: list[Control]) -> Control:
    """One control that can say all that several can."""
    first = max(several, key=lambda each: (each.kind != "hidden", each.most))
    options = dict(option for each in several for option in each.options)
    if first.kind == "hidden" and len(options) > 1:
        first = first._replace(kind="yes" if set(options) == {"yes", "no"} else "one")
    least, most = min(each.least for each in several), max(each.most for each in several)
    return first._replace(value=several[0].value, options=tuple(options.items()), least=least, most=most)


def control(machine: str, name: str, bound: Any, move: str = "") -> Control:
    """How a value is chosen."""
    made = _DRAWN[type(bound)](bound)
    options = tuple((value, value_title(machine, name, text, move)) for value, text in made.options)
    if name in _COUNTED and made.kind == "number" and made.most - made.least < MOST_BUTTONS:
        every = map(str, range(made.least, made.most + 1))
        made, options = made._replace(kind="one"), tuple((key, value_title(machine, name, key)) for key in every)
    if made.kind == "yes" and (both := either(machine, move, name)):
        made, options = made._replace(kind="one", value=both[0][0]), both
    if isinstance(bound, Basket):
        options = tuple(
            (thing, f"{value_title(machine, name, thing)}|{bound.price((thing,))}|{often}")
            for thing, _, often in bound.of
        )
    return made._replace(name=FIELD + name, title=field_title(machine, name, move), options=options)


def fits(offer: Offer, said: Form) -> bool:
    """Whether a form that chooses a whole move chooses this one."""
    return WHOLE not in said or said[WHOLE] == _fixed(offer)


def read_move(offer: Offer, said: Form) -> Any:
    """The move that a filled-in form makes; whether it is allowed is not looked at.

    Raises: UsageError, NotationError
    """
    return offer.move(**{name: _READ[type(bound)](bound, FIELD + name, said) for name, bound in offer.bounds})


# --- drawing ----------------------------------------------------------------------------------------------------


def _between(bound: Between) -> Control:
    start = str(min(max(bound.least, 0), bound.most))
    if bound.least == bound.most:
        return Control("", "hidden", "", start, ((start, start),), bound.least, bound.most)
    return Control("", "number", "", start, (), bound.least, bound.most)


def _key(value: str | bool) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def _one_of(bound: OneOf) -> Control:
    keys = tuple(map(_key, bound.of))
    first = keys[0] if keys else ""
    kind = "hidden" if len(keys) == 1 else "yes" if set(keys) == {"yes", "no"} else "one"
    return Control("", kind, "", first, tuple((key, key) for key in keys))


def _words(bound: Words) -> Control:
    return Control("", "words" if bound.of else "hidden", "", "", tuple((word, word) for word in bound.of))


def _some_of(bound: SomeOf) -> Control:
    positions = tuple((str(position), label) for position, label in bound.of)
    return Control("", "some", "", "", positions, bound.least, bound.most)


def _basket(bound: Basket) -> Control:
    return Control("", "basket" if bound.of else "hidden", "", "", (), 0, bound.purse)


_DRAWN: dict[type, Callable[[Any], Control]] = {
    Between: _between,
    Nothing: lambda _: Control("", "hidden", ""),
    OneOf: _one_of,
    Words: _words,
    SomeOf: _some_of,
    Basket: _basket,
    Text: lambda bound: Control("", "text", "", least=bound.least, most=bound.most),
    D10: lambda bound: Control(
        "", "d10", "", str(bound.pool), (), bound.pool.explode_on or 0, bound.pool.rolled, bound.pool.emphasis
    ),
    Symbols: lambda bound: Control(
        "", "symbols", "", f"{bound.ring}r{bound.skill}s", FACES, least=bound.ring, most=bound.skill
    ),
    Rollable: lambda bound: Control("", "deed", ""),
    Adds: lambda bound: Control("", "adds" if bound.most else "hidden", ""),
}


# --- reading ----------------------------------------------------------------------------------------------------


def whole(text: str, title: str) -> int:
    """A whole number as it is typed in a form.

    Raises: UsageError
    """
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise UsageError(f"{title}: {text[:20]!r} is no whole number.", code="usage.number", hint="Write such as 2.")
    return int(text)


def _read_between(bound: Between, name: str, said: Form) -> int:
    text = said.text(name)
    return whole(text, name.removeprefix(FIELD).replace("_", " ")) if text else min(max(bound.least, 0), bound.most)


def _read_one_of(bound: OneOf, name: str, said: Form) -> str | bool:
    text = said.get(name, "no" if bound.of and False in bound.of and True in bound.of else "")
    if name not in said and len(bound.of) == 1:
        return bound.of[0]
    return next((value for value in bound.of if _key(value) == text), text)


def _read_words(bound: Words, name: str, said: Form) -> tuple[str, ...]:
    """In their order; what is not among them comes last, so that it is refused and not left out in silence."""
    chosen = tuple(word for word in said.every(name) if word)
    return (*(word for word in bound.of if word in chosen), *(word for word in chosen if word not in bound.of))


_MOST_THINGS = 99  # more of one thing than anybody can pay for


def _read_basket(bound: Basket, name: str, said: Form) -> tuple[str, ...]:
    """What is not among the things is read too, so that it is refused and not left out in silence."""
    things = list[str]()
    for thing in dict.fromkeys(key.removeprefix(f"{name}.") for key, _ in said.pairs if key.startswith(f"{name}.")):
        text = said.text(f"{name}.{thing}")
        things += [thing] * min(whole(text, thing) if text else 0, _MOST_THINGS)
    return tuple(sorted(things))


def _read_d10(bound: D10, name: str, said: Form) -> Any:
    text = said.text(name)
    seen = read_dice(text)
    check_dice(bound.pool, seen, text)
    for each in seen:
        if is_unfinished(bound.pool, each.die):
            raise unfinished(bound.pool, each, text)
    return tuple(each.die for each in seen)


def _read_symbols(bound: Symbols, name: str, said: Form) -> Any:
    return tuple(each.face for each in read_symbols(said.text(name), bound.ring, bound.skill))


_READ: dict[type, Callable[[Any, str, Form], Any]] = {
    Between: _read_between,
    Nothing: lambda bound, name, said: None,
    OneOf: _read_one_of,
    Words: _read_words,
    SomeOf: lambda bound, name, said: tuple(sorted({whole(text, "dice") for text in said.every(name)})),
    Basket: _read_basket,
    Text: lambda bound, name, said: said.text(name),
    D10: _read_d10,
    Symbols: _read_symbols,
    Rollable: lambda bound, name, said: said.text(name),
    Adds: lambda bound, name, said: read_adds(said.text(name)),
}
