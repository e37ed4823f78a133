"""From a note that counts to the fact that is stored, with the person's own sentences as its evidence."""

from collections.abc import Sequence
from dataclasses import replace

from lore.capture import certainty, said_by, typed_text
from lore.config import AGENT_SAID, CAPTURED, CORRECTED, Config
from lore.distill.answers import Note
from lore.distill.notes import Checked, Said
from lore.memory import NoCard, fault_in, is_about_one_thing, is_for_now, is_of_the_day, points
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Kind, Layer, Origin, Role, Session, Turn, taints
from lore.store import Store
from lore.text import one_line


def draft(store: Store, checked: Checked, session: Session, config: Config) -> tuple[Fact, Evidence]:
    """The fact of a note, with the sentences that it rests on.

    Its text is the wording of the note where that counts, else those sentences. Who said it is who a capture would say
    said it.
    """
    note, said = checked.note, checked.said
    evidence = evidence_of(store, said, session)
    role = evidence.role
    text = note.text if checked.fault is None else said.text
    because = _because(note, said.turn, role)
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
    """Whether sessions may start with it: a wording that counts, or a sentence that an agent could take for no errand.

    A question may, where nothing else is said with it: it is given as the question that it is.
    """
    said = checked.said.text
    if checked.fault is None:
        return not is_about_one_thing(said) and not is_for_now(said)
    fault = fault_in(said)
    return fault is None or (fault is NoCard.QUESTION and not is_of_the_day(said) and not points(said))


def evidence_of(store: Store, said: Said, session: Session) -> Evidence:
    """The whole sentences of a quotation, as they stand in its message, with who said them."""
    role = said_by(store, said.turn, said.quote)
    return Evidence(Clean(said.whole), session.id, said.turn.source_id, role, session.agent, said.turn.at)


def _because(note: Note, turn: Turn, role: Role) -> str | None:
    """The reason that a note gives, where its message holds it word for word."""
    said = typed_text(turn.text) if role is Role.USER else turn.text
    stands = note.because and f" {note.because} ".casefold() in f" {one_line(said)} ".casefold()
    return note.because if stands else None


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


def overlap(quote: str, others: Sequence[str]) -> bool:
    """Whether one of the quotations shares half of the shorter one's words, in one stretch."""
    words = one_line(quote).casefold().split()
    for other in (one_line(one).casefold() for one in others):
        short, long = (words, other) if len(words) <= len(other.split()) else (other.split(), " ".join(words))
        half = max(2, (len(short) + 1) // 2)
        if any(" ".join(short[start : start + half]) in long for start in range(len(short) - half + 1)):
            return True
    return False
