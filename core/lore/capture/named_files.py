"""The files that a statement names."""

import re
from collections.abc import Iterator

MOST = 8
"""Files of one statement: what names more is a listing."""
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{1,12}://[^\s<>`]+", re.IGNORECASE)
_PATH = re.compile(
    r"(?<![\w./:@~-])@?(?P<path>(?:~/|\.{1,2}/|/)?(?:[\w.@+-]{1,80}/){1,20}[\w.@+-]{0,80}?[\w+-]\.[A-Za-z]\w{0,7})(?![\w/]|\.\w)"
)
_NAME = re.compile(
    r"(?<![\w./:@~-])@?(?P<name>\.?[\w+-]{1,80}(?:\.[\w-]{1,20}){0,3}\.(?:py|pyi|ipynb|tsx?|jsx|mjs|cjs|vue|svelte|go|rs"
    r"|java|kt|swift|rb|php|c|cc|cpp|h|hpp|cs|sh|bash|zsh|fish|ps1|sql|html|css|scss|json|jsonl|ya?ml|toml|ini|cfg|conf"
    r"|env|lock|md|mdx|rst|txt|csv|tsv|xml|proto|gradle|tf))(?![\w/])(?!\.\w)"
)
_SITE = re.compile(r"(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|co)/", re.IGNORECASE)


def files_named(text: str) -> tuple[str, ...]:
    """The paths and file names in a text, each once, in their order."""
    return tuple(dict.fromkeys(_found(_ADDRESS.sub(" ", text))))[:MOST]


def _found(text: str) -> Iterator[str]:
    paths = [match for match in _PATH.finditer(text) if not _SITE.match(match["path"])]
    covered = [match.span() for match in _PATH.finditer(text)]
    names = [match for match in _NAME.finditer(text) if not any(start <= match.start() < end for start, end in covered)]
    for found in sorted([*paths, *names], key=lambda match: match.start()):
        yield found.group().removeprefix("@").removeprefix("./")
