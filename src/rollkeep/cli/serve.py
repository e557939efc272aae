"""``rollkeep serve``: the pages and the live tables."""

from __future__ import annotations

import click

PORT = 8040


@click.command("serve", options_metavar="[OPTIONS]")
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where to listen; 127.0.0.1 unless said.")
@click.option("--port", default=PORT, help=f"The port, {PORT} unless said; 0 for any that is free.")
def command(host: str, port: int) -> None:
    """Serve the pages and the live tables to browsers, until stopped."""
    import uvicorn

    from rollkeep.web.app import app

    uvicorn.run(app(), host=host, port=port, log_level="warning", timeout_graceful_shutdown=1)
