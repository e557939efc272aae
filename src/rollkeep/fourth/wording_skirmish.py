"""The sentences of a skirmish; see ``wording``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Numbers = dict[str, Any]

QUIET = frozenset(
    (
        *(("4e.round", "mustered"), ("4e.round", "passed"), ("4e.round", "ended"), ("4e.initiative", "rolled")),
        *(("4e.explode", "threw"), ("4e.keep", "kept"), ("4e.skirmish.harm", "took")),
    )
)
"""What need not be told where every step is."""


def _attacked(n: Numbers) -> str:
    verb = "attacks again:" if n["extra"] else "attacks"
    how = f", for {n['maneuvers']}" if n["maneuvers"] else ""
    center = ", with what Center has gathered" if n["center"] else ""
    tn = f"Armor TN {n['tn']}" + (f" ({n['parts']})" if n["parts"] else "")
    weapon = f" with {n['weapon']}" if n["weapon"] != "attack" else ""
    return f"{n['who']} {verb} {n['target']}{weapon}{how}{center}: {tn}."


def _entered(n: Numbers) -> str:
    armed = f", {n['weapon']} in hand" if n["weapon"] else ", with empty hands"
    armed = "" if n["weapon"] == "attack" else armed
    return f"{n['who']} comes in on side {n['side']}: Armor TN {n['tn']}{armed}{', surprised' * n['surprised']}."


def _scored(n: Numbers) -> str:
    more = f", {n['bonus']:+} in this Round" if n["bonus"] else ""
    return f"{n['who']}: Initiative {n['score']}{more}."


def _hit(n: Numbers) -> str:
    by = f"by {n['margin']}" if n["margin"] else "exactly"
    less = f"; {n['pierce']} of the Reduction does not count" if n["pierce"] else ""
    return f"{n['who']} hits {n['target']}, reaching {n['reached']} {by}{less}."


def _stood(text: str) -> Callable[[Numbers], str]:
    return lambda n: f"{n['who']} takes the {text.format(**n)}."


def _centering(n: Numbers) -> str:
    dice = f"+1k1 and +{n['void']}" if n["void"] else "+1k1"
    return f"Center: nothing in this Round; in the next {dice} on one roll, and Initiative +10."


def _won(text: str) -> Callable[[Numbers], str]:
    return lambda n: f"Strength {n['totals']}: {text.format(**n)}."


SENTENCES: dict[tuple[str, str], Callable[[Numbers], str]] = {
    ("4e.skirmish.sides", "entered"): _entered,
    ("4e.skirmish.sides", "departed"): lambda n: f"{n['who']} leaves the fight.",
    ("4e.skirmish.sides", "over-standing"): lambda n: (
        f"Only side {n['winner']} is left standing." if n["winner"] else "Nobody is left standing."
    ),
    ("4e.skirmish.sides", "over-word"): lambda n: "It is over, by the game master's word.",
    ("4e.skirmish.conditions", "conditioned"): lambda n: f"{n['who']}: {n['what']}.",
    ("4e.skirmish.conditions", "freed"): lambda n: f"{n['who']}: no longer {n['what']}.",
    ("4e.skirmish.conditions", "granted-attack"): lambda n: (
        f"{n['who']} has {n['adds']} on every attack." if n["adds"] else f"{n['who']} has nothing more on attacks."
    ),
    ("4e.skirmish.conditions", "granted-damage"): lambda n: (
        f"{n['who']} has {n['adds']} on all damage." if n["adds"] else f"{n['who']} has nothing more on damage."
    ),
    ("4e.skirmish.conditions", "granted-armor-tn"): lambda n: (
        f"{n['who']}: Armor TN {n['adds']}." if n["adds"] else f"{n['who']} has nothing more on the Armor TN."
    ),
    ("4e.skirmish.order", "drew"): lambda n: f"Lots settle ties: {n['order']}.",
    ("4e.skirmish.order", "ordered"): lambda n: f"Order of turns: {n['order']}.",
    ("4e.skirmish.order", "delayed"): lambda n: f"{n['who']} waits until after {n['after']}.",
    ("4e.skirmish.harm", "dealt"): lambda n: f"{n['who']} deals {n['target']} {n['damage']} damage before Reduction.",
    ("4e.skirmish.harm", "took"): lambda n: f"{n['who']} bears it.",
    ("4e.maneuver", "extra"): lambda n: f"{n['by']} may attack once more.",
    ("4e.skirmish.arms", "dropped"): lambda n: f"{n['who']} drops the {n['weapon']}.",
    ("4e.skirmish.arms", "thrown"): lambda n: f"The {n['weapon']} has left the hand of {n['who']}.",
    ("4e.skirmish.arms", "broken"): lambda n: f"The {n['weapon']} of {n['who']} breaks.",
    ("4e.skirmish.arms", "readied"): lambda n: f"{n['who']} readies the {n['weapon']}.",
    ("4e.skirmish.actions", "rose"): lambda n: f"{n['who']} gets up.",
    ("4e.skirmish.actions", "tried"): lambda n: f"{n['who']}, {n['kind']} action: {n['what']}.",
    ("4e.round", "began"): lambda n: (f"{n['label']}: " if n["label"] else "") + "Round 1 begins.",
    ("4e.round", "mustered"): lambda n: "Void Points can be spent now.",
    ("4e.round", "passed"): lambda n: f"{n['who']} spends nothing more at the start of the Round.",
    ("4e.round", "turned"): lambda n: f"It is {n['who']}'s turn.",
    ("4e.round", "ended"): lambda n: f"{n['who']}'s turn is over.",
    ("4e.round", "rounded"): lambda n: f"Round {n['number']} begins.",
    ("4e.keep", "chose"): lambda n: f"{n['who']} will choose the Initiative dice to keep.",
    ("4e.initiative", "rolled"): lambda n: f"{n['who']} roll Initiative.",
    ("4e.initiative", "scored"): _scored,
    ("4e.void.armor", "warded"): lambda n: f"A Void Point: Armor TN {n['by']:+} for {n['who']} in this Round.",
    ("4e.void.armor", "opens"): lambda n: f"Armor: Armor TN {n['by']:+} in this Round.",
    ("4e.void.initiative", "hastened"): lambda n: f"A Void Point: Initiative {n['by']:+} for {n['who']}.",
    ("4e.void.initiative", "opens"): lambda n: f"Initiative: {n['score']} becomes {n['then']}, to the end.",
    ("4e.void.swap", "proposed"): lambda n: f"{n['who']} would exchange Initiative with {n['other']}.",
    ("4e.void.swap", "swapped"): lambda n: f"A Void Point: {n['who']} and {n['other']} exchange Initiative Scores.",
    ("4e.void.swap", "refused"): lambda n: f"{n['other']} does not exchange Initiative with {n['who']}.",
    ("4e.void.swap", "opens"): lambda n: f"Swap with {n['who']}: {n['mine']} for {n['theirs']}.",
    ("4e.void.swap", "asks"): lambda n: (
        f"{n['who']} would exchange Initiative: {n['mine']} becomes {n['theirs']}. Refusing costs nothing."
    ),
    ("4e.void.technique", "invoked"): lambda n: (
        f"A Void Point of {n['who']} pays for a School Technique: {n['technique'].rstrip('.')}."
    ),
    ("4e.void.boost", "edged"): lambda n: f"A Void Point goes into the damage of {n['who']}.",
    ("4e.void.boost", "edged-not"): lambda n: f"{n['who']} puts no Void Point into the damage.",
    ("4e.void.wounds", "opens"): lambda n: (
        f"{n['wounds']} Wounds, then {n['rank']}. With a Void Point {n['then']}, then {n['rather']}."
    ),
    ("4e.void.wounds", "took"): lambda n: f"A Void Point takes 10 off the Wounds of {n['who']}.",
    ("4e.attack", "attacked"): _attacked,
    ("4e.attack", "hit"): _hit,
    ("4e.attack", "missed"): lambda n: f"{n['who']} misses {n['target']}: {-n['margin']} short of {n['reached']}.",
    ("4e.armor-tn", "aim"): lambda n: (
        f"{n['who']}: Armor TN {n['tn']}" + (f", {n['needed']} to reach" if n["needed"] != n["tn"] else "") + "."
    ),
    ("4e.wounds", "opens-free"): lambda n: "Down: this Free Action costs a Void Point.",
    ("4e.wounds", "down"): lambda n: f"{n['who']} is Down.",
    ("4e.wounds", "out"): lambda n: f"{n['who']} is Out.",
    ("4e.wounds", "dead"): lambda n: f"{n['who']} is dead.",
    ("4e.wounds", "stands"): lambda n: f"{n['who']} stands again.",
    ("4e.stance", "stood-attack"): _stood("Attack Stance"),
    ("4e.stance", "stood-full-attack"): _stood("Full Attack Stance: Armor TN {by:+}"),
    ("4e.stance", "stood-defense"): _stood("Defense Stance: Armor TN {by:+}"),
    ("4e.stance", "stood-full-defense"): _stood("Full Defense Stance"),
    ("4e.stance", "stood-center"): _stood("Center Stance and does nothing in this Round"),
    ("4e.stance", "faltered"): lambda n: f"{n['who']} cannot keep Full Attack and falls back into the Attack Stance.",
    ("4e.stance", "opens-attack"): lambda n: "Attack: nothing changes.",
    ("4e.stance", "opens-full-attack"): lambda n: f"Full Attack: +2k1 on attacks, in melee alone; Armor TN {n['by']}.",
    ("4e.stance", "opens-defense"): lambda n: f"Defense: Armor TN {n['by']:+}, no attacks.",
    ("4e.stance", "opens-full-defense"): lambda n: (
        "Full Defense: half a Defense roll is added to the Armor TN until the own next turn; nothing else is done."
    ),
    ("4e.stance", "opens-center"): _centering,
    ("4e.stance", "opens-defend"): lambda n: "Half of the total, rounded up, is added to the Armor TN.",
    ("4e.stance", "braced"): lambda n: f"{n['who']} defends with everything.",
    ("4e.stance", "defended"): lambda n: f"Full Defense: Armor TN {n['by']:+} for {n['who']} until the own next turn.",
    ("4e.maneuver", "covered"): lambda n: f"{n['who']} guards {n['ally']}: Armor TN +10, and -5 for {n['who']}.",
    ("4e.maneuver", "opens-guard"): lambda n: "Guard: the ally has Armor TN +10, you have -5, until your next turn.",
    ("4e.maneuver", "opens-clash"): lambda n: f"{n['what'].capitalize()}: Strength against {n['other']}.",
    ("4e.maneuver", "level"): _won("neither wins, and both roll again"),
    ("4e.maneuver", "knockdown-won"): _won("{target} is knocked down"),
    ("4e.maneuver", "knockdown-held"): _won("{target} stays upright"),
    ("4e.maneuver", "disarm-won"): _won("{who} disarms {target}"),
    ("4e.maneuver", "disarm-held"): _won("{target} wins against {who}"),
    ("4e.maneuver", "disarm-knockdown-won"): _won("{target} is disarmed and knocked down"),
    ("4e.maneuver", "disarm-knockdown-held"): _won("{target} wins against {who} and stays upright"),
}
