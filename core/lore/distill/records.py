"""How each model has read so far: sessions, notes, and the share of them that did not count."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from lore.distill.calls import ACTION
from lore.store import Store


@dataclass(frozen=True, slots=True)
class ReaderRecord:
    """What the log tells of one model."""

    label: str
    """What a person calls it."""
    sessions: int
    tokens: int
    """About how many it was sent."""
    notes: int
    """What it said: notes, and words about facts that are known."""
    kept: int
    worded: int
    """Of those, notes whose own wording counts."""
    refused: Mapping[str, int]
    """How many did not count, by the name of the reason (`lore.distill.notes.Why`)."""
    failed: int
    """Questions to which no answer came."""

    @property
    def share_refused(self) -> float | None:
        """The share of what it said that did not count; None where it said nothing."""
        return sum(self.refused.values()) / self.notes if self.notes else None


def reader_records(store: Store) -> list[ReaderRecord]:
    """What the log tells of each model that read sessions, the one that read most first."""
    counts: dict[str, Counter[str]] = {}
    refused: dict[str, Counter[str]] = {}
    for event in store.audit.select(action=ACTION):
        state = event.state
        if "purpose" in state:
            continue  # a question about a proposal
        label = str(state.get("with", ""))
        found = counts.setdefault(label, Counter())
        found["failed" if "failed" in state else "sessions"] += 1
        for name in ("tokens", "notes", "kept", "worded"):
            found[name] += int(state.get(name) or 0)
        reasons = state.get("refused")
        refused.setdefault(label, Counter()).update(reasons if isinstance(reasons, dict) else {})
    records = [
        ReaderRecord(
            label,
            one["sessions"],
            one["tokens"],
            one["notes"],
            one["kept"],
            one["worded"],
            refused[label],
            one["failed"],
        )
        for label, one in counts.items()
    ]
    return sorted(records, key=lambda record: -record.sessions)
