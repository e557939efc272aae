"""Printing JSON."""

from __future__ import annotations

import json

import click

from rollkeep.as_json import Json


def dump(data: Json | list[Json]) -> None:
    """Prints it."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
