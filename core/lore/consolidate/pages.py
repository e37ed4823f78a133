"""The pages of each project, written anew after everything that changed its facts."""

from collections.abc import Iterable

from lore.consolidate.context import Context
from lore.publish import keep_pages, pages_due, projects_with_pages


def due(context: Context) -> dict[str, int]:
    """The projects whose MEMORY.md and FACTS.md in the data folder are not as they should be, each with how many."""
    store = context.store
    found = {project: pages_due(store, store.folder, project) for project in projects_with_pages(store)}
    return {project: files for project, files in found.items() if files}


def write_pages(context: Context, projects: Iterable[str]) -> None:
    """Write the pages of these projects."""
    for project in projects:
        keep_pages(context.store, context.store.folder, project)
