"""The collections themselves: what a person adds, and takes out again."""

import re
from dataclasses import dataclass
from pathlib import Path

from lore import paths
from lore.errors import BadInput, Conflict, NotFound, UsageError
from lore.intake import clean
from lore.library.files import listing
from lore.model import Clean, Collection
from lore.paths import expanded
from lore.presence import PERSON
from lore.projects import project_of
from lore.store import Store

LONGEST_NAME = 60
_NAME = re.compile(r"[\w][\w.-]*")
_NO_NAME = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person decides about a new collection."""

    name: str | None = None
    """Default: the name of the folder."""
    project: str | None = None
    """Default: that of the folder."""
    code: bool = True


def planned(store: Store, path: Path, settings: Settings) -> Collection:
    """The collection that `add` would make. Raises NotFound, BadInput, UsageError, and Conflict where there is one."""
    try:
        real = expanded(path).resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise NotFound(f"there is no `{path}`", hint="name a folder, or one file") from error
    if not (real.is_dir() or real.is_file()):
        raise BadInput(f"`{path}` is neither a folder nor a file", hint="name a folder, or one file")
    if paths.user_home().is_relative_to(real) and real != paths.user_home():
        raise BadInput(f"`{real}` holds whole home folders", hint="name the folder that your documents are in")
    if clean(str(real)) != str(real) or str(real).splitlines() != [str(real)]:
        raise BadInput("the path holds hidden characters, or what looks like a secret", hint="rename the folder")
    known = store.documents.collections()
    for one in known:
        if one.path == str(real):
            raise Conflict(
                f"this folder is already collection `{one.name}`",
                hint=f"`lore docs sync {one.name}` re-reads changed files",
            )
    name = _name(settings.name, real, {one.name for one in known})
    folder = real if real.is_dir() else real.parent
    project = settings.project or project_of(folder, store.projects.all_known()).key
    return Collection("", name, Clean(str(real)), project, settings.code)


def add(store: Store, path: Path, settings: Settings, actor: str = PERSON) -> Collection:
    """Make a collection of a place that holds documents; `sync` reads them. Raises as `planned` does."""
    made = planned(store, path, settings)
    listing(Path(made.path), code=made.code, warn=lambda problem: None)  # the sync that follows tells the problems
    with store.write(actor) as transaction:
        return store.documents.add(transaction, made)


def remove(store: Store, name: str, actor: str = PERSON) -> Collection:
    """Remove a collection from every search; an undo brings it back as it was. Raises NotFound."""
    collection = store.documents.named(name)
    with store.write(actor) as transaction:
        store.documents.remove(transaction, collection)
    return collection


def sharing(store: Store, collection: Collection) -> list[Collection]:
    """The other collections of a folder in this one or around it: what is in both is found twice."""
    path = Path(collection.path)
    others = (one for one in store.documents.collections() if one.path != collection.path)
    return [one for one in others if Path(one.path).is_relative_to(path) or path.is_relative_to(one.path)]


def _name(given: str | None, path: Path, taken: set[str]) -> Clean:
    if given is not None:
        if not _NAME.fullmatch(given) or len(given) > LONGEST_NAME or clean(given) != given:
            raise UsageError(
                f"`{given}` cannot be the name of a collection",
                hint=f"use letters, digits, `.`, `_` and `-`, at most {LONGEST_NAME} characters",
            )
        if given in taken:
            raise Conflict(f"there is a collection `{given}` already", hint="give another `--name`")
        return Clean(given)
    plain = _NO_NAME.sub("-", path.stem if path.is_file() else path.name).strip(".-_")[: LONGEST_NAME - 4] or "docs"
    # A folder called `docs` is in every repository: the second one is called after what is around it.
    around = _NO_NAME.sub("-", path.parent.name).strip(".-_")[: LONGEST_NAME // 2]
    options = [plain, *([f"{around}-{plain}"[:LONGEST_NAME]] if around else [])]
    options += [f"{plain}-{number}" for number in range(2, len(taken) + 3)]
    return Clean(next(option for option in options if option not in taken))
