"""Facts whose file, symbol or command is gone from the repository: no agent is given them until it is back.

Gone is only what was there when somebody looked before: a fact may speak of what is to be made. What was seen is kept
beside the indexes, and can be thrown away; then nothing is stale until it has been seen, and goes, again.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from lore import clock, paths, small_files
from lore.files.anchors import Anchor, AnchorKind, anchors_of, there
from lore.handover import places
from lore.model import Fact, Status
from lore.projects import project_of, repository_of
from lore.store import FactFilter, Store

MOST = 4_000
"""The newest facts of a project that are looked after."""
LATELY_MINUTES = 10
_AT, _SEEN, _GONE = "at", "seen", "gone"


@dataclass(frozen=True, slots=True)
class Stale:
    """A fact that names something that is gone."""

    fact: str
    gone: tuple[Anchor, ...]
    since: str
    """When the first of it was missed first."""

    @property
    def why(self) -> str:
        """What is gone, in words."""
        named = ", ".join(f"{one.kind.value} `{one.name}`" for one in self.gone)
        return f"{named} {'is' if len(self.gone) == 1 else 'are'} gone since {self.since[:10]}"


def look_after(store: Store, root: Path, project: str) -> list[Stale]:
    """Look in a repository for what the facts of its project name, and note what came and went. 2 s at most.

    root: the folder of the repository, which the caller knows to be the project's. Returns what is stale now.
    """
    facts = store.facts.select(FactFilter(statuses=(Status.ACTIVE,), projects=(project,)), limit=MOST)
    named = {fact.id: anchors_of(fact) for fact in facts}
    found = there(root, {one for anchors in named.values() for one in anchors})
    seen, gone = _kept(store, project)
    seen |= {_key(one) for one, is_there in found.items() if is_there}
    now = clock.now()
    missing = {_key(one) for one, is_there in found.items() if not is_there} & seen
    back = {_key(one) for one, is_there in found.items() if is_there}
    gone = {name: at for name, at in gone.items() if name not in back} | {
        name: gone.get(name, now) for name in sorted(missing)
    }
    small_files.write_if_possible(_file(store, project), {_AT: now, _SEEN: sorted(seen), _GONE: gone})
    stale = _stale(facts, gone)
    handed = Path(places.gone(str(store.folder), project))  # what hooks leave out
    if store.folder.is_dir() and (stale or handed.exists()):
        with suppress(OSError):  # as for the other file, which only saves work
            small_files.write(handed, {"facts": [one.fact for one in stale]})
    return stale


def look_after_folder(store: Store, folder: Path) -> None:
    """Do so in the repository around a folder that is known to be its project's, where nobody did lately.

    Raises BadInput where nobody can know which project it is.
    """
    root, project = known_repository(store, folder) or (None, "")
    if root is None:
        return
    looked = small_files.read(_file(store, project)).get(_AT)
    if not isinstance(looked, str) or looked <= clock.shifted(timedelta(minutes=-LATELY_MINUTES)):
        look_after(store, root, project)


def known_repository(store: Store, folder: Path) -> tuple[Path, str] | None:
    """The root and the project of the repository around a folder; None where there is none, or it only says so itself.

    Raises BadInput.
    """
    repository = repository_of(folder)
    if repository is None:
        return None
    project = project_of(folder, store.projects.all_known())
    return (repository.root, project.key) if store.roots.is_known(project) else None


def stale_among(store: Store, facts: Sequence[Fact]) -> dict[str, Stale]:
    """Those of these facts that were stale when somebody looked last, by id."""
    found: dict[str, Stale] = {}
    for project in {fact.project for fact in facts if fact.project}:
        gone = _kept(store, project)[1]
        if gone:
            found |= {one.fact: one for one in _stale([fact for fact in facts if fact.project == project], gone)}
    return found


def stale_facts(store: Store) -> list[str]:
    """The ids of all active facts that were stale when somebody looked last."""
    found: list[str] = []
    for project in sorted(filter(None, store.projects.keys_in_use())):
        if gone := _kept(store, project)[1]:
            facts = store.facts.select(FactFilter(statuses=(Status.ACTIVE,), projects=(project,)), limit=MOST)
            found += [one.fact for one in _stale(facts, gone)]
    return found


def _stale(facts: Iterable[Fact], gone: Mapping[str, str]) -> list[Stale]:
    found = []
    for fact in facts:
        missing = tuple(one for one in anchors_of(fact) if _key(one) in gone)
        if missing:
            found.append(Stale(fact.id, missing, min(gone[_key(one)] for one in missing)))
    return found


def _key(anchor: Anchor) -> str:
    return f"{anchor.kind.value} {anchor.name}"


def _file(store: Store, project: str) -> Path:
    name = hashlib.sha256(project.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return paths.index_folder(store.folder) / f"anchors-{name}.json"


def _kept(store: Store, project: str) -> tuple[set[str], dict[str, str]]:
    """What was seen, and what is gone with the time; names as `file src/app.py`."""
    values = small_files.read(_file(store, project))
    seen, gone = values.get(_SEEN), values.get(_GONE)
    kinds = tuple(f"{kind.value} " for kind in AnchorKind)
    known = {one for one in seen if isinstance(one, str) and one.startswith(kinds)} if isinstance(seen, list) else set()
    times = gone.items() if isinstance(gone, dict) else ()
    return known, {name: at for name, at in times if isinstance(name, str) and isinstance(at, str)}
