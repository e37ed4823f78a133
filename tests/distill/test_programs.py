"""A program that is asked ends with all that it started, says no more than is read, and is never another process."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from distill.conftest import HANGS, stand_in
from lore import paths
from lore.actions.reading import stop_reader
from lore.distill.answers import LONGEST_ANSWER
from lore.distill.programs import Program, run_program
from lore.errors import ModelError
from lore.handover import files, places
from lore.platform import HERE
from lore.store import Store, file_lock
from support.examples import crossed

ASKED = Program("Asked", "asked", ("asked",), "", 0)
ENDS = {
    "answers": "print('[]')",
    "fails": "sys.exit(3)",
    "kills itself": "os.kill(os.getpid(), 9)",
    "hangs": HANGS,
    "floods": "while True: os.write(1, b'x' * 65536)",
    "closes both and hangs": f"os.close(1); os.close(2); {HANGS}",
    "stops": "import signal; os.kill(os.getpid(), signal.SIGSTOP)",
    "hears no request to end": f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {HANGS}",
}
NOWHERE = "subprocess.DEVNULL"
HOLDS = {"nothing": (NOWHERE, NOWHERE), "its answer": ("None", NOWHERE), "its complaints": (NOWHERE, "None")}


@pytest.fixture
def living(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    path = tmp_path / "living"
    os.mkfifo(path)
    end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    yield path, end
    os.close(end)


@pytest.mark.long_form
@pytest.mark.parametrize(("ends", "holds"), crossed(ENDS, HOLDS))
def test_all_that_it_started_ends_with_it(
    tmp_path: Path, program: Path, living: tuple[Path, int], ends: str, holds: str
) -> None:
    out, err = HOLDS[holds]
    child = f"held = open({str(living[0])!r}, 'w'); held.write('x'); held.flush(); import time; time.sleep(60)"
    starts = (
        "import subprocess\n"
        f"subprocess.Popen([sys.executable, '-c', {child!r}], stdin={NOWHERE}, stdout={out}, stderr={err})\n"
        f"while not os.path.exists({str(tmp_path / 'begun')!r}): pass\n"
    )
    child_begun = f"open({str(tmp_path / 'begun')!r}, 'w'); {child}"
    stand_in(program, "asked", f"{starts.replace(repr(child), repr(child_begun))}{ENDS[ends]}")
    try:
        run_program(ASKED, str(program / "asked"), "", "hi", tmp_path, 2.0, os.environ)
    except ModelError as error:
        assert "no answer within 2 s" in error.message or "ended with" in error.message
    until_closed(living[1])


def until_closed(end: int) -> None:
    limit, heard = time.monotonic() + 10, b""
    while time.monotonic() < limit:
        try:
            part = os.read(end, 9)
        except BlockingIOError:
            part = None
        if part == b"" and heard:
            return
        heard += part or b""
        time.sleep(0.01)
    pytest.fail("it runs on")


@pytest.mark.parametrize(
    ("many", "letter"), [(LONGEST_ANSWER, "x"), (LONGEST_ANSWER + 1, "ü"), (10 * LONGEST_ANSWER, "𝄞")]
)
def test_an_answer_is_read_to_its_bound(tmp_path: Path, program: Path, many: int, letter: str) -> None:
    """So that the longest counts, a longer one is known as too long, and none fills the memory."""
    stand_in(program, "asked", f"sys.stdout.reconfigure(encoding='utf-8'); sys.stdout.write({letter!r} * {many})")
    answer = run_program(ASKED, str(program / "asked"), "", "hi", tmp_path, 60.0, os.environ)
    assert answer == letter * min(many, LONGEST_ANSWER + 1)


def test_who_says_without_end_is_heard_no_further(tmp_path: Path, program: Path) -> None:
    stand_in(program, "asked", ENDS["floods"])
    assert len(run_program(ASKED, str(program / "asked"), "", "hi", tmp_path, 60.0, os.environ)) == LONGEST_ANSWER + 1


@pytest.mark.parametrize("listens", ["", "; sys.stdin.close()"])
def test_a_long_question_is_asked_whole_and_stops_no_answer(tmp_path: Path, program: Path, listens: str) -> None:
    question = "ü" * 2_000_000
    (program / "asked").write_text(
        f"#!{sys.executable}\nimport sys\nprint(len(sys.stdin.buffer.read()) if not {listens!r} else 4_000_000)\n"
    )
    (program / "asked").chmod(0o755)
    assert run_program(ASKED, str(program / "asked"), "", question, tmp_path, 60.0, os.environ).strip() == "4000000"


# Which process is asked to end


@pytest.fixture
def another() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process


@pytest.mark.parametrize("told", [{}, {"since": ""}, {"since": "1"}, {"since": None}, {"pid": "7"}, {"pid": 0}])
def test_a_number_that_another_process_has_now_is_not_ended(
    store: Store, another: "subprocess.Popen[bytes]", told: dict[str, object]
) -> None:
    files.write(places.reader(str(store.folder)), {"pid": another.pid, "done": 0, "whole": 1, **told})
    with file_lock(paths.reader_lock(store.folder), budget_s=1):
        assert not stop_reader(store.folder)
    assert not stop_reader(store.folder)
    assert another.poll() is None and HERE.started(another.pid)
