"""Repositories on this disk and the remotes they name, read with the standard library: a hook has milliseconds.

The files of `.git` are read directly: starting git costs more than everything else a hook does, and a configuration may
name programs for it to start. Paths are text here; `lore.projects` says which project a repository is.
"""

import errno
import os
import stat

from lore.lazy import TYPE_CHECKING
from lore.platform import FLAGS

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator
    from typing import Protocol, TypeVar

    class _Known(Protocol):
        @property
        def key(self) -> str: ...
        @property
        def reason(self) -> str: ...
        @property
        def root(self) -> str | None: ...
        @property
        def aliases(self) -> tuple[str, ...]: ...

    Known = TypeVar("Known", bound=_Known)

SET, REMOTE, REPOSITORY, FOLDER = "set", "remote", "repository", "folder"
"""Why a folder belongs to a project, in the order in which that is asked."""
LONGEST_KEY = 400
"""Characters. A longer name is cut, and told apart by its hash."""
_LARGEST_CONFIG = 300_000
"""Bytes. A `.git/config` is a few hundred, and a hundred times that with very many branches."""
_DEFAULT_PORTS = {"ssh": "22", "https": "443", "http": "80", "git": "9418"}
_URL = r"(?i:(?:[a-z][a-z0-9+.-]*::)?(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<rest>.+))"
_PLACE = r"(?P<host>\[[^\]]+\]|[^:/]+)(?::(?P<port>\d+))?/(?P<path>.+)"
_HOST = r"[\w-]+(?:\.[\w-]+)+"
"""A host without a port, a user or a password beside it."""
_SCP = r"(?P<host>[^@:/\s]{2,}):(?P<path>(?!//).+)"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+~-")
"""What a key or a password is made of."""
_MAY_BE_SECRET = 16
"""Characters of a word with a digit in it that only a look through the intake door can tell from a secret."""


def real(path: str) -> str:
    """A path without links and `..` in it: the same folder by another path is the same folder."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):  # a name that this system cannot have
        return path


class Found:
    """What a folder is by itself, whatever it was before."""

    __slots__ = ("checkout", "former", "key", "reason", "root")

    def __init__(self, key: str, reason: str, root: str, checkout: "Checkout | None", former: str) -> None:
        """former: the key that its remote had before `insteadOf` was read; mostly the same."""
        self.key, self.reason, self.root = key, reason, root
        self.checkout, self.former = checkout, former


def found(folder: str, clean: "Callable[[str], str]") -> Found:
    """What an absolute folder is by itself. clean: as `storable` takes it.

    Raises OSError, ValueError as `checkout_of`.
    """
    checkout = checkout_of(folder)
    if checkout is None:
        key = storable(_posix(folder), clean)
        return Found(key, FOLDER, _posix(folder), None, key)
    config = os.path.join(checkout.common, "config")
    url = remote_url(config)
    if url and (key := normalise_url(meant(url, config), clean)):
        return Found(key, REMOTE, _posix(checkout.root), checkout, normalise_url(url, clean))
    key = storable(_posix(checkout.shared), clean)
    return Found(key, REPOSITORY, _posix(checkout.root), checkout, key)


def innermost_set(folder: str, known: "Iterable[Known]") -> "Known | None":
    """The project that a person set for the innermost folder around this one, or for itself."""
    place = _posix(folder)
    around = [
        one for one in known
        if one.reason == SET and one.root and (_is_in(place, one.root) or _is_in(place, _posix(real(one.root))))
    ]  # fmt: skip
    return max(around, key=lambda one: len(one.root or ""), default=None)


def merged_into(key: str, known: "Iterable[Known]") -> "Known | None":
    """The project that holds this key, as a former name or as its own, in whichever spelling of its signs.

    A project that was merged stays known by its key, for the folders that were set to it.
    """
    every, wanted = list(known), composed(key)
    into = next((one for one in every if wanted in map(composed, one.aliases)), None)
    into = into or next((one for one in every if key == one.key), None)
    return into or next((one for one in every if wanted == composed(one.key)), None)


def composed(text: str) -> str:
    """A name in the one spelling that is compared and kept: `e` with an accent behind it is one sign."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def _is_in(place: str, root: str) -> bool:
    place, root = composed(place), composed(root)
    return place == root or place.startswith(f"{root.rstrip('/')}/")


def _posix(path: str) -> str:
    return path.replace(os.sep, "/")


class Checkout:
    """A working tree of a git repository."""

    __slots__ = ("common", "git", "linked", "root")

    def __init__(self, root: str, common: str, git: str, *, linked: bool) -> None:
        """root: its top folder. common: the git folder that all its worktrees share. git: its own git folder.
        linked: whether a `.git` file or a link names `git`: what that says is a claim."""
        self.root, self.common, self.git, self.linked = root, common, git, linked

    @property
    def stands_at(self) -> str:
        """The folder that its memory stands by: the repository's, or its own where it only claims to be of one."""
        return _posix(self.shared if self.is_whole or self.is_listed() else self.root)

    @property
    def is_whole(self) -> bool:
        """Whether its git folder lies in it, and is no other's."""
        return not self.linked and self.common == self.git

    def is_listed(self) -> bool:
        """Whether the repository that a `.git` file names lists this working tree in turn, in its own folder.

        A `.git` file may name any repository; nobody forges the way back from outside.
        """
        back = os.path.join(self.git, "gitdir")
        try:
            named = read(back).strip() if stat.S_ISREG(_mode(back)) else ""
            above = os.path.dirname(_resolved(self.git))
            return (
                bool(named)
                and _resolved(os.path.join(self.git, named)) == _resolved(os.path.join(self.root, ".git"))
                and above == _resolved(os.path.join(self.common, "worktrees"))
            )
        except (OSError, ValueError):  # an odd path in it: nothing is proved
            return False

    @property
    def shared(self) -> str:
        """The folder that stands for the repository: what its worktrees are trees of."""
        return os.path.dirname(self.common) if os.path.basename(self.common) == ".git" else self.common


def checkout_of(path: str) -> "Checkout | None":
    """The working tree that an absolute path lies in. Follows the `.git` files of worktrees and submodules.

    Raises OSError where a `.git` cannot be read, ValueError where it names what cannot be a folder; `filename` of the
    first, or the first argument of the second, is that `.git`.
    """
    at = path
    while True:
        mark = os.path.join(at, ".git")
        try:
            if (found := _marked(at, mark)) is not None:
                return found
        except OSError as error:
            raise OSError(error.errno, error.strerror, mark) from error
        except (ValueError, RuntimeError) as error:  # a NUL in a path; a circle of links
            raise ValueError(mark, str(error)) from error
        above = os.path.dirname(at)
        if above == at:
            return None
        at = above


def _marked(at: str, mark: str) -> "Checkout | None":
    mode = _mode(mark)
    if stat.S_ISDIR(mode) and stat.S_ISREG(_mode(os.path.join(mark, "HEAD"))):
        return Checkout(at, _common(mark), mark, linked=os.path.islink(mark))
    if stat.S_ISREG(mode) and (target := read(mark).partition("gitdir:")[2].strip()):
        git = _resolved(os.path.join(at, target))
        return Checkout(at, _common(git), git, linked=True)
    return None


def _common(git: str) -> str:
    """The shared git folder of a worktree's own one; itself where it is no worktree's."""
    pointer = os.path.join(git, "commondir")
    return _resolved(os.path.join(git, read(pointer).strip())) if stat.S_ISREG(_mode(pointer)) else git


def _mode(path: str) -> int:
    """What a path is, links followed; 0 where nothing is. Raises OSError where that cannot be known, ValueError."""
    try:
        return os.stat(path).st_mode
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP):
            return 0
        raise


def _resolved(path: str) -> str:
    if "\0" in path:
        raise ValueError("embedded null byte")
    return os.path.realpath(path)


def read(path: str) -> str:
    """The text of a regular file of git's, or its beginning. Raises OSError for whatever else stands there."""
    _insist(os.stat(path), path)  # before: opening a device may already do something
    descriptor = os.open(path, os.O_RDONLY | FLAGS.nonblock | FLAGS.noctty | FLAGS.binary)
    try:
        _insist(os.fstat(descriptor), path)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(_LARGEST_CONFIG).decode("utf-8", "replace")
    finally:
        os.close(descriptor)


def _insist(state: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(state.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", path)


def remote_url(config: str) -> "str | None":
    """The URL of `origin`, else of the first remote, or None. Raises OSError where the file cannot be read."""
    urls: dict[str, str] = {}
    for section, label, key, value in settings(config):
        if section == "remote" and key == "url" and value:
            urls.setdefault(label, value)
    return urls.get("origin") or next(iter(urls.values()), None)


def meant(url: str, config: str) -> str:
    """The address that git goes to for a URL: the longest `insteadOf` of the repository or of its owner counts.

    Raises OSError where the configuration of the repository cannot be read.
    """
    rules = [*_rewrites(config)]
    for own in _own_configs():
        try:
            rules += _rewrites(own)
        except PermissionError:  # git goes on without it as well
            continue
    fitting = [rule for rule in rules if url.startswith(rule[0])]
    prefix, base = max(fitting, key=lambda rule: len(rule[0]), default=("", ""))
    return base + url[len(prefix) :]


def _rewrites(config: str) -> "Iterator[tuple[str, str]]":
    for section, label, key, value in settings(config):
        if section == "url" and key == "insteadof" and value:
            yield value, label


def _own_configs() -> "Iterator[str]":
    """The configurations of whoever runs this, as far as they have a home."""
    home = os.path.expanduser("~")
    folder = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    paths = (os.path.join(folder, "git", "config"), os.path.join(home, ".gitconfig"))
    return filter(os.path.isabs, paths)


def settings(config: str) -> "list[tuple[str, str, str, str]]":
    """(section, its label, key, value) of every setting in a git config; none where there is no such file.

    What it includes is not read. Raises OSError where it cannot be read.
    """
    return list(_settings(read(config))) if stat.S_ISREG(_mode(config)) else []


def _settings(text: str) -> "Iterator[tuple[str, str, str, str]]":
    section = label = ""
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("["):
            section, label = _heading(stripped)
        elif "=" in stripped and stripped[0] not in "#;":
            key, _, value = stripped.partition("=")
            yield section, label, key.strip().lower(), value.strip().strip('"')


def _heading(line: str) -> "tuple[str, str]":
    """The name and the label of a section: `remote` and `origin` of `[remote "origin"]`."""
    before, quote, after = line[1:].partition('"')
    name = before if quote else before.partition("]")[0]
    return name.strip().lower(), after.partition('"')[0]


def storable(name: str, clean: "Callable[[str], str]") -> str:
    """The name of a project as it is kept and shown: one line, no longer than `LONGEST_KEY`.

    clean: what an odd name is passed through; folders and remotes are named by whoever made them.
    """
    line = composed(_one_line(name))
    if not (line.isascii() and line.isprintable()) or may_be_secret(line):
        line = _one_line(clean(line))
    if len(line) <= LONGEST_KEY:
        return line
    from hashlib import sha256

    return f"{line[: LONGEST_KEY - 17]}~{sha256(line.encode()).hexdigest()[:16]}"


def normalise_url(url: str, clean: "Callable[[str], str]") -> str:
    """The key of a remote: `host/owner/name` in lower case, the same for every protocol.

    Without user, password, query and fragment, also where a password holds what should have been escaped. The path of
    a local remote stays as it is. clean: as `storable` takes it.
    """
    import re  # only where there is a remote: it takes 3 ms

    line = _one_line(url)
    match = re.fullmatch(_URL, line)
    if match and match["scheme"].lower() != "file":
        place = re.fullmatch(_PLACE, _without_credentials(match["rest"]))
        if not place:
            return _local(match["rest"], clean)
        return _key(_host(place, match["scheme"].lower()), place["path"], clean)
    helper, _, address = line.rpartition("::")
    scp = None if match or helper else _scp(line)
    return _key(scp["host"], scp["path"], clean) if scp else _local(match["rest"] if match else address, clean)


def _without_credentials(rest: str) -> str:
    """What follows `scheme://`, from the host on, without query and fragment.

    A password may hold `@`, `/`, `?` and `#`: unless a mere host comes first, everything up to the last `@` goes.
    """
    import re

    first = re.split(r"[/?#]", rest, maxsplit=1)[0]
    named = rest if re.fullmatch(_HOST, first) else rest.rpartition("@")[2]
    return _without_query(named)


def _scp(line: str) -> "re.Match[str] | None":
    """`user@host:path`, from the host on: after the last `@` that a host follows."""
    import re

    for position in (*(match.end() for match in reversed(list(re.finditer("@", line)))), 0):
        found = re.fullmatch(_SCP, line[position:])
        if found:
            return found
    return None


def _host(match: "re.Match[str]", scheme: str) -> str:
    port = match["port"]
    return match["host"] + (f":{port}" if port and port != _DEFAULT_PORTS.get(scheme) else "")


def _local(path: str, clean: "Callable[[str], str]") -> str:
    """The key of a remote on this machine. `#` and `?` may be in a folder's name, not in the last one."""
    *around, last = path.rstrip("/").rpartition("/")
    plain = "".join(around) + _without_query(last)
    if not plain.startswith(("/", ".")):
        plain = plain.rpartition("@")[2]
    return storable(plain.removesuffix("/.git").removesuffix(".git") or plain, clean)


def _key(host: str, path: str, clean: "Callable[[str], str]") -> str:
    trimmed = _without_query(path).strip("/").removesuffix(".git").strip("/")
    return storable(f"{host}/{trimmed}", clean).lower().removeprefix("www.").replace("~", "")


def _without_query(text: str) -> str:
    """An address without its query and fragment."""
    return text.partition("?")[0].partition("#")[0]


def may_be_secret(line: str) -> bool:
    """Whether a name of plain characters holds what looks like a key, or a password before a host."""
    if "=" in line or "@" in line:
        return True
    words = "".join(sign if sign in _PLAIN else " " for sign in line).split()
    return any(len(word) >= _MAY_BE_SECRET and not word.isalpha() and any(map(str.isdigit, word)) for word in words)


def is_regular_file(path: str) -> bool:
    """Whether a regular file is there, links followed. Raises OSError where that cannot be known."""
    return stat.S_ISREG(_mode(path))


def _one_line(text: str) -> str:
    return " ".join(text.split())
