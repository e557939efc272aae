"""How the computer plays a duel: honestly, from what it may see, and with sense rather than cunning.

It weighs each choice by a few plain numbers. What it knows of the other is what lies open: the stance, what is held,
who is Compromised; never a bid or a stance that is recorded in secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rollkeep.dice.source import Source
from rollkeep.dice.symbols import EXPLOSIVE, OPPORTUNITY, STRIFE, SUCCESS, Face
from rollkeep.fifth.catalogue.skills import weapon_skill
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.check import ATTACKS
from rollkeep.fifth.duel.gear import first_weapon
from rollkeep.fifth.duel.person import Numbers, Person, may_open, numbers, weapon_of
from rollkeep.fifth.duel.state import Centring, Check, Duel, Hit, Side, Turn, Wound, other, reserved, side
from rollkeep.machine.bound import Basket, Between, OneOf, SomeOf, pick
from rollkeep.machine.machine import Offer, Scene, Who
from rollkeep.machine.secret import known

Offered = Mapping[type, Offer]
Policy = Callable[[Scene[Duel], tuple[Offer, ...]], Any]

_NEEDED = {"critical": 0, "critical-5": 5, "death": 12}
"""The severity that meets an objective."""
_GRAVE = 12  # from here on a critical kills
_LONG = 12
"""After so many rounds whoever is not ahead gives up."""
_WORTH = {"fire": 1.0, "water": 0.6, "earth": 0.5, "air": 0.5, "void": 0.2}
"""What a stance is worth beside the rank of its ring."""


def computer(who: Who, source: Source) -> Policy:
    """A policy that plays one duellist; the source settles what is equally good, so that it is not foreseen."""

    def policy(scene: Scene[Duel], offered: tuple[Offer, ...]) -> Any:
        return Mind(scene, who, {offer.move: offer for offer in offered}, offered, source).choose()

    return policy


class Mind:
    """One choice: what is seen, and what is on offer."""

    __slots__ = ("duel", "every", "foe", "known", "me", "offered", "person", "scene", "source", "spared", "top")

    def __init__(
        self, scene: Scene[Duel], who: Who, offered: Offered, every: tuple[Offer, ...], source: Source
    ) -> None:
        self.scene, self.duel = scene, scene.state
        self.offered, self.every, self.source = offered, every, source
        self.me, self.foe = side(scene.state, who), other(scene.state, who)
        self.person: Person = scene.cast[who]
        self.known: Numbers = numbers(self.person)
        self.spared = self.known.composure - self.person.strife
        self.top: Any = scene.state.stack[-1]

    def choose(self) -> Any:
        """A move; None to wait, where only a concession is offered and nothing speaks for it."""
        for kind in sorted(self.offered, key=_order) if len(self.offered) > 1 else self.offered:
            how = _CHOICES.get(kind)
            if how and (move := how(self)) is not None:
                return move
        if m.Pass in self.offered:
            return m.Pass()
        rest = next((offer for offer in self.every if offer.move is not m.Concede), None)
        return rest.sample(self.source) if rest else None

    def _hurts_to_break(self) -> bool:
        """Whether becoming Compromised now would open a finishing blow."""
        return not self.me.compromised and may_open(self.scene, self.foe, "compromised")

    # --- before and between turns ---------------------------------------------------------------------------

    def ready(self) -> Any:
        """The best ring for initiative, which becomes the first stance."""
        rings = [ring for offer in self.every for ring in _of(offer, "ring")]
        best = max(rings, key=lambda ring: (self.known.rings[ring], _WORTH[ring]))
        return m.Ready(best, False, ())

    def bid(self) -> Any:
        """Some of what can be spared, never so much that it Compromises."""
        bound = self.offered[m.Bid].bounds[0][1]
        assert isinstance(bound, Between)
        safe = self.spared if self._hurts_to_break() else self.spared + 3
        most = min(bound.most, max(safe - 2, 0) // 2)
        return m.Bid(pick(self.source, most + 1) if most > 0 else 0)

    def hold(self) -> Any:
        return m.Hold()

    def concede(self) -> Any:
        """Where the duel has gone on for long without an end, and the other is not behind."""
        beaten = self.duel.round > _LONG and _points(self.me) <= _points(self.foe)
        return m.Concede() if beaten and m.Pass not in self.offered else None

    def reveal(self) -> Any:
        """Only what has hit."""
        return m.Reveal(known(self.me.foreseen) == self.foe.stance)

    # --- turns ----------------------------------------------------------------------------------------------

    def unmask(self) -> Any:
        """Rather than go on Compromised by more than a little, where that opens nothing any more."""
        if type(self.top) is Turn and self.top.step == "start" and self.spared < -1:
            return None if may_open(self.scene, self.foe, "unmasked") else m.Unmask()
        return None

    def stance(self) -> Any:
        """The ring that promises most."""
        offer = self.offered[m.Stance]
        rings, hands = _of(offer, "ring"), offer.bounds[1][1]
        assert isinstance(hands, Between)
        best = max(rings, key=lambda ring: self._stance_worth(ring) + 0.1 * pick(self.source, 6))
        return m.Stance(best, hands.most)

    def _stance_worth(self, ring: str) -> float:
        worth = self.known.rings[ring] * 1.5 + _WORTH[ring]
        worth -= 2 * (ring in self.me.body.light) + 5 * (ring in self.me.body.severe)
        if ring == "water" and (not self.me.arms.held and self.me.arms.ready):
            worth += 3
        if ring == "water" and (2 * self.person.strife > self.known.composure):
            worth += 0.5
        if ring == "void" and -1 < self.spared <= 2:
            worth += 1.5
        if ring == "void" and self._centre_helps():
            worth += 2.5
        if ring == "air" and self.known.school_rank >= 4:
            worth += 0.5
        if self.foe.foreseen is not None and ring == self.me.stance:
            worth -= 1
        return worth

    def act(self) -> Any:
        """An action: draw first, strike where it can succeed, else what helps."""
        offered, turn = self.offered, self.top
        armed = bool(self.me.arms.held) or m.Strike in offered
        draws = m.Cross in offered or m.Rise in offered
        weak = self.me.compromised
        calms = m.Calm in offered and self._calm_helps()
        if not armed and draws:
            return self.attack()
        if not self.me.arms.held and self.me.arms.ready and (best := self._to_draw()):
            return best
        if m.Centre in offered and self._centre_helps() and (centred := self._centre()):
            return centred
        if m.Strike in offered and not (weak and (self._predict_helps() or calms) and pick(self.source, 2)):
            return self.attack()
        if calms:
            return m.Calm()
        if m.Centre in offered and not self.me.reserves and (centred := self._centre()):
            return centred
        if m.Predict in offered and not turn.acts:
            return self._predict()
        if m.Strike in offered:
            return self.attack()
        if m.Predict in offered:
            return self._predict()
        return None

    def _calm_helps(self) -> bool:
        return 2 * self.person.strife > self.known.composure or 2 * self.person.fatigue > self.known.endurance

    def _centre_helps(self) -> bool:
        """Whether dice without strife, kept for the next Strike, are worth a turn: to who may keep no strife."""
        me = self.me
        return me.compromised and not me.reserves and bool(me.arms.held) and self.known.skills[self._skill()] > 1

    def _predict_helps(self) -> bool:
        return m.Predict in self.offered and may_open(self.scene, self.me, "compromised")

    def _predict(self) -> Any:
        """The stance that the other has now is the likeliest next."""
        rings = _of(self.offered[m.Predict], "ring")
        if self.foe.stance in rings and pick(self.source, 3):
            return m.Predict(self.foe.stance)
        return m.Predict(rings[pick(self.source, len(rings))])

    def _to_draw(self) -> Any:
        """The weapon with the worst bite, in the best grip."""
        best: tuple[int, Any] | None = None
        for offer in self.every:
            if offer.move is not m.Prepare:
                continue
            (name,), hands = _of(offer, "weapon"), offer.bounds[1][1]
            assert isinstance(hands, Between)
            worth = self._bite(name, hands.most)
            if hands.most and (best is None or worth > best[0]):
                best = (worth, m.Prepare(name, hands.most))
        return best[1] if best else None

    def _bite(self, name: str, hands: int) -> int:
        weapon, grip = weapon_of(self.known, name, hands)
        return 2 * (weapon.deadliness + grip.deadliness) + weapon.damage + grip.damage

    def _centre(self) -> Any:
        """For the skill of the weapon at hand, as many dice as there are."""
        for offer in self.every:
            if offer.move is m.Centre and _of(offer, "skill")[0] == self._skill():
                dice = offer.bounds[1][1]
                assert isinstance(dice, Between)
                return m.Centre(self._skill(), dice.most)
        return None

    def _skill(self) -> str:
        return weapon_skill(self.known.weapons[first_weapon(self.me)].skill)

    def attack(self) -> Any:
        """With what bites most; a Void Point goes into it where there is one to spare, or where it decides."""
        window = type(self.top) is not Turn
        seize = self.person.void > 0 and (window or self.person.void > 1)
        held = dict(self.me.arms.held)
        if m.Strike in self.offered:
            names = _of(self.offered[m.Strike], "weapon")
            return m.Strike(max(names, key=lambda name: self._bite(name, held.get(name, 1))), seize, ())
        kind = m.Rise if m.Rise in self.offered else m.Cross
        names = _of(self.offered[kind], "weapon")
        return kind(max(names, key=lambda name: self._bite(name, 1)), seize, ())

    def blow(self) -> Any:
        """A finishing blow: where it can meet the objective, or else scores without killing by accident."""
        if type(self.top) is Turn:
            return self.act()
        needed = _NEEDED.get(self.duel.objective)
        held = dict(self.me.arms.held)
        severity = max(
            (
                2 * sum(part.deadliness for part in weapon_of(self.known, name, held.get(name, 1)))
                for offer in self.every
                for name in _of(offer, "weapon")
            ),
            default=0,
        )
        if needed is None and severity >= _GRAVE and self.duel.objective != "out":
            return m.Pass()
        if needed is not None and severity + 3 < needed:
            return m.Pass()
        return self.attack()

    # --- dice -----------------------------------------------------------------------------------------------

    def keep(self) -> Any:
        """Successes first; strife only as far as it is worth it."""
        bound = self.offered[m.Keep].bounds[0][1]
        assert isinstance(bound, SomeOf)
        check: Check = self.top
        if m.Shatter in self.offered and self._shatters(check):
            return m.Shatter(_of(self.offered[m.Shatter], "weapon")[0])
        faces = check.faces
        allowed = [i for i, _ in bound.of]
        missing = check.tn - sum([SUCCESS[face] for face in check.kept])
        successes = [face for i in allowed if SUCCESS[face := faces[i]]]
        explodes = any(EXPLOSIVE[face] for face in successes)
        hopeless = missing > 0 and not explodes and min(len(successes), bound.most) < missing
        burden = (
            "free" if check.free else "fire" if check.ring == "fire" and not check.plain and not hopeless else "costs"
        )
        worth = _worths(check.kind in ATTACKS, burden, hopeless)
        chosen, got = list[int](), 0
        spared = self.spared - sum([STRIFE[face] for face in check.kept])
        hurts = not check.free and self._hurts_to_break()
        for i in sorted(allowed, key=lambda i: -worth[faces[i]]):
            face = faces[i]
            wanted = worth[face] > 0
            if hurts and STRIFE[face] and spared < 1:  # it would Compromise
                wanted = bool(SUCCESS[face]) and got < missing and self._worth_breaking(check)
            if not wanted:
                continue
            chosen.append(i)
            if len(chosen) == bound.most:
                break
            got += SUCCESS[face]
            spared -= STRIFE[face]
        if not chosen and bound.least:
            chosen = [min(allowed, key=lambda i: (STRIFE[faces[i]], -worth[faces[i]]))]
        return m.Keep(tuple(sorted(chosen)))

    def _worth_breaking(self, check: Check) -> bool:
        """Whether success is worth being Compromised: a finishing blow is, and a grave critical to resist."""
        return check.blow or (check.kind == "resist" and self._severity() >= 5)

    def _severity(self) -> int:
        return max((frame.severity for frame in self.duel.stack if type(frame) is Wound), default=0)

    def _shatters(self, check: Check) -> bool:
        """A weapon for one's life: where nothing resists a grave critical."""
        return self._severity() >= _GRAVE and not any(SUCCESS[face] for face in check.faces)

    def swap(self) -> Any:
        """The best reserved dice for the worst rolled ones, as long as that gains."""
        frame: Check | Centring = self.top
        rolled = sorted(range(len(frame.faces)), key=lambda i: _plain_worth(frame.faces[i]))
        reserve = reserved(self.me, frame.skill)
        best = sorted(range(len(reserve)), key=lambda j: -_plain_worth(reserve[j]))
        pairs = [
            (i, j)
            for i, j in zip(rolled, best, strict=False)
            if _plain_worth(reserve[j]) > _plain_worth(frame.faces[i])
        ]
        return m.Swap(tuple(sorted(i for i, _ in pairs)), tuple(sorted(j for _, j in pairs)))

    def reserve(self) -> Any:
        """Every die with a success."""
        frame: Centring = self.top
        return m.Reserve(tuple(i for i, face in enumerate(frame.faces) if SUCCESS[face]))

    def reroll(self) -> Any:
        """What is worth least."""
        bound = self.offered[m.Reroll].bounds[0][1]
        assert isinstance(bound, SomeOf)
        faces = self.top.faces
        order = sorted((i for i, _ in bound.of), key=lambda i: _plain_worth(faces[i]))
        bad = [i for i in order if not SUCCESS[faces[i]]][: bound.most]
        return m.Reroll(tuple(sorted(bad if len(bad) >= bound.least else order[: bound.least])))

    def spend(self) -> Any:
        """What hurts the other most, then what helps oneself."""
        bound = self.offered[m.Spend].bounds[0][1]
        assert isinstance(bound, Basket)
        left, got = bound.purse, list[str]()
        price = {name: (cost, often) for name, cost, often in bound.of}
        check: Check = self.top
        wanted = ["critical"] if not check.blow else []
        wanted += ["razor"] * (check.blow or "critical" in price)
        if may_open(self.scene, self.me, "compromised"):
            wanted.append("provoke")
        wanted += ["compose"] if self.person.strife else []
        wanted += ["snare", *(["pierce"] if check.shown[0] >= check.tn and not check.blow else []), "spare", "guard"]
        wanted += ["press"]
        wanted += ["refresh"] if self.person.fatigue else []
        wanted += ["alert"] if self.known.focus > self.known.vigilance else []
        wanted += ["calm", f"ease-{self._best_ring()}"]
        for name in wanted:
            if name in price:
                cost, often = price[name]
                count = min(often, left // cost)
                got += [name] * count
                left -= cost * count
        return m.Spend(tuple(sorted(got)))

    def _best_ring(self) -> str:
        rings = ("air", "earth", "fire", "water")
        return max(rings, key=lambda ring: self.known.rings[ring])

    def resist(self) -> Any:
        """A Void Point against what would kill."""
        return m.Resist(self.person.void > 0 and self._severity() >= _GRAVE - 2, ())

    def defend(self) -> Any:
        """Defends, unless that would lose the duel and a critical would not."""
        hit: Hit = self.top
        falls = self.person.fatigue + hit.amount > self.known.endurance
        refuse = falls and self.duel.objective == "incapacitated" and 0 <= hit.deadliness < _GRAVE
        return m.Defend(refuse)

    def wake(self) -> Any:
        return m.Wake()


@cache
def _worths(attack: bool, burden: str, hopeless: bool) -> tuple[float, ...]:
    """What keeping each face is worth: success, opportunity, and the burden of strife."""
    price = {"free": 0.0, "fire": 0.2, "costs": 1.0}[burden]
    return tuple(
        (0.2 * SUCCESS[face] if hopeless else 3 * SUCCESS[face] + 1.5 * EXPLOSIVE[face])
        + OPPORTUNITY[face] * (1.4 if attack else 1.1)
        - STRIFE[face] * price
        for face in range(len(SUCCESS))
    )


def _points(one: Side) -> int:
    """What somebody would score so far, without the objective."""
    tally = one.tally
    return 3 * int(tally.first) + tally.fatigue + max(tally.critical, 0) - 2 * int(tally.unmasked)


def _plain_worth(face: Face) -> float:
    return 3 * SUCCESS[face] + 1.5 * EXPLOSIVE[face] + OPPORTUNITY[face] - 0.5 * STRIFE[face]


def _of(offer: Offer, name: str) -> tuple[Any, ...]:
    """The words that a field of an offer may have."""
    for field, bound in offer.bounds:
        if field == name and isinstance(bound, OneOf):
            return bound.of
    return ()


_CHOICES: dict[type, Callable[[Mind], Any]] = {
    m.Keep: Mind.keep,
    m.Spend: Mind.spend,
    m.Concede: Mind.concede,
    m.Bid: Mind.bid,
    m.Hold: Mind.hold,
    m.Unmask: Mind.unmask,
    m.Stance: Mind.stance,
    m.Reveal: Mind.reveal,
    m.Defend: Mind.defend,
    m.Resist: Mind.resist,
    m.Ready: Mind.ready,
    m.Swap: Mind.swap,
    m.Reserve: Mind.reserve,
    m.Reroll: Mind.reroll,
    m.Wake: Mind.wake,
    m.Strike: Mind.blow,
    m.Cross: Mind.blow,
    m.Rise: Mind.blow,
    m.Calm: Mind.act,
    m.Predict: Mind.act,
}
"""How each question is answered, in the order in which they are looked for."""

_PLACES = {kind: place for place, kind in enumerate(_CHOICES)}


def _order(kind: type) -> int:
    return _PLACES.get(kind, len(_PLACES))
