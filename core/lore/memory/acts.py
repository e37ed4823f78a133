"""What a recorded change is called in a sentence: "the archiving of “Use pnpm”", "the approval of 3 proposals"."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from lore.model import AuditEvent
from lore.paths import shown
from lore.store import FILES
from lore.text import shorten

LISTED = 3
"""Files that are named."""
TITLE = 40
"""Characters of a text that name it."""
_NAMES: Mapping[str, str] = {
    "fact.add": "adding",
    "fact.edit": "edit",
    "fact.archive": "archiving",
    "fact.restore": "restoring",
    "fact.pin": "pinning",
    "fact.unpin": "unpinning",
    "fact.supersede": "replacement",
    "fact.reinforce": "reinforcement",
    "fact.consolidate": "consolidation",
    "fact.approve": "approval",
    "fact.reject": "rejection",
    "candidate.add": "proposal",
    "candidate.approve": "approval",
    "candidate.reject": "rejection",
    "candidate.edit": "rewording",
    "candidate.merge": "merging",
    "candidate.snooze": "snoozing",
    "candidate.scope": "new scope",
    "candidate.wake": "return",
    "collection.add": "adding",
    "collection.remove": "removal",
    "publish.write": "publishing",
    "publish.remove": "removal",
    "memory_file.compress": "compression",
    "project.add": "adding",
    "project.edit": "change",
    "setting.add": "change",
    "setting.edit": "change",
    "store.restore": "restored backup",
}
_THINGS: Mapping[str, str] = {
    "file": "published file",
    "memory_file": "memory file",
    "candidates": "proposal",
    "facts": "fact",
    "collections": "collection",
    "projects": "project",
    "settings": "setting",
    "store": "store",
}
"""The tables in the order in which they tell most about what was done, each with the name of one thing of it."""
_CAPTURED = frozenset({"turns", "events", "sources", "sessions"})


def act_of(events: Sequence[AuditEvent]) -> str:
    """What these events of one unit or run did, in words that follow "undo the"."""
    if any(event.table in _CAPTURED for event in events):
        return f"capture of {_counted(sum(event.table == 'sessions' for event in events), 'session')}"
    table = next((name for name in _THINGS if any(event.table == name for event in events)), events[0].table)
    about = [event for event in events if event.table == table]
    action = about[0].action.rpartition(" ")[2]
    name = _NAMES.get(action, action.replace(".", " "))
    targets = dict.fromkeys(event.target for event in about)
    if len(targets) == 1 and table not in FILES:
        return f"{name} of {_title(about[0])}"
    if table in FILES:
        return f"{name} of {_listed([_file(event) for event in about])}"
    return f"{name} of {_counted(len(targets), _THINGS.get(table, 'row'))}"


def _title(event: AuditEvent) -> str:
    state = event.after or event.before or {}
    text = state.get("text") or (state.get("name") if event.table == "collections" else None)
    return f"“{shorten(str(text), TITLE)}”" if text else event.target


def _file(event: AuditEvent) -> str:
    state = event.after or event.before or {}
    return shown(Path(str(state.get("root", ""))) / event.target)


def _listed(names: Sequence[str]) -> str:
    first = list(dict.fromkeys(names))
    more = len(first) - LISTED
    return ", ".join(first[:LISTED]) + (f" and {more} more" if more > 0 else "")


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
