"""The store, its copies and its projects as JSON."""

from typing import TYPE_CHECKING

from lore.actions import Backups, MergedProjects, ProjectHere, ProjectsInUse, StorePlace

if TYPE_CHECKING:
    from lore.store import Backup


def place(outcome: StorePlace) -> dict[str, object]:
    """`path`."""
    return {"home": str(outcome.home), "database": str(outcome.database), "exists": outcome.exists}


def backups(outcome: Backups) -> dict[str, object]:
    """`backup list`."""
    return {"backups": [backup(one) for one in outcome.backups]}


def backup(one: "Backup") -> dict[str, object]:
    """One copy of the store."""
    return {
        "name": one.name,
        "at": one.at,
        "reason": one.reason,
        "size": one.size,
        "sha256": one.sha256,
        "schema": one.schema,
        "facts": one.facts,
    }


def project(outcome: ProjectHere) -> dict[str, object]:
    """`project`, `project show`."""
    found = outcome.project
    return {
        "key": found.key,
        "reason": found.reason,
        "root": found.root,
        "aliases": list(found.aliases),
        "facts": outcome.facts,
        "lookalikes": [{"key": outcome.was, "why": outcome.said}] if outcome.was else [],
    }


def merged_projects(outcome: MergedProjects) -> dict[str, object]:
    """`project merge`; `run` is null for a preview."""
    return {
        "former": outcome.former,
        "into": outcome.into,
        "facts": outcome.facts,
        "sessions": outcome.sessions,
        "candidates": outcome.candidates,
        "collections": outcome.collections,
        "run": outcome.run,
    }


def projects(outcome: ProjectsInUse) -> dict[str, object]:
    """`project list`."""
    return {"projects": [{"key": key, "facts": count} for key, count in outcome.facts.items()]}
