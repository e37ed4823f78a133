"""The pages of each project, written anew after everything that changed its facts."""

from lore.consolidate.context import Context
from lore.publish import due_pages, keep_pages, projects_with_pages


def write_pages(context: Context) -> int:
    """Write the pages in the data folder that are not as they should be. Returns how many."""
    store, written = context.store, 0
    for project in projects_with_pages(store):
        due = due_pages(store, store.folder, project, _in_scope(context, project))
        if due:
            written += len(keep_pages(store, store.folder, project, due))
    return written


def _in_scope(context: Context, project: str) -> list[str]:
    """The active facts of a project and of the person everywhere, as the step found them."""
    return [name for (key, _), names in context.ids.items() if key in (project, None) for name in names]
