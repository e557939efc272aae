"""The log to take away, as a seat may read it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rollkeep.errors import UsageError
from rollkeep.names import plain
from rollkeep.web.cards import evening
from rollkeep.web.ground.seats import View, viewing


class Kind(NamedTuple):
    """A kind of export: how its file ends, its type, and what makes it."""

    ending: str
    media: str
    made: Callable[[View], str]


def lines(view: View) -> str:
    """The log as lines of JSON, which can be verified."""
    return view.room.export(None if isinstance(view, evening.Whole) else view.names)


KINDS = {
    "jsonl": Kind("jsonl", "application/x-ndjson", lines),
    "markdown": Kind("md", "text/plain; charset=utf-8", evening.markdown),
    "csv": Kind("csv", "text/csv; charset=utf-8", evening.table),
}


def file_name(name: str, ending: str) -> str:
    """A file name that every system takes.

    >>> file_name("The Lantern / 2: ..", "md"), file_name("真内", "csv")
    ('the-lantern-2.md', 'table.csv')
    """
    words = "".join(char if char.isascii() else " " for char in plain(name)).split()
    return f"{'-'.join(words)[:60] or 'table'}.{ending}"


async def export(request: Request) -> Response:
    """The log of a table as a file; ``as`` is one of the kinds."""
    view = await viewing(request)
    kind = KINDS.get(request.query_params.get("as", "jsonl"))
    if kind is None:
        raise UsageError("There is no such export.", hint=f"Choose one of {', '.join(KINDS)}.")
    text = await asyncio.to_thread(kind.made, view)
    name = file_name(view.room.kept.name, kind.ending)
    headers = {"content-disposition": f'attachment; filename="{name}"', "content-type": kind.media}
    return Response(text, headers=headers)


ROUTES = [Route("/t/{tab}/export", export, methods=["GET"])]
