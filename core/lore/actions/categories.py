"""Categories: what facts are about. You change them; what is in them follows from the facts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import decider
from lore.actions.registry import Touches, action
from lore.errors import Conflict, UsageError
from lore.intake import clean
from lore.memory import (
    Category as Category,
    CategoryOverview as CategoryOverview,
    category_named,
    keep,
    known_categories,
    overviews,
)
from lore.model import Clean, Kind

Name = Annotated[str, "The name of a category."]
Words = Annotated[Sequence[str] | None, "Words of facts that belong there; default: as they are."]
Kinds = Annotated[
    Sequence[Kind] | None, "Kinds of facts that belong there where no words decide; default: as they are."
]


@dataclass(frozen=True, slots=True)
class Categories:
    """Every category with what is in it now."""

    overviews: tuple[CategoryOverview, ...]


@action("category list", Touches.READS)
def list_categories(engine: Engine) -> Categories:
    """List the categories of facts, with how many facts are in each."""
    return Categories(tuple(_seen(engine)))


@action("category show", Touches.READS)
def show_category(engine: Engine, name: Name) -> CategoryOverview:
    """Show a category: what it is for, its summary, and the strongest facts in it. Raises NotFound."""
    wanted = category_named(engine.store, name)
    return next(one for one in _seen(engine) if one.category.name == wanted.name)


def _seen(engine: Engine) -> Iterator[CategoryOverview]:
    for one in overviews(engine.store):
        yield replace(one, leading=tuple(visibility.seen(engine, one.leading)))


@action("category add", Touches.ASKS)
def add_category(
    engine: Engine,
    name: Name,
    description: Annotated[str, "What its facts are about, in a sentence."],
    *,
    words: Words = None,
    kinds: Kinds = None,
) -> Category:
    """Add a category of your own, or one that you removed. Raises Conflict where there is one of this name."""
    by, key = decider(engine, "add a category"), clean(name).strip().casefold()
    if not key or any(mark in key for mark in ' ,:"\n'):
        raise UsageError(f"`{name}` is not a valid category name", hint="use one word, such as `frontend`")
    if any(one.name == key for one in known_categories(engine.store)):
        raise Conflict(f"there is a category `{key}` already", hint="`lore category edit` changes it")
    made = Category(key, _sentence(description), _words(words or ()), tuple(kinds or ()))
    with engine.store.write(by) as transaction:
        keep(engine.store, transaction, made)
    return made


@action("category edit", Touches.ASKS)
def edit_category(
    engine: Engine,
    name: Name,
    *,
    description: Annotated[str | None, "What its facts are about; default: as it is."] = None,
    summary: Annotated[str | None, "Your own summary; an empty one makes it automatic again."] = None,
    words: Words = None,
    kinds: Kinds = None,
) -> Category:
    """Change a category. A summary of yours stays until you change it. Raises NotFound."""
    by, known = decider(engine, "change a category"), category_named(engine.store, name)
    changed = replace(
        known,
        description=known.description if description is None else _sentence(description),
        summary=known.summary if summary is None else Clean(clean(summary).strip()) or None,
        words=known.words if words is None else _words(words),
        kinds=known.kinds if kinds is None else tuple(kinds),
    )
    with engine.store.write(by) as transaction:
        keep(engine.store, transaction, changed)
    return changed


@action("category remove", Touches.ASKS)
def remove_category(engine: Engine, name: Name) -> Category:
    """Remove a category; its facts move to others. Raises NotFound."""
    by, known = decider(engine, "remove a category"), category_named(engine.store, name)
    with engine.store.write(by) as transaction:
        keep(engine.store, transaction, replace(known, removed=True))
    return known


def _sentence(text: str) -> Clean:
    said = Clean(clean(text).strip())
    if not said:
        raise UsageError("a category needs a description", hint="say in a sentence what its facts are about")
    return said


def _words(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clean(word).strip().casefold() for word in words if word.strip()))
