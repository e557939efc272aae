"""Without JavaScript, by keyboard alone, and with every secret looked for."""

from __future__ import annotations

import json
import re
import urllib.request

from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Someone, Table

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


def stream_of(one: Someone, table: Table, kind: str) -> str:
    """Everything that the stream sends to a seat from the beginning on."""
    cookies = "; ".join(f"{each['name']}={each['value']}" for each in one.context.cookies(table.address))
    request = urllib.request.Request(f"{table.address}/stream?after=0", headers={"cookie": cookies, "accept": kind})
    told = list[str]()
    with urllib.request.urlopen(request, timeout=10) as answer:
        while (line := answer.readline().decode()) and not (told and line == "\n" and len(told) > 2):
            told.append(line)
    return "".join(told)


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
        told = [one.page.content(), stream_of(one, table, "text/html"), stream_of(one, table, "application/json")]
        for kind in ("log", "menu"):
            answer = one.page.request.get(f"{table.address}/{kind}", headers={"accept": "application/json"})
            told.append(json.dumps(answer.json()))
        found = {word for word in words for text in told if word in _without_hashes(text)}
        assert not found
    assert all(word in stream_of(table.gm, table, "application/json") for word in words)


def _without_hashes(text: str) -> str:
    return re.sub(r"[0-9a-f]{24,}|\b[0-9a-f]{4} [0-9a-f]{4}\b", "", text)
