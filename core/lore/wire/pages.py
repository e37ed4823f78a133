"""MEMORY.md of a project, or its facts by kind, as JSON."""

from lore.actions import ProjectPage


def project_page(outcome: ProjectPage) -> dict[str, object]:
    """`memory show`."""
    return {
        "project": outcome.project,
        "page": outcome.page.value,
        "path": str(outcome.path) if outcome.path else None,
        "text": outcome.text,
        "edited": outcome.edited,
        "current": outcome.is_current,
    }
