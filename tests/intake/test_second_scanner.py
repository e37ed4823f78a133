"""`--scan`: what comes from other tools is looked at by a second scanner for secrets before it is stored."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.intake import clean, scanners
from lore.store import Store

UNSEEN = "The registry wants //registry.npmjs.org/:_authToken=abcdefabcdefabcdefabcdefabcdefabcdef in .npmrc"
"""Looks like no secret to our rules: the token is one pattern over and over."""


@pytest.fixture(autouse=True)
def second_scanner() -> None:
    if "detect-secrets" not in [scanner.name for scanner in scanners.installed()]:
        pytest.skip("no second scanner is installed")


def test_a_line_that_a_second_scanner_suspects_is_not_imported(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "facts.jsonl"
    file.write_text("".join(json.dumps({"fact": text}) + "\n" for text in (UNSEEN, "We deploy on Tuesdays only.")))
    assert run(["import", "--scan", str(file)]) == 0
    shown = capsys.readouterr()
    warning = f"warning: {file}:1: it may hold a secret (detect-secrets: NPM tokens)\n"
    assert shown.err.startswith(f"{warning}undo: `lore undo --run r:")
    assert [fact.text for fact in store.facts.select()] == ["We deploy on Tuesdays only."]


def test_a_memory_that_a_second_scanner_suspects_is_not_taken_over(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "MEMORY.md"
    file.write_text(f"# Memory\n\n- {UNSEEN}\n- The staging host is stage.shop.test\n")
    assert run(["migrate-from", "memory-files", "--scan", str(file)]) == 0
    shown = capsys.readouterr()
    assert "1 a second scanner sees a secret" in shown.out
    warning = "warning: MEMORY.md: a memory that may hold a secret was left out (detect-secrets: NPM tokens)\n"
    assert shown.err.startswith(f"{warning}undo: `lore undo --run r:")
    assert [fact.text for fact in store.facts.select()] == ["The staging host is stage.shop.test"]


def test_without_a_second_scanner_it_says_so(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scanners, "OTHERS", ())
    file = tmp_path / "facts.jsonl"
    file.write_text(json.dumps({"fact": "We deploy on Tuesdays only."}) + "\n")
    assert run(["import", "--scan", str(file)]) == 2
    assert "pip install" in capsys.readouterr().err
    assert store.facts.count() == 0


def test_what_our_own_rules_masked_is_no_suspicion(store: Store) -> None:
    masked = clean("The token is ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8")
    assert "[secret:" in masked
    assert scanners.suspected(list(scanners.installed()), [masked, None]) is None
