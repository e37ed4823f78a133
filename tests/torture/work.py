"""What programs write to a store all day: the writers of every torture."""

import hashlib
import random
from collections.abc import Callable

from lore.model import Candidate, Clean, Evidence, Fact, Kind, LinkKind, Role, Session, Status, Turn
from lore.store import Store

_VOCABULARY = """
    server port deploy branch review commit test linter type cache queue index token region schema table column
    migration retry timeout socket release build docker config logger parser editor shell script module package
"""
WORDS = _VOCABULARY.split()

Write = Callable[[Store, random.Random, int], tuple[int, int, str]]
"""Makes one transaction. Returns the unit, how many events it has, and the name of a row that it wrote."""


def sentence(rng: random.Random, label: str) -> Clean:
    words = " ".join(rng.choice(WORDS) for _ in range(12))
    return Clean(f"{token(label)} says that the {words}")


def token(label: str) -> str:
    digest = hashlib.sha256(label.encode()).hexdigest()[:12]
    return "zq" + digest.translate(str.maketrans("0123456789", "ghijklmnop"))


def save(store: Store, rng: random.Random, number: int) -> tuple[int, int, str]:
    text = sentence(rng, f"save {rng.random()} {number}")
    with store.write("agent:torture") as transaction:
        fact = store.facts.add(
            transaction, Fact("", text, Kind.NOTE, project="torture"), [Evidence(text, f"s{number}")]
        )
    return transaction.unit, 2, fact.id


def capture(store: Store, rng: random.Random, number: int) -> tuple[int, int, str]:
    session = f"session-{number // 10}-{rng.getrandbits(40)}"
    turns = [
        Turn(session, f"m{place}", Role.USER, sentence(rng, f"{session} {place}")) for place in range(rng.randint(1, 8))
    ]
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session(session, "claude-code", project="torture"))
        store.sessions.add_turns(transaction, session, turns)
    return transaction.unit, 2, f"{session}/{turns[-1].source_id}"


def consolidate(store: Store, rng: random.Random, number: int) -> tuple[int, int, str]:
    """A consolidation turns several facts into one, supersedes what it replaces and proposes a convention."""
    facts = store.facts.select(limit=40)
    sources = rng.sample(facts, min(len(facts), 5))
    with store.write("consolidation") as transaction:
        gist = store.facts.add(transaction, Fact("", sentence(rng, f"gist {rng.random()} {number}"), Kind.CONVENTION))
        for source in sources:
            store.facts.link(transaction, gist.id, LinkKind.DERIVED_FROM, source.id)
            store.facts.update(transaction, source.id, text=sentence(rng, f"{source.id} {rng.random()}"))
        for source in sources[:1]:
            store.facts.update(transaction, source.id, action="fact.supersede", status=Status.SUPERSEDED)
        proposal = store.candidates.add(transaction, Candidate("", gist.text, gist.id, fingerprint=gist.id))
    return transaction.unit, 2 + 2 * len(sources) + bool(sources), proposal.id


def review(store: Store, rng: random.Random, number: int) -> tuple[int, int, str]:
    newest = store.facts.select(limit=5)
    if not newest:
        return save(store, rng, number)
    chosen = rng.choice(newest)
    with store.write("person") as transaction:
        text = sentence(rng, f"edit {rng.random()} {number}")
        store.facts.update(transaction, chosen.id, text=text, pinned=not chosen.pinned)
    return transaction.unit, 1, chosen.id


WRITERS: tuple[Write, ...] = (capture, save, consolidate, review)
