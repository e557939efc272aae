"""Words and options of one game said of a character or of dice of the other: one sentence that tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import click

from rollkeep.cli.verbs import RING_DICE, VERBS, bare, is_of_fifth, names_ring_dice
from rollkeep.cli.words import Whole
from rollkeep.errors import RollKeepError, UsageError

FOURTH, FIFTH = "4th", "5th"


class Meant(NamedTuple):
    """Which edition a command line is of, the reason why in words, and the name of the character; none for dice.

    ``ready`` where no file is called so, but a ready-made character.
    """

    edition: str
    because: str
    name: str = ""
    ready: bool = False

    @property
    def other(self) -> str:
        """The other edition."""
        return FOURTH if self.edition == FIFTH else FIFTH


def explained(error: RollKeepError, args: Sequence[str]) -> RollKeepError:
    """The error, or where what it complains of is right in the other game, one that says so."""
    option, value = error.data.get("option"), error.data.get("value")
    if not (isinstance(error, UsageError) and args and (option or error.code == "usage.roll")):
        return error
    verb = args[0] if args[0] in VERBS else "roll"
    if verb not in RING_DICE:
        return error
    rest = args[1:] if args[0] == verb else args
    try:
        meant = _meant(rest)
    except RollKeepError:
        return error
    if meant is None:
        return error
    if option:
        mine, other = (_option(verb, edition, option) for edition in (meant.edition, meant.other))
        numbers = all(isinstance(each.type, Whole) for each in (mine, other) if each)
        if not _takes(other, value) or _takes(mine, value) or (mine and numbers):
            return error  # a number out of its range is just that
        said = f"{option} {value}" if value else option
    else:
        said = " ".join(bare(rest)[1:])
        if not meant.name or not _rolls(meant.other, said):
            return error
        said = repr(said[:40])
    return UsageError(
        f"{meant.because}, and {said} is for the {meant.other}.",
        code=error.code,
        hint=_hint(verb, meant, by_option=bool(option)),
        **({"option": option, "value": value} if option else {}),
    )


def _meant(args: Sequence[str]) -> Meant | None:
    """What the words name; nothing where they name neither dice nor a character."""
    from rollkeep.cli.people import name_and_count
    from rollkeep.dice.notation import is_terms
    from rollkeep.table import sheets

    words = bare(args)
    if not words:
        return None
    if names_ring_dice(words):
        return Meant(FIFTH, f"{' '.join(words)[:40]} are dice of the 5th edition")
    if is_terms(words[0]):
        return Meant(FOURTH, f"{' '.join(words)[:40]} are dice of the 4th edition")
    name, _ = name_and_count(words[0])
    path, edition = sheets.find(name), FIFTH if is_of_fifth(words) else FOURTH
    if path:
        return Meant(edition, f"{path} is a character of the {edition} edition", name)
    if edition == FIFTH:
        told = f"There is no {name}.toml here; the ready-made {name} is a character of the 5th edition"
        return Meant(edition, told, name, ready=True)
    return None


def _option(verb: str, edition: str, name: str) -> click.Option | None:
    """The option of that name that a verb has in an edition."""
    command: click.Command = import_module(f"rollkeep.cli.{RING_DICE[verb] if edition == FIFTH else verb}").command
    options = (param for param in command.params if isinstance(param, click.Option) and not param.hidden)
    return next((option for option in options if name in option.opts), None)


def _takes(option: click.Option | None, value: Any) -> bool:
    """Whether there is such an option, and it takes the value where one is given."""
    if option is None or value is None:
        return option is not None
    try:
        option.type.convert(value, option, None)
    except (RollKeepError, click.ClickException):
        return False
    return True


def _rolls(edition: str, text: str) -> bool:
    """Whether an edition knows what is to be rolled."""
    try:
        if edition == FIFTH and not names_ring_dice([text]):
            from rollkeep.fifth.deed import read_deed
            from rollkeep.fifth.sheet import Character

            read_deed(Character("?"), text)
        elif edition == FOURTH:
            from rollkeep.fourth import deed, sheet

            deed.read_deed(sheet.Character("?"), text)
    except RollKeepError:
        return False
    return True


def _hint(verb: str, meant: Meant, *, by_option: bool) -> str:
    """What fits instead."""
    options = f"All options: rollkeep {verb}{' 3r2s' if meant.edition == FIFTH else ''} --help."
    if not meant.name:
        return options
    who, before = meant.name, ""
    if meant.ready:
        who, before = "The ready-made one", f"rollkeep sheet new {meant.name} makes a file of the 4th. "
    if by_option:
        return before + options
    if meant.edition == FIFTH:
        return f"{before}{who} rolls a skill with a ring, such as meditation/air, or strike, initiative, resist."
    return f"{who} rolls a Skill, with another Trait such as kenjutsu/reflexes, a Trait or a Ring."
