"""The tools that read. What an agent may see, the actions decide."""

from typing import Annotated, Literal

from lore import actions
from lore.actions import Place
from lore.agents.mcp import telling
from lore.agents.mcp.desk import Asked, Tools
from lore.errors import UsageError
from lore.model import Kind

TOOLS = Tools()
MOST, FIVE = 50, 5
"""Hits, facts or events of one answer: at most, and where nobody says how many."""
DEEPEST = 3
LOOKED_AT = 1_000
"""Facts of a time among which those are looked for that an agent may see."""

Limit = Annotated[int, "1 to 50."]


@TOOLS.reads("Search memory", always=True)
def memory_search(
    asked: Asked,
    query: Annotated[str, 'Words; also kind:decision, project:KEY, after:7d, "a phrase", not:word.'],
    places: Annotated[Place, "turns are messages of sessions."] = Place.FACTS,
    depth: Annotated[int | None, "1 quick, 2 with other projects, 3 with links and what is merely near."] = None,
    limit: Limit = FIVE,
    said: Annotated[str, "What the person said last: marks what it contradicts."] = "",
) -> str:
    """Search the person's long-term memory: decisions, rules, corrections, solutions, what was said.

    Use it before you decide what may have been decided before, and when they refer to earlier work."""
    found = actions.search(asked.engine, query, places=places, depth=depth, limit=_some(limit), context=said)
    return telling.found(asked.engine, found if depth == DEEPEST else found.fitting)


@TOOLS.reads("Show one memory")
def memory_get(
    asked: Asked,
    id: Annotated[str, "Of a fact, as answers give it."],  # noqa: A002 -- of the protocol
    history: Annotated[bool, "Every change as well."] = False,
) -> str:
    """Show one fact with quotations, reason, links. Use it to check a hit."""
    return telling.one(asked.engine, actions.show(asked.engine, id), history=history)


@TOOLS.reads("What to know now")
def memory_context(
    asked: Asked,
    prompt: Annotated[str, "Only what this request recalls, mostly nothing."] = "",
    session: Annotated[str | None, "Your session's id: nothing is given twice."] = None,
    project: Annotated[str | None, "Default: that of your folder."] = None,
    since: Annotated[str | None, "Default: the last session's end."] = None,
    budget: Annotated[int | None, "Tokens of rules."] = None,
) -> str:
    """Begin a session: rules and decisions that stand, what is new, open tasks, what waits for the person."""
    engine = asked.engine
    if prompt.strip():
        recalled = telling.brief(engine, actions.recall(engine, prompt, project=project, session=session))
        return "\n".join(recalled) or telling.NOTHING
    if budget is not None and budget < 0:
        raise UsageError(f"`budget` cannot be {budget}", hint="it counts tokens, from 0")
    new = actions.sync(engine, project=project, session=session, since=since)
    given = actions.context(engine, project=project, session=session, budget=budget)
    return "\n".join([*telling.brief(engine, given), *telling.news(engine, new, given)])


@TOOLS.reads("By time or kind")
def memory_by_date(
    asked: Asked,
    date: Annotated[str | None, "2026-03-12, 2026-03, 7d, yesterday, last week."] = None,
    what: Annotated[
        Literal["events", "records", "changes", "categories"],
        "events: said or happened then; records: stored then; changes: the log; categories: kinds and tags, no date.",
    ] = "events",
    query: Annotated[str, "Events about this."] = "",
    kind: Annotated[Kind | None, "As in memory_add."] = None,
    tag: Annotated[str | None, "In categories."] = None,
    project: Annotated[str | None, "Only this one."] = None,
    limit: Limit = 20,
) -> str:
    """Show what happened, was stored or changed at a time; or count facts by kind and tag, and list those of one."""
    engine, wanted = asked.engine, _some(limit)
    if what == "categories":
        return _categories(asked, kind, tag, project, wanted)
    if date is None:
        raise UsageError(f"`{what}` need a `date`", hint="such as 2026-03-12, 7d or yesterday")
    if what == "events":
        kinds = (kind,) if kind else ()
        place = Place.FACTS if kind else Place.ALL
        found = actions.by_date(engine, date, query, places=place, kinds=kinds, project=project, limit=wanted)
        return telling.found(engine, found)
    span = actions.span_named(date)
    if what == "changes":
        events = actions.log(engine, after=span.start_at, before=span.end_at, limit=wanted).events
        return "\n".join(telling.changes(events) or [telling.NOTHING])
    events = actions.log(engine, after=span.start_at, before=span.end_at, name="fact.add", limit=LOOKED_AT).events
    stored = actions.some_facts(engine, list(dict.fromkeys(event.subject.id for event in events))).facts
    return "\n".join([*telling.facts(engine, stored[:wanted])] or [telling.NOTHING])


def _categories(asked: Asked, kind: Kind | None, tag: str | None, project: str | None, limit: int) -> str:
    engine, lines = asked.engine, []
    if kind is None and tag is None:
        for field in ("kind", "tag"):
            counts = actions.complete_query(engine, f"{field}:").options
            lines += [f"{field} {one.shown}: {one.facts}" for one in counts if one.facts]
        return "\n".join(lines or [telling.NOTHING])
    tags, kinds = (tag,) if tag else (), (kind,) if kind else ()
    found = actions.list_facts(engine, kinds=kinds, tags=tags, project=project, limit=limit)
    return "\n".join(
        [*telling.facts(engine, found.facts), *actions.unconfirmed_note(found.unconfirmed)] or [telling.NOTHING]
    )


def _some(limit: int) -> int:
    if not 1 <= limit <= MOST:
        raise UsageError(f"`limit` cannot be {limit}", hint=f"1 to {MOST}")
    return limit
