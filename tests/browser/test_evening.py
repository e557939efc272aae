"""A whole evening at one table, by clicking: what a game master asks for, and what two players answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.conftest import PHONE, Server, Someone, Table

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.play.person import person


def asks(gm: Someone, what: str, who: tuple[str, ...] = (), **fields: str) -> None:
    """The game master opens a form, fills it in and sends it."""
    form = gm.page.locator(f"#ask-{what}")
    if form.get_attribute("open") is None:
        form.locator("summary").first.click()
    for name in who:
        form.locator(f"input[name=whom][value='{name}']").check(force=True)
    for name, value in fields.items():
        fill(form, name, value)
    form.locator("button.go").click()


def fill(form: Locator, name: str, value: str) -> None:
    """A field of a form by its name, in a part that may have to be opened."""
    field = form.locator(f"[name='{name}']").first
    for more in form.locator("details:not([open])").all():
        if more.locator(f"[name='{name}']").count():
            more.locator("summary").first.click()
    kind = field.evaluate("element => element.type")
    if kind in ("radio", "checkbox"):
        form.locator(f"[name='{name}'][value='{value}']").check(force=True)
    elif kind.startswith("select"):
        field.select_option(value)
    else:
        field.fill(value)


def goes(one: Someone, button: str, within: str = "") -> None:
    """Presses a button among what this seat may do."""
    block = one.page.locator("#doing .block", has_text=within).first if within else one.page.locator("#doing")
    block.get_by_role("button", name=button, exact=True).first.click()


@pytest.fixture
def evening(table: Table) -> tuple[Table, Someone, Someone]:
    """A table with two players; one of them sits at a telephone."""
    table.enter("Shinai")
    table.enter("Kaede")
    anna, bela = table.joins("Anna", "Shinai", viewport=PHONE), table.joins("Bela", "Kaede")
    table.gm.page.reload()
    return table, anna, bela


def test_several_at_once_with_raises_and_void(evening: tuple[Table, Someone, Someone]) -> None:
    table, anna, bela = evening
    asks(table.gm, "ask", ("Shinai", "Kaede"), deed="kyujutsu", tn="20", label="Hit the lantern")
    anna.block("Hit the lantern").get_by_label("+1k1").check(force=True)
    goes(anna, "Raises: one more", "Hit the lantern")
    goes(anna, "Roll", "Hit the lantern")
    goes(bela, "Roll", "Hit the lantern")
    for one in (anna, bela, table.gm):
        cards = one.page.locator("#cards > li.card", has_text="Hit the lantern")
        expect(cards).to_have_count(2)
        expect(cards.locator(".verdict")).to_have_count(2)
        expect(cards.filter(has_text="Shinai").first).to_contain_text("against 25")


def test_a_contest(evening: tuple[Table, Someone, Someone]) -> None:
    table, anna, bela = evening
    asks(table.gm, "contest", ("Shinai", "Kaede"), deed="athletics", label="A race")
    goes(anna, "Roll", "A race")
    goes(bela, "Roll", "A race")
    card = anna.card("A race")
    expect(card.locator(".side")).to_have_count(2)
    expect(card.locator(".verdict")).to_be_visible()


def test_a_climb_together(evening: tuple[Table, Someone, Someone]) -> None:
    table, anna, bela = evening
    asks(table.gm, "together", ("Shinai", "Kaede"), deed="athletics", tn="15", label="The cliff")
    goes(anna, "Roll", "The cliff")
    goes(bela, "Roll", "The cliff")
    expect(bela.card("The cliff").locator(".verdict")).to_be_visible()


def test_a_sculpture(evening: tuple[Table, Someone, Someone]) -> None:
    table, anna, _ = evening
    asks(table.gm, "task", whom="Shinai", deed="athletics", total="40", label="A sculpture", every="a week")
    for _ in range(10):
        goes(anna, "Roll", "A sculpture")
        anna.page.wait_for_timeout(300)
        if anna.page.locator("#doing .block", has_text="A sculpture").count() == 0:
            break
    expect(table.gm.card("A sculpture").locator(".verdict")).to_contain_text("Done after")


def test_an_iaijutsu_duel(evening: tuple[Table, Someone, Someone]) -> None:
    table, anna, bela = evening
    asks(table.gm, "iaijutsu", label="At dawn")
    for _ in range(14):
        for one in (anna, bela):
            block = one.page.locator("#doing .block", has_text="At dawn")
            if block.count():
                block.first.locator("button.go, button.danger").first.click()
                one.page.wait_for_timeout(250)
    expect(table.gm.card("At dawn").locator(".verdict")).to_be_visible()
    assert table.gm.page.locator("#cards > li.card.open", has_text="At dawn").count() == 0


def test_what_was_refused_is_pleaded_for_and_undone(evening: tuple[Table, Someone, Someone]) -> None:
    table, anna, _ = evening
    asks(table.gm, "ask", ("Shinai",), deed="kyujutsu", tn="20", label="Once more")
    block = anna.block("Once more")
    block.get_by_label("Raises", exact=True).fill("9")
    goes(anna, "Roll", "Once more")
    expect(block.locator(".doing > .refused")).to_be_visible()
    block.get_by_label("Why it should be allowed").fill("the wind is with me")
    block.get_by_role("button", name="Ask the game master").click()
    goes(table.gm, "Let it pass")
    card = table.gm.card("Once more")
    expect(card).to_contain_text("9 Raises")
    expect(card.locator(".verdict")).to_be_visible()
    card.locator("summary", has_text="game master").click()
    card.get_by_label("Why").fill("it was too much")
    card.get_by_role("button", name="Undo the last step").click()
    expect(anna.card("Once more").locator("s").first).to_be_attached()


@pytest.fixture
def dojo(seat: Callable[..., Someone], server: Server) -> tuple[Table, Someone, Someone]:
    """A table of the 5th edition with two duellists; one is so much better that a duel is short."""
    table = Table(seat, server, "5e")
    strong = tuple((ring, 5) for ring in ("air", "earth", "fire", "water", "void"))
    for name, more in (("shinai", {"rings": strong}), ("rival", {"endurance": 1})):
        sheet = READY[name]._replace(name=name.capitalize(), npc=False)._replace(**more)
        table.enter(name.capitalize(), person(sheet))
    anna, bela = table.joins("Anna", "Shinai"), table.joins("Bela", "Rival", viewport=PHONE)
    table.gm.page.reload()
    return table, anna, bela


def test_axe_finds_nothing_where_a_duel_is(dojo: tuple[Table, Someone, Someone]) -> None:
    from axe_playwright_python.sync_playwright import Axe

    table, anna, _ = dojo
    asks(table.gm, "duel", label="At dawn")
    expect(anna.block("At dawn")).to_be_visible()
    for address in (table.address, f"{table.address}/watch"):
        anna.page.goto(address)
        expect(anna.card("At dawn")).to_be_visible()
        found = Axe().run(anna.page)
        assert not found.response["violations"], found.generate_report()


def test_a_check_with_ring_dice(dojo: tuple[Table, Someone, Someone]) -> None:
    table, anna, _ = dojo
    asks(table.gm, "ring-ask", ("Shinai",), deed="fitness", tn="2", label="Over the wall")
    block = anna.block("Over the wall")
    block.locator("button.go").first.click()
    expect(block.locator("fieldset.dice input:checked").first).to_be_attached()
    for _ in range(6):
        keep = anna.page.locator("#doing .block", has_text="Over the wall").locator("fieldset.dice")
        anna.page.wait_for_timeout(300)
        if not keep.count():
            break
        anna.page.locator("#doing .block", has_text="Over the wall").locator("button.go").first.click()
    card = table.gm.card("Over the wall")
    expect(card.locator(".verdict")).to_be_visible()
    expect(card.locator(".tally")).to_be_visible()


def test_real_ring_dice_on_the_pad(dojo: tuple[Table, Someone, Someone]) -> None:
    table, anna, _ = dojo
    asks(table.gm, "ring-ask", ("Shinai",), deed="3r2s", tn="2", label="By hand")
    block = anna.page.locator("#doing .block", has_text="By hand")
    block.locator("[name='f.by_hand']").first.check(force=True)
    block.locator("button.go").first.click()
    pad = block.locator(".pad")
    for face in ("success", "opportunity", "blank", "success and opportunity", "blank"):
        pad.get_by_role("button", name=face, exact=True).click()
    expect(block).to_contain_text("All dice are there.")
    expect(block.locator("[name='f.faces']")).to_have_value("su op - / su+op -")
    block.locator("button.go").first.click()
    keep = block.locator("fieldset.dice")
    expect(keep.locator("input:checked").first).to_be_attached()
    block.locator("button.go").first.click()
    expect(table.gm.card("By hand").locator(".verdict")).to_contain_text("Success")


LIKED = ("Strike", "Crossing Blade", "Rising Blade", "Prepare Item", "Calming Breath", "Go on", "Leave it")
"""What the two duellists do in a turn, if they can, in that order."""


def plays(one: Someone, label: str) -> None:
    """Somebody does something in a duel: a bid of 1, an action, or what stands first."""
    block = one.page.locator("#doing .block", has_text=label).first
    bid = block.locator("form", has=one.page.locator("[name='f.strife']")).first
    if bid.count():
        bid.locator("[name='f.strife']").fill("1")
        bid.locator("button.go").click()
        return
    for title in LIKED:
        wanted = block.get_by_role("button", name=title, exact=True)
        if not wanted.count() and (more := block.locator("summary", has_text=title)).count():
            more.first.click()
        if wanted.count():
            wanted.first.click()
            return
    if (any_ := block.locator("button.go")).count():  # else one may only concede, and waits
        any_.first.click()


def test_a_first_blood_duel_with_sealed_bids(dojo: tuple[Table, Someone, Someone]) -> None:
    table, anna, bela = dojo
    watcher, label = table.joins("Wanda"), "The bridge at dawn"
    asks(table.gm, "duel", label=label)
    expect(anna.block(label)).to_be_visible()
    sealed, steps = False, 0
    while table.gm.page.locator("#cards > li.card.open", has_text=label).count():
        steps += 1
        assert steps < 150, [one.page.locator("#doing").inner_text() for one in (anna, bela)]
        for one, other in ((anna, bela), (bela, anna)):
            block = one.page.locator("#doing .block", has_text=label)
            if not block.count():
                continue
            bids = bool(block.locator("[name='f.strife']").count())
            plays(one, label)
            one.page.wait_for_timeout(150)
            if bids and not sealed:
                sealed = True
                for spy in (other, watcher, table.gm):
                    expect(spy.card(label)).to_contain_text("bids in secret")
                    assert "bids 1" not in spy.page.content()
                expect(one.card(label)).to_contain_text("bids 1 in secret")
    assert sealed
    expect(watcher.card(label)).to_contain_text(" wins")
