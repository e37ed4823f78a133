"""The tools that write in the agent's name. What it saves is its word, but where it quotes the person."""

from collections.abc import Sequence
from typing import Annotated

from lore import actions, wire
from lore.agents.mcp.entries import Answer, Asked, Tools
from lore.errors import UsageError
from lore.model import Kind, Layer

TOOLS = Tools()

Project = Annotated[str | None, "The key of a project; default: that of the folder you work in."]
Everywhere = Annotated[bool, "It applies in every project of the person, not only in this one."]
Maybe = Annotated[str | None, "Empty clears it; default: unchanged."]


@TOOLS.writes("Save a memory")
def memory_add(
    asked: Asked,
    text: Annotated[str, "What it says, in one sentence that can be understood alone."],
    quote: Annotated[str | None, "The person's exact words that it rests on; needs `session`."] = None,
    session: Annotated[str | None, "The id of the session in which they were said."] = None,
    kind: Annotated[Kind, "What sort of fact it is."] = Kind.NOTE,
    because: Annotated[str | None, "Why it holds."] = None,
    everywhere: Everywhere = False,
    project: Project = None,
    tags: Annotated[Sequence[str], "Words to find it by."] = (),
    files: Annotated[Sequence[str], "The files it is about."] = (),
    wrong: Annotated[str | None, "What is wrong, for a correction."] = None,
    right: Annotated[str | None, "What is right, for a correction."] = None,
    confidence: Annotated[float | None, "How sure you are, 0 to 1; capped for agents."] = None,
    debated: Annotated[bool, "Several models agreed on it in a debate: it waits for the person's approval."] = False,
) -> Answer:
    """Save what the person corrected, decided or stated, or what you found out.

    With `quote` and `session` it counts as the person's, where the words stand there; without, as your own word, which
    no agent is given before the person confirms it."""
    if (quote is None) != (session is None):
        raise UsageError("a quotation needs its session", hint="give both `quote` and `session`, or neither")
    if quote is not None and session is not None:
        done = actions.save_quoted(asked.engine, text, quote, session, kind=kind, because=because)
        return wire.quoted(done)
    saved = actions.save(
        asked.engine,
        text,
        kind=kind,
        layer=Layer.USER if everywhere else Layer.PROJECT,
        project=project,
        tags=tuple(tags),
        files=tuple(files),
        wrong=wrong,
        right=right,
        because=because,
        confidence=confidence,
        debated=debated,
    )
    return {**wire.saved(saved), "tainted": saved.fact.tainted}


@TOOLS.writes("Change a memory")
def memory_update(
    asked: Asked,
    id: Annotated[str, "The id of a fact."],  # noqa: A002 -- of the protocol
    text: Annotated[str | None, "The new text; default: unchanged."] = None,
    kind: Annotated[Kind | None, "Default: unchanged."] = None,
    because: Maybe = None,
    tags: Annotated[Sequence[str] | None, "An empty list clears all; default: unchanged."] = None,
    problem: Maybe = None,
    solution: Maybe = None,
    expires_at: Annotated[str | None, "The time at which it expires; empty clears it."] = None,
    rev: Annotated[int | None, "The `rev` you saw: refused if it has changed since."] = None,
) -> Answer:
    """Change a fact that an agent saved. Facts that a person confirmed are refused: propose a change instead."""
    saved = actions.edit(
        asked.engine,
        id,
        text=text,
        kind=kind,
        because=because,
        tags=None if tags is None else tuple(tags),
        problem=problem,
        solution=solution,
        expires_at=expires_at,
        rev=rev,
    )
    return wire.saved(saved)


@TOOLS.writes("Put memories away", destroys=True)
def memory_archive(asked: Asked, ids: Annotated[Sequence[str], "The ids of facts."]) -> Answer:
    """Archive outdated facts that an agent saved; it can be undone. Facts that a person confirmed are refused."""
    if not ids:
        raise UsageError("`ids` is empty", hint="`memory_search` finds ids")
    return wire.moved(actions.archive(asked.engine, tuple(ids)))


@TOOLS.writes("Say what still holds")
def memory_confirm(asked: Asked, ids: Annotated[Sequence[str], "The ids of facts."]) -> Answer:
    """Confirm that memories marked `may be outdated` still hold, after you checked. A person's own are refused."""
    if not ids:
        raise UsageError("`ids` is empty", hint="`memory_search` finds ids")
    return wire.moved(actions.confirm(asked.engine, tuple(ids)))


@TOOLS.writes("Keep where you are")
def memory_checkpoint(
    asked: Asked,
    task: Annotated[str, "What you work on."],
    problem: Annotated[str | None, "What stands in the way."] = None,
    solution: Annotated[str | None, "What solved it."] = None,
    files: Annotated[Sequence[str], "The files it is about."] = (),
    concepts: Annotated[Sequence[str], "The concepts it is about."] = (),
    session: Annotated[str | None, "Your session's id; default: the one of this project today."] = None,
) -> Answer:
    """Save task, problem and solution when you solved something or have to stop before you did."""
    done = actions.checkpoint(
        asked.engine,
        task,
        problem=problem,
        solution=solution,
        files=tuple(files),
        concepts=tuple(concepts),
        session=session,
        agent=asked.agent,
    )
    return wire.checkpoint(done)


@TOOLS.writes("Propose a rule", repeats=False)
def memory_propose(
    asked: Asked,
    ids: Annotated[Sequence[str], "The ids of facts to propose as conventions."] = (),
    text: Annotated[str | None, "A rule that is not stored yet."] = None,
) -> Answer:
    """Add facts, or a new rule, to the review queue: they become conventions if the person approves them."""
    if bool(ids) == (text is not None):
        raise UsageError("name either `ids` or `text`", hint="`memory_search` finds ids")
    if text is not None:
        ids = (actions.save(asked.engine, text, kind=Kind.CONVENTION).fact.id,)
    return wire.proposed(actions.propose(asked.engine, tuple(ids)))


@TOOLS.writes("Consolidate memory")
def memory_consolidate(
    asked: Asked, dry_run: Annotated[bool, "Show what would change; write nothing."] = False
) -> Answer:
    """Merge duplicates, settle contradictions, archive faded facts, propose rules. Takes up to a minute."""
    return wire.consolidated(actions.consolidate(asked.engine, dry_run=dry_run))


@TOOLS.writes("Repair memory")
def memory_clean(asked: Asked) -> Answer:
    """Repair what `memory_health` found and can be repaired safely, after a backup. No facts are lost."""
    return wire.examined(actions.repair(asked.engine))
