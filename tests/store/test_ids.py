"""Ids are whole in the store, short on a terminal, and those of older releases stay valid wherever they stand."""

import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from lore import paths
from lore.cli.program import run
from lore.errors import LoreError, UsageError
from lore.files import blocks
from lore.intake import clean
from lore.lookup import Unreadable, start_in
from lore.memory.editing import NewFact, add_fact, propose
from lore.model import Clean, Fact, Kind
from lore.progress import Reporter
from lore.publish import FileAction
from lore.publish.targets.conventions import Conventions
from lore.search import Searcher, SearchRequest
from lore.store import SCHEMA_VERSION, Store, open_store
from lore.store.local.spool import Spool
from lore.store.sqlite.connection import Connection, connect
from lore.store.sqlite.hashes import content, row_hash
from lore.store.sqlite.ids import LENGTH, grown
from lore.store.sqlite.migrations import STANDS
from lore.store.sqlite.version import OLDEST
from lore.transfer import import_file
from support.ids import short
from support.publishing import approved, make_repository, publish_into

Captured = pytest.CaptureFixture[str]


# Whole and short


def test_ids_are_whole_and_follow_from_the_installation(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = NewFact("Use pnpm", project="web")
    made: list[tuple[str, str, str]] = []
    for name in ("one", "one", "other"):
        monkeypatch.setenv("LORE_INSTALLATION", name)
        with open_store(tmp_path / f"{name}{len(made)}") as opened:
            fact = add_fact(opened, new).fact
            made.append((fact.id, propose(opened, fact.id).id, opened.facts.evidence([fact.id])[fact.id][0].id))
    assert made[0] == made[1]
    assert not set(made[0]) & set(made[2])
    assert all(len(name) == LENGTH + 2 for names in made for name in names)


def test_a_terminal_shows_the_shortest_beginning_that_fits_one_thing(store: Store) -> None:
    for name in ("f:aaaaaabbbbbbbbbb", "f:aaaaaabbcccccccc", "f:dddddddddddddddd"):
        with store.write("person") as transaction:
            store.facts.add(transaction, Fact(name, Clean("Use pnpm"), Kind.NOTE))
    ids = store.facts.ids()
    assert store.names.short(ids) == {
        "f:aaaaaabbbbbbbbbb": "f:aaaaaabbb", "f:aaaaaabbcccccccc": "f:aaaaaabbc", "f:dddddddddddddddd": "f:dddddd",
    }  # fmt: skip
    for name, shown in store.names.short(ids).items():
        assert store.names.find(shown) == name
    with pytest.raises(UsageError, match=r"fits several facts:\n  f:aaaaaabbb  Use pnpm\n  f:aaaaaabbc  Use pnpm"):
        store.names.find("f:aaa")


@given(st.lists(st.text("ab", min_size=LENGTH, max_size=LENGTH), unique=True, min_size=1, max_size=6))
def test_what_is_shown_always_finds_the_thing(tmp_path_factory: pytest.TempPathFactory, bodies: list[str]) -> None:
    with open_store(tmp_path_factory.mktemp("store") / "lore") as store:
        with store.write("person") as transaction:
            for number, body in enumerate(bodies):
                store.facts.add(transaction, Fact(f"f:{body}", Clean(f"Use tool {number}"), Kind.NOTE))
        shown = store.names.short(store.facts.ids())
        assert [store.names.find(one) for one in shown.values()] == list(shown)


@pytest.mark.parametrize("typed", ["", "x", "f:", "t:12", "k:3", "F:ABC", "f:ABC", "../x", "f:a b", "s1", "f:zzzz"])
def test_what_stands_for_nothing_stays_as_it_is(typed: str, store: Store) -> None:
    add_fact(store, NewFact("Use pnpm"))
    assert store.names.find(typed) == typed
    assert store.names.short([typed]) == {typed: typed}


COMMANDS: Mapping[str, list[str]] = {
    "show": ["show", "FACT"],
    "supersede --by": ["supersede", "FACT", "--by", "OTHER"],
    "review approve": ["review", "approve", "--yes", "CANDIDATE"],
    "review merge": ["review", "merge", "--yes", "CANDIDATE", "FACT"],
    "search": ["search", "id:FACT", "--json"],
    "undo --run": ["undo", "--run", "RUN", "--yes"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_the_beginning_of_an_id(name: str, home: Path, capsys: Captured) -> None:
    with open_store() as store:
        fact, other = (add_fact(store, NewFact(text)).fact for text in ("Use pnpm", "Deploy on Mondays"))
        candidate = propose(store, add_fact(store, NewFact("Squash before merging")).fact.id)
        with store.write("import") as transaction:
            batch = store.runs.start(transaction, "import").id
        with store.write("import", batch) as transaction:
            store.facts.update(transaction, other.id, pinned=True)
    whole = {"FACT": fact.id, "OTHER": other.id, "CANDIDATE": candidate.id, "RUN": batch}

    def words(length: int) -> list[str]:
        return [_replaced(word, {key: one[:length] for key, one in whole.items()}) for word in COMMANDS[name]]

    assert run(words(7)) == 0, capsys.readouterr().err
    capsys.readouterr()
    nobody = run([_replaced(word, dict.fromkeys(whole, "f:zzzzz")) for word in COMMANDS[name]])
    assert nobody or not capsys.readouterr().out


def _replaced(word: str, names: Mapping[str, str]) -> str:
    for key, name in names.items():
        word = word.replace(key, name)
    return word


def test_an_id_that_fits_several_is_refused_with_their_texts(home: Path, capsys: Captured) -> None:
    with open_store() as store, store.write("person") as transaction:
        for number, name in enumerate(("f:aaaaaabbbbbbbbbb", "f:aaaaaacccccccccc")):
            store.facts.add(transaction, Fact(name, Clean(f"Use tool {number}"), Kind.NOTE))
    assert run(["archive", "aaaa"]) == 2
    assert "Use tool 0" in (complaint := capsys.readouterr().err)
    assert "Use tool 1" in complaint
    assert run(["archive", "aaaaaab"]) == 0


# Ids of older releases


def test_two_installations_grow_the_same_old_id_differently() -> None:
    assert grown("f:3k9x2m", "one") != grown("f:3k9x2m", "other")
    assert grown("f:3k9x2m", "one").startswith("f:3k9x2m")


@pytest.mark.parametrize("name", ["t:12", "k:3", "r:12", "f:abcdefghijklmnop", "f:ABC", "web", ""])
def test_names_of_another_form_do_not_grow(name: str) -> None:
    assert grown(name, "one") == name


def test_an_old_id_stays_valid_when_its_beginning_fits_others(store: Store) -> None:
    fact = add_fact(store, NewFact("Use pnpm")).fact
    old = _old(store, fact)
    rival = f"{old}{'a' * (LENGTH + 2 - len(old))}"
    with store.write("person") as transaction:
        store.facts.add(transaction, Fact(rival, Clean("Use bun"), Kind.NOTE))
    assert store.names.find(old) == fact.id
    shown = store.names.short([fact.id, rival])
    assert store.names.find(shown[rival]) == rival
    assert len(shown[rival]) > len(old)


def test_a_use_that_an_older_release_spooled_is_counted(store: Store) -> None:
    fact = add_fact(store, NewFact("Use pnpm")).fact
    use = {"fact": _old(store, fact), "session": None, "kind": "search", "at": "2026-03-12T09:00:00Z"}
    Spool(store.folder).add([use])
    store.drain_spool()
    assert len(store.facts.uses([fact.id])[fact.id]) == 1


# Old ids in files


def _old(store: Store, fact: Fact) -> str:
    name = fact.id[:8]
    with store.write("person") as transaction:
        transaction._connection.execute("INSERT INTO aliases (alias, id) VALUES (?, ?)", [name, fact.id])
    return name


def test_a_published_block_with_old_ids_is_ours(store: Store, tmp_path: Path) -> None:
    """It is no drift, nothing in it counts as somebody else's, and publishing writes the ids of today."""
    root = make_repository(tmp_path / "web")
    fact = approved(store, "Use pnpm")
    publish_into(store, root)
    file = root / "CONVENTIONS.md"
    old = _old(store, fact)
    block = blocks.find(file.read_bytes(), Conventions().name, file.name)
    assert block is not None
    before = block.body.replace(fact.id, old)
    file.write_bytes(
        blocks.with_block(file.read_bytes(), Conventions().name, before, file.name)
    )  # with a hash that fits
    assert f"`{old}`" in file.read_text()
    wanted = publish_into(store, root)
    assert [target.step for target in wanted.changes] == [FileAction.UPDATE]
    assert not wanted.drifted
    assert f"`{fact.id}`" in file.read_text()


def test_an_export_of_an_older_release_comes_in(store: Store, tmp_path: Path, capsys: Captured) -> None:
    """Its facts get whole ids that begin with theirs, links hold, and importing it again changes nothing."""
    add_fact(store, NewFact("Use pnpm"))
    assert run(["export"]) == 0
    line = json.loads(capsys.readouterr().out)
    lines = [
        {**line, "id": "f:3k9x2m", "text": "Use uv", "links": [{"kind": "related", "to": "f:4k9x2m"}]},
        {**line, "id": "f:4k9x2m", "text": "Use bun", "links": []},
    ]
    file = tmp_path / "old.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in lines))
    warnings: list[LoreError] = []
    assert import_file(store, file, Reporter(warnings.append), trusted=True).added == 2
    names = [store.names.find(name) for name in ("f:3k9x2m", "f:4k9x2m")]
    assert [len(name) for name in names] == [LENGTH + 2] * 2
    assert [(link.source, link.target) for link in store.facts.links(names[0])] == [(names[0], names[1])]
    assert import_file(store, file, Reporter(warnings.append), trusted=True).known == 2
    assert warnings == []


def test_search_takes_any_beginning_of_an_id(store: Store) -> None:
    fact = add_fact(store, NewFact("Use pnpm")).fact
    add_fact(store, NewFact("Deploy on Mondays"))
    for typed in (fact.id, fact.id[:8], fact.id[:5]):
        assert [
            hit.passage.id for hit in Searcher(store).search(SearchRequest(f"id:{typed}", places="facts")).hits
        ] == [fact.id]


def test_a_listing_shows_short_ids_and_json_whole_ones(home: Path, capsys: Captured) -> None:
    with open_store() as store:
        fact = add_fact(store, NewFact("Use pnpm")).fact
    assert run(["facts"]) == 0
    assert capsys.readouterr().out.startswith(f"{short(fact.id)} ")
    assert run(["facts", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"][0]["id"] == fact.id


@pytest.mark.parametrize("text", ["{}", "Never log a password. `{}`", "password {}", "the token of the rule is {}."])
def test_an_id_in_a_text_is_no_secret(text: str) -> None:
    """A published block and a note quote ids, whatever stands around them; what only begins like one is masked."""
    quoted = text.format("f:dgesn7vjocr4ziqn")
    assert clean(quoted) == quoted
    assert "dgesn7vjocr4ziqn" not in clean("password: f:dgesn7vjocr4ziqn7Q")


ADDED = ("origin", "standing")
"""Columns of facts that schema 9 brought."""


def take_back(connection: Connection, version: int) -> None:
    """Give a database the form of an older schema."""
    connection.execute("DROP TABLE fact_words")
    if version < 9:
        connection.execute("DROP INDEX facts_that_stand")
        for column in ADDED:
            connection.execute(f"ALTER TABLE facts DROP COLUMN {column}")
        for row in connection.execute("SELECT * FROM facts").fetchall():
            connection.execute("UPDATE facts SET row_hash = ? WHERE seq = ?", [row_hash(content(row)), row["seq"]])
        if version == 8:
            connection.execute(STANDS)
    connection.execute(f"PRAGMA user_version = {version}")


@pytest.mark.parametrize("version", range(OLDEST, SCHEMA_VERSION))
def test_an_older_store_opens_with_all_that_it_holds(tmp_path: Path, version: int) -> None:
    """What you saved stands at the start of a session as before; a hook waits until the store was opened."""
    with open_store(tmp_path) as store:
        told = add_fact(store, NewFact("Never log passwords.", Kind.CONVENTION)).fact
    with closing(connect(paths.database(tmp_path), budget_s=1)) as connection:
        take_back(connection, version)
    if version < 9:
        with pytest.raises(Unreadable):
            start_in(str(tmp_path), str(tmp_path))
    with open_store(tmp_path) as store:
        assert store.facts.get(told.id) == told
        assert store.health.damaged_rows() == []
        assert store.health.schema_differences() == []
    assert "Never log passwords." in str(start_in(str(tmp_path), str(tmp_path)).lines)
