"""MEMORY.md and FACTS.md of a project, as JSON."""

from lore.actions import ProjectPage


def project_page(outcome: ProjectPage) -> dict[str, object]:
    """`memory show`."""
    return {
        "project": outcome.project,
        "page": outcome.page.value,
        "path": str(outcome.kept.path),
        "text": outcome.kept.text,
        "edited": outcome.kept.edited,
        "current": outcome.kept.is_current,
    }
