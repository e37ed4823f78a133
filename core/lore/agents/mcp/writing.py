"""The tools that write in the agent's name. What it saves is its word, but where it quotes the person."""

from collections.abc import Sequence
from typing import Annotated

from lore import actions, wire
from lore.actions import Command
from lore.agents.mcp.entries import Answer, Asked, Tools
from lore.errors import UsageError
from lore.model import Kind, Layer

TOOLS = Tools()

Project = Annotated[str | None, "The key of a project; default: that of the folder you work in."]
Everywhere = Annotated[bool, "It holds in every project of the person, not in this one alone."]
Maybe = Annotated[str | None, "Empty takes it away; default: as it is."]


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
    confidence: Annotated[float | None, "How sure you are, 0 to 1; never above what an agent is believed."] = None,
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
    text: Annotated[str | None, "The new words; default: as they are."] = None,
    kind: Annotated[Kind | None, "Default: as it is."] = None,
    because: Maybe = None,
    tags: Annotated[Sequence[str] | None, "None of them takes all away; default: as they are."] = None,
    problem: Maybe = None,
    solution: Maybe = None,
    expires_at: Annotated[str | None, "A time from which it holds no more; empty takes it away."] = None,
    rev: Annotated[int | None, "The `rev` that you saw: refused where it changed since."] = None,
) -> Answer:
    """Change what an agent saved. What a person stands behind only a person changes: propose it instead."""
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
    """Put away what an agent saved and holds no more; it can be undone. What a person stands behind is refused."""
    if not ids:
        raise UsageError("`ids` is empty", hint="`memory_search` finds ids")
    return wire.moved(actions.archive(asked.engine, tuple(ids)))


@TOOLS.writes("Say what still holds")
def memory_confirm(asked: Asked, ids: Annotated[Sequence[str], "The ids of facts."]) -> Answer:
    """Say that memories marked `may be outdated` still hold, after you checked. It makes none of them stronger."""
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
    """Keep task, problem and solution, when you solved something or stop in the middle of it."""
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
    ids: Annotated[Sequence[str], "The ids of facts that shall become conventions."] = (),
    text: Annotated[str | None, "A rule that is not stored yet."] = None,
) -> Answer:
    """Put facts, or a new rule, into the review queue: they become conventions where the person approves them."""
    if bool(ids) == (text is not None):
        raise UsageError("name either `ids` or `text`", hint="`memory_search` finds ids")
    if text is not None:
        ids = (actions.save(asked.engine, text, kind=Kind.CONVENTION).fact.id,)
    return wire.proposed(actions.propose(asked.engine, tuple(ids)))


@TOOLS.writes("Consolidate memory")
def memory_consolidate(
    asked: Asked, dry_run: Annotated[bool, "Say what would change; write nothing."] = False
) -> Answer:
    """Merge what says the same, settle contradictions, let fade what is old, propose rules. Takes up to a minute."""
    return wire.consolidated(actions.consolidate(asked.engine, dry_run=dry_run))


@TOOLS.writes("Repair memory")
def memory_clean(asked: Asked) -> Answer:
    """Repair what `memory_health` finds and can be repaired safely, after a backup; nothing that counts is lost."""
    return wire.examined(actions.repair(asked.engine))


@TOOLS.writes("Memory as files", destroys=True, repeats=False, text="text")
def memory(
    asked: Asked,
    command: Annotated[Command, "What to do."],
    path: Annotated[str, "A file or folder, below `/memories`."] = "",
    view_range: Annotated[Sequence[int] | None, "First and last line; -1 for the end."] = None,
    file_text: Annotated[str, "For create."] = "",
    old_str: Annotated[str, "For str_replace: what stands there once."] = "",
    new_str: Annotated[str, "For str_replace."] = "",
    insert_line: Annotated[int, "For insert: after which line."] = 0,
    insert_text: Annotated[str, "For insert."] = "",
    old_path: Annotated[str, "For rename."] = "",
    new_path: Annotated[str, "For rename."] = "",
    if_sha256: Annotated[str | None, "The hash of the content you saw: refused where it changed."] = None,
) -> Answer:
    """Memories as files below `/memories`, with the commands of Anthropic's memory tool. What you write waits for the
    person's approval."""
    answer = actions.memory_file(
        asked.engine,
        command,
        path=path,
        view_range=view_range,
        file_text=file_text,
        old_str=old_str,
        new_str=new_str,
        insert_line=insert_line,
        insert_text=insert_text,
        old_path=old_path,
        new_path=new_path,
        if_sha256=if_sha256,
    )
    return wire.memory_file(answer)
