"""What settings of backups, the doctor and publishing change: each is done in a store, and what came of it returned."""

from collections.abc import Callable

from lore import actions
from lore.actions import Engine
from lore.files import Folder
from lore.handover import lines
from lore.publish import preview
from lore.store.local.backup import backups, is_due as backup_is_due, make_backup
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


def quiet(days: float, check: str = "captures") -> Callable[[Place], object]:
    def look(place: Place) -> object:
        place.said(1)
        place.later(days)
        return place.doctor(check)

    return look


def unconsolidated(facts: int) -> Callable[[Place], object]:
    def look(place: Place) -> object:
        for number in range(facts):
            save(place.store, f"The port of service {number} is {8000 + number}")
        place.later(3)
        return place.doctor("consolidation")

    return look


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
