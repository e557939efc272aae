"""A character file: TOML text to a character, or every fault of it with its line.

Source: 4e.skill, 4e.ring, 4e.void.pool, 4e.wounds
"""

from collections.abc import Collection
from typing import Any

from rollkeep.dice.notation import Term, read_pool, read_terms, total
from rollkeep.errors import NotationError
from rollkeep.fourth.catalogue.armor import ARMORS, Armor
from rollkeep.fourth.catalogue.rings import ELEMENTS, RINGS, TRAITS
from rollkeep.fourth.catalogue.skills import TRAIT_OF, is_known, shown
from rollkeep.fourth.catalogue.weapons import ARROWS, OR_REFLEXES, WEAPONS, Weapon
from rollkeep.fourth.modifier import NUMBERS, Modifier, Place
from rollkeep.fourth.places import places, read_place
from rollkeep.fourth.sheet import Attack, Block, Carried, Character, Skill
from rollkeep.fourth.wounds import HEALTHY, MAX_WOUNDS, PER_RANK, read_block
from rollkeep.names import plain
from rollkeep.text import unfit
from rollkeep.toml.checked import Checked, game_fault, quoted
from rollkeep.toml.lines import Path
from rollkeep.toml.reading import data_of, faulty

GAME = "4e"
KEYS = {
    "": (
        *(
            "game",
            "partial",
            "name",
            "clan",
            "family",
            "school",
            "school_rank",
            "insight_rank",
            "honor",
            "glory",
            "status",
        ),
        *("notes", "traits", "void", "skills", "modifiers", "weapons", "armor", "wounds", "options", "experience"),
        "block",
    ),
    "void": ("ring", "points", "per_round"),
    "skill": ("rank", "emphases", "trait"),
    "modifier": ("name", "pool", "on", "for", "unless", "free_raises", "explode_on", "active"),
    "weapon": (
        *("name", "skill", "trait", "kind", "dr", "strength", "arrow", "size", "range_ft", "keywords"),
        "explode_on",
    ),
    "armor": ("name", "tn", "reduction"),
    "wounds": ("taken", "per_rank", "healthy"),
    "options": ("casts", "affinity", "deficiency"),
    "experience": ("spent", "regained"),
    "block": ("initiative", "attack", "damage", "armor_tn", "reduction", "wounds", "attacks"),
    "attack": ("name", "attack", "damage"),
}
"""The keys that each table of a character file can have."""

WORDS = (*TRAITS, *RINGS, "attack", "damage", "initiative", "cast")
MAX_NOTES = 20_000


def read(text: str, file: str = "this file") -> Character:
    """The character that a file tells of.

    Raises: SheetError with all faults, or with the place where the text is no TOML.
    """
    data = data_of(text, file)
    reading = Reading()
    character = reading.character(data)
    if reading.faults:
        raise faulty(file, text, reading.faults)
    return character


class Reading(Checked):
    """Reads the tables of a character file."""

    # --- the whole ------------------------------------------------------------------------------------------

    def character(self, data: dict[str, Any]) -> Character:
        self.keys(data, (), KEYS[""])
        if data.get("game", GAME) != GAME:
            self.fault(("game",), game_fault(GAME, data["game"]))
        if "name" not in data:
            self.fault((), "A name is missing.", 'Write name = "…" at the top.')
        void, wounds, options = (self.table(data, (name,), KEYS[name]) for name in ("void", "wounds", "options"))
        self.experience(data)
        if (
            "notes" in data
            and self.of_kind(data["notes"], ("notes",), str, "a text")
            and len(data["notes"]) > MAX_NOTES
        ):
            self.fault(("notes",), f"notes has more than {MAX_NOTES:,} characters.")
        ring = self.whole(void, ("void", "ring"), 0, 10)
        skills = self.skills(data)
        own = {skill.name for skill in skills or ()}
        weapons = self.weapons(data, own)
        affinity, deficiency = (
            self.one_of(options, ("options", name), (*ELEMENTS, "void")) for name in ("affinity", "deficiency")
        )
        return Character(
            name=self.text(data, ("name",)),
            clan=self.text(data, ("clan",)),
            family=self.text(data, ("family",)),
            school=self.text(data, ("school",)),
            school_rank=self.whole(data, ("school_rank",), 0, 10),
            insight_rank=self.whole(data, ("insight_rank",), 1, 20),
            honor=self.number(data, ("honor",)),
            glory=self.number(data, ("glory",)),
            status=self.number(data, ("status",)),
            traits=self.traits(data),
            void_ring=ring,
            void_points=self.points(void, ring),
            per_round=self.whole(void, ("void", "per_round"), 1, 10) or 1,
            skills=skills,
            partial=bool(self.yes_or_no(data, ("partial",))),
            modifiers=self.modifiers(data, weapons, own),
            weapons=weapons,
            armor=self.armor(data),
            wounds=self.whole(wounds, ("wounds", "taken"), 0, MAX_WOUNDS) or 0,
            per_rank=self.whole(wounds, ("wounds", "per_rank"), 1, 10) or PER_RANK,
            healthy=self.whole(wounds, ("wounds", "healthy"), 1, 20) or HEALTHY,
            casts=self.casts(options, bool(affinity or deficiency)),
            affinity=affinity,
            deficiency=deficiency,
            block=self.block(data),
        )

    def traits(self, data: dict[str, Any]) -> tuple[tuple[str, int], ...]:
        table = self.table(data, ("traits",), TRAITS, "Trait")
        found = ((name, self.whole(table, ("traits", name), 1, 10)) for name in TRAITS)
        return tuple((name, rank) for name, rank in found if rank is not None)

    def points(self, void: dict[str, Any], ring: int | None) -> int | None:
        points = self.whole(void, ("void", "points"), 0, 10)
        if points is not None and ring is not None and points > ring:
            self.fault(("void", "points"), f"points is at most the ring, {ring}, not {points}.")
        return points

    def casts(self, options: dict[str, Any], has_affinity: bool) -> bool | None:
        casts = self.yes_or_no(options, ("options", "casts"))
        if casts is False and has_affinity:
            self.fault(("options", "casts"), "casts = false, but an affinity or a deficiency is given.")
        return True if has_affinity else casts

    def experience(self, data: dict[str, Any]) -> None:
        table = self.table(data, ("experience",), KEYS["experience"])
        for name in KEYS["experience"]:
            self.whole(table, ("experience", name), 0, 99_999)

    # --- Skills and modifiers -------------------------------------------------------------------------------

    def skills(self, data: dict[str, Any]) -> tuple[Skill, ...] | None:
        if "skills" not in data or not self.of_kind(data["skills"], ("skills",), dict, "a table: [skills]"):
            return None
        found = dict[str, Skill]()
        for key, value in data["skills"].items():
            path = ("skills", key)
            skill = self.skill(key, value, path)
            if skill.name in found:
                self.fault(path, f"{shown(skill.name)} is given twice.")
            found[skill.name] = skill
        return tuple(found.values())

    def skill(self, key: str, value: Any, path: Path) -> Skill:
        name, table = plain(key), value if isinstance(value, dict) else {"rank": value}
        own = "trait" in table
        if not name or unfit(key):
            self.fault(path, f"{quoted(key)} is no name of a Skill.")
        elif name in WORDS:
            self.fault(path, f"{quoted(key)} is the word for another roll.", "Give the Skill another name.")
        elif not is_known(name) and not own:
            near = self.near(key, [shown(known) for known in TRAIT_OF])
            hint = f"Did you mean {near.lower()}? " if near else ""
            self.fault(
                path,
                f"There is no Skill {quoted(key)}.",
                f'{hint}One of your own names its Trait: {{ rank = 1, trait = "agility" }}.',
            )
        if isinstance(value, dict):
            self.keys(value, path, KEYS["skill"])
        within = (*path, "rank") if isinstance(value, dict) else path
        rank = self.whole(table, within, 0, 10, entry="rank", name=shown(name))
        if isinstance(value, dict) and "rank" not in value:
            self.fault(path, f"{shown(name)} has no rank.", "Write rank = 1.")
        trait = self.one_of(table, (*path, "trait"), (*TRAITS, "void"))
        return Skill(name, rank or 0, self.texts(table, (*path, "emphases")), trait)

    def modifiers(
        self, data: dict[str, Any], weapons: tuple[Carried, ...], skills: Collection[str]
    ) -> tuple[Modifier, ...]:
        known = {plain(carried.weapon.name) for carried in weapons} | set(WEAPONS)
        found = [
            self.modifier(table, path, known, skills)
            for table, path in self.tables(data, ("modifiers",), KEYS["modifier"])
        ]
        self.no_twice([modifier.name for modifier in found], ("modifiers",))
        return tuple(found)

    def modifier(
        self, table: dict[str, Any], path: Path, weapons: Collection[str], skills: Collection[str]
    ) -> Modifier:
        name = self.named(table, path, "A modifier")
        gives = [key for key in ("pool", "free_raises", "explode_on") if key in table]
        if not gives:
            self.fault(path, f"{name or 'A modifier'} gives nothing.", 'Write pool = "1k0", "+5" or "0k1-2".')
        pool = self.terms(table, (*path, "pool"), lambda text: total(read_terms(text))) or Term()
        texts = self.texts(table, (*path, "on"))
        on = tuple(place for text in texts if (place := self.place(text, path, weapons, skills)))
        if "on" in table and not texts:
            self.fault((*path, "on"), "on names nothing.", "Leave the line out where every roll is meant.")
        waits = "for" in table or "unless" in table
        for number in {word for place in on for word in place if word in NUMBERS}:
            if pool.rolled or pool.kept:
                self.fault((*path, "pool"), f"{number} takes a number such as +5, not dice.")
            if "free_raises" in table or "explode_on" in table:
                self.fault(path, f"{number} takes a pool such as +5 alone.", "Write a second modifier for the rest.")
            if waits and number != "tn":
                self.fault(path, f"{number} counts always, so no word can be waited for.", "Leave for and unless out.")
        explode = self.whole(table, (*path, "explode_on"), 9, 10)
        active = self.yes_or_no(table, (*path, "active"))
        return Modifier(
            name,
            pool,
            on,
            tuple(map(plain, self.texts(table, (*path, "for")))),
            tuple(map(plain, self.texts(table, (*path, "unless")))),
            self.whole(table, (*path, "free_raises"), 0, 20) or 0,
            explode,
            True if active is None else active,
        )

    def place(self, text: str, path: Path, weapons: Collection[str], skills: Collection[str]) -> Place | None:
        place = read_place(text, weapons, skills)
        if place is None:
            near = self.near(text, (*places(weapons), *TRAIT_OF))
            hint = (
                f"Did you mean {near}?" if near else "Such as attack, damage katana, kenjutsu, reflexes, tn, armor tn."
            )
            self.fault((*path, "on"), f"A modifier cannot be on {quoted(text)}.", hint)
        return place

    # --- weapons, armor, stat blocks ------------------------------------------------------------------------

    def weapons(self, data: dict[str, Any], skills: Collection[str]) -> tuple[Carried, ...]:
        found = [self.weapon(table, path, skills) for table, path in self.tables(data, ("weapons",), KEYS["weapon"])]
        self.no_twice([carried.weapon.name for carried in found], ("weapons",))
        return tuple(found)

    def weapon(self, table: dict[str, Any], path: Path, skills: Collection[str]) -> Carried:
        name = self.named(table, path, "A weapon")
        known = WEAPONS.get(plain(name))
        kind = self.one_of(table, (*path, "kind"), ("melee", "bow", "thrown")) or (known.kind if known else "melee")
        self.terms(table, (*path, "dr"), read_pool)
        skill = self.skill_of(table, path, skills)
        if not known and name and "skill" not in table:
            near = self.near(name, WEAPONS)
            self.fault(
                (*path, "name"),
                f"There is no weapon {quoted(name)}.",
                (f"Did you mean {near}? " if near else "") + 'One of your own names its skill and dr = "3k2".',
            )
        elif not known and name and "dr" not in table and kind != "bow":
            self.fault(path, f"{name} has no damage rating.", 'Write dr = "3k2".')
        strength = self.whole(table, (*path, "strength"), 1, 10)
        if not known and kind == "bow" and strength is None:
            self.fault(path, f"{name or 'A bow'} has no Strength.", "Write strength = 3.")
        base = known or Weapon(name, skill, kind=kind, trait="reflexes" if kind == "bow" else "agility")
        trait = self.one_of(table, (*path, "trait"), TRAITS)
        weapon = base._replace(
            skill=skill or base.skill,
            kind=kind,
            trait=trait or base.trait,
            special=tuple(word for word in base.special if not trait or word != OR_REFLEXES),
            dr=table.get("dr") or base.dr,
            strength=base.strength if strength is None else strength,
            size=self.one_of(table, (*path, "size"), ("small", "medium", "large")) or base.size,
            range_ft=self.whole(table, (*path, "range_ft"), 0, 9999) or base.range_ft,
            keywords=self.texts(table, (*path, "keywords")) or base.keywords,
        )
        return Carried(weapon, self.arrow(table, path), self.whole(table, (*path, "explode_on"), 9, 10))

    def skill_of(self, table: dict[str, Any], path: Path, skills: Collection[str]) -> str:
        skill = plain(self.text(table, (*path, "skill")))
        if skill and skill not in skills and not is_known(skill):
            near = self.near(skill, TRAIT_OF)
            self.fault(
                (*path, "skill"),
                f"There is no Skill {quoted(table['skill'])}.",
                f"Did you mean {near}?" if near else "",
            )
        return skill

    def arrow(self, table: dict[str, Any], path: Path) -> str:
        arrow = self.text(table, (*path, "arrow"))
        if not arrow or plain(arrow) in ARROWS:
            return arrow
        try:
            read_pool(arrow)
        except NotationError:
            near = self.near(arrow, ARROWS)
            hint = f"Did you mean {near}?" if near else f'{", ".join(ARROWS)}; or a rating such as "2k2".'
            self.fault((*path, "arrow"), f"There is no arrow {quoted(arrow)}.", hint)
        return arrow

    def armor(self, data: dict[str, Any]) -> Armor | None:
        table = self.table(data, ("armor",), KEYS["armor"])
        if not table:
            return None
        name = self.named(table, ("armor",), "The armor")
        known = ARMORS.get(plain(name).removesuffix(" armor"))
        if not known and name and "tn" not in table:
            near = self.near(name, ARMORS)
            own = "Of your own: tn = 5 and reduction = 3."
            self.fault(
                ("armor", "name"),
                f"There is no armor {quoted(name)}.",
                (f"Did you mean {near}? " if near else "") + own,
            )
        tn, reduction = (self.whole(table, ("armor", key), 0, 99) for key in ("tn", "reduction"))
        base = known or Armor(name)
        return base._replace(
            tn=base.tn if tn is None else tn, reduction=base.reduction if reduction is None else reduction
        )

    def dice(self, table: dict[str, Any], path: Path) -> Term | None:
        found: Term | None = self.terms(table, path, lambda text: total(read_pool(text)))
        return found

    def block(self, data: dict[str, Any]) -> Block | None:
        if "block" not in data:
            return None
        table = self.table(data, ("block",), KEYS["block"])
        first = Attack("", self.dice(table, ("block", "attack")), self.dice(table, ("block", "damage")))
        attacks = [first] if first.attack or first.damage else []
        for entry, path in self.tables(table, ("block", "attacks"), KEYS["attack"]):
            name = self.named(entry, path, "An attack")
            attacks.append(Attack(name, self.dice(entry, (*path, "attack")), self.dice(entry, (*path, "damage"))))
            if "attack" not in entry and "damage" not in entry:
                self.fault(path, f"{name or 'An attack'} has no dice.", 'Write attack = "5k3" and damage = "4k2".')
        self.no_twice([attack.name for attack in attacks[bool(first.attack or first.damage) :]], ("block", "attacks"))
        wounds = self.text(table, ("block", "wounds"))
        ranks = read_block(wounds) if wounds else ()
        if ranks is None:
            self.fault(("block", "wounds"), f"wounds cannot be {quoted(wounds)}.", 'Write "15: +5, 30: dead".')
        return Block(
            self.dice(table, ("block", "initiative")),
            tuple(attacks),
            self.whole(table, ("block", "armor_tn"), 0, 999),
            self.whole(table, ("block", "reduction"), 0, 99),
            ranks or (),
        )
