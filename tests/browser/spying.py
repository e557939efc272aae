"""Everything that reaches somebody's browser, to look for what should not."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterable

from tests.browser.conftest import Someone, Table


def stream_of(one: Someone, table: Table, kind: str, more: str = "") -> str:
    """Everything that the stream sends to a seat from the beginning on."""
    cookies = "; ".join(f"{each['name']}={each['value']}" for each in one.context.cookies(table.address))
    address = f"{table.address}/stream?after=0{more}"
    request = urllib.request.Request(address, headers={"cookie": cookies, "accept": kind})
    told = list[str]()
    with urllib.request.urlopen(request, timeout=10) as answer:
        while (line := answer.readline().decode()) and not (told and line == "\n" and len(told) > 2):
            told.append(line)
    return "".join(told)


def everything(one: Someone, table: Table) -> list[str]:
    """The open pages with all that they have heard, the streams from the beginning on, and what programs get."""
    told = list[str]()
    for page in one.context.pages:
        told += [page.content(), *page.evaluate("window.heard")]
    for kind in ("text/html", "application/json"):
        told += [stream_of(one, table, kind), stream_of(one, table, kind, "&watch")]
    for kind in ("", "/log", "/menu"):
        answer = one.page.request.get(f"{table.address}{kind}", headers={"accept": "application/json"})
        told.append(json.dumps(answer.json(), ensure_ascii=False))
    return [_without_chance(text.replace(table.tab, "")) for text in told]


def found_in(told: Iterable[str], words: Iterable[str]) -> set[str]:
    """Which of some words are there."""
    texts = tuple(told)
    return {word for word in words if any(word in text for text in texts)}


def _without_chance(text: str) -> str:
    """Without hashes and random names, which hold any short number now and then."""
    return re.sub(r"[0-9a-f]{24,}|\b[0-9a-f]{4} [0-9a-f]{4}\b", "", text)
