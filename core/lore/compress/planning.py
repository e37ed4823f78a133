"""What compressing would do to each memory file, worked out before anything is written."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lore.compress.outline import outline, shortened
from lore.compress.verify import Verifier
from lore.errors import BadInput
from lore.files import Folder
from lore.intake import clean
from lore.migrate import is_personal, memory_files, project_folder
from lore.model import Fact
from lore.projects import project_of, repository_of
from lore.publish import LISTED, diff_of, published
from lore.store import Store


@dataclass(frozen=True, slots=True)
class Shrink:
    """A memory file: how it is, and how it would be."""

    folder: Folder
    path: str
    """Relative to the folder, links resolved."""
    before: str
    after: str
    facts: tuple[str, ...]
    """The conventions that say what would go."""
    gone: int
    """Statements that would go."""
    kept: int
    """Statements that stay because no published convention says them: agents would miss them."""

    @property
    def changes(self) -> bool:
        return self.before != self.after

    def diff(self) -> Iterator[str]:
        """The change as lines of a unified diff."""
        return diff_of(self.path, self.before.encode("utf-8"), self.after.encode("utf-8"))


def _raised(error: BadInput) -> None:
    raise error


def plan(store: Store, paths: Sequence[Path], refused: Callable[[BadInput], None] = _raised) -> list[Shrink]:
    """How the memory files at these paths would shrink; writes nothing.

    refused: is given the reason for each file that leads outside of its repository, is no text, or could not be brought
    back because the store may not hold it; the others go on. Raises NotFound, and BadInput for a folder without any.
    """
    named = dict.fromkeys(file.absolute() for path in paths for file in memory_files(path))
    files = [file for file in named if file.name not in LISTED]  # it is what agents are given
    found: dict[tuple[Path, str], Shrink] = {}
    for file in files:
        try:
            repository = repository_of(file.parent)
            folder = Folder(repository.root if repository else file.parent)
            path = folder.resolve(str(file.relative_to(repository.root)) if repository else file.name)
            found.setdefault((folder.root, path), _shrink(store, folder, path, file))
        except BadInput as error:
            refused(error)
    return list(found.values())


def _shrink(store: Store, folder: Folder, path: str, file: Path) -> Shrink:
    text = _text(folder, path)
    verifier = Verifier(_given(store, folder, file))
    held = [replace(placed, facts=verifier.holders(placed.statement)) for placed in outline(text)]
    after, gone = shortened(text, held)
    return Shrink(
        folder=folder,
        path=path,
        before=text,
        after=after,
        facts=tuple(dict.fromkeys(name for placed in gone for name in placed.facts)),
        gone=len(gone),
        kept=sum(placed.statement.stands_alone and not placed.facts for placed in held),
    )


def _given(store: Store, folder: Folder, file: Path) -> list[Fact]:
    """What agents that read this memory file are given by Lore as well; nothing for a personal file."""
    path = None if is_personal(file) else project_folder(file)
    if path is None:
        return []
    return published(store, folder, project_of(path, store.projects.all_known()).key)


def _text(folder: Folder, path: str) -> str:
    content = folder.read(path)
    if content is None:
        raise BadInput(f"there is no `{path}` any more", hint="run the command again")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"`{path}` is not a UTF-8 text", hint="convert it first") from error
    plain = text.replace("\r\n", "\n")
    if clean(plain) != plain:
        raise BadInput(
            f"`{path}` holds a secret or hidden characters: the store may not keep them for an undo",
            hint="take them out of the file first",
        )
    return text
