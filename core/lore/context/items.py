"""What an agent is given, item by item, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from lore.memory import sentence_behind
from lore.model import Band, Clean, Evidence, Fact, Kind, Layer, Passage, PassageType, Role
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
