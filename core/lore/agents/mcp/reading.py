"""The tools that read. What an agent may see, the actions decide."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from lore import actions, wire
from lore.actions import Events, Place
from lore.agents.mcp.entries import Answer, Asked, Tools
from lore.agents.mcp.framing import EVENTS, NOTHING, hook_output
from lore.errors import UsageError
from lore.model import Kind

TOOLS = Tools()
MOST = 50
"""Hits, facts or events of one answer."""

Project = Annotated[str | None, "The key of a project; default: that of the folder you work in."]
Limit = Annotated[int, "At most so many, 1 to 50."]


@TOOLS.reads("Search memory", always=True)
def memory_search(
    asked: Asked,
    query: Annotated[str, 'Words; also `kind:decision`, `project:KEY`, `after:7d`, a "phrase", `not:word`.'],
    places: Annotated[Place, "facts, turns (messages of sessions), docs, digests, or all but digests."] = Place.FACTS,
    kinds: Annotated[Sequence[Kind], "Only facts of these kinds."] = (),
    projects: Annotated[Sequence[str], "Only these projects; default: the one you work in first, then others."] = (),
    limit: Limit = 10,
    said: Annotated[str, "What the person said last: `doubt` marks the facts that this contradicts."] = "",
) -> Answer:
    """Search the person's long-term memory: decisions, rules, corrections, what solved a problem, what was said.

    Use it before you decide what may have been decided before, and whenever the person refers to earlier work."""
    wanted = _some(limit)
    found = actions.search(
        asked.engine,
        query,
        places=places,
        kinds=tuple(kinds),
        projects=tuple(projects),
        limit=wanted,
        context=said,
    )
    return wire.search_result(found)


@TOOLS.reads("Show one memory")
def memory_get(
    asked: Asked,
    id: Annotated[str, "The id of a fact, such as `f:3k9x2m…`, or its beginning."],  # noqa: A002 -- of the protocol
) -> Answer:
    """Show one fact with the quotations it rests on, its reason, links and history. Use it to check a search hit."""
    return wire.fact(actions.show(asked.engine, id))


@TOOLS.reads("What to know now")
def memory_context(
    asked: Asked,
    prompt: Annotated[str, "The request you were given: adds the facts it recalls, usually none."] = "",
    session: Annotated[str | None, "Your session's id: you are not given the same fact twice."] = None,
    project: Project = None,
    budget: Annotated[int | None, "Tokens at most."] = None,
) -> Answer:
    """Get the standing rules and decisions; with a prompt, what it recalls. Use it when a session begins."""
    if prompt.strip():
        return wire.brief(actions.recall(asked.engine, prompt, project=project, session=session))
    if budget is not None and budget < 0:
        raise UsageError(f"`budget` cannot be {budget}", hint="it counts tokens, from 0")
    return wire.brief(actions.context(asked.engine, project=project, session=session, budget=budget))


@TOOLS.reads("History of memory")
def memory_history(
    asked: Asked,
    id: Annotated[str | None, "Every change of this fact."] = None,  # noqa: A002 -- of the protocol
    date: Annotated[str | None, "A time: 2026-03-12, 2026-03, 7d, yesterday, last week."] = None,
    by: Annotated[
        Literal["event", "record", "changes"],
        "`event`: what was said or happened then; `record`: what was stored then; `changes`: all that was changed.",
    ] = "event",
    query: Annotated[str, "With `event`: only what is related to this."] = "",
    limit: Limit = 20,
) -> Answer:
    """Show the history of a fact, or what happened on a day or in a period. Use it for "when" and "what changed"."""
    wanted = _some(limit)
    if (id is None) == (date is None):
        raise UsageError("name either `id` or `date`", hint="`id` tells of one fact, `date` of a time")
    if id is not None:
        return wire.events(Events(actions.history_of(asked.engine, id).events[-wanted:]))
    assert date is not None
    if by == "event":
        return wire.search_result(actions.by_date(asked.engine, date, query, limit=wanted))
    span = actions.span_named(date)
    events = actions.log(asked.engine, after=span.start_at, before=span.end_at, name="fact" if by == "record" else None)
    kept = [event for event in events.events if by == "changes" or event.action == "fact.add"]
    return wire.events(Events(tuple(kept[:wanted])))


@TOOLS.reads("Figures of memory")
def memory_stats(asked: Asked) -> Answer:
    """Show figures about the memory, compared with 7 and 30 days ago."""
    return wire.figures(actions.measure(asked.engine))


@TOOLS.reads("Health of memory")
def memory_health(asked: Asked) -> Answer:
    """Check store, index and facts; lists problems and the commands that repair them. Takes a few seconds."""
    return wire.examined(actions.examine(asked.engine))


@TOOLS.reads("What is new")
def memory_sync(
    asked: Asked,
    session: Annotated[str | None, "Your session's id."] = None,
    project: Project = None,
    since: Annotated[str | None, "A time, such as 2026-03-01; default: the end of the last session."] = None,
) -> Answer:
    """Start a session: how much is known here, what changed since the last session, open tasks, what waits."""
    return wire.news(actions.sync(asked.engine, project=project, session=session, since=since))


@TOOLS.reads("Kinds and tags")
def memory_category(
    asked: Asked,
    kind: Annotated[Kind | None, "List the facts of this kind."] = None,
    tag: Annotated[str | None, "List the facts with this tag."] = None,
    project: Annotated[str | None, "Only of this project."] = None,
    limit: Limit = 20,
) -> Answer:
    """Count the facts of each kind and tag, or list those of one."""
    wanted = _some(limit)
    if kind is None and tag is None:
        fields = {"kind": "kinds", "tag": "tags"}
        counts = {name: actions.complete_query(asked.engine, f"{field}:") for field, name in fields.items()}
        return {name: {one.shown: one.facts for one in found.options} for name, found in counts.items()}
    found = actions.list_facts(
        asked.engine,
        kinds=(kind,) if kind else (),
        tags=(tag,) if tag else (),
        project=project,
        limit=wanted,
    )
    return wire.fact_list(actions.fact_views(asked.engine, [fact.id for fact in found.facts]), found.unconfirmed)


@TOOLS.reads("Recall for a hook", silent=True)
def hook_recall(
    asked: Asked,
    prompt: Annotated[str, "What the person typed."] = "",
    event: Annotated[str, "The event of the hook."] = EVENTS[0],
    session: Annotated[str, "The session's id; without one nothing is recalled."] = "",
    cwd: Annotated[str | None, "The folder of the session."] = None,
) -> str:
    """For `mcp_tool` hooks alone, not for you: what the prompt recalls, as the output of a hook; mostly nothing."""
    if event not in EVENTS or not session:
        return NOTHING
    engine = asked.engine.asked(folder=Path(cwd)) if cwd and Path(cwd).is_dir() else asked.engine
    answer = actions.hook_recall(engine, prompt, session=session)
    return hook_output(event, answer.text) if answer.text else NOTHING


def _some(limit: int) -> int:
    if not 1 <= limit <= MOST:
        raise UsageError(f"`limit` cannot be {limit}", hint=f"1 to {MOST}")
    return limit
