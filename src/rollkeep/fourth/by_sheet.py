"""A character's roll: what is asked for and declared, filled in from what is written down about the character."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rollkeep.dice.notation import Term, read_pool
from rollkeep.errors import Missing, RuleError, UsageError
from rollkeep.fourth import roll, sheet
from rollkeep.fourth.catalogue.skills import family, shown
from rollkeep.fourth.catalogue.weapons import ARROWS
from rollkeep.fourth.deed import Deed
from rollkeep.fourth.modifier import Modifier, on_roll, on_tn
from rollkeep.fourth.request import Request
from rollkeep.fourth.roll import CHECKS, What
from rollkeep.fourth.sheet import Attack, Carried, Character
from rollkeep.names import nearest, plain
from rollkeep.reason import Reason, because

Ranks = Mapping[str, int | str]
"""Ranks that are given for this roll alone, by name."""


def ranks_of(deed: Deed) -> tuple[str, ...]:
    """The ranks that a roll is made of."""
    if deed.attack:
        return ()
    if deed.kind == "damage" and deed.carried:
        return ("bow", "arrow", "strength") if deed.carried.weapon.kind == "bow" else ("dr", "strength")
    return {
        "skill": ("trait", "skill"),
        "attack": ("trait", "skill"),
        "trait": ("trait",),
        "ring": ("ring",),
        "spell": ("ring", "school_rank"),
    }.get(deed.kind, ())


def rank_for(deed: Deed, key: str) -> str:
    """The rank to give for one roll instead of what a character file lacks there; empty where there is none."""
    table, _, entry = key.rpartition(".")
    if key == "void.ring":
        return "trait" if deed.trait == "void" else "ring" if deed.ring == "void" else "void_ring"
    wanted = {"skills": "skill", "": entry}.get(table, "")
    if table == "traits":
        wanted = "trait" if entry == deed.trait else "ring" if deed.ring else entry
    return wanted if wanted in ranks_of(deed) else ""


def fill(
    base: Request,
    character: Character,
    deed: Deed,
    named: Sequence[str] = (),
    ranks: Ranks | None = None,
    occasion: str = "",
) -> Request:
    """The request of a character's roll. ``base`` says what is declared beside the dice: TN, Raises, Void Points …

    ``occasion`` is a tag that modifiers may be on: ``contested`` or ``together``.
    Each of ``named`` must be an Emphasis of the Skill or a word that a modifier waits for.
    Raises: Missing, RuleError, UsageError
    Source: 4e.emphasis, 4e.raise.limit, 4e.wounds, 4e.mastery, 4e.free-raise
    """
    ranks = ranks or {}
    words = {plain(word) for word in (*named, base.raise_for) if word}
    tags = _tags(deed) | ({occasion} if occasion else set())
    penalty, rank = _wounds(character)
    what, notes = _what(character, deed, ranks, base)
    modifiers = sheet.modifiers(character)
    if not base.waived:
        _refuse_unfit(named, character, deed, occasion)
    is_check = what.kind in CHECKS or what.kind == "notation"
    aimed = is_check and (base.tn is not None or base.mastery is not None or base.aim != "")
    unskilled = base.unskilled or deed.unskilled or (what.rank == 0 and "skill" not in base.void)
    unfit = unskilled or (what.rank == 0 and base.rulings("promoted_emphasis") == "no")
    emphasis = _emphasis(character, deed, words, unfit)
    if penalty and is_check and not aimed:
        notes = (*notes, because("4e.wounds", "no-tn", rank=rank, by=penalty))
    return base._replace(
        what=what,
        emphasis=base.emphasis or bool(emphasis),
        emphasis_of=emphasis,
        unskilled=base.unskilled or deed.unskilled or (deed.kind == "damage" and _skill_rank(character, deed) == 0),
        void_ring=_void_ring(character, base),
        per_round=character.per_round,
        modifiers=(
            *_counting(on_roll(modifiers, tags, words), raisable=aimed and not unskilled),
            *base.modifiers,
        ),
        tn_modifiers=on_tn(modifiers, tags, words) if aimed else (),
        wound_rank=rank if is_check else "",
        penalty=penalty if aimed else 0,
        notes=notes,
        attack=base.attack or deed.kind == "attack",
        who=character.name,
        title=deed.title,
    )


def _counting(modifiers: Iterable[Modifier], *, raisable: bool) -> Iterator[Modifier]:
    """Those that still do something on a roll that takes Free Raises, or takes none.

    Source: 4e.free-raise, 4e.unskilled
    """
    for modifier in modifiers:
        usable = modifier if raisable else modifier._replace(free_raises=0)
        if any(usable.pool[:3]) or usable.free_raises or usable.explode_on:
            yield usable


def _tags(deed: Deed) -> frozenset[str]:
    """Everything that a modifier may be on in this roll."""
    tags = {deed.kind} if deed.kind != "notation" else set()
    if deed.kind in CHECKS or deed.kind == "attack":
        tags |= {"check", deed.trait, deed.ring}
    if deed.kind in ("skill", "attack"):
        tags |= {"skill", deed.skill, family(deed.skill)}
    if deed.carried:
        weapon = deed.carried.weapon
        tags |= {weapon.skill, plain(weapon.name), weapon.size, "thrown" if deed.way == "thrown" else weapon.kind}
    return frozenset(tags - {""})


def _what(character: Character, deed: Deed, ranks: Ranks, base: Request) -> tuple[What, tuple[Reason, ...]]:
    match deed.kind:
        case "notation":
            return What("notation", deed.terms, "4e.pool"), ()
        case "attack" | "damage" if deed.attack:
            return _printed(character, deed.kind, deed.attack), ()
        case "skill" | "attack":
            trait, rank = _trait(character, deed.trait, ranks), _rank(character, deed.skill, ranks)
            if trait == 0:  # Void alone can be 0
                terms = (Term(reason=deed.trait.title()), Term(rank, reason=shown(deed.skill)))
                return What("skill", terms, "4e.skill", rank), ()
            return roll.skill(trait, rank, (deed.trait.title(), shown(deed.skill))), ()
        case "ring" if _ring(character, deed.ring, ranks) == 0:  # Void alone can be 0
            return What("ring", (Term(reason=deed.ring.title()),), "4e.ring"), ()
        case "trait":
            return roll.trait(_trait(character, deed.trait, ranks), deed.trait.title()), ()
        case "ring":
            return roll.ring(_ring(character, deed.ring, ranks), deed.ring.title()), ()
        case "spell":
            return _spell(character, deed.ring, ranks), ()
        case "initiative":
            return _initiative(character), ()
        case _:
            return _damage(character, deed, ranks, base)


def _printed(character: Character, kind: str, attack: Attack) -> What:
    """The attack or the damage that a stat block prints."""
    dice = attack.attack if kind == "attack" else attack.damage
    if dice is None:
        raise Missing(character.name, f"block.{kind}", kind, 0, 0)
    what = What("skill", (dice,), "4e.attack") if kind == "attack" else What("damage", (dice,), "4e.damage.melee")
    return what._replace(terms=(dice._replace(reason=kind.title()),))


def _trait(character: Character, name: str, ranks: Ranks) -> int:
    if "trait" in ranks:
        return int(ranks["trait"])
    return sheet.ring(character, "void") if name == "void" else sheet.trait(character, name)


def _rank(character: Character, name: str, ranks: Ranks) -> int:
    return int(ranks["skill"]) if "skill" in ranks else sheet.skill(character, name).rank


def _ring(character: Character, name: str, ranks: Ranks) -> int:
    return int(ranks["ring"]) if "ring" in ranks else sheet.ring(character, name)


def _spell(character: Character, ring: str, ranks: Ranks) -> What:
    """Source: 4e.spell"""
    if "school_rank" in ranks:
        rank = int(ranks["school_rank"])
    elif not character.casts:
        file = "says casts = false" if character.casts is False else "does not say casts = true"
        raise RuleError(
            "4e.spell",
            f"{character.name} casts no spells: the file {file}.",
            hint="A shugenja's does, under [options]. For this roll alone: --school-rank 1.",
        )
    elif character.school_rank is None:
        raise Missing(character.name, "school_rank", "School Rank", 1, 10)
    else:
        rank = character.school_rank
    by = (ring == character.affinity) - (ring == character.deficiency)
    name = "School Rank" + {1: " with affinity", -1: " with deficiency"}.get(by, "")
    return roll.spell(_ring(character, ring, ranks), max(rank + by, 0), (ring.title(), name))


def _initiative(character: Character) -> What:
    """Source: 4e.initiative"""
    if character.block and character.block.initiative:
        return What("initiative", (character.block.initiative._replace(reason="Initiative"),), "4e.initiative")
    reflexes = sheet.trait(character, "reflexes")
    try:
        rank = sheet.insight_rank(character)
    except Missing:
        raise Missing(character.name, "insight_rank", "Insight Rank", 1, 10) from None
    return roll.initiative(rank, reflexes)


# --- damage ---------------------------------------------------------------------------------------------------


def _damage(character: Character, deed: Deed, ranks: Ranks, base: Request) -> tuple[What, tuple[Reason, ...]]:
    """Source: 4e.damage.melee, 4e.damage.bow, 4e.damage.thrown, 4e.damage.unarmed"""
    assert deed.carried
    weapon, notes = deed.carried.weapon, tuple[Reason, ...]()
    skilled = _skill_rank(character, deed) or 0
    if weapon.kind == "bow":
        what, notes = _bow(character, deed.carried, deed.way, ranks, base)
    else:
        rating = read_pool(str(ranks["dr"])) if "dr" in ranks else _rating(deed, skilled)
        thrown = deed.way == "thrown" or weapon.kind == "thrown"
        if thrown and ("thrown_without_strength" in weapon.special or base.rulings("thrown_strength") == "never"):
            what = roll.thrown(rating, None)
        elif thrown:
            what = roll.thrown(rating, _strength(character, ranks))
        else:
            what = roll.melee(rating, _strength(character, ranks))
            what = what._replace(rule="4e.damage.unarmed") if weapon.name == "unarmed" else what
    explodes = "never_explodes" not in weapon.special and (
        "explodes_from_ninjutsu_5" not in weapon.special or skilled >= 5
    )
    return what._replace(explodes=explodes, void_damage="void_damage" in weapon.special), notes


def _rating(deed: Deed, skilled: int) -> tuple[Term, ...]:
    assert deed.carried
    weapon = deed.carried.weapon
    if "rated_by_ninjutsu" in weapon.special:
        if skilled < 3:
            raise RuleError(
                "4e.damage.thrown",
                f"A {weapon.name}'s dart takes 1 Wound; no damage is rolled.",
                hint="From Ninjutsu 3 on it is rolled.",
            )
        return read_pool("2k1" if skilled >= 7 else "1k1")
    return read_pool(dict(weapon.ways).get(deed.way, weapon.dr))


def _bow(
    character: Character, carried: Carried, way: str, ranks: Ranks, base: Request
) -> tuple[What, tuple[Reason, ...]]:
    weapon, notes = carried.weapon, list[Reason]()
    arrow = str(ranks.get("arrow") or way or carried.arrow or weapon.dr or "willow leaf")
    strength = int(ranks.get("bow") or weapon.strength or 0)
    if dict(sheet.ranks(character)).get("kyujutsu", 0) >= 7:
        strength += 1
        notes.append(because("4e.mastery", "bow", rank=7))
    lower = base.rulings("bow_strength") == "lower_of_bow_and_archer"
    archer = _strength(character, ranks) if lower else None
    rating = read_pool(ARROWS.get(plain(arrow), arrow))
    names = (weapon.name, plain(arrow) if plain(arrow) in ARROWS else "arrow")
    return roll.bow(strength, rating, archer, base.rulings, names), tuple(notes)


def _strength(character: Character, ranks: Ranks) -> int:
    return int(ranks["strength"]) if "strength" in ranks else sheet.trait(character, "strength")


def _skill_rank(character: Character, deed: Deed) -> int | None:
    """The rank in a weapon's Skill; None where no Skill is written down."""
    try:
        return sheet.skill(character, deed.skill).rank if deed.skill else None
    except Missing:
        return None


# --- what else is filled in -----------------------------------------------------------------------------------


def _void_ring(character: Character, base: Request) -> int | None:
    """The Void Ring that limits the Raises.

    Source: 4e.raise.limit
    """
    if base.void_ring is not None:
        return base.void_ring
    if character.void_ring is None and (base.raises or base.void) and not character.block:
        raise Missing(character.name, "void.ring", "Void Ring", 0, 10)
    return character.void_ring


def _wounds(character: Character) -> tuple[int, str]:
    rank = sheet.wound_rank(character)
    if rank.penalty is None:
        state = "unconscious" if rank.name == "Out" else rank.name.lower()
        raise RuleError(
            "4e.wounds",
            f"{character.name} is {state}, with {character.wounds} Wounds, and rolls nothing.",
            hint="Write the pool itself to roll all the same: rollkeep 7k3.",
        )
    return rank.penalty, rank.name


def _emphasis(character: Character, deed: Deed, words: set[str], unfit: bool) -> str:
    """The Emphasis of this roll that is named. A weapon in hand names itself, where an Emphasis counts at all."""
    if deed.carried and not unfit:
        words = words | {plain(deed.carried.weapon.name)}
    return next((own for own in _emphases(character, deed) if plain(own) in words), "")


def _emphases(character: Character, deed: Deed) -> tuple[str, ...]:
    known = (skill.emphases for skill in character.skills or () if skill.name == deed.skill)
    return next(known, ()) if deed.kind in ("skill", "attack") else ()


def waiting(character: Character, deed: Deed, occasion: str = "") -> tuple[str, ...]:
    """The words that may be named on a roll: Emphases of the Skill, and those that modifiers wait for."""
    tags = _tags(deed) | {occasion}
    found = list(_emphases(character, deed))
    for modifier in sheet.modifiers(character):
        if not modifier.on or any((place - {"tn"}) <= tags for place in modifier.on):
            found += [*modifier.when, *modifier.unless]
    return tuple(dict.fromkeys(found))


def _refuse_unfit(named: Sequence[str], character: Character, deed: Deed, occasion: str) -> None:
    """A word that nothing waits for was meant to do something."""
    known = waiting(character, deed, occasion)
    for word in named:
        if plain(word) not in map(plain, known):
            near = nearest(word, known)
            hint = f"Named here can be: {', '.join(known)}." if known else "Leave --for out."
            raise UsageError(
                f"{character.name} has nothing for {word[:40]!r} on {deed.title or 'this roll'}.",
                code="usage.roll",
                hint=f"Did you mean {near}?" if near else hint,
            )
