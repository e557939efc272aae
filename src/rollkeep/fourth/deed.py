"""What a character can be asked to roll, as people say it: ``kyujutsu``, ``kenjutsu/void``, ``attack katana``."""

from collections.abc import Mapping
from typing import NamedTuple

from rollkeep.dice.notation import Term, read_pool
from rollkeep.errors import NotationError, UsageError
from rollkeep.fourth.catalogue.rings import RINGS, TRAITS
from rollkeep.fourth.catalogue.skills import TRAIT_OF, is_known, shown, usual_trait
from rollkeep.fourth.catalogue.weapons import ARROWS, OR_REFLEXES, WEAPONS, Weapon
from rollkeep.fourth.sheet import Attack, Carried, Character
from rollkeep.names import nearest, plain

UNSKILLED = " unskilled"  # after a notation
VERBS = ("attack", "damage", "initiative", "cast")


class Deed(NamedTuple):
    """What is rolled. ``kind`` is ``skill``, ``attack``, ``damage``, ``trait``, ``ring``, ``spell``, ``initiative`` or
    ``notation``; ``way`` says how a weapon is used, such as ``thrown``; ``attack`` is one of a stat block. Only of a
    notation ``unskilled`` has to be said.
    """

    kind: str
    skill: str = ""
    trait: str = ""
    ring: str = ""
    carried: Carried | None = None
    way: str = ""
    attack: Attack | None = None
    terms: tuple[Term, ...] = ()
    unskilled: bool = False

    @property
    def title(self) -> str:
        """What is rolled, in a few words."""
        if self.kind == "skill":
            return f"{shown(self.skill)}/{self.trait.title()}"
        if self.kind in ("attack", "damage"):
            name = self.attack.name if self.attack else self.carried.weapon.name if self.carried else ""
            way = f" ({self.way})" if self.way else ""
            return f"{self.kind.title()}{' with ' * bool(name)}{name}{way}"
        if self.kind == "spell":
            return f"Casting {self.ring.title()}"
        return {"trait": self.trait.title(), "ring": f"{self.ring.title()} Ring", "initiative": "Initiative"}.get(
            self.kind, ""
        )


def in_sentence(title: str) -> str:
    """A title as it stands within a sentence: Skills and Traits are names, an attack and damage are none.

    >>> in_sentence("Damage with yumi"), in_sentence("Kyujutsu/Reflexes")
    ('damage with yumi', 'Kyujutsu/Reflexes')
    """
    first = title.partition(" ")[0]
    return title[:1].lower() + title[1:] if first in ("Attack", "Damage", "Casting") else title


def read_deed(character: Character, text: str) -> Deed:
    """Reads it for this character.

    Raises: UsageError for what is not known, with the nearest that is.
    Source: 4e.skill, 4e.attack
    """
    said, slash, with_trait = text.partition("/")
    first, _, rest = plain(said).partition(" ")
    if first == "attack":
        deed = _with_weapon(character, "attack", rest)
        return deed._replace(trait=_trait(with_trait)) if slash else deed
    if slash:
        return Deed("skill", _skill(character, said), _trait(with_trait))
    if first == "damage":
        return _with_weapon(character, "damage", rest)
    if first == "initiative" and not rest:
        return Deed("initiative")
    if first == "cast":
        if rest not in RINGS:
            raise _unknown(f"cast {rest}".strip(), "Name the Ring of the spell: cast fire.")
        return Deed("spell", ring=rest)
    if plain(said) in TRAITS:
        return Deed("trait", trait=plain(said))
    if plain(said) in RINGS:
        return Deed("ring", ring=plain(said))
    if any(letter in "kKgG" for letter in said) and any(sign.isdigit() for sign in said):
        pool, unskilled, after = text.partition(UNSKILLED)
        try:
            return Deed("notation", terms=read_pool(pool if not after else text), unskilled=bool(unskilled))
        except NotationError:
            pass
    skill = _skill(character, said)
    trait = next((known.trait for known in character.skills or () if known.name == skill), "") or usual_trait(skill)
    if not trait:
        raise UsageError(
            f"{shown(skill)} has no usual Trait.",
            code="usage.roll",
            hint=f"Name one: {skill.replace(' ', '_')}/agility.",
        )
    return Deed("skill", skill, trait)


def find_weapon(character: Character, text: str) -> tuple[Carried, str]:
    """The weapon that a text begins with, one carried or any of the catalogue, and the way it is used.

    Raises: UsageError
    """
    wanted = plain(text)
    if not wanted and not character.weapons:
        raise UsageError(
            f"{character.name} carries no weapon.", code="usage.roll", hint="Name one: attack katana, damage unarmed."
        )
    if not wanted:
        return character.weapons[0], ""
    carried = {plain(each.weapon.name): each for each in character.weapons}
    known: Mapping[str, Carried] = {name: Carried(weapon) for name, weapon in WEAPONS.items()} | carried
    names = [name for name in known if f"{wanted} ".startswith(f"{name} ")]
    if not names and wanted in _ways(character.weapons[0] if character.weapons else None):
        return character.weapons[0], wanted
    if not names:
        near = nearest(wanted, known)
        raise UsageError(
            f"No weapon is called {text.strip()[:40]!r}.",
            code="usage.roll",
            hint=f"Did you mean {near}?" if near else "Weapons of one's own stand in the character file: [[weapons]].",
        )
    name = max(names, key=len)
    way = wanted[len(name) :].strip()
    if way and way not in _ways(known[name]):
        ways = " or ".join(_ways(known[name]))
        raise UsageError(
            f"{known[name].weapon.name} is not used {way[:40]!r}.",
            code="usage.roll",
            hint=f"It can be used so: {ways}." if ways else "Leave it out.",
        )
    return known[name], way


def _ways(carried: Carried | None) -> tuple[str, ...]:
    if carried is None:
        return ()
    weapon = carried.weapon
    if weapon.kind == "bow":
        return tuple(ARROWS)
    ways = [way for way, _ in weapon.ways]
    if weapon.range_ft and weapon.kind == "melee" and "thrown" not in ways:
        ways.append("thrown")
    return tuple(ways)


def _with_weapon(character: Character, kind: str, text: str) -> Deed:
    attacks = character.block.attacks if character.block else ()
    for attack in attacks:
        if plain(attack.name) == text and not (character.weapons and not text):
            return Deed(kind, attack=attack)
    if attacks and not character.weapons and not text:
        return Deed(kind, attack=attacks[0])
    carried, way = find_weapon(character, text)
    return Deed(kind, carried.weapon.skill, _better(character, carried.weapon), carried=carried, way=way)


def _better(character: Character, weapon: Weapon) -> str:
    """The Trait of an attack; the better one where a weapon lets choose.

    Source: 4e.attack
    """
    ranks = dict(character.traits)
    better = OR_REFLEXES in weapon.special and ranks.get("reflexes", 0) > ranks.get(weapon.trait, 0)
    return "reflexes" if better else weapon.trait


def _skill(character: Character, text: str) -> str:
    name = plain(text)
    own = {known.name for known in character.skills or ()}
    if name in own or is_known(name):
        return name
    if name in (*TRAITS, *RINGS, *VERBS):
        raise _unknown(f"{name}/…", "A Trait goes with a Skill: kenjutsu/reflexes.")
    near = nearest(name, (*own, *TRAIT_OF, *TRAITS, *RINGS, *VERBS))
    hint = f"Did you mean {near}?" if near else "A Skill, a Trait, a Ring, attack, damage, initiative or cast."
    raise _unknown(text.strip(), hint)


def _trait(text: str) -> str:
    name = plain(text)
    if name not in (*TRAITS, "void"):
        near = nearest(name, (*TRAITS, "void"))
        raise UsageError(
            f"No Trait is called {text.strip()[:40]!r}.",
            code="usage.roll",
            hint=f"Did you mean {near}?" if near else f"The Traits are {', '.join(TRAITS)}, and void.",
        )
    return name


def _unknown(text: str, hint: str) -> UsageError:
    return UsageError(f"Nothing to roll is called {text[:40]!r}.", code="usage.roll", hint=hint)
