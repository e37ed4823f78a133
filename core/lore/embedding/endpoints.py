"""Embedding models behind an address that speaks the OpenAI format: llama.cpp, LM Studio, vLLM, and Ollama below `/v1`.

Nothing here waits long: what does not answer in time is a ModelError, and search goes on by words. No proxy is used and
no redirection followed, so a text goes to the address that was named and nowhere else.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from lore.endpoint import Endpoint
from lore.intake import clean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

QUERY_S, PASSAGES_S = 3.0, 20.0
"""How long is waited for the vector of a query, and for those of a batch of passages."""
TOGETHER = 32
"""Texts of one request."""
PREFIXES: Mapping[str, tuple[str, str]] = {
    "nomic-embed-text": ("search_document: ", "search_query: "),
    "mxbai-embed-large": ("", "Represent this sentence for searching relevant passages: "),
    "snowflake-arctic-embed": ("", "Represent this sentence for searching relevant passages: "),
}
"""What models want before a passage and before a query, from the pages that publish them."""


_PATH = "/embeddings"


class EndpointEmbedder:
    """A model behind an address."""

    def __init__(self, name: str, kind: str, model: str, dimension: int, url: str, key_variable: str = "") -> None:
        """dimension: 0 to accept what comes, for the first question. key_variable: of the environment; may be empty."""
        self.name = name
        self.dimension = dimension
        self._is_hurried = False
        self._model = model
        self._endpoint = Endpoint(f"`{kind}:{model}`", openai_address(kind, url), key_variable, hint=_HINT)
        usual = next((pair for known, pair in PREFIXES.items() if model.startswith(known)), ("", ""))
        self._before_passage, self._before_query = usual

    def hurried(self) -> "EndpointEmbedder":
        """The same model, given up as early with passages as with a question: what is new is embedded by a search."""
        endpoint_embedder = copy(self)
        endpoint_embedder._is_hurried = True
        return endpoint_embedder

    def load(self) -> None:
        """See that somebody listens. Raises ModelError."""
        self._endpoint.reach()

    def embed(self, texts: Sequence[str]) -> "Floats":
        import numpy as np

        made = [np.zeros((0, self.dimension), dtype=np.float32)] if not texts else []
        for start in range(0, len(texts), TOGETHER):
            batch = [self._before_passage + text for text in texts[start : start + TOGETHER]]
            made.append(self._vectors(batch, QUERY_S if self._is_hurried else PASSAGES_S))
        return np.concatenate(made)

    def embed_query(self, text: str) -> "Floats":
        question = clean(text)  # passages were cleaned when they were stored
        vector: Floats = self._vectors([self._before_query + question], QUERY_S)[0]
        return vector

    def _vectors(self, texts: Sequence[str], patience_s: float) -> "Floats":
        """Rows of length 1. Raises ModelError for anything that is not one good vector per text."""
        import numpy as np

        answer: Any = self._endpoint.ask(_PATH, {"model": self._model, "input": texts}, patience_s)
        try:
            ordered = sorted(answer["data"], key=lambda row: row["index"])
            rows = np.array([row["embedding"] for row in ordered], dtype=np.float64)
        except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
            raise self._endpoint.wrong("answers with something other than vectors") from error
        if rows.ndim != 2 or len(rows) != len(texts) or not rows.shape[1] or not (abs(rows) < _LARGEST).all():
            raise self._endpoint.wrong("does not answer with one vector for each text")
        if self.dimension and rows.shape[1] != self.dimension:
            raise self._endpoint.wrong(
                f"gives {rows.shape[1]:,} numbers where it gave {self.dimension:,}: it is another model now", _ANOTHER
            )
        normalised: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return normalised.astype(np.float32)


def openai_address(kind: str, url: str) -> str:
    """Where an endpoint speaks the OpenAI format."""
    return f"{url}/v1" if kind == "ollama" and not url.endswith("/v1") else url


_LARGEST = 1e30
"""No number of a vector is as large; its square is still a number."""
_HINT = "start it, or `lore model use all-MiniLM-L6-v2`; until then search uses words alone"
_ANOTHER = "`lore model use` with the same name and address embeds everything anew"
