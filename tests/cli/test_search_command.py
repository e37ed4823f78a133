"""`lore search`: what it prints, what it answers to programs, and its exit codes."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.model import Kind
from lore.store import Store
from support.searching import save, say

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
        ('{"query": 7}', "there is no `query`"),
        ('{"query": "x", "in": "nowhere"}', '`in` cannot be `"nowhere"`'),
        ('{"query": "x", "limit": 0}', "`limit` cannot be `0`"),
        ('{"query": "x", "kind": ["decision", 7]}', '`kind` cannot be `["decision", 7]`'),
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
