"""Who was heard, agent by agent: what a person reads to see that nothing was left out."""

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

from lore.capture.contract import AgentHeard
from lore.capture.ownership import OwnFolders
from lore.capture.readers import RawSession, Transcript, UnknownRecord, recognised
from lore.capture.tally import newer, newest_known
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.model import Role
from lore.store import Store
from lore.text import counted, path_text

SILENT = 20
"""So many messages in your own folder without one of yours tell that something is not read as it should be."""
LOOKED_AT, LARGEST = 3, 16_000_000
"""The newest files of an agent that are read for its release and for lines nobody knows, and their bytes at most."""


def heard(store: Store) -> tuple[AgentHeard, ...]:
    """What is stored of each agent, and what its own folder tells; agents of which there is neither are left out."""
    own, said = OwnFolders(store), store.sessions.heard()
    found = []
    for agent in dict.fromkeys((*TRANSCRIPT_HOMES, *(one.agent for one in said))):
        files = _files(own, agent)
        home = TRANSCRIPT_HOMES.get(agent)
        sessions = [one for one in said if one.agent == agent]
        if not files and not sessions:
            continue
        roles = Counter[Role]()
        for one in sessions:
            roles.update(one.messages)
        told = AgentHeard(
            agent,
            sessions=len(sessions),
            yours=roles[Role.USER],
            agents=roles[Role.ASSISTANT],
            programs=roles[Role.SOMEBODY],
            nowhere=tuple(one.session for one in sessions if home and one.project is None and one.messages[Role.USER]),
            unread=sum(_is_unread(store, path) for path in files),
        )
        found.append(_with_newest(told, files))
    return tuple(found)


def silent_since(store: Store, agent: str) -> int:
    """Messages in the newest sessions of your own folder in which none is yours, `SILENT` at least; else 0."""
    own, count = OwnFolders(store), 0
    places = defaultdict[str | None, list[str]](list)
    for position in store.sources.all_positions():
        places[position.session].append(position.path)
    for one in store.sessions.heard():
        if one.agent != agent or one.is_part or not any(own.hold(Path(path), agent) for path in places[one.session]):
            continue
        if one.messages[Role.USER]:
            break
        count += sum(one.messages.values())
    return count if count >= SILENT else 0


def in_words(one: AgentHeard) -> str:
    """What was heard of an agent, in one line."""
    told = [
        counted(one.sessions, "session"),
        f"{counted(one.yours, 'message')} of yours",
        f"{one.agents:,} of the agent",
    ]
    if one.programs:
        told.append(f"{one.programs:,} taken for a program's")
    if one.nowhere:
        told.append(f"{counted(len(one.nowhere), 'session')} of no known folder")
    if one.unread:
        told.append(f"{counted(one.unread, 'file')} not recognised")
    if one.unknown:
        told.append("unknown lines: " + ", ".join(f"{kind} {count:,}" for kind, count in sorted(one.unknown.items())))
    if one.release:
        told.append(f"release {one.release}" + (f" (newest known: {one.known})" if one.known else ""))
    return ", ".join(told)


def _files(own: OwnFolders, agent: str) -> list[Path]:
    home = TRANSCRIPT_HOMES.get(agent)
    return [path for folder in own.of(agent) for path in home.transcripts(folder)] if home else []


def _is_unread(store: Store, path: Path) -> bool:
    """Whether nobody recognises a file that is not empty."""
    try:
        if not path.stat().st_size or store.sources.position(path_text(path.absolute())):
            return False
        return recognised(Transcript(path)) is None
    except OSError:
        return True


def _with_newest(told: AgentHeard, files: list[Path]) -> AgentHeard:
    release, unknown = "", Counter[str]()
    newest = sorted((path for path in files if 0 < _size(path) <= LARGEST), key=_written, reverse=True)[:LOOKED_AT]
    for path in newest:
        try:
            reader = recognised(Transcript(path))
            for record in reader.read(Transcript(path)) if reader else ():
                if isinstance(record, RawSession) and record.release:
                    release = newer(release, record.release)
                elif isinstance(record, UnknownRecord):
                    unknown[record.kind] += 1
        except OSError:
            continue  # it is told among the files that are not recognised
    return replace(told, release=release or None, known=newest_known(told.agent), unknown=dict(unknown))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
