"""Without JavaScript, by keyboard alone, and with every secret looked for."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Table
from tests.browser.spying import everything, found_in, stream_of

from rollkeep.fourth.play.check import Ask
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Start


def asked(table: Table, deed: str, tn: int | None, judging: str, label: str) -> None:
    table.gm.do(Start("check", GM, Ask("Shinai", deed, tn, judging, label)))


def test_a_check_without_javascript(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai", java_script_enabled=False, viewport=PHONE)
    asked(table, "kyujutsu", 20, "told", "Hit the lantern")
    anna.page.get_by_role("link", name="Reload to see what is new").click()
    block = anna.block("Hit the lantern")
    block.get_by_label("Raises", exact=True).fill("1")
    block.get_by_role("button", name="Roll", exact=True).click()
    expect(anna.card("Hit the lantern")).to_contain_text("against 25")


def test_what_was_chosen_is_rolled_from_the_odds_without_javascript(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai", java_script_enabled=False, viewport=PHONE)
    asked(table, "kyujutsu", 20, "told", "Hit the lantern")
    anna.page.reload()
    block = anna.block("Hit the lantern")
    block.get_by_label("Raises", exact=True).fill("1")
    block.get_by_role("button", name="Show the odds").click()
    expect(anna.page.locator("main")).to_contain_text("need 25")
    anna.page.get_by_role("button", name="Roll", exact=True).click()
    expect(anna.card("Hit the lantern")).to_contain_text("against 25")


def test_whoever_sits_here_finds_the_way_from_the_link(table: Table) -> None:
    anna = table.joins("Anna")
    anna.page.goto(table.link)
    anna.page.get_by_role("link", name="go to the table").click()
    expect(anna.page).to_have_url(table.address)


def test_dice_as_text_and_a_refusal_without_javascript(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai", java_script_enabled=False)
    asked(table, "athletics", 20, "told", "Lift the gate")
    anna.page.reload()
    anna.block("Lift the gate").get_by_role("button", name="I throw them").click()
    block = anna.block("Lift the gate")
    block.get_by_role("textbox").fill("2 10 7 8 9")
    block.get_by_role("button", name="Throw the dice").click()
    refusal = anna.page.locator("#doing .refused")
    expect(refusal).to_contain_text("explode")
    typed = anna.block("Lift the gate").get_by_label("What the 5 dice show")
    expect(typed).to_have_value("2 10 7 8 9")
    typed.fill("2 10+3 7 8 9")
    anna.block("Lift the gate").get_by_role("button", name="Throw the dice").click()
    expect(anna.card("Lift the gate").locator(".total")).to_have_text("30")


def test_a_roll_nobody_asked_for_without_javascript(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai", java_script_enabled=False)
    anna.page.locator("#compose").get_by_role("link", name="kyujutsu").click()
    anna.page.get_by_label("What for").fill("A try")
    anna.page.get_by_role("button", name="Roll", exact=True).click()
    expect(anna.card("A try")).to_contain_text("unasked")


def test_by_keyboard_alone(table: Table) -> None:
    table.enter("Shinai")
    anna = table.joins("Anna", "Shinai")
    asked(table, "kyujutsu", 20, "told", "Hit the lantern")
    expect(anna.block("Hit the lantern")).to_be_visible()
    page = anna.page
    page.locator("body").press("r")
    expect(page.locator("#doing button:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(anna.card("Hit the lantern").locator(".verdict")).to_be_visible()
    page.locator("body").press("/")
    expect(page.locator("input[type=search]:focus")).to_have_count(1)
    page.keyboard.type("lantern")
    page.keyboard.press("Enter")
    expect(page.locator("#cards > li.card")).to_have_count(1)


def test_no_secret_reaches_a_player_or_a_spectator(table: Table) -> None:
    table.enter("Shinai")
    table.enter("Kagetora of the Nine Knives", hidden=True, free=False, tracks="hidden")
    anna, watcher = table.joins("Anna", "Shinai"), table.joins("Wanda")
    asked(table, "kyujutsu", 773, "hidden", "Slip by")
    secret = Ask("Kagetora of the Nine Knives", "athletics", 774, "told", "In the dark")
    table.gm.do(Start("check", GM, secret, True))
    anna.block("Slip by").get_by_role("button", name="Roll", exact=True).click()
    expect(anna.card("Slip by").locator(".total")).to_be_visible()
    words = ("Kagetora", "Nine Knives", "773", "774", "In the dark")
    for one in (anna, watcher):
        one.page.goto(table.address)
        assert not found_in(everything(one, table), words)
    assert found_in([stream_of(table.gm, table, "application/json")], words) == set(words)
