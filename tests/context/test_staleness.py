"""A fact whose file, symbol or command is gone from the repository leaves what agents are given, until it is back."""

import subprocess
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.cli.program import run
from lore.context import session_start
from lore.files import look_after, look_after_folder, stale_among
from lore.files.anchors import Anchor, AnchorKind, anchors_of, there
from lore.lookup import start_in
from lore.memory.editing import NewFact, add_fact
from lore.model import Clean, Fact, Kind
from lore.presence import deciding
from lore.projects import project_of
from lore.search import Searcher, SearchRequest
from lore.store import Store

FILE, SYMBOL, COMMAND = AnchorKind.FILE, AnchorKind.SYMBOL, AnchorKind.COMMAND


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    (root / "src").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    (root / "src" / "cart.py").write_text("def total_of_cart(items):\n    return sum(items)\n")
    (root / "Makefile").write_text("lint: deps\n\truff check\ncheck test:\n\tpytest\nX := y\n")
    (root / "package.json").write_text('{"scripts": {"e2e": "playwright"}}')
    return root


def saved(store: Store, root: Path, text: str, *files: str) -> Fact:
    place = project_of(root)
    new = NewFact(text, Kind.CONVENTION, project=place.key, files=files, place=place)
    return add_fact(store, new, actor=deciding("test", yes=True)).fact


def given(store: Store, root: Path) -> list[str]:
    return [item.text for item in session_start(store, project_of(root).key, budget=5_000).items]


@pytest.mark.parametrize(
    ("text", "files", "expected"),
    [
        ("Run `make lint` first", (), {Anchor(COMMAND, "make lint")}),
        ("Run pnpm e2e, then make check", (), {Anchor(COMMAND, "pnpm e2e"), Anchor(COMMAND, "make check")}),
        ("Use pnpm add, and make sure that it works", (), set()),
        ("Sum with `total_of_cart()`", (), {Anchor(SYMBOL, "total_of_cart")}),
        ("Sum with `Cart.totalOf`", (), {Anchor(SYMBOL, "totalOf")}),
        ("Say `hello` politely", (), set()),
        ("Prices live there", ("./src/cart.py", "/etc/passwd.txt", "../x.py"), {Anchor(FILE, "src/cart.py")}),
    ],
)
def test_a_fact_rests_on_the_files_symbols_and_commands_it_names(
    text: str, files: tuple[str, ...], expected: set[Anchor]
) -> None:
    fact = Fact("f:x", Clean(text), Kind.NOTE, files=tuple(map(Clean, files)))
    assert set(anchors_of(fact)) == expected


def test_what_is_in_a_repository_is_seen(repository: Path) -> None:
    (repository / "src" / "link.py").symlink_to("/etc/hosts")
    commands = [Anchor(COMMAND, name) for name in ("make test", "pnpm e2e", "make X", "npm run y")]
    present = {Anchor(FILE, "cart.py"), Anchor(SYMBOL, "total_of_cart"), *commands[:2]}
    absent = {Anchor(FILE, "src/link.py"), Anchor(SYMBOL, "total_of"), *commands[2:]}
    unknown = {Anchor(COMMAND, "just lint")}
    found = there(repository, present | absent | unknown)
    assert {one for one, is_there in found.items() if is_there} == present
    assert {one for one, is_there in found.items() if not is_there} == absent


@pytest.mark.parametrize(
    ("text", "files", "broken"),
    [
        ("Prices are summed in one place", ("src/cart.py",), "src/cart.py"),
        ("Sum prices with `total_of_cart`", (), "src/cart.py"),
        ("Run make lint before a commit", (), "Makefile"),
    ],
)
def test_a_fact_goes_with_what_it_names_and_comes_back_with_it(
    store: Store, repository: Path, monkeypatch: pytest.MonkeyPatch, text: str, files: tuple[str, ...], broken: str
) -> None:
    """It stays in the store all the while, and nothing else is touched."""
    fact, other = saved(store, repository, text, *files), saved(store, repository, "Use tabs")
    key, path = project_of(repository).key, repository / broken
    was = path.read_text()
    assert look_after(store, repository, key) == []
    path.write_text("nothing: here\n") if broken == "Makefile" else path.unlink()
    monkeypatch.setenv("LORE_NOW", "2026-05-01T09:00:00Z")
    (stale,) = look_after(store, repository, key)
    assert stale.fact == fact.id and stale.why.endswith("is gone since 2026-05-01")
    assert given(store, repository) == [other.text]
    for query, expected in (("is:stale", fact), ("-is:stale", other)):
        (hit,) = Searcher(store).search(SearchRequest(query)).hits
        assert hit.passage.id == expected.id
    assert store.facts.get(fact.id) == fact
    path.write_text(was)
    assert look_after(store, repository, key) == []
    assert set(given(store, repository)) == {fact.text, other.text}


def test_what_sessions_start_with_is_without_it(
    store: Store, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to ask: whoever reads what hooks left looks through the repository again after a while."""
    fact = saved(store, repository, "Prices are summed in one place", "src/cart.py")
    engine = Engine(store, folder=repository)
    for at, expected in (("09:00", [fact.text]), ("09:01", [fact.text]), ("09:30", [])):
        monkeypatch.setenv("LORE_NOW", f"2026-05-01T{at}:00Z")
        look_after_folder(store, repository)
        assert [item.text for item in actions.context(engine).items] == expected
        assert len(start_in(str(store.folder), str(repository)).ids) == len(expected)
        (repository / "src" / "cart.py").unlink(missing_ok=True)


def test_what_you_pinned_is_given_with_a_mark(store: Store, repository: Path) -> None:
    fact = saved(store, repository, "Prices are summed in one place", "src/cart.py")
    engine = Engine(store, person=deciding("test", yes=True), folder=repository)
    actions.pin(engine, [fact.id])
    look_after(store, repository, project_of(repository).key)
    (repository / "src" / "cart.py").unlink()
    look_after(store, repository, project_of(repository).key)
    (item,) = actions.context(engine).items
    assert item.doubt == "what it names is gone from the repository"


def test_what_was_never_there_is_not_gone(store: Store, repository: Path) -> None:
    fact = saved(store, repository, "Put the checkout into a file of its own", "src/checkout.py")
    for _ in range(2):
        assert look_after(store, repository, project_of(repository).key) == []
    assert stale_among(store, [fact]) == {}


def test_what_was_not_looked_through_is_neither_there_nor_gone(repository: Path) -> None:
    (repository / "src" / "cart.py").unlink()
    cart = Anchor(AnchorKind.FILE, "src/cart.py")
    assert there(repository, [cart]) == {cart: False}
    assert there(repository, [cart], most_files=0) == {}


def test_a_check_of_what_is_published_says_so(
    store: Store, repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And so do `lore show` and `lore why`."""
    fact = saved(store, repository, "Prices are summed in one place", "src/cart.py")
    with Engine(store, person=deciding("test", yes=True), folder=repository) as engine:
        (candidate,) = actions.propose(engine, [fact.id]).candidates
        assert run(["review", "approve", candidate.id, "--yes"]) == 0
        actions.publish(engine, new_root=True)
        assert actions.check_publish(engine).stale == ()
        (repository / "src" / "cart.py").unlink()
        ((found, why),) = actions.check_publish(engine).stale
        assert found.id == fact.id and why.startswith("file `src/cart.py` is gone")
    monkeypatch.chdir(repository)
    assert run(["publish", "--check"]) == 0
    assert "file `src/cart.py` is gone" in capsys.readouterr().err
    for command in ("show", "why"):
        assert run([command, fact.id]) == 0
        assert "file `src/cart.py` is gone" in capsys.readouterr().out
