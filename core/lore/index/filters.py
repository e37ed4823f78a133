"""What a search may be narrowed by. The indexes apply it before they score; the engine checks it again on the row."""

from dataclasses import dataclass

from lore.model import Passage, PassageType


@dataclass(frozen=True, slots=True)
class PassageFilter:
    """Empty tuples and None do not narrow; of several values of one field, one has to hold."""

    ids: tuple[str, ...] = ()
    not_ids: tuple[str, ...] = ()
    types: tuple[PassageType, ...] = ()
    kinds: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    projects: tuple[str | None, ...] = ()
    """A None stands for passages of no project."""
    sessions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    """Whole paths or their ends: `store/sqlite/facts.py` finds `core/lore/store/sqlite/facts.py`."""
    tainted: bool | None = None
    pinned: bool | None = None
    after: str | None = None
    before: str | None = None
    happened_after: str | None = None
    happened_before: str | None = None

    def matches(self, passage: Passage) -> bool:
        """Whether a passage passes."""
        return (
            _one_of(passage.id, self.ids)
            and passage.id not in self.not_ids
            and _one_of(passage.type, self.types)
            and _one_of(passage.kind, self.kinds)
            and _one_of(passage.layer, self.layers)
            and _one_of(passage.status, self.statuses)
            and _one_of(passage.project, self.projects)
            and _one_of(passage.session, self.sessions)
            and _one_of(passage.role, self.roles)
            and _one_of(passage.agent, self.agents)
            and (not self.tags or bool(folded(passage.tags) & folded(self.tags)))
            and (not self.files or any(is_end_of(end, path) for end in self.files for path in passage.files))
            and self.tainted in (None, passage.tainted)
            and self.pinned in (None, passage.pinned)
            and _between(passage.at, self.after, self.before)
            and _between(passage.happened_at, self.happened_after, self.happened_before)
        )


def folded(values: tuple[str, ...]) -> set[str]:
    """Tags as they are compared."""
    return {value.casefold() for value in values}


def path_ends(path: str) -> list[str]:
    """Everything a path may be named by: itself and each end of it that starts at a folder or file name."""
    parts = path.casefold().replace("\\", "/").strip("/").split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]


def is_end_of(end: str, path: str) -> bool:
    """Whether a path may be named so."""
    return path_ends(end)[0] in path_ends(path)


def _one_of(value: object, wanted: tuple[object, ...]) -> bool:
    return not wanted or value in wanted


def _between(at: str | None, after: str | None, before: str | None) -> bool:
    if after is None and before is None:
        return True
    return at is not None and (after is None or at >= after) and (before is None or at < before)
