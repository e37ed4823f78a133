"""From a message to the facts that a person states in it, as drafts: what becomes of them, the store decides."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.capture.contract import Refused
from lore.capture.lore_output import without_lore_output
from lore.capture.named_files import files_named
from lore.config import Config, registry as settings
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Kind, Layer, Origin, Role, Session, Turn
from lore.text import one_line

if TYPE_CHECKING:
    from lore.capture.stated import Stated

USERS = frozenset({Role.USER, Role.SOMEBODY})
"""Who speaks in a user's name."""
_NAMED = re.compile(r"[`/_]|\w\.\w|[a-z][A-Z]|--\w|#\d")
"""What names a thing of a project: such a preference holds nowhere else."""


@dataclass(frozen=True, slots=True)
class DraftFact:
    """A fact that is not stored yet, with what it rests on."""

    fact: Fact
    evidence: Evidence


def draft_facts(turn: Turn, session: Session, config: Config) -> list[DraftFact]:
    """The facts that a message states, in order: whole sentences that the person typed, word for word."""
    if turn.role is not Role.USER:
        return []
    from lore.capture.stated import stated_in  # compiles its marks

    said = without_lore_output(turn.text)
    return [_draft(found, turn, session, config) for found in stated_in(said)]


def refused(turn: Turn) -> list[Refused]:
    """The sentences of a person's message that bear a mark and are no facts, each with the reason."""
    if turn.role is not Role.USER:
        return []
    from lore.capture.stated import verdicts

    return [Refused(turn.session, turn.source_id, turn.role, one) for one in verdicts(without_lore_output(turn.text))]


def _draft(found: "Stated", turn: Turn, session: Session, config: Config) -> DraftFact:
    layer = _layer(found, session) if found.is_typed else Layer.PROJECT
    role = turn.role if found.is_typed else Role.SOMEBODY
    fact = Fact(
        id="",
        text=Clean(one_line(found.text)),
        kind=found.kind,
        layer=layer,
        project=session.project,
        confidence=config[settings.CORRECTED if found.kind is Kind.CORRECTION else settings.CAPTURED],
        origin=Origin.STATED,
        tainted=not found.is_typed,
        standing=found.standing and layer in (Layer.USER_PROJECT, Layer.USER),
        files=tuple(map(Clean, files_named(found.text))),
        created_at=turn.at or "",
    )
    return DraftFact(fact, Evidence(Clean(found.text), session.id, turn.source_id, role, session.agent, turn.at))


def _layer(found: "Stated", session: Session) -> Layer:
    """Who a statement holds for: a rule in your own words for you in that project, until you let it hold for all."""
    if found.kind not in RULE_KINDS and not found.standing:
        return Layer.PROJECT
    if session.project is not None:
        return Layer.USER_PROJECT
    personal = found.kind in (Kind.PREFERENCE, Kind.IDENTITY) and _NAMED.search(found.text) is None
    return Layer.USER if personal else Layer.PROJECT
