"""What people do at a table in a browser: ask with a form, press a button, play a duel or a skirmish."""

from __future__ import annotations

from playwright.sync_api import Locator, expect
from tests.browser.conftest import Someone


def asks(gm: Someone, what: str, who: tuple[str, ...] = (), **fields: str) -> None:
    """The game master opens a form, fills it in and sends it."""
    form = gm.page.locator(f"#ask-{what}")
    if form.get_attribute("open") is None:
        form.locator("summary").first.click()
    for name in who:
        form.locator(f"input[name=whom][value='{name}']").check(force=True)
    for name, value in fields.items():
        fill(form, name, value)
    pressed(gm, form.locator("button.go"))
    expect(form).not_to_have_attribute("open", "")


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


def pressed(one: Someone, button: Locator) -> None:
    """Presses what sends a form, and waits for the answer, which is no refusal."""
    with one.page.expect_response(lambda answer: answer.url.endswith("/do")) as answer:
        button.click()
    assert answer.value.ok, answer.value.text()


def goes(one: Someone, button: str, within: str = "") -> None:
    """Presses a button among what this seat may do."""
    block = one.page.locator("#doing .block", has_text=within).first if within else one.page.locator("#doing")
    block.get_by_role("button", name=button, exact=True).first.click()


LIKED = ("Strike", "Crossing Blade", "Rising Blade", "Prepare Item", "Calming Breath", "Go on", "Leave it")
"""What the two duellists do in a turn, if they can, in that order."""


def plays(one: Someone, label: str) -> bool:
    """Somebody does something in a duel: a bid of 1, an action, or what stands first; whether it was a bid."""
    block = one.page.locator("#doing .block", has_text=label).first
    bid = block.locator("form", has=one.page.locator("[name='f.strife']")).first
    if bid.count():
        if (one_of := bid.locator("[type=radio]")).count():
            one_of.nth(min(1, one_of.count() - 1)).check(force=True)
        else:
            bid.locator("[name='f.strife']").fill("1")
        pressed(one, bid.locator("button.go"))
        return True
    for title in LIKED:
        folded = block.locator("details:not([open])", has=one.page.locator("summary", has_text=title))
        if folded.count():
            folded.first.locator("summary").click()
        named = block.locator(".picks", has=one.page.locator("legend", has_text=title)).locator("button")
        for wanted in (block.get_by_role("button", name=title, exact=True), named):
            if wanted.count():
                pressed(one, wanted.first)
                return False
    if (any_ := block.locator("button.go, .picks button")).count():  # else one may only concede, and waits
        pressed(one, any_.first)
    return False


WANTED = ("Bear it", "Refuse", "Attack", "Keep dice", "Nothing more", "Get up")
"""What is done in a skirmish, if it can be, in that order; else what stands first: an Attack Stance, say."""


def fights(one: Someone, label: str) -> None:
    """Somebody does something in a skirmish."""
    block = one.page.locator("#doing .block", has_text=label).first
    forms = block.locator("form:not(.unseen)")
    wanted = [forms.get_by_role("button", name=title, exact=True).first for title in WANTED]
    for button in (*wanted, forms.locator(".picks button").first):
        if button.count() and button.is_visible():
            pressed(one, button)
            return
