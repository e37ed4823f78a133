"""What differs between Linux, macOS and Windows, in one place: locks, modes, folders, processes, file systems, streams.

`HERE` is the system that runs this. Nothing else asks which one it is, or imports a module that only one of them has (a
test scans for it). May import the standard library and `platformdirs` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.platform import children
    from lore.platform.flags import FLAGS, Flags
    from lore.platform.folders import OpenFolder, remove_folder
    from lore.platform.here import HERE
    from lore.platform import light
    from lore.platform.streams import is_terminal, may_draw, writes_unicode
    from lore.platform.systems import Linux, MacOS, Platform, Windows
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
