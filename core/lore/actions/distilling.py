"""A model of the user's reads sessions and proposes what to keep of them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import project_named
from lore.actions.registry import Touches, action
from lore.errors import UsageError
from lore.presence import agent_here, refuse_agent
from lore.text import counted

if TYPE_CHECKING:
    from lore.distill import Distilled, Waiting, Way

ModelName = Annotated[
    str | None,
    "claude, codex, ollama:NAME, openai:NAME, anthropic:NAME, or replay:FILE; `claude:NAME` for another model.",
]
Url = Annotated[str | None, "Where the endpoint is, if not at its usual address."]
KeyVariable = Annotated[str | None, "The environment variable that holds the key of the endpoint."]
DryRun = Annotated[bool, "Show what would be sent; send nothing."]


@dataclass(frozen=True, slots=True)
class Distilling:
    """What a model read, or would be sent."""

    way: "Way"
    waiting: "tuple[Waiting, ...]"
    """The sessions that it is asked about, the newest first."""
    done: "Distilled | None"
    """None where nothing was asked: a dry run, or no session waits."""
    left_out: Mapping[str, int]
    """How many sessions that wait are left out, by project: nobody reads them."""
    named: tuple[str, ...]
    """Projects that nobody reads, and that are read now because the person named them, or a session of theirs."""

    @property
    def tokens(self) -> int:
        """About how many are sent."""
        return sum(waiting.request.tokens for waiting in self.waiting)


@action("distill", Touches.ASKS)
def distill(
    engine: Engine,
    *,
    way: ModelName = None,
    url: Url = None,
    key_variable: KeyVariable = None,
    session: Annotated[str | None, "This session only, even if it was read before."] = None,
    project: Annotated[str | None, "The sessions of this project; default: that of the folder."] = None,
    again: Annotated[bool, "Those of which an earlier release kept your sentences alone."] = False,
    dry_run: DryRun = False,
) -> Distilling:
    """Let a model you choose read captured sessions, and keep the notes it can back with a quotation.

    Before a model is sent anything for the first time a person agrees, with the number of messages and tokens in view:
    then `Engine.person` has to be there. No agent lets a model be sent anything, or has recorded answers taken for a
    model's, and a project that is off is read only where a person names it. Raises NeedsPerson.
    """
    from lore.distill import distill as distill_now, not_read, waiting

    chosen = _way(engine, way, url, key_variable)
    if not dry_run:
        refuse_agent("let a model read sessions")
    key = project_named(engine, project) if project else None if session else engine.project
    found, off = waiting(engine.store, project=key, session=session, again=again), not_read(engine.store)
    of_off = Counter(str(one.session.project) for one in found if one.session.project in off)
    if agent_here() is None and (project or session):
        left_out, named = Counter[str](), tuple(of_off)
    else:
        left_out, named = of_off, ()
    waiting_sessions = tuple(one for one in found if one.session.project not in left_out)
    if dry_run or not waiting_sessions:
        return Distilling(chosen, waiting_sessions, None, left_out, named)
    messages = sum(one.request.messages for one in waiting_sessions)
    _consented(engine, chosen, counted(messages, "message"), sum(one.request.tokens for one in waiting_sessions))
    engine.reporter.stage("asking")
    done = distill_now(engine.store, chosen, waiting_sessions, engine.reporter)
    return Distilling(chosen, waiting_sessions, done, left_out, named)


def _consented(engine: Engine, way: "Way", what: str, tokens: int) -> None:
    """See that a person agreed that a model is sent this, or agrees now. Raises NeedsPerson."""
    from lore.distill import agree, is_agreed, refuse

    if not is_agreed(engine.store, way):
        if engine.person is None:
            raise refuse(way, what, tokens)
        agree(engine.store, way, engine.person)


def is_model_agreed(engine: Engine, way: str | None, url: str | None, key_variable: str | None) -> bool:
    """Whether a person agreed to this model before, so that nobody has to be asked. Raises UsageError."""
    from lore.distill import is_agreed

    return is_agreed(engine.store, _way(engine, way, url, key_variable))


def _way(engine: Engine, name: str | None, url: str | None, key_variable: str | None) -> "Way":
    from lore.distill import newest_agreed, way_named

    if name:
        return way_named(name, url=url, key_variable=key_variable)
    way = newest_agreed(engine.store)
    if way is None:
        raise UsageError(
            "no model was chosen yet",
            hint="choose one: `lore distill --with MODEL`; `lore distill --help` lists them",
        )
    return way
