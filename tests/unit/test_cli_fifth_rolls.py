"""Checks of characters of the 5th edition on the command line: pools, rings, TNs, Void Points, advantages, refusals.

5e.check, 5e.seize, 5e.void, 5e.advantages, 5e.compromised, 5e.incapacitated, 5e.action.strike, 5e.duel.initiative,
5e.critical, 5e.odds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

import rollkeep
from rollkeep.cli.main import main
from rollkeep.cli.symbol_what import with_names
from rollkeep.cli.verbs import bare
from rollkeep.dice.symbols import Pool
from rollkeep.errors import RuleError, UsageError
from rollkeep.fifth import sheet as sheet_of
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.catalogue.skills import GROUP_OF
from rollkeep.fifth.check import Request, declare
from rollkeep.fifth.deed import CHECKS, Deed, read_deed
from rollkeep.fifth.filled import fill, regain, spend
from rollkeep.fifth.sheet import RINGS, Advantage, Character, Modifier
from rollkeep.fifth.sheet_file import read
from rollkeep.fifth.tn import with_ring
from rollkeep.fifth.wording import sentence

Capsys = pytest.CaptureFixture[str]
SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schema"
EXAMPLES = SCHEMAS.parent / "examples"
pytestmark = pytest.mark.usefixtures("folder")


def ok(capsys: Capsys, *args: str) -> str:
    assert main(args) == 0, capsys.readouterr().err
    found = capsys.readouterr()
    assert found.err == ""
    assert max(map(len, found.out.splitlines())) <= 80
    return found.out


def data(capsys: Capsys, *args: str) -> Any:
    """What is printed as JSON; it fits its schema."""
    assert main([*args, "--json"]) == 0, capsys.readouterr().err
    found = json.loads(capsys.readouterr().out)
    name = "symbol-odds" if args[0] == "odds" else "symbols"
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    for each in found if isinstance(found, list) else [found]:
        jsonschema.Draft202012Validator(schema).validate(each)
    return found


def refused(capsys: Capsys, *args: str) -> dict[str, Any]:
    assert main(args) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("rollkeep: ")
    assert main([*args, "--json"]) == 2
    error: dict[str, Any] = json.loads(capsys.readouterr().err)["error"]
    assert error["hint"]
    return error


def crane() -> Character:
    return read((EXAMPLES / "crane.toml").read_text(encoding="utf-8"))


def points() -> int | None:
    return read(Path("crane.toml").read_text(encoding="utf-8")).void_points


class Terminal:
    """Somebody who answers questions, and what was asked of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: str | None) -> None:
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        monkeypatch.setattr("click.prompt", self.prompt)
        self.answers, self.asked = list(answers), list[tuple[str, str]]()

    def prompt(self, text: str, default: str = "", err: bool = False, **_: object) -> str:
        assert err
        self.asked.append((text, default))
        answer = self.answers.pop(0)
        return default if answer is None else answer


# --- what is rolled --------------------------------------------------------------------------------------------


def test_the_screen(capsys: Capsys) -> None:
    """5e.duel.initiative: the skill and the TN come with the word, the modifier is told by name."""
    out = ok(capsys, "crane", "initiative/air", "--distinction", "--dice", "su - op / su op op")
    assert out == (
        "Crane duellist, Initiative/Air: 3r3s against TN 1\n"
        "  Initiative is a check against TN 1. [5e.duel.initiative]\n"
        "  the way of the Crane: 3r2s becomes 3r3s. [5e.check]\n"
        "  The distinction of Air is Keen balance. [5e.advantages]\n"
        "\n"
        "  ring   1 [su]     2  -       3 [op]\n"
        "  skill  4 [su]     5  op      6  op\n"
        "  [ ] kept; su success, ex explosive, op opportunity, st strife\n"
        "\n"
        "  2/1/0    SUCCESS, 1 bonus success\n"
        "  2 successes, 1 opportunity, 0 strife.\n"
        "  99.1 % of such checks succeed, keeping the best, before the distinction\n"
        "  No die is re-rolled. [5e.advantages]\n"
        "  The dice were thrown by hand. [5e.check]\n"
        "  Nobody was asked: most successes are kept, then least strife. [5e.keep]\n"
    )


@pytest.mark.parametrize(
    ("said", "notation", "title", "tn"),
    [
        ("meditation/air", "3r2s", "Meditation/Air", None),
        ("Meditation/Earth", "2r2s", "Meditation/Earth", None),
        ("martial_arts_melee/void", "2r3s", "Martial Arts [Melee]/Void", None),
        ("melee/fire", "2r3s", "Martial Arts [Melee]/Fire", None),
        ("Martial Arts [Unarmed]/water", "2r0s", "Martial Arts [Unarmed]/Water", None),
        ("labour/air", "3r0s", "Labor/Air", None),
        ("strike/fire", "2r3s", "Strike with katana/Fire", 2),
        ("strike wakizashi/air", "3r3s", "Strike with wakizashi/Air", 2),
        ("attack punch/air", "3r0s", "Strike with punch/Air", 2),
        ("strike yumi/air", "3r0s", "Strike with yumi/Air", 2),
        ("initiative/earth", "2r2s", "Initiative/Earth", 1),
        ("resist/water", "2r1s", "Resist/Water", 1),
    ],
)
def test_skills_and_words(capsys: Capsys, said: str, notation: str, title: str, tn: int | None) -> None:
    """5e.check, 5e.action.strike, 5e.critical: ring and rank, worked out by hand from the file."""
    found = data(capsys, "crane", *said.split(), "--seed", "1")
    assert [found[key] for key in ("character", "notation", "roll", "tn")] == ["Crane duellist", notation, title, tn]
    assert found["ring"] == said.rpartition("/")[2].lower()
    assert data(capsys, "crane", *said.split(), "--tn", "4", "--seed", "1")["tn"] == 4
    assert data(capsys, "odds", "crane", *said.split(), "--tn", "4")["tn"] == 4


@pytest.mark.parametrize("name", READY)
def test_ready_made_ones_roll_ring_and_rank(capsys: Capsys, name: str) -> None:
    """5e.check, by another road: from the bare tables."""
    Path(f"{name}.toml").unlink(missing_ok=True)
    one, random = READY[name], Random(name)
    ranks, rings = dict(one.skills or ()), dict(one.rings)
    for skill in random.sample(list(GROUP_OF), 4):
        ring = random.choice(RINGS)
        found = data(capsys, "odds", name, f"{skill}/{ring}", "--tn", "2")
        bare_ = data(capsys, "odds", f"{rings[ring]}r{ranks.get(skill, 0)}s", "--tn", "2")
        assert (found["character"], found["pool"]) == (one.name, bare_["pool"])
        assert (found["chance"], found["by_tn"]) == (bare_["chance"], bare_["by_tn"])


def test_the_ring_may_be_an_option(capsys: Capsys) -> None:
    slash = data(capsys, "crane", "meditation/fire", "--seed", "3")
    assert data(capsys, "crane", "meditation", "--ring", "fire", "--seed", "3") == slash
    assert data(capsys, "--ring", "fire", "--seed", "3", "crane", "meditation/fire") == slash
    assert refused(capsys, "crane", "meditation/fire", "--ring", "air")["code"] == "usage.clash"


def test_a_file_comes_before_a_ready_made_one(capsys: Capsys) -> None:
    Path("master.toml").write_text('game = "5e"\nname = "Another"\nrings.air = 1\nskills.meditation = 4\n')
    assert data(capsys, "master", "meditation/air", "--seed", "1")["notation"] == "1r4s"
    assert data(capsys, "./master.toml", "meditation/air", "--seed", "1")["character"] == "Another"


def test_several_and_verbs(capsys: Capsys) -> None:
    out = ok(capsys, "roll", "crane", "meditation/air", "--tn", "2", "-n", "3", "--seed", "1")
    assert out.startswith("Crane duellist, Meditation/Air: 3r2s against TN 2\n")
    assert "3 checks, " in out
    assert len(data(capsys, "crane", "meditation/air", "-n", "3", "--seed", "1")) == 3


# --- modifiers and states --------------------------------------------------------------------------------------

BUSY = """game = "5e"
name = "Busy"
rings = { air = 3, earth = 2, fire = 2, water = 2, void = 2 }
skills = { meditation = 1, fitness = 4 }
modifiers = [
  { name = "calm", skill = 1, kept = 1, on = "meditation" },
  { name = "heavy", flat = 2, on = "air" },
  { name = "light", flat = -5, on = "fire" },
  { name = "weak", ring = -5, on = "fitness" },
  { name = "asleep", ring = 3, active = false },
]
"""


def test_modifiers_are_told_one_after_the_other(capsys: Capsys) -> None:
    """5e.check: dice, kept dice and the TN."""
    Path("busy.toml").write_text(BUSY)
    found = data(capsys, "busy", "meditation/air", "--tn", "2", "--seed", "1")
    assert (found["notation"], found["tn"]) == ("3r1s", 4)
    assert found["pool"] == {"ring": 3, "skill": 2, "kept": 4, "compromised": False}
    assert [step["text"] for step in found["steps"][:2]] == [
        "calm: 3r1s becomes 3r2s keep 4.",
        "heavy: TN 2 becomes TN 4.",
    ]
    assert "heavy: +2 on the TN, where there is one." in ok(capsys, "busy", "meditation/air", "--seed", "1")
    seized = data(capsys, "busy", "meditation/air", "--void", "seize", "--dry-run", "--seed", "1")
    assert seized["pool"] == {"ring": 4, "skill": 2, "kept": 5, "compromised": False}


def test_a_tn_and_ring_dice_are_never_below_one(capsys: Capsys) -> None:
    """5e.check."""
    Path("busy.toml").write_text(BUSY)
    found = data(capsys, "busy", "courtesy/fire", "--tn", "3", "--seed", "1")
    assert (found["tn"], found["steps"][0]["text"]) == (1, "light: TN 3 becomes TN 1.")
    assert data(capsys, "busy", "fitness/earth", "--seed", "1")["pool"]["ring"] == 1


@pytest.mark.parametrize("seed", range(30))
def test_a_pool_is_the_sum_of_what_makes_it(seed: int) -> None:
    """5e.check, 5e.seize, 5e.help by another road: added up in one line each."""
    random = Random(seed)
    rings = {ring: random.randint(1, 5) for ring in RINGS}
    skills = {skill: random.randint(0, 5) for skill in random.sample(list(GROUP_OF), 5)}
    places = ("checks", "attack", "resist", "air", "fire", *skills)

    def by() -> int:
        return random.randint(-2, 2)

    modifiers = tuple(
        Modifier(f"m{i}", (random.choice(places),), by(), by(), by(), by(), random.random() < 0.8)
        for i in range(random.randint(0, 4))
    )
    one = Character("X", rings=tuple(rings.items()), skills=tuple(skills.items()), modifiers=modifiers)
    skill, ring = random.choice(list(skills)), random.choice(RINGS)
    base = Request(0, 0, tn=3, seize=random.random() < 0.5, skilled=random.randint(0, 2))
    request = fill(base, one, Deed("skill", skill, ring))
    counting = [each for each in modifiers if each.active and each.on[0] in ("checks", skill, ring)]
    added = [sum(getattr(each, name) for each in counting) for name in ("ring", "skill", "kept", "flat")]
    seize = int(base.seize)
    assert declare(request).pool == Pool(
        max(rings[ring] + added[0], 1) + seize,
        max(skills[skill] + added[1], 0) + base.skilled,
        max(rings[ring] + added[2], 1) + seize + base.skilled,
    )
    assert request.tn == max(3 + added[3], 1)
    told = [dict(note.data) for note in request.notes if note.case == "modifier"]
    dice = [each for each in told if not str(each["after"]).startswith("TN")]
    tns = [each for each in told if str(each["after"]).startswith("TN")]
    ranks = f"{rings[ring]}r{skills[skill]}s"
    for steps, first, last in ((dice, ranks, request.dice), (tns, "TN 3", f"TN {request.tn}")):
        if steps:
            assert (steps[0]["before"], steps[-1]["after"]) == (first, str(last))
            assert all(one["after"] == two["before"] for one, two in pairwise(steps))


def test_strife_and_fatigue_of_the_file(capsys: Capsys) -> None:
    """5e.compromised: more strife than composure, 8; 5e.incapacitated: more fatigue than endurance, 8."""
    text = Path("crane.toml").read_text()
    for strife, compromised in ((8, False), (9, True)):
        Path("crane.toml").write_text(text.replace("strife = 3", f"strife = {strife}"))
        found = data(capsys, "crane", "meditation/air", "--tn", "2", "--seed", "1")
        assert found["pool"]["compromised"] == compromised
        assert ("Strife 9 is more than composure 8." in [step["text"] for step in found["steps"]]) == compromised
    Path("crane.toml").write_text(text)
    assert data(capsys, "crane", "meditation/air", "--compromised", "--seed", "1")["pool"]["compromised"]
    Path("crane.toml").write_text(text.replace("fatigue = 0", "fatigue = 8"))
    assert "Incapacitated" not in ok(capsys, "crane", "strike/air", "--seed", "1")
    Path("crane.toml").write_text(text.replace("fatigue = 0", "fatigue = 9"))
    assert refused(capsys, "crane", "strike/air")["code"] == "5e.incapacitated"
    assert "no action that needs a check. [5e.incapacitated]" in " ".join(ok(capsys, "crane", "courtesy/air").split())
    assert "Incapacitated" not in ok(capsys, "crane", "resist/air", "--seed", "1")


# --- Void Points -----------------------------------------------------------------------------------------------


def test_seizing_the_moment_is_paid_from_the_file(capsys: Capsys) -> None:
    """5e.seize: one point, and none is left after it."""
    before = Path("crane.toml").read_text()
    out = ok(capsys, "crane", "meditation/air", "--void", "seize", "--seed", "1")
    assert out.startswith("Crane duellist, Meditation/Air: 4r2s\n")
    assert out.endswith("  0 Void Points left.\n")
    assert Path("crane.toml").read_text() == before.replace("points = 1", "points = 0")
    error = refused(capsys, "crane", "meditation/air", "--void", "seize")
    assert (error["code"], error["message"]) == (
        "5e.seize",
        "A Void Point is needed to seize the moment; Crane duellist has none.",
    )
    assert points() == 0
    assert not list(Path().glob("*.ledger.jsonl"))
    found = data(capsys, "odds", "crane", "meditation/air", "--void", "seize", "--tn", "2")
    assert found["pool"]["ring"] == 4  # odds ask nobody for points


def test_what_is_left_is_in_the_json(capsys: Capsys) -> None:
    assert data(capsys, "crane", "meditation/air", "--seed", "1")["void_points"] is None
    assert data(capsys, "3r2s", "--void", "seize", "--seed", "1")["void_points"] is None
    assert data(capsys, "crane", "meditation/air", "--void", "seize", "--seed", "1")["void_points"] == 0


def test_a_dry_run_spends_nothing(capsys: Capsys) -> None:
    out = ok(capsys, "crane", "meditation/air", "--void", "seize", "--dry-run", "--seed", "1")
    assert out.endswith("  0 Void Points would be left; a dry run spends nothing.\n")
    assert points() == 1


def test_several_checks_cost_several_points(capsys: Capsys) -> None:
    """5e.seize: one point for one check, all or none."""
    error = refused(capsys, "crane", "meditation/air", "--void", "seize", "-n", "2")
    assert "has 1, and 2 are needed" in error["message"]
    Path("crane.toml").write_text(Path("crane.toml").read_text().replace("points = 1", "points = 2"))
    assert "0 Void Points left." in ok(capsys, "crane", "meditation/air", "--void", "seize", "-n", "2", "--seed", "1")
    assert points() == 0


def test_a_ready_made_one_has_points_and_no_file(capsys: Capsys) -> None:
    Path("shinai.toml").unlink()
    for _ in range(2):
        out = " ".join(ok(capsys, "shinai", "meditation/air", "--void", "seize", "--seed", "1").split())
        assert "0 Void Points would be left; of a ready-made character nothing is written." in out
    assert refused(capsys, "shinai", "meditation/air", "--void", "seize", "-n", "2")["code"] == "5e.seize"
    assert not Path("shinai.toml").exists()


def test_points_that_nobody_wrote_down(capsys: Capsys) -> None:
    """5e.void: half the ring, rounded up, at the start."""
    Path("aya.toml").write_text('game = "5e"\nname = "Aya"\nrings = { air = 2, void = 3 }\nskills.games = 1\n')
    assert data(capsys, "aya", "games/air", "--void", "seize", "--seed", "1")["void_points"] == 1
    assert "points = 1" in Path("aya.toml").read_text()
    Path("sen.toml").write_text('game = "5e"\nname = "Sen"\nrings.air = 2\nskills.games = 1\n')
    assert refused(capsys, "sen", "games/air", "--void", "seize")["code"] == "sheet.missing"
    assert "void_points" in data(capsys, "sen", "games/air", "--tn", "9", "--adversity", "--seed", "1")


def test_a_failed_adversity_gives_a_point_back(capsys: Capsys) -> None:
    """5e.advantages, 5e.void: into the file, and never more than the Void ring, 2."""
    args = ("crane", "games/fire", "--tn", "5", "--adversity", "--dice", "op op /")
    for left in (2, 2):
        found = data(capsys, *args)
        assert (found["void_point"], found["void_points"], points()) == (1, left, left)
    found = data(capsys, *args[:-2], "--void", "seize", "--dice", "op op op /")
    assert (found["void_point"], found["void_points"], points()) == (1, 2, 2)
    data(capsys, *args, "--dry-run")
    won = data(capsys, "crane", "games/fire", "--tn", "1", "--adversity", "--dice", "su~su op /")
    assert won["void_points"] is None
    assert (spend(crane(), 1), regain(crane(), 0, 3), regain(crane(), 3, 1)) == (0, 2, 3)
    with pytest.raises(RuleError) as found_:
        spend(crane(), 2)
    assert found_.value.rule == "5e.seize"


def test_without_points_nothing_is_asked(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """5e.seize: refused before the dice fall."""
    Path("crane.toml").write_text(Path("crane.toml").read_text().replace("points = 1", "points = 0"))
    terminal = Terminal(monkeypatch)
    assert main(["crane", "meditation/air", "--void", "seize", "--seed", "1"]) == 2
    assert "[5e.seize]" in capsys.readouterr().err
    assert terminal.asked == []


def test_nothing_is_paid_for_a_check_that_is_refused(capsys: Capsys) -> None:
    for wrong in (["--keep", "9"], ["--dice", "su"], ["--reroll", "1"]):
        refused(capsys, "crane", "meditation/air", "--void", "seize", *wrong)
        assert points() == 1


def test_the_last_point_is_spent_once(capsys: Capsys) -> None:
    """5e.seize: of several commands at once as many succeed as there are points."""
    text = Path("crane.toml").read_text()
    Path("crane.toml").write_text(text.replace("points = 1", "points = 2"))
    here = str(Path.cwd())
    code = "import sys; from rollkeep.cli.main import main; sys.exit(main(sys.argv[1:]))"
    env = {"PYTHONPATH": str(Path(rollkeep.__file__).parents[1]), "XDG_CONFIG_HOME": here, "XDG_DATA_HOME": here}
    ended = list[int]()

    def one() -> None:
        line = [sys.executable, "-c", code, "crane", "meditation/air", "--void", "seize"]
        ended.append(subprocess.run(line, cwd=here, env=env, capture_output=True, check=False).returncode)

    threads = [threading.Thread(target=one) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ended) == [0, 0, 2, 2, 2]
    assert points() == 0


# --- advantages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--distinction"], "The distinction of Air is Keen balance. [5e.advantages]"),
        (["--distinction", "keen BALANCE"], "The distinction of Air is Keen balance. [5e.advantages]"),
        (["--distinction=Keen balance"], "The distinction of Air is Keen balance. [5e.advantages]"),
        (["--anxiety", "Dread of blood"], "The anxiety is Dread of blood, which goes with Fire. [5e.advantages]"),
        (["--passion"], "Crane duellist has no passion of Air written down: the game master allows it or not."),
        (["--anxiety"], "Crane duellist has no anxiety of Air written down: the game master allows it or not."),
    ],
)
def test_which_advantage_it_is(capsys: Capsys, options: list[str], says: str) -> None:
    """5e.advantages."""
    for args in (["crane", "meditation/air", *options], ["crane", *options, "meditation/air"]):
        if options[-1][:2] != "--" or args[-1] != "meditation/air" or "=" in options[-1]:
            assert says in " ".join(ok(capsys, *args, "--seed", "1").split())
    assert says in " ".join(ok(capsys, "crane", "meditation/air", *options, "--tn", "2", "--seed", "1").split())
    plain = ok(capsys, "crane", options[0].partition("=")[0], "meditation/air", "--seed", "1")  # the ring is no name
    assert "Meditation/Air" in plain


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        (["--distinction", "Keen balanse"], "Did you mean Keen balance?"),
        (["--distinction", "Luck"], "There is Keen balance."),
        (["--passion", "Luck"], "--passion alone does."),
        (["--passion", "Keen balance"], "Write --distinction."),
    ],
)
def test_advantages_that_are_none(capsys: Capsys, options: list[str], hint: str) -> None:
    error = refused(capsys, "crane", "meditation/air", *options)
    assert (error["code"], error["hint"]) == ("usage.roll", hint)


def test_a_name_is_told_with_bare_dice_too(capsys: Capsys) -> None:
    args = ["3r2s", "--tn", "2", "--distinction", "Keen balance", "--seed", "1"]
    assert "The distinction is Keen balance. [5e.advantages]" in ok(capsys, *args)
    before, behind = (
        ok(capsys, *line, "--seed", "1") for line in (["--distinction", "3r2s"], ["3r2s", "--distinction"])
    )
    assert before == behind


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (["a", "b", "--passion"], ["a", "b", "--passion="]),
        (["a", "b", "--passion", "--tn", "2"], ["a", "b", "--passion=", "--tn", "2"]),
        (["a", "b", "--passion", "The sea", "--tn", "2"], ["a", "b", "--passion=The sea", "--tn", "2"]),
        (["--passion", "a", "b"], ["--passion=", "a", "b"]),
        (["a", "--passion", "strike"], ["a", "--passion=", "strike"]),
        (["a", "--passion", "Air"], ["a", "--passion=", "Air"]),
        (["a", "--passion", "martial arts melee"], ["a", "--passion=", "martial arts melee"]),
        (["3r", "--passion", "2s"], ["3r", "--passion=", "2s"]),
        (["a", "--passion=x", "--", "--anxiety"], ["a", "--passion=x", "--", "--anxiety"]),
    ],
)
def test_what_is_a_name(line: list[str], found: list[str]) -> None:
    assert with_names(line) == found


def test_words_between_options() -> None:
    assert bare(["--tn", "2", "crane", "--passion", "-n", "3", "air", "--ring=x", "-1"]) == ["crane", "air", "-1"]


# --- TNs by ring -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "tn"),
    [
        (["crane", "courtesy/earth", "--tn", "3", "--tn-ring", "earth=1,fire=4"], 1),
        (["crane", "courtesy/fire", "--tn", "3", "--tn-ring", "earth=1,fire=4"], 4),
        (["crane", "courtesy/fire", "--tn", "3", "--tn-ring", "Earth=1 FIRE=4"], 4),
        (["crane", "courtesy/air", "--tn", "3", "--tn-ring", "earth=1,fire=4"], 3),
        (["crane", "courtesy/air", "--tn-ring", "earth=1,fire=4"], None),
        (["crane", "strike/air", "--tn-ring", "earth=1,fire=4"], 2),
        (["crane", "strike/fire", "--tn-ring", "earth=1,fire=4"], 4),
        (["3r2s", "--ring", "earth", "--tn", "3", "--tn-ring", "earth=1"], 1),
        (["3r2s", "--ring", "air", "--tn", "3", "--tn-ring", "earth=1"], 3),
        (["3r2s", "--ring", "earth", "--tn-ring", "earth=1"], 1),
    ],
)
def test_a_tn_of_its_own(capsys: Capsys, args: list[str], tn: int | None) -> None:
    """5e.check: TN 3, Earth 1, Fire 4."""
    assert data(capsys, *args, "--seed", "1")["tn"] == tn
    assert data(capsys, "odds", *args)["tn"] == tn


def test_it_is_told_where_the_tn_is_another(capsys: Capsys) -> None:
    """5e.check, 5e.action.strike: one TN is told, not two."""
    out = ok(capsys, "crane", "strike/fire", "--tn-ring", "fire=4", "--seed", "1")
    assert "Fire has a TN of its own: 4 instead of 2. [5e.check]" in out
    assert "A Strike is a check" not in out
    tns = {"earth": 1}
    assert [sentence(each) for each in with_ring(3, "earth", tns)[1]] == ["Earth has a TN of its own: 1 instead of 3."]
    assert [sentence(each) for each in with_ring(None, "earth", tns)[1]] == ["Earth has a TN of its own, 1."]
    assert with_ring(1, "earth", tns) == (1, ())
    assert with_ring(None, "air", tns) == (None, ())


@pytest.mark.parametrize(
    "text",
    ["", "earth", "earth=", "earth=0", "earth=21", "earth=1,earth=2", "wind=1", "earth=１", "earth=-1", "earth=1.5"],
)
def test_tns_that_are_none(capsys: Capsys, text: str) -> None:
    for who in (["crane", "courtesy/earth"], ["3r2s", "--ring", "earth"]):
        assert refused(capsys, *who, "--tn", "3", "--tn-ring", text)["code"] == "usage.number"


def test_bare_dice_have_to_say_their_ring(capsys: Capsys) -> None:
    assert refused(capsys, "3r2s", "--tn", "3", "--tn-ring", "earth=1")["code"] == "usage.needs"


# --- without a ring --------------------------------------------------------------------------------------------


def test_elsewhere_the_rings_are_listed(capsys: Capsys) -> None:
    """5e.odds: dice and chances, the best first."""
    error = refused(capsys, "crane", "courtesy", "--tn", "2")
    assert error["code"] == "usage.needs"
    assert error["data"]["rings"] == ["air", "earth", "fire", "water", "void"]
    assert error["hint"].startswith("Write /air behind it: air 3r1s 75.7 %; earth 2r1s 60.1 %; fire 2r1s 60.1 %;")
    error = refused(capsys, "crane", "courtesy", "--tn", "3", "--tn-ring", "void=1")
    assert error["data"]["rings"][0] == "void"
    assert "%" not in refused(capsys, "crane", "courtesy")["hint"]


def test_on_a_terminal_the_ring_is_asked_for(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, "x", "", "f", None)
    assert main(["crane", "courtesy", "--tn", "2", "--dice", "su su / -"]) == 0
    told = capsys.readouterr()
    assert terminal.asked[:3] == [("Which ring?", "air")] * 3
    assert "Please write one of air, earth, fire, water, void." in told.err
    assert "  air 3r1s 75.7 %" in told.err
    assert told.out.startswith("Crane duellist, Courtesy/Fire: 2r1s against TN 2")
    terminal = Terminal(monkeypatch, None)
    assert main(["crane", "courtesy", "--tn", "3", "--tn-ring", "void=1", "--keep", "most"]) == 0
    assert terminal.asked == [("Which ring?", "void")]
    assert "Courtesy/Void: 2r1s against TN 1" in capsys.readouterr().out


def test_what_a_file_lacks_is_asked_for(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("half.toml").write_text('game = "5e"\nname = "Half"\npartial = true\n')
    assert refused(capsys, "half", "games/air")["code"] == "sheet.missing"
    assert refused(capsys, "odds", "half", "games")["code"] == "sheet.missing"
    terminal = Terminal(monkeypatch, "2", "water", "3")
    assert main(["half", "games", "--keep", "most", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notation"] == "3r2s"
    assert [text for text, _ in terminal.asked] == [
        "Rank in games of Half, 0 to 5",
        "Which ring?",
        "Water ring of Half, 1 to 6",
    ]


def test_odds_compare_all_rings(capsys: Capsys) -> None:
    """5e.odds: each as for the bare dice, the best first."""
    found = data(capsys, "odds", "crane", "initiative", "--tn-ring", "earth=2,fire=3")
    assert [each["ring"] for each in found] == ["air", "water", "void", "earth", "fire"]
    assert [each["tn"] for each in found] == [1, 1, 1, 2, 3]
    for each in found:
        pool = each["pool"]
        known = data(capsys, "odds", f"{pool['ring']}r{pool['skill']}s", "--tn", str(each["tn"]))
        assert (known["chance"], known["trade_off"]) == (each["chance"], each["trade_off"])
        assert each["roll"] == f"Initiative/{each['ring'].title()}"
    chances = [Fraction(each["chance"]["exact"]) for each in found]
    assert chances == sorted(chances, reverse=True)


def test_the_screen_of_all_rings(capsys: Capsys) -> None:
    out = ok(capsys, "odds", "crane", "initiative", "--tn", "2", "--tn-ring", "void=1")
    lines = out.splitlines()
    assert lines[0] == "Crane duellist, Initiative"
    assert lines[2] == "    ring   dice   TN      succeeds"
    assert [line[:31] for line in lines[3:8]] == [
        "  * void   2r3s    1        98.",
        "    air    3r3s    2        93.",
        "    earth  2r3s    2        88.",
        "    fire   2r3s    2        88.",
        "    water  2r3s    2        88.",
    ]
    assert "█" in lines[3]
    told = " ".join(out.split())
    assert "Air: the way of the Crane: 3r2s becomes 3r3s. [5e.check]" in told
    assert "Void, earth, fire, water: the way of the Crane: 2r2s becomes 2r3s. [5e.check]" in told
    assert "Void has a TN of its own: 1 instead of 2. [5e.check]" in told
    assert "[5e.odds]" in told
    exact = ok(capsys, "odds", "crane", "initiative", "--tn", "2", "--exact")
    assert "12949/13824" in exact
    assert "█" not in exact


def test_all_rings_with_an_aim(capsys: Capsys) -> None:
    args = ["odds", "crane", "meditation", "--tn", "2", "--opportunity", "1", "--strife", "1"]
    out = ok(capsys, *args)
    assert "succeeds meets the aim" in out
    assert "The aim: to succeed with at least 1 opportunity and at most 1 strife." in out
    found = data(capsys, *args)
    known = data(capsys, "odds", "3r2s", *args[3:])
    assert found[0]["chance"] == known["chance"]


def test_all_rings_without_a_tn(capsys: Capsys) -> None:
    out = ok(capsys, "odds", "crane", "courtesy", "--distinction")
    assert "  reaches TN                 air       earth        fire       water        void" in out
    assert "    1                     94.8 %      89.6 %" in out
    assert "A distinction changes dice after the roll" in out
    assert [each["ring"] for each in data(capsys, "odds", "crane", "courtesy")] == list(RINGS)


def test_rings_that_are_as_good_are_all_marked(capsys: Capsys) -> None:
    Path("even.toml").write_text('game = "5e"\nname = "Even"\nrings = { air = 2, fire = 2 }\nskills.games = 1\n')
    out = ok(capsys, "odds", "even", "games", "--tn", "2")
    assert out.count("\n  * ") == 3  # both, and what the mark means
    assert "earth" not in out


def test_odds_side_by_side(capsys: Capsys) -> None:
    args = ["odds", "crane", "meditation/air", "--tn", "2", "--void", "seize"]
    compare = ["--compare", "crane meditation/earth", "--compare", "4r2s", "--compare=--ring air --tn 3"]
    found = data(capsys, *args, *compare)
    assert [each["notation"] for each in (found, *found["compare"])] == ["3r2s", "2r2s", "4r2s", "3r2s"]
    assert [each["void"] for each in (found, *found["compare"])] == ["seize", None, None, "seize"]
    assert "Meditation/Earth" in ok(capsys, *args[:-2], *compare[:2])
    assert refused(capsys, "odds", "crane", "meditation", "--compare", "4r2s")["code"] == "usage.clash"
    assert refused(capsys, *args, "--compare", "isawa meditation")["code"] == "sheet.game"
    assert refused(capsys, "odds", "3r2s", "--compare", "crane meditation")["code"] == "usage.needs"
    named = data(capsys, *args[:3], "--distinction", "Keen balance", "--compare", "master meditation/air")
    assert [len(each["steps"]) for each in (named, *named["compare"])] == [1, 0]
    option = data(capsys, "odds", "crane", "meditation", "--ring", "air", "--tn", "2", "--compare", "crane games/fire")
    assert option["compare"][0]["ring"] == "fire"


# --- refusals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("crane", "usage.needs", "rollkeep crane meditation/air"),
        ("crane air", "usage.needs", "meditation/air"),
        ("crane void/air", "usage.needs", "meditation/void"),
        ("odds crane air", "usage.needs", "meditation/air"),
        ("crane meditatoin/air", "usage.roll", "Did you mean meditation?"),
        ("crane meditation/aire", "usage.roll", "Did you mean air?"),
        ("crane meditation/", "usage.roll", "The rings are air"),
        ("crane meditation air", "usage.roll", "meditation/air"),
        ("crane martial/air", "usage.roll", "tactics"),
        ("crane xyzzy/air", "usage.roll", "strike, initiative or resist"),
        ("crane strike ktana/air", "usage.roll", "Did you mean katana?"),
        ("crane strike spoon/air", "usage.roll", "[[weapons]]"),
        ("crane initiative now/air", "usage.roll", "Did you mean initiative?"),
        ("crane 3r2s", "usage.roll", "rollkeep 3r2s"),
        ("crane:3 meditation/air", "usage.clash", "-n 3"),
        ("crane:x meditation/air", "usage.clash", "-n 4"),
        ("crane meditation/air --opportunity 1", "usage.needs", "--tn"),
        ("crane meditation/air --dice su -n 2", "usage.clash", "Leave one"),
        ("crane meditation/air --ruling nosuch=1", "usage.ruling", ""),
        ("mastre meditation/air", "sheet.unknown", "Did you mean rollkeep master?"),
    ],
)
def test_refusals(capsys: Capsys, line: str, code: str, hint: str) -> None:
    error = refused(capsys, *line.split())
    assert error["code"] == code
    assert hint in error["hint"]


def test_a_file_with_faults_says_so(capsys: Capsys) -> None:
    Path("bad.toml").write_text('game = "5e"\nname = "Bad"\n[rings]\nair = 9\n')
    error = refused(capsys, "bad", "meditation/air")
    assert [fault["line"] for fault in error["data"]["faults"]] == [4]
    Path("torn.toml").write_text('game = "5e"\nname = [\n')
    assert refused(capsys, "torn", "meditation/air")["code"] == "sheet.file"
    Path("blob.toml").write_bytes(b"\xff\xfe")
    assert refused(capsys, "blob", "meditation/air")["code"] == "sheet.file"


# --- which game ------------------------------------------------------------------------------------------------


CRANE = "crane.toml is a character of the 5th edition, and {} is for the 4th."
ISAWA = "isawa.toml is a character of the 4th edition, and {} is for the 5th."


@pytest.mark.parametrize(
    ("line", "told", "what"),
    [
        ("crane kyujutsu", CRANE, "'kyujutsu'"),
        ("odds crane kenjutsu/agility --tn 2", CRANE, "'kenjutsu/agility'"),
        ("crane 7k3", CRANE, "'7k3'"),
        ("crane kyujutsu --raises 1", CRANE, "--raises"),
        ("crane meditation/air --void boost", CRANE, "--void boost"),
        ("odds crane meditation --ring 3", CRANE, "--ring 3"),
        ("isawa meditation/air", ISAWA, "'meditation/air'"),
        ("isawa strike", ISAWA, "'strike'"),
        ("isawa 3r2s", ISAWA, "'3r2s'"),
        ("odds isawa meditation --opportunity 1", ISAWA, "--opportunity"),
        ("isawa meditation --void seize", ISAWA, "--void seize"),
        ("isawa meditation --ring air", ISAWA, "--ring air"),
        ("3r2s --raises 1", "3r2s are dice of the 5th edition, and {} is for the 4th.", "--raises"),
        ("7k3 --distinction", "7k3 are dice of the 4th edition, and {} is for the 5th.", "--distinction"),
    ],
)
def test_the_other_game_is_named(capsys: Capsys, line: str, told: str, what: str) -> None:
    assert refused(capsys, *line.split())["message"] == told.format(what)


@pytest.mark.parametrize("rest", ["kyujutsu", "kyujutsu --raises 1", "attack katana --void boost"])
def test_where_the_file_is_missing_the_ready_made_one_is_told_of(capsys: Capsys, rest: str) -> None:
    Path("shinai.toml").unlink()
    error = refused(capsys, "shinai", *rest.split())
    told = "There is no shinai.toml here; the ready-made shinai is a character of the 5th edition, and "
    assert error["message"].startswith(told)
    assert error["hint"].startswith("rollkeep sheet new shinai makes a file of the 4th.")


@pytest.mark.parametrize(
    "line",
    [
        *("crane kyujutsuu", "isawa xyzzy", "crane meditation/air --bogus", "isawa meditation --void 3"),
        *(
            "crane meditation/air --tn",
            "crane meditation/air --tn 0",
            "nobody strike",
            "--tn 0 isawa meditation --json=1",
        ),
    ],
)
def test_what_neither_game_knows_is_no_matter_of_games(capsys: Capsys, line: str) -> None:
    assert "edition" not in refused(capsys, *line.split())["message"]


@pytest.mark.parametrize(
    "line",
    [
        *("check 3r2s --tn 2", "check crane meditation --tn 2", "check master meditation", "contested 3r2s 7k3"),
        *("contested 7k3 2r1s", "cooperative joint 3r2s --tn 9", "cooperative each 3r2s 7k3 --tn 9"),
        *("cooperative joint crane meditation --tn 9", "cumulative 3r2s --tn 9", "iaijutsu 3r2s shinai"),
        *("iaijutsu crane shinai", "contested master:2 shinai", "cumulative crane meditation --tn 9"),
    ],
)
def test_procedures_are_of_the_4th(capsys: Capsys, line: str) -> None:
    error = refused(capsys, *line.split())
    assert "of the 5th edition, and this is for the 4th." in error["message"]
    assert "iaijutsu/awareness" not in error["message"]


# --- the way of reading it -------------------------------------------------------------------------------------


def test_every_word_of_a_duel_is_a_check() -> None:
    """5e.action.strike, 5e.duel.initiative, 5e.critical: the same skills and TNs as the sheet's table shows."""
    from rollkeep.fifth.profile import profile

    rows = {row.check: (row.skill, row.tn) for row in profile(crane()).checks if row.skill != "martial arts unarmed"}
    for word in CHECKS:
        deed = read_deed(crane(), word)
        check = "attack" if word == "strike" else word
        assert rows[check] == (deed.skill, deed.tn)
        assert check in deed.tags


def test_a_strike_without_weapons_is_bare_handed() -> None:
    """5e.action.strike."""
    assert read_deed(Character("X"), "strike").weapon == "punch"
    own = Character("X", weapons=(sheet_of.Weapon("Moon spoon", "ranged"),))
    assert read_deed(own, "strike moon_spoon").skill == "martial arts ranged"
    with pytest.raises(UsageError):
        read_deed(Character("X"), "strike moon spoon")


def test_own_skills_are_known() -> None:
    one = Character("X", skills=(("tea ceremony", 2),))
    assert read_deed(one, "Tea Ceremony/void") == Deed("skill", "tea ceremony", "void")


def test_two_of_a_kind_cancel_as_ever() -> None:
    """5e.advantages."""
    both = Character("X", rings=(("air", 2),), skills=(), advantages=(Advantage("A", "passion", "air"),))
    request = fill(Request(0, 0, passion=True, anxiety=True), both, Deed("skill", "games", "air"))
    assert declare(request).strife_after == 0
    assert [note.case for note in request.notes] == ["own", "not-own"]


def test_what_is_not_known_of_fatigue_stops_nobody() -> None:
    """5e.incapacitated: without Earth and Fire nobody knows the endurance."""
    one = Character("X", rings=(("air", 2),), skills=(), fatigue=9)
    assert fill(Request(0, 0), one, read_deed(one, "strike")._replace(ring="air")).notes[0].case == "usual-tn"


# --- starting --------------------------------------------------------------------------------------------------


def loaded(words: list[str]) -> set[str]:
    code = (
        "import sys, click; before = set(sys.modules)\n"
        f"from rollkeep.cli.main import main; main({words!r})\n"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    env = {"PYTHONPATH": str(Path(rollkeep.__file__).parents[1]), "COLUMNS": "80"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    return set(done.stderr.split())


def test_the_4th_loads_nothing_of_the_5th() -> None:
    for words in (["7k3", "--tn", "20"], ["shinai", "kyujutsu", "--tn", "20"], ["odds", "isawa", "meditation"]):
        mine = loaded(words)
        assert "rollkeep.fourth.check" in mine
        others = {name for name in mine if "symbol" in name or name.startswith("rollkeep.fifth.")}
        assert others <= {"rollkeep.fifth.rulings"}  # its rulings stand in the same configuration


def test_ring_dice_load_nothing_of_the_4th() -> None:
    mine = loaded(["3r2s", "--tn", "2"])
    assert "rollkeep.fifth.check" in mine
    assert {name for name in mine if name.startswith(("rollkeep.fourth.", "rollkeep.table.sheets"))} <= {
        "rollkeep.fourth.modifier"
    }
