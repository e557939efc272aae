"""What a game master's forms are drawn from: whom they can ask, and for what."""

from __future__ import annotations

from typing import NamedTuple

from rollkeep.errors import Missing
from rollkeep.fifth.catalogue.skills import GROUP_OF
from rollkeep.fifth.duel.person import Person as OfFifth
from rollkeep.fifth.duel.person import is_duellist as duels_in_fifth
from rollkeep.fifth.score import SHOWN as FORMS
from rollkeep.fifth.sheet import EDGES, RINGS
from rollkeep.fifth.wording_names import NAMES, OBJECTIVES
from rollkeep.fourth.catalogue.tns import TNS
from rollkeep.fourth.play.iaijutsu import is_duellist as duels_in_fourth
from rollkeep.fourth.play.person import Person as OfFourth
from rollkeep.fourth.play.person import is_awake
from rollkeep.fourth.skirmish.known import fits, stands
from rollkeep.machine.machine import Who
from rollkeep.web.ground.people import deeds_of
from rollkeep.web.ground.seats import View

Pairs = tuple[tuple[str, str], ...]

MODIFIERS = (
    *("+1k0 Technique", "+1k1 Technique", "+1k0 high ground", "+1k0 well prepared", "+5 good tools"),
    *("-5 poor light", "-5 in a hurry", "-5 bad weather", "-10 darkness", "-1k0 no proper tools"),
)
"""The usual reasons for modifiers, a tap each."""
RING_TNS = tuple((str(tn), str(tn)) for tn in range(1, 7))

_RINGS = tuple((ring, NAMES[ring]) for ring in RINGS)
_EDGES = tuple((edge, edge) for edge in EDGES)


class Asking(NamedTuple):
    """Whom a game master can ask, with what each can be asked for, and the named values of the table's game.

    ``fighters`` are those of whom enough is written down for a skirmish, ``unfit`` the others; ``ours`` and ``theirs``
    are the sides that can be expected: whom players play or may take, and who else is seen, as far as they are on their
    feet and do not fight already.
    """

    game: str
    whom: Pairs
    deeds: tuple[tuple[Who, tuple[str, ...]], ...]
    duellists: Pairs
    tns: Pairs
    fighters: Pairs = ()
    unfit: tuple[Who, ...] = ()
    ours: tuple[Who, ...] = ()
    theirs: tuple[Who, ...] = ()
    adds: tuple[str, ...] = MODIFIERS
    rings: Pairs = _RINGS
    edges: Pairs = _EDGES
    forms: Pairs = tuple(FORMS.items())
    objectives: Pairs = tuple(OBJECTIVES.items())

    @property
    def every_deed(self) -> tuple[str, ...]:
        """Everything that somebody can be asked for, once."""
        return tuple(dict.fromkeys(deed for _, several in self.deeds for deed in several))

    def has(self, what: str) -> bool:
        """Whether there is a form here that asks for that."""
        return what in _ASKS[self.game]


_ASKS = {
    "4e": ("ask", "contest", "together", "task", "iaijutsu", "skirmish", "rest"),
    "5e": ("ring-ask", "duel", "rest"),
}


def asking(view: View) -> Asking:
    """For one table."""
    game = view.room.kept.game
    kind: type[OfFourth] | type[OfFifth] = OfFifth if game == "5e" else OfFourth
    here = {who: one for who, one in view.table.cast.items() if isinstance(one, kind)}
    whom = tuple((who, f"{who} (hidden)" if who in view.table.hidden else who) for who in here)
    deeds = tuple((who, (*deeds_of(one), *_more(one))) for who, one in here.items())
    duellists = tuple(pair for pair in whom if _duels(here[pair[0]]))
    tns = RING_TNS if game == "5e" else tuple((str(each.tn), each.name) for each in TNS if each.tn is not None)
    fighters = tuple(pair for pair in whom if fits(here[pair[0]]))
    unfit = tuple(who for who, one in here.items() if not fits(one))
    busy = _fighting(view)
    away = busy | view.table.hidden
    free = [who for who, _ in fighters if who not in away and stands(here[who])]
    ours = tuple(who for who in free if view.table.holder(who) or view.table.shows_of(who).free)
    theirs = tuple(who for who in free if who not in ours)
    return Asking(game, whom, deeds, duellists, tns, fighters, unfit, ours, theirs)


def _fighting(view: View) -> set[Who]:
    """Who is in a skirmish that goes on."""
    runs = (view.table.runs[number] for number in view.table.open)
    return {one.who for run in runs if run.machine == "skirmish" and run.state for one in run.state.fighters}


def _more(one: OfFourth | OfFifth) -> tuple[str, ...]:
    """What can be asked for beside the skills."""
    if isinstance(one, OfFourth):
        return tuple(name for name, _ in one.sheet.traits)
    return (*(f"strike {weapon.name}" for weapon in one.sheet.weapons), *GROUP_OF)


def _duels(one: OfFourth | OfFifth) -> bool:
    try:
        return is_awake(one) and duels_in_fourth(one) if isinstance(one, OfFourth) else duels_in_fifth(one)
    except Missing:
        return False
