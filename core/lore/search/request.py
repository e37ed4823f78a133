"""What is asked of a search."""

from collections.abc import Callable
from dataclasses import dataclass, field

from lore.index import PassageFilter
from lore.model import PassageType

PLACES = {
    **{kind.place: (kind,) for kind in PassageType},
    "all": tuple(kind for kind in PassageType if kind is not PassageType.DIGEST),
}
"""Where to search: the words of `--in`, and the passages they stand for. Digests repeat what facts and messages say:
they are searched where they are asked for."""


def always() -> bool:
    """Of a search that is never given up."""
    return True


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One question. The query may narrow further than `filter` does."""

    query: str
    places: str = "facts"
    limit: int = 10
    group_by_session: bool = False
    """Rank sessions; each hit is the best passage of one."""
    depth: int = 2
    """1: words and vectors only; 2: also uses neighbouring turns and other projects; 3: also follows
    links and sessions."""
    project: str | None = None
    """The project of who asks. At depth 1 other projects are left out, otherwise they come after equals of this one."""
    filter: PassageFilter = field(default_factory=PassageFilter)
    session: str | None = None
    """The session that asks."""
    context: str = ""
    """What is said now beside the query: a fact that it contradicts is marked."""
    record: bool = False
    """Whether it is noted which facts were listed, and when. That is no use of them."""
    typing: bool = False
    """Whether the query is still being typed: its last word then stands for every word that begins so."""
    is_wanted: Callable[[], bool] = always
    """Asked between the steps of a search: whether anybody still waits for it."""
