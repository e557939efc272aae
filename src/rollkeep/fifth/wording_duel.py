"""The sentences of what happens in a duel, and of what a choice would open; see ``wording``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fifth.catalogue.skills import shown
from rollkeep.fifth.duel.telling import HIDDEN
from rollkeep.fifth.score import POINTS, SHOWN
from rollkeep.fifth.wording_moves import MOVE_TITLES, move_sentence
from rollkeep.fifth.wording_names import (
    NAMES,
    OBJECTIVES,
    OPPORTUNITY,
    STANCES,
    bought,
    dice,
    effect,
    ended,
    gripped,
    helped,
    listed,
    places,
)
from rollkeep.text import counted

__all__ = [
    "MOVE_TITLES",
    "NAMES",
    "OBJECTIVES",
    "OPPORTUNITY",
    "QUIET",
    "SENTENCES",
    "STANCES",
    "effect",
    "move_sentence",
]

Numbers = dict[str, Any]
Said = Callable[[Numbers], str]


def _who(text: str) -> Said:
    """A sentence that is the same but for its names and numbers."""
    return lambda n: text.format_map(n)


def _ring(n: Numbers) -> str:
    return str(NAMES.get(n["ring"], n["ring"]))


# --- the beginning ----------------------------------------------------------------------------------------------


_YIELDS = {"warriors-duel": ", or yielding", "taryu-jiai": ", or surrendering"}


def _faced(n: Numbers) -> str:
    form = SHOWN.get(n["form"], n["form"])
    objective = str(OBJECTIVES.get(n["objective"], n["objective"])) + _YIELDS.get(n["form"], "")
    a, b = n["arms_a"], n["arms_b"]
    said = [f"{n['a']} and {n['b']} face each other. {form}: {objective}."]
    said.append(f"Both have {a}." if a == b else f"{n['a']} has {a}, {n['b']} {b}.")
    if n["unready"]:
        said.append(f"Taken unready: {n['unready']}.")
    if n["by_hand"]:
        said.append(f"Dice thrown by hand: {n['by_hand']}.")
    return (f"{n['label']}: " if n["label"] else "") + " ".join(said)


def _one_roll(n: Numbers) -> str:
    return f"{_faced(n)} One roll each decides."


def _approached(n: Numbers) -> str:
    beside = helped(n["seize"], n["edges"].split())
    return f"{n['who']} opens in {_ring(n)}" + (f", with {listed(beside)}." if beside else ".")


def _entered(n: Numbers) -> str:
    more = n["initiative"] - n["base"]
    total = f"{n['base']} + {more} = {n['initiative']}" if more else n["initiative"]
    return f"{n['who']} has initiative {total} and enters the {_ring(n)} stance."


# --- rounds and turns -------------------------------------------------------------------------------------------


def _bade(n: Numbers) -> str:
    return f"{n['who']} bids in secret." if n["strife"] == HIDDEN else f"{n['who']} bids {n['strife']} in secret."


def _uncovered(n: Numbers) -> str:
    return f"Bids: {n['bids']}." if n["bids"] else "Nobody bids."


def _stood(ring: str) -> Said:
    def said(n: Numbers) -> str:
        held = f" with {n['held']}" if n["held"] else ""
        return f"{n['who']} takes the {NAMES[ring]} stance{held}: {STANCES[ring]}."

    return said


def _predicted(n: Numbers) -> str:
    what = "a stance" if n["ring"] == HIDDEN else _ring(n)
    return f"{n['who']} predicts {what} in secret."


def _foretold(text: str) -> Said:
    return lambda n: f"{n['who']} reveals {_ring(n)}{text}"


def _centres(n: Numbers) -> str:
    return f"{n['who']} centres on {shown(n['skill'])} with {counted(n['dice'], 'skill die', 'skill dice')}."


def _reserved(n: Numbers) -> str:
    return f"{n['who']} reserves for {shown(n['skill'])}: {dice(n['dice'].split())}."


def _held(n: Numbers) -> str:
    return f"{n['who']} now has {n['held'] or 'nothing'}" + (" in hand." if not n["held"] else ".")


def _allowed(n: Numbers) -> str:
    return f"{n['who']} may try it, {'TN ' + str(n['tn']) if n['tn'] else 'without a check'}."


def _happened(n: Numbers) -> str:
    return f"{n['who']}: {ended(n['effect'])}" if n["effect"] else f"{n['who']} achieves nothing by it."


# --- checks -----------------------------------------------------------------------------------------------------

_DRAWN = {"crossing-blade": ", drawn for a Crossing Blade", "rising-blade": ", drawn for a Rising Blade"}


def _deed(n: Numbers) -> str:
    """What a check is for: ``strikes with katana in one hand: Fire``."""
    ring, kind = _ring(n), n["kind"]
    if n["weapon"]:
        weapon = n["weapon"] if kind == "clash" else gripped(n["weapon"], n["hands"])
        return f"with {weapon}{_DRAWN.get(kind, '')}: {ring}"
    what = {"initiative": "rolls for initiative: ", "resist": "resists the critical: "}.get(kind, "rolls ")
    return f"{what}{shown(n['skill'])} ({ring})"


def _declared(n: Numbers) -> str:
    return _check(n, "strikes ")


def _blow(n: Numbers) -> str:
    return _check(n, "strikes the finishing blow ")


def _check(n: Numbers, strikes: str) -> str:
    beside = helped(False, n["edges"].split())
    with_ = f", with {listed(beside)}" if beside else ""
    return f"{n['who']} {strikes if n['weapon'] else ''}{_deed(n)}, {n['pool']} against TN {n['tn']}{with_}."


def _thrown(text: str) -> Said:
    return lambda n: text.format(who=n["who"], dice=dice(n["dice"].split()))


def _placed(text: str) -> Said:
    return lambda n: text.format(who=n["who"], dice=places(n["dice"].split()))


def _kept(n: Numbers) -> str:
    return f"{n['who']} keeps {places(n['dice'].split())}."


def _counted(n: Numbers) -> str:
    shows = [_successes(n["successes"])] if n["successes"] else []
    shows += [counted(n["opportunities"], "opportunity", "opportunities")] if n["opportunities"] else []
    shows += [f"{n['strife']} strife"] if n["strife"] else []
    return f"{n['who']}'s kept dice show {listed(shows) or 'nothing'}."


def _successes(count: int) -> str:
    return counted(count, "success", "successes")


def _succeeds(n: Numbers) -> str:
    by_fire = n["bonus"] - max(n["successes"] - n["tn"], 0)
    bonus = f", {counted(n['bonus'], 'bonus success', 'bonus successes')}" if n["bonus"] else ""
    fire = f" ({by_fire} by the Fire stance)" if by_fire > 0 else ""
    return f"{n['who']} succeeds: {_successes(n['successes'])} against TN {n['tn']}{bonus}{fire}."


def _fails(n: Numbers) -> str:
    return f"{n['who']} fails: {_successes(n['successes'])} against TN {n['tn']}, {n['shortfall']} short."


# --- harm -------------------------------------------------------------------------------------------------------


def _struck(n: Numbers, then: str = "") -> str:
    left = f", {n['left']} past resistance" if n["left"] != n["damage"] else ""
    return f"{n['who']} hits {n['foe']} with {n['weapon']}: {n['damage']} damage{left}{then}."


def _sure(n: Numbers) -> str:
    return _struck(n, ", and no defence against it")


def _wounded(n: Numbers) -> str:
    done = ", ".join(effect(each, n["ring"]) for each in n["effects"].split())
    return f"{n['who']} suffers a critical of severity {n['severity']}: {done or 'no more can come of it'}."


def _sank(n: Numbers) -> str:
    if n["left"] > 0:
        return f"{n['who']} is Dying: {counted(n['left'], 'round')} left."
    return f"{n['who']} is Dying: death comes at the end of the next own turn."


# --- what moves -------------------------------------------------------------------------------------------------

_SPENT = {
    "seize the moment": "to seize the moment",
    "refuse to defend": "not to defend",
    "wake up": "to come to",
    "shattering parry": "for a shattering parry",
}
_WHY = {
    "predict": "predicted",
    "calming breath": "Calming Breath",
    "defence": "defending",
    "bleeding": "Bleeding",
    "unmask": "unmasking",
    "ward": "attacking past a ward",
    **dict.fromkeys(("calm", "compose", "refresh", "soothe", "provoke"), "opportunity"),
}


def _shifted(n: Numbers) -> str:
    by, why = abs(n["by"]), n["why"]
    if n["track"] == "void" and why in _SPENT:
        return f"{n['who']} spends {counted(by, 'Void Point')} {_SPENT[why]}."
    what = counted(by, "Void Point") if n["track"] == "void" else f"{by} {n['track']}"
    verb = "loses" if n["by"] < 0 else "gets" if n["track"] == "void" else "takes"
    return f"{n['who']} {verb} {what}" + (f" ({_WHY.get(why, why)})." if why else ".")


_MOVED = (
    *("5e.seize", "5e.check", "5e.duel.staredown", "5e.action.predict", "5e.action.calming-breath", "5e.damage"),
    *("5e.bleeding", "5e.unmask", "5e.unconscious", "5e.critical", "5e.scene-end", "5e.advantages", "5e.opportunity"),
    *("5e.void", "5e.derived"),
)
"""The rules by which tracks move."""


# --- the end ----------------------------------------------------------------------------------------------------


def _met(n: Numbers) -> str:
    return f"{n['who']} {'have' if n['count'] > 1 else 'has'} met the objective."


def _total(who: str, points: int, parts: str) -> str:
    return f"{who} {points}" + (f" ({parts})" if parts else "")


def _scored(n: Numbers) -> str:
    totals = f"{_total(n['who_a'], n['a'], n['parts_a'])}, {_total(n['who_b'], n['b'], n['parts_b'])}"
    wins = f", {n['winner']} wins" if n["winner"] else ""
    glory = f"; +{n['glory']} to a glory award" if n["glory"] else ""
    return f"{totals}: {n['result']}{wins}{glory}."


def _fixed(why: str) -> Said:
    def said(n: Numbers) -> str:
        if not n["winner"]:
            return f"Nobody wins: {n['who_a']} and {n['who_b']} have both lost."
        loser = n["who_b"] if n["winner"] == n["who_a"] else n["who_a"]
        return f"{n['winner']} wins: {loser} {why}."

    return said


def _one_rolled(n: Numbers) -> str:
    return f"{n['winner']} wins the duel of one roll." if n["winner"] else "The duel of one roll has no winner."


# --- what a choice opens ----------------------------------------------------------------------------------------


_BLOWS = (
    "",
    ", and the other may strike a finishing blow",
    ", and the other's finishing blow is lost: it cannot be struck now",
)


def _opens(n: Numbers) -> str:
    return _BLOWS[n["blow"]]


def _then(blow: int) -> str:
    """What strife brings: nothing below 0, else Compromised with what that opens."""
    return f": Compromised{_BLOWS[blow]}" if blow >= 0 else ""


def _bid(n: Numbers) -> str:
    said = f"0 to {n['most']} strife, added to initiative {n['base']} for this round."
    least = max(n["room"], 0) + 1
    return f"{said} {least} or more: Compromised{_opens(n)}." if least <= n["most"] else said


def _keeping(n: Numbers) -> str:
    strife = f"More than {n['room']} strife" if n["room"] else "Any strife"
    return f"{strife} on kept dice: Compromised{_opens(n)}."


def _stance(ring: str) -> Said:
    more = ", TN {by} higher" if ring == "air" else ""
    return _who(f"{NAMES[ring]}: {STANCES[ring]}{more}.")


def _against(n: Numbers) -> str:
    return f"TN {n['tn']}" if n["tn"] == n.get("most", n["tn"]) else f"TN {n['tn']} to {n['most']}, by the ring"


def _past(n: Numbers) -> str:
    return f"; {n['ward']} strife for the other's ward{_then(n['then'])}" if n["ward"] else ""


def _attack(n: Numbers) -> str:
    damage = f"{n['damage']} damage and bonus successes"
    return f"{n['weapon']}: {_against(n)}, {damage}, deadliness {n['deadliness']}{_past(n)}."


def _rising(n: Numbers) -> str:
    sure = ", no defence while the other is Compromised" if n["sure"] else ""
    return f"{n['weapon']}: {_against(n)}, {n['damage']} damage, deadliness {n['deadliness']}{sure}{_past(n)}."


def _finishing(n: Numbers) -> str:
    critical = f"a critical of severity {n['severity']} and bonus successes, no damage"
    return f"{n['weapon']}: {_against(n)}, {critical}{_past(n)}."


def _calms(n: Numbers) -> str:
    goes = [f"1 strife{' (Compromised no more)' * n['calm']}"] * n["strife"]
    goes += [f"1 fatigue{' (Incapacitated no more)' * n['able']}"] * n["fatigue"]
    if not goes:
        return "Nothing goes: neither strife nor fatigue is above half."
    return f"{' and '.join(goes)} {'go' if len(goes) > 1 else 'goes'}."


def _centring(n: Numbers) -> str:
    most = counted(n["most"], "skill die", "skill dice")
    return f"{shown(n['skill'])}: {'up to ' * (n['most'] > 1)}{most}, any of them set aside for the next check with it."


def _predicting(n: Numbers) -> str:
    strife = f"{n['strife']} strife for the other{' and another stance' * n['again']}"
    return f"{strife}, if that is the other's next stance and you show it by the end of your next turn{_past(n)}."


def _revealing(n: Numbers) -> str:
    strife = f"{n['strife']} strife for the other{' and another stance' * n['again']}, if it is the stance foreseen"
    blow = "; if that makes the other Compromised, a finishing blow" if n["blow"] else ""
    return f"{strife}{blow}. Shown or not, the prediction is over."


def _unmasks(n: Numbers) -> str:
    return f"All strife goes ({n['strife']}), {counted(n['points'], 'point')} of the score too{_opens(n)}."


def _going_on(n: Numbers) -> str:
    return f"The staredown begins, with {n['strife']} strife{_then(n['then'])}."


def _opening(n: Numbers) -> str:
    base = f"{n['base']} ({'vigilance, or 1 if Compromised then' if n['unready'] else 'focus'})"
    adds = "a success adds 1, and 1 for each bonus success"
    return f"{shown(n['skill'])}, {_against(n)}: initiative {base}; {adds}. The ring becomes the first stance."


def _one_roll_opens(n: Numbers) -> str:
    check = f"{shown(n['skill'])} with {n['weapon']}, {_against(n)}"
    return f"{check}: the better roll inflicts a critical, this one of severity {n['severity']} and bonus successes."


def _stakes(n: Numbers) -> str:
    beyond = f", {NAMES['incapacitated']}" if n["then"] > n["most"] else ""
    bought = f" Beside it comes a critical of severity {n['bought']}." if n["bought"] >= 0 else ""
    defends = f"{n['who']} defends: {n['fatigue']} fatigue, then {n['then']}/{n['most']}{beyond}."
    return f"{defends} With a Void Point instead: a critical of severity {n['severity']}.{bought}"


def _resisting(n: Numbers) -> str:
    guard = f", {n['guard']} less by a guard" if n["guard"] else ""
    does = ", ".join(effect(each, n["ring"]) for each in n["effects"].split()) or "no more can come of it"
    resisted = f"Fitness, {_against(n)}: a success takes 1 off, and 1 for each bonus success."
    return f"Severity {n['severity']}{guard}: {does}. {resisted}"


_HOW = {
    "worn": "is no longer durable then",
    "damaged": "is Damaged then",
    "destroyed": "is destroyed then",
    "": "suffers no more",
}


def _parrying(n: Numbers) -> str:
    return f"{n['weapon']}: all dice are thrown again, for a Void Point; it {_HOW[n['how']]}."


_ENDS = {
    "": "The turn ends.",
    "asleep": "The turn ends without coming to.",
    "unmask": "No more actions; to unmask can still be chosen before the turn ends.",
}


SENTENCES: dict[tuple[str, str], Said] = {
    ("5e.duel.initiative", "opens"): _opening,
    ("5e.duel.one-roll", "opens"): _one_roll_opens,
    ("5e.duel.concede", "opens"): _who("The other wins, whatever the score."),
    ("5e.duel.staredown", "opens"): _going_on,
    ("5e.compromised", "opens-hold"): _who("No bid while Compromised: initiative {base} for this round."),
    ("5e.duel.score", "opens-witness"): _who("The duel ends at once, and whoever cheated has lost it."),
    ("5e.duel.forms", "opens-call"): _who("The duel ends at once, and is scored."),
    ("5e.duel.finishing-blow", "opens"): _finishing,
    ("5e.duel.finishing-blow", "opens-pass"): lambda n: (
        f"The finishing blow is let go; {'another may open yet' if n['again'] else 'no other comes in this duel'}."
    ),
    ("5e.duel.round", "opens-pass"): lambda n: _ENDS[n["left"]],
    ("5e.unmask", "opens"): _unmasks,
    ("5e.unconscious", "opens"): _who("1 of {void} Void Points goes, and the turn goes on."),
    **{("5e.stance", f"opens-{ring}"): _stance(ring) for ring in STANCES},
    ("5e.action.strike", "opens"): _attack,
    ("5e.action.crossing-blade", "opens"): _attack,
    ("5e.action.rising-blade", "opens"): _rising,
    ("5e.action.calming-breath", "opens"): _calms,
    ("5e.action.centre", "opens"): _centring,
    ("5e.action.predict", "opens"): _predicting,
    ("5e.action.predict", "opens-reveal"): _revealing,
    ("5e.action.prepare-item", "opens"): lambda n: f"That leaves {n['held'] or 'nothing in hand'}.",
    ("5e.action.unique", "opens"): _who("The game master sets the TN, or no check, and tells what comes of it."),
    ("5e.damage", "opens"): _stakes,
    ("5e.critical", "opens"): _resisting,
    ("5e.critical", "opens-parry"): _parrying,
    **{("5e.duel.forms", f"faced-{form}"): _faced for form in SHOWN},
    ("5e.duel.forms", "one-roll"): _one_roll,
    ("5e.duel.forms", "called"): _who("{who} has met the objective, by the game master's word."),
    ("5e.duel.initiative", "ranked-honour"): _who("{who} has less honour and comes first on every tie."),
    ("5e.duel.initiative", "ranked-pc"): _who("{who} is a player character and comes first on every tie."),
    ("5e.duel.initiative", "ranked-coin"): _who("{who} comes first on every tie: a coin was tossed."),
    ("5e.duel.initiative", "approached"): _approached,
    ("5e.duel.initiative", "entered"): _entered,
    ("5e.duel.initiative", "order"): _who("Turns: {order}."),
    ("5e.duel.one-roll", "stands"): lambda n: f"{n['who']} is in the {_ring(n)} stance.",
    ("5e.duel.one-roll", "won"): _who("{who} comes out ahead and inflicts a critical."),
    ("5e.duel.one-roll", "failed"): _who("{who} falls short by less and inflicts a critical: both have failed."),
    ("5e.duel.one-roll", "tie"): _who("{who} are even, and both inflict a critical."),
    ("5e.duel.round", "begins"): _who("Round {number} begins."),
    ("5e.duel.round", "turn"): _who("It is {who}'s turn."),
    ("5e.duel.round", "ended"): _who("{who}'s turn ends."),
    ("5e.duel.round", "settled"): _who("{who} has nothing to choose."),
    ("5e.duel.round", "acts-unique"): _who("{who} takes a Unique Action."),
    ("5e.duel.round", "met"): _met,
    ("5e.duel.round", "unmet"): _who("Nobody has met the objective yet."),
    ("5e.duel.round", "closed"): _who("The duel is over."),
    ("5e.duel.concede", "holds"): _who("{who} does not concede."),
    ("5e.duel.staredown", "stared"): _who("Staredown: both take {strife} strife."),
    ("5e.duel.staredown", "bid"): _bid,
    ("5e.duel.staredown", "bade"): _bade,
    ("5e.duel.staredown", "uncovered"): _uncovered,
    ("5e.compromised", "lost"): _who("{who} is Compromised: strife above composure."),
    ("5e.compromised", "regained"): _who("{who} is no longer Compromised."),
    ("5e.compromised", "keeping"): _keeping,
    ("5e.duel.finishing-blow", "opened-compromised"): _who(
        "{who} may strike a finishing blow: the other has become Compromised."
    ),
    ("5e.duel.finishing-blow", "opened-unmasked"): _who("{who} may strike a finishing blow: the other has unmasked."),
    ("5e.duel.finishing-blow", "declined"): _who("{who} lets the finishing blow go."),
    ("5e.duel.finishing-blow", "helpless"): _who("{who} is in no state to strike the finishing blow."),
    ("5e.duel.finishing-blow", "too-late"): _who("{who} strikes no finishing blow: the other is dead."),
    ("5e.duel.finishing-blow", "no-weapon"): _who("{who} cannot strike the finishing blow: no weapon is ready."),
    ("5e.duel.finishing-blow", "blow"): _blow,
    ("5e.unmask", "unmasked"): _who("{who} unmasks: all strife goes, and 2 points of the score."),
    ("5e.unconscious", "woke"): _who("{who} comes to, for a Void Point."),
    **{("5e.stance", ring): _stood(ring) for ring in STANCES},
    ("5e.action.predict", "recorded"): _predicted,
    ("5e.action.predict", "again"): _foretold(": the other takes strife and must choose another stance."),
    ("5e.action.predict", "hit"): _foretold(": the other takes strife and keeps the stance."),
    ("5e.action.predict", "missed"): _foretold(", and the other chose otherwise: nothing happens."),
    ("5e.action.predict", "lapsed"): _who("{who}'s prediction lapses, not revealed."),
    ("5e.action.predict", "acts-predict"): _who("{who} uses Predict."),
    ("5e.action.strike", "acts-strike"): _who("{who} uses Strike."),
    ("5e.action.crossing-blade", "acts-crossing-blade"): _who("{who} uses Crossing Blade."),
    ("5e.action.rising-blade", "acts-rising-blade"): _who("{who} uses Rising Blade."),
    ("5e.action.calming-breath", "acts-calming-breath"): _who("{who} takes a Calming Breath."),
    ("5e.action.prepare-item", "acts-prepare-item"): _who("{who} uses Prepare Item."),
    ("5e.action.prepare-item", "held"): _held,
    ("5e.action.centre", "acts-centre"): _who("{who} uses Centre."),
    ("5e.action.centre", "centres"): _centres,
    ("5e.action.centre", "reserved"): _reserved,
    ("5e.action.centre", "swapped"): _thrown("{who}'s dice after swapping: {dice}."),
    ("5e.action.unique", "proposed"): lambda n: f"{n['who']} tries with {shown(n['skill'])}: {ended(n['intent'])}",
    ("5e.action.unique", "allowed"): _allowed,
    ("5e.action.unique", "happened"): _happened,
    ("5e.check", "declared"): _declared,
    ("5e.dice", "threw"): _thrown("{who} throws {dice}."),
    ("5e.dice", "rethrown"): _thrown("{who}'s dice are now {dice}."),
    ("5e.advantages", "picked-distinction"): _placed("{who} throws {dice} again: distinction."),
    ("5e.advantages", "picked-adversity"): _placed("{who} throws {dice} again: adversity."),
    ("5e.critical", "picked-parry"): _placed("{who} throws {dice} again."),
    ("5e.critical", "parried"): _who("{who} puts {weapon} in the way, a shattering parry for a Void Point."),
    ("5e.keep", "kept"): _kept,
    ("5e.check", "counted"): _counted,
    ("5e.opportunity", "spent"): lambda n: f"{n['who']} spends opportunity: {bought(n['on'].split())}.",
    ("5e.opportunity", "nothing"): _who("{who} spends no opportunity."),
    ("5e.check", "success"): _succeeds,
    ("5e.check", "failure"): _fails,
    ("5e.damage", "struck"): _struck,
    ("5e.damage", "sure"): _sure,
    ("5e.damage", "glances"): _who("{who}'s {weapon} glances off {foe}: nothing is left of {damage} damage."),
    ("5e.damage", "defended"): _who("{who} defends and takes {fatigue} fatigue."),
    ("5e.damage", "refused"): _who("{who} does not defend, for a Void Point: a critical instead of fatigue."),
    ("5e.damage", "unable"): _who("{who} cannot defend."),
    ("5e.damage", "spoiled-damaged"): _who("{who}'s {what} is Damaged."),
    ("5e.damage", "spoiled-destroyed"): _who("{who}'s {what} is destroyed."),
    ("5e.damage", "spoiled-worn"): _who("{who}'s {what} is no longer durable."),
    ("5e.bleeding", "bled"): _who("{who} bleeds: {damage} damage for the strife on kept dice, past resistance."),
    ("5e.critical", "coming"): _who("{who} faces a critical of severity {severity} from {by}."),
    ("5e.critical", "bleeding"): _who("{who} faces a critical of severity {severity} from Bleeding."),
    ("5e.critical", "resisted"): _who("{who} takes {by} off the severity."),
    ("5e.critical", "not-resisted"): _who("{who} takes nothing off the severity."),
    ("5e.critical", "wounded"): _wounded,
    ("5e.opportunity", "bound"): _who("{who} is Immobilized."),
    ("5e.opportunity", "free"): _who("{who} is no longer Immobilized."),
    ("5e.dying", "sank"): _sank,
    ("5e.dying", "died"): _who("{who} dies."),
    ("5e.duel.score", "first"): lambda n: f"{n['who']} has struck first: {POINTS['first']} points.",
    ("5e.duel.result", "score"): _scored,
    ("5e.duel.result", "concession"): _fixed("has conceded"),
    ("5e.duel.result", "cheating"): _fixed("has cheated"),
    ("5e.duel.result", "one-roll"): _one_rolled,
    **{(rule, "shifted"): _shifted for rule in _MOVED},
}

QUIET = frozenset(
    {
        ("5e.duel.round", "settled"),
        ("5e.duel.round", "ended"),
        ("5e.duel.round", "unmet"),
        ("5e.duel.round", "closed"),
        ("5e.duel.round", "acts-unique"),
        ("5e.action.strike", "acts-strike"),
        ("5e.action.crossing-blade", "acts-crossing-blade"),
        ("5e.action.rising-blade", "acts-rising-blade"),
        ("5e.action.predict", "acts-predict"),
        ("5e.action.centre", "acts-centre"),
        ("5e.action.prepare-item", "acts-prepare-item"),
        ("5e.opportunity", "nothing"),
        ("5e.duel.staredown", "shifted"),
        ("5e.damage", "shifted"),
        ("5e.bleeding", "shifted"),
        ("5e.unconscious", "shifted"),
        ("5e.critical", "shifted"),
    }
)
"""What a listing may leave out: the sentence before or after says as much."""
