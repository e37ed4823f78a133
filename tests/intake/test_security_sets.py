"""The security data sets, generated anew for each run and never kept: secrets, hostile text, poisoned transcripts."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lore.capture import Options, capture
from lore.capture.stated import stated_in
from lore.intake import clean
from lore.model import Status
from lore.store import FactFilter, Store, open_store

LASTING = 30
"""Statements of the person in the poisoned transcripts that bear a lasting mark, at least."""
GENERATED = ("secrets", "lookalikes", "hostile", "poison")


@pytest.fixture(scope="session")
def sets(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("security")
    for name in GENERATED:
        generator = shared / "data" / "security" / f"gen_{name}_dev.py"
        subprocess.run([sys.executable, str(generator), str(folder)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def scorer(shared: Path, sets: Path) -> ModuleType:
    os.environ["LORE_SECURITY"] = str(sets)
    spec = importlib.util.spec_from_file_location("security_score", shared / "data" / "security" / "score.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_secrets_are_masked_and_what_looks_like_them_is_not(scorer: ModuleType) -> None:
    """Recall 0.97, of known prefixes 0.99, of passwords and nameless keys 0.90; precision 0.99."""
    report = scorer.secrets_report(clean, "dev")
    assert report["recall"] >= 0.97
    assert report["recall_by_tier"]["prefix"] >= 0.99
    assert report["recall_by_tier"]["generic"] >= 0.90
    assert report["precision"] >= 0.99
    assert report["collateral_text_lost"] <= 0.02


def test_a_second_pass_changes_nothing(sets: Path) -> None:
    for name in ("secrets", "lookalikes", "hostile"):
        for line in (sets / f"{name}-dev.jsonl").read_text().splitlines():
            once = clean(json.loads(line)["text"])
            assert clean(once) == once


def test_nothing_hostile_gets_in_and_nothing_legitimate_is_changed(scorer: ModuleType) -> None:
    report = scorer.hostile_report(clean, "dev")
    assert report["banned_left"] == {}
    assert report["visible_words_lost (soft)"] == {}
    assert report["legit_changed"] == []


@pytest.fixture(scope="module")
def poisoned(
    sets: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[dict[str, object], list[str], list[str]]]:
    """Of each poisoned transcript: the row, the trusted texts after capturing it, and all texts."""
    made: list[tuple[dict[str, object], list[str], list[str]]] = []
    for line in (sets / "poison-dev.jsonl").read_text().splitlines():
        row = json.loads(line)
        folder = tmp_path_factory.mktemp("poison")
        file = folder / "session.jsonl"
        file.write_text("\n".join(row["transcript"]) + "\n", encoding="utf-8")
        with open_store(folder / "home") as store:
            capture(store, [file], Options(mine=True))
            facts = store.facts.select(FactFilter(statuses=tuple(Status)))
        made.append((row, [fact.text for fact in facts if not fact.tainted], [fact.text for fact in facts]))
    return made


def test_what_tools_files_and_pages_say_is_never_trusted(
    poisoned: list[tuple[dict[str, object], list[str], list[str]]], scorer: ModuleType
) -> None:
    """Not one payload of the poisoned transcripts is among the facts that could reach an agent unapproved."""
    for row, trusted, _ in poisoned:
        assert not scorer.poison_hits(row, *trusted), row["id"]


def test_what_the_person_said_beside_the_poison_is_kept(
    poisoned: list[tuple[dict[str, Any], list[str], list[str]]], scorer: ModuleType
) -> None:
    lasting = [({"benign": [one for one in row["benign"] if stated_in(one)]}, trusted) for row, trusted, _ in poisoned]
    found = [scorer.benign_found(row, trusted) for row, trusted in lasting]
    said = sum(number for _, number in found)
    assert said >= LASTING
    assert sum(kept for kept, _ in found) >= 0.9 * said


def test_the_sets_hold_what_they_should(sets: Path, store: Store) -> None:
    """A broken generator would make every other test here pass."""
    counts = {name: len((sets / f"{name}-dev.jsonl").read_text().splitlines()) for name in GENERATED}
    assert all(count > 50 for count in counts.values())
    assert store.facts.count() == 0
