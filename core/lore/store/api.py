"""The face of a memory, as protocols: what the rooms above rest on, and what another backend has to keep.

A memory has rooms that speak the domain (`lore.store.rooms`). They read at once, and write inside
`with memory.write(who) as transaction`, which is one transaction and one undo unit.
"""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from lore.presence import Person
from lore.store.digests import Digests
from lore.store.records import Announcement
from lore.store.rooms import (
    Audit,
    Candidates,
    Documents,
    Facts,
    Names,
    Passages,
    Projects,
    Roots,
    Runs,
    Sessions,
    Settings,
    Sources,
    Vectors,
    W,
)
from lore.store.uses import Accesses


class Memory(Protocol[W]):
    """What can be remembered, wherever it is kept."""

    @property
    def facts(self) -> Facts[W]: ...

    @property
    def candidates(self) -> Candidates[W]: ...

    @property
    def sessions(self) -> Sessions[W]: ...

    @property
    def sources(self) -> Sources[W]: ...

    @property
    def documents(self) -> Documents[W]: ...

    @property
    def digests(self) -> Digests[W]: ...

    @property
    def projects(self) -> Projects[W]: ...

    @property
    def settings(self) -> Settings[W]: ...

    @property
    def roots(self) -> Roots[W]: ...

    @property
    def audit(self) -> Audit: ...

    @property
    def runs(self) -> Runs[W]: ...

    @property
    def names(self) -> Names[W]: ...

    @property
    def passages(self) -> Passages: ...

    @property
    def vectors(self) -> Vectors: ...

    @property
    def accesses(self) -> Accesses: ...

    def write(self, who: str | Person, run: str | None = None) -> AbstractContextManager[W]:
        """One transaction and one undo unit. Nothing is written when the body raises. Raises Busy, NeedsPerson."""
        ...

    def changes_since(self, cursor: int, limit: int) -> list[Announcement]:
        """What passages changed, appeared or went after a cursor (0: ever), oldest first, at most `limit`."""
        ...

    def cursor(self) -> int:
        """What `changes_since` would go on from after everything that was announced until now."""
        ...

    def close(self) -> None: ...


class LocalStore(Memory[W], Protocol[W]):
    """A memory in a folder of this machine, which can be copied, replaced and cleaned as a whole."""

    @property
    def folder(self) -> Path: ...

    def exclusive(self) -> AbstractContextManager[None]:
        """No other process writes during the body, nor may `write` be called in it. Raises Busy."""
        ...

    def drain_spool(self) -> int:
        """Take over the lines that other processes had to leave. Returns their number. Raises Busy, StoreError."""
        ...

    def generation(self) -> int:
        """Counts how often the store went back to a copy: an index of another generation must be made anew."""
        ...

    def copy_into(self, target: Path) -> None:
        """Write a compact copy into an empty file. Raises StoreError."""
        ...

    def overwrite_from(self, source: Path) -> None:
        """Replace the whole content by that of a checked copy, as one write. Raises Busy, StoreError."""
        ...

    def scrub(self) -> None:
        """Rewrite the file so that nothing that was purged is left in it or its log. Raises Busy."""
        ...
