"""What a skirmish asks of a sheet again and again, worked out once: numbers, Wound Ranks, and the ways to attack."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from rollkeep.errors import Missing, RollKeepError
from rollkeep.fourth import sheet
from rollkeep.fourth.by_sheet import waiting
from rollkeep.fourth.catalogue import rounds
from rollkeep.fourth.catalogue.maneuvers import DISARM, EXTRA, FEINT, KNOCKDOWN, KNOCKDOWNS, MANEUVERS
from rollkeep.fourth.catalogue.weapons import ARROWS, LEAST_STRENGTH, WEAPONS, Weapon
from rollkeep.fourth.check import declare
from rollkeep.fourth.deed import Deed, read_deed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Roll, filled
from rollkeep.fourth.rulings import BY_THE_BOOK
from rollkeep.fourth.sheet import Carried, Character
from rollkeep.fourth.skirmish.state import DEAD, DOWN, OUT, Body
from rollkeep.fourth.wounds import WoundRank
from rollkeep.names import plain

UNARMED, FULL_DEFENSE = "unarmed", "defense/reflexes"
PRINTED = "attack"
"""What the attack of a stat block is called that has no name; it is no weapon."""
_PURPOSES = frozenset({plain(each) for each in MANEUVERS} | {rounds.MOUNTED})
"""Words that are named by what is done, not by whoever rolls."""


Free = tuple[tuple[tuple[str, ...], int], ...]
"""Free Raises, each with the maneuvers that it can be for."""


class Arm(NamedTuple):
    """One way to attack. ``weapon`` has to be in hand, empty where nothing has to; ``kind`` is ``melee``, ``bow`` or
    ``thrown``.

    ``times``: how often the target's armor counts. ``pierce``: so much of its Reduction does not count, ``rush``:
    likewise in the first Round. ``breaks``: more Wounds than that break it, 0: none do. ``leaves``: it is thrown out of
    the hand. ``rider`` and ``walker`` are added to the TN on horseback and on foot; ``charges``: on horseback alone.
    ``even``: the off hand costs nothing; ``edge``: a ruling lets a Void Point into its damage; ``dart``: no damage is
    rolled. ``free`` are Free Raises for one of some maneuvers alone, ``spare`` those for any. ``named`` are words that
    can be named, ``own`` those of them that are Emphases; ``on_attack`` and ``on_damage`` all that these rolls wait
    for.
    """

    name: str
    weapon: str
    attack: str
    damage: str
    kind: str = "melee"
    size: str = ""
    skill: str = ""
    times: int = 1
    pierce: int = 0
    rush: int = 0
    breaks: int = 0
    leaves: bool = False
    rider: int = 0
    walker: int = 0
    charges: bool = False
    even: bool = False
    edge: bool = False
    dart: bool = False
    skilled: bool = True
    spare: int = 0
    free: Free = ()
    named: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    on_attack: frozenset[str] = frozenset()
    on_damage: frozenset[str] = frozenset()


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
        self.defends = _can(character, FULL_DEFENSE)
        self.braces = _braces(character, ranks)
        self.rides = ranks.get("horsemanship", 0) >= 3
        self.arms, self.hands = _arms(character, ranks)
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


def emphases(character: Character, skill: str) -> tuple[str, ...]:
    """The Emphases of a Skill that are written down."""
    return next((each.emphases for each in character.skills or () if each.name == skill), ())


def _braces(character: Character, ranks: Mapping[str, int]) -> tuple[str, ...]:
    """The words that can be named on a Full Defense roll.

    Source: 4e.emphasis
    """
    named = {plain(word) for word in waiting(character, read_deed(character, FULL_DEFENSE))} - _PURPOSES
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


def _can(character: Character, deed: str, aim: str = "") -> bool:
    try:
        declare(filled(character._replace(wounds=0), Roll(character.name, deed, aim), BY_THE_BOOK))
    except RollKeepError:
        return False
    return True


def _first(character: Character) -> str:
    """The attack that is missed first."""
    return "attack" if character.weapons or character.block else f"attack {UNARMED}"


# --- ways to attack ---------------------------------------------------------------------------------------------


def _arms(character: Character, ranks: Mapping[str, int]) -> tuple[dict[str, Arm], dict[str, int]]:
    """Every way to attack by its name; and of each weapon the Simple Actions that it takes to ready."""
    arms, hands = dict[str, Arm](), dict[str, int]()
    for attack in character.block.attacks if character.block else ():
        name = attack.name or PRINTED
        if attack.attack and attack.damage:
            said = f" {attack.name}".rstrip()
            waits = [
                frozenset(map(plain, waiting(character, Deed(kind, attack=attack)))) for kind in ("attack", "damage")
            ]
            named = tuple(sorted((waits[0] | waits[1]) - _PURPOSES))
            arms[name] = Arm(
                *(name, name, f"attack{said}", f"damage{said}", _printed_kind(name)),
                named=named,
                on_attack=waits[0],
                on_damage=waits[1],
            )
            hands[name] = 1
    carried = list(character.weapons)
    if not any(each.weapon.name == UNARMED for each in carried):
        carried.append(Carried(WEAPONS[UNARMED]))
    for each in carried:
        if not _draws(character, each.weapon):
            continue
        found = [arm for arm in _ways(character, each, ranks) if _works(character, arm)]
        arms |= {arm.name: arm for arm in found}
        if found and each.weapon.name != UNARMED:
            hands[each.weapon.name] = _readying(each.weapon, ranks)
    return arms, hands


def _printed_kind(name: str) -> str:
    """What an attack of a stat block is: as the weapon of the catalogue with which its name begins, else ``melee``.

    >>> [_printed_kind(name) for name in ("Yumi, flesh cutter", "yari thrown", "yari", "bite")]
    ['bow', 'thrown', 'melee', 'melee']

    Source: 4e.skirmish.block
    """
    said = plain(name.replace(",", " "))
    weapon = max((each for each in WEAPONS if f"{said} ".startswith(f"{each} ")), key=len, default="")
    if not weapon:
        return "melee"
    return "thrown" if said[len(weapon) :].strip() == "thrown" else WEAPONS[weapon].kind


def _draws(character: Character, weapon: Weapon) -> bool:
    """Whether somebody is strong enough for a bow, as far as that is known.

    Source: 4e.skirmish.arms
    """
    least = LEAST_STRENGTH.get(plain(weapon.name), 0)
    return dict(character.traits).get("strength", least) >= least


def _works(character: Character, arm: Arm) -> bool:
    return _can(character, arm.attack, "open") and (arm.dart or _can(character, arm.damage))


def _readying(weapon: Weapon, ranks: Mapping[str, int]) -> int:
    """How many Simple Actions it takes.

    Source: 4e.skirmish.arms
    """
    rank = ranks.get(weapon.skill, 0)
    free = (
        weapon.size == "small"
        or rank >= rounds.READY_FREE.get(weapon.skill, 99)
        or (plain(weapon.name) == "katana" and ranks.get("iaijutsu", 0) >= rounds.KATANA_FREE)
        or (weapon.skill == "staves" and weapon.size == "large" and rank >= rounds.LARGE_STAVES_FREE)
    )
    return 0 if free else 1


def _ways(character: Character, carried: Carried, ranks: Mapping[str, int]) -> list[Arm]:
    weapon = carried.weapon
    name = plain(weapon.name)
    if weapon.kind == "bow":
        own = plain(carried.arrow) or weapon.dr or "willow leaf"
        arrows = [own, *(arrow for arrow in ARROWS if arrow != own and not weapon.dr)]
        return [_arm(character, carried, ranks, "" if arrow == own else arrow, arrow) for arrow in arrows]
    usual = [""] if not weapon.ways or weapon.name != "lance" else []
    ways = [way for way, _ in weapon.ways]
    if weapon.range_ft and weapon.kind == "melee" and "thrown" not in ways:
        ways.append("thrown")
    found = [_arm(character, carried, ranks, way) for way in (*usual, *ways)]
    if name == "lance":
        found.append(_arm(character, carried, ranks, "")._replace(name="lance in a charge", charges=True))
    return found


def _arm(character: Character, carried: Carried, ranks: Mapping[str, int], way: str, arrow: str = "") -> Arm:
    """Source: 4e.attack, 4e.skirmish.arms, 4e.mastery"""
    weapon, rank = carried.weapon, ranks.get(carried.weapon.skill, 0)
    name = plain(weapon.name)
    said = f"{weapon.name} {way}".strip()
    times = rounds.ARROW_TIMES.get(arrow, 1) if arrow else rounds.ARMOR_TIMES.get(name, 1)
    if weapon.skill == "staves" and rank < rounds.PLAIN_STAVES:
        times = 2
    charge = way == rounds.NO_CHARGE
    free, spare = _free(character, f"attack {said}" if weapon.kind != "bow" else f"attack {weapon.name}")
    waits = [waiting(character, read_deed(character, f"{kind} {weapon.name}")) for kind in ("attack", "damage")]
    on_attack, on_damage = (frozenset(map(plain, each)) for each in waits)
    named = {plain(word) for word in (*waits[0], *waits[1])} - {name} - _PURPOSES  # a weapon in hand names itself
    return Arm(
        said,
        "" if weapon.name == UNARMED else weapon.name,
        f"attack {weapon.name}" if weapon.kind == "bow" else f"attack {said}",
        f"damage {said}",
        "thrown" if way == "thrown" else weapon.kind,
        weapon.size,
        weapon.skill,
        times,
        rounds.HEAVY_PIERCE if weapon.skill == "heavy weapons" and rank >= rounds.HEAVY_BLOWS else 0,
        rounds.SPEAR_PIERCE if weapon.skill == "spears" and rank >= rounds.SPEAR_RUSH else 0,
        rounds.BREAKS.get(name, 0),
        way == "thrown",
        rounds.ON_HORSEBACK.get(name, 0) + rounds.LANCE_ON_HORSEBACK * charge,
        rounds.ON_FOOT.get(name, 0) + rounds.LANCE_ON_FOOT * charge,
        even=rank >= rounds.EVEN_HANDED.get(weapon.skill, 99),
        edge="void_damage" in weapon.special,
        dart="rated_by_ninjutsu" in weapon.special and rank < 3,
        skilled=rank > 0,
        spare=spare,
        free=free,
        named=tuple(sorted(named)),
        own=tuple(sorted(named & set(map(plain, emphases(character, weapon.skill))))),
        on_attack=on_attack,
        on_damage=on_damage,
    )


def _free(character: Character, deed: str) -> tuple[Free, int]:
    """Free Raises that mastery and modifiers bring: for one of some maneuvers alone, and for any.

    Source: 4e.free-raise, 4e.mastery
    """

    def brought(*named: str) -> Counter[Modifier]:
        try:
            roll = Roll(character.name, deed, "open")
            request = filled(character._replace(wounds=0), roll, BY_THE_BOOK, named=named)
        except RollKeepError:
            return Counter()
        return Counter(modifier for modifier in request.modifiers if modifier.free_raises)

    any_, several = brought(), dict[tuple[Modifier, int], tuple[str, ...]]()
    for name in (DISARM, EXTRA, FEINT, KNOCKDOWN):
        for each in (brought(name) - any_).items():
            several[each] = (*several.get(each, ()), *(KNOCKDOWNS if name == KNOCKDOWN else (name,)))
    one_of = [(names, modifier.free_raises * count) for (modifier, count), names in several.items()]
    spare = sum(modifier.free_raises * count for modifier, count in any_.items())
    return tuple(sorted(one_of, key=lambda each: len(each[0]))), spare
