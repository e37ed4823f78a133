"""Taking hand edits of a published block into the store: the file is then the wanted state."""

from collections.abc import Mapping
from dataclasses import dataclass

from lore import clock
from lore.intake import clean
from lore.memory.strength import APPROVED
from lore.model import Clean, Evidence, Fact, Kind, Role, Status, Tier
from lore.publish import blocks, conventions
from lore.publish.conventions import Item
from lore.publish.files import Folder
from lore.publish.markdown import as_typed, one_item
from lore.store import Change, Store


@dataclass(frozen=True, slots=True)
class Accepted:
    """How many conventions changed their words, came and went."""

    edited: int
    added: int
    archived: int


def accept(store: Store, change: Change, folder: Folder, project: str) -> Accepted:
    """Bring the approved conventions to what the block lists.

    Other words edit a convention, a missing line archives it, a line without an id or with the id of another store
    becomes a convention: who accepts the edit approves it.
    """
    path = folder.resolve(conventions.FILE)
    content = folder.read(path)
    block = blocks.find(content, conventions.NAME, path) if content is not None else None
    if block is None:
        return Accepted(0, 0, 0)
    published = last_published(store, path)
    listed = conventions.items(block.body)
    edited = added = 0
    for item in listed:
        known = store.facts.many([item.fact])[:1] if item.fact else []
        if known:
            edited += _edit(store, change, known[0], item, published)
        else:
            _add(store, change, item, path, project)
            added += 1
    gone = set(published) - {item.fact for item in listed}
    archived = [fact for fact in store.facts.many(sorted(gone)) if fact.status is Status.ACTIVE]
    for fact in archived:
        store.facts.update(change, fact.id, action="fact.archive", status=Status.ARCHIVED)
    return Accepted(edited, added, len(archived))


def last_published(store: Store, path: str) -> Mapping[str, str]:
    """The words of each convention as this store last wrote them into the file, by fact."""
    for event in store.audit.select(action="publish", target=path, limit=1):
        content = str((event.after or {}).get("block", "")).encode("utf-8", "surrogateescape")
        block = blocks.find(content, conventions.NAME, path)
        if block is not None:
            return {item.fact: item.words for item in conventions.items(block.body) if item.fact}
    return {}


def foreign(store: Store, body: str) -> list[str]:
    """The ids in a body that this store has never seen: somebody else published them."""
    listed = [item.fact for item in conventions.items(body) if item.fact]
    known = {fact.id for fact in store.facts.many(listed)}
    return [name for name in listed if name not in known]


def _edit(store: Store, change: Change, fact: Fact, item: Item, published: Mapping[str, str]) -> int:
    before = published.get(fact.id, as_typed(one_item(fact.text)))
    words = clean(item.words).strip()
    if item.words == before or not words:
        return 0
    store.facts.update(change, fact.id, action="fact.edit", text=words)
    return 1


def _add(store: Store, change: Change, item: Item, path: str, project: str) -> Fact:
    words = Clean(clean(item.words).strip())
    now = clock.now()
    fact = Fact(
        id=item.fact or "",
        text=words,
        kind=Kind.CONVENTION,
        tier=Tier.SEMANTIC,
        project=project,
        confidence=APPROVED,
        approved_at=now,
    )
    added = store.facts.add(change, fact)
    evidence = Evidence(words, role=Role.USER, source_id=path, at=now)
    store.facts.add_evidence(change, added.id, evidence)
    return added
