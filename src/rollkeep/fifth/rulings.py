"""Named rulings: where the rules are silent or read in two ways, the game master chooses."""

from collections.abc import Iterable
from typing import NamedTuple

from rollkeep import book
from rollkeep.book import Ruling

_ALL = (
    Ruling(
        "concede",
        ("until_bid", "round_start"),
        "5e.duel.concede",
        "Until when in a round may a duellist concede?",
        "The rules put it at the start of a round. Taking that to last until one's bid is sealed lets a duellist see "
        "what the staredown has cost; the narrow reading closes it before that strife is suffered.",
    ),
    Ruling(
        "initiative_stance_effects",
        ("no", "yes"),
        "5e.duel.initiative",
        "Does the stance of the ring used already help the check for initiative?",
        "The stance is entered only after the check, so the letter says no. Some tables count Fire's strife as "
        "bonus successes or ignore strife in Void there, since the ring has been chosen.",
    ),
    Ruling(
        "equal_honour",
        ("pc_then_coin", "coin"),
        "5e.duel.initiative",
        "Who goes first where initiative and honour are equal?",
        "The published answer puts player characters before others and then leaves it to chance. The coin alone "
        "treats both duellists alike.",
    ),
    Ruling(
        "grip_change",
        ("free", "needs_action"),
        "5e.duel.round",
        "May a readied weapon be gripped otherwise when the stance is set?",
        "One passage lets the grip change freely when the stance is set, and it is the one about turns. Another "
        "speaks of a grip only where a weapon is readied; so read, it takes the action Prepare Item.",
    ),
    Ruling(
        "midround_objective",
        ("finish_round", "end_now"),
        "5e.duel.round",
        "Does a plain Strike that meets the objective end the duel at once?",
        "Objectives are tested at the end of the round, and only a finishing blow ends a duel at once, so the other "
        "may still answer. Ending it now is what many expect of first blood.",
    ),
    Ruling(
        "finishing_blows",
        ("one", "one_per_trigger"),
        "5e.duel.finishing-blow",
        "May one duellist get two finishing blows, one for Compromised and one for unmasking?",
        "The rules speak of the first time either happens, so whichever comes first uses up the chance. Read as two "
        "occasions, each of them opens one.",
    ),
    Ruling(
        "sheathed_finishing_blow",
        ("by_terms", "unarmed", "free_draw"),
        "5e.duel.finishing-blow",
        "What can a duellist without a drawn blade do with a finishing blow?",
        "It has to be an Attack that one could make then, so in iaijutsu forms only a technique that draws serves and "
        "the chance is otherwise lost. unarmed lets bare hands strike there too; free_draw is a house rule that lets "
        "the blade be drawn for it.",
    ),
    Ruling(
        "razor_finishing",
        ("doubled", "single"),
        "5e.duel.finishing-blow",
        "What does an opportunity spent on a razor-edged weapon add to a finishing blow's severity?",
        "It raises the deadliness by 1, and the blow doubles deadliness: 2. single adds it after doubling, so that a "
        "finishing blow gains no more by it than another critical does.",
    ),
    Ruling(
        "centre_unused",
        ("lost", "kept"),
        "5e.action.centre",
        "What becomes of reserved dice that are not used at the next check with the skill?",
        "The dice are for the next check, so what is not swapped in then is gone. kept leaves them for later "
        "checks of the scene, which makes Centre stronger.",
    ),
    Ruling(
        "same_stance_is_choice",
        ("yes", "no"),
        "5e.action.predict",
        "Is keeping one's stance a choice that a Predict can meet?",
        "A stance is set anew each turn, so staying is choosing it again, and Predict is worth its action against "
        "one who stays. no lets only a change of stance be predicted.",
    ),
    Ruling(
        "predict_on_flip",
        ("may_lapse", "kept"),
        "5e.action.predict",
        "What if the order of turns flips, so that the other sets no stance before a Predict runs out?",
        "It lasts until the end of the predictor's next turn, and if that comes first it lapses. kept lets it wait "
        "until the other has set a stance once.",
    ),
    Ruling(
        "rising_blade_tn",
        ("errata", "printed"),
        "5e.action.rising-blade",
        "What is the TN of the Rising Blade?",
        "The official errata make it the target's vigilance, so a Compromised target is easily hit. As first printed "
        "it is 3.",
    ),
    Ruling(
        "struck_first",
        ("hurt_or_critical", "any_success"),
        "5e.duel.score",
        "Which Attack has struck first?",
        "A blow that armour stops has hardly struck, so the first successful Attack counts that did damage or made a "
        "critical. any_success takes the first that succeeds, whatever comes of it.",
    ),
    Ruling(
        "fatigue_score",
        ("all", "final"),
        "5e.duel.score",
        "Does fatigue still score that the other has recovered from?",
        "Points are for what was inflicted, so all of it counts and a Calming Breath takes nothing back. final "
        "counts no more than the other has left at the end.",
    ),
    Ruling(
        "killed_counts",
        ("dead", "dead_or_dying"),
        "5e.duel.score",
        "Is one who is Dying killed, for the score of a duel to the death?",
        "Dying meets the objective, and aid may still save; so the points are for the dead. dead_or_dying gives them "
        "for a wound that kills unless it is tended.",
    ),
    Ruling(
        "anxiety_strife",
        ("3", "2"),
        "5e.advantages",
        "How much strife does an anxiety give?",
        "The rules give 3, as much as a passion takes away. Some copies of the game master's screen have 2.",
    ),
    Ruling(
        "shattering_parry",
        ("one_void_once", "off"),
        "5e.critical",
        "May a weapon be given up to throw all dice against a critical again?",
        "One passage asks for 1 Void Point, another does not mention it; both allow it once per session. The default "
        "asks for both. off leaves it out, for a duel that should not depend on it.",
    ),
)
RULINGS = {ruling.name: ruling for ruling in _ALL}
_DEFAULTS = {ruling.name: ruling.values[0] for ruling in _ALL}


class Rulings(NamedTuple):
    """The chosen values; what is not chosen is by the book."""

    chosen: frozenset[tuple[str, str]] = frozenset()

    def __call__(self, name: str) -> str:
        """The value of a ruling."""
        for key, value in self.chosen:  # usually empty
            if key == name:
                return value
        return _DEFAULTS[name]


BY_THE_BOOK = Rulings()


def choose(values: Iterable[tuple[str, str]]) -> Rulings:
    """Rulings with these values; a later value replaces an earlier one of the same name.

    Raises: UsageError for a name or a value that is not known.
    """
    return Rulings(book.choose(values, RULINGS))
