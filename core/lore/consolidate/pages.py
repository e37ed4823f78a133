"""The pages of each project, written anew after everything that changed its facts."""

from lore.consolidate.context import Context
from lore.publish import keep_pages, projects_with_pages


def write_pages(context: Context) -> int:
    """Write MEMORY.md and FACTS.md of each project in the data folder, where they are not as they should be.

    Returns how many files were written.
    """
    store = context.store
    return sum(len(keep_pages(store, store.folder, one, _in_scope(context, one))) for one in projects_with_pages(store))


def _in_scope(context: Context, project: str) -> list[str]:
    """The active facts of a project and of the person everywhere, as the step found them."""
    return [name for (key, _), names in context.ids.items() if key in (project, None) for name in names]
