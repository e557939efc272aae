"""What a check with ring and skill dice is like before it is thrown, ring by ring."""

from __future__ import annotations

from typing import NamedTuple

from rollkeep.advice import symbols as advice
from rollkeep.advice.symbols import Target
from rollkeep.errors import Conflict, RollKeepError
from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play import roll as rolls
from rollkeep.fifth.play.check import CHECK, RingCheck, aimed
from rollkeep.fifth.play.moves import Declare
from rollkeep.fifth.wording_names import NAMES
from rollkeep.hosts import sentence
from rollkeep.machine.bound import OneOf, Words
from rollkeep.machine.machine import Scene, Who, decide, offers
from rollkeep.machine.secret import known
from rollkeep.table.draft import STALE
from rollkeep.text import percent
from rollkeep.web.forms.fifth_orders import asked, declared
from rollkeep.web.forms.orders import run_of
from rollkeep.web.ground.seats import Form, View
from rollkeep.web.odds.chances import begun

LADDER = range(1, 7)


class OfRing(NamedTuple):
    """A check with one ring; without a TN that the reader knows there is no chance, and the ladder tells."""

    ring: str
    name: str
    pool: str
    target: int | None
    chance: str
    ladder: tuple[tuple[int, str], ...]
    chosen: bool
    edges: tuple[str, ...]


class RingChance(NamedTuple):
    """A check with each ring that may be used, the reasons of the one that is chosen, and whether dice fall again."""

    rings: tuple[OfRing, ...]
    reasons: tuple[str, ...]
    again: str = ""
    template: str = "chance_ring.html"


def chance_of(view: View, said: Form, one: Person) -> RingChance:
    """A composed check, or one that was asked for, as far as this seat may know.

    Raises: RollKeepError
    """
    number, who = run_of(said), said.get("who", "")
    if number:
        run = view.run(number)
        if run is None or not isinstance(run.state, RingCheck) or run.state.roll is None or run.state.roll.declared:
            raise Conflict("That cannot be done any more.", hint=STALE)
        scene: Scene[RingCheck] = view.table.scene(run)
    else:
        scene = begun(CHECK, view, asked(view, said, who))
    move = declared(said, who)
    rings = usable(scene, who)
    chosen = move.ring if move.ring in rings else next(iter(rings), "")
    found, reasons, again = list[OfRing](), tuple[str, ...](), ""
    for ring, own in rings.items():
        with_ring = Declare(who, ring, move.seize, tuple(edge for edge in move.edges if edge in own))
        try:
            state = decide(CHECK, scene, who, with_ring).now.state
        except RollKeepError:
            if ring == chosen:
                raise
            continue
        found.append(_of_ring(state, one, ring, ring == chosen))
        if ring == chosen and state.roll and state.roll.declared:
            reasons = tuple(map(sentence, state.roll.declared.reasons))
            again = state.roll.declared.reroll
    return RingChance(tuple(found), reasons, again)


def usable(scene: Scene[RingCheck], who: Who) -> dict[str, tuple[str, ...]]:
    """The rings that a check may be made with, each with the own advantages that may count."""
    found = dict[str, tuple[str, ...]]()
    for offer in offers(CHECK, scene).get(who, ()):
        bounds = dict(offer.bounds)
        if offer.move is Declare:
            rings, edges = bounds["ring"], bounds["edges"]
            assert isinstance(rings, OneOf)
            assert isinstance(edges, Words)
            found |= dict.fromkeys(map(str, rings.of), edges.of)
    return found


def _of_ring(state: RingCheck, one: Person, ring: str, chosen: bool) -> OfRing:
    assert state.asked
    assert state.roll
    said, odds = state.roll.declared, rolls.declared(state.roll, one)
    assert said
    assert odds
    tn, tns = known(state.asked.tn), known(state.asked.tns) or ()
    if tn is None:
        target, chance = None, ""
        ladder = tuple((each, percent(advice.chance(odds, Target(max(each + said.plus, 1))), 0)) for each in LADDER)
    else:
        target, ladder = aimed(tn, tns, said)[1], ()
        chance = percent(advice.chance(odds, Target(target)), 0)
    return OfRing(ring, NAMES.get(ring, ring), str(said.pool), target, chance, ladder, chosen, said.edges)
