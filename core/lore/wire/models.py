"""Embedding models and rerankers as JSON."""

from lore.actions import ModelProgress, Models, ModelState


def model_list(outcome: Models) -> dict[str, object]:
    """`model list`, `model rerank` without a name."""
    return {
        "models": [
            {
                "name": one.name,
                "dimension": one.dimension,
                "megabytes": one.megabytes,
                "licence": one.licence,
                "in_use": one.in_use,
            }
            for one in outcome.models
        ]
    }


def model_status(outcome: ModelState) -> dict[str, object]:
    """`model status`."""
    coming = outcome.coming
    switching = {**_model(coming), "running": coming.running, "failure": coming.failure} if coming else None
    return {"in_use": _model(outcome.in_use), "switching_to": switching}


def _model(one: ModelProgress) -> dict[str, object]:
    return {
        "name": one.name,
        "kind": one.kind,
        "url": one.url,
        "dimension": one.dimension,
        "embedded": one.embedded,
        "passages": one.passages,
    }
