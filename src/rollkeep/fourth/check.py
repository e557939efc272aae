"""One roll, from what was asked to what came of it: Request → Declared → Thrown → Kept → Outcome."""

from typing import NamedTuple

from rollkeep.dice.notation import MAX_BONUS, MAX_DICE, Term, total
from rollkeep.dice.pool import Kept, Pool, keep, throw
from rollkeep.dice.source import Source
from rollkeep.errors import RuleError
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.roll import CHECKS, What, spell_tn
from rollkeep.fourth.rulings import BY_THE_BOOK, Rulings
from rollkeep.fourth.ten_dice import ten_dice
from rollkeep.reason import Reason, because

MAX_TN = 999
MAX_RAISES = 20


class Request(NamedTuple):
    """What a player declares before the dice fall.

    ``free_raises`` counts all that are declared, ``lower_tn`` those that lower the TN; the others are taken as effect.
    ``void`` names an effect for each Void Point, ``boost`` or ``skill``, at most ``per_round`` of them.
    ``void_ring`` limits the Raises, None leaves that open. ``emphasis_of`` names the Emphasis.
    ``unskilled`` is for a notation, and for damage after an unskilled hit; ranks say it themselves.
    ``explode_on`` is 9 or 10, None as usual; ``lowest`` keeps the lowest dice.
    ``modifiers`` are added before the Ten Dice Rule and may bring Free Raises; the flat numbers of ``tn_modifiers``
    are added to the TN, as is the ``penalty`` of the ``wound_rank``. ``notes`` explain what the dice alone do not.
    ``who`` rolls, and ``title`` names what.
    """

    what: What
    tn: int | None = None
    mastery: int | None = None
    raises: int = 0
    raise_for: str = ""
    free_raises: int = 0
    lower_tn: int = 0
    void: tuple[str, ...] = ()
    per_round: int = 1
    void_ring: int | None = None
    unskilled: bool = False
    emphasis: bool = False
    emphasis_of: str = ""
    explode_on: int | None = None
    lowest: bool = False
    modifiers: tuple[Modifier, ...] = ()
    tn_modifiers: tuple[Modifier, ...] = ()
    wound_rank: str = ""
    penalty: int = 0
    notes: tuple[Reason, ...] = ()
    attempt: int = 1
    attack: bool = False
    changed: str = ""
    label: str = ""
    who: str = ""
    title: str = ""
    rulings: Rulings = BY_THE_BOOK


class Declared(NamedTuple):
    """A request that the rules allow: the pool to throw, the number to reach, and why.

    ``summed`` is the pool before the Ten Dice Rule; ``tn`` is None where nothing is to be reached.
    """

    request: Request
    summed: Term
    pool: Pool
    unskilled: bool
    tn: int | None
    target: int | None
    reasons: tuple[Reason, ...]

    @property
    def notation(self) -> str:
        """The sum before the Ten Dice Rule, as it is written."""
        return str(self.summed) if self.summed.rolled or self.summed.kept else f"0k0{self.summed.flat:+}"


class Outcome(NamedTuple):
    """What came of a roll. Without a TN ``margin`` and ``success`` are None.

    ``raises_earned`` counts Raises and Free Raises taken as effect, on success.
    """

    declared: Declared
    kept: Kept
    margin: int | None
    success: bool | None
    raises_earned: int
    reasons: tuple[Reason, ...] = ()

    @property
    def total(self) -> int:
        """The points of the kept dice and the bonus."""
        return self.kept.total


def declare(request: Request) -> Declared:
    """Checks a request against the rules, adds up its pool and reduces it, and finds the number to reach.

    Raises: RuleError
    Source: 4e.pool, 4e.ten-dice, 4e.unskilled, 4e.void.boost, 4e.void.skill, 4e.emphasis, 4e.explode.nine
    """
    what = request.what
    unskilled = request.unskilled or (what.rank == 0 and "skill" not in request.void)
    explodes = what.explodes and not (
        unskilled and (what.kind != "damage" or request.rulings("unskilled_damage") == "plain")
    )
    tn = spell_tn(request.mastery) if request.mastery is not None else request.tn
    _refuse(request, unskilled, explodes, tn)

    void = tuple(_VOID[effect] for effect in request.void)
    summed = total((*what.terms, *void, *(modifier.pool for modifier in request.modifiers)))
    if max(summed.rolled, summed.kept) > MAX_DICE or abs(summed.flat) > MAX_BONUS:
        raise RuleError(
            "4e.pool", f"{summed} is beyond {MAX_DICE} dice or a bonus of {MAX_BONUS}.", hint="Leave some out."
        )
    reduced, steps = ten_dice(summed, request.rulings)
    pool = Pool(
        reduced.rolled,
        reduced.kept,
        reduced.flat,
        _explode_on(request) if explodes else None,
        request.emphasis,
        request.lowest,
    )
    target, aims = (None, ()) if tn is None else _target(request, tn)
    reasons = (*_sums(request, unskilled), *steps, *_ways(request, explodes), *request.notes, *aims)
    return Declared(request, summed, pool, unskilled, tn, target, reasons)


def free_raises(request: Request) -> int:
    """The Free Raises of a roll against a TN: those declared, and those that modifiers bring.

    Source: 4e.free-raise
    """
    return request.free_raises + sum(modifier.free_raises for modifier in request.modifiers)


def judge(declared: Declared, kept: Kept, *, by_hand: bool = False) -> Outcome:
    """Holds the kept dice against the target.

    Source: 4e.tn, 4e.raise.fail, 4e.raise.surplus
    """
    target = declared.target
    reasons = (because("4e.pool", "by-hand"),) if by_hand else ()
    if target is None:
        return Outcome(declared, kept, None, None, 0, reasons)
    margin, request = kept.total - target, declared.request
    if margin >= 0:
        earned = request.raises + free_raises(request) - request.lower_tn
        return Outcome(declared, kept, margin, True, earned, reasons)
    plain = target - 5 * request.raises
    if request.rulings("tn_floor") == "0":
        plain = max(plain, 0)
    if request.raises and kept.total >= plain:
        reasons = (*reasons, because("4e.raise.fail", "plain-met", plain=plain))
    return Outcome(declared, kept, margin, False, 0, reasons)


def roll(request: Request | Declared, source: Source) -> Outcome:
    """Declares, throws, keeps the best and judges.

    Raises: RuleError
    """
    declared = declare(request) if isinstance(request, Request) else request
    return judge(declared, keep(throw(declared.pool, source)))


def with_raises(request: Request, raises: int) -> Request:
    """The same with another number of Raises, whatever the Void Ring."""
    return request._replace(raises=raises, void_ring=None)


def may_raise(declared: Declared) -> bool:
    """Whether Raises can be called on this roll at all.

    Source: 4e.raise, 4e.unskilled
    """
    return not declared.unskilled and declared.tn is not None


# --- what the rules refuse ------------------------------------------------------------------------------------


_VOID = {"boost": Term(1, 1, 0, "Void Point"), "skill": Term(1, 0, 0, "rank 1")}


def _refuse(request: Request, unskilled: bool, explodes: bool, tn: int | None) -> None:
    what = request.what
    if what.kind in ("damage", "initiative"):
        _refuse_on_no_check(request)
    if request.mastery is not None and (what.kind != "spell" or request.tn is not None):
        raise RuleError(
            "4e.spell", "A Mastery Level sets the TN of a spell.", hint="Give the TN or the Mastery Level, not both."
        )
    if tn is not None and not 0 <= tn <= MAX_TN:
        raise RuleError("4e.tn", f"A TN is from 0 to {MAX_TN}, not {tn}.", hint="The usual ones: rollkeep tn.")
    _refuse_raises(request, unskilled, tn)
    _refuse_void(request)
    _refuse_dice(request, unskilled, explodes)
    if request.attempt != 1:
        _refuse_attempt(request, tn)


def _refuse_on_no_check(request: Request) -> None:
    """Source: 4e.damage.melee, 4e.damage.bow, 4e.damage.thrown, 4e.initiative"""
    what = request.what
    roll = "A damage roll" if what.kind == "damage" else "An Initiative roll"
    for given, thing in (
        (request.tn is not None, "TN"),
        (request.raises or request.free_raises, "Raises"),
        (request.emphasis, "Emphasis"),
    ):
        if given:
            hint = "Put them on the attack roll." if thing == "Raises" and what.kind == "damage" else "Leave it out."
            raise RuleError(what.rule, f"{roll} has no {thing}.", hint=hint)
    if not request.void:
        return
    if what.kind == "initiative":
        _refuse_void_without(request, "void_on_initiative", "A Void Point adds nothing to an Initiative roll.")
    elif not what.void_damage:
        raise RuleError("4e.void.boost", "A Void Point adds nothing to a damage roll.", hint="Spend it on the attack.")
    else:
        _refuse_void_without(request, "katana_void_damage", "A Void Point adds nothing to a damage roll.")
        if len(request.void) > 1:
            raise RuleError("4e.void.boost", "A katana's damage takes one Void Point at most.", hint="Spend one.")


def _refuse_void_without(request: Request, ruling: str, message: str) -> None:
    if request.rulings(ruling) == "no":
        raise RuleError("4e.void.boost", message, hint=f"Another reading: --ruling {ruling}=yes.")


def _refuse_raises(request: Request, unskilled: bool, tn: int | None) -> None:
    raises, free, lower = request.raises, request.free_raises, request.lower_tn
    brought = free_raises(request) - free
    if not (0 <= raises <= MAX_RAISES and 0 <= free <= MAX_RAISES):
        raise RuleError("4e.raise", f"Raises are counted from 0 to {MAX_RAISES}.", hint="Call fewer.")
    if not 0 <= lower <= free + brought:
        hint = f"Give --free-raises {lower - brought} or more." if lower > 0 else "Count from 0."
        raise RuleError("4e.free-raise", f"{lower} of {free + brought} Free Raises cannot lower the TN.", hint=hint)
    if not raises and not free + brought:
        return
    if unskilled:
        raise RuleError(
            "4e.unskilled",
            "An unskilled roll takes no Raises, neither called nor free.",
            hint="A Void Point that counts rank 0 as 1 allows them.",
        )
    if tn is None:
        raise RuleError("4e.raise", "Raises need a TN that they raise.", hint="Add the TN: --tn 20.")
    if request.void_ring is not None and raises > request.void_ring:
        raise RuleError(
            "4e.raise.limit",
            f"With Void Ring {request.void_ring} at most {request.void_ring} Raises can be called, not {raises}.",
            hint="Free Raises are outside this limit.",
        )


def _refuse_void(request: Request) -> None:
    """Source: 4e.void.pool, 4e.void.boost, 4e.void.skill"""
    if request.void_ring is not None and not 0 <= request.void_ring <= 10:
        raise RuleError("4e.void.pool", f"A Void Ring is from 0 to 10, not {request.void_ring}.")
    void = request.void
    if not void:
        return
    for effect in void:
        if effect not in _VOID:
            raise RuleError("4e.void.boost", f"A Void Point gives a roll boost or skill, not {effect!r}.")
    if request.void_ring == 0:
        raise RuleError("4e.void.pool", "With Void Ring 0 there is no Void Point to spend.")
    if len(void) > request.per_round and request.rulings("void_outside_rounds") == "one_per_roll":
        most = f"{request.per_round} Void Point{'' if request.per_round == 1 else 's'}"
        raise RuleError(
            "4e.void.limit",
            f"One roll takes {most}, not {len(void)}.",
            hint="An ability may allow more; another reading: --ruling void_outside_rounds=free.",
        )
    if "skill" not in void:
        return
    if request.what.kind != "skill" or request.what.rank is None:
        raise RuleError(
            "4e.void.skill",
            "Only a Skill of rank 0 can count as 1, and this roll names no Skill.",
            hint="Write --trait 3 --skill 0 --void skill.",
        )
    if request.what.rank or void.count("skill") > 1:
        has = f"this Skill has rank {request.what.rank}" if request.what.rank else "no further Void Point raises it"
        raise RuleError("4e.void.skill", f"Only rank 0 can count as 1; {has}.", hint="--void boost adds +1k1.")


def _refuse_dice(request: Request, unskilled: bool, explodes: bool) -> None:
    what = request.what
    if request.unskilled and what.kind not in ("notation", "damage"):
        raise RuleError("4e.unskilled", "The ranks say already whether a roll is unskilled.", hint="Write --skill 0.")
    if request.explode_on not in (None, 9, 10):
        raise RuleError("4e.explode.nine", f"Dice explode on 9 or on 10, not on {request.explode_on}.")
    if not explodes and request.explode_on is not None:
        kind = "an unskilled roll" if unskilled else "such a roll"
        raise RuleError("4e.unskilled", f"On {kind} no die explodes.", hint="Leave one of the two out.")
    if not request.emphasis:
        return
    if unskilled:
        raise RuleError("4e.unskilled", "An unskilled roll has no Emphasis.", hint="Leave one of the two out.")
    if what.kind in CHECKS and what.kind != "skill":
        raise RuleError("4e.emphasis", "An Emphasis belongs to a Skill.", hint="Add the rank: --skill 2.")
    if what.rank == 0 and request.rulings("promoted_emphasis") == "no":
        raise RuleError(
            "4e.emphasis",
            "A Skill of rank 0 has no Emphasis, also when a Void Point counts it as 1.",
            hint="Another reading: --ruling promoted_emphasis=yes.",
        )


def _refuse_attempt(request: Request, tn: int | None) -> None:
    most = int(request.rulings("max_attempts"))
    if request.attempt < 1:
        raise RuleError("4e.retry", "Attempts are counted from 1.")
    if request.attack:
        raise RuleError("4e.retry", "An attack is never tried again.", hint="Another attack is a roll of its own.")
    if request.what.kind not in ("skill", "notation"):
        raise RuleError(
            "4e.retry",
            f"Only a Skill check becomes harder when it is tried again, not a {request.what.kind} roll.",
            hint="Leave --attempt out.",
        )
    if tn is None:
        raise RuleError("4e.retry", "A further attempt raises a TN, and there is none.", hint="Add the TN: --tn 20.")
    if request.attempt > most:
        raise RuleError(
            "4e.retry",
            f"The same check can be tried {most} times, not {request.attempt}.",
            hint=f"Another reading: --ruling max_attempts={min(request.attempt, 9)}.",
        )


# --- the number to reach, and why ------------------------------------------------------------------------------


def _target(request: Request, tn: int) -> tuple[int, tuple[Reason, ...]]:
    """TN + wound penalty + named modifiers + 10 for each further attempt + 5 for each Raise − 5 for each Free Raise
    spent on it, not below the floor.

    Source: 4e.tn, 4e.wounds, 4e.raise, 4e.free-raise, 4e.retry
    """
    reasons: list[Reason] = []
    target = tn
    if request.mastery is not None:
        reasons.append(because("4e.spell", "tn", mastery=request.mastery, tn=tn))
    if request.penalty:
        target += request.penalty
        reasons.append(because("4e.wounds", "penalty", rank=request.wound_rank, by=request.penalty))
    for modifier in request.tn_modifiers:
        target += modifier.pool.flat
        reasons.append(because(modifier.rule, "tn-modifier", by=modifier.pool.flat, why=modifier.name))
    if request.attempt > 1:
        target += 10 * (request.attempt - 1)
        reasons.append(because("4e.retry", "harder", attempt=request.attempt, by=10 * (request.attempt - 1)))
        case = "changed" if request.changed else "mind"
        reasons.append(because("4e.retry", case, **({"what": request.changed} if request.changed else {})))
    if request.raises:
        target += 5 * request.raises
        reasons.append(
            because("4e.raise", "called", raises=request.raises, by=5 * request.raises, why=request.raise_for)
        )
        if request.void_ring is None:
            reasons.append(because("4e.raise.limit", "unchecked", raises=request.raises))
    if request.lower_tn:
        target -= 5 * request.lower_tn
        reasons.append(because("4e.free-raise", "lower", free=request.lower_tn, by=5 * request.lower_tn))
    if (effects := free_raises(request) - request.lower_tn) > 0:
        reasons.append(because("4e.free-raise", "effect", free=effects))
    if target < 0 and request.rulings("tn_floor") == "0":
        reasons.append(because("4e.tn", "floor", before=target))
        target = 0
    return target, tuple(reasons)


def _sums(request: Request, unskilled: bool) -> tuple[Reason, ...]:
    """Where the dice of the sum come from."""
    what, reasons = request.what, list[Reason]()
    if what.kind != "notation":
        parts = " + ".join(f"{term.reason} {_size(term, what)}" for term in what.terms)
        reasons.append(because(what.rule, "sum", parts=parts, pool=str(total(what.terms))))
    elif len(what.terms) > 1:
        written = " + ".join(str(term).lstrip("+") for term in what.terms).replace("+ -", "- ")
        reasons.append(because(what.rule, "sum", parts=written, pool=str(total(what.terms))))
    if unskilled and what.kind != "damage":
        reasons.append(because("4e.unskilled", "unskilled"))
    reasons += [because(f"4e.void.{effect}", "spent") for effect in request.void]
    for modifier in request.modifiers:
        if modifier.pool[:3] != (0, 0, 0) or not (modifier.free_raises or modifier.explode_on):
            reasons.append(because(modifier.rule, "modifier", pool=_signed(modifier.pool), why=modifier.name))
    return tuple(reasons)


def _explode_on(request: Request) -> int:
    """The lowest face that explodes.

    Source: 4e.explode.nine
    """
    return min(request.explode_on or 10, *(modifier.explode_on or 10 for modifier in request.modifiers), 10)


def _ways(request: Request, explodes: bool) -> tuple[Reason, ...]:
    """How the dice behave, where that is not as usual."""
    reasons = list[Reason]()
    if request.emphasis:
        reasons.append(because("4e.emphasis", "rerolls", of=request.emphasis_of))
    if request.what.kind == "damage" and request.unskilled:
        reasons.append(because("4e.unskilled", "damage-explodes" if explodes else "damage-plain"))
    if explodes and _explode_on(request) == 9:
        names = [modifier.name for modifier in request.modifiers if modifier.explode_on == 9]
        reasons.append(because("4e.explode.nine", "nine", why=", ".join(names)))
    if not request.what.explodes:
        reasons.append(because("4e.explode", "never"))
    for modifier in request.modifiers:
        if modifier.free_raises:
            reasons.append(because(modifier.rule, "free-raises", free=modifier.free_raises, why=modifier.name))
    if request.lowest:
        reasons.append(because("4e.keep", "lowest"))
    return tuple(reasons)


def _size(term: Term, what: What) -> str:
    """A rank by its number; a rating, and what a stat block prints, as dice."""
    is_rating = what.kind == "damage" and term.kept
    is_printed = what.rule == "4e.attack" or (what.kind == "initiative" and len(what.terms) == 1)
    return str(term) if is_rating or is_printed else str(term.rolled)


def _signed(term: Term) -> str:
    return str(term) if str(term)[0] in "+-" else f"+{term}"
