"""What a prompt is about, as it is compared with facts: without addresses, tickets, branches and the project's name.

Nearly every prompt of a project holds some of these, so sharing them says nothing.
"""

import re

from lore.handover import files, places

NAMED_OFTEN = 0.1
"""The share of a project's prompts from which a word tells nothing there."""
FEWEST = 20
"""Prompts of a project from which that can be said."""
NEWEST_PROMPTS = 300
"""Prompts of a project that are looked at, the newest."""
_NO_SUBJECT = r"""(?x)
    https?://\S+ | \bwww\.\S+ | (?<![^\s@])[^\s@]+@[^\s@]+\.\w+   # addresses
    | \#\d+\b | \b[A-Z][A-Z0-9]+-\d+\b                   # tickets
    | \b(?:PR|MR|pull\ request|issue|ticket)\ \#?\d+\b
    | \b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b                  # commits
    | \b(?:feat|feature|fix|bugfix|hotfix|chore|release|docs|refactor|origin)/[\w./-]+   # branches
    """
_SIGNS = frozenset("/@0123456789")
"""All of these but `www.` hold one of them. To compile a pattern takes half a millisecond: most prompts need none."""


def subject_of(prompt: str, project: "str | None") -> str:
    """The prompt without what says nothing of its subject. project: its key."""
    is_plain = _SIGNS.isdisjoint(prompt) and "www." not in prompt
    text = prompt if is_plain else re.sub(_NO_SUBJECT, " ", prompt)
    name = (project or "").rstrip("/").rpartition("/")[2].lower()
    parts = "".join([sign if sign.isascii() and sign.isalnum() else " " for sign in name]).split()
    if not parts or parts[0] not in text.lower():
        return text
    name = r"[\W_]*".join(map(re.escape, parts))
    return re.sub(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])", " ", text, flags=re.IGNORECASE)


class Prompts:
    """How many prompts of a project were looked at, and in how many of these each term stands."""

    __slots__ = ("counts", "size")

    def __init__(self, size: int, counts: "dict[str, int]") -> None:
        self.size, self.counts = size, counts

    @property
    def usual(self) -> "set[str]":
        """The terms that tell nothing in the project, for too many of its prompts hold them."""
        most = NAMED_OFTEN * self.size
        return {term for term, count in self.counts.items() if count > most} if self.size >= FEWEST else set()


def prompts_of(terms: "list[set[str]]") -> Prompts:
    """terms: of each prompt."""
    counts: dict[str, int] = {}
    for each in terms:
        for term in each:
            counts[term] = counts.get(term, 0) + 1
    return Prompts(len(terms), counts)


def noted_prompts(folder: str, project: "str | None") -> Prompts:
    """The same as whoever read the prompts of a project last noted it for hooks; none where nobody did."""
    noted = files.read(places.prompts(folder, project))
    size, counts = noted.get("size"), noted.get("counts")
    if not isinstance(size, int) or not isinstance(counts, dict):
        return Prompts(0, {})
    return Prompts(size, {term: count for term, count in counts.items() if isinstance(count, int)})
