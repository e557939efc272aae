"""What the rules refuse, before any die falls."""

from rollkeep.errors import RuleError
from rollkeep.fourth.request import MAX_RAISES, MAX_TN, Request, free_raises
from rollkeep.fourth.roll import CHECKS

VOID_EFFECTS = ("boost", "skill")


def refuse(request: Request, unskilled: bool, explodes: bool, tn: int | None) -> None:
    """Raises the RuleError of the first rule that forbids the request; ``tn`` is that of the spell where it casts one.

    Source: 4e.tn, 4e.spell, 4e.raise, 4e.raise.limit, 4e.free-raise, 4e.unskilled, 4e.emphasis, 4e.retry
    """
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
    purposed = sum(modifier.free_raises for modifier in request.modifiers if modifier.when)
    open_to_all = free + brought - purposed
    if not 0 <= lower <= open_to_all:
        hint = f"Give --free-raises {lower - open_to_all + free} or more." if lower > 0 else "Count from 0."
        if purposed and lower > 0:
            hint = "One that is granted for a single purpose serves only that. " + hint
        raise RuleError("4e.free-raise", f"{lower} of {open_to_all} Free Raises cannot lower the TN.", hint=hint)
    if not raises and not free + brought:
        return
    if unskilled:
        raise RuleError(
            "4e.unskilled",
            "An unskilled roll takes no Raises, neither called nor free.",
            hint="A Void Point that counts rank 0 as 1 allows them.",
        )
    if tn is None and not request.aim:
        raise RuleError("4e.raise", "Raises need a TN that they raise.", hint="Add the TN: --tn 20.")
    if request.void_ring is not None and raises > request.void_ring:
        most = f"{request.void_ring} Raise{'' if request.void_ring == 1 else 's'}"
        raise RuleError(
            "4e.raise.limit",
            f"With Void Ring {request.void_ring} at most {most} can be called, not {raises}.",
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
        if effect not in VOID_EFFECTS:
            message = f"A Void Point gives a roll boost or skill, not {effect!r}."
            raise RuleError("4e.void.boost", message, hint="Write boost or skill.")
    if request.void_ring == 0:
        raise RuleError("4e.void.pool", "With Void Ring 0 there is no Void Point to spend.", hint="Leave --void out.")
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
    if tn is None and request.aim != "open":
        raise RuleError("4e.retry", "A further attempt raises a TN, and there is none.", hint="Add the TN: --tn 20.")
    if request.attempt > most:
        raise RuleError(
            "4e.retry",
            f"The same check can be tried {most} times, not {request.attempt}.",
            hint=f"Another reading: --ruling max_attempts={min(request.attempt, 9)}.",
        )
