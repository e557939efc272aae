"""Charts: what is drawn is what is so, in a page and in a file."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rollkeep.advice import rolls
from rollkeep.cli.main import main
from rollkeep.dice.pool import Pool
from rollkeep.dice.symbols import Pool as Symbols
from rollkeep.odds import keep, symbols
from rollkeep.web.odds import chart
from rollkeep.web.odds.chart import BOTTOM, LEFT, RIGHT, TOP, Chart

LAW = keep.whole(Pool(7, 3))
SVG = "{http://www.w3.org/2000/svg}"
Capsys = pytest.CaptureFixture[str]


def points(drawn: Chart) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in drawn.line[1:].split(" L"))]


def test_the_curve_goes_through_the_chances() -> None:
    drawn = chart.curve("7k3", LAW, 25, LAW.at_least(25))
    numbers = {tick.text: tick.at for tick in drawn.ticks}
    by_x = {round(x): y for x, y in points(drawn)}
    for total, x in numbers.items():
        part = (BOTTOM - by_x[round(x)]) / (BOTTOM - TOP)
        assert part == pytest.approx(float(LAW.at_least(int(total))), abs=1e-3)
    assert drawn.mark
    assert drawn.mark.text == "25: 60.2 %"
    assert drawn.mark.y == pytest.approx(BOTTOM - (BOTTOM - TOP) * float(LAW.at_least(25)))
    assert drawn.says.startswith("60.2 % for the target, 25.")


@pytest.mark.parametrize(("target", "text"), [(300, "300 (right of this): 1 in "), (999, "999 (right of this): 0 %")])
def test_a_target_far_off_is_told_at_the_edge(target: int, text: str) -> None:
    chance = keep.chance(Pool(7, 3), target) if target < 500 else 0 * LAW.at_least(0)
    drawn = chart.curve("7k3", LAW, target, chance)
    assert drawn.mark
    assert (drawn.mark.y, drawn.mark.x, drawn.mark.anchor) == (None, RIGHT, "end")
    assert drawn.mark.text.startswith(text)


def test_a_target_nearby_is_taken_in() -> None:
    for target in (5, 80):
        drawn = chart.curve("7k3", LAW, target, LAW.at_least(target))
        assert drawn.mark
        assert drawn.mark.y is not None
        assert LEFT <= drawn.mark.x <= RIGHT


def test_no_more_is_drawn_than_is_known() -> None:
    known = keep.law(Pool(7, 3), 90)
    drawn = chart.curve("7k3", known, 95, keep.chance(Pool(7, 3), 95))
    assert drawn.mark
    assert drawn.mark.y is None


def test_the_bars_of_the_totals_are_the_chances() -> None:
    drawn = chart.totals("7k3", LAW, 25)
    starts = rolls.bins([LAW])
    tallest = max(range(len(starts)), key=lambda i: drawn.bars[i].height)
    for start, bar in zip(starts, drawn.bars, strict=True):
        part = LAW.between(start, start + starts.step) / LAW.between(starts[tallest], starts[tallest] + starts.step)
        assert bar.height / drawn.bars[tallest].height == pytest.approx(float(part))
        assert bar.solid == (start >= 25)


def test_successes_by_tn() -> None:
    chances = symbols.by_tn(Symbols(3, 2, 3))
    drawn = chart.successes("3r2s", chances, 3)
    assert [bar.height / (BOTTOM - TOP) for bar in drawn.bars] == pytest.approx([float(each) for each in chances])
    assert [bar.solid for bar in drawn.bars] == [i == 3 for i in range(1, 9)]
    assert drawn.ticks[2].text == "▸3"
    assert all(bar.solid for bar in chart.successes("3r2s", chances, None).bars)


@pytest.mark.parametrize("pool", [Pool(0, 0, 5), Pool(10, 10, -400), Pool(1, 1, 0, None), Pool(10, 1, 999), Pool(1, 1)])
@pytest.mark.parametrize("target", [None, 0, 5, 999])
def test_every_pool_can_be_drawn(pool: Pool, target: int | None) -> None:
    law = keep.whole(pool)
    chance = keep.chance(pool, target or 0)
    for drawn in (chart.curve("x", law, target, chance), chart.totals("x", law, target)):
        assert len(drawn.ticks) <= 9
        ElementTree.fromstring(chart.svg(drawn))
        shown = [*points(drawn)] if drawn.line else [(bar.x, bar.y) for bar in drawn.bars]
        assert all(LEFT - 0.1 <= x <= RIGHT + 0.1 and TOP - 0.1 <= y <= BOTTOM + 0.1 for x, y in shown)


def test_in_a_page_it_brings_no_colours_and_its_ids_are_its_own() -> None:
    drawn = chart.svg(chart.curve("<7k3>", LAW, 25, LAW.at_least(25)), "curve")
    for word in ("<style", "style=", "xmlns", "#ae2f26"):
        assert word not in drawn
    assert 'aria-labelledby="curve-title"' in drawn
    assert '<title id="curve-title">The chance of &lt;7k3&gt; to reach each total</title>' in drawn
    assert "stroke-dasharray" in drawn


def test_a_file_follows_the_dark_too() -> None:
    root = ElementTree.fromstring(chart.svg(chart.curve("7k3", LAW, 25, LAW.at_least(25))))
    style = root.find(f"{SVG}style")
    assert style is not None
    assert "prefers-color-scheme: dark" in str(style.text)
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert told is not None
    assert (title.get("id"), told.get("id")) == (root.get("aria-labelledby"), root.get("aria-describedby"))
    assert re.fullmatch(r"0 0 \d+ \d+", str(root.get("viewBox")))


# --- on the command line ---------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "says", "title"),
    [
        ("7k3 --tn 25", "7k3 against 25, 60.2 %.", "The chance of 7k3 to reach each total"),
        ("--trait 3 --skill 4", "7k3.", "The chance of 7k3 to reach each total"),
        ("3r2s --tn 3", "3r2s against each TN, TN 3 marked.", "The chance of 3r2s against each TN"),
        ("3r2s", "3r2s against each TN.", "The chance of 3r2s against each TN"),
    ],
)
def test_odds_are_drawn_into_a_file(words: str, says: str, title: str, capsys: Capsys) -> None:
    for _ in range(2):  # the second time over the first
        assert main(["odds", *words.split(), "--svg", "a b.svg"]) == 0
        assert capsys.readouterr() == (f"Wrote a b.svg: {says}\n", "")
    found = ElementTree.parse("a b.svg").getroot().find(f"{SVG}title")
    assert found is not None
    assert found.text == title


@pytest.mark.parametrize("dice", ["7k3", "3r2s"])
@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (["--svg", "a.png"], "usage.picture", "ends in .svg, not 'a.png'"),
        (["--svg", ".svg"], "usage.picture", "ends in .svg"),
        (["--svg", ""], "usage.picture", "ends in .svg"),
        (["--svg", "none/a.svg"], "usage.picture", "'none/a.svg' cannot be written: No such file or directory."),
        (["--svg", "d.svg"], "usage.picture", "'d.svg' cannot be written: Is a directory."),
        (["--svg", "a.svg", "--json"], "usage.clash", "--svg and --json exclude each other."),
        (["--svg", "a.svg", "--exact"], "usage.clash", "--svg and --exact exclude each other."),
        (["--svg", "a.svg", "--compare", "8k3"], "usage.clash", "--svg and --compare exclude each other."),
        (["--compare", "--svg a.svg"], "usage", "--svg cannot stand inside --compare."),
    ],
)
def test_what_cannot_be_drawn(dice: str, options: list[str], code: str, says: str, alone: Path, capsys: Capsys) -> None:
    (alone / "d.svg").mkdir()
    assert main(["odds", dice, *options]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert says in found.err
    assert (f'"code": "{code}"' in found.err) == ("--json" in options)
    assert [path.name for path in alone.iterdir()] == ["d.svg"]


def test_dice_on_the_table_are_not_drawn(capsys: Capsys) -> None:
    assert main(["odds", "3r2s", "--tn", "2", "--svg", "a.svg", "--dice", "su ex+st op / su op"]) == 2
    assert "--svg and --dice exclude each other." in capsys.readouterr().err


def test_of_a_character_one_ring_is_drawn(alone: Path, capsys: Capsys) -> None:
    (alone / "aki.toml").write_text('game = "5e"\nname = "Aki"\n[rings]\nair = 3\n[skills]\nmeditation = 2\n')
    assert main(["odds", "aki", "meditation", "--tn", "2", "--svg", "a.svg"]) == 2
    assert "--svg needs a ring" in capsys.readouterr().err
    assert main(["odds", "aki", "meditation/air", "--tn", "2", "--svg", "a.svg"]) == 0
    assert capsys.readouterr().out == "Wrote a.svg: 3r2s against each TN, TN 2 marked.\n"
