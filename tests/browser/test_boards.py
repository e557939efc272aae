"""The boards of skirmish and duel, played to the end by clicking: phone and desk, restart, spectators, secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, WIDE, Someone, Table
from tests.browser.playing import asks, fights, plays
from tests.browser.spying import everything, found_in

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.duel.moves import Face
from rollkeep.fifth.play.person import person as person5
from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.person import person
from rollkeep.fourth.sheet_file import read
from rollkeep.fourth.skirmish.moves import Pass
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Act, Mark, Say, Start

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
LABEL = "Reeds at dusk"
SECRETS = ("Well is poisoned", "774")
UNSEEN = "Yamiko"


def example(file: str, name: str) -> Any:
    """A character of the documents under another name."""
    return person(read((EXAMPLES / f"{file}.toml").read_text(encoding="utf-8"))._replace(name=name))


def sturdy(file: str, name: str) -> Any:
    """The same, with an Earth Ring that outlasts any bandits."""
    sheet = example(file, name).sheet
    more = {**dict(sheet.traits), "stamina": 8, "willpower": 8}
    return person(sheet._replace(traits=tuple(more.items())))


@pytest.fixture
def field(table: Table) -> tuple[Table, Someone, Someone, Someone]:
    """Two players, one at a telephone, a spectator in the dark; two bandits in words, and one whom nobody sees."""
    table.enter("Shinai", sturdy("shinai", "Shinai"))
    table.enter("Kaede", sturdy("archer", "Kaede"))
    for name in ("Bandit 1", "Bandit 2"):
        table.enter(name, example("bandit", name), free=False, tracks="words")
    table.enter(UNSEEN, example("bandit", UNSEEN), free=False, tracks="words", hidden=True)
    anna, bela = table.joins("Anna", "Shinai", viewport=PHONE), table.joins("Bela", "Kaede")
    carla = table.joins("Carla", viewport=PHONE, color_scheme="dark")
    table.gm.page.reload()
    return table, anna, bela, carla


def is_open(table: Table, label: str) -> bool:
    """Whether a procedure still goes on."""
    return table.gm.page.locator("#cards > li.card.open", has_text=label).count() > 0


def test_a_whole_skirmish(field: tuple[Table, Someone, Someone, Someone]) -> None:
    table, anna, bela, carla = field
    screen = carla.tab()
    screen.goto(f"{table.address}/watch")
    table.gm.do(Start("check", GM, Ask("Bandit 1", "3k2", 774, "told", "The Well is poisoned"), True))
    table.gm.page.locator("#ask-skirmish > summary").click()
    ticked = table.gm.page.locator("#ask-skirmish input[name=second]:checked")
    assert [each.get_attribute("value") for each in ticked.all()] == ["Bandit 1", "Bandit 2"], "who is hidden waits"
    asks(table.gm, "skirmish", label=LABEL)
    expect(table.gm.block(LABEL)).to_be_visible()
    restarted = shown = swapped = False
    for _ in range(200):
        if not is_open(table, LABEL):
            break
        for one in (anna, bela, table.gm):
            block = one.page.locator("#doing .block", has_text=LABEL)
            if not block.count():
                continue
            if not restarted and one is anna and block.get_by_role("button", name="Attack", exact=True).count():
                restarted = True
                plain = int(block.locator(".odds span").inner_text().removeprefix("need "))
                block.get_by_role("button", name="increased damage: one more").click()
                expect(block.locator(".odds")).to_contain_text(f"need {plain + 5}")
                expect(block.locator("[data-chance-here]")).to_contain_text("damage")
                table.server.stop(kill=True)
                expect(anna.page.locator("#state")).to_contain_text("connection is lost")
                table.server.start()
                expect(anna.page.locator("#state")).to_be_empty()
                expect(block.locator("[name='f.maneuvers.increased damage']")).to_have_value("1")
            if not shown and restarted and one is table.gm and block.locator(".unseen").count():
                for spy in (anna, bela, carla):
                    assert not found_in(everything(spy, table), (UNSEEN, *SECRETS))
                shown = True
                block.locator(".unseen", has_text=UNSEEN).get_by_role("button", name="Comes in on B").click()
                expect(anna.page.locator(".skirmish-board").first).to_contain_text(UNSEEN)
            if not swapped and one is bela and block.locator(".picks", has_text="Swap Initiative").count():
                swapped = True
                block.locator(".picks", has_text="Swap Initiative").get_by_role("button", name="Shinai").click()
                goes_on = anna.block(LABEL)
                expect(goes_on).to_contain_text("Kaede would exchange")
                goes_on.get_by_role("button", name="Refuse", exact=True).click()
                expect(bela.block(LABEL).locator(".picks", has_text="Swap Initiative")).not_to_contain_text("Shinai")
            fights(one, LABEL)
            table.settled(anna, bela, table.gm)
    assert (restarted, shown, swapped) == (True, True, True)
    for page in (anna.page, bela.page, carla.page, screen, table.gm.page):
        card = page.locator("#cards > li.card", has_text=LABEL).first
        expect(card.locator(".verdict")).to_contain_text("left standing")
        expect(card.locator(".skirmish-board")).to_contain_text(UNSEEN)
    for spy in (anna, bela, carla):
        told = everything(spy, table)
        assert not found_in(told, SECRETS)
        assert not wounds_of("Bandit 1", told), "what is shown in words is nowhere a number"
    known = everything(table.gm, table)
    assert found_in(known, SECRETS) == set(SECRETS), "it can be found where it is"
    assert wounds_of("Bandit 1", known)
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 360


def wounds_of(who: str, told: list[str]) -> list[Any]:
    """The numbers in which somebody's Wounds moved, in all entries of the streams."""
    entries = [
        json.loads(line[5:]) for text in told for line in text.splitlines() if line.startswith('data: {"entries"')
    ]
    events = [event for each in entries for entry in each["entries"] for event in entry["events"]]
    seen = [event.get("value", event) or {} for event in events if isinstance(event, dict)]
    return [each for each in seen if (each.get("who"), each.get("track")) == (who, "wounds")]


BRIDGE = "The bridge at dawn"


def test_a_whole_first_blood_duel(dojo: tuple[Table, Someone, Someone]) -> None:
    """Bids are sealed for all others, the game master too, before and after a restart in the middle of them."""
    table, anna, bela = dojo
    carla = table.joins("Carla", viewport=PHONE, color_scheme="dark")
    carla.tab().goto(f"{table.address}/watch")
    listed = table.gm.tab()
    listed.goto(f"{table.address}/duels")
    expect(listed.locator(".empty")).to_be_visible()
    asks(table.gm, "duel", label=BRIDGE)
    expect(anna.block(BRIDGE)).to_be_visible()
    listed.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect(listed.locator("tbody tr", has_text=BRIDGE)).to_contain_text("Initiative")
    assert not listed.evaluate(BROKEN, "th, td"), "the list follows by itself, and breaks no word"
    sealed, steps = False, 0
    while is_open(table, BRIDGE):
        steps += 1
        assert steps < 150, [one.page.locator("#doing").inner_text() for one in (anna, bela)]
        for one, other in ((anna, bela), (bela, anna)):
            block = one.page.locator("#doing .block", has_text=BRIDGE)
            if not block.count():
                continue
            bids = plays(one, BRIDGE)
            table.settled(anna, bela, table.gm)
            if bids and not sealed and other.page.locator("#doing [name='f.strife']").count():  # who has to bid yet
                sealed = True
                expect(one.card(BRIDGE)).to_contain_text("bids 1 in secret")
                table.server.stop(kill=True)
                expect(other.page.locator("#state")).to_contain_text("connection is lost")
                table.server.start()
                expect(other.page.locator("#state")).to_be_empty()
                for spy in (other, carla, table.gm):
                    expect(spy.card(BRIDGE)).to_contain_text("bids in secret")
                    for page in (each for each in spy.context.pages if each is not listed):
                        gauges = page.locator(".gauges").first
                        bidder, waiting = ("Shinai", "Rival") if one is anna else ("Rival", "Shinai")
                        expect(gauges.get_by_role("group", name=bidder)).to_contain_text("bid sealed")
                        expect(gauges.get_by_role("group", name=waiting)).not_to_contain_text("sealed")
                    assert not bids_told(everything(spy, table))
                assert bids_told(everything(one, table)), "who bids knows it"
    assert sealed
    for page in (anna.page, bela.page, table.gm.page, *carla.context.pages):
        expect(page.locator("#cards > li.card", has_text=BRIDGE).first.locator(".verdict")).to_contain_text(" wins")
    row = listed.locator("tbody tr", has_text=BRIDGE)
    expect(row).to_contain_text("over")
    expect(row.locator("td").nth(1)).to_have_text(re.compile(r"^(Shinai|Rival)(, \d+\sto\s-?\d+)?[^,]+"))
    assert not listed.evaluate(BROKEN, "th, td")


GAUGES = """() => {
    const box = document.querySelector("#doing .gauges").getBoundingClientRect();
    const here = document.activeElement.closest("label") ?? document.activeElement;
    const it = here.getBoundingClientRect();
    const inBlock = here.closest(".block") !== null && !here.matches(".gauges");
    const top = document.elementFromPoint(it.left + it.width / 2, it.top + Math.min(it.height / 2, 12));
    return {top: box.top, bottom: box.bottom, inBlock, covered: inBlock && !here.contains(top), what: here.innerText};
}"""


@pytest.mark.parametrize("size", [(360, 640), (360, 800), (1280, 560)])
def test_the_gauges_stay_in_sight_and_cover_nothing(
    dojo: tuple[Table, Someone, Someone], size: tuple[int, int]
) -> None:
    table, anna, _ = dojo
    asks(table.gm, "duel", label=BRIDGE)
    anna.page.set_viewport_size({"width": size[0], "height": size[1]})
    anna.page.emulate_media(reduced_motion="reduce")
    block = anna.block(BRIDGE)
    block.locator("button.go").first.scroll_into_view_if_needed()
    block.locator("summary").last.focus()
    back = 0
    for _ in range(30):
        seen = anna.page.evaluate(GAUGES)
        if not seen["inBlock"]:
            break
        back += 1
        assert not seen["covered"], seen
        assert 0 <= seen["top"] < seen["bottom"] <= size[1]
        assert seen["bottom"] - seen["top"] <= size[1] / 2, "half of the screen is left for the question"
        anna.page.keyboard.press("Shift+Tab")
    assert back > 3
    anna.page.locator("#play").evaluate("element => element.scrollTo(0, 9999)")
    block.locator("button.go").last.evaluate("element => element.scrollIntoView({block: 'end'})")
    assert 0 <= anna.page.evaluate(GAUGES)["top"] <= 40


def bids_told(told: list[str]) -> list[str]:
    """Where a bid of 1 is told, in words or as data."""
    return re.findall(r'bids 1 in secret|"is": ?"fifth\.duel\.\w+\.Bid\w*", ?"strife": ?1\b', "\n".join(told))


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_a_new_question_takes_the_keyboard_and_the_eye_to_its_beginning(table: Table, size: dict[str, int]) -> None:
    """Who ends the start of a Round may be first in its turns; there the same words give the turn away."""
    quick = sturdy("shinai", "Shinai").sheet
    more = {**dict(quick.traits), "reflexes": 9}
    table.enter("Shinai", person(quick._replace(traits=tuple(more.items()))))
    for number in range(7):
        table.enter(f"Bandit {number}", example("bandit", f"Bandit {number}"), free=False)
    anna = table.joins("Anna", "Shinai", viewport=size, reduced_motion="reduce")
    table.gm.page.reload()
    asks(table.gm, "skirmish", label=LABEL)
    block = anna.block(LABEL)
    opening = block.locator("form[data-question*=' void'] button", has_text="Nothing more")
    for _ in range(40):
        if opening.count() and "Waiting for Shinai." in table.gm.block(LABEL).inner_text():
            break
        for one in (anna, table.gm):
            if not (one is anna and opening.count()) and one.page.locator("#doing .block").count():
                fights(one, LABEL)
                one.page.wait_for_timeout(80)
    opening.scroll_into_view_if_needed()
    opening.click()
    attack = block.get_by_role("button", name="Attack", exact=True)
    expect(attack).to_have_count(1)
    expect(block.locator("[data-chance-here] .odds")).to_be_attached()
    assert anna.page.evaluate("document.activeElement.matches('#doing .block h3')")
    first = block.locator("form").first
    expect(first).to_be_in_viewport()
    box, track = first.bounding_box(), block.locator(".skirmish-board").bounding_box()
    assert box
    assert track
    assert box["y"] >= track["y"] + track["height"], "it is not below the track"
    assert 0 <= box["y"] <= size["height"] - 100
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_timeout(150)
    assert "your turn" in block.inner_text(), "nothing was given away"


def test_what_is_being_typed_stays_while_the_question_is_the_same(
    field: tuple[Table, Someone, Someone, Someone],
) -> None:
    table, anna, bela, _ = field
    asks(table.gm, "skirmish", label=LABEL)
    block = on_to_an_attack(table, anna, bela)
    more = block.locator("details", has_text="Anything else, in words").last
    more.locator("summary").click()
    words = more.locator("[name='f.what']")
    words.press_sequentially("I kick the la")
    table.gm.do(Mark("Kaede", "void", -1, "fear"))
    expect(anna.page.locator("#people .person", has_text="Kaede")).to_contain_text("1/ of 2")
    words.press_sequentially("ntern")
    expect(words).to_have_value("I kick the lantern")
    gm = table.gm.block(LABEL)
    gm.locator("summary", has_text="Grant dice").click()
    gm.locator("[name='f.adds']").fill("+5 high ground")
    block.locator("button", has_text="Nothing more").first.click()
    expect(anna.page.locator(".skirmish-board").first).not_to_contain_text("your turn")
    expect(gm.locator("[name='f.adds']")).to_have_value("+5 high ground")


def test_what_others_do_neither_moves_the_eye_nor_takes_what_is_filled_in(
    field: tuple[Table, Someone, Someone, Someone],
) -> None:
    """At a telephone: in a form of which a part was unfolded, and while the log is read."""
    table, anna, bela, _ = field
    asks(table.gm, "skirmish", label=LABEL)
    block = on_to_an_attack(table, anna, bela)
    form = block.locator("form[data-chance]").first
    form.get_by_role("button", name="other: one more").click()
    form.locator("[name='f.raise_for']").fill("the lantern")
    form.locator("summary", has_text="ice to keep").click()
    attack = form.get_by_role("button", name="Attack", exact=True)
    expect(form.locator("[data-chance-here] .odds")).to_be_visible()
    attack.evaluate("button => button.scrollIntoView({block: 'center', behavior: 'instant'})")
    before = attack.bounding_box()
    for word in ("hello", "are you there?"):
        table.gm.do(Say(word))
        table.settled(anna)
        anna.page.wait_for_timeout(250)
        expect(form.locator("[name='f.raise_for']")).to_have_value("the lantern")
        now = attack.bounding_box()
        assert before
        assert now
        assert abs(now["y"] - before["y"]) < 5
    block.locator("h3").first.evaluate("heading => { heading.tabIndex = -1; heading.focus({preventScroll: true}); }")
    read = anna.page.locator("#cards > li").last
    read.evaluate("last => last.scrollIntoView({block: 'end', behavior: 'instant'})")
    expect(read).to_be_in_viewport()
    table.gm.do(Act(_run_of(anna), "Shinai", Pass()))
    table.settled(anna)
    anna.page.wait_for_timeout(900)  # as long as a page glides
    assert not anna.page.evaluate("document.activeElement.closest('.block').getBoundingClientRect().bottom > 0")
    expect(read).to_be_in_viewport()


def _run_of(one: Someone) -> int:
    return int(one.block(LABEL).get_attribute("data-run"))


def test_a_refused_attack_is_told_once_and_beside_the_field_that_it_is_about(
    field: tuple[Table, Someone, Someone, Someone],
) -> None:
    """4e.raise"""
    table, anna, bela, _ = field
    asks(table.gm, "skirmish", label=LABEL)
    block = on_to_an_attack(table, anna, bela)
    form = block.locator("form[data-chance]").first
    what_for = form.locator("[name='f.raise_for']")
    assert not what_for.is_visible()
    form.get_by_role("button", name="other: one more").click()
    expect(what_for).to_be_visible()
    refused = form.locator(".refused", has_text="Say in a few words what the other Raises are for.")
    expect(refused).to_be_visible()
    form.get_by_role("button", name="Attack", exact=True).click()
    expect(form.get_by_role("button", name="Ask the game master")).to_be_visible()
    expect(refused).to_have_count(1)
    expect(refused).to_be_in_viewport()
    what_for.fill("the lantern")
    expect(form.locator("[data-chance-here] .odds")).to_be_visible()
    expect(form.locator(".refused, .plea")).to_have_count(0)
    form.get_by_role("button", name="other: one less").click()
    expect(what_for).to_be_visible()
    what_for.fill("")
    expect(what_for).not_to_be_visible()


def test_what_scrolls_below_the_track_does_not_show_beside_it(field: tuple[Table, Someone, Someone, Someone]) -> None:
    table, anna, bela, _ = field
    asks(table.gm, "skirmish", label=LABEL)
    block = on_to_an_attack(table, bela, anna)
    reached = """block => {
        const controls = block.querySelectorAll("form label, form button, form input:not([type=hidden])");
        return Math.min(...[...controls].map((one) => one.getBoundingClientRect()).filter((box) => box.width).map(
            (box) => box.left)) - block.querySelector(".skirmish-board").getBoundingClientRect().left;
    }"""
    assert block.evaluate(reached) >= 5, "an outline of the focus goes out so far"


LONG = "Kakita Toshimoko of the Northern Wall"

BROKEN = """(parts) => [...document.querySelectorAll(parts)].flatMap((part) => {
    const found = [], texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
    return found;
})"""
"""The words that go over the end of a line."""

SIZES = "(parts) => [...document.querySelectorAll(parts)].map((one) => parseFloat(getComputedStyle(one).fontSize))"
"""How large the letters are."""


def test_on_a_shared_screen_what_is_looked_for_is_largest(
    dojo: tuple[Table, Someone, Someone], field: tuple[Table, Someone, Someone, Someone]
) -> None:
    dojo[0].enter(LONG, person5(READY["rival"]._replace(name=LONG)), free=False, tracks="words")
    field[0].enter(LONG, example("archer", LONG))
    for table, kind, parts in (
        (dojo[0], "duel", (".gauges .name", ".gauges .pips", ".gauges .pips b", ".person .words")),
        (field[0], "skirmish", (".skirmish-board .who", ".skirmish-board .wounds", ".skirmish-board .words")),
    ):
        table.gm.page.reload()
        if kind == "duel":
            table.gm.do(Start("duel", GM, Face("Shinai", LONG, "first-blood", "", False, (), (), BRIDGE)))
        else:
            asks(table.gm, kind, label=LABEL)
        expect(table.gm.page.locator("#cards .card.open")).to_be_visible()
        page = table.gm.tab()
        page.goto(f"{table.address}/watch")
        for size in (PHONE, WIDE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            told = {part: min(page.evaluate(SIZES, part)) for part in parts}
            assert min(told.values()) > max(page.evaluate(SIZES, ".card .quiet")), (size, told)
            assert not page.evaluate(BROKEN, ".who, .name, .person h3, .words, .pips"), size
            assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert min(told.values()) >= 20, "it can be read from afar"


@pytest.mark.parametrize("colour", ["light", "dark"])
def test_axe_finds_nothing_on_a_board(
    dojo: tuple[Table, Someone, Someone], field: tuple[Table, Someone, Someone, Someone], colour: Any
) -> None:
    for (table, anna, *_), kind, label in ((dojo, "duel", BRIDGE), (field, "skirmish", LABEL)):
        asks(table.gm, kind, label=label)
        expect(anna.block(label)).to_be_visible()
        anna.page.emulate_media(color_scheme=colour)
        for address in (table.address, f"{table.address}/watch"):
            anna.page.goto(address)
            expect(anna.card(label)).to_be_visible()
            found = Axe().run(anna.page)
            assert not found.response["violations"], found.generate_report()
            assert anna.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_who_is_away_is_acted_for_and_what_is_said_once_holds(field: tuple[Table, Someone, Someone, Someone]) -> None:
    table, anna, _, _ = field
    asks(table.gm, "skirmish", label=LABEL)
    block = anna.block(LABEL)
    block.locator("summary", has_text="Standing answer").click()
    block.get_by_label("Standing answer of Shinai").select_option("never ask me")
    block.get_by_role("button", name="Once and for all").click()
    expect(block.locator("summary", has_text="never ask me")).to_be_visible()
    fights(anna, LABEL)
    mine = table.gm.block(LABEL)
    mine.locator("summary", has_text="Act for Kaede").click()
    mine.locator("details", has_text="Act for Kaede").locator(".picks button").first.click()
    expect(anna.card(LABEL).locator(".how")).to_contain_text("(the game master acted)")
    for _ in range(12):
        if "Void Points" in mine.locator(".skirmish-board > p").inner_text():
            break
        fights(table.gm, LABEL)
        table.settled(table.gm)
    expect(mine.locator(".skirmish-board > p")).to_contain_text("Void Points")
    expect(anna.block(LABEL)).to_contain_text("Waiting for Kaede")


def test_two_skirmishes_at_once(field: tuple[Table, Someone, Someone, Someone]) -> None:
    table, anna, bela, _ = field
    form = table.gm.page.locator("#ask-skirmish")
    for label, who in ((LABEL, ("Shinai", "Bandit 1")), ("Roof at night", ("Kaede", "Bandit 2"))):
        if form.get_attribute("open") is None:
            form.locator("summary").first.click()
        for side, name in zip(("first", "second"), who, strict=True):
            for box in form.locator(f"input[name={side}]").all():
                box.set_checked(box.get_attribute("value") == name, force=True)
        asks(table.gm, "skirmish", label=label)
        expect(table.gm.block(label)).to_be_visible()
    expect(anna.block(LABEL).locator(".picks").first).to_be_visible()
    expect(bela.block("Roof at night").locator(".picks").first).to_be_visible()
    fights(anna, LABEL)
    expect(anna.block(LABEL).locator("li", has_text="Shinai")).to_contain_text("Attack")
    assert anna.page.locator("#doing .block", has_text="Roof at night").count() == 0
    expect(anna.card("Roof at night").locator(".skirmish-board")).to_be_visible()


def on_to_an_attack(table: Table, one: Someone, *others: Someone) -> Any:
    """The block in which somebody can attack; until then everyone does what comes first."""
    block = one.page.locator("#doing .block", has_text=LABEL)
    for _ in range(60):
        if block.get_by_role("button", name="Attack", exact=True).count() and block.locator(".odds").count():
            return block
        for each in (one, *others, table.gm):
            attacks = each is one and block.get_by_role("button", name="Attack", exact=True).count()
            if not attacks and each.page.locator("#doing .block", has_text=LABEL).count():
                fights(each, LABEL)
                table.settled(one, *others, table.gm)
    raise AssertionError("nobody attacks")


def test_the_odds_follow_what_changes_elsewhere(field: tuple[Table, Someone, Someone, Someone]) -> None:
    table, anna, bela, _ = field
    asks(table.gm, "skirmish", label=LABEL)
    expect(table.gm.block(LABEL)).to_be_visible()
    block = on_to_an_attack(table, anna, bela)
    before = block.locator(".pool").inner_text()
    form = table.gm.block(LABEL).locator("form", has=table.gm.page.locator("[value=Condition]"))
    table.gm.block(LABEL).locator("summary", has_text="Say what holds").click()
    form.locator("[name='f.who'][value='Shinai']").check(force=True)
    form.locator("[name='f.what']").select_option("dazed")
    form.locator("button.go").click()
    expect(anna.page.locator(".skirmish-board").first).to_contain_text("dazed")
    expect(block.locator(".pool")).not_to_have_text(before)


def test_what_was_begun_comes_into_view_and_keeps_the_keyboard(field: tuple[Table, Someone, Someone, Someone]) -> None:
    table, anna, *_ = field
    asks(table.gm, "skirmish", label=LABEL)
    expect(table.gm.block(LABEL).locator("h3")).to_be_in_viewport()
    expect(anna.block(LABEL)).to_be_visible()
    button = anna.block(LABEL).locator(".picks button").first
    button.focus()
    anna.page.keyboard.press("Enter")
    expect(anna.block(LABEL)).to_contain_text("Waiting for")
    assert anna.page.evaluate("document.activeElement.matches('#doing .block h3')")
    table.gm.block(LABEL).locator("summary", has_text="End the skirmish").click()
    table.gm.block(LABEL).locator("button.danger").click()
    expect(table.gm.block(LABEL)).to_have_count(0)
    form = table.gm.page.locator("#ask-skirmish")
    form.locator("summary").first.click()
    expect(form.locator("input[name=first]:checked")).to_have_count(2)
    expect(form.locator("input[name=second]:checked")).to_have_count(2)
