"""What a prompt recalls: the few facts and messages of yours that answer it."""

from lore.context.items import Brief, Section, of_fact, of_message
from lore.index import PassageFilter
from lore.model import PassageType, Role
from lore.search import Searcher, SearchRequest
from lore.store import Store

MOST = 5
"""Items that a prompt recalls, at most."""


def recall(store: Store, searcher: Searcher, prompt: str, project: str | None, session: str | None) -> Brief:
    """What a prompt in a project recalls from what you said before this session; never anything tainted."""
    wanted = PassageFilter(projects=(project, None), tainted=False, types=(PassageType.FACT, PassageType.TURN))
    hits = searcher.search(SearchRequest(prompt, places="all", limit=4 * MOST, depth=1, filter=wanted)).hits
    facts = {fact.id: fact for fact in store.facts.many([hit.passage.id for hit in hits])}
    evidence = store.facts.evidence(list(facts))
    items = []
    for passage in (hit.passage for hit in hits):
        if passage.id in facts:
            items.append(of_fact(facts[passage.id], evidence[passage.id], Section.RECALLED))
        elif passage.role == Role.USER and passage.session != session:
            items.append(of_message(passage))
    return Brief(tuple(items[:MOST]))
