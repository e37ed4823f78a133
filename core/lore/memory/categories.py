"""Categories: what facts are about, each with a description and a summary that is always of today.

A fact falls into one category, the same every time: the one that a tag of it names; else the one most of whose words it
says, by their stems; else the one of its kind. What you change of a category is kept in the settings, so it is undone
like anything else; the categories that come with Lore need no row and are there in every store.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lore.errors import Damaged, NotFound
from lore.language import stem
from lore.memory.standing import strengths
from lore.model import Clean, Fact, Kind, Status
from lore.store import FactFilter, Store, Transaction

PREFIX = "category."
"""Before the name of a category, in the settings."""
_WORD = re.compile(r"[^\W_]+")
LEADING = 5
"""Facts that a summary is made of."""


@dataclass(frozen=True, slots=True)
class Category:
    """What some facts are about."""

    name: str
    description: Clean
    words: tuple[str, ...] = ()
    """Words of facts that belong here."""
    kinds: tuple[Kind, ...] = ()
    """Kinds of facts that belong here where no words decide."""
    summary: Clean | None = None
    """Written by a person; None where it follows the facts."""
    removed: bool = False
    seeded: bool = False
    """Whether it comes with Lore."""


class Placed(Protocol):
    """What a category is chosen by."""

    @property
    def text(self) -> str: ...
    @property
    def tags(self) -> tuple[str, ...]: ...
    @property
    def kind(self) -> Kind: ...


def _seed(name: str, description: str, words: str = "", *kinds: Kind) -> Category:
    return Category(name, Clean(description), tuple(words.split()), kinds, seeded=True)


SEEDS = (
    _seed("testing", "How things are tested.", "test pytest jest vitest coverage fixture mock assert regression e2e"),
    _seed(
        "releases", "How it is built, versioned and delivered.",
        "release deploy deployment publish version changelog tag ci pipeline workflow docker build staging production",
    ),
    _seed("style", "How code and texts are written.", "format lint linter naming indent style docstring comment type"),
    _seed(
        "data", "How data is stored and changed.",
        "database schema migration sql table query index column postgres sqlite redis cache",
    ),
    _seed("security", "Secrets, rights and what must not leak.", "secret token password auth login permission encrypt"),
    _seed("plans", "What is open, due or in the way.", "", Kind.TASK, Kind.BLOCKER, Kind.EVENT),
    _seed("people", "Who you are, and how you like to work.", "", Kind.IDENTITY, Kind.PREFERENCE),
    _seed("tools", "Programs, machines and how they are set up.", "install tool editor shell command", Kind.SYSTEM),
    _seed("lessons", "What worked, and what did not.", "", Kind.LESSON, Kind.SOLUTION),
    _seed("rules", "What is always done, or never.", "", Kind.CORRECTION, Kind.CONVENTION),
    _seed("project", "What the project is, and what was decided.", "", Kind.PROJECT, Kind.DECISION, Kind.NOTE),
)  # fmt: skip
"""In the order in which equal ones win."""


@dataclass(frozen=True, slots=True)
class CategoryOverview:
    """A category with what is in it now."""

    category: Category
    facts: int
    """Active facts."""
    leading: tuple[Fact, ...]
    """The strongest trusted ones: what a summary that follows the facts says."""


def known_categories(store: Store) -> list[Category]:
    """Those that come with Lore as they were changed, then your own by name. Raises Damaged for a damaged row."""
    kept = {name: _read(name, value) for name, value in store.settings.below(PREFIX).items()}
    seeds = [kept.pop(seed.name, seed) for seed in SEEDS]
    return [one for one in (*seeds, *(kept[name] for name in sorted(kept))) if not one.removed]


def category_named(store: Store, name: str) -> Category:
    """The category of this name. Raises NotFound."""
    found = next((one for one in known_categories(store) if one.name == name.casefold()), None)
    if found is None:
        raise NotFound(f"there is no category `{name}`", hint="`lore category` lists them")
    return found


def keep(store: Store, transaction: Transaction, category: Category) -> None:
    """Keep a category as it is now."""
    values = {
        "description": category.description,
        "words": list(category.words),
        "kinds": [kind.value for kind in category.kinds],
        "summary": category.summary,
        "removed": category.removed,
    }
    store.settings.put(transaction, f"{PREFIX}{category.name}", values)


class Placing:
    """Tells which category a fact falls into."""

    def __init__(self, known: Sequence[Category]) -> None:
        self._names = {one.name for one in known}
        self._stems = [(one.name, {stem(word) for word in one.words}) for one in known if one.words]
        self._kinds = {kind: one.name for one in reversed(known) for kind in one.kinds}

    def of(self, fact: Placed) -> str | None:
        """The name of its category; None where no tag, word or kind decides."""
        named = next((tag for tag in map(str.casefold, fact.tags) if tag in self._names), None)
        return named or self._by_words(fact.text) or self._kinds.get(fact.kind)

    def _by_words(self, text: str) -> str | None:
        said = {stem(word) for word in _WORD.findall(text.casefold())}
        name, most = None, 0
        for other, stems in self._stems:
            if (held := len(said & stems)) > most:
                name, most = other, held
        return name


def overviews(store: Store) -> list[CategoryOverview]:
    """Every category with its facts, in their order. Reads all active facts."""
    known = known_categories(store)
    parted = _parted(known, store.facts.select(FactFilter(statuses=(Status.ACTIVE,))))
    trusted = [fact for facts in parted.values() for fact in facts if not fact.tainted]
    values = strengths(store, trusted)
    return [CategoryOverview(one, len(parted[one.name]), _leading(parted[one.name], values)) for one in known]


def facts_in(store: Store, names: Iterable[str]) -> list[str]:
    """The ids of the facts of any status that fall into one of these categories. Reads all facts."""
    placing, wanted = Placing(known_categories(store)), {name.casefold() for name in names}
    facts = store.facts.select(FactFilter(statuses=tuple(Status)))
    return [fact.id for fact in facts if placing.of(fact) in wanted]


def counts(store: Store) -> dict[str, int]:
    """The active facts of each category."""
    return {one.category.name: one.facts for one in overviews(store)}


def _parted(known: Sequence[Category], facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    placing = Placing(known)
    parted: dict[str, list[Fact]] = {one.name: [] for one in known}
    for fact in facts:
        name = placing.of(fact)
        if name is not None:
            parted[name].append(fact)
    return parted


def _leading(facts: Iterable[Fact], values: Mapping[str, float]) -> tuple[Fact, ...]:
    trusted = [fact for fact in facts if not fact.tainted]
    return tuple(sorted(trusted, key=lambda fact: (-values[fact.id], fact.id))[:LEADING])


def _read(name: str, value: object) -> Category:
    seed = next((one for one in SEEDS if one.name == name), None)
    if not isinstance(value, dict):
        raise Damaged(f"the category `{name}` is damaged on disk", hint="run `lore doctor`, or `lore restore-backup`")
    summary = value.get("summary")
    return Category(
        name,
        Clean(str(value.get("description", ""))),
        tuple(map(str, value.get("words", ()))),
        tuple(kind for kind in Kind if kind.value in value.get("kinds", ())),
        Clean(summary) if isinstance(summary, str) else None,
        bool(value.get("removed")),
        seed is not None,
    )
