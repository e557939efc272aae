"""Weapons, armor and modifiers of L5R Character Manager 3."""

from rollkeep.foreign.values import (
    Notes,
    Row,
    brief,
    clean,
    count,
    filled,
    items,
    listed,
    rows,
    table,
    text,
    whole,
    words,
)
from rollkeep.fourth.catalogue.rings import RINGS, TRAITS
from rollkeep.fourth.catalogue.skills import is_known, shown
from rollkeep.fourth.catalogue.weapons import ARROWS, WEAPONS
from rollkeep.fourth.imports.gear import Arm, Change, armor, is_trait, skill_name
from rollkeep.fourth.imports.parts import rating
from rollkeep.names import plain

_PLACES = {"init": "initiative", "artn": "armor tn", "arrd": "reduction", "hrnk": "wounds"}
_ONE_OF = {"skir": "skill", "trat": "trait", "ring": "ring", "atkr": "attack", "wdmg": "damage"}


def changes(data: Row, carried: list[Row], notes: Notes) -> list[Change]:
    """The modifiers that a user of the tool has written down; ``carried`` are the weapons as they were read."""
    found = []
    for row in rows(data, "modifiers", "Modifiers", notes):
        kind, name = clean(row.get("type")), text(row, "reason", "The reason of a modifier", notes) or "modifier"
        values = [whole(value, -999, 999) for value in items(row, "value", f"The modifier {brief(name)}", notes)]
        rolled, kept, flat = (*values, 0, 0, 0)[:3]
        if rolled is None or kept is None or flat is None or not 2 <= len(values) <= 3:
            notes.doubt(f"The modifier {brief(name)} holds no dice that can be read; it was left out.")
        elif kind in _PLACES or kind in _ONE_OF or kind == "anyr":
            if kind in ("artn", "arrd", "hrnk") and (rolled or kept):
                notes.doubt(f"Of the modifier {brief(name)} only the number {flat:+} counts, not its dice.")
                rolled, kept = 0, 0
            on = _place(kind, row, name, carried, notes)
            if not isinstance(row.get("active"), bool):
                notes.doubt(f"The modifier {brief(name)} does not say whether it counts; it is switched off.")
            if on is not None:
                found.append(Change(name, rolled, kept, flat, on, row.get("active") is True))
        elif kind not in ("", "none") or any(values):
            notes.doubt(f"The modifier {brief(name)} is of a kind that is not read ({brief(kind)}).")
    return found


def _place(kind: str, row: Row, name: str, carried: list[Row], notes: Notes) -> tuple[str, ...] | None:
    """What a modifier changes; None where that is not known."""
    if kind not in _ONE_OF:
        return (_PLACES[kind],) if kind in _PLACES else ()
    general, one = _ONE_OF[kind], text(row, "dtl", f"What the modifier {brief(name)} changes", notes)
    if not one:
        notes.doubt(f"The modifier {brief(name)} does not say which {general}; it counts for each.")
        return (general,)
    key = skill_name(one)
    if general == "skill" and is_known(key):
        return (shown(key).lower(),)
    if (general == "trait" and is_trait(key)) or (general == "ring" and key in RINGS):
        return (f"ring {key}" if key == "void" else f"{general} {key}",)
    weapon = next((arm["name"] for arm in carried if plain(arm["name"]) == key), key if key in WEAPONS else "")
    if general in ("attack", "damage") and weapon:
        return (f"{general} {weapon.lower()}",)
    notes.doubt(f"The modifier {brief(name)} changes {brief(one)}, which is not known here; it was left out.")
    return None


def arms(data: Row, notes: Notes) -> list[Arm]:
    """The weapons; arrows, which the tool lists among them, go to the bows."""
    found, arrows, told = [], [], []
    for row in rows(data, "weapons", "Weapons", notes):
        name, tags = text(row, "name", "The name of a weapon", notes), words(row.get("tags"))
        if "arrow" in tags:
            arrows.append((name, rating(row.get("dr"))))
            continue
        found.append(_arm(row, name, tags, notes))
        told += [name] if any(filled(row.get(key)) for key in ("desc", "rule")) else []
    notes.left_list("The special rules of weapons", told)
    if shown_as := listed(name for name, _ in arrows):
        notes.left(f"How many arrows there are is not read: {shown_as}.")
    if not arrows or not any(arm.kind == "bow" for arm in found):
        return found
    name, dr = arrows[0]
    arrow = plain(name) if plain(name) in ARROWS and dr in ("", ARROWS[plain(name)]) else dr
    if len(arrows) > 1:
        notes.doubt(f"Several kinds of arrows are carried; the bows are read with {brief(arrow)}.")
    return [arm._replace(arrow=arm.arrow or arrow) if arm.kind == "bow" else arm for arm in found]


def _arm(row: Row, name: str, tags: tuple[str, ...], notes: Notes) -> Arm:
    skill, strength = (
        skill_name(text(row, "skill_id", "The Skill of a weapon", notes)),
        whole(row.get("strength"), 1, 10),
    )
    like, dr = WEAPONS.get(plain(name)), rating(row.get("dr"))
    kind = like.kind if like else ""
    if not like and "ranged" in tags:
        kind = "bow" if strength or skill == "kyujutsu" else "thrown"
    trait = clean(row.get("trait")).lower()
    if trait and trait not in TRAITS:
        notes.doubt(f"The weapon {brief(name)} names {brief(trait)}, which is no Trait; the usual one is used.")
    if (amount_carried := whole(row.get("qty", 1), 0, 999_999)) != 1:
        shown_as = brief(row.get("qty")) if amount_carried is None else amount_carried
        notes.left(f"How many there are of the weapon {brief(name)} ({shown_as}) is not read.")
    if (second := rating(row.get("dr_alt"))) and not (like and second in dict(like.ways).values()):
        notes.left(f"The second damage rating of the weapon {brief(name)} ({second}) is not read.")
    if least := whole(row.get("min_str"), 1, 99):
        notes.left(f"The least Strength for the weapon {brief(name)} ({least}) is not read.")
    return Arm(name, skill, trait, kind, dr, strength if kind == "bow" else None, dr if kind == "bow" else "")


def worn(data: Row, notes: Notes) -> Row:
    """The table of the armor."""
    suit = table(data, "armor", "The armor", notes)
    name = text(suit, "name", "The name of the armor", notes)
    if any(filled(suit.get(key)) for key in ("desc", "rule")):
        notes.left("The special rules of the armor are not read.")
    tn = count(suit, "tn", "What the armor adds to the Armor TN", notes, 0, 99)
    return armor(name, tn or 0, count(suit, "rd", "The Reduction of the armor", notes, 0, 99) or 0, notes)
