"""Which embedding model searches use: the one that ships with Lore, one of fastembed's, or an endpoint on this machine.

The choice is a setting in the store, so it is logged and undone like any other change. Facts are still compared with
each other by the model that ships: what counts as nearly the same was measured with it.
"""

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from lore import paths, presence
from lore.embedding.embedder import DIMENSION, MODEL, Embedder, bundled_embedder
from lore.embedding.fastembed_models import FastembedEmbedder
from lore.errors import NeedsPerson, StoreError, UsageError
from lore.presence import PERSON, Person
from lore.store import SEAL, Store

SETTING = "search.model"
_ACT = "send texts to another machine"
BUNDLED, FASTEMBED = "bundled", "fastembed"
ENDPOINTS = {"ollama": "http://127.0.0.1:11434", "openai": ""}
"""What a name begins with → default address; empty where there is none. Both speak the OpenAI format."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One embedding model and where it is."""

    kind: str = BUNDLED
    """`bundled`, `fastembed`, or what the name of an endpoint begins with: `ollama`, `openai`."""
    model: str = MODEL
    """What fastembed or the endpoint calls it."""
    dimension: int = DIMENSION
    """Numbers in a vector; 0 while it is not known."""
    url: str = ""
    """Where the endpoint is."""
    key_variable: str = ""
    """The environment variable that holds the endpoint's key. The key itself is kept nowhere."""

    @property
    def label(self) -> str:
        """What a person calls it."""
        if self.kind not in ENDPOINTS:
            return self.model
        usual = self.url == ENDPOINTS[self.kind]
        return f"{self.kind}:{self.model}" + ("" if usual else f"@{self.url.partition('://')[2]}")

    @property
    def name(self) -> str:
        """Names its vectors: the same name behind another address, or with another length, may be another model."""
        return f"{self.label}/{self.dimension}" if self.kind in ENDPOINTS and self.dimension else self.label


def named_model(name: str, *, url: str | None = None, key_variable: str | None = None) -> ModelChoice:
    """The model that a person names: `all-MiniLM-L6-v2`, a name of fastembed's, `ollama:MODEL` or `openai:MODEL`.

    Raises UsageError for an endpoint without an address, or an address without an endpoint.
    """
    kind, _, model = name.partition(":")
    if kind not in ENDPOINTS:
        if url or key_variable:
            raise UsageError(f"`{name}` runs in this process: it has no address and no key", hint="leave them out")
        return ModelChoice() if name.casefold() == MODEL.casefold() else ModelChoice(FASTEMBED, name, 0)
    from lore.endpoint import fault_of, is_variable  # 30 ms: an HTTP client

    if key_variable and not is_variable(key_variable):
        raise UsageError(
            f"`{key_variable}` names no environment variable", hint="for example `--key-variable OPENAI_API_KEY`"
        )
    address = (url or ENDPOINTS[kind]).rstrip("/")
    fault = fault_of(address) if model else f"`{name}` names no model"
    if fault:
        raise UsageError(
            fault if address else f"`{name}` needs an address",
            hint=f"for example `lore model use {kind}:{model or 'MODEL'} --url http://127.0.0.1:1234/v1`",
        )
    return ModelChoice(kind, model, 0, address, key_variable or "")


def allow(choice: ModelChoice, *, remote: bool, insecure: bool, by: Person | None) -> list[str]:
    """See that a person agrees to what would leave this machine; returns what they should know.

    remote: they allow another machine. insecure: they allow that a key travels there unencrypted. by: the person, who
    is needed for another machine only. Raises NeedsPerson, in an agent's shell whatever was allowed.
    """
    from lore.endpoint import is_local  # 30 ms: an HTTP client

    if not choice.url or is_local(choice.url):
        return []
    presence.refuse_agent(_ACT)
    if not remote:
        raise NeedsPerson(
            f"{choice.url} is another machine: it would be sent every fact, message, document and question",
            hint="add `--remote` if you want that; secrets are masked in all of them",
        )
    if not choice.url.casefold().startswith("https:") and choice.key_variable and not insecure:
        raise NeedsPerson(
            f"{choice.url} is not encrypted: everybody on the way could read the key in `{choice.key_variable}`",
            hint="use an `https://` address, or add `--insecure` if you trust the network",
        )
    if by is None:
        raise NeedsPerson(
            f"there is no terminal to ask in, and only a person may {_ACT}",
            hint="run it in a terminal, or add `--yes` when you have decided",
        )
    told = [f"every fact, message, document and question is sent to {choice.url}, with secrets masked"]
    if choice.url.casefold().startswith("https:"):
        return told
    key = "the key and all of it" if choice.key_variable else "all of it"
    return [*told, f"{choice.url} is not encrypted: everybody on the way can read {key}"]


def model_in_use(store: Store) -> ModelChoice:
    """The model that the person chose here, or the one that ships. Raises StoreError for a choice of another Lore."""
    found = store.settings.get(SETTING)
    return ModelChoice() if not isinstance(found, dict) or refused_model(store) else read_choice(found)


def refused_model(store: Store) -> ModelChoice | None:
    """The endpoint that the store names and that is not used: nobody chose it in this data folder."""
    found = store.settings.get(SETTING)
    if not isinstance(found, dict) or found.get("kind") in (BUNDLED, FASTEMBED):
        return None
    from lore.intake import fits, local_key

    choice = read_choice(found)
    return None if fits(local_key(store.folder), asdict(choice), found.get(SEAL)) else choice


def refusal(choice: ModelChoice) -> str:
    """What to tell a person of an endpoint that is not used."""
    address = f" --url {shlex.quote(choice.url)}" if choice.url else ""
    return (
        f"the store names {choice.label} as its model, which nobody chose here: {MODEL} is used instead;"
        f" to allow it, `lore model use {shlex.quote(f'{choice.kind}:{choice.model}')}{address}`"
    )


def read_choice(values: Mapping[str, Any]) -> ModelChoice:
    """A choice as it was written down. Raises StoreError."""
    try:
        choice = ModelChoice(**{name: value for name, value in values.items() if name != SEAL})
    except TypeError as error:
        raise StoreError(f"the embedding model was chosen by another Lore: {error}", hint="upgrade Lore") from error
    odd = [field.name for field in fields(choice) if type(getattr(choice, field.name)) is not field.type]
    if odd:
        hint = "`lore model use all-MiniLM-L6-v2` chooses the one that ships"
        raise StoreError(f"the setting `{SETTING}` cannot be read: `{odd[0]}` is of another type", hint=hint)
    return choice


def use_model(store: Store, choice: ModelChoice, actor: str = PERSON) -> None:
    """Search with this model from now on."""
    from lore.intake import local_key, mark

    seal = mark(local_key(store.folder), asdict(choice))
    with store.write(actor) as transaction:
        store.settings.put(transaction, SETTING, {**asdict(choice), SEAL: seal})


def embedder_in_use(store: Store) -> Embedder:
    """The embedder of the model in use, loaded once per process."""
    return embedder_of(model_in_use(store), store.folder)


@lru_cache(maxsize=8)
def embedder_of(choice: ModelChoice, folder: Path) -> Embedder:
    """The embedder of a model. folder: the data folder, where downloaded models are."""
    if choice.kind == BUNDLED:
        return bundled_embedder(folder)
    if choice.kind == FASTEMBED:
        return FastembedEmbedder(choice.model, choice.dimension, paths.downloads_folder(folder))
    from lore.embedding.endpoints import EndpointEmbedder  # 30 ms: an HTTP client

    return EndpointEmbedder(choice.name, choice.kind, choice.model, choice.dimension, choice.url, choice.key_variable)
