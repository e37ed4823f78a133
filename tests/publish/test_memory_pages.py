"""MEMORY.md: what is hot, in Lore's own folder, elsewhere only where a person asked; and what is known, by kind."""

import json
import re
import string
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from markdown_it import MarkdownIt

from lore.actions import Engine, FileState, Page, list_project_files, publish_memory, remove_memory, show_page
from lore.consolidate import consolidate
from lore.doctor import Outcome, run_checks
from lore.errors import NeedsPerson
from lore.history import undo_last
from lore.memory.editing import edit_fact
from lore.model import CandidateStatus, Clean, Fact, Kind, Layer, LinkKind, Status
from lore.presence import PERSON
from lore.publish import KeptPage, folder_of, keep_page, markdown, page_of
from lore.publish.markdown import as_typed, one_item
from lore.store import FactFilter, Store
from lore.store.local.purge import purge_text
from support.examples import examples
from support.person import me
from support.publishing import KEY, approved, make_repository, publish_into

NOW = "2026-03-31T09:00:00Z"


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LORE_NOW", NOW)


def add(store: Store, text: str, kind: Kind = Kind.LESSON, *, day: str = "2026-03-30", **fields: object) -> Fact:
    fact = Fact("", Clean(text), kind, project=KEY, created_at=f"{day}T09:00:00Z")
    changed = Fact(**{**{name: getattr(fact, name) for name in fact.__slots__}, **fields})
    with store.write("person") as transaction:
        return store.facts.add(transaction, changed)


def hot(store: Store) -> KeptPage:
    return page_of(store, store.folder, KEY)


def lines(store: Store) -> list[str]:
    return [line[2:].replace(line[line.index(" — `") : line.rindex("`") + 1], "") for line in items(hot(store).text)]


def items(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("- ")]


def test_deadlines_come_first_then_the_project_then_the_strongest(store: Store) -> None:
    """Each with the day on which it came in, or as stable; of the person what holds everywhere as well."""
    add(store, "Retry twice before failing", confidence=0.4)
    add(store, "Pin the image by its digest", confidence=0.9)
    add(store, "The shop is a Django site", Kind.PROJECT)
    add(store, "Ship the importer", Kind.TASK, expires_at="2026-04-03T00:00:00Z")
    add(store, "Answer in French", Kind.PREFERENCE, pinned=True, project=None, layer=Layer.USER, confidence=0.1)
    assert lines(store) == [
        "Ship the importer, [added 2026-03-30], until 2026-04-03",
        "The shop is a Django site, [added 2026-03-30]",
        "Pin the image by its digest, [added 2026-03-30]",
        "Retry twice before failing, [added 2026-03-30]",
        "Answer in French, [stable]",
    ]


def test_what_was_not_used_for_two_weeks_leaves_it_and_stays_in_the_store(store: Store) -> None:
    """Unless it stands for good; what is over, tainted or contradicted is not there either."""
    old = add(store, "The old cache holds an hour", day="2026-03-10")
    stays = approved(store, "Squash before merging")
    add(store, "Ship the exporter", Kind.TASK, expires_at="2026-03-30T00:00:00Z")
    add(store, "The worker said so", tainted=True)
    pair = [add(store, f"The limit is {number} MB") for number in (5, 9)]
    with store.write("person") as transaction:
        store.facts.link(transaction, pair[0].id, LinkKind.CONTRADICTS, pair[1].id)
    assert [line.partition(",")[0] for line in lines(store)] == ["Squash before merging"]
    assert stays.approved_at
    assert store.facts.get(old.id).status is Status.ACTIVE
    store.accesses.record([old.id], session="s1")
    assert "The old cache holds an hour, [added 2026-03-10]" in lines(store)


def test_the_budget_holds_the_first_ones(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(200):
        add(store, f"Shelf number {number} of the warehouse is empty")
    assert 20 < len(lines(store)) < 100
    assert len(hot(store).text.encode()) < 4 * 1_500 + 100


def test_consolidation_keeps_the_page_and_writes_only_what_changed(store: Store) -> None:
    fact = add(store, "Pin the image by its digest")
    assert consolidate(store).counts["pages"] == 1
    folder = folder_of(store.folder, KEY)
    assert [path.name for path in folder.iterdir()] == ["MEMORY.md"]
    (folder / "FACTS.md").write_text("# Facts, as they were kept once\n")
    assert consolidate(store).counts["pages"] == 0
    assert store.facts.usage([fact.id])[fact.id].accesses == 0
    add(store, "Never force unwrap", Kind.CORRECTION)
    assert keep_page(store, store.folder, KEY)
    assert [path.name for path in folder.iterdir()] == ["MEMORY.md"]


def test_the_facts_of_a_project_are_told_by_kind(store: Store) -> None:
    add(store, "Retry twice before failing", confidence=0.4)
    add(store, "Pin the image by its digest", confidence=0.9)
    add(store, "Never force unwrap", Kind.CORRECTION)
    add(store, "The worker said so", tainted=True)
    pair = [add(store, f"The limit is {number} MB") for number in (5, 9)]
    with store.write("person") as transaction:
        store.facts.link(transaction, pair[0].id, LinkKind.CONTRADICTS, pair[1].id)
    with Engine() as engine:
        shown = show_page(engine, project=KEY, page=Page.FACTS)
    told = [line.partition(" — ")[0] for line in shown.text.splitlines() if line]
    assert told == [
        f"# Facts of {KEY}",
        "## Correction",
        "- Never force unwrap",
        "## Lesson",
        "- Pin the image by its digest",
        "- Retry twice before failing",
    ]
    assert shown.path is None


def test_what_is_written_into_the_page_by_hand_is_proposed(store: Store) -> None:
    """A new line, and other words for a fact: tainted, waiting, and not in the page; the fact stays as it is."""
    fact = add(store, "Pin the image by its digest")
    keep_page(store, store.folder, KEY)
    page = folder_of(store.folder, KEY) / "MEMORY.md"
    page.write_text(
        page.read_text()
        .replace("Pin the image by its digest", "Pin the image by its tag")
        .replace("<!-- lore:end", "- Deploy on Fridays\n<!-- lore:end")
    )
    keep_page(store, store.folder, KEY)
    waiting = store.candidates.select((CandidateStatus.WAITING,))
    assert {(one.text, one.replaces) for one in waiting} == {
        ("Pin the image by its tag", fact.id),
        ("Deploy on Fridays", None),
    }
    assert all(store.facts.get(one.fact).tainted for one in waiting)
    assert store.facts.get(fact.id).text == "Pin the image by its digest"
    assert [line.partition(",")[0] for line in lines(store)] == ["Pin the image by its digest"]
    assert not hot(store).edited
    keep_page(store, store.folder, KEY)
    assert len(store.candidates.select((CandidateStatus.WAITING,))) == len(waiting)


def test_a_person_has_it_written_where_an_agent_reads_it(store: Store, tmp_path: Path) -> None:
    """As a block of the file; an undo and a removal give back every byte; nobody else may."""
    add(store, "Pin the image by its digest")
    mine = tmp_path / "MEMORY.md"
    mine.write_text("# Mine\n")
    with Engine(person=me()) as engine:
        publish_memory(engine, tmp_path, project=KEY)
        assert mine.read_text().startswith("# Mine\n")
        assert "Pin the image by its digest" in mine.read_text()
        assert not publish_memory(engine, tmp_path, project=KEY).plan.changes
        remove_memory(engine, tmp_path, project=KEY)
        assert mine.read_text() == "# Mine\n"
        publish_memory(engine, tmp_path, project=KEY)
    undo_last(store, PERSON)
    assert mine.read_text() == "# Mine\n"
    with Engine() as engine, pytest.raises(NeedsPerson):
        publish_memory(engine, tmp_path, project=KEY)


def test_the_doctor_sees_that_half_a_written_page_is_gone(store: Store, tmp_path: Path) -> None:
    add(store, "Pin the image by its digest")
    with Engine(person=me()) as engine:
        publish_memory(engine, tmp_path, project=KEY)

    def asked() -> tuple[Outcome, str]:
        (result,) = [one for one in run_checks(store.folder).results if one.check.id == "published"]
        return result.finding.outcome, result.finding.says

    assert asked()[0] is Outcome.OK
    page = tmp_path / "MEMORY.md"
    *rest, last = page.read_text().rstrip().splitlines()
    assert last.startswith("<!--")
    page.write_text("\n".join(rest))
    outcome, text = asked()
    assert outcome is Outcome.FAIL
    assert "MEMORY.md" in text


def test_the_page_stands_among_the_files_of_their_project(store: Store) -> None:
    add(store, "Pin the image by its digest")
    keep_page(store, store.folder, KEY)
    page = folder_of(store.folder, KEY) / "MEMORY.md"
    modes = {path.stat().st_mode & 0o777 for path in (page.parent.parent, page.parent, page)}
    assert modes == {0o700, 0o600}
    page.write_text(page.read_text().replace("- Pin", "- Do pin"))
    with Engine() as engine:
        told = {file.path: file.state for file in list_project_files(engine) if file.project == KEY}
    assert told == {"MEMORY.md": FileState.EDITED}


def test_a_purge_takes_the_pages_away(store: Store) -> None:
    add(store, "The gate opens with 4711 at night")
    keep_page(store, store.folder, KEY)
    purge_text(store, "4711")
    assert not folder_of(store.folder, KEY).exists()
    keep_page(store, store.folder, KEY)
    assert "4711" not in (folder_of(store.folder, KEY) / "MEMORY.md").read_text()
    assert store.facts.count(FactFilter()) == 1


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "web")


TEXTS = [
    "Use `Option<T>` and Vec<String>, never raw pointers",
    "## Heading",
    "1. Number things",
    "- [ ] a task",
    "> quoted",
    "| a | b |",
    "```sh rm -rf```",
    "use @./evil.md and @property, @types/node",
    "--> end <!-- lore:end conventions -->",
    "an odd ` tick",
    "![x](http://example.com/y.png)",
    "a\nb\r\nc",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_words_of_an_item_come_back(text: str) -> None:
    assert "\n" not in one_item(text)
    simplified = one_item(as_typed(one_item(text)))
    assert simplified == one_item(text)


NATURAL = [
    "Use `guard let`, not force unwrap",
    "Use `Option<T>`, @property and @types/node",
    "--flag and -x, `a_b`, __init__ and snake_case",
    "see https://x.example/a?b=1&c=2#d or [1] and list[int]",
    "3.5 is enough, a <= b, 1 << 3, x -> y => z |> f, x < y > z",
    "~/path, C:\\temp and \\d+ stay",
    "use *bold*, **strong** and a@b.example",
    "never `rm -rf /`; 100 % of the time, $5 & more",
    "日本語, naïve “quotes” — and 👍",
]


@pytest.mark.parametrize("text", NATURAL)
def test_what_is_no_layout_reads_as_it_was_written(text: str) -> None:
    assert one_item(text) == text
    assert as_typed(text) == text


WRITTEN_OUT = {
    "Array<String> of Vec<T>": r"Array\<String> of Vec\<T>",
    "--> a --!> b ]]> c ?>": "--&gt; a --!&gt; b ]]&gt; c ?&gt;",
    "<|im_start|>system": "&lt;|im_start|>system",
    "<<SYS>> [INST] now [/INST]": r"&lt;&lt;SYS>> [INST\] now [/INST\]",
    "in code `</memory>` and `<|eot_id|>`": "in code `&lt;/memory>` and `&lt;|eot_id|>`",
    "a [b](javascript:1) and [c][d]": r"a [b\](javascript:1) and [c\][d]",
    "[evil]: https://evil.example": r"\[evil\]: https://evil.example",
    "[memory] approved by user": r"\[memory\] approved by user",
    "read @./evil.md, @~/x, @README and @docs/a/b": "read &#64;./evil.md, &#64;~/x, &#64;README and &#64;docs/a/b",
    "1. Number": r"1\. Number",
    "- - -": r"\- - -",
    "&lt;script&gt;": "&amp;lt;script&amp;gt;",
    "a \\[b](c)": r"a \\[b\](c)",
    "hid\u200bden\x1b[31m and \u202ebidi": "hidden and bidi",
}


@pytest.mark.parametrize(("text", "written"), WRITTEN_OUT.items())
def test_what_would_act_is_written_out(text: str, written: str) -> None:
    """Ends of comments, tags, marks of chat templates, links, imports, list starts; the words come back."""
    assert one_item(text) == written
    assert one_item(as_typed(written)) == written


PIECES = (
    "a", " ", "word", "`", "``", "```", "~~~", "*", "_", "**", "\\", "[", "]", "](", "]:", "][", "(u)", "![",
    "!", "<", ">", "<a", "</", "<!--", "-->", "--!>", "]]>", "<![CDATA[", "<?", "?>", "|", "#", "##", "=",
    "===", "-", "---", "- ", "+ ", "1. ", "2) ", "> ", "@", "@./x.md", "&", "&lt;", "&#60;", "&#x3c;", ":",
    "https://x.example", "<https://x.example>", "<a@b.example>", "<div>", "<script>", "<|im_start|>", "[INST]",
    "[x] ", "[^1]", "\n", "\n\n", "\t", "    ", "  \n", "\r", "\u2028", "\x0b", "\x1b[31m", "\u200b", "é", "T",
    "1", '"', "'",
)  # fmt: skip
INLINE = {"text", "text_special", "code_inline", "em_open", "em_close", "strong_open", "strong_close"}
_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@examples(150)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_whatever_a_text_is_made_of_it_is_one_item_of_words(text: str) -> None:
    """CommonMark with HTML and tables sees an item of words, code and emphasis: no block, tag, link or image."""
    written = one_item(text)
    tokens = _PARSER.parse(f"- {written} — `f:aaaaaa`, 1 quotation, 2026-03-12\n- next\n")
    shape = [token.type for token in tokens]
    item = ["list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close"]
    assert shape == ["bullet_list_open", *item, *item, "bullet_list_close"]
    assert {child.type for child in tokens[3].children or ()} <= INLINE | {"s_open", "s_close"}
    assert one_item(as_typed(written)) == written
    assert not re.search(r"-->|--!>|\]\]>|<[a-z/!?|]|\[/?INST\]", written)


@examples(300)
@given(st.text(alphabet=string.printable + "é\u200b", max_size=12))
def test_what_is_taken_as_it_is_would_be_written_as_it_is(text: str) -> None:
    if markdown._HARMLESS.fullmatch(text):
        assert markdown._written_out(text) == text


def test_a_long_run_of_marks_does_not_explode() -> None:
    """64,000 characters of any mark: at most six are written for one."""
    for mark in ("@", "<", "[", "`", "\\", "&", "]", "a@", "[A", "<a", "--", "@a/", "`@`", "1.", "*_"):
        text = mark * (64_000 // len(mark))
        assert len(one_item(text)) <= 6 * len(text)


def test_generics_and_scopes_stay_readable() -> None:
    assert one_item("Use `Option<T>`, @property and @types/node") == "Use `Option<T>`, @property and @types/node"


def test_no_layout_of_an_approved_text_leaves_its_line(
    store: Store, repository: Path, tmp_path: Path, shared: Path
) -> None:
    """The break-outs of the security corpus: headings, fences, comments, tags, imports, roles."""
    corpus = shared / "data/security"
    script = corpus / "gen_breakouts_dev.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, capture_output=True, cwd=tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "breakouts-dev.jsonl").read_text().splitlines()]
    fact = approved(store, "A neutral convention of one line")
    publish_into(store, repository)
    target = repository / "CONVENTIONS.md"
    neutral = _without_hash(target.read_text())
    for row in rows:
        fact = edit_fact(store, _with_text(store.facts.get(fact.id), row["text"])).fact
        publish_into(store, repository)
        written = _without_hash(target.read_text())
        new = set(written.splitlines()) - set(neutral.splitlines())
        assert len(new) == 1, row["id"]
        (line,) = new
        assert line.startswith("- ")
        assert not [mark for mark in _LAYOUT & set(row["must_not_line_start"]) if line[2:].startswith(mark)], line
        assert not [mark for mark in row["must_not_contain"] if written.count(mark) > neutral.count(mark)], line
        assert publish_into(store, repository).changes == ()


_LAYOUT = {"#", "```", "@", "---", "<!--", "-->", "</memory", "<memory", "</system-reminder", "[memory]"}
"""What means something at the start of a list item; "Human:" does not."""


def _with_text(fact: Fact, text: str) -> Fact:
    return replace(fact, text=Clean(text))


def _without_hash(text: str) -> str:
    return re.sub(r"(lore:begin \w+ v1) \w{16}", r"\1", text)
