"""From a note that counts to the fact that is stored, with the person's own sentences as its evidence."""

import re
from collections.abc import Iterable
from dataclasses import replace

from lore.capture import certainty, said_by
from lore.config import AGENT_SAID, CAPTURED, CORRECTED, Config
from lore.distill.answers import Note
from lore.distill.notes import Checked, Said, is_typed
from lore.distill.wording import says_something
from lore.language import stem, tokens
from lore.memory import (
    NoCard,
    asks_once,
    fault_in,
    is_about_one_thing,
    is_for_now,
    is_guess,
    is_of_the_day,
    points,
)
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Kind, Layer, Origin, Role, Session, taints
from lore.store import Store
from lore.text import one_line

_GIVES_A_REASON = re.compile(r"^(?:because|since|so that)\s+", re.I)
_FEWEST_SHARED = 2
"""Words that what is said again shares with the fact."""


def draft(store: Store, checked: Checked, session: Session, config: Config) -> tuple[Fact, Evidence]:
    """The fact of a note, with the sentences that it rests on.

    Its text is the wording of the note where that counts, else those sentences. Who said it is who a capture would say
    said it.
    """
    note, said = checked.note, checked.said
    evidence = evidence_of(store, said, session)
    role = evidence.role
    text = note.text if checked.fault is None else said.text
    because = _because(note, said)
    is_standing = note.standing and role is Role.USER and _may_stand(checked)
    fact = Fact(
        id="",
        text=Clean(text),
        kind=_kind(note.kind, standing=is_standing),
        confidence=_confidence(note, role, config),
        origin=Origin.READ,
        standing=is_standing,
        tainted=taints([evidence]),
        because=Clean(because) if because and because not in text else None,
        created_at=said.turn.at or "",
    )
    layer, project = _scope(fact, session, role)
    return replace(fact, layer=layer, project=project), evidence


def _may_stand(checked: Checked) -> bool:
    """Whether sessions may start with it: a sentence that says a rule by itself, or a wording that does.

    Where the wording counts, its sentence may ask for what it says, be long, or hold a pointer that it leaves out: it
    may not be an errand, a guess, of one thing or of a while.
    """
    said = checked.said.text
    if checked.fault is not None:
        return stands_alone(said)
    is_passing = is_of_the_day(said) or is_for_now(said) or is_about_one_thing(said) or is_guess(said)
    return not is_passing and fault_in(checked.note.text) is None


def stands_alone(text: str) -> bool:
    """Whether an agent could take a text for no errand. A question may stand where its mark shows what it is."""
    fault = fault_in(text)
    is_asked = fault is NoCard.QUESTION and text.rstrip("\"'”’) ").endswith(("?", "？"))
    return (fault is None or (is_asked and not points(text))) and not asks_once(text)


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
    """What such a speaker is believed; a rule as much as what is surest of all: the whole session was read."""
    if role is not Role.USER:
        return config[AGENT_SAID]
    said = config[CORRECTED if note.kind is Kind.CORRECTION else CAPTURED]
    return round(min(1.0, said * certainty(1.0)), 3) if note.standing else said


def _scope(fact: Fact, session: Session, role: Role) -> tuple[Layer, str | None]:
    """A rule of the person holds in their own sessions of the project: wider only where they say so, by a decision."""
    if role is not Role.USER or fact.kind not in RULE_KINDS:
        return Layer.PROJECT, session.project
    return (Layer.USER, None) if session.project is None else (Layer.USER_PROJECT, session.project)


def same_sentence(said: Said, quotes: Iterable[str]) -> bool:
    """Whether one of the quotations is what a note rests on: the same sentences, no part of them."""
    return one_line(said.whole).casefold() in (one_line(quote).casefold() for quote in quotes)


def speaks_of(said: Said, fact: Fact, quotes: Iterable[str]) -> bool:
    """Whether sentences have words of a fact, or of what it rests on: two that say something, or all that it has."""
    theirs = _saying(" ".join((fact.text, *quotes)))
    return len(theirs & _saying(said.text)) >= min(_FEWEST_SHARED, len(theirs))


def _saying(text: str) -> frozenset[str]:
    return frozenset(map(stem, filter(says_something, tokens(text))))
