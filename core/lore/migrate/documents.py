"""Documents as a source: what they say as a rule, as a decision or of the system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lore.migrate.files import LEADS_OUT, page_or_problem
from lore.migrate.memory_file import noted
from lore.migrate.records import Found, Skipped, Unreadable
from lore.migrate.rules import stated
from lore.model import Layer
from lore.opening import leaves


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A markdown file of a collection."""

    folder: Path
    """Of the collection; a link may not lead out of it."""
    file: Path
    name: str
    """The collection and the path in it: what a fact names as its source."""
    project: str | None


@dataclass(frozen=True, slots=True)
class Documents:
    """Reads the statements of pages that were chosen before."""

    pages: Sequence[DocumentPage]
    name: str = "documents"
    expects: str = "a collection of `lore docs`"

    def read(self, path: Path) -> Iterator[Found]:
        """The statements of all pages; the path says nothing more."""
        for page in self.pages:
            yield from [Skipped(LEADS_OUT)] if leaves(page.file, page.folder) else _statements(page)


def _statements(page: DocumentPage) -> Iterator[Found]:
    found = page_or_problem(page.file)
    if isinstance(found, Unreadable):
        yield found
        return
    for one in stated(found.body):
        if isinstance(one, Skipped):
            yield one
        else:
            yield replace(noted(*one, page.name, None, Layer.PROJECT), project=page.project)
