"""The room of digests, as a protocol. `lore.store.rooms` holds the others."""

from collections.abc import Sequence
from typing import Protocol

from lore.model import Digest, DigestSpan
from lore.store.records import Undigested
from lore.store.rooms import W_contra


class Digests(Protocol[W_contra]):
    """What sessions, weeks and months came to."""

    def get(self, digest_id: str) -> Digest: ...

    def many(self, ids: Sequence[str]) -> list[Digest]: ...

    def select(
        self, span: DigestSpan | None = None, *, project: str | None = None, limit: int | None = None
    ) -> list[Digest]: ...

    def of_session(self, session: str) -> Digest | None: ...

    def undigested(self, before: str) -> list[Undigested]: ...

    def add(self, transaction: W_contra, digest: Digest) -> Digest: ...

    def update(self, transaction: W_contra, digest_id: str, *, action: str = ..., **fields: object) -> None: ...

    def remove(self, transaction: W_contra, digest_id: str) -> None: ...
