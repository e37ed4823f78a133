"""Digests as JSON."""

from lore.actions import Digests
from lore.model import Digest


def digests(outcome: Digests) -> dict[str, object]:
    """`digest list`."""
    return {"digests": [digest(one) for one in outcome.digests]}


def digest(one: Digest) -> dict[str, object]:
    """`digest show`."""
    return {
        "id": one.id,
        "span": one.span.value,
        "project": one.project,
        "session": one.session,
        "starts_at": one.starts_at,
        "ends_at": one.ends_at,
        "tainted": one.tainted,
        "text": one.text,
        "lines": [
            {"heading": line.heading.value, "text": line.text, "source": line.source, "tainted": line.tainted}
            for line in one.told()
        ],
    }
