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
        "Dice are traded in pairs, and nothing is said of one left over, so it buys nothing; most programs read it "
        "so. Some tables give it 2, as dice beyond 10k10 have.",
    ),
    Ruling(
        "surplus_kept",
        ("lost", "+2"),
        "4e.ten-dice",
        "What is each kept die over ten worth while fewer than ten are rolled?",
        "No more dice can be kept than are rolled, and the bonus of 2 is for dice beyond 10k10. With +2 no kept die "
        "is lost, which rewards weapons and techniques that give kept dice.",
    ),
    Ruling(
        "min_pool",
        ("0", "1"),
        "4e.ten-dice",
        "How many dice does a roll have at least? 1 makes an empty pool 1k1.",
        "Penalties can take all dice, and then the flat bonus is all there is. With 1 a hero always has some chance; "
        "some programs do that without a word.",
    ),
    Ruling(
        "tn_floor",
        ("0", "none"),
        "4e.tn",
        "Can Free Raises bring a target below 0?",
        "A target below 0 would only make the margin larger, so it stops at 0. none keeps the sum as it is, for "
        "rules that read the margin.",
    ),
    Ruling(
        "bow_strength",
        ("bow", "lower_of_bow_and_archer"),
        "4e.damage.bow",
        "Whose Strength counts for an arrow's damage?",
        "A bow is built for one Strength, and the examples name only that. Other programs take the archer's where it "
        "is lower, since a weak arm does not draw the bow fully.",
    ),
    Ruling(
        "thrown_strength",
        ("by_weapon", "never"),
        "4e.damage.thrown",
        "When is Strength added to a thrown weapon's damage?",
        "Strength is not always added to what is thrown, so each weapon says it. never is the shortest reading of "
        "the same remark.",
    ),
    Ruling(
        "unskilled_damage",
        ("explodes", "plain"),
        "4e.unskilled",
        "Do the dice of damage explode after an unskilled hit?",
        "Being unskilled is about the check, and damage is no check of a Skill. plain carries it over to the damage "
        "of such a hit.",
    ),
    Ruling(
        "katana_void_damage",
        ("no", "yes"),
        "4e.void.boost",
        "May one Void Point add +1k1 to a katana's damage?",
        "Void Points are never spent on damage. A further rule makes the katana an exception, with one point at "
        "most; choose yes if you use it.",
    ),
    Ruling(
        "void_on_initiative",
        ("no", "yes"),
        "4e.initiative",
        "May a Void Point add +1k1 to the Initiative roll?",
        "Initiative is no Skill, Trait, Ring or casting roll, and another use of Void Points is meant for it. yes "
        "treats it as a Trait roll.",
    ),
    Ruling(
        "void_outside_rounds",
        ("one_per_roll", "free"),
        "4e.void.limit",
        "How many Void Points may one roll take outside a Round? By the book as many as in a Round, usually one.",
        "The limit is written for Rounds; taking it for each roll elsewhere keeps both alike. free trusts that the "
        "points are spent soon enough.",
    ),
    Ruling(
        "short_raiser",
        ("nobody_wins", "runner_up_wins"),
        "4e.contested",
        "Who wins a contest that nobody makes good, because the best total fell short of its Raises?",
        "A raiser who falls short has failed, and the others did not have the best total. runner_up_wins hands it to "
        "the best of those who called no Raise, so that the contest ends.",
    ),
    Ruling(
        "best_helper_tie",
        ("one_leads", "equals_get_nothing"),
        "4e.cooperative.each",
        "Where several share the best rank: does one of them lead, or do they all go without the bonus?",
        "Only the best keeps from getting the bonus, and of equals one may lead while the others follow. "
        "equals_get_nothing takes all the best to be the one who leads.",
    ),
    Ruling(
        "flub",
        ("total", "shortfall"),
        "4e.cumulative",
        "How much progress does a flub cost?",
        "A flub adds back the total that was rolled. shortfall adds only what lacked to the threshold, so that the "
        "worst roll hurts most.",
    ),
    Ruling(
        "flub_cap",
        ("start", "none"),
        "4e.cumulative",
        "Can flubs leave more to do than at the start?",
        "One cannot have done less than nothing. With none a string of flubs leaves a worse mess than there was.",
    ),
    Ruling(
        "cumulative_time",
        ("between", "each"),
        "4e.cumulative",
        "Does time pass between rolls (n rolls, n - 1 waits), or with each roll?",
        "Time passes between rolls, so the first comes at once. each lets every roll stand for the work of that "
        "time, so the first is waited for too.",
    ),
    Ruling(
        "cumulative_raises",
        ("minimum", "refused"),
        "4e.cumulative",
        "What do Raises do in a cumulative task?",
        "A Raise makes a roll harder to count, and what counts is the minimum. refused keeps Raises to rolls that "
        "have a TN of their own.",
    ),
    Ruling(
        "wounds_in_contests",
        ("lower_total", "none"),
        "4e.wounds",
        "Contests have no TN that Wounds could raise: what do they do there?",
        "Wounds raise TNs, and without one they would do nothing; taking them off the total is as hard. none follows "
        "the letter.",
    ),
    Ruling(
        "initiative_ties",
        ("reflexes_then_coin", "coin"),
        "4e.skirmish.order",
        "Who acts first where Initiative Scores are equal?",
        "Nothing is said of ties. Reflexes are what Initiative is rolled with, so the higher go first, and lots decide "
        "what is still equal. coin lets lots decide at once, which favours nobody.",
    ),
    Ruling(
        "feint_rounding",
        ("down", "up"),
        "4e.maneuver",
        "How is half the margin of a Feint rounded?",
        "Where nothing is said, halves are dropped. up follows the Full Defense roll, whose half is rounded up.",
    ),
    Ruling(
        "center_in_duels",
        ("none", "focus_and_strike"),
        "4e.iaijutsu",
        "Does the Center Stance add +1k1 and the Void Ring to Focus and Strike of a duel?",
        "The duel already says what each step gives, and the stance is held throughout. Some guides let it add to "
        "Focus and Strike, which favours a high Void Ring.",
    ),
    Ruling(
        "promoted_emphasis",
        ("no", "yes"),
        "4e.emphasis",
        "Does an Emphasis help a roll whose rank 0 a Void Point counts as 1?",
        "An Emphasis belongs to a rank that was learned, and a Void Point lends one only for the roll. yes takes it "
        "to count as rank 1 in all ways.",
    ),
    Ruling(
        "max_attempts",
        tuple("213456789"),
        "4e.retry",
        "How often may the same check be tried? Each further try is 10 harder.",
        "The rules tell of a second try, and not of a third. A higher number goes on in the same way, each try 10 "
        "harder.",
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
