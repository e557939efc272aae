"""What L5R Character Manager 3 writes and a character file has no place for."""

from typing import Any

from rollkeep.foreign.values import Notes, Row, brief, clean, filled, items, listed, table, unread
from rollkeep.fourth.imports.families import shown_id

_DEAD = ("attribs", "void", "insight", "outfit")
_COSTS = ("attrib_costs", "void_cost", "spells_per_rank")  # what the next rank costs changes no roll
_READ = (
    *("name", "clan", "family", "starting_traits", "starting_void", "advans", "honor", "glory", "status", "wounds"),
    *("health_multiplier", "health_base_multiplier", "void_points", "armor", "weapons", "modifiers"),
)
_OF_THE_TOOL = ("version", "uuid", "unsaved", "pack_refs", *_DEAD, *_COSTS)
_SAID = ("properties", "insight_calculation", "exp_limit")
_BOUGHT = {"kata": "Kata", "kiho": "Kiho", "spell": "Spells", "memo_spell": "Spells", "perk": "Merits and flaws"}
_GRANTED = {
    "spells": "Spells",
    "kiho": "Kiho",
    "merits": "Merits and flaws",
    "flaws": "Merits and flaws",
    "affinities": "Affinities",
    "deficiencies": "Deficiencies",
    "outfit": "Things from the school's outfit",
}


def not_read(data: Row, advans: list[Row], ranks: list[Row], notes: Notes) -> None:
    """A note on everything of the file that is not read."""
    schools = [clean(row.get(key)) for row in ranks for key in ("school", "replaced")]
    earlier = [shown_id(name, clean(data.get("clan"))) for name in schools if name != clean(ranks[-1].get("school"))]
    notes.left_list("Earlier schools", earlier)
    if "void_points" in data:
        points = brief(data["void_points"])
        notes.left(f"Void Points are not read: the file says {points}, but not whether these are spent or left.")
    kinds: dict[str, list[str]] = {}
    for row in advans:
        kind = clean(row.get("type"))
        if kind in _BOUGHT:
            kinds.setdefault(_BOUGHT[kind], []).append(_title(row.get("spell" if kind == "memo_spell" else kind)))
        elif kind not in ("rank", "attrib", "void", "skill", "emph"):
            kinds.setdefault("Bought things of an unknown kind", []).append(kind or "nothing")
    for row in ranks:
        for key, what in _GRANTED.items():
            for one in items(row, key, what, notes):
                kinds.setdefault(what, []).append(_title(one.get("perk") if isinstance(one, dict) else one))
        if choices := [key for key in row if key.endswith("_to_choose") and filled(row[key])]:
            notes.left(f"Choices are still open: {listed(key.removesuffix('_to_choose') for key in choices)}.")
    for what, names in kinds.items():
        notes.left_list(what, names)
    if any(filled(row.get("money")) for row in ranks):
        notes.left("The money from the school is not read.")
    if dead := [key for key in _DEAD if filled(data.get(key))]:
        notes.left(f"Not read, for the tool itself no longer uses them: {listed(dead)}.")
    details = table(data, "properties", "Personal details", notes)
    notes.left_list("Personal details", (key for key, value in details.items() if filled(value)))
    if data.get("insight_calculation", 1) != 1:
        notes.doubt("The file counts Insight in another way than the rules; here the rules' way counts.")
    if data.get("exp_limit", 40) != 40:
        notes.left(f"The limit of experience points ({brief(data['exp_limit'])}) is not read.")
    unread(data, (*_READ, *_OF_THE_TOOL, *_SAID), "at the top of the file", notes)


def _title(value: Any) -> str:
    return clean(value).replace("_", " ")
