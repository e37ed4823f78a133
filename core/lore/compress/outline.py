"""Where the statements of a memory file stand, and the file without some of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.markdown import front_matter
from lore.migrate import Statement, statements

NAMED = 3
"""Ids of facts that a stub names; of more it tells the number."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement with its lines in the file, counted from 0, and the facts that hold it."""

    statement: Statement
    first: int
    last: int
    facts: tuple[str, ...] = ()


def outline(text: str) -> list[Placed]:
    """The statements of a file in order, those in front matter, code, tables and blocks of tools left out."""
    lines = text.replace("\r\n", "\n").split("\n")
    offset = front_matter(lines)
    body = "\n".join(lines[offset:])
    return [
        Placed(statement, statement.line - 1 + offset, statement.line - 1 + offset + statement.raw.count("\n"))
        for statement in statements(body)
        if not statement.is_task
    ]


def shortened(text: str, placed: Sequence[Placed]) -> tuple[str, list[Placed]]:
    """The text with a stub in place of each run of statements that facts hold, and the statements that went.

    A statement stays where what hangs on it stays, and where a stub would be longer than what it stands for.
    """
    lines = text.splitlines(keepends=True)
    going = _without_orphans(lines, placed)
    kept, gone, done = [], [], 0
    for run in _runs(lines, going):
        first, last = run[0].first, run[-1].last
        ending = lines[first][len(lines[first].rstrip("\r\n")) :]
        stub = f"<!-- lore: {_stub(run)} -->{ending}"
        if len(stub) < sum(map(len, lines[first : last + 1])):
            kept += [*lines[done:first], stub]
            gone += run
            done = last + 1
    return "".join([*kept, *lines[done:]]), gone


def _without_orphans(lines: Sequence[str], placed: Sequence[Placed]) -> list[Placed]:
    """What facts hold, but for items with something below them that stays; from the last one up."""
    going: list[Placed] = []
    starts = {one.first for one in placed}
    staying: list[int] = []
    """Lines that stay although they belong to something, the nearest last."""
    for one in reversed(placed):
        below = one.last + 1
        while below < len(lines) and not lines[below].strip():
            below += 1
        orphan = below < len(lines) and below not in starts and _hangs_on(lines, below, one)
        child = bool(staying) and one.statement.is_item and _is_below(lines, staying[-1], one)
        if one.facts and not orphan and not child:
            going.append(one)
        else:
            staying.append(one.first)
    return going[::-1]


def _hangs_on(lines: Sequence[str], below: int, placed: Placed) -> bool:
    """Whether a line that is no statement, such as code, belongs to the statement above it."""
    if lines[below].startswith("#"):
        return False
    return below == placed.last + 1 or (
        placed.statement.is_item and _indent(lines[below]) > _indent(lines[placed.first])
    )


def _is_below(lines: Sequence[str], other: int, placed: Placed) -> bool:
    """Whether everything from the statement down to another line is indented deeper than it."""
    between = [line for line in lines[placed.last + 1 : other + 1] if line.strip()]
    return all(_indent(line) > _indent(lines[placed.first]) for line in between)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _runs(lines: Sequence[str], going: Sequence[Placed]) -> list[list[Placed]]:
    """Statements with nothing but empty lines between them, together."""
    runs: list[list[Placed]] = []
    for placed in going:
        if runs and not "".join(lines[runs[-1][-1].last + 1 : placed.first]).strip():
            runs[-1].append(placed)
        else:
            runs.append([placed])
    return runs


def _stub(run: Sequence[Placed]) -> str:
    facts = list(dict.fromkeys(name for placed in run for name in placed.facts))
    more = f" and {len(facts) - NAMED} more" if len(facts) > NAMED else ""
    return f"kept as {', '.join(facts[:NAMED])}{more}"
