"""Models that turn texts into vectors: bundled, downloaded, or behind an endpoint of yours.

May import `lore.store` and what lies below it. Only `runtimes` imports what runs models.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.embedding.choice import (
        ENDPOINTS, FASTEMBED, ModelChoice, allow, embedder_in_use, embedder_of, model_in_use, named_model,
        read_choice, refusal, refused_model, use_model,
    )
    from lore.embedding import embedder
    from lore.embedding.embedder import Embedder, MODEL, bundled_embedder, verify_files, windows
    from lore.embedding.fastembed_models import KnownModel, download, known_model, known_models
    from lore.embedding.loading import ChosenModel, LoadedModel, NoModel
    from lore.embedding import runtimes
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
