"""`lore compress`: what is published as a convention leaves the memory files, and comes back byte for byte."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.compress import compress, plan
from lore.errors import BadInput, Conflict, NotFound
from lore.memory.editing import NewFact, add_fact, archive
from lore.memory.purging import PurgeTarget, purge
from lore.migrate import Options, migrate, source_named
from lore.model import Fact, Kind
from lore.projects import project_of
from lore.store import Store
from support.person import me
from support.publishing import approved, make_repository, publish_into

RULES = b"""# Shop

A shop for garden tools, in TypeScript.

## Rules

- Use pnpm, never npm or yarn, in this repository
- Always run `make check` before you push a branch
- Never edit generated files by hand:
  - run `make generate` instead of editing them
- Prefer small pull requests; see [the guide](https://example.test/guide)

```sh
- Always run make check
```

Never log a customer's address. Always mask card numbers in the logs.

<!-- lore:begin conventions v1 0123456789abcdef 0 -->
- Always write tests before you fix a bug
<!-- lore:end conventions -->
"""
TOPIC = b"""---
name: no mocks
description: Integration tests use a real database
type: feedback
---
Never mock the database in integration tests, use the container.

**Why:** a mocked test passed while the migration was broken.

**How to apply:** start the container first.
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "shop")
    (root / "CLAUDE.md").write_bytes(RULES)
    (root / "memory").mkdir()
    (root / "memory" / "feedback_no_mocks.md").write_bytes(TOPIC)
    return root


PUBLISHED = (
    "Use pnpm, never npm or yarn, in this repository",
    "Always run `make check` before you push a branch",
    "run `make generate` instead of editing them",
    "Never log a customer's address.",
    "Always mask card numbers in the logs.",
    "Never mock the database in integration tests, use the container.",
)


def publish_rules(store: Store, repository: Path, texts: Sequence[str] = PUBLISHED) -> list[Fact]:
    """Rules of the memory files become conventions, published in the repository."""
    facts = [approved(store, text, project=project_of(repository).key) for text in texts]
    publish_into(store, repository)
    return facts


def removed(before: bytes, after: bytes) -> list[str]:
    """The lines that went, after a look that nothing came but stubs."""
    old, new = before.decode().splitlines(), after.decode().splitlines()
    assert all(line in old or line.startswith("<!-- lore: ") for line in new)
    return [line for line in old if line not in new]


def test_what_is_published_goes_and_comes_back(
    store: Store, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A diff first; a line names the conventions that say what went; undo brings back every byte, redo takes it."""
    publish_rules(store, repository)
    file, topic = repository / "CLAUDE.md", repository / "memory" / "feedback_no_mocks.md"
    before = file.read_bytes()
    assert run(["compress", "--yes", str(repository)]) == 0
    shown = capsys.readouterr()
    assert "-- Use pnpm, never npm or yarn, in this repository" in shown.out
    assert "+<!-- lore: " in shown.out
    assert removed(before, file.read_bytes()) == [
        "- Use pnpm, never npm or yarn, in this repository",
        "- Always run `make check` before you push a branch",
        "  - run `make generate` instead of editing them",
        "Never log a customer's address. Always mask card numbers in the logs.",
    ]
    assert removed(TOPIC, topic.read_bytes()) == ["Never mock the database in integration tests, use the container."]
    small = file.read_bytes()
    assert run(["undo", "--yes"]) == 0
    assert (file.read_bytes(), topic.read_bytes()) == (before, TOPIC)
    assert run(["redo", "--yes"]) == 0
    assert file.read_bytes() == small
    assert [shrink.changes for shrink in plan(store, [repository])] == [False, False]
    assert not list(repository.rglob(".*.tmp"))


def only_stored(store: Store, repository: Path) -> None:
    for text in PUBLISHED:
        add_fact(store, NewFact(text, Kind.CONVENTION, project=project_of(repository).key))


def only_proposed(store: Store, repository: Path) -> None:
    migrate(store, source_named("memory-files"), repository, Options(propose=True))


def approved_and_not_published(store: Store, repository: Path) -> None:
    for text in PUBLISHED:
        approved(store, text, project=project_of(repository).key)


def archived_since(store: Store, repository: Path) -> None:
    archive(store, [fact.id for fact in publish_rules(store, repository)])


def taken_out_of_the_file(store: Store, repository: Path) -> None:
    publish_rules(store, repository)
    (repository / "CONVENTIONS.md").unlink()


def published_elsewhere(store: Store, repository: Path) -> None:
    for text in PUBLISHED:
        approved(store, text, project="github.com/me/other")
    publish_into(store, repository)


@pytest.mark.parametrize(
    "kept",
    [
        only_stored,
        only_proposed,
        approved_and_not_published,
        archived_since,
        taken_out_of_the_file,
        published_elsewhere,
    ],
)
def test_what_agents_would_miss_stays(
    store: Store, repository: Path, kept: Callable[[Store, Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    """Storing a rule gives it to nobody: only what is published here may leave the file."""
    kept(store, repository)
    before = (repository / "CLAUDE.md").read_bytes()
    assert run(["compress", "--yes", str(repository)]) == 0
    shown = capsys.readouterr()
    assert "nothing to remove" in shown.out
    assert "lore migrate-from memory-files --propose" in shown.err
    assert (repository / "CLAUDE.md").read_bytes() == before


def test_what_a_convention_does_not_say_stays(store: Store, repository: Path) -> None:
    """The reason beside a rule, where a link leads, one sentence of two: a convention carries none of them."""
    texts = ("Prefer small pull requests; see the guide", "Never log a customer's address.")
    publish_rules(store, repository, texts)
    assert not any(shrink.changes for shrink in plan(store, [repository]))


def test_a_convention_that_ended_after_the_diff_keeps_its_line(store: Store, repository: Path) -> None:
    """The plan was made while it was in force."""
    facts = publish_rules(store, repository)
    shrinks = plan(store, [repository])
    before = (repository / "CLAUDE.md").read_bytes()
    archive(store, [facts[0].id])
    with pytest.raises(Conflict, match="no longer in force"):
        compress(store, shrinks, by=me())
    assert (repository / "CLAUDE.md").read_bytes() == before


@pytest.mark.parametrize(
    "below",
    [
        "  - but not on Fridays, when nobody is there\n",
        "\n  This has a reason that nobody wrote down.\n",
        "  ```sh\n  make check\n  ```\n",
    ],
    ids=["an item", "a paragraph", "code"],
)
def test_what_something_hangs_on_stays(store: Store, repository: Path, below: str) -> None:
    """An item is not taken away from over what stays; when that goes as well, both do."""
    rule = "Always run make check before you push a branch to the server"
    file = repository / "AGENTS.md"
    file.write_text(f"# Rules\n\n- {rule}\n{below}\n- {rule} again\n")
    publish_rules(store, repository, [rule])
    assert not plan(store, [file])[0].changes
    publish_rules(store, repository, [f"{rule} again"])
    assert removed(file.read_bytes(), plan(store, [file])[0].after.encode()) == [f"- {rule} again"]
    publish_rules(store, repository, ["but not on Fridays, when nobody is there"])
    assert plan(store, [file])[0].gone == (3 if "Fridays" in below else 1)


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"], ids=["windows", "unix"])
@pytest.mark.parametrize("last", [True, False], ids=["ended", "without a last line break"])
def test_line_breaks_stay(store: Store, repository: Path, ending: bytes, last: bool) -> None:
    """Of what stays, and of the file that undo brings back."""
    file = repository / "AGENTS.md"
    file.write_bytes(RULES.replace(b"\n", ending) if last else RULES.replace(b"\n", ending).rstrip())
    publish_rules(store, repository)
    content = file.read_bytes()
    assert run(["compress", "--yes", str(file)]) == 0
    assert file.read_bytes() != content
    assert file.read_bytes().count(b"\r\n") == (file.read_bytes().count(b"\n") if ending == b"\r\n" else 0)
    assert run(["undo", "--yes"]) == 0
    assert file.read_bytes() == content


def test_a_file_that_changed_is_left_alone(store: Store, repository: Path) -> None:
    """After the diff, and after the compression: the newer text is not written over."""
    publish_rules(store, repository)
    shrinks, file = plan(store, [repository]), repository / "CLAUDE.md"
    file.write_bytes(file.read_bytes() + b"\nOne more.\n")
    with pytest.raises(Conflict, match="changed since the diff"):
        compress(store, shrinks, by=me())
    assert (repository / "memory" / "feedback_no_mocks.md").read_bytes() == TOPIC
    compress(store, plan(store, [repository]), by=me())
    file.write_bytes(file.read_bytes() + b"\nAnd more.\n")
    assert run(["undo", "--yes"]) == 1
    assert file.read_bytes().endswith(b"And more.\n")


def outside(root: Path) -> None:
    (root.parent / "elsewhere.md").write_bytes(RULES)
    (root / "CLAUDE.md").unlink()
    (root / "CLAUDE.md").symlink_to(root.parent / "elsewhere.md")


def secret(root: Path) -> None:
    (root / "CLAUDE.md").write_bytes(RULES + b"\n- The token is ghp_" + b"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8\n")


@pytest.mark.parametrize(
    ("prepare", "complaint"),
    [
        (outside, "points outside"),
        (secret, "holds a secret"),
        (lambda root: (root / "CLAUDE.md").write_bytes(RULES + "a\u200bb\n".encode()), "hidden characters"),
        (lambda root: (root / "CLAUDE.md").write_bytes(RULES + b"caf\xe9\n"), "UTF-8"),
    ],
    ids=["a link that points outside", "a secret", "hidden characters", "no UTF-8"],
)
def test_what_could_not_be_brought_back_is_refused(
    store: Store, repository: Path, prepare: Callable[[Path], object], complaint: str
) -> None:
    """In one sentence, before anything is written."""
    publish_rules(store, repository)
    prepare(repository)
    before = (repository / "CLAUDE.md").read_bytes()
    with pytest.raises(BadInput, match=complaint):
        plan(store, [repository / "CLAUDE.md"])
    assert (repository / "CLAUDE.md").read_bytes() == before


def test_a_purged_fact_is_not_left_in_the_log(store: Store, repository: Path, home: Path) -> None:
    """The record of the file goes with it, so that undo can no longer bring the file back, and says so."""
    publish_rules(store, repository)
    compress(store, plan(store, [repository / "CLAUDE.md"]), by=me())
    fact = next(fact for fact in store.facts.select() if "yarn" in fact.text)
    store.close()
    purge(store, PurgeTarget(facts=(fact.id,)))
    assert [path for path in home.rglob("*") if path.is_file() and b"npm or yarn" in path.read_bytes()] == []
    assert run(["undo", "--id", str(store.audit.select(subject="CLAUDE.md")[0].seq)]) == 1


def test_a_refused_file_does_not_stop_the_others(
    store: Store, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named with the reason, and left as it is; named alone it is an error."""
    publish_rules(store, repository)
    secret(repository)
    before = (repository / "CLAUDE.md").read_bytes()
    assert run(["compress", "--yes", str(repository)]) == 0
    assert "warning: `CLAUDE.md` holds a secret" in capsys.readouterr().err
    assert (repository / "CLAUDE.md").read_bytes() == before
    assert (repository / "memory" / "feedback_no_mocks.md").read_bytes() != TOPIC
    assert run(["compress", "--yes", str(repository / "CLAUDE.md")]) == 1
    assert "error: `CLAUDE.md` holds a secret" in capsys.readouterr().err


def test_two_names_of_one_file_are_one(store: Store, repository: Path) -> None:
    """A link that stays inside the repository is followed."""
    (repository / "AGENTS.md").symlink_to("CLAUDE.md")
    publish_rules(store, repository)
    assert sorted(shrink.path for shrink in plan(store, [repository])) == ["CLAUDE.md", "memory/feedback_no_mocks.md"]
    assert run(["compress", "--yes", str(repository / "AGENTS.md")]) == 0
    assert (repository / "AGENTS.md").readlink() == Path("CLAUDE.md")


def test_somebody_has_to_agree(store: Store, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal `--yes` does; `--dry-run` writes nothing; JSON says all of it."""
    publish_rules(store, repository)
    before = (repository / "CLAUDE.md").read_bytes()
    assert run(["compress", str(repository)]) == 4
    assert run(["compress", "--dry-run", str(repository)]) == 0
    capsys.readouterr()
    assert run(["compress", "--dry-run", "--json", str(repository)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [Path(one["path"]).name for one in told["files"]] == ["CLAUDE.md", "feedback_no_mocks.md"]
    assert all(one["after"] < one["before"] for one in told["files"])
    assert (repository / "CLAUDE.md").read_bytes() == before
    with pytest.raises(NotFound):
        plan(store, [repository / "nothing.md"])
