"""Models that turn texts into vectors, and rerankers: bundled, downloaded, or behind an endpoint of yours.

May import `lore.store` and what lies below it. Only `runtimes` imports what runs models.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.embedding import runtimes as runtimes
    from lore.embedding.choice import (
        ENDPOINTS as ENDPOINTS,
    )
    from lore.embedding.choice import (
        FASTEMBED as FASTEMBED,
    )
    from lore.embedding.choice import (
        ModelChoice as ModelChoice,
    )
    from lore.embedding.choice import (
        allow as allow,
    )
    from lore.embedding.choice import (
        embedder_in_use as embedder_in_use,
    )
    from lore.embedding.choice import (
        embedder_of as embedder_of,
    )
    from lore.embedding.choice import (
        model_in_use as model_in_use,
    )
    from lore.embedding.choice import (
        named_model as named_model,
    )
    from lore.embedding.choice import (
        read_choice as read_choice,
    )
    from lore.embedding.choice import (
        refusal as refusal,
    )
    from lore.embedding.choice import (
        refused_model as refused_model,
    )
    from lore.embedding.choice import (
        use_model as use_model,
    )
    from lore.embedding.embedder import (
        MODEL as MODEL,
    )
    from lore.embedding.embedder import (
        Embedder as Embedder,
    )
    from lore.embedding.embedder import (
        bundled_embedder as bundled_embedder,
    )
    from lore.embedding.embedder import (
        verify_files as verify_files,
    )
    from lore.embedding.fastembed_models import (
        KnownModel as KnownModel,
    )
    from lore.embedding.fastembed_models import (
        download as download,
    )
    from lore.embedding.fastembed_models import (
        known_model as known_model,
    )
    from lore.embedding.fastembed_models import (
        known_models as known_models,
    )
    from lore.embedding.loading import ChosenModel as ChosenModel
    from lore.embedding.loading import LoadedModel as LoadedModel
    from lore.embedding.reranker import (
        Reranker as Reranker,
    )
    from lore.embedding.reranker import (
        known_rerankers as known_rerankers,
    )
    from lore.embedding.reranker import (
        prepared_reranker as prepared_reranker,
    )
    from lore.embedding.reranker import (
        reranker_in_use as reranker_in_use,
    )
    from lore.embedding.reranker import (
        use_reranker as use_reranker,
    )
    from lore.embedding.windowing import windows as windows

__getattr__ = lazy_face(
    __name__,
    {
        "choice": "ENDPOINTS FASTEMBED ModelChoice allow embedder_in_use embedder_of model_in_use named_model "
        "read_choice refusal refused_model use_model",
        "embedder": "Embedder MODEL bundled_embedder verify_files",
        "fastembed_models": "KnownModel download known_model known_models",
        "loading": "ChosenModel LoadedModel",
        "reranker": "Reranker known_rerankers prepared_reranker reranker_in_use use_reranker",
        "windowing": "windows",
    },
)
