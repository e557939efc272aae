"""The first page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rollkeep.hosts import presets
from rollkeep.web.ground.page import page
from rollkeep.web.ground.seats import Form


async def home(request: Request) -> Response:
    """What there is."""
    return page(request, "home.html", fault=None, typed=Form([]), presets=tuple(presets("4e")))


ROUTES = [Route("/", home)]
