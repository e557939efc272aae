"""Who asks: the seat comes from a cookie or a bearer token, never from what is sent."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from rollkeep.errors import NoSuchTable, NotSeated, TooMuch, UsageError
from rollkeep.machine.machine import GM, Who
from rollkeep.machine.secret import Readers, redact
from rollkeep.table.room import Room
from rollkeep.table.table import Run, Table
from rollkeep.web.ground.hall import Hall

MAX_COMMAND = 4_096
MAX_IMPORT = 4_194_304
MAX_VERIFY = 33_554_432
_YEAR = 31_536_000


class View(NamedTuple):
    """A table as one seat sees it. ``seat`` is empty for whoever reads a shared card."""

    room: Room
    seat: str

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.room.table

    @property
    def names(self) -> Readers:
        """What this seat may read as."""
        return self.table.names(self.seat)

    @property
    def role(self) -> str:
        """``gm``, ``player`` or ``watcher``."""
        seated = self.table.seats.get(self.seat)
        return seated.role if seated else "watcher"

    @property
    def is_gm(self) -> bool:
        """Whether it is the game master's."""
        return self.role == GM

    @property
    def mine(self) -> tuple[Who, ...]:
        """The characters that this seat plays."""
        names = self.names
        return tuple(who for who in self.table.cast if who in names)

    @property
    def cast(self) -> tuple[Who, ...]:
        """The characters that this seat may know of."""
        return tuple(who for who in self.table.cast if self.table.sees_character(self.seat, who))

    def run(self, number: int) -> Run | None:
        """A run as this seat sees it; None where it may not know of it, or where there is none."""
        run = self.table.runs.get(number)
        if run is None or not self.table.sees(self.seat, run):
            return None
        return run._replace(state=redact(run.state, self.names, run.shown), past=None)


def hall_of(request: Request) -> Hall:
    """All tables."""
    hall: Hall = request.app.state.hall
    return hall


def address_of(request: Request) -> str:
    """How this server is called from outside, without a slash at the end."""
    given: str = request.app.state.url
    return given or f"{request.url.scheme}://{request.headers.get('host', request.url.netloc)}"


async def viewing(request: Request) -> View:
    """The table and the seat of a request.

    Raises: NoSuchTable, the same whatever is wrong
    """
    tab = request.path_params["tab"]
    token = bearer(request) or request.cookies.get(_cookie(tab), "")
    if not token:
        raise NoSuchTable
    return View(*await hall_of(request).seat(tab, token))


def acting(view: View, who: Who) -> None:
    """Whether this seat acts for somebody; asked before anything of theirs is looked at, so that no answer tells it.

    Raises: NotSeated
    """
    if not view.table.acts_for(view.seat, who):
        whom = "the game master" if who == GM else who[:60]
        raise NotSeated(f"This seat does not act for {whom}.", hint="Ask the game master.")


def bearer(request: Request) -> str:
    """The token that a program sends; empty where there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def check_origin(request: Request, *, seated: bool = True) -> None:
    """Whether what a browser sends comes from our own pages. Programs with a bearer token need no origin.

    Raises: NotSeated
    """
    origin = request.headers.get("origin")
    if (origin is None and (bearer(request) or not seated)) or origin == address_of(request):
        return
    raise NotSeated("This was not sent from a page of this server.", hint="Open the table here and try again.")


def seated_as(request: Request, response: Response, tab: str, token: str) -> None:
    """Lets the browser keep a seat."""
    secure = address_of(request).startswith("https:")
    response.set_cookie(
        _cookie(tab), token, max_age=_YEAR, path=f"/t/{tab}", secure=secure, httponly=True, samesite="lax"
    )


def _cookie(tab: str) -> str:
    return f"rollkeep-{tab}"


async def body(request: Request, most: int) -> bytes:
    """What is sent, if it is not too much.

    Raises: TooMuch
    """
    said = request.headers.get("content-length", "0")
    parts, size = list[bytes](), int(said) if said.isascii() and said.isdigit() else 0
    if size <= most:
        size = 0
        async for part in request.stream():
            size += len(part)
            if size > most:
                break
            parts.append(part)
    if size > most:
        raise TooMuch(f"More than {most:,} bytes are not taken here.", hint="Send less at once.")
    return b"".join(parts)


class Form(dict[str, str]):
    """A form as it was filled in: the last value of each field; ``every`` has all of them."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs

    def every(self, name: str) -> tuple[str, ...]:
        """All values of a field."""
        return tuple(value for key, value in self.pairs if key == name)

    def text(self, name: str) -> str:
        """A field without spaces at its ends; empty where it is missing."""
        return self.get(name, "").strip()


async def form(request: Request, most: int = MAX_COMMAND) -> Form:
    """The fields that a page sends, files as their text.

    Raises: TooMuch, UsageError
    """
    from starlette.datastructures import Headers, UploadFile
    from starlette.formparsers import FormParser, MultiPartException, MultiPartParser

    raw = await body(request, most)

    async def once() -> AsyncGenerator[bytes, None]:
        yield raw
        yield b""

    kind = request.headers.get("content-type", "")
    try:
        if kind.startswith("multipart/form-data"):
            parser: FormParser | MultiPartParser = MultiPartParser(
                Headers({"content-type": kind}), once(), max_part_size=most
            )
        else:
            parser = FormParser(Headers({"content-type": kind}), once())
        data = await parser.parse()
        pairs = list[tuple[str, str]]()
        for name, value in data.multi_items():
            if isinstance(value, UploadFile):
                content = await value.read()
                pairs.append((name, content.decode("utf-8", "replace")))
                pairs.append((f"{name}.name", value.filename or ""))
            else:
                pairs.append((name, value))
        await data.close()
    except (MultiPartException, ValueError, KeyError) as fault:
        raise UsageError("This form cannot be read.", code="web.form", hint="Send it from the page.") from fault
    return Form(pairs)
