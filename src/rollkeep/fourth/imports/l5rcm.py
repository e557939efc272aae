"""Characters of L5R Character Manager 3, files named ``.l5r``: ranks are counted from what was ever bought."""

from rollkeep.foreign.values import (
    Notes,
    Row,
    amount,
    brief,
    clean,
    count,
    fail,
    named,
    number,
    rows,
    table,
    text,
    texts,
    whole,
)
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.catalogue.skills import is_known, shown
from rollkeep.fourth.imports.families import FAMILIES, by_id, shown_id
from rollkeep.fourth.imports.gear import Skill, modifiers, skill_name, skills, weapons
from rollkeep.fourth.imports.l5rcm_gear import arms, changes, worn
from rollkeep.fourth.imports.l5rcm_left import not_read
from rollkeep.fourth.imports.packs import UNKNOWN, Packs
from rollkeep.fourth.imports.parts import MAX_EXPERIENCE, MAX_WOUNDS, in_order


def read(data: Row, school_trait: str = "", packs: Packs | None = None) -> tuple[Row, Notes]:
    """The character file's data, and what was not read. ``school_trait`` is the Trait that the first school raises.

    Raises: SheetError
    """
    notes, packs = Notes(), packs or Packs()
    if not isinstance(data.get("advans"), list):
        raise fail("What was bought for this character (advans) is no list.", "Save the character again in its tool.")
    advans = rows(data, "advans", "What was bought", notes)
    ranks = [row for row in advans if row.get("type") == "rank"]
    name, clan = named(data, "name", notes), _id(data, "clan", notes)
    family, school = _id(data, "family", notes), _id(ranks[-1], "school", notes) if ranks else ""
    traits, void = _traits(data, advans, _raised(family, clan, ranks, school_trait, packs, notes), notes)
    found = skills(_skills(advans, ranks, notes), notes)
    carried = weapons(arms(data, notes), notes)
    result = {
        "game": "4e",
        "name": name,
        "clan": shown_id(clan),
        "family": shown_id(family, clan),
        "school": shown_id(school, clan).removesuffix(" School"),
        **_ranks(ranks, notes),
        **_social(data, school, clan, packs, notes),
        "traits": traits,
        "void": {} if void is None else {"ring": void},
        "skills": found,
        "modifiers": modifiers(changes(data, carried, notes), notes),
        "weapons": carried,
        "armor": worn(data, notes),
        "wounds": _wounds(data, notes),
        "experience": _experience(advans, notes),
    }
    not_read(data, advans, ranks, notes)
    return in_order(result), notes


def _id(data: Row, key: str, notes: Notes) -> str:
    return text(data, key, f"The {key}", notes)


def _raised(family: str, clan: str, ranks: list[Row], school_trait: str, packs: Packs, notes: Notes) -> list[str]:
    """The Traits that family and first school raise by one: the file itself does not say them."""
    known = FAMILIES | {name: trait for name, trait in packs.families if trait}
    by_family = by_id(known, family, clan)
    if not family:
        notes.doubt("The file names no family, so no Trait is raised for it.")
    elif not by_family:
        notes.doubt(
            f"The +1 of the family {brief(shown_id(family, clan))} is missing: its Trait is not known (--packs)."
        )
    first = min(ranks, key=lambda row: whole(row.get("rank"), 1, 99) or 99, default={})
    school = clean(first.get("school"))
    by_school = school_trait or by_id({name: trait for name, trait, _ in packs.schools if trait}, school, clan)
    if not by_school and school:
        shown_as = brief(shown_id(school, clan).removesuffix(" School"))
        notes.doubt(f"The +1 of the school {shown_as} is missing: its Trait is not known (--school-trait or --packs).")
    elif not by_school:
        notes.doubt("The file names no first school, so no Trait is raised for it (--school-trait).")
    return [trait for trait in (by_family, by_school) if trait]


def _traits(data: Row, advans: list[Row], raised: list[str], notes: Notes) -> tuple[Row, int | None]:
    if "starting_traits" not in data:
        notes.doubt("The file does not say what the Traits started at; 2 each is taken.")
    if "starting_void" not in data:
        notes.doubt("The file does not say what Void started at; 2 is taken.")
    starting = data.get("starting_traits", [2] * len(TRAITS))
    if not isinstance(starting, list) or len(starting) != len(TRAITS):
        raise fail("The starting Traits are not a list of eight numbers.", "Save the character again in its tool.")
    bought = [number(row.get("attrib")) for row in advans if row.get("type") == "attrib"]
    if wrong := [place for place in bought if place is None or place not in range(len(TRAITS))]:
        notes.doubt(f"{len(wrong)} bought Trait ranks name no Trait and are not counted.")
    traits = {}
    for place, name in enumerate(TRAITS):
        start = whole(starting[place], 0, 99)
        rank = None if start is None else start + bought.count(place) + raised.count(name)
        if rank is not None and 1 <= rank <= 10:
            traits[name] = rank
        else:
            value = brief(starting[place] if rank is None else rank)
            notes.doubt(f"{name.title()} would be {value}, not a number from 1 to 10; it was left out.")
    start = count({"starting_void": 2} | data, "starting_void", "The starting Void", notes, 0, 99)
    void = (start or 0) + sum(row.get("type") == "void" for row in advans) + raised.count("void")
    if start is None or void > 10:
        notes.doubt(f"The Void Ring would be {'nothing' if start is None else void}; it was left out.")
        return traits, None
    return traits, void


def _skills(advans: list[Row], ranks: list[Row], notes: Notes) -> list[Skill]:
    learned: dict[str, int] = {}
    emphases: dict[str, list[str]] = {}
    for row in ranks:
        for name in texts(row, "skills", "The Skills of a school", notes):
            learned[name] = learned.get(name, 0) + 1
        chosen = table(row, "emphases", "The Emphases of a school", notes)
        for name in chosen:
            emphases.setdefault(clean(name), []).extend(texts(chosen, name, "The Emphases of a school", notes))
    for row in advans:
        if row.get("type") in ("skill", "emph"):
            name = text(row, "skill", "A bought Skill", notes)
            if row["type"] == "skill":
                learned[name] = learned.get(name, 0) + 1
            else:
                emphases.setdefault(name, []).append(text(row, "text", "An Emphasis", notes))
    found = []
    for name in dict.fromkeys((*learned, *emphases)):
        rank, known = learned.get(name, 0), skill_name(name)
        if rank > 10:
            notes.doubt(f"The Skill {brief(name)} would have rank {rank}, more than 10; it was left out.")
        else:
            found.append(Skill(shown(known) if is_known(known) else name, rank, tuple(emphases.get(name, ()))))
    return found


def _ranks(ranks: list[Row], notes: Notes) -> Row:
    if not ranks:
        notes.doubt("The file holds no rank, so school and Insight Rank are not known.")
        return {}
    held = [count(row, "rank", "An Insight Rank", notes, 1, 10) for row in ranks]
    school_rank = count(ranks[-1], "school_rank", "The School Rank", notes, 0, 10)
    highest = max((rank for rank in held if rank), default=None)
    return {"school_rank": school_rank or held[-1], "insight_rank": highest}  # older files have 0 for the School Rank


def _social(data: Row, school: str, clan: str, packs: Packs, notes: Notes) -> Row:
    """Honor, Glory and Status, which are stored as changes to what a character starts with."""
    start = by_id({name: honor for name, _, honor in packs.schools if honor != UNKNOWN}, school, clan)
    if start is None:
        change = brief(data.get("honor", 0))
        notes.doubt(f"Honor is not known: the file holds only the change ({change}) to the school's Honor (--packs).")
    result: Row = {}
    for key, base in (("honor", start), ("glory", 1), ("status", 1)):
        change_by = number(data.get(key, 0))
        if base is not None and change_by is None:
            notes.doubt(f"{key.title()} is {brief(data.get(key))}, which is no number; it was left out.")
        elif base is not None and change_by is not None:
            result[key] = amount(base + change_by, key.title(), notes)
    return result


def _wounds(data: Row, notes: Notes) -> Row:
    taken = count(data, "wounds", "The number of Wounds", notes, 0, MAX_WOUNDS)
    per_rank = count(data, "health_multiplier", "The Wounds per Earth and Wound Rank", notes, 2, 5)
    healthy = count(data, "health_base_multiplier", "The Wounds per Earth while Healthy", notes, 1, 20)
    found = {"taken": taken, "per_rank": per_rank, "healthy": None if healthy == 5 else healthy}
    return {key: value for key, value in found.items() if value is not None}


def _experience(advans: list[Row], notes: Notes) -> Row:
    costs = [whole(row.get("cost", 0), -MAX_EXPERIENCE, MAX_EXPERIENCE) for row in advans]
    if wrong := costs.count(None):
        notes.doubt(f"The cost of {wrong} bought things is no whole number and is not counted.")
    spent = min(sum(cost for cost in costs if cost and cost > 0), MAX_EXPERIENCE)
    regained = min(-sum(cost for cost in costs if cost and cost < 0), MAX_EXPERIENCE)
    return {"spent": spent, "regained": regained} if spent or regained else {}
