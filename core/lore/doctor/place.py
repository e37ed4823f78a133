"""Checks of the data folder, before anything is opened: whose it is, where it lies, how much room it has."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from lore import paths, small_files
from lore.doctor.check import Finding, Inspection, fail, listed, ok, size, skipped, warn
from lore.platform import HERE
from lore.store import hint_for

FOLDER_MODE, FILE_MODE = 0o700, 0o600
MOUNTS = Path("/proc/self/mountinfo")
NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "glusterfs", "lustre", "9p", "davfs", "fuse.sshfs"}
)
"""File systems on which several machines can write: SQLite's locks do not reach over them."""
LEAST_BYTES = 50_000_000
"""Less than this and the next write may fail."""
COPIES = 3
"""Room for so many times the store: a backup, and a purge that rewrites it, at once."""
KEY_BYTES = 32


def folder(inspection: Inspection) -> Finding:
    """There is a data folder that can be used."""
    home = inspection.folder
    if not os.path.lexists(home):
        return skipped(
            f"nothing is stored yet: there is no `{home}`",
            "`lore setup` connects your agents, `lore capture` reads your past sessions, `lore demo` shows both",
        )
    if not home.is_dir():
        return fail(f"`{home}` is no folder", "move it away, or set `LORE_HOME` to a folder of yours")
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        can_be_opened = hint_for(home) or "Lore reads it and keeps nothing new until you can write there"
        return fail(f"`{home}` cannot be read and written by you", can_be_opened, repairable=False)
    return ok(f"`{home}`")


def modes(inspection: Inspection) -> Finding:
    """Nobody else can read or write what is kept."""
    wrong = list(_with_wrong_modes(inspection.folder))
    if not wrong:
        return ok("folder 0700, files 0600")
    foreign = [path for path in wrong if not HERE.is_mine(path.stat())]
    if foreign:
        told = f"{listed(foreign, inspection.folder)} belong to somebody else"
        return fail(told, f"`chown -R $USER {inspection.folder}`", repairable=len(foreign) < len(wrong))
    closed = [path for path in wrong if not HERE.is_open_to_others(path.stat())]
    if len(closed) == len(wrong):
        return fail(f"you may not read and write {listed(wrong, inspection.folder)}", "`lore doctor --fix`")
    return fail(f"other users may read or write {listed(wrong, inspection.folder)}", "`lore doctor --fix`")


def close_to_others(inspection: Inspection) -> int:
    """Make them the owner's alone. Returns how many there were."""
    wrong = [path for path in _with_wrong_modes(inspection.folder) if HERE.is_mine(path.stat())]
    for path in wrong:
        path.chmod(FOLDER_MODE if path.is_dir() else FILE_MODE)
    return len(wrong)


def _with_wrong_modes(home: Path) -> Iterator[Path]:
    """Folders and files with the wrong owner or mode. What is derived lies behind the mode of its folder."""
    shielded = {paths.index_folder(home), paths.canary_folder(home)}
    for path in (home, *sorted(home.rglob("*"))):
        if path.is_symlink() or not shielded.isdisjoint(path.parents):
            continue
        with suppress(FileNotFoundError):  # another program has just removed it
            state = path.stat()
            owners = FOLDER_MODE if path.is_dir() else FILE_MODE
            if not HERE.is_mine(state) or HERE.is_open_to_others(state) or not HERE.lets_owner(state, owners):
                yield path


def file_system(inspection: Inspection) -> Finding:
    """The folder lies on a disk of this machine."""
    kind = _kind_of(inspection.folder)
    if kind is None:
        return ok("a local disk, as far as can be told")
    if kind in NETWORK:
        return warn(
            f"the folder lies on a network file system ({kind}), where locks are not reliable",
            "move it to a local disk, then set `LORE_HOME`",
        )
    return ok(f"a local disk ({kind})")


def _kind_of(home: Path) -> str | None:
    """The type of the file system a folder lies on; None where the system does not tell."""
    if not MOUNTS.is_file():
        return None
    target = home.resolve()
    depth, kind = -1, None
    for line in MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines():
        fields, _, rest = line.partition(" - ")
        point = Path(fields.split()[4].replace("\\040", " "))
        # Of two mounts on one folder the later one counts.
        if target.is_relative_to(point) and len(point.parts) >= depth:
            depth, kind = len(point.parts), rest.split()[0]
    return kind


def space(inspection: Inspection) -> Finding:
    """The disk has room for the next writes and for a backup."""
    free = shutil.disk_usage(inspection.folder).free
    database = paths.database(inspection.folder)
    used = database.stat().st_size if database.is_file() else 0
    if free < LEAST_BYTES:
        return fail(f"only {size(free)} free on the disk", "free some space")
    if free < COPIES * used + LEAST_BYTES:
        return warn(f"{size(free)} free: not enough for backups of {size(used)}", "free some space")
    return ok(f"{size(free)} free")


def marker_key(inspection: Inspection) -> Finding:
    """The key behind the marks that stand for secrets is there and whole."""
    key = paths.key_file(inspection.folder)
    if not key.exists() and paths.database(inspection.folder).exists():
        return fail(f"`{key}` is gone: the next command makes a new one", "put it back from a copy of the data folder")
    if not key.exists():
        return ok("none yet: it is made with the store")
    if key.stat().st_size != KEY_BYTES:
        return fail(
            f"`{key.name}` is damaged: the same secret would get another mark",
            f"remove `{key}`: a new one is made, and marks that stand stay as they are",
            repairable=False,
        )
    anew = _made_anew(inspection.folder)
    if anew:
        return warn(
            f"`{key.name}` was gone and was made anew at {anew}: secrets get other marks than before, and what was"
            " exported, chosen or published under the old one is no longer known as your own",
            "put the old file back, or `lore doctor --fix` keeps the new one",
        )
    return ok("present and intact")


def _made_anew(home: Path) -> str | None:
    """When the key was made although there was a store; None where it never was gone."""
    try:
        found = small_files.values(paths.key_note(home))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return "a time that cannot be read"
    return str(found.get("made_anew_at"))


def keep_key(inspection: Inspection) -> int:
    """Take the new key for the one of this store. Returns 1, or 0 where the key was never gone."""
    there = paths.key_note(inspection.folder).exists()
    paths.key_note(inspection.folder).unlink(missing_ok=True)
    return int(there)
