"""Commands and options that are gone, and what to do instead: said once, with the exit code for usage."""

from collections.abc import Mapping, Sequence

from lore.cli import console

GONE: Mapping[tuple[str, ...], str] = {
    ("serve", "--web"): "run `lore` in a terminal: the app opens there",
    ("compress",): "delete by hand what `CONVENTIONS.md` says too: `lore publish` writes it",
}
"""What began a command line → what to do now."""


def insist_on_present(words: Sequence[str]) -> None:
    """Raises UsageError, with what to do instead, where the words begin with a command that is gone."""
    for gone, instead in GONE.items():
        if words and words[0] == gone[0] and all(word in words for word in gone[1:]):
            raise console.usage_error(f"`lore {' '.join(gone)}` is gone", instead)
