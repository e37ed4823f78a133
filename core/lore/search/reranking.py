"""The last look at the best hits, where a person chose a reranker."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from lore.embedding import Reranker
from lore.errors import ModelError
from lore.model import Hit


def reranked(reranker: Reranker, query: str, hits: Sequence[Hit], limit: int) -> list[Hit]:
    """The hits by what the reranker thinks of them, at most `limit`. Raises ModelError."""
    try:
        judged = reranker.scores(query, [hit.passage.searched for hit in hits]) if hits else []
    except ModelError:
        raise
    except Exception as error:  # of onnxruntime
        raise ModelError(f"the reranker `{reranker.name}` fails: {error}", hint="`lore model rerank off`") from error
    scores = [1 / (1 + exp(-max(-50.0, min(50.0, score)))) for score in judged]
    found = [
        replace(hit, score=score, explain={**hit.explain, "reranker": score - hit.score})
        for hit, score in zip(hits, scores, strict=True)
    ]
    return sorted(found, key=lambda hit: -hit.score)[:limit]
