"""The Skills with their usual Traits; the game master may ask for another.

Source: 4e.skill
"""

from rollkeep.names import plain

_SKILLS = (  # name, and its Trait: none where it varies
    ("Acting", "awareness"),
    ("Animal Handling", "awareness"),
    ("Artisan: Bonsai", "awareness"),
    ("Artisan: Gardening", "awareness"),
    ("Artisan: Ikebana", "awareness"),
    ("Artisan: Origami", "awareness"),
    ("Artisan: Painting", "awareness"),
    ("Artisan: Poetry", "awareness"),
    ("Artisan: Sculpture", "awareness"),
    ("Artisan: Tattooing", "awareness"),
    ("Athletics", "strength"),
    ("Battle", "perception"),
    ("Calligraphy", "intelligence"),
    ("Chain Weapons", "agility"),
    ("Commerce", "intelligence"),
    ("Courtier", "awareness"),
    ("Craft: Armorsmithing", ""),
    ("Craft: Blacksmithing", ""),
    ("Craft: Bowyer", ""),
    ("Craft: Brewing", ""),
    ("Craft: Carpentry", ""),
    ("Craft: Cartography", ""),
    ("Craft: Cobbling", ""),
    ("Craft: Explosives", ""),
    ("Craft: Farming", ""),
    ("Craft: Fishing", ""),
    ("Craft: Masonry", ""),
    ("Craft: Mining", ""),
    ("Craft: Poison", ""),
    ("Craft: Pottery", ""),
    ("Craft: Shipbuilding", ""),
    ("Craft: Tailoring", ""),
    ("Craft: Tattooing", ""),
    ("Craft: Weaponsmithing", ""),
    ("Craft: Weaving", ""),
    ("Defense", "reflexes"),
    ("Divination", "intelligence"),
    ("Engineering", "intelligence"),
    ("Etiquette", "awareness"),
    ("Forgery", "agility"),
    ("Games: Fortunes & Winds", "awareness"),
    ("Games: Go", "intelligence"),
    ("Games: Kemari", "agility"),
    ("Games: Letters", "awareness"),
    ("Games: Sadane", "awareness"),
    ("Games: Shogi", "intelligence"),
    ("Heavy Weapons", "agility"),
    ("Horsemanship", "agility"),
    ("Hunting", "perception"),
    ("Iaijutsu", "reflexes"),
    ("Intimidation", "awareness"),
    ("Investigation", "perception"),
    ("Jiujutsu", "agility"),
    ("Kenjutsu", "agility"),
    ("Knives", "agility"),
    ("Kyujutsu", "reflexes"),
    ("Lore: Anatomy", "intelligence"),
    ("Lore: Architecture", "intelligence"),
    ("Lore: Bushido", "intelligence"),
    ("Lore: Crab", "intelligence"),
    ("Lore: Crane", "intelligence"),
    ("Lore: Dragon", "intelligence"),
    ("Lore: Elements", "intelligence"),
    ("Lore: Gaijin Culture", "intelligence"),
    ("Lore: Ghosts", "intelligence"),
    ("Lore: Gozoku", "intelligence"),
    ("Lore: Heraldry", "intelligence"),
    ("Lore: History", "intelligence"),
    ("Lore: Kolat", "intelligence"),
    ("Lore: Law", "intelligence"),
    ("Lore: Lion", "intelligence"),
    ("Lore: Lying Darkness", "intelligence"),
    ("Lore: Maho", "intelligence"),
    ("Lore: Mantis", "intelligence"),
    ("Lore: Nature", "intelligence"),
    ("Lore: Nonhuman Culture", "intelligence"),
    ("Lore: Omens", "intelligence"),
    ("Lore: Phoenix", "intelligence"),
    ("Lore: Scorpion", "intelligence"),
    ("Lore: Shadowlands", "intelligence"),
    ("Lore: Shugenja", "intelligence"),
    ("Lore: Spirit Realms", "intelligence"),
    ("Lore: The Sea", "intelligence"),
    ("Lore: Theology", "intelligence"),
    ("Lore: Underworld", "intelligence"),
    ("Lore: Unicorn", "intelligence"),
    ("Lore: War", "intelligence"),
    ("Medicine", "intelligence"),
    ("Meditation", "void"),
    ("Ninjutsu", "agility"),
    ("Perform: Biwa", "agility"),
    ("Perform: Dance", "agility"),
    ("Perform: Drums", "agility"),
    ("Perform: Flute", "agility"),
    ("Perform: Oratory", "awareness"),
    ("Perform: Puppeteer", "agility"),
    ("Perform: Samisen", "agility"),
    ("Perform: Song", "awareness"),
    ("Perform: Storytelling", "awareness"),
    ("Polearms", "agility"),
    ("Sailing", "agility"),
    ("Sincerity", "awareness"),
    ("Sleight of Hand", "agility"),
    ("Spears", "agility"),
    ("Spellcraft", "intelligence"),
    ("Staves", "agility"),
    ("Stealth", "agility"),
    ("Tea Ceremony", "void"),
    ("Temptation", "awareness"),
    ("War Fan", "agility"),
)
FAMILIES = {"artisan": "awareness", "craft": "", "games": "", "lore": "intelligence", "perform": ""}
"""Skills of these families are written ``Lore: Heraldry``, and any specialty may follow."""

TRAIT_OF = {plain(name): trait for name, trait in _SKILLS}
"""The Trait of each Skill by its plain name; empty where it varies."""

_NAMES = {plain(name): name for name, _ in _SKILLS}


def is_known(skill: str) -> bool:
    """Whether a plain name is that of a Skill: one listed, or any specialty of a family."""
    return skill in TRAIT_OF or family(skill) != ""


def family(skill: str) -> str:
    """The family of a plain name such as ``lore heraldry``; empty for other Skills."""
    first, _, specialty = skill.partition(" ")
    return first if specialty and first in FAMILIES else ""


def usual_trait(skill: str) -> str:
    """The Trait that a Skill usually goes with; empty where it varies or the Skill is not known.

    >>> usual_trait("kyujutsu"), usual_trait("lore tides"), usual_trait("craft pottery")
    ('reflexes', 'intelligence', '')
    """
    return TRAIT_OF.get(skill, FAMILIES.get(family(skill), ""))


def shown(skill: str) -> str:
    """The name as it is shown: ``Lore: Heraldry``."""
    if skill in _NAMES:
        return _NAMES[skill]
    group = family(skill)
    return f"{group.title()}: {skill[len(group) + 1 :].title()}" if group else skill.title()
