"""The application: which address leads where, and what holds for every answer."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rollkeep.errors import RollKeepError
from rollkeep.web.ground.faults import on_fault, on_http
from rollkeep.web.ground.hall import Hall
from rollkeep.web.ground.page import STATIC
from rollkeep.web.odds import calculator
from rollkeep.web.pages import characters, compose, duels, exports, home, play, rules, settings, shared, tables, verify

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
KEPT = "public, max-age=31536000, immutable"


class Guarded:
    """Adds what every answer carries; pages are not kept by browsers, static files are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                static = scope["path"].startswith("/static/") and scope["query_string"]
                headers.setdefault("cache-control", KEPT if static else "no-store")
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


def app(hall: Hall, url: str = "") -> Starlette:
    """The application over its tables; ``url`` is how it is called from outside, where it cannot be told."""
    made = Starlette(
        routes=[
            *home.ROUTES,
            *calculator.ROUTES,
            *rules.ROUTES,
            *tables.ROUTES,
            *compose.ROUTES,
            *play.ROUTES,
            *duels.ROUTES,
            *settings.ROUTES,
            *characters.ROUTES,
            *shared.ROUTES,
            *exports.ROUTES,
            *verify.ROUTES,
            Mount("/static", StaticFiles(directory=STATIC), name="static"),
        ],
        middleware=[Middleware(Guarded), Middleware(GZipMiddleware, minimum_size=500)],
        exception_handlers={RollKeepError: on_fault, HTTPException: on_http},
    )
    made.state.hall, made.state.url = hall, url.rstrip("/")
    return made
