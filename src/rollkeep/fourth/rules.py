"""Every rule that this edition's code applies: its id, what it says in our words, and an example where one helps.

The ids stand in docstrings, reasons, errors and tests; ``docs/rules`` and ``rollkeep rules`` are made from this list.
"""

from __future__ import annotations

from rollkeep.book import Book, Rule
from rollkeep.fourth.rulings import RULINGS

_ALL = (
    Rule(
        "4e.pool",
        "Roll and keep",
        "XkY means: roll X ten-sided dice and keep Y of them. The total is the sum of the kept dice and of "
        "all flat bonuses.",
        "4k2 of 3, 6, 7 and 9: keep 7 and 9, a total of 16.",
    ),
    Rule(
        "4e.keep",
        "Keeping dice",
        "You choose exactly Y dice after seeing all of them; fewer only where fewer lie there. The highest "
        "are kept unless you say otherwise, and of equal dice the earlier. A stated chance is that of keeping "
        "the best, or with low the lowest.",
        "4k3 of 2, 5, 7 and 9, keeping low: 14.",
    ),
    Rule(
        "4e.explode",
        "Tens explode",
        "A die that shows 10 is thrown again and added to the same die, until it shows something else. Dice "
        "are kept when they are finished, so a ten is never worth only ten.",
        "10, then 10, then 7 is one die worth 27.",
    ),
    Rule(
        "4e.explode.nine",
        "Exploding on nine",
        "Some masteries and techniques make dice explode on 9 and on 10.",
        "9, then 9, then 8 is one die worth 26.",
    ),
    Rule(
        "4e.ten-dice",
        "The Ten Dice Rule",
        "No roll uses more than ten dice. Add up everything first, a Void Point's +1k1 included. Then two "
        "spare rolled dice become one kept die, as long as fewer than ten are kept; a single spare die left "
        "over buys nothing. At 10k10 every further die of either kind adds 2 to the total. Last, no more dice "
        "can be kept than are rolled. Flat bonuses never touch the dice. Without a die rolled or kept, the "
        "total is the flat bonus alone.",
        "12k4 is 10k5; 13k9 is 10k10+2; 10k12 is 10k10+4; 14k12 is 10k10+12.",
    ),
    Rule(
        "4e.tn",
        "Target Numbers",
        "Reach the Target Number (TN) or more to succeed; less fails. What has to be reached is the TN, 10 "
        "more for each further attempt, 5 more for each Raise, 5 less for each Free Raise spent on it, and "
        "then at least 0. The margin is the total less that.",
        "TN 5 with one Raise and two Free Raises on the TN is 0.",
    ),
    Rule(
        "4e.tn.names",
        "Named Target Numbers",
        "From Very Easy (5) to Impossible (60) the usual Target Numbers have names. They are a guide; any TN "
        "is allowed. For a Mundane deed nothing is rolled.",
    ),
    Rule(
        "4e.skill",
        "Skill rolls",
        "Usually a Trait is rolled with a Skill: Trait plus Skill dice, of which as many as the Trait are "
        "kept. The game master says which, and any Trait may go with any Skill.",
        "Trait 3 and Skill 4: 7k3.",
    ),
    Rule(
        "4e.trait",
        "Trait rolls",
        "A Trait alone rolls and keeps as many dice as its rank.",
        "Trait 3: 3k3.",
    ),
    Rule(
        "4e.ring",
        "Ring rolls",
        "To resist a spell or the Taint a Ring is rolled: as many dice as its rank, all of them kept. A "
        "Ring's rank is the lower of its two Traits; Void has no Traits.",
        "Ring 3: 3k3.",
    ),
    Rule(
        "4e.spell",
        "Casting spells",
        "A spell is cast with Ring plus Shugenja School Rank dice, keeping the Ring, against TN 5 and 5 more "
        "for each Mastery Level. An affinity adds one to the School Rank and a deficiency takes one away; at "
        "0 the spell cannot be cast.",
        "Fire 3 and School Rank 1: 4k3; Mastery Level 2: TN 15.",
    ),
    Rule(
        "4e.damage.melee",
        "Damage in melee",
        "A weapon's damage rating (DR) with Strength dice added to the rolled ones. Damage has no TN, no "
        "Raises, no Emphasis and no Void Point.",
        "DR 5k2 and Strength 3: 8k2.",
    ),
    Rule(
        "4e.damage.bow",
        "Damage of a bow",
        "The bow's own Strength with the arrow's rating. As with any damage: no TN, no Raises, no Emphasis, "
        "no Void Point.",
        "A bow of Strength 3 and an arrow of 2k2: 5k2.",
    ),
    Rule(
        "4e.damage.unarmed",
        "Bare hands",
        "Bare hands are rated 0k1: Strength dice, one kept.",
        "Strength 3: 3k1.",
    ),
    Rule(
        "4e.damage.thrown",
        "Damage of a thrown weapon",
        "The weapon's rating, with Strength dice added where the weapon allows it: knives and spears that are "
        "thrown do, shuriken and tsubute do not. A blowgun's dart takes 1 Wound, and its damage is rolled only from "
        "Ninjutsu 3 on.",
        "A thrown tanto of 1k1 with Strength 3: 4k1. Shuriken: 1k1.",
    ),
    Rule(
        "4e.unskilled",
        "Unskilled rolls",
        "Without a rank in the Skill only the Trait is rolled and kept. No die explodes, no Raise can be "
        "taken, called or free, and there is no Emphasis. Damage after an unskilled hit is a roll of its own.",
        "Trait 3 and Skill 0: 3k3, and a 10 is worth ten.",
    ),
    Rule(
        "4e.emphasis",
        "Emphases",
        "Where an Emphasis of the Skill fits, each die whose first face is 1 is thrown again once. The second "
        "face stands, also another 1, and may explode. A 1 inside an explosion is not thrown again.",
        "5k2 of 1, 1, 4, 6 and 8: the ones become 1 and 7, and 7 + 8 is 15.",
    ),
    Rule(
        "4e.raise",
        "Raises",
        "Before the roll you may make it harder for a purpose: each Raise adds 5 to the TN. A maneuver is the "
        "usual purpose; the game master may allow anything for a number of Raises. Raises need a TN.",
        "TN 20 with two Raises: 30.",
    ),
    Rule(
        "4e.raise.limit",
        "How many Raises",
        "On one roll you may call at most as many Raises as the rank of your Void Ring, however many Void "
        "Points are left. Free Raises do not count against this.",
        "Void Ring 2: a third Raise is refused.",
    ),
    Rule(
        "4e.raise.fail",
        "Failing with Raises",
        "Below the raised TN the roll has failed, also when it reached the plain one.",
        "TN 20 with one Raise, a total of 23: failed.",
    ),
    Rule(
        "4e.raise.surplus",
        "Beating the TN by a lot",
        "A high total gives nothing that was not declared before the roll.",
    ),
    Rule(
        "4e.free-raise",
        "Free Raises",
        "A Free Raise gives the effect of a Raise without making the roll harder, or it lowers the TN by 5. "
        "Each is used in one of these ways; several may be split.",
        "Two Free Raises at TN 20: both as effect, or TN 10, or one of each at TN 15.",
    ),
    Rule(
        "4e.retry",
        "Trying again",
        "The same character may try the same Skill check again with 10 added to the TN, if the game master "
        "allows it. With Intelligence or Perception something must have changed. An attack is never tried "
        "again; Trait, Ring and casting rolls are simply made anew.",
        "TN 15, second attempt: 25.",
    ),
    Rule(
        "4e.contested",
        "Contested rolls",
        "Everyone makes the designated roll, and the highest total wins. Whoever called Raises has to lead the best "
        "other total by 5 for each; exactly that counts, and a raiser who falls short or ties has failed. If nobody "
        "makes it good, nobody wins. Several without Raises who share the top are tied: that stands, or those tied "
        "roll again until one leads. A Free Raise is taken as effect or adds 5 to one's own total.",
        "Both raise once, 28 against 25: both fail. 32 with one Raise against 27 and 20 wins.",
    ),
    Rule(
        "4e.cooperative.joint",
        "Helping one who rolls",
        "Where failing costs little, one character rolls and adds the rank of every helper in that Skill.",
        "Helpers of rank 2 and 1: +3.",
    ),
    Rule(
        "4e.cooperative.each",
        "Rolling side by side",
        "Where one can drag all down, everyone rolls. Whoever has the best rank gives it to all others as a bonus, "
        "not to themself.",
        "Climbers of ranks 1, 2 and 4: +4, +4 and nothing.",
    ),
    Rule(
        "4e.cumulative",
        "Cumulative tasks",
        "A total TN is whittled down by the total of each roll that counts; it is done at 0 or less. The game master "
        "may set a minimum that a roll must meet to count, and a flub threshold below which the total is added back. "
        "Raises raise the minimum. Time may have to pass between the rolls.",
        "60 to do, a roll of 24: 36 are left.",
    ),
    Rule(
        "4e.iaijutsu",
        "The iaijutsu duel",
        "Three steps. Assessment: Iaijutsu/Awareness against 10 and 5 for each Insight Rank of the other; each "
        "success learns a fact, one more for each Raise, and a total 10 above the other's adds +1k1 to the Focus "
        "(+2k2 from Iaijutsu 7 on). Either may concede. Focus: contested Iaijutsu/Void; a lead of 5 strikes first, "
        "with a Free Raise for each further 5, less strikes together. Strike: Iaijutsu/Reflexes against the Armor "
        "TN, then damage. To first blood the one struck has lost; to the death it goes on as a skirmish.",
        "Focus 31 against 20: strikes first with one Free Raise.",
    ),
    Rule(
        "4e.void.pool",
        "Void Points",
        "A character has as many Void Points as the rank of the Void Ring; all come back with a day's rest.",
    ),
    Rule(
        "4e.void.boost",
        "A Void Point for +1k1",
        "Declared before the roll, a Void Point adds +1k1 to a Skill, Trait, Ring or casting roll, never to "
        "damage. An unskilled roll stays unskilled. One point never buys two effects.",
        "Ring 2 with a Void Point: 3k3.",
    ),
    Rule(
        "4e.void.skill",
        "A Void Point for a missing Skill",
        "Declared before the roll, a Void Point makes rank 0 in a Skill count as 1: the dice explode and "
        "Raises are allowed. With a rank of 1 or more, or without a Skill, it cannot be spent so.",
        "Trait 3, Skill 0: 4k3.",
    ),
    Rule(
        "4e.void.limit",
        "How many Void Points at once",
        "In one Round a character spends one Void Point, unless an ability allows more; points that pay for School "
        "Techniques do not count. Outside Rounds the same holds for one roll.",
        "A roll with two Void Points is refused, unless the character file says per_round = 2.",
    ),
    Rule(
        "4e.void.wounds",
        "A Void Point against Wounds",
        "At once after the total of a damage roll, a Void Point takes 10 off the Wounds from this one source, not "
        "below 0.",
        "23 Wounds become 13.",
    ),
    Rule(
        "4e.void.armor",
        "A Void Point for the Armor TN",
        "At the start of a Round: Armor TN +10 until the Round ends.",
    ),
    Rule(
        "4e.void.swap",
        "A Void Point to exchange Initiative",
        "At the start of a Round: exchanges Initiative Scores with one character who agrees, until the skirmish "
        "ends. One of the two pays.",
    ),
    Rule(
        "4e.void.initiative",
        "A Void Point for Initiative",
        "At the start of a Round: Initiative Score +10 until the skirmish ends.",
    ),
    Rule(
        "4e.void.technique",
        "A Void Point for a School Technique",
        "Paid as the Technique says, and outside the limit of one in a Round.",
    ),
    Rule(
        "4e.insight",
        "Insight",
        "Ten times the sum of all five Rings, and every rank in a Skill, and what mastery adds. Insight Rank 2 "
        "begins at 150, and each further one 25 later.",
        "Rings of 11 in all and 10 ranks: Insight 120, Rank 1.",
    ),
    Rule(
        "4e.initiative",
        "Initiative",
        "Insight Rank plus Reflexes dice, keeping Reflexes. No TN, no Raises, no Emphasis.",
        "Insight Rank 1 and Reflexes 3: 4k3.",
    ),
    Rule(
        "4e.armor-tn",
        "Armor TN and armor",
        "Whoever attacks has to reach the Armor TN: five times Reflexes, and 5, and what the armor adds. Armor also "
        "takes its Reduction off every damage, and makes some rolls harder.",
        "Reflexes 3 in light armor: 25.",
    ),
    Rule(
        "4e.attack",
        "Attacks",
        "The weapon's Skill with Agility, for bows with Reflexes, against the Armor TN. A stat block prints the pool "
        "itself.",
        "Kenjutsu 3 and Agility 3: 6k3.",
    ),
    Rule(
        "4e.wounds",
        "Wounds",
        "Healthy bears five times the Earth Ring in Wounds, each of seven further ranks twice the Earth Ring. A "
        "rank begins with the first Wound in it, and its penalty is added to every TN: Nicked 3, Grazed 5, Hurt 10, "
        "Injured 15, Crippled 20, Down 40; Out is unconscious, and past it lies death.",
        "Earth 2: 10 Wounds are Healthy, 11 Nicked, 39 dead.",
    ),
    Rule(
        "4e.stance",
        "Stances",
        "Attack changes nothing. Full Attack adds 2k1 to attacks and takes 10 off the Armor TN; it is for melee alone, "
        "not on horseback (from Horsemanship 3 on it is) and not when fatigued, and nothing but attacks is done. "
        "Defense adds the Air Ring and the rank in Defense to the Armor TN, and there are no attacks. Full Defense "
        "adds half of a Defense/Reflexes roll, rounded up, until the own next turn; the roll is a Complex Action. "
        "Center does nothing in this Round; in the next one roll has +1k1 and the Void Ring, and Initiative is 10 "
        "higher.",
        "Air 2 and Defense 3: the Defense Stance gives Armor TN +5. A Full Defense roll of 17: +9.",
    ),
    Rule(
        "4e.maneuver",
        "Maneuvers",
        "What Raises on an attack are for. A Called Shot takes 1 for a limb, 2 for a hand or foot, 3 for the head, 4 "
        "for an eye, ear or finger. Disarm takes 3: 2k1 damage without Strength, then contested Strength, and the "
        "loser drops the weapon. Extra Attack takes 5: a second attack after the first has hit, once in a turn. Feint "
        "takes 2: half the margin is added to the damage, at most five times the Insight Rank. Increased Damage adds "
        "1k0 for each. Knockdown takes 2, against four legs 4: damage, then contested Strength; who loses it lies "
        "prone. Guard takes none and is a Simple Action: an ally has 10 more Armor TN and the guard 5 less, until the "
        "guard's next turn.",
        "A Feint that hits by 9 at Insight Rank 1: 4 more damage.",
    ),
    Rule(
        "4e.round",
        "The Round",
        "In the first Round all choose a stance, roll Initiative, may spend Void Points, and have their turns. In "
        "later Rounds Void Points come first, then turns, each of which begins with the stance; who says nothing "
        "keeps it. What lasts for the Round ends with it.",
    ),
    Rule(
        "4e.skirmish.sides",
        "Sides",
        "From 2 to 20 fighters stand on two or more sides. Who comes in later takes part from the next Round on, and "
        "rolls Initiative then; who comes back keeps the Initiative Score. It is over when nobody "
        "stands any more but on one side: all others are Down, Out, dead or gone. The game master may end it at any "
        "time.",
    ),
    Rule(
        "4e.skirmish.order",
        "The order of turns",
        "The highest Initiative Score goes first. Equal ones go by Reflexes (of a stat block the dice that its "
        "Initiative keeps), and then by lots that are drawn once. Before anything else in a turn, also before its "
        "stance, one may wait until after somebody else's, but not into the next Round.",
    ),
    Rule(
        "4e.skirmish.actions",
        "Actions",
        "A turn has one Complex or two Simple Actions, and Free Actions. An attack and the Full Defense roll are "
        "Complex; to guard, to get up and to ready a weapon are Simple. Whoever is Down has Free Actions alone, each "
        "for a Void Point.",
    ),
    Rule(
        "4e.skirmish.arms",
        "Weapons in hand",
        "One fights with what is in hand, with bare hands, or with what a stat block prints. The first weapon is in "
        "hand when it begins, but not of who is surprised. To ready another is a Simple Action; small weapons, and "
        "some by mastery, take none. Some weapons and arrows count the bonus of the target's armor twice, three times "
        "or not at all; some are harder to use on horseback or on foot; some break with a heavy blow.",
        "A flesh cutter against light armor: Armor TN +5.",
    ),
    Rule(
        "4e.skirmish.conditions",
        "Conditions and named modifiers",
        "The game master says what holds of a fighter. Higher ground or a mount add 1k0 to attacks. Prone takes 2k0 "
        "off attacks with small and medium weapons, and 10 off the Armor TN in melee. A bow or a throw in melee has "
        "10 less. Blinded takes 1k1 off melee and 3k3 off the rest, dazed 3k0. Grappled or stunned leaves an Armor TN "
        "of 5 and the armor, blinded Reflexes beside. The off hand costs 5, 10 or 15 by the size of the weapon; with "
        "two weapons the main hand costs 5, and the Insight Rank is added to the Armor TN. Anything else is a named "
        "modifier on every attack.",
    ),
    Rule(
        "4e.skirmish.harm",
        "From damage to Wounds",
        "After the total of the damage, Reduction is taken off. Whoever is hit may spend a Void Point at once; what is "
        "left are Wounds.",
    ),
    Rule(
        "4e.skirmish.block",
        "Strength of a stat block",
        "Where contested Strength is asked of somebody whose Strength is not written down, as many dice are rolled and "
        "kept as the attack keeps.",
        "Attack 5k3: 3k3.",
    ),
    Rule(
        "4e.mastery",
        "Mastery abilities",
        "High ranks in a Skill change rolls by themselves: more dice of damage, Free Raises for one purpose, "
        "explosions on 9. At rank 10 every roll with the Skill has a Free Raise.",
        "Kenjutsu 3: +1k0 on the damage of swords.",
    ),
)
RULES = {rule.id: rule for rule in _ALL}

BOOK = Book(RULES, RULINGS)
