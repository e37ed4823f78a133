"""Whose words a transcript holds. The person is who typed here: in the folders that this user's own agents write to.

A transcript of a work tree, an export, a file from elsewhere: its user turns are somebody's, and so tainted, unless the
person said that they are theirs, for one capture or for a folder.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from lore.capture.contract import Elsewhere, Options
from lore.capture.files import sources
from lore.capture.readers import HOOKS, Transcript, recognised
from lore.capture.transcript_homes import TRANSCRIPT_HOMES, is_same, reader_of_agent
from lore.config import CAPTURE_PROMPTS, in_force
from lore.errors import LoreError
from lore.handover import places, signs
from lore.model import Project, Session
from lore.presence import Person, agent_here, deciding
from lore.projects import FOLDER, TRANSCRIPT, claimed, project_told
from lore.store import Store
from lore.text import path_text, short_id


def declared_by_person() -> Person:
    """Called wherever transcripts are to count as the person's own: that is a person's decision.

    `--mine` is the word of somebody who has no terminal. Raises NeedsPerson in an agent's shell.
    """
    return deciding("say that they typed what stands in a transcript", yes=True)


_HOMES = "capture.homes."
"""What begins the names of the settings with the own folders of agents."""


class Owner:
    """Tells whether a transcript is the person's own, through one capture."""

    def __init__(self, store: Store, *, mine: bool) -> None:
        self._store = store
        self._mine = mine
        """The person said so of all that is captured now."""
        self._own = OwnFolders(store)

    def owns(self, path: Path, agent: str) -> bool:
        """Whether what a user says in this file, in the format of this agent, was typed by the person."""
        told_by_us = agent == HOOKS and str(path.parent) in places.spools(str(self._store.folder))
        return self._mine or told_by_us or self._own.hold(path, agent) or bool(decided(self._store, path.parent))


def prompts_of(store: Store) -> frozenset[str]:
    """The agents whose prompts count as the person's where only hooks tell them: that is one yes of theirs each."""
    named = in_force(store)[CAPTURE_PROMPTS].replace(",", " ").split()
    return frozenset(name for name in named if reader_of_agent(name) not in TRANSCRIPT_HOMES)


class Folders:
    """The projects of the folders that sessions were held in, through one capture."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: dict[tuple[str, str | None], Project] = {}
        self._elsewhere: dict[tuple[str, str | None], Elsewhere | None] = {}

    def project(self, folder: str, remote: str | None = None) -> Project:
        """The project of a folder. remote: the address of its git remote, as the transcript tells it."""
        where = (folder, remote)
        if where not in self._found:
            self._found[where] = project_told(folder, remote, self._store.projects.all_known())
        return self._found[where]

    def claim_of(self, session: Session | None, options: Options) -> Elsewhere | None:
        """Where a session was held, if only the folder itself says that it is the project's."""
        if session is None or session.cwd is None or options.project:
            return None
        return self.elsewhere(session.cwd, session.project)

    def elsewhere(self, folder: str, key: str | None) -> Elsewhere | None:
        """The claim of a folder to be the project `key`, where that is known in other folders only.

        The claim is the remote in the folder, or the one that the transcript told.
        """
        where = (folder, key)
        if where not in self._elsewhere:
            project = self._claim(folder, key)
            is_elsewhere = project is not None and self._store.roots.is_elsewhere(project)
            self._elsewhere[where] = (
                Elsewhere(project.root or folder, project.key) if project and is_elsewhere else None
            )
        return self._elsewhere[where]

    def _claim(self, folder: str, key: str | None) -> Project | None:
        project = self.project(folder)
        if project.key == key:
            return project
        told = key is not None and project.reason in (FOLDER, TRANSCRIPT)
        return claimed(key, folder, self._store.projects.all_known()) if key and told else None


class OwnFolders:
    """Where the agents of this user keep their sessions, and which files there are transcripts.

    A person says where: by the environment of their own terminal, or by a set-up, which remembers what it saw. Where an
    agent runs this, or a hook started it, no variable says anything: any folder could be named so. An agent keeps other
    files beside its sessions, with what tools printed and what it wrote itself: those are nobody's, and not opened.
    """

    def __init__(self, store: Store) -> None:
        self._remembered = _remembered(store)
        self._by_environment = agent_here() is None and not signs.is_on(signs.BY_HOOK)
        self._in_own: dict[Path, bool] = {}
        """Folders that were looked at, links followed: whether each lies in an own folder of any agent."""

    def of(self, agent: str) -> tuple[Path, ...]:
        """The folders with transcripts of an agent, each once; they need not exist."""
        home = TRANSCRIPT_HOMES.get(agent)
        roots = self._roots(agent)
        return tuple(dict.fromkeys(folder for root in roots for folder in home.inside(root))) if home else ()

    def _roots(self, agent: str) -> tuple[Path, ...]:
        home = TRANSCRIPT_HOMES.get(agent)
        told = () if home is None else (home.root,) if self._by_environment else home.unmoved
        return tuple(dict.fromkeys((*told, *self._remembered.get(agent, ()))))

    def are_here(self, agent: str) -> bool:
        """Whether an own folder of this agent is there, one that a set-up remembers too."""
        return any(root.is_dir() for root in self._roots(agent))

    def hold(self, path: Path, agent: str) -> bool:
        """Whether a file is a transcript of this agent in one of its own folders; links are followed first."""
        home, real = TRANSCRIPT_HOMES.get(agent), path.resolve()
        return home is not None and any(home.is_one(real, root) for root in self._roots(agent))

    def may_open(self, path: Path) -> bool:
        """Whether a walk opens a file: in an own folder of any agent nothing but that agent's transcripts."""
        real = path.resolve()
        return not self._is_in_own(real.parent) or any(self.hold(real, agent) for agent in TRANSCRIPT_HOMES)

    def _is_in_own(self, folder: Path) -> bool:
        if folder not in self._in_own:
            above = folder.parent
            is_own = any(is_same(folder, own) for own in self._every)
            self._in_own[folder] = is_own or (above != folder and self._is_in_own(above))
        return self._in_own[folder]

    @cached_property
    def _every(self) -> tuple[Path, ...]:
        """The own folders of all agents, also where only the environment of this process says so."""
        every = (
            root
            for agent, home in TRANSCRIPT_HOMES.items()
            for own in (home.root, *home.unmoved, *self._roots(agent))
            for root in (own, *home.inside(own))
        )
        return tuple(dict.fromkeys(every))


def _remembered(store: Store) -> dict[str, tuple[Path, ...]]:
    return {
        agent: tuple(Path(name) for name in found if isinstance(name, str))
        for agent, found in store.settings.below(_HOMES).items()
        if isinstance(found, list)
    }


def remember_homes(store: Store, homes: Mapping[str, Path], by: Person, run: str | None = None) -> None:
    """Remember the own folders of agents, as a person's set-up saw them. homes: by the name of the reader."""
    known = {agent: store.settings.get(f"{_HOMES}{agent}", []) for agent in homes}
    news: dict[str, list[str]] = {}
    for agent, home in homes.items():
        names, name = known[agent], path_text(home.absolute())
        kept = [one for one in names if isinstance(one, str)] if isinstance(names, list) else []
        if name not in kept:
            news[agent] = [*kept, name]
    if news:
        with store.write(by, run) as transaction:
            for agent, names in news.items():
                store.settings.put(transaction, f"{_HOMES}{agent}", names)


def decided(store: Store, folder: Path) -> bool | None:
    """What the person said of the transcripts right in this folder; None where nobody asked."""
    found = store.settings.get(_key(folder))
    return bool(found.get("mine")) if isinstance(found, dict) else None


def decide(store: Store, folders: Sequence[Path], *, mine: bool, by: Person) -> None:
    """Remember whether the transcripts right in these folders are the person's own. One undo unit."""
    with store.write(by) as transaction:
        for folder in folders:
            store.settings.put(transaction, _key(folder), {"folder": path_text(_real(folder)), "mine": mine})


def undecided(store: Store, paths: Sequence[Path]) -> dict[Path, list[Path]]:
    """Folders with transcripts of which nobody said whose they are, under the path that was named and leads there."""
    found: dict[Path, list[Path]] = {}
    own = OwnFolders(store)
    for named in paths:
        folders = dict.fromkeys(
            source.path.parent
            for source in sources([named], _told_later, own.may_open)
            if not _is_own(source.path, own)
        )
        if waiting := [folder for folder in folders if decided(store, folder) is None]:
            found[named if named.is_dir() else named.parent] = waiting
    return found


def _told_later(error: LoreError) -> None:
    """What cannot be read is told by the capture itself."""


def _is_own(path: Path, own: OwnFolders) -> bool:
    try:
        reader = recognised(Transcript(path))
    except OSError:
        return True  # there is nothing in it to ask for
    return reader is None or own.hold(path, reader.name)


def _key(folder: Path) -> str:
    return f"capture.mine.{short_id(path_text(_real(folder)), 16)}"


@lru_cache(maxsize=1024)
def _real(folder: Path) -> Path:
    return folder.resolve()
