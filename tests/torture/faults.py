"""R7: the n-th write of a process fails, for every n of every public write; nothing is lost, damaged or garbled."""

import random
import shutil
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path

from lore.errors import LoreError
from lore.platform import remove_folder
from lore.store import open_store

from .checks import acknowledged, soundness
from .figures import Figure, Scale, none_of
from .operations import OPERATIONS, Operation, prepare
from .processes import LOST_ITS_LOCKS, Asked, ask
from .shim import DEATH, FAULTS, Fault, Shim, report, run_below
from .work import save

Lines = list[list[str]]


@dataclass(frozen=True)
class Point:
    """One call of one operation that fails in one way."""

    operation: Operation
    fault: Fault
    nth: int

    def __str__(self) -> str:
        return f"{self.operation.name}, call {self.nth}, {self.fault.name}"


@dataclass(frozen=True)
class Attempt:
    """How an operation took a failing call."""

    calls: int
    said: object
    later: Lines
    """What the same process wrote when calls no longer failed."""
    trace: str | None


def run(scale: Scale) -> Iterator[Figure]:
    found = run_below("faults", [str(scale.size), str(scale.seed)], scale.folder)
    among = f"{found['points']:,} of {found['all']:,} points where a call fails or kills ({found['operations']} writes)"
    for row, kind in (("R7", "lost"), ("R7", "corrupt"), ("R7", "tracebacks"), ("R6", "deleted files")):
        yield none_of(row, len(found[kind]), kind, among)
    for kind in ("lost", "corrupt", "tracebacks", "deleted files"):
        for line in found[kind][:20]:
            yield Figure("R7", f"{kind}: {line}", kept=False)


def main() -> None:
    size, seed, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    shim = Shim()
    found: dict[str, list[str]] = {"lost": [], "corrupt": [], "tracebacks": [], "deleted files": []}
    lines = ask(partial(prepare, folder / "template"))
    points = _mixed([_points(shim, folder, operation) for operation in OPERATIONS], random.Random(seed))
    chosen = points[:size]
    for point in chosen:
        for kind, what in _try(shim, folder, point, lines):
            found[kind].append(f"{point}: {what}")
    report({**found, "points": len(chosen), "all": len(points), "operations": len(OPERATIONS)})


def _points(shim: Shim, folder: Path, operation: Operation) -> list[Point]:
    home = _fresh(folder, operation)
    calls = ask(partial(_attempt, shim, home, Point(operation, DEATH, 0))).calls
    remove_folder(home)
    return [Point(operation, fault, nth) for fault in (*FAULTS, DEATH) for nth in range(1, calls + 1)]


def _mixed(groups: list[list[Point]], rng: random.Random) -> list[Point]:
    for group in groups:
        rng.shuffle(group)
    return [point for turn in zip_longest(*groups) for point in turn if point is not None]


def _fresh(folder: Path, operation: Operation) -> Path:
    home = folder / "home"
    if not operation.from_nothing:
        shutil.copytree(folder / "template", home)
    return home


def _try(shim: Shim, folder: Path, point: Point, before: Lines) -> Iterator[tuple[str, str]]:
    home = _fresh(folder, point.operation)
    child = Asked(partial(_attempt, shim, home, point))
    try:
        attempt = child.answer()
    except RuntimeError:
        attempt = Attempt(point.nth, None, [], None)
    assert isinstance(attempt, Attempt)
    if child.status == LOST_ITS_LOCKS:
        yield "deleted files", "held open"
    if attempt.trace or child.status > 0:
        yield "tracebacks", (attempt.trace or f"ended with status {child.status}")
    kept = [] if point.operation.forgets or point.operation.from_nothing else before
    yield from _afterwards(home, point, attempt, kept)
    remove_folder(home)


def _afterwards(home: Path, point: Point, attempt: Attempt, before: Lines) -> Iterator[tuple[str, str]]:
    said = attempt.said if isinstance(attempt.said, list) else []

    def check() -> list[tuple[str, str]]:
        faults = soundness(home, forgets=point.operation.forgets).faults()
        lost = acknowledged(home, [*before, *said, *attempt.later])
        problems = point.operation.check(home, attempt.said)
        return [*(("corrupt", fault) for fault in faults), *(("lost", loss) for loss in (*lost, *problems))]

    try:
        yield from ask(check)
    except RuntimeError as error:
        yield "corrupt", f"cannot be used afterwards: {error}"


def _attempt(shim: Shim, home: Path, point: Point) -> Attempt:
    trace = None
    said: object = None
    later: Lines = []
    with point.operation.around(home):
        store = None if point.operation.from_nothing else open_store(home)
        shim.arm(home, point.nth, point.fault)
        try:
            said = point.operation.act(store, home)  # type: ignore[arg-type]
        except LoreError:
            pass
        except BaseException:  # noqa: BLE001 -- a panic of Tantivy is no Exception
            trace = traceback.format_exc(limit=-3)
        calls = shim.disarm()
    try:
        with store or open_store(home) as opened:
            later = [list(map(str, save(opened, random.Random(4), 2000)))]
    except BaseException:  # noqa: BLE001
        trace = trace or f"afterwards: {traceback.format_exc(limit=-3)}"
    return Attempt(calls, said, later, trace)


if __name__ == "__main__":
    main()
