"""Asks whose words a transcript from elsewhere holds, and says what follows from it."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from lore import actions, presence
from lore.actions import Engine
from lore.cli import console
from lore.cli.terminal import is_heard
from lore.text import counted


def ask_whose(engine: Engine, paths: Sequence[Path], *, mine: bool) -> None:
    """Ask once for each folder that was named, in a terminal. Without one nobody is asked: the words are nobody's."""
    if mine or not (presence.terminal_here() and is_heard()) or presence.agent_here() is not None:
        return
    for named, folders in actions.whose(engine, paths).items():
        where = f"`{named}`" if len(folders) == 1 else f"`{named}` ({len(folders)} folders)"
        console.note(f"the transcripts in {where} are not in a folder where your agents keep sessions")
        typed = console.confirmed("did you type the user's messages in them?")
        engine.person = presence.deciding("say that they typed what stands in a transcript")
        actions.declare(engine, folders, typed)
        console.undo_hint(engine, after="remembered")


def tell_foreign(folders: Sequence[str]) -> None:
    """Say in one line that words in a user's name do not count as the person's."""
    if folders:
        more = f" and {len(folders) - 1} more" if len(folders) > 1 else ""
        console.note(
            f"the user's messages in `{folders[0]}`{more} do not count as yours; `--mine` says that you typed them"
        )


def tell_nowhere(found: Iterable[tuple[str, int]]) -> None:
    """Say of how many sessions of an agent no folder is known, and how the person names their project."""
    for agent, number in found:
        if number:
            console.note(
                f"{agent}: {counted(number, 'session')} of no known folder, so what you said there holds nowhere;"
                " `lore capture --project KEY FILE` says whose it is"
            )


def tell_elsewhere(claims: Iterable[tuple[str, str]]) -> None:
    """Say which folders only claim to be a project, and how the person agrees to them. claims: folder and project."""
    for folder, project in claims:
        console.note(
            f"`{folder}` says that it is `{project}`, which Lore knows in another folder: what is said there"
            f" does not count as yours; if it is, `lore project set {project} {folder}`, then capture"
        )
