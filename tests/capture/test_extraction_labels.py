"""The labelled messages in `tests/data/extraction`: well formed, quoted word for word, each once, of free licence."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lore.kinds import Kind

FOLDER = Path(__file__).parent.parent / "data" / "extraction"
FILES = sorted(FOLDER.glob("labels-*.jsonl"))
FIELDS = [
    "id",
    "source",
    "licence",
    "agent",
    "session",
    "role",
    "text",
    "before",
    "split",
    "cue",
    "tier",
    "truncated",
    "facts",
    "optional",
]
LICENCES = {"MIT", "Apache-2.0"}
MOST_BYTES = 4_500_000
CLASSES = {"strong", "weak", "junk", "garbled", "wrong", "dup", "danger"}
MARKED = re.compile(r"⟪(\w+)\|(.*?)⟫", re.DOTALL)
PRIVATE = re.compile(r"/(?:Users|home)/(?!user\b)\w|[\w.+-]+@(?!example\.)[\w-]+\.(?:com|org|net|io|de)\b")


def records(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def everything() -> list[dict[str, Any]]:
    return [record for file in FILES for record in records(file)]


def same_words(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_record_has_the_fields_of_the_set(file: Path) -> None:
    for record in records(file):
        assert sorted(record) == sorted(FIELDS), record["id"]
        assert record["role"] in {"user", "assistant"}
        assert record["tier"] in {"strong", "weak", "none"}
        assert record["licence"] in LICENCES, record["source"]
        assert len(record["text"]) <= 3000
        assert len(record["before"]) <= 600
        assert record["text"].strip() == record["text"] != ""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_quotation_stands_in_its_message_word_for_word(file: Path) -> None:
    for record in records(file):
        for fact in record["facts"] + record["optional"]:
            assert fact["quote"] and fact["quote"] in record["text"], record["id"]
            assert fact["text"].strip() and fact["kind"] in set(Kind), record["id"]
            assert fact["scope"] in {"project", "user"}
        for fact in record["facts"]:
            assert fact["durable"] is True
            assert isinstance(fact["standing"], bool)
            assert ("wrong" in fact) == ("right" in fact), record["id"]


def test_no_message_is_there_twice() -> None:
    ids = Counter(record["id"] for record in everything())
    texts = Counter(same_words(record["text"]) for record in everything())
    assert [name for name, times in ids.items() if times > 1] == []
    assert [text for text, times in texts.items() if times > 1] == []


def test_one_repository_has_one_licence_and_the_page_names_it() -> None:
    licences = {(record["source"], record["licence"]) for record in everything()}
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert len(licences) == len({source for source, _ in licences})
    assert [source for source, _ in sorted(licences) if f"`{source}`" not in page] == []


def test_home_folders_and_addresses_are_masked() -> None:
    found = [
        (record["id"], hit.group())
        for record in everything()
        for field in ("text", "before")
        for hit in PRIVATE.finditer(record[field])
    ]
    assert found == []


def test_standing_bits_name_each_fact_once() -> None:
    lines = records(FOLDER / "standing.jsonl")
    assert len({(line["set"], line["id"], line["fact"]) for line in lines}) == len(lines) > 0
    assert all(isinstance(line["standing"], bool) and line["fact"] >= 0 for line in lines)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("sentences-*.jsonl")), ids=lambda file: file.stem)
def test_each_judged_sentence_stands_in_its_message(file: Path) -> None:
    for record in records(file):
        assert record["sentences"] and record["source"] and record["role"] in {"user", "assistant"}
        for one in record["sentences"]:
            assert one["quote"] in record["text"] and one["class"] in CLASSES, record["id"]
        assert not PRIVATE.search(record["text"] + record["before"]), record["id"]


def test_each_marked_sentence_of_a_written_session_has_a_class() -> None:
    marked = [MARKED.findall(record["text"]) for record in records(FOLDER / "sessions-1.jsonl")]
    assert {name for each in marked for name, _ in each} <= CLASSES
    assert all("⟪" not in quote for each in marked for _, quote in each)
    assert sum(map(len, marked)) > 8000


def test_the_set_stays_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("*.jsonl")) <= MOST_BYTES
