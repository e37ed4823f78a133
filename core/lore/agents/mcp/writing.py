"""The tools that write in the agent's name. What it saves is its word, but where it quotes the person."""

from collections.abc import Sequence
from typing import Annotated

from lore import actions
from lore.agents.mcp import telling
from lore.agents.mcp.desk import Asked, Tools
from lore.errors import NeedsPerson, UsageError
from lore.model import Kind, Layer

TOOLS = Tools()

Maybe = Annotated[str | None, "Empty clears it."]


@TOOLS.writes("Save a memory")
def memory_add(
    asked: Asked,
    text: Annotated[str, "One sentence that can be understood alone."],
    quote: Annotated[str | None, "The person's exact words that it rests on."] = None,
    session: Annotated[str | None, "Where they were said; default: found by the words."] = None,
    kind: Annotated[Kind, "What it states."] = Kind.NOTE,
    because: Annotated[str | None, "Why it holds."] = None,
    everywhere: Annotated[bool, "In every project."] = False,
    project: Annotated[str | None, "Default: that of your folder."] = None,
    tags: Annotated[Sequence[str], "To find it by."] = (),
    files: Annotated[Sequence[str], "It is about."] = (),
    wrong: Annotated[str | None, "Of a correction."] = None,
    right: Annotated[str | None, "Of a correction."] = None,
    confidence: Annotated[float | None, "0 to 1."] = None,
    debated: Annotated[bool, "Several models agreed on it."] = False,
) -> str:
    """Save what the person corrected, decided or stated, or what you found out.

    With `quote` it counts as theirs; without, as your word, which waits until they confirm it."""
    engine = asked.engine
    if quote is not None:
        done = actions.save_quoted(engine, text, quote, session or "", kind=kind, because=because)
        lines = telling.saved(engine, done.action, done.fact, [("replaces", done.retired)])
        return "\n".join([*lines, *([_proposed(done.candidate.id)] if done.candidate else [])])
    if session is not None:
        raise UsageError("a session proves nothing without a quotation", hint="give the person's words as `quote`")
    saved = actions.save(
        engine,
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
    others = [("replaces", saved.retired), ("may contradict", saved.disputed), ("says the same", saved.alike)]
    return "\n".join(telling.saved(engine, saved.action.value, saved.fact, others))


@TOOLS.writes("Change a memory")
def memory_update(
    asked: Asked,
    id: Annotated[str, "Of a fact."],  # noqa: A002 -- of the protocol
    text: Annotated[str | None, "New words."] = None,
    kind: Annotated[Kind | None, "As in memory_add."] = None,
    because: Maybe = None,
    tags: Annotated[Sequence[str] | None, "Empty clears all."] = None,
    problem: Maybe = None,
    solution: Maybe = None,
    expires_at: Maybe = None,
    rev: Annotated[int | None, "Refused if changed since."] = None,
    holds: Annotated[bool, "You checked that it still holds."] = False,
) -> str:
    """Change a fact that an agent saved, or say that one marked as outdated still holds.

    The person's own are refused: propose a rule instead (memory_review)."""
    engine = asked.engine
    if holds:
        if any(value is not None for value in (text, kind, because, tags, problem, solution, expires_at)):
            raise UsageError("`holds` changes nothing else", hint="call once for that, and once for the change")
        return "\n".join(["confirmed:", *telling.facts(engine, actions.confirm(engine, (id,)).facts)])
    saved = actions.edit(
        engine,
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
    others = [("may contradict", saved.disputed), ("says the same", saved.alike)]
    return "\n".join(telling.saved(engine, saved.action.value, saved.fact, others))


@TOOLS.writes("Put memories away", destroys=True)
def memory_archive(asked: Asked, ids: Annotated[Sequence[str], "Of facts."]) -> str:
    """Archive outdated facts that an agent saved; it can be undone. The person's own are refused."""
    if not ids:
        raise UsageError("`ids` is empty", hint="`memory_search` finds ids")
    done = actions.archive(asked.engine, tuple(ids))
    return "\n".join(["archived:", *telling.facts(asked.engine, done.facts)])


@TOOLS.writes("Keep where you are")
def memory_checkpoint(
    asked: Asked,
    task: Annotated[str, "What you work on."],
    problem: Annotated[str | None, "In the way."] = None,
    solution: Annotated[str | None, "What solved it."] = None,
    files: Annotated[Sequence[str], "It is about."] = (),
    concepts: Annotated[Sequence[str], "It is about."] = (),
    session: Annotated[str | None, "Default: today's here."] = None,
) -> str:
    """Save task, problem and solution when you solved something or stop before you did."""
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
    return "\n".join(telling.saved(asked.engine, done.action, done.fact))


@TOOLS.writes("Look after memory")
def memory_maintain(
    asked: Asked,
    do: Annotated[str, "stats, health, clean (repairs, after a backup) or consolidate."],
    dry_run: Annotated[bool, "Only with consolidate."] = False,
) -> str:
    """Figures, health, repair, consolidation. What only the person may do, it names the command for."""
    engine = asked.engine
    if dry_run and do != "consolidate":
        raise UsageError(f"`{do}` has no dry run", hint="`consolidate` has one")
    if do == "stats":
        return telling.figures(actions.measure(engine))
    if do == "health":
        return telling.examined(actions.examine(engine))
    if do == "clean":
        return telling.examined(actions.repair(engine))
    if do == "consolidate":
        return telling.consolidated(actions.consolidate(engine, dry_run=dry_run))
    if do == "compress":
        raise UsageError("`compress` is gone: Lore takes nothing out of memory files", hint="the person deletes there")
    if command := OF_A_PERSON.get(do):
        raise NeedsPerson(f"only the person may do that: `{do}`", hint=f"they type `{command}` in a terminal")
    raise UsageError(f"`do` cannot be `{do}`", hint="stats, health, clean or consolidate")


OF_A_PERSON = {
    "approve": "lore review",
    "reject": "lore review",
    "accept": "lore review",
    "pin": "lore pin ID",
    "publish": "lore publish",
    "share": "lore share",
    "undo": "lore undo",
    "purge": "lore purge",
    "delete": "lore purge",
    "import": "lore import FILE",
    "restore": "lore restore-backup",
}
"""What an agent may be asked for → what the person types."""


def proposed(asked: Asked, ids: Sequence[str], text: str | None) -> str:
    """Propose facts, or a new rule: in the person's words, where they typed it."""
    engine = asked.engine
    if text is not None:
        ids = (actions.save(engine, text, kind=Kind.CONVENTION).fact.id,)
    made = actions.propose(engine, tuple(ids)).candidates
    return "\n".join(_proposed(one.id) for one in made)


def _proposed(candidate: str) -> str:
    return f"{candidate} waits for the person: `memory_review` with this id asks in a form, `lore review` in a terminal"
