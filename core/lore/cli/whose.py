"""Asks whose words a transcript from elsewhere holds, and says what follows from it."""

from collections.abc import Sequence
from pathlib import Path

from lore.capture import Elsewhere, Options, decide, declared_by_person, may_be_asked, undecided
from lore.cli import console
from lore.cli.terminal import is_heard
from lore.presence import terminal_here
from lore.store import Store


def ask_whose(store: Store, paths: Sequence[Path], options: Options) -> None:
    """Ask once for each folder that was named, in a terminal. Without one nobody is asked: the words are nobody's."""
    if options.mine or not (terminal_here() and is_heard() and may_be_asked()):
        return
    for named, folders in undecided(store, paths).items():
        where = f"`{named}`" if len(folders) == 1 else f"`{named}` ({len(folders)} folders)"
        console.note(f"the transcripts in {where} do not lie where your agents keep their sessions")
        mine = console.confirmed("did you type what a user says in them?")
        decide(store, folders, mine=mine, by=declared_by_person())
        console.note("remembered · undo: `lore undo`")


def tell_foreign(folders: Sequence[str]) -> None:
    """Say in one line that words in a user's name do not count as the person's."""
    if folders:
        more = f" and {len(folders) - 1} more" if len(folders) > 1 else ""
        console.note(
            f"what a user says in `{folders[0]}`{more} is not taken for your word; `--mine` says that you typed it"
        )


def tell_elsewhere(folders: Sequence[Elsewhere]) -> None:
    """Say which folders only claim to be a project, and how the person agrees to them."""
    for one in folders:
        console.note(
            f"`{one.folder}` says that it is `{one.project}`, which Lore knows in another folder: what is said there"
            f" is not taken for your word; if it is yours, `lore project set {one.project} {one.folder}`, then capture"
        )
