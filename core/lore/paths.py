"""Where everything lives. `LORE_HOME` moves it all.

Precious: `database()`, `spool_folder()`, `backup_folder()`, `key_file()`.
Disposable: `index_folder()`, rebuilt by `lore reindex`; `downloads_folder()`, filled by `lore model use`.
"""

import os
from pathlib import Path

from lore.errors import StoreError
from lore.platform import HERE


def shown(path: Path) -> str:
    """A path as a person reads it: with `~` for the home folder."""
    try:
        return f"~/{path.relative_to(Path.home())}" if path != Path.home() else "~"
    except (ValueError, RuntimeError):  # it lies elsewhere, or there is no home
        return str(path)


def home() -> Path:
    """The data folder: `$LORE_HOME`, else the platform's data directory. Raises StoreError where there is none."""
    named = os.environ.get("LORE_HOME")
    if named:
        return expanded(Path(named)).absolute()
    folder = HERE.data_folder("lore")
    if not folder.is_absolute():
        raise StoreError("there is no home folder to keep memories in", hint="set `LORE_HOME` to a folder of yours")
    return folder


def user_home() -> Path:
    """The home folder of the user. Raises StoreError where there is none, as for a number without an account."""
    try:
        return Path.home()
    except RuntimeError as error:
        raise StoreError(
            "the system knows no home folder for this user", hint="set `HOME` to a folder of yours"
        ) from error


def expanded(path: Path) -> Path:
    """A path with `~` and `~name` as their home folders; a name that nobody has stays as it is typed."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 -- the method of Path raises for such a name


def database(folder: Path) -> Path:
    """The only truth. Never open this file other than through SQLite: it would drop the locks of this process."""
    return folder / "lore.db"


def store_lock(folder: Path) -> Path:
    """Held while the store is created or migrated."""
    return folder / "lore.lock"


def write_queue(folder: Path) -> Path:
    """Held by the process that writes next, so that nobody is passed over."""
    return folder / "queue.lock"


def consolidation_lock(folder: Path) -> Path:
    """Held while a consolidation works."""
    return folder / "consolidation.lock"


def night_lock(folder: Path) -> Path:
    """Held while a night is worked at."""
    return folder / "night.lock"


def reader_lock(folder: Path) -> Path:
    """Held while sessions are read by a model."""
    return folder / "reader.lock"


def docs_lock(folder: Path) -> Path:
    """Held while documents are read into the store."""
    return folder / "docs.lock"


def canary_lock(folder: Path) -> Path:
    """Held while `lore doctor` has a canary."""
    return folder / "canary.lock"


def canary_folder(folder: Path) -> Path:
    """The store of the canary, which is gone when `lore doctor` is done."""
    return folder / "canary"


def key_file(folder: Path) -> Path:
    """The key of the keyed hash in `[secret:kind:hash8]`."""
    return folder / "secret.key"


def key_note(folder: Path) -> Path:
    """Says when a key was made anew because the old one was gone."""
    return folder / "secret.key.json"


def server_log(folder: Path) -> Path:
    """What went wrong in `lore mcp`."""
    return folder / "mcp.log"


def spool_folder(folder: Path) -> Path:
    """Writes that could not get the lock in time, one JSON line each, waiting for the next writer."""
    return folder / "spool"


def posted_folder(folder: Path) -> Path:
    """A transcript that a program handed over, masked, while it is read."""
    return folder / "posted"


def token_file(folder: Path) -> Path:
    """What `lore serve` asks of every request."""
    return folder / "http.token"


def backup_folder(folder: Path) -> Path:
    """Checked copies of the store."""
    return folder / "backups"


def pages_folder(folder: Path) -> Path:
    """MEMORY.md of each project: derived, and written anew by each consolidation."""
    return folder / "pages"


def index_folder(folder: Path) -> Path:
    """Everything derived from the store: safe to delete at any time."""
    return folder / "index"


def downloads_folder(folder: Path) -> Path:
    """Embedding models that a person chose and that were downloaded."""
    return folder / "models"


def models_folder() -> Path:
    """The embedding models that ship with Lore."""
    return Path(__file__).parent / "models"


def inside(folder: Path, name: str) -> Path:
    """The file of this name directly in a folder: the one way from a stored or imported name to a path.

    Raises StoreError for a name that is more than a name, such as `../other` or `/etc/hosts`.
    """
    if not name or name in (".", "..") or name != Path(name).name or "\0" in name:
        raise StoreError(f"`{name}` names no file of `{folder}`", hint="`lore doctor` looks at what is stored")
    return folder / name
