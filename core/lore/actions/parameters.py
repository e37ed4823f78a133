"""What the parameters of actions mean: ids, times, projects, revisions, and the person who decides."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from lore import clock
from lore.actions.engine import Engine
from lore.errors import NeedsPerson, NotFound, UsageError
from lore.model import Layer, PassageType, Project
from lore.presence import Person, refuse_agent
from lore.projects import SET, project_here, storable

FactId = Annotated[str, "The id of a fact, with or without `f:`."]
FactIds = Annotated[Sequence[str], "The ids of facts, with or without `f:`."]
CandidateId = Annotated[
    str, "The id of what waits: a candidate, with or without `c:`, or a fact that nobody confirmed."
]
CandidateIds = Annotated[Sequence[str], "The ids of what waits: candidates, or facts that nobody confirmed."]
Rev = Annotated[int | None, "The `rev` you saw: refused if it has changed since. Default: as it is now."]
Revs = Annotated[
    Mapping[str, int] | None, "What waits → the `rev` that you saw: refused where it changed since. Default: as it is."
]
FactRevs = Annotated[
    Mapping[str, int] | None, "Fact → the `rev` that you saw: refused where it changed since. Default: as it is."
]
Acknowledged = Annotated[Sequence[str], "The names of the warnings that you have read and accept."]
Time = Annotated[str | None, "A time, such as 2026-03-01 or 2026-03-01T09:00:00Z."]
Limit = Annotated[int | None, "Show at most this many; default: all."]
ProjectKey = Annotated[str | None, "Only this project."]

EVERYWHERE = frozenset({Layer.USER, Layer.ORG})
"""Layers that hold in every project."""


def decider(engine: Engine, act: str) -> Person:
    """The person who decides. `act` completes "only a person may …". Raises NeedsPerson where the face has no proof."""
    if engine.person is None:
        refuse_agent(act)
        raise NeedsPerson(f"only a person may {act}", hint="run it in a terminal, or add `--yes` when you have decided")
    return engine.person


def fact_named(engine: Engine, name: str) -> str:
    """The whole id of a fact: `3k9x2m` means `f:3k9x2m`, and that the one fact whose id begins so.

    What fits nothing comes back as it is. Raises UsageError, which lists them, where several facts fit.
    """
    return engine.store.names.find(_of_fact(name))


def facts_named(engine: Engine, names: Sequence[str]) -> list[str]:
    """The same of several."""
    return engine.store.names.find_all([_of_fact(name) for name in names])


def _of_fact(name: str) -> str:
    return name if ":" in name else PassageType.FACT.named(name)


def candidate_named(engine: Engine, name: str) -> str:
    """The whole id of what waits, as `fact_named` finds that of a fact: without a mark a candidate's, else a fact's."""
    found = engine.store.names.find(name if ":" in name else f"c:{name}")
    if ":" in name or engine.store.candidates.many([found]):
        return found
    fact = fact_named(engine, name)
    return fact if engine.store.facts.has(fact) else found


def run_named(engine: Engine, name: str) -> str:
    """The whole id of a run, as `fact_named` finds that of a fact."""
    return engine.store.names.find(name if ":" in name else f"r:{name}")


def subject_named(engine: Engine, name: str) -> str:
    """What the log knows by this name: a fact, as `fact_named` finds it, or anything else whose id it is."""
    found = fact_named(engine, name)
    return found if engine.store.audit.select(subject=found, limit=1) else name


def short_id(engine: Engine, name: str) -> str:
    """An id as people are shown it: its shortest beginning that fits nothing else, of six characters at least."""
    return engine.store.names.short([name])[name]


def candidates_seen(engine: Engine, names: Sequence[str], seen: Mapping[str, int] | None) -> dict[str, int]:
    """Candidate → the `rev` that a decision rests on: what was seen, else as it is now. Raises NotFound."""
    from lore.memory import what_is  # what compares statements, for who decides alone

    revs = {candidate_named(engine, name): rev for name, rev in (seen or {}).items()}
    ids = [candidate_named(engine, name) for name in names]
    return {name: revs[name] if name in revs else what_is(engine.store, name).rev for name in ids}


def moment(text: str | None) -> str | None:
    """The stored form of a time; None for none. Raises UsageError where it cannot be read."""
    if not text:
        return None
    found = clock.normalise(text)
    if found is None:
        raise UsageError(f"`{text}` is not a valid time", hint="use a form such as 2026-03-01 or 2026-03-01T09:00:00Z")
    return found


def project_key(text: str) -> str:
    """The key of a project as it is stored. Raises UsageError for an empty one."""
    key = storable(text)
    if not key:
        raise UsageError("the name of a project is empty", hint="`lore project list` shows those that were seen")
    return key


def project_named(engine: Engine, text: str) -> str:
    """The key of a project that is known, of which the last parts are enough: `web` for `github.com/acme/web`.

    Raises UsageError for an empty name, for one that several projects have, and NotFound for one that none has.
    """
    key, known = project_key(text), engine.store.projects.keys_in_use()
    if key in known:
        return key
    fits = [one for one in known if one.endswith(f"/{key}")]
    if len(fits) > 1:
        raise UsageError(f"`{key}` names {len(fits)} projects", hint=", ".join(f"`{one}`" for one in fits[:5]))
    if not fits:
        raise NotFound(
            f"no session or fact is of a project `{key}`", hint="`lore project list` shows those that were seen"
        )
    return fits[0]


def beginning(text: str) -> str:
    """The stored time at which a span begins: `2026-03-01`, `7d`, `last week`, a full time. Raises UsageError."""
    from lore.timespans import span_named

    if full := clock.normalise(text):
        return full
    span = span_named(text)
    if span is None:
        raise UsageError(
            f"`{text}` is not a valid time", hint="use a form such as 2026-03-01, 7d, yesterday or last week"
        )
    return span.start_at


def place_of(engine: Engine, layer: Layer, given: str | None) -> Project | None:
    """The project of a new fact: the one that is named, else that of the folder; none for layers that hold everywhere.

    Raises UsageError for an empty name, BadInput where the folder is gone or its `.git` unreadable.
    """
    if given is not None:
        key = project_key(given)
        here = folder_project(engine) if engine.project == key else None
        return here or Project(key, SET)
    return None if layer in EVERYWHERE else folder_project(engine)


def folder_project(engine: Engine) -> Project:
    """The project of the folder that the user is in. Raises BadInput where it is gone or its `.git` unreadable."""
    return project_here(engine.store.projects.all_known(), engine.named_folder)
