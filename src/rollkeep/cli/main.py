"""The way in: chooses the verb, and turns whatever goes wrong into one message and an exit status."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from rollkeep import __version__
from rollkeep.cli.verbs import RING_DICE, STOPPED, VERBS, is_of_fifth, names_ring_dice
from rollkeep.errors import RollKeepError, UsageError


class Verbs(click.Group):
    """The verbs, of which ``roll`` is meant where none is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"rollkeep.cli.{cmd_name}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*VERBS, "--help", "-h", "--version"):
            args = ["roll", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in RING_DICE and is_of_fifth(args[1:]):
            command: click.Command = import_module(f"rollkeep.cli.{RING_DICE[args[0]]}").command
            return f"{args[0]} 3r2s", command, args[1:]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        found = super().shell_complete(ctx, incomplete)
        roll = self.get_command(ctx, "roll")
        if roll and incomplete.startswith("-"):
            return found + roll.shell_complete(ctx, incomplete)
        from click.shell_completion import CompletionItem

        from rollkeep.table import sheets

        return found + [CompletionItem(name) for name in sheets.names_fifth() if name.startswith(incomplete)]


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    options_metavar="",
    subcommand_metavar="[VERB] ...",
)
@click.version_option(__version__, message="rollkeep %(version)s")
@click.pass_context
def rollkeep(ctx: click.Context) -> None:
    """Roll & Keep dice that explain themselves, and the ring and skill dice and the duel of the 5th edition.

    \b
      rollkeep 7k3 --tn 20 --raises 1      roll, with the odds
      rollkeep --trait 3 --skill 4         let the ranks be added up
      rollkeep odds 7k3 --tn 20            only the odds
      rollkeep shinai kyujutsu --tn 20     a character's roll, from shinai.toml
      rollkeep roll --help                 every option
      rollkeep 3r2s --tn 2                 ring and skill dice of the 5th edition
      rollkeep master strike/fire          a check of a ready-made character
      rollkeep duel master student         a duel, played step by step
      rollkeep 3r2s --help                 every option of these dice

    An unofficial tool for Legend of the Five Rings, the d10 rules of the 4th edition and the dice and duel of the 5th;
    names belong to their owners.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: Sequence[str] | None = None) -> int:
    """Runs one command line; the exit status."""
    words = list(sys.argv[1:] if args is None else args)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter still gets the rest
    try:
        status = rollkeep.main(words, prog_name="rollkeep", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo("\nrollkeep: stopped.", err=True)
        return STOPPED
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as fault:
        error: RollKeepError = _ours(fault, words)
    except RollKeepError as fault:
        error = fault
    from rollkeep.cli.other_game import explained
    from rollkeep.cli.report import report

    error = explained(error, words)
    report(error, as_json="--json" in words)
    return error.exit_status


def _ours(fault: click.ClickException, words: Sequence[str]) -> UsageError:
    """The library's complaint in our words."""
    from difflib import get_close_matches

    ctx = getattr(fault, "ctx", None)
    here = ctx.command_path if ctx else "rollkeep"
    if here == "rollkeep":
        verb = words[0] if words[0] in RING_DICE else "roll"
        here = f"rollkeep {verb}{' 3r2s' * names_ring_dice(words[words[0] == verb :])}"
    hint = f"All options: {here} --help."
    if isinstance(fault, click.NoSuchOption):
        if near := get_close_matches(fault.option_name, fault.possibilities or (), 1):
            hint = f"Did you mean {near[0]}?"
        return UsageError(f"There is no option {fault.option_name}.", hint=hint, option=fault.option_name)
    if isinstance(fault, click.BadOptionUsage):
        needs = "requires" in fault.message
        problem = "needs a value after it" if needs else "takes no value"
        return UsageError(f"{fault.option_name} {problem}.", hint=hint, option=fault.option_name)
    if isinstance(fault, click.MissingParameter) and fault.param:
        named = isinstance(fault.param, click.Argument) and fault.param.metavar
        return UsageError(f"{here} needs {named or f'a {fault.param.name}'}.", code="usage.needs", hint=hint)
    if isinstance(fault, click.UsageError):
        return UsageError(f"{here} cannot make sense of these words.", hint=hint)
    return UsageError("This cannot be done.", hint=hint)
