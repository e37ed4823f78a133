"""Memory files shrink: what is safely stored leaves the file, and a line says so in its place.

Verified statement by statement, shown as a diff first, undone byte for byte. May import `lore.publish`, which writes
files and undoes it, `lore.migrate`, which reads memory files, and what lies below both.
"""

from lore.compress.plan import Shrink, plan
from lore.compress.service import compress

__all__ = ["Shrink", "compress", "plan"]
