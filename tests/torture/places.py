"""R23: a folder that cannot be written, a full disk, no home, a clock that is years off: said plainly, nothing lost."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from lore.history import redo_last, undo_last
from lore.index import catch_up
from lore.store import open_store
from lore.store.local.backup import back_up_if_due, backups, make_backup, verify

from .checks import acknowledged, soundness
from .command import lore
from .figures import Figure, Scale, none_of
from .operations import prepare
from .processes import ask

WRITES = (("add", "the port is 8080"), ("backup",), ("undo",))
READS = (("facts",), ("search", "server"))
NO_HOME = {"HOME": "/dev/null", "XDG_DATA_HOME": ""}
MEGABYTES = 4
"""Of the disk that gets full."""
PAGE = 4096
TEN_YEARS = ("2016-03-12T09:00:00Z", "2036-03-12T09:00:00Z", "2026-03-12T09:00:00Z")

Lines = list[list[str]]


def run(scale: Scale) -> Iterator[Figure]:
    """Size: rounds of each."""
    rounds: dict[str, Callable[[Path, int], list[str]]] = {
        "a read-only folder": _read_only,
        "no home folder": _no_home,
        "a clock ten years off": _clock,
    }
    if may_mount(scale.folder):
        rounds["a full disk"] = _full_disk
    else:
        yield Figure("R23", "a full disk: not tried, mounting one needs root (`faults` tries ENOSPC)", kept=True)
    for name, attempt in rounds.items():
        wrong = []
        for number in range(scale.size):
            wrong += attempt(scale.folder / f"{name.replace(' ', '-')}-{number}", number)
        yield none_of("R23", len(wrong), "traces, wrong exit codes or losses", f"{scale.size} rounds with {name}")
        yield from (Figure("R23", line, kept=False) for line in wrong[:10])


def _read_only(home: Path, _number: int) -> list[str]:
    said = ask(partial(prepare, home))
    folders = [home, *(path for path in home.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o500)
    answers = [lore(words, home, weak=True) for words in (*WRITES, *READS)]
    outside = [lore(words, home / "inside" / "new", weak=True) for words in (WRITES[0], READS[0])]
    for folder in folders:
        folder.chmod(0o700)
    wrong = [str(answer) for answer in answers[: len(WRITES)] + outside if not answer.refused_plainly()]
    wrong += [str(answer) for answer in answers[len(WRITES) :] if answer.status and not answer.refused_plainly()]
    return [*wrong, *_lost(home, said)]


def _no_home(home: Path, _number: int) -> list[str]:
    home.mkdir()
    answers = [lore(words, home, {"LORE_HOME": "", **NO_HOME}) for words in (WRITES[0], READS[0])]
    return [str(answer) for answer in answers if not answer.refused_plainly()]


def _clock(home: Path, number: int) -> list[str]:
    """Work ten years ago, in ten years, and today again."""
    said = ask(partial(prepare, home))
    copies = {backup.name for backup in backups(home)}
    wrong, written = [], []
    for moment in TEN_YEARS:
        text = f"fact {number} of year {moment[:4]}"
        answer = lore(("add", text), home, {"LORE_NOW": moment})
        wrong += [str(answer)] if answer.status else []
        wrong += ask(partial(_work_at, moment, home, text))
        written.append(text)
    found = ask(partial(_texts, home))
    wrong += [f"{text} is lost" for text in written if text not in found]
    wrong += [f"the backup {name} is gone" for name in copies - {backup.name for backup in backups(home)}]
    return [*wrong, *_lost(home, said)]


def _work_at(moment: str, home: Path, text: str) -> list[str]:
    os.environ["LORE_NOW"] = moment
    with open_store(home) as store:
        undo_last(store)
        stayed = text in {fact.text for fact in store.facts.select()}
        redo_last(store)
        back_up_if_due(store)
        backup = make_backup(store, "asked")
        verify(home, backup.name)
        lost = not catch_up(store, None, wait_s=60)
    return [problem for problem, there in (("another change was undone", stayed), ("no index", lost)) if there]


def _full_disk(home: Path, number: int) -> list[str]:
    """Fill a small disk up to a few pages, write until it is full, make room again."""
    with _small_disk(home):
        said = ask(partial(prepare, home))
        filler = home / "filler"
        _fill_but(filler, number * PAGE)
        written: list[str] = []
        answer = lore(("add", "the first fact on a full disk"), home)
        while not answer.status:
            written.append(answer.words[1])
            answer = lore(("add", f"fact {len(written)} on a full disk"), home)
        refused = [answer, *(lore(words, home) for words in WRITES[:2])]
        read = lore(("facts",), home)
        filler.unlink()
        again = lore(("add", "there is space again"), home)
        wrong = [str(answer) for answer in refused if not answer.refused_plainly()]
        wrong += [str(answer) for answer in (read,) if answer.status and not answer.refused_plainly()]
        wrong += [str(answer) for answer in (again,) if answer.status]
        found = ask(partial(_texts, home))
        wrong += [f"{text} is lost" for text in written if text not in found]
        return [*wrong, *_lost(home, said)]


@contextmanager
def _small_disk(home: Path) -> Iterator[None]:
    home.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=700", "none", str(home)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(home)], check=True)


def may_mount(folder: Path) -> bool:
    """Whether this process may mount a disk of its own: as root, where that has the right to."""
    if os.geteuid() or not shutil.which("mount"):
        return False
    try:
        with _small_disk(folder / "tried"):
            return True
    except subprocess.CalledProcessError:
        return False


def _fill_but(path: Path, left: int) -> None:
    statvfs_result = os.statvfs(path.parent)
    path.write_bytes(b"x" * max(0, statvfs_result.f_bavail * statvfs_result.f_frsize - left))


def _lost(home: Path, said: Lines) -> list[str]:
    return [*ask(partial(soundness, home)).faults(), *ask(partial(acknowledged, home, said))]


def _texts(home: Path) -> set[str]:
    with open_store(home) as store:
        return {str(fact.text) for fact in store.facts.select()}
