"""What a program hands over, instead of leaving it in a file: a transcript, and where a task stands."""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from lore import paths
from lore.actions import visibility
from lore.actions.capturing import Captured, capture
from lore.actions.engine import Engine
from lore.actions.parameters import moment, project_key
from lore.actions.registry import Touches, action
from lore.errors import UsageError
from lore.model import Fact, Session

NEUTRAL = "lore"
"""The format of transcripts that any program can write."""


@dataclass(frozen=True, slots=True)
class PostedTurn:
    """One message of a transcript."""

    role: Literal["user", "assistant", "tool"]
    text: str
    id: str | None = None
    """The program's own name of it; by default its place in the list."""
    at: str | None = None
    """When it was said."""
    speaker: str | None = None


@action("extract", Touches.WRITES)
def extract(
    engine: Engine,
    session: Annotated[str, "The program's own id of the session."],
    turns: Annotated[
        Sequence[PostedTurn],
        "Its messages from the first on, or such as have an `id`; what is there already is left alone.",
    ],
    *,
    project: Annotated[str | None, "The project it belongs to."] = None,
    dry_run: Annotated[bool, "Show what would be stored; write nothing."] = False,
    explain: Annotated[bool, "Say why other sentences were refused."] = False,
) -> Captured:
    """Read a transcript that is handed over into the store, as `capture` reads a file from elsewhere.

    Nothing says that the person typed what stands in it: a user's words are somebody's, and wait for approval. Raises
    UsageError where nothing is in it.
    """
    from lore.intake import clean

    if not session.strip() or not turns:
        raise UsageError("there is no session, or no message in it", hint="give `session` and `turns`")
    # Masked before it lies in any file, however short it lies there; what it is read for comes out the same.
    lines = [
        {
            "session": clean(session),
            "id": clean(turn.id) if turn.id else f"turn:{number}",
            "role": turn.role,
            "text": clean(turn.text),
            **({"at": moment(turn.at)} if turn.at else {}),
            **({"speaker": clean(turn.speaker)} if turn.speaker else {}),
        }
        for number, turn in enumerate(turns, 1)
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines)
    file = _written(paths.posted_folder(engine.home), content)
    try:
        done = capture(engine, [file], format_name=NEUTRAL, project=project, dry_run=dry_run, explain=explain)
    finally:
        file.unlink(missing_ok=True)
    return replace(done, summary=replace(done.summary, foreign=()))  # the folder is ours: nobody is asked about it


def _written(folder: Path, content: str) -> Path:
    """The content in a file of its own name, so that the same transcript is known when it comes again."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"{hashlib.sha256(content.encode()).hexdigest()[:32]}.jsonl"
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:
        opened.write(content)
    return file


@dataclass(frozen=True, slots=True)
class CheckpointKept:
    """What became of a checkpoint."""

    fact: Fact
    action: str
    """`added`, `reinforced`, `superseded`, `held` or `known`."""
    session: Session | None
    """Whose timeline shows it."""
    changed: bool
    """Whether anything was written that an undo takes back."""


@action("checkpoint", Touches.WRITES)
def checkpoint(
    engine: Engine,
    task: Annotated[str, "What was worked on."],
    *,
    problem: Annotated[str | None, "What stood in the way."] = None,
    solution: Annotated[str | None, "What solved it."] = None,
    files: Annotated[Sequence[str], "The files it is about."] = (),
    concepts: Annotated[Sequence[str], "The concepts it is about."] = (),
    session: Annotated[str | None, "The session it belongs to; default: the one of this project today."] = None,
    agent: Annotated[str | None, "The agent that records it; what an agent says waits for approval."] = None,
    project: Annotated[str | None, "The project; default: that of this folder."] = None,
) -> CheckpointKept:
    """Save where a task stands: the problem, what solved it, the files and concepts involved."""
    from lore.capture import Checkpoint, checkpoint as record
    from lore.projects import project_here

    store = engine.store
    key = project_key(project) if project else project_here(store.projects.all_known(), engine.folder).key
    before = len(store.units)
    done = record(store, Checkpoint(task, problem, solution, files, concepts, session, key, agent))
    outcome = done.outcome
    visibility.note_saved(engine, outcome.fact)
    return CheckpointKept(outcome.fact, outcome.action.value, done.session, len(store.units) > before)


def checkpoint_from(value: object) -> Mapping[str, Any]:
    """The parameters of `checkpoint` that a JSON object gives. Raises BadInput for what is none."""
    from lore.capture import from_json

    return asdict(from_json(value))
