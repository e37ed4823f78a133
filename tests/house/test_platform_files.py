"""Modes, owners, and what is on the disk, as each system has it."""

import errno
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

from lore import paths
from lore.errors import BadInput
from lore.files import Folder
from lore.handover import places
from lore.platform import FLAGS, HERE, Flags, Linux, MacOS, Windows, light, remove_folder

# Modes and owners


def state_of(mode: int, owner: int = -1) -> os.stat_result:
    return os.stat_result((mode, 0, 0, 0, os.geteuid() if owner < 0 else owner, 0, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("mode", "open_to_others", "usable"), [(0o700, False, True), (0o750, True, True), (0o400, False, False)]
)
def test_who_may_read_follows_from_the_mode_but_on_windows(mode: int, open_to_others: bool, usable: bool) -> None:
    """There every file has the mode 0666 or 0444, and the folder of the user is closed to others."""
    for posix in (Linux(), MacOS()):
        assert posix.is_open_to_others(state_of(mode)) is open_to_others
        assert posix.lets_owner(state_of(mode), 0o600) is usable
    assert not Windows().is_open_to_others(state_of(0o666))
    assert Windows().lets_owner(state_of(0o666), 0o700)
    assert not Windows().lets_owner(state_of(0o444), 0o600)


def test_whose_a_file_is() -> None:
    assert all(one.is_mine(state_of(0o600)) for one in (Linux(), MacOS(), Windows()))
    assert not Linux().is_mine(state_of(0o600, owner=os.geteuid() + 1))
    assert Windows().is_mine(state_of(0o600, owner=os.geteuid() + 1)), "there is no number of an owner there"


def test_a_mode_is_set_where_there_is_one(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT)
    for one, expected in ((Linux(), 0o640), (Windows(), 0o640), (MacOS(), 0o600)):
        one.set_mode(descriptor, 0o600 if isinstance(one, (Windows, MacOS)) else 0o640)
        assert stat.S_IMODE(os.fstat(descriptor).st_mode) == expected
    os.close(descriptor)


def test_a_flag_that_a_system_does_not_have_is_none() -> None:
    expected = {"nofollow": 0, "nonblock": 0, "noctty": 0, "directory": 0, "binary": 0x8000}
    assert vars(Flags(SimpleNamespace(O_BINARY=0x8000))) == expected
    assert FLAGS.nofollow == getattr(os, "O_NOFOLLOW", 0)


# What is on the disk


@dataclass
class Syncing:
    """`fcntl` of macOS."""

    refusal: int = 0
    F_FULLFSYNC: int = 51
    asked: list[int] = field(default_factory=list)

    def fcntl(self, descriptor: int, command: int) -> int:
        self.asked.append(command)
        if self.refusal:
            raise OSError(self.refusal, os.strerror(self.refusal))
        return 0


def test_on_macos_the_cache_of_the_disk_is_emptied_as_well(tmp_path: Path) -> None:
    """A network file system knows no such command: there it is `fsync`. Any other failure is told."""
    descriptor = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT)
    for refusal in (0, errno.ENOTSUP, errno.EINVAL):
        module = Syncing(refusal)
        MacOS(module).sync(descriptor)
        assert module.asked == [module.F_FULLFSYNC]
    with pytest.raises(OSError, match="Input/output"):
        MacOS(Syncing(errno.EIO)).sync(descriptor)
    for one in (Linux(), Windows()):
        one.sync(descriptor)
    os.close(descriptor)


@pytest.fixture(params=["by handle", "by path"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Folder:
    return Folder(tmp_path, Linux() if request.param == "by handle" else Windows())


def test_files_are_written_replaced_and_removed_in_either_way(folder: Folder) -> None:
    (folder.root / "docs").mkdir()
    (folder.root / "docs" / "a.md").write_text("old")
    (folder.root / "docs" / "a.md").chmod(0o640)
    folder.write("docs/a.md", b"new\n")
    assert folder.read("docs/a.md") == b"new\n"
    assert stat.S_IMODE((folder.root / "docs" / "a.md").stat().st_mode) == 0o640
    assert [path.name for path in (folder.root / "docs").iterdir()] == ["a.md"]
    folder.write("docs/a.md", None)
    assert folder.read("docs/a.md") is None


@pytest.mark.parametrize("swapped", ["file", "folder", "root"])
def test_a_link_is_followed_in_neither_way(
    swapped: str, folder: Folder, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Wherever it stands: the file itself, a folder on the way, the root that was looked at before."""
    away = tmp_path_factory.mktemp("away")
    (away / "a.md").write_text("theirs")
    root = folder.root
    if swapped == "file":
        (root / "docs").mkdir()
        (root / "docs" / "a.md").symlink_to(away / "a.md")
    elif swapped == "folder":
        (root / "docs").symlink_to(away)
    else:
        (away / "docs").mkdir()
        (away / "docs" / "a.md").write_text("theirs")
        root.rmdir()
        root.symlink_to(away)
    with pytest.raises(BadInput, match="leads over a link"):
        folder.read("docs/a.md")
    if swapped != "file":  # a link in the place of the file is replaced, not followed
        with pytest.raises(BadInput, match="leads over a link"):
            folder.write("docs/a.md", b"ours")
    assert (away / "a.md").read_text() == "theirs"


def test_no_way_leads_out(folder: Folder) -> None:
    for path in ("../a.md", "docs/../../a.md"):
        (folder.root / "docs").mkdir(exist_ok=True)
        with pytest.raises(BadInput, match="points outside"):
            folder.read(path)


def test_case_is_asked_of_the_file_system(tmp_path: Path) -> None:
    folder = tmp_path / "Folder" / "12"
    folder.mkdir(parents=True)
    here = (tmp_path / "fOLDER").exists()
    assert {one.is_case_insensitive(folder) for one in (Linux(), MacOS(), Windows())} == {here}
    assert [one.is_case_insensitive(Path("/")) for one in (Linux(), MacOS(), Windows())] == [False, True, True]


@pytest.mark.parametrize("times", [1, 5])
def test_a_folder_goes_while_others_write_into_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """An open search puts its lock file back just before the emptied folder would go."""
    folder = tmp_path / "index"
    (folder / "turn").mkdir(parents=True)
    rmdir, left = os.rmdir, [*range(times)]

    def written_before(path: str, *, dir_fd: int | None = None) -> None:
        if left:
            left.pop()
            (folder / "turn" / ".lock").touch()
        rmdir(path, dir_fd=dir_fd)

    monkeypatch.setattr(os, "rmdir", written_before)
    remove_folder(folder)
    assert not folder.exists()
    assert not left
    remove_folder(folder)


def test_a_folder_that_cannot_go_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    rmdir = os.rmdir

    def written_before(path: str, *, dir_fd: int | None = None) -> None:
        (folder / ".lock").touch()
        rmdir(path, dir_fd=dir_fd)

    monkeypatch.setattr(os, "rmdir", written_before)
    with pytest.raises(OSError, match="not empty"):
        remove_folder(folder)
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        remove_folder(tmp_path / "file")


@pytest.mark.parametrize("variable", ["", "LORE_HOME=.lore", "XDG_DATA_HOME=/data", "HOME=/home/somebody", "HOME="])
def test_no_other_variable_moves_the_data_folder_of_a_hook(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where set-up named none, and no whole `LORE_HOME` does, it is that of the account; a user whom nothing lists has
    none."""
    for name in ("LORE_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"):
        monkeypatch.delenv(name, raising=False)
    account = HERE.account_home()
    assert account is not None
    monkeypatch.setenv("HOME", str(account))
    expected = str(paths.home())
    name, _, value = variable.partition("=")
    if name:
        monkeypatch.setenv(name, value)
    assert places.home() == expected
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 2)
    assert places.home() == ""
    monkeypatch.setenv("LORE_HOME", "/lore/here")
    assert places.home() == "/lore/here"


def test_a_lock_of_a_hook_keeps_the_engine_out_and_the_other_way_round(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.touch()
    with path.open("r+b") as first, path.open("r+b") as second:
        assert light.lock(first.fileno())
        assert not HERE.lock(second.fileno(), wait=False)
    with path.open("r+b") as first, path.open("r+b") as second:
        assert HERE.lock(first.fileno(), wait=False)
        assert not light.lock(second.fileno())


def test_a_folder_is_mine_alone_or_it_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir(0o700)
    (tmp_path / "link").symlink_to(folder)
    assert light.is_mine(str(folder))
    assert not light.is_mine(str(tmp_path / "link"))
    folder.chmod(0o755)
    assert not light.is_mine(str(folder))
