"""Models that turn texts into vectors: bundled, downloaded, or behind an endpoint of yours.

May import `lore.store` and what lies below it. Only `runtimes` imports what runs models.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.embedding.absent import (
        NoModel as NoModel,
    )
    from lore.embedding.choice import (
        ENDPOINTS as ENDPOINTS, FASTEMBED as FASTEMBED, ModelChoice as ModelChoice, allow as allow,
        embedder_in_use as embedder_in_use, embedder_of as embedder_of, model_in_use as model_in_use,
        named_model as named_model, read_choice as read_choice, refusal as refusal, refused_model as refused_model,
        use_model as use_model,
    )
    from lore.embedding import embedder as embedder
    from lore.embedding.embedder import (
        Embedder as Embedder, MODEL as MODEL, bundled_embedder as bundled_embedder, verify_files as verify_files,
    )
    from lore.embedding.fastembed_models import (
        KnownModel as KnownModel, download as download, known_model as known_model, known_models as known_models,
    )
    from lore.embedding.loading import (
        ChosenModel as ChosenModel, LoadedModel as LoadedModel,
    )
    from lore.embedding import runtimes as runtimes
    from lore.embedding.windowing import (
        windows as windows,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "absent": "NoModel",
        "choice": "ENDPOINTS FASTEMBED ModelChoice allow embedder_in_use embedder_of model_in_use named_model "
        "read_choice refusal refused_model use_model",
        "embedder": "Embedder MODEL bundled_embedder verify_files",
        "fastembed_models": "KnownModel download known_model known_models",
        "loading": "ChosenModel LoadedModel",
        "windowing": "windows",
    },
)
