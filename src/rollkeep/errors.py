"""What can go wrong, as one tree.

RollKeepError                      exit 1, never raised itself
├ NotationError (ValueError)       what was typed cannot be read             exit 2
├ RuleError     (ValueError)       a rule of the game forbids it             exit 2
├ SheetError    (ValueError)       a character file at fault, or missing     exit 2
│ └ Missing                        something that a roll needs and it lacks  exit 2
├ IllegalMove   (ValueError)       a move that is not on offer now           exit 3
├ CodecError    (ValueError)       a log's line that cannot be read          exit 6
├ LogError                         a log that does not hold together         exit 6
├ TableError                       what a table does not do                  exit 5
│ ├ Conflict                       it has gone on, or there is no such thing exit 5
│ ├ NotSeated                      a seat that may not                       exit 5
│ ├ NoSuchTable                    no such table, or no seat there           exit 5
│ ├ Gone                           it was there and was deleted              exit 5
│ ├ TooMuch                        more than is taken at once                exit 5
│ └ Full                           it could not be saved                     exit 5
├ UsageError                       options or a configuration file misused   exit 2
└ OddsError                        odds that were not computed               exit 4
  └ TooLarge                       they would take too long
"""

from __future__ import annotations

from typing import Any


class RollKeepError(Exception):
    """Every error of this package: a message, a stable ``code``, a ``hint`` what to do next, and ``data``."""

    code = "error"
    exit_status = 1

    def __init__(self, message: str, *, code: str = "", hint: str = "", **data: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.hint = hint
        self.data = data

    def told(self) -> dict[str, Any]:
        """The error for programs."""
        return {"code": self.code, "message": self.message, "hint": self.hint, "data": self.data}


class NotationError(RollKeepError, ValueError):
    """Text that cannot be read. ``position`` counts characters from 0; ``expected`` says what would fit there."""

    code = "notation.unreadable"
    exit_status = 2

    def __init__(self, message: str, text: str, position: int, *, expected: str = "", code: str = "", hint: str = ""):
        super().__init__(message, code=code, hint=hint, text=text, position=position, expected=expected)
        self.text, self.position, self.expected = text, position, expected


class RuleError(RollKeepError, ValueError):
    """What a rule of the game forbids; ``rule`` is the rule's id, and the code too."""

    code = "rule"
    exit_status = 2

    def __init__(self, rule: str, message: str, *, hint: str = "", **data: Any) -> None:
        super().__init__(message, code=rule, hint=hint, rule=rule, **data)
        self.rule = rule


class SheetError(RollKeepError, ValueError):
    """A character file that is missing, cannot be read or written, or says what it cannot say.

    ``data["faults"]`` lists every fault of the file, each with ``line``, ``key``, ``message`` and ``hint``.
    """

    code = "sheet"
    exit_status = 2


class Missing(SheetError):  # noqa: N818 - says what it is
    """Something that a roll needs and that nobody has written down.

    ``key`` names it as the file does, such as ``traits.reflexes``; ``least`` and ``most`` bound the number to write.
    """

    code = "sheet.missing"

    def __init__(self, who: str, key: str, what: str, least: int, most: int) -> None:
        table, _, entry = key.rpartition(".")
        place = f"under [{table}]" if table else "at the top"
        written = entry if entry.replace("_", "").isalnum() else f'"{entry}"'
        super().__init__(
            f"{who} has no {what} written down.",
            hint=f"Write it {place} of the file: {written} = N.",
            key=key,
        )
        self.who, self.key, self.what, self.least, self.most = who, key, what, least, most


class IllegalMove(RollKeepError, ValueError):  # noqa: N818 - says what it is
    """A move that is not on offer now. ``offers`` are what ``who`` may do instead; empty: they have to wait.

    ``turn`` names whom the procedure waits for.
    """

    code = "move.illegal"
    exit_status = 3

    def __init__(
        self, who: str, move: object, offers: tuple[Any, ...] = (), *, turn: tuple[str, ...] = (), message: str = ""
    ) -> None:
        name, actor = type(move).__name__, "The game master" if who == "gm" else who[:60]
        may_ = " or ".join(dict.fromkeys(offer.move.__name__ for offer in offers))
        waits = (
            f"It is for {' and '.join('the game master' if one == 'gm' else one for one in turn)} to act."
            if turn
            else "It is over."
        )
        with_ = " and ".join(f"{field} {getattr(move, field)!r:.40}" for field in _spoilt(move, offers))
        super().__init__(
            message or f"{actor} cannot {name} {f'with {with_}' if with_ else 'now'}.",
            hint=f"{actor} may {may_}{' with other values' if with_ else ''}." if may_ else waits,
            who=who,
            move=name,
            offers=[offer.move.__name__ for offer in offers],
            turn=list(turn),
        )
        self.who, self.move, self.offers, self.turn = who, move, offers, turn


def _spoilt(move: object, offers: tuple[Any, ...]) -> list[str]:
    """The values of a move that no bound admits, where the move itself is on offer; rather those that are missing."""
    spoilt = (
        [name for name, bound in offer.bounds if not bound.holds(getattr(move, name))]
        for offer in offers
        if offer.move is type(move)
    )
    return min(spoilt, key=lambda names: (len(names), any(getattr(move, name) != "" for name in names)), default=[])


class CodecError(RollKeepError, ValueError):
    """A value of a log or a command that is not written as it should be."""

    code = "log.unreadable"
    exit_status = 6


class LogError(RollKeepError):
    """A log that cannot be read, or that does not hold together; ``entry`` numbers the first wrong one."""

    code = "log.broken"
    exit_status = 6


class TableError(RollKeepError):
    """What a table does not do."""

    code = "table"
    exit_status = 5


class Conflict(TableError):  # noqa: N818 - says what it is
    """A table that has gone on meanwhile, or a run or a procedure that is not there."""

    code = "table.conflict"


class NotSeated(TableError):  # noqa: N818 - says what it is
    """A seat that may not do this."""

    code = "table.not-seated"


class NoSuchTable(TableError):  # noqa: N818 - says what it is
    """A table, a link or a page that is not there; the same for whoever has no seat at a table."""

    code = "table.none"

    def __init__(self) -> None:
        super().__init__("There is nothing at this address.", hint="Ask the game master for the link.")


class Gone(TableError):  # noqa: N818 - says what it is
    """A shared card of a table that was deleted."""

    code = "table.gone"

    def __init__(self) -> None:
        super().__init__("The table of this card was deleted.", hint="Whoever kept an export can still verify it.")


class TooMuch(TableError):  # noqa: N818 - says what it is
    """More than is taken at once."""

    code = "table.too-much"


class Full(TableError):  # noqa: N818 - says what it is
    """It could not be saved, so it has not happened."""

    code = "table.full"


class UsageError(RollKeepError):
    """Options, arguments or a configuration file that do not fit together."""

    code = "usage"
    exit_status = 2


class OddsError(RollKeepError):
    """Odds that were asked for and not computed."""

    code = "odds"
    exit_status = 4


class TooLarge(OddsError):  # noqa: N818 - says what it is
    """Odds that would take too long; the hint says what to lower."""

    code = "odds.too-large"


CODES = {
    "notation.empty": "nothing was written where a roll such as `7k3` belongs",
    "notation.too-long": "more than 200 characters",
    "notation.too-many-terms": "more than 64 terms",
    "notation.too-large": "a number beyond its limit: 100 dice, a flat bonus of 999; 10 ring dice, 10 skill dice",
    "notation.negative": "the terms add up to fewer than no dice",
    "notation.no-dice": "only a number where dice belong",
    "notation.number": "a number is missing beside the k, r or s, or dice are written in a way that is not read",
    "notation.digit": "a digit of another script, a superscript or a full-width digit",
    "notation.letter": "a letter that only looks like k, r or s, or one that is missing",
    "notation.character": "a character that no notation has",
    "notation.other-tool": "the way another dice tool writes it; the hint gives ours",
    "notation.tn": "a number after the roll, as if it were the Target Number",
    "dice.count": "not as many dice as the pool rolls",
    "dice.face": "a face that the die does not have",
    "dice.explosion": "an explosion missing, or one that cannot be",
    "dice.reroll": "a die re-rolled that is not to be, or left as it was that has to be",
    "dice.positions": "positions to keep that are not there, twice, too many or too few",
    "usage": "options or words that the command does not take",
    "usage.number": "an option's number that is no whole number or out of its range",
    "usage.text": "a text that is too long, or with characters that cannot be shown",
    "usage.clash": "two options that exclude each other",
    "usage.needs": "an option that makes no sense without another",
    "usage.ruling": "an unknown ruling, one of the other game, or a value that it does not have",
    "usage.file": "a `rollkeep.toml` that cannot be read or holds an unknown key",
    "usage.terminal": "a question that can only be asked on a terminal",
    "usage.ledger": "nothing in a character's ledger that could be taken back",
    "usage.roll": "a Skill, Trait, weapon or other roll of a character that is not known",
    "usage.rule": "no rule with that id or word",
    "usage.table": "a table or a seat that is not there, or a name that several tables have",
    "usage.output": "a file to write that is there already, or cannot be written",
    "usage.picture": "a picture whose name does not end in `.svg`, or that cannot be written",
    "sheet": "a character file with faults; all are listed, each with its line",
    "sheet.file": "a character file that cannot be opened, is too large, is no text or no TOML",
    "sheet.unknown": "no character file of that name",
    "sheet.game": "a character file of the other game than the one that is played",
    "sheet.name": "a name that a character file cannot have",
    "sheet.exists": "a file that is there already and is not overwritten",
    "sheet.missing": "something that a roll needs and the character file does not say",
    "sheet.write": "a file that cannot be written; nothing was changed",
    "sheet.import": "a file of another tool that cannot be read",
    "move.illegal": "a move that is not on offer now; the hint says what is, or whose turn it is",
    "log.unreadable": "a line or a value of a log that is not written as it should be",
    "log.broken": "a log whose entries do not hold together: changed, missing or out of order",
    "log.file": "a log that cannot be opened, is too large, or comes from a newer version",
    "log.database": "a database that is missing, cut off, damaged, of another program or of a newer version",
    "log.served": "a database that another server holds",
    "table.command": "a command id that was used for something else",
    "table.conflict": "a run that has gone on meanwhile, or one that is not there",
    "table.not-seated": "a seat that may not act for somebody",
    "table.name": "a name at a table that looks like one that is there already",
    "table.none": "no such table or page, or no seat at that table",
    "table.gone": "a shared card of a table that was deleted",
    "table.too-much": "a command, an import or an export that is larger than is taken",
    "table.full": "the disk is full or the database cannot be written; it has not happened",
    "web.form": "a form that cannot be read, or that asks for nothing that is known",
    "web.method": "a page that is asked for in a way that it does not take",
    "odds.too-large": "odds for a pool or a target too large to compute at once",
}
"""Every code that is not a rule's id, and when it is given."""
