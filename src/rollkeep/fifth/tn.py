"""A Target Number that differs by ring, as adventures give it: TN 3, Earth 1, Fire 4."""

from collections.abc import Mapping

from rollkeep.reason import Reason, because


def with_ring(tn: int | None, ring: str, tns: Mapping[str, int]) -> tuple[int | None, tuple[Reason, ...]]:
    """The TN of a check with a ring, and why it is not the usual one.

    >>> with_ring(3, "air", {"earth": 1}), with_ring(3, "earth", {"earth": 1})[0]
    ((3, ()), 1)

    Source: 5e.check
    """
    own = tns.get(ring)
    if own is None or own == tn:
        return tn, ()
    if tn is None:
        return own, (because("5e.check", "ring-tn", ring=ring.title(), tn=own),)
    return own, (because("5e.check", "ring-tn-instead", ring=ring.title(), tn=own, instead=tn),)
