"""The eight Traits and the five Rings."""

TRAITS = (
    "stamina",
    "willpower",
    "reflexes",
    "awareness",
    "strength",
    "perception",
    "agility",
    "intelligence",
)
TRAITS_OF = {
    "air": ("reflexes", "awareness"),
    "earth": ("stamina", "willpower"),
    "fire": ("agility", "intelligence"),
    "water": ("strength", "perception"),
}
"""A Ring's rank is the lower of its two Traits. Void has none.

Source: 4e.ring
"""
RINGS = (*TRAITS_OF, "void")
ELEMENTS = tuple(TRAITS_OF)
