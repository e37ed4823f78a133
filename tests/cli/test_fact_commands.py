"""The commands on facts: what a person types, what is stored, what is printed, how it exits."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from lore.cli.program import run
from lore.model import Fact, Kind, Layer, Status
from lore.store import FactFilter, Store, open_store
from support.ids import short
from support.other_stores import ENGRAM, database
from support.searching import save, say

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    here = tmp_path / "web"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def stored(*statuses: Status) -> list[Fact]:
    with open_store() as store:
        return store.facts.select(FactFilter(statuses=statuses or tuple(Status)))


def answer(capsys: Captured) -> Any:
    return json.loads(capsys.readouterr().out)


def added(capsys: Captured, *arguments: str) -> str:
    capsys.readouterr()
    assert run(["add", "--json", *arguments]) == 0
    return str(answer(capsys)["id"])


def test_a_fact_is_saved_with_everything_that_was_said(folder: Path) -> None:
    arguments = ["add", "Not", "npm:", "use", "pnpm", "--tag", "tools", "--wrong", "npm", "--right", "pnpm"]
    assert (
        run(
            [*arguments, "--file", "package.json", "--concept", "packages", "--expires", "2027-01-01", "--pin", "--yes"]
        )
        == 0
    )
    (fact,) = stored()
    assert (fact.text, fact.kind, fact.project) == ("Not npm: use pnpm", Kind.CORRECTION, str(folder))
    assert (fact.wrong, fact.right, fact.tags, fact.files, fact.concepts) == (
        "npm",
        "pnpm",
        ("tools",),
        ("package.json",),
        ("packages",),
    )
    assert (fact.expires_at, fact.pinned) == ("2027-01-01T00:00:00Z", True)


def test_a_fact_for_every_project_belongs_to_none() -> None:
    assert run(["add", "Answers in short sentences", "--layer", "user", "--kind", "profile"]) == 0
    (fact,) = stored()
    assert (fact.project, fact.layer, fact.kind) == (None, Layer.USER, Kind.IDENTITY)


def test_a_fact_is_read_from_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Use pnpm\n"))
    assert run(["add", "-"]) == 0
    assert [fact.text for fact in stored()] == ["Use pnpm"]


def test_the_same_in_other_words_stays_beside_it_and_is_asked_about(capsys: Captured) -> None:
    """What is near in meaning is found before anything is written; each keeps its words and its quotation."""
    first = added(capsys, "Run the unit tests before every commit", "--kind", "convention")
    assert run(["add", "Before each commit run the unit tests", "--kind", "convention"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("added ") and f"like {short(first)}" in told.out
    assert "both stay until you say whether they are one" in told.err
    with open_store() as store:
        quotes = [item.quote for item in store.facts.evidence([first])[first]]
    assert quotes == ["Run the unit tests before every commit"]


def test_what_contradicts_replaces_and_says_so(capsys: Captured) -> None:
    old = added(capsys, "Use npm", "--kind", "convention")
    assert run(["add", "Use pnpm instead of npm", "--kind", "convention"]) == 0
    assert f"replaces {short(old)}  Use npm" in capsys.readouterr().out
    assert [fact.text for fact in stored(Status.ACTIVE)] == ["Use pnpm instead of npm"]


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (2, ["add", " "]),
        (2, ["add", "x", "--kind", "nonsense"]),
        (2, ["add", "x", "--expires", "soon"]),
        (2, ["add"]),
        (3, ["show", "f:nobody"]),
        (3, ["edit", "f:nobody", "x"]),
        (3, ["archive", "f:nobody"]),
        (3, ["pin", "nobody", "--yes"]),
        (3, ["propose", "nobody"]),
        (3, ["history", "nobody"]),
        (3, ["undo"]),
        (3, ["redo"]),
        (3, ["undo", "--run", "r:99"]),
        (3, ["undo", "--id", "99"]),
        (2, ["undo", "--run", "r:1", "--id", "1"]),
        (2, ["supersede", "x"]),
        (2, ["log", "--after", "yesterdayish"]),
    ],
)
def test_mistakes_exit_with_their_code_and_a_hint(code: int, arguments: list[str], capsys: Captured) -> None:
    assert run(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert "\nhint: " in captured.err


def test_a_fact_is_edited_by_its_parts(capsys: Captured) -> None:
    name = added(capsys, "use pnmp", "--tag", "tools", "--problem", "typo")
    assert run(["edit", name, "Use pnpm"]) == 0
    assert run(["edit", name.removeprefix("f:"), "--kind", "convention", "--problem", ""]) == 0
    (fact,) = stored()
    assert (fact.text, fact.kind, fact.problem, fact.tags) == ("Use pnpm", Kind.CONVENTION, None, ("tools",))
    capsys.readouterr()
    assert run(["edit", name, "Use pnpm"]) == 0
    assert "nothing changed" in capsys.readouterr().err


def test_a_fact_is_replaced_by_a_text_or_by_another_fact(capsys: Captured) -> None:
    old = added(capsys, "Deploy on Mondays", "--kind", "decision", "--tag", "ops")
    assert run(["supersede", old, "Deploy on Tuesdays"]) == 0
    (new,) = stored(Status.ACTIVE)
    assert (new.kind, new.tags) == (Kind.DECISION, ("ops",))
    other = added(capsys, "Deploy whenever it is green", "--kind", "decision")
    assert run(["supersede", new.id, "--by", other]) == 0
    capsys.readouterr()
    assert run(["show", new.id]) == 0
    shown = capsys.readouterr().out
    assert f"replaced by {short(other)}" in shown
    assert f"replaces    {short(old)}" in shown


def test_a_listing_is_narrowed_and_printed_as_json(capsys: Captured) -> None:
    kept = added(capsys, "Use pnpm", "--kind", "convention", "--tag", "tools", "--pin", "--yes")
    added(capsys, "Buy milk", "--kind", "task")
    assert run(["facts", "--kind", "convention", "--tag", "tools", "--pinned"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(short(kept))
    assert run(["facts", "--json", "--limit", "1"]) == 0
    (fact,) = answer(capsys)["facts"]
    assert (fact["text"], fact["kind"], fact["evidence"][0]["quote"]) == ("Buy milk", "task", "Buy milk")
    assert 0.79 < fact["strength"] <= 0.8


def test_every_change_is_in_the_log_and_in_the_history(capsys: Captured) -> None:
    name = added(capsys, "use pnmp")
    run(["edit", name, "Use pnpm"])
    capsys.readouterr()
    assert run(["history", name]) == 0
    shown = capsys.readouterr().out
    assert "text: 'use pnmp' → 'Use pnpm'" in shown
    assert shown.index("added “use pnmp”") < shown.index("edited “Use pnpm”")
    assert run(["log", "--json", "--actor", "person", "--action", "fact.edit"]) == 0
    (event,) = answer(capsys)["events"]
    assert (event["subject"], event["before"]["text"]) == ({"kind": "fact", "id": name}, "use pnmp")
    assert run(["log", "--after", "2027-01-01"]) == 0
    assert capsys.readouterr().out == ""
    assert run(["undo", "--id", str(event["seq"])]) == 0
    assert [fact.text for fact in stored()] == ["use pnmp"]


def test_a_folder_is_given_to_a_project(folder: Path, capsys: Captured) -> None:
    """`lore project` says which and why; what was set holds for the folders inside."""
    assert run(["project", "--json"]) == 0
    assert answer(capsys)["reason"] == "folder"
    assert run(["project", "set", "team/web", str(folder)]) == 0
    (folder / "src").mkdir()
    capsys.readouterr()
    assert run(["project", "show", str(folder / "src")]) == 0
    captured = capsys.readouterr()
    assert captured.out == "team/web\n"
    assert "you set it" in captured.err
    added(capsys, "Use pnpm")
    assert run(["project", "list", "--json"]) == 0
    assert answer(capsys)["projects"] == [{"key": "team/web", "facts": 1}]


GOOD = '{"fact": "Deploy on Tuesdays"}'
DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("lines", "code"), [([GOOD], 0), ([GOOD, GOOD], 0), ([GOOD, DEEP], 0), ([DEEP], 1), ([DEEP, "{}"], 1), ([], 0)]
)
def test_a_file_of_which_nothing_came_in_is_an_error(
    lines: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "facts.jsonl"
    path.write_text("\n".join(lines))
    for _ in range(2):
        assert run(["import", str(path)]) == code
    said = capsys.readouterr().err
    assert ("every line was refused" in said) is (code == 1)
    assert "recursion" not in said


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("broken", [None, 0, -1], ids=["all read", "the first missing", "the last missing"])
def test_several_files_are_one_undo(
    count: int, broken: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named once, and takes back every file that was read, whatever became of the others."""
    paths = [tmp_path / f"{number}.jsonl" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text(json.dumps({"fact": f"Deploy the service number {number} on Tuesdays"}))
    if broken is not None:
        paths[broken].unlink()
    code = run(["import", *map(str, paths)])
    shown = capsys.readouterr().err
    assert code == (0 if broken is None else 1)
    came_in = count - (broken is not None)
    assert shown.count("undo: `lore undo") == (1 if came_in else 0)
    with open_store() as store:
        assert len(store.facts.select()) == came_in
        if came_in:
            assert store.runs.latest("import").summary["added"] == came_in  # type: ignore[union-attr]
    if came_in:
        assert run(shown.partition("`lore ")[2].partition("`")[0].split()) == 0
    with open_store() as store:
        assert store.facts.select() == []


def test_a_store_is_previewed_taken_over_and_queued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The preview lists, the run counts and says how to take it back, the queue has what was proposed."""
    path = str(database(tmp_path / "engram.db", ENGRAM))
    assert run(["migrate-from", "engram", path, "--dry-run"]) == 0
    preview = capsys.readouterr().out
    assert "new        preference  Answers: Keep answers short." in preview
    assert preview.endswith("dry run: nothing written\n")
    assert run(["migrate-from", "engram", path, "--propose", "--json"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert (done["schema"], done["added"], done["proposed"]) == (1, 3, 3)
    assert done["skipped"] == {"deleted there": 1, "a summary of a session": 1}
    assert run(["review", "--json"]) == 0
    waiting = json.loads(capsys.readouterr().out)["candidates"]
    assert {one["because"] for one in waiting} == {"imported from engram"}
    assert all(one["tainted"] for one in waiting)
    assert run(["migrate-from", "engram", path]) == 0
    assert "known      3 already imported" in capsys.readouterr().out


def test_a_wrong_path_is_an_error_with_a_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 3 for what is not there, 1 for what is something else, 2 for an unknown tool."""
    other = database(tmp_path / "other.db", "CREATE TABLE t (a);")
    assert run(["migrate-from", "engram", str(tmp_path / "missing.db")]) == 3
    assert run(["migrate-from", "engram", str(other)]) == 1
    assert run(["migrate-from", "unknown", str(other)]) == 2
    told = capsys.readouterr().err
    assert "error: " in told
    assert told.count("hint: ") == 3


PORT = "The staging database listens on port 5433"


@pytest.fixture(autouse=True)
def filled(store: Store) -> None:
    save(store, PORT, Kind.SYSTEM, project="acme", session="s1")
    save(store, "Deploy on Tuesdays, never on Fridays", Kind.CONVENTION)
    say(store, "s1", ["Which port does staging use?", "It listens on 5433."], project="acme")


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_people_get_two_lines_a_hit(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "staging", "port", "--in", "facts", "--limit", "1"]) == 0
    head, text = capsys.readouterr().out.splitlines()
    assert head.split()[2] == "system"
    assert text.strip() == PORT
    assert max(len(head), len(text)) <= 80


def test_explain_shows_what_the_score_is_made_of(capsys: pytest.CaptureFixture[str]) -> None:
    run(["search", "staging port", "--in", "facts", "--limit", "1", "--explain"])
    assert "lexical +" in capsys.readouterr().out.splitlines()[2]


def test_a_batch_answers_line_by_line_and_keeps_the_qid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = tmp_path / "questions.jsonl"
    batch.write_text(
        '{"qid": "a", "query": "staging port"}\n\n{"qid": 7, "query": "deploy", "in": "facts", "kind": "convention"}\n'
    )
    assert run(["search", "--batch", str(batch)]) == 0
    first, second = lines(capsys)
    assert (first["qid"], second["qid"]) == ("a", 7)
    assert [hit["kind"] for hit in second["hits"]] == ["convention"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[]", "there is no `query`"),
        ('{"query": 7}', "there is no `query`"),
        ('{"query": "x", "in": "nowhere"}', '`in` cannot be `"nowhere"`'),
        ('{"query": "x", "in": []}', "`in` cannot be `[]`"),
        ('{"query": "x", "limit": 0}', "`limit` cannot be `0`"),
        ('{"query": "x", "limit": true}', "`limit` cannot be `true`"),
        ('{"query": "x", "depth": 2.0}', "`depth` cannot be `2.0`"),
        ('{"query": "x", "group": []}', "`group` cannot be `[]`"),
        ('{"query": "x", "kind": "purple"}', '`kind` cannot be `"purple"`'),
        ('{"query": "x", "kind": ["decision", 7]}', '`kind` cannot be `["decision", 7]`'),
        ('{"query": "x", "layer": null}', "`layer` cannot be `null`"),
        ('{"query": "x", "status": {}}', "`status` cannot be `{}`"),
        ('{"query": "x", "project": [null]}', "`project` cannot be `[null]`"),
        ("[" * 100_000, "not JSON: nested too deeply"),
        ('{"query": "' + chr(0xDC80) + '"}', "not JSON: not UTF-8 text"),
    ],
)
def test_a_bad_line_of_a_batch_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, message: str
) -> None:
    batch = tmp_path / "questions.jsonl"
    batch.write_bytes(('{"query": "fine"}\n' + line + '\n{"query": "fine too"}').encode(errors="surrogateescape"))
    assert run(["search", "--batch", str(batch)]) == 1
    capture_result = capsys.readouterr()
    assert f"questions.jsonl:2: {message}" in capture_result.err
    assert [json.loads(answer)["query"] for answer in capture_result.out.splitlines()] == ["fine", "fine too"]


def test_a_batch_may_begin_with_a_mark_and_hold_what_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    batch = tmp_path / "questions.jsonl"
    batch.write_text(chr(0xFEFF) + '{"qid": "\\ud800", "query": "staging", "kind": ["system", "decision"]}')
    assert run(["search", "--batch", str(batch)]) == 0
    (answer,) = lines(capsys)
    assert answer["qid"] == "\ud800"
    assert [hit["kind"] for hit in answer["hits"] if hit["type"] == "fact"] == ["system"]  # type: ignore[attr-defined]


def test_nothing_found_is_exit_code_3_and_says_what_would_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", '"staging database"', "--kind", "decision"]) == 3
    assert "no match among 2 facts, 2 turns" in capsys.readouterr().err


def test_a_word_that_looked_like_a_field_is_pointed_out(capsys: pytest.CaptureFixture[str]) -> None:
    run(["search", "colour:red port"])
    assert "`colour:` is not a field" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["x", "--limit", "0"], ["x", "--in", "nowhere"], ["x", "--kind", "purple"]])
def test_arguments_that_make_no_sense_are_exit_code_2(arguments: list[str]) -> None:
    assert run(["search", *arguments]) == 2


def test_reindex_builds_everything_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reindex"]) == 0
    assert "4 passages indexed" in capsys.readouterr().err
    assert run(["search", "staging port"]) == 0
