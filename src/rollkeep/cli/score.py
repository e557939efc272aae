"""``rollkeep score``: the score of a duel of the 5th edition."""

from __future__ import annotations

from typing import Any

import click

from rollkeep.cli.rulings import of_fifth, typed_fifth
from rollkeep.cli.words import Verb
from rollkeep.errors import UsageError
from rollkeep.fifth.rulings import Rulings
from rollkeep.fifth.score import (
    FORMS,
    MAX_FATIGUE,
    MAX_SEVERITY,
    MEETS,
    POINTS,
    SHOWN,
    Feats,
    Result,
    parts,
    score,
    told,
)
from rollkeep.names import nearest
from rollkeep.reason import Reason, because

NUMBERS = {"fatigue": MAX_FATIGUE, "critical": MAX_SEVERITY}
LABELS = {
    "objective": "objective achieved",
    "first": "struck first",
    "fatigue": "fatigue inflicted",
    "critical": "highest critical",
    "killed": "the other killed",
    "unmasked": "unmasked",
}
MEANT = {"first": "struck_first", "fatigue": "fatigue_score", "killed": "killed_counts"}


@click.command("score", cls=Verb, options_metavar="[OPTIONS]", params=[click.Argument(["form"], metavar="FORM")])
@click.option("--a", "a_said", metavar="FEATS", multiple=True, help="What A did; nothing if left out.")
@click.option("--b", "b_said", metavar="FEATS", multiple=True, help="What B did.")
@click.option("--deadly", is_flag=True, help="With custom: the duel is to the death, so killed counts.")
@click.option("--ruling", "ruled", metavar="NAME=VALUE", multiple=True, help="Read a rule in another way.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    form: str, a_said: tuple[str, ...], b_said: tuple[str, ...], deadly: bool, ruled: tuple[str, ...], as_json: bool
) -> None:
    """The score of a duel of the 5th edition, and who has won it.

    FORM is first-strike, first-blood, to-the-death, sparring, warriors-duel, taryu-jiai or custom.

    FEATS are joined by commas: objective, first (struck first), fatigue=N (inflicted), critical=N (severity of the
    highest, after reduction), killed, unmasked, cheated, conceded.

    \b
      rollkeep score first-blood --a objective,first,fatigue=4,critical=5 --b fatigue=2,unmasked
      rollkeep score sparring --a fatigue=9 --b objective,fatigue=11 --json
      rollkeep rules 5e.duel.score
    """
    from rollkeep.cli.config import load

    form = read_form(form)
    if deadly and form != "custom":
        raise UsageError("--deadly is for custom duels.", code="usage.clash", hint="Leave it out, or score custom.")
    a, b = read_feats("--a", _joined(a_said)), read_feats("--b", _joined(b_said))
    config = load()
    rulings = of_fifth((*config.rulings, *typed_fifth(ruled)))
    result = score(form, a, b, deadly=deadly)
    if as_json:
        from rollkeep.cli.as_json import dump

        dump(result_as_json(form, a, b, result))
        return
    from rollkeep.cli.show import Page

    page = Page(config.colour)
    _show(page, form, a, b, result, rulings)
    page.print()


def read_form(text: str) -> str:
    """A form of duel by its id, in any case.

    Raises: UsageError
    """
    if text.lower() in FORMS:
        return text.lower()
    near = nearest(text, FORMS)
    raise UsageError(
        f"There is no form of duel {text[:40]!r}.",
        hint=(f"Did you mean {near}? " if near else "") + f"Known: {', '.join(FORMS)}.",
        known=list(FORMS),
    )


def read_feats(option: str, text: str) -> Feats:
    """The feats of one side as they are typed: words joined by commas, some with ``=N``.

    Raises: UsageError

    >>> read_feats("--a", "first, critical=5") == Feats(first=True, critical=5)
    True
    """
    said: dict[str, Any] = {}
    for word in text.split(",") if text.strip() else ():
        name, sign, number = (part.strip() for part in word.partition("="))
        name = name.lower()
        if not word.strip():
            raise UsageError(f"{option} has nothing between two commas, or after the last.", hint="Leave a comma out.")
        if name not in Feats._fields:
            near = nearest(name, Feats._fields)
            raise UsageError(
                f"{option} has {word.strip()[:40]!r}, which is no feat of a duel.",
                hint=(f"Did you mean {near}? " if near else "") + f"Known: {', '.join(map(_written, Feats._fields))}.",
                known=list(Feats._fields),
            )
        if name in said:
            raise UsageError(f"{option} has {name} twice.", code="usage.clash", hint="Write each feat once.")
        said[name] = _number(option, name, number) if name in NUMBERS else True
        if sign and name not in NUMBERS:
            raise UsageError(f"{option}: {name} takes no number.", hint=f"Write {name} alone, or leave it out.")
    return Feats(**said)


def _number(option: str, name: str, text: str) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= 9
    if not plain or int(text) > NUMBERS[name]:
        wrong = f", not {text[:30]!r}" if text else ""
        raise UsageError(
            f"{option}: {name} takes a whole number from 0 to {NUMBERS[name]}{wrong}.",
            code="usage.number",
            hint=f"Write it in plain digits: {name}=4.",
        )
    return int(text)


def _joined(said: tuple[str, ...]) -> str:
    """An option that was given several times says all of it."""
    return ",".join(filter(str.strip, said))


def _written(name: str) -> str:
    return f"{name}=N" if name in NUMBERS else name


def result_as_json(form: str, a: Feats, b: Feats, result: Result) -> dict[str, Any]:
    """A result as ``docs/json.md`` describes it."""
    return {
        "form": form,
        "a": {"points": dict.fromkeys(POINTS, 0) | dict(parts(a)), "total": result.a},
        "b": {"points": dict.fromkeys(POINTS, 0) | dict(parts(b)), "total": result.b},
        "difference": result.difference,
        "result": result.result,
        "reason": result.reason,
        "winner": result.winner,
        "glory_bonus": result.glory_bonus,
    }


def _show(page: Any, form: str, a: Feats, b: Feats, result: Result, rulings: Rulings) -> None:
    """The points of both side by side, then what they come to."""
    from rollkeep.fifth.wording import sentence

    won = f"{result.winner.upper()} wins" if result.winner else "nobody wins"
    name = f", {result.result}" if result.winner and result.result else ""
    page.add(page.styled(f"{SHOWN[form]}: {won}{name}", bold=True))
    page.add()
    page.add(page.styled(f"  {'':20}{'A':>6}{'B':>6}", dim=True))
    left, right = dict(parts(a)), dict(parts(b))
    for name in POINTS:
        if name in left or name in right:
            page.add(f"  {LABELS[name]:20}{left.get(name, 0):>6}{right.get(name, 0):>6}")
    page.add(page.styled(f"  {'score':20}{result.a:>6}{result.b:>6}", bold=True) + "  [5e.duel.score]")
    page.add()
    for reason in (*_notes(form, a, b, rulings), *told(a, b, result)):
        page.wrapped(f"{sentence(reason)} [{reason.rule}]", "  ", dim=True)


def _notes(form: str, a: Feats, b: Feats, rulings: Rulings) -> list[Reason]:
    """How a feat is read where a ruling says it otherwise than the book, and what seems wrong or forgotten."""
    chosen = dict(rulings.chosen)
    notes = [because("5e.duel.score", "both-first")] if a.first and b.first else []
    for who, side in (("A", a), ("B", b)):
        if side.objective:
            continue
        if side.killed:
            notes.append(because("5e.duel.score", "no-objective", who=who))
        elif form in MEETS and side.critical >= MEETS[form]:
            notes.append(because("5e.duel.score", "met-by-critical", who=who, critical=side.critical))
    return notes + [
        because("5e.duel.score", "read-as", feat=feat, ruling=name, value=chosen[name])
        for feat, name in MEANT.items()
        if name in chosen and (getattr(a, feat) or getattr(b, feat))
    ]
