"""The lines of the spool: which wait, and for how long."""

import os
import time
from pathlib import Path

import pytest

from lore.handover import lines
from lore.store import Store
from support.hooking import Session, nobody_drains


@pytest.mark.parametrize("ages", [[], [5.0], [5.0, 90.0], [90.0, 5.0, -30.0], [30.0, 45.0]])
@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_lines_wait_from_when_the_first_of_a_session_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ages: list[float], seconds: float
) -> None:
    """However many came since: a session in full swing is read all the same."""
    home = str(tmp_path)
    for number, age in enumerate(ages):
        came = time.time_ns() - int(age * 1e9)
        with monkeypatch.context() as clock:
            clock.setattr(time, "time_ns", lambda came=came: came)
            lines.append(home, f"s{number}", {"event": "prompt"})
        lines.append(home, f"s{number}", {"event": "stop"})
    assert lines.waits(home, seconds) == any(max(age, 0.0) >= seconds for age in ages)
    assert lines.oldest(home) == pytest.approx(max([0.0, *ages]), abs=2.0)


def test_a_line_that_was_left_half_written_waits_from_when_the_file_was_written(tmp_path: Path) -> None:
    home = str(tmp_path)
    lines.append(home, "s", {"event": "prompt"})
    (file,) = lines.waiting(home)
    Path(file).write_bytes(b'{"n": "17')
    ago = time.time() - 90
    os.utime(file, (ago, ago))
    assert lines.oldest(home) == pytest.approx(90, abs=2.0)


def test_a_link_and_a_file_that_was_just_taken_do_not_wait(tmp_path: Path) -> None:
    home = str(tmp_path)
    lines.append(home, "s", {"event": "prompt"})
    (file,) = lines.waiting(home)
    elsewhere = tmp_path / "elsewhere.jsonl"
    Path(file).rename(elsewhere)
    Path(file).symlink_to(elsewhere)
    assert not lines.waits(home, 0)
    elsewhere.unlink()
    assert not lines.waits(home, 0)
    assert lines.oldest(home) == 0.0


@pytest.mark.parametrize(("age", "reads"), [(5, False), (90, True)])
def test_the_end_of_a_turn_has_the_spool_read_once_a_minute(
    home: Path, store: Store, tmp_path: Path, age: int, reads: bool
) -> None:
    session = Session(tmp_path)
    with nobody_drains(home):
        session.prompt("Always run the linter before every commit in this repository.")
    (file,) = lines.waiting(str(home))
    told = Path(file).read_bytes()
    came = told.removeprefix(lines.OPENING).partition(b"-")[0]
    Path(file).write_bytes(told.replace(came, str(int(came) - age * 10**9).encode(), 1))
    session.stop("The linter runs.")
    end = time.monotonic() + (20 if reads else 2)
    while lines.waiting(str(home)) and time.monotonic() < end:
        time.sleep(0.1)
    assert bool(lines.waiting(str(home))) != reads
