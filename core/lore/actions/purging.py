"""What is masked in the store, and the only removal there is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import decider, facts_named
from lore.actions.registry import Touches, action
from lore.errors import Busy, NeedsPerson, UsageError
from lore.handover import forget_all, lines
from lore.memory import PurgeTarget, purge as purge_now
from lore.model import Session
from lore.store import PurgeReport as PurgeReport

if TYPE_CHECKING:
    from lore.capture import Masked

Facts = Annotated[Sequence[str], "Facts, with what says the same."]
Source = Annotated[
    str | None, "A session, with the facts that rest on it alone; or a collection of documents, by name or id."
]
Secret = Annotated[str | None, "A text wherever it stands."]


@action("purge", Touches.ASKS)
def purge(
    engine: Engine,
    *,
    facts: Facts = (),
    source: Source = None,
    secret: Secret = None,
    confirm: Annotated[str | None, "The first id, the source, or the word `purge` for a secret, typed again."] = None,
) -> PurgeReport:
    """Remove facts, a session, documents or a secret for good: it cannot be undone.

    They go from the store, its history, the index and all backups. Raises UsageError where `confirm` is missing,
    NotFound where there is nothing to remove, Busy where another program has the store open.
    """
    word = word_of(facts, source, secret)
    decider(engine, "purge")
    if confirm != word:
        raise UsageError(f"not confirmed: type `{word}`", hint=f"without a terminal, add `--confirm {word}`")
    if lines.waiting(str(engine.home)):
        from lore.actions.hooks import read_spool

        read_spool(engine)  # else what waits there would bring it back
    if lines.waiting(str(engine.home)):
        raise Busy("hooks are writing events, which may contain it", hint="try again in a moment")
    forget_all(str(engine.home))
    source = source and engine.store.names.find(source)
    done = purge_now(engine.store, PurgeTarget(facts_named(engine, facts), source, secret))
    forget_all(str(engine.home))  # what was written for hooks meanwhile
    return done


def word_of(facts: Sequence[str] = (), source: str | None = None, secret: str | None = None) -> str:
    """What has to be typed again before this is purged. Raises UsageError unless one thing is named."""
    if sum((bool(facts), source is not None, secret is not None)) != 1:
        raise UsageError("name facts, or `--source SOURCE`, or `--secret`", hint="`lore purge --help` shows examples")
    return "purge" if secret is not None else source or facts[0]


@dataclass(frozen=True, slots=True)
class MaskedList:
    """Everything that stands masked in the store, with the words around, never with what is behind a marker."""

    found: "tuple[Masked, ...]"
    """Messages first."""
    sessions: Mapping[str, Session]
    """By id, those that are named."""
    first_prompts: Mapping[str, str]
    """By id, what the user said first in those without a title."""

    @property
    def counts(self) -> Mapping[str, int]:
        """By the kind of secret, how often, the most frequent first."""
        return dict(Counter(one.kind for one in self.found).most_common())


@action("masked", Touches.READS)
def list_masked(engine: Engine) -> MaskedList:
    """List what is masked in the store: where, and the words around. Raises NeedsPerson for an agent."""
    from lore.capture import find_masked

    if visibility.is_bounded():
        raise NeedsPerson(
            "no agent is shown what was masked", hint="run `lore masked` yourself, in a terminal of your own"
        )
    found = find_masked(engine.store)
    named = {one.text.session for one in found if one.text.session}
    sessions = {name: session for name in named if (session := engine.store.sessions.find(name))}
    untitled = [name for name, session in sessions.items() if not session.title]
    return MaskedList(tuple(found), sessions, engine.store.sessions.first_prompts(untitled))
