"""What a seat is sent does not depend on secrets that it may not see: the same evening twice, with other secrets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from tests.promises.sides import fails, many
from tests.unit.web_tables import JSON, Evening, evening, hero

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel import moves as m
from rollkeep.fifth.duel.computer import computer
from rollkeep.fifth.duel.person import person as of_fifth
from rollkeep.fourth.play.check import Ask, Judge
from rollkeep.fourth.play.contest import Begin
from rollkeep.fourth.play.contest import Enter as Takes
from rollkeep.fourth.play.roll import Declare
from rollkeep.fourth.skirmish.moves import Muster, Stance
from rollkeep.machine.machine import GM, offers
from rollkeep.table import entropy
from rollkeep.table.entry import Act, Enter, Mark, Request, Start, Undo
from rollkeep.web.ground.seats import View
from rollkeep.web.pages import play as events

_MASKS = (
    (re.compile(r'name="id" value="[^"]*"'), 'name="id" value="ID"'),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b[0-9a-f]{32}\b"), "BLIND"),
    (re.compile(r'(<span class="chain"[^>]*>)[0-9a-f ]+'), r"\1HASH"),
    (re.compile(r"\b[0-9a-f]{4} [0-9a-f]{4}\b"), "HASH"),
    (re.compile(r"\bjoin-[\w-]+"), "JOIN"),
    (re.compile(r"/([jc])/[\w-]{22}"), r"/\1/TOKEN"),
    (re.compile(r"data:image/svg[^\"]*"), "QR"),
)


class Secrets(NamedTuple):
    """What differs between two evenings that others must not tell apart."""

    ghost: str
    tn: int
    label: str
    deed: str
    wounds: int
    why: str
    dice: int
    bid: int
    athletics: int


def drawn(rng: Random, *, same_length: bool) -> tuple[Secrets, Secrets]:
    """Two sets of secrets; the hidden character's names are of one length or not."""
    ghosts = rng.sample(["Akodo", "Bayui", "Chuda"] if same_length else ["Oni", "The drowned magistrate", "Moto"], 2)
    high = rng.random() < 0.5  # so that the verdict, which all are told, is the same
    tns = rng.sample(range(400, 900) if high else range(0, 4), 2)
    both = zip(
        ghosts,
        tns,
        rng.sample(["Ambush", "A very long reason that nobody may know of", ""], 2),
        rng.sample(["kyujutsu", "athletics", "iaijutsu"], 2),
        rng.sample(range(1, 12), 2),  # all the same to what is rolled
        rng.sample(["poison", "a fall from the great bridge in the night"], 2),
        rng.sample(range(1, 10_000), 2),
        rng.sample(range(1, 4), 2),
        rng.sample(range(1, 6), 2),
        strict=True,
    )
    one, two = (Secrets(*each) for each in both)
    return one, two


class Play:
    """An evening of which everything that is sent to each seat is kept. ``part`` of all addresses are looked at."""

    def __init__(self, table: Evening, secrets: Secrets, rng: Random, part: float) -> None:
        self.table, self.secrets, self.rng, self.part = table, secrets, rng, part
        self.clients: dict[str, TestClient] = {}
        self.sent: dict[str, list[tuple[str, str]]] = {}
        self.dice = 0
        world = table.hall.world
        self.world = world
        self.seed(1)

    def seed(self, number: int) -> None:
        """The dice from here on."""
        source = entropy.seeded(number)
        world = self.world._replace(source=lambda: source)
        self.table.hall.world = world
        for room in self.table.hall._rooms.values():
            room.world = world

    def joins(self, name: str, character: str = "", role: str = "player") -> None:
        self.clients[name] = self.table.joins(name, character, role)
        self.sent[name] = []

    def does(self, *requests: Request, seat: str = "", hidden: bool = False) -> int:
        """A command, its dice hidden or not; the run of its first entry."""
        self.dice += 1
        self.seed(self.secrets.dice if hidden else self.dice)
        before = self.room.table.seq
        answer = self.table.do(self.clients.get(seat, self.table.gm), *requests)
        assert answer.status_code == 200, answer.text
        for name in self.clients:
            if self.rng.random() > self.part + 0.3:
                continue
            view = View(self.room, name)
            self.note(name, "stream of JSON", events._entries(view, before, view.table.seq))
            self.note(name, "stream of HTML", events._fragments(view, before, view.table.seq))
        return int(answer.json()["entries"][0]["run"])

    @property
    def room(self) -> Any:
        return self.table.hall._rooms[self.table.tab]

    def note(self, name: str, what: str, text: str) -> None:
        """Keeps what was sent, without what is by its nature different."""
        for pattern, instead in _MASKS:
            text = pattern.sub(instead, text)
        text = text.replace(self.table.tab, "TABLE")
        self.sent[name].append((what, text))

    def looks(self, *words: str) -> None:
        """Everybody looks at every address that there is."""
        for name, client in self.clients.items():
            for route in self.table.app.routes:
                if not isinstance(route, Route) or "GET" not in (route.methods or ()) or "/t/{tab}" not in route.path:
                    continue
                if route.path.endswith("/stream"):
                    continue
                for address in self.addresses(route.path, words):
                    for headers in ({}, JSON):
                        if self.rng.random() > self.part:
                            continue
                        answer = client.get(address, headers=headers)
                        self.note(name, f"{address} {answer.status_code}", answer.text)
            self.note(name, "export", self.room.export(self.room.table.names(name)))

    def addresses(self, path: str, words: tuple[str, ...]) -> Iterator[str]:
        path = path.replace("{tab}", self.table.tab)
        if "{" in path:
            for who in ("Shinai", "Kuma"):
                yield f"{path[: path.index('{')]}{who}{path[path.index('}') + 1 :]}"
            return
        yield path
        if path.endswith(self.table.tab):
            yield from (f"{path}?q={word}" for word in words)
        if path.endswith("/log"):
            yield from (f"{path}?before={number}" for number in (9, 20))
        if path.endswith(("/chance", "/roll")):
            for number in sorted(self.room.of_run)[8::5]:
                yield f"{path}?run={number}&who=Shinai&f.raises=1&f.keep=high"
                yield f"{path}?again={number}"
            yield f"{path}?who=Shinai&deed=kyujutsu&tn=20&judging=told&f.keep=high"
            yield f"{path}?who=Kuma&deed=kyujutsu"
        if path.endswith("/export"):
            yield from (f"{path}?as={kind}" for kind in ("jsonl", "markdown", "csv"))


def of_fourth(play: Play, rng: Random) -> None:
    """Hidden TNs, a hidden character, rolls that not all may see, runs of the game master alone, hidden tracks."""
    s = play.secrets
    skills = hero().sheet.skills
    kuma = hero("Kuma", skills=(*skills[:2], replace_rank(skills[2], s.athletics)))
    play.table.enter("Shinai", hero())
    play.table.enter("Kuma", kuma, sheet="hidden", tracks="hidden", free=False)
    for name, character, role in (("Anna", "Shinai", "player"), ("Bo", "", "player"), ("Wen", "", "watcher")):
        play.joins(name, character, role)
    play.does(Enter(s.ghost, hero(s.ghost), True, "hidden", "hidden", False))
    asks: list[Callable[[], object]] = [
        lambda: thrown(play, Ask("Shinai", "kyujutsu", s.tn, "hidden", "The lantern")),
        lambda: thrown(play, Ask("Shinai", "athletics", s.tn, "hidden", told="nothing"), hidden=True),
        lambda: thrown(play, Ask("Shinai", "kyujutsu", 15, "told", "Listen", shown="blind"), hidden=True),
        lambda: thrown(play, Ask("Kuma", "kyujutsu", 15, "told", "Watch", shown="gm"), hidden=True),
        lambda: thrown(play, Ask("Kuma", "kyujutsu", s.tn, "hidden", "A trap", shown="blind"), hidden=True),
        lambda: thrown(play, Ask(s.ghost, s.deed, 5 + s.tn % 9, "told", s.label), secret=True),
        lambda: play.does(Mark("Kuma", "wounds", s.wounds, s.why)),
        lambda: play.does(Mark(s.ghost, "wounds", s.wounds, s.why)),
        lambda: judged(play),
        lambda: contest(play),
        lambda: play.does(Start("check", GM, Ask("Shinai", "kyujutsu", s.tn, "hidden"))),
        lambda: undone(play),
        lambda: to_oneself(play),
        lambda: in_secret(play),
        lambda: in_the_open(play),
    ]
    rng.shuffle(asks)
    for ask in asks:
        ask()
    play.looks("trap", "Akodo", "poison", "Ambush")


def replace_rank(skill: Any, rank: int) -> Any:
    """A Skill at another rank."""
    return skill._replace(rank=rank)


def thrown(play: Play, ask: Ask, *, secret: bool = False, hidden: bool = False) -> int:
    """A roll from beginning to end."""
    run = play.does(Start("check", GM, ask, secret))
    play.does(Act(run, ask.who, Declare(ask.who)), hidden=hidden or secret)
    return run


def judged(play: Play) -> None:
    """A blind roll that the game master judges."""
    ask = Ask("Shinai", "kyujutsu", None, "later", "Later", shown="blind")
    run = thrown(play, ask, hidden=True)
    play.does(Act(run, GM, Judge(play.secrets.tn)))


def contest(play: Play) -> None:
    """A contest of hidden people, in secret."""
    s = play.secrets
    takes = [Takes(s.ghost, s.deed, 0, ()), Takes("Kuma", "kyujutsu", 0, ())]
    first, second = (Start("contest", GM, takes[0], True), Act(0, GM, takes[1]))
    play.does(first, second, Act(0, GM, Begin("stand", s.label)), hidden=True)


def to_oneself(play: Play) -> None:
    """Rolls that only the roller sees; nobody asked for them."""
    for _ in range(2):
        run = play.does(Start("check", "Kuma", Ask("Kuma", "kyujutsu", 15, "told", shown="self")))
        play.does(Act(run, "Kuma", Declare("Kuma")), hidden=True)


def in_secret(play: Play) -> None:
    """A skirmish that only the game master knows of, up to somebody's turn."""
    s = play.secrets
    run = play.does(Start("skirmish", GM, Muster((("A", ("Kuma",)), (s.label or "C", (s.ghost,)))), True), hidden=True)
    for who in ("Kuma", s.ghost):
        play.does(Act(run, who, Stance("attack")), hidden=True)


def in_the_open(play: Play) -> None:
    """A skirmish that all see, while somebody hidden could come in."""
    play.table.enter("Tora", hero("Tora"), free=False, tracks="words")
    run = play.does(Start("skirmish", GM, Muster((("A", ("Shinai",)), ("B", ("Tora",))))))
    for who in ("Shinai", "Tora"):
        play.does(Act(run, who, Stance("attack")))


def undone(play: Play) -> None:
    """A hidden roll that is undone for a reason."""
    run = thrown(play, Ask("Shinai", "kyujutsu", play.secrets.tn, "hidden", "Undone"))
    play.does(Undo(run, run + 1, "again"))


def of_fifth_duel(play: Play, rng: Random) -> None:
    """A duel up to sealed bids: neither the other nor the game master knows."""
    for name in ("shinai", "rival"):
        play.table.enter(name.title(), of_fifth(READY[name]._replace(name=name.title())))
    for name, character, role in (("Anna", "Shinai", "player"), ("Bo", "Rival", "player"), ("Wen", "", "watcher")):
        play.joins(name, character, role)
    play.clients["gm"], play.sent["gm"] = play.table.gm, []
    form = rng.choice(["first-blood", "first-strike"])
    run = play.does(Start("duel", GM, m.Face("Shinai", "Rival", form, "", False, (), (), "")))
    source = entropy.seeded(rng.randrange(1000))
    for _ in range(60):
        table = play.room.table
        scene = table.scene(table.runs[run])
        every = {who: each for who, each in offers(table.hosts["duel"], scene).items() if who != "chance"}
        who, offered = next(iter(every.items()))
        if offered[0].move is m.Bid:
            break
        play.does(Act(run, who, computer(who, source)(scene, offered)))
    anna = play.clients.pop("Anna")  # the bidder herself may know
    before = play.room.table.seq
    answer = play.table.do(anna, Act(run, "Shinai", m.Bid(play.secrets.bid)))
    assert answer.status_code == 200, answer.text
    for name in play.clients:
        play.note(name, "stream of JSON", events._entries(View(play.room, name), before, play.room.table.seq))
        play.note(name, "stream of HTML", events._fragments(View(play.room, name), before, play.room.table.seq))
    play.looks("bid", "strife", "sealed")


def check_secrets(
    folder: Path, number: int, scenario: Callable[[Play, Random], None], game: str, part: float = 1.0
) -> None:
    """Two evenings with other secrets look the same to everybody who may not know them."""
    secrets = drawn(Random(number), same_length=bool(number % 2))
    told = []
    for each, secret in enumerate(secrets):
        (place := folder / f"{number}-{each}").mkdir(parents=True)
        with evening(place, game) as table:
            play_ = Play(table, secret, Random(number), part)
            scenario(play_, Random(number))
            told.append(
                {name: [(w.replace(table.tab, "TABLE"), t) for w, t in got] for name, got in play_.sent.items()}
            )
    one, two = told
    for name in one:
        assert len(one[name]) == len(two[name])
        for (what, here), (_, there) in zip(one[name], two[name], strict=True):
            if here != there:
                raise AssertionError(f"{name} can tell the secrets apart by {what}: {_apart(here, there)}")


def _apart(here: str, there: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    return f"…{here[max(at - 150, 0) : at + 120]!r} and …{there[max(at - 60, 0) : at + 120]!r}"


@pytest.mark.parametrize("part", range(4))
def test_secrets(tmp_path: Path, part: int) -> None:
    for number in range(part, many(16, 160), 4):
        check_secrets(tmp_path, number, of_fourth, "4e", many(20, 100) / 100)


@pytest.mark.parametrize("part", range(2))
def test_sealed_bids(tmp_path: Path, part: int) -> None:
    for number in range(part, many(4, 40), 2):
        check_secrets(tmp_path, number, of_fifth_duel, "5e", many(30, 100) / 100)


# --- what these tests have to notice ----------------------------------------------------------------------------


def _raw_state(patch: pytest.MonkeyPatch) -> None:
    def run(self: View, number: int) -> Any:
        found = self.table.runs.get(number)
        return found and found._replace(past=None)

    patch.setattr(View, "run", run)


def _shifts_not_redacted(patch: pytest.MonkeyPatch) -> None:
    from rollkeep.machine.machine import Shifted
    from rollkeep.machine.secret import Secret, redact

    def told(value: Any, *rest: Any) -> Any:
        events = getattr(value, "events", None)
        if events and any(isinstance(each, Secret) and isinstance(each.value, Shifted) for each in events):
            return value
        return redact(value, *rest)

    patch.setattr(events, "redact", told)


def _hidden_are_listed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(View, "cast", property(lambda self: tuple(self.table.cast)))


def _tracks_are_told(patch: pytest.MonkeyPatch) -> None:
    from rollkeep.table.table import Shows, Table

    patch.setattr(Table, "shows_of", lambda *_: Shows("open", "open"))


@pytest.mark.parametrize("saboteur", [_raw_state, _shifts_not_redacted, _hidden_are_listed, _tracks_are_told])
def test_saboteurs(tmp_path: Path, saboteur: Callable[[pytest.MonkeyPatch], None]) -> None:
    fails(lambda: check_secrets(tmp_path, 2, of_fourth, "4e"), saboteur)


def test_saboteur_of_bids(tmp_path: Path) -> None:
    def open_seals(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(events, "redact", lambda value, *_: value)

    fails(lambda: check_secrets(tmp_path, 0, of_fifth_duel, "5e"), open_seals)
