"""What publishing would do to each file, worked out before anything is written."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lore.files import Folder, blocks
from lore.model import Fact
from lore.publish import conventions
from lore.publish.accept import foreign
from lore.publish.markdown import as_typed, one_item
from lore.store import Store
from lore.text import shorten

_SHOWN = 60
"""Characters of a line that a message quotes."""


class Step(StrEnum):
    """What would happen to a file."""

    CREATE = "create"
    UPDATE = "update"
    REMOVE = "remove"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Target:
    """A file with a managed block: how it is, and how it would be."""

    path: str
    """Relative to the root, links resolved."""
    name: str
    """The block's name."""
    before: bytes | None
    after: bytes | None
    """None: no such file."""
    drift: str | None = None
    """Why a person must decide before it is written: what the block holds was not put there by this store."""

    @property
    def step(self) -> Step:
        if self.before == self.after:
            return Step.KEEP
        if self.before is None:
            return Step.CREATE
        had_block = blocks.find(self.before, self.name, self.path) is not None
        keeps_block = self.after is not None and blocks.find(self.after, self.name, self.path) is not None
        return Step.REMOVE if had_block and not keeps_block else Step.UPDATE

    def diff(self) -> Iterator[str]:
        """The change as lines of a unified diff."""
        return diff_of(self.path, self.before, self.after)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything one publish would do."""

    project: str
    targets: tuple[Target, ...]
    conventions: int

    @property
    def changes(self) -> tuple[Target, ...]:
        return tuple(target for target in self.targets if target.step is not Step.KEEP)

    @property
    def drifted(self) -> tuple[Target, ...]:
        return tuple(target for target in self.targets if target.drift)


def plan(store: Store, folder: Folder, project: str, *, pointer: bool = False) -> Plan:
    """How the files of `folder` should look for what is approved now. `pointer` makes AGENTS.md where there is none.

    Without any convention the blocks go, and with them the files that were made for them.
    """
    facts = conventions.approved(store, project)
    targets = []
    path = folder.resolve(conventions.FILE)
    content = folder.read(path)
    if facts:
        title = content is None or _made_by_us(content, path)
        text = conventions.body(store, facts, title=title)
        targets.append(_with(store, path, content, conventions.NAME, text))
    else:
        targets.append(_without(store, path, content, conventions.NAME))
    for pointing in _pointing_files(folder, create=pointer and bool(facts)):
        content = folder.read(pointing)
        if facts:
            targets.append(_with(store, pointing, content, conventions.POINTER_NAME, conventions.POINTER))
        else:
            targets.append(_without(store, pointing, content, conventions.POINTER_NAME))
    return Plan(project, tuple(targets), len(facts))


def removal(store: Store, folder: Folder, project: str) -> Plan:
    """How the files would look without anything of Lore."""
    targets = []
    for name, path in (
        (conventions.NAME, folder.resolve(conventions.FILE)),
        *((conventions.POINTER_NAME, path) for path in _pointing_files(folder, create=False)),
    ):
        targets.append(_without(store, path, folder.read(path), name))
    return Plan(project, tuple(targets), 0)


def _pointing_files(folder: Folder, *, create: bool) -> list[str]:
    """The files that get a line pointing to the conventions; two names of one file count once."""
    resolved = [folder.resolve(name) for name in conventions.POINTER_FILES]
    there = [path for path in dict.fromkeys(resolved) if folder.read(path) is not None]
    return there or (resolved[:1] if create else [])


def _with(store: Store, path: str, content: bytes | None, name: str, text: str) -> Target:
    block = blocks.find(content, name, path) if content is not None else None
    if block is not None and not block.edited and block.body == text:
        return Target(path, name, content, content)
    return Target(path, name, content, blocks.with_block(content, name, text, path), _drift(store, block))


def _without(store: Store, path: str, content: bytes | None, name: str) -> Target:
    block = blocks.find(content, name, path) if content is not None else None
    if content is None or block is None:
        return Target(path, name, content, content)
    return Target(path, name, content, blocks.without(content, block), _drift(store, block))


def _drift(store: Store, block: blocks.Block | None) -> str | None:
    if block is None:
        return None
    if block.edited:
        return "its block was edited by hand"
    strangers = foreign(store, block.body)
    if strangers:
        return f"its block lists what another store published: {', '.join(strangers[:3])}"
    unwritten = _unwritten(store, block.body)
    return f"its block says what this store never wrote: {shorten(unwritten[0], _SHOWN)}" if unwritten else None


def _unwritten(store: Store, body: str) -> list[str]:
    """The lines without an id, and those with words that their fact never had: anybody can write the right hash."""
    listed = conventions.listed(store, body)
    known = {fact.id: fact for fact in store.facts.many([item.fact for item in listed if item.fact])}
    return [
        item.words
        for item in listed
        if item.fact is None or (item.fact in known and item.words not in _wordings(store, known[item.fact]))
    ]


def _wordings(store: Store, fact: Fact) -> set[str]:
    """The words that a fact has or had, as they stand in a file."""
    former = [(event.after or {}).get("text") for event in store.audit.select(subject=fact.id)]
    return {as_typed(one_item(text)) for text in (fact.text, *former) if isinstance(text, str)}


def _made_by_us(content: bytes, path: str) -> bool:
    block = blocks.find(content, conventions.NAME, path)
    return block is not None and block.made_file


def diff_of(path: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    """The change of a file as lines of a unified diff; None: no such file."""
    yield from difflib.unified_diff(
        _lines(before),
        _lines(after),
        "/dev/null" if before is None else f"a/{path}",
        "/dev/null" if after is None else f"b/{path}",
        lineterm="",
    )


def _lines(content: bytes | None) -> list[str]:
    return [] if content is None else content.decode("utf-8", "replace").splitlines()
