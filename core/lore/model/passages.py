"""What can be searched, and what a search answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from lore.clean import Clean
from lore.kinds import PassageType
from lore.model.words import Status
from lore.text import searched_text


@dataclass(frozen=True, slots=True)
class Passage:
    """Anything searchable, as the indexes see it."""

    id: str
    """The mark of its type and a name, such as `f:3k9x2m` or `t:12`."""
    type: PassageType
    text: Clean
    project: str | None = None
    session: str | None = None
    source_id: str | None = None
    position: int = 0
    kind: str | None = None
    layer: str | None = None
    status: str = Status.ACTIVE.value
    tainted: bool = False
    pinned: bool = False
    role: str | None = None
    agent: str | None = None
    files: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    at: str | None = None
    happened_at: str | None = None
    speaker: str | None = None
    because: Clean | None = None
    """The reason of a fact."""
    details: tuple[str, ...] = ()
    """What a fact is found by beside its text: reason, problem, solution, concepts, tags, files."""

    @property
    def searched(self) -> str:
        """What it is found by: the text and the details."""
        return searched_text(self.text, self.details)


class FoundBy(StrEnum):
    """What led a search to a passage."""

    WORDS = "words"
    """It holds a word of the query, or one that means the same."""
    MEANING = "meaning"
    """It holds none of them, and is near in meaning."""
    LINKS = "links"
    """Another hit led to it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result. `explain` holds every factor; they make up `score`."""

    passage: Passage
    score: float
    strength: float | None = None
    explain: Mapping[str, float] = field(default_factory=dict)
    by: FoundBy | None = None
    """None in a list of the newest, where nothing was looked for."""
    doubt: str | None = None
    """Why it may be outdated; None where nothing says so."""
    messages: tuple[Passage, ...] = ()
    """Of a fact the messages that it rests on and that were found too, where everything was searched."""
    cosine: float | None = None
    """How near it is to the query in meaning; None where that is not known."""


ONLY_NEAR = "nothing holds these words: what is shown is near in meaning"
"""What a person is told where no hit holds a word of the query."""
FITS = 0.25
"""The cosine from which what holds no word of a query may answer it. (Model that ships, plain questions on facts: 34 of
54 answers that share no word are kept, and 0.16 instead of 3 unrelated facts a question of another project.)"""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search answers."""

    query: str
    hits: tuple[Hit, ...]
    mode: str
    """`hybrid` or `lexical`; lexical where no vectors could be had."""
    took_ms: float
    notes: tuple[str, ...] = ()
    """What the person should know: a degraded index, a word that was not understood, what dropping a filter gives."""
    unconfirmed: int = 0
    """Facts that match and that an agent is not shown, because no person has confirmed them."""

    @property
    def matches(self) -> tuple[Hit, ...]:
        """What holds a word of the query, best first; in a list of the newest, everything."""
        return tuple(hit for hit in self.hits if hit.by in (FoundBy.WORDS, None))

    @property
    def fitting(self) -> "SearchResult":
        """The answer without what is merely nearest, where nothing is near."""
        hits = tuple(hit for hit in self.hits if hit.by is not FoundBy.MEANING or (hit.cosine or 0) >= FITS)
        return replace(self, hits=hits, notes=tuple(note for note in self.notes if hits or note != ONLY_NEAR))

    @property
    def nearby(self) -> tuple[Hit, ...]:
        """What holds none of its words: it is near in meaning, or another hit led to it. Best first."""
        return tuple(hit for hit in self.hits if hit.by not in (FoundBy.WORDS, None))


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on."""

    query: str
    """The whole query with it."""
    shown: str
    """The field with its colon, or the value alone."""
    facts: int | None = None
    """Active facts that have this value; None where that is not counted."""


@dataclass(frozen=True, slots=True)
class Completions:
    """How a query can go on."""

    options: tuple[Completion, ...] = ()
    field: str | None = None
    """Whose values these are; None where they are fields."""
