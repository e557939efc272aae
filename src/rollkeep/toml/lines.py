"""Where the keys of a TOML text stand, so that a fault can name its line: the standard reader does not tell."""

import re

Path = tuple[str | int, ...]

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]")
_QUIET = re.compile(r'''"""|\'\'\'|"(?:[^"\\]|\\.)*"|'[^']*'|#.*|[\[\]{}]''')


class Lines:
    """The lines of a text that is known to be TOML, each found when it is asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: dict[Path, int] | None = None

    def line(self, path: Path) -> int:
        """The line, counted from 1, of a key or of what it stands in; list entries are counted from 0."""
        if self._found is None:
            self._found = _scan(self._text)
        while path and path not in self._found:
            path = path[:-1]
        return self._found.get(path, 1)


def _scan(text: str) -> dict[Path, int]:
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    depth, quote = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if not depth and not quote:
            if header := _HEADER.match(line):
                table = _table(_parts(header[2]), counts, several=header[1] == "[[")
                found.setdefault(table, number)
                continue
            if key := _KEY.match(line):
                path = table
                for part in _parts(key[1]):
                    path = (*path, part)
                    found.setdefault(path, number)
                line = line[key.end() :]
        depth, quote = _inside(line, depth, quote)
    return found


def _table(parts: list[str], counts: dict[Path, int], *, several: bool) -> Path:
    """The path of a header, with the number of each list entry that it stands in."""
    path: Path = ()
    for i, part in enumerate(parts):
        path = (*path, part)
        if i == len(parts) - 1 and several:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _inside(line: str, depth: int, quote: str) -> tuple[int, str]:
    """How deep in brackets, and in which long text, the next line begins."""
    at = 0
    while at < len(line):
        if quote:
            end = line.find(quote, at)
            if end < 0:
                return depth, quote
            at, quote = end + 3, ""
            continue
        sign = _QUIET.search(line, at)
        if not sign:
            break
        at = sign.end()
        if len(sign[0]) == 3 and sign[0][0] in "\"'" and sign[0] == sign[0][0] * 3:
            quote = sign[0]
        elif sign[0] in "[{":
            depth += 1
        elif sign[0] in "]}":
            depth -= 1
    return depth, quote


def _parts(text: str) -> list[str]:
    return [_plain(part) for part in re.findall(_PART, text)]


def _plain(part: str) -> str:
    if part[0] == '"':
        return re.sub(r"\\(.)", r"\1", part[1:-1])
    return part[1:-1] if part[0] == "'" else part
