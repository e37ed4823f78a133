"""What a listing may be narrowed by: plain data, which each backend turns into its own query.

A name is matched as it was given and as the door would store it. Times are compared as they are written: `after` is
included, `before` is not.
"""

from dataclasses import dataclass

from lore.model import Kind, Layer, Status, Tier


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Empty tuples and None do not narrow; of a tuple one has to fit, of `tags` all."""

    kinds: tuple[Kind, ...] = ()
    statuses: tuple[Status, ...] = (Status.ACTIVE,)
    layers: tuple[Layer, ...] = ()
    projects: tuple[str | None, ...] | None = None
    """None among them stands for facts of no project; an empty tuple does not narrow."""
    tiers: tuple[Tier, ...] = ()
    tags: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    """Of any quotation of the fact."""
    tainted: bool | None = None
    pinned: bool | None = None
    approved: bool | None = None
    session: str | None = None
    """Of any quotation of the fact."""
    before: str | None = None
    """Of `created_at`, as `after`."""
    after: str | None = None


@dataclass(frozen=True, slots=True)
class SessionFilter:
    """None does not narrow. Times are compared with the start of the session."""

    project: str | None = None
    agent: str | None = None
    before: str | None = None
    after: str | None = None
