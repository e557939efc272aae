"""Writes the pages that are made from the code. With ``--check`` it writes nothing and names those out of date."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from inspect import cleandoc
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

import click  # noqa: E402 - the path comes first

from rollkeep import errors  # noqa: E402
from rollkeep.book import Rule, Ruling  # noqa: E402
from rollkeep.cli import symbol_what  # noqa: E402
from rollkeep.cli.verbs import RING_DICE, STOPPED, VERBS  # noqa: E402
from rollkeep.cli.what import Rolling  # noqa: E402
from rollkeep.errors import CODES, Missing, RollKeepError  # noqa: E402
from rollkeep.fifth.rules import BOOK as FIFTH  # noqa: E402
from rollkeep.fourth.rules import BOOK as FOURTH  # noqa: E402

BOOKS = {"fourth": ("the 4th edition", FOURTH), "fifth": ("the 5th edition", FIFTH)}
"""By the name of its page, and of its folder, each game."""
MADE = "Made from the code by `python docs/make.py`; change the code, not this page."


def errors_page() -> str:
    """Exit statuses, classes and codes."""
    lines = [
        "# Errors",
        "",
        MADE,
        "",
        "An error goes to standard error: one sentence, where it helps a caret under the place, and what to do next. "
        "With `--json` it is one line of JSON; see [JSON](json.md#an-error). Nothing is then written to standard "
        "output.",
        "",
        "## Exit status",
        "",
        "| status | meaning |",
        "|---|---|",
        "| 0 | done; a roll that fails its Target Number is also done |",
        "| 1 | a fault of the program itself |",
        "| 2 | what was typed cannot be read, breaks a rule of the game, or does not fit together |",
        "| 3 | a move that is not on offer now |",
        "| 4 | odds were asked for that would take too long |",
        "| 5 | what a table does not do |",
        "| 6 | a log that cannot be read or does not hold together; `replay` and `verify` say it with 0, 1 and 2 |",
        f"| {STOPPED} | stopped from the keyboard |",
        "",
        "## Classes",
        "",
        "All stand in `rollkeep.errors`, and each has `message`, `code`, `hint` and `data`.",
        "",
        "| class | is a | exit status | own code | meaning |",
        "|---|---|---|---|---|",
    ]
    for kind in _classes(RollKeepError):
        parents = ", ".join(f"`{base.__name__}`" for base in kind.__bases__)
        says = _inline(cleandoc(kind.__doc__ or "").split("\n\n")[0])
        lines.append(f"| `{kind.__name__}` | {parents} | {kind.exit_status} | `{kind.code}` | {says} |")
    lines += [
        "",
        "## Codes",
        "",
        "A `RuleError` carries the id of its rule as code, such as `4e.raise.limit`: the [rules](rules/README.md) list "
        "them all. Every other code is one of these. Codes stay as they are; the sentences may improve.",
        "",
        "| code | class | given when |",
        "|---|---|---|",
    ]
    lines += [f"| `{code}` | `{_raised_as(code).__name__}` | {says} |" for code, says in CODES.items()]
    return _page(lines)


def options_page() -> str:
    """Every option of every verb."""
    lines = [
        "# Verbs and options",
        "",
        MADE,
        "",
        "`roll` may be left out: `rollkeep 7k3` is `rollkeep roll 7k3`.",
        "",
        *(f"* [`{verb}`](#{verb}): {says}" for verb, says in VERBS.items()),
    ]
    for verb in VERBS:
        command: click.Command = import_module(f"rollkeep.cli.{verb}").command
        lines += ["", f"## {verb}", *_verb(command, f"rollkeep {verb}")]
        if verb in RING_DICE:
            of_symbols: click.Command = import_module(f"rollkeep.cli.{RING_DICE[verb]}").command
            lines += ["", f"## {verb} 3r2s", *_verb(of_symbols, f"rollkeep {verb} 3r2s")]
        if isinstance(command, click.Group):
            for name, below in command.commands.items():
                lines += ["", f"### {verb} {name}", *_verb(below, f"rollkeep {verb} {name}")]
    return _page(lines)


def _verb(command: click.Command, name: str) -> Iterator[str]:
    """Its usage, what it does, and its options."""
    ctx = click.Context(command, info_name=name)
    yield from ("", f"`{' '.join([name, *command.collect_usage_pieces(ctx)])}`")
    for part in cleandoc(command.help or "").split("\n\n"):
        if part.startswith("\b"):
            yield from ("", "```text", *(line.strip() for line in part.splitlines() if line.strip("\b ")), "```")
        else:
            yield from ("", _inline(part))
    if isinstance(command, Rolling | symbol_what.Rolling):
        for title, options in command.sections().items():
            yield from ("", f"### {title}", "", *_options(ctx, options))
    elif shown := list(_options(ctx, command.params)):
        yield from ("", *shown)


def rules_index() -> str:
    """A table of the rules of each game, with where each is applied and tested."""
    lines = [
        "# Rules",
        "",
        MADE,
        "",
        "Every rule that the program applies, in our own words: an unofficial tool; names belong to their owners. "
        "`rollkeep rules WORD` finds one from the command line. Where the rules can be read in two ways, a "
        "[ruling](../rulings.md) says which.",
    ]
    for page, (game, book) in BOOKS.items():
        lines += [
            "",
            f"## [{_title(game)}]({page}.md)",
            "",
            "| rule | title | applied in | tested in |",
            "|---|---|---|---|",
        ]
        for rule in book.rules.values():
            cells = f"{_paths(citing(rule.id), '')} | {_paths(tested(rule.id), '')}"
            lines.append(f"| [`{rule.id}`]({page}.md#{anchor(rule)}) | {rule.title} | {cells} |")
    return _page(lines)


def rules_page(page: str) -> str:
    """Each rule of a game with its text, example and rulings."""
    game, book = BOOKS[page]
    lines = [
        f"# The rules of {game}",
        "",
        MADE,
        "",
        "In our own words, as far as the program applies them. An unofficial tool; names belong to their owners. "
        "A ruling is set with `--ruling NAME=VALUE` or under `[rulings]` in `rollkeep.toml`; "
        "[rulings](../rulings.md) says what speaks for each.",
    ]
    for rule in book.rules.values():
        lines += ["", f"## {rule.id} {rule.title}", "", rule.text]
        if rule.example:
            lines += ["", f"Example: {rule.example}"]
        for ruling in book.about(rule):
            lines += ["", f"Ruling `{ruling.name}`: {ruling.question} {_answers(ruling)}"]
        lines += ["", f"Applied in: {_paths(citing(rule.id), 'nothing')}. Tested in: {_paths(tested(rule.id), '-')}."]
    return _page(lines)


def rulings_page() -> str:
    """Every ruling of each game with its answers and reasons."""
    lines = [
        "# Rulings",
        "",
        MADE,
        "",
        "Where the rules are silent, or read in two ways, the game master decides. Each question has a name; the first "
        "answer is the default. Choose another with `--ruling NAME=VALUE`, or for good in `rollkeep.toml`, where the "
        "rulings of both games stand side by side:",
        "",
        "```toml",
        "[rulings]",
        'odd_die = "+2"',
        'concede = "round_start"',
        "```",
    ]
    for page, (game, book) in BOOKS.items():
        lines += ["", f"## {_title(game)}"]
        for ruling in book.rulings.values():
            rule = book.rules[ruling.rule]
            lines += ["", f"### {ruling.name}", "", f"{ruling.question} {_answers(ruling)}", "", ruling.why]
            lines += ["", f"Rule: [`{rule.id}`](rules/{page}.md#{anchor(rule)}) {rule.title}."]
    return _page(lines)


def _answers(ruling: Ruling) -> str:
    default, *others = ruling.values
    return f"`{default}` by default; else {', '.join(f'`{value}`' for value in sorted(others))}."


def _title(game: str) -> str:
    return game.removeprefix("the ").capitalize()


PAGES: dict[str, Callable[[], str]] = {
    "errors.md": errors_page,
    "options.md": options_page,
    "rules/README.md": rules_index,
    **{f"rules/{page}.md": partial(rules_page, page) for page in BOOKS},
    "rulings.md": rulings_page,
}


CATALOGUES = tuple(f"src/rollkeep/{game}/{name}.py" for game in BOOKS for name in ("rules", "rulings"))
"""Modules that name every rule and apply none."""


def citing(rule: str) -> list[str]:
    """The modules that name a rule as their source; where none does, those that have its id in them."""
    modules = {path: text for path, text in _python("src").items() if path not in CATALOGUES}
    sources = {path: "\n".join(re.findall("Source:.*", text)) for path, text in modules.items()}
    return _with(rule, sources) or _with(rule, modules)


def tested(rule: str) -> list[str]:
    """The test files that have a rule's id in them."""
    return _with(rule, _python("tests"))


def anchor(rule: Rule) -> str:
    """The place of a rule's heading, as GitHub names it."""
    return re.sub(r"[^\w -]", "", f"{rule.id} {rule.title}".lower()).replace(" ", "-")


def stale() -> list[str]:
    """The pages that differ from what would be written."""
    return [name for name, page in PAGES.items() if _read(ROOT / "docs" / name) != page()]


def main(args: list[str]) -> int:
    """Writes or checks; the exit status."""
    if args not in ([], ["--check"]):
        print("usage: python docs/make.py [--check]", file=sys.stderr)
        return 2
    old = stale()
    for name in old:
        if args:
            print(f"docs/{name} is out of date: run python docs/make.py", file=sys.stderr)
        else:
            path = ROOT / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(PAGES[name](), encoding="utf-8", newline="\n")
            print(f"wrote docs/{name}")
    return 1 if args and old else 0


def _classes(kind: type[RollKeepError]) -> Iterator[type[RollKeepError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _classes(below)


def _raised_as(code: str) -> type[RollKeepError]:
    if code == Missing.code:
        return Missing
    families = {
        "notation": errors.NotationError,
        "dice": errors.NotationError,
        "usage": errors.UsageError,
        "web": errors.UsageError,
        "sheet": errors.SheetError,
        "move": errors.IllegalMove,
        "log": errors.LogError,
        "table": errors.TableError,
    }
    return families.get(code.partition(".")[0], errors.TooLarge)


def _options(ctx: click.Context, params: list[click.Parameter]) -> Iterator[str]:
    for param in params:
        if isinstance(param, click.Option) and (record := param.get_help_record(ctx)):
            yield f"* `{record[0]}`: {record[1]}"


@cache
def _python(folder: str) -> dict[str, str]:
    paths = sorted((ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def _with(rule: str, texts: dict[str, str]) -> list[str]:
    exact = re.compile(rf"(?<![\w.-]){re.escape(rule)}(?![\w-]|\.\w)")
    return [path for path, text in texts.items() if exact.search(text)]


def _paths(paths: list[str], none: str) -> str:
    return ", ".join(f"`{path.removeprefix('src/rollkeep/')}`" for path in paths) or none


def _inline(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _page(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
