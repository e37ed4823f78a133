"""What helps on the command line: `lore help`, an empty list, a command that is gone."""

import pytest

from lore.cli.program import run
from lore.cli.retired import GONE
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


LISTS = {
    "facts": (3, ["--kind", "decision"]),
    "sessions": (0, ["--project", "shop"]),
    "log": (0, ["--actor", "hook"]),
    "review": (0, ["--project", "shop"]),
    "docs list": (0, ["--project", "shop"]),
    "project list": (0, []),
    "backup list": (0, []),
    "recent": (3, ["--project", "shop"]),
    "decisions": (3, ["--project", "shop"]),
}
"""Command → its exit code where it shows nothing, and conditions for it."""


@pytest.mark.parametrize("command", LISTS)
@pytest.mark.parametrize("narrowed", [False, True])
def test_an_empty_list_says_so(command: str, narrowed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    code, conditions = LISTS[command]
    typed = [*command.split(), *(conditions if narrowed else [])]
    assert run(typed) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.strip()
    assert "error" not in printed.err
    assert f"`lore {' '.join(typed)}`" not in printed.err, "the command that was just typed helps nobody"


@pytest.mark.parametrize("words", GONE, ids=" ".join)
def test_a_command_that_is_gone_says_what_to_do_instead(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(list(words)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"`lore {' '.join(words)}` is gone" in printed.err
    assert GONE[words] in " ".join(printed.err.split())
