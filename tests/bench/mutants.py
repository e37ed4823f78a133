"""Whether the tests notice: small faults are put into the code, one at a time, and the tests of their room are run.

    python tests/bench/mutants.py [--count 50] [--seed 1] [--only N …] [--tests PATH …] [--nightly] [--rest]
        [--seconds 180]

Draws as many faults from each room as from any other: a comparison that is swapped, a condition that is negated,
another number or text, a `not` that is dropped, `and` for `or`, a function that returns at once. Each is made in a copy
of the tree. First run the files of tests that name the module, then those of its room; with `--rest` all others after
them. With `--tests` only what is named there runs, in its long form with `--nightly`: so one asks whether tests that
were moved would have noticed what is no longer noticed.

Prints a line per fault, with the test that noticed it, and at the end how many were noticed in each room. A fault is
`left` when the tests ended in peace, and `unfinished` when `--seconds` were over.
"""

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = {**{room.stem: room for room in (ROOT / "core" / "lore").iterdir()}, "lore_tui": ROOT / "tui" / "lore_tui"}
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
FOLDERS = {"lore_tui": ("tui",), "store": ("store", "store_contract"), "handover": ("hooks",)}
"""Room → folders of tests that are not called as it is."""


@dataclass(frozen=True)
class Mutant:
    """A fault: what stands at these lines of a file, and what is put there."""

    room: str
    kind: str
    """What is put there another of: as many faults of each kind are drawn."""
    file: Path
    start: tuple[int, int]
    end: tuple[int, int]
    after: str

    def written(self) -> str:
        """The text of the file with the fault in it."""
        lines = self.file.read_bytes().splitlines(keepends=True)
        (top, left), (bottom, right) = self.start, self.end
        head = b"".join(lines[:top]) + lines[top][:left]
        tail = lines[bottom][right:] + b"".join(lines[bottom + 1 :])
        return (head + self.after.encode() + tail).decode()

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.start[0] + 1}: {self.after.strip()[:70]!r}"


def changed(node: ast.AST) -> Iterator[ast.expr]:
    """What may stand in the place of an expression."""
    match node:
        case ast.Compare(ops=[operator], left=left, comparators=others) if type(operator) in SWAPPED:
            yield ast.Compare(left, [SWAPPED[type(operator)]()], others)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as number):
            yield ast.Constant(number + 1)
        case ast.Constant(value=str() as text) if text:
            yield ast.Constant("")


def faults(room: str, file: Path) -> Iterator[Mutant]:
    """Every fault that a file may have."""
    tree = ast.parse(file.read_bytes())
    for node in reached(tree):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield Mutant(room, "condition", file, *place(node.test), f"(not ({ast.unparse(node.test)}))")
        if isinstance(node, ast.FunctionDef):
            first = node.body[1 if ast.get_docstring(node) is not None and len(node.body) > 1 else 0]
            start = (first.lineno - 1, first.col_offset)
            yield Mutant(room, "return", file, start, start, f"return\n{' ' * first.col_offset}")
        for other in changed(node):
            if isinstance(node, ast.expr):
                yield Mutant(room, type(node).__name__, file, *place(node), f"({ast.unparse(other)})")


def reached(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run: no docstring, no annotation, no part of a text with braces, no pattern of a `match`."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "pattern"):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not is_text and not isinstance(child, ast.JoinedStr):
                yield from reached(child)


def place(node: ast.expr) -> tuple[tuple[int, int], tuple[int, int]]:
    return (node.lineno - 1, node.col_offset), ((node.end_lineno or 0) - 1, node.end_col_offset or 0)


def drawn(count: int, seed: int) -> list[Mutant]:
    """So many faults, room after room in an order drawn anew each round."""
    chance = random.Random(seed)
    every: dict[str, dict[str, list[Mutant]]] = {}
    for room, path in sorted(ROOMS.items()):
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.suffix == ".py" else []
        found = [fault for file in files if file.name != "__init__.py" for fault in faults(room, file)]
        for fault in found:
            every.setdefault(room, {}).setdefault(fault.kind, []).append(fault)
    chosen: list[Mutant] = []
    while len(chosen) < count:
        for room in chance.sample(sorted(every), len(every)):
            chosen.append(chance.choice(every[room][chance.choice(sorted(every[room]))]))
    return chosen[:count]


def tests_of(mutant: Mutant) -> list[str]:
    """The files that name the module, the shortest first, then those of the room."""
    module = mutant.file.with_suffix("").relative_to(ROOT / ("tui" if mutant.room == "lore_tui" else "core")).parts
    whole, parent = ".".join(module), ".".join(module[:-1])
    stem = re.compile(rf"\b{module[-1]}\b")
    naming, own = [], []
    for file in sorted((ROOT / "tests").rglob("test_*.py"), key=lambda file: file.stat().st_size):
        text, name = file.read_text(encoding="utf-8"), file.relative_to(ROOT).as_posix()
        if whole in text or (f"{parent} import" in text and stem.search(text)):
            naming.append(name)
        elif name.split("/")[1] in FOLDERS.get(mutant.room, (mutant.room,)):
            own.append(name)
    return naming + own


def run(tree: Path, tests: Sequence[str], seconds: float, *, nightly: bool) -> tuple[str, str]:
    """How it ended, and the test that noticed the fault."""
    command = [sys.executable, "-m", "pytest", "-x", "--tb=line", *tests]
    command += ["--hypothesis-profile=nightly", "-m", "hypothesis or long_form"] if nightly else []
    paths = os.pathsep.join(str(tree / part) for part in ("core", "tui"))
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            command,
            cwd=tree,
            env={**os.environ, "PYTHONPATH": paths},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return "unfinished", ""
        output.seek(0)
        text = output.read()
    named = re.search(r"^(?:FAILED|ERROR) (\S+)", text, re.MULTILINE)
    return ("left" if code in (0, 5) else "noticed"), named[1] if named else text[-200:].strip() * (code not in (0, 5))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="*", help="numbers of faults")
    parser.add_argument("--tests", nargs="*", help="run these instead")
    parser.add_argument("--seconds", type=float, default=180.0, help="for the tests of one fault")
    parser.add_argument("--rest", action="store_true", help="run all other tests as well")
    parser.add_argument("--nightly", action="store_true", help="only the long forms, as `make torture` runs them")
    asked = parser.parse_args()
    ends: dict[str, Counter[str]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory(prefix="lore-mutants-") as folder:
        tree = Path(folder, "tree")
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
        for name in filter(None, listed.stdout.split("\0")):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
        if (ROOT.parent / "shared").is_dir():
            Path(folder, "shared").symlink_to(ROOT.parent / "shared")
        for number, mutant in enumerate(drawn(asked.count, asked.seed)):
            if asked.only and number not in asked.only:
                continue
            spoilt, began = tree / mutant.file.relative_to(ROOT), time.monotonic()
            spoilt.write_text(mutant.written(), encoding="utf-8")
            tests = asked.tests or tests_of(mutant)
            end, by = run(tree, tests, asked.seconds, nightly=asked.nightly) if tests else ("left", "")
            if end == "left" and asked.rest:
                end, by = run(tree, ["tests"], asked.seconds, nightly=asked.nightly)
            shutil.copy2(mutant.file, spoilt)
            ends[mutant.room][end] += 1
            print(f"{number:3} {end:10} {time.monotonic() - began:5.0f} s  {mutant}  {by}", flush=True)
    for room, counts in sorted(ends.items()):
        print(f"{room:14} {counts['noticed']} of {counts.total()} noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
