"""A check of the 5th edition, from what is declared to what came of it: pool, rounds of keeping, verdict.

No die is thrown here: whoever plays a check brings the faces. The first throw lies on the table and dice of it are
kept; each kept explosive brings a die of its own type, these lie on the table next, and so on until nothing explodes.
Re-rolls of the first throw stand in ``reroll``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rollkeep.dice.symbols import EXPLOSIVE, STRIFE, SYMBOLS, Face, Faces, Pool, Sum, kind, tally
from rollkeep.errors import RuleError, UsageError
from rollkeep.fifth.rulings import BY_THE_BOOK, Rulings
from rollkeep.reason import Reason, because

MAX_DICE = 10  # of a kind
MAX_TN = 20
PASSION = 3

Positions = tuple[int, ...]


class Request(NamedTuple):
    """What a player declares before the dice fall: the ranks of the ring and of the skill, and what else counts.

    ``seize`` spends a Void Point. ``skilled`` and ``unskilled`` count helpers. ``ring_name``, ``who``, ``title`` and
    ``notes`` are only told. ``dice`` is thrown instead of the bare ranks, where a character's modifiers change them.
    """

    ring: int
    skill: int
    tn: int | None = None
    ring_name: str = ""
    seize: bool = False
    skilled: int = 0
    unskilled: int = 0
    distinction: bool = False
    adversity: bool = False
    passion: bool = False
    anxiety: bool = False
    compromised: bool = False
    label: str = ""
    rulings: Rulings = BY_THE_BOOK
    dice: Pool | None = None
    who: str = ""
    title: str = ""
    notes: tuple[Reason, ...] = ()


class Declared(NamedTuple):
    """A request with its pool. ``reroll`` is distinction, adversity or empty; ``strife_after`` comes on top of kept
    strife symbols, below 0 where strife is taken away.
    """

    request: Request
    pool: Pool
    reroll: str
    strife_after: int
    reasons: tuple[Reason, ...]


class Round(NamedTuple):
    """Dice that lay on the table together. ``of`` numbers, over all dice so far, the explosives that brought them."""

    faces: Faces
    of: Positions
    kept: Positions


class Hand(NamedTuple):
    """A check in the middle: what lies on the table, the rounds before, and what re-rolled dice showed first.

    ``rerolled`` holds positions of the first throw, each with its first face.
    """

    declared: Declared
    faces: Faces
    of: Positions = ()
    rounds: tuple[Round, ...] = ()
    rerolled: tuple[tuple[int, Face], ...] = ()


class Verdict(NamedTuple):
    """Success with bonus successes, or failure with a shortfall."""

    success: bool
    bonus: int
    shortfall: int


class Outcome(NamedTuple):
    """What came of a check; without a TN ``verdict`` is None. ``void_back`` counts Void Points returned."""

    hand: Hand
    shows: Sum
    verdict: Verdict | None
    void_back: int
    reasons: tuple[Reason, ...]


def declare(request: Request) -> Declared:
    """The pool of a check and how it comes about.

    Raises: RuleError, UsageError for too many dice
    Source: 5e.check, 5e.seize, 5e.help, 5e.advantages, 5e.compromised
    """
    if request.ring < 1:
        raise RuleError(
            "5e.check",
            "A check needs a ring die: it keeps as many dice as the ring has ranks.",
            hint=f"Write the ring too: 2r{request.skill}s.",
        )
    if request.tn is not None and request.tn < 1:
        raise RuleError("5e.check", f"A TN of {request.tn} is below the least, 1.", hint="Take --tn 1.")
    before = request.dice or Pool(request.ring, request.skill, request.ring)
    helpers = request.skilled + request.unskilled
    ring, skill = before.ring + request.seize + request.unskilled, before.skill + request.skilled
    for dice, name in ((ring, "ring"), (skill, "skill")):
        if dice > MAX_DICE:
            message = f"With all that is added these are {dice} {name} dice; at most {MAX_DICE} are thrown."
            raise UsageError(message, code="usage.number", hint="Take fewer dice or fewer helpers.")
    pool = Pool(ring, skill, before.kept + request.seize + helpers, request.compromised)
    return Declared(request, pool, *_advantages(request), (*request.notes, *_reasons(request, before)))


def _advantages(request: Request) -> tuple[str, int]:
    """What re-rolls dice and what changes strife; of either kind two cancel each other.

    Source: 5e.advantages
    """
    reroll = "distinction" if request.distinction else "adversity" if request.adversity else ""
    if request.distinction and request.adversity:
        reroll = ""
    if request.passion == request.anxiety:
        return reroll, 0
    return reroll, -PASSION if request.passion else int(request.rulings("anxiety_strife"))


def _reasons(request: Request, before: Pool) -> tuple[Reason, ...]:
    reasons = list[Reason]()
    if request.seize:
        seized = Pool(before.ring + 1, before.skill, before.kept + 1)
        reasons.append(because("5e.seize", "seized", before=str(before), after=str(seized)))
        before = seized
    for count, case, ring, skill in ((request.skilled, "skilled", 0, 1), (request.unskilled, "unskilled", 1, 0)):
        if count:
            after = Pool(before.ring + ring * count, before.skill + skill * count, before.kept + count)
            reasons.append(because("5e.help", case, count=count, before=str(before), after=str(after)))
            before = after
    if request.compromised:
        reasons.append(because("5e.compromised", "no-strife"))
    if request.distinction and request.adversity:
        reasons.append(because("5e.advantages", "cancel", one="distinction", other="adversity"))
    if request.passion and request.anxiety:
        reasons.append(because("5e.advantages", "cancel", one="passion", other="anxiety"))
    return tuple(reasons)


# --- the dice on the table -------------------------------------------------------------------------------------


def begin(declared: Declared, faces: Faces) -> Hand:
    """The first throw on the table: the ring dice, then the skill dice.

    Raises: ValueError for other dice
    Source: 5e.check
    """
    check_kinds(faces, ("ring",) * declared.pool.ring + ("skill",) * declared.pool.skill)
    return Hand(declared, faces)


def check_kinds(faces: Faces, kinds: tuple[str, ...]) -> None:
    """Whether these are faces of dice of these types, in this order.

    Raises: ValueError
    """
    if tuple(map(kind, faces)) != kinds:
        raise ValueError(f"{faces} are no throw of {' '.join(kinds) or 'no dice'}")


def room(hand: Hand) -> int | None:
    """How many dice on the table may be kept; None: any number, as of extra dice.

    Source: 5e.keep, 5e.explode
    """
    return None if hand.rounds else hand.declared.pool.kept


def least(hand: Hand) -> int:
    """How many dice on the table have to be kept: one of the first throw, unless strife forbids them all.

    Source: 5e.keep, 5e.compromised
    """
    return int(not hand.rounds and any(may_keep(hand, i) for i in range(len(hand.faces))))


def may_keep(hand: Hand, position: int) -> bool:
    """Whether this die on the table may be kept.

    Source: 5e.compromised
    """
    return not (hand.declared.pool.compromised and STRIFE[hand.faces[position]])


def keep(hand: Hand, positions: Positions) -> Hand:
    """Keeps dice on the table; the others are dropped.

    Raises: RuleError
    Source: 5e.keep, 5e.explode, 5e.compromised
    """
    for i in positions:
        if not 0 <= i < len(hand.faces) or positions.count(i) > 1:
            raise ValueError(f"{positions} are no positions of {len(hand.faces)} dice")
        if not may_keep(hand, i):
            hint = "Keep dice without strife, or none where all show it."
            raise RuleError(
                "5e.compromised", f"Die {i + 1} shows strife, and a Compromised character keeps no strife.", hint=hint
            )
    limit = room(hand)
    if limit is not None and len(positions) > limit:
        message = f"{hand.declared.pool} keeps at most {limit}; {len(positions)} are named."
        raise RuleError("5e.keep", message, hint="Name fewer. Dice that explosives bring are asked for apart.")
    if len(positions) < least(hand):
        raise RuleError("5e.keep", "At least one die is kept.", hint="Name one: a blank does no harm.")
    kept = tuple(sorted(positions))
    return hand._replace(faces=(), of=(), rounds=(*hand.rounds, Round(hand.faces, hand.of, kept)))


def exploding(hand: Hand) -> Positions:
    """The explosives kept last, numbered over all dice so far; none while dice lie on the table.

    Source: 5e.explode
    """
    if hand.faces:
        return ()
    before, last = sum(len(each.faces) for each in hand.rounds[:-1]), hand.rounds[-1]
    return tuple(before + i for i in last.kept if EXPLOSIVE[last.faces[i]])


def due(hand: Hand) -> Faces:
    """What these explosives show: each brings a die of its own type.

    Source: 5e.explode
    """
    every = thrown(hand)
    return tuple(every[i] for i in exploding(hand))


def bring(hand: Hand, faces: Faces) -> Hand:
    """The dice that kept explosives bring, on the table.

    Raises: ValueError for other dice than are due
    Source: 5e.explode
    """
    check_kinds(faces, tuple(map(kind, due(hand))))
    return hand._replace(faces=faces, of=exploding(hand))


def settle(hand: Hand, choose: Callable[[Hand], Positions], throw: Callable[[Hand], Faces]) -> Hand:
    """Keeps and throws until nothing explodes: ``choose`` says what is kept, ``throw`` gives the dice that are due.

    Source: 5e.keep, 5e.explode
    """
    hand = keep(hand, choose(hand))
    while due(hand):
        hand = bring(hand, throw(hand))
        hand = keep(hand, choose(hand))
    return hand


def thrown(hand: Hand) -> Faces:
    """Every die so far, in the order thrown; a re-rolled one as it shows now."""
    return tuple(face for each in hand.rounds for face in each.faces) + hand.faces


def kept(hand: Hand) -> Faces:
    """Everything kept so far."""
    return tuple(each.faces[i] for each in hand.rounds for i in each.kept)


def shown(hand: Hand) -> Sum:
    """What the kept dice show together.

    Source: 5e.check
    """
    return tally(kept(hand))


# --- the verdict -----------------------------------------------------------------------------------------------


def judge(successes: int, tn: int) -> Verdict:
    """Whether successes reach a TN, and by how much not.

    >>> judge(3, 2), judge(0, 2)
    (Verdict(success=True, bonus=1, shortfall=0), Verdict(success=False, bonus=0, shortfall=2))

    Source: 5e.check
    """
    return Verdict(successes >= tn, max(successes - tn, 0), max(tn - successes, 0))


def finish(hand: Hand, notes: tuple[Reason, ...] = ()) -> Outcome:
    """What came of a check in which nothing is due any more; ``notes`` tell how it was played.

    Raises: ValueError before that
    Source: 5e.check, 5e.advantages
    """
    if hand.faces or due(hand):
        raise ValueError("there are dice to keep or to throw")
    declared, shows = hand.declared, shown(hand)
    tn = declared.request.tn
    verdict = None if tn is None else judge(shows.successes, tn)
    void_back = int(declared.reroll == "adversity" and verdict is not None and not verdict.success)
    return Outcome(hand, shows, verdict, void_back, (*_changed(hand), *notes, *_results(hand, verdict, void_back)))


def _changed(hand: Hand) -> tuple[Reason, ...]:
    """Which dice were re-rolled, with what they showed first."""
    by = hand.declared.reroll
    if not by:
        return ()
    if not hand.rerolled:
        return (because("5e.advantages", "no-reroll", by=by),)
    dice = " and ".join(f"die {i + 1} ({SYMBOLS[face]})" for i, face in hand.rerolled)
    return (because("5e.advantages", "rerolled", by=by, dice=dice, count=len(hand.rerolled)),)


def _results(hand: Hand, verdict: Verdict | None, void_back: int) -> tuple[Reason, ...]:
    declared, reasons = hand.declared, list[Reason]()
    if not hand.rounds[0].kept:
        reasons.append(because("5e.compromised", "none-kept"))
    if declared.reroll == "adversity" and verdict is None:
        reasons.append(because("5e.advantages", "void-if"))
    if void_back:
        reasons.append(because("5e.advantages", "void-back"))
    if declared.strife_after:
        case = "passion" if declared.strife_after < 0 else "anxiety"
        if case == "anxiety" and "anxiety_strife" in dict(declared.request.rulings.chosen):
            case = "anxiety-ruled"
        reasons.append(because("5e.advantages", case, by=abs(declared.strife_after)))
    return tuple(reasons)
