"""Where hooks and the engine leave things for one another, as text: `pathlib` takes a hook 5 ms."""

import os
from zlib import crc32

from lore.platform import light

LONGEST_NAME = 80
"""Characters of the name of a session that its file keeps."""
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def home() -> str:
    """The data folder where set-up named none, as when you type `lore-hook`: `LORE_HOME` where that is absolute, else
    the one that no variable moved; empty where there is none.

    What set-up writes names its folder, and obeys no variable: a hook runs in the surroundings of a repository.
    """
    named = os.environ.get("LORE_HOME", "")
    folder = named if os.path.isabs(named) else light.data_folder("lore")
    return folder if os.path.isabs(folder) else ""


def spool(folder: str) -> str:
    """Events of hooks that wait to be read into the store, a file for each session."""
    return os.path.join(folder, "spool", "hooks")


def spare(folder: str) -> str:
    """The same on another file system, for what the data folder cannot take."""
    return light.spare_folder(f"lore-spool-{crc32(folder.encode('utf-8', 'surrogateescape')):08x}")


def shared(folder: str) -> str:
    """What hooks and the engine note for one another, and the state of running sessions: made anew where it is gone."""
    return os.path.join(folder, "hooks")


def talks(folder: str) -> str:
    """What hooks know of each running session."""
    return os.path.join(shared(folder), "talks")


def words(folder: str) -> str:
    """What was said in each running session since the spool was read, as it came."""
    return os.path.join(folder, "spool", "talks")


def heard(folder: str, agent: str, session: str) -> str:
    """Which event of a session was heard last, so that none is answered twice."""
    return os.path.join(shared(folder), "heard", file_name(agent, session))


def gone(folder: str, project: str) -> str:
    """Which facts of a project name what is gone from its repository, as far as somebody looked."""
    return os.path.join(shared(folder), "gone", f"{file_name(project)}.json")


def all_prompts(folder: str) -> str:
    """What prompts of each project mostly say."""
    return os.path.join(shared(folder), "prompts")


def prompts(folder: str, project: "str | None") -> str:
    """In how many of the newest prompts of a project each word stands."""
    return os.path.join(all_prompts(folder), f"{file_name(project or '')}.json")


def faults(folder: str) -> str:
    """What went wrong in a hook."""
    return os.path.join(shared(folder), "faults.jsonl")


def drain_lock(folder: str) -> str:
    """Held by whoever reads the events of hooks into the store."""
    return os.path.join(shared(folder), "drain.lock")


def drain_begins(folder: str) -> str:
    """Says when a process was started to read them, until it has the lock: where a lock cannot be handed to it."""
    return os.path.join(shared(folder), "drain.begins")


def file_name(*parts: str) -> str:
    """The name of a file for what these texts name: readable where they are, of this folder whatever they are."""
    text = "\0".join(parts)
    mark = crc32(text.encode("utf-8", "surrogatepass"))
    shown = "".join(sign if sign in _PLAIN else "-" for sign in "-".join(parts)[:LONGEST_NAME])
    return f"{shown}-{mark:08x}"


def night(folder: str) -> str:
    """What the last night found wrong."""
    return os.path.join(shared(folder), "night.json")


def reader(folder: str) -> str:
    """How far the reader of sessions is, or why it stopped."""
    return os.path.join(shared(folder), "reader.json")


def ended(folder: str) -> str:
    """The sessions that said lately that they ended, each with when."""
    return os.path.join(shared(folder), "ended.json")


def switch(folder: str) -> str:
    """Where hooks are switched off."""
    return os.path.join(shared(folder), "switch.json")


def spools(folder: str) -> "tuple[str, ...]":
    """Where events of hooks wait; the spare place where it is this user's alone: others can make a folder there."""
    beside = spare(folder)
    try:
        is_ours = light.is_mine(beside)
    except OSError:
        is_ours = False
    return (spool(folder), beside) if is_ours else (spool(folder),)


def answers(folder: str) -> str:
    """The socket of a warm server that answers prompts."""
    return os.path.join(shared(folder), "answers.sock")
