"""What programs get, from the command line and from the pages alike: described in ``docs/json.md``."""

from fractions import Fraction
from typing import Any

Json = dict[str, Any]


def chance_as_json(chance: Fraction) -> Json:
    """A chance, exact and rounded."""
    return {"exact": f"{chance.numerator}/{chance.denominator}", "value": float(chance)}
