"""Flags of `os.open`, some of which only some systems have."""

import os


class Flags:
    """Flags of `os.open`; 0 where the system has none of this name. No descriptor is inherited by a child anyway."""

    def __init__(self, module: object) -> None:
        """module: `os`, or what has the same names."""
        self.nofollow: int = getattr(module, "O_NOFOLLOW", 0)
        self.nonblock: int = getattr(module, "O_NONBLOCK", 0)
        self.noctty: int = getattr(module, "O_NOCTTY", 0)
        self.directory: int = getattr(module, "O_DIRECTORY", 0)
        self.binary: int = getattr(module, "O_BINARY", 0)
        """Windows changes the ends of lines without it."""


FLAGS = Flags(os)
