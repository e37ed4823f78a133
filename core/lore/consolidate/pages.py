"""The pages of each project, written anew after everything that changed its facts."""

from collections.abc import Mapping, Sequence

from lore.consolidate.context import Context
from lore.publish import DuePage, due_pages, keep_pages, projects_with_pages


def due(context: Context) -> dict[str, list[DuePage]]:
    """The pages in the data folder that are not as they should be, by project."""
    store = context.store
    found = {
        project: due_pages(store, store.folder, project, _in_scope(context, project))
        for project in projects_with_pages(store)
    }
    return {project: pages for project, pages in found.items() if pages}


def write_pages(context: Context, pages: Mapping[str, Sequence[DuePage]]) -> None:
    """Write these pages."""
    for project, one in pages.items():
        keep_pages(context.store, context.store.folder, project, one)


def _in_scope(context: Context, project: str) -> list[str]:
    """The active facts of a project and of the person everywhere, as the step found them."""
    return [name for (key, _), names in context.ids.items() if key in (project, None) for name in names]
