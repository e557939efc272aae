"""How a Round begins: stances and Initiative of who is new, then Void Points, then the order of turns."""

from __future__ import annotations

from functools import lru_cache

from rollkeep.dice.notation import Term
from rollkeep.fourth.catalogue import rounds, stances
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declare, Declared, stated
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.bounds import Shuffled
from rollkeep.fourth.skirmish.events import (
    Chose,
    Drew,
    Hastened,
    Invoked,
    Mustered,
    Ordered,
    Passed,
    Proposed,
    Refused,
    Rolled,
    Scored,
    Stood,
    Swapped,
    Warded,
)
from rollkeep.fourth.skirmish.known import Known, fits, known
from rollkeep.fourth.skirmish.master import word
from rollkeep.fourth.skirmish.state import DOWN, LEFT, STANCE, Asking, Fighter, Rolling, Skirmish, fighter
from rollkeep.fourth.void import ROUND_BONUS
from rollkeep.machine.bound import OneOf, Text
from rollkeep.machine.machine import CHANCE, GM, Offer, Offers, Scene, Shifted, Step, Who, may, merged, room
from rollkeep.reason import Reason, because

_PASS, _CHOOSE = may(m.Pass), may(m.Choose)
INVOKE = may(m.Invoke, technique=Text(least=1))

# --- stances ----------------------------------------------------------------------------------------------------


def unready(skirmish: Skirmish) -> list[Fighter]:
    """Who has no stance yet."""
    return [each for each in skirmish.fighters if not each.stance and not each.state]


def choosing(scene: Scene[Skirmish]) -> Offers:
    """Everyone who is new chooses a stance before Initiative, and may say first that its dice will be chosen.

    That is a move of its own, so that a stance has nothing else to ask.

    Source: 4e.round, 4e.stance, 4e.keep
    """
    found = dict[Who, tuple[Offer, ...]]()
    for one in unready(scene.state):
        if isinstance(person := scene.cast.get(one.who), Person) and fits(person):
            boost = person.void > 0 and _boosts(scene) and bool(person.sheet.void_ring)
            stance = stances_of(known(person), one.conditions, "", boost)
            found[one.who] = (stance,) if one.chooses or one.since else (stance, _CHOOSE)
    return {**found, GM: word(scene)}


def _boosts(scene: Scene[Skirmish]) -> bool:
    return Rulings(scene.rulings)("void_on_initiative") == "yes"


@lru_cache(4096)
def stances_of(one: Known, conditions: tuple[str, ...], now: str, boost: bool = False) -> Offer:
    """The stances that can be taken instead of the one there is.

    Source: 4e.stance
    """
    barred = {now}
    if not one.can_full_attack(conditions):
        barred.add(stances.FULL_ATTACK)
    if one.defense is None:
        barred.add(stances.DEFENSE)
    if not one.defends:
        barred.add(stances.FULL_DEFENSE)
    able = tuple(name for name in stances.STANCES if name not in barred)
    says = [
        because("4e.stance", f"opens-{name.replace(' ', '-')}", by=stance_tn(one, name), void=one.void_ring)
        for name in able
    ]
    return may(
        m.Stance, says=tuple(says), about="stance", stance=OneOf(able), void=OneOf(("", "boost") if boost else ("",))
    )


def stance_tn(one: Known, stance: str) -> int:
    """What a stance does to the Armor TN.

    Source: 4e.stance, 4e.mastery
    """
    if stance == stances.FULL_ATTACK:
        return stances.FULL_ATTACK_TN
    if stance == stances.DEFENSE:
        return (one.defense or 0) + sharper(one)
    return 0


def sharper(one: Known) -> int:
    """What mastery adds in the two stances of defense.

    Source: 4e.mastery
    """
    return stances.SHARPER if one.skill("defense") >= stances.SHARP else 0


def stand(step: Step[Skirmish], who: Who, move: m.Stance) -> None:
    """A stance is taken."""
    points = 1 if move.void else 0
    step.add(Stood(who, move.stance, stance_tn(known(step.now.cast[who]), move.stance), points))
    if points:
        pay(step, who, "boost")


def choose(step: Step[Skirmish], who: Who) -> None:
    """Source: 4e.keep"""
    step.add(Chose(who))


# --- Initiative -------------------------------------------------------------------------------------------------


def roll_initiative(step: Step[Skirmish]) -> None:
    """Everyone who is new rolls Initiative at once.

    Source: 4e.initiative
    """
    new, cast = _unrolled(step.now.state), step.now.cast
    granted = tuple((each.who, _on_initiative(each)) for each in new)
    step.add(Rolled(granted))
    for (who, _), each in zip(granted, step.now.state.stack[-1].rolls, strict=True):  # type: ignore[union-attr]
        one = cast[who]
        first = fighter(step.now.state, who)
        void = "boost" if first.boosts and _boosts(step.now) else ""
        keep, me = "choose" if first.chooses else "high", known(one)
        step.add(initiative(me, me.first(one.wounds), each, void, first.by_hand, keep, step.now.rulings))


def _unrolled(skirmish: Skirmish) -> list[Fighter]:
    """Who is in and has no Initiative Score yet."""
    return [each for each in skirmish.fighters if each.stance and not each.since and each.state != LEFT]


def _on_initiative(one: Fighter) -> tuple[Modifier, ...]:
    return (Modifier("surprised", Term(flat=rounds.SURPRISED)),) if one.surprised else ()


@lru_cache(4096)
def initiative(
    one: Known, first: int, each: roll.Roll, void: str, by_hand: bool, keep: str, rulings: frozenset[tuple[str, str]]
) -> Declared:
    """An Initiative roll, declared."""
    move = Declare(each.who, void=void, by_hand=by_hand, keep=keep)
    return stated(each, one.character._replace(wounds=first), move, Rulings(rulings))


def rolling(scene: Scene[Skirmish], frame: Rolling) -> Offers:
    """The dice of Initiative."""
    return merged(*(roll.offers(scene, each) for each in frame.rolls))


def follow_rolling(step: Step[Skirmish], frame: Rolling) -> bool:
    """Keeps, and notes the scores when all are there.

    Source: 4e.initiative, 4e.mastery
    """
    for each in frame.rolls:
        if roll.follow(step, each):
            return True
    if not all(each.kept for each in frame.rolls):
        return False
    step.add(
        *(Scored(each.who, each.total, _reach(step, each.who)) for each in frame.rolls), Mustered(step.now.state.round)
    )
    return True


def _reach(step: Step[Skirmish], who: Who) -> int:
    """What a polearm in hand adds in the first Round."""
    one = known(step.now.cast[who])
    arm = one.arms.get(fighter(step.now.state, who).weapon)
    able = arm is not None and arm.skill == "polearms" and one.skill("polearms") >= rounds.POLEARM_REACH
    return rounds.POLEARM_INITIATIVE if able else 0


# --- Void Points ------------------------------------------------------------------------------------------------


def points(one: Person, here: Fighter) -> int:
    """How many Void Points somebody may spend yet in this Round.

    Source: 4e.void.limit, 4e.void.pool
    """
    return max(min(one.void, one.sheet.per_round - here.spent), 0) if one.sheet.void_ring else 0


def pay(step: Step[Skirmish], who: Who, *effects: str) -> None:
    """A Void Point for each effect; where the game master has let it pass, as many as there are.

    Source: 4e.void.pool
    """
    for effect in effects:
        if not step.waived or room(step.now.cast[who], "void", -1):
            step.add(Shifted(who, "void", -1, effect))


def asked(scene: Scene[Skirmish]) -> list[Fighter]:
    """Who may spend Void Points at the start of this Round and has not passed."""
    skirmish, cast = scene.state, scene.cast
    return [
        each
        for each in skirmish.fighters
        if not each.state
        and each.stance
        and each.who not in skirmish.done
        and isinstance(one := cast.get(each.who), Person)
        and points(one, each)
    ]


def spending(scene: Scene[Skirmish]) -> Offers:
    """Armor, Initiative, a swap or a Technique, for a Void Point each; or lots where Initiative is tied.

    Source: 4e.void.armor, 4e.void.initiative, 4e.void.swap, 4e.void.technique, 4e.void.limit
    """
    skirmish = scene.state
    asks = asked(scene)
    if not asks:
        return {CHANCE: (_lots(tuple([each.who for each in skirmish.fighters]), skirmish.lots),)} if tied(scene) else {}
    scores = tuple([(each.who, each.score) for each in skirmish.fighters if not each.state and each.stance])
    found = {each.who: _spends(each.who, each.score, each.guard.void > 0, scores, skirmish.refused) for each in asks}
    return {**found, GM: word(scene)}


@lru_cache(4096)
def _spends(
    who: Who, score: int, warded: bool, scores: tuple[tuple[Who, int], ...], refused: tuple[tuple[Who, Who], ...]
) -> tuple[Offer, ...]:
    others = [(other, theirs) for other, theirs in scores if other != who and (who, other) not in refused]
    if not others:
        return (_spend(score, warded), INVOKE, _PASS)
    swaps = tuple([_swapping(other, score, theirs) for other, theirs in others])
    return (
        _spend(score, warded),
        may(m.Swap, says=swaps, about="with_", with_=_one_of(tuple([other for other, _ in others]))),
        INVOKE,
        _PASS,
    )


@lru_cache(1024)
def _spend(score: int, warded: bool) -> Offer:
    says = [because("4e.void.initiative", "opens", score=score, then=score + ROUND_BONUS)]
    if not warded:
        says.insert(0, because("4e.void.armor", "opens", by=ROUND_BONUS))
    return may(m.Spend, says=tuple(says), about="on", on=OneOf(("initiative",) if warded else ("armor", "initiative")))


@lru_cache(4096)
def _swapping(who: Who, mine: int, theirs: int) -> Reason:
    return because("4e.void.swap", "opens", who=who, mine=mine, theirs=theirs)


@lru_cache(1024)
def _one_of(names: tuple[Who, ...]) -> OneOf:
    return OneOf(names)


@lru_cache(512)
def _lots(names: tuple[Who, ...], lots: tuple[Who, ...]) -> Offer:
    """Lots of all who have none, among those that were drawn before.

    Source: 4e.skirmish.order
    """
    return may(m.Draw, order=Shuffled(names, tuple([who for who in dict.fromkeys(lots) if who in names])))


def spend(step: Step[Skirmish], who: Who, move: m.Spend) -> None:
    """Source: 4e.void.armor, 4e.void.initiative"""
    kind = Warded if move.on == "armor" else Hastened
    step.add(kind(who, ROUND_BONUS))
    pay(step, who, move.on)


def invoke(step: Step[Skirmish], who: Who, move: m.Invoke) -> None:
    """Source: 4e.void.technique"""
    step.add(Invoked(who, move.technique))
    pay(step, who, "technique")


def propose(step: Step[Skirmish], who: Who, move: m.Swap) -> None:
    """Source: 4e.void.swap"""
    step.add(Proposed(who, move.with_))


def swaps(scene: Scene[Skirmish], frame: Asking) -> Offers:
    """Whoever is asked agrees or not; refusing costs nothing.

    Source: 4e.void.swap
    """
    one, other = fighter(scene.state, frame.who), fighter(scene.state, frame.with_)
    says = because("4e.void.swap", "asks", who=frame.who, mine=other.score, theirs=one.score)
    return {frame.with_: (may(m.Answer, says=(says,), yes=OneOf((False, True))),)} if frame.with_ in scene.cast else {}


def answer(step: Step[Skirmish], frame: Asking, move: m.Answer) -> None:
    """Source: 4e.void.swap"""
    one = step.now.cast[frame.who]
    if move.yes and points(one, fighter(step.now.state, frame.who)):
        step.add(Swapped(frame.who, frame.with_))
        pay(step, frame.who, "swap")
    else:
        step.add(Refused(frame.who, frame.with_))


def leave(step: Step[Skirmish], who: Who) -> None:
    """Nothing more at the start of this Round."""
    step.add(Passed(who))


# --- the order of turns -----------------------------------------------------------------------------------------


def _ranked(scene: Scene[Skirmish]) -> list[tuple[int, int, Who]]:
    by_reflexes = Rulings(scene.rulings)("initiative_ties") == "reflexes_then_coin"
    return [
        (each.score + each.bonus, each.body.reflexes if by_reflexes else 0, each.who)
        for each in scene.state.fighters
        if each.stance and (not each.state or each.state == DOWN)
    ]


def tied(scene: Scene[Skirmish]) -> bool:
    """Whether Initiative is tied between some of whom lots have not been drawn.

    Source: 4e.skirmish.order
    """
    seen = dict[tuple[int, int], list[Who]]()
    for score, reflexes, who in _ranked(scene):
        seen.setdefault((score, reflexes), []).append(who)
    lots = scene.state.lots
    return any(len(several) > 1 and not all(who in lots for who in several) for several in seen.values())


def draw(step: Step[Skirmish], move: m.Draw) -> None:
    """Source: 4e.skirmish.order"""
    step.add(Drew(move.order))


def order(step: Step[Skirmish]) -> None:
    """Highest Initiative first.

    Source: 4e.initiative, 4e.skirmish.order
    """
    step.add(Ordered(ranking(step.now)))


def ranking(scene: Scene[Skirmish]) -> tuple[tuple[Who, int], ...]:
    """Who can have a turn, with the Initiative of this Round: the highest first, ties as they are settled.

    Source: 4e.initiative, 4e.skirmish.order
    """
    lots = {who: at for at, who in enumerate(scene.state.lots)}
    several = sorted(_ranked(scene), key=lambda each: (-each[0], -each[1], lots.get(each[2], 0)))
    return tuple([(who, score) for score, _, who in several])


def follow(step: Step[Skirmish]) -> bool:
    """What happens by itself before the first turn of a Round."""
    skirmish = step.now.state
    if skirmish.step == STANCE:
        if unready(skirmish):
            return False
        if _unrolled(skirmish):
            roll_initiative(step)
        else:
            step.add(Mustered(step.now.state.round))
        return True
    if asked(step.now) or tied(step.now):
        return False
    order(step)
    return True
