"""What a person needs to see to decide on a candidate."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lore.config import in_force, registry as settings
from lore.intake import clean
from lore.memory.authority import Authority, held_by
from lore.memory.duplicates import word_similarity
from lore.memory.judgement import judge
from lore.memory.opinion import Ground
from lore.memory.proposals import proposed_layer
from lore.memory.questions import CONSEQUENCE
from lore.memory.risks import Risk, risks_of
from lore.memory.waiting import what_is
from lore.memory.wordings import sentence_behind
from lore.memory.worth import supporting
from lore.model import Candidate, CandidateKind, Evidence, Fact, Layer, Origin, Session, Status
from lore.paths import shown
from lore.store import FactFilter, Store
from lore.text import one_line

COMPARED = 500
"""The newest facts of the same scope that are searched for similar ones (0.02 ms each)."""


@dataclass(frozen=True, slots=True)
class Quote:
    """One piece of evidence with the session it stands in."""

    evidence: Evidence
    session: Session | None


@dataclass(frozen=True, slots=True)
class Similar:
    """A fact that says nearly the same, or the opposite."""

    fact: Fact
    similarity: float
    contradiction: Ground | None


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """A candidate with everything that speaks for and against it."""

    candidate: Candidate
    fact: Fact
    consequence: str
    """What approving it does."""
    otherwise: str
    """What rejecting it does; of a question nothing is to be said."""
    replaces: Fact | None
    diff: tuple[str, ...]
    """Lines that start with `-` or `+`, where it replaces a fact."""
    similar: tuple[Similar, ...]
    evidence: tuple[Quote, ...]
    risks: tuple[Risk, ...]
    is_whole: bool = True
    """Whether whoever asks is shown all that would be approved, in its own words."""

    @property
    def is_worded(self) -> bool:
        """Whether the text is a model's wording of the quotations."""
        return self.fact.origin is Origin.READ and not any(
            one_line(self.candidate.text) in one_line(quote.evidence.quote) for quote in self.evidence
        )

    @property
    def said(self) -> str:
        """Your own sentence, where a model worded it: you may take that instead. Empty where it is yours already."""
        said = one_line(sentence_behind(self.fact, [quote.evidence for quote in self.evidence[::-1]]))
        return "" if said == one_line(self.candidate.text) else said

    @property
    def asks(self) -> bool:
        """Whether it asks which of two facts holds."""
        return self.candidate.asks

    @property
    def risky(self) -> bool:
        """Whether approving it takes more than one key."""
        return bool(self.risks)

    @property
    def shares(self) -> bool:
        """Whether approving it lets what you said for yourself hold for the whole project."""
        return self.fact.layer is Layer.USER_PROJECT and self.candidate.layer is not Layer.USER_PROJECT


def review_card(store: Store, candidate_id: str, *, text: str | None = None) -> ReviewCard:
    """The card of a proposal or a statement; with `text` as it would be in these words. Raises NotFound.

    Other words take the place of those that were proposed, where nothing else is to be replaced.
    """
    candidate = what_is(store, candidate_id)
    fact = store.facts.get(candidate.fact)
    replaces = store.facts.get(candidate.replaces) if candidate.replaces else None
    if text is not None:
        words = clean(text)
        is_other = words != candidate.text and candidate.kind is not CandidateKind.STATEMENT
        replaces = replaces or (fact if is_other else None)
        candidate = replace(candidate, text=words)
    support = store.facts.evidence([one.id for one in supporting(store, fact)])
    evidence = support[fact.id]
    return ReviewCard(
        candidate=candidate,
        fact=fact,
        consequence=_consequence(candidate),
        otherwise=_otherwise(candidate, fact, held_by(store, fact, evidence)),
        replaces=replaces,
        diff=text_diff(replaces.text, candidate.text) if replaces else (),
        similar=tuple(similar_facts(store, candidate.text, fact, leave_out=(candidate.replaces or "",))),
        evidence=_quotes(store, [item for items in support.values() for item in items]),
        risks=risks_of(candidate, fact, evidence),
    )


def text_diff(before: str, after: str) -> tuple[str, ...]:
    """The changed lines of a text, each with its sign."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return tuple(line for line in lines if line[0] in "-+" and not line.startswith(("---", "+++")))


def similar_facts(store: Store, text: str, scope: Fact, *, leave_out: Sequence[str] = ()) -> list[Similar]:
    """Facts of the same scope that are alike in words or contradict `text`; contradictions first.

    How alike, and how many, the settings say.
    """
    config = in_force(store)
    least, most = config[settings.SIMILAR], config[settings.SIMILAR_SHOWN]
    layers = tuple({scope.layer, proposed_layer(scope)})
    within = FactFilter(statuses=(Status.ACTIVE,), layers=layers, projects=(scope.project,))
    similars = []
    for other in store.facts.select(within, limit=COMPARED):
        if other.id == scope.id or other.id in leave_out:
            continue
        likeness, clash = word_similarity(text, other.text), judge(text, other.text).ground
        if likeness >= least or clash is not None:
            similars.append(Similar(other, likeness, clash))
    similars.sort(key=lambda similar: (similar.contradiction is None, -similar.similarity, similar.fact.id))
    return similars[:most]


def _consequence(candidate: Candidate) -> str:
    if candidate.kind is CandidateKind.QUESTION:
        return CONSEQUENCE
    if candidate.kind is CandidateKind.STATEMENT:
        return "becomes yours: agents may be given it from then on"
    if candidate.layer is Layer.ORG:
        return "becomes a convention of the whole organisation; every agent reads it in every project"
    if candidate.layer is Layer.USER:
        return "becomes a rule of yours in every project; your agents read it at session start"
    project = candidate.project
    named = shown(Path(project)) if project and project.startswith("/") else project
    where = f"`{named}`" if named else "no particular project"
    if candidate.layer is Layer.USER_PROJECT:
        return f"becomes a rule of yours in {where}; your agents read it at session start"
    if candidate.kind is CandidateKind.SKILL:
        return (
            f"becomes a skill of {where}: `lore publish` writes it to CONVENTIONS.md, and to SKILL.md if you want that"
        )
    return f"becomes a convention of {where}: `lore publish` writes it to CONVENTIONS.md, every agent reads it"


def _otherwise(candidate: Candidate, fact: Fact, behind: Authority) -> str:
    if candidate.kind is CandidateKind.QUESTION:
        return ""
    if candidate.kind is CandidateKind.STATEMENT:
        return "it is archived, and no machine brings it back"
    if behind >= Authority.USER and fact.status is Status.PENDING:
        return "what you decided stays, and this is archived"
    if behind >= Authority.USER:
        return "it stays a fact as it is, and is not proposed again"
    return "no agent is given it any more, and it is not proposed again"


def _quotes(store: Store, evidence: Sequence[Evidence]) -> tuple[Quote, ...]:
    """Newest first."""
    evidence = sorted(evidence, key=lambda item: item.at or "", reverse=True)
    sessions = {name: store.sessions.find(name) for name in {item.session for item in evidence if item.session}}
    return tuple(Quote(item, sessions.get(item.session) if item.session else None) for item in evidence)
