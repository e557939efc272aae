"""The sentences of what happens in a duel; see ``wording``."""

from __future__ import annotations

from rollkeep.fifth import wording_opens
from rollkeep.fifth.catalogue.skills import shown
from rollkeep.fifth.duel.telling import HIDDEN
from rollkeep.fifth.score import POINTS, SHOWN
from rollkeep.fifth.wording_names import (
    NAMES,
    OBJECTIVES,
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
from rollkeep.fifth.wording_opens import Numbers, Said, the_same
from rollkeep.text import counted


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


SENTENCES: dict[tuple[str, str], Said] = {
    **wording_opens.SENTENCES,
    **{("5e.duel.forms", f"faced-{form}"): _faced for form in SHOWN},
    ("5e.duel.forms", "one-roll"): _one_roll,
    ("5e.duel.forms", "called"): the_same("{who} has met the objective, by the game master's word."),
    ("5e.duel.initiative", "ranked-honour"): the_same("{who} has less honour and comes first on every tie."),
    ("5e.duel.initiative", "ranked-pc"): the_same("{who} is a player character and comes first on every tie."),
    ("5e.duel.initiative", "ranked-coin"): the_same("{who} comes first on every tie: a coin was tossed."),
    ("5e.duel.initiative", "approached"): _approached,
    ("5e.duel.initiative", "entered"): _entered,
    ("5e.duel.initiative", "order"): the_same("Turns: {order}."),
    ("5e.duel.one-roll", "stands"): lambda n: f"{n['who']} is in the {_ring(n)} stance.",
    ("5e.duel.one-roll", "won"): the_same("{who} comes out ahead and inflicts a critical."),
    ("5e.duel.one-roll", "failed"): the_same("{who} falls short by less and inflicts a critical: both have failed."),
    ("5e.duel.one-roll", "tie"): the_same("{who} are even, and both inflict a critical."),
    ("5e.duel.round", "begins"): the_same("Round {number} begins."),
    ("5e.duel.round", "turn"): the_same("It is {who}'s turn."),
    ("5e.duel.round", "ended"): the_same("{who}'s turn ends."),
    ("5e.duel.round", "settled"): the_same("{who} has nothing to choose."),
    ("5e.duel.round", "acts-unique"): the_same("{who} takes a Unique Action."),
    ("5e.duel.round", "met"): _met,
    ("5e.duel.round", "unmet"): the_same("Nobody has met the objective yet."),
    ("5e.duel.round", "closed"): the_same("The duel is over."),
    ("5e.duel.concede", "holds"): the_same("{who} does not concede."),
    ("5e.duel.staredown", "stared"): the_same("Staredown: both take {strife} strife."),
    ("5e.duel.staredown", "bade"): _bade,
    ("5e.duel.staredown", "uncovered"): _uncovered,
    ("5e.compromised", "lost"): the_same("{who} is Compromised: strife above composure."),
    ("5e.compromised", "regained"): the_same("{who} is no longer Compromised."),
    ("5e.duel.finishing-blow", "opened-compromised"): the_same(
        "{who} may strike a finishing blow: the other has become Compromised."
    ),
    ("5e.duel.finishing-blow", "opened-unmasked"): the_same(
        "{who} may strike a finishing blow: the other has unmasked."
    ),
    ("5e.duel.finishing-blow", "declined"): the_same("{who} lets the finishing blow go."),
    ("5e.duel.finishing-blow", "helpless"): the_same("{who} is in no state to strike the finishing blow."),
    ("5e.duel.finishing-blow", "too-late"): the_same("{who} strikes no finishing blow: the other is dead."),
    ("5e.duel.finishing-blow", "no-weapon"): the_same("{who} cannot strike the finishing blow: no weapon is ready."),
    ("5e.duel.finishing-blow", "blow"): _blow,
    ("5e.unmask", "unmasked"): the_same("{who} unmasks: all strife goes, and 2 points of the score."),
    ("5e.unconscious", "woke"): the_same("{who} comes to, for a Void Point."),
    **{("5e.stance", ring): _stood(ring) for ring in STANCES},
    ("5e.action.predict", "recorded"): _predicted,
    ("5e.action.predict", "again"): _foretold(": the other takes strife and must choose another stance."),
    ("5e.action.predict", "hit"): _foretold(": the other takes strife and keeps the stance."),
    ("5e.action.predict", "missed"): _foretold(", and the other chose otherwise: nothing happens."),
    ("5e.action.predict", "lapsed"): the_same("{who}'s prediction lapses, not revealed."),
    ("5e.action.predict", "acts-predict"): the_same("{who} uses Predict."),
    ("5e.action.strike", "acts-strike"): the_same("{who} uses Strike."),
    ("5e.action.crossing-blade", "acts-crossing-blade"): the_same("{who} uses Crossing Blade."),
    ("5e.action.rising-blade", "acts-rising-blade"): the_same("{who} uses Rising Blade."),
    ("5e.action.calming-breath", "acts-calming-breath"): the_same("{who} takes a Calming Breath."),
    ("5e.action.prepare-item", "acts-prepare-item"): the_same("{who} uses Prepare Item."),
    ("5e.action.prepare-item", "held"): _held,
    ("5e.action.centre", "acts-centre"): the_same("{who} uses Centre."),
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
    ("5e.critical", "parried"): the_same("{who} puts {weapon} in the way, a shattering parry for a Void Point."),
    ("5e.keep", "kept"): _kept,
    ("5e.check", "counted"): _counted,
    ("5e.opportunity", "spent"): lambda n: f"{n['who']} spends opportunity: {bought(n['on'].split())}.",
    ("5e.opportunity", "nothing"): the_same("{who} spends no opportunity."),
    ("5e.check", "success"): _succeeds,
    ("5e.check", "failure"): _fails,
    ("5e.damage", "struck"): _struck,
    ("5e.damage", "sure"): _sure,
    ("5e.damage", "glances"): the_same("{who}'s {weapon} glances off {foe}: nothing is left of {damage} damage."),
    ("5e.damage", "defended"): the_same("{who} defends and takes {fatigue} fatigue."),
    ("5e.damage", "refused"): the_same("{who} does not defend, for a Void Point: a critical instead of fatigue."),
    ("5e.damage", "unable"): the_same("{who} cannot defend."),
    ("5e.damage", "spoiled-damaged"): the_same("{who}'s {what} is Damaged."),
    ("5e.damage", "spoiled-destroyed"): the_same("{who}'s {what} is destroyed."),
    ("5e.damage", "spoiled-worn"): the_same("{who}'s {what} is no longer durable."),
    ("5e.bleeding", "bled"): the_same("{who} bleeds: {damage} damage for the strife on kept dice, past resistance."),
    ("5e.critical", "coming"): the_same("{who} faces a critical of severity {severity} from {by}."),
    ("5e.critical", "bleeding"): the_same("{who} faces a critical of severity {severity} from Bleeding."),
    ("5e.critical", "resisted"): the_same("{who} takes {by} off the severity."),
    ("5e.critical", "not-resisted"): the_same("{who} takes nothing off the severity."),
    ("5e.critical", "wounded"): _wounded,
    ("5e.opportunity", "bound"): the_same("{who} is Immobilized."),
    ("5e.opportunity", "free"): the_same("{who} is no longer Immobilized."),
    ("5e.dying", "sank"): _sank,
    ("5e.dying", "died"): the_same("{who} dies."),
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
