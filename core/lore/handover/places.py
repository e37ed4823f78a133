"""Where hooks and the engine leave things for one another, as text: `pathlib` takes a hook 5 ms."""

import os
from zlib import crc32

from lore.platform import light

LONGEST_NAME = 80
"""Characters of the name of a session that its file keeps."""
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def home() -> str:
    """The data folder, as `lore.paths.home` names it; empty where there is none."""
    named = os.environ.get("LORE_HOME")
    if named:
        return os.path.join(os.getcwd(), os.path.expanduser(named))
    folder = light.data_folder("lore")
    return folder if os.path.isabs(folder) else ""


def spool(folder: str) -> str:
    """Events of hooks that wait to be read into the store, a file for each session."""
    return os.path.join(folder, "spool", "hooks")


def spare(folder: str) -> str:
    """The same on another file system, for what the data folder cannot take."""
    return light.spare_folder(f"lore-spool-{crc32(folder.encode('utf-8', 'surrogateescape')):08x}")


def shared(folder: str) -> str:
    """What the engine prepared, and the state of running sessions: made anew where it is gone."""
    return os.path.join(folder, "hooks")


def prepared(folder: str) -> str:
    """The texts that sessions start with, a file for each folder that sessions were started in."""
    return os.path.join(shared(folder), "prepared")


def talks(folder: str) -> str:
    """What hooks know of each running session."""
    return os.path.join(shared(folder), "talks")


def number(folder: str) -> str:
    """Counts the changes of what sessions start with."""
    return os.path.join(shared(folder), "number.json")


def faults(folder: str) -> str:
    """What went wrong in a hook."""
    return os.path.join(shared(folder), "faults.jsonl")


def drain_lock(folder: str) -> str:
    """Held by whoever reads the events of hooks into the store."""
    return os.path.join(shared(folder), "drain.lock")


def file_name(*parts: str) -> str:
    """The name of a file for what these texts name: readable where they are, of this folder whatever they are."""
    text = "\0".join(parts)
    mark = crc32(text.encode("utf-8", "surrogatepass"))
    shown = "".join(sign if sign in _PLAIN else "-" for sign in "-".join(parts)[:LONGEST_NAME])
    return f"{shown}-{mark:08x}"


def switch(folder: str) -> str:
    """Where hooks are switched off."""
    return os.path.join(shared(folder), "switch.json")


def spools(folder: str) -> "tuple[str, str]":
    """Both places where events of hooks wait."""
    return spool(folder), spare(folder)


def answers(folder: str) -> str:
    """The socket of a warm server that answers prompts."""
    return os.path.join(shared(folder), "answers.sock")
