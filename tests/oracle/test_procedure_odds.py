"""Chances of whole procedures by a second road: their machines, played often, or with every throw there is.

The chances are those that the command line and ``advice`` tell; the machines know the rules, and no chance.
4e.contested, 4e.cooperative.joint, 4e.cooperative.each, 4e.cumulative, 4e.retry, 4e.iaijutsu, 4e.free-raise
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rollkeep.advice import play as of_play
from rollkeep.advice import rolls as advice
from rollkeep.cli.main import main
from rollkeep.dice.bound import D10
from rollkeep.dice.face import Die
from rollkeep.dice.notation import Term
from rollkeep.dice.pool import Pool
from rollkeep.fourth import roll as what
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import contest, together
from rollkeep.fourth.play.check import CHECK, Ask
from rollkeep.fourth.play.contest import CONTEST, Enter
from rollkeep.fourth.play.iaijutsu import IAIJUTSU, Answer, Face
from rollkeep.fourth.play.person import Person, person
from rollkeep.fourth.play.roll import Declare, Throw
from rollkeep.fourth.play.task import TASK, Plan
from rollkeep.fourth.play.together import TOGETHER, Help, Lead
from rollkeep.fourth.request import Request
from rollkeep.fourth.rulings import choose
from rollkeep.fourth.sheet import Character
from rollkeep.fourth.sheet_file import read
from rollkeep.machine.drive import Policy, play
from rollkeep.machine.machine import CHANCE, GM, Machine, Scene, decide, offers
from rollkeep.odds import keep
from rollkeep.odds.contest import lead
from rollkeep.table.entropy import seeded

SEED = 1
FAR = 4.5  # standard errors
NAMES = "ABCD"
BUSHI = "stamina = 2, willpower = 2, strength = 3, perception = 2, intelligence = 2"
SHEETS = {
    "aki": f"""
        traits = {{ {BUSHI}, reflexes = 3, awareness = 3, agility = 3 }}
        void = {{ ring = 3 }}
        skills = {{ kenjutsu = {{ rank = 3, emphases = ["katana"] }}, iaijutsu = 3, athletics = 1 }}""",
    "beni": f"""
        traits = {{ {BUSHI}, reflexes = 2, awareness = 4, agility = 3 }}
        void = {{ ring = 3 }}
        skills = {{ iaijutsu = 7, athletics = 4 }}""",
    "chie": f"""
        traits = {{ {BUSHI}, reflexes = 4, awareness = 2, agility = 4 }}
        void = {{ ring = 4 }}
        skills = {{ kenjutsu = 2, iaijutsu = 5, athletics = 4 }}
        wounds = {{ taken = 12 }}""",
    "dai": """
        traits = { stamina = 1, willpower = 1, strength = 1, perception = 1, intelligence = 1,
                   reflexes = 1, awareness = 2, agility = 1 }
        void = { ring = 1 }
        skills = { etiquette = 1 }""",
    "eiko": """
        traits = { stamina = 1, willpower = 1, strength = 1, perception = 1, intelligence = 1,
                   reflexes = 1, awareness = 2, agility = 1 }
        void = { ring = 2 }
        skills = { etiquette = 1 }""",
    "fumi": """
        traits = { agility = 2, awareness = 1 }
        void = { ring = 1 }
        skills = { etiquette = 1 }""",
}


def known(name: str) -> str:
    lines = [line.strip() for line in SHEETS[name].strip().splitlines()]
    return "\n".join(['game = "4e"', f'name = "{name}"', *lines]).replace(",\n", ", ")


@pytest.fixture(autouse=True)
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in SHEETS:
        (tmp_path / f"{name}.toml").write_text(known(name), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


class Side(NamedTuple):
    """One who rolls: a character and a deed, or a pool; and what is declared, as an option and as a move."""

    words: str
    raises: int = 0
    free: int = 0
    lower: int = 0
    add: int = 0
    void: str = ""
    named: tuple[str, ...] = ()
    keep: str = "high"

    def who(self, place: int) -> str:
        name = self.words.split()[0]
        return name if name in SHEETS else NAMES[place]

    @property
    def deed(self) -> str:
        name, _, deed = self.words.partition(" ")
        return deed if name in SHEETS else self.words

    @property
    def adds(self) -> tuple[Modifier, ...]:
        return (Modifier("high ground", Term(flat=self.add)),) if self.add else ()

    def declares(self, who: str) -> Declare:
        return Declare(who, self.raises, "", self.lower, self.void, self.named, keep=self.keep)

    def options(self, place: int) -> Iterator[str]:
        given = {
            "--raises": self.raises,
            "--free-raises": self.free,
            "--lower": self.lower,
            "--add": f"+{self.add} high ground" if self.add else "",
            "--void": self.void,
            "--for": "".join(self.named),
            "--keep": self.keep,
        }
        for option, value in given.items():
            if value:
                yield from (option, f"{NAMES[place]}={value}")


RUNNER_UP = {"short_raiser": "runner_up_wins"}
DIVERSE = (
    Side("aki kenjutsu", raises=1, named=("katana",)),
    Side("beni kenjutsu"),
    Side("chie kenjutsu", free=2, lower=1),
)
Rulings = Mapping[str, str]


def told(capsys: pytest.CaptureFixture[str], *words: str, sides: Iterable[Side] = (), **rulings: str) -> Any:
    """What the command line says of the odds."""
    options = [option for place, side in enumerate(sides) for option in side.options(place)]
    ruled = [f"--ruling={name}={value}" for name, value in rulings.items()]
    assert main([*words, *options, *ruled, "--odds", "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def exact(chance: Mapping[str, str]) -> Fraction:
    return Fraction(chance["exact"])


def cast_of(*sides: Side) -> dict[str, Person]:
    names = [side.who(place) for place, side in enumerate(sides)]
    return {name: person(read(known(name)) if name in SHEETS else Character(name)) for name in names}


def begun(machine: Machine[Any], cast: Mapping[str, Person], *moves: tuple[str, Any], **rulings: str) -> Scene[Any]:
    at = Scene(cast, machine.blank, rulings=choose(rulings.items()).chosen)
    for who, move in moves:
        at = decide(machine, at, who, move).now
    return at


def played(machine: Machine[Any], at: Scene[Any], times: int, **policies: Policy) -> Iterator[Any]:
    """The last state of each of so many plays."""
    source = seeded(SEED)
    for _ in range(times):
        yield play(machine, at, policies, source)[0].state


def counted(states: Iterable[Any], of: Callable[[Any], Iterable[Hashable]]) -> Counter[Hashable]:
    return Counter(case for state in states for case in of(state))


def is_near(count: float, times: int, chance: float | Fraction) -> bool:
    """Whether so many of so many are what a chance leads one to expect; one more or less is no matter."""
    error = sqrt(max(chance * (1 - chance) * times, 0))
    return abs(count - times * float(chance)) <= FAR * error + 1


# --- whose chances they are ---------------------------------------------------------------------------------------


def test_the_chances_are_those_of_pools_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.skill, 4e.ten-dice, 4e.mastery, 4e.wounds: the command line has its pools from the machines."""
    found = told(capsys, "contested", *(side.words for side in DIVERSE), sides=DIVERSE)
    pools = [(Pool(6, 3, emphasis=True), 1), (Pool(3, 3, explode_on=None), 0), (Pool(6, 4, 5 - 3), 0)]
    wins = [won["value"] for won in found["wins"].values()]
    assert wins == pytest.approx([won.value for won in of_play.contest(pools).wins], abs=1e-12)

    side = Side("2k1-12", free=3, lower=3)
    for ruled, target in (("0", 0), ("none", 5 - 15)):
        found = told(capsys, "check", side.words, "--tn=5", sides=[side], tn_floor=ruled)
        assert exact(found["chance"]) == keep.chance(Pool(2, 1, -12), target)
    side = Side("chie athletics", free=2, lower=1)
    found = told(capsys, "cooperative", "joint", "chie", "athletics", "--helpers=2,1", "--tn=30", sides=[side])
    assert exact(found["all"]) == keep.chance(Pool(7, 3, 2 + 1), 30 - 5 + 3)
    sides = [Side("4k2", free=1, lower=1), Side("5k2", raises=1), Side("7k3")]
    ranks = ["--rank=A=1", "--rank=B=2", "--rank=C=4"]
    found = told(capsys, "cooperative", "each", *(side.words for side in sides), *ranks, "--tn=15", sides=sides)
    each = [keep.chance(Pool(4, 2, 4), 10), keep.chance(Pool(5, 2, 4), 20), keep.chance(Pool(7, 3), 15)]
    assert [exact(chance) for chance in found["each"].values()] == each
    assert exact(found["all"]) == prod(each)

    work = Work(Side("5k2", raises=1), 60, 10, 12, (2, 1))
    found = told(capsys, *work.words(), sides=[work.side])
    law = of_play.task(Pool(5, 2, 3), 60, 15, 12, choose([]))
    assert [exact(step["chance"]) for step in found["rolls"]] == [chance for _, chance in law.rolls]
    assert (found["mean"], found["waits"]) == pytest.approx((law.mean, law.mean - 1))


@pytest.mark.parametrize(
    ("names", "assessed", "level", "ahead"),
    [
        (("aki", "beni"), (Pool(6, 3), Pool(10, 4)), (Pool(6, 3), Pool(10, 3, 5)), (Pool(7, 4), Pool(10, 6, 5))),
        (("chie", "aki"), (Pool(7, 2), Pool(6, 3)), (Pool(9, 4, 2), Pool(6, 3)), (Pool(10, 5, 2), Pool(7, 4))),
    ],
)
def test_a_duel_by_hand(
    capsys: pytest.CaptureFixture[str],
    names: tuple[str, str],
    assessed: tuple[Pool, Pool],
    level: tuple[Pool, Pool],
    ahead: tuple[Pool, Pool],
) -> None:
    """4e.iaijutsu, 4e.mastery, 4e.ten-dice: 10 ahead in the Assessment is +1k1, from rank 7 on +2k2."""
    found = told(capsys, "iaijutsu", *names)
    cases = [(ahead[0], level[1]), (level[0], ahead[1]), level]
    focuses = [lead(*pools, 5) for pools in cases]
    weights = [chance.value for chance in lead(*assessed, 10)]
    by_hand = [
        sum(weight * focus[place].value for weight, focus in zip(weights, focuses, strict=True)) for place in range(3)
    ]
    ends = [*(found["first"][who] for who in names), found["together"]]
    assert [chance["value"] for chance in ends] == pytest.approx(by_hand, abs=1e-12)


# --- every throw there is -----------------------------------------------------------------------------------------


def fallen(pool: Pool, deep: int = 1) -> list[tuple[tuple[Die, ...], Fraction]]:
    """Throws with their chances, the order of the dice aside; of those that explode only with less than ``deep`` tens
    on each die.
    """
    tens = range(deep if pool.explode_on else 1)
    last = range(1, 10 if pool.explode_on else 11)
    dice = [(*[10] * ten, face) for ten in tens for face in last]
    found = []
    for throw in combinations_with_replacement(dice, pool.rolled):
        ways = factorial(pool.rolled) // prod(factorial(count) for count in Counter(throw).values())
        found.append((throw, Fraction(ways, prod(10 ** len(die) for die in throw))))
    return found


Thrown = list[tuple[Fraction, Scene[Any]]]


def thrown(machine: Machine[Any], at: Scene[Any], times: int, deep: int = 1) -> Thrown:
    """The scenes, with their chances, after so many rolls."""
    now: Thrown = [(Fraction(1), at)]
    for _ in range(times):
        later: Thrown = []
        for share, scene in now:
            bounds: dict[str, Any] = dict(offers(machine, scene)[CHANCE][0].bounds)
            assert isinstance(bounds["dice"], D10)
            for dice, chance in fallen(bounds["dice"].pool, deep):
                move = Throw(bounds["who"].of[0], dice)
                later.append((share * chance, decide(machine, scene, CHANCE, move).now))
        now = later
    return now


def test_every_throw_is_there_once() -> None:
    assert sum(chance for _, chance in fallen(Pool(3, 2, explode_on=None))) == 1
    assert sum(chance for _, chance in fallen(Pool(2, 1), 3)) == (1 - Fraction(1, 1000)) ** 2


# --- contests -----------------------------------------------------------------------------------------------------


def contested(sides: tuple[Side, ...], tie: str = "stand", **rulings: str) -> Scene[Any]:
    """A contest in which everything is declared, and nothing thrown."""
    named = [(side.who(place), side) for place, side in enumerate(sides)]
    enter = [(GM, Enter(who, side.deed, free=side.free, adds=side.adds)) for who, side in named]
    declare = [(who, side.declares(who)) for who, side in named]
    return begun(CONTEST, cast_of(*sides), *enter, (GM, contest.Begin(tie)), *declare, **rulings)


def outcome(state: Any) -> str:
    winners: tuple[str, ...] = state.settled.winners
    return winners[0] if len(winners) == 1 else "tie" if winners else "nobody"


SMALL = (Side("2k1", raises=1), Side("1k1"), Side("1k1"), Side("dai kenjutsu", add=3))


@pytest.mark.parametrize(
    ("sides", "tie", "rulings"),
    [
        ((Side("7k3", raises=1), Side("6k4", raises=1)), "stand", {}),
        ((Side("7k3", raises=1), Side("6k4"), Side("5k3")), "stand", {}),
        ((Side("7k3", raises=1), Side("6k4"), Side("5k3")), "stand", RUNNER_UP),
        (DIVERSE, "stand", {}),
        (DIVERSE, "stand", {"wounds_in_contests": "none"}),
        (SMALL, "stand", {}),
        (SMALL, "again", {}),
        (SMALL, "again", RUNNER_UP),
    ],
)
def test_contests_end_as_often_as_told(
    capsys: pytest.CaptureFixture[str], sides: tuple[Side, ...], tie: str, rulings: Rulings
) -> None:
    """4e.contested, 4e.unskilled, 4e.wounds"""
    found = told(capsys, "contested", *(side.words for side in sides), "--tie", tie, sides=sides, **rulings)
    times = 2_000
    ends = counted(played(CONTEST, contested(sides, tie, **rulings), times), lambda state: [outcome(state)])
    chances = {**found["wins"], "tie": found["tie"], "nobody": found["nobody"]}
    assert set(ends) <= set(chances)
    assert sum(chance["value"] for chance in chances.values()) == pytest.approx(1, abs=1e-9)
    for end, chance in chances.items():
        assert is_near(ends[end], times, chance["value"]), (end, ends[end] / times, chance)


@pytest.mark.parametrize("raises", [(0, 0), (1, 0), (0, 2), (1, 1)])
@pytest.mark.parametrize("rulings", [{}, RUNNER_UP])
def test_contests_with_every_throw(
    capsys: pytest.CaptureFixture[str], raises: tuple[int, int], rulings: Rulings
) -> None:
    """4e.contested, 4e.free-raise: each chance lies between what is known of it, and that and all the rest."""
    sides = (Side("1k1", raises[0], free=1, lower=1), Side("1k1+2", raises[1]))
    found = told(capsys, "contested", *(side.words for side in sides), sides=sides, **rulings)
    ends = dict.fromkeys([*NAMES[:2], "tie", "nobody"], Fraction(0))
    for share, scene in thrown(CONTEST, contested(sides, **rulings), 2, deep=3):
        ends[outcome(scene.state)] += share
    rest = 1 - sum(ends.values())
    assert rest < Fraction(1, 400)
    for end, chance in {**found["wins"], "tie": found["tie"], "nobody": found["nobody"]}.items():
        assert ends[end] - Fraction(1, 10**12) <= Fraction(chance["value"]) <= ends[end] + rest


def settled(at: Scene[Any]) -> dict[str, Fraction]:
    """The chance of each end, where those tied roll again: nobody's dice explode."""
    ends: Counter[str] = Counter()
    same, names = Fraction(0), [each.who for each in at.state.rolls]
    tied: dict[tuple[str, ...], tuple[Fraction, Scene[Any]]] = {}
    for share, scene in thrown(CONTEST, at, len(names)):
        left = tuple(each.who for each in scene.state.rolls)
        if scene.closed:
            ends[outcome(scene.state)] += share  # type: ignore[assignment]
        elif list(left) == names:
            same += share
        else:
            tied[left] = (tied.get(left, (Fraction(0), scene))[0] + share, scene)
    for share, scene in tied.values():
        for end, chance in settled(scene).items():
            ends[end] += share * chance  # type: ignore[assignment]
    return {end: Fraction(share) / (1 - same) for end, share in ends.items()}


@pytest.mark.parametrize("tie", ["stand", "again"])
def test_ties_with_every_throw(capsys: pytest.CaptureFixture[str], tie: str) -> None:
    """4e.contested, 4e.unskilled"""
    sides = (Side("dai kenjutsu", add=1), Side("eiko kenjutsu"), Side("fumi kenjutsu"))
    found = told(capsys, "contested", *(side.words for side in sides), "--tie", tie, sides=sides)
    ends = settled(contested(sides, tie))
    assert sum(ends.values()) == 1
    for end, chance in {**found["wins"], "tie": found["tie"], "nobody": found["nobody"]}.items():
        assert chance["value"] == pytest.approx(float(ends.get(end, 0)), abs=1e-12)


# --- checks, and another attempt ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "tn", "rulings"),
    [
        (Side("7k3", raises=1), 20, {}),
        (Side("aki kenjutsu", raises=1, named=("katana",), void="boost"), 20, {}),
        (Side("chie kenjutsu", free=2, lower=1, raises=1), 15, {}),
        (Side("beni kenjutsu"), 20, {}),
        (Side("beni kenjutsu", void="skill", raises=1), 15, {}),
        (Side("chie athletics", keep="low"), 10, {}),
        (Side("2k1-12", free=3, lower=3), 5, {}),
        (Side("2k1-12", free=3, lower=3), 5, {"tn_floor": "none"}),
    ],
)
def test_checks_succeed_as_often_as_told(
    capsys: pytest.CaptureFixture[str], side: Side, tn: int, rulings: Rulings
) -> None:
    """4e.tn, 4e.raise, 4e.wounds, 4e.unskilled, 4e.void.boost, 4e.void.skill, 4e.emphasis"""
    found = told(capsys, "check", *side.words.split(), f"--tn={tn}", sides=[side], **rulings)
    asked = (GM, Ask(side.who(0), side.deed, tn, free=side.free, adds=side.adds))
    at = begun(CHECK, cast_of(side), asked, (side.who(0), side.declares(side.who(0))), **rulings)
    times = 2_000
    good = counted(played(CHECK, at, times), lambda state: [state.judged.success])
    assert is_near(good[True], times, exact(found["chance"])), (good, found)


def attempt(side: Side, number: int, tn: int = 15) -> Scene[Any]:
    ask = Ask(side.who(0), side.deed, tn, attempt=number, changed="the light" if number > 1 else "")
    return begun(CHECK, cast_of(side), (GM, ask), (side.who(0), side.declares(side.who(0))), max_attempts="3")


def test_another_attempt_with_every_throw() -> None:
    """4e.retry, 4e.unskilled"""
    for number in (1, 2):
        ends = thrown(CHECK, attempt(Side("beni kenjutsu"), number), 1)
        request = Request(what.skill(3, 0), tn=15, attempt=number)
        assert advice.chance(request) == sum(share for share, scene in ends if scene.state.judged.success)


@pytest.mark.parametrize("side", [Side("aki kenjutsu", raises=1), Side("chie athletics", raises=1)])
def test_attempts_one_after_the_other(capsys: pytest.CaptureFixture[str], side: Side) -> None:
    """4e.retry: up to three, each 10 harder than the one before."""
    words = ("check", *side.words.split(), "--tn=15")
    found = told(capsys, *words, sides=[side], max_attempts="3")["attempts"]
    times = failed = 3_000
    for number, tried in enumerate(found, 1):
        good = counted(played(CHECK, attempt(side, number), failed), lambda state: [state.judged.success])[True]
        assert tried["n"] == number
        assert is_near(good, failed, exact(tried["chance"])), (number, good, failed, tried)
        failed -= good
        assert is_near(times - failed, times, exact(tried["by_then"])), (number, failed, tried)
    assert len(found) == 3


# --- together -----------------------------------------------------------------------------------------------------


def fared(state: Any) -> list[str]:
    """Who succeeded, and whether all did."""
    good = [who for who, _, margin in state.done.results if margin >= 0]
    return [*good, "all"] if state.done.all_succeeded else good


@pytest.mark.parametrize(
    ("side", "helpers", "tn"),
    [
        (Side("6k3", raises=1), (2, 1), 25),
        (Side("beni kenjutsu"), (4, 0, 1), 20),
        (Side("chie athletics", free=2, lower=1), (3,), 30),
    ],
)
def test_one_rolls_for_all_as_told(
    capsys: pytest.CaptureFixture[str], side: Side, helpers: tuple[int, ...], tn: int
) -> None:
    """4e.cooperative.joint"""
    ranks = ",".join(map(str, helpers))
    found = told(capsys, "cooperative", "joint", *side.words.split(), f"--helpers={ranks}", f"--tn={tn}", sides=[side])
    who, others = side.who(0), [f"helper {place}" for place in range(len(helpers))]
    moves = [(GM, Help(name, rank)) for name, rank in zip(others, helpers, strict=True)]
    cast = {**cast_of(side), **{name: person(Character(name)) for name in others}}
    begin = (GM, together.Begin(tn))
    at = begun(TOGETHER, cast, (GM, Lead(who, side.deed, side.free)), *moves, begin, (who, side.declares(who)))
    times = 2_000
    good = counted(played(TOGETHER, at, times), fared)
    assert exact(found["each"][who]) == exact(found["all"])
    assert is_near(good["all"], times, exact(found["all"])), (good, found)


@pytest.mark.parametrize(
    ("sides", "ranks", "tn", "rulings"),
    [
        ((Side("4k2", free=1, lower=1), Side("5k2", raises=1), Side("7k3")), (1, 2, 4), 15, {}),
        ((Side("beni athletics"), Side("aki athletics", raises=1), Side("chie athletics")), (), 15, {}),
        (
            (Side("beni athletics"), Side("aki athletics"), Side("chie athletics")),
            (),
            20,
            {"best_helper_tie": "equals_get_nothing"},
        ),
        ((Side("dai athletics"), Side("beni athletics")), (), 10, {}),
    ],
)
def test_everyone_rolls_and_fares_as_told(
    capsys: pytest.CaptureFixture[str], sides: tuple[Side, ...], ranks: tuple[int, ...], tn: int, rulings: Rulings
) -> None:
    """4e.cooperative.each"""
    names = [side.who(place) for place, side in enumerate(sides)]
    words = [side.words for side in sides] if ranks else ["athletics", *names]
    given = [f"--rank={name}={rank}" for name, rank in zip(names, ranks, strict=False)]
    found = told(capsys, "cooperative", "each", *words, *given, f"--tn={tn}", sides=sides, **rulings)
    known_ranks = ranks or tuple({"aki": 1, "beni": 4, "chie": 4, "dai": 0}[name] for name in names)
    helps = [(GM, Help(side.who(i), known_ranks[i], side.deed, side.free)) for i, side in enumerate(sides)]
    declare = [(side.who(i), side.declares(side.who(i))) for i, side in enumerate(sides)]
    at = begun(TOGETHER, cast_of(*sides), *helps, (GM, together.Begin(tn)), *declare, **rulings)
    times = 2_000
    good = counted(played(TOGETHER, at, times), fared)
    for name in names:
        assert is_near(good[name], times, exact(found["each"][name])), (name, good, found)
    assert is_near(good["all"], times, exact(found["all"])), (good, found)


# --- tasks --------------------------------------------------------------------------------------------------------


class Work(NamedTuple):
    """A task, as options and as a move."""

    side: Side
    total: int
    minimum: int = 0
    flub: int = 0
    helpers: tuple[int, ...] = ()

    def words(self) -> list[str]:
        helpers = [f"--helpers={','.join(map(str, self.helpers))}"] if self.helpers else []
        rules = [f"--tn={self.total}", f"--minimum={self.minimum}", f"--flub={self.flub}"]
        return ["cumulative", *self.side.words.split(), *rules, *helpers]

    def planned(self, **rulings: str) -> Scene[Any]:
        side, who = self.side, self.side.who(0)
        plan = Plan(who, side.deed, self.total, self.minimum, self.flub, sum(self.helpers), side.free, side.adds)
        return begun(TASK, cast_of(self.side), (GM, plan), **rulings)


def worked(work: Work, rolls: int, **rulings: str) -> list[Fraction]:
    """The chance to be done at each roll: every throw from every number that can be left, one die at most exploding.

    All throws beyond the greatest number that matters are one, with one more ten.
    """
    who, shares = work.side.who(0), {work.total: Fraction(1)}
    scenes, done = {work.total: work.planned(**rulings)}, list[Fraction]()
    steps: dict[int, Thrown] = {}
    for _ in range(rolls):
        later: dict[int, Fraction] = {}
        for left, share in shares.items():
            if left not in steps:
                steps[left] = _each_roll(work, decide(TASK, scenes[left], who, work.side.declares(who)).now, who)
            for chance, scene in steps[left]:
                now = max(scene.state.left, 0)
                assert scene.closed == (now == 0)
                later[now] = later.get(now, Fraction(0)) + share * chance
                scenes.setdefault(now, scene)
        done.append(later.pop(0, Fraction(0)))
        shares = later
    return done


def _each_roll(work: Work, declared: Scene[Any], who: str) -> Thrown:
    pool: Pool = declared.state.roll.declared.pool
    if not pool.explode_on:
        return thrown(TASK, declared, 1)
    assert pool.rolled == 1
    deep = (max(declared.state.left, work.minimum + 5, work.flub) - pool.bonus) // 10 + 1
    beyond: Die = (*[10] * deep, 1)
    rest = (Fraction(1, 10**deep), decide(TASK, declared, CHANCE, Throw(who, (beyond,))).now)
    return [*thrown(TASK, declared, 1, deep), rest]


@pytest.mark.parametrize(
    ("work", "rulings"),
    [
        (Work(Side("1k1"), 20), {}),
        (Work(Side("1k1"), 20, 5, 3), {}),
        (Work(Side("1k1", add=1), 20, 5, 4), {"flub": "shortfall"}),
        (Work(Side("1k1"), 12, 6, 5), {"flub_cap": "none"}),
        (Work(Side("1k1"), 12, 6, 5), {"flub": "shortfall", "flub_cap": "none"}),
        (Work(Side("1k1-4"), 12, 2, 1), {"flub": "shortfall"}),
        (Work(Side("1k1-4"), 9, flub=3), {}),
        (Work(Side("1k1", raises=1), 15, flub=2), {}),
        (Work(Side("1k1", raises=1), 25, 4, 3, (2, 1)), {}),
        (Work(Side("1k1", free=2, lower=1), 20, 9, 4), {}),
        (Work(Side("dai kenjutsu"), 15, 4, 3, (1,)), {}),
        (Work(Side("fumi kenjutsu"), 30, 8, 6), {}),
    ],
)
def test_tasks_with_every_throw(capsys: pytest.CaptureFixture[str], work: Work, rulings: Rulings) -> None:
    """4e.cumulative"""
    found = told(capsys, *work.words(), sides=[work.side], **rulings)
    first = worked(work, 6, **rulings)
    chances = [exact(step["chance"]) for step in found["rolls"][:6]]
    assert chances == first[: len(chances)]
    assert not any(first[len(chances) :])


@pytest.mark.parametrize(
    ("work", "rulings"),
    [
        (Work(Side("7k3"), 60, 15, 5), {}),
        (Work(Side("5k2", raises=1), 60, 10, 12, (2, 1)), {"cumulative_time": "each"}),
        (Work(Side("chie kenjutsu"), 50, 20, 20), {"flub": "shortfall"}),
        (Work(Side("beni kenjutsu"), 50, 12, 12, (1,)), {"flub_cap": "none"}),
    ],
)
def test_tasks_take_as_long_as_told(capsys: pytest.CaptureFixture[str], work: Work, rulings: Rulings) -> None:
    """4e.cumulative"""
    found = told(capsys, *work.words(), sides=[work.side], **rulings)
    times, who = 500, work.side.who(0)
    policies: dict[str, Policy] = {who: lambda *_: work.side.declares(who)}
    ended = [state.ended for state in played(TASK, work.planned(**rulings), times, **policies)]
    assert all(each.done for each in ended)
    rolls = Counter(each.rolls for each in ended)
    for step in found["rolls"][:12]:
        assert is_near(rolls[step["n"]], times, exact(step["chance"])), (step["n"], rolls)
    error = FAR * found["sd"] / sqrt(times)
    assert abs(sum(each.rolls for each in ended) / times - found["mean"]) <= error
    assert abs(sum(each.waits for each in ended) / times - found["waits"]) <= error
    square = sum((each.rolls - found["mean"]) ** 2 for each in ended) / times
    fourth = sum((step["n"] - found["mean"]) ** 4 * float(exact(step["chance"])) for step in found["rolls"])
    assert abs(square - found["sd"] ** 2) <= FAR * sqrt((fourth - found["sd"] ** 4) / times)


# --- the duel -----------------------------------------------------------------------------------------------------


def focused(names: tuple[str, str], times: int, **rulings: str) -> Iterator[Scene[Any]]:
    """Duels after the Focus. Who stands and declares nothing is said of a few duels only, and these go on often:
    it takes long, and chance has no part in it.
    """
    declare = [(who, Declare(who)) for who in names]
    stand = [(who, Answer(who, False)) for who in names]
    at, source = begun(IAIJUTSU, cast_of(*map(Side, names)), (GM, Face(*names)), *declare, **rulings), seeded(SEED)
    few: dict[str, list[Scene[Any]]] = {"": [], **{who: [] for who in names}}
    for turn in range(times):
        scene, _ = play(IAIJUTSU, at, {}, source, most=2)
        same = few[scene.state.ahead]
        if len(same) < 20:
            for who, move in (*stand, *declare):
                scene = decide(IAIJUTSU, scene, who, move).now
            same.append(scene)
        yield play(IAIJUTSU, same[turn % len(same)], {}, source, most=2)[0]


def test_who_strikes_first_with_every_throw(capsys: pytest.CaptureFixture[str]) -> None:
    """4e.iaijutsu, 4e.unskilled: nobody knows Iaijutsu, so that no die explodes."""
    found = told(capsys, "iaijutsu", "dai", "eiko")
    names = ["dai", "eiko"]
    at = begun(IAIJUTSU, cast_of(*map(Side, names)), (GM, Face(*names)), *((who, Declare(who)) for who in names))
    ahead: dict[str, tuple[Fraction, Scene[Any]]] = {}
    for share, scene in thrown(IAIJUTSU, at, 2):
        before = ahead.get(scene.state.ahead, (Fraction(0), scene))[0]
        ahead[scene.state.ahead] = (before + share, scene)
    assert set(ahead) == {"", *names}
    first: dict[str, Fraction] = dict.fromkeys(["", *names], Fraction(0))
    for share, scene in ahead.values():
        moves: list[Any] = [*(Answer(who, False) for who in names), *map(Declare, names)]
        for move in moves:
            scene = decide(IAIJUTSU, scene, move.who, move).now
        for chance, end in thrown(IAIJUTSU, scene, 2):
            first[end.state.focused.first] += share * chance
    assert sum(first.values()) == 1
    for who, told_chance in found["first"].items():
        assert told_chance["value"] == pytest.approx(float(first[who]), abs=1e-12)
    assert found["together"]["value"] == pytest.approx(float(first[""]), abs=1e-12)


@pytest.mark.parametrize(
    ("names", "rulings"),
    [
        (("aki", "beni"), {}),
        (("aki", "beni"), {"center_in_duels": "focus_and_strike"}),
        (("chie", "beni"), {}),
        (("chie", "aki"), {"wounds_in_contests": "none"}),
    ],
)
def test_duellists_strike_first_as_often_as_told(
    capsys: pytest.CaptureFixture[str], names: tuple[str, str], rulings: Rulings
) -> None:
    """4e.iaijutsu, 4e.mastery, 4e.wounds, 4e.free-raise"""
    found = told(capsys, "iaijutsu", *names, sides=(), **rulings)
    times = 2_000
    firsts = Counter(scene.state.focused.first for scene in focused(names, times, **rulings))
    for who in names:
        assert is_near(firsts[who], times, found["first"][who]["value"]), (who, firsts, found)
    assert is_near(firsts[""], times, found["together"]["value"]), (firsts, found)


def test_a_lead_gives_free_raises_that_help_the_strike() -> None:
    """4e.iaijutsu, 4e.free-raise: Focus of 6k3 and 9k4, wounded −3, a Free Raise of mastery +5; Armor TN 20 and 25."""
    names, times = ("aki", "chie"), 3_000
    duels = list(focused(names, times))
    level = [scene.state.focused for scene in duels if not scene.state.ahead]
    for free in range(3):
        leads = lead(Pool(6, 3), Pool(9, 4, 5 - 3), 5 * (free + 1))
        for who, chance in zip(names, leads, strict=False):
            count = sum(each.first == who and each.free >= free for each in level)
            assert is_near(count, len(level), chance.value), (who, free, count / len(level), chance)
    source, strikes = seeded(SEED), list[tuple[str, bool, int]]()
    for scene in duels:
        who, free = scene.state.focused.first, scene.state.focused.free
        if who:
            declared = decide(IAIJUTSU, scene, who, Declare(who, lower=free)).now
            struck = play(IAIJUTSU, declared, {}, source, most=1)[0].state.struck[0]
            strikes.append((who, struck.margin >= 0, free))
    for name, ranks, tn, penalty in (("aki", (3, 3), 25, 0), ("chie", (4, 5), 20, 3)):
        mine = [(hit, free) for who, hit, free in strikes if who == name]
        chances = [
            float(advice.chance(Request(what.skill(*ranks), tn=tn, penalty=penalty, free_raises=free, lower_tn=free)))
            for _, free in mine
        ]
        error = sqrt(sum(chance * (1 - chance) for chance in chances))
        assert len(mine) > 200
        assert abs(sum(hit for hit, _ in mine) - sum(chances)) <= FAR * error, (name, mine, sum(chances))
