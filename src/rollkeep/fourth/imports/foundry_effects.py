"""What the active effects of Foundry VTT make of an actor's values."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from rollkeep.foreign.values import Notes, Row, brief, clean, filled, number, rows, text

_MODES = ("custom", "multiply", "add", "downgrade", "upgrade", "override")


class _Step(NamedTuple):
    """One change of one effect. Steps are taken in the order of ``priority``."""

    priority: float
    path: str
    mode: str
    value: Any
    effect: str


def old_name(name: str) -> str:
    """A key as older files write it.

    >>> old_name("rollMod"), old_name("suffered")
    ('roll_mod', 'suffered')
    """
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)


def value_at(holder: Row, path: str) -> Any:
    """What stands at a path, under its present or its older name; None where nothing does."""
    here: Any = holder
    for key in path.split("."):
        if not isinstance(here, dict):
            return None
        here = here.get(key) if here.get(key) is not None else here.get(old_name(key))
    return here


def changed(system: Row, paths: tuple[str, ...], effects: list[Row], items: list[Row], notes: Notes) -> Row:
    """The values at these paths after all effects of the actor and of its items."""
    values: Row = {}
    for path in paths:
        value = value_at(system, path)
        if path.startswith("traits.") and isinstance(value, dict):
            value = value.get("rank")  # as older files have it
        values[path] = value
    strange = []
    for step in sorted(_steps(effects, items, notes), key=lambda step: step.priority):
        path = step.path.removeprefix("system.").removeprefix("data.")
        path = path.removesuffix(".rank") if path.startswith("traits.") else path
        if path not in values:
            strange.append(f"{step.path} by {step.effect}" if step.path else step.effect)
            continue
        after = _after(values[path], step)
        if after is None:
            notes.doubt(f"The effect {brief(step.effect)} on {path} ({brief(step.value)}) cannot be read.")
        else:
            values[path] = after
    notes.left_list("Effects on other values", strange)
    return values


def _steps(effects: list[Row], items: list[Row], notes: Notes) -> Iterable[_Step]:
    by_item = [(item, rows(item, "effects", "The effects of an item", notes)) for item in items]
    for effect in effects:
        # older worlds copy an item's effects to the actor: such a copy must not count again
        origin = clean(effect.get("origin"))
        copied = any(
            clean(item.get("_id")) and f"Item.{clean(item.get('_id'))}" in origin and _changes(own) == _changes(effect)
            for item, owned in by_item
            for own in owned
            if own.get("transfer") is not False
        )
        if copied:
            notes.left(f"The effect {brief(_name(effect))} is a copy of an item's effect and counts once.")
        else:
            yield from _of(effect, notes)
    for _, owned in by_item:
        for effect in owned:
            if effect.get("transfer") is False:
                notes.left(f"The effect {brief(_name(effect))} stays with its item and is not read.")
            else:
                yield from _of(effect, notes)


def _of(effect: Row, notes: Notes) -> Iterable[_Step]:
    name = text({"name": _name(effect)}, "name", "The name of an effect", notes) or "without a name"
    found = _changes(effect)
    if effect.get("disabled") not in (None, False):
        notes.left(f"The effect {brief(name)} is switched off and is not read.")
        return
    duration = effect.get("duration")
    lasting = [duration.get(key) for key in ("seconds", "rounds", "turns")] if isinstance(duration, dict) else []
    if found and (filled(lasting) or filled(effect.get("statuses"))):
        notes.doubt(f"The effect {brief(name)} is a passing one; it is counted in.")
    for change in found:
        mode = change.get("mode", change.get("type", "add"))
        if isinstance(mode, int) and not isinstance(mode, bool):
            mode = _MODES[mode] if 0 <= mode < len(_MODES) else "unknown"
        mode = clean(mode).lower()
        usual = 10 * _MODES.index(mode) if mode in _MODES else 20
        priority = number(change.get("priority"))
        yield _Step(usual if priority is None else priority, clean(change.get("key")), mode, change.get("value"), name)


def _changes(effect: Row) -> list[Row]:
    inside = effect.get("system")
    found = effect.get("changes") or (inside.get("changes") if isinstance(inside, dict) else None)
    return [change for change in found if isinstance(change, dict)] if isinstance(found, list) else []


def _name(effect: Row) -> str:
    return clean(effect.get("name")) or clean(effect.get("label"))


def _after(before: Any, step: _Step) -> int | float | None:
    start, value = number(before), number(step.value)
    if before in (None, "") and (step.mode == "override" or step.path.lower().endswith("mod")):
        start = 0
    if start is None or value is None or max(abs(start), abs(value)) > 1e6:
        return None
    if step.mode == "subtract":
        return start - value
    return {
        "multiply": start * value,
        "add": start + value,
        "downgrade": min(start, value),
        "upgrade": max(start, value),
        "override": value,
    }.get(step.mode)
