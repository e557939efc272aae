"""Fighters and scripted skirmishes for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rollkeep.dice.face import Die
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Keep, Throw
from rollkeep.fourth.sheet_file import read
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.machine import SKIRMISH
from rollkeep.fourth.skirmish.state import Fighter, Skirmish, fighter
from rollkeep.machine.machine import CHANCE, GM, Offer, Scene, Shifted, Who, decide, offers, rule

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"

BUSHI = """
game = "4e"
name = "{name}"
insight_rank = {insight}
[traits]
stamina = {earth}
willpower = {earth}
reflexes = {reflexes}
awareness = 2
strength = {strength}
perception = 2
agility = {agility}
intelligence = 2
[void]
ring = {void}
per_round = {per_round}
[skills]
{skills}
{weapons}
{armor}
"""
OGRE = """
game = "4e"
name = "Ogre"
[block]
initiative = "4k2"
attack = "6k3"
damage = "6k2"
armor_tn = 15
reduction = 5
wounds = "30: +5, 60: +10, 90: down, 110: out, 130: dead"
"""


def bushi(
    name: str = "Akodo",
    weapons: tuple[str, ...] = ("katana",),
    skills: Mapping[str, int] | None = None,
    armor: str = "",
    arrow: str = "",
    **numbers: int,
) -> Person:
    """Somebody written out in full."""
    ranks = {"kenjutsu": 3, "jiujutsu": 1} if skills is None else skills
    said = {"insight": 1, "earth": 2, "reflexes": 2, "strength": 2, "agility": 3, "void": 2, "per_round": 1} | numbers
    with_arrow = f'\narrow = "{arrow}"' if arrow else ""
    text = BUSHI.format(
        name=name,
        skills="\n".join(f'"{skill}" = {rank}' for skill, rank in ranks.items()),
        weapons="\n".join(
            f'[[weapons]]\nname = "{weapon}"{with_arrow if "kyu" in weapon or weapon == "yumi" else ""}'
            for weapon in weapons
        ),
        armor=f'[armor]\nname = "{armor}"' if armor else "",
        **said,
    )
    return person(read(text))


def ogre(name: str = "Ogre") -> Person:
    """A stat block."""
    return person(read(OGRE)._replace(name=name))


def example(name: str) -> Person:
    """One of the documents' characters."""
    return person(read((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")))


def dice(told: str) -> tuple[Die, ...]:
    """Dice as players write them: ``3 10+4``."""
    return tuple(tuple(int(face) for face in die.split("+")) for die in told.split())


class Fight:
    """A skirmish that a test plays move by move; it starts with the first turn unless told otherwise.

    Of all fighters in ``scores`` the Initiative is that number; dice of theirs are made up for it.
    """

    def __init__(
        self,
        cast: Mapping[Who, Person],
        sides: m.Sides,
        rulings: Mapping[str, str] | None = None,
        stances: Mapping[Who, str] | None = None,
        *,
        upto: str = "turns",
        **muster: Any,
    ) -> None:
        self.events: list[Any] = []
        self.scene: Scene[Skirmish] = Scene(cast, SKIRMISH.blank, rulings=frozenset((rulings or {}).items()))
        self.do(GM, m.Muster(sides, **muster))
        names = [who for _, team in sides for who in team]
        if upto == "stance":
            return
        for who in names:
            self.do(who, m.Stance((stances or {}).get(who, "attack")))
        for at, _ in enumerate(names):
            self.throw(self.like(9 - at % 9))
        if upto == "void":
            return
        self.skip()

    def like(self, face: int) -> str:
        """As many dice as are thrown now, all alike."""
        offer = self.offer(self.thrower(), Throw)
        return " ".join([str(face)] * dict(offer.bounds)["dice"].pool.rolled)  # type: ignore[attr-defined]

    def thrower(self) -> Who:
        """Who throws now."""
        return next(who for who, offered in offers(SKIRMISH, self.scene).items() if offered[0].move is Throw)

    def skip(self) -> None:
        """Nobody spends anything at the start of the Round; lots as they come."""
        while self.state.step == "void" and not self.state.stack:
            every = offers(SKIRMISH, self.scene)
            who = next(iter(every))
            self.do(who, m.Draw(tuple(each.who for each in self.state.fighters)) if who == CHANCE else m.Pass())

    @property
    def state(self) -> Skirmish:
        return self.scene.state

    def one(self, who: Who) -> Fighter:
        return fighter(self.state, who)

    def offered_to(self, who: Who) -> tuple[Offer, ...]:
        return offers(SKIRMISH, self.scene).get(who, ())

    def offer(self, who: Who, kind: type) -> Offer:
        """The first offer of a kind.

        Raises: LookupError
        """
        for each in self.offered_to(who):
            if each.move is kind:
                return each
        raise LookupError(kind.__name__)

    def may(self, who: Who, kind: type) -> bool:
        return any(each.move is kind for each in self.offered_to(who))

    def do(self, who: Who, move: Any, *, waived: bool = False) -> list[Any]:
        """A move; the events that follow."""
        step = decide(SKIRMISH, self.scene, who, move, waived=waived)
        self.scene = step.now
        self.events += step.events
        return step.events

    def throw(self, told: str, keep: tuple[int, ...] | None = None) -> list[Any]:
        """The dice that wait; the events that follow."""
        by = self.thrower()
        offer = self.offer(by, Throw)
        who = dict(offer.bounds)["who"].of[0]  # type: ignore[attr-defined]
        found = self.do(by, Throw(who, dice(told)))
        return found if keep is None else self.do(who, Keep(who, keep))

    def strike(
        self, who: Who, target: Who, attack: str, damage: str = "", weapon: str = "katana", **how: Any
    ) -> list[Any]:
        """An attack with its dice, and those of the damage where it hits."""
        found = self.do(who, m.Strike(target, weapon, **how)) + self.throw(attack)
        return found + (self.throw(damage) if damage else [])

    def wrestle(self, *told: str) -> list[Any]:
        """Both declare a contest of Strength, and nothing else; then their dice."""
        found = list[Any]()
        for who in list(offers(SKIRMISH, self.scene)):
            found += self.do(who, Declare(who, by_hand=self.one(who).by_hand))
        return found + [event for dice_ in told for event in self.throw(dice_)]

    def say(self, *events: Any) -> None:
        """The game master says what happened."""
        step = rule(SKIRMISH, self.scene, *events)
        self.scene = step.now
        self.events += step.events

    def hurt(self, who: Who, wounds: int) -> None:
        """Wounds from elsewhere."""
        self.say(Shifted(who, "wounds", wounds, "elsewhere"))

    def turn_of(self, who: Who) -> None:
        """Ends turns until it is somebody's."""
        for _ in range(200):
            if self.state.stack and getattr(self.state.stack[-1], "who", "") == who:
                return
            if self.state.step == "void":
                self.skip()
                continue
            now: Any = self.state.stack[-1]
            self.do(now.who, m.Pass())
        raise LookupError(who)

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if type(event) is kind]


def wounded(one: Person, wounds: int) -> Person:
    """The same with so many Wounds."""
    return replace(one, wounds=wounds)


TWO: m.Sides = (("A", ("akodo",)), ("B", ("bayushi",)))


def two(first: Person | None = None, second: Person | None = None, **how: Any) -> Fight:
    """One against one."""
    return Fight({"akodo": first or bushi(), "bayushi": second or bushi("Bayushi")}, TWO, **how)
