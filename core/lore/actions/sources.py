"""Whose words a transcript holds: asked once for each folder that lies elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider
from lore.actions.registry import Touches, action
from lore.capture import Elsewhere as Elsewhere, decide, undecided


@dataclass(frozen=True, slots=True)
class Declared:
    """Folders whose transcripts are the person's own words from now on, or somebody's."""

    folders: tuple[Path, ...]
    mine: bool


@action("whose", Touches.READS)
def whose(
    engine: Engine, paths: Annotated[Sequence[Path], "Transcripts, or folders with transcripts in them."]
) -> Mapping[Path, Sequence[Path]]:
    """Folders with transcripts of which nobody said whose words they are, under the path that leads there."""
    return undecided(engine.store, paths)


@action("declare", Touches.ASKS)
def declare(
    engine: Engine,
    folders: Annotated[Sequence[Path], "Folders with transcripts in them."],
    mine: Annotated[bool, "Whether you typed the user's messages there."],
) -> Declared:
    """Say whether you typed the user's messages in the transcripts of these folders."""
    decide(engine.store, folders, mine=mine, by=decider(engine, "say that they typed what stands in a transcript"))
    return Declared(tuple(folders), mine)
