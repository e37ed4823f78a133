"""What may be seen, by who asks: a person sees everything; an agent nothing that no person has confirmed.

But an agent finds again what its own running session saved. What is left out is counted and told, so that a person can
be asked about it. Every action that reads facts asks here; no face does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lore.actions.engine import Engine
from lore.errors import NeedsPerson
from lore.memory import beside_sentences, is_worded
from lore.model import (
    AuditEvent,
    Candidate,
    Clean,
    Digest,
    Fact,
    Hit,
    PassageType,
    SearchResult,
    SubjectKind,
    written,
)
from lore.presence import agent_here, session_here
from lore.store import SAVED, Store
from lore.text import counted

if TYPE_CHECKING:
    from lore.consolidate import Report
    from lore.memory import ReviewCard


def note_saved(engine: Engine, fact: Fact) -> None:
    """Note that the session of the agent that asks saved a fact, so that it finds it again."""
    session = session_here()
    if agent_here() is not None and fact.tainted and session:
        engine.store.accesses.save([fact.id], session)


def is_bounded() -> bool:
    """Whether whoever asks sees only what a person has confirmed, and what its own session saved."""
    return agent_here() is not None


def of_own_session(engine: Engine) -> frozenset[str]:
    """The facts that the running session of the agent that asks saved; none where it does not say which it is."""
    session = session_here()
    return frozenset(name for name, _, _ in engine.store.accesses.noted(SAVED, session=session)) if session else NONE


NONE: frozenset[str] = frozenset()
VEIL = Clean("(no person has confirmed it)")
"""What an agent reads in the place of the words of a fact."""
_WORDLESS: dict[str, Any] = {
    "text": VEIL,
    **dict.fromkeys(("wrong", "right", "problem", "solution", "because")),
    **dict.fromkeys(("tags", "concepts", "files"), ()),
}


def seen(engine: Engine, facts: Sequence[Fact]) -> list[Fact]:
    """Those of the facts that whoever asks may see; to an agent no wording of a model without the person's sentence."""
    if not is_bounded():
        return list(facts)
    own = of_own_session(engine) if any(fact.tainted for fact in facts) else NONE
    return beside_sentences(engine.store, [fact for fact in facts if not fact.tainted or fact.id in own])


def veiled(engine: Engine, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts, those that whoever asks may not see without their words: what was done to them can be told then."""
    every = tuple(facts)
    shown = {fact.id: fact for fact in seen(engine, every)}
    return tuple(shown.get(fact.id) or replace(fact, **_WORDLESS) for fact in every)


def veiled_candidates(engine: Engine, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates: to an agent in the words of their facts as it reads these, for a model may have worded them."""
    every = tuple(candidates)
    if not is_bounded():
        return every
    shown = {fact.id: fact.text for fact in seen(engine, engine.store.facts.many([one.fact for one in every]))}
    return tuple(replace(one, text=shown.get(one.fact, VEIL)) for one in every)


def veiled_card(engine: Engine, card: "ReviewCard") -> "ReviewCard":
    """The card, with the words of those facts alone that whoever asks may see."""
    if not is_bounded():
        return card
    named = [card.fact, *((card.replaces,) if card.replaces else ()), *(one.fact for one in card.similar)]
    shown = {fact.id: fact for fact in veiled(engine, named)}
    ids = {fact.id for fact in seen(engine, named)}
    (candidate,) = veiled_candidates(engine, [card.candidate])
    own = {card.fact.id, *([card.replaces.id] if card.replaces else [])}
    is_whole = card.candidate.text == card.fact.text and ids >= own
    return replace(
        card,
        candidate=candidate,
        fact=shown[card.fact.id],
        replaces=shown[card.replaces.id] if card.replaces else None,
        diff=card.diff if candidate.text == card.candidate.text and is_whole else (),
        similar=tuple(replace(one, fact=shown[one.fact.id]) for one in card.similar),
        evidence=card.evidence if card.fact.id in ids else (),
        is_whole=is_whole,
    )


def lines_seen(engine: Engine, lines: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Those lines of facts that whoever asks may see, as they see the facts."""
    if not is_bounded():
        yield from lines
        return
    for line in lines:
        for fact in seen(engine, engine.store.facts.many([line["id"]])):
            yield {**line, "text": fact.text}


def digests_seen(digests: Iterable[Digest]) -> tuple[Digest, ...]:
    """The digests, to an agent without the lines that somebody else than the person said.

    Raises ValueError where one is damaged.
    """
    if not is_bounded():
        return tuple(digests)
    shown = []
    for one in digests:
        kept = [line for line in one.told() if not line.tainted]
        if kept:
            lines, sources = tuple(line.kept() for line in kept), tuple(line.source for line in kept)
            shown.append(replace(one, text=written(kept), lines=lines, sources=sources, tainted=False))
    return tuple(shown)


def reported(engine: Engine, report: "Report") -> "Report":
    """What a consolidation did, without the words of facts that whoever asks may not see."""
    if not is_bounded():
        return report
    facts = seen(engine, engine.store.facts.many([one.fact for one in report.applied]))
    shown = {fact.id for fact in facts if not is_worded(fact)}
    return replace(
        report, applied=tuple(one if one.fact in shown else replace(one, says=VEIL) for one in report.applied)
    )


def insist_on_seeing(engine: Engine, fact: Fact) -> Fact:
    """The fact as whoever asks may see it. Raises NeedsPerson where whoever asks may not see it."""
    for shown in seen(engine, [fact]):
        return shown
    raise NeedsPerson(
        f"no person has confirmed `{fact.id}`, so no agent is shown it",
        hint="`lore review` shows it to the person, `lore review approve` confirms it",
    )


def told(engine: Engine, events: Iterable[AuditEvent]) -> tuple[AuditEvent, ...]:
    """The events: to an agent with what stood in facts that it may see, as it reads them, and nothing else."""
    found = tuple(events)
    if not is_bounded():
        return found
    facts = engine.store.facts.many([event.subject.id for event in found if event.subject.kind is SubjectKind.FACT])
    shown = {fact.id: fact for fact in seen(engine, facts)}
    stored = {fact.id: fact.text for fact in facts}
    return tuple(_event_told(one, stored.get(one.subject.id, ""), shown.get(one.subject.id)) for one in found)


def _event_told(event: AuditEvent, text: str, shown: Fact | None) -> AuditEvent:
    """text: what the fact says, as it is stored; what a model said before of it is told by nothing any more."""
    if shown is None:
        return replace(event, before=None, after=None)
    if not is_worded(shown):
        return event
    states = [
        {**state, "text": shown.text if state["text"] == text else VEIL} if state and "text" in state else state
        for state in (event.before, event.after)
    ]
    return replace(event, before=states[0], after=states[1])


def searched(
    engine: Engine, find: Callable[[bool | None], SearchResult], tainted: bool | None, limit: int
) -> SearchResult:
    """The answer of a search as whoever asks may see it. find: searches among the unconfirmed, the rest, or both."""
    if not is_bounded():
        return find(tainted)
    own = of_own_session(engine)
    beside = find(True)
    mine = [hit for hit in beside.hits if hit.passage.id in own]
    answer = beside if tainted else find(False)
    hits = [] if tainted else [hit for hit in answer.hits if _may_be_seen(hit, own)]
    known = {hit.passage.id for hit in hits}
    if tainted is not False:
        hits = sorted([*hits, *(hit for hit in mine if hit.passage.id not in known)], key=lambda hit: -hit.score)
    hidden = [hit for hit in beside.matches if _is_fact(hit) and hit.passage.id not in own]
    notes = (*answer.notes, *unconfirmed_note(len(hidden)))
    shown = tuple(_beside_sentences(engine.store, hits[:limit]))
    return replace(answer, hits=shown, notes=notes, unconfirmed=len(hidden))


def _beside_sentences(store: Store, hits: Sequence[Hit]) -> Iterator[Hit]:
    facts = store.facts.many([hit.passage.id for hit in hits if _is_fact(hit)])
    texts = {fact.id: fact.text for fact in beside_sentences(store, facts)}
    for hit in hits:
        text = texts.get(hit.passage.id, hit.passage.text)
        yield replace(hit, passage=replace(hit.passage, text=text)) if text != hit.passage.text else hit


def unconfirmed_note(count: int) -> tuple[str, ...]:
    """What an agent is told of what it is not shown; nothing where there is nothing."""
    if not count:
        return ()
    return (f"{counted(count, 'unconfirmed fact')} {'matches' if count == 1 else 'match'}: `lore review`",)


def _is_fact(hit: Hit) -> bool:
    return hit.passage.type is PassageType.FACT


def _may_be_seen(hit: Hit, own: frozenset[str]) -> bool:
    return not hit.passage.tainted or hit.passage.id in own
