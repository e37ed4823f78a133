"""Flags of `os.open`, some of which only some systems have."""

import os
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Flags:
    """Flags of `os.open`; 0 where the system has none of this name. None is inherited by a child process anyway."""

    nofollow: int
    nonblock: int
    noctty: int
    directory: int
    binary: int
    """Windows changes the ends of lines without it."""

    @classmethod
    def of(cls, module: Any) -> "Flags":
        """Those that a module such as `os` has."""
        return cls(**{one.name: getattr(module, f"O_{one.name.upper()}", 0) for one in fields(cls)})


FLAGS = Flags.of(os)
