"""What a person does to facts. The command line and the app call these; each call is one undo unit.

Every text passes the intake door here, so callers hand over what was typed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lore import clock
from lore.errors import Conflict, UsageError
from lore.intake import clean
from lore.memory.duplicates import same_scope
from lore.memory.proposals import propose as put_in_queue
from lore.memory.remember import Action, Outcome, remember
from lore.memory.remember import supersede as give_way
from lore.memory.strength import SAVED
from lore.model import Candidate, CandidateStatus, Clean, Evidence, Fact, Kind, Layer, Role, Status, Tier
from lore.presence import PERSON
from lore.store import Change, Store
from lore.text import text_hash

_PASSING = frozenset({Kind.EVENT, Kind.BLOCKER, Kind.TASK})
"""Kinds that are episodes even when somebody saves them by hand; the rest is meant to stay."""
EDITABLE = (
    "text", "kind", "layer", "project", "tags", "wrong", "right", "problem", "solution", "concepts", "files",
    "happened_at", "expires_at",
)  # fmt: skip
"""The fields of a fact that a person may change; the others have actions of their own."""
_TEXTS = frozenset({"text", "wrong", "right", "problem", "solution"})
_LISTS = frozenset({"tags", "concepts", "files"})


@dataclass(frozen=True, slots=True)
class NewFact:
    """What was typed, before the intake door."""

    text: str
    kind: Kind = Kind.NOTE
    layer: Layer = Layer.PROJECT
    project: str | None = None
    tags: Sequence[str] = ()
    wrong: str | None = None
    right: str | None = None
    problem: str | None = None
    solution: str | None = None
    concepts: Sequence[str] = ()
    files: Sequence[str] = ()
    happened_at: str | None = None
    expires_at: str | None = None
    pinned: bool = False
    near: Sequence[str] = field(default=())
    """Ids of facts that say the same in other words, found before: the first one is reinforced instead."""


def add_fact(store: Store, new: NewFact, *, actor: str = PERSON) -> Outcome:
    """Save one fact. What says the same already is reinforced; what it contradicts gives way.

    Raises UsageError when there is no text.
    """
    fact = _made(new, actor)
    with store.write(actor) as change:
        return _add(store, change, fact, _said_by(actor, fact.text), new.near)


def _add(store: Store, change: Change, fact: Fact, evidence: Evidence, near: Sequence[str]) -> Outcome:
    known = next((one for one in store.facts.many(near) if one.status is Status.ACTIVE and same_scope(one, fact)), None)
    if known is None or known.hash == text_hash(fact.text):
        return remember(store, change, fact, [evidence])
    added = store.facts.add_evidence(change, known.id, evidence)
    stronger = max(known.confidence, fact.confidence)
    kept = store.facts.update(change, known.id, action="fact.reinforce", confidence=stronger)
    return Outcome(kept, Action.REINFORCED if added else Action.KNOWN)


def _made(new: NewFact, actor: str) -> Fact:
    """The fact as it will be stored. What a person saves is meant to stay; what an agent saves has to prove itself."""
    passing = new.kind in _PASSING or actor != PERSON
    return Fact(
        id="",
        text=words_of(new.text),
        kind=new.kind,
        tier=Tier.EPISODIC if passing else Tier.SEMANTIC,
        layer=new.layer,
        project=new.project,
        confidence=SAVED,
        pinned=new.pinned,
        tags=_clean_all(new.tags),
        concepts=_clean_all(new.concepts),
        files=_clean_all(new.files),
        happened_at=new.happened_at,
        expires_at=new.expires_at,
        wrong=_clean_or_none(new.wrong),
        right=_clean_or_none(new.right),
        problem=_clean_or_none(new.problem),
        solution=_clean_or_none(new.solution),
    )


def edit_fact(store: Store, edited: Fact, *, actor: str = PERSON) -> Fact:
    """Store the fields of `EDITABLE` as they are in `edited`, a changed copy of the stored fact.

    Its `rev` says what the change rests on. Raises Conflict when the fact changed meanwhile, or when another active
    fact of the same scope says the same already; UsageError when no text is left.
    """
    values = {name: _cleaned(name, getattr(edited, name)) for name in EDITABLE}
    with store.write(actor) as change:
        current = store.facts.get(edited.id)
        _refuse_twin(store, replace(current, **values))  # type: ignore[arg-type]  # the names are those of `EDITABLE`
        if actor == PERSON and any(getattr(current, name) != value for name, value in values.items()):
            values["confidence"] = max(current.confidence, SAVED)
        return store.facts.update(change, edited.id, action="fact.edit", rev=edited.rev, **values)


def _refuse_twin(store: Store, fact: Fact) -> None:
    for other in store.facts.same_text(text_hash(fact.text)):
        if other.id != fact.id and other.status is Status.ACTIVE and same_scope(other, fact):
            raise Conflict(
                f"`{other.id}` says the same already",
                hint=f"`lore supersede {fact.id} --by {other.id}` keeps one of them",
            )


def archive(store: Store, ids: Sequence[str], *, actor: str = PERSON) -> list[Fact]:
    """Put facts away: no agent sees them, searches do when asked. One unit. Raises NotFound."""
    return _move(store, ids, Status.ARCHIVED, "fact.archive", actor)


def restore(store: Store, ids: Sequence[str], *, actor: str = PERSON) -> list[Fact]:
    """Bring facts back. One unit. Raises NotFound."""
    return _move(store, ids, Status.ACTIVE, "fact.restore", actor)


def pin(store: Store, ids: Sequence[str], *, pinned: bool = True, actor: str = PERSON) -> list[Fact]:
    """Keep facts from fading, or let them fade again. One unit. Raises NotFound."""
    action = "fact.pin" if pinned else "fact.unpin"
    with store.write(actor) as change:
        return [store.facts.update(change, name, action=action, pinned=pinned) for name in ids]


def supersede(store: Store, old: str, new: str, *, actor: str = PERSON) -> tuple[Fact, Fact]:
    """Let one stored fact give way to another. Returns both. Raises NotFound, UsageError when they are one fact."""
    if old == new:
        raise UsageError("a fact cannot replace itself", hint="name two facts")
    with store.write(actor) as change:
        newer = store.facts.get(new)
        return give_way(store, change, old, new), newer


def replace_with(store: Store, old: str, new: NewFact, *, actor: str = PERSON) -> Outcome:
    """Save a fact in the place of a stored one, whose kind and scope it should share."""
    fact = _made(new, actor)
    with store.write(actor) as change:
        replaced = store.facts.get(old)
        outcome = _add(store, change, fact, _said_by(actor, fact.text), ())
        if outcome.fact.id == old:
            raise UsageError("the new text says the same as the old one", hint="`lore edit` changes the wording")
        if replaced.status is not Status.SUPERSEDED and old not in outcome.others:
            give_way(store, change, old, outcome.fact.id)
        return Outcome(outcome.fact, Action.SUPERSEDED, tuple(dict.fromkeys((old, *outcome.others))))


def propose(store: Store, fact_id: str, *, actor: str = PERSON) -> Candidate:
    """Put a fact into the review queue by hand, whatever was decided about it before.

    Raises NotFound, Conflict when it waits already or is a convention.
    """
    with store.write(actor) as change:
        fact = store.facts.get(fact_id)
        if fact.approved_at is not None:
            raise Conflict(f"`{fact_id}` is a convention already", hint="`lore publish` writes it into the repository")
        waiting = [one for one in store.candidates.of_fact(fact_id) if one.status is CandidateStatus.WAITING]
        if waiting:
            raise Conflict(f"`{fact_id}` waits for review already, as `{waiting[0].id}`", hint="`lore review` opens it")
        sessions = store.facts.usage([fact_id])[fact_id].sessions
        return put_in_queue(store, change, fact, because="proposed by hand", sessions=sessions)


def _move(store: Store, ids: Sequence[str], status: Status, action: str, actor: str) -> list[Fact]:
    with store.write(actor) as change:
        return [store.facts.update(change, name, action=action, status=status) for name in ids]


def _said_by(actor: str, text: Clean) -> Evidence:
    """The evidence of what was saved outright: a person's own words, or an agent's."""
    if actor == PERSON:
        return Evidence(text, role=Role.USER, at=clock.now())
    return Evidence(text, role=Role.ASSISTANT, agent=actor.removeprefix("agent:"), at=clock.now())


def words_of(text: str) -> Clean:
    """A fact's text, through the intake door. Raises UsageError where nothing is left."""
    words = clean(text).strip()
    if not words:
        raise UsageError("a fact needs a text", hint='such as `lore add "use pnpm, not npm"`')
    return Clean(words)


def _cleaned(name: str, value: object) -> object:
    if name == "text":
        return words_of(str(value))
    if name in _TEXTS:
        return _clean_or_none(value if isinstance(value, str) else None)
    return _clean_all(value) if name in _LISTS and isinstance(value, tuple) else value


def _clean_or_none(text: str | None) -> Clean | None:
    words = clean(text).strip() if text else ""
    return Clean(words) if words else None


def _clean_all(texts: Sequence[str]) -> tuple[Clean, ...]:
    return tuple(Clean(words) for text in texts if (words := clean(text).strip()))
