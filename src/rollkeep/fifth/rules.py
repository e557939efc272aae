"""Every rule that this edition's code applies: its id, what it says in our words, and an example where one helps.

The ids stand in docstrings, reasons, errors and tests; ``docs/rules`` and ``rollkeep rules`` are made from this list.
"""

from __future__ import annotations

from rollkeep.book import Book, Rule
from rollkeep.fifth.rulings import RULINGS

_DICE = (
    Rule(
        "5e.dice",
        "Ring dice and skill dice",
        "Two kinds of dice, with four symbols: success, explosive (a success that brings another die), opportunity "
        "and strife. Ring die, six sides: 1 blank, 2 opportunity and strife, 3 opportunity, 4 success and strife, "
        "5 success, 6 explosive and strife. Skill die, twelve sides: 1-2 blank, 3-5 opportunity, 6-7 success and "
        "strife, 8-9 success, 10 success and opportunity, 11 explosive and strife, 12 explosive.",
    ),
    Rule(
        "5e.check",
        "Checks",
        "Say what is done; the game master names skill, TN (at least 1) and maybe the ring, and some TNs differ by "
        "ring. Roll as many ring dice as the ring's rank and as many skill dice as ranks in the skill. Let advantages "
        "and disadvantages change dice, then keep some of them, throw the extra dice of kept explosives, take 1 strife "
        "for each kept strife symbol, spend opportunities, and count: successes and explosives together reach the TN "
        "or the check fails. What is over are bonus successes, what lacks is the shortfall.",
        "Fire 3, Melee 1, TN 2: three ring dice and one skill die. Kept: success, explosive and strife, whose extra "
        "die shows a success. 3 successes, 1 bonus success, 1 strife.",
    ),
    Rule(
        "5e.keep",
        "Keeping dice",
        "Keep at least one die and at most as many as the ring's rank, one more with a Void Point to seize the moment, "
        "and one more for each helper. The kinds may be mixed freely. Only the kept dice count, for good and for ill.",
        "Ring 2 and skill 3: five dice are rolled, one or two of them kept.",
    ),
    Rule(
        "5e.explode",
        "Explosive dice",
        "Each kept explosive is a success and brings one more die of its own kind, after the choice of what is kept. "
        "That die may be kept or dropped; it does not count against the limit, and may explode in turn.",
        "A kept skill die shows explosive: another skill die is thrown. It shows success and strife, and may be "
        "dropped to be spared the strife.",
    ),
    Rule(
        "5e.seize",
        "Seizing the moment",
        "Before the roll, one Void Point adds a ring die, and one die more is kept. One point for one check.",
        "Ring 2 and skill 1 with a Void Point: three ring dice and one skill die, up to three are kept.",
    ),
    Rule(
        "5e.help",
        "Helping",
        "Whoever helps adds a die to the pool, a skill die if trained in the skill and a ring die if not, and one die "
        "more is kept. In a formal duel nobody helps.",
    ),
    Rule(
        "5e.advantages",
        "Advantages and disadvantages",
        "After the roll, first advantages and then disadvantages, one of each kind at most. A distinction lets up to "
        "two dice be rolled again. An adversity makes two dice that show a success or an explosive be rolled again, "
        "and gives back 1 Void Point if the check fails. After the check a passion takes 3 strife away, and an anxiety "
        "gives as much. A distinction and an adversity cancel each other, a passion and an anxiety too. One effect "
        "changes a die only once; the new face stands.",
    ),
    Rule(
        "5e.opportunity",
        "Opportunities",
        "Kept opportunities are spent when the strife has been taken, on success and failure alike unless the effect "
        "says otherwise. Each effect is bought once in a check; one marked + may take several. With any ring: 1+ take "
        "away 1 strife of this check each. Air 1: learn somebody's strife. Earth 1: another loses 2 strife; 1+ in a "
        "martial check: the next critical suffered before one's next turn is 1 lower each. Fire 1: another takes 2 "
        "strife; 1+ in an Attack: the target resists its next critical at TN 1 higher each. Water 1: lose 2 strife, "
        "or in a martial check 1 fatigue; 1+ in an Attack: pass over 1 physical resistance each. Void 1: the next "
        "check with a chosen other ring has TN 1 less. Actions and weapons have their own.",
    ),
    Rule(
        "5e.void",
        "Void Points",
        "At most as many as the rank of the Void ring; one starts with half of it, rounded up. A point seizes the "
        "moment before a check, refuses to defend so that a critical is suffered instead of fatigue (not while "
        "Incapacitated), or wakes one who is Unconscious. A failed check with an adversity gives one back.",
        "Void 3: up to 3 points, 2 at the start.",
    ),
    Rule(
        "5e.odds",
        "The chance of a check",
        "A stated chance is exact, for keeping as well as one can: which dice to keep is decided on what is seen, "
        "before the extra dice fall. Explosions have no end, and the sum is carried to its end.",
        "Two ring dice and one skill die against TN 2: 173 in 288. Three and one: 109 in 144.",
    ),
)
_STATES = (
    Rule(
        "5e.derived",
        "Derived numbers",
        "Endurance, how much fatigue is borne: twice the sum of Earth and Fire. Composure, how much strife: twice the "
        "sum of Earth and Water. Focus: Fire and Air. Vigilance: half the sum of Air and Water, rounded up.",
        "Air 3 and Water 2: vigilance 3.",
    ),
    Rule(
        "5e.compromised",
        "Compromised",
        "With more strife than composure. No die that shows strife may be kept, extra dice included, so that perhaps "
        "none is kept: then the check has no success. Vigilance counts as 1, and nothing may be bid in a staredown. It "
        "ends as soon as the strife is down to composure.",
        "Composure 8: 8 strife is borne, 9 is Compromised.",
    ),
    Rule(
        "5e.incapacitated",
        "Incapacitated",
        "With more fatigue than endurance. No action that needs a check, and no defence: what hits is a critical, and "
        "that also knocks Unconscious. It ends when the fatigue is down to endurance. The blow that passes endurance "
        "was still defended against.",
        "Endurance 10: able at 10 fatigue, Incapacitated at 11.",
    ),
    Rule(
        "5e.unconscious",
        "Unconscious",
        "Neither acts nor defends, and criticals are 10 more severe. Criticals are still resisted. 1 Void Point wakes.",
    ),
    Rule(
        "5e.dying",
        "Dying",
        "Dying comes with a number of rounds. When they have passed, the character dies at the end of its own next "
        "turn, unless somebody gives aid (Medicine, TN 4).",
    ),
    Rule(
        "5e.bleeding",
        "Bleeding",
        "Each own check does physical damage of as much as there are strife symbols on the kept dice; resistance does "
        "not help. A critical that comes of it has the severity of the current fatigue. Aid stops it (Medicine, TN 2).",
    ),
    Rule(
        "5e.wounded",
        "Wounded in a ring",
        "Of the ring that resisted the critical. Lightly Wounded: TN 1 higher with that ring. Severely Wounded: TN 3 "
        "higher. A second light wound of a ring makes it severe; a further severe one takes the wound away, and what "
        "severity 7 to 8 does happens instead.",
    ),
    Rule(
        "5e.unmask",
        "Unmasking",
        "A Compromised character may unmask at the start or the end of its own turn, once in a scene: composure "
        "breaks for all to see, and the strife falls to 0. In a duel it costs 2 points of the score, and gives the "
        "other the finishing blow unless that was opened before.",
    ),
    Rule(
        "5e.scene-end",
        "The end of a scene",
        "Strife above half the composure falls to that half, fatigue above half the endurance likewise; halves are "
        "rounded up.",
        "Composure 8: 7 strife falls to 4, 3 stays 3.",
    ),
    Rule(
        "5e.stance",
        "Stances",
        "At the start of each turn one chooses a ring: all own checks are made with it until the next turn, and it "
        "has an effect. Air: others' Attack and Scheme checks against you have TN 1 higher, from school rank 4 on 2. "
        "Earth: others cannot buy criticals or conditions on you with opportunities; the critical of a finishing blow "
        "is not bought. Fire: each strife symbol kept in "
        "a successful check is one more bonus success. Water: one more action, of those that need no check and share "
        "no type with the first. Void: kept strife symbols cause no strife.",
        "Fire, TN 2: success, success and strife kept. The TN is reached, with 1 bonus success and 1 strife.",
    ),
    Rule(
        "5e.weapons",
        "Weapons",
        "A weapon has damage and deadliness, and each grip may change them. Damage and deadliness: katana 4 and 5, "
        "wakizashi 3 and 5, each with deadliness 2 higher in two hands; bokken 3 and 3, damage 2 higher in two hands; "
        "nodachi 5 and 6, naginata 6 and 6, yari 5 and 3, tetsubo 7 and 3, bo 6 and 2, tessen 4 and 3; knife 2 and 4, "
        "deadliness 2 higher in two hands; bare hands 1 and 2 for a punch, 2 and 1 for a kick. On an Attack with a "
        "razor-edged weapon each opportunity may raise its deadliness by 1.",
        "Katana in two hands: damage 4, deadliness 7.",
    ),
)
_DUEL = (
    Rule(
        "5e.duel.forms",
        "Forms of a duel",
        "The duellists agree on a form. Iaijutsu duels are fought with katana and wakizashi alone, in ceremonial "
        "clothes (physical resistance 1), the blades sheathed until one's own first turn. First strike: any critical "
        "on the other, even one that is reduced to 0. First blood: a critical of severity 5 or more after reduction. "
        "To the death: the other is dead or Dying. Sparring bout, with blunted weapons or bare hands: the other is "
        "Incapacitated. Warrior's duel, any weapon: the other is Unconscious, Dying, dead, or yields. Taryu-jiai, "
        "fought mainly with invocations: the other is Incapacitated or surrenders. A custom duel has one of these "
        "objectives or one that the game master judges.",
        "A blunt critical of severity 5 is first blood; one of severity 3 is a first strike.",
    ),
    Rule(
        "5e.duel.initiative",
        "Initiative",
        "Once in a duel: a Meditation check, TN 1, with any ring. The base is one's focus; of one taken unready "
        "vigilance, which is 1 while Compromised. A success adds 1 and the bonus successes. Then one enters the stance "
        "of that ring. The highest goes first; of equals the one with less honour, then a player character before "
        "others, and then a coin decides.",
        "Focus 5 and 3 successes: 5 + 1 + 2 = 8.",
    ),
    Rule(
        "5e.duel.round",
        "A round",
        "Either may concede; the staredown gives strife to both; finishing blows that this opens; secret bids and the "
        "blows that these open; then a turn for each, by initiative; then initiative is again what it was before the "
        "bids, and the objectives are tested. If one is met the duel is scored, else another round begins, without "
        "limit. A turn: perhaps unmask, set the stance, one action, perhaps unmask. Everyone is in range of "
        "everything.",
    ),
    Rule(
        "5e.duel.concede",
        "Conceding",
        "At the start of a round either may concede, and has lost whatever the scores say. What was agreed for the "
        "loser is due; the winner may let it go.",
    ),
    Rule(
        "5e.duel.staredown",
        "The staredown",
        "Each round both take as much strife as the number of the round. Then each who is not Compromised bids in "
        "secret from 0 up to their focus; both bids are shown together, taken as strife, and added to initiative for "
        "this round. A bid may go past composure.",
        "The staredown alone comes to 1, 3, 6, 10, 15 and 21 strife after six rounds. Composure 8: Compromised in "
        "round 4, even without a bid.",
    ),
    Rule(
        "5e.duel.finishing-blow",
        "The finishing blow",
        "The first time that the other becomes Compromised or unmasks, one may strike out of turn, with an Attack that "
        "has a check: one chance in a duel, used up when it opens, whether taken or not, and void while Incapacitated "
        "or Unconscious. It interrupts whatever goes on, a check too (after the strife, before the opportunities), and "
        "can itself be interrupted by the other's. If both open at once, less honour comes first. A success does no "
        "damage but a critical of twice the deadliness and the bonus successes; opportunities work as ever. A failure "
        "does nothing. An objective met by it ends the duel at once. One who was Compromised before the duel began "
        "opens nothing until it happens anew.",
        "Katana: severity 10 in one hand, 14 in two; bokken 6; each bonus success 1 more.",
    ),
    Rule(
        "5e.action.calming-breath",
        "Calming Breath",
        "Support. With strife above half the composure 1 strife goes, and with fatigue above half the endurance "
        "1 fatigue; both where both hold.",
        "Composure 8 and 5 strife: 4 are left. At 4 strife nothing goes.",
    ),
    Rule(
        "5e.action.centre",
        "Centre",
        "Support, in Void stance. Name a skill, roll up to as many skill dice as one's ranks in it, and reserve any of "
        "them; it is no check, so neither strife nor opportunities count. At the next check with that skill in the "
        "scene, right after rolling, any rolled dice may be swapped for reserved ones as they lie; a swapped die is a "
        "skill die. Then the reserve is gone; Centre for the same skill replaces it too.",
        "Reserved: explosive and success. Of four rolled dice two blanks become explosive and success.",
    ),
    Rule(
        "5e.action.predict",
        "Predict",
        "Attack and Scheme, without a check, so it is no finishing blow. Record Air, Earth, Fire or Water in secret. "
        "The next time that the other chooses a stance one may reveal it: if it is that stance the other takes 4 "
        "strife and has to choose another. What the strife opens is resolved first. One who cannot change stance "
        "takes only the strife. It lasts until the end of the predictor's next turn.",
    ),
    Rule(
        "5e.action.prepare-item",
        "Prepare Item",
        "Support. One item is made ready or put away, or a weapon is taken in a chosen grip.",
        "In Water stance a duellist draws the katana and strikes in one turn.",
    ),
    Rule(
        "5e.action.strike",
        "Strike",
        "Attack with one readied weapon: a Martial Arts check of the weapon's skill, TN 2. A success does physical "
        "damage of the weapon's damage and the bonus successes. On a success two opportunities also inflict a critical "
        "of the weapon's deadliness.",
        "Katana, 3 successes and 2 opportunities: 5 damage, and a critical of severity 5.",
    ),
    Rule(
        "5e.action.unique",
        "Unique Action",
        "Anything else that a skill can do: the game master names TN and effect. Without one, both duellists agree on "
        "it.",
    ),
    Rule(
        "5e.action.crossing-blade",
        "Crossing Blade",
        "A technique, Attack and Movement. A sheathed razor-edged weapon that one hand can hold is drawn and cuts: "
        "Melee, TN 2; a success does damage of its deadliness and the bonus successes. An opportunity readies a second "
        "such weapon.",
        "Katana, 3 successes: 5 + 1 = 6 damage.",
    ),
    Rule(
        "5e.action.rising-blade",
        "Rising Blade",
        "A technique, Attack. A sheathed razor-edged weapon that one hand can hold is drawn and cuts: Melee against "
        "the target's vigilance as TN, which is 1 while Compromised. A success does damage of its deadliness, and a "
        "Compromised target cannot defend. An opportunity readies a second such weapon.",
    ),
    Rule(
        "5e.damage",
        "Damage",
        "Damage is the weapon's and the bonus successes, less physical resistance. If nothing is left the blow "
        "glances off, and a razor-edged weapon becomes Damaged. Otherwise the target defends and takes that much "
        "fatigue. One who cannot defend, or pays 1 Void Point not to, takes no fatigue but a critical of the weapon's "
        "deadliness.",
        "Damage 4 and 1 bonus success against resistance 1: 4 fatigue.",
    ),
    Rule(
        "5e.critical",
        "Critical strikes",
        "The target resists with Fitness, TN 1, in the ring of its stance; a success lowers the severity by 1 and the "
        "bonus successes, to 0 at least. 0-2: worn armour becomes Damaged. 3-4: Lightly Wounded. 5-6: Severely "
        "Wounded. At 3-6 a razor-edged weapon adds Bleeding. 7-8: Bleeding and a lesser scar. 9-11: Bleeding and a "
        "greater scar. 12-13: Severely Wounded, Bleeding, Dying in 3 rounds. 14-15: the same, Dying in 1. From 16 on: "
        "dead. Once in a session, for 1 Void Point, all dice of the check to resist may be thrown again; a readied "
        "weapon becomes Damaged by it.",
        "Finishing blow with a katana in two hands and 1 bonus success, resisted with 2: 14 + 1 - 3 = 12, Dying in 3 "
        "rounds.",
    ),
    Rule(
        "5e.duel.score",
        "The score of a duel",
        "Each side adds up: objective achieved 6, struck first 3, each point of fatigue inflicted 1, the severity of "
        "the highest critical inflicted after reduction, the other killed 14 (only where the form is to the death, and "
        "on top of the 6), having unmasked -2. The higher score wins, even without the objective; a score may be below "
        "0. Whoever was seen cheating, or conceded, has lost whatever the scores say.",
        "Objective, struck first, 4 fatigue and a critical of 5: 18. 2 fatigue and unmasked: 0.",
    ),
    Rule(
        "5e.duel.result",
        "The result of a duel",
        "By the difference of the scores: 0 No Winner, 1 Narrow Victory, 2 Clear Victory, 3 to 6 Absolute Victory, 7 "
        "or more No Contest. If the winner is awarded glory, an Absolute Victory adds 3 to it and No Contest 5. After "
        "a concession or cheating the other has won, but the victory has none of these names and adds nothing; if "
        "both lost that way there is No Winner.",
        "18 to 0 is No Contest; 11 to 10 a Narrow Victory; 0 to -2 a Clear Victory.",
    ),
    Rule(
        "5e.duel.one-roll",
        "A duel in one roll",
        "Where a whole duel is too long both make one check, TN 1. The more bonus successes win; live weapons then "
        "inflict a critical of twice the deadliness and the bonus successes. If both fail the lower shortfall wins and "
        "inflicts twice the deadliness. If they are even both inflict theirs, and the higher severity after reduction "
        "wins.",
    ),
)
RULES = {rule.id: rule for rule in (*_DICE, *_STATES, *_DUEL)}

BOOK = Book(RULES, RULINGS)
