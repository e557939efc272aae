"""A card in words that can be pasted elsewhere: Markdown, BBCode, plain text, and the one sentence of a preview."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from rollkeep.dice.face import written
from rollkeep.fourth.deed import in_sentence
from rollkeep.web.cards.drawn import Die, Rolled
from rollkeep.web.cards.pictures import Picture

DIGITS = 8
"""How many digits of the chain's head stand below a text."""


class Told(NamedTuple):
    """What is told of a card: its picture and what stands around it, as everybody may see it."""

    picture: Picture
    state: str
    like: int
    head: str
    address: str


class Marks(NamedTuple):
    """How a kind of text writes what is strong, what was kept, where a link leads, and what people wrote."""

    strong: Callable[[str], str]
    kept: Callable[[str], str]
    link: Callable[[str, str], str]
    safe: Callable[[str], str]
    ends: str = "\n"


def _no_markdown(text: str) -> str:
    r"""The text without anything that Markdown would take for its own.

    >>> print(_no_markdown("[x](y) *z* <b> 7_8"))
    \[x\](y) \*z\* \<b\> 7\_8
    """
    return re.sub(r"([\\`*_\[\]<>|~#&])", r"\\\1", text)


def _no_bbcode(text: str) -> str:
    """The text with round brackets, since no forum knows how to write others.

    >>> _no_bbcode("[b]x[/b]")
    '(b)x(/b)'
    """
    return text.translate({ord("["): "(", ord("]"): ")"})


MARKDOWN = Marks(
    lambda text: f"**{text}**",
    lambda text: f"**{text}**",
    lambda text, to: f"[{text}]({to})",
    _no_markdown,
    "  \n",
)
BBCODE = Marks(
    lambda text: f"[b]{text}[/b]",
    lambda text: f"[b]{text}[/b]",
    lambda text, to: f"[url={to}]{text}[/url]",
    _no_bbcode,
)
PLAIN = Marks(lambda text: text, lambda text: f"[{text}]", lambda text, to: f"{text}\n{to}", lambda text: text)


def text(told: Told, marks: Marks = PLAIN) -> str:
    """A card as a post: who, what, for what, the dice, the result with its link, and the head of the chain.

    >>> roll = Rolled("Shinai", "Kyujutsu", "2k1", "1 Raise: speed", (Die("d10", (4,), False), Die("d10", (8,), True)),
    ...               total="8")
    >>> one = Picture("Check", "Hit the lantern", (roll,), "against 5", True, "Success by 3")
    >>> print(text(Told(one, "closed", 2, "9f3ac21e77", "http://here/c/x")))
    Shinai · Kyujutsu · Hit the lantern
    2k1 · 1 Raise: speed
    4 [8]
    8 against 5 · Success by 3
    http://here/c/x
    unasked, 2nd like it today · chain 9f3a c21e
    >>> print(text(Told(one, "closed", 0, "9f3ac21e77", "http://here/c/x"), BBCODE).splitlines()[3])
    [url=http://here/c/x][b]8[/b] against 5 · [b]Success by 3[/b][/url]
    """
    picture, safe = told.picture, marks.safe
    lines = list[str]()
    if len(picture.rolls) == 1:
        roll = picture.rolls[0]
        lines.append(_joined(marks.strong(safe(roll.who)), safe(roll.title), safe(picture.label)))
        lines += _of_roll(roll, marks)
    else:
        lines.append(_joined(marks.strong(safe(picture.title)), safe(picture.label)))
        for roll in picture.rolls:
            total = marks.strong(result(roll)) if result(roll) else ""
            lines += [_joined(marks.strong(safe(roll.who)), safe(roll.title)), *_of_roll(roll, marks)]
            lines += [total] if total else []
        lines += [safe(line) for line in picture.lines]
    if picture.note:
        lines.append(safe(picture.note))
    lines.append(marks.link(_reckoning(told, marks), told.address))
    lines.append(_joined(unasked(told.like), f"chain {digits(told.head)}" if told.head else ""))
    struck = [f"undone: {line}" if told.state == "struck" and i == 0 else line for i, line in enumerate(lines)]
    return marks.ends.join(line for line in struck if line)


def _of_roll(roll: Rolled, marks: Marks) -> list[str]:
    dice = "dice hidden" if roll.sealed else " ".join(_dice(roll.dice, marks))
    by_hand = "thrown by hand" if roll.by_hand and roll.dice else ""
    lines = (_joined(marks.safe(roll.pool), marks.safe(roll.told)), _joined(dice, by_hand))
    return [line for line in lines if line]


def _dice(dice: tuple[Die, ...], marks: Marks) -> list[str]:
    """The dice in their order; where kinds change, the kind is named.

    >>> _dice((Die("ring", "ex+st", True), Die("skill", "-", False)), PLAIN)
    ['ring', '[ex+st]', 'skill', 'blank']
    """
    found, kind = list[str](), "d10"
    for die in dice:
        if die.kind != kind:
            kind = die.kind
            found.append(kind)
        face = face_of(die.faces)
        found.append(marks.kept(marks.safe(face)) if die.kept else marks.safe(face))
    return found


def face_of(faces: Any) -> str:
    """A die in signs.

    >>> face_of((10, 2)), face_of((1, 7)), face_of("su+op"), face_of("-")
    ('10+2', '1>7', 'su+op', 'blank')
    """
    if isinstance(faces, str):
        return "blank" if faces in ("-", "") else faces
    return written(faces)


def result(roll: Rolled) -> str:
    """What a roll came to: points, or of ring dice successes, opportunities and strife; empty where it is not known.

    >>> result(Rolled("A", "b", total="27")), result(Rolled("A", "b", tally=(0, 2, 0)))
    ('27', '0/2/0')
    """
    return roll.total or ("/".join("?" if count is None else str(count) for count in roll.tally) if roll.tally else "")


def _reckoning(told: Told, marks: Marks) -> str:
    picture = told.picture
    one = result(picture.rolls[0]) if len(picture.rolls) == 1 else ""
    against = marks.safe(picture.against)
    number = marks.strong(one) if one else ""
    if number and against.startswith("against"):
        number, against = f"{number} {against}", ""
    verdict = marks.strong(marks.safe(picture.verdict)) if picture.verdict else ""
    state = {"open": "still open", "struck": "undone"}.get(told.state, "") if not verdict else ""
    return _joined(number, against, verdict, state) or "this card"


def unasked(like: int) -> str:
    """What is said of a roll that nobody asked for and that is not the first of its kind.

    >>> unasked(1), unasked(2), unasked(3), unasked(11), unasked(22)
    ('', 'unasked, 2nd like it today', 'unasked, 3rd like it today', 'unasked, 11th like it today', \
'unasked, 22nd like it today')
    """
    if like < 2:
        return ""
    last = {1: "st", 2: "nd", 3: "rd"}.get(like % 10, "th") if like % 100 not in (11, 12, 13) else "th"
    return f"unasked, {like}{last} like it today"


def digits(head: str) -> str:
    """The first digits of a head, to be read aloud.

    >>> digits("9f3ac21e7700")
    '9f3a c21e'
    """
    return f"{head[: DIGITS // 2]} {head[DIGITS // 2 : DIGITS]}".strip()


def title(told: Told) -> str:
    """The card in a few words, for the title of a preview."""
    picture = told.picture
    who = picture.rolls[0].who if len(picture.rolls) == 1 else picture.title
    what = picture.label or (picture.rolls[0].title if len(picture.rolls) == 1 else "")
    return ": ".join(part for part in (who, what) if part)


def sentence(told: Told) -> str:
    """The card as one sentence.

    >>> roll = Rolled("Shinai", "Kyujutsu", "7k3", "1 Raise: speed", total="27")
    >>> sentence(Told(Picture("Check", "", (roll,), "against 25", True, "Success by 2"), "closed", 0, "", ""))
    'Shinai rolls Kyujutsu (7k3, 1 Raise: speed): 27 against 25, Success by 2.'
    >>> hit = Rolled("Kaede", "Damage with yumi", "7k2", total="18")
    >>> sentence(Told(Picture("Check", "", (hit,)), "closed", 0, "", ""))
    'Kaede rolls damage with yumi (7k2): 18.'
    >>> sentence(Told(Picture("Contested roll", "Arm wrestling"), "open", 0, "", ""))
    'Contested roll, Arm wrestling: still open.'
    """
    picture = told.picture
    if len(picture.rolls) == 1:
        roll = picture.rolls[0]
        more = ", ".join(part for part in (roll.pool, roll.told.replace(" · ", ", ")) if part)
        begins = f"{roll.who} rolls {in_sentence(roll.title)}" + (f" ({more})" if more else "")
    else:
        sides = " and ".join(f"{roll.who} {result(roll)}".strip() for roll in picture.rolls)
        begins = ", ".join(part for part in (picture.title, picture.label, sides) if part)
    came = _reckoning(told, PLAIN).replace(" · ", ", ")
    begins = f"Undone: {begins}" if told.state == "struck" and came != "undone" else begins
    return f"{begins}: {came}."


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
