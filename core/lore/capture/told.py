"""What an agent saved in whole sentences that the person typed in the running session: the transcript confirms it.

An agent's word stays an agent's word until the recorder's own file of the session that saved it, in the same project,
holds the same sentences as the person's message, neither left nor taken back. Then they are what the person said, so
the fact is told, and stands where it was saved as a rule, or bears a mark that leaves no doubt. Where nothing names the
running session, nothing is confirmed.
"""

import re
from collections.abc import Sequence
from datetime import timedelta

from lore import clock
from lore.capture.contract import CapturedFact
from lore.capture.drafts import USERS, said_by
from lore.capture.rewinds import positions_left
from lore.capture.taking_back import is_saved_by_agent, takes_back
from lore.language import asks, end_with_taking_back, kind_of_saying, mark_of, sentences, whole_sentences
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Layer, Origin, Role, Turn
from lore.presence import SESSION_SIGNS, is_agent, session_named_here
from lore.store import SAVED, FactFilter, Store, Transaction
from lore.text import one_line


def holding(store: Store, turns: Sequence[Turn]) -> list[Turn]:
    """The messages of one session, in order, that a fact may rest on, and that a model may be sent."""
    left = positions_left(store, turns[0].session) if turns else frozenset()
    held = list[Turn]()
    for turn in turns:
        if turn.position in left:
            continue
        if not takes_back(turn):
            held.append(turn)
            continue
        before = next((place for place in reversed(range(len(held))) if held[place].role in USERS), None)
        if before is not None and held[before].role is Role.USER:
            del held[before]
    return held


CONFIRMED = "confirmed"
"""What became of the fact, as a `CapturedFact` tells."""
RUNNING = timedelta(hours=12)
"""How long before a save the sentences may have been typed, and how long after it they may be read."""
MOST = 50
"""Facts that are compared."""
ACTOR = "hooks"
SHORTEST = 3
"""Words of a statement at least: "Yes, do that." is typed often, and says nothing by itself."""


def confirm_told(store: Store, transaction: Transaction, turn: Turn) -> list[CapturedFact]:
    """Give the person what an agent saved of their words: those of this message, before or after it was read."""
    if turn.role is not Role.USER or turn.at is None or (at := clock.parse(turn.at)) is None:
        return []
    since = clock.later(at, seconds=-1)
    until = clock.later(at, seconds=RUNNING.total_seconds())
    project = store.sessions.get(turn.session).project
    if project is None:
        return []
    saved = store.facts.select(FactFilter(tainted=True, projects=(project,), after=since, before=until), limit=MOST)
    here = [fact for fact in saved if _saved_in(store, fact, turn.session)]
    return [found for fact in here if (found := _told(store, transaction, fact, turn))]


def confirm_saved(store: Store, fact: Fact) -> Fact:
    """The fact that an agent saves now, as the person's where they typed it in a message that was read already."""
    session = store.sessions.find(session_named_here())
    if session is None or session.project is None or session.project != fact.project:
        return fact
    if not fact.tainted or fact.approved_at:
        return fact
    since = clock.shifted(-RUNNING)
    with store.write(ACTOR) as transaction:
        for turn in store.sessions.turns(session.id):
            if since <= (turn.at or "") <= fact.created_at and (found := _told(store, transaction, fact, turn)):
                return found.fact
    return fact


def _saved_in(store: Store, fact: Fact, session: str) -> bool:
    """Whether this session was the running one as an agent saved the fact."""
    return any(store.accesses.noted(SAVED, [fact.id], f"{sign}={session}") for sign in SESSION_SIGNS)


def _told(store: Store, transaction: Transaction, fact: Fact, turn: Turn) -> CapturedFact | None:
    """The fact as the person's; None where the message does not say it in whole sentences, or no agent saved it."""
    evidence = store.facts.evidence([fact.id])[fact.id]
    is_saved = bool(evidence) and all(map(is_saved_by_agent, evidence))
    added = store.audit.select(action="fact.add", subject=fact.id, limit=1)
    if not is_saved or not added or not is_agent(added[0].actor) or not typed_whole(store, turn, fact.text):
        return None
    held = holding(store, store.sessions.turns(turn.session))
    if turn.source_id not in [one.source_id for one in held]:
        return None
    kind = fact.kind if fact.kind in RULE_KINDS else kind_of_saying(fact.text)
    session = store.sessions.get(turn.session)
    quoted = Evidence(Clean(fact.text), session.id, turn.source_id, Role.USER, session.agent, turn.at)
    store.facts.add_evidence(transaction, fact.id, quoted)
    own = session.project is not None and kind in RULE_KINDS and fact.layer is Layer.PROJECT
    told = store.facts.update(
        transaction,
        fact.id,
        action="fact.confirm",
        tainted=False,
        origin=Origin.TOLD,
        kind=kind,
        standing=fact.kind in RULE_KINDS or (kind in RULE_KINDS and _is_for_good(fact.text)),
        layer=Layer.USER_PROJECT if own else fact.layer,
    )
    return CapturedFact(told, quoted, CONFIRMED)


def _is_for_good(text: str) -> bool:
    """Whether each sentence of it bears a mark that leaves no doubt: an errand beside a rule is given to no session."""
    return all((mark := mark_of(one.text)) is not None and mark.for_good for one in sentences(text))


def typed_whole(store: Store, turn: Turn, text: str) -> bool:
    """Whether the person typed a text in a message as one whole sentence or several, white space aside.

    Not where it asks, and not where what follows takes it back: "… Just kidding."
    """
    from lore.capture.authorship import somebodys_parts, typed_text
    from lore.capture.stated import is_short

    words = text.split()
    if len(words) < SHORTEST or asks(text) or words[0] not in turn.text:
        return False
    if not is_short(turn.text, somebodys_parts(turn.text)):  # a longer one may be a paste that nothing shows
        return False
    typed = typed_text(turn.text)
    match = re.search(r"\s+".join(map(re.escape, words)), typed)
    if match is None or end_with_taking_back(typed, *match.span()) > match.end():
        return False
    is_whole = one_line(whole_sentences(typed, *match.span())) == one_line(text)
    return is_whole and said_by(store, turn, match[0]) is Role.USER
