"""What is told of many facts at once, as the screens of categories and pages ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import actions
from lore_tui.jobs import Outcome
from lore_tui.outcomes import title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lore.actions import CategoryOverview, Engine, ProjectPage
    from lore.model import Digest


@dataclass(frozen=True, slots=True)
class PageName:
    """MEMORY.md of one project."""

    project: str
    file: str = "MEMORY.md"


class Overviews:
    """Reads them, and keeps your own summary of a category."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def categories(self) -> Sequence[CategoryOverview]:
        """Every category with its facts; reads all facts, in a worker."""
        return actions.list_categories(self._engine).overviews

    def summarise(self, category: str, summary: str) -> Outcome:
        """Keep a summary of your own; an empty one follows the facts again."""
        done = actions.edit_category(self._engine, category, summary=summary)
        kept = f"the summary of {category} is {title(done.summary)}" if done.summary else ""
        return Outcome(kept or f"the summary of {category} is automatic again", result=done)

    def page_names(self) -> Sequence[PageName]:
        """The page of every project that has facts."""
        in_use = actions.list_projects(self._engine).facts
        return [PageName(key) for key, facts in sorted(in_use.items()) if facts]

    def page(self, name: PageName) -> ProjectPage:
        """A page as it is now. Raises NotFound."""
        return actions.show_page(self._engine, project=name.project)

    def digests(self) -> Sequence[Digest]:
        """What months, weeks and sessions came to, newest first."""
        return actions.list_digests(self._engine).digests
