"""``rollkeep tn``: the named Target Numbers."""

from __future__ import annotations

import textwrap

import click

from rollkeep.cli.words import Verb
from rollkeep.fourth.catalogue.tns import TNS


@click.command("tn", cls=Verb, options_metavar="[OPTIONS]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """The named Target Numbers, each with a deed of the body and one of the mind."""
    if as_json:
        from rollkeep.cli.as_json import dump

        dump([named._asdict() for named in TNS])
        return
    from rollkeep.cli.config import load
    from rollkeep.cli.show import Page

    page = Page(load().colour)
    half = (page.width - 20) // 2 - 2
    page.add(page.styled(f"  TN  {'':12}{'body':{half}}  mind", dim=True))
    for named in TNS:
        tn = "-" if named.tn is None else str(named.tn)
        body, mind = textwrap.wrap(named.body, half), textwrap.wrap(named.mind, half)
        for i in range(max(len(body), len(mind))):
            start = f"{tn:>4}  {named.name:12}" if i == 0 else " " * 18
            page.add(f"{start}{body[i] if i < len(body) else '':{half}}  {mind[i] if i < len(mind) else ''}")
    page.add()
    page.wrapped("A guide: any TN is allowed. For a Mundane deed nothing is rolled. [4e.tn.names]", dim=True)
    page.print()
