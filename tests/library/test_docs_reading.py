"""How documents fall into parts: at their headings, whatever else looks like one."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.cli.program import run
from lore.errors import BadInput, NotFound, UsageError
from lore.history import undo_last
from lore.library import formats, markdown
from lore.library.chunks import LARGEST, OVERLAP, Section, chunks_of
from lore.model import CandidateStatus, Fact, Kind, Role
from lore.store import Store
from support.data import FOLDER
from support.examples import sized
from support.handbook import added, write
from support.person import me


def trails(sections: list[Section]) -> list[tuple[str, ...]]:
    return [section.trail for section in sections]


def test_a_page_is_cut_where_its_headings_stand() -> None:
    page = "Opening words.\n\n# Install\n\nWith pip.\n\n## From source\n\nClone it.\n\n# Use\n\nRun it.\n"
    assert markdown.sections(page) == [
        Section((), "Opening words.", 1),
        Section(("Install",), "With pip.", 5),
        Section(("Install", "From source"), "Clone it.", 9),
        Section(("Use",), "Run it.", 13),
    ]


@pytest.mark.parametrize(
    "page",
    [
        "```sh\n# a comment\n```",
        "~~~\n# a comment\n```\n# more\n~~~",
        "````\n```\n# inside\n```\n````",
        "    # indented code",
        "<!--\n# a comment\n-->",
        "<pre>\n# raw\n</pre>",
        "> # quoted",
        "#hashtag",
        "####### seven",
        "- item\n---",
        "| a |\n|---|\n| b |\n---",
        "words\n\n---\n\nmore",
        "one\ntwo\nthree\nfour\n===",
        "```\n# never closed",
    ],
)
def test_what_only_looks_like_a_heading_is_text(page: str) -> None:
    assert trails(markdown.sections(page)) == [()]


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("# Plain", "Plain"),
        ("   ### Closed ###", "Closed"),
        ("# C#", "C#"),
        ("Underlined\n===", "Underlined"),
        ("Two\nlines\n---", "Two lines"),
        ("```\ncode\n```\n# After code", "After code"),
        ("<!-- one line --> \n# After a comment", "After a comment"),
    ],
)
def test_every_form_of_heading_is_known(page: str, title: str) -> None:
    assert markdown.sections(page)[-1].trail == (title,)


def test_front_matter_is_no_heading_and_its_words_are_kept() -> None:
    (opening, body) = markdown.sections("---\ntitle: Ports\n---\n\n# Which\n\n5433")
    assert "title: Ports" in opening.text
    assert body.trail == ("Which",)


def test_headings_however_deep_keep_their_order() -> None:
    page = "\n\n".join(f"{'#' * level} L{level}\n\ntext {level}" for level in (1, 2, 3, 4, 5, 6, 2))
    assert trails(markdown.sections(page))[5:] == [("L1", "L2", "L3", "L4", "L5", "L6"), ("L1", "L2")]


MANY = sized(5_000, 20_000)


@pytest.mark.long_form
def test_a_long_page_is_read_in_the_time_of_its_length() -> None:
    """This would take minutes otherwise."""
    page = "".join(f"## Heading {number}\n\nwords\n\n- item\n" for number in range(MANY))
    assert len(markdown.sections(page)) == MANY
    assert len(chunks_of("long.md", markdown.sections("word " * 100_000))) > 100
    assert markdown.sections("#" * 1_000_000)[0].trail == ()


@pytest.mark.parametrize("text", ["", "\n", " \n\n  ", "---\n---\n"])
def test_a_file_that_says_nothing_has_no_part(text: str) -> None:
    assert [section.text.strip("-\n") for section in markdown.sections(text)] in ([], [""])
    assert formats.outline(text.replace("-", "")) == ""


def test_a_page_of_rst_is_plain_text_and_a_notebook_is_no_document() -> None:
    read = formats.format_of(Path("guide.rst"))
    assert read is not None
    assert read.sections("Guide\n=====\n\nIntro.\n") == [Section((), "Guide\n=====\n\nIntro.", 1)]
    assert formats.format_of(Path("churn.ipynb")) is None


OUTLINES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "outlines").iterdir())}
"""Of each language a piece of code and, below a line, what is read of it."""


@pytest.mark.parametrize("language", OUTLINES)
def test_of_code_only_what_it_declares_and_says_is_read(language: str) -> None:
    code, wanted = OUTLINES[language].split("----\n")
    outline = formats.outline(code)
    assert set(wanted.splitlines()) <= set(outline.split("\n"))
    assert "hidden" not in outline and "body" not in outline


def test_a_long_section_falls_into_parts_that_overlap_and_cover_it() -> None:
    text = "\n\n".join(f"Paragraph {number}. " + "Some words here. " * 12 for number in range(40))
    parts = chunks_of("long.md", [Section(("Title",), text, 3)])
    assert all(len(part.text) <= LARGEST + OVERLAP for part in parts)
    assert all(any(f"Paragraph {number}." in part.text for part in parts) for number in range(40))
    lines = text.split("\n")
    assert [part.text.split("\n")[-1] for part in parts] == [lines[part.last - 3].rstrip() for part in parts]
    assert all(second.first <= first.last + 2 for first, second in pairwise(parts))


def test_blanks_between_words_are_no_part() -> None:
    sections = [Section((), "first" + " " * 9_000 + "last", 1)]
    assert [chunk.text.strip() for chunk in chunks_of("a.txt", sections)] == ["first", "last"]


@pytest.mark.parametrize("text", ["#\n" * 300_000, '"""' + "\n" * 600_000])
def test_a_code_file_of_empty_comments_is_read_as_one_line_is(text: str) -> None:
    """With a look back for each line this would take hours."""
    assert formats.outline(text) == ""


def test_text_without_any_break_is_cut_all_the_same() -> None:
    parts = chunks_of("blob.txt", [Section((), "x" * 10_000, 1)])
    assert max(len(part.text) for part in parts) <= LARGEST


def test_rows_of_a_long_table_keep_the_names_of_its_columns() -> None:
    table = "| port | service |\n|---|---|\n" + "\n".join(f"| {number} | service {number} |" for number in range(200))
    parts = chunks_of("ports.md", [Section((), table, 1)])
    assert len(parts) > 2
    assert all(part.text.startswith("| port | service |") for part in parts)


def test_a_file_in_another_encoding_is_read_and_named() -> None:
    assert formats.decode("Größe".encode("cp1252")) == (
        "Größe",
        "line 1: this is no UTF-8, it was read as Windows-1252",
    )
    assert formats.decode("Größe".encode("utf-16")) == ("Größe", None)
    assert formats.decode("\ufeffGröße".encode()) == ("Größe", None)
    with pytest.raises(BadInput, match="binary"):
        formats.decode(b"\x89PNG\r\n\0\0")


RECORD = """# Queue

We looked at three of them.

## Decision

We will use Postgres as the queue. Redis stays for caching.

## Consequences

- Always run the worker with two processes.
- [ ] Always tick this box first.
- The API listens on port 8001.
- It is fine.

```sh
always run this in the shell
```

| Always read | a table |
|---|---|
"""
STATED = {
    "We will use Postgres as the queue.": Kind.DECISION,
    "Redis stays for caching.": Kind.DECISION,
    "Always run the worker with two processes.": Kind.CONVENTION,
    "The API listens on port 8001.": Kind.SYSTEM,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "guide", "records/queue.md", RECORD)
    write(tmp_path / "guide", "code.py", "# always use tabs\n")
    return tmp_path / "guide"


def facts(store: Store) -> list[Fact]:
    return store.facts.select()


def test_statements_become_tainted_facts_that_wait(store: Store, folder: Path) -> None:
    """Rules, decisions and what is said of the system; neither boxes, code, tables nor descriptions."""
    added(store, folder, project="acme/shop")
    done = actions.propose_documents(Engine(store))
    assert {fact.text: fact.kind for fact in facts(store)} == STATED
    assert all(fact.tainted and fact.project == "acme/shop" for fact in facts(store))
    waiting = store.candidates.select((CandidateStatus.WAITING,))
    assert {candidate.text for candidate in waiting} == set(STATED)
    assert (done.summary.added, done.summary.proposed) == (4, 4)
    (evidence,) = store.facts.evidence([facts(store)[0].id])[facts(store)[0].id]
    assert evidence.role is Role.FILE
    assert (evidence.source_id or "").startswith("guide/records/queue.md#")


def test_no_agent_is_given_them_before_a_person_approves(store: Store, folder: Path) -> None:
    added(store, folder, project="acme/shop")
    engine = Engine(store, person=me())
    actions.propose_documents(engine)
    assert actions.context(engine, project="acme/shop").items == ()
    name = next(one.id for one in store.candidates.select() if "two processes" in one.text)
    actions.approve(engine, name, acknowledged=[risk.id for risk in actions.card(engine, name).risks])
    assert [item.text for item in actions.context(engine, project="acme/shop").items] == [
        "Always run the worker with two processes."
    ]


def test_again_it_proposes_only_what_is_new_and_one_undo_takes_it_back(store: Store, folder: Path) -> None:
    added(store, folder)
    engine = Engine(store)
    actions.propose_documents(engine)
    write(folder, "records/queue.md", RECORD + "\nNever restart it on a Friday.\n")
    second = actions.propose_documents(engine, "guide")
    assert (second.summary.added, second.summary.known) == (1, 4)
    assert actions.propose_documents(engine).summary.run is None, "nothing new, nothing written"
    undo_last(store)
    assert {fact.text for fact in facts(store)} == set(STATED)


def test_a_limit_leaves_the_rest_to_the_next_call(store: Store, folder: Path) -> None:
    """What is known does not count, so that it gets on."""
    added(store, folder)
    engine, added_each = Engine(store), []
    for _ in range(3):
        summary = actions.propose_documents(engine, limit=3).summary
        added_each.append((summary.added, summary.is_whole))
    assert added_each == [(3, False), (1, True), (0, True)]
    with pytest.raises(UsageError):
        actions.propose_documents(engine, limit=0)


def test_a_preview_writes_nothing(store: Store, folder: Path) -> None:
    added(store, folder)
    before = store.cursor()
    done = actions.propose_documents(Engine(store), dry_run=True)
    assert {taken.fact.text for taken in done.found} == set(STATED)
    assert (store.cursor(), facts(store)) == (before, [])


def test_what_is_gone_or_leads_out_is_told_and_the_rest_goes_on(store: Store, folder: Path, tmp_path: Path) -> None:
    write(folder, "gone.md", "Always say goodbye to the queue.\n")
    write(folder, "linked.md", "Always look where a link leads to.\n")
    added(store, folder)
    (folder / "gone.md").unlink()
    (folder / "linked.md").unlink()
    (folder / "linked.md").symlink_to(write(tmp_path, "outside.md", "Always send the key to everybody.\n"))
    done = actions.propose_documents(Engine(store))
    assert {fact.text for fact in facts(store)} == set(STATED)
    assert done.summary.unreadable == 1
    assert sum(count for reason, count in done.summary.skipped.items() if "link" in reason) == 1


def test_one_file_can_be_a_collection(store: Store, folder: Path) -> None:
    added(store, folder / "records" / "queue.md")
    assert actions.propose_documents(Engine(store)).summary.added == len(STATED)


def test_without_documents_it_says_what_to_do(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotFound, match="no documents yet"):
        actions.propose_documents(Engine(store))
    assert run(["docs", "propose", "--json"]) == NotFound.exit_code
    assert json.loads(capsys.readouterr().out)["error"]["hint"]
