"""MEMORY.md of each project in Lore's own folder: kept up to date, and what somebody wrote into it is proposed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore import paths
from lore.config import AGENT_SAID, in_force
from lore.files import Folder, blocks
from lore.intake import clean
from lore.memory import may_propose, propose, remember
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role, Status
from lore.publish.markdown import as_typed, one_item
from lore.publish.targets.memory import HotMemory, readable
from lore.publish.targets.target import PublishTarget, listed_in
from lore.store import Store
from lore.text import text_hash

HOT = HotMemory()
_FORMER = "FACTS.md"
"""What was kept beside it once; it goes where the page is written."""
ACTOR = "sync"
OWNER_ONLY = 0o600
BY = "lore consolidate"
_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class KeptPage:
    """MEMORY.md of one project, as it should be."""

    path: Path
    text: str
    edited: bool
    """Whether somebody wrote into the file since."""
    is_current: bool


def folder_of(home: Path, project: str) -> Path:
    """Where MEMORY.md of a project is kept. home: the data folder."""
    name = _PLAIN.sub("-", project).strip("-.")[-_LONGEST:]
    return paths.inside(paths.pages_folder(home), f"{name or 'project'}-{text_hash(project)[:8]}")


def page_of(store: Store, home: Path, project: str, among: Sequence[str] | None = None) -> KeptPage:
    """MEMORY.md of a project, whether it is written already or not. Writes nothing. among: as `readable` takes it."""
    path = folder_of(home, project) / HOT.files[0]
    text = HOT.render(store, project, HOT.chosen(store, readable(store, project, among)), alone=True)
    content = path.read_bytes() if path.is_file() else None
    block = blocks.find(content, HOT.name, path.name) if content is not None else None
    return KeptPage(path, text, block is not None and block.edited, block is not None and block.body == text)


def keep_page(store: Store, home: Path, project: str, among: Sequence[str] | None = None) -> bool:
    """Write MEMORY.md of a project where it is not as it should be; returns whether. among: as `readable` takes it.

    What somebody wrote into it is proposed first: it waits for a person, and is no fact before. A line that was taken
    out comes back as long as its fact is hot. Raises BadInput where the comments of a block are damaged.
    """
    page = page_of(store, home, project, among)
    if page.is_current and not page.edited:
        return False
    where = page.path.parent
    for one in (where.parent, where):
        one.mkdir(mode=0o700, exist_ok=True)
    folder = Folder(where)
    content = folder.read(page.path.name)
    if page.edited and content is not None:
        propose_edits(store, HOT, content, project)
    after = blocks.with_block(content, HOT.name, page.text, page.path.name, by=BY)
    folder.commit(folder.prepare(page.path.name, after, OWNER_ONLY))
    (where / _FORMER).unlink(missing_ok=True)
    return True


def propose_edits(store: Store, target: PublishTarget, content: bytes, project: str) -> list[str]:
    """Propose each line of a block that says what its fact does not; returns the ids of the proposals."""
    found = []
    for words, replaces in _edits(store, target, content):
        quote = Evidence(words, role=Role.FILE, source_id=target.files[0])
        confidence = in_force(store)[AGENT_SAID]
        fact = Fact(
            "", words, Kind.NOTE, layer=Layer.USER_PROJECT, project=project, confidence=confidence, tainted=True
        )
        with store.write(ACTOR) as transaction:
            kept = remember(store, transaction, fact, [quote]).fact
            if may_propose(store, kept):
                because = f"somebody wrote it into {target.files[0]}"
                found.append(propose(store, transaction, kept, because=because, replaces=replaces).id)
    return found


def _edits(store: Store, target: PublishTarget, content: bytes) -> Iterator[tuple[Clean, str | None]]:
    """The new words of a block, each with the fact whose words they take the place of."""
    block = blocks.find(content, target.name, target.files[0])
    listed = listed_in(store, target, block.body) if block is not None else ()
    known = {fact.id: fact for fact in store.facts.many([item.fact for item in listed if item.fact])}
    for item in listed:
        fact = known.get(item.fact or "")
        words = Clean(clean(item.words).strip())
        if words and (fact is None or item.words != as_typed(one_item(fact.text))):
            yield words, fact.id if fact and fact.status is Status.ACTIVE else None


def projects_with_pages(store: Store) -> Sequence[str]:
    """The projects that have facts in force."""
    return [key for key, facts in sorted(store.projects.keys_in_use().items()) if facts]
