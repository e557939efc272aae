"""A character file of the 5th edition: TOML text to a character, or every fault of it with its line.

Source: 5e.check, 5e.derived
"""

from collections.abc import Collection
from typing import Any

from rollkeep.fifth.catalogue import armour, weapons
from rollkeep.fifth.catalogue.qualities import QUALITIES, quality_of
from rollkeep.fifth.catalogue.skills import GROUP_OF, GROUPS, shown, skill_of
from rollkeep.fifth.places import NUMBERS, PLACES, place_of
from rollkeep.fifth.sheet import (
    DERIVED,
    EDGES,
    MOST_RING,
    MOST_RING_OF_BLOCK,
    MOST_SKILL,
    RINGS,
    Advantage,
    Armour,
    Character,
    Grip,
    Modifier,
    Weapon,
)
from rollkeep.names import plain
from rollkeep.text import unfit
from rollkeep.toml.checked import Checked, game_fault, quoted
from rollkeep.toml.lines import Path
from rollkeep.toml.reading import data_of, faulty

GAME = "5e"
KEYS = {
    "": (
        *("game", "partial", "name", "clan", "family", "school", "school_rank", "honour", "glory", "status"),
        *("strife", "fatigue", "notes", "rings", "skills", "void", "advantages", "techniques", "weapons", "armour"),
        *("modifiers", "block"),
    ),
    "skill": ("rank", "group"),
    "void": ("points",),
    "advantage": ("name", "kind", "ring"),
    "weapon": ("name", "skill", "damage", "deadliness", "grips", "qualities"),
    "grip": ("hands", "damage", "deadliness", "razor_edged"),
    "armour": ("name", "physical", "supernatural", "qualities"),
    "modifier": ("name", "on", "ring", "skill", "kept", "flat", "active"),
    "block": ("npc", *DERIVED),
}
"""The keys that each table of a character file can have."""

MAX_NOTES = 20_000
MOST_NOW = 99
"""The most strife, fatigue, or other number that a file may say."""


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
        self.game(data)
        self.keys(data, (), KEYS[""])
        if "name" not in data:
            self.fault((), "A name is missing.", 'Write name = "…" at the top.')
        self.notes(data)
        block = self.table(data, ("block",), KEYS["block"])
        npc = self.yes_or_no(block, ("block", "npc"))
        most = MOST_RING_OF_BLOCK if "block" in data else MOST_RING
        rings = self.rings(data, most)
        skills, own = self.skills(data)
        endurance, composure, focus, vigilance = (self.whole(block, ("block", name), 0, MOST_NOW) for name in DERIVED)
        return Character(
            name=self.text(data, ("name",)),
            clan=self.text(data, ("clan",)),
            family=self.text(data, ("family",)),
            school=self.text(data, ("school",)),
            school_rank=self.whole(data, ("school_rank",), 1, 6),
            honour=self.whole(data, ("honour",), 0, 100),
            glory=self.whole(data, ("glory",), 0, 100),
            status=self.whole(data, ("status",), 0, 100),
            rings=rings,
            skills=skills,
            partial=bool(self.yes_or_no(data, ("partial",))),
            void_points=self.points(data, dict(rings).get("void"), most),
            strife=self.whole(data, ("strife",), 0, MOST_NOW) or 0,
            fatigue=self.whole(data, ("fatigue",), 0, MOST_NOW) or 0,
            endurance=endurance,
            composure=composure,
            focus=focus,
            vigilance=vigilance,
            advantages=self.advantages(data),
            techniques=self.techniques(data),
            weapons=self.weapons(data),
            armour=self.armour(data),
            modifiers=self.modifiers(data, own),
            npc="block" in data if npc is None else npc,
        )

    def game(self, data: dict[str, Any]) -> None:
        if "game" not in data:
            self.fault(
                (), "The game is missing; a file without it is of the 4th edition.", 'Write game = "5e" at the top.'
            )
        elif data["game"] != GAME:
            self.fault(("game",), game_fault(GAME, data["game"]))

    def notes(self, data: dict[str, Any]) -> None:
        notes = data.get("notes", "")
        if self.of_kind(notes, ("notes",), str, "a text") and len(notes) > MAX_NOTES:
            self.fault(("notes",), f"notes has more than {MAX_NOTES:,} characters.")

    def rings(self, data: dict[str, Any], most: int) -> tuple[tuple[str, int], ...]:
        table = self.table(data, ("rings",), RINGS, "ring")
        found = ((name, self.whole(table, ("rings", name), 1, most)) for name in RINGS)
        return tuple((name, rank) for name, rank in found if rank is not None)

    def points(self, data: dict[str, Any], ring: int | None, most: int) -> int | None:
        """Void Points left; a ring that says nothing sets no limit.

        Source: 5e.derived
        """
        points = self.whole(self.table(data, ("void",), KEYS["void"]), ("void", "points"), 0, most)
        if points is not None and ring is not None and points > ring:
            self.fault(("void", "points"), f"points is at most the Void ring, {ring}, not {points}.")
        return points

    # --- skills ---------------------------------------------------------------------------------------------

    def skills(self, data: dict[str, Any]) -> tuple[tuple[tuple[str, int], ...] | None, Collection[str]]:
        """The skills with their ranks, those of a whole group first, and the names of the file's own."""
        if "skills" not in data or not self.of_kind(data["skills"], ("skills",), dict, "a table: [skills]"):
            return None, ()
        named, groups, own = dict[str, int](), dict[str, int](), set[str]()
        for key, value in data["skills"].items():
            path = ("skills", key)
            name, found = (plain(key), groups) if plain(key) in GROUPS else (skill_of(key), named)
            rank = self.rank(key, name, value, path, own)
            if name in found:
                self.fault(path, f"{shown(name)} is given twice.")
            found[name] = rank
        whole = {skill: rank for group, rank in groups.items() for skill in GROUPS[group]}
        return tuple((whole | named).items()), own

    def rank(self, key: str, name: str, value: Any, path: Path, own: set[str]) -> int:
        if not name or unfit(key):
            self.fault(path, f"{quoted(key)} is no name of a skill.")
        elif name in GROUP_OF or name in GROUPS:
            return self.whole({key: value}, path, 0, MOST_SKILL, name=shown(name)) or 0
        elif not isinstance(value, dict):
            near = self.near(key, [*map(shown, GROUP_OF), *GROUPS])
            hint = f"Did you mean {near.lower()}? " if near else ""
            self.fault(
                path,
                f"There is no skill {quoted(key)}.",
                f'{hint}One of your own names its group: {{ rank = 1, group = "trade" }}.',
            )
        elif name in PLACES:
            self.fault(path, f"{quoted(key)} is the word for something else.", "Give the skill another name.")
        else:
            own.add(name)
            self.keys(value, path, KEYS["skill"])
            for needed in KEYS["skill"]:
                if needed not in value:
                    self.fault(path, f"{shown(name)} has no {needed}.", 'Write { rank = 1, group = "trade" }.')
            self.one_of(value, (*path, "group"), GROUPS)
            return self.whole(value, (*path, "rank"), 0, MOST_SKILL, name=shown(name)) or 0
        return 0

    # --- what a character has -------------------------------------------------------------------------------

    def advantages(self, data: dict[str, Any]) -> tuple[Advantage, ...]:
        found = []
        for table, path in self.tables(data, ("advantages",), KEYS["advantage"]):
            name = self.named(table, path, "An advantage")
            for key, known in (("kind", EDGES), ("ring", RINGS)):
                if key not in table:
                    hint = f"It is one of {', '.join(known)}."
                    self.fault(path, f"{name or 'An advantage'} has no {key}.", hint)
            kind, ring = self.one_of(table, (*path, "kind"), EDGES), self.one_of(table, (*path, "ring"), RINGS)
            found.append(Advantage(name, kind, ring))
        self.no_twice([each.name for each in found], ("advantages",))
        return tuple(found)

    def techniques(self, data: dict[str, Any]) -> tuple[str, ...]:
        found = self.texts(data, ("techniques",))
        seen = set[str]()
        for name in found:
            if plain(name) in seen:
                self.fault(("techniques",), f"{quoted(name)} is given twice.")
            seen.add(plain(name))
        return found

    def weapons(self, data: dict[str, Any]) -> tuple[Weapon, ...]:
        found = [self.weapon(table, path) for table, path in self.tables(data, ("weapons",), KEYS["weapon"])]
        self.no_twice([weapon.name for weapon in found], ("weapons",))
        return tuple(found)

    def weapon(self, table: dict[str, Any], path: Path) -> Weapon:
        name = self.named(table, path, "A weapon")
        known = weapons.named(name)
        missing = [key for key in ("skill", "damage", "deadliness") if key not in table]
        if not known and name and missing:
            near = self.near(name, weapons.WEAPONS)
            own = 'One of your own says skill = "melee", damage = 4, deadliness = 3.'
            self.fault(
                (*path, "name"),
                f"There is no weapon {quoted(name)}.",
                f"Did you mean {near}? {own}" if near else own,
            )
        base = known or Weapon(name)
        damage, deadliness = (self.whole(table, (*path, key), 0, MOST_NOW) for key in ("damage", "deadliness"))
        return Weapon(
            base.name,
            self.one_of(table, (*path, "skill"), ("melee", "ranged", "unarmed")) or base.skill,
            base.damage if damage is None else damage,
            base.deadliness if deadliness is None else deadliness,
            self.grips(table, path) or base.grips,
            self.qualities(table, path, base.qualities),
        )

    def grips(self, weapon: dict[str, Any], weapon_path: Path) -> tuple[Grip, ...]:
        found, seen = [], set[int]()
        path: Path = (*weapon_path, "grips")
        if "grips" in weapon and not weapon["grips"]:
            self.fault(path, "grips names none.", "Leave the line out where one hand is enough.")
        for table, at in self.tables(weapon, path, KEYS["grip"]):
            hands = self.whole(table, (*at, "hands"), 0, 2)
            if "hands" not in table:
                self.fault(at, "A grip says how many hands it takes.", "Write { hands = 2, deadliness = 2 }.")
            elif hands in seen:
                self.fault(at, "A grip with so many hands is given twice.")
            damage, deadliness = (self.whole(table, (*at, key), -20, 20) or 0 for key in ("damage", "deadliness"))
            sharp = bool(self.yes_or_no(table, (*at, "razor_edged")))
            if hands is not None:
                seen.add(hands)
                found.append(Grip(hands, damage, deadliness, sharp))
        return tuple(found)

    def qualities(self, table: dict[str, Any], path: Path, usual: tuple[str, ...]) -> tuple[str, ...]:
        if "qualities" not in table:
            return usual
        found = []
        for text in self.texts(table, (*path, "qualities")):
            if quality := quality_of(text):
                found.append(quality)
                continue
            near = self.near(text, QUALITIES)
            hint = f"Did you mean {near}?" if near else f"Known are {', '.join(QUALITIES)}."
            self.fault((*path, "qualities"), f"There is no quality {quoted(text)}.", hint)
        return tuple(dict.fromkeys(found))

    def armour(self, data: dict[str, Any]) -> Armour | None:
        table, path = self.table(data, ("armour",), KEYS["armour"]), ("armour",)
        if not table:
            return None
        name = self.named(table, path, "The armour")
        known = armour.named(name)
        if not known and name and "physical" not in table:
            near = self.near(name, [*armour.ARMOUR, *(each.removesuffix(" armour") for each in armour.ARMOUR)])
            own = "Of your own: physical = 3."
            self.fault(
                ("armour", "name"),
                f"There is no armour {quoted(name)}.",
                f"Did you mean {near}? {own}" if near else own,
            )
        physical, supernatural = (
            self.whole(table, ("armour", key), 0, MOST_NOW) for key in ("physical", "supernatural")
        )
        base = known or Armour(name)
        return Armour(
            base.name,
            base.physical if physical is None else physical,
            base.supernatural if supernatural is None else supernatural,
            self.qualities(table, path, base.qualities),
        )

    # --- modifiers ------------------------------------------------------------------------------------------

    def modifiers(self, data: dict[str, Any], skills: Collection[str]) -> tuple[Modifier, ...]:
        found = [self.modifier(*each, skills) for each in self.tables(data, ("modifiers",), KEYS["modifier"])]
        self.no_twice([modifier.name for modifier in found], ("modifiers",))
        return tuple(found)

    def modifier(self, table: dict[str, Any], path: Path, skills: Collection[str]) -> Modifier:
        name = self.named(table, path, "A modifier")
        texts = self.texts(table, (*path, "on"))
        on = tuple(place for text in texts if (place := self.place(text, path, skills)))
        if "on" in table and not texts:
            self.fault((*path, "on"), "on names nothing.", "Leave the line out where every check is meant.")
        ring, skill, kept = (self.whole(table, (*path, key), -5, 5) or 0 for key in ("ring", "skill", "kept"))
        flat = self.whole(table, (*path, "flat"), -20, 20) or 0
        if not any(key in table for key in ("ring", "skill", "kept", "flat")):
            hint = "Write ring, skill or kept for dice, or flat for a number."
            self.fault(path, f"{name or 'A modifier'} gives nothing.", hint)
        numbers = [place for place in on if place in NUMBERS]
        if numbers and (ring or skill or kept):
            self.fault(path, f"{numbers[0]} takes flat = 1, not dice.")
        if numbers and len(numbers) < len(on):
            self.fault((*path, "on"), "on names checks and numbers.", "Write a modifier for each.")
        active = self.yes_or_no(table, (*path, "active"))
        places = tuple(dict.fromkeys(on)) or ("checks",)
        return Modifier(name, places, ring, skill, kept, flat, active is not False)

    def place(self, text: str, path: Path, skills: Collection[str]) -> str:
        place = place_of(text, skills)
        if not place:
            near = self.near(text, (*PLACES, *skills))
            hint = f"Did you mean {near}?" if near else "Such as checks, attack, initiative, a skill, a ring, damage."
            self.fault((*path, "on"), f"A modifier cannot be on {quoted(text)}.", hint)
        return place
