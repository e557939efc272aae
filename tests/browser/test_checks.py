"""Checks at a table, played by clicking: Raises and odds, hidden and judged, real dice, spectators, two tabs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Table, until

from rollkeep.fourth.play.check import Ask
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Start


def asked(table: Table, deed: str, tn: int | None, judging: str, label: str) -> None:
    table.gm.do(Start("check", GM, Ask("Shinai", deed, tn, judging, label)))


def test_raises_change_the_odds_and_the_roll_is_on_every_screen(table: Table) -> None:
    table.enter("Shinai")
    anna, watcher = table.joins("Anna", "Shinai", viewport=PHONE), table.joins("Wanda")
    asked(table, "kyujutsu", 20, "told", "Hit the lantern")
    block = anna.block("Hit the lantern")
    expect(block.locator(".odds")).to_contain_text("89 %")
    block.get_by_role("button", name="Raises: one more").click()
    expect(block.locator(".odds")).to_contain_text("60 %")
    expect(block.locator(".odds")).to_contain_text("need 25")
    block.get_by_label("+1k1").check(force=True)
    expect(block.locator(".pool")).to_have_text("8k4")
    block.get_by_role("button", name="Roll", exact=True).click()
    for one in (anna, table.gm, watcher):
        card = one.card("Hit the lantern")
        expect(card.locator(".verdict")).to_be_visible()
        expect(card).to_contain_text("against 25")
        expect(card.locator(".die")).to_have_count(8)
    expect(anna.page.locator("#folk .person.mine")).to_contain_text("2/ of 3")
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_hidden_tn_stays_hidden_until_it_is_revealed(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai")
    asked(table, "kyujutsu", 237, "hidden", "Slip by")  # no clock and no dice show such a number
    block = anna.block("Slip by")
    expect(block.locator(".ladder")).to_be_visible()
    block.get_by_role("button", name="Roll", exact=True).click()
    card = anna.card("Slip by")
    expect(card.locator(".total")).to_be_visible()
    expect(card.locator(".verdict")).to_be_visible()
    assert "237" not in card.inner_text().replace(card.locator(".chain").inner_text(), "")
    table.gm.card("Slip by").get_by_role("button", name="Reveal").click()
    expect(card).to_contain_text("against 237")


def test_the_game_master_judges_with_a_tap_and_judges_again(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai")
    asked(table, "athletics", None, "later", "Climb")
    anna.block("Climb").get_by_role("button", name="Roll", exact=True).click()
    card = anna.card("Climb")
    expect(card.locator(".verdict")).to_contain_text("the game master judges")
    mine = table.gm.card("Climb")
    mine.get_by_role("button", name="5", exact=True).click()
    expect(card).to_contain_text("against 5")
    mine.get_by_role("button", name="40", exact=True).click()
    expect(card).to_contain_text("against 40")


def test_real_dice_on_the_pad(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai", viewport=PHONE)
    asked(table, "athletics", 20, "told", "Lift the gate")
    anna.block("Lift the gate").get_by_role("button", name="I throw them").click()
    block = anna.block("Lift the gate")
    pad = block.locator(".pad")
    for key in ("2", "ten"):
        pad.get_by_role("button", name=key, exact=True).click()
    expect(block).to_contain_text("That 10 explodes: throw it again.")
    for key in ("3", "7", "8", "9"):
        pad.get_by_role("button", name=key, exact=True).click()
    expect(block).to_contain_text("All dice are there.")
    block.get_by_role("button", name="Throw the dice").click()
    card = table.gm.card("Lift the gate")
    expect(card.locator(".by-hand")).to_be_visible()
    expect(card.locator(".total")).to_have_text("30")


def test_two_tabs_of_one_player_send_one_roll(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai")
    asked(table, "kyujutsu", 15, "told", "Twice")
    other = anna.tab()
    other.goto(table.address)
    expect(other.locator("#doing .block")).to_contain_text("Twice")
    anna.block("Twice").get_by_role("button", name="Roll", exact=True).dblclick()
    expect(other.locator("#doing .block", has_text="Twice")).to_have_count(0)
    expect(other.locator("#cards .card", has_text="Twice").locator(".verdict")).to_be_visible()
    expect(anna.page.locator("#cards .card", has_text="Twice")).to_have_count(1)


def test_a_restart_loses_nothing_and_the_page_catches_up(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai")
    asked(table, "kyujutsu", 20, "told", "Before")
    block = anna.block("Before")
    block.get_by_label("Raises for").fill("speed")
    table.server.stop(kill=True)
    expect(anna.page.locator("#state")).to_contain_text("connection is lost")
    table.server.start()
    expect(anna.page.locator("#state")).to_be_empty()
    asked(table, "athletics", 15, "told", "After")
    expect(anna.block("After")).to_be_visible()
    expect(block.get_by_label("Raises for")).to_have_value("speed")
    block.get_by_role("button", name="Roll", exact=True).click()
    expect(table.gm.card("Before").locator(".verdict")).to_be_visible()
    until(lambda: anna.page.locator("#cards .card", has_text="After").count() == 1)


def test_what_is_sent_without_a_connection_goes_out_once_when_it_is_back(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai")
    said = anna.page.locator("form:has([name=what][value=say]) [name=text]")
    said.fill("Is anybody there?")
    table.server.stop(kill=True)
    anna.page.get_by_role("button", name="Say", exact=True).click()
    expect(anna.page.locator("form .refused")).to_contain_text("It is not sent yet")
    table.server.start()
    expect(table.gm.page.locator("#cards > li", has_text="Is anybody there?")).to_have_count(1)
    expect(anna.page.locator("form .refused")).to_have_count(0)
    expect(said).to_have_value("")


def test_who_watches_sees_no_controls(table: Table) -> None:
    table.enter("Shinai")
    watcher = table.joins("Wanda", viewport=PHONE)
    asked(table, "kyujutsu", 20, "told", "Look")
    expect(watcher.card("Look")).to_be_visible()
    assert watcher.page.locator("#doing form, #cards form").count() == 0
    watcher.page.goto(f"{table.address}/watch")
    expect(watcher.card("Look")).to_be_visible()
    assert watcher.page.locator("button, input").count() == 0


@pytest.mark.parametrize("colour", ["light", "dark"])
def test_axe_finds_nothing_at_a_table(table: Table, colour: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai", viewport=PHONE, color_scheme=colour)
    asked(table, "kyujutsu", 20, "told", "Hit the lantern")
    expect(anna.block("Hit the lantern").locator(".odds")).to_be_visible()
    for one in (anna, table.gm):
        found = Axe().run(one.page)
        assert not found.response["violations"], found.generate_report()
