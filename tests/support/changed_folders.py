"""Repositories that something becomes of: twelve changes, and five folders that come from one another."""

import json
import re
import shlex
import shutil
import subprocess
import tarfile
import unicodedata
from collections.abc import Callable
from itertools import count
from pathlib import Path

from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.memory.editing import NewFact, add_fact, propose
from lore.model import Fact, Kind
from lore.projects import project_here
from lore.store import Store
from support import hooking
from support.person import approve, me

RULE = "Always run make fmt before a commit."
KEY = "example.com/acme/shop"
URL = "https://example.com/acme/shop.git"


def git(folder: Path, *words: str) -> None:
    person = ("-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *person, *words], cwd=folder, check=True, capture_output=True)


def made(root: Path, remote: str | None = URL) -> Path:
    root.mkdir(parents=True)
    git(root, "init", "-q")
    (root / "a.txt").write_text("a")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    if remote:
        git(root, "remote", "add", "origin", remote)
    return root


# What becomes of a folder: each returns where it is afterwards.


def called(url: str) -> Callable[[Path], Path]:
    def change(root: Path) -> Path:
        git(root, "config", "remote.origin.url", url)
        return root

    return change


def _removed(root: Path) -> Path:
    git(root, "config", "--unset", "remote.origin.url")
    return root


def _second(root: Path) -> Path:
    text = (root / ".git/config").read_text().replace('"origin"', '"upstream"')
    (root / ".git/config").write_text(text + '[remote "origin"]\n\turl = https://example.com/me/shop-two\n')
    return root


def _renamed(root: Path) -> Path:
    return root.rename(root.with_name(f"{root.name}-two"))


def _moved(root: Path) -> Path:
    target = root.parents[1] / "elsewhere" / root.name
    target.parent.mkdir(exist_ok=True)
    return root.rename(target)


def _spelt(root: Path) -> Path:
    return root.rename(root.with_name(unicodedata.normalize("NFD", root.name)))


def _instead(root: Path) -> Path:
    (Path.home() / ".gitconfig").write_text(
        '[url "https://example.com/"]\n\tinsteadOf = ex:\n[url "https://example.com/acme/"]\n\tinsteadOf = ex:of/\n'
    )
    return called("ex:of/shop.git")(root)


def _replaced(root: Path) -> Path:
    shutil.rmtree(root / ".git")
    git(root, "init", "-q")
    return root


def _worktree(root: Path) -> Path:
    tree = root.with_name(f"{root.name}-tree")
    git(root, "worktree", "add", "-q", str(tree), "-b", "fix")
    return tree


CHANGES: dict[str, Callable[[Path], Path]] = {
    "a remote is added": called(URL),
    "the remote is renamed": called("https://example.com/acme-labs/storefront"),
    "it is transferred": called("git@other.example:team/shop.git"),
    "the remote is removed": _removed,
    "a second remote": _second,
    "another protocol": called("git@example.com:Acme/Shop"),
    "the folder is renamed": _renamed,
    "the folder is moved": _moved,
    "another spelling": _spelt,
    "an address by insteadOf": _instead,
    "another .git": _replaced,
    "a worktree": _worktree,
}


# Where: the folder itself, or another one that comes from it.


def _same(root: Path) -> Path:
    return root


def _copy(root: Path) -> Path:
    target = root.with_name(f"{root.name}-copy")
    subprocess.run(["cp", "-a", str(root), str(target)], check=True)
    return target


def _fork(root: Path) -> Path:
    target = root.with_name(f"{root.name}-fork")
    git(root, "clone", "-q", str(root), str(target))
    git(target, "remote", "set-url", "origin", "https://example.com/me/shop.git")
    return target


def _template(root: Path) -> Path:
    target = root.with_name(f"{root.name}-template")
    shutil.copytree(root, target, ignore=shutil.ignore_patterns(".git"))
    git(target, "init", "-q")
    git(target, "add", ".")
    git(target, "commit", "-qm", "first")
    git(target, "remote", "add", "origin", "https://example.com/me/new.git")
    return target


def _archive(root: Path) -> Path:
    target = root.parent / "unpacked"
    with tarfile.open(root.parent / "a.tar.gz", "w:gz", format=tarfile.GNU_FORMAT) as archive:
        archive.add(root, root.name)
    with tarfile.open(root.parent / "a.tar.gz") as archive:
        archive.extractall(target, filter="data")
    return target / root.name


WAYS: dict[str, Callable[[Path], Path]] = {
    "same folder": _same, "copy": _copy, "fork": _fork, "template": _template, "archive": _archive,
}  # fmt: skip


def outcome(text: str) -> str:
    if "if it is that project" in text:
        return "asked"
    if "is given the memory" in text:
        return "told"
    if "keeps the memory" in text:
        return "joined and told"
    return "joined" if RULE in text else "silent"


ASKED, TOLD, JOINED, NEW, KEPT = "asked", "told", "joined", "silent", "joined and told"


def save(store: Store, folder: Path, text: str) -> Fact:
    place = project_here(store.projects.all_known(), folder)
    fact = add_fact(store, NewFact(text, Kind.CONVENTION, project=place.key, place=place), actor=me()).fact
    return approve(store, propose(store, fact.id).id).fact


_NAMES = (f"s{number}" for number in count())


def start(folder: Path) -> str:
    return hooking.Session(folder, next(_NAMES)).start().text


def commands(text: str) -> list[list[str]]:
    return [shlex.split(found)[1:] for found in re.findall(r"`(lore project (?:merge|set) [^`]*)`", text)]


def session_in(folder: Path, number: int, at: str) -> Path:
    session = f"066e1e40-6740-41a9-98e0-70c0e7e01d{number:02}"
    line = {
        "type": "user", "sessionId": session, "uuid": f"{session}-0", "timestamp": at, "cwd": str(folder),
        "message": {"role": "user", "content": f"Always run make check{number} before you commit."},
    }  # fmt: skip
    file = TRANSCRIPT_HOMES["claude-code"].folder / f"w{number}" / f"{session}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(line) + "\n")
    return file
