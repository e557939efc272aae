"""A page as a browser without scripts has it: its forms, what is filled in already, and what would be sent."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from starlette.testclient import TestClient


class Filled:
    """A form of a page. ``fields`` are names with the values that would be sent; ``offered`` those that could be."""

    def __init__(self, attributes: dict[str, str]) -> None:
        self.attributes = attributes
        self.fields: list[tuple[str, str]] = []
        self.offered: dict[str, list[str]] = {}
        self.buttons: list[dict[str, str]] = []
        self.kinds: dict[str, str] = {}
        self.text = ""

    def __getitem__(self, name: str) -> str:
        return next((value for key, value in self.fields if key == name), "")

    @property
    def query(self) -> dict[str, str]:
        """What would be sent, of every field the last."""
        return dict(self.fields)

    def fill(self, **values: Any) -> Filled:
        """Fills fields in; a list for several boxes, and ``_`` in a name stands for a dot."""
        for key, value in values.items():
            name = key if key in self.kinds else key.replace("_", ".", 1)
            assert name in self.kinds, f"no field {name} among {sorted(self.kinds)}"
            several = [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)]
            if self.kinds[name] in ("radio", "checkbox", "select"):
                assert set(several) <= set(self.offered[name]), (name, several, self.offered[name])
            self.fields = [pair for pair in self.fields if pair[0] != name]
            self.fields += [(name, each) for each in several]
        return self

    def sent(self, button: str = "") -> list[tuple[str, str]]:
        """What pressing a button sends."""
        pressed = self._pressed(button)
        more = [(pressed["name"], pressed.get("value", ""))] if pressed.get("name") else []
        return [*self.fields, *more]

    def _pressed(self, button: str) -> dict[str, str]:
        """The button of that name; of no name the first that sends the form where it belongs."""
        return next(each for each in self.buttons if button in each["text"] and (button or "formmethod" not in each))

    def press(self, client: TestClient, button: str = "") -> Any:
        """Sends it."""
        pressed = self._pressed(button)
        method = pressed.get("formmethod", self.attributes.get("method", "get"))
        address = pressed.get("formaction", self.attributes.get("action", ""))
        pairs = self.sent(button)
        if method == "get":
            return client.get(address, params=dict(pairs))
        data: dict[str, list[str]] = {}
        for key, value in pairs:
            data.setdefault(key, []).append(value)
        return client.post(address, data=data)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Filled] = []
        self.form: Filled | None = None
        self.select = self.button = self.area = ""
        self.chosen: list[tuple[str, bool]] = []
        self.pressed: dict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.form = Filled(got)
            self.forms.append(self.form)
        form = self.form
        if form is None:
            return
        name = got.get("name", "")
        if tag == "input" and name:
            kind = got.get("type", "text")
            form.kinds[name] = kind
            if kind in ("radio", "checkbox"):
                form.offered.setdefault(name, []).append(got.get("value", "on"))
            if kind not in ("radio", "checkbox") or "checked" in got:
                form.fields.append((name, got.get("value", "on" if kind == "checkbox" else "")))
        elif tag == "select":
            self.select, self.chosen = name, []
            form.kinds[name] = "select"
        elif tag == "option" and self.select:
            self.chosen.append((got.get("value", ""), "selected" in got))
        elif tag == "textarea":
            form.kinds[name] = "textarea"
            form.fields.append((name, ""))
            self.area = name
        elif tag == "button":
            self.pressed = {**got, "text": ""}
            if got.get("type") != "button":
                form.buttons.append(self.pressed)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select" and self.form is not None:
            first = next((value for value, is_chosen in self.chosen if is_chosen), [*self.chosen, ("", False)][0][0])
            self.form.offered.setdefault(self.select, []).extend(value for value, _ in self.chosen)
            self.form.fields.append((self.select, first))
            self.select = ""
        elif tag == "button":
            self.pressed = None

    def handle_data(self, data: str) -> None:
        if self.pressed is not None:
            self.pressed["text"] += data
        if self.form is not None:
            self.form.text += data


def forms(html: str) -> list[Filled]:
    """Every form of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def the_form(html: str, **fields: str) -> Filled:
    """The first form with these hidden values."""
    found = [each for each in forms(html) if all(each[name] == value for name, value in fields.items())]
    assert found, f"no form with {fields}"
    return found[0]


def moves(client: TestClient, address: str, who: str = "") -> list[Filled]:
    """The forms that make a move, as a page shows them now; of the game master's those for ``who`` alone."""
    found = [each for each in forms(client.get(address).text) if each["what"] == "move"]
    return [each for each in found if not who or each["who"] == who]


def words_of(html: str) -> str:
    """The text of a page without its dice and what is not seen."""
    import re

    bare = re.sub(r"<svg.*?</svg>|<(script|style)\b.*?</\1>", "", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", bare))


def card_of(html: str, run: int) -> str:
    """The text of a card."""
    start = html.index(f'id="r{run}"')
    return words_of(html[html.index(">", start) + 1 : html.index("</li>\n", html.index("</footer>", start))])
