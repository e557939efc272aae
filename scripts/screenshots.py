"""Pictures of the main pages, wide, on a telephone and dark: ``python scripts/screenshots.py [FOLDER]``.

It starts a server of its own, plays a little evening in Chromium, and writes PNG files.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent.parent), str(Path(__file__).resolve().parent.parent / "src")]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.browser.conftest import CHROMIUM, PHONE, QUIET, WIDE, Server, Someone, Table  # noqa: E402
from tests.browser.playing import asks, fights  # noqa: E402

from rollkeep.fifth.catalogue.ready import READY  # noqa: E402
from rollkeep.fifth.play.person import person  # noqa: E402
from rollkeep.fourth.play.check import Ask  # noqa: E402
from rollkeep.fourth.play.person import person as person_of_fourth  # noqa: E402
from rollkeep.fourth.sheet_file import read  # noqa: E402
from rollkeep.machine.machine import GM  # noqa: E402
from rollkeep.table.entry import Start  # noqa: E402

LOOKS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": WIDE},
    "phone": {"viewport": PHONE},
    "dark": {"viewport": PHONE, "color_scheme": "dark"},
}
EXAMPLES = Path(__file__).resolve().parent.parent / "docs" / "examples"
FIELD: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Shinai", "shinai", {}),
    ("Kaede", "archer", {}),
    ("Bandit 1", "bandit", {"free": False, "tracks": "words"}),
    ("Ogre", "ogre", {"free": False, "tracks": "hidden"}),
    ("Yamiko", "bandit", {"free": False, "hidden": True}),
)
ALONE = {"home": "/", "odds": "/odds?roll=7k3&tn=20&raises=1", "ring-odds": "/odds?roll=3r2s&tn=3", "rules": "/rules"}
AT_A_TABLE = {"table": "", "seat": "/seat", "rulings": "/rulings", "composer": "/roll?who=Shinai&deed=kyujutsu"}
OF_THE_GAME_MASTER = {"gm": "", "settings": "/settings", "characters": "/characters", "watch": "/watch"}


def main() -> None:
    """Everything, in one go."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as beside, sync_playwright() as playwright:
        server = Server(Path(beside) / "tables.db")
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            for look, options in LOOKS.items():
                pictures(browser, server, folder, look, options)
            browser.close()
        finally:
            server.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def pictures(browser: Browser, server: Server, folder: Path, look: str, options: dict[str, Any]) -> None:
    """All pages in one look."""

    def seat(**more: Any) -> Someone:
        return Someone(browser, server, **{**options, **more})

    def take(page: Page, address: str, name: str) -> None:
        page.goto(address)
        page.wait_for_timeout(400)
        page.screenshot(path=folder / f"{name}-{look}.png", full_page=True)

    alone = seat()
    for name, path in ALONE.items():
        take(alone.page, server.address + path, name)
    table = Table(seat, server)
    table.enter("Shinai")
    table.enter("Kuma", free=False, tracks="words")
    anna = table.joins("Anna", "Shinai")
    checks = (("kyujutsu", 20, "told", "Hit the lantern"), ("athletics", 25, "hidden", "Over the wall"))
    for deed, tn, judging, label in checks:
        table.gm.do(Start("check", GM, Ask("Shinai", deed, tn, judging, label)))
        anna.block(label).get_by_role("button", name="Roll", exact=True).click()
        anna.card(label).locator(".total").wait_for()
    table.gm.do(Start("check", GM, Ask("Shinai", "iaijutsu", 15, "told", "The fly on the wall")))
    anna.block("The fly on the wall").locator(".odds").wait_for()
    for name, path in AT_A_TABLE.items():
        take(anna.page, table.address + path, name)
    for name, path in OF_THE_GAME_MASTER.items():
        take(table.gm.page, table.address + path, name)
    duel(seat, server, folder, look)
    skirmish(seat, server, folder, look)
    for one in (alone, anna, table.gm):
        one.context.close()


def duel(seat: Any, server: Server, folder: Path, look: str) -> None:
    """A duel that waits for both duellists."""
    table = Table(seat, server, "5e")
    for name in ("shinai", "rival"):
        table.enter(name.capitalize(), person(READY[name]._replace(name=name.capitalize(), npc=False)))
    anna = table.joins("Anna", "Shinai")
    table.gm.page.reload()
    form = table.gm.page.locator("#ask-duel")
    form.locator("summary").first.click()
    form.locator("button.go").click()
    anna.page.locator("#doing .block").first.wait_for()
    anna.page.wait_for_timeout(300)
    anna.page.screenshot(path=folder / f"duel-{look}.png", full_page=True)
    for one in (anna, table.gm):
        one.context.close()


def skirmish(seat: Any, server: Server, folder: Path, look: str) -> None:
    """A skirmish at its start, and in somebody's turn."""
    table = Table(seat, server)
    for name, file, how in FIELD:
        sheet = read((EXAMPLES / f"{file}.toml").read_text(encoding="utf-8"))._replace(name=name)
        table.enter(name, person_of_fourth(sheet), **how)
    anna = table.joins("Anna", "Shinai")
    table.gm.page.reload()
    asks(table.gm, "skirmish", label="Reeds at dusk")
    anna.block("Reeds at dusk").wait_for()
    anna.page.screenshot(path=folder / f"stances-{look}.png", full_page=True)
    for _ in range(40):
        if anna.page.get_by_role("button", name="Attack", exact=True).count():
            break
        for one in (anna, table.gm):
            fights(one, "Reeds at dusk")
            one.page.wait_for_timeout(120)
    anna.page.locator("#doing .odds").wait_for()
    for one, name in ((anna, "skirmish"), (table.gm, "gm-skirmish")):
        one.page.screenshot(path=folder / f"{name}-{look}.png", full_page=True)
        one.context.close()


if __name__ == "__main__":
    main()
