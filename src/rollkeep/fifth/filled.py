"""A character's check: what is declared, filled in from what is written down about the character."""

from collections.abc import Mapping

from rollkeep.dice.symbols import Pool
from rollkeep.errors import Missing, RuleError, UsageError
from rollkeep.fifth import sheet
from rollkeep.fifth.by_sheet import MOST_DICE, Brought, brought, incapacitated
from rollkeep.fifth.check import Request
from rollkeep.fifth.deed import Deed
from rollkeep.fifth.sheet import EDGES, Advantage, Character
from rollkeep.fifth.tn import with_ring
from rollkeep.names import nearest, plain
from rollkeep.reason import Reason, because

NONE: Mapping[str, int] = {}


def fill(
    base: Request,
    character: Character,
    deed: Deed,
    tns: Mapping[str, int] = NONE,
    names: Mapping[str, str] | None = None,
) -> Request:
    """The request of a character's check, whose ring is known. ``base`` says what is declared beside the dice.

    ``tns`` are TNs of single rings. ``names`` say which advantages and disadvantages are meant, by their kind; without
    a name it is the character's own of that ring.

    Raises: Missing, RuleError, UsageError
    Source: 5e.check, 5e.compromised, 5e.incapacitated, 5e.advantages
    """
    ring, notes = deed.ring, list[Reason]()
    rank, skill = sheet.ring(character, ring), sheet.skill(character, deed.skill)
    found = brought(character, deed.skill, ring, deed.tags)
    tn = deed.tn if base.tn is None else base.tn
    if base.tn is None and tn is not None and ring not in tns:
        notes.append(because(deed.rule, "usual-tn", tn=tn))
    tn, told = with_ring(tn, ring, tns)
    notes += told
    notes += _modified(found, Pool(rank, skill, rank), tn)
    if found.pool.compromised:
        notes.append(
            because("5e.compromised", "by-sheet", strife=character.strife, composure=sheet.composure(character))
        )
    notes += _tired(character, deed)
    notes += [_edge(character, kind, (names or {}).get(kind, ""), ring) for kind in EDGES if getattr(base, kind)]
    return base._replace(
        ring=rank,
        skill=skill,
        tn=None if tn is None else max(tn + found.tn, 1),
        ring_name=ring,
        compromised=base.compromised or found.pool.compromised,
        dice=found.pool if found.modifiers else None,
        who=character.name,
        title=deed.title,
        notes=(*base.notes, *notes),
    )


def spend(character: Character, times: int) -> int:
    """The Void Points left when the moment is seized so often.

    Raises: Missing; RuleError where there are too few
    Source: 5e.seize, 5e.void
    """
    points = sheet.void_points(character)
    if points < times:
        wanted = "none" if points == 0 else f"{points}, and {times} are needed"
        raise RuleError(
            "5e.seize",
            f"A Void Point is needed to seize the moment; {character.name} has {wanted}.",
            hint="Leave --void out. What there is stands in the character file: points, under [void].",
        )
    return points - times


def regain(character: Character, points: int, back: int) -> int:
    """The Void Points when so many come back to those there are: never more than the Void ring.

    Source: 5e.void, 5e.advantages
    """
    most = dict(character.rings).get("void", points + back)
    return max(points, min(points + back, most))


def _modified(found: Brought, before: Pool, tn: int | None) -> list[Reason]:
    """What each modifier makes of the dice and the TN."""
    reasons = list[Reason]()
    ring, skill, kept = before[:3]
    raw = tn
    for each in found.modifiers:
        ring, skill, kept = ring + each.ring, skill + each.skill, kept + each.kept
        after = Pool(min(max(ring, 1), MOST_DICE), min(max(skill, 0), MOST_DICE), max(kept, 1))
        if after != before:
            reasons.append(because("5e.check", "modifier", name=each.name, before=str(before), after=str(after)))
        if each.flat and raw is None:
            reasons.append(because("5e.check", "modifier-tn", name=each.name, by=each.flat))
        elif each.flat and raw is not None:
            was, raw = max(raw, 1), raw + each.flat
            reasons.append(
                because("5e.check", "modifier", name=each.name, before=f"TN {was}", after=f"TN {max(raw, 1)}")
            )
        before = after
    return reasons


def _tired(character: Character, deed: Deed) -> list[Reason]:
    """Who is Incapacitated takes no action that needs a check; what endures is no action.

    Raises: RuleError
    Source: 5e.incapacitated
    """
    try:
        if deed.kind not in ("skill", "strike") or not incapacitated(character):
            return []
    except Missing:  # nobody knows
        return []
    numbers = {"fatigue": character.fatigue, "endurance": sheet.endurance(character)}
    if deed.kind == "skill":
        return [because("5e.incapacitated", "by-sheet", **numbers)]
    raise RuleError(
        "5e.incapacitated",
        f"{character.name} is Incapacitated, fatigue {numbers['fatigue']} with endurance {numbers['endurance']}, "
        "and cannot Strike.",
        hint="Write the dice themselves to roll all the same: rollkeep 3r2s.",
    )


def _edge(character: Character, kind: str, name: str, ring: str) -> Reason:
    """Which advantage or disadvantage it is.

    Raises: UsageError where one is named that the character does not have
    Source: 5e.advantages
    """
    if not name:
        own = next((each for each in character.advantages if (each.kind, each.ring) == (kind, ring)), None)
        if own is None:
            return because("5e.advantages", "not-own", who=character.name, kind=kind, ring=ring.title())
    else:
        own = _named(character, kind, name)
    case = "own" if own.ring == ring else "other-ring"
    return because("5e.advantages", case, kind=kind, name=own.name, ring=own.ring.title())


def _named(character: Character, kind: str, name: str) -> Advantage:
    known = {plain(each.name): each for each in character.advantages}
    found = known.get(plain(name))
    if found and found.kind == kind:
        return found
    mine = [each.name for each in character.advantages if each.kind == kind]
    near = nearest(name, mine)
    if found:
        message, hint = f"{found.name} is of another kind: --{found.kind}.", f"Write --{found.kind}."
    else:
        message = f"{character.name} has no {kind} {name[:40]!r} written down."
        hint = (
            f"Did you mean {near}?" if near else f"There is {' and '.join(mine)}." if mine else f"--{kind} alone does."
        )
    raise UsageError(message, code="usage.roll", hint=hint)
