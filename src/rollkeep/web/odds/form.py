"""What stands in the form of the odds, and the roll that it asks for; every fault is told where it was made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from rollkeep.advice.symbols import Target
from rollkeep.dice.notation import read_pool
from rollkeep.dice.symbol_notation import read_symbols
from rollkeep.errors import RollKeepError, RuleError, UsageError
from rollkeep.fifth import check as fifth
from rollkeep.fourth import check as fourth
from rollkeep.fourth import roll
from rollkeep.fourth.request import MAX_RAISES, MAX_TN, Request

FOURTH, FIFTH = "4e", "5e"
DICE = "roll"
TICKS = "with"


class Number(NamedTuple):
    """A field for a number."""

    label: str
    least: int
    most: int


NUMBERS: Mapping[str, Mapping[str, Number]] = {
    FOURTH: {
        "trait": Number("Trait", 1, 10),
        "skill": Number("Skill", 0, 10),
        "tn": Number("TN", 0, MAX_TN),
        "raises": Number("Raises", 0, MAX_RAISES),
        "free_raises": Number("Free Raises", 0, MAX_RAISES),
        "lower_tn": Number("of these on the TN", 0, MAX_RAISES),
        "void_ring": Number("Void Ring", 0, 10),
    },
    FIFTH: {
        "ring": Number("Ring", 1, fifth.MAX_DICE),
        "skill": Number("Skill", 0, fifth.MAX_DICE),
        "tn": Number("TN", 1, fifth.MAX_TN),
        "opportunity": Number("Opportunities", 0, 10),
        "strife": Number("Strife at most", 0, 20),
        "helpers_skilled": Number("Skilled helpers", 0, 9),
        "helpers_unskilled": Number("Other helpers", 0, 9),
    },
}
MARKS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    FOURTH: {
        "boost": ("Void Point", "+1k1"),
        "emphasis": ("Emphasis", "ones again"),
        "unskilled": ("Unskilled", "none explodes"),
        "skill": ("Void Point", "rank 0 as 1"),
        "nine": ("Explode on 9", ""),
        "low": ("Keep the lowest", ""),
    },
    FIFTH: {"seize": ("Void Point", "one more"), "compromised": ("Compromised", "no strife")},
}
EXAMPLES = {FOURTH: {DICE: "7k3", "tn": "20"}, FIFTH: {DICE: "3r2s", "tn": "3"}}

_NUMBERS = "|".join(
    name.replace("_", "[ _-]") for name in sorted({*NUMBERS[FOURTH], *NUMBERS[FIFTH]}, key=len, reverse=True)
)
_WORD = re.compile(
    rf"(?<!\S)(?:--)?(?:(?P<number>{_NUMBERS})(?:[ \t]+|=)(?P<value>[^\s]+)"
    r"|(?P<mark>unskilled|emphasis|compromised)|void(?:[ \t]+|=)(?P<void>boost|skill|seize)"
    r"|keep(?:[ \t]+|=)(?P<keep>low|high)|explode[ -]on(?:[ \t]+|=)(?P<nine>9|10))(?!\S)[ \t]*",
    re.IGNORECASE,
)
"""What may stand behind the dice, as on the command line, with or without the signs of an option."""


class Form(NamedTuple):
    """What stands in the form: the game, each field as it was typed, and what is ticked."""

    game: str
    typed: Mapping[str, str]
    ticked: frozenset[str]

    def text(self, name: str) -> str:
        """What was typed in a field."""
        return self.typed.get(name, "")

    @property
    def is_blank(self) -> bool:
        """Whether no roll is asked for."""
        ranks = ("trait", "skill") if self.game == FOURTH else ("ring", "skill")
        return not any(self.text(name).strip() for name in (DICE, *ranks))

    @property
    def link(self) -> str:
        """The address of the same, without what is not said; a bare address would be that of the example."""
        pairs = [("game", self.game)] if self.game == FIFTH and not self.text(DICE) else []
        pairs += [(name, self.text(name)) for name in (DICE, *NUMBERS[self.game]) if self.text(name).strip()]
        pairs += [(TICKS, name) for name in MARKS[self.game] if name in self.ticked]
        return f"/odds?{urlencode([*pairs, (DICE, '')] if self.is_blank else pairs)}"


class Asked(NamedTuple):
    """What the form asks for; where it has faults, nothing. The faults stand at the fields where they were made."""

    faults: Mapping[str, RollKeepError]
    roll: fourth.Declared | None = None
    check: fifth.Declared | None = None
    target: Target | None = None


def read_form(query: QueryParams) -> Form:
    """The form that an address holds; a bare one holds an example."""
    game = query.get("game", "")
    if not set(query) - {"game"}:
        game = game if game in EXAMPLES else FOURTH
        return Form(game, EXAMPLES[game], frozenset())
    dice, _ = _apart(query.get(DICE, ""))
    if _is_of_fifth(dice):
        game = FIFTH
    elif game not in EXAMPLES or (dice.strip() and "k" in dice.lower()):
        game = FOURTH
    typed = {name: query[name] for name in (DICE, *NUMBERS[game]) if name in query}
    elsewhere = set(MARKS[FIFTH if game == FOURTH else FOURTH]) - set(MARKS[game])
    return Form(game, typed, frozenset(query.getlist(TICKS)) - elsewhere)


def asked_by(form: Form) -> Asked:
    """The roll that a form asks for, or what is wrong with it."""
    faults: dict[str, RollKeepError] = {}
    said = _with_words(form, faults)
    for name in said.ticked - set(MARKS[form.game]):
        faults[TICKS] = UsageError(f"A roll is not {name[:30]!r}.", hint="Choose from what is offered here.")
    numbers = {name: _number(said.text(name), number, name, faults) for name, number in NUMBERS[form.game].items()}
    make = _roll if form.game == FOURTH else _check
    made = make(said, numbers, faults)
    return Asked(faults) if faults or made is None else made._replace(faults=faults)


def _apart(text: str) -> tuple[str, list[re.Match[str]]]:
    """The dice, and the words behind them; where something else stands there too, all of it counts as dice."""
    first = _WORD.search(text[:1000])
    if first is None:
        return text, []
    words, at = list[re.Match[str]](), first.start()
    while at < len(text):
        found = _WORD.match(text, at)
        if found is None:
            return text, []
        words.append(found)
        at = found.end()
    return text[: first.start()], words


def _with_words(form: Form, faults: dict[str, RollKeepError]) -> Form:
    """The form with what stands behind the dice in the fields where it belongs."""
    dice, words = _apart(form.text(DICE))
    typed, ticked = {**form.typed, DICE: dice}, set(form.ticked)
    for word in words:
        if word["number"]:
            name = re.sub("[ -]", "_", word["number"].lower())
            if typed.get(name, "").strip() not in ("", word["value"]):
                faults[DICE] = UsageError(
                    f"{word[0].strip()} stands here, and {typed[name][:20]} in its own field.",
                    code="usage.clash",
                    hint="Leave one of the two out.",
                )
            typed[name] = word["value"]
        mark = (word["mark"] or word["void"] or {"low": "low"}.get((word["keep"] or "").lower(), "")).lower()
        ticked |= {mark} if mark else {"nine"} if word["nine"] == "9" else set()
    return Form(form.game, typed, frozenset(ticked))


def _is_of_fifth(dice: str) -> bool:
    """Whether these look like ring and skill dice."""
    return bool(re.match(r"[\s+]*[0-9]+[\s+]*d?[rs](?![a-z]{2})", dice, re.IGNORECASE)) and "k" not in dice.lower()


def _number(text: str, number: Number, name: str, faults: dict[str, RollKeepError]) -> int | None:
    """The number in a field; None where it is empty or wrong."""
    text = text.strip()
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= 18 and number.least <= int(text) <= number.most:
        return int(text)
    shown = repr(text if len(text) <= 30 else text[:30] + "…")
    faults[name] = UsageError(
        f"{number.label} takes a whole number from {number.least} to {number.most}, not {shown}.",
        code="usage.number",
        hint="Write it in plain digits.",
    )
    return None


Numbers = Mapping[str, int | None]


def _roll(form: Form, numbers: Numbers, faults: dict[str, RollKeepError]) -> Asked | None:
    """A roll of the 4th edition."""
    what = _what(form, numbers, faults)
    if what is None or faults:
        return None
    ticked = form.ticked
    request = Request(
        what,
        tn=numbers["tn"],
        raises=numbers["raises"] or 0,
        free_raises=numbers["free_raises"] or 0,
        lower_tn=numbers["lower_tn"] or 0,
        void=tuple(effect for effect in ("boost", "skill") if effect in ticked),
        void_ring=numbers["void_ring"],
        unskilled="unskilled" in ticked,
        emphasis="emphasis" in ticked,
        explode_on=9 if "nine" in ticked else None,
        lowest="low" in ticked,
    )
    try:
        return Asked(faults, roll=fourth.declare(request))
    except RuleError as fault:
        faults[_field_of(fault, request)] = fault
        return None


def _what(form: Form, numbers: Numbers, faults: dict[str, RollKeepError]) -> roll.What | None:
    dice, trait, skill = form.text(DICE), numbers["trait"], numbers["skill"]
    if dice.strip():
        _refuse_both(form, ("trait", "skill"), faults)
        try:
            return roll.What("notation", read_pool(dice), "4e.pool")
        except RollKeepError as fault:
            faults[DICE] = fault
            return None
    if trait is None:
        if form.text("skill").strip() and "trait" not in faults:
            faults["trait"] = UsageError("A Skill needs a Trait.", code="usage.needs", hint="Add its rank.")
        return None
    return roll.trait(trait) if skill is None else roll.skill(trait, skill)


def _refuse_both(form: Form, ranks: tuple[str, str], faults: dict[str, RollKeepError]) -> None:
    """Dice and the ranks that make them cannot both be given."""
    for name in ranks:
        if form.text(name).strip():
            faults[name] = UsageError(
                f"Dice and a {NUMBERS[form.game][name].label} exclude each other.",
                code="usage.clash",
                hint="Write the dice, or the ranks they are made of, and leave the other empty.",
            )
            return


_FIELDS = {
    "4e.tn": "tn",
    "4e.raise": "raises",
    "4e.raise.limit": "raises",
    "4e.free-raise": "lower_tn",
    "4e.emphasis": TICKS,
    "4e.explode.nine": TICKS,
    "4e.void.boost": TICKS,
    "4e.void.skill": TICKS,
    "4e.void.limit": TICKS,
    "4e.void.pool": "void_ring",
}


def _field_of(fault: RuleError, request: Request) -> str:
    """Where a rule was broken."""
    if fault.rule == "4e.unskilled":
        called = request.raises or request.free_raises
        return ("raises" if request.raises else "free_raises") if called else TICKS
    if fault.rule == "4e.raise" and not request.raises:
        return "free_raises"
    return _FIELDS.get(fault.rule, DICE if request.what.kind == "notation" else "trait")


def _check(form: Form, numbers: Numbers, faults: dict[str, RollKeepError]) -> Asked | None:
    """A check of the 5th edition."""
    dice = form.text(DICE)
    ring, skill = numbers["ring"], numbers["skill"] or 0
    if dice.strip():
        _refuse_both(form, ("ring", "skill"), faults)
        try:
            ring, skill = read_symbols(dice)
        except RollKeepError as fault_in_dice:
            faults[DICE] = fault_in_dice
    elif ring is None and form.text("skill").strip() and "ring" not in faults:
        faults["ring"] = UsageError("A check needs a ring.", code="usage.needs", hint="Add its rank.")
    tn = numbers["tn"]
    for aim in ("opportunity", "strife"):
        if numbers[aim] is not None and not form.text("tn").strip():
            faults["tn"] = UsageError("An aim needs a TN.", code="usage.needs", hint="Write the TN too.")
    if faults or ring is None:
        return None
    request = fifth.Request(
        ring,
        skill,
        tn=tn,
        seize="seize" in form.ticked,
        skilled=numbers["helpers_skilled"] or 0,
        unskilled=numbers["helpers_unskilled"] or 0,
        compromised="compromised" in form.ticked,
    )
    try:
        declared = fifth.declare(request)
    except RollKeepError as fault:
        faults[DICE if dice.strip() else "ring"] = fault
        return None
    target = None if tn is None else Target(tn, numbers["opportunity"] or 0, numbers["strife"])
    return Asked(faults, check=declared, target=target)
