"""Which embedding model searches use, and changing it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.errors import NeedsPerson
from lore.presence import refuse_agent

if TYPE_CHECKING:
    from lore.embedding import KnownModel, ModelChoice
    from lore.index import ModelStatus

LICENCE = "apache-2.0"
"""Of the model that ships."""

ModelName = Annotated[str, "A model of `lore model list`, `ollama:MODEL`, or `openai:MODEL` with its address."]
Url = Annotated[str | None, "The address of an endpoint; `ollama:` has a default."]
KeyVariable = Annotated[str | None, "The environment variable with the endpoint's key; never stored."]
Remote = Annotated[bool, "Allow an endpoint on another machine: it is sent every text."]
Insecure = Annotated[bool, "Allow a key to be sent there unencrypted, over `http://`."]


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A model that can be used."""

    name: str
    dimension: int
    """Numbers in a vector."""
    megabytes: int
    """To download; 0 where it is here."""
    licence: str
    in_use: bool


@dataclass(frozen=True, slots=True)
class Models:
    """Models that can be used."""

    models: tuple[ModelRow, ...]


@dataclass(frozen=True, slots=True)
class ModelProgress:
    """A model, and how far its vectors are."""

    name: str
    kind: str
    """`bundled`, `fastembed`, or what the name of its endpoint begins with."""
    url: str | None
    dimension: int
    embedded: int
    passages: int
    running: bool
    """Whether a process is switching to it now."""
    failure: str | None
    """Why the last attempt to switch to it ended."""
    command: tuple[str, ...]
    """The arguments of `lore` that bring a switch to it to its end."""


@dataclass(frozen=True, slots=True)
class ModelState:
    """The model in use, and the one that a switch was made to and did not reach yet."""

    in_use: ModelProgress
    coming: ModelProgress | None
    refused: str | None
    """What to tell of an endpoint that the store names and that nobody chose here."""


@dataclass(frozen=True, slots=True)
class ModelPrepared:
    """A model that was brought here and tried."""

    name: str
    command: tuple[str, ...]
    """The arguments of `lore` that switch to it."""


@dataclass(frozen=True, slots=True)
class ModelUsed:
    """The model that searches use now."""

    name: str
    embedded: int
    """Passages whose vectors were made for it."""


@action("model list", Touches.READS)
def list_models(engine: Engine) -> Models:
    """List the embedding models that can be used."""
    from lore.embedding import KnownModel, ModelChoice, known_models, model_in_use

    current = model_in_use(engine.store)
    bundled = KnownModel(ModelChoice().name, ModelChoice().dimension, 0, LICENCE)
    rows = [_row(known_model, current.name) for known_model in (bundled, *known_models())]
    if not any(row.in_use for row in rows):
        rows.insert(0, ModelRow(current.label, current.dimension, 0, "", in_use=True))
    return Models(tuple(rows))


@action("model status", Touches.READS)
def model_status(engine: Engine) -> ModelState:
    """Show the model in use, what it has embedded, and any switch in progress."""
    from lore.embedding import refusal, refused_model
    from lore.index import status, unfinished

    store = engine.store
    coming, refused = unfinished(store), refused_model(store)
    return ModelState(
        _progress(status(store)), _progress(coming) if coming else None, refusal(refused) if refused else None
    )


@action("model prepare", Touches.WRITES)
def prepare_model(
    engine: Engine,
    name: ModelName,
    *,
    url: Url = None,
    key_variable: KeyVariable = None,
    remote: Remote = False,
    insecure: Insecure = False,
) -> ModelPrepared:
    """Bring an embedding model here and try it; what searches use stays as it is."""
    choice = _prepared(engine, name, url, key_variable, remote=remote, insecure=insecure)
    return ModelPrepared(choice.label, _command(choice))


@action("model use", Touches.WRITES)
def use_model(
    engine: Engine,
    name: ModelName,
    *,
    url: Url = None,
    key_variable: KeyVariable = None,
    remote: Remote = False,
    insecure: Insecure = False,
) -> ModelUsed:
    """Embed everything with a model, then search with it; interrupted, the same call goes on."""
    from lore.index import switch

    choice = _prepared(engine, name, url, key_variable, remote=remote, insecure=insecure)
    engine.reporter.stage("embedding")
    report = switch(engine.store, choice, progress=engine.reporter.progress)
    return ModelUsed(choice.label, report.passages)


def _prepared(
    engine: Engine, name: str, url: str | None, key_variable: str | None, *, remote: bool, insecure: bool
) -> "ModelChoice":
    """The model, once a person agreed to what would leave this machine. Warns of what follows from it."""
    from lore.embedding import allow, named_model
    from lore.index import prepared

    refuse_agent("choose the model")
    choice = named_model(name, url=url, key_variable=key_variable)
    for consequence in allow(choice, remote=remote, insecure=insecure, by=engine.person):
        engine.reporter.warn(NeedsPerson(consequence))
    return prepared(engine.store, choice)


def _row(known: "KnownModel", used: str) -> ModelRow:
    return ModelRow(known.name, known.dimension, known.megabytes, known.licence, known.name == used)


def _progress(found: "ModelStatus") -> ModelProgress:
    choice = found.choice
    return ModelProgress(
        name=choice.label,
        kind=choice.kind,
        url=choice.url or None,
        dimension=choice.dimension,
        embedded=found.embedded,
        passages=found.passages,
        running=found.running,
        failure=found.failure or None,
        command=_command(choice),
    )


def _command(choice: "ModelChoice") -> tuple[str, ...]:
    from lore.embedding import ENDPOINTS

    name = choice.model if choice.kind not in ENDPOINTS else f"{choice.kind}:{choice.model}"
    url = ("--url", choice.url) if choice.url and choice.url != ENDPOINTS[choice.kind] else ()
    key = ("--key-variable", choice.key_variable) if choice.key_variable else ()
    return ("model", "use", name, *url, *key)
