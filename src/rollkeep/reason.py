"""Why a number is what it is, as data: a rule's id, which case of it, and the numbers of the case."""

from typing import NamedTuple

Datum = int | str


class Reason(NamedTuple):
    """One step of an explanation. Each edition's ``wording`` turns it into a sentence."""

    rule: str
    case: str
    data: tuple[tuple[str, Datum], ...] = ()


def because(rule: str, case: str, **data: Datum) -> Reason:
    return Reason(rule, case, tuple(data.items()))
