"""A whole evening at one table, by clicking: what a game master asks for, and what two players answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Someone, Table
from tests.browser.playing import asks, goes, pressed


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
        pressed(anna, anna.block("A sculpture").get_by_role("button", name="Roll", exact=True))
        table.settled(anna)
        if anna.page.locator("#doing .block", has_text="A sculpture").count() == 0:
            break
    expect(table.gm.card("A sculpture").locator(".verdict")).to_contain_text("Done after")


def test_an_iaijutsu_duel(evening: tuple[Table, Someone, Someone]) -> None:
    table, anna, bela = evening
    asks(table.gm, "iaijutsu", label="At dawn")
    expect(anna.block("At dawn")).to_be_visible()
    for _ in range(25):
        for one in (anna, bela):
            table.settled(one)
            block = one.page.locator("#doing .block", has_text="At dawn")
            if block.count():
                pressed(one, block.first.locator("button.go, button.danger").first)
    expect(table.gm.card("At dawn").locator(".verdict")).to_be_visible()
    expect(table.gm.page.locator("#cards > li.card.open", has_text="At dawn")).to_have_count(0)


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


def test_a_check_with_ring_dice(dojo: tuple[Table, Someone, Someone]) -> None:
    table, anna, _ = dojo
    asks(table.gm, "ring-ask", ("Shinai",), deed="fitness", tn="2", label="Over the wall")
    block = anna.block("Over the wall")
    block.locator("button.go").first.click()
    expect(block.locator("fieldset.dice input:checked").first).to_be_attached()
    for _ in range(6):
        table.settled(anna)
        mine = anna.page.locator("#doing .block", has_text="Over the wall")
        if not mine.locator("fieldset.dice").count():
            break
        pressed(anna, mine.locator("button.go").first)
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
