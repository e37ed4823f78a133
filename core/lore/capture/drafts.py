"""From a message to the facts that it states, as drafts: what becomes of them, the store decides."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from lore.capture.contract import Refused
from lore.capture.lore_output import without_lore_output
from lore.capture.named_files import files_named
from lore.capture.quoted import is_quoted
from lore.config import Config, in_force, registry as settings
from lore.errors import ModelError
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Kind, Layer, Origin, Role, Session, Turn, taints
from lore.store import Store

if TYPE_CHECKING:
    from lore.capture.extraction import Extracted, Message, SentenceReader

USERS = frozenset({Role.USER, Role.SOMEBODY})
"""Who speaks in a user's name: what they say is extracted alike, whatever trust it has."""
LONGEST_TYPED = 700
"""Characters of a message that somebody typed; longer ones are mostly plans and logs that were pasted."""
_UNCERTAIN, _CERTAIN = 0.6, 1.2
"""The least and the most that how sure extraction is makes of a confidence."""
_BEFORE = 4_000
"""Characters at the end of the message before that extraction looks at."""


@dataclass(frozen=True, slots=True)
class DraftFact:
    """A fact that is not stored yet, with what it rests on."""

    fact: Fact
    evidence: Evidence


class Extractor:
    """Draws facts from messages. What it needs for that, rules and model, is loaded for the first message."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loaded: SentenceReader | None = None

    @property
    def problem(self) -> ModelError | None:
        """Why facts are chosen by their words alone, where they are."""
        return self._loaded.problem if self._loaded else None

    @cached_property
    def _config(self) -> Config:
        return in_force(self._store)

    @property
    def _reader(self) -> "SentenceReader":
        if self._loaded is None:
            from lore.capture.extraction import SentenceReader  # compiles its patterns and reads its weights: 30 ms
            from lore.embedding import bundled_sentence_network

            self._loaded = SentenceReader(bundled_sentence_network(self._store.folder))
        return self._loaded

    def draft_facts(self, turn: Turn, before: str, session: Session) -> list[DraftFact]:
        """The facts that a message states, in order. before: the text of the message before it, or ""."""
        from lore.capture.extraction import extract

        extracted = extract(_message(turn, before), self._reader)
        quoted: Sequence[tuple[int, int]] = ()
        if extracted and turn.role is Role.USER:
            from lore.capture.authorship import somebodys_parts  # compiles patterns: only where there is a statement

            quoted = somebodys_parts(turn.text)
        return [self._draft(found, turn, session, _speaker(found, turn, quoted)) for found in extracted]

    def refused(self, turn: Turn, before: str) -> list[Refused]:
        """The sentences of a message that are no facts, each with the reason."""
        from lore.capture.extraction import explain

        verdicts = explain(_message(turn, before), self._reader)
        return [
            Refused(turn.session, turn.source_id, turn.role, verdict)
            for verdict in verdicts
            if verdict.reason is not None
        ]

    def _draft(self, extracted: "Extracted", turn: Turn, session: Session, role: Role) -> DraftFact:
        """A statement that was found in a message, as a fact that rests on what `role` said."""
        from lore.capture.extraction import happened_at

        layer = _layer(extracted, role, turn, session)
        quoted = Evidence(Clean(extracted.quote), session.id, turn.source_id, role, session.agent, turn.at)
        fact = Fact(
            id="",
            text=Clean(extracted.text),
            kind=extracted.kind,
            layer=layer,
            project=session.project,
            confidence=_confidence(extracted, turn.role, self._config),
            tainted=taints([quoted]),
            origin=Origin.STATED if role is Role.USER else None,
            standing=role is Role.USER and extracted.kind in RULE_KINDS and layer is Layer.USER_PROJECT,
            wrong=_part(extracted.wrong),
            right=_part(extracted.right),
            files=tuple(map(Clean, files_named(extracted.quote))),
            created_at=turn.at or "",
            happened_at=happened_at(extracted.quote, turn.at),
        )
        return reasoned(DraftFact(fact, quoted), turn.text)


def reasoned(draft: DraftFact, message: str) -> DraftFact:
    """The draft with the reason that its message gives; the quotation still holds the whole of it."""
    from lore.capture.reasons import RULES, parted, reason_after

    fact, quoted = draft.fact, draft.evidence
    if fact.kind not in RULES:
        return draft
    if found := parted(fact.text):
        return replace(draft, fact=replace(fact, text=Clean(found.text), because=Clean(found.because)))
    found = reason_after(quoted.quote, without_lore_output(message))
    if found and found.text in message:
        return DraftFact(replace(fact, because=Clean(found.because)), replace(quoted, quote=Clean(found.text)))
    return draft


def _message(turn: Turn, before: str) -> "Message":
    from lore.capture.extraction import Message

    role = Role.USER if turn.role in USERS else turn.role
    return Message(role, without_lore_output(turn.text), before[-_BEFORE:])


def _speaker(extracted: "Extracted", turn: Turn, quoted: Sequence[tuple[int, int]]) -> Role:
    """Who stands behind a statement: what a person pasted is somebody's."""
    pasted = turn.role is Role.USER and is_quoted(extracted.quote, turn.text, quoted)
    return Role.SOMEBODY if pasted else turn.role


def _confidence(extracted: "Extracted", role: Role, config: Config) -> float:
    """What such a speaker is believed, times how sure extraction is; as sure as can be at most."""
    if role not in USERS:
        said = config[settings.AGENT_SAID]
    else:
        said = config[settings.CORRECTED if extracted.kind is Kind.CORRECTION else settings.CAPTURED]
    return round(min(1.0, said * certainty(extracted.score)), 3)


def certainty(chance: float) -> float:
    """The factor of confidence for the probability that a statement is worth keeping: from 0.6 to 1.2.

    Even odds leave what the speaker is believed as it is: 0.1 → 0.6, 0.3 → 0.8, 0.5 → 1.0, 0.7 → 1.2.
    """
    return min(_CERTAIN, max(_UNCERTAIN, 0.5 + chance))


def _layer(extracted: "Extracted", role: Role, turn: Turn, session: Session) -> Layer:
    """Who a statement holds for: a rule in your own words for you in that project, until you let it hold for all."""
    if role is not Role.USER or extracted.kind not in RULE_KINDS:
        return Layer.PROJECT
    if session.project is not None:
        return Layer.USER_PROJECT if len(turn.text) <= LONGEST_TYPED else Layer.PROJECT
    personal = extracted.kind in (Kind.PREFERENCE, Kind.IDENTITY) and not extracted.names_project
    return Layer.USER if personal else Layer.PROJECT


def _part(text: str | None) -> Clean | None:
    """A part of a text that has passed intake."""
    return Clean(text) if text else None
