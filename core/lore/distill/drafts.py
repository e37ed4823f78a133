"""From a note that counts to the fact that is stored: its wording, with the person's own sentence as its evidence."""

import re
from collections.abc import Iterable

from lore.capture import said_by
from lore.config import AGENT_SAID, CAPTURED, Config
from lore.distill.answers import Note
from lore.distill.notes import SUREST, Checked, Said, is_typed
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Kind, Layer, Origin, Role, Session, taints
from lore.store import Store
from lore.text import one_line

_GIVES_A_REASON = re.compile(r"^(?:because|since|so that)\s+", re.I)


def draft(store: Store, checked: Checked, session: Session, config: Config) -> tuple[Fact, Evidence]:
    """The fact of a note, with the sentences that it rests on.

    Who said it is who a capture would say said it. What a door is shut to is nobody's until a person decides.
    """
    note, said = checked.note, checked.said
    evidence = evidence_of(store, said, session)
    role = evidence.role
    because = _because(note, said)
    is_standing = note.standing and role is Role.USER and not checked.doors and (note.confidence or 0) >= SUREST
    kind = _kind(note.kind, standing=note.standing and role is Role.USER)
    layer, project = _scope(kind, session, role)
    fact = Fact(
        id="",
        text=Clean(note.text),
        kind=kind,
        layer=layer,
        project=project,
        confidence=_confidence(note, role, config),
        origin=Origin.READ,
        standing=is_standing,
        tainted=bool(checked.doors) or taints([evidence]),
        because=Clean(because) if because and because not in note.text else None,
        created_at=said.turn.at or "",
    )
    return fact, evidence


def evidence_of(store: Store, said: Said, session: Session) -> Evidence:
    """The whole sentences of a quotation, as they stand in its message, with who said them: one who said them all."""
    role = said_by(store, said.turn, said.quote)
    if role is Role.USER and not (is_typed(said) and said_by(store, said.turn, said.whole) is role):
        role = Role.SOMEBODY
    return Evidence(Clean(said.whole), session.id, said.turn.source_id, role, session.agent, said.turn.at)


def _because(note: Note, said: Said) -> str | None:
    """The reason that a note gives, where the sentences themselves give it, in a clause that is whole."""
    reason = _GIVES_A_REASON.sub("", note.because or "").rstrip(".!;, ")
    clause = rf"(?<!not )(?<!n't )\b(?:because|since|so that) {re.escape(reason)}(?=[.!;,]|$)"
    return note.because if reason and re.search(clause, one_line(said.whole), re.I) else None


def _kind(kind: Kind, *, standing: bool) -> Kind:
    """A rule that holds in every session is a convention, whatever else it is."""
    return Kind.CONVENTION if standing and kind not in RULE_KINDS else kind


def _confidence(note: Note, role: Role, config: Config) -> float:
    """What the model is sure of; of what no person said no more than what an agent says is believed."""
    sure = config[CAPTURED] if note.confidence is None else note.confidence
    return sure if role is Role.USER else min(sure, config[AGENT_SAID])


def _scope(kind: Kind, session: Session, role: Role) -> tuple[Layer, str | None]:
    """A rule of the person holds in their own sessions of the project: wider only where they say so, by a decision."""
    if role is not Role.USER or kind not in RULE_KINDS:
        return Layer.PROJECT, session.project
    return (Layer.USER, None) if session.project is None else (Layer.USER_PROJECT, session.project)


def same_sentence(said: Said, quotes: Iterable[str]) -> bool:
    """Whether one of the quotations is what a note rests on: the same sentences, no part of them."""
    return one_line(said.whole).casefold() in (one_line(quote).casefold() for quote in quotes)
