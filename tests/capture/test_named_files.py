"""The files that a statement names are fields of its fact."""

from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.capture.named_files import files_named
from lore.store import Store
from support.agents import Said, written


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("The bug is in `core/lore/text.py`, not in text.pyi.", ("core/lore/text.py", "text.pyi")),
        ("read @packages/coding-agent/docs/theme.md in full", ("packages/coding-agent/docs/theme.md",)),
        ("Keep .entire/settings.local.json out of git, see ./docs/a.md.", (".entire/settings.local.json", "docs/a.md")),
        ("src/api.ts:42 and src/api.ts:50 differ", ("src/api.ts",)),
        ("update CHANGELOG.md and .env.local.json", ("CHANGELOG.md", ".env.local.json")),
        ("/etc/hosts.conf wins (not ~/x/hosts.conf)", ("/etc/hosts.conf", "~/x/hosts.conf")),
        ("see https://example.com/docs/page.html and github.com/me/web/a.md", ()),
        ("We use Node.js 22, e.g. for v1.2.3, and and/or nothing else.", ()),
        ("mail me@example.com about foo.bar()", ()),
    ],
)
def test_paths_and_names_are_found(text: str, files: tuple[str, ...]) -> None:
    """In code or not, with a line number or not; addresses, versions and names of products are no files."""
    assert files_named(text) == files


def test_a_captured_fact_knows_its_files(store: Store, tmp_path: Path) -> None:
    """So that a search for a file finds it."""
    file = tmp_path / "session.jsonl"
    file.write_bytes(written("neutral", [Said("user", "From now on never edit `docs/commands.md` by hand.")]))
    capture(store, [file], Options(mine=True))
    assert [fact.files for fact in store.facts.select()] == [("docs/commands.md",)]
