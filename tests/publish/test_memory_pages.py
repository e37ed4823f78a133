"""MEMORY.md: what is hot, in Lore's own folder, elsewhere only where a person asked; and what is known, by kind."""

from pathlib import Path

import pytest

from lore.actions import Engine, FileState, list_project_files, publish_memory, remove_memory, show_page
from lore.consolidate import consolidate
from lore.doctor import Outcome, run_checks
from lore.errors import NeedsPerson
from lore.history import undo_last
from lore.model import CandidateStatus, Clean, Fact, Kind, Layer, LinkKind, Status
from lore.presence import PERSON
from lore.publish import KeptPage, folder_of, keep_page, page_of
from lore.store import FactFilter, Store
from lore.store.local.purge import purge_text
from support.person import me
from support.publishing import KEY, approved

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


def test_the_facts_of_a_project_are_told_by_kind(store: Store) -> None:
    add(store, "Retry twice before failing", confidence=0.4)
    add(store, "Pin the image by its digest", confidence=0.9)
    add(store, "Never force unwrap", Kind.CORRECTION)
    add(store, "The worker said so", tainted=True)
    pair = [add(store, f"The limit is {number} MB") for number in (5, 9)]
    with store.write("person") as transaction:
        store.facts.link(transaction, pair[0].id, LinkKind.CONTRADICTS, pair[1].id)
    with Engine() as engine:
        shown = show_page(engine, project=KEY, facts=True)
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
