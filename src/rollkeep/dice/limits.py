"""How long a notation of ten-sided dice may be, and how large the pool that it makes."""

MAX_LENGTH = 200
MAX_TERMS = 64
MAX_DICE = 100
MAX_BONUS = 999
