"""Short ways to fill a store and to search it."""

from collections.abc import Sequence

from lore import paths
from lore.intake import clean
from lore.model import Evidence, Fact, Hit, Kind, Role, SearchResult, Session, Turn
from lore.search import Searcher, SearchRequest
from lore.store import Store
from lore.store.sqlite.connection import connect


def save(store: Store, text: str, kind: Kind = Kind.NOTE, *, session: str | None = None, **fields: object) -> Fact:
    fact = Fact(id="", text=clean(text), kind=kind, **fields)  # type: ignore[arg-type]
    evidence = [Evidence(clean(text), session=session, source_id=f"m{len(text)}")] if session else []
    with store.write("person") as transaction:
        return store.facts.add(transaction, fact, evidence)


def say(store: Store, session: str, texts: Sequence[str], *, project: str | None = None) -> list[Turn]:
    roles = (Role.USER, Role.ASSISTANT)
    turns = [Turn(session, f"{session}-{n}", roles[n % 2], clean(text)) for n, text in enumerate(texts)]
    with store.write("import") as transaction:
        store.sessions.put(transaction, Session(session, "lore", project=project))
        return store.sessions.add_turns(transaction, session, turns)


def search(store: Store, request: SearchRequest) -> SearchResult:
    return Searcher(store).search(request)


def find(store: Store, query: str, places: str = "facts", **options: object) -> tuple[Hit, ...]:
    return search(store, SearchRequest(query, places=places, **options)).hits  # type: ignore[arg-type]


def texts(hits: Sequence[Hit]) -> list[str]:
    return [hit.passage.text for hit in hits]


def spoil(store: Store, text: str) -> None:
    connection = connect(paths.database(store.folder), budget_s=1)
    connection.execute("UPDATE facts SET text = upper(text) WHERE text = ?", [text])
    connection.close()
