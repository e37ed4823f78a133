"""Memory files shrink: what is safely stored leaves the file, and a line says so in its place.

Verified statement by statement, shown as a diff first, undone byte for byte. May import `lore.publish`, which writes
files and undoes it, `lore.migrate`, which reads memory files, and what lies below both.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.compress.planning import (
        Shrink as Shrink, plan as plan,
    )
    from lore.compress.service import (
        compress as compress,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "planning": "Shrink plan",
        "service": "compress",
    },
)
