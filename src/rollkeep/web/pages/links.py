"""The links that open seats: shown, drawn to be scanned, renewed; and who is told of it."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence

from starlette.requests import Request

from rollkeep.machine.machine import GM, Who
from rollkeep.machine.secret import Readers
from rollkeep.table.entry import Request as Wish
from rollkeep.table.entry import Say
from rollkeep.table.room import Done
from rollkeep.table.sqlite import Token
from rollkeep.table.table import Table
from rollkeep.table.undoing import secrets_in
from rollkeep.web.ground.seats import Form, View, address_of, hall_of

_NAMED = 5


def link_of(request: Request, token: str) -> str:
    """The address that a token is handed out as."""
    return f"{address_of(request)}/j/{token}"


def drawn(address: str) -> str:
    """A QR code of an address, as the address of a picture."""
    import segno

    code: str = segno.make(address, error="m").svg_data_uri(scale=4, border=3, light="#fff", dark="#000")
    return code


def digest_of(said: Form) -> str:
    """What makes a form that is sent twice the same."""
    return hashlib.sha256(json.dumps([pair for pair in said.pairs if pair[0] != "id"]).encode()).hexdigest()


def command_of(said: Form) -> str:
    """The id of the command that a form is."""
    return said.text("id") or secrets.token_hex(16)


async def tokens(request: Request, view: View) -> dict[str, str]:
    """The token of each seat."""
    hall = hall_of(request)
    found = await hall.ask(hall.store.links, view.room.kept.id)
    return {seat: token for token, seat in found}


async def change(
    request: Request,
    view: View,
    said: Form,
    make: Callable[[Table], Sequence[Wish]],
    renewing: Mapping[str, str | None] | None = None,
) -> Done:
    """Does what a form asks for, and gives seats their new tokens, None taking one away; sent twice it has one effect.

    ``make`` is asked while nothing else can happen, so that no seal slips in between.
    Raises: RollKeepError
    """
    hall, room = hall_of(request), view.room
    command, digest = command_of(said), digest_of(said)

    def both() -> Done:
        if did := room.did(hall.store, view.seat, command, digest):
            return did
        at = hall.world.clock()
        tokens = [Token(seat, token, at) for seat, token in (renewing or {}).items()]
        return room.do(hall.store, view.seat, command, digest, make(room.table), tokens)

    done = await hall.ask(both)
    if not done.repeated:
        for seat in renewing or ():
            hall.sign_out(room, seat)
    hall.wake(room)
    return done


def sealed_for(table: Table, names: Readers) -> tuple[Who, ...]:
    """Who of these characters alone may read something that nobody has shown yet: a bid, a recorded choice, a roll."""
    found = set[Who]()
    left = names - {GM} - table.hidden
    for number in table.runs if left else ():
        run = table.runs[number]
        for secret in secrets_in(run.state):
            if GM not in secret.to and secret.value is not None and secret.seal not in run.shown:
                found |= secret.to & left
    return tuple(sorted(found))


def told(table: Table, names: Readers, what: str, *, always: str = "") -> list[Wish]:
    """What all are told before somebody else could read a seal of these characters; ``always``: even without one."""
    if sealed := sealed_for(table, names):
        some = " and ".join((*sealed[:_NAMED], *(["others"] if len(sealed) > _NAMED else [])))
        return [Say(f"{what} while something is sealed that only {some} may read.")]
    return [Say(always)] if always else []
