"""What stands masked in the store: every marker of ours, with the words around it, never what it stands for."""

from dataclasses import dataclass

from lore.intake import keys
from lore.model import Clean
from lore.store import MaskedText, Store

AROUND = 60
"""Characters that are shown before and after a marker."""
_SPOKEN = frozenset({"turns", "events"})
"""The tables that a transcript is read into."""


@dataclass(frozen=True, slots=True)
class Masked:
    """One marker, and where it stands."""

    kind: str
    """Of the secret, such as `password`."""
    text: MaskedText
    marker: str
    start: int
    """Where it begins in the text."""
    today: None = None
    """What earlier releases judged; a name of JSON is never dropped."""

    @property
    def around(self) -> Clean:
        """The words around with the marker in its place."""
        end = self.start + len(self.marker)
        before, after = self.text.text[: self.start], self.text.text[end:]
        lead, rest = before[-AROUND:], after[:AROUND]
        whole = f"{'…' if lead != before else ''}{lead}{self.marker}{rest}{'…' if rest != after else ''}"
        return Clean(" ".join(whole.split()))


def find_masked(store: Store) -> list[Masked]:
    """Every marker in what is stored that the key of this store made: messages first."""
    key = keys.marker_key()
    return [
        Masked(one["kind"], text, one[0], one.start())
        for text in sorted(store.texts.masked(), key=lambda text: text.table not in _SPOKEN)
        for one in keys.MARKER.finditer(text.text)
        if keys.is_ours(one, key)
    ]
