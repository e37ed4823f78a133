"""What sessions, weeks and months came to, to look at."""

from dataclasses import dataclass
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import Limit, ProjectKey
from lore.actions.registry import Touches, action
from lore.errors import NeedsPerson
from lore.model import Digest, DigestSpan


@dataclass(frozen=True, slots=True)
class Digests:
    """Digests, newest first."""

    digests: tuple[Digest, ...]


@action("digest list", Touches.READS)
def list_digests(
    engine: Engine,
    *,
    span: Annotated[DigestSpan | None, "Only those of sessions, of weeks, or of months."] = None,
    project: ProjectKey = None,
    limit: Limit = None,
) -> Digests:
    """List digests of sessions, weeks and months, newest first."""
    return Digests(visibility.digests_seen(engine.store.digests.select(span, project=project, limit=limit)))


@action("digest show", Touches.READS)
def show_digest(engine: Engine, digest: Annotated[str, "The id of a digest, or of a session."]) -> Digest:
    """Show one digest with what each of its lines rests on. Raises NotFound."""
    rooms = engine.store.digests
    found = rooms.of_session(digest) or rooms.get(engine.store.names.find(digest))
    for shown in visibility.digests_seen([found]):
        return shown
    raise NeedsPerson(f"no person said what stands in `{digest}`, so no agent is shown it")
