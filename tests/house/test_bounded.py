"""No text costs more than its length: every pattern is linear, and any megabyte is stored and found."""

import base64
import importlib
import inspect
import json
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from support.examples import sized
from support.patterns import SPOILT, Found, every_pattern, texts

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


CARELESS = [r"^\s*?x", r"(?:a+)+b", r"(?:\w+\s?)*!", *sized((), (r"[\W_]+$", r"[A-Z]+[a-z]", r"\w+@"))]
"""Two that never end and one that takes the square of the length; at night more of these."""


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
    [
        (sized(1_000, 64_000), ()),
        (sized(200_000, 1_000_000), sized(("hex dump", "CJK"), ("hex dump", "CJK", "digits", "base64"))),
    ],
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
