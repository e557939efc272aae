"""What a character of the 5th edition can be asked to roll, as people say it: ``meditation/air``, ``strike katana``."""

from typing import NamedTuple

from rollkeep.errors import UsageError
from rollkeep.fifth.catalogue.skills import GROUP_OF, GROUPS, shown, skill_of, weapon_skill
from rollkeep.fifth.catalogue.weapons import WEAPONS, at_hand
from rollkeep.fifth.sheet import RINGS, Character, Weapon
from rollkeep.names import nearest, plain

CHECKS = {
    "strike": ("", 2, "5e.action.strike"),
    "initiative": ("meditation", 1, "5e.duel.initiative"),
    "resist": ("fitness", 1, "5e.critical"),
}
"""The checks of a duel that have a word of their own: the skill, the TN, and the rule that sets it. A Strike takes the
skill of its weapon.
"""
_ALSO = {"attack": "strike", "strike": "strike"}


class Deed(NamedTuple):
    """What is rolled. ``kind`` is ``skill``, ``strike``, ``initiative`` or ``resist``; ``ring`` is empty where nobody
    has named it; ``tn`` is the usual one, where there is one, and ``rule`` sets it.
    """

    kind: str
    skill: str
    ring: str = ""
    weapon: str = ""
    tn: int | None = None
    rule: str = "5e.check"

    @property
    def title(self) -> str:
        """What is rolled, in a few words.

        >>> Deed("skill", "meditation", "air").title, Deed("strike", "martial arts melee", weapon="katana").title
        ('Meditation/Air', 'Strike with katana')
        """
        said = {"skill": shown(self.skill), "strike": f"Strike with {self.weapon}", "resist": "Resist"}
        return said.get(self.kind, self.kind.title()) + f"/{self.ring.title()}" * bool(self.ring)

    @property
    def tags(self) -> tuple[str, ...]:
        """What modifiers may be on, beside the skill and the ring."""
        return {"skill": (), "strike": ("attack",)}.get(self.kind, (self.kind,))


def read_deed(character: Character, text: str) -> Deed:
    """Reads it for this character.

    Raises: UsageError for what is not known, with the nearest that is.
    Source: 5e.check, 5e.action.strike, 5e.duel.initiative, 5e.critical
    """
    said, slash, after = text.partition("/")
    ring = ring_of(after) if slash else ""
    first, _, rest = plain(said).partition(" ")
    if first in _ALSO:
        weapon = find_weapon(character, rest)
        _, tn, rule = CHECKS["strike"]
        return Deed("strike", weapon_skill(weapon.skill), ring, weapon.name, tn, rule)
    if first in CHECKS and not rest:
        skill, tn, rule = CHECKS[first]
        return Deed(first, skill, ring, "", tn, rule)
    if plain(said) in RINGS:
        raise UsageError(
            f"{plain(said).title()} is a ring, and a check needs a skill too.",
            code="usage.needs",
            hint=f"Write the skill before it: meditation/{plain(said)}.",
        )
    return Deed("skill", _skill(character, said), ring)


def ring_of(text: str) -> str:
    """A ring by its name.

    Raises: UsageError
    """
    name = plain(text)
    if name in RINGS:
        return name
    near = nearest(name, RINGS)
    raise UsageError(
        f"No ring is called {text.strip()[:40]!r}." if name else "Which ring? Nothing stands behind the /.",
        code="usage.roll",
        hint=f"Did you mean {near}?" if near else f"The rings are {', '.join(RINGS)}.",
    )


def find_weapon(character: Character, text: str) -> Weapon:
    """The weapon that a text names, one at hand or any of the catalogue; without a name the first at hand.

    Raises: UsageError
    """
    mine = at_hand(character)
    if not text:
        return mine[0]
    known = WEAPONS | {plain(weapon.name): weapon for weapon in mine}
    if text in known:
        return known[text]
    near = nearest(text, known)
    raise UsageError(
        f"No weapon is called {text[:40]!r}.",
        code="usage.roll",
        hint=f"Did you mean {near}?" if near else "Weapons of one's own stand in the character file: [[weapons]].",
    )


def _skill(character: Character, text: str) -> str:
    name, own = skill_of(text), dict(character.skills or ())
    if name in own or name in GROUP_OF:
        return name
    raise UsageError(f"Nothing to roll is called {text.strip()[:40]!r}.", code="usage.roll", hint=_hint(name, own))


def _hint(name: str, own: dict[str, int]) -> str:
    """What was meant, perhaps."""
    before, _, last = name.rpartition(" ")
    if last in RINGS and (before in own or skill_of(before) in GROUP_OF):
        return f"Write a / before the ring: {before}/{last}."
    if name[:1].isdigit():
        return "Dice are written without a name: rollkeep 3r2s."
    if name in GROUPS:
        return f"That is a group of skills: {', '.join(GROUPS[name])}."
    near = nearest(name, (*own, *GROUP_OF, *CHECKS))
    return f"Did you mean {near}?" if near else "A skill such as meditation, or strike, initiative or resist."
