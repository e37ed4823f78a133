"""What an agent is given, item by item, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from lore.files import stale_among
from lore.memory import sentence_behind, what_stands
from lore.model import Band, Clean, Evidence, Fact, Kind, Layer, LinkKind, Passage, PassageType, Role, Status
from lore.store import Store
from lore.text import one_line
from lore.wording import beside, line_of, tokens_of


class Section(StrEnum):
    """Why an item is there."""

    RULE = "rule"
    """It stands over every session of the project."""
    DECISION = "decision"
    RECALLED = "recalled"
    """It answers a prompt."""


@dataclass(frozen=True, slots=True)
class BriefItem:
    """One fact, or one message of yours, that an agent is given."""

    id: str
    type: PassageType
    text: Clean
    section: Section
    kind: Kind | None = None
    """None for a message."""
    layer: Layer | None = None
    """None for a message."""
    band: Band | None = None
    """How much it counts by its confidence; None for a message."""
    standing: str = ""
    """Why it stands: "you approved it", "said once, on 2026-03-12"."""
    because: Clean | None = None
    """The reason that was given with it."""
    sentence: str = ""
    """What the person said that a model's wording rests on; empty where the text itself is theirs, or approved."""
    doubt: str = ""
    """Why it may be outdated; empty where nothing says so."""
    at: str | None = None
    """When it was last said."""
    session: str | None = None
    source_id: str | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def told(self) -> str:
        """What it says, a model's wording beside the sentence that it rests on."""
        return beside(one_line(self.text), one_line(self.sentence), self.at) if self.sentence else self.text

    @property
    def line(self) -> str:
        """The item as an agent reads it."""
        dated = self.section is not Section.RULE
        return line_of(self.text, self.doubt, self.standing, self.because, self.at, sentence=self.sentence, dated=dated)

    @property
    def tokens(self) -> int:
        """What it costs of a budget."""
        return tokens_of(self.line) + 1


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A fact that could have been given."""

    id: str
    text: Clean
    why: str


@dataclass(frozen=True, slots=True)
class Brief:
    """What an agent is given at once."""

    items: tuple[BriefItem, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    said: str = ""
    """What a person is told of the folder at a start: that it was another project, or may be; mostly nothing."""

    @property
    def tokens(self) -> int:
        """What all of it costs."""
        return sum(item.tokens for item in self.items)


def of_fact(
    fact: Fact, evidence: Sequence[Evidence], section: Section, standing: str = "", doubt: str = ""
) -> BriefItem:
    """A fact as an item; it was said where its newest quotation stands."""
    newest = max(evidence, key=lambda item: (item.at or "", item.id), default=None)
    return BriefItem(
        id=fact.id,
        type=PassageType.FACT,
        text=fact.text,
        section=section,
        kind=fact.kind,
        layer=fact.layer,
        band=fact.band,
        doubt=doubt,
        standing=standing,
        because=fact.because,
        sentence=sentence_behind(fact, evidence),
        at=(newest.at if newest else None) or fact.created_at or None,
        session=newest.session if newest else None,
        source_id=newest.source_id if newest else None,
        evidence=tuple(evidence),
    )


def of_message(passage: Passage) -> BriefItem:
    """A message as an item."""
    quote = Evidence(
        passage.text, passage.session, passage.source_id, Role(passage.role or Role.SOMEBODY), at=passage.at
    )
    return BriefItem(
        id=passage.id,
        type=PassageType.TURN,
        text=passage.text,
        section=Section.RECALLED,
        at=passage.at,
        session=passage.session,
        source_id=passage.source_id,
        evidence=(quote,),
    )


# Why an agent is given a fact when a session starts, or is not; and which rules of other layers it meets


@dataclass(frozen=True, slots=True)
class Meeting:
    """A standing rule of another layer about the same."""

    fact: Fact
    wins: bool
    """Whether an agent is given that one instead."""
    same: bool
    """Whether both say the same; otherwise they contradict."""
    stands: bool
    """Whether an agent is given that one, beside this or instead."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a fact is given when a session of a project starts."""

    fact: Fact
    given: bool
    why: str
    meets: tuple[Meeting, ...] = ()


def explain_giving(store: Store, fact: Fact, project: str | None) -> Standing:
    """Why sessions of a project begin with this fact, or do not."""
    every = {one.id: one for one in what_stands(store, project)}
    found = every.get(fact.id)
    if found is None:
        return Standing(fact, False, why_not(fact, project))
    rivals = {
        link.source if link.target == fact.id else link.target
        for link in store.facts.links(fact.id)
        if link.kind is LinkKind.CONTRADICTS
    }
    meets = []
    for other in every.values():
        same = other.id != fact.id and other.words == found.words
        if other.id != fact.id and (same or other.id in rivals):
            wins = other.precedence < found.precedence if same else other.outranks(found)
            meets.append(Meeting(store.facts.get(other.id), wins, same, not other.left))
    stale = stale_among(store, [fact]).get(fact.id)
    return Standing(fact, not found.left, stale.why if stale else found.left or found.why, tuple(meets))


def why_not(fact: Fact, project: str | None) -> str:
    """Why a fact stands over no session of a project, in a sentence without its end."""
    if fact.status is not Status.ACTIVE:
        return f"it is {fact.status.value}"
    if fact.tainted:
        return "you did not say it yourself, and no agent is given it before you accept or approve it"
    if fact.project not in (None, project):
        return f"it holds in `{fact.project}` alone"
    return "it does not hold whatever a session is about: the prompts that need it recall it"


# What an agent is given when a session starts, as facts: `lore.lookup.stands` chooses, for hooks as well


def session_start(store: Store, project: str | None, *, budget: int, now: str | None = None) -> Brief:
    """What a session of the project begins with: what you approved within the budget (tokens), then a few others.

    The rest is left out, each with the reason.
    """
    found = what_stands(store, project, now=now, budget=budget)
    given = [one for one in found if not one.left]
    facts = {fact.id: fact for fact in store.facts.many([one.id for one in given])}
    evidence = store.facts.evidence(list(facts))
    items = [
        of_fact(
            facts[one.id],
            evidence[one.id],
            Section.DECISION if one.is_decision else Section.RULE,
            "" if one.is_decision else one.why,
            one.doubt,
        )
        for one in given
        if one.id in facts
    ]
    items.sort(key=lambda item: item.section is Section.DECISION)
    left = [LeftOut(one.id, Clean(one.told), one.left) for one in found if one.left]
    return Brief(tuple(items), tuple(left))
