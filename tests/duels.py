"""A duel played by a script: who does what, which dice fall, and what is on offer on the way."""

from __future__ import annotations

from typing import Any

import pytest

from rollkeep.errors import IllegalMove
from rollkeep.fifth.catalogue.weapons import WEAPONS
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.events import Critical
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.person import Person, person
from rollkeep.fifth.duel.state import Check, Scored, Side, side
from rollkeep.fifth.rulings import choose
from rollkeep.fifth.sheet import RINGS, Advantage, Character
from rollkeep.machine.machine import CHANCE, GM, Scene, Shifted, decide, offers, rule

RING = {".": 1, "o!": 2, "o": 3, "s!": 4, "s": 5, "x!": 6}
SKILL = {".": 11, "o": 13, "s!": 16, "s": 18, "so": 20, "x!": 21, "x": 22}
MELEE = "martial arts melee"
FAIL = ". . / ."  # two ring dice and a skill die that show nothing


def faces(dice: str) -> tuple[int, ...]:
    """Dice as they are written in these tests: ring dice, a stroke, skill dice; ``.`` blank, ``s`` success, ``x``
    explosive, ``o`` opportunity, ``!`` strife.

    >>> faces("s! . / so")
    (4, 1, 20)
    """
    ring, _, skill = dice.partition("/")
    return (*(RING[die] for die in ring.split()), *(SKILL[die] for die in skill.split()))


def fighter(
    name: str = "A",
    *,
    rings: tuple[int, int, int, int, int] = (2, 2, 2, 2, 2),
    weapons: tuple[str, ...] = ("katana",),
    edges: tuple[tuple[str, str], ...] = (),
    void: int | None = None,
    strife: int = 0,
    fatigue: int = 0,
    skills: tuple[tuple[str, int], ...] = (("fitness", 1), (MELEE, 2), ("meditation", 1)),
    **more: Any,
) -> Person:
    """Somebody with all rings 2: composure 8, endurance 8, focus 4, vigilance 2, Void 1 of 2. ``edges``: kind, ring."""
    known = Character(
        name,
        honour=more.pop("honour", 40),
        rings=tuple(zip(RINGS, rings, strict=True)),
        skills=skills,
        advantages=tuple(Advantage(kind, kind, ring) for kind, ring in edges),
        weapons=tuple(WEAPONS[each] for each in weapons),
        void_points=void,
        strife=strife,
        fatigue=fatigue,
        **more,
    )
    return person(known)


class Play:
    """A duel of ``a``, who comes first on ties, and ``b``."""

    def __init__(
        self,
        a: Person | None = None,
        b: Person | None = None,
        form: str = "warriors-duel",
        objective: str = "",
        one_roll: bool = False,
        unready: tuple[str, ...] = (),
        by_hand: tuple[str, ...] = (),
        **rulings: str,
    ) -> None:
        cast = {"a": a or fighter("A"), "b": b or fighter("B", honour=50)}
        self.scene: Scene[Any] = Scene(cast, DUEL.blank, rulings=choose(rulings.items()).chosen)
        self.last, self.events = list[Any](), list[Any]()
        self.do(GM, m.Face("a", "b", form, objective, one_roll, unready, by_hand, ""))

    # --- to play ---

    def do(self, who: str, move: Any) -> Play:
        step = decide(DUEL, self.scene, who, move)
        return self._after(step.now, step.events)

    def elsewhere(self, who: str, track: str, by: int) -> Play:
        """Something that is no part of the duel moves a track."""
        step = rule(DUEL, self.scene, Shifted(who, track, by, "elsewhere"))
        return self._after(step.now, step.events)

    def _after(self, now: Scene[Any], events: list[Any]) -> Play:
        self.scene, self.last = now, events
        self.events += events
        return self

    def refused(self, who: str, move: Any) -> None:
        with pytest.raises(IllegalMove):
            decide(DUEL, self.scene, who, move)

    def dice(self, text: str) -> Play:
        thrower = CHANCE if CHANCE in offers(DUEL, self.scene) else next(iter(offers(DUEL, self.scene)))
        return self.do(thrower, m.Throw(faces(text)))

    def keep(self, positions: tuple[int, ...] | None = None) -> Play:
        """Keeps these dice, or as many of the first as may be kept."""
        who, (offer, *_) = next(iter(offers(DUEL, self.scene).items()))
        among = dict(offer.bounds)["positions"]
        if positions is None:
            positions = tuple(at for at, _ in among.of[: among.most])  # type: ignore[attr-defined]
        return self.do(who, m.Keep(positions))

    def check(
        self, dice: str, *extra: str, keep: tuple[int, ...] | None = None, spend: tuple[str, ...] | None = ()
    ) -> Play:
        """Dice, which of them are kept, those that explosives bring (all kept), and what opportunity is spent on."""
        self.dice(dice)
        if self.waits("keep"):
            self.keep(keep)
        for each in extra:
            self.dice(each)
            if self.waits("keep"):
                self.keep()
        if spend is not None and self.waits("spend"):
            self.do(self.top.who, m.Spend(spend))
        return self

    def begin(self, a: str = "water", b: str = "water", **bids: int) -> Play:
        """Both fail at initiative, so that it is their focus; then the first round, up to ``a``'s turn."""
        self.do("a", m.Ready(a, False, ())).do("b", m.Ready(b, False, ()))
        for _ in range(2):
            self.check(self.nothing())
        return self.bid(**bids)

    def nothing(self) -> str:
        """Blank dice for the check on top."""
        ring, skill, _ = self.top.pool
        return " ".join(["."] * ring) + " / " + " ".join(["."] * skill)

    def bid(self, a: int = 0, b: int = 0) -> Play:
        for who, strife in (("a", a), ("b", b)):
            if "Bid" in self.offered(who):
                self.do(who, m.Bid(strife))
            elif "Hold" in self.offered(who):
                self.do(who, m.Hold())
        return self

    def turn(self, who: str, ring: str = "water", hands: int | None = None) -> Play:
        """Sets a stance, with the weapon as it is held."""
        held = self.side(who).arms.held
        now = held[0][1] if len(held) == 1 else 0
        return self.do(who, m.Stance(ring, now if hands is None else hands))

    def strike(self, who: str, weapon: str = "katana", seize: bool = False, edges: tuple[str, ...] = ()) -> Play:
        return self.do(who, m.Strike(weapon, seize, edges))

    def skip(self, who: str) -> Play:
        """A turn in which nothing is done."""
        self.turn(who).do(who, m.Pass())
        return self

    def resist(self, who: str, dice: str = FAIL, *extra: str, spend: tuple[str, ...] | None = ()) -> Play:
        """Resists a critical, without a Void Point or advantages."""
        if "Resist" in self.offered(who):
            self.do(who, m.Resist(False, ()))
        return self.check(dice, *extra, spend=spend)

    def critical(self, severity: int, who: str = "b", *, razor: bool = False) -> Play:
        """A critical on its way, by the other."""
        step = rule(DUEL, self.scene, Critical(who, "b" if who == "a" else "a", severity, razor, False))
        return self._after(step.now, step.events)

    def wound(self, severity: int, who: str = "b", *, razor: bool = False, dice: bool = True) -> Play:
        """A critical of just that severity, which is not resisted; by the other."""
        self.critical(severity, who, razor=razor)
        if self.side(who).body.dead:
            return self
        if "Resist" in self.offered(who):
            self.do(who, m.Resist(False, ()))
        return self.check(self.nothing()) if dice else self

    def hurt(self, who: str, **body: Any) -> Play:
        """What criticals have done to somebody before."""
        state = self.scene.state
        one = self.side(who)
        changed = one._replace(body=one.body._replace(**body))
        sides = tuple(changed if each.who == who else each for each in state.sides)
        self.scene = Scene(self.scene.cast, state._replace(sides=sides), False, self.scene.rulings)
        return self

    # --- to look ---

    @property
    def top(self) -> Any:
        return self.scene.state.stack[-1]

    @property
    def over(self) -> bool:
        return self.scene.closed

    @property
    def scored(self) -> Scored:
        found: Scored = self.scene.state.scored
        return found

    def waits(self, step: str) -> bool:
        """Whether a check waits at that step."""
        return not self.over and isinstance(self.top, Check) and self.top.step == step

    def side(self, who: str) -> Side:
        return side(self.scene.state, who)

    def offered(self, who: str) -> set[str]:
        return {offer.move.__name__ for offer in offers(DUEL, self.scene).get(who, ())}

    def buys(self) -> dict[str, tuple[int, int]]:
        """What opportunity can be spent on now: price, and how often."""
        every = offers(DUEL, self.scene)[self.top.who]
        baskets = [dict(offer.bounds)["on"].of for offer in every]  # type: ignore[attr-defined]
        return {name: (price, often) for of in baskets for name, price, often in of}

    def one(self, who: str) -> Person:
        found: Person = self.scene.cast[who]
        return found

    def of(self, kind: type, every: bool = False) -> list[Any]:
        """The events of a kind, of the last move or of the whole duel."""
        return [event for event in (self.events if every else self.last) if type(event) is kind]

    def shifts(self, why: str) -> list[tuple[str, str, int]]:
        return [(event.who, event.track, event.by) for event in self.of(Shifted) if event.why == why]
