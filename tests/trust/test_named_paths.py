"""What a person names is read, whichever folder it lies in: only what lies below it is chosen by names of folders."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from capture.test_watch import message, texts, watch_of
from lore.cli.program import run
from lore.platform import remove_folder
from support.handbook import write

ELSEWHERE = (
    "lib/python3.11/site-packages/.venv/venv/node_modules/__pycache__/build/dist/target/.git/.hidden/a folder/ünï"
)
"""Folders that a rule somewhere leaves out, one in the other."""
NAMED: dict[str, Callable[[Path], list[str]]] = {
    "a folder of transcripts": lambda folder: ["capture", str(folder / "talks")],
    "one transcript": lambda folder: ["capture", str(folder / "talks" / "a.jsonl")],
    "documents": lambda folder: ["docs", "add", str(folder / "handbook")],
    "one document": lambda folder: ["docs", "add", str(folder / "handbook" / "ports.md")],
    "memory files": lambda folder: ["migrate-from", "memory-files", str(folder / "rules")],
    "one memory file": lambda folder: ["migrate-from", "memory-files", str(folder / "rules" / "CLAUDE.md")],
    "fact lines": lambda folder: ["import", str(folder / "facts.jsonl")],
}


def filled(folder: Path) -> Path:
    write(folder, "talks/a.jsonl", message(1, "We always release on Tuesdays."))
    write(folder, "handbook/ports.md", "# Ports\n\nWe always release on Tuesdays.\n")
    write(folder, "rules/CLAUDE.md", "- We always release on Tuesdays.\n")
    write(folder, "facts.jsonl", json.dumps({"fact": "We always release on Tuesdays."}) + "\n")
    return folder


@pytest.mark.parametrize("what", NAMED)
def test_what_is_named_is_read_whichever_folder_it_lies_in(
    tmp_path: Path, home: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same command says the same, word for word, as in a folder that nobody has a rule for."""
    said = []
    for place in ("plain", ELSEWHERE):
        folder = filled(tmp_path / "away" / place)
        assert run(NAMED[what](folder)) == 0
        shown = capsys.readouterr()
        said.append(re.sub(r"\d+ a second", "", (shown.out + shown.err).replace(str(folder), "HERE")))
        run(["search", "--json", "release Tuesdays"])
        assert "Tuesdays" in capsys.readouterr().out
        remove_folder(home)
        remove_folder(folder)
    assert said[0] == said[1]


def test_a_watched_folder_is_read_wherever_it_lies(tmp_path: Path) -> None:
    """What comes while it is watched as well; folders of programs below it are left alone."""
    talks = tmp_path / "venv" / "lib" / "talks"
    talks.mkdir(parents=True)
    with watch_of(str(talks)) as running:
        running.wait_for("watching")
        write(talks, "node_modules/b.jsonl", message(1, "of a program", "s2"))
        write(talks, "a.jsonl", message(1, "written by an agent"))
        running.wait_for("s1")
        running.end()
    assert (texts("s1"), texts("s2")) == (["written by an agent"], [])
