"""No text costs more than its length: every pattern is linear, and any megabyte is stored and found."""

import ast
import base64
import importlib
import inspect
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, cycle, product
from pathlib import Path

import pytest

from lore import small_files
from lore.cli.program import run
from lore.store import Store
from support.examples import crossed, sized
from support.patterns import SPOILT, Found, every_pattern, texts
from torture.processes import deleted_databases
from torture.shim import compiler

LARGE = sized(32_000, 64_000)
MOST_S_PER_CHARACTER, LEAST_S = 15e-6, 0.05
"""Processor time. On 64 kB the slowest linear pattern takes 0.25 s, the fastest quadratic one 5 s; this allows 1 s.
On 32 kB it is 0.12 s, 1.25 s and 0.5 s."""
TRIED = (24, 32, 40, 48, 64, 96, 192, 2000, LARGE)
"""Sizes of the parts. They begin small: a repeat within a repeat never ends at a hundred characters."""
BEST_OF = 3
BOUNDED_INPUT = ("lore.capture.extraction",)
"""Not measured by themselves: they see one message, cut at `capture.conversion.MAX_TURN`; the runs below reach them."""


def is_anchored(found: Found) -> bool:
    module, _, name = found.place.rpartition(".")
    if not name.startswith("_"):
        return False
    uses = set(re.findall(rf"\b{name}\.(\w+)\(", inspect.getsource(importlib.import_module(module))))
    return bool(uses) and uses <= {"match", "fullmatch"}


def slow_on(found: Found, best_of: int = BEST_OF) -> str | None:
    """The beginning of a text on which a pattern takes more than any linear one, or None."""
    use: Callable[[str], object] = (
        found.pattern.match if is_anchored(found) else lambda text: all(found.pattern.finditer(text))
    )

    def took(text: str) -> float:
        started = time.process_time()
        use(text)
        return time.process_time() - started

    def shorter(text: str, size: int) -> str:
        halves = (text[: len(text) // 2], text[len(text) // 2 :])
        return "".join(half[: size // 2 - len(SPOILT)] + half[-len(SPOILT) :] for half in halves)

    def is_slow(large: str) -> bool:
        for size in TRIED:
            most = max(LEAST_S, MOST_S_PER_CHARACTER * size)
            part = shorter(large, size)
            if all(took(part) > most for _ in range(best_of)):
                return True
        return False

    return next((large[:60] for large in texts(found.pattern, LARGE) if is_slow(large)), None)


@pytest.mark.long_form
@pytest.mark.slow("every pattern of the program on a dozen texts of 32 kB")
def test_every_pattern_takes_time_in_proportion_to_the_text() -> None:
    """Of every room, on texts of its own letters. The one timed test, with a factor of 2.5 to either side."""
    measured = [found for found in every_pattern() if not found.place.startswith(BOUNDED_INPUT)]
    assert len(measured) > 100
    slow = {found.place: text for found in measured if (text := slow_on(found)) is not None}
    assert not slow


CARELESS = [r"(?:a+)+b", *sized((), (r"^\s*?x", r"(?:\w+\s?)*!", r"[\W_]+$", r"[A-Z]+[a-z]", r"\w+@"))]
"""One that never ends; at night more of these."""


@pytest.mark.long_form
@pytest.mark.parametrize("pattern", CARELESS)
def test_a_pattern_that_is_not_linear_is_found(pattern: str) -> None:
    """Otherwise the test above would prove nothing."""
    assert slow_on(Found("a", re.compile(pattern, re.MULTILINE)), best_of=1) is not None


def runs(size: int) -> dict[str, str]:
    """Texts of one kind of character, and what people paste: nothing here is a sentence."""
    chance = random.Random(7)
    dump = "".join(
        f"{row:08x}  {chance.getrandbits(64):016x} {chance.getrandbits(64):016x}\n" for row in range(size // 43)
    )
    return {
        "hex dump": dump,
        "hex": chance.randbytes(size // 2).hex(),
        "base64": base64.b64encode(chance.randbytes(size * 3 // 4)).decode(),
        **{name: unit * (size // len(unit)) for name, unit in UNITS.items()},
    }


UNITS = {
    "digits": "1",
    "capitals": "A",
    "letters": "a",
    "CJK": "密码是什么",
    "spaces": " ",
    "lines": "word\n",
    "dashes": "-",
    "at signs": "@",
    "dots": "a.",
    "camel case": "aB",
    "snake case": "_a",
    "paths": "a/",
    "braces": '{"a":',
    "tabs": "\t|",
    "brackets": "[(",
    "escapes": '"\\',
    "emoji": "👍\u200d",
    "blank lines": "\n",
    "keys": "Private-Lines: 1\n",
    "sentences": "The quick brown fox jumps over it. ",
}
PATIENCE_S = 60
"""Of processor time for all runs of one size; with one pattern that is not linear it takes hours."""


def visit(size: int, names: Sequence[str], folder: Path) -> None:
    """In a process of its own: each run goes through capture and add, and is found by the words around it."""
    from lore.capture import Options, capture
    from lore.index import catch_up
    from lore.memory.editing import NewFact, add_fact
    from lore.search import Searcher, SearchRequest
    from lore.store import open_store

    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE_S, PATIENCE_S))
    file = folder / "talk.jsonl"
    chosen = {name: run for name, run in runs(size).items() if not names or name in names}
    with open_store() as store:
        for number, (name, run) in enumerate(chosen.items()):
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()
            text = f"zebra{number} begins {run} and then the giraffe{number} ends"
            file.write_text(json.dumps({"session": f"s{number}", "id": "1", "role": "user", "text": text}) + "\n")
            capture(store, [file], Options())
            add_fact(store, NewFact(f"ostrich{number} begins {run} and then the weasel{number} ends"))
        catch_up(store, None, wait_s=30.0)
        searcher = Searcher(store)
        for number, name in enumerate(chosen):
            for words, kind in (
                (f"zebra{number}", "turns"),
                (f"ostrich{number}", "facts"),
                (f"weasel{number}", "facts"),
            ):
                hits = searcher.search(SearchRequest(f'"{words}"', kind)).hits
                assert hits and words in hits[0].passage.text, (name, words)


@pytest.mark.long_form
@pytest.mark.slow("22 kinds of text, and much of two of them, are captured, embedded and found")
@pytest.mark.parametrize(
    ("size", "names"),
    [(sized(1_000, 64_000), ()), (sized(200_000, 1_000_000), sized(("CJK",), ("hex dump", "CJK", "digits", "base64")))],
    ids=["every kind", "much"],
)
def test_any_run_is_stored_and_found_by_the_words_around_it(size: int, names: tuple[str, ...], tmp_path: Path) -> None:
    tests = str(Path(__file__).parents[1])
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; from house.test_bounded import visit; "
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{script}visit({size}, {names!r}, Path(sys.argv[2]))", tests, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"after {done.stdout.splitlines()[-1:]}: {done.stderr[-500:]}"


REPOSITORY = Path(__file__).parents[2]
KILLS = int(os.environ.get("LORE_TORTURE_KILLS", "30"))
"""Processes killed; a nightly run sets 500 or more."""

at_night = pytest.mark.nightly("`make torture` goes on with the long form; tests of the room hold each step of it")
needs_compiler = pytest.mark.skipif(
    compiler() is None, reason="there is no C compiler (`cc`) here to build the library with that makes writes fail"
)


@pytest.mark.skipif(sys.platform != "linux", reason="the torture watches its processes through Linux's /proc")
@pytest.mark.slow("each starts dozens of processes and kills, starves or races them")
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("kills", KILLS),
        ("contention", 8),
        pytest.param("faults", 28, marks=[needs_compiler, at_night]),
        ("found", 10),
        ("hooks", 8),
        ("reindex", 1_000),
        ("damaged-store", 4),
        ("undo", 100),
        pytest.param("upgrades", 1, marks=needs_compiler),
        pytest.param("nights", 2, marks=at_night),
        ("bad-inputs", 8),
    ],
)
def test_what_lore_promises_survives(name: str, size: int, tmp_path: Path) -> None:
    """Nothing acknowledged is lost, nothing is silently wrong, nobody sees a traceback; the output has the figures."""
    env = {name: value for name, value in os.environ.items() if name not in ("LORE_HOME", "LORE_NOW", "HOME")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.torture", name, "--size", str(size), "--untimed"],
        cwd=REPOSITORY,
        env={**env, "HOME": str(tmp_path), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the open files of a process in /proc")
@pytest.mark.parametrize(("name", "seen"), [("lore.db", True), ("lore.db-wal", True), ("lore.db-shm", False)])
def test_a_deleted_database_file_is_seen(name: str, seen: bool, tmp_path: Path) -> None:
    """The watch over lost locks works, in this process and from another; SQLite's own last close does not alarm it."""
    with (tmp_path / name).open("w"):
        assert deleted_databases() == []
        (tmp_path / name).unlink()
        wanted = [f"{tmp_path / name} (deleted)"] if seen else []
        assert deleted_databases() == deleted_databases(os.getpid()) == wanted
    assert deleted_databases() == []


@pytest.mark.parametrize("text", ["", "{", "[1]", "[" * 100_000, '{"a":' * 100_000, '{"a": ' + "9" * 5_000 + "}", "\0"])
def test_what_holds_no_values_is_empty(text: str, tmp_path: Path) -> None:
    file = tmp_path / "note.json"
    file.write_text(text)
    assert small_files.read(file) == {}
    with pytest.raises(ValueError, match=r"."):
        small_files.values(file)


@pytest.mark.long_form
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_pipes_and_devices_in_the_place_of_any_stop_no_command(
    store: Store, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["add", "Run the linter before you push"]) == 0
    for command in ("backup", "consolidate", "doctor", "search linter"):
        run(command.split())
    files = sorted(home.rglob("*.json"))
    assert {path.parent.name for path in files} >= {"index", "backups"}
    plants: tuple[Callable[[Path], None], ...] = (os.mkfifo, lambda at: at.symlink_to("/dev/zero"))
    planted = sized(list(zip(files, cycle(plants), strict=False)), list(product(files, plants)))
    for number, (file, plant) in enumerate(planted):
        if not file.parent.is_dir():
            continue  # it went with the index that was built anew
        file.unlink(missing_ok=True)
        plant(file)
        run(["doctor"])
        run(["backup", "list"])
        assert run(["add", f"Statement {number}"]) == 0
        assert run(["search", "linter"]) == 0
        file.unlink(missing_ok=True)
    assert "Traceback" not in capsys.readouterr().err


ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "contributing.md"
BEGIN, END = "<!-- long tests, from their marks -->\n", "<!-- end of long tests -->"
MARKS = ("nightly", "long_form", "slow")
FEWEST_WORDS = 5


@dataclass(frozen=True)
class Marked:
    """A mark of a test, of a file of tests, or of a parameter."""

    name: str
    place: str
    why: str


@cache
def marks() -> tuple[Marked, ...]:
    return tuple(_marks())


def _marks() -> Iterator[Marked]:
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        tree, place = ast.parse(file.read_text(encoding="utf-8")), file.relative_to(ROOT / "tests").as_posix()
        for node in tree.body:
            name = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ast.unparse(node)
            for mark, why in _marks_in(node):
                yield Marked(mark, f"{place}: {name.partition(' ')[0]}", why)


def _marks_in(node: ast.AST) -> Iterator[tuple[str, str]]:
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    said = {id(call.func): ast.literal_eval(call.args[0]) for call in calls if call.args and _named(call.func)}
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and _named(part):
            yield part.attr, said.get(id(part), "")


def _named(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in MARKS and ast.unparse(node.value) == "pytest.mark"


def listed() -> str:
    heads = {
        "nightly": "In `make torture` alone, with what holds the promise every day:",
        "long_form": "In `make torture` more of the same, beside every test that draws examples:",
        "slow": "Over five seconds of a processor every day:",
    }
    found = marks()
    parts = []
    for mark, head in heads.items():
        lines = [f"- `tests/{one.place}`" + (f": {one.why}" if one.why else "") for one in found if one.name == mark]
        parts.append("\n".join([head, "", *lines, ""]))
    return "\n".join(parts)


def test_the_page_lists_what_is_long() -> None:
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    page = f"{head}{BEGIN}\n{listed()}\n{END}{rest.partition(END)[2]}"
    if os.environ.get("LORE_WRITE_DOCS"):
        PAGE.write_text(page, encoding="utf-8")
        text = page
    assert page == text, f"`LORE_WRITE_DOCS=1 pytest {Path(__file__).relative_to(ROOT)}` writes it"


def test_what_runs_at_night_alone_or_takes_long_says_why() -> None:
    silent = [one for one in marks() if one.name != "long_form" and len(one.why.split()) < FEWEST_WORDS]
    assert silent == []


def test_a_matrix_by_day_shows_each_pair_of_values() -> None:
    axes = ("abcde", (1, 2, 3), (True, False), range(4))
    cases = crossed(*axes)
    for (one, first), (two, second) in combinations(enumerate(axes), 2):
        assert {(case[one], case[two]) for case in cases} == {*product(first, second)}
    assert sized(len(cases) < 30, len(cases) == 120)
    assert {value for case in crossed("ab", "xyz") for value in case} == {*"abxyz"}
