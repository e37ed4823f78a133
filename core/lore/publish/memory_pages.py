"""The pages of each project in Lore's own folder: kept up to date, and what somebody wrote into them is proposed."""

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
from lore.publish.targets.memory import FactSummary, HotMemory, Readable, readable
from lore.publish.targets.target import PublishTarget, listed_in
from lore.store import Store
from lore.text import text_hash

HOT = HotMemory()
PAGES: tuple[HotMemory | FactSummary, ...] = (HOT, FactSummary())
"""What is kept of each project, one file each."""
ACTOR = "sync"
OWNER_ONLY = 0o600
BY = "lore consolidate"
_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page of one project, as it should be."""

    path: Path
    text: str
    edited: bool
    """Whether somebody wrote into the file since."""
    is_current: bool


DuePage = tuple[HotMemory | FactSummary, KeptPage]
"""A page that is to be written, and what it is."""


def folder_of(home: Path, project: str) -> Path:
    """Where the pages of a project are kept. home: the data folder."""
    name = _PLAIN.sub("-", project).strip("-.")[-_LONGEST:]
    return paths.inside(paths.pages_folder(home), f"{name or 'project'}-{text_hash(project)[:8]}")


def page_of(
    store: Store, home: Path, project: str, target: HotMemory | FactSummary, among: Readable | None = None
) -> KeptPage:
    """One page of a project, whether it is written already or not. Writes nothing. among: what was read for others."""
    path = folder_of(home, project) / target.files[0]
    facts = target.chosen(store, among or readable(store, project))
    text = target.render(store, project, facts, alone=True)
    content = path.read_bytes() if path.is_file() else None
    block = blocks.find(content, target.name, path.name) if content is not None else None
    return KeptPage(path, text, block is not None and block.edited, block is not None and block.body == text)


def due_pages(store: Store, home: Path, project: str, among: Sequence[str] | None = None) -> list[DuePage]:
    """The pages of a project that are not as they should be. Writes nothing. among: as `readable` takes it."""
    known = readable(store, project, among)
    pages = [(target, page_of(store, home, project, target, known)) for target in PAGES]
    return [(target, page) for target, page in pages if page.edited or not page.is_current]


def keep_pages(store: Store, home: Path, project: str, due: Sequence[DuePage] | None = None) -> list[Path]:
    """Write the pages of a project that are not as they should be; returns them. due: those, where they are known.

    What somebody wrote into the hot memory is proposed first: it waits for a person, and is no fact before. A line that
    was taken out comes back as long as its fact is hot. Raises BadInput where the comments of a block are damaged.
    """
    where = folder_of(home, project)
    for one in (where.parent, where):
        one.mkdir(mode=0o700, exist_ok=True)
    folder, written = Folder(where), []
    for target, page in due_pages(store, home, project) if due is None else due:
        content = folder.read(target.files[0])
        if page.edited and content is not None and target is HOT:
            propose_edits(store, target, content, project)
        after = blocks.with_block(content, target.name, page.text, page.path.name, by=BY)
        folder.commit(folder.prepare(target.files[0], after, OWNER_ONLY))
        written.append(page.path)
    return written


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
