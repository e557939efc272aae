"""Forms made from offers, and moves read from forms: the same for every procedure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rollkeep.dice.bound import D10, Symbols
from rollkeep.dice.hand import check_dice, read_dice
from rollkeep.dice.symbol_hand import read_dice as read_symbols
from rollkeep.errors import UsageError
from rollkeep.fourth.play.bound import Adds, Rollable
from rollkeep.hosts import sentence
from rollkeep.machine.bound import Basket, Between, Nothing, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import Offer, Offers, Who
from rollkeep.web.reading import read_adds
from rollkeep.web.seats import Form
from rollkeep.web.words import field_title, move_title, value_title

FIELD = "f."
"""What the names of a move's fields begin with in a form."""


class Control(NamedTuple):
    """One value of a move in a form. ``kind`` chooses how it is drawn; ``options`` are values with their texts.

    Of ten-sided dice ``least`` is the face from which on they explode, ``most`` how many are thrown, and under
    ``emphasis`` a first 1 is thrown again.
    """

    name: str
    kind: str
    title: str
    value: str = ""
    options: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0
    emphasis: bool = False


class Doing(NamedTuple):
    """A kind of move that can be made: in which run, for whom, and the values to choose."""

    run: int
    who: Who
    move: str
    title: str
    says: tuple[str, ...]
    controls: tuple[Control, ...]
    secret: bool = False
    best: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name on a page."""
        return f"{self.run}-{self.move}"

    @property
    def values(self) -> dict[str, Control]:
        """The controls by the name of the value that they choose."""
        return {control.name.removeprefix(FIELD): control for control in self.controls}

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing to choose."""
        return all(control.kind == "hidden" for control in self.controls)


def doings(machine: str, number: int, every: Offers) -> tuple[Doing, ...]:
    """Everything that is offered in a run: one form for each kind of move, which covers all offers of that kind."""
    found = []
    for who, offered in every.items():
        kinds = dict.fromkeys(offer.move for offer in offered)
        for kind in kinds:
            of_kind = [offer for offer in offered if offer.move is kind]
            controls = tuple(
                _merged([control(machine, name, dict(offer.bounds)[name]) for offer in of_kind])
                for name, _ in of_kind[0].bounds
            )
            says = tuple(dict.fromkeys(sentence(reason) for offer in of_kind for reason in offer.says))
            name = kind.__name__
            secret = any(offer.secret for offer in of_kind)
            found.append(Doing(number, who, name, move_title(machine, name), says, controls, secret))
    return tuple(found)


def _merged(several: list[Control]) -> Control:
    """One control that can say all that several can."""
    first = max(several, key=lambda each: (each.kind != "hidden", each.most))
    options = dict(option for each in several for option in each.options)
    if first.kind == "hidden" and len(options) > 1:
        first = first._replace(kind="yes" if set(options) == {"yes", "no"} else "one")
    least, most = min(each.least for each in several), max(each.most for each in several)
    return first._replace(value=several[0].value, options=tuple(options.items()), least=least, most=most)


def control(machine: str, name: str, bound: Any) -> Control:
    """How a value is chosen."""
    made = _DRAWN[type(bound)](bound)
    options = tuple((value, value_title(machine, name, text)) for value, text in made.options)
    return made._replace(name=FIELD + name, title=field_title(machine, name), options=options)


def read_move(offer: Offer, said: Form) -> Any:
    """The move that a filled-in form makes; whether it is allowed is not looked at.

    Raises: UsageError, NotationError
    """
    return offer.move(**{name: _READ[type(bound)](bound, FIELD + name, said) for name, bound in offer.bounds})


# --- drawing ----------------------------------------------------------------------------------------------------


def _between(bound: Between) -> Control:
    start = str(min(max(bound.least, 0), bound.most))
    if bound.least == bound.most:
        return Control("", "hidden", "", start)
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
    things = tuple((name, f"{name}|{cost}|{often}") for name, cost, often in bound.of)
    return Control("", "basket" if bound.of else "hidden", "", "", things, 0, bound.purse)


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
        "", "symbols", "", f"{bound.ring}r{bound.skill}s", least=bound.ring, most=bound.skill
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


def _read_basket(bound: Basket, name: str, said: Form) -> tuple[str, ...]:
    things = list[str]()
    for thing, _, often in bound.of:
        text = said.text(f"{name}.{thing}")
        things += [thing] * min(whole(text, thing) if text else 0, often + 1)
    return tuple(sorted(things))


def _read_d10(bound: D10, name: str, said: Form) -> Any:
    text = said.text(name)
    seen = read_dice(text)
    check_dice(bound.pool, seen, text)
    return tuple(each.die for each in seen)


def _read_symbols(bound: Symbols, name: str, said: Form) -> Any:
    return tuple(each.face for each in read_symbols(said.text(name), bound.ring, bound.skill))


_READ: dict[type, Callable[[Any, str, Form], Any]] = {
    Between: _read_between,
    Nothing: lambda bound, name, said: None,
    OneOf: _read_one_of,
    Words: lambda bound, name, said: tuple(word for word in bound.of if word in said.every(name)),
    SomeOf: lambda bound, name, said: tuple(sorted({whole(text, "dice") for text in said.every(name)})),
    Basket: _read_basket,
    Text: lambda bound, name, said: said.text(name),
    D10: _read_d10,
    Symbols: _read_symbols,
    Rollable: lambda bound, name, said: said.text(name),
    Adds: lambda bound, name, said: read_adds(said.text(name)),
}
