"""Whether Lore does anything here: for this process, this project, this session."""

import os

from lore.handover import files, places

_OFF = ("1", "true", "yes", "on")


def is_off(folder: str, cwd: str, session: str) -> bool:
    """Whether the person switched hooks off: for all, for a folder above this one, or for this session."""
    if os.environ.get("LORE_OFF", "").strip().lower() in _OFF:
        return True
    switched = files.read(places.switch(folder))
    if switched.get("all") is True:
        return True
    sessions, folders = switched.get("sessions"), switched.get("folders")
    if isinstance(sessions, list) and session and session in sessions:
        return True
    return isinstance(folders, list) and any(_is_below(cwd, one) for one in folders if isinstance(one, str))


def _is_below(cwd: str, folder: str) -> bool:
    return cwd == folder or cwd.startswith(folder.rstrip(os.sep) + os.sep)
