"""What differs in one sign, digit, name, path, negation or secret stays two facts, whichever way it comes in."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lore.actions import edit, save
from lore.cli.program import run
from lore.consolidate import consolidate
from lore.embedding import bundled_embedder
from lore.errors import Conflict
from lore.memory.decisions import approve_all, queue, seen
from lore.memory.editing import NewFact, add_fact, edit_fact
from lore.memory.entering import Action, remember
from lore.memory.opinion import Near
from lore.model import Clean, Evidence, Fact, Kind, Status
from lore.search import SearchRequest
from lore.store import FactFilter, open_store
from support.held import nearest
from support.ids import short
from support.keyboard import at_app
from support.person import me
from support.searching import search

WHERE = ("the {} of billing", "{} in staging")
CHANGES = {
    "sign": ("run {} with --verbose", "run {} with verbose"),
    "mark": ("keep !{}", "keep {}"),
    "case": ("set userId for {}", "set userid for {}"),
    "digit": ("{} answers as node 17 of rack 4", "{} answers as node 18 of rack 4"),
    "name": ("Alice looks after {}", "Bob looks after {}"),
    "path": ("{} is written to out/a.log", "{} is written to out/b.log"),
    "negation": ("{} may write to the archive", "{} may not write to the cache"),
    "secret": ("{} signs with [secret:token:0a1b2c3d]", "{} signs with [secret:token:9f8e7d6c]"),
}
PAIRS = [
    (left.format(place.format(thing)), right.format(place.format(thing)))
    for (left, right), thing in zip(
        CHANGES.values(), ["index", "cache", "export", "digest", "mirror", "ledger", "roster", "feed"], strict=True
    )
    for place in WHERE
]
TEXTS = [text for pair in PAIRS for text in pair]
Told = Sequence[str]


def _adds(texts: Told, folder: Path) -> None:
    with open_store() as store:
        known: list[str] = []
        for text in texts:
            known.append(add_fact(store, NewFact(text), near=Near(frozenset(known))).fact.id)


def _hears(texts: Told, folder: Path) -> None:
    with open_store() as store, store.write("hook") as transaction:
        for number, text in enumerate(texts):
            evidence = Evidence(
                Clean(text), session=f"s{number % 3}", source_id=f"m{number}", at="2026-03-01T10:00:00Z"
            )
            remember(store, transaction, Fact("", Clean(text), Kind.NOTE), [evidence])


def _imports(texts: Told, folder: Path) -> None:
    file = folder / "facts.jsonl"
    file.write_text("".join(json.dumps({"fact": text}) + "\n" for text in texts))
    assert run(["import", str(file)]) == 0


def _migrates(texts: Told, folder: Path) -> None:
    file = folder / "mem0.json"
    file.write_text(json.dumps({"results": [{"id": f"m{n}", "memory": text} for n, text in enumerate(texts)]}))
    assert run(["migrate-from", "mem0", str(file)]) == 0


def _edits(texts: Told, folder: Path) -> None:
    with open_store() as store:
        for number, text in enumerate(texts):
            fact = add_fact(store, NewFact(f"placeholder {number} zzz{number}")).fact
            edit_fact(store, replace(fact, text=Clean(text)))


def _types_in_the_app(texts: Told, folder: Path) -> None:
    with open_store() as store:
        for text in texts:
            save(at_app(store), text)


WAYS: dict[str, Callable[[Told, Path], None]] = {
    "add": _adds, "hook": _hears, "import": _imports, "migrate-from": _migrates, "edit": _edits,
    "app": _types_in_the_app,
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_each_is_kept_and_found_by_its_own_words(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also after a consolidation with vectors and after `lore doctor --fix`."""
    monkeypatch.chdir(tmp_path)
    WAYS[way](TEXTS, tmp_path)
    with open_store() as store:
        assert sorted(fact.text for fact in store.facts.select()) == sorted(TEXTS)
        consolidate(store, bundled_embedder(store.folder))
    run(["doctor", "--fix"])
    with open_store() as store:
        assert sorted(fact.text for fact in store.facts.select()) == sorted(TEXTS)
        for text in TEXTS[:: len(WHERE)]:
            hits = search(store, SearchRequest(f'"{text}"' if '"' not in text else text, limit=10)).hits
            assert text in [hit.passage.text for hit in hits], text


def test_the_doctor_merges_only_what_is_said_alike(capsys: pytest.CaptureFixture[str]) -> None:
    with open_store() as store, store.write("import") as transaction:
        for text in ("Keep !dist", "Keep dist", "keep dist."):
            store.facts.add(transaction, Fact("", Clean(text), Kind.NOTE), [Evidence(Clean(text), session="s1")])
    run(["doctor", "--fix"])
    told = capsys.readouterr().out
    with open_store() as store:
        assert len(store.facts.select()) == 2
        (gone,) = store.facts.select(FactFilter(statuses=(Status.SUPERSEDED,)))
    assert f"`lore restore {short(gone.id)}` brings it back" in told


@pytest.mark.parametrize("command", ["import", "migrate-from"])
@pytest.mark.parametrize("as_json", [False, True])
def test_what_an_import_retires_is_named(
    command: str, as_json: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The later line names what it gives up: it holds, and the earlier one can be brought back."""
    monkeypatch.chdir(tmp_path)
    lines = ("Use npm", "Use pnpm instead of npm")
    if command == "import":
        file = tmp_path / "facts.jsonl"
        file.write_text("".join(json.dumps({"fact": line}) + "\n" for line in lines))
        arguments = ["import", str(file)]
    else:
        file = tmp_path / "mem0.json"
        file.write_text(json.dumps({"results": [{"id": line, "memory": line} for line in lines]}))
        arguments = ["migrate-from", "mem0", str(file)]
    assert run([*arguments, *(["--json"] if as_json else [])]) == 0
    told = capsys.readouterr().out
    with open_store() as store:
        (gone,) = store.facts.select(FactFilter(statuses=(Status.SUPERSEDED,)))
    assert (json.loads(told)["replaced"] == [gone.id]) if as_json else (f"`lore restore {short(gone.id)}`" in told)


def test_an_edited_fact_is_checked_as_a_saved_one() -> None:
    """What says the same is refused; what is very near is asked about, in the app too; nothing is retired."""
    with open_store() as store:
        add_fact(store, NewFact("Deploys go to staging first"))
        other = add_fact(store, NewFact("Something else")).fact
        with pytest.raises(Conflict, match="says the same already"):
            edit_fact(store, replace(other, text=Clean("deploys go to staging first.")))
        done = edit_fact(store, replace(other, text=Clean("Deploys go to production first")), near=nearest(store))
        assert (done.action, len(done.alike), done.retired, len(queue(store))) == (Action.EDITED, 1, (), 1)
        third = add_fact(store, NewFact("Some other thing")).fact
        words = Clean("Deploys go to preview instead of production first, if you ask me")
        assert edit(at_app(store), third.id, text=words).disputed
        done_with = approve_all(store, seen(store, queue(store)), by=me())
        assert (done_with.left, [one.retired for one in done_with.decisions]) == ({}, [(), ()])
        assert len(store.facts.select()) == 3
