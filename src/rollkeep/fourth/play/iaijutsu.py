"""The iaijutsu duel: Assessment, Focus, Strike; to first blood, or to the death."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rollkeep.dice.notation import Term
from rollkeep.errors import Missing
from rollkeep.fourth import sheet
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.bound import Rollable
from rollkeep.fourth.play.person import Person, able, now, people
from rollkeep.fourth.play.roll import Roll
from rollkeep.fourth.play.telling import tell
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.wounds import DEAD
from rollkeep.machine.bound import OneOf, Text
from rollkeep.machine.machine import GM, Closed, Machine, Offers, Scene, Shifted, Step, Who, may, merged
from rollkeep.names import plain

FORMS = ("first-blood", "death")
AHEAD = 10  # above the other's Assessment: more dice for the Focus
LEAD = 5  # in the Focus: strikes first
FREE_FOCUS = 5  # rank in Iaijutsu that gives a Free Raise on the Focus
MASTER = 7  # rank in Iaijutsu whose Assessment gives two dice


@dataclass(frozen=True, slots=True)
class Face:
    """Two duellists face each other."""

    a: Who
    b: Who
    to: str = "first-blood"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """After the Assessment: to concede, or to stand."""

    who: Who
    concede: bool


@dataclass(frozen=True, slots=True)
class Faced:
    """Two duellists, with the Insight Rank and the Armor TN that each shows to the other."""

    a: Who
    b: Who
    to: str
    label: str
    insight: tuple[int, int]
    armor_tn: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Staged:
    """A step of the duel begins with these rolls."""

    stage: str
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Assessed:
    """What each learned of the other: who, TN, margin, facts; and who is so far ahead that the Focus gains."""

    results: tuple[tuple[Who, int, int, int], ...]
    ahead: Who


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody concedes or stands."""

    who: Who
    concede: bool


@dataclass(frozen=True, slots=True)
class Focused:
    """Who strikes first, nobody where both strike at once; by how much, and with how many Free Raises."""

    first: Who
    lead: int
    free: int


@dataclass(frozen=True, slots=True)
class Struck:
    """A strike against the other's Armor TN."""

    who: Who
    target: int
    margin: int


@dataclass(frozen=True, slots=True)
class Hurt:
    """Damage, and what of it Reduction let through."""

    who: Who
    damage: int
    wounds: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Who won, nobody in other cases: ``conceded``, ``struck``, ``dead``, ``together``, ``goes_on``."""

    winner: Who
    case: str


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel on its way."""

    faced: Faced | None = None
    stage: str = ""
    rolls: tuple[Roll, ...] = ()
    ahead: Who = ""
    stands: tuple[Who, ...] = ()
    conceded: Who = ""
    focused: Focused | None = None
    struck: tuple[Struck, ...] = ()
    ended: Ended | None = None


# --- offers ---------------------------------------------------------------------------------------------------


def offers(scene: Scene[Duel]) -> Offers:
    """Source: 4e.iaijutsu"""
    duel = scene.state
    if not duel.faced:
        able_to = [who for who in people(scene) if is_duellist(scene.cast[who])]
        faces = tuple(
            may(Face, a=OneOf((a,)), b=OneOf(tuple(b for b in able_to if b != a)), to=OneOf(FORMS), label=Text())
            for a in able_to
            if len(able_to) > 1
        )
        return {GM: faces} if faces else {}
    if duel.stage == "answer":
        return {
            who: (may(Answer, who=OneOf((who,)), concede=OneOf((False, True))),)
            for who in (duel.faced.a, duel.faced.b)
            if who not in duel.stands and who in scene.cast
        }
    return merged(*(roll.offers(scene, each) for each in duel.rolls))


def is_duellist(one: Person) -> bool:
    """Whether everything that a duel rolls is written down."""
    try:
        sheet.armor_tn(one.sheet)
    except Missing:
        return False
    character = able(one)
    deeds = (("iaijutsu/awareness", "open"), ("iaijutsu/void", "contest"), ("iaijutsu/reflexes", "open"))
    return all(Rollable(character, aim).holds(deed) for deed, aim in deeds) and Rollable(character).holds(
        _damage_deed(one)
    )


def _damage_deed(one: Person) -> str:
    """The damage of the blade in hand: one of Kenjutsu, a katana where none is written down."""
    blades = [each.weapon.name for each in one.sheet.weapons if each.weapon.skill == "kenjutsu"]
    return f"damage {blades[0] if blades else 'katana'}"


# --- what happens ---------------------------------------------------------------------------------------------


def take(step: Step[Duel], who: Who, move: Any) -> None:
    """Faces, answers, or hands the move to the roll that it names.

    Raises: ValueError where somebody would face nobody else.
    """
    if isinstance(move, Face):
        if move.a == move.b:
            raise ValueError(move.a)
        a, b = (step.now.cast[each] for each in (move.a, move.b))
        step.add(
            Faced(move.a, move.b, move.to, move.label, (_insight(a), _insight(b)), (_armor_tn(a), _armor_tn(b))),
        )
        step.add(_staged(step, "assessment"))
    elif isinstance(move, Answer):
        step.add(Answered(move.who, move.concede))
    else:
        roll.take(step, next(each for each in step.now.state.rolls if each.who == move.who), move)


def _insight(one: Person) -> int:
    try:
        return sheet.insight_rank(one.sheet)
    except Missing:
        return 1


def _armor_tn(one: Person) -> int:
    return sheet.armor_tn(one.sheet)


def _staged(step: Step[Duel], stage: str, only: tuple[Who, ...] = ()) -> Staged:
    """The rolls of a step.

    Source: 4e.iaijutsu
    """
    duel = step.now.state
    assert duel.faced
    rulings = Rulings(step.now.rulings)
    rolls = []
    for who in only or (duel.faced.a, duel.faced.b):
        free = duel.focused.free if duel.focused and duel.focused.first == who and stage == "strike" else 0
        made = stage_roll(step.now.cast[who], stage, rulings, ahead=duel.ahead == who)
        adds = (*made.adds, *_increased(duel, who)) if stage == "damage" else made.adds
        rolls.append(made._replace(who=who, free=free, adds=adds))
    return Staged(stage, tuple(rolls))


def stage_roll(one: Person, stage: str, rulings: Rulings, *, ahead: bool = False) -> Roll:
    """What somebody rolls at a stage of the duel; ``ahead`` in the Assessment.

    Source: 4e.iaijutsu, 4e.mastery
    """
    rank, who = sheet.skill(one.sheet, "iaijutsu").rank, one.sheet.name
    center = _center(one, rulings)
    if stage == "assessment":
        return Roll(who, "iaijutsu/awareness", "open")
    if stage == "strike":
        return Roll(who, "iaijutsu/reflexes", "open", adds=center)
    if stage == "damage":
        return Roll(who, _damage_deed(one))
    more = 2 if rank >= MASTER else 1
    gains = [Modifier("ahead in the Assessment", Term(more, more))] if ahead else []
    if rank >= FREE_FOCUS:  # there is no effect to take it as
        gains.append(Modifier("a Free Raise of mastery on the total", Term(flat=5)))
    return Roll(who, "iaijutsu/void", "contest", "contested", adds=(*gains, *center), raises=False)


def _center(one: Person, rulings: Rulings) -> tuple[Modifier, ...]:
    """What the Center Stance adds, where that ruling is chosen."""
    if rulings("center_in_duels") == "none":
        return ()
    return (Modifier("Center Stance", Term(1, 1, one.sheet.void_ring or 0)),)


def _increased(duel: Duel, who: Who) -> tuple[Modifier, ...]:
    """Raises for increased damage: a rolled die each."""
    declared = next((each.declared for each in duel.rolls if each.who == who), None)
    if not declared or plain(declared.raise_for) != "increased damage":
        return ()
    count = declared.raises + declared.free - declared.lower
    return (Modifier("increased damage", Term(count)),) if count else ()


def follow(step: Step[Duel]) -> bool:
    """Keeps where nobody chooses; goes on when the rolls of a step are there."""
    duel = step.now.state
    if not duel.faced or duel.ended:
        return False
    if duel.stage == "answer":
        return _after_answers(step, duel)
    for each in duel.rolls:
        if roll.follow(step, each):
            return True
    if not duel.rolls or not all(each.kept for each in duel.rolls):
        return False
    {"assessment": _assess, "focus": _focus, "strike": _strike, "damage": _hurt}[duel.stage](step, duel)
    return True


def _assess(step: Step[Duel], duel: Duel) -> None:
    assert duel.faced
    rulings, results = Rulings(step.now.rulings), []
    for each, insight in zip(duel.rolls, reversed(duel.faced.insight), strict=True):
        target = roll.target(each, 10 + 5 * insight, rulings)
        margin, raises = each.total - target, each.declared.raises if each.declared else 0
        results.append((each.who, target, margin, 1 + raises if margin >= 0 else 0))
    first, second = duel.rolls
    by = first.total - second.total
    ahead = first.who if by >= AHEAD else second.who if -by >= AHEAD else ""
    step.add(Assessed(tuple(results), ahead), Staged("answer", ()))


def _after_answers(step: Step[Duel], duel: Duel) -> bool:
    assert duel.faced
    if duel.conceded:
        other = duel.faced.b if duel.conceded == duel.faced.a else duel.faced.a
        step.add(Ended(other, "conceded"), Closed())
        return True
    if len(duel.stands) < 2:
        return False
    step.add(_staged(step, "focus"))
    return True


def _focus(step: Step[Duel], duel: Duel) -> None:
    first, second = duel.rolls
    by = first.total - second.total
    leader = first.who if by >= LEAD else second.who if -by >= LEAD else ""
    lead = abs(by)
    step.add(Focused(leader, lead, lead // LEAD - 1 if leader else 0))
    step.add(_staged(step, "strike", (leader,) if leader else ()))


def _strike(step: Step[Duel], duel: Duel) -> None:
    assert duel.faced
    rulings, hits = Rulings(step.now.rulings), []
    for each in duel.rolls:
        foe_tn = duel.faced.armor_tn[1] if each.who == duel.faced.a else duel.faced.armor_tn[0]
        target = roll.target(each, foe_tn, rulings)
        step.add(Struck(each.who, target, each.total - target))
        if each.total >= target:
            hits.append(each.who)
    if hits:
        step.add(_staged(step, "damage", tuple(hits)))
        return
    tried = {each.who for each in step.now.state.struck}
    other = tuple(who for who in (duel.faced.a, duel.faced.b) if who not in tried)
    step.add(*(_staged(step, "strike", other),) if other else (Ended("", "goes_on"), Closed()))


def _hurt(step: Step[Duel], duel: Duel) -> None:
    assert duel.faced
    struck = []
    for each in duel.rolls:
        foe = duel.faced.b if each.who == duel.faced.a else duel.faced.a
        wounds = max(each.total - sheet.reduction(step.now.cast[foe].sheet), 0)
        step.add(Hurt(foe, each.total, wounds))
        if wounds:
            step.add(Shifted(foe, "wounds", wounds, "iaijutsu"))
        struck.append(foe)
    dead = [who for who in struck if _is_dead(step.now.cast[who])]
    loser = (dead or struck)[0]
    winner = duel.faced.b if loser == duel.faced.a else duel.faced.a
    if len(dead) == 2 or (len(struck) == 2 and not dead and duel.faced.to == "first-blood"):
        step.add(Ended("", "together"), Closed())
    elif dead:
        step.add(Ended(winner, "dead"), Closed())
    elif duel.faced.to == "death":
        step.add(Ended("", "goes_on"), Closed())
    else:
        step.add(Ended(winner, "struck"), Closed())


def _is_dead(one: Person) -> bool:
    try:
        return sheet.wound_rank(now(one)).name == DEAD
    except Missing:
        return False


def evolve(duel: Duel, event: Any) -> Duel:
    """The duel after one of its events."""
    if isinstance(event, Faced):
        return replace(duel, faced=event)
    if isinstance(event, Staged):
        return replace(duel, stage=event.stage, rolls=event.rolls)
    if isinstance(event, Assessed):
        return replace(duel, ahead=event.ahead)
    if isinstance(event, Answered):
        if event.concede:
            return replace(duel, stands=(*duel.stands, event.who), conceded=duel.conceded or event.who)
        return replace(duel, stands=(*duel.stands, event.who))
    if isinstance(event, Focused):
        return replace(duel, focused=event)
    if isinstance(event, Struck):
        return replace(duel, struck=(*duel.struck, event))
    if isinstance(event, Hurt):
        return duel
    if isinstance(event, Ended):
        return replace(duel, ended=event)
    mine = tuple(roll.evolve(each, event) if each.who == event.who else each for each in duel.rolls)
    return replace(duel, rolls=mine)


MOVES = (Face, Answer, *roll.MOVES)
EVENTS = (Faced, Staged, Assessed, Answered, Focused, Struck, Hurt, Ended, *roll.EVENTS, Roll)
IAIJUTSU = Machine("iaijutsu", Duel(), MOVES, EVENTS, offers, take, follow, evolve, tell)
