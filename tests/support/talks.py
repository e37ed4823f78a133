"""What was said in the sessions of the sample store."""

from lore.model import Clean, Event, EventKind, Role, Turn
from lore.store import Store


def talk(store: Store) -> None:
    """Write down the messages that the facts quote, with an answer and a command after each."""
    facts = store.facts.select()
    said = sorted(
        (one.at or "", one.session, one.source_id, one.quote)
        for quotes in store.facts.evidence([fact.id for fact in facts]).values()
        for one in quotes
        if one.session and one.source_id
    )
    with store.write("hook") as change:
        for at, session, message, quote in said:
            if not session or not message:
                continue
            turns = [
                Turn(session, message, Role.USER, Clean(f"One more thing. {quote}. That is all."), at),
                Turn(session, f"a-{message}", Role.ASSISTANT, Clean("Noted, I will do that."), at),
            ]
            store.sessions.add_turns(change, session, turns)
            command = Event(session, f"e-{message}", EventKind.COMMAND, Clean("make check"), Clean("all passed"), at)
            store.sessions.add_events(change, session, [command])
