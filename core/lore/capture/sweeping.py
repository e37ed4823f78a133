"""What a person said in a session, and was not sure enough to be kept: the best of it is proposed when it ends."""

from lore.capture.contract import Refused
from lore.capture.drafts import Extractor
from lore.config import CAPTURED, in_force
from lore.memory import Action, propose, remember
from lore.model import Candidate, Clean, Evidence, Fact, Kind, Layer, Role, Turn
from lore.store import Store

REASONS = ("score too low", "others say more")
"""Why a sentence was refused that may be worth keeping all the same: a question never is."""
LEAST = 0.12
"""The chance from which a sentence is worth a person's look."""
LOOKED_AT = 60
"""Messages of a session that are looked at, the newest."""
ACTOR = "hooks"


def sweep(store: Store, session_id: str, *, most: int) -> list[Candidate]:
    """Propose the most valuable statements of a session that are no facts, `most` at most. Raises Busy."""
    session = store.sessions.find(session_id)
    if session is None or most == 0:
        return []
    turns = store.sessions.turns(session_id)
    best = sorted(_unsaved(store, turns), key=lambda one: -one.verdict.score)[:most]
    said = {turn.source_id: turn for turn in turns}
    proposed = []
    for one in best:
        turn = said[one.source_id]
        quote = Evidence(Clean(one.verdict.sentence), session.id, turn.source_id, Role.USER, session.agent, turn.at)
        fact = Fact(
            "", quote.quote, Kind.NOTE, layer=Layer.USER_PROJECT if session.project else Layer.USER,
            project=session.project, confidence=in_force(store)[CAPTURED] * one.verdict.score, created_at=turn.at or "",
        )  # fmt: skip
        with store.write(ACTOR) as transaction:
            outcome = remember(store, transaction, fact, [quote])
            if outcome.action is Action.ADDED:
                because = "said in a session, not sure enough to be kept by itself"
                proposed.append(propose(store, transaction, outcome.fact, because=because, sessions=1))
    return proposed


def _unsaved(store: Store, turns: "list[Turn]") -> list[Refused]:
    """The sentences that a person typed and that were refused for the want of certainty."""
    extractor = Extractor(store)
    found = []
    before = ""
    for turn in turns[-LOOKED_AT:]:
        if turn.role is Role.USER and not store.facts.resting_on(turn.session, turn.source_id):
            refused = extractor.refused(turn, before)
            found += [one for one in refused if one.verdict.reason in REASONS and one.verdict.score >= LEAST]
        before = turn.text
    return found
