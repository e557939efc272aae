"""How one check is played through from the command line: dice thrown or typed, re-rolled, kept, until nothing explodes.

What the options leave open is asked on a terminal; elsewhere it goes by a stated policy, which the result tells.
"""

from __future__ import annotations

import re
import sys
from typing import NamedTuple

from rollkeep.advice.symbols import Target, best, most_successes
from rollkeep.cli.symbol_positions import placed, read_positions, read_rounds, unplaced
from rollkeep.dice.source import Source
from rollkeep.dice.symbol_hand import Seen, read_dice, spelled, unfinished
from rollkeep.dice.symbols import RING, Face, Faces, extra, kind, throw
from rollkeep.errors import NotationError, UsageError
from rollkeep.fifth.check import Declared, Hand, Outcome, Positions, begin, due, exploding, finish, settle
from rollkeep.fifth.reroll import check_rerolls, reroll, rerolls, worst
from rollkeep.reason import Reason, because

POLICIES = ("best", "most", "ask")


class Ways(NamedTuple):
    """What the options say of the dice: ``keep``, ``again`` for re-rolls, ``dice`` thrown by hand."""

    keep: str | None = None
    again: str | None = None
    dice: str | None = None
    may_ask: bool = True
    colour: str = "auto"

    @property
    def asks(self) -> bool:
        """Whether somebody is there to be asked."""
        return self.may_ask and sys.stdin.isatty() and sys.stderr.isatty()


def play(declared: Declared, target: Target | None, ways: Ways, source: Source) -> Outcome:
    """One check from the first throw to its verdict.

    Raises: NotationError, RuleError, UsageError, TooLarge
    """
    if ways.keep == "best" and target is None:
        raise UsageError("--keep best needs --tn: best for what?", code="usage.needs", hint="Add --tn N.")
    if ways.keep == "ask" and not ways.asks:
        hint = "Name the positions: --keep 1,3."
        raise UsageError("--keep ask needs a terminal to ask on.", code="usage.terminal", hint=hint)
    rounds = read_rounds(ways.keep) if ways.keep is not None and ways.keep not in POLICIES else None
    pool = declared.pool
    notes = list[Reason]()
    if ways.dice is None:
        seen: tuple[Seen, ...] = ()
        hand = begin(declared, throw(pool.ring, pool.skill, source))
        extras = lambda hand: extra(due(hand), source)  # noqa: E731 - the counterpart of the other branch
    else:
        seen = read_dice(ways.dice, pool.ring, pool.skill)
        hand = begin(declared, tuple(die.face if die.before is None else die.before for die in seen))
        extras = lambda hand: _typed_extras(hand, seen, ways)  # noqa: E731
        notes.append(because("5e.check", "by-hand"))
    hand = _rerolled(hand, seen, ways, source, notes)

    def choose(hand: Hand) -> Positions:
        number = len(hand.rounds)
        if rounds is not None and number < len(rounds):
            chosen = placed(rounds[number], len(hand.faces), ways.keep or "")
        elif ways.keep == "best" and target is not None:
            chosen = best(hand, target)
        elif ways.keep != "most" and ways.asks:
            from rollkeep.cli.ask_symbols import which_to_keep

            return which_to_keep(hand, target, ways.colour, lambda chosen: _all_used(hand, chosen, seen, ways.dice))
        else:
            chosen = most_successes(hand)
            policy = because("5e.keep", "policy")
            if policy not in notes and len(hand.faces) > 1:
                notes.append(policy)
        _all_used(hand, chosen, seen, ways.dice)
        return chosen

    hand = settle(hand, choose, extras)
    if rounds is not None and len(rounds) > len(hand.rounds):
        text = ways.keep or ""
        at = [mark.end() for mark in re.finditer("/", text)][len(hand.rounds) - 1]
        hint = f"Dice were kept {'once' if len(hand.rounds) == 1 else f'{len(hand.rounds)} times'}."
        raise unplaced("No kept explosive brings these dice.", text, at, hint)
    if ways.keep == "best":
        notes.append(because("5e.keep", "best"))
    return finish(hand, tuple(notes))


# --- re-rolls --------------------------------------------------------------------------------------------------


def _rerolled(hand: Hand, seen: tuple[Seen, ...], ways: Ways, source: Source, notes: list[Reason]) -> Hand:
    """The hand after its advantages and disadvantages, as far as they re-roll dice."""
    typed = tuple(i for i, die in enumerate(seen) if die.before is not None)
    if ways.again is not None:
        chosen = read_positions(ways.again, len(hand.faces))
        check_rerolls(hand, chosen)
        if strangers := [i for i in typed if i not in chosen]:
            hint = f"Write --reroll {','.join(str(i + 1) for i in typed)}, or leave it out."
            message = f"Die {strangers[0] + 1} is re-rolled in --dice and not named by --reroll."
            raise UsageError(message, code="usage.clash", hint=hint)
    elif typed:
        chosen = typed
    elif not rerolls(hand).most:
        chosen = ()
    elif ways.asks:
        from rollkeep.cli.ask_symbols import which_to_reroll

        chosen = which_to_reroll(hand, ways.colour)
    elif seen and not rerolls(hand).least:
        chosen = ()  # whoever throws by hand and re-rolls nothing has chosen so
    else:
        chosen = worst(hand)
        if chosen and not seen:
            notes.append(because("5e.advantages", "policy", by=hand.declared.reroll))
    check_rerolls(hand, chosen)
    if not chosen:
        return hand
    if seen:
        return reroll(hand, chosen, tuple(_typed_again(i, seen[i], ways) for i in chosen))
    fresh = [throw(1, 0, source) if kind(hand.faces[i]) == RING else throw(0, 1, source) for i in chosen]
    return reroll(hand, chosen, tuple(face for (face,) in fresh))


def _typed_again(i: int, die: Seen, ways: Ways) -> Face:
    """What a re-rolled die shows now."""
    if die.before is not None:
        return die.face
    message = f"Die {i + 1} is re-rolled: what it shows now is missing."
    if ways.asks:
        from rollkeep.cli.ask_symbols import next_face

        return next_face(message, kind(die.face))
    hint = f"Write what it shows now behind it: {spelled(die.face)}~su."
    raise NotationError(message, ways.dice or "", die.position, expected="dice", code="dice.reroll", hint=hint)


# --- extra dice that were typed --------------------------------------------------------------------------------


def _typed_extras(hand: Hand, seen: tuple[Seen, ...], ways: Ways) -> Faces:
    """The dice that are due, as they were typed; what is missing is asked for on a terminal.

    Raises: NotationError
    """
    roots = _roots(hand)
    faces: list[Face] = []
    for i, explosive in zip(exploding(hand), due(hand), strict=True):
        die, depth = seen[roots[i]], len(hand.rounds) - 1
        if depth < len(die.extra):
            faces.append(die.extra[depth])
            continue
        missing = unfinished(ways.dice or "", die.position, spelled(explosive))
        if not ways.asks:
            raise missing
        from rollkeep.cli.ask_symbols import next_face

        faces.append(next_face(f"Die {roots[i] + 1}: {missing.message}", kind(explosive)))
    return tuple(faces)


def _all_used(hand: Hand, chosen: Positions, seen: tuple[Seen, ...], text: str | None) -> None:
    """Whether every extra die that was typed is brought by an explosive that is kept.

    Raises: NotationError
    """
    roots, depth = _roots(hand), len(hand.rounds)
    for i, root in enumerate(roots[len(roots) - len(hand.faces) :]):
        if seen and i not in chosen and len(seen[root].extra) > depth:
            message = f"Die {root + 1} was thrown on, so its explosive was kept; here it is not."
            hint = "Name it among those that are kept (--keep 1,3), or take the > and what follows away."
            raise NotationError(
                message, text or "", seen[root].position, expected="dice", code="dice.explosion", hint=hint
            )


def _roots(hand: Hand) -> list[int]:
    """For every die so far the one of the first throw that it goes back to."""
    roots: list[int] = []
    for faces, of in (*((each.faces, each.of) for each in hand.rounds), (hand.faces, hand.of)):
        roots += [roots[i] for i in of] if of else range(len(faces))
    return roots
