"""What settings of backups, the doctor and publishing change: each is done in a store, and what came of it returned."""

import os
import time
from collections.abc import Callable

from lore import actions, library, paths
from lore.actions import Engine
from lore.files import Folder
from lore.handover import lines
from lore.memory.editing import propose
from lore.model import Clean, Role, Session, Turn
from lore.publish import preview
from lore.store.local.backup import backups, is_due as backup_is_due, make_backup
from lore.store.sqlite.locks import file_lock
from support.places import Place
from support.searching import save

WEB = "github.com/me/web"


def backup_due(minutes: float) -> Callable[[Place], object]:
    def look(place: Place) -> object:
        save(place.store, "Ports")
        place.later(minutes / (24 * 60))
        return backup_is_due(place.store)

    return look


def kept(*days: float) -> Callable[[Place], object]:
    def look(place: Place) -> object:
        save(place.store, "Ports")
        for gap in days:
            make_backup(place.store, "asked")
            place.later(gap)
        make_backup(place.store, "asked")
        return len(backups(place.store.folder))

    return look


def quiet(days: float, check: str = "last-fact") -> Callable[[Place], object]:
    def look(place: Place) -> object:
        place.said(1)
        place.later(days)
        return place.doctor(check)

    return look


def waiting(place: Place) -> object:
    propose(place.store, save(place.store, "Squash before merging").id)
    place.later(10)
    return place.doctor("queue")


def tainted(place: Place) -> object:
    save(place.store, "Squash before merging", tainted=True)
    place.later(20)
    return place.doctor("tainted")


def unconsolidated(facts: int) -> Callable[[Place], object]:
    def look(place: Place) -> object:
        for number in range(facts):
            save(place.store, f"The port of service {number} is {8000 + number}")
        place.later(3)
        return place.doctor("consolidation")

    return look


def told(place: Place) -> object:
    with place.store.write("hook") as transaction:
        place.store.sessions.put(transaction, Session("s1", "claude-code", started_at="2026-03-11T06:00:00Z"))
        turn = Turn("s1", "m1", Role.ASSISTANT, Clean("Done."), "2026-03-11T06:00:00Z")
        place.store.sessions.add_turns(transaction, "s1", [turn])
    return place.doctor("narratives")


def scheduled(place: Place) -> object:
    with place.store.write("consolidation") as transaction:
        place.store.runs.start(transaction, "night")
    place.later(2)
    return place.doctor("schedule")


def locked(place: Place) -> object:
    lock = paths.docs_lock(place.store.folder)
    with file_lock(lock, budget_s=0):
        os.utime(lock, (time.time() - 180, time.time() - 180))
        return place.doctor("locks")


def parts(place: Place) -> object:
    folder = place.folder / "docs"
    folder.mkdir()
    (folder / "log.md").write_text("".join(f"# Part {n}\n\n{'A line. ' * 60}\n\n" for n in range(9)))
    library.sync(place.store, library.add(place.store, folder, library.Settings()))
    return place.doctor("chunks")


def prompted(place: Place) -> object:
    lines.append(
        str(place.store.folder),
        "s1",
        {"agent": "qwen-code", "session": "s1", "means": "prompt", "typed": True, "prompt": "Always use tabs."},
    )
    actions.drain_hooks(Engine(place.store))
    return [turn.role for turn in place.store.sessions.turns("s1")]


def published(place: Place) -> object:
    place.approved()
    root = place.folder / "web"
    root.mkdir()
    return [target.path for target in preview(place.store, Folder(root), WEB).targets]
