"""A character file as an example to fill in."""

from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.toml.written import quoted

EXAMPLE = """\
# A character of the d10 game. Only the name is needed: take out what you do not know, and what is missing is asked
# for when a roll needs it. Check it with: rollkeep sheet check {file}
game = "4e"
name = {name}
# clan = "Scorpion"
# school = "Bayushi Bushi"
school_rank = 1

[traits]            # 1 to 10
{traits}

[void]
ring = 2            # also the most Raises on one roll
points = 2          # left now
# per_round = 1     # an ability may allow more on one roll

[skills]            # a rank, or a table with Emphases
etiquette = 1
kenjutsu = {{ rank = 1, emphases = ["katana"] }}
# "lore: heraldry" = 1

# What a school or a Technique adds, by name. Without "on" it counts on every roll.
# [[modifiers]]
# name = "my Technique"
# pool = "1k0"                # dice, or a bonus: "+5"
# on = ["attack katana"]      # attack, damage, initiative, a Skill, a Trait, tn, armor tn …

[[weapons]]
name = "katana"     # a name that is known brings Skill and damage; your own: skill = "kenjutsu", dr = "3k2"

# [armor]
# name = "light"    # or your own: tn = 5, reduction = 3

[wounds]
taken = 0
# per_rank = 2      # Earth x 2; some play x 3, 4 or 5

# [options]
# casts = true      # a shugenja: affinity = "fire", deficiency = "water"
"""

BLOCK = """\
# A stat block: what a published opponent prints. Take out what you do not know.
# Four of them: rollkeep {file}:4 attack --tn 15
game = "4e"
name = {name}

[block]
initiative = "3k2"
attack = "5k3"
damage = "4k2"
armor_tn = 15
reduction = 0
wounds = "15: +5, 30: dead"
"""


def example(name: str, file: str, *, block: bool = False) -> str:
    """A commented example to fill in."""
    traits = "\n".join(f"{trait} = 2" for trait in TRAITS)
    return (BLOCK if block else EXAMPLE).format(name=quoted(name), file=file, traits=traits)
