"""What was said is read into the store at the end of each turn."""

import time
from pathlib import Path

from lore.handover import lines
from lore.store import Store
from support.hooking import Session, nobody_drains


def test_a_link_and_a_file_that_was_just_taken_do_not_wait(tmp_path: Path) -> None:
    home = str(tmp_path)
    lines.append(home, "s", {"event": "prompt"})
    (file,) = lines.waiting(home)
    elsewhere = tmp_path / "elsewhere.jsonl"
    Path(file).rename(elsewhere)
    Path(file).symlink_to(elsewhere)
    assert not lines.waiting(home)
    elsewhere.unlink()
    assert lines.oldest(home) == 0.0


def test_the_end_of_a_turn_has_the_spool_read(home: Path, store: Store, tmp_path: Path) -> None:
    """However short a time the events wait: the next session may start at once, and some agents never say "end"."""
    session = Session(tmp_path)
    with nobody_drains(home):
        session.prompt("Always run the linter before every commit in this repository.")
    session.stop("The linter runs.")
    end = time.monotonic() + 60
    while lines.waiting(str(home)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not lines.waiting(str(home))
