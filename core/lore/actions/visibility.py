"""What may be seen, by who asks: a person sees everything; an agent nothing that no person has confirmed.

But an agent finds again what its own running session saved. What is left out is counted and told, so that a person can
be asked about it. Every action that reads facts asks here; no face does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lore.actions.engine import Engine
from lore.errors import NeedsPerson
from lore.model import (
    AuditEvent,
    Candidate,
    Clean,
    Digest,
    Fact,
    Hit,
    Origin,
    PassageType,
    SearchResult,
    SubjectKind,
    written,
)
from lore.presence import agent_here, session_here
from lore.store import SAVED, Store
from lore.text import counted, one_line
from lore.wording import beside

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


def beside_sentences(store: Store, facts: Sequence[Fact]) -> list[Fact]:
    """The facts as agents read them: what a model worded, and no person approved, beside the sentence it rests on."""
    worded = [fact.id for fact in facts if fact.origin is Origin.READ and not fact.approved_at]
    if not worded:
        return list(facts)
    from lore.context import sentence_behind  # few facts need it

    evidence = store.facts.evidence(worded)
    return [_with_sentence(fact, sentence_behind(fact, evidence.get(fact.id, ()))) for fact in facts]


def _with_sentence(fact: Fact, sentence: str) -> Fact:
    said = one_line(sentence)
    text = beside(fact.text, said, fact.created_at or None)
    return fact if said in ("", fact.text) or text == fact.text else replace(fact, text=Clean(text))


def veiled(engine: Engine, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts, those that whoever asks may not see without their words: what was done to them can be told then."""
    every = tuple(facts)
    shown = {fact.id for fact in seen(engine, every)}
    return tuple(fact if fact.id in shown else replace(fact, **_WORDLESS) for fact in every)


def veiled_candidates(engine: Engine, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, without the words of those whose facts whoever asks may not see."""
    every = tuple(candidates)
    if not is_bounded():
        return every
    shown = {fact.id for fact in seen(engine, engine.store.facts.many([one.fact for one in every]))}
    return tuple(one if one.fact in shown else replace(one, text=VEIL) for one in every)


def veiled_card(engine: Engine, card: "ReviewCard") -> "ReviewCard":
    """The card, with the words of those facts alone that whoever asks may see."""
    if not is_bounded():
        return card
    (fact,), (candidate,) = veiled(engine, [card.fact]), veiled_candidates(engine, [card.candidate])
    replaces = veiled(engine, [card.replaces])[0] if card.replaces else None
    hides = (fact, replaces) != (card.fact, card.replaces)
    others = veiled(engine, [one.fact for one in card.similar])
    return replace(
        card,
        candidate=candidate,
        fact=fact,
        replaces=replaces,
        diff=() if hides else card.diff,
        similar=tuple(replace(one, fact=other) for one, other in zip(card.similar, others, strict=True)),
        evidence=() if fact != card.fact else card.evidence,
    )


def lines_seen(engine: Engine, lines: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Those lines of facts that whoever asks may see."""
    bounded, own = is_bounded(), of_own_session(engine)
    return (line for line in lines if not bounded or not line["tainted"] or line["id"] in own)


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
    shown = {fact.id for fact in seen(engine, engine.store.facts.many([one.fact for one in report.applied]))}
    return replace(
        report, applied=tuple(one if one.fact in shown else replace(one, says=VEIL) for one in report.applied)
    )


def insist_on_seeing(engine: Engine, fact: Fact) -> Fact:
    """The fact. Raises NeedsPerson where whoever asks may not see it."""
    if not seen(engine, [fact]):
        raise NeedsPerson(
            f"no person has confirmed `{fact.id}`, so no agent is shown it",
            hint="`lore review` shows it to the person, `lore accept` confirms it",
        )
    return fact


def told(engine: Engine, events: Iterable[AuditEvent]) -> tuple[AuditEvent, ...]:
    """The events, without what stood in facts that whoever asks may not see."""
    found = tuple(events)
    if not is_bounded():
        return found
    own, kinds = of_own_session(engine), (SubjectKind.FACT,)
    named = [event.subject.id for event in found if event.subject.kind in kinds]
    trusted = {fact.id for fact in engine.store.facts.many(named) if not fact.tainted or fact.id in own}
    return tuple(one if one.subject.id in trusted else replace(one, before=None, after=None) for one in found)


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
