"""A small store that looks like a real one: thirty facts of two projects, seven proposals, two sessions.

The tests of the app and its pictures stand on it, so every id and time in it is fixed.
"""

from collections.abc import Sequence

from lore.intake import clean
from lore.memory.proposals import propose
from lore.model import Clean, Evidence, Fact, Kind, Layer, LinkKind, Role, Session, Tier
from lore.store import Store, Transaction
from support.data import data

WEB, API = "github.com/acme/web", "github.com/acme/api"

_DATA = data("sample_store")
FACTS: Sequence[tuple[Kind, str | None, str]] = [(Kind(kind), *rest) for kind, *rest in _DATA["facts"]]
PROPOSALS: Sequence[tuple[Kind, Layer, str, int, int, str]] = [
    (Kind(kind), Layer(layer), *rest) for kind, layer, *rest in _DATA["proposals"]
]


def fill(store: Store) -> None:
    with store.write("hook") as transaction:
        _sessions(store, transaction)
        facts = [_fact(store, transaction, number, *one) for number, one in enumerate(FACTS)]
        store.facts.link(transaction, facts[2].id, LinkKind.RELATED, facts[0].id)
    with store.write("consolidation") as transaction:
        for number, one in enumerate(PROPOSALS):
            _proposal(store, transaction, number, *one, replaces=facts[0].id if number == 1 else None)
    store.accesses.record([facts[0].id], session="4f2a91", kind="search")
    store.accesses.record([facts[0].id], session="77c0de", kind="search")


def _sessions(store: Store, transaction: Transaction) -> None:
    for name, agent, project, at in (
        ("4f2a91", "claude-code", WEB, "2026-03-11T08:00:00Z"),
        ("77c0de", "codex", API, "2026-03-09T14:30:00Z"),
    ):
        store.sessions.put(transaction, Session(name, agent, project=project, started_at=at))


def _fact(store: Store, transaction: Transaction, number: int, kind: Kind, project: str | None, text: str) -> Fact:
    session, agent = ("4f2a91", "claude-code") if number % 2 == 0 else ("77c0de", "codex")
    at = _days_before(number)
    quote = Evidence(_clean(text), session, f"m{number}", Role.USER, agent, at)
    return store.facts.add(
        transaction,
        Fact(
            id="",
            text=_clean(text),
            kind=kind,
            tier=Tier.SEMANTIC if kind in (Kind.CONVENTION, Kind.PREFERENCE) else Tier.EPISODIC,
            layer=Layer.PROJECT if project else Layer.USER,
            project=project,
            confidence=0.8,
            pinned=number == 5,
            approved_at=at if kind is Kind.CONVENTION else None,
            tags=(Clean("tests"),) if "test" in text.lower() else (),
            created_at=at,
        ),
        [quote] if number != 15 else [Evidence(_clean(text), role=Role.FILE, agent="claude-code", at=at)],
    )


def _proposal(
    store: Store,
    transaction: Transaction,
    number: int,
    kind: Kind,
    layer: Layer,
    text: str,
    corrections: int,
    sessions: int,
    quote: str,
    *,
    replaces: str | None,
) -> None:
    at = _days_before(number)
    project = WEB if layer is Layer.PROJECT else None
    evidence = [
        Evidence(_clean(quote), "4f2a91", f"q{number}", Role.USER, "claude-code", at),
        Evidence(_clean(text), "77c0de", f"q{number}", Role.USER, "codex", _days_before(number + 20)),
    ]
    fact = Fact("", _clean(text), kind, tier=Tier.SEMANTIC, layer=layer, project=project, created_at=at)
    stored = store.facts.add(transaction, fact, evidence)
    because = f"{corrections} corrections across {sessions} sessions" if corrections else f"said in {sessions} sessions"
    propose(
        store, transaction, stored, because=because, corrections=corrections, sessions=sessions, replaces=replaces
    )  # fmt: skip


def _clean(text: str) -> Clean:
    return clean(text)


def _days_before(days: int) -> str:
    day = 12 - days
    return f"2026-03-{day:02}T08:00:00Z" if day > 0 else f"2026-02-{28 + day:02}T08:00:00Z"
