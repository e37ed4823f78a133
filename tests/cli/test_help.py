"""`lore help` explains commands and words, and says what is near to a typing error."""

import pytest

from lore.cli.program import run
from lore.glossary import WORDS
from lore.model import Kind, Layer


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_explained(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", word.upper()]) == 0
    assert WORDS[word].split()[0] in capsys.readouterr().out


def test_without_a_topic_every_word_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{word}\n" in shown for word in WORDS)


def test_a_typing_error_is_answered_with_what_is_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "layr"]) == 3
    assert "did you mean `lore help layer`?" in capsys.readouterr().err


def test_the_glossary_names_every_kind_and_layer() -> None:
    assert all(kind.value in WORDS["kind"] for kind in Kind)
    assert all(layer.value in WORDS["layer"] for layer in Layer)
