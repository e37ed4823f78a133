"""Taking hand edits of a published block into the store: the file is then the wanted state.

A file is anybody's who may push to the repository. So only lines of this project that this store approved are taken as
its own; what is new or changed counts as read from a file, and a person acknowledges it line by line.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lore import clock
from lore.config import APPROVED, in_force
from lore.errors import BadInput
from lore.files import Folder, blocks
from lore.intake import clean, review_warnings
from lore.memory import TAINTED, Risk, insist
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role, Status, Tier
from lore.presence import Person
from lore.publish.markdown import as_typed, one_item
from lore.publish.targets.registry import TARGETS
from lore.publish.targets.target import Item, PublishTarget, listed_in
from lore.store import Store, Transaction

_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")


class LineStep(StrEnum):
    """What accepting a line does to the store."""

    ADD = "add"
    CHANGE = "change"
    RETIRE = "retire"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a hand edit."""

    path: str
    """The file it stands in, or stood in."""
    step: LineStep
    words: Clean
    """The convention as it would be; of one that is retired as it is."""
    fact: str | None = None
    before: str | None = None
    """The words that a changed convention has now."""
    risks: tuple[Risk, ...] = ()


@dataclass(frozen=True, slots=True)
class HandEdit:
    """What accepting the blocks would do, and why it cannot be."""

    paths: tuple[str, ...]
    """The files whose blocks were read."""
    lines: tuple[Line, ...]
    refused: tuple[str, ...] = ()
    """Sentences that name what nobody may accept; nothing is taken as long as there are any."""

    @property
    def where(self) -> str:
        """The files, as a sentence names them."""
        return ", ".join(f"`{path}`" for path in self.paths)


Acknowledged = Mapping[str, Collection[str]]
"""The ids of the acknowledged warnings of each line, by its words."""


def hand_edit(store: Store, folder: Folder, project: str, targets: Sequence[PublishTarget] = TARGETS) -> HandEdit:
    """What the blocks list and the store does not, line by line. Writes nothing.

    Other words change a convention, a missing line retires it, a line without an id becomes a convention. What two
    files say of one convention must agree.
    """
    paths: list[str] = []
    lines: list[Line] = []
    refused: list[str] = []
    for target in targets:
        create = target.lists and bool(target.applies(store, project))
        for path in target.paths(folder, create=create) if target.lists else ():
            content = folder.read(path)
            block = blocks.find(content, target.name, path) if content is not None else None
            paths.append(path)
            if block is not None:
                found, reasons = _edited(store, target, path, block.body, project)
                lines += found
                refused += reasons
    refused += _disagreeing(lines)
    return HandEdit(tuple(paths), tuple(_once(lines)), tuple(dict.fromkeys(refused)))


def _edited(store: Store, target: PublishTarget, path: str, body: str, project: str) -> tuple[list[Line], list[str]]:
    """What the block of one file would change, and why it may not."""
    published = _last_published(store, target, path)
    listed = listed_in(store, target, body)
    named = [item.fact for item in listed if item.fact]
    refused = [
        *_conflicts(body),
        *(f"`{name}` appears twice" for name in dict.fromkeys(named) if named.count(name) > 1),
    ]
    lines = []
    for item in listed:
        fact = next(iter(store.facts.many([item.fact])), None) if item.fact else None
        reason = _not_ours(item.fact, fact, project) if item.fact else None
        if reason:
            refused.append(reason)
        elif line := _line(path, item, fact, published):
            lines.append(line)
    gone = store.facts.many(sorted(set(published) - set(named)))
    lines += [Line(path, LineStep.RETIRE, fact.text, fact.id) for fact in gone if fact.status is Status.ACTIVE]
    return lines, refused


def _disagreeing(lines: Sequence[Line]) -> Iterator[str]:
    """Conventions that one file changes otherwise than another."""
    wanted: dict[str, Line] = {}
    for line in lines:
        other = wanted.setdefault(line.fact or line.words, line)
        if (other.step, other.words) != (line.step, line.words):
            yield f"`{line.fact}` is changed in `{other.path}` and otherwise in `{line.path}`"


def _once(lines: Sequence[Line]) -> Iterable[Line]:
    """Every change once, although several files may say it."""
    once: dict[tuple[LineStep, str | None, str], Line] = {}
    for line in lines:
        once.setdefault((line.step, line.fact, line.words), line)
    return once.values()


def accept(
    store: Store, transaction: Transaction, edit: HandEdit, project: str, by: Person, acknowledged: Acknowledged
) -> None:
    """Bring the approved conventions to what the block lists.

    Raises BadInput where the edit holds what nobody may accept, NeedsConfirmation where a warning of a line was not
    acknowledged.
    """
    if edit.refused:
        raise BadInput(
            f"{edit.where} cannot be accepted: {'; '.join(edit.refused)}",
            hint="mend the block by hand (a line without its id is taken as a new one), or `--overwrite` it",
        )
    for line in edit.lines:
        insist(by, f"“{line.words}”", line.risks, acknowledged.get(line.words, ()))
        if line.step is LineStep.ADD:
            _add(store, transaction, line.words, line.path, project)
        elif line.step is LineStep.CHANGE:
            store.facts.update(transaction, str(line.fact), action="fact.edit", text=line.words)
        else:
            store.facts.update(transaction, str(line.fact), action="fact.archive", status=Status.ARCHIVED)


def _last_published(store: Store, target: PublishTarget, path: str) -> Mapping[str, str]:
    """The words of each fact as this store last wrote them into the file, by fact."""
    for event in store.audit.select(action="publish", subject=path, limit=1):
        content = str((event.after or {}).get("block", "")).encode("utf-8", "surrogateescape")
        block = blocks.find(content, target.name, path)
        if block is not None:
            return {item.fact: item.words for item in listed_in(store, target, block.body) if item.fact}
    return {}


def foreign(store: Store, listed: Iterable[Item]) -> list[str]:
    """The ids among items that this store has never seen: somebody else published them."""
    named = [item.fact for item in listed if item.fact]
    known = {fact.id for fact in store.facts.many(named)}
    return [name for name in named if name not in known]


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


def _line(path: str, item: Item, fact: Fact | None, published: Mapping[str, str]) -> Line | None:
    """What a line changes; None where it says what the store says."""
    words = Clean(clean(item.words).strip())
    if fact is None:
        return Line(path, LineStep.ADD, words, risks=_risks(words)) if words else None
    if not words or item.words == published.get(fact.id, as_typed(one_item(fact.text))):
        return None
    return Line(path, LineStep.CHANGE, words, fact.id, fact.text, _risks(words))


def _risks(words: str) -> tuple[Risk, ...]:
    risks = [Risk(name, text) for name, text in review_warnings(words).items()]
    return (*risks, Risk(TAINTED, "it was read from a file, which others may write"))


def _add(store: Store, transaction: Transaction, words: Clean, path: str, project: str) -> None:
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
    added = store.facts.add(transaction, fact)
    store.facts.add_evidence(transaction, added.id, Evidence(words, role=Role.USER, source_id=path, at=now))
