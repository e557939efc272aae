"""Fields that forms of both games have: numbers, who takes part, what is rolled."""

from __future__ import annotations

from rollkeep.errors import UsageError
from rollkeep.machine.machine import Who
from rollkeep.web.forms.controls import whole
from rollkeep.web.ground.seats import Form


def number(said: Form, name: str, title: str, usual: int = 0) -> int:
    """A number of a form; ``usual`` where nothing is typed.

    Raises: UsageError
    """
    text = said.text(name)
    return whole(text, title) if text else usual


def whom_of(said: Form, least: int = 1) -> tuple[Who, ...]:
    """Everybody whom a form is about.

    Raises: UsageError
    """
    whom = tuple(dict.fromkeys(who for who in said.every("whom") if who))
    if len(whom) < least:
        message = "Nobody is chosen." if least == 1 else f"Choose {least} at least."
        raise UsageError(message, code="usage.needs", hint="Tick who takes part.")
    return whom


def two(said: Form) -> tuple[Who, Who]:
    """The two whom a form sets against each other.

    Raises: UsageError
    """
    whom = whom_of(said)
    if len(whom) < 2:
        raise UsageError("Nobody can duel alone.", code="usage.needs", hint="Choose another opponent.")
    return whom[0], whom[1]


def deed_of(said: Form) -> str:
    """What a form has somebody roll.

    Raises: UsageError
    """
    deed = said.text("deed")
    if not deed:
        hint = "Such as kenjutsu, kenjutsu/reflexes, awareness, or 7k3."
        raise UsageError("What is rolled is missing.", code="usage.needs", hint=hint)
    return deed
