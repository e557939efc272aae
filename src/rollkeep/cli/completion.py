"""``rollkeep completion``: the script that completes words in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from rollkeep.cli.words import OneOf, Verb

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", cls=Verb, options_metavar="")
@click.argument("shell", type=OneOf(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that completes words in your shell.

    \b
      bash   eval "$(rollkeep completion bash)"       in ~/.bashrc
      zsh    eval "$(rollkeep completion zsh)"        in ~/.zshrc
      fish   rollkeep completion fish | source        in ~/.config/fish/config.fish
    """
    kind = get_completion_class(shell)
    if kind:
        click.echo(kind(ctx.find_root().command, {}, "rollkeep", "_ROLLKEEP_COMPLETE").source())
