"""The files of projects, and what a model is told, as JSON."""

from collections.abc import Iterable

from lore.actions import Instructions, ProjectFile


def project_files(files: Iterable[ProjectFile]) -> dict[str, object]:
    """`/files` of `lore serve`."""
    return {
        "files": [
            {
                "root": str(one.root),
                "path": one.path,
                "project": one.project,
                "kind": one.kind.value,
                "state": one.state.value,
                "told": one.told,
            }
            for one in files
        ]
    }


def instructions(outcome: Instructions) -> dict[str, object]:
    """`/prompt` of `lore serve`."""
    return {"text": outcome.text}
