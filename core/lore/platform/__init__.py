"""What differs between Linux, macOS and Windows, in one place: locks, modes, folders, processes, file systems, streams.

`HERE` is the system that runs this. Nothing else asks which one it is, or imports a module that only one of them has (a
test scans for it). May import the standard library and `platformdirs` only.
"""

import sys

from lore.platform.flags import FLAGS, Flags
from lore.platform.folders import OpenFolder
from lore.platform.streams import is_terminal, may_draw, writes_unicode
from lore.platform.systems import Linux, MacOS, Platform, Windows, platform_of

HERE = platform_of(sys.platform)

__all__ = [
    "FLAGS",
    "HERE",
    "Flags",
    "Linux",
    "MacOS",
    "OpenFolder",
    "Platform",
    "Windows",
    "is_terminal",
    "may_draw",
    "writes_unicode",
]
