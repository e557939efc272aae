"""Every event of a duel has a sentence, for whoever may read how much of it, and every sentence is said of some."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rollkeep.dice.source import Source
from rollkeep.fifth import wording
from rollkeep.fifth.catalogue.opportunities import EFFECTS
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel import events as e
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.actions import TYPES_OF
from rollkeep.fifth.duel.begin import OBJECTIVE_OF, OBJECTIVES
from rollkeep.fifth.duel.harm import TABLE, effects_of
from rollkeep.fifth.duel.machine import DUEL
from rollkeep.fifth.duel.person import Person, person
from rollkeep.fifth.duel.state import Arms, Body, Check, Round, Scored, Side, Window
from rollkeep.fifth.duel.telling import tell
from rollkeep.fifth.duel.windows import follow_window
from rollkeep.fifth.rules import RULES
from rollkeep.fifth.score import FORMS
from rollkeep.fifth.sheet import RINGS
from rollkeep.fifth.wording import sentence
from rollkeep.fifth.wording_duel import QUIET, SENTENCES
from rollkeep.fifth.wording_moves import MOVE_TITLES, move_sentence
from rollkeep.fifth.wording_names import NAMES, OPPORTUNITY, STANCES
from rollkeep.fifth.wording_names import OBJECTIVES as SHOWN_OBJECTIVES
from rollkeep.machine.codec import Codec
from rollkeep.machine.machine import Closed, Scene, Shifted, Step, decide, offers
from rollkeep.machine.secret import Secret, redact
from rollkeep.reason import Reason, because
from rollkeep.testing import Faces, check_machine

S, R = "Shinai", "Rival"
SHEATHED, ARMED = Arms(("katana", "wakizashi")), Arms(("bokken",), (("bokken", 2),))
SWORD = (("katana", 2),)


def faced(form: str, **other: Any) -> e.Faced:
    return e.Faced(
        S, R, form, OBJECTIVE_OF.get(form, "word"), "", False, (), (), (), (), (SHEATHED, SHEATHED)
    )._replace(**other)


def check(kind: str, skill: str = "martial arts melee", **other: Any) -> e.Declared:
    return e.Declared(Check(S, kind, skill, "fire", 2, (3, 2, 3))._replace(**other))


def over(reason: str, winner: str, result: str = "") -> e.Over:
    parts = (("objective", 6), ("first", 3), ("fatigue", 4), ("critical", 5)), (("fatigue", 2), ("unmasked", -2))
    return e.Over(Scored((S, R), 18, 0, *parts, result, reason, winner, 5 if result else 0))


SAID: list[tuple[Any, str]] = [
    (
        faced("first-blood"),
        "Shinai and Rival face each other. Iaijutsu duel, first blood: a critical of severity 5 or more. Both have "
        "katana and wakizashi sheathed. [5e.duel.forms]",
    ),
    (
        faced("first-strike", label="By the river", unready=(R,)),
        "By the river: Shinai and Rival face each other. Iaijutsu duel, first strike: any critical strike. Both have "
        "katana and wakizashi sheathed. Taken unready: Rival. [5e.duel.forms]",
    ),
    (
        faced("to-the-death", by_hand=(S, R)),
        "Shinai and Rival face each other. Iaijutsu duel, to the death: the other dead or Dying. Both have katana and "
        "wakizashi sheathed. Dice thrown by hand: Shinai and Rival. [5e.duel.forms]",
    ),
    (
        faced("sparring", arms=(ARMED, Arms(("bokken",), (("bokken", 1),)))),
        "Shinai and Rival face each other. Sparring bout: the other Incapacitated. Shinai has bokken in both hands, "
        "Rival bokken in one hand. [5e.duel.forms]",
    ),
    (
        faced("warriors-duel", arms=(ARMED, Arms())),
        "Shinai and Rival face each other. Warrior's duel: the other Unconscious, Dying or dead, or yielding. Shinai "
        "has bokken in both hands, Rival bare hands. [5e.duel.forms]",
    ),
    (
        faced("taryu-jiai", arms=(Arms(), Arms())),
        "Shinai and Rival face each other. Taryu-jiai: the other Incapacitated, or surrendering. Both have bare hands. "
        "[5e.duel.forms]",
    ),
    (
        faced("custom"),
        "Shinai and Rival face each other. Duel with an objective of its own: the game master judges. Both have katana "
        "and wakizashi sheathed. [5e.duel.forms]",
    ),
    (
        faced("first-blood", one_roll=True),
        "Shinai and Rival face each other. Iaijutsu duel, first blood: a critical of severity 5 or more. Both have "
        "katana and wakizashi sheathed. One roll each decides. [5e.duel.forms]",
    ),
    (e.Ranked(R, "honour"), "Rival has less honour and comes first on every tie. [5e.duel.initiative]"),
    (e.Ranked(S, "pc"), "Shinai is a player character and comes first on every tie. [5e.duel.initiative]"),
    (e.Ranked(S, "coin"), "Shinai comes first on every tie: a coin was tossed. [5e.duel.initiative]"),
    (e.Approached(S, "air", False, ()), "Shinai opens in Air. [5e.duel.initiative]"),
    (
        e.Approached(S, "air", True, ("distinction", "anxiety")),
        "Shinai opens in Air, with a Void Point, a distinction and an anxiety. [5e.duel.initiative]",
    ),
    (e.Entered(S, "fire", 5, 8), "Shinai has initiative 5 + 3 = 8 and enters the Fire stance. [5e.duel.initiative]"),
    (e.Entered(S, "fire", 5, 5), "Shinai has initiative 5 and enters the Fire stance. [5e.duel.initiative]"),
    (e.Entered(S, "void", 0, 0), "Shinai is in the Void stance. [5e.duel.one-roll]"),
    (e.Rounded(2), "Round 2 begins. [5e.duel.round]"),
    (e.Stared(3), "Staredown: both take 3 strife. [5e.duel.staredown]"),
    (e.Bade(S, Secret(2, frozenset({S}))), "Shinai bids 2 in secret. [5e.duel.staredown]"),
    (e.Bade(S, Secret(0, frozenset({S}))), "Shinai bids 0 in secret. [5e.duel.staredown]"),
    (e.Bade(S, Secret(None, frozenset())), "Shinai bids in secret. [5e.duel.staredown]"),
    (e.Holding(S), "Shinai does not concede. [5e.duel.concede]"),
    (e.Uncovered(((S, 2), (R, 0))), "Bids: Shinai 2, Rival 0. [5e.duel.staredown]"),
    (e.Uncovered(()), "Nobody bids. [5e.duel.staredown]"),
    (e.Ordered((R, S)), "Turns: Rival, then Shinai. [5e.duel.initiative]"),
    (e.Conceded(R), "Rival conceded and loses, whatever the scores say. [5e.duel.concede]"),
    (e.Cheated(R), "Rival was seen cheating and loses, whatever the scores say. [5e.duel.score]"),
    (e.Called(S), "Shinai has met the objective, by the game master's word. [5e.duel.forms]"),
    (e.Strained(R, True), "Rival is Compromised: strife above composure. [5e.compromised]"),
    (e.Strained(R, False), "Rival is no longer Compromised. [5e.compromised]"),
    (
        e.Opened(S, "compromised"),
        "Shinai may strike a finishing blow: the other has become Compromised. [5e.duel.finishing-blow]",
    ),
    (e.Opened(S, "unmasked"), "Shinai may strike a finishing blow: the other has unmasked. [5e.duel.finishing-blow]"),
    (e.Left(S, "declined"), "Shinai lets the finishing blow go. [5e.duel.finishing-blow]"),
    (e.Left(S, "helpless"), "Shinai is in no state to strike the finishing blow. [5e.duel.finishing-blow]"),
    (e.Left(S, "too-late"), "Shinai strikes no finishing blow: the other is dead. [5e.duel.finishing-blow]"),
    (e.Left(S, "no-weapon"), "Shinai cannot strike the finishing blow: no weapon is ready. [5e.duel.finishing-blow]"),
    (e.Turned(R), "It is Rival's turn. [5e.duel.round]"),
    (e.Unmasked(R), "Rival unmasks: all strife goes, and 2 points of the score. [5e.unmask]"),
    (e.Woke(R), "Rival comes to, for a Void Point. [5e.unconscious]"),
    (e.Stood(R, "air", (), False), "Rival takes the Air stance: harder to attack or to scheme against. [5e.stance]"),
    (
        e.Stood(R, "earth", SWORD, False),
        "Rival takes the Earth stance with katana in both hands: the other cannot buy criticals or conditions with "
        "opportunity. [5e.stance]",
    ),
    (
        e.Stood(R, "fire", (("katana", 1), ("wakizashi", 1)), True),
        "Rival takes the Fire stance with katana in one hand and wakizashi in one hand: strife kept in a successful "
        "check counts as bonus successes. [5e.stance]",
    ),
    (
        e.Stood(R, "water", (), False),
        "Rival takes the Water stance: one more action that needs no check. [5e.stance]",
    ),
    (e.Stood(R, "void", (), False), "Rival takes the Void stance: strife on kept dice costs nothing. [5e.stance]"),
    (
        e.Foretold(S, "fire", True, True),
        "Shinai reveals Fire: the other takes strife and must choose another stance. [5e.action.predict]",
    ),
    (
        e.Foretold(S, "fire", True, False),
        "Shinai reveals Fire: the other takes strife and keeps the stance. [5e.action.predict]",
    ),
    (
        e.Foretold(S, "fire", False, False),
        "Shinai reveals Fire, and the other chose otherwise: nothing happens. [5e.action.predict]",
    ),
    (e.Lapsed(S), "Shinai's prediction lapses, not revealed. [5e.action.predict]"),
    (e.Acted(S, "strike", (), True), "Shinai uses Strike. [5e.action.strike]"),
    (e.Acted(S, "crossing-blade", (), True), "Shinai uses Crossing Blade. [5e.action.crossing-blade]"),
    (e.Acted(S, "rising-blade", (), True), "Shinai uses Rising Blade. [5e.action.rising-blade]"),
    (e.Acted(S, "calming-breath", (), False), "Shinai takes a Calming Breath. [5e.action.calming-breath]"),
    (e.Acted(S, "centre", (), False), "Shinai uses Centre. [5e.action.centre]"),
    (e.Acted(S, "predict", (), False), "Shinai uses Predict. [5e.action.predict]"),
    (e.Acted(S, "prepare-item", (), False), "Shinai uses Prepare Item. [5e.action.prepare-item]"),
    (e.Acted(S, "unique", ("scheme",), True), "Shinai takes a Unique Action. [5e.duel.round]"),
    (e.Predicted(S, Secret("water", frozenset({S}))), "Shinai predicts Water in secret. [5e.action.predict]"),
    (e.Predicted(S, Secret(None, frozenset())), "Shinai predicts a stance in secret. [5e.action.predict]"),
    (
        e.Centred(S, "martial arts melee", 1),
        "Shinai centres on Martial Arts [Melee] with 1 skill die. [5e.action.centre]",
    ),
    (e.Reserved(S, "meditation", (22, 11)), "Shinai reserves for Meditation: ex, blank. [5e.action.centre]"),
    (e.Reserved(S, "meditation", ()), "Shinai reserves for Meditation: no dice. [5e.action.centre]"),
    (e.Readied(S, SWORD), "Shinai now has katana in both hands. [5e.action.prepare-item]"),
    (e.Readied(S, ()), "Shinai now has nothing in hand. [5e.action.prepare-item]"),
    (
        e.Proposed(S, "tactics", "throw sand", False, ()),
        "Shinai tries with Tactics: throw sand. [5e.action.unique]",
    ),
    (e.Allowed(S, 3), "Shinai may try it, TN 3. [5e.action.unique]"),
    (e.Allowed(S, 0), "Shinai may try it, without a check. [5e.action.unique]"),
    (e.Happened(S, "Rival is blinded!"), "Shinai: Rival is blinded! [5e.action.unique]"),
    (e.Happened(S, ""), "Shinai achieves nothing by it. [5e.action.unique]"),
    (
        check("strike", weapon="katana", hands=2),
        "Shinai strikes with katana in both hands: Fire, 3r2s against TN 2. [5e.check]",
    ),
    (
        check("strike", weapon="kick", hands=0, edges=("passion",), pool=(4, 2, 5)),
        "Shinai strikes with kick: Fire, 4r2s keep 5 against TN 2, with a passion. [5e.check]",
    ),
    (
        check("crossing-blade", weapon="katana", hands=1),
        "Shinai strikes with katana in one hand, drawn for a Crossing Blade: Fire, 3r2s against TN 2. [5e.check]",
    ),
    (
        check("rising-blade", weapon="katana", hands=1, blow=True),
        "Shinai strikes the finishing blow with katana in one hand, drawn for a Rising Blade: Fire, 3r2s against TN 2. "
        "[5e.duel.finishing-blow]",
    ),
    (check("clash", weapon="yari"), "Shinai strikes with yari: Fire, 3r2s against TN 2. [5e.check]"),
    (
        check("initiative", "meditation", edges=("distinction", "anxiety")),
        "Shinai rolls for initiative: Meditation (Fire), 3r2s against TN 2, with a distinction and an anxiety. "
        "[5e.check]",
    ),
    (check("resist", "fitness"), "Shinai resists the critical: Fitness (Fire), 3r2s against TN 2. [5e.check]"),
    (check("unique", "tactics"), "Shinai rolls Tactics (Fire), 3r2s against TN 2. [5e.check]"),
    (e.Threw(S, (4, 1, 20), "keep"), "Shinai throws su+st, blank, su+op. [5e.dice]"),
    (e.Rethrown(S, (4, 1)), "Shinai's dice are now su+st, blank. [5e.dice]"),
    (e.Settled(S, "keep"), "Shinai has nothing to choose. [5e.duel.round]"),
    (e.Swapped(S, (5, 22), ()), "Shinai's dice after swapping: su, ex. [5e.action.centre]"),
    (e.Picked(S, (0, 2), "distinction"), "Shinai throws dice 1 and 3 again: distinction. [5e.advantages]"),
    (e.Picked(S, (), "distinction"), "Shinai throws no die again: distinction. [5e.advantages]"),
    (e.Picked(S, (1,), "adversity"), "Shinai throws die 2 again: adversity. [5e.advantages]"),
    (e.Picked(S, (0, 1, 2), "parry"), "Shinai throws dice 1, 2 and 3 again. [5e.critical]"),
    (
        e.Parried(S, "katana"),
        "Shinai puts katana in the way, a shattering parry for a Void Point. [5e.critical]",
    ),
    (e.Kept(S, (1,)), "Shinai keeps die 2. [5e.keep]"),
    (e.Kept(S, ()), "Shinai keeps no die. [5e.keep]"),
    (
        e.Counted(S, 1, 2, 3, "spend"),
        "Shinai's kept dice show 1 success, 2 opportunities and 3 strife. [5e.check]",
    ),
    (e.Counted(S, 2, 0, 1, "spend"), "Shinai's kept dice show 2 successes and 1 strife. [5e.check]"),
    (e.Counted(S, 0, 0, 0, "spend"), "Shinai's kept dice show nothing. [5e.check]"),
    (e.Bled(S, 2), "Shinai bleeds: 2 damage for the strife on kept dice, past resistance. [5e.bleeding]"),
    (
        e.Spent(S, ("critical", "razor", "razor")),
        "Shinai spends opportunity: a critical of the weapon's deadliness; deadliness 1 higher (2 times). "
        "[5e.opportunity]",
    ),
    (e.Spent(S, ()), "Shinai spends no opportunity. [5e.opportunity]"),
    (e.Judged(S, "strike", 2, 2, True, 0, 0), "Shinai succeeds: 2 successes against TN 2. [5e.check]"),
    (
        e.Judged(S, "strike", 2, 3, True, 1, 0),
        "Shinai succeeds: 3 successes against TN 2, 1 bonus success. [5e.check]",
    ),
    (
        e.Judged(S, "strike", 2, 3, True, 3, 0),
        "Shinai succeeds: 3 successes against TN 2, 3 bonus successes (2 by the Fire stance). [5e.check]",
    ),
    (e.Judged(S, "strike", 3, 1, False, 0, 2), "Shinai fails: 1 success against TN 3, 2 short. [5e.check]"),
    (
        e.Struck(S, R, "katana", 5, 4, 5, True, False, -1),
        "Shinai hits Rival with katana: 5 damage, 4 past resistance. [5e.damage]",
    ),
    (e.Struck(S, R, "kick", 2, 2, 1, False, False, -1), "Shinai hits Rival with kick: 2 damage. [5e.damage]"),
    (
        e.Struck(S, R, "katana", 5, 4, 5, True, True, -1),
        "Shinai hits Rival with katana: 5 damage, 4 past resistance, and no defence against it. [5e.damage]",
    ),
    (
        e.Struck(S, R, "punch", 1, 0, 2, False, False, -1),
        "Shinai's punch glances off Rival: nothing is left of 1 damage. [5e.damage]",
    ),
    (e.Led(S), "Shinai has struck first: 3 points. [5e.duel.score]"),
    (e.Spoiled(S, "katana", "damaged"), "Shinai's katana is Damaged. [5e.damage]"),
    (e.Spoiled(S, "armour", "destroyed"), "Shinai's armour is destroyed. [5e.damage]"),
    (e.Spoiled(S, "scimitar", "worn"), "Shinai's scimitar is no longer durable. [5e.damage]"),
    (e.Defended(R, 4), "Rival defends and takes 4 fatigue. [5e.damage]"),
    (
        e.Undefended(R, "refused"),
        "Rival does not defend, for a Void Point: a critical instead of fatigue. [5e.damage]",
    ),
    (e.Undefended(R, "unable"), "Rival cannot defend. [5e.damage]"),
    (e.Critical(R, S, 14, True, True), "Rival faces a critical of severity 14 from Shinai. [5e.critical]"),
    (e.Critical(R, "", 3, False, False), "Rival faces a critical of severity 3 from Bleeding. [5e.critical]"),
    (e.Resisted(R, 2), "Rival takes 2 off the severity. [5e.critical]"),
    (e.Resisted(R, 0), "Rival takes nothing off the severity. [5e.critical]"),
    (
        e.Wounded(R, S, 12, "fire", ("severe", "bleeding", "dying-3"), True),
        "Rival suffers a critical of severity 12: Severely Wounded (Fire), Bleeding, Dying (3 rounds). [5e.critical]",
    ),
    (
        e.Wounded(R, S, 5, "earth", ("worse", "bleeding", "lesser-scar", "unconscious"), False),
        "Rival suffers a critical of severity 5: no longer Severely Wounded (Earth), Bleeding, a lesser scar, "
        "Unconscious. [5e.critical]",
    ),
    (
        e.Wounded(R, S, 0, "earth", ("armour",), False),
        "Rival suffers a critical of severity 0: worn armour suffers. [5e.critical]",
    ),
    (
        e.Wounded(R, S, 7, "earth", (), False),
        "Rival suffers a critical of severity 7: no more can come of it. [5e.critical]",
    ),
    (e.Bound(R, True), "Rival is Immobilized. [5e.opportunity]"),
    (e.Bound(R, False), "Rival is no longer Immobilized. [5e.opportunity]"),
    (e.Sank(R, 1), "Rival is Dying: 1 round left. [5e.dying]"),
    (e.Sank(R, 0), "Rival is Dying: death comes at the end of the next own turn. [5e.dying]"),
    (e.Died(R), "Rival dies. [5e.dying]"),
    (e.Ended(R), "Rival's turn ends. [5e.duel.round]"),
    (e.Tested((S,)), "Shinai has met the objective. [5e.duel.round]"),
    (e.Tested((S, R)), "Shinai and Rival have met the objective. [5e.duel.round]"),
    (e.Tested(()), "Nobody has met the objective yet. [5e.duel.round]"),
    (e.Clashed((S,), "won"), "Shinai comes out ahead and inflicts a critical. [5e.duel.one-roll]"),
    (
        e.Clashed((S,), "failed"),
        "Shinai falls short by less and inflicts a critical: both have failed. [5e.duel.one-roll]",
    ),
    (e.Clashed((S, R), "tie"), "Shinai and Rival are even, and both inflict a critical. [5e.duel.one-roll]"),
    (
        over("score", S, "No Contest"),
        "Shinai 18 (objective 6, first 3, fatigue 4, critical 5), Rival 0 (fatigue 2, unmasked -2): No Contest, Shinai "
        "wins; +5 to a glory award. [5e.duel.result]",
    ),
    (
        e.Over(Scored((S, R), 0, 0, (), (), "No Winner", "score", "", 0)),
        "Shinai 0, Rival 0: No Winner. [5e.duel.result]",
    ),
    (over("concession", R), "Rival wins: Shinai has conceded. [5e.duel.result]"),
    (over("cheating", S), "Shinai wins: Rival has cheated. [5e.duel.result]"),
    (over("cheating", ""), "Nobody wins: Shinai and Rival have both lost. [5e.duel.result]"),
    (over("one-roll", S), "Shinai wins the duel of one roll. [5e.duel.result]"),
    (over("one-roll", ""), "The duel of one roll has no winner. [5e.duel.result]"),
    (Shifted(S, "void", -1, "seize the moment"), "Shinai spends 1 Void Point to seize the moment. [5e.seize]"),
    (Shifted(S, "void", -1, "refuse to defend"), "Shinai spends 1 Void Point not to defend. [5e.damage]"),
    (Shifted(S, "void", -1, "wake up"), "Shinai spends 1 Void Point to come to. [5e.unconscious]"),
    (Shifted(S, "void", -1, "shattering parry"), "Shinai spends 1 Void Point for a shattering parry. [5e.critical]"),
    (Shifted(S, "void", 1, "adversity"), "Shinai gets 1 Void Point (adversity). [5e.advantages]"),
    (Shifted(S, "void", -2, "a vow"), "Shinai loses 2 Void Points (a vow). [5e.void]"),
    (Shifted(S, "strife", 2, "kept dice"), "Shinai takes 2 strife (kept dice). [5e.check]"),
    (Shifted(S, "strife", 2, "bid"), "Shinai takes 2 strife (bid). [5e.duel.staredown]"),
    (Shifted(S, "strife", 4, "predict"), "Shinai takes 4 strife (predicted). [5e.action.predict]"),
    (
        Shifted(S, "fatigue", -1, "calming breath"),
        "Shinai loses 1 fatigue (Calming Breath). [5e.action.calming-breath]",
    ),
    (Shifted(S, "fatigue", 2, "bleeding"), "Shinai takes 2 fatigue (Bleeding). [5e.bleeding]"),
    (Shifted(S, "strife", -9, "unmask"), "Shinai loses 9 strife (unmasking). [5e.unmask]"),
    (Shifted(S, "strife", -3, "end of the scene"), "Shinai loses 3 strife (end of the scene). [5e.scene-end]"),
    (Shifted(S, "strife", 2, "ward"), "Shinai takes 2 strife (attacking past a ward). [5e.opportunity]"),
    (Shifted(S, "strife", -2, "soothe"), "Shinai loses 2 strife (opportunity). [5e.opportunity]"),
    (Shifted(S, "strife", 20, ""), "Shinai takes 20 strife. [5e.derived]"),
    (Closed(), "The duel is over. [5e.duel.round]"),
]

OFFERED = [
    (
        because("5e.duel.staredown", "bid", room=2, most=5, base=6, blow=1),
        "0 to 5 strife, added to initiative 6 for this round. 3 or more: Compromised, and the other may strike a "
        "finishing blow.",
    ),
    (
        because("5e.duel.staredown", "bid", room=4, most=5, base=6, blow=0),
        "0 to 5 strife, added to initiative 6 for this round. 5 or more: Compromised.",
    ),
    (
        because("5e.duel.staredown", "bid", room=5, most=5, base=6, blow=1),
        "0 to 5 strife, added to initiative 6 for this round.",
    ),
    (
        because("5e.compromised", "keeping", room=2, blow=1),
        "More than 2 strife on kept dice: Compromised, and the other may strike a finishing blow.",
    ),
    (because("5e.compromised", "keeping", room=0, blow=0), "Any strife on kept dice: Compromised."),
    (
        because("5e.compromised", "keeping", room=0, blow=2),
        "Any strife on kept dice: Compromised, and the other's finishing blow is lost: it cannot be struck now.",
    ),
    (
        because("5e.duel.initiative", "opens", base=4, unready=0, skill="meditation", tn=1, most=1),
        "Meditation, TN 1: initiative 4 (focus); a success adds 1, and 1 for each bonus success. "
        "The ring becomes the first stance.",
    ),
    (
        because("5e.duel.initiative", "opens", base=2, unready=1, skill="meditation", tn=1, most=3),
        "Meditation, TN 1 to 3, by the ring: initiative 2 (vigilance, or 1 if Compromised then); a success adds 1, and "
        "1 for each bonus success. The ring becomes the first stance.",
    ),
    (
        because("5e.duel.one-roll", "opens", weapon="katana", severity=10, skill="martial arts melee", tn=1, most=1),
        "Martial Arts [Melee] with katana, TN 1: the better roll inflicts a critical, this one of severity 10 and "
        "bonus successes.",
    ),
    (because("5e.duel.concede", "opens"), "The other wins, whatever the score."),
    (because("5e.duel.staredown", "opens", strife=3, then=-1), "The staredown begins, with 3 strife."),
    (
        because("5e.duel.staredown", "opens", strife=3, then=1),
        "The staredown begins, with 3 strife: Compromised, and the other may strike a finishing blow.",
    ),
    (because("5e.compromised", "opens-hold", base=5), "No bid while Compromised: initiative 5 for this round."),
    (because("5e.duel.score", "opens-witness"), "The duel ends at once, and whoever cheated has lost it."),
    (because("5e.duel.forms", "opens-call"), "The duel ends at once, and is scored."),
    (
        because("5e.duel.finishing-blow", "opens", weapon="katana", tn=3, severity=14, ward=0, then=-1),
        "katana: TN 3, a critical of severity 14 and bonus successes, no damage.",
    ),
    (
        because("5e.duel.finishing-blow", "opens-pass", again=0),
        "The finishing blow is let go; no other comes in this duel.",
    ),
    (because("5e.duel.finishing-blow", "opens-pass", again=1), "The finishing blow is let go; another may open yet."),
    (because("5e.duel.round", "opens-pass", left=""), "The turn ends."),
    (because("5e.duel.round", "opens-pass", left="asleep"), "The turn ends without coming to."),
    (
        because("5e.duel.round", "opens-pass", left="unmask"),
        "No more actions; to unmask can still be chosen before the turn ends.",
    ),
    (because("5e.unmask", "opens", strife=9, points=2, blow=0), "All strife goes (9), 2 points of the score too."),
    (because("5e.unconscious", "opens", void=2), "1 of 2 Void Points goes, and the turn goes on."),
    (because("5e.stance", "opens-air", by=1), "Air: harder to attack or to scheme against, TN 1 higher."),
    (
        because("5e.stance", "opens-earth", by=1),
        "Earth: the other cannot buy criticals or conditions with opportunity.",
    ),
    (
        because("5e.stance", "opens-fire", by=1),
        "Fire: strife kept in a successful check counts as bonus successes.",
    ),
    (because("5e.stance", "opens-water", by=1), "Water: one more action that needs no check."),
    (because("5e.stance", "opens-void", by=1), "Void: strife on kept dice costs nothing."),
    (
        because("5e.action.strike", "opens", weapon="bo", tn=2, damage=6, deadliness=2, sure=0, ward=2, then=1),
        "bo: TN 2, 6 damage and bonus successes, deadliness 2; 2 strife for the other's ward: Compromised, and the "
        "other may strike a finishing blow.",
    ),
    (
        because(
            "5e.action.crossing-blade", "opens", weapon="bo", tn=2, damage=2, deadliness=2, sure=0, ward=2, then=-1
        ),
        "bo: TN 2, 2 damage and bonus successes, deadliness 2; 2 strife for the other's ward.",
    ),
    (
        because("5e.action.rising-blade", "opens", weapon="bo", tn=1, damage=2, deadliness=2, sure=1, ward=0, then=-1),
        "bo: TN 1, 2 damage, deadliness 2, no defence while the other is Compromised.",
    ),
    (
        because("5e.action.calming-breath", "opens", strife=1, fatigue=1, calm=1, able=0),
        "1 strife (Compromised no more) and 1 fatigue go.",
    ),
    (
        because("5e.action.calming-breath", "opens", strife=0, fatigue=0, calm=0, able=0),
        "Nothing goes: neither strife nor fatigue is above half.",
    ),
    (
        because("5e.action.centre", "opens", skill="meditation", most=2),
        "Meditation: up to 2 skill dice, any of them set aside for the next check with it.",
    ),
    (
        because("5e.action.predict", "opens", strife=4, again=1, ward=0, then=-1),
        "4 strife for the other and another stance, if that is the other's next stance and you show it by the end of "
        "your next turn.",
    ),
    (
        because("5e.action.predict", "opens-reveal", strife=4, again=0, blow=0),
        "4 strife for the other, if it is the stance foreseen. Shown or not, the prediction is over.",
    ),
    (because("5e.action.prepare-item", "opens", held=""), "That leaves nothing in hand."),
    (because("5e.action.prepare-item", "opens", held="bo in both hands"), "That leaves bo in both hands."),
    (
        because("5e.action.unique", "opens"),
        "The game master sets the TN, or no check, and tells what comes of it.",
    ),
    (
        because("5e.damage", "opens", who=S, fatigue=3, then=9, most=8, severity=5, bought=7),
        "Shinai defends: 3 fatigue, then 9/8, Incapacitated. With a Void Point instead: a critical of severity 5. "
        "Beside it comes a critical of severity 7.",
    ),
    (
        because("5e.critical", "opens", severity=6, guard=1, tn=4, ring="fire", effects="severe bleeding"),
        "Severity 6, 1 less by a guard: Severely Wounded (Fire), Bleeding. Fitness, TN 4: a success takes 1 off, and 1 "
        "for each bonus success.",
    ),
    (
        because("5e.critical", "opens-parry", weapon="bo", how="worn"),
        "bo: all dice are thrown again, for a Void Point; it is no longer durable then.",
    ),
    (
        because("5e.critical", "opens-parry", weapon="bo", how="destroyed"),
        "bo: all dice are thrown again, for a Void Point; it is destroyed then.",
    ),
]


def key(reason: Reason) -> tuple[str, str]:
    return reason.rule, reason.case


@pytest.mark.parametrize(("event", "said"), SAID, ids=lambda value: type(value).__name__)
def test_what_is_said_of_an_event(event: Any, said: str) -> None:
    reason = tell(event)
    assert f"{sentence(reason)} [{reason.rule}]" == said


@pytest.mark.parametrize(("reason", "said"), OFFERED)
def test_what_an_offer_says(reason: Reason, said: str) -> None:
    assert sentence(reason) == said


def test_every_sentence_is_said_of_some_event() -> None:
    told = {key(tell(event)) for event, _ in SAID} | {key(reason) for reason, _ in OFFERED}
    assert {type(event) for event, _ in SAID} == {*e.EVENTS, Shifted, Closed}
    assert told - set(wording.SENTENCES) == set(SENTENCES)
    assert not set(SENTENCES) & set(wording.SENTENCES)
    assert {rule for rule, _ in SENTENCES} <= set(RULES)


def test_what_a_listing_leaves_out_has_a_sentence() -> None:
    assert set(SENTENCES) >= QUIET


def test_a_blow_that_comes_too_late_is_told_apart() -> None:
    """5e.duel.finishing-blow"""
    both = Side(S, stance="air", opened=("compromised",)), Side(R, stance="air", body=Body(dead=True))
    duel = DUEL.blank._replace(sides=both, stack=(Round("turns"), Window(S, "compromised")))
    step = Step(DUEL, Scene(cast("shinai", "rival"), duel))
    assert follow_window(step, Window(S, "compromised"))
    assert step.events == [e.Left(S, "too-late")]


# --- whole duels ------------------------------------------------------------------------------------------------

FAULTS = re.compile(
    r"None|hidden|[{}]|  |\(\)|\[\]|[ (,:][.,:;)]|[.,:;]{2}|\bwith[.,:]|\b(and|a|an|of|to)\.|: \.|^\W|\w$"
)
CODEC = Codec((*DUEL.moves, *DUEL.events, Shifted, Closed, Reason))


def cast(*names: str) -> dict[str, Person]:
    return {name.title(): person(READY[name]) for name in names}


def fit(text: str) -> str:
    assert not FAULTS.search(text), text
    return text


def read(reason: Reason) -> str:
    return fit(sentence(reason))


@pytest.mark.parametrize("seed", range(12))
def test_each_reader_is_told_everything_in_words(seed: int) -> None:
    """5e.duel.staredown, 5e.action.predict: sealed values have a sentence too; the kit reads each event as everyone."""
    names = (("shinai", "rival"), ("master", "guard"), ("monk", "student"))[seed % 3]
    check_machine(DUEL, cast(*names), seed, CODEC, read, 300, (m.Concede, m.Witness))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("names", [("shinai", "rival"), ("master", "guard"), ("monk", "student")], ids="-".join)
def test_a_whole_duel_reads_well(form: str, names: tuple[str, str]) -> None:
    """5e.duel.forms"""
    told = set[tuple[str, str]]()
    for seed in range(4):
        told |= played(names, form, seed)
    assert ("5e.duel.staredown", "bid") in told
    assert len(told) > 25


def played(names: tuple[str, str], form: str, seed: int) -> set[tuple[str, str]]:
    """One duel by chance, in which both strike when they can; everything that is said, to all and to nobody."""
    from random import Random

    rng, told = Random(f"{names} {form} {seed}"), set[tuple[str, str]]()
    source: Source = Faces(rng)
    a, b = (name.title() for name in names)
    begin = m.Face(a, b, form, "critical" if form == "custom" else "", False, (), (), "")
    step = decide(DUEL, Scene(cast(*names), DUEL.blank), "gm", begin)
    for _ in range(250):
        for event in step.events:
            for seen in (event, redact(event, frozenset())):
                reason = tell(seen)
                told.add(key(reason))
                read(reason)
        every = offers(DUEL, step.now)
        if not every:
            break
        several = [(who, offer) for who in sorted(every) for offer in every[who]]
        likely = [each for each in several if each[1].move in (m.Strike, m.Cross, m.Rise)]
        wanted = [each for each in several if each[1].move not in (m.Concede, m.Witness, m.Try, m.Call)]
        who, offer = rng.choice(likely if likely and rng.random() < 0.6 else wanted or several)
        for reason in offer.says:
            told.add(key(reason))
            read(reason)
        move = offer.sample(source)
        fit(move_sentence(move) + ".")
        step = decide(DUEL, step.now, who, move)
    return told


# --- words ------------------------------------------------------------------------------------------------------

MOVED = [
    (m.Face(S, R, "sparring", "", False, (), (), ""), "Shinai against Rival: Sparring bout"),
    (
        m.Face(S, R, "custom", "death", True, (), (), ""),
        "Shinai against Rival: Duel with an objective of its own, the other dead or Dying, one roll each",
    ),
    (m.Witness(S), "Shinai was seen cheating"),
    (m.Call(S), "Shinai has met the objective"),
    (m.Allow(3, ("attack", "scheme")), "Allow it, TN 3, as Attack and Scheme"),
    (m.Allow(0, ()), "Allow it, without a check"),
    (m.Tell("sand in the eyes"), "What comes of it: sand in the eyes"),
    (m.Tell(""), "What comes of it: nothing"),
    (m.Throw((4, 11)), "Throw su+st, blank"),
    (m.Toss(True), "The coin shows heads"),
    (m.Ready("air", True, ("adversity",)), "Open in Air, with a Void Point and an adversity"),
    (m.Bid(3), "Bid 3 strife"),
    (m.Hold(), "Go on"),
    (m.Concede(), "Concede the duel"),
    (m.Unmask(), "Unmask: all strife goes, and 2 points of the score"),
    (m.Wake(), "Come to, for a Void Point"),
    (m.Stance("void", 2), "Void stance, weapon in both hands: strife on kept dice costs nothing"),
    (m.Stance("air", 0), "Air stance: harder to attack or to scheme against"),
    (m.Reveal(True), "Reveal the prediction"),
    (m.Reveal(False), "Let the prediction lapse"),
    (m.Strike("katana", False, ()), "Strike with katana"),
    (m.Cross("katana", True, ()), "Crossing Blade with katana, with a Void Point"),
    (m.Rise("katana", False, ("passion",)), "Rising Blade with katana, with a passion"),
    (m.Pass(), "Leave it at that"),
    (m.Calm(), "Calming Breath: strife and fatigue above half go down by 1"),
    (m.Centre("fitness", 2), "Centre on Fitness with 2 skill dice"),
    (m.Reserve((0, 1)), "Reserve dice 1 and 2"),
    (m.Predict("fire"), "Predict Fire in secret"),
    (m.Prepare("katana", 1), "Take katana in one hand"),
    (m.Prepare("katana", 0), "Put katana away"),
    (m.Try("tactics", "throw sand", True, ()), "Unique Action, Tactics, with a Void Point: throw sand"),
    (m.Swap((0,), (1,)), "Swap die 1 for reserved die 2"),
    (m.Swap((), ()), "Swap no die"),
    (m.Reroll((0,)), "Throw die 1 again"),
    (m.Shatter("katana"), "Shattering parry with katana: all dice again, for a Void Point and the weapon"),
    (m.Keep(()), "Keep no die"),
    (m.Spend(("compose",)), "Spend opportunity: 2 strife less"),
    (m.Spend(()), "Spend no opportunity"),
    (m.Resist(False, ("distinction",)), "Resist, with a distinction"),
    (m.Defend(False), "Defend, and take the damage as fatigue"),
    (m.Defend(True), "Spend a Void Point not to defend: a critical instead of fatigue"),
]


@pytest.mark.parametrize(("move", "said"), MOVED, ids=lambda value: type(value).__name__)
def test_a_line_for_a_move(move: Any, said: str) -> None:
    assert move_sentence(move) == said


def test_every_move_has_a_title_and_a_line() -> None:
    assert {type(move) for move, _ in MOVED} == set(m.MOVES)
    assert set(MOVE_TITLES) == {move.__name__ for move in m.MOVES}


def test_words_fit_the_catalogues() -> None:
    """5e.opportunity, 5e.stance, 5e.duel.forms"""
    assert set(OPPORTUNITY) == {effect.id for effect in EFFECTS} | {"critical", "razor", "snare", "draw"}
    assert max(map(len, OPPORTUNITY.values())) <= 60
    assert tuple(STANCES) == RINGS
    assert set(SHOWN_OBJECTIVES) == set(OBJECTIVES)


def test_what_criticals_do_has_names() -> None:
    """5e.critical"""
    hurt = Body(light=("fire",), severe=("air",))
    found = {effect for least, _ in TABLE for ring in RINGS for effect in effects_of(least, True, ring, hurt)}
    assert found | {"unconscious"} | set(TYPES_OF) | set(RINGS) <= set(NAMES)
