"""The questions of a skirmish: what may be done now, what it would open, and what the computer would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rollkeep.cli.ask import dice_by_hand
from rollkeep.cli.ask_master import BACK, Master
from rollkeep.cli.page import percent
from rollkeep.cli.questions import LEAVE, Left, Pressed, Questions
from rollkeep.cli.show_skirmish import Telling, gauges
from rollkeep.cli.sides import read_add
from rollkeep.cli.skirmishing import Skirmishing
from rollkeep.dice.bound import D10
from rollkeep.errors import RollKeepError
from rollkeep.fourth.play.bound import Adds
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Declare, Roll
from rollkeep.fourth.skirmish import moves as m
from rollkeep.fourth.skirmish.attack import declared, on_attack
from rollkeep.fourth.skirmish.computer import computer
from rollkeep.fourth.skirmish.known import known
from rollkeep.fourth.skirmish.state import Skirmish, fighter
from rollkeep.fourth.wording import sentence
from rollkeep.fourth.wording_moves import MOVE_TITLES, move_sentence
from rollkeep.machine.bound import Basket, Between, OneOf, SomeOf, Text, Words
from rollkeep.machine.machine import GM, Offer, Offers, Scene, Who
from rollkeep.table.entry import Act, Request
from rollkeep.text import counted

__all__ = ["Asking", "Left"]

MASTER = "!"
_FIELDS = {
    "target": "Whom?",
    "weapon": "With which weapon?",
    "raise_for": "What are the other Raises for?",
    "void": "A Void Point?",
    "named": "Which of them count?",
    "center": "Use what Center has gathered?",
    "keep": "Keep which dice?",
    "keep_damage": "Keep which dice of the damage?",
    "lower": "How many Free Raises on the total?",
    "stance": "Which stance?",
    "on": "On what?",
    "with_": "With whom?",
    "after": "After whom?",
    "ally": "Whom?",
    "what": "What?",
    "technique": "Which Technique?",
    "kind": "Which kind of action?",
    "who": "Who?",
    "side": "On which side?",
    "yes": "Yes?",
    "by_hand": "Does this one throw real dice?",
    "surprised": "Surprised?",
    "free": "How many Free Raises?",
    "label": "What is it about?",
}
_YES = {m.Soak: "Spend a Void Point?", m.Answer: "Agree?", m.Edge: "Spend a Void Point?", m.Condition: "Does it hold?"}
OTHER = "other dice"
"""Beside the stances: to keep Initiative dice of one's own choice."""
_NAMES = {
    "": "none",
    "boost": "+1k1",
    "skill": "rank 0 counts as 1",
    OTHER: "choose the Initiative dice, then a stance",
}


_NOTHING: Mapping[str, Any] = {}


class Asking:
    """Asks at one terminal, where all sit who are not played by the computer."""

    def __init__(self, telling: Telling, shown: int) -> None:
        self.telling = telling
        self.ask = Questions(telling.colour, (MASTER, BACK))
        self.master = Master(self.ask, lambda scene, who, offer: self._filled(scene, who, offer, None))
        self.shown = shown
        self._gauges: list[str] = []
        self._told = False

    def __call__(self, skirmishing: Skirmishing, every: Offers) -> Sequence[Request]:
        """What somebody does, or what the game master says.

        Raises: Left
        """
        who = next((who for who in every if who != GM), GM)
        page = self.ask.page()
        self.telling.add(page, [event for _, event in skirmishing.told(self.shown)])
        self.shown = skirmishing.entries[-1].seq if skirmishing.entries else 0
        if page.lines:
            page.print()
        if not self._told:
            self._told = True
            self.ask.say(
                f"At any question {LEAVE} leaves the skirmish, to go on with it later, {BACK} goes back to what may be "
                f"done, and {MASTER} is for the game master's word.",
                "",
                dim=True,
            )
        scene, every = skirmishing.scene, {who: _plainer(offered) for who, offered in every.items()}
        page = self.ask.page()
        gauges(page, scene, who)
        if page.lines != self._gauges:
            self._gauges = page.lines.copy()
            page.print()
        suggested = None if who == GM else computer(who, skirmishing.source)(scene, every[who])
        while True:
            try:
                if who != GM:
                    return (Act(skirmishing.number, who, self._moved(scene, who, every[who], suggested)),)
                pressed = MASTER
            except Pressed as at:
                pressed = at.key
            if pressed == MASTER and (said := self.master(skirmishing, every.get(GM, ()))):
                return said

    def refused(self, fault: RollKeepError) -> None:
        """Says why something cannot be."""
        self.ask.say(f"{fault.message} {fault.hint}", "")

    def _moved(self, scene: Scene[Skirmish], who: Who, offered: Sequence[Offer], suggested: Any) -> Any:
        """The move, from a list where there are several kinds.

        Raises: Left, Pressed
        """
        if [offer.move for offer in offered] == [m.Stance, m.Choose]:
            chosen = offered[0]
            self.ask.say(f"{who}: {MOVE_TITLES['Stance']}", "")
            return self._filled(scene, who, chosen, suggested, {"stance": m.Choose()})
        if len(offered) > 1:
            chosen = self._chosen(scene, who, offered, suggested)
        else:
            chosen = offered[0]
            self.ask.say(f"{who}: {MOVE_TITLES[chosen.move.__name__]}", "")
        if not chosen.about:
            for reason in chosen.says:
                self.ask.say(f"{sentence(reason)} [{reason.rule}]")
        return self._filled(scene, who, chosen, suggested)

    def _chosen(self, scene: Scene[Skirmish], who: Who, offered: Sequence[Offer], suggested: Any) -> Offer:
        lines = [_line(scene, who, offer) for offer in offered]
        best = next((i for i, offer in enumerate(offered) if suggested is not None and offer.admits(suggested)), 0)
        while True:
            self.ask.say(f"{who} may:", "")
            try:
                place = self.ask.chosen("What", lines, best, {MASTER: "for the game master's word"})
            except Pressed as pressed:
                if pressed.key != BACK:
                    raise
                self.ask.say(f"There is nothing to go back to; {MASTER} can take something back.", "")
                continue
            return offered[place or 0]

    # --- its values ---------------------------------------------------------------------------------------------

    def _filled(
        self, scene: Scene[Skirmish], who: Who, offer: Offer, suggested: Any, instead: Mapping[str, Any] = _NOTHING
    ) -> Any:
        """The move with every value asked for that leaves a choice; or the one that can be made instead of a value."""
        default = suggested if suggested is not None and offer.admits(suggested) else None
        if default is not None and isinstance(default, m.Strike | m.Stance | m.Ready):
            self.ask.say(f"The computer would: {move_sentence(default)}.", dim=True)
        values: dict[str, Any] = {}
        for name, bound in offer.bounds:
            other = instead.get(name)
            if other is not None and isinstance(bound, OneOf):
                bound = OneOf((*bound.of, OTHER))
            values[name] = self._value(scene, who, offer, name, bound, getattr(default, name, None), values)
            if other is not None and values[name] == OTHER:
                return other
        return offer.move(**values)

    def _value(
        self,
        scene: Scene[Skirmish],
        who: Who,
        offer: Offer,
        name: str,
        bound: Any,
        default: Any,
        so_far: Mapping[str, Any],
    ) -> Any:
        if isinstance(bound, OneOf):
            if len(bound.of) == 1:
                if name in ("target", offer.about):
                    self.ask.say(
                        f"{bound.of[0]}{self._said(scene, who, offer, name, bound).get(str(bound.of[0]), '')}."
                    )
                return bound.of[0]
            if set(bound.of) == {False, True}:
                question = _YES.get(offer.move, _FIELDS[name]) if name == "yes" else _FIELDS[name]
                return self.ask.yes(question, bool(default))
            words = [str(word) for word in bound.of]
            if name in ("keep", "keep_damage") and not fighter(scene.state, who).by_hand:
                return "high"
            said = self._said(scene, who, offer, name, bound)
            return self.ask.word(_FIELDS[name], words, str(default if default is not None else ""), _NAMES, said)
        if isinstance(bound, Between):
            least = bound.least if default is None else default
            return bound.least if bound.least == bound.most else self.ask.number(_FIELDS[name], bound, least)
        if isinstance(bound, Basket):
            return self._raises(bound, default or ())
        if isinstance(bound, Words):
            return self.ask.some(_FIELDS[name], bound, {}) if bound.of else ()
        if isinstance(bound, Text):
            if name == "raise_for" and "other" not in so_far.get("maneuvers", ()):
                return ""
            return self.ask.text(_FIELDS[name], Text(bound.most, 1) if name == "raise_for" else bound)
        if isinstance(bound, SomeOf):
            self.ask.dice(bound.of)
            return self.ask.positions("Keep which?", bound, ())
        if isinstance(bound, D10):
            return self._thrown(str(so_far.get("who", who)), bound)
        if isinstance(bound, Adds):
            return self._adds(bound)
        raise TypeError(bound)

    def _said(self, scene: Scene[Skirmish], who: Who, offer: Offer, name: str, bound: OneOf) -> Mapping[str, str]:
        """What is told beside the words of a value."""
        return (
            _targets(scene, who, offer) if name == "target" else _opened(offer, name, [str(each) for each in bound.of])
        )

    def _raises(self, bound: Basket, default: Sequence[str]) -> tuple[str, ...]:
        """What Raises are for, by numbers, again for again."""
        if not bound.of:
            return ()
        self.ask.say(f"Up to {counted(bound.purse, 'Raise')}; each one that is called adds 5 to the TN.")
        for i, (name, _, often) in enumerate(bound.of, 1):
            self.ask.say(f"{name} ({bound.price((name,))}{' each' * (often > 1)})", f"  {i:>2}  ", " " * 6)
        order = [name for name, _, _ in bound.of]
        usual = ",".join(str(order.index(name) + 1) for name in default if name in order) or "none"
        while True:
            said = self.ask.answer("For what? Numbers with commas, or none", usual).lower()
            words = [] if said in ("none", "-", "0") else said.replace(",", " ").split()
            if all(word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= len(order) for word in words):
                chosen = tuple(sorted(order[int(word) - 1] for word in words))
                if bound.holds(chosen):
                    return chosen
                if any(sum(name in names for name in chosen) > 1 for names in bound.apart):
                    self.ask.say("Of called shots, and of knockdowns, there is one at most.", "")
            most = counted(bound.purse, "Raise")
            self.ask.say(f"Write numbers from 1 to {len(order)}, for at most {most}; {MASTER} lets more pass.", "")

    def _thrown(self, who: Who, bound: D10) -> Any:
        title = f" for {pool.title}" if (pool := self.telling.pools.get(who)) else ""
        many = counted(bound.pool.rolled, "die", "dice")
        self.ask.say(f"{who} throws {many}{title}. Type what they show, such as 2 7 10+3.")
        while True:
            try:
                dice = dice_by_hand(bound.pool, self.ask.answer("They show"), self.ask.answer).dice
            except RollKeepError as fault:
                self.ask.say(f"{fault.message} {fault.hint}", "")
                continue
            if bound.holds(dice):
                return dice

    def _adds(self, bound: Adds) -> Any:
        while True:
            such = (
                "Dice or a bonus with a name, such as 1k0 a better blade"
                if bound.dice
                else "A bonus, such as +5 a wall"
            )
            said = self.ask.answer(f"{such}; or none", "none")
            if said == "none":
                return ()
            try:
                found = (read_add(said),)
            except RollKeepError as fault:
                self.ask.say(f"{fault.message} {fault.hint}", "")
                continue
            if bound.holds(found):
                return found


def _plainer(offered: Sequence[Offer]) -> tuple[Offer, ...]:
    """Attacks with Raises for something else and without are one line here; what it is, is asked where it is chosen."""
    found = list[Offer]()
    for offer in offered:
        basket = dict(offer.bounds).get("maneuvers")
        if isinstance(basket, Basket) and basket.needs:
            wider: dict[str, Any] = {"maneuvers": replace(basket, needs=""), "raise_for": Text()}
            found[-1] = offer._replace(bounds=tuple((name, wider.get(name, bound)) for name, bound in offer.bounds))
        else:
            found.append(offer)
    return tuple(found)


def _line(scene: Scene[Skirmish], who: Who, offer: Offer) -> str:
    """What a kind of move is called in the list, with what it can be."""
    title = MOVE_TITLES[offer.move.__name__]
    if offer.move is m.Strike:
        bounds = dict(offer.bounds)
        weapons = list(bounds["weapon"].of)  # type: ignore[attr-defined]
        lower, void = bounds["lower"].least, bounds["void"].of[0]  # type: ignore[attr-defined]
        more = f", {counted(lower, 'Free Raise')} on the TN" if lower else ""
        more += ", a Void Point for the missing rank" if void.startswith("skill") else ""
        pools = " or ".join(f"{name} ({_pool(scene, who, name, void)})" for name in weapons)
        return f"{title} with {pools}{more}"
    if offer.says and offer.move is m.Try:
        return f"{title}. {sentence(offer.says[0])}"
    fixed = [b.of[0] for _, b in offer.bounds if isinstance(b, OneOf) and len(b.of) == 1 and b.of[0] not in ("", False)]
    return f"{title}: {fixed[0]}" if fixed else title


def _pool(scene: Scene[Skirmish], who: Who, name: str, void: str) -> str:
    return str(_attack(scene, who, name, void).pool)


def _attack(scene: Scene[Skirmish], who: Who, name: str, void: str = "") -> Any:
    """The attack as it would be declared without Raises."""
    one, person = fighter(scene.state, who), scene.cast[who]
    assert isinstance(person, Person)
    me = known(person)
    arm = me.arms[name]
    adds = (*on_attack(one.stance, one.conditions, arm.kind, arm.size, arm.even, -1), *one.adds)
    return declared(
        me,
        me.first(person.wounds),
        Roll(who, arm.attack, "open", "", one.free, adds),
        Declare(who, void="skill" if void.startswith("skill") else ""),
        scene.rulings,
    )


def _opened(offer: Offer, name: str, words: Sequence[str]) -> dict[str, str]:
    """Beside each word of a value what it would open, where the offer tells that of each."""
    if offer.about != name:
        return {}
    told = [sentence(reason).partition(": ")[2] for reason in offer.says]
    return {word: f": {text.rstrip('.')}" if text else "" for word, text in zip(words, told, strict=False)}


def _targets(scene: Scene[Skirmish], who: Who, offer: Offer) -> dict[str, str]:
    """Beside each target what has to be reached, and how likely that is without Raises."""
    from rollkeep.odds import keep

    weapon = dict(offer.bounds)["weapon"].of[0]  # type: ignore[attr-defined]
    roll = _attack(scene, who, weapon)
    said = {}
    for reason in offer.says:
        data = dict(reason.data)
        try:
            chance = f", {percent(keep.chance(roll.pool, int(data['needed']))).strip()} with {weapon}"
        except RollKeepError:
            chance = ""
        said[str(data["who"])] = f": {sentence(reason).partition(': ')[2].rstrip('.')}{chance}"
    return said
