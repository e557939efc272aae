"""One roll, from what was asked to what came of it: Request → Declared → Thrown → Kept → Outcome."""

from typing import NamedTuple

from rollkeep.dice.limits import MAX_BONUS, MAX_DICE
from rollkeep.dice.notation import Term, total
from rollkeep.dice.pool import Kept, Pool, keep, throw
from rollkeep.dice.source import Source
from rollkeep.errors import RuleError
from rollkeep.fourth.refuse import refuse
from rollkeep.fourth.request import HARDER, Request, added, free_raises
from rollkeep.fourth.roll import MIND, What, spell_tn, traits_in
from rollkeep.fourth.ten_dice import ten_dice
from rollkeep.reason import Reason, because


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


_VOID = {"boost": Term(1, 1, 0, "Void Point"), "skill": Term(1, 0, 0, "rank 1")}


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
    if not request.waived:
        refuse(request, unskilled, explodes, tn)

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
        reduced.flat + _of_contest(request),
        _explode_on(request) if explodes else None,
        request.emphasis,
        request.lowest,
    )
    target = None if tn is None else target_of(request, tn)
    aims = _aims(request, tn) if tn is not None or request.aim else ()
    reasons = (*_sums(request, unskilled), *steps, *_ways(request, explodes), *request.notes, *aims)
    return Declared(request, summed, pool, unskilled, tn, target, reasons)


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


# --- the number to reach, and why ------------------------------------------------------------------------------


def target_of(request: Request, tn: int) -> int:
    """What has to be reached: the TN with all that is added to it, and then not below the floor.

    Source: 4e.tn
    """
    target = tn + added(request)
    return max(target, 0) if request.rulings("tn_floor") == "0" else target


def _aims(request: Request, tn: int | None) -> tuple[Reason, ...]:
    """Why the number to reach, or a contestant's total, is what it is.

    Source: 4e.tn, 4e.wounds, 4e.raise, 4e.free-raise, 4e.retry, 4e.contested
    """
    reasons: list[Reason] = []
    contest = request.aim == "contest"
    if request.mastery is not None and tn is not None:
        reasons.append(because("4e.spell", "tn", mastery=request.mastery, tn=tn))
    if request.penalty and not contest:
        reasons.append(because("4e.wounds", "penalty", rank=request.wound_rank, by=request.penalty))
    elif request.penalty and request.rulings("wounds_in_contests") == "lower_total":
        reasons.append(because("4e.wounds", "contest", rank=request.wound_rank, by=request.penalty))
    for modifier in request.tn_modifiers if not contest else ():
        reasons.append(because(modifier.rule, "tn-modifier", by=modifier.pool.flat, why=modifier.name))
    if request.attempt > 1:
        reasons.append(because("4e.retry", "harder", attempt=request.attempt, by=HARDER * (request.attempt - 1)))
        if request.changed:
            reasons.append(because("4e.retry", "changed", what=request.changed))
        elif not (traits := traits_in(request.what)) or traits & MIND:
            reasons.append(because("4e.retry", "mind"))
    if request.raises:
        rule, case = ("4e.contested", "raises") if contest else ("4e.raise", "called")
        reasons.append(because(rule, case, raises=request.raises, by=5 * request.raises, why=request.raise_for))
        if request.void_ring is None:
            reasons.append(because("4e.raise.limit", "unchecked", raises=request.raises))
    if request.lower_tn:
        case = "total" if contest else "lower"
        reasons.append(because("4e.free-raise", case, free=request.lower_tn, by=5 * request.lower_tn))
    if (effects := free_raises(request) - request.lower_tn) > 0:
        reasons.append(because("4e.free-raise", "effect", free=effects))
    if tn is not None and tn + added(request) < target_of(request, tn):
        reasons.append(because("4e.tn", "floor", before=tn + added(request)))
    return tuple(reasons)


def _of_contest(request: Request) -> int:
    """What a contest adds to the total itself: there is no TN that Free Raises and Wounds could move.

    Source: 4e.contested, 4e.wounds
    """
    if request.aim != "contest":
        return 0
    hurt = request.penalty if request.rulings("wounds_in_contests") == "lower_total" else 0
    return 5 * request.lower_tn - hurt


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
            reasons.append(because(modifier.rule, "modifier", pool=signed(modifier.pool), why=modifier.name))
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
    if request.what.kind == "damage" and request.unskilled and request.what.explodes:
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


def signed(term: Term) -> str:
    """A modifier as it is written, its sign in front."""
    return str(term) if str(term)[0] in "+-" else f"+{term}"
