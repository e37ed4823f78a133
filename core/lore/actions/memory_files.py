"""Memories as files below `/memories`, for models that know Anthropic's memory tool. What they write is proposed.

There are no files: a fact that agents may be given is one, named by its id, and what a model wrote is one, named as it
named it. So a path can neither leave the store nor follow a link.
"""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from lore.actions import editing, memory_texts as texts, visibility
from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.brief import brief
from lore.errors import BadInput, Conflict, NeedsPerson, UsageError
from lore.intake import clean
from lore.memory import beside_sentences, is_worded
from lore.model import Candidate, CandidateStatus, Fact, Kind, Layer, Status
from lore.presence import AGENT, UNKNOWN, agent_here, asked_by_agent
from lore.store import FactFilter

MOST = 200
"""Facts that are files of their own, the newest; a search finds the others."""
LONGEST = 50_000
"""Characters of a file."""
FACTS, INDEX = "facts", "index.md"
_TAG = "memories/"
"""What the tag begins with that names the file of a fact."""
_WAITS = "it waits for a person's approval"


class Command(StrEnum):
    """What the tool can be asked for."""

    VIEW = "view"
    CREATE = "create"
    STR_REPLACE = "str_replace"
    INSERT = "insert"
    DELETE = "delete"
    RENAME = "rename"


@dataclass(frozen=True, slots=True)
class MemoryAnswer:
    """What the tool answers."""

    text: str
    """In the words of the contract; a line in brackets below it is Lore's own."""
    path: str
    version: int | None = None
    """Of the file as it is now, which grows with each change; None for a folder, the index, and what is gone."""
    sha256: str | None = None
    """Of its content."""
    candidate: str | None = None
    """What waits in the review queue now."""


@dataclass(frozen=True, slots=True)
class _File:
    """One memory as a file."""

    parts: tuple[str, ...]
    text: str
    fact: Fact | None
    """None for the index."""

    @property
    def owned(self) -> bool:
        """Whether a model wrote it, and no person has decided on it."""
        return self.fact is not None and self.parts[0] != FACTS and self.fact.tainted

    @property
    def path(self) -> str:
        return "/".join((texts.ROOT, *self.parts))

    @property
    def sha256(self) -> str:
        return _hash(self.text)


@action("memory file", Touches.WRITES)
def memory_file(
    engine: Engine,
    command: Annotated[Command, "What to do."],
    *,
    path: Annotated[str, "The file or folder, below `/memories`."] = "",
    view_range: Annotated[Sequence[int] | None, "The first and the last line to show; -1 for the end."] = None,
    file_text: Annotated[str, "The content of a new file."] = "",
    old_str: Annotated[str, "What stands there once."] = "",
    new_str: Annotated[str, "What shall stand there instead."] = "",
    insert_line: Annotated[int, "After which line, from 0."] = 0,
    insert_text: Annotated[str, "What is put in."] = "",
    old_path: Annotated[str, "The file to rename."] = "",
    new_path: Annotated[str, "Its new name."] = "",
    if_sha256: Annotated[str | None, "The hash of the content that you saw: refused where it changed since."] = None,
) -> MemoryAnswer:
    """Work on memories as files, in the words of Anthropic's memory tool; whatever it writes waits for a person.

    Raises BadInput, NotFound with the tool's own sentence, Conflict where the content changed, NeedsPerson for what
    only a person may do.
    """
    with _as_agent():
        files = _Files(engine, if_sha256)
        match command:
            case Command.VIEW:
                return files.view(path, view_range)
            case Command.CREATE:
                return files.create(path, file_text)
            case Command.STR_REPLACE:
                return files.str_replace(path, old_str, new_str)
            case Command.INSERT:
                return files.insert(path, insert_line, insert_text)
            case Command.DELETE:
                return files.delete(path)
            case Command.RENAME:
                return files.rename(old_path or path, new_path)


class _Files:
    """The files of one project, for one command."""

    def __init__(self, engine: Engine, if_sha256: str | None) -> None:
        self._engine, self._if_sha256 = engine, if_sha256
        self._project = engine.project

    def view(self, path: str, view_range: Sequence[int] | None) -> MemoryAnswer:
        parts = texts.parts_of(path)
        files = self._all()
        if parts in files:
            one = files[parts]
            text = texts.shown(path, one.text, view_range)
            return self._told(one, f"{text}\n({_WAITS}: an agent wrote it)" if one.owned else text)
        if parts and not any(name[: len(parts)] == parts for name in files):
            raise texts.missing(path)
        sizes = {name: len(one.text.encode()) for name, one in files.items()}
        return MemoryAnswer(texts.listed(path.rstrip("/"), sizes, parts), path)

    def create(self, path: str, text: str) -> MemoryAnswer:
        parts = self._new_name(path, "File {} already exists")
        self._written(text)
        fact = self._save(text, Kind.NOTE, tags=(_TAG + "/".join(parts),))
        candidate = self._propose(fact, f"a file of an agent, `{path}`")
        return self._changed(_File(parts, fact.text, fact), f"File created successfully at: {path}", candidate)

    def str_replace(self, path: str, old: str, new: str) -> MemoryAnswer:
        one = self._one(path)
        changed, said = texts.replaced(path, one.text, old, new)
        return self._rewritten(one, changed, said)

    def insert(self, path: str, line: int, added: str) -> MemoryAnswer:
        one = self._one(path)
        return self._rewritten(one, texts.inserted(one.text, line, added), f"The file {path} has been edited.")

    def delete(self, path: str) -> MemoryAnswer:
        parts = texts.parts_of(path)
        if not parts:
            raise BadInput("Cannot delete the /memories directory itself")
        found = [one for name, one in self._all().items() if name[: len(parts)] == parts]
        if not found:
            raise texts.gone(path)
        for one in found:
            self._check(one)
            self._refuse_persons(one, "delete")
        gone = [one.fact.id for one in found if one.fact]
        editing.archive(self._engine, gone)
        self._withdraw(gone)
        return MemoryAnswer(f"Successfully deleted {path}", path)

    def rename(self, old_path: str, new_path: str) -> MemoryAnswer:
        parts = texts.parts_of(old_path)
        if not parts:
            raise BadInput("Cannot rename the /memories directory itself")
        new = self._new_name(new_path, "The destination {} already exists")
        found = [one for name, one in self._all().items() if name[: len(parts)] == parts]
        if not found:
            raise texts.gone(old_path)
        for one in found:
            self._check(one)
            self._refuse_persons(one, "rename")
        for one in found:
            assert one.fact is not None  # the index is a person's
            tag = _TAG + "/".join((*new, *one.parts[len(parts) :]))
            kept = [name for name in one.fact.tags if not name.startswith(_TAG)]
            editing.edit(self._engine, one.fact.id, tags=[*kept, tag])
        return MemoryAnswer(f"Successfully renamed {old_path} to {new_path}", new_path)

    def _all(self) -> Mapping[tuple[str, ...], _File]:
        """Every file in scope by the parts of its path: the newest facts, what models wrote, and the index of both."""
        rooms, scope = self._engine.store.facts, (self._project, None)
        files: dict[tuple[str, ...], _File] = {}
        for tag in sorted(name for name in rooms.values("tag") if name.startswith(_TAG)):
            found = rooms.select(FactFilter(tags=(tag,), projects=scope))
            for fact in visibility.seen(self._engine, found)[:1]:
                parts = tuple(tag.removeprefix(_TAG).split("/"))
                files[parts] = _File(parts, fact.text, fact)
        named = {one.fact.id for one in files.values() if one.fact}
        trusted = rooms.select(FactFilter(projects=scope, tainted=False), limit=MOST)
        for fact in beside_sentences(self._engine.store, trusted):
            if fact.id not in named:
                parts = (FACTS, f"{fact.id.partition(':')[2]}.md")
                files[parts] = _File(parts, fact.text, fact)
        files[INDEX,] = _File((INDEX,), self._index(files), None)
        return files

    def _index(self, files: Mapping[tuple[str, ...], _File]) -> str:
        """What a model reads first: a line for each file that a person stands behind."""
        trusted = [one for one in files.values() if not one.owned]
        lines = [f"- {_in_brief(one)} ({one.path.removeprefix(texts.ROOT + '/')})" for one in trusted]
        whole = self._engine.store.facts.count(FactFilter(projects=(self._project, None), tainted=False))
        if whole > len(trusted):
            lines.append(f"- {whole - len(trusted)} older ones are found by searching")
        return "\n".join(["# Memories", "", *lines])

    def _one(self, path: str) -> _File:
        found = self._all().get(texts.parts_of(path))
        if found is None:
            raise texts.missing(path)
        self._check(found)
        if found.fact is None:
            raise BadInput(f"The path {path} is not a file that can be edited.", hint="Lore writes the index itself")
        return found

    def _check(self, one: _File) -> None:
        """Raises Conflict where the content is not the one that was seen."""
        if self._if_sha256 is not None and self._if_sha256.lower() != one.sha256:
            raise Conflict(f"The file {one.path} has changed since it was read", hint="view it again")

    def _new_name(self, path: str, taken: str) -> tuple[str, ...]:
        parts = texts.parts_of(path)
        files = self._all()
        if not parts or any(name[: len(parts)] == parts for name in files):
            raise BadInput(taken.format(path))
        if parts[0] == FACTS or any(parts[:depth] in files for depth in range(1, len(parts))):
            raise BadInput(f"Unsupported path: {path}", hint=f"`{texts.ROOT}/{FACTS}` holds what people said")
        return parts

    def _rewritten(self, one: _File, text: str, said: str) -> MemoryAnswer:
        """The file with another content: a model's own is replaced, a person's keeps until a person approves."""
        self._written(text)
        assert one.fact is not None
        if clean(text).strip() == one.text:
            raise BadInput(f"No replacement was performed: {one.path} says that already.")
        if one.owned:
            fact = editing.edit(self._engine, one.fact.id, text=text).fact
            candidate = self._propose(fact, f"a file of an agent, `{one.path}`")
            return self._changed(_File(one.parts, fact.text, fact), said, candidate)
        fact = self._save(text, one.fact.kind, layer=one.fact.layer, project=one.fact.project)
        candidate = self._propose(fact, f"an edit of `{one.fact.id}`", replaces=one.fact.id)
        return self._changed(one, said, candidate, "until then the file reads as before")

    def _save(
        self,
        text: str,
        kind: Kind,
        *,
        tags: Sequence[str] = (),
        layer: Layer = Layer.PROJECT,
        project: str | None = None,
    ) -> Fact:
        """The text as the agent's word. Raises Conflict where the same is stored already."""
        fact = editing.save(self._engine, text, kind=kind, layer=layer, project=project, tags=tags).fact
        named = any(name.startswith(_TAG) for name in fact.tags)
        if fact.tainted and fact.status is Status.ARCHIVED:
            (fact,) = editing.restore(self._engine, [fact.id]).facts  # what was deleted, and is written again
            named = False
        if tags and fact.tainted and not named:
            others = [name for name in fact.tags if not name.startswith(_TAG)]
            fact = editing.edit(self._engine, fact.id, tags=[*others, *tags]).fact
        if not fact.tainted or not set(tags) <= set(fact.tags) or fact.status is not Status.ACTIVE:
            raise Conflict(f"`{fact.id}` says the same already", hint=f"view `{texts.ROOT}/{INDEX}`")
        return fact

    def _propose(self, fact: Fact, what: str, *, replaces: str | None = None) -> Candidate:
        """Put it into the queue, in the place of what waits about an earlier wording of it."""
        from lore.memory import fingerprint, propose, proposed_layer, withdraw_all  # what reading needs not

        store, actor = self._engine.store, self._engine.actor
        because = f"{what}, proposed by {actor.removeprefix(AGENT)}"
        said = fingerprint(fact.text, proposed_layer(fact), fact.project)
        if any(one.status is CandidateStatus.REJECTED for one in store.candidates.with_fingerprint(said)):
            raise NeedsPerson("a person turned these words down", hint="only a person may propose them again")
        with store.write(actor) as transaction:
            withdraw_all(store, transaction, fact.id)
            return propose(store, transaction, fact, because=because, sessions=1, replaces=replaces)

    def _withdraw(self, facts: Sequence[str]) -> None:
        from lore.memory import withdraw_all

        store = self._engine.store
        with store.write(self._engine.actor) as transaction:
            for name in facts:
                withdraw_all(store, transaction, name)

    def _refuse_persons(self, one: _File, act: str) -> None:
        if not one.owned:
            raise NeedsPerson(
                f"Cannot {act} {one.path}: a person stands behind it",
                hint=f"ask them to run `lore archive {one.fact.id}`" if one.fact else "Lore writes the index itself",
            )

    def _written(self, text: str) -> None:
        if len(text) > LONGEST:
            raise UsageError(f"a memory file has at most {LONGEST:,} characters", hint="keep what matters of it")

    def _changed(self, one: _File, said: str, candidate: Candidate, more: str = "") -> MemoryAnswer:
        told = "; ".join(part for part in (_WAITS, more) if part)
        return self._told(one, f"{said}\n({told})", candidate.id)

    def _told(self, one: _File, text: str, candidate: str | None = None) -> MemoryAnswer:
        return MemoryAnswer(text, one.path, one.fact.rev if one.fact else None, one.sha256, candidate)


def _as_agent() -> AbstractContextManager[None]:
    """Whoever calls: what a model writes is never a person's word."""
    return nullcontext() if agent_here() else asked_by_agent(UNKNOWN)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _in_brief(one: _File) -> str:
    """What a file says in a line; a model's wording is not parted from the sentence beside it."""
    return one.text if one.fact and is_worded(one.fact) else brief(one.text)
