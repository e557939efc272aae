"""Named rulings: where the rules are silent or read in two ways, the game master chooses."""

from collections.abc import Iterable
from typing import NamedTuple

from rollkeep import book
from rollkeep.book import Ruling

_ALL = (
    Ruling(
        "odd_die",
        ("lost", "+2"),
        "4e.ten-dice",
        "What is a single spare rolled die worth while fewer than ten are kept?",
    ),
    Ruling(
        "surplus_kept",
        ("lost", "+2"),
        "4e.ten-dice",
        "What is each kept die over ten worth while fewer than ten are rolled?",
    ),
    Ruling(
        "min_pool", ("0", "1"), "4e.ten-dice", "How many dice does a roll have at least? 1 makes an empty pool 1k1."
    ),
    Ruling("tn_floor", ("0", "none"), "4e.tn", "Can Free Raises bring a target below 0?"),
    Ruling(
        "bow_strength",
        ("bow", "lower_of_bow_and_archer"),
        "4e.damage.bow",
        "Whose Strength counts for an arrow's damage?",
    ),
    Ruling(
        "thrown_strength",
        ("by_weapon", "never"),
        "4e.damage.thrown",
        "When is Strength added to a thrown weapon's damage?",
    ),
    Ruling(
        "unskilled_damage",
        ("explodes", "plain"),
        "4e.unskilled",
        "Do the dice of damage explode after an unskilled hit?",
    ),
    Ruling(
        "katana_void_damage",
        ("no", "yes"),
        "4e.void.boost",
        "May one Void Point add +1k1 to a katana's damage?",
    ),
    Ruling("void_on_initiative", ("no", "yes"), "4e.initiative", "May a Void Point add +1k1 to the Initiative roll?"),
    Ruling(
        "void_outside_rounds",
        ("one_per_roll", "free"),
        "4e.void.limit",
        "How many Void Points may one roll take outside a Round? By the book as many as in a Round, usually one.",
    ),
    Ruling(
        "short_raiser",
        ("nobody_wins", "runner_up_wins"),
        "4e.contested",
        "Who wins a contest that nobody makes good, because the best total fell short of its Raises?",
    ),
    Ruling(
        "best_helper_tie",
        ("one_leads", "equals_get_nothing"),
        "4e.cooperative.each",
        "Where several share the best rank: does one of them lead, or do they all go without the bonus?",
    ),
    Ruling("flub", ("total", "shortfall"), "4e.cumulative", "How much progress does a flub cost?"),
    Ruling("flub_cap", ("start", "none"), "4e.cumulative", "Can flubs leave more to do than at the start?"),
    Ruling(
        "cumulative_time",
        ("between", "each"),
        "4e.cumulative",
        "Does time pass between rolls (n rolls, n - 1 waits), or with each roll?",
    ),
    Ruling("cumulative_raises", ("minimum", "refused"), "4e.cumulative", "What do Raises do in a cumulative task?"),
    Ruling(
        "wounds_in_contests",
        ("lower_total", "none"),
        "4e.wounds",
        "Contests have no TN that Wounds could raise: what do they do there?",
    ),
    Ruling(
        "center_in_duels",
        ("none", "focus_and_strike"),
        "4e.iaijutsu",
        "Does the Center Stance add +1k1 and the Void Ring to Focus and Strike of a duel?",
    ),
    Ruling(
        "promoted_emphasis",
        ("no", "yes"),
        "4e.emphasis",
        "Does an Emphasis help a roll whose rank 0 a Void Point counts as 1?",
    ),
    Ruling(
        "max_attempts",
        tuple("213456789"),
        "4e.retry",
        "How often may the same check be tried? Each further try is 10 harder.",
    ),
)
RULINGS = {ruling.name: ruling for ruling in _ALL}


class Rulings(NamedTuple):
    """The chosen values; what is not chosen is by the book."""

    chosen: frozenset[tuple[str, str]] = frozenset()

    def __call__(self, name: str) -> str:
        """The value of a ruling."""
        return next((value for key, value in self.chosen if key == name), RULINGS[name].values[0])


BY_THE_BOOK = Rulings()


def choose(values: Iterable[tuple[str, str]]) -> Rulings:
    """Rulings with these values; a later value replaces an earlier one of the same name.

    Raises: UsageError for a name or a value that is not known.
    """
    return Rulings(book.choose(values, RULINGS))
