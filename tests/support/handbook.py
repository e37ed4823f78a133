"""What the tests of documents stand on: a folder of three, git, and what is found in a collection."""

import os
import subprocess
from pathlib import Path

import pytest

from lore import library
from lore.library.files import listing
from lore.model import Collection
from lore.store import Store
from support.searching import find

PORTS = "# Ports\n\nStaging listens on 5433.\n\n## Why\n\nAn older Postgres holds 5432.\n"


def handbook(root: Path) -> Path:
    write(root, "ports.md", PORTS)
    write(root, "deploy/weekdays.md", "# Deploying\n\nOn Tuesdays, never on Fridays.\n")
    write(root, "notes.txt", "The printer is called Gutenberg.\n")
    return root


def write(root: Path, path: str, text: str | bytes) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def git(root: Path, *words: str) -> None:
    author = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, env={**os.environ, **author})


def added(store: Store, folder: Path, **settings: object) -> Collection:
    collection = library.add(store, folder, library.Settings(**settings))  # type: ignore[arg-type]
    library.sync(store, collection)
    return collection


def files_in(folder: Path, *, code: bool = True) -> list[str]:
    return listing(folder.resolve(), code=code, warn=lambda problem: pytest.fail(problem.message)).found


def counts(report: library.SyncReport) -> dict[str, int]:
    return {name: len(found) for name, found in report.files.items() if found} | {"unchanged": report.unchanged}


def places(store: Store, query: str, **options: object) -> list[str | None]:
    return [hit.passage.source_id for hit in find(store, query, "docs", **options)]
