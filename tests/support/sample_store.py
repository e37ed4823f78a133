"""A small store that looks like a real one: thirty facts of two projects, seven proposals, two sessions.

The tests of the app and its pictures stand on it, so every id and time in it is fixed.
"""

from collections.abc import Sequence

from lore.intake import clean
from lore.memory.proposals import propose
from lore.model import Clean, Evidence, Fact, Kind, Layer, LinkKind, Role, Session, Tier
from lore.store import Store, Transaction

WEB, API = "github.com/acme/web", "github.com/acme/api"

FACTS: Sequence[tuple[Kind, str | None, str]] = (
    (Kind.CONVENTION, WEB, "Use tmp_path, never /tmp, in tests"),
    (Kind.DECISION, WEB, "Tests run with -n auto in CI because the serial run took 14 minutes"),
    (Kind.LESSON, WEB, "pytest-asyncio needs asyncio_mode=auto, or fixtures are silently not awaited"),
    (Kind.CONVENTION, WEB, "Name tests by the behaviour they promise, not by the function they call"),
    (Kind.CORRECTION, WEB, "Not npm: this repository uses pnpm"),
    (Kind.PREFERENCE, None, "Answers in short sentences, without a summary at the end"),
    (Kind.IDENTITY, None, "Writes Python and Swift; reads Rust"),
    (Kind.SYSTEM, API, "The staging database listens on port 5433, not 5432"),
    (Kind.SOLUTION, API, "Alembic hung on upgrade: an idle transaction held the lock; terminate it first"),
    (Kind.PROJECT, API, "The API is FastAPI on Python 3.12 with SQLAlchemy 2 and asyncpg"),
    (Kind.CONVENTION, API, "Squash before merging, one idea per commit"),
    (Kind.DECISION, API, "Use uuid7 for primary keys because they sort by time"),
    (Kind.BLOCKER, API, "The payment sandbox is down until the certificate is renewed"),
    (Kind.TASK, WEB, "Replace the date picker before the release of May"),
    (Kind.EVENT, WEB, "Moved the web client from Webpack to Vite"),
    (Kind.NOTE, WEB, "The design tokens live in packages/theme, generated from Figma"),
    (Kind.LESSON, API, "A retry without jitter took the queue down twice"),
    (Kind.CORRECTION, API, "Never catch Exception in a route: let the middleware answer"),
    (Kind.PREFERENCE, WEB, "Prefers named exports over default exports"),
    (Kind.SYSTEM, WEB, "Node 22 and pnpm 9 are pinned in .tool-versions"),
    (Kind.SOLUTION, WEB, "Flaky login test: the clock was not frozen; use page.clock.install()"),
    (Kind.DECISION, WEB, "Server components for pages, client components for forms"),
    (Kind.CONVENTION, None, "Commit messages say what the user gets"),
    (Kind.NOTE, API, "Grafana board 42 shows the latency of every endpoint"),
    (Kind.LESSON, WEB, "Pad columns by cells, not by characters: an emoji takes two"),
    (Kind.PROJECT, WEB, "The web client is a monorepo of four packages"),
    (Kind.CORRECTION, WEB, "Colours come from tokens, never from hex values in components"),
    (Kind.SYSTEM, API, "Redis 7 runs in the cluster, without persistence"),
    (Kind.DECISION, API, "No GraphQL: three clients do not need it"),
    (Kind.PREFERENCE, None, "Wants to see a failing test before the fix"),
)

PROPOSALS: Sequence[tuple[Kind, Layer, str, int, int, str]] = (
    (Kind.CORRECTION, Layer.PROJECT, "Use pnpm, never npm or yarn, in this repository", 14, 9, "no, pnpm. again."),
    (
        Kind.CORRECTION,
        Layer.PROJECT,
        "Use tmp_path_factory for folders that several tests share",
        6,
        5,
        "it collided again",
    ),
    (
        Kind.PREFERENCE,
        Layer.PROJECT,
        "Prefer small pull requests: under 300 changed lines",
        4,
        4,
        "please split this up",
    ),
    (
        Kind.LESSON,
        Layer.PROJECT,
        "CI has no network: record HTTP with pytest-recording",
        3,
        3,
        "it failed in CI, no network",
    ),
    (Kind.PREFERENCE, Layer.USER, "Ask before adding a dependency", 3, 3, "why another library? ask me first"),
    (
        Kind.CONVENTION,
        Layer.PROJECT,
        "Database migrations are reviewed by two people",
        0,
        4,
        "two of us look at migrations",
    ),
    (
        Kind.DECISION,
        Layer.PROJECT,
        "Feature flags are removed two weeks after the launch",
        0,
        3,
        "flags go after two weeks",
    ),
)


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
