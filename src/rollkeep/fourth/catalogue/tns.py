"""The named Target Numbers, each with a deed of the body and one of the mind that it fits."""

from typing import NamedTuple


class NamedTN(NamedTuple):
    """A Target Number with its name; ``tn`` is None where nothing is rolled. A guide: any TN is allowed."""

    tn: int | None
    name: str
    body: str
    mind: str


TNS = (
    NamedTN(None, "Mundane", "rise from the mat", "picture one's own blade"),
    NamedTN(5, "Very Easy", "hit a post that stands still", "know a friend of many years"),
    NamedTN(10, "Easy", "walk under a load of half one's weight", "come upon something mislaid"),
    NamedTN(15, "Average", "heave up one's own weight", "place a face met a single time"),
    NamedTN(20, "Moderate", "leap a ten-foot gap", "see through a disguise"),
    NamedTN(25, "Difficult", "climb a sheer face bare-handed", "turn up what was hidden with care"),
    NamedTN(30, "Very Hard", "go over a waterfall unhurt", "repeat a speech word for word"),
    NamedTN(40, "Heroic", "beat a troll at wrestling", "recite the whole line of one's forebears"),
    NamedTN(60, "Impossible", "break rock with an empty fist", "trick a god of luck"),
)
"""Source: 4e.tn.names"""

ROLLED_TNS = tuple(named.tn for named in TNS if named.tn is not None)
