"""The sentences of what a choice in a duel would open, told before it is made; see ``wording``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollkeep.fifth.catalogue.skills import shown
from rollkeep.fifth.wording_names import NAMES, STANCES, effect
from rollkeep.text import counted

Numbers = dict[str, Any]
Said = Callable[[Numbers], str]


def the_same(text: str) -> Said:
    """A sentence that is the same but for its names and numbers."""
    return lambda n: text.format_map(n)


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
    return the_same(f"{NAMES[ring]}: {STANCES[ring]}{more}.")


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
    ("5e.duel.concede", "opens"): the_same("The other wins, whatever the score."),
    ("5e.duel.staredown", "opens"): _going_on,
    ("5e.compromised", "opens-hold"): the_same("No bid while Compromised: initiative {base} for this round."),
    ("5e.duel.score", "opens-witness"): the_same("The duel ends at once, and whoever cheated has lost it."),
    ("5e.duel.forms", "opens-call"): the_same("The duel ends at once, and is scored."),
    ("5e.duel.finishing-blow", "opens"): _finishing,
    ("5e.duel.finishing-blow", "opens-pass"): lambda n: (
        f"The finishing blow is let go; {'another may open yet' if n['again'] else 'no other comes in this duel'}."
    ),
    ("5e.duel.round", "opens-pass"): lambda n: _ENDS[n["left"]],
    ("5e.unmask", "opens"): _unmasks,
    ("5e.unconscious", "opens"): the_same("1 of {void} Void Points goes, and the turn goes on."),
    **{("5e.stance", f"opens-{ring}"): _stance(ring) for ring in STANCES},
    ("5e.action.strike", "opens"): _attack,
    ("5e.action.crossing-blade", "opens"): _attack,
    ("5e.action.rising-blade", "opens"): _rising,
    ("5e.action.calming-breath", "opens"): _calms,
    ("5e.action.centre", "opens"): _centring,
    ("5e.action.predict", "opens"): _predicting,
    ("5e.action.predict", "opens-reveal"): _revealing,
    ("5e.action.prepare-item", "opens"): lambda n: f"That leaves {n['held'] or 'nothing in hand'}.",
    ("5e.action.unique", "opens"): the_same("The game master sets the TN, or no check, and tells what comes of it."),
    ("5e.damage", "opens"): _stakes,
    ("5e.critical", "opens"): _resisting,
    ("5e.critical", "opens-parry"): _parrying,
    ("5e.duel.staredown", "bid"): _bid,
    ("5e.compromised", "keeping"): _keeping,
}
