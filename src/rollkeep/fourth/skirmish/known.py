"""What a skirmish asks of a sheet again and again, worked out once: its numbers, Wound Ranks and ways to attack."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping
from typing import Any

from rollkeep.errors import Missing
from rollkeep.fourth import sheet
from rollkeep.fourth.by_sheet import waiting
from rollkeep.fourth.catalogue import rounds
from rollkeep.fourth.check import declare
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Roll, filled
from rollkeep.fourth.rulings import BY_THE_BOOK
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.skirmish.arms import PURPOSES, UNARMED, Arm, arms_of, can, emphases
from rollkeep.fourth.skirmish.state import DEAD, DOWN, OUT, Body
from rollkeep.fourth.wounds import WoundRank
from rollkeep.names import plain

FULL_DEFENSE = "defense/reflexes"


class Known:
    """A sheet as a skirmish sees it. Two are the same only where they are of the same sheet."""

    __slots__ = (
        *("arms", "body", "boxes", "braces", "character", "defense", "defends", "firsts", "hands", "per_round"),
        *("ranks", "reduction", "rides", "standing", "strength", "void_ring"),
    )

    def __init__(self, character: Character) -> None:
        """Raises: Missing where the sheet lacks what a skirmish needs."""
        self.character = character
        self.void_ring = character.void_ring or 0
        self.per_round = character.per_round
        self.reduction = sheet.reduction(character)
        self.boxes = sheet.boxes(character)
        self.firsts = [rank.first for rank in self.boxes]
        self.ranks = ranks = dict(sheet.ranks(character))
        self.body = _body(character)
        self.defense = _defense(character, ranks)
        self.defends = can(character, FULL_DEFENSE)
        self.braces = _braces(character, ranks)
        self.rides = ranks.get("horsemanship", 0) >= 3
        self.arms, self.hands = arms_of(character, ranks)
        self.strength = _strength(character)
        declare(filled(character._replace(wounds=0), Roll(character.name, "initiative"), BY_THE_BOOK))
        if not self.arms:
            declare(filled(character._replace(wounds=0), Roll(character.name, _first(character), "open"), BY_THE_BOOK))
            raise Missing(character.name, "traits.strength", "Strength", 1, 10)
        self.standing = [rank for rank in self.boxes if rank.penalty is not None]

    def is_printed(self, arm: Arm) -> bool:
        """Whether it is an attack of a stat block."""
        return not arm.size and bool(arm.weapon) and not arm.skill

    def can_full_attack(self, conditions: Collection[str]) -> bool:
        """Whether the Full Attack Stance can be taken, and kept.

        Source: 4e.stance
        """
        return rounds.FATIGUED not in conditions and (self.rides or rounds.MOUNTED not in conditions)

    def skill(self, name: str) -> int:
        """The rank in a Skill; 0 where none is written down."""
        return self.ranks.get(name, 0)

    def rank(self, wounds: int) -> WoundRank | None:
        """The Wound Rank; None past the last box.

        Source: 4e.wounds
        """
        rank = self.boxes[max(bisect_right(self.firsts, max(wounds, 0)) - 1, 0)]
        return rank if wounds <= rank.last else None

    def state(self, wounds: int) -> str:
        """``Down``, ``Out``, ``Dead``, or nothing for who stands.

        Source: 4e.wounds
        """
        rank = self.rank(wounds)
        if rank is None or rank.name == DEAD:
            return DEAD
        if rank.penalty is None:
            return OUT
        return DOWN if rank.name == DOWN else ""

    def able(self, wounds: int) -> Character:
        """The character in that Wound Rank; who can no longer roll is taken with the last penalty there is."""
        rank = self.rank(wounds)
        at = rank if rank is not None and rank.penalty is not None else self.standing[-1]
        return self.character._replace(wounds=at.first)

    def first(self, wounds: int) -> int:
        """The first Wound of that rank: what rolls depend on."""
        rank = self.rank(wounds)
        return (rank if rank is not None and rank.penalty is not None else self.standing[-1]).first


_KNOWN: dict[int, tuple[Character, Known | None]] = {}
_MOST = 4096


def known(one: Person) -> Known:
    """What is known of a character.

    Raises: LookupError where it is too little.
    """
    character = one.sheet
    found = _KNOWN.get(id(character))
    if found is None or found[0] is not character:
        found = _learn(character)
    if found[1] is None:
        raise LookupError(character.name)
    return found[1]


def _learn(character: Character) -> tuple[Character, Known | None]:
    try:
        found = (character, Known(character))
    except Missing:
        found = (character, None)  # type: ignore[assignment]
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    _KNOWN[id(character)] = found
    return found


def stands(one: Any) -> bool:
    """Whether somebody who can fight is on their feet.

    Source: 4e.wounds
    """
    return fits(one) and not known(one).state(one.wounds)


def fits(one: Any) -> bool:
    """Whether enough is written down to fight: Armor TN, Initiative, Wounds, and an attack."""
    if not isinstance(one, Person):
        return False
    try:
        known(one)
    except LookupError:
        return False
    return True


def needs(character: Character) -> Known:
    """The same for whoever asks what is missing.

    Raises: Missing
    """
    return Known(character)


def _body(character: Character) -> Body:
    """Source: 4e.armor-tn, 4e.initiative"""
    armor, traits = character.armor, dict(character.traits)
    printed = character.block is not None and character.block.armor_tn is not None
    reflexes = traits.get("reflexes", 0)
    if not reflexes and character.block and character.block.initiative:
        reflexes = character.block.initiative.kept
    try:
        insight = sheet.insight_rank(character)
    except Missing:
        insight = 1
    worn = armor.tn if armor and not printed else 0
    mounted = rounds.MOUNTED_ARMOR.get(plain(armor.name), 0) if armor and not printed else 0
    return Body(sheet.armor_tn(character), worn, mounted, reflexes, insight)


def _defense(character: Character, ranks: Mapping[str, int]) -> int | None:
    """What the Defense Stance adds; None where nobody knows.

    Source: 4e.stance
    """
    try:
        return sheet.ring(character, "air") + ranks.get("defense", 0)
    except Missing:
        return None


def _braces(character: Character, ranks: Mapping[str, int]) -> tuple[str, ...]:
    """The words that can be named on a Full Defense roll.

    Source: 4e.emphasis
    """
    named = {plain(word) for word in waiting(character, read_deed(character, FULL_DEFENSE))} - PURPOSES
    return tuple(sorted(named if ranks.get("defense") else named - set(map(plain, emphases(character, "defense")))))


def _strength(character: Character) -> str:
    """What is rolled where Strength decides: the Trait, or as many dice as a stat block's attack keeps.

    Source: 4e.skirmish.block
    """
    if dict(character.traits).get("strength"):
        return "strength"
    attacks = [each.attack for each in (character.block.attacks if character.block else ()) if each.attack]
    kept = max(attacks[0].kept, 1) if attacks else 1
    return f"{kept}k{kept}"


def _first(character: Character) -> str:
    """The attack that is missed first."""
    return "attack" if character.weapons or character.block else f"attack {UNARMED}"
