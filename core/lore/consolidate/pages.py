"""MEMORY.md of each project, written anew after everything that changed its facts."""

from lore.consolidate.context import Context
from lore.publish import keep_page, projects_with_pages


def write_pages(context: Context) -> int:
    """Write the pages in the data folder that are not as they should be. Returns how many."""
    store = context.store
    return sum(
        keep_page(store, store.folder, project, _in_scope(context, project)) for project in projects_with_pages(store)
    )


def _in_scope(context: Context, project: str) -> list[str]:
    """The active facts of a project and of the person everywhere, as the step found them."""
    return [name for (key, _), names in context.ids.items() if key in (project, None) for name in names]
