"""Templates, static files, and the one way in which a page is answered."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from rollkeep.text import counted

HERE = Path(__file__).parents[1]
STATIC = HERE / "static"


@cache
def versioned(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?{digest}"


@cache
def templates() -> Environment:
    """Where every page comes from: what is written by people is escaped, what is missing is an error."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"static": versioned}
    environment.filters |= {"counted": counted, "pair": lambda value: (value, value), "part": part}
    return environment


def prepare() -> None:
    """Reads every template, so that nobody waits for it at the first look at a page."""
    for name in templates().list_templates():
        templates().get_template(name)


def part(text: str) -> str:
    """A text as a part of an address; a stroke in it does not divide.

    >>> part("A/B & Zoë")
    'A%2FB%20%26%20Zo%C3%AB'
    """
    return quote(text, safe="")


def fragment(name: str, /, **context: Any) -> Markup:
    """A part of a page."""
    return Markup(templates().get_template(name).render(**context))


def page(request: Request, name: str, code: int = 200, /, **context: Any) -> HTMLResponse:
    """A page; every template finds the address that was asked for as ``path``."""
    text = templates().get_template(name).render(path=request.url.path, **context)
    return HTMLResponse(text, status_code=code)
