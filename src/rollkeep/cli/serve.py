"""``rollkeep serve``: the pages and the live tables."""

from __future__ import annotations

from contextlib import suppress

import click

from rollkeep.cli.words import Whole
from rollkeep.errors import UsageError
from rollkeep.table import folders

PORT = 8040
LOCAL = "127.0.0.1"


@click.command("serve", options_metavar="[OPTIONS]")
@click.option("--host", metavar="ADDRESS", help=f"Where to listen; {LOCAL} unless said.")
@click.option("--port", type=Whole(0, 65_535), default=PORT, help=f"The port, {PORT} unless said; 0: any free one.")
@click.option("--lan", is_flag=True, help="For phones on the same network: listens everywhere, prints a QR code.")
@click.option("--url", metavar="URL", help="How the server is called from outside, behind a proxy.")
@click.option("--database", metavar="FILE", help="The database; in your data folder unless said.")
def command(host: str | None, port: int, lan: bool, url: str | None, database: str | None) -> None:
    """Serve the live tables and the pages to browsers, until stopped with Ctrl-C.

    \b
      rollkeep serve                     on this computer: http://127.0.0.1:8040
      rollkeep serve --lan               for phones on the same network, with a QR code
      rollkeep serve --url https://rolls.example --port 8040      behind a proxy
    """
    check_url(url)
    if lan and host:
        raise UsageError("--lan listens everywhere, so there is no --host.", code="usage.clash", hint="Leave one out.")
    from rollkeep.web.server import serve

    path = database or folders.tables()
    where = "0.0.0.0" if lan else host or LOCAL

    def started(got: int) -> None:
        everywhere = where in ("0.0.0.0", "::")
        address = url or f"http://{_own_address() if everywhere else where}:{got}"
        with suppress(OSError), open(f"{path}.lock", "w") as note:
            note.write(address)  # rollkeep table links begins its links with it
        click.echo(f"rollkeep serves {address}")
        click.echo(f"Tables are kept in {path}. Stop with Ctrl-C.")
        if lan:
            import segno

            click.echo()
            segno.make(address, error="m").terminal(compact=True)

    serve(path, where, port, url or "", started)


def check_url(url: str | None) -> str | None:
    """The address, where it can be one.

    Raises: UsageError
    """
    if url is not None and not url.startswith(("http://", "https://")):
        raise UsageError(f"{url[:60]!r} is no address.", hint="Such as --url https://rolls.example.")
    return url


def last_address(database: str) -> str:
    """How a database was called when it was served last; on this computer, where that is not known."""
    try:
        with open(f"{database}.lock") as note:
            return check_url(note.read(200).strip()) or ""
    except (OSError, ValueError, UsageError):
        return f"http://{LOCAL}:{PORT}"


def _own_address() -> str:
    """The address of this computer on its network; nothing is sent to find it."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOCAL
        return str(probe.getsockname()[0])
