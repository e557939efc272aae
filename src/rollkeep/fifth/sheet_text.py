"""A character file as an example to fill in."""

from rollkeep.fifth.sheet import RINGS
from rollkeep.toml.written import quoted

EXAMPLE = """\
# A character of the 5th edition. Only game and name are needed: take out what you do not know.
# Check it with: rollkeep sheet check {file}
game = "5e"
name = {name}
# clan = "Scorpion"
# school = "Bayushi Manipulator"
school_rank = 1
honour = 40         # 0 to 100, as are glory and status
glory = 40
status = 30
strife = 0          # now
fatigue = 0         # now
techniques = []     # such as ["Iaijutsu Cut: Crossing Blade"]

[rings]             # 1 to 6
{rings}

[skills]            # 0 to 5
"martial arts melee" = 1
meditation = 1
fitness = 1

[void]
# points = 1        # left now; without it those that one starts with

# [[advantages]]
# name = "Keen balance"
# kind = "distinction"        # or passion, adversity, anxiety
# ring = "air"

# What a school or a technique adds, by name.
# [[modifiers]]
# name = "my technique"
# on = ["attack"]             # checks, attack, initiative, resist, a skill, a ring; damage, deadliness, resistance …
# skill = 1                   # dice: ring, skill, kept; or flat = 1

[[weapons]]
name = "katana"     # a name that is known brings everything; your own: skill = "melee", damage = 4, deadliness = 5

[armour]
name = "ceremonial clothes"   # or your own: physical = 1
"""

BLOCK = """\
# A stat block of the 5th edition: what a published opponent prints. Take out what you do not know.
game = "5e"
name = {name}
honour = 30
glory = 20
status = 20

[rings]             # 1 to 10
{rings}

[skills]            # a rank for a whole group; a skill of its own rank counts before it
artisan = 0
martial = 1
scholar = 0
social = 0
trade = 1

[block]             # without these the numbers follow from the rings
endurance = 8
composure = 8
focus = 4
vigilance = 2

[[weapons]]
name = "yari"       # your own: skill = "melee", damage = 5, deadliness = 3

[armour]
name = "ashigaru armour"
"""


def example(name: str, file: str, *, block: bool = False) -> str:
    """A commented example to fill in."""
    rings = "\n".join(f"{ring} = 2" for ring in RINGS)
    return (BLOCK if block else EXAMPLE).format(name=quoted(name), file=file, rings=rings)
