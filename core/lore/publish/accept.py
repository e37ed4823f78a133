"""Taking hand edits of a published block into the store: the file is then the wanted state.

A file is anybody's who may push to the repository. So only lines of this project that this store approved are taken as
its own; what is new or changed counts as read from a file, and a person acknowledges it line by line.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from lore import clock
from lore.config import APPROVED, in_force
from lore.errors import BadInput
from lore.files import Folder, blocks
from lore.intake import clean, warnings
from lore.memory import TAINTED, Risk, insist
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role, Status, Tier
from lore.presence import Person
from lore.publish import conventions
from lore.publish.conventions import Item
from lore.publish.markdown import as_typed, one_item
from lore.store import Change, Store

_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")


class LineStep(StrEnum):
    """What accepting a line does to the store."""

    ADD = "add"
    CHANGE = "change"
    RETIRE = "retire"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a hand edit."""

    step: LineStep
    words: Clean
    """The convention as it would be; of one that is retired as it is."""
    fact: str | None = None
    before: str | None = None
    """The words that a changed convention has now."""
    risks: tuple[Risk, ...] = ()


@dataclass(frozen=True, slots=True)
class HandEdit:
    """What accepting a block would do, and why it cannot be."""

    path: str
    lines: tuple[Line, ...]
    refused: tuple[str, ...] = ()
    """Sentences that name what nobody may accept; nothing is taken as long as there are any."""


Acknowledged = Mapping[str, Collection[str]]
"""The ids of the acknowledged warnings of each line, by its words."""


def hand_edit(store: Store, folder: Folder, project: str) -> HandEdit:
    """What the block lists and the store does not, line by line. Writes nothing.

    Other words change a convention, a missing line retires it, a line without an id becomes a convention.
    """
    path = folder.resolve(conventions.FILE)
    content = folder.read(path)
    block = blocks.find(content, conventions.NAME, path) if content is not None else None
    if block is None:
        return HandEdit(path, ())
    published = last_published(store, path)
    listed = conventions.listed(store, block.body)
    named = [item.fact for item in listed if item.fact]
    refused = [
        *_conflicts(block.body),
        *(f"`{name}` stands twice" for name in dict.fromkeys(named) if named.count(name) > 1),
    ]
    lines = []
    for item in listed:
        fact = next(iter(store.facts.many([item.fact])), None) if item.fact else None
        reason = _not_ours(item.fact, fact, project) if item.fact else None
        if reason:
            refused.append(reason)
        elif line := _line(item, fact, published):
            lines.append(line)
    gone = store.facts.many(sorted(set(published) - set(named)))
    lines += [Line(LineStep.RETIRE, fact.text, fact.id) for fact in gone if fact.status is Status.ACTIVE]
    return HandEdit(path, tuple(lines), tuple(dict.fromkeys(refused)))


def accept(store: Store, change: Change, edit: HandEdit, project: str, by: Person, acknowledged: Acknowledged) -> None:
    """Bring the approved conventions to what the block lists.

    Raises BadInput where the edit holds what nobody may accept, NeedsConfirmation where a warning of a line was not
    acknowledged.
    """
    if edit.refused:
        raise BadInput(
            f"`{edit.path}` cannot be accepted: {'; '.join(edit.refused)}",
            hint="mend the block by hand (a line without its id is taken as a new one), or `--overwrite` it",
        )
    for line in edit.lines:
        insist(by, f"“{line.words}”", line.risks, acknowledged.get(line.words, ()))
        if line.step is LineStep.ADD:
            _add(store, change, line.words, edit.path, project)
        elif line.step is LineStep.CHANGE:
            store.facts.update(change, str(line.fact), action="fact.edit", text=line.words)
        else:
            store.facts.update(change, str(line.fact), action="fact.archive", status=Status.ARCHIVED)


def last_published(store: Store, path: str) -> Mapping[str, str]:
    """The words of each convention as this store last wrote them into the file, by fact."""
    for event in store.audit.select(action="publish", subject=path, limit=1):
        content = str((event.after or {}).get("block", "")).encode("utf-8", "surrogateescape")
        block = blocks.find(content, conventions.NAME, path)
        if block is not None:
            return {item.fact: item.words for item in conventions.listed(store, block.body) if item.fact}
    return {}


def foreign(store: Store, body: str) -> list[str]:
    """The ids in a body that this store has never seen: somebody else published them."""
    listed = [item.fact for item in conventions.listed(store, body) if item.fact]
    known = {fact.id for fact in store.facts.many(listed)}
    return [name for name in listed if name not in known]


def _conflicts(body: str) -> Iterator[str]:
    for number, text in enumerate(body.splitlines(), 1):
        if _CONFLICT.match(text):
            yield f"line {number} of the block is a conflict marker of git (`{text[:7]}`): choose one side first"


def _not_ours(name: str, fact: Fact | None, project: str) -> str | None:
    """Why a line that carries this id is not taken; None where it is a convention of this project."""
    if fact is None:
        return f"`{name}` is of another store"
    if fact.project != project or fact.layer is not Layer.PROJECT:
        return f"`{name}` is of `{fact.project or fact.layer}`"
    if fact.approved_at is None or fact.tainted or fact.status is not Status.ACTIVE:
        return f"`{name}` is no approved convention"
    return None


def _line(item: Item, fact: Fact | None, published: Mapping[str, str]) -> Line | None:
    """What a line changes; None where it says what the store says."""
    words = Clean(clean(item.words).strip())
    if fact is None:
        return Line(LineStep.ADD, words, risks=_risks(words)) if words else None
    if not words or item.words == published.get(fact.id, as_typed(one_item(fact.text))):
        return None
    return Line(LineStep.CHANGE, words, fact.id, fact.text, _risks(words))


def _risks(words: str) -> tuple[Risk, ...]:
    found = [Risk(name, text) for name, text in warnings(words).items()]
    return (*found, Risk(TAINTED, "it was read from a file, which others may write"))


def _add(store: Store, change: Change, words: Clean, path: str, project: str) -> None:
    now = clock.now()
    fact = Fact(
        id="",
        text=words,
        kind=Kind.CONVENTION,
        tier=Tier.SEMANTIC,
        project=project,
        confidence=in_force(store)[APPROVED],
        approved_at=now,
    )
    added = store.facts.add(change, fact)
    store.facts.add_evidence(change, added.id, Evidence(words, role=Role.USER, source_id=path, at=now))
