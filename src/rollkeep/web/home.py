"""The first page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rollkeep.web.page import page


async def home(request: Request) -> Response:
    """What there is."""
    return page(request, "home.html")


ROUTES = [Route("/", home)]
