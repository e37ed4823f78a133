"""A block that lists what you approved for another project stays until you said what the folder is."""

from pathlib import Path

import pytest

from lore.actions import Engine
from lore.cli.program import run
from lore.errors import NeedsPerson
from lore.memory.editing import NewFact, add_fact
from lore.model import Kind
from lore.store import Store
from support.changed_folders import (
    KEY,
    NEW,
    RULE,
    URL,
    WAYS,
    made,
    outcome,
    save,
    start,
)  # fmt: skip
from support.person import me
from support.publishing import publish_into


@pytest.fixture
def root(store: Store, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    folder = made(tmp_path / "src" / "caf\u00e9", getattr(request, "param", URL))
    save(store, folder, RULE)
    return folder


# Published files


def _arguments(root: Path) -> list[list[str]]:
    return [
        ["publish", "--yes"], ["publish", "--yes", "--overwrite"], ["publish", "--yes", "--new-root"],
        ["publish", "--check"], ["publish", "--remove", "--yes"], ["publish", "--remove", "--overwrite", "--yes"],
        ["publish", "--project", "example.com/me/new", "--yes"], ["memory", "publish", str(root), "--yes"],
    ]  # fmt: skip


@pytest.mark.parametrize("has_own", [True, False])
def test_a_block_of_another_project_stays_until_a_person_said_what_it_is(
    store: Store,
    root: Path,
    tmp_path: Path,
    has_own: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever is typed: exit 4, the merge as the hint, every byte as it was. Merged, both are published."""
    publish_into(store, root)
    other = WAYS["template"](root)
    key = "example.com/me/new"
    if has_own:
        save(store, other, "Squash before merging.")
    else:
        add_fact(store, NewFact("The office is in Basel", project=key), actor=me())
    before = {name: (other / name).read_bytes() for name in ("CONVENTIONS.md",)}
    monkeypatch.chdir(other)
    for words in _arguments(other)[: None if has_own else -1]:
        capsys.readouterr()
        code = run(words)
        told = capsys.readouterr()
        if words[0] != "memory":
            assert (words, code) == (words, 4)
            assert f"`lore project merge {KEY} {key}`" in told.err and "no approved conventions" not in told.err
        assert {name: (other / name).read_bytes() for name in before} == before
    assert run(["project", "merge", KEY, key, "--yes"]) == 0
    assert run(["publish", "--yes", "--new-root"]) == 0
    text = (other / "CONVENTIONS.md").read_text()
    assert RULE in text and ("Squash" in text) == has_own


def test_a_folder_that_a_person_called_another_project_may_lose_the_block(
    store: Store, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other answer to the question; the lines of the other project go only by their own word."""
    publish_into(store, root)
    other = WAYS["template"](root)
    monkeypatch.chdir(other)
    save(store, other, "Squash before merging.")
    assert run(["project", "set", "example.com/me/new", str(other)]) == 0
    assert run(["publish", "--yes"]) == 4
    assert RULE in (other / "CONVENTIONS.md").read_text()
    assert run(["publish", "--yes", "--overwrite"]) == 0
    assert RULE not in (other / "CONVENTIONS.md").read_text()
    assert NEW in outcome(start(other)) or "Squash" in start(other)


def test_the_memory_page_of_another_project_stays_too(store: Store, root: Path, tmp_path: Path) -> None:
    from lore.actions import publish_memory, remove_memory

    with Engine(store, person=me(), folder=root) as engine:
        publish_memory(engine, root, project=KEY)
        before = (root / "MEMORY.md").read_bytes()
        add_fact(store, NewFact("Deploy on Tuesdays.", Kind.CONVENTION, project="other"), actor=me())
        for work in (publish_memory, remove_memory):
            with pytest.raises(NeedsPerson, match="lists what you approved"):
                work(engine, root, project="other")
        assert (root / "MEMORY.md").read_bytes() == before
