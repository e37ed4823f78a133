"""What is said in the tests of consolidation, each sentence in a session of its own."""

from dataclasses import replace

from lore.memory.entering import Outcome, remember
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Kind, Layer, Role, Session, Turn
from lore.store import Store

WEB = "github.com/me/web"


def say(
    store: Store,
    text: str,
    day: int,
    *,
    kind: Kind = Kind.CORRECTION,
    role: Role = Role.USER,
    layer: Layer = Layer.PROJECT,
    quote: str | None = None,
    source_id: str | None = None,
    confidence: float = 0.9,
    because: str | None = None,
) -> Outcome:
    """Capture one sentence in a session of its own; what is said for oneself in a project, as a rule."""
    at = f"2026-03-{day:02d}T10:00:00Z"
    words = Clean(quote or text)
    evidence = Evidence(words, session=f"s{day}", source_id=source_id or f"m{day}-{text[:9]}", role=role, at=at)
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session(f"s{day}", "claude-code", project=WEB))
        store.sessions.add_turns(transaction, f"s{day}", [Turn(f"s{day}", evidence.source_id or "", role, words, at)])
        reason, standing = Clean(because) if because else None, layer is Layer.USER_PROJECT and kind in RULE_KINDS
        fact = Fact("", Clean(text), kind, project=WEB, layer=layer, confidence=confidence, created_at=at)
        fact = replace(fact, because=reason, standing=standing)
        return remember(store, transaction, fact, [evidence])
