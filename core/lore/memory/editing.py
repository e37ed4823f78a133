"""What is done to facts by hand. The command line and the app call these; each call is one undo unit.

Without an `actor` it is whoever types here: a person, or the agent whose shell this is. An agent's word is tainted, and
what has a person behind it is closed to it: then all of these raise NeedsPerson. Every text passes the intake door
here, so callers hand over what was typed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from lore import clock
from lore.config import DEBATED, SAVED, in_force
from lore.errors import Conflict, NeedsPerson, UsageError
from lore.intake import clean
from lore.kinds import PASSING
from lore.memory.authority import refuse_agent, refuse_return
from lore.memory.duplicates import same_scope, says_again
from lore.memory.entering import Action, Outcome, Rival, apart, remember, rivals_of, supersede as give_way
from lore.memory.merging import keep_name
from lore.memory.opinion import NOTHING_NEAR, Near
from lore.memory.proposals import keep_level, proposals_of, propose as put_in_queue, refuse_superseded, was_decided
from lore.memory.questions import bring_back, dispute
from lore.model import (
    RULE_KINDS,
    Candidate,
    CandidateStatus,
    Clean,
    Evidence,
    Fact,
    Kind,
    Layer,
    Origin,
    Project,
    Role,
    Status,
    Tier,
)
from lore.presence import AGENT, PERSON, Person, actor_of, hand, is_agent
from lore.store import Store, Transaction
from lore.text import one_line, said_alike

LONGEST = 240
"""Characters of a card: one statement."""
_PASTED = re.compile(
    r"\n[ \t]*(?:[-*+•>|]|\d+[.)]|```|$)|```|[│├└┌]|^\s*[|>#$\[{<]|^\s*(?:at |Traceback|error:|warning:)|[{;:]\s*$"
    r"|^\s*https?://\S+\s*$|(?:\.\.\.|…)\s*$|\[secret:",
    re.IGNORECASE,
)
_ASKED = re.compile(r"[?？][\s\"'”’)]*$")


class NoCard(StrEnum):
    """Why something is not put before a person."""

    LENGTH = "longer than one statement"
    QUESTION = "a question"
    PASTED = "pasted"
    UNSAID = "not said by a person"


def why_no_card(text: str, fact: Fact, evidence: Sequence[Evidence]) -> NoCard | None:
    """Why a fact in these words is not put before a person; None where it may be.

    What nobody confirmed is put down to nobody: only of a person's fact a person's words must be among its evidence.
    """
    if not fact.tainted and not any(item.role is Role.USER for item in evidence):
        return NoCard.UNSAID
    if len(one_line(text)) > LONGEST:
        return NoCard.LENGTH
    if _PASTED.search(text.strip()):
        return NoCard.PASTED
    return NoCard.QUESTION if _ASKED.search(text) else None


def is_wanted(fact: Fact) -> bool:
    """Whether a fact is of a sort that becomes a card by itself: a rule, a correction, a decision with its reason."""
    if fact.tainted or fact.approved_at is not None or fact.kind is Kind.IDENTITY:
        return False  # who a person is makes no convention
    return fact.standing or fact.kind is Kind.CORRECTION or (fact.kind is Kind.DECISION and fact.because is not None)


Revs = Mapping[str, int]
"""Fact → the `rev` that somebody saw; one that is at another by now is a Conflict."""
_AS_THEY_ARE: Revs = MappingProxyType({})

DEBATE = "debate"
"""The tag of what several models agreed on."""
EDITABLE = (
    "text", "kind", "layer", "project", "tags", "wrong", "right", "problem", "solution", "because", "concepts",
    "files", "happened_at", "expires_at",
)  # fmt: skip
"""The fields of a fact that a person may change; the others have actions of their own."""
_TEXTS = frozenset({"text", "wrong", "right", "problem", "solution", "because"})
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
    because: str | None = None
    concepts: Sequence[str] = ()
    files: Sequence[str] = ()
    happened_at: str | None = None
    expires_at: str | None = None
    pinned: bool = False
    confidence: float | None = None
    """How sure it is, 0 to 1; None for what its provenance says. An agent's is never above that."""
    debated: bool = False
    """Whether several models agreed on it in a debate."""
    place: Project | None = None
    """The project with the folder in which it was said, where that is known."""


def add_fact(store: Store, new: NewFact, *, near: Near = NOTHING_NEAR, actor: str | Person | None = None) -> Outcome:
    """Save one fact. What says the same words already is reinforced; what it replaces gives way.

    near: what is near it in meaning (`near_facts`): a person is asked about it, and an agent's fact is joined with what
    an agent said before. Raises UsageError when there is no text, NeedsPerson where it is to be pinned without the
    proof that a person wants it.
    """
    if new.pinned and not isinstance(actor, Person):
        raise NeedsPerson("only a person may pin", hint="leave it unpinned, or run it yourself in a terminal")
    actor = actor_of(actor or hand())
    fact = _made(new, actor, _confidence(store, new, actor))
    if new.place and actor == PERSON:
        keep_name(store, new.place, actor)
    with store.write(actor) as transaction:
        if new.place and actor == PERSON:
            store.roots.see(transaction, new.place)
        return _add(store, transaction, fact, _said_by(actor, fact.text), near)


def _confidence(store: Store, new: NewFact, actor: str) -> float:
    """The base confidence of what is saved. Raises UsageError where the one that was given is none."""
    usual = in_force(store)[DEBATED if new.debated else SAVED]
    if new.confidence is None:
        return usual
    if not 0 <= new.confidence <= 1:
        raise UsageError(f"a confidence cannot be {new.confidence}", hint="0 to 1, such as 0.7")
    return min(new.confidence, usual) if is_agent(actor) else new.confidence


def _add(store: Store, transaction: Transaction, fact: Fact, evidence: Evidence, near: Near) -> Outcome:
    known = _known_to_agents(store, fact, near) if fact.tainted else None
    if known is None:
        return remember(store, transaction, fact, [evidence], near=near)
    added = store.facts.add_evidence(transaction, known.id, evidence)
    stronger = max(known.confidence, fact.confidence)
    kept = store.facts.update(transaction, known.id, action="fact.reinforce", confidence=stronger)
    return Outcome(kept, Action.REINFORCED if added else Action.KNOWN)


def _known_to_agents(store: Store, fact: Fact, near: Near) -> Fact | None:
    """What an agent said before in other words: what a person typed is never taken for the same by an opinion."""
    alike = [one for one in store.facts.many(sorted(near.alike)) if one.status is Status.ACTIVE and one.tainted]
    return next((one for one in alike if said_alike(one.text) != said_alike(fact.text) and says_again(fact, one)), None)


def _made(new: NewFact, actor: str, confidence: float) -> Fact:
    """The fact as it will be stored. What a person saves is meant to stay; what an agent saves has to prove itself."""
    passing = new.kind in PASSING or actor != PERSON
    return Fact(
        id="",
        text=words_of(new.text),
        kind=new.kind,
        tier=Tier.EPISODIC if passing else Tier.SEMANTIC,
        layer=new.layer,
        project=new.project,
        confidence=confidence,
        tainted=is_agent(actor),
        pinned=new.pinned,
        origin=Origin.TOLD if actor == PERSON else None,
        standing=actor == PERSON and new.kind in RULE_KINDS,
        tags=_clean_all((*new.tags, *((DEBATE,) if new.debated else ()))),
        concepts=_clean_all(new.concepts),
        files=_clean_all(new.files),
        happened_at=new.happened_at,
        expires_at=new.expires_at,
        wrong=_clean_or_none(new.wrong),
        right=_clean_or_none(new.right),
        problem=_clean_or_none(new.problem),
        solution=_clean_or_none(new.solution),
        because=_clean_or_none(new.because),
    )


def edit_fact(store: Store, edited: Fact, *, near: Near = NOTHING_NEAR, actor: str | None = None) -> Outcome:
    """Store the fields of `EDITABLE` as they are in `edited`, a changed copy of the stored fact.

    What may contradict it then stays, linked, with a question; an edit retires nothing. `near` is that of `add_fact`.
    `edited.rev` says what the change rests on. Raises Conflict when the fact changed meanwhile, or when another active
    fact of the same scope says the same already; UsageError when no text is left.
    """
    values = {name: _cleaned(name, getattr(edited, name)) for name in EDITABLE}
    actor = actor or hand()
    with store.write(actor) as transaction:
        current = store.facts.get(edited.id)
        refuse_agent(store, actor, current)
        _refuse_twin(store, replace(current, **values))  # type: ignore[arg-type]  # the names are those of `EDITABLE`
        if any(getattr(current, name) != value for name, value in values.items()):
            values |= {"tainted": True} if is_agent(actor) else {}
            values |= _by_person(store, current, values) if actor == PERSON else {}
        fact = store.facts.update(transaction, edited.id, action="fact.edit", rev=edited.rev, **values)
        if fact == current:
            return Outcome(fact, Action.KNOWN)
        keep_level(store, transaction, fact)
        return Outcome(fact, Action.EDITED, (), *apart(_disputed(store, transaction, fact, near)))


def _by_person(store: Store, current: Fact, values: Mapping[str, object]) -> dict[str, object]:
    """What else changes where a person edits: other words are theirs, and what they call a rule holds always."""
    changed: dict[str, object] = {"confidence": max(current.confidence, in_force(store)[SAVED])}
    if values.get("text", current.text) != current.text:
        changed["origin"] = Origin.TOLD
    if values.get("kind", current.kind) != current.kind:
        changed["standing"] = values["kind"] in RULE_KINDS
    return changed


def _disputed(store: Store, transaction: Transaction, fact: Fact, near: Near) -> list[Rival]:
    """Ask about what may contradict an edited fact, or say the same. Returns those that it was not known of."""
    rivals = rivals_of(store, fact, near) if fact.status is Status.ACTIVE else []
    return [rival for rival in rivals if dispute(store, transaction, fact, rival.fact, rival.ground)]


def _refuse_twin(store: Store, fact: Fact) -> None:
    for other in store.facts.same_text(fact.text):
        if other.id != fact.id and other.status is Status.ACTIVE and same_scope(other, fact):
            raise Conflict(
                f"`{other.id}` says the same already",
                hint=f"`lore supersede {fact.id} --by {other.id}` keeps one of them",
            )


def archive(store: Store, ids: Sequence[str], *, actor: str | None = None, revs: Revs = _AS_THEY_ARE) -> list[Fact]:
    """Put facts away: no agent sees them, searches do when asked. One unit. Raises NotFound, Conflict."""
    actor = actor or hand()
    with store.write(actor) as transaction:
        for name in ids:
            refuse_agent(store, actor, store.facts.get(name))
        return [
            store.facts.update(transaction, name, action="fact.archive", rev=revs.get(name), status=Status.ARCHIVED)
            for name in ids
        ]


def restore(store: Store, ids: Sequence[str], *, actor: str | None = None, revs: Revs = _AS_THEY_ARE) -> list[Fact]:
    """Bring facts back, beside what replaced them: a person says that both hold. One unit. Raises as `archive`."""
    actor = actor or hand()
    with store.write(actor) as transaction:
        for name in ids:
            refuse_return(store, actor, store.facts.get(name))
        restored = [
            store.facts.update(transaction, name, action="fact.restore", rev=revs.get(name), status=Status.ACTIVE)
            for name in ids
        ]
        for fact in restored if actor == PERSON else ():
            bring_back(store, transaction, fact)
        return restored


def pin(store: Store, ids: Sequence[str], *, by: Person, pinned: bool = True, revs: Revs = _AS_THEY_ARE) -> list[Fact]:
    """Keep facts from fading, or let them fade again: a person's decision. One unit. Raises NotFound, Conflict."""
    action = "fact.pin" if pinned else "fact.unpin"
    with store.write(by) as transaction:
        return [store.facts.update(transaction, name, action=action, rev=revs.get(name), pinned=pinned) for name in ids]


def supersede(store: Store, old: str, new: str, *, actor: str | None = None) -> tuple[Fact, Fact]:
    """Let one stored fact give way to another. Returns both. Raises NotFound, UsageError when they are one fact."""
    if old == new:
        raise UsageError("a fact cannot replace itself", hint="name two facts")
    actor = actor or hand()
    with store.write(actor) as transaction:
        refuse_agent(store, actor, store.facts.get(old))
        newer = store.facts.get(new)
        return give_way(store, transaction, old, new), newer


def replace_with(store: Store, old: str, text: str, *, actor: str | None = None) -> Outcome:
    """Save a text in the place of a stored fact, whose kind, scope and tags it takes over.

    Raises NotFound, UsageError where there is no text or it says the same as the old one.
    """
    actor = actor or hand()
    confidence = in_force(store)[SAVED]
    with store.write(actor) as transaction:
        replaced = store.facts.get(old)
        refuse_agent(store, actor, replaced)
        was = NewFact(text, replaced.kind, replaced.layer, replaced.project, tags=replaced.tags)
        fact = _made(was, actor, confidence)
        outcome = _add(store, transaction, fact, _said_by(actor, fact.text), NOTHING_NEAR)
        if outcome.fact.id == old:
            raise UsageError("the new text says the same as the old one", hint="`lore edit` changes the wording")
        if replaced.status is not Status.SUPERSEDED and old not in outcome.retired:
            give_way(store, transaction, old, outcome.fact.id)
        retired = tuple(dict.fromkeys((old, *outcome.retired)))
        return replace(outcome, action=Action.SUPERSEDED, retired=retired)


def propose(store: Store, fact_id: str, *, actor: str | None = None) -> Candidate:
    """Put a fact into the review queue by hand. A person may, whatever was decided about it and whatever it says.

    Raises NotFound, Conflict when it waits already or is a convention; for an agent UsageError for what is no card.
    """
    actor = actor or hand()
    with store.write(actor) as transaction:
        fact = store.facts.get(fact_id)
        if fact.approved_at is not None:
            raise Conflict(f"`{fact_id}` is a convention already", hint="`lore publish` writes it into the repository")
        refuse_superseded(store, fact)
        waiting = [
            candidate for candidate in proposals_of(store, fact_id) if candidate.status is CandidateStatus.WAITING
        ]
        if waiting:
            raise Conflict(f"`{fact_id}` waits for review already, as `{waiting[0].id}`", hint="`lore review` opens it")
        if is_agent(actor) and was_decided(store, fact):
            raise NeedsPerson(
                f"a person turned `{fact_id}` down, or put it off", hint="only a person may propose it again"
            )
        evidence = store.facts.evidence([fact_id])[fact_id]
        if is_agent(actor) and (why := why_no_card(fact.text, fact, evidence)) is not None:
            raise UsageError(
                f"`{fact_id}` cannot be proposed: {why.value}",
                hint="say what holds for good in one whole sentence, without its ticket, branch or commit",
            )
        sessions = store.facts.usage([fact_id])[fact_id].sessions
        because = f"proposed by {actor.removeprefix(AGENT)}" if is_agent(actor) else "proposed by hand"
        return put_in_queue(store, transaction, fact, because=because, sessions=sessions)


def _said_by(actor: str, text: Clean) -> Evidence:
    """The evidence of what was saved outright: a person's own words, or an agent's."""
    if actor == PERSON:
        return Evidence(text, role=Role.USER, at=clock.now())
    return Evidence(text, role=Role.ASSISTANT, agent=actor.removeprefix(AGENT), at=clock.now())


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
