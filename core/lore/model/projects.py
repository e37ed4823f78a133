"""Where facts belong."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Project:
    """A repository, or a folder where there is none."""

    key: str
    reason: str
    """How the key was found: `set`, `remote`, `repository`, `folder`, `transcript`."""
    root: str | None = None
    aliases: tuple[str, ...] = ()
