"""Nothing that a repository names is run: no command starts another program over what somebody else wrote."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lore.cli.program import run
from support.handbook import git, write

ROOT = Path(__file__).parents[2]
STARTERS = {
    "core/lore/adapters/install/trial.py": "runs the commands that set-up itself wrote, once, on a sample",
    "core/lore/distill/programs.py": "asks the person's own agent, in an empty folder, once they agreed",
    "core/lore/platform/light.py": "starts Lore itself for a hook, which has no time to read or to prepare",
    "core/lore/platform/systems.py": "asks `/bin/ps` when a process began, with an environment of its own",
    "core/lore/schedule/timers.py": "hands the nightly timer to the system, once the person agreed",
    "core/lore/cli/model.py": "goes on with embedding in the background: starts Lore itself",
    "tui/lore_tui/clipboard.py": "hands a text to the clipboard program of the system",
    "tui/lore_tui/editor.py": "opens the editor of the person",
}
"""The modules that may start a program, and what for. None of them looks at a repository."""
STARTS = frozenset({"subprocess", "multiprocessing", "pty", "pexpect", "concurrent.futures.process"})
CALLS = frozenset({"system", "popen", "fork", "forkpty", "posix_spawn", "posix_spawnp", "startfile"})
EVENTS = frozenset(
    {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "pty.spawn"}
)
_started: list[str] = []
_watching = False


def _notice(event: str, arguments: tuple[object, ...]) -> None:
    if _watching and event in EVENTS:
        _started.append(f"{event} {arguments!r}"[:300])


sys.addaudithook(_notice)


@pytest.fixture
def started() -> Iterator[list[str]]:
    global _watching
    _started.clear()
    _watching = True
    yield _started
    _watching = False


def test_only_named_modules_may_start_a_program() -> None:
    """Neither by an import, nor through `os`."""
    modules = [path for room in ("core", "tui") for path in (ROOT / room).rglob("*.py")]
    assert len(modules) > 200
    for path in modules:
        _refuse(path.relative_to(ROOT).as_posix())


def _refuse(module: str) -> None:
    if module in STARTERS:
        return
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not {name.name for name in node.names} & STARTS, module
        elif isinstance(node, ast.ImportFrom):
            assert node.module not in STARTS, module
            assert node.module != "os" or not {name.name for name in node.names} & CALLS, module
        elif (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("os", "asyncio")
        ):
            assert node.attr not in CALLS and not node.attr.startswith(("exec", "spawn", "create_subprocess")), module


def test_the_modules_that_may_are_there_and_do() -> None:
    for module in STARTERS:
        assert "subprocess" in (ROOT / module).read_text(encoding="utf-8")


# Repositories that name programs

PROGRAMS = (
    "core.fsmonitor", "core.sshCommand", "core.gitProxy", "core.editor", "core.pager", "core.askPass",
    "core.alternateRefsCommand", "sequence.editor", "credential.helper", "filter.x.clean", "filter.x.smudge",
    "filter.x.process", "diff.external", "diff.x.textconv", "diff.x.command", "merge.x.driver", "gpg.program",
    "gpg.ssh.program", "pager.ls-files", "pager.status", "uploadpack.packObjectsHook", "remote.origin.uploadpack",
    "remote.origin.receivepack", "interactive.diffFilter", "web.browser", "difftool.x.cmd", "mergetool.x.cmd",
    "trailer.x.command", "sendemail.sendmailCmd",
)  # fmt: skip
HOOKS = (
    "post-index-change",
    "fsmonitor-watchman",
    "pre-commit",
    "post-checkout",
    "reference-transaction",
    "pre-auto-gc",
)


class Trap:
    """A program that leaves a trace when it is run."""

    def __init__(self, folder: Path) -> None:
        self.sprung = folder / "sprung"
        self.program = write(folder, "trap.sh", f"#!/bin/sh\necho $0 $* >> {self.sprung}\n")
        self.program.chmod(0o755)
        self.folder = folder


def _plain(root: Path) -> Path:
    write(root, "README.md", "# Hello\n\nThe office is in Basel.\n")
    write(root, "CLAUDE.md", "# Rules\n\n- Always use tabs in this project.\n")
    write(root, "k/g.md", "# More\n\nWords.\n")
    write(root, "a/b/f.md", "# Deep\n\nWords.\n")
    write(root, "s.jsonl", '{"session": "s", "id": "1", "role": "user", "text": "Always use tabs, never spaces."}\n')
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "first")
    return root


def _every_program(root: Path, trap: Trap) -> Path:
    """Every setting that names one, hooks, attributes, an alias, an included configuration."""
    _plain(root)
    for name in PROGRAMS:
        git(root, "config", name, str(trap.program))
    git(root, "config", "alias.ls-files", f"!{trap.program}")
    git(root, "config", "include.path", "more")
    write(root, ".git/more", f"[core]\n\tfsmonitor = {trap.program}\n")
    write(root, ".gitattributes", "* filter=x diff=x merge=x\n")
    git(root, "config", "core.hooksPath", str(root / "hooks"))
    for name in HOOKS:
        for folder in ("hooks", ".git/hooks"):
            write(root, f"{folder}/{name}", trap.program.read_text()).chmod(0o755)
    os.utime(root / "README.md", (1, 1))
    return root


def _fetches(root: Path, trap: Trap, url: str) -> Path:
    """A sparse index with a folder that is missing, and a remote whose transport runs a program to fetch it."""
    _plain(root)
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "k")
    tree = subprocess.run(["git", "rev-parse", "HEAD:a"], cwd=root, capture_output=True, text=True, check=True).stdout
    (root / ".git" / "objects" / tree[:2] / tree[2:].strip()).unlink()
    settings = {
        "index.sparse": "true", "core.repositoryformatversion": "1", "extensions.partialClone": "origin",
        "remote.origin.promisor": "true", "remote.origin.partialclonefilter": "blob:none",
        "remote.origin.url": url.format(trap.program), "remote.origin.uploadpack": str(trap.program),
        "core.sshCommand": str(trap.program), "protocol.allow": "always", "protocol.ext.allow": "always",
    }  # fmt: skip
    for name, value in settings.items():
        git(root, "config", name, value)
    return root


def _embedded(root: Path, trap: Trap) -> Path:
    """A plain clone in which another repository's folder of git lies as ordinary files."""
    inner = _fetches(trap.folder / "inner", trap, "ssh://evil.example/x")
    outer = trap.folder / "outer"
    for path in sorted((inner / ".git").rglob("*")):
        name = path.relative_to(inner / ".git")
        if path.is_file() and name.parts[0] not in ("hooks", "logs", "info"):
            write(outer, f"docs/{name.as_posix()}", path.read_bytes())
    write(outer, "docs/refs/tags/keep", "")
    write(outer, "docs/guide.md", "# Guide\n\nRead me.\n")
    config = outer / "docs" / "config"
    config.write_text(config.read_text().replace("[core]", f"[core]\n\tworktree = .\n\tfsmonitor = {trap.program}"))
    git(outer, "init", "--quiet")
    git(outer, "add", "--force", ".")
    git(outer, "commit", "--quiet", "--message", "first")
    git(root.parent, "clone", "--quiet", str(outer), str(root))
    return root / "docs"


REPOSITORIES: dict[str, Callable[[Path, Trap], Path]] = {
    "every setting": _every_program,
    "fetches by ssh": lambda root, trap: _fetches(root, trap, "ssh://evil.example/x"),
    "fetches by a helper": lambda root, trap: _fetches(root, trap, "ext::{}"),
    "fetches from a path": lambda root, trap: _fetches(root, trap, "/nowhere/{}"),
    "embedded in a clone": _embedded,
}


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trap:
    return Trap(tmp_path / "trap")


def test_the_traps_are_real(tmp_path: Path, trap: Trap, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git itself runs the program in each of these, so that not running it says something."""
    for number, (name, make) in enumerate(REPOSITORIES.items()):
        folder = make(tmp_path / f"real-{number}", Trap(tmp_path / f"trap-{number}"))
        subprocess.run(["git", "ls-files", "--cached", "--others"], cwd=folder, capture_output=True, check=False)
        subprocess.run(["git", "status"], cwd=folder, capture_output=True, check=False)
        assert (tmp_path / f"trap-{number}" / "sprung").exists(), name


LINES = (
    "project", "add The office is in Basel", "docs add .", "docs sync", "docs propose", "search office", "publish",
    "publish --diff", "publish --check", "publish --remove", "migrate-from memory-files .",
    "capture .", "import s.jsonl", "checkpoint done", "facts", "review", "log",
    "consolidate", "stats", "sessions", "docs list", "project list", "project set web", "doctor",
    "share . --dry-run", "share . --take",
    "doctor --history",
    "backup", "undo", "redo", "export", "reindex", "timeline", "by-date today", "path", "config", "context",
    "recall office", "digest", "memory show", "category", "distill --with replay:s.jsonl --dry-run",
    "setup --dry-run --agent codex", "setup status",
    "masked",
    "schedule", "schedule run", "hooks", "hooks prepare", "hooks drain", "status-line",
)  # fmt: skip


@pytest.mark.parametrize("kind", REPOSITORIES)
def test_no_command_starts_anything_in_a_hostile_repository(
    kind: str, tmp_path: Path, trap: Trap, started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No child process at all, and no trace of the program. What reads a folder is asked in each of them."""
    folder = REPOSITORIES[kind](tmp_path / "clone", trap)
    trap.sprung.unlink(missing_ok=True)
    for name in ("git", "ssh", "sh", "bash", "less", "vi", "editor"):
        write(tmp_path / "path", name, trap.program.read_text()).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.chdir(folder)
    started.clear()
    for line in LINES if kind == "every setting" else LINES[:11]:
        run(line.split())
        assert started == [], line
        assert not trap.sprung.exists(), line
