"""What publishing would do to each file, worked out before anything is written."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from lore.files import Folder, blocks
from lore.model import Fact, Status
from lore.publish.accept import foreign
from lore.publish.markdown import as_typed, one_item
from lore.publish.targets.registry import TARGETS
from lore.publish.targets.target import Item, PublishTarget, listed_in
from lore.store import Store
from lore.text import shorten

_SHOWN = 60
"""Characters of a line that a message quotes."""


class FileAction(StrEnum):
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
    preamble: str = ""
    """What stands before the block in a file that is made for it."""
    others: tuple[str, ...] = ()
    """The other projects for which facts in its block are approved."""

    @property
    def step(self) -> FileAction:
        if self.before == self.after:
            return FileAction.KEEP
        if self.before is None:
            return FileAction.CREATE
        keeps_block = self.after is not None and blocks.find(self.after, self.name, self.path) is not None
        return FileAction.REMOVE if self.has_block and not keeps_block else FileAction.UPDATE

    @property
    def has_block(self) -> bool:
        """Whether the file holds the block now."""
        return self.before is not None and blocks.find(self.before, self.name, self.path) is not None

    def diff(self) -> Iterator[str]:
        """The change as lines of a unified diff."""
        return diff_of(self.path, self.before, self.after)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything one publish would do."""

    project: str
    targets: tuple[Target, ...]
    conventions: int
    """How many facts the files list, or would."""

    @property
    def changes(self) -> tuple[Target, ...]:
        return tuple(target for target in self.targets if target.step is not FileAction.KEEP)

    @property
    def others(self) -> tuple[str, ...]:
        """The other projects for which you approved what would go from the blocks: you say first what they are."""
        return tuple(dict.fromkeys(other for target in self.targets for other in target.others))

    @property
    def is_pointed_to(self) -> bool:
        """Whether a file that agents read by themselves points to the conventions, or none are published."""
        return not self.conventions or len({target.path for target in self.targets if target.after is not None}) > 1

    @property
    def drifted(self) -> tuple[Target, ...]:
        return tuple(target for target in self.targets if target.drift)


def plan(
    store: Store,
    folder: Folder,
    project: str,
    *,
    pointer: bool = False,
    targets: Sequence[PublishTarget] = TARGETS,
) -> Plan:
    """How the files of `folder` should look for what is approved now. `pointer` makes AGENTS.md where there is none.

    Without anything to publish the blocks go, and with them the files that were made for them.
    """
    files: dict[str, Target] = {}
    listed: set[str] = set()
    for target in targets:
        facts = target.applies(store, project)
        for path in target.paths(folder, create=bool(facts) and (pointer or target.lists)):
            if path not in files:  # by a link, a file may stand for another one that holds a block already
                files[path] = _with(store, project, target, path, folder.read(path), facts)
        listed |= {fact.id for fact in facts} if target.lists else set()
    return Plan(project, tuple(files.values()), len(listed))


def removal(store: Store, folder: Folder, project: str, targets: Sequence[PublishTarget] = TARGETS) -> Plan:
    """How the files would look without anything of Lore."""
    files: dict[str, Target] = {}
    for target in targets:
        for path in target.paths(folder, create=False):
            files.setdefault(path, _without(store, project, target, path, folder.read(path)))
    return Plan(project, tuple(files.values()), 0)


def _with(
    store: Store, project: str, target: PublishTarget, path: str, content: bytes | None, facts: Sequence[Fact]
) -> Target:
    if not facts:
        return _without(store, project, target, path, content)
    block = blocks.find(content, target.name, path) if content is not None else None
    text = target.render(store, project, facts, alone=content is None or (block is not None and block.made_file))
    if block is not None and not block.edited and block.body == text:
        return Target(path, target.name, content, content)
    after = blocks.with_block(content, target.name, text, path, preamble=target.preamble.encode())
    return _changed(store, project, target, block, Target(path, target.name, content, after))


def _without(store: Store, project: str, target: PublishTarget, path: str, content: bytes | None) -> Target:
    block = blocks.find(content, target.name, path) if content is not None else None
    if content is None or block is None:
        return Target(path, target.name, content, content)
    after = blocks.without(content, block, preamble=target.preamble.encode())
    return _changed(store, project, target, block, Target(path, target.name, content, after))


def _changed(store: Store, project: str, target: PublishTarget, block: blocks.Block | None, made: Target) -> Target:
    """The change of a file, with what a person must decide before."""
    if block is None:
        return replace(made, preamble=target.preamble)
    listed = listed_in(store, target, block.body)
    others = _others(store, project, listed)
    drift = f"its block lists what you approved for `{others[0]}`" if others else _drift(store, block, listed)
    return replace(made, drift=drift, preamble=target.preamble, others=others)


def _others(store: Store, project: str, listed: Sequence[Item]) -> tuple[str, ...]:
    """The other projects for which facts of a block are approved; what is shared belongs to none."""
    facts = store.facts.many([item.fact for item in listed if item.fact]) if project else ()
    return tuple(
        dict.fromkeys(
            fact.project
            for fact in facts
            if fact.project not in (None, project) and fact.approved_at and fact.status is Status.ACTIVE
        )
    )


def _drift(store: Store, block: blocks.Block, listed: Sequence[Item]) -> str | None:
    if block.edited:
        return "its block was edited by hand"
    strangers = foreign(store, listed)
    if strangers:
        return f"its block lists what another store published: {', '.join(strangers[:3])}"
    unwritten = _unwritten(store, listed)
    return f"its block says what this store never wrote: {shorten(unwritten[0], _SHOWN)}" if unwritten else None


def _unwritten(store: Store, listed: Sequence[Item]) -> list[str]:
    """The lines without an id, and those with words that their fact never had: anybody can write the right hash."""
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
