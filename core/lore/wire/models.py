"""Embedding models as JSON."""

from lore.actions import ModelProgress, Models, ModelState


def model_list(outcome: Models) -> dict[str, object]:
    """`model list`."""
    return {
        "models": [
            {
                "name": model_row.name,
                "dimension": model_row.dimension,
                "megabytes": model_row.megabytes,
                "licence": model_row.licence,
                "in_use": model_row.in_use,
            }
            for model_row in outcome.models
        ]
    }


def model_status(outcome: ModelState) -> dict[str, object]:
    """`model status`."""
    coming = outcome.coming
    switching = {**_model(coming), "running": coming.running, "failure": coming.failure} if coming else None
    return {"in_use": _model(outcome.in_use), "switching_to": switching}


def _model(model_progress: ModelProgress) -> dict[str, object]:
    return {
        "name": model_progress.name,
        "kind": model_progress.kind,
        "url": model_progress.url,
        "dimension": model_progress.dimension,
        "embedded": model_progress.embedded,
        "passages": model_progress.passages,
    }
